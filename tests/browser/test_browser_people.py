"""Signing in and keeping the register, as a person at a real browser does it."""

import re

from playwright.sync_api import expect

from skatliga.federations.models import OfficialNotice


def tab_to(page, label: str, limit: int = 40) -> None:
    """Press Tab until the element of this label or name has the focus."""
    name = "e => e.labels?.[0]?.innerText || e.innerText || ''"
    for _ in range(limit):
        page.keyboard.press("Tab")
        if page.locator(":focus").evaluate(name).strip() == label:
            return
    raise AssertionError(f"Tab does not lead to {label!r}")


def test_signing_in_and_adding_a_player_by_keyboard_alone(live_server, page, admin, club, password):
    page.goto(live_server.url)
    tab_to(page, "Zum Inhalt")
    tab_to(page, "Anmelden")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Benutzername")).to_be_focused()  # of its own accord
    page.keyboard.type("Admin")
    page.keyboard.press("Tab")
    page.keyboard.type(password)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Meine Vereine")
    for step in ("Herz Dame Altenburg", "Spieler", "Neuer Spieler"):
        tab_to(page, step)
        with page.expect_navigation():
            page.keyboard.press("Enter")
    expect(page.get_by_label("Vorname")).to_be_focused()
    page.keyboard.type("Dora")
    page.keyboard.press("Tab")
    page.keyboard.type("Öztürk")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_have_text("Dora Öztürk steht jetzt im Register.")
    expect(page.get_by_role("rowheader").last).to_have_text("Öztürk, Dora")
    assert club.players.filter(first_name="Dora", last_name="Öztürk").exists()


def test_search_narrows_the_register_while_typing(live_server, page, admin, club, sign_in):
    sign_in(page, admin)
    page.goto(f"{live_server.url}{club.get_absolute_url()}spieler/")
    page.get_by_label("Name oder Nummer suchen").press_sequentially("cel")
    expect(page.get_by_role("rowheader")).to_have_text(["Çelik, Cora"])
    expect(page).to_have_url(re.compile(r"\?suche=cel$"))
    page.reload()
    expect(page.get_by_role("rowheader")).to_have_text(["Çelik, Cora"])


def test_a_long_notice_stands_once_folded_or_open_and_is_printed_whole(live_server, page, club):
    OfficialNotice.objects.create(club=club, title="Ausschreibung", text=f"Gespielt wird {'immer ' * 300}weiter.")
    page.goto(f"{live_server.url}{club.get_absolute_url()}")
    beginning, end = page.get_by_text("Gespielt wird immer"), page.get_by_text("immer weiter.")
    expect(end).to_be_hidden()
    page.emulate_media(media="print")
    expect(end).to_be_visible()
    expect(beginning.locator("visible=true")).to_have_count(1)
    page.emulate_media(media="screen")
    page.get_by_text("Ganzer Text").click()
    expect(end).to_be_visible()
    expect(beginning.locator("visible=true")).to_have_count(1)


def test_pages_are_accessible_and_fit_every_width(live_server, open_page, admin, club, sign_in, look):
    home = club.get_absolute_url()
    public = {"start": "/", "anmelden": "/anmelden/", "fehler": "/gibt-es-nicht/"}
    own = {
        "meine-vereine": "/",
        "verein": home,
        "register": f"{home}spieler/",
        "spieler": f"{home}spieler/{club.players.first().pk}/",
        "rollen": f"{home}rollen/",
    }
    page = open_page(360)
    for user, pages in ((None, public), (admin, own)):
        if user:
            sign_in(page, user)
        for name, address in pages.items():
            page.goto(live_server.url + address)
            look(page, name)


def test_the_site_works_in_english(live_server, page, club):
    page.goto(live_server.url)
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
