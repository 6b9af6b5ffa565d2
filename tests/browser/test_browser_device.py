"""The table device in a real browser, as large as a phone: tapped by a person, with and without a network."""

import json
import re
from decimal import Decimal

import pytest
import segno
from playwright.sync_api import expect
from web.serving import site  # noqa: F401
from whole import WHOLE

from browser.conftest import violations
from browser.taps import (
    begin,
    count_from_now,
    enter,
    enter_and_send,
    feet,
    rows,
    sent,
    sign,
    sign_and_hand_in,
    tap,
    tap_and_enter,
    with_modules,
)
from browser.test_browser_lists import BLOCK, FEET
from scoring.legal import accounts, overbids, overtaken
from scoring.notation import write
from scoring.rulebooks import BOOKS
from skatliga.events.models import Event, Table
from skatliga.lists.access import device_path
from skatliga.lists.models import Sheet

SUITS = ("karo", "herz", "pik", "kreuz", "grand")
# The deals as they are tapped: where the paper names what an overbid game cost, the table knows how high was bid.
TAPPED = [text.replace("$27", "b20") for text, _seat, _score in BLOCK] * 4


def stored(sheet: Sheet | None = None) -> list[tuple[int, int, int, int]]:
    found = (sheet or Sheet.objects.get()).results.all()
    return [(one.spielpunkte, one.won, one.lost, one.leistung) for one in found]


def test_one_screen_with_targets_for_fingers_that_all_can_use(phone, address, look):
    """However large it is, and whichever way it is held; then the keys and the list, each in both schemes."""
    begin(phone, address)
    enter(phone, *TAPPED[:4])
    sent(phone, "4: Conrad Herz mit 2 Schneider = −80")
    tap(phone, "344/+")
    for width, height in ((360, 640), (390, 844), (844, 390), (1024, 768)):
        phone.set_viewport_size({"width": width, "height": height})
        size = phone.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [width, height]
        assert phone.evaluate(
            "document.querySelector('main').scrollHeight <= document.querySelector('main').clientHeight"
        )
        boxes = phone.evaluate("""[...document.querySelectorAll('button')].map((each) => each.getBoundingClientRect())
            .filter((box) => box.width).map(({ width, height, right, bottom }) => [width, height, right, bottom])""")
        assert len(boxes) > 30
        assert [box for box in boxes if box[0] < 48 or box[1] < 48 or box[2] > width or box[3] > height] == []
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.locator(".player[data-seat='3'] button").nth(1).click()  # lost
    look(phone, "device")
    phone.get_by_role("button", name="Mehr").click()
    phone.get_by_role("button", name="Liste ansehen").click()
    look(phone, "device-list")
    look(phone, "device-list")
    phone.keyboard.press("Escape")
    look(phone, "device")


def test_taps_of_a_whole_list_and_how_the_office_sees_it(phone, hold, address, admin, sign_in, shoot):
    """An ordinary game four, passed in two, correcting the last game three (SHEET A6.3); all deals on one screen."""
    begin(phone, address)
    taps = count_from_now(phone)
    tap_and_enter(phone, "221+")
    assert taps() == 4
    taps = count_from_now(phone)
    tap_and_enter(phone, "0")
    assert taps() == 2
    tap_and_enter(phone, "433-")
    taps = count_from_now(phone)
    phone.get_by_role("button", name="falsch?").click()
    phone.locator(".player[data-seat='4'] button").first.click()
    phone.locator("#eintragen").click()
    assert taps() == 3
    sent(phone, "3: Decker Null 23 = +23")
    assert [(row.nr, row.declarer, row.deal) for row in Sheet.objects.get().rows.all()][2] == (
        3,
        4,
        {"game": "null", "won": True},
    )
    taps = count_from_now(phone)
    by_finger = TAPPED[3:] if WHOLE else TAPPED[3:15]  # each deal of the block once
    tap_and_enter(phone, *by_finger)
    assert Decimal(taps()) / len(by_finger) < Decimal("4.3")
    enter(phone, *TAPPED[3 + len(by_finger) :])
    expect(phone.get_by_role("button", name="Albers, Jens: unterschreiben")).to_be_visible()
    assert len(feet(phone)) == 4
    expect(phone.locator("#netz")).to_have_text("alles gesendet")
    payload = with_modules(phone, "writer.payload()")
    desk = hold(1280, 800)
    sign_in(desk, admin)
    desk.goto(f"{address.partition('/t/')[0]}/Q/{payload}")
    scanned = desk.locator(".scanned-deals li")
    expect(scanned).to_have_count(48)
    bottoms = scanned.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().bottom)")
    assert max(bottoms) <= 800
    expect(scanned.last).to_have_text(re.compile(r"^\s*48"))
    shoot(desk, "device-scanned-whole")


