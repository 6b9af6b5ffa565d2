"""Uploading files, and saying what is in them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.exchange.uploads.columns import Layout, UploadColumn
from skatliga.exchange.uploads.import_plan import SKIP, Answers, LineAnswer, LineOutcome
from skatliga.exchange.workbooks.table_reader import FileTable
from skatliga.forms import Cleaned, Files, Sent, choice_field
from skatliga.people.models import Club
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


def _day() -> forms.DateInput:
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class PastYearForm(UploadForm):
    """The table of a year, with the name and the days of the year."""

    name = forms.CharField(label=gettext_lazy("Name des Clubjahrs"), max_length=80)
    first_day = forms.DateField(label=gettext_lazy("erster Tag"), widget=_day())
    last_day = forms.DateField(label=gettext_lazy("letzter Tag"), widget=_day())
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
