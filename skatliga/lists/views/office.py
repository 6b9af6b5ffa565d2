"""What the office does with lists: the board of a Serie, states, signatures, photographs, protests."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role, require
from skatliga.events.access import round_for, round_of
from skatliga.events.forms import TimeForm
from skatliga.events.live_pages import Poll, live
from skatliga.events.models import Event, Round, Table
from skatliga.events.queries import without_seat
from skatliga.events.reseating import is_first_seating, last_former, obstacles
from skatliga.forms import refusal_in
from skatliga.lists import queries
from skatliga.lists.access import sheet_for
from skatliga.lists.forms import LatecomerForm, SubstitutionForm, errors_of
from skatliga.lists.models import Protest, Sheet
from skatliga.lists.photos import add_photo, remove_photo
from skatliga.lists.protests import answer, protest
from skatliga.lists.seat_changes import add_player, move_to_table, reseat, substitute
from skatliga.lists.services import open_sheet, set_deals
from skatliga.lists.time_limit import strike_unbegun, unfinished
from skatliga.lists.timeup_forms import TimeUpForm
from skatliga.lists.views.confirming import next_to_confirm
from skatliga.lists.views.requests import ask_for_next, change_of
from skatliga.lists.workflow import MOVES, REOPENING, move, sign, unsign
from skatliga.requests import Request, refusal_told, text_of

TABLES_PER_PAGE = 120


@login_not_required
def board(request: Request, slug: str, number: int) -> HttpResponse:
    """A Serie: who sits where, how far the list of each table is, and what is done with seats, time and lists."""

    def make(event: Event, poll: Poll) -> HttpResponse:
        round = round_of(event, number)
        wanted = request.GET.get("tisch", "")[:60].strip()
        found = queries.find_table(round, wanted, event.role) if wanted else None
        before = round.tables.filter(number__lt=found.number).count() if found else 0
        on_page = before // TABLES_PER_PAGE + 1 if found else request.GET.get("page")
        page = Paginator(round.tables.order_by("number"), TABLES_PER_PAGE).get_page(on_page)
        counted = queries.count_lists(round)
        context = {
            "event": event,
            "round": round,
            "page": page,
            "tables": queries.board(list(page), event.role),
            **counted,
            "left": page.paginator.count - counted["arrived"],
            "wanted": wanted,
            "poll": poll,
        }
        if request.htmx:
            return render(request, "lists/board_part.html", context)
        return render(request, "lists/board.html", context | _around_the_tables(round))

    return live(request, slug, make)


def _around_the_tables(round: Round) -> dict[str, object]:
    """What stands beside the tables of a Serie: who has no seat, and for the Spielleitung time and draw."""
    role = round.event.role
    context: dict[str, object] = {
        "after_cut": round.event.is_cut_before(round.number),
        "without": without_seat(round, role) if role else [],
    }
    if role and role.directs:
        context["time"] = TimeForm(initial={"minutes": round.minutes})
        if not round.started_at:
            context |= {"former": last_former(round), "first": is_first_seating(round), "obstacles": obstacles(round)}
    return context


@login_not_required
def at_table(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    """Where the code of a paper leads that was printed before its list was opened: to the list, or to its opening."""
    round = round_for(request, slug, number, Role.READER)
    sheet = queries.main_sheet(get_object_or_404(round.tables, number=table))
    if sheet:
        return redirect("lists:sheet", sheet.pk)
    return redirect(f"{reverse('lists:board', args=[slug, number])}?tisch={table}")


def time_up(request: Request, slug: str, number: int) -> HttpResponse:
    """Strike the deals not begun from all lists of a Serie: first shown, then done."""
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    form = TimeUpForm(request.POST or None, tables=unfinished(round))
    previewed = form.is_valid() and "aendern" not in request.POST
    if previewed and "streichen" in request.POST:
        with refusal_in(form):
            strike_unbegun(round, form.played, form.cleaned_data["reason"], request.user)
            messages.success(request, _("Die nicht begonnenen Spiele sind gestrichen."))
            return redirect("lists:board", slug, number)
        previewed = False
    context = {"event": round.event, "round": round, "form": form, "previewed": previewed}
    return render(request, "lists/time_up.html", context, status=422 if form.errors else 200)


@require_POST
def move_state(request: Request, pk: uuid.UUID) -> HttpResponse:
    """Hand in, close, confirm, reject, question, bind, open again or annul a list.

    `weiter` leads on to the next table; from a list that was checked the way goes to the next one that waits for it.
    """
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    to = request.POST.get("stand", "")
    if needed := MOVES[sheet.state].get(to):
        require(request, sheet.table.round.event.role, needed)
    with refusal_told(request):
        if to not in Sheet.State:
            raise ValidationError(_("Diesen Stand gibt es nicht; bitte die Seite neu laden."))
        checks = to == Sheet.State.CHECKED and sheet.kind == Sheet.Kind.MAIN
        upcoming = next_to_confirm(sheet, request.user) if checks else None
        move(pk, to, change_of(request))
        if upcoming:
            messages.success(
                request, _("Stand der Liste: %(state)s (%(list)s).") % {"list": sheet, "state": Sheet.State(to).label}
            )
            return redirect(upcoming)
        if "weiter" in request.POST:
            return ask_for_next(request, sheet, to)
        reopened = (sheet.state, to) in REOPENING
        told = (
            _("Die Liste ist wieder offen: Sie lässt sich berichtigen und muss danach neu geprüft werden.")
            if reopened
            else _("Stand der Liste: %(state)s.") % {"state": Sheet.State(to).label}
        )
        messages.success(request, told)
    return redirect("lists:sheet", pk)


@require_POST
def move_table(request: Request, pk: uuid.UUID) -> HttpResponse:
    """A list typed under the wrong table or Serie goes to the right one."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    wanted = request.POST.get("tisch", "")
    table = get_object_or_404(
        Table.objects.select_related("round"),
        pk=int(wanted) if wanted.isdecimal() and len(wanted) < 12 else 0,
        round__event=sheet.table.round.event,
    )
    with refusal_told(request):
        move_to_table(pk, table, change_of(request))
        messages.success(
            request, _("Die Liste gehört jetzt zu %(round)s, %(table)s.") % {"round": table.round, "table": table}
        )
    return redirect("lists:sheet", pk)


