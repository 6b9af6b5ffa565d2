"""*Wo sitze ich?*: table, seat and opponents of somebody in an event, by name or start number.

Names are those for everybody, so somebody who appears by his first name is found by that; who hides a name is not found
by it. **D** Where somebody sits is said of the last Serie that has seats.
"""

from collections.abc import Sequence
from typing import NamedTuple

from skatliga.events.models import Event, Round
from skatliga.events.queries import EntryShown, SeatLine, entries_shown, seating
from skatliga.people.names import fold

MOST_DIGITS = 6


class Whereabouts(NamedTuple):
    """Where somebody sits."""

    start_number: int
    name: str
    club: str
    serie: int
    """0 where no Serie has seats, like the next two where he has none in it."""
    table: int
    seat: int
    others: tuple[str, ...]
    """Those at the table, by seat."""


def where_in(event: Event, text: str) -> list[Whereabouts]:
    """Who is meant by these words or this start number, and where he sits; nobody for no words. At most five queries.

    Each word begins a word of the name or the club as it is shown.
    """
    meant = _meant(entries_shown(event, None), text)
    if not meant:
        return []
    round = event.rounds.filter(seats__isnull=False).order_by("-number").first()
    return [_place(entry, round, seats) for seats in [_seats(event, round)] for entry in meant]


def _meant(entries: Sequence[EntryShown], text: str) -> list[EntryShown]:
    asked = text.strip()
    if asked.isascii() and asked.isdigit():
        number = int(asked[:MOST_DIGITS])
        return [entry for entry in entries if entry.start_number == number]
    words = fold(text).replace(",", " ").split()
    if not words:
        return []
    exact = [entry for entry in entries if sorted(fold(entry.shown).replace(",", " ").split()) == sorted(words)]
    if exact:
        return exact
    found = []
    for entry in entries:
        there = fold(f"{entry.shown} {entry.club_name}").replace(",", " ").replace("(", " ").split()
        if all(any(word.startswith(each) for word in there) for each in words):
            found.append(entry)
    return sorted(found, key=lambda entry: (entry.sort_key, entry.start_number))


def _seats(event: Event, round: Round | None) -> list[SeatLine]:
    if round is None:
        return []
    round.event = event
    return seating(round, None)


def _place(entry: EntryShown, round: Round | None, seats: Sequence[SeatLine]) -> Whereabouts:
    own = next((seat for seat in seats if seat.start_number == entry.start_number), None)
    others = tuple(
        seat.name for seat in seats if own and seat.table == own.table and seat.start_number != own.start_number
    )
    serie, table, number = (round.number if round else 0, own.table if own else 0, own.seat if own else 0)
    return Whereabouts(entry.start_number, entry.shown, entry.club_name, serie, table, number, others)
