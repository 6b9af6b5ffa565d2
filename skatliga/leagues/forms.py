"""Forms of the league. The fields of the rules are those of an event, for that is what a match day is played as."""

import datetime
import re
from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.fixture_proposals import MOST_DAYS
from scoring.fixtures import Plan, find_in_plan
from scoring.rulebooks import BOOKS
from skatliga.events.forms import EventForm
from skatliga.forms import Cleaned, Initial, Sent, choice_field, model_field
from skatliga.leagues import fixture_plans
from skatliga.leagues.division_standing import CRITERIA_NAMES
from skatliga.leagues.models import (
    TEAM_SIZE,
    Division,
    GroupTeam,
    Level,
    LineupPlace,
    Matchday,
    Season,
    SquadMember,
    Team,
    ZoneJson,
)
from skatliga.people.models import Player
from skatliga.rules.books import Evaluation
from skatliga.rules.wording import title

MOST_CRITERIA = 5
KINDS = {"+": "up", "=": "playoff", "-": "down"}
SIGNS = {kind: sign for sign, kind in KINDS.items()}
_ZONE = re.compile(r"([+=-])\s*([0-9]{1,2})(?:\s*[-–]\s*([0-9]{1,2}))?\s+(\S.{0,39})")
# What a form keeps of what was typed must fit a page again.
LONGEST_TEXT = 4000


class SeasonForm(EventForm):
    """A season with the rules of its match days and its table; what belongs to a single event is left out."""

    date = place = second_person = protest_hours = lot_decides = cut_after = cut_places = cut_carries = None
    name = Season._meta.get_field("name").formfield()
    rounds = forms.IntegerField(label=gettext_lazy("Serien je Spieltag"), min_value=1, max_value=8, initial=3)
    rulebook = forms.ChoiceField(
        label=gettext_lazy("Regelwerk"),
        choices=lambda: [(key, title(book)) for key, book in BOOKS.items() if {3, 4} <= set(book.table_sizes)],
        widget=forms.Select(attrs={"hx-get": "", "hx-target": "#regeln", "hx-params": "rulebook"}),
    )
    scale = forms.CharField(
        label=gettext_lazy("Wertungspunkte je Platz"),
        max_length=40,
        initial="3 2 1 0",
        help_text=gettext_lazy("Pluspunkte vom ersten Platz an; was zum ersten fehlt, sind Minuspunkte."),
    )
    tie = Season._meta.get_field("tie").formfield(initial=Season.Tie.WON_LOST)
    absent_minus = Season._meta.get_field("absent_minus").formfield()
    binding_days = Season._meta.get_field("binding_days").formfield(min_value=0, max_value=365, initial=14)

    def __init__(
        self, data: Sent = None, *, season: Season | None = None, locked: bool = False, initial: Initial | None = None
    ) -> None:
        shown = {**(_season_values(season) if season else {}), **(initial or {})}
        super().__init__(data, locked=locked, initial=shown)
        evaluations = [key for key in self.book.evaluations if key != Evaluation.MATCHES]
        choice_field(self, "evaluation").choices = [(key, Evaluation(key).label) for key in evaluations]
        order = season.order if season else Season._meta.get_field("order").get_default()
        for number in range(1, MOST_CRITERIA + 1):
            self.fields[f"order_{number}"] = forms.ChoiceField(
                label=_("%(number)s. Vergleich") % {"number": number},
                choices=[("", "–"), *CRITERIA_NAMES.items()],
                required=number == 1,
                initial=order[number - 1] if number <= len(order) else "",
            )
        for name in ("rounds", "scale", "tie", "absent_minus"):
            self.fields[name].disabled = locked

    @property
    def criteria(self) -> list[forms.BoundField]:
        """What the teams of a table are compared by, one after the other."""
        return [self[f"order_{number}"] for number in range(1, MOST_CRITERIA + 1)]

    def clean_scale(self) -> list[int]:
        typed = self.cleaned_data["scale"].replace(",", " ").replace(":", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 4 for word in typed):
            raise ValidationError(_("Bitte ganze Zahlen, durch Leerzeichen getrennt, zum Beispiel 3 2 1 0."))
        return [int(word) for word in typed]

    def clean(self) -> Cleaned:
        cleaned = super().clean()
        cleaned.pop("target", None)
        chosen = [cleaned.pop(f"order_{number}", "") for number in range(1, MOST_CRITERIA + 1)]
        cleaned["order"] = list(dict.fromkeys(filter(None, chosen)))
        return cleaned