@require_POST
def change_deals(request: Request, pk: uuid.UUID) -> HttpResponse:
    """The list ends earlier or later than the event says."""
    sheet_for(request, pk, Role.LISTENFUEHRER)
    sent = request.POST.get("spiele", "")
    with refusal_told(request):
        deals = int(sent) if sent.isdecimal() and len(sent) < 5 else 0
        set_deals(pk, deals, change_of(request))
        messages.success(request, _("Die Liste hat jetzt %(deals)s Spiele.") % {"deals": deals})
    return redirect("lists:sheet", pk)


@require_POST
def change_seats(request: Request, pk: uuid.UUID) -> HttpResponse:
    """The players sat otherwise than they were seated."""
    sheet_for(request, pk, Role.SPIELLEITUNG)
    sent = [seat.strip() for seat in request.POST.get("reihenfolge", "").split(",")]
    order = [int(seat) for seat in sent if seat.isdecimal() and len(seat) < 3]
    with refusal_told(request):
        reseat(pk, order, change_of(request))
        messages.success(request, _("Die Plätze stehen jetzt wie auf dem Papier."))
    return redirect("lists:sheet", pk)


@require_POST
def change_player(request: Request, pk: uuid.UUID) -> HttpResponse:
    """Somebody takes over a seat from a deal on."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    form = SubstitutionForm(request.POST, sheet=sheet)
    with refusal_told(request):
        if not form.is_valid():
            raise ValidationError(errors_of(form))
        substitute(pk, *form.values, change_of(request))
        messages.success(request, _("Die Vertretung ist eingetragen."))
    return redirect("lists:sheet", pk)


@require_POST
def seat_latecomer(request: Request, pk: uuid.UUID) -> HttpResponse:
    """Somebody sits down at a table whose list is open."""
    sheet = sheet_for(request, pk, Role.SPIELLEITUNG)
    form = LatecomerForm(request.POST)
    with refusal_told(request):
        if not form.is_valid():
            raise ValidationError(errors_of(form))
        entry = sheet.table.round.event.entries.filter(start_number=form.cleaned_data["start_number"]).first()
        if entry is None:
            raise ValidationError(_("Diese Startnummer gibt es hier nicht."))
        view = add_player(pk, entry, change_of(request))
        everybody = "".join(map(str, range(1, view.frame.seats + 1)))
        said = _("%(name)s sitzt jetzt an %(table)s.") % {"name": entry.name, "table": sheet.table}
        if view.rows:
            said += " " + _("Beim ersten Spiel zu %(size)s bitte unter „ab hier am Tisch“ %(seats)s eintragen.") % {
                "size": view.frame.seats,
                "seats": everybody,
            }
        messages.success(request, said)
    return redirect("lists:sheet", pk)


@require_POST
def sign_list(request: Request, pk: uuid.UUID) -> HttpResponse:
    """Note the signatures on the paper: for every seat ticked the name that stands there."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    with refusal_told(request):
        for sitting in queries.sittings_of(sheet, Role.LISTENFUEHRER):
            if f"platz-{sitting.seat}" in request.POST:
                name = text_of(request, f"name-{sitting.seat}", 120) or sitting.name
                sign(sheet, sitting.seat, name, request.user)
            elif request.POST.get("entfernen") == str(sitting.seat):
                unsign(sheet, sitting.seat, request.user)
    return redirect("lists:sheet", pk)


