"""The form in which the end of a Serie is told table by table."""

from collections.abc import Iterator, Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.forms import Cleaned, Sent
from skatliga.lists.time_limit import UnfinishedTable


class TimeUpForm(forms.Form):
    """With how many deals each list ends, and why; `played` is what the service takes."""

    reason = forms.CharField(
        label=gettext_lazy("Begründung"),
        max_length=500,
        help_text=gettext_lazy("Steht im Verlauf jeder Liste, zum Beispiel: Zeit um 16:30 Uhr abgelaufen."),
    )

    def __init__(self, data: Sent = None, *, tables: Sequence[UnfinishedTable]) -> None:
        super().__init__(data)
        self.tables = tables
        for each in tables:
            label = _("%(table)s: gespielte Spiele") % {"table": each.table}
            attributes = {"inputmode": "numeric", "autocomplete": "off", "class": "pad", "aria-label": label}
            self.fields[self._name(each)] = forms.IntegerField(
                label=label,
                required=False,
                min_value=each.played or 1,
                max_value=each.deals,
                initial=each.played,
                widget=forms.TextInput(attrs=attributes | {"size": 3}),
            )

    @staticmethod
    def _name(each: UnfinishedTable) -> str:
        return f"tisch-{each.table.number}"

    @property
    def lines(self) -> Iterator[tuple[UnfinishedTable, forms.BoundField, int]]:
        """Each table with its field, and how many deals its list loses."""
        for each in self.tables:
            field = self[self._name(each)]
            typed = str(field.value() or "").strip()
            played = int(typed) if typed.isdecimal() and len(typed) < 4 else each.deals
            yield each, field, max(0, each.deals - played)

    @property
    def losing(self) -> list[tuple[UnfinishedTable, int]]:
        """The tables that lose deals, and how many."""
        return [(each, lost) for each, _field, lost in self.lines if lost]

    def clean(self) -> Cleaned:
        if not self.errors and not self.losing:
            raise forms.ValidationError(_("Es gibt nichts zu streichen. Bitte eintragen, wie viele gespielt sind."))
        return self.cleaned_data

    @property
    def played(self) -> dict[int, int]:
        """The deals played by the number of the table, as far as they were typed."""
        typed = {each.table.number: self.cleaned_data[self._name(each)] for each in self.tables}
        return {table: played for table, played in typed.items() if played is not None}
