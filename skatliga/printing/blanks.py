"""Forms of Spiellisten: a list with nothing in its places, laid out once, and where these places are.

A form is made by the template of the list itself. In each place stand markers that nobody sees (`spot` of the
template tags); their anchors on the page say where a text begins, how wide and how large it is and on which line it
stands. One row shows the columns; those like it are laid out as one high cell, which is much faster, and their lines
are drawn. What cannot be set letter by letter, or is written smaller, stays on the form.
"""

import atexit
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from django.template.loader import render_to_string
from django.utils.translation import get_language

from skatliga.printing.documents import Carried, Paper, Place
from skatliga.printing.fitting import FittedText
from skatliga.printing.letters import HEADING, PLAIN, STRONG, Face, face
from skatliga.printing.render import lay_out
from skatliga.printing.rows import DEALING, MARKED, PROBE, Cell, Row

if TYPE_CHECKING:
    from weasyprint import Document
    from weasyprint.document import Page

POINTS = 0.75
"""Points of the file in a pixel of CSS."""
MILLIMETRE = 96 / 25.4
"""Pixels."""
EDGE, LINE = 0.4 * MILLIMETRE, 0.15 * MILLIMETRE
"""How thick the edges of cells are."""
MOST_FORMS = 8
"""Forms that a process keeps, with some 4 MiB each."""

_FACES = {"round": HEADING, "table": HEADING, "name": STRONG, "result": STRONG}
_CUT = {"from", "state"}
_FROM_BELOW = {"signature"}
"""What style says of a place and no anchor shows, by the first word of its key; all others are plain."""
_BREAK = re.compile(r"(?<= )|(?<=[^\W\d_]-)(?=[^\W\d_])")
"""Where a line may end: after a blank, and after a hyphen between letters."""
_UNSURE = re.compile(r"[^\w \-.,:'’&()„“/]|/(?!\d)")
"""Signs at which lines may be broken in ways of their own."""


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
    cut: bool
    """Whether a text that is too long ends in dots."""
    face: Face
    top: float
    """Of the first line."""

    def sized(self, text: FittedText) -> "Spot":
        """The place for a text that is written in a size of its own."""
        scale = text.size / (self.size * POINTS)
        baseline = self.top + scale * (self.baseline - self.top)
        return replace(self, size=self.size * scale, pitch=self.pitch * scale, baseline=baseline)

    def break_lines(self, text: str | FittedText) -> list[str] | None:
        """The text in lines as it stands here; None where it cannot be set letter by letter."""
        if isinstance(text, FittedText):
            return list(text.lines) if self.face.glyphs.keys() >= set("".join(text.lines)) else None
        if not self.face.glyphs.keys() >= set(text) or "  " in text:
            return None
        room = (self.right - self.left) * 1000 / self.size
        if self.face.set(text)[0] <= room:
            return [text]
        if self.lines == 1:
            return [self._shorten(text, room)] if self.cut else None
        if _UNSURE.search(text):
            return None
        lines = [""]
        for part in _BREAK.split(text):
            if lines[-1] and self.face.width((lines[-1] + part).rstrip()) > room:
                lines.append("")
            if self.face.width(part.rstrip()) > room:
                return None
            lines[-1] += part
        return [line.rstrip() for line in lines] if len(lines) <= self.lines else None

    def _shorten(self, text: str, room: float) -> str:
        """As much of the text as there is room for, and dots."""
        room -= self.face.width("…")
        ends = accumulate(self.face.widths[letter] for letter in text)
        return text[: sum(end <= room for end in ends)] + "…"


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


@dataclass(slots=True)
class Form:
    """A form as it is laid out; keys are those of the paper's cells and texts."""

    document: "Document"
    ruler: str
    """Key of the row that shows the columns: what stands before their names in the keys of its cells."""
    dealer: str
    """The cell of that row in which the dealer's dot stands."""
    spots: dict[str, Spot] = field(default_factory=dict)
    marks: dict[str, Spot] = field(default_factory=dict)
    """Of the letters beside the figures in these places."""
    cells: dict[str, Area] = field(default_factory=dict)
    """Everything that has a key, with its edges; of a row that is one cell, all of the row."""
    middles: dict[str, float] = field(default_factory=dict)
    """Half way down the rows, by their first cells."""
    lines: list[list[Area]] = field(default_factory=list)
    """What is drawn in rows that are one cell, by page."""


_forms: list[tuple[str | None, Paper, Form]] = []
"""The forms of this process with their languages, the one used last at the end."""
atexit.register(_forms.clear)  # they hold the fonts (see `render`)


def form_of(paper: Paper) -> tuple[Form, dict[str, str | FittedText]]:
    """The form of a list, and the texts outside its rows that are still to be set."""
    texts = paper.texts()
    form = _laid_out(_erase(paper, ()))
    if kept := {key for key, text in texts.items() if key in form.spots and not form.spots[key].break_lines(text)}:
        form = _laid_out(_erase(paper, kept))
    return form, {key: text for key, text in texts.items() if key in form.spots}


