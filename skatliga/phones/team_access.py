"""Whose page the code of a team opens, and who may see that code.

**D** The code is that of the team and not of a person: whoever leads it on the day needs no account. An account will do
as well: who enters lists for the club of the team, or directs the season, sees the code and opens the page.
"""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt

from skatliga.access import Role, require, strongest
from skatliga.history import save
from skatliga.leagues.models import Team
from skatliga.leagues.queries import visible_seasons
from skatliga.lists.access import SECRET_LENGTH, derive
from skatliga.people.models import User
from skatliga.people.queries import clubs_seen_by
from skatliga.phones.access import answer_to_code
from skatliga.phones.models import TeamPass
from skatliga.requests import Request


def secret_of_team(team: Team) -> str:
    """The code of a team as it is now; the team comes with its `phone_pass` where there is one."""
    held: TeamPass | None = getattr(team, "phone_pass", None)
    return derive("team", team.pk, held.generation if held else 0, length=SECRET_LENGTH)


def team_path(team: Team) -> str:
    """Where the page of a team's captain is."""
    return reverse("phones:captain", args=[team.pk, secret_of_team(team)])


def team_code_path(team: Team) -> str:
    """The same in capitals, as the small alphabet of a QR code has them."""
    return reverse("team_code", args=[team.pk, secret_of_team(team).upper()])


@transaction.atomic
def renew_team_code(team: Team, user: User | None) -> None:
    """End the code of a team."""
    held, _new = TeamPass.objects.select_for_update().get_or_create(team=team)
    held.generation += 1
    save(held, user)


CaptainView = Callable[[Request, Team], HttpResponse]


def for_captain(view: CaptainView) -> Callable[[Request, int, str], HttpResponse]:
    """A view that the code of a team opens, signed in or not; the secret stands in the place of a token."""

    @login_not_required
    @csrf_exempt
    @wraps(view)
    def opened(request: Request, pk: int, secret: str) -> HttpResponse:
        teams = Team.objects.select_related("division__season__club", "division__level")
        teams = teams.select_related("captain", "club", "phone_pass")
        found = teams.filter(pk=pk).first() if pk < 2**63 else None
        is_own = found is not None and constant_time_compare(secret, secret_of_team(found))
        return answer_to_code(request, view(request, found) if found and is_own else None)

    return opened


def own_team_for(request: Request, season: str, slug: str, letter: str, needed: Role) -> Team:
    """A team whose code the visitor may see: by a role in its club or in the season."""
    seen = get_object_or_404(visible_seasons(request.user), slug=season)
    teams = Team.objects.select_related("division__level", "captain", "club", "phone_pass")
    team = get_object_or_404(teams, division__season=seen, division__slug=slug, letter=letter)
    team.division.season = seen
    club = clubs_seen_by(request.user).filter(pk=team.club.pk).first() if team.club else None
    in_season = seen.role if seen.role and seen.role.directs else seen.role and Role.READER
    require(request, strongest(in_season, club.role if club else None), needed)
    return team
