"""The pyramid of a federation at the end of a season: levels that stand above each other, their tables, what is wished.

A level may have several below it, one for each region, as the Regionalliga has the Oberligen of the Landesverbände.
Regions are written as clubs' numbers are: 07.01 lies in 07. The lowest levels take everybody.

* **D** Teams of several Staffeln are compared by their place, then by what `worth` says, then by lot. Places count from
  the first, so the last of a small Staffel stands before the last of a large one.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

from scoring.wertung.results import Number

Wish = Literal["", "stay", "down", "leave"]
"""What a team has said for the next season: nothing, not to go up, to go down, to leave."""
Fill = Literal["up", "stay"]
"""Whom a place that is free is given to: the next from below, or who would have gone down."""


class PyramidTeam(NamedTuple):
    """A team, in its table or entered anew."""

    key: str
    club: str
    worth: tuple[Number, ...] = ()
    """What parts teams on equal places of different Staffeln; more is better."""
    region: str = ""
    wish: Wish = ""
    goes_to: str = ""
    """The level it wishes to go down to; the next one if empty."""


class PlacedTeam(NamedTuple):
    """A team on its place of a table; place 0 for one that was in none."""

    team: PyramidTeam
    level: str
    division: str
    place: int
    teams: int
    """How many are in the table."""


@dataclass(frozen=True, slots=True)
class PyramidLevel:
    """A level: its tables, best first, and what becomes of their places."""

    key: str
    above: str = ""
    """The level its teams go up to; empty for the highest."""
    region: str = ""
    """Whose teams come down to it; empty for everybody."""
    tables: Mapping[str, tuple[PyramidTeam, ...]] = field(default_factory=dict)
    places: int | None = None
    """Teams of the next season; None where everybody finds a place, as in the lowest levels."""
    up: int = 0
    """The first so many of every table go up."""
    best: int = 0
    """Of all tables, so many of the others go up, compared with each other."""
    reach: int = 0
    """The last place that may go up where those before cannot; at least `up`."""
    down: int = 0
    """The last so many of every table go down."""
    worst: int = 0
    """Of all tables, so many of the others go down, compared with each other."""
    club_limit: int | None = None
    """Teams of a club in this level."""
    fill: tuple[Fill, ...] = ("up", "stay")
    """Whom places that are free are given to, in this order."""
    next_up: tuple[str, ...] | None = None
    """Who comes up to places that are free, in this order, where it does not follow from the tables."""

    @property
    def last_up(self) -> int:
        """The last place that may go up."""
        return max(self.up, self.reach)

    def placed(self) -> Iterator[PlacedTeam]:
        """Its teams with their places."""
        for division, table in self.tables.items():
            for place, team in enumerate(table, 1):
                yield PlacedTeam(team, self.key, division, place, len(table))


class PyramidPlayoff(NamedTuple):
    """What teams played for after their tables: the first `places` of `order` play in the level `into`."""

    into: str
    places: int
    order: tuple[str, ...]
    """From both levels, or from the one below alone; best first."""


class NewTeam(NamedTuple):
    """A team that was entered for a level."""

    team: PyramidTeam
    level: str


@dataclass(frozen=True)
class Pyramid:
    """All levels, and what was played and said after the season."""

    levels: tuple[PyramidLevel, ...]
    playoffs: tuple[PyramidPlayoff, ...] = ()
    new: tuple[NewTeam, ...] = ()
    lots: tuple[str, ...] = ()
    """The order drawn for teams that are level in everything."""

    @cached_property
    def by_key(self) -> dict[str, PyramidLevel]:
        """The levels by their keys."""
        return {level.key: level for level in self.levels}

    @cached_property
    def teams(self) -> dict[str, PlacedTeam]:
        """All teams of the tables, by their keys."""
        return {placed.team.key: placed for level in self.levels for placed in level.placed()}

    @cached_property
    def _lot(self) -> dict[str, int]:
        return {key: number for number, key in enumerate(self.lots)}

    def depth(self, key: str) -> int:
        """How many levels stand above this one."""
        depth = 0
        while key := self.by_key[key].above:
            depth += 1
        return depth

    @cached_property
    def _below(self) -> dict[str, list[PyramidLevel]]:
        found: dict[str, list[PyramidLevel]] = {}
        for level in sorted(self.levels, key=lambda level: level.key):
            found.setdefault(level.above, []).append(level)
        return found

    def below(self, key: str) -> list[PyramidLevel]:
        """The levels right below, by their keys."""
        return self._below.get(key, [])

    def falls_to(self, key: str, region: str) -> list[PyramidLevel]:
        """The levels right below that have this region; where all is well, exactly one, or none below the lowest."""
        return [level for level in self.below(key) if lies_in(region, level.region)]

    def way_down(self, key: str, region: str) -> list[str]:
        """The levels under this one through which a team of the region goes down."""
        way: list[str] = []
        while found := self.falls_to(key, region):
            key = found[0].key
            way.append(key)
        return way

    def is_lowest(self, key: str) -> bool:
        """Whether no level stands below."""
        return not self.below(key)

    def order(self, placed: PlacedTeam) -> tuple[int, tuple[Number, ...], int, str]:
        """What teams of several tables are compared by, best first."""
        worth = tuple(-each for each in placed.team.worth)
        return placed.place, worth, self._lot.get(placed.team.key, len(self._lot)), placed.team.key


def lies_in(region: str, other: str) -> bool:
    """Whether a region is another one, or part of it.

    >>> lies_in("07.01", "07"), lies_in("07", ""), lies_in("071", "07")
    (True, True, False)
    """
    return not other or region == other or region.startswith(other + ".")
