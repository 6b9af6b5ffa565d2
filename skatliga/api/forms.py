"""The form of a new access key."""

import datetime

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.api.models import AccessKey


class KeyForm(forms.ModelForm):
    class Meta:
        model = AccessKey
        fields = ("name", "read_only", "expires_on")

    expires_on = forms.DateField(
        label=gettext_lazy("Gilt bis"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        help_text=gettext_lazy("leer: bis er zurückgezogen wird"),
    )

    def clean_expires_on(self) -> datetime.date | None:
        day = self.cleaned_data["expires_on"]
        if day and day < timezone.localdate():
            raise forms.ValidationError(_("Dieser Tag ist schon vorbei; bitte einen späteren angeben."))
        return day
