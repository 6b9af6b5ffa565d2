"""A list of participants in a CSV or XLSX file: what it looks like, and reading it without trusting it.

The first line names the columns, in any order and without regard to case.

==================  ==================================================================================================
name                as „Anna Ärmel“ or „Ärmel, Anna“; or two columns: vorname, nachname
verein              of a guest; may be empty
startnummer         the next free one where it is empty
klasse              one or several with commas; new ones are created
mannschaft          name of the team of four; so are tandem and mixed
spielernummer       number of the member in the club, or in the federation
==================  ==================================================================================================

CSV is separated by semicolons, commas or tabulators, in UTF-8 or as Excel writes it. Of a workbook the first sheet is
read, and only values: a formula would show something else on another machine.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final, NamedTuple
from zipfile import BadZipFile, ZipFile

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

COLUMNS: Final = (
    "name", "vorname", "nachname", "verein", "startnummer", "klasse", "mannschaft", "tandem", "mixed", "spielernummer"
)  # fmt: skip
MOST_BYTES: Final = 1_000_000
MOST_UNPACKED: Final = 4_000_000
"""A workbook is packed; a small one can become a thousand times as large."""
MOST_LINES: Final = 5_000
MOST_COLUMNS: Final = 40
_FORMULA: Final = re.compile(r"[=+@]|-(?![0-9]+$)")

Table = list[list[str]]
"""The cells of a file by lines, the first of which names the columns."""


class Line(NamedTuple):
    """One line of the file by columns, without its empty cells."""

    number: int
    cells: dict[str, str]


def read_table(content: bytes) -> Table:
    """All cells of a file; raises ValidationError for one that cannot be read, or is not read for good reason."""
    if len(content) > MOST_BYTES:
        raise ValidationError(_("Die Datei ist zu groß. Bitte nur die Liste der Teilnehmer hochladen."))
    rows = _read_workbook(content) if content.startswith(b"PK") else _read_csv(content)
    for number, row in enumerate(rows, 1):
        if formula := next(filter(_FORMULA.match, row), None):
            raise ValidationError(
                _("Zeile %(line)s: „%(cell)s“ ist eine Formel. Bitte die Datei mit den Werten speichern.")
                % {"line": number, "cell": formula[:40]}
            )
    return rows


def read_lines(table: Table) -> list[Line]:
    """The lines below the heading that are not empty; raises ValidationError for a heading that does not fit."""
    names = [name.lower() for name in table[0]] if table else []
    unknown = [name for name in names if name and name not in COLUMNS]
    if unknown:
        raise ValidationError(_("Unbekannte Spalten: %(names)s.") % {"names": ", ".join(unknown)[:200]})
    double = sorted({name for name in names if name and names.count(name) > 1})
    if double:
        raise ValidationError(_("Doppelte Spalten: %(names)s.") % {"names": ", ".join(double)})
    if not ({"name", "spielernummer"} & set(names) or {"vorname", "nachname"} <= set(names)):
        raise ValidationError(
            _("In der ersten Zeile fehlt die Spalte name, oder die Spalten vorname und nachname. Es gibt: %(names)s.")
            % {"names": ", ".join(COLUMNS)}
        )
    lines = [
        Line(number, {name: cell for name, cell in zip(names, row, strict=False) if name and cell})
        for number, row in enumerate(table[1:], 2)
    ]
    filled = [line for line in lines if line.cells]
    if not filled:
        raise ValidationError(_("Unter der Überschrift steht niemand."))
    return filled


def write_table(table: Table) -> str:
    """The cells as CSV that `read_table` reads again."""
    text = io.StringIO()
    csv.writer(text, delimiter=";").writerows(table)
    return text.getvalue()


def _read_csv(content: bytes) -> Table:
    text = _decode(content)
    heading = text.partition("\n")[0]
    delimiter = max(";,\t", key=heading.count)
    try:
        rows = list(islice(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), MOST_LINES + 1))
    except csv.Error as error:
        raise ValidationError(_("Das ist keine CSV-Datei (%(error)s).") % {"error": error}) from None
    return _tidy(rows)


def _decode(content: bytes) -> str:
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not re.search(r"[\x00-\x08\x0e-\x1f]", text):
            return text
    raise ValidationError(_("Das ist weder eine CSV- noch eine XLSX-Datei."))


def _read_workbook(content: bytes) -> Table:
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
    except BadZipFile:
        raise ValidationError(_("Das ist keine XLSX-Datei, oder sie ist beschädigt.")) from None
    if sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise ValidationError(_("Die Datei ist ausgepackt zu groß. Bitte nur die Liste der Teilnehmer hochladen."))
    try:
        from openpyxl import load_workbook  # 33 MB and 0.15 s that no other page needs

        book = load_workbook(io.BytesIO(content), read_only=True)
        sheet = book.worksheets[0].iter_rows(max_col=MOST_COLUMNS, values_only=True)
        # Not all of them and then too many: a single cell far down brings a million empty rows.
        rows = list(islice(sheet, MOST_LINES + 1))
    except Exception:  # whatever a zip that is no workbook makes its reader raise
        raise ValidationError(_("Das ist keine XLSX-Datei, oder sie ist beschädigt.")) from None
    return _tidy(rows)


def _tidy(rows: Iterable[Sequence[object]]) -> Table:
    """Cells as text, without line breaks; what is empty at the end of a line or of the file is dropped."""
    table: Table = []
    for row in rows:
        cells = [_text(cell) for cell in row[:MOST_COLUMNS]]
        while cells and not cells[-1]:
            cells.pop()
        table.append(cells)
    if len(table) > MOST_LINES:
        raise ValidationError(
            _("Die Datei hat mehr als %(most)s Zeilen. Bitte nur die Liste der Teilnehmer hochladen.")
            % {"most": MOST_LINES}
        )
    while table and not table[-1]:
        table.pop()
    return table


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    if not isinstance(cell, str | int | float):
        cell = getattr(cell, "text", None) or str(cell)  # a formula over several cells has its text there
    return " ".join(str(cell).split())
