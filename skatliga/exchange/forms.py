"""Uploading files."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.exchange.participantfile import Line, Table, read_lines, read_table, write_table


class ParticipantsForm(forms.Form):
    """A file, or what it held, sent back to be entered; cleaned to `lines`, and to `text` to be sent back."""

    datei = forms.FileField(
        label=gettext_lazy("Datei (CSV oder XLSX)"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.xlsx"}),
    )
    inhalt = forms.CharField(widget=forms.HiddenInput, required=False, strip=False)

    lines: list[Line]
    text: str

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        file, text = cleaned.get("datei"), cleaned.get("inhalt")
        if not (file or text):
            raise forms.ValidationError(_("Bitte eine Datei wählen."))
        try:
            table: Table = read_table(file.read() if file else text.encode())
            self.lines, self.text = read_lines(table), write_table(table)
        except forms.ValidationError as refusal:
            self.add_error("datei", refusal)
        return cleaned
