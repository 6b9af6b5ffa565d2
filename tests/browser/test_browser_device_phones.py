"""The table device on many phones: fast fingers, old browsers, large type, a screen that stays on, keys."""

import datetime
import re
from itertools import groupby, product
from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import expect
from whole import sample

from browser.conftest import violations
from browser.taps import begin, enter, enter_and_send, hand_in, look, put_together, rows, sent, tap, with_modules
from browser.test_browser_device import TAPPED
from skatliga.events import services
from skatliga.events.models import Event, Table
from skatliga.lists.access import device_path
from skatliga.lists.models import Sheet

HOUSE = Path(__file__).parents[2]
ACORN = HOUSE / "tests/vendor/acorn-8.19.0.js"
CLASSIC = [HOUSE / "static/js/device/begun.js", *HOUSE.glob("static/vendor/idb-*.js")]
MODULES = sorted({*HOUSE.glob("static/js/device/*.js"), *HOUSE.glob("static/vendor/lean-qr-*.mjs")} - {*CLASSIC})

# What Safari 14.0 (iOS 14) or Chrome 90 do not have of what browsers have today.
OLD = """
for (const type of [Array, Uint8Array, Int32Array])
    for (const name of ["at", "findLast", "findLastIndex", "toSorted", "toReversed", "toSpliced", "with"])
        delete type.prototype[name];
for (const name of ["at", "replaceAll", "isWellFormed"]) delete String.prototype[name];
for (const name of ["hasOwn", "groupBy"]) delete Object[name];
for (const name of ["any", "withResolvers", "try"]) delete Promise[name];
for (const name of ["showModal", "show", "close", "open"]) delete HTMLDialogElement.prototype[name];
for (const name of ["BroadcastChannel", "structuredClone", "requestIdleCallback", "WeakRef"]) delete globalThis[name];
for (const name of ["timeout", "any"]) delete AbortSignal[name];
for (const name of ["wakeLock", "locks", "userAgentData"]) delete Navigator.prototype[name];
delete HTMLElement.prototype.inert;
delete Crypto.prototype.randomUUID;
delete Crypto.prototype.subtle;
"""


# ---- Fast taps