def test_buttons_that_cannot_be_are_dimmed(phone, address):
    begin(phone, address)
    dimmed = lambda: set(phone.locator("#eingabe button:disabled").all_inner_texts())  # noqa: E731
    tile = lambda seat: phone.locator(f".player[data-seat='{seat}'] button:disabled").count()  # noqa: E731
    assert [tile(seat) for seat in (1, 2, 3, 4)] == [2, 0, 0, 0]  # seat 1 deals
    phone.locator("[data-game='4']").click()
    assert phone.locator("[data-more='']").is_disabled()  # Grand has four Spitzen
    phone.locator("[data-kind='3']").click()
    assert {"1", "2", "3", "4", "Hand", "Schneider", "Schwarz"} <= {text.split()[-1] for text in dimmed()}
    phone.locator("[data-game='2']").click()
    assert phone.locator("#angesagt").is_disabled()  # only from the hand
    phone.locator("[data-level=hand]").click()
    assert phone.locator("#angesagt").is_enabled()
    phone.locator("[data-level=hand]").press("Enter")  # a second tap at once would be a double one
    tap(phone, "291b20-")
    assert phone.locator(".player[data-seat='2'] button").first.is_disabled()  # overbid is lost
    expect(phone.locator("#satz")).to_have_text("Brandt verliert Karo mit 1, überreizt bei 20 = −54")


@pytest.mark.parametrize("key", ["isko-2022", "altenburg"])
def test_the_preview_agrees_with_the_engine_on_every_legal_deal(phone, live_server, evening, key):
    Event.objects.update(rulebook=key)
    book = BOOKS[key]
    phone.goto(live_server.url + device_path(Table.objects.get()))
    expect(phone.get_by_role("button", name="Ich schreibe")).to_be_visible()
    legal = list(accounts(book))
    scores = {
        write(0 if account.deal.game == "eingepasst" else 1, account.deal, book): account.score for account in legal
    }
    lost = [account.deal for account in legal if account.deal.won is False and account.deal.game != "null"]
    for deal in (*lost, *overtaken(book)):
        plain, instead = write(1, deal, book)[:-1], ""
        if deal.replacement:
            letter = "dhpkg"[SUITS.index(deal.replacement.game)]
            instead = f"r{letter}{deal.replacement.spitzen}".replace("-", "o")
        cheapest = {}
        for account in overbids(book, deal):
            cheapest.setdefault(account.value, account.score)
            scores[f"{plain}b{account.deal.bid}{instead}-"] = account.score  # as it is tapped
        scores |= {f"{plain}{instead}${value}-": score for value, score in cheapest.items()}  # as it is stored
    assert len(scores) > 10_000
    differing = """JSON.parse(given).map(([text, score]) => {
        const choice = notation.choiceOf(book, words, text);
        return [text, score, value.scoreOf(book, choice), text.includes("$") ? text : notation.textOf(words, choice)];
    }).filter(([text, score, valued, written]) => valued !== score || written !== text)"""
    # as one text: Playwright looks at every value it hands over
    assert with_modules(phone, differing, json.dumps(list(scores.items()))) == []


def drawn(page) -> list[list[bool]]:
    """The modules of the code on a page, without the white around it."""
    dark = page.evaluate("""() => {
        const canvas = document.querySelector("canvas"), { width, height } = canvas;
        const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
        const dark = (at) => data[at + 3] > 0 && data[at] < 128;
        const row = (y) => Array.from({ length: width }, (_, x) => dark(4 * (y * width + x)));
        return Array.from({ length: height }, (_, y) => row(y));
    }""")
    rows = [row for row in dark if any(row)]
    left = min(row.index(True) for row in rows)
    return [row[left : left + len(rows)] for row in rows]


