"""Importing whole lists, each in one transaction, and saying of every list what became of it.

A list is refused whole, with all that is wrong with it, or stored whole. The engine decides, as when a row is typed:
what it finds in a row refuses the list; what it finds in the whole list (rounds that are not complete, a foot that does
not fit) is stored and reported.

* **D** A list that has all its deals and no findings is entered, any other one only handed in: somebody looks at it.
* **D** A Serie without seats is seated first, as a whole, by all its lists in the file, also by those that are refused.
  So the corrected list finds its table when it is imported later. At a table that is seated already the same players
  must sit in the same order.
* **D** Who does not take part yet is entered as a guest, without a club. Names are compared as the register does it,
  without regard to case and accents.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import Finding
from skatliga.events.models import Entry, Event, Round, Table
from skatliga.events.services import enter_guests, seat_round
from skatliga.exchange.listfile import Problem, WrittenList, read
from skatliga.lists.models import Sheet
from skatliga.lists.reckoning import Frame, View, reckon
from skatliga.lists.services import open_sheet, save, store_rows
from skatliga.lists.workflow import move
from skatliga.people.names import fold
from skatliga.rules.wording import sentence

State = Sheet.State


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to be said about a list: in which line of the file, which row, at which seat, by which rule."""

    message: str
    line: int = 0
    row: int = 0
    seat: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one list; the remarks say why it was refused, or what is left to be answered."""

    label: str
    place: str
    rows: int
    state: str
    """The state in which it is stored, empty for a list that was refused."""
    remarks: tuple[Remark, ...]

    @property
    def refused(self) -> bool:
        """Whether nothing of it is stored."""
        return not self.state


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a file; with problems of its own nothing of it was looked at."""

    outcomes: tuple[Outcome, ...]
    problems: tuple[Problem, ...]
    dry_run: bool

    @property
    def imported(self) -> tuple[Outcome, ...]:
        """The lists that are stored, or would be."""
        return tuple(outcome for outcome in self.outcomes if not outcome.refused)

    @property
    def refused(self) -> tuple[Outcome, ...]:
        """The lists of which nothing is stored."""
        return tuple(outcome for outcome in self.outcomes if outcome.refused)

    @property
    def with_findings(self) -> tuple[Outcome, ...]:
        """The stored lists that leave something to be answered."""
        return tuple(outcome for outcome in self.imported if outcome.remarks)

    @property
    def rows(self) -> int:
        """How many rows are stored."""
        return sum(outcome.rows for outcome in self.imported)

    @property
    def good(self) -> bool:
        """Whether nothing was refused."""
        return not (self.problems or self.refused)


Track = Callable[[Sequence[WrittenList]], Iterable[WrittenList]]
"""Goes through the lists and shows somebody how far it has come."""


def import_lists(event: Event, content: bytes, user: Any, *, dry_run: bool = False, track: Track = iter) -> Report:
    """Store every list of a file (`listfile`) that the rule book of the event knows; a dry run leaves no trace."""
    file = read(content, event.book, event.agreements)
    with transaction.atomic() if dry_run else nullcontext():
        refusals = _take_seats(event, file.lists)
        outcomes = tuple(
            _import_list(event, written, refusals.get(written.label, ()), user) for written in track(file.lists)
        )
        if dry_run:
            transaction.set_rollback(True)
    return Report(outcomes, file.problems, dry_run)


def _import_list(event: Event, written: WrittenList, refusals: Sequence[str], user: Any) -> Outcome:
    against = [Remark(problem.message, problem.line, problem.row) for problem in written.problems]
    against += [Remark(message, written.line) for message in refusals]
    against += _row_remarks(event, written)
    against.sort(key=lambda remark: remark.line)
    if not against:
        try:
            view, state = _store(event, written, user)
        except ValidationError as refused:
            against = [Remark(message, written.line) for message in refused.messages]
        else:
            return Outcome(written.label, written.place, len(written.rows), state, tuple(_list_remarks(view)))
    return Outcome(written.label, written.place, len(written.rows), "", tuple(against))


@transaction.atomic
def _store(event: Event, written: WrittenList, user: Any) -> tuple[View, State]:
    """Open the list of the table, write everything, and bring it to the state it deserves."""
    table = Table.objects.get(round__event=event, round__number=written.round, number=written.table)
    sheet = open_sheet(table, user)
    if written.deals:
        sheet.deals = written.deals
        save(sheet, user, "")
    view = store_rows(sheet.pk, written.rows, written.feet, written.eingepasst, sheet.revision, user)
    state = State.ENTERED if view.complete and view.flawless else State.HANDED_IN
    move(sheet.pk, state, sheet.revision + 1, user)
    return view, state


def _row_remarks(event: Event, written: WrittenList) -> Iterator[Remark]:
    """What the engine finds in the rows that could be read."""
    size = len(written.seats)
    if not written.rows or not size:
        return
    deals = written.deals or event.deals_at(size)
    frame = Frame(event.rulebook, event.agreements, event.evaluation, size, deals, {})
    unread = {problem.row for problem in written.problems}
    view = reckon(frame, written.rows, written.feet, written.eingepasst)
    yield from (_remark(finding, written.lines[finding.row - 1]) for finding in _find_in_rows(view, unread))


