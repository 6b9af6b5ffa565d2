"""Pages of the money: the till, fees, prizes, and copying an event.

**D** All of it is for those who direct the event; those who enter players may take their entry fees too.
"""

import re
from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role, strongest
from skatliga.desk import balances, draws, dues, services
from skatliga.desk.balances import evening, received_in
from skatliga.desk.draws import figures, method_of, sentences
from skatliga.desk.forms import (
    MODES,
    AwardsForm,
    CopyForm,
    CountForm,
    DrawForm,
    FeesForm,
    OtherForm,
    ReverseForm,
)
from skatliga.desk.models import Fees, Proposal
from skatliga.desk.next_actions import money_actions
from skatliga.desk.prize_plan import PRESETS, preset_fees, problems_of
from skatliga.desk.prizes import prize_list
from skatliga.desk.services import close_event
from skatliga.desk.services import copy_event as make_copy
from skatliga.desk.tables import BillTable, BookingTable, ProposalTable, SettlementTable
from skatliga.events.access import entry_for, event_for, round_for
from skatliga.events.draw_field import Tables
from skatliga.events.queries import entries_shown
from skatliga.events.reseating import obstacles, seated
from skatliga.exports import Export
from skatliga.formatting import write_euros
from skatliga.forms import refusal_in
from skatliga.people.names import fold
from skatliga.requests import Request, back, refusal_told, text_of
from skatliga.standings.ranking_source import find
from skatliga.tables import SortedRows, arrange


def cash(request: Request, slug: str) -> HttpResponse:
    """What each player owes, in all and one by one."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    fees = dues.fees_of(event)
    bills = dues.player_bills(event, fees)
    everything = dues.Bill(tuple(position for each in bills for position in each.bill.positions))
    search, only_open = request.GET.get("suche", "").strip(), "offen" in request.GET
    words = fold(search).split()
    found = [
        each
        for each in bills
        if not (only_open and each.bill.settled)
        and (search == str(each.entry.start_number) or all(word in fold(each.entry.shown) for word in words))
    ]
    table = BillTable(SortedRows(found), event, order_by="start_number")
    arrange(request, table)
    context = {
        "event": event,
        "everything": everything,
        "owed": sum(each.bill.open for each in bills if each.bill.open > 0),
        "settles": bool(fees.stake),
        "table": table,
        "search": search,
        "only_open": only_open,
    }
    return render(request, "desk/cash.html", context)


def cash_round(request: Request, slug: str, number: int) -> HttpResponse:
    """What comes in with the lists of one Serie, table by table, and what the players settle among themselves."""
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    fees = dues.fees_of(round.event)
    bills = dues.table_bills(round.event, fees, round.pk)
    received = received_in(round, fees)
    context = {
        "event": round.event,
        "round": round,
        "everything": dues.Bill(tuple(position for each in bills for position in each.bill.positions)),
        "settles": bool(fees.stake),
        "tables": [(each, [(player, received.get(player.entry.pk)) for player in each.players]) for each in bills],
    }
    return render(request, "desk/cash_round.html", context)


def settlement(request: Request, slug: str) -> HttpResponse:
    """What the players settle among themselves over the whole evening."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    fees = dues.fees_of(event)
    table = SettlementTable(evening(event, fees), event, order_by="start_number")
    arrange(request, table)
    return render(request, "desk/settlement.html", {"event": event, "settles": bool(fees.stake), "table": table})


@require_POST
def pay_player(request: Request, slug: str, number: int) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    entry = get_object_or_404(event.entries, start_number=number)
    with refusal_told(request):
        _tell_booked(request, services.pay_player(entry, _expected(request), request.user), entry.name)
    return back(request, resolve_url("desk:cash", slug))


