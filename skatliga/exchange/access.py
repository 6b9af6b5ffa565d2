"""Fetch and authorise a file on its way in, or a person; the first line of a view."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404

from skatliga.access import Role, require, strongest
from skatliga.events.access import event_for
from skatliga.exchange.models import Upload
from skatliga.exchange.personal.person import PersonRecords
from skatliga.people.access import club_for
from skatliga.people.models import Player
from skatliga.people.queries import clubs_seen_by
from skatliga.requests import Request


def upload_for(request: Request, key: UUID) -> Upload:
    """A file of this visitor, with club and event as their own pages fetch them; anybody else's does not exist.

    Raises Http404, PermissionDenied or SignInNeededError (see `skatliga.access`).
    """
    uploads = Upload.objects.live().select_related("club", "event")
    upload = get_object_or_404(uploads, pk=key, user=request.user.pk)
    if upload.event:
        upload.event = event_for(request, upload.event.slug, Role.SPIELLEITUNG)
    else:
        upload.club = club_for(request, upload.club.slug, Role.SPIELLEITUNG)
    return upload


def person_for(request: Request, pk: int, *, whole: bool) -> PersonRecords:
    """A person for an administrator of one of its clubs, or of the site; as `others` the clubs that others administer.

    Where `whole` is asked for there may be none of those. Raises Http404, PermissionDenied or SignInNeededError.
    """
    person = PersonRecords(get_object_or_404(Player.objects.select_related("merged_into"), pk=pk))
    seen = clubs_seen_by(request.user)
    clubs = list(seen.filter(memberships__player__in=person.keys).distinct())
    if not clubs and not person.is_erased:
        # Who stands in no register is looked after by the clubs where he plays.
        clubs = list(seen.filter(pk__in=person.where))
    held = Role.ADMINISTRATOR if request.user.is_superuser else strongest(*(club.held for club in clubs))
    require(request, held, Role.ADMINISTRATOR)
    person.others = [club for club in clubs if not (club.role and club.role.administers)]
    if whole and person.others:
        raise PermissionDenied
    return person
