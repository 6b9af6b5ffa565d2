"""Pages of seasons: all of them, one of them, its rules, levels, Staffeln, teams, squads and fixture plan."""

from collections.abc import Mapping
from copy import copy
from fractions import Fraction
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db.models import Exists, OuterRef
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from scoring.fixture_proposals import MOST_DAYS, never_met
from scoring.fixtures import Plan, write_plan
from scoring.rulebooks import BOOKS
from scoring.wertung.presets import Criterion, GroupTableRule
from skatliga.access import Role
from skatliga.events.agreements import usual_agreements
from skatliga.events.queries import clubs_directed_by
from skatliga.exports import Export
from skatliga.forms import refusal_in
from skatliga.leagues import fixture_plans, queries, seasons, squads
from skatliga.leagues.access import division_for, level_for, season_for, team_for
from skatliga.leagues.division_standing import standing
from skatliga.leagues.forms import (
    DatesForm,
    DivisionForm,
    LeagueTeamsForm,
    LevelForm,
    PlanFileForm,
    PlanForm,
    SeasonForm,
    SquadForm,
    TeamForm,
    WithdrawalForm,
)
from skatliga.leagues.models import Division, Group, Season, SquadMember, Team
from skatliga.leagues.queries import teams_with_squads
from skatliga.leagues.tables import PlanTable, SquadTable
from skatliga.people.access import club_for
from skatliga.people.models import Membership, Player
from skatliga.requests import Request, refusal_told, text_of
from skatliga.wertung.forms import initial_of_groups
from skatliga.wertung.presets import LEAGUE_PRESETS, LeaguePreset, preset_of
from skatliga.wertung.rules import write_group_rule
from skatliga.wertung.views import PreviewLine, RulePreview
from skatliga.wertung.wording import CRITERIA_NAMES, explain_groups

USUAL_SEASONS: Final[dict[str, dict[str, object]]] = {
    "": {"name": gettext_lazy("Liga"), "rounds": 3},
    "klein": {"name": gettext_lazy("Liga"), "rounds": 2},
    "dreier": {"name": gettext_lazy("Liga"), "rounds": 3, "place_points": "2 1 0"},
}
"""What stands in the form of a new season; everything can be changed."""
DAYS_LESS = 4
"""So many numbers of match days below the one with which all meet are offered."""


@login_not_required
def season_list(request: Request) -> HttpResponse:
    slug = request.GET.get("verein", "")
    only = club_for(request, slug, None) if slug else None
    found = queries.visible_seasons(request.user).prefetch_related("divisions")
    if only:
        found = found.filter(club=only)
        directed = [only] if only.role and only.role.directs else []
    else:
        directed = list(clubs_directed_by(request.user))
    return render(request, "leagues/seasons.html", {"seasons": found, "only": only, "directed": directed})


def create_season(request: Request, club: str) -> HttpResponse:
    organiser = club_for(request, club, Role.SPIELLEITUNG)
    if _asks_for_rules(request):
        return _rules_part(request, None)
    kind, preset = request.GET.get("art", ""), preset_of(LEAGUE_PRESETS, request.GET.get("vorlage", ""))
    usual = USUAL_SEASONS.get(kind, USUAL_SEASONS[""])
    form = SeasonForm(request.POST or None, initial=usual | (initial_of_groups(preset.rule) if preset else {}))
    if form.is_valid() and "vorschau" not in request.POST:
        with refusal_in(form):
            return redirect("leagues:setup", seasons.create_season(organiser, **form.cleaned_data).slug)
    before = organiser.seasons.all()
    context = {"club": organiser, "before": before, "kind": kind, **_choosing(form, Season(club=organiser), preset)}
    return _page(request, "leagues/create_season.html", form, context)


def _choosing(form: SeasonForm, season: Season, preset: LeaguePreset | None) -> dict[str, object]:
    """What a page shows besides the form while a rule is chosen: the presets, and what it would make of results."""
    rule = form.cleaned_data["rule"] if form.is_bound and form.is_valid() else preset and preset.rule
    return {"presets": LEAGUE_PRESETS, "preset": preset, "preview": _preview(season, rule or season.counts_by)}


def _preview(season: Season, rule: GroupTableRule) -> RulePreview | None:
    """What the rule makes of what the season has played, or one of the last before it; None without any."""
    before = season.club.seasons.exclude(pk=season.pk).order_by("-pk")
    for each in (season, *before[:2]) if season.pk else before[:2]:
        for division in each.divisions.select_related("level"):
            tried = copy(each)
            tried.rule = write_group_rule(rule)
            division.season = tried
            table = standing(division)
            if table.at:
                shown: Criterion = "leistung" if rule.order[0] == "leistung" else "plus"
                values = (Fraction(getattr(line, shown)) for line in table.lines)
                lines = [
                    PreviewLine(line.place, line.team.name, value if value.denominator > 1 else int(value))
                    for line, value in zip(table.lines, values, strict=True)
                ]
                heading = str(CRITERIA_NAMES[shown])
                return RulePreview(f"{each}, {division}", table.said, heading, lines, len(table.annulled))
    return None


