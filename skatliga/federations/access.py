"""Fetch and authorise units and notices; the first line of a view."""

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404

from skatliga.access import Role
from skatliga.federations.models import OfficialNotice
from skatliga.people.access import club_for
from skatliga.people.models import Club, Membership, User
from skatliga.people.queries import clubs_seen_by
from skatliga.people.tree import below
from skatliga.requests import Request


def unit_for(request: Request, slug: str) -> Club:
    """A club that the visitor may let belong to something else: he administers it, and what it belongs to now."""
    unit = club_for(request, slug, Role.ADMINISTRATOR)
    if unit.parent_id and not clubs_administered_by(request.user).filter(pk=unit.parent_id).exists():
        raise PermissionDenied
    return unit


def clubs_administered_by(user: User) -> QuerySet[Club]:
    """The clubs in which the user is administrator, by a role there or above."""
    return clubs_seen_by(user).filter(Q(held=Role.ADMINISTRATOR))


def levels_for(user: User, unit: Club) -> QuerySet[Club]:
    """What a unit can be moved to by this user: whatever else he administers, without what belongs to the unit."""
    return clubs_administered_by(user).exclude(pk__in=below(unit)).order_by("number", "name")


def notice_for(request: Request, slug: str, pk: int) -> OfficialNotice:
    """A notice of a club, which comes with the visitor's role, for those who direct it."""
    club = club_for(request, slug, Role.SPIELLEITUNG)
    notice = get_object_or_404(club.notices.all(), pk=pk)
    notice.club = club
    return notice


def may_license(user: User, member: Membership) -> bool:
    """Whether the user may give, end and take back the licence of a player for a club (`federations.licences`)."""
    latest = member.player.licences.select_related("club").order_by("-first_day").first()
    return directs_licences(user, member.club, *([latest.club] if latest and latest.club else []))


def directs_licences(user: User, *clubs: Club) -> bool:
    """Whether the user directs what each of these clubs belongs to, or the club itself where it belongs to nothing."""
    asked = {club.parent_id or club.pk for club in clubs}
    directed = clubs_seen_by(user).filter(Q(held__in=[Role.SPIELLEITUNG, Role.ADMINISTRATOR]), pk__in=asked)
    return directed.count() == len(asked)
