"""Pages of a Staffel's teams, their squads, its fixture plan and dates."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.fixtures import LETTERS, default_plan, write_plan
from skatliga.access import Role
from skatliga.leagues import plans, squads, withdrawals
from skatliga.leagues.access import division_for, team_for
from skatliga.leagues.forms import (
    DatesForm,
    PlanFileForm,
    PlanForm,
    SquadForm,
    TeamForm,
    TeamsForm,
    WithdrawalForm,
)
from skatliga.leagues.models import Division, Group, SquadMember, Team
from skatliga.leagues.queries import teams_with_squads
from skatliga.leagues.tables import PlanTable, SquadTable
from skatliga.people.models import Membership, Player
from skatliga.refusals import refusal_told, text_of
from skatliga.requests import Request
from skatliga.spreadsheets import table_file


def teams(request: Request, season: str, slug: str) -> HttpResponse:
    division = division_for(request, season, slug, Role.SPIELLEITUNG)
    form = TeamsForm(request.POST or None)
    if form.is_valid():
        try:
            created = squads.create_teams(division, form.cleaned_data["lines"])
            told = ngettext(
                "%(number)s Mannschaft ist angelegt.", "%(number)s Mannschaften sind angelegt.", len(created)
            )
            messages.success(request, told % {"number": len(created)})
            return redirect("leagues:teams", season, slug)
        except ValidationError as refusal:
            form.add_error("lines", refusal.messages)
    context = {**_of(division), "teams": teams_with_squads(division), "form": form}
    return render(request, "leagues/teams.html", context)


def squads_file(request: Request, season: str, slug: str, ending: str) -> HttpResponse:
    """Everybody who may play in the Staffel."""
    division = division_for(request, season, slug, Role.SPIELLEITUNG)
    found = SquadMember.objects.filter(team__division=division).select_related("team", "player")
    table = SquadTable(found.order_by("team__letter", "player__sort_key", "pk"))
    return table_file(table, f"kader-{season}-{slug}", ending, _("Kader"))


def squad(request: Request, season: str, slug: str, letter: str) -> HttpResponse:
    """A squad; the form of this address adds typed players."""
    team = team_for(request, season, slug, letter, Role.SPIELLEITUNG)
    search = request.GET.get("suche", "").strip()
    if request.htmx and request.method == "GET":
        return render(request, "leagues/squad_found.html", {**_of(team.division), **_found(team, search)})
    form = SquadForm(request.POST or None)
    if form.is_valid():
        try:
            _tell_added(request, len(squads.add_lines(team, form.cleaned_data["lines"])))
            return redirect("leagues:squad", season, slug, letter)
        except ValidationError as refusal:
            form.add_error("lines", refusal.messages)
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
        try:
            squads.change_team(team, **form.cleaned_data)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return redirect("leagues:squad", season, team.division.slug, team.letter)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
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
        try:
            kind = Team.Withdrawal(data["kind"])
            withdrawals.withdraw_team(team, kind, data["from_day"], data["reason"], request.user)
            messages.success(request, _("„%(name)s“ ist zurückgezogen.") % {"name": team.name})
            return redirect(team.division)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
    return render(request, "leagues/withdraw_team.html", {**_of(team.division), "team": team, "form": form})


@require_POST
def take_back(request: Request, season: str, slug: str, letter: str) -> HttpResponse:
    """A team that left takes part again."""
    team = team_for(request, season, slug, letter, Role.SPIELLEITUNG)
    with refusal_told(request):
        withdrawals.take_back(team, text_of(request, "reason", 300), request.user)
        messages.success(request, _("„%(name)s“ nimmt wieder teil.") % {"name": team.name})
    return redirect("leagues:squad", season, slug, letter)


def plan(request: Request, season: str, slug: str) -> HttpResponse:
    """The fixture plan: typed, or the default one shown to be stored."""
    division = division_for(request, season, slug, Role.SPIELLEITUNG)
    kept = write_plan(plans.plan_of(division))
    sixteen = set(division.teams.values_list("letter", flat=True)) == set(LETTERS)
    proposed = write_plan(default_plan()) if sixteen else ""
    form = PlanForm(request.POST or None, division=division, initial={"text": kept or proposed})
    if form.is_valid():
        try:
            plans.set_plan(division, form.plan)
            messages.success(request, _("Der Spielplan ist gespeichert."))
            return redirect("leagues:dates", season, slug)
        except ValidationError as refusal:
            form.add_error("text", refusal.messages)
    return _plan_page(request, division, form, bool(proposed and not kept))


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
    return _plan_page(request, division, form, proposed=False)


def plan_file(request: Request, season: str, slug: str, ending: str) -> HttpResponse:
    """The fixture plan with its dates."""
    division = division_for(request, season, slug, Role.SPIELLEITUNG)
    groups = Group.objects.filter(matchday__division=division).select_related("matchday")
    found = groups.prefetch_related("teams__team").order_by("matchday__number", "number")
    return table_file(PlanTable(found), f"plan-{season}-{slug}", ending, _("Spielplan"))


def dates(request: Request, season: str, slug: str) -> HttpResponse:
    division = division_for(request, season, slug, Role.SPIELLEITUNG)
    form = DatesForm(request.POST or None, matchdays=list(division.matchdays.all()))
    if form.is_valid():
        try:
            plans.set_dates(division, form.dates)
            messages.success(request, _("Die Termine sind gespeichert."))
            return redirect("leagues:dates", season, slug)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
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


def _plan_page(request: Request, division: Division, form: PlanForm, proposed: bool) -> HttpResponse:
    context = {**_of(division), "form": form, "file": PlanFileForm(), "proposed": proposed}
    context["teams"] = division.teams.all()
    return render(request, "leagues/plan.html", context)


def _tell_added(request: Request, number: int) -> None:
    told = ngettext("%(number)s Spieler ist im Kader.", "%(number)s Spieler sind neu im Kader.", number)
    messages.success(request, told % {"number": number})