@login_not_required
def season(request: Request, season: str) -> HttpResponse:
    found = season_for(request, season, Role.READER)
    levels = found.levels.prefetch_related("divisions__teams", "divisions__matchdays")
    context = {"season": found, "levels": levels, "rule": explain_groups(found.counts_by)}
    return render(request, "leagues/season.html", context)


def change_season(request: Request, season: str) -> HttpResponse:
    found = season_for(request, season, Role.SPIELLEITUNG)
    if _asks_for_rules(request):
        return _rules_part(request, found)
    locked, frozen = seasons.has_lists(found), seasons.is_frozen(found)
    preset = preset_of(LEAGUE_PRESETS, request.GET.get("vorlage", ""))
    begun = initial_of_groups(preset.rule) | ({"size": found.counts_by.size} if locked else {}) if preset else None
    form = SeasonForm(request.POST or None, season=found, locked=locked, frozen=frozen, initial=begun)
    if form.is_valid() and "vorschau" not in request.POST:
        with refusal_in(form):
            seasons.change_season(found, user=request.user, **form.cleaned_data)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return redirect(found)
    context = {"season": found, "locked": locked, **_choosing(form, found, preset)}
    return _page(request, "leagues/change_season.html", form, context)


@require_POST
def set_state(request: Request, season: str) -> HttpResponse:
    found = season_for(request, season, Role.SPIELLEITUNG)
    state = request.POST.get("state", "")
    if state in Season.State.values:
        with refusal_told(request):
            seasons.set_state(found, Season.State(state))
    return redirect(found)


def setup(request: Request, season: str) -> HttpResponse:
    """Levels and Staffeln; the form adds a level or writes one of the same number anew."""
    found = season_for(request, season, Role.SPIELLEITUNG)
    number = found.levels.count() + 1
    form = LevelForm(request.POST or None, initial={"number": number})
    if form.is_valid():
        with refusal_in(form):
            seasons.set_level(found, **form.cleaned_data)
            return redirect("leagues:setup", season)
    context = {
        "season": found,
        "levels": list(found.levels.prefetch_related("divisions__teams")),
        "division_form": DivisionForm(season=found, auto_id="id_division_%s"),
    }
    return _page(request, "leagues/setup.html", form, context)


def change_level(request: Request, season: str, number: int) -> HttpResponse:
    level = level_for(request, season, number, Role.SPIELLEITUNG)
    form = LevelForm(request.POST or None, level=level)
    if form.is_valid():
        with refusal_in(form):
            seasons.set_level(level.season, **form.cleaned_data)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return redirect("leagues:setup", season)
    return _page(request, "leagues/change_level.html", form, {"season": level.season, "level": level})


@require_POST
def drop_level(request: Request, season: str, number: int) -> HttpResponse:
    level = level_for(request, season, number, Role.SPIELLEITUNG)
    with refusal_told(request):
        seasons.drop_level(level)
    return redirect("leagues:setup", season)


@require_POST
def create_division(request: Request, season: str) -> HttpResponse:
    found = season_for(request, season, Role.SPIELLEITUNG)
    form = DivisionForm(request.POST, season=found)
    if form.is_valid():
        with refusal_told(request):
            name, level = form.cleaned_data["name"], form.cleaned_data.get("level")
            division = seasons.create_division(level, name) if level else seasons.create_first_division(found, name)
            return redirect("leagues:teams", season, division.slug)
    else:
        messages.error(request, _("Bitte Namen und Ebene der Staffel angeben."))
    return redirect("leagues:setup", season)


def change_division(request: Request, season: str, slug: str) -> HttpResponse:
    division = division_for(request, season, slug, Role.SPIELLEITUNG)
    form = DivisionForm(request.POST or None, season=division.season, division=division)
    if form.is_valid():
        with refusal_in(form):
            seasons.change_division(division, **form.cleaned_data)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return redirect("leagues:setup", season)
    context = {"season": division.season, "division": division}
    return _page(request, "leagues/change_division.html", form, context)


@require_POST
def drop_division(request: Request, season: str, slug: str) -> HttpResponse:
    division = division_for(request, season, slug, Role.SPIELLEITUNG)
    with refusal_told(request):
        seasons.drop_division(division)
    return redirect("leagues:setup", season)


def _page(request: Request, template: str, form: object, context: Mapping[str, object]) -> HttpResponse:
    return render(request, template, {"form": form, **context})


