"""Signing in: at once, or in two steps where the account has a second factor; and actions that need a recent password.

* **D** The password is asked for again, after ten minutes, where somebody at a browser left open could give everything
  away or keep the door open for later: backups, archives, personal data, access keys, one-time links, second factors,
  the account itself.
"""

import time
from collections.abc import Callable
from functools import wraps
from typing import Final
from urllib.parse import urlencode

from django.contrib.auth import login
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import url_has_allowed_host_and_scheme
from django_otp import user_has_device

from skatliga.people.lockout import remember_browser
from skatliga.people.models import User
from skatliga.requests import Request

LONGEST: Final = 10 * 60
"""Seconds between the two steps."""
FRESH: Final = 10 * 60
"""Seconds for which a password, or a second factor, counts as just given."""
_WAITING: Final = "second_step"
_PROVED: Final = "proved_at"
_BACKEND: Final = "django.contrib.auth.backends.ModelBackend"


def sign_in(request: Request, user: User, way: Callable[[], str]) -> HttpResponse:
    """Go where `way` says, the password being right; or to the second step, where one is set up."""
    if not user_has_device(user):
        return complete(request, user, way)
    asked = request.POST.get("next") or request.GET.get("next", "")
    request.session[_WAITING] = [user.pk, user.get_session_auth_hash(), int(time.time()), asked]
    return redirect("accounts:second_step")


def who_waits(request: Request) -> tuple[User, str] | None:
    """Who has given the password here and owes the second factor, and where to go afterwards."""
    pk, proof, begun, asked = request.session.get(_WAITING, (None, "", 0, ""))
    user = User.objects.filter(pk=pk, is_active=True).first() if pk else None
    if user is None or time.time() - begun > LONGEST:
        return None
    return (user, asked) if constant_time_compare(proof, user.get_session_auth_hash()) else None


def complete(request: Request, user: User, way: Callable[[], str]) -> HttpResponse:
    """Begin the session of a user who has given everything that is needed."""
    request.session.pop(_WAITING, None)
    login(request, user, backend=_BACKEND)
    response = redirect(way())
    remember_browser(response, user)
    return response


def prove(request: Request) -> None:
    """The user has just given the password, or a second factor."""
    request.session[_PROVED] = int(time.time())


def is_fresh(request: Request) -> bool:
    """Whether the user has proved a few minutes ago who it is."""
    return time.time() - request.session.get(_PROVED, 0) < FRESH


def fresh_sign_in(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """A view for which the user must have given the password in the last minutes; otherwise it is asked for now.

    Whoever is not signed in at all is answered as anywhere else.
    """

    @wraps(view)
    def asked(request: Request, *args: object, **named: object) -> HttpResponseBase:
        if is_fresh(request) or not request.user.is_authenticated:
            return view(request, *args, **named)
        return redirect(f"{reverse('accounts:confirm')}?{urlencode({'next': _afterwards(request)})}")

    return asked


def _afterwards(request: Request) -> str:
    """Where the password leads to: to the page asked for. What was sent is not kept; its page is shown again."""
    if request.method == "GET":
        return request.get_full_path()
    sent_from = request.headers.get("Referer", "")
    known = url_has_allowed_host_and_scheme(sent_from, {request.get_host()}, require_https=request.is_secure())
    return sent_from if known else reverse("accounts:account")
