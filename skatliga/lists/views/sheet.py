"""Reading a list: the whole sheet, one row with its account and history, two lists side by side."""

import uuid
from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import FileResponse, Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from skatliga.access import Role, require
from skatliga.events.live_pages import state_of
from skatliga.exports import Export
from skatliga.handouts import ExportSteps
from skatliga.lists import queries
from skatliga.lists.access import AT_TABLE, device_path, sheet_for
from skatliga.lists.confirmation import is_second_person
from skatliga.lists.device.aside import stray_lines
from skatliga.lists.forms import WAYS, LatecomerForm, SubstitutionForm, errors_of, fill
from skatliga.lists.history import chronicle, row_chronicle
from skatliga.lists.models import Sheet
from skatliga.lists.next_step import next_step, verdict_on
from skatliga.lists.paper_checks import compare
from skatliga.lists.protests import deadline, is_open_to_protest
from skatliga.lists.services import ENTERING, FINISHED, correct_row, insert_row, refuse, strike_rows
from skatliga.lists.sheet_page import Display, SheetLine
from skatliga.lists.tables import ChangeTable, FootTable, SheetTable
from skatliga.lists.views.requests import TOTALS, asks_for_game, change_of, game_part, remembered_way, status_of, way_of
from skatliga.lists.workflow import moves_for
from skatliga.requests import Request
from skatliga.rules.wording import items


@login_not_required
def sheet(request: Request, pk: uuid.UUID) -> HttpResponse:
    """The list as it lies on the table, with what can be done with it."""
    sheet = sheet_for(request, pk, Role.READER)
    role = sheet.table.round.event.role
    display = queries.display_of(sheet, role)
    context = {
        "sheet": sheet,
        "event": sheet.table.round.event,
        "display": display,
        "signatures": {signature.seat: signature for signature in sheet.signatures.all()},
        "announcements": queries.corrections(sheet.table.round.event, role, sheet=sheet),
        "verdict": verdict_on(sheet, display, role),
    }
    if role and request.user:
        by_totals = remembered_way(request) == TOTALS
        context |= _for_the_office(request, sheet, role, display)
        context["step"] = next_step(sheet, display, role, request.user, by_totals=by_totals)
    return render(request, "lists/sheet.html", context)


def sheet_file(request: Request, pk: uuid.UUID) -> ExportSteps:
    """The rows of the list as a file."""
    sheet = sheet_for(request, pk, Role.READER)
    yield state_of(sheet.table.round.event)
    table = SheetTable(queries.display_of(sheet, sheet.table.round.event.role))
    return Export(table, f"liste-{_place_of(sheet)}", str(sheet))


def feet_file(request: Request, pk: uuid.UUID) -> ExportSteps:
    """What everybody at the table came to."""
    sheet = sheet_for(request, pk, Role.READER)
    yield state_of(sheet.table.round.event)
    table = FootTable(queries.display_of(sheet, sheet.table.round.event.role))
    return Export(table, f"ergebnis-{_place_of(sheet)}", _("Ergebnis"))


def history_file(request: Request, pk: uuid.UUID) -> Export:
    """The history of the list as a file; for those who hold a role, as on its page."""
    sheet = sheet_for(request, pk, Role.READER)
    require(request, sheet.table.round.event.role, Role.READER)
    return Export(ChangeTable(chronicle(sheet)), f"verlauf-{_place_of(sheet)}", _("Verlauf"))


def _place_of(sheet: Sheet) -> str:
    """Event, Serie and table, for the name of a file."""
    return f"{sheet.table.round.event.slug}-{sheet.table.round.number}-{sheet.table.number}"


@login_not_required
def row(request: Request, pk: uuid.UUID, nr: int) -> HttpResponse:
    """One row: its account with the paragraphs; for those who enter lists also its correction."""
    changing = request.method == "POST"
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER if changing else Role.READER)
    display = queries.display_of(sheet, sheet.table.round.event.role)
    line = next((line for line in display.lines if line.row.nr == nr), None)
    if line is None:
        raise Http404
    if asks_for_game(request):
        return game_part(request, queries.view_before(sheet, nr))
    refused: list[str] = []
    status = 200
    if changing:
        try:
            _change_row(request, sheet, line, display)
            return redirect(f"{reverse('lists:sheet', args=[pk])}#zeile-{nr}")
        except ValidationError as refusal:
            refused, status = refusal.messages, status_of(refusal)
    role = sheet.table.round.event.role
    typed = request.POST if "art" in request.POST else None
    way = way_of(request) if typed else _usual_way(sheet, line)
    changeable = role and role.enters and sheet.state not in FINISHED and not line.row.void
    context = {
        "forms": _row_forms(sheet, line, typed, way) if changeable else None,
        "sheet": sheet,
        "event": sheet.table.round.event,
        "display": display,
        "line": line,
        "items": items(line.row.account) if line.row.account else [],
        "needs_reason": sheet.state not in ENTERING,
        "reason": request.POST.get("reason", ""),
        "refused": refused,
        "key": uuid.uuid4(),
        "changes": row_chronicle(sheet, nr) if role else [],
        "way": way,
    }
    return render(request, "lists/row.html", context, status=status)


