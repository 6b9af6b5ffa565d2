"""Importing whole lists into one event, and saying of every list what became of it.

A list is refused whole, with all that is wrong with it, or stored whole. The engine decides, as when a row is typed:
what it finds in a row refuses the list; what it finds in the whole list (rounds that are not complete, a foot that does
not fit) is stored and reported. All lists of an event are stored in one transaction.

* **D** The tables that a Serie lacks are seated first, by all its lists in the file, also by those that are refused. So
  the corrected list finds its table when it is imported later, and the rest of an evening joins the part that is
  there. A list whose head is wrong is refused alone, and so is one whose players sit elsewhere already. At a table
  that is seated the same players must sit in the same order.
* **D** A list that is there already, row for row, is passed over, so a file can be imported once more; another list at
  the same table is refused, with the first row that differs. A list that was annulled on the site, as it is or as it
  once came from a file, stays annulled; another one for its table is stored.
* **D** A list that was cut off in its file is completed by the whole one: as long as it is only handed in, and its rows
  and feet are the beginning of those in the file. So is one that lacks only the note with which it counts, and one cut
  off in its foot, which was entered with all its rows, as long as nobody has touched it since.
* **D** A list that names somebody who could be two is refused alone; the others of its Serie are seated without it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from itertools import zip_longest

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import Finding
from skatliga.events.models import Event, Round, Seat, Table
from skatliga.events.services import add_tables
from skatliga.exchange.evenings.file_lines import FileProblem, open_source
from skatliga.exchange.evenings.import_report import ImportReport, Outcome, Remark
from skatliga.exchange.evenings.list_file import WrittenList, read_lists
from skatliga.exchange.evenings.name_matching import EventParticipants, NamedParticipants
from skatliga.lists.bulk_create import Whole, complete_whole, find_refusals, store_whole
from skatliga.lists.evaluation import Frame, RowView, View, reckon
from skatliga.lists.models import FROM_FILE, Row, Sheet
from skatliga.lists.queries import entered_rows, paper_feet, stored_rows, view_of
from skatliga.lists.services import demand_gesamt_possible
from skatliga.lists.workflow import only_gesamt_known
from skatliga.people.models import User
from skatliga.publication import open_to_change
from skatliga.rules.wording import sentence

Track = Callable[[Sequence[WrittenList]], Iterable[WrittenList]]
"""Goes through the lists and shows somebody how far it has come."""
Place = tuple[int, int]
"""Serie and table."""


def import_lists(
    event: Event, content: bytes, user: User | None, *, dry_run: bool = False, track: Track = iter
) -> ImportReport:
    """Store every list of a file (`list_file`) that the rule book of the event knows; a dry run leaves no trace."""
    try:
        source = open_source(BytesIO(content))
    except ValidationError as refused:
        return ImportReport((), tuple(FileProblem(1, message) for message in refused.messages), dry_run)
    written = read_lists(source, event.book, event.agreements)
    with transaction.atomic():
        outcomes = import_into(event, written.lists, EventParticipants(event), user, dry_run=dry_run, track=track)
        if dry_run:
            transaction.set_rollback(True)
    return ImportReport(outcomes, written.problems, dry_run, source.remarks)


def import_into(
    event: Event,
    lists: Sequence[WrittenList],
    participants: NamedParticipants,
    user: User | None,
    *,
    dry_run: bool,
    track: Track = iter,
) -> tuple[Outcome, ...]:
    """Store the lists of one event within a transaction; a dry run only does what checking them needs."""
    present, annulled = _present(event)
    try:
        open_to_change(event)
        refusals = _take_seats(event, lists, participants, user)
    except ValidationError as closed:
        refusals = {written.label: closed.messages for written in lists}
    tables = _tables(event)
    wholes: list[tuple[Sheet | None, Whole]] = []
    completed: list[tuple[Sheet, Whole]] = []
    outcomes: list[Outcome] = []
    for written in track(lists):
        place = (written.round, written.table)
        sheet = present.get(place)
        if sheet and _same(sheet, written, tables.get(place), participants):
            outcomes.append(Outcome(written.label, written.place, len(written.rows), sheet.state, (), present=True))
            continue
        if any(_was_same(each, written, tables.get(place), participants) for each in annulled.get(place, ())):
            told = (Remark(_("Diese Liste ist auf der Seite annulliert; sie bleibt es."), written.line),)
            state = Sheet.State.ANNULLED
            outcomes.append(Outcome(written.label, written.place, len(written.rows), state, told, present=True))
            continue
        view, against = _judge(event, written, refusals.get(written.label, ()))
        completes = bool(sheet and view and not against and _is_beginning(sheet, written))
        if sheet and view and not against and not completes:
            against = [_difference(sheet, written, view)]
        if against or view is None:
            outcomes.append(Outcome(written.label, written.place, len(written.rows), "", tuple(against)))
            continue
        note = written.note or (only_gesamt_known() if view.only_gesamt else "")
        whole = Whole(tables[place], view, written.rows, written.feet, written.eingepasst, note)
        if sheet and completes:
            completed.append((sheet, whole))
        else:
            wholes.append((sheet, whole))
        notes = (Remark(problem.message, problem.line, problem.row) for problem in written.notes)
        remarks = (*notes, *_list_remarks(view))
        outcomes.append(Outcome(written.label, written.place, len(written.rows), whole.state, remarks))
    if not dry_run:
        if wholes:
            store_whole(event, [whole for _none, whole in wholes], user, FROM_FILE)
        for sheet, whole in completed:
            complete_whole(sheet, whole, user, FROM_FILE)
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
    try:
        demand_gesamt_possible(event, frame, written.feet)
    except ValidationError as refused:
        against += [Remark(told, written.line) for told in refused.messages]
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


def _remark(finding: Finding, line: int = 0) -> Remark:
    return Remark(sentence(finding), line, finding.row, finding.seat, finding.rule)


def _present(event: Event) -> tuple[dict[Place, Sheet], dict[Place, list[Sheet]]]:
    """The lists that the event has already, by place, and apart from them those that were annulled."""
    sheets = (
        Sheet.objects.main()
        .filter(table__round__event=event)
        .select_related("table__round")
        .prefetch_related("rows", "feet", "substitutions")
    )
    present: dict[Place, Sheet] = {}
    annulled: dict[Place, list[Sheet]] = {}
    for sheet in sheets:
        place = (sheet.table.round.number, sheet.table.number)
        if sheet.state == Sheet.State.ANNULLED:
            annulled.setdefault(place, []).append(sheet)
        else:
            present[place] = sheet
    return present, annulled


def _same(sheet: Sheet, written: WrittenList, table: Table | None, participants: NamedParticipants) -> bool:
    """Whether a stored list is the one of the file: the same players, rows and feet."""
    if table is None or written.problems or not _is_seated(table, written, participants):
        return False
    stored = (stored_rows(sheet), tuple(paper_feet(sheet)), sheet.eingepasst)
    settled = not written.note or sheet.state != Sheet.State.HANDED_IN  # which a note would settle
    return settled and stored == (written.rows, written.feet, written.eingepasst)


def _is_beginning(sheet: Sheet, written: WrittenList) -> bool:
    """Whether a stored list is the beginning of the one in the file, and nobody has settled it yet."""
    rows = stored_rows(sheet)
    feet = zip(paper_feet(sheet), written.feet, strict=True)
    untouched = sheet.state == Sheet.State.ENTERED and not sheet.revision
    return (
        (sheet.state == Sheet.State.HANDED_IN or (untouched and len(rows) == len(written.rows)))
        and bool(rows)
        and rows == written.rows[: len(rows)]
        and all(foot is None or foot == new for foot, new in feet)
    )


def _was_same(sheet: Sheet, written: WrittenList, table: Table | None, participants: NamedParticipants) -> bool:
    """Whether a stored list is the one of the file, or came from it row for row before it was changed."""
    if _same(sheet, written, table, participants):
        return True
    if table is None or written.problems or not written.rows or not _is_seated(table, written, participants):
        return False
    came = Row.history.filter(sheet=sheet, history_type="+", history_change_reason=FROM_FILE).order_by("nr")
    return entered_rows(came) == written.rows


def _difference(sheet: Sheet, written: WrittenList, view: View) -> Remark:
    """In what a list of the file differs from the stored one with the same players."""
    rows = zip_longest(stored_rows(sheet), written.rows)
    row = next((nr for nr, (stored, new) in enumerate(rows, 1) if stored != new), 0)
    if not row:
        return Remark(
            _("Diese Liste gibt es schon, aber mit einem anderen Fuß. Sie bleibt, wie sie ist."), written.line
        )
    told = _(
        "Diese Liste gibt es schon, aber anders, zuerst in Spiel %(row)s: dort %(stored)s, in der Datei %(new)s."
        " Sie bleibt, wie sie ist."
    ) % {"row": row, "stored": _in_short(view_of(sheet).rows, row), "new": _in_short(view.rows, row)}
    line = written.lines[row - 1] if row <= len(written.lines) else written.line
    return Remark(told, line, row)


def _in_short(rows: Sequence[RowView], number: int) -> str:
    """A row in a few signs: its notation, and what it brought."""
    row = next((row for row in rows if row.nr == number), None)
    if row is None:
        return _("nichts")
    parts = [row.notation, f"{row.score:+d}" if row.declarer else _("eingepasst"), _("gestrichen") if row.void else ""]
    return " ".join(part for part in parts if part)


def _tables(event: Event) -> dict[Place, Table]:
    """All tables with who sits there, by place."""
    tables = Table.objects.filter(round__event=event).select_related("round").prefetch_related(_seated())
    return {(table.round.number, table.number): table for table in tables}


def _seated() -> Prefetch:
    return Prefetch("seats", Seat.objects.select_related("entry"))


def _take_seats(
    event: Event, lists: Iterable[WrittenList], participants: NamedParticipants, user: User | None
) -> dict[str, list[str]]:
    """Seat every Serie of the file; why a list cannot be where it says, by its label."""
    by_round: dict[int, list[WrittenList]] = {}
    for written in lists:
        if written.round:
            by_round.setdefault(written.round, []).append(written)
    tables = Prefetch("tables", Table.objects.prefetch_related(_seated()))
    rounds = {round.number: round for round in event.rounds.prefetch_related(tables)}
    refusals: dict[str, list[str]] = {}
    for number, played in sorted(by_round.items()):
        refusals |= _take_seats_of_round(rounds.get(number), number, played, participants, user)
    return refusals


def _take_seats_of_round(
    round: Round | None, number: int, played: Sequence[WrittenList], participants: NamedParticipants, user: User | None
) -> dict[str, list[str]]:
    """Seat the tables that a Serie lacks; why a list cannot be where it says, by its label."""
    if round is None:
        told = _("Serie %(number)s hat diese Veranstaltung nicht.") % {"number": number}
        return {written.label: [told] for written in played}
    seated = {table.number: table for table in round.tables.all()}
    refusals: dict[str, list[str]] = {}
    missing: dict[int, WrittenList] = {}
    for written in played:
        try:
            if written.table in seated:
                _demand_sitting(round, seated[written.table], written, participants)
            elif written.table and written.seats and all(written.seats):
                for cell in written.seats:
                    participants.find(cell)
                missing.setdefault(written.table, written)
        except ValidationError as refused:
            refusals[written.label] = refused.messages
    if missing and _seat(round, missing, participants, user):
        for table, written in missing.items():
            if sentences := _seat(round, {table: written}, participants, user):
                refusals[written.label] = sentences
    return refusals


def _seat(
    round: Round, lists: Mapping[int, WrittenList], participants: NamedParticipants, user: User | None
) -> list[str]:
    """Seat tables that a Serie lacks, all or none of them; why none."""
    try:
        with transaction.atomic():
            participants.enter((cell for written in lists.values() for cell in written.seats), user, FROM_FILE)
            add_tables(
                round, {table: [participants.number(cell) for cell in each.seats] for table, each in lists.items()}
            )
    except ValidationError as refused:
        participants.read()
        return refused.messages
    return []


def _demand_sitting(round: Round, table: Table, written: WrittenList, participants: NamedParticipants) -> None:
    """Refuse a list at a table where others sit, or in another order."""
    if not _sit(table, written, participants):
        names = ", ".join(f"{seat.entry.start_number} {seat.entry.name}" for seat in table.seats.all())
        raise ValidationError(
            _("In %(round)s sitzen an Tisch %(table)s andere, oder anders: %(names)s.")
            % {"round": round, "table": table.number, "names": names}
        )


def _is_seated(table: Table, written: WrittenList, participants: NamedParticipants) -> bool:
    """As `_sit`; nobody sits there of whom the file does not say who it is, which `_demand_sitting` has told."""
    with suppress(ValidationError):
        return _sit(table, written, participants)
    return False


def _sit(table: Table, written: WrittenList, participants: NamedParticipants) -> bool:
    """Whether the players of a list sit at the table, in its order."""
    sitting = [seat.entry for seat in table.seats.all()]
    return len(sitting) == len(written.seats) and all(
        participants.means(cell, entry) for cell, entry in zip(written.seats, sitting, strict=True)
    )
