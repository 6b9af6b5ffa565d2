"""Measure the site: where slips of the hand are found and what is said to them, saving a row, paper, pages of the
largest field and of a long club year, many viewers, a club's past.

`python -m tests.bench` measures all of it, each in a process of its own; `python -m tests.bench live` that alone.
"""

import subprocess
import sys
from importlib import import_module

MEASUREMENTS = (
    *("error_detection", "slips", "save_row", "paper", "large_field", "league", "year", "live", "viewers", "device"),
    *(
        "seating",
        "pyramid",
        "statistics",
        "forecast",
        "strength",
        "import_club",
        "archive",
        "photo",
        "steps",
        "desk",
        "pages",
    ),
    *("photo_evening", "photo_load", "sunday", "saturday"),
)

if sys.argv[1:]:
    for name in sys.argv[1:]:
        for line in import_module(f"tests.bench.{name}").figures():
            print(line, flush=True)
else:
    for name in MEASUREMENTS:
        subprocess.run([sys.executable, "-m", "tests.bench", name], check=True)
