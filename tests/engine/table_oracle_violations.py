"""What is wrong with the document of a table, sentence by sentence after the description of the one Wertung.

Written from that description alone, to be compared with the engine's answer. Only whether a document is refused is
meant to be compared; codes and messages are this module's own.
"""

import json
import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

LABELS = (
    "player team club nation class division event stage quarter month block day evening group serie table seat"
).split()
FIGURES = "leistung spielpunkte won lost others_lost deals lists points minus difference".split()
NOT_NEGATIVE = ("won", "lost", "others_lost", "deals", "lists")
MEASURES = ("leistung", "spielpunkte", "points", "difference")
NUMBER_TEXT = re.compile(r"-?[0-9]+(/[0-9]+)?", re.ASCII)


class Pointed:
    """A JSON number with point or exponent, which nothing on the page takes."""


class RefusedError(Exception):
    """The text is no JSON object, or has a key twice."""


def read_document(text: str) -> dict[str, Any]:
    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in found]
        if len(set(keys)) < len(keys):
            raise RefusedError("key twice")
        return dict(found)

    def constant(name: str) -> Any:
        raise RefusedError(name)

    try:
        document = json.loads(text, object_pairs_hook=pairs, parse_float=lambda _: Pointed(), parse_constant=constant)
    except (ValueError, RecursionError) as error:
        raise RefusedError("no JSON") from error
    if not isinstance(document, dict):
        raise RefusedError("no object")
    return document


def is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_text(value: Any) -> bool:
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def number(value: Any) -> Fraction | None:
    """The number that stands there, None where none stands."""
    if is_whole(value):
        return Fraction(value)
    if isinstance(value, str) and NUMBER_TEXT.fullmatch(value):
        above, _, below = value.partition("/")
        if below == "":
            return Fraction(int(above))
        if int(below) == 0:
            return None
        return Fraction(int(above), int(below))
    return None


