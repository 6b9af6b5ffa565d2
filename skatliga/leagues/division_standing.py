"""The table of a Staffel: Wertungspunkte and points added up, places, zones.

    lists of a group's event --serien--> team sums and Wertungen --Reckoned.standing--> table

Everything follows from `read`, in five queries for any number of Staffeln. What must hold of a table, and what forbids
binding results, is in `binding`.

* **D** An annulled team stands below the table, without a place. A team that left and whose results are kept stays on
  the place it has by its points.
* **D** A change of place is one since the match day before, all its Serien together.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from scoring.wertung import WertungResult, tabulate
from scoring.wertung.places import WertungRow
from scoring.wertung.presets import by
from scoring.wertung.results import Number, result
from skatliga.leagues.group_results import At, GroupStage, GroupState, Serie, side_of, states_of
from skatliga.leagues.models import Division, Group, Matchday, Season, Team
from skatliga.leagues.wertung import Wertung, rank_teams
from skatliga.wertung.wording import explain_groups


class Zone(NamedTuple):
    """A stretch of places with a label, `first` to `last`; its kind says where it leads: up, play-off, down."""

    label: str
    first: int
    last: int
    kind: str = ""


@dataclass(frozen=True, slots=True)
class DivisionStandingLine:
    """One line of a table."""

    place: int
    shared: bool
    team: Team
    plus: Number
    minus: Number
    spielpunkte: Number | None
    won: Number | None
    lost: Number | None
    leistung: Number
    lists: Number
    wertungen: tuple[Wertung, ...]
    """In the order of the Serien."""
    zone: Zone | None
    before: int | None
    """The place after the match day before, None after the first."""

    @property
    def rise(self) -> int:
        """By how many places it is better than after the match day before."""
        return max(0, self.before - self.place) if self.before else 0

    @property
    def fall(self) -> int:
        """By how many places it is worse."""
        return max(0, self.place - self.before) if self.before else 0

    @property
    def form(self) -> tuple[Wertung, ...]:
        """The Wertungen of the last Serien."""
        return self.wertungen[-FORM:]


FORM: Final = 5
"""How many Serien show how a team has played lately."""


@dataclass(frozen=True, slots=True)
class Day:
    """A match day with its groups."""

    matchday: Matchday
    groups: tuple[GroupState, ...]

    @property
    def state(self) -> GroupStage:
        """The least state of its groups, those aside of which no lists are expected; provisional once one has begun."""
        states = {group.state for group in self.groups if group.expected}
        return GroupStage.PROVISIONAL if {GroupStage.PLANNED} < states else _least(states)

    @property
    def binding_at(self) -> datetime.datetime | None:
        """When the last of its groups was made binding."""
        return max((group.group.binding_at for group in self.groups if group.group.binding_at), default=None)


LEAST_FIRST: Final = (
    GroupStage.PLANNED,
    GroupStage.PROVISIONAL,
    GroupStage.REOPENED,
    GroupStage.CHECKED,
    GroupStage.BINDING,
)


def _least(states: Iterable[GroupStage]) -> GroupStage:
    return min(states, key=LEAST_FIRST.index, default=GroupStage.PLANNED)


@dataclass(frozen=True, slots=True)
class Standing:
    """A table, and what it is made of."""

    division: Division
    at: At | None
    """The last Serie that counts in it, None before the first."""
    lines: tuple[DivisionStandingLine, ...]
    annulled: tuple[Team, ...]
    groups: tuple[GroupState, ...]
    """All groups of the match days up to it."""

    @property
    def said(self) -> str:
        """How it is counted, in plain sentences."""
        return explain_groups(self.division.season.counts_by)

    @property
    def ahead(self) -> tuple[Team, ...]:
        """The teams that begin with points, or with a deduction."""
        return tuple(line.team for line in self.lines if line.team.start_reason)

    @property
    def serien(self) -> tuple[Serie, ...]:
        """The Serien of groups that count in it."""
        return tuple(
            serie
            for group in self.groups
            for serie in group.serien
            if serie.wertungen and self.at and serie.at <= self.at
        )

    @property
    def state(self) -> GroupStage:
        """The least state of the groups it is made of; those without any table aside."""
        return _least(group.state for group in self.groups if group.state != GroupStage.PLANNED)

    @property
    def days(self) -> tuple[Day, ...]:
        """Its groups by match day."""
        by_day: dict[int, list[GroupState]] = defaultdict(list)
        for group in self.groups:
            by_day[group.group.matchday_id].append(group)
        return tuple(Day(groups[0].group.matchday, tuple(groups)) for groups in by_day.values())

    @property
    def gaps(self) -> tuple[tuple[GroupState, Serie], ...]:
        """The Serien begun in which a list is missing or in question."""
        return tuple(
            (group, serie) for group in self.groups for serie in group.begun if serie.missing or serie.in_question
        )


@dataclass(frozen=True, slots=True)
class Reckoned:
    """A Staffel with all its groups, from which every table of its season follows."""

    division: Division
    teams: dict[str, Team]
    groups: tuple[GroupState, ...]

    @property
    def stages(self) -> tuple[At, ...]:
        """The Serien in which any group has Wertungen, in order."""
        return tuple(sorted({serie.at for group in self.groups for serie in group.serien if serie.wertungen}))

    def standing(self, until: At | None = None) -> Standing:
        """The table after this Serie, after the last that counts without it."""
        stages = [at for at in self.stages if until is None or at <= until]
        last = stages[-1] if stages else None
        wertungen = [each for group in self.groups for serie in group.serien for each in serie.wertungen]
        before: dict[str, int] = {}
        if last and stages[0].day < last.day:
            before = {_key(row): row.place for row in self._placed(wertungen, At(last.day, 0))}
        until_now = [each for each in wertungen if each.result.round <= (last or At(0, 0)).number]
        zones = [Zone(zone["label"], zone["first"], zone["last"], zone["kind"]) for zone in self.division.level.zones]
        lines = tuple(
            DivisionStandingLine(
                place=row.place,
                shared=row.shared,
                team=self.teams[_key(row)],
                plus=row.result.points,
                minus=row.result.minus,
                spielpunkte=row.result.spielpunkte,
                won=row.result.won,
                lost=row.result.lost,
                leistung=row.result.leistung,
                lists=row.result.lists,
                wertungen=tuple(sorted(each for each in until_now if each.result.key == _key(row))),
                zone=next((zone for zone in zones if zone.first <= row.place <= zone.last), None) if last else None,
                before=before.get(_key(row)),
            )
            for row in self._placed(wertungen, last or At(0, 0))
        )
        shown = tuple(group for group in self.groups if until is None or group.group.matchday.number <= until.day)
        return Standing(self.division, last, lines, tuple(_annulled(self.teams.values())), shown)

    def _placed(self, wertungen: Iterable[Wertung], until: At) -> tuple[WertungRow, ...]:
        """The teams by place, of the Serien up to this one."""
        teams = [team for team in self.teams.values() if team.withdrawal != Team.Withdrawal.ANNULLED]
        counted = (each for each in wertungen if each.result.round <= until.number)
        return rank_teams(teams, counted, self.division.season.counts_by)


def _key(row: WertungRow) -> str:
    """The letter of a team, after its Staffel where several are compared."""
    return str(row.result.label("team"))


def _annulled(teams: Iterable[Team]) -> Iterable[Team]:
    return (team for team in teams if team.withdrawal == Team.Withdrawal.ANNULLED)


def standing(division: Division, until: At | None = None) -> Standing:
    """The table of a Staffel after a Serie, after the last that counts without it; five queries.

    `division` comes with its season and level.
    """
    [reckoned] = read([division])
    return reckoned.standing(until)


def read(divisions: Sequence[Division]) -> list[Reckoned]:
    """Staffeln with everything their tables are made of, each with its season and level; five queries for all."""
    by_division = {division.pk: division for division in divisions}
    groups = list(
        Group.objects.filter(matchday__division__in=divisions)
        .select_related("matchday", "event", "host")
        .order_by("matchday__number", "number")
    )
    for group in groups:
        group.matchday.division = by_division[group.matchday.division_id]
    states: dict[int, list[GroupState]] = defaultdict(list)
    for state in states_of(groups):
        states[state.group.matchday.division_id].append(state)
    teams: dict[int, dict[str, Team]] = defaultdict(dict)
    for team in Team.objects.filter(division__in=divisions):
        teams[team.division_id][team.letter] = team
    return [Reckoned(division, teams[division.pk], tuple(states[division.pk])) for division in divisions]


# ---- Equal places of several Staffeln of a level compared


@dataclass(frozen=True, slots=True)
class ComparedTeam:
    """A team among those on the same place of other Staffeln; the sums are per Serie where that is compared."""

    place: int
    """Among those compared."""
    division: Division
    line: DivisionStandingLine
    serien: int
    plus: Number
    leistung: Number


@dataclass(frozen=True, slots=True)
class EqualPlaces:
    """The teams on one place of all Staffeln of a level, best first."""

    place: int
    per_serie: bool
    teams: tuple[ComparedTeam, ...]


def compare(season: Season, divisions: Sequence[Division]) -> list[EqualPlaces]:
    """Every place of these Staffeln of one level; each comes with its season and level."""
    by_place: dict[int, list[tuple[Division, DivisionStandingLine]]] = defaultdict(list)
    for reckoned in read(divisions):
        table = reckoned.standing()
        if table.at:
            for line in table.lines:
                by_place[line.place].append((reckoned.division, line))
    return [_equal(season, place, by_place[place]) for place in sorted(by_place)]


def _equal(season: Season, place: int, lines: Sequence[tuple[Division, DivisionStandingLine]]) -> EqualPlaces:
    per_serie = len({len(line.wertungen) for _, line in lines}) > 1
    of = {f"{division.name} {line.team.letter}": (division, line) for division, line in lines}
    sums = [_sums(key, line, per_serie) for key, (_division, line) in of.items()]
    rows = tabulate(by(season.counts_by.order), sums).rows
    return EqualPlaces(
        place,
        per_serie,
        tuple(
            ComparedTeam(row.place, division, line, len(line.wertungen), row.result.points, row.result.leistung)
            for row in rows
            for division, line in [of[_key(row)]]
        ),
    )


def rank_across(tables: Sequence[Standing]) -> dict[str, int]:
    """How the teams of Staffeln of one level stand by their sums, equal ones alike; by Staffel and letter, ``ost/A``.

    The sums are per Serie where not all have as many.
    """
    of = {f"{table.division.slug}/{line.team.letter}": line for table in tables for line in table.lines}
    per_serie = len({len(line.wertungen) for line in of.values()}) > 1
    sums = [_sums(key, line, per_serie) for key, line in of.items()]
    orders = [table.division.season.counts_by.order for table in tables[:1]]
    return {_key(row): row.place for order in orders for row in tabulate(by(order), sums).rows}


def _sums(key: str, line: DivisionStandingLine, per_serie: bool) -> WertungResult:
    """A line of a table as it is compared: its sums, or their share of one Serie."""
    parts = len(line.wertungen) if per_serie else 1
    names = ("spielpunkte", "won", "lost", "leistung", "lists")
    figures = {name: getattr(line, name) for name in names} | {"points": line.plus, "minus": line.minus}
    shares = {name: Fraction(value) / parts if parts else 0 for name, value in figures.items()}
    return result({"team": key}, shares)


# ---- The cross table


@dataclass(frozen=True, slots=True)
class TeamMeeting:
    """Two teams in a group."""

    group: Group
    own: Number
    """Pluspunkte of the team of the row on that day."""
    others: Number
    """Those of the team of the column."""
    scored: bool
    """Whether a Serie has been scored yet."""


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One team against all."""

    team: Team
    cells: tuple[tuple[TeamMeeting, ...] | None, ...]
    """By team of the column, None for the team itself."""


def cross_table(reckoned: Reckoned) -> list[CrossRow]:
    """A row and a column for every team, by letter."""
    met: dict[tuple[int, int], list[TeamMeeting]] = {}
    for state in reckoned.groups:
        sides = [side_of(state, member) for member in state.teams]
        for one in sides:
            for other in sides:
                if one is not other:
                    meeting = TeamMeeting(state.group, one.plus, other.plus, one.scored or other.scored)
                    met.setdefault((one.member.team_id, other.member.team_id), []).append(meeting)
    teams = [reckoned.teams[letter] for letter in sorted(reckoned.teams)]
    return [
        CrossRow(team, tuple(None if other is team else tuple(met.get((team.pk, other.pk), ())) for other in teams))
        for team in teams
    ]
