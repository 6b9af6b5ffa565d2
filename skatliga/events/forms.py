"""Forms of events, entries, seats and roles. What depends on a rule book is asked of it."""

import datetime
import re
from collections.abc import Iterator

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS
from skatliga.access import Role
from skatliga.events.agreements import MOST_DEALS, find_in_agreements, usual_agreements
from skatliga.events.days import find_in_days
from skatliga.events.models import Category, Entry, Event, Round, Team
from skatliga.events.registration import read_guest
from skatliga.federations.models import CHAMPIONSHIPS
from skatliga.forms import (
    Cleaned,
    Files,
    Initial,
    KeepsWhatOthersChanged,
    RowsField,
    Sent,
    choice_field,
    day_input,
    model_field,
)
from skatliga.people.models import Player
from skatliga.rules.books import Evaluation
from skatliga.rules.forms import setting_field
from skatliga.rules.wording import title


class EventForm(KeepsWhatOthersChanged, forms.Form):
    """An event with its rules; what it cleans is what the services take.

    The fields of the rules are those of the rule book chosen (`book`). Where lists exist they are shown and locked.
    """

    name = Event._meta.get_field("name").formfield()
    date = Event._meta.get_field("date").formfield(widget=day_input())
    place = Event._meta.get_field("place").formfield()
    rounds = forms.IntegerField(label=gettext_lazy("Zahl der Serien"), min_value=1, max_value=30, initial=2)
    second_person = Event._meta.get_field("second_person").formfield()
    protest_hours = Event._meta.get_field("protest_hours").formfield(max_value=999)
    places_after = Event._meta.get_field("places_after").formfield(
        min_value=1,
        max_value=999,
        help_text=gettext_lazy("Leer: Wer „Mein Abend“ geöffnet hat, sieht jederzeit, wo er stünde."),
    )
    lot_decides = Event._meta.get_field("lot_decides").formfield()
    cut_after = Event._meta.get_field("cut_after").formfield(
        min_value=1,
        help_text=gettext_lazy("Leer lassen, wenn alle bis zum Schluss spielen."),
    )
    cut_places = Event._meta.get_field("cut_places").formfield(min_value=1)
    cut_carries = Event._meta.get_field("cut_carries").formfield()
    championship = Event._meta.get_field("championship").formfield()
    rulebook = forms.ChoiceField(
        label=gettext_lazy("Regelwerk"),
        choices=lambda: [(key, title(book)) for key, book in BOOKS.items()],
        # Another book brings other fields; the page at its own address knows them.
        widget=forms.Select(attrs={"hx-get": "", "hx-target": "#regeln", "hx-params": "rulebook"}),
    )
    evaluation = forms.ChoiceField(label=gettext_lazy("Wertung"))
    target = Event._meta.get_field("target").formfield(
        min_value=1,
        max_value=9999,
        help_text=gettext_lazy("Nur für die Wertung nach gewonnenen Partien."),
    )
    deals_at_four = Event._meta.get_field("deals_at_four").formfield(min_value=4, max_value=MOST_DEALS)
    deals_at_three = Event._meta.get_field("deals_at_three").formfield(min_value=3, max_value=MOST_DEALS)

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        event: Event | None = None,
        locked: bool = False,
        initial: Initial | None = None,
    ) -> None:
        shown = {**(_values(event) if event else {}), **(initial or {})}
        super().__init__(data, files, initial=shown)
        chosen = shown.get("rulebook") if locked else self["rulebook"].value()
        self.book: RuleBook = BOOKS.get(chosen or "") or next(iter(BOOKS.values()))
        choice_field(self, "evaluation").choices = [(key, Evaluation(key).label) for key in self.book.evaluations]
        if "championship" in self.fields:  # a season is none
            choice_field(self, "championship").choices = [("", _("keine")), *CHAMPIONSHIPS]
        self.initial.setdefault("rulebook", self.book.key)
        self.initial.setdefault("evaluation", self.book.evaluations[0])
        for name in self.book.settings:
            self.fields[name] = setting_field(name)
        if 4 not in self.book.table_sizes:
            del self.fields["deals_at_four"], self.fields["deals_at_three"]
            self.fields["deals"] = forms.IntegerField(
                label=gettext_lazy("Spiele je Serie"), min_value=1, max_value=MOST_DEALS, initial=24
            )
        if Evaluation.MATCHES in self.book.evaluations:
            self.fields["deals"].help_text = _("Eine Partie hat so viele Spiele, wie sie braucht.")
        else:
            del self.fields["target"]
        for field in self.rules:
            field.field.disabled = locked
        self.fields["rulebook"].disabled = locked
        if event:
            self.watch()

    @property
    def agreements(self) -> list[forms.BoundField]:
        """What the table agrees on once for the event."""
        return [self[name] for name in self.book.settings]

    @property
    def deals(self) -> list[forms.BoundField]:
        """How many deals a Serie has."""
        names = ("deals_at_four", "deals_at_three", "deals")
        return [self[name] for name in names if name in self.fields]

    @property
    def rules(self) -> list[forms.BoundField]:
        """All fields that depend on the rule book."""
        target = [self["target"]] if "target" in self.fields else []
        return [self["evaluation"], *target, *self.agreements, *self.deals]

    def clean(self) -> Cleaned:
        cleaned = super().clean()
        self._check_agreements(cleaned)
        if (cleaned.get("cut_after") or 0) >= cleaned.get("rounds", 0) > 0:
            self.add_error("cut_after", _("Nach dem Schnitt muss noch mindestens eine Serie kommen."))
        self._check_target(cleaned)
        size = self.book.table_sizes[0]
        for name, deals_per_round in (("deals_at_four", 4), ("deals_at_three", 3), ("deals", size)):
            deals = cleaned.get(name)
            if deals and deals % deals_per_round:
                self.add_error(
                    name,
                    _("Bitte ganze Runden: ein Vielfaches von %(size)s, zum Beispiel %(below)s oder %(above)s.")
                    % {
                        "size": deals_per_round,
                        "below": deals // deals_per_round * deals_per_round or deals_per_round,
                        "above": (deals // deals_per_round + 1) * deals_per_round,
                    },
                )
        if deals := cleaned.pop("deals", None):
            rounds = deals // size
            cleaned |= {"deals_at_four": rounds * 4, "deals_at_three": rounds * 3}
        return cleaned

    def _check_target(self, cleaned: Cleaned) -> None:
        """A match needs the points that end it, and nothing else has any."""
        cleaned.setdefault("target", None)
        if cleaned.get("evaluation") == Evaluation.MATCHES and not cleaned["target"]:
            if "target" not in self.errors:
                self.add_error("target", _("Bitte angeben, bei wie vielen Punkten eine Partie endet."))
        elif cleaned["target"] and "evaluation" in cleaned and cleaned["evaluation"] != Evaluation.MATCHES:
            self.add_error("target", _("Bitte leer lassen, oder nach gewonnenen Partien werten."))

    def _check_agreements(self, cleaned: Cleaned) -> None:
        agreements = {name: cleaned.pop(name) for name in self.book.settings if name in cleaned}
        if len(agreements) == len(self.book.settings):
            for name, sentences in find_in_agreements(self.book, agreements).items():
                self.add_error(name, sentences)
        cleaned["agreements"] = agreements


def _values(event: Event) -> Initial:
    names = "name date place second_person protest_hours rulebook evaluation deals_at_four deals_at_three".split()
    names += "championship places_after target lot_decides cut_after cut_places cut_carries".split()
    values = {name: getattr(event, name) for name in names}
    deals = event.deals_at_four // 4 * event.book.table_sizes[0]
    return {**values, **event.agreements, "deals": deals, "rounds": len(event.rounds.all())}


class PlayersForm(forms.Form):
    """Players of the register who take part; ticked in a list."""

    players = RowsField(
        queryset=Player.objects.none(),
        error_messages={
            "required": gettext_lazy("Bitte mindestens einen Spieler ankreuzen."),
            "invalid_choice": gettext_lazy("Einer der Spieler steht nicht mehr im Register. Bitte neu ankreuzen."),
        },
    )

    def __init__(self, data: Sent = None, *, event: Event) -> None:
        super().__init__(data)
        model_field(self, "players").queryset = event.club.players.order_by("sort_key", "pk")


class GuestsForm(forms.Form):
    """Guests, one a line; cleaned to pairs of name and club."""

    guests = forms.CharField(
        label=gettext_lazy("Namen"),
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
        help_text=gettext_lazy("Ein Gast je Zeile; der Verein kann in Klammern dahinter stehen."),
    )

    def clean_guests(self) -> list[tuple[str, str]]:
        guests = []
        for line in filter(str.strip, self.cleaned_data["guests"].splitlines()):
            try:
                guests.append(read_guest(line))
            except forms.ValidationError as refusal:
                self.add_error("guests", refusal)
        return guests


class DeskForm(forms.Form):
    """The one field of the desk, and who was chosen of those it had found."""

    suche = forms.CharField(
        label=gettext_lazy("Name oder Mitgliedsnummer"),
        max_length=120,
        error_messages={"required": gettext_lazy("Bitte einen Namen eingeben.")},
    )
    gesucht = forms.CharField(max_length=120, required=False)
    wahl = forms.CharField(max_length=12, required=False)
    bezahlt = forms.BooleanField(required=False)
    grund = forms.CharField(label=gettext_lazy("Trotzdem zulassen, weil"), max_length=200, required=False)
    key = forms.UUIDField(required=False)

    @property
    def choice(self) -> str:
        """Who was chosen; a choice counts only for the words it was shown for, who typed on has not seen it."""
        return self.cleaned_data["wahl"] if self.cleaned_data["gesucht"] == self.cleaned_data["suche"] else ""


class EntryForm(forms.ModelForm):
    """What the event knows of somebody who takes part; the name only of a guest."""

    class Meta:
        model = Entry
        fields = (
            "name",
            "club_name",
            "publication",
            "unranked",
            "categories",
            "keeps_lists",
            "wanted_table",
            "wanted_seat",
        )
        widgets = {"categories": forms.CheckboxSelectMultiple}  # noqa: RUF012
        field_classes = {"categories": RowsField}  # noqa: RUF012

    def __init__(self, data: Sent = None, *, instance: Entry) -> None:
        super().__init__(data, instance=instance)
        event = self.instance.event
        if self.instance.player_id:
            del self.fields["name"], self.fields["publication"]
        else:
            # who leaves it out changes nothing; a form from before the setting existed has no such field
            self.fields["publication"].required = False
            self.fields["publication"].help_text = _("Unter welchem Namen Ergebnisse öffentlich erscheinen.")
        self.fields["unranked"].help_text = _(
            "Spielt mit, und die Listen zählen für die anderen; steht aber in keiner Wertung und bekommt keinen Preis."
        )
        model_field(self, "categories").queryset = event.categories.all()
        self.fields["keeps_lists"].help_text = _("Wer keine Listen führt, sitzt nie auf Platz 1.")
        self.fields["wanted_table"].help_text = _("In jeder Serie, zum Beispiel nahe der Tür.")
        held = {member.kind: member.team_id for member in self.instance.team_memberships.all()}
        self.offered = {team.pk: team for team in event.teams.all()}
        self.kinds = {team.kind for team in self.offered.values()}
        for kind in self.kinds:
            choices = [(team.pk, team.name) for team in self.offered.values() if team.kind == kind]
            self.fields[kind] = forms.TypedChoiceField(
                label=Team.Kind(kind).label,
                choices=[("", _("keine Angabe")), *choices],
                coerce=int,
                empty_value=None,
                required=False,
                initial=held.get(kind),
            )
        if self.kinds and any(round.started_at for round in event.rounds.all()):
            self.fields["reason"] = reason_field()

    @property
    def team_fields(self) -> list[forms.BoundField]:
        """For each kind of which there are teams, the one to play for."""
        return [self[kind] for kind in Team.Kind if kind in self.kinds]

    @property
    def changes(self) -> Cleaned:
        """What the service takes."""
        fields = {name: value for name, value in self.cleaned_data.items() if name not in self.kinds}
        if not fields.get("publication", True):
            del fields["publication"]
        return fields | {"teams": {kind: self.offered.get(self.cleaned_data[kind]) for kind in self.kinds}}


def reason_field() -> forms.CharField:
    """Why somebody plays for another team although there are lists."""
    return forms.CharField(
        label=_("Begründung, wenn sich eine Mannschaft ändert"),
        max_length=500,
        required=False,
        help_text=_("Es gibt schon Listen; die Begründung steht im Verlauf der Mannschaften."),
    )


class ClassForm(forms.ModelForm):
    """The name of a class."""

    class Meta:
        model = Category
        fields = ("name",)


class EventTeamsForm(forms.Form):
    """Teams of one kind, one a line."""

    kind = forms.ChoiceField(label=gettext_lazy("Art"), choices=Team.Kind.choices)
    lines = forms.CharField(
        label=gettext_lazy("Eine je Zeile"),
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "placeholder": "Herz Buben: 3 7 12 15"}),
        help_text=gettext_lazy("Name, Doppelpunkt, dann die Startnummern; oder die Namen, durch Kommas getrennt."),
    )

    def __init__(self, data: Sent = None, *, event: Event) -> None:
        super().__init__(data)
        if any(round.started_at for round in event.rounds.all()):
            self.fields["reason"] = reason_field()


