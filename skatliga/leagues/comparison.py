"""Equal places of several Staffeln of a level compared: all firsts, all seconds, down to the last.

**D** Where the teams compared have played equally many Serien, they are put in the order of the season's table. Where
not, everything counts per Serie.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.standings import rank
from skatliga.leagues.models import Division, Season
from skatliga.leagues.reckoning import CRITERIA, Line, read


@dataclass(frozen=True, slots=True)
class Compared:
    """A team among those on the same place of other Staffeln; the sums are per Serie where that is compared."""

    place: int
    """Among those compared."""
    division: Division
    line: Line
    serien: int
    plus: Fraction
    leistung: Fraction


@dataclass(frozen=True, slots=True)
class EqualPlaces:
    """The teams on one place of all Staffeln of a level, best first."""

    place: int
    per_serie: bool
    teams: tuple[Compared, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of a table as it is compared."""

    key: str
    division: Division
    line: Line
    serien: int
    plus: Fraction
    minus: Fraction
    spielpunkte: Fraction
    won: Fraction
    lost: Fraction
    leistung: Fraction

    @property
    def average(self) -> Fraction:
        """Leistung per list."""
        return Fraction(self.line.leistung, self.line.lists) if self.line.lists else Fraction(0)


def compare(season: Season, divisions: Sequence[Division]) -> list[EqualPlaces]:
    """Every place of these Staffeln of one level; each comes with its season and level."""
    by_place: dict[int, list[tuple[Division, Line]]] = defaultdict(list)
    for reckoned in read(divisions):
        table = reckoned.standing()
        if table.at:
            for line in table.lines:
                by_place[line.place].append((reckoned.division, line))
    return [_equal(season, place, by_place[place]) for place in sorted(by_place)]


def _equal(season: Season, place: int, lines: Sequence[tuple[Division, Line]]) -> EqualPlaces:
    per_serie = len({len(line.wertungen) for _, line in lines}) > 1
    rows = [_row(division, line, len(line.wertungen) if per_serie else 1) for division, line in lines]
    placed = rank(rows, [CRITERIA[name] for name in season.order])
    return EqualPlaces(
        place,
        per_serie,
        tuple(
            Compared(each.place, row.division, row.line, row.serien, row.plus, row.leistung)
            for each in placed
            for row in [each.row]
        ),
    )


def _row(division: Division, line: Line, parts: int) -> _Row:
    def part(value: Fraction | int | None) -> Fraction:
        assert value is not None  # every list of a league is known whole
        return Fraction(value, parts) if parts else Fraction(0)

    return _Row(
        key=f"{division.name} {line.team.letter}",
        division=division,
        line=line,
        serien=len(line.wertungen),
        plus=part(line.plus),
        minus=part(line.minus),
        spielpunkte=part(line.spielpunkte),
        won=part(line.won),
        lost=part(line.lost),
        leistung=part(line.leistung),
    )
