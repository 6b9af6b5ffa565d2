"""What the office does with the devices at the tables: a list to paper and back, an address ended or short."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.events.models import Round, Table
from skatliga.lists import access
from skatliga.lists.access import sheet_for
from skatliga.lists.device.aside import note
from skatliga.lists.models import Sheet
from skatliga.lists.paper_codes import coded, keys_between
from skatliga.requests import Request, refusal_told

LONGEST_KEY = 19
"""Digits that no key of the database has."""


@require_POST
def to_paper(request: Request, pk: uuid.UUID) -> HttpResponse:
    """The list goes on on paper."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    with refusal_told(request):
        access.to_paper(sheet, request.user)
        messages.success(request, _("Die Liste wird jetzt auf Papier geführt; bitte drucken, wie sie steht."))
    return redirect("lists:sheet", pk)


@require_POST
def to_device(request: Request, pk: uuid.UUID) -> HttpResponse:
    """The list goes on on a device of its table."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    with refusal_told(request):
        access.to_device(sheet, request.user)
        messages.success(request, _("Am Tisch kann jetzt wieder ein Gerät die Liste schreiben."))
    return redirect("lists:sheet", pk)


@require_POST
def withdraw_address(request: Request, pk: uuid.UUID) -> HttpResponse:
    """Nobody gets to the list by the card that stands on the table so far."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    access.withdraw(sheet.table, request.user, "")
    messages.success(request, _("Die Adresse des Tisches ist zurückgezogen; bitte eine neue Tischkarte drucken."))
    return redirect("lists:sheet", pk)


@require_POST
def note_stray(request: Request, pk: uuid.UUID) -> HttpResponse:
    """What came too late from a device was compared with the table."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    note(
        sheet,
        [int(key) for key in request.POST.getlist("spiel") if key.isdecimal() and len(key) < LONGEST_KEY],
        request.user,
    )
    messages.success(request, _("Vermerkt, dass diese Spiele verglichen sind."))
    return redirect("lists:sheet", pk)


# ---- Where the short addresses lead that are printed as codes


@login_not_required
def paper_code(request: Request, digits: str) -> HttpResponse:
    """The list on whose paper this code stands, for whoever may see it; the list of a table if that got one later."""
    try:
        found = coded(digits)
    except ValueError as unreadable:
        raise Http404 from unreadable
    if isinstance(found, int):
        table = get_object_or_404(Table.objects.select_related("round__event"), pk=found)
        event_for(request, table.round.event.slug, Role.READER)
        return redirect("lists:at_table", table.round.event.slug, table.round.number, table.number)
    return _list_between(request, found)


@login_not_required
def sheet_code(request: Request, digits: str) -> HttpResponse:
    """The list with this code, for whoever may see it."""
    try:
        keys = keys_between(digits)
    except ValueError as unreadable:
        raise Http404 from unreadable
    return _list_between(request, keys)


def _list_between(request: Request, keys: tuple[uuid.UUID, uuid.UUID]) -> HttpResponse:
    found = list(Sheet.objects.filter(pk__range=keys).values_list("pk", flat=True)[:2])
    if len(found) != 1:
        raise Http404
    sheet_for(request, found[0], Role.READER)
    return redirect("lists:sheet", found[0])


@login_not_required
def table_code(request: Request, round: int, table: int) -> HttpResponse:
    """What a table of this Serie has as its list."""
    found = get_object_or_404(Round.objects.select_related("event"), pk=round)
    event_for(request, found.event.slug, Role.READER)
    return redirect("lists:at_table", found.event.slug, found.number, table)


@login_not_required
def device_code(request: Request, pk: int, secret: str) -> HttpResponse:
    """The list of a table on a device; the long address looks at the secret."""
    return redirect("device:table", pk, secret.lower())
