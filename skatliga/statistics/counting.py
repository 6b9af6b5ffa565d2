"""From a stored list to figures: the list as the engine takes it, and which of its deals are whose.

* **D** Deals are counted for the player who has their result: where a seat was taken over, all of them for the starter,
  or each player's own where the result is split.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from scoring import Sheet as EngineSheet
from scoring import evaluate
from scoring.counting import Played, count_against, count_deals, count_foot, follow, with_points
from scoring.figures import Figures, total, write
from scoring.sheet import Player
from skatliga.lists.models import SeatResult, Sheet
from skatliga.lists.queries import frame_of, stored_rows
from skatliga.lists.reckoning import engine_row
from skatliga.statistics.models import Counted

COUNTING: Final = 2
"""The way of counting, kept with what was counted: raised whenever `Counted` would say anything else of an unchanged
list than before, here or in `scoring.counting`. Then everything is counted anew as pages ask for it."""


def count_sheet(sheet: Sheet) -> Counted:
    """What was played on a list, not yet stored; it comes with its rows, results and substitutions."""
    results = list(sheet.results.all())
    if sheet.rows.all():
        return _count_rows(sheet, results)
    # A match has as many deals as were won (`lists.reckoning`).
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
    sheet: Sheet, results: list[SeatResult], deals: list[Played]
) -> Iterator[tuple[list[Played], dict[int, SeatResult]]]:
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


def _player(result: SeatResult) -> Player:
    return Player(result.seat, *result.counts, 0, result.leistung)


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
