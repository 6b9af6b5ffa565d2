"""Pages of the evenings of a year: which there are, the next one, and who is seated there how."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.events.services import enter_players
from skatliga.exports import Export
from skatliga.forms import refusal_in
from skatliga.handouts import ExportSteps
from skatliga.lists.event_progress import EventProgress
from skatliga.lists.tables import EventProgressTable
from skatliga.requests import Request, refusal_told
from skatliga.years import services
from skatliga.years.access import year_for
from skatliga.years.forms import AddForm, EveningForm, PresentForm, RemoveForm
from skatliga.years.models import ClubYear
from skatliga.years.queries import YearData, events_to_add, known_of, season
from skatliga.years.seating_list import seat_first, seating_list
from skatliga.years.tables import SettingTable


@login_not_required
def evenings(request: Request, slug: str) -> HttpResponse:
    """All evenings of the year with the state of their lists; those in preparation for who holds a role."""
    year = year_for(request, slug, None)
    found = season(year, year.role)
    context = {
        "year": year,
        "found": found,
        "nights": _nights(found, year),
    }
    if year.role and year.role.directs:
        context |= {
            "form": EveningForm(initial={"date": services.next_date(year)}),
            "last": found.nights[-1] if found.nights else None,
            "offered": events_to_add(year),
            "open": year.state != ClubYear.State.FINAL,
        }
    return render(request, "years/evenings.html", context)


@require_POST
def next_evening(request: Request, slug: str) -> HttpResponse:
    """Make the next evening from the template."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    form = EveningForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Bitte den Tag des nächsten Abends angeben."))
        return redirect("years:evenings", slug)
    with refusal_told(request):
        event = services.next_evening(year, form.cleaned_data["date"])
        messages.success(request, _("%(event)s ist angelegt.") % {"event": event})
        return redirect("years:seating", slug)
    return redirect("years:evenings", slug)


@require_POST
def add_evenings(request: Request, slug: str) -> HttpResponse:
    """Make events of the club evenings of the year."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    form = AddForm(request.POST, offered=events_to_add(year))
    if form.is_valid():
        with refusal_told(request):
            services.add_evenings(year, form.cleaned_data["events"])
            messages.success(request, _("Die Abende zählen jetzt zum Clubjahr."))
    else:
        messages.error(request, _("Bitte ankreuzen, welche Veranstaltungen Abende des Clubjahrs sind."))
    return redirect("years:evenings", slug)


def evenings_file(request: Request, slug: str) -> ExportSteps:
    """The evenings as a file."""
    year = year_for(request, slug, None)
    yield known_of([year])
    return Export(EventProgressTable(_nights(season(year, year.role), year)), f"abende-{slug}", _("Abende"))


def _nights(found: YearData, year: ClubYear) -> list[EventProgress]:
    """The evenings this visitor may see."""
    return [night for night in found.nights if year.role or night.state != Event.State.DRAFT]


def remove_evening(request: Request, slug: str, event: str) -> HttpResponse:
    """Let an event be no evening of the year any more, with a reason."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    evening = get_object_or_404(year.evenings.select_related("event"), event__slug=event)
    form = RemoveForm(request.POST or None)
    if form.is_valid():
        with refusal_in(form):
            services.remove_evening(evening, form.cleaned_data["reason"])
            messages.success(request, _("%(event)s zählt nicht mehr zum Clubjahr.") % {"event": evening.event})
            return redirect("years:evenings", slug)
    return render(request, "years/remove_evening.html", {"year": year, "evening": evening, "form": form})


def seating(request: Request, slug: str) -> HttpResponse:
    """The seating list of the next evening; whoever enters players ticks who is there."""
    year = year_for(request, slug, Role.READER if request.method == "GET" else Role.LISTENFUEHRER)
    found = season(year, year.role)
    if request.method == "POST":
        _enter(request, PresentForm(request.POST, found=found), found.next_night and found.next_night.event)
        return redirect("years:seating", slug)
    return render(request, "years/seating.html", {"year": year, "list": seating_list(found)})


def seating_file(request: Request, slug: str) -> Export:
    """The seating list as a file."""
    year = year_for(request, slug, Role.READER)
    return Export(SettingTable(seating_list(season(year, year.role))), f"setzliste-{slug}", _("Setzliste"))


def _enter(request: Request, form: PresentForm, event: int | None) -> None:
    """Enter who was ticked in the next evening."""
    if event is None:
        raise Http404
    if not form.is_valid():
        for sentence in form.errors["players"]:
            messages.error(request, str(sentence))
        return
    with refusal_told(request):
        entered = enter_players(Event.objects.get(pk=event), form.present)
        messages.success(
            request,
            ngettext("%(number)s Spieler ist eingetragen.", "%(number)s Spieler sind eingetragen.", len(entered))
            % {"number": len(entered)},
        )


@require_POST
def seat(request: Request, slug: str) -> HttpResponse:
    """Seat the first Serie of the next evening as the year wants it."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    with refusal_told(request):
        first = seat_first(year, request.user)
        messages.success(request, _("%(round)s ist gesetzt.") % {"round": first})
        return redirect("lists:board", first.event.slug, first.number)
    return redirect("years:seating", slug)
