"""What the pages of the statistics show, as it was read: nothing is rounded, names are those the visitor may see."""

import datetime
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple
from uuid import UUID

from scoring.figures import Figures, Points
from scoring.year import DEALS_OF_A_LIST
from skatliga.rules.contents import Evaluation
from skatliga.statistics.distribution import Distribution

BEST_SHOWN = 10


def average_of(leistung: int, deals: int) -> Fraction:
    """Per 48 deals; 0 without a deal."""
    return Fraction(DEALS_OF_A_LIST * leistung, deals) if deals else Fraction(0)


class Evening(NamedTuple):
    """What one event came to, for one player or for all together."""

    slug: str
    name: str
    date: datetime.date
    points: Points

    @property
    def average(self) -> Fraction:
        """Leistung per 48 deals."""
        return self.points.average


class ListPoint(NamedTuple):
    """One list of a player, in the order of time."""

    sheet: UUID
    slug: str
    """Of the event."""
    event: str
    date: datetime.date
    round: int
    table: int
    deals: int
    """Dealt while he sat there."""
    spielpunkte: int
    won: int
    lost: int
    leistung: int
    mean: Fraction
    """Leistung per 48 deals of the last ten lists up to this one."""

    @property
    def average(self) -> Fraction:
        """Leistung per 48 deals."""
        return average_of(self.leistung, self.deals)


class BestList(NamedTuple):
    """One of the best lists, under the name this visitor may see."""

    sheet: UUID
    slug: str
    event: str
    date: datetime.date
    round: int
    table: int
    name: str
    player: int | None
    """Key in the register, where everybody may read his page."""
    leistung: int
    won: int
    lost: int


class Member(NamedTuple):
    """A player of a register among those who played, by the sums of his lists."""

    player: int
    name: str
    has_page: bool
    """Whether everybody may read his page (`standings.players.readable_player`)."""
    lists: int
    deals: int
    declared: int
    won: int
    spielpunkte: int
    leistung: int

    @property
    def average(self) -> Fraction:
        """Leistung per 48 deals; 0 without a deal."""
        return average_of(self.leistung, self.deals)

    @property
    def success(self) -> Fraction | None:
        """The share of own games won."""
        return Fraction(self.won, self.declared) if self.declared else None


@dataclass(frozen=True, slots=True)
class Group:
    """What was played at some events by all together."""

    figures: Figures
    """The sum over everybody: a deal counts once for each who sat there."""
    lists: int
    deals: int
    """Dealt at the tables."""
    evaluation: Evaluation | None
    """The one most lists were counted by; None without a list."""
    evenings: tuple[Evening, ...]
    """By day, those of this evaluation."""
    members: tuple[Member, ...]
    """Those with lists of this evaluation, the highest average first."""
    best: tuple[BestList, ...]
    results: Distribution

    @property
    def points(self) -> Points | None:
        """What the lists of the main evaluation came to."""
        return self.figures.points.get(self.evaluation) if self.evaluation else None


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What one player has played at some events, beside what all have played there."""

    figures: Figures
    group: Figures
    evaluation: Evaluation | None
    evenings: tuple[Evening, ...]
    lists: tuple[ListPoint, ...]
    """In the order of time, those of this evaluation."""
    results: Distribution

    @property
    def points(self) -> Points | None:
        """What his lists of the main evaluation came to."""
        return self.figures.points.get(self.evaluation) if self.evaluation else None

    @property
    def best(self) -> tuple[ListPoint, ...]:
        """His best lists, of equal ones the earlier first."""
        return tuple(sorted(self.lists, key=lambda each: -each.leistung)[:BEST_SHOWN])


class Side(NamedTuple):
    """One of two players on the lists both played at one table."""

    ahead: int
    """Lists on which he had more points than the other."""
    spielpunkte: int
    leistung: int
    declared: int
    """Own games against the other."""
    won: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two players on the lists at which both sat."""

    lists: int
    equal: int
    """Lists on which neither was ahead."""
    one: Side
    other: Side
    meetings: tuple["Meeting", ...]
    """The lists, the latest first."""


class Meeting(NamedTuple):
    """A list on which both played."""

    sheet: UUID
    slug: str
    event: str
    date: datetime.date
    round: int
    table: int
    one: int
    """Leistung."""
    other: int


class Met(NamedTuple):
    """Somebody of a register with whom a player has sat at a table."""

    player: int
    name: str
    has_page: bool
    lists: int


class Strength(NamedTuple):
    """How strong a player of a register is, as far as his lists tell."""

    player: int
    name: str
    has_page: bool
    value: int
    """1000 is where everybody begins."""
    margin: int
    """The true value lies this far above or below, in 95 cases of 100."""
    lists: int


class Line(NamedTuple):
    """One seat of a list as it went on."""

    seat: int
    name: str
    points: tuple[int, ...]
    """Spielpunkte after each deal, 0 before the first one."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a list went on, deal by deal."""

    deals: int
    lines: tuple[Line, ...]
    """In seat order."""
