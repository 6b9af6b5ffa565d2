"""Papers to look at, save and print.

* **D** What anybody may ask for (lists, rankings, the Siegerliste) is made once for everybody (`handouts`).
* **D** What is printed for a whole Serie costs more than a page: it is for those who enter lists, the money for those
  who direct the event.
* **D** Who may read the pages of a league may have its papers.
"""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from scoring.rulebooks import BOOKS
from skatliga.access import Role, require
from skatliga.circuits.access import circuit_on_paper
from skatliga.desk.dues import money_state
from skatliga.events.access import event_for, round_for
from skatliga.events.live_pages import state_of
from skatliga.events.models import Event, Round, Table, Team
from skatliga.events.reseating import note_printed
from skatliga.forms import refusal_in
from skatliga.handouts import Steps, handout, taking_turns
from skatliga.leagues.access import division_for, group_for, player_choice, season_state
from skatliga.leagues.group_results import read_at
from skatliga.lists.access import sheet_for
from skatliga.people.access import club_for
from skatliga.phones.access import entry_of, is_guessing, known_of
from skatliga.printing import certificates as saved
from skatliga.printing import queries
from skatliga.printing.certificates import CertificateFormForm
from skatliga.printing.circuit_papers import circuit_filename, print_circuit
from skatliga.printing.document_types import DOCUMENT_TYPES, certificates_pdf
from skatliga.printing.federation_papers import print_moves, print_qualified
from skatliga.printing.formats import LARGE, NORMAL, TICKED, Edition
from skatliga.printing.page_papers import (
    LEAGUE_WORKS,
    STATISTICS_WORKS,
    YEAR_WORKS,
    LeagueOrder,
    StatisticsOrder,
    year_filename,
)
from skatliga.printing.pdf import file_response
from skatliga.printing.print_request import MOST_OF_ONE, MOST_ORDERED, PrintJob, PrintRequest, filename
from skatliga.printing.sheet_paper import Paper
from skatliga.printing.sheet_stamping import print_lists, print_tagged
from skatliga.promotions.access import decided_for, moves_state
from skatliga.qualifications.access import places_state, qualification_for
from skatliga.requests import Request
from skatliga.standings.ranking_scope import RankingScope, read_number, scope_of
from skatliga.statistics.access import player_for, refuse_without_lists
from skatliga.statistics.periods import choice_of
from skatliga.years.access import year_for

MOST_AT_ONCE = 20
"""Sheets that are printed while the visitor waits; nobody else is answered by this worker meanwhile."""
MOST_TAGGED = 4
"""The same with tags for screen readers, where each sheet is laid out by itself."""


@login_not_required
@handout("gross", "barrierefrei")
def sheet(request: Request, pk: UUID) -> Steps:
    sheet = sheet_for(request, pk, Role.READER)
    yield queries.state_of_sheet(sheet)
    role = sheet.table.round.event.role
    paper = queries.filled_paper(sheet, role, _site(request), _edition(request))
    return _paper_response(paper, sheet.table, tagged=_is_tagged(request))


@login_not_required
@handout("gross", "ankreuzen", "barrierefrei")
def blank_sheet(request: Request, pk: UUID) -> Steps:
    sheet = sheet_for(request, pk, Role.READER)
    yield queries.state_of_sheet(sheet)
    role = sheet.table.round.event.role
    paper = queries.blank_paper(sheet, role, _site(request), _edition(request))
    return _paper_response(paper, sheet.table, tagged=_is_tagged(request))


@login_not_required
@handout("gross", "ankreuzen", "barrierefrei")
def blank_table(request: Request, slug: str, number: int, table: int) -> Steps:
    round = round_for(request, slug, number, Role.READER)
    seated = get_object_or_404(queries.seated_tables(round), number=table)
    yield state_of(round.event)
    if round.event.role and round.event.role.enters:  # what a stranger prints for himself hinders nobody
        note_printed(round)
    paper = queries.blank_table(seated, round.event.role, _site(request), _edition(request))
    return _paper_response(paper, seated, tagged=_is_tagged(request))


