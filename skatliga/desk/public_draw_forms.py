"""Forms of a draw that anybody can check: its terms, the public value, a private wish that is to be looked up."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.draw_json import MOST_PLAYERS
from scoring.seating import Mode
from skatliga.database import JsonObject
from skatliga.desk.forms import MODES
from skatliga.forms import Sent

KINDS = {
    "dice": gettext_lazy("Würfel, in der Halle vor allen geworfen"),
    "lottery": gettext_lazy("Lottozahlen einer Ziehung"),
    "drand": gettext_lazy("eine Runde von drand (Zufall aus dem Netz)"),
    "text": gettext_lazy("etwas anderes, das jeder nachsehen kann"),
}


class PublicTermsForm(forms.Form):
    """What is fixed before anybody knows the value; `terms` are those of `public_draws.publish_terms`."""

    kind = forms.ChoiceField(label=gettext_lazy("Das Los folgt aus"), choices=list(KINDS.items()))
    about = forms.CharField(
        label=gettext_lazy("genau"),
        max_length=200,
        help_text=gettext_lazy("etwa: Lotto 6 aus 49 vom 28.11.2026, oder: drei Würfel um 9:50 Uhr in der Halle"),
    )
    due = forms.DateTimeField(
        label=gettext_lazy("bekannt ab"),
        widget=forms.DateTimeInput({"type": "datetime-local"}, "%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("vorher lässt sich der Wert nicht eintragen"),
    )
    clubs_first = forms.BooleanField(
        label=gettext_lazy("Vereinskameraden zu trennen ist wichtiger, als Wiederbegegnungen zu vermeiden"),
        required=False,
    )
    width = forms.IntegerField(
        label=gettext_lazy("um höchstens so viele Tische verschieben"),
        min_value=1,
        max_value=MOST_PLAYERS,
        required=False,
    )

    def __init__(self, data: Sent = None, *, rounds: int, replacing: bool = False) -> None:
        super().__init__(data)
        self.rounds = rounds
        for serie in range(1, rounds + 1):
            self.fields[f"mode_{serie}"] = forms.ChoiceField(
                label=_("Serie %(number)s") % {"number": serie},
                choices=[(mode.value, label) for mode, label in MODES.items() if serie > 1 or mode != Mode.BEFORE],
            )
        if replacing:
            self.fields["reason"] = forms.CharField(
                label=_("Warum neue Bedingungen?"), max_length=200, help_text=_("steht öffentlich bei der Auslosung")
            )

    @property
    def modes(self) -> list[forms.BoundField]:
        """The fields that say how each Serie is drawn."""
        return [self[f"mode_{serie}"] for serie in range(1, self.rounds + 1)]

    @property
    def terms(self) -> JsonObject:
        """What `public_draws.publish_terms` takes."""
        data = self.cleaned_data
        same = {name: data[name] for name in ("kind", "about", "due", "clubs_first", "width")}
        modes = [Mode(data[f"mode_{serie}"]) for serie in range(1, self.rounds + 1)]
        return {**same, "modes": modes, "reason": data.get("reason", "")}


class PublicValueForm(forms.Form):
    """The public value, typed twice: it can never be changed."""

    value = forms.CharField(label=gettext_lazy("Der Wert"), max_length=200)
    again = forms.CharField(label=gettext_lazy("noch einmal"), max_length=200)

    def clean_again(self) -> str:
        """Refuse where the two are not the same."""
        again: str = self.cleaned_data["again"]
        if again != self.cleaned_data.get("value"):
            raise ValidationError(_("Das ist nicht dasselbe; bitte vergleichen, denn es lässt sich nie mehr ändern."))
        return again
