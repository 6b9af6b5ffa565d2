"""Leagues: seasons, Staffeln, tables, match days, players."""

import datetime

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.utils.translation import gettext_noop
from ninja import Query, Router
from pydantic import Field

from skatliga.access import Role
from skatliga.api.responses import PageNumber, answer, answer_of_league, cut
from skatliga.api.v1.schemas import Number, Paged, PointsOut, Shape, SumsOut, reads
from skatliga.database import JsonObject
from skatliga.events.models import Event
from skatliga.exports import as_number
from skatliga.leagues.access import division_for, matchday_for, season_for
from skatliga.leagues.division_standing import DivisionStandingLine, read
from skatliga.leagues.group_results import At, GroupState, read_at, side_of, states_of
from skatliga.leagues.models import Division as StoredDivision
from skatliga.leagues.models import Season as StoredSeason
from skatliga.leagues.player_rankings import PlayerLine, player_ranking
from skatliga.leagues.queries import groups_of, visible_seasons
from skatliga.leagues.wertung import Wertung
from skatliga.requests import Request
from skatliga.wertung.wording import explain_groups

router = Router(tags=[gettext_noop("Ligen")])

Until = Query(
    "",
    pattern=r"^([1-9][0-9]?(\.[1-9])?)?$",
    description=gettext_noop("Der Stand nach einem Spieltag (3) oder nach einer seiner Serien (3.2)."),
)
Least = Query(0, ge=0, le=999, description=gettext_noop("Nur wer so viele Listen hat."))
ByAverage = Query("", pattern=r"^(schnitt)?$", description=gettext_noop("schnitt: nach Punkten je Liste."))


class SeasonLine(Shape):
    """A season among others."""

    slug: str
    name: str
    club: str = Field(description=gettext_noop("Adresse des Veranstalters."))
    state: str
    rulebook: str
    evaluation: str


class Seasons(Paged):
    """The seasons the asker may read."""

    seasons: list[SeasonLine]


class DivisionLine(Shape):
    """A Staffel of a level."""

    slug: str
    name: str


class LevelOut(Shape):
    """A level with its Staffeln."""

    number: int
    name: str
    zones: list[JsonObject]
    divisions: list[DivisionLine]


class SeasonOut(SeasonLine):
    """A season with its rules, levels and Staffeln."""

    rounds: int = Field(description=gettext_noop("Serien je Spieltag."))
    scale: list[int] = Field(description=gettext_noop("Pluspunkte vom ersten Platz einer Serie an."))
    scales: dict[str, list[int]] = Field(description=gettext_noop("Andere für Gruppen mit so vielen Mannschaften."))
    team_size: int
    filled: bool = Field(description=gettext_noop("Ob eine Mannschaft zu dritt als volle gezählt wird, mal 4/3."))
    rule: str = Field(description=gettext_noop("Wie gezählt wird, in Worten."))
    tie: str
    plus_only: bool = Field(description=gettext_noop("Ob es keine Minuspunkte gibt."))
    absent_minus: bool
    broken_off_minus: bool
    order: list[str]
    levels: list[LevelOut]


class WertungOut(Shape):
    """What a team got for one Serie."""

    at: str = Field(description=gettext_noop("Spieltag und Serie, wie 3.2."))
    place: int
    plus: Number
    minus: Number


class DivisionTableLine(SumsOut):
    """One line of a table."""

    place: int
    shared: bool
    letter: str
    name: str
    plus: Number
    minus: Number
    start_plus: int = Field(description=gettext_noop("Pluspunkte, die sie vorab hat; negativ, wo sie abgezogen sind."))
    start_minus: int
    lists: int
    before: int | None
    zone: str | None
    wertungen: list[WertungOut]


class MatchdayOut(Shape):
    """A match day of a table."""

    number: int
    date: datetime.date | None
    state: str


