"""Rankings of players within a Staffel, its best lists and the best Serien of its teams.

* **D** Every list that has arrived counts for its player, whether the Serie has given Wertungspunkte yet or not; lists
  of an annulled team do not.
* **D** Who plays under two names that are one player of the register now stands there once; where these were in two
  teams, with the one he has more lists for.
* **D** Best lists and best Serien are the first `BEST` places, all who share the last of them included.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple, TypedDict
from uuid import UUID

from django.db.models import Count, F, QuerySet, Sum
from django.db.models.functions import Coalesce

from scoring.wertung import Rank, tabulate
from scoring.wertung.places import rank
from scoring.wertung.presets import BY_LEISTUNG, Criterion, by
from scoring.wertung.results import Number, result_maker
from skatliga.access import Role
from skatliga.events.queries import sort_key
from skatliga.leagues.division_standing import Reckoned
from skatliga.leagues.group_results import At
from skatliga.leagues.models import Division, Team
from skatliga.leagues.wertung import TeamSum
from skatliga.lists.models import SeatResult
from skatliga.people.models import Player

BEST: Final = 20

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class PlayerChoice(NamedTuple):
    """Which players a ranking is asked for, and what they are put in order by."""

    least: int = 0
    """How many lists they have at least."""
    by_average: bool = False


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One line of the ranking of players."""

    place: int
    shared: bool
    name: str
    team: Team
    lists: Number
    spielpunkte: Number | None
    won: Number | None
    lost: Number | None
    leistung: Number
    average: Number
    """Leistung per list."""

    @property
    def sort_key(self) -> str:
        """How the name is put in order."""
        return sort_key(self.name)


@dataclass(frozen=True, slots=True)
class PlayerRanking:
    """The players of a Staffel who have as many lists as were asked for."""

    lines: tuple[PlayerLine, ...]
    with_fewer: int
    """How many have fewer lists."""
    points: Number
    """What all of them have together, those with fewer lists as well."""
    of_lists: int
    """What the lists come to, whoever they belong to: a check sum."""

    @property
    def adds_up(self) -> bool:
        """Whether the two are the same."""
        return self.points == self.of_lists


class ListRow(NamedTuple):
    """One list of one player, to be ranked."""

    player: int
    team: int
    sheet: UUID
    day: int
    serie: int
    spielpunkte: int
    won: int
    lost: int
    leistung: int


@dataclass(frozen=True, slots=True)
class DivisionBestList:
    """One of the best lists."""

    place: int
    name: str
    team: Team
    at: At
    row: ListRow


@dataclass(frozen=True, slots=True)
class BestSerie:
    """One of the best Serien of a team."""

    place: int
    team: Team
    at: At
    result: TeamSum


def player_ranking(
    division: Division,
    teams: Iterable[Team],
    role: Role | None,
    least: int = 0,
    by_average: bool = False,
) -> PlayerRanking:
    """Everybody who has played for one of these teams and has so many lists at least; three queries."""
    by_pk = {team.pk: team for team in teams}
    rows = (
        _rows(division, by_pk)
        .values_list("who", "entry__lineup_place__group_team__team")
        .annotate(
            Sum("spielpunkte"),
            Sum("won"),
            Sum("lost"),
            Sum("leistung"),
            lists=Count(F("sheet__table") * 10 + F("seat"), distinct=True),
        )
    )
    team_of: dict[object, Team] = {}
    found = []
    for player, team, *sums in _each_once(rows):
        team_of[player] = by_pk[team]
        found.append(_of_player((player, *sums)))
    counted = [total for total in found if total.lists >= least]
    names = _names({int(total.label("player") or 0) for total in counted}, role)
    order: tuple[Criterion, ...] = ("average",) if by_average else ()
    return PlayerRanking(
        lines=tuple(
            PlayerLine(
                place=row.place,
                shared=row.shared,
                name=names[int(total.label("player") or 0)],
                team=team_of[total.label("player")],
                lists=total.lists,
                spielpunkte=total.spielpunkte,
                won=total.won,
                lost=total.lost,
                leistung=total.leistung,
                average=total.average,
            )
            for row in tabulate(by((*order, "leistung", "won", "lost")), counted).rows
            for total in [row.result]
        ),
        with_fewer=len(found) - len(counted),
        points=sum(total.leistung for total in found),
        of_lists=_sum_of_lists(division, by_pk),
    )


