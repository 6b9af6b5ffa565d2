"""A photograph read from beginning to end: what kind of sheet, its cells, its rows, and what hindered the reading.

* **D** A picture that shows less than fourteen pixels from row to row says `blurred`; nothing is guessed from it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS
from skatliga.database import JsonObject
from skatliga.reading import network, pictures
from skatliga.reading.cell_reading import CellReading
from skatliga.reading.cell_steps import Grid
from skatliga.reading.decoded_rows import DecodedFoot, DecodedRow, ListForm
from skatliga.reading.decoder import ListDecoder
from skatliga.reading.layouts import LAYOUTS, CellPlace, SheetLayout, has_usual_columns
from skatliga.reading.line_fit import layout_on
from skatliga.reading.marks import MarkedSheet, find_marks, place_sheets, to_photo
from skatliga.reading.pictures import StraightSheet
from skatliga.reading.printed_form import PlacedForm, find_form

USUAL: Final = next(iter(BOOKS.values()))
"""The rule book by which a photograph is read that says nothing else."""
_INK: Final = 0.004
"""Share of a cell's inside that is dark, from which on the network looks at it."""
_QUALITY: Final = 72
"""Of the picture of a sheet put straight."""
_DOT: Final = 1.8
"""Millimetres at the left of a cell in which the dealer's dot stands."""
_COARSE: Final = 14.0
"""Pixels of the photograph from row to row, below which digits are too small."""
_SMALL: Final = 22.0
"""Pixels of the side of a mark, below which the rows beside it are too small as well."""
_HOPELESS: Final = 0.7
"""The share of rows that are to be looked at, from which on typing is quicker."""


@dataclass(slots=True)
class ReadSheet:
    """What one photograph says."""

    problems: list[str] = field(default_factory=list)
    """Codes of `problems`."""
    form: str = ""
    layout: SheetLayout | None = None
    code: str = ""
    corners: list[list[float]] = field(default_factory=list)
    rows: list[DecodedRow] = field(default_factory=list)
    feet: list[DecodedFoot] = field(default_factory=list)
    cells: dict[str, CellReading] = field(default_factory=dict)
    straight: StraightSheet | None = None
    several: list[list[list[float]]] = field(default_factory=list)
    """The corners of each sheet, where there is more than one."""


def read_photo(data: bytes, book: RuleBook = USUAL) -> ReadSheet:
    """Read one photograph; what is wrong with it stands in `problems`."""
    found = straightened(data, book)
    if found.straight is not None:
        read_cells(found)
        _decode(found, found.straight.layout, book)
    return found


def straightened(data: bytes, book: RuleBook = USUAL) -> ReadSheet:
    """The sheet of a photograph put straight, before its cells are looked at; without one where a problem hinders."""
    found = ReadSheet()
    photo = pictures.load(data)
    if photo is None:
        found.problems.append("unreadable")
        return found
    marks = find_marks(photo)
    sheets = place_sheets(marks)
    if len(sheets) > 1:
        found.several = [sheet.corners() for sheet in sheets]
        found.problems.append("several_sheets")
        return found
    if sheets:
        found.corners = [[round(float(v), 1) for v in corner] for corner in sheets[0].corners()]
        _place_printed(found, photo, sheets[0], book)
        return found
    form = find_form(photo)
    if form is not None:
        _place_form(found, photo, form)
    elif pictures.is_blurred(photo) or (marks and max(mark.side for mark in marks) < _SMALL):
        found.problems.append("blurred")
    else:
        found.problems.append("cut_off" if marks else "no_sheet")
    return found


def _place_printed(found: ReadSheet, photo: Grid, sheet: MarkedSheet, book: RuleBook) -> None:
    """Our own paper, by its marks."""
    found.form, found.code = "skatliga", code_on(photo, sheet)
    if sheet.layout not in LAYOUTS:
        found.problems.append("unknown_layout")
    elif _is_cut(sheet, photo):
        found.problems.append("cut_off")
    else:
        ink = pictures.ink_of(photo)
        found.layout = layout_on(ink, sheet) if has_usual_columns(book) else None
        if found.layout is None:
            found.problems.append("unknown_layout")
        else:
            _straighten(found, ink, sheet.homography, found.layout)


