"""The page of a team's captain: line-up, changes and signature; where his code stands, and that it is renewed."""

from typing import Final

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from skatliga.access import Role
from skatliga.forms import refusal_in
from skatliga.leagues import lineups, matchdays
from skatliga.leagues.models import Team
from skatliga.lists.device.shelf import Shelf, home_screen, worker_script
from skatliga.phones.captain_day import CaptainDay, countersign_report, day_of, demand_day
from skatliga.phones.captain_forms import CaptainExchangeForm, CaptainLineupForm, CaptainSignForm
from skatliga.phones.team_access import (
    for_captain,
    own_team_for,
    renew_team_code,
    team_code_path,
    team_path,
)
from skatliga.requests import Request

DAY: Final = "tag"
"""Under which the number of a match day is asked for."""


def _asked(request: Request, team: Team) -> CaptainDay | None:
    """The match day that is asked for; Http404 for what is no number."""
    number = request.GET.get(DAY, "")
    if number and not (number.isascii() and number.isdigit() and len(number) < 5):
        raise Http404
    day = day_of(team, int(number) if number else None)
    if number and day is None:
        raise Http404
    return day


@require_safe
@for_captain
def matchday(request: Request, team: Team) -> HttpResponse:
    """The match day that is on."""
    return _page(request, team, _asked(request, team))


@require_safe
@for_captain
def manifest(request: Request, team: Team) -> HttpResponse:
    """What makes the page one that can be put on the home screen: some phones tell only of those."""
    scope = reverse("phones:captain_worker").removesuffix("sw.js")
    return home_screen(f"{team.name}: {team.division.season}", team.name, team_path(team), scope)


@require_safe
@login_not_required
def worker(request: Request) -> HttpResponse:
    """The service worker, which shows what comes; it keeps no page, since an old one could be signed."""
    return worker_script(request, Shelf("skatliga-mannschaft", "^$", ()))


def captain_page(request: Request, team: Team, refused: ValidationError) -> HttpResponse:
    """The page with what was refused of what somebody has just tried on it."""
    context = _context(team, _asked(request, team)) | {"refused": refused.messages}
    return render(request, "phones/captain.html", context, status=422)


def _page(request: Request, team: Team, day: CaptainDay | None, sent: forms.Form | None = None) -> HttpResponse:
    return render(
        request, "phones/captain.html", _context(team, day, sent), status=422 if sent and sent.errors else 200
    )


def _context(team: Team, day: CaptainDay | None, sent: forms.Form | None = None) -> dict[str, object]:
    season = team.division.season
    context: dict[str, object] = {"team": team, "season": season, "division": team.division, "base": team_path(team)}
    if day and season.public:
        context |= {"day": day, "group": day.group, "here": f"?{DAY}={day.member.matchday.number}"}
        context |= _forms(team, day, sent)
    return context


def _forms(team: Team, day: CaptainDay, sent: forms.Form | None) -> dict[str, object]:
    """What can be sent now; what was sent and refused stands there as it was typed."""
    if day.group.binding_at or not day.member.plays_on(day.group.matchday.number):
        return {"refused": _errors(sent)}
    if not day.begun:
        form = sent if isinstance(sent, CaptainLineupForm) else CaptainLineupForm(day=day)
        return {"lineup": form, "refused": () if form is sent else _errors(sent)}
    found: dict[str, object] = {"refused": _errors(sent)}
    if day.next_serie and not day.complete:
        found["exchange"] = sent if isinstance(sent, CaptainExchangeForm) else CaptainExchangeForm(day=day)
    if day.complete and not day.member.signed_by:
        name = team.captain.name if team.captain else ""
        initial = {"name": name, "version": day.version}
        found["sign"] = CaptainSignForm(initial=initial)  # of what is shown now, whatever was sent
    return found


def _errors(sent: forms.Form | None) -> list[str]:
    """What was refused."""
    return [str(sentence) for errors in (sent.errors.values() if sent else ()) for sentence in errors]


@require_POST
@for_captain
def lineup(request: Request, team: Team) -> HttpResponse:
    """Who plays."""
    day = _to_change(request, team)
    form = CaptainLineupForm(request.POST, day=day)
    if form.is_valid():
        with refusal_in(form):
            lineups.set_lineup(day.member, form.places)
            return redirect(f"{team_path(team)}?{DAY}={day.member.matchday.number}&gespeichert=1")
    return _page(request, team, day, form)


@require_POST
@for_captain
def exchange(request: Request, team: Team) -> HttpResponse:
    """Somebody comes in for somebody, from the beginning of a Serie."""
    day = _to_change(request, team)
    form = CaptainExchangeForm(request.POST, day=day)
    if form.is_valid():
        with refusal_in(form):
            said = form.cleaned_data
            matchdays.exchange(day.member, said["out"], said["player"], said["serie"], 1, said["reason"], None)
            return redirect(f"{team_path(team)}?{DAY}={day.member.matchday.number}&gespeichert=1")
    return _page(request, team, day, form)


@require_POST
@for_captain
def sign(request: Request, team: Team) -> HttpResponse:
    """The captain signs the Spielbericht."""
    day = _to_change(request, team)
    form = CaptainSignForm(request.POST)
    if form.is_valid():
        with refusal_in(form):
            countersign_report(day, form.cleaned_data["name"], form.cleaned_data["version"])
            return redirect(f"{team_path(team)}?{DAY}={day.member.matchday.number}&gespeichert=1")
    return _page(request, team, day, form)


def _to_change(request: Request, team: Team) -> CaptainDay:
    """The match day that is asked for, of a season that is public; Http404 where there is none."""
    if not team.division.season.public:
        raise Http404
    try:
        return demand_day(_asked(request, team))
    except ValidationError:
        raise Http404 from None


@require_safe
@login_not_required
def team_code(request: Request, pk: int, secret: str) -> HttpResponse:
    """The page by the code as it is printed; the long address looks at the secret."""
    return redirect("phones:captain", pk, secret.lower())


# ---- Where the code stands


def own_team(request: Request, season: str, slug: str, letter: str) -> HttpResponse:
    """The code of a team, to be handed to its captain; and the way to the page for whoever has an account."""
    team = own_team_for(request, season, slug, letter, Role.LISTENFUEHRER)
    address = request.build_absolute_uri(team_code_path(team)).upper()
    context = {
        "season": team.division.season,
        "division": team.division,
        "team": team,
        "page": team_path(team),
        "address": request.build_absolute_uri(team_path(team)),
        "code": segno.make(address, micro=False).svg_data_uri(border=2, light="white"),
    }
    return render(request, "phones/own_team.html", context)


@require_POST
def renew_code(request: Request, season: str, slug: str, letter: str) -> HttpResponse:
    """The code was lost or got into the wrong hands: from now on another one holds."""
    team = own_team_for(request, season, slug, letter, Role.SPIELLEITUNG)
    renew_team_code(team, request.user)
    messages.success(request, _("Ab jetzt gilt ein neuer Code; der alte öffnet nichts mehr."))
    return redirect("phones:own_team", season, slug, letter)
