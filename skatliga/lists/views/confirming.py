"""One list after the other is looked at again: confirmed with a key, or sent back with a reason."""

import uuid

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.events.models import Event
from skatliga.lists import queries
from skatliga.lists.confirmation import Waiting, waiting_for
from skatliga.lists.models import Sheet
from skatliga.lists.services import ConflictError
from skatliga.lists.views.requests import change_of, status_of
from skatliga.lists.workflow import move
from skatliga.people.models import User
from skatliga.requests import Request

DECISIONS = {"bestaetigen": Sheet.State.CHECKED, "zurueck": Sheet.State.HANDED_IN}
"""What can become of a list here."""
SAID = {
    Sheet.State.CHECKED: gettext_lazy("%(list)s: geprüft."),
    Sheet.State.HANDED_IN: gettext_lazy("%(list)s ist zurückgegeben; der Vermerk steht bei der Liste."),
}


def confirm(request: Request, slug: str) -> HttpResponse:
    """The next list that this user may confirm, beside what it is to be compared with.

    `?nach=` names the list it comes behind, `?liste=` the list itself.
    """
    event = event_for(request, slug, Role.LISTENFUEHRER)
    if request.method == "POST":
        return _decide(request, event)
    waiting = waiting_for(event, request.user).after(_named(request.GET.get("nach", "")))
    wanted = _named(request.GET.get("liste", ""))
    first = wanted if wanted in waiting.mine else next(iter(waiting.mine), None)
    return _page(request, event, waiting, _sheet(event, first) if first else None)


def next_to_confirm(sheet: Sheet, user: User | None) -> str | None:
    """Where the next list behind this one, which still waits, is confirmed; None where none is left for this user."""
    left = [pk for pk in waiting_for(sheet.table.round.event, user).after(sheet.pk).mine if pk != sheet.pk]
    return _address(sheet.table.round.event, left[0]) if left else None


def _decide(request: Request, event: Event) -> HttpResponse:
    sheet = _sheet(event, _named(request.POST.get("liste", "")))
    before = waiting_for(event, request.user).after(sheet.pk)
    left = [pk for pk in before.mine if pk != sheet.pk]
    try:
        to = DECISIONS.get(request.POST.get("tun", ""))
        if to is None:
            raise ValidationError(_("Diesen Stand gibt es nicht; bitte die Seite neu laden."))
        move(sheet.pk, to, change_of(request))
        messages.success(request, SAID[to] % {"list": sheet})
    except ConflictError:
        messages.warning(request, _("%(list)s hat inzwischen jemand anders bearbeitet.") % {"list": sheet})
        left = left[len(left) // 2 :]
    except ValidationError as refusal:
        return _page(request, event, before, sheet, refusal)
    return redirect(_address(event, left[0] if left else None))


def _page(
    request: Request, event: Event, waiting: Waiting, sheet: Sheet | None, refusal: ValidationError | None = None
) -> HttpResponse:
    context: dict[str, object] = {"event": event, "waiting": waiting, "sheet": sheet}
    if sheet:
        sheet.table.round.event = event
        display = queries.display_of(sheet, event.role)
        context |= {
            "display": display,
            "asks_note": not set(display.view.open) <= set(sheet.accepted),
            "signatures": {signature.seat: signature for signature in sheet.signatures.all()},
            "photos": sheet.photos.all(),
            "twin": queries.main_sheet(sheet.table, Sheet.Kind.TWIN),
            "key": uuid.uuid4(),
            "refused": refusal.messages if refusal else [],
            "reason": request.POST.get("reason", ""),
        }
    return render(request, "lists/confirm.html", context, status=status_of(refusal) if refusal else 200)


def _sheet(event: Event, pk: uuid.UUID | None) -> Sheet:
    lists = Sheet.objects.main().select_related("table__round__event", "entered_by")
    return get_object_or_404(lists, pk=pk, table__round__event=event)


def _named(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _address(event: Event, sheet: uuid.UUID | None) -> str:
    where = reverse("lists:confirm", args=[event.slug])
    return f"{where}?liste={sheet}" if sheet else where
