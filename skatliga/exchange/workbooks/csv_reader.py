"""CSV as a stream, however long it is: encoding and delimiter found out, then record by record.

Before the first record is handed out the file has been looked through once, so that nobody stores half of a file that
turns out not to be text.

* **D** A line ``sep=;`` at the top, as Excel writes it, names the delimiter. Else it is that by which most of the first
  lines have equally many cells; a comma that is always followed by a space parts last from first names instead.
* **D** CSV that is not UTF-8 is read as Windows-1252, and that is reported; UTF-16 is known by its first two bytes.
* **D** A quotation mark that is never closed, or stands in the middle of a cell, breaks the file off: everything behind
  it would land in one cell.
"""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MOST_CHARACTERS: Final = 100_000
"""More than these in one line are no row of a table."""
_START: Final = 20_000
"""So many characters show what parts the columns."""
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_SEPARATOR_LINE: Final = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
_STEP: Final = 1 << 20


class BrokenFileError(Exception):
    """From this line on the file cannot be read."""

    def __init__(self, line: int, error: object) -> None:
        super().__init__(_("Das ist keine CSV-Datei (%(error)s).") % {"error": error})
        self.line, self.error = line, error


@dataclass(slots=True)
class Delimited:
    """A file of CSV, opened; its records can be gone through once."""

    records: Iterator[tuple[int, list[str]]]
    """Number, from 1, and cells of every record, empty ones too; raises `BrokenFileError` where it cannot go on."""
    remarks: tuple[str, ...]
    """Sentences about what was guessed."""
    size: int
    """How much there is to read, in units of `done`; never 0."""
    done: int = 0
    """How much has been read."""


def open_delimited(file: BinaryIO) -> Delimited:
    """Open a file of CSV; raises ValidationError for what is no text. It is closed when it has been gone through."""
    encoding = find_encoding(file)
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    text = io.TextIOWrapper(file, encoding, newline="")
    start = text.read(_START)
    text.seek(0)
    separator = _SEPARATOR_LINE.match(start)
    told = [_("Die Datei ist nicht in UTF-8; gelesen als Windows-1252. Bitte die Umlaute ansehen.")]
    found = Delimited(iter(()), tuple(told if encoding == "cp1252" else ()), max(size, 1))
    found.records = _read(found, file, text, separator[1] if separator else _delimiter(start))
    if separator:
        found.records = ((number, cells if number > 1 else []) for number, cells in found.records)
    return found


def find_encoding(file: BinaryIO) -> str:
    """In which encoding a text is written, by looking through all of it.

    Raises ValidationError for what is no text.
    """
    file.seek(0)
    start = file.read(2)
    guesses = ("utf-16",) if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else ("utf-8-sig", "cp1252")
    for encoding in guesses:
        file.seek(0)
        decoder = codecs.getincrementaldecoder(encoding)()
        try:
            while step := file.read(_STEP):
                if _CONTROL.search(decoder.decode(step)):
                    raise _no_text()
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            continue
        return encoding
    raise _no_text()


def _no_text() -> ValidationError:
    return ValidationError(
        _("Das ist keine Tabelle, die sich lesen lässt. Bitte als CSV (UTF-8), XLSX oder ODS speichern.")
    )


def _delimiter(start: str) -> str:
    """What parts the columns, by the beginning of a text."""

    def regularity(delimiter: str) -> tuple[int, int]:
        if not re.search(rf"{delimiter}(?! )", start):
            return 0, 0
        lines = csv.reader(io.StringIO(start, newline=""), delimiter=delimiter)
        try:
            widths = Counter(len(line) for line in islice(lines, 30) if len(line) > 1)
        except csv.Error:
            return 0, 0
        width, count = max(widths.items(), key=lambda each: (each[1], each[0]), default=(0, 0))
        return count, width

    return max(";,\t", key=regularity)


def _read(found: Delimited, file: BinaryIO, text: io.TextIOWrapper, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    with text:
        reader = csv.reader(_bounded(text), delimiter=delimiter, strict=True)
        begins = 1
        try:
            for number, cells in enumerate(reader, 1):
                found.done = file.tell()
                yield number, cells
                begins = reader.line_num + 1
        except csv.Error as error:
            raise BrokenFileError(begins, error) from error
        found.done = found.size


def _bounded(text: io.TextIOWrapper) -> Iterator[str]:
    """The lines of a text, none of them longer than a row can be."""
    while line := text.readline(MOST_CHARACTERS):
        if len(line) == MOST_CHARACTERS:
            raise csv.Error(_("eine Zeile hat mehr als %(most)s Zeichen") % {"most": MOST_CHARACTERS})
        yield line
