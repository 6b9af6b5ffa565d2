"""Whole lists in a CSV file: what it looks like, and reading it.

The first line names the columns, in any order; separated by semicolons or commas, in UTF-8. Every further line is one
row of a list, or the foot of one player. Empty columns can be left out.

=========================  ===========================================================================================
liste                      any label; all lines with the same label are one list
serie, tisch               where it was played
platz1 … platz6            who sat there: a name, or a start number of the event
spiele                     how many deals the complete list has, where that is not what the event says
eingepasst                 how many deals were passed in, for a list of feet alone
spiel                      position of the row on the list: 1, 2, 3 …, struck rows included
kurz                       the deal in compact notation (`scoring.notation`), or
alleinspieler              seat of the declarer, with the deal by the engine's names (`scoring.deal`): game, spitzen,
                           hand, won …, or with
wert, laufend              the signed value alone, and the running total on the paper beside it
strafe                     points that alleinspieler pays to every other player; the row is then no deal
am_tisch                   the seats that play from this row on, such as 134, where somebody goes or comes
gestrichen, grund          ja for a struck row; why it was struck, or why somebody pays a penalty
platz                      seat of a foot, instead of spiel
spielpunkte, gewonnen,     the foot of this seat; gesamt, the control number, may be empty
verloren, gesamt
=========================  ===========================================================================================

The columns from serie to eingepasst are filled on the first line of a list; below it they are empty or the same again.
Truth is written ja or nein, x, 1 or 0; gifts (schenken) and losers one after the other with spaces; the game in place
of an overtaken Null (replacement) as ``kreuz -2``. What the event has agreed on (`RuleBook.settings`) is no column.

Reading guesses nothing: what it does not understand is a `Problem`, and an unknown column a problem of the whole file.

* **D** A list has feet alone, or rows and beside them feet as control numbers; a foot needs points and both counters.
* **D** The number of a row is never left to the order of the lines. A number that the file leaves out is an empty row,
  which the engine refuses, because a row may have been lost.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, get_args, get_type_hints

from django.utils.translation import gettext as _

from scoring import BOOKS, Deal, Misread, RuleBook, parse
from scoring.deal import DEFAULTS, FIELDS
from scoring.faults import Foot
from scoring.wire import deal_fields
from skatliga.lists.reckoning import Entered
from skatliga.lists.services import MOST_DEALS
from skatliga.rules.wording import sentence, title

SEATS: Final = tuple(f"platz{seat}" for seat in range(1, 7))
HEAD: Final = ("serie", "tisch", *SEATS, "spiele", "eingepasst")
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
_HINTS: Final = get_type_hints(Deal)


@dataclass(frozen=True, slots=True)
class Problem:
    """What could not be read; ``line`` is that of the file, ``row`` that of the list, 0 where there is none."""

    line: int
    message: str
    row: int = 0


@dataclass(frozen=True, slots=True)
class WrittenList:
    """One list as the file has it; a row with a problem is there, but empty."""

    label: str
    line: int
    round: int
    table: int
    seats: tuple[str, ...]
    deals: int | None
    """How many deals it has when complete; `None` is what the event says."""
    eingepasst: int | None
    rows: tuple[Entered, ...]
    lines: tuple[int, ...]
    """The line of the file that each row stands in, 0 where the file leaves it out."""
    feet: tuple[Foot | None, ...]
    """In seat order."""
    problems: tuple[Problem, ...]

    @property
    def place(self) -> str:
        """Where it was played."""
        return _("Serie %(round)s, Tisch %(table)s") % {"round": self.round, "table": self.table}


@dataclass(frozen=True, slots=True)
class ListFile:
    """All lists of a file in its order; with problems of its own it has none."""

    lists: tuple[WrittenList, ...]
    problems: tuple[Problem, ...] = ()


class _Unreadable(Exception):
    """A cell, or a line, that cannot be understood."""


@dataclass(slots=True)
class _Line:
    """One line of the file by columns, without its empty cells."""

    number: int
    cells: dict[str, str]

    def integer(self, column: str) -> int | None:
        """The number in a column, `None` where it is empty."""
        text = self.cells.get(column)
        if text is None:
            return None
        if not _NUMBER.fullmatch(text):
            raise _Unreadable(_("%(column)s: „%(text)s“ ist keine ganze Zahl.") % {"column": column, "text": text})
        return int(text)

    def count(self, column: str, least: int = 0, most: int = MOST) -> int | None:
        """The number in a column that counts something."""
        number = self.integer(column)
        if number is not None and not least <= number <= most:
            raise _Unreadable(
                _("%(column)s: %(number)s ist nicht möglich; möglich sind %(least)s bis %(most)s.")
                % {"column": column, "number": number, "least": least, "most": most}
            )
        return number

    def truth(self, column: str) -> bool:
        """Whether a column says yes."""
        text = self.cells[column]
        if text.lower() not in TRUTH:
            raise _Unreadable(
                _("%(column)s: „%(text)s“ ist nicht zu verstehen; bitte ja oder nein schreiben.")
                % {"column": column, "text": text}
            )
        return TRUTH[text.lower()]


@dataclass(slots=True)
class _Draft:
    """A list while its lines are gathered."""

    label: str
    line: int
    head: dict[str, str] = field(default_factory=dict)
    rows: dict[int, tuple[int, Entered]] = field(default_factory=dict)
    """Line and content by the number of the row."""
    feet: dict[int, Foot] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def complain(self, line: int, message: str, row: int = 0) -> None:
        self.problems.append(Problem(line, message, row))


def read(content: bytes, book: RuleBook, agreements: Mapping[str, Any]) -> ListFile:
    """All lists of a file; the book says what compact notation means, and every deal is played as agreed."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return ListFile((), (Problem(1, _("Die Datei ist nicht in UTF-8; bitte so speichern.")),))
    delimiter = ";" if ";" in text.partition("\n")[0] else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        columns = [name.strip().lower() for name in next(reader, [])]
        lines = [(reader.line_num, cells) for cells in reader]
    except csv.Error as error:
        return ListFile((), (Problem(reader.line_num, _("Das ist keine CSV-Datei (%(error)s).") % {"error": error}),))
    if problems := tuple(_check_columns(columns)):
        return ListFile((), problems)
    drafts, unnamed = _gather_lines(columns, lines, book)
    if unnamed:
        return ListFile((), unnamed)
    return ListFile(tuple(_refuse_doubles([_finish(draft, agreements) for draft in drafts])))


