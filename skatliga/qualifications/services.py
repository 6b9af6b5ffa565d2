"""What changes a qualification; each function is one transaction and raises ValidationError to refuse.

Every one of them locks the championship first, so answers that come at one moment come one after another.

* **D** What feeds a championship and how places are divided changes only as long as nothing is offered. Offers are
  taken back only as long as nobody has answered.
* **D** A contestant answers until the deadline of his offer; who waits may say beforehand that he does not come.
  Whoever directs answers for him within the same days.
* **D** Who takes part in the championship already withdraws there first; then he can say no, and the next moves up.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from skatliga.circuits.models import Circuit
from skatliga.events.models import Entry, Event
from skatliga.events.signals import entry_returning
from skatliga.forms import Cleaned
from skatliga.history import demand, save, sign
from skatliga.people.models import Player, User, versions_of
from skatliga.publication import bump_version, open_to_change
from skatliga.qualifications.field import FoundLine, find_field
from skatliga.qualifications.models import (
    Contestant,
    ContestantPerson,
    PlaceAnswer,
    Qualification,
    QuotaSource,
    TitleHeld,
)
from skatliga.qualifications.queries import PlaceStage, offered_places, sources_of
from skatliga.qualifications.rankings import possible_circuits, possible_events


class ChosenSource(NamedTuple):
    """What feeds a championship, as it is chosen."""

    source: Event | Circuit
    fixed_places: int | None = None
    said_members: int | None = None
    lot: int | None = None


@transaction.atomic
def set_rule(
    event: Event,
    user: User | None,
    sources: Sequence[ChosenSource],
    holders: Iterable[Player | str] = (),
    **values: object,
) -> Qualification:
    """How somebody gets into this championship from now on: `values` are fields of Qualification.

    `holders` are players of a register, or names of pairs and teams.
    """
    stored = open_to_change(event)
    rule = Qualification.objects.filter(event=stored).first() or Qualification(event=stored)
    demand(
        rule.opened_on is None,
        _("Die Plätze sind schon angeboten. Bitte das Angebot zuerst zurücknehmen; dann lässt sich die Quote ändern."),
    )
    if findings := find_in_rule(stored, values, rule):
        raise ValidationError(findings)
    for name, value in values.items():
        setattr(rule, name, value)
    _demand_possible(stored, sources)
    save(rule, user)
    _write_sources(rule, sources, user)
    rule.holders.all().delete()
    for holder in holders:
        named = {"team_name": holder} if isinstance(holder, str) else {"player": holder}
        TitleHeld.objects.create(qualification=rule, **named)
    bump_version(stored)
    return rule


def find_in_rule(event: Event, values: Cleaned, held: Qualification | None) -> dict[str, str]:
    """What speaks against a rule, by field, as far as its values are known; `held` is the one there is."""
    closes_on = values.get("closes_on")
    if not closes_on:
        return {}
    shown = {"day": date_format(closes_on, "SHORT_DATE_FORMAT"), "event": date_format(event.date, "SHORT_DATE_FORMAT")}
    if closes_on < timezone.localdate() and not (held and held.pk and held.closes_on == closes_on):
        return {"closes_on": _("Der %(day)s ist schon vorbei; bitte einen späteren Tag wählen.") % shown}
    if closes_on > event.date:
        return {"closes_on": _("Die Meisterschaft beginnt am %(event)s; bitte einen früheren Tag wählen.") % shown}
    return {}


def _demand_possible(event: Event, chosen: Sequence[ChosenSource]) -> None:
    """Refuse what is not of the same championship, comes later, or is of another federation."""
    possible = {*possible_events(event), *possible_circuits(event)}
    wrong = [str(each.source) for each in chosen if each.source not in possible]
    said = _("Das kann keine Vorrunde dieser Meisterschaft sein: %(names)s.")
    demand(not wrong, said % {"names": ", ".join(wrong)})


def _write_sources(rule: Qualification, chosen: Sequence[ChosenSource], user: User | None) -> None:
    held = {(source.event_id, source.circuit_id): source for source in rule.sources.all()}
    for each in chosen:
        is_event = isinstance(each.source, Event)
        key = (each.source.pk, None) if is_event else (None, each.source.pk)
        source = held.pop(key, None) or QuotaSource(qualification=rule, event_id=key[0], circuit_id=key[1])
        values = each._asdict()
        del values["source"]
        if source.pk and all(getattr(source, name) == value for name, value in values.items()):
            continue
        for name, value in values.items():
            setattr(source, name, value)
        save(source, user)
    for source in held.values():
        sign(source, user)
        source.delete()


@transaction.atomic
def open_places(rule: Qualification, user: User | None) -> int:
    """Write down who has a place and who follows, and offer the places from today on; how many are offered."""
    event = open_to_change(rule.event)
    stored = Qualification.objects.get(pk=rule.pk)
    stored.event = event
    demand(stored.opened_on is None, _("Die Plätze sind schon angeboten."))
    today = timezone.localdate()
    demand(
        today <= stored.closes_on,
        _("Der letzte Tag für Antworten, der %(day)s, ist vorbei. Bitte zuerst einen späteren Tag wählen.")
        % {"day": date_format(stored.closes_on, "SHORT_DATE_FORMAT")},
    )
    found = find_field(stored, event)
    demand(not found.problems, *found.problems)
    for source, line in zip(found.sources, found.table.lines, strict=True):
        source.counted, source.granted = line.counted, line.places
        save(source, user)
    _write_contestants(stored, found.lines)
    stored.opened_on = today
    save(stored, user)
    _make_pages_anew(stored)
    return len(found.placed)


def _make_pages_anew(rule: Qualification) -> None:
    """Of the championship, and of the events below: their players find here what is offered to them."""
    Event.objects.filter(Q(pk=rule.event_id) | Q(feeds__qualification=rule)).bump_version()


def _write_contestants(rule: Qualification, lines: Sequence[FoundLine]) -> None:
    contestants = Contestant.objects.bulk_create(
        Contestant(
            qualification=rule,
            number=number,
            source=line.source,
            place=line.ranked and line.ranked.place,
            seeded=line.line.stands == "seeded",
            team_name=_team_name(line),
        )
        for number, line in enumerate(lines, 1)
    )
    ContestantPerson.objects.bulk_create(
        person
        for contestant, line in zip(contestants, lines, strict=True)
        for person in (
            [ContestantPerson(contestant=contestant, entry=entry) for entry in line.ranked.entries]
            if line.ranked
            else [ContestantPerson(contestant=contestant, player=line.player)] * (line.player is not None)
        )
    )


def _team_name(line: FoundLine) -> str:
    if line.ranked:
        return line.ranked.team_name
    return line.holder.team_name if line.holder else ""


@transaction.atomic
def take_back(rule: Qualification, user: User | None) -> None:
    """Nothing is offered any more; refused once somebody has answered."""
    open_to_change(rule.event)
    stored = Qualification.objects.get(pk=rule.pk)
    demand(
        not PlaceAnswer.objects.filter(contestant__qualification=stored).exists(),
        _("Es hat schon jemand geantwortet; das Angebot gilt."),
    )
    stored.contestants.all().delete()
    stored.sources.update(counted=None, granted=None)
    stored.opened_on = None
    save(stored, user)
    _make_pages_anew(stored)


@transaction.atomic
def answer(contestant: Contestant, accepted: bool, user: User | None = None) -> None:
    """A contestant says yes or no; `user` writes it down for the federation. Said already, nothing changes."""
    event = open_to_change(contestant.qualification.event)
    rule = Qualification.objects.get(pk=contestant.qualification_id)
    rule.event = event
    today = timezone.localdate()
    line = offered_places(rule, sources_of(rule), None, today).line_of(contestant)
    if line.stage is (PlaceStage.ACCEPTED if accepted else PlaceStage.DECLINED):
        return
    closes = {"day": date_format(rule.closes_on, "SHORT_DATE_FORMAT")}
    demand(today <= rule.closes_on, _("Antworten waren bis zum %(day)s möglich.") % closes)
    demand(line.stage is not PlaceStage.DECLINED, _("Die Absage gilt; der Platz ist weitergegeben."))
    if line.stage is PlaceStage.LAPSED and line.deadline:
        said = _("Zeit war bis zum %(day)s; danach ist der Platz an den Nächsten gegangen.")
        raise ValidationError(said % {"day": date_format(line.deadline, "SHORT_DATE_FORMAT")})
    demand(
        not (accepted and line.stage is PlaceStage.NEXT),
        _("Noch ist kein Platz frei. Zusagen lässt sich erst, wenn einer angeboten ist."),
    )
    if not accepted:
        taking_part = [each.entered for each in line.contestant.persons.all() if each.entered]
        demand(
            all(entry.withdrawn for entry in taking_part),
            _("Wer schon eingetragen ist, tritt zuerst in der Veranstaltung zurück; bitte die Turnierleitung fragen."),
        )
    PlaceAnswer.objects.create(contestant=contestant, accepted=accepted, by=user, by_office=user is not None)
    bump_version(event)


@receiver(entry_returning)
def keep_who_is_offered(entry: Entry, player: Player, **_signal: object) -> None:
    """Everybody in a ranking stands among those to whom places are offered; in a Turnierserie by his latest entry."""
    in_circuit = Q(source__circuit__stops__event=entry.event_id, persons__entry__player__in=versions_of(player.pk))
    offered = Contestant.objects.filter(Q(persons__entry=entry) | in_circuit)
    demand(
        not offered.exists(),
        _(
            "„%(event)s“ zählt für eine Meisterschaft, deren Plätze schon angeboten sind. Solange das Angebot gilt,"
            " bleibt die Teilnahme beim Mitglied."
        )
        % {"event": entry.event.name},
    )
