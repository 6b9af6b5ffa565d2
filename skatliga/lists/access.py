"""Fetch and authorise a list; the first line of a view."""

from uuid import UUID

from django.shortcuts import get_object_or_404

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.lists.models import Sheet
from skatliga.requests import Request


def sheet_for(request: Request, pk: UUID, needed: Role) -> Sheet:
    """The list with its table and Serie, its event as `event_for` gives it.

    A list of a published event may be read by anybody. Raises Http404, PermissionDenied or SignInNeeded (see
    `skatliga.access`).
    """
    sheet = get_object_or_404(Sheet.objects.select_related("table__round__event", "table__device_pass", "lease"), pk=pk)
    sheet.table.round.event = event_for(request, sheet.table.round.event.slug, needed)
    return sheet