def _gather_lines(
    columns: Sequence[str], lines: Iterable[tuple[int, Sequence[str]]], book: RuleBook
) -> tuple[tuple[_Draft, ...], tuple[Problem, ...]]:
    """The lines by lists, and those that belong to none."""
    drafts: dict[str, _Draft] = {}
    unnamed = []
    for number, cells in lines:
        filled = {name: cell.strip() for name, cell in zip(columns, cells, strict=False) if name and cell.strip()}
        line = _Line(number, filled)
        label = filled.get("liste")
        if label is not None:
            draft = drafts.setdefault(label, _Draft(label, line.number))
            _gather(draft, line, book)
            if len(cells) > len(columns):
                draft.complain(line.number, _("Die Zeile hat mehr Spalten als die Überschrift."))
        elif filled:
            unnamed.append(Problem(line.number, _("In der Spalte liste steht nichts.")))
    return tuple(drafts.values()), tuple(unnamed)


def _check_columns(columns: Sequence[str]) -> Iterator[Problem]:
    """What is wrong with the first line."""
    unknown = [name for name in columns if name and name not in COLUMNS]
    if unknown:
        yield Problem(1, _("Unbekannte Spalten: %(names)s.") % {"names": ", ".join(unknown)})
    double = sorted({name for name in columns if name and columns.count(name) > 1})
    if double:
        yield Problem(1, _("Doppelte Spalten: %(names)s.") % {"names": ", ".join(double)})
    missing = [name for name in ("liste", "serie", "tisch", "platz1") if name not in columns]
    if missing:
        yield Problem(1, _("Es fehlen die Spalten: %(names)s.") % {"names": ", ".join(missing)})