class DivisionOut(Shape):
    """The table of a Staffel."""

    name: str
    at: str | None = Field(description=gettext_noop("Die letzte Serie, die zählt, wie 3.2."))
    state: str
    lines: list[DivisionTableLine]
    annulled: list[str]
    matchdays: list[MatchdayOut]


class SerieOfTeam(SumsOut):
    """What one Serie brought a team of a group."""

    serie: int
    lists: int
    plus: Number | None = Field(description=gettext_noop("null, solange eine Liste der Gruppe fehlt."))
    minus: Number | None


class TeamOfGroup(Shape):
    """A team of a group with its Serien."""

    letter: str
    name: str
    absence: str
    plus: Number
    minus: Number
    serien: list[SerieOfTeam]


class GroupOut(Shape):
    """Teams that meet at one place."""

    number: int
    state: str
    host: str | None
    event: str | None = Field(description=gettext_noop("Die Veranstaltung mit den Listen dieser Gruppe."))
    teams: list[TeamOfGroup]


class MatchdayWhole(Shape):
    """A match day with its groups."""

    number: int
    date: datetime.date | None
    groups: list[GroupOut]


class PlayerOut(PointsOut):
    """One line of the ranking of players."""

    place: int
    shared: bool
    name: str
    letter: str
    team: str
    lists: int
    average: Number


class Players(Paged):
    """The players of a Staffel."""

    with_fewer: int
    players: list[PlayerOut]


@reads(router, "/ligen", Seasons, gettext_noop("Alle Saisons"), gettext_noop("Die neueste zuerst."))
def seasons(request: Request, seite: int = PageNumber) -> HttpResponse:
    page = cut(visible_seasons(request.user).order_by("-pk"), seite)
    return answer(request, Seasons(seasons=[SeasonLine(**_line(season)) for season in page.items], **page.place))


@reads(router, "/ligen/{slug:season}", SeasonOut, gettext_noop("Eine Saison"))
def season(request: Request, season: str) -> HttpResponse:
    found = season_for(request, season, Role.READER)
    levels = [
        LevelOut(
            number=level.number,
            name=level.name,
            zones=level.zones,
            divisions=[DivisionLine.model_validate(division) for division in level.divisions.all()],
        )
        for level in found.levels.prefetch_related("divisions")
    ]
    rule = found.counts_by
    said = SeasonOut(
        **_line(found),
        rounds=found.rounds,
        scale=list(rule.place_points),
        scales={str(size): list(points) for size, points in rule.size_points},
        team_size=rule.size,
        filled=rule.filled,
        rule=explain_groups(rule),
        tie=rule.ties,
        plus_only=rule.plus_only,
        absent_minus=rule.absent_minus,
        broken_off_minus=rule.broken_off_minus,
        order=list(rule.order),
        levels=levels,
    )
    return answer(request, said)


@reads(
    router,
    "/ligen/{slug:season}/{slug:slug}",
    DivisionOut,
    gettext_noop("Die Tabelle einer Staffel"),
    gettext_noop("Nach der letzten Serie, die zählt, oder nach einer früheren."),
)
def division(request: Request, season: str, slug: str, nach: str = Until) -> HttpResponse:
    found = division_for(request, season, slug, Role.READER)
    until = _until(nach, found)

    def make() -> DivisionOut:
        [reckoned] = read([found])
        standing = reckoned.standing(until)
        days = [
            MatchdayOut(number=day.matchday.number, date=day.matchday.date, state=day.state) for day in standing.days
        ]
        return DivisionOut(
            name=found.name,
            at=str(standing.at) if standing.at else None,
            state=standing.state,
            lines=[_table_line(line) for line in standing.lines],
            annulled=[team.letter for team in standing.annulled],
            matchdays=days,
        )

    return answer_of_league(request, found.season, Q(matchday__division=found), make)


