"""Lists that begin by the code of a card, and go from phone to phone, without any network."""

import pytest
from playwright.sync_api import expect
from web.table import Device, row

from browser.portal import portal_before
from browser.taps import enter, look, rows, sent, sign
from skatliga.events import services as events
from skatliga.events.models import Event, Table
from skatliga.lists.device.aside import stray_lines
from skatliga.lists.models import Sheet, StrayDeal
from skatliga.lists.paper_codes import device_code_path
from skatliga.lists.queries import view_of

ROUND = ("221+", "143.+", "402/-", "0")
# Kreuz mit 1: 24; Grand mit 3 Hand: 120; Herz mit 2 Schneider: 40, doubled for the loss; passed in
SCORES = [(2, 24), (1, 120), (4, -80), (0, 0)]
NAMES = ("Decker, Ole", "Conrad, Ilse", "Brandt, Uwe", "Albers, Jens")


@pytest.fixture
def tables(evening) -> list[Table]:
    """The same four at the tables of two Serien; nothing of the second was ever opened."""
    Event.objects.update(deals_at_four=4)
    evening.refresh_from_db()
    events.add_rounds(evening, 2)
    events.seat_round(evening.rounds.get(number=2), {3: [4, 3, 2, 1]})
    found = Table.objects.select_related("round__event", "device_pass").prefetch_related("seats__entry__player")
    return list(found.order_by("round__number"))


@pytest.fixture
def hall(live_server, tables):
    """The network between all phones and the site."""
    with portal_before(live_server.url) as portal:
        yield portal


@pytest.fixture
def card(hall, tables) -> str:
    """What the code on the card of the second Serie's table says."""
    return hall.address + device_code_path(tables[1])


@pytest.fixture
def phones(hold, hall, tables):
    """Phones that have seen a table of the first Serie, in a hall whose network is then cut."""

    def held(count: int):
        found = [hold(workers="allow") for _phone in range(count)]
        for phone in found:
            phone.goto(hall.address + device_code_path(tables[0]))
            phone.locator("body[data-kept]").wait_for()
        hall.cut = True
        return found

    return held


def scan(phone, address: str) -> None:
    """Open an address as a camera does."""
    phone.goto("about:blank")
    phone.goto(address)


def choose(phone, name: str) -> None:
    phone.locator("dialog").get_by_role("button", name=name).click()
    expect(phone.locator("#eingabe")).to_be_visible()


def begin_by_card(phone, card: str, name: str = "Decker") -> None:
    scan(phone, card)
    phone.get_by_role("button", name="Ich schreibe").click()
    choose(phone, name)


def pass_on(phone) -> str:
    """Show the code by which another phone goes on."""
    phone.get_by_role("button", name="Mehr").click()
    phone.get_by_role("button", name="Übergeben").click()
    expect(phone.locator("canvas[width]")).to_be_visible()
    return phone.locator("canvas").get_attribute("aria-label")


def waits(phone, count: int) -> None:
    expect(phone.locator("#netz")).to_have_text(f"kein Netz, {count} ungesendet")


def all_sent(hall, *phones) -> None:
    hall.cut = False
    for phone in phones:
        look(phone)
        expect(phone.locator("#netz")).to_have_text("alles gesendet")


def test_a_serie_begins_by_its_card_and_arrives_once(phones, hall, card, shoot):
    [phone] = phones(1)
    begin_by_card(phone, card)
    assert phone.title() == "Tisch 3 · Serie 2"
    assert phone.locator(".player p span").all_inner_texts() == ["Decker", "Conrad", "Brandt", "Albers"]
    waits(phone, 1)  # that it writes the list
    enter(phone, *ROUND[:2])
    waits(phone, 2)
    address = phone.url
    killed, phone = phone, phone.context.new_page()
    killed.close()
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(address)
    expect(phone.locator("#letztes")).to_have_text("2: Decker Grand mit 3 Hand = +120")
    assert Sheet.objects.count() == 0
    all_sent(hall, phone)
    enter(phone, *ROUND[2:])
    sign(phone, *NAMES)
    expect(phone.locator("#netz")).to_have_text("alles gesendet")
    assert (rows(), StrayDeal.objects.count()) == (SCORES, 0)


def test_a_list_goes_through_three_hands_without_a_network(phones, hall, card, shoot):
    """The last is the first who gets a network; then those before him send what they have too."""
    first, second, third = phones(3)
    begin_by_card(first, card)
    enter(first, "221+", "143.+")
    first.get_by_role("button", name="falsch?").click()
    first.locator(".player[data-seat='1'] button").nth(1).click()
    first.locator("#eintragen").click()
    code = pass_on(first)
    shoot(first, "device-passing")
    first.get_by_role("button", name="Das andere Gerät schreibt jetzt").click()
    expect(first.get_by_text("Diese Liste ist übergeben")).to_be_visible()
    expect(first.locator("#eingabe")).to_be_hidden()
    scan(second, code)
    expect(second.get_by_text("mit allem, was darauf steht. Spiele bisher: 2.")).to_be_visible()
    choose(second, "Conrad")
    expect(second.locator("#letztes")).to_have_text("2: Decker Grand mit 3 Hand = −240")
    enter(second, "402/-")
    scan(third, pass_on(second))
    choose(third, "Brandt")
    enter(third, "0")
    all_sent(hall, third, second, first)
    for phone in (first, second):
        expect(phone.get_by_text("Dieses Gerät schreibt nicht mehr")).to_be_visible()
    assert rows() == [(2, 24), (1, -240), (4, -80), (0, 0)]
    sheet = Sheet.objects.get()
    assert (sheet.lease.generation, sheet.lease.keeper, sheet.lease.forced_at) == (3, 3, None)
    assert stray_lines(sheet, view_of(sheet)) == []  # whatever came first


