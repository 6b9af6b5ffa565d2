"""Events, who takes part, who sits where, and how far the lists of each table are."""

import datetime
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_noop
from ninja import Query, Router
from pydantic import Field

from skatliga.access import Role
from skatliga.api.responses import PageNumber, answer, answer_of_event, cut
from skatliga.api.v1.schemas import Paged, PointsOut, Shape, reads
from skatliga.database import JsonObject
from skatliga.events.access import event_for, round_of
from skatliga.events.days import dates_of
from skatliga.events.models import Event as StoredEvent
from skatliga.events.queries import entries_shown, rounds_with_sizes, visible_events
from skatliga.lists.models import ARRIVED
from skatliga.lists.queries import TableOnBoard, board
from skatliga.requests import Request
from skatliga.standings.player_pages import RoundTableLine, table_of

router = Router(tags=[gettext_noop("Veranstaltungen")])


class EventLine(Shape):
    """An event among others."""

    slug: str
    name: str
    club: str = Field(description=gettext_noop("Adresse des Vereins."))
    date: datetime.date
    place: str
    state: str = Field(description="draft, published, final")
    rulebook: str
    evaluation: str


class Events(Paged):
    """The events the asker may read."""

    events: list[EventLine]


class RoundOut(Shape):
    """How one Serie is set."""

    number: int
    date: datetime.date
    tables: int
    seated: int
    minutes: int | None
    begun_at: datetime.datetime | None
    ends_at: datetime.datetime | None


class CategoryOut(Shape):
    """A ranking of its own within the event."""

    id: int
    name: str


class EventOut(EventLine):
    """An event with its rules and Serien."""

    agreements: JsonObject = Field(description=gettext_noop("Was am Tisch vereinbart ist, nach Feldern des Spiels."))
    deals_at_four: int
    deals_at_three: int
    target: int | None = Field(description=gettext_noop("Punkte, bei denen eine Partie endet."))
    cut_after: int | None
    cut_places: int | None
    cut_carries: bool
    rounds: list[RoundOut]
    categories: list[CategoryOut]
    team_kinds: list[str]
    role: str | None = Field(description=gettext_noop("Die Rolle dessen, der fragt; null für die Öffentlichkeit."))


class EntryOut(Shape):
    """Somebody who takes part."""

    start_number: int
    name: str
    club: str
    withdrawn: bool


class Entries(Paged):
    """Who takes part."""

    entries: list[EntryOut]


class SheetOfTable(Shape):
    """The list of a table."""

    id: UUID
    state: str
    counts: bool = Field(description=gettext_noop("Ob sie in der Rangliste zählt."))


class SeatShown(Shape):
    """Who sits on a seat."""

    seat: int
    start_number: int
    name: str


class TableLine(Shape):
    """A table with its list, null where none is opened yet."""

    number: int
    seats: list[SeatShown]
    sheet: SheetOfTable | None


class Tables(Paged):
    """The tables of a Serie."""

    round: int
    tables: list[TableLine]


class SeatWithResult(SeatShown):
    """Who sits on a seat, and what the list came to where it counts."""

    club: str
    result: PointsOut | None


class TableOut(Shape):
    """A table with its list and result."""

    number: int
    seats: list[SeatWithResult]
    sheet: SheetOfTable | None


@reads(
    router,
    "/veranstaltungen",
    Events,
    gettext_noop("Alle Veranstaltungen"),
    gettext_noop("Die neueste zuerst; ohne Schlüssel die veröffentlichten."),
)
def events(
    request: Request,
    verein: str = Query(
        "",
        max_length=60,
        pattern=r"^[-a-zA-Z0-9_]*$",
        description=gettext_noop("Adresse eines Vereins: nur dessen Veranstaltungen."),
    ),
    seite: int = PageNumber,
) -> HttpResponse:
    page = cut(visible_events(request.user, verein).order_by("-date", "name", "pk"), seite)
    return answer(request, Events(events=[EventLine(**_line(event)) for event in page.items], **page.place))


