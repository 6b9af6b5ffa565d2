"""The calls of a hall, for the Spielleitung: who goes, and when it was done; a Startkarte that was lost."""

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from skatliga.access import Role
from skatliga.events.access import entry_for, event_for
from skatliga.events.live_pages import Poll, answer_kept
from skatliga.phones import services
from skatliga.phones.access import call_for, renew
from skatliga.phones.models import TableCall
from skatliga.requests import Request

SHOWN = 100
"""Calls that are over."""


@require_safe
def calls(request: Request, slug: str) -> HttpResponse:
    """Who waits, who is under way, what is done; current without being loaded anew."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    found = TableCall.objects.filter(round__event=event).select_related("round", "entry", "taken_by", "done_by")

    def known(calls: QuerySet[TableCall]) -> tuple[object, ...]:
        return tuple(calls.values_list("pk", "taken_at", "done_at"))

    def make(poll: Poll) -> HttpResponse:
        context = {
            "event": event,
            "poll": poll,
            "open": list(found.filter(done_at=None)),
            "done": list(found.exclude(done_at=None).order_by("-done_at")[:SHOWN]),
        }
        return render(request, "phones/calls_part.html" if request.htmx else "phones/calls.html", context)

    return answer_kept(request, known(found), event.role, make, is_part=bool(request.htmx))


@require_POST
def take_call(request: Request, slug: str, pk: int) -> HttpResponse:
    """Whoever presses goes to the table."""
    call = call_for(request, slug, pk)
    services.take_call(call, request.user)
    return redirect("phones:calls", slug)


@require_POST
def finish_call(request: Request, slug: str, pk: int) -> HttpResponse:
    """What was called for is done."""
    call = call_for(request, slug, pk)
    services.finish_call(call, request.user)
    return redirect("phones:calls", slug)


@require_POST
def renew_code(request: Request, slug: str, number: int) -> HttpResponse:
    """Nobody gets to the player's page by the card that was printed so far."""
    entry = entry_for(request, slug, number)
    renew(entry, request.user)
    messages.success(request, _("Der alte Code gilt nicht mehr; bitte eine neue Startkarte drucken."))
    return redirect("events:entry", slug, number)