def test_who_goes_on_writing_all_the_same_loses_nothing(phones, hall, card):
    """Both phones have another third deal: the one that was handed the list is right, the other's is kept aside."""
    first, second = phones(2)
    begin_by_card(first, card)
    enter(first, "221+", "143.+")
    code = pass_on(first)
    first.context.set_offline(True)  # the site hears of the second before; what was under way is cut by the hall
    scan(second, code)
    choose(second, "Conrad")
    enter(second, "402/-")
    first.locator("dialog").get_by_role("button", name="Doch hier weiterschreiben").click()
    enter(first, "291+")
    all_sent(hall, second)
    first.context.set_offline(False)
    look(first)
    choice = first.locator("dialog")
    expect(choice).to_contain_text("Inzwischen schreibt Conrad, Ilse diese Liste an einem anderen Gerät")
    expect(choice).to_contain_text("hier, noch nicht gesendet: 3.")
    choice.get_by_role("button", name="Das andere Gerät schreibt weiter").click()
    expect(first.locator("#hinweise li")).to_have_text("3: Conrad Karo mit 1 = +18")
    assert rows() == SCORES[:3]
    assert [(each.nr, each.text) for each in StrayDeal.objects.all()] == [(3, "291+")]


def test_who_typed_meanwhile_is_named_and_the_table_decides_row_by_row(phones, hall, tables, card):
    [phone] = phones(1)
    begin_by_card(phone, card)
    enter(phone, "221+", "143.+")
    other = Device(tables[1])
    other.write(keeper=3)
    other.send(row(1, "211+", 1))
    hall.cut = False
    look(phone)
    choice = phone.locator("dialog")
    expect(choice).to_contain_text(
        "Inzwischen schreibt Brandt, Uwe diese Liste an einem anderen Gerät. Spiele dort: 1;"
    )
    choice.get_by_role("button", name="An diesem Gerät weiterschreiben").click()
    choice.get_by_role("button", name="Trotzdem übernehmen").click()
    expect(choice).to_contain_text("Dort steht: Conrad Pik mit 1 = +22")
    choice.get_by_role("button", name="So lassen, wie es dort steht").click()
    sent(phone, "2: Decker Grand mit 3 Hand = +120")
    assert rows() == [(2, 22), (1, 120)]


CAMERA = """(() => {
    const canvas = document.createElement("canvas");
    const getUserMedia = async () => window.stream = canvas.captureStream();
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia } });
    window.BarcodeDetector = class { detect = async () => window.shown ? [{ rawValue: window.shown }] : []; };
})()"""


def test_the_page_scans_by_itself_where_the_browser_can_and_lets_the_camera_go(phones, hall, card):
    """Headless browsers read no codes: what the camera says is put in its place."""
    first, second = phones(2)
    begin_by_card(first, card)
    enter(first, "221+")
    code = pass_on(first)
    second.add_init_script(CAMERA)
    hall.cut = False
    scan(second, card.partition("#")[0])  # not by its card, which would let it begin
    expect(second.get_by_role("button", name="Ich schreibe")).to_be_visible()
    hall.cut = True
    second.get_by_role("button", name="Ich schreibe").click()
    asked = second.locator("dialog")
    asked.get_by_role("button", name="Brandt").click()
    expect(asked).to_contain_text("Dafür braucht das Gerät einen Augenblick Netz.")
    asked.get_by_role("button", name="Mit der Kamera scannen").click()
    second.evaluate("shown => { window.shown = shown; }", code[:-1])
    expect(asked.get_by_role("alert")).to_have_text("Dieser Code ist nicht vollständig; bitte noch einmal scannen.")
    second.evaluate("shown => { window.shown = shown; }", code)
    expect(second.locator("#letztes")).to_have_text("1: Conrad Kreuz mit 1 = +24")
    second.evaluate("new Promise((ended) => setInterval(() => { if (!stream.active) ended(); }, 50))")


def test_codes_that_cannot_be_taken_say_what_to_do(phones, hall, card):
    first, second = phones(2)
    begin_by_card(first, card)
    enter(first, "221+")
    code = pass_on(first)
    said = second.locator("dialog")
    scan(second, code[:-3])
    expect(said).to_contain_text("Dieser Code ist nicht vollständig; bitte noch einmal scannen.")
    scan(second, card[:-20])
    expect(said).to_contain_text("Dieser Code ist nicht vollständig; bitte noch einmal scannen.")
    scan(second, card.replace(card.split("#K:")[1][:8], "ABCDEFGH"))
    expect(second.get_by_text("Dieses Gerät kennt die Regeln dieses Tisches noch nicht.")).to_be_visible()
    scan(second, code)
    choose(second, "Conrad")
    second.evaluate("code => { location.hash = code; }", code.partition("#")[2])
    expect(said).to_contain_text("Dieses Gerät schreibt die Liste schon; zu tun ist nichts.")
    scan(second, code.replace("#H:", "#H:" + "A"))
    expect(said).to_contain_text("Dieser Code ist nicht vollständig; bitte noch einmal scannen.")
