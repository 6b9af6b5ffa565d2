"""The lines of a file of lists, whatever its kind and however long it is: CSV as a stream, XLSX and ODS whole.

`workbook` reads a table whole, which is right for people but not for ten years of lists; of CSV both read the records
by `delimited`, by the same rules.

* **D** The heading is the first line with at least two filled cells, as in `workbook`; a title above it is passed over
  and reported.
* **D** XLSX and ODS hold at most as many rows as `workbook` allows here; larger pasts come as CSV.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from skatliga.exchange.workbooks import workbook
from skatliga.exchange.workbooks.delimited import Broken, Delimited, open_delimited

MOST_ROWS: Final = 100_000
"""Rows of a workbook, which is read whole."""


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
    text = open_delimited(file)
    above: list[list[str]] = []
    try:
        columns = next(cells for cells in _until_heading(text.records, above) if workbook.is_heading(cells))
    except Broken as broken:
        raise ValidationError(str(broken)) from None
    except StopIteration:
        columns, above = above[0] if above else [], []
    source = Source(_small(columns), iter(()), (*workbook.told_above(above), *text.remarks), text.size)
    source.lines = _follow(source, text)
    return source


def _until_heading(records: Iterator[tuple[int, list[str]]], above: list[list[str]]) -> Iterator[list[str]]:
    """The first lines that are not empty; those that turn out not to be the heading are gathered in ``above``."""
    for _number, cells in islice(records, workbook.MOST_ABOVE):
        if any(map(str.strip, cells)):
            yield cells
            above.append(cells)


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


def _follow(source: Source, text: Delimited) -> Iterator[tuple[int, Sequence[str]]]:
    """The records below the heading, while the source says how far they are."""
    for number, cells in text.records:
        source.done = text.done
        yield number, cells
    source.done = source.size


def _small(heading: Sequence[str]) -> tuple[str, ...]:
    return tuple(name.strip().lower() for name in heading)
