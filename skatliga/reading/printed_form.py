"""The usual printed form on a photograph, known by its ruled lines: 48 rows of 25 columns at four, 36 of 22 at three.

It has no marks, and its head or an edge may be missing. So nothing is looked for but long lines: rows that follow
each other at one distance, and from the right a column for deals passed in and, for each seat, a wide one and two
narrow.

* **D** Two lines of the foot are as high as the rows, those below are higher by two fifths; where the foot is cut off
  the head, half as high again as a row, says which row is the first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Final

import cv2
import numpy as np

from skatliga.reading.cell_steps import Grid
from skatliga.reading.layouts import CellPlace, SheetLayout
from skatliga.reading.pictures import ink_of

PITCH: Final = 4.17
"""Millimetres that a row is taken to be high; the real paper is a little larger or smaller."""
_AROUND: Final = 6.0
"""Millimetres of the straightened picture around the table."""
_LEFT: Final = (
    "base",
    "mit",
    "ohne",
    "hand",
    "schneider",
    "schneider_angesagt",
    "schwarz",
    "schwarz_angesagt",
    "ouvert",
)
_DEALS: Final = {4: 48, 3: 36}
_FOOT: Final = (("points", "won", "lost"), ("own",), ("others",), ("result",))
_USUAL_FOOT: Final = (1.0, 2.0, 3.4, 4.8)
"""Where the lines below the rows are, in rows."""
_WORKED: Final = 1900


@dataclass(frozen=True, slots=True)
class RuledLine:
    """A long line, as a polynomial of where it is along the other axis."""

    shape: Grid
    start: int
    end: int

    def at(self, place: float) -> float:
        """Where it is there."""
        return float(np.polyval(self.shape, place))


@dataclass(frozen=True, slots=True)
class RuledLines:
    """The long lines of a picture after a turn by a few degrees."""

    height: int
    """Of the picture, in pixels."""
    level: Grid
    """The turn."""
    lying: list[RuledLine]
    standing: list[RuledLine]


@dataclass(frozen=True, slots=True)
class PlacedForm:
    """A form on a photograph."""

    layout: SheetLayout
    homography: Grid
    """Takes millimetres of the straightened form to pixels of the picture in which it was found."""


def find_form(photo: Grid) -> PlacedForm | None:
    """The form, whichever way the photograph was held; None where there is none."""
    scale = _WORKED / max(photo.shape)
    worked = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    dark = (ink_of(worked) > 0.2).astype(np.uint8)
    for side in range(2):
        for turns in (side, side + 2):
            lines = _ruled(np.ascontiguousarray(np.rot90(dark, turns)))
            if lines is None:
                break  # upside down there are no more
            if (found := _find_upright(lines)) is not None:
                to_turned = np.diag([1 / scale, 1 / scale, 1.0]) @ found.homography
                return PlacedForm(found.layout, _turn_back(turns, photo.shape) @ to_turned)
    return None


def _turn_back(turns: int, shape: Sequence[int]) -> Grid:
    """Takes pixels of a photograph that was turned to the left so often to those of the photograph."""
    height, width = shape[:2]
    back = {
        0: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        1: [[0, -1, width - 1], [1, 0, 0], [0, 0, 1]],
        2: [[-1, 0, width - 1], [0, -1, height - 1], [0, 0, 1]],
        3: [[0, 1, 0], [-1, 0, height - 1], [0, 0, 1]],
    }[turns]
    return np.array(back, np.float64)


def _ruled(dark: Grid) -> RuledLines | None:
    """The lines of a picture; None where there are too few of them for a form."""
    level = _levelled(dark)
    height, width = dark.shape
    flat = cv2.warpAffine(dark, level, (width, height), flags=cv2.INTER_NEAREST)
    lying = _lines(flat, across=True)
    standing = _lines(flat, across=False) if len(lying) >= 30 else []
    return RuledLines(height, level, lying, standing) if len(standing) >= 20 else None


def _find_upright(ruled: RuledLines) -> PlacedForm | None:
    height, lying, standing = ruled.height, ruled.lying, ruled.standing
    middle = (min(line.at(height / 2) for line in standing) + max(line.at(height / 2) for line in standing)) / 2
    rows = _run(lying, middle)
    if len(rows) < 34:
        return None
    along = (rows[0].at(middle) + rows[-1].at(middle)) / 2
    columns = sorted((line for line in standing if line.start < along < line.end), key=lambda line: line.at(along))
    upright, seats = _columns_of(columns, along)
    if seats is None:
        return None
    table = _rows_of(rows, lying, middle, _DEALS[seats])
    if table is None:
        return None
    columns = list(upright[-(12 + 3 * seats + 1) :])
    return _placed(table, columns, lying, middle, seats, np.linalg.inv(np.vstack([ruled.level, [0, 0, 1.0]])))


def _levelled(dark: Grid) -> Grid:
    """The turn by a few degrees after which most lines lie straight."""
    height, width = dark.shape
    small = cv2.resize(dark * 255, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    small = (small > 60).astype(np.uint8)
    best: tuple[int, Grid] = (-1, np.zeros((2, 3)))
    for angle in (0, -2, 2, -4, 4, -6, 6, -8, 8):
        turn = cv2.getRotationMatrix2D((width / 4, height / 4), angle, 1)
        turned = cv2.warpAffine(small, turn, (width // 2, height // 2), flags=cv2.INTER_NEAREST)
        mass = int(cv2.morphologyEx(turned, cv2.MORPH_OPEN, np.ones((1, 45), np.uint8)).sum())
        if mass > best[0]:
            best = (mass, cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1))
    return best[1]


def _lines(dark: Grid, across: bool) -> list[RuledLine]:
    """Long lines in one direction."""
    kernel, grow = (np.ones((1, 61)), np.ones((3, 9))) if across else (np.ones((61, 1)), np.ones((9, 3)))
    opened = cv2.dilate(cv2.morphologyEx(dark, cv2.MORPH_OPEN, kernel.astype(np.uint8)), grow.astype(np.uint8))
    _count, labels, boxes, _centres = cv2.connectedComponentsWithStats(opened)
    found = []
    least = (dark.shape[1] if across else dark.shape[0]) * 0.35
    for label in range(1, len(boxes)):
        x, y, width, height = boxes[label][:4]
        if (width if across else height) < least:
            continue
        down, along = np.nonzero(labels[y : y + height, x : x + width] == label)
        place, off = (along + x, down + y) if across else (down + y, along + x)
        found.append(RuledLine(np.polyfit(place, off, 2), int(place.min()), int(place.max())))
    return found


def _run(lying: Sequence[RuledLine], middle: float) -> list[RuledLine]:
    """The longest row of lines at one distance, which may slowly grow or shrink; a line may be missing."""
    lines = sorted(lying, key=lambda line: line.at(middle))
    heights = [line.at(middle) for line in lines]
    usual = float(np.median(np.diff(heights)))
    best: list[RuledLine] = []
    for start in range(len(lines) // 2):
        gap, at, run = usual, start, [lines[start]]
        while True:
            wanted = heights[at] + gap
            after = [i for i in range(at + 1, len(lines)) if abs(heights[i] - wanted) < 0.17 * gap]
            if not after:
                break
            chosen = _nearest(after, heights, wanted)
            gap = 0.7 * gap + 0.3 * (heights[chosen] - heights[at])
            at = chosen
            run.append(lines[at])
        if len(run) > len(best):
            best = run
    return best


def _nearest(among: Iterable[int], places: Sequence[float], wanted: float) -> int:
    """Which of these places is nearest."""
    return min((abs(places[at] - wanted), at) for at in among)[1]


def _columns_of(lines: Sequence[RuledLine], along: float) -> tuple[Sequence[RuledLine], int | None]:
    """The lines of the columns, without the edges of the paper beside them; and for how many seats they are."""
    for right, left in product(range(3), range(2)):
        columns = lines[left : len(lines) - right]
        seats = _seats([line.at(along) for line in columns])
        if seats is not None:
            return columns, seats
    return lines, None


def _seats(places: Sequence[float]) -> int | None:
    """For how many seats there are columns, counted from the right; None where these are no columns of a list."""
    widths = [right - left for left, right in pairwise(places)]
    if len(widths) < 21:
        return None
    at, wide = len(widths) - 1, list[float]()
    while at >= 3:
        points, won, lost = widths[at - 3 : at]
        if points < 1.5 * max(won, lost) or (wide and abs(points / wide[0] - 1) > 0.25):
            break
        wide.append(points)
        at -= 3
    seats = len(wide)
    rest = len(widths) - 1 - 3 * seats
    return seats if seats in _DEALS and rest in {11, 12} else None


def _rows_of(run: Sequence[RuledLine], lying: Sequence[RuledLine], middle: float, deals: int) -> list[RuledLine] | None:
    """The lines between the rows, from above the first to below the last."""
    heights = [line.at(middle) for line in run]
    gap = (heights[-1] - heights[0]) / (len(heights) - 1)
    others = [line.at(middle) for line in lying]
    below = any(1.2 * gap < y - heights[-1] < 1.7 * gap for y in others)
    above = any(1.2 * gap < heights[0] - y < 1.9 * gap for y in others)
    if below and len(run) >= deals + 3:
        return list(run[len(run) - deals - 3 : len(run) - 2])
    if (above or len(run) == deals + 1) and len(run) >= deals + 1:
        return list(run[: deals + 1])
    return None


def _crossing(lying: RuledLine, standing: RuledLine) -> tuple[float, float]:
    y = (standing.start + standing.end) / 2
    for _step in range(6):
        x = standing.at(y)
        y = lying.at(x)
    return x, y


def _placed(
    rows: Sequence[RuledLine],
    columns: Sequence[RuledLine],
    lying: Sequence[RuledLine],
    middle: float,
    seats: int,
    to_photo: Grid,
) -> PlacedForm:
    """The form put straight by the four corners of its rows; where columns and foot are then is measured."""
    deals = _DEALS[seats]
    corners = [
        _crossing(row, column)
        for row, column in (
            (rows[0], columns[0]),
            (rows[0], columns[-1]),
            (rows[-1], columns[-1]),
            (rows[-1], columns[0]),
        )
    ]
    half = rows[deals // 2]
    across = columns[-1].at(half.at(middle)) - columns[0].at(half.at(middle))
    pitch = (rows[-1].at(middle) - rows[0].at(middle)) / deals
    width, height = across / pitch * PITCH, deals * PITCH
    left, top = _AROUND, _AROUND
    straight = np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]])
    to_level = cv2.getPerspectiveTransform(straight.astype(np.float32), np.array(corners, np.float32))
    back = np.linalg.inv(to_level)
    down = [float(_through(back, _crossing(half, column))[0]) for column in columns]
    foot = [top + height + each * PITCH for each in _USUAL_FOOT]
    seen = [float(_through(back, (middle, line.at(middle)))[1]) for line in lying]
    foot = [seen[_nearest(range(len(seen)), seen, each)] for each in foot]
    usual = [top + height + each * PITCH for each in _USUAL_FOOT]
    foot = [each if abs(each - wanted) < 0.4 * PITCH else wanted for each, wanted in zip(foot, usual, strict=True)]
    lines = [top + at * PITCH for at in range(deals + 1)]
    cells = tuple(_cells(seats, deals, down, [*lines, *foot]))
    size = (width + 2 * _AROUND, foot[-1] + _AROUND)
    layout = SheetLayout(f"dskv-{seats}", 1, seats, deals, size, cells, (*lines, *foot), tuple(down), PITCH)
    return PlacedForm(layout, to_photo @ to_level)


def _through(transform: Grid, point: tuple[float, float]) -> Grid:
    found = transform @ np.array([*point, 1.0])
    return found[:2] / found[2]


def _cells(seats: int, deals: int, down: Sequence[float], across: Sequence[float]) -> list[CellPlace]:
    names: list[tuple[str, int | None]] = [(name, None) for name in (*_LEFT, "plus", "minus")]
    names += [(name, seat) for seat in range(1, seats + 1) for name in ("points", "won", "lost")]
    names.append(("passed", None))
    spans = list(pairwise(down))[-len(names) :]
    cells = []
    for at, (top, bottom) in enumerate(pairwise(across)):
        for (name, seat), (left, right) in zip(names, spans, strict=True):
            inside = (left + 0.2, top + 0.15, right - left - 0.4, bottom - top - 0.3)
            if at < deals:
                key = f"{at + 1}-{name}" + (f"-{seat}" if seat else "")
                cells.append(CellPlace(key, at + 1, name, seat, *inside))
            elif seat and (name == "points" or (at == deals and name in _FOOT[0])):
                column = name if at == deals else _FOOT[at - deals][0]
                cells.append(CellPlace(f"foot-{column}-{seat}", "foot", column, seat, *inside))
    return cells
