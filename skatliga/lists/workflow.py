"""From the empty list to the binding one: the states of a list and who may move it from one to the next.

The table of moves is that of the paper: a list is handed in, entered, checked by a second person where the event asks
for one, and binding. Who rejects a list or opens a finished one again says why; it can be annulled, never deleted.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.access import Role
from skatliga.events.models import Entry
from skatliga.history import demand, demand_reason
from skatliga.history import sign as sign_change
from skatliga.lists.confirmation import may_confirm
from skatliga.lists.evaluation import AnyFoot, View
from skatliga.lists.models import Revocation, Sheet, Signature
from skatliga.lists.proposals import proposals_for
from skatliga.lists.queries import view_of
from skatliga.lists.services import FINISHED, Change, carry_out, release_round, save, write_feet
from skatliga.people.models import User
from skatliga.publication import demand_open

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

**D** A list may be put in question before it was marked as handed in: it is then in the office, and
can be marked so later.
"""

REOPENING = frozenset({(State.CHECKED, State.ENTERED), (State.BINDING, State.ENTERED)})
"""Moves back from a finished list."""

NEEDS_REASON = REOPENING | {(State.ENTERED, State.HANDED_IN)}
"""Moves back, besides every annulment."""


class Decision(StrEnum):
    """What is to become of a list whose foot has just been typed."""

    SAVE = "save"
    ACCEPT = "accept"
    ONLY_GESAMT = "gesamt"
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
            to,
            _("Wieder öffnen") if (sheet.state, to) in REOPENING else str(State(to).label),
            needs_reason(sheet.state, to),
            order.index(State(to)) < order.index(State(sheet.state)),
        )
        for to, needed in MOVES[sheet.state].items()
        if role.covers(needed)
    ]


def needs_reason(state: str, to: str) -> bool:
    """Whether this move must be explained."""
    return to == State.ANNULLED or (state, to) in NEEDS_REASON


def move(sheet_id: UUID, to: str, change: Change) -> View:
    """Bring a list to another state; refused where the list or the event is not ready for it."""

    return carry_out(sheet_id, change, lambda sheet: _move(sheet, to, change.user, change.reason))


def enter_totals(
    sheet_id: UUID,
    feet: Sequence[AnyFoot],
    eingepasst: int | None,
    change: Change,
    decision: Decision = Decision.SAVE,
    amounts: Mapping[int, int | None] = MappingProxyType({}),
) -> View:
    """Write the foot of a list from the office's mask and decide in the same step what becomes of the list.

    A list that adds up is entered. One that does not stays as handed in, with what is wrong, until the paper is found
    to be mistaken (`Decision.ACCEPT`: the computed result counts, which ``amounts`` repeats for every seat where it
    differs, and a note says so) or the list is put aside (`Decision.PARK`). One of which nothing but the Gesamt is
    known is entered as such (`Decision.ONLY_GESAMT`).
    """

    def make(sheet: Sheet) -> None:
        demand(any(feet) or sheet.rows.exists(), _("Bitte die Summen eingeben; die Felder sind noch leer."))
        write_feet(sheet, feet, eingepasst, change)
        view = view_of(sheet)
        if decision == Decision.PARK:
            _move(sheet, State.IN_QUESTION, change.user, change.reason)
        elif decision == Decision.ACCEPT:
            _check_mistaken(sheet, view, amounts)
            _enter(sheet, change.user, _("Auf dem Zettel verrechnet; es gilt der gerechnete Wert."))
        elif decision == Decision.ONLY_GESAMT:
            demand(view.only_gesamt, _("Bitte für jeden Platz das Gesamt und sonst nichts eingeben."))
            _enter(sheet, change.user, change.reason or only_gesamt_known())
        elif view.complete and view.flawless and None not in feet:
            _enter(sheet, change.user, change.reason)
        elif sheet.state in {State.OPEN, State.AT_TABLE}:
            _move(sheet, State.HANDED_IN, change.user, "")

    return carry_out(sheet_id, change, make)


def _check_mistaken(sheet: Sheet, view: View, amounts: Mapping[int, int | None]) -> None:
    """A paper that was added up wrongly is believed where nothing likelier explains the gap, and told the right sum."""
    demand(
        view.only_gesamt_differs,
        _("Auf dem Zettel verrechnet sein kann nur ein Gesamt; bitte die übrigen Hinweise zuerst klären."),
    )
    demand(
        proposals_for(sheet, view).computed_may_count,
        _("Ein Schreibfehler erklärt den Fuß besser; bitte die Vorschläge mit dem Papier vergleichen."),
    )
    for seat, due in view.miscounted.items():
        demand(
            amounts.get(seat) == due,
            _("Bitte bei Platz %(seat)s das Gesamt eintippen, das gelten soll: %(due)s.") % {"seat": seat, "due": due},
        )


