"""What the pages of events read."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from django.db.models import CharField, Count, IntegerField, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from skatliga.access import Role
from skatliga.events.models import Entry, Event, EventOffer, EventRole, Round, Seat, Table, Team, TeamMember
from skatliga.events.signals import expected_at_desk, is_code_of_expected
from skatliga.federations.start_checks import StartCheck
from skatliga.people.models import Club, ClubRole, Membership, Publication, User
from skatliga.people.names import fold, parted
from skatliga.people.queries import matching, members, role_held
from skatliga.people.tree import below, federation_of

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class SeatLine(NamedTuple):
    """One seat as it is shown; the name is the one this visitor may see."""

    table: int
    seat: int
    start_number: int
    name: str
    withdrawn: bool

    @property
    def sort_key(self) -> tuple[str, int]:
        """How the names of those who sit are put in order."""
        return sort_key(self.name), self.start_number


class EntryShown(NamedTuple):
    """Somebody who takes part, as the pages of a large field need him; the name is the one this visitor may see."""

    pk: int
    start_number: int
    shown: str
    club_name: str
    withdrawn: bool
    player: int | None
    """The key in the register, of the one merged into where there are two."""
    unranked: bool
    """Außer Wertung."""
    start_points: int = 0
    """What the ranking begins with for him; negative for a deduction."""
    start_reason: str = ""
    admitted: str = ""
    """Why he starts in a championship although he may not."""
    check: StartCheck | None = None
    """Of a championship, for those who enter players: whether he may start (`championships`)."""

    @property
    def sort_key(self) -> str:
        """How the name is put in order."""
        return sort_key(self.shown)


def events_seen_by(user: User) -> QuerySet[Event]:
    """All events with their clubs, each with what the user holds in the club and in the event alone.

    What others practise is none of them.
    """
    alone = Subquery(EventRole.objects.filter(event=OuterRef("pk"), user=user.pk).values("role"))
    # By their names, as in `people.queries.with_role`.
    held = {"club_held": role_held(user), "event_held": alone if user.pk else Value(None, CharField())}
    events = Event.objects.filter(Q(practice_of=None) | Q(practice_of=user.pk))
    return events.select_related("club").annotate(**held)


def visible_events(user: User, club: str = "") -> QuerySet[Event]:
    """The events this user may read, newest first; those of one club where its address is given."""
    found = events_seen_by(user).filter(
        Q(practice_of=None), ~Q(state=Event.State.DRAFT) | Q(club_held__isnull=False) | Q(event_held__isnull=False)
    )
    return found.filter(club__slug=club) if club else found


def listed_events(user: User, club: str = "") -> QuerySet[Event]:
    """Those that stand in the list of events: groups of match days are found in their league, by their host here."""
    return visible_events(user, club).filter(Q(league_group=None) | Q(event_held__isnull=False))


def clubs_directed_by(user: User) -> QuerySet[Club]:
    """The clubs in which the user was given a role with which events are created."""
    directing = [role for role in Role if role.directs]
    return Club.objects.filter(roles__in=ClubRole.objects.filter(user=user.pk, role__in=directing))


class Sizes(TypedDict):
    """What is asked of a Serie: how many tables it has, and how many players sit at them."""

    tables_set: int
    seated: int


def rounds_with_sizes(event: Event) -> "QuerySet[WithAnnotations[Round, Sizes]]":
    """The Serien of an event with the numbers of their tables and of the players seated: `tables_set`, `seated`."""

    def count(model: type[Table] | type[Seat]) -> Coalesce:
        rows = model.objects.filter(round=OuterRef("pk")).order_by().values("round")
        return Coalesce(Subquery(rows.annotate(size=Count("pk")).values("size"), IntegerField()), 0)

    return event.rounds.annotate(tables_set=count(Table), seated=count(Seat))


def entries_shown(event: Event, role: Role | None) -> list[EntryShown]:
    """Everybody who takes part, by start number; one query, two for the public."""
    hidden = _hidden_names(event, role)
    rows = event.entries.values_list(
        *("pk", "start_number", "name", "club_name", "withdrawn", Coalesce("player__merged_into", "player")),
        *("unranked", "start_points", "start_reason", "admitted"),
    )
    return [EntryShown(pk, number, hidden.get(pk, name), *rest) for pk, number, name, *rest in rows]


def _hidden_names(event: Event, role: Role | None) -> dict[int, str]:
    """The names of those, by primary key, whom this visitor may not see under the name they play by."""
    if role:
        return {}
    objecting = [choice for choice in Publication if choice != Publication.FULL]
    entries = event.entries.filter(
        Q(player__publication__in=objecting)
        | Q(player__merged_into__publication__in=objecting)
        | Q(player=None, publication__in=objecting)
    )
    return {entry.pk: entry.name_for(role) for entry in entries.select_related("player__merged_into")}


def candidates(event: Event, search: str = "") -> QuerySet[Membership]:
    """Who is in the club's register and does not take part yet; an entry merged into another counts as the other."""
    return _not_entered(members(event.club, search), event)


