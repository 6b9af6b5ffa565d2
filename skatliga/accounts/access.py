"""Fetch and authorise what belongs to the own account."""

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from skatliga.accounts.models import BrowserSession
from skatliga.people.models import RoleOffer, User
from skatliga.people.offers import offers_for
from skatliga.requests import Request


def offer_for(request: Request, kind: str, pk: int) -> RoleOffer:
    """A role that waits for the user; `kind` is the name of its model. Raises Http404."""
    for offer in offers_for(request.user):
        if (offer._meta.model_name, offer.pk) == (kind, pk):
            return offer
    raise Http404


def account_for(request: Request, pk: int) -> User:
    """Any account, for the administrator of the site; the own one has its own pages."""
    if not request.user.is_superuser:
        raise PermissionDenied
    return get_object_or_404(User.objects.exclude(pk=request.user.pk), pk=pk)


# ---- What the pages of accounts read


def sessions_of(user: User) -> QuerySet[BrowserSession]:
    """Where the user is signed in, the latest first."""
    return user.browser_sessions.order_by("-last_used_on", "-begun_on", "session_key")


def accounts_found(search: str) -> QuerySet[User]:
    """All accounts whose names contain the search, by name; those of which only a number is left come last."""
    found = User.objects.select_related("managed_by").order_by("-is_active", "last_name", "first_name", "username")
    for word in search.replace("\0", " ").split():
        found = found.filter(Q(username__icontains=word) | Q(first_name__icontains=word) | Q(last_name__icontains=word))
    return found
