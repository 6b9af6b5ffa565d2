"""Events with lists entered by their foot, for the tests of rankings.

A seat's Leistung at a table of four is points + 50 x (won - lost) + 30 x lost deals of the others (SkWO 6.3.1).
"""

import datetime

from scoring.foot_check import PaperFoot
from skatliga.events.models import Event, Table
from skatliga.events.services import create_event, enter_guests, seat_round, set_state
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import move
from web.replayed import world

State = Sheet.State

# Twelve deals at a table of four, five of them lost in all:
#   seat 1: 100 points, 3 won, 1 lost -> 100 + 50 x 2 + 30 x 4 = 320
#   seat 2:  60 points, 2 won, 1 lost ->  60 + 50 x 1 + 30 x 4 = 230
#   seat 3: 110 points, 2 won, 0 lost -> 110 + 50 x 2 + 30 x 5 = 360
#   seat 4: -200 points, 0 won, 3 lost -> -200 - 50 x 3 + 30 x 2 = -290
FEET = [PaperFoot(100, 3, 1, 320), PaperFoot(60, 2, 1, 230), PaperFoot(110, 2, 0, 360), PaperFoot(-200, 0, 3, -290)]
NAMES = ["Anton Zier", "Hans von Ärmel", "Berta Öhm", "Cäsar Adam", "Dora Ude", "Emil Über", "Fritz", "Grete Oder"]


@world
def make_evening(club, evaluation: str = "seeger-fabian", rounds: int = 2, **fields) -> Event:
    """Serien of twelve deals, eight guests, always at the same two tables."""
    event = create_event(
        club,
        name="Preisskat",
        date=datetime.date(2026, 11, 21),
        rounds=rounds,
        rulebook="isko-2022",
        evaluation=evaluation,
        deals_at_four=12,
        deals_at_three=12,
        **fields,
    )
    set_state(event, Event.State.PUBLISHED)
    enter_guests(event, [(name, "SC Gera") for name in NAMES])
    for round in event.rounds.all():
        seat_round(round, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    event.refresh_from_db()
    return event


@world
def enter_list(user, event, round: int, table: int, feet=FEET, to: str = State.CHECKED) -> Sheet:
    """Enter the list of a table by its foot and bring it to a state, through those before it."""
    sheet = open_sheet(Table.objects.get(round__event=event, round__number=round, number=table), user)
    enter_feet(sheet.pk, feet, 0, Change(sheet.revision, user))
    steps = {
        State.OPEN: (),
        State.AT_TABLE: (State.AT_TABLE,),
        State.HANDED_IN: (State.HANDED_IN,),
        State.IN_QUESTION: (State.HANDED_IN, State.IN_QUESTION),
        State.ENTERED: (State.ENTERED,),
        State.CHECKED: (State.ENTERED, State.CHECKED),
        State.BINDING: (State.ENTERED, State.CHECKED, State.BINDING),
        State.ANNULLED: (State.ANNULLED,),
    }[to]
    reason = "verschrieben" if to == State.ANNULLED else ""
    for step in steps:
        sheet.refresh_from_db()
        move(sheet.pk, step, Change(sheet.revision, user, reason))
    sheet.refresh_from_db()
    return sheet
