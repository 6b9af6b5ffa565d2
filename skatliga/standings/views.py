"""Pages of standings, and the same as files.

What a ranking is made of stands in its address: `?nach=3` after three Serien, `?tag=2026-03-14` of one day, `?klasse=7`
of one class.

**D** A provisional ranking says so in the file's name.
"""

from dataclasses import replace

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django_tables2 import Table

from scoring.wertung.results import format_average
from skatliga.access import Role
from skatliga.events.access import event_for, round_of
from skatliga.events.changes import record_lots
from skatliga.events.days import days_of
from skatliga.events.live_pages import Poll, live, state_of, state_of_many
from skatliga.events.models import Event, Team
from skatliga.events.queries import visible_events
from skatliga.exports import Export
from skatliga.forms import refusal_in
from skatliga.handouts import ExportSteps
from skatliga.lists.queries import corrections
from skatliga.requests import Request
from skatliga.standings.forms import LotsForm
from skatliga.standings.player_pages import (
    PlayerOverEvents,
    list_ranking,
    player_in_event,
    player_over_events,
    readable_player,
    table_of,
)
from skatliga.standings.ranking_scope import RankingScope, scope_of
from skatliga.standings.ranking_source import Progress
from skatliga.standings.rankings import ranking as individual_ranking
from skatliga.standings.tables import MARKS, EventListTable, PersonTable, RankingTable, TeamTable
from skatliga.tables import arrange

PER_PAGE = 100
TEAMS_PER_PAGE = 50
"""Each stands there with its members."""


@login_not_required
def ranking(request: Request, slug: str, number: int | None = None) -> HttpResponse:
    def make(event: Event, poll: Poll) -> HttpResponse:
        scope = scope_of(request, event, number)
        found = scope.ranking(event, event.role)
        announcements = corrections(event, event.role, round=scope.round)
        table = RankingTable(found, event, exclude=MARKS)
        return _page(request, "ranking", event, poll, scope, found, table, announcements=announcements)

    return live(request, slug, make)


@login_not_required
def teams(request: Request, slug: str, kind: str) -> HttpResponse:
    def make(event: Event, poll: Poll) -> HttpResponse:
        scope = scope_of(request, event)
        found = scope.team_ranking(event, event.role, kind_of(kind))
        table = TeamTable(found, event, exclude=(*MARKS, "spielpunkte", "won", "lost"))
        return _page(request, "teams", event, poll, scope, found, table, TEAMS_PER_PAGE, kind=kind_of(kind))

    return live(request, slug, make)


@login_not_required
def lists(request: Request, slug: str) -> HttpResponse:
    def make(event: Event, poll: Poll) -> HttpResponse:
        scope = scope_of(request, event)
        found = list_ranking(event, event.role, scope.rounds)
        return _page(request, "lists", event, poll, scope, found, EventListTable(found, event, exclude=MARKS))

    return live(request, slug, make)


def ranking_file(request: Request, slug: str, number: int | None = None) -> ExportSteps:
    event = event_for(request, slug, Role.READER)
    scope = scope_of(request, event, number)
    yield state_of(event)
    found = scope.ranking(event, event.role)
    whole = replace(found, lines=(*found.lines, *found.below))
    return _file(RankingTable(whole, event), found, f"rangliste-{slug}{scope.name}")


def teams_file(request: Request, slug: str, kind: str) -> ExportSteps:
    event = event_for(request, slug, Role.READER)
    scope = scope_of(request, event)
    yield state_of(event)
    found = scope.team_ranking(event, event.role, kind_of(kind))
    return _file(TeamTable(found, event), found, f"{kind}-{slug}{scope.name}")


def lists_file(request: Request, slug: str) -> ExportSteps:
    event = event_for(request, slug, Role.READER)
    scope = scope_of(request, event)
    yield state_of(event)
    found = list_ranking(event, event.role, scope.rounds)
    return _file(EventListTable(found, event), found, f"listen-{slug}{scope.name}")


