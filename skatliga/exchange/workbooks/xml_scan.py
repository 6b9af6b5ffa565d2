"""Counting what stands in the parts of a workbook (XLSX, ODS) while going through their XML once, keeping none of it.

* **D** A file that defines entities of its own is refused; no spreadsheet writes any.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Protocol
from xml.parsers import expat

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MOST_CELLS: Final = 5_000_000
"""Of all sheets together, gaps included; a repeated row has as many as it stands for."""
MOST_CHARACTERS: Final = 50_000_000
"""Of what the file holds once and cells share or repeat, as often as they do."""
_DIGITS: Final = 9
"""More than these has no number of a row, a column or a text."""
_NUMBER: Final = re.compile(r"\+?0*([0-9]+)")
_CELL: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


@dataclass(slots=True)
class SheetFindings:
    """What was seen in one sheet besides its size."""

    merged: list[str] = field(default_factory=list)
    without_value: list[str] = field(default_factory=list)
    """Formulas of which the file stores no value."""
    rows: int = 0
    """How far down filled cells reach."""
    columns: int = 0


def damaged() -> ValidationError:
    """The refusal of a file that cannot be read."""
    return ValidationError(
        _("Die Datei ist beschädigt, oder sie ist keine Tabelle im Format XLSX oder ODS. Bitte noch einmal speichern.")
    )


def too_large() -> ValidationError:
    """The refusal of a file that is more than it seems."""
    return ValidationError(_("Die Datei ist ausgepackt zu groß. Bitte nur die nötige Tabelle hochladen."))


class Scan(Protocol):
    """What is done with the XML of one part, piece by piece."""

    def start(self, name: str, attributes: dict[str, str]) -> None: ...
    def end(self, name: str) -> None: ...
    def text(self, text: str) -> None: ...


def scan(content: bytes, by: Scan) -> None:
    """Go through XML without keeping any of it; raises ExpatError for what is none."""

    def refuse_entities(*_args: object) -> None:
        raise damaged()

    parser = expat.ParserCreate()
    parser.EntityDeclHandler = refuse_entities
    parser.StartElementHandler = by.start
    parser.EndElementHandler = by.end
    parser.CharacterDataHandler = by.text
    parser.Parse(content, True)


class Extent:
    """How far the cells of a file may reach; how many there were so far, and of how many characters."""

    def __init__(self, most_rows: int, most_columns: int) -> None:
        self.most_rows, self.most_columns = most_rows, most_columns
        self.cells = self.characters = 0

    def hold(self, characters: int) -> None:
        """So many characters more stand in cells."""
        self.characters += characters
        if self.characters > MOST_CHARACTERS:
            raise too_large()

    def take(self, findings: SheetFindings, row: int, column: int) -> None:
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
                raise too_large()


class XlsxScan:
    """One part of an XLSX file."""

    def __init__(self, extent: Extent) -> None:
        self.extent = extent
        self.findings = SheetFindings()
        self.row = self.column = 0
        self.cell = self.type = ""
        self.formula = self.valued = self.in_value = self.in_text = False
        self.texts: list[int] = []
        """The lengths of the texts that cells share."""
        self.shared: Counter[int] = Counter()
        """How many cells have which of them."""

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
            case "si":
                self.in_text = True
                self.texts.append(0)
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
            if self.type == "s":
                self._share(text)
            self.valued = True
        elif self.in_text:
            self.texts[-1] += len(text)

    def end(self, name: str) -> None:
        match name.rpartition(":")[2]:
            case "c":
                # A text that came out empty is a value as well; its type says so.
                if self.formula and not self.valued and self.type != "str":
                    self.findings.without_value.append(self.cell)
                self.cell = ""
            case "v" | "is":
                self.in_value = False
            case "si":
                self.in_text = False

    def _share(self, number: str) -> None:
        """A cell has the shared text of this number; of one written otherwise the reader may take another text."""
        if self.valued or not (number.isascii() and number.isdecimal() and len(number) <= _DIGITS):
            raise damaged()
        self.shared[int(number)] += 1


class OdsScan:
    """The content of an ODS file; rows and cells can be repeated."""

    def __init__(self, extent: Extent) -> None:
        self.extent = extent
        self.sheets: dict[str, SheetFindings] = {}
        self.findings = SheetFindings()
        self.row = self.column = self.rows = self.columns = self.characters = 0
        self.in_cell = self.filled = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match name:
            case "table:table":
                self.findings = self.sheets.setdefault(attributes.get("table:name", ""), SheetFindings())
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
                self.filled = True
                self.extent.take(self.findings, self.row + self.rows, self.column + self.columns)
            case "text:s":
                self.characters += _number(attributes.get("text:c"), 1)  # so many blanks

    def _look_at(self, attributes: dict[str, str]) -> None:
        self.filled = not attributes.keys().isdisjoint({"office:value-type", "table:formula"})
        self.characters = sum(map(len, attributes.values())) if self.filled else 0
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
            self.extent.hold(self.characters * self.rows * self.columns)

    def text(self, text: str) -> None:
        if self.in_cell and self.filled:
            self.characters += len(text)


class NamesScan:
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


def _number(text: str | None, otherwise: int) -> int:
    """A number as the reader takes it: a plus or zeros may stand before it."""
    written = _NUMBER.fullmatch(text or "")
    return int(written[1][:_DIGITS]) if written else otherwise


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
