"""The table of a Staffel: Wertungspunkte and points added up, places, zones.

    lists of a group's event --serien--> team sums and Wertungen --Reckoned.standing--> table

Everything follows from `read`, in five queries for any number of Staffeln. What must hold of a table, and what forbids
binding results, is in `checks`.

* **D** An annulled team stands below the table, without a place. A team that left and whose results are kept stays on
  the place it has by its points.
* **D** A change of place is one since the match day before, all its Serien together.
"""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from scoring.standings import (
    AVERAGE,
    BY_LEISTUNG,
    LEISTUNG,
    LOST,
    MINUS,
    PLUS,
    SPIELPUNKTE,
    WON,
    Count,
    Criterion,
    LeagueTotal,
    Placed,
    Wertung,
    Zone,
    find_zone,
    league_totals,
    rank,
)
from skatliga.leagues.models import Division, Group, Matchday, Team
from skatliga.leagues.serien import At, GroupState, Serie, State, states_of

CRITERIA: Final[dict[str, Criterion[Any]]] = {
    PLUS.name: PLUS,
    MINUS.name: MINUS,
    **{criterion.name: criterion for criterion in BY_LEISTUNG},
    SPIELPUNKTE.name: SPIELPUNKTE,
    AVERAGE.name: AVERAGE,
}
"""What the order of a table may name (`Season.order`)."""

CRITERIA_NAMES: Final = {
    PLUS.name: _("Pluspunkte"),
    MINUS.name: _("weniger Minuspunkte"),
    LEISTUNG.name: _("Leistung"),
    WON.name: _("mehr gewonnene Spiele"),
    LOST.name: _("weniger verlorene Spiele"),
    SPIELPUNKTE.name: _("Spielpunkte"),
    AVERAGE.name: _("Leistung je Liste"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table."""

    place: int
    shared: bool
    team: Team
    plus: Fraction
    minus: Fraction
    spielpunkte: Count
    won: Count
    lost: Count
    leistung: int
    lists: int
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
    def state(self) -> State:
        """The least state of its groups, those aside of which no lists are expected."""
        return _least(group.state for group in self.groups if group.expected)

    @property
    def binding_at(self) -> datetime.datetime | None:
        """When the last of its groups was made binding."""
        return max((group.group.binding_at for group in self.groups if group.group.binding_at), default=None)


LEAST_FIRST: Final = (State.PLANNED, State.PROVISIONAL, State.REOPENED, State.CHECKED, State.BINDING)


def _least(states: Iterable[State]) -> State:
    return min(states, key=LEAST_FIRST.index, default=State.PLANNED)


@dataclass(frozen=True, slots=True)
class Standing:
    """A table, and what it is made of."""

    division: Division
    at: At | None
    """The last Serie that counts in it, None before the first."""
    lines: tuple[Line, ...]
    annulled: tuple[Team, ...]
    groups: tuple[GroupState, ...]
    """All groups of the match days up to it."""

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
    def state(self) -> State:
        """The least state of the groups it is made of; those without any table aside."""
        return _least(group.state for group in self.groups if group.state != State.PLANNED)

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
            before = {each.row.key: each.place for each in self._placed(wertungen, At(last.day, 0))}
        placed = self._placed(wertungen, last or At(0, 0))
        holders = Counter(each.place for each in placed)
        zones = [Zone(zone["label"], zone["first"], zone["last"], zone["kind"]) for zone in self.division.level.zones]
        lines = tuple(
            Line(
                place=each.place,
                shared=holders[each.place] > 1,
                team=self.teams[each.row.key],
                plus=each.row.plus,
                minus=each.row.minus,
                spielpunkte=each.row.spielpunkte,
                won=each.row.won,
                lost=each.row.lost,
                leistung=each.row.leistung,
                lists=each.row.lists,
                wertungen=each.row.wertungen,
                zone=find_zone(each.place, zones) if last else None,
                before=before.get(each.row.key),
            )
            for each in placed
        )
        shown = tuple(group for group in self.groups if until is None or group.group.matchday.number <= until.day)
        return Standing(self.division, last, lines, tuple(_annulled(self.teams.values())), shown)

    def _placed(self, wertungen: Iterable[Wertung], until: At) -> list[Placed[LeagueTotal]]:
        """The teams by place, of the Serien up to this one."""
        letters = self.teams.keys() - {team.letter for team in _annulled(self.teams.values())}
        totals = league_totals(letters, (each for each in wertungen if each.result.round <= until.number))
        return rank(totals, [CRITERIA[name] for name in self.division.season.order])


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
