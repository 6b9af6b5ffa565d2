"""Pages of forecasts; a page never computes one, it shows what is kept or says that it is on its way."""

from collections.abc import Callable, Sequence

from django.contrib.auth.decorators import login_not_required
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.circuits.access import circuit_for
from skatliga.circuits.queries import known_of as known_of_circuit
from skatliga.circuits.queries import played
from skatliga.circuits.standing import circuit_table
from skatliga.forecasts.kept import StoredForecast, forecast_of
from skatliga.forecasts.measured import HOME_ROUND, LEAGUES
from skatliga.forecasts.pages import ChanceColumn, Competitor, coming_in_words, page_of
from skatliga.leagues.access import division_for, season_state
from skatliga.leagues.division_standing import read
from skatliga.requests import Request
from skatliga.years.access import year_for
from skatliga.years.queries import known_of as known_of_year
from skatliga.years.queries import season
from skatliga.years.year_standing import year_table

FIRST = 3
"""Of a year the chances of the first place, and of being among the first so many, are told."""

Competing = Callable[[], Sequence[Competitor]]


@login_not_required
def division(request: Request, season: str, slug: str) -> HttpResponse:
    """Of a Staffel."""
    found = division_for(request, season, slug, Role.READER)
    state = season_state(found.season, Q(matchday__division=found))

    def competing() -> list[Competitor]:
        [reckoned] = read([found])
        return [Competitor(line.team.letter, line.place, line.team.name) for line in reckoned.standing().lines]

    zones = [ChanceColumn(zone["label"], zone["first"], zone["last"]) for zone in found.level.zones]
    first_has_a_name = any((zone.first, zone.last) == (1, 1) for zone in zones)
    columns = zones if first_has_a_name else [ChanceColumn(_("Platz 1"), 1, 1), *zones]
    context = {"season": found.season, "division": found, "base": "leagues/tables_base.html", "kind": "league"}
    stored = forecast_of(request, "league", found.pk, state[:2])
    return _answer(request, stored, context, competing, columns)


@login_not_required
def year(request: Request, slug: str) -> HttpResponse:
    """Of a club year: its first table."""
    found = year_for(request, slug, None)

    def competing() -> list[Competitor]:
        table = year_table(season(found, found.role))
        return [Competitor(line.person.key, line.place, line.person.name) for line in [*table.members, *table.below]]

    context = {"year": found, "base": "years/year_base.html", "kind": "year"}
    stored = forecast_of(request, "year", found.pk, known_of_year([found])[:-2])
    return _answer(request, stored, context, competing, _first_columns())


@login_not_required
def circuit(request: Request, slug: str) -> HttpResponse:
    """Of a Turnierserie."""
    found = circuit_for(request, slug, None)

    def competing() -> list[Competitor]:
        return [
            Competitor(line.person.key, line.place, line.person.name) for line in circuit_table(played(found)).lines
        ]

    columns = _first_columns()
    if found.qualified > 1 and not found.per_club:
        columns = [columns[0], ChanceColumn(_("qualifiziert"), 1, found.qualified)]
    context = {"circuit": found, "base": "circuits/circuit_base.html", "kind": "circuit"}
    stored = forecast_of(request, "circuit", found.pk, known_of_circuit(found)[:-2])
    return _answer(request, stored, context, competing, columns)


def _first_columns() -> list[ChanceColumn]:
    return [
        ChanceColumn(_("Platz 1"), 1, 1),
        ChanceColumn(_("unter den ersten %(number)s") % {"number": FIRST}, 1, FIRST),
    ]


def _answer(
    request: Request,
    stored: StoredForecast | None,
    context: dict[str, object],
    competing: Competing,
    columns: Sequence[ChanceColumn],
) -> HttpResponse:
    """The page with the forecast, or without it while it is being made; then it asks again by itself."""
    if stored:
        context |= {
            "page": page_of(stored, competing(), columns),
            "coming": coming_in_words(stored, str(context["kind"])),
            "measured": LEAGUES if context["kind"] == "league" else HOME_ROUND,
        }
    template = "forecasts/forecast_part.html" if request.htmx else "forecasts/forecast.html"
    response = render(request, template, context)
    patch_cache_control(response, no_cache=True)
    return response
