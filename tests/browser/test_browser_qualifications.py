"""Pages of a qualification: the quota, the offer, who is qualified, and a player's own page on the phone."""

import datetime
from types import SimpleNamespace

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect
from web.conftest import make_event

from skatliga.events.models import Event
from skatliga.events.services import enter_players
from skatliga.people import services as people
from skatliga.qualifications import services
from skatliga.qualifications.access import page_path
from skatliga.qualifications.models import Qualification

NAMES = ("Anna Adler-Schwarzenbeck", "Bert Buche", "Cora Clasen", "Dirk Dorn")


@pytest.fixture
def chain(club, admin) -> SimpleNamespace:
    """Two groups of the federation feed its championship: of one places are offered, of the other nothing yet."""
    today = timezone.localdate()
    above = [_championship(club, name, today + datetime.timedelta(30)) for name in ("Offen", "Angeboten")]
    sources = []
    for name in ("Verbandsgruppe Nordthüringen-Eichsfeld", "VG Süd"):
        group = people.create_club(name, parent=club)
        event = _championship(group, f"Einzelmeisterschaft {name}", today - datetime.timedelta(9))
        players = [people.add_player(group, **_parts(each)).player for each in NAMES]
        enter_players(event, players, club_name=group.name)
        sources.append(services.ChosenSource(event, 1))
    rules = [
        services.set_rule(event, admin, sources, way="dhondt", places=3, least=1, closes_on=today, by="members")
        for event in above
    ]
    offered = rules[1]
    number = 0
    for source, granted in zip(offered.sources.all(), (2, 1), strict=True):
        source.counted, source.granted, source.lot = 4, granted, 3 - granted
        source.save()
        for place, entry in enumerate(source.event.entries.all(), 1):
            number += 1
            offered.contestants.create(number=number, source=source, place=place).persons.create(entry=entry)
    Qualification.objects.filter(pk=offered.pk).update(opened_on=today)
    first = offered.contestants.get(number=1)
    first.answers.create(accepted=True, by=admin, by_office=True)
    return SimpleNamespace(open=above[0], offered=above[1], second=offered.contestants.get(number=2))


def _championship(club, name: str, day: datetime.date) -> Event:
    event = make_event(club)
    event.name, event.date, event.championship, event.state = name, day, "single-open", Event.State.PUBLISHED
    event.slug = f"{event.slug}-{event.pk}"
    event.save()
    return Event.objects.get(pk=event.pk)


def _parts(name: str) -> dict[str, str]:
    return dict(zip(("first_name", "last_name"), name.split(), strict=True))


def test_pages_fit_and_can_be_used_by_all(chain, admin, see_pages):
    pages = {
        "rule": reverse("qualifications:rule", args=[chain.open.slug]),
        "quota": reverse("qualifications:overview", args=[chain.open.slug]),
        "open": reverse("qualifications:open_places", args=[chain.open.slug]),
        "overview": reverse("qualifications:overview", args=[chain.offered.slug]),
    }
    see_pages(pages, "qualification", admin)
    see_pages({"place": page_path(chain.second)}, "qualification-own")


def test_a_player_answers_on_the_phone(chain, open_page, live_server):
    page = open_page(360)
    page.goto(f"{live_server.url}{page_path(chain.second)}")
    page.get_by_role("button", name="Ich komme", exact=True).click()
    expect(page.get_by_role("heading", name="Sie haben zugesagt")).to_be_visible()
    page.get_by_text("Ich kann doch nicht kommen").click()
    page.get_by_role("button", name="Absagen").click()
    expect(page.get_by_role("heading", name="Sie haben abgesagt")).to_be_visible()
    assert [answer.accepted for answer in chain.second.answers.all()] == [True, False]
