"""The sheets on a photograph, by the marks in their corners.

* **D** Two sheets beside each other have the same marks twice. What belongs together is told by their shape: seen from
  marks of one sheet all of them are squares of one size.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any, Final

import cv2
import numpy as np

from skatliga.reading.cell_steps import Grid
from skatliga.reading.layouts import CORNERS, MARK_SIZE, PAPER, mark_centres

_NUMBERS: Final = len(CORNERS)
_LEAST: Final = 3
"""Marks by which a sheet is placed."""
_MOST: Final = 4
"""Marks of one number that are looked at: more sheets than that are too small on a photograph."""
_LARGE, _SMALL = 0.05, 0.012
"""How far it is around a mark, as a share of the photograph's longer side: of one on a sheet that fills it half at
least, and of the smallest."""
_WHITE: Final = 255
_OFF: Final = 0.1
"""How far the corners of marks may lie from where their sheet has them, in sides of a mark."""


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A mark on a photograph."""

    number: int
    corners: Grid
    """Clockwise from its own upper left."""

    @property
    def layout(self) -> int:
        """The layout to which it belongs."""
        return self.number // _NUMBERS + 1

    @property
    def side(self) -> float:
        """How long its first side is, in pixels."""
        return float(np.linalg.norm(self.corners[1] - self.corners[0]))


@dataclass(frozen=True, slots=True)
class MarkedSheet:
    """Where a sheet lies on a photograph."""

    layout: int
    homography: Grid
    """Takes millimetres of the paper to pixels of the photograph."""
    whole: bool
    """Whether all four marks were seen."""
    size: tuple[float, float] = PAPER

    @property
    def lies(self) -> bool:
        """Whether the sheet lies on its side."""
        return self.size[0] > self.size[1]

    def corners(self) -> list[list[float]]:
        """The corners of the paper, clockwise from its own upper left."""
        width, height = self.size
        return to_photo(self.homography, np.array([[0, 0], [width, 0], [width, height], [0, height]])).tolist()


def to_photo(homography: Grid, points: Grid) -> Grid:
    """Points of the paper on the photograph."""
    return cv2.perspectiveTransform(points.reshape(1, -1, 2).astype(np.float64), homography)[0]


@lru_cache(maxsize=2)
def _finder(least: float) -> Any:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.adaptiveThreshWinSizeMax = 43
    settings.minMarkerPerimeterRate = least
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)


def find_marks(photo: Grid) -> list[Mark]:
    """The marks on a photograph.

    Every cell of a list may be a small mark, and looking at all of them takes longer than all else. So whole sheets
    with large marks are found first, and small marks are looked for beside them.
    """
    large, beside = _marks_from(photo, _LARGE), photo.copy()
    papers = [np.array(sheet.corners(), np.float32) for sheet in place_sheets(large) if sheet.whole]
    for paper in papers:
        cv2.fillConvexPoly(beside, paper.astype(np.int32), _WHITE)
    of_papers = [mark for mark in large if any(_lies_on(mark, paper) for paper in papers)]
    return of_papers + _marks_from(beside, _SMALL)


def _lies_on(mark: Mark, paper: Grid) -> bool:
    return bool(cv2.pointPolygonTest(paper, mark.corners.mean(0).tolist(), False) > 0)


def _marks_from(photo: Grid, least: float) -> list[Mark]:
    """The marks around which it is at least so far."""
    squares, numbers, _others = _finder(least).detectMarkers(photo)
    if numbers is None:
        return []
    return [Mark(int(number), square[0]) for square, number in zip(squares, numbers.ravel(), strict=True)]


def place_sheets(marks: Sequence[Mark]) -> list[MarkedSheet]:
    """The sheets to which these marks belong, each with three of them at least; whole ones first."""
    left = list(marks)
    found = []
    for count in (_NUMBERS, _LEAST):
        while best := min(_fitting(left, count), key=lambda each: each[0], default=None):
            _off, chosen, sheet = best
            found.append(sheet)
            left = [mark for mark in left if mark not in chosen]
    return found


def _fitting(marks: Sequence[Mark], count: int) -> Iterator[tuple[float, Sequence[Mark], MarkedSheet]]:
    """So many marks that can be those of one sheet: how far off they are, they themselves, and the sheet."""
    for layout in {mark.layout for mark in marks}:
        first = _NUMBERS * (layout - 1)
        of_number = [[mark for mark in marks if mark.number == first + at][:_MOST] for at in range(_NUMBERS)]
        for among in combinations(of_number, count):
            for seen in product(*among):
                off, sheet = _placed(layout, seen)
                if off < _OFF:
                    yield off, seen, sheet


def _placed(layout: int, marks: Sequence[Mark]) -> tuple[float, MarkedSheet]:
    """A sheet with these marks, upright or on its side, and how far off they are on the average, in sides of a mark."""
    photo = np.concatenate([mark.corners for mark in marks])
    half = MARK_SIZE / 2
    offsets = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    fitting: list[tuple[float, MarkedSheet]] = []
    for size in (PAPER, (PAPER[1], PAPER[0])):
        centres = mark_centres(*size)
        paper = np.concatenate([np.array(centres[CORNERS[mark.number % _NUMBERS]]) + offsets for mark in marks])
        homography, _inside = cv2.findHomography(paper, photo)
        if homography is not None:
            off = float(np.abs(to_photo(homography, paper) - photo).mean()) / min(mark.side for mark in marks)
            fitting.append((off, MarkedSheet(layout, homography, len(marks) == _NUMBERS, size)))
    return min(fitting, key=lambda each: each[0], default=(np.inf, MarkedSheet(layout, np.eye(3), False)))
