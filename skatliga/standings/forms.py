"""The form in which lots drawn by hand are written down."""

from collections.abc import Iterator, Sequence

from django import forms
from django.utils.translation import gettext as _

from scoring.wertung.lots import FIRST_COMPUTED_LOT
from skatliga.forms import Cleaned, Sent
from skatliga.standings.rankings import Drawn


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
