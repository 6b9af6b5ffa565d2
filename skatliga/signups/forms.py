"""Forms of sign-ups: the terms, what a guest fills in, and lines of a bank statement."""

from datetime import datetime, time, timedelta
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.events.models import Event
from skatliga.forms import Cleaned, KeepsWhatOthersChanged, Sent
from skatliga.money import read_iban
from skatliga.people.models import Publication
from skatliga.signups.models import SignUpTerms
from skatliga.signups.services import find_in_terms

USUAL_END = time(20)
"""In the evening before: whoever directs can still count tables."""
MOST_PLACES = 9999


class _Moment(forms.DateTimeInput):
    """A day with a time, as a browser asks for it."""

    def __init__(self) -> None:
        super().__init__({"type": "datetime-local"}, "%Y-%m-%dT%H:%M")


class TermsForm(KeepsWhatOthersChanged, forms.ModelForm):
    """On what terms an event takes sign-ups."""

    places = SignUpTerms._meta.get_field("places").formfield(
        min_value=1,
        max_value=MOST_PLACES,
        help_text=gettext_lazy(
            "Wer danach kommt, steht auf der Warteliste. Wen Sie selbst eintragen, zählt nicht mit."
        ),
    )
    iban = forms.CharField(
        label=SignUpTerms._meta.get_field("iban").verbose_name,
        required=False,
        max_length=50,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    class Meta:
        model = SignUpTerms
        fields = (
            *("places", "closes_at", "prepaid", "account_holder", "iban"),
            *("opens_at", "invitation", "asks_number"),
        )
        widgets = {"closes_at": _Moment(), "opens_at": _Moment()}  # noqa: RUF012
        help_texts = {  # noqa: RUF012
            "prepaid": gettext_lazy(
                "Sonst wird in der Halle bezahlt. Wie viel, steht unter „Startgeld und Preisplan“."
            ),
            "opens_at": gettext_lazy("Leer: sofort, sobald die Veranstaltung veröffentlicht ist."),
            "invitation": gettext_lazy("Leer: Jeder darf sich anmelden."),
        }

    def __init__(self, data: Sent = None, *, event: Event, instance: SignUpTerms | None) -> None:
        self.event = event
        before = timezone.make_aware(datetime.combine(event.date - timedelta(days=1), USUAL_END))
        usual = {"closes_at": before} if before > timezone.now() else {}
        super().__init__(data, instance=instance, initial={} if instance else usual)
        if instance:
            self.watch()

    def clean(self) -> Cleaned:
        """All that is wrong at once, with what the service would refuse."""
        cleaned = super().clean()
        for name, sentence in find_in_terms(self.event, cleaned, self.instance if self.instance.pk else None).items():
            if name not in self.errors:
                self.add_error(name, sentence)
        return cleaned

    def clean_iban(self) -> str:
        return read_iban(self.cleaned_data["iban"])

    def clean_invitation(self) -> str:
        return " ".join(self.cleaned_data["invitation"].split())


class SignUpForm(forms.Form):
    """What somebody says who signs up. A field that nobody sees is filled in by programs only."""

    name = forms.CharField(
        label=gettext_lazy("Vor- und Nachname"), max_length=60, widget=forms.TextInput({"autocomplete": "name"})
    )
    club_name = forms.CharField(
        label=gettext_lazy("Verein"),
        max_length=50,
        required=False,
        help_text=gettext_lazy("Leer lassen, wenn Sie in keinem sind."),
    )
    federation_number = forms.CharField(label=gettext_lazy("Verbandsnummer"), max_length=20, required=False)
    email = forms.EmailField(
        label=gettext_lazy("E-Mail"),
        max_length=120,
        required=False,
        widget=forms.EmailInput({"autocomplete": "email"}),
        error_messages={"invalid": gettext_lazy("Das ist keine E-Mail-Adresse; bitte so: name@beispiel.de")},
    )
    invitation = forms.CharField(label=gettext_lazy("Einladungscode"), max_length=40)
    shown = forms.BooleanField(label=gettext_lazy("Mein Name darf öffentlich stehen"), required=False)
    homepage = forms.CharField(label=gettext_lazy("Bitte leer lassen"), required=False)
    key = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Sent = None, *, terms: SignUpTerms, mails: bool, invitation: str = "") -> None:
        super().__init__(data, initial={"key": uuid4(), "invitation": invitation})
        self.fields["email"].help_text = _("Dorthin geht der Link zu Ihrer Seite. Niemand sonst sieht die Adresse.")
        self.fields["shown"].help_text = _("Sonst steht öffentlich nur der Vorname.")
        if not mails:
            del self.fields["email"]
        if not terms.asks_number:
            del self.fields["federation_number"]
        if not terms.invitation:
            del self.fields["invitation"]

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        words_with_letters = [word for word in name.split() if any(map(str.isalpha, word))]
        if len(words_with_letters) < 2 or _parts(name):
            raise ValidationError(_("Bitte Vor- und Nachnamen eingeben, ohne Klammern."))
        return name

    def clean_club_name(self) -> str:
        club = " ".join(self.cleaned_data["club_name"].split())
        if _parts(club):
            raise ValidationError(_("Bitte den Verein ohne Klammern schreiben."))
        return club

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).lower()

    def clean_homepage(self) -> str:
        if self.cleaned_data["homepage"]:
            raise ValidationError(_("Bitte dieses Feld leer lassen."))
        return ""

    @property
    def person(self) -> Cleaned:
        """What the service takes."""
        data = dict(self.cleaned_data)
        del data["homepage"]
        shown = Publication.FULL if data.pop("shown") else Publication.FIRST_NAME
        return data | {"publication": shown}


def _parts(text: str) -> bool:
    """Whether something stands in it that parts name and club elsewhere."""
    return any(sign in text for sign in "()|")


class PaidForm(forms.Form):
    """Lines of a bank statement, or codes."""

    lines = forms.CharField(
        label=gettext_lazy("Zeilen vom Konto"),
        max_length=200_000,
        widget=forms.Textarea({"rows": 4, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("Aus dem Kontoauszug einfügen; gesucht werden die Codes (SL-…), gleich wo sie stehen."),
    )