@login_not_required
@handout("gross", "ankreuzen")
def blank_form(request: Request, slug: str, size: int) -> Steps:
    event = event_for(request, slug, Role.READER)
    if size not in event.table_sizes:
        raise Http404
    yield state_of(event)
    paper = queries.blank_form(event, size, _edition(request))
    return file_response(print_lists([paper], event.name), f"{event.slug}-{size}.pdf")


@login_not_required
@handout("gross", "ankreuzen")
def rules_form(request: Request, key: str, size: int) -> Steps:
    """An empty list for any event that is played by a rule book."""
    book = BOOKS.get(key)
    if book is None or size not in book.table_sizes:
        raise Http404
    yield key
    paper = queries.rules_form(book, size, book.evaluations[0], _edition(request))
    return file_response(print_lists([paper], str(_("Spielliste"))), f"spielliste-{key}-{size}.pdf")


@login_not_required
@handout("serie", "nach", "tag", "klasse", "tabelle", "barrierefrei")
def ranking(request: Request, slug: str) -> Steps:
    event = event_for(request, slug, Role.READER)
    scope = scope_of(request, event, read_number(request, "serie"))
    yield state_of(event)
    return _document("rangliste", _order(request, event, scope))


@login_not_required
@handout("nach", "tag", "klasse", "barrierefrei")
def team_ranking(request: Request, slug: str, kind: str) -> Steps:
    event = event_for(request, slug, Role.READER)
    if kind not in Team.Kind.values:
        raise Http404
    scope = scope_of(request, event)
    yield state_of(event)
    return _document(f"rangliste-{kind}", _order(request, event, scope))


@login_not_required
@handout("nach", "tag", "klasse", "barrierefrei")
def best_lists(request: Request, slug: str) -> Steps:
    event = event_for(request, slug, Role.READER)
    scope = scope_of(request, event)
    yield state_of(event)
    return _document("beste-listen", _order(request, event, scope))


@login_not_required
@handout("barrierefrei")
def winners(request: Request, slug: str) -> Steps:
    event = event_for(request, slug, Role.READER)
    yield state_of(event), money_state(event)
    return _document("siegerliste", _order(request, event, RankingScope()))


