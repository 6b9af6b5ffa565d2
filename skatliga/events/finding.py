"""Finding people at the desk by a few letters, and what the desk shows of those who take part."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Prefetch, Q, QuerySet

from skatliga.events.models import Entry, Event, Seat, Team, TeamMember
from skatliga.events.queries import candidates
from skatliga.people.names import fold

MOST_HITS = 8
"""Of each kind; who needs more letters types one more."""
GUEST = "guest"
"""The choice of entering the words typed as a guest."""


class Hit(NamedTuple):
    """Somebody found: a player of the register, or somebody who takes part already (with a start number)."""

    choice: str
    """What the form sends: ``p`` with the player's key, or ``e`` with the start number."""
    name: str
    about: str
    start_number: int | None = None


def find_at_desk(event: Event, text: str) -> list[Hit]:
    """Who is meant by these letters: first the club's players not entered yet, then those who take part."""
    words = fold(text).replace("(", " ").replace(")", " ").replace(",", " ").split()
    if not words:
        return []
    begins = Q(player__sort_key__startswith=words[0])
    register = candidates(event, " ".join(words)).annotate(begins=begins).order_by("-begins", "player__sort_key", "pk")
    players = [
        Hit(f"p{member.player_id}", f"{member.player.last_name}, {member.player.first_name}", member.number)
        for member in register[:MOST_HITS]
    ]
    taking_part = [
        Hit(f"e{number}", name, club_name if club_name != event.club.name else "", number)
        for number, name, club_name in event.entries.values_list("start_number", "name", "club_name")
        if words == [str(number)] or all(word in fold(f"{name} {club_name}") for word in words)
    ]
    return players + taking_part[:MOST_HITS]


def chosen_at_desk(hits: Sequence[Hit], text: str) -> str:
    """The choice that Enter takes from the list shown: the first one that may be meant, else a guest."""
    meant = _meant(hits, text)
    return meant[0].choice if meant else GUEST


def sure_at_desk(hits: Sequence[Hit], text: str) -> str | None:
    """The choice that needs no look at the list; None where somebody has to say who is meant."""
    meant = _meant(hits, text)
    if not meant:
        return GUEST
    return meant[0].choice if len(meant) == 1 and _is_called(meant[0], text) else None


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
