"""Counting meetings, seats at tables of three and seats from stored seatings, and what could not have been less.

Nothing here knows how a seating was found: a report is counted from the tables as they will be published.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.seating.draw_model import (
    Displaced,
    DrawBounds,
    DrawField,
    DrawMeeting,
    DrawPlace,
    DrawReport,
    Mode,
    Player,
    Reason,
    Seating,
    Unmet,
    Wish,
    Wishes,
)

Pair = frozenset[Player]


@dataclass(frozen=True, slots=True)
class Counts:
    """What happened so far: meetings of pairs, seats at tables of three, how often on which seat."""

    meetings: Mapping[Pair, int]
    threes: Mapping[Player, int]
    seats: Mapping[tuple[Player, int], int]


def recount(seatings: Iterable[Seating]) -> Counts:
    """Count from stored seatings. Where all tables are of three, none of them counts as one.

    >>> counts = recount([(("A", "B", "C", "D"), ("E", "F", "G")), (("E", "A", "F", "B"), ("G", "C", "D"))])
    >>> counts.meetings[frozenset("AB")], counts.threes["G"], counts.seats["A", 1], counts.seats["A", 2]
    (2, 2, 1, 1)
    """
    meetings: Counter[Pair] = Counter()
    threes: Counter[Player] = Counter()
    seats: Counter[tuple[Player, int]] = Counter()
    for seating in seatings:
        meetings.update(_pairs(seating))
        threes.update(_in_threes(seating))
        seats.update((player, seat) for table in seating for seat, player in enumerate(table, 1))
    return Counts(meetings, threes, seats)


def report(field: DrawField, seatings: Sequence[Seating], ranks: Sequence[int] = ()) -> DrawReport:
    """What these seatings bring after the history of the field; fixed places and standing concern the first.

    `ranks` says for every table which one it is by standing, where a fixed place gave it another number.
    """
    before, now = recount(field.history), recount((*field.history, *seatings))
    pairs = Counter(pair for seating in seatings for pair in _pairs(seating))
    threes = Counter(player for seating in seatings for player in _in_threes(seating))
    clubs, regions = field.wishes.clubs, field.wishes.regions
    apart = forbidden_pairs(field.wishes)
    together: Counter[str] = Counter()
    for pair, times in pairs.items():
        first, second = pair
        if pair in apart:
            together["apart"] += times
        if clubs.get(first) and clubs.get(first) == clubs.get(second):
            together["club"] += times
        elif regions.get(first) and regions.get(first) == regions.get(second):
            together["region"] += times
    number = {player: number for number, player in enumerate(field.players)}
    again = sorted(
        (*sorted(number[player] for player in pair), now.meetings[pair]) for pair in pairs if now.meetings[pair] > 1
    )
    return DrawReport(
        repeats=sum(_twice(now.meetings[pair]) - _twice(before.meetings.get(pair, 0)) for pair in pairs),
        pairs=tuple(DrawMeeting(field.players[first], field.players[second], times) for first, second, times in again),
        max_meetings=max((now.meetings[pair] for pair in pairs), default=0),
        second_threes=sum(_twice(now.threes[player]) - _twice(before.threes.get(player, 0)) for player in threes),
        threes=tuple(player for player in field.players if player in threes and now.threes[player] > 1),
        club_pairs=together["club"],
        region_pairs=together["region"],
        team_pairs=together["apart"],
        displaced=tuple(_displaced(field, seatings[0], ranks)),
        unmet=tuple(_unmet(field, seatings[0], apart)),
        bounds=bounds(field, len(seatings)),
    )  # fmt: skip


def bounds(field: DrawField, rounds: int) -> DrawBounds:
    """What the next Serien cannot go below, whatever the seating."""
    before = recount(field.history)
    sizes = field.table_sizes
    groups = Counter(field.wishes.clubs[player] for player in field.players if field.wishes.clubs.get(player))
    present = set(field.players)
    short = sum(size == 3 for size in sizes) if set(sizes) != {3} else 0
    met = Counter(times for pair, times in before.meetings.items() if pair <= present)
    met[0] = len(present) * (len(present) - 1) // 2 - met.total()
    sat = Counter(before.threes.get(player, 0) for player in field.players)
    return DrawBounds(
        repeats=max(
            _fill(met, rounds * sum(map(_twice, sizes))),
            _crowded(field.history, present, sizes, rounds),
        ),
        second_threes=_fill(sat, 3 * short * rounds),
        club_pairs=rounds * sum(_spread(size, len(sizes)) for size in groups.values()),
        team_pairs=rounds * sum(_spread(size, len(sizes)) for size in _disjoint_teams(field.wishes, present)),
    )


def forbidden_pairs(wishes: Wishes) -> set[Pair]:
    """Team mates and the pairs that were named."""
    teams = (frozenset(pair) for team in wishes.teams for pair in combinations(team, 2))
    return {*teams, *(frozenset(pair) for pair in wishes.apart)}


def _disjoint_teams(wishes: Wishes, present: set[Player]) -> Iterator[int]:
    """The sizes of teams that share no member, the largest first: a pair of two teams must not be counted twice."""
    counted: set[Player] = set()
    for team in sorted((present.intersection(team) for team in wishes.teams), key=len, reverse=True):
        if counted.isdisjoint(team):
            counted |= team
            yield len(team)


def _fill(filled: Mapping[int, int], more: int) -> int:
    """The least sum when `more` further units go to the emptiest; `filled` says how many hold how much."""
    holders, total = Counter(filled), 0
    level = 0
    while more and holders.total():
        here = min(more, holders[level])
        total += level * here
        holders[level + 1] += here
        more -= here
        level += 1
    return total


def _crowded(history: Sequence[Seating], present: set[Player], sizes: Sequence[int], rounds: int) -> int:
    """Repeats because the players of one table find too few other tables to go to."""
    again = sum(_spread(len(present.intersection(table)), len(sizes)) for seating in history for table in seating)
    return rounds * again + _twice(rounds) * sum(_spread(size, len(sizes)) for size in sizes)


def _spread(members: int, tables: int) -> int:
    """The least number of pairs at one table when so many are spread over so many tables."""
    each, over = divmod(members, tables)
    return over * _twice(each + 1) + (tables - over) * _twice(each)


def _twice(number: int) -> int:
    return number * (number - 1) // 2


def _pairs(seating: Seating) -> Iterator[Pair]:
    return (frozenset(pair) for table in seating for pair in combinations(table, 2))


def _in_threes(seating: Seating) -> Iterator[Player]:
    if any(len(table) > 3 for table in seating):
        yield from (player for table in seating if len(table) == 3 for player in table)


def _home_tables(field: DrawField) -> dict[Player, int]:
    """The table of everybody by the standing alone, the first being 1."""
    tables = (number for number, size in enumerate(field.table_sizes, 1) for _ in range(size))
    return dict(zip(field.standing, tables, strict=True))


def _displaced(field: DrawField, seating: Seating, ranks: Sequence[int]) -> Iterator[Displaced]:
    if field.mode in (Mode.STANDING, Mode.NEARBY):
        home = _home_tables(field)
        for rank, table in zip(ranks or range(1, len(seating) + 1), seating, strict=True):
            yield from (Displaced(player, rank - home[player]) for player in table if rank != home[player])


def _unmet(field: DrawField, seating: Seating, apart: set[Pair]) -> Iterator[Unmet]:
    """The hard wishes of a seating that are not met, table by table."""
    places = field.wishes.places
    for number, table in enumerate(seating, 1):
        for pair in combinations(table, 2):
            if frozenset(pair) in apart:
                yield Unmet(Wish.APART, _why_together(field, pair), pair, number)
        for seat, player in enumerate(table, 1):
            place = places.get(player, DrawPlace())
            if place.table not in (None, number):
                yield Unmet(Wish.TABLE, _why_elsewhere(field, place, seating), (player,), number)
            if place.seat not in (None, seat):
                reason = Reason.FIXED if 1 <= place.seat <= len(table) else Reason.NO_SUCH_PLACE
                yield Unmet(Wish.SEAT, reason, (player,), number)
        if table[0] in field.wishes.no_list:
            alone = field.wishes.no_list.issuperset(table)
            yield Unmet(Wish.NO_LIST, Reason.NO_KEEPER if alone else Reason.FIXED, table[:1], number)


def _why_together(field: DrawField, pair: Sequence[Player]) -> Reason:
    present, tables = set(field.players), len(field.table_sizes)
    fixed = [field.wishes.places.get(player, DrawPlace()).table for player in pair]
    if any(present.issuperset(pair) and set(pair) <= set(team) and len(present.intersection(team)) > tables
           for team in field.wishes.teams):  # fmt: skip
        return Reason.TEAM_TOO_LARGE
    if fixed[0] is not None and fixed[0] == fixed[1]:
        return Reason.FIXED
    return Reason.NOT_FOUND if field.mode in (Mode.NO_REPEATS, Mode.LOT) else Reason.MODE


def _why_elsewhere(field: DrawField, place: DrawPlace, seating: Seating) -> Reason:
    """Others are the reason only where the table is full of those who are fixed to it."""
    if place.table is None or not 1 <= place.table <= len(seating):
        return Reason.NO_SUCH_PLACE
    if all(field.wishes.places.get(player, DrawPlace()).table == place.table for player in seating[place.table - 1]):
        return Reason.FIXED
    return Reason.NOT_FOUND if field.mode in (Mode.NO_REPEATS, Mode.LOT) else Reason.MODE
