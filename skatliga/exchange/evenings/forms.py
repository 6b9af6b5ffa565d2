"""The form of a club's past: a file, and by which rules all of it was played."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from skatliga.events.forms import EventForm
from skatliga.exchange.evenings.entering import Rules


class PastForm(EventForm):
    """The rules are chosen as for one event; the rest of an event stands in the file."""

    name = date = place = rounds = second_person = protest_hours = None
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
    tag = forms.DateField(
        label=_("Tag der Spiele ohne Zeit"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )

    @property
    def rules_chosen(self) -> Rules:
        """The rules of a form that is valid."""
        names = ("rulebook", "evaluation", "agreements", "deals_at_four", "deals_at_three", "target")
        return Rules(**{name: self.cleaned_data[name] for name in names})

    @property
    def further(self) -> dict[str, Any]:
        """What else was asked for."""
        cleaned = self.cleaned_data
        date = cleaned["tag"].isoformat() if cleaned["tag"] else ""
        return {"publish": cleaned["veroeffentlichen"], "name": cleaned["abend"], "date": date}
