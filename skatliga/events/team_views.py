"""Pages of teams, and of who wants to sit where or not with whom."""

from typing import NamedTuple

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.events import teams as services
from skatliga.events.access import apart_for, event_for, team_for
from skatliga.events.forms import ApartForm, EventTeamsForm
from skatliga.events.models import Entry, Event, Team
from skatliga.events.queries import Squad, team_changes, teams_of, with_wishes
from skatliga.forms import refusal_in
from skatliga.requests import Request, refusal_told, text_of

TEAMS_PER_PAGE = 100


def teams(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.LISTENFUEHRER)
    form = EventTeamsForm(request.POST or None, event=event)
    if form.is_valid():
        with refusal_in(form, "lines"):
            data = form.cleaned_data
            created = services.create_teams(event, Team.Kind(data["kind"]), data["lines"], data.get("reason", ""))
            told = ngettext(
                "%(number)s Mannschaft ist angelegt.", "%(number)s Mannschaften sind angelegt.", len(created)
            )
            messages.success(request, told % {"number": len(created)})
            return redirect("events:teams", slug)
    return _teams_page(request, event, form)


@require_POST
def change_team(request: Request, slug: str, pk: int) -> HttpResponse:
    """Another name or other players; what is refused stays as it was typed."""
    team = team_for(request, slug, pk)
    with refusal_told(request):
        changed = services.change_team(team, text_of(request, "line", 300), text_of(request, "reason"))
        messages.success(request, _("%(name)s ist gespeichert.") % {"name": changed.name})
        return redirect("events:teams", slug)
    event = event_for(request, slug, Role.LISTENFUEHRER)
    return _teams_page(request, event, EventTeamsForm(event=event), refused=pk)


@require_POST
def delete_team(request: Request, slug: str, pk: int) -> HttpResponse:
    team = team_for(request, slug, pk)
    with refusal_told(request):
        services.delete_team(team, text_of(request, "reason"))
        messages.success(request, _("„%(name)s“ ist aufgelöst.") % {"name": team.name})
    return redirect("events:teams", slug)


def wishes(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.LISTENFUEHRER)
    form = ApartForm(request.POST or None)
    if form.is_valid():
        with refusal_in(form, "pairs"):
            services.keep_apart(event, form.cleaned_data["pairs"])
            return redirect("events:wishes", slug)
    pairs = event.aparts.select_related("one", "other").order_by("one__start_number", "other__start_number")
    context = {"event": event, "pairs": pairs, "entries": with_wishes(event), "form": form}
    return render(request, "events/wishes.html", context)


@require_POST
def drop_wish(request: Request, slug: str, pk: int) -> HttpResponse:
    pair = apart_for(request, slug, pk)
    with refusal_told(request):
        services.drop_wish(pair)
    return redirect("events:wishes", slug)


class TeamRow(NamedTuple):
    """A team on its page, with the line in which it can be changed."""

    team: Team
    players: list[Entry]
    missing: int
    line: str
    reason: str = ""
    refused: bool = False


def _team_line(request: Request, squad: Squad, refused: bool) -> TeamRow:
    team, players = squad
    if refused:
        line, reason = request.POST.get("line", ""), request.POST.get("reason", "")
        return TeamRow(team, players, squad.missing, line, reason, refused)
    return TeamRow(team, players, squad.missing, services.line_of(team, players))


def _teams_page(request: Request, event: Event, form: EventTeamsForm, refused: int | None = None) -> HttpResponse:
    """All teams, each in its line; that of the team refused stands as it was sent."""
    found = teams_of(event)
    at = next((at for at, squad in enumerate(found) if squad.team.pk == refused), None)
    number = request.GET.get("page") if at is None else at // TEAMS_PER_PAGE + 1
    page = Paginator(found, TEAMS_PER_PAGE).get_page(number)
    lines = [_team_line(request, squad, squad.team.pk == refused) for squad in page]
    context = {"event": event, "page": page, "lines": lines, "form": form, "changes": team_changes(event)}
    return render(request, "events/teams.html", context, status=200 if at is None else 422)
