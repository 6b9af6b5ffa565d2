"""Two years of the demo club: an evening every other week, each with two Serien, and the club years they make.

* **D** The lists of the last half year are there deal by deal, those before by their feet alone, as in a club that took
  its old lists over from a file.
"""

import datetime
from collections.abc import Mapping, Sequence
from random import Random

from skatliga.events.models import Entry, Event
from skatliga.events.services import create_event, enter_at_once, seat_round, set_state
from skatliga.exchange.management.demo_games import draw_lists, tables_of
from skatliga.lists.bulk_create import store_whole
from skatliga.lists.models import FROM_FILE
from skatliga.people.models import Club, Player, User
from skatliga.years.models import ClubYear
from skatliga.years.services import add_evenings, create_year
from skatliga.years.services import set_state as set_year_state

EVENINGS = 52
BY_ROWS = 13
"""So many of the last ones are there deal by deal."""
LEAST = 8
"""Players who come at least."""


def create_past(
    club: Club, players: Sequence[Player], users: Mapping[str, User], year: ClubYear, rules: Mapping[str, object]
) -> None:
    """Evenings every other week before the `year` of the demonstration has its own, closed with their years.

    Those of the same year join it; every year before is closed.
    """
    by_chance = Random("Clubabende Demo")
    last = year.events.earliest("date").date
    evenings = [
        _play(club, players, users, last - datetime.timedelta(weeks=2 * ago), rules, by_chance, ago <= BY_ROWS)
        for ago in range(EVENINGS, 0, -1)
    ]
    for number in sorted({evening.date.year for evening in evenings}):
        found = [evening for evening in evenings if evening.date.year == number]
        if number == year.first_day.year:
            add_evenings(year, found)
            continue
        before = create_year(
            club,
            name=f"Clubjahr {number} Demo",
            first_day=datetime.date(number, 1, 1),
            last_day=datetime.date(number, 12, 31),
            rules=year.rules,
            template=found[-1],
        )
        add_evenings(before, found)
        for state in (ClubYear.State.PUBLISHED, ClubYear.State.FINAL):
            set_year_state(before, state)


def _play(
    club: Club,
    players: Sequence[Player],
    users: Mapping[str, User],
    date: datetime.date,
    rules: Mapping[str, object],
    by_chance: Random,
    with_rows: bool,
) -> Event:
    """One evening: who came, drawn by chance, at tables of four and three; all lists are there, and it is closed."""
    event = create_event(club, name="Clubabend Demo", place="Vereinsheim", date=date, rounds=2, **rules)
    came = sorted(by_chance.sample(range(len(players)), by_chance.randint(LEAST, len(players))))
    entries = [Entry(player=players[number], name=players[number].name, club_name=club.name) for number in came]
    enter_at_once(event, entries, users["liste"], FROM_FILE)
    for round in event.rounds.all():
        order = by_chance.sample(range(1, len(came) + 1), len(came))
        tables = -(-len(order) // 4)
        seats = {number + 1: order[number::tables] for number in range(tables)}
        seat_round(round, seats)
    store_whole(event, list(draw_lists(event, tables_of(event, 1, 2), by_chance, with_rows)), users["liste"], FROM_FILE)
    for state in (Event.State.PUBLISHED, Event.State.FINAL):
        set_state(event, state)
    return event
