"""Pages of Turnierserien: table, accounts, tournaments, clubs, rule."""

from copy import copy

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.circuits import services
from skatliga.circuits.access import circuit_for, club_in_circuit_for, clubs_directed, partner_for, stop_for
from skatliga.circuits.forms import PRESETS, CircuitForm, CircuitRuleForm, InviteForm, StopsForm
from skatliga.circuits.models import OF_TOURNAMENTS, Circuit, Partner, usual_rule
from skatliga.circuits.queries import circuits_of, clubs_in, events_to_add, known_of, played
from skatliga.circuits.rule_text import say
from skatliga.circuits.standing import CircuitAccount, account, circuit_table
from skatliga.circuits.tables import CircuitAccountTable, CircuitStandingTable, StopTable
from skatliga.circuits.team_standing import kinds_in, team_table
from skatliga.events.live_pages import Poll, answer_kept
from skatliga.exports import Export
from skatliga.forms import refusal_in
from skatliga.handouts import ExportSteps
from skatliga.people.access import club_for
from skatliga.requests import Request, refusal_told
from skatliga.tables import arrange
from skatliga.wertung.rules import YearTableRule
from skatliga.wertung.views import PreviewLine, RulePage, RulePreview

PER_PAGE = 50


@login_not_required
def circuits(request: Request, club: str) -> HttpResponse:
    """The Turnierserien that a club leads or takes part in, and what it is invited to."""
    own = club_for(request, club, None)
    waiting = own.partnerships.filter(answer=Partner.Answer.WAITING).select_related("circuit__club")
    context = {
        "club": own,
        "circuits": circuits_of(own),
        "waiting": waiting if own.role and own.role.directs else (),
    }
    return render(request, "circuits/circuits.html", context)


def create_circuit(request: Request, club: str) -> HttpResponse:
    own = club_for(request, club, Role.SPIELLEITUNG)
    form = CircuitForm(request.POST or None, club=own)
    if form.is_valid():
        with refusal_in(form):
            made = services.create_circuit(own, **form.cleaned_data)
            return redirect("circuits:change_rule", made.slug)
    return render(request, "circuits/create_circuit.html", {"club": own, "form": form})


def change_circuit(request: Request, slug: str) -> HttpResponse:
    circuit = circuit_for(request, slug, Role.SPIELLEITUNG)
    form = CircuitForm(request.POST or None, club=circuit.club, instance=copy(circuit))
    if form.is_valid():
        with refusal_in(form):
            services.change_circuit(circuit, **form.cleaned_data)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return redirect(circuit)
    context = {"circuit": circuit, "form": form, "said": _said(circuit)}
    return render(request, "circuits/change_circuit.html", context)


def change_rule(request: Request, slug: str) -> HttpResponse:
    """The rule of its table."""
    circuit = circuit_for(request, slug, Role.SPIELLEITUNG)
    page = RulePage(
        table=YearTableRule("", circuit.counts_by),
        presets=PRESETS,
        preview=lambda table: _preview(circuit, table),
        save=lambda table, reason: services.set_rule(circuit, table.rule, reason),
        back=reverse("circuits:stops", args=[slug]),
        context={
            "base": "circuits/circuit_base.html",
            "circuit": circuit,
            "subject": circuit.name,
            "eyebrow": _("Turniere"),
            "heading": _("So wird gezählt"),
        },
        new=circuit.rule == usual_rule(),
        frozen=services.is_frozen(circuit),
        where=OF_TOURNAMENTS,
        form=CircuitRuleForm,
    )
    return page.answer(request)


def _preview(circuit: Circuit, table: YearTableRule) -> RulePreview:
    made = circuit_table(played(circuit), table.rule)
    lines = [PreviewLine(line.place, line.person.name, line.value) for line in made.placed]
    return RulePreview(circuit.name, made.said, made.heading, lines, len(made.below))


@require_POST
def set_state(request: Request, slug: str) -> HttpResponse:
    """Publish, withdraw, close or open again."""
    circuit = circuit_for(request, slug, Role.SPIELLEITUNG)
    state = request.POST.get("state", "")
    if state in Circuit.State.values:
        with refusal_told(request):
            services.set_state(circuit, Circuit.State(state))
    return redirect(circuit)


@login_not_required
def circuit(request: Request, slug: str) -> HttpResponse:
    """The table."""
    circuit = circuit_for(request, slug, None)

    def make(poll: Poll) -> HttpResponse:
        data = played(circuit)
        table = circuit_table(data)
        placed = CircuitStandingTable(table, table.placed, exclude=("shortfall",))
        arrange(request, placed, PER_PAGE)
        below = CircuitStandingTable(table, table.below, exclude=("shortfall",), orderable=False)
        context = {
            "circuit": circuit,
            "table": table,
            "placed": placed,
            "below": below if table.below else None,
            "data": data,
            "clubs": clubs_in(circuit),
            "teams": [kind.label for kind in kinds_in(circuit)],
            "namesakes": data.namesakes if circuit.role and circuit.role.directs else (),
        }
        return render(request, "circuits/circuit.html", context)

    return answer_kept(request, known_of(circuit), circuit.role, make)


@login_not_required
def teams(request: Request, slug: str) -> HttpResponse:
    """The teams of its tournaments, each kind in one table, with who plays for each."""
    circuit = circuit_for(request, slug, None)

    def make(poll: Poll) -> HttpResponse:
        tables, data = [], played(circuit)
        for kind, events in kinds_in(circuit).items():
            found = team_table(data, events)
            lines = [(line, found.members[line.person.key]) for line in found.table.lines]
            tables.append((kind.label, found.table, lines))
        return render(request, "circuits/teams.html", {"circuit": circuit, "tables": tables})

    return answer_kept(request, known_of(circuit), circuit.role, make)


