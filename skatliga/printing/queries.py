"""What is read for paper: lists with all that stands on them, names as the visitor may see them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.rulebook import RuleBook
from skatliga.access import Role
from skatliga.events.agreements import usual_agreements
from skatliga.events.days import write_day_of
from skatliga.events.live_pages import state_of
from skatliga.events.models import Event, Round, Seat, Table
from skatliga.lists.evaluation import Frame
from skatliga.lists.models import Row, Sheet, Signature
from skatliga.lists.paper_codes import sheet_code_path, table_code_path
from skatliga.lists.queries import frame_of, stored_rows, substitution_words, view_of
from skatliga.printing.formats import NORMAL, Edition
from skatliga.printing.pdf import code_address
from skatliga.printing.sheet_paper import Head, Paper, PaperPlace, blank, lay_out

_ON_A_LIST = ("rows", "feet", "signatures", "substitutions__entry__player__merged_into", "checked_by")
ROUNDS = 12
"""Of a list that is for no event."""
AT_ONCE = 50
"""Lists that are read together; more would only take memory."""


def filled_paper(sheet: Sheet, role: Role | None, site: str, edition: Edition = NORMAL) -> Paper:
    """A list as it stands; `site` is what stands before the path of an address."""
    prefetch_related_objects([sheet], *_ON_A_LIST, _seats("table__seats"))
    return _filled(sheet, role, site, corrected_rows([sheet]), edition)


def blank_paper(sheet: Sheet, role: Role | None, site: str, edition: Edition = NORMAL) -> Paper:
    """The same list with nothing but its names."""
    prefetch_related_objects([sheet], _seats("table__seats"))
    return _blank(sheet, role, site, edition)


def blank_table(table: Table, role: Role | None, site: str, edition: Edition = NORMAL) -> Paper:
    """The list that a table without one would get; `table` comes with its Serie and event."""
    prefetch_related_objects([table], _seats("seats"))
    return _unopened(table, role, site, edition)


def blank_form(event: Event, size: int, edition: Edition = NORMAL) -> Paper:
    """A list for any table of this size."""
    return blank(event_frame(event, size), head=head_of(event), edition=edition)


def rules_form(book: RuleBook, size: int, evaluation: str, edition: Edition = NORMAL) -> Paper:
    """A list for any event that is played by a rule book, in rounds as many as usual."""
    deals = ROUNDS * size
    return blank(Frame(book.key, usual_agreements(book), evaluation, size, deals), edition=edition)


def filled_papers(round: Round, role: Role | None, site: str, edition: Edition = NORMAL) -> Iterator[Paper]:
    """The lists of a Serie as they stand, by table; `site` is what stands before the path of an address."""
    sheets = sheets_of(round).prefetch_related(*_ON_A_LIST, _seats("table__seats"))
    corrected = corrected_rows(sheets_of(round))
    for sheet in sheets.iterator(chunk_size=AT_ONCE):
        sheet.table.round = round
        yield _filled(sheet, role, site, corrected, edition)


def blank_papers(round: Round, role: Role | None, site: str, edition: Edition = NORMAL) -> Iterator[Paper]:
    """A blank list for every table of a Serie, opened already or not."""
    sheets = {sheet.table_id: sheet for sheet in sheets_of(round)}
    for table in seated_tables(round).prefetch_related(_seats("seats")):
        sheet = sheets.get(table.pk)
        if sheet:
            sheet.table = table
            yield _blank(sheet, role, site, edition)
        else:
            yield _unopened(table, role, site, edition)


def state_of_sheet(sheet: Sheet) -> tuple[object, ...]:
    """What the paper of a list is made of; signatures leave the event as it is."""
    signed = list(sheet.signatures.values_list("pk", flat=True))
    return state_of(sheet.table.round.event), sheet.revision, signed


def sheets_of(round: Round) -> QuerySet[Sheet]:
    """The lists of a Serie, by table."""
    found = Sheet.objects.main().live().filter(table__round=round)
    return found.select_related("table").order_by("table__number")


def seated_tables(round: Round) -> QuerySet[Table]:
    """The tables of a Serie at which somebody sits."""
    return round.tables.filter(seats__isnull=False).distinct()


def address_of(sheet: Sheet, site: str) -> str:
    """What the code on a list says; `site` is what stands before the path of an address."""
    return code_address(site, sheet_code_path(sheet.pk))


def head_of(event: Event, round: Round | None = None, table: Table | None = None, sheet: Sheet | None = None) -> Head:
    """What a list says of itself, as far as it is known."""
    occasion = (event.club.name, event.place, write_day_of(event, round))
    return Head(
        event=event.name,
        club=event.club.name,
        occasion=" · ".join(part for part in occasion if part),
        round=str(round.number) if round else "",
        table=str(table.number) if table else "",
        marks=tuple(_marks(sheet)) if sheet else (),
    )


def event_frame(event: Event, size: int) -> Frame:
    """All that the evaluation of a list at a table of this size depends on."""
    deals = event.deals_at(size)
    return Frame(event.rulebook, event.agreements, event.evaluation, size, deals, target=event.target)


def _filled(sheet: Sheet, role: Role | None, site: str, corrected: dict[int, str], edition: Edition) -> Paper:
    return lay_out(
        view_of(sheet),
        stored_rows(sheet),
        places(sheet, role),
        {row.nr: corrected[row.pk] for row in sheet.rows.all() if row.pk in corrected},
        reasons=role is not None,
        head=replace(_sheet_head(sheet, site), state=_state(sheet, role)),
        note=sheet.note if role else "",
        substitutes=[
            _("Platz %(seat)s: %(words)s.") % {"seat": taken.seat, "words": substitution_words(sheet, taken, role)}
            for taken in sheet.substitutions.all()
        ],
        edition=edition,
    )


def _blank(sheet: Sheet, role: Role | None, site: str, edition: Edition) -> Paper:
    return blank(frame_of(sheet), _places(sheet.table, sheet.seats, role), _sheet_head(sheet, site), edition)


def _unopened(table: Table, role: Role | None, site: str, edition: Edition) -> Paper:
    event = table.round.event
    size = len(table.seats.all())
    head = replace(head_of(event, table.round, table), address=code_address(site, table_code_path(table)))
    return blank(event_frame(event, size), _places(table, size, role), head, edition)


def _sheet_head(sheet: Sheet, site: str) -> Head:
    table = sheet.table
    return replace(head_of(table.round.event, table.round, table, sheet), address=address_of(sheet, site))


def _marks(sheet: Sheet) -> Iterator[str]:
    """Why a list does not count."""
    if sheet.kind == Sheet.Kind.TWIN:
        yield sheet.get_kind_display()
    if sheet.state == Sheet.State.ANNULLED:
        yield sheet.get_state_display()


def _state(sheet: Sheet, role: Role | None) -> str:
    """How far a list is, and who confirmed it; the public need not know who."""
    state = _("Stand: %(state)s") % {"state": sheet.get_state_display()}
    if role and sheet.checked_by:
        return _("%(state)s, geprüft von %(name)s") % {"state": state, "name": sheet.checked_by.name}
    return state


def places(sheet: Sheet, role: Role | None) -> list[PaperPlace]:
    """Who sat where, with the signatures; the public learns that somebody has signed, and when."""
    signatures = {signature.seat: _signature(signature, role) for signature in sheet.signatures.all()}
    return _places(sheet.table, sheet.seats, role, signatures)


def corrected_rows(sheets: Iterable[Sheet]) -> dict[int, str]:
    """The reasons of rows that were corrected once their list was closed, by the row's id.

    **D** What was put right while the list was being entered is no correction, so it needs no reason.
    """
    rows = Row.history.filter(sheet__in=sheets)
    explained = rows.exclude(history_change_reason=None).values("id")
    versions = rows.filter(void=False, id__in=explained).order_by("history_date", "history_id")
    reasons: dict[int, str] = {}
    before: dict[int, tuple[object, ...]] = {}
    columns = ("id", "history_change_reason", "declarer", "deal", "score", "penalty")
    for row, reason, *written in versions.values_list(*columns):
        if reason and before.get(row, written) != written:
            reasons[row] = reason
        before[row] = written
    return reasons


def _seats(lookup: str) -> Prefetch:
    return Prefetch(lookup, Seat.objects.select_related("entry__player__merged_into"))


def _places(table: Table, size: int, role: Role | None, signatures: dict[int, str] | None = None) -> list[PaperPlace]:
    """The seats of a table; those nobody sits on stay without a name."""
    entries = {seat.number: seat.entry for seat in table.seats.all()}
    return [
        PaperPlace(seat, entry.name_for(role), entry.start_number, entry.club_name, (signatures or {}).get(seat, ""))
        if (entry := entries.get(seat))
        else PaperPlace(seat)
        for seat in range(1, size + 1)
    ]


def _signature(signature: Signature, role: Role | None) -> str:
    time = date_format(localtime(signature.signed_at), "SHORT_DATETIME_FORMAT")
    if signature.entry_id:
        time = _("%(time)s, mit Code") % {"time": time}
    return f"{signature.name}, {time}" if role else time
