"""Places: criteria computed first, then ordered; individuals, teams and league points.

Everything here rests on one function. `rank` takes rows and an ordered list of criteria, computes every
criterion of every row, sorts by them and gives places: 1, 2, 2, 4, a place being shared exactly when *all*
criteria are equal. A row is anything with a key. One list of a player, one Serie of a team (both a `Result`),
a sum over several Serien (`Total`) and a line of a league table (`LeagueTotal`) are ranked alike.

    results of players --team_results--> results of teams --award--> Wertungen --league_totals--> league table
    results of players or teams, or what `cut` leaves of them --totals--> sums
    any of them --rank--> places

The customary order is Leistung, more won, fewer lost (`BY_LEISTUNG`), then the lot, where the event names it:

>>> results = [Result("Anna", 1, 700, 10, 1, 1210), Result("Bert", 1, 760, 9, 0, 1210),
...            Result("Cora", 1, 700, 10, 1, 1210), Result("Dirk", 1, 300, 6, 2, 560)]
>>> [(placed.place, placed.row.key, placed.parted_by) for placed in rank(totals(results), BY_LEISTUNG)]
[(1, 'Anna', None), (1, 'Cora', None), (3, 'Bert', 'won'), (4, 'Dirk', 'leistung')]
>>> [(placed.place, placed.row.key, placed.parted_by)
...  for placed in rank(totals(results), [*BY_LEISTUNG, lot("Pfingstpreisskat")])]
[(1, 'Cora', None), (2, 'Anna', 'lot'), (3, 'Bert', 'won'), (4, 'Dirk', 'leistung')]

Decisions (**D**), where no source says otherwise:

* **D** Rows that share a place are listed by key, so that the same results give the same table whatever order
  they came in.
* **D** The lot is a number made from the event's seed and the competitor's key (`lot_number`), so that
  anybody can draw it again. `Placed` shows the numbers and whom they parted, so the draw can be published and
  recorded. A lot drawn by hand and recorded takes its place, and stands before any computed one.
* **D** The cut lets everybody through who shares the last place: it does not part whom the criteria do not
  part.
* **D** Team sums that are equal by all criteria share the Wertungspunkte of the places they occupy, exactly
  (3:0 and 2:1 become 2½:½ twice); no published rule was found.
* An absent team gets no Wertungspunkte and no Spielpunkte (DSkV Sportordnung, Anlage 10); the teams present
  get the scale from its top. **D** That is 0:0, no minus points either.
* **D** What is not known is no number: a sum of which a part is unknown is unknown. A criterion that is unknown of one
  of several who are equal so far parts none of them; the next one is asked.
* **D** Averages are rounded half away from zero, as spreadsheets do it, so that -x always reads as minus x.
"""

import hashlib
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress
from operator import attrgetter, mul, ne
from typing import Generic, NamedTuple, Protocol, TypeVar, cast

Value = int | Fraction

Count = int | None
"""Points or a number of deals; None where only the Leistung of a list is known."""


class Keyed(Protocol):
    """Whatever can be given a place: it has a key that stays the same on every machine."""

    @property
    def key(self) -> str: ...


class Scored(Keyed, Protocol):
    """A row with the sums of a Spielliste: a list, a team in a Serie, a total, a line of a league table."""

    @property
    def spielpunkte(self) -> Count: ...
    @property
    def won(self) -> Count: ...
    @property
    def lost(self) -> Count: ...
    @property
    def leistung(self) -> int: ...


Row = TypeVar("Row", bound=Keyed)
Row_contra = TypeVar("Row_contra", bound=Keyed, contravariant=True)


@dataclass(frozen=True, slots=True)
class Criterion(Generic[Row_contra]):
    """One thing competitors are compared by: its name, how it is computed, and whether more is better."""

    name: str
    compute: Callable[[Row_contra], Value | None]
    more_is_better: bool = True


@dataclass(frozen=True, slots=True)
class Placed(Generic[Row]):
    """A row and its place.

    `values` are the computed criteria in their order. `parted_by` names the criterion that puts the row
    behind the one before it; None for the first row and for one that shares the place before it.
    """

    place: int
    row: Row
    values: tuple[Value | None, ...]
    parted_by: str | None


