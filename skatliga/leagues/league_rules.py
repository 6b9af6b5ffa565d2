"""The rules that seasons of a league begin with, and what one would make of results that are there."""

from collections.abc import Mapping
from copy import copy
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.leagues.division_standing import read
from skatliga.leagues.models import Division, Season
from skatliga.leagues.wertung import explain
from skatliga.wertung.views import PreviewLine, RulePreview


class LeaguePreset(NamedTuple):
    """A rule that leagues use, as a sentence, with what the form of a season then shows."""

    key: str
    sentence: Promise
    values: Mapping[str, object]


PRESETS: Final = (
    LeaguePreset("drei", gettext_lazy("Wertungspunkte 3:0, 2:1, 1:2, 0:3 je Serie und Gruppe"), {"scale": "3 2 1 0"}),
    LeaguePreset("sechs", gettext_lazy("Wertungspunkte 6:0, 4:2, 2:4, 0:6 je Serie und Gruppe"), {"scale": "6 4 2 0"}),
    LeaguePreset(
        "fuenf",
        gettext_lazy("Wertungspunkte 3:0 …, in Gruppen zu fünft 4:0, 3:1, 2:2, 1:3, 0:4"),
        {"scale": "3 2 1 0; 5: 4 3 2 1 0"},
    ),
    LeaguePreset(
        "tischpunkte",
        gettext_lazy("Punkte 4-3-2-1 je Serie und Gruppe"),
        {"scale": "4 3 2 1", "order_1": "plus", "order_2": "leistung", "order_3": "won", "order_4": "lost"},
    ),
    LeaguePreset(
        "sechser",
        gettext_lazy("Sechser-Mannschaften, Wertungspunkte 3:0, 2:1, 1:2, 0:3"),
        {"team_size": 6, "scale": "3 2 1 0"},
    ),
    LeaguePreset(
        "leistung",
        gettext_lazy("Die Summe aller Listen entscheidet, dann die Wertungspunkte"),
        {"order_1": "leistung", "order_2": "plus", "order_3": "won", "order_4": "lost"},
    ),
)


def preset_of(key: str) -> LeaguePreset | None:
    """The preset of this key."""
    return next((preset for preset in PRESETS if preset.key == key), None)


def preview(season: Season, said: Mapping[str, object]) -> RulePreview | None:
    """What these values of a season make of what it has played, or the last season before it; None without any."""
    earlier = (
        season.club.seasons.filter(pk__lt=season.pk).order_by("-pk")[:2] if season.pk else season.club.seasons.all()
    )
    for each in (season, *earlier) if season.pk else earlier:
        tried = copy(each)
        for name in ("scale", "scales", "tie", "absent_minus", "order"):
            setattr(tried, name, said.get(name, getattr(each, name)))
        for division in Division.objects.filter(season=each).select_related("level"):
            division.season = tried
            [reckoned] = read([division])
            table = reckoned.standing()
            if table.at:
                name = f"{each}, {division}"
                lines = [PreviewLine(line.place, line.team.name, line.plus) for line in table.lines]
                return RulePreview(name, explain(tried), _("Pluspunkte"), lines, len(table.annulled))
    return None
