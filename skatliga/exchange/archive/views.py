"""Pages for archives: made by those who may see all that is in them, taken in by whoever looks after the site.

* **D** The archive of an event also says what the register knows of its players. So it is for those who direct the
  club, not for those who direct only the event; that of a club is for its administrators.
* **D** Taking one in may create clubs and players, so only the administrator of the site does it.
"""

from uuid import UUID

from django import forms
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from skatliga.access import Role, require, strongest
from skatliga.events.access import event_for
from skatliga.events.models import Event
from skatliga.exchange.archive import jobs
from skatliga.exchange.archive.jobs import ArchiveJob
from skatliga.forms import Sent, refusal_in
from skatliga.people.access import club_for
from skatliga.people.models import Club
from skatliga.people.signing import fresh_sign_in
from skatliga.requests import Request


class ApprovalForm(forms.Form):
    """Taking in an archive; of which something is here already only if that is meant."""

    again = forms.BooleanField(
        label=gettext_lazy("noch einmal einspielen, daneben"),
        error_messages={"required": gettext_lazy("Bitte ankreuzen, wenn alles ein zweites Mal daneben stehen soll.")},
    )

    def __init__(self, data: Sent = None, *, is_present: bool) -> None:
        super().__init__(data)
        if not is_present:
            del self.fields["again"]


class ArchiveForm(forms.Form):
    """An archive of an event or a club."""

    datei = forms.FileField(
        label=gettext_lazy("Archiv (ZIP)"),
        help_text=format_lazy(gettext_lazy("höchstens {most} MB"), most=settings.UPLOAD_MB),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )

    def clean_datei(self) -> UploadedFile:
        file = self.cleaned_data["datei"]
        if file.size > settings.UPLOAD_MB * 1_000_000:
            raise forms.ValidationError(
                _(
                    "Die Datei ist größer als %(most)s MB. Bitte auf der Kommandozeile einspielen: "
                    "manage.py import_archive."
                )
                % {"most": settings.UPLOAD_MB}
            )
        return file


def of_event(request: Request, slug: str) -> HttpResponse:
    event = _event(request, slug)
    return _make(request, event, {"event": event, "base": "events/event_base.html"})


def of_club(request: Request, club: str) -> HttpResponse:
    found = club_for(request, club, Role.ADMINISTRATOR)
    return _make(request, found, {"club": found, "base": "people/club_base.html"})


def receive(request: Request) -> HttpResponse:
    """Send an archive; what it holds is shown before anything is stored."""
    _demand_superuser(request)
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        with refusal_in(form, "datei"):
            return redirect("exchange:archive", jobs.receive(request.user.pk, form.cleaned_data["datei"]).id)
    return render(request, "exchange/receive_archive.html", {"form": form})


def archive(request: Request, key: UUID) -> HttpResponse:
    """How far it is; of an archive that comes in, first what is in it. The part that changes alone where htmx asks.

    Sent as a form it makes an archive once more that was broken off.
    """
    job = _job(request, key)
    if request.method == "POST":
        if job.of and not job.done:
            job.start_again()
        return redirect("exchange:archive", key)
    if not job.of and not job.begun:
        return _ask(request, job, ApprovalForm(is_present=job.is_present))
    if request.htmx and not job.running:
        return HttpResponseClientRefresh()
    template = "exchange/archive_running.html" if request.htmx else "exchange/archive.html"
    return render(request, template, {"job": job, "running": job.running, "report": job.report})


@require_POST
def approve(request: Request, key: UUID) -> HttpResponse:
    """Take in what was previewed."""
    job = _job(request, key)
    if job.of:
        raise Http404
    form = ApprovalForm(request.POST, is_present=job.is_present)
    if not form.is_valid():
        return _ask(request, job, form)
    jobs.order_import(job, again=form.cleaned_data.get("again", False))
    return redirect("exchange:archive", key)


@fresh_sign_in
def file(request: Request, key: UUID) -> HttpResponse | FileResponse:
    """The archive that was made."""
    job = _job(request, key)
    if not (job.of and job.done):
        return redirect("exchange:archive", key)
    return FileResponse(job.file.open("rb"), as_attachment=True, filename=job.filename)


def _ask(request: Request, job: ArchiveJob, form: ApprovalForm) -> HttpResponse:
    context = {"job": job, "preview": job.contents, "form": form}
    return render(request, "exchange/preview_archive.html", context)


def _make(request: Request, of: Event | Club, context: dict[str, object]) -> HttpResponse:
    if request.method == "POST":
        return redirect("exchange:archive", jobs.order_export(request.user.pk, of).id)
    return render(request, "exchange/make_archive.html", {**context, "of": of, "back": of.get_absolute_url()})


def _event(request: Request, slug: str) -> Event:
    """The event, for those who direct its club."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    require(request, strongest(event.club_held) or Role.READER, Role.SPIELLEITUNG)
    return event


def _job(request: Request, key: UUID) -> ArchiveJob:
    """What this visitor has ordered, as long as he may still order it."""
    job = jobs.find(request.user.pk, key)
    if job is None:
        raise Http404
    if job.of == "event":
        _event(request, job.slug)
    elif job.of == "club":
        club_for(request, job.slug, Role.ADMINISTRATOR)
    else:
        _demand_superuser(request)
    return job


def _demand_superuser(request: Request) -> None:
    if not request.user.is_superuser:
        raise PermissionDenied
