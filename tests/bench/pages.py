"""Whether every kind of page can be used: at 320 px, at 200 % zoom, by Axe in both schemes, with selects wide enough.

What is wrong is told beside the figures, and the kinds of which no page was found. SCREENS=folder leaves a picture of
each page at 390 and 1280 px in both schemes.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.bench.browsing import Found, Inside, measured, screens, window

SCHEMES: Final = ("light", "dark")
NARROW: Final = {"320 px": 320, "200 % zoom": 640}
WIDTHS: Final = (390, 1280)
# The options of a select that are wider than there is room beside its arrow.
CUT: Final = """() => [...document.querySelectorAll("select")].filter((each) => {
    const style = getComputedStyle(each);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const widest = Math.max(0, ...[...each.options].map((option) => pen.measureText(option.text).width));
    return each.offsetParent && each.offsetWidth < 600 && widest > room + 1;
}).map((each) => each.outerHTML.slice(0, 100))"""


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    yield from measured("tests.bench.every_page:make", _look_at_all)


def _look_at_all(browser: Browser, site: str, inside: Inside) -> Iterator[str]:
    told = json.loads(inside("tests.bench.every_page:tell"))
    found, missing = [Found(*each) for each in told["found"]], told["missing"]
    wrong: dict[str, list[str]] = {"axe": [], "selects": [], "missing": missing, **{name: [] for name in NARROW}}
    by_user = defaultdict(list)
    for each in found:
        by_user[each.user].append(each)
    for user, theirs in by_user.items():
        page = window(browser, site, user)
        for each in theirs:
            if not user or each.path != "/":
                page.goto(site + each.path)
            _look(page, each.path, wrong)
            _picture(page, f"{user}-{each.kind}")
    for name, lines in wrong.items():
        for line in lines:
            print(f"{name}: {line}", file=sys.stderr)
    yield f"kinds_of_pages_looked_at {len({each.kind for each in found})} kinds -"
    yield f"kinds_of_pages_not_found {len(missing)} kinds 0"
    yield f"axe_findings_both_schemes {len(wrong['axe'])} findings 0"
    yield f"selects_too_narrow_for_their_words {len(wrong['selects'])} selects 0"
    for name in NARROW:
        yield f"wider_than_the_screen_at_{name.replace(' ', '_')} {len(wrong[name])} pages 0"


def _look(page: Page, path: str, wrong: dict[str, list[str]]) -> None:
    for scheme in SCHEMES:
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


def _picture(page: Page, name: str) -> None:
    folder = screens()
    if folder is None:
        return
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            file = Path(folder) / f"{width}-{scheme}" / f"{name.replace(':', '_')}.png"
            page.screenshot(path=file, full_page=True)
    page.set_viewport_size({"width": 1280, "height": 800})
