"""Which games of a Skat server a club has already, on which list, and which places their players have taken."""

import datetime
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.db.models import Max

from skatliga.events.models import Seat, Table
from skatliga.exchange.evenings.desk import Register, ServerDesk
from skatliga.exchange.evenings.entering import find_evening
from skatliga.exchange.models import RecordedGames
from skatliga.lists.models import Sheet


@dataclass(frozen=True, slots=True)
class StoredDay:
    """What is stored of one day; of a day that is not there nothing."""

    games: Mapping[str, Sheet] = field(default_factory=dict)
    """The list of every game, by the game's key."""
    person: Callable[[str], str] = str
    """The same for all names on the server that mean one person."""
    last_round: Callable[[str], int] = lambda _player: 0
    """In which Serie somebody sat last, by the name on the server; 0 for nobody yet."""
    last_tables: Mapping[int, int] = field(default_factory=dict)
    """The highest number of a table, by Serie."""


Stored = Callable[[datetime.date], StoredDay]


def stored_in(register: Register, name: str) -> Stored:
    """How to find out what a club has of a day; ``name`` is what its online evenings are called."""
    club = register.club

    def person(player: str) -> str:
        member = register.named.get(player)
        return f"player {member.pk}" if member else player

    def stored(day: datetime.date) -> StoredDay:
        recorded = RecordedGames.objects.filter(sheet__table__round__event__club=club, day=day)
        recorded = recorded.select_related("sheet__table__round__event").order_by("pk")
        games = {key: each.sheet for each in recorded for key in each.keys}
        event = find_evening(club, name, day)
        # Lists that were stored before their games were kept are known by their places, as lists of a table are.
        if event is None or not any(sheet.table.round.event_id == event.pk for sheet in games.values()):
            return StoredDay(games, person)
        desk = ServerDesk(event, register)
        seats = Seat.objects.filter(round__event=event).order_by()
        rounds = dict(seats.values_list("entry").annotate(last=Max("round__number")))
        tables = Table.objects.filter(round__event=event).order_by()
        last_tables = dict(tables.values_list("round__number").annotate(last=Max("number")))

        def last_round(player: str) -> int:
            entry = None
            with suppress(ValidationError):  # who could be two is refused with the list (`services`)
                entry = desk.find(player)
            return rounds.get(entry.pk, 0) if entry else 0

        return StoredDay(games, person, last_round, last_tables)

    return stored
