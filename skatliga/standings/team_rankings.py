"""The rankings of teams of an event: teams, Tandems, Mixed, nations.

A team of any size; the rule of its kind (`Event.team_rule`) says how many lists of a Serie count, and whether a short
team is counted as if it were complete.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.wertung import Rank, WertungResult, WertungRule, carry_out, tabulate
from scoring.wertung.fold import WertungPart, account
from scoring.wertung.lots import draw_lots
from scoring.wertung.places import rank
from scoring.wertung.presets import TableRule, TeamTableRule
from scoring.wertung.results import LABEL_AT, Labels, Number, labels_of
from skatliga.access import Role
from skatliga.events.models import Event, Team, TeamMember
from skatliga.events.queries import sort_key
from skatliga.standings.ranking_source import ListResult, Progress, RankingSource, find
from skatliga.standings.rankings import Rows, is_one_of_several, rule_for
from skatliga.wertung.wording import explain_teams


@dataclass(frozen=True, slots=True)
class MemberLine:
    """Who plays for a team, and what he brought it."""

    start_number: int
    name: str
    results: tuple[ListResult | None, ...]


class TeamSerie(NamedTuple):
    """What a team made in one Serie."""

    name: str
    round: int
    spielpunkte: Number | None
    won: Number | None
    lost: Number | None
    leistung: Number
    lists: Number
    points: Number
    members: tuple[WertungPart, ...]
    """What became of the lists of its members."""

    @classmethod
    def of(cls, result: WertungResult) -> "TeamSerie":
        """What the engine has added up."""
        name, round = str(result.label("team")), int(result.label("serie") or 0)
        sums = (result.spielpunkte, result.won, result.lost, result.leistung, result.lists, result.points)
        return cls(name, round, *sums, tuple(account(result)))


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One line of a ranking of teams."""

    place: int
    shared: bool
    name: str
    members: tuple[MemberLine, ...]
    size: int
    """How many play for it when it is complete."""
    results: tuple[TeamSerie | None, ...]
    """In the order of the Serien of the ranking, None where no member has a list that counts."""
    spielpunkte: Number | None
    won: Number | None
    lost: Number | None
    leistung: Number
    lists: Number
    missing: Number
    """How many lists are missing in the Serien begun, of a complete team."""
    points: Number | None
    """What was awarded; None where points do not decide."""

    @property
    def value(self) -> Number:
        """What decides: the points awarded, or the Leistung."""
        return self.leistung if self.points is None else self.points

    @property
    def complete(self) -> bool:
        """Whether as many play for it as should."""
        return len(self.members) >= self.size

    @property
    def sort_key(self) -> str:
        """How the name is put in order."""
        return sort_key(self.name)


@dataclass(frozen=True, slots=True)
class TeamRanking(Progress):
    """The ranking of all teams of one kind."""

    kind: Team.Kind
    lines: tuple[TeamLine, ...]
    without_list: int
    """How many teams have no list that counts."""
    best: tuple[TeamSerie, ...]
    """The best Serie of a team, several where they are equal."""
    rule: TeamTableRule

    @property
    def said(self) -> str:
        """How it is counted, in plain sentences."""
        return explain_teams(self.rule)


def team_ranking(
    event: Event, role: Role | None, kind: Team.Kind, rounds: Collection[int] | None = None, *, day: bool = False
) -> TeamRanking:
    """The ranking of the teams of a kind, of these Serien or of all, under the names this visitor may see.

    With `day` these Serien are those of one day of several.
    `event` comes with its Serien. Five queries, however many teams there are; six for the public.
    """
    found = find(event, role, rounds)
    progress = found.progress
    teams = _members(event, kind)
    rule = event.team_rule(kind)
    serien = carry_out(rule.serie, _of_teams(event, found, teams, rule, day))
    lots: tuple[Labels, ...] = ()
    if event.lot_decides:
        lots = tuple(labels_of({"team": name}) for name in draw_lots(f"{event.seed}/{kind}", teams))
    placed = tabulate(WertungRule(rule.total.steps, Rank(rule.order, lots)), serien).rows
    lines = _team_lines(placed, _member_lines(found, teams), rule, found.numbers, len(progress.begun))
    return TeamRanking(
        rounds=progress.rounds,
        provisional=progress.provisional,
        kind=kind,
        lines=tuple(lines),
        without_list=len(teams) - len(placed),
        best=tuple(TeamSerie.of(row.result) for row in rank(Rank(rule.order), serien).rows if row.place == 1),
        rule=rule,
    )


TEAM = LABEL_AT["team"]
PLAYER = LABEL_AT["player"]


def _of_teams(
    event: Event, found: RankingSource, teams: Mapping[str, Iterable[int]], rule: TeamTableRule, day: bool
) -> Iterator[WertungResult]:
    """The lists of all members, each with its team, and with what it was awarded where that decides."""
    team_of = {number: name for name, members in teams.items() for number in members}
    awarding: TableRule = rule_for(event, found.numbers, part=day or is_one_of_several(event, found.numbers))
    results = [each.result for each in found.results]
    for result in carry_out(awarding.awarding(), results) if rule.points else results:
        if team := team_of.get(int(result.labels[PLAYER] or 0)):
            labels = list(result.labels)
            labels[TEAM] = team
            yield result._replace(labels=tuple(labels))


def _members(event: Event, kind: Team.Kind) -> dict[str, list[int]]:
    """The start numbers of the members by the name of their team, teams without members included."""
    teams: dict[str, list[int]] = {name: [] for name in event.teams.filter(kind=kind).values_list("name", flat=True)}
    members = TeamMember.objects.filter(team__event=event, team__kind=kind).order_by("entry__start_number")
    for name, number in members.values_list("team__name", "entry__start_number"):
        teams[name].append(number)
    return teams


def _member_lines(found: RankingSource, teams: Mapping[str, Sequence[int]]) -> dict[str, tuple[MemberLine, ...]]:
    by_round = {(result.start_number, result.round): result for result in found.results}

    def line(number: int) -> MemberLine:
        results = tuple(by_round.get((number, round)) for round in found.numbers)
        return MemberLine(number, found.everybody[number].shown, results)

    return {name: tuple(map(line, members)) for name, members in teams.items()}


def _team_lines(
    placed: Rows,
    members: Mapping[str, tuple[MemberLine, ...]],
    rule: TeamTableRule,
    numbers: Sequence[int],
    begun: int,
) -> Iterator[TeamLine]:
    for row in placed:
        total, name = row.result, str(row.result.label("team"))
        by_round = {serie.round: serie for part in account(total) for serie in [TeamSerie.of(part.result)]}
        there = sum(result is not None for member in members[name] for result in member.results)
        yield TeamLine(
            place=row.place,
            shared=row.shared,
            name=name,
            members=members[name],
            size=rule.size,
            results=tuple(by_round.get(number) for number in numbers),
            spielpunkte=total.spielpunkte,
            won=total.won,
            lost=total.lost,
            leistung=total.leistung,
            lists=total.lists,
            missing=max(0, rule.size * begun - there),
            points=total.points if rule.points else None,
        )