def rank(rows: Iterable[Row], criteria: Sequence[Criterion[Row]]) -> list[Placed[Row]]:
    """Give every row its place by the ordered criteria, best first; equal in all of them is a shared place.

    Rows that share a place are listed by key. Two rows may have the same key (two lists of one player).

    >>> lists = [Result("Anna", 1, 700, 10, 1, 1210), Result("Anna", 2, 600, 9, 0, 1050)]
    >>> [(placed.place, placed.row.round) for placed in rank(lists, [LEISTUNG])]
    [(1, 1), (2, 2)]
    """
    names = [criterion.name for criterion in criteria]
    signs = [-1 if criterion.more_is_better else 1 for criterion in criteria]
    found = [(tuple([criterion.compute(row) for criterion in criteria]), row) for row in rows]
    told = _without_unknown([values for values, _row in found])
    computed = [(values, *each) for values, each in zip(told, found, strict=True)]
    computed.sort(key=lambda each: (*map(mul, each[0], signs), each[2].key))
    placed: list[Placed[Row]] = []
    before: tuple[Value, ...] = ()
    for number, (values, shown, row) in enumerate(computed, start=1):
        parted_by = next(compress(names, map(ne, before, values)), None) if placed else None
        place = placed[-1].place if placed and parted_by is None else number
        placed.append(Placed(place, row, shown, parted_by))
        before = values
    return placed


def _without_unknown(found: list[tuple[Value | None, ...]]) -> list[tuple[Value, ...]]:
    """The values to be compared: where one of several who are equal so far is unknown, all of them have the same."""
    if not any(None in values for values in found):
        return cast(list[tuple[Value, ...]], found)
    told: list[tuple[Value, ...]] = [()] * len(found)
    for position in range(len(found[0])):
        equal: dict[tuple[Value, ...], list[int]] = {}
        for number, before in enumerate(told):
            equal.setdefault(before, []).append(number)
        for numbers in equal.values():
            values = [found[number][position] for number in numbers]
            for number, value in zip(numbers, values, strict=True):
                told[number] += (0 if value is None or None in values else value,)
    return told


SPIELPUNKTE: Criterion[Scored] = Criterion("spielpunkte", attrgetter("spielpunkte"))
LEISTUNG: Criterion[Scored] = Criterion("leistung", attrgetter("leistung"))
WON: Criterion[Scored] = Criterion("won", attrgetter("won"))
LOST: Criterion[Scored] = Criterion("lost", attrgetter("lost"), more_is_better=False)

BY_LEISTUNG: tuple[Criterion[Scored], ...] = (LEISTUNG, WON, LOST)
"""The customary order of individuals and of teams within a Serie, before any lot."""

FIRST_COMPUTED_LOT = 2**48
"""No computed lot is smaller; numbers drawn by hand are, and so stand before the computed ones."""


def lot_number(seed: str | int, key: str) -> int:
    """Draw the lot of one competitor: the same number for the same seed and key on every machine.

    It is 2**48 plus the first twelve hexadecimal digits of the SHA-256 of seed, line feed and key in UTF-8,
    which `printf '%s\\n%s' SEED KEY | sha256sum` shows to anybody. It stays below 2**53, so JSON and every
    database keep it exactly. The seeds 7 and "7" are the same. A ranking that wants a lot of its own adds its
    name to the seed.

    >>> hex(lot_number("Pfingstpreisskat", "Anna") - FIRST_COMPUTED_LOT)
    '0xb45a43969be8'
    """
    digest = hashlib.sha256(f"{seed}\n{key}".encode()).hexdigest()
    return FIRST_COMPUTED_LOT + int(digest[:12], 16)


def lot(seed: str | int, recorded: Mapping[str, int] | None = None) -> Criterion[Keyed]:
    """Make the lot a criterion: the smaller number goes first.

    `recorded` maps keys to numbers that were drawn by hand or kept from an earlier draw; they hold instead of
    the computed ones. Equal numbers part nobody. Raises ValueError for a number out of range.
    """
    drawn = dict(recorded or {})
    if any(not 0 <= number < 2 * FIRST_COMPUTED_LOT for number in drawn.values()):
        raise ValueError("a recorded lot is a whole number from 0 to 2**49 - 1")

    def draw(row: Keyed) -> int:
        return drawn[row.key] if row.key in drawn else lot_number(seed, row.key)

    return Criterion("lot", draw, more_is_better=False)


class Result(NamedTuple):
    """What one Serie brought a player or a team.

    `key` is the competitor, `round` the number of the Serie, `lists` how many Spiellisten stand behind it:
    1 for a player; for a team fewer than its size where members are missing, and 0 where it did not appear.
    """

    key: str
    round: int
    spielpunkte: Count
    won: Count
    lost: Count
    leistung: int
    lists: int = 1


@dataclass(frozen=True, slots=True)
class Total:
    """The sums of one competitor, with the results they come from in the order of the Serien."""

    key: str
    results: tuple[Result, ...]
    spielpunkte: Count
    won: Count
    lost: Count
    leistung: int
    lists: int

    @property
    def average(self) -> Fraction:
        """Leistung per list, exact; 0 without a list. Round it only to show it (`format_average`)."""
        return Fraction(self.leistung, self.lists) if self.lists else Fraction(0)

    def missing(self, expected: int) -> int:
        """How many lists are missing of the expected: Serien for a player, size x Serien for a team."""
        return expected - self.lists


