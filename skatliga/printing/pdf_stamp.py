"""What is drawn and written on a page that is laid out already, as the content stream of a PDF.

Letters are set once on a page that nobody sees; the finished file says which glyph each of them is in which font, and
how wide. A file in which they are used gets a page of those that are used: painting it puts their glyphs into its
fonts. Where they are set, anchors of the laid out page say.

* **D** A file is changed by the `finisher` of the layout library, which hands over its objects: nothing is parsed, and
  the fonts of the form are those of the figures. A library that joins finished files took 0.09 s and 17 MiB more to
  load, and would need fonts of its own for the figures.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from string import digits
from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string

from skatliga.printing.fitting import FittedText
from skatliga.printing.pdf import QUIET, code_of, lay_out, objects_of, pages_of
from skatliga.printing.sheet_rows import RowCell

if TYPE_CHECKING:
    from pydyf import PDF, Stream
    from weasyprint import Document
    from weasyprint.document import Page


LETTERS = "".join(
    (
        *map(chr, range(0x20, 0x7F)),
        *map(chr, (*range(0xA1, 0xAD), *range(0xAE, 0x100))),
        *map(chr, set(range(0x100, 0x17F)) - {0x132, 0x133, 0x13F, 0x140, 0x149}),
        *map(chr, (*range(0x388, 0x38B), 0x38C, 0x38E, 0x38F, *range(0x390, 0x3A2), *range(0x3A3, 0x3CF))),
        *map(chr, (*range(0x400, 0x460), 0x490, 0x491)),
        "ẞȘșȚț–—‘’‚“”„•…−€",
    )
)
"""What is set letter by letter: Latin, Greek and Cyrillic letters of Europe, figures and signs.

Others may need to be joined or turned.
"""

POINTS = 0.75
"""Points of the file in a pixel of CSS."""
MILLIMETRE = 96 / 25.4
"""Pixels."""
_BREAK = re.compile(r"(?<= )|(?<=[^\W\d_]-)(?=[^\W\d_])")
"""Where a line may end: after a blank, and after a hyphen between letters."""
_UNSURE = re.compile(r"[^\w \-.,:'’&()„“/]|/(?!\d)")
"""Signs at which lines may be broken in ways of their own."""
_FONT = re.compile(rb"/(\S+) [\d.]+ Tf")
_LETTER = re.compile(rb"^<([0-9a-f]{4})> <([0-9a-f]+)>$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter in a font of the file."""

    font: str
    code: str
    width: float
    """In thousandths of the size."""


@dataclass(slots=True)
class Face:
    """The letters of one style, and the texts that were set with them."""

    style: str
    glyphs: dict[str, Glyph]
    widths: dict[str, float]
    _set: dict[str, tuple[float, tuple[tuple[str, str], ...]]] = field(default_factory=dict)

    def set(self, text: str) -> tuple[float, tuple[tuple[str, str], ...]]:
        """The width of a text, and its glyphs in runs of one font each."""
        if text not in self._set:
            runs: list[tuple[str, str]] = []
            for glyph in map(self.glyphs.__getitem__, text):
                if runs and runs[-1][0] == glyph.font:
                    runs[-1] = (glyph.font, runs[-1][1] + glyph.code)
                else:
                    runs.append((glyph.font, glyph.code))
            self._set[text] = self.width(text), tuple(runs)
        return self._set[text]

    def has(self, text: str | FittedText) -> bool:
        """Whether all letters of a text are there."""
        return self.glyphs.keys() >= set(text if isinstance(text, str) else "".join(text.lines))

    def width(self, text: str) -> float:
        """How wide a text is, in thousandths of the size."""
        return sum(map(self.widths.__getitem__, text))


PLAIN, STRONG, HEADING = "plain", "strong", "heading"
"""Styles in which letters are set: classes of `paper.css`."""


Texts = defaultdict[str, set[str]]
"""Texts by the style in which they are set."""


def set_letters(texts: Mapping[str, Iterable[str]]) -> "Document":
    """A page for each of these styles, with the letters of its texts."""
    pages = [(style, "".join(sorted(set().union(*used)))) for style, used in texts.items()]
    return lay_out(render_to_string("printing/letters.html", {"pages": pages}))


@lru_cache(maxsize=1)
def _faces() -> dict[str, Face]:
    """What letters look like in a file: by style, read off a page that shows them all."""
    # Only numbers are set as headings: letters that its fonts do not have would be looked for among all of the machine.
    document = set_letters({PLAIN: LETTERS, STRONG: LETTERS, HEADING: digits})
    faces: dict[str, Face] = {}

    def read(document: "Document", pdf: "PDF") -> None:
        objects = objects_of(pdf)
        for style, page in zip((PLAIN, STRONG, HEADING), pages_of(pdf), strict=True):
            fonts = objects[objects[page["Resources"]]["Font"]]
            glyphs: dict[str, Glyph] = {}
            for name in _fonts_in(objects[page["Contents"]]):
                for letter, glyph in _glyphs(name, objects[fonts[name]], objects):
                    glyphs.setdefault(letter, glyph)
            faces[style] = Face(style, glyphs, {letter: glyph.width for letter, glyph in glyphs.items()})

    document.write_pdf(finisher=read, uncompressed_pdf=True)
    return faces


