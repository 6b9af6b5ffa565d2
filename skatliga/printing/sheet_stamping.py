"""Spiellisten by the hundred: forms laid out once, names and figures stamped on them.

A form is made by the template of the list itself. In each place stand markers that nobody sees (`spot` of the
template tags); their anchors on the page say where a text begins, how wide and how large it is and on which line it
stands. One row shows the columns; those like it are laid out as one high cell, which is much faster, and their lines
are drawn. What cannot be set letter by letter, or is written smaller, stays on the form.

A page with a thousand cells takes a second to lay out; one that is stamped takes milliseconds. The pages of all forms
are painted once, together with the page of letters, and each becomes a form of the file (XObject); every list is a
short content stream over its form.

* **D** Stamped lists carry no tags for screen readers and no links: the page of the list on the screen is for those;
  `print_tagged` makes a file with tags. A single list is stamped as well, for it is public, and laid
  out by itself it costs more than a second each time.
"""

import atexit
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from zlib import compress

from django.template.loader import render_to_string
from django.utils.translation import get_language

from skatliga.printing.fitting import FittedText
from skatliga.printing.pdf import lay_out, objects_of, page_address, pages_of, tagged
from skatliga.printing.pdf_stamp import (
    HEADING,
    MILLIMETRE,
    NOWHERE,
    PLAIN,
    POINTS,
    STRONG,
    Area,
    Ink,
    Spot,
    Texts,
    areas_on,
    face,
    mark_on,
    set_letters,
    spot_on,
)
from skatliga.printing.sheet_paper import Carried, Paper, PaperPlace
from skatliga.printing.sheet_rows import DEALING, MARKED, PROBE, PaperRow, RowCell, has_edge

if TYPE_CHECKING:
    from pydyf import PDF
    from weasyprint import Document
    from weasyprint.document import Page


EDGE, LINE = 0.4 * MILLIMETRE, 0.15 * MILLIMETRE
"""How thick the edges of cells are."""
MOST_FORMS = 8
"""Forms that a process keeps, with some 4 MiB each."""

_FACES = {"round": HEADING, "table": HEADING, "name": STRONG, "result": STRONG}
_FROM_BELOW = {"signature", "from"}
"""What style says of a place and no anchor shows, by the first word of its key; all others are plain."""


@dataclass(slots=True)
class BlankSheet:
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


_forms: list[tuple[str | None, Paper, BlankSheet]] = []
"""The forms of this process with their languages, the one used last at the end."""
atexit.register(_forms.clear)  # they hold the fonts (see `pdf`)


def form_of(paper: Paper) -> tuple[BlankSheet, dict[str, str | FittedText]]:
    """The form of a list, and the texts outside its rows that are still to be set."""
    texts = paper.texts()
    kept = {key for key, text in texts.items() if not face(_face_of(key)).has(text)}
    form = _laid_out(_erase(paper, kept))
    if more := {key for key, text in texts.items() if key in form.spots and not form.spots[key].break_lines(text)}:
        form = _laid_out(_erase(paper, kept | more))
    return form, {key: text for key, text in texts.items() if key in form.spots}


def _face_of(key: str) -> str:
    """The style in which a place is written."""
    return _FACES.get(key.partition("-")[0], PLAIN)


def _laid_out(paper: Paper) -> BlankSheet:
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
    form = BlankSheet(document, ruler.cells[0].key.partition("-")[0], dealer)
    for leaf, page in enumerate(document.pages):
        _read_page(page, form, leaf)
    edges = [replace(form.cells[cell.key], width=_thickness(has_edge(cell))) for cell in ruler.cells]
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


def _erase_place(place: PaperPlace, kept: Collection[str]) -> PaperPlace:
    if place.unnamed:
        return place
    origin = (place.start_number, place.club) if f"from-1-{place.seat}" in kept else (None, PROBE)
    return PaperPlace(
        place.seat,
        place.name if f"name-1-{place.seat}" in kept else PROBE,
        *origin,
        place.signature if f"signature-{place.seat}" in kept else PROBE,
    )


def _erase_rows(paper: Paper) -> Iterator[tuple[PaperRow, ...]]:
    """The first row that has all its columns shows them; those with a span keep what they have."""
    shown = False
    for page in paper.pages:
        rows: list[PaperRow] = []
        for row in page:
            if has_span(row):
                rows.append(row)
            elif shown:
                _join(rows, row._replace(cells=(RowCell(row.cells[0].key, "nr edge", span=len(row.cells)),)))
            else:
                shown = True
                rows.append(row._replace(cells=tuple(map(_erase_cell, row.cells))))
        yield tuple(rows)


def _erase_cell(cell: RowCell) -> RowCell:
    return cell._replace(text=PROBE, mark=PROBE if cell.kind in MARKED else "")


def _join(rows: list[PaperRow], row: PaperRow) -> None:
    """Add a row that is one cell, to the one above if that is such a row."""
    if rows and len(rows[-1].cells) == 1 and not (row.struck or rows[-1].struck):
        above = rows[-1].joined or (rows[-1],)
        rows[-1] = rows[-1]._replace(closes_round=row.closes_round, joined=(*above, row))
    else:
        rows.append(row)


def has_span(row: PaperRow) -> bool:
    """Whether what stands in the second column reaches into others."""
    return row.cells[1].span > 1


def _read_page(page: "Page", form: BlankSheet, leaf: int) -> None:
    """Find the places on a page of a form."""
    areas = areas_on(page)
    for key, area in areas.items():
        place, _slash, marker = key.partition("/")
        word = place.partition("-")[0]
        if not marker:
            form.cells[key] = area
        elif marker == "room":
            spot = spot_on(areas, place, _face_of(place), leaf)
            form.spots[place] = replace(spot, from_below=word in _FROM_BELOW)
        elif marker == "mark":
            form.marks[place] = mark_on(area, leaf)


