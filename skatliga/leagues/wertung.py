"""What the Serien of a league bring its teams, by the rule of its season (`scoring.wertung.presets.GroupTableRule`).

* **D** A team that breaks off a match day counts as absent in all its Serien; its players keep their lists.
* **D** The scale of a Serie is that of the match day, where it has one of its own.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.wertung import Rank, WertungResult, carry_out, tabulate
from scoring.wertung.places import WertungRow, rank
from scoring.wertung.presets import GroupTableRule
from scoring.wertung.results import FIGURE_AT, Number, result, result_maker
from skatliga.leagues.models import Team


class TeamSum(NamedTuple):
    """What one Serie brought a team: the sums of its lists."""

    key: str
    """The letter."""
    round: int
    """The Serie, numbered through the season (`group_results.At.number`)."""
    spielpunkte: Number
    won: int
    lost: int
    leistung: Number
    lists: int


class Wertung(NamedTuple):
    """The Wertungspunkte of one team for one Serie; plus and minus, where there are any, are the top of the scale."""

    result: TeamSum
    place: int
    plus: Number
    minus: Number


_of_sum = result_maker(("team", "serie", "spielpunkte", "won", "lost", "leistung", "lists"))
_of_wertung = result_maker(("team", "serie", "spielpunkte", "won", "lost", "leistung", "lists", "points", "minus"))


def award_serie(
    sums: Sequence[TeamSum], rule: GroupTableRule, teams: int, absent: Sequence[TeamSum] = ()
) -> tuple[Wertung, ...]:
    """The Wertungspunkte in one Serie of a group that has so many teams, best first, each with its sum as it counts.

    A team without a list gets none, but those given as `absent` stand last with all minus points.
    """
    present = {each.key: each for each in sums if each.lists}
    away = [result({"team": each.key, "serie": each.round}, absent=True) for each in absent]
    awarded = carry_out(rule.serie(teams), [*map(_of_sum, present.values()), *away])
    placed = rank(Rank(rule.serie_order), (each for each in awarded if not each.absent)).rows
    last = len(placed) + 1
    return (
        *(_wertung(present[str(row.result.label("team"))], row.place, row.result) for row in placed),
        *(
            _wertung(each, last, left)
            for each, left in zip(absent, (each for each in awarded if each.absent), strict=True)
        ),
    )


def _wertung(summed: TeamSum, place: int, counted: WertungResult) -> Wertung:
    as_counted = summed._replace(leistung=counted.leistung, spielpunkte=counted.figures[FIGURE_AT["spielpunkte"]])
    return Wertung(as_counted, place, counted.points, counted.minus)


def rank_teams(teams: Iterable[Team], wertungen: Iterable[Wertung], rule: GroupTableRule) -> tuple[WertungRow, ...]:
    """The teams by place; one that has not played yet stands there with what it begins with."""
    results = [_of_wertung((*each.result, each.plus, each.minus)) for each in wertungen]
    start = {team.letter: _start(team) for team in teams}
    mine = [each for each in results if each.label("team") in start]
    return tabulate(rule.total, mine, start=tuple(start.values())).rows


def _start(team: Team) -> WertungResult:
    figures = {"points": team.start_plus, "minus": team.start_minus, "leistung": team.start_leistung, "lists": 0}
    return result({"team": team.letter}, figures)
