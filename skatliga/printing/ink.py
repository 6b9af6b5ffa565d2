"""What is drawn and written on a page that is laid out already, as the content stream of a PDF."""

from collections.abc import Sequence

from skatliga.printing.blanks import POINTS, Area, Spot
from skatliga.printing.codes import QUIET, code_of
from skatliga.printing.letters import Texts
from skatliga.printing.rows import Cell

NOWHERE = Area(0, 0, 0, 0)


class Ink:
    """What is drawn and written on a page, in pixels from its upper left corner."""

    def __init__(self, height: float, written: Texts, dot: Area = NOWHERE) -> None:
        """`written` takes the texts that are written; `dot` is the dealer's dot that is on the form already."""
        self._written = written
        self._height = height
        self._dot = dot
        self._dots: list[str] = []
        self._rules: list[str] = []
        self._texts: list[str] = []
        self._code = ""
        self._font = ("", 0.0)

    def dry(self) -> str:
        """The stream of the page."""
        lines = [f"{POINTS} 0 0 -{POINTS} 0 {self._height * POINTS:.3f} cm 0 g", self._code]
        if self._rules:
            lines += [*self._rules, "f"]
        if self._dots:  # a line of no length with round ends is a dot
            lines += [f"1 J {self._dot.width:.3f} w", *self._dots, "S"]
        return "\n".join([*lines, "BT", *self._texts, "ET"])

    def figure(self, spot: Spot, small: Spot | None, cell: Cell, shift: float) -> None:
        """The figure of a cell, a small letter before it where that is needed."""
        width = spot.face.set(cell.text)[0] * spot.size / 1000
        if small and cell.mark:
            beside = small.face.set(cell.mark)[0] * small.size / 1000 + spot.face.set(" ")[0] * spot.size / 1000
            left = _left(spot, width + beside)
            self._show(small, cell.mark, left, spot.baseline + shift)
            self._show(spot, cell.text, left + beside, spot.baseline + shift)
        else:
            self._show(spot, cell.text, _left(spot, width), spot.baseline + shift)

    def lines(self, spot: Spot, lines: Sequence[str], text: str, shift: float = 0) -> None:
        """A text in lines, so far below its spot; where it was cut short, whoever searches still finds all of it."""
        cut = len(lines) == 1 and lines[0] != text
        if cut:
            self._texts.append(f"/Span <</ActualText <feff{text.encode('utf-16-be').hex()}>>> BDC")
        baseline = spot.baseline + shift - spot.pitch * (len(lines) - 1) * spot.from_below
        for at, line in enumerate(lines):
            left = _left(spot, spot.face.set(line)[0] * spot.size / 1000)
            self._show(spot, line, left, baseline + at * spot.pitch)
        if cut:
            self._texts.append("EMC")

    def dot(self, right: float, down: float) -> None:
        """A dealer's dot so far from the one on the form."""
        x, y = self._dot.left + right + self._dot.width / 2, self._dot.middle + down
        self._dots.append(f"{x:.2f} {y:.2f} m {x:.2f} {y:.2f} l")

    def rule(self, area: Area) -> None:
        """A line across the page."""
        self._rules.append(f"{area.left:.2f} {area.top:.2f} {area.width:.2f} {area.height:.2f} re")

    def code(self, address: str, area: Area) -> None:
        """A code as rectangles, one for every run of dark modules, with its quiet zone in an area."""
        rows = [bytes(row) for row in code_of(address).matrix]
        size = area.width / (len(rows) + 2 * QUIET)
        left, top = area.left + QUIET * size, area.top + QUIET * size
        runs = []
        for down, row in enumerate(rows):
            end = 0
            while (start := row.find(1, end)) >= 0:
                end = (row + b"\0").find(0, start)
                runs.append(f"{start} {down} {end - start} 1 re")
        self._code = "\n".join([f"q {size:.4f} 0 0 {size:.4f} {left:.2f} {top:.2f} cm", *runs, "f Q"])

    def _show(self, spot: Spot, text: str, left: float, baseline: float) -> None:
        self._written[spot.face.style].add(text)
        self._texts.append(f"1 0 0 -1 {left:.2f} {baseline:.2f} Tm")
        for font, codes in spot.face.set(text)[1]:
            if self._font != (font, spot.size):
                self._font = (font, spot.size)
                self._texts.append(f"/{font} {spot.size:.3f} Tf")
            self._texts.append(f"<{codes}> Tj")


def _left(spot: Spot, width: float) -> float:
    """Where a text of this width begins."""
    if spot.align == "left":
        return spot.left
    room = spot.right - spot.left - width
    return spot.left + (room if spot.align == "right" else max(room, 0) / 2)