AVERAGE: Criterion[Total] = Criterion("average", attrgetter("average"))


def totals(results: Iterable[Result], rounds: Container[int] | None = None) -> list[Total]:
    """Add up the results of every competitor, in the order of keys.

    `rounds` are the Serien that count: `range(1, 4)` for the state after three of them, `{2}` for the
    second alone; without it all do. Several results of one competitor in one Serie are added (**D**: who
    stepped in at another table has two lists). Who has no result in these Serien is not listed.

    >>> results = [Result("Anna", 1, 700, 10, 1, 1210), Result("Anna", 2, 600, 9, 0, 1050)]
    >>> [total] = totals(results)
    >>> total.leistung, total.lists, format_average(total.average)
    (2260, 2, '1130,00')
    """
    by_key: dict[str, list[Result]] = {}
    for result in results:
        if rounds is None or result.round in rounds:
            by_key.setdefault(result.key, []).append(result)
    return [Total(key, *_add(by_key[key])) for key in sorted(by_key)]


def _in_order(result: Result) -> tuple[str | int, ...]:
    """All that a result says; what is not known stands before every number."""
    return tuple(-(10**9) if part is None else part for part in result)


def add_known(counts: Iterable[Count]) -> Count:
    """The sum of counts, None where one of them is unknown."""
    total = 0
    for count in counts:
        if count is None:
            return None
        total += count
    return total


def _add(results: Iterable[Result]) -> tuple[tuple[Result, ...], Count, Count, Count, int, int]:
    """The results in the order of the Serien, then their sums: everything of a `Total` but its key."""
    ordered = tuple(sorted(results, key=_in_order))
    return (
        ordered,
        add_known(result.spielpunkte for result in ordered),
        add_known(result.won for result in ordered),
        add_known(result.lost for result in ordered),
        sum(result.leistung for result in ordered),
        sum(result.lists for result in ordered),
    )


def qualify(placed: Iterable[Placed[Row]], places: int) -> frozenset[str]:
    """The keys of those on the first `places` places; all who share the last of them go through (**D**)."""
    return frozenset(entry.row.key for entry in placed if entry.place <= places)


def cut(results: Iterable[Result], after: int, keys: Container[str], carry: bool) -> list[Result]:
    """The results that count after a cut: those of `keys` only.

    `after` is the last Serie before the cut. With `carry` ("Mitnahme") the points made until then count
    too; without it only later Serien do.
    """
    return [result for result in results if result.key in keys and (carry or result.round > after)]


def team_results(results: Iterable[Result], teams: Mapping[str, Collection[str]]) -> list[Result]:
    """Add up the members of teams: one `Result` per team and Serie in which a member has a list.

    `teams` maps the key of a team to the keys of its members: two for Tandem and Mixed, four for a team, the
    squad for a league team whose line-up changes; a player may belong to several. `lists` counts the members'
    lists, so size - lists members are missing. Ordered by team and Serie.

    >>> results = [Result("Anna", 1, 700, 10, 1, 1210), Result("Bert", 1, 20, 2, 3, 150),
    ...            Result("Anna", 2, 600, 9, 0, 1050)]
    >>> for result in team_results(results, {"Tandem 1": ["Anna", "Bert"]}):
    ...     print(result.round, result.leistung, result.lists)
    1 1360 2
    2 1050 1
    """
    by_player: dict[str, list[Result]] = {}
    for result in results:
        by_player.setdefault(result.key, []).append(result)
    summed = []
    for team in sorted(teams):
        own = [result for member in frozenset(teams[team]) for result in by_player.get(member, ())]
        for number in sorted({result.round for result in own}):
            _results, spielpunkte, won, lost, leistung, lists = _add(each for each in own if each.round == number)
            summed.append(Result(team, number, spielpunkte, won, lost, leistung, lists))
    return summed


SCALE_3210 = (3, 2, 1, 0)
SCALE_6420 = (6, 4, 2, 0)
SCALE_43210 = (4, 3, 2, 1, 0)


class Wertung(NamedTuple):
    """The Wertungspunkte of one team for one Serie: plus and minus together are the top of the scale."""

    result: Result
    place: int
    plus: Fraction
    minus: Fraction