def _place_form(found: ReadSheet, photo: Grid, form: PlacedForm) -> None:
    """The usual printed form, by its lines."""
    found.form, found.layout = form.layout.form, form.layout
    width, height = form.layout.size
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]])
    found.corners = [[round(float(v), 1) for v in at] for at in to_photo(form.homography, corners)]
    _straighten(found, pictures.ink_of(photo), form.homography, form.layout)


def _straighten(found: ReadSheet, ink: Grid, homography: Grid, layout: SheetLayout) -> None:
    """Put a sheet straight that is large enough on the photograph."""
    if pictures.fineness(homography, layout.size) * layout.pitch < _COARSE:
        found.problems.append("blurred")
    else:
        found.straight = StraightSheet(ink, homography, layout)


def _decode(found: ReadSheet, layout: SheetLayout, book: RuleBook) -> None:
    """What the cells say together."""
    form = ListForm(book, layout.seats, layout.deals, layout.ticked)
    found.rows, found.feet = ListDecoder(form, found.cells).decode()
    played = [row for row in found.rows if row.state != "empty"]
    if not played or sum(row.look for row in played) > _HOPELESS * len(played):
        found.problems.append("unreadable")


def _is_cut(sheet: MarkedSheet, photo: Grid) -> bool:
    """Whether a corner of the paper lies outside the picture, its mark with it: the table lies between the marks."""
    if sheet.whole:
        return False
    height, width = photo.shape
    return any(not (-5 <= x <= width + 5 and -5 <= y <= height + 5) for x, y in sheet.corners())


def read_cells(found: ReadSheet) -> None:
    """Look at all cells with ink."""
    assert found.straight is not None
    inked = dict(inked_cells(found.straight))
    found.cells = dict(zip(inked, network.look_at(list(inked.values())), strict=True))


def inked_cells(straight: StraightSheet) -> Iterator[tuple[str, Grid]]:
    """The cells in which something stands: key and picture."""
    for cell in straight.layout.cells:
        if _has_ink(straight, cell):
            yield cell.key, straight.cell(cell.left, cell.top, cell.width, cell.height)


def _has_ink(straight: StraightSheet, cell: CellPlace) -> bool:
    dot = _DOT if cell.column == "points" and straight.layout.form == "skatliga" and _is_dealer(straight, cell) else 0.0
    inside = straight.inside(cell.left + dot, cell.top, cell.width - dot, cell.height)
    return bool(inside.size) and float((inside > 0.3).mean()) > _INK


def _is_dealer(straight: StraightSheet, cell: CellPlace) -> bool:
    return cell.row != "foot" and (int(cell.row) - 1) % straight.layout.seats + 1 == cell.seat


def code_on(photo: Grid, sheet: MarkedSheet) -> str:
    """What the code in the head says; empty where it cannot be read."""
    reader: Any = cv2.QRCodeDetector()
    scale = 14.0
    move = np.array([[scale, 0, -160 * scale], [0, scale, -2 * scale], [0, 0, 1.0]])
    part = cv2.warpPerspective(photo, move @ np.linalg.inv(sheet.homography), (int(42 * scale), int(36 * scale)))
    try:
        text = reader.detectAndDecode(part)[0]
    except cv2.error:
        text = ""
    return str(text)


def write_picture(found: ReadSheet, file: Path) -> JsonObject:
    """Write the picture; returns its size and where rows and cells are on it, in pixels."""
    straight = found.straight
    assert straight is not None and found.layout is not None
    scale = straight.scale
    picture = (255 * (1 - straight.flat)).astype(np.uint8)
    cv2.imwrite(str(file), picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    layout = found.layout
    height, width = picture.shape
    left = max(0.0, layout.down[0] - 1) * scale
    rows = {
        str(nr): [round(left), round((layout.across[nr - 1] - 0.6) * scale), round((layout.pitch + 1.2) * scale)]
        for nr in range(1, layout.deals + 1)
    }
    foot = [round(left), round(layout.across[layout.deals] * scale)]
    foot.append(round(layout.across[-1] * scale) - foot[1] + round(scale))
    cells = {
        cell.key: [round(each * scale) for each in (cell.left, cell.top, cell.width, cell.height)]
        for cell in layout.cells
    }
    right = round((layout.down[-1] + 1) * scale)
    return {"size": [width, height], "right": right, "rows": rows, "foot": foot, "cells": cells}
