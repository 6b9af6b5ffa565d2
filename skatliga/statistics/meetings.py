"""Two players at one table: who was ahead, and what each declared against the other."""

from collections.abc import Iterable, Sequence

from django.db.models import Count, QuerySet

from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.lists.models import SeatResult
from skatliga.people.models import Player
from skatliga.statistics.models import Counted
from skatliga.statistics.queries import PERSON, entries_of, has_page, results_of
from skatliga.statistics.services import bring_up_to_date
from skatliga.statistics.shown import HeadToHead, Meeting, Met, Side


def met(player: Player, events: QuerySet[Event], role: Role | None) -> tuple[Met, ...]:
    """The players of registers with whom this one sat at a table, those he met most often first. Two queries."""
    own = results_of(events).filter(entry__in=entries_of(player))
    others = results_of(events).filter(sheet__in=own.values("sheet"), entry__player__isnull=False)
    lists = dict(others.values_list(PERSON).annotate(Count("sheet", distinct=True)))
    lists.pop(player.pk, None)
    players = Player.objects.in_bulk(lists)
    found = (
        Met(pk, each.name if role else each.public_name, has_page(each), lists[pk]) for pk, each in players.items()
    )
    return tuple(sorted(found, key=lambda each: (-each.lists, each.name)))


def head_to_head(one: Player, other: Player, events: QuerySet[Event]) -> HeadToHead:
    """Two different players on the lists of these events on which both played. Five queries where nothing has
    changed."""
    bring_up_to_date(events)
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
    by_sheet: dict[object, tuple[list[SeatResult], list[SeatResult]]] = {}
    for result in both:
        sides = by_sheet.setdefault(result.sheet_id, ([], []))
        sides[result.entry_id in entries[other.pk]].append(result)
    meetings = tuple(_meeting(*sides) for sides in by_sheet.values())
    against = list(Counted.objects.filter(sheet__in=by_sheet).values_list("against", flat=True))
    return HeadToHead(
        lists=len(meetings),
        equal=sum(each.one == each.other for each in meetings),
        one=_side(
            sum(each.one > each.other for each in meetings),
            [result for ones, _others in by_sheet.values() for result in ones],
            _declared(against, entries[one.pk], entries[other.pk]),
        ),
        other=_side(
            sum(each.other > each.one for each in meetings),
            [result for _ones, others in by_sheet.values() for result in others],
            _declared(against, entries[other.pk], entries[one.pk]),
        ),
        meetings=meetings,
    )


def _meeting(ones: Sequence[SeatResult], others: Sequence[SeatResult]) -> Meeting:
    table = ones[0].sheet.table
    event = table.round.event
    return Meeting(
        sheet=ones[0].sheet_id,
        slug=event.slug,
        event=event.name,
        date=event.date,
        round=table.round.number,
        table=table.number,
        one=sum(result.leistung for result in ones),
        other=sum(result.leistung for result in others),
    )


def _side(ahead: int, results: Sequence[SeatResult], declared: tuple[int, int]) -> Side:
    points = sum(result.spielpunkte for result in results), sum(result.leistung for result in results)
    return Side(ahead, *points, *declared)


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
