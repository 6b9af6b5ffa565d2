"""The board of a Serie: how many lists are still out, and since when."""

import datetime
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from skatliga.events.changes import set_time
from skatliga.events.models import Event, Round
from skatliga.events.services import set_state
from skatliga.lists.models import Sheet
from web.desk import ROUND, move, text_of, type_in

HALF_PAST_FOUR = datetime.datetime(2026, 11, 21, 15, 30, tzinfo=datetime.UTC)  # in Germany, in winter


def where(event):
    return reverse("lists:board", args=[event.slug, 1])


@pytest.fixture
def office(sign_in, schreiber):
    return sign_in(schreiber)


def start(event, minutes):
    set_time(event.rounds.get(number=1), minutes, starts=True)
    event.rounds.filter(number=1).update(clock_started_at=HALF_PAST_FOUR)


def since(page) -> list[str]:
    """The times from which on lists are missing, as the script reads them."""
    return [part.split('"')[0] for part in page.text.split('data-since="')[1:]]


def test_before_the_first_card_nothing_is_missing(evening, office):
    page = office.get(where(evening))
    assert "0 von 2 Listen erfasst" in text_of(page)
    assert ("noch 2" in text_of(page), since(page)) == (False, [])


def test_with_a_limit_a_list_is_missing_from_the_end_of_the_time(evening, list_of, office):
    start(evening, 90)
    page = office.get(where(evening))
    assert "0 von 2 Listen erfasst · noch 2 Listen" in text_of(page)
    assert (since(page), text_of(page).count("Spielzeit bis 18:00 Uhr")) == (["2026-11-21T18:00:00+01:00"] * 2, 2)
    paper = list_of()
    type_in(office, paper, *ROUND)
    move(office, paper, "entered")
    page = office.get(where(evening))
    assert "1 von 2 Listen erfasst · noch 1 Liste" in text_of(page)
    assert since(page) == ["2026-11-21T18:00:00+01:00"]
    other = list_of(2)
    type_in(office, other, *ROUND)
    move(office, other, "entered")
    page = office.get(where(evening))
    assert ("noch" in text_of(page).split("2 von 2")[1], since(page)) == (False, [])


def test_without_a_limit_from_the_beginning(evening, office):
    start(evening, None)
    page = office.get(where(evening))
    assert (since(page), text_of(page).count("fehlt seit 16:30 Uhr")) == (["2026-11-21T16:30:00+01:00"] * 2, 2)


def test_the_first_list_opened_is_a_beginning_too(evening, paper, office):
    begun = Round.objects.get(event=evening, number=1).started_at
    assert since(office.get(where(evening))) == [timezone.localtime(begun).isoformat()] * 2


def test_in_a_closed_event_nothing_is_waited_for(evening, office):
    start(evening, 90)
    set_state(evening, Event.State.FINAL)
    assert since(office.get(where(evening))) == []


def test_the_part_that_is_asked_for_again_costs_the_same(evening, list_of, office):
    """As much before the start as while lists are missing, and for one as for two."""

    def count():
        with CaptureQueriesContext(connection) as asked:
            office.get(where(evening), headers={"HX-Request": "true"})
        return len(asked)

    once = count()
    start(evening, 90)
    assert count() == once
    list_of(1)
    list_of(2)
    assert count() == once


def test_the_code_of_a_blank_paper_leads_to_the_list_of_its_table_or_to_its_opening(evening, office):
    address = reverse("lists:at_table", args=[evening.slug, 1, 2])
    page = office.get(address, follow=True)
    [typed] = re.findall(r'<input id="tisch" [^>]*value="(.*?)"', page.text)
    opened = office.post(reverse("lists:open", args=[evening.slug, 1]), {"tisch": typed})
    sheet = Sheet.objects.get()
    assert (sheet.table.number, opened.url) == (2, reverse("lists:entry", args=[sheet.pk]))
    assert office.get(address).url == reverse("lists:sheet", args=[sheet.pk])
    assert office.get(reverse("lists:at_table", args=[evening.slug, 1, 9])).status_code == 404


def test_the_card_of_a_serie_says_to_everybody_how_far_its_lists_are(evening, list_of, office, client):
    def card() -> str:
        page = text_of(client.get(evening.get_absolute_url()))
        return page.split("Tische Serie 1", 1)[1].split("Serie 2", 1)[0]

    set_state(evening, Event.State.PUBLISHED)
    assert "Listen" not in card()
    papers = [list_of(), list_of(2)]
    assert "· 0 von 2 Listen erfasst" in card()
    for paper in papers:
        type_in(office, paper, *ROUND)
        move(office, paper, "entered")
    assert "· alle Listen erfasst" in card()
    for paper in papers:
        move(office, paper, "checked")
    assert "· alle Listen geprüft" in card()
