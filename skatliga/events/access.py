"""Fetch and authorise what belongs to an event; the first line of a view."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from skatliga.access import Role, require
from skatliga.events.models import Apart, Category, Entry, Event, EventRole, Round, Team
from skatliga.events.queries import events_seen_by, roles_in
from skatliga.requests import Request


def event_for(request: Request, slug: str, needed: Role) -> Event:
    """The event with its Serien and the visitor's role in it; what is published may be read by anybody.

    Raises Http404, PermissionDenied or SignInNeededError (see `skatliga.access`).
    """
    event = get_object_or_404(events_seen_by(request.user).prefetch_related("rounds"), slug=slug)
    if not (event.public and needed == Role.READER):
        require(request, event.role, needed)
    return event


def round_for(request: Request, slug: str, number: int, needed: Role) -> Round:
    """One Serie, its event as `event_for` gives it."""
    return round_of(event_for(request, slug, needed), number)


def round_of(event: Event, number: int) -> Round:
    """One Serie of an event that `event_for` gave."""
    for round in event.rounds.all():
        if round.number == number:
            round.event = event
            return round
    raise Http404


def entry_for(request: Request, slug: str, start_number: int) -> Entry:
    """Somebody who takes part, for those who enter players."""
    event = event_for(request, slug, Role.LISTENFUEHRER)
    return get_object_or_404(event.entries.select_related("player__merged_into"), start_number=start_number)


def category_for(request: Request, slug: str, pk: int) -> Category:
    """A class of an event, for the Spielleitung."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return get_object_or_404(event.categories, pk=pk)


def team_for(request: Request, slug: str, pk: int) -> Team:
    """A team, for those who enter players."""
    event = event_for(request, slug, Role.LISTENFUEHRER)
    return get_object_or_404(event.teams, pk=pk)


def apart_for(request: Request, slug: str, pk: int) -> Apart:
    """A pair to be kept apart, for those who enter players."""
    event = event_for(request, slug, Role.LISTENFUEHRER)
    return get_object_or_404(event.aparts, pk=pk)


def role_for(request: Request, slug: str, pk: int) -> EventRole:
    """The role of one user in an event, for its administrators."""
    event = event_for(request, slug, Role.ADMINISTRATOR)
    return get_object_or_404(roles_in(event), pk=pk)