class ApartForm(forms.Form):
    """Pairs who are not seated at one table, one a line."""

    pairs = forms.CharField(
        label=gettext_lazy("Ein Paar je Zeile"),
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off", "placeholder": "3 7"}),
        help_text=gettext_lazy("Zwei Startnummern; oder zwei Namen, durch ein Komma getrennt."),
    )


class SeatingForm(forms.Form):
    """Start numbers by table and seat; cleaned to `tables`, which may have gaps between its numbers."""

    def __init__(self, data: Sent = None, *, tables: dict[int, dict[int, int]], rows: int, columns: int) -> None:
        super().__init__(data)
        typed = (re.fullmatch(r"(\d{1,3})-\d", name) for name in self.data)
        self.row_numbers = range(1, max([rows, *(int(row[1]) for row in typed if row)]) + 1)
        self.columns = range(1, columns + 1)
        for table in self.row_numbers:
            for seat in self.columns:
                label = _("Tisch %(table)s, Platz %(seat)s") % {"table": table, "seat": seat}
                self.fields[f"{table}-{seat}"] = forms.IntegerField(
                    label=label,
                    required=False,
                    min_value=1,
                    initial=tables.get(table, {}).get(seat),
                    widget=forms.NumberInput(attrs={"aria-label": label}),
                )

    @property
    def rows(self) -> Iterator[tuple[int, list[forms.BoundField]]]:
        """Each table with its fields."""
        for table in self.row_numbers:
            yield table, [self[f"{table}-{seat}"] for seat in self.columns]

    def clean(self) -> Cleaned:
        for name in [name for name in self.errors if name in self.fields]:
            self.add_error(None, _("%(place)s: Bitte eine Startnummer eingeben.") % {"place": self.fields[name].label})
        return self.cleaned_data

    @property
    def tables(self) -> dict[int, list[int]]:
        """Start numbers by table; an empty seat between two taken ones closes up."""
        return {
            table: [number for seat in self.columns if (number := self.cleaned_data.get(f"{table}-{seat}"))]
            for table in self.row_numbers
        }


