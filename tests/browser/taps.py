"""Fingers on the table device: deals tapped as they stand in the compact notation, and how often was tapped."""

import re

from playwright.sync_api import expect

from skatliga.lists.device.followed import BELIEVED
from skatliga.lists.models import Sheet
from skatliga.lists.queries import view_of

COUNTER = """addEventListener("click", (event) => {
    if (event.isTrusted && event.target.closest("button")) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true)"""
DEAL = re.compile(
    r"(?P<seat>\d)(?:3(?P<kind>[3569])|(?P<game>\d)(?P<ohne>o?)(?P<n>\d+)(?P<level>[./*]*))(?:b(?P<bid>\d+))?(?P<won>[+-])"
)


def count_from_now(page):
    """Begin to count; gives a function that says how often was tapped since."""
    page.evaluate("sessionStorage.taps = 0")
    return lambda: int(page.evaluate("sessionStorage.taps"))


# Presses buttons as soon as each can be pressed where it is seen, like fingers, in one go.
PRESS = """async (buttons) => {
    for (const [selector, which] of buttons) {
        const found = () => {
            const all = [...document.querySelectorAll(selector)];
            const button = typeof which === "number" ? all[which] : all.find((one) => one.innerText.trim() === which);
            if (!button || button.disabled || !button.checkVisibility()) return null;
            button.scrollIntoView({ block: "center" });
            const { left, right, top, bottom } = button.getBoundingClientRect();
            return button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) && button;
        };
        const until = performance.now() + 30_000;
        while (!found()) {
            if (performance.now() > until) throw new Error(`cannot be pressed: ${selector} ${which}`);
            await new Promise((done) => setTimeout(done, 10));
        }
        found().click();
    }
}"""


def _buttons(text: str) -> list[tuple[str, int | str]]:
    """What is tapped for a deal, up to the sentence: what buttons a selector finds, and which of them or its words."""
    if text == "0":
        return [("#eingepasst", 0)]
    deal = DEAL.fullmatch(text)
    found = [(f".player[data-seat='{deal['seat']}'] button", 0 if deal["won"] == "+" else 1)]
    if deal["kind"]:
        found.append((f"[data-kind='{deal['kind']}']", 0))
    else:
        found.append((f"[data-game='{deal['game']}']", 0))
        found += _spitzen(int(deal["n"]), "1" if deal["ohne"] else "")
        found += _level(deal["level"])
    if deal["bid"]:
        found += [("#ueberreizt", 0), ("dialog button", deal["bid"])]
    return found


def _spitzen(n: int, ohne: str) -> list[tuple[str, int | str]]:
    if n < 5:
        return [(f"[data-n='{n}'][data-ohne='{ohne}']", 0)]
    return [(f"[data-more='{ohne}']", 0), ("dialog button", str(n))]


def _level(level: str) -> list[tuple[str, int | str]]:
    found = [("[data-level=hand]", 0)] if "." in level else []
    announced = {"..": "ouvert", ".**": "Schwarz angesagt", ".//": "Schneider angesagt", ".//*": "Schneider angesagt"}
    if level in announced:
        found += [("#angesagt", 0), ("dialog button", announced[level])]
    stage = {"/": "1", "*": "2", "./": "1", ".*": "2", ".//*": "2"}.get(level)
    return [*found, (f"[data-stage='{stage}']", 0)] if stage else found


def tap(page, text: str) -> None:
    """Tap a deal together with a finger, up to the sentence."""
    for selector, which in _buttons(text):
        if isinstance(which, int):
            page.locator(selector).nth(which).click()
        else:
            page.locator("dialog").get_by_role("button", name=which, exact=True).click()


def tap_and_enter(page, *texts: str) -> None:
    """The same, and enter it."""
    for text in texts:
        tap(page, text)
        page.locator("#eintragen").click()


def put_together(page, text: str) -> None:
    """The same as a tap of each button where nothing depends on the finger: Playwright's takes ten times as long."""
    page.evaluate(PRESS, _buttons(text))


def enter(page, *texts: str) -> None:
    """Put deals together and enter them."""
    page.evaluate(PRESS, [button for text in texts for button in (*_buttons(text), ("#eintragen", 0))])


def begin(page, address: str, name: str = "Albers") -> None:
    """Open the page of the table and write the list."""
    page.goto(address)
    page.get_by_role("button", name="Ich schreibe").click()
    page.locator("dialog").get_by_role("button", name=name).click()
    expect(page.locator("#eingabe")).to_be_visible()


def enter_and_send(page, text: str, said: str) -> None:
    """Enter a deal and wait until the site has it."""
    enter(page, text)
    sent(page, said)


def hand_in(page) -> None:
    """Hand the list in with a key, which a button takes only when the last name that was tapped has been kept."""
    button = page.get_by_role("button", name="Liste abgeben")
    expect(button).to_be_enabled()
    button.press("Enter")


def sign(page, *names: str) -> None:
    """Sign for everybody, and see it."""
    for name in names:
        page.get_by_role("button", name=f"{name}: unterschreiben").press("Enter")
    for name in names:
        expect(page.get_by_role("button", name=f"{name}: unterschrieben")).to_be_visible()


def sign_and_hand_in(page, *names: str) -> None:
    sign(page, *names)
    hand_in(page)


def feet(page) -> list[list[str]]:
    """The foot of the list, a line a player; read at once, for the page may draw it anew meanwhile."""
    lines = page.evaluate("[...document.querySelectorAll('#liste .stand tbody tr')].map((line) => line.innerText)")
    return [line.split("\t")[1:] for line in lines]


def sent(page, said: str) -> None:
    """Wait until the last row says this and the site has it.

    In this order: what is said of the network may be from before the entry until the page shows the entry itself.
    """
    expect(page.locator("#letztes")).to_have_text(said)
    expect(page.locator("#netz")).to_have_text("alles gesendet")


def with_modules(page, script: str, given=None):
    """What a script finds that knows the modules of the page by their names; the last expression, and ``given``."""
    return page.evaluate(
        f"""async (given) => {{
            const named = (name) => import(`/static/js/device/${{name}}.js`);
            const names = ["value", "notation", "page", "store", "writer"];
            const [value, notation, {{ book, words }}, store, writer] = await Promise.all(names.map(named));
            return {script};
        }}""",
        given,
    )


def look(page) -> None:
    """Ask the site now, not in six seconds, and once more when it does not believe any longer what was before."""
    with_modules(page, f"void (store.sync(), setTimeout(store.sync, {1000 * BELIEVED + 100:.0f}))")


def rows() -> list[tuple[int, int]]:
    """Seat and score of every row the site has; to be read when the page has said that all is kept and sent."""
    return [(row.credited, row.score) for row in view_of(Sheet.objects.get()).rows]
