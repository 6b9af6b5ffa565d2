"""What a list came to for whom: a result for every seat, for two players where one took over from the other.

**D** A split result needs rows: of a list that is only a foot nobody can tell who made which points, so it stays with
the starter. The part of the starter is what the list comes to before the substitute's first deal; the rest, with what
the others lose from then on, is the substitute's.
"""

from collections.abc import Iterator

from scoring.sheet import ScorePlayer
from skatliga.lists.evaluation import AnyPlayer, UnknownPlayer, View, reckon
from skatliga.lists.models import SeatResult, Sheet
from skatliga.lists.queries import frame_of, stored_rows


def results_of(sheet: Sheet, view: View) -> Iterator[SeatResult]:
    """The results to be kept beside a list, not yet stored."""
    entries = {seat.number: seat.entry_id for seat in sheet.table.seats.all()}
    split = {taken.seat: taken for taken in sheet.substitutions.all() if taken.split} if view.rows else {}
    for player in view.players:
        taken = split.get(player.seat)
        if taken is None or isinstance(player, UnknownPlayer):
            yield seat_result(sheet, player, entries[player.seat])
            continue
        before = _players_before(sheet, view, taken.from_deal)[player.seat - 1]
        yield seat_result(sheet, before, entries[player.seat])
        yield seat_result(sheet, _difference(player, before), taken.entry_id)


def _players_before(sheet: Sheet, view: View, deal: int) -> tuple[ScorePlayer, ...]:
    """What everybody had before this deal."""
    first = next((row.nr for row in view.rows if row.number >= deal), view.rows[-1].nr + 1)
    rows = [row for row in stored_rows(sheet) if row.nr < first]
    return reckon(frame_of(sheet), rows, [None] * sheet.seats, None).known_players


def _difference(whole: ScorePlayer, part: ScorePlayer) -> ScorePlayer:
    return ScorePlayer(whole.seat, *(all_of - part_of for all_of, part_of in zip(whole[1:], part[1:], strict=True)))


def seat_result(sheet: Sheet, player: AnyPlayer, entry: int) -> SeatResult:
    """What one player has on a list, not yet stored; ``entry`` is whose it is."""
    return SeatResult(
        sheet=sheet,
        seat=player.seat,
        entry_id=entry,
        spielpunkte=player.spielpunkte,
        won=player.won,
        lost=player.lost,
        leistung=player.leistung,
    )
