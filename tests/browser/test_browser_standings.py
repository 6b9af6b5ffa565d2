"""The ranking of an evening as it is read in the hall: on a phone, at the desk, on a screen."""

import datetime

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.foot_check import PaperFoot
from skatliga.events import services
from skatliga.events.models import Event, Table
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import move

State = Sheet.State

# Twelve deals, nobody passed: points, won, lost.
FEET = (
    [PaperFoot(100, 3, 1, None), PaperFoot(60, 2, 1, None), PaperFoot(110, 2, 0, None), PaperFoot(-200, 0, 3, None)],
    [PaperFoot(90, 3, 1, None), PaperFoot(200, 3, 1, None), PaperFoot(300, 2, 1, None), PaperFoot(20, 1, 0, None)],
)


@pytest.fixture
def evening(club, admin) -> Event:
    """Three Serien at three tables: the first complete, the second with a doubtful and a missing list."""
    event = services.create_event(
        club,
        name="Clubabend",
        date=datetime.date(2026, 11, 20),
        place="Gasthaus zum Löwen",
        rounds=3,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
        deals_at_four=12,
        deals_at_three=12,
    )
    services.set_state(event, Event.State.PUBLISHED)
    services.enter_players(event, list(club.players.all())[:3])
    names = ["Maximiliane von Hohenstein-Langenfeld", *(f"Gast {letter}" for letter in "BCDEFGHI")]
    services.enter_guests(event, [(name, "Skatfreunde Oberviechtach 1897") for name in names])
    for round in event.rounds.all():
        services.seat_round(round, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8], 3: [9, 10, 11, 12]})
    for round, table, steps in [
        (1, 1, (State.ENTERED, State.CHECKED)),
        (1, 2, (State.ENTERED, State.CHECKED)),
        (1, 3, (State.ENTERED, State.CHECKED)),
        (2, 1, (State.ENTERED,)),
        (2, 2, (State.HANDED_IN, State.IN_QUESTION)),
    ]:
        sheet = open_sheet(Table.objects.get(round__event=event, round__number=round, number=table), admin)
        enter_feet(sheet.pk, FEET[(round + table) % 2], 0, Change(sheet.revision, admin))
        for step in steps:
            sheet.refresh_from_db()
            move(sheet.pk, step, Change(sheet.revision, admin))
    services.withdraw(event.entries.get(start_number=12))
    return event


def test_from_the_event_to_a_serie_and_its_file(live_server, page, evening):
    page.goto(live_server.url + evening.get_absolute_url())
    page.get_by_label("Veranstaltung").get_by_role("link", name="Rangliste").click()
    expect(page.get_by_role("main")).to_contain_text("Stand nach 2. Serie, 5 von 6 Listen, vorläufig")
    page.get_by_role("link", name="Name", exact=True).click()
    expect(page.get_by_role("columnheader", name="Name")).to_have_attribute("aria-sort", "ascending")
    expect(page.get_by_role("rowheader").first).to_have_text("Anna Ärmel")
    page.get_by_label("Ranglisten").get_by_role("link", name="Serie 1").click()
    expect(page.get_by_role("main")).to_contain_text("Serie 1, 3 von 3 Listen, endgültig")
    with page.expect_download() as download:
        page.locator(".pagehead").get_by_text("Herunterladen").click()
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == f"rangliste-{evening.slug}-serie-1.csv"


def test_a_phone_shows_place_name_sum_and_the_serien_below(live_server, open_page, evening):
    page = open_page(360)
    page.goto(live_server.url + reverse("standings:ranking", args=[evening.slug]))
    first = page.get_by_role("row").nth(1)
    expect(first.get_by_role("link", name="Serie 1")).to_be_visible()
    heights = [link.bounding_box()["height"] for link in first.get_by_role("link").all()]
    assert all(height >= 44 for height in heights)
    expect(page.get_by_role("columnheader", name="Verein")).to_be_hidden()


def test_pages_are_accessible_and_fit(see_pages, admin, evening):
    pages = {
        "total": reverse("standings:ranking", args=[evening.slug]),
        "serie": reverse("standings:round", args=[evening.slug, 1]),
        "doubtful": reverse("standings:round", args=[evening.slug, 2]),
        "empty": reverse("standings:round", args=[evening.slug, 3]),
        "event": evening.get_absolute_url(),
    }
    see_pages(pages, "standings", admin)
