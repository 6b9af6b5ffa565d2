"""Whole lists in a file: what it looks like, and reading it.

A table, as CSV, XLSX or ODS. The first line names the columns, in any order. Every further line is one row of a list,
or the foot of one player. Empty columns can be left out.

=========================  ===========================================================================================
veranstaltung, datum, ort  which evening, only in a file of many evenings: what it is called, the day as 31.05.2026 or
                           2026-05-31, and the place, which may be empty
liste                      any label; all lines of an evening with the same label are one list
serie, tisch               where it was played
platz1 … platz6            who sat there: a name, or a number: the start number in a file for one event, the member's
                           number in a file of many evenings
spiele                     how many deals the complete list has, where that is not what the event says
eingepasst                 how many deals were passed in, for a list of feet alone
vermerk                    why the list counts as it is although something does not add up: broken off, no whole rounds
spiel                      position of the row on the list: 1, 2, 3 …, struck rows included
kurz                       the deal in compact notation (`scoring.notation`), or
alleinspieler              seat of the declarer, with the deal by the engine's names (`scoring.deal`): game, spitzen,
                           hand, won …, or with
wert, laufend              the signed value alone, and the running total on the paper beside it
strafe                     points that alleinspieler pays to every other player; the row is then no deal
am_tisch                   the seats that play from this row on, such as 134, where somebody goes or comes
gestrichen, grund          ja for a struck row; why it was struck, or why somebody pays a penalty
platz                      seat of a foot, instead of spiel
spielpunkte, gewonnen,     the foot of this seat; gesamt, the control number, may be empty; or gesamt alone, for every
verloren, gesamt           seat of the list, where nothing else is known
=========================  ===========================================================================================

The columns from serie to vermerk are filled on the first line of a list; below it they are empty or the same again.
Truth is written ja or nein, x, 1 or 0; gifts (schenken) and losers one after the other with spaces; the game in place
of an overtaken Null (replacement) as ``kreuz -2``. What the event has agreed on (`RuleBook.settings`) is no column.

All lines of an evening stand together. Its columns are filled on its first line; below they are empty or the same.

Reading guesses nothing: what it does not understand is a `FileProblem`, and an unknown column a problem of the whole
file.

* **D** A list has feet alone, or rows and beside them feet as control numbers; a foot needs points and both counters,
  or is a Gesamt alone.
* **D** The number of a row is never left to the order of the lines. A number that the file leaves out is an empty row,
  which the engine refuses, because a row may have been lost.
* **D** A list with a vermerk has the deals it has, unless spiele says how many: one that was broken off is complete.
* **D** An evening is read whole, and never more than `MOST_LINES` of it; a larger event comes in several files.
"""

import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.utils.translation import gettext as _

from scoring import RuleBook
from skatliga.database import JsonObject
from skatliga.events.agreements import MOST_DEALS
from skatliga.exchange.evenings.file_lines import (
    COLUMNS,
    DEAL,
    EVENING,
    FOOT,
    HEAD,
    MOST,
    ROW,
    SEATS,
    FileLine,
    FileProblem,
    Source,
    UnreadableError,
    read_foot,
    read_row,
)
from skatliga.exchange.evenings.import_report import Outcome
from skatliga.exchange.workbooks.csv_reader import BrokenFileError
from skatliga.lists.evaluation import AnyFoot, Entered

MOST_LINES: Final = 100_000
MOST_ROUNDS: Final = 999
LONGEST_NAME: Final = 120
"""Characters of a name, of a player as of an evening."""
LONGEST_NOTE: Final = 500


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
    feet: tuple[AnyFoot, ...]
    """In seat order."""
    problems: tuple[FileProblem, ...]
    """Why it is refused."""
    notes: tuple[FileProblem, ...] = ()
    """What is to be said of it although it is not refused."""
    note: str = ""
    """Why it counts although something does not add up (`lists.bulk_create`)."""
    games: tuple[str, ...] = ()
    """The keys of its games on a Skat server (`iss_file`)."""

    @property
    def place(self) -> str:
        """Where it was played."""
        return _("Serie %(round)s, Tisch %(table)s") % {"round": self.round, "table": self.table}


