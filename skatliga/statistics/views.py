"""Pages of the statistics: all together at a club, an event, in a season or a year; one player; two players.

A page is made again only where something has changed that it is made of (`events.live_pages.answer_kept`).
"""

import datetime
from typing import NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.db.models import Count, Max, Min, QuerySet, Sum
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from skatliga.events.live_pages import Poll, answer_kept
from skatliga.events.models import Entry, Event
from skatliga.people.models import Player
from skatliga.requests import Request
from skatliga.statistics import page_plots, queries
from skatliga.statistics.access import Find, pair_of, player_for, refuse_without_lists
from skatliga.statistics.head_to_head import head_to_head, met
from skatliga.statistics.periods import choice_of, games, periods
from skatliga.statistics.rates import compare
from skatliga.statistics.strengths import strength_of
from skatliga.statistics.tables import MeetingTable, MemberFiguresTable, PlayerListTable
from skatliga.tables import arrange

PER_PAGE = 20
MET_SHOWN = 20


@login_not_required
def together(request: Request, slug: str, find: Find) -> HttpResponse:
    """What all together have played."""
    about = find(request, slug)
    choice = choice_of(request)
    known = _known(about.events)
    of_club = about.club and _known(queries.club_events(about.club))

    def make(poll: Poll) -> HttpResponse:
        found = queries.group(choice.period.of(about.events), about.role, choice.kind)
        club = about.beside(found)
        table = MemberFiguresTable(found.members, found.evaluation)
        arrange(request, table, PER_PAGE)
        context = {
            "about": about,
            "found": found,
            "table": table,
            "plots": page_plots.of_group(found),
            "rates": list(compare(found.kind, found.figures, club=club)),
            "beside": _("im Verein") if club else "",
            "choice": choice,
            "periods": list(periods(choice, known.first, known.last)) if about.spans_years else [],
            "games": games(choice, found.kinds),
        }
        return render(request, "statistics/together.html", {**context, **about.context})

    return answer_kept(request, (known, of_club, about.rated, about.name), about.role, make)


@login_not_required
def player(request: Request, pk: int) -> HttpResponse:
    """What a player has played, beside all who played there."""
    player, role = player_for(request, pk)
    choice = choice_of(request)
    events = queries.player_events(player)
    known, strength = _known(events), strength_of(player)

    def make(poll: Poll) -> HttpResponse:
        refuse_without_lists(player)
        asked = choice.period.of(events)
        found = queries.player(player, asked, choice.kind)
        table = PlayerListTable(reversed(found.lists), found.evaluation)
        arrange(request, table, PER_PAGE)
        context = {
            "player": player,
            "role": role,
            "strength": strength,
            "found": found,
            "table": table,
            "plots": page_plots.of_player(found),
            "rates": list(compare(found.kind, found.figures, found.group)),
            "beside": _("alle dort"),
            "met": met(player, asked, None)[:MET_SHOWN],
            "choice": choice,
            "periods": list(periods(choice, known.first, known.last)),
            "games": games(choice, found.kinds),
        }
        return render(request, "statistics/player.html", context)

    return answer_kept(request, (known, strength), role, make)


@login_not_required
def meetings(request: Request, pk: int, other: int) -> HttpResponse:
    """Two players at one table."""
    pair = pair_of(request, pk, other)
    events = queries.player_events(pair[0])
    choice = choice_of(request)

    def make(poll: Poll) -> HttpResponse:
        found = head_to_head(*pair, choice.period.of(events), choice.kind)
        table = MeetingTable(found.meetings, *(each.name for each in pair))
        arrange(request, table, PER_PAGE)
        context = {
            "one": pair[0],
            "other": pair[1],
            "found": found,
            "table": table,
            "choice": choice,
            "games": games(choice, found.kinds),
        }
        return render(request, "statistics/meetings.html", context)

    return answer_kept(request, (_known(events),), None, make)


class _PageVersion(NamedTuple):
    """What a page is made of: as long as it is the same, so is the page."""

    number: int
    """Of the events."""
    keys: int | None
    """Their sum: other events are not as many with the same one, but by chance."""
    versions: int | None
    """The sum of the versions of the events."""
    first: datetime.date | None
    """The day of the first event."""
    last: datetime.date | None
    entry_named: int | None
    """The latest change of somebody entered, and of a player of a register."""
    player_named: int | None


def _known(events: QuerySet[Event]) -> _PageVersion:
    """Which these events are and how far, and the latest change of a name."""
    found = events.aggregate(
        number=Count("pk"), keys=Sum("pk"), versions=Sum("version"), first=Min("date"), last=Max("date")
    )
    return _PageVersion(**found, entry_named=_latest_change(Entry), player_named=_latest_change(Player))


def _latest_change(model: type[Entry] | type[Player]) -> int | None:
    return model.history.order_by("-history_id").values_list("history_id", flat=True).first()