@require_POST
def pay_everybody(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    with refusal_told(request):
        _tell_booked(request, services.pay_everybody(event, _expected(request), request.user), _("Alle"))
    return redirect("desk:cash", slug)


@require_POST
def pay_table(request: Request, slug: str, number: int, table: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    with refusal_told(request):
        paid = services.pay_table(round, table, _expected(request), request.user)
        _tell_booked(request, paid, _("Tisch %(number)s") % {"number": table})
    return redirect(f"{resolve_url('desk:cash_round', slug, number)}#tisch-{table}")


def balance(request: Request, slug: str) -> HttpResponse:
    """The balance of the day; with what was counted, also the difference to it."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    found = balances.balance(event)
    count = CountForm(request.GET if "counted" in request.GET else None)
    difference = count.cleaned_data["counted"] - found.till if count.is_valid() else None
    context = {"event": event, "balance": found, "count": count, "difference": difference}
    return render(request, "desk/balance.html", context)


def bookings(request: Request, slug: str) -> HttpResponse:
    """All bookings, and the form for other income and expenses."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    form = OtherForm(request.POST or None)
    if form.is_valid():
        try:
            services.book_other(event, form.cents, form.cleaned_data["note"], request.user, form.cleaned_data["key"])
        except ValidationError as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("%(euros)s gebucht.") % {"euros": write_euros(form.cents)})
            return redirect("desk:bookings", slug)
    table = BookingTable(balances.bookings(event), event)
    arrange(request, table)
    return render(request, "desk/bookings.html", {"event": event, "table": table, "form": form})


def reverse(request: Request, slug: str, pk: int) -> HttpResponse:
    """Take a booking back, with a reason."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    booking = get_object_or_404(balances.bookings(event), pk=pk)
    form = ReverseForm(request.POST or None)
    if form.is_valid():
        with refusal_in(form):
            services.reverse(booking, form.cleaned_data["reason"], request.user)
            messages.success(request, _("Die Buchung ist storniert."))
            return redirect("desk:bookings", slug)
    return render(request, "desk/reverse.html", {"event": event, "booking": booking, "form": form})


def fees(request: Request, slug: str) -> HttpResponse:
    """What the event costs and how its pot becomes prizes; first shown with what is usual."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    kept = Fees.objects.filter(event=event).select_related("event").first()
    wanted = request.GET.get("wie", "")
    stored = kept or preset_fees(event, wanted)
    form = FeesForm(request.POST or None, fees=stored)
    if form.is_valid():
        with refusal_in(form):
            services.set_fees(event, **form.values)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return redirect("desk:fees", slug)
    context = {"event": event, "form": form, "kept": kept, "presets": PRESETS, "chosen": wanted}
    return render(request, "desk/fees.html", context)


def prizes(request: Request, slug: str) -> HttpResponse:
    """Who has won what, what has been paid out, and the form for the prizes themselves."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    found = prize_list(event, event.role)
    form = AwardsForm(request.POST or None, awards=found.awards, series=not event.target)
    if form.is_valid():
        with refusal_in(form):
            services.fix_awards(event, form.awards)
            messages.success(request, _("Die Preise sind festgesetzt."))
            return redirect("desk:prizes", slug)
    context = {
        "event": event,
        "prizes": found,
        "problems": problems_of(found.proposal),
        "payouts": [(payout, found.open_with(payout)) for payout in found.payouts],
        "form": form,
    }
    return render(request, "desk/prizes.html", context)


@require_POST
def release_prizes(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    with refusal_told(request):
        services.release_awards(event)
        messages.success(request, _("Die Preise folgen wieder dem Plan."))
    return redirect("desk:prizes", slug)


@require_POST
def pay_prizes(request: Request, slug: str) -> HttpResponse:
    """Pay out to all, or to the player with the start number `nr`."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    number = request.POST.get("nr", "")
    only = int(number) if re.fullmatch(r"[0-9]{1,9}", number) else None
    with refusal_told(request):
        paid = services.pay_prizes(event, _expected(request), request.user, only)
        if paid > 0:
            messages.success(request, _("%(euros)s ausgezahlt.") % {"euros": write_euros(paid)})
        elif paid:
            messages.success(request, _("%(euros)s zurückgenommen.") % {"euros": write_euros(-paid)})
    return redirect(f"{resolve_url('desk:prizes', slug)}#auszahlen")


def close(request: Request, slug: str) -> HttpResponse:
    """Close the event, with the lists that are missing by then in view."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    if request.method == "POST":
        with refusal_told(request):
            close_event(event, request.POST.get("fehlen", ""))
            return redirect(event)
    progress = find(event, event.role).progress
    debts = [action.sentence for action in money_actions(event, complete=True)]
    return render(request, "desk/close.html", {"event": event, "ranking": progress, "debts": debts})


def copy_event(request: Request, slug: str) -> HttpResponse:
    """Prepare the next event from this one; for those who direct the club."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    held = strongest(event.club_held)
    if not (held and held.directs):
        raise PermissionDenied
    form = CopyForm(request.POST or None, initial={"name": event.name, "date": event.date + timedelta(weeks=1)})
    if form.is_valid():
        with refusal_in(form):
            return redirect(make_copy(event, **form.cleaned_data))
    return render(request, "desk/copy_event.html", {"event": event, "form": form})


def paid_marks(request: Request, slug: str) -> HttpResponse:
    """The marks of the players asked for with `nr`, or of all, to be put in their places by htmx."""
    event = event_for(request, slug, Role.LISTENFUEHRER)
    asked = [int(number) for number in request.GET.getlist("nr") if re.fullmatch(r"[0-9]{1,9}", number)]
    marks = dues.entry_fee_marks(event, dues.fees_of(event), asked)
    return render(request, "desk/paid_marks.html", {"event": event, "marks": marks})


@require_POST
def pay(request: Request, slug: str, number: int) -> HttpResponse:
    entry = entry_for(request, slug, number)
    with refusal_told(request):
        services.pay_entry_fee(entry, request.user, _key(request))
    if request.htmx:
        [mark] = dues.entry_fee_marks(entry.event, dues.fees_of(entry.event), [number])
        return render(request, "desk/paid_mark.html", {"event": entry.event, "mark": mark})
    return back(request, resolve_url("events:entries", slug))


def _key(request: Request) -> UUID | None:
    """The key by which a request sent twice is known."""
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return None


def _expected(request: Request) -> int:
    """The cents that stood on the button."""
    cents = request.POST.get("cents", "")
    return int(cents) if re.fullmatch(r"-?[0-9]{1,9}", cents) else 0


def _tell_booked(request: Request, cents: int, whose: str) -> None:
    words = {"whose": whose, "euros": write_euros(abs(cents))}
    if cents > 0:
        messages.success(request, _("%(whose)s: %(euros)s bezahlt.") % words)
    elif cents < 0:
        messages.success(request, _("%(whose)s: %(euros)s zurückgezahlt.") % words)
    else:
        messages.info(request, _("%(whose)s: Es ist nichts offen.") % words)


# ---- Pages of the draw

SHOWN = 6
"""How many proposals are shown, the newest first."""


def draw(request: Request, slug: str, number: int) -> HttpResponse:
    """Draw proposals for a Serie and compare them."""
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    form = DrawForm(request.POST or None, sizes=round.event.table_sizes)
    if form.is_valid():
        with refusal_told(request):
            if "sofort" in request.POST:
                draws.draw_and_publish(round, request.user, text_of(request, "reason"), **form.settings)
                messages.success(request, _("%(round)s ist gesetzt und veröffentlicht.") % {"round": round})
                return redirect("lists:board", slug, number)
            draws.propose(round, request.user, **form.settings)
            return redirect("desk:draw", slug, number)
    names = {entry.start_number: entry.shown for entry in entries_shown(round.event, round.event.role)}
    sitting = seated(round)
    proposals = round.proposals.select_related("made_by", "round")[:SHOWN]
    context = {
        "event": round.event,
        "round": round,
        "form": form,
        "seated": bool(sitting),
        "obstacles": obstacles(round) if sitting else [],
        "former": round.former_seatings.select_related("replaced_by")[:SHOWN],
        "proposals": [_shown(proposal, names, sitting) for proposal in proposals],
    }
    return render(request, "desk/draw.html", context)


def redraw(request: Request, slug: str, number: int) -> HttpResponse:
    """Ask before a Serie that has seats is drawn anew, in the way it was drawn."""
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    if request.method == "POST":
        with refusal_told(request):
            draws.draw_and_publish(round, request.user, text_of(request, "reason"), **draws.own_way(round))
            messages.success(request, _("%(round)s ist neu ausgelost.") % {"round": round})
            return redirect("lists:board", slug, number)
        return redirect("desk:redraw", slug, number)
    way = draws.own_way(round)
    context = {
        "event": round.event,
        "round": round,
        "way": MODES[way["mode"]],
        "players": round.seats.count(),
        "tables": round.tables.count(),
        "obstacles": obstacles(round),
        "later": list(round.event.rounds.filter(number__gt=number, seats__isnull=False).distinct()),
    }
    return render(request, "desk/redraw.html", context)


def draw_file(request: Request, slug: str, number: int) -> Export:
    """The figures of all proposals of a Serie."""
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    table = ProposalTable(round.proposals.all())
    return Export(table, f"auslosung-{slug}-serie-{number}", _("Auslosung"))


@require_POST
def mend(request: Request, slug: str, number: int) -> HttpResponse:
    """The seating of today with as few moves as possible, now that others take part; who moves is looked at first."""
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    with refusal_told(request):
        proposal = draws.mend(round, request.user)
        if proposal.published_at:
            messages.success(request, _("%(round)s ist nachgebessert; niemand wechselt den Tisch.") % {"round": round})
            return redirect("lists:board", slug, number)
        messages.info(request, _("Bitte den Vorschlag ansehen und setzen; vorher bleiben alle, wo sie sind."))
        return redirect(f"{resolve_url('desk:draw', slug, number)}#vorschlaege")
    return redirect("desk:draw", slug, number)


@require_POST
def publish(request: Request, slug: str, number: int, pk: int) -> HttpResponse:
    """Make a proposal the seating of the Serie."""
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    proposal = get_object_or_404(round.proposals, pk=pk)
    with refusal_told(request):
        draws.publish(proposal, text_of(request, "reason"), request.user)
        messages.success(request, _("%(round)s ist gesetzt.") % {"round": round})
        return redirect("lists:board", slug, number)
    return redirect("desk:draw", slug, number)


def _shown(proposal: Proposal, names: Mapping[int, str], now: Tables) -> dict[str, object]:
    """A proposal as the page shows it, beside who sits where now."""
    return {
        "proposal": proposal,
        "set": now == {table: tuple(players) for table, players in proposal.seating},
        "method": method_of(proposal.settings),
        "figures": figures(proposal.report),
        "sentences": list(sentences(proposal.report, names)),
        "moved": len(draws.moving(proposal, now)) if now else None,
        "tables": [
            (table, [(player, names.get(player, "")) for player in players]) for table, players in proposal.seating
        ],
    }