def _season_values(season: Season) -> Initial:
    names = (
        *("name", "rulebook", "evaluation", "deals_at_four", "deals_at_three", "rounds", "tie"),
        *("absent_minus", "binding_days"),
    )
    scale = " ".join(map(str, season.scale))
    return {**{name: getattr(season, name) for name in names}, **season.agreements, "scale": scale}


class NameForm(forms.Form):
    """The name of a new season that goes on where an earlier one ended."""

    name = Season._meta.get_field("name").formfield()


class LevelForm(forms.Form):
    """A level and its zones, one a line."""

    number = forms.IntegerField(
        label=gettext_lazy("Ebene"), min_value=1, max_value=9, help_text=gettext_lazy("1 ist die höchste.")
    )
    name = Level._meta.get_field("name").formfield()
    zones = forms.CharField(
        label=gettext_lazy("Zonen der Tabelle, eine je Zeile"),
        required=False,
        max_length=400,
        widget=forms.Textarea(attrs={"rows": 3, "placeholder": "+ 1-2 Aufstieg", "autocomplete": "off"}),
        help_text=gettext_lazy("Zeichen, Plätze, Bezeichnung: + 1-2 Aufstieg, = 3 Relegation, - 15-16 Abstieg."),
    )

    def __init__(self, data: Sent = None, *, level: Level | None = None, initial: Initial | None = None) -> None:
        known = {"number": level.number, "name": level.name, "zones": write_zones(level.zones)} if level else {}
        super().__init__(data, initial={**known, **(initial or {})})
        if level:
            self.fields["number"].disabled = True

    def clean_zones(self) -> list[ZoneJson]:
        zones: list[ZoneJson] = []
        for line in filter(str.strip, self.cleaned_data["zones"].splitlines()):
            found = _ZONE.fullmatch(line.strip())
            first, last = (int(found[2]), int(found[3] or found[2])) if found else (0, 0)
            if not found or not 1 <= first <= last:
                self.add_error(
                    "zones",
                    _("„%(line)s“ ist nicht zu verstehen. Bitte schreiben wie: + 1-2 Aufstieg")
                    % {"line": line.strip()[:60]},
                )
                continue
            zones.append({"kind": KINDS[found[1]], "label": found[4].strip(), "first": first, "last": last})
        return sorted(zones, key=lambda zone: zone["first"])


def write_zones(zones: Sequence[ZoneJson]) -> str:
    """The lines with which zones could be typed again."""
    return "\n".join(
        f"{SIGNS[zone['kind']]} {zone['first']}-{zone['last']} {zone['label']}"
        if zone["first"] < zone["last"]
        else f"{SIGNS[zone['kind']]} {zone['first']} {zone['label']}"
        for zone in zones
    )


class DivisionForm(forms.Form):
    """A Staffel and its level."""

    name = Division._meta.get_field("name").formfield()
    level = forms.ModelChoiceField(Level.objects.none(), label=gettext_lazy("Ebene"), empty_label=None)

    def __init__(
        self, data: Sent = None, *, season: Season, division: Division | None = None, auto_id: str = "id_%s"
    ) -> None:
        initial = {"name": division.name, "level": division.level_id} if division else {}
        super().__init__(data, initial=initial, auto_id=auto_id)
        model_field(self, "level").queryset = season.levels.all()


class LeagueTeamsForm(forms.Form):
    """Teams, one a line."""

    lines = forms.CharField(
        label=gettext_lazy("Eine Mannschaft je Zeile"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "placeholder": "A Herz Buben (Altenburg)"}),
        help_text=gettext_lazy("Buchstabe, Name, in Klammern der Spielort. Ohne Buchstaben gilt der nächste freie."),
    )


class _DivisionField(forms.ModelChoiceField):
    """The Staffeln of a season, each with its level."""

    def label_from_instance(self, obj: Division) -> str:
        return f"{obj.level}, {obj}"


