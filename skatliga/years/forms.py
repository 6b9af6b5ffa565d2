"""Forms of club years: the rule, the next evening, the cash book."""

import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, TypedDict
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.desk.forms import OtherForm
from skatliga.events.models import Event
from skatliga.forms import (
    Cleaned,
    Initial,
    KeepsWhatOthersChanged,
    RowsField,
    Sent,
    choice_field,
    day_input,
    model_field,
)
from skatliga.money import EuroField
from skatliga.people.models import Club, Player
from skatliga.wertung.forms import reason_field
from skatliga.wertung.rules import MOST
from skatliga.years.models import CashEntry, ClubYear, YearSum
from skatliga.years.queries import YearData

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class YearForm(KeepsWhatOthersChanged, forms.ModelForm):
    """A club year with its rule."""

    opening = EuroField(
        label=gettext_lazy("Kassenbestand am Anfang"), help_text=gettext_lazy("Was am ersten Tag in der Kasse liegt.")
    )

    class Meta:
        model = ClubYear
        fields = (
            *("name", "first_day", "last_day", "parts", "groups"),
            *("template", "interval", "seating", "opening"),
        )
        widgets = {"first_day": day_input(), "last_day": day_input()}  # noqa: RUF012
        help_texts = {  # noqa: RUF012
            "template": gettext_lazy("Von dieser Veranstaltung ist jeder Abend eine Kopie; leer: vom letzten Abend."),
            "groups": gettext_lazy("Gleich große Gruppen nach dem Platz in der Jahrestabelle."),
        }

    def __init__(
        self, data: Sent = None, *, club: Club, instance: ClubYear | None = None, initial: Initial | None = None
    ) -> None:
        super().__init__(data, instance=instance, initial=initial)
        self.instance.club = club
        template = model_field(self, "template")
        template.queryset = Event.objects.filter(club=club, practice_of=None).order_by("-date", "name")
        template.empty_label = _("keine bestimmte")
        self.fields["interval"].validators += [_at_least_one, _at_most]
        if self.instance.pk:
            self.watch()


def _at_least_one(value: int) -> None:
    if value < 1:
        raise ValidationError(_("Bitte mindestens 1 eingeben."))


def _at_most(value: int) -> None:
    if value > MOST:
        raise ValidationError(_("Bitte höchstens %(most)s eingeben.") % {"most": MOST})


def following(year: ClubYear) -> Initial:
    """With what the form of the next year begins: the same rule, as many months or days as follow."""
    names = [name for name in YearForm.Meta.fields if name not in {"name", "first_day", "last_day", "opening"}]
    first = year.last_day + datetime.timedelta(days=1)
    last = first + (year.last_day - year.first_day)
    if first.day == year.first_day.day <= 28:  # a day that every month has
        months = 2 * (first.year * 12 + first.month) - (year.first_day.year * 12 + year.first_day.month) - 1
        last = datetime.date(months // 12, months % 12 + 1, first.day) - datetime.timedelta(days=1)
    return {name: getattr(year, name) for name in names} | {"first_day": first, "last_day": last}


def this_year() -> Initial:
    """With what the form of a club's first year begins: the calendar year."""
    year = timezone.localdate().year
    days = {"first_day": datetime.date(year, 1, 1), "last_day": datetime.date(year, 12, 31)}
    return {"name": _("Clubjahr %(year)s") % {"year": year}, **days}


class EveningForm(forms.Form):
    """The day of the next evening."""

    date = forms.DateField(label=gettext_lazy("Datum"), widget=day_input())


class AddForm(forms.Form):
    """Which of the club's events become evenings."""

    events = RowsField(
        label=gettext_lazy("Veranstaltungen"), queryset=Event.objects.none(), widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Sent = None, *, offered: QuerySet[Event]) -> None:
        super().__init__(data)
        model_field(self, "events").queryset = offered


class RemoveForm(forms.Form):
    """Why an evening does not belong to the year any more."""

    reason = forms.CharField(label=gettext_lazy("Grund"), max_length=100)


def _thousandths_field(label: "StrOrPromise") -> forms.DecimalField:
    return forms.DecimalField(
        label=label, required=False, decimal_places=3, max_digits=9, localize=True, widget=forms.TextInput
    )


class SumForm(forms.ModelForm):
    """What is known of somebody in a year; averages and Wertungspunkte are typed with a comma."""

    average = _thousandths_field(gettext_lazy("Schnitt"))
    points = _thousandths_field(gettext_lazy("Wertungspunkte"))
    reason = reason_field(gettext_lazy("Er bleibt im Verlauf."))

    class Meta:
        model = YearSum
        fields = (
            *("player", "name", "gesamt", "average", "points", "place"),
            *("lists", "evenings", "won", "lost"),
        )
        help_texts = {  # noqa: RUF012
            "name": gettext_lazy("Wenn er nicht im Register steht."),
            "place": gettext_lazy("Wie er veröffentlicht wurde."),
        }

    def __init__(self, data: Sent = None, *, instance: YearSum) -> None:
        shown = {name: _shown(getattr(instance, name)) for name in ("average", "points")}
        super().__init__(data, instance=instance, initial=shown)
        club = instance.year.club
        player = model_field(self, "player")
        player.queryset = (
            Player.objects.filter(Q(clubs=club) | Q(pk=instance.player_id)).distinct().order_by("sort_key")
        )
        player.empty_label = _("nur als Name")
        self.fields["name"].required = False
        if not instance.pk:
            del self.fields["reason"]

    def clean_average(self) -> int | None:
        return _in_thousandths(self.cleaned_data["average"])

    def clean_points(self) -> int | None:
        return _in_thousandths(self.cleaned_data["points"])

    def clean(self) -> Cleaned:
        super().clean()
        player = self.cleaned_data.get("player")
        if not player and not self.cleaned_data.get("name"):
            self.add_error("name", _("Bitte einen Spieler wählen oder einen Namen eingeben."))
        elif player and not self.cleaned_data.get("name"):
            self.cleaned_data["name"] = player.name
        return self.cleaned_data


def _shown(value: int | None) -> Decimal | None:
    return None if value is None else Decimal(value) / 1000


def _in_thousandths(value: Decimal | None) -> int | None:
    return None if value is None else int(value * 1000)


class PresentForm(forms.Form):
    """Who of those that have played this year takes part in the next evening."""

    players = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Anwesend"),
        coerce=int,
        error_messages={"required": gettext_lazy("Bitte ankreuzen, wer da ist.")},
    )

    def __init__(self, data: Sent = None, *, found: YearData) -> None:
        super().__init__(data)
        members = [person.player for person in found.persons.values() if person.player]
        choice_field(self, "players").choices = [(key, key) for key in members]

    @property
    def present(self) -> list[Player]:
        """The players chosen, by name."""
        return list(Player.objects.filter(pk__in=self.cleaned_data["players"]))


class CashValues(TypedDict):
    """Money that comes in or goes out, as the service takes it."""

    date: datetime.date
    cents: int
    note: str
    key: UUID | None


class CashForm(OtherForm):
    """Money of the club outside of its evenings; cleaned to `cents` with its sign."""

    date = CashEntry._meta.get_field("date").formfield(widget=day_input())
    note = CashEntry._meta.get_field("note").formfield()

    field_order = ("date",)

    @property
    def values(self) -> CashValues:
        """What the service takes."""
        cleaned = self.cleaned_data
        return {"date": cleaned["date"], "cents": self.cents, "note": cleaned["note"], "key": cleaned["key"]}
