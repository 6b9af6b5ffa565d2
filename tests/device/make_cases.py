"""What the scripts of the device are tested with: python tests/device/make_cases.py > tests/device/cases.json

The table of a rule book as the page is given it, and deals in the compact notation with their scores. The scores are
those of the oracle of tests/engine, a second reading of the rules which shares nothing with the engine's tables.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HOUSE = Path(__file__).parents[2]
sys.path[:0] = [str(HOUSE), str(HOUSE / "tests/engine")]

from oracle import rate  # noqa: E402

from scoring import Misread, parse  # noqa: E402
from scoring.deal_json import deal_fields  # noqa: E402
from scoring.notation import LETTERS, LEVELS, NULL_KINDS  # noqa: E402
from scoring.rulebooks import BOOKS  # noqa: E402
from skatliga.lists.device.page_data import preview_of  # noqa: E402

MOST = {"9": 11, "0": 11, "1": 11, "2": 11, "4": 4}
"""Spitzen of Karo, Herz, Pik, Kreuz and Grand."""
BIDS = (18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 59, 60, 72, 96, 120, 264)
INSTEAD = ("rd1", "rho2", "rp3", "rko11", "rg4")
"""Games in the place of an overbid Null."""


def texts() -> Iterator[str]:
    """Deals of seat 2, ordinary and overbid; some of them there are not."""
    trumps = [
        f"2{game}{ohne}{n}{level}"
        for game, most in MOST.items()
        for n in range(1, most + 1)
        for ohne in ("", "o")
        for level in LEVELS
    ]
    nulls = [f"23{kind}" for kind in NULL_KINDS]
    for body in (*trumps, *nulls):
        yield from (f"{body}+", f"{body}-")
    yield from (f"{body}b{bid}-" for body in trumps[::7] for bid in BIDS)
    yield from (f"{body}b{bid}{instead}-" for body in nulls for bid in BIDS for instead in INSTEAD)


def score_of(key: str, text: str) -> int | None:
    """By the oracle; None for what cannot be, and for a bid that overtakes nothing, which nobody can tap."""
    read = parse(text, BOOKS[key])
    if isinstance(read, Misread):
        return None
    found = rate({**deal_fields(read.deal), "rulebook": key})
    if found is None or ("b" in text and not found["ueberreizt"]):
        return None
    return found["score"]


def book(key: str) -> dict[str, Any]:
    deals = [(text, score) for text in texts() if (score := score_of(key, text)) is not None]
    return {"book": preview_of(BOOKS[key]), "deals": deals}


letters = {digit: letter for letter, digit in LETTERS.items()}
json.dump({"letters": letters, "books": {key: book(key) for key in ("isko-2022", "altenburg")}}, sys.stdout)
