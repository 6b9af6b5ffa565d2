"""Make a forecast that a page waits for (`forecasts.kept`); the site orders it by itself."""

import signal
from argparse import ArgumentParser
from typing import Final
from uuid import UUID

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from skatliga.circuits.models import Circuit
from skatliga.forecasts.kept import ForecastJob, StoredForecast
from skatliga.forecasts.league_forecast import league_forecast
from skatliga.forecasts.year_forecast import circuit_forecast, year_forecast
from skatliga.leagues.models import Division
from skatliga.years.models import ClubYear

LONGEST: Final = 300
"""Seconds a forecast may take."""


class Command(BaseCommand):
    requires_system_checks = ()
    help = _("Rechnet eine Prognose, auf die eine Seite wartet; die Seite ruft es selbst auf.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("kind", choices=["league", "year", "circuit"])
        parser.add_argument("key", type=int)
        parser.add_argument("number", type=int)
        parser.add_argument("job", type=UUID)

    def handle(self, *args: object, kind: str, key: int, number: int, job: UUID, **options: object) -> None:
        signal.alarm(LONGEST)  # which ends the worker; another one follows it
        try:
            ForecastJob(id=job).keep(_made(kind, key, number) or StoredForecast((), 0, 0))
        finally:
            signal.alarm(0)


def _made(kind: str, key: int, number: int) -> StoredForecast | None:
    if kind == "league":
        return league_forecast(Division.objects.select_related("season", "level").get(pk=key))
    if kind == "year":
        return year_forecast(ClubYear.objects.select_related("club").get(pk=key), number)
    return circuit_forecast(Circuit.objects.select_related("club").get(pk=key))
