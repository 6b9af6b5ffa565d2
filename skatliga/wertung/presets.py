"""What rules begin with: those that clubs and organisers use, each a sentence with the fields it is changed in."""

from dataclasses import replace
from typing import Final, NamedTuple, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.wertung.presets import GroupTableRule, TableRule

GRAND_PRIX: Final = (25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)


class RulePreset(NamedTuple):
    """A rule that clubs use, as a sentence, with the fields that it is mostly changed in."""

    key: str
    sentence: Promise
    rule: TableRule
    fields: tuple[str, ...]
    name: Promise | str = ""
    """What a further table of this kind is called."""


YEAR_PRESETS: Final = (
    RulePreset("summe", gettext_lazy("Summe aller Listen"), TableRule(), ("unit", "minimum")),
    RulePreset(
        "beste",
        gettext_lazy("Die 10 besten Abende"),
        TableRule(unit="evening", best=10),
        ("best", "unit", "minimum"),
    ),
    RulePreset(
        "schnitt",
        gettext_lazy("Schnitt, ab 44 Listen"),
        TableRule(measure="average", minimum=44),
        ("minimum", "unit", "missing_as_zero"),
    ),
    RulePreset(
        "streichen",
        gettext_lazy("Summe, in jedem Quartal wird der schlechteste Abend gestrichen"),
        TableRule(unit="evening", drop=1, span="quarter"),
        ("drop", "span", "unit"),
    ),
    RulePreset(
        "grandprix",
        gettext_lazy("Grand Prix: 25-20-16-… nach dem Platz des Abends, die 7 besten zählen"),
        TableRule(unit="evening", worth="places", place_points=GRAND_PRIX, best=7),
        ("place_points", "best", "attendance"),
        gettext_lazy("Grand Prix"),
    ),
    RulePreset(
        "anwesenheit",
        gettext_lazy("Summe, dazu 100 Punkte für jeden Abend, an dem jemand da ist"),
        TableRule(unit="evening", attendance=100),
        ("attendance", "minimum"),
    ),
    RulePreset(
        "meisterschaft",
        gettext_lazy("Nur die erste Serie jedes Abends zählt"),
        TableRule(serie=1),
        ("serie", "best", "minimum"),
        gettext_lazy("Meisterschaft"),
    ),
    RulePreset(
        "pokal",
        gettext_lazy("Pokal: nur die zweite Serie zählt"),
        TableRule(serie=2),
        ("serie", "best", "minimum"),
        gettext_lazy("Pokal"),
    ),
)


SUM_PRESETS: Final = (
    RulePreset("summe", gettext_lazy("Das Gesamt, wie es bekannt ist"), TableRule(), ("minimum", "unit")),
    RulePreset(
        "schnitt", gettext_lazy("Schnitt, ab 44 Listen"), TableRule(measure="average", minimum=44), ("minimum", "unit")
    ),
    RulePreset(
        "wertungspunkte",
        gettext_lazy("Wertungspunkte, wie sie vergeben wurden"),
        TableRule(worth="awarded"),
        ("worth", "minimum"),
    ),
    RulePreset(
        "plätze",
        gettext_lazy("Plätze, wie sie veröffentlicht wurden"),
        TableRule(worth="published"),
        ("worth", "measure"),
    ),
)
"""Where results are known only as sums."""


