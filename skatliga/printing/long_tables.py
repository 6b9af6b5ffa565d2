"""Long tables on paper (rankings, the sheet of the till): laid out without their lines, which are then stamped.

A table with thousands of cells takes seconds to lay out, and anybody may ask for a ranking. So the pages are laid out
with a gap where lines belong, after one line of each kind has shown where its texts stand; then every text is set
letter by letter (`pdf_stamp`). A line that cannot be set so, because of its letters, is laid out with the pages.

* **D** Stamped tables carry no tags for screen readers. So a table is laid out whole, with tags, as long as that takes
  no more than about a second (`ALWAYS_TAGGED`), and any table for whoever asks for tags; the page on the screen and the
  table as a file are for screen readers too.
"""

from collections.abc import Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from django.template.loader import render_to_string

from skatliga.printing.pdf import lay_out, pages_of, to_pdf
from skatliga.printing.pdf_stamp import (
    MILLIMETRE,
    PLAIN,
    STRONG,
    Area,
    Ink,
    Spot,
    Texts,
    areas_on,
    set_letters,
    spot_on,
)
from skatliga.printing.sheet_rows import PROBE

if TYPE_CHECKING:
    from pydyf import PDF
    from weasyprint import Document
    from weasyprint.document import Page

MOST_LINES = 3
"""Lines of a text that are stamped."""
UNKNOWN_WIDTH = 700
"""About how wide a letter is that is not measured, in thousandths of its size."""
BOTTOM = 14 * MILLIMETRE
"""The margin below what is printed, in pixels."""
RULE, HEAD_RULE = 0.55, 1.5
"""How thick the rules below lines and below the headings are, in pixels."""
HEAD = "head"
"""The kind of line that the headings are."""
_STRONG = {HEAD, "heading", "strong"}
"""Kinds of lines and columns whose letters are strong."""


class PaperColumn(NamedTuple):
    """One column of a table."""

    key: str
    heading: str
    width: float
    """In millimetres."""
    kind: str = "figure"
    """A class of `paper.css`: figures stand on the right, texts on the left and in several lines if need be."""


class PaperLine(NamedTuple):
    """One line of a table."""

    texts: tuple[str, ...]
    """By column."""
    kind: str = ""
    """A class of `paper.css`."""
    closes: bool = True
    """Whether a rule is below it, after which the page may end."""


