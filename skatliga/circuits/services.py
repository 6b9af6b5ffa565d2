"""What changes Turnierserien; each function is one transaction and raises ValidationError to refuse.

Every one of them locks the Turnierserie first; a closed one does not change any more.

* **D** Whoever directs a club answers its invitation and puts its tournaments in. Leaving takes them out.
* **D** All tournaments have the same evaluation: points and matches won do not add up.
"""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.dispatch import receiver
from django.utils.translation import gettext as _

from scoring.wertung.presets import TableRule
from skatliga.circuits.models import Circuit, Partner, Stop
from skatliga.circuits.queries import clubs_in, events_to_add
from skatliga.events.models import Event
from skatliga.history import demand, explain_change
from skatliga.people.models import Club, User
from skatliga.people.names import address_of, free_address
from skatliga.people.signals import club_renamed
from skatliga.publication import PublicationState, changing, open_to_change, take_step
from skatliga.wertung.rules import write_rule


@transaction.atomic
def create_circuit(club: Club, **fields: object) -> Circuit:
    """A new Turnierserie led by a club; `fields` are those of Circuit."""
    Club.objects.select_for_update().get(pk=club.pk)  # two of one name get two addresses
    circuit = Circuit(club=club, **fields)
    stem = address_of(circuit.name, 80, "turnierserie")
    circuit.slug = free_address(stem, set(Circuit.objects.filter(slug__startswith=stem).values_list("slug", flat=True)))
    _save(circuit)
    return circuit


@transaction.atomic
def change_circuit(circuit: Circuit, **fields: object) -> Circuit:
    """Write new values over it; the history keeps what was there before."""
    stored = open_to_change(circuit)
    for name, value in fields.items():
        setattr(stored, name, value)
    _save(stored)
    return stored


@transaction.atomic
def set_rule(circuit: Circuit, rule: TableRule, reason: str = "") -> None:
    """Write its rule. **D** Once a tournament is closed that needs a reason, which the history keeps."""
    stored = open_to_change(circuit)
    if is_frozen(stored):
        explain_change(stored, reason)
    stored.rule = write_rule(rule)
    _save(stored)


def is_frozen(circuit: Circuit) -> bool:
    """Whether a first result is binding: a tournament of it is closed."""
    return circuit.stops.filter(event__state=Event.State.FINAL).exists()


@transaction.atomic
def set_state(circuit: Circuit, state: PublicationState) -> None:
    """Publish, withdraw from the public, close or reopen it; it is closed when all its tournaments are."""
    stored = Circuit.objects.select_for_update().get(pk=circuit.pk)
    if not take_step(stored, state):
        return
    if state == Circuit.State.FINAL:
        still = stored.stops.exclude(event__state=Event.State.FINAL).select_related("event")
        named = ", ".join(str(stop.event) for stop in still[:3])
        demand(
            not named,
            _("Noch nicht abgeschlossen: %(events)s. Bitte warten, bis die Vereine es getan haben.")
            % {"events": named},
        )
    _save(stored)


@transaction.atomic
def invite(circuit: Circuit, club: Club, user: User) -> Partner:
    """Ask a club whether it takes part; asked again after it has said no."""
    with changing(circuit) as stored:
        demand(club.pk != stored.club_id, _("Dieser Verein leitet die Turnierserie und ist schon dabei."))
        partner = stored.partners.filter(club=club).first() or Partner(circuit=stored, club=club)
        demand(partner.answer != Partner.Answer.JOINED, _("Dieser Verein ist schon dabei."))
        partner.answer, partner.by = Partner.Answer.WAITING, user
        partner.full_clean()
        partner.save()
    return partner


@transaction.atomic
def answer(partner: Partner, joined: bool, user: User) -> None:
    """A club says yes or no, or leaves; its tournaments go with it."""
    with changing(partner.circuit) as stored:
        partner.answer = Partner.Answer.JOINED if joined else Partner.Answer.DECLINED
        partner.by = user
        partner.save()
        if not joined:
            stored.stops.filter(event__club=partner.club_id).delete()


@transaction.atomic
def part_with(partner: Partner) -> None:
    """The leading club goes on without a club; its tournaments go with it."""
    with changing(partner.circuit) as stored:
        stored.stops.filter(event__club=partner.club_id).delete()
        partner.delete()


@transaction.atomic
def add_stops(circuit: Circuit, club: Club, events: Iterable[Event], user: User) -> None:
    """A club puts published tournaments of its own in; what counts already is passed over."""
    with changing(circuit) as stored:
        demand(
            clubs_in(stored).filter(pk=club.pk).exists(),
            _("%(club)s nimmt an dieser Turnierserie nicht teil.") % {"club": club},
        )
        offered = set(events_to_add(stored, club).values_list("pk", flat=True))
        for event in events:
            if event.pk in offered:
                _demand_alike(stored, event)
                Stop.objects.create(circuit=stored, event=event, by=user)


@transaction.atomic
def remove_stop(stop: Stop) -> None:
    """Let a tournament count no longer; it stays as it is."""
    with changing(stop.circuit):
        stop.delete()


def _demand_alike(circuit: Circuit, event: Event) -> None:
    other = Event.objects.filter(circuit_stops__circuit=circuit).exclude(evaluation=event.evaluation).first()
    if other:
        raise ValidationError(
            _("„%(event)s“ wird anders gewertet als „%(other)s“; das lässt sich nicht zusammenzählen.")
            % {"event": event, "other": other}
        )


def _save(circuit: Circuit) -> None:
    circuit.version += 1
    circuit.full_clean()
    circuit.save()


@receiver(club_renamed)
def renew_pages(*, club: Club, **_sent: object) -> None:
    """Make the pages of a club's Turnierserien anew."""
    for circuits in (Circuit.objects.filter(club=club), Circuit.objects.filter(partners__club=club)):
        Circuit.objects.filter(pk__in=list(circuits.values_list("pk", flat=True))).bump_version()
