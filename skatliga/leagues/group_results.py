"""How far the groups of match days are: their Serien, the team sums of each, and the Wertungspunkte they give.

Everything is read from the results kept with the lists, in three queries for any number of groups; nothing is valued
here. Teams are known to the engine by their letter, the Serien by a number made of match day and Serie (`At.number`).

Decisions, where the rules of play are silent:

* **D** A Serie of a group gives Wertungspunkte once all its lists have arrived; until then nothing of it counts, its
  points neither. A list in question counts with what it comes to so far, and the group stays provisional.
* **D** Of an annulled team nothing counts anywhere. The others of its groups get the scale from its top.
* **D** A group needs no lists where fewer teams are left to play than sit at a table, one player of each.
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Sum, TextChoices
from django.utils.translation import gettext_lazy

from scoring.wertung.presets import GroupTableRule
from scoring.wertung.results import Number
from skatliga.access import Role
from skatliga.events.models import Table
from skatliga.leagues.models import Division, Group, GroupTeam, LineupPlace, Team
from skatliga.leagues.wertung import TeamSum, Wertung, award_serie
from skatliga.lists.models import ARRIVED, SETTLED, Protest, SeatResult, Sheet, list_of_a_table
from skatliga.wertung.rules import FEWEST_TEAMS
from skatliga.wertung.wording import explain_groups


class At(NamedTuple):
    """A Serie of a match day."""

    day: int
    serie: int

    @property
    def number(self) -> int:
        """The Serie numbered through the season; a match day has fewer than ten (`Season.rounds`)."""
        return 10 * self.day + self.serie

    @classmethod
    def of(cls, number: int) -> "At":
        """The Serie of such a number."""
        return cls(*divmod(number, 10))

    def __str__(self) -> str:
        return f"{self.day}.{self.serie}"


UNTIL = re.compile(r"([1-9]\d?)(?:\.([1-9]))?", re.ASCII)


def read_at(text: str, division: Division) -> At | None:
    """The Serie written as 3.2, or as 3 for the last of the match day; None for nothing. One query where there is one.

    The Staffel comes with its season. Raises ValueError for a Serie there cannot be.
    """
    if not text:
        return None
    found = UNTIL.fullmatch(text)
    if not found:
        raise ValueError(f"no Serie: {text}")
    own = division.matchdays.filter(number=int(found[1])).values_list("rounds", flat=True).first()
    rounds = own or division.season.rounds
    if int(found[2] or 1) > rounds:
        raise ValueError(f"no Serie: {text}")
    return At(int(found[1]), int(found[2] or rounds))


class GroupStage(TextChoices):
    """How far the results of a group are."""

    PLANNED = "planned", gettext_lazy("angesetzt")
    PROVISIONAL = "provisional", gettext_lazy("vorläufig")
    CHECKED = "checked", gettext_lazy("geprüft")
    BINDING = "binding", gettext_lazy("verbindlich")
    REOPENED = "reopened", gettext_lazy("war verbindlich, wird berichtigt")


@dataclass(frozen=True, slots=True)
class Serie:
    """One Serie of a group."""

    at: At
    tables: int
    missing: tuple[int, ...]
    """Numbers of the tables whose lists have not arrived."""
    in_question: tuple[int, ...]
    protested: tuple[int, ...]
    """Numbers of the tables against whose lists a protest is not answered yet."""
    settled: bool
    """Whether every list is checked or binding."""
    results: tuple[TeamSum, ...]
    """The team sums of the lists that have arrived, by letter; without teams that are annulled or broke off."""
    wertungen: tuple[Wertung, ...]
    """Best first; none while a list is missing."""
    strays: TeamSum | None
    """The sum of those who are in no line-up of the group, None where there is nobody: see `binding`."""

    scale: tuple[int, ...]
    """Plus points from the first place down."""
    list_sum: Number
    """What the lists that have arrived come to together, those of short teams as they count; without teams that are
    annulled or broke off."""


@dataclass(frozen=True, slots=True)
class GroupState:
    """A group with its teams and what its lists come to."""

    group: Group
    teams: tuple[GroupTeam, ...]
    """By letter; each with its `team`."""
    serien: tuple[Serie, ...]
    """All Serien of the match day, those not seated yet as well."""

    @property
    def playing(self) -> tuple[GroupTeam, ...]:
        """The teams that are to play."""
        day = self.group.matchday.number
        return tuple(each for each in self.teams if each.plays_on(day))

    @property
    def begun(self) -> tuple[Serie, ...]:
        """The Serien up to the last one of which a list has arrived."""
        last = max((serie.at for serie in self.serien if serie.tables > len(serie.missing)), default=At(0, 0))
        return tuple(serie for serie in self.serien if serie.at <= last)

    @property
    def expected(self) -> bool:
        """Whether lists are expected of it: it has tables, or can have them."""
        return any(serie.tables for serie in self.serien) or len(self.playing) >= FEWEST_TEAMS

    @property
    def settled(self) -> bool:
        """Whether every list of the match day is checked or binding, or none is expected."""
        return not self.expected or all(serie.settled for serie in self.serien)

    @property
    def state(self) -> GroupStage:
        """How far its results are."""
        if self.group.binding_at:
            return GroupStage.BINDING if self.settled else GroupStage.REOPENED
        if not any(serie.tables for serie in self.serien):
            return GroupStage.PLANNED
        return GroupStage.CHECKED if self.settled else GroupStage.PROVISIONAL


def states_of(groups: Sequence[Group]) -> list[GroupState]:
    """How far these groups are; each comes with its match day, Staffel and season. Three queries."""
    members: dict[int, list[GroupTeam]] = defaultdict(list)
    for member in GroupTeam.objects.filter(group__in=groups).select_related("team").order_by("team__letter"):
        members[member.group_id].append(member)
    events = {group.event_id: group.pk for group in groups if group.event_id}
    tables, sums = _tables(events), _sums(events)
    return [_state(group, members[group.pk], tables, sums) for group in groups]


class GroupTable(NamedTuple):
    """How far a table is."""

    list: str | None
    """The state of its list, None where there is none."""
    protested: bool
    """Whether a protest against the list waits for an answer."""


Tables = Mapping[tuple[int, int], Mapping[int, GroupTable]]
"""How far each table is, by number; by group and Serie."""

Sums = Mapping[tuple[int, int], Sequence[tuple[int | None, list[int]]]]
"""The sums of each team, None for those in no line-up, in the order of `TeamSum`; by group and Serie."""


def _tables(events: Mapping[int, int]) -> Tables:
    """The tables of these events, each with its group."""
    protests = Protest.unsettled().filter(sheet=OuterRef("counted__pk"))
    rows = Table.objects.filter(round__event__in=events).alias(counted=list_of_a_table()).order_by("number")
    by_serie: dict[tuple[int, int], dict[int, GroupTable]] = defaultdict(dict)
    for event, round, number, *state in rows.values_list(
        "round__event_id", "round__number", "number", "counted__state", Exists(protests)
    ):
        by_serie[events[event], round][number] = GroupTable(*state)
    return by_serie


def _sums(events: Mapping[int, int]) -> Sums:
    """What the lists of these events that have arrived brought each team."""
    rows = SeatResult.objects.counting().filter(sheet__table__round__event__in=events).order_by()
    by_serie: dict[tuple[int, int], list[tuple[int | None, list[int]]]] = defaultdict(list)
    for event, round, team, *summed in rows.values_list(
        "sheet__table__round__event_id", "sheet__table__round__number", "entry__lineup_place__group_team"
    ).annotate(
        Sum("spielpunkte"),
        Sum("won"),
        Sum("lost"),
        Sum("leistung"),
        # Two who share a seat, one coming in for the other, have two results but one list.
        lists=Count(F("sheet__table") * 10 + F("seat"), distinct=True),
    ):
        by_serie[events[event], round].append((team, summed))
    return by_serie


def _state(group: Group, members: Sequence[GroupTeam], tables: Tables, sums: Sums) -> GroupState:
    rule, day = group.matchday.counts_by, group.matchday.number
    serien = tuple(
        _serie(rule, members, At(day, number), tables.get((group.pk, number), {}), sums.get((group.pk, number), ()))
        for number in range(1, group.matchday.serien + 1)
    )
    return GroupState(group, tuple(members), serien)


def _serie(
    rule: GroupTableRule,
    members: Sequence[GroupTeam],
    at: At,
    tables: Mapping[int, GroupTable],
    sums: Sequence[tuple[int | None, list[int]]],
) -> Serie:
    letters = {member.pk: member.team.letter for member in members}
    annulled = {member.pk for member in members if member.team.withdrawal == Team.Withdrawal.ANNULLED}
    uncounted = annulled | {member.pk for member in members if member.broke_off}
    results = [
        TeamSum(letters[team], at.number, *summed) for team, summed in sums if team in letters and team not in uncounted
    ]
    absent = [
        TeamSum(member.team.letter, at.number, 0, 0, 0, 0, 0)
        for member in members
        if (rule.broken_off_minus if member.broke_off else rule.absent_minus and member.absence)
        and member.pk not in annulled
    ]
    strays = [summed for team, summed in sums if team not in letters]
    missing = tuple(number for number, table in tables.items() if table.list not in ARRIVED)
    teams = len(members) - len(annulled)
    scale = rule.scale(teams)
    counts = tables and not missing and len(results) <= len(scale)
    return Serie(
        at=at,
        tables=len(tables),
        missing=missing,
        in_question=tuple(number for number, table in tables.items() if table.list == Sheet.State.IN_QUESTION),
        protested=tuple(number for number, table in tables.items() if table.protested),
        settled=bool(tables) and all(table.list in SETTLED for table in tables.values()),
        results=tuple(results),
        wertungen=award_serie(results, rule, teams, absent) if counts else (),
        strays=TeamSum("", at.number, *map(sum, zip(*strays, strict=True))) if strays else None,
        scale=scale,
        list_sum=sum(
            Fraction(leistung * rule.size, lists) if rule.filled and team in letters else leistung
            for team, (_, _, _, leistung, lists) in sums
            if team not in uncounted
        ),
    )


# ---- The Spielbericht of a group


class ListOf(NamedTuple):
    """What one list came to for one player."""

    sheet: UUID
    state: str
    serie: int
    table: int
    spielpunkte: int
    won: int
    lost: int
    leistung: int

    @property
    def in_question(self) -> bool:
        """Whether it counts provisionally only."""
        return self.state == Sheet.State.IN_QUESTION


@dataclass(frozen=True, slots=True)
class Appearance:
    """Somebody of a line-up, with his lists."""

    start_number: int
    name: str
    position: int | None
    """From 1; None for a substitute who came in."""
    lists: tuple[ListOf | None, ...]
    """By Serie, None where no list of his counts."""

    @property
    def has_played(self) -> bool:
        """Whether any list of his counts."""
        return any(self.lists)

    @property
    def leistung(self) -> int:
        """The sum of the day."""
        return sum(each.leistung for each in self.lists if each)


@dataclass(frozen=True, slots=True)
class MatchSide:
    """One team of a group on its match day."""

    member: GroupTeam
    players: tuple[Appearance, ...]
    results: tuple[TeamSum | None, ...]
    """The team sums by Serie, as they count where they do already; None where no list of theirs counts."""
    wertungen: tuple[Wertung | None, ...]
    """By Serie, None where there is none yet or the team had no list."""
    size: int
    """How many play for it when it is complete."""

    @property
    def by_serie(self) -> tuple[tuple[TeamSum | None, Wertung | None], ...]:
        """Team sum and Wertung of each Serie."""
        return tuple(zip(self.results, self.wertungen, strict=True))

    @property
    def plus(self) -> Number:
        """Pluspunkte of the day."""
        return sum(each.plus for each in self.wertungen if each)

    @property
    def minus(self) -> Number:
        """Minuspunkte of the day."""
        return sum(each.minus for each in self.wertungen if each)

    @property
    def scored(self) -> bool:
        """Whether it has a Wertung already."""
        return any(self.wertungen)

    @property
    def complete(self) -> bool:
        """Whether every place of its line-up is taken."""
        return sum(player.position is not None for player in self.players) == self.size

    @property
    def has_played(self) -> bool:
        """Whether any of its lists has arrived."""
        return any(self.results)

    @property
    def leistung(self) -> Number:
        """Points of the day, of all lists that have arrived."""
        return sum(each.leistung for each in self.results if each)


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A group with all it has played."""

    state: GroupState
    sides: tuple[MatchSide, ...]
    """By letter."""

    @property
    def said(self) -> str:
        """How its Serien count, in plain sentences."""
        return explain_groups(self.state.group.matchday.counts_by)


