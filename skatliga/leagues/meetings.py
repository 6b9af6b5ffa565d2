"""The cross table: who met whom on which match day, and what it brought.

**D** A group is played by more than two teams, so what two of them have against each other is the Pluspunkte of the
one and of the other on that day.
"""

from dataclasses import dataclass
from fractions import Fraction

from skatliga.leagues.models import Group, Team
from skatliga.leagues.reckoning import Reckoned
from skatliga.leagues.reports import side_of


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two teams in a group."""

    group: Group
    own: Fraction
    """Pluspunkte of the team of the row on that day."""
    others: Fraction
    """Those of the team of the column."""
    scored: bool
    """Whether a Serie has been scored yet."""


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One team against all."""

    team: Team
    cells: tuple[tuple[Meeting, ...] | None, ...]
    """By team of the column, None for the team itself."""


def cross_table(reckoned: Reckoned) -> list[CrossRow]:
    """A row and a column for every team, by letter."""
    met: dict[tuple[int, int], list[Meeting]] = {}
    for state in reckoned.groups:
        sides = [side_of(state, member) for member in state.teams]
        for one in sides:
            for other in sides:
                if one is not other:
                    meeting = Meeting(state.group, one.plus, other.plus, one.scored or other.scored)
                    met.setdefault((one.member.team_id, other.member.team_id), []).append(meeting)
    teams = [reckoned.teams[letter] for letter in sorted(reckoned.teams)]
    return [
        CrossRow(team, tuple(None if other is team else tuple(met.get((team.pk, other.pk), ())) for other in teams))
        for team in teams
    ]
