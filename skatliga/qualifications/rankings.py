"""What feeds a championship: which events and Turnierserien can, how many are counted, in which order they stand."""

import datetime
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.wertung.lots import lot_number
from skatliga.access import Role
from skatliga.circuits.models import Circuit
from skatliga.circuits.queries import clubs_in, played, tournaments_of
from skatliga.circuits.standing import circuit_table
from skatliga.circuits.team_standing import CircuitTeams, team_table
from skatliga.events.models import Entry, Event, Team
from skatliga.people.models import Membership
from skatliga.people.names import fold
from skatliga.people.tree import below, federation_of
from skatliga.qualifications.models import Qualification, QuotaSource
from skatliga.standings.rankings import ranking
from skatliga.standings.team_rankings import team_ranking

HOW_LONG: Final = datetime.timedelta(days=550)
"""So long before a championship something may have been played that feeds it."""
OF_PAIRS: Final = (Team.Kind.TANDEM, Team.Kind.MIXED)
_KINDS: Final = {"single": (), "pair": OF_PAIRS, "team": (Team.Kind.TEAM,)}


class Ranked(NamedTuple):
    """Somebody in a ranking: a person, a pair or a team."""

    key: str
    """The same in all rankings for one person."""
    place: int
    """As the ranking says it, shared or not."""
    name: str
    """As the register has it; for those who direct."""
    team_name: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class SourceRanking:
    """A source with everybody in order; those who share a place stand as their lots do."""

    source: QuotaSource
    ranked: tuple[Ranked, ...]
    pending: str
    """Why the order can still change, in a sentence; empty where it cannot."""


def possible_events(event: Event) -> QuerySet[Event]:
    """The published events of the same championship in the federation that may feed one, by club and day."""
    earliest = event.date - HOW_LONG
    found = Event.objects.filter(
        club__in=federation_of(event.club), championship=event.championship, date__gte=earliest, date__lt=event.date
    )
    return found.exclude(state=Event.State.DRAFT).select_related("club").order_by("club__name", "date", "pk")


def possible_circuits(event: Event) -> QuerySet[Circuit]:
    """The published Turnierserien in the federation that may feed it; one of teams or pairs where these have played."""
    earliest = event.date - HOW_LONG
    found = Circuit.objects.filter(
        club__in=federation_of(event.club), last_day__gte=earliest, last_day__lt=event.date
    ).exclude(state=Circuit.State.DRAFT)
    if kinds := _KINDS[event.championship_kind]:
        found = found.filter(stops__event__teams__kind__in=kinds).distinct()
    return found.order_by("name", "pk")


def count_sources(rule: Qualification, event: Event, sources: Sequence[QuotaSource]) -> list[int]:
    """What is counted of every source: members or starters."""
    if rule.by == Qualification.By.MEMBERS:
        return [_members(source) if source.said_members is None else source.said_members for source in sources]
    starters = _starters(event, [source.event_id for source in sources if source.event_id])
    return [_in_circuit(each.circuit, event) if each.circuit else starters[each.event_id or 0] for each in sources]


def _members(source: QuotaSource) -> int:
    """Of the registers, each person once, without those who were members."""
    if source.circuit:
        found = Membership.objects.filter(club__in=clubs_in(source.circuit))
    else:
        assert source.event
        found = Membership.objects.filter(club__in=below(source.event.club))
    found = found.exclude(last_day__lt=timezone.localdate())
    counted: int = found.aggregate(n=Count(Coalesce("player__merged_into", "player"), distinct=True))["n"]
    return counted


def _in_circuit(circuit: Circuit, event: Event) -> int:
    single = event.championship_kind == "single"
    table = circuit_table(played(circuit)) if single else _teams_of(circuit, event).table
    return sum(1 for _line in table.lines)


def _teams_of(circuit: Circuit, event: Event) -> CircuitTeams:
    """The teams or pairs of a Turnierserie, of the kinds that count for the championship."""
    kinds = kinds_of(event, tournaments_of(circuit).values_list("pk", flat=True))
    return team_table(played(circuit), kinds)


def _starters(event: Event, sources: Iterable[int]) -> Counter[int]:
    """How many take part in each of these events: persons, or pairs or teams; one query, two of them for pairs."""
    keys = list(sources)
    if event.championship_kind == "single":
        rows = Event.objects.filter(pk__in=keys).annotate(n=Count("entries", filter=Q(entries__withdrawn=False)))
        return Counter(dict(rows.values_list("pk", "n")))
    kinds = kinds_of(event, keys)
    teams = Team.objects.filter(event__in=keys).values_list("event", "kind")
    return Counter(pk for pk, kind in teams if kinds.get(pk) == kind)


