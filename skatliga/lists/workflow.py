"""From the empty list to the binding one: the states of a list and who may move it from one to the next.

The table of moves is that of the paper: a list is handed in, entered, checked by a second person where the event asks
for one, and binding. Who rejects a list or opens a finished one again says why; it can be annulled, never deleted.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.faults import Foot as PaperFoot
from skatliga.access import Role
from skatliga.events.models import Entry, Seat, Table
from skatliga.lists.models import Revocation, Sheet, Signature, Substitution
from skatliga.lists.queries import view_of
from skatliga.lists.reckoning import View
from skatliga.lists.services import (
    FINISHED,
    carry_out,
    demand,
    demand_correctable,
    demand_unfinished,
    save,
    seating_of,
    start_round,
    write_feet,
)

State = Sheet.State

_LISTS, _DIRECTS = Role.LISTENFUEHRER, Role.SPIELLEITUNG

MOVES: dict[str, dict[str, Role]] = {
    State.OPEN: {
        State.AT_TABLE: _LISTS,
        State.HANDED_IN: _LISTS,
        State.ENTERED: _LISTS,
        State.IN_QUESTION: _LISTS,
        State.ANNULLED: _DIRECTS,
    },
    State.AT_TABLE: {
        State.HANDED_IN: _LISTS,
        State.ENTERED: _LISTS,
        State.IN_QUESTION: _LISTS,
        State.ANNULLED: _DIRECTS,
    },
    State.HANDED_IN: {State.ENTERED: _LISTS, State.IN_QUESTION: _LISTS, State.ANNULLED: _DIRECTS},
    State.IN_QUESTION: {State.ENTERED: _LISTS, State.HANDED_IN: _LISTS, State.ANNULLED: _DIRECTS},
    State.ENTERED: {
        State.CHECKED: _LISTS,
        State.HANDED_IN: _LISTS,
        State.IN_QUESTION: _LISTS,
        State.ANNULLED: _DIRECTS,
    },
    State.CHECKED: {State.BINDING: _DIRECTS, State.ENTERED: _DIRECTS, State.ANNULLED: _DIRECTS},
    State.BINDING: {State.ENTERED: _DIRECTS, State.ANNULLED: _DIRECTS},
    State.ANNULLED: {},
}
"""From each state the states that can follow it, and the least role that may say so.

