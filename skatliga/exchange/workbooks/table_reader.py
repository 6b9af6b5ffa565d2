"""Reading a table from a file somebody uploads, CSV, XLSX or ODS, without trusting it; the one way for all imports.

`read` gives the heading and the rows of one sheet as text, as somebody would have typed it: whole numbers plain, others
with a comma, days as 2026-05-31, truth as ja or nein. What the reader had to guess or leave out stands in `remarks`; a
file that cannot be read, or is not read for good reason, is refused with a sentence (ValidationError).

A packed file is looked through before it is opened (`zip_check`): how much comes out of it, how far its sheets reach.

* **D** What a file is its content says, not its ending; where the two differ that is reported.
* **D** The heading is the first line with at least two filled cells; a title above it is passed over and reported.
  Where every line has one cell only, the first filled one. The user can say which line it is, or that there is
  none. A cell without a heading has the one of the line directly above it, as in a heading of two lines.
* **D** Merged cells are read and reported: their content counts for the first cell alone, as the file has it. A formula
  counts with the value stored in the file; where it stores none the cell is empty, and reported.
* **D** Hidden sheets are not read. Where no sheet is named, the first one that has anything in it is.
* **D** The old format XLS is refused: nothing about its size is known before it is opened.
* **D** CSV is read by `csv_reader`; where that breaks off the whole file is refused.
"""

import datetime
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.exchange.workbooks import zip_check
from skatliga.exchange.workbooks.csv_reader import BrokenFileError, open_delimited
from skatliga.exchange.workbooks.xml_scan import letters
from skatliga.exchange.workbooks.zip_check import Cell

MOST_BYTES: Final = 10_000_000
MOST_ROWS: Final = 5_000
MOST_COLUMNS: Final = 100
MOST_ABOVE: Final = 100
"""How many lines may stand above the rows, or empty between them."""
SHOWN_LINES: Final = 12
"""How many lines are shown for choosing the heading."""
MOST_NAMED: Final = 5
"""How many cells a remark names."""
_ENDINGS: Final = {"csv": "CSV", "txt": "CSV", "tsv": "CSV", "xlsx": "XLSX", "xlsm": "XLSX", "ods": "ODS"}
_OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0"
"""An old workbook begins so, and a new one that is locked by a password."""


