"""Pages of seasons: all of them, one of them, its rules, its levels and Staffeln."""

from collections.abc import Mapping

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.rulebooks import BOOKS
from skatliga.access import Role
from skatliga.events.queries import clubs_directed_by
from skatliga.events.rules import usual_agreements
from skatliga.leagues import queries, seasons
from skatliga.leagues.access import division_for, level_for, season_for
from skatliga.leagues.forms import DivisionForm, LevelForm, NameForm, SeasonForm
from skatliga.leagues.models import Season
from skatliga.leagues.reckoning import CRITERIA_NAMES
from skatliga.people.access import club_for
from skatliga.refusals import refusal_told
from skatliga.requests import Request


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
    form = SeasonForm(request.POST or None)
    if form.is_valid():
        try:
            return redirect("leagues:setup", seasons.create_season(organiser, **form.cleaned_data).slug)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
    before = organiser.seasons.all()
    return _page(request, "leagues/create_season.html", form, {"club": organiser, "before": before})


@login_not_required
def season(request: Request, season: str) -> HttpResponse:
    found = season_for(request, season, Role.READER)
    levels = found.levels.prefetch_related("divisions__teams", "divisions__matchdays")
    order = [CRITERIA_NAMES[name] for name in found.order]
    context = {"season": found, "levels": levels, "order": order, "follow": NameForm()}
    return render(request, "leagues/season.html", context)


def change_season(request: Request, season: str) -> HttpResponse:
    found = season_for(request, season, Role.SPIELLEITUNG)
    if _asks_for_rules(request):
        return _rules_part(request, found)
    locked = seasons.has_lists(found)
    form = SeasonForm(request.POST or None, season=found, locked=locked)
    if form.is_valid():
        try:
            seasons.change_season(found, **form.cleaned_data)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return redirect(found)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
    return _page(request, "leagues/change_season.html", form, {"season": found, "locked": locked})


@require_POST
def follow_season(request: Request, season: str) -> HttpResponse:
    """A new season with the settings, teams and squads of this one."""
    found = season_for(request, season, Role.SPIELLEITUNG)
    form = NameForm(request.POST)
    if form.is_valid():
        with refusal_told(request):
            new = seasons.follow_season(found, form.cleaned_data["name"])
            messages.success(
                request, _("„%(name)s“ ist angelegt. Es fehlen noch Spielplan und Termine.") % {"name": new}
            )
            return redirect("leagues:setup", new.slug)
    else:
        messages.error(request, _("Bitte den Namen der neuen Saison angeben."))
    return redirect(found)


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
        try:
            seasons.set_level(found, **form.cleaned_data)
            return redirect("leagues:setup", season)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
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
        try:
            seasons.set_level(level.season, **form.cleaned_data)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return redirect("leagues:setup", season)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
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
            division = seasons.create_division(form.cleaned_data["level"], form.cleaned_data["name"])
            return redirect("leagues:teams", season, division.slug)
    else:
        messages.error(request, _("Bitte Namen und Ebene der Staffel angeben."))
    return redirect("leagues:setup", season)


def change_division(request: Request, season: str, slug: str) -> HttpResponse:
    division = division_for(request, season, slug, Role.SPIELLEITUNG)
    form = DivisionForm(request.POST or None, season=division.season, division=division)
    if form.is_valid():
        try:
            seasons.change_division(division, **form.cleaned_data)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return redirect("leagues:setup", season)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
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
