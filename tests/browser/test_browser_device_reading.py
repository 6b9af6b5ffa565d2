"""Reading at the table: a phone that lies in the middle, a voice, a keyboard alone; and calls from the device."""

from playwright.sync_api import expect

from browser.conftest import violations
from browser.taps import begin, enter, enter_and_send, look, rows
from skatliga.events.models import Event, Table
from skatliga.phones.models import TableCall
from skatliga.phones.services import take_call

VOICE = """(() => {
    const said = [];
    window.said = said;
    const speak = ({ text, lang }) => said.push(`${lang}: ${text}`);
    Object.defineProperty(window, "speechSynthesis", { value: { cancel() {}, speak } });
    window.SpeechSynthesisUtterance = function (text) { this.text = text; };
})()"""
# Where each name is on the screen, and which way its signs look: up, right, down or left.
NAMES = """[...document.querySelectorAll("#liegend .side")].map((side) => {
    const { left, top, width, height } = side.getBoundingClientRect();
    const { transform, writingMode } = getComputedStyle(side);
    const turned = transform !== "none", upright = writingMode === "horizontal-tb";
    const x = (left + width / 2) / innerWidth, y = (top + height / 2) / innerHeight;
    const at = Math.abs(x - .5) > Math.abs(y - .5) ? (x < .5 ? "left" : "right") : (y < .5 ? "top" : "bottom");
    const towards = upright ? (turned ? "down" : "up") : (turned ? "left" : "right");
    return [side.querySelector("span").textContent, at, towards];
})"""


def more(page, name: str) -> None:
    page.get_by_role("button", name="Mehr").click()
    page.locator("dialog").get_by_role("button", name=name).click()


def test_a_phone_in_the_middle_is_read_from_all_four_sides(phone, address, shoot):
    begin(phone, address, "Brandt")
    enter(phone, "221+", "143.+")
    for width, height, scheme in ((360, 640, "light"), (1280, 800, "dark"), (1920, 1080, "light")):
        phone.set_viewport_size({"width": width, "height": height})
        phone.emulate_media(color_scheme=scheme)
        more(phone, "In die Mitte legen")
        expect(phone.locator("#liegend [role=status]")).to_have_text("2: Albers Grand mit 3 Hand = +120")
        assert phone.evaluate(NAMES) == [
            ["Brandt", "bottom", "up"],
            ["Conrad", "left", "right"],
            ["Decker", "top", "down"],
            ["Albers", "right", "left"],
        ]
        assert phone.locator("#liegend .side").all_inner_texts()[1].split() == ["Conrad", "0", "gibt"]
        shoot(phone, f"device-lying-{scheme}")
        size = phone.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [width, height]
        assert violations(phone) == [], width
        phone.keyboard.press("Escape")
        expect(phone.locator("#eingabe")).to_be_visible()


def test_deals_are_said_aloud_on_wish_and_the_phone_remembers_it(hold, address):
    phone, follower = hold(), hold()
    for page in (phone, follower):
        page.add_init_script(VOICE)
    begin(phone, address)
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    follower.goto(address)
    more(follower, "Spiele vorlesen")
    more(phone, "Spiele vorlesen")
    enter_and_send(phone, "402/-", "2: Decker Herz mit 2 Schneider = −80")
    look(follower)
    expect(follower.locator("#liste")).to_contain_text("Decker Herz mit 2 Schneider = −80")
    wished, deal = "de: Jedes Spiel wird jetzt vorgelesen.", "de: Decker verliert Herz mit 2 Schneider: minus 80"
    assert (phone.evaluate("said"), follower.evaluate("said")) == ([wished, deal], [wished, deal])
    phone.reload()
    enter(phone, "0")
    expect(phone.locator("#letztes")).to_have_text("3: eingepasst")
    assert phone.evaluate("said") == ["de: Niemand spielt: eingepasst"]
    more(phone, "Spiele vorlesen")
    enter(phone, "143.+")
    expect(phone.locator("#letztes")).to_contain_text("4: Albers")
    assert len(phone.evaluate("said")) == 1


