"""Rankings of an event, as its pages and papers show them."""

import datetime
from typing import TypedDict
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_noop
from ninja import Query, Router
from pydantic import Field

from skatliga.api.responses import PageNumber, answer_of_event, cut
from skatliga.api.v1.schemas import ListResultOut, Number, Paged, Shape, Shortfall, SumsOut, reads
from skatliga.events.models import Event, Team
from skatliga.exports import as_number
from skatliga.lists.queries import Announcement, corrections
from skatliga.requests import Request
from skatliga.standings.player_pages import list_ranking, player_in_event
from skatliga.standings.ranking_scope import scope_of
from skatliga.standings.ranking_source import Progress
from skatliga.wertung.rules import MOST_TABLES

router = Router(tags=[gettext_noop("Ranglisten")])

Serie = Query(None, ge=1, le=99, description=gettext_noop("Nur diese Serie."))
After = Query(None, ge=1, le=99, description=gettext_noop("Der Stand nach dieser Serie."))
OfDay = Query("", max_length=10, description=gettext_noop("Nur dieser von mehreren Tagen: 2026-03-14."))
Which = Query(1, ge=1, le=MOST_TABLES, description=gettext_noop("Eine weitere Tabelle, etwa ein Pokal."))
OfClass = Query(None, ge=1, description=gettext_noop("Nur diese Klasse (id aus der Veranstaltung)."))


class RoundProgress(Shape):
    """How far one Serie is."""

    number: int
    tables: int
    missing: list[int] = Field(description=gettext_noop("Tische, deren Listen fehlen."))
    in_question: list[int] = Field(description=gettext_noop("Tische, deren Listen in Klärung sind."))
    unconfirmed: list[int] = Field(
        description=gettext_noop("Tische, deren Listen auf die zweite Person warten, die die Veranstaltung verlangt.")
    )
    only_gesamt: list[int] = Field(description=gettext_noop("Tische, von deren Listen nur das Gesamt bekannt ist."))
    settled: bool


class StandingOut(Paged):
    """How far a ranking is."""

    standing: str = Field(description=gettext_noop("Der Stand in Worten."))
    provisional: bool
    rounds: list[RoundProgress]


class SummedOut(SumsOut):
    """The same, and what was awarded."""

    points: Number | None = Field(description=gettext_noop("Wertungspunkte; null, wo die Wertung keine vergibt."))


class ListFateOut(Shape):
    """What became of one list in the ranking."""

    round: int
    fate: str = Field(
        description=gettext_noop("counts zählt, dropped ist gestrichen, beyond ist nicht unter den besten.")
    )
    points: Number | None


class RankingLineOut(SummedOut):
    """One line of a ranking."""

    place: int = Field(description=gettext_noop("0, wo es keinen Platz gibt."))
    shared: bool
    start_number: int
    name: str
    club: str
    withdrawn: bool
    out: bool = Field(description=gettext_noop("Beim Schnitt ausgeschieden; der Platz ist der vom Schnitt."))
    lists: int
    results: list[ListResultOut | None] = Field(description=gettext_noop("Nach Serien; null, wo keine Liste da ist."))
    fates: list[ListFateOut] = Field(
        description=gettext_noop("Was aus jeder Liste wurde; leer, wo einfach alle zählen.")
    )
    start: int = Field(description=gettext_noop("Punkte vorab; negativ, wo welche abgezogen sind."))
    why: str = Field(description=gettext_noop("Wofür."))
    shortfall: Shortfall


class CutOut(Shape):
    """That only the best go on."""

    after: int
    places: int
    carries: bool
    made: bool


class ChangedResult(Shape):
    """Whose published result became what; null where the list was or is not his."""

    name: str
    before: int | None
    after: int | None


class CorrectionOut(Shape):
    """A published list that was corrected."""

    at: datetime.datetime
    sheet: UUID
    round: int
    table: int
    reason: str
    changes: list[ChangedResult]


class RankingOut(StandingOut):
    """The ranking of an event, of some Serien, of a class."""

    name: str = Field(description=gettext_noop("Wie die Tabelle heißt; leer für die der ganzen Veranstaltung."))
    without_list: int = Field(description=gettext_noop("Wie viele noch keine Liste haben, die zählt."))
    cut: CutOut | None
    corrections: list[CorrectionOut]
    rule: str = Field(description=gettext_noop("Wie gezählt wird, in Worten."))
    lines: list[RankingLineOut]
    below: list[RankingLineOut] = Field(description=gettext_noop("Wer zu wenige Listen für einen Platz hat."))


class Member(Shape):
    """Who plays for a team."""

    start_number: int
    name: str
    results: list[ListResultOut | None]


class TeamResult(SumsOut):
    """What one Serie brought a team."""

    round: int
    lists: int


class TeamRankingLine(SummedOut):
    """One line of a ranking of teams."""

    place: int
    shared: bool
    name: str
    lists: int
    missing: int
    results: list[TeamResult | None]
    members: list[Member]


class TeamRankingOut(StandingOut):
    """The ranking of the teams of one kind."""

    kind: str
    rule: str = Field(description=gettext_noop("Wie gezählt wird, in Worten."))
    without_list: int
    lines: list[TeamRankingLine]


class ListLine(Shape):
    """One of the lists of an event, by points."""

    place: int
    shared: bool
    start_number: int
    name: str
    club: str
    result: ListResultOut