def _fonts_in(content: "Stream") -> list[str]:
    """The names of the fonts in which a page is written, in their order."""
    written = b"\n".join(line if isinstance(line, bytes) else str(line).encode() for line in content.stream)
    return list(dict.fromkeys(name.decode() for name in _FONT.findall(written)))


def _glyphs(name: str, font: Mapping[str, Any], objects: Mapping[bytes, Any]) -> Iterator[tuple[str, Glyph]]:
    """Which glyph each letter is in a font of the file, and how wide."""
    (descendant,) = font["DescendantFonts"]
    widths: dict[int, float] = {}
    runs = objects[descendant]["W"]
    for first, run in zip(runs[::2], runs[1::2], strict=True):
        widths |= dict(enumerate(run, first))
    for code, letter in _LETTER.findall(b"\n".join(objects[font["ToUnicode"]].stream)):
        if width := widths.get(int(code, 16)):  # a letter that no font has is the glyph 0, which is not there
            yield bytes.fromhex(letter.decode()).decode("utf-16-be"), Glyph(name, code.decode(), width)


def face(style: str) -> Face:
    """The letters as a style has them."""
    return _faces()[style]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for text, in pixels of CSS from the upper left corner of the page."""

    leaf: int
    """On which page of the form, from 0."""
    left: float
    right: float
    baseline: float
    size: float
    pitch: float
    """From line to line."""
    lines: int
    """How many there is room for."""
    align: str
    from_below: bool
    """Whether the last line is the one that stays in its place."""
    face: Face
    top: float
    """Of the first line."""

    def sized(self, text: FittedText) -> "Spot":
        """The place for a text that is written in a size of its own."""
        scale = text.size / (self.size * POINTS)
        edge = self.top + self.pitch if self.from_below else self.top
        baseline = edge + scale * (self.baseline - edge)
        return replace(self, size=self.size * scale, pitch=self.pitch * scale, baseline=baseline)

    def break_lines(self, text: str | FittedText) -> list[str] | None:
        """The text in lines as it stands here; None where it cannot be set letter by letter."""
        if isinstance(text, FittedText):
            return list(text.lines) if self.face.has(text) else None
        if not self.face.has(text) or "  " in text:
            return None
        room = (self.right - self.left) * 1000 / self.size
        if self.face.set(text)[0] <= room:
            return [text]
        if self.lines == 1 or _UNSURE.search(text):
            return None
        lines = [""]
        for part in _BREAK.split(text):
            if lines[-1] and self.face.width((lines[-1] + part).rstrip()) > room:
                lines.append("")
            if self.face.width(part.rstrip()) > room:
                return None
            lines[-1] += part
        return [line.rstrip() for line in lines] if len(lines) <= self.lines else None


@dataclass(frozen=True, slots=True)
class Area:
    """A box on the page."""

    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """Half way down."""
        return self.top + self.height / 2


def areas_on(page: "Page") -> dict[str, Area]:
    """Everything on a page that has a name."""
    return {
        name: Area(left, top, right - left, bottom - top) for name, (left, top, right, bottom) in page.anchors.items()
    }


def spot_on(areas: Mapping[str, Area], key: str, style: str, leaf: int = 0) -> Spot:
    """The place in which the markers of this key stand, one after the other and none of them with a width of its own.

    What is as wide as the place begins where an empty text would: on the left, in the middle or on the right.
    """
    cell, room, em = areas[key], areas[f"{key}/room"], areas[f"{key}/em"]
    start = (room.left - cell.left) / cell.width
    align, share = ("left", 0.0) if start < 1 / 3 else ("right", 1.0) if start > 2 / 3 else ("center", 0.5)
    left = room.left - share * room.width
    above, below = room.top - cell.top, cell.top + cell.height - room.top - room.height
    return Spot(
        leaf=leaf,
        left=left,
        right=left + room.width,
        baseline=em.top,
        size=em.width,
        pitch=room.height,
        lines=max(1, int(1.01 + max(above, below) / room.height)),
        align=align,
        from_below=False,
        face=face(style),
        top=room.top,
    )


def mark_on(em: Area, leaf: int) -> Spot:
    """The place of a letter beside a figure, which says where both stand."""
    return Spot(leaf, em.left, em.left, em.top, em.width, em.width, 1, "left", False, face(PLAIN), em.top)


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

    def figure(self, spot: Spot, small: Spot | None, cell: RowCell, shift: float) -> None:
        """The figure of a cell, a small letter before it where that is needed."""
        width = spot.face.set(cell.text)[0] * spot.size / 1000
        if small and cell.mark:
            beside = small.face.set(cell.mark)[0] * small.size / 1000 + spot.face.set(" ")[0] * spot.size / 1000
            left = _left(spot, width + beside)
            self._show(small, cell.mark, left, spot.baseline + shift)
            self._show(spot, cell.text, left + beside, spot.baseline + shift)
        else:
            self._show(spot, cell.text, _left(spot, width), spot.baseline + shift)

    def lines(self, spot: Spot, lines: Sequence[str], shift: float = 0) -> None:
        """A text in lines, so far below its spot."""
        baseline = spot.baseline + shift - spot.pitch * (len(lines) - 1) * spot.from_below
        for at, line in enumerate(lines):
            left = _left(spot, spot.face.set(line)[0] * spot.size / 1000)
            self._show(spot, line, left, baseline + at * spot.pitch)

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
