"""Handing in an archive."""

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.forms import Sent


class ApprovalForm(forms.Form):
    """Taking in an archive; of which something is here already only if that is meant."""

    again = forms.BooleanField(
        label=gettext_lazy("noch einmal einspielen, daneben"),
        error_messages={"required": gettext_lazy("Bitte ankreuzen, wenn alles ein zweites Mal daneben stehen soll.")},
    )

    def __init__(self, data: Sent = None, *, is_present: bool) -> None:
        super().__init__(data)
        if not is_present:
            del self.fields["again"]


class ArchiveForm(forms.Form):
    """An archive of an event or a club."""

    datei = forms.FileField(
        label=gettext_lazy("Archiv (ZIP)"),
        help_text=format_lazy(gettext_lazy("höchstens {most} MB"), most=settings.UPLOAD_MB),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
    )

    def clean_datei(self) -> UploadedFile:
        file = self.cleaned_data["datei"]
        if file.size > settings.UPLOAD_MB * 1_000_000:
            raise forms.ValidationError(
                _(
                    "Die Datei ist größer als %(most)s MB. Bitte auf der Kommandozeile einspielen: "
                    "manage.py import_archive."
                )
                % {"most": settings.UPLOAD_MB}
            )
        return file
