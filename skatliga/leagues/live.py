"""Pages of a league that are made again only where something has changed (`events.live`)."""

from collections.abc import Callable
from typing import NamedTuple

from django.db.models import Max, Q, Sum
from django.http import HttpResponse

from skatliga.events.live import answer_kept
from skatliga.events.models import Entry, Event
from skatliga.leagues.models import Group, Season
from skatliga.people.models import Player
from skatliga.requests import Request


class Known(NamedTuple):
    """How far a season is: its own version, those of the events its groups are played as, the latest names."""

    version: int
    events: int | None
    latest_entry: int | None
    latest_player: int | None


def league_page(request: Request, season: Season, groups: Q, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer `make` gives from some groups of a season, made only where it is not known yet.

    `season` comes with the visitor's role; `groups` says of which the page tells (conditions on `models.Group`).
    """
    return answer_kept(request, season_state(season, groups), season.role, lambda poll: make())


def season_state(season: Season, groups: Q) -> Known:
    """What a page or document is made of that tells of these groups of a season."""
    events = Event.objects.filter(league_group__in=Group.objects.filter(groups, matchday__division__season=season))
    return Known(
        season.version,
        events.aggregate(sum=Sum("version"))["sum"],
        Entry.history.filter(event__in=events.values("pk")).aggregate(latest=Max("history_id"))["latest"],
        Player.history.aggregate(latest=Max("history_id"))["latest"],
    )
