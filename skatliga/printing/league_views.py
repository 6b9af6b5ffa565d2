"""Papers of a league to look at, save and print; who may read its pages may have them."""

from django.contrib.auth.decorators import login_not_required
from django.db.models import Q
from django.http import Http404, HttpResponse

from skatliga.access import Role
from skatliga.handouts import Steps, handout
from skatliga.leagues.access import division_for, group_for
from skatliga.leagues.live import season_state
from skatliga.leagues.serien import read_at
from skatliga.printing.leagues import LEAGUE_WORKS, LeagueOrder
from skatliga.printing.render import file_response
from skatliga.requests import Request


@login_not_required
@handout("nach")
def table(request: Request, season: str, slug: str) -> Steps:
    division = division_for(request, season, slug, Role.READER)
    try:
        until = read_at(request.GET.get("nach", ""), division.season.rounds)
    except ValueError as unknown:
        raise Http404 from unknown
    yield season_state(division.season, Q(matchday__division=division))
    return _document("ligatabelle", LeagueOrder(division, division.season.role, until=until))


@login_not_required
@handout("leer")
def report(request: Request, season: str, slug: str, pk: int) -> Steps:
    group = group_for(request, season, slug, pk, Role.READER)
    yield season_state(group.matchday.division.season, Q(pk=pk))
    blank = bool(request.GET.get("leer"))
    return _document("spielbericht", LeagueOrder(group.matchday.division, group.role, group, blank=blank))


@login_not_required
@handout()
def exchanges(request: Request, season: str, slug: str, pk: int) -> Steps:
    group = group_for(request, season, slug, pk, Role.READER)
    yield season_state(group.matchday.division.season, Q(pk=pk))
    return _document("wechselliste", LeagueOrder(group.matchday.division, group.role, group))


def _document(name: str, order: LeagueOrder) -> HttpResponse:
    return file_response(LEAGUE_WORKS[name].print(order), f"{name}-{order.filename}")