def award(
    results: Iterable[Result],
    scale: Sequence[int] = SCALE_3210,
    criteria: Sequence[Criterion[Scored]] = BY_LEISTUNG,
) -> list[Wertung]:
    """Rank the teams of one group Serie by Serie and give them Wertungspunkte, best first within a Serie.

    `results` are the team results of one group (`team_results`), `scale` the plus points from the first
    place down; what a place falls short of the first is its minus points: 3:0, 2:1, 1:2, 0:3. Fewer teams
    get the top of the scale (three: 3:0, 2:1, 1:2). A team without a list gets no Wertung. Teams equal by
    all criteria share the points of the places they occupy. A withdrawn team is annulled by leaving its
    results out.

    Raises ValueError for a scale that is not falling, more teams than it has places, or two results of a
    team in one Serie.

    >>> for wertung in award([Result("A", 1, 0, 40, 8, 4100), Result("B", 1, 0, 41, 9, 4350),
    ...                       Result("C", 1, 0, 40, 8, 4100), Result("D", 1, 0, 30, 9, 2999)]):
    ...     print(wertung.result.key, wertung.place, f"{wertung.plus}:{wertung.minus}")
    B 1 3:0
    A 2 3/2:3/2
    C 2 3/2:3/2
    D 4 0:3
    """
    if list(scale) != sorted(scale, reverse=True):
        raise ValueError(f"the scale {tuple(scale)} must fall from the first place down")
    present = [result for result in results if result.lists]
    wertungen: list[Wertung] = []
    for number in sorted({result.round for result in present}):
        of_round = [result for result in present if result.round == number]
        if len({result.key for result in of_round}) < len(of_round):
            raise ValueError(f"a team has two results in Serie {number}")
        if len(of_round) > len(scale):
            raise ValueError(f"{len(of_round)} teams in Serie {number}, the scale has {len(scale)} places")
        wertungen.extend(_share_scale(rank(of_round, criteria), scale))
    return wertungen


def _share_scale(placed: Sequence[Placed[Result]], scale: Sequence[int]) -> list[Wertung]:
    wertungen = []
    for entry in placed:
        points = [scale[index] for index, other in enumerate(placed) if other.place == entry.place]
        plus = Fraction(sum(points), len(points))
        wertungen.append(Wertung(entry.row, entry.place, plus, scale[0] - plus))
    return wertungen


@dataclass(frozen=True, slots=True)
class LeagueTotal(Total):
    """A line of a league table: a total with Wertungspunkte, and the Wertungen they come from."""

    wertungen: tuple[Wertung, ...]
    plus: Fraction
    minus: Fraction


PLUS: Criterion[LeagueTotal] = Criterion("plus", attrgetter("plus"))
MINUS: Criterion[LeagueTotal] = Criterion("minus", attrgetter("minus"), more_is_better=False)

BY_WERTUNG: tuple[Criterion[LeagueTotal], ...] = (PLUS, *BY_LEISTUNG)
"""The customary order of a league table: Wertungspunkte, Spielpunkte (Leistung), more won, fewer lost."""


def league_totals(teams: Iterable[str], wertungen: Iterable[Wertung]) -> list[LeagueTotal]:
    """Add up the Wertungen of a Staffel, one line per team of `teams`, in the order of keys.

    A team that has not played yet stands there with 0:0. The Serien are numbered through the season, if the
    Wertungen of a line are to stand in its order. Rank the lines by `BY_WERTUNG` or another order.

    >>> day = award([Result("A", 1, 0, 40, 8, 4100), Result("B", 1, 0, 41, 9, 4350)])
    >>> [(p.place, p.row.key, int(p.row.plus), int(p.row.minus), p.row.leistung)
    ...  for p in rank(league_totals("ABC", day), BY_WERTUNG)]
    [(1, 'B', 3, 0, 4350), (2, 'A', 2, 1, 4100), (3, 'C', 0, 0, 0)]
    """
    by_team: dict[str, list[Wertung]] = {team: [] for team in teams}
    for wertung in wertungen:
        if wertung.result.key in by_team:
            by_team[wertung.result.key].append(wertung)
    lines = []
    for team in sorted(by_team):
        own = tuple(sorted(by_team[team]))
        plus = sum((wertung.plus for wertung in own), Fraction(0))
        minus = sum((wertung.minus for wertung in own), Fraction(0))
        lines.append(LeagueTotal(team, *_add(wertung.result for wertung in own), own, plus, minus))
    return lines


class Zone(NamedTuple):
    """A stretch of places with a label, `first` to `last`; its kind says where it leads: up, play-off, down."""

    label: str
    first: int
    last: int
    kind: str = ""


def find_zone(place: int, zones: Iterable[Zone]) -> Zone | None:
    """The first zone that contains the place; a shared place counts as the number it bears."""
    return next((zone for zone in zones if zone.first <= place <= zone.last), None)


def format_average(value: Value, separator: str = ",") -> str:
    """Write a number with two decimals, rounded half away from zero, exactly.

    >>> format_average(Fraction(2261, 2)), format_average(Fraction(1, 8)), format_average(Fraction(-1, 200))
    ('1130,50', '0,13', '-0,01')
    """
    exact = abs(Fraction(value)) * 100
    hundredths = (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)
    sign = "-" if value < 0 and hundredths else ""
    return f"{sign}{hundredths // 100}{separator}{hundredths % 100:02d}"
