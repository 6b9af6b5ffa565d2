"""The office reads a list from the screen of a device: looked at first, then taken over."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.lists.access import sheet_for
from skatliga.lists.device.scanning import MOST_SIGNS, Scanned, differences, names_at, read_payload, take_over
from skatliga.lists.models import Sheet
from skatliga.lists.queries import sittings_of
from skatliga.refusals import refusal_told


def scan(request: HttpRequest, payload: str = "") -> HttpResponse:
    """What a scanned or typed code would change on its list; sent, it is taken over."""
    typed = payload or request.GET.get("code", "")
    if not typed:
        return render(request, "device/scan.html")
    try:
        scanned = read_payload(typed)
    except ValidationError as refusal:
        context = {"refused": refusal.messages, "typed": typed[:MOST_SIGNS]}
        return render(request, "device/scan.html", context, status=422)
    sheet = _sheet_of(request, scanned)
    if request.method == "POST":
        with refusal_told(request):
            take_over(scanned, request.user)
            messages.success(request, _("Die Liste vom Gerät ist übernommen."))
        return redirect("lists:sheet", sheet.pk)
    sittings = sittings_of(sheet, Role.READER)
    context = {
        "sheet": sheet,
        "event": sheet.table.round.event,
        "rows": len(scanned.rows),
        "signed": len(scanned.signed),
        "other_names": [] if scanned.names == names_at(sittings) else sittings,
        "differences": differences(sheet, scanned),
        "typed": typed,
    }
    return render(request, "device/scanned.html", context)


def _sheet_of(request: HttpRequest, scanned: Scanned) -> Sheet:
    sheet = sheet_for(request, scanned.sheet, Role.LISTENFUEHRER)
    if sheet.kind != Sheet.Kind.MAIN:
        raise Http404
    return sheet
