"""Looking through a workbook (XLSX, ODS) before it is opened: how much comes out of it, and how far its sheets reach.

A workbook is a packed folder of XML, and a small one can become a thousand times as large: by packing, by one cell far
down and far right, by a repeated row. So its folder is checked first, then every part is unpacked here, no further than
the folder says, and its cells are counted without being kept. The reader is handed a folder made anew of exactly these
parts; whatever else the file carries (pictures, macros, parts that say less than they hold) it never sees.

* **D** A file that defines entities of its own is refused; no spreadsheet writes any.
"""

import io
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol
from xml.parsers import expat
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

MOST_UNPACKED: Final = 80_000_000
MOST_PARTS: Final = 2_000
MOST_RATIO: Final = 400
"""How many times as large as packed a part may be; tables that say the same in every row reach about a hundred."""
MOST_CELLS: Final = 5_000_000
"""Of all sheets together, gaps included; a repeated row has as many as it stands for."""
SMALL: Final = 1_000_000
"""A part of so many bytes may have any ratio."""
_READ: Final = (".xml", ".rels", "mimetype")
_CELL: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


@dataclass(slots=True)
class Findings:
    """What was seen in one sheet besides its size."""

    merged: list[str] = field(default_factory=list)
    without_value: list[str] = field(default_factory=list)
    """Formulas of which the file stores no value."""
    rows: int = 0
    """How far down filled cells reach."""
    columns: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cells of a sheet by lines, from its first line on, and what is to be said about them."""

    lines: Sequence[Sequence[Any]]
    merged: Sequence[str]
    without_value: Sequence[str]


@dataclass(frozen=True, slots=True)
class Book:
    """A workbook that may be opened."""

    kind: str
    sheets: tuple[str, ...]
    """The visible sheets that have anything in them."""
    _workbook: CalamineWorkbook
    _findings: dict[str, Findings]
    """By sheet."""

    def load(self, sheet: str) -> Sheet:
        """One sheet with all its cells."""
        try:
            found = self._workbook.get_sheet_by_name(sheet)
            lines = found.to_python(skip_empty_area=False)
        except (CalamineError, ValueError, OSError):
            raise _damaged() from None
        findings = self._findings.get(sheet, Findings())
        return Sheet(lines, findings.merged, findings.without_value)


def unpack(content: bytes, *, most_rows: int, most_columns: int) -> Book:
    """Open a workbook of which no sheet is larger than this; raises ValidationError for any other file."""
    parts = _parts(content)
    kind = "ODS" if "content.xml" in parts else "XLSX"
    try:
        found = _look_through(kind, parts, most_rows, most_columns)
    except expat.ExpatError:
        raise _damaged() from None
    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(_packed_again(parts)))
        sheets = tuple(
            each.name
            for each in workbook.sheets_metadata
            if each.typ == SheetTypeEnum.WorkSheet
            and each.visible == SheetVisibleEnum.Visible
            and found.get(each.name, Findings()).rows
        )
    except PasswordError:
        raise ValidationError(_("Die Datei ist durch ein Kennwort geschützt. Bitte ohne Kennwort speichern.")) from None
    except (CalamineError, ValueError, OSError):
        raise _damaged() from None
    return Book(kind, sheets, workbook, found)


def _damaged() -> ValidationError:
    return ValidationError(
        _("Die Datei ist beschädigt, oder sie ist keine Tabelle im Format XLSX oder ODS. Bitte noch einmal speichern.")
    )


def _too_large() -> ValidationError:
    return ValidationError(_("Die Datei ist ausgepackt zu groß. Bitte nur die nötige Tabelle hochladen."))


def _parts(content: bytes) -> dict[str, bytes]:
    """Every part the reader may need, unpacked."""
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            listed = archive.infolist()
            if len(listed) > MOST_PARTS or sum(part.file_size for part in listed) > MOST_UNPACKED:
                raise _too_large()
            needed = [part for part in listed if part.filename.endswith(_READ) and not part.is_dir()]
            if any(part.flag_bits & 1 for part in needed):
                raise ValidationError(_("Die Datei ist durch ein Kennwort geschützt. Bitte ohne Kennwort speichern."))
            if len({part.filename for part in needed}) < len(needed):
                raise _damaged()
            return {part.filename: _unpacked(archive, part) for part in needed}
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError, RuntimeError):
        raise _damaged() from None


def _unpacked(archive: ZipFile, part: ZipInfo) -> bytes:
    """A part as far as the folder says it reaches; one that goes on behind that does not fit its checksum."""
    if part.file_size > SMALL and part.file_size > MOST_RATIO * max(part.compress_size, 1):
        raise _too_large()
    with archive.open(part) as stream:
        return stream.read(part.file_size + 1)


def _packed_again(parts: dict[str, bytes]) -> bytes:
    """A folder of these parts alone."""
    packed = io.BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return packed.getvalue()


def _look_through(kind: str, parts: dict[str, bytes], most_rows: int, most_columns: int) -> dict[str, Findings]:
    """Refuse sheets that reach too far; what was seen in the others, by sheet."""
    extent = _Extent(most_rows, most_columns)
    if kind == "ODS":
        ods = _OdsScan(extent)
        _scan(parts["content.xml"], ods)
        return ods.sheets
    names = _sheet_names(parts)
    found: dict[str, Findings] = {}
    for path, content in parts.items():
        # Whatever has cells is counted, wherever the file keeps it.
        xlsx = _XlsxScan(extent)
        _scan(content, xlsx)
        if path in names:
            found[names[path]] = xlsx.findings
    return found


class _Scan(Protocol):
    def start(self, name: str, attributes: dict[str, str]) -> None: ...
    def end(self, name: str) -> None: ...
    def text(self, text: str) -> None: ...


def _scan(content: bytes, scan: _Scan) -> None:
    """Go through XML without keeping any of it."""

    def refuse_entities(*_args: Any) -> None:
        raise _damaged()

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.EntityDeclHandler = refuse_entities
    parser.StartElementHandler = scan.start
    parser.EndElementHandler = scan.end
    parser.CharacterDataHandler = scan.text
    parser.Parse(content, True)


class _Extent:
    """How far the cells of a file may reach, and how many there were so far."""

    def __init__(self, most_rows: int, most_columns: int) -> None:
        self.most_rows, self.most_columns = most_rows, most_columns
        self.cells = 0

    def take(self, findings: Findings, row: int, column: int) -> None:
        """A filled cell of a sheet, rows and columns from 1; refused where it lies too far down or right."""
        if row > self.most_rows:
            raise ValidationError(
                _("Die Tabelle reicht über Zeile %(most)s hinaus. Bitte in mehreren Teilen hochladen.")
                % {"most": self.most_rows}
            )
        if column > self.most_columns:
            raise ValidationError(
                _("Die Tabelle reicht über Spalte %(most)s hinaus. Bitte nur die nötigen Spalten hochladen.")
                % {"most": letters(self.most_columns)}
            )
        if row > findings.rows or column > findings.columns:
            before = findings.rows * findings.columns
            findings.rows, findings.columns = max(row, findings.rows), max(column, findings.columns)
            self.cells += findings.rows * findings.columns - before
            if self.cells > MOST_CELLS:
                raise _too_large()


class _XlsxScan:
    """One part of an XLSX file."""

    def __init__(self, extent: _Extent) -> None:
        self.extent = extent
        self.findings = Findings()
        self.row = self.column = 0
        self.cell = self.type = ""
        self.formula = self.valued = self.in_value = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match name.rpartition(":")[2]:
            case "c":
                self._begin_cell(attributes)
            case "v" | "is":
                self.in_value = True
                if self.cell:
                    self.extent.take(self.findings, self.row, self.column)
            case "f":
                self.formula = True
            case "row":
                self.row = _number(attributes.get("r"), self.row + 1)
                self.column = 0
            case "mergeCell":
                self.findings.merged.append(attributes.get("ref", ""))

    def _begin_cell(self, attributes: dict[str, str]) -> None:
        self.cell, self.type = attributes.get("r", ""), attributes.get("t", "")
        if place := _CELL.fullmatch(self.cell):
            self.row, self.column = int(place[2]), _column(place[1])
        else:
            self.column += 1
            self.cell = f"{letters(self.column)}{self.row}"
        self.formula = self.valued = False

    def text(self, text: str) -> None:
        if self.in_value:
            self.valued = True

    def end(self, name: str) -> None:
        match name.rpartition(":")[2]:
            case "c":
                # A text that came out empty is a value as well; its type says so.
                if self.formula and not self.valued and self.type != "str":
                    self.findings.without_value.append(self.cell)
                self.cell = ""
            case "v" | "is":
                self.in_value = False


class _OdsScan:
    """The content of an ODS file; rows and cells can be repeated."""

    def __init__(self, extent: _Extent) -> None:
        self.extent = extent
        self.sheets: dict[str, Findings] = {}
        self.findings = Findings()
        self.row = self.column = self.rows = self.columns = 0
        self.in_cell = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match name:
            case "table:table":
                self.findings = self.sheets.setdefault(attributes.get("table:name", ""), Findings())
                self.row = self.rows = 0
            case "table:table-row":
                self.row += self.rows
                self.rows = _number(attributes.get("table:number-rows-repeated"), 1)
                self.column = self.columns = 0
            case "table:table-cell" | "table:covered-table-cell":
                self.column += self.columns
                self.columns = _number(attributes.get("table:number-columns-repeated"), 1)
                self.in_cell = True
                self._look_at(attributes)
            case "text:p" if self.in_cell:
                self.extent.take(self.findings, self.row + self.rows, self.column + self.columns)

    def _look_at(self, attributes: dict[str, str]) -> None:
        if "office:value-type" in attributes:
            self.extent.take(self.findings, self.row + self.rows, self.column + self.columns)
        elif "table:formula" in attributes:
            self.findings.without_value.append(self._place())
        wide = _number(attributes.get("table:number-columns-spanned"), 1)
        high = _number(attributes.get("table:number-rows-spanned"), 1)
        if wide > 1 or high > 1:
            self.findings.merged.append(f"{self._place()}:{self._place(high - 1, wide - 1)}")

    def _place(self, down: int = 0, right: int = 0) -> str:
        return f"{letters(self.column + 1 + right)}{self.row + 1 + down}"

    def end(self, name: str) -> None:
        if name in {"table:table-cell", "table:covered-table-cell"}:
            self.in_cell = False

    def text(self, text: str) -> None:
        pass


class _NamesScan:
    """The sheets of an XLSX file by the number of their relation, or the parts by it."""

    def __init__(self, element: str, key: str, value: str) -> None:
        self.element, self.key, self.value = element, key, value
        self.found: dict[str, str] = {}

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name.rpartition(":")[2] == self.element:
            by_name = {attribute.rpartition(":")[2]: value for attribute, value in attributes.items()}
            self.found[by_name.get(self.key, "")] = by_name.get(self.value, "")

    def end(self, name: str) -> None:
        pass

    def text(self, text: str) -> None:
        pass


def _sheet_names(parts: dict[str, bytes]) -> dict[str, str]:
    """What the sheets of an XLSX file are called, by the part they stand in."""
    sheets = _NamesScan("sheet", "id", "name")
    targets = _NamesScan("Relationship", "Id", "Target")
    _scan(parts.get("xl/workbook.xml", b"<none/>"), sheets)
    _scan(parts.get("xl/_rels/workbook.xml.rels", b"<none/>"), targets)
    return {
        f"xl/{target.removeprefix('/xl/')}": sheets.found[key]
        for key, target in targets.found.items()
        if key in sheets.found
    }


def _number(text: str | None, otherwise: int) -> int:
    """A number written in an attribute; nine digits are more than any sheet has."""
    return int(text[:9]) if text and text.isascii() and text.isdecimal() else otherwise


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def letters(column: int) -> str:
    """What a spreadsheet calls a column, counted from 1.

    >>> letters(1), letters(28)
    ('A', 'AB')
    """
    name = ""
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name
