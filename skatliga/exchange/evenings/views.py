"""Pages for a club's past: upload, by which rules it was played, how far the check is, what did not fit, the import.

The names in the file that could be several people are asked for beside what did not fit.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final, TypedDict
from uuid import UUID

from django import forms
from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from skatliga.access import Role
from skatliga.events.forms import EventForm
from skatliga.exchange.evenings import jobs
from skatliga.exchange.evenings.import_evenings import Rules
from skatliga.exchange.evenings.name_matching import Names, keep_names
from skatliga.forms import Sent, day_input, refusal_in
from skatliga.people.access import club_for
from skatliga.people.models import Club, Membership
from skatliga.people.queries import members
from skatliga.requests import Request

GUEST: Final = "gast"
MOST_ASKED: Final = 50
"""Names asked for at once; the others come when these are answered."""


class Further(TypedDict):
    """What is asked for beside the rules; name and day of the evenings where the file says none."""

    publish: bool
    name: str
    date: str


class PastForm(EventForm):
    """The rules are chosen as for one event; the rest of an event stands in the file."""

    name = date = place = second_person = protest_hours = places_after = None
    rounds = None  # type: ignore[assignment]  # so Django leaves out the field of the form above
    lot_decides = cut_after = cut_places = cut_carries = None

    datei = forms.FileField(
        label=_("Datei"),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.xlsx,.ods,.sgf,.iss"}),
        help_text=_("Listen als CSV, XLSX oder ODS, oder Aufzeichnungen des International Skat Server."),
    )
    veroeffentlichen = forms.BooleanField(label=_("Neue Veranstaltungen gleich veröffentlichen"), required=False)
    abend = forms.CharField(
        label=_("Name der Abende"), max_length=120, required=False, help_text=_("Leer: Online-Abend.")
    )
    tag = forms.DateField(label=_("Tag der Spiele ohne Zeit"), required=False, widget=day_input())

    @property
    def rules_chosen(self) -> Rules:
        """The rules of a form that is valid."""
        names = ("rulebook", "evaluation", "agreements", "deals_at_four", "deals_at_three", "target")
        return Rules(**{name: self.cleaned_data[name] for name in names})

    @property
    def further(self) -> Further:
        """What else was asked for."""
        cleaned = self.cleaned_data
        date = cleaned["tag"].isoformat() if cleaned["tag"] else ""
        return {"publish": cleaned["veroeffentlichen"], "name": cleaned["abend"], "date": date}


class NamesForm(forms.Form):
    """Whom the names of a file mean; what is left open is asked again."""

    def __init__(self, data: Sent = None, *, club: Club, asked: Mapping[str, int]) -> None:
        super().__init__(data)
        self.names = sorted(asked, key=lambda name: (-asked[name], name))[:MOST_ASKED]
        self.further = len(asked) - len(self.names)
        self.players = {str(each.player_id): each for each in members(club)}
        registered = [(key, _described(each)) for key, each in self.players.items()]
        choices = [("", _("noch offen")), (GUEST, _("Gast, nicht im Register")), *registered]
        for name in self.names:
            self.fields[_field_of(name)] = forms.ChoiceField(label=name, choices=choices, required=False)

    @property
    def said(self) -> Names:
        """Whom the names mean of which it was said."""
        answers = {name: self.cleaned_data[_field_of(name)] for name in self.names}
        return {
            name: None if answer == GUEST else self.players[answer].player for name, answer in answers.items() if answer
        }


def _field_of(name: str) -> str:
    """What the field of a name is called: the same on a page that was loaded before other names were answered."""
    return f"name_{blake2b(name.encode(), digest_size=8).hexdigest()}"


def _described(member: Membership) -> str:
    """A member so that two of one name can be told apart."""
    player = member.player
    about = [part for part in (member.number and f"Nr. {member.number}", str(player.birth_year or "")) if part]
    return f"{player} ({', '.join(about)})" if about else str(player)


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
