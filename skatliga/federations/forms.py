"""Forms of federations: a new unit, what something belongs to, a notice."""

from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from skatliga.federations.access import levels_for
from skatliga.federations.models import Licence, OfficialNotice, StartRules
from skatliga.federations.start_rules import PARAGRAPHS
from skatliga.forms import Cleaned, Sent, day_input, model_field
from skatliga.people.models import Club, User

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class UnitForm(forms.ModelForm):
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
        field.queryset = levels_for(user, unit)
        field.empty_label = str(_("nichts und niemandem"))


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


class StartRulesForm(forms.ModelForm):
    """Who may start for whom, and in which paragraph that stands; where nothing is written, in the usual one."""

    class Meta:
        model = StartRules
        fields = (
            *("transfer_first", "transfer_last", "clubs_a_year", "own_classes_apart", "one_team"),
            *("starts_a_year", "joined_by", "senior_from", "junior_below", "youth_below", "pupil_below"),
        )

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
