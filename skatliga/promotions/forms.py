"""The form of what only people know: wishes, play-offs, lots, new teams, and what a level does otherwise than usual."""

import re
from typing import Final, NamedTuple, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.forms import Sent
from skatliga.leagues.models import Level, Season
from skatliga.leagues.open_days import days_not_binding
from skatliga.promotions.models import ChoicesJson, LevelChoiceJson
from skatliga.promotions.next_season import NextSeason
from skatliga.promotions.season_end import EndedLevel
from skatliga.promotions.season_pyramid import LevelSettings

LONGEST_TEXT: Final = 4000
MOST: Final = 999
FILLS: Final = (
    ("up,stay", gettext_lazy("den Nächsten von unten, dann wer absteigen würde")),
    ("stay,up", gettext_lazy("wer absteigen würde, dann den Nächsten von unten")),
    ("up", gettext_lazy("nur den Nächsten von unten")),
    ("stay", gettext_lazy("nur wer absteigen würde")),
    ("none", gettext_lazy("niemand, der Platz bleibt frei")),
)
NUMBERS: Final = {
    "places": gettext_lazy("Mannschaften der neuen Saison"),
    "reach": gettext_lazy("Nachrücken bis Platz"),
    "best": gettext_lazy("weitere Aufsteiger im Vergleich der Staffeln"),
    "worst": gettext_lazy("weitere Absteiger im Vergleich der Staffeln"),
    "club_limit": gettext_lazy("Mannschaften eines Vereins höchstens (0: beliebig viele)"),
    "playoff_places": gettext_lazy("Plätze in der Aufstiegsrunde"),
    "divisions": gettext_lazy("Staffeln der neuen Saison"),
}
_LEAST: Final = {"places": 1, "playoff_places": 1, "divisions": 1}
FORM: Final = "angaben"
"""The address of the form on the page; fields may stand elsewhere."""


class LevelDivisions(NamedTuple):
    """The Staffeln of a level of the next season, each with the fields of its teams."""

    number: int
    name: str
    divisions: list[tuple[str, list[forms.BoundField]]]


class WishedTable(NamedTuple):
    """A Staffel: place, name and wish of its teams."""

    name: str
    teams: list[tuple[int, str, forms.BoundField]]
    wishing: bool
    """Whether any of them wishes something."""


class LevelFields:
    """The fields of a level, as the page shows them."""

    def __init__(self, form: "PromotionForm", ended: EndedLevel) -> None:
        self.form, self.ended, self.level = form, ended, ended.level

    @property
    def tables(self) -> list[WishedTable]:
        """Its Staffeln with their teams."""
        return [
            WishedTable(
                table.division.name,
                [
                    (place, self.form.found.team(key).name, self.form[f"wish-{key}"])
                    for place, key in enumerate(table.keys, 1)
                ],
                any(self.form[f"wish-{key}"].value() for key in table.keys),
            )
            for table in self.ended.tables
        ]

    @property
    def playoff(self) -> list[forms.BoundField]:
        """Places in the play-off for this level."""
        fields = (each for each in self.form.found.given.playoffs if each.into is self.ended and not each.played)
        return [self.form[f"place-{key}"] for field in fields for key in field.keys]

    @property
    def new(self) -> forms.BoundField:
        """New teams."""
        return self._field("new")

    @property
    def more(self) -> list[forms.BoundField]:
        """What it may do otherwise than usual."""
        return [self._field(name) for name in (*NUMBERS, "fill") if f"{name}-{self.level.number}" in self.form.fields]

    @property
    def has_errors(self) -> bool:
        """Whether one of these has to be looked at."""
        return any(field.errors for field in self.more)

    def _field(self, name: str) -> forms.BoundField:
        return self.form[f"{name}-{self.level.number}"]