@reads(
    router,
    "/ligen/{slug:season}/{slug:slug}/spieltage/{int:number}",
    MatchdayWhole,
    gettext_noop("Ein Spieltag"),
    gettext_noop("Die Gruppen mit ihren Mannschaften, Serie für Serie."),
)
def matchday(request: Request, season: str, slug: str, number: int) -> HttpResponse:
    found = matchday_for(request, season, slug, number, Role.READER)

    def make() -> MatchdayWhole:
        groups = [_group(state, found.division.season) for state in states_of(groups_of(found))]
        return MatchdayWhole(number=found.number, date=found.date, groups=groups)

    return answer_of_league(request, found.division.season, Q(matchday=found), make)


@reads(
    router,
    "/ligen/{slug:season}/{slug:slug}/spieler",
    Players,
    gettext_noop("Die Rangliste der Spieler einer Staffel"),
)
def players(
    request: Request,
    season: str,
    slug: str,
    ab: int = Least,
    nach: str = ByAverage,
    seite: int = PageNumber,
) -> HttpResponse:
    found = division_for(request, season, slug, Role.READER)

    def make() -> Players:
        ranked = player_ranking(found, found.teams.all(), found.season.role, ab, bool(nach))
        page = cut(ranked.lines, seite)
        return Players(with_fewer=ranked.with_fewer, players=[_player(line) for line in page.items], **page.place)

    return answer_of_league(request, found.season, Q(matchday__division=found), make)


def _line(season: StoredSeason) -> JsonObject:
    names = ("slug", "name", "state", "rulebook", "evaluation")
    return {name: getattr(season, name) for name in names} | {"club": season.club.slug}


def _until(text: str, division: StoredDivision) -> At | None:
    try:
        return read_at(text, division)
    except ValueError as unknown:
        raise Http404 from unknown


def _wertung(wertung: Wertung) -> WertungOut:
    at = str(At.of(wertung.result.round))
    return WertungOut(at=at, place=wertung.place, plus=as_number(wertung.plus), minus=as_number(wertung.minus))


def _table_line(line: DivisionStandingLine) -> DivisionTableLine:
    names = ("place", "shared", "spielpunkte", "won", "lost", "leistung", "lists", "before")
    return DivisionTableLine(
        **{name: getattr(line, name) for name in names},
        letter=line.team.letter,
        name=line.team.name,
        start_plus=line.team.start_plus,
        start_minus=line.team.start_minus,
        plus=as_number(line.plus),
        minus=as_number(line.minus),
        zone=line.zone and line.zone.label,
        wertungen=[_wertung(each) for each in line.wertungen],
    )


def _group(state: GroupState, season: StoredSeason) -> GroupOut:
    sides = [side_of(state, member) for member in state.teams]
    event = state.group.event
    return GroupOut(
        number=state.group.number,
        state=state.state,
        host=state.group.host.letter if state.group.host else None,
        event=event.slug if event and (season.role or event.state != Event.State.DRAFT) else None,
        teams=[
            TeamOfGroup(
                letter=side.member.team.letter,
                name=side.member.team.name,
                absence=side.member.absence,
                plus=as_number(side.plus),
                minus=as_number(side.minus),
                serien=[
                    SerieOfTeam(
                        serie=number,
                        plus=as_number(wertung.plus) if wertung else None,
                        minus=as_number(wertung.minus) if wertung else None,
                        **{name: getattr(result, name) for name in _RESULT},
                    )
                    for number, (result, wertung) in enumerate(side.by_serie, 1)
                    if result
                ],
            )
            for side in sides
        ],
    )


_RESULT = ("spielpunkte", "won", "lost", "leistung", "lists")


def _player(line: PlayerLine) -> PlayerOut:
    names = ("place", "shared", "name", "lists", "spielpunkte", "won", "lost", "leistung")
    return PlayerOut(
        **{name: getattr(line, name) for name in names},
        letter=line.team.letter,
        team=line.team.name,
        average=as_number(line.average),
    )
