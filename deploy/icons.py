"""Draws the icons that phones put on their home screen, from `static/img/favicon.svg`, with Chromium.

`.venv/bin/python deploy/icons.py`; the pictures are kept with the program. Phones round the corners themselves and fill
what is transparent with black, so the ground goes up to the edge.
"""

import shutil
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

IMAGES: Final = Path(__file__).parents[1] / "static/img"
SIZES: Final = (180, 192, 512)
"""Pixels: what iOS asks for, and the two of a web app."""


def draw() -> None:
    """Write every size."""
    drawing = (IMAGES / "favicon.svg").read_text().replace(' rx="14"', "")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f'<body style="margin:0">{drawing.replace("<svg", f"<svg width={size} height={size}", 1)}')
            page.screenshot(path=IMAGES / f"icon-{size}.png")
        browser.close()


if __name__ == "__main__":
    draw()
