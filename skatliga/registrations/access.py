"""Fetch and authorise registrations of teams; the first line of a view."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from skatliga.access import Role, require
from skatliga.leagues.access import season_for
from skatliga.leagues.models import Season
from skatliga.leagues.queries import visible_seasons
from skatliga.people.access import club_for
from skatliga.people.models import Club
from skatliga.registrations.models import TeamTerms
from skatliga.registrations.queries import clubs_of, terms_of
from skatliga.requests import Request


def terms_for(request: Request, season: str) -> TeamTerms:
    """How a season takes registrations, for those who direct it."""
    terms = terms_of(season_for(request, season, Role.SPIELLEITUNG))
    if terms is None:
        raise Http404
    return terms


def club_of_league(request: Request, season: str, club: str) -> tuple[TeamTerms, Club]:
    """How a season takes registrations, and a club that may have one, for those who direct the season."""
    terms = terms_for(request, season)
    return terms, get_object_or_404(clubs_of(terms.season), slug=club)


def own_club_for(request: Request, season: str, club: str) -> tuple[TeamTerms, Club]:
    """How a season takes registrations, and a club that may have one, for those who direct the club.

    Raises Http404 where there is none, or where the season is not published and the visitor holds no role in it.
    """
    found = club_for(request, club, None)
    require(request, found.role, Role.SPIELLEITUNG)
    seen: Season = get_object_or_404(visible_seasons(request.user), slug=season)
    terms = terms_of(seen)
    if terms is None or not clubs_of(seen).filter(pk=found.pk).exists():
        raise Http404
    return terms, found
