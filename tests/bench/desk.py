"""Sixty guests at the registration desk, typed on by a practised hand while every answer takes 800 ms."""

import json
import re
import time
from collections.abc import Iterator
from typing import Final

from playwright.sync_api import Browser, expect

from tests.bench.browsing import Inside, measured, window

LATENCY: Final = 800
PACE: Final = 110
"""Milliseconds for a key of a practised hand."""
FIRST: Final = ("Alma", "Bodo", "Carla", "Detlef", "Edda", "Falk")
LAST: Final = ("Ahorn", "Birke", "Dorn", "Eiche", "Fichte", "Ginster", "Hasel", "Kiefer", "Linde", "Tanne")
GUESTS: Final = [f"{first} {last} (SC Gera)" for last in LAST for first in FIRST]


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    yield from measured("tests.bench.steps:make_operator", _type)


def tell() -> None:
    """Who takes part, as it was typed."""
    from skatliga.events.models import Entry

    print(json.dumps([f"{entry.name} ({entry.club_name})" for entry in Entry.objects.all()]))


def _type(browser: Browser, site: str, inside: Inside) -> Iterator[str]:
    page = window(browser, site, "chefin")
    page.goto(f"{site}/verein-anlegen/")
    page.get_by_label("Name", exact=True).fill("Karo Gera")
    page.get_by_role("main").get_by_role("button").first.click()
    page.wait_for_url("**/neu/**")
    page.get_by_role("main").get_by_role("button").last.click()
    page.wait_for_url("**/veranstaltungen/*/**")
    event = re.search(r"/veranstaltungen/([\w-]+)/", page.url)
    assert event, page.url
    page.goto(f"{site}/veranstaltungen/{event[1]}/anmeldung/")
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    slow = {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", slow)
    begun = time.monotonic()
    for name in GUESTS:
        page.keyboard.type(name, delay=PACE)
        page.keyboard.press("Enter")
    typed = time.monotonic() - begun
    expect(page.locator("#wartend li")).to_have_count(0, timeout=120_000)
    answered = time.monotonic() - begun
    entered = set(json.loads(inside("tests.bench.desk:tell")))
    yield f"desk_{len(GUESTS)}_guests_typed_at_{LATENCY}_ms {typed:.0f} s 360"
    yield f"desk_the_last_one_answered {answered:.0f} s 360"
    yield f"desk_wrong_or_missing {len(set(GUESTS) ^ entered)} guests 0"
