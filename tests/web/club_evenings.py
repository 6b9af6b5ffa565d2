"""A club year of the tests: four members of the register, and evenings of one day each, played at once.

Lists are entered by their foot (`web.ranks`): at a table Leistung 320, 230, 360 and -290 by seat, won 3, 2, 2, 0, lost
1, 1, 0, 3.
"""

import datetime
from collections.abc import Sequence

import pytest

from skatliga.events.models import Event
from skatliga.events.services import create_event, enter_guests, enter_players, seat_round, set_state
from skatliga.people.models import Club, Player, User
from skatliga.people.services import add_player
from skatliga.years.models import ClubYear
from skatliga.years.services import add_evenings, create_year
from skatliga.years.services import set_state as set_year_state
from web.ranks import FEET, State, enter_list
from web.replayed import world

DAYS = {"first_day": datetime.date(2026, 1, 1), "last_day": datetime.date(2026, 12, 31)}
NAMES = ["Anna Adam", "Bert Bock", "Cora Cruse", "Dora Dorn"]


@pytest.fixture
@world
def members(club):
    """Four players of the register, by first name."""
    added = [add_player(club, first_name=name.split()[0], last_name=name.split()[1]) for name in NAMES]
    return {member.player.first_name: member for member in added}


@pytest.fixture
@world
def year(club):
    made = create_year(club, name="2026", **DAYS)
    set_year_state(made, ClubYear.State.PUBLISHED)
    return fresh(made)


@pytest.fixture
def play(club, members, schreiber):
    """An evening of one Serie on this day: players by first name or guests, four a table, with these feet."""

    def played(day, *names, year=None, feet=FEET, rounds=1, to=State.CHECKED, lists=True) -> Event:
        entered = [members[name].player if name in members else name for name in names]
        return _evening(club, schreiber, day, entered, year, feet, rounds, to, lists)

    return played


@world
def _evening(
    club: Club,
    user: User,
    day: tuple[int, int],
    entered: Sequence[Player | str],
    year: ClubYear | None,
    feet: list,
    rounds: int,
    to: str,
    lists: bool,
) -> Event:
    event = create_event(
        club,
        name="Clubabend",
        date=datetime.date(2026, *day),
        rounds=rounds,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
        deals_at_four=12,
        deals_at_three=12,
    )
    for who in entered:
        if isinstance(who, Player):
            enter_players(event, [who])
        else:
            enter_guests(event, [(who, "SC Gera")])
    set_state(event, Event.State.PUBLISHED)
    for round in event.rounds.all():
        seat_round(round, {t: range(4 * t - 3, 4 * t + 1) for t in range(1, len(entered) // 4 + 1)})
        for table in range(1, len(entered) // 4 + 1 if lists else 0):
            enter_list(user, event, round.number, table, feet, to)
    event.refresh_from_db()
    if year:
        add_evenings(year, [event])
    return event


def fresh(year: ClubYear) -> ClubYear:
    found = ClubYear.objects.select_related("club", "template").get(pk=year.pk)
    found.held = year.held
    return found