@transaction.atomic
def sign(sheet: Sheet, seat: int, name: str, user: User | None = None, entry: Entry | None = None) -> Signature:
    """A player signs for a seat: a name and the time, and whose code it was (`entry`) where he does so himself.

    Signing again changes nothing, but that one's own code takes the place of a name that was tapped.
    """
    stored = _open_to_signatures(sheet)
    demand(1 <= seat <= stored.seats, _("Diesen Platz gibt es an dem Tisch nicht."))
    demand(bool(name.strip()), _("Bitte den Namen angeben, mit dem unterschrieben wird."))
    signature = stored.signatures.filter(seat=seat).first()
    if signature is None or (entry and not signature.entry_id):
        signature = signature or Signature(sheet=stored, seat=seat)
        signature.name, signature.entry, signature.signed_at = name.strip(), entry, timezone.now()
        save(signature, user, "")
    return signature


@transaction.atomic
def unsign(sheet: Sheet, seat: int, user: User | None) -> None:
    """A signature was noted for the wrong seat; the history keeps it."""
    for signature in _open_to_signatures(sheet).signatures.filter(seat=seat):
        sign_change(signature, user)
        signature.delete()


def _open_to_signatures(sheet: Sheet) -> Sheet:
    stored = Sheet.objects.select_for_update(of=("self",)).select_related("table__round__event").get(pk=sheet.pk)
    demand_open(stored.table.round.event)
    demand(stored.state not in FINISHED, _("Diese Liste ist geprüft; die Unterschriften bleiben, wie sie sind."))
    return stored


def only_gesamt_known() -> str:
    """The note of a list of which nothing else is known."""
    return _("Nur das Gesamt ist bekannt.")


def _enter(sheet: Sheet, user: User | None, reason: str) -> None:
    """Close the entry, also of a list that was closed before and has been corrected."""
    if sheet.state != State.ENTERED:
        _move(sheet, State.ENTERED, user, reason)
    else:
        sheet.accepted = view_of(sheet).open
        sheet.note = reason or sheet.note
        save(sheet, user, reason)


def _move(sheet: Sheet, to: str, user: User | None, reason: str) -> None:
    view = view_of(sheet)
    _check_move(sheet, view, to, user, reason)
    if sheet.state in FINISHED and to != State.BINDING:
        _revoke(sheet, user, reason)
    if to == State.ENTERED:
        sheet.entered_by, sheet.checked_by, sheet.checked_at = user, None, None
        sheet.accepted = view.open
    elif to == State.CHECKED:
        sheet.checked_by, sheet.checked_at = user, timezone.now()
    sheet.state = to
    if reason.strip():
        sheet.note = reason
    save(sheet, user, reason)
    if to == State.ANNULLED:
        release_round(sheet.table.round_id)


def _revoke(sheet: Sheet, user: User | None, reason: str) -> None:
    """Keep what a finished list said, so that everybody who could read it can be told what has changed."""
    if not sheet.table.round.event.public:
        return
    assert user  # a list is finished, and opened again, by somebody with a role
    results = {str(result.entry_id): result.leistung for result in sheet.results.all()}
    Revocation.objects.create(sheet=sheet, by=user, reason=reason, results=results)


def _check_move(sheet: Sheet, view: View, to: str, user: User | None, reason: str) -> None:
    demand(
        to in MOVES[sheet.state],
        _("Eine Liste im Stand „%(from)s“ kann nicht „%(to)s“ werden.")
        % {"from": sheet.get_state_display(), "to": State(to).label},
    )
    if needs_reason(sheet.state, to):
        demand_reason(reason)
    if to == State.IN_QUESTION:
        demand(
            sheet.rows.exists() or sheet.feet.exists(),
            _("Auf der Liste steht noch nichts, was zu klären wäre."),
        )
    if to == State.ENTERED and (sheet.state, to) not in REOPENING:
        _check_complete(view)
        demand(
            view.flawless or bool(reason.strip()),
            _("Die Liste geht noch nicht auf; bitte die Hinweise klären oder einen Vermerk schreiben."),
        )
    if to == State.CHECKED:
        _check_complete(view)
        demand(
            set(view.open) <= set(sheet.accepted) or bool(reason.strip()),
            _("Seit die Liste erfasst ist, geht etwas nicht mehr auf; bitte klären oder einen Vermerk schreiben."),
        )
        demand(
            not sheet.table.round.event.second_person
            or (user is not None and Sheet.objects.filter(may_confirm(user), pk=sheet.pk).exists()),
            _("Bestätigen muss jemand anders als der, der die Liste erfasst hat."),
        )


def _check_complete(view: View) -> None:
    """A list is entered when every deal is there."""
    target, missing = view.frame.target, view.expected - view.deals
    demand(
        view.complete or not target,
        _("Noch hat niemand %(target)s Punkte; bitte die Partie zu Ende schreiben.") % {"target": target},
    )
    demand(
        view.complete,
        ngettext(
            "Es fehlt noch %(missing)s Spiel; bitte nachtragen.",
            "Es fehlen noch %(missing)s Spiele; bitte nachtragen.",
            missing,
        )
        % {"missing": missing},
    )
