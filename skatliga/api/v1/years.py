"""Club years: the table, with what every evening brought everybody."""

import datetime

from django.http import Http404, HttpResponse
from django.utils.translation import gettext_noop
from ninja import Query, Router
from pydantic import Field

from scoring.wertung.results import whole
from skatliga.api.responses import answer_of_year
from skatliga.api.v1.schemas import Number, Shape, Shortfall, reads
from skatliga.exports import as_number
from skatliga.requests import Request
from skatliga.wertung.rules import MOST_TABLES
from skatliga.years.access import year_for
from skatliga.years.models import ClubYear
from skatliga.years.queries import season
from skatliga.years.year_standing import YearStandingLine, YearTable, parts_of, year_table

router = Router(tags=[gettext_noop("Clubjahre")])

Part = Query(None, ge=1, le=12, description=gettext_noop("Nur dieser Teil des Jahres (Halbjahr, Quartal, Monat)."))

Which = Query(1, ge=1, le=MOST_TABLES, description=gettext_noop("Eine weitere Tabelle des Jahres, etwa ein Pokal."))


class Night(Shape):
    """An evening that was held."""

    number: int
    event: str
    name: str
    date: datetime.date
    missing: int
    in_question: bool


class Cell(Shape):
    """What one evening brought a player."""

    number: int = Field(description=gettext_noop("Nummer des Abends."))
    value: Number
    counts: bool


class YearLineOut(Shape):
    """One line of the table."""

    place: int | None = Field(description=gettext_noop("null für den, der noch zu wenige Ergebnisse hat."))
    shared: bool
    key: str = Field(description=gettext_noop("Wer es ist; derselbe in jeder Tabelle dieses Clubs."))
    name: str
    member: bool
    group: str | None
    value: Number
    lists: int | None = Field(description=gettext_noop("null, wo eine Summe es nicht sagt, wie die Abende."))
    evenings: int | None
    won: int | None
    lost: int | None
    lacking: int
    shortfall: Shortfall
    cells: list[Cell]
    start: int = Field(description=gettext_noop("Punkte vorab; negativ, wo welche abgezogen sind."))
    why: str = Field(description=gettext_noop("Wofür."))
    lacks: str = Field(description=gettext_noop("Was nur als Summe bekannt ist, und was ihr fehlt; sonst leer."))


class Year(Shape):
    """The table of a club year or of a part of it."""

    slug: str
    name: str
    club: str
    state: str
    standing: str = Field(description=gettext_noop("Der Stand in Worten."))
    table: int = Field(description=gettext_noop("Die wievielte Tabelle des Jahres es ist; 1 ist die Jahrestabelle."))
    title: str = Field(description=gettext_noop("Wie sie heißt."))
    rule: str = Field(description=gettext_noop("Wie gezählt wird, in Worten."))
    part: int | None
    nights: list[Night]
    members: list[YearLineOut]
    below: list[YearLineOut]
    guests: list[YearLineOut]


@reads(
    router,
    "/clubjahre/{slug:slug}",
    Year,
    gettext_noop("Die Tabelle eines Clubjahres"),
    gettext_noop("Mitglieder nach Plätzen, wer noch zu wenige Ergebnisse hat, und Gäste für sich."),
)
def year(request: Request, slug: str, teil: int = Part, tabelle: int = Which) -> HttpResponse:
    found = year_for(request, slug, None)

    def make() -> Year:
        played = season(found, found.role)
        known = {number for number, _title in parts_of(found, (night.date for night in played.held))}
        if (teil is not None and teil not in known) or tabelle > len(found.tables):
            raise Http404
        return _shape(found, year_table(played, teil, tabelle))

    return answer_of_year(request, found, make)


def _shape(year: ClubYear, table: YearTable) -> Year:
    nights = [
        Night(
            number=night.number,
            event=night.slug,
            name=night.name,
            date=night.date,
            missing=night.missing,
            in_question=night.in_question,
        )
        for night in table.nights
    ]
    return Year(
        slug=year.slug,
        name=year.name,
        club=year.club.slug,
        state=year.state,
        standing=table.standing,
        table=table.number,
        title=table.title,
        rule=table.said,
        part=table.part,
        nights=nights,
        members=[_line(line) for line in table.members],
        below=[_line(line) for line in table.below],
        guests=[_line(line) for line in table.guests],
    )


def _line(line: YearStandingLine) -> YearLineOut:
    total = line.total
    cells = [
        Cell(number=number, value=as_number(cell.value), counts=cell.counts) for number, cell in line.cells.items()
    ]
    return YearLineOut(
        place=line.place,
        shared=line.shared,
        key=line.person.key,
        name=line.person.name,
        member=line.person.member,
        group=line.group and line.group.mark,
        value=as_number(total.value),
        lists=total.lists,
        evenings=total.evenings,
        won=whole(total.won),
        lost=whole(total.lost),
        lacking=total.lacking,
        shortfall=line.shortfall,
        cells=cells,
        start=line.start,
        why=line.why,
        lacks=line.lacks,
    )
