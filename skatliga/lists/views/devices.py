"""What the office does with the devices at the tables: take a list to paper, give it back, end an address."""

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.lists import leases, passes
from skatliga.lists.access import sheet_for
from skatliga.refusals import refusal_told
from skatliga.requests import Request


@require_POST
def to_paper(request: Request, pk: uuid.UUID) -> HttpResponse:
    """The list goes on on paper."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    with refusal_told(request):
        leases.to_paper(sheet, request.user)
        messages.success(request, _("Die Liste wird jetzt auf Papier geführt; bitte drucken, wie sie steht."))
    return redirect("lists:sheet", pk)


@require_POST
def to_device(request: Request, pk: uuid.UUID) -> HttpResponse:
    """The list goes on on a device of its table."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    with refusal_told(request):
        leases.to_device(sheet, request.user)
        messages.success(request, _("Am Tisch kann jetzt wieder ein Gerät die Liste schreiben."))
    return redirect("lists:sheet", pk)


@require_POST
def withdraw_address(request: Request, pk: uuid.UUID) -> HttpResponse:
    """Nobody gets to the list by the card that stands on the table so far."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    passes.withdraw(sheet.table, request.user, "")
    messages.success(request, _("Die Adresse des Tisches ist zurückgezogen; bitte eine neue Tischkarte drucken."))
    return redirect("lists:sheet", pk)
