"""How many steps the site asks of people, and whether every kind of page can be used: counted in a real browser.

A site with the demo club is served, and one that is empty. On the first every kind of page that can be reached by links
(one of each address) is opened by the administrator and by a stranger: at 320 px, at 200 % zoom of a laptop (640 px),
and Axe looks at it in both schemes. What is wrong is told beside the figures. `steps desk` types the sixty guests too.
"""

import asyncio
import json
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import django
from axe_playwright_python.sync_playwright import Axe
from django.urls import Resolver404, resolve
from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.server import installed, python, serving

CHROMIUM: Final = shutil.which("chromium-headless-shell") or shutil.which("chromium")
PASSWORD: Final = "karo-sieben-ouvert"
NARROW: Final = {"320 px": 320, "200 % zoom": 640}
NO_PAGE: Final = re.compile(
    r"\.(csv|xlsx|ods|json|pdf|png|svg|ics|atom|xml|zip|txt)$|^/(druck|static|bild|api)/|/foto/|\.\w+$"
)
# The options of a select that are wider than there is room beside its arrow.
CUT: Final = """() => [...document.querySelectorAll("select")].filter((each) => {
    const style = getComputedStyle(each);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const widest = Math.max(0, ...[...each.options].map((option) => pen.measureText(option.text).width));
    return each.offsetParent && each.offsetWidth < 600 && widest > room + 1;
}).map((each) => each.outerHTML.slice(0, 100))"""
LATENCY: Final = 800
GUESTS: Final = 60
PACE: Final = 110
"""Milliseconds for a key of a practised hand."""

SET_UP: Final = f"""
import django
django.setup()
from django.core.management import call_command
call_command("demo")
from skatliga.people.models import User
for user in User.objects.all():
    user.set_password({PASSWORD!r})
    user.save()
"""
EMPTY: Final = f"""
import django
django.setup()
from skatliga.people.models import User
User.objects.create_superuser("admin", password={PASSWORD!r})
"""


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    yield from asyncio.run(_on_a_site(SET_UP, _pages_and_taps))
    if "desk" in sys.argv:
        yield from asyncio.run(_on_a_site(EMPTY, _desk))


async def _on_a_site(set_up: str, measure: Any) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        environment = installed(folder) | {"VAR_DIR": folder, "SECOND_FACTOR": "0", "DEBUG": "1"}
        python(environment, "-c", set_up)
        async with serving(environment) as (port, _process):
            return await asyncio.to_thread(_measured, measure, f"http://127.0.0.1:{port}", environment)


def _measured(measure: Any, site: str, environment: dict[str, str]) -> list[str]:
    os.environ |= environment
    django.setup()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        try:
            return list(measure(browser, site))
        finally:
            browser.close()


