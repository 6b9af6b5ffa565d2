"""Forms of rankings: lots drawn by hand, and how teams are counted."""

from collections.abc import Iterator, Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.wertung.lots import FIRST_COMPUTED_LOT
from scoring.wertung.presets import TeamTableRule
from skatliga.forms import Cleaned, Sent
from skatliga.standings.rankings import Drawn
from skatliga.wertung.forms import reason_field
from skatliga.wertung.rules import MOST_MEMBERS


class LotsForm(forms.Form):
    """A number for each of those whom only the lot can part; cleaned to `lots`, None where none was drawn."""

    def __init__(self, data: Sent = None, *, draws: Sequence[Sequence[Drawn]]) -> None:
        super().__init__(data)
        self.draws = draws
        for group in draws:
            for drawn in group:
                self.fields[f"los-{drawn.start_number}"] = forms.IntegerField(
                    label=f"{drawn.start_number} {drawn.name}",
                    required=False,
                    min_value=0,
                    max_value=min(FIRST_COMPUTED_LOT - 1, 9999),
                    initial=drawn.by_hand,
                    widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                )

    @property
    def groups(self) -> Iterator[tuple[int, list[forms.BoundField]]]:
        """The place for which each group draws, with its fields; a player who is in two groups draws once."""
        drawing: set[int] = set()
        for group in self.draws:
            yield (
                group[0].place,
                [self[f"los-{each.start_number}"] for each in group if each.start_number not in drawing],
            )
            drawing |= {each.start_number for each in group}

    def clean(self) -> Cleaned:
        cleaned = self.cleaned_data
        for group in self.draws:
            drawn = [cleaned.get(f"los-{each.start_number}") for each in group]
            known = [number for number in drawn if number is not None]
            if len(set(known)) < len(known):
                self.add_error(
                    None,
                    _("Platz %(place)s: Zwei haben dasselbe Los; bitte jedem eine eigene Zahl geben.")
                    % {"place": group[0].place},
                )
        return cleaned

    @property
    def lots(self) -> dict[int, int | None]:
        """The number by start number."""
        return {
            each.start_number: self.cleaned_data[f"los-{each.start_number}"] for group in self.draws for each in group
        }


class TeamRuleForm(forms.Form):
    """How the teams of a kind are counted; cleaned to `rule`."""

    size = forms.IntegerField(
        label=gettext_lazy("Spieler einer vollständigen Mannschaft"), min_value=2, max_value=MOST_MEMBERS
    )
    counting = forms.IntegerField(
        label=gettext_lazy("In jeder Serie zählen nur die besten"),
        help_text=gettext_lazy("Leer lassen, wenn alle Listen zählen."),
        min_value=1,
        required=False,
    )
    filled = forms.BooleanField(
        label=gettext_lazy("Wer mit weniger spielt, wird hochgerechnet"),
        help_text=gettext_lazy("Drei von vier etwa mit 4/3."),
        required=False,
    )
    points = forms.BooleanField(
        label=gettext_lazy("Es zählen die Wertungspunkte der Spieler"),
        help_text=gettext_lazy("Wo die Rangliste welche vergibt; sonst entscheidet, was erspielt wurde."),
        required=False,
    )
    reason = reason_field()

    def __init__(self, data: Sent = None, *, rule: TeamTableRule, frozen: bool, awards: bool) -> None:
        names = ("size", "counting", "filled", "points")
        super().__init__(data, initial={name: getattr(rule, name) for name in names})
        self.awards = awards
        if not frozen:
            del self.fields["reason"]

    def clean(self) -> Cleaned:
        super().clean()
        said = self.cleaned_data
        if (said.get("counting") or 0) > said.get("size", MOST_MEMBERS):
            self.add_error(
                "counting", _("Von %(size)s Spielern können höchstens %(size)s zählen.") % {"size": said["size"]}
            )
        if said.get("points") and not self.awards:
            self.add_error("points", _("Die Rangliste vergibt keine Wertungspunkte; bitte dort zuerst einstellen."))
        return said

    @property
    def rule(self) -> TeamTableRule:
        """The rule as it was said."""
        said = self.cleaned_data
        return TeamTableRule(said["size"], said["counting"], said["filled"], said["points"])
