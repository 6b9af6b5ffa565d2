"""Where the cells of printed lists are, in millimetres: for programs that read or fill photographs of them."""

from collections.abc import Iterable, Iterator
from typing import Final

from skatliga.database import JsonObject
from skatliga.printing.formats import LONG, SHORT
from skatliga.printing.pdf import page_address
from skatliga.printing.pdf_stamp import MILLIMETRE, NOWHERE, Area
from skatliga.printing.sheet_paper import Paper
from skatliga.printing.sheet_rows import DEALING, RowCell, has_edge
from skatliga.printing.sheet_stamping import EDGE, LINE, BlankSheet, form_of
from skatliga.reading.layouts import LAYOUT, MARK_CENTRE, MARK_SIZE, mark_centres

FOOT: Final = ("points", "won", "lost", "own", "others", "result")


def geometry(papers: Iterable[Paper]) -> JsonObject:
    """The cells of blank lists, page by page as they are printed; boxes are counted from the upper left mark."""
    pages: list[JsonObject] = []
    for paper in papers:
        form, _texts = form_of(paper)
        for leaf in range(len(paper.pages)):
            pages.append(_page(paper, form, leaf, len(pages) + 1))
    layout = pages[0]["layout"] if pages else LAYOUT
    return {"format": "skatliga-geometry", "version": 1, "unit": "mm", "layout": layout, "pages": pages}


def _page(paper: Paper, form: BlankSheet, leaf: int, number: int) -> JsonObject:
    width, height = (LONG, SHORT) if paper.format.lies else (SHORT, LONG)
    head = paper.head
    page: JsonObject = {
        "page": number,
        "layout": paper.layout,
        "size": [width, height],
        "serie": int(head.round) if head.round else None,
        "table": int(head.table) if head.table else None,
        "seats": paper.frame.seats,
        "deals": paper.frame.deals,
    }
    if paper.marked:
        page["marks"] = {corner: list(centre) for corner, centre in mark_centres(width, height).items()}
        page["mark_size"] = MARK_SIZE
    if head.address:
        code = form.cells.get(f"code-{leaf + 1}", NOWHERE)
        page["code"] = {"text": page_address(head.address, leaf + 1), "box": _box(code)}
    page["cells"] = [*_row_cells(paper, form, leaf), *(_foot_cells(form) if leaf + 1 == len(paper.pages) else ())]
    return page


def _row_cells(paper: Paper, form: BlankSheet, leaf: int) -> Iterator[JsonObject]:
    """The cells of the rows of a page that one can write in."""
    for row in paper.pages[leaf]:
        nr = int(row.cells[0].key.partition("-")[0])
        middle = form.middles[row.cells[0].key]
        for cell in row.cells[1:]:
            like = form.cells[f"{form.ruler}-{cell.key.partition('-')[2]}"]
            high = _pitch(paper) - (EDGE if row.closes_round else LINE)
            inside = _inside(Area(like.left, middle - high / 2, like.width, high), cell, cell is row.cells[-1])
            yield _cell(cell.key, nr, inside) | ({"dealer": True} if cell.kind == DEALING else {})


def _pitch(paper: Paper) -> float:
    return float(paper.row_height.removesuffix("mm")) * MILLIMETRE


def _inside(area: Area, cell: RowCell, last: bool) -> Area:
    left = EDGE if has_edge(cell) else LINE
    return Area(area.left + left, area.top, area.width - left - EDGE * last, area.height)


def _foot_cells(form: BlankSheet) -> Iterator[JsonObject]:
    for key, area in form.cells.items():
        column, _hyphen, seat = key.partition("-")
        if (column in FOOT and seat.isdecimal()) or key == "passed":
            left = LINE if column in {"won", "lost"} else EDGE
            below = EDGE if column == "result" else LINE
            right = EDGE * (key == "passed")
            inside = Area(area.left + left, area.top, area.width - left - right, area.height - below)
            yield _cell(f"foot-{key}", "foot", inside)


def _cell(key: str, row: int | str, area: Area) -> JsonObject:
    column, _hyphen, seat = key.split("-", 1)[1].rpartition("-")
    if not seat.isdecimal():
        column, seat = seat, ""
    return {"key": key, "row": row, "column": column, "seat": int(seat) if seat else None, "box": _box(area)}


def _box(area: Area) -> list[float]:
    left, top = area.left / MILLIMETRE - MARK_CENTRE, area.top / MILLIMETRE - MARK_CENTRE
    return [round(each, 3) for each in (left, top, area.width / MILLIMETRE, area.height / MILLIMETRE)]
