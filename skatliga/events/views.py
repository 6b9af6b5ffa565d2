"""Pages of events, entries, seats and roles in an event."""

import re
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.events import changes, queries, registration, services
from skatliga.events.access import event_for, role_for, round_for
from skatliga.events.agreements import agreements_in_words
from skatliga.events.championships import Starting, checks_of
from skatliga.events.days import set_days
from skatliga.events.forms import (
    DaysForm,
    EventForm,
    GrantForm,
    GuestsForm,
    PlayersForm,
    SeatingForm,
    TimeForm,
    opening_form,
)
from skatliga.events.live_pages import state_of, state_of_many
from skatliga.events.models import Entry, Event, EventRole
from skatliga.events.reseating import obstacles
from skatliga.events.roles import grant_role
from skatliga.events.roles import withdraw_role as withdraw
from skatliga.events.tables import FILES_ALONE, EntryTable, EventTable, PlaceTable
from skatliga.exports import Export
from skatliga.forms import refusal_in
from skatliga.handouts import ExportSteps
from skatliga.people.access import club_for
from skatliga.people.models import RoleOffer
from skatliga.people.views import tell_offer
from skatliga.requests import Request, back, refusal_told, text_of
from skatliga.tables import arrange

PRESETS: Final[dict[str, dict[str, object]]] = {
    "": {"name": gettext_lazy("Clubabend"), "rounds": 2},
    "turnier": {"name": gettext_lazy("Preisskat"), "rounds": 3, "second_person": True},
}
"""What stands in the form of a new event, by its kind; everything can be changed."""


@login_not_required
def events(request: Request) -> HttpResponse:
    slug = request.GET.get("verein", "")
    only = club_for(request, slug, None) if slug else None
    if only:
        directed = [only] if only.role and only.role.directs else []
    else:
        directed = list(queries.clubs_directed_by(request.user))
    table = EventTable(queries.listed_events(request.user, slug))
    arrange(request, table, 50)
    context = {"table": table, "only": only, "directed": directed, "query": f"verein={slug}" if only else ""}
    return render(request, "events/events.html", context)


def events_file(request: Request) -> ExportSteps:
    slug = request.GET.get("verein", "")
    if slug:
        club_for(request, slug, None)
    found = queries.listed_events(request.user, slug)
    yield state_of_many(found)
    table = EventTable(found)
    return Export(table, "veranstaltungen", _("Veranstaltungen"))


def create_event(request: Request, club: str) -> HttpResponse:
    organiser = club_for(request, club, Role.SPIELLEITUNG)
    if _asks_for_rules(request):
        return _rules_part(request, opening_form(rulebook=request.GET["rulebook"]))
    kind = request.GET.get("art", "")
    preset = PRESETS.get(kind, PRESETS[""])
    form = EventForm(request.POST or None, initial={"date": timezone.localdate(), "place": organiser.place, **preset})
    if form.is_valid():
        with refusal_in(form):
            return redirect(services.create_event(organiser, **form.cleaned_data))
    return render(request, "events/create_event.html", {"club": organiser, "form": form, "kind": kind})


@login_not_required
def event(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.READER)
    rounds = list(queries.rounds_with_sizes(event))
    context = {
        "event": event,
        "rounds": rounds,
        "active": queries.count_active(event),
        "agreements": agreements_in_words(event),
        "deals": [(size, event.deals_at(size)) for size in event.table_sizes if size <= 4],
    }
    return render(request, "events/event.html", context)


