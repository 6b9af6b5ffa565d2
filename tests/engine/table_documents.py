"""Random tables to count: small, so that ties and borders are frequent, and with everything a document may have."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from engine.table_oracle import FIGURES, LABELS

Document = dict[str, Any]
COUNTS = ("won", "lost", "others_lost", "deals", "lists")
MEASURES = ("leistung", "spielpunkte", "points", "difference")
SOME_LABELS = ("player", "team", "class", "month", "block", "evening", "group", "serie", "table")
VALUES: dict[str, tuple[Any, ...]] = {
    "player": ("Anna", "Bert", "Çağla", 1, "1"),
    "team": ("A", "B", 3),
    "class": ("Damen", "Herren", "Ж"),
    "evening": (1, 2, 3, 4),
    "month": (1, 2),
    "block": (1, "1"),
}


class Maker:
    """Makes one document."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.allowed = list(SOME_LABELS)
        self.held = rng.random() < 0.6

    def chance(self, share: float = 0.5) -> bool:
        return self.rng.random() < share

    def label(self, name: str) -> Any:
        return self.rng.choice(VALUES.get(name, (1, 2)))

    def labels(self, names: list[str] | tuple[str, ...], share: float) -> Document:
        return {name: self.label(name) for name in names if self.chance(share)}

    def some(self, names: list[str] | tuple[str, ...], least: int = 0, most: int = 2) -> list[str]:
        return self.rng.sample(list(names), min(len(names), self.rng.randint(least, most)))

    def number(self) -> Any:
        return self.rng.choice((0, 1, -1, 2, 5, "1/2", "-3/4", "632/3", "4/2", "7", 10**40, 100, -100))

    def figure(self, name: str) -> Any:
        if name in COUNTS:
            return self.rng.choice((0, 1, 2, 48, 36, "3/2"))
        return self.rng.choice((0, 1, 2, 3, -1, 100, "1/2"))

    def result(self) -> Document:
        made = self.labels(SOME_LABELS, 0.85)
        if self.chance(0.1):
            return made | {"absent": True}
        made |= {name: self.figure(name) for name in FIGURES if self.chance(0.4)}
        return made | ({"apart": self.chance(0.8)} if self.chance(0.06) else {})

    def where(self) -> Document:
        if self.chance(0.75):
            return {}
        values = {
            name: [self.label(name) for _ in range(self.rng.randint(0, 3))] if self.chance() else self.label(name)
            for name in self.some(self.allowed, 0, 1)
        }
        return {"where": values}

    def order(self, least: int = 1) -> list[str]:
        names = self.some(("leistung", "points", "minus", "won", "lost", "lists", "difference"), least, 3)
        return [f"-{name}" if self.chance(0.3) else name for name in names]

    def scale(self) -> Document:
        times = self.rng.choice(
            (self.number(), {"deals_to": self.rng.randint(1, 48)},
             {"members_to": self.rng.randint(1, 4), "within": self.some(self.allowed)})
        )  # fmt: skip
        if self.chance():
            return {"step": "scale", "figures": self.some(FIGURES, 1, 3), "times": times, **self.where()}
        copied: Document = {"step": "scale", "copy": self.rng.choice(FIGURES), "to": self.rng.choice(FIGURES)}
        return copied | ({"times": times} if self.chance() else {}) | self.where()

    def award(self) -> Document:
        kind = self.rng.random()
        if kind < 0.2:
            return {"step": "award", "each": self.number(), **self.where()}
        within = self.some(self.allowed)
        if kind < 0.4:
            return {"step": "award", "within": within, "beaten": self.rng.choice(MEASURES), **self.where()}
        made: Document = {"step": "award", "within": within, "order": self.order(), **self.where()}
        for name in self.some(("points", "minus"), 1, 2):
            sizes = {"*"} if self.chance(0.9) else set()
            sizes |= {str(self.rng.randint(1, 6)) for _ in range(self.rng.randint(0, 3))}
            made[name] = {size: self.points(name) for size in sorted(sizes or {"3"})}
        if self.chance():
            made["ties"] = self.rng.choices(("share", "best", "refuse"), (4, 4, 1))[0]
        if self.chance():
            made["absent"] = {name: self.number() for name in self.some(("points", "minus"))}
        return made

    def points(self, name: str) -> list[Any]:
        listed = [self.rng.choice((0, 1, 2, 3, 4, "5/2", "1/3")) for _ in range(self.rng.randint(1, 5))]
        return sorted(listed, key=float_of, reverse=True) if name == "points" else listed

    def fold(self) -> Document:
        made: Document = {"step": "fold", **self.where()}
        by = self.some(self.allowed, 1, 3) if self.chance(0.4) else self.usual()
        take: Document = {}
        if self.chance():
            take["measure"] = self.rng.choice(MEASURES)
        if self.held and self.chance():
            take["missing"] = {"credit": self.number()}
            take["missing"] |= {"most": self.rng.randint(0, 3)} if self.chance() else {}
            take["missing"] |= {"of": self.rng.choice(self.allowed)} if self.chance() else {}
        if self.chance(0.4):
            take["minimum"] = [self.demand() for _ in range(self.rng.randint(1, 2))]
        if self.chance():
            take["drop"] = self.drop()
        if self.chance(0.4):
            take["best"] = self.rng.randint(1, 3)
        if self.chance(0.3):
            take["fill"] = self.rng.randint(1, 5)
        if take or self.chance(0.1):
            made["take"] = take
        if self.chance():
            made["combine"] = self.rng.choice(("sum", "mean"))
        self.allowed = by
        return made | {"by": by}

    def usual(self) -> list[str]:
        wanted = self.rng.choice((["player"], ["player", "evening", "month"], ["team"], ["player", "serie"]))
        return [name for name in wanted if name in self.allowed] or self.allowed[:1]

    def demand(self) -> Document:
        least = {"least": self.rng.randint(1, 3)}
        made: Document = {"share": self.rng.choice(("1/2", 1, "2/3"))} if self.held and self.chance() else least
        if self.chance(0.4):
            made["of"] = self.rng.choice(self.allowed)
        if self.held and self.chance(0.4):
            made["per"] = self.rng.choice(self.allowed)
        return made

    def drop(self) -> Document:
        made: Document = {"worst": self.rng.randint(1, 2)} if self.chance() else {"stages": [[2, 1], [4, 2]]}
        if self.chance():
            made["per"] = self.rng.choice(self.allowed)
        if self.held and self.chance():
            made["absence"] = "uses"
        return made

    def rank(self) -> Document:
        made: Document = {"step": "rank", "order": self.order()}
        if self.chance(0.3):
            made["within"] = self.some(self.allowed)
        if self.chance(0.4):
            lots = [self.labels(self.allowed, 1 if self.chance(0.9) else 0.5) for _ in range(4)]
            made["lots"] = [json.loads(text) for text in dict.fromkeys(map(json.dumps, lots))]
        if self.chance(0.4):
            made["zones"] = [
                [*(self.rng.choice((1, 2, 3, -1, -2, -3)) for _ in range(2)), f"Zone {number}"] for number in (1, 2)
            ]
        return made

    def document(self) -> Document:
        results = [self.result() for _ in range(self.rng.randint(0, 24))]
        made: Document = {"results": results}
        if self.held:
            names = self.some(("evening", "month", "block", "serie", "player", "team"), 1, 3)
            made["held"] = [self.labels(names, 0.9) for _ in range(self.rng.randint(0, 6))]
        steps = []
        for _ in range(self.rng.randint(0, 4)):
            steps.append(self.rng.choice((self.scale, self.award, self.fold, self.fold))())
        folds = [step for step in steps if step["step"] == "fold"]
        if folds and self.chance():
            names = ("leistung", "points", "minus", "won")
            made["start"] = [
                {name: self.label(name) for name in folds[-1]["by"]}
                | {name: self.figure(name) for name in names if self.chance()}
                for _ in range(self.rng.randint(0, 3))
            ]
        return {"steps": [*steps, self.rank()], **made}


def float_of(value: Any) -> float:
    if isinstance(value, str):
        above, below = value.split("/")
        return int(above) / int(below)
    return float(value)


def documents(seed: int, count: int) -> Iterator[str]:
    """Documents that are in order, but for a field that an award may have to refuse."""
    for number in range(count):
        yield json.dumps(Maker(Random(f"{seed}/{number}")).document())


assert set(SOME_LABELS) < set(LABELS)
