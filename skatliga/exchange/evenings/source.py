"""The lines of a file of lists, whatever its kind and however long it is: CSV as a stream, XLSX and ODS whole.

`workbook` reads a table whole, which is right for people but not for ten years of lists. So CSV is read here line by
line; before the first line is handed out the file has been looked through once, so that nobody stores half of a file
that turns out not to be text.

* **D** The first line of CSV is the heading; the delimiter is whichever of semicolon, tab and comma it has most of.
* **D** CSV that is not UTF-8 is read as Windows-1252, and that is told; UTF-16 is known by its first two bytes.
* **D** XLSX and ODS hold at most as many rows as `workbook` allows here; larger pasts come as CSV.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from skatliga.exchange.workbooks import workbook

MOST_ROWS: Final = 100_000
"""Rows of a workbook, which is read whole."""
MOST_CHARACTERS: Final = 100_000
"""More than these in one line of CSV are no row of a list."""
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_STEP: Final = 1 << 20


class Broken(Exception):
    """From this line on the file cannot be read."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


@dataclass(slots=True)
class Source:
    """A file of lists, opened: its heading, and the lines below, which can be gone through once."""

    columns: tuple[str, ...]
    """The heading in small letters."""
    lines: Iterator[tuple[int, Sequence[str]]]
    """Number in the file and cells of every line; raises `Broken` where it cannot go on."""
    remarks: tuple[str, ...] = ()
    """Sentences about what was guessed."""
    size: int = 1
    """How much there is to read, in units of `done`."""
    done: int = 0
    """How much has been read."""


def open_source(file: BinaryIO, name: str = "") -> Source:
    """Open a file of lists; ``name`` is what it is called.

    Raises ValidationError for what is no table.
    """
    if file.read(2) == b"PK":
        return _open_workbook(file, name)
    encoding = find_encoding(file)
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    text = io.TextIOWrapper(file, encoding, newline="")
    heading = text.readline(MOST_CHARACTERS)
    delimiter = max(";\t,", key=heading.count)
    columns = next(csv.reader([heading], delimiter=delimiter), [])
    told = [_("Die Datei ist nicht in UTF-8; gelesen als Windows-1252. Bitte die Umlaute ansehen.")]
    source = Source(_small(columns), iter(()), tuple(told if encoding == "cp1252" else ()), max(size, 1))
    source.lines = _read_lines(source, file, text, delimiter)
    return source


def open_path(path: Path, name: str = "") -> Source:
    """Open a file of lists by its place; see `open_source`. It is closed when its lines have been gone through."""
    file = open_file(path)
    try:
        return open_source(file, name or path.name)
    except ValidationError:
        file.close()
        raise


def open_file(path: Path) -> BinaryIO:
    """A file that can be read, or ValidationError."""
    try:
        return path.open("rb")
    except OSError as error:
        why = {"file": path, "why": error.strerror}
        raise ValidationError(_("%(file)s lässt sich nicht lesen: %(why)s") % why) from error


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


def _open_workbook(file: BinaryIO, name: str) -> Source:
    file.seek(0)
    table = workbook.read(file.read(workbook.MOST_BYTES + 1), name, most_rows=MOST_ROWS)
    source = Source(_small(table.heading), iter(()), table.remarks, max(len(table.rows), 1))
    source.lines = _count_rows(source, table.rows)
    return source


def _count_rows(source: Source, rows: Sequence[workbook.Row]) -> Iterator[tuple[int, Sequence[str]]]:
    for row in rows:
        source.done += 1
        yield row.number, row.cells


def _read_lines(
    source: Source, file: BinaryIO, text: io.TextIOWrapper, delimiter: str
) -> Iterator[tuple[int, Sequence[str]]]:
    """The lines below the heading; a row may span several, and has the number of its last one."""
    with text:
        # Strict, or a quotation mark that is never closed would take all lists behind it into one cell.
        reader = csv.reader(_bounded(text), delimiter=delimiter, strict=True)
        begins = 2
        try:
            for cells in reader:
                source.done = file.tell()
                yield reader.line_num + 1, cells
                begins = reader.line_num + 2
        except csv.Error as error:
            raise Broken(begins, _("Das ist keine CSV-Datei (%(error)s).") % {"error": error}) from error
        source.done = source.size


def _bounded(text: io.TextIOWrapper) -> Iterator[str]:
    """The lines of a text, none of them longer than a row can be."""
    while line := text.readline(MOST_CHARACTERS):
        if len(line) == MOST_CHARACTERS:
            raise csv.Error(_("eine Zeile hat mehr als %(most)s Zeichen") % {"most": MOST_CHARACTERS})
        yield line


def _small(heading: Sequence[str]) -> tuple[str, ...]:
    return tuple(name.strip().lower() for name in heading)