def change_event(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    if _asks_for_rules(request):
        return _rules_part(request, opening_form(event, request.GET["rulebook"]))
    locked = any(round.started_at for round in event.rounds.all())
    form = EventForm(request.POST or None, event=event, locked=locked)
    if form.is_valid():
        with refusal_in(form):
            services.change_event(event, **form.cleaned_data)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return redirect(event)
    return render(request, "events/change_event.html", {"event": event, "form": form, "locked": locked})


def days(request: Request, slug: str) -> HttpResponse:
    """On which days the Serien are played; a match day of a league is one day."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    get_object_or_404(Event, pk=event.pk, league_group=None)
    form = DaysForm(request.POST or None, event=event)
    if form.is_valid():
        with refusal_in(form):
            set_days(event, form.days)
            messages.success(request, _("Die Tage sind gespeichert."))
            return redirect(event)
    return render(request, "events/days.html", {"event": event, "form": form})


@require_POST
def set_state(request: Request, slug: str) -> HttpResponse:
    """Publish, withdraw or open again; an event is closed at the desk, which knows what is missing."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    state = request.POST.get("state", "")
    if state in {Event.State.DRAFT, Event.State.PUBLISHED}:
        with refusal_told(request):
            services.set_state(event, Event.State(state))
    return back(request, event.get_absolute_url())


@login_not_required
def entries(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.READER)
    return _entries_page(request, event, GuestsForm())


def entries_file(request: Request, slug: str) -> ExportSteps:
    event = event_for(request, slug, Role.READER)
    yield state_of(event)
    table = EntryTable(queries.entries_shown(event, event.role), event, order_by="start_number")
    return Export(table, f"teilnehmer-{slug}", _("Teilnehmer"))


@require_POST
def enter_players(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.LISTENFUEHRER)
    form = PlayersForm(request.POST, event=event)
    if not form.is_valid():
        for sentence in form.errors["players"]:
            messages.error(request, str(sentence))
        return redirect("events:entries", slug)
    with refusal_told(request):
        chosen = form.cleaned_data["players"]
        entered = services.enter_players(event, chosen)
        _tell_entered(request, entered)
        if len(entered) < len(chosen):
            messages.warning(request, _("Wer schon teilnimmt, wurde nicht noch einmal eingetragen."))
    return redirect("events:entries", slug)


@require_POST
def enter_again(request: Request, slug: str) -> HttpResponse:
    """Whoever took part the last time takes part again."""
    event = event_for(request, slug, Role.LISTENFUEHRER)
    with refusal_told(request):
        entered = registration.enter_again(event)
        messages.success(
            request,
            ngettext("%(number)s Teilnehmer ist eingetragen.", "%(number)s Teilnehmer sind eingetragen.", len(entered))
            % {"number": len(entered)},
        )
    return redirect("events:entries", slug)


@require_POST
def enter_register(request: Request, slug: str) -> HttpResponse:
    """The whole register of the club takes part."""
    event = event_for(request, slug, Role.LISTENFUEHRER)
    with refusal_told(request):
        _tell_entered(request, services.enter_players(event, event.club.players.order_by("sort_key", "pk")))
    return redirect("events:entries", slug)


def enter_guests(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.LISTENFUEHRER)
    form = GuestsForm(request.POST or None)
    if form.is_valid():
        with refusal_in(form, "guests"):
            _tell_entered(request, services.enter_guests(event, form.cleaned_data["guests"]))
            return redirect("events:entries", slug)
    return _entries_page(request, event, form)


@login_not_required
def round(request: Request, slug: str, number: int) -> HttpResponse:
    """The address under which the seats of a Serie once stood; they stand on one page with its lists."""
    round_for(request, slug, number, Role.READER)
    return redirect("lists:board", slug, number, permanent=True)


def seating_file(request: Request, slug: str, number: int) -> ExportSteps:
    round = round_for(request, slug, number, Role.READER)
    yield state_of(round.event)
    places = queries.seating(round, round.event.role)
    return Export(PlaceTable(places), f"plaetze-{slug}-{number}", str(round))


@require_POST
def set_time(request: Request, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    form = TimeForm(request.POST)
    if form.is_valid():
        with refusal_told(request):
            again = request.POST.get("starts") == "again"
            changes.set_time(round, form.cleaned_data["minutes"], "starts" in request.POST, again)
            messages.success(request, _("Die Spielzeit ist gespeichert."))
    else:
        for sentence in form.errors["minutes"]:
            messages.error(request, str(sentence))
    return redirect("lists:board", slug, number)


@require_POST
def draw(request: Request, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    if round.seats.exists():
        return redirect("desk:redraw", slug, number)
    with refusal_told(request):
        services.draw_round(round)
        messages.success(request, _("%(round)s ist ausgelost.") % {"round": round})
    return redirect("lists:board", slug, number)


@require_POST
def undo_seating(request: Request, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    with refusal_told(request):
        services.undo_seating(round, text_of(request, "reason"), request.user)
        messages.success(request, _("Die früheren Plätze von %(round)s gelten wieder.") % {"round": round})
    return redirect("lists:board", slug, number)


def seats(request: Request, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    event = round.event
    entries = [entry for entry in queries.entries_shown(event, event.role) if not entry.withdrawn]
    tables: dict[int, dict[int, int]] = {}
    for place in queries.seating(round, event.role):
        tables.setdefault(place.table, {})[place.seat] = place.start_number
    sizes = event.table_sizes
    usual = 4 if 4 in sizes else max(sizes)
    rows = max(len(entries) // usual + 1, max(tables, default=0) + 1)
    form = SeatingForm(request.POST or None, tables=tables, rows=rows, columns=max(sizes))
    if form.is_valid():
        with refusal_in(form):
            services.seat_round(round, form.tables, reason=text_of(request, "reason"), user=request.user)
            messages.success(request, _("Die Plätze von %(round)s sind gespeichert.") % {"round": round})
            return redirect("lists:board", slug, number)
    context = {"event": event, "round": round, "form": form, "entries": entries}
    return render(request, "events/seats.html", context | {"obstacles": obstacles(round) if tables else []})


def roles(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.ADMINISTRATOR)
    form = GrantForm(request.POST or None)
    if form.is_valid():
        with refusal_in(form):
            held = grant_role(event, form.cleaned_data["username"], Role(form.cleaned_data["role"]))
            if isinstance(held, RoleOffer):
                tell_offer(request, held)
            else:
                _tell_role(request, held)
            return redirect("events:roles", slug)
    context = {"event": event, "roles": queries.roles_in(event), "offers": queries.offers_of(event), "form": form}
    return render(request, "events/roles.html", context)


def _tell_role(request: Request, held: EventRole) -> None:
    messages.success(
        request,
        _("%(user)s hat in dieser Veranstaltung jetzt die Rolle %(role)s.")
        % {"user": held.user.name, "role": held.get_role_display()},
    )


@require_POST
def withdraw_offer(request: Request, slug: str, pk: int) -> HttpResponse:
    event = event_for(request, slug, Role.ADMINISTRATOR)
    offer = get_object_or_404(queries.offers_of(event), pk=pk)
    offer.delete()
    messages.success(request, _("Die Rolle für %(user)s wartet nicht mehr.") % {"user": offer.user.name})
    return redirect("events:roles", slug)


@require_POST
def withdraw_role(request: Request, slug: str, pk: int) -> HttpResponse:
    held = role_for(request, slug, pk)
    withdraw(held)
    messages.success(
        request, _("%(user)s hat in dieser Veranstaltung keine eigene Rolle mehr.") % {"user": held.user.name}
    )
    return redirect("events:event" if held.user == request.user else "events:roles", slug)


def _asks_for_rules(request: Request) -> bool:
    """Whether another rule book has been chosen in the form, whose fields are asked for."""
    return bool(request.htmx) and "rulebook" in request.GET


def _rules_part(request: Request, form: EventForm) -> HttpResponse:
    return render(request, "events/rules_fields.html", {"form": form})


def _entries_page(request: Request, event: Event, guests: GuestsForm) -> HttpResponse:
    """Who takes part; for those who enter players also the register and the form for guests."""
    found = queries.entries_shown(event, event.role)
    context = {"event": event, "active": sum(not entry.withdrawn for entry in found), "guests": guests}
    enters = event.role and event.role.enters
    if enters:
        context |= _register(request, event)
    if enters and request.htmx and "suche" in request.GET:
        return render(request, "events/register_found.html", context)
    if enters and event.championship:
        checks = checks_of(event, [Starting(entry.player, entry.club_name) for entry in found])
        found = [entry._replace(check=check) for entry, check in zip(found, checks, strict=True)]
        context["red"] = sum(check.colour == "red" for check in checks)
        context["yellow"] = sum(check.colour == "yellow" for check in checks)
    context["table"] = EntryTable(found, event, order_by="start_number", exclude=FILES_ALONE)
    arrange(request, context["table"])
    return render(request, "events/entries.html", context)


def _register(request: Request, event: Event) -> dict[str, object]:
    """The register of the club: who was found, and before them who is ticked already, found or not."""
    search = request.GET.get("suche", "")
    ticked = {int(key) for key in request.GET.getlist("players") if re.fullmatch(r"[0-9]{1,9}", key)}
    found = list(queries.candidates(event, search))
    if ticked:
        found_keys = {member.player_id for member in found}
        kept = queries.candidates(event).filter(player__in=ticked - found_keys)
        found = [*kept, *found]
    return {"found": found, "ticked": ticked, "search": search}


def _tell_entered(request: Request, entered: list[Entry]) -> None:
    """The new start numbers, for saying them aloud at the desk."""
    if not entered:
        return
    names = get_text_list([f"{entry.start_number} {entry.name}" for entry in entered], _("und"))
    messages.success(
        request,
        ngettext("Eingetragen mit Startnummer: %(names)s.", "Eingetragen mit Startnummern: %(names)s.", len(entered))
        % {"names": names},
    )
