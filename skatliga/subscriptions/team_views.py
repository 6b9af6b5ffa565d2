"""Asking to be told of a team, on the page that its code opens."""

from django import template
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.leagues.models import Team
from skatliga.phones.access import is_too_often
from skatliga.phones.captain_views import captain_page
from skatliga.phones.team_access import for_captain, team_path
from skatliga.requests import Request
from skatliga.subscriptions import services
from skatliga.subscriptions.models import Subscription

register = template.Library()

MOST_ASKED = 20
"""Requests to be told from one address in the usual window."""


@require_POST
@for_captain
def subscribe(request: Request, team: Team) -> HttpResponse:
    """Whoever leads the team wants to be told by mail."""
    try:
        if is_too_often(request, "subscribed", MOST_ASKED):
            raise ValidationError(_("Das waren zu viele Versuche; bitte in fünf Minuten noch einmal."))
        services.subscribe_by_mail(team, request.POST.get("email", "").strip()[:200])
    except ValidationError as refusal:
        return captain_page(request, team, refusal)
    return redirect(team_path(team))


@require_POST
@for_captain
def unsubscribe(request: Request, team: Team) -> HttpResponse:
    """An address hears nothing of the team any more."""
    number = request.POST.get("weg", "")
    if number.isascii() and number.isdigit() and len(number) < 18:
        get_object_or_404(Subscription, pk=int(number), team=team).delete()
    return redirect(team_path(team))


@register.inclusion_tag("subscriptions/card.html")
def team_being_told(team: Team, base: str) -> dict[str, object]:
    """On the page of a team: which addresses are told, and how to begin."""
    mails = bool(settings.EMAIL_HOST)
    ways = list(team.subscriptions.order_by("pk"))
    return {"of_team": True, "base": base, "over": not mails, "mails": mails, "ways": ways}
