"""The steps of a table as data: scale, award, fold, rank.

A rule is a few steps, each of which works on what the one before has left; the last, and no other, is a `Rank`. Names
of labels and figures are those of `scoring.wertung.results`. Whether a rule can be is asked when it is read from JSON
(`scoring.rule_json`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from scoring.wertung.results import EVERYWHERE, Labels, Number, WertungResult, Where

# ---- scale: figures times a factor


@dataclass(frozen=True, slots=True)
class DealsTo:
    """As if so many deals had been played: this number over the deals of the result, 0 without a deal."""

    deals: int


@dataclass(frozen=True, slots=True)
class MembersTo:
    """As if so many members had played: this number over the players present with the same labels `within`."""

    members: int
    within: tuple[str, ...]


Times = int | Fraction | DealsTo | MembersTo
"""A number, or how it is found for every result."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Multiplies these figures."""

    figures: tuple[str, ...]
    times: Times
    where: Where = EVERYWHERE


@dataclass(frozen=True, slots=True)
class CopyFigure:
    """Adds one figure, multiplied, to another."""

    copy: str
    to: str
    times: Times = 1
    where: Where = EVERYWHERE


# ---- award: points within a field

Order = tuple[str, ...]
"""Figures by which rows are placed: more is better, with ``-`` before the name less."""
Ties = Literal["share", "best", "refuse"]
ANY_SIZE: Final = 0
"""The size under which the points of all fields stand that have none of their own."""
Points = Mapping[int, tuple[Number, ...]]
"""Points of the places from the first down, by the size of the field."""


@dataclass(frozen=True, slots=True)
class Award:
    """Points by the place in a field: all results with equal labels `within`."""

    within: tuple[str, ...]
    order: Order
    points: Points | None = None
    minus: Points | None = None
    ties: Ties = "share"
    """Level in all of `order`: the mean of the values of their places, the best of them, or no table at all."""
    absent_points: Number = 0
    absent_minus: Number = 0
    where: Where = EVERYWHERE


@dataclass(frozen=True, slots=True)
class AwardBeaten:
    """Matchpoints: 2 for every other of the field with less, 1 for every other with the same."""

    within: tuple[str, ...]
    beaten: str
    where: Where = EVERYWHERE


@dataclass(frozen=True, slots=True)
class AwardEach:
    """Points for everybody who was there."""

    each: Number
    where: Where = EVERYWHERE


# ---- fold: many results into one


@dataclass(frozen=True, slots=True)
class Credit:
    """A part for what took place and was missed: so much of the measure, for the first `most` of them."""

    credit: Number
    most: int | None = None
    of: str | None = None
    """One part for all entries that have the same value here."""


@dataclass(frozen=True, slots=True)
class Demand:
    """A minimum: so many parts, or this share of what took place; whoever misses it is set apart."""

    least: int | None = None
    share: Number | None = None
    """Above 0, at most 1."""
    of: str | None = None
    """Not parts are counted, but different values here."""
    per: str | None = None
    """For each value of this label that took place separately."""


@dataclass(frozen=True, slots=True)
class Drop:
    """The worst parts that are left out."""

    worst: int = 0
    stages: tuple[tuple[int, int], ...] = ()
    """Instead: from so many parts on, so many."""
    per: str | None = None
    absence_uses: bool = False
    """Whether everything missed is one drop less."""

    def number(self, parts: int) -> int:
        """How many of so many parts are left out."""
        return max((drops for least, drops in self.stages if parts >= least), default=self.worst)


Combine = Literal["sum", "mean"]


@dataclass(frozen=True, slots=True)
class Fold:
    """All results with equal labels `by` become one of this competitor."""

    by: tuple[str, ...]
    measure: str = "leistung"
    """What makes one part better than another."""
    missing: Credit | None = None
    minimum: tuple[Demand, ...] = ()
    drop: Drop | None = None
    best: int | None = None
    fill: int | None = None
    """With fewer parts than this, zeros join."""
    combine: Combine = "sum"
    where: Where = EVERYWHERE

    @property
    def takes_all(self) -> bool:
        """Whether every part simply counts."""
        return not (self.missing or self.minimum or self.drop or self.best or self.fill) and self.combine == "sum"


# ---- rank: places


class PlaceZone(NamedTuple):
    """A stretch of places with a name; -1 is the last place that is taken."""

    first: int
    last: int
    label: str

    def holds(self, place: int, rows: int) -> bool:
        """Whether a place is in it, in a table of so many rows."""
        first, last = (end if end > 0 else rows + 1 + end for end in (self.first, self.last))
        return first <= place <= last


@dataclass(frozen=True, slots=True)
class Rank:
    """Places by the order of figures; who is level in all of them shares one, unless lots were drawn."""

    order: Order
    lots: tuple[Labels, ...] = ()
    within: tuple[str, ...] = ()
    zones: tuple[PlaceZone, ...] = ()


Step = Scale | CopyFigure | Award | AwardBeaten | AwardEach | Fold


@dataclass(frozen=True, slots=True)
class WertungRule:
    """How a table is made of results."""

    steps: tuple[Step, ...]
    rank: Rank

    @property
    def folds(self) -> tuple[Fold, ...]:
        """The steps that make many results into one."""
        return tuple(step for step in self.steps if isinstance(step, Fold))


@dataclass(frozen=True, slots=True)
class WertungField:
    """What a table is made of: results, what took place, and what competitors start with."""

    results: tuple[WertungResult, ...]
    held: tuple[Labels, ...] = ()
    start: tuple[WertungResult, ...] = ()
