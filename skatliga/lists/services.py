"""Everything that writes a list. Each function is one transaction: row, history, revision, result, event's version.

A change names the revision it was made against: if somebody else was faster it is refused with `ConflictError`, and
nothing is lost or doubled. A request sent again with the same key is recognised and changes nothing. What the rules of
the game or of the list do not allow is refused with ValidationError, in sentences that say what to do.

**D** A user who corrects a list that is entered has entered it: where the event asks for a second person, somebody else
confirms the correction too.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.foot_check import PaperFoot
from skatliga.database import JsonObject
from skatliga.events.agreements import MOST_DEALS
from skatliga.events.models import Event, Round, Table
from skatliga.history import demand, demand_reason, sign
from skatliga.lists.evaluation import AnyFoot, Entered, Frame, OnlyGesamt, View, reckon
from skatliga.lists.models import Foot, Row, SeatResult, Sheet, Submission
from skatliga.lists.queries import frame_of, paper_feet, stored_rows, view_of
from skatliga.lists.seat_results import results_of
from skatliga.lists.sheet_page import tell
from skatliga.people.models import User
from skatliga.publication import demand_open

State = Sheet.State

ENTERING = frozenset({State.OPEN, State.AT_TABLE, State.HANDED_IN, State.IN_QUESTION})
"""States in which rows and feet are typed without giving a reason."""

FINISHED = frozenset({State.CHECKED, State.BINDING, State.ANNULLED})
"""States in which nothing is changed before the Spielleitung has opened the list again."""


MOST_POINTS = 99_999
"""More digits than these are a slip of the hand, whatever was played."""


@dataclass(frozen=True, slots=True)
class Change:
    """Who changes a list and why, the revision it was made against, and the key by which it is known when sent again.

    ``user`` is None where the device of the table changes it; without a ``key`` it is another change each time.
    ``held`` is the list as it was locked for this change (`locked`), within a transaction, where its key was looked for
    (`find_key`); ``digest`` is that of what the request says.
    """

    revision: int
    user: User | None
    reason: str = ""
    key: UUID | None = None
    held: Sheet | None = None
    digest: str = ""


class ConflictError(ValidationError):
    """Somebody else has changed the list in the meantime."""


@transaction.atomic
def open_sheet(table: Table, user: User | None, kind: str = Sheet.Kind.MAIN) -> Sheet:
    """Begin the list of a table, with everything its evaluation depends on copied from the event."""
    event = Event.objects.select_for_update(of=("self",)).get(rounds__tables=table)
    demand_open(event)
    size = table.seats.count()
    demand(size > 0, _("An diesem Tisch sitzt niemand; bitte zuerst die Plätze eintragen."))
    taken = table.sheets.live().filter(kind=kind)
    demand(not taken.exists(), _("Für diesen Tisch gibt es diese Liste schon."))
    sheet = Sheet(
        table=table,
        kind=kind,
        rulebook=event.rulebook,
        agreements=event.agreements,
        evaluation=event.evaluation,
        seats=size,
        deals=event.deals_at(size),
        target=event.target,
        seating=seating_of(table),
    )
    save(sheet, user, "")
    start_round(table)
    publish(sheet)
    return sheet


def append_row(sheet_id: UUID, entered: Entered, change: Change) -> View:
    """Enter the next row; refused with every finding of the row, and where the list has all its deals."""

    def make(sheet: Sheet) -> View:
        _demand_entering(sheet)
        rows = stored_rows(sheet)
        row = replace(entered, nr=rows[-1].nr + 1 if rows else 1)
        view = _check_row(sheet, (*rows, row), row.nr)
        demand_room(view)
        stored = Row(**columns_of(row))
        sign(stored, change.user, "")
        sheet.rows.add(stored, bulk=False)
        return view

    return carry_out(sheet_id, change, make)


def insert_row(sheet_id: UUID, entered: Entered, change: Change) -> View:
    """Enter a row that was forgotten at ``entered.nr``; what stands there and below moves down by one.

    The dealers below change with it, so that rows typed one line too high come right. **D** Before the first row play
    those who play in it, unless the new row says otherwise.
    """

    def make(sheet: Sheet) -> None:
        demand_correctable(sheet, change)
        below = list(sheet.rows.filter(nr__gte=entered.nr).order_by("-nr"))
        demand(bool(below), _("Diese Zeile gibt es nicht."))
        stored = stored_rows(sheet)
        is_first = entered.nr == stored[0].nr
        new = replace(entered, playing=entered.playing or stored[0].playing) if is_first else entered
        moved = tuple(replace(row, nr=row.nr + (row.nr >= new.nr)) for row in stored)
        rows = sorted((*moved, new), key=lambda row: row.nr)
        demand_room(_check_row(sheet, rows, new.nr))
        for row in below:
            row.nr += 1
            save(row, change.user, change.reason)
        save(Row(sheet=sheet, **columns_of(new)), change.user, change.reason)
        _demand_new_signatures(sheet, change.user)

    return carry_out(sheet_id, change, make)


def correct_row(sheet_id: UUID, entered: Entered, change: Change) -> View:
    """Replace what stands in a row; once the list was closed for entry this needs a reason."""

    def make(sheet: Sheet) -> None:
        demand_correctable(sheet, change)
        stored = sheet.rows.filter(nr=entered.nr).first()
        if stored is None:
            raise ValidationError(_("Diese Zeile gibt es nicht."))
        demand(not stored.void, _("Diese Zeile ist gestrichen; sie bleibt, wie sie war."))
        rows = tuple(entered if row.nr == entered.nr else row for row in stored_rows(sheet))
        _check_row(sheet, rows, entered.nr)
        for name, value in columns_of(entered).items():
            setattr(stored, name, value)
        save(stored, change.user, change.reason)
        _demand_new_signatures(sheet, change.user)

    return carry_out(sheet_id, change, make)


def strike_rows(sheet_id: UUID, numbers: Iterable[int], change: Change) -> View:
    """Strike rows, one or a whole round; they stay readable and count for nothing."""

    def make(sheet: Sheet) -> None:
        demand(bool(change.reason.strip()), _("Eine gestrichene Zeile braucht eine Begründung."))
        demand_correctable(sheet, change)
        rows = list(sheet.rows.filter(nr__in=tuple(numbers), void=False))
        demand(bool(rows), _("Hier ist keine Zeile, die sich streichen ließe."))
        for row in rows:
            row.void, row.reason = True, change.reason
            save(row, change.user, change.reason)
        _demand_new_signatures(sheet, change.user)

    return carry_out(sheet_id, change, make)


def refuse(sheet_id: UUID, sentences: Sequence[str], change: Change) -> View:
    """Refuse what does not read on the list as it is now, unless that is because the list has changed since.

    A row sent again is recognised although the next one is another's to play, and whoever was second is told that.
    """

    def make(sheet: Sheet) -> None:
        raise ValidationError(list(sentences))

    return carry_out(sheet_id, change, make)


def undo_last(sheet_id: UUID, change: Change) -> View:
    """Take back the last row that was entered; the history keeps it."""

    def make(sheet: Sheet) -> None:
        _demand_entering(sheet)
        row = sheet.rows.last()
        if row is None:
            raise ValidationError(_("Es gibt noch keine Zeile, die sich zurücknehmen ließe."))
        sign(row, change.user)
        row.delete()
        _demand_new_signatures(sheet, change.user)

    return carry_out(sheet_id, change, make)


def enter_feet(
    sheet_id: UUID,
    feet: Sequence[AnyFoot],
    eingepasst: int | None,
    change: Change,
) -> View:
    """Write the foot of the paper: the whole list where it has no rows, otherwise its control numbers.

    What does not add up is stored and found by the engine (`View.foot_findings`); the list is not entered before that
    is answered. Refused is only what cannot stand on any list.
    """

    return carry_out(sheet_id, change, lambda sheet: write_feet(sheet, feet, eingepasst, change))


def write_feet(sheet: Sheet, feet: Sequence[AnyFoot], eingepasst: int | None, change: Change) -> None:
    """Write the foot within a change; see `enter_feet`."""
    demand_correctable(sheet, change)
    check_feet(frame_of(sheet), feet, eingepasst)
    demand_gesamt_possible(sheet.table.round.event, frame_of(sheet), feet)
    if sheet.eingepasst != eingepasst:
        sheet.eingepasst = eingepasst
        save(sheet, change.user, change.reason)
    stored = {foot.seat: foot for foot in sheet.feet.all()}
    for seat, foot in enumerate(feet, 1):
        kept = stored.get(seat) or Foot(sheet=sheet, seat=seat)
        values = {name: getattr(foot, name, None) for name in PaperFoot._fields}
        if values != {name: getattr(kept, name) for name in values}:
            for name, value in values.items():
                setattr(kept, name, value)
            save(kept, change.user, change.reason)


def set_deals(sheet_id: UUID, deals: int, change: Change) -> View:
    """Say how many deals the list has: those not begun when time was up are struck, or a round was played on."""

    def make(sheet: Sheet) -> None:
        demand_correctable(sheet, change)
        demand_reason(change.reason)
        played = view_of(sheet).deals if sheet.rows.exists() else 1
        demand(
            played <= deals <= MOST_DEALS,
            _("Auf der Liste stehen schon %(played)s Spiele; möglich sind %(played)s bis %(most)s.")
            % {"played": played, "most": MOST_DEALS},
        )
        sheet.deals, sheet.deals_fixed = deals, True
        save(sheet, change.user, change.reason)

    return carry_out(sheet_id, change, make)


def locked(sheet_id: UUID) -> Sheet:
    """The list with its table, Serie and event, nobody else changing it until the transaction ends."""
    sheets = Sheet.objects.select_for_update(of=("self",)).select_related("lease", "table__round__event")
    return sheets.get(pk=sheet_id)


def carry_out(sheet_id: UUID, change: Change, make: Callable[[Sheet], View | None]) -> View:
    """Carry out one change of a list and everything that follows from it; a request sent again changes nothing.

    `make` gives the list as it then is, where it knows that.
    """
    if change.held is not None:
        return _carry_out(change.held, change, make)
    with transaction.atomic():
        sheet = locked(sheet_id)
        if change.key is not None and sheet.submissions.filter(key=change.key).exists():
            return view_of(sheet)
        return _carry_out(sheet, change, make)


def _carry_out(sheet: Sheet, change: Change, make: Callable[[Sheet], View | None]) -> View:
    if sheet.revision != change.revision:
        raise ConflictError(_("Jemand anders hat diese Liste inzwischen geändert; bitte vergleichen und neu eingeben."))
    demand_open(sheet.table.round.event)
    sheet.revision = change.revision + 1
    made = make(sheet)
    Sheet.objects.filter(pk=sheet.pk).update(revision=sheet.revision)
    if change.key is not None:
        Submission.objects.create(key=change.key, sheet=sheet, revision=sheet.revision, digest=change.digest)
    view = publish(sheet, made)
    if sheet.state == State.ENTERED and not view.complete:
        sheet.state = State.HANDED_IN  # a struck row has opened the list again for the deal that takes its place
        save(sheet, change.user, _("Es fehlen Spiele."))
    return view


class KeyTakenError(ValidationError):
    """The key of a request belongs to another one."""


def find_key(key: UUID, said: str, sheet_id: UUID | None) -> tuple[str, bool]:
    """The digest of what a request says that comes under this key, and whether it was carried out before.

    ``sheet_id`` is its list, None where the request makes it. Raises KeyTakenError where another came under the key.
    """
    digest = sha256(said.encode()).hexdigest()
    found = list(Submission.objects.filter(key=key))
    if any(known.sheet_id != sheet_id or known.digest not in ("", digest) for known in found):
        raise KeyTakenError(_("Dieser Schlüssel gehört schon zu einem anderen Auftrag. Nichts ist geändert."))
    return digest, bool(found)


@contextmanager
def under_key(sheet_id: UUID, key: UUID | None, said: str) -> Iterator[None]:
    """Carry out a change of a list by a request that says this, within a transaction; raises KeyTakenError."""
    if key is None:
        yield
        return
    with transaction.atomic():
        Sheet.objects.select_for_update(of=("self",)).get(pk=sheet_id)
        digest, _known = find_key(key, said, sheet_id)
        yield
        Submission.objects.filter(sheet=sheet_id, key=key, digest="").update(digest=digest)


def publish(sheet: Sheet, view: View | None = None) -> View:
    """Keep what the list now comes to, and let every page of the event know that something has changed.

    `view` is the list as it is, where that is known.
    """
    view = view or view_of(sheet)
    sheet.results.all().delete()
    if sheet.kind == Sheet.Kind.MAIN and sheet.state != State.ANNULLED:
        SeatResult.objects.bulk_create(results_of(sheet, view))
    Event.objects.filter(pk=sheet.table.round.event_id).bump_version()
    return view


def seating_of(table: Table) -> str:
    """The start numbers at a table in seat order, as the history tells them."""
    return ", ".join(map(str, table.seats.order_by("number").values_list("entry__start_number", flat=True)))


def start_round(table: Table) -> None:
    """From the first list on nobody is seated anew."""
    Round.objects.filter(pk=table.round_id, started_at=None).update(started_at=timezone.now())
    Event.objects.filter(rounds=table.round_id).bump_version()


def release_round(round_id: int) -> None:
    """A Serie whose last list went elsewhere or was annulled can be seated again."""
    if not Sheet.objects.live().filter(table__round=round_id).exists():
        Round.objects.filter(pk=round_id).update(started_at=None)


def save(instance: Model, user: User | None, reason: str) -> None:
    """Save, with who and why in the history."""
    sign(instance, user, reason)
    instance.save()


def _check_row(sheet: Sheet, rows: Sequence[Entered], nr: int) -> View:
    """Refuse a row that the engine finds something wrong with."""
    view = reckon(frame_of(sheet), rows, paper_feet(sheet), None)
    row = next(row for row in view.rows if row.nr == nr)
    if row.findings:
        raise ValidationError([ValidationError(tell(found, row.number), found.code) for found in row.findings])
    return view


def demand_room(view: View) -> None:
    """Refuse a list with more deals than it can have."""
    demand(
        view.deals <= view.expected,
        ngettext(
            "Die Liste hat ihr einziges Spiel schon; bitte die Zeilen mit dem Papier vergleichen.",
            "Die Liste hat ihre %(deals)s Spiele schon; bitte die Zeilen mit dem Papier vergleichen.",
            view.expected,
        )
        % {"deals": view.expected},
    )


def check_feet(frame: Frame, feet: Sequence[AnyFoot], eingepasst: int | None) -> None:
    """Refuse numbers that no list of this length can show."""
    if len(feet) != frame.seats:
        raise ValueError("one foot for every seat, None where the paper says nothing")
    whole = [foot for foot in feet if isinstance(foot, PaperFoot)]
    counts = [eingepasst or 0, *(count for foot in whole for count in (foot.won, foot.lost))]
    demand(
        all(0 <= count <= frame.deals for count in counts),
        _("Gewonnene, verlorene und eingepasste Spiele sind Anzahlen von 0 bis %(deals)s; bitte vergleichen.")
        % {"deals": frame.deals},
    )
    points = [foot.spielpunkte for foot in whole] + [foot.gesamt or 0 for foot in feet if foot]
    demand(
        all(abs(number) <= MOST_POINTS for number in points),
        _("Mehr als %(most)s Punkte hat keine Liste; bitte vergleichen.") % {"most": MOST_POINTS},
    )


def demand_gesamt_possible(event: Event, frame: Frame, feet: Sequence[AnyFoot]) -> None:
    """Refuse feet of which only the Gesamt is known where more is needed.

    **D** In a league every list is needed whole: who has won more parts teams that are level, and its tables add up
    what was won and lost.
    """
    alone = [isinstance(foot, OnlyGesamt) for foot in feet]
    if not any(alone):
        return
    demand(all(alone), _("Nur das Gesamt: Dann bitte für jeden Platz das Gesamt und sonst nichts eingeben."))
    demand(
        frame.writes_gesamt and not Event.objects.filter(pk=event.pk, league_group__isnull=False).exists(),
        _("Hier reicht das Gesamt allein nicht; bitte Spielpunkte, gewonnene und verlorene Spiele eingeben."),
    )


def forget_signatures(sheet: Sheet, user: User | None, reason: str) -> None:
    """Drop the signatures of a list that says something else now; the history keeps them."""
    for signature in sheet.signatures.all():
        sign(signature, user, reason)
        signature.delete()


def _demand_new_signatures(sheet: Sheet, user: User | None) -> None:
    """Who has signed a list that still lies at its table signs again what it says now, whoever corrected it."""
    if sheet.state in {State.OPEN, State.AT_TABLE}:
        forget_signatures(sheet, user, _("Die Liste wurde berichtigt."))


def _demand_entering(sheet: Sheet) -> None:
    demand(sheet.state in ENTERING, _("Diese Liste ist geschlossen; ändern kann sie nur die Spielleitung."))


def demand_correctable(sheet: Sheet, change: Change) -> None:
    """Refuse where the list is finished, and without a reason where it is entered."""
    demand(sheet.state not in FINISHED, _("Diese Liste ist geprüft; bitte zuerst wieder öffnen."))
    if sheet.state not in ENTERING:
        demand_reason(change.reason)
        sheet.entered_by = change.user
        save(sheet, change.user, change.reason)


def columns_of(entered: Entered) -> JsonObject:
    """What a row is stored as, by column."""
    return {
        "nr": entered.nr,
        "declarer": entered.declarer,
        "deal": entered.deal,
        "score": entered.score,
        "running": entered.running,
        "playing": list(entered.playing) if entered.playing else None,
        "penalty": entered.penalty,
        "void": entered.void,
        "reason": entered.reason,
    }
