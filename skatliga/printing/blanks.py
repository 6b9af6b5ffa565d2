"""Forms of Spiellisten: a list with nothing in its places, laid out once, and where these places are.

A form is made by the template of the list itself, and what style says of a place (face, size, alignment) is read off
the page, so it is written once. Each place holds a probe that nobody sees. One row shows the columns; those like it are
a single wide cell, which is laid out much faster. What cannot be set letter by letter, or is written smaller, stays on
the form.
"""

import atexit
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from django.template.loader import render_to_string
from django.utils.translation import get_language

from skatliga.printing.documents import Carried, Paper, Place
from skatliga.printing.fitting import FittedText
from skatliga.printing.letters import Face, face
from skatliga.printing.render import lay_out
from skatliga.printing.rows import Cell, Row

if TYPE_CHECKING:
    from weasyprint import Document
    from weasyprint.document import Page
    from weasyprint.formatting_structure.boxes import Box

PROBE = "\N{NO-BREAK SPACE}"
POINTS = 0.75
"""Points of the file in a pixel of CSS."""
MOST_FORMS = 8
"""Forms that a process keeps, with some 4 MiB each."""

_CONTAINERS = {"BlockBox", "TableCellBox", "InlineBlockBox"}
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
    start: float
    """Where the first line begins if it stands on the left."""
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
    top: float = 0
    """Of the container, from which lines are counted."""

    def sized(self, text: FittedText) -> "Spot":
        """The place for a text that is written in a size of its own."""
        scale = text.size / (self.size * POINTS)
        baseline = self.top + scale * (self.baseline - self.top)
        return replace(self, left=self.start, size=self.size * scale, pitch=self.pitch * scale, baseline=baseline)

    def break_lines(self, text: str | FittedText) -> list[str] | None:
        """The text in lines as it stands here; None where it cannot be set letter by letter."""
        if isinstance(text, FittedText):
            return list(text.lines) if self.face.glyphs.keys() >= set("".join(text.lines)) else None
        if not self.face.glyphs.keys() >= set(text) or "  " in text:
            return None
        room = (self.right - self.start) * 1000 / self.size
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
                room = (self.right - self.left) * 1000 / self.size
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
    spots: dict[str, Spot] = field(default_factory=dict)
    marks: dict[str, Spot] = field(default_factory=dict)
    """Of the letters beside the figures in these places."""
    cells: dict[str, Area] = field(default_factory=dict)
    """Cells without their edges."""
    rows: dict[str, Area] = field(default_factory=dict)
    """Rows that are one wide cell, with their edges."""
    edges: list[Area] = field(default_factory=list)
    """Left edges of the columns."""
    wide: list[list[str]] = field(default_factory=list)
    """The rows that are one wide cell, by page."""
    dot: Area = field(default_factory=lambda: Area(0, 0, 0, 0))
    """The dealer's dot in the row that shows the columns."""
    dealer: str = ""
    """The cell in which it stands."""
    codes: dict[int, Area] = field(default_factory=dict)
    """Where the code stands, by page."""


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
    form = Form(document, ruler.cells[0].key.partition("-")[0])
    form.wide = [[row.cells[0].key for row in page if len(row.cells) == 1] for page in paper.pages]
    for leaf, page in enumerate(document.pages):
        read_page(page, form, leaf)
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
        rows = []
        for row in page:
            cells = row.cells
            if not has_span(row) and shown:
                cells = (Cell(cells[0].key, "nr edge", span=len(cells)),)
            elif not has_span(row):
                shown = True
                cells = tuple(cell._replace(text=PROBE, mark=PROBE) for cell in cells)
            rows.append(Row(cells, row.closes_round, row.struck))
        yield tuple(rows)


def has_span(row: Row) -> bool:
    """Whether what stands in the second column reaches into others."""
    return row.cells[1].span > 1


def read_page(page: "Page", form: Form, leaf: int) -> None:
    """Find the places on a page. Its boxes are no public interface of the library; the version is pinned."""

    def visit(box: "Box", key: str, container: "Box") -> None:
        key = (box.element is not None and box.element.get("id")) or key
        if type(box).__name__ in _CONTAINERS:
            container = box
        if type(box).__name__ == "TableCellBox":
            form.cells[key] = _inner(box)
            form.rows[key] = Area(box.position_x, box.position_y, box.border_width(), box.border_height())
            if key.partition("-")[0] == form.ruler:
                form.edges.append(Area(box.position_x, box.position_y, box.border_left_width, box.border_height()))
        elif box.element_tag == "td::before":
            form.dot = Area(box.content_box_x(), box.content_box_y(), box.width, box.height)
            form.dealer = key
        elif key.startswith("code-"):
            form.codes[leaf] = Area(box.content_box_x(), box.content_box_y(), box.width, box.height)
        elif getattr(box, "text", "").strip(" ") == PROBE:
            spots = form.marks if box.element_tag == "i" else form.spots
            spots[key] = _spot(box, container, leaf)
        for child in getattr(box, "children", ()):
            visit(child, key, container)

    visit(page._page_box, "", page._page_box)


def _spot(text: "Box", container: "Box", leaf: int) -> Spot:
    style = container.style
    pitch = text.style["font_size"] * text.style["line_height"]
    wraps = style["white_space"] != "nowrap"
    return Spot(
        leaf=leaf,
        left=container.content_box_x(),
        right=container.content_box_x() + container.width,
        start=text.position_x if style["text_align_all"] in {"start", "left"} else container.content_box_x(),
        baseline=text.position_y + text.baseline,
        size=text.style["font_size"],
        pitch=pitch,
        lines=max(1, int(container.height / pitch + 0.01)) if wraps else 1,
        align=style["text_align_all"],
        from_below=style["vertical_align"] == "bottom" and wraps,
        cut=style["text_overflow"] == "ellipsis",
        face=face(text.style["font_family"], text.style["font_weight"]),
        top=container.content_box_y(),
    )


def _inner(cell: "Box") -> Area:
    left = cell.position_x + cell.border_left_width
    top = cell.position_y + cell.border_top_width
    width = cell.border_width() - cell.border_left_width - cell.border_right_width
    return Area(left, top, width, cell.border_height() - cell.border_top_width - cell.border_bottom_width)
