"""Help in a browser: its pages fit and can be used by all, and its pictures are those of the site.

PICTURES=1 in the environment takes the pictures of `docs/use/` anew, of the demo club; then they are to be looked at.
"""

import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect
from web.demonstration import demo_club

from skatliga.leagues.models import Group
from skatliga.lists.models import Sheet
from skatliga.people.models import User
from skatliga.years.models import ClubYear

FOLDER = Path(__file__).parents[2] / "docs" / "use"
COLOURS = 64
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
    yield "handy", "leser", f"/ranglisten/{event}/", 390, 780
    yield "tabelle", "", group.matchday.division.get_absolute_url(), 1280, 1000
    yield "spielbericht", "leitung", group.get_absolute_url(), 1280, 1000
    yield "clubjahr", "", year.get_absolute_url(), 1280, 800
    yield "setzliste", "leitung", f"/clubjahr/{year.slug}/setzliste/", 1280, 800
    yield "bestaetigen", "leitung", f"/listen/{event}/bestaetigen/", 1280, 800


@pytest.mark.skipif(os.environ.get("PICTURES") != "1", reason="takes the pictures of docs/use/ anew")
def test_pictures_are_taken(live_server, open_page, sign_in, transactional_db):
    demo_club()
    for name, user, address, width, height in shots():
        page = open_page(width)
        page.set_viewport_size({"width": width, "height": height})
        if user:
            sign_in(page, User.objects.named(user))
        assert page.goto(live_server.url + address).status == 200, address
        taken = Image.open(BytesIO(page.screenshot())).convert("RGB")
        taken.quantize(COLOURS).save(FOLDER / f"{name}.png", optimize=True)