@dataclass(frozen=True, slots=True)
class WrittenEvening:
    """One evening as the file has it; with problems of its own it has no lists. ``line`` is its first one."""

    name: str
    date: datetime.date | None
    place: str
    line: int
    lists: tuple[WrittenList, ...]
    problems: tuple[FileProblem, ...] = ()
    """Why it is refused."""
    notes: tuple[FileProblem, ...] = ()
    """What was left out of it."""
    known: tuple[Outcome, ...] = ()
    """Lists that the club has already, as far as reading found that out."""

    @property
    def day(self) -> datetime.date:
        """When it was; an evening without a day has problems, and nothing of it is stored."""
        assert self.date
        return self.date


@dataclass(slots=True)
class _Draft:
    """A list while its lines are gathered."""

    label: str
    line: int
    head: dict[str, str] = field(default_factory=dict)
    rows: dict[int, tuple[int, Entered]] = field(default_factory=dict)
    """Line and content by the number of the row."""
    feet: dict[int, AnyFoot] = field(default_factory=dict)
    problems: list[FileProblem] = field(default_factory=list)

    def complain(self, line: int, message: str, row: int = 0) -> None:
        self.problems.append(FileProblem(line, message, row))


def read_lists(source: Source, book: RuleBook, agreements: JsonObject) -> WrittenEvening:
    """All lists of a file for one event; the book says what compact notation means, and every deal is as agreed."""
    if problems := tuple(_check_columns(source.columns, COLUMNS)):
        return WrittenEvening("", None, "", 1, (), problems)
    block = _Block(source.columns, {})
    try:
        for number, cells in source.lines:
            block.add(number, cells, book)
    except BrokenFileError as broken:
        return WrittenEvening("", None, "", 1, (), (FileProblem(broken.line, str(broken)),))
    return block.finish(agreements)


def read_evenings(source: Source, book: RuleBook, agreements: JsonObject) -> Iterator[WrittenEvening]:
    """The evenings of a file, one after the other as they are read."""
    problems = [*_check_columns(source.columns, (*EVENING, *COLUMNS), ("veranstaltung", "datum"))]
    if problems:
        yield WrittenEvening("", None, "", 1, (), tuple(problems))
        return
    block = _Block(source.columns, {})
    try:
        for number, cells in source.lines:
            said = _said_of_evening(source.columns, cells)
            if any(block.evening.get(name) != cell for name, cell in said.items()):
                if block.line:
                    yield block.finish(agreements)
                block = _Block(source.columns, said)
            block.add(number, cells, book)
    except BrokenFileError as broken:
        # What was read of this evening may not be all of it.
        told = (FileProblem(broken.line, str(broken)),)
        yield WrittenEvening(block.evening.get("veranstaltung", ""), None, "", block.line or broken.line, (), told)
        return
    if block.line:
        yield block.finish(agreements)