class BestLists(StandingOut):
    """All lists of an event, the best first."""

    lines: list[ListLine]


class Opponent(Shape):
    """Who sat at the same table."""

    start_number: int
    name: str


class Played(Shape):
    """One Serie of a player."""

    round: int
    table: int
    seat: int
    others: list[Opponent]
    result: ListResultOut | None


class PlayerInEventOut(Shape):
    """A player in an event."""

    start_number: int
    name: str
    club: str
    standing: str
    place: int | None
    leistung: Number | None
    points: Number | None
    shortfall: Shortfall
    played: list[Played]


@reads(
    router,
    "/veranstaltungen/{slug:slug}/rangliste",
    RankingOut,
    gettext_noop("Die Rangliste"),
    gettext_noop("Insgesamt, einer Serie, nach einer Serie, einer Klasse; dieselben Zahlen wie auf der Seite."),
)
def ranking(
    request: Request,
    slug: str,
    serie: int = Serie,
    nach: int = After,
    tag: str = OfDay,
    klasse: int = OfClass,
    tabelle: int = Which,
    seite: int = PageNumber,
) -> HttpResponse:
    def make(event: Event) -> RankingOut:
        scope = scope_of(request, event, serie)
        found = scope.ranking(event, event.role)
        page = cut(found.lines, seite)
        corrected = [_correction(each) for each in corrections(event, event.role, round=scope.round)]
        return RankingOut(
            name=found.name,
            without_list=found.without_list,
            cut=CutOut.model_validate(found.cut) if found.cut else None,
            corrections=corrected,
            rule=found.said,
            below=[RankingLineOut.model_validate(line) for line in found.below],
            lines=[RankingLineOut.model_validate(line) for line in page.items],
            **_standing(found),
            **page.place,
        )

    return answer_of_event(request, slug, make)


@reads(
    router,
    "/veranstaltungen/{slug:slug}/mannschaften/{slug:kind}",
    TeamRankingOut,
    gettext_noop("Die Rangliste der Mannschaften"),
    gettext_noop("Der Art team, tandem, mixed oder nation, mit den Spielern jeder Mannschaft."),
)
def teams(
    request: Request, slug: str, kind: str, nach: int = After, tag: str = OfDay, seite: int = PageNumber
) -> HttpResponse:
    def make(event: Event) -> TeamRankingOut:
        if kind not in Team.Kind.values:
            raise Http404
        found = scope_of(request, event).team_ranking(event, event.role, Team.Kind(kind))
        page = cut(found.lines, seite)
        return TeamRankingOut(
            kind=kind,
            rule=found.said,
            without_list=found.without_list,
            lines=[TeamRankingLine.model_validate(line) for line in page.items],
            **_standing(found),
            **page.place,
        )

    return answer_of_event(request, slug, make)


@reads(router, "/veranstaltungen/{slug:slug}/beste-listen", BestLists, gettext_noop("Die besten Listen"))
def lists(request: Request, slug: str, nach: int = After, tag: str = OfDay, seite: int = PageNumber) -> HttpResponse:
    def make(event: Event) -> BestLists:
        found = list_ranking(event, event.role, scope_of(request, event).rounds)
        page = cut(found.lines, seite)
        lines = [ListLine.model_validate(line) for line in page.items]
        return BestLists(lines=lines, **_standing(found), **page.place)

    return answer_of_event(request, slug, make)


@reads(
    router,
    "/veranstaltungen/{slug:slug}/spieler/{int:number}",
    PlayerInEventOut,
    gettext_noop("Ein Spieler"),
    gettext_noop("Sein Platz, und wo er mit wem saß; die Nummer ist die Startnummer."),
)
def player(request: Request, slug: str, number: int, tabelle: int = Which) -> HttpResponse:
    def make(event: Event) -> PlayerInEventOut:
        entry = get_object_or_404(event.entries.select_related("player__merged_into"), start_number=number)
        found = player_in_event(event, entry, event.role, scope_of(request, event).table)
        line = found.line
        played = [
            Played(
                round=each.round,
                table=each.table,
                seat=each.seat,
                others=[Opponent(start_number=other, name=name) for other, name in each.others],
                result=_result(each.result),
            )
            for each in found.played
        ]
        return PlayerInEventOut(
            start_number=number,
            name=found.name,
            club=entry.club_name,
            standing=found.standing,
            place=line.place if line else None,
            leistung=as_number(line.leistung) if line else None,
            shortfall=line.shortfall if line else "",
            points=None if line is None or line.points is None else as_number(line.points),
            played=played,
        )

    return answer_of_event(request, slug, make)


class _Standing(TypedDict):
    """How far a ranking is."""

    standing: str
    provisional: bool
    rounds: list[RoundProgress]


def _standing(found: Progress) -> _Standing:
    rounds = [RoundProgress.model_validate(round) for round in found.rounds]
    return _Standing(standing=found.standing, provisional=found.provisional, rounds=rounds)


def _correction(found: Announcement) -> CorrectionOut:
    revoked = found.revocation
    return CorrectionOut(
        at=revoked.at,
        sheet=revoked.sheet_id,
        round=revoked.sheet.table.round.number,
        table=revoked.sheet.table.number,
        reason=revoked.reason,
        changes=[ChangedResult(name=name, before=before, after=after) for name, before, after in found.changes],
    )


def _result(result: object) -> ListResultOut | None:
    return ListResultOut.model_validate(result) if result else None
