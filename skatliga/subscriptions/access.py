"""Whose page an address opens: the one on which a subscription is confirmed and ended."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt

from skatliga.lists.access import SECRET_LENGTH, derive
from skatliga.phones.access import answer_to_code
from skatliga.requests import Request
from skatliga.subscriptions.models import Subscription


def secret_of(subscription: Subscription) -> str:
    """What opens the page; it is stored nowhere."""
    return derive("subscription", subscription.pk, length=SECRET_LENGTH)


def own_page(subscription: Subscription) -> str:
    """The whole address of the page."""
    return settings.SITE_URL + reverse("subscriptions:own", args=[subscription.pk, secret_of(subscription)])


SubscriberView = Callable[[Request, Subscription], HttpResponse]


def for_subscriber(view: SubscriberView) -> Callable[[Request, int, str], HttpResponse]:
    """A view that the secret of a subscription opens, signed in or not; it stands in the place of a token."""

    @login_not_required
    @csrf_exempt
    @wraps(view)
    def opened(request: Request, pk: int, secret: str) -> HttpResponse:
        known = Subscription.objects.select_related(
            "entry__event",
            "signup__event",
            "club",
            "team__division__season",
            "division__season__club",
            "division__level",
        ).select_related("user")
        found = known.filter(pk=pk).first() if pk < 2**63 else None
        owned = found if found and constant_time_compare(secret, secret_of(found)) else None
        return answer_to_code(request, view(request, owned) if owned else None)

    return opened
