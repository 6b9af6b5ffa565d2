"""The tournament of the demonstration: 61 players today, two Serien played, the third half in.

Of the third Serie there are lists in every state. Something is wrong in it, as on any day: a protest, a list in
question, one handed in and not entered, two who have not paid.
"""

import datetime
from collections.abc import Mapping, Sequence
from random import Random

from scoring.money import PrizePlan
from skatliga.desk.models import usual_ladder
from skatliga.desk.prize_plan import write_plan
from skatliga.desk.services import pay_entry_fee, set_fees
from skatliga.events.models import Entry, Event, Table
from skatliga.events.services import create_event, draw_round, enter_at_once, set_state
from skatliga.exchange.management.demo_games import draw_lists, tables_of
from skatliga.lists.bulk_create import store_whole
from skatliga.lists.models import Sheet
from skatliga.lists.protests import protest
from skatliga.lists.services import Change, open_sheet
from skatliga.lists.workflow import move
from skatliga.people.models import Club, Player, User

PLAYERS = 61
FIRST_NAMES = ("Alma", "Bodo", "Carla", "Dieter", "Erna", "Franz", "Greta", "Hugo")
LAST_NAMES = ("Amsel-Demo", "Bussard-Demo", "Drossel-Demo", "Elster-Demo", "Fink-Demo", "Meise-Demo")
CLUBS = ("Reizende Buben Demo", "Karo Sieben Demo", "Skatclub Nebenan Demo", "")
PROTEST = "In Spiel 7 war der Grand mit 2 gewonnen, nicht mit 1."
DOUBT = "Tisch bitten, die Summe von Platz 1 nachzurechnen."


def create_tournament(
    club: Club, players: Sequence[Player], users: Mapping[str, User], date: datetime.date, rules: Mapping[str, object]
) -> Event:
    """A published tournament in its third Serie."""
    event = create_event(
        club, name="Herbstpreisskat Demo", place="Stadthalle", date=date, rounds=3, second_person=True, **rules
    )
    names = [f"{first_name} {last_name}" for last_name in LAST_NAMES for first_name in FIRST_NAMES]
    guests = names[: PLAYERS - len(players)]
    entries = [Entry(player=player, name=player.name, club_name=club.name) for player in players]
    entries += [Entry(name=name, club_name=CLUBS[number % len(CLUBS)]) for number, name in enumerate(guests)]
    enter_at_once(event, entries, users["liste"], "")
    _let_it_cost(event, users["leitung"])
    set_state(event, Event.State.PUBLISHED)
    by_chance = Random("Herbstpreisskat Demo")
    for round in event.rounds.all():
        draw_round(round)
    _enter(event, tables_of(event, 1, 2), users, by_chance)
    _half_in(event, users, by_chance)
    return event


def _let_it_cost(event: Event, director: User) -> None:
    set_fees(
        event,
        entry_fee=1000,
        list_fee=0,
        abreizgeld=usual_ladder(),
        prizes=write_plan(PrizePlan(players_per_prize=5, series_prizes=(1000,))),
    )
    for entry in event.entries.order_by("start_number")[: PLAYERS - 2]:
        pay_entry_fee(entry, director)


def _enter(
    event: Event, tables: Sequence[Table], users: Mapping[str, User], by_chance: Random, checked: bool = True
) -> None:
    """The lists of these tables by their feet; checked by a second person, or waiting for one."""
    store_whole(event, list(draw_lists(event, tables, by_chance, with_rows=False)), users["liste"], "")
    for sheet in Sheet.objects.filter(table__in=tables) if checked else ():
        move(sheet.pk, Sheet.State.CHECKED, Change(sheet.revision, users["leitung"]))


def _half_in(event: Event, users: Mapping[str, User], by_chance: Random) -> None:
    """The third Serie: eight of sixteen lists have come, in all states there are; and a protest."""
    office, director = users["liste"], users["leitung"]
    tables = tables_of(event, 3)
    _enter(event, tables[:4], users, by_chance)
    _enter(event, tables[4:7], users, by_chance, checked=False)
    doubtful = Sheet.objects.get(table=tables[6])
    move(doubtful.pk, Sheet.State.IN_QUESTION, Change(doubtful.revision, office, DOUBT))
    handed_in = open_sheet(tables[7], office)
    move(handed_in.pk, Sheet.State.HANDED_IN, Change(handed_in.revision, office))
    protest(Sheet.objects.get(table__round__event=event, table__round__number=2, table__number=1), PROTEST, director)
