"""Pages of the draw: proposals side by side, and the one that is published."""

from collections.abc import Mapping

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.desk import draws
from skatliga.desk.draw_forms import MODES, DrawForm
from skatliga.desk.draw_reports import figures, method_of, sentences
from skatliga.desk.models import Proposal
from skatliga.desk.tables import ProposalTable
from skatliga.events.access import round_for
from skatliga.events.queries import entries_shown
from skatliga.events.reseating import obstacles
from skatliga.refusals import refusal_told, text_of
from skatliga.requests import Request
from skatliga.spreadsheets import table_file

SHOWN = 6
"""How many proposals are shown, the newest first."""


def draw(request: Request, slug: str, number: int) -> HttpResponse:
    """Draw proposals for a Serie and compare them."""
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    form = DrawForm(request.POST or None, sizes=round.event.table_sizes)
    if form.is_valid():
        try:
            if "sofort" in request.POST:
                draws.draw_and_publish(round, request.user, text_of(request, "reason"), **form.settings)
                messages.success(request, _("%(round)s ist gesetzt und veröffentlicht.") % {"round": round})
                return redirect("events:round", slug, number)
            draws.propose(round, request.user, **form.settings)
            return redirect("desk:draw", slug, number)
        except ValidationError as refusal:
            for said in refusal.messages:
                messages.error(request, said)
    names = {entry.start_number: entry.shown for entry in entries_shown(round.event, round.event.role)}
    sitting = dict(round.seats.values_list("entry__start_number", "table__number"))
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
            return redirect("events:round", slug, number)
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


def draw_file(request: Request, slug: str, number: int, ending: str) -> HttpResponse:
    """The figures of all proposals of a Serie."""
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    table = ProposalTable(round.proposals.all())
    return table_file(table, f"auslosung-{slug}-serie-{number}", ending, _("Auslosung"))


@require_POST
def mend(request: Request, slug: str, number: int) -> HttpResponse:
    """Propose the seating of today with as few moves as possible, now that others take part."""
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    with refusal_told(request):
        draws.propose_mended(round, request.user)
    return redirect("desk:draw", slug, number)


@require_POST
def publish(request: Request, slug: str, number: int, pk: int) -> HttpResponse:
    """Make a proposal the seating of the Serie."""
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    proposal = get_object_or_404(round.proposals, pk=pk)
    proposal.round = round
    with refusal_told(request):
        draws.publish(proposal, text_of(request, "reason"), request.user)
        messages.success(request, _("%(round)s ist gesetzt.") % {"round": round})
        return redirect("events:round", slug, number)
    return redirect("desk:draw", slug, number)


def _shown(proposal: Proposal, names: Mapping[int, str], sitting: Mapping[int, int]) -> dict[str, object]:
    """A proposal as the page shows it; `sitting` is at which table everybody sits now."""
    places = [(player, table) for table, players in proposal.seating for player in players]
    return {
        "proposal": proposal,
        "set": proposal.seed == proposal.round.lot,
        "method": method_of(proposal.settings),
        "figures": figures(proposal.report),
        "sentences": list(sentences(proposal.report, names)),
        "moved": sum(sitting.get(player) not in (None, table) for player, table in places) if sitting else None,
        "tables": [
            (table, [(player, names.get(player, "")) for player in players]) for table, players in proposal.seating
        ],
    }
