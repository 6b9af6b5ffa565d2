"""From a new event to the seats of its first Serie, as a person at a real browser does it."""

import datetime

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.seating import Mode
from skatliga.desk.draws import propose
from skatliga.events import services
from skatliga.events.models import Event, Team
from skatliga.events.teams import create_teams


@pytest.fixture
def evening(club) -> Event:
    event = services.create_event(
        club,
        name="Clubabend",
        date=datetime.date(2026, 11, 20),
        place="Gasthaus zum Löwen",
        rounds=2,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
    )
    services.enter_players(event, list(club.players.all())[:2])
    services.enter_guests(event, [(f"Gast {name}", "SC Musterstadt") for name in "ABCDEFGHIJK"])
    services.draw_round(event.rounds.get(number=1))
    services.withdraw(event.entries.get(start_number=4))
    services.enter_guests(event, [("Spät Gekommen", "")])
    return event


def test_an_evening_is_set_up_and_drawn(live_server, page, sign_in, admin, club):
    sign_in(page, admin)
    page.goto(live_server.url + club.get_absolute_url())
    page.get_by_role("main").get_by_role("link", name="Veranstaltungen").click()
    page.get_by_role("link", name="Neue Veranstaltung").click()
    page.get_by_label("Name").fill("Preisskat")
    page.get_by_label("Regelwerk").select_option(label="Hausrunde")
    expect(page.get_by_label("Ramschgrenze")).to_have_value("250")
    page.get_by_label("Ramschgrenze").fill("120")
    expect(page.get_by_label("Name")).to_have_value("Preisskat")
    page.get_by_role("button", name="Anlegen").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Preisskat")
    page.get_by_role("link", name="Teilnehmer eintragen").click()

    page.get_by_label("Ärmel, Anna").check()
    page.get_by_label("Name oder Nummer suchen").press_sequentially("bra")
    expect(page.get_by_role("checkbox")).to_have_count(2)
    expect(page.get_by_label("Ärmel, Anna")).to_be_checked()
    page.get_by_label("Brandt, Bert").check()
    page.get_by_role("button", name="Angekreuzte eintragen").click()
    expect(page.get_by_role("status")).to_contain_text("1 Anna Ärmel und 2 Bert Brandt")
    page.get_by_label("Namen").fill("Hans Huber (SC Gera)\nRosa Lang")
    page.get_by_role("button", name="Gäste eintragen").click()
    expect(page.get_by_role("status")).to_contain_text("3 Hans Huber und 4 Rosa Lang")

    page.get_by_role("link", name="Serie 1").click()
    page.get_by_role("button", name="Auslosen", exact=True).click()
    page.get_by_role("button", name="Ja, auslosen").click()
    expect(page.get_by_role("status")).to_contain_text("Serie 1 ist ausgelost.")
    event = Event.objects.get()
    assert event.agreements == {"ramsch_limit": 120}
    assert event.rounds.get(number=1).seats.count() == 4


def test_pages_are_accessible_and_fit(see_pages, admin, evening):
    pages = {
        "events": reverse("events:events"),
        "create": reverse("events:create_event", args=[evening.club.slug]),
        "event": evening.get_absolute_url(),
        "change": reverse("events:change_event", args=[evening.slug]),
        "entries": reverse("events:entries", args=[evening.slug]),
        "entry": reverse("events:entry", args=[evening.slug, 4]),
        "round": reverse("lists:board", args=[evening.slug, 1]),
        "empty-round": reverse("lists:board", args=[evening.slug, 2]),
        "seats": reverse("events:seats", args=[evening.slug, 1]),
        "roles": reverse("events:roles", args=[evening.slug]),
        "draw": reverse("desk:draw", args=[evening.slug, 2]),
    }
    propose(evening.rounds.get(number=2), admin, mode=Mode.NO_REPEATS)
    see_pages(pages, "events", admin)


def test_a_name_without_a_break_fits_every_page(live_server, open_page, sign_in, shoot, admin, evening):
    evening.entries.filter(start_number=5).update(name="M" * 60)
    create_teams(evening, Team.Kind.TANDEM, "W" * 60 + ": 5 6")
    slug, unbroken = [evening.slug], "M" * 60
    pages = {
        "desk": (reverse("events:desk", args=slug), unbroken),
        "entry": (reverse("events:entry", args=[*slug, 5]), unbroken),
        "round": (reverse("lists:board", args=[*slug, 1]), unbroken),
        "seats": (reverse("events:seats", args=[*slug, 1]), unbroken),
        "teams": (reverse("events:teams", args=slug), "W" * 60),
    }
    for width in (360, 1280):
        page = open_page(width)
        sign_in(page, admin)
        for name, (address, said) in pages.items():
            page.goto(live_server.url + address)
            assert said in page.content(), name
            shoot(page, f"unbroken-{name}")
