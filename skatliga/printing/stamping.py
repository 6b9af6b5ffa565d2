"""Many Spiellisten as one file: forms laid out once, names and figures stamped on them.

A page with a thousand cells takes a second to lay out; one that is stamped takes milliseconds. The pages of all forms
are painted once, together with the page of letters, and each becomes a form of the file (XObject); every list is a
short content stream over its form.

* **D** Stamped lists carry no tags for screen readers and no links; a list printed by itself does (`render`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from zlib import compress

from skatliga.printing.blanks import Area, Form, Spot, form_of, has_span
from skatliga.printing.codes import code_of
from skatliga.printing.documents import DEALING, Cell, Paper, Row
from skatliga.printing.letters import set_letters

if TYPE_CHECKING:
    from pydyf import PDF
    from weasyprint import Document

POINTS = 0.75
"""Points of the file in a pixel of CSS."""

def print_lists(papers: Iterable[Paper], title: str, tell: Callable[[int], None] = lambda done: None) -> bytes:
    """All lists in one file, in their order; `tell` is called with how many are done."""
    forms: list[Form] = []
    leaves: list[bytes] = []
    used: set[str] = set()
    for done, paper in enumerate(papers, 1):
        form, texts = form_of(paper)
        if not any(form is known for known in forms):
            forms.append(form)
        number = next(at for at, known in enumerate(forms) if known is form)
        for leaf in range(len(form.document.pages)):  # long remarks may need one more than the rows
            ink = _stamp(paper, form, texts, leaf)
            leaves.append(compress(f"q /{_name(number, leaf)} Do Q\n{ink.dry()}".encode(), 4))
            used |= ink.used
        tell(done)
    return _write(forms, leaves, set_letters("".join(sorted(set().union(*used)))), title)


def _name(number: int, leaf: int) -> str:
    """What a page of a form is called in the file."""
    return f"Form{number}-{leaf}"


def _write(forms: Sequence[Form], leaves: Sequence[bytes], letters: "Document", title: str) -> bytes:
    """One file with a page for every leaf, which calls the page of a form by its name."""
    import pydyf

    blanks = [(number, leaf) for number, form in enumerate(forms) for leaf in range(len(form.document.pages))]

    def finish(document: "Document", pdf: "PDF") -> None:
        painted = [pdf.objects[number] for number in pdf.pages["Kids"][::3]][len(letters.pages) :]
        xobjects = pydyf.Dictionary()
        for (number, leaf), page in zip(blanks, painted, strict=True):
            form = _object(pdf, page["Contents"])
            form.stream.append(_grid(forms[number], leaf))
            form.extra |= {"Type": "/XObject", "Subtype": "/Form"}
            form.extra |= {"BBox": page["MediaBox"], "Resources": page["Resources"]}
            xobjects[_name(number, leaf)] = form.reference
        fonts = _object(pdf, painted[0]["Resources"])["Font"]
        resources = pydyf.Dictionary({"Font": fonts, "XObject": xobjects})
        pdf.add_object(resources)
        pdf.pages |= {"Kids": pydyf.Array(), "Count": 0}
        every = {"Type": "/Page", "Parent": pdf.pages.reference, "MediaBox": painted[0]["MediaBox"]}
        every["Resources"] = resources.reference
        for stamps in leaves:
            content = pydyf.Stream([stamps], {"Filter": "/FlateDecode"})
            pdf.add_object(content)
            pdf.add_page(pydyf.Dictionary(every | {"Contents": content.reference}))
        pdf.info["Title"] = pydyf.String(title)

    pages = [*letters.pages, *(forms[number].document.pages[leaf] for number, leaf in blanks)]
    return forms[0].document.copy(pages).write_pdf(finisher=finish)


def _object(pdf: "PDF", reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]


def _grid(form: Form, leaf: int) -> bytes:
    """The vertical lines of the rows that are one wide cell; the stream of a page counts from above by itself."""
    rows = [form.rows[key] for key in form.wide[leaf]] if leaf < len(form.wide) else []
    lines = [
        f"{edge.left:.3f} {row.top:.3f} {edge.width:.3f} {row.height:.3f} re" for row in rows for edge in form.edges[1:]
    ]
    return "\n".join([f"q {POINTS} 0 0 {POINTS} 0 0 cm 0 g", *lines, "f Q"]).encode()


def _stamp(paper: Paper, form: Form, texts: Mapping[str, str], leaf: int) -> "_Ink":
    """What one list has on a page of its form."""
    ink = _Ink(form.document.pages[leaf].height, form.dot)
    for row in paper.pages[leaf] if leaf < len(paper.pages) else ():
        if not has_span(row):
            _stamp_row(row, form, ink)
    for key, text in texts.items():
        spot = form.spots[key]
        if spot.leaf == leaf:
            ink.lines(spot, spot.break_lines(text) or [], text)
    if leaf in form.codes:
        ink.code(paper.head.address, form.codes[leaf])
    return ink


def _stamp_row(row: Row, form: Form, ink: "_Ink") -> None:
    """The figures of a row in the columns that one row shows."""
    area = form.cells[row.cells[0].key]
    shift = area.middle - form.cells[f"{form.ruler}-nr"].middle
    for cell in row.cells:
        if cell.text or cell.kind == DEALING:
            key = f"{form.ruler}-{cell.key.partition('-')[2]}"
            if cell.text:
                ink.figure(form.spots[key], form.marks[key], cell, shift)
            if cell.kind == DEALING and shift:  # the first dot is on the form
                ink.dot(form.cells[key].left - form.cells[form.dealer].left, shift)


class _Ink:
    """What is drawn and written on a page, in pixels from its upper left corner."""

    def __init__(self, height: float, dot: Area) -> None:
        """`dot` is the dealer's dot that is on the form already."""
        self.used: set[str] = set()
        """The texts that were written."""
        self._height = height
        self._dot = dot
        self._dots: list[str] = []
        self._texts: list[str] = []
        self._code = ""
        self._font = ("", 0.0)

    def dry(self) -> str:
        """The stream of the page."""
        lines = [f"{POINTS} 0 0 -{POINTS} 0 {self._height * POINTS:.3f} cm 0 g", self._code]
        # A line of no length with round ends is a dot.
        lines += [f"1 J {self._dot.width:.3f} w", *self._dots, "S", "BT", *self._texts, "ET"]
        return "\n".join(lines)

    def figure(self, spot: Spot, small: Spot, cell: Cell, shift: float) -> None:
        """The figure of a cell, a small letter before it."""
        width = spot.face.set(cell.text)[0] * spot.size / 1000
        if cell.mark:
            beside = small.face.set(cell.mark)[0] * small.size / 1000 + spot.face.set(" ")[0] * spot.size / 1000
            left = _left(spot, width + beside)
            self._show(small, cell.mark, left, spot.baseline + shift)
            self._show(spot, cell.text, left + beside, spot.baseline + shift)
        else:
            self._show(spot, cell.text, _left(spot, width), spot.baseline + shift)

    def lines(self, spot: Spot, lines: Sequence[str], text: str) -> None:
        """A text in lines; where it was cut short, whoever searches or copies still gets all of it."""
        cut = len(lines) == 1 and lines[0] != text
        if cut:
            self._texts.append(f"/Span <</ActualText <feff{text.encode('utf-16-be').hex()}>>> BDC")
        baseline = spot.baseline - spot.pitch * (len(lines) - 1) * spot.from_below
        for at, line in enumerate(lines):
            left = _left(spot, spot.face.set(line)[0] * spot.size / 1000)
            if spot.align in {"start", "left"}:
                left = spot.left if at else spot.start
            self._show(spot, line, left, baseline + at * spot.pitch)
        if cut:
            self._texts.append("EMC")

    def dot(self, right: float, down: float) -> None:
        """A dealer's dot so far from the one on the form."""
        x, y = self._dot.left + right + self._dot.width / 2, self._dot.middle + down
        self._dots.append(f"{x:.2f} {y:.2f} m {x:.2f} {y:.2f} l")

    def code(self, address: str, area: Area) -> None:
        """A code as rectangles, one for every run of dark modules."""
        rows = [bytes(row) for row in code_of(address).matrix]
        size = area.width / len(rows)
        runs = []
        for down, row in enumerate(rows):
            end = 0
            while (start := row.find(1, end)) >= 0:
                end = (row + b"\0").find(0, start)
                runs.append(f"{start} {down} {end - start} 1 re")
        self._code = "\n".join([f"q {size:.4f} 0 0 {size:.4f} {area.left:.2f} {area.top:.2f} cm", *runs, "f Q"])

    def _show(self, spot: Spot, text: str, left: float, baseline: float) -> None:
        self.used.add(text)
        self._texts.append(f"1 0 0 -1 {left:.2f} {baseline:.2f} Tm")
        for font, codes in spot.face.set(text)[1]:
            if self._font != (font, spot.size):
                self._font = (font, spot.size)
                self._texts.append(f"/{font} {spot.size:.3f} Tf")
            self._texts.append(f"<{codes}> Tj")


def _left(spot: Spot, width: float) -> float:
    """Where a text that stands on the right or in the middle begins."""
    room = spot.right - spot.left - width
    return spot.left + (room if spot.align in {"right", "end"} else max(room, 0) / 2)