EVENT_PRESETS: Final = (
    RulePreset("summe", gettext_lazy("Summe aller Serien"), TableRule(), ("minimum", "drop")),
    RulePreset(
        "tischpunkte",
        gettext_lazy("Tischpunkte 4-3-2-1 in jeder Serie"),
        TableRule(worth="places", among="table", place_points=(4, 3, 2, 1)),
        ("place_points", "best", "minimum"),
        gettext_lazy("Tischpunkte"),
    ),
    RulePreset(
        "matchpunkte",
        gettext_lazy("Matchpunkte: verglichen wird, wer an anderen Tischen auf demselben Platz saß"),
        TableRule(worth="beaten", among="seat"),
        ("among", "best", "minimum"),
        gettext_lazy("Matchpunkte"),
    ),
    RulePreset(
        "serienpunkte",
        gettext_lazy("Punkte nach dem Platz der Serie: 25-20-16-…"),
        TableRule(worth="places", place_points=GRAND_PRIX),
        ("place_points", "best", "attendance"),
        gettext_lazy("Serienpunkte"),
    ),
    RulePreset(
        "streichserie",
        gettext_lazy("Summe ohne die schlechteste Serie"),
        TableRule(drop=1),
        ("drop", "minimum"),
    ),
    RulePreset(
        "anwesenheit",
        gettext_lazy("Summe, dazu 100 Punkte für jede gespielte Liste"),
        TableRule(attendance=100),
        ("attendance", "minimum"),
    ),
    RulePreset(
        "meisterschaft",
        gettext_lazy("Nur die erste Serie zählt"),
        TableRule(serie=1),
        ("serie",),
        gettext_lazy("Meisterschaft"),
    ),
    RulePreset(
        "pokal",
        gettext_lazy("Pokal: nur die zweite Serie zählt"),
        TableRule(serie=2),
        ("serie",),
        gettext_lazy("Pokal"),
    ),
    RulePreset(
        "schnitt",
        gettext_lazy("Schnitt je Liste"),
        TableRule(measure="average", minimum=1),
        ("minimum", "missing_as_zero", "projected"),
    ),
    RulePreset(
        "hochgerechnet",
        gettext_lazy("Summe, jede Liste auf 48 Spiele hochgerechnet"),
        TableRule(projected=True),
        ("projected", "minimum", "drop"),
    ),
)


class LeaguePreset(NamedTuple):
    """A rule that leagues use, as a sentence."""

    key: str
    sentence: Promise
    rule: GroupTableRule


_BY_SUM: Final = GroupTableRule(order=("leistung", "plus", "won", "lost"))

LEAGUE_PRESETS: Final = (
    LeaguePreset("drei", gettext_lazy("Wertungspunkte 3:0, 2:1, 1:2, 0:3 je Serie und Gruppe"), GroupTableRule()),
    LeaguePreset(
        "sechs",
        gettext_lazy("Wertungspunkte 6:0, 4:2, 2:4, 0:6 je Serie und Gruppe"),
        GroupTableRule(place_points=(6, 4, 2, 0)),
    ),
    LeaguePreset(
        "fuenf",
        gettext_lazy("Wertungspunkte 3:0 …, in Gruppen zu fünft 4:0, 3:1, 2:2, 1:3, 0:4"),
        GroupTableRule(size_points=((5, (4, 3, 2, 1, 0)),)),
    ),
    LeaguePreset(
        "tischpunkte",
        gettext_lazy("Punkte 4-3-2-1 je Serie und Gruppe"),
        GroupTableRule(place_points=(4, 3, 2, 1), plus_only=True),
    ),
    LeaguePreset(
        "matchpunkte",
        gettext_lazy("Matchpunkte: 2 für jede Mannschaft der Gruppe, die weniger hat, 1 für gleich viel"),
        GroupTableRule(
            place_points=(6, 4, 2, 0), size_points=((3, (4, 2, 0)), (5, (8, 6, 4, 2, 0))), plus_only=True, ties="shared"
        ),
    ),
    LeaguePreset(
        "sechser",
        gettext_lazy("Sechser-Mannschaften, Wertungspunkte 3:0, 2:1, 1:2, 0:3"),
        GroupTableRule(size=6),
    ),
    LeaguePreset(
        "nationen",
        gettext_lazy("Nationen zu zwölft, die Summe aller Listen entscheidet; wer weniger hat, wird hochgerechnet"),
        replace(_BY_SUM, size=12, filled=True),
    ),
    LeaguePreset(
        "abbruch",
        gettext_lazy("Wertungspunkte 3:0 …; wer den Spieltag abbricht, bekommt 0:3 für jede Serie"),
        GroupTableRule(broken_off_minus=True),
    ),
    LeaguePreset(
        "leistung",
        gettext_lazy("Die Summe aller Listen entscheidet, dann die Wertungspunkte"),
        _BY_SUM,
    ),
)

PresetT = TypeVar("PresetT", RulePreset, LeaguePreset)


def preset_of(presets: tuple[PresetT, ...], key: str) -> PresetT | None:
    """The preset of this key."""
    return next((preset for preset in presets if preset.key == key), None)
