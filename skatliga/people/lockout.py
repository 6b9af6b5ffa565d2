"""Guessing passwords is stopped: quickly from one address, slowly for one account from all addresses together.

The quick limit is that of django-axes: five wrong passwords of one name from one address close it there for a quarter
of an hour. The slow one is counted here.

* **D** After MOST wrong passwords within a day an account takes no further password until the day is over. Its owner is
  not locked out: browsers in which somebody has signed in to the account before are let pass (`known`), and a new
  password by mail or by a one-time link signs in at once and begins the count again.
* **D** What is tried while an account or an address is closed counts for nothing, so that nobody can keep it closed by
  going on (AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT).
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final, TypeAlias

from axes.handlers.database import AxesDatabaseHandler
from django.conf import settings
from django.core.signing import BadSignature
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from skatliga.people.models import GuessedName, User
from skatliga.people.names import sign_in_name

MOST: Final = 50
"""Wrong passwords for one account in a day, from all addresses."""
DAY: Final = timedelta(days=1)
_KNOWN: Final = "bekannt"
_YEAR: Final = 365 * 24 * 3600
_LONGEST: Final = 255
"""What django-axes can store of a name."""

Credentials: TypeAlias = Mapping[str, str]
"""What was sent to sign in with."""


def name_tried(request: HttpRequest, credentials: Credentials | None = None) -> str | None:
    """The name under which django-axes counts: one for all spellings."""
    name = credentials.get("username") if credentials else request.POST.get("username")
    return None if name is None else sign_in_name(name.replace("\0", " "))[:_LONGEST]


class GuessingHandler(AxesDatabaseHandler):
    """The counting of django-axes, and beside it that of an account over all addresses."""

    def is_locked(self, request: HttpRequest, credentials: Credentials | None = None) -> bool:
        return super().is_locked(request, credentials) or _is_closed(request, name_tried(request, credentials))

    def user_login_failed(
        self, sender: object, credentials: Credentials, request: HttpRequest | None = None, **kwargs: object
    ) -> None:
        name = name_tried(request, credentials) if request else None
        if not request or not name:
            return super().user_login_failed(sender, credentials, request, **kwargs)
        if _is_closed(request, name):
            vars(request).update(axes_locked_out=True, account_closed=True)
            return None
        if not super().is_locked(request, credentials):
            _count(name)
        return super().user_login_failed(sender, credentials, request, **kwargs)

    def user_logged_in(self, sender: object, request: HttpRequest, user: User, **kwargs: object) -> None:
        forget(user)
        super().user_logged_in(sender, request, user, **kwargs)


def remember_browser(response: HttpResponse, user: User) -> None:
    """Let the account be signed in to from this browser while strangers guess at its password."""
    response.set_signed_cookie(
        _KNOWN,
        f"{user.pk} {_proof(user)}",
        max_age=_YEAR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def forget(user: User) -> None:
    """Begin the slow count of an account anew."""
    GuessedName.objects.filter(name=sign_in_name(user.username)[:_LONGEST]).delete()


def forget_old() -> int:
    """Delete what was counted on days that are over; how many names that were."""
    return GuessedName.objects.filter(since__lte=timezone.now() - DAY).delete()[0]


def _is_closed(request: HttpRequest, name: str | None) -> bool:
    if not name:
        return False
    guessed = GuessedName.objects.filter(name=name, since__gt=timezone.now() - DAY, wrong__gte=MOST)
    return guessed.exists() and not _is_known(request, name)


@transaction.atomic
def _count(name: str) -> None:
    forget_old()
    GuessedName.objects.get_or_create(name=name, defaults={"since": timezone.now()})
    GuessedName.objects.filter(name=name).update(wrong=F("wrong") + 1)


def _is_known(request: HttpRequest, name: str) -> bool:
    """Whether somebody has signed in to this account in this browser, with the password it has now."""
    try:
        cookie = request.get_signed_cookie(_KNOWN, max_age=_YEAR) or ""
        key, proof = cookie.split(" ")
    except (KeyError, BadSignature, ValueError):
        return False
    user = User.objects.named(name)
    return user is not None and str(user.pk) == key and constant_time_compare(proof, _proof(user))


def _proof(user: User) -> str:
    return salted_hmac("skatliga.people.lockout", user.password).hexdigest()