def test_a_list_comes_into_the_site_without_any_network(phone_kept, hold, live_server, address, sign_in, admin, shoot):
    phone = phone_kept
    Event.objects.update(deals_at_four=4)
    begin(phone, address)
    phone.locator("body[data-kept]").wait_for()
    phone.context.set_offline(True)
    enter(phone, "221+", "143.+", "402/-", "0")
    sign(phone, "Albers, Jens", "Brandt, Uwe", "Conrad, Ilse", "Decker, Ole")
    shoot(phone, "device-complete")
    assert phone.evaluate("document.querySelector('main').scrollWidth") <= 360
    # a seal that ends in many digits is drawn closer, in a second mode that the other library does not change to
    while re.search(r"\d{6}$", with_modules(phone, "writer.payload()")):
        with_modules(phone, "void (store.kept.counter += 1)")
    phone.get_by_role("button", name="Als Code zeigen").click()
    expect(phone.locator("canvas[width]")).to_be_visible()
    scanned = phone.locator("canvas").get_attribute("aria-label")
    assert scanned.startswith(live_server.url.upper() + "/Q/")
    # the same code, drawn by another library
    codes = [
        segno.make(scanned, mode="alphanumeric", error=error, mask=mask, boost_error=False, micro=False)
        for error in "lmqh"
        for mask in range(8)
    ]
    assert drawn(phone) in [[[bool(dark) for dark in row] for row in code.matrix] for code in codes]
    assert stored() == [(0, 0, 0, 0)] * 4
    desk = hold(1280, 800)
    sign_in(desk, admin)
    desk.goto(scanned)
    expect(desk.get_by_text("Am Gerät stehen 4 Zeilen. Unterschrieben haben 4 von 4.")).to_be_visible()
    shoot(phone, "device-code")
    shoot(desk, "device-scanned")
    assert violations(desk) == []
    desk.get_by_role("button", name="Übernehmen").click()
    expect(desk.get_by_text("Die Liste vom Gerät ist übernommen.")).to_be_visible()
    # 50 for an own game won, 30 for the one lost by another
    assert stored() == [(120, 1, 0, 200), (24, 1, 0, 104), (0, 0, 0, 30), (-80, 0, 1, -130)]
    phone.keyboard.press("Escape")
    phone.context.set_offline(False)
    expect(phone.get_by_text("Die Liste ist abgegeben.")).to_be_visible()
    assert phone.get_by_text("Von diesem Gerät nicht mehr angekommen:").count() == 0


SET_UP = """
import datetime, json
import django
django.setup()
from skatliga.events.models import Event, Table
from skatliga.events.services import create_event, enter_guests, seat_round, set_state
from skatliga.lists.access import device_path
from skatliga.people.models import User
from skatliga.people.services import create_club
User.objects.create_superuser("betreiber", first_name="Olga")
event = create_event(create_club("Verein"), name="Abend", date=datetime.date(2026, 11, 21), rounds=1,
                     rulebook="isko-2022", evaluation="seeger-fabian")
enter_guests(event, [(name, "") for name in ("Albers", "Brandt", "Conrad", "Decker")])
seat_round(event.rounds.get(), {1: [1, 2, 3, 4]})
set_state(event, Event.State.PUBLISHED)
print(json.dumps(device_path(Table.objects.get())))
"""
# The office types a row into the list that lies on the table.
OFFICE = """
import django
django.setup()
from skatliga.lists.forms import NotationForm
from skatliga.lists.models import Sheet
from skatliga.lists.queries import view_of
from skatliga.lists.services import Change, append_row
from skatliga.people.models import User
sheet = Sheet.objects.get()
form = NotationForm({"text": "211+"}, view=view_of(sheet))
assert form.is_valid()
append_row(sheet.pk, form.entered, Change(sheet.revision, User.objects.get()))
"""
STORED = """
import json
import django
django.setup()
from skatliga.lists.models import Sheet
sheet = Sheet.objects.get()
results = sheet.results.values_list("spielpunkte", "won", "lost", "leistung")
print(json.dumps([sheet.state, sheet.rows.count(), sheet.signatures.count(), list(results)]))
"""


def test_a_whole_serie_with_the_network_cut_a_reload_a_killed_server_and_a_clash(hold, site, shoot):  # noqa: F811
    """Forty-eight deals; both sides end with the same sums, which were worked out by hand."""
    python, server = site
    path = json.loads(python("-c", SET_UP))
    phone = hold(workers="allow")
    waiting = lambda count: expect(phone.locator("#netz")).to_have_text(count, timeout=30_000)  # noqa: E731
    with server() as (origin, kill):
        port = int(origin.rpartition(":")[2])
        begin(phone, origin + path)
        phone.locator("body[data-kept]").wait_for()
        enter(phone, *TAPPED[:12])
        expect(phone.locator("#spiel")).to_have_text("Spiel 13/48 · Runde 4")
        waiting("alles gesendet")
        phone.context.set_offline(True)
        enter(phone, *TAPPED[12:24])
        waiting("kein Netz, 12 ungesendet")
        kill()  # before the reload: a page that begins is for a moment not yet told that its network is cut
        phone.reload()
        expect(phone.locator("#spiel")).to_have_text("Spiel 25/48 · Runde 7")
        enter(phone, *TAPPED[24:30])
        python("-c", OFFICE)  # row 13, which the table has long written
        phone.context.set_offline(False)
        enter(phone, *TAPPED[30:33])
        waiting("kein Netz, 21 ungesendet")
    with server(port):
        clash = phone.locator("dialog")
        expect(clash).to_contain_text("Spiel 13 steht anders auf der Liste der Turnierleitung.", timeout=30_000)
        shoot(phone, "device-clash")
        expect(clash).to_contain_text("Dort steht: Brandt Pik mit 1 = +22 (Olga")
        expect(clash).to_contain_text("An diesem Gerät: Brandt Kreuz mit 1 = +24")
        clash.get_by_role("button", name="Unseres an dieser Stelle eintragen").click()
        for name in ("Brandt", "Decker"):
            clash.get_by_role("button", name=name).click()
        enter(phone, *TAPPED[33:])
        expect(phone.get_by_role("button", name="Albers: unterschreiben")).to_be_visible()
        waiting("alles gesendet")
        assert feet(phone) == [[f"{points}", f"{won} : {lost}", f"{result}"] for points, won, lost, result in FEET]
        sign_and_hand_in(phone, "Albers", "Brandt", "Conrad", "Decker")
        expect(phone.get_by_text("Die Liste ist abgegeben.")).to_be_visible()
        assert json.loads(python("-c", STORED)) == ["handed_in", 48, 4, [list(foot) for foot in FEET]]


