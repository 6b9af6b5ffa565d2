"""The form of one table's rule, and the presets it begins with."""

import re
from typing import Any, Final, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.wertung.presets import ClubYearRule
from skatliga.forms import Cleaned, Initial, Sent
from skatliga.years.models import Span
from skatliga.years.rules import MOST, MOST_POINTS, YearTableRule, contradictions
from skatliga.years.year_standing import SPAN_OF

GRAND_PRIX: Final = (25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)


class RulePreset(NamedTuple):
    """A rule that clubs use, as a sentence, with the fields that it is mostly changed in."""

    key: str
    sentence: Promise
    rule: ClubYearRule
    fields: tuple[str, ...]
    name: Promise | str = ""
    """What a further table of this kind is called."""


PRESETS: Final = (
    RulePreset("summe", gettext_lazy("Summe aller Listen"), ClubYearRule(), ("unit", "minimum")),
    RulePreset(
        "beste",
        gettext_lazy("Die 10 besten Abende"),
        ClubYearRule(unit="evening", best=10),
        ("best", "unit", "minimum"),
    ),
    RulePreset(
        "schnitt",
        gettext_lazy("Schnitt, ab 44 Listen"),
        ClubYearRule(measure="average", minimum=44),
        ("minimum", "unit", "missing_as_zero"),
    ),
    RulePreset(
        "streichen",
        gettext_lazy("Summe, in jedem Quartal wird der schlechteste Abend gestrichen"),
        ClubYearRule(unit="evening", drop=1, span="quarter"),
        ("drop", "span", "unit"),
    ),
    RulePreset(
        "grandprix",
        gettext_lazy("Grand Prix: 25-20-16-… nach dem Platz des Abends, die 7 besten zählen"),
        ClubYearRule(unit="evening", worth="places", place_points=GRAND_PRIX, best=7),
        ("place_points", "best", "attendance"),
        gettext_lazy("Grand Prix"),
    ),
    RulePreset(
        "anwesenheit",
        gettext_lazy("Summe, dazu 100 Punkte für jeden Abend, an dem jemand da ist"),
        ClubYearRule(unit="evening", attendance=100),
        ("attendance", "minimum"),
    ),
    RulePreset(
        "meisterschaft",
        gettext_lazy("Nur die erste Serie jedes Abends zählt"),
        ClubYearRule(serie=1),
        ("serie", "best", "minimum"),
        gettext_lazy("Meisterschaft"),
    ),
    RulePreset(
        "pokal",
        gettext_lazy("Pokal: nur die zweite Serie zählt"),
        ClubYearRule(serie=2),
        ("serie", "best", "minimum"),
        gettext_lazy("Pokal"),
    ),
)


def preset_of(key: str) -> RulePreset | None:
    """The preset of this key."""
    return next((preset for preset in PRESETS if preset.key == key), None)


