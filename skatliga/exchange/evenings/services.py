"""Importing whole lists into one event, and saying of every list what became of it.

A list is refused whole, with all that is wrong with it, or stored whole. The engine decides, as when a row is typed:
what it finds in a row refuses the list; what it finds in the whole list (rounds that are not complete, a foot that does
not fit) is stored and reported. All lists of an event are stored in one transaction.

* **D** A Serie without seats is seated first, as a whole, by all its lists in the file, also by those that are refused.
  So the corrected list finds its table when it is imported later. At a table that is seated already the same players
  must sit in the same order.
* **D** A list that is there already, row for row, is passed over, so a file can be imported once more; another list at
  the same table is refused.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import Finding
from skatliga.events.changing import open_event
from skatliga.events.models import Event, Round, Seat, Table
from skatliga.events.services import seat_round
from skatliga.exchange.evenings.desk import Desk, EventDesk
from skatliga.exchange.evenings.lines import Problem
from skatliga.exchange.evenings.lists import WrittenList, read_lists
from skatliga.exchange.evenings.reports import Outcome, Remark, Report
from skatliga.exchange.evenings.source import open_source
from skatliga.lists.models import Sheet
from skatliga.lists.queries import paper_feet, stored_rows
from skatliga.lists.reckoning import Frame, View, reckon
from skatliga.lists.whole import Whole, find_refusals, store_whole
from skatliga.rules.wording import sentence

FROM_FILE = "aus einer Datei übernommen"
"""Why something is there; stands in the history as it is."""

Track = Callable[[Sequence[WrittenList]], Iterable[WrittenList]]
"""Goes through the lists and shows somebody how far it has come."""
Place = tuple[int, int]
"""Serie and table."""


def import_lists(event: Event, content: bytes, user: Any, *, dry_run: bool = False, track: Track = iter) -> Report:
    """Store every list of a file (`lists`) that the rule book of the event knows; a dry run leaves no trace."""
    try:
        source = open_source(BytesIO(content))
    except ValidationError as refused:
        return Report((), tuple(Problem(1, message) for message in refused.messages), dry_run)
    written = read_lists(source, event.book, event.agreements)
    with transaction.atomic():
        outcomes = import_into(event, written.lists, EventDesk(event), user, dry_run=dry_run, track=track)
        if dry_run:
            transaction.set_rollback(True)
    return Report(outcomes, written.problems, dry_run, source.remarks)


def import_into(
    event: Event, lists: Sequence[WrittenList], desk: Desk, user: Any, *, dry_run: bool, track: Track = iter
) -> tuple[Outcome, ...]:
    """Store the lists of one event within a transaction; a dry run only does what checking them needs."""
    present = _present(event)
    try:
        open_event(event)
        refusals = _take_seats(event, lists, desk, user)
    except ValidationError as closed:
        refusals = {written.label: closed.messages for written in lists}
    tables = _tables(event)
    wholes, outcomes = [], []
    for written in track(lists):
        place = (written.round, written.table)
        if (sheet := present.get(place)) and _same(sheet, written, tables.get(place), desk):
            outcomes.append(Outcome(written.label, written.place, len(written.rows), sheet.state, (), present=True))
            continue
        view, against = _judge(event, written, refusals.get(written.label, ()))
        if sheet and not against:
            against = [Remark(_("Für diesen Tisch gibt es diese Liste schon."), written.line)]
        if against or view is None:
            outcomes.append(Outcome(written.label, written.place, len(written.rows), "", tuple(against)))
            continue
        whole = Whole(tables[place], view, written.rows, written.feet, written.eingepasst, written.note)
        wholes.append(whole)
        remarks = (*_notes(written), *_list_remarks(view))
        outcomes.append(Outcome(written.label, written.place, len(written.rows), whole.state, remarks))
    if wholes and not dry_run:
        store_whole(event, wholes, user, FROM_FILE)
    return tuple(outcomes)


def _judge(event: Event, written: WrittenList, refusals: Sequence[str]) -> tuple[View | None, list[Remark]]:
    """The list as the engine reckons it, and all that speaks against storing it."""
    against = [Remark(problem.message, problem.line, problem.row) for problem in written.problems]
    against += [Remark(message, written.line) for message in refusals]
    size = len(written.seats)
    if not size:
        return None, against
    deals = written.deals or event.deals_at(size)
    frame = Frame(event.rulebook, event.agreements, event.evaluation, size, deals, target=event.target)
    if not written.rows and None in written.feet:
        return None, against
    view = reckon(frame, written.rows, written.feet, written.eingepasst)
    unread = {problem.row for problem in written.problems}
    against += [_remark(finding, written.lines[finding.row - 1]) for finding in _find_in_rows(view, unread)]
    if not against:
        against = [Remark(told, written.line) for told in find_refusals(view, written.feet, written.eingepasst)]
    return view, sorted(against, key=lambda remark: remark.line)


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


def _notes(written: WrittenList) -> Iterator[Remark]:
    """What the file itself says of a list that is stored."""
    return (Remark(problem.message, problem.line, problem.row) for problem in written.notes)


def _remark(finding: Finding, line: int = 0) -> Remark:
    return Remark(sentence(finding), line, finding.row, finding.seat, finding.rule)


def _present(event: Event) -> dict[Place, Sheet]:
    """The lists that the event has already, by place."""
    sheets = (
        Sheet.objects.filter(table__round__event=event, kind=Sheet.Kind.MAIN)
        .exclude(state=Sheet.State.ANNULLED)
        .select_related("table__round")
        .prefetch_related("rows", "feet")
    )
    return {(sheet.table.round.number, sheet.table.number): sheet for sheet in sheets}


def _same(sheet: Sheet, written: WrittenList, table: Table | None, desk: Desk) -> bool:
    """Whether a stored list is the one of the file: the same players, rows and feet."""
    if table is None or written.problems or not _sit(table, written, desk):
        return False
    stored = (stored_rows(sheet), tuple(paper_feet(sheet)), sheet.eingepasst)
    return stored == (written.rows, written.feet, written.eingepasst)


def _tables(event: Event) -> dict[Place, Table]:
    """All tables with who sits there, by place."""
    tables = Table.objects.filter(round__event=event).select_related("round").prefetch_related(_seated())
    return {(table.round.number, table.number): table for table in tables}


def _seated() -> Prefetch:
    return Prefetch("seats", Seat.objects.select_related("entry"))


def _take_seats(event: Event, lists: Iterable[WrittenList], desk: Desk, user: Any) -> dict[str, list[str]]:
    """Seat every Serie of the file; why a list cannot be where it says, by its label."""
    by_round: dict[int, list[WrittenList]] = {}
    for written in lists:
        if written.round:
            by_round.setdefault(written.round, []).append(written)
    tables = Prefetch("tables", Table.objects.prefetch_related(_seated()))
    rounds = {round.number: round for round in event.rounds.prefetch_related(tables)}
    refusals: dict[str, list[str]] = {}
    for number, played in sorted(by_round.items()):
        try:
            with transaction.atomic():
                refusals |= _take_seats_of_round(event, rounds.get(number), number, played, desk, user)
        except ValidationError as refused:
            refusals |= dict.fromkeys((written.label for written in played), refused.messages)
    return refusals


def _take_seats_of_round(
    event: Event, round: Round | None, number: int, played: Sequence[WrittenList], desk: Desk, user: Any
) -> dict[str, list[str]]:
    if round is None:
        raise ValidationError(_("Serie %(number)s hat diese Veranstaltung nicht.") % {"number": number})
    if tables := {table.number: table for table in round.tables.all()}:
        told = {written.label: _compare_seats(round, tables.get(written.table), written, desk) for written in played}
        return {label: [message] for label, message in told.items() if message}
    unnamed = [written.label for written in played if not written.table or not all(written.seats)]
    if unnamed:
        raise ValidationError(
            _("%(round)s wird erst gesetzt, wenn alle ihre Listen Tisch und Plätze nennen: %(labels)s.")
            % {"round": round, "labels": ", ".join(unnamed)}
        )
    round.event = event
    desk.enter((cell for written in played for cell in written.seats), user, FROM_FILE)
    seat_round(round, {written.table: [desk.number(cell) for cell in written.seats] for written in played})
    return {}


def _compare_seats(round: Round, table: Table | None, written: WrittenList, desk: Desk) -> str:
    """What is to be said against a list at a table of a Serie that is seated already."""
    place = {"round": round, "table": written.table}
    if table is None:
        return _("%(round)s ist schon gesetzt und hat keinen Tisch %(table)s.") % place
    if _sit(table, written, desk):
        return ""
    names = ", ".join(f"{seat.entry.start_number} {seat.entry.name}" for seat in table.seats.all())
    return _("In %(round)s sitzen an Tisch %(table)s andere, oder anders: %(names)s.") % {**place, "names": names}


def _sit(table: Table, written: WrittenList, desk: Desk) -> bool:
    """Whether the players of a list sit at the table, in its order."""
    sitting = [seat.entry for seat in table.seats.all()]
    return len(sitting) == len(written.seats) and all(
        desk.means(cell, entry) for cell, entry in zip(written.seats, sitting, strict=True)
    )
