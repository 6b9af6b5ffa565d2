"""What the table of a Turnierserie is made of: its tournaments, their results, and who played them.

A fixed number of queries, however many tournaments and lists there are.

* **D** A tournament counts and is named as long as it is published; a list counts as soon as it is entered, as in every
  ranking. A tournament whose evaluation was changed, so that it does not fit the others any more, does not count, and
  the pages say so.
* **D** One person plays under one key in the tournaments of all clubs: a player of any register (a merged one as the
  one it was merged into); a guest of the name and club of exactly one member of a club that takes part is that member;
  other guests of the same name and club are the same person. Two of them in one tournament are two persons.
* **D** Members of two registers who were never merged are two persons, even with the same name: their clubs merge them.
  Names that stand twice in the table are told to those who direct.
* **D** Everybody sees the public names alone, roles or not: the results are of several clubs. The name and the club are
  those of the latest tournament; who objects to being named does so everywhere.
"""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum

from skatliga.circuits.models import Circuit, Partner, Stop
from skatliga.events.live_pages import latest_names
from skatliga.events.models import Entry, Event
from skatliga.lists.models import SeatResult, Sheet
from skatliga.people.models import Club, Membership, Publication, User
from skatliga.people.names import fold
from skatliga.people.queries import with_role
from skatliga.years.queries import missing_lists


class StopProgress(NamedTuple):
    """One tournament: its number in the order of days, and how far its lists are."""

    number: int
    event: int
    slug: str
    name: str
    date: datetime.date
    state: str
    evaluation: str
    club: str
    lists: int
    """How many lists of it count."""
    missing: int
    """How many tables of the Serien begun have no list yet that counts."""
    in_question: bool
    fits: bool
    """Whether it is evaluated like the first one held; otherwise its lists count nowhere."""

    @property
    def held(self) -> bool:
        """Whether a list of it counts."""
        return self.lists > 0


class CircuitPlayer(NamedTuple):
    """Somebody who has played, under the public name."""

    key: str
    name: str
    club: str


class StopList(NamedTuple):
    """What one list of one tournament brought somebody."""

    key: str
    stop: int
    round: int
    leistung: int
    won: int | None
    """None, like the next, where only the Leistung is known."""
    lost: int | None
    deals: int


@dataclass(frozen=True, slots=True)
class CircuitData:
    """Everything a table is made of."""

    circuit: Circuit
    stops: tuple[StopProgress, ...]
    """All published tournaments by day, also those to come."""
    results: tuple[StopList, ...]
    persons: dict[str, CircuitPlayer]
    entries: dict[int, str]
    """The key of everybody who was entered, by entry."""

    @property
    def held(self) -> tuple[StopProgress, ...]:
        """The tournaments of which a list counts."""
        return tuple(stop for stop in self.stops if stop.held)

    @property
    def to_come(self) -> tuple[StopProgress, ...]:
        """The tournaments of which no list counts yet."""
        return tuple(stop for stop in self.stops if not stop.held and stop.fits and stop.state != Event.State.FINAL)

    @property
    def unfinished(self) -> tuple[StopProgress, ...]:
        """The tournaments held of which lists are missing or in question."""
        return tuple(stop for stop in self.held if stop.missing or stop.in_question)

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
    partners = Partner.objects.filter(circuit=OuterRef("pk"), club__roles__user=user.pk)
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


def played(circuit: Circuit) -> CircuitData:
    """Everything a Turnierserie is made of; five queries."""
    rows = (
        Stop.objects.filter(circuit=circuit)
        .exclude(event__state=Event.State.DRAFT)
        .order_by("event__date", "event")
        .values_list(
            *(f"event__{name}" for name in ("pk", "slug", "name", "date", "state", "evaluation", "club__name"))
        )
    )
    events = list(rows)
    public = [event[0] for event in events]
    results = list(
        SeatResult.objects.counting()
        .filter(sheet__table__round__event__in=public, entry__unranked=False)
        .order_by()
        .values_list(
            *("sheet__table__round__event", "entry", "sheet__table__round__number", "leistung", "won", "lost"),
            *("sheet__deals", "sheet__state", "sheet"),
        )
    )
    missing = missing_lists(public)
    by_event: dict[int, list[tuple]] = {}
    for row in results:
        by_event.setdefault(row[0], []).append(row)
    counted = next((event[5] for event in events if event[0] in by_event), None)
    stops = []
    for number, (pk, slug, name, date, state, evaluation, club) in enumerate(events, 1):
        fits = pk not in by_event or evaluation == counted
        own = by_event.get(pk, []) if fits else []
        stops.append(
            StopProgress(
                number,
                pk,
                slug,
                name,
                date,
                state,
                evaluation,
                club,
                lists=len({row[8] for row in own}),
                missing=missing.get(pk, 0) if own else 0,
                in_question=Sheet.State.IN_QUESTION in {row[7] for row in own},
                fits=fits,
            )
        )
    numbers = {stop.event: stop.number for stop in stops if stop.held}
    entries = list(
        Entry.objects.filter(event__in=public).select_related("player__merged_into").order_by("event__date", "pk")
    )
    keys = _keys(entries, _members(circuit))
    lists = tuple(StopList(keys[row[1]], numbers[row[0]], *row[2:7]) for row in results if row[0] in numbers)
    there = {each.key for each in lists}
    persons = {keys[entry.pk]: _person(keys[entry.pk], entry) for entry in entries if keys[entry.pk] in there}
    return CircuitData(circuit, tuple(stops), lists, _as_they_object(persons, entries, keys), keys)


def _members(circuit: Circuit) -> dict[tuple[str, str], str]:
    """The key of a member of one of the clubs by name and club, where only one bears the name."""
    rows = Membership.objects.filter(club__in=clubs_in(circuit)).values_list(
        "club__name", "player", "player__merged_into", "player__first_name", "player__last_name"
    )
    found: dict[tuple[str, str], set[str]] = {}
    for club, player, merged, first, last in rows.order_by():
        found.setdefault((fold(f"{first} {last}"), fold(club)), set()).add(f"p{merged or player}")
    return {named: keys.pop() for named, keys in found.items() if len(keys) == 1}


def _keys(entries: Iterable[Entry], members: Mapping[tuple[str, str], str]) -> dict[int, str]:
    """Who somebody entered is, by entry."""
    keys: dict[int, str] = {}
    guests: dict[tuple[str, str], str] = {}
    entries = list(entries)
    taken = {(entry.event_id, f"p{entry.player.canonical.pk}") for entry in entries if entry.player}
    for entry in entries:
        if entry.player:
            keys[entry.pk] = f"p{entry.player.canonical.pk}"
            continue
        named = fold(entry.name), fold(entry.club_name)
        key = members.get(named) or guests.setdefault(named, f"g{entry.pk}")
        if (entry.event_id, key) in taken:
            key = f"g{entry.pk}"
        taken.add((entry.event_id, key))
        keys[entry.pk] = key
    return keys


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
