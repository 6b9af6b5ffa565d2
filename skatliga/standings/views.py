"""Pages of standings, and the same as files.

What a ranking is made of stands in its address: `?nach=3` after three Serien, `?klasse=7` of one class.

**D** The CSV is the one a German spreadsheet opens by itself: UTF-8 with its mark, columns parted by semicolons, plain
whole numbers. A provisional ranking says so in the file's name.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django_tables2 import RequestConfig, Table
from django_tables2.export import TableExport

from scoring.standings import format_average
from skatliga.access import Role
from skatliga.events.access import event_for, round_of
from skatliga.events.conduct import record_lots
from skatliga.events.live import Poll, live
from skatliga.events.models import Category, Event, Round, Team
from skatliga.lists.queries import corrections
from skatliga.standings.forms import LotsForm
from skatliga.standings.players import (
    list_ranking,
    player_in_event,
    player_over_events,
    readable_player,
    table_of,
)
from skatliga.standings.progress import Progress
from skatliga.standings.queries import ranking as individual_ranking
from skatliga.standings.tables import ListTable, RankingTable, TeamTable
from skatliga.standings.teams import team_ranking

PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class Scope:
    """What a ranking is asked for: one Serie, those up to one of them, or all; one class or everybody."""

    round: Round | None
    after: int | None
    category: Category | None

    @property
    def rounds(self) -> frozenset[int] | None:
        """The numbers of the Serien, None for all."""
        if self.round:
            return frozenset({self.round.number})
        return frozenset(range(1, self.after + 1)) if self.after else None

    @property
    def name(self) -> str:
        """For the names of files."""
        parts = (
            self.round and f"-serie-{self.round.number}",
            self.after and f"-nach-{self.after}",
            self.category and f"-klasse-{self.category.pk}",
        )
        return "".join(part for part in parts if part)


@login_not_required
def ranking(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    def make(event: Event, poll: Poll) -> HttpResponse:
        scope = _scope(request, event, number)
        found = individual_ranking(event, event.role, scope.rounds, scope.category)
        announcements = corrections(event, event.role, round=scope.round)
        table = RankingTable(found, exclude=("out",))
        return _page(request, "ranking", event, poll, scope, found, table, announcements=announcements)

    return live(request, slug, make)


@login_not_required
def teams(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    def make(event: Event, poll: Poll) -> HttpResponse:
        scope = _scope(request, event)
        found = team_ranking(event, event.role, _kind(kind), scope.rounds)
        table = TeamTable(found, exclude=("spielpunkte", "won", "lost"))
        return _page(request, "teams", event, poll, scope, found, table, kind=_kind(kind))

    return live(request, slug, make)


@login_not_required
def lists(request: HttpRequest, slug: str) -> HttpResponse:
    def make(event: Event, poll: Poll) -> HttpResponse:
        scope = _scope(request, event)
        found = list_ranking(event, event.role, scope.rounds)
        return _page(request, "lists", event, poll, scope, found, ListTable(found))

    return live(request, slug, make)


@login_not_required
def ranking_file(request: HttpRequest, slug: str, ending: str, number: int | None = None) -> HttpResponse:
    event = event_for(request, slug, Role.READER)
    scope = _scope(request, event, number)
    found = individual_ranking(event, event.role, scope.rounds, scope.category)
    return _file(RankingTable(found), found, f"rangliste-{slug}{scope.name}", ending)


@login_not_required
def teams_file(request: HttpRequest, slug: str, ending: str, kind: str) -> HttpResponse:
    event = event_for(request, slug, Role.READER)
    scope = _scope(request, event)
    found = team_ranking(event, event.role, _kind(kind), scope.rounds)
    return _file(TeamTable(found), found, f"{kind}-{slug}{scope.name}", ending)


@login_not_required
def lists_file(request: HttpRequest, slug: str, ending: str) -> HttpResponse:
    event = event_for(request, slug, Role.READER)
    scope = _scope(request, event)
    found = list_ranking(event, event.role, scope.rounds)
    return _file(ListTable(found), found, f"listen-{slug}{scope.name}", ending)


@login_not_required
def table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    def make(event: Event, poll: Poll) -> HttpResponse:
        round = round_of(event, number)
        state = table_of(get_object_or_404(round.tables, number=table), event.role)
        context = {"event": event, "round": round, "table": state, "poll": poll}
        return _render(request, "table", context)

    return live(request, slug, make)


@login_not_required
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def make(event: Event, poll: Poll) -> HttpResponse:
        entry = get_object_or_404(event.entries.select_related("player__merged_into"), start_number=number)
        address = request.build_absolute_uri(reverse("standings:player", args=[slug, number]))
        context = {
            "event": event,
            "found": player_in_event(event, entry, event.role),
            "address": address,
            "code": segno.make(address, micro=False).svg_data_uri(border=0),
            "poll": poll,
        }
        return _render(request, "player", context)

    return live(request, slug, make)


@login_not_required
def person(request: HttpRequest, pk: int) -> HttpResponse:
    player = readable_player(request.user, pk)
    over = player and player_over_events(player, request.user)
    if not (over and over.events):  # nor is anybody named who never stood in a ranking
        raise Http404
    context = {"over": over, "average": format_average(over.average, get_format("DECIMAL_SEPARATOR"))}
    return render(request, "standings/person.html", context)


def lots(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    found = individual_ranking(event, event.role)
    form = LotsForm(request.POST or None, draws=found.draws)
    if form.is_valid():
        try:
            record_lots(event, form.lots)
            messages.success(request, _("Die Lose sind gespeichert."))
            return redirect("standings:ranking", slug)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
    return render(request, "standings/lots.html", {"event": event, "form": form, "ranking": found})


def _scope(request: HttpRequest, event: Event, number: int | None = None) -> Scope:
    """What the address asks for; what there is not gives a page that does not exist."""
    after, category = _number(request, "nach"), _number(request, "klasse")
    if after is not None:
        round_of(event, after)
    return Scope(
        round=round_of(event, number) if number is not None else None,
        after=after,
        category=get_object_or_404(event.categories, pk=category) if category is not None else None,
    )


def _number(request: HttpRequest, name: str) -> int | None:
    asked = request.GET.get(name, "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 10):
        raise Http404
    return int(asked)


def _kind(kind: str) -> Team.Kind:
    if kind not in Team.Kind.values:
        raise Http404
    return Team.Kind(kind)


def _page(
    request: HttpRequest,
    name: str,
    event: Event,
    poll: Poll,
    scope: Scope,
    found: Progress,
    table: Table,
    **more: Any,
) -> HttpResponse:
    """A ranking, or the part of it that changes where a script asks for it."""
    RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
    last = found.begun[-1].number if found.begun else 0
    context = {
        "event": event,
        "poll": poll,
        "scope": scope,
        "round": scope.round,
        "ranking": found,
        "table": table,
        "categories": event.categories.all(),
        "kinds": [Team.Kind(kind) for kind in event.teams.order_by("kind").values_list("kind", flat=True).distinct()],
        "states": range(1, last) if last > 2 else [],
        "query": request.GET.urlencode(),
        **more,
    }
    return _render(request, name, context)


def _render(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    part = "_part" if request.htmx else ""
    return render(request, f"standings/{name}{part}.html", context)


ENCODERS: dict[str, Callable[[Any], bytes]] = {
    # The mark at the beginning is how a spreadsheet knows the umlauts.
    "csv": lambda rows: rows.export("csv", delimiter=";").encode("utf-8-sig"),
    "xlsx": lambda rows: rows.export("xlsx"),
}


def _file(table: Table, found: Progress, name: str, ending: str) -> HttpResponse:
    """Every line of a ranking as a file."""
    if ending not in ENCODERS:
        raise Http404
    rows = TableExport("csv", table, dataset_kwargs={"title": _("Rangliste")}).dataset
    response = HttpResponse(ENCODERS[ending](rows), TableExport.FORMATS[ending])
    name += "-vorlaeufig" if found.provisional else ""
    response["Content-Disposition"] = f'attachment; filename="{name}.{ending}"'
    patch_cache_control(response, no_cache=True)
    return response