class PaperCell(NamedTuple):
    """A cell that is laid out."""

    key: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class SetLine:
    """A line with all its texts broken to fit its columns, None for one that cannot be set."""

    line: PaperLine
    texts: tuple[list[str] | None, ...]
    height: float
    """In pixels, like all that follows."""
    text_height: float

    @property
    def settable(self) -> bool:
        """Whether all its texts can be stamped."""
        return None not in self.texts


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands on a page: a line that is laid out, or a gap for lines that are stamped."""

    key: str
    kind: str = ""
    height: float = 0
    """0 for as high as it is."""
    most: float = 0
    """How high its texts are at most."""
    cells: tuple[PaperCell, ...] = ()
    stamped: tuple[SetLine, ...] = ()

    @property
    def style(self) -> str:
        """Its heights in CSS."""
        return f"height: {self.height:.3f}px; --most: {self.most:.3f}px" if self.height else ""


@dataclass(slots=True)
class _Measures:
    """What one line of each kind has shown."""

    spots: dict[str, list[Spot]] = field(default_factory=dict)
    """By kind, for each column; baselines count from the upper edge of the line."""
    heights: dict[str, float] = field(default_factory=dict)
    rooms: list[float] = field(default_factory=list)
    """For lines, on the first page and on others."""


ALWAYS_TAGGED = 100
"""Lines of a table."""


def print_roll(
    template: str, context: dict[str, object], columns: Sequence[PaperColumn], lines: Sequence[PaperLine]
) -> bytes:
    """A table as a file; `template` extends `printing/roll.html` with what stands above and below."""
    context = context | {"columns": columns}
    if context.get("tagged") or not is_long(lines):
        context = context | {"tagged": True}
        whole = [_whole(line, columns) for line in lines]
        return to_pdf(render_to_string(template, context | {"lines": whole, "pages": [] if whole else [()]}))
    headings = PaperLine(tuple(column.heading for column in columns), HEAD)
    measures = _measure(template, context, columns, list(dict.fromkeys([HEAD, *(line.kind for line in lines)])))
    shared = _share_out(_set(headings, measures), [_set(line, measures) for line in lines], measures.rooms)
    pages = [tuple(_pieces(leaf, page, columns)) for leaf, page in enumerate(shared)]
    document = lay_out(render_to_string(template, context | {"pages": pages or [()]}))
    return _write(document, pages, measures)


def is_long(lines: Sized) -> bool:
    """Whether a table has so many lines that it carries tags for screen readers only where somebody asks for them.

    **D** They cost ten milliseconds a line, so a second at most where nobody asks.
    """
    return len(lines) > ALWAYS_TAGGED


def _whole(line: PaperLine, columns: Sequence[PaperColumn]) -> Piece:
    """A line of a table that is laid out whole."""
    cells = zip(columns, line.texts, strict=True)
    kind = f"{line.kind} closes" if line.closes else line.kind
    return Piece("", kind, cells=tuple(PaperCell("", column.kind, text) for column, text in cells))


def _measure(
    template: str, context: dict[str, object], columns: Sequence[PaperColumn], kinds: Sequence[str]
) -> _Measures:
    """Lay out two pages with a line of each kind; the first has the head."""
    probes = [[_probe(f"{leaf}-{at}", kind, columns) for at, kind in enumerate(kinds)] for leaf in range(2)]
    document = lay_out(render_to_string(template, context | {"pages": probes}))
    measures = _Measures()
    for leaf, page in enumerate(document.pages[:2]):
        areas = areas_on(page)
        rows = [areas[piece.cells[0].key] for piece in probes[leaf]]
        measures.rooms.append(page.height - BOTTOM - rows[0].top)
        for kind, piece, row in zip(kinds, probes[leaf], rows, strict=True):
            measures.heights[kind] = row.height
            measures.spots[kind] = [_place(areas, cell, kind, row.top) for cell in piece.cells]
    return measures


def _probe(key: str, kind: str, columns: Sequence[PaperColumn]) -> Piece:
    return Piece(key, f"{kind} closes", cells=tuple(PaperCell(f"{key}-{at.key}", at.kind, PROBE) for at in columns))


def _place(areas: Mapping[str, Area], cell: PaperCell, kind: str, top: float) -> Spot:
    lines = 1 if "figure" in cell.kind and kind != HEAD else MOST_LINES
    spot = spot_on(areas, cell.key, STRONG if _STRONG & {kind, *cell.kind.split()} else PLAIN)
    return replace(spot, baseline=spot.baseline - top, lines=lines)


def _set(line: PaperLine, measures: _Measures) -> SetLine:
    """The line with its texts broken, as high as the longest of them."""
    line = line._replace(texts=tuple(text.replace(PROBE, " ") for text in line.texts))  # as wide, and has a glyph
    spots = measures.spots[line.kind]
    texts = tuple(spot.break_lines(text) if text else [] for spot, text in zip(spots, line.texts, strict=True))
    taken = [
        _estimate(spot, text) if lines is None else max(len(lines), 1)
        for spot, text, lines in zip(spots, line.texts, texts, strict=True)
    ]
    more = max((lines - 1) * spot.pitch for lines, spot in zip(taken, spots, strict=True))
    text_height = max(lines * spot.pitch for lines, spot in zip(taken, spots, strict=True))
    return SetLine(line, texts, measures.heights[line.kind] + more, text_height)


def _estimate(spot: Spot, text: str) -> int:
    """How many lines a text takes that is not set here, rather too many."""
    width = sum(spot.face.widths.get(letter, UNKNOWN_WIDTH) for letter in text) * spot.size / 1000
    lines = width / (spot.right - spot.left)
    return 1 if lines < 1 else ceil(1.3 * lines)


def _share_out(headings: SetLine, lines: Sequence[SetLine], rooms: Sequence[float]) -> Iterator[list[SetLine]]:
    """The lines by page, each under its headings; those up to a rule stay together."""
    page: list[SetLine] = []
    group: list[SetLine] = []
    left = rooms[0]
    for setting in lines:
        group.append(setting)
        if not setting.line.closes and setting is not lines[-1]:
            continue
        needed = sum(each.height for each in group)
        if page and needed + 1 > left:  # a pixel for rounding
            yield page
            page, left = [], rooms[1]
        if not page:
            page, left = [headings], left - headings.height
        page += group
        left -= needed
        group = []
    if page:
        yield page


def _pieces(leaf: int, page: Sequence[SetLine], columns: Sequence[PaperColumn]) -> Iterator[Piece]:
    """Gaps for what is stamped, and the lines between that are laid out."""
    for at, (settable, settings) in enumerate(groupby(page, lambda setting: setting.settable)):
        if settable:
            gap = tuple(settings)
            yield Piece(f"{leaf}-{at}", height=sum(setting.height for setting in gap), stamped=gap)
        else:
            yield from (_laid_out(f"{leaf}-{at}-{nr}", setting, columns) for nr, setting in enumerate(settings))


def _laid_out(key: str, setting: SetLine, columns: Sequence[PaperColumn]) -> Piece:
    line = setting.line
    cells = zip(columns, line.texts, strict=True)
    return Piece(
        key,
        f"{line.kind} closes" if line.closes else line.kind,
        setting.height,
        setting.text_height,
        tuple(PaperCell(f"{key}-{column.key}", column.kind, text) for column, text in cells),
    )


def _write(document: "Document", pages: Sequence[Sequence[Piece]], measures: _Measures) -> bytes:
    """The laid out pages with their lines."""
    import pydyf

    leaves = zip(document.pages, pages, strict=False)  # notes may go on on a page without lines
    written = Texts(set)
    inks = [_stamp(page, pieces, measures, written) for page, pieces in leaves]
    letters = set_letters(written)

    def finish(document: "Document", pdf: "PDF") -> None:
        pages = pages_of(pdf)[len(letters.pages) :]
        pdf.pages |= {"Kids": pydyf.Array(page.reference for page in pages), "Count": len(pages)}
        pdf.catalog.pop("Names", None)  # places to which nothing leads
        for page, ink in zip(pages, inks, strict=False):
            stamps = pydyf.Stream([f"q {ink.dry()} Q"], compress=True)
            pdf.add_object(stamps)
            page["Contents"] = pydyf.Array([stamps.reference, page["Contents"]])

    return document.copy([*letters.pages, *document.pages]).write_pdf(finisher=finish)


def _stamp(page: "Page", pieces: Sequence[Piece], measures: _Measures, written: Texts) -> Ink:
    """What is stamped on one page."""
    ink = Ink(page.height, written)
    for piece in pieces:
        if piece.stamped:
            left, top, right, _bottom = page.anchors[piece.key]
            for setting in piece.stamped:
                _stamp_line(ink, setting, measures.spots[setting.line.kind], top)
                top += setting.height
                if setting.line.closes:
                    thick = HEAD_RULE if setting.line.kind == HEAD else RULE
                    ink.rule(Area(left, top - thick, right - left, thick))
    return ink


def _stamp_line(ink: Ink, setting: SetLine, spots: Sequence[Spot], top: float) -> None:
    for spot, lines in zip(spots, setting.texts, strict=True):
        if lines:
            ink.lines(spot, lines, top)