def test_a_serie_is_played_by_the_keyboard_alone(phone, address):
    """Tab, arrows and Enter; every deal is in a part of the page that screen readers watch."""
    Event.objects.update(deals_at_four=4)
    keys = phone.keyboard
    phone.goto(address)
    expect(phone.get_by_role("button", name="Ich schreibe")).to_be_visible()

    def go(role: str, name: str, key: str = "Tab", most: int = 60) -> None:
        """Press a key until this has the focus, then Enter."""
        there = phone.get_by_role(role, name=name, exact=True)
        for _press in range(most):
            if there.first.evaluate("each => each === document.activeElement"):
                return keys.press("Enter")
            keys.press(key)
        raise AssertionError(name)

    go("button", "Ich schreibe")
    go("button", "Albers, Jens")
    expect(phone.locator("#eingabe button:focus")).to_have_count(1)
    # an arrow each: gewonnen of Brandt, down to the games, from there on as the buttons lie
    for seat, game, spitzen in (
        ("Brandt", "Kreuz 12", "mit 1"),
        ("Albers", "Grand", "mit 3"),
        ("Decker", "Herz 10", "ohne 2"),
    ):
        tile = phone.get_by_role("group", name=seat, exact=True).get_by_role("button", name="gewonnen")
        for _press in range(12):
            if tile.evaluate("each => each === document.activeElement"):
                break
            keys.press("ArrowRight")
        else:
            for _press in range(12):
                if tile.evaluate("each => each === document.activeElement"):
                    break
                keys.press("ArrowLeft")
        keys.press("Enter")
        go("button", game)
        go("button", spitzen)
        assert phone.locator("#satz").get_attribute("role") == "status"
        go("button", "EINTRAGEN")
        expect(phone.locator("#letztes[role=status]")).to_contain_text(f": {seat} ")
    go("button", "eingepasst")
    go("button", "EINTRAGEN")
    expect(phone.locator("#liste")).to_be_visible()
    expect(phone.locator("#liste button:focus")).to_have_count(1)  # who pressed is not sent back to the top
    for name in ("Albers, Jens", "Brandt, Uwe", "Conrad, Ilse", "Decker, Ole"):
        go("button", f"{name}: unterschreiben")
        expect(phone.get_by_role("button", name=f"{name}: unterschrieben")).to_be_focused()
    assert violations(phone) == []
    go("button", "Liste abgeben")
    expect(phone.get_by_text("Die Liste ist abgegeben.")).to_be_visible()
    assert rows() == [(2, 24), (1, 96), (4, 30), (0, 0)]


def test_the_referee_is_called_from_the_device(phone, address, admin):
    begin(phone, address, "Conrad")
    more(phone, "Jemanden an den Tisch rufen")
    asked = phone.locator("dialog")
    asked.get_by_role("button", name="Schiedsrichter").click()
    expect(asked.get_by_role("status")).to_contain_text("Schiedsrichter: gerufen um")
    call = TableCall.objects.get()
    assert (call.entry.name, call.table, call.round) == ("Conrad, Ilse", 1, Table.objects.get().round)
    take_call(call, admin)
    asked.get_by_role("button", name="zurück").click()
    more(phone, "Jemanden an den Tisch rufen")
    expect(asked).to_contain_text("Unterwegs seit")
    assert violations(phone) == []
    asked.get_by_role("button", name="Hat sich erledigt").click()
    expect(asked.get_by_role("button", name="Frage zur Liste")).to_be_visible()
    assert TableCall.objects.get().done_at is not None
    phone.context.set_offline(True)
    asked.get_by_role("button", name="Frage zur Liste").click()
    expect(asked).to_contain_text("Dafür braucht das Gerät")
