"""Entering a list: row by row in three ways, or the foot alone.

A row is sent with the revision it was typed against and a key of its own; the answer is the running list with both for
the next row. Whatever is refused stays in its field.
"""

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BoundField, Form
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from skatliga.access import Role
from skatliga.events.access import round_for
from skatliga.forms import choice_field
from skatliga.lists import queries
from skatliga.lists.access import sheet_for
from skatliga.lists.evaluation import AnyPlayer, View
from skatliga.lists.forms import WAYS, MistakenForm, TotalsForm, errors_of
from skatliga.lists.keys import read_keys
from skatliga.lists.models import Sheet
from skatliga.lists.practice import practice_sheet
from skatliga.lists.proposals import Proposals, proposals_for, proposals_for_typed
from skatliga.lists.services import (
    ENTERING,
    Change,
    append_row,
    correct_row,
    insert_row,
    open_sheet,
    refuse,
    strike_rows,
    undo_last,
)
from skatliga.lists.sheet_page import Display, Sitting, show
from skatliga.lists.views.requests import (
    TOTALS,
    ask_for_next,
    asks_for_game,
    change_of,
    game_part,
    remember_way,
    remembered_way,
    status_of,
    way_of,
)
from skatliga.lists.workflow import Decision, enter_totals, move
from skatliga.people.access import club_for
from skatliga.people.models import User
from skatliga.requests import Request

REFUSED = "abgelehnt"
"""Before the names of hidden fields: the numbers for which something was proposed though they were refused."""


@require_POST
def open_list(request: Request, slug: str, number: int) -> HttpResponse:
    """Go to the list of a table by its number or somebody who sits there, opening it where there is none yet.

    One of which only the sums are typed is opened at these: there stands what was probably meant.
    """
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    wanted = request.POST.get("tisch", "").strip()
    table = queries.find_table(round, wanted, round.event.role)
    if table is None:
        said = _("Einen Tisch %(number)s gibt es in %(round)s nicht.")
        if wanted and not wanted.isdecimal():
            said = _("„%(number)s“ sitzt in %(round)s an keinem Tisch oder an mehreren; bitte den Tisch eingeben.")
        messages.error(request, said % {"number": wanted[:20], "round": round})
        return redirect("lists:board", slug, number)
    sheet = queries.main_sheet(table)
    try:
        sheet = sheet or open_sheet(table, request.user)
    except ValidationError as refusal:
        sheet = queries.main_sheet(table)  # somebody else has opened it in the same moment
        if sheet is None:
            for said in refusal.messages:
                messages.error(request, said)
            return redirect("lists:board", slug, number)
    if sheet.state not in ENTERING:
        return redirect("lists:sheet", sheet.pk)
    only_sums = sheet.feet.exists() and not sheet.rows.exists()
    return redirect("lists:totals" if only_sums or remembered_way(request) == TOTALS else "lists:entry", sheet.pk)


@require_POST
def practise(request: Request, slug: str) -> HttpResponse:
    """Go to the list that this user practises on, a new one where the last is finished."""
    club = club_for(request, slug, Role.LISTENFUEHRER)
    return redirect("lists:entry", practice_sheet(club, request.user).pk)


def entry(request: Request, pk: uuid.UUID) -> HttpResponse:
    """The page on which rows are typed; a row sent to it is entered."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    if request.method == "POST":
        return _enter(request, sheet)
    if asks_for_game(request):
        return game_part(request, queries.view_of(sheet))
    display = queries.display_of(sheet, sheet.table.round.event.role)
    return remember_way(request, render(request, "lists/entry.html", _page(sheet, display, request)))


def check_keys(request: Request, pk: uuid.UUID) -> JsonResponse:
    """Whether the keys typed so far can become a row: the place of the first that cannot, or what they say."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    display = queries.display_of(sheet, sheet.table.round.event.role)
    return JsonResponse(read_keys(request.GET.get("text", "")[:40], display.view, display.names))


