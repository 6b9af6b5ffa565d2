"""Pages for what comes in from files: first shown, then stored."""

from collections import Counter

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.exchange.forms import ParticipantsForm
from skatliga.exchange.participantfile import COLUMNS
from skatliga.exchange.participants import Becomes, Planned, plan, store


def participants(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    form = ParticipantsForm(request.POST or None, request.FILES or None)
    context = {"event": event, "form": form, "columns": COLUMNS}
    if form.is_valid():
        if "eintragen" in request.POST:
            try:
                _tell(request, store(event, form.lines))
                return redirect("events:entries", slug)
            except ValidationError as refusal:
                form.add_error(None, refusal.messages)
        planned = plan(event, form.lines)
        context |= {"planned": planned, "new": sum(each.new for each in planned), "text": form.text}
    return render(request, "exchange/participants.html", context)


def _tell(request: HttpRequest, planned: list[Planned]) -> None:
    """How many were entered, and every line that was not."""
    count = Counter(each.becomes for each in planned)
    new = count[Becomes.GUEST] + count[Becomes.PLAYER]
    told = ngettext("%(number)s Teilnehmer ist eingetragen.", "%(number)s Teilnehmer sind eingetragen.", new)
    messages.success(request, told % {"number": new})
    for each in planned:
        if each.becomes == Becomes.REFUSED:
            line = {"line": each.line, "name": each.entry.name, "why": each.why}
            messages.warning(request, _("Zeile %(line)s (%(name)s) nicht: %(why)s") % line)