class Violations:
    """Collects what is wrong with one document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.found: list[dict[str, str]] = []
        self.document = document
        self.labels_left = list(LABELS)
        self.has_held = "held" in document
        self.table()

    def add(self, where: str, code: str) -> None:
        self.found.append({"code": code, "where": where, "message": f"{where}: {code}"})

    # Kinds of value

    def keys(self, value: Any, where: str, needed: str, allowed: str = "") -> bool:
        """Whether it is an object; its keys are looked at too."""
        if not isinstance(value, dict):
            self.add(where, "kind")
            return False
        for key in value:
            if key not in needed.split() + allowed.split():
                self.add(f"{where}.{key}", "unknown")
        for key in needed.split():
            if key not in value:
                self.add(f"{where}.{key}", "missing")
        return True

    def items(self, value: Any, where: str, may_be_empty: bool) -> list[tuple[Any, str]]:
        if not isinstance(value, list):
            self.add(where, "kind")
            return []
        if not value and not may_be_empty:
            self.add(where, "empty")
        return [(item, f"{where}[{index}]") for index, item in enumerate(value)]

    def number(self, value: Any, where: str, least: int | None = None) -> None:
        there = number(value)
        if there is None:
            self.add(where, "number")
        elif least is not None and there < least:
            self.add(where, "bounds")

    def count(self, value: Any, where: str, least: int = 1) -> None:
        if not is_whole(value) or value < least:
            self.add(where, "count")

    def word(self, value: Any, where: str, words: Any) -> None:
        if not isinstance(value, str) or value not in words:
            self.add(where, "word")

    def label_value(self, value: Any, where: str) -> None:
        if not is_whole(value) and not (is_text(value) and value != ""):
            self.add(where, "label")

    def label_name(self, value: Any, where: str) -> None:
        """The name of a label that no fold has taken away."""
        self.word(value, where, LABELS)
        if isinstance(value, str) and value in LABELS and value not in self.labels_left:
            self.add(where, "taken away")

    def label_names(self, value: Any, where: str, may_be_empty: bool) -> None:
        for item, place in self.items(value, where, may_be_empty):
            self.label_name(item, place)

    def labels(self, value: Any, where: str) -> None:
        if self.keys(value, where, "", " ".join(LABELS)):
            for name, label in value.items():
                if name in LABELS:
                    self.label_value(label, f"{where}.{name}")

    def order(self, value: Any, where: str) -> None:
        for item, place in self.items(value, where, False):
            self.word(item, place, FIGURES + ["-" + figure for figure in FIGURES])

    # The parts of a document

    def table(self) -> None:
        document = self.document
        self.keys(document, "", "steps results", "held start")
        for result, place in self.items(document.get("results", []), "results", True):
            self.result(result, place)
        for entry, place in self.items(document.get("held", []), "held", True):
            self.labels(entry, place)
        steps = self.items(document["steps"], "steps", False) if "steps" in document else []
        folds = [step for step, _ in steps if isinstance(step, dict) and step.get("step") == "fold"]
        for position, (step, place) in enumerate(steps):
            self.step(step, place, position == len(steps) - 1)
        if "start" in document:
            if not folds:
                self.add("start", "no fold")
            for result, place in self.items(document["start"], "start", True):
                self.start(result, place, folds[-1].get("by") if folds else None)

    def result(self, value: Any, where: str) -> None:
        if not self.keys(value, where, "", " ".join([*LABELS, *FIGURES, "absent", "apart"])):
            return
        for key, inner in value.items():
            place = f"{where}.{key}"
            if key in LABELS:
                self.label_value(inner, place)
            elif key in FIGURES:
                self.number(inner, place, 0 if key in NOT_NEGATIVE else None)
            elif key in ("absent", "apart") and not isinstance(inner, bool):
                self.add(place, "kind")
        if value.get("absent") is True and any(figure in value for figure in FIGURES):
            self.add(where, "absent with figures")

    def start(self, value: Any, where: str, by: Any) -> None:
        names = by if isinstance(by, list) and all(isinstance(name, str) for name in by) else None
        if not isinstance(value, dict):
            self.add(where, "kind")
            return
        self.result(value, where)
        for key in value:
            if key in ("lists", "absent", "apart"):
                self.add(f"{where}.{key}", "unknown")
        if names is not None and {key for key in value if key in LABELS} != set(names):
            self.add(where, "labels of start")

    def step(self, value: Any, where: str, last: bool) -> None:
        if not isinstance(value, dict):
            self.add(where, "kind")
            return
        kind = value.get("step")
        if "step" not in value:
            self.add(where + ".step", "missing")
            return
        self.word(kind, where + ".step", ("scale", "award", "fold", "rank"))
        if (kind == "rank") != last:
            self.add(where, "rank is last")
        if "where" in value and kind != "rank":
            self.where(value["where"], where + ".where")
        if kind == "scale":
            self.scale(value, where)
        elif kind == "award":
            self.award(value, where)
        elif kind == "fold":
            self.fold(value, where)
        elif kind == "rank":
            self.rank(value, where)

    def where(self, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            self.add(where, "kind")
            return
        for name, wanted in value.items():
            self.label_name(name, f"{where}.{name}")
            if isinstance(wanted, list):
                for item, place in self.items(wanted, f"{where}.{name}", True):
                    self.label_value(item, place)
            else:
                self.label_value(wanted, f"{where}.{name}")

    def scale(self, step: dict[str, Any], where: str) -> None:
        if "copy" in step or "to" in step:
            self.keys(step, where, "step copy to", "where times")
            for key in ("copy", "to"):
                if key in step:
                    self.word(step[key], f"{where}.{key}", FIGURES)
        else:
            self.keys(step, where, "step figures times", "where")
            if "figures" in step:
                for item, place in self.items(step["figures"], where + ".figures", False):
                    self.word(item, place, FIGURES)
        if "times" in step:
            self.times(step["times"], where + ".times")

    def times(self, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            self.number(value, where)
        elif "members_to" in value:
            self.keys(value, where, "members_to within")
            self.count(value["members_to"], where + ".members_to")
            if "within" in value:
                self.label_names(value["within"], where + ".within", True)
        else:
            self.keys(value, where, "deals_to")
            if "deals_to" in value:
                self.count(value["deals_to"], where + ".deals_to")

    def award(self, step: dict[str, Any], where: str) -> None:
        if "each" in step:
            self.keys(step, where, "step each", "where")
            self.number(step["each"], where + ".each")
            return
        if "within" in step:
            self.label_names(step["within"], where + ".within", True)
        if "beaten" in step:
            self.keys(step, where, "step within beaten", "where")
            self.word(step["beaten"], where + ".beaten", MEASURES)
            return
        self.keys(step, where, "step within order", "where points minus ties absent")
        if "order" in step:
            self.order(step["order"], where + ".order")
        if "points" not in step and "minus" not in step:
            self.add(where, "missing")
        for key in ("points", "minus"):
            if key in step:
                self.lists_by_size(step[key], f"{where}.{key}", key == "points")
        if "ties" in step:
            self.word(step["ties"], where + ".ties", ("share", "best", "refuse"))
        if "absent" in step and self.keys(step["absent"], where + ".absent", "", "points minus"):
            for key in ("points", "minus"):
                if key in step["absent"]:
                    self.number(step["absent"][key], f"{where}.absent.{key}")

    def lists_by_size(self, value: Any, where: str, falling: bool) -> None:
        if not isinstance(value, dict):
            self.add(where, "kind")
            return
        if not value:
            self.add(where, "empty")
        for size, worth in value.items():
            place = f"{where}.{size}"
            if size != "*" and not re.fullmatch("[1-9][0-9]*", size):
                self.add(place, "word")
            for item, inner in self.items(worth, place, False):
                self.number(item, inner)
            if falling and isinstance(worth, list):
                numbers = [number(item) for item in worth]
                for one, next_one in pairwise(numbers):
                    if one is not None and next_one is not None and next_one > one:
                        self.add(place, "rises")

    def fold(self, step: dict[str, Any], where: str) -> None:
        self.keys(step, where, "step by", "where take combine")
        if "by" in step:
            self.label_names(step["by"], where + ".by", False)
        if "combine" in step:
            self.word(step["combine"], where + ".combine", ("sum", "mean"))
        if "take" in step:
            self.take(step["take"], where + ".take")
        by = step.get("by")
        if isinstance(by, list):
            self.labels_left = [label for label in self.labels_left if label in by]

    def take(self, take: Any, where: str) -> None:
        if not self.keys(take, where, "", "measure missing minimum drop best fill"):
            return
        if "measure" in take:
            self.word(take["measure"], where + ".measure", MEASURES)
        if "missing" in take:
            self.missing(take["missing"], where + ".missing")
        if "minimum" in take:
            for item, place in self.items(take["minimum"], where + ".minimum", False):
                self.demand(item, place)
        if "drop" in take:
            self.drop(take["drop"], where + ".drop")
        for key in ("best", "fill"):
            if key in take:
                self.count(take[key], f"{where}.{key}")

    def missing(self, value: Any, where: str) -> None:
        if not self.has_held:
            self.add(where, "no held")
        if not self.keys(value, where, "credit", "most of"):
            return
        if "credit" in value:
            self.number(value["credit"], where + ".credit")
        if "most" in value:
            self.count(value["most"], where + ".most", 0)
        if "of" in value:
            self.label_name(value["of"], where + ".of")

    def demand(self, value: Any, where: str) -> None:
        if not self.keys(value, where, "", "least share of per"):
            return
        if ("least" in value) == ("share" in value):
            self.add(where, "least or share")
        if "least" in value:
            self.count(value["least"], where + ".least")
        if "share" in value:
            share = number(value["share"])
            if share is None or not 0 < share <= 1:
                self.add(where + ".share", "share")
        for key in ("of", "per"):
            if key in value:
                self.label_name(value[key], f"{where}.{key}")
        if ("share" in value or "per" in value) and not self.has_held:
            self.add(where, "no held")

    def drop(self, value: Any, where: str) -> None:
        if not self.keys(value, where, "", "worst stages per absence"):
            return
        if ("worst" in value) == ("stages" in value):
            self.add(where, "worst or stages")
        if "worst" in value:
            self.count(value["worst"], where + ".worst")
        if "stages" in value:
            self.stages(value["stages"], where + ".stages")
        if "per" in value:
            self.label_name(value["per"], where + ".per")
        if "absence" in value:
            self.word(value["absence"], where + ".absence", ("uses",))
            if not self.has_held:
                self.add(where + ".absence", "no held")

    def stages(self, value: Any, where: str) -> None:
        before = None
        for item, place in self.items(value, where, False):
            if not isinstance(item, list) or len(item) != 2:
                self.add(place, "kind")
                continue
            for column in (0, 1):
                self.count(item[column], f"{place}[{column}]")
                if before is not None and is_whole(item[column]) and is_whole(before[column]):
                    if item[column] <= before[column]:
                        self.add(f"{place}[{column}]", "does not rise")
            before = item

    def rank(self, step: dict[str, Any], where: str) -> None:
        self.keys(step, where, "step order", "within lots zones")
        if "order" in step:
            self.order(step["order"], where + ".order")
        if "within" in step:
            self.label_names(step["within"], where + ".within", True)
        if "lots" in step:
            lots = self.items(step["lots"], where + ".lots", True)
            for position, (lot, place) in enumerate(lots):
                self.labels(lot, place)
                if isinstance(lot, dict):
                    for name in lot:
                        self.label_name(name, f"{place}.{name}")
                if any(lot == earlier for earlier, _ in lots[:position]):
                    self.add(place, "same lot")
        if "zones" in step:
            for zone, place in self.items(step["zones"], where + ".zones", True):
                if not isinstance(zone, list) or len(zone) != 3:
                    self.add(place, "kind")
                    continue
                for bound in (0, 1):
                    if not is_whole(zone[bound]) or zone[bound] == 0:
                        self.add(f"{place}[{bound}]", "bound")
                if not is_text(zone[2]) or zone[2] == "":
                    self.add(f"{place}[2]", "text")
