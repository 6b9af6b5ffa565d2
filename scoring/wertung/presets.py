"""Rules that clubs and leagues use, made of a few numbers.

Decisions (**D**), where no rule of a club at hand says otherwise:

* **D** The best n and the drops are counted in the same unit as the average: lists, or evenings. The Leistung of an
  evening is the sum of its lists.
* **D** Who is absent has used a drop with it: of the k that are dropped in a block, lists or evenings missed are the
  first; nobody loses a good result for having been away.
* **D** A credit stands for a whole evening at which somebody has no list, the first ones missed; it is one result like
  any other, whether lists or evenings are counted.
* **D** The minimum is reached by what was played and by credits, whether it counts in the end or not.
* **D** Where drops go by stages of how many results somebody has, who is absent has used none: he is in a lower stage.
* **D** In points by places all who played the evening are in the field, guests too; who is level shares the points.
* **D** Who is level is parted by more games won, then fewer lost, of what counts.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from scoring.wertung.results import EVERYWHERE, LABEL_AT, Labels, Where
from scoring.wertung.steps import (
    ANY_SIZE,
    Award,
    AwardEach,
    CopyFigure,
    Credit,
    DealsTo,
    Demand,
    Drop,
    Fold,
    Order,
    Rank,
    Scale,
    Step,
    WertungRule,
)

BY_LEISTUNG: Final[Order] = ("leistung", "won", "-lost")
"""The customary order of individuals and of teams within a Serie, before any lot."""
DEALS_OF_A_LIST: Final = 48
"""To which lists are projected: the deals of a Serie at a table of four."""


Unit = Literal["list", "evening"]
Measured = Literal["total", "average"]
Worth = Literal["leistung", "places"]
Span = Literal["", "block", "quarter", "month"]
"""A label of parts of the year; empty for the whole."""


@dataclass(frozen=True, slots=True)
class ClubYearRule:
    """The rule of one table of a club year.

    It is made for results with the labels player, quarter, month, block, evening and serie. What somebody has of an
    evening or a list is called a result below.
    """

    unit: Unit = "list"
    """Whether lists are counted, averaged and dropped, or whole evenings."""
    measure: Measured = "total"
    """The sum of what counts, or its average."""
    serie: int | None = None
    """Only this Serie of every evening."""
    projected: bool = False
    """Every list is projected to 48 deals."""
    worth: Worth = "leistung"
    """What a result is worth: its Leistung, or points by its place among those of the evening (of the Serie)."""
    place_points: tuple[int, ...] = ()
    """Points of the places from the first down, where `worth` is places; 0 beyond."""
    attendance: int = 0
    """Points for every result, besides what it is worth."""
    best: int | None = None
    """How many count; None for all."""
    drop: int = 0
    """How many of the worst are left out."""
    stages: tuple[tuple[int, int], ...] = ()
    """Instead of `drop`: from so many results on, so many."""
    span: Span = ""
    """In which part of the year each the worst are dropped."""
    minimum: int = 0
    """How many results somebody needs for a place."""
    minimum_evenings: int = 0
    """At how many evenings somebody must have played, besides."""
    a_month: int = 0
    """How many results somebody needs in every month that had an evening."""
    missing_as_zero: bool = False
    """What is missing of `minimum` counts 0 instead."""
    credit: int = 0
    """What an evening missed brings."""
    credits: int = 0
    """For how many evenings."""

    @property
    def awards_points(self) -> bool:
        """Whether points decide that were awarded, not Leistung."""
        return self.worth == "places" or self.attendance > 0

    @property
    def wertung(self) -> WertungRule:
        """The steps."""
        steps: list[Step] = []
        if self.projected:
            steps.append(Scale(("leistung",), DealsTo(DEALS_OF_A_LIST)))
        serie = Where({"serie": frozenset({self.serie})}) if self.serie else EVERYWHERE
        if self.unit == "evening":
            steps.append(Fold(_EVENING, where=serie))
        elif self.serie or self.awards_points:
            steps.append(Fold((*_EVENING, "serie"), where=serie))
        if self.awards_points:
            steps += self._award()
        steps.append(self._year())
        return WertungRule(tuple(steps), Rank(("points", *BY_LEISTUNG) if self.awards_points else BY_LEISTUNG))

    def _award(self) -> Iterator[Step]:
        if self.worth == "places":
            field = ("evening",) if self.unit == "evening" else ("evening", "serie")
            yield Award(field, BY_LEISTUNG, {ANY_SIZE: self.place_points})
        else:
            yield CopyFigure("leistung", "points")
        if self.attendance:
            yield AwardEach(self.attendance)

    def _year(self) -> Fold:
        demands = (
            Demand(0 if self.missing_as_zero else self.minimum),
            Demand(self.minimum_evenings, of="evening"),
            Demand(self.a_month, per="month"),
        )
        drops = self.drop or self.stages
        return Fold(
            ("player",),
            measure="points" if self.awards_points else "leistung",
            missing=Credit(self.credit, self.credits, "evening") if self.credits else None,
            minimum=tuple(demand for demand in demands if demand.least),
            drop=Drop(self.drop, self.stages, self.span or None, absence_uses=not self.stages) if drops else None,
            best=self.best,
            fill=self.minimum if self.missing_as_zero and self.minimum else None,
            combine="mean" if self.measure == "average" else "sum",
        )


_EVENING: Final = ("player", "quarter", "month", "block", "evening")


def held_for(rule: WertungRule, serien: Iterable[Labels]) -> tuple[Labels, ...]:
    """What took place, in what the last fold counts: of Serien the evenings, where it counts these.

    Whoever missed an evening of two Serien has missed one part of it then, not two.
    """
    if len(rule.folds) < 2:
        return tuple(serien)
    first = rule.folds[-2]
    kept = {LABEL_AT[name] for name in first.by}
    serien = (labels for labels in serien if not first.where.contradicts(labels))
    coarser = (tuple(value if at in kept else None for at, value in enumerate(labels)) for labels in serien)
    return tuple(dict.fromkeys(coarser))
