"""Public pages of a league: tables, teams, players, and the same as files.

The state a table is asked for stands in its address: `?nach=3` after the third match day, `?nach=3.2` after its second
Serie.

**D** A file of a table that can still change says so in its name.
"""

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.exports import Export
from skatliga.handouts import ExportSteps
from skatliga.leagues.access import division_for, league_page, level_for, player_choice, season_state, team_for
from skatliga.leagues.binding import check_sums, lines_of
from skatliga.leagues.division_standing import Reckoned, Standing, compare, cross_table, read
from skatliga.leagues.group_results import At, GroupStage, GroupState, MatchSide, read_at, side_of
from skatliga.leagues.models import Division, Level, Team
from skatliga.leagues.player_rankings import best_lists, best_serien, player_ranking
from skatliga.leagues.queries import squad_shown
from skatliga.leagues.tables import (
    BestListTable,
    BestSerieTable,
    ComparisonTable,
    CrossTable,
    FormerFile,
    LeaguePage,
    LeagueTable,
    PlayerTable,
    TeamResultTable,
)
from skatliga.requests import Request
from skatliga.tables import arrange


@login_not_required
def division(request: Request, season: str, slug: str) -> HttpResponse:
    division = division_for(request, season, slug, Role.READER)
    until = _until(request, division)

    def make() -> HttpResponse:
        [reckoned] = read([division])
        found = reckoned.standing(until)
        table = LeaguePage(found.lines, division.season)
        arrange(request, table, per_page=None)
        context = _context(division) | {
            "table": table,
            "standing": found,
            "until": until,
            "stages": reckoned.stages,
            "days": sorted({at.day for at in reckoned.stages}),
            "checks": check_sums(found),
            "former": division.former_tables.exists(),
            "mails": bool(settings.EMAIL_HOST),
            "siblings": division.level.divisions.count() > 1,
        }
        return render(request, "leagues/division.html", context)

    return league_page(request, division.season, _of(division), make)


def division_file(request: Request, season: str, slug: str) -> ExportSteps:
    division = division_for(request, season, slug, Role.READER)
    until = _until(request, division)
    yield season_state(division.season, _of(division))
    [reckoned] = read([division])
    found = reckoned.standing(until)
    name = f"tabelle-{season}-{slug}" + (f"-nach-{until.day}-{until.serie}" if until else "") + _provisional(found)
    return Export(LeagueTable(found.lines, division.season), name, _("Tabelle"))


@login_not_required
def team(request: Request, season: str, slug: str, letter: str) -> HttpResponse:
    team = team_for(request, season, slug, letter, Role.READER)
    division = team.division

    def make() -> HttpResponse:
        [reckoned] = read([division])
        found = reckoned.standing()
        context = _context(division) | {
            "team": team,
            "line": next((line for line in found.lines if line.team.pk == team.pk), None),
            "standing": found,
            "sides": _sides(reckoned, team),
            "squad": squad_shown(team, division.season.role),
            "players": player_ranking(division, [team], division.season.role),
        }
        return render(request, "leagues/team.html", context)

    return league_page(request, division.season, _of(division), make)


def team_file(request: Request, season: str, slug: str, letter: str, kind: str) -> ExportSteps:
    team = team_for(request, season, slug, letter, Role.READER)
    division = team.division
    yield season_state(division.season, _of(division))
    if kind == "ergebnisse":
        [reckoned] = read([division])
        table: TeamResultTable | PlayerTable = TeamResultTable(_sides(reckoned, team), division.season)
    elif kind == "spieler":
        table = PlayerTable(player_ranking(division, [team], division.season.role).lines, division.season)
    else:
        raise Http404
    return Export(table, f"{kind}-{season}-{slug}-{letter}", team.name)


@login_not_required
def cross(request: Request, season: str, slug: str) -> HttpResponse:
    division = division_for(request, season, slug, Role.READER)

    def make() -> HttpResponse:
        [reckoned] = read([division])
        return render(request, "leagues/cross.html", _context(division) | {"rows": cross_table(reckoned)})

    return league_page(request, division.season, _of(division), make)


def cross_file(request: Request, season: str, slug: str) -> ExportSteps:
    division = division_for(request, season, slug, Role.READER)
    yield season_state(division.season, _of(division))
    [reckoned] = read([division])
    name = f"kreuztabelle-{season}-{slug}{_provisional(reckoned.standing())}"
    return Export(CrossTable(cross_table(reckoned)), name, _("Kreuztabelle"))


