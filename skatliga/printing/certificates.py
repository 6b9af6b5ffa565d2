"""Certificates for the first of a ranking.

An organiser writes title and text with fixed placeholders. They are replaced in plain text, nothing is evaluated; the
template escapes the result like any other text.
"""

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from PIL import Image, ImageOps, UnidentifiedImageError

from skatliga.access import Role
from skatliga.events.days import write_days
from skatliga.events.models import Entry, Event
from skatliga.forms import Files, Sent
from skatliga.printing.fitting import POINT, STEP, Room, fit
from skatliga.printing.models import CertificateForm
from skatliga.printing.sheet_rows import figures
from skatliga.standings.rankings import RankingLine, ranking
from skatliga.wertung.wording import write_value

PLACEHOLDERS = ("{name}", "{platz}", "{punkte}", "{verein}", "{veranstaltung}", "{datum}")

MOST_BYTES = 10 * 1024 * 1024
MOST_PIXELS = 1600
MOST_AREA = 50_000_000
"""Pixels that are drawn at once; a small file can unfold to more than the machine has memory for."""

_UNREADABLE = (UnidentifiedImageError, OSError, ValueError, TypeError, SyntaxError, Image.DecompressionBombError)


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a certificate."""

    kind: str
    """A class of `paper.css`: the lines with name and place are larger."""
    text: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """The certificate of one player."""

    title: str
    lines: tuple[TextLine, ...]


@dataclass(frozen=True, slots=True)
class SizedLine:
    """A line of a certificate as it is set: broken, and in a size in points in which all of them fit on the page."""

    kind: str
    parts: tuple[str, ...]
    points: float

    @property
    def element(self) -> SafeString:
        """On the page."""
        if self.kind == "gap":
            return format_html('<p class="gap" style="height: {}pt"></p>', f"{self.points:.3f}")
        parts = format_html_join(mark_safe("<br>"), "{}", ((part,) for part in self.parts))
        name = mark_safe("h1" if self.kind == "title" else "p")
        return format_html(
            '<{0} class="{1}" style="font-size: {2}pt">{3}</{0}>', name, self.kind, f"{self.points:.3f}", parts
        )

    @property
    def height(self) -> float:
        """Millimetres."""
        return len(self.parts) * self.points * _PITCH[self.kind] * POINT


_SIZES = {"title": 46.0, "name": 28.0, "place": 24.0, "": 16.0}
_PITCH = {"title": 1.1, "name": 1.2, "place": 1.45, "": 1.45, "gap": 1.0}
"""Points of each kind of line, and from line to line in sizes, as `paper.css` has them."""
_WIDTH, _HEIGHT, _PICTURE, _AROUND_TITLE, _GAP = 156.0, 228.0, 48.0, 26.0, 7.0
"""Millimetres: what is there above the signatures, and what of it others take."""


def set_on_page(certificate: Certificate, has_picture: bool) -> tuple[SizedLine, ...]:
    """Title and lines as large as they fit above the signatures, all in the same measure."""
    texts = (TextLine("title", certificate.title), *certificate.lines)
    gaps = sum(line.kind == "gap" for line in texts)
    room, scale = _HEIGHT - _PICTURE * has_picture, 1.0
    while True:
        lines = tuple(_sized(line, scale) for line in texts)
        needed = sum(line.height for line in lines) + scale * (_AROUND_TITLE + gaps * _GAP)
        if needed <= room:
            return lines
        scale *= STEP


def _sized(line: TextLine, scale: float) -> SizedLine:
    if line.kind == "gap":
        return SizedLine("gap", (), scale * _GAP / POINT)
    size, weight = scale * _SIZES[line.kind], 600 if line.kind else 400
    found = fit(line.text, Room(_WIDTH, 1000, size, face="serif", weight=weight, pitch=_PITCH[line.kind]))
    return SizedLine(line.kind, found.lines, found.size)


def certificate_form(event: Event) -> CertificateForm:
    """How the certificates of this event look; as they are proposed where nobody has said."""
    stored = CertificateForm.objects.filter(event=event).first()
    return stored or CertificateForm(event=event, title=_("Urkunde"), text=_proposal())


def certificates(form: CertificateForm, role: Role | None) -> list[Certificate]:
    """For everybody up to the last place; whoever shares it gets one too. `form.event` comes with its Serien."""
    lines = ranking(form.event, role).lines
    return [_certificate(form, _values(form.event, line)) for line in lines if line.place <= form.places]


def own_certificate(form: CertificateForm, entry: Entry) -> Certificate | None:
    """The certificate of one player under the name for everybody; None for who gets none."""
    lines = ranking(form.event, None).lines
    return next(
        (
            _certificate(form, _values(form.event, line))
            for line in lines
            if line.start_number == entry.start_number and line.place <= form.places
        ),
        None,
    )


def specimen(form: CertificateForm) -> Certificate:
    """How a certificate looks, for nobody."""
    values = _event_values(form.event)
    values |= {"{name}": _("Vorname Name"), "{verein}": _("Verein"), "{platz}": "1", "{punkte}": figures(2345)}
    return _certificate(form, values)


def picture_of(form: CertificateForm) -> str:
    """The picture as an address that holds all of it, so that printing need not read files."""
    if not form.picture:
        return ""
    with form.picture.open() as picture:
        return "data:image/png;base64," + base64.b64encode(picture.read()).decode()


@transaction.atomic
def save_form(form: CertificateForm, upload: UploadedFile | bool | None) -> CertificateForm:
    """Keep how certificates look; `upload` is a new picture, False takes the old one away, None leaves it.

    ValidationError for a picture that is none.
    """
    drawn = _redraw(upload) if isinstance(upload, UploadedFile) and upload else b""
    if form.picture and upload is not None:
        form.picture.delete(save=False)
    if drawn:
        form.picture.save(f"{form.event.slug}.png", ContentFile(drawn), save=False)
    form.save()
    return form


def _proposal() -> str:
    return _(
        "{name}\n{verein}\n\nbelegt bei der Veranstaltung\n{veranstaltung}\nam {datum}\n\nmit {punkte} Punkten\nden"
        " {platz}. Platz."
    )


def _values(event: Event, line: RankingLine) -> dict[str, str]:
    own = {"{name}": line.name, "{verein}": line.club, "{platz}": str(line.place), "{punkte}": write_value(line.value)}
    return _event_values(event) | own


def _event_values(event: Event) -> dict[str, str]:
    return {"{veranstaltung}": event.name, "{datum}": write_days(event)}


def _certificate(form: CertificateForm, values: Mapping[str, str]) -> Certificate:
    return Certificate(_fill(form.title, values), tuple(_lines(form.text.splitlines(), values)))


def _lines(texts: Sequence[str], values: Mapping[str, str]) -> Iterator[TextLine]:
    """An empty line is a gap; one that is empty only for this player, without a club for instance, is left out."""
    for text in texts:
        filled = _fill(text, values).strip()
        if filled or not text.strip():
            kind = "name" if "{name}" in text else "place" if "{platz}" in text else "" if filled else "gap"
            yield TextLine(kind, filled)


def _fill(text: str, values: Mapping[str, str]) -> str:
    """The text with all placeholders replaced in one go, so that one in somebody's name stays what it is."""
    return re.sub("|".join(map(re.escape, values)), lambda found: values[found[0]], text)


