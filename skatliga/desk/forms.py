"""Forms of the money. Euros are typed as people write them and cleaned to cents."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.money import STAKES, FixedPrize, PrizePlan
from scoring.seating import Mode
from skatliga.desk.draws import Settings
from skatliga.desk.models import Booking, Fees
from skatliga.desk.prize_plan import AwardedPrizes, plan_of, write_plan
from skatliga.events.models import Event
from skatliga.formatting import read_euros
from skatliga.forms import Cleaned, Sent, choice_field, day_input
from skatliga.money import MOST, EuroField, write_amount


class NumbersField(forms.Field):
    """Several numbers in one line, parted by spaces or semicolons."""

    widget = forms.TextInput(attrs={"autocomplete": "off"})

    def to_python(self, value: object) -> list[int]:
        return [self._read(part) for part in str(value or "").replace(";", " ").split()]

    def _read(self, part: str) -> int:
        number = int(part) if part.isdecimal() and len(part) < 10 else 0
        if not 1 <= number <= MOST:
            raise ValidationError(_("Bitte ganze Zahlen mit Abstand dazwischen eingeben, zum Beispiel 5 3 2."))
        return number

    def prepare_value(self, value: str | Sequence[int] | None) -> str:
        return value if isinstance(value, str) else " ".join(map(str, value or ()))


class EurosField(NumbersField):
    """Several amounts in one line, cleaned to cents."""

    def _read(self, part: str) -> int:
        cents = read_euros(part)
        if cents is None or not 1 <= cents <= MOST:
            raise ValidationError(_("Bitte Beträge in Euro mit Abstand dazwischen eingeben, zum Beispiel 30 20 10."))
        return cents

    def prepare_value(self, value: str | Sequence[int] | None) -> str:
        return value if isinstance(value, str) else " ".join(map(write_amount, value or ()))


class _RowForm(forms.Form):
    """One row of a table of the fees; a row left empty counts for nothing."""

    needed: tuple[str, ...]

    def clean(self) -> Cleaned:
        cleaned = self.cleaned_data
        given = [name for name in self.fields if cleaned.get(name)]
        for name in self.needed:
            if given and not cleaned.get(name) and name not in self.errors:
                self.add_error(name, _("Bitte ausfüllen oder die ganze Zeile leeren."))
        return cleaned


class LadderStepForm(_RowForm):
    """From which lost game on a lost game costs how much."""

    from_loss = forms.IntegerField(
        label=gettext_lazy("ab dem … verlorenen Spiel"), min_value=1, max_value=200, required=False
    )
    cents = EuroField(label=gettext_lazy("kostet jedes"))
    needed = ("from_loss",)


class FixedPrizeForm(_RowForm):
    """A prize that is promised whatever the pot."""

    place = forms.IntegerField(label=gettext_lazy("Platz"), min_value=1, max_value=999, required=False)
    cents = EuroField(label=gettext_lazy("Preis"))
    from_players = forms.IntegerField(
        label=gettext_lazy("ab Teilnehmern"), min_value=0, max_value=99_999, required=False
    )
    needed = ("place", "cents")


class _RowFormSet(forms.BaseFormSet):
    """Rows of which two more are always offered."""

    def add_fields(self, form: forms.Form, index: int | None) -> None:
        super().add_fields(form, index)
        for field in form.fields.values():
            field.widget.attrs["aria-label"] = _("%(column)s, Zeile %(row)s") % {
                "column": field.label,
                "row": (index or 0) + 1,
            }


def _rows(formset: forms.BaseFormSet) -> list[tuple[int, ...]]:
    """The rows filled in, their fields in order."""
    cleaned = [form.cleaned_data for form in formset.forms if any(form.cleaned_data.values())]
    return [tuple(row.get(name) or 0 for name in formset.form.base_fields) for row in cleaned]


class LadderFormSet(_RowFormSet):
    """The steps of the Abreizgeld."""

    def clean(self) -> None:
        if any(self.errors):
            return
        starts = [row[0] for row in _rows(self)]
        if any(later <= earlier for earlier, later in pairwise(starts)):
            raise ValidationError(_("Die Stufen des Abreizgelds müssen von Zeile zu Zeile später beginnen."))


LadderRows = forms.formset_factory(LadderStepForm, formset=LadderFormSet, extra=2, max_num=9, validate_max=True)
FixedPrizeRows = forms.formset_factory(FixedPrizeForm, formset=_RowFormSet, extra=2, max_num=20, validate_max=True)


class FeesForm(forms.Form):
    """What an event costs and how its pot becomes prizes; `values` is what the service takes.

    What the event does not have is not offered: Abreizgeld without lost deals, a jackpot for the Grand ouvert without
    one, prizes of a Serie where it is a match.
    """

    entry_fee = EuroField(label=gettext_lazy("Startgeld"), help_text=gettext_lazy("Je Teilnehmer."))
    list_fee = EuroField(label=gettext_lazy("Kartengeld"), help_text=gettext_lazy("Je Teilnehmer und Serie."))
    stake = forms.TypedChoiceField(
        label=gettext_lazy("Punktwert"),
        coerce=int,
        required=False,
        empty_value=0,  # type: ignore[arg-type]  # the stubs know text alone
    )
    abreizgeld_in_pot = Fees._meta.get_field("abreizgeld_in_pot").formfield()
    pot_extra = EuroField(
        label=gettext_lazy("Zuschuss zum Topf"), help_text=gettext_lazy("Was der Veranstalter oder ein Spender zulegt.")
    )
    payout = forms.DecimalField(
        label=gettext_lazy("Ausgeschüttet werden (Prozent)"),
        min_value=0,
        max_value=100,
        decimal_places=1,
        localize=True,
    )
    players_per_prize = forms.IntegerField(
        label=gettext_lazy("Ein Preis auf so viele Spieler"),
        min_value=1,
        max_value=999,
        required=False,
        help_text=gettext_lazy("4 ergibt einen Preis je Tisch. Leer: so viele Preise, wie unten Anteile stehen."),
    )
    weights = NumbersField(
        label=gettext_lazy("Anteile der Preise"),
        required=False,
        help_text=gettext_lazy("Vom ersten Preis an, zum Beispiel 5 3 2. Leer: gleichmäßig fallend."),
    )
    series_prizes = EurosField(
        label=gettext_lazy("Serienpreise"),
        required=False,
        help_text=gettext_lazy("In Euro vom ersten Platz an, für jede Serie, zum Beispiel 30 20 10."),
    )
    jackpot = EuroField(
        label=gettext_lazy("Jackpot zu Beginn"), help_text=gettext_lazy("Was vom letzten Mal darin liegt.")
    )
    jackpot_share = EuroField(
        label=gettext_lazy("vom Startgeld in den Jackpot"),
        help_text=gettext_lazy("Je Teilnehmer; das geht vom Topf ab."),
    )

    def __init__(self, data: Sent = None, *, fees: Fees) -> None:
        # Rows that are sent say all there is: with initial values one typed like them would count as left empty.
        plan = plan_of(fees)
        names = ("entry_fee", "list_fee", "stake", "abreizgeld_in_pot", "pot_extra", "jackpot", "jackpot_share")
        initial = {name: getattr(fees, name) for name in names} | {
            "payout": Decimal(plan.payout_permille) / 10,
            "players_per_prize": plan.players_per_prize,
            "weights": plan.weights,
            "series_prizes": plan.series_prizes,
        }
        super().__init__(data, initial=initial)
        choice_field(self, "stake").choices = [(0, _("es wird nicht um Geld gespielt")), *_stakes()]
        book = fees.event.book
        self.has_ladder = book.counts_lost
        if not (grand := book.ways.get("grand")) or "ouvert" not in grand.fields:
            del self.fields["jackpot"], self.fields["jackpot_share"]
        if fees.event.target:
            del self.fields["series_prizes"]
        ladder = [{"from_loss": start, "cents": cents} for start, cents in fees.abreizgeld if self.has_ladder]
        self.ladder = LadderRows(data, initial=None if data else ladder, prefix="ladder")
        fixed = [prize._asdict() for prize in plan.fixed]
        self.fixed = FixedPrizeRows(data, initial=None if data else fixed, prefix="fixed")

    def is_valid(self) -> bool:
        return all([super().is_valid(), self.ladder.is_valid(), self.fixed.is_valid()])

    def clean(self) -> Cleaned:
        cleaned = self.cleaned_data
        if cleaned.get("jackpot_share", 0) > cleaned.get("entry_fee", 0):
            self.add_error("jackpot_share", _("In den Jackpot kann nicht mehr als das Startgeld gehen."))
        for name in ("weights", "series_prizes"):
            amounts = cleaned.get(name, [])
            if amounts != sorted(amounts, reverse=True):
                self.add_error(name, _("Bitte vom ersten Platz an fallend ordnen."))
        if cleaned.get("players_per_prize") is None and not cleaned.get("weights"):
            self.add_error("players_per_prize", _("Bitte ausfüllen, oder die Anteile der Preise eingeben."))
        return cleaned

    @property
    def values(self) -> dict[str, object]:
        """What the service takes."""
        cleaned = dict(self.cleaned_data)
        plan = PrizePlan(
            payout_permille=int(cleaned.pop("payout") * 10),
            players_per_prize=cleaned.pop("players_per_prize"),
            weights=tuple(cleaned.pop("weights")),
            fixed=tuple(FixedPrize(*row) for row in _rows(self.fixed)),
            series_prizes=tuple(cleaned.pop("series_prizes", ())),
        )
        return cleaned | {"abreizgeld": [list(row) for row in _rows(self.ladder)], "prizes": write_plan(plan)}


def _stakes() -> list[tuple[int, str]]:
    """The customary stakes, in hundredths of a cent."""
    cents = {int(stake * 100): str(stake) for stake in STAKES}
    return [(stake, _("%(cents)s Cent je Punkt") % {"cents": text.replace("/", "⁄")}) for stake, text in cents.items()]


class AwardsForm(forms.Form):
    """The prizes place by place, of the total ranking and, where `series`, of each Serie; cleaned to `awards`."""

    ROOM = 3
    """Places offered below the last prize."""

    def __init__(self, data: Sent = None, *, awards: AwardedPrizes, series: bool = True) -> None:
        super().__init__(data)
        groups = [("total", gettext_lazy("%(place)s. Preis"), awards.prizes)]
        if series:
            groups.append(("series", gettext_lazy("%(place)s. Serienpreis"), awards.series_prizes))
        for group, label, amounts in groups:
            sent = sum(name.startswith(f"{group}-") for name in self.data)
            for place in range(1, min(max(len(amounts) + self.ROOM, sent), 2000) + 1):
                initial = amounts[place - 1] if place <= len(amounts) else None
                self.fields[f"{group}-{place}"] = EuroField(label=label % {"place": place}, initial=initial)

    @cached_property
    def total_fields(self) -> list[forms.BoundField]:
        """The prizes of the total ranking."""
        return [self[name] for name in self.fields if name.startswith("total-")]

    @cached_property
    def series_fields(self) -> list[forms.BoundField]:
        """The prizes of each Serie."""
        return [self[name] for name in self.fields if name.startswith("series-")]

    @property
    def awards(self) -> AwardedPrizes:
        """What was typed, without the empty places at the end."""
        return AwardedPrizes(self._amounts("total"), self._amounts("series"))

    def _amounts(self, group: str) -> tuple[int, ...]:
        amounts = [cents for name, cents in self.cleaned_data.items() if name.startswith(f"{group}-")]
        while amounts and not amounts[-1]:
            amounts.pop()
        return tuple(amounts)


class OtherForm(forms.Form):
    """Other money that comes in or goes out; cleaned to `cents` with its sign."""

    direction = forms.ChoiceField(
        label=gettext_lazy("Richtung"),
        choices=[("in", gettext_lazy("Einnahme")), ("out", gettext_lazy("Ausgabe"))],
        initial="in",
    )
    amount = EuroField(label=gettext_lazy("Betrag"), required=True)
    note = Booking._meta.get_field("note").formfield(required=True, label=gettext_lazy("Wofür"))
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4, required=False)

    def clean_amount(self) -> int:
        amount = self.cleaned_data["amount"]
        if not amount:
            raise ValidationError(_("Bitte einen Betrag über 0 eingeben."))
        return amount

    @property
    def cents(self) -> int:
        """The amount, negative where it goes out."""
        amount = self.cleaned_data["amount"]
        return amount if self.cleaned_data["direction"] == "in" else -amount

    def refuse(self, refusal: ValidationError) -> None:
        """Say why nothing was booked; what was typed stays and is another request when it is sent again."""
        self.add_error(None, refusal.messages)
        self.data = {**dict(self.data.items()), "key": str(uuid4())}


class ReverseForm(forms.Form):
    """Why money that was booked is booked back."""

    reason = Booking._meta.get_field("note").formfield(required=True, label=gettext_lazy("Grund"))


class CountForm(forms.Form):
    """What was counted in the till."""

    counted = EuroField(label=gettext_lazy("Gezählt"), required=True)


class CopyForm(forms.Form):
    """Name and day of the copy of an event."""

    name = Event._meta.get_field("name").formfield()
    date = Event._meta.get_field("date").formfield(widget=day_input())
    with_entries = forms.BooleanField(
        label=gettext_lazy("Teilnehmer übernehmen"),
        required=False,
        help_text=gettext_lazy("Wer zurückgetreten ist, kommt nicht mit; die Startnummern werden neu vergeben."),
    )


# ---- How a Serie is to be drawn

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
