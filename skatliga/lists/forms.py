"""The ways in which a list is typed: a row in compact notation, as a bare value or as a form; the foot as a mask.

A form reads what stands in its fields; whether the list can hold it, the services say. Every row form gives
`entered`, the row without its number.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Unpack

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import Misread, parse
from scoring.deal_json import deal_fields
from scoring.foot_check import PaperFoot
from skatliga.events.models import Entry
from skatliga.forms import Cleaned, FormOptions, Initial, Sent, choice_field
from skatliga.lists.evaluation import AnyFoot, Entered, Frame, OnlyGesamt, RowView, View
from skatliga.lists.models import Sheet
from skatliga.lists.queries import frame_of
from skatliga.rules.calculator import to_initial
from skatliga.rules.forms import DealForm
from skatliga.rules.wording import sentence

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_VALUE = re.compile(r"(?P<seat>[1-6])(?P<score>[+-]\d{1,5})")
"""A bare value in the field of the compact notation, such as ``2+48`` or ``3-80``: the sign keeps it apart."""
_TOTAL = re.compile(r"[+-]?\d{1,5}")


class SignedField(forms.IntegerField):
    """A whole number whose sign may stand before it or behind it, as a number pad is typed."""

    def __init__(self, *, label: "StrOrPromise | None" = None, required: bool = True) -> None:
        attributes = {"inputmode": "text", "autocomplete": "off", "class": "pad", "size": 6}
        super().__init__(label=label, required=required, widget=forms.TextInput(attrs=attributes))

    def to_python(self, value: object) -> int | None:
        text = str(value or "").replace(" ", "").replace("−", "-").replace("–", "-")
        return super().to_python(text[-1] + text[:-1] if text[-1:] in ("+", "-") else text)


class SeatsField(forms.CharField):
    """Seats that play from a row on, typed as digits; None where nothing changes. ``seats``: how many the list has."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        super().__init__(
            label=gettext_lazy("ab hier am Tisch"),
            help_text=gettext_lazy("nur wenn jemand geht oder kommt: die Plätze, zum Beispiel 134"),
            required=False,
            max_length=12,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 6}),
        )

    def clean(self, value: object) -> tuple[int, ...] | None:
        text = re.sub(r"[ ,]", "", super().clean(value))
        if text.strip("123456"):
            raise forms.ValidationError(_("Bitte nur Plätze eingeben, zum Beispiel 134."))
        if text and int(max(text)) > self.seats:
            raise forms.ValidationError(
                _(
                    "Die Liste hat nur %(seats)s Plätze. Wer neu dazukommt, bekommt seinen Platz auf der Seite der"
                    " Liste: „Nachzügler“."
                )
                % {"seats": self.seats}
            )
        return tuple(sorted({int(seat) for seat in text})) or None


def can_change(frame: Frame) -> bool:
    """Whether somebody can go or come during a list: where there are tables of several sizes."""
    return len(frame.book.table_sizes) > 1


def bare_value(
    view: View, seat: int, score: int, running: int | None = None, playing: tuple[int, ...] | None = None
) -> Entered:
    """A row of which only the value is known, told of whoever it is credited to.

    Where the winner is credited, whoever declared, it is stored as a row of the one who led.
    """
    if view.frame.counts_lost:
        return Entered(declarer=seat, score=score, running=running, playing=playing)
    [leader] = view.active
    own = score if seat == leader else -score
    return Entered(declarer=leader, score=own, running=running, playing=playing)


