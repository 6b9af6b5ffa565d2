"""What somebody has played: figures of one seat on one Spielliste, which add up over lists, evenings and years.

`sheet_figures` reads them off a list; `+` and `total` add them up in the order of time. All numbers are whole; shares
and averages are fractions and are rounded only to be shown.

>>> evening = Figures(deals=48, own={ALL: Tried(9, 7)}, run=run_of([True] * 7 + [False] * 2))
>>> year = evening + Figures(deals=36, own={ALL: Tried(3, 3)}, run=run_of([True] * 3))
>>> year.deals, year.declared, year.declared.share, year.run
(84, Tried(played=12, won=10), Fraction(5, 6), WinningRun(games=12, longest=7, first=7, last=3))

What is counted of every own game is a *trait*: that it was one at all, its game, its Spitzen, Hand, overbid … Each has
the number of games and how many of them were won.

Decisions (**D**), where no source says how clubs count:

* **D** A series of wins is one of own games won, over deals passed in, defended and sat out and over the end of a list.
* **D** Points are kept by the way of evaluation: they are not comparable across it. The average per 48 deals is the
  Leistung of all lists over the deals dealt while somebody sat at the table, times 48.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from scoring.wertung.presets import DEALS_OF_A_LIST

ALL: Final = "all"
UNKNOWN: Final = "unknown"
"""The game of a row that is a bare value, and of all games of a foot."""
HAND: Final = "hand"
OUVERT: Final = "ouvert"
ANNOUNCED: Final = "announced"
"""Schneider or Schwarz announced, or a game with trumps played ouvert."""
OVERBID: Final = "overbid"
SCHNEIDER: Final = "schneider"
SCHWARZ: Final = "schwarz"
RAMSCH: Final = "ramsch"
"""Stands apart from `ALL`."""


class Tried(NamedTuple):
    """How often something was played and how often it was won."""

    played: int = 0
    won: int = 0

    @property
    def lost(self) -> int:
        """How often it was not."""
        return self.played - self.won

    @property
    def share(self) -> Fraction | None:
        """The part that was won, None where there was nothing to win."""
        return Fraction(self.won, self.played) if self.played else None


class FigurePlace(NamedTuple):
    """One place at the table: deals held there, and the own games among them."""

    held: int = 0
    declared: int = 0
    won: int = 0


class Points(NamedTuple):
    """What the lists of one way of evaluation came to."""

    lists: int
    deals: int
    """Dealt while he sat at the table."""
    spielpunkte: int
    leistung: int
    best: int
    """Leistung of the best list."""
    worst: int

    @property
    def average(self) -> Fraction:
        """Leistung per 48 deals, exact; 0 without a deal."""
        return Fraction(DEALS_OF_A_LIST * self.leistung, self.deals) if self.deals else Fraction(0)

    @property
    def bonus(self) -> int:
        """What the evaluation adds to the Spielpunkte: Seeger's points for own games and those of the others' lost."""
        return self.leistung - self.spielpunkte


class WinningRun(NamedTuple):
    """Own games won in a row, in a stretch of own games; two stretches one after the other make one."""

    games: int = 0
    longest: int = 0
    first: int = 0
    """Won before the first loss."""
    last: int = 0
    """Won since the last loss: the series that goes on."""

    def then(self, later: "WinningRun") -> "WinningRun":
        """This stretch and the one after it."""
        return WinningRun(
            self.games + later.games,
            max(self.longest, later.longest, self.last + later.first),
            self.first + later.first if self.first == self.games else self.first,
            self.last + later.last if later.last == later.games else later.last,
        )


NO_RUN: Final = WinningRun()


@dataclass(frozen=True, slots=True)
class Figures:
    """What somebody has played on some lists."""

    deals: int = 0
    """Dealt while he sat at the table, whether he held cards or not."""
    held: int = 0
    """Those of them in which he held cards."""
    passed: int = 0
    """Those of them that were passed in."""
    own: Mapping[str, Tried] = field(default_factory=dict)
    """His own games by trait: `ALL`, the games of the book, Spitzen as ``+1`` or ``-2``, and the names above."""
    defence: Mapping[str, Tried] = field(default_factory=dict)
    """Games he played against: `ALL` and what they won by, `SCHNEIDER` and `SCHWARZ` (won: his side made it)."""
    places: Mapping[str, FigurePlace] = field(default_factory=dict)
    """By size of the table and place from the dealer, ``4.1`` for forehand at a table of four."""
    points: Mapping[str, Points] = field(default_factory=dict)
    """By way of evaluation."""
    run: WinningRun = NO_RUN

    @property
    def declared(self) -> Tried:
        """All own games."""
        return self.own.get(ALL, _NONE)

    @property
    def defended(self) -> Tried:
        """All games he played against; won where the declarer lost."""
        return self.defence.get(ALL, _NONE)

    @property
    def lists(self) -> int:
        """How many lists, of whatever evaluation."""
        return sum(points.lists for points in self.points.values())

    def spitzen(self) -> dict[int, Tried]:
        """Own games by Spitzen, without ones negative, from -11 to +11."""
        numbers = sorted(int(trait) for trait in self.own if trait[0] in "+-")
        return {number: self.own[f"{number:+}"] for number in numbers}

    def with_spitzen(self) -> tuple[Tried, Tried]:
        """Own games with and without the Kreuz-Bube, as far as that is known."""
        held, lacked = _NONE, _NONE
        for number, tried in self.spitzen().items():
            if number > 0:
                held = _add_tried(held, tried)
            else:
                lacked = _add_tried(lacked, tried)
        return held, lacked

    def games(self) -> dict[str, Tried]:
        """Own games by game, in the order of a book; those of unknown kind last."""
        return {game: self.own[game] for game in _GAMES if game in self.own}

    def __add__(self, later: object) -> "Figures":
        """These and what was played later."""
        return total((self, later)) if isinstance(later, Figures) else NotImplemented


Written = Sequence[Any]
"""Figures in their JSON form."""

NOTHING: Final = Figures()
_NONE: Final = Tried()
_GAMES: Final = ("karo", "herz", "pik", "kreuz", "grand", "null", UNKNOWN)


def _add_tried(one: Tried, other: Tried) -> Tried:
    return Tried(one.played + other.played, one.won + other.won)


def total(parts: Iterable[Figures]) -> Figures:
    """The sum of these figures, which are given in the order of time."""
    deals = held = passed = 0
    own: dict[str, Tried] = {}
    defence: dict[str, Tried] = {}
    places: dict[str, FigurePlace] = {}
    points: dict[str, Points] = {}
    run = WinningRun()
    for part in parts:
        deals += part.deals
        held += part.held
        passed += part.passed
        _add(own, part.own)
        _add(defence, part.defence)
        for place, (in_hand, declared, won) in part.places.items():
            before = places.get(place, _NOWHERE)
            places[place] = FigurePlace(before[0] + in_hand, before[1] + declared, before[2] + won)
        for evaluation, came_to in part.points.items():
            points[evaluation] = _add_points(points[evaluation], came_to) if evaluation in points else came_to
        run = run.then(part.run)
    return Figures(deals, held, passed, own, defence, places, points, run)


_NOWHERE: Final = FigurePlace()


def _add(sums: dict[str, Tried], more: Mapping[str, Tried]) -> None:
    for trait, (played, won) in more.items():
        before = sums.get(trait, _NONE)
        sums[trait] = Tried(before[0] + played, before[1] + won)


def _add_points(one: Points, other: Points) -> Points:
    return Points(
        one.lists + other.lists,
        one.deals + other.deals,
        one.spielpunkte + other.spielpunkte,
        one.leistung + other.leistung,
        max(one.best, other.best),
        min(one.worst, other.worst),
    )


def write(figures: Figures) -> Written:
    """The JSON form of figures."""
    return [getattr(figures, name) for name in Figures.__slots__]


def read(written: Written) -> Figures:
    """Figures from their JSON form."""
    return total_written((written,))


def total_written(parts: Iterable[Written]) -> Figures:
    """The sum of figures in their JSON form, in the order of time."""
    return total(
        Figures(deals, held, passed, own, defence, places, _read_points(points), WinningRun(*run))
        for deals, held, passed, own, defence, places, points, run in parts
    )


def _read_points(written: Mapping[str, Sequence[int]]) -> dict[str, Points]:
    return {evaluation: Points(*came_to) for evaluation, came_to in written.items()}


def run_of(results: Sequence[bool]) -> WinningRun:
    """The stretch of own games that were won or lost in this order.

    >>> run_of([True, True, False, True])
    WinningRun(games=4, longest=2, first=2, last=1)
    """
    longest = current = 0
    first: int | None = None
    for won in results:
        if not won and first is None:
            first = current
        current = current + 1 if won else 0
        longest = max(longest, current)
    return WinningRun(len(results), longest, current if first is None else first, current)
