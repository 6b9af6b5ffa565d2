"""Two players at one table: who was ahead, and what each declared against the other.

* **D** Two have met on a list if both sat there at the same deal. A player who takes a seat over has not met the one
  who gave it up.
* **D** Points of lists that were evaluated in different ways are not added up.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, product
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.lists.models import SeatResult
from skatliga.people.models import Player
from skatliga.rules.books import kind_of, kinds_by_lists
from skatliga.statistics.models import Counted
from skatliga.statistics.pages import HeadToHead, Met, PlayerSide, SharedSheet
from skatliga.statistics.queries import PERSON, entries_at, entries_of, has_page, results_of
from skatliga.statistics.services import up_to_date


def met(player: Player, events: QuerySet[Event], role: Role | None) -> tuple[Met, ...]:
    """The players of registers with whom this one sat at a table, those he met most often first. Six queries where
    nothing has changed."""
    events = up_to_date(events)
    own = results_of(events).filter(entry__in=entries_at(player, events))
    at_table = results_of(events).filter(sheet__in=own.values("sheet"), entry__player__isnull=False)
    lists = Counter(dict(at_table.values_list(PERSON).annotate(Count("sheet", distinct=True))))
    lists -= Counter(_missed(player, at_table))  # nobody stands there with no list
    del lists[player.pk]
    players = Player.objects.in_bulk(lists)
    found = (
        Met(pk, each.name if role else each.public_name, has_page(each), lists[pk]) for pk, each in players.items()
    )
    return tuple(sorted(found, key=lambda each: (-each.lists, each.name)))


def _missed(player: Player, at_table: QuerySet[SeatResult]) -> Iterator[int]:
    """The others on these lists, once for each on which one came when the other was gone."""
    some_apart = at_table.filter(~Q(sheet__counted__apart=[]), sheet__counted__isnull=False).order_by("sheet")
    rows = some_apart.values_list("sheet", "entry", PERSON, "sheet__counted__apart")
    for (_sheet, apart), results in groupby(rows, key=lambda row: (row[0], row[3])):
        entries: dict[int, list[int]] = {}
        for _of, entry, person, _same in results:
            entries.setdefault(person, []).append(entry)
        own = entries.pop(player.pk, [])
        yield from (person for person, theirs in entries.items() if not _sat_together(own, theirs, apart))


def _sat_together(ones: Collection[int], others: Collection[int], apart: Iterable[Sequence[int]]) -> bool:
    """Whether some of these entries sat at the same deal as some of those."""
    never = {frozenset(pair) for pair in apart}
    return any(frozenset(pair) not in never for pair in product(ones, others))


def head_to_head(one: Player, other: Player, events: QuerySet[Event], kind: str | None = None) -> HeadToHead:
    """Two different players on the lists of these events at which both sat, of one kind of game. Six queries where
    nothing has changed."""
    events = up_to_date(events)
    entries = {who.pk: set(entries_of(who).values_list("pk", flat=True)) for who in (one, other)}
    with_one = results_of(events).filter(entry__in=entries[one.pk])
    with_other = results_of(events).filter(entry__in=entries[other.pk])
    both = (
        results_of(events)
        .filter(sheet__in=with_one.values("sheet"), entry__in=entries[one.pk] | entries[other.pk])
        .filter(sheet__in=with_other.values("sheet"))
        .select_related("sheet__table__round__event")
        .order_by("-sheet__table__round__event__date", "-sheet__table__round__event", "-sheet__table__round__number")
    )
    by_sheet: dict[UUID, tuple[list[SeatResult], list[SeatResult]]] = {}
    for result in both:
        sides = by_sheet.setdefault(result.sheet_id, ([], []))
        sides[result.entry_id in entries[other.pk]].append(result)
    against: dict[UUID, dict[str, list[int]]] = {}
    for sheet, of_sheet, apart in Counted.objects.filter(sheet__in=by_sheet).values_list("sheet", "against", "apart"):
        ones, others = ([result.entry_id for result in side] for side in by_sheet[sheet])
        if _sat_together(ones, others, apart):
            against[sheet] = of_sheet
        else:
            del by_sheet[sheet]
    kinds = kinds_by_lists((ones[0].sheet.rulebook, 1) for ones, _others in by_sheet.values())
    kind = kind or next(iter(kinds), None)
    by_sheet = {pk: sides for pk, sides in by_sheet.items() if kind_of(sides[0][0].sheet.rulebook) == kind}
    meetings = tuple(_meeting(*sides) for sides in by_sheet.values())
    declared = [against[sheet] for sheet in by_sheet if sheet in against]  # one may have arrived just now
    return HeadToHead(
        kinds=kinds,
        kind=kind,
        lists=len(meetings),
        equal=sum(each.one == each.other for each in meetings),
        comparable=len({ones[0].sheet.evaluation for ones, _others in by_sheet.values()}) < 2,
        one=_side(
            sum(each.one > each.other for each in meetings),
            [result for ones, _others in by_sheet.values() for result in ones],
            _declared(declared, entries[one.pk], entries[other.pk]),
        ),
        other=_side(
            sum(each.other > each.one for each in meetings),
            [result for _ones, others in by_sheet.values() for result in others],
            _declared(declared, entries[other.pk], entries[one.pk]),
        ),
        meetings=meetings,
    )


def _meeting(ones: Sequence[SeatResult], others: Sequence[SeatResult]) -> SharedSheet:
    table = ones[0].sheet.table
    event = table.round.event
    return SharedSheet(
        sheet=ones[0].sheet_id,
        slug=event.slug,
        event=event.name,
        date=event.date,
        round=table.round.number,
        table=table.number,
        one=sum(result.leistung for result in ones),
        other=sum(result.leistung for result in others),
    )


def _side(ahead: int, results: Sequence[SeatResult], declared: tuple[int, int]) -> PlayerSide:
    points = sum(result.counts[0] for result in results), sum(result.leistung for result in results)
    return PlayerSide(ahead, *points, *declared)


def _declared(against: Iterable[dict[str, list[int]]], own: set[int], opponents: set[int]) -> tuple[int, int]:
    """Own games against the opponents, and how many of them were won."""
    played = won = 0
    for pairs in against:
        for pair, (games, games_won) in pairs.items():
            declarer, opponent = map(int, pair.split())
            if declarer in own and opponent in opponents:
                played += games
                won += games_won
    return played, won