_of_player = result_maker(("player", "spielpunkte", "won", "lost", "leistung", "lists"))


def _each_once(rows: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """One row for each player out of those for each of his teams: player, team, sums, lists."""
    for player, of_teams in groupby(sorted(rows), key=itemgetter(0)):
        by_lists = sorted(of_teams, key=itemgetter(-1), reverse=True)
        sums = (sum(column) for column in zip(*(row[2:] for row in by_lists), strict=True))
        yield (player, by_lists[0][1], *sums)


def best_lists(division: Division, teams: Iterable[Team], role: Role | None) -> list[DivisionBestList]:
    """The best lists of a Staffel; two queries."""
    by_pk = {team.pk: team for team in teams}
    rows = _rows(division, by_pk).order_by("-leistung", "-won", "lost")[: 2 * BEST]
    columns = ("sheet__pk", "sheet__table__round__event__league_group__matchday__number", "sheet__table__round__number")
    found = [
        ListRow(*row)
        for row in rows.values_list(
            *("who", "entry__lineup_place__group_team__team", *columns, "spielpunkte", "won", "lost", "leistung")
        )
    ]
    names = _names({row.player for row in found}, role)
    # Who shares a place stands in the order in which it was played, at once by player.
    pairs = [(_of_list(row), row) for row in sorted(found, key=attrgetter("player"))]
    of = {id(result): row for result, row in pairs}
    return [
        DivisionBestList(each.place, names[row.player], by_pk[row.team], At(row.day, row.serie), row)
        for each in rank(Rank(BY_LEISTUNG), [result for result, _row in pairs]).rows
        if each.place <= BEST
        for row in [of[id(each.result)]]
    ]


_of_list = result_maker(("who", "of", "sheet", "day", "serie", "spielpunkte", "won", "lost", "leistung"))


def best_serien(reckoned: Reckoned) -> list[BestSerie]:
    """The best Serien of the teams of a Staffel."""
    sums = [each.result for group in reckoned.groups for serie in group.serien for each in serie.wertungen]
    of = {(each.key, each.round): each for each in sums}
    return [
        BestSerie(row.place, reckoned.teams[serie.key], At.of(serie.round), serie)
        for row in rank(Rank(BY_LEISTUNG), map(_of_team, sums)).rows
        if row.place <= BEST
        for serie in [of[str(row.result.label("team")), int(row.result.label("serie") or 0)]]
    ]


_of_team = result_maker(("team", "serie", "spielpunkte", "won", "lost", "leistung", "lists"))


def _sum_of_lists(division: Division, teams: Collection[int]) -> int:
    """What the lists that have arrived come to, apart from seats of other teams and of annulled ones."""
    others = Team.objects.filter(division=division).exclude(pk__in=teams, withdrawal__in=["", Team.Withdrawal.KEPT])
    lists = SeatResult.objects.counting().filter(sheet__table__round__event__league_group__matchday__division=division)
    return lists.exclude(entry__lineup_place__group_team__team__in=others).aggregate(sum=Sum("leistung"))["sum"] or 0


class _Who(TypedDict):
    """What is asked of a result: the key of the player."""

    who: int


def _rows(division: Division, teams: Collection[int]) -> "QuerySet[WithAnnotations[SeatResult, _Who]]":
    """The results that have arrived of those who played for one of these teams, `who` being the player."""
    return (
        SeatResult.objects.counting()
        .filter(
            sheet__table__round__event__league_group__matchday__division=division,
            entry__lineup_place__group_team__team__in=teams,
        )
        .exclude(entry__lineup_place__group_team__team__withdrawal=Team.Withdrawal.ANNULLED)
        .annotate(who=Coalesce("entry__lineup_place__player__merged_into", "entry__lineup_place__player"))
        .order_by()
    )


def _names(players: Collection[int], role: Role | None) -> dict[int, str]:
    """The names this visitor may see."""
    found = Player.objects.filter(pk__in=players)
    return {player.pk: player.name if role else player.public_name for player in found}
