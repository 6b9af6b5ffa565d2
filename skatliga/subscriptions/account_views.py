"""What an account is told of, and what it could be told of: begun and ended by one press each."""

from typing import NamedTuple

from django.conf import settings
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.leagues.models import Division, Season
from skatliga.leagues.queries import visible_seasons
from skatliga.people.access import club_for
from skatliga.people.models import Club
from skatliga.people.queries import clubs_apart
from skatliga.publication import PublicationState
from skatliga.requests import Request, refusal_told
from skatliga.subscriptions import services
from skatliga.subscriptions.models import Subscription
from skatliga.subscriptions.views import demand_seldom, end_asked
from skatliga.subscriptions.wording import (
    name_of,
    of_clubs,
    of_directors,
    of_divisions,
    what_is_told,
    where_of,
)


class ToldLine(NamedTuple):
    """Something that an account is told of."""

    subscription: Subscription
    name: str
    where: str
    """Empty where the name says it."""
    url: str
    what: str


class OfferedLine(NamedTuple):
    """Something that an account can be told of, with the address that begins it."""

    name: str
    where: str
    """Empty where the name says it."""
    url: str


@never_cache
def overview(request: Request) -> HttpResponse:
    """Everything the account is told of with where it goes, and what it could be told of."""
    own = request.user.subscriptions.select_related("club", "division__season", "division__level").order_by("pk")
    lines = [_line_of(each) for each in own]
    context = {
        "lines": lines,
        "divisions": [
            OfferedLine(each.name, each.season.name, reverse("subscriptions:begin_division", args=[each.pk]))
            for each in _divisions_led(request).exclude(subscriptions__user=request.user)
        ],
        "clubs": [
            OfferedLine(each.name, "", reverse("subscriptions:begin_club", args=[each.slug]))
            for each in _clubs_directed(request, {each.club_id for each in own})
        ],
        "mails": bool(settings.EMAIL_HOST),
        "of_division": f"{of_divisions()} {of_directors()}",
        "of_club": of_clubs(),
    }
    return render(request, "subscriptions/account.html", context)


def _line_of(subscription: Subscription) -> ToldLine:
    about, where = subscription.division or subscription.club, where_of(subscription)
    assert about
    said = where.name if about != where else ""
    return ToldLine(subscription, name_of(subscription), said, about.get_absolute_url(), what_is_told(subscription))


def _divisions_led(request: Request) -> QuerySet[Division]:
    """The Staffeln of seasons that are on and that the account directs; two queries."""
    running = visible_seasons(request.user).filter(state=PublicationState.PUBLISHED)
    led = [season.pk for season in running if season.role and season.role.directs]
    return (
        Division.objects.filter(season__in=led).select_related("season", "level").order_by("-season", "level__number")
    )


def _clubs_directed(request: Request, told: set[int | None]) -> list[Club]:
    """The clubs in which the account holds a role by which it registers teams, and that play somewhere."""
    own, _others = clubs_apart(request.user)
    playing = own.filter(league_teams__division__season__state=Season.State.PUBLISHED).distinct()
    return [club for club in playing if club.role and club.role.directs and club.pk not in told]


@require_POST
def end(request: Request) -> HttpResponse:
    """The account hears nothing of one thing any more."""
    end_asked(request, user=request.user)
    messages.success(request, _("Beendet. Sie hören nichts mehr davon."))
    return redirect("subscriptions:account")


@require_POST
def begin_division(request: Request, pk: int) -> HttpResponse:
    """The account wants to be told of a Staffel that it may see."""
    divisions = Division.objects.select_related("season__club", "level")
    seen = divisions.filter(season__in=visible_seasons(request.user)).exclude(season__state=PublicationState.DRAFT)
    return _begin(request, get_object_or_404(seen, pk=min(pk, 2**63 - 1)))


@require_POST
def begin_club(request: Request, slug: str) -> HttpResponse:
    """The account wants to be told what its club has to send in."""
    return _begin(request, club_for(request, slug, Role.SPIELLEITUNG))


def _begin(request: Request, about: Division | Club) -> HttpResponse:
    with refusal_told(request):
        demand_seldom(request)
        made = services.subscribe_account(request.user, about)
        said = _("Eingetragen: Was neu ist, geht an %(to)s.") % {"to": made.address}
        if made.confirmed_at is None:
            said = _("An %(to)s geht eine E-Mail. Bitte stimmen Sie dort zu; dann sind Sie eingetragen.")
            said %= {"to": made.address}
        messages.success(request, said)
    return redirect("subscriptions:account")
