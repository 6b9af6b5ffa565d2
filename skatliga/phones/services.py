"""What a player does on his own phone, and what the Spielleitung makes of a call: each as one transaction.

What is refused raises ValidationError.
"""

from typing import Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.events.models import Entry, Event, Table
from skatliga.history import demand
from skatliga.lists.models import Sheet, Signature
from skatliga.lists.queries import view_of
from skatliga.lists.workflow import sign
from skatliga.people.models import User
from skatliga.phones.models import TableCall
from skatliga.phones.queries import signer_at
from skatliga.publication import bump_version

MOST_CALLS: Final = 20
"""Calls of one table in a Serie."""


@transaction.atomic
def countersign(entry: Entry, sheet_id: UUID, revision: int) -> Signature:
    """Sign one's own list by one's own code, as it stood at this revision."""
    sheets = Sheet.objects.main().live().select_for_update(of=("self",)).select_related("table__round__event")
    sheet = sheets.filter(pk=sheet_id, table__round__event=entry.event_id).first()
    if sheet is None:
        raise ValidationError(_("Diese Liste gibt es nicht mehr."))
    seat = signer_at(sheet, entry)
    demand(seat > 0, _("Diese Liste unterschreibt, wer an ihrem Ende am Tisch sitzt."))
    demand(
        sheet.revision == revision,
        _("Die Liste hat sich gerade geändert. Bitte noch einmal ansehen und dann unterschreiben."),
    )
    view = view_of(sheet)
    demand(view.complete, _("Unterschrieben wird, wenn alle Spiele auf der Liste stehen."))
    return sign(sheet, seat, entry.name, entry=entry)


@transaction.atomic
def call(entry: Entry, table: Table, kind: str) -> TableCall:
    """Call somebody to a table; called already nothing changes."""
    event = Event.objects.select_for_update(of=("self",)).get(pk=entry.event_id)
    demand(event.state == Event.State.PUBLISHED, _("Gerufen werden kann nur, solange gespielt wird."))
    demand(kind in TableCall.Kind.values, _("So kann niemand gerufen werden; bitte die Seite neu laden."))
    before = TableCall.objects.filter(round=table.round_id, table=table.number)
    waiting = before.filter(done_at=None).first()
    if waiting:
        return waiting
    demand(
        before.count() < MOST_CALLS, _("So oft hat dieser Tisch schon gerufen; bitte selbst zur Turnierleitung gehen.")
    )
    made = TableCall.objects.create(round_id=table.round_id, table=table.number, entry=entry, kind=kind)
    bump_version(event)
    return made


@transaction.atomic
def take_back(entry: Entry, pk: int) -> None:
    """Nobody is needed any more, says who has called; done already nothing changes."""
    for call in TableCall.objects.select_for_update().filter(pk=pk, entry=entry, done_at=None):
        call.done_at = timezone.now()
        call.save()
        bump_version(entry.event)


@transaction.atomic
def take_call(call: TableCall, user: User) -> None:
    """Somebody goes there; taken or done already nothing changes."""
    for stored in TableCall.objects.select_for_update().filter(pk=call.pk, taken_at=None, done_at=None):
        stored.taken_at, stored.taken_by = timezone.now(), user
        stored.save()
        bump_version(call.round.event)


@transaction.atomic
def finish_call(call: TableCall, user: User) -> None:
    """It is done; who had not taken it before does so now."""
    for stored in TableCall.objects.select_for_update().filter(pk=call.pk, done_at=None):
        stored.done_at, stored.done_by = timezone.now(), user
        if stored.taken_at is None:
            stored.taken_at, stored.taken_by = stored.done_at, user
        stored.save()
        bump_version(call.round.event)
