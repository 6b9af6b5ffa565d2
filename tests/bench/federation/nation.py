"""A federation drawn from a seed: its levels, clubs, players and teams, as they are before anything is on the site.

As large as the German one: 13 Landesverbände, 90 Verbandsgruppen, 1,273 clubs, 15,000 players and 1,000 teams; or a
part of it. Names are put together of syllables, so that nobody is meant.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

REGIONS: Final = 13
GROUPS: Final = 90
CLUBS: Final = 1_273
PLAYERS: Final = 15_000
TEAMS: Final = 1_000
STAFFEL: Final = 16
"""Teams of a Staffel: in five days of four groups of four everybody meets everybody else."""
TEAM: Final = 6
"""Players of a squad; four of them play."""
_FIRST: Final = (
    "Ada Bodo Cara Dora Egon Fina Gerd Hella Ivo Jule Kuno Lisa Malte Nora Otto Pia Rolf Sina Timo Ulla".split()
)
_MEN: Final = frozenset("Bodo Egon Gerd Ivo Kuno Malte Otto Rolf Timo".split())
_SYLLABLES: Final = "bar den fil gor hus kel lam mer nod pel rus sen tor vig wal zim".split()


@dataclass
class DrawnPlayer:
    """Somebody of a register."""

    first: str
    last: str
    number: str
    """Of the pass."""
    born: int

    @property
    def name(self) -> str:
        """First and last name."""
        return f"{self.first} {self.last}"

    @property
    def is_man(self) -> bool:
        """For championships of ladies."""
        return self.first in _MEN


@dataclass
class DrawnClub:
    """A club with its register."""

    name: str
    number: str
    place: str
    players: list[DrawnPlayer] = field(default_factory=list)
    teams: int = 0
    slug: str = ""
    """By which it is known, once it is on the site."""
    named: list[str] = field(default_factory=list)
    """The teams it has had, in the order in which they got their players."""

    def squad(self, team: str) -> list[DrawnPlayer]:
        """The six that play for a team of the club: always the same, and for no other."""
        if team not in self.named:
            self.named.append(team)
        at = TEAM * self.named.index(team)
        return self.players[at : at + TEAM]

    @property
    def chief(self) -> str:
        """The account of whoever leads it."""
        return f"verein-{self.number.replace('.', '-')}"


@dataclass
class DrawnLevel:
    """A Landesverband or a Verbandsgruppe."""

    name: str
    number: str
    groups: list["DrawnLevel"] = field(default_factory=list)
    clubs: list[DrawnClub] = field(default_factory=list)
    slug: str = ""

    @property
    def players(self) -> Iterator[tuple[DrawnClub, DrawnPlayer]]:
        """Everybody below, with the club."""
        for group in self.groups or [self]:
            for club in group.clubs:
                yield from ((club, player) for player in club.players)


class Nation:
    """The whole federation, or one of so many parts of it."""

    def __init__(self, part: int, seed: str = "federation") -> None:
        self.random = Random(seed)
        self.regions = [
            DrawnLevel(f"Landesverband {number:02}", f"{number:02}") for number in range(1, max(2, REGIONS // part) + 1)
        ]
        for number in range(max(4, GROUPS // part)):
            region = self.regions[number % len(self.regions)]
            own = f"{region.number}.{len(region.groups) + 1:02}"
            region.groups.append(DrawnLevel(f"Verbandsgruppe {own}", own))
        self.groups = [group for region in self.regions for group in region.groups]
        self.teams = max(3 * STAFFEL, TEAMS // part // STAFFEL * STAFFEL)
        self._found_clubs(max(self.teams // 2, CLUBS // part))
        self._register(max(TEAM * self.teams + len(self.clubs), PLAYERS // part))

    @property
    def clubs(self) -> list[DrawnClub]:
        """All clubs, by group."""
        return [club for group in self.groups for club in group.clubs]

    def with_teams(self) -> list[DrawnClub]:
        """The clubs that play in the league."""
        return [club for club in self.clubs if club.teams]

    def _found_clubs(self, number: int) -> None:
        for each in range(number):
            group = self.groups[each % len(self.groups)]
            own = len(group.clubs) + 1
            place = self._last_name() + "stadt"
            group.clubs.append(DrawnClub(f"Skatclub {place}", f"{group.number}.{own:03}", place))
        clubs = self.clubs
        for each in self.random.choices(clubs, [self.random.paretovariate(2) for _club in clubs], k=10 * self.teams):
            if each.teams < 4 and sum(club.teams for club in clubs) < self.teams:
                each.teams += 1

    def _register(self, number: int) -> None:
        clubs = self.clubs
        sizes = [TEAM * club.teams + 1 for club in clubs]
        for position in self.random.choices(range(len(clubs)), k=max(0, number - sum(sizes))):
            sizes[position] += 1
        taken: set[str] = set()
        for club, size in zip(clubs, sizes, strict=True):
            while len(club.players) < size:
                first, last = self.random.choice(_FIRST), self._last_name()
                if f"{first} {last}" in taken:
                    continue
                taken.add(f"{first} {last}")
                pass_number = f"{club.number}.{len(club.players) + 1}"
                club.players.append(DrawnPlayer(first, last, pass_number, self.random.randint(1940, 2012)))

    def _last_name(self) -> str:
        return "".join(self.random.choices(_SYLLABLES, k=4)).capitalize()


def first_league(nation: Nation) -> list[list[list[str]]]:
    """Who played before the first registration: by level and Staffel the names of teams, two thirds of all.

    One Staffel at the top and twice as many at each level as above it, as many as there are teams for.
    """
    names = [f"{club.name} {number}" for club in nation.with_teams() for number in range(1, club.teams + 1)]
    nation.random.shuffle(names)
    kept = names[: max(2 * STAFFEL, len(names) * 2 // 3 // STAFFEL * STAFFEL)]
    staffeln = [kept[at : at + STAFFEL] for at in range(0, len(kept) - STAFFEL + 1, STAFFEL)]
    levels: list[list[list[str]]] = []
    while staffeln:
        size = 2 ** len(levels)
        levels.append(staffeln[:size])
        staffeln = staffeln[size:]
    return levels
