"""The second person goes through the lists with two keys: Enter confirms, R sends back."""

import datetime
from io import BytesIO

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse
from PIL import Image
from playwright.sync_api import expect

from scoring.foot_check import PaperFoot
from skatliga.access import Role
from skatliga.events import services as events
from skatliga.events.models import Event, Table
from skatliga.lists.models import Photo, Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import move
from skatliga.people import services as people
from skatliga.people.models import User

TABLES = 6
# Spielpunkte, won, lost, and Gesamt = points + 50 for an own game won, - 50 lost, + 30 for each lost by another.
FEET = [PaperFoot(116, 8, 8, 356), PaperFoot(768, 12, 0, 1848), PaperFoot(256, 4, 4, 616), PaperFoot(0, 4, 4, 360)]


@pytest.fixture
def second(club) -> User:
    return people.invite(club, "zweite", Role.LISTENFUEHRER, first_name="Zita", last_name="Zweite").user


@pytest.fixture
def waiting(club, admin) -> Event:
    """Six lists entered by one person, of an event that demands a second one; with the first lies a photograph."""
    event = events.create_event(
        club,
        name="Clubabend",
        date=datetime.date(2026, 11, 20),
        rounds=1,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
        second_person=True,
    )
    events.enter_guests(event, [(f"Gast {number}", "") for number in range(1, 4 * TABLES + 1)])
    seats = {table: list(range(4 * table - 3, 4 * table + 1)) for table in range(1, TABLES + 1)}
    events.seat_round(event.rounds.get(), seats)
    events.set_state(event, Event.State.PUBLISHED)
    for table in Table.objects.order_by("number"):
        sheet = open_sheet(table, admin)
        enter_feet(sheet.pk, FEET, 4, Change(sheet.revision, admin))
        sheet.refresh_from_db()
        move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, admin))
    paper = BytesIO()
    Image.new("RGB", (600, 800), "white").save(paper, "JPEG")
    first = Sheet.objects.get(table__number=1)
    Photo.objects.create(sheet=first, by=admin, image=ContentFile(paper.getvalue(), "liste.jpg"))
    return event


def states() -> list[str]:
    return list(Sheet.objects.order_by("table__number").values_list("state", flat=True))


def at_table(page, number: int) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Serie 1, Tisch {number}")
    page.wait_for_load_state("domcontentloaded")  # the keys are heard from here on


def test_lists_are_confirmed_and_sent_back_with_the_keyboard(live_server, page, sign_in, second, waiting):
    sign_in(page, second)
    page.goto(live_server.url + reverse("lists:board", args=[waiting.slug, 1]))
    page.get_by_role("link", name="Nächste zu bestätigende Liste").click()
    at_table(page, 1)
    page.keyboard.press("Enter")
    at_table(page, 2)
    page.keyboard.press("r")
    page.keyboard.type("g von Platz 2 ist 11")
    page.keyboard.press("Enter")
    at_table(page, 3)
    page.get_by_text("Mit dem Papier vergleichen").click()  # the focus is nowhere now
    page.keyboard.press("Enter")
    at_table(page, 4)
    page.get_by_role("link", name="Später").click()
    at_table(page, 5)
    assert states() == ["checked", "handed_in", "checked", "entered", "entered", "entered"]
    assert Sheet.objects.get(table__number=2).note == "g von Platz 2 ist 11"


def test_a_key_held_down_confirms_one_list(live_server, page, sign_in, second, waiting):
    sign_in(page, second)
    page.goto(live_server.url + reverse("lists:confirm", args=[waiting.slug]))
    page.keyboard.down("Enter")
    at_table(page, 2)
    for _ in range(5):
        page.keyboard.down("Enter")  # a key that is down already repeats
    page.keyboard.up("Enter")
    page.goto(live_server.url + reverse("lists:board", args=[waiting.slug, 1]))
    expect(page.get_by_text("6 von 6 Listen erfasst · 5 warten auf Bestätigung")).to_be_visible()
    assert states() == ["checked"] + ["entered"] * 5


def test_a_reason_written_before_the_page_listened_confirms_nothing(live_server, page, sign_in, second, waiting):
    """The R was lost, the rest of the sentence was not typed into the field."""
    sign_in(page, second)
    page.goto(live_server.url + reverse("lists:confirm", args=[waiting.slug]))
    page.keyboard.type("g von Platz 2")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Was nicht stimmt")).to_be_focused()
    at_table(page, 1)
    assert states() == ["entered"] * 6


def test_its_pages_fit_and_can_be_used_by_all(see_pages, second, waiting):
    pages = {
        "photo": reverse("lists:confirm", args=[waiting.slug]),
        "foot": reverse("lists:confirm", args=[waiting.slug], query={"nach": Sheet.objects.get(table__number=1).pk}),
        "board": reverse("lists:board", args=[waiting.slug, 1]),
        "roles": reverse("people:what_roles_may"),
    }
    see_pages(pages, "confirm", second)


def test_nothing_is_left_for_who_entered_the_lists(live_server, page, sign_in, admin, waiting):
    sign_in(page, admin)
    page.goto(live_server.url + reverse("lists:confirm", args=[waiting.slug]))
    expect(page.get_by_text("6 Listen warten noch, bestätigen muss sie jemand anders")).to_be_visible()
