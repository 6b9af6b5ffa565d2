"""A real browser: Debian's Chromium through Playwright, on a site served from the test database."""

import datetime
import itertools
import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import DEFAULT_OPTIONS, Axe
from databases import sqlite_template
from django.core.cache import cache
from django.core.signals import request_started
from django.db import connection
from django.dispatch import receiver
from django.test import Client, TransactionTestCase
from playwright.sync_api import Page, expect
from web.made import made_at_once  # noqa: F401
from web.ordered import ordered  # noqa: F401
from web.replayed import GROUND, world
from web.worlds import believed
from whole import WHOLE

from browser.taps import COUNTER
from skatliga.access import Role
from skatliga.events import services as events
from skatliga.events.models import Event, Table
from skatliga.lists.access import device_path
from skatliga.lists.device import followed
from skatliga.people import services
from skatliga.people.models import User

# Playwright's own loop runs in the thread of the tests; Django would take that for asynchronous code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# The shell draws the same pages without the windows around them, in half the time.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP *.test 127.0.0.1",
]
# Milliseconds in which even a machine that does much else besides has done what is waited for.
WAIT = 30_000
expect.set_options(timeout=WAIT)
# Axe tells what is wrong; to tell also of everything that is right takes a fifth of its time.
DEFAULT_OPTIONS["reporter"] = "no-passes"
# No page has sound, for whose sake all style sheets would be fetched once more.
DEFAULT_OPTIONS["preload"] = False
# A laptop, a large screen and at the end a phone, on which those go on who do more than look.
WIDTHS = (1280, 1920, 360)
SCHEMES = ("dark", "light")
HEIGHTS = {360: 640, 1280: 720, 1920: 1080}
AXE = Axe().axe_script
# Four fifths of Axe's time go into contrasts, half of the rest into links within a text. They are looked for where
# something has colours, size and ground, a link also a text around it, that nothing had on this page or an earlier one;
# all other rules see everything.
COLOURS_ONCE = """(known) => {
    const seen = new Set(known), grounds = new Map();
    const ground = (each) => {
        if (!each) return "";
        if (!grounds.has(each)) {
            const { backgroundColor, backgroundImage, opacity } = getComputedStyle(each);
            const covers = backgroundColor.startsWith("rgb(") && backgroundImage === "none" && opacity === "1";
            const own = [backgroundColor, backgroundImage, opacity].join();
            grounds.set(each, covers ? own : `${own} ${ground(each.parentElement)}`);
        }
        return grounds.get(each);
    };
    const fresh = [];
    for (const each of document.querySelectorAll("body, body *")) {
        const { color, fontSize, fontWeight, visibility, textDecorationLine } = getComputedStyle(each);
        const said = [each.localName, each.getAttribute("class"), each.matches(":disabled")];
        if (each.matches("a[href], [role=link]")) {
            const around = getComputedStyle(each.parentElement);
            said.push(textDecorationLine, around.color, around.fontWeight, around.fontSize);
            said.push(each.parentElement.textContent.trim() !== each.textContent.trim());
        }
        const look = [...said, color, fontSize, fontWeight, visibility, ground(each)].join();
        each.toggleAttribute("data-looks-known", seen.has(look));
        if (!seen.has(look)) fresh.push(look);
        seen.add(look);
    }
    axe.configure({rules: [
        {id: "color-contrast", selector: "*:not([data-looks-known])"},
        {id: "link-in-text-block", selector: ":is(a[href], [role=link]):not([data-looks-known])"},
    ]});
    return fresh;
}"""
LOOKS: set[str] = set()
"""Those in which Axe has found nothing wrong."""
# What reaches beyond the page where it scrolls sideways, so that a failure names it.
WIDER = """width => document.documentElement.scrollWidth <= width ? null : [...document.querySelectorAll("main *")]
    .filter((each) => each.getBoundingClientRect().right > width && !each.closest(".table-container"))
    .map((each) => each.outerHTML.slice(0, 120))"""
