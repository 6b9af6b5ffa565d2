"""The teams, or pairs, of a Turnierserie in one table: the rule of the Turnierserie, with teams in place of persons.

* **D** A team is one in all tournaments by its name, however it is spelled. For it plays who did so in the latest one.
* **D** A tournament brings a team what decides in its ranking of teams there; which tournaments count, and what a place
  in one is worth, says the rule of the Turnierserie.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from skatliga.access import Role
from skatliga.circuits.models import Circuit
from skatliga.circuits.queries import CircuitData, CircuitPlayer, CircuitTeamResult, tournaments_of
from skatliga.circuits.standing import CircuitTable, circuit_table
from skatliga.events.models import Entry, Event, Team
from skatliga.people.names import fold
from skatliga.standings.team_rankings import TeamLine, team_ranking


@dataclass(frozen=True, slots=True)
class CircuitTeams:
    """The table of teams, in which a person is a team; and who plays for each."""

    table: CircuitTable
    members: Mapping[str, tuple[Entry, ...]]
    """By the key of the team."""


def kinds_in(circuit: Circuit) -> dict[Team.Kind, dict[int, Team.Kind]]:
    """The kinds of teams in the tournaments, each with its tournaments as `team_table` takes them; one query."""
    rows = Team.objects.filter(event__in=tournaments_of(circuit)).order_by("event").values_list("event", "kind")
    found: dict[Team.Kind, dict[int, Team.Kind]] = {}
    for event, kind in rows.distinct():
        found.setdefault(Team.Kind(kind), {})[event] = Team.Kind(kind)
    return {kind: found[kind] for kind in Team.Kind if kind in found}


def team_table(data: CircuitData, kinds: Mapping[int, Team.Kind]) -> CircuitTeams:
    """The teams of the tournaments in `kinds`, by event, each of that kind; two queries, and six a tournament."""
    results: list[CircuitTeamResult] = []
    teams: dict[str, CircuitPlayer] = {}
    members: dict[str, tuple[Entry, ...]] = {}
    for stop, line, entries in _lines(data, kinds):
        key = fold(line.name)
        teams[key] = CircuitPlayer(key, line.name, "")
        members[key] = entries
        results.append(CircuitTeamResult(key, stop, 1, line.value, line.won, line.lost, deals=0))
    of_teams = replace(data, results=tuple(results), persons=teams, entries={})
    return CircuitTeams(circuit_table(of_teams), members)


def _lines(data: CircuitData, kinds: Mapping[int, Team.Kind]) -> Iterator[tuple[int, TeamLine, tuple[Entry, ...]]]:
    """What each tournament held brought each team, by the number of the tournament."""
    events = {event.pk: event for event in Event.objects.filter(pk__in=kinds).prefetch_related("rounds")}
    for stop in data.held:
        if event := events.get(stop.event):
            entered = {entry.start_number: entry for entry in event.entries.select_related("player__merged_into")}
            for line in team_ranking(event, Role.SPIELLEITUNG, kinds[event.pk]).lines:
                yield stop.number, line, tuple(entered[member.start_number] for member in line.members)
