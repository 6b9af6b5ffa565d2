"""A list as the devices of its table are told it: everything on it, what comes next, who writes, who has signed.

The names are those on the table's card: whoever holds the address sits at the table.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import get_language

from scoring import RuleBook
from scoring.sheet import OWN_GAME, active_seats
from skatliga.access import Role
from skatliga.events.models import Event, Seat, Table
from skatliga.lists.device.changes import changes
from skatliga.lists.device.keeping import written
from skatliga.lists.device.scanning import code_of
from skatliga.lists.display import Display, Sitting, show
from skatliga.lists.leases import AT_TABLE
from skatliga.lists.models import Lease, Sheet
from skatliga.lists.queries import sittings_of, view_of
from skatliga.lists.reckoning import Frame, View, reckon
from skatliga.shapes import JsonObject


class Known(NamedTuple):
    """How far the list of a table is, as far as a device that follows must know: one small query."""

    table: int
    passes: int
    """How often the address of the table was withdrawn."""
    slug: str
    event: str
    """State of the event."""
    time: tuple[object, ...]
    """All that the end of the Serie's time depends on; empty where it has none."""
    waiting: tuple[object, ...]
    """As long as no list is opened, who sits at the table and what the event will have them play; empty afterwards."""
    sheet: UUID | None
    revision: int | None
    state: str | None
    lease: int | None
    on_paper: bool | None
    signed: tuple[int, ...]
    """Keys of the signatures."""

    @property
    def mark(self) -> str:
        """The same as long as the devices would be told the same."""
        return f'"{sha256(repr((*self, get_language())).encode()).hexdigest()[:32]}"'


def known_of(table: int) -> Known | None:
    """How far the list of a table is; None where there is no such table.

    A plain join whose few lines are sorted out here: thousands ask, and building a cleverer query costs them double.
    """
    found = list(
        Table.objects.filter(pk=table).values_list(
            *("pk", "device_pass__generation", "round__event__slug", "round__event__state"),
            *("round__minutes", "round__clock_started_at", "round__started_at"),
            "sheets__kind",
            *("sheets__id", "sheets__revision", "sheets__state", "sheets__lease__generation"),
            *("sheets__lease__on_paper", "sheets__signatures__id"),
        )
    )
    if not found:
        return None
    pk, passes, slug, event, *time = found[0][:7]
    main = [row[8:] for row in found if row[7] == Sheet.Kind.MAIN and row[10] != Sheet.State.ANNULLED]
    sheet, revision, state, lease, on_paper = main[0][:5] if main else (None,) * 5
    signed = tuple(sorted(row[5] for row in main if row[5]))
    limit = tuple(time) if time[0] else ()  # minutes
    return Known(
        pk,
        passes or 0,
        slug,
        event,
        limit,
        () if main else _waiting(pk),
        sheet,
        revision,
        state,
        lease,
        on_paper,
        signed,
    )


def _waiting(table: int) -> tuple[object, ...]:
    """What the list that will be opened depends on.

    Not the event's version, which rises with every list that is opened at another table.
    """
    of_event = ("rulebook", "agreements", "evaluation", "deals_at_four", "deals_at_three", "target")
    seats = Seat.objects.filter(table=table).values_list(
        "number", "entry", "entry__name", *(f"round__event__{name}" for name in of_event)
    )
    return tuple(seats)


def table_at(known: Known) -> Table:
    """The table with all that belongs to it."""
    return Table.objects.select_related("round__event__club", "device_pass").get(pk=known.table)


def sheet_at(table: Table) -> Sheet | None:
    """The list of a table that counts, with its lease."""
    sheets = Sheet.objects.filter(table=table, kind=Sheet.Kind.MAIN).exclude(state=Sheet.State.ANNULLED)
    sheet = sheets.select_related("lease").first()
    if sheet is not None:
        sheet.table = table
    return sheet


def lease_of(sheet: Sheet) -> Lease | None:
    """Who writes the list, where that was ever said."""
    lease: Lease | None = getattr(sheet, "lease", None)
    return lease


