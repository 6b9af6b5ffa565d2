"""From the empty list to the binding one: the states of a list and who may move it from one to the next.

The table of moves is that of the paper: a list is handed in, entered, checked by a second person where the event asks
for one, and binding. Who rejects a list or opens a finished one again says why; it can be annulled, never deleted.
"""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.events.models import Table
from skatliga.lists.models import Sheet, Signature
from skatliga.lists.queries import view_of
from skatliga.lists.reckoning import View
from skatliga.lists.services import FINISHED, carry_out, demand, demand_unfinished, save, start_round

State = Sheet.State

MOVES: dict[str, frozenset[str]] = {
    State.OPEN: frozenset({State.AT_TABLE, State.HANDED_IN, State.ENTERED, State.ANNULLED}),
    State.AT_TABLE: frozenset({State.HANDED_IN, State.ENTERED, State.ANNULLED}),
    State.HANDED_IN: frozenset({State.ENTERED, State.IN_QUESTION, State.ANNULLED}),
    State.IN_QUESTION: frozenset({State.HANDED_IN, State.ENTERED, State.ANNULLED}),
    State.ENTERED: frozenset({State.CHECKED, State.HANDED_IN, State.IN_QUESTION, State.ANNULLED}),
    State.CHECKED: frozenset({State.BINDING, State.ENTERED, State.ANNULLED}),
    State.BINDING: frozenset({State.ENTERED, State.ANNULLED}),
    State.ANNULLED: frozenset(),
}
"""From each state the states that can follow it."""

REOPENING = frozenset({(State.CHECKED, State.ENTERED), (State.BINDING, State.ENTERED)})
"""Moves back from a finished list."""

NEEDS_REASON = REOPENING | {(State.ENTERED, State.HANDED_IN)}
"""Moves back, besides every annulment."""


def move(sheet_id: UUID, to: str, revision: int, user: Any, reason: str = "", key: UUID | None = None) -> View:
    """Bring a list to another state; refused where the list or the event is not ready for it."""

    def change(sheet: Sheet) -> None:
        _check_move(sheet, to, user, reason)
        if to == State.ENTERED:
            sheet.entered_by, sheet.checked_by = user, None
        elif to == State.CHECKED:
            sheet.checked_by = user
        sheet.state = to
        if reason.strip():
            sheet.note = reason
        save(sheet, user, reason)

    return carry_out(sheet_id, revision, user, change, key)


def move_to_table(
    sheet_id: UUID, table: Table, revision: int, user: Any, reason: str, key: UUID | None = None
) -> View:
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
        sheet.table = table
        save(sheet, user, reason)
        start_round(table)

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


def _check_move(sheet: Sheet, to: str, user: Any, reason: str) -> None:
    demand(
        to in MOVES[sheet.state],
        _("Eine Liste im Stand „%(from)s“ kann nicht „%(to)s“ werden.")
        % {"from": sheet.get_state_display(), "to": State(to).label},
    )
    if to == State.ANNULLED or (sheet.state, to) in NEEDS_REASON:
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
