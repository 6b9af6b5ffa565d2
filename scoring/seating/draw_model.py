"""What a draw is asked and what it answers: field, wishes, draw, report.

Players are whatever the caller numbers them by; nothing else about them enters but the wishes given here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

Player = int | str
Table = tuple[Player, ...]
"""The players of one table in the order of their seats; seat 1 keeps the list."""
Seating = tuple[Table, ...]
"""The tables of one Serie in the order of their numbers."""
Seed = int | str


class Mode(StrEnum):
    """How the next Serie is drawn."""

    NO_REPEATS = "no_repeats"  # by lot, nobody twice with the same opponent
    LOT = "lot"  # by lot alone, team mates and named pairs apart
    STANDING = "standing"  # blocks by standing, the best at table 1
    NEARBY = "nearby"  # by standing, moved by a few tables to avoid repeats
    BEFORE = "before"  # the tables of the Serie before, one seat further


class DrawPlace(NamedTuple):
    """A fixed table, a fixed seat, or both; numbers count from 1."""

    table: int | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Wishes:
    """Who should not meet whom, and who needs a certain place."""

    teams: tuple[tuple[Player, ...], ...] = ()
    apart: tuple[tuple[Player, Player], ...] = ()
    clubs: Mapping[Player, str] = field(default_factory=dict)
    regions: Mapping[Player, str] = field(default_factory=dict)
    places: Mapping[Player, DrawPlace] = field(default_factory=dict)
    no_list: frozenset[Player] = frozenset()
    clubs_first: bool = False
    """Vereinskameraden wichtiger als Wiederbegegnung."""


@dataclass(frozen=True, slots=True)
class DrawField:
    """Everything the next Serie depends on, apart from the seed.

    `rounds` is the number of Serien still to be drawn, this one included. `sizes` are the tables in the order of
    their numbers; without them it is `split(len(players))`. `plan` is what an earlier draw planned from here on; it
    is followed where it still fits the players. `standing` is needed by the modes that seat by it, best first. `width`
    is how many tables somebody may be moved by in mode NEARBY; without it one, or two where there are fewer than
    twelve tables.
    """

    players: tuple[Player, ...]
    rounds: int = 1
    history: tuple[Seating, ...] = ()
    wishes: Wishes = field(default_factory=Wishes)
    sizes: tuple[int, ...] = ()
    plan: tuple[Seating, ...] = ()
    mode: Mode = Mode.NO_REPEATS
    standing: tuple[Player, ...] = ()
    width: int | None = None

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """The tables asked for, or fours with threes last."""
        return self.sizes or split(len(self.players))

    @property
    def leeway(self) -> int:
        """How many tables somebody may sit from the place by standing."""
        if self.mode != Mode.NEARBY:
            return 0
        return self.width if self.width is not None else 1 + (len(self.table_sizes) < 12)


def split(players: int) -> tuple[int, ...]:
    """Tables of four, and as few of three as possible, last.

    >>> split(22)
    (4, 4, 4, 4, 3, 3)

    Raises ValueError for a number that cannot be split: 1, 2 and 5.
    """
    threes = -players % 4
    fours = (players - 3 * threes) // 4
    if players < 1 or fours < 0:
        raise ValueError(f"{players} players cannot be split into tables of four and three")
    return (4,) * fours + (3,) * threes


class DrawMeeting(NamedTuple):
    """Two players and how often they have met, this seating included."""

    first: Player
    second: Player
    times: int


class Displaced(NamedTuple):
    """Somebody who does not sit at the table of the standing: positive numbers are tables further down."""

    player: Player
    tables: int


class Wish(StrEnum):
    """The wishes that are hard."""

    APART = "apart"  # team mates or a named pair sit together
    TABLE = "table"  # not at the table asked for
    SEAT = "seat"  # not on the seat asked for
    NO_LIST = "no_list"  # on seat 1 although no list keeper


class Reason(StrEnum):
    """Why a hard wish was not met."""

    TEAM_TOO_LARGE = "team_too_large"  # more members than tables
    FIXED = "fixed"  # the fixed places of others say otherwise
    NO_SUCH_PLACE = "no_such_place"  # there is no such table, or it has no such seat
    NO_KEEPER = "no_keeper"  # nobody at the table may sit on seat 1
    MODE = "mode"  # the way of drawing sets them so
    NOT_FOUND = "not_found"  # the search found no better seating


class Unmet(NamedTuple):
    """A hard wish that this seating does not meet."""

    wish: Wish
    reason: Reason
    players: tuple[Player, ...]
    table: int


@dataclass(frozen=True, slots=True)
class DrawBounds:
    """What no seating can go below, given what was played before."""

    repeats: int
    second_threes: int
    club_pairs: int
    team_pairs: int


@dataclass(frozen=True, slots=True)
class DrawReport:
    """What a seating, or several in a row, brings after what was played before.

    `repeats` counts a second meeting once, a third two times more, and so on; `pairs` are those who meet again.
    `second_threes` counts seats at tables of three in the same way, where not all tables are of three; `threes` are
    the players. `team_pairs` are pairs at one table that should never be.
    """

    repeats: int
    pairs: tuple[DrawMeeting, ...]
    max_meetings: int
    second_threes: int
    threes: tuple[Player, ...]
    club_pairs: int
    region_pairs: int
    team_pairs: int
    displaced: tuple[Displaced, ...]
    unmet: tuple[Unmet, ...]
    bounds: DrawBounds


@dataclass(frozen=True, slots=True)
class Draw:
    """A seating, how it came about, and the Serien planned after it.

    `report` is about this Serie, `outlook` about it and the plan together. `method` says where the seating comes
    from, `iterations` how many exchanges were tried.
    """

    seating: Seating
    plan: tuple[Seating, ...]
    report: DrawReport
    outlook: DrawReport
    seed: Seed
    method: str
    iterations: int
