"""Forms of the own account."""

from typing import Unpack

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import SetPasswordMixin
from django.utils.translation import gettext_lazy as _

from skatliga.forms import Cleaned, FormOptions, Sent
from skatliga.people.models import User
from skatliga.requests import Request


class AcceptForm(SetPasswordMixin, forms.Form):
    """The code of a role that waits, where links to a new password go, and a new password where one is needed."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        help_text=_("Acht Zeichen; den Code gibt Ihnen, wer Ihnen die Rolle geben will."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    email = forms.EmailField(
        label=_("Ihre E-Mail-Adresse"),
        required=False,
        help_text=_("Dorthin geht der Link, wenn Sie das Passwort vergessen haben. Bitte prüfen, dass es Ihre ist."),
    )
    password1, password2 = SetPasswordMixin.create_password_fields(
        label1=_("Neues Passwort"), label2=_("Neues Passwort bestätigen")
    )

    def __init__(self, data: Sent = None, *, user: User, new_password: bool, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        self.user = user
        if not new_password:
            del self.fields["password1"], self.fields["password2"]

    def clean(self) -> Cleaned:
        if "password1" in self.fields:
            self.validate_passwords("password1", "password2")
            self.validate_password_for_user(self.user, "password2")
        return self.cleaned_data


class ConfirmForm(forms.Form):
    """The password once more; wrong ones are counted like those at the sign-in page."""

    password = forms.CharField(
        label=_("Passwort"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
    )

    def __init__(self, data: Sent = None, *, request: Request) -> None:
        super().__init__(data)
        self.request = request

    def clean_password(self) -> str:
        password = self.cleaned_data["password"]
        if authenticate(self.request, username=self.request.user.username, password=password) != self.request.user:
            raise forms.ValidationError(_("Das ist nicht Ihr Passwort."))
        return password


class CodeForm(forms.Form):
    """A code from an app, or one for recovery."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        help_text=_("Sechs Ziffern aus der App, oder ein Wiederherstellungscode."),
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false", "autofocus": True}
        ),
    )


class CloseForm(forms.Form):
    """What becomes of an account."""

    what = forms.ChoiceField(
        label=_("Was soll geschehen?"),
        choices=[
            ("close", _("stilllegen: Der Betreiber kann es wieder öffnen, Rollen bleiben")),
            ("delete", _("löschen: Es bleibt nur, was Sie eingegeben haben, ohne Ihren Namen")),
        ],
        widget=forms.RadioSelect,
    )
