"""A club's past from a file, in a browser: check, what did not fit, import; beside it a real worker."""

import os
from urllib.parse import quote

import pytest
from django.db import connection
from django.urls import reverse
from playwright.sync_api import expect
from web.serving import working

from skatliga.lists.models import Sheet
from skatliga.settings import TASKS

LINES = """veranstaltung;datum;ort;liste;serie;tisch;platz1;platz2;platz3;spiele;spiel;kurz
Clubabend;7.1.2015;Vereinsheim;A;1;1;Anna Ärmel;Bert Brandt;Gast;3;1;221+
;;;A;;;;;;;2;143.+
;;;A;;;;;;;3;302/-
;;;B;1;2;Dora;Emil;Ilse-Maria von und zu Hohenfels-Oberndorf;3;1;221+
;;;B;;;;;;;2;743.+
Pokal;30.2.2015;;A;1;1;Anna Ärmel;Bert Brandt;Gast;3;1;221+
"""


@pytest.fixture
def here(settings, tmp_path):
    """What is uploaded stays with the test, and a real worker uses the database of the test."""
    settings.VAR_DIR, settings.TASKS = tmp_path, TASKS
    stored = {name: quote(str(value), safe="") for name, value in connection.settings_dict.items()}
    url = "sqlite:///{NAME}" if connection.vendor == "sqlite" else "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}"
    with working(os.environ | {"DATABASE_URL": url.format(**stored), "VAR_DIR": str(tmp_path)}, "jobs"):
        yield


def settled(page, heading: str) -> None:
    """Wait for the worker beside the page; the sign that leads to help stands in its heading."""
    name = f"{heading} Hilfe zu dieser Seite"
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible(timeout=60_000)


def test_a_past_is_checked_and_imported(live_server, page, sign_in, admin, club, here, tmp_path):
    file = tmp_path / "abende.csv"
    file.write_text(LINES)
    sign_in(page, admin)
    page.goto(live_server.url + reverse("people:club", args=[club.slug]))
    page.get_by_role("link", name="Frühere Abende übernehmen").click()
    page.get_by_label("Datei").set_input_files(file)
    page.get_by_role("button", name="Prüfen").click()
    settled(page, "Geprüft")
    expect(page.get_by_text("Noch ist nichts gespeichert.")).to_be_visible()
    assert not Sheet.objects.exists()
    page.get_by_role("button", name="Übernehmen").click()
    settled(page, "Übernommen")
    assert Sheet.objects.count() == 1


def test_pages_are_accessible_and_fit(live_server, open_page, sign_in, look, shoot, admin, club, here, tmp_path):
    file = tmp_path / "abende-aus-zehn-jahren-des-vereins.csv"
    file.write_text(LINES)
    page = open_page(360)
    sign_in(page, admin)
    page.goto(live_server.url + reverse("exchange:past", args=[club.slug]))
    look(page, "past-upload")
    page.get_by_label("Datei").set_input_files(file)
    page.get_by_role("button", name="Prüfen").click()
    expect(page.locator("progress")).to_be_visible()
    for width in (1280, 1920, 360):
        page.set_viewport_size({"width": width, "height": 800})
        shoot(page, "past-progress")
    settled(page, "Geprüft")
    look(page, "past-checked")
