"""Which of the printed layouts lies on a photograph: the one whose ruled lines are there.

* **D** A sheet whose columns are those of no layout (of another rule book, or of five at a table) says
  `unknown_layout`; nothing is guessed from it.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from skatliga.reading.cell_steps import Grid
from skatliga.reading.layouts import PRINTED, SheetLayout, printed_layout
from skatliga.reading.marks import MarkedSheet

_SCALE: Final = 4.0
"""Pixels on a millimetre."""
_STRIPS: Final = (110, 250, 390, 530, 670)
"""Where strips begin in which lines across are looked for: over the whole width a bent line is no line."""
_STRIP: Final = 90
_NEAR: Final = 4
"""Pixels that a line may lie off."""
_RULED, _WAVE = range(200, 800), 0.6
"""Where every table has rows; how much of the strongest wave a layout must have. Thick lines between rounds have one
at another distance, which is weaker than that of all lines."""
_LEAST, _LEAST_OF_ROWS = 0.42, 0.3
"""How dark the lines between columns must be, one aside, against the usual one, and that against those of rows."""


def layout_on(ink: Grid, sheet: MarkedSheet) -> SheetLayout | None:
    """The layout of a sheet; None where none fits."""
    if sheet.lies:
        return None
    to_grid = np.diag([_SCALE, _SCALE, 1.0])
    flat = cv2.warpPerspective(ink, to_grid @ np.linalg.inv(sheet.homography), (840, 1188))
    strips = [flat[:, left : left + _STRIP].mean(1) for left in _STRIPS]
    columns = flat[220:720]
    layouts = [printed_layout(seats, deals, sheet.layout) for seats, deals in PRINTED]
    fits = [_rows(strips, each) + float(_standing(columns, each).mean()) for each in layouts]
    waves = [_wave(strips, each.pitch * _SCALE) for each in layouts]
    fits = [fit if wave > _WAVE * max(waves) else -1.0 for fit, wave in zip(fits, waves, strict=True)]
    best = layouts[fits.index(max(fits))]
    standing = _standing(columns, best)
    usual = float(np.median(standing))
    is_there = np.sort(standing)[1] > _LEAST * usual and usual > _LEAST_OF_ROWS * _rows(strips, best)
    return best if is_there else None


def _rows(strips: Sequence[Grid], layout: SheetLayout) -> float:
    """How much darker the lines between rows are than what lies between them."""
    lines = np.array(layout.across[: layout.deals + 1]) * _SCALE
    middles = (lines[:-1] + lines[1:]) / 2
    found = [_darkest(strip, lines).mean() - np.mean(strip[middles.astype(int)]) for strip in strips]
    return float(np.mean(found))


def _wave(strips: Sequence[Grid], pitch: float) -> float:
    """How strongly strips are ruled at this distance, wherever the lines begin."""
    places = np.arange(_RULED.start, _RULED.stop)
    turn = np.exp(-2j * np.pi * places / pitch)
    return float(np.mean([abs(np.mean((strip[places] - strip[places].mean()) * turn)) for strip in strips]))


def _standing(columns: Grid, layout: SheetLayout) -> Grid:
    """How dark each line between columns is."""
    return _darkest(columns.mean(0), np.array(layout.down) * _SCALE)


def _darkest(profile: Grid, places: Grid) -> Grid:
    """The darkest of what is near each place."""
    return np.array([profile[max(int(at) - _NEAR, 0) : int(at) + _NEAR + 1].max() for at in places])
