"""Forms of Turnierserien: what it is called, its rule, whom to invite, which tournaments count."""

from dataclasses import replace
from typing import Final

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy

from scoring.wertung.presets import TableRule
from skatliga.circuits.models import Circuit, Partner
from skatliga.events.models import Event
from skatliga.forms import Initial, KeepsWhatOthersChanged, RowsField, Sent, model_field
from skatliga.people.models import Club
from skatliga.wertung.forms import RuleForm, initial_of
from skatliga.wertung.presets import GRAND_PRIX, RulePreset
from skatliga.wertung.rules import YearTableRule

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
FIELDS: Final = ("measure", "worth", "place_points", "attendance", "best", "drop", "minimum")
"""What a rule of tournaments says; the other fields are of evenings in a year."""


def _day() -> forms.DateInput:
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class CircuitForm(KeepsWhatOthersChanged, forms.ModelForm):
    """A Turnierserie without its rule."""

    class Meta:
        model = Circuit
        fields = ("name", "first_day", "last_day", "qualified", "per_club")
        widgets = {"first_day": _day(), "last_day": _day()}  # noqa: RUF012

    def __init__(self, data: Sent = None, *, club: Club, instance: Circuit | None = None) -> None:
        super().__init__(data, instance=instance)
        self.instance.club = club
        self.fields["qualified"].required = False
        if self.instance.pk:
            self.watch()

    def clean_qualified(self) -> int:
        """Nothing said is nobody."""
        return self.cleaned_data["qualified"] or 0


class CircuitRuleForm(RuleForm):
    """The rule, as that of a club year whose evenings are tournaments."""

    def __init__(self, data: Sent = None, *, frozen: bool, initial: Initial | None = None) -> None:
        super().__init__(data, main=True, frozen=frozen, initial=initial)
        self.fields = {name: field for name, field in self.fields.items() if name in {*FIELDS, "reason"}}
        words = {
            "attendance": (gettext_lazy("Punkte fürs Mitspielen"), gettext_lazy("Für jedes gespielte Turnier.")),
            "best": (
                gettext_lazy("Es zählen nur die besten"),
                gettext_lazy("Turniere; leer lassen, wenn alle zählen."),
            ),
            "drop": (gettext_lazy("Streichergebnisse"), gettext_lazy("Wie viele Turniere nicht zählen.")),
            "minimum": (
                gettext_lazy("Mindestzahl"),
                gettext_lazy("Turniere; wer darunter ist, hat noch keinen Platz."),
            ),
            "reason": (
                gettext_lazy("Grund der Änderung"),
                gettext_lazy("Ein Turnier ist schon abgeschlossen; der Grund bleibt bei den Angaben."),
            ),
        }
        for name, (label, help_text) in words.items():
            if name in self.fields:
                self.fields[name].label, self.fields[name].help_text = label, help_text

    @property
    def rule(self) -> TableRule:
        """The rule as it was said."""
        return replace(self.table.rule, unit="evening")


def shown_of(rule: TableRule) -> Initial:
    """What the form shows of a rule."""
    return initial_of(YearTableRule("", rule))


def first_fields(rule: TableRule) -> tuple[str, ...]:
    """The fields in which a rule is seen; the others are folded away."""
    plain = TableRule()
    always = {"worth", "best", "minimum"}
    return tuple(name for name in FIELDS if name in always or getattr(rule, name) != getattr(plain, name))


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
