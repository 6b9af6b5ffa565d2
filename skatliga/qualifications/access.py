"""Fetch and authorise what belongs to a qualification; whose page a secret opens."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.events.live_pages import latest_names
from skatliga.events.models import Event
from skatliga.lists.access import SECRET_LENGTH, derive
from skatliga.phones.access import answer_to_code
from skatliga.qualifications.models import Contestant, Qualification
from skatliga.qualifications.queries import qualification_of
from skatliga.requests import Request


def championship_for(request: Request, slug: str, needed: Role) -> Event:
    """An event that is a championship, for those who hold this role in it; Http404 for another event."""
    event = event_for(request, slug, needed)
    if not event.championship:
        raise Http404
    return event


def qualification_for(request: Request, slug: str, needed: Role) -> Qualification:
    """How somebody gets into a championship, which comes with the visitor's role."""
    found = qualification_of(championship_for(request, slug, needed))
    if found is None:
        raise Http404
    return found


def places_state(rule: Qualification) -> tuple[object, ...]:
    """What documents of it are made of: answers raise the version of the event, and offers lapse with the day."""
    return rule.pk, rule.event.version, timezone.localdate(), latest_names()


def contestant_for(request: Request, slug: str, number: int, needed: Role) -> Contestant:
    """Somebody who has a place or may move up to one, for those who direct the championship."""
    rule = qualification_for(request, slug, needed)
    contestant = get_object_or_404(rule.contestants.all(), number=number)
    contestant.qualification = rule
    return contestant


def secret_of(contestant: Contestant) -> str:
    """What opens somebody's page; it is stored nowhere."""
    return derive("contestant", contestant.pk, length=SECRET_LENGTH)


def page_path(contestant: Contestant) -> str:
    """Where the page of somebody is who has a place or may move up to one."""
    return reverse("qualifications:page", args=[contestant.pk, secret_of(contestant)])


ContestantView = Callable[[Request, Contestant], HttpResponse]


def for_contestant(view: ContestantView) -> Callable[[Request, int, str], HttpResponse]:
    """A view that the secret of a contestant opens, signed in or not; it stands in the place of a token."""

    @login_not_required
    @csrf_exempt
    @wraps(view)
    def opened(request: Request, pk: int, secret: str) -> HttpResponse:
        contestants = Contestant.objects.select_related("qualification__event__club")
        found = contestants.filter(pk=pk).first() if pk < 2**63 else None
        known = found if found and constant_time_compare(secret, secret_of(found)) else None
        return answer_to_code(request, view(request, known) if known else None)

    return opened