def _redraw(upload: UploadedFile) -> bytes:
    """The picture as this program has drawn it itself, so that nothing else that came with the file is kept."""
    if upload.size and upload.size > MOST_BYTES:
        raise ValidationError(_("Das Bild ist größer als 10 MB; bitte ein kleineres wählen."))
    try:
        with Image.open(upload, formats=("JPEG", "PNG", "WEBP")) as image:
            if image.width * image.height > MOST_AREA:
                raise ValidationError(_("Das Bild hat mehr als 50 Millionen Bildpunkte; bitte ein kleineres wählen."))
            upright = ImageOps.exif_transpose(image).convert("RGBA")
            upright.thumbnail((MOST_PIXELS, MOST_PIXELS))
    except _UNREADABLE as error:
        raise ValidationError(_("Das ist kein lesbares Bild; bitte JPEG, PNG oder WebP wählen.")) from error
    drawn = BytesIO()
    upright.save(drawn, "PNG")
    return drawn.getvalue()


class CertificateFormForm(forms.ModelForm):
    """How the certificates of an event look."""

    upload = forms.FileField(
        label=gettext_lazy("Bild"),
        required=False,
        help_text=gettext_lazy("Ein Wappen oder Zeichen als JPEG, PNG oder WebP; es steht über der Überschrift."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    without_picture = forms.BooleanField(label=gettext_lazy("ohne das jetzige Bild"), required=False)

    class Meta:
        model = CertificateForm
        fields = ("title", "text", "places", "first_signature", "second_signature")

    def __init__(self, data: Sent = None, files: Files = None, *, instance: CertificateForm | None = None) -> None:
        super().__init__(data, files, instance=instance)
        help_text = gettext_lazy(
            "Ersetzt werden: %(placeholders)s. Die Zeilen mit {name} und {platz} sind größer gesetzt."
        )
        self.fields["text"].help_text = help_text % {"placeholders": " ".join(PLACEHOLDERS)}
        if not self.instance.picture:
            del self.fields["without_picture"]

    @property
    def picture(self) -> UploadedFile | bool | None:
        """The new picture, False for none any more, None to leave what there is."""
        return self.cleaned_data["upload"] or (False if self.cleaned_data.get("without_picture") else None)
