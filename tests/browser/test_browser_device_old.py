"""The table device on an old and small phone: no room to spare, a wrong clock, a browser that lacks something."""

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import expect

from browser.taps import begin, enter, enter_and_send, look, rows, sent
from skatliga.events.models import Event, Round

TRANSPARENT = "rgba(0, 0, 0, 0)"
TOMORROW = """{
    const Now = Date, ahead = 24 * 3600_000;
    globalThis.Date = class extends Now {
        constructor(...given) { given.length ? super(...given) : super(Now.now() + ahead); }
        static now() { return Now.now() + ahead; }
    };
}"""


def test_a_browser_that_knows_no_end_of_waiting_writes_all_the_same(phone, address):
    """Safari before version 16, so every iPhone that got no newer one, has no AbortSignal.timeout."""
    phone.add_init_script("delete AbortSignal.timeout")
    begin(phone, address)
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    assert rows() == [(2, 24)]


def test_a_wrong_clock_ends_no_serie_even_after_a_start_without_a_network(phone, address):
    Round.objects.update(minutes=120, clock_started_at=timezone.now())
    phone.add_init_script(TOMORROW)
    begin(phone, address)
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    phone.route("**/stand/", lambda route: route.abort("internetdisconnected"))
    phone.reload()
    expect(phone.locator("#netz")).to_have_text("kein Netz, alles gesendet")
    expect(phone.locator("#spiel")).to_contain_text("bis")
    expect(phone.locator("#hinweise")).to_have_text("")
    Round.objects.update(clock_started_at=timezone.now() - timedelta(minutes=121))
    phone.unroute_all()
    look(phone)
    expect(phone.locator("#hinweise")).to_contain_text("Die Spielzeit ist um")


def test_who_took_over_gets_the_room_for_the_buttons_back_and_the_others_go_on_reading_it(phone, hold, address):
    begin(phone, address)
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    second = hold(320, 568)
    second.goto(address)
    second.get_by_role("button", name="An diesem Gerät weiterschreiben").click()
    second.locator("dialog").get_by_role("button", name="Conrad").click()
    second.get_by_role("button", name="Trotzdem übernehmen").click()
    forced = re.compile(r"Um \d\d:\d\d hat Conrad die Liste ohne Übergabe übernommen\.")
    expect(second.locator("#hinweise")).to_contain_text(forced)
    second.get_by_role("button", name="gesehen").click()
    expect(second.locator("#hinweise")).to_have_text("")
    second.reload()
    enter_and_send(second, "142+", "2: Albers Grand mit 2 = +72")
    expect(second.locator("#hinweise")).to_have_text("")
    assert second.evaluate("document.querySelector('main').scrollHeight <= document.querySelector('main').clientHeight")
    look(phone)
    expect(phone.locator("#hinweise")).to_contain_text(forced)


def test_names_are_not_cut_where_there_is_little_room(hold, address):
    phone = hold(320, 568)
    begin(phone, address)
    enter(phone, "202-", "303-", "402-", "103-")
    sent(phone, "4: Albers Herz mit 3 = −80")
    for width, height in ((320, 568), (640, 360)):
        phone.set_viewport_size({"width": width, "height": height})
        shown = phone.evaluate("""[...document.querySelectorAll(".player p")].map(
            ({ firstChild: name, lastChild: points }) =>
            [name.textContent, points.textContent, name.scrollWidth <= name.clientWidth])""")
        assert shown == [
            ["Albers", "−80", True],
            ["Brandt", "−60", True],
            ["Conrad", "−80", True],
            ["Decker", "−60", True],
        ]
        assert phone.evaluate("document.documentElement.scrollHeight") == height


def test_where_is_signed_and_what_is_still_missing_shows(phone, hold, address):
    Event.objects.update(deals_at_four=4)
    begin(phone, address)
    enter(phone, "221+", "143.+", "402/-", "0")
    expect(phone.locator("#netz")).to_have_text("alles gesendet")
    follower = hold()
    follower.goto(address)
    expect(follower.locator("#liste")).to_contain_text(
        "Alle Spiele stehen auf der Liste. Unterschrieben wird an dem Gerät, das sie schreibt."
    )
    expect(follower.get_by_text("Jeder tippt auf seinen Namen")).to_have_count(0)
    hand_in = phone.get_by_role("button", name="Liste abgeben")
    expect(hand_in).to_be_disabled()
    expect(hand_in).to_have_css("background-color", TRANSPARENT)
    for name in ("Albers", "Brandt", "Conrad", "Decker"):
        phone.get_by_role("button", name=f"{name}, ").click()
    expect(hand_in).to_be_enabled()
    expect(hand_in).not_to_have_css("background-color", TRANSPARENT)