def _said_of_evening(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    pairs = zip(columns, cells, strict=False)
    return {name: text for name, cell in pairs if name in EVENING and (text := cell.strip())}


class _Block:
    """The lines of one evening while they are gathered."""

    def __init__(self, columns: Sequence[str], evening: dict[str, str]) -> None:
        self.columns = columns
        self.evening = evening
        self.line = 0
        self.lines = 0
        self.drafts: dict[str, _Draft] = {}
        self.unnamed: list[FileProblem] = []

    def add(self, number: int, cells: Sequence[str], book: RuleBook) -> None:
        """One more line, unless there are too many."""
        pairs = zip(self.columns, cells, strict=False)
        filled = {name: text for name, cell in pairs if name and (text := cell.strip())}
        if not filled:
            return
        self.line = self.line or number
        self.lines += 1
        if self.lines > MOST_LINES:
            return
        label = filled.get("liste")
        if label is None:
            self.unnamed.append(FileProblem(number, _("In der Spalte liste steht nichts.")))
            return
        draft = self.drafts.setdefault(label, _Draft(label, number))
        _gather(draft, FileLine(number, filled), book)
        if any(cell.strip() for cell in cells[len(self.columns) :]):
            draft.complain(number, _("Die Zeile hat mehr Spalten als die Überschrift."))

    def finish(self, agreements: JsonObject) -> WrittenEvening:
        """The evening with all that can be said only now that its lines are known."""
        problems = self.unnamed[:]
        date = None
        if self.lines > MOST_LINES:
            told = _("Ein Abend hat höchstens %(most)s Zeilen; bitte in mehrere Dateien teilen.")
            problems.append(FileProblem(self.line, told % {"most": MOST_LINES}))
        if self.evening:
            try:
                date = FileLine(self.line, self.evening).day("datum")
                _check_name(self.evening.get("veranstaltung", ""), "veranstaltung")
                _check_length(self.evening.get("ort", ""), "ort")
            except UnreadableError as unreadable:
                problems.append(FileProblem(self.line, str(unreadable)))
        lists = () if problems else tuple(_refuse_doubles([_finish(each, agreements) for each in self.drafts.values()]))
        name, place = self.evening.get("veranstaltung", ""), self.evening.get("ort", "")
        return WrittenEvening(name, date, place, self.line or 1, lists, tuple(problems))


def _check_name(name: str, column: str) -> None:
    if not any(letter.isalpha() for letter in name):
        raise UnreadableError(_("In der Spalte %(column)s fehlt der Name.") % {"column": column})
    _check_length(name, column)


def _check_length(text: str, column: str, most: int = LONGEST_NAME) -> None:
    if len(text) > most:
        raise UnreadableError(
            _("%(column)s: „%(text)s…“ ist zu lang; möglich sind %(most)s Zeichen.")
            % {"column": column, "text": text[:40], "most": most}
        )


def _check_columns(columns: Sequence[str], known: Collection[str], needed: Sequence[str] = ()) -> Iterator[FileProblem]:
    """What is wrong with the first line."""
    unknown = [name for name in columns if name and name not in known]
    if unknown:
        yield FileProblem(1, _("Unbekannte Spalten: %(names)s.") % {"names": ", ".join(unknown)})
    double = sorted({name for name in columns if name and columns.count(name) > 1})
    if double:
        yield FileProblem(1, _("Doppelte Spalten: %(names)s.") % {"names": ", ".join(double)})
    missing = [name for name in (*needed, "liste", "serie", "tisch", "platz1") if name not in columns]
    if missing:
        yield FileProblem(1, _("Es fehlen die Spalten: %(names)s.") % {"names": ", ".join(missing)})


def _gather(draft: _Draft, line: FileLine, book: RuleBook) -> None:
    """Add one line to its list, or say why it cannot be."""
    row = 0
    try:
        _gather_head(draft, line)
        row = line.count("spiel", 1, MOST_DEALS) or 0
        if bool(row) == ("platz" in line.cells):
            raise UnreadableError(_("Entweder spiel oder platz ist anzugeben: eine Zeile der Liste oder ein Fuß."))
        if row:
            _gather_row(draft, line, row, book)
        else:
            _gather_foot(draft, line)
    except UnreadableError as unreadable:
        draft.complain(line.number, str(unreadable), row)
        if row:
            draft.rows.setdefault(row, (line.number, Entered(row)))


def _gather_head(draft: _Draft, line: FileLine) -> None:
    given = {name: cell for name, cell in line.cells.items() if name in HEAD}
    if line.number == draft.line:
        draft.head = given
    elif other := [name for name, cell in given.items() if draft.head.get(name) != cell]:
        raise UnreadableError(
            _("Anders als am Anfang der Liste: %(names)s. Bitte dort eintragen, hier frei lassen.")
            % {"names": ", ".join(other)}
        )


def _gather_row(draft: _Draft, line: FileLine, number: int, book: RuleBook) -> None:
    needless = [name for name in FOOT if name in line.cells]
    if needless:
        raise UnreadableError(_("Das gehört zu einem Fuß: %(names)s.") % {"names": ", ".join(needless)})
    if number in draft.rows:
        raise UnreadableError(_("Spiel %(number)s steht schon weiter oben.") % {"number": number})
    draft.rows[number] = line.number, read_row(line, number, book)


def _gather_foot(draft: _Draft, line: FileLine) -> None:
    needless = [name for name in (*ROW, *DEAL) if name in line.cells]
    if needless:
        raise UnreadableError(_("Das gehört zu einem Spiel: %(names)s.") % {"names": ", ".join(needless)})
    seat = line.count("platz", 1, len(SEATS)) or 0
    if seat in draft.feet:
        raise UnreadableError(_("Der Fuß von Platz %(seat)s steht schon weiter oben.") % {"seat": seat})
    draft.feet[seat] = read_foot(line)


def _finish(draft: _Draft, agreements: JsonObject) -> WrittenList:
    """The gathered list, with what can be said only now that all its lines are known."""
    head = _read_head(draft)
    seats = tuple(draft.head.get(name, "") for name in SEATS)
    while seats and not seats[-1]:
        seats = seats[:-1]
    missing = [name for name in ("serie", "tisch") if name not in draft.head]
    missing += [SEATS[seat] for seat, name in enumerate(seats or ("",)) if not name]
    if missing:
        draft.complain(draft.line, _("Am Anfang der Liste fehlt: %(names)s.") % {"names": ", ".join(missing)})
    for column, name in zip(SEATS, seats, strict=False):
        try:
            _check_length(name, column)
        except UnreadableError as unreadable:
            draft.complain(draft.line, str(unreadable))
    if surplus := [seat for seat in sorted(draft.feet) if seat > len(seats)]:
        draft.complain(draft.line, _("Zum Fuß von Platz %(seat)s fehlt, wer dort saß.") % {"seat": surplus[0]})
    if draft.rows and head["eingepasst"] is not None:
        draft.complain(draft.line, _("Was eingepasst wurde, steht schon in den Zeilen; bitte eingepasst frei lassen."))
    if not draft.rows and len(draft.feet) < len(seats):
        draft.complain(draft.line, _("Die Liste hat keine Zeilen, und nicht zu jedem Platz steht ein Fuß da."))
    note = draft.head.get("vermerk", "")
    try:
        _check_length(note, "vermerk", LONGEST_NOTE)
    except UnreadableError as unreadable:
        draft.complain(draft.line, str(unreadable))
    numbers = range(1, max(draft.rows, default=0) + 1)
    in_order = [draft.rows.get(number, (0, Entered(number))) for number in numbers]
    return WrittenList(
        label=draft.label,
        line=draft.line,
        round=head["serie"] or 0,
        table=head["tisch"] or 0,
        seats=seats,
        deals=head["spiele"] or (_deals_of(draft) if note else None),
        eingepasst=head["eingepasst"],
        rows=tuple(_agree(row, agreements) if agreements else row for _line, row in in_order),
        lines=tuple(line for line, _row in in_order),
        feet=tuple(draft.feet.get(seat) for seat in range(1, len(seats) + 1)),
        problems=tuple(sorted(draft.problems, key=lambda problem: problem.line)),
        note=note,
    )


def _deals_of(draft: _Draft) -> int | None:
    """How many deals the rows of a list hold, `None` where there are none."""
    return sum(not (row.void or row.penalty) for _line, row in draft.rows.values()) or None


def _agree(row: Entered, agreements: JsonObject) -> Entered:
    return row if row.deal is None else replace(row, deal={**row.deal, **agreements})


def _read_head(draft: _Draft) -> Mapping[str, int | None]:
    """The numbers of the list's first line."""
    line = FileLine(draft.line, draft.head)
    numbers: dict[str, int | None] = {}
    for name, least, most in (
        ("serie", 1, MOST_ROUNDS),
        ("tisch", 1, MOST),
        ("spiele", 1, MOST_DEALS),
        ("eingepasst", 0, MOST_DEALS),
    ):
        numbers[name] = None
        try:
            numbers[name] = line.count(name, least, most)
        except UnreadableError as unreadable:
            draft.complain(draft.line, str(unreadable))
    return numbers


def _refuse_doubles(lists: Sequence[WrittenList]) -> Iterator[WrittenList]:
    """Two lists cannot have been played in one place; the later one says so."""
    taken: dict[tuple[int, int], str] = {}
    for written in lists:
        first = taken.setdefault((written.round, written.table), written.label)
        if first != written.label and written.round and written.table:
            told = _("%(place)s hat schon die Liste %(first)s.") % {"place": written.place, "first": first}
            written = replace(written, problems=(*written.problems, FileProblem(written.line, told)))
        yield written
