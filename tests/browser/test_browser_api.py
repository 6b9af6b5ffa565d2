"""Access keys and the description of the interface, as a person at a real browser sees them."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from skatliga.api.services import create_key

WIDTHS = (360, 1280, 1920)


def test_a_key_is_made_copied_and_withdrawn(live_server, page, admin, sign_in):
    sign_in(page, admin)
    page.goto(live_server.url)
    page.get_by_role("button", name="Ada Albers").click()
    page.get_by_role("link", name="Zugangsschlüssel").click()
    page.get_by_label("Name").fill("Anzeige im Saal")
    expect(page.get_by_label("darf nur lesen")).to_be_checked()
    page.get_by_role("button", name="Anlegen").click()
    secret = page.get_by_label("Schlüssel", exact=True).input_value()
    read = page.request.get(f"{live_server.url}/api/v1/vereine", headers={"Authorization": f"Bearer {secret}"})
    assert read.json()["clubs"][0]["name"] == "Herz Dame Altenburg"
    page.get_by_role("button", name="Zurückziehen").click()
    expect(page.get_by_role("status")).to_have_text("Der Zugangsschlüssel „Anzeige im Saal“ gilt nicht mehr.")
    read = page.request.get(f"{live_server.url}/api/v1/vereine", headers={"Authorization": f"Bearer {secret}"})
    assert read.status == 401


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible_and_fit_every_width(live_server, open_page, admin, sign_in, shoot, scheme):
    create_key(admin, "Ein ziemlich langer Name für einen Schlüssel, der alles kann", read_only=False)
    create_key(admin, "Saal")
    for width in WIDTHS:
        page = open_page(width, scheme)
        page.goto(f"{live_server.url}/api/")
        _look(page, f"schnittstelle-{scheme}", shoot)
        sign_in(page, admin)
        page.goto(f"{live_server.url}/konto/schluessel/")
        page.get_by_label("Name").fill(f"Breite {width}")
        page.get_by_role("button", name="Anlegen").click()
        expect(page.get_by_label("Schlüssel", exact=True)).to_be_visible()
        _look(page, f"schluessel-{scheme}", shoot)


def _look(page, name, shoot) -> None:
    shoot(page, name)
    if page.viewport_size["width"] != WIDTHS[-1]:
        violations = Axe().run(page).response["violations"]
        assert [(rule["id"], rule["nodes"][0]["html"]) for rule in violations] == [], name
