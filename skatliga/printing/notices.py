"""The notice on the wall: who sits where, from A to Z and by table, shared out on pages and columns.

It is shared out here because a library that balances columns lays every page out many times.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from skatliga.events.models import Round
from skatliga.events.queries import Place, seating
from skatliga.people.names import parted
from skatliga.printing.orders import ON_THE_WALL

COLUMNS = 3
ON_FIRST = 43
"""Lines of a column on the first page, below its head."""
ON_OTHERS = 50


class AtTable(NamedTuple):
    """One table and who sits there."""

    number: int
    places: tuple[Place, ...]

    @property
    def lines(self) -> int:
        """How much room it takes, with its heading and the gap below."""
        return len(self.places) + 2


@dataclass(frozen=True, slots=True)
class Notice:
    """The seats of a Serie by pages and columns."""

    by_name: tuple[tuple[Sequence[Place], ...], ...]
    """Names with the last one first, as they are looked for."""
    by_table: tuple[tuple[Sequence[AtTable], ...], ...]


def notice(round: Round) -> Notice:
    """The seats of a Serie, once by name and once by table."""
    places = seating(round, ON_THE_WALL)
    names = sorted(places, key=attrgetter("sort_key"))
    tables: dict[int, list[Place]] = {}
    for place in places:
        tables.setdefault(place.table, []).append(place)
    return Notice(
        tuple(_name_pages([place._replace(name=_last_first(place.name)) for place in names])),
        tuple(_table_pages([AtTable(number, tuple(seats)) for number, seats in tables.items()])),
    )


def _name_pages(places: Sequence[Place]) -> Iterator[tuple[Sequence[Place], ...]]:
    """Full pages, and a last one with columns of the same length."""
    lines, start = ON_FIRST, 0
    while start < len(places):
        page = places[start : start + COLUMNS * lines]
        length = -(-len(page) // COLUMNS)
        yield tuple(page[first : first + length] for first in range(0, len(page), length))
        start += len(page)
        lines = ON_OTHERS


def _table_pages(tables: Sequence[AtTable]) -> Iterator[tuple[Sequence[AtTable], ...]]:
    """Columns filled one after the other; a table stays together."""
    columns: list[list[AtTable]] = [[]]
    for table in tables:
        if sum(above.lines for above in columns[-1]) + table.lines > ON_OTHERS:
            columns.append([])
        columns[-1].append(table)
    for first in range(0, len(columns), COLUMNS):
        yield tuple(columns[first : first + COLUMNS])


def _last_first(name: str) -> str:
    """The name as lists from A to Z have it.

    >>> _last_first("Hans von Ärmel"), _last_first("Jörg Müller II"), _last_first("Kreuzbube")
    ('Ärmel, Hans von', 'Müller, Jörg II', 'Kreuzbube')
    """
    first, last = parted(name)
    return f"{last}, {first}" if first else last