@reads(router, "/veranstaltungen/{slug:slug}", EventOut, gettext_noop("Eine Veranstaltung"))
def event(request: Request, slug: str) -> HttpResponse:
    found = event_for(request, slug, Role.READER)
    return answer(request, EventOut(**_line(found), **_rules(found)))


@reads(
    router,
    "/veranstaltungen/{slug:slug}/teilnehmer",
    Entries,
    gettext_noop("Wer teilnimmt"),
    gettext_noop("Nach Startnummern."),
)
def entries(request: Request, slug: str, seite: int = PageNumber) -> HttpResponse:
    found = event_for(request, slug, Role.READER)
    page = cut(entries_shown(found, found.role), seite)
    shown = [
        EntryOut(start_number=each.start_number, name=each.shown, club=each.club_name, withdrawn=each.withdrawn)
        for each in page.items
    ]
    return answer(request, Entries(entries=shown, **page.place))


@reads(
    router,
    "/veranstaltungen/{slug:slug}/serien/{int:number}",
    Tables,
    gettext_noop("Die Tische einer Serie"),
    gettext_noop("Wer wo sitzt, und wie weit die Listen sind."),
)
def tables(request: Request, slug: str, number: int, seite: int = PageNumber) -> HttpResponse:
    def make(event: StoredEvent) -> Tables:
        round = round_of(event, number)
        page = cut(round.tables.order_by("number"), seite)
        lines = [_on_board(table) for table in board(page.items, event.role)]
        return Tables(round=number, tables=lines, **page.place)

    return answer_of_event(request, slug, make)


@reads(
    router,
    "/veranstaltungen/{slug:slug}/serien/{int:number}/tische/{int:table}",
    TableOut,
    gettext_noop("Ein Tisch mit Ergebnis"),
)
def table(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    def make(event: StoredEvent) -> TableOut:
        round = round_of(event, number)
        return _with_result(table_of(get_object_or_404(round.tables, number=table), event.role))

    return answer_of_event(request, slug, make)


def _line(event: StoredEvent) -> JsonObject:
    names = ("slug", "name", "date", "place", "state", "rulebook", "evaluation")
    return {name: getattr(event, name) for name in names} | {"club": event.club.slug}


def _rules(event: StoredEvent) -> JsonObject:
    names = (
        *("agreements", "deals_at_four", "deals_at_three", "target"),
        *("cut_after", "cut_places", "cut_carries", "role"),
    )
    days = dates_of(event)
    rounds = [
        RoundOut(
            number=round.number,
            date=days[round.number],
            tables=round.tables_set,
            seated=round.seated,
            minutes=round.minutes,
            begun_at=round.begun_at,
            ends_at=round.ends_at,
        )
        for round in rounds_with_sizes(event)
    ]
    return {name: getattr(event, name) for name in names} | {
        "rounds": rounds,
        "categories": [CategoryOut.model_validate(category) for category in event.categories.all()],
        "team_kinds": list(event.teams.order_by("kind").values_list("kind", flat=True).distinct()),
    }


def _on_board(table: TableOnBoard) -> TableLine:
    seats = [
        SeatShown(seat=seat, start_number=number, name=name)
        for seat, (number, name, _gone) in enumerate(table.players, 1)
    ]
    return TableLine(number=table.number, seats=seats, sheet=_sheet(table))


def _with_result(table: RoundTableLine) -> TableOut:
    seats = [SeatWithResult.model_validate(sitter) for sitter in table.sitters]
    return TableOut(number=table.number, seats=seats, sheet=_sheet(table))


def _sheet(table: TableOnBoard | RoundTableLine) -> SheetOfTable | None:
    sheet = table.sheet
    return SheetOfTable(id=sheet.pk, state=sheet.state, counts=sheet.state in ARRIVED) if sheet else None
