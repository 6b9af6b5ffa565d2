"""The usual printed form, drawn: 25 columns of 48 rows at four, 22 of 36 at three, its head and its foot.

Widths are those of the real one at four, as a photograph of it shows them.
"""

from itertools import accumulate, pairwise
from typing import Any, Final

import cv2
import numpy as np

from skatliga.reading.layouts import LEFT
from tests.bench.painted_photo import DOTS

PITCH: Final = 4.5
_WIDTHS: Final = (9.6, 4.9, 4.9, 4.9, 5.0, 5.7, 4.2, 4.9, 4.9, 9.6, 9.5)
_SEAT: Final = (15.2, 5.8, 4.9)
_NUMBER, _PASSED, _TOP, _HEAD = 7.0, 5.0, 34.0, 12.0
_FOOT: Final = (1.0, 2.0, 3.4, 4.8)
_LINES: Final = (("points", "won", "lost"), ("own",), ("others",), ("result",))
PAPER: Final = (210.0, 297.0)


def usual_form(seats: int) -> tuple[Any, dict[str, Any]]:
    """The form as a picture, and where its cells are (as `--geometry` says it, from the corner of the paper)."""
    deals = 12 * seats
    names: list[tuple[str, int | None]] = [(name, None) for name in (*LEFT, "plus", "minus")]
    names += [(name, seat) for seat in range(1, seats + 1) for name in ("points", "won", "lost")]
    names.append(("passed", None))
    widths = [_NUMBER, *_WIDTHS, *_SEAT * seats, _PASSED]
    scale = 188 / sum(widths)
    lefts = [11 + scale * each for each in accumulate(widths, initial=0.0)]
    rows = [_TOP + _HEAD + nr * PITCH for nr in range(deals + 1)]
    foot = [rows[-1] + each * PITCH for each in _FOOT]
    paper = np.full([round(side * DOTS) for side in reversed(PAPER)], 250, np.float32)
    for y in (_TOP, _TOP + 0.4 * _HEAD, *rows, *foot):
        _line(paper, lefts[0], y, lefts[-1], y, 3 if y in rows[::seats] else 2)
    for at, x in enumerate(lefts):
        below = foot[-1] if at == 0 or at >= len(_WIDTHS) + 1 else rows[-1]
        _line(paper, x, _TOP, x, below, 3 if at == 0 or at > len(_WIDTHS) else 2)
    cells = []
    for at, (top, bottom) in enumerate(pairwise([*rows, *foot])):
        for (name, seat), (left, right) in zip(names, pairwise(lefts[1:]), strict=True):
            box = [left + 0.2, top + 0.2, right - left - 0.4, bottom - top - 0.4]
            if at < deals:
                key = f"{at + 1}-{name}" + (f"-{seat}" if seat else "")
                cells.append({"key": key, "row": at + 1, "column": name, "seat": seat, "box": box})
            elif seat and (name == "points" or (at == deals and name in _LINES[0])):
                column = name if at == deals else _LINES[at - deals][0]
                key = f"foot-{column}-{seat}"
                cells.append({"key": key, "row": "foot", "column": column, "seat": seat, "box": box})
    return paper, {"page": 1, "marks": {"tl": [0.0, 0.0]}, "cells": cells}


def _line(paper: Any, left: float, top: float, right: float, bottom: float, width: int) -> None:
    start, end = (round(left * DOTS), round(top * DOTS)), (round(right * DOTS), round(bottom * DOTS))
    cv2.line(paper, start, end, 30.0, width)