def _page(browser: Browser, site: str, user: str = "", width: int = 1280, scheme: str = "light") -> Page:
    context = browser.new_context(
        locale="de-DE",
        viewport={"width": width, "height": 800},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    if user:
        page.goto(f"{site}/anmelden/")
        page.fill("#id_username", user)
        page.fill("#id_password", PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(f"{site}/")
    return page


# ---- Every kind of page


def _pages_and_taps(browser: Browser, site: str) -> Iterator[str]:
    yield from _taps(browser, site)
    wrong: dict[str, list[str]] = {"axe": [], "selects": [], **{name: [] for name in NARROW}}
    number = 0
    for user in ("", "admin"):
        page = _page(browser, site, user)
        for path in _kinds(page, site):
            number += 1
            _look(page, site, path, wrong)
    for name, found in wrong.items():
        for line in found:
            print(f"{name}: {line}", file=sys.stderr)
    yield f"kinds_of_pages_looked_at {number} pages -"
    yield f"axe_findings_both_schemes {len(wrong['axe'])} findings 0"
    yield f"selects_too_narrow_for_their_words {len(wrong['selects'])} selects 0"
    for name in NARROW:
        yield f"wider_than_the_screen_at_{name.replace(' ', '_')} {len(wrong[name])} pages 0"


def _kinds(page: Page, site: str) -> Iterator[str]:
    """One address of each kind that links lead to, the first that is found."""
    waiting, met, kinds = ["/"], {"/"}, set()
    while waiting:
        path = waiting.pop(0)
        try:
            kind = resolve(path.partition("?")[0]).view_name
        except Resolver404:
            continue
        if kind in kinds:
            continue
        answer = page.goto(site + path)
        if answer is None or answer.status != 200 or "text/html" not in answer.headers.get("content-type", ""):
            continue
        kinds.add(kind)
        for href in page.eval_on_selector_all("a[href]", "all => all.map((each) => each.getAttribute('href'))"):
            link = urlsplit(urljoin(site + path, href))
            if f"{link.scheme}://{link.netloc}" == site and link.path not in met and not NO_PAGE.search(link.path):
                met.add(link.path)
                waiting.append(link.path + (f"?{link.query}" if link.query else ""))
        yield path


def _look(page: Page, site: str, path: str, wrong: dict[str, list[str]]) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.evaluate(Axe().axe_script)
        found = page.evaluate("axe.run({reporter: 'no-passes', preload: false}).then((each) => each.violations)")
        wrong["axe"] += [f"{path} {scheme} {rule['id']} {rule['nodes'][0]['html'][:120]}" for rule in found]
    wrong["selects"] += [f"{path} {each}" for each in page.evaluate(CUT)]
    for name, width in NARROW.items():
        page.set_viewport_size({"width": width, "height": 640})
        page.wait_for_timeout(50)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            wrong[name].append(f"{path} {wide} px")
    page.set_viewport_size({"width": 1280, "height": 800})


# ---- Steps


def _taps(browser: Browser, site: str) -> Iterator[str]:
    """A player on a phone: from the start page, where he types his name, to his result."""
    page = _page(browser, site, width=390)
    page.goto(site)
    taps = 1
    page.get_by_label("Suchen").fill("albers")
    page.get_by_role("button", name="Suchen").click()
    if "/spieler/" not in page.url:
        taps += 1
        page.get_by_role("main").get_by_role("link", name="Anton Albers-Demo").click()
    page.wait_for_url("**/spieler/**")
    assert "Punkte" in page.get_by_role("main").inner_text()
    yield f"players_result_from_the_start_page {taps} taps 2"
    page.goto(site + urlsplit(page.url).path.split("spieler")[0].replace("ranglisten", "veranstaltungen"))
    page.get_by_label("Wo sitze ich?").fill("albers")
    page.get_by_role("button", name="Zeigen").click()
    page.wait_for_url("**/spieler/**")
    yield "players_result_from_the_event 1 taps 2"


def _desk(browser: Browser, site: str) -> Iterator[str]:
    """Sixty guests at the registration desk, typed on while answers take 800 ms."""
    page = _page(browser, site, "admin")
    page.goto(f"{site}/verein-anlegen/")
    page.get_by_label("Name", exact=True).fill("Karo Gera")
    page.get_by_role("main").get_by_role("button").first.click()
    page.wait_for_url("**/neu/**")
    page.get_by_role("main").get_by_role("button").last.click()
    page.wait_for_load_state()
    event = re.search(r"/veranstaltungen/([\w-]+)/", page.url)
    assert event, page.url
    page.goto(f"{site}/veranstaltungen/{event[1]}/anmeldung/")
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    names = [f"{first} {last} (SC Gera)" for last in LAST for first in FIRST][:GUESTS]
    begun = time.monotonic()
    for name in names:
        page.keyboard.type(name, delay=PACE)
        page.keyboard.press("Enter")
    typed = time.monotonic() - begun
    page.wait_for_timeout(15_000)
    entered = json.loads(page.request.get(f"{site}/veranstaltungen/{event[1]}/teilnehmer.json").text())
    right = {f"{each['name']} ({each['club_name']})" if each.get("club_name") else each["name"] for each in entered}
    yield f"desk_sixty_guests_at_{LATENCY}_ms {typed:.0f} s 360"
    yield f"desk_wrong_or_missing {len(set(names) ^ right)} guests 0"


FIRST: Final = ("Alma", "Bodo", "Carla", "Detlef", "Edda", "Falk")
LAST: Final = ("Ahorn", "Birke", "Dorn", "Eiche", "Fichte", "Ginster", "Hasel", "Kiefer", "Linde", "Tanne")
