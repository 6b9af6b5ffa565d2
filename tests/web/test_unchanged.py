"""Two browsers with the same page open at once: each changes what it has changed, and nothing else."""

import datetime
import re
from html import unescape

import pytest
from django.urls import reverse

from skatliga.years.services import create_year
from web.tournament import filled

pytestmark = pytest.mark.django_db


def shown(browser, address):
    """What a browser would send of the form of a page as it was shown, hidden fields included."""
    page = browser.get(address)
    hidden = re.findall(r'<input type="hidden" name="(initial-[^"]+)"(?: value="([^"]*)")?', page.text)
    return filled(page.context["form"]) | {name: unescape(value) for name, value in hidden}


@pytest.fixture
def pages(club, event, anna):
    """By kind: the address of a page, what is changed on it first and then on the older page, and what is stored."""
    year = create_year(club, name="2026", first_day=datetime.date(2026, 1, 1), last_day=datetime.date(2026, 12, 31))
    return {
        "player": (
            reverse("people:player", args=[club.slug, anna.player_id]),
            {"publication": "pseudonym", "pseudonym": "Pikdame"},
            {"birth_year": "1961"},
            lambda: anna.player.refresh_from_db() or anna.player,
        ),
        "event": (
            reverse("events:change_event", args=[event.slug]),
            {"place": "Altenburg, Brauerei"},
            {"protest_hours": "5"},
            lambda: event.refresh_from_db() or event,
        ),
        "year": (
            reverse("years:change_year", args=[year.slug]),
            {"name": "Clubjahr 2026"},
            {"interval": "21"},
            lambda: year.refresh_from_db() or year,
        ),
    }


@pytest.mark.parametrize("kind", ["player", "event", "year"])
def test_an_older_page_does_not_put_back_what_another_has_changed(kind, pages, sign_in, leiterin):
    address, first, second, stored = pages[kind]
    browser = sign_in(leiterin)
    older = shown(browser, address)
    for changes in (first, second):
        assert browser.post(address, older | changes).status_code == 302
    for name, value in (first | second).items():
        assert str(getattr(stored(), name)) == value, name
