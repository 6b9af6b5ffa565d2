"""Help in a browser: its pages fit and can be used by all, and its pictures are those of the site.

PICTURES=1 in the environment takes the pictures of `docs/use/` anew, of the demo club; then they are to be looked at.
"""

import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from django.db.models import Count
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Page, expect
from web.demonstration import demo_club

from browser.taps import begin, enter, tap
from scoring.seating import Mode
from skatliga.desk.draws import propose
from skatliga.events.models import Event, Table
from skatliga.leagues.models import Group
from skatliga.lists.access import device_path
from skatliga.lists.models import Sheet
from skatliga.people.models import User
from skatliga.years.models import ClubYear

FOLDER = Path(__file__).parents[2] / "docs" / "use"
COLOURS = 128
"""Enough for paper, ink and cloth; so a picture stays small."""


def test_help_fits_and_leads_on(see_pages, db):
    see_pages({"help": "/hilfe/", "player": "/hilfe/player/", "scorekeeper": "/hilfe/scorekeeper/"}, "help")


def test_the_sign_opens_what_belongs_to_the_page(live_server, page, sign_in, admin, evening):
    sign_in(page, admin)
    page.goto(live_server.url + f"/veranstaltungen/{evening.slug}/anmeldung/")
    page.get_by_role("link", name="Hilfe zu dieser Seite").click()
    expect(page).to_have_url(live_server.url + "/hilfe/spielleitung/#am-spieltag")
    expect(page.get_by_role("heading", name="Am Spieltag")).to_be_in_viewport()


def shots() -> Iterator[tuple[str, str, str, int, int]]:
    """Each picture: who looks at which page, in a window of this size."""
    waiting = Sheet.objects.filter(state=Sheet.State.ENTERED, table__round__event__league_group=None).first()
    event = waiting.table.round.event.slug
    group = Group.objects.exclude(event=None).order_by("pk").first()
    year = ClubYear.objects.get()
    typed = Sheet.objects.annotate(number=Count("rows")).get(state=Sheet.State.HANDED_IN, number=20)
    ahead = Event.objects.get(name="Clubabend Demo")
    propose(ahead.rounds.get(number=1), User.objects.named("leitung"), 3, mode=Mode.NO_REPEATS)
    yield "../rangliste", "leser", f"/ranglisten/{event}/", 1280, 1000
    yield "auslosung", "leitung", reverse("desk:draw", args=[ahead.slug, 1]), 1280, 1150
    yield "eingabe", "liste", reverse("lists:entry", args=[typed.pk]), 1280, 900
    yield "handy", "leser", f"/ranglisten/{event}/", 390, 780
    yield "tabelle", "", group.matchday.division.get_absolute_url(), 1280, 1000
    yield "spielbericht", "leitung", group.get_absolute_url(), 1280, 1000
    yield "clubjahr", "", year.get_absolute_url(), 1280, 800
    yield "setzliste", "leitung", f"/clubjahr/{year.slug}/setzliste/", 1280, 800
    yield "bestaetigen", "leitung", f"/listen/{event}/bestaetigen/", 1280, 800


def keep(page: Page, name: str) -> None:
    """Leave a picture of what is to be seen, with few colours."""
    taken = Image.open(BytesIO(page.screenshot())).convert("RGB")
    taken.quantize(COLOURS).save(FOLDER / f"{name}.png", optimize=True)


@pytest.mark.skipif(os.environ.get("PICTURES") != "1", reason="takes the pictures of docs/use/ anew")
def test_pictures_are_taken(live_server, open_page, chromium, sign_in, transactional_db):
    demo_club()
    for name, user, address, width, height in shots():
        page = open_page(width)
        page.set_viewport_size({"width": width, "height": height})
        if user:
            sign_in(page, User.objects.named(user))
        assert page.goto(live_server.url + address).status == 200, address
        if name == "eingabe":
            page.keyboard.type("221")  # what is understood so far is shown
            expect(page.locator("#tasten")).to_contain_text("mit 1, Spiel 2 mal Kreuz 12")
        keep(page, name)
    missing = Table.objects.get(round__event__name="Vereinsabend Demo", round__number=2, sheets=None)
    page = chromium.new_context(
        locale="de-DE", viewport={"width": 360, "height": 640}, device_scale_factor=1.5
    ).new_page()
    begin(page, live_server.url + device_path(missing), "Martha")
    enter(page, "221+", "0", "442+", "191-", "311/+")
    tap(page, "10o2/+")
    keep(page, "tisch")
