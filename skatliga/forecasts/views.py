"""Pages of forecasts, and the same as files; nothing is computed for them, they show what is kept.

Which table of a club year is asked for stands in the address: `?tabelle=2`.
"""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.circuits.access import circuit_for
from skatliga.exports import Export
from skatliga.forecasts.kept import StoredForecast
from skatliga.forecasts.pages import ForecastTable, coming_in_words
from skatliga.forecasts.subjects import ForecastSubject, of_circuit, of_division, of_year
from skatliga.handouts import ExportSteps, LaterError
from skatliga.leagues.access import division_for
from skatliga.requests import Request
from skatliga.standings.ranking_scope import read_number
from skatliga.years.access import year_for


@login_not_required
def division(request: Request, season: str, slug: str) -> HttpResponse:
    """Of a Staffel."""
    found = division_for(request, season, slug, Role.READER)
    context = {"season": found.season, "division": found, "base": "leagues/tables_base.html"}
    return _answer(request, of_division(found), context)


@login_not_required
def year(request: Request, slug: str) -> HttpResponse:
    """Of a table of a club year."""
    found = year_for(request, slug, None)
    context = {"year": found, "tables": list(enumerate(found.tables, 1)), "base": "years/year_base.html"}
    return _answer(request, of_year(found, _number(request)), context)


@login_not_required
def circuit(request: Request, slug: str) -> HttpResponse:
    """Of a Turnierserie."""
    found = circuit_for(request, slug, None)
    return _answer(request, of_circuit(found), {"circuit": found, "base": "circuits/circuit_base.html"})


def division_file(request: Request, season: str, slug: str) -> ExportSteps:
    subject = of_division(division_for(request, season, slug, Role.READER))
    stored = _kept(request, subject)
    yield subject.known
    return _file(subject, stored, f"prognose-{season}-{slug}")


def year_file(request: Request, slug: str) -> ExportSteps:
    number = _number(request)
    subject = of_year(year_for(request, slug, None), number)
    stored = _kept(request, subject)
    yield subject.known
    return _file(subject, stored, f"prognose-{slug}" + (f"-{number}" if number > 1 else ""))


def circuit_file(request: Request, slug: str) -> ExportSteps:
    subject = of_circuit(circuit_for(request, slug, None))
    stored = _kept(request, subject)
    yield subject.known
    return _file(subject, stored, f"prognose-{slug}")


def _number(request: Request) -> int:
    number = read_number(request, "tabelle")
    return 1 if number is None else number


def _kept(request: Request, subject: ForecastSubject) -> StoredForecast:
    """The forecast; raises LaterError while it is being made."""
    stored = subject.stored(request)
    if stored is None:
        raise LaterError
    return stored


def _file(subject: ForecastSubject, stored: StoredForecast, name: str) -> Export:
    return Export(ForecastTable(subject.page(stored)), name, _("Prognose"))


def _answer(request: Request, subject: ForecastSubject, context: dict[str, object]) -> HttpResponse:
    """The page with the forecast, or without it while it is being made; then it asks again by itself."""
    context |= {"kind": subject.key.kind, "number": subject.key.number, "title": subject.title}
    if stored := subject.stored(request):
        context |= {
            "page": subject.page(stored),
            "coming": coming_in_words(stored, subject.key.kind),
            "measured": subject.measured,
            "query": request.GET.urlencode(),
        }
    template = "forecasts/forecast_part.html" if request.htmx else "forecasts/forecast.html"
    response = render(request, template, context)
    patch_cache_control(response, no_cache=True)
    return response
