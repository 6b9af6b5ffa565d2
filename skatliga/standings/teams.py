"""Rankings of teams, Tandems and Mixed: the results of their members added up Serie by Serie.

* **D** A team without a list that counts is not listed but counted.
* **D** The cut concerns players, not teams: a team's members count in every Serie they play.
* **D** The lot of a team is made from the event's seed, its kind and its name; lots drawn by hand are for players.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.standings import BY_LEISTUNG, Criterion, Placed, Result, Total, lot, rank, team_results, totals
from skatliga.access import Role
from skatliga.events.models import Event, Team, TeamMember
from skatliga.events.queries import sort_key
from skatliga.standings.progress import Found, ListResult, Progress, find, key_of


@dataclass(frozen=True, slots=True)
class MemberLine:
    """Who plays for a team, and what he brought it."""

    start_number: int
    name: str
    results: tuple[ListResult | None, ...]


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One line of a ranking of teams."""

    place: int
    shared: bool
    name: str
    members: tuple[MemberLine, ...]
    size: int
    """How many play for it when it is complete."""
    results: tuple[Result | None, ...]
    """In the order of the Serien of the ranking, None where no member has a list that counts."""
    spielpunkte: int | None
    won: int | None
    lost: int | None
    leistung: int
    lists: int
    missing: int
    """How many lists are missing in the Serien begun, of a complete team."""

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
    best: tuple[Result, ...]
    """The best Serie of a team, several where they are equal; the key is the team's name."""


def team_ranking(
    event: Event, role: Role | None, kind: Team.Kind, rounds: Collection[int] | None = None
) -> TeamRanking:
    """The ranking of the teams of a kind, of these Serien or of all, under the names this visitor may see.

    `event` comes with its Serien. Five queries, however many teams there are; six for the public.
    """
    found = find(event, role, rounds)
    progress = found.progress
    teams = _members(event, kind)
    summed = team_results((result.result for result in found.results), teams)
    criteria: list[Criterion[Total]] = [*BY_LEISTUNG]
    if event.lot_decides:
        criteria.append(lot(f"{event.seed}/{kind}"))
    placed = rank(totals(summed), criteria)
    members = _member_lines(found, teams)
    return TeamRanking(
        rounds=progress.rounds,
        provisional=progress.provisional,
        kind=kind,
        lines=tuple(_lines(placed, members, Team(kind=kind).size, found.numbers, len(progress.begun))),
        without_list=len(teams) - len(placed),
        best=tuple(each.row for each in rank(summed, BY_LEISTUNG) if each.place == 1),
    )


def _members(event: Event, kind: Team.Kind) -> dict[str, list[str]]:
    """The keys of the members by the name of their team, teams without members included."""
    teams: dict[str, list[str]] = {name: [] for name in event.teams.filter(kind=kind).values_list("name", flat=True)}
    members = TeamMember.objects.filter(team__event=event, team__kind=kind).order_by("entry__start_number")
    for name, number in members.values_list("team__name", "entry__start_number"):
        teams[name].append(key_of(number))
    return teams


def _member_lines(found: Found, teams: Mapping[str, Sequence[str]]) -> dict[str, tuple[MemberLine, ...]]:
    by_round = {(result.start_number, result.round): result for result in found.results}

    def line(number: int) -> MemberLine:
        results = tuple(by_round.get((number, round)) for round in found.numbers)
        return MemberLine(number, found.everybody[number].shown, results)

    return {name: tuple(line(int(key)) for key in keys) for name, keys in teams.items()}


def _lines(
    placed: Sequence[Placed[Total]],
    members: Mapping[str, tuple[MemberLine, ...]],
    size: int,
    numbers: Sequence[int],
    begun: int,
) -> Iterator[TeamLine]:
    holders = Counter(each.place for each in placed)
    for each in placed:
        total = each.row
        by_round = {result.round: result for result in total.results}
        yield TeamLine(
            place=each.place,
            shared=holders[each.place] > 1,
            name=total.key,
            members=members[total.key],
            size=size,
            results=tuple(by_round.get(number) for number in numbers),
            spielpunkte=total.spielpunkte,
            won=total.won,
            lost=total.lost,
            leistung=total.leistung,
            lists=total.lists,
            missing=max(0, total.missing(size * begun)),
        )