def _find_in_rows(view: View, unread: Collection[int]) -> Iterator[Finding]:
    """The findings of the rows without those that only follow from an earlier one.

    A running total is told from the ones above it: below a row that brings nobody anything it proves nothing, and in
    its own column the first wrong one stands for all.
    """
    every_column = False
    columns: set[int] = set()
    for row in view.rows:
        if row.nr in unread:
            every_column = True
            continue
        for finding in row.findings:
            if finding.code != "running_total":
                every_column = True
            elif every_column or finding.seat in columns:
                continue
            columns.add(finding.seat)
            yield finding


def _list_remarks(view: View) -> Iterator[Remark]:
    """What is left to be answered of a list that is stored."""
    missing = view.expected - view.deals
    if missing:
        told = ngettext(
            "Es fehlt noch %(missing)s Spiel; bitte nachtragen.",
            "Es fehlen noch %(missing)s Spiele; bitte nachtragen.",
            missing,
        )
        yield Remark(told % {"missing": missing})
    yield from (_remark(finding) for finding in view.findings)
    yield from (Remark(sentence(mismatch), seat=mismatch.seat or 0) for mismatch in view.foot_findings)


def _remark(finding: Finding, line: int = 0) -> Remark:
    return Remark(sentence(finding), line, finding.row, finding.seat, finding.rule)


def _take_seats(event: Event, lists: Iterable[WrittenList]) -> dict[str, list[str]]:
    """Seat every Serie of the file; why a list cannot be where it says, by its label."""
    by_round: dict[int, list[WrittenList]] = {}
    for written in lists:
        if written.round:
            by_round.setdefault(written.round, []).append(written)
    refusals: dict[str, list[str]] = {}
    for number, played in sorted(by_round.items()):
        try:
            with transaction.atomic():
                refusals |= _take_seats_of_round(event, number, played)
        except ValidationError as refused:
            refusals |= dict.fromkeys((written.label for written in played), refused.messages)
    return refusals


def _take_seats_of_round(event: Event, number: int, played: Sequence[WrittenList]) -> dict[str, list[str]]:
    round = event.rounds.filter(number=number).first()
    if round is None:
        raise ValidationError(_("Serie %(number)s hat diese Veranstaltung nicht.") % {"number": number})
    if tables := {table.number: table for table in round.tables.prefetch_related("seats__entry")}:
        told = {written.label: _compare_seats(round, tables.get(written.table), written) for written in played}
        return {label: [message] for label, message in told.items() if message}
    _seat_as_written(event, round, played)
    return {}


def _seat_as_written(event: Event, round: Round, played: Sequence[WrittenList]) -> None:
    """Seat a Serie by its lists; refused whole, because it is seated only once."""
    unnamed = [written.label for written in played if not written.table or not all(written.seats)]
    if unnamed:
        raise ValidationError(
            _("%(round)s wird erst gesetzt, wenn alle ihre Listen Tisch und Plätze nennen: %(labels)s.")
            % {"round": round, "labels": ", ".join(unnamed)}
        )
    known = {fold(entry.name) for entry in event.entries.all()}
    cells = {fold(cell): cell for written in played for cell in written.seats if not cell.isdecimal()}
    enter_guests(event, [(cell, "") for key, cell in cells.items() if key not in known])
    entries = list(event.entries.all())
    seat_round(
        round, {written.table: [_find_start_number(cell, entries) for cell in written.seats] for written in played}
    )


def _find_start_number(cell: str, entries: Iterable[Entry]) -> int:
    """The start number of a name, or the number itself; whether it takes part is asked when it is seated."""
    if cell.isdecimal():
        return int(cell)
    found = [entry.start_number for entry in entries if fold(entry.name) == fold(cell)]
    if len(found) > 1:
        raise ValidationError(
            _("%(name)s nimmt mehrmals teil; bitte die Startnummer angeben: %(numbers)s.")
            % {"name": cell, "numbers": get_text_list([str(number) for number in found], _("oder"))}
        )
    return found[0]


def _compare_seats(round: Round, table: Table | None, written: WrittenList) -> str:
    """What is to be said against a list at a table of a Serie that is seated already."""
    place = {"round": round, "table": written.table}
    if table is None:
        return _("%(round)s ist schon gesetzt und hat keinen Tisch %(table)s.") % place
    sitting = [seat.entry for seat in table.seats.all()]
    same = len(sitting) == len(written.seats) and all(
        cell == str(entry.start_number) or fold(cell) == fold(entry.name)
        for cell, entry in zip(written.seats, sitting, strict=True)
    )
    if same:
        return ""
    names = ", ".join(f"{entry.start_number} {entry.name}" for entry in sitting)
    return _("In %(round)s sitzen an Tisch %(table)s andere, oder anders: %(names)s.") % {**place, "names": names}
