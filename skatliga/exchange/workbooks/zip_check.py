"""Looking through a workbook (XLSX, ODS) before it is opened: how much comes out of it, and how far its sheets reach.

A workbook is a packed folder of XML, and a small one can become a thousand times as large: by packing, by one cell far
down and far right, by a repeated row, by one long text that many cells share. So its folder is checked first, then
every part is unpacked here, no further than the folder says, and its cells and what stands in them are counted without
being kept. The reader is handed a folder made anew of exactly these parts; whatever else the file carries (pictures,
macros, parts that say less than they hold) it never sees.
"""

import datetime
import io
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from xml.parsers import expat
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

from skatliga.exchange.workbooks.xml_scan import (
    Extent,
    NamesScan,
    OdsScan,
    SheetFindings,
    XlsxScan,
    damaged,
    scan,
    too_large,
)

DAMAGED: Final = (BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError)
"""What a damaged or encrypted file makes the library raise."""


# ---- Looking through a workbook

MOST_UNPACKED: Final = 80_000_000
MOST_PARTS: Final = 2_000
MOST_RATIO: Final = 400
"""How many times as large as packed a part may be; tables that say the same in every row reach about a hundred."""
SMALL: Final = 1_000_000
"""A part of so many bytes may have any ratio."""
_READ: Final = (".xml", ".rels", "mimetype")


Cell = int | float | str | bool | datetime.time | datetime.date | datetime.datetime | datetime.timedelta


@dataclass(frozen=True, slots=True)
class WorkbookSheet:
    """The cells of a sheet by lines, from its first line on, and what is to be said about them."""

    lines: Sequence[Sequence[Cell]]
    merged: Sequence[str]
    without_value: Sequence[str]


@dataclass(frozen=True, slots=True)
class Book:
    """A workbook that may be opened."""

    kind: str
    sheets: tuple[str, ...]
    """The visible sheets that have anything in them."""
    _workbook: CalamineWorkbook
    _findings: dict[str, SheetFindings]
    """By sheet."""

    def load(self, sheet: str) -> WorkbookSheet:
        """One sheet with all its cells."""
        try:
            found = self._workbook.get_sheet_by_name(sheet)
            lines = found.to_python(skip_empty_area=False)
        except (CalamineError, ValueError, OSError):
            raise damaged() from None
        findings = self._findings.get(sheet, SheetFindings())
        return WorkbookSheet(lines, findings.merged, findings.without_value)


def unpack(content: bytes, *, most_rows: int, most_columns: int) -> Book:
    """Open a workbook of which no sheet is larger than this; raises ValidationError for any other file."""
    parts = _parts(content)
    kind = "ODS" if "content.xml" in parts else "XLSX"
    try:
        found = _look_through(kind, parts, most_rows, most_columns)
    except expat.ExpatError:
        raise damaged() from None
    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(_packed_again(parts)))
        sheets = tuple(
            each.name
            for each in workbook.sheets_metadata
            if each.typ == SheetTypeEnum.WorkSheet
            and each.visible == SheetVisibleEnum.Visible
            and found.get(each.name, SheetFindings()).rows
        )
    except PasswordError:
        raise ValidationError(_("Die Datei ist durch ein Kennwort geschützt. Bitte ohne Kennwort speichern.")) from None
    except (CalamineError, ValueError, OSError):
        raise damaged() from None
    return Book(kind, sheets, workbook, found)


def _parts(content: bytes) -> dict[str, bytes]:
    """Every part the reader may need, unpacked."""
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            listed = archive.infolist()
            if len(listed) > MOST_PARTS or sum(part.file_size for part in listed) > MOST_UNPACKED:
                raise too_large()
            needed = [part for part in listed if part.filename.endswith(_READ) and not part.is_dir()]
            if any(part.flag_bits & 1 for part in needed):
                raise ValidationError(_("Die Datei ist durch ein Kennwort geschützt. Bitte ohne Kennwort speichern."))
            if len({part.filename for part in needed}) < len(needed):
                raise damaged()
            return {part.filename: _unpacked(archive, part) for part in needed}
    except DAMAGED:
        raise damaged() from None


def _unpacked(archive: ZipFile, part: ZipInfo) -> bytes:
    """A part as far as the folder says it reaches; one that goes on behind that does not fit its checksum."""
    if part.file_size > SMALL and part.file_size > MOST_RATIO * max(part.compress_size, 1):
        raise too_large()
    with archive.open(part) as stream:
        return stream.read(part.file_size + 1)


def _packed_again(parts: dict[str, bytes]) -> bytes:
    """A folder of these parts alone."""
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return packed.getvalue()


def _look_through(kind: str, parts: dict[str, bytes], most_rows: int, most_columns: int) -> dict[str, SheetFindings]:
    """Refuse sheets that reach too far; what was seen in the others, by sheet."""
    extent = Extent(most_rows, most_columns)
    if kind == "ODS":
        ods = OdsScan(extent)
        scan(parts["content.xml"], ods)
        return ods.sheets
    names = _sheet_names(parts)
    # Whatever has cells or texts is counted, wherever the file keeps it.
    scans = {path: XlsxScan(extent) for path in parts}
    for path, content in parts.items():
        scan(content, scans[path])
    shared = sum((each.shared for each in scans.values()), Counter[int]())
    for each in scans.values():
        extent.hold(sum(length * shared[number] for number, length in enumerate(each.texts)))
    return {names[path]: each.findings for path, each in scans.items() if path in names}


def _sheet_names(parts: dict[str, bytes]) -> dict[str, str]:
    """What the sheets of an XLSX file are called, by the part they stand in."""
    sheets = NamesScan("sheet", "id", "name")
    targets = NamesScan("Relationship", "Id", "Target")
    scan(parts.get("xl/workbook.xml", b"<none/>"), sheets)
    scan(parts.get("xl/_rels/workbook.xml.rels", b"<none/>"), targets)
    return {
        f"xl/{target.removeprefix('/xl/')}": sheets.found[key]
        for key, target in targets.found.items()
        if key in sheets.found
    }
