"""Every Grand ouvert that was won at an event, or at several.

Only games entered as such are known: a list of bare values or of feet tells of none.
"""

from typing import NamedTuple

from django.db.models import Exists, OuterRef, Prefetch

from skatliga.events.models import Event
from skatliga.lists.models import ARRIVED, Row, SeatResult, Sheet
from skatliga.lists.queries import view_of


class GrandOuvert(NamedTuple):
    """A Grand ouvert that was won: by whom, and where it stands."""

    entry: int
    round: int
    table: int
    game: int
    """Spiel-Nr. on the list."""


def grand_ouverts(*events: Event | int) -> list[GrandOuvert]:
    """All of them by day, Serie, table and game, but for players außer Wertung. Events may be given by key.

    A list is valued only if it has one.
    """
    played = Row.objects.filter(sheet=OuterRef("pk"), void=False, deal__game="grand", deal__ouvert=True)
    sheets = (
        Sheet.objects.filter(Exists(played), table__round__event__in=events, kind=Sheet.Kind.MAIN, state__in=ARRIVED)
        .select_related("table__round")
        .prefetch_related("rows", "feet", Prefetch("results", SeatResult.objects.select_related("entry")))
        .order_by("table__round__event__date", "table__round__event", "table__round__number", "table__number")
    )
    return [found for sheet in sheets for found in _won_on(sheet)]


def _won_on(sheet: Sheet) -> list[GrandOuvert]:
    at_seat = {result.seat: result.entry_id for result in sheet.results.all() if not result.entry.unranked}
    deals = {row.nr: row.deal for row in sheet.rows.all() if row.deal and not row.void}
    table = sheet.table
    return [
        GrandOuvert(at_seat[line.declarer], table.round.number, table.number, line.number)
        for line in view_of(sheet).rows
        if line.nr in deals and line.score > 0 and _is_grand_ouvert(deals[line.nr]) and line.declarer in at_seat
    ]


def _is_grand_ouvert(deal: dict[str, object]) -> bool:
    return deal["game"] == "grand" and deal.get("ouvert") is True
