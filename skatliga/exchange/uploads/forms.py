"""Uploading files, and saying what is in them."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.exchange.uploads.mapping import Column, Layout
from skatliga.exchange.uploads.planning import LineOutcome
from skatliga.people.models import Club
from skatliga.years.past import demand_free

ANSWER = "zeile_"
"""What the field of a doubtful line is called, before the number of the line."""


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

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        demand_free(self.club, name)
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
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

    def __init__(self, *args: Any, columns: Sequence[Column], layout: Layout, proposed: Sequence[str], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.columns = columns
        choices = [("", _("nicht übernehmen")), *((field.key, field.title) for field in layout.fields)]
        for column, key in zip(columns, proposed, strict=True):
            self.fields[f"spalte_{column.index}"] = forms.ChoiceField(
                label=_("Feld für Spalte %(letter)s") % {"letter": column.letter},
                choices=choices,
                initial=key,
                required=False,
            )

    @property
    def rows(self) -> list[tuple[Column, forms.BoundField]]:
        """The columns, each with its field."""
        return [(column, self[f"spalte_{column.index}"]) for column in self.columns]

    @property
    def chosen(self) -> list[str]:
        """The keys chosen, by column."""
        return [self.cleaned_data[f"spalte_{column.index}"] for column in self.columns]


def answers_in(data: Any, outcomes: Sequence[LineOutcome]) -> dict[int, str]:
    """What was decided about the doubtful lines, by line; what was not offered is left out."""
    answers = {}
    for each in outcomes:
        answer = data.get(f"{ANSWER}{each.line}", "")
        if answer in {choice.value for choice in each.choices}:
            answers[each.line] = answer
    return answers