class TeamForm(forms.ModelForm):
    """What is known of a team, and the Staffel it is in, which may change until it is in a plan."""

    division = _DivisionField(
        Division.objects.none(),
        label=gettext_lazy("Staffel"),
        empty_label=None,
        help_text=gettext_lazy("Für Auf- und Abstieg: Bis zum Spielplan zieht die Mannschaft mit ihrem Kader um."),
    )

    class Meta:
        model = Team
        fields = ("letter", "name", "club", "place", "captain")

    def __init__(self, data: Sent = None, *, instance: Team) -> None:
        super().__init__(data, instance=instance)
        model_field(self, "captain").queryset = Player.objects.filter(squad_memberships__team=self.instance)
        division = model_field(self, "division")
        division.queryset = self.instance.division.season.divisions.select_related("level")
        division.initial = self.instance.division_id
        division.disabled = self.instance.groups.exists()

    def clean_letter(self) -> str:
        letter = self.cleaned_data["letter"].upper()
        if not re.fullmatch(r"[A-Z]{1,2}", letter):
            raise ValidationError(_("Bitte einen Buchstaben von A bis Z."))
        return letter


class SquadForm(forms.Form):
    """Players of a squad, one a line."""

    lines = forms.CharField(
        label=gettext_lazy("Ein Spieler je Zeile"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "placeholder": "Anna Ärmel"}),
        help_text=gettext_lazy("Vor- und Nachname. Wer in keinem Register steht, wird dort eingetragen."),
    )


class PlanForm(forms.Form):
    """A fixture plan; cleaned to `plan`, and `findings` says what there is to say about it.

    **D** A plan that is stored as it was proposed is not asked about: what it leaves out was said beside it.
    """

    text = forms.CharField(
        label=gettext_lazy("Ein Spieltag je Zeile"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 7, "class": "plan", "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Gruppen durch Schrägstriche getrennt, der Ausrichter mit Stern: 1: A* B C D / E* F H J"
        ),
    )
    anyway = forms.BooleanField(label=gettext_lazy("So spielen, trotz der Hinweise"), required=False)

    def __init__(self, data: Sent = None, *, division: Division, initial: Initial | None = None) -> None:
        super().__init__(data, initial=initial)
        self.division = division
        self.letters = list(division.teams.values_list("letter", flat=True))
        self.findings: list[str] = []

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        plan: Plan = fixture_plans.read(text)
        self.findings = fixture_plans.in_words(find_in_plan(plan, self.letters))
        self.plan = plan
        return text

    def clean(self) -> Cleaned:
        cleaned = self.cleaned_data
        if self.findings and not cleaned.get("anyway") and not self._is_proposed():
            number = len(self.findings)
            self.add_error(
                "anyway",
                ngettext(
                    "Zum Plan gibt es %(number)s Hinweis. Bitte ändern oder hier bestätigen.",
                    "Zum Plan gibt es %(number)s Hinweise. Bitte ändern oder hier bestätigen.",
                    number,
                )
                % {"number": number},
            )
        return cleaned

    def _is_proposed(self) -> bool:
        return 1 <= len(self.plan) <= MOST_DAYS and self.plan == fixture_plans.propose(self.division, len(self.plan))


class PlanFileForm(forms.Form):
    """A plan in a file."""

    file = forms.FileField(
        label=gettext_lazy("Datei"),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt"}),
        help_text=gettext_lazy("CSV, eine Gruppe je Zeile: Spieltag; dann die Buchstaben, der Ausrichter mit Stern."),
    )

    def clean_file(self) -> str:
        file = self.cleaned_data["file"]
        if file.size > 100_000:
            raise ValidationError(_("Diese Datei ist zu groß für einen Spielplan."))
        text = fixture_plans.read_file(file.read())
        if not text:
            raise ValidationError(_("In dieser Datei beginnt keine Zeile mit der Nummer eines Spieltags."))
        return text


