"""Whether what is stored of every list is still what its rows come to."""

from collections.abc import Iterator
from dataclasses import dataclass

from skatliga.lists.models import Sheet
from skatliga.lists.queries import view_of

Result = tuple[int, int, int, int]
"""Points, won, lost, Leistung of one seat."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One seat of one list whose stored result is another one; `None` where there is none."""

    sheet: Sheet
    seat: int
    stored: Result | None
    computed: Result | None


def find_differences(sheets: Iterator[Sheet]) -> Iterator[Difference]:
    """Every seat of these lists whose stored result is not what the rows come to."""
    for sheet in sheets:
        stored = {
            result.seat: (result.spielpunkte, result.won, result.lost, result.leistung)
            for result in sheet.results.all()
        }
        computed = _compute(sheet)
        for seat in sorted(stored.keys() | computed.keys()):
            if stored.get(seat) != computed.get(seat):
                yield Difference(sheet, seat, stored.get(seat), computed.get(seat))


def all_sheets() -> Iterator[Sheet]:
    """Every list with all that its evaluation needs, a few hundred at a time."""
    sheets = Sheet.objects.select_related("table__round__event").prefetch_related("rows", "feet", "results")
    return sheets.order_by("table__round__event__date", "table__round__number", "table__number").iterator(300)


def _compute(sheet: Sheet) -> dict[int, Result]:
    """What the list comes to by seat: nothing for a twin or an annulled list, which count for nobody."""
    if sheet.kind != Sheet.Kind.MAIN or sheet.state == Sheet.State.ANNULLED:
        return {}
    players = view_of(sheet).players
    return {player.seat: (player.spielpunkte, player.won, player.lost, player.leistung) for player in players}
