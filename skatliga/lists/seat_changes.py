"""Where a list belongs and who sat there: other seats, another table or Serie, somebody who takes over.

**D** Signatures were given for what the list said at its place; they are dropped when seats or table change, and the
history keeps them.
**D** Who comes late sits down on the next free seat and plays from the beginning of a round on (SkWO 6); the table then
goes on with as many rounds as it has left. Deals before that stay those of the smaller table.
"""

from collections.abc import Sequence
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from skatliga.events.models import Entry, Event, Seat, Table
from skatliga.history import demand, demand_reason
from skatliga.lists.evaluation import View
from skatliga.lists.models import Sheet, Substitution
from skatliga.lists.queries import frame_of, view_of
from skatliga.lists.services import (
    ENTERING,
    Change,
    carry_out,
    demand_correctable,
    forget_signatures,
    release_round,
    save,
    seating_of,
    start_round,
)
from skatliga.people.models import User

State = Sheet.State


def reseat(sheet_id: UUID, order: Sequence[int], change: Change) -> View:
    """The players sat otherwise than seated: ``order`` names for each seat the seat whose player sat there."""

    def make(sheet: Sheet) -> None:
        demand(
            sheet.kind == Sheet.Kind.MAIN,
            _("Die Plätze gehören zur Liste, nicht zur Zweitliste; bitte dort ändern."),
        )
        demand_correctable(sheet, change)
        demand_reason(change.reason)
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
        forget_signatures(sheet, change.user, change.reason)
        save(sheet, change.user, change.reason)

    return carry_out(sheet_id, change, make)


def move_to_table(sheet_id: UUID, table: Table, change: Change) -> View:
    """A list typed under the wrong table or Serie goes to the right one as it is; seats keep their numbers.

    It counts for who sits there; refused where another list stands or not as many sit. Its twin goes with it.
    """

    def make(sheet: Sheet) -> None:
        Event.objects.select_for_update(of=("self",)).get(pk=sheet.table.round.event_id)  # as opening a list does
        demand_correctable(sheet, change)
        demand_reason(change.reason)
        demand(
            table.round.event_id == sheet.table.round.event_id,
            _("Der Tisch gehört zu einer anderen Veranstaltung."),
        )
        demand(
            not table.sheets.live().filter(kind=sheet.kind).exists(),
            _("Für diesen Tisch gibt es schon eine Liste; bitte zuerst jene verschieben."),
        )
        demand(table.seats.count() == sheet.seats, _("Am anderen Tisch sitzen nicht gleich viele Spieler."))
        _take_to(sheet, table, change.user, change.reason)

    return carry_out(sheet_id, change, make)


def substitute(
    sheet_id: UUID,
    seat: int,
    entry: Entry,
    from_deal: int,
    split: bool,
    change: Change,
) -> View:
    """Somebody takes over a seat from a deal on; said again for a seat, it replaces what was said before."""

    def make(sheet: Sheet) -> None:
        demand_correctable(sheet, change)
        demand_reason(change.reason)
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
        save(taken, change.user, change.reason)

    return carry_out(sheet_id, change, make)


def add_player(sheet_id: UUID, entry: Entry, change: Change) -> View:
    """Somebody sits down at a table whose list is open: before its first deal, or behind a full round.

    Where deals are played already, the row in which he plays first must say so, as with everybody who comes or goes.
    """

    def make(sheet: Sheet) -> None:
        Event.objects.select_for_update(of=("self",)).get(pk=sheet.table.round.event_id)  # nobody is seated twice
        _demand_seat_left(sheet, entry, change.reason)
        view = view_of(sheet)
        demand(not view.complete, _("Diese Liste ist geschlossen; es kann sich niemand mehr dazusetzen."))
        if played := [row for row in view.rows if row.number]:
            demand(
                played[-1].closes_round,
                _("Ein Nachzügler spielt erst ab der nächsten Runde mit; bitte die Runde noch zu Ende spielen."),
            )
            first = sheet.rows.get(nr=view.rows[0].nr)
            first.playing = first.playing or list(range(1, sheet.seats + 1))
            save(first, change.user, change.reason)
        Seat.objects.create(round_id=sheet.table.round_id, table=sheet.table, number=sheet.seats + 1, entry=entry)
        sheet.seats += 1
        if not sheet.deals_fixed:
            sheet.deals = sheet.table.round.event.deals_at(sheet.seats)
        sheet.seating = seating_of(sheet.table)
        forget_signatures(sheet, change.user, change.reason)
        save(sheet, change.user, change.reason)

    return carry_out(sheet_id, change, make)


def _demand_seat_left(sheet: Sheet, entry: Entry, reason: str) -> None:
    """Refuse where nobody can sit down any more, or not this player."""
    demand(sheet.state in ENTERING, _("Diese Liste ist geschlossen; es kann sich niemand mehr dazusetzen."))
    demand_reason(reason)
    demand(not sheet.feet.exists(), _("Von dieser Liste sind Summen erfasst; bitte Spiel für Spiel eingeben."))
    twins = sheet.table.sheets.live().exclude(pk=sheet.pk)
    demand(not twins.exists(), _("Von dieser Liste gibt es eine Zweitliste; bitte jene zuerst annullieren."))
    demand(
        sheet.seats + 1 in frame_of(sheet).book.table_sizes,
        _("Nach diesem Regelwerk gibt es keine Tische zu %(size)s.") % {"size": sheet.seats + 1},
    )
    demand(entry.event_id == sheet.table.round.event_id, _("Diese Startnummer gibt es hier nicht."))
    demand(not entry.withdrawn, _("%(name)s ist zurückgetreten.") % {"name": entry.name})
    seat = entry.seats.filter(round=sheet.table.round_id).select_related("table").first()
    if seat:
        raise ValidationError(_("%(name)s sitzt schon an %(table)s.") % {"name": entry.name, "table": seat.table})


def _take_to(sheet: Sheet, table: Table, user: User | None, reason: str) -> None:
    """Put a list, and the twin that lies with it, on another table."""
    before = sheet.table
    twins = before.sheets.live().exclude(pk=sheet.pk) if sheet.kind == Sheet.Kind.MAIN else ()
    for each in (sheet, *twins):
        if each is sheet or not table.sheets.live().filter(kind=each.kind).exists():
            each.table, each.seating = table, seating_of(table)
            forget_signatures(each, user, reason)
            save(each, user, reason)
    start_round(table)
    release_round(before.round_id)
