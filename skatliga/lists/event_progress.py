"""How far events are and what their lists brought: what a table over several events is made of.

* **D** A list counts as soon as it is entered, as in every ranking; lists of an event that is evaluated otherwise than
  the first one held count nowhere, since points and matches won do not add up.
* **D** Guests of the same name and club are the same person in all events.
"""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from django.db.models import Count, Exists, OuterRef

from skatliga.events.models import Table
from skatliga.lists.models import SeatResult, Sheet
from skatliga.people.names import fold


class EventProgress(NamedTuple):
    """One event: its number in the order of days, and how far its lists are."""

    number: int
    event: int
    slug: str
    name: str
    date: datetime.date
    state: str
    evaluation: str
    club: str
    held: bool
    """Whether a list of it counts."""
    missing: int
    """How many tables of the Serien begun have no list yet that counts."""
    in_question: bool
    """Whether a list counts provisionally."""
    fits: bool
    """Whether it is evaluated like the first one held; otherwise its lists count nowhere."""


class EventList(NamedTuple):
    """What one list of an event brought somebody."""

    key: str
    evening: int
    """The number of the event."""
    round: int
    leistung: int
    won: int | None
    """None, like the next, where only the Leistung is known."""
    lost: int | None
    deals: int
    table: int
    seat: int


class EventRow(NamedTuple):
    """What is read of an event."""

    pk: int
    slug: str
    name: str
    date: datetime.date
    state: str
    evaluation: str
    club: str


EVENT_ROW: Final = ("pk", "slug", "name", "date", "state", "evaluation", "club__name")
"""The columns of it."""


class ResultRow(NamedTuple):
    """What is read of somebody's list."""

    event: int
    entry: int
    round: int
    leistung: int
    won: int | None
    lost: int | None
    deals: int
    table: int
    seat: int
    state: str


_RESULT_ROW: Final = (
    *("sheet__table__round__event", "entry", "sheet__table__round__number", "leistung", "won", "lost"),
    *("sheet__deals", "sheet__table__number", "seat", "sheet__state"),
)


def played_in(events: Collection[int]) -> dict[int, list[ResultRow]]:
    """The lists that count in a ranking, by event."""
    found: dict[int, list[ResultRow]] = {}
    rows = SeatResult.objects.counting().filter(sheet__table__round__event__in=events, entry__unranked=False)
    for row in map(ResultRow._make, rows.order_by().values_list(*_RESULT_ROW)):
        found.setdefault(row.event, []).append(row)
    return found


def missing_lists(events: Collection[int]) -> dict[int, int]:
    """How many tables of Serien that were begun have no list that counts, by event."""
    arrived = Sheet.objects.counting().filter(table=OuterRef("pk"))
    tables = Table.objects.filter(~Exists(arrived), round__event__in=events, round__started_at__isnull=False)
    return dict(tables.order_by().values_list("round__event").annotate(Count("pk")))


def progress_of(
    events: Sequence[EventRow], played: Mapping[int, Sequence[ResultRow]], missing: Mapping[int, int]
) -> tuple[EventProgress, ...]:
    """How far each event is; they come by day."""
    counted = next((event.evaluation for event in events if event.pk in played), None)

    def progress(number: int, event: EventRow) -> EventProgress:
        fits = event.pk not in played or event.evaluation == counted
        states = {row.state for row in played.get(event.pk, ())} if fits else set()
        return EventProgress(
            number,
            *event,
            held=bool(states),
            missing=missing.get(event.pk, 0) if states else 0,
            in_question=Sheet.State.IN_QUESTION in states,
            fits=fits,
        )

    return tuple(progress(number, event) for number, event in enumerate(events, 1))


def lists_of(
    events: Iterable[EventProgress], played: Mapping[int, Iterable[ResultRow]], keys: Mapping[int, str]
) -> tuple[EventList, ...]:
    """The lists that count in a table over these events."""
    return tuple(
        EventList(keys[row.entry], event.number, *row[2:9])
        for event in events
        if event.held
        for row in played[event.event]
    )


EnteredRow = tuple[int, int, int | None, int | None, str, str]
"""Entry, event, player, the player he was merged into, name, club."""
ENTERED_ROW: Final = ("pk", "event", "player", "player__merged_into", "name", "club_name")


def keys_of(entered: Iterable[EnteredRow], members: Mapping[tuple[str, str], str] | None = None) -> dict[int, str]:
    """Who somebody entered is, by entry: a player of the register, or a guest.

    Where the `members` of the clubs are given, by name and club, a guest of such a name is the member, and two in one
    event are two persons.
    """
    keys: dict[int, str] = {}
    guests: dict[tuple[str, str], str] = {}
    rows = list(entered)
    taken = {(event, f"p{merged or player}") for _pk, event, player, merged, *_named in rows if player}
    for pk, event, player, merged, name, club in rows:
        if player:
            keys[pk] = f"p{merged or player}"
            continue
        named = fold(name), fold(club)
        key = (members and members.get(named)) or guests.setdefault(named, f"g{pk}")
        if members is not None and (event, key) in taken:
            key = f"g{pk}"
        taken.add((event, key))
        keys[pk] = key
    return keys
