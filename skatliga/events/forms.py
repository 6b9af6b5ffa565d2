"""Forms of events, entries, seats and roles. What depends on a rule book is asked of it."""

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS
from skatliga.access import Role
from skatliga.events.models import Entry, Evaluation, Event
from skatliga.events.rules import find_in_agreements, usual_agreements
from skatliga.people.models import Player
from skatliga.rules.forms import setting_field
from skatliga.rules.wording import title


class EventForm(forms.Form):
    """An event with its rules; what it cleans is what the services take.

    The fields of the rules are those of the rule book chosen (`book`). Where lists exist they are shown and locked.
    """

    name = Event._meta.get_field("name").formfield()
    date = Event._meta.get_field("date").formfield(widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    place = Event._meta.get_field("place").formfield()
    rounds = forms.IntegerField(label=gettext_lazy("Zahl der Serien"), min_value=1, max_value=30, initial=2)
    second_person = Event._meta.get_field("second_person").formfield()
    protest_hours = Event._meta.get_field("protest_hours").formfield()
    rulebook = forms.ChoiceField(
        label=gettext_lazy("Regelwerk"),
        choices=lambda: [(key, title(book)) for key, book in BOOKS.items()],
        # Another book brings other fields; the page at its own address knows them.
        widget=forms.Select(attrs={"hx-get": "", "hx-target": "#regeln", "hx-params": "rulebook"}),
    )
    evaluation = forms.ChoiceField(label=gettext_lazy("Wertung"))
    deals_at_four = Event._meta.get_field("deals_at_four").formfield(min_value=4)
    deals_at_three = Event._meta.get_field("deals_at_three").formfield(min_value=3)

    def __init__(self, *args: Any, event: Event | None = None, locked: bool = False, **kwargs: Any) -> None:
        initial = {**(_values(event) if event else {}), **kwargs.pop("initial", {})}
        super().__init__(*args, initial=initial, **kwargs)
        chosen = initial.get("rulebook") if locked else self["rulebook"].value()
        self.book: RuleBook = BOOKS.get(chosen) or next(iter(BOOKS.values()))
        self.fields["evaluation"].choices = [(key, Evaluation(key).label) for key in self.book.evaluations]
        self.initial.setdefault("rulebook", self.book.key)
        self.initial.setdefault("evaluation", self.book.evaluations[0])
        for name in self.book.settings:
            self.fields[name] = setting_field(name)
        if 4 not in self.book.table_sizes:
            del self.fields["deals_at_four"], self.fields["deals_at_three"]
            self.fields["deals"] = forms.IntegerField(label=gettext_lazy("Spiele je Serie"), min_value=1, initial=24)
        for field in self.rules:
            field.field.disabled = locked
        self.fields["rulebook"].disabled = locked

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
        return [self["evaluation"], *self.agreements, *self.deals]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        self._check_agreements(cleaned)
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

    def _check_agreements(self, cleaned: dict[str, Any]) -> None:
        agreements = {name: cleaned.pop(name) for name in self.book.settings if name in cleaned}
        if len(agreements) == len(self.book.settings):
            for name, sentences in find_in_agreements(self.book, agreements).items():
                self.add_error(name, sentences)
        cleaned["agreements"] = agreements


def _values(event: Event) -> dict[str, Any]:
    names = "name date place second_person protest_hours rulebook evaluation deals_at_four deals_at_three".split()
    values = {name: getattr(event, name) for name in names}
    deals = event.deals_at(event.book.table_sizes[0])
    return {**values, **event.agreements, "deals": deals, "rounds": len(event.rounds.all())}


class PlayersForm(forms.Form):
    """Players of the register who take part; ticked in a list."""

    players = forms.ModelMultipleChoiceField(
        queryset=Player.objects.none(),
        error_messages={
            "required": gettext_lazy("Bitte mindestens einen Spieler ankreuzen."),
            "invalid_choice": gettext_lazy("Einer der Spieler steht nicht mehr im Register. Bitte neu ankreuzen."),
        },
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["players"].queryset = event.club.players.order_by("sort_key", "pk")


_GUEST = re.compile(r"(?P<name>[^()]+?)\s*(?:\((?P<club>[^()]*)\))?")


class GuestsForm(forms.Form):
    """Guests, one a line; cleaned to pairs of name and club."""

    guests = forms.CharField(
        label=gettext_lazy("Namen"),
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
        help_text=gettext_lazy("Ein Gast je Zeile; der Verein kann in Klammern dahinter stehen."),
    )

    def clean_guests(self) -> list[tuple[str, str]]:
        guests = []
        for line in self.cleaned_data["guests"].splitlines():
            text = " ".join(line.split())
            if not text:
                continue
            found = _GUEST.fullmatch(text)
            if not found or len(text) > 120:
                self.add_error(
                    "guests",
                    _("„%(line)s“ ist nicht zu verstehen. Bitte schreiben wie: Hans Huber (SC Musterstadt)")
                    % {"line": text[:60]},
                )
                continue
            guests.append((found["name"], (found["club"] or "").strip()))
        return guests


class GuestForm(forms.ModelForm):
    """The name of one guest."""

    class Meta:
        model = Entry
        fields = ("name", "club_name")


class SeatingForm(forms.Form):
    """Start numbers by table and seat; cleaned to `tables`, which may have gaps between its numbers."""

    def __init__(self, *args: Any, tables: dict[int, dict[int, int]], rows: int, columns: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
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

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        for name in [name for name in self.errors if name in self.fields]:
            self.add_error(None, _("%(place)s: Bitte eine Startnummer eingeben.") % {"place": self.fields[name].label})
        return cleaned

    @property
    def tables(self) -> dict[int, list[int]]:
        """Start numbers by table; an empty seat between two taken ones closes up."""
        return {
            table: [number for seat in self.columns if (number := self.cleaned_data.get(f"{table}-{seat}"))]
            for table in self.row_numbers
        }


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
