"""Forms of registrations: the terms, the teams of a club, what was found on the account."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.forms import Cleaned, KeepsWhatOthersChanged, Sent, day_input
from skatliga.leagues.models import Team
from skatliga.money import EuroField, read_iban
from skatliga.people.models import Player
from skatliga.people.names import fold
from skatliga.registrations.models import RegisteredTeam, TeamTerms
from skatliga.registrations.queries import ClubEntry
from skatliga.registrations.services import MOST_TEAMS, SentTeam, line_of


class TeamTermsForm(KeepsWhatOthersChanged, forms.ModelForm):
    """Until when clubs register their teams, and what it costs."""

    fee_cents = EuroField(label=TeamTerms._meta.get_field("fee_cents").verbose_name)
    late_fee_cents = EuroField(
        label=TeamTerms._meta.get_field("late_fee_cents").verbose_name,
        help_text=gettext_lazy("Kommt zum Startgeld, wenn eine Mannschaft nach dem Meldeschluss gemeldet wird."),
    )
    iban = forms.CharField(
        label=TeamTerms._meta.get_field("iban").verbose_name,
        required=False,
        max_length=50,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    class Meta:
        model = TeamTerms
        fields = ("closes_on", "fee_cents", "late_fee_cents", "account_holder", "iban")
        widgets = {"closes_on": day_input()}  # noqa: RUF012
        help_texts = {  # noqa: RUF012
            "closes_on": gettext_lazy("Der letzte Tag ohne Zuschlag. Offen bleibt es, bis Sie die Saison anlegen."),
            "account_holder": gettext_lazy("Leer, wenn nicht überwiesen wird."),
        }

    def __init__(self, data: Sent = None, *, instance: TeamTerms | None) -> None:
        super().__init__(data, instance=instance)
        if instance:
            self.watch()

    def clean_iban(self) -> str:
        return read_iban(self.cleaned_data["iban"])


class RegisteredTeamForm(forms.Form):
    """A team of a club: whether it plays, what it is called, whom to ask."""

    plays = forms.BooleanField(label=gettext_lazy("spielt mit"), required=False)
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120, required=False)
    captain = forms.TypedChoiceField(label=gettext_lazy("Mannschaftsführer"), required=False, empty_value=None)
    contact = forms.CharField(
        label=gettext_lazy("Telefon oder E-Mail"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("Das sieht nur die Staffelleitung."),
    )
    place = forms.CharField(label=gettext_lazy("Spielort"), max_length=120, required=False)
    wishes = forms.CharField(
        label=gettext_lazy("Wünsche"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Wann Sie ausrichten möchten oder nicht können."),
    )

    def __init__(self, data: Sent, prefix: str, line: SentTeam, players: Sequence[Player], *, plays: bool) -> None:
        initial = {name: getattr(line, name) for name in ("name", "contact", "place", "wishes")}
        initial |= {"plays": plays, "captain": line.captain.pk if line.captain else ""}
        super().__init__(data, prefix=prefix, initial=initial)
        self.line = line
        by_key = {str(player.pk): player for player in players}
        captain = cast(forms.TypedChoiceField, self.fields["captain"])
        captain.choices = [("", "–"), *((key, f"{p.last_name}, {p.first_name}") for key, p in by_key.items())]
        captain.coerce = by_key.__getitem__

    @property
    def was(self) -> Team | None:
        """The team it goes on from."""
        return self.line.team

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean(self) -> Cleaned:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("plays") and "name" in cleaned and not cleaned["name"]:
            self.add_error("name", _("Bitte der Mannschaft einen Namen geben, oder das Häkchen wegnehmen."))
        return cleaned

    @property
    def registered(self) -> SentTeam | None:
        """What is registered; None for a team that does not play."""
        said = dict(self.cleaned_data)
        if not said.pop("plays"):
            return None
        return SentTeam(**said, team=self.line.team, held=self.line.held)


class ClubTeamsForm:
    """The teams of a club: those it had, those it has registered, and as many new ones as were asked for."""

    MORE: Final = "mehr"
    """What the button for one more team is called."""

    def __init__(self, data: Mapping[str, str] | None, entry: ClubEntry, players: Sequence[Player]) -> None:
        self.errors: list[str] = []
        by_team = {team.team_id: team for team in entry.teams if team.team_id}
        lines = [_line(team, by_team.get(team.pk), entry) for team in entry.before]
        lines += [_held(team, None) for team in entry.teams if not team.team_id or team.team_id not in _keys(entry)]
        room = MOST_TEAMS - len(lines)
        asked = (data or {}).get("neu", "0")
        number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 3 else 0
        self.new = max(0, min(room, number + (self.MORE in data if data else 0)))
        self.has_room = self.new < room
        began = bool(entry.registration)
        self.forms = [
            RegisteredTeamForm(data, _prefix(line), line, players, plays=bool(line.held) or not began) for line in lines
        ]
        for position in range(1, self.new + 1):
            sent = data if data and f"n{position}-name" in data else None
            name = _next_name(entry, self.forms) if sent is None else ""
            self.forms.append(RegisteredTeamForm(sent, f"n{position}", SentTeam(name), players, plays=True))

    def is_valid(self) -> bool:
        """Whether every team can be registered as it was typed."""
        valid = [form.is_valid() for form in self.forms]  # each says what is wrong with it
        return all(valid)

    @property
    def lines(self) -> list[SentTeam]:
        """The teams that play."""
        return [line for form in self.forms if (line := form.registered)]

    def add_error(self, refusal: ValidationError) -> None:
        """What the service refuses."""
        self.errors += refusal.messages

    def __iter__(self) -> Iterator[RegisteredTeamForm]:
        return iter(self.forms)


def _keys(entry: ClubEntry) -> set[int]:
    return {team.pk for team in entry.before}


def _line(team: Team, registered: RegisteredTeam | None, entry: ClubEntry) -> SentTeam:
    """What was said of a team, also where it was withdrawn since; else as it was."""
    if registered:
        return _held(registered, team)
    said = entry.withdrawn.get(team.pk)
    return _held(said, team)._replace(held=None) if said else line_of(team)


def _held(registered: RegisteredTeam, team: Team | None) -> SentTeam:
    said = {name: getattr(registered, name) for name in ("name", "place", "captain", "contact", "wishes")}
    return SentTeam(**said, team=team, held=registered)


def _prefix(line: SentTeam) -> str:
    """By the team it was, so that the page of before still fits once it is registered."""
    if line.team:
        return f"t{line.team.pk}"
    assert line.held
    return f"r{line.held.pk}"


def _next_name(entry: ClubEntry, forms: Sequence[RegisteredTeamForm]) -> str:
    """How one more team would be called: the club with the next number."""
    taken = {fold(str(form["name"].value() or "")) for form in forms}
    number = len(forms) + 1
    while fold(f"{entry.club.name} {number}") in taken:
        number += 1
    return f"{entry.club.name} {number}"


class TeamFeeForm(forms.Form):
    """What a club has paid in all."""

    paid = EuroField(label=gettext_lazy("Überwiesen"))
