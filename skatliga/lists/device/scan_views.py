"""The office reads a list from the screen of a device: looked at first, then taken over."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.lists.access import sheet_for
from skatliga.lists.device.readout import read_out, surnames
from skatliga.lists.device.scan_code import (
    MOST_SIGNS,
    Scanned,
    demand_new,
    differences,
    names_at,
    read_payload,
    take_over,
    taken,
    was_taken,
)
from skatliga.lists.models import Sheet
from skatliga.lists.queries import sittings_of, view_of
from skatliga.lists.sheet_page import show
from skatliga.requests import Request, refusal_told


def scan(request: Request, payload: str = "") -> HttpResponse:
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
            _tell_taken(request, take_over(scanned, request.user))
        return redirect("lists:sheet", sheet.pk)
    return render(request, "device/scanned.html", {**_preview(sheet, scanned), "typed": typed})


def _tell_taken(request: Request, changed: bool) -> None:
    if changed:
        messages.success(request, _("Die Liste vom Gerät ist übernommen."))
    else:
        messages.info(request, _("Dieser Code war schon übernommen; es hat sich nichts geändert."))


def _preview(sheet: Sheet, scanned: Scanned) -> dict[str, object]:
    """What taking the code over would make of the list, or why it cannot be; the list as it is where it cannot."""
    here, sittings = view_of(sheet), sittings_of(sheet, Role.READER)
    view, refused, done = here, [], was_taken(sheet, scanned)
    try:
        if not done:
            demand_new(sheet, scanned)
            view = taken(sheet, scanned).view
    except ValidationError as refusal:
        refused = refusal.messages
    differing = {} if done or refused else {each.nr: each for each in differences(here, scanned)}
    display, called = show(view, sittings), surnames(sittings)
    return {
        "sheet": sheet,
        "event": sheet.table.round.event,
        "display": display,
        "lines": [
            (row, called.get(row.credited or row.declarer, ""), read_out(row), differing.get(row.nr))
            for row in view.rows
        ],
        "changed": len(differing),
        "rows": len(scanned.rows),
        "signed": len(scanned.signed),
        "other_names": [] if scanned.names == names_at(sittings) else sittings,
        "sealed": scanned.sealed,
        "refused": refused,
        "done": done,
    }


def _sheet_of(request: Request, scanned: Scanned) -> Sheet:
    sheet = sheet_for(request, scanned.sheet, Role.LISTENFUEHRER)
    if sheet.kind != Sheet.Kind.MAIN:
        raise Http404
    return sheet