def _number(label: Any, help_text: Any = "", most: int = MOST, *, least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(label=label, help_text=help_text, min_value=least, max_value=most, required=False)


_PAIR: Final = re.compile(r"(\d{1,4})\s*[:=]\s*(\d{1,4})")


class RuleForm(forms.Form):
    """One table of a year: its name and its rule; `table` is what was said."""

    name = forms.CharField(label=gettext_lazy("Name der Tabelle"), max_length=40)
    measure = forms.ChoiceField(
        label=gettext_lazy("Es entscheidet"),
        choices=[("total", gettext_lazy("die Summe")), ("average", gettext_lazy("der Schnitt"))],
    )
    unit = forms.ChoiceField(
        label=gettext_lazy("Gezählt werden"),
        choices=[("list", gettext_lazy("Listen")), ("evening", gettext_lazy("Abende"))],
    )
    worth = forms.ChoiceField(
        label=gettext_lazy("Gewertet wird"),
        choices=[("leistung", gettext_lazy("was erspielt wurde")), ("places", gettext_lazy("der Platz, mit Punkten"))],
    )
    place_points = forms.CharField(
        label=gettext_lazy("Punkte der Plätze"),
        help_text=gettext_lazy("Vom ersten Platz an, etwa 25 20 16 13; wer dahinter ist, bekommt 0."),
        max_length=400,
        required=False,
    )
    attendance = _number(
        gettext_lazy("Punkte fürs Mitspielen"), gettext_lazy("Für jeden gezählten Abend oder jede Liste."), MOST_POINTS
    )
    best = _number(gettext_lazy("Es zählen nur die besten"), gettext_lazy("Leer lassen, wenn alle zählen."), least=1)
    minimum = _number(
        gettext_lazy("Mindestzahl"),
        gettext_lazy("Listen oder Abende, je nachdem, was gezählt wird; wer darunter ist, hat noch keinen Platz."),
    )
    missing_as_zero = forms.BooleanField(label=gettext_lazy("Was an der Mindestzahl fehlt, zählt 0"), required=False)
    minimum_evenings = _number(gettext_lazy("Dazu mindestens so viele Abende"))
    a_month = _number(gettext_lazy("Mindestens in jedem Monat"), gettext_lazy("Nur Monate, in denen es Abende gab."))
    drop = _number(gettext_lazy("Streichergebnisse"), gettext_lazy("Wie viele der schlechtesten nicht zählen."))
    stages = forms.CharField(
        label=gettext_lazy("Streichergebnisse in Stufen"),
        help_text=gettext_lazy("Ab so vielen Ergebnissen so viele Streicher, etwa 10:1 20:2."),
        max_length=100,
        required=False,
    )
    span = forms.ChoiceField(
        label=gettext_lazy("Streichergebnisse je"),
        choices=[("", Span.WHOLE.label), *((label, span.label) for label, span in SPAN_OF.items())],
        required=False,
    )
    serie = _number(
        gettext_lazy("Nur diese Serie"), gettext_lazy("1 für die erste jedes Abends; leer: alle."), 20, least=1
    )
    projected = forms.BooleanField(label=gettext_lazy("Jede Liste wird auf 48 Spiele hochgerechnet"), required=False)
    credits = _number(gettext_lazy("Gutschriften höchstens"), gettext_lazy("Für so viele versäumte Abende."))
    credit = _number(gettext_lazy("Gutschrift für einen versäumten Abend"), gettext_lazy("Punkte."), MOST_POINTS)
    reason = forms.CharField(
        label=gettext_lazy("Grund der Änderung"),
        help_text=gettext_lazy("Ein Abend ist schon abgeschlossen; der Grund bleibt bei den Angaben."),
        max_length=100,
    )

    def __init__(self, data: Sent = None, *, main: bool, frozen: bool, initial: Initial | None = None) -> None:
        super().__init__(data, initial=initial)
        if main:
            del self.fields["name"]
        if not frozen:
            del self.fields["reason"]

    def clean_place_points(self) -> tuple[int, ...]:
        """The points from the first place down."""
        return tuple(int(each) for each in self._parts("place_points", r"\d{1,6}", "25 20 16"))

    def clean_stages(self) -> tuple[tuple[int, int], ...]:
        """From so many results on, so many drops."""
        found = self._parts("stages", _PAIR.pattern, "10:1 20:2")
        pairs = [_PAIR.fullmatch(each) for each in found]
        return tuple((int(pair[1]), int(pair[2])) for pair in pairs if pair)

    def _parts(self, name: str, pattern: str, example: str) -> list[str]:
        said = self.cleaned_data[name]
        found = [match.group() for match in re.finditer(pattern, said)]
        if re.sub(pattern, "", said).strip(" ,;/–-…"):
            raise ValidationError(_("Bitte nur Zahlen eingeben, etwa %(example)s.") % {"example": example})
        return found

    def clean(self) -> Cleaned:
        super().clean()
        if not self.errors:
            for field, sentence in contradictions(self.table.rule).items():
                self.add_error(field, sentence)
        return self.cleaned_data

    @property
    def table(self) -> YearTableRule:
        """The table as it was said."""
        said = {name: value for name, value in self.cleaned_data.items() if name not in {"name", "reason"}}
        if said["worth"] == "leistung":
            said["place_points"] = ()
        numbers = {name: value or 0 for name, value in said.items() if value is None and name not in {"best", "serie"}}
        return YearTableRule(self.cleaned_data.get("name", ""), ClubYearRule(**(said | numbers)))


def fields_of(table: YearTableRule) -> tuple[str, ...]:
    """The fields in which a rule is seen: those that every rule has, and what it says besides."""
    plain = ClubYearRule()
    always = {"measure", "unit", "best", "minimum"}
    said = (name for name in RuleForm.base_fields if hasattr(plain, name))
    return tuple(name for name in said if name in always or getattr(table.rule, name) != getattr(plain, name))


def initial_of(table: YearTableRule) -> Initial:
    """What the form shows of a table."""
    rule = table.rule
    shown = {name: getattr(rule, name) or None for name in RuleForm.base_fields if hasattr(rule, name)}
    return shown | {
        "name": table.name,
        "span": rule.span,
        "place_points": " ".join(map(str, rule.place_points)),
        "stages": " ".join(f"{least}:{drops}" for least, drops in rule.stages),
    }
