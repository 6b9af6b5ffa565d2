"""The lines of a file of lists, whatever its kind and however long it is: CSV as a stream, XLSX and ODS whole.

`table_reader` reads a table whole, which is right for people but not for ten years of lists; of CSV both read the
records by `csv_reader`, by the same rules.

* **D** The heading is the first line with at least two filled cells, as in `table_reader`; a title above it is passed
  over and reported.
* **D** XLSX and ODS hold at most as many rows as `table_reader` allows here; larger pasts come as CSV.
"""

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final, get_args, get_type_hints

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring import BOOKS, Deal, Misread, RuleBook, parse
from scoring.deal import DEFAULTS, FIELDS
from scoring.deal_json import deal_fields
from scoring.foot_check import PaperFoot
from skatliga.database import Json, JsonObject
from skatliga.exchange.workbooks import table_reader
from skatliga.exchange.workbooks.csv_reader import BrokenFileError, Delimited, open_delimited
from skatliga.lists.evaluation import Entered, OnlyGesamt
from skatliga.rules.wording import sentence, title

MOST_ROWS: Final = 100_000
"""Rows of a workbook, which is read whole."""


@dataclass(slots=True)
class Source:
    """A file of lists, opened: its heading, and the lines below, which can be gone through once."""

    columns: tuple[str, ...]
    """The heading in small letters."""
    lines: Iterator[tuple[int, Sequence[str]]]
    """Number in the file and cells of every line; raises `BrokenFileError` where it cannot go on."""
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
        columns = next(cells for cells in _until_heading(text.records, above) if table_reader.is_heading(cells))
    except BrokenFileError as broken:
        raise ValidationError(str(broken)) from None
    except StopIteration:
        columns, above = above[0] if above else [], []
    source = Source(_small(columns), iter(()), (*table_reader.told_above(above), *text.remarks), text.size)
    source.lines = _follow(source, text)
    return source


def _until_heading(records: Iterator[tuple[int, list[str]]], above: list[list[str]]) -> Iterator[list[str]]:
    """The first lines that are not empty; those that turn out not to be the heading are gathered in ``above``."""
    for _number, cells in islice(records, table_reader.MOST_ABOVE):
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
    table = table_reader.read(file.read(table_reader.MOST_BYTES + 1), name, most_rows=MOST_ROWS)
    source = Source(_small(table.heading), iter(()), table.remarks, max(len(table.rows), 1))
    source.lines = _count_rows(source, table.rows)
    return source


def _count_rows(source: Source, rows: Sequence[table_reader.FileRow]) -> Iterator[tuple[int, Sequence[str]]]:
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


# ---- One line of a file of lists

EVENING: Final = ("veranstaltung", "datum", "ort")
SEATS: Final = tuple(f"platz{seat}" for seat in range(1, 7))
HEAD: Final = ("serie", "tisch", *SEATS, "spiele", "eingepasst", "vermerk")
ROW: Final = ("spiel", "kurz", "alleinspieler", "wert", "laufend", "strafe", "am_tisch", "gestrichen", "grund")
FOOT: Final = ("platz", "spielpunkte", "gewonnen", "verloren", "gesamt")
SETTINGS: Final = frozenset(name for book in BOOKS.values() for name in book.settings)
"""Fields that a table agrees on for a whole event; they are the event's, never the file's."""
DEAL: Final = tuple(name for name in FIELDS if name not in SETTINGS)
COLUMNS: Final = ("liste", *HEAD, *ROW, *FOOT, *DEAL)

TRUTH: Final = {
    **dict.fromkeys(("ja", "x", "1", "wahr", "true"), True),
    **dict.fromkeys(("nein", "0", "falsch", "false"), False),
}
MOST: Final = 9_999
"""Whatever is counted: more is a slip of the hand."""
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,6}")
_DAY: Final = re.compile(r"(?P<day>[0-9]{1,2})\.(?P<month>[0-9]{1,2})\.(?P<year>[0-9]{4})")
_HINTS: Final = get_type_hints(Deal)


@dataclass(frozen=True, slots=True)
class FileProblem:
    """What could not be read; ``line`` is that of the file, ``row`` that of the list, 0 where there is none."""

    line: int
    message: str
    row: int = 0


class UnreadableError(Exception):
    """A cell, or a line, that cannot be understood."""


