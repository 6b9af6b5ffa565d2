"""A guest known by name alone who becomes a member keeps what was played."""

import datetime

import pytest
from django.urls import reverse

from skatliga.access import Role
from skatliga.events.guests import adopt_entries, entries_as_guest
from skatliga.events.models import Entry, Event
from skatliga.events.services import create_event, enter_guests, enter_players, seat_round, set_state
from skatliga.lists.models import SeatResult
from skatliga.people.services import add_player, change_player
from skatliga.standings.rankings import ranking
from web.answers import told
from web.ranks import enter_list
from web.replayed import world

pytestmark = pytest.mark.django_db
NAMES = ("Hans Huber", "Berta Blau", "Cora Cruse", "Dirk Dorn")


@pytest.fixture
@world
def evening(club, schreiber) -> Event:
    """Hans is a guest and has a list; the evening is closed."""
    event = _event(club, "Preisskat", 1)
    enter_guests(event, [(name, "SC Gera") for name in NAMES])
    set_state(event, Event.State.PUBLISHED)
    seat_round(event.rounds.get(), {1: [1, 2, 3, 4]})
    enter_list(schreiber, event, 1, 1)
    set_state(event, Event.State.FINAL)
    event.refresh_from_db()
    return event


@pytest.fixture
@world
def hans(club):
    return add_player(club, first_name="Hans", last_name="Huber", number="77")


def _event(club, name: str, day: int) -> Event:
    return create_event(
        club,
        **{"name": name, "date": datetime.date(2026, 3, day), "rounds": 1, "rulebook": "isko-2022"},
        **{"evaluation": "seeger-fabian", "deals_at_four": 12, "deals_at_three": 12},
    )


def places(event: Event) -> list[tuple[int, str, object]]:
    return [(line.place, line.name, line.leistung) for line in ranking(event, Role.READER).lines]


def test_what_is_ticked_becomes_the_member_s_and_no_figure_changes(evening, hans, club, sign_in, leiterin):
    office = sign_in(leiterin)
    address = reverse("events:as_guest", args=[club.slug, hans.player_id])
    before = places(evening), list(SeatResult.objects.order_by("pk").values())
    page = office.get(address)
    assert "Preisskat, 01.03.2026: Hans Huber (SC Gera)" in page.text
    [entry] = entries_as_guest(hans)
    page = office.post(address, {"entries": [entry.pk]}, follow=True)
    assert told(page) == ["1 Teilnahme gehört jetzt Hans Huber."]
    entry.refresh_from_db()
    assert (entry.player, entry.name, entry.club_name) == (hans.player, "Hans Huber", "SC Gera")
    assert (places(evening), list(SeatResult.objects.order_by("pk").values())) == before
    latest = entry.history.first()
    assert (latest.history_change_reason, latest.history_user) == ("war Gast, steht jetzt im Register", leiterin)
    assert not entries_as_guest(hans).exists()
    visited = sign_in(None).get(reverse("standings:person", args=[hans.player_id]))
    assert "Preisskat" in visited.text
    assert "kein Gast" in office.get(address).text


def test_offered_is_what_may_be_the_same_person(evening, hans, club, other_club):
    """Under a name the member has or had, in events of the club, where the member does not take part himself."""
    enter_guests(_event(other_club, "Fremd", 2), [("Hans Huber", "")])
    both = _event(club, "Beide", 3)
    enter_guests(both, [("Hans Huber", "SC Gera")])
    enter_players(both, [hans.player])
    later = _event(club, "Später", 4)
    enter_guests(later, [("Hans Lang", ""), ("Hansi Huber", "")])
    assert [entry.event.name for entry in entries_as_guest(hans)] == ["Preisskat"]
    kept = {name: getattr(hans.player, name) for name in ("birth_year", "gender", "category", "federation_number")}
    kept |= {"publication": hans.player.publication, "pseudonym": "", "first_day": None, "number": "77"}
    change_player(hans, first_name="Hans", last_name="Lang", **kept)
    assert [entry.event.name for entry in entries_as_guest(hans)] == ["Später", "Preisskat"]


def test_a_wish_for_the_first_name_alone_goes_on(evening, hans):
    Entry.objects.filter(event=evening, name="Hans Huber").update(publication="first_name")
    assert adopt_entries(hans, entries_as_guest(hans), None) == 1
    hans.player.refresh_from_db()
    assert hans.player.publication == "first_name"
    assert [line.name for line in ranking(evening, None).lines if line.start_number == 1] == ["Hans"]
    assert adopt_entries(hans, [Entry.objects.get(event=evening, start_number=1)], None) == 0
