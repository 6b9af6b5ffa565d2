"""Pages of the statistics: all together at a club, an event, in a season or a year; one player; two players.

A page is made again only where something has changed that it is made of (`events.live.answer_kept`).
"""

from collections.abc import Callable

from django.contrib.auth.decorators import login_not_required
from django.db.models import Count, Max, Min, QuerySet, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_tables2 import RequestConfig

from skatliga.access import Role, require
from skatliga.events.live import Poll, answer_kept
from skatliga.events.models import Entry, Event
from skatliga.people.access import club_for
from skatliga.people.models import Club, Player
from skatliga.spreadsheets import table_file
from skatliga.statistics import pictures, queries
from skatliga.statistics.access import Together, player_for, refuse_without_lists
from skatliga.statistics.measures import compare
from skatliga.statistics.meetings import head_to_head, met
from skatliga.statistics.periods import choice_of, choices
from skatliga.statistics.services import rate_players
from skatliga.statistics.strength import LEAST_LISTS, is_rated, strengths
from skatliga.statistics.tables import ListTable, MeetingTable, MemberTable, StrengthTable

PER_PAGE = 20
MET_SHOWN = 20

Find = Callable[[HttpRequest, str], Together]
"""Fetches what a page of all together is about, and lets the visitor in or not (`access`)."""


@login_not_required
def together(request: HttpRequest, slug: str, find: Find) -> HttpResponse:
    """What all together have played."""
    about = find(request, slug)
    choice = choice_of(request)
    known = (*_known(about.events), about.rated, about.name)

    def make(poll: Poll) -> HttpResponse:
        found = queries.group(choice.period.of(about.events), about.role)
        table = MemberTable(found.members, found.evaluation)
        RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
        context = {
            "about": about,
            "found": found,
            "table": table,
            "plots": pictures.of_group(found),
            "rates": list(compare(found.figures)),
            "choice": choice,
            "choices": list(choices(*known[3:5])) if about.spans_years else [],
        }
        return render(request, "statistics/together.html", context | about.context)

    return answer_kept(request, known, about.role, make)


@login_not_required
def together_file(request: HttpRequest, slug: str, ending: str, find: Find) -> HttpResponse:
    """The table of its players."""
    about = find(request, slug)
    found = queries.group(choice_of(request).period.of(about.events), about.role)
    return table_file(MemberTable(found.members, found.evaluation), f"statistik-{slug}", ending, _("Spieler"))


@login_not_required
def strength(request: HttpRequest, slug: str) -> HttpResponse:
    """How strong the players of a club are; where it is switched off, the page on which to switch it on."""
    club, rated = _rated_club(request, slug)

    def make(poll: Poll) -> HttpResponse:
        found = strengths(club, club.role)
        table = StrengthTable(found)
        RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
        context = {"club": club, "rated": rated, "table": table, "plot": pictures.strong(found), "least": LEAST_LISTS}
        return render(request, "statistics/strength.html", context)

    return answer_kept(request, (*_known(queries.club_events(club)), rated, club.name), club.role, make)


@login_not_required
def strength_file(request: HttpRequest, slug: str, ending: str) -> HttpResponse:
    """The same as a file."""
    club, _rated = _rated_club(request, slug)
    return table_file(StrengthTable(strengths(club, club.role)), f"spielstaerke-{slug}", ending, _("Spielstärke"))


@require_POST
def rate(request: HttpRequest, slug: str) -> HttpResponse:
    """Switch it on or off."""
    club = club_for(request, slug, Role.ADMINISTRATOR)
    rate_players(club, "ein" in request.POST)
    return redirect("statistics:strength", slug)


@login_not_required
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """What a player has played, beside all who played there."""
    player, role = player_for(request, pk)
    choice = choice_of(request)
    events = queries.player_events(player)
    known = _known(events)

    def make(poll: Poll) -> HttpResponse:
        refuse_without_lists(player)
        asked = choice.period.of(events)
        found = queries.player(player, asked)
        table = ListTable(reversed(found.lists), found.evaluation)
        RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
        context = {
            "player": player,
            "role": role,
            "found": found,
            "table": table,
            "plots": pictures.of_player(found),
            "rates": list(compare(found.figures, found.group)),
            "met": met(player, asked, None)[:MET_SHOWN],
            "choice": choice,
            "choices": list(choices(*known[3:5])),
        }
        return render(request, "statistics/player.html", context)

    return answer_kept(request, known, role, make)


@login_not_required
def player_file(request: HttpRequest, pk: int, ending: str) -> HttpResponse:
    """All lists of a player."""
    player, _role = player_for(request, pk)
    refuse_without_lists(player)
    found = queries.player(player, choice_of(request).period.of(queries.player_events(player)))
    return table_file(ListTable(found.lists, found.evaluation), f"listen-spieler-{pk}", ending, _("Listen"))


@login_not_required
def meetings(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """Two players at one table."""
    pair = _pair(request, pk, other)
    events = queries.player_events(pair[0])

    def make(poll: Poll) -> HttpResponse:
        found = head_to_head(*pair, events)
        table = MeetingTable(found.meetings, *(each.name for each in pair))
        RequestConfig(request, paginate={"per_page": PER_PAGE}).configure(table)
        context = {"one": pair[0], "other": pair[1], "found": found, "table": table}
        return render(request, "statistics/meetings.html", context)

    return answer_kept(request, _known(events), None, make)


@login_not_required
def meetings_file(request: HttpRequest, pk: int, other: int, ending: str) -> HttpResponse:
    """The lists on which two players met."""
    pair = _pair(request, pk, other)
    found = head_to_head(*pair, queries.player_events(pair[0]))
    table = MeetingTable(found.meetings, *(each.name for each in pair))
    return table_file(table, f"begegnungen-{pk}-{other}", ending, _("Begegnungen"))


def _rated_club(request: HttpRequest, slug: str) -> tuple[Club, bool]:
    """The club, and whether it has strength rated; if not, that is for administrators alone."""
    club = club_for(request, slug, None)
    rated = is_rated(club)
    if not rated:
        require(request, club.role, Role.ADMINISTRATOR)
    return club, rated


def _pair(request: HttpRequest, one: int, other: int) -> tuple[Player, Player]:
    """Two different players who have played."""
    pair = player_for(request, one)[0], player_for(request, other)[0]
    if pair[0] == pair[1]:
        raise Http404
    for each in pair:
        refuse_without_lists(each)
    return pair


def _known(events: QuerySet[Event]) -> tuple[object, ...]:
    """Which these events are and how far, their first and last day, and the latest change of a name."""
    found = events.aggregate(
        number=Count("pk"), keys=Sum("pk"), versions=Sum("version"), first=Min("date"), last=Max("date")
    )
    names = (
        model.history.order_by("-history_id").values_list("history_id", flat=True).first() for model in (Entry, Player)
    )
    return found["number"], found["keys"], found["versions"], found["first"], found["last"], *names
