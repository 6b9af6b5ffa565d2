"""Search over public things: people, events, clubs, leagues. A fixed number of queries, each with an index.

* **D** People are found by their full name alone, as far as they let it be published; nobody is found by a name he
  hides, nor by the first name or pseudonym under which he appears: over several events that would say who he is.
* **D** A number is a start number in an event of today.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from skatliga.events.models import Entry, Event, Round
from skatliga.leagues.models import Season
from skatliga.people.models import Club, Player, Publication
from skatliga.people.names import fold
from skatliga.people.search import found_by_name, words_of
from skatliga.visitors.whereabouts import Whereabouts, where_in

MOST: Final = 8
"""Of each kind; who needs more letters types one more."""
NOW: Final = 3
"""Events of today in which a seat is looked for."""


class PersonFound(NamedTuple):
    """Somebody who plays, with the latest event in which that is public."""

    name: str
    club: str
    start_number: int
    slug: str
    event: str
    date: datetime.date


@dataclass(frozen=True, slots=True)
class SearchHits:
    """What was found."""

    seats: Sequence[tuple[Event, Sequence[Whereabouts]]] = ()
    """Who is meant in the events of today."""
    persons: Sequence[PersonFound] = ()
    events: Sequence[Event] = ()
    clubs: Sequence[Club] = ()
    seasons: Sequence[Season] = ()

    @property
    def none(self) -> bool:
        """Whether nothing was found."""
        return not (self.seats or self.persons or self.events or self.clubs or self.seasons)


def public_events() -> QuerySet[Event]:
    """The events that everybody may read, the newest first; groups of match days are events of their league."""
    return Event.objects.exclude(state=Event.State.DRAFT).filter(league_group=None).select_related("club")


def played_now(today: datetime.date | None = None) -> QuerySet[Event]:
    """The public events of today, and of yesterday where the night was long, leagues as well."""
    today = today or timezone.localdate()
    now = (today - datetime.timedelta(1), today)
    begun = Round.objects.filter(event=OuterRef("pk"), date__range=now)
    found = Event.objects.filter(Q(date__range=now) | Exists(begun), state=Event.State.PUBLISHED)
    return found.select_related("club").order_by("-date", "name")


def find(text: str) -> SearchHits:
    """What these words mean; nothing for less than two letters. Ten queries at most."""
    number = text.strip()
    words = words_of(text)
    if number.isascii() and number.isdigit():
        return SearchHits(seats=_seats(number))
    if not words:
        return SearchHits()
    named = Q()
    for word in words:
        named &= Q(search_key__contains=word)
    return SearchHits(
        seats=_seats(text),
        persons=_persons(words),
        events=list(public_events().filter(named).order_by("-date", "name")[:MOST]),
        clubs=[club for club in Club.objects.order_by("name") if _has(words, f"{club.name} {club.place}")][:MOST],
        seasons=[
            season
            for season in Season.objects.exclude(state=Season.State.DRAFT).select_related("club")
            if _has(words, season.name)
        ][:MOST],
    )


def _has(words: list[str], text: str) -> bool:
    folded = fold(text)
    return all(word in folded for word in words)


def _seats(text: str) -> list[tuple[Event, Sequence[Whereabouts]]]:
    found = [(event, where_in(event, text)[:MOST]) for event in played_now()[:NOW]]
    return [(event, places) for event, places in found if places]


def _persons(words: list[str]) -> list[PersonFound]:
    """Players of registers and guests who bear one of these names; three queries."""
    entries = [*_registered(words), *_guests(words)]
    found: dict[tuple[object, ...], PersonFound] = {}
    for entry in entries:
        person = PersonFound(
            entry.name, entry.club_name, entry.start_number, entry.event.slug, entry.event.name, entry.event.date
        )
        player = entry.player and entry.player.canonical
        key = (player.pk,) if player else (fold(entry.name), fold(entry.club_name))
        if key not in found or found[key].date < person.date:
            found[key] = person
    return list(found.values())[:MOST]


def _registered(words: list[str]) -> list[Entry]:
    """The latest public entry of each player who appears under the full name."""
    public = Entry.objects.exclude(event__state=Event.State.DRAFT).order_by("-event__date", "-pk").values("pk")
    own = public.filter(player=OuterRef("pk"))[:1]
    merged = public.filter(player__merged_into=OuterRef("pk"))[:1]
    players = (
        Player.objects.filter(found_by_name("sort_key", words), publication=Publication.FULL, merged_into=None)
        .annotate(own=Subquery(own), merged_entry=Subquery(merged))
        .filter(Q(own__isnull=False) | Q(merged_entry__isnull=False))
        .order_by("sort_key", "pk")
        .values_list("own", "merged_entry")
    )
    keys = [key for pair in players[:MOST] for key in pair if key]
    entries = Entry.objects.filter(pk__in=keys).select_related("event", "player__merged_into")
    return sorted(entries, key=lambda entry: (entry.player and entry.player.canonical.sort_key, -entry.pk))


def _guests(words: list[str]) -> list[Entry]:
    """Those who bear no name of a register; a key that tells otherwise is never believed."""
    guests = Entry.objects.filter(found_by_name("search_key", words), publication=Publication.FULL)
    public = guests.exclude(event__state=Event.State.DRAFT).select_related("event")
    return [entry for entry in public.order_by("-event__date", "-pk")[: 5 * MOST] if entry.player_id is None]
