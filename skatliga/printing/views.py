"""Papers to look at, save and print."""

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
from skatliga.events.models import Event, Round, Table
from skatliga.lists.access import sheet_for
from skatliga.printing import certificates as saved
from skatliga.printing import jobs, queries
from skatliga.printing.documents import Paper
from skatliga.printing.forms import CertificateFormForm
from skatliga.printing.render import file_response, pdf_response
from skatliga.printing.works import WORKS, Order, certificates_pdf, filename, ranking_pdf

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
    return _paper_response(queries.blank_table(table, round.event.role), table)


@login_not_required
def blank_form(request: HttpRequest, slug: str, size: int) -> HttpResponse:
    event = event_for(request, slug, Role.READER)
    if size not in event.table_sizes:
        raise Http404
    context = {"paper": queries.blank_form(event, size), "title": event.name}
    return pdf_response("printing/sheet.html", context, f"{event.slug}-{size}.pdf")


@login_not_required
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    round = _round_asked_for(request, slug)
    event = round.event if round else event_for(request, slug, Role.READER)
    order = Order(event, round, event.role, _site(request))
    return file_response(ranking_pdf(order), filename("rangliste", order))


# What is printed for a whole Serie costs the server more than a page: **D** it is for those who enter lists.


def round_sheets(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    return _print(request, "leere-listen" if request.GET.get("leer") else "listen", round.event, round)


def table_cards(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    return _print(request, "tischkarten", round.event, round)


def notice(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round = round_for(request, slug, number, Role.LISTENFUEHRER)
    return _print(request, "aushang", round.event, round)


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
    order = Order(event, round, event.role, _site(request))
    sheets = WORKS[name].sheets(order)
    if not sheets:
        raise Http404
    if sheets <= MOST_AT_ONCE:
        return file_response(WORKS[name].make(order, lambda done: None), filename(name, order))
    arguments = [name, event.slug, "--site", order.site, "--role", event.role or "", "--language", get_language()]
    if round:
        arguments += ["--serie", str(round.number)]
    back = reverse("events:round", args=[event.slug, round.number]) if round else event.get_absolute_url()
    job = jobs.start(request.user.pk, str(WORKS[name].title), filename(name, order), back, sheets, arguments)
    return redirect("printing:job", job.id)


def _site(request: HttpRequest) -> str:
    """What stands before the path of an address of this site."""
    return request.build_absolute_uri("/").removesuffix("/")


def _job(request: HttpRequest, pk: UUID) -> jobs.Job:
    """A print this visitor has ordered."""
    if job := jobs.find(request.user.pk, pk):
        return job
    raise Http404


def _round_asked_for(request: HttpRequest, slug: str) -> Round | None:
    """The Serie named in the address, None for all of them."""
    asked = request.GET.get("serie", "")
    if not asked:
        return None
    if not asked.isdecimal() or len(asked) > 4:
        raise Http404
    return round_for(request, slug, int(asked), Role.READER)


def _paper_response(paper: Paper, table: Table) -> HttpResponse:
    """One list as a file of its own."""
    round = table.round
    context = {"paper": paper, "title": f"{round.event.name}, {round}, {table}"}
    return pdf_response("printing/sheet.html", context, f"{round.event.slug}-{round.number}-{table.number}.pdf")
