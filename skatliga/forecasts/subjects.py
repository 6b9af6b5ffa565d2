"""Tables of which there are forecasts: every Staffel, every table of a club year, every Turnierserie.

Pages, files and the API ask for the same one here and tell the same of it.

* **D** There is no paper: a forecast holds until the next list, and what hangs on a wall would be wrong by then.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext as _

from skatliga.circuits.models import Circuit
from skatliga.circuits.queries import known_of as known_of_circuit
from skatliga.circuits.queries import played
from skatliga.circuits.standing import circuit_table
from skatliga.forecasts.kept import ForecastKey, StoredForecast, forecast_of
from skatliga.forecasts.measured import HOME_ROUND, HOME_ROUND_POINTS, LEAGUES, CalibrationNote
from skatliga.forecasts.pages import ChanceColumn, Competitor, ForecastPage, TableNow, page_of
from skatliga.leagues.access import season_state
from skatliga.leagues.division_standing import read
from skatliga.leagues.models import Division
from skatliga.requests import Request
from skatliga.years.models import ClubYear
from skatliga.years.queries import known_of as known_of_year
from skatliga.years.queries import season
from skatliga.years.year_standing import year_table

FIRST: Final = 3
"""Of a year the chances of the first place, and of being among the first so many, are told."""


@dataclass(frozen=True, slots=True)
class ForecastSubject:
    """A table of which a forecast is asked."""

    key: ForecastKey
    known: tuple[object, ...]
    """How far everything is that a page of it is made of, names too."""
    title: str
    now: Callable[[], TableNow]
    columns: Sequence[ChanceColumn]
    measured: CalibrationNote
    """How well chances of such tables came true."""

    def stored(self, request: Request) -> StoredForecast | None:
        """Its forecast, None while that is being made."""
        return forecast_of(request, self.key)

    def page(self, stored: StoredForecast) -> ForecastPage:
        """The forecast with names."""
        return page_of(stored, self.now(), self.columns)


def of_division(division: Division) -> ForecastSubject:
    """Of a Staffel, which comes with season and level."""
    known = season_state(division.season, Q(matchday__division=division))

    def now() -> TableNow:
        [reckoned] = read([division])
        found = reckoned.standing()
        lines = [Competitor(line.team.letter, line.place, line.team.name) for line in found.lines]
        return TableNow(found.said, lines)

    zones = [ChanceColumn(zone["label"], zone["first"], zone["last"]) for zone in division.level.zones]
    first_has_a_name = any((zone.first, zone.last) == (1, 1) for zone in zones)
    columns = zones if first_has_a_name else [ChanceColumn(_("Platz 1"), 1, 1), *zones]
    key = ForecastKey("league", division.pk, known[:2])
    return ForecastSubject(key, known, division.name, now, columns, LEAGUES)


def of_year(year: ClubYear, number: int = 1) -> ForecastSubject:
    """Of a table of a club year, which comes with the visitor's role. Raises Http404 where it has fewer."""
    if not 1 <= number <= len(year.tables):
        raise Http404
    name, rule = year.tables[number - 1]

    def now() -> TableNow:
        found = year_table(season(year, year.role), number=number)
        lines = [*found.members, *found.below]
        return TableNow(found.said, [Competitor(line.person.key, line.place, line.person.name) for line in lines])

    known = known_of_year([year])
    key = ForecastKey("year", year.pk, known[:-2], number)
    measured = HOME_ROUND_POINTS if rule.awards_points else HOME_ROUND
    return ForecastSubject(key, known, name or _("Jahrestabelle"), now, _first_columns(), measured)


def of_circuit(circuit: Circuit) -> ForecastSubject:
    """Of a Turnierserie."""

    def now() -> TableNow:
        found = circuit_table(played(circuit))
        return TableNow(found.said, [Competitor(line.person.key, line.place, line.person.name) for line in found.lines])

    columns = _first_columns()
    if circuit.qualified > 1 and not circuit.per_club:
        columns = [columns[0], ChanceColumn(_("qualifiziert"), 1, circuit.qualified)]
    known = known_of_circuit(circuit)
    key = ForecastKey("circuit", circuit.pk, known[:-2])
    measured = HOME_ROUND_POINTS if circuit.counts_by.awards_points else HOME_ROUND
    return ForecastSubject(key, known, circuit.name, now, columns, measured)


def _first_columns() -> list[ChanceColumn]:
    return [
        ChanceColumn(_("Platz 1"), 1, 1),
        ChanceColumn(_("unter den ersten %(number)s") % {"number": FIRST}, 1, FIRST),
    ]