@require_POST
def open_twin(request: Request, pk: uuid.UUID) -> HttpResponse:
    """Begin the second list of the same table."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    with refusal_told(request):
        return redirect("lists:entry", open_sheet(sheet.table, request.user, Sheet.Kind.TWIN).pk)
    return redirect("lists:sheet", pk)


@require_POST
def upload_photo(request: Request, pk: uuid.UUID) -> HttpResponse:
    """A photograph of the paper."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    with refusal_told(request):
        photo = request.FILES.get("foto")
        if photo is None:
            raise ValidationError(_("Bitte ein Foto wählen."))
        add_photo(sheet, photo, request.user)
    return redirect("lists:entry" if request.POST.get("zurueck") == "eingabe" else "lists:sheet", pk)


@require_POST
def delete_photo(request: Request, pk: uuid.UUID, photo: int) -> HttpResponse:
    """Take a photograph away."""
    sheet = sheet_for(request, pk, Role.LISTENFUEHRER)
    kept = get_object_or_404(sheet.photos, pk=photo)
    kept.sheet = sheet
    with refusal_told(request):
        remove_photo(kept)
    return redirect("lists:sheet", pk)


@require_POST
def make_protest(request: Request, pk: uuid.UUID) -> HttpResponse:
    """Protest against a list; whoever holds a role in the event may."""
    sheet = sheet_for(request, pk, Role.READER)
    require(request, sheet.table.round.event.role, Role.READER)
    with refusal_told(request):
        protest(sheet, text_of(request, "text", 2000), request.user)
        messages.success(request, _("Der Protest ist eingelegt; die Spielleitung antwortet auf dieser Seite."))
    return redirect("lists:sheet", pk)


@require_POST
def answer_protest(request: Request, pk: uuid.UUID, protest: int) -> HttpResponse:
    """Decide a protest."""
    sheet = sheet_for(request, pk, Role.SPIELLEITUNG)
    made = get_object_or_404(sheet.protests, pk=protest)
    with refusal_told(request):
        verdict = request.POST.get("verdict", "")
        answer(made, verdict, text_of(request, "answer", 2000), request.user)
        if verdict == Protest.Verdict.GRANTED:
            messages.success(request, _("Dem Protest ist stattgegeben. Jetzt die Liste wieder öffnen und berichtigen."))
        else:
            messages.success(request, _("Der Protest ist zurückgewiesen."))
    return redirect("lists:sheet", pk)
