"""An event that is the championship of a level: who may start there, and who does although he may not.

* **D** Who belongs to no club of the level, or is red by its rules, is not entered. Those who direct the event may
  admit somebody all the same, with a reason that stays with the entry: a wrong register holds up no hall. The colour
  stays.
* **D** Entered is for the club that is named: the one of the register, or what stands with a guest.
* **D** Starts count together in the same championship: of the same level, kind and class.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from scoring.federation.eligibility import PARAGRAPHS, StartRequest
from skatliga.events.models import Entry, Event
from skatliga.federations.signals import StartOnRecord, register_starts
from skatliga.federations.start_checks import JOINT, StartCheck, is_joint, refusals, registers_of, start_checks
from skatliga.federations.start_rules import as_eligibility_rules, rules_for
from skatliga.people.models import Club, Player
from skatliga.people.tree import below


class IneligibleError(ValidationError):
    """Raised where somebody may not start; those who direct may admit him with a reason."""


class Starting(NamedTuple):
    """Somebody who takes part, or wants to."""

    player: int | None
    """None for a guest."""
    club_name: str


def demand_eligible(event: Event, entries: Sequence[Entry], reason: str = "") -> None:
    """Refuse new entries of whom one may not start; with a reason they are admitted, and it is written on them."""
    checks = checks_of(event, [Starting(entry.player_id, entry.club_name) for entry in entries])
    found = list(zip(entries, checks, strict=False))
    if reason:
        for entry, check in found:
            entry.admitted = reason if check.colour == "red" else ""
    elif refused := refusals((entry.name, check) for entry, check in found):
        raise IneligibleError(refused)


def checks_of(event: Event, starting: Sequence[Starting]) -> list[StartCheck]:
    """What is to be said of each of these; none where the event is no championship. A fixed number of queries."""
    if not (event.championship and starting):
        return []
    found = rules_for(event.club)
    rules = as_eligibility_rules(found)
    kinds = dict(Club.objects.filter(pk__in=below(event.club)).values_list("name", "kind"))
    keys = {each.player for each in starting if each.player}
    players = Player.objects.select_related("merged_into").in_bulk(keys)
    registers = registers_of({player.canonical.pk for player in players.values()})
    asked = [
        (players[each.player].canonical, _start(event, each.club_name, kinds[each.club_name]))
        for each in starting
        if each.player and each.club_name in kinds
    ]
    checks = iter(start_checks(asked, rules, _where(event.pk), registers))
    paragraph = rules.paragraphs.get("start_no_member", PARAGRAPHS["start_no_member"])
    return [
        next(checks)
        if each.player and each.club_name in kinds
        else StartCheck("red", (f"{_outside(event, each)} ({paragraph})",))
        for each in starting
    ]


def with_checks(event: Event, entries: Sequence[Entry]) -> list[tuple[Entry, StartCheck | None]]:
    """Those who take part with what is to be said of their start; nothing where the event is no championship."""
    checks = checks_of(event, [Starting(entry.player_id, entry.club_name) for entry in entries])
    return list(zip_longest(entries, checks))


def _outside(event: Event, starting: Starting) -> str:
    if starting.player is None:
        return _("Steht in keinem Register, das zu %(level)s gehört.") % {"level": event.club.name}
    words = {"club": starting.club_name, "level": event.club.name}
    return _("%(club)s gehört nicht zu %(level)s.") % words


def _start(event: Event, club: str, club_kind: str) -> StartRequest:
    competition = f"{event.club_id} {event.championship}"
    joint = (club,) if is_joint(club_kind) else ()
    day, kind, start_class = event.date.isoformat(), event.championship_kind, event.championship_class
    return StartRequest(club, day, kind, start_class, competition, "", joint)


def _where(event: int) -> str:
    return f"event {event}"


@register_starts
def find_starts(players: Collection[int], year: int) -> Iterator[StartOnRecord]:
    """In which championships players have started in a year."""
    person = Coalesce("player__merged_into", "player")
    entries = Entry.objects.filter(~Q(event__championship=""), event__date__year=year, withdrawn=False)
    found = entries.annotate(person=person).filter(person__in=players).select_related("event").order_by("event__date")
    kinds = dict(Club.objects.filter(kind__iexact=JOINT).values_list("name", "kind"))
    for entry in found:
        start = _start(entry.event, entry.club_name, kinds.get(entry.club_name, ""))
        yield StartOnRecord(entry.person, start, _where(entry.event_id))