def twin(request: Request, pk: uuid.UUID) -> HttpResponse:
    """The list that counts beside its twin, down to the row where they part."""
    sheet = sheet_for(request, pk, Role.READER)
    role = sheet.table.round.event.role
    require(request, role, Role.READER)
    main = queries.main_sheet(sheet.table)
    other = queries.main_sheet(sheet.table, Sheet.Kind.TWIN)
    if main is None or other is None:
        messages.warning(request, _("Zu diesem Tisch gibt es noch keine zwei Listen."))
        return redirect("lists:sheet", pk)
    main.table = other.table = sheet.table
    context = {
        "sheet": main,
        "twin": other,
        "event": sheet.table.round.event,
        "names": {sitting.seat: sitting.name for sitting in queries.sittings_of(sheet, role)},
        "comparison": compare(queries.view_of(main), queries.view_of(other)),
    }
    return render(request, "lists/twin.html", context)


def photo(request: Request, pk: uuid.UUID, photo: int) -> FileResponse:
    """A photograph of the paper, for those who have a role; everybody's names stand on it."""
    sheet = sheet_for(request, pk, Role.READER)
    if not sheet.table.round.event.role:
        raise Http404
    kept = get_object_or_404(sheet.photos, pk=photo)
    response = FileResponse(kept.image.open(), content_type="image/jpeg")
    response["Cache-Control"] = "private, max-age=86400"
    return response


def _for_the_office(request: Request, sheet: Sheet, role: Role, display: Display) -> dict[str, object]:
    names = request.GET.getlist("name")
    may_check = not sheet.table.round.event.second_person or is_second_person(sheet, request.user)
    return {
        "moves": [move for move in moves_for(sheet, role) if move.to != Sheet.State.CHECKED or may_check],
        "changes": chronicle(sheet),
        "photos": sheet.photos.all(),
        "protests": sheet.protests.select_related("made_by", "answered_by"),
        "deadline": deadline(sheet),
        "open_to_protest": is_open_to_protest(sheet),
        "twin": queries.main_sheet(sheet.table, Sheet.Kind.TWIN if sheet.kind == Sheet.Kind.MAIN else Sheet.Kind.MAIN),
        "entering": sheet.state in ENTERING,
        "finished": sheet.state in FINISHED,
        "tables": queries.free_tables(sheet) if role.enters and sheet.state not in FINISHED else [],
        "name_check": queries.compare_names(sheet, names) if role.enters and any(names) else None,
        "substitution": SubstitutionForm(sheet=sheet),
        "latecomer": LatecomerForm() if _has_room(sheet, role) else None,
        "stray": stray_lines(sheet, display.view) if role.enters else [],
        "device_path": device_path(sheet.table) if _may_use_device(sheet, role) else "",
        "key": uuid.uuid4(),
    }


def _may_use_device(sheet: Sheet, role: Role) -> bool:
    """Whether the office may see the address under which this list is kept at its table."""
    return role.enters and sheet.kind == Sheet.Kind.MAIN and sheet.state in AT_TABLE


def _has_room(sheet: Sheet, role: Role) -> bool:
    """Whether the office can let somebody sit down at the table of this list."""
    larger = sheet.seats + 1 in queries.frame_of(sheet).book.table_sizes
    return larger and role.directs and sheet.kind == Sheet.Kind.MAIN and sheet.state in ENTERING


def _usual_way(sheet: Sheet, line: SheetLine) -> str:
    """The way in which a row is shown for correction: the shortest that holds all that is known of it."""
    if line.row.penalty:
        return "strafe"
    if line.row.account is None:
        return "wert"
    stored = queries.stored_row(sheet, line.row.nr)
    unsaid = stored.playing or any((stored.deal or {}).get(name) for name in ("reason", "augen", "stiche"))
    return "kurz" if line.row.notation and not unsaid else "formular"


def _change_row(request: Request, sheet: Sheet, line: SheetLine, display: Display) -> None:
    """Carry out what was asked of the row."""
    nr, way, asked = line.row.nr, way_of(request), request.POST.get("tun")
    change = change_of(request)
    if asked == "streichen":
        rows = display.rows_of_round(nr) if "runde" in request.POST else [nr]
        strike_rows(sheet.pk, rows, change)
        return
    inserts = asked == "einfuegen"
    form = WAYS[way](request.POST, view=(queries.view_before if inserts else queries.view_at)(sheet, nr))
    if not form.is_valid():
        refuse(sheet.pk, errors_of(form), change)
        return
    entered = replace(form.entered, nr=nr)
    if inserts:
        insert_row(sheet.pk, entered, change)
        return
    stored = queries.stored_row(sheet, nr)
    if way == "kurz":  # the notation cannot say who plays from here on
        entered = replace(entered, playing=stored.playing)
    if way == "wert" and (entered.declarer, entered.score) == (stored.declarer, line.row.score):
        entered = replace(entered, deal=stored.deal, score=stored.score)  # the value of the deal that is there
    correct_row(sheet.pk, entered, change)


def _row_forms(sheet: Sheet, line: SheetLine, data: QueryDict | None, way: str) -> dict[str, Form]:
    """The row in every way it could have been typed, filled with what is known; what was just typed stays."""
    view = queries.view_at(sheet, line.row.nr)
    entered = queries.stored_row(sheet, line.row.nr)
    return {
        name: make(data, view=view)
        if data is not None and name == way
        else make(None, view=view, initial=fill(name, entered, line.row, view.frame.counts_lost))
        for name, make in WAYS.items()
    }
