"""Fetch and authorise what belongs to a club; the first line of a view."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from skatliga.access import Role, require
from skatliga.people.models import Club, ClubOffer, ClubRole, Membership, User
from skatliga.people.offers import acting_elsewhere
from skatliga.people.queries import clubs_seen_by, members, roles_in
from skatliga.requests import Request


def club_for(request: Request, slug: str, needed: Role | None) -> Club:
    """The club, with the visitor's role in it.

    Raises Http404, PermissionDenied or SignInNeededError (see `skatliga.access`); a page that needs no role is public.
    """
    if "\0" in slug:  # from behind the question mark; PostgreSQL refuses to look for it
        raise Http404
    club = get_object_or_404(clubs_seen_by(request.user), slug=slug)
    if needed:
        require(request, club.role, needed)
    return club


def member_for(request: Request, slug: str, pk: int, needed: Role) -> Membership:
    """The entry of a club's register, its club as `club_for` gives it."""
    club = club_for(request, slug, needed)
    return get_object_or_404(members(club), player__pk=pk)  # `player` alone overflows SQLite with an endless number


def role_for(request: Request, slug: str, pk: int) -> ClubRole:
    """The role of one user of a club, for administrators of the club."""
    club = club_for(request, slug, Role.ADMINISTRATOR)
    return get_object_or_404(roles_in(club), pk=pk)


def offer_for(request: Request, slug: str, pk: int) -> ClubOffer:
    """A role of a club that waits for its user, for administrators of the club."""
    club = club_for(request, slug, Role.ADMINISTRATOR)
    return get_object_or_404(club.offers.select_related("user"), pk=pk)


def may_set_password(actor: User, user: User, club: Club) -> bool:
    """Whether an administrator of the club may let the user choose a new password.

    Whoever can do that can act as the user everywhere: so only the club that looks after the account, as long as it
    holds no role elsewhere (`people.offers`), or the administrator of the site, and the latter alone for another one.
    """
    if actor.is_superuser:
        return True
    looked_after = not user.is_superuser and user.managed_by_id == club.pk
    return looked_after and not acting_elsewhere(club).filter(pk=user.pk).exists()
