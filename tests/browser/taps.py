"""Fingers on the table device: deals tapped as they stand in the compact notation, and how often was tapped."""

import re

from playwright.sync_api import expect

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


def tap(page, text: str) -> None:
    """Tap a deal together, up to the sentence."""
    if text == "0":
        page.locator("#eingepasst").click()
        return
    deal = DEAL.fullmatch(text)
    page.locator(f".player[data-seat='{deal['seat']}'] button").nth(0 if deal["won"] == "+" else 1).click()
    if deal["kind"]:
        page.locator(f"[data-kind='{deal['kind']}']").click()
    else:
        page.locator(f"[data-game='{deal['game']}']").click()
        _tap_spitzen(page, int(deal["n"]), "1" if deal["ohne"] else "")
        _tap_level(page, deal["level"])
    if deal["bid"]:
        page.locator("#ueberreizt").click()
        page.locator("dialog").get_by_role("button", name=deal["bid"], exact=True).click()


def _tap_spitzen(page, n: int, ohne: str) -> None:
    if n < 5:
        page.locator(f"[data-n='{n}'][data-ohne='{ohne}']").click()
        return
    page.locator(f"[data-more='{ohne}']").click()
    page.locator("dialog").get_by_role("button", name=str(n), exact=True).click()


def _tap_level(page, level: str) -> None:
    if "." in level:
        page.locator("[data-level=hand]").click()
    announced = {"..": "ouvert", ".**": "Schwarz angesagt", ".//": "Schneider angesagt", ".//*": "Schneider angesagt"}
    if level in announced:
        page.locator("#angesagt").click()
        page.locator("dialog").get_by_role("button", name=announced[level], exact=True).click()
    stage = {"/": "1", "*": "2", "./": "1", ".*": "2", ".//*": "2"}.get(level)
    if stage:
        page.locator(f"[data-stage='{stage}']").click()


def enter(page, *texts: str) -> None:
    """Tap and enter deals."""
    for text in texts:
        tap(page, text)
        page.locator("#eintragen").click()


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
    """Ask the site now, not in six seconds."""
    with_modules(page, "void store.sync()")


def look_until(page, place: str, pattern: str) -> None:
    """Ask the site until this part of the page says so: what a process remembers of a list may be a second old."""
    for _look in range(40):
        look(page)
        if re.search(pattern, page.locator(place).inner_text()):
            return
        page.wait_for_timeout(250)
    raise AssertionError(f"{place} never says {pattern}")


def rows() -> list[tuple[int, int]]:
    """Seat and score of every row the site has; to be read when the page has said that all is kept and sent."""
    return [(row.credited, row.score) for row in view_of(Sheet.objects.get()).rows]
