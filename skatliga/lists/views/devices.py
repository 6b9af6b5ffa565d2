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
from skatliga.events.models import Round
from skatliga.lists import access
from skatliga.lists.access import sheet_for
from skatliga.lists.models import Sheet
from skatliga.lists.paper_codes import keys_between
from skatliga.requests import Request, refusal_told


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


# ---- Where the short addresses lead that are printed as codes


@login_not_required
def sheet_code(request: Request, digits: str) -> HttpResponse:
    """The list with this code, for whoever may see it."""
    try:
        keys = keys_between(digits)
    except ValueError as unreadable:
        raise Http404 from unreadable
    pk = get_object_or_404(Sheet.objects.only("pk"), pk__range=keys).pk
    sheet_for(request, pk, Role.READER)
    return redirect("lists:sheet", pk)


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
