"""Forms of printing."""

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from skatliga.forms import Files, Sent
from skatliga.printing.certificates import PLACEHOLDERS
from skatliga.printing.models import CertificateForm


class CertificateFormForm(forms.ModelForm):
    """How the certificates of an event look."""

    upload = forms.FileField(
        label=_("Bild"),
        required=False,
        help_text=_("Ein Wappen oder Zeichen als JPEG, PNG oder WebP; es steht über der Überschrift."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    without_picture = forms.BooleanField(label=_("ohne das jetzige Bild"), required=False)

    class Meta:
        model = CertificateForm
        fields = ("title", "text", "places", "first_signature", "second_signature")

    def __init__(self, data: Sent = None, files: Files = None, *, instance: CertificateForm | None = None) -> None:
        super().__init__(data, files, instance=instance)
        help_text = _("Ersetzt werden: %(placeholders)s. Die Zeilen mit {name} und {platz} sind größer gesetzt.")
        self.fields["text"].help_text = help_text % {"placeholders": " ".join(PLACEHOLDERS)}
        if not self.instance.picture:
            del self.fields["without_picture"]

    @property
    def picture(self) -> UploadedFile | bool | None:
        """The new picture, False for none any more, None to leave what there is."""
        return self.cleaned_data["upload"] or (False if self.cleaned_data.get("without_picture") else None)
