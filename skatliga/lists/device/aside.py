"""Deals that came too late to stand on the list: kept beside it, until somebody of the office has looked at them.

Two devices may both have written without a network. Who is right follows from the lease; what the other one sends is
taken for nothing but what was said at the table: it changes no list, and nobody has to take it from a phone that goes
home.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db import transaction

from scoring import Misread, parse
from skatliga.lists.access import AT_TABLE
from skatliga.lists.device.actions import as_written, stands_there, written
from skatliga.lists.device.requests import Kind, Sending, Sent
from skatliga.lists.evaluation import View
from skatliga.lists.models import Lease, Sheet, StrayDeal
from skatliga.lists.queries import view_of
from skatliga.people.models import User

MOST_KEPT: Final = 200
"""Of one list: whoever has its card can send what he likes."""


class StrayLine(NamedTuple):
    """A deal that stands on no list, as the office reads it."""

    deal: StrayDeal
    seat: int
    score: int


def set_aside(sheet: Sheet | None, sending: Sending) -> None:
    """Keep the deals that were sent and stand nowhere, where this device writes no list that lies on the table."""
    if sheet is None or _is_written_by(sheet, sending):
        return
    view, deals = view_of(sheet), _deals(sending)
    with transaction.atomic():
        room = MOST_KEPT - Sheet.objects.select_for_update(of=("self",)).get(pk=sheet.pk).stray_deals.count()
        kept = [
            StrayDeal(sheet=sheet, key=sent.key, nr=sent.nr, text=sent.text)
            for sent in deals
            if not stands_there(view, sent)
        ]
        StrayDeal.objects.bulk_create(kept[: max(room, 0)], ignore_conflicts=True)


def _deals(sending: Sending) -> list[Sent]:
    """The deals as they were in the end, without what was corrected or taken back."""
    found: dict[int, Sent] = {}
    for sent in sending.entries:
        if sent.kind == Kind.UNDO:
            found.pop(sent.nr, None)
        elif sent.kind in (Kind.ROW, Kind.CORRECTION) and sent.text:
            found[sent.nr] = sent
    return list(found.values())


def _is_written_by(sheet: Sheet, sending: Sending) -> bool:
    held = Lease.objects.filter(sheet=sheet, holder=str(sending.device), generation=sending.generation)
    sheet.refresh_from_db(fields=["state"])
    return sheet.state in AT_TABLE and held.exists()


def stray_lines(sheet: Sheet, view: View) -> list[StrayLine]:
    """What nobody has looked at yet and the list does not say by now. One query."""
    here = {row.nr: written(row) for row in view.rows}
    waiting = sheet.stray_deals.filter(noted_by=None)
    return [_line(deal, view) for deal in waiting if here.get(deal.nr) != as_written(deal.text, view)]


def _line(deal: StrayDeal, view: View) -> StrayLine:
    book = view.frame.book
    read = parse(deal.text, book) if book.notation else None
    if read is None or isinstance(read, Misread):
        bare = deal.text[1:]
        return StrayLine(deal, int(deal.text[0]) if deal.text[0].isdecimal() else 0, _number(bare))
    return StrayLine(deal, read.seat, book.value(read.deal).score)


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0


def note(sheet: Sheet, keys: Iterable[int], user: User) -> None:
    """Somebody of the office has looked at these."""
    sheet.stray_deals.filter(pk__in=keys, noted_by=None).update(noted_by=user)