def middle(page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap_fast(page, selector: str, times: int, touch: bool) -> None:
    """Tap the same button so often, as fast as can be; a mouse says how often it was clicked."""
    place = middle(page, selector)
    if not touch:
        page.mouse.click(*place, click_count=times)
    for _time in range(times if touch else 0):
        page.touchscreen.tap(*place)


# Values with the same digit twice that would be another value of the book with one of the two swallowed.
FAST_1886 = (22, 33, 44, 55, 66, 77, 88, 99, 100, 110, 112, 144, 200, 220, 224)
FAST_OFFICERS = (22, 33, 44, 55, 66, 77, 88, 99, 100, 110, 117, 144)


def doubled(value: int) -> tuple[int, ...]:
    """How often each digit comes in a row: 100 is 1, 2."""
    return tuple(len(list(same)) for _digit, same in groupby(str(value)))


@pytest.mark.parametrize("book", ["skatordnung-1886", "offiziersskat"])
def test_digits_are_typed_as_fast_as_they_come(chromium, club, live_server, book):
    """The same digit twice within a tenth of a second is two digits; so is taking them back."""
    agreed, names = {}, ["Albers, Jens", "Brandt, Uwe", "Conrad, Ilse"]
    if book == "offiziersskat":
        agreed, names = {"accounting": "skatordnung"}, names[:2]
    usual = {"name": "Abend", "rounds": 1, "date": datetime.date(2026, 11, 21), "evaluation": "spielpunkte"}
    event = services.create_event(club, rulebook=book, agreements=agreed, **usual)
    services.enter_guests(event, [(name, "") for name in names])
    services.seat_round(event.rounds.get(), {1: range(1, len(names) + 1)})
    context = chromium.new_context(viewport={"width": 360, "height": 640}, locale="de-DE", has_touch=True)
    page = context.new_page()
    begin(page, live_server.url + device_path(Table.objects.get()))
    for number, touch in enumerate((False, True), 1):  # with a mouse, with a finger
        page.locator(".player[data-seat='2'] button").first.click()
        for value in sample(FAST_1886 if agreed == {} else FAST_OFFICERS, doubled, 4):
            for digit, same in groupby(str(value)):
                tap_fast(page, f"[data-digit='{digit}']", len(list(same)), touch)
            # won, or for the few that can only be lost what is still missing
            expect(page.locator("#satz")).to_have_text(re.compile(rf"^(Brandt gewinnt: \+{value}|{value}: .*)$"))
            tap_fast(page, "[data-digit='']", len(str(value)), touch)
            expect(page.locator("#satz")).to_have_text(re.compile("^Wer hat "))
        tap_fast(page, "[data-digit='1']", 2, touch)
        tap_fast(page, "[data-digit='0']", 1, touch)
        tap_fast(page, "#eintragen", 2, touch)
        sent(page, f"{number}: Brandt = +110")
        assert rows() == [(2, 110)] * number
    context.close()


def test_a_toggle_and_a_panel_take_the_second_of_a_double_tap_for_none(phone, address):
    begin(phone, address)
    tap(phone, "291+")
    phone.locator("[data-level=hand]").dblclick()
    expect(phone.locator("[data-level=hand]")).to_have_attribute("aria-pressed", "true")
    phone.evaluate("""() => {
        const button = document.querySelector("#ueberreizt"), { x, y } = button.getBoundingClientRect();
        button.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, clientX: x, clientY: y }));
        document.querySelector("dialog .grid button").dispatchEvent(
            new MouseEvent("click", { bubbles: true, detail: 1, clientX: x, clientY: y }));
    }""")
    expect(phone.locator("#dialog")).to_be_visible()  # the finger that opened it has chosen nothing in it
    expect(phone.locator("#satz")).not_to_contain_text("überreizt")


CLICKS = """
const click = (button, clientX, clientY) =>
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1, clientX, clientY }));
const middle = (button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
};
const back = () => [...document.querySelectorAll("dialog button")].find((one) => /zurücknehmen/.test(one.innerText));
"""


def test_a_double_tap_is_none_wherever_it_goes_and_two_taps_with_another_between_are_two(phone, address):
    """The second of a double tap hits nothing in the panel that the first has opened; taps between are counted."""
    begin(phone, address)
    enter(phone, "221+", "143.+")
    expect(phone.locator("#spiel")).to_contain_text("Spiel 3/")
    phone.evaluate(f"""() => {{
        {CLICKS}
        const [x, y] = middle(document.querySelector("#mehr"));
        click(document.querySelector("#mehr"), x, y);
        click(back(), x, y);
    }}""")
    expect(phone.locator("#dialog")).to_be_visible()
    expect(phone.locator("#spiel")).to_contain_text("Spiel 3/")
    phone.evaluate(f"""() => {{
        {CLICKS}
        click(document.body, 20, 20);
        click(back(), ...middle(back()));
    }}""")
    expect(phone.locator("#spiel")).to_contain_text("Spiel 2/")


def test_a_quick_tap_on_the_button_beside_is_a_tap(phone, address):
    """However fast and however near to the first: it stood there already."""
    begin(phone, address)
    phone.evaluate(f"""() => {{
        {CLICKS}
        const [karo, herz] = document.querySelectorAll("[data-game]");
        const y = middle(karo)[1];
        click(karo, karo.getBoundingClientRect().right - 3, y);
        click(herz, herz.getBoundingClientRect().left + 3, y);
        const [won] = document.querySelectorAll(".player:nth-child(2) button");
        click(won, ...middle(won));
        click(won, ...middle(won));
    }}""")
    expect(phone.locator("[data-game='0']")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator(".player button").nth(2)).to_have_attribute("aria-pressed", "true")


# ---- A phone that takes its time to keep what was entered


SLOW = """() => {
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...given) {
        const transaction = begin.apply(this, given);
        if (given[1] !== "readwrite") return transaction;
        const store = transaction.objectStore("lists"), until = performance.now() + (globalThis.wait ?? 600);
        const again = () => { if (performance.now() < until) store.get("nothing").onsuccess = again; };
        again();
        return transaction;
    };
}"""


def test_what_is_tapped_while_an_entry_is_still_being_kept_is_done_when_it_is(phone, address):
    """By fingers, by keys, and by whoever taps again because nothing has shown yet."""
    Event.objects.update(deals_at_four=4)
    begin(phone, address)
    phone.evaluate(SLOW)
    phone.context.set_offline(True)
    enter(phone, "221+")
    phone.locator(".player[data-seat='3'] button").first.click()
    phone.locator("[data-game='4']").press("Enter")
    phone.locator("[data-n='3'][data-ohne='']").click()
    expect(phone.locator("#satz")).to_have_text("Conrad gewinnt Grand mit 3 = +96")
    expect(phone.locator("#letztes")).to_have_text("1: Brandt Kreuz mit 1 = +24")
    phone.locator("#eintragen").click()
    enter(phone, "402/-", "0")
    phone.evaluate("wait = 60")  # who taps twice at once needs no longer
    twice = "(button) => { button.click(); button.click(); }"
    for name in ("Albers, Jens", "Brandt, Uwe", "Conrad, Ilse", "Decker, Ole"):
        phone.get_by_role("button", name=f"{name}: unterschreiben").evaluate(twice)
    button = phone.get_by_role("button", name="Liste abgeben")
    expect(button).to_be_enabled()
    button.evaluate(twice)
    expect(phone.get_by_role("button", name="Liste abgeben")).to_have_count(0)
    expect(phone.locator("#netz")).to_have_text("kein Netz, 9 ungesendet")
    phone.context.set_offline(False)
    look(phone)
    expect(phone.get_by_text("Die Liste ist abgegeben.")).to_be_visible()
    assert rows() == [(2, 24), (3, 96), (4, -80), (0, 0)]


def test_a_button_that_is_pressed_is_not_drawn_anew_under_the_finger(phone, address):
    """The list is drawn whenever something was sent; whoever taps just then has tapped."""
    Event.objects.update(deals_at_four=4)
    begin(phone, address)
    enter(phone, "221+", "143.+", "402/-", "0")
    expect(phone.locator("#netz")).to_have_text("alles gesendet")  # nothing else draws the list meanwhile
    albers = phone.get_by_role("button", name="Albers, Jens: unterschreiben")
    albers.hover()  # waits for a button that stays, unlike asking where it is
    phone.mouse.down()
    phone.evaluate("document.querySelector('#liste').dataset.told = 'what was there before'")
    with_modules(phone, "void store.redraw()")
    phone.mouse.up()
    expect(phone.get_by_role("button", name="Albers, Jens: unterschrieben")).to_be_visible()


# ---- Old browsers


def test_no_script_needs_more_than_the_language_of_2020(page, live_server):
    """Safari 14 and Chrome 90 read it; one newer sign and the page would be empty there."""
    worker = Client().get("/t/sw.js").text
    page.goto("about:blank")
    page.add_script_tag(path=ACORN)
    parse = """([text, sourceType]) => {
        try { acorn.parse(text, { ecmaVersion: 2020, sourceType }); return ""; } catch (error) { return error.message; }
    }"""
    assert page.evaluate(parse, ["let a = 1; a ||= 2;", "script"]) != ""  # of 2021
    texts = {script.name: [script.read_text(), "script"] for script in CLASSIC} | {"sw.js": [worker, "script"]}
    texts |= {script.name: [script.read_text(), "module"] for script in MODULES}
    assert len(texts) > 8
    assert {name: found for name, text in texts.items() if (found := page.evaluate(parse, text))} == {}
    begun = (HOUSE / "static/js/device/begun.js").read_text()
    assert page.evaluate("(text) => { acorn.parse(text, { ecmaVersion: 5 }); return true; }", begun)


def test_an_old_phone_writes_corrects_signs_and_shows_its_code(phone_kept, address):
    phone = phone_kept
    phone.add_init_script(OLD)
    Event.objects.update(deals_at_four=4)
    begin(phone, address)
    expect(phone.get_by_text("Dieser Browser ist")).to_be_hidden()  # one that begins says nothing of its age
    enter(phone, "221+", "143.+")
    phone.get_by_role("button", name="falsch?").click()
    phone.locator("[data-n='4'][data-ohne='']").click()
    phone.locator("#eintragen").click()
    expect(phone.locator("#letztes")).to_have_text("2: Albers Grand mit 4 Hand = +144")
    phone.locator("[data-more='']").click()
    expect(phone.locator("#dialog")).to_be_visible()
    expect(phone.locator("#dialog")).to_be_in_viewport()
    phone.get_by_role("button", name="zurück").click()
    expect(phone.locator("#dialog")).to_be_hidden()
    enter(phone, "402/-", "0")
    for name in ("Albers", "Brandt", "Conrad", "Decker"):
        phone.get_by_role("button", name=f"{name}, ").click()
    expect(phone.get_by_role("button", name="Liste abgeben")).to_be_enabled()
    phone.get_by_role("button", name="Mehr").click()
    phone.locator("dialog").get_by_role("button", name="Als Code zeigen").click()
    expect(phone.locator("canvas[width]")).to_be_visible()
    phone.get_by_role("button", name="zurück").click()
    hand_in(phone)
    expect(phone.get_by_text("Die Liste ist abgegeben.")).to_be_visible()
    assert rows() == [(2, 24), (1, 144), (4, -80), (0, 0)]


def without_modules(route) -> None:
    """The page as a browser takes it that has never heard of modules."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace('type="module"', 'type="text/unheard-of"'))


@pytest.mark.parametrize("missing", ["JSON", "fetch", "AbortController", "a script that it can read", "modules at all"])
def test_a_browser_that_is_too_old_says_so(chromium, address, missing):
    context = chromium.new_context(locale="de-DE", viewport={"width": 360, "height": 640})
    page = context.new_page()
    if missing == "modules at all":
        page.route(address, without_modules)
    elif " " in missing:
        page.route(
            "**/value.js", lambda route: route.fulfill(body="let newer = a ?.?. b;", content_type="text/javascript")
        )
    else:
        page.add_init_script(f"Object.defineProperty(globalThis, '{missing}', {{ value: undefined }})")
    page.goto(address)
    expect(page.get_by_text("Dieser Browser ist für die Liste am Gerät zu alt.")).to_be_visible()
    context.close()


# ---- Large type


def grow(page, percent: int) -> None:
    """The reader's own size of type, in percent of what browsers begin with."""
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 16 * percent // 100}})


SCREENS = ((360, 640), (390, 844), (640, 360), (844, 390))


def test_the_sentence_and_its_button_stay_on_the_screen_whatever_the_type(hold, address):
    """In each size of type and on each screen a deal more is tapped, looked at and entered."""
    phone = hold(*SCREENS[0])
    begin(phone, address)
    enter(phone, *TAPPED[:4])
    sent(phone, "4: Conrad Herz mit 2 Schneider = −80")
    for number, (percent, (width, height)) in enumerate(product((100, 130, 160), SCREENS), 5):
        grow(phone, percent)
        phone.set_viewport_size({"width": width, "height": height})
        put_together(phone, "344/-" if number % 4 != 3 else "444/-")  # every fourth deal is dealt by the third
        for scrolled in (0, 10_000):
            phone.evaluate("(to) => { document.querySelector('main').scrollTop = to; }", scrolled)
            for selector in ("#satz", "#eintragen"):
                box = phone.locator(selector).bounding_box()
                assert box["y"] > 0 and box["y"] + box["height"] <= height, (percent, width, selector, scrolled)
        assert phone.evaluate("document.documentElement.scrollWidth") == width
        cut = phone.evaluate("""[...document.querySelectorAll("#eingabe button")].filter((each) => each.offsetWidth
            && each.scrollWidth > each.clientWidth + 1).map((each) => each.innerText)""")
        assert cut == [], (percent, width)
        phone.locator("#eintragen").click()
        expect(phone.locator("#spiel")).to_contain_text(f"Spiel {number + 1}/48")


def test_type_grows_with_the_reader_and_with_the_screen(phone, address):
    phone.goto(address)
    sizes = {}
    for width, height, percent in ((360, 640, 100), (360, 640, 130), (390, 844, 100), (768, 1024, 100)):
        grow(phone, percent)
        phone.set_viewport_size({"width": width, "height": height})
        sizes[width, percent] = phone.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    assert sizes[360, 130] >= 1.2 * sizes[360, 100]
    assert sizes[360, 100] < sizes[390, 100] < sizes[768, 100]


# ---- The screen, the home screen, keys


AWAKE = """
globalThis.held = 0;
Object.defineProperty(Navigator.prototype, "wakeLock", { configurable: true, value: { request: async () => {
    const lock = new EventTarget();
    globalThis.held += 1;
    globalThis.lock = lock;
    lock.release = async () => { globalThis.held -= 1; lock.dispatchEvent(new Event("release")); };
    return lock;
} } });
"""


def test_the_screen_stays_on_as_long_as_this_phone_writes(phone, hold, address):
    phone.add_init_script(AWAKE)
    phone.goto(address)
    expect(phone.get_by_role("button", name="Ich schreibe")).to_be_visible()
    assert phone.evaluate("held") == 0  # who only looks saves the battery
    begin(phone, address)
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    phone.wait_for_function("held === 1")
    second = hold()
    second.goto(address)
    second.get_by_role("button", name="An diesem Gerät weiterschreiben").click()
    second.locator("dialog").get_by_role("button", name="Conrad").click()
    second.get_by_role("button", name="Trotzdem übernehmen").click()
    look(phone)
    expect(phone.get_by_text("Dieses Gerät schreibt nicht mehr")).to_be_visible()
    phone.wait_for_function("held === 0")


def test_the_screen_stays_on_again_after_somebody_has_looked_elsewhere(phone, address):
    """A browser releases the lock of a page that is not seen."""
    seen = """(hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
        if (hidden) lock.release();
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    phone.add_init_script(AWAKE)
    begin(phone, address)
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    phone.wait_for_function("held === 1")
    phone.evaluate(seen, True)
    phone.wait_for_function("held === 0")
    phone.evaluate(seen, False)
    phone.wait_for_function("held === 1")


def test_the_home_screen_gets_pictures(phone, address, live_server):
    phone.goto(address)
    sizes = phone.evaluate("""async () => {
        const size = async (address) => {
            const picture = await createImageBitmap(await (await fetch(address)).blob());
            return [picture.width, picture.height];
        };
        const app = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
        const pictures = app.icons.filter(({ type }) => type === "image/png");
        const apple = await size(document.querySelector("link[rel=apple-touch-icon]").href);
        return [apple, ...await Promise.all(pictures.map(async ({ src, sizes }) => [sizes, ...await size(src)]))];
    }""")
    assert sizes == [[180, 180], ["192x192", 192, 192], ["512x512", 512, 512], ["512x512", 512, 512]]


def test_whoever_goes_by_keys_stays_on_the_buttons(phone, address):
    begin(phone, address)
    within = "document.activeElement.closest('#eingabe')?.id + ' ' + document.activeElement.disabled"
    for text in ("221+", "143.+"):
        tap(phone, text)
        phone.locator("#eintragen").focus()
        phone.keyboard.press("Enter")
        expect(phone.locator("#eintragen")).to_be_disabled()
        phone.wait_for_function(f"({within}) === 'eingabe false'")
    expect(phone.locator(".player[data-seat='1'] button").first).to_be_focused()  # Conrad deals
    phone.keyboard.press("Enter")
    expect(phone.locator(".player[data-seat='1'] button").first).to_have_attribute("aria-pressed", "true")


# ---- What the buttons say


def test_every_null_says_null_and_an_overbid_one_asks_for_a_game_from_karo_to_grand_with_all_spitzen(phone, address):
    """At 48 with eleven Spitzen: Karo 12 times 9 is 108, doubled for the loss (ISkO 3.6.2)."""
    begin(phone, address)
    said = [re.sub(r"\s+", " ", text) for text in phone.locator("[data-kind]").all_inner_texts()]
    assert said == ["Null 23", "Null Hand 35", "Null ouvert 46", "Null Hand ouv. 59"]
    dialog = phone.locator("dialog")
    numbers = lambda: dialog.locator(".numbers button").all_inner_texts()  # noqa: E731
    tap(phone, "233-")
    phone.locator("#ueberreizt").click()
    dialog.get_by_role("button", name="48", exact=True).click()
    assert dialog.locator(".suits button").all_inner_texts() == ["Karo", "Herz", "Pik", "Kreuz", "Grand"]
    dialog.get_by_role("button", name="Grand", exact=True).click()
    assert numbers() == ["1", "2", "3", "4"]
    dialog.get_by_role("button", name="Karo", exact=True).click()
    assert numbers() == [str(number) for number in range(1, 12)]
    assert violations(phone) == []
    dialog.get_by_label("ohne statt mit").check()
    dialog.get_by_role("button", name="Karo 11", exact=True).click()
    expect(phone.locator("#satz")).to_have_text(
        "Brandt verliert Null 23, überreizt bei 48, gerechnet als Karo ohne 11 = −216"
    )
    phone.locator("#eintragen").click()
    expect(phone.locator("#letztes")).to_contain_text("= −216")
    expect(phone.locator("#netz")).to_have_text("alles gesendet")
    assert rows() == [(2, -216)]


def test_under_the_code_stands_what_the_office_reads(phone_kept, hold, address, admin, sign_in):
    """50 for one's own deal won, 30 for one that another lost (SkWO 6.3.1); the same four feet on both screens."""
    phone = phone_kept
    begin(phone, address)
    phone.locator("body[data-kept]").wait_for()
    phone.context.set_offline(True)
    enter(phone, "221+", "143.+", "402/-", "0")
    phone.get_by_role("button", name="Mehr").click()
    phone.locator("dialog").get_by_role("button", name="Als Code zeigen").click()
    expect(phone.locator("canvas[width]")).to_be_visible()
    shown = phone.locator("dialog .stand tbody tr").all_inner_texts()
    assert [line.split("\t") for line in shown] == [
        ["1 Albers", "120", "1 : 0", "200"],
        ["2 Brandt", "24", "1 : 0", "104"],
        ["3 Conrad", "0", "0 : 0", "30"],
        ["4 Decker", "−80", "0 : 1", "−130"],
    ]
    assert phone.locator("dialog").evaluate("(each) => each.scrollHeight <= each.clientHeight")
    for width, height in ((1280, 800), (390, 844)):
        desk = hold(width, height)
        sign_in(desk, admin)
        desk.goto(phone.locator("canvas").get_attribute("aria-label"))
        there = [
            line.replace("-", "−").split("\t") for line in desk.locator(".scanned-feet tbody tr").all_inner_texts()
        ]
        assert there == [
            ["1 Albers, Jens", "120", "1 : 0", "200", "✓"],
            ["2 Brandt, Uwe", "24", "1 : 0", "104", "✓"],
            ["3 Conrad, Ilse", "0", "0 : 0", "30", "✓"],
            ["4 Decker, Ole", "−80", "0 : 1", "−130", "✓"],
        ]
        button = desk.get_by_role("button", name="Übernehmen").bounding_box()
        assert button["y"] + button["height"] <= height
        assert violations(desk) == []
    assert Sheet.objects.get().rows.count() == 0  # only looked at
