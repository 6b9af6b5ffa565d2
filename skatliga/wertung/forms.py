"""The form of one table's rule: the same for events, club years and everything else that is a table of players."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.wertung.presets import GroupTableRule, SizePoints
from skatliga.database import field_of
from skatliga.forms import Cleaned, Initial, Sent, choice_field
from skatliga.wertung.models import BeginsWithPoints
from skatliga.wertung.rules import (
    IN_A_YEAR,
    MOST,
    MOST_PLAYERS,
    MOST_POINTS,
    RuleField,
    YearTableRule,
    contradictions,
    contradictions_of_groups,
)
from skatliga.wertung.wording import CRITERIA_NAMES

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def number_field(
    label: "StrOrPromise", help_text: "StrOrPromise" = "", most: int = MOST, *, least: int = 0
) -> forms.IntegerField:
    """A number that need not be said."""
    return forms.IntegerField(label=label, help_text=help_text, min_value=least, max_value=most, required=False)


_BINDING: Final = gettext_lazy("Es gibt schon verbindliche Ergebnisse; der Grund bleibt im Verlauf.")


def reason_field(
    help_text: "StrOrPromise" = _BINDING,
) -> forms.CharField:
    """Why a rule by which results are binding already is changed."""
    return forms.CharField(label=gettext_lazy("Grund der Änderung"), help_text=help_text, max_length=100)


class StartForm(forms.Form):
    """What somebody begins a table with, or what is taken off, and why."""

    start_points = field_of(BeginsWithPoints, "start_points").formfield()
    start_reason = field_of(BeginsWithPoints, "start_reason").formfield()


_PAIR: Final = re.compile(r"(\d{1,4})\s*[:=]\s*(\d{1,4})")


_WORTHS: Final = (
    ("leistung", gettext_lazy("was erspielt wurde")),
    ("places", gettext_lazy("der Platz, mit Punkten")),
    ("beaten", gettext_lazy("jeder, der weniger hat (Matchpunkte)")),
    ("awarded", gettext_lazy("die Wertungspunkte, wie sie vergeben wurden")),
    ("published", gettext_lazy("der Platz, wie er veröffentlicht wurde")),
)


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
        choices=_WORTHS,
    )
    among = forms.ChoiceField(
        label=gettext_lazy("Verglichen werden"),
        choices=[
            ("", gettext_lazy("alle")),
            ("table", gettext_lazy("die an einem Tisch")),
            ("seat", gettext_lazy("die auf demselben Platz an allen Tischen")),
        ],
        required=False,
    )
    place_points = forms.CharField(
        label=gettext_lazy("Punkte der Plätze"),
        help_text=gettext_lazy(
            "Vom ersten Platz an, etwa 25 20 16 13; wer dahinter ist, bekommt 0. Andere für weniger Spieler nach einem"
            " Strichpunkt: 4 3 2 1; 3: 3 2 1."
        ),
        max_length=400,
        required=False,
    )
    attendance = number_field(
        gettext_lazy("Punkte fürs Mitspielen"), gettext_lazy("Für jeden gezählten Abend oder jede Liste."), MOST_POINTS
    )
    best = number_field(
        gettext_lazy("Es zählen nur die besten"), gettext_lazy("Leer lassen, wenn alle zählen."), least=1
    )
    minimum = number_field(
        gettext_lazy("Mindestzahl"),
        gettext_lazy("Listen oder Abende, je nachdem, was gezählt wird; wer darunter ist, hat noch keinen Platz."),
    )
    missing_as_zero = forms.BooleanField(label=gettext_lazy("Was an der Mindestzahl fehlt, zählt 0"), required=False)
    minimum_evenings = number_field(gettext_lazy("Dazu mindestens so viele Abende"))
    a_month = number_field(
        gettext_lazy("Mindestens in jedem Monat"), gettext_lazy("Nur Monate, in denen es Abende gab.")
    )
    drop = number_field(gettext_lazy("Streichergebnisse"), gettext_lazy("Wie viele der schlechtesten nicht zählen."))
    stages = forms.CharField(
        label=gettext_lazy("Streichergebnisse in Stufen"),
        help_text=gettext_lazy("Ab so vielen Ergebnissen so viele Streicher, etwa 10:1 20:2."),
        max_length=100,
        required=False,
    )
    span = forms.ChoiceField(
        label=gettext_lazy("Streichergebnisse je"),
        choices=[
            ("", gettext_lazy("ganzes Jahr")),
            ("block", gettext_lazy("Halbjahr")),
            ("quarter", gettext_lazy("Quartal")),
            ("month", gettext_lazy("Monat")),
        ],
        required=False,
    )
    serie = number_field(gettext_lazy("Nur diese Serie"), gettext_lazy("1 für die erste; leer: alle."), 20, least=1)
    projected = forms.BooleanField(label=gettext_lazy("Jede Liste wird auf 48 Spiele hochgerechnet"), required=False)
    credits = number_field(gettext_lazy("Gutschriften höchstens"), gettext_lazy("Für so viele versäumte Abende."))
    credit = number_field(gettext_lazy("Gutschrift für einen versäumten Abend"), gettext_lazy("Punkte."), MOST_POINTS)
    reason = reason_field()

    def __init__(
        self,
        data: Sent = None,
        *,
        main: bool,
        frozen: bool,
        where: RuleField = IN_A_YEAR,
        initial: Initial | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        self.where = where
        for name in where.left_out & self.fields.keys():
            del self.fields[name]
        if "worth" in self.fields:
            choice_field(self, "worth").choices = [choice for choice in _WORTHS if choice[0] in where.worths]
        if main:
            del self.fields["name"]
        if not frozen:
            del self.fields["reason"]

    def clean_place_points(self) -> tuple[tuple[int, ...], SizePoints]:
        """The points from the first place down, and those by the size of the field."""
        return read_points(self.cleaned_data["place_points"])

    def clean_stages(self) -> tuple[tuple[int, int], ...]:
        """From so many results on, so many drops."""
        found = _numbers(self.cleaned_data["stages"], _PAIR.pattern, "10:1 20:2")
        pairs = [_PAIR.fullmatch(each) for each in found]
        return tuple((int(pair[1]), int(pair[2])) for pair in pairs if pair)

    def clean(self) -> Cleaned:
        super().clean()
        if not self.errors:
            self._refuse_what_says_nothing()
        if not self.errors:
            for field, sentence in contradictions(self.table.rule, self.where).items():
                self.add_error(field, sentence)
        return self.cleaned_data

    def _refuse_what_says_nothing(self) -> None:
        """What was typed here and would be passed over; what stood there already may stay."""
        said, typed = self.cleaned_data, set(self.changed_data)
        if "place_points" in typed and any(said["place_points"]) and said["worth"] != "places":
            self.add_error("place_points", _("Punkte nach Plätzen gibt es nur, wo der Platz gewertet wird."))
        if "among" in typed and said.get("among") and said["worth"] == "leistung":
            self.add_error("among", _("Verglichen wird nur, wo der Platz gewertet wird oder jeder, der weniger hat."))
        if "span" in typed and said.get("span") and not (said["drop"] or said["stages"]):
            self.add_error("span", _("Bitte auch eintragen, wie viele gestrichen werden."))

    @property
    def table(self) -> YearTableRule:
        """The table as it was said."""
        said = {name: value for name, value in self.cleaned_data.items() if name not in {"name", "reason"}}
        if "place_points" in said:
            said["place_points"], said["size_points"] = said["place_points"] if said["worth"] == "places" else ((), ())
        if said["worth"] == "leistung" and "among" in said:
            said["among"] = ""
        numbers = {name: value or 0 for name, value in said.items() if value is None and name not in {"best", "serie"}}
        return YearTableRule(self.cleaned_data.get("name", ""), replace(self.where.plain, **(said | numbers)))


def _numbers(said: str, pattern: str, example: str) -> list[str]:
    """What a text says, between separators; refuses anything else."""
    found = [match.group() for match in re.finditer(pattern, said)]
    if re.sub(pattern, "", said).strip(" ,;/–-…"):
        raise ValidationError(_("Bitte nur Zahlen eingeben, etwa %(example)s.") % {"example": example})
    return found


_SIZED: Final = re.compile(r"\s*(?:(\d{1,3})\s*:)?(.*)", re.DOTALL)


def read_points(said: str, example: str = "25 20 16") -> tuple[tuple[int, ...], SizePoints]:
    """Points as they are typed: ``4 3 2 1; 3: 3 2 1``, those of all fields first. Raises ValidationError."""
    all_fields: tuple[int, ...] = ()
    by_size = []
    for part in filter(str.strip, re.split(r"[;\n]", said)):
        sized = _SIZED.fullmatch(part)
        assert sized  # it takes everything
        points = tuple(int(each) for each in _numbers(sized[2], r"\d{1,6}", example))
        if sized[1]:
            by_size.append((int(sized[1]), points))
        else:
            all_fields += points
    return all_fields, tuple(by_size)


def written_points(points: Iterable[int], by_size: SizePoints) -> str:
    """Points as `read_points` reads them."""
    sized = (f"{size}: {' '.join(map(str, each))}" for size, each in by_size)
    return "; ".join(filter(None, (" ".join(map(str, points)), *sized)))


def fields_of(table: YearTableRule, where: RuleField = IN_A_YEAR) -> tuple[str, ...]:
    """The fields in which a rule is seen: those that every rule has, and what it says besides."""
    always = {"measure", "unit", "best", "minimum"}
    said = (name for name in RuleForm.base_fields if hasattr(where.plain, name))
    return tuple(name for name in said if name in always or getattr(table.rule, name) != getattr(where.plain, name))


def initial_of(table: YearTableRule) -> Initial:
    """What the form shows of a table."""
    rule = table.rule
    shown = {name: getattr(rule, name) or None for name in RuleForm.base_fields if hasattr(rule, name)}
    return shown | {
        "name": table.name,
        "span": rule.span,
        "among": rule.among,
        "place_points": written_points(rule.place_points, rule.size_points),
        "stages": " ".join(f"{least}:{drops}" for least, drops in rule.stages),
    }


# ---- Teams that meet in groups


def _criterion(number: int) -> forms.ChoiceField:
    label = format_lazy("{number}. {comparison}", number=number, comparison=gettext_lazy("Vergleich"))
    return forms.ChoiceField(label=label, choices=[("", "–"), *CRITERIA_NAMES.items()], required=number == 1)


class GroupRuleForm(forms.Form):
    """How a league counts, as part of the form of a season; `rule` is what was said."""

    place_points = forms.CharField(
        label=gettext_lazy("Wertungspunkte je Platz"),
        max_length=200,
        initial="3 2 1 0",
        help_text=gettext_lazy(
            "Pluspunkte vom ersten Platz an; was zum ersten fehlt, sind Minuspunkte. Für Gruppen anderer Größe nach"
            " einem Strichpunkt: 3 2 1 0; 5: 4 3 2 1 0."
        ),
    )
    plus_only = forms.BooleanField(
        label=gettext_lazy("Es gibt nur Pluspunkte"),
        help_text=gettext_lazy("Dann steht in der Tabelle 4 statt 4 : 0."),
        required=False,
    )
    ties = forms.ChoiceField(
        label=gettext_lazy("Gleichstand in einer Serie"),
        choices=[
            ("won_lost", gettext_lazy("mehr gewonnene, weniger verlorene Spiele, dann geteilte Punkte")),
            ("shared", gettext_lazy("geteilte Punkte")),
        ],
        initial="won_lost",
    )
    size = forms.IntegerField(
        label=gettext_lazy("Spieler einer Mannschaft"), min_value=2, max_value=MOST_PLAYERS, initial=4
    )
    filled = forms.BooleanField(
        label=gettext_lazy("Wer mit weniger spielt, wird hochgerechnet"),
        help_text=gettext_lazy("Als wäre die Mannschaft vollzählig: drei von vier mal 4/3."),
        required=False,
    )
    absent_minus = forms.BooleanField(label=gettext_lazy("Wer nicht antritt, bekommt die Minuspunkte"), required=False)
    broken_off_minus = forms.BooleanField(
        label=gettext_lazy("Wer den Spieltag abbricht, bekommt die Minuspunkte"), required=False
    )

    order_1, order_2, order_3, order_4, order_5 = map(_criterion, range(1, 6))

    @property
    def criteria(self) -> list[forms.BoundField]:
        """What the teams of a table are compared by, one after the other."""
        return [self[name] for name in GroupRuleForm.base_fields if name.startswith("order_")]

    @property
    def counting(self) -> list[forms.BoundField]:
        """The other fields of the rule."""
        return [self[name] for name in GroupRuleForm.base_fields if not name.startswith("order_")]

    def clean_place_points(self) -> tuple[tuple[int, ...], SizePoints]:
        """The points from the first place down, and those by the size of the group."""
        return read_points(self.cleaned_data["place_points"], "3 2 1 0")

    def clean(self) -> Cleaned:
        super().clean()
        cleaned = self.cleaned_data
        names = GroupRuleForm.base_fields
        if not self.errors.keys() & names.keys():
            rule = _group_rule({name: cleaned.pop(name) for name in names})
            for field, sentence in contradictions_of_groups(rule).items():
                self.add_error("order_1" if field == "order" else field, sentence)
            cleaned["rule"] = rule
        return cleaned


def _group_rule(said: Cleaned) -> GroupTableRule:
    place_points, size_points = said.pop("place_points")
    chosen = [said.pop(name) for name in list(said) if name.startswith("order_")]
    order = tuple(dict.fromkeys(filter(None, chosen)))
    return GroupTableRule(place_points=place_points, size_points=size_points, order=order, **said)


def initial_of_groups(rule: GroupTableRule) -> Initial:
    """What the form shows of the rule of a league."""
    shown = {name: getattr(rule, name, "") for name in GroupRuleForm.base_fields}
    order = {f"order_{number}": name for number, name in enumerate(rule.order, 1)}
    return shown | order | {"place_points": written_points(rule.place_points, rule.size_points)}
