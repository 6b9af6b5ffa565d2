"""Turnierserien: the table, with what every tournament brought everybody."""

import datetime

from django.http import HttpResponse
from django.utils.translation import gettext_noop
from ninja import Router
from pydantic import Field

from skatliga.api.responses import answer_of_circuit
from skatliga.api.v1.schemas import Number, Shape, Shortfall, reads
from skatliga.circuits.access import circuit_for
from skatliga.circuits.models import Circuit
from skatliga.circuits.queries import clubs_in, played
from skatliga.circuits.standing import CircuitLine, circuit_table
from skatliga.exports import as_number
from skatliga.requests import Request

router = Router(tags=[gettext_noop("Turnierserien")])


class StopOut(Shape):
    """A tournament; numbered by day."""

    number: int
    event: str
    name: str
    date: datetime.date
    club: str = Field(description=gettext_noop("Der Veranstalter."))
    held: bool
    missing: int
    in_question: bool


class StopValue(Shape):
    """What one tournament brought somebody."""

    number: int = Field(description=gettext_noop("Nummer des Turniers."))
    value: Number
    counts: bool


class CircuitLineOut(Shape):
    """One line of the table."""

    place: int | None = Field(description=gettext_noop("null für den, der noch zu wenige Ergebnisse hat."))
    shared: bool
    qualified: bool
    key: str = Field(description=gettext_noop("Wer es ist; derselbe in jeder Tabelle dieser Turnierserie."))
    name: str
    club: str
    value: Number
    stops: int
    lists: int
    shortfall: Shortfall
    cells: list[StopValue]


class CircuitOut(Shape):
    """A Turnierserie with its table."""

    slug: str
    name: str
    club: str = Field(description=gettext_noop("Der leitende Verein."))
    clubs: list[str] = Field(description=gettext_noop("Alle, die teilnehmen."))
    state: str
    standing: str = Field(description=gettext_noop("Der Stand in Worten."))
    rule: str = Field(description=gettext_noop("Wie gezählt wird, in Worten."))
    stops: list[StopOut]
    placed: list[CircuitLineOut]
    below: list[CircuitLineOut]


@reads(
    router,
    "/turnierserien/{slug:slug}",
    CircuitOut,
    gettext_noop("Die Tabelle einer Turnierserie"),
    gettext_noop("Turniere mehrerer Vereine; Gäste und Mitglieder in einer Tabelle, mit öffentlichen Namen."),
)
def circuit(request: Request, slug: str) -> HttpResponse:
    found = circuit_for(request, slug, None)
    return answer_of_circuit(request, found, lambda: _shape(found))


def _shape(circuit: Circuit) -> CircuitOut:
    data = played(circuit)
    table = circuit_table(data)
    stops = [
        StopOut(
            number=stop.number,
            event=stop.slug,
            name=stop.name,
            date=stop.date,
            club=stop.club,
            held=stop.held,
            missing=stop.missing,
            in_question=stop.in_question,
        )
        for stop in data.stops
    ]
    return CircuitOut(
        slug=circuit.slug,
        name=circuit.name,
        club=circuit.club.slug,
        clubs=[club.slug for club in clubs_in(circuit)],
        state=circuit.state,
        standing=table.standing,
        rule=table.said,
        stops=stops,
        placed=[_line(line) for line in table.placed],
        below=[_line(line) for line in table.below],
    )


def _line(line: CircuitLine) -> CircuitLineOut:
    cells = [
        StopValue(number=number, value=as_number(cell.value), counts=cell.counts) for number, cell in line.cells.items()
    ]
    return CircuitLineOut(
        place=line.place,
        shared=line.shared,
        qualified=line.qualified,
        key=line.person.key,
        name=line.person.name,
        club=line.person.club,
        value=as_number(line.value),
        stops=line.stops,
        lists=line.lists,
        shortfall=line.shortfall,
        cells=cells,
    )