@require_POST
def undo(request: Request, pk: uuid.UUID) -> HttpResponse:
    """Take back the last row."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    try:
        return _answer(request, sheet, undo_last(pk, change_of(request)))
    except ValidationError as refusal:
        return _answer(request, sheet, queries.view_of(sheet), refusal.messages, status_of(refusal))


def totals(request: Request, pk: uuid.UUID) -> HttpResponse:
    """The mask of the foot, for the number pad alone; a proposal is taken with its key."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    sittings = queries.sittings_of(sheet, sheet.table.round.event.role)
    names = {sitting.seat: sitting.name for sitting in sittings}
    form = TotalsForm(
        request.POST or None,
        sheet=sheet,
        names=names,
        only_gesamt=request.POST.get("entscheidung") == Decision.ONLY_GESAMT,
        initial=queries.feet_typed(sheet),
    )
    mistaken = MistakenForm(request.POST or None, sheet=sheet)
    status = 422 if form.errors else 200
    if "vorschlag" in request.POST or form.is_valid():
        decision = request.POST.get("entscheidung", "save")
        try:
            if "vorschlag" in request.POST:
                _take(request, sheet)
            else:
                enter_totals(
                    pk,
                    form.feet,
                    form.cleaned_data.get("eingepasst"),
                    change_of(request),
                    Decision(decision) if decision in set(Decision) else Decision.SAVE,
                    mistaken.amounts,
                )
            return _after_totals(request, pk)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
            status = status_of(refusal)
            sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
            form.initial = queries.feet_typed(sheet)
    display = queries.display_of(sheet, sheet.table.round.event.role)
    # What is said of the stored foot would mislead beside numbers that were refused.
    stored = not form.is_bound or not form.has_changed()
    context = {
        **_page(sheet, display, request),
        "form": form,
        "stored": stored,
        "rows": _mask_rows(form, display, stored),
        "proposals": proposals_for(sheet, display.view, names) if stored else _proposals_for_typed(sheet, form, names),
        "mistaken": mistaken.fields_for(display.view.miscounted, names) if stored else [],
    }
    return remember_way(request, render(request, "lists/totals.html", context, status=status))


def _proposals_for_typed(sheet: Sheet, form: TotalsForm, names: Mapping[int, str]) -> Proposals:
    typed = form.typed
    return proposals_for_typed(sheet, *typed, names) if typed else Proposals((), False)


def _take(request: Request, sheet: Sheet) -> None:
    """Enter what was proposed: the whole corrected foot, or the row as it then would be.

    The proposals are those of the list as the page showed it; where it has changed since, its revision says so. Those
    for refused numbers come with these numbers, which are stored nowhere.
    """
    refused = TotalsForm(request.POST, sheet=sheet, names={}, prefix=REFUSED)
    shown = _proposals_for_typed(sheet, refused, {}) if refused.typed else proposals_for(sheet, queries.view_of(sheet))
    taken = shown.of(request.POST["vorschlag"])
    if taken is None:
        raise ValidationError(_("Diesen Vorschlag gibt es nicht mehr; bitte die Seite neu laden und vergleichen."))
    change = change_of(request)
    if not change.reason:
        change = replace(change, reason=taken.row.reason if taken.row and taken.row.void else taken.said)
    if taken.row is None:
        enter_totals(sheet.pk, taken.feet, taken.eingepasst, change)
        return
    if taken.left_out and taken.row.nr:
        insert_row(sheet.pk, taken.row, change)
    elif taken.left_out:
        append_row(sheet.pk, taken.row, change)
    elif taken.row.void:
        strike_rows(sheet.pk, [taken.row.nr], change)
    else:
        correct_row(sheet.pk, taken.row, change)
    _enter_what_agrees(sheet, change.user)


def _enter_what_agrees(sheet: Sheet, user: User | None) -> None:
    """Rows that agree with their foot at last need no further key."""
    sheet.refresh_from_db()
    view = queries.view_of(sheet)
    if sheet.state in ENTERING and view.complete and view.flawless:
        move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, user))


