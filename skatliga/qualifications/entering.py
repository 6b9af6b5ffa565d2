"""Who has said yes takes part in the championship above: one step, which can be repeated.

* **D** A pair or team goes in whole or not at all. Whoever cannot go in is named with the reason, and the others go in.
* **D** Players of a register come under the name it has today and for the club they were entered for below. A guest of
  the name and club of exactly one member of the federation is that member; other guests come under their names. Who
  takes part already is passed over.
"""

from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.events.championships import IneligibleError
from skatliga.events.models import Entry, Event, Team
from skatliga.events.queries import of_federation
from skatliga.events.services import enter_guests, enter_players
from skatliga.events.teams import create_teams
from skatliga.people.models import Membership, Player, means
from skatliga.people.names import fold
from skatliga.people.queries import matching
from skatliga.people.tree import below
from skatliga.publication import open_to_change
from skatliga.qualifications.models import Contestant, ContestantPerson, Qualification, QuotaSource
from skatliga.qualifications.queries import ContestantLine, offered_places, sources_of
from skatliga.qualifications.rankings import OF_PAIRS, kinds_of


class EnteredReport(NamedTuple):
    """What one step has brought."""

    entered: int
    """How many persons, pairs or teams are new."""
    refused: tuple[str, ...]
    """Who cannot go in, and why."""


@transaction.atomic
def enter_accepted(rule: Qualification) -> EnteredReport:
    """Let all who have said yes take part, in the order of their sources and places."""
    event = open_to_change(rule.event)
    sources = sources_of(rule)
    entered = 0
    refused: list[str] = []
    for line in offered_places(rule, sources, Role.SPIELLEITUNG).to_enter:
        try:
            with transaction.atomic():
                _enter(event, line, sources)
        except ValidationError as refusal:
            begins = "" if isinstance(refusal, IneligibleError) else f"{line.name}: "  # there the name stands already
            refused += [f"{begins}{sentence}" for sentence in refusal.messages]
        else:
            entered += 1
    return EnteredReport(entered, tuple(refused))


def _enter(event: Event, line: ContestantLine, sources: list[QuotaSource]) -> None:
    persons = list(line.contestant.persons.all())
    if not persons:
        raise ValidationError(_("Wer dafür spielt, ist nicht bekannt; bitte bei der Anmeldung eintragen."))
    for person in persons:
        person.entered = _entry_of(event, person)
        person.save()
    if line.contestant.team_name:
        numbers = " ".join(str(person.entered.start_number) for person in persons if person.entered)
        reason = _("qualifiziert")
        create_teams(event, _kind(event, line.contestant), f"{line.contestant.team_name}: {numbers}", reason)


def _kind(event: Event, contestant: Contestant) -> Team.Kind:
    """A pair is what it was below."""
    if event.championship_kind == "team":
        return Team.Kind.TEAM
    played_in = [person.entry.event_id for person in contestant.persons.all() if person.entry]
    return next(iter(kinds_of(event, played_in[:1]).values()), OF_PAIRS[0])


def _entry_of(event: Event, person: ContestantPerson) -> Entry:
    """The participant that this person is, or becomes."""
    below_entry = person.entry
    player = below_entry.player or _member_called(event, below_entry) if below_entry else person.player
    if player:
        player = player.canonical
        present = event.entries.filter(means(player.pk, "player")).first()
        club = below_entry.club_name if below_entry else _club_of(event, player.pk)
        return present or enter_players(event, [player], club_name=club)[0]
    assert below_entry
    for entry in event.entries.filter(player=None, club_name=below_entry.club_name):
        if fold(entry.name) == fold(below_entry.name):
            return entry
    [entry] = enter_guests(event, [(below_entry.name, below_entry.club_name)])
    if entry.publication != below_entry.publication:
        entry.publication = below_entry.publication
        entry.save()
    return entry


def _member_called(event: Event, guest: Entry) -> Player | None:
    """Who of the federation is meant by a guest."""
    found = {
        member.player
        for member in matching(of_federation(event.club), guest.name)
        if fold(member.player.name) == fold(guest.name) and fold(member.club.name) == fold(guest.club_name)
    }
    return found.pop() if len(found) == 1 else None


def _club_of(event: Event, player: int) -> str:
    """The club of the level for which a title holder plays who was entered nowhere below."""
    found = Membership.objects.filter(player=player, club__in=below(event.club)).order_by("pk")
    return found.values_list("club__name", flat=True).first() or ""