def _asks_for_rules(request: Request) -> bool:
    """Whether another rule book has been chosen in the form, whose fields are asked for."""
    return bool(request.htmx) and "rulebook" in request.GET


def _rules_part(request: Request, season: Season | None) -> HttpResponse:
    book = BOOKS.get(request.GET["rulebook"])
    usual = {"rulebook": book.key, "evaluation": book.evaluations[0], **usual_agreements(book)} if book else {}
    return render(request, "events/rules_fields.html", {"form": SeasonForm(season=season, initial=usual)})


# ---- Pages of a Staffel's teams, their squads, its fixture plan and dates


def teams(request: Request, season: str, slug: str) -> HttpResponse:
    division = division_for(request, season, slug, Role.SPIELLEITUNG)
    form = LeagueTeamsForm(request.POST or None)
    if form.is_valid():
        with refusal_in(form, "lines"):
            created = squads.create_teams(division, form.cleaned_data["lines"])
            told = ngettext(
                "%(number)s Mannschaft ist angelegt.", "%(number)s Mannschaften sind angelegt.", len(created)
            )
            messages.success(request, told % {"number": len(created)})
            return redirect("leagues:teams", season, slug)
    context = {**_of(division), "teams": teams_with_squads(division), "form": form}
    return render(request, "leagues/teams.html", context)


def squads_file(request: Request, season: str, slug: str) -> Export:
    """Everybody who may play in the Staffel."""
    division = division_for(request, season, slug, Role.SPIELLEITUNG)
    found = SquadMember.objects.filter(team__division=division).select_related("team", "player")
    table = SquadTable(found.order_by("team__letter", "player__sort_key", "pk"))
    return Export(table, f"kader-{season}-{slug}", _("Kader"))


def squad(request: Request, season: str, slug: str, letter: str) -> HttpResponse:
    """A squad; the form of this address adds typed players."""
    team = team_for(request, season, slug, letter, Role.SPIELLEITUNG)
    search = request.GET.get("suche", "").strip()
    if request.htmx and request.method == "GET":
        return render(request, "leagues/squad_found.html", {**_of(team.division), **_found(team, search)})
    form = SquadForm(request.POST or None)
    if form.is_valid():
        with refusal_in(form, "lines"):
            _tell_added(request, len(squads.add_lines(team, form.cleaned_data["lines"])))
            return redirect("leagues:squad", season, slug, letter)
    return _squad_page(request, team, {"lines": form, **_found(team, search)})


@require_POST
def add_player(request: Request, season: str, slug: str, letter: str) -> HttpResponse:
    """Somebody found in a register joins the squad."""
    team = team_for(request, season, slug, letter, Role.SPIELLEITUNG)
    key = request.POST.get("player", "")
    clubs = [club for club in (team.club, team.division.season.club) if club]
    found = Player.objects.filter(memberships__club__in=clubs).distinct()
    player = get_object_or_404(found, pk=int(key) if key.isascii() and key.isdigit() and len(key) < 10 else 0)
    with refusal_told(request):
        _tell_added(request, len(squads.add_players(team, [player])))
    return redirect("leagues:squad", season, slug, letter)


@require_POST
def drop_member(request: Request, season: str, slug: str, letter: str, pk: int) -> HttpResponse:
    team = team_for(request, season, slug, letter, Role.SPIELLEITUNG)
    member = get_object_or_404(team.squad.select_related("team", "season", "player"), player=pk)
    with refusal_told(request):
        squads.drop_member(member)
    return redirect("leagues:squad", season, slug, letter)


def change_team(request: Request, season: str, slug: str, letter: str) -> HttpResponse:
    team = team_for(request, season, slug, letter, Role.SPIELLEITUNG)
    division = team.division
    form = TeamForm(request.POST or None, instance=team)
    if form.is_valid():
        with refusal_in(form):
            squads.change_team(team, **form.cleaned_data)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return redirect("leagues:squad", season, team.division.slug, team.letter)
    stored = Team.objects.get(pk=team.pk)  # the form has written what was typed over the other one
    return render(request, "leagues/change_team.html", {**_of(division), "team": stored, "form": form})


@require_POST
def drop_team(request: Request, season: str, slug: str, letter: str) -> HttpResponse:
    team = team_for(request, season, slug, letter, Role.SPIELLEITUNG)
    with refusal_told(request):
        squads.drop_team(team)
        messages.success(request, _("„%(name)s“ ist entfernt.") % {"name": team.name})
    return redirect("leagues:teams", season, slug)


def withdraw_team(request: Request, season: str, slug: str, letter: str) -> HttpResponse:
    """A team leaves the season."""
    team = team_for(request, season, slug, letter, Role.SPIELLEITUNG)
    form = WithdrawalForm(request.POST or None)
    if form.is_valid():
        data = form.cleaned_data
        with refusal_in(form):
            kind = Team.Withdrawal(data["kind"])
            squads.withdraw_team(team, kind, data["from_day"], data["reason"], request.user)
            messages.success(request, _("„%(name)s“ ist zurückgezogen.") % {"name": team.name})
            return redirect(team.division)
    return render(request, "leagues/withdraw_team.html", {**_of(team.division), "team": team, "form": form})


