"""Pages for a club's past: upload, how far the check is, what did not fit, and the import itself."""

from uuid import UUID

from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from skatliga.access import Role
from skatliga.exchange.evenings import jobs
from skatliga.exchange.evenings.forms import NamesForm, PastForm
from skatliga.exchange.evenings.name_matching import keep_names
from skatliga.forms import refusal_in
from skatliga.people.access import club_for
from skatliga.people.models import Club
from skatliga.requests import Request


def past(request: Request, club: str) -> HttpResponse:
    """Send a file; below it what was sent in the last hours."""
    found = club_for(request, club, Role.SPIELLEITUNG)
    if request.htmx and "rulebook" in request.GET:
        chosen = PastForm(initial={"rulebook": request.GET["rulebook"]})
        return render(request, "events/rules_fields.html", {"form": chosen})
    form = PastForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        with refusal_in(form, "datei"):
            file = form.cleaned_data["datei"]
            job = jobs.send_in(found, request.user, file, form.rules_chosen, **form.further)
            return redirect("exchange:past_order", found.slug, job.id)
    return render(request, "exchange/past.html", {"club": found, "form": form, "jobs": jobs.jobs_of(found)})


def past_order(request: Request, club: str, key: UUID) -> HttpResponse:
    """How far it is, or what came of it; the part that changes alone where htmx asks."""
    found, job = _job(request, club, key)
    stage = job.stage
    running = stage in {"checking", "storing"}
    if request.htmx and not running:
        return HttpResponseClientRefresh()
    context = {"club": found, "job": job, "stage": stage, "running": running}
    if stage in {"checked", "stored"}:
        context["summary"] = summary = job.summary
        if stage == "checked" and summary.asked:
            context["names"] = NamesForm(club=found, asked=summary.asked)
    return render(request, "exchange/past_progress.html" if request.htmx else "exchange/past_order.html", context)


@require_POST
def carry_out(request: Request, club: str, key: UUID) -> HttpResponse:
    """Import what was checked, or begin again what crashed."""
    _club, job = _job(request, club, key)
    if job.stage == "crashed" and not job.approved:
        jobs.check_again(job)
    else:
        jobs.carry_out(job)
    return redirect("exchange:past_order", club, key)


@require_POST
def name_players(request: Request, club: str, key: UUID) -> HttpResponse:
    """Keep whom the names of the file mean, and check it once more."""
    found, job = _job(request, club, key)
    if job.stage == "checked":
        form = NamesForm(request.POST, club=found, asked=job.summary.asked)
        if form.is_valid() and form.said:
            keep_names(found, form.said)
            jobs.check_again(job)
    return redirect("exchange:past_order", found.slug, key)


@require_POST
def discard(request: Request, club: str, key: UUID) -> HttpResponse:
    """Throw the file away."""
    _club, job = _job(request, club, key)
    jobs.discard(job)
    return redirect("exchange:past", club)


def past_file(request: Request, club: str, key: UUID) -> HttpResponse | FileResponse:
    """What did not fit, as a file."""
    _club, job = _job(request, club, key)
    if not job.report.exists():
        raise Http404
    return FileResponse(job.report.open("rb"), as_attachment=True, filename="nicht-uebernommen.csv")


def _job(request: Request, slug: str, key: UUID) -> tuple[Club, jobs.EveningImportJob]:
    """A file sent for the club, for those who direct it."""
    club = club_for(request, slug, Role.SPIELLEITUNG)
    if job := jobs.find_job(club, key):
        return club, job
    raise Http404
