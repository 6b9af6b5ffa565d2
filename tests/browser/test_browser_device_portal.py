"""The table device where something else than the site answers: nothing of it is believed or kept."""

import pytest
from playwright.sync_api import expect

from browser.portal import portal_before
from browser.taps import begin, enter, enter_and_send, look, rows, sent
from skatliga.events.models import Event, Table
from skatliga.lists.access import device_path
from skatliga.lists.device import views
from skatliga.lists.device.shelf import build_of

KEPT = (
    """caches.match(location.href, { ignoreSearch: true, ignoreVary: true }).then((page) => page ? page.text() : "")"""
)
FOREIGN = {
    "a page to sign in": (200, {}),
    "a redirect to one": (302, {"Location": "/anmelden/"}),
    "a page for repairs": (503, {}),
    "another site's not found": (404, {}),
    "another site's gone": (410, {}),
    "another program": (200, {"Content-Type": "application/json"}),
}


@pytest.fixture
def portal(live_server, evening):
    with portal_before(live_server.url) as portal:
        yield portal


def test_what_another_answers_is_neither_kept_nor_believed(unheard, portal):
    """One after the other, four deals long: one is sent, two wait here, with the last one the site is back."""
    phone = unheard
    begin(phone, portal.address + device_path(Table.objects.get()))
    for done, (status, headers) in enumerate(FOREIGN.values()):
        waiting = "die Seite speichert gerade nicht, {} warten hier" if status == 503 else "kein Netz, {} ungesendet"
        first = 4 * done + 1
        enter_and_send(phone, "221+", f"{first}: Brandt Kreuz mit 1 = +24")
        phone.locator("body[data-kept]").wait_for()
        before = phone.evaluate(KEPT)
        portal.answer(status, **headers)
        enter(phone, "143.+")
        expect(phone.locator("#netz")).to_have_text(waiting.format(1))
        phone.reload()
        expect(phone.locator("#spiel")).to_contain_text(f"Spiel {first + 2}/48")
        expect(phone.locator("#hinweise")).to_have_text("")
        enter(phone, "402/-")
        expect(phone.locator("#netz")).to_have_text(waiting.format(2))
        assert ("EINTRAGEN" in before, phone.evaluate(KEPT) == before) == (True, True)
        portal.status = 0
        look(phone)
        sent(phone, f"{first + 2}: Decker Herz mit 2 Schneider = −80")
        enter_and_send(phone, "221+", f"{first + 3}: Brandt Kreuz mit 1 = +24")
    assert rows() == [(2, 24), (1, 120), (4, -80), (2, 24)] * len(FOREIGN)


def test_what_was_redirected_is_no_answer_even_where_the_site_gives_it(unheard, portal):
    phone, path = unheard, device_path(Table.objects.get())
    begin(phone, portal.address + path)
    portal.passes = lambda asked: asked.endswith("?elsewhere")
    portal.answer(302, Location=f"{path}stand/?elsewhere")
    look(phone)
    expect(phone.locator("#netz")).to_have_text("kein Netz, alles gesendet")
    enter(phone, "221+")
    expect(phone.locator("#netz")).to_have_text("kein Netz, 1 ungesendet")
    portal.status = 0
    look(phone)
    sent(phone, "1: Brandt Kreuz mit 1 = +24")
    assert rows() == [(2, 24)]


@pytest.mark.parametrize(
    ("passes", "status"),
    [("/t/sw.js", 200), ("/static/", 200), ("/static/", 302)],
    ids=["pages and files", "pages", "pages by a redirect"],
)
def test_a_new_build_is_not_put_together_from_what_another_answers(unheard, portal, monkeypatch, passes, status):
    phone, path = unheard, device_path(Table.objects.get())
    phone.goto(portal.address + path)
    phone.locator("body[data-kept]").wait_for()
    old = build_of(views.FILES)
    monkeypatch.setattr(views, "FILES", (*views.FILES, "js/entry.js"))
    portal.passes = lambda asked: asked.startswith((passes, "/t/sw.js")) or asked.endswith("?elsewhere")
    portal.answer(status, Location=f"{path}?elsewhere")
    phone.evaluate("""async () => {
        const registered = await navigator.serviceWorker.ready;
        const found = new Promise((done) => registered.addEventListener("updatefound", done, { once: true }));
        await Promise.all([found, registered.update().catch(() => {})]);
        const worker = registered.installing || registered.waiting;
        const ended = () => ["redundant", "activated"].includes(worker.state);
        if (worker && !ended()) await new Promise((done) =>
            worker.addEventListener("statechange", () => ended() && done()));
    }""")
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.get_by_role("button", name="Mehr")).to_be_visible()
    expect(phone).to_have_title("Tisch 1 · Serie 1 · Preisskat")
    assert f"skatliga-tisch-{old}" in phone.evaluate("caches.keys()")


def test_a_page_that_is_seen_for_the_first_time_through_a_portal_is_not_kept(unheard, portal):
    phone = unheard
    address = portal.address + device_path(Table.objects.get())
    phone.goto(address)
    phone.locator("body[data-kept]").wait_for()
    phone.evaluate(
        "caches.keys().then((names) => Promise.all(names.map(async (name) => (await caches.open(name))"
        ".delete(location.href, { ignoreVary: true }))))"
    )
    portal.answer(200)
    phone.reload()
    expect(phone.get_by_role("heading", name="Bitte anmelden")).to_be_visible()
    portal.status = 0
    Event.objects.update(name="Herbstpreisskat")
    phone.reload()
    expect(phone).to_have_title("Tisch 1 · Serie 1 · Herbstpreisskat")
    phone.locator("body[data-kept]").wait_for()
    assert "Herbstpreisskat" in phone.evaluate(KEPT)