@login_not_required
def table(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    def make(event: Event, poll: Poll) -> HttpResponse:
        round = round_of(event, number)
        state = table_of(get_object_or_404(round.tables, number=table), event.role)
        context = {"event": event, "round": round, "table": state, "poll": poll}
        return _render(request, "table", context)

    return live(request, slug, make)


@login_not_required
def player(request: Request, slug: str, number: int) -> HttpResponse:
    def make(event: Event, poll: Poll) -> HttpResponse:
        entry = get_object_or_404(event.entries.select_related("player__merged_into"), start_number=number)
        scope = scope_of(request, event)
        address = request.build_absolute_uri(reverse("standings:player", args=[slug, number]))
        context = {
            "event": event,
            "found": player_in_event(event, entry, event.role, scope.table),
            "scope": scope,
            "address": address,
            "code": segno.make(address, micro=False).svg_data_uri(border=0),
            "poll": poll,
        }
        return _render(request, "player", context)

    return live(request, slug, make)


@login_not_required
def person(request: Request, pk: int) -> HttpResponse:
    over = _over_events(request, pk)
    mark = get_format("DECIMAL_SEPARATOR")
    sums = [(evaluation, total, format_average(total.average, mark)) for evaluation, total in over.by_evaluation]
    return render(request, "standings/person.html", {"over": over, "sums": sums})


def person_file(request: Request, pk: int) -> ExportSteps:
    over = _over_events(request, pk)
    yield state_of_many(visible_events(request.user))
    return Export(PersonTable(over), f"veranstaltungen-spieler-{over.player.pk}", _("Veranstaltungen"))


def lots(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    found = individual_ranking(event, event.role)
    form = LotsForm(request.POST or None, draws=found.draws)
    if form.is_valid():
        with refusal_in(form):
            record_lots(event, form.lots)
            messages.success(request, _("Die Lose sind gespeichert."))
            return redirect("standings:ranking", slug)
    return render(request, "standings/lots.html", {"event": event, "form": form, "ranking": found})


def _over_events(request: Request, pk: int) -> PlayerOverEvents:
    """All events of a player; Http404 also for who never stood in a ranking: nobody else is named."""
    player = readable_player(request.user, pk)
    over = player and player_over_events(player, request.user)
    if not (over and over.events):
        raise Http404
    return over


def kind_of(kind: str) -> Team.Kind:
    """The kind of teams of an address; Http404 for none."""
    if kind not in Team.Kind.values:
        raise Http404
    return Team.Kind(kind)


def _page(
    request: Request,
    name: str,
    event: Event,
    poll: Poll,
    scope: RankingScope,
    found: Progress,
    table: Table,
    per_page: int = PER_PAGE,
    **more: object,
) -> HttpResponse:
    """A ranking, or the part of it that changes where a script asks for it."""
    arrange(request, table, per_page)
    last = found.begun[-1].number if found.begun else 0
    context = {
        "event": event,
        "poll": poll,
        "scope": scope,
        "round": scope.round,
        "ranking": found,
        "table": table,
        "categories": event.categories.filter(entries__isnull=False).distinct(),
        "kinds": [Team.Kind(kind) for kind in event.teams.order_by("kind").values_list("kind", flat=True).distinct()],
        "states": range(1, last) if last > 2 and not scope.day else [],
        "days": days_of(event),
        "query": request.GET.urlencode(),
        **more,
    }
    return _render(request, name, context)


def _render(request: Request, name: str, context: dict[str, object]) -> HttpResponse:
    part = "_part" if request.htmx else ""
    return render(request, f"standings/{name}{part}.html", context)


def _file(table: Table, found: Progress, name: str) -> Export:
    """Every line of a ranking as a file."""
    name += "-vorlaeufig" if found.provisional else ""
    return Export(table, name, _("Rangliste"))
