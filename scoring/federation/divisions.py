"""Staffeln made by region and strength: a proposal, which a person may change.

What is to be small is the sum of all ways between teams of one Staffel, and how far Staffeln are from equal strength.
The search begins from several divisions (dealt club by club, cut from the map in four directions, dealt by strength)
and exchanges two teams as long as that helps (2-exchange local search); the best end is taken. All is done in whole
numbers and in the order of keys, so the same teams always give the same Staffeln.

* **D** Staffeln are as large as each other, or differ by one team.
* **D** More teams of a club than the limit are never in one Staffel: where there are too few Staffeln for that, there
  are more.
* **D** One place of strength weighs as much as `PLACE_KM` kilometres of way between two teams. Where it is not known
  where teams are, every part of their regions that differs counts `REGION_KM`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Final, NamedTuple

PLACE_KM: Final = 10
REGION_KM: Final = 50
_FORBIDDEN: Final = 10**12
"""What a team too many of a club costs: more than any way."""


class DivisionTeam(NamedTuple):
    """A team that needs a Staffel."""

    key: str
    club: str
    region: str = ""
    at: tuple[int, int] | None = None
    """Where it is, in kilometres east and north of anywhere."""


class DivisionWish(NamedTuple):
    """How many Staffeln there are to be: a number, or as many as it takes for a size."""

    number: int = 1
    size: int | None = None
    club_limit: int | None = None
    """Teams of a club in one Staffel."""

    def number_for(self, teams: Sequence[DivisionTeam]) -> int:
        """How many Staffeln these teams need."""
        number = -(-len(teams) // self.size) if self.size else self.number
        if self.club_limit:
            most = max(Counter(team.club for team in teams).values(), default=0)
            number = max(number, -(-most // self.club_limit))
        return max(1, min(number, len(teams)))


class DivisionProposal(NamedTuple):
    """Staffeln, each with its teams, strongest first."""

    divisions: tuple[tuple[str, ...], ...]
    km: int
    """The sum of the ways between all teams of one Staffel."""
    apart: int
    """By how many places Staffeln are off their share of strength, added up and rounded down."""


def propose_divisions(teams: Sequence[DivisionTeam], wish: DivisionWish) -> DivisionProposal:
    """Staffeln for teams that come strongest first.

    >>> north = [DivisionTeam(f"N{each}", f"n{each}", at=(0, 400 + each)) for each in range(3)]
    >>> south = [DivisionTeam(f"S{each}", f"s{each}", at=(0, each)) for each in range(3)]
    >>> propose_divisions([north[0], south[0], south[1], north[1], north[2], south[2]], DivisionWish(2))
    DivisionProposal(divisions=(('N0', 'N1', 'N2'), ('S0', 'S1', 'S2')), km=8, apart=1)
    """
    number = wish.number_for(teams)
    search = _Search(teams, number, wish.club_limit)
    best = min((search.improve(start) for start in search.starts()), key=lambda each: (each.cost, each.divisions()))
    return DivisionProposal(best.divisions(), best.km, best.apart)


def way(one: DivisionTeam, other: DivisionTeam) -> int:
    """Kilometres between two teams.

    >>> way(DivisionTeam("A", "a", at=(0, 0)), DivisionTeam("B", "b", at=(30, 40)))
    50
    >>> way(DivisionTeam("A", "a", "07.01"), DivisionTeam("B", "b", "07.02"))
    100
    """
    if one.at and other.at:
        return isqrt((one.at[0] - other.at[0]) ** 2 + (one.at[1] - other.at[1]) ** 2)
    here, there = one.region.split("."), other.region.split(".")
    common = 0
    for mine, theirs in zip(here, there, strict=False):
        if mine != theirs:
            break
        common += 1
    return REGION_KM * (len(here) + len(there) - 2 * common)


class _Search:
    """What does not change while exchanging; free chairs are teams of no club, one in a Staffel at most."""

    def __init__(self, teams: Sequence[DivisionTeam], number: int, club_limit: int | None) -> None:
        self.number = number
        self.teams = sorted(teams, key=lambda team: team.key)
        self.strength = {team.key: place for place, team in enumerate(teams)}
        count, total = len(teams), sum(self.strength.values())
        self.chairs = -(-count // number) * number if count else 0
        self.limit = [club_limit or count] * count + [1] * (self.chairs - count)
        clubs = {club: index for index, club in enumerate(sorted({team.club for team in teams}))}
        self.club = [clubs[team.club] for team in self.teams] + [len(clubs)] * (self.chairs - count)
        self.weight = [count * self.strength[team.key] - total for team in self.teams] + [0] * (self.chairs - count)
        self.way = [[way(one, other) for other in self.teams] + [0] * (self.chairs - count) for one in self.teams]
        self.way += [[0] * self.chairs for _chair in range(self.chairs - count)]

    def starts(self) -> Iterator[list[int]]:
        """Staffeln to begin with, by team; the first of them keeps all limits."""
        count, chairs = len(self.teams), range(self.chairs)
        of_club = Counter(self.club)
        by_club = sorted(chairs, key=lambda team: (team < count, -of_club[self.club[team]], self.club[team], team))
        yield self._dealt(by_club)
        yield self._dealt(
            sorted(chairs, key=lambda team: (self.weight[team] if team < count else self.chairs**3, team))
        )
        for east, north in ((1, 0), (0, 1), (1, 1), (1, -1)):
            yield self._cut(east, north)

    def _dealt(self, order: Sequence[int]) -> list[int]:
        of = [0] * self.chairs
        for position, team in enumerate(order):
            of[team] = position % self.number
        return of

    def _cut(self, east: int, north: int) -> list[int]:
        """Strips of the map; the last ones have the free chairs."""

        def along(team: int) -> tuple[int, str, int]:
            x, y = self.teams[team].at or (0, 0)
            return east * x + north * y, self.teams[team].region, team

        count, size = len(self.teams), self.chairs // self.number
        free = self.chairs - count
        order = sorted(range(count), key=along)
        of = [0] * self.chairs
        begin = 0
        for division in range(self.number):
            has_free = division >= self.number - free
            end = begin + size - has_free
            for team in order[begin:end]:
                of[team] = division
            if has_free:
                of[count + division - (self.number - free)] = division
            begin = end
        return of

    def improve(self, of: list[int]) -> "_Division":
        """Exchange two teams as long as that helps."""
        division = _Division(self, of)
        improved = True
        while improved:
            improved = False
            for one in range(self.chairs):
                for other in range(one + 1, self.chairs):
                    if division.of[one] != division.of[other] and division.gain(one, other) < 0:
                        division.exchange(one, other)
                        improved = True
        return division


class _Division:
    """Teams in Staffeln, with all that makes an exchange cheap to judge."""

    def __init__(self, search: _Search, of: list[int]) -> None:
        self.search, self.of = search, of
        numbers = range(search.number)
        self.to = [[0] * search.number for _team in of]
        for team, row in enumerate(search.way):
            for other, km in enumerate(row):
                self.to[team][of[other]] += km
        self.weights = [sum(w for w, own in zip(search.weight, of, strict=True) if own == each) for each in numbers]
        self.clubs = Counter((search.club[team], own) for team, own in enumerate(of))

    def gain(self, one: int, other: int) -> int:
        """By how much the cost would rise."""
        here, there = self.of[one], self.of[other]
        mine, theirs = self.to[one], self.to[other]
        km = mine[there] - mine[here] + theirs[here] - theirs[there] - 2 * self.search.way[one][other]
        shift = self.search.weight[other] - self.search.weight[one]
        before = abs(self.weights[here]) + abs(self.weights[there])
        after = abs(self.weights[here] + shift) + abs(self.weights[there] - shift)
        return len(self.search.teams) * km + PLACE_KM * (after - before) + _FORBIDDEN * self._more_excess(one, other)

    def _more_excess(self, one: int, other: int) -> int:
        club, limit = self.search.club, self.search.limit
        if club[one] == club[other]:
            return 0
        more = 0
        for team, source, target in ((one, self.of[one], self.of[other]), (other, self.of[other], self.of[one])):
            more += self.clubs[club[team], target] >= limit[team]
            more -= self.clubs[club[team], source] > limit[team]
        return more

    def exchange(self, one: int, other: int) -> None:
        """Let two teams change their Staffeln."""
        here, there = self.of[one], self.of[other]
        for team, row in enumerate(self.search.way):
            change = row[other] - row[one]
            self.to[team][here] += change
            self.to[team][there] -= change
        shift = self.search.weight[other] - self.search.weight[one]
        self.weights[here] += shift
        self.weights[there] -= shift
        club = self.search.club
        self.clubs.update([(club[one], there), (club[other], here)])
        self.clubs.subtract([(club[one], here), (club[other], there)])
        self.of[one], self.of[other] = there, here

    @property
    def km(self) -> int:
        """The sum of the ways within Staffeln."""
        return sum(row[own] for row, own in zip(self.to, self.of, strict=True)) // 2

    @property
    def apart(self) -> int:
        """By how many places Staffeln are off."""
        return sum(map(abs, self.weights)) // max(1, len(self.search.teams))

    @property
    def cost(self) -> int:
        """What the search makes small."""
        limits = dict(zip(self.search.club, self.search.limit, strict=True))
        excess = sum(max(0, count - limits[club]) for (club, _own), count in self.clubs.items())
        travel = len(self.search.teams) * self.km
        return travel + PLACE_KM * sum(map(abs, self.weights)) + _FORBIDDEN * excess

    def divisions(self) -> tuple[tuple[str, ...], ...]:
        """The Staffeln, that with the strongest team first."""
        found: dict[int, list[str]] = {}
        by_key = {team.key: own for team, own in zip(self.search.teams, self.of, strict=False)}
        for key in sorted(by_key, key=self.search.strength.__getitem__):
            found.setdefault(by_key[key], []).append(key)
        return tuple(tuple(keys) for keys in found.values())