def _lines(page: Sequence[PaperRow], form: BlankSheet, edges: Sequence[Area]) -> Iterator[Area]:
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


Leaf = tuple[tuple[int, int], bytes]
"""The form of a page by its number, which of its pages that is, and what is stamped on it."""


def print_lists(papers: Iterable[Paper], title: str, tell: Callable[[int], None] = lambda done: None) -> bytes:
    """All lists in one file, in their order; `tell` is called with how many are done."""
    forms: list[BlankSheet] = []
    leaves: list[Leaf] = []
    written = Texts(set)
    for done, paper in enumerate(papers, 1):
        form, texts = form_of(paper)
        if not any(form is known for known in forms):
            forms.append(form)
        number = next(at for at, known in enumerate(forms) if known is form)
        for leaf in range(len(form.document.pages)):  # long remarks may need one more than the rows
            ink = _stamp(paper, form, texts, leaf, written)
            content = compress(f"q /{_name(number, leaf)} Do Q\n{ink.dry()}".encode(), 4)
            leaves.append(((number, leaf), content))
        tell(done)
    return _write(forms, leaves, set_letters(written), title)


def print_tagged(papers: Iterable[Paper], title: str, tell: Callable[[int], None] = lambda done: None) -> bytes:
    """The same lists for screen readers, each laid out by itself: a second for each."""
    documents = []
    for done, paper in enumerate(papers, 1):
        documents.append(lay_out(render_to_string("printing/sheet.html", {"paper": paper, "title": title})))
        tell(done)
    return tagged(documents)


def _name(number: int, leaf: int) -> str:
    """What a page of a form is called in the file."""
    return f"Form{number}-{leaf}"


def _write(forms: Sequence[BlankSheet], leaves: Sequence[Leaf], letters: "Document", title: str) -> bytes:
    """One file with a page for every leaf, which calls the page of a form by its name."""
    import pydyf

    blanks = [(number, leaf) for number, form in enumerate(forms) for leaf in range(len(form.document.pages))]

    def finish(document: "Document", pdf: "PDF") -> None:
        objects = objects_of(pdf)
        painted = pages_of(pdf)[len(letters.pages) :]
        xobjects = pydyf.Dictionary()
        for (number, leaf), page in zip(blanks, painted, strict=True):
            form = objects[page["Contents"]]
            form.stream.append(_grid(forms[number], leaf))
            form.extra |= {"Type": "/XObject", "Subtype": "/Form"}
            form.extra |= {"BBox": page["MediaBox"], "Resources": page["Resources"]}
            xobjects[_name(number, leaf)] = form.reference
        fonts = objects[painted[0]["Resources"]]["Font"]
        resources = pydyf.Dictionary({"Font": fonts, "XObject": xobjects})
        pdf.add_object(resources)
        pdf.pages |= {"Kids": pydyf.Array(), "Count": 0}
        pdf.catalog.pop("Names", None)  # places to which nothing leads
        every = {"Type": "/Page", "Parent": pdf.pages.reference, "Resources": resources.reference}
        for blank, stamps in leaves:
            content = pydyf.Stream([stamps], {"Filter": "/FlateDecode"})
            pdf.add_object(content)
            box = painted[blanks.index(blank)]["MediaBox"]  # some lie on their side
            pdf.add_page(pydyf.Dictionary(every | {"MediaBox": box, "Contents": content.reference}))
        pdf.info["Title"] = pydyf.String(title)

    pages = [*letters.pages, *(forms[number].document.pages[leaf] for number, leaf in blanks)]
    return forms[0].document.copy(pages).write_pdf(finisher=finish)


def _grid(form: BlankSheet, leaf: int) -> bytes:
    """The lines of the rows that are one cell; the stream of a page counts from above by itself."""
    areas = form.lines[leaf] if leaf < len(form.lines) else []
    lines = [f"{area.left:.3f} {area.top:.3f} {area.width:.3f} {area.height:.3f} re" for area in areas]
    return "\n".join([f"q {POINTS} 0 0 {POINTS} 0 0 cm 0 g", *lines, "f Q"]).encode()


def _stamp(paper: Paper, form: BlankSheet, texts: Mapping[str, str | FittedText], leaf: int, written: Texts) -> Ink:
    """What one list has on a page of its form."""
    ink = Ink(form.document.pages[leaf].height, written, form.cells.get("dot", NOWHERE))
    for row in paper.pages[leaf] if leaf < len(paper.pages) else ():
        if not has_span(row):
            _stamp_row(row, form, ink)
    for key, text in texts.items():
        spot = form.spots[key]
        if spot.leaf != leaf:
            continue
        if isinstance(text, FittedText):
            ink.lines(spot.sized(text), text.lines)
        else:
            ink.lines(spot, spot.break_lines(text) or [text])  # rather too wide than not at all
    if code := form.cells.get(f"code-{leaf + 1}"):
        ink.code(page_address(paper.head.address, leaf + 1), code)
    return ink


def _stamp_row(row: PaperRow, form: BlankSheet, ink: Ink) -> None:
    """The figures of a row in the columns that one row shows."""
    shift = form.middles[row.cells[0].key] - form.middles[f"{form.ruler}-nr"]
    for cell in row.cells:
        if cell.text or cell.kind == DEALING:
            key = f"{form.ruler}-{cell.key.partition('-')[2]}"
            if cell.text:
                ink.figure(form.spots[key], form.marks.get(key), cell, shift)
            if cell.kind == DEALING and shift:  # the first dot is on the form
                ink.dot(form.cells[key].left - form.cells[form.dealer].left, shift)
