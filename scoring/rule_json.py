"""The JSON form of a rule: its steps, read with everything that is wrong with them."""

from collections.abc import Callable, Collection
from itertools import pairwise
from typing import Final, cast

from scoring.form_reader import FormReader, Given, inside
from scoring.wertung.results import EVERYWHERE, FIGURES, LABELS, MEASURES, Label, Number, Where
from scoring.wertung.steps import (
    ANY_SIZE,
    Award,
    AwardBeaten,
    AwardEach,
    Combine,
    CopyFigure,
    Credit,
    DealsTo,
    Demand,
    Drop,
    Fold,
    MembersTo,
    PlaceZone,
    Points,
    Rank,
    Scale,
    Step,
    Ties,
    Times,
    WertungRule,
)

Allowed = Collection[str]
"""The labels that results still have."""


class RuleReader(FormReader):
    """Reads the steps of a rule; `allowed` are the labels that are left after those read so far."""

    def __init__(self, held: bool) -> None:
        super().__init__()
        self.held = held
        """Whether the table says what took place."""
        self.allowed: Allowed = LABELS

    def rule(self, value: object) -> WertungRule:
        """The steps, of which the last is a rank."""
        steps: list[Step | Rank] = []
        entries = list(self.listed(value, "steps"))
        for number, (entry, where) in enumerate(entries, start=1):
            step = self.step(entry, where)
            if isinstance(step, Rank) is not (number == len(entries)):
                self.refuse("wertung_rank_last", where)
            steps.append(step)
        rank = steps[-1] if steps and isinstance(steps[-1], Rank) else Rank(("points",))
        return WertungRule(tuple(step for step in steps if not isinstance(step, Rank)), rank)

    def step(self, value: object, where: str) -> Step | Rank:
        """One step; a fold takes the labels away that it does not name."""
        kind = value.get("step") if isinstance(value, dict) else None
        name = self.word(kind, inside(where, "step"), tuple(_STEPS)) if isinstance(value, dict) else ""
        if not name or kind != name:
            if not name:
                self.fields(value, where, ())
            return Rank(("points",))
        return _STEPS[name](self, value, where)

    def where(self, given: Given, path: str) -> Where:
        """Which results the step sees."""
        if "where" not in given:
            return EVERYWHERE
        path = inside(path, "where")
        values = self.fields(given["where"], path, LABELS)
        self.still_there(values, path, self.allowed)
        return Where({name: self._values(value, inside(path, name)) for name, value in values.items()})

    def _values(self, value: object, where: str) -> frozenset[Label]:
        if isinstance(value, list):
            return frozenset(self.label(entry, path) for entry, path in self.listed(value, where, empty=True))
        return frozenset((self.label(value, where),))

    # ---- scale

    def scale(self, value: object, where: str) -> Step:
        """Figures times a factor, or one figure added to another."""
        if isinstance(value, dict) and ("copy" in value or "to" in value):
            given = self.fields(value, where, ("step", "where", "copy", "to", "times"), ("copy", "to"))
            return CopyFigure(
                self.word(given.get("copy", "points"), inside(where, "copy"), FIGURES),
                self.word(given.get("to", "points"), inside(where, "to"), FIGURES),
                self.times(given.get("times", 1), inside(where, "times")),
                self.where(given, where),
            )
        given = self.fields(value, where, ("step", "where", "figures", "times"), ("figures", "times"))
        return Scale(
            self.words(given.get("figures", ["points"]), inside(where, "figures"), FIGURES),
            self.times(given.get("times", 1), inside(where, "times")),
            self.where(given, where),
        )

    def times(self, value: object, where: str) -> Times:
        """A factor."""
        if not isinstance(value, dict):
            return self.number(value, where)
        if "members_to" in value:
            given = self.fields(value, where, ("members_to", "within"), ("within",))
            return MembersTo(
                self.count(given["members_to"], inside(where, "members_to")),
                self.label_names(given.get("within", []), inside(where, "within"), self.allowed, empty=True),
            )
        given = self.fields(value, where, ("deals_to",), ("deals_to",))
        return DealsTo(self.count(given.get("deals_to", 1), inside(where, "deals_to")))

    # ---- award

    def award(self, value: object, where: str) -> Step:
        """Points by place, by those beaten, or for everybody."""
        said = value if isinstance(value, dict) else {}
        if "each" in said:
            given = self.fields(value, where, ("step", "where", "each"))
            return AwardEach(self.number(given["each"], inside(where, "each")), self.where(given, where))
        if "beaten" in said:
            given = self.fields(value, where, ("step", "where", "within", "beaten"), ("within",))
            return AwardBeaten(
                self._within(given, where),
                self.word(given["beaten"], inside(where, "beaten"), MEASURES),
                self.where(given, where),
            )
        known = ("step", "where", "within", "order", "points", "minus", "ties", "absent")
        given = self.fields(value, where, known, ("within", "order"))
        if "points" not in given and "minus" not in given:
            self.refuse("field_missing", inside(where, "points"))
        absent = self.fields(given.get("absent", {}), inside(where, "absent"), ("points", "minus"))
        path = inside(where, "absent")
        return Award(
            self._within(given, where),
            self.order(given.get("order", ["points"]), inside(where, "order")),
            self._points(given, where, "points"),
            self._points(given, where, "minus"),
            cast(Ties, self.word(given.get("ties", "share"), inside(where, "ties"), ("share", "best", "refuse"))),
            self.number(absent.get("points", 0), inside(path, "points")),
            self.number(absent.get("minus", 0), inside(path, "minus")),
            self.where(given, where),
        )

    def _within(self, given: Given, where: str) -> tuple[str, ...]:
        return self.label_names(given.get("within", []), inside(where, "within"), self.allowed, empty=True)

    def _points(self, given: Given, where: str, name: str) -> Points | None:
        """The lists of points by size of the field; those called `points` never rise."""
        if name not in given:
            return None
        where = inside(where, name)
        value = given[name]
        if not isinstance(value, dict):
            self.fields(value, where, ())
            return None
        if not value:
            self.refuse("form_empty", where)
        points: dict[int, tuple[Number, ...]] = {}
        for size, values in value.items():
            path = inside(where, size)
            listed = tuple(self.number(entry, at) for entry, at in self.listed(values, path))
            if name == "points" and any(one < other for one, other in pairwise(listed)):
                self.refuse("wertung_points_rise", path)
            if size == "*":
                points[ANY_SIZE] = listed
            elif size.isascii() and size.isdecimal() and size[0] != "0" and len(size) < 10:
                points[int(size)] = listed
            else:
                self.refuse("wertung_size", path, found=size)
        return points

    # ---- fold

    def fold(self, value: object, where: str) -> Step:
        """Many results into one."""
        given = self.fields(value, where, ("step", "where", "by", "take", "combine"), ("by",))
        path = inside(where, "take")
        known = ("measure", "missing", "minimum", "drop", "best", "fill")
        take = self.fields(given.get("take", {}), path, known)
        seen = self.where(given, where)
        by = self.label_names(given.get("by", ["player"]), inside(where, "by"), self.allowed)
        fold = Fold(
            by,
            self.word(take.get("measure", "leistung"), inside(path, "measure"), MEASURES),
            self._missing(take["missing"], inside(path, "missing")) if "missing" in take else None,
            self._minimum(take["minimum"], inside(path, "minimum")) if "minimum" in take else (),
            self._drop(take["drop"], inside(path, "drop")) if "drop" in take else None,
            self.count(take["best"], inside(path, "best")) if "best" in take else None,
            self.count(take["fill"], inside(path, "fill")) if "fill" in take else None,
            cast(Combine, self.word(given.get("combine", "sum"), inside(where, "combine"), ("sum", "mean"))),
            seen,
        )
        self.allowed = by
        return fold

    def _needs_held(self, where: str) -> None:
        if not self.held:
            self.refuse("wertung_held", where)

    def _label_in(self, given: Given, name: str, where: str) -> str | None:
        if name not in given:
            return None
        return self.label_name(given[name], inside(where, name), self.allowed)

    def _missing(self, value: object, where: str) -> Credit:
        self._needs_held(where)
        given = self.fields(value, where, ("credit", "most", "of"), ("credit",))
        return Credit(
            self.number(given.get("credit", 0), inside(where, "credit")),
            self.count(given["most"], inside(where, "most"), least=0) if "most" in given else None,
            self._label_in(given, "of", where),
        )

    def _minimum(self, value: object, where: str) -> tuple[Demand, ...]:
        return tuple(self._demand(entry, path) for entry, path in self.listed(value, where))

    def _demand(self, value: object, where: str) -> Demand:
        given = self.fields(value, where, ("least", "share", "of", "per"))
        if ("least" in given) is ("share" in given):
            self.refuse("wertung_demand", where)
        if "share" in given or "per" in given:
            self._needs_held(where)
        share = self.number(given["share"], inside(where, "share")) if "share" in given else None
        if share is not None and not 0 < share <= 1:
            self.refuse("form_bounds", inside(where, "share"), bounds="größer als 0, höchstens 1")
        return Demand(
            self.count(given["least"], inside(where, "least")) if "least" in given else None,
            share,
            self._label_in(given, "of", where),
            self._label_in(given, "per", where),
        )

    def _drop(self, value: object, where: str) -> Drop:
        given = self.fields(value, where, ("worst", "stages", "per", "absence"))
        if ("worst" in given) is ("stages" in given):
            self.refuse("wertung_drop", where)
        if "absence" in given:
            self._needs_held(where)
            self.word(given["absence"], inside(where, "absence"), ("uses",))
        return Drop(
            self.count(given["worst"], inside(where, "worst")) if "worst" in given else 0,
            self._stages(given["stages"], inside(where, "stages")) if "stages" in given else (),
            self._label_in(given, "per", where),
            "absence" in given,
        )

    def _stages(self, value: object, where: str) -> tuple[tuple[int, int], ...]:
        stages = []
        for entry, path in self.listed(value, where):
            pair = [self.count(number, at) for number, at in self.listed(entry, path)]
            if len(pair) == 2:
                stages.append((pair[0], pair[1]))
            elif pair:
                self.refuse("form_kind", path, kind="ein Paar: ab so vielen, so viele Streicher")
        if any(one[0] >= other[0] or one[1] >= other[1] for one, other in pairwise(stages)):
            self.refuse("wertung_stages", where)
        return tuple(stages)

    # ---- rank

    def rank(self, value: object, where: str) -> Rank:
        """Places."""
        given = self.fields(value, where, ("step", "order", "lots", "within", "zones"), ("order",))
        path = inside(where, "lots")
        lots = [self.labels(lot, at, self.allowed) for lot, at in self.listed(given.get("lots", []), path, empty=True)]
        if len(set(lots)) < len(lots):
            self.refuse("wertung_lots", path)
        zones = self.listed(given.get("zones", []), inside(where, "zones"), empty=True)
        return Rank(
            self.order(given.get("order", ["points"]), inside(where, "order")),
            tuple(lots),
            self._within(given, where),
            tuple(self._zone(zone, path) for zone, path in zones),
        )

    def _zone(self, value: object, where: str) -> PlaceZone:
        if not isinstance(value, list) or len(value) != 3:
            self.refuse("form_kind", where, kind="eine Zone aus erstem Platz, letztem Platz und Namen")
            return PlaceZone(1, 1, "?")
        first, last = (self._place(value[at], f"{where}[{at}]") for at in (0, 1))
        return PlaceZone(first, last, self.text(value[2], f"{where}[2]"))

    def _place(self, value: object, where: str) -> int:
        if type(value) is not int:
            self.refuse("form_kind", where, kind="eine ganze Zahl")
        elif not value:
            self.refuse("form_bounds", where, bounds="1 ist der erste Platz, −1 der letzte")
        else:
            return value
        return 1


_STEPS: Final[dict[str, Callable[[RuleReader, object, str], Step | Rank]]] = {
    "scale": RuleReader.scale,
    "award": RuleReader.award,
    "fold": RuleReader.fold,
    "rank": RuleReader.rank,
}