class TimeForm(forms.Form):
    """The time limit of a Serie."""

    minutes = Round._meta.get_field("minutes").formfield(min_value=1, max_value=600)


class DaysForm(forms.Form):
    """On which days the Serien after the first are played; cleaned to `days`."""

    def __init__(self, data: Sent = None, *, event: Event) -> None:
        super().__init__(data)
        self.event = event
        for round in event.rounds.all():
            if round.number > 1:
                self.fields[f"day_{round.number}"] = forms.DateField(
                    label=str(round),
                    required=False,
                    initial=round.date,
                    widget=day_input(),
                )

    @property
    def days(self) -> dict[int, datetime.date | None]:
        """The day by the number of the Serie, None for that of the one before."""
        return {int(name.removeprefix("day_")): day for name, day in self.cleaned_data.items()}

    def clean(self) -> Cleaned:
        super().clean()
        for number, sentence in find_in_days(self.event.date, self.days).items():
            self.add_error(f"day_{number}", sentence)
        return self.cleaned_data


class GrantForm(forms.Form):
    """A role in one event for somebody who has an account."""

    username = forms.CharField(
        label=gettext_lazy("Benutzername"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=gettext_lazy("Rolle"), choices=Role.choices, initial=Role.LISTENFUEHRER)


def opening_form(event: Event | None = None, rulebook: str = "") -> EventForm:
    """The form as it is first shown; for another rule book with what is usual there."""
    book = BOOKS.get(rulebook)
    if book is None:
        return EventForm(event=event)
    usual = {"rulebook": book.key, "evaluation": book.evaluations[0], **usual_agreements(book)}
    return EventForm(event=event, initial=usual)
