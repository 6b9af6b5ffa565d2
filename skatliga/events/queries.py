"""What the pages of events read."""

from functools import lru_cache
from typing import NamedTuple

from django.db.models import CharField, Count, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from skatliga.access import Role
from skatliga.events.models import Entry, Event, EventRole, Round, Seat, Table
from skatliga.people.models import Club, ClubRole, Membership, User
from skatliga.people.names import fold
from skatliga.people.queries import members


class Place(NamedTuple):
    """One seat as it is shown; the name is the one this visitor may see."""

    table: int
    seat: int
    start_number: int
    name: str
    withdrawn: bool


def events_seen_by(user: User) -> QuerySet[Event]:
    """All events with their clubs, each with what the user holds in the club and in the event alone."""
    club_held: Value | Subquery = Subquery(ClubRole.objects.filter(club=OuterRef("club"), user=user.pk).values("role"))
    if user.is_superuser:
        club_held = Value(Role.ADMINISTRATOR.value, CharField())
    event_held = Subquery(EventRole.objects.filter(event=OuterRef("pk"), user=user.pk).values("role"))
    return Event.objects.select_related("club").annotate(club_held=club_held, event_held=event_held)


def visible_events(user: User, club: str = "") -> QuerySet[Event]:
    """The events this user may read, newest first; those of one club where its address is given."""
    found = events_seen_by(user).filter(
        ~Q(state=Event.State.DRAFT) | Q(club_held__isnull=False) | Q(event_held__isnull=False)
    )
    return found.filter(club__slug=club) if club else found


def clubs_directed_by(user: User) -> QuerySet[Club]:
    """The clubs in which the user may create events."""
    directing = [role for role in Role if role.directs]
    return Club.objects.filter(roles__in=ClubRole.objects.filter(user=user.pk, role__in=directing))


def rounds_with_sizes(event: Event) -> QuerySet[Round]:
    """The Serien of an event with the numbers of their tables and of the players seated: `tables_set`, `seated`."""

    def count(model: type[Table] | type[Seat]) -> Coalesce:
        rows = model.objects.filter(round=OuterRef("pk")).order_by().values("round")
        return Coalesce(Subquery(rows.annotate(size=Count("pk")).values("size"), IntegerField()), 0)

    return event.rounds.annotate(tables_set=count(Table), seated=count(Seat))


def entries_shown(event: Event, role: Role | None) -> list[Entry]:
    """Everybody who takes part, by start number, each with the name this visitor may see: `shown`."""
    entries = list(event.entries.select_related("player__merged_into"))
    for entry in entries:
        entry.shown = entry.name_for(role)
        entry.sort_key = sort_key(entry.shown)
    return entries


def candidates(event: Event, search: str = "") -> QuerySet[Membership]:
    """Who is in the club's register and does not take part yet; an entry merged into another counts as the other."""
    return (
        members(event.club, search).exclude(player__entries__event=event).exclude(player__merged__entries__event=event)
    )


def count_active(event: Event) -> int:
    """How many take part and have not withdrawn."""
    return event.entries.filter(withdrawn=False).count()


def seating(round: Round, role: Role | None) -> list[Place]:
    """Every seat of a Serie by table and seat."""
    seats = round.seats.select_related("table", "entry__player__merged_into").order_by("table__number", "number")
    return [
        Place(seat.table.number, seat.number, entry.start_number, entry.name_for(role), entry.withdrawn)
        for seat in seats
        for entry in [seat.entry]
    ]


def without_seat(round: Round, role: Role | None) -> list[Entry]:
    """Who takes part but sits nowhere in this Serie."""
    entries = list(
        round.event.entries.filter(withdrawn=False).exclude(seats__round=round).select_related("player__merged_into")
    )
    for entry in entries:
        entry.shown = entry.name_for(role)
    return entries


@lru_cache(maxsize=8192)  # sorting a large field asks for the same names over and over
def sort_key(name: str) -> str:
    """How a name as it is shown is put in order: by its last word, then by the rest.

    >>> sorted(["Anton Zier", "Hans von Ärmel", "Berta"], key=sort_key)
    ['Hans von Ärmel', 'Berta', 'Anton Zier']
    """
    first, _space, last = name.rpartition(" ")
    return fold(f"{last}, {first}")


def roles_in(event: Event) -> QuerySet[EventRole]:
    """Who holds a role in this event alone, by name."""
    return event.roles.select_related("user").order_by("user__last_name", "user__first_name", "user__username")
