"""What the table of a Turnierserie is made of: its tournaments, their results, and who played them.

A fixed number of queries, however many tournaments and lists there are.

* **D** A tournament counts and is named as long as it is published.
* **D** One person plays under one key in the tournaments of all clubs: a player of any register (a merged one as the
  one it was merged into); a guest of the name and club of exactly one member of a club that takes part is that member;
  other guests of the same name and club are the same person. Two of them in one tournament are two persons.
* **D** Members of two registers who were never merged are two persons, even with the same name: their clubs merge them.
  Names that stand twice in the table are told to those who direct.
* **D** Everybody sees the public names alone, roles or not: the results are of several clubs. The name and the club are
  those of the latest tournament; who objects to being named does so everywhere.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum

from scoring.wertung.results import Number
from skatliga.circuits.models import Circuit, Partner
from skatliga.events.live_pages import latest_names
from skatliga.events.models import Entry, Event
from skatliga.lists.event_progress import (
    EVENT_ROW,
    EnteredRow,
    EventList,
    EventProgress,
    EventRow,
    keys_of,
    lists_of,
    missing_lists,
    played_in,
    progress_of,
)
from skatliga.people.models import Club, Membership, Publication, User
from skatliga.people.names import fold
from skatliga.people.queries import with_role


class CircuitPlayer(NamedTuple):
    """Somebody who has played, under the public name."""

    key: str
    name: str
    club: str


class CircuitTeamResult(NamedTuple):
    """What one tournament brought a team, in the fields that the table reads of a list."""

    key: str
    evening: int
    """The number of the tournament."""
    round: int
    leistung: Number
    won: Number | None
    lost: Number | None
    deals: int


@dataclass(frozen=True, slots=True)
class CircuitData:
    """Everything a table is made of."""

    circuit: Circuit
    stops: tuple[EventProgress, ...]
    """All published tournaments by day, also those to come."""
    results: tuple[EventList | CircuitTeamResult, ...]
    persons: dict[str, CircuitPlayer]
    entries: dict[int, str]
    """The key of everybody who was entered, by entry."""

    @property
    def held(self) -> tuple[EventProgress, ...]:
        """The tournaments of which a list counts."""
        return tuple(stop for stop in self.stops if stop.held)

    @property
    def to_come(self) -> tuple[EventProgress, ...]:
        """The tournaments of which no list counts yet."""
        return tuple(stop for stop in self.stops if not stop.held and stop.fits and stop.state != Event.State.FINAL)

    @property
    def namesakes(self) -> list[str]:
        """Names that stand several times in the table."""
        seen: dict[str, int] = {}
        for person in self.persons.values():
            seen[person.name] = seen.get(person.name, 0) + 1
        return sorted(name for name, times in seen.items() if times > 1)


def circuits_seen_by(user: User) -> QuerySet[Circuit]:
    """All Turnierserien with their leading clubs, each with what the user holds there, and whether in a partner."""
    found = with_role(Circuit.objects.select_related("club"), user)
    partners = with_role(Partner.objects.filter(circuit=OuterRef("pk")), user).exclude(Q(held=None))
    # By its name, as in `people.queries.with_role`.
    return found.annotate(**{"joins": Exists(partners.exclude(answer=Partner.Answer.DECLINED))})


def circuits_of(club: Club) -> QuerySet[Circuit]:
    """The Turnierserien that a club leads or takes part in and which the visitor may read, the latest first.

    The club comes with the visitor's role.
    """
    joined = Partner.objects.filter(club=club).exclude(answer=Partner.Answer.DECLINED)
    found = Circuit.objects.filter(Q(club=club) | Q(pk__in=joined.values("circuit"))).select_related("club")
    return found if club.role else found.exclude(state=Circuit.State.DRAFT)


def clubs_in(circuit: Circuit) -> QuerySet[Club]:
    """The leading club and those that have said yes."""
    joined = circuit.partners.filter(answer=Partner.Answer.JOINED)
    return Club.objects.filter(Q(pk=circuit.club_id) | Q(pk__in=joined.values("club"))).order_by("name")


def events_to_add(circuit: Circuit, club: Club) -> QuerySet[Event]:
    """The published tournaments of a club that lie in it and do not count yet; no league matches."""
    return (
        club.events.filter(date__range=(circuit.first_day, circuit.last_day), league_group=None)
        .exclude(state=Event.State.DRAFT)
        .exclude(circuit_stops__circuit=circuit)
        .order_by("date", "pk")
    )


def tournaments_of(circuit: Circuit) -> QuerySet[Event]:
    """The tournaments of a Turnierserie that are public."""
    return Event.objects.filter(circuit_stops__circuit=circuit).exclude(state=Event.State.DRAFT)


def played(circuit: Circuit) -> CircuitData:
    """Everything a Turnierserie is made of; five queries."""
    events = [EventRow(*row) for row in tournaments_of(circuit).order_by("date", "pk").values_list(*EVENT_ROW)]
    own = [event.pk for event in events]
    results = played_in(own)
    stops = progress_of(events, results, missing_lists(own))
    entries = list(
        Entry.objects.filter(event__in=own).select_related("player__merged_into").order_by("event__date", "pk")
    )
    keys = keys_of(map(_entered, entries), _members(circuit))
    lists = lists_of(stops, results, keys)
    there = {each.key for each in lists}
    persons = {keys[entry.pk]: _person(keys[entry.pk], entry) for entry in entries if keys[entry.pk] in there}
    return CircuitData(circuit, stops, lists, _as_they_object(persons, entries, keys), keys)


def _entered(entry: Entry) -> EnteredRow:
    merged = entry.player.merged_into_id if entry.player else None
    return entry.pk, entry.event_id, entry.player_id, merged, entry.name, entry.club_name


def _members(circuit: Circuit) -> dict[tuple[str, str], str]:
    """The key of a member of one of the clubs by name and club, where only one bears the name."""
    rows = Membership.objects.filter(club__in=clubs_in(circuit)).values_list(
        "club__name", "player", "player__merged_into", "player__first_name", "player__last_name"
    )
    found: dict[tuple[str, str], set[str]] = {}
    for club, player, merged, first, last in rows.order_by():
        found.setdefault((fold(f"{first} {last}"), fold(club)), set()).add(f"p{merged or player}")
    return {named: keys.pop() for named, keys in found.items() if len(keys) == 1}


def _person(key: str, entry: Entry) -> CircuitPlayer:
    return CircuitPlayer(key, entry.public_name, entry.club_name)


def _as_they_object(
    persons: dict[str, CircuitPlayer], entries: Iterable[Entry], keys: Mapping[int, str]
) -> dict[str, CircuitPlayer]:
    """The same with the name of who objects to being named, though the latest entry does not say so."""
    for entry in entries:
        person = persons.get(keys[entry.pk])
        if person and entry.player and entry.player.canonical.publication != Publication.FULL:
            persons[person.key] = person._replace(name=entry.public_name)
    return persons


def known_of(circuit: Circuit) -> tuple[object, ...]:
    """How far it and its tournaments are, the latest change of a name and of a register: all that a page is made of."""
    events = Event.objects.filter(circuit_stops__circuit=circuit).aggregate(number=Count("pk"), versions=Sum("version"))
    members = Membership.objects.filter(club__in=clubs_in(circuit)).aggregate(latest=Max("pk"), number=Count("pk"))
    return circuit.pk, circuit.version, *events.values(), *members.values(), *latest_names()
