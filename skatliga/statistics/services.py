"""Keeping what was counted current.

Whoever is about to show figures asks first (`bring_up_to_date`). Only events that have changed since are added up
again, in them only lists that have changed are valued again, and only the sums of those who played them are made again.
Two who ask at once may both count, but nothing is stored unless the event is still as it was when it was read: a change
of an event and its new version are one transaction, so figures that name a version are those of that version.

* **D** Those lists count that count in rankings: entered, checked, binding or in question.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from scoring import ScoreSheet as EngineSheet
from scoring import evaluate
from scoring.figures import NO_RUN, Figures, Written, total, total_written, write
from scoring.sheet import ScorePlayer
from scoring.sheet_figures import CountedDeal, count_against, count_deals, count_foot, follow, with_points
from skatliga.events.models import Event
from skatliga.lists.evaluation import engine_row
from skatliga.lists.models import SeatResult, Sheet
from skatliga.lists.queries import frame_of, stored_rows
from skatliga.statistics.models import Counted, Tally

COUNTING: Final = 2
"""The way of counting, kept with what was counted: raised whenever `Counted` would say anything else of an unchanged
list than before, here or in `scoring.sheet_figures`. Then everything is counted anew as pages ask for it."""


def count_sheet(sheet: Sheet) -> Counted:
    """What was played on a list, not yet stored; it comes with its rows, results and substitutions."""
    results = list(sheet.results.all())
    if sheet.rows.all():
        return _count_rows(sheet, results)
    # A match has as many deals as were won (`lists.evaluation`).
    deals = sum(won for _points, won, _lost in (result.counts for result in results)) if sheet.target else sheet.deals
    book = frame_of(sheet).book
    figures = [(result, count_foot(book, sheet.evaluation, deals, _player(result))) for result in results]
    return _counted(sheet, deals, figures, {}, [])


def _count_rows(sheet: Sheet, results: list[SeatResult]) -> Counted:
    book = frame_of(sheet).book
    rows = tuple(engine_row(row, book) for row in stored_rows(sheet))
    engine_sheet = EngineSheet(book, sheet.seats, rows, sheet.evaluation, target=sheet.target)
    deals = list(follow(engine_sheet, evaluate(engine_sheet)))
    figures: list[tuple[SeatResult, Figures]] = []
    against: dict[str, tuple[int, int]] = {}
    apart = set(combinations(sorted(result.entry_id for result in results), 2))
    for part, holders in _stretches(sheet, results, deals):
        counted = count_deals(engine_sheet, part)
        figures += [(result, counted[seat - 1]) for seat, result in holders.items()]
        for (declarer, opponent), tried in count_against(part).items():
            pair = f"{holders[declarer].entry_id} {holders[opponent].entry_id}"
            played, won = against.get(pair, (0, 0))
            against[pair] = played + tried.played, won + tried.won
        for seats in {played.playing for played in part}:
            apart.difference_update(combinations(sorted(holders[seat].entry_id for seat in seats), 2))
    by_result: dict[int, list[Figures]] = {result.pk: [] for result in results}
    for result, part_figures in figures:
        by_result[result.pk].append(part_figures)
    whole = [
        (result, with_points(total(by_result[result.pk]), sheet.evaluation, _player(result))) for result in results
    ]
    return _counted(sheet, len(deals), whole, against, sorted(apart))


def _stretches(
    sheet: Sheet, results: list[SeatResult], deals: list[CountedDeal]
) -> Iterator[tuple[list[CountedDeal], dict[int, SeatResult]]]:
    """The deals between one change of a seat and the next, each with whose result stands for each seat."""
    taken_from = {(each.seat, each.entry_id): each.from_deal for each in sheet.substitutions.all() if each.split}
    holders: dict[int, SeatResult] = {}
    later: dict[int, list[SeatResult]] = {}
    for result in results:
        if deal := taken_from.get((result.seat, result.entry_id)):
            later.setdefault(deal, []).append(result)
        else:
            holders[result.seat] = result
    start = 1
    for deal, newcomers in sorted(later.items()):
        yield deals[start - 1 : deal - 1], holders
        holders = holders | {result.seat: result for result in newcomers}
        start = deal
    yield deals[start - 1 :], holders


def _player(result: SeatResult) -> ScorePlayer:
    return ScorePlayer(result.seat, *result.counts, 0, result.leistung)


def _counted(
    sheet: Sheet,
    deals: int,
    figures: list[tuple[SeatResult, Figures]],
    against: dict[str, tuple[int, int]],
    apart: list[tuple[int, int]],
) -> Counted:
    return Counted(
        sheet=sheet,
        revision=sheet.revision,
        counting=COUNTING,
        deals=deals,
        figures={str(result.entry_id): write(each) for result, each in figures},
        against=against,
        apart=apart,
    )


# ---- Keeping it current

SHEETS_AT_ONCE = 200
"""How many lists are read together with their rows."""


class _News(NamedTuple):
    """What an event comes to now and did not before."""

    counted: list[Counted]
    """Lists that are new or have changed."""
    gone: list[UUID]
    """Lists that do not count any more."""
    entries: set[int]
    """Whose lists are among them."""

    @property
    def replaced(self) -> list[UUID]:
        """Lists whose figures do not hold any more."""
        return [*self.gone, *(each.sheet_id for each in self.counted)]


def stale(events: QuerySet[Event]) -> list[int]:
    """The keys of those of these events whose tally is missing or not that of their version."""
    current = Tally.objects.filter(event=OuterRef("pk"), entry=None, version=OuterRef("version"), counting=COUNTING)
    return list(events.filter(~Exists(current)).order_by("pk").values_list("pk", flat=True))


def by_key(events: QuerySet[Event]) -> QuerySet[Event]:
    """The same events by their keys, one query: what is then asked of few among very many is looked up event by event.

    PostgreSQL cannot tell how few they are where they come from a query in the query, and joins all lists there are.
    """
    return Event.objects.filter(pk__in=list(events.order_by().values_list("pk", flat=True)))


def bring_up_to_date(events: QuerySet[Event]) -> None:
    """Count again what has changed; one query where nothing has."""
    for event in stale(events):
        tally_event(event)


def up_to_date(events: QuerySet[Event]) -> QuerySet[Event]:
    """These events by their keys, with what has changed counted again; two queries where nothing has."""
    found = by_key(events)
    bring_up_to_date(found)
    return found


def forget() -> None:
    """Let everything be counted again."""
    Counted.objects.all().delete()
    Tally.objects.all().delete()


def tally_event(event: int) -> None:
    """Add up an event as it is now."""
    version = Event.objects.filter(pk=event).values_list("version", flat=True).first()
    if version is None or _store_if_unchanged(event, version, *_count(event, version)):
        return
    with transaction.atomic():  # somebody was faster; now nobody else changes it until it is stored
        version = _lock(event)
        if version is not None:
            _store(event, *_count(event, version))


def _lock(event: int) -> int | None:
    return Event.objects.select_for_update(no_key=True).filter(pk=event).values_list("version", flat=True).first()


@transaction.atomic
def _store_if_unchanged(event: int, version: int, news: _News, tallies: list[Tally]) -> bool:
    if _lock(event) != version:
        return False
    _store(event, news, tallies)
    return True


def _store(event: int, news: _News, tallies: list[Tally]) -> None:
    Counted.objects.filter(sheet__in=news.replaced).delete()
    Counted.objects.bulk_create(news.counted, batch_size=SHEETS_AT_ONCE)
    Tally.objects.filter(Q(entry__in=news.entries) | Q(entry=None), event=event).delete()
    Tally.objects.bulk_create(tallies)


def _count(event: int, version: int) -> tuple[_News, list[Tally]]:
    """Compare the lists of an event with what was counted; nothing is written."""
    unknown = SeatResult.objects.filter(sheet=OuterRef("pk"), spielpunkte__isnull=True)
    sheets = Sheet.objects.counting().filter(~Exists(unknown), table__round__event=event)
    in_order = dict(sheets.order_by("table__round__number", "table__number").values_list("pk", "revision"))
    kept = Counted.objects.filter(sheet__table__round__event=event)
    before = {pk: (revision, way) for pk, revision, way in kept.values_list("sheet", "revision", "counting")}
    changed = [pk for pk, revision in in_order.items() if before.get(pk) != (revision, COUNTING)]
    gone = [pk for pk in before if pk not in in_order]
    counted: list[Counted] = []
    for start in range(0, len(changed), SHEETS_AT_ONCE):
        some = Sheet.objects.filter(pk__in=changed[start : start + SHEETS_AT_ONCE])
        counted += map(count_sheet, some.prefetch_related("rows", "results", "substitutions"))
    earlier = Counted.objects.filter(sheet__in=[*gone, *(pk for pk in changed if pk in before)])
    entries = {int(entry) for each in (*earlier, *counted) for entry in each.figures}
    news = _News(counted, gone, entries)
    return news, _tallies(event, version, _own_figures(news, in_order), news)


def _own_figures(news: _News, in_order: Iterable[UUID]) -> dict[int, Figures]:
    """What those have played whose lists have changed, on all lists of the event, given in the order of time."""
    new = {each.sheet_id: each for each in news.counted}
    theirs = SeatResult.objects.filter(entry__in=news.entries).exclude(sheet__in=new).values("sheet")
    by_sheet = {each.sheet_id: each for each in Counted.objects.filter(sheet__in=theirs)} | new
    lists: dict[int, list[Written]] = {entry: [] for entry in news.entries}
    for sheet in in_order:
        if sheet in by_sheet:
            for entry, figures in by_sheet[sheet].figures.items():
                if int(entry) in lists:
                    lists[int(entry)].append(figures)
    return {entry: total_written(figures) for entry, figures in lists.items() if figures}


def _tallies(event: int, version: int, own: dict[int, Figures], news: _News) -> list[Tally]:
    """The tallies of those whose lists have changed, and that of all, the others being as they were."""
    others = Tally.objects.filter(event=event, entry__isnull=False).exclude(entry__in=news.entries)
    figures = total_written([*others.values_list("figures", flat=True), *map(write, own.values())])
    kept = Counted.objects.filter(sheet__table__round__event=event).exclude(sheet__in=news.replaced)
    sheets = kept.aggregate(number=Count("pk"), deals=Coalesce(Sum("deals"), 0))
    whole = _tally(
        event,
        None,
        version,
        replace(figures, run=NO_RUN),  # a series is one player's
        sheets["number"] + len(news.counted),
        sheets["deals"] + sum(each.deals for each in news.counted),
    )
    return [whole, *(_tally(event, entry, version, each, each.lists, each.deals) for entry, each in own.items())]


def _tally(event: int, entry: int | None, version: int, figures: Figures, lists: int, deals: int) -> Tally:
    return Tally(
        event_id=event,
        entry_id=entry,
        version=version,
        counting=COUNTING,
        figures=write(figures),
        lists=lists,
        deals=deals,
        declared=figures.declared.played,
        won=figures.declared.won,
        spielpunkte=sum(points.spielpunkte for points in figures.points.values()),
        leistung=sum(points.leistung for points in figures.points.values()),
    )
