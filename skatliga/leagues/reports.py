"""The Spielbericht of a group: what every player, every Serie and the day brought each team.

Pages and paper are made from one `Report`, so they cannot say different things.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple
from uuid import UUID

from scoring.standings import Result, Wertung
from skatliga.access import Role
from skatliga.leagues.models import TEAM_SIZE, Group, GroupTeam, LineupPlace
from skatliga.leagues.serien import GroupState, states_of
from skatliga.lists.models import ARRIVED, SeatResult, Sheet


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
    """1 to 4; None for a substitute who came in."""
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
class Side:
    """One team of a group on its match day."""

    member: GroupTeam
    players: tuple[Appearance, ...]
    results: tuple[Result | None, ...]
    """The team sums by Serie, None where no list of theirs counts."""
    wertungen: tuple[Wertung | None, ...]
    """By Serie, None where there is none yet or the team had no list."""

    @property
    def by_serie(self) -> tuple[tuple[Result | None, Wertung | None], ...]:
        """Team sum and Wertung of each Serie."""
        return tuple(zip(self.results, self.wertungen, strict=True))

    @property
    def plus(self) -> Fraction:
        """Pluspunkte of the day."""
        return sum((each.plus for each in self.wertungen if each), Fraction(0))

    @property
    def minus(self) -> Fraction:
        """Minuspunkte of the day."""
        return sum((each.minus for each in self.wertungen if each), Fraction(0))

    @property
    def scored(self) -> bool:
        """Whether it has a Wertung already."""
        return any(self.wertungen)

    @property
    def complete(self) -> bool:
        """Whether every place of its line-up is taken."""
        return sum(player.position is not None for player in self.players) == TEAM_SIZE

    @property
    def has_played(self) -> bool:
        """Whether any of its lists has arrived."""
        return any(self.results)

    @property
    def leistung(self) -> int:
        """Points of the day, of all lists that have arrived."""
        return sum(each.leistung for each in self.results if each)


@dataclass(frozen=True, slots=True)
class Report:
    """A group with all it has played."""

    state: GroupState
    sides: tuple[Side, ...]
    """By letter."""


def report(group: Group, role: Role | None) -> Report:
    """The Spielbericht of a group under the names this visitor may see; five queries.

    The group comes with its match day, Staffel and season.
    """
    [state] = states_of([group])
    players = _players(group, role, len(state.serien))
    return Report(state, tuple(side_of(state, member, players[member.pk]) for member in state.teams))


def side_of(state: GroupState, member: GroupTeam, players: Sequence[Appearance] = ()) -> Side:
    """One team of a group; without its players where they are not asked for."""
    letter = member.team.letter
    results = [{result.key: result for result in serie.results}.get(letter) for serie in state.serien]
    wertungen = [{each.result.key: each for each in serie.wertungen}.get(letter) for serie in state.serien]
    return Side(member, tuple(players), tuple(results), tuple(wertungen))


def _players(group: Group, role: Role | None, serien: int) -> dict[int, list[Appearance]]:
    """The line-ups by team of the group."""
    rows = SeatResult.objects.filter(
        sheet__table__round__event=group.event_id, sheet__kind=Sheet.Kind.MAIN, sheet__state__in=ARRIVED
    )
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