def of_federation(club: Club) -> QuerySet[Membership]:
    """The members of a club and of all that belongs to it; of others of its federation whose names may be published."""
    shown = Q(player__publication=Publication.FULL) | Q(club__in=below(club))
    elsewhere = shown & ~Q(player__in=club.memberships.values("player"))
    return Membership.objects.filter(Q(club=club) | elsewhere, club__in=federation_of(club)).select_related(
        "player", "club"
    )


def _not_entered(found: QuerySet[Membership], event: Event) -> QuerySet[Membership]:
    return found.exclude(player__entries__event=event).exclude(player__merged__entries__event=event)


def count_active(event: Event) -> int:
    """How many take part and have not withdrawn."""
    return event.entries.filter(withdrawn=False).count()


def seating(round: Round, role: Role | None) -> list[SeatLine]:
    """Every seat of a Serie by table and seat."""
    hidden = _hidden_names(round.event, role)
    seats = round.seats.order_by("table__number", "number").values_list(
        "table__number", "number", "entry_id", "entry__start_number", "entry__name", "entry__withdrawn"
    )
    return [
        SeatLine(table, seat, number, hidden.get(entry, name), withdrawn)
        for table, seat, entry, number, name, withdrawn in seats
    ]


class Unseated(NamedTuple):
    """Somebody who takes part and sits nowhere; the name is the one this visitor may see."""

    start_number: int
    shown: str


def without_seat(round: Round, role: Role | None) -> list[Unseated]:
    """Who takes part but sits nowhere in this Serie.

    **D** Nobody after the cut: whom it lets go on is known from the ranking, not here.
    """
    if round.event.is_cut_before(round.number):
        return []
    entries = round.event.entries.filter(withdrawn=False).exclude(seats__round=round)
    return [
        Unseated(entry.start_number, entry.name_for(role)) for entry in entries.select_related("player__merged_into")
    ]


@lru_cache(maxsize=8192)  # sorting a large field asks for the same names over and over
def sort_key(name: str) -> str:
    """How a name as it is shown is put in order: by its surname (`people.names.parted`), then by the rest.

    >>> sorted(["Anton Zier", "Jörg Müller II", "Hans von Ärmel", "Jörg Müller", "Berta"], key=sort_key)
    ['Hans von Ärmel', 'Berta', 'Jörg Müller', 'Jörg Müller II', 'Anton Zier']
    """
    first, last = parted(name)
    return fold(f"{last}, {first}")


def roles_in(event: Event) -> QuerySet[EventRole]:
    """Who holds a role in this event alone, by name."""
    roles = event.roles.select_related("user__managed_by")
    return roles.order_by("user__last_name", "user__first_name", "user__username")


def offers_of(event: Event) -> QuerySet[EventOffer]:
    """The roles of an event that wait for their users, the oldest first."""
    return event.offers.select_related("user__managed_by")


class TeamChange(NamedTuple):
    """That somebody began or ceased to play for a team after the first list: when, who said so, and why."""

    at: datetime
    who: str
    team: str
    player: str
    joined: bool
    why: str


def team_changes(event: Event) -> list[TeamChange]:
    """What was changed in teams once there were lists, newest first; of dissolved teams too. Two queries."""
    names = dict(Team.history.filter(event=event).order_by("history_id").values_list("id", "name"))
    changes = TeamMember.history.filter(team__in=names).exclude(history_change_reason=None)
    return [
        TeamChange(
            at=change.history_date,
            who=change.history_user.name if change.history_user else "",
            team=names[change.team_id],
            player=str(change.entry),
            joined=change.history_type == "+",
            why=change.history_change_reason,
        )
        for change in changes.select_related("history_user", "entry").order_by("-history_id")
    ]


# ---- Finding people at the desk by a few letters, and what the desk shows of those who take part

MOST_HITS = 8
"""Of each kind; who needs more letters types one more."""
GUEST = "guest"
"""The choice of entering the words typed as a guest."""


class Hit(NamedTuple):
    """Somebody found: a player of the register, or somebody who takes part already (with a start number)."""

    choice: str
    """What the form sends: ``p`` with the player's key, ``m`` with that of a membership in another club, ``e`` with the
    start number, ``v`` with the number of somebody expected, ``w`` with that of one who waits or had left."""
    name: str
    about: str
    start_number: int | None = None