def state_of(table: Table, sheet: Sheet | None) -> JsonObject:
    """All that a device shows; where no list is opened yet, the empty one that will be."""
    event = table.round.event
    shown = sheet or _unopened(table)
    display = show(view_of(sheet) if sheet else _empty(table, shown.seats), sittings_of(shown, Role.READER))
    view = display.view
    return {
        "list": str(sheet.pk) if sheet else "",
        "code": code_of(sheet.pk) if sheet else "",
        "state": shown.state,
        "state_name": shown.get_state_display(),
        "open": shown.state in AT_TABLE and event.state != Event.State.FINAL,
        "seats": [_seat(each) for each in display.sittings],
        "rows": list(_rows(display)),
        "deals": view.deals,
        "expected": view.frame.deals if view.frame.target else view.expected,
        "target": view.frame.target,
        "ends": table.round.ends_at,
        "told": list(changes(sheet, display)) if sheet else [],
        "cycle": _cycle(view),
        "feet": [list(player[1:]) for player in view.players],
        "weights": _weights(view.frame),
        "adds": view.frame.adds,
        "result": str(view.frame.result_heading),
        "findings": list(display.findings),
        "signed": sorted(sheet.signatures.values_list("seat", flat=True)) if sheet else [],
        "lease": _lease(sheet),
    }


def _rows(display: Display) -> Iterator[JsonObject]:
    for line in display.lines:
        row = line.row
        yield {
            "nr": row.nr,
            "number": row.number,
            "dealer": row.dealer,
            "active": _active(display.view.frame.book, row.playing, row.dealer),
            "seat": row.credited or row.declarer,
            "text": written(row),
            "said": line.text,
            "score": row.score,
            "void": row.void,
            "penalty": row.penalty,
            "round": line.round,
            "findings": list(line.findings),
        }


def _cycle(view: View) -> list[tuple[int, tuple[int, ...]]]:
    """Who deals and who can declare, for the next deals until it begins again; everybody at the table deals in turn."""
    if not view.playing:  # entered by its foot
        return []
    at = view.playing.index(view.dealer)
    dealers = view.playing[at:] + view.playing[:at]
    return [(dealer, _active(view.frame.book, view.playing, dealer)) for dealer in dealers]


def _active(book: RuleBook, playing: tuple[int, ...], dealer: int) -> tuple[int, ...]:
    """Who can be credited: the declarers, or everybody where the winner is."""
    return active_seats(book, playing, dealer) if book.counts_lost else playing


def _seat(sitting: Sitting) -> JsonObject:
    seat = {"seat": sitting.seat, "name": sitting.name}
    if not sitting.substitute:
        return seat
    return seat | {"later": {"name": sitting.substitute_name, "from": sitting.substitute_from}}


def _weights(frame: Frame) -> JsonObject:
    """What one more deal changes in the results, so that a device can tell them before the site does.

    The declarer's changes by ``own`` times the score and by ``won`` or ``lost``, those of the others by ``all`` times
    the score and, where it was lost, by ``others``.
    """
    if frame.target:  # who has won the match, the device sees by its points
        return dict.fromkeys(("own", "all", "won", "lost", "others"), 0)
    paid = frame.evaluation == "payment"
    bonus = OWN_GAME if frame.evaluation in {"seeger", "seeger-fabian"} else 0
    return {
        "own": frame.seats - 1 if paid else 1,
        "all": -1 if paid else 0,
        "won": bonus,
        "lost": -bonus,
        "others": frame.factor if frame.evaluation == "seeger-fabian" else 0,
    }


def _lease(sheet: Sheet | None) -> JsonObject:
    lease = lease_of(sheet) if sheet else None
    if lease is None:
        return {"generation": 0, "held": False, "keeper": 0, "paper": False, "forced": None}
    return {
        "generation": lease.generation,
        "held": bool(lease.holder),
        "keeper": lease.keeper,
        "paper": lease.on_paper,
        "forced": lease.forced_at.isoformat() if lease.forced_at else None,
    }


def _unopened(table: Table) -> Sheet:
    return Sheet(table=table, seats=len(table.seats.all()))


def _empty(table: Table, seats: int) -> View:
    event = table.round.event
    deals = event.deals_at(seats)
    frame = Frame(event.rulebook, event.agreements, event.evaluation, seats, deals, target=event.target)
    return reckon(frame, (), [None] * seats, None)
