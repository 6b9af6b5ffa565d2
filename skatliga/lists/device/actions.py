"""Carrying out what a device has sent: with the office's own services, an entry a transaction, in order.

An entry that was carried out before is recognised by its key, and one that says what stands there already is done. One
made on a list that has become another in the meantime is a clash: nothing is changed, and those at the table choose
what is to stand there. Everything behind the first refusal or clash waits.

**D** A device does not clash with just any change of the list, as pages of the office do: a row it adds must still be
the next one with the same dealer, a row it changes must still say what the device believed. What the office corrected
elsewhere on the list stays, and the device is shown it.
**D** The last row is corrected freely, since the dealer of the next deal looks at it; an older one when two players
have agreed. A name that was tapped by mistake is taken back as long as the list is at the table, and counts as a
change. Whoever had signed signs again after a correction, and a signature for other names or Spielpunkte than
those on the list is a clash too: what the office changed meanwhile, nobody at the table has read.
"""

from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import Misread, parse, write
from skatliga.access import Role
from skatliga.history import demand
from skatliga.lists.access import AT_TABLE
from skatliga.lists.device.requests import Kind, Sending, Sent
from skatliga.lists.evaluation import Entered, RowView, View
from skatliga.lists.forms import NotationForm, errors_of
from skatliga.lists.history import writer_of
from skatliga.lists.models import Lease, Row, Sheet, Submission
from skatliga.lists.queries import read_whole, sittings_of, stored_row, view_at, view_of
from skatliga.lists.services import Change, append_row, correct_row, find_key, locked, undo_last
from skatliga.lists.workflow import move, sign, unsign

MOST_CHANGES: Final = 1_000
"""So often a list is not changed at its table; beyond it the office goes on."""


class NotTheWriterError(Exception):
    """Another device writes the list now, or none does."""


class ClashError(Exception):
    """The list is not what the device believed."""


@dataclass(frozen=True, slots=True)
class DeviceAnswer:
    """What became of one entry."""

    key: UUID
    status: str
    """``accepted``, ``refused`` or ``clash``."""
    said: list[str] = field(default_factory=list)
    who: str = ""
    """Who wrote what stands there instead, and when."""
    at: str = ""


class Kept(NamedTuple):
    """What became of the entries of one sending."""

    answers: list[DeviceAnswer]
    last: tuple[Sheet, View] | None
    """The list as it then stands, read as a whole (`read_whole`), where the last entry was a deal behind the others."""


def keep(sheet_id: UUID, sending: Sending) -> Kept:
    """Carry out entries until one is refused or clashes; the rest gets no answer. Raises NotTheWriterError."""
    answers: list[DeviceAnswer] = []
    last = None
    for sent in sending.entries:
        try:
            with transaction.atomic():
                _demand_writer(sheet_id, sending)
                last = _carry_out(locked(sheet_id), sent)
            answers.append(DeviceAnswer(sent.key, "accepted"))
        except ValidationError as refusal:
            return Kept([*answers, DeviceAnswer(sent.key, "refused", refusal.messages)], None)
        except ClashError:
            return Kept([*answers, _clash(sheet_id, sent)], None)
    return Kept(answers, last)


def _demand_writer(sheet_id: UUID, sending: Sending) -> None:
    """Let only the device with the lease pass, and note that it was heard of."""
    held = Lease.objects.filter(sheet=sheet_id, holder=str(sending.device), generation=sending.generation)
    if sending.sheet != sheet_id or not held.update(seen_at=timezone.now()):
        raise NotTheWriterError


def _carry_out(sheet: Sheet, sent: Sent) -> tuple[Sheet, View] | None:
    """Do what was sent; a deal that is entered gives the list as it then stands."""
    digest, known = find_key(sent.key, f"{sent.kind} {sent.seat} {sent.text}", sheet.pk)
    if known:
        return None
    if sent.kind == Kind.ROW:
        read_whole(sheet)
    view = view_of(sheet)
    if sent.kind in (Kind.ROW, Kind.CORRECTION) and stands_there(view, sent):
        return None
    demand(sheet.state in AT_TABLE, _("Diese Liste ist abgegeben; ändern kann sie nur die Turnierleitung."))
    demand(
        sheet.submissions.count() < MOST_CHANGES,
        _("So oft wird am Gerät keine Liste geändert; bitte bei der Turnierleitung weitermachen."),
    )
    change = Change(sheet.revision, None, key=sent.key, held=sheet, digest=digest)
    if sent.kind == Kind.ROW:
        return sheet, _append(sheet, view, sent, change)
    _CARRY_OUT[sent.kind](sheet, view, sent, change)
    return None


def stands_there(view: View, sent: Sent) -> bool:
    """Whether the row says already what is sent: the office has scanned the list or typed the same."""
    row = next((row for row in view.rows if row.nr == sent.nr), None)
    if row is None or row.void or row.penalty or (sent.kind == Kind.ROW and row.dealer != sent.dealer):
        return False
    return bool(sent.text) and written(row) == as_written(sent.text, view)