def find_at_desk(event: Event, text: str) -> list[Hit]:
    """Who is meant by these letters: those expected, players not entered yet, those who take part.

    **D** Players are those of the club, and after them those of all that belongs to it, and of other clubs of its
    federation who let their names be published; a member of the club comes with this one alone.
    """
    words = fold(text).replace("(", " ").replace(")", " ").replace(",", " ").split()
    if not words:
        return []
    expected = expected_at_desk(event, words)
    begins = Q(player__sort_key__startswith=words[0])
    found = _not_entered(matching(of_federation(event.club), " ".join(words)), event)
    register = found.annotate(own=Q(club=event.club_id), begins=begins)
    register = register.exclude(player__in=set(expected.values()) - {None})
    register = register.order_by("-own", "-begins", "player__sort_key", "pk")
    players = [_as_hit(member, event) for member in register[:MOST_HITS]]
    taking_part = [
        Hit(f"e{number}", name, club_name if club_name != event.club.name else "", number)
        for number, name, club_name in event.entries.values_list("start_number", "name", "club_name")
        if words == [str(number)] or all(word in fold(f"{name} {club_name}") for word in words)
    ]
    return [*expected][:MOST_HITS] + players + taking_part[:MOST_HITS]


def _as_hit(member: Membership, event: Event) -> Hit:
    name = f"{member.player.last_name}, {member.player.first_name}"
    if member.club_id == event.club_id:
        return Hit(f"p{member.player_id}", name, member.number)
    return Hit(f"m{member.pk}", name, member.club.name)


def chosen_at_desk(hits: Sequence[Hit], text: str) -> str:
    """The choice that Enter takes from the list shown: the first one that may be meant, else a guest."""
    meant = _meant(hits, text)
    return meant[0].choice if meant else GUEST


def sure_at_desk(hits: Sequence[Hit], text: str) -> str | None:
    """The choice that needs no look at the list; None where somebody has to say who is meant.

    **D** Of another club, a guest of the same name, or somebody without a place says whoever sits at the desk.
    """
    meant = list(hits) if len(hits) == 1 and is_code_of_expected(text) else _meant(hits, text)
    if not meant:
        return GUEST
    called = is_code_of_expected(text) or _is_called(meant[0], text)
    sure = len(meant) == 1 and called and meant[0].choice[0] not in "mw"
    return meant[0].choice if sure else None


def _meant(hits: Sequence[Hit], text: str) -> list[Hit]:
    """Who of those found may be meant.

    **D** The players who are called exactly so, and nobody else. A name typed out with its club in brackets is that
    guest: parts of it stand in many names. Of several words each begins a word of the name: „Anna Berg“ is not „Hanna
    Berger“.
    """
    called = [hit for hit in hits if _is_called(hit, text)]
    if called or "(" in text:
        return called
    words = fold(text).replace(",", " ").split()
    if len(words) < 2:
        return list(hits)
    return [
        hit
        for hit in hits
        if all(re.search(rf"\b{re.escape(word)}", fold(f"{hit.name} {hit.about}")) for word in words)
    ]


def _is_called(hit: Hit, text: str) -> bool:
    words = sorted(fold(text.partition("(")[0]).replace(",", " ").split())
    return sorted(fold(hit.name).replace(",", " ").split()) == words


def find_entries(entries: Sequence[Entry], text: str) -> list[Entry]:
    """Who of these is meant by a start number or by words of the name; an exact name goes before a part of one."""
    if text.isascii() and text.isdigit():
        return [entry for entry in entries if str(entry.start_number) == text.lstrip("0")]
    wanted = fold(text)
    exact = [entry for entry in entries if fold(entry.name) == wanted]
    return exact or [entry for entry in entries if all(word in fold(entry.name) for word in wanted.split())]


def last_entered(event: Event, number: int = 12) -> list[Entry]:
    """The latest start numbers, with their classes."""
    return list(event.entries.prefetch_related("categories").order_by("-start_number")[:number])


def without_chair(event: Event, entries: Iterable[Entry]) -> set[int]:
    """The keys of those who came after the draw and sit nowhere yet.

    **D** The Serie that counts is the last one that has seats; after the cut nobody waits for one.
    """
    drawn = event.rounds.filter(seats__isnull=False).order_by("-number").first()
    if drawn is None or event.is_cut_before(drawn.number):
        return set()
    waiting = {entry.pk for entry in entries if not entry.withdrawn}
    return waiting - set(Seat.objects.filter(round=drawn, entry__in=waiting).values_list("entry", flat=True))


def with_wishes(event: Event) -> QuerySet[Entry]:
    """Who has a fixed table or seat, or keeps no lists."""
    return event.entries.filter(
        Q(wanted_table__isnull=False) | Q(wanted_seat__isnull=False) | Q(keeps_lists=False), withdrawn=False
    )


class Squad(NamedTuple):
    """A team with those who play for it."""

    team: Team
    players: list[Entry]

    @property
    def missing(self) -> int:
        """How many more a complete team has."""
        return self.team.size - sum(not player.withdrawn for player in self.players)


def teams_of(event: Event) -> list[Squad]:
    """All teams by kind and name, with their members."""
    teams = event.teams.prefetch_related(Prefetch("members", TeamMember.objects.select_related("entry")))
    squads = [Squad(team, [member.entry for member in team.members.all()]) for team in teams]
    kinds = list(Team.Kind)
    return sorted(squads, key=lambda squad: (kinds.index(Team.Kind(squad.team.kind)), fold(squad.team.name)))
