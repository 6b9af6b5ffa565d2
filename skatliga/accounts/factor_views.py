"""Pages of the second factor: where it is set up, and the second step of signing in."""

import json
from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db import IntegrityError
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from skatliga.accounts import factors
from skatliga.accounts.access import account_for
from skatliga.accounts.forms import CodeForm
from skatliga.accounts.services import end_sessions
from skatliga.people.models import User
from skatliga.people.offers import offers_for
from skatliga.people.signing import complete, fresh_sign_in, who_waits
from skatliga.requests import Request
from skatliga.shapes import JsonObject


@never_cache
def second_factor(request: Request) -> HttpResponse:
    """What is set up."""
    user = request.user
    context = {
        "app": factors.app_of(user),
        "passkeys": user.passkey_set.order_by("pk"),
        "codes_left": factors.codes_left(user),
        "demanded": factors.is_demanded(user),
        "advised": user.is_superuser and not factors.is_demanded(user),
    }
    return render(request, "accounts/second_factor.html", context)


@fresh_sign_in
@never_cache
def add_app(request: Request) -> HttpResponse:
    """The code to be scanned, and a first code that the app shows."""
    form = CodeForm(request.POST or None)
    if form.is_valid():
        if factors.confirm_app(request, form.cleaned_data["code"]):
            return _done(request, _("Die App ist eingerichtet."))
        form.add_error("code", _("Dieser Code stimmt nicht. Bitte den nehmen, den die App gerade zeigt."))
    form.fields["code"].help_text = ""
    app = factors.new_app(request.user)
    context = {"form": form, "picture": factors.picture_of(app), "key": factors.key_of(app)}
    return render(request, "accounts/add_app.html", context)


@require_POST
@fresh_sign_in
@never_cache
def make_codes(request: Request) -> HttpResponse:
    """New recovery codes, shown once."""
    if not factors.app_of(request.user) and not request.user.passkey_set.exists():
        raise Http404
    return render(request, "accounts/codes.html", {"codes": factors.make_codes(request.user)})


@require_POST
@fresh_sign_in
def drop_factor(request: Request, kind: str, pk: int) -> HttpResponse:
    if kind not in {"app", "passkey"}:
        raise Http404
    factors.drop(request.user, kind, pk)
    messages.success(request, _("Das ist entfernt."))
    return redirect("accounts:second_factor")


@require_POST
@fresh_sign_in
def drop_factors_of(request: Request, pk: int) -> HttpResponse:
    """Somebody has lost everything; the administrator of the site lets the password alone be enough again."""
    user = account_for(request, pk)
    factors.drop_all(user)
    messages.success(request, _("Für %(name)s genügt wieder das Passwort.") % {"name": user.username})
    return redirect("accounts:accounts")


@require_POST
@fresh_sign_in
@never_cache
def passkey_options(request: Request) -> HttpResponse:
    """For the script that makes a passkey."""
    return JsonResponse(factors.begin_passkey(request))


@require_POST
@fresh_sign_in
@never_cache
def add_passkey(request: Request) -> HttpResponse:
    """The passkey that the script has made."""
    name = request.POST.get("name", "").replace("\0", "").strip()[:60] or _("Passkey")
    answer = _answer(request)
    try:
        factors.add_passkey(request, name, answer)
    except (ValueError, KeyError, TypeError, IntegrityError):
        messages.error(request, _("Der Passkey ließ sich nicht einrichten. Bitte noch einmal versuchen."))
        return redirect("accounts:second_factor")
    return _done(request, _("Der Passkey ist eingerichtet."))


@login_not_required
@never_cache
def second_step(request: Request) -> HttpResponse:
    """The second factor, the password having been right."""
    waiting = who_waits(request)
    if waiting is None:
        return redirect("people:sign_in")
    user, asked = waiting
    form = CodeForm(request.POST if "code" in request.POST else None)
    if form.is_valid():
        if factors.verify_code(user, form.cleaned_data["code"]):
            return complete(request, user, _way(request, user, asked))
        form.add_error("code", _("Dieser Code stimmt nicht. Nach mehreren falschen dauert es, bis der nächste zählt."))
    elif "answer" in request.POST:
        try:
            factors.verify_passkey(request, user, _answer(request))
            return complete(request, user, _way(request, user, asked))
        except (ValueError, KeyError, TypeError):
            messages.error(request, _("Der Passkey passt nicht zu diesem Konto. Bitte noch einmal versuchen."))
    passkeys = user.passkey_set.exists()
    return render(request, "accounts/second_step.html", {"form": form, "passkeys": passkeys})


@login_not_required
@require_POST
@never_cache
def step_options(request: Request) -> HttpResponse:
    """For the script that uses a passkey."""
    waiting = who_waits(request)
    if waiting is None:
        raise Http404
    return JsonResponse(factors.ask_for_passkey(request, waiting[0]))


def _way(request: Request, user: User, asked: str) -> Callable[[], str]:
    """Where signing in leads: to what was asked for, to roles that wait, or to the start."""

    def way() -> str:
        if asked and url_has_allowed_host_and_scheme(asked, {request.get_host()}, require_https=request.is_secure()):
            return asked
        return reverse("accounts:waiting_roles" if offers_for(user) else settings.LOGIN_REDIRECT_URL)

    return way


def _done(request: Request, sentence: str) -> HttpResponse:
    """With the first factor come recovery codes; who signed in elsewhere without it does so anew."""
    messages.success(request, sentence)
    end_sessions(request.user, request.session.session_key)
    if factors.codes_left(request.user):
        return redirect("accounts:second_factor")
    return render(request, "accounts/codes.html", {"codes": factors.make_codes(request.user)})


def _answer(request: Request) -> JsonObject:
    """What the script has sent; empty where that is nothing of its own."""
    try:
        answer = json.loads(request.POST.get("answer", ""))
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}
