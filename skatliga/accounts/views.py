"""Pages of the own account, and those of all accounts for the administrator of the site."""

from copy import copy
from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from skatliga.accounts import queries, services
from skatliga.accounts.access import account_for, offer_for
from skatliga.accounts.forms import AcceptForm, CloseForm, ConfirmForm
from skatliga.events import services as events
from skatliga.events.models import EventOffer
from skatliga.people import services as people
from skatliga.people.forms import AccountForm
from skatliga.people.guessing import remember_browser
from skatliga.people.models import ClubOffer, RoleOffer, User
from skatliga.people.offers import needs_password, offers_for
from skatliga.people.signing import fresh_sign_in, prove
from skatliga.refusals import refusal_told
from skatliga.requests import Request

PER_PAGE = 50
DEEDS = {"close": services.close, "reopen": services.reopen, "delete": services.delete}
"""What the administrator of the site can do with an account."""


@never_cache
def account(request: Request) -> HttpResponse:
    """Everything that belongs to the own account, with the way to each."""
    context = {
        "offers": offers_for(request.user),
        "sessions": queries.sessions_of(request.user),
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
        try:
            DEEDS[form.cleaned_data["what"]](request.user)
            deleted = form.cleaned_data["what"] == "delete"
            logout(request)
            messages.success(request, _("Ihr Konto ist gelöscht.") if deleted else _("Ihr Konto ist stillgelegt."))
            return redirect("people:start")
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
    return render(request, "accounts/close_account.html", {"form": form})


@never_cache
def accounts(request: Request) -> HttpResponse:
    """All accounts, for the administrator of the site."""
    if not request.user.is_superuser:
        raise PermissionDenied
    search = request.GET.get("suche", "")
    page = Paginator(queries.accounts_found(search), PER_PAGE).get_page(request.GET.get("page"))
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
            except ValidationError as refusal:
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
    accept = (people if isinstance(offer, ClubOffer) else events).accept
    return accept(offer, typed["code"], typed["email"], typed.get("password1", "")).user


@require_POST
def decline_role(request: Request, kind: str, pk: int) -> HttpResponse:
    offer = offer_for(request, kind, pk)
    where = where_of(offer)
    offer.delete()
    messages.success(request, _("Die Rolle ist abgelehnt: %(where)s.") % {"where": where})
    return redirect("accounts:waiting_roles")