# What a browser says of a network that was cut and a server that was killed.
NO_NETWORK = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE")
NO_NETWORK += ("ERR_FAILED",)  # what a service worker says of a fetch that came to nothing
PICTURES = os.environ.get("SCREENS") == "1"
SCREENS = Path(__file__).parents[2] / "var" / "screens"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup():
    """Worlds are made quickly; the site answers with all its checks."""
    with believed():
        return (yield)


@receiver(request_started)
def written(**_named: object) -> None:
    """What the site may have written in a thread of its own is no world."""
    GROUND.foreign = True


@pytest.fixture(scope="session", autouse=True)
def emptied_at_once() -> Iterator[None]:
    """SQLite is emptied by copying the template over it, instead of deleting from a hundred tables.

    The copy is a transaction like any other for the threads of the server that have the file open.
    """
    if connection.vendor != "sqlite":
        yield
        return
    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as empty, pytest.MonkeyPatch.context() as patch:
        with closing(sqlite3.connect(sqlite_template())) as template:
            template.backup(empty)

        def copy_back(_case) -> None:
            connection.ensure_connection()
            empty.backup(connection.connection)

        patch.setattr(TransactionTestCase, "_fixture_teardown", copy_back)
        yield


@pytest.fixture(autouse=True)
def forgotten() -> None:
    """No page is answered with what was kept of the world of another test, which has the same keys.

    Worlds are told that a test begins only here: as soon as Playwright's loop runs, the thread has another connection.
    """
    GROUND.begin()
    followed.forget_all()
    cache.clear()


@pytest.fixture(scope="session")
def chromium():
    playwright = pytest.importorskip("playwright.sync_api")
    if not CHROMIUM:
        pytest.skip("needs Chromium (apt-get install chromium-headless-shell)")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium):
    """Open a browser of its own, of a given width and colour scheme; no page may complain in the console."""
    contexts, complaints = [], []

    def complain(message) -> None:
        # that a page or the network does not exist is said in the console too, and may be so on purpose
        offline = any(error in message.text for error in NO_NETWORK)
        offline = offline or message.text.startswith(("htmx:", "Response Status Error Code"))
        meant = offline or "gibt-es-nicht" in message.location["url"]
        # a refused row is an answer of its own
        refused = any(f"status of {status}" in message.text for status in (401, 403, 409, 422))
        if message.type == "error" and not (meant or refused):
            complaints.append(message.text)

    def opened(width: int = 1280, scheme: str = "light", workers: str = "allow"):
        context = chromium.new_context(
            locale="de-DE",
            service_workers=workers,
            viewport={"width": width, "height": width * 5 // 8},
            color_scheme=scheme,
            reduced_motion="reduce",  # what is looked at has its colours at once
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.on("console", complain)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(open_page):
    return open_page()


@pytest.fixture
@world
def club(transactional_db):
    club = services.create_club("Herz Dame Altenburg", place="Altenburg", number="07.01.116")
    for number, (first_name, last_name) in enumerate([("Anna", "Ärmel"), ("Bert", "Brandt"), ("Cora", "Çelik")], 1):
        services.add_player(club, first_name=first_name, last_name=last_name, number=str(number))
    return club


@pytest.fixture
@world
def admin(club) -> User:
    return services.invite(club, "admin", Role.ADMINISTRATOR, first_name="Ada", last_name="Albers").user


@pytest.fixture
def password(admin) -> str:
    """With it the administrator signs in; not every test needs one, and it takes a third of a second to make."""
    admin.set_password("karo-sieben-ouvert")
    admin.save()
    return "karo-sieben-ouvert"


@pytest.fixture
def sign_in(live_server):
    """Give a page the session of a user, without the sign-in form."""

    def signed_in(page, user: User) -> None:
        client = Client()
        client.force_login(user)
        cookie = client.cookies["sessionid"].value
        page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])

    return signed_in


@pytest.fixture
def shoot() -> Iterator[object]:
    """See that the whole page fits its width; SCREENS=1 in the environment leaves a picture of it in var/screens."""

    def shot(page, name: str) -> None:
        width = page.viewport_size["width"]
        if PICTURES:
            page.screenshot(path=SCREENS / f"{name}-{width}.png", full_page=True)
        assert page.evaluate(WIDER, width) is None, f"{name} scrolls sideways at {width}"

    return shot


