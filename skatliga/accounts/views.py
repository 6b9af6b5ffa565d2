"""Pages of the own account, and those of all accounts for the administrator of the site."""

import json
from collections.abc import Callable
from copy import copy
from typing import NamedTuple

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.db import IntegrityError
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from skatliga.accounts import access, factors, services
from skatliga.accounts.access import account_for, offer_for
from skatliga.accounts.forms import AcceptForm, CloseForm, CodeForm, ConfirmForm
from skatliga.accounts.services import end_sessions
from skatliga.database import JsonObject
from skatliga.events.models import EventOffer
from skatliga.events.roles import accept as accept_in_event
from skatliga.forms import refusal_in
from skatliga.people import services as people
from skatliga.people.forms import AccountForm
from skatliga.people.lockout import remember_browser
from skatliga.people.models import ClubOffer, RoleOffer, User
from skatliga.people.offers import needs_password, offers_for
from skatliga.people.signing import complete, fresh_sign_in, prove, who_waits
from skatliga.requests import Request, refusal_told, text_of

PER_PAGE = 50
DEEDS = {"close": services.close, "reopen": services.reopen, "delete": services.delete}
"""What the administrator of the site can do with an account."""


@never_cache
def account(request: Request) -> HttpResponse:
    """Everything that belongs to the own account, with the way to each."""
    context = {
        "offers": offers_for(request.user),
        "sessions": access.sessions_of(request.user),
        "here": request.session.session_key,
        "keys": request.user.access_keys.count(),
    }
    return render(request, "accounts/account.html", context)


@never_cache
def confirm(request: Request) -> HttpResponse:
    """The password once more, before something that cannot be undone or gives everything away."""
    form = ConfirmForm(request.POST or None, request=request)
    after = request.GET.get("next", "")
    if form.is_valid():
        prove(request)
        safe = url_has_allowed_host_and_scheme(after, {request.get_host()}, require_https=request.is_secure())
        return redirect(after if safe else "accounts:account")
    return render(request, "accounts/confirm.html", {"form": form})


@fresh_sign_in
def change_details(request: Request) -> HttpResponse:
    form = AccountForm(request.POST or None, instance=copy(request.user))
    if form.is_valid():
        services.change_own(request.user, **form.cleaned_data)
        messages.success(request, _("Ihre Angaben sind gespeichert."))
        return redirect("accounts:account")
    return render(request, "accounts/change_details.html", {"form": form})


@require_POST
def end_all_other(request: Request) -> HttpResponse:
    services.end_all_other(request.user, request.session.session_key)
    messages.success(request, _("Sie sind nur noch hier angemeldet, und kein Zugangsschlüssel gilt mehr."))
    return redirect("accounts:account")


@fresh_sign_in
@never_cache
def close_account(request: Request) -> HttpResponse:
    """The own account, closed or deleted."""
    form = CloseForm(request.POST or None)
    if form.is_valid():
        with refusal_in(form):
            DEEDS[form.cleaned_data["what"]](request.user)
            deleted = form.cleaned_data["what"] == "delete"
            logout(request)
            messages.success(request, _("Ihr Konto ist gelöscht.") if deleted else _("Ihr Konto ist stillgelegt."))
            return redirect("people:start")
    return render(request, "accounts/close_account.html", {"form": form})


@never_cache
def accounts(request: Request) -> HttpResponse:
    """All accounts, for the administrator of the site."""
    if not request.user.is_superuser:
        raise PermissionDenied
    search = request.GET.get("suche", "")
    page = Paginator(access.accounts_found(search), PER_PAGE).get_page(request.GET.get("page"))
    lines = [(each, services.is_deleted(each)) for each in page]
    return render(request, "accounts/accounts.html", {"page": page, "lines": lines, "search": search})


@require_POST
@fresh_sign_in
def change_state(request: Request, pk: int) -> HttpResponse:
    """Close, open or delete somebody's account."""
    user = account_for(request, pk)
    said = {
        "close": _("Das Konto %(name)s ist stillgelegt."),
        "reopen": _("Das Konto %(name)s ist wieder offen."),
        "delete": _("Das Konto %(name)s ist gelöscht."),
    }
    name, what = user.username, request.POST.get("what", "")
    with refusal_told(request):
        if what not in DEEDS:
            raise ValidationError(_("Bitte sagen, was mit dem Konto geschehen soll."))
        if what == "delete" and text_of(request, "sure") != name:
            raise ValidationError(
                _("Nicht gelöscht: Bitte zum Löschen daneben den Benutzernamen eintippen, %(name)s.") % {"name": name}
            )
        DEEDS[what](user)
        messages.success(request, said[what] % {"name": name})
    return redirect("accounts:accounts")


class OfferLine(NamedTuple):
    """A role that waits for the user, with the form by which it is accepted."""

    offer: RoleOffer
    form: AcceptForm
    kind: str
    """The name of the offer's model, as addresses have it."""
    where: str


@never_cache
def waiting_roles(request: Request) -> HttpResponse:
    """The roles that wait for the user; one is accepted with its code."""
    offers = offers_for(request.user)
    new_password = bool(offers) and needs_password(request.user)
    lines = [_offer_line(request, offer, new_password) for offer in offers]
    for offer, form, _kind, where in lines:
        if form.is_valid():
            try:
                user = _accept(offer, form.cleaned_data)
                update_session_auth_hash(request, user)
                messages.success(
                    request,
                    _("Sie haben jetzt die Rolle %(role)s: %(where)s.")
                    % {"role": offer.get_role_display(), "where": where},
                )
                response = redirect("accounts:waiting_roles" if len(offers) > 1 else "people:start")
                remember_browser(response, user)
                return response
            except ValidationError as refusal:  # names the fields it is about
                form.add_error(None, refusal)
    return render(request, "accounts/waiting_roles.html", {"offers": lines, "new_password": new_password})


def _offer_line(request: Request, offer: RoleOffer, new_password: bool) -> OfferLine:
    kind = offer._meta.model_name or ""
    prefix = f"{kind}-{offer.pk}"
    form = AcceptForm(
        request.POST if f"{prefix}-code" in request.POST else None,
        prefix=prefix,
        initial={"email": "" if new_password else request.user.email},
        user=request.user,
        new_password=new_password,
    )
    return OfferLine(offer, form, kind, where_of(offer))


def where_of(offer: RoleOffer) -> str:
    """The club, or the event with its club, in which a role waits."""
    if isinstance(offer, EventOffer):
        return f"{offer.event}, {offer.event.club}"
    assert isinstance(offer, ClubOffer)
    return str(offer.club)


def _accept(offer: RoleOffer, typed: dict[str, str]) -> User:
    """Whoever has the role now, as stored."""
    told = (typed["code"], typed["email"], typed.get("password1", ""))
    if isinstance(offer, EventOffer):
        return accept_in_event(offer, *told).user
    assert isinstance(offer, ClubOffer)
    return people.accept(offer, *told).user


@require_POST
def decline_role(request: Request, kind: str, pk: int) -> HttpResponse:
    offer = offer_for(request, kind, pk)
    where = where_of(offer)
    offer.delete()
    messages.success(request, _("Die Rolle ist abgelehnt: %(where)s.") % {"where": where})
    return redirect("accounts:waiting_roles")


# ---- Pages of the second factor


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