def circuit_file(request: Request, slug: str) -> ExportSteps:
    """The table as a file, everybody in it."""
    circuit = circuit_for(request, slug, None)
    yield known_of(circuit)
    table = circuit_table(played(circuit))
    name = f"turnierserie-{slug}" + ("" if circuit.state == Circuit.State.FINAL else "-vorlaeufig")
    return Export(CircuitStandingTable(table, table.lines), name, circuit.name)


@login_not_required
def player(request: Request, slug: str, key: str) -> HttpResponse:
    """The account of one person."""
    circuit = circuit_for(request, slug, None)

    def make(poll: Poll) -> HttpResponse:
        return render(request, "circuits/player.html", {"circuit": circuit, "found": _account(circuit, key)})

    return answer_kept(request, known_of(circuit), circuit.role, make)


def player_file(request: Request, slug: str, key: str) -> ExportSteps:
    """The account as a file."""
    circuit = circuit_for(request, slug, None)
    yield known_of(circuit)
    return Export(CircuitAccountTable(_account(circuit, key)), f"konto-{slug}-{key}", _("Konto"))


def _account(circuit: Circuit, key: str) -> CircuitAccount:
    data = played(circuit)
    table = circuit_table(data)
    line = table.line_of(key)
    if line is None:
        raise Http404
    return account(data, table, line)


@login_not_required
def stops(request: Request, slug: str) -> HttpResponse:
    """The tournaments; each club puts its own in."""
    circuit = circuit_for(request, slug, None)
    directed = clubs_directed(request, circuit)
    taking_part = set(clubs_in(circuit))
    offers = [(club, StopsForm(offered=events_to_add(circuit, club))) for club in directed if club in taking_part]
    context = {
        "circuit": circuit,
        "data": played(circuit),
        "offers": offers if circuit.state != Circuit.State.FINAL else (),
        "directed": {club.name for club in directed},
        "leads": bool(circuit.role and circuit.role.directs),
    }
    return render(request, "circuits/stops.html", context)


def stops_file(request: Request, slug: str) -> ExportSteps:
    """The tournaments as a file."""
    circuit = circuit_for(request, slug, None)
    yield known_of(circuit)
    return Export(StopTable(played(circuit).stops), f"turniere-{slug}", _("Turniere"))


@require_POST
def add_stops(request: Request, slug: str, club: str) -> HttpResponse:
    """A club puts tournaments of its own in."""
    found = club_in_circuit_for(request, slug, club)
    form = StopsForm(request.POST, offered=events_to_add(found.circuit, found.club))
    if form.is_valid():
        with refusal_told(request):
            services.add_stops(found.circuit, found.club, form.cleaned_data["events"], request.user)
            messages.success(request, _("Die Turniere zählen jetzt zur Turnierserie."))
    else:
        messages.error(request, _("Bitte ankreuzen, welche Turniere zählen sollen."))
    return redirect("circuits:stops", slug)


def remove_stop(request: Request, slug: str, event: str) -> HttpResponse:
    """Let a tournament count no longer, after asking."""
    stop = stop_for(request, slug, event)
    if request.method == "POST":
        with refusal_told(request):
            services.remove_stop(stop)
            messages.success(request, _("%(event)s zählt nicht mehr zur Turnierserie.") % {"event": stop.event})
        return redirect("circuits:stops", slug)
    return render(request, "circuits/remove_stop.html", {"circuit": stop.circuit, "stop": stop})


def partners(request: Request, slug: str) -> HttpResponse:
    """The clubs, and whom to invite."""
    circuit = circuit_for(request, slug, Role.SPIELLEITUNG)
    form = InviteForm(request.POST or None, circuit=circuit)
    if form.is_valid():
        with refusal_in(form):
            services.invite(circuit, form.cleaned_data["club"], request.user)
            messages.success(
                request, _("%(club)s ist eingeladen und muss noch zusagen.") % {"club": form.cleaned_data["club"]}
            )
            return redirect("circuits:partners", slug)
    found = circuit.partners.select_related("club")
    return render(request, "circuits/partners.html", {"circuit": circuit, "partners": found, "form": form})


def remove_partner(request: Request, slug: str, pk: int) -> HttpResponse:
    """Go on without a club, after asking."""
    circuit = circuit_for(request, slug, Role.SPIELLEITUNG)
    partner = circuit.partners.select_related("club").filter(pk=pk).first()
    if partner is None:
        raise Http404
    if request.method == "POST":
        with refusal_told(request):
            services.part_with(partner)
            messages.success(request, _("%(club)s ist nicht mehr dabei.") % {"club": partner.club})
        return redirect("circuits:partners", slug)
    return render(request, "circuits/remove_partner.html", {"circuit": circuit, "partner": partner})


def invitation(request: Request, slug: str, club: str) -> HttpResponse:
    """What a club is asked, or has said; it answers here, and leaves here."""
    found = partner_for(request, slug, club)
    assert found.partner  # `partner_for` gives nothing else
    if request.method == "POST":
        joined = request.POST.get("answer") == "ja"
        with refusal_told(request):
            services.answer(found.partner, joined, request.user)
            said = _("%(club)s ist dabei.") if joined else _("%(club)s ist nicht dabei.")
            messages.success(request, said % {"club": found.club})
        if joined:
            return redirect("circuits:stops", slug)
        return redirect("circuits:circuits", found.club.slug)
    context = {"circuit": found.circuit, "club": found.club, "partner": found.partner, "said": _said(found.circuit)}
    return render(request, "circuits/invitation.html", context)


def _said(circuit: Circuit) -> str:
    return say(circuit.counts_by, circuit.qualified, per_club=circuit.per_club)
