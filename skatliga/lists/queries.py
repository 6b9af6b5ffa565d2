"""Reading lists: what was entered, in the form the engine's reckoning takes."""

from scoring.faults import Foot as PaperFoot
from skatliga.lists.models import Sheet
from skatliga.lists.reckoning import Entered, Frame, View, reckon


def frame_of(sheet: Sheet) -> Frame:
    """All that the evaluation of this list depends on besides its rows."""
    return Frame(
        rulebook=sheet.rulebook,
        agreements=sheet.agreements,
        evaluation=sheet.evaluation,
        seats=sheet.seats,
        deals=sheet.deals,
        opponents_bonus={},
    )


def stored_rows(sheet: Sheet) -> tuple[Entered, ...]:
    """The rows of a list from top to bottom."""
    return tuple(
        Entered(
            nr=row.nr,
            declarer=row.declarer,
            deal=row.deal,
            score=row.score,
            running=row.running,
            playing=tuple(row.playing) if row.playing else None,
            penalty=row.penalty,
            void=row.void,
            reason=row.reason,
        )
        for row in sheet.rows.all()
    )


def paper_feet(sheet: Sheet) -> list[PaperFoot | None]:
    """The foot of the paper in seat order; `None` for a seat of which not all of points and counters are known."""
    stored = {foot.seat: foot for foot in sheet.feet.all()}
    feet: list[PaperFoot | None] = []
    for seat in range(1, sheet.seats + 1):
        foot = stored.get(seat)
        if foot is None or foot.spielpunkte is None or foot.won is None or foot.lost is None:
            feet.append(None)
        else:
            feet.append(PaperFoot(foot.spielpunkte, foot.won, foot.lost, foot.gesamt))
    return feet


def view_of(sheet: Sheet) -> View:
    """The list as it stands, valued by its rule book: what screen and paper show."""
    return reckon(frame_of(sheet), stored_rows(sheet), paper_feet(sheet), sheet.eingepasst)
