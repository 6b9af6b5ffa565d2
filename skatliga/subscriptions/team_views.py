"""Asking to be told of a team, on the page that its code opens."""

from django import template
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from skatliga.leagues.models import Team
from skatliga.phones.captain_views import captain_page
from skatliga.phones.team_access import for_captain, team_path
from skatliga.requests import Request
from skatliga.subscriptions.keys import public_sender_key
from skatliga.subscriptions.views import end_asked, subscribe_as_asked
from skatliga.subscriptions.wording import of_teams

register = template.Library()


@require_POST
@for_captain
def subscribe(request: Request, team: Team) -> HttpResponse:
    """Whoever leads the team wants to be told: by mail, or in this browser."""
    try:
        subscribe_as_asked(request, team)
    except ValidationError as refusal:
        return captain_page(request, team, refusal)
    return redirect(team_path(team))


@require_POST
@for_captain
def unsubscribe(request: Request, team: Team) -> HttpResponse:
    """An address hears nothing of the team any more."""
    end_asked(request, team=team)
    return redirect(team_path(team))


@register.inclusion_tag("subscriptions/card.html")
def team_being_told(team: Team, base: str) -> dict[str, object]:
    """On the page of a team: which addresses are told, and how to begin."""
    return {
        "of_team": True,
        "base": base,
        "mails": bool(settings.EMAIL_HOST),
        "ways": list(team.subscriptions.order_by("pk")),
        "key": public_sender_key(settings.SECRET_KEY),
        "what": of_teams(),
    }
