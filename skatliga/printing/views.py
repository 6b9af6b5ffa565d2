"""Papers to look at, save and print.

* **D** What anybody may ask for is stamped (lists, rankings, the Siegerliste): it costs the server some milliseconds,
  so nothing has to be kept for the next reader, and nobody can keep the server busy with it.
* **D** What is printed for a whole Serie costs more than a page: it is for those who enter lists, the money for those
  who direct the event.
"""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from skatliga.access import Role
from skatliga.events.access import event_for, round_for
from skatliga.events.models import Event, Round, Table, Team
from skatliga.lists.access import sheet_for
from skatliga.printing import certificates as saved
from skatliga.printing import jobs, queries
from skatliga.printing.documents import Paper
from skatliga.printing.forms import CertificateFormForm
from skatliga.printing.orders import Order, filename
from skatliga.printing.render import file_response
from skatliga.printing.stamping import print_lists
from skatliga.printing.works import WORKS, certificates_pdf
from skatliga.standings.scopes import Scope, read_number, scope_of

MOST_AT_ONCE = 20
"""Sheets that are printed while the visitor waits; nobody else is answered by this worker meanwhile."""


@login_not_required
def sheet(request: HttpRequest, pk: UUID) -> HttpResponse:
    sheet = sheet_for(request, pk, Role.READER)
    address = request.build_absolute_uri(queries.sheet_path(sheet))
    return _paper_response(queries.filled_paper(sheet, sheet.table.round.event.role, address), sheet.table)


@login_not_required
def blank_sheet(request: HttpRequest, pk: UUID) -> HttpResponse:
    sheet = sheet_for(request, pk, Role.READER)
    address = request.build_absolute_uri(queries.sheet_path(sheet))
    return _paper_response(queries.blank_paper(sheet, sheet.table.round.event.role, address), sheet.table)


@login_not_required
def blank_table(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.READER)
    table = get_object_or_404(queries.seated_tables(round), number=table)
    table.round = round
    return _paper_response(queries.blank_table(table, round.event.role, request.build_absolute_uri("/")[:-1]), table)


@login_not_required
def blank_form(request: HttpRequest, slug: str, size: int) -> HttpResponse:
    event = event_for(request, slug, Role.READER)
    if size not in event.table_sizes:
        raise Http404
    return file_response(print_lists([queries.blank_form(event, size)], event.name), f"{event.slug}-{size}.pdf")


@login_not_required
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.READER)
    return _document("rangliste", _order(request, event, scope_of(request, event, read_number(request, "serie"))))


@login_not_required
def team_ranking(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    event = event_for(request, slug, Role.READER)
    if kind not in Team.Kind.values:
        raise Http404
    return _document(f"rangliste-{kind}", _order(request, event, scope_of(request, event)))


@login_not_required
def best_lists(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.READER)
    return _document("beste-listen", _order(request, event, scope_of(request, event)))


@login_not_required
def winners(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.READER)
    return _document("siegerliste", _order(request, event, Scope()))


def round_sheets(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    return _print(request, "leere-listen" if request.GET.get("leer") else "listen", round.event, round)


def table_cards(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    return _print(request, "tischkarten", round.event, round)


def notice(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    return _print(request, "aushang", round.event, round)


def cash_slips(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    return _print(request, "kassenzettel", round.event, round)


def cash_day(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return _print(request, "kassenblatt", event)


def draw_report(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    return _print(request, "auslosung", round.event, round)


def start_cards(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.LISTENFUEHRER)
    return _print(request, "startkarten", event)


def certificate_form(request: HttpRequest, slug: str) -> HttpResponse:
    """How the certificates look, and from where they are printed."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    stored = saved.certificate_form(event)
    form = CertificateFormForm(request.POST or None, request.FILES or None, instance=stored)
    if form.is_valid():
        try:
            saved.save_form(stored, form.picture)
            messages.success(request, _("Die Urkunden sehen jetzt so aus."))
            return redirect("printing:certificate_form", slug)
        except ValidationError as refusal:
            form.add_error("upload", refusal.messages)
    return render(request, "printing/certificate_form.html", {"event": event, "form": form, "saved": stored.pk})


def certificate_specimen(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    stored = saved.certificate_form(event)
    return file_response(certificates_pdf(stored, [saved.specimen(stored)], event.name), f"urkunde-{event.slug}.pdf")


def certificates(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return _print(request, "urkunden", event)


def job(request: HttpRequest, pk: UUID) -> HttpResponse:
    """How far a long print is; the part that changes alone where the page asks for it."""
    job = _job(request, pk)
    if job.finished and request.htmx:
        return HttpResponseClientRedirect(reverse("printing:job_file", args=[pk]))
    template = "printing/job_state.html" if request.htmx else "printing/job.html"
    return render(request, template, {"job": job, "crashed": job.crashed})


def job_file(request: HttpRequest, pk: UUID) -> HttpResponse:
    job = _job(request, pk)
    if not job.finished:
        return redirect("printing:job", pk)
    return file_response(job.file.read_bytes(), job.filename)


def _print(request: HttpRequest, name: str, event: Event, round: Round | None = None) -> HttpResponse:
    """A short print at once, a long one as a job."""
    order = _order(request, event, Scope(round))
    sheets = WORKS[name].sheets(order)
    if not sheets:
        raise Http404
    if sheets <= MOST_AT_ONCE:
        return file_response(WORKS[name].print(order), filename(name, order))
    arguments = [name, event.slug, "--site", order.site, "--role", event.role or "", "--language", get_language()]
    if round:
        arguments += ["--serie", str(round.number)]
    back = reverse("events:round", args=[event.slug, round.number]) if round else event.get_absolute_url()
    job = jobs.start(request.user.pk, str(WORKS[name].title), filename(name, order), back, sheets, arguments)
    return redirect("printing:job", job.id)


def _document(name: str, order: Order) -> HttpResponse:
    """A print that takes no longer than a page, however many take part."""
    return file_response(WORKS[name].print(order), filename(name, order))


def _order(request: HttpRequest, event: Event, scope: Scope) -> Order:
    """What this visitor wants to have printed."""
    site = request.build_absolute_uri("/").removesuffix("/")
    return Order(event, scope.round, event.role, site, scope.after, scope.category)


def _job(request: HttpRequest, pk: UUID) -> jobs.Job:
    """A print this visitor has ordered."""
    if job := jobs.find(request.user.pk, pk):
        return job
    raise Http404


def _paper_response(paper: Paper, table: Table) -> HttpResponse:
    """One list as a file of its own."""
    round = table.round
    title = f"{round.event.name}, {round}, {table}"
    return file_response(print_lists([paper], title), f"{round.event.slug}-{round.number}-{table.number}.pdf")