class NotationForm(forms.Form):
    """One row in compact notation or as its bare value after the seat; the running total may follow after ``=``."""

    text = forms.CharField(
        label=gettext_lazy("Spiel"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false", "class": "notation"}
        ),
    )

    def __init__(self, data: Sent = None, *, view: View, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        self.view = view

    def clean_text(self) -> str:
        text, equals, total = (part.strip() for part in self.cleaned_data["text"].partition("="))
        running = int(total) if _TOTAL.fullmatch(total) else None
        if equals and running is None:
            raise forms.ValidationError(_("Hinter „=“ steht der laufende Stand, zum Beispiel 2+48=144."))
        if value := _VALUE.fullmatch(text):
            if not self.view.frame.counts_lost and int(value["score"]) < 1:
                raise forms.ValidationError(_("Bitte die Punkte des Gewinners eingeben, zum Beispiel 3."))
            self.entered = bare_value(self.view, int(value["seat"]), int(value["score"]), running=running)
            return text
        book = self.view.frame.book
        if not book.notation:
            if text != "0" or "eingepasst" not in book.ways:
                raise forms.ValidationError(_("Dieses Regelwerk hat keine Kurzschrift; bitte das Formular nehmen."))
            self.entered = Entered(deal={"game": "eingepasst", **self.view.frame.agreements})
            return text
        read = parse(text, book, self.view.active, self.view.dealer)
        if isinstance(read, Misread):
            number = self.view.deals + 1
            raise forms.ValidationError(
                _("Spiel %(number)s: %(sentence)s") % {"number": number, "sentence": sentence(read)}
            )
        deal = deal_fields(read.deal._replace(**self.view.frame.agreements))
        self.entered = Entered(declarer=read.seat, deal=deal, running=running)
        return text


class ValueForm(forms.Form):
    """One row of which only the value is known: who played, what it brought, where the column then stood.

    Where the winner of a deal is credited, whoever declared, the seat is the winner's, as on paper.
    """

    declarer = forms.IntegerField(
        label=gettext_lazy("Platz"),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "pad", "size": 2}),
    )
    score = SignedField(label=gettext_lazy("Wert"), required=False)
    running = SignedField(label=gettext_lazy("laufend"), required=False)

    def __init__(self, data: Sent = None, *, view: View, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        self.view = view
        self.frame = view.frame
        if can_change(self.frame):
            self.fields["playing"] = SeatsField(self.frame.seats)
        if not self.frame.counts_lost:
            self.fields["declarer"].help_text = _("wer gewonnen hat")
        elif "eingepasst" in self.frame.book.ways:
            self.fields["declarer"].help_text = _("0 = eingepasst")

    def clean(self) -> Cleaned:
        super().clean()
        cleaned = self.cleaned_data
        declarer, score = cleaned.get("declarer"), cleaned.get("score")
        if not self.frame.counts_lost:
            self._check_winner(declarer, score)
        elif declarer is not None and not 0 <= declarer <= self.frame.seats:
            self.add_error(
                "declarer",
                _("Plätze sind 1 bis %(seats)s; 0 ist ein eingepasstes Spiel.") % {"seats": self.frame.seats},
            )
        elif declarer and score is None and "score" not in self.errors:
            self.add_error("score", _("Bitte den Wert mit Vorzeichen eingeben, zum Beispiel 48 oder -80."))
        elif declarer == 0 and score:
            self.add_error("score", _("Ein eingepasstes Spiel hat keinen Wert."))
        return cleaned

    def _check_winner(self, winner: int | None, points: int | None) -> None:
        if winner is not None and not 1 <= winner <= self.frame.seats:
            self.add_error("declarer", _("Plätze sind 1 bis %(seats)s.") % {"seats": self.frame.seats})
        if "score" not in self.errors and (points is None or points < 1):
            self.add_error("score", _("Bitte die Punkte des Gewinners eingeben, zum Beispiel 3."))

    @property
    def entered(self) -> Entered:
        """The row; a deal passed in is a whole deal."""
        seat, score = self.cleaned_data["declarer"], self.cleaned_data["score"]
        if not seat:
            deal = {"game": "eingepasst", **self.frame.agreements}
            return Entered(deal=deal, playing=self.cleaned_data.get("playing"))
        return bare_value(self.view, seat, score, self.cleaned_data["running"], self.cleaned_data.get("playing"))


class FullForm(DealForm):
    """One row with everything that was played: the declarer, and the deal as its rule book asks for it.

    Where it goes by turns who declares, nobody is asked.
    """

    rare = ("bid", "augen", "stiche", "reason", "running", "playing")

    def __init__(
        self, data: Sent = None, *, view: View, initial: Initial | None = None, prefix: str | None = None
    ) -> None:
        numbered = [(seat, str(seat)) for seat in range(1, view.frame.seats + 1)]
        initial = dict(initial or {})
        deal = initial.pop("deal", None)
        super().__init__(
            data,
            book=view.frame.book,
            settings=view.frame.agreements,
            seats=numbered,
            initial=(to_initial(deal) if deal else {}) | initial,
            prefix=prefix,
        )
        self.leader = view.active[0] if view.frame.book.declarer_leads and view.active else 0
        if not self.leader:
            self.fields["declarer"] = forms.TypedChoiceField(
                label=_("Alleinspieler"),
                coerce=int,
                choices=[(0, _("niemand")), *numbered],
                widget=forms.RadioSelect,
                required=False,
                empty_value=0,  # type: ignore[arg-type]  # the stubs know text alone
            )
        self.fields["running"] = SignedField(label=_("laufend"), required=False)
        if can_change(view.frame):
            self.fields["playing"] = SeatsField(view.frame.seats)

    def clean(self) -> Cleaned:
        own = {name: self.cleaned_data.pop(name, None) for name in ("declarer", "running", "playing")}
        return {**super().clean(), **own}

    @property
    def entered(self) -> Entered:
        """The row."""
        assert self.cleaned_deal  # asked of a valid form
        return Entered(
            declarer=self.leader or self.cleaned_data["declarer"] or 0,
            deal=deal_fields(self.cleaned_deal),
            running=self.cleaned_data["running"],
            playing=self.cleaned_data.get("playing"),
        )


class PenaltyForm(forms.Form):
    """Points that one seat pays to all others."""

    declarer = forms.IntegerField()
    penalty = forms.IntegerField(label=gettext_lazy("Punkte an jeden anderen"), min_value=1, max_value=999)
    reason = forms.CharField(label=gettext_lazy("Begründung"), max_length=200)

    def __init__(self, data: Sent = None, *, view: View, **options: Unpack[FormOptions]) -> None:
        super().__init__(data, **options)
        self.fields["declarer"] = forms.IntegerField(label=_("Platz"), min_value=1, max_value=view.frame.seats)

    @property
    def entered(self) -> Entered:
        """The row, which is no deal."""
        data = self.cleaned_data
        return Entered(declarer=data["declarer"], penalty=data["penalty"], reason=data["reason"])


_COLUMNS = {
    "spielpunkte": gettext_lazy("Spielpunkte"),
    "won": gettext_lazy("gewonnen"),
    "lost": gettext_lazy("verloren"),
    "gesamt": gettext_lazy("Gesamt"),
}


class SubstitutionForm(forms.Form):
    """Who takes over which seat, and from which deal on."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Platz"), coerce=int)
    start_number = forms.IntegerField(label=gettext_lazy("Startnummer der Vertretung"), min_value=1)
    from_deal = forms.IntegerField(label=gettext_lazy("ab Spiel"), min_value=2)
    split = forms.BooleanField(label=gettext_lazy("Ergebnis teilen"), required=False)

    def __init__(self, data: Sent = None, *, sheet: Sheet) -> None:
        super().__init__(data)
        self.event = sheet.table.round.event
        choice_field(self, "seat").choices = [(seat, str(seat)) for seat in range(1, sheet.seats + 1)]

    def clean_start_number(self) -> Entry:
        entry = self.event.entries.filter(start_number=self.cleaned_data["start_number"]).first()
        if entry is None:
            raise forms.ValidationError(_("Diese Startnummer gibt es hier nicht."))
        return entry

    @property
    def values(self) -> tuple[int, Entry, int, bool]:
        """Seat, player, first deal, and whether the result is split."""
        data = self.cleaned_data
        return data["seat"], data["start_number"], data["from_deal"], data["split"]


class LatecomerForm(forms.Form):
    """Who sits down at a table whose list is open."""

    start_number = forms.IntegerField(label=gettext_lazy("Startnummer des Nachzüglers"), min_value=1)


class TotalsForm(forms.Form):
    """The foot of the paper: a line a player in seat order, the deals passed in; cleaned to `feet`, `eingepasst`.

    What the book of the list does not have is not asked: lost deals, deals passed in, a Gesamt of its own.
    """

    eingepasst = forms.IntegerField(
        label=gettext_lazy("eingepasst"),
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "pad", "size": 3}),
    )

    def __init__(
        self,
        data: Sent = None,
        *,
        sheet: Sheet,
        names: dict[int, str],
        only_gesamt: bool = False,
        **options: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, **options)
        self.only_gesamt = only_gesamt
        """Whether it was said that nothing but the Gesamt is known."""
        frame = frame_of(sheet)
        left_out = {"lost": not frame.counts_lost, "gesamt": not frame.writes_gesamt}
        self.can_change = can_change(frame)
        self.columns = tuple(column for column in _COLUMNS if not left_out.get(column))
        self.seats = range(1, sheet.seats + 1)
        if "eingepasst" not in frame.book.ways:
            del self.fields["eingepasst"]
        for seat in self.seats:
            for column in self.columns:
                field = SignedField(required=False, label=_COLUMNS[column])
                field.widget.attrs["aria-label"] = f"{names.get(seat, seat)}: {_COLUMNS[column]}"
                if column in ("won", "lost"):
                    field.widget.attrs["size"] = 3
                self.fields[f"{column}-{seat}"] = field

    @property
    def lines(self) -> Iterator[tuple[int, list[forms.BoundField]]]:
        """Each seat with its fields."""
        for seat in self.seats:
            yield seat, [self[f"{column}-{seat}"] for column in self.columns]

    def clean(self) -> Cleaned:
        super().clean()
        cleaned = self.cleaned_data
        for seat in self.seats:
            names = [f"{column}-{seat}" for column in self.columns]
            values = [cleaned.get(name) for name in names]
            unread = not self.errors.keys().isdisjoint(names)  # what is wrong is said there
            given = [value is not None for name, value in zip(self.columns, values, strict=True) if name != "gesamt"]
            alone = self.only_gesamt and not any(given) and values[-1] is not None
            if any(value is not None for value in values) and not all(given) and not unread and not alone:
                self.add_error(None, self._incomplete % {"seat": seat})
        return cleaned

    @property
    def _incomplete(self) -> str:
        if "lost" in self.columns:
            return _("Platz %(seat)s: Bitte Spielpunkte, gewonnene und verlorene Spiele eingeben.")
        return _("Platz %(seat)s: Bitte Spielpunkte und gewonnene Spiele eingeben.")

    @property
    def feet(self) -> list[AnyFoot]:
        """The feet in seat order, None where nothing was typed."""
        return [self._foot(seat) for seat in self.seats]

    @property
    def typed(self) -> tuple[list[PaperFoot], int | None] | None:
        """The feet and the deals passed in as they were typed, also where no list can show such numbers.

        A field left out counts as 0. None where a seat has nothing at all, or where something is no number.
        """
        if not self.is_bound or self.errors.keys() - {NON_FIELD_ERRORS}:
            return None
        lines = [{column: self.cleaned_data[f"{column}-{seat}"] for column in self.columns} for seat in self.seats]
        if not all(any(value is not None for value in line.values()) for line in lines):
            return None
        feet = [
            PaperFoot(line["spielpunkte"] or 0, line["won"] or 0, line.get("lost") or 0, line.get("gesamt"))
            for line in lines
        ]
        return feet, self.cleaned_data.get("eingepasst")

    def _foot(self, seat: int) -> AnyFoot:
        line = {column: self.cleaned_data[f"{column}-{seat}"] for column in self.columns}
        if line["spielpunkte"] is not None:
            return PaperFoot(**{"lost": 0, **line})
        return None if line.get("gesamt") is None else OnlyGesamt(line["gesamt"])


class MistakenForm(forms.Form):
    """The Gesamt that counts where the paper was added up wrongly, typed once more for each such seat."""

    def __init__(self, data: Sent = None, *, sheet: Sheet) -> None:
        super().__init__(data)
        for seat in range(1, sheet.seats + 1):
            self.fields[f"gilt-{seat}"] = SignedField(required=False)

    @property
    def amounts(self) -> dict[int, int | None]:
        """What was typed, by seat."""
        self.is_valid()
        return {int(name.removeprefix("gilt-")): value for name, value in self.cleaned_data.items()}

    def fields_for(self, due: Mapping[int, int], names: Mapping[int, str]) -> list[tuple[str, int, forms.BoundField]]:
        """Name, computed Gesamt and field of every seat where the paper says another."""
        for seat in due:
            label = _("%(name)s: Gesamt, das gilt") % {"name": names.get(seat, seat)}
            self.fields[f"gilt-{seat}"].widget.attrs |= {"aria-label": label, "data-amount": "", "inputmode": "text"}
        return [(names.get(seat, str(seat)), number, self[f"gilt-{seat}"]) for seat, number in due.items()]


Way = Callable[..., NotationForm | ValueForm | FullForm | PenaltyForm]

WAYS: dict[str, Way] = {
    "kurz": NotationForm,
    "wert": partial(ValueForm, prefix="wert"),
    "formular": partial(FullForm, prefix="formular"),
    "strafe": partial(PenaltyForm, prefix="strafe"),
}
"""The ways in which one row is typed, by the name their forms send; made with the list as it stood before (`view`)."""


def errors_of(form: forms.Form) -> list[str]:
    """Every sentence a form has to say."""
    return [str(said) for errors in form.errors.values() for said in errors]


def fill(way: str, entered: Entered, row: RowView, counts_lost: bool = True) -> Initial:
    """A stored row in one of the ways, as far as it is known there: one way can be changed into another."""
    running = {} if entered.running is None else {"running": entered.running}
    playing = {"playing": "".join(map(str, entered.playing))} if entered.playing else {}
    match way:
        case "kurz":
            known = row.notation or (f"{entered.declarer}{entered.score:+d}" if entered.score is not None else "")
            return {"text": known + (f"={entered.running}" if running else "")}
        case "wert" if not counts_lost:
            return {"declarer": row.credited or None, "score": abs(row.score) or None, **running, **playing}
        case "wert":
            return {"declarer": entered.declarer, "score": row.score or None, **running, **playing}
        case "formular":
            return {"declarer": entered.declarer, "deal": row.account and row.account.deal, **running, **playing}
    return {"declarer": entered.declarer, "penalty": entered.penalty or None, "reason": entered.reason}
