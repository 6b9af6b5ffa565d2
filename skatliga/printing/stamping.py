"""Many Spiellisten as one file: forms laid out once, names and figures stamped on them.

A page with a thousand cells takes a second to lay out; one that is stamped takes milliseconds. The pages of all forms
are painted once, together with the page of letters, and each becomes a form of the file (XObject); every list is a
short content stream over its form.

* **D** Stamped lists carry no tags for screen readers and no links: the page of the list on the screen is for those;
  `print_tagged` makes a file with tags. A single list is stamped as well, for it is public, and laid
  out by itself it costs more than a second each time.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING
from zlib import compress

from django.template.loader import render_to_string

from skatliga.printing.blanks import POINTS, Form, form_of, has_span
from skatliga.printing.documents import Paper
from skatliga.printing.fitting import FittedText
from skatliga.printing.ink import NOWHERE, Ink
from skatliga.printing.letters import Texts, set_letters
from skatliga.printing.render import lay_out, objects_of, pages_of, tagged
from skatliga.printing.rows import DEALING, Row

if TYPE_CHECKING:
    from pydyf import PDF
    from weasyprint import Document

Leaf = tuple[tuple[int, int], bytes]
"""The form of a page by its number, which of its pages that is, and what is stamped on it."""


def print_lists(papers: Iterable[Paper], title: str, tell: Callable[[int], None] = lambda done: None) -> bytes:
    """All lists in one file, in their order; `tell` is called with how many are done."""
    forms: list[Form] = []
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


def _write(forms: Sequence[Form], leaves: Sequence[Leaf], letters: "Document", title: str) -> bytes:
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


def _grid(form: Form, leaf: int) -> bytes:
    """The lines of the rows that are one cell; the stream of a page counts from above by itself."""
    areas = form.lines[leaf] if leaf < len(form.lines) else []
    lines = [f"{area.left:.3f} {area.top:.3f} {area.width:.3f} {area.height:.3f} re" for area in areas]
    return "\n".join([f"q {POINTS} 0 0 {POINTS} 0 0 cm 0 g", *lines, "f Q"]).encode()


def _stamp(paper: Paper, form: Form, texts: Mapping[str, str | FittedText], leaf: int, written: Texts) -> Ink:
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
            ink.lines(spot.sized(text), text.lines, " ".join(text.lines))
        else:
            ink.lines(spot, spot.break_lines(text) or [text], text)  # rather too wide than not at all
    if code := form.cells.get(f"code-{leaf + 1}"):
        ink.code(paper.head.address, code)
    return ink


def _stamp_row(row: Row, form: Form, ink: Ink) -> None:
    """The figures of a row in the columns that one row shows."""
    shift = form.middles[row.cells[0].key] - form.middles[f"{form.ruler}-nr"]
    for cell in row.cells:
        if cell.text or cell.kind == DEALING:
            key = f"{form.ruler}-{cell.key.partition('-')[2]}"
            if cell.text:
                ink.figure(form.spots[key], form.marks.get(key), cell, shift)
            if cell.kind == DEALING and shift:  # the first dot is on the form
                ink.dot(form.cells[key].left - form.cells[form.dealer].left, shift)
