"""A plain draw: who sits where, by the lot alone.

The lot is the event's seed with the number of the Serie, so anybody can draw again what was drawn, on any machine.

* **D** The same lot and the same players give the same seating: drawing once more until the result pleases is not
  possible. As soon as somebody is entered or withdraws, the draw is another one.
* **D** Start numbers go into the draw in ascending order, so that it does not depend on the order of entering.
"""

from collections.abc import Iterable
from random import Random

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

Seating = dict[int, tuple[int, ...]]
"""Start numbers by table, in the order of the seats; tables count from 1."""


def split_into_tables(players: int, sizes: Iterable[int]) -> tuple[int, ...]:
    """The sizes of the tables, largest first; raises ValidationError for a number that cannot be split.

    Tables of four, and (-n) mod 4 of three at the end; where the rule book has one size only, tables of that size.

    >>> split_into_tables(22, (3, 4, 5, 6))
    (4, 4, 4, 4, 3, 3)
    >>> split_into_tables(6, (2,))
    (2, 2, 2)
    """
    if 4 in sizes:
        threes = -players % 4
        fours = (players - 3 * threes) // 4
        if players and fours >= 0:
            return (4,) * fours + (3,) * threes
        raise ValidationError(
            _(
                "%(players)s Teilnehmer lassen sich nicht auf Tische zu viert und zu dritt verteilen. Bitte weitere"
                " eintragen oder die Plätze von Hand setzen."
            )
            % {"players": players}
        )
    size = max(sizes)
    if players and players % size == 0:
        return (size,) * (players // size)
    raise ValidationError(
        _(
            "%(players)s Teilnehmer lassen sich nicht auf Tische zu %(size)s verteilen. Bitte weitere eintragen oder"
            " die Plätze von Hand setzen."
        )
        % {"players": players, "size": size}
    )


def draw_tables(start_numbers: Iterable[int], sizes: Iterable[int], lot: str) -> Seating:
    """The seating that the lot gives to these players; raises ValidationError as `split_into_tables`."""
    waiting = sorted(start_numbers)
    table_sizes = split_into_tables(len(waiting), tuple(sizes))
    Random(lot).shuffle(waiting)
    drawn = iter(waiting)
    return {table: tuple(next(drawn) for _seat in range(size)) for table, size in enumerate(table_sizes, 1)}