def report(group: Group, role: Role | None) -> MatchReport:
    """The Spielbericht of a group under the names this visitor may see; five queries.

    The group comes with its match day, Staffel and season.
    """
    [state] = states_of([group])
    players = _players(group, role, len(state.serien))
    return MatchReport(state, tuple(side_of(state, member, players[member.pk]) for member in state.teams))


def side_of(state: GroupState, member: GroupTeam, players: Sequence[Appearance] = ()) -> MatchSide:
    """One team of a group; without its players where they are not asked for."""
    letter = member.team.letter
    wertungen = [{each.result.key: each for each in serie.wertungen}.get(letter) for serie in state.serien]
    arrived = [{result.key: result for result in serie.results}.get(letter) for serie in state.serien]
    results = [own.result if summed and own else summed for summed, own in zip(arrived, wertungen, strict=True)]
    size = state.group.matchday.counts_by.size
    return MatchSide(member, tuple(players), tuple(results), tuple(wertungen), size)


def _players(group: Group, role: Role | None, serien: int) -> dict[int, list[Appearance]]:
    """The line-ups by team of the group."""
    rows = SeatResult.objects.counting().filter(sheet__table__round__event=group.event_id)
    by_entry: dict[tuple[int, int], ListOf] = {}
    columns = ("sheet__pk", "sheet__state", "sheet__table__round__number", "sheet__table__number")
    for entry, *values in rows.values_list("entry_id", *columns, "spielpunkte", "won", "lost", "leistung"):
        result = ListOf(*values)
        by_entry[entry, result.serie] = result
    by_team: dict[int, list[Appearance]] = defaultdict(list)
    for place in LineupPlace.objects.filter(group_team__group=group).select_related("entry__player__merged_into"):
        entry = place.entry
        lists = tuple(by_entry.get((entry.pk, number)) for number in range(1, serien + 1))
        appearance = Appearance(entry.start_number, entry.name_for(role), place.position, lists)
        by_team[place.group_team_id].append(appearance)
    return by_team