def _after_totals(request: Request, pk: uuid.UUID) -> HttpResponse:
    """On to the next list where this one is done or put aside; otherwise back, with what does not add up."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    if sheet.state in (Sheet.State.ENTERED, Sheet.State.IN_QUESTION):
        return ask_for_next(request, sheet, sheet.state)
    return redirect("lists:totals", pk)


def _enter(request: Request, sheet: Sheet) -> HttpResponse:
    way = way_of(request)
    form = WAYS[way](request.POST, view=queries.view_of(sheet))
    try:
        if form.is_valid():
            view = append_row(sheet.pk, form.entered, change_of(request))
        else:
            view = refuse(sheet.pk, errors_of(form), change_of(request))
        if view.complete:  # behind the last deal the foot of the paper is typed
            foot = reverse("lists:totals", args=[sheet.pk])
            return HttpResponseClientRedirect(foot) if request.htmx else redirect(foot)
        return _answer(request, sheet, view)
    except ValidationError as refusal:
        return _answer(request, sheet, queries.view_of(sheet), refusal.messages, status_of(refusal), {way: form})


def _answer(
    request: Request,
    sheet: Sheet,
    view: View,
    refused: Sequence[str] = (),
    status: int = 200,
    typed: Mapping[str, Form] = MappingProxyType({}),
) -> HttpResponse:
    """The running list as it now is and what was refused; the whole page where no script asked for a part of it."""
    if not (request.htmx or refused):
        return redirect("lists:entry", sheet.pk)
    sheet.refresh_from_db(fields=["revision", "state"])
    display = show(view, queries.sittings_of(sheet, sheet.table.round.event.role))
    if not request.htmx:
        context = _page(sheet, display, request, typed) | {"refused": refused}
        return render(request, "lists/entry.html", context, status=status)
    context = {
        "sheet": sheet,
        "display": display,
        "refused": refused,
        "entering": sheet.state in ENTERING,
        "key": uuid.uuid4(),
        "oob": True,
    }
    response = render(request, "lists/running.html", context, status=status)
    state = {"revision": sheet.revision, "key": str(context["key"]), "refused": bool(refused)}
    response["HX-Trigger-After-Swap"] = json.dumps({"reihe": state})
    return response


def _page(
    sheet: Sheet, display: Display, request: Request, typed: Mapping[str, Form] = MappingProxyType({})
) -> dict[str, object]:
    view: View = display.view
    shown = remembered_way(request)
    if shown not in WAYS or (shown == "kurz" and not view.frame.book.notation):
        shown = "kurz" if view.frame.book.notation else "formular"
    way = next(iter(typed), shown)
    forms = {**{way: make(None, view=view) for way, make in WAYS.items()}, **typed}
    _name_seats(forms["formular"], display.names)
    return {
        "sheet": sheet,
        "event": sheet.table.round.event,
        "display": display,
        "forms": forms,
        "way": way,
        "way_template": f"lists/way_{way}.html",
        "key": uuid.uuid4(),
        "photos": sheet.photos.all(),
        "entering": sheet.state in ENTERING,
        "correcting": sheet.state == Sheet.State.ENTERED,
    }


def _name_seats(form: Form, names: Mapping[int, str]) -> None:
    """Write beside each seat that can be chosen who sits there."""
    if "declarer" in form.fields:
        seats = choice_field(form, "declarer")
        numbered = [(seat, f"{seat} {name}") for seat, name in sorted(names.items())]
        seats.choices = [(0, _("niemand")), *numbered]


def _mask_rows(
    form: TotalsForm, display: Display, stored: bool
) -> list[tuple[Sitting, list[BoundField], AnyPlayer | None]]:
    """Each player with the fields of his line and the foot as computed.

    That is None where nothing stored was typed, unless every deal is on the list.
    """
    typed = {seat for seat, fields in form.lines if fields[0].value() not in (None, "")}
    known = display.lines and display.view.complete
    return [
        (sitting, fields, player if stored and (known or seat in typed) else None)
        for (seat, fields), (sitting, player) in zip(form.lines, display.feet, strict=True)
    ]
