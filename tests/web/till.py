"""A Preisskat of eight players with fees, and its lists, for the tests of money and prizes."""

import datetime

from scoring.foot_check import PaperFoot
from skatliga.desk.services import set_fees
from skatliga.events.models import Event, Table
from skatliga.events.services import create_event, enter_guests, seat_round, set_state
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import move

State = Sheet.State
NAMES = ("Anna", "Bert", "Cora", "Dirk", "Emil", "Frieda", "Gerd", "Hanne")

# Twelve deals, nobody passed in: points, won, lost. Seeger-Fabian at a table of four is
# points + 50 x (won - lost) + 30 x lost deals of the others (SkWO 6.3.1), added up by hand:
#   150 + 50 x 4 + 30 x 5 = 500,  80 + 50 x 1 + 30 x 4 = 250,  20 + 50 x 1 + 30 x 5 = 220, -250 - 50 x 4 + 30 x 1 = -420
WILD = (PaperFoot(150, 4, 0, None), PaperFoot(80, 2, 1, None), PaperFoot(20, 1, 0, None), PaperFoot(-250, 0, 4, None))
#   100 + 50 x 2 + 30 x 4 = 320,  60 + 50 x 1 + 30 x 4 = 230, 110 + 50 x 2 + 30 x 5 = 360, -200 - 50 x 3 + 30 x 2 = -290
CALM = (PaperFoot(100, 3, 1, None), PaperFoot(60, 2, 1, None), PaperFoot(110, 2, 0, None), PaperFoot(-200, 0, 3, None))


def preisskat(club, rounds: int = 2, players: int = 8, evaluation: str = "seeger-fabian", **fees) -> Event:
    """Published, everybody in all Serien at the same tables of four."""
    event = create_event(
        club,
        name="Preisskat",
        date=datetime.date(2026, 11, 21),
        rounds=rounds,
        rulebook="isko-2022",
        evaluation=evaluation,
        deals_at_four=12,
        deals_at_three=12,
    )
    enter_guests(event, [(name, "SC Gera") for name in NAMES[:players]])
    tables = {table: range(4 * table - 3, 4 * table + 1) for table in range(1, players // 4 + 1)}
    for round in event.rounds.all():
        seat_round(round, tables)
    set_state(event, Event.State.PUBLISHED)
    if fees:
        set_fees(event, **fees)
    event.refresh_from_db()
    return event


def enter_list(event, user, round, table, feet, *states) -> Sheet:
    """The list of a table by its foot, entered and then brought to further states."""
    sheet = open_sheet(Table.objects.get(round__event=event, round__number=round, number=table), user)
    enter_feet(sheet.pk, feet, 0, Change(sheet.revision, user))
    return bring(sheet, user, State.ENTERED, *states)


def correct_list(sheet, user, feet) -> Sheet:
    """The list in question, with another foot, and entered again."""
    bring(sheet, user, State.IN_QUESTION)
    enter_feet(sheet.pk, feet, 0, Change(sheet.revision, user))
    return bring(sheet, user, State.ENTERED)


def bring(sheet, user, *states) -> Sheet:
    """The list in one state after the other."""
    for state in states:
        sheet.refresh_from_db()
        move(sheet.pk, state, Change(sheet.revision, user, "nachgezählt"))
    sheet.refresh_from_db()
    return sheet