def _gather(draft: _Draft, line: _Line, book: RuleBook) -> None:
    """Add one line to its list, or say why it cannot be."""
    row = 0
    try:
        _gather_head(draft, line)
        row = line.count("spiel", 1, MOST_DEALS) or 0
        if bool(row) == ("platz" in line.cells):
            raise _Unreadable(_("Entweder spiel oder platz ist anzugeben: eine Zeile der Liste oder ein Fuß."))
        if row:
            _gather_row(draft, line, row, book)
        else:
            _gather_foot(draft, line)
    except _Unreadable as unreadable:
        draft.complain(line.number, str(unreadable), row)
        if row:
            draft.rows.setdefault(row, (line.number, Entered(row)))


def _gather_head(draft: _Draft, line: _Line) -> None:
    given = {name: cell for name, cell in line.cells.items() if name in HEAD}
    if line.number == draft.line:
        draft.head = given
    elif other := [name for name, cell in given.items() if draft.head.get(name) != cell]:
        raise _Unreadable(
            _("Anders als am Anfang der Liste: %(names)s. Bitte dort eintragen, hier frei lassen.")
            % {"names": ", ".join(other)}
        )


def _gather_row(draft: _Draft, line: _Line, number: int, book: RuleBook) -> None:
    needless = [name for name in FOOT if name in line.cells]
    if needless:
        raise _Unreadable(_("Das gehört zu einem Fuß: %(names)s.") % {"names": ", ".join(needless)})
    if number in draft.rows:
        raise _Unreadable(_("Spiel %(number)s steht schon weiter oben.") % {"number": number})
    draft.rows[number] = line.number, _read_row(line, number, book)


def _gather_foot(draft: _Draft, line: _Line) -> None:
    needless = [name for name in (*ROW, *DEAL) if name in line.cells]
    if needless:
        raise _Unreadable(_("Das gehört zu einem Spiel: %(names)s.") % {"names": ", ".join(needless)})
    seat = line.count("platz", 1, len(SEATS)) or 0
    if seat in draft.feet:
        raise _Unreadable(_("Der Fuß von Platz %(seat)s steht schon weiter oben.") % {"seat": seat})
    points, won, lost = line.integer("spielpunkte"), line.count("gewonnen"), line.count("verloren")
    if points is None or won is None or lost is None:
        raise _Unreadable(_("Zu einem Fuß gehören spielpunkte, gewonnen und verloren."))
    draft.feet[seat] = Foot(points, won, lost, line.integer("gesamt"))


def _read_row(line: _Line, number: int, book: RuleBook) -> Entered:
    """One row in the way in which it is written; what it is worth, and whether it can be, says the engine."""
    ways = [name for name in ("kurz", "wert", "strafe") if name in line.cells]
    deal = [name for name in DEAL if name in line.cells]
    if len(ways) + bool(deal) > 1:
        names = ", ".join([*ways, *deal])
        raise _Unreadable(_("Bitte das Spiel auf eine Weise angeben, nicht auf mehrere: %(names)s.") % {"names": names})
    struck = "gestrichen" in line.cells and line.truth("gestrichen")
    written = {
        "running": line.integer("laufend"),
        "playing": _read_seats(line),
        "void": struck,
        "reason": line.cells.get("grund", ""),
    }
    if "kurz" not in line.cells:
        declarer = line.count("alleinspieler") or 0
        fields = _read_deal(line, deal) if deal else None
        return Entered(number, declarer, fields, line.integer("wert"), penalty=line.count("strafe") or 0, **written)
    if "alleinspieler" in line.cells:
        raise _Unreadable(_("Wer gespielt hat, steht schon in kurz; bitte alleinspieler frei lassen."))
    if not book.notation:
        raise _Unreadable(_("Das Regelwerk %(book)s hat keine Kurzschrift.") % {"book": title(book)})
    entry = parse(line.cells["kurz"], book)
    if isinstance(entry, Misread):
        raise _Unreadable(_("kurz „%(text)s“: %(why)s") % {"text": line.cells["kurz"], "why": sentence(entry)})
    return Entered(number, entry.seat, deal_fields(entry.deal), **written)


def _read_seats(line: _Line) -> tuple[int, ...] | None:
    """Who plays from this row on; None where nothing changes."""
    seats = line.cells.get("am_tisch", "")
    if seats.strip("123456"):
        raise _Unreadable(_("In am_tisch stehen nur Plätze, zum Beispiel 134, nicht „%(text)s“.") % {"text": seats})
    return tuple(sorted({int(seat) for seat in seats})) or None