**D** A list that is parked as in question before anybody said it was handed in lies in the office, so that it may be.
"""

REOPENING = frozenset({(State.CHECKED, State.ENTERED), (State.BINDING, State.ENTERED)})
"""Moves back from a finished list."""

NEEDS_REASON = REOPENING | {(State.ENTERED, State.HANDED_IN)}
"""Moves back, besides every annulment."""


class Decision(StrEnum):
    """What is to become of a list whose foot has just been typed."""

    SAVE = "save"
    ACCEPT = "accept"
    PARK = "park"


class Move(NamedTuple):
    """One thing that can become of a list now."""

    to: str
    label: str
    needs_reason: bool
    backwards: bool


def moves_for(sheet: Sheet, role: Role) -> list[Move]:
    """What somebody with this role may make of a list now."""
    order = list(State)
    return [
        Move(
            to, State(to).label, needs_reason(sheet.state, to), order.index(State(to)) < order.index(State(sheet.state))
        )
        for to, needed in MOVES[sheet.state].items()
        if role.covers(needed)
    ]


def needs_reason(state: str, to: str) -> bool:
    """Whether this move must be explained."""
    return to == State.ANNULLED or (state, to) in NEEDS_REASON


def move(sheet_id: UUID, to: str, revision: int, user: Any, reason: str = "", key: UUID | None = None) -> View:
    """Bring a list to another state; refused where the list or the event is not ready for it."""

    return carry_out(sheet_id, revision, user, lambda sheet: _move(sheet, to, user, reason), key)


def enter_totals(
    sheet_id: UUID,
    feet: Sequence[PaperFoot | None],
    eingepasst: int | None,
    revision: int,
    user: Any,
    key: UUID | None = None,
    decision: Decision = Decision.SAVE,
) -> View:
    """Write the foot of a list from the office's mask and decide in the same step what becomes of the list.

    A list that adds up is entered. One that does not stays as handed in, with what is wrong, until the paper is found
    to be mistaken (`Decision.ACCEPT`: the computed result counts, and a note says so) or the list is put aside
    (`Decision.PARK`).
    """

    def change(sheet: Sheet) -> None:
        demand(any(feet) or sheet.rows.exists(), _("Bitte die Summen eingeben; die Felder sind noch leer."))
        write_feet(sheet, feet, eingepasst, user)
        view = view_of(sheet)
        if decision == Decision.PARK:
            _move(sheet, State.IN_QUESTION, user, "")
        elif decision == Decision.ACCEPT:
            _move(sheet, State.ENTERED, user, _("Auf dem Zettel verrechnet; es gilt der gerechnete Wert."))
        elif view.complete and view.flawless and None not in feet:
            _move(sheet, State.ENTERED, user, "")
        elif sheet.state in {State.OPEN, State.AT_TABLE}:
            _move(sheet, State.HANDED_IN, user, "")

    return carry_out(sheet_id, revision, user, change, key)


def reseat(
    sheet_id: UUID, order: Sequence[int], reason: str, revision: int, user: Any, key: UUID | None = None
) -> View:
    """The players sat otherwise than seated: ``order`` names for each seat the seat whose player sat there."""

    def change(sheet: Sheet) -> None:
        demand_correctable(sheet, user, reason)
        demand(bool(reason.strip()), _("Bitte eine Begründung angeben."))
        demand(
            sorted(order) == list(range(1, sheet.seats + 1)),
            _("Jeder Platz muss genau einmal vergeben werden; bitte die Reihenfolge prüfen."),
        )
        seated = dict(sheet.table.seats.values_list("number", "entry_id"))
        sheet.table.seats.all().delete()
        Seat.objects.bulk_create(
            Seat(round_id=sheet.table.round_id, table=sheet.table, number=number, entry_id=entry)
            for number, entry in enumerate((seated[seat] for seat in order), 1)
        )
        sheet.seating = seating_of(sheet.table)
        save(sheet, user, reason)

    return carry_out(sheet_id, revision, user, change, key)


def move_to_table(sheet_id: UUID, table: Table, revision: int, user: Any, reason: str, key: UUID | None = None) -> View:
    """A list typed under the wrong table or Serie goes to the right one as it is; seats keep their numbers.

    It counts for who sits there; refused where another list stands or not as many sit.
    """

    def change(sheet: Sheet) -> None:
        demand(sheet.state not in FINISHED, _("Diese Liste ist geprüft; bitte zuerst wieder öffnen."))
        demand(bool(reason.strip()), _("Bitte eine Begründung angeben."))
        demand(
            table.round.event_id == sheet.table.round.event_id,
            _("Der Tisch gehört zu einer anderen Veranstaltung."),
        )
        demand(
            not table.sheets.filter(kind=sheet.kind).exclude(state=State.ANNULLED).exists(),
            _("Für diesen Tisch gibt es schon eine Liste; bitte zuerst jene verschieben."),
        )
        demand(table.seats.count() == sheet.seats, _("Am anderen Tisch sitzen nicht gleich viele Spieler."))
        sheet.table, sheet.seating = table, seating_of(table)
        save(sheet, user, reason)
        start_round(table)

    return carry_out(sheet_id, revision, user, change, key)


def substitute(
    sheet_id: UUID,
    seat: int,
    entry: Entry,
    from_deal: int,
    split: bool,
    reason: str,
    revision: int,
    user: Any,
    key: UUID | None = None,
) -> View:
    """Somebody takes over a seat from a deal on; said again for a seat, it replaces what was said before."""

    def change(sheet: Sheet) -> None:
        demand_correctable(sheet, user, reason)
        demand(bool(reason.strip()), _("Bitte eine Begründung angeben."))
        demand(1 <= seat <= sheet.seats, _("Diesen Platz gibt es an dem Tisch nicht."))
        demand(
            2 <= from_deal <= sheet.deals,
            _("Eine Vertretung beginnt frühestens mit Spiel 2 und spätestens mit Spiel %(deals)s.")
            % {"deals": sheet.deals},
        )
        demand(entry.event_id == sheet.table.round.event_id, _("Diese Startnummer gibt es hier nicht."))
        demand(
            not sheet.table.seats.filter(entry=entry).exists(),
            _("%(name)s sitzt selbst an diesem Tisch.") % {"name": entry.name},
        )
        taken = sheet.substitutions.filter(seat=seat).first() or Substitution(sheet=sheet, seat=seat)
        taken.entry, taken.from_deal, taken.split = entry, from_deal, split
        save(taken, user, reason)

    return carry_out(sheet_id, revision, user, change, key)


@transaction.atomic
def sign(sheet: Sheet, seat: int, name: str) -> Signature:
    """A player signs for a seat: a name and the time. Signing again changes nothing."""
    stored = Sheet.objects.select_for_update(of=("self",)).select_related("table__round__event").get(pk=sheet.pk)
    demand_unfinished(stored.table.round.event)
    demand(stored.state != State.ANNULLED, _("Diese Liste ist annulliert; zu unterschreiben gibt es nichts."))
    demand(1 <= seat <= stored.seats, _("Diesen Platz gibt es an dem Tisch nicht."))
    demand(bool(name.strip()), _("Bitte den Namen angeben, mit dem unterschrieben wird."))
    signature, _created = Signature.objects.get_or_create(sheet=stored, seat=seat, defaults={"name": name.strip()})
    return signature


def _move(sheet: Sheet, to: str, user: Any, reason: str) -> None:
    _check_move(sheet, to, user, reason)
    if sheet.state in FINISHED and to != State.BINDING:
        _revoke(sheet, user, reason)
    if to == State.ENTERED:
        sheet.entered_by, sheet.checked_by, sheet.checked_at = user, None, None
    elif to == State.CHECKED:
        sheet.checked_by, sheet.checked_at = user, timezone.now()
    sheet.state = to
    if reason.strip():
        sheet.note = reason
    save(sheet, user, reason)


def _revoke(sheet: Sheet, user: Any, reason: str) -> None:
    """Keep what a finished list said, so that everybody can be told what has changed."""
    results = {str(result.entry_id): result.leistung for result in sheet.results.all()}
    Revocation.objects.create(sheet=sheet, by=user, reason=reason, results=results)


def _check_move(sheet: Sheet, to: str, user: Any, reason: str) -> None:
    demand(
        to in MOVES[sheet.state],
        _("Eine Liste im Stand „%(from)s“ kann nicht „%(to)s“ werden.")
        % {"from": sheet.get_state_display(), "to": State(to).label},
    )
    if needs_reason(sheet.state, to):
        demand(bool(reason.strip()), _("Bitte eine Begründung angeben."))
    if to == State.ENTERED and (sheet.state, to) not in REOPENING:
        _check_entered(sheet, reason)
    if to == State.CHECKED:
        _check_entered(sheet, reason or sheet.note)  # a correction since may have taken something away
        demand(
            not sheet.table.round.event.second_person or sheet.entered_by_id != user.pk,
            _("Bestätigen muss jemand anders als der, der die Liste erfasst hat."),
        )


def _check_entered(sheet: Sheet, note: str) -> None:
    """A list is entered when every deal is there and every finding is answered, if need be by a note."""
    view = view_of(sheet)
    missing = view.frame.deals - view.deals
    demand(
        view.complete,
        ngettext(
            "Es fehlt noch %(missing)s Spiel; bitte nachtragen.",
            "Es fehlen noch %(missing)s Spiele; bitte nachtragen.",
            missing,
        )
        % {"missing": missing},
    )
    demand(
        view.flawless or bool(note.strip()),
        _("Die Liste geht noch nicht auf; bitte die Hinweise klären oder einen Vermerk schreiben."),
    )
