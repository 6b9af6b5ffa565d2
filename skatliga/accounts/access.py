"""Fetch and authorise what belongs to the own account."""

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404

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
