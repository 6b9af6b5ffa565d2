"""Pages of teams, and of who wants to sit where or not with whom."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.events import teams as services
from skatliga.events.access import apart_for, event_for, team_for
from skatliga.events.finding import teams_of, with_wishes
from skatliga.events.forms import ApartForm, TeamsForm
from skatliga.events.models import Team
from skatliga.refusals import refusal_told


def teams(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.LISTENFUEHRER)
    form = TeamsForm(request.POST or None)
    if form.is_valid():
        try:
            created = services.create_teams(event, Team.Kind(form.cleaned_data["kind"]), form.cleaned_data["lines"])
            told = ngettext(
                "%(number)s Mannschaft ist angelegt.", "%(number)s Mannschaften sind angelegt.", len(created)
            )
            messages.success(request, told % {"number": len(created)})
            return redirect("events:teams", slug)
        except ValidationError as refusal:
            form.add_error("lines", refusal.messages)
    found = teams_of(event)
    for team in found:
        team.line = services.line_of(team, team.players)
    return render(request, "events/teams.html", {"event": event, "teams": found, "form": form})


@require_POST
def change_team(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    team = team_for(request, slug, pk)
    with refusal_told(request):
        changed = services.change_team(team, request.POST.get("line", ""))
        messages.success(request, _("%(name)s ist gespeichert.") % {"name": changed.name})
    return redirect("events:teams", slug)


@require_POST
def delete_team(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    team = team_for(request, slug, pk)
    with refusal_told(request):
        services.delete_team(team)
        messages.success(request, _("„%(name)s“ ist aufgelöst.") % {"name": team.name})
    return redirect("events:teams", slug)


def wishes(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.LISTENFUEHRER)
    form = ApartForm(request.POST or None)
    if form.is_valid():
        try:
            services.keep_apart(event, form.cleaned_data["pairs"])
            return redirect("events:wishes", slug)
        except ValidationError as refusal:
            form.add_error("pairs", refusal.messages)
    pairs = event.aparts.select_related("one", "other").order_by("one__start_number", "other__start_number")
    context = {"event": event, "pairs": pairs, "entries": with_wishes(event), "form": form}
    return render(request, "events/wishes.html", context)


@require_POST
def drop_wish(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    pair = apart_for(request, slug, pk)
    with refusal_told(request):
        services.drop_wish(pair)
    return redirect("events:wishes", slug)