class DatesForm(forms.Form):
    """The dates of the match days, and the Serien of those that have more or fewer than the others."""

    def __init__(self, data: Sent = None, *, matchdays: Sequence[Matchday]) -> None:
        super().__init__(data)
        for matchday in matchdays:
            self.fields[f"day_{matchday.number}"] = forms.DateField(
                label=str(matchday),
                required=False,
                initial=matchday.date,
                widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
            )
            self.fields[f"rounds_{matchday.number}"] = forms.IntegerField(
                label=_("Serien am %(matchday)s") % {"matchday": matchday},
                required=False,
                min_value=1,
                max_value=8,
                initial=matchday.rounds,
            )

    @property
    def dates(self) -> dict[int, datetime.date | None]:
        """The dates by number of the match day."""
        return self._by_day("day_")

    @property
    def rounds(self) -> dict[int, int | None]:
        """How many Serien, None where as many as on the others."""
        return self._by_day("rounds_")

    def _by_day(self, prefix: str) -> dict[int, Any]:
        return {
            int(name.removeprefix(prefix)): value
            for name, value in self.cleaned_data.items()
            if name.startswith(prefix)
        }


class LineupForm(forms.Form):
    """Who plays for a team: a player of the squad on each of four places, or that it does not come."""

    absence = forms.ChoiceField(
        label=gettext_lazy("Mannschaft"),
        choices=[
            ("", gettext_lazy("tritt an")),
            *(choice for choice in GroupTeam.Absence.choices if choice[0] != GroupTeam.Absence.BROKEN_OFF),
        ],
        required=False,
    )

    def __init__(self, data: Sent = None, *, member: GroupTeam, squad: Sequence[SquadMember]) -> None:
        held = {place.position: place.player_id for place in member.lineup.all()}
        super().__init__(data, initial={"absence": member.absence})
        self.players = {each.player_id: each.player for each in squad}
        choices = [("", "–"), *((pk, player.name) for pk, player in self.players.items())]
        for position in range(1, TEAM_SIZE + 1):
            self.fields[f"place_{position}"] = forms.TypedChoiceField(
                label=_("Spieler %(number)s") % {"number": position},
                choices=choices,
                coerce=int,
                empty_value=None,
                required=False,
                initial=held.get(position, ""),
            )

    @property
    def place_fields(self) -> Iterator[forms.BoundField]:
        """The four places."""
        return (self[f"place_{position}"] for position in range(1, TEAM_SIZE + 1))

    @property
    def places(self) -> list[Player | None]:
        """Who was chosen, place by place."""
        chosen = (self.cleaned_data[f"place_{position}"] for position in range(1, TEAM_SIZE + 1))
        return [self.players.get(pk) for pk in chosen]


class LateForm(forms.Form):
    """Who comes late."""

    player = forms.ModelChoiceField(Player.objects.none(), label=gettext_lazy("Spieler"), empty_label="–")

    def __init__(self, data: Sent = None, *, waiting: Sequence[SquadMember]) -> None:
        super().__init__(data)
        model_field(self, "player").queryset = _players(waiting)


class _PlaceField(forms.ModelChoiceField):
    """The places of a line-up, by who plays there."""

    def label_from_instance(self, obj: LineupPlace) -> str:
        return obj.player.name


class ExchangeForm(forms.Form):
    """Who comes in for whom, and from when on."""

    out = _PlaceField(LineupPlace.objects.none(), label=gettext_lazy("Es geht"), empty_label="–")
    player = forms.ModelChoiceField(Player.objects.none(), label=gettext_lazy("Es kommt"), empty_label="–")
    serie = forms.IntegerField(label=gettext_lazy("ab Serie"), min_value=1, max_value=8)
    deal = forms.IntegerField(label=gettext_lazy("ab Spiel"), min_value=1, max_value=200, initial=1)
    reason = forms.CharField(label=gettext_lazy("Begründung"), max_length=300)

    def __init__(self, data: Sent = None, *, playing: Sequence[LineupPlace], waiting: Sequence[SquadMember]) -> None:
        super().__init__(data)
        model_field(self, "out").queryset = LineupPlace.objects.filter(pk__in=[place.pk for place in playing])
        model_field(self, "player").queryset = _players(waiting)


class WithdrawalForm(forms.Form):
    """A team leaves the season."""

    kind = forms.ChoiceField(label=gettext_lazy("Ergebnisse"), choices=Team.Withdrawal.choices)
    from_day = forms.IntegerField(label=gettext_lazy("ab Spieltag"), min_value=1, max_value=99)
    reason = forms.CharField(label=gettext_lazy("Begründung"), max_length=300)


def _players(squad: Sequence[SquadMember]) -> QuerySet[Player]:
    return Player.objects.filter(pk__in=[each.player_id for each in squad])
