"""Forms of federations: a new unit, what something belongs to, a notice."""

import datetime
import re
from typing import TYPE_CHECKING, ClassVar, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from skatliga.federations.access import clubs_administered_by, levels_for
from skatliga.federations.models import DAY_OF_YEAR, Licence, OfficialNotice, StartRules
from skatliga.federations.start_rules import PARAGRAPHS
from skatliga.forms import Cleaned, Sent, day_input, model_field
from skatliga.people.forms import ClubForm
from skatliga.people.models import Club, User

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class UnitForm(ClubForm):
    """Something new that belongs to a level."""

    class Meta:
        model = Club
        fields = ("name", "kind", "number", "place")


class MoveUnitForm(forms.Form):
    """What something belongs to."""

    parent = forms.ModelChoiceField(label=_("gehört zu"), queryset=Club.objects.none(), required=False)

    def __init__(self, data: Sent = None, *, unit: Club, user: User) -> None:
        super().__init__(data, initial={"parent": unit.parent_id})
        field = model_field(self, "parent")
        field.queryset = clubs_administered_by(user)  # why it cannot be some of them, `tree.move` says
        levels = [(level.pk, level.name) for level in levels_for(user, unit)]
        field.choices = [("", _("nichts und niemandem")), *levels]


class NoticeForm(forms.ModelForm):
    """Something that a level makes known."""

    class Meta:
        model = OfficialNotice
        fields = ("title", "text", "first_day", "last_day")
        widgets = {  # noqa: RUF012
            "text": forms.Textarea(attrs={"rows": 10}),
            "first_day": day_input(),
            "last_day": day_input(),
        }


def _day_field(label: "StrOrPromise") -> forms.DateField:
    return forms.DateField(label=label, widget=day_input())


class LicenceForm(forms.Form):
    """From when on somebody plays for a club."""

    first_day = _day_field(Licence._meta.get_field("first_day").verbose_name)


class EndLicenceForm(forms.Form):
    """Until when somebody plays for a club."""

    last_day = _day_field(_("bis"))


_TYPED_DAY: Final = re.compile(r"(\d{1,2})\s*[./]\s*(\d{1,2})\s*\.?")


class DayOfYearField(forms.CharField):
    """A day of every year, typed as 31.3.; it is kept as `03-31`."""

    default_error_messages: ClassVar = {
        "no_day": _("Bitte einen Tag des Jahres angeben wie 31.3.; „%(said)s“ ist keiner.")
    }

    def widget_attrs(self, widget: forms.Widget) -> dict[str, str]:
        """More may be typed than is kept."""
        return {}

    def prepare_value(self, value: object) -> object:
        """As it is read: 31.03."""
        stored = re.fullmatch(DAY_OF_YEAR.regex, str(value or ""))
        return f"{stored[2]}.{stored[1]}." if stored else value

    def to_python(self, value: object) -> str:
        """Raises ValidationError for what is no day, as 31.4."""
        said = str(super().to_python(value))
        if not said:
            return said
        typed = _TYPED_DAY.fullmatch(said)
        day = f"{int(typed[2]):02}-{int(typed[1]):02}" if typed else said
        try:
            DAY_OF_YEAR(day)
            datetime.date.fromisoformat(f"2000-{day}")  # a leap year
        except (ValidationError, ValueError):
            raise ValidationError(self.error_messages["no_day"], "no_day", {"said": said}) from None
        return day


class StartRulesForm(forms.ModelForm):
    """Who may start for whom, and in which paragraph that stands; where nothing is written, in the usual one."""

    class Meta:
        model = StartRules
        fields = (
            *("transfer_first", "transfer_last", "clubs_a_year", "own_classes_apart", "one_team"),
            *("starts_a_year", "joined_by", "senior_from", "junior_below", "youth_below", "pupil_below"),
        )
        field_classes = dict.fromkeys(("transfer_first", "transfer_last", "joined_by"), DayOfYearField)

    def __init__(self, data: Sent = None, *, instance: StartRules) -> None:
        super().__init__(data, instance=instance)
        for kind, paragraph in PARAGRAPHS.items():
            self.fields[kind] = forms.CharField(
                label=paragraph.about,
                max_length=60,
                required=False,
                initial=instance.paragraphs.get(kind, ""),
                widget=forms.TextInput(attrs={"placeholder": paragraph.usual}),
            )

    @property
    def paragraphs(self) -> list[forms.BoundField]:
        """Where each kind of rule is said."""
        return [self[kind] for kind in PARAGRAPHS]

    def clean(self) -> Cleaned:
        cleaned = super().clean() or {}
        self.instance.paragraphs = {kind: cleaned[kind] for kind in PARAGRAPHS if cleaned.get(kind)}
        return cleaned
