"""Lists that come with everything on them, as a file brings them: checked one by one, stored many at a time.

Whoever brings them has each reckoned once (`View`); that answer decides whether it can be stored, in which state, and
what every player has on it. Storing takes the same few statements for one list and for fifty.

* **D** A list that has all its deals and no findings is entered, any other one only handed in: somebody looks at it.
  One whose file explains what does not add up (`Whole.note`) is entered with that note, as by hand.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from skatliga.events.models import Event, Round, Table
from skatliga.history import demand
from skatliga.lists.evaluation import AnyFoot, Entered, View
from skatliga.lists.models import Foot, Row, SeatResult, Sheet
from skatliga.lists.seat_results import seat_result
from skatliga.lists.services import (
    Change,
    carry_out,
    check_feet,
    columns_of,
    demand_gesamt_possible,
    demand_room,
    save,
    write_feet,
)
from skatliga.lists.sheet_page import tell
from skatliga.people.models import User
from skatliga.publication import changing


@dataclass(frozen=True, slots=True)
class Whole:
    """A list with everything on it, and what the engine says of it."""

    table: Table
    """Where it was played, with its seats."""
    view: View
    rows: tuple[Entered, ...]
    feet: tuple[AnyFoot, ...]
    eingepasst: int | None = None
    note: str = ""
    """Why it counts although something does not add up."""

    @property
    def state(self) -> str:
        """The state in which it is stored."""
        settled = self.view.complete and (self.view.flawless or self.note)
        return Sheet.State.ENTERED if settled else Sheet.State.HANDED_IN


def find_refusals(view: View, feet: Sequence[AnyFoot], eingepasst: int | None) -> list[str]:
    """Every sentence there is to say against storing a list; what only does not add up is none."""
    told = [tell(finding, row.number) for row in view.rows for finding in row.findings]
    checks: list[Callable[[], None]] = [lambda: demand_room(view), lambda: check_feet(view.frame, feet, eingepasst)]
    for check in checks:
        try:
            check()
        except ValidationError as refused:
            told += refused.messages
    return told


def store_whole(event: Event, lists: Sequence[Whole], user: User | None, reason: str) -> None:
    """Store lists of one event at tables that have none, all or none of them; ``reason`` stands in their history.

    Raises ValidationError where the event is closed, a table has a list, or anything speaks against a list.
    """
    with changing(event) as stored:
        refused = [told for whole in lists for told in find_refusals(whole.view, whole.feet, whole.eingepasst)]
        for whole in lists:
            demand_gesamt_possible(stored, whole.view.frame, whole.feet)
        if refused:
            raise ValidationError(refused)
        tables = [whole.table.pk for whole in lists]
        taken = Sheet.objects.main().live().filter(table__in=tables)
        demand(not taken.exists(), _("Für diesen Tisch gibt es diese Liste schon."))
        pairs = [(_sheet(stored, whole, user), whole) for whole in lists]
        rows = [Row(sheet=sheet, **columns_of(row)) for sheet, whole in pairs for row in whole.rows]
        told = {"default_user": user, "default_change_reason": reason}
        bulk_create_with_history([sheet for sheet, _whole in pairs], Sheet, **told)
        bulk_create_with_history(rows, Row, **told)
        bulk_create_with_history([foot for pair in pairs for foot in _feet(*pair)], Foot, **told)
        SeatResult.objects.bulk_create(result for pair in pairs for result in _results(*pair))
        Round.objects.filter(tables__in=tables, started_at=None).update(started_at=timezone.now())


def complete_whole(sheet: Sheet, whole: Whole, user: User | None, reason: str) -> None:
    """Bring a list to what the whole one says, of which it is the beginning.

    One that was entered without all of its foot is only handed in again where the rest does not add up. Raises
    ValidationError where it is not the beginning any more.
    """

    change = Change(sheet.revision, user, reason)

    def make(stored: Sheet) -> None:
        unsettled = stored.state in (Sheet.State.HANDED_IN, Sheet.State.ENTERED)
        demand(unsettled, _("Diese Liste ist inzwischen geklärt; sie bleibt, wie sie ist."))
        for row in whole.rows[stored.rows.count() :]:
            save(Row(sheet=stored, **columns_of(row)), user, reason)
        stored.deals = whole.view.frame.deals
        write_feet(stored, whole.feet, whole.eingepasst, change)
        stored.note = whole.note or stored.note
        stored.state = whole.state
        if whole.state == Sheet.State.ENTERED:
            stored.entered_by, stored.accepted = user, whole.view.open
        save(stored, user, reason)

    carry_out(sheet.pk, change, make)


def _sheet(event: Event, whole: Whole, user: User | None) -> Sheet:
    """The list itself, with everything its evaluation depends on."""
    frame, entered = whole.view.frame, whole.state == Sheet.State.ENTERED
    return Sheet(
        table=whole.table,
        state=whole.state,
        rulebook=frame.rulebook,
        agreements=frame.agreements,
        evaluation=frame.evaluation,
        seats=frame.seats,
        deals=frame.deals,
        target=frame.target,
        eingepasst=whole.eingepasst,
        seating=", ".join(str(seat.entry.start_number) for seat in whole.table.seats.all()),
        note=whole.note,
        accepted=whole.view.open if entered else [],
        entered_by=user if entered else None,
    )


def _feet(sheet: Sheet, whole: Whole) -> list[Foot]:
    return [Foot(sheet=sheet, seat=seat, **foot._asdict()) for seat, foot in enumerate(whole.feet, 1) if foot]


def _results(sheet: Sheet, whole: Whole) -> list[SeatResult]:
    entries = {seat.number: seat.entry_id for seat in whole.table.seats.all()}
    return [seat_result(sheet, player, entries[player.seat]) for player in whole.view.players]
