"""Forms of a captain's phone: who plays, who comes in, under which name is signed."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.forms import Sent, choice_field
from skatliga.leagues.matchday_forms import ExchangeForm, LineupForm
from skatliga.leagues.queries import playing, usual_lineup, waiting
from skatliga.phones.captain_day import CaptainDay


class CaptainLineupForm(LineupForm):
    """Who plays; whether a team comes at all is for the host to say. Beside each name stands its colour."""

    def __init__(self, data: Sent = None, *, day: CaptainDay) -> None:
        usual = usual_lineup(day.member, day.squad)
        super().__init__(data, member=day.member, squad=day.squad, usual=usual)
        self.proposes = bool(usual)
        del self.fields["absence"]
        said = {"yellow": _("bitte prüfen"), "red": _("darf nicht spielen")}
        marks = {
            check.player.pk: said[check.colour] for check in day.checks if check.player and check.colour != "green"
        }
        names = {
            pk: f"{player.name} – {marks[pk]}" if pk in marks else player.name for pk, player in self.players.items()
        }
        for position in self.positions:
            choice_field(self, f"place_{position}").choices = [("", "–"), *names.items()]

    def clean(self) -> None:
        """Somebody is named; None since nothing is changed."""
        super().clean()
        if not self.errors and not any(self.places):
            raise ValidationError(
                _("Bitte wählen, wer spielt. Kommt die Mannschaft nicht, sagen Sie es der Staffelleitung.")
            )


class CaptainExchangeForm(ExchangeForm):
    """Who comes in for whom, from the beginning of a Serie."""

    def __init__(self, data: Sent = None, *, day: CaptainDay) -> None:
        super().__init__(data, playing=playing(day.member), waiting=waiting(day.member))
        del self.fields["deal"]
        self.fields["serie"].initial = day.next_serie
        self.fields["serie"].widget = forms.HiddenInput()


class CaptainSignForm(forms.Form):
    """The name with which is signed, and the version of what was seen."""

    name = forms.CharField(
        label=gettext_lazy("Vor- und Nachname"), max_length=120, widget=forms.TextInput({"autocomplete": "name"})
    )
    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
