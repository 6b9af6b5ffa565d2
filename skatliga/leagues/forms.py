"""Forms of the league. The fields of the rules are those of an event, for that is what a match day is played as."""

import datetime
import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.fixture_proposals import MOST_DAYS
from scoring.fixtures import Plan
from scoring.rulebooks import BOOKS
from scoring.wertung.presets import GroupTableRule
from skatliga.events.forms import EventForm
from skatliga.forms import Cleaned, Initial, Sent, choice_field, day_input, model_field
from skatliga.leagues import fixture_plans
from skatliga.leagues.models import Division, Level, Matchday, Season, Team, ZoneJson
from skatliga.people.models import Player
from skatliga.rules.books import Evaluation
from skatliga.rules.wording import title
from skatliga.wertung.forms import GroupRuleForm, initial_of_groups, read_points, reason_field
from skatliga.wertung.rules import validate_scale

KINDS = {"+": "up", "=": "playoff", "-": "down"}
SIGNS = {kind: sign for sign, kind in KINDS.items()}
_ZONE = re.compile(r"([+=-])\s*([0-9]{1,2})(?:\s*[-–]\s*([0-9]{1,2}))?\s+(\S.{0,39})")
# What a form keeps of what was typed must fit a page again.
LONGEST_TEXT = 4000


class SeasonForm(GroupRuleForm, EventForm):
    """A season with the rules of its match days and its table; what belongs to a single event is left out."""

    date = place = championship = second_person = protest_hours = places_after = None
    lot_decides = cut_after = cut_places = cut_carries = None
    name = Season._meta.get_field("name").formfield()
    rounds = forms.IntegerField(label=gettext_lazy("Serien je Spieltag"), min_value=1, max_value=8, initial=3)
    rulebook = forms.ChoiceField(
        label=gettext_lazy("Regelwerk"),
        choices=lambda: [(key, title(book)) for key, book in BOOKS.items() if {3, 4} <= set(book.table_sizes)],
        widget=forms.Select(attrs={"hx-get": "", "hx-target": "#regeln", "hx-params": "rulebook"}),
    )
    binding_days = Season._meta.get_field("binding_days").formfield(min_value=0, max_value=365, initial=14)

    reason = reason_field(gettext_lazy("Nur wo sich die Wertung ändert: Es gibt schon verbindliche Ergebnisse."))

    def __init__(
        self,
        data: Sent = None,
        *,
        season: Season | None = None,
        locked: bool = False,
        frozen: bool = False,
        initial: Initial | None = None,
    ) -> None:
        self.season = season
        known = _season_values(season) if season else initial_of_groups(GroupTableRule())
        super().__init__(data, locked=locked, initial={**known, **(initial or {})})
        evaluations = [key for key in self.book.evaluations if key != Evaluation.MATCHES]
        choice_field(self, "evaluation").choices = [(key, Evaluation(key).label) for key in evaluations]
        for name in ("rounds", "size"):
            self.fields[name].disabled = locked
        if frozen:
            self.fields["reason"].required = False
        else:
            del self.fields["reason"]

    def clean(self) -> Cleaned:
        cleaned = super().clean()
        cleaned.pop("target", None)
        changed = self.season and cleaned.get("rule") not in (None, self.season.counts_by)
        if changed and cleaned.get("reason") == "":
            self.add_error("reason", _("Bitte eine Begründung angeben."))
        return cleaned