class PromotionForm(forms.Form):
    """Everything that is asked about a season; cleaned to `choices`."""

    def __init__(self, data: Sent = None, *, found: NextSeason) -> None:
        super().__init__(data)
        self.found = found
        said = found.given.choices
        for ended in found.given.levels:
            self._add_level(ended, found.given.settings(ended))
        for key, team in found.given.end.teams.items():
            field = forms.ChoiceField(
                label=team.name,
                choices=self._wishes(found.given.level_numbers[key]),
                required=False,
                initial="leave" if found.given.leaves(key) else said.get("wishes", {}).get(key, ""),
                disabled=found.given.leaves(key),
            )
            field.widget.attrs["aria-label"] = _("Wunsch von „%(team)s“") % {"team": team.name}
            self.fields[f"wish-{key}"] = field
        for playoff in found.given.playoffs:
            for key in () if playoff.played else playoff.keys:
                self._add_number(f"place-{key}", found.team(key).name, said.get("places", {}).get(key))
        drawn = said.get("lots", {})
        for key in dict.fromkeys((*(key for keys in found.lots for key in keys), *drawn)):
            if key in found.given.end.teams:
                self._add_number(f"lot-{key}", found.team(key).name, drawn.get(key))
        self._add_divisions()

    def _add_number(self, name: str, label: str, initial: int | None, least: int = 1) -> None:
        self.fields[name] = forms.IntegerField(
            label=label, required=False, min_value=least, max_value=MOST, initial=initial
        )

    def _add_level(self, ended: EndedLevel, said: LevelSettings) -> None:
        number, levels = ended.level.number, self.found.given.levels
        is_highest, is_lowest = ended is levels[0], ended is levels[-1]
        left_out = {"playoff_places"} - {"playoff_places" for each in self.found.given.playoffs if each.into is ended}
        left_out |= {"reach", "best"} if is_highest else set()
        left_out |= {"places", "worst", "club_limit", "fill"} if is_lowest else set()
        for name, label in NUMBERS.items():
            if name not in left_out:
                self._add_number(f"{name}-{number}", str(label), getattr(said, name), _LEAST.get(name, 0))
        if not is_lowest:
            self.fields[f"fill-{number}"] = forms.ChoiceField(
                label=_("Freie Plätze bekommt"), choices=FILLS, required=False, initial=said.fill
            )
        self.fields[f"new-{number}"] = forms.CharField(
            label=_("Neue Mannschaften, eine je Zeile"),
            required=False,
            max_length=LONGEST_TEXT,
            initial=said.new,
            widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "placeholder": _("Herz Buben (Altenburg)")}),
        )

    def _wishes(self, number: int) -> list[tuple[str, str]]:
        below = [each.level for each in self.found.given.levels if each.level.number > number]
        is_highest = number == self.found.given.levels[0].level.number
        return [
            ("", _("nach der Tabelle")),
            *([] if is_highest else [("stay", _("will nicht aufsteigen"))]),
            *((f"down:{level.number}", self._goes_down(level)) for level in below),
            ("leave", _("nimmt nicht mehr teil")),
        ]

    def _goes_down(self, level: Level) -> str:
        return _("geht freiwillig in die Ebene „%(level)s“") % {"level": level.name}

    def _add_divisions(self) -> None:
        for level in self.found.levels:
            choices = [(number, each.name) for number, each in enumerate(level.divisions, 1)]
            for number, division in enumerate(level.divisions, 1) if len(choices) > 1 else ():
                for key in division.keys:
                    field = forms.TypedChoiceField(
                        label=self.found.team(key).name, choices=choices, coerce=int, required=False, initial=number
                    )
                    field.show_hidden_initial = True
                    field.widget.attrs["form"] = FORM
                    self.fields[f"division-{key}"] = field

    # ---- For the page

    @property
    def levels(self) -> list[LevelFields]:
        """The levels from the highest down."""
        return [LevelFields(self, ended) for ended in self.found.given.levels]

    @property
    def lots(self) -> list[forms.BoundField]:
        """The numbers that were drawn, or are to be drawn."""
        return [self[name] for name in self.fields if name.startswith("lot-")]

    @property
    def choosable(self) -> list[LevelDivisions]:
        """The levels of the next season that have several Staffeln, with the Staffel of every team."""
        return [
            LevelDivisions(
                level.level.number,
                level.level.name,
                [(each.name, [self[f"division-{key}"] for key in each.keys]) for each in level.divisions],
            )
            for level in self.found.levels
            if len(level.divisions) > 1
        ]

    # ---- What was said

    @property
    def choices(self) -> ChoicesJson:
        """What was said; what is as usual is left out."""
        kept = self.found.given.choices
        moved = {
            key: value
            for key, value in self._of_teams("division").items()
            if f"division-{key}" in self.changed_data or key in kept.get("divisions", {})
        }
        levels = {str(each.level.number): self._of_level(each) for each in self.found.given.levels}
        said: dict[str, object] = {
            "name": kept.get("name", ""),
            "levels": {number: each for number, each in levels.items() if each},
            "wishes": self._of_teams("wish", but=self._withdrawn()),
            "places": self._of_teams("place"),
            "lots": self._of_teams("lot"),
            "divisions": {**kept.get("divisions", {}), **moved},
        }
        return cast(ChoicesJson, {name: each for name, each in said.items() if each})

    def _withdrawn(self) -> set[str]:
        return {key for key in self.found.given.end.teams if self.found.given.leaves(key)}

    def _of_teams(self, name: str, but: set[str] | frozenset[str] = frozenset()) -> dict[str, object]:
        found = {
            key.removeprefix(f"{name}-"): value
            for key, value in self.cleaned_data.items()
            if key.startswith(f"{name}-")
        }
        return {key: value for key, value in found.items() if value not in ("", None) and key not in but}

    def _of_level(self, ended: EndedLevel) -> LevelChoiceJson:
        usual = self.found.usual.settings(ended)
        said = {name: self.cleaned_data.get(f"{name}-{ended.level.number}") for name in (*NUMBERS, "fill", "new")}
        return cast(
            LevelChoiceJson,
            {name: value for name, value in said.items() if value not in ("", None) and value != getattr(usual, name)},
        )


class NextNameForm(forms.Form):
    """The name of the next season, and by what the preview is known that was seen."""

    name = Season._meta.get_field("name").formfield(label=gettext_lazy("Name der neuen Saison"))
    token = forms.CharField(widget=forms.HiddenInput, max_length=64)
    unfinished = forms.BooleanField(
        label=gettext_lazy("Trotzdem anlegen"),
        help_text=gettext_lazy("Was an diesen Tagen noch herauskommt, bewegt dann niemanden mehr."),
        error_messages={"required": gettext_lazy("Bitte ankreuzen, oder zuerst die Spieltage verbindlich machen.")},
    )

    def __init__(self, data: Sent = None, *, season: Season, follows: NextSeason) -> None:
        """A page that is sent once more shows the preview as it is now, and is known by that."""
        name = follows.given.choices.get("name") or next_name(season.name)
        super().__init__(data, initial={"name": name, "token": follows.token})
        self.open_days = days_not_binding(season)
        if not self.open_days:
            del self.fields["unfinished"]


def next_name(name: str) -> str:
    """The name of a season one year on, empty where it names no year.

    >>> next_name("Liga 2026"), next_name("Liga 2025/26"), next_name("Liga")
    ('Liga 2027', 'Liga 2026/27', '')
    """
    if not re.search(r"\b\d{4}\b", name):
        return ""
    later = re.sub(r"\b\d{4}\b", lambda found: str(int(found[0]) + 1), name)
    return re.sub(r"(?<=/)\d\d\b", lambda found: f"{(int(found[0]) + 1) % 100:02}", later)