def test_the_list_is_handed_over_by_its_code_and_followed_by_the_others(phone_kept, hold, address):
    phone = phone_kept
    begin(phone, address)
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    second, third = hold(), hold()
    for page in (second, third):
        page.goto(address)
        expect(page.get_by_text("Nur zum Mitlesen; die Liste schreibt Albers.")).to_be_visible()
        expect(page.locator("#liste")).to_contain_text("Brandt Kreuz mit 1 = +24")
    phone.get_by_role("button", name="Mehr").click()
    phone.get_by_role("button", name="Übergeben").click()
    scanned = phone.locator("canvas").get_attribute("aria-label")
    second.goto("about:blank")
    second.goto(scanned)
    second.locator("dialog").get_by_role("button", name="Brandt").click()
    expect(second.locator("#eingabe")).to_be_visible()
    enter_and_send(second, "143.+", "2: Albers Grand mit 3 Hand = +120")
    expect(phone.get_by_text("Dieses Gerät schreibt nicht mehr")).to_be_visible()
    expect(third.locator("#liste")).to_contain_text("Albers Grand mit 3 Hand = +120")
    assert Sheet.objects.get().lease.forced_at is None


def test_after_a_dead_phone_another_goes_on_and_all_see_it(phone_kept, hold, address):
    phone = phone_kept
    begin(phone, address)
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    phone.context.set_offline(True)
    enter(phone, "143.+")
    second = hold()
    second.goto(address)
    second.get_by_role("button", name="An diesem Gerät weiterschreiben").click()
    second.locator("dialog").get_by_role("button", name="Conrad").click()
    second.get_by_role("button", name="Trotzdem übernehmen").click()
    expect(second.get_by_text("hat Conrad die Liste ohne Übergabe übernommen.")).to_be_visible()
    enter_and_send(second, "144.+", "2: Albers Grand mit 4 Hand = +144")
    phone.context.set_offline(False)
    expect(phone.get_by_text("Von diesem Gerät nicht mehr angekommen:")).to_be_visible()
    expect(phone.locator("#hinweise")).to_contain_text("2: Albers Grand mit 3 Hand = +120")
    assert rows() == [(2, 24), (1, 144)]


def test_over_plain_http_the_page_says_what_that_costs_and_works_with_a_network(phone, address, settings):
    """Browsers keep pages for a start without a network over https only; localhost is the one exception."""
    settings.ALLOWED_HOSTS = ["halle.test"]
    begin(phone, address.replace("localhost", "halle.test"))
    expect(phone.locator("#hinweise")).to_contain_text("Ohne https geht es hier nur mit Netz")
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    phone.get_by_role("button", name="Mehr").click()
    expect(phone.get_by_text("Diese Seite startet auf diesem Gerät nur mit Netz.")).to_be_visible()
    assert rows() == [(2, 24)]


def test_a_deal_of_the_house_the_notation_cannot_say_is_kept_by_its_value(phone, address, evening):
    evening.rulebook = "hausrunde"
    evening.save()
    begin(phone, address)
    phone.locator(".player[data-seat='3'] button").first.click()
    phone.get_by_role("button", name="Wert …").click()
    phone.get_by_role("textbox", name="Wert des Spiels").fill("-192")  # a Grand hand lost with Kontra
    phone.get_by_role("button", name="übernehmen").click()
    phone.locator("#eintragen").click()
    sent(phone, "1: Conrad = −192")
    assert rows() == [(3, -192)]