def _season_values(season: Season) -> Initial:
    names = ("name", "rulebook", "evaluation", "deals_at_four", "deals_at_three", "rounds", "binding_days")
    return {name: getattr(season, name) for name in names} | season.agreements | initial_of_groups(season.counts_by)


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
    """A Staffel and its level, which is not asked for while the season has none."""

    name = Division._meta.get_field("name").formfield()
    level = forms.ModelChoiceField(Level.objects.none(), label=gettext_lazy("Ebene"), empty_label=None)

    def __init__(
        self, data: Sent = None, *, season: Season, division: Division | None = None, auto_id: str = "id_%s"
    ) -> None:
        initial = {"name": division.name, "level": division.level_id} if division else {}
        super().__init__(data, initial=initial, auto_id=auto_id)
        levels = season.levels.all()
        model_field(self, "level").queryset = levels
        if not levels:
            del self.fields["level"]
            self.initial["name"] = _("Staffel %(letter)s") % {"letter": "A"}


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
        fields = (
            *("letter", "name", "club", "place", "captain"),
            *("start_plus", "start_minus", "start_leistung", "start_reason"),
        )

    def __init__(self, data: Sent = None, *, instance: Team) -> None:
        super().__init__(data, instance=instance)
        if self.instance.division.season.counts_by.plus_only:
            del self.fields["start_minus"]
        for field in self.start:
            field.field.required = False
        model_field(self, "captain").queryset = Player.objects.filter(squad_memberships__team=self.instance)
        division = model_field(self, "division")
        division.queryset = self.instance.division.season.divisions.select_related("level")
        division.initial = self.instance.division_id
        division.disabled = self.instance.groups.exists()

    @property
    def start(self) -> list[forms.BoundField]:
        """What the table begins with for it."""
        return [field for field in self if field.name.startswith("start_")]

    @property
    def known(self) -> list[forms.BoundField]:
        """The rest."""
        return [field for field in self if not field.name.startswith("start_")]

    def clean(self) -> Cleaned:
        super().clean()
        numbers = {name: self.cleaned_data.get(name) or 0 for name in ("start_plus", "start_minus", "start_leistung")}
        self.cleaned_data |= numbers
        return self.cleaned_data

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
        help_text=gettext_lazy("Vor- und Nachname. Wer im Register des Vereins noch fehlt, wird neu aufgenommen."),
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

    def __init__(self, data: Sent = None, *, division: Division) -> None:
        super().__init__(data)
        self.division = division
        self.letters = list(division.teams.values_list("letter", flat=True))
        self.findings: list[str] = []

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        plan: Plan = fixture_plans.read(text)
        self.findings = fixture_plans.hints_on(plan, self.division, self.letters)
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
        return 1 <= len(self.plan) <= MOST_DAYS and self.plan == fixture_plans.propose(self.letters, len(self.plan))


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
                widget=day_input(),
            )
            self.fields[f"rounds_{matchday.number}"] = forms.IntegerField(
                label=_("Serien am %(matchday)s") % {"matchday": matchday},
                required=False,
                min_value=1,
                max_value=8,
                initial=matchday.rounds,
            )
            self.fields[f"scale_{matchday.number}"] = forms.CharField(
                label=_("Wertungspunkte am %(matchday)s") % {"matchday": matchday},
                required=False,
                max_length=60,
                initial=" ".join(map(str, matchday.scale or ())),
            )

    def clean(self) -> Cleaned:
        super().clean()
        for name in [name for name in self.cleaned_data if name.startswith("scale_")]:
            try:
                points, by_size = read_points(self.cleaned_data[name], "3 2 1 0")
                if by_size:
                    raise ValidationError(_("Hier gilt eine Skala für alle Gruppen des Tages, etwa 4 3 2 1 0."))
                if points:
                    validate_scale(points)
                self.cleaned_data[name] = list(points) or None
            except ValidationError as refusal:
                self.add_error(name, refusal)
        return self.cleaned_data

    @property
    def scales(self) -> dict[int, list[int] | None]:
        """The Wertungspunkte of the days that have their own, None for the others."""
        return self._by_day("scale_")

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


class WithdrawalForm(forms.Form):
    """A team leaves the season."""

    kind = forms.ChoiceField(label=gettext_lazy("Ergebnisse"), choices=Team.Withdrawal.choices)
    from_day = forms.IntegerField(label=gettext_lazy("ab Spieltag"), min_value=1, max_value=99)
    reason = forms.CharField(label=gettext_lazy("Begründung"), max_length=300)
