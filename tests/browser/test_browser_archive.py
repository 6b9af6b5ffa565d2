"""An archive from one button to the other, and every page of it accessible at every width."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from skatliga.events.models import Event
from skatliga.people.models import User


@pytest.fixture(autouse=True)
def here(settings, tmp_path):
    """What a page orders is done at once, and its files stay with the test."""
    settings.VAR_DIR = tmp_path


def test_there_and_back(live_server, open_page, sign_in, look, evening, tmp_path):
    keeper = User.objects.create_superuser("betreiber")
    path = tmp_path / "archiv.zip"
    page = open_page(360)
    sign_in(page, keeper)
    page.goto(live_server.url + reverse("exchange:club_archive", args=[evening.club.slug]))
    look(page, "archive-make")
    page.get_by_role("button", name="Archiv erstellen").click()
    expect(page.get_by_role("link", name="Archiv speichern")).to_be_visible()
    look(page, "archive-ready")
    with page.expect_download() as download:
        page.get_by_role("link", name="Archiv speichern").click()
    download.value.save_as(path)
    page.goto(live_server.url + reverse("exchange:receive_archive"))
    look(page, "archive-receive")
    page.get_by_label("Archiv (ZIP)").set_input_files(path)
    page.get_by_role("button", name="Prüfen").click()
    expect(page.get_by_text("Die Datei ist unbeschädigt.")).to_be_visible()
    look(page, "archive-preview")
    page.get_by_role("checkbox", name="noch einmal einspielen, daneben").check()  # the evening is here already
    page.get_by_role("button", name="Einspielen").click()
    expect(page.get_by_text("Alle Listen sind nachgerechnet und stimmen.")).to_be_visible()
    look(page, "archive-report")
    (tmp_path / "bad.zip").write_bytes(b"PK")
    page.goto(live_server.url + reverse("exchange:receive_archive"))
    page.get_by_label("Archiv (ZIP)").set_input_files(tmp_path / "bad.zip")
    page.get_by_role("button", name="Prüfen").click()
    expect(page.get_by_text("Das ist kein lesbares Archiv.")).to_be_visible()
    look(page, "archive-refused")
    page.goto(live_server.url + reverse("people:register", args=[evening.club.slug]))
    look(page, "archive-register-files")
    assert Event.objects.count() == 2
