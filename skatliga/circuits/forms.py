"""Forms of Turnierserien: what it is called, its rule, whom to invite, which tournaments count."""

from typing import Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.wertung.presets import TableRule
from skatliga.circuits.models import Circuit, Partner
from skatliga.events.models import Event
from skatliga.forms import Cleaned, KeepsWhatOthersChanged, RowsField, Sent, day_input, model_field
from skatliga.people.models import Club
from skatliga.wertung.forms import RuleForm, number_field, reason_field
from skatliga.wertung.presets import GRAND_PRIX, RulePreset
from skatliga.wertung.rules import MOST_POINTS

PRESETS: Final = (
    RulePreset(
        "grandprix",
        gettext_lazy("Grand Prix: 25-20-16-… nach dem Platz, die 7 besten Turniere zählen"),
        TableRule(unit="evening", worth="places", place_points=GRAND_PRIX, best=7),
        ("place_points", "best", "minimum", "attendance"),
    ),
    RulePreset(
        "staedtepokal",
        gettext_lazy("Städtepokal: Summe aller Turniere"),
        TableRule(unit="evening"),
        ("best", "minimum", "attendance"),
    ),
    RulePreset(
        "beste",
        gettext_lazy("Die 7 besten Turniere"),
        TableRule(unit="evening", best=7),
        ("best", "minimum", "attendance"),
    ),
    RulePreset(
        "schnitt",
        gettext_lazy("Schnitt je Turnier, ab 4 Turnieren"),
        TableRule(unit="evening", measure="average", minimum=4),
        ("minimum", "best"),
    ),
)


class CircuitForm(KeepsWhatOthersChanged, forms.ModelForm):
    """A Turnierserie without its rule."""

    class Meta:
        model = Circuit
        fields = ("name", "first_day", "last_day", "qualified", "per_club")
        widgets = {"first_day": day_input(), "last_day": day_input()}  # noqa: RUF012

    def __init__(self, data: Sent = None, *, club: Club, instance: Circuit | None = None) -> None:
        super().__init__(data, instance=instance)
        self.instance.club = club
        self.fields["qualified"].required = False
        if self.instance.pk:
            self.watch()

    def clean(self) -> Cleaned:
        cleaned = super().clean()
        if cleaned.get("per_club") and not cleaned.get("qualified"):
            self.add_error("qualified", _("Bitte eintragen, wie viele aus jedem Verein qualifiziert sind."))
        return cleaned

    def clean_qualified(self) -> int:
        """Nothing said is nobody."""
        return self.cleaned_data["qualified"] or 0


class CircuitRuleForm(RuleForm):
    """The rule, as that of a club year whose evenings are tournaments."""

    attendance = number_field(
        gettext_lazy("Punkte fürs Mitspielen"), gettext_lazy("Für jedes gespielte Turnier."), MOST_POINTS
    )
    best = number_field(
        gettext_lazy("Es zählen nur die besten"), gettext_lazy("Turniere; leer lassen, wenn alle zählen."), least=1
    )
    minimum = number_field(
        gettext_lazy("Mindestzahl"), gettext_lazy("Turniere; wer darunter ist, hat noch keinen Platz.")
    )
    drop = number_field(gettext_lazy("Streichergebnisse"), gettext_lazy("Wie viele Turniere nicht zählen."))
    reason = reason_field(gettext_lazy("Ein Turnier ist schon abgeschlossen; der Grund bleibt bei den Angaben."))


class InviteForm(forms.Form):
    """Which club to ask."""

    club = forms.ModelChoiceField(label=gettext_lazy("Verein"), queryset=Club.objects.none(), empty_label="–")

    def __init__(self, data: Sent = None, *, circuit: Circuit) -> None:
        super().__init__(data)
        asked = circuit.partners.exclude(answer=Partner.Answer.DECLINED)
        others = Club.objects.exclude(pk=circuit.club_id).exclude(pk__in=asked.values("club"))
        model_field(self, "club").queryset = others.order_by("name")


class StopsForm(forms.Form):
    """Which of a club's tournaments count from now on."""

    events = RowsField(
        label=gettext_lazy("Turniere"), queryset=Event.objects.none(), widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Sent = None, *, offered: QuerySet[Event]) -> None:
        super().__init__(data)
        model_field(self, "events").queryset = offered
