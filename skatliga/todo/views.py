"""The panel alone, as the page that shows it asks for it again."""

from urllib.parse import urlsplit

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import condition

from skatliga.access import Role
from skatliga.circuits.access import circuit_for
from skatliga.events.access import event_for
from skatliga.leagues.access import group_for, matchday_for, season_for
from skatliga.people.access import club_for
from skatliga.requests import Request
from skatliga.todo.panel import panel_about
from skatliga.years.access import year_for


def start(request: Request) -> HttpResponse:
    return _answer(request, None)


def event(request: Request, slug: str) -> HttpResponse:
    return _answer(request, event_for(request, slug, Role.LISTENFUEHRER))


def club(request: Request, slug: str) -> HttpResponse:
    return _answer(request, club_for(request, slug, Role.LISTENFUEHRER))


def year(request: Request, slug: str) -> HttpResponse:
    return _answer(request, year_for(request, slug, Role.LISTENFUEHRER))


def circuit(request: Request, slug: str) -> HttpResponse:
    return _answer(request, circuit_for(request, slug, Role.LISTENFUEHRER))


def season(request: Request, season: str) -> HttpResponse:
    return _answer(request, season_for(request, season, Role.LISTENFUEHRER))


def matchday(request: Request, season: str, slug: str, number: int) -> HttpResponse:
    return _answer(request, matchday_for(request, season, slug, number, Role.LISTENFUEHRER))


def group(request: Request, season: str, slug: str, pk: int) -> HttpResponse:
    return _answer(request, group_for(request, season, slug, pk, Role.LISTENFUEHRER))


def _answer(request: Request, thing: object) -> HttpResponse:
    """The panel, or that it is still the one the page has (304)."""
    page = urlsplit(request.htmx.current_url or "").path
    panel = panel_about(thing, request.user, page)
    assert panel  # whoever came so far has a role

    def make(asked: Request) -> HttpResponse:
        return render(asked, "todo/panel.html", {"panel": panel})

    response: HttpResponse = condition(lambda asked: f'"{panel.mark}"')(make)(request)
    patch_cache_control(response, no_cache=True, private=True)
    return response