class FileRow(NamedTuple):
    """One line below the heading; ``number`` as a spreadsheet counts it, from 1. As many cells as the heading has."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileTable:
    """One sheet of a file: its heading as written, and every line below it that is not empty."""

    kind: str
    """CSV, XLSX or ODS."""
    sheet: str
    """The sheet read, empty for CSV."""
    sheets: tuple[str, ...]
    """All sheets that can be read."""
    heading: tuple[str, ...]
    """An empty text for a column without heading."""
    rows: tuple[FileRow, ...]
    remarks: tuple[str, ...]
    """Sentences about what was guessed, passed over or left empty."""
    top: int = 0
    """Which line is the heading; 0 where there is none."""
    beginning: tuple[FileRow, ...] = ()
    """The first lines that are not empty, the heading among them."""

    @property
    def repeated(self) -> list[str]:
        """Headings that stand over more than one column, without regard to case."""
        count = Counter(name.casefold() for name in self.heading if name)
        return list(dict.fromkeys(name for name in self.heading if count[name.casefold()] > 1))


def read(
    content: bytes, name: str = "", *, sheet: str = "", heading: int | None = None, most_rows: int = MOST_ROWS
) -> FileTable:
    """The table in a file; ``name`` is what the file was called, ``sheet`` which of its sheets is wanted.

    ``heading`` is the line of the headings, 0 for a table without them; `None` finds it out. Raises ValidationError
    for what is too large, damaged, of another kind, or empty, and for a sheet or a heading that is not there.
    """
    if not content:
        raise ValidationError(_("Die Datei ist leer."))
    if len(content) > MOST_BYTES:
        raise ValidationError(
            _("Die Datei ist zu groß: erlaubt sind %(most)s MB. Bitte in mehreren Teilen hochladen.")
            % {"most": MOST_BYTES // 1_000_000}
        )
    if content.startswith(_OLD_OFFICE):
        raise ValidationError(
            _(
                "Das ist eine Mappe im alten Format XLS, oder sie ist durch ein Kennwort geschützt."
                " Bitte ohne Kennwort als XLSX, ODS oder CSV speichern."
            )
        )
    if content.startswith(b"PK"):
        return _read_packed(content, name, sheet, heading, most_rows)
    return _read_csv(content, name, heading, most_rows)


def _read_csv(content: bytes, name: str, heading: int | None, most_rows: int) -> FileTable:
    text = open_delimited(io.BytesIO(content))
    try:
        # Some more than allowed: the rest is not even looked at.
        lines = [cells for _number, cells in islice(text.records, most_rows + MOST_ABOVE)]
    except BrokenFileError as broken:
        raise ValidationError(
            _("Das ist keine CSV-Datei, oder in Zeile %(line)s fehlt ein Anführungszeichen (%(error)s).")
            % {"line": broken.line, "error": broken.error}
        ) from None
    return _table("CSV", name, "", (), lines, heading, most_rows, list(text.remarks))


def _read_packed(content: bytes, name: str, wanted: str, heading: int | None, most_rows: int) -> FileTable:
    book = zip_check.unpack(content, most_rows=most_rows + MOST_ABOVE, most_columns=MOST_COLUMNS)
    if not book.sheets:
        raise ValidationError(_("In der Datei steht nichts."))
    if wanted and wanted not in book.sheets:
        raise ValidationError(
            _("Ein Blatt „%(sheet)s“ hat die Datei nicht. Es gibt: %(sheets)s.")
            % {"sheet": wanted[:60], "sheets": ", ".join(book.sheets)[:200]}
        )
    sheet = wanted or book.sheets[0]
    found = book.load(sheet)
    remarks = []
    if len(book.sheets) > 1 and not wanted:
        remarks.append(_("Die Datei hat mehrere Blätter; gelesen ist „%(sheet)s“.") % {"sheet": sheet})
    if found.merged:
        remarks.append(
            ngettext(
                "Verbundene Zellen: %(cells)s. Ihr Inhalt gilt nur für die erste Zelle.",
                "Verbundene Zellen: %(cells)s. Ihr Inhalt gilt jeweils nur für die erste Zelle.",
                len(found.merged),
            )
            % {"cells": _listed(found.merged)}
        )
    if found.without_value:
        remarks.append(
            ngettext(
                "Die Formel in %(cells)s hat keinen gespeicherten Wert; die Zelle gilt als leer."
                " Bitte die Datei in der Tabellenkalkulation öffnen und speichern.",
                "Die Formeln in %(cells)s haben keinen gespeicherten Wert; die Zellen gelten als leer."
                " Bitte die Datei in der Tabellenkalkulation öffnen und speichern.",
                len(found.without_value),
            )
            % {"cells": _listed(found.without_value)}
        )
    return _table(book.kind, name, sheet, book.sheets, found.lines, heading, most_rows, remarks)


def _listed(cells: Sequence[str]) -> str:
    """The first of these cells, and how many more there are."""
    named = list(cells[:MOST_NAMED])
    further = len(cells) - len(named)
    return get_text_list([*named, _("%(number)s weiteren") % {"number": further}] if further else named, _("und"))


def _table(
    kind: str,
    name: str,
    sheet: str,
    sheets: tuple[str, ...],
    lines: Iterable[Sequence[Cell]],
    wanted: int | None,
    most_rows: int,
    remarks: list[str],
) -> FileTable:
    """Heading and rows out of the lines of a sheet."""
    texts = [[_text(cell) for cell in line] for line in lines]
    filled = [number for number, line in enumerate(texts) if any(line)]
    if not filled:
        raise ValidationError(_("In der Datei steht nichts."))
    top = _top_of(texts, filled, wanted)
    below = [number for number in filled if number > top]
    headed = [top] if top >= 0 else []
    _refuse_size(len(below), most_rows)
    width = _width_of(texts[number] for number in [*headed, *below])
    cut = {number: tuple((texts[number] + [""] * width)[:width]) for number in filled}
    heading, rows = cut[top] if headed else ("",) * width, [cut[number] for number in below]
    if is_heading(above := cut.get(top - 1, ())):
        heading = tuple(name or higher for name, higher in zip(heading, above, strict=True))
    table = FileTable(
        *(kind, sheet, sheets, heading),
        rows=tuple(FileRow(number + 1, cells) for number, cells in zip(below, rows, strict=True)),
        remarks=(
            *_told_of_ending(name, kind),
            *told_above(texts[number] for number in filled if number < top),
            *remarks,
            *(_told_without_title(heading, rows) if headed else ()),
        ),
        top=top + 1,
        beginning=tuple(FileRow(number + 1, cut[number]) for number in filled[:SHOWN_LINES]),
    )
    if table.repeated:
        told = _("Diese Überschriften gibt es mehrmals: %(names)s.") % {"names": ", ".join(table.repeated)[:200]}
        table = replace(table, remarks=(*table.remarks, told))
    return table


def _top_of(texts: Sequence[Sequence[str]], filled: Sequence[int], wanted: int | None) -> int:
    """Where the heading is among the lines, counted from 0; -1 for a table without one."""
    if wanted is None:
        return heading_among({number: texts[number] for number in filled})
    if wanted > 0 and wanted - 1 not in filled:
        raise ValidationError(_("In Zeile %(line)s stehen keine Überschriften.") % {"line": wanted})
    return wanted - 1


def _refuse_size(rows: int, most_rows: int) -> None:
    if not rows:
        raise ValidationError(_("Unter der Überschrift steht nichts."))
    if rows > most_rows:
        raise ValidationError(
            _("Die Tabelle hat mehr als %(most)s Zeilen. Bitte in mehreren Teilen hochladen.") % {"most": most_rows}
        )


def _width_of(lines: Iterable[Sequence[str]]) -> int:
    """How many columns have something in them; refused where these are too many."""
    width = max(len(line) - _trailing(line) for line in lines)
    if width > MOST_COLUMNS:
        raise ValidationError(
            _("Die Tabelle hat mehr als %(most)s Spalten. Bitte nur die nötigen hochladen.") % {"most": MOST_COLUMNS}
        )
    return width


def _told_of_ending(name: str, kind: str) -> Iterator[str]:
    """A sentence where the file is called otherwise than what it is."""
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    if ending and _ENDINGS.get(ending) != kind:
        yield _("Die Datei heißt .%(ending)s, ist aber %(kind)s.") % {"ending": ending[:10], "kind": kind}


def _told_without_title(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A sentence about columns that have something in them, but no heading."""
    unnamed = [
        letters(index + 1) for index, title in enumerate(heading) if not title and any(row[index] for row in rows)
    ]
    if unnamed:
        yield ngettext(
            "Die Spalte %(columns)s hat keine Überschrift.",
            "Die Spalten %(columns)s haben keine Überschrift.",
            len(unnamed),
        ) % {"columns": _listed(unnamed)}


