"""Fixture plans of a league: who meets whom on which match day, and how many tables a group needs.

A plan has match days, each with its groups of teams. Teams are letters; a star marks the host of a group. Plans are
typed and printed a line a day:

>>> plan, misread = read_plan("1: A* B C D / E* F H J\\n2: A B* E F / C D H* J")
>>> misread
()
>>> print(write_plan(plan))
1: A* B C D / E* F H J
2: A B* E F / C D H* J
>>> [finding.teams for finding in find_in_plan(plan, "ABCDEFHJ") if finding.kind == "met"]
[('A', 'B'), ('C', 'D'), ('E', 'F'), ('H', 'J')]

Decisions (**D**):

* **D** The fifth day of the default plan has no hosts: each of the sixteen has been host once by then, so who is host
  of it is agreed on.
* **D** Pairs that meet twice or never are always named and never refuse a plan: with twelve teams they must be.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import Final, NamedTuple

LETTERS: Final = "ABCDEFHJKLMNPRST"
"""The customary letters of sixteen teams, without those that are mistaken for others."""

TEAMS_OF_A_GROUP: Final = 4


class Fixture(NamedTuple):
    """The teams that meet at one place on one match day, and which of them is host."""

    teams: tuple[str, ...]
    host: str | None = None


Plan = tuple[tuple[Fixture, ...], ...]
"""The groups of every match day, from the first day on."""


class PlanKind(StrEnum):
    """What can be said about a plan; the first four can not be played (`BROKEN`), the others are only told."""

    UNKNOWN = "unknown"
    """A letter that no team has."""
    TWICE = "twice"
    """A team twice on one day."""
    FOREIGN_HOST = "foreign_host"
    """A host that does not play in its group."""
    ALONE = "alone"
    """A group of one team, or of none."""
    FREE = "free"
    """A team without a group on a day."""
    SIZE = "size"
    """A group of another size than four."""
    MET = "met"
    """A pair that meets more than once."""
    NEVER = "never"
    """A pair that never meets."""
    HOSTS = "hosts"
    """Teams that are host so often, where that is not the same for all."""


BROKEN: Final = frozenset({PlanKind.UNKNOWN, PlanKind.TWICE, PlanKind.FOREIGN_HOST, PlanKind.ALONE})


class PlanFinding(NamedTuple):
    """Something worth knowing about a plan: the teams, the match day (0 for the whole plan), how often or how many."""

    kind: PlanKind
    teams: tuple[str, ...]
    day: int = 0
    times: int = 0


class PlanMisread(NamedTuple):
    """A word of a typed plan that is no team, or the number of a day before its turn (`3:`): its line, from 1."""

    line: int
    word: str


def default_plan() -> Plan:
    """Sixteen teams in five days: every two meet exactly once, everybody is host once in the first four days.

    The teams are the points (x, y) of the affine plane of order 4; its lines are the groups. Lines of one slope do not
    cross, so they make a match day; two points lie on one line, so two teams meet once. On the day of slope m the line
    y = mx + c is host at its point with x = m: on four days these are the four columns, so nobody is host twice.

    >>> print(write_plan(default_plan()))
    1: A* E K P / B* F L R / C* H M S / D* J N T
    2: A F* M T / B E* N S / C J* K R / D H* L P
    3: A H N* R / B J M* P / C E L* T / D F K* S
    4: A J L S* / B H K T* / C F N P* / D E M R*
    5: A B C D / E F H J / K L M N / P R S T
    """
    days = [tuple(_line(slope, rise) for rise in range(4)) for slope in range(4)]
    days.append(tuple(Fixture(tuple(_letter(x, y) for y in range(4))) for x in range(4)))
    return tuple(days)


def _line(slope: int, rise: int) -> Fixture:
    """The line y = slope * x + rise, with its point at x = slope as host."""
    teams = [_letter(x, _times(slope, x) ^ rise) for x in range(4)]
    return Fixture(tuple(teams), teams[slope])


def _letter(x: int, y: int) -> str:
    return LETTERS[4 * x + y]


def _times(one: int, other: int) -> int:
    """The product in the field of four elements: polynomials over GF(2) as bits, modulo z² + z + 1; the sum is ^."""
    product = (one if other & 1 else 0) ^ (one << 1 if other & 2 else 0)
    return product ^ 0b111 if product & 0b100 else product


def read_plan(text: str) -> tuple[Plan, tuple[PlanMisread, ...]]:
    """A typed plan, a line a match day; and every word in it that is no team, which is left out.

    Groups are parted by a stroke, teams by spaces or commas; the number of the day and a colon may stand before them,
    and must then be that of the line.
    """
    days, misread = [], []
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    for day, (number, line) in enumerate(lines, 1):
        before, _colon, groups = line.rpartition(":")
        said = re.search(r"[0-9]+", before)
        if said and said[0].lstrip("0") != str(day):
            misread.append(PlanMisread(number, f"{before.strip()}:"))
        fixtures = []
        for typed in re.split(r"[/|]", groups):
            words = re.split(r"[\s,;]+", typed.strip()) if typed.strip() else []
            found = [re.fullmatch(r"([A-Z]{1,2})(\*?)", word.upper()) for word in words]
            misread += [PlanMisread(number, word) for word, team in zip(words, found, strict=True) if not team]
            hosts = [team[1] for team in found if team and team[2]]
            misread += [PlanMisread(number, f"{host}*") for host in hosts[1:]]
            fixtures.append(Fixture(tuple(team[1] for team in found if team), hosts[0] if hosts else None))
        days.append(tuple(fixtures))
    return tuple(days), tuple(misread)


def write_plan(plan: Plan) -> str:
    """The plan as `read_plan` reads it."""
    return "\n".join(
        f"{day}: " + " / ".join(_write_fixture(fixture) for fixture in fixtures) for day, fixtures in enumerate(plan, 1)
    )


def _write_fixture(fixture: Fixture) -> str:
    return " ".join(f"{team}*" if team == fixture.host else team for team in fixture.teams)


def find_in_plan(plan: Plan, teams: Iterable[str]) -> list[PlanFinding]:
    """Everything there is to say about a plan for these teams, what cannot be played first."""
    known = sorted(set(teams))
    findings = [finding for day, fixtures in enumerate(plan, 1) for finding in _find_on_day(day, fixtures, known)]
    findings += _find_meetings(plan, known)
    findings += _find_hosts(plan, known)
    return sorted(findings, key=lambda finding: finding.kind not in BROKEN)


def meetings(plan: Plan) -> Counter[tuple[str, str]]:
    """How often every pair meets, the pair in the order of the letters."""
    return Counter(
        pair for fixtures in plan for fixture in fixtures for pair in combinations(sorted(set(fixture.teams)), 2)
    )


def _find_on_day(day: int, fixtures: Sequence[Fixture], known: Sequence[str]) -> Iterator[PlanFinding]:
    playing = Counter(team for fixture in fixtures for team in fixture.teams)
    if unknown := sorted(playing.keys() - set(known)):
        yield PlanFinding(PlanKind.UNKNOWN, tuple(unknown), day)
    if twice := sorted(team for team, times in playing.items() if times > 1):
        yield PlanFinding(PlanKind.TWICE, tuple(twice), day)
    if free := [team for team in known if team not in playing]:
        yield PlanFinding(PlanKind.FREE, tuple(free), day)
    for fixture in fixtures:
        if fixture.host and fixture.host not in fixture.teams:
            yield PlanFinding(PlanKind.FOREIGN_HOST, (fixture.host,), day)
        if len(fixture.teams) != TEAMS_OF_A_GROUP:
            kind = PlanKind.SIZE if len(fixture.teams) > 1 else PlanKind.ALONE
            yield PlanFinding(kind, fixture.teams, day, len(fixture.teams))


def _find_meetings(plan: Plan, known: Sequence[str]) -> Iterator[PlanFinding]:
    met = meetings(plan)
    pairs = list(combinations(known, 2))
    yield from (PlanFinding(PlanKind.MET, pair, times=met[pair]) for pair in pairs if met[pair] > 1)
    yield from (PlanFinding(PlanKind.NEVER, pair) for pair in pairs if not met[pair])


def _find_hosts(plan: Plan, known: Sequence[str]) -> Iterator[PlanFinding]:
    """How often everybody is host, where that is not the same for all; nothing before hosts are named."""
    hosted = Counter(fixture.host for fixtures in plan for fixture in fixtures if fixture.host)
    by_times: dict[int, list[str]] = {}
    for team in known:
        by_times.setdefault(hosted[team], []).append(team)
    if hosted and len(by_times) > 1:
        for times in sorted(by_times, reverse=True):
            yield PlanFinding(PlanKind.HOSTS, tuple(by_times[times]), times=times)


def split_group(players: Sequence[int]) -> tuple[int, ...]:
    """The tables of a group whose teams have so many players each, nobody at a table with a team mate.

    As few tables as can be: one for each player of the largest team, more where five teams of four meet. Raises
    ValueError where such tables of four and three cannot be.

    >>> [split_group(players) for players in [(4, 4, 4, 4), (4, 4, 3, 3), (3, 3, 3, 3), (4, 4, 4)]]
    [(4, 4, 4, 4), (4, 4, 3, 3), (4, 4, 4), (3, 3, 3, 3)]
    >>> split_group((4, 4, 3))
    Traceback (most recent call last):
    ValueError: 11 players of teams of at most 4 do not fit tables of four and three
    """
    count, largest = sum(players), max(players, default=0)
    tables = max(largest, -(-count // 4))
    fours = count - 3 * tables
    if fours < 0 or not tables:
        raise ValueError(f"{count} players of teams of at most {largest} do not fit tables of four and three")
    return (4,) * fours + (3,) * (tables - fours)


def seat_group(teams: Sequence[Sequence[int]], serien: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The tables of a group of up to four teams of up to four players in up to four Serien; nobody meets twice.

    Player p of team t sits in Serie s at table p + st, in the field of four elements: two of different teams meet in
    one of four Serien, two of one team in none. Teams of three lack their last player; those who are lacking would
    meet in Serie 0, at a table of two, so it comes last. The largest tables come first. Empty for larger groups.

    >>> for tables in seat_group([(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11), (12, 13, 14)], 3):
    ...     print(tables)
    ((3, 8, 9, 13), (4, 7, 10, 12), (1, 6, 11), (2, 5, 14))
    ((2, 8, 11, 12), (4, 6, 9, 14), (1, 7, 13), (3, 5, 10))
    ((1, 8, 10, 14), (4, 5, 11, 13), (2, 7, 9), (3, 6, 12))
    """
    if max([len(teams), *map(len, teams)]) > TEAMS_OF_A_GROUP:
        return ()
    seatings = []
    for serie in (1, 2, 3, 0)[:serien]:
        tables: list[list[int]] = [[] for _ in range(TEAMS_OF_A_GROUP)]
        for team, players in enumerate(teams):
            for place, player in enumerate(players):
                tables[place ^ _times(serie, team)].append(player)
        seatings.append(tuple(map(tuple, sorted(tables, key=len, reverse=True))))
    return tuple(seatings)
