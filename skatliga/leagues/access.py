"""Fetch and authorise what belongs to a season; the first line of a view.

What is published may be read by anybody. In a group counts, besides the role in the season, the one in its event: so
whoever is host may be let in there alone.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from django.db.models import Max, Q, Sum
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404

from skatliga.access import Role, require, strongest
from skatliga.events.live_pages import answer_kept
from skatliga.events.models import Entry, Event, EventRole
from skatliga.leagues.models import Division, Group, Level, Matchday, Season, Team
from skatliga.leagues.player_rankings import PlayerChoice
from skatliga.leagues.queries import seasons_seen_by
from skatliga.people.models import Player
from skatliga.requests import Request


def season_for(request: Request, slug: str, needed: Role) -> Season:
    """The season with the visitor's role in it.

    Raises Http404, PermissionDenied or SignInNeededError (see `skatliga.access`).
    """
    season = get_object_or_404(seasons_seen_by(request.user), slug=slug)
    if not (season.public and needed == Role.READER):
        require(request, season.role, needed)
    return season


def level_for(request: Request, season: str, number: int, needed: Role) -> Level:
    """A level, its season as `season_for` gives it."""
    found = season_for(request, season, needed)
    level = get_object_or_404(found.levels, number=number)
    level.season = found
    return level


def division_for(request: Request, season: str, slug: str, needed: Role) -> Division:
    """A Staffel, its season as `season_for` gives it."""
    return _division_of(season_for(request, season, needed), slug)


def team_for(request: Request, season: str, slug: str, letter: str, needed: Role) -> Team:
    """A team by its letter, its Staffel as `division_for` gives it."""
    division = division_for(request, season, slug, needed)
    team = get_object_or_404(division.teams.select_related("club", "captain"), letter=letter)
    team.division = division
    return team


def matchday_for(request: Request, season: str, slug: str, number: int, needed: Role) -> Matchday:
    """A match day, its Staffel as `division_for` gives it."""
    division = division_for(request, season, slug, needed)
    matchday = get_object_or_404(division.matchdays, number=number)
    matchday.division = division
    return matchday


def group_for(request: Request, season: str, slug: str, pk: int, needed: Role) -> Group:
    """A group with the visitor's role in it: the stronger of those in the season and in its event."""
    division = _division_of(get_object_or_404(seasons_seen_by(request.user), slug=season), slug)
    groups = Group.objects.select_related("matchday", "event", "host", "binding_by")
    group = get_object_or_404(groups, pk=pk, matchday__division=division)
    group.matchday.division = division
    held = EventRole.objects.filter(event=group.event_id, user=request.user.pk).values_list("role", flat=True).first()
    group.role = strongest(division.season.held, held if group.event_id else None)
    if not (division.season.public and needed == Role.READER):
        require(request, group.role, needed)
    return group


def _division_of(season: Season, slug: str) -> Division:
    division = get_object_or_404(season.divisions.select_related("level"), slug=slug)
    division.season = season
    return division


# ---- Pages of a league that are made again only where something has changed (`events.live_pages`)


class SeasonVersion(NamedTuple):
    """How far a season is: its own version, those of the events its groups are played as, the latest names."""

    version: int
    events: int | None
    latest_entry: int | None
    latest_player: int | None


def player_choice(request: Request) -> PlayerChoice:
    """Which players the address asks for (`?ab=3&nach=schnitt`); Http404 for what is no number."""
    least = request.GET.get("ab", "")
    if not re.fullmatch(r"\d{0,3}", least, re.ASCII):
        raise Http404
    return PlayerChoice(int(least or 0), request.GET.get("nach") == "schnitt")


def league_page(request: Request, season: Season, groups: Q, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer `make` gives from some groups of a season, made only where it is not known yet.

    `season` comes with the visitor's role; `groups` says of which the page tells (conditions on `models.Group`).
    """
    return answer_kept(request, season_state(season, groups), season.role, lambda poll: make())


def season_state(season: Season, groups: Q) -> SeasonVersion:
    """What a page or document is made of that tells of these groups of a season."""
    events = Event.objects.filter(league_group__in=Group.objects.filter(groups, matchday__division__season=season))
    return SeasonVersion(
        season.version,
        events.aggregate(sum=Sum("version"))["sum"],
        Entry.history.filter(event__in=events.values("pk")).aggregate(latest=Max("history_id"))["latest"],
        Player.history.aggregate(latest=Max("history_id"))["latest"],
    )
