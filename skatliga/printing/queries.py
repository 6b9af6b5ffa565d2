"""What is read for paper: lists with all that stands on them, names as the visitor may see them."""

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.formats import date_format
from django.utils.timezone import localtime

from skatliga.access import Role
from skatliga.events.models import Event, Seat, Table
from skatliga.lists.models import Row, Sheet, Signature
from skatliga.lists.queries import frame_of, stored_rows, view_of
from skatliga.lists.reckoning import Frame
from skatliga.printing.documents import Paper, Place, blank, lay_out


def filled_paper(sheet: Sheet, role: Role | None) -> Paper:
    """A list as it stands."""
    prefetch_related_objects([sheet], "rows", "feet", "signatures", "checked_by", _seats("table__seats"))
    return lay_out(
        view_of(sheet), stored_rows(sheet), places(sheet, role), corrected_rows(sheet), reasons=role is not None
    )


def blank_paper(sheet: Sheet, role: Role | None) -> Paper:
    """The same list with nothing but its names."""
    prefetch_related_objects([sheet], _seats("table__seats"))
    return blank(frame_of(sheet), _places(sheet.table, sheet.seats, role))


def blank_table(event: Event, table: Table, role: Role | None) -> Paper:
    """The list that a table without one would get."""
    prefetch_related_objects([table], _seats("seats"))
    size = len(table.seats.all())
    return blank(event_frame(event, size), _places(table, size, role))


def event_frame(event: Event, size: int) -> Frame:
    """All that the evaluation of a list at a table of this size depends on."""
    return Frame(event.rulebook, event.agreements, event.evaluation, size, event.deals_at(size), {})


def places(sheet: Sheet, role: Role | None) -> list[Place]:
    """Who sat where, with the signatures; the public learns that somebody has signed, and when."""
    signatures = {signature.seat: _signature(signature, role) for signature in sheet.signatures.all()}
    return _places(sheet.table, sheet.seats, role, signatures)


def corrected_rows(sheet: Sheet) -> dict[int, str]:
    """The reasons of rows that were corrected once the list was closed, by their position on the list.

    **D** What was put right while the list was being entered is no correction, so it needs no reason.
    """
    reasons: dict[int, str] = {}
    before: dict[int, tuple[object, ...]] = {}
    for version in Row.history.filter(sheet=sheet.pk, void=False).order_by("history_date", "history_id"):
        written = (version.declarer, version.deal, version.score, version.penalty)
        if version.history_change_reason and before.get(version.id, written) != written:
            reasons[version.id] = version.history_change_reason
        before[version.id] = written
    return {row.nr: reasons[row.pk] for row in sheet.rows.all() if row.pk in reasons}


def _seats(lookup: str) -> Prefetch:
    return Prefetch(lookup, Seat.objects.select_related("entry__player__merged_into"))


def _places(table: Table, size: int, role: Role | None, signatures: dict[int, str] | None = None) -> list[Place]:
    """The seats of a table; those nobody sits on stay without a name."""
    entries = {seat.number: seat.entry for seat in table.seats.all()}
    return [
        Place(seat, entry.name_for(role), entry.start_number, entry.club_name, (signatures or {}).get(seat, ""))
        if (entry := entries.get(seat))
        else Place(seat)
        for seat in range(1, size + 1)
    ]


def _signature(signature: Signature, role: Role | None) -> str:
    time = date_format(localtime(signature.signed_at), "SHORT_DATETIME_FORMAT")
    return f"{signature.name}, {time}" if role else time
