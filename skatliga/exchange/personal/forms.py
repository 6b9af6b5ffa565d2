"""Asking once more before somebody is forgotten."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.forms import Sent
from skatliga.people.names import fold


class EraseForm(forms.Form):
    """Deleting who somebody is: the name typed once more."""

    guests = forms.BooleanField(
        label=gettext_lazy("auch Teilnahmen als Gast unter demselben Namen"), required=False, initial=True
    )
    name = forms.CharField(
        label=gettext_lazy("Zur Sicherheit der Name"),
        help_text=gettext_lazy("Bitte Vor- und Nachname eintippen, wie sie oben stehen."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Sent = None, *, name: str) -> None:
        super().__init__(data)
        self.expected = name

    def clean_name(self) -> str:
        typed = self.cleaned_data["name"]
        if fold(typed) != fold(self.expected):
            raise forms.ValidationError(_("Das ist ein anderer Name; gelöscht ist nichts."))
        return typed
