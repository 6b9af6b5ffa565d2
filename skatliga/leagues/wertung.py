"""How a league counts, as rules of the engine: the Wertungspunkte of a Serie, and the order of a table.

* An absent team gets no Wertungspunkte and no Spielpunkte (DSkV Sportordnung, Anlage 10); the teams present get the
  scale from its top. **D** That is 0:0, no minus points either, unless the season gives them: then 0:3 for every Serie
  that its group plays.
* **D** A team that breaks off a match day counts as absent in all its Serien; its players keep their lists.
* **D** The scale of a Serie is that of the match day, where it has one of its own, else that for so many teams as the
  group has, else that of the season. Teams that are absent belong to the group, annulled ones do not.
* **D** Team sums that are equal by all criteria share the Wertungspunkte of the places they occupy, exactly (3:0 and
  2:1 become 2½:½ twice); no published rule was found.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.wertung import Award, CopyFigure, Fold, Rank, WertungResult, WertungRule, carry_out, tabulate
from scoring.wertung.places import WertungRow, rank
from scoring.wertung.presets import BY_LEISTUNG
from scoring.wertung.results import Number, result, result_maker
from scoring.wertung.steps import ANY_SIZE, DealsTo, Order, Step
from skatliga.leagues.models import Season, Team

SERIE_ORDER: Final[dict[str, Order]] = {Season.Tie.WON_LOST: BY_LEISTUNG, Season.Tie.SHARED: ("leistung",)}
"""What parts the teams of a group in a Serie."""

FIGURE_OF: Final = {
    "plus": "points",
    "minus": "-minus",
    "leistung": "leistung",
    "won": "won",
    "lost": "-lost",
    "spielpunkte": "spielpunkte",
    "average": "difference",
}
"""What the order of a table may name (`Season.order`), as the engine calls it; an average is computed before."""

CRITERIA_NAMES: Final = {
    "plus": gettext_lazy("Pluspunkte"),
    "minus": gettext_lazy("weniger Minuspunkte"),
    "leistung": gettext_lazy("Leistung"),
    "won": gettext_lazy("mehr gewonnene Spiele"),
    "lost": gettext_lazy("weniger verlorene Spiele"),
    "spielpunkte": gettext_lazy("Spielpunkte"),
    "average": gettext_lazy("Leistung je Liste"),
}
"""What the order of a table may name (`Season.order`)."""

USUAL_TEAM: Final = 4

AVERAGED: Final[tuple[Step, ...]] = (CopyFigure("lists", "deals"), CopyFigure("leistung", "difference", DealsTo(1)))
"""Leistung per list, put where an order can name it."""


class TeamSum(NamedTuple):
    """What one Serie brought a team: the sums of its lists."""

    key: str
    """The letter."""
    round: int
    """The Serie, numbered through the season (`group_results.At.number`)."""
    spielpunkte: int
    won: int
    lost: int
    leistung: int
    lists: int


class Wertung(NamedTuple):
    """The Wertungspunkte of one team for one Serie: plus and minus together are the top of the scale."""

    result: TeamSum
    place: int
    plus: Number
    minus: Number


_of_sum = result_maker(("team", "serie", "spielpunkte", "won", "lost", "leistung", "lists"))
_of_wertung = result_maker(("team", "serie", "spielpunkte", "won", "lost", "leistung", "lists", "points", "minus"))


def award_serie(
    sums: Sequence[TeamSum], scale: Sequence[int], order: Order, absent: Sequence[TeamSum] = ()
) -> tuple[Wertung, ...]:
    """The Wertungspunkte of the teams of one group in one Serie, best first.

    `scale` are the plus points from the first place down; what a place falls short of the first is its minus points:
    3:0, 2:1, 1:2, 0:3. Fewer teams get the top of the scale; a team without a list gets none, but those given as
    `absent` stand last with all minus points.
    """
    present = {each.key: each for each in sums if each.lists}
    minus = tuple(scale[0] - points for points in scale)
    step = Award(("serie",), order, {ANY_SIZE: tuple(scale)}, {ANY_SIZE: minus}, absent_minus=scale[0])
    away = [result({"team": each.key, "serie": each.round}, absent=True) for each in absent]
    awarded = carry_out((step,), [*map(_of_sum, present.values()), *away])
    placed = rank(Rank(order), (each for each in awarded if not each.absent)).rows
    last = len(placed) + 1
    return (
        *(
            Wertung(present[str(row.result.label("team"))], row.place, row.result.points, row.result.minus)
            for row in placed
        ),
        *(
            Wertung(each, last, left.points, left.minus)
            for each, left in zip(absent, (each for each in awarded if each.absent), strict=True)
        ),
    )


def rank_teams(teams: Iterable[Team], wertungen: Iterable[Wertung], order: Sequence[str]) -> tuple[WertungRow, ...]:
    """The teams by place; one that has not played yet stands there with what it begins with."""
    results = [_of_wertung((*each.result, each.plus, each.minus)) for each in wertungen]
    start = {team.letter: _start(team) for team in teams}
    mine = [each for each in results if each.label("team") in start]
    return tabulate(WertungRule((Fold(("team",)), *AVERAGED), by(order)), mine, start=tuple(start.values())).rows


def _start(team: Team) -> WertungResult:
    figures = {"points": team.start_plus, "minus": team.start_minus, "leistung": team.start_leistung, "lists": 0}
    return result({"team": team.letter}, figures)


def rank_sums(results: Iterable[WertungResult], order: Sequence[str]) -> tuple[WertungRow, ...]:
    """Sums of competitors by place."""
    return tabulate(WertungRule(AVERAGED, by(order)), results).rows


def by(order: Sequence[str]) -> Rank:
    """Places in the order of a season's table."""
    return Rank(tuple(FIGURE_OF[name] for name in order))


# ---- In words


def explain(season: Season) -> str:
    """How a season counts, in plain sentences."""
    return " ".join(_sentences(season))


def _sentences(season: Season) -> Iterator[str]:
    yield _("In jeder Serie bekommen die Mannschaften einer Gruppe %(points)s Wertungspunkte.") % {
        "points": _pairs(season.scale)
    }
    for size, scale in sorted(season.scales_by_size.items()):
        yield _("In Gruppen mit %(size)s Mannschaften sind es %(points)s.") % {"size": size, "points": _pairs(scale)}
    if season.tie == Season.Tie.SHARED:
        yield _("Bei gleichen Punkten werden sie geteilt.")
    else:
        yield _("Bei gleichen Punkten entscheiden mehr gewonnene, dann weniger verlorene Spiele, dann wird geteilt.")
    if season.absent_minus:
        yield _("Wer fehlt oder abbricht, bekommt die Minuspunkte.")
    if season.team_size != USUAL_TEAM:
        yield _("Für eine Mannschaft spielen %(size)s.") % {"size": season.team_size}
    yield _("Die Tabelle ordnen: %(order)s.") % {"order": ", ".join(str(CRITERIA_NAMES[each]) for each in season.order)}


def _pairs(scale: list[int]) -> str:
    return ", ".join(f"{plus}:{scale[0] - plus}" for plus in scale)
