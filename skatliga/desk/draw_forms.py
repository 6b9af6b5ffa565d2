"""How a Serie is to be drawn."""

import re

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.seating import Mode
from skatliga.desk.draws import Settings
from skatliga.forms import Sent

MODES = {
    Mode.NO_REPEATS: gettext_lazy("Los, ohne dass sich jemand wieder trifft"),
    Mode.LOT: gettext_lazy("reines Los"),
    Mode.STANDING: gettext_lazy("streng nach dem Stand"),
    Mode.NEARBY: gettext_lazy("nach dem Stand, um wenige Tische verschoben"),
    Mode.BEFORE: gettext_lazy("wie in der Serie davor, Plätze gewechselt"),
}


class DrawForm(forms.Form):
    """The settings of a draw; `settings` are those of `draws.field_for`."""

    mode = forms.ChoiceField(
        label=gettext_lazy("Gesetzt wird"), choices=[(mode.value, label) for mode, label in MODES.items()]
    )
    width = forms.IntegerField(
        label=gettext_lazy("um höchstens so viele Tische verschieben"), min_value=1, max_value=9, required=False
    )
    tables = forms.CharField(
        label=gettext_lazy("Tische"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("leer: Vierertische, Dreiertische zuletzt; sonst zum Beispiel 7x3 oder 2x4 4x3"),
    )
    clubs_first = forms.BooleanField(
        label=gettext_lazy("Vereinskameraden zu trennen ist wichtiger, als Wiederbegegnungen zu vermeiden"),
        required=False,
    )

    def __init__(self, data: Sent = None, *, sizes: tuple[int, ...]) -> None:
        super().__init__(data)
        self.sizes = sizes
        if len(sizes) == 1:  # there is nothing to choose
            del self.fields["tables"]

    def clean_tables(self) -> tuple[int, ...]:
        text = self.cleaned_data["tables"]
        found: list[int] = []
        for part in re.split(r"[\s,;+]+", text.strip()):
            if not part:
                continue
            read = re.fullmatch(r"(?:(\d{1,3})\s*[x×*])?(\d)", part)
            if read is None or int(read[2]) not in self.sizes:
                raise forms.ValidationError(
                    _("„%(part)s“ ist kein Tisch; bitte schreiben wie 12x4 2x3.") % {"part": part}
                )
            found += [int(read[2])] * int(read[1] or 1)
        return tuple(found)

    @property
    def settings(self) -> Settings:
        """What `draws.field_for` takes."""
        data = self.cleaned_data
        return {
            "mode": Mode(data["mode"]),
            "sizes": data.get("tables", ()),
            "width": data["width"],
            "clubs_first": data["clubs_first"],
        }