@dataclass(slots=True)
class FileLine:
    """One line of the file by columns, without its empty cells."""

    number: int
    cells: dict[str, str]

    def integer(self, column: str) -> int | None:
        """The number in a column, `None` where it is empty."""
        text = self.cells.get(column)
        if text is None:
            return None
        if not _NUMBER.fullmatch(text):
            raise UnreadableError(_("%(column)s: „%(text)s“ ist keine ganze Zahl.") % {"column": column, "text": text})
        return int(text)

    def count(self, column: str, least: int = 0, most: int = MOST) -> int | None:
        """The number in a column that counts something."""
        number = self.integer(column)
        if number is not None and not least <= number <= most:
            raise UnreadableError(
                _("%(column)s: %(number)s ist nicht möglich; möglich sind %(least)s bis %(most)s.")
                % {"column": column, "number": number, "least": least, "most": most}
            )
        return number

    def truth(self, column: str) -> bool:
        """Whether a column says yes."""
        text = self.cells[column]
        if text.lower() not in TRUTH:
            raise UnreadableError(
                _("%(column)s: „%(text)s“ ist nicht zu verstehen; bitte ja oder nein schreiben.")
                % {"column": column, "text": text}
            )
        return TRUTH[text.lower()]

    def day(self, column: str) -> datetime.date:
        """The day in a column, written 2026-05-31 or 31.5.2026."""
        text = self.cells.get(column, "")
        german = _DAY.fullmatch(text)
        try:
            if german:
                return datetime.date(*(int(german[part]) for part in ("year", "month", "day")))
            return datetime.date.fromisoformat(text)
        except ValueError:
            raise UnreadableError(
                _("%(column)s: „%(text)s“ ist kein Tag; bitte wie 31.05.2026 oder 2026-05-31 schreiben.")
                % {"column": column, "text": text[:40]}
            ) from None


def read_row(line: FileLine, number: int, book: RuleBook) -> Entered:
    """One row in the way in which it is written; what it is worth, and whether it can be, says the engine."""
    ways = [name for name in ("kurz", "wert", "strafe") if name in line.cells]
    deal = [name for name in DEAL if name in line.cells]
    if len(ways) + bool(deal) > 1:
        names = ", ".join([*ways, *deal])
        raise UnreadableError(
            _("Bitte das Spiel auf eine Weise angeben, nicht auf mehrere: %(names)s.") % {"names": names}
        )
    struck = "gestrichen" in line.cells and line.truth("gestrichen")
    row = Entered(
        nr=number,
        running=line.integer("laufend"),
        playing=_read_seats(line),
        void=struck,
        reason=line.cells.get("grund", ""),
    )
    if "kurz" not in line.cells:
        declarer = line.count("alleinspieler") or 0
        fields = _read_deal(line, deal) if deal else None
        score, penalty = line.integer("wert"), line.count("strafe") or 0
        return replace(row, declarer=declarer, deal=fields, score=score, penalty=penalty)
    if "alleinspieler" in line.cells:
        raise UnreadableError(_("Wer gespielt hat, steht schon in kurz; bitte alleinspieler frei lassen."))
    if not book.notation:
        raise UnreadableError(_("Das Regelwerk %(book)s hat keine Kurzschrift.") % {"book": title(book)})
    entry = parse(line.cells["kurz"], book)
    if isinstance(entry, Misread):
        raise UnreadableError(_("kurz „%(text)s“: %(why)s") % {"text": line.cells["kurz"], "why": sentence(entry)})
    return replace(row, declarer=entry.seat, deal=deal_fields(entry.deal))


def read_foot(line: FileLine) -> PaperFoot | OnlyGesamt:
    """The foot of one seat, or its Gesamt alone."""
    points, won, lost = line.integer("spielpunkte"), line.count("gewonnen"), line.count("verloren")
    gesamt = line.integer("gesamt")
    if gesamt is not None and points is won is lost is None:
        return OnlyGesamt(gesamt)
    if points is None or won is None or lost is None:
        raise UnreadableError(_("Zu einem Fuß gehören spielpunkte, gewonnen und verloren, oder gesamt allein."))
    return PaperFoot(points, won, lost, gesamt)


def _read_seats(line: FileLine) -> tuple[int, ...] | None:
    """Who plays from this row on; None where nothing changes."""
    seats = line.cells.get("am_tisch", "")
    if seats.strip("123456"):
        raise UnreadableError(_("In am_tisch stehen nur Plätze, zum Beispiel 134, nicht „%(text)s“.") % {"text": seats})
    return tuple(sorted({int(seat) for seat in seats})) or None


def _read_deal(line: FileLine, columns: Sequence[str]) -> JsonObject:
    """The fields of a deal in the engine's JSON form, as far as they say more than an empty column."""
    fields = {name: _read_field(line, name) for name in columns}
    return {name: value for name, value in fields.items() if value != DEFAULTS.get(name)}


def _read_field(line: FileLine, name: str) -> Json:
    hint = _HINTS[name]
    kinds = (hint, *get_args(hint))
    text = line.cells[name]
    if name == "replacement":
        game, _space, spitzen = text.partition(" ")
        return {"game": game, "spitzen": FileLine(line.number, {name: spitzen.strip()}).integer(name)}
    if name == "schenken":
        return text.split()
    if name == "losers":
        return [FileLine(line.number, {name: seat}).integer(name) for seat in text.split()]
    if bool in kinds:
        return line.truth(name)
    return line.integer(name) if int in kinds else text
