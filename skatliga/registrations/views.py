"""Pages of registrations: of the league what was registered and on what terms, of a club its teams."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.exports import Export
from skatliga.leagues.access import season_for
from skatliga.registrations import services
from skatliga.registrations.access import club_of_league, own_club_for, terms_for
from skatliga.registrations.forms import ClubTeamsForm, TeamFeeForm, TeamTermsForm
from skatliga.registrations.queries import ClubEntry, captains_of, entry_of, is_open, registrations_of, terms_of
from skatliga.registrations.tables import RegisteredTable
from skatliga.requests import Request, refusal_told


def terms(request: Request, season: str) -> HttpResponse:
    """Open registration, or change its terms."""
    found = season_for(request, season, Role.SPIELLEITUNG)
    held = terms_of(found)
    form = TeamTermsForm(request.POST or None, instance=held)
    if form.is_valid():
        try:
            services.open_registration(found, request.user, **form.cleaned_data)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("Die Vereine können melden; auf ihrer Seite steht es unter „Jetzt zu tun“."))
            return redirect("registrations:overview", season)
    context = {"season": found, "held": held and held.pk, "form": form}
    return render(request, "registrations/terms.html", context)


def overview(request: Request, season: str) -> HttpResponse:
    """Who has registered, who has not, what is late and what is owed."""
    found = terms_for(request, season)
    context = {"season": found.season, "terms": found, "open": is_open(found), "found": registrations_of(found)}
    return render(request, "registrations/overview.html", context)


def teams_file(request: Request, season: str) -> Export:
    """The same as a file."""
    found = terms_for(request, season)
    return Export(RegisteredTable(registrations_of(found)), f"meldungen-{season}", _("Mannschaftsmeldungen"))


@require_POST
def as_before(request: Request, season: str, club: str) -> HttpResponse:
    """The league answers for a club: the teams it had."""
    found, of = club_of_league(request, season, club)
    with refusal_told(request):
        entry = services.register_as_before(found, of, request.user)
        _tell(request, entry)
    return redirect("registrations:overview", season)


@require_POST
def pay(request: Request, season: str, club: str) -> HttpResponse:
    """What a club has paid in all."""
    found, of = club_of_league(request, season, club)
    form = TeamFeeForm(request.POST)
    if not form.is_valid():
        messages.error(request, f"{of.name}: {' '.join(map(str, form.errors['paid']))}")
        return redirect("registrations:overview", season)
    with refusal_told(request):
        services.mark_paid(found, of, form.cleaned_data["paid"], request.user)
        messages.success(request, _("%(club)s: Der Betrag ist gespeichert.") % {"club": of.name})
    return redirect("registrations:overview", season)


def club_teams(request: Request, season: str, club: str) -> HttpResponse:
    """A club registers its teams: those it had are there already."""
    found, of = own_club_for(request, season, club)
    entry = entry_of(found, of)
    form = ClubTeamsForm(request.POST or None, entry, captains_of(entry))
    if request.method == "POST" and ClubTeamsForm.MORE not in request.POST and form.is_valid():
        try:
            entry = services.register(found, of, form.lines, request.user)
        except ValidationError as refusal:
            form.add_error(refusal)
        else:
            _tell(request, entry)
            return redirect("registrations:club_teams", season, club)
    context = {"season": found.season, "terms": found, "club": of, "entry": entry, "form": form}
    return render(request, "registrations/club_teams.html", context | {"open": is_open(found)})


def _tell(request: Request, entry: ClubEntry) -> None:
    number = len(entry.teams)
    if not number:
        messages.success(request, _("%(club)s: keine Mannschaft gemeldet.") % {"club": entry.club.name})
        return
    told = ngettext(
        "%(club)s: %(number)s Mannschaft ist gemeldet.", "%(club)s: %(number)s Mannschaften sind gemeldet.", number
    )
    messages.success(request, told % {"club": entry.club.name, "number": number})
    if entry.incomplete:
        names = ", ".join(team.name for team in entry.incomplete)
        messages.warning(
            request,
            _("Bitte nachtragen, wer die Mannschaft führt und wie er zu erreichen ist: %(names)s.") % {"names": names},
        )