@taking_turns
def round_sheets(request: Request, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    return _print(request, "leere-listen" if request.GET.get("leer") else "listen", round.event, round)


@taking_turns
def table_cards(request: Request, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    return _print(request, "tischkarten", round.event, round)


@taking_turns
def notice(request: Request, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    return _print(request, "aushang", round.event, round)


@taking_turns
def cash_slips(request: Request, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    return _print(request, "kassenzettel", round.event, round)


@taking_turns
def cash_day(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return _print(request, "kassenblatt", event)


@taking_turns
def draw_report(request: Request, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    return _print(request, "auslosung", round.event, round)


@taking_turns
def start_cards(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.LISTENFUEHRER)
    return _print(request, "startkarten", event)


def certificate_form(request: Request, slug: str) -> HttpResponse:
    """How the certificates look, and from where they are printed."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    stored = saved.certificate_form(event)
    form = CertificateFormForm(request.POST or None, request.FILES or None, instance=stored)
    if form.is_valid():
        with refusal_in(form, "upload"):
            saved.save_form(stored, form.picture)
            messages.success(request, _("Die Urkunden sehen jetzt so aus."))
            return redirect("printing:certificate_form", slug)
    return render(request, "printing/certificate_form.html", {"event": event, "form": form})


@taking_turns
def certificate_specimen(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    stored = saved.certificate_form(event)
    return file_response(certificates_pdf(stored, [saved.specimen(stored)], event.name), f"urkunde-{event.slug}.pdf")


@taking_turns
def certificates(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return _print(request, "urkunden", event)


@login_not_required
@handout()
def own_certificate(request: Request, pk: int, secret: str) -> Steps:
    """The certificate of whoever has this code, under the name that everybody may read."""
    known = known_of(pk, secret)
    if known is None:
        if is_guessing(request):
            raise PermissionDenied
        raise Http404
    entry = entry_of(known)
    if entry.event.state != Event.State.FINAL:
        raise Http404
    form = saved.certificate_form(entry.event)
    yield (state_of(entry.event), form.title, form.text, form.places, form.picture.name, known.passes)
    own = saved.own_certificate(form, entry)
    if own is None:
        raise Http404
    return file_response(certificates_pdf(form, [own], entry.event.name), f"urkunde-{entry.event.slug}.pdf")


def job(request: Request, pk: UUID) -> HttpResponse:
    """How far a long print is; the part that changes alone where the page asks for it. A form begins it again."""
    job = _job(request, pk)
    if request.method == "POST":
        if job.crashed:
            job.start_again()
        return redirect("printing:job", pk)
    if job.finished and request.htmx:
        return HttpResponseClientRedirect(reverse("printing:job_file", args=[pk]))
    template = "printing/job_state.html" if request.htmx else "printing/job.html"
    return render(request, template, {"job": job, "crashed": job.crashed})


def job_file(request: Request, pk: UUID) -> HttpResponse:
    job = _job(request, pk)
    if not job.finished:
        return redirect("printing:job", pk)
    return file_response(job.file.read_bytes(), job.filename)


def _print(request: Request, name: str, event: Event, round: Round | None = None) -> HttpResponse:
    """A short print at once, a long one as a job."""
    order = _order(request, event, RankingScope(round))
    sheets = DOCUMENT_TYPES[name].sheets(order)
    if not sheets:
        raise Http404
    if sheets <= (MOST_TAGGED if order.tagged else MOST_AT_ONCE):
        return file_response(DOCUMENT_TYPES[name].print(order), filename(name, order))
    arguments = [name, event.slug, "--site", order.site, "--role", event.role or "", "--language", get_language()]
    if round:
        arguments += ["--serie", str(round.number)]
    if order.edition is LARGE:
        arguments.append("--gross")
    if order.edition is TICKED:
        arguments.append("--ankreuzen")
    if order.tagged:
        arguments.append("--barrierefrei")
    PrintJob.demand_room(request.user.pk, MOST_OF_ONE, MOST_ORDERED)
    back = reverse("lists:board", args=[event.slug, round.number]) if round else event.get_absolute_url()
    title = str(DOCUMENT_TYPES[name].title)
    job = PrintJob.order(owner=request.user.pk, title=title, filename=filename(name, order), back=back, sheets=sheets)
    job.print(arguments)
    return redirect("printing:job", job.id)


def _document(name: str, order: PrintRequest) -> HttpResponse:
    """A print that takes no longer than a page, however many take part."""
    return file_response(DOCUMENT_TYPES[name].print(order), filename(name, order))


def _order(request: Request, event: Event, scope: RankingScope) -> PrintRequest:
    """What this visitor wants to have printed."""
    return PrintRequest(event, scope, event.role, _site(request), _edition(request), _is_tagged(request))


def _is_tagged(request: Request) -> bool:
    """Whether a screen reader is to read it."""
    return bool(request.GET.get("barrierefrei"))


def _site(request: Request) -> str:
    """What stands before the path of an address."""
    return request.build_absolute_uri("/").removesuffix("/")


def _edition(request: Request) -> Edition:
    """How large lists are written, and whether what was played is ticked."""
    return LARGE if request.GET.get("gross") else TICKED if request.GET.get("ankreuzen") else NORMAL


def _job(request: Request, pk: UUID) -> PrintJob:
    """A print this visitor has ordered."""
    job = PrintJob.find(pk)
    if job is None or job.owner != request.user.pk:
        raise Http404
    return job


def _paper_response(paper: Paper, table: Table, tagged: bool = False) -> HttpResponse:
    """One list as a file of its own."""
    round = table.round
    title = f"{round.event.name}, {round}, {table}"
    make = print_tagged if tagged else print_lists
    return file_response(make([paper], title), f"{round.event.slug}-{round.number}-{table.number}.pdf")


@login_not_required
@handout("nach")
def league_table(request: Request, season: str, slug: str) -> Steps:
    division = division_for(request, season, slug, Role.READER)
    try:
        until = read_at(request.GET.get("nach", ""), division)
    except ValueError as unknown:
        raise Http404 from unknown
    yield season_state(division.season, Q(matchday__division=division))
    return _league_document("ligatabelle", LeagueOrder(division, division.season.role, until=until))


@login_not_required
@handout("ab", "nach")
def league_players(request: Request, season: str, slug: str) -> Steps:
    division = division_for(request, season, slug, Role.READER)
    choice = player_choice(request)
    yield season_state(division.season, Q(matchday__division=division))
    return _league_document("ligaspieler", LeagueOrder(division, division.season.role, choice=choice))


@login_not_required
@handout("leer")
def league_report(request: Request, season: str, slug: str, pk: int) -> Steps:
    group = group_for(request, season, slug, pk, Role.READER)
    yield season_state(group.matchday.division.season, Q(pk=pk))
    blank = bool(request.GET.get("leer"))
    return _league_document("spielbericht", LeagueOrder(group.matchday.division, group.role, group, blank=blank))


@login_not_required
@handout()
def league_exchanges(request: Request, season: str, slug: str, pk: int) -> Steps:
    group = group_for(request, season, slug, pk, Role.READER)
    yield season_state(group.matchday.division.season, Q(pk=pk))
    return _league_document("wechselliste", LeagueOrder(group.matchday.division, group.role, group))


@login_not_required
@handout()
def league_moves(request: Request, season: str) -> Steps:
    """Who goes up and down after a season."""
    promotion = decided_for(request, season)
    yield moves_state(promotion)
    return file_response(print_moves(promotion), f"auf-und-absteiger-{season}.pdf")


def _league_document(name: str, order: LeagueOrder) -> HttpResponse:
    return file_response(LEAGUE_WORKS[name].print(order), f"{name}-{order.filename}")


@login_not_required
@handout()
def qualified(request: Request, slug: str) -> Steps:
    """Who has a place in a championship and who follows, once places are offered."""
    rule = qualification_for(request, slug, Role.READER)
    if rule.opened_on is None:
        raise Http404
    yield places_state(rule)
    return file_response(print_qualified(rule), f"qualifizierte-{slug}.pdf")


@taking_turns
def year_document(request: Request, slug: str, name: str) -> HttpResponse:
    """The paper of this name, for whoever may have it."""
    if name not in YEAR_WORKS:
        raise Http404
    year = year_for(request, slug, YEAR_WORKS[name].needed)
    return file_response(YEAR_WORKS[name].print(year), year_filename(name, year))


@taking_turns
def circuit_document(request: Request, slug: str) -> HttpResponse:
    """The table of a Turnierserie."""
    circuit = circuit_on_paper(request, slug)
    return file_response(print_circuit(circuit), circuit_filename(circuit))


@taking_turns
def club_statistics(request: Request, slug: str) -> HttpResponse:
    """Of a club."""
    club = club_for(request, slug, Role.READER)
    order = StatisticsOrder(club, choice_of(request), club.role)
    return file_response(STATISTICS_WORKS["vereinsstatistik"].print(order), order.filename)


@taking_turns
def player_statistics(request: Request, pk: int) -> HttpResponse:
    """Of a player."""
    player, role = player_for(request, pk)
    require(request, role, Role.READER)
    refuse_without_lists(player)
    order = StatisticsOrder(player, choice_of(request), role)
    return file_response(STATISTICS_WORKS["spielerstatistik"].print(order), order.filename)