@require_POST
def take_back(request: Request, season: str, slug: str, letter: str) -> HttpResponse:
    """A team that left takes part again."""
    team = team_for(request, season, slug, letter, Role.SPIELLEITUNG)
    with refusal_told(request):
        squads.take_back(team, text_of(request, "reason", 300), request.user)
        messages.success(request, _("„%(name)s“ nimmt wieder teil.") % {"name": team.name})
    return redirect("leagues:squad", season, slug, letter)


def plan(request: Request, season: str, slug: str) -> HttpResponse:
    """The fixture plan: typed, or one that is proposed for as many days as are asked for."""
    division = division_for(request, season, slug, Role.SPIELLEITUNG)
    asked = request.GET.get("tage", "")
    typed = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else 0
    days = typed if 1 <= typed <= MOST_DAYS else None
    kept = () if days else fixture_plans.plan_of(division)
    form = PlanForm(request.POST or None, division=division)
    plan = kept or fixture_plans.propose(form.letters, days)
    form.initial["text"] = write_plan(plan)
    if form.is_valid():
        with refusal_in(form, "text"):
            fixture_plans.set_plan(division, form.plan)
            messages.success(request, _("Der Spielplan ist gespeichert."))
            return redirect("leagues:dates", season, slug)
    return _plan_page(request, division, form, () if kept else plan)


@require_POST
def upload_plan(request: Request, season: str, slug: str) -> HttpResponse:
    """The plan of a file is put into the form, to be looked at before it is stored."""
    division = division_for(request, season, slug, Role.SPIELLEITUNG)
    file = PlanFileForm(request.POST, request.FILES)
    if not file.is_valid():
        for sentence in file.errors["file"]:
            messages.error(request, str(sentence))
        return redirect("leagues:plan", season, slug)
    form = PlanForm({"text": file.cleaned_data["file"]}, division=division)
    form.is_valid()
    return _plan_page(request, division, form)


def plan_file(request: Request, season: str, slug: str) -> Export:
    """The fixture plan with its dates."""
    division = division_for(request, season, slug, Role.SPIELLEITUNG)
    groups = Group.objects.filter(matchday__division=division).select_related("matchday")
    found = groups.prefetch_related("teams__team").order_by("matchday__number", "number")
    return Export(PlanTable(found), f"plan-{season}-{slug}", _("Spielplan"))


def dates(request: Request, season: str, slug: str) -> HttpResponse:
    division = division_for(request, season, slug, Role.SPIELLEITUNG)
    form = DatesForm(request.POST or None, matchdays=list(division.matchdays.all()))
    if form.is_valid():
        with refusal_in(form):
            fixture_plans.set_dates(division, form.dates, form.rounds, form.scales)
            messages.success(request, _("Die Termine sind gespeichert."))
            return redirect("leagues:dates", season, slug)
    return render(request, "leagues/dates.html", {**_of(division), "form": form})


def _of(division: Division) -> dict[str, object]:
    return {"season": division.season, "division": division}


def _found(team: Team, search: str) -> dict[str, object]:
    """Who is found by some letters; with less than three there would be too many."""
    return {"team": team, "search": search, "found": squads.candidates(team, search) if len(search) >= 3 else []}


def _squad_page(request: Request, team: Team, context: dict[str, object]) -> HttpResponse:
    in_a_register = Membership.objects.filter(player=OuterRef("player"))
    members = team.squad.select_related("player").annotate(unregistered=~Exists(in_a_register))
    return render(request, "leagues/squad.html", {**_of(team.division), "members": members, **context})


def _plan_page(request: Request, division: Division, form: PlanForm, proposed: Plan = ()) -> HttpResponse:
    context = {**_of(division), "form": form, "file": PlanFileForm(), "proposed": len(proposed)}
    teams = context["teams"] = list(division.teams.all())
    letters = [team.letter for team in teams]
    if whole := fixture_plans.propose(letters):
        numbers = range(max(len(whole) - DAYS_LESS, 1), len(whole) + 1)
        context["choices"] = [(days, never_met(fixture_plans.propose(letters, days), letters)) for days in numbers]
    if proposed:
        context["hints"] = fixture_plans.hints_on(proposed, division, letters)
    return render(request, "leagues/plan.html", context)


def _tell_added(request: Request, number: int) -> None:
    told = ngettext("%(number)s Spieler ist im Kader.", "%(number)s Spieler sind neu im Kader.", number)
    messages.success(request, told % {"number": number})
