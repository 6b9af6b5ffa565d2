"""Fetch and authorise what belongs to a Turnierserie; the first line of a view."""

from typing import NamedTuple

from django.http import Http404
from django.shortcuts import get_object_or_404

from skatliga.access import Role, require, strongest
from skatliga.circuits.models import Circuit, Partner, Stop
from skatliga.circuits.queries import circuits_seen_by, clubs_in
from skatliga.people.access import club_for
from skatliga.people.models import Club
from skatliga.people.queries import clubs_seen_by
from skatliga.requests import Request


class ClubInCircuit(NamedTuple):
    """A Turnierserie as one of its clubs deals with it."""

    circuit: Circuit
    club: Club
    partner: Partner | None
    """None for the leading club."""


def circuit_for(request: Request, slug: str, needed: Role | None) -> Circuit:
    """The Turnierserie with the visitor's role in its leading club.

    A page that needs no role is public as soon as it is; before, those with a role in a club that is invited read it
    too. Raises Http404, PermissionDenied or SignInNeededError (see `skatliga.access`).
    """
    circuit = get_object_or_404(circuits_seen_by(request.user), slug=slug)
    if needed or not (circuit.public or circuit.joins):
        require(request, circuit.role, needed or Role.READER)
    return circuit


def circuit_on_paper(request: Request, slug: str) -> Circuit:
    """For whoever holds a role in one of its clubs: setting a page costs the machine more than showing it."""
    circuit = circuit_for(request, slug, None)
    if not circuit.joins:
        require(request, circuit.role, Role.READER)
    return circuit


def partner_for(request: Request, slug: str, club: str) -> ClubInCircuit:
    """A club that is invited or takes part, for those who direct it."""
    circuit = circuit_for(request, slug, None)
    directed = club_for(request, club, Role.SPIELLEITUNG)
    partner = get_object_or_404(circuit.partners.all(), club=directed)
    return ClubInCircuit(circuit, directed, partner)


def club_in_circuit_for(request: Request, slug: str, club: str) -> ClubInCircuit:
    """The leading club or one that has said yes, for those who direct it."""
    circuit = circuit_for(request, slug, None)
    directed = club_for(request, club, Role.SPIELLEITUNG)
    if not clubs_in(circuit).filter(pk=directed.pk).exists():
        raise Http404
    return ClubInCircuit(circuit, directed, circuit.partners.filter(club=directed).first())


def stop_for(request: Request, slug: str, event: str) -> Stop:
    """A tournament, for those who direct its club or the leading one."""
    circuit = circuit_for(request, slug, None)
    stop = get_object_or_404(circuit.stops.select_related("event__club"), event__slug=event)
    held = clubs_seen_by(request.user).get(pk=stop.event.club_id).held
    require(request, strongest(held, circuit.held), Role.SPIELLEITUNG)
    stop.circuit = circuit
    return stop


def clubs_directed(request: Request, circuit: Circuit) -> list[Club]:
    """The clubs of a Turnierserie which the visitor directs; those that have not said no, each with his role."""
    own = clubs_seen_by(request.user).filter(pk__in=[circuit.club_id, *_asked(circuit)])
    return [club for club in own.order_by("name") if club.role and club.role.directs]


def _asked(circuit: Circuit) -> list[int]:
    return list(circuit.partners.exclude(answer=Partner.Answer.DECLINED).values_list("club", flat=True))
