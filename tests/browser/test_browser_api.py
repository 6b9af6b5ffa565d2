"""Access keys and the description of the interface, as a person at a real browser sees them."""

from playwright.sync_api import expect

from skatliga.api.keys import create_key


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


def test_pages_are_accessible_and_fit_every_width(live_server, open_page, admin, sign_in, look):
    create_key(admin, "Ein ziemlich langer Name für einen Schlüssel, der alles kann", read_only=False)
    create_key(admin, "Saal")
    page = open_page(360)
    page.goto(f"{live_server.url}/api/")
    look(page, "schnittstelle")
    sign_in(page, admin)
    page.goto(f"{live_server.url}/konto/schluessel/")
    page.get_by_label("Name").fill("Telefon")
    page.get_by_role("button", name="Anlegen").click()
    expect(page.get_by_label("Schlüssel", exact=True)).to_be_visible()
    look(page, "schluessel")