@login_not_required
def players(request: Request, season: str, slug: str) -> HttpResponse:
    division = division_for(request, season, slug, Role.READER)
    choice = player_choice(request)

    def make() -> HttpResponse:
        found = player_ranking(division, division.teams.all(), division.season.role, *choice)
        table = PlayerTable(found.lines, division.season)
        arrange(request, table)
        context = _context(division) | {"found": found, "table": table, "choice": choice}
        return render(request, "leagues/players.html", context | {"query": request.GET.urlencode()})

    return league_page(request, division.season, _of(division), make)


def players_file(request: Request, season: str, slug: str) -> ExportSteps:
    division = division_for(request, season, slug, Role.READER)
    choice = player_choice(request)
    yield season_state(division.season, _of(division))
    found = player_ranking(division, division.teams.all(), division.season.role, *choice)
    return Export(PlayerTable(found.lines, division.season), f"spieler-{season}-{slug}", _("Spieler"))


@login_not_required
def series(request: Request, season: str, slug: str) -> HttpResponse:
    division = division_for(request, season, slug, Role.READER)

    def make() -> HttpResponse:
        [reckoned] = read([division])
        lists = best_lists(division, reckoned.teams.values(), division.season.role)
        context = _context(division) | {
            "serien": BestSerieTable(best_serien(reckoned), division.season),
            "lists": BestListTable(lists, division.season),
        }
        return render(request, "leagues/series.html", context)

    return league_page(request, division.season, _of(division), make)


def series_file(request: Request, season: str, slug: str, kind: str) -> ExportSteps:
    division = division_for(request, season, slug, Role.READER)
    yield season_state(division.season, _of(division))
    if kind == "serien":
        [reckoned] = read([division])
        table: BestSerieTable | BestListTable = BestSerieTable(best_serien(reckoned), division.season)
    elif kind == "listen":
        lists = best_lists(division, division.teams.all(), division.season.role)
        table = BestListTable(lists, division.season)
    else:
        raise Http404
    return Export(table, f"{kind}-{season}-{slug}", _("Beste Serien und Listen"))


@login_not_required
def former_tables(request: Request, season: str, slug: str) -> HttpResponse:
    division = division_for(request, season, slug, Role.READER)
    context = _context(division) | {"former": division.former_tables.select_related("by").defer("lines")}
    return render(request, "leagues/former_tables.html", context)


@login_not_required
def former_table(request: Request, season: str, slug: str, pk: int) -> HttpResponse:
    division = division_for(request, season, slug, Role.READER)
    former = get_object_or_404(division.former_tables.select_related("by"), pk=pk)
    lines = list(lines_of(former))
    context = _context(division) | {"former": former, "lines": lines, "minus": any(line.minus for line in lines)}
    return render(request, "leagues/former_table.html", context)


def former_file(request: Request, season: str, slug: str, pk: int) -> ExportSteps:
    division = division_for(request, season, slug, Role.READER)
    former = get_object_or_404(division.former_tables, pk=pk)
    yield season_state(division.season, _of(division))
    return Export(FormerFile(former), f"fruehere-tabelle-{season}-{slug}-{pk}", _("Frühere Tabelle"))


@login_not_required
def comparison(request: Request, season: str, level: int) -> HttpResponse:
    found = level_for(request, season, level, Role.READER)

    def make() -> HttpResponse:
        context = {"season": found.season, "level": found, "compared": compare(found.season, _divisions(found))}
        return render(request, "leagues/comparison.html", context)

    return league_page(request, found.season, Q(matchday__division__level=found), make)


def comparison_file(request: Request, season: str, level: int) -> ExportSteps:
    found = level_for(request, season, level, Role.READER)
    yield season_state(found.season, Q(matchday__division__level=found))
    table = ComparisonTable(compare(found.season, _divisions(found)), found.season)
    return Export(table, f"vergleich-{season}-{level}", _("Vergleich"))


def _context(division: Division) -> dict[str, object]:
    return {"season": division.season, "division": division, "level": division.level}


def _of(division: Division) -> Q:
    return Q(matchday__division=division)


def _divisions(level: Level) -> list[Division]:
    divisions = list(level.divisions.order_by("name"))
    for division in divisions:
        division.level, division.season = level, level.season
    return divisions


def _sides(reckoned: Reckoned, team: Team) -> list[tuple[GroupState, MatchSide]]:
    """The groups a team plays in, with its side of each."""
    return [
        (state, side_of(state, member))
        for state in reckoned.groups
        for member in state.teams
        if member.team_id == team.pk
    ]


def _until(request: Request, division: Division) -> At | None:
    """The state the address asks for; one there cannot be gives a page that does not exist."""
    try:
        return read_at(request.GET.get("nach", ""), division)
    except ValueError as unknown:
        raise Http404 from unknown


def _provisional(found: Standing) -> str:
    return "" if found.state == GroupStage.BINDING else "-vorlaeufig"
