"""The forms of a club's past: a file, by which rules all of it was played, and who is meant by the names in it."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final, TypedDict

from django import forms
from django.utils.translation import gettext_lazy as _

from skatliga.events.forms import EventForm
from skatliga.exchange.evenings.import_evenings import Rules
from skatliga.exchange.evenings.name_matching import Names
from skatliga.forms import Sent
from skatliga.people.models import Club, Membership
from skatliga.people.queries import members

GUEST: Final = "gast"
MOST_ASKED: Final = 50
"""Names asked for at once; the others come when these are answered."""


class Further(TypedDict):
    """What is asked for beside the rules; name and day of the evenings where the file says none."""

    publish: bool
    name: str
    date: str


class PastForm(EventForm):
    """The rules are chosen as for one event; the rest of an event stands in the file."""

    name = date = place = second_person = protest_hours = None
    rounds = None  # type: ignore[assignment]  # so Django leaves out the field of the form above
    lot_decides = cut_after = cut_places = cut_carries = None

    datei = forms.FileField(
        label=_("Datei"),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.xlsx,.ods,.sgf,.iss"}),
        help_text=_("Listen als CSV, XLSX oder ODS, oder Aufzeichnungen des International Skat Server."),
    )
    veroeffentlichen = forms.BooleanField(label=_("Neue Veranstaltungen gleich veröffentlichen"), required=False)
    abend = forms.CharField(
        label=_("Name der Abende"), max_length=120, required=False, help_text=_("Leer: Online-Abend.")
    )
    tag = forms.DateField(
        label=_("Tag der Spiele ohne Zeit"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )

    @property
    def rules_chosen(self) -> Rules:
        """The rules of a form that is valid."""
        names = ("rulebook", "evaluation", "agreements", "deals_at_four", "deals_at_three", "target")
        return Rules(**{name: self.cleaned_data[name] for name in names})

    @property
    def further(self) -> Further:
        """What else was asked for."""
        cleaned = self.cleaned_data
        date = cleaned["tag"].isoformat() if cleaned["tag"] else ""
        return {"publish": cleaned["veroeffentlichen"], "name": cleaned["abend"], "date": date}


class NamesForm(forms.Form):
    """Whom the names of a file mean; what is left open is asked again."""

    def __init__(self, data: Sent = None, *, club: Club, asked: Mapping[str, int]) -> None:
        super().__init__(data)
        self.names = sorted(asked, key=lambda name: (-asked[name], name))[:MOST_ASKED]
        self.further = len(asked) - len(self.names)
        self.players = {str(each.player_id): each for each in members(club)}
        registered = [(key, _described(each)) for key, each in self.players.items()]
        choices = [("", _("noch offen")), (GUEST, _("Gast, nicht im Register")), *registered]
        for name in self.names:
            self.fields[_field_of(name)] = forms.ChoiceField(label=name, choices=choices, required=False)

    @property
    def said(self) -> Names:
        """Whom the names mean of which it was said."""
        answers = {name: self.cleaned_data[_field_of(name)] for name in self.names}
        return {
            name: None if answer == GUEST else self.players[answer].player for name, answer in answers.items() if answer
        }


def _field_of(name: str) -> str:
    """What the field of a name is called: the same on a page that was loaded before other names were answered."""
    return f"name_{blake2b(name.encode(), digest_size=8).hexdigest()}"


def _described(member: Membership) -> str:
    """A member so that two of one name can be told apart."""
    player = member.player
    about = [part for part in (member.number and f"Nr. {member.number}", str(player.birth_year or "")) if part]
    return f"{player} ({', '.join(about)})" if about else str(player)
