"""A list as the devices of its table are told it: everything on it, what comes next, who writes, who has signed.

The names are those on the table's card: whoever holds the address sits at the table.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Final

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from scoring import RuleBook
from scoring.sheet import OWN_GAME, active_seats
from skatliga.access import Role
from skatliga.database import JsonObject
from skatliga.events.models import Event, Table
from skatliga.lists.access import AT_TABLE, opens, rules_of
from skatliga.lists.device.actions import written
from skatliga.lists.device.followed import SheetVersion, known_of, known_to
from skatliga.lists.device.scan_code import code_of
from skatliga.lists.evaluation import Frame, View, reckon
from skatliga.lists.models import Lease, Sheet
from skatliga.lists.queries import sittings, sittings_of, view_of
from skatliga.lists.sheet_page import Display, Sitting, show
from skatliga.requests import Request


def changes(sheet: Sheet, display: Display) -> Iterator[str]:
    """In sentences: how many deals the list has, where the players sit, who is at the table. At most one query."""
    yield from _of_length(sheet)
    if sheet.history.filter(table=sheet.table_id).exclude(seating__in=("", sheet.seating)).exists():
        places = "; ".join(f"{each.seat} {each.name}" for each in display.sittings)
        yield _("Die Turnierleitung hat die Plätze geändert: %(places)s.") % {"places": places}
    yield from _of_players(display)
    for each in display.sittings:
        if each.substitute:
            said = {"deal": each.substitute_from, "new": each.substitute_name, "old": each.name}
            yield _("Ab Spiel %(deal)s spielt %(new)s für %(old)s.") % said


def _of_length(sheet: Sheet) -> Iterator[str]:
    """Deals struck when time was up, or a round that is played on."""
    usual = sheet.table.round.event.deals_at(sheet.seats)
    said = {"deals": sheet.deals, "usual": usual}
    if sheet.deals_fixed and sheet.deals < usual:
        yield _("Die Turnierleitung hat die Liste gekürzt: Schluss ist nach Spiel %(deals)s statt %(usual)s.") % said
    if sheet.deals_fixed and sheet.deals > usual:
        yield _("Die Turnierleitung hat die Liste verlängert: bis Spiel %(deals)s statt %(usual)s.") % said


def _of_players(display: Display) -> Iterator[str]:
    """Somebody has gone home, or has come back."""
    playing, deal = tuple(sorted(display.names)), 1
    for row in display.view.rows:
        if row.playing != playing:
            playing = row.playing
            names = [each.name_at(deal) for each in display.sittings if each.seat in playing]
            said = {"deal": deal, "names": "; ".join(names)}
            if deal > 1:
                yield _("Ab Spiel %(deal)s sitzen am Tisch: %(names)s.") % said
        deal += row.number > 0


# ---- What a device is told


def table_at(known: SheetVersion) -> Table:
    """The table with all that belongs to it."""
    return Table.objects.select_related("round__event__club", "device_pass").get(pk=known.table)


def sheet_at(table: Table) -> Sheet | None:
    """The list of a table that counts, with its lease."""
    sheet = Sheet.objects.main().live().filter(table=table).select_related("lease").first()
    if sheet is not None:
        sheet.table = table
    return sheet


def listed_at(known: SheetVersion) -> tuple[Table, Sheet | None]:
    """The table with all that belongs to it and its list, with one query as long as that is the one that is known."""
    joined = ("lease", "table__round__event__club", "table__device_pass")
    sheet = Sheet.objects.main().live().filter(pk=known.sheet).select_related(*joined).first() if known.sheet else None
    if sheet is not None:
        return sheet.table, sheet
    table = table_at(known)
    return table, sheet_at(table) if known.sheet else None


def lease_of(sheet: Sheet) -> Lease | None:
    """Who writes the list, where that was ever said."""
    lease: Lease | None = getattr(sheet, "lease", None)
    return lease


def state_of(table: Table, sheet: Sheet | None) -> JsonObject:
    """All that a device shows; where no list is opened yet, the empty one that will be."""
    if sheet is not None:
        return _stands(sheet, view_of(sheet), sittings_of(sheet, Role.READER))
    event, sitting = table.round.event, sittings_of(Sheet(table=table), Role.READER)
    shown = Sheet(table=table, seats=len(sitting))
    told = _told(shown, show(_empty(event, shown.seats), sitting))
    return told | _nothing_yet() | _at(table, shown.state)


def state_after(sheet: Sheet, view: View) -> JsonObject:
    """The same of a list that was read as a whole (`read_whole`) and then came to this."""
    return _stands(sheet, view, sittings(sheet, sheet.table.seats.all(), sheet.substitutions.all(), Role.READER))


def _stands(sheet: Sheet, view: View, sitting: list[Sitting]) -> JsonObject:
    display = show(view, sitting)
    return (
        _told(sheet, display)
        | {
            "list": str(sheet.pk),
            "code": code_of(sheet.pk),
            "told": list(changes(sheet, display)),
            "signed": sorted(sheet.signatures.values_list("seat", flat=True)),
            "lease": _lease(sheet),
        }
        | _at(sheet.table, sheet.state)
    )


def _at(table: Table, state: str) -> JsonObject:
    """What the table and its event say of a list in this state."""
    event = table.round.event
    return {
        "open": state in AT_TABLE and event.state != Event.State.FINAL,
        "ends": table.round.ends_at,
        "rules": rules_of(event),
        "place": [table.round.number, table.number],
    }


def _nothing_yet() -> JsonObject:
    return {"list": "", "code": "", "told": [], "signed": [], "lease": _lease(None)}


def empty_state(event: Event, seats: int) -> JsonObject:
    """What a device begins with where it has no network: a list without names, at a table of this size."""
    nobody = [Sitting(seat, 0, "", "", 0) for seat in range(1, seats + 1)]
    told = _told(Sheet(seats=seats), show(_empty(event, seats), nobody))
    return told | _nothing_yet() | {"open": True, "ends": None}


def _told(shown: Sheet, display: Display) -> JsonObject:
    """What follows from the rows and the rules."""
    view = display.view
    return {
        "state": shown.state,
        "state_name": shown.get_state_display(),
        "seats": [_seat(each) for each in display.sittings],
        "rows": list(_rows(display)),
        "deals": view.deals,
        "expected": view.frame.deals if view.frame.target else view.expected,
        "target": view.frame.target,
        "cycle": _cycle(view),
        "feet": [list(player[1:]) for player in view.players],
        "weights": _weights(view.frame),
        "adds": view.frame.adds,
        "result": str(view.frame.result_heading),
        "findings": list(display.findings),
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


def _empty(event: Event, seats: int) -> View:
    deals = event.deals_at(seats)
    frame = Frame(event.rulebook, event.agreements, event.evaluation, seats, deals, target=event.target)
    return reckon(frame, (), [None] * seats, None)


# ---- The table that an address opens

OWN: Final = "Skatliga-Table"
"""A header of all answers to a device: pages of a hall's network, of a proxy or of another site do not carry it, and a
device believes and keeps nothing without it."""

RULES: Final = "Skatliga-Rules"
"""A header of the page of a table: its rules (`access.rules_of`), so that a phone finds a page that it kept under the
same."""

TableView = Callable[[Request, SheetVersion], HttpResponse]
Opened = Callable[[Request, int, str], HttpResponse]


def for_table(view: TableView) -> Opened:
    """A view that the address of a table opens, signed in or not; the secret stands in the place of a token."""
    return _opened(view, lambda request, pk: known_of(pk))


def for_followers(view: TableView) -> Opened:
    """The same for a view that only tells how the list stands to a device that says what it knows (`followed`)."""
    return _opened(view, lambda request, pk: known_to(pk, request.headers.get("If-None-Match", "")))


def _opened(view: TableView, find: Callable[[Request, int], SheetVersion | None]) -> Opened:
    @login_not_required
    @csrf_exempt
    @wraps(view)
    def opened(request: Request, pk: int, secret: str) -> HttpResponse:
        known = find(request, pk)
        if known is None or not opens(pk, known.passes, secret):
            response = render(request, "device/refused.html", status=404)
        elif known.event == Event.State.FINAL:
            response = render(request, "device/over.html", {"slug": known.slug}, status=410)
        else:
            response = view(request, known)
        response[OWN] = "1"
        response["X-Robots-Tag"] = "noindex"
        patch_cache_control(response, private=True, no_cache=True)
        return response

    return opened