def _append(sheet: Sheet, view: View, sent: Sent, change: Change) -> View:
    following = view.rows[-1].nr + 1 if view.rows else 1
    if (sent.nr, sent.dealer) != (following, view.dealer):
        raise ClashError
    return append_row(sheet.pk, _read(sent.text, view), change)


def _correct(sheet: Sheet, view: View, sent: Sent, change: Change) -> None:
    row = _row_believed(view, sent)
    reason = "" if row.nr == view.rows[-1].nr else _agreement(sheet, view, sent)
    entered = _read(sent.text, view_at(sheet, sent.nr))
    corrected = replace(entered, nr=sent.nr, playing=stored_row(sheet, sent.nr).playing)
    correct_row(sheet.pk, corrected, replace(change, reason=reason))


def _undo(sheet: Sheet, view: View, sent: Sent, change: Change) -> None:
    if not view.rows or _row_believed(view, sent) is not view.rows[-1]:
        raise ClashError
    demand(
        stored_row(sheet, sent.nr).playing is None,
        _("Ab diesem Spiel sitzen andere am Tisch; zurücknehmen kann es nur die Turnierleitung."),
    )
    undo_last(sheet.pk, change)


def _sign(sheet: Sheet, view: View, sent: Sent, change: Change) -> None:
    names = {sitting.seat: sitting.name_at(view.deals) for sitting in sittings_of(sheet, Role.READER)}
    if sent.feet != tuple((names[player.seat], player.spielpunkte) for player in view.players):
        raise ClashError
    demand(view.complete, _("Unterschrieben wird, wenn alle Spiele auf der Liste stehen."))
    sign(sheet, sent.seat, names.get(sent.seat, ""), None)


def _unsign(sheet: Sheet, view: View, sent: Sent, change: Change) -> None:
    unsign(sheet, sent.seat, None)
    Submission.objects.create(sheet=sheet, key=sent.key, revision=sheet.revision, digest=change.digest)


def _hand_in(sheet: Sheet, view: View, sent: Sent, change: Change) -> None:
    demand(view.complete, _("Abgegeben wird, wenn alle Spiele auf der Liste stehen."))
    demand(
        sheet.signatures.count() == sheet.seats,
        _("Es haben noch nicht alle unterschrieben. Wer nicht unterschreiben will, geht mit zur Turnierleitung."),
    )
    move(sheet.pk, Sheet.State.HANDED_IN, change)


_CARRY_OUT: Final = {
    Kind.CORRECTION: _correct,
    Kind.UNDO: _undo,
    Kind.SIGN: _sign,
    Kind.UNSIGN: _unsign,
    Kind.HAND_IN: _hand_in,
}


def _read(text: str, view: View) -> Entered:
    """The row as it is read in the office. Raises ValidationError."""
    form = NotationForm({"text": text}, view=view)
    if not form.is_valid():
        raise ValidationError(errors_of(form))
    return form.entered


def _row_believed(view: View, sent: Sent) -> RowView:
    """The row that the device means, where it still says what the device believed."""
    row = next((row for row in view.rows if row.nr == sent.nr), None)
    if row is None or row.void or row.penalty or written(row) != as_written(sent.before, view):
        raise ClashError
    return row


def written(row: RowView) -> str:
    """What stands in a row, as a device writes and reads it; empty where it cannot be said so short."""
    if row.bare is not None and row.winner_credited:
        return f"{row.credited}{abs(row.bare):+d}"
    if row.account is not None and row.account.deal.game == "eingepasst":  # under books without a notation too
        return "0"
    return row.notation or (f"{row.declarer}{row.bare:+d}" if row.bare is not None else "")


def as_written(text: str, view: View) -> str:
    """The text as the list would show it: a device may name the bid where the list names what it cost."""
    book = view.frame.book
    read = parse(text, book) if book.notation else None
    return text if read is None or isinstance(read, Misread) else write(read.seat, read.deal, book) or text


def _agreement(sheet: Sheet, view: View, sent: Sent) -> str:
    """Who has agreed to change an older row, as the reason for it."""
    names = {sitting.seat: sitting.name_at(view.deals + 1) for sitting in sittings_of(sheet, Role.READER)}
    agreed = [names[seat] for seat in sorted(set(sent.agreed)) if seat in names]
    demand(len(agreed) > 1, _("Ein älteres Spiel wird nur geändert, wenn zwei am Tisch zustimmen."))
    return _("Am Tisch zugestimmt: %(names)s") % {"names": ", ".join(agreed)}


def _clash(sheet_id: UUID, sent: Sent) -> DeviceAnswer:
    """Something else stands in the row already: who wrote it last, and when."""
    version = Row.history.filter(sheet_id=sheet_id, nr=sent.nr).select_related("history_user").first()
    if version is None:
        return DeviceAnswer(sent.key, "clash")
    return DeviceAnswer(sent.key, "clash", who=writer_of(version), at=version.history_date.isoformat())
