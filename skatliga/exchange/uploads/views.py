"""Pages for tables that come in from files: upload, columns, what every line becomes, report.

The file waits between the pages as an `Upload`, for its uploader alone; nothing is stored before the third page.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.events.models import Event
from skatliga.exchange.access import upload_for
from skatliga.exchange.models import Upload
from skatliga.exchange.uploads import upload_steps
from skatliga.exchange.uploads.columns import Layout, UploadColumn, columns_of
from skatliga.exchange.uploads.import_plan import SKIP, Answers, Becomes, LineAnswer, LineOutcome, plan, report_csv
from skatliga.exchange.workbooks.table_reader import FileTable
from skatliga.exports import ENCODERS
from skatliga.forms import Cleaned, Files, Sent, choice_field, day_input, refusal_in
from skatliga.people.access import club_for
from skatliga.people.models import Club
from skatliga.requests import Request, refusal_told
from skatliga.years.past_years import demand_free

ANSWER: Final = "zeile_"
"""What the field of a line is called, before the number of the line."""
DIFFERENCE: Final = "anders_"
"""What the boxes of its differences are called."""


class UploadForm(forms.Form):
    """A file with a table."""

    datei = forms.FileField(
        label=gettext_lazy("Datei (CSV, XLSX oder ODS)"),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,.ods"}),
    )


class PastYearForm(UploadForm):
    """The table of a year, with the name and the days of the year."""

    name = forms.CharField(label=gettext_lazy("Name des Clubjahrs"), max_length=80)
    first_day = forms.DateField(label=gettext_lazy("erster Tag"), widget=day_input())
    last_day = forms.DateField(label=gettext_lazy("letzter Tag"), widget=day_input())
    field_order = ("name", "first_day", "last_day", "datei")

    def __init__(self, data: Sent = None, files: Files = None, *, club: Club) -> None:
        super().__init__(data, files)
        self.club = club

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        demand_free(self.club, name)
        return name

    def clean(self) -> Cleaned:
        super().clean()
        cleaned = self.cleaned_data
        first, last = cleaned.get("first_day"), cleaned.get("last_day")
        if first and last and last < first:
            self.add_error("last_day", _("Das Clubjahr endet, bevor es beginnt; bitte die beiden Tage prüfen."))
        return cleaned

    @property
    def options(self) -> dict[str, str]:
        """Name and days as they are kept with the upload."""
        first, last = self.cleaned_data["first_day"], self.cleaned_data["last_day"]
        return {"name": self.cleaned_data["name"], "first_day": first.isoformat(), "last_day": last.isoformat()}


class ColumnsForm(forms.Form):
    """Which field every column of a file is; cleaned to `chosen`, the keys by column."""

    def __init__(
        self, data: Sent = None, *, columns: Sequence[UploadColumn], layout: Layout, proposed: Sequence[str]
    ) -> None:
        super().__init__(data)
        self.columns = columns
        choices = [("", _("nicht übernehmen")), *((field.key, field.title) for field in layout.fields)]
        for column, key in zip(columns, proposed, strict=True):
            self.fields[f"spalte_{column.place}"] = forms.ChoiceField(
                label=_("Feld für Spalte %(letter)s") % {"letter": column.letter},
                choices=choices,
                initial=key,
                required=False,
            )

    @property
    def rows(self) -> list[tuple[UploadColumn, forms.BoundField]]:
        """The columns, each with its field."""
        return [(column, self[f"spalte_{column.place}"]) for column in self.columns]

    @property
    def chosen(self) -> list[str]:
        """The keys chosen, by column."""
        return [self.cleaned_data[f"spalte_{column.place}"] for column in self.columns]


def answers_in(data: QueryDict, outcomes: Sequence[LineOutcome]) -> dict[int, LineAnswer]:
    """What was decided about the lines, by line; what was not offered is left out."""
    answers = {}
    for each in outcomes:
        choice = data.get(f"{ANSWER}{each.line}", "")
        offered = {choice.value for choice in each.choices} | ({SKIP} if each.skippable else set())
        taken = {key for key, _label in each.differences}.intersection(data.getlist(f"{DIFFERENCE}{each.line}"))
        if choice in offered or taken:
            answers[each.line] = LineAnswer(choice if choice in offered else "", frozenset(taken))
    return answers


def with_answers(outcomes: Sequence[LineOutcome], answers: Answers) -> list[LineOutcome]:
    """The lines with what was decided about them, as a page shows them once more."""
    return [
        replace(each, proposed=answer.choice or each.proposed, taken=answer.taken, skipped=answer.choice == SKIP)
        for each in outcomes
        for answer in [answers.get(each.line, LineAnswer())]
    ]


class HeadingForm(forms.Form):
    """Which line of a file is the heading."""

    ueberschrift = forms.TypedChoiceField(label=gettext_lazy("Überschriften"), coerce=int)

    def __init__(self, data: Sent = None, *, table: FileTable) -> None:
        super().__init__(data, initial={"ueberschrift": table.top})
        lines = [
            (row.number, _("Zeile %(line)s: %(cells)s") % {"line": row.number, "cells": _shortened(row.cells)})
            for row in table.beginning
        ]
        choice_field(self, "ueberschrift").choices = [*lines, (0, _("keine, die Tabelle beginnt gleich mit Personen"))]


def _shortened(cells: Sequence[str]) -> str:
    text = " · ".join(cell for cell in cells if cell)
    return text if len(text) <= 60 else f"{text[:60]}…"


Kind = Upload.Kind


def participants(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    form = UploadForm(request.POST or None, request.FILES or None)
    return _receive(request, Kind.PARTICIPANTS, form, event.club, event)


def players(request: Request, club: str) -> HttpResponse:
    found = club_for(request, club, Role.SPIELLEITUNG)
    return _receive(request, Kind.PLAYERS, UploadForm(request.POST or None, request.FILES or None), found)


def past_year(request: Request, club: str) -> HttpResponse:
    found = club_for(request, club, Role.SPIELLEITUNG)
    form = PastYearForm(request.POST or None, request.FILES or None, club=found)
    return _receive(request, Kind.PAST_YEAR, form, found)


def _receive(
    request: Request, kind: Upload.Kind, form: UploadForm, club: Club, event: Event | None = None
) -> HttpResponse:
    """Keep the file that was sent and go on to its columns, or show the form."""
    if form.is_valid():
        file = form.cleaned_data["datei"]
        options = form.options if isinstance(form, PastYearForm) else {}
        with refusal_in(form, "datei"):
            # What is larger is not even read; the service says so.
            content = file.read(upload_steps.MOST_BYTES + 1)
            upload = upload_steps.keep(request.user, kind, club, file.name, content, event=event, options=options)
            return redirect("exchange:columns", upload.pk)
    return render(request, "exchange/upload.html", {"form": form, **_around(kind, club, event)})


def columns(request: Request, key: UUID) -> HttpResponse:
    """Which column is what; another sheet, or another line of headings."""
    upload = upload_for(request, key)
    if upload.report is not None:
        return redirect("exchange:report", key)
    sheet = request.GET.get("blatt")
    if sheet is not None:
        with refusal_told(request):
            upload_steps.choose_sheet(upload, sheet)
        return redirect("exchange:columns", key)
    table = upload_steps.table_of(upload)
    if "ueberschrift" in request.GET:
        chosen = HeadingForm(request.GET, table=table)
        if chosen.is_valid():
            with refusal_told(request):
                upload_steps.choose_heading(upload, chosen.cleaned_data["ueberschrift"])
        return redirect("exchange:columns", key)
    layout = upload_steps.import_of(upload).layout
    proposed = upload.columns or upload_steps.propose(layout, table, upload.club)
    form = ColumnsForm(request.POST or None, columns=columns_of(table), layout=layout, proposed=proposed)
    if form.is_valid():
        with refusal_in(form):
            upload_steps.choose_columns(upload, layout, form.chosen)
            return redirect("exchange:preview", key)
    context = {"upload": upload, "table": table, "form": form, "heading": HeadingForm(table=table)}
    context |= _around(upload.kind, upload.club, upload.event)
    return render(request, "exchange/columns.html", context)


def preview(request: Request, key: UUID) -> HttpResponse:
    """What every line becomes; sent, it is done."""
    upload = upload_for(request, key)
    if upload.report is not None:
        return redirect("exchange:report", key)
    source = upload_steps.import_of(upload)
    try:
        outcomes = plan(source, upload_steps.lines_of(upload, source.layout), {})
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return redirect("exchange:columns", key)
    refusals: list[str] = []
    answers = answers_in(request.POST, outcomes)
    if request.method == "POST":
        try:
            upload_steps.carry_out(upload, answers, request.user)
            return redirect("exchange:report", key)
        except ValidationError as refusal:
            refusals = refusal.messages
    context = {
        "upload": upload,
        "outcomes": with_answers(outcomes, answers),
        "count": _counted(outcomes),
        "refusals": refusals[:20],
        **_around(upload.kind, upload.club, upload.event),
    }
    return render(request, "exchange/preview.html", context)


def report(request: Request, key: UUID) -> HttpResponse:
    """What became of the lines."""
    upload = upload_for(request, key)
    if upload.report is None:
        return redirect("exchange:columns", key)
    outcomes = upload_steps.report_of(upload)
    context = {
        "upload": upload,
        "left_out": [each for each in outcomes if each.left_out],
        "count": _counted(outcomes),
        **_around(upload.kind, upload.club, upload.event),
    }
    return render(request, "exchange/report.html", context)


def report_file(request: Request, key: UUID) -> HttpResponse:
    """What was left out, as a file."""
    upload = upload_for(request, key)
    response = HttpResponse(report_csv(upload_steps.report_of(upload)), ENCODERS["csv"][1])
    response["Content-Disposition"] = 'attachment; filename="nicht-uebernommen.csv"'
    return response


def _counted(outcomes: Iterable[LineOutcome]) -> dict[str, int]:
    """How many lines become what."""
    count = Counter(each.becomes for each in outcomes)
    return {becomes.value: count[becomes] for becomes in Becomes}


def _around(kind: str, club: Club, event: Event | None) -> dict[str, object]:
    """What the pages of one kind have around them: title, frame, and where they lead back to."""
    title, start, back = {
        Kind.PARTICIPANTS: (
            _("Teilnehmer aus einer Datei"),
            event and reverse("exchange:participants", args=[event.slug]),
            event and reverse("events:desk", args=[event.slug]),
        ),
        Kind.PLAYERS: (
            _("Spieler aus einer Datei"),
            reverse("exchange:players", args=[club.slug]),
            reverse("people:register", args=[club.slug]),
        ),
        Kind.PAST_YEAR: (
            _("Früheres Clubjahr übernehmen"),
            reverse("exchange:past_year", args=[club.slug]),
            reverse("years:years", args=[club.slug]),
        ),
    }[Kind(kind)]
    base = "events/event_base.html" if event else "people/club_base.html"
    return {"kind": kind, "club": club, "event": event, "title": title, "start": start, "back": back, "base": base}
