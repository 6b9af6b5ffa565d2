"""Whether what is stored of every list is still what its rows come to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from skatliga.lists.models import SeatResult, Sheet
from skatliga.lists.queries import view_of
from skatliga.lists.seat_results import results_of

Result = tuple[int | None, int | None, int | None, int]
"""Points, won, lost, Leistung of one player on a list; only the last where nothing but the Gesamt is known."""


@dataclass(frozen=True, slots=True)
class ResultDifference:
    """One seat of one list whose stored result is another one; `None` where there is none."""

    sheet: Sheet
    seat: int
    stored: Result | None
    computed: Result | None


def find_differences(sheets: Iterator[Sheet]) -> Iterator[ResultDifference]:
    """Every seat of these lists whose stored result is not what the rows come to."""
    for sheet in sheets:
        stored, computed = _by_player(sheet.results.all()), _by_player(_compute(sheet))
        for place in sorted(stored.keys() | computed.keys()):
            if stored.get(place) != computed.get(place):
                yield ResultDifference(sheet, place[0], stored.get(place), computed.get(place))


def all_sheets() -> Iterator[Sheet]:
    """Every list with all that its evaluation needs, a few hundred at a time."""
    return whole_sheets().iterator(300)


def whole_sheets() -> QuerySet[Sheet]:
    """The lists with all that their evaluation needs, by event, Serie and table."""
    sheets = Sheet.objects.select_related("table__round__event").prefetch_related(
        "rows", "feet", "results", "substitutions", "table__seats"
    )
    return sheets.order_by("table__round__event__date", "table__round__number", "table__number")


def _compute(sheet: Sheet) -> Iterable[SeatResult]:
    """What the list comes to: nothing for a twin or an annulled list, which count for nobody."""
    if sheet.kind != Sheet.Kind.MAIN or sheet.state == Sheet.State.ANNULLED:
        return ()
    return results_of(sheet, view_of(sheet))


def _by_player(results: Iterable[SeatResult]) -> dict[tuple[int, int], Result]:
    """Results by seat and player, so that one that went to somebody else is noticed."""
    return {
        (result.seat, result.entry_id): (result.spielpunkte, result.won, result.lost, result.leistung)
        for result in results
    }