def heading_among(lines: Mapping[int, Sequence[str]]) -> int:
    """Which of these lines is likely the heading, by their numbers."""
    return next((number for number, line in lines.items() if is_heading(line)), next(iter(lines)))


def is_heading(line: Sequence[str]) -> bool:
    """Whether a line has enough cells to be a heading."""
    return sum(bool(cell.strip()) for cell in line) > 1


def told_above(lines: Iterable[Sequence[str]]) -> list[str]:
    """A sentence about what stands above the heading, if anything does."""
    above = [text for line in lines for cell in line if (text := cell.strip())]
    return [_("Über den Überschriften steht: „%(text)s“.") % {"text": " ".join(above)[:80]}] if above else []


def _trailing(line: Sequence[str]) -> int:
    """How many cells at the end of a line are empty."""
    return next((index for index, cell in enumerate(reversed(line)) if cell), len(line))


def _text(cell: Cell) -> str:
    """A cell as somebody would have typed it, in one line."""
    match cell:
        case bool():
            return _TRUTH[cell]
        case float():
            return str(int(cell)) if cell.is_integer() else str(cell).replace(".", ",")
        case datetime.datetime():
            return cell.isoformat(" ", "minutes") if cell.time() else cell.date().isoformat()
        case datetime.date() | datetime.time():
            return cell.isoformat()
    return " ".join(str(cell).split())


_TRUTH: Final = {True: "ja", False: "nein"}