def _laid_out(paper: Paper) -> Form:
    """The form, laid out now or one of the last times."""
    language = get_language()
    for at, (spoken, like, form) in enumerate(_forms):
        if spoken == language and like == paper:
            _forms.append(_forms.pop(at))
            return form
    context = {"paper": paper, "form": True, "title": paper.head.event}
    document = lay_out(render_to_string("printing/sheet.html", context))
    ruler = next(row for page in paper.pages for row in page if len(row.cells) > 1 and not has_span(row))
    dealer = next((cell.key for cell in ruler.cells if cell.kind == DEALING), "")
    form = Form(document, ruler.cells[0].key.partition("-")[0], dealer)
    for leaf, page in enumerate(document.pages):
        _read_page(page, form, leaf)
    edges = [replace(form.cells[cell.key], width=_thickness("edge" in cell.kind)) for cell in ruler.cells]
    form.lines = [list(_lines(page, form, edges)) for page in paper.pages]
    _forms.append((language, paper, form))
    del _forms[:-MOST_FORMS]
    return form


def _erase(paper: Paper, kept: Collection[str]) -> Paper:
    """The list with probes in all places but those that are kept, as a form."""
    probes = (PROBE, PROBE, PROBE)
    head = paper.head
    return replace(
        paper,
        head=replace(
            head,
            round=head.round and PROBE,
            table=head.table and PROBE,
            state=head.state if "state" in kept else head.state and PROBE,
            address=head.address and PROBE,
        ),
        places=tuple(_erase_place(place, kept) for place in paper.places),
        pages=tuple(_erase_rows(paper)),
        counters=(probes,) * len(paper.counters),
        carried=(Carried((probes,) * len(paper.places), PROBE),) * len(paper.carried),
        passed=PROBE,
        control=tuple(replace(part, figure=PROBE) for part in paper.control),
        foot=tuple(replace(line, values=(PROBE,) * len(line.values)) for line in paper.foot),
        remarks=paper.remarks if "remark" in kept else (PROBE,) * bool(paper.remarks),
    )


def _erase_place(place: Place, kept: Collection[str]) -> Place:
    if place.unnamed:
        return place
    origin = (place.start_number, place.club) if f"from-1-{place.seat}" in kept else (None, PROBE)
    return Place(
        place.seat,
        place.name if f"name-1-{place.seat}" in kept else PROBE,
        *origin,
        place.signature if f"signature-{place.seat}" in kept else PROBE,
    )


def _erase_rows(paper: Paper) -> Iterator[tuple[Row, ...]]:
    """The first row that has all its columns shows them; those with a span keep what they have."""
    shown = False
    for page in paper.pages:
        rows: list[Row] = []
        for row in page:
            if has_span(row):
                rows.append(row)
            elif shown:
                _join(rows, row._replace(cells=(Cell(row.cells[0].key, "nr edge", span=len(row.cells)),)))
            else:
                shown = True
                rows.append(row._replace(cells=tuple(map(_erase_cell, row.cells))))
        yield tuple(rows)


def _erase_cell(cell: Cell) -> Cell:
    return cell._replace(text=PROBE, mark=PROBE if cell.kind in MARKED else "")


def _join(rows: list[Row], row: Row) -> None:
    """Add a row that is one cell, to the one above if that is such a row."""
    if rows and len(rows[-1].cells) == 1 and not (row.struck or rows[-1].struck):
        above = rows[-1].joined or (rows[-1],)
        rows[-1] = rows[-1]._replace(closes_round=row.closes_round, joined=(*above, row))
    else:
        rows.append(row)


def has_span(row: Row) -> bool:
    """Whether what stands in the second column reaches into others."""
    return row.cells[1].span > 1


def _read_page(page: "Page", form: Form, leaf: int) -> None:
    """Find the places on a page of a form."""
    areas = areas_on(page)
    for key, area in areas.items():
        place, _slash, marker = key.partition("/")
        word = place.partition("-")[0]
        if not marker:
            form.cells[key] = area
        elif marker == "room":
            form.spots[place] = replace(
                spot_on(areas, place, _FACES.get(word, PLAIN), leaf), cut=word in _CUT, from_below=word in _FROM_BELOW
            )
        elif marker == "mark":
            form.marks[place] = _mark(area, leaf)


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
        cut=False,
        face=face(style),
        top=room.top,
    )


def _mark(em: Area, leaf: int) -> Spot:
    """The place of a letter beside a figure, which says where both stand."""
    return Spot(leaf, em.left, em.left, em.top, em.width, em.width, 1, "left", False, False, face(PLAIN), em.top)


def _lines(page: Sequence[Row], form: Form, edges: Sequence[Area]) -> Iterator[Area]:
    """What is drawn in the rows of a page that are one cell; and where the middle of every row is."""
    for row in page:
        cell = form.cells[row.cells[0].key]
        rows = row.joined or (row,)
        height = cell.height / len(rows)
        for at, each in enumerate(rows):
            below = _thickness(each.closes_round)
            end = cell.top + (at + 1) * height - below
            form.middles[each.cells[0].key] = end - (height - below) / 2
            if each is not rows[-1]:
                yield Area(cell.left, end, cell.width, below)
        if len(row.cells) == 1:
            yield from (Area(edge.left, cell.top, edge.width, cell.height) for edge in edges[1:])


def _thickness(edge: bool) -> float:
    """Of the line beside or below a cell."""
    return EDGE if edge else LINE