def kinds_of(event: Event, sources: Iterable[int]) -> dict[int, Team.Kind]:
    """Which kind of teams counts in events that feed this championship; none for persons.

    **D** Pairs are the Tandems of an event, and where it has none its Mixed.
    """
    kinds = _KINDS[event.championship_kind]
    there = set(Team.objects.filter(event__in=list(sources), kind__in=kinds).values_list("event", "kind").distinct())
    return {pk: kind for kind in reversed(kinds) for pk, has in there if has == kind}


def ranking_of(source: QuotaSource, event: Event) -> SourceRanking:
    """Everybody of a source, for the championship of this event."""
    if source.circuit:
        return (_of_circuit if event.championship_kind == "single" else _of_circuit_teams)(source, event)
    assert source.event
    if event.championship_kind == "single":
        return _of_event(source, source.event, event)
    kind = kinds_of(event, [source.event.pk]).get(source.event.pk)
    return _of_teams(source, source.event, event, kind)


def key_of(entry: Entry) -> str:
    """Of a person: the player of the register, or a guest by name and club."""
    player = entry.player and entry.player.canonical
    return f"p{player.pk}" if player else f"g{fold(entry.name)}|{fold(entry.club_name)}"


def _of_event(source: QuotaSource, played_in: Event, event: Event) -> SourceRanking:
    found = ranking(played_in, Role.SPIELLEITUNG)
    entries = _entries(played_in)
    lines = sorted(found.lines, key=lambda line: (line.out, line.place, _lot(event, source, line.start_number)))
    ranked = (
        Ranked(key_of(entry), line.place, entry.register_name, "", (entry,))
        for line in lines
        for entry in [entries[line.start_number]]
    )
    return SourceRanking(source, tuple(ranked), _pending(source, found.provisional))


def _of_teams(source: QuotaSource, played_in: Event, event: Event, kind: Team.Kind | None) -> SourceRanking:
    if kind is None:
        said = _("%(source)s (%(title)s): Es gibt dort noch keine Mannschaften.")
        return SourceRanking(source, (), said % {"source": source.name, "title": source.title})
    found = team_ranking(played_in, Role.SPIELLEITUNG, kind)
    entries = _entries(played_in)
    lines = sorted(found.lines, key=lambda line: (line.place, _lot(event, source, line.name)))
    ranked = (
        Ranked(
            f"t{source.pk}|{line.name}",
            line.place,
            line.name,
            line.name,
            tuple(entries[member.start_number] for member in line.members),
        )
        for line in lines
    )
    return SourceRanking(source, tuple(ranked), _pending(source, found.provisional))


def _of_circuit(source: QuotaSource, event: Event) -> SourceRanking:
    """Guests and members in one ranking; everybody as entered in the latest tournament."""
    assert source.circuit
    data = played(source.circuit)
    found = (
        Entry.objects.filter(pk__in=data.entries).select_related("player__merged_into").order_by("event__date", "pk")
    )
    # Of somebody who was a guest somewhere and a member elsewhere, what the register knows goes before.
    latest = {data.entries[entry.pk]: entry for entry in sorted(found, key=lambda entry: entry.player_id is not None)}
    lines = sorted(circuit_table(data).placed, key=lambda line: (line.place or 0, _lot(event, source, line.person.key)))
    ranked = (
        Ranked(
            line.person.key if line.person.key.startswith("p") else key_of(entry),
            line.place or 0,
            entry.register_name,
            "",
            (entry,),
        )
        for line in lines
        for entry in [latest[line.person.key]]
    )
    return SourceRanking(source, tuple(ranked), _pending(source, source.circuit.state != Circuit.State.FINAL))


def _of_circuit_teams(source: QuotaSource, event: Event) -> SourceRanking:
    assert source.circuit
    found = _teams_of(source.circuit, event)
    lines = sorted(found.table.placed, key=lambda line: (line.place or 0, _lot(event, source, line.person.key)))
    ranked = (
        Ranked(
            f"t{source.pk}|{line.person.key}",
            line.place or 0,
            line.person.name,
            line.person.name,
            found.members[line.person.key],
        )
        for line in lines
    )
    return SourceRanking(source, tuple(ranked), _pending(source, source.circuit.state != Circuit.State.FINAL))


def _entries(event: Event) -> dict[int, Entry]:
    return {entry.start_number: entry for entry in event.entries.select_related("player__merged_into")}


def _lot(event: Event, source: QuotaSource, key: object) -> int:
    return lot_number(event.seed, f"{source.slug}/{key}")


def _pending(source: QuotaSource, provisional: bool) -> str:
    said = _("%(source)s (%(title)s) ist noch nicht abgeschlossen; die Rangliste kann sich noch ändern.")
    return said % {"source": source.name, "title": source.title} if provisional else ""
