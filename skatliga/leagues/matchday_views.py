"""Pages of a match day and its groups: line-ups, the Spielbericht, exchanges, signatures, binding."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.exports import Export
from skatliga.forms import refusal_in
from skatliga.handouts import ExportSteps
from skatliga.leagues import binding, lineups, matchdays, queries
from skatliga.leagues.access import group_for, matchday_for, season_for, season_state
from skatliga.leagues.binding import find_faults
from skatliga.leagues.group_results import GroupStage, report, states_of
from skatliga.leagues.matchday_forms import ExchangeForm, LateForm, LineupForm
from skatliga.leagues.models import Division, Group, GroupTeam, Team
from skatliga.leagues.open_days import bind_ready
from skatliga.leagues.open_days import open_days as open_days_of
from skatliga.leagues.start_checks import line_up_checks
from skatliga.leagues.tables import ExchangeTable, ReportTable
from skatliga.requests import Request, refusal_told, text_of


@login_not_required
def matchday(request: Request, season: str, slug: str, number: int) -> HttpResponse:
    found = matchday_for(request, season, slug, number, Role.READER)
    role = found.division.season.role
    states = states_of(queries.groups_of(found))
    context = {
        **_of(found.division),
        "matchday": found,
        "states": states,
        "to_bind": [each for each in states if each.state == GroupStage.CHECKED] if role and role.directs else [],
    }
    return render(request, "leagues/matchday.html", context)


@require_POST
def bind_matchday(request: Request, season: str, slug: str, number: int) -> HttpResponse:
    """Make every group of a match day binding of which nothing is missing; what is missing of the others is told."""
    found = matchday_for(request, season, slug, number, Role.SPIELLEITUNG)
    for group in queries.groups_of(found):
        if group.binding_at or not group.event_id:
            continue
        try:
            binding.bind(group, request.user, text_of(request, "reason", 300))
            messages.success(request, _("%(group)s: Das Ergebnis ist jetzt verbindlich.") % {"group": group})
        except ValidationError as refusal:
            for said in refusal.messages:
                messages.error(request, f"{group}: {said}")
    return redirect("leagues:matchday", season, slug, number)


def open_days(request: Request, season: str) -> HttpResponse:
    """What is missing of every match day that is not binding, and one button for all of which nothing is."""
    found = season_for(request, season, Role.SPIELLEITUNG)
    if request.method == "POST":
        with refusal_told(request):
            bound, refused = bind_ready(found, request.user, text_of(request, "reason", 300))
            if bound:
                told = ngettext(
                    "%(number)s Gruppe ist jetzt verbindlich.", "%(number)s Gruppen sind jetzt verbindlich.", len(bound)
                )
                messages.success(request, told % {"number": len(bound)})
            for sentence in refused:
                messages.error(request, sentence)
        return redirect("leagues:open_days", season)
    days = open_days_of(found)
    groups = [each for day in days for each in day.groups]
    context = {
        "season": found,
        "days": days,
        "ready": sum(each.ready for each in groups),
        "sound": sum(each.sound and not each.ready for each in groups),
    }
    return render(request, "leagues/open_days.html", context)


@login_not_required
def group(request: Request, season: str, slug: str, pk: int) -> HttpResponse:
    """The Spielbericht; before the group begins its teams and their line-ups."""
    found = group_for(request, season, slug, pk, Role.READER)
    event = found.event if found.event_id and lineups.has_begun(found) else None
    begun = event is not None
    directs = found.role and found.role.directs
    context = {
        **_of(found.matchday.division),
        "group": found,
        "report": report(found, found.role),
        "begun": begun,
        "played": event is not None and event.rounds.filter(started_at__isnull=False).exists(),
        "exchanges": queries.exchanges_of(found, found.role),
        "corrections": binding.corrections(found),
        "faults": find_faults(found) if begun and directs and not found.binding_at else [],
    }
    return render(request, "leagues/group.html", context)


def report_file(request: Request, season: str, slug: str, pk: int) -> ExportSteps:
    found = group_for(request, season, slug, pk, Role.READER)
    yield season_state(found.matchday.division.season, Q(pk=pk))
    table = ReportTable(report(found, found.role), found.matchday.division.season)
    name = f"spielbericht-{season}-{slug}-{pk}{'' if found.binding_at else '-vorlaeufig'}"
    return Export(table, name, _("Spielbericht"))


def exchanges_file(request: Request, season: str, slug: str, pk: int) -> ExportSteps:
    """The Wechselliste; the reasons for those who hold a role, as on the page."""
    found = group_for(request, season, slug, pk, Role.READER)
    yield season_state(found.matchday.division.season, Q(pk=pk))
    table = ExchangeTable(queries.exchanges_of(found, found.role), exclude=() if found.role else ("reason",))
    return Export(table, f"wechselliste-{season}-{slug}-{pk}", _("Wechselliste"))


def lineup(request: Request, season: str, slug: str, pk: int, letter: str) -> HttpResponse:
    member = _member_for(request, season, slug, pk, letter)
    squad = queries.squad_of(member)
    form = LineupForm(request.POST or None, member=member, squad=squad, usual=queries.usual_lineup(member, squad))
    if form.is_valid():
        with refusal_in(form):
            absence = form.cleaned_data["absence"]
            if absence != member.absence:
                lineups.set_absence(member, absence)
            if not absence:
                lineups.set_lineup(member, form.places)
            return redirect(member.group)
    size = member.group.matchday.division.season.counts_by.size
    checks = line_up_checks(member, [each.player for each in squad])
    context = {"form": form, "size": size, "fewest": size - 1, "known": len(squad), "checks": checks}
    return _page(request, "leagues/lineup.html", member, context)


def late(request: Request, season: str, slug: str, pk: int, letter: str) -> HttpResponse:
    """The fourth player of a team comes when it has begun."""
    member = _member_for(request, season, slug, pk, letter)
    form = LateForm(request.POST or None, waiting=queries.waiting(member))
    if form.is_valid():
        with refusal_in(form):
            serie = matchdays.join_late(member, form.cleaned_data["player"])
            messages.success(
                request,
                _("%(player)s spielt ab Serie %(serie)s.") % {"player": form.cleaned_data["player"], "serie": serie},
            )
            return redirect(member.group)
    return _page(request, "leagues/late.html", member, {"form": form})


def break_off(request: Request, season: str, slug: str, pk: int, letter: str) -> HttpResponse:
    """A team leaves before the end, or goes on after all; asked before."""
    member = _member_for(request, season, slug, pk, letter)
    if request.method == "POST":
        with refusal_told(request):
            lineups.set_absence(member, "" if member.broke_off else GroupTeam.Absence.BROKEN_OFF)
        return redirect(member.group)
    teams = member.group.teams.exclude(team__withdrawal=Team.Withdrawal.ANNULLED).count()
    rule = member.group.matchday.counts_by
    return _page(
        request, "leagues/break_off.html", member, {"minus": rule.scale(teams)[0] if rule.broken_off_minus else 0}
    )


def exchange(request: Request, season: str, slug: str, pk: int, letter: str) -> HttpResponse:
    member = _member_for(request, season, slug, pk, letter)
    form = ExchangeForm(request.POST or None, playing=queries.playing(member), waiting=queries.waiting(member))
    if form.is_valid():
        with refusal_in(form):
            matchdays.exchange(member, **form.cleaned_data, user=request.user)
            messages.success(request, _("Der Wechsel steht auf der Wechselliste."))
            return redirect(member.group)
    return _page(request, "leagues/exchange.html", member, {"form": form})


@require_POST
def begin(request: Request, season: str, slug: str, pk: int) -> HttpResponse:
    found = group_for(request, season, slug, pk, Role.LISTENFUEHRER)
    with refusal_told(request):
        matchdays.begin(found)
        messages.success(request, _("Alle Serien haben Plätze; die Listen können beginnen."))
    return redirect(found)


@require_POST
def take_seats_back(request: Request, season: str, slug: str, pk: int) -> HttpResponse:
    found = group_for(request, season, slug, pk, Role.LISTENFUEHRER)
    with refusal_told(request):
        matchdays.take_seats_back(found)
        messages.success(request, _("Die Plätze sind zurückgenommen, die Aufstellungen lassen sich wieder ändern."))
    return redirect(found)


@require_POST
def sign(request: Request, season: str, slug: str, pk: int, letter: str) -> HttpResponse:
    member = _member_for(request, season, slug, pk, letter)
    with refusal_told(request):
        matchdays.sign(member, text_of(request, "name", 120), request.user)
    return redirect(member.group)


@require_POST
def unsign(request: Request, season: str, slug: str, pk: int, letter: str) -> HttpResponse:
    member = _member_for(request, season, slug, pk, letter)
    with refusal_told(request):
        matchdays.unsign(member, request.user)
    return redirect(member.group)


@require_POST
def bind(request: Request, season: str, slug: str, pk: int) -> HttpResponse:
    found = group_for(request, season, slug, pk, Role.SPIELLEITUNG)
    with refusal_told(request):
        binding.bind(found, request.user, text_of(request, "reason", 300))
        messages.success(request, _("Das Ergebnis ist jetzt verbindlich."))
    return redirect(found)


@require_POST
def admit(request: Request, season: str, slug: str, pk: int) -> HttpResponse:
    """Make the event of a group, so that whoever is host can be given a role in it."""
    found = group_for(request, season, slug, pk, Role.ADMINISTRATOR)
    with refusal_told(request):
        return redirect("events:roles", lineups.prepare(found).slug)
    return redirect(found)


def _member_for(request: Request, season: str, slug: str, pk: int, letter: str) -> GroupTeam:
    """A team of a group, for those who enter lists there."""
    found: Group = group_for(request, season, slug, pk, Role.LISTENFUEHRER)
    member = get_object_or_404(found.teams.select_related("team"), team__letter=letter)
    member.group = found
    return member


def _of(division: Division) -> dict[str, object]:
    return {"season": division.season, "division": division}


def _page(request: Request, template: str, member: GroupTeam, context: dict[str, object]) -> HttpResponse:
    group = member.group
    context = {**_of(group.matchday.division), "group": group, "member": member, **context}
    return render(request, template, context)