@pytest.fixture
def look(shoot):
    """See that the page that is open fits a phone, a laptop and a large screen, and that all can use it.

    It is loaded once. With WHOLE=1 Axe looks at it in every width and scheme, otherwise in one of the six: each page of
    a test in the next one, so that six pages see them all (360 dark, 1280 light, 1920 dark, 360 light and so on). Then
    every page fits a phone and, where Axe does not look at it on the large screen, a laptop.
    """
    turns = itertools.count()

    def looked(page, name: str) -> None:
        turn = next(turns)
        for scheme in SCHEMES if WHOLE else [SCHEMES[turn % 2]]:
            page.emulate_media(color_scheme=scheme)
            for width in WIDTHS if WHOLE or PICTURES else [1920 if turn % 3 == 2 else 1280, 360]:
                page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
                shoot(page, f"{name}-{scheme}")
                if WHOLE or width == WIDTHS[turn % 3 - 1]:
                    assert violations(page) == [], f"{name} at {width}, {scheme}"

    return looked


def violations(page) -> list[tuple[str, list[str]]]:
    """What Axe finds wrong, and where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    fresh = [] if WHOLE else page.evaluate(COLOURS_ONCE, sorted(LOOKS))
    found = page.evaluate(f"axe.run({json.dumps(DEFAULT_OPTIONS)}).then((results) => results.violations)")
    if not found:
        LOOKS.update(fresh)
    return [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found]


@pytest.fixture
def see_pages(live_server, open_page, sign_in, look):
    """Look at pages as a user, or as anybody."""

    def seen(pages: dict[str, str], what: str, user: User | None = None) -> None:
        page = open_page(WIDTHS[-1])
        page.add_init_script(AXE)  # sent once, instead of for every page
        if user:
            sign_in(page, user)
        for name, address in pages.items():
            assert page.goto(live_server.url + address).status == 200, name
            look(page, f"{what}-{name}")

    return seen


# ---- A table and the phones at it


@pytest.fixture
@world
def evening(club) -> Event:
    event = events.create_event(
        club,
        name="Preisskat",
        date=datetime.date(2026, 11, 21),
        rounds=1,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
    )
    events.enter_guests(event, [(name, "") for name in ("Albers, Jens", "Brandt, Uwe", "Conrad, Ilse", "Decker, Ole")])
    events.seat_round(event.rounds.get(), {1: [1, 2, 3, 4]})
    events.set_state(event, Event.State.PUBLISHED)
    return event


@pytest.fixture
def address(live_server, evening) -> str:
    return live_server.url + device_path(Table.objects.get())


@pytest.fixture
def hold(open_page):
    """A phone, or a tablet, in somebody's hand.

    To begin the worker that keeps the page costs as much as the page itself: it begins where something depends on it.
    """

    def held(width: int = 360, height: int = 640, scheme: str = "light", workers: str = "block"):
        page = open_page(width, scheme, workers)
        page.set_viewport_size({"width": width, "height": height})
        page.add_init_script(COUNTER)
        return page

    return held


@pytest.fixture
def phone(hold):
    return hold()


@pytest.fixture
def phone_kept(hold):
    """A phone with the worker that keeps the page, so that it starts without a network."""
    return hold(workers="allow")


def _unheard(chromium, workers: str) -> Iterator[Page]:
    context = chromium.new_context(locale="de-DE", viewport={"width": 360, "height": 640}, service_workers=workers)
    yield context.new_page()
    context.close()


@pytest.fixture
def unheard(chromium):
    """A phone whose console nobody reads, since it complains of every answer that is an error."""
    yield from _unheard(chromium, "allow")


@pytest.fixture
def unheard_alone(chromium):
    """The same without the worker that keeps the page.

    What passes through a worker is not always seen by the test that wants to answer in the site's place.
    """
    yield from _unheard(chromium, "block")
