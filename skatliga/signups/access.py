"""Whose page an address opens, and who deals with sign-ups."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.lists.access import SECRET_LENGTH, derive
from skatliga.phones.access import WINDOW, is_guessing
from skatliga.requests import Request
from skatliga.signups.models import SignUp


def secret_of(signup: SignUp) -> str:
    """What opens somebody's page; it is stored nowhere."""
    return derive("signup", signup.pk, length=SECRET_LENGTH)


def page_path(signup: SignUp) -> str:
    """Where the page of somebody who has signed up is."""
    return reverse("signups:page", args=[signup.pk, secret_of(signup)])


def code_path(signup: SignUp) -> str:
    """The same in capitals, as the small alphabet of a QR code has them."""
    return reverse("signup_code", args=[signup.pk, secret_of(signup).upper()])


GuestView = Callable[[Request, SignUp], HttpResponse]


def for_guest(view: GuestView) -> Callable[[Request, int, str], HttpResponse]:
    """A view that the secret of a sign-up opens, signed in or not; it stands in the place of a token."""

    @login_not_required
    @csrf_exempt
    @wraps(view)
    def opened(request: Request, pk: int, secret: str) -> HttpResponse:
        found = SignUp.objects.select_related("event__club", "entry").filter(pk=pk).first() if pk < 2**63 else None
        if found and constant_time_compare(secret, secret_of(found)):
            response = view(request, found)
        elif is_guessing(request):
            response = render(request, "signups/refused.html", {"guessing": True}, status=429)
            response["Retry-After"] = str(WINDOW)
        else:
            response = render(request, "signups/refused.html", status=404)
        response["X-Robots-Tag"] = "noindex, nofollow"
        response["Referrer-Policy"] = "no-referrer"
        patch_cache_control(response, private=True, no_cache=True)
        return response

    return opened


def signup_for(request: Request, slug: str, number: int, needed: Role) -> SignUp:
    """A sign-up of an event, for those who deal with it."""
    event = event_for(request, slug, needed)
    signup = get_object_or_404(event.signups.select_related("entry"), number=number)
    signup.event = event
    return signup
