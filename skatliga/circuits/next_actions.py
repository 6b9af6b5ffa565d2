"""What is to be done in a Turnierserie: invitations answered, tournaments put in, the table published and closed."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.circuits.models import Circuit, Partner
from skatliga.events.models import Event
from skatliga.next_actions import NextAction, Urgency
from skatliga.people.models import Club


def circuit_actions(circuit: Circuit) -> Iterator[NextAction]:
    """What is to be done for whoever directs the leading club; two queries."""
    if not (circuit.role and circuit.role.directs):
        return
    stops = circuit.stops.count()
    open_stops = circuit.stops.exclude(event__state=Event.State.FINAL).count()
    if circuit.state == Circuit.State.FINAL:
        yield NextAction(
            _("Abgeschlossen nach %(number)s Turnieren.") % {"number": stops},
            _("Tabelle ansehen"),
            circuit.get_absolute_url(),
            Urgency.DONE,
        )
        return
    if not stops:
        yield NextAction(
            _("Noch kein Turnier zählt. Vereine werden eingeladen und tragen ihre Turniere selbst ein."),
            _("Vereine einladen"),
            reverse("circuits:partners", args=[circuit.slug]),
            Urgency.NEXT,
        )
        yield NextAction(
            _("Eigene Turniere kann Ihr Verein gleich eintragen."),
            _("Turniere eintragen"),
            reverse("circuits:stops", args=[circuit.slug]),
            Urgency.SOON,
        )
    elif circuit.state == Circuit.State.DRAFT:
        yield NextAction(
            _("Die Turnierserie sehen bisher nur die beteiligten Vereine."),
            _("Veröffentlichen"),
            reverse("circuits:set_state", args=[circuit.slug]),
            Urgency.SOON,
            (("state", Circuit.State.PUBLISHED.value),),
        )
    elif not open_stops and timezone.localdate() > circuit.last_day:
        yield NextAction(
            ngettext(
                "%(number)s Turnier ist abgeschlossen, und der letzte Tag ist um.",
                "Alle %(number)s Turniere sind abgeschlossen, und der letzte Tag ist um.",
                stops,
            )
            % {"number": stops},
            _("Turnierserie abschließen"),
            reverse("circuits:set_state", args=[circuit.slug]),
            Urgency.NEXT,
            (("state", Circuit.State.FINAL.value),),
        )


def invitations_of(club: Club) -> Iterator[NextAction]:
    """Invitations that wait for an answer of a club, for whoever directs it; one query."""
    if not (club.role and club.role.directs):
        return
    for partner in club.partnerships.filter(answer=Partner.Answer.WAITING).select_related("circuit__club"):
        yield NextAction(
            _("%(club)s lädt %(own)s zur Turnierserie „%(name)s“ ein.")
            % {"club": partner.circuit.club, "own": club, "name": partner.circuit},
            _("Einladung beantworten"),
            reverse("circuits:invitation", args=[partner.circuit.slug, club.slug]),
            Urgency.NEXT,
        )
