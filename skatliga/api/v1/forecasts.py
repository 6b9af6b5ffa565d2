"""Forecasts: which places remain possible, and how likely they are; as the pages and files say it."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.utils.translation import gettext_noop
from ninja import Router
from pydantic import Field

from skatliga.access import Role
from skatliga.api.responses import answer
from skatliga.api.v1.schemas import Shape, reads
from skatliga.api.v1.years import Which
from skatliga.circuits.access import circuit_for
from skatliga.forecasts.kept import StoredForecast
from skatliga.forecasts.pages import ChanceColumn, ForecastLine
from skatliga.forecasts.subjects import ForecastSubject, of_circuit, of_division, of_year
from skatliga.leagues.access import division_for
from skatliga.requests import Request
from skatliga.years.access import year_for

router = Router(tags=[gettext_noop("Prognosen")])
LATER = gettext_noop("Sie wird neben den Anfragen gerechnet; steht ready auf false, bitte gleich noch einmal fragen.")


class Chance(Shape):
    """How likely somebody ends on one of some places."""

    label: str
    first: int
    last: int
    thousandths: int


class ForecastLineOut(Shape):
    """What can still become of one competitor."""

    key: str = Field(description=gettext_noop("Wer es ist; derselbe in der Tabelle."))
    name: str
    place: int | None = Field(description=gettext_noop("Der Platz jetzt."))
    best: int | None = Field(description=gettext_noop("Der beste Platz, der möglich bleibt."))
    worst: int | None = Field(description=gettext_noop("Der letzte Platz, der möglich bleibt."))
    exact: bool = Field(description=gettext_noop("Beide sind möglich; sonst geht es nur nicht besser oder schlechter."))
    chances: list[Chance]


class Measured(Shape):
    """Of chances that were given between two of them, how many came true; in per cent."""

    first: int
    last: int
    said: int
    happened: int
    number: int


class ForecastOut(Shape):
    """The forecast of a table."""

    ready: bool = Field(description=LATER)
    table: int
    title: str
    rule: str = Field(description=gettext_noop("Wie gezählt wird, in Worten."))
    coming: int = Field(description=gettext_noop("Wie viele Serien, Abende oder Turniere noch kommen."))
    runs: int = Field(description=gettext_noop("Wie oft der Rest durchgespielt wurde."))
    lines: list[ForecastLineOut]
    measured: list[Measured] = Field(description=gettext_noop("Wie oft solche Aussichten eingetroffen sind."))


@reads(
    router,
    "/ligen/{slug:season}/{slug:slug}/prognose",
    ForecastOut,
    gettext_noop("Was in einer Staffel noch möglich ist"),
    LATER,
)
def division_forecast(request: Request, season: str, slug: str) -> HttpResponse:
    return _told(request, of_division(division_for(request, season, slug, Role.READER)))


@reads(
    router,
    "/clubjahre/{slug:slug}/prognose",
    ForecastOut,
    gettext_noop("Was in einem Clubjahr noch möglich ist"),
    LATER,
)
def year_forecast(request: Request, slug: str, tabelle: int = Which) -> HttpResponse:
    return _told(request, of_year(year_for(request, slug, None), tabelle))


@reads(
    router,
    "/turnierserien/{slug:slug}/prognose",
    ForecastOut,
    gettext_noop("Was in einer Turnierserie noch möglich ist"),
    LATER,
)
def circuit_forecast(request: Request, slug: str) -> HttpResponse:
    return _told(request, of_circuit(circuit_for(request, slug, None)))


def _told(request: Request, subject: ForecastSubject) -> HttpResponse:
    stored = subject.stored(request)
    page = subject.page(stored or StoredForecast((), 0, 0))
    return answer(
        request,
        ForecastOut(
            ready=stored is not None,
            table=subject.key.number,
            title=subject.title,
            rule=page.said,
            coming=page.stored.coming,
            runs=page.stored.runs,
            lines=[_line(line, page.columns) for line in page.lines],
            measured=[Measured(**band._asdict()) for band in subject.measured.bands] if page.stored.runs else [],
        ),
    )


def _line(line: ForecastLine, columns: Sequence[ChanceColumn]) -> ForecastLineOut:
    told = zip(columns, line.numbers, strict=True)
    return ForecastLineOut(
        key=line.competitor.key,
        name=line.competitor.name,
        place=line.competitor.place,
        best=line.stored.best,
        worst=line.stored.worst,
        exact=line.exact,
        chances=[
            Chance(label=column.label, first=column.first, last=column.last, thousandths=number)
            for column, number in told
        ],
    )
