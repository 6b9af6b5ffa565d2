"""Practising: a list that nobody else sees and that counts nowhere; and the first names of a register."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from scoring.foot_check import PaperFoot
from skatliga.events.models import Event
from skatliga.events.queries import visible_events
from skatliga.events.registration import evening_before
from skatliga.events.services import create_event, set_state
from skatliga.exchange.archive.export import scope_of_club
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, enter_feet
from skatliga.lists.workflow import move
from skatliga.people.models import Player
from skatliga.statistics.queries import published
from web.ranks import make_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def practice(club, schreiber, sign_in):
    """A browser of somebody who enters lists, and what the button answers."""
    browser = sign_in(schreiber)
    return browser, lambda: browser.post(reverse("lists:practice", args=[club.slug])).url


def test_a_list_is_practised_and_gone_on_with(practice):
    browser, begin = practice
    address = begin()
    page = browser.get(address)
    assert "Übung – zählt nirgends" in page.text and "Anna Übung" in page.text
    assert begin() == address
    assert Event.objects.count() == Sheet.objects.count() == 1


def test_a_finished_one_makes_room_for_the_next(practice, schreiber):
    _browser, begin = practice
    address = begin()
    sheet = Sheet.objects.get()
    feet = [PaperFoot(240, 12, 0), PaperFoot(240, 12, 0), PaperFoot(240, 12, 0), PaperFoot(240, 12, 0)]
    enter_feet(sheet.pk, feet, 0, Change(sheet.revision, schreiber))
    sheet.refresh_from_db()
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, schreiber))
    assert begin() != address
    assert sorted(Sheet.objects.values_list("state", flat=True)) == ["annulled", "open"]


def test_nobody_else_sees_it_and_it_counts_nowhere(practice, club, leiterin, schreiber, sign_in):
    _browser, begin = practice
    sheet_address = begin()
    event = Event.objects.get()
    director = sign_in(leiterin)
    assert director.get(event.get_absolute_url()).status_code == 404
    assert director.get(sheet_address).status_code == 404
    assert not visible_events(schreiber).exists() and not published(Event.objects.all()).exists()
    assert scope_of_club(club).roots[Event] == []
    evening = create_event(club, name="Abend", date=event.date, rounds=1, rulebook="isko-2022", evaluation="seeger")
    assert evening_before(evening) is None
    with pytest.raises(ValidationError, match="Eine Übung bleibt"):
        set_state(event, Event.State.PUBLISHED)
    assert scope_of_club(club).roots[Event] == [evening.pk]


def test_it_is_played_as_the_club_plays(practice, club):
    make_evening(club, evaluation="seeger")
    practice[1]()
    assert Event.objects.exclude(practice_of=None).get().evaluation == "seeger"


def test_names_are_pasted_into_a_register(club, anna, schreiber, sign_in):
    browser, address = sign_in(schreiber), reverse("people:add_names", args=[club.slug])
    known = anna.player.name
    page = browser.post(address, {"names": f"Bodo Bube\r\n\r\nDame,  Dora\n{known}\nBodo\tBube"}, follow=True)
    assert "2 Spieler sind neu im Register." in page.text and "2 stehen schon darin." in page.text
    assert set(Player.objects.values_list("first_name", "last_name")) - {(anna.player.first_name, "Ärmel")} == {
        ("Bodo", "Bube"),
        ("Dora", "Dame"),
    }
    refused = browser.post(address, {"names": "Emil Ecke\nFrieda"})
    assert "Zeile 2: Bitte Vor- und Nachnamen angeben (Frieda)." in refused.text
    assert "Emil Ecke</textarea>" not in refused.text and "Emil Ecke" in refused.text
    assert not Player.objects.filter(first_name="Emil").exists()
