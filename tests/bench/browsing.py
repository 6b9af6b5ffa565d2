"""A real browser in front of a site that is served in processes of its own."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.server import ROOT, installed, python, serving

CHROMIUM: Final = shutil.which("chromium-headless-shell") or shutil.which("chromium")
PASSWORD: Final = "karo-sieben-ouvert"
PATIENCE: Final = 60_000
COUNTER: Final = """
const count = (what) => { sessionStorage[what] = Number(sessionStorage[what] ?? 0) + 1 };
addEventListener("click", (event) => event.isTrusted && event.detail && count("clicks"), true);
addEventListener("keydown", (event) => event.isTrusted && count("keys"), true);
"""
"""Counts clicks of the mouse and keys in a window; a key that presses a button is no click."""


class Found(NamedTuple):
    """A page of a kind, and who opens it."""

    user: str
    path: str
    kind: str


Inside = Callable[[str], str]
"""Calls a function inside the site, `module:function`, and gives what it prints."""
Measure = Callable[[Browser, str, Inside], Iterator[str]]


def measured(made_by: str, measure: Measure) -> list[str]:
    """What is measured of a site whose database is filled by a function, `module:function`."""
    return asyncio.run(_measured(made_by, measure))


def called(environment: dict[str, str], named: str) -> str:
    """What a function of the site prints, `module:function`, in a process of its own."""
    module, _colon, function = named.partition(":")
    return python(environment, "-c", f"import django; django.setup(); from {module} import {function}; {function}()")


async def _measured(made_by: str, measure: Measure) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        paths = {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests"))), "MEDIA_ROOT": f"{folder}/media"}
        environment = installed(folder) | paths | {"VAR_DIR": folder, "SECOND_FACTOR": "0", "DEBUG": "1"}
        called(environment, made_by)
        async with serving(environment) as (port, _process):
            site = f"http://127.0.0.1:{port}"
            return await asyncio.to_thread(_in_a_browser, measure, site, partial(called, environment))


def _in_a_browser(measure: Measure, site: str, inside: Inside) -> list[str]:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        try:
            return list(measure(browser, site, inside))
        finally:
            browser.close()


def window(browser: Browser, site: str, user: str = "", width: int = 1280) -> Page:
    """A window of its own, in which somebody may have signed in."""
    context = browser.new_context(
        locale="de-DE", viewport={"width": width, "height": 800}, color_scheme="light", reduced_motion="reduce"
    )
    context.add_init_script(COUNTER)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    if user:
        page.goto(f"{site}/anmelden/")
        page.fill("#id_username", user)
        page.fill("#id_password", PASSWORD)
        page.keyboard.press("Enter")
        page.wait_for_url(lambda address: not address.endswith("/anmelden/"))
    return page


def since(page: Page) -> Callable[[str], int]:
    """Count from now; gives a function that says how many `clicks` or `keys` there were."""
    page.evaluate("sessionStorage.clear()")
    return lambda what: int(page.evaluate("(what) => sessionStorage[what] ?? 0", what))


def screens() -> Path | None:
    """Where pictures are left when SCREENS names a folder."""
    named = os.environ.get("SCREENS")
    return Path(named) if named else None
