"""What the pages of the statistics show, as it was read: nothing is rounded, names are those the visitor may see."""

import datetime
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, count
from typing import NamedTuple
from uuid import UUID

from scoring.figures import Figures, Points, Tried
from scoring.wertung.presets import DEALS_OF_A_LIST
from skatliga.lists.sheet_page import Display
from skatliga.rules.books import SKAT, Evaluation, kind_title

MOST_CLASSES = 20
ROUND = (1, 2, 5)
"""Widths of classes in points, and ten times, a hundred times … as many: the narrowest with few enough classes."""


class Class(NamedTuple):
    """How many results lie between two numbers, both included."""

    low: int
    high: int
    lists: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """Results in classes, the lowest first; no classes without results."""

    classes: tuple[Class, ...]
    number: int
    mean: Fraction
    """0 without results, as the median."""
    median: Fraction


NO_RESULTS = Distribution((), 0, Fraction(0), Fraction(0))


def distribute(results: Counter[int]) -> Distribution:
    """Put results, given with how often each occurs, into classes."""
    if not results:
        return NO_RESULTS
    low, high = min(results), max(results)
    widths = (each * 10**zeros for zeros in count() for each in ROUND)
    width = next(width for width in widths if high // width - low // width < MOST_CLASSES)
    in_class: Counter[int] = Counter()
    for result, lists in results.items():
        in_class[result // width] += lists
    number = results.total()
    return Distribution(
        classes=tuple(
            Class(width * at, width * at + width - 1, in_class[at]) for at in range(low // width, high // width + 1)
        ),
        number=number,
        mean=Fraction(sum(result * lists for result, lists in results.items()), number),
        median=_median(results, number),
    )


def _median(results: Counter[int], number: int) -> Fraction:
    """The middle result, or the mean of the middle two."""
    in_order = sorted(results)
    up_to = list(accumulate(results[result] for result in in_order))

    def at(place: int) -> int:
        return next(result for result, until in zip(in_order, up_to, strict=True) if place < until)

    return Fraction(at((number - 1) // 2) + at(number // 2), 2)


# ---- The pages

BEST_SHOWN = 10


def average_of(leistung: int, deals: int) -> Fraction:
    """Per 48 deals; 0 without a deal."""
    return Fraction(DEALS_OF_A_LIST * leistung, deals) if deals else Fraction(0)


class EveningFigures(NamedTuple):
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
    """Leistung per 48 deals of the last ten lists up to this one; of matches the share of them that was won."""

    @property
    def average(self) -> Fraction:
        """Leistung per 48 deals."""
        return average_of(self.leistung, self.deals)


class BestListLine(NamedTuple):
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


class MemberFigures(NamedTuple):
    """A player of a register among those who played, by the sums of his lists."""

    player: int
    name: str
    has_page: bool
    """Whether everybody may read his page (`standings.player_pages.readable_player`)."""
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
    def matches(self) -> Fraction:
        """The share of matches won, where lists are matches; 0 without one."""
        return Fraction(self.leistung, self.lists) if self.lists else Fraction(0)

    @property
    def success(self) -> Fraction | None:
        """The share of own games won."""
        return Fraction(self.won, self.declared) if self.declared else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedFigures:
    """What was played at some events, by one or by all together: of one kind of game."""

    kinds: tuple[str, ...]
    """All that were played there, the one most lists are of first (`rules.books`)."""
    kind: str | None
    """The one shown; None without a list."""
    figures: Figures
    """Of all together the sum over everybody: a deal counts once for each who sat there."""
    evaluation: Evaluation | None
    """The one most lists were counted by; None without a list."""
    evenings: tuple[EveningFigures, ...]
    """By day, those of this evaluation."""
    results: Distribution
    """Of the lists of this evaluation; of none where they are matches."""

    @property
    def points(self) -> Points | None:
        """What the lists of the main evaluation came to."""
        return self.figures.points.get(self.evaluation) if self.evaluation else None

    @property
    def game(self) -> str:
        """What the game shown is called, where it is not the only one that was played."""
        return kind_title(self.kind) if self.kind and self.kinds != (self.kind,) else ""

    @property
    def is_skat(self) -> bool:
        """Whether these figures can be held against Skat at large."""
        return self.kind == SKAT

    @property
    def matches(self) -> Tried | None:
        """The matches played and won; None where lists are no matches."""
        points = self.points if self.evaluation == Evaluation.MATCHES else None
        return points and Tried(points.lists, points.leistung)

    @property
    def deals_of_a_match(self) -> Fraction | None:
        """How many deals a match took in the mean; None where lists are no matches."""
        return Fraction(self.points.deals, self.matches.played) if self.points and self.matches else None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupFigures(PlayedFigures):
    """What was played at some events by all together."""

    lists: int
    deals: int
    """Dealt at the tables."""
    members: tuple[MemberFigures, ...]
    """Those with lists of this evaluation, the highest average first."""
    best: tuple[BestListLine, ...]

    @property
    def average(self) -> Fraction | None:
        """Leistung per 48 deals; None where it says nothing: one wins each match, and what all pay comes to nothing."""
        if self.points is None or self.evaluation in (Evaluation.MATCHES, Evaluation.PAYMENT):
            return None
        return self.points.average


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFigures(PlayedFigures):
    """What one player has played at some events, beside what all have played there."""

    group: Figures
    lists: tuple[ListPoint, ...]
    """In the order of time, those of this evaluation."""

    @property
    def best(self) -> tuple[ListPoint, ...]:
        """His best lists, of equal ones the earlier first."""
        return tuple(sorted(self.lists, key=lambda each: -each.leistung)[:BEST_SHOWN])


class PlayerSide(NamedTuple):
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
    """Two players on the lists of one kind of game at which both sat."""

    kinds: tuple[str, ...]
    """All that they have played together, the one most lists are of first."""
    kind: str | None
    """The one shown; None without a list."""
    lists: int
    equal: int
    """Lists on which neither was ahead."""
    comparable: bool
    """Whether all of them were evaluated alike, so that their points add up."""
    one: PlayerSide
    other: PlayerSide
    meetings: tuple["SharedSheet", ...]
    """The lists, the latest first."""


class SharedSheet(NamedTuple):
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
    """1000 is the mean of all."""
    margin: int
    """The true value lies this far above or below, in 95 cases of 100."""
    lists: int
    place: int = 0
    """Among those who are shown with him."""
    clubs: str = ""
    """Of which he is a member; known where all are shown."""


class CourseLine(NamedTuple):
    """One seat of a list as it went on."""

    seat: int
    name: str
    points: tuple[int, ...]
    """Spielpunkte after each deal, 0 before the first one."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a list went on, deal by deal."""

    deals: int
    lines: tuple[CourseLine, ...]
    """In seat order."""


# ---- How a list went on


def course(display: Display) -> Course | None:
    """How a list went on that a page shows; None where its deals are not known."""
    stands: list[tuple[int, ...]] = [(0,) * len(display.sittings)]
    for line in display.lines:
        if line.row.number:
            stands.append(line.stand)
        else:
            stands[-1] = line.stand
    if len(stands) == 1:
        return None
    by_seat = zip(display.sittings, zip(*stands, strict=True), strict=True)
    return Course(
        display.view.deals, tuple(CourseLine(sitting.seat, sitting.name, points) for sitting, points in by_seat)
    )