def _read_deal(line: _Line, columns: Sequence[str]) -> dict[str, Any]:
    """The fields of a deal in the engine's JSON form, as far as they say more than an empty column."""
    fields = {name: _read_field(line, name) for name in columns}
    return {name: value for name, value in fields.items() if value != DEFAULTS.get(name)}


def _read_field(line: _Line, name: str) -> Any:
    hint = _HINTS[name]
    kinds = (hint, *get_args(hint))
    text = line.cells[name]
    if name == "replacement":
        game, _space, spitzen = text.partition(" ")
        return {"game": game, "spitzen": _Line(line.number, {name: spitzen.strip()}).integer(name)}
    if name == "schenken":
        return text.split()
    if name == "losers":
        return [_Line(line.number, {name: seat}).integer(name) for seat in text.split()]
    if bool in kinds:
        return line.truth(name)
    return line.integer(name) if int in kinds else text


def _finish(draft: _Draft, agreements: Mapping[str, Any]) -> WrittenList:
    """The gathered list, with what can be said only now that all its lines are known."""
    head = _read_head(draft)
    seats = tuple(draft.head.get(name, "") for name in SEATS)
    while seats and not seats[-1]:
        seats = seats[:-1]
    missing = [name for name in ("serie", "tisch") if name not in draft.head]
    missing += [SEATS[seat] for seat, name in enumerate(seats or ("",)) if not name]
    if missing:
        draft.complain(draft.line, _("Am Anfang der Liste fehlt: %(names)s.") % {"names": ", ".join(missing)})
    if surplus := [seat for seat in sorted(draft.feet) if seat > len(seats)]:
        draft.complain(draft.line, _("Zum Fuß von Platz %(seat)s fehlt, wer dort saß.") % {"seat": surplus[0]})
    if draft.rows and head["eingepasst"] is not None:
        draft.complain(draft.line, _("Was eingepasst wurde, steht schon in den Zeilen; bitte eingepasst frei lassen."))
    if not draft.rows and len(draft.feet) < len(seats):
        draft.complain(draft.line, _("Die Liste hat keine Zeilen, und nicht zu jedem Platz steht ein Fuß da."))
    numbers = range(1, max(draft.rows, default=0) + 1)
    in_order = [draft.rows.get(number, (0, Entered(number))) for number in numbers]
    return WrittenList(
        label=draft.label,
        line=draft.line,
        round=head["serie"] or 0,
        table=head["tisch"] or 0,
        seats=seats,
        deals=head["spiele"],
        eingepasst=head["eingepasst"],
        rows=tuple(_agree(row, agreements) for _line, row in in_order),
        lines=tuple(line for line, _row in in_order),
        feet=tuple(draft.feet.get(seat) for seat in range(1, len(seats) + 1)),
        problems=tuple(sorted(draft.problems, key=lambda problem: problem.line)),
    )


def _agree(row: Entered, agreements: Mapping[str, Any]) -> Entered:
    return row if row.deal is None else replace(row, deal={**row.deal, **agreements})


def _read_head(draft: _Draft) -> Mapping[str, int | None]:
    """The numbers of the list's first line."""
    line = _Line(draft.line, draft.head)
    numbers: dict[str, int | None] = {}
    for name, least, most in (
        ("serie", 1, MOST),
        ("tisch", 1, MOST),
        ("spiele", 1, MOST_DEALS),
        ("eingepasst", 0, MOST_DEALS),
    ):
        numbers[name] = None
        try:
            numbers[name] = line.count(name, least, most)
        except _Unreadable as unreadable:
            draft.complain(draft.line, str(unreadable))
    return numbers


def _refuse_doubles(lists: Sequence[WrittenList]) -> Iterator[WrittenList]:
    """Two lists cannot have been played in one place; the later one says so."""
    taken: dict[tuple[int, int], str] = {}
    for written in lists:
        first = taken.setdefault((written.round, written.table), written.label)
        if first != written.label and written.round and written.table:
            told = _("%(place)s hat schon die Liste %(first)s.") % {"place": written.place, "first": first}
            written = replace(written, problems=(*written.problems, Problem(written.line, told)))
        yield written
