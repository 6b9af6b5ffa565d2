"""Tables as they were, kept with the reason for the change (`models.FormerTable`) and read again.

Nothing of them is reckoned anew: a line says what everybody could read then.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from skatliga.leagues.models import FormerTable
from skatliga.leagues.reckoning import Standing
from skatliga.shapes import JsonObject


@dataclass(frozen=True, slots=True)
class FormerLine:
    """One line of a table as it was."""

    place: int
    letter: str
    name: str
    plus: Fraction
    minus: Fraction
    spielpunkte: int
    won: int
    lost: int
    leistung: int
    lists: int
    zone: str
    """The label of the zone, empty where there was none."""


def to_json(table: Standing) -> list[JsonObject]:
    """The lines of a table as they are kept; Wertungspunkte as exact fractions, 21/2."""
    return [
        {
            "place": line.place,
            "letter": line.team.letter,
            "name": line.team.name,
            "plus": str(line.plus),
            "minus": str(line.minus),
            "spielpunkte": line.spielpunkte,
            "won": line.won,
            "lost": line.lost,
            "leistung": line.leistung,
            "lists": line.lists,
            "zone": line.zone.label if line.zone else "",
        }
        for line in table.lines
    ]


def lines_of(former: FormerTable) -> Iterator[FormerLine]:
    """The lines of a table that was kept."""
    for line in former.lines:
        yield FormerLine(**line | {name: Fraction(line[name]) for name in ("plus", "minus")})
