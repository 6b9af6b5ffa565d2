"""From a field to the numbers the search works with, and back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Final

from scoring.seating.best_known import best_known
from scoring.seating.draw_model import DrawField, Mode, Seating, split
from scoring.seating.draw_report import Pair, bounds, forbidden_pairs, recount
from scoring.seating.search import Places, SearchProblem, shuffle

APART: Final = 1000
REPEAT: Final = 20
CLUB: Final = 10
REGION: Final = 4
NO_KEEPER: Final = 3
TWO_EMPTY_CHAIRS: Final = 10**5
"""Keeps a table of three from losing another player to an empty chair."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What the wishes cost: the hard one is dearer than all others of a table together."""

    repeat: int = REPEAT
    club: int = CLUB
    region: int = REGION
    no_keeper: int = NO_KEEPER


def weights_of(field: DrawField) -> Weights:
    """The weights of the mode; the lot alone knows hard wishes only."""
    if field.mode == Mode.LOT:
        return Weights(0, 0, 0, 0)
    if field.mode == Mode.NEARBY:
        return Weights(repeat=100, club=50)
    if field.wishes.clubs_first:
        return Weights(repeat=CLUB, club=REPEAT)
    return Weights()


class Board:
    """A field in numbers: players by their order, tables as stretches of places, empty chairs at their ends.

    Where there are fours and threes and nobody is fixed to a table, an empty chair may change tables like anybody
    else; the tables of three get their numbers in the end.
    """

    def __init__(self, field: DrawField) -> None:
        self.field = field
        self.players = field.players
        self.sizes = field.table_sizes
        self.capacity = max(self.sizes)
        self.count = len(field.players)
        self.number = {player: number for number, player in enumerate(field.players)}
        self.weights = weights_of(field)
        self.fixed = self._fix()
        self.chairs_move = set(self.sizes) == {self.capacity - 1, self.capacity} and not self.fixed
        self.problem = self._make_problem()

    def floor(self, rounds: int) -> tuple[int, int]:
        """The rank (`Found.rank`) that no seating of the next Serien goes below, as far as is known."""
        field, unit = self.field, self.weights.repeat
        least = bounds(field, rounds)
        again = max(least.repeats, self._again_by_wish(rounds))
        threes = least.second_threes if set(self.sizes) == {3, 4} else 0
        wishes = APART * least.team_pairs + self.weights.club * least.club_pairs
        cost = unit * (again + threes) + wishes
        repeats, uneven = best_known(self.count, len(field.history) + rounds)
        if not repeats + uneven or self.sizes != split(self.count) or not _played_together(field):
            return cost, 0
        whole = bounds(replace(field, history=()), len(field.history) + rounds).second_threes + uneven
        played = recount(field.history)
        before = sum(number * (number - 1) // 2 for number in (*played.meetings.values(), *played.threes.values()))
        seats = 3 * self.sizes.count(3) * (len(field.history) + rounds)
        known = unit * (repeats + whole - before) + wishes
        return (known, -unit * unit * (2 * whole + seats)) if known > cost else (cost, 0)

    def shuffled(self, rng: Random) -> Places:
        """Everybody anywhere, but those with a fixed table at it."""
        free = [number for number in range(self.count) if number not in self.fixed]
        shuffle(free, rng)
        return self.fill(free)

    def fill(self, free: Sequence[int]) -> Places:
        """Those without a fixed table, in this order, on the places that are left."""
        waiting = iter(free)
        places: Places = []
        for table, size in enumerate(self.sizes, 1):
            there = [number for number, at in self.fixed.items() if at == table]
            there += [next(waiting) for _ in range(size - len(there))]
            places += there + [self.count + chair for chair in range(self.capacity - size)]
        return places

    def places(self, seating: Seating) -> Places:
        """A seating as the search knows it, table by table as it is."""
        places: Places = []
        for table in seating:
            places += [self.number[player] for player in table]
            places += [self.count + chair for chair in range(self.capacity - len(table))]
        return places

    def seating(self, places: Places) -> Seating:
        """The tables of a Serie; those that have another size than their number asks for take one of their own."""
        tables = [
            tuple(self.players[number] for number in places[at : at + self.capacity] if number < self.count)
            for at in range(0, len(places), self.capacity)
        ]
        by_size = {size: iter([table for table in tables if len(table) == size]) for size in set(self.sizes)}
        return tuple(next(by_size[size]) for size in self.sizes)

    def _fix(self) -> dict[int, int]:
        """Who sits at which table by wish, as far as it has seats; who comes later in the field goes without."""
        taken = [0] * len(self.sizes)
        fixed: dict[int, int] = {}
        for number, player in enumerate(self.players):
            place = self.field.wishes.places.get(player)
            if place and place.table and place.table <= len(self.sizes):
                if taken[place.table - 1] < self.sizes[place.table - 1]:
                    taken[place.table - 1] += 1
                    fixed[number] = place.table
        return fixed

    def _again_by_wish(self, rounds: int) -> int:
        """Repeats that nobody can avoid because two are fixed to one table."""
        met = recount(self.field.history).meetings
        pairs = (pair for pair in combinations(self.fixed, 2) if self.fixed[pair[0]] == self.fixed[pair[1]])
        before = (met.get(frozenset(self.players[number] for number in pair), 0) for pair in pairs)
        return sum(rounds * times + rounds * (rounds - 1) // 2 for times in before)

    def _make_problem(self) -> SearchProblem:
        chairs = self.capacity - min(self.sizes)
        costs = [[0] * (self.count + chairs) for _ in range(self.count + chairs)]
        if self.chairs_move:
            costs[self.count][self.count] = TWO_EMPTY_CHAIRS
        problem = SearchProblem(self.capacity, self.count, self.weights.repeat, costs, self._movable())
        self._book_history(problem)
        self._add_wishes(problem)
        return problem

    def _movable(self) -> list[int]:
        movable: list[int] = []
        for table, size in enumerate(self.sizes):
            kept = sum(at == table + 1 for at in self.fixed.values())
            end = self.capacity if self.chairs_move else size
            movable += range(table * self.capacity + kept, table * self.capacity + end)
        return movable

    def _book_history(self, problem: SearchProblem) -> None:
        costs, unit = problem.costs, problem.unit
        counts = recount(self.field.history)
        for pair, times in counts.meetings.items():
            self._add(problem, pair, times * unit)
        if 3 in self.sizes and self.capacity > 3:
            chair = self.count + self.capacity - 4  # the one that is empty at tables of three only
            for player, times in counts.threes.items():
                if player in self.number:
                    costs[self.number[player]][chair] += times * unit
                    costs[chair][self.number[player]] += times * unit

    def _add_wishes(self, problem: SearchProblem) -> None:
        wishes, weights = self.field.wishes, self.weights
        for pair in forbidden_pairs(wishes):
            self._add(problem, pair, APART)
        clubs = [wishes.clubs.get(player) for player in self.players]
        regions = [wishes.regions.get(player) for player in self.players]
        of_both = [club and region and (club, region) for club, region in zip(clubs, regions, strict=True)]
        keepers = [player in wishes.no_list for player in self.players]
        add_groups(problem, clubs, weights.club)
        add_groups(problem, regions, weights.region)
        add_groups(problem, of_both, -weights.region)  # club mates cost what club mates cost
        add_groups(problem, keepers, weights.no_keeper)

    def _add(self, problem: SearchProblem, pair: Pair, cost: int) -> None:
        if all(player in self.number for player in pair):
            first, second = (self.number[player] for player in pair)
            problem.costs[first][second] += cost
            problem.costs[second][first] += cost


def _played_together(field: DrawField) -> bool:
    """Whether the same players have played all Serien so far."""
    return all({player for table in seating for player in table} == set(field.players) for seating in field.history)


def add_groups(problem: SearchProblem, groups: Sequence[object], cost: int) -> None:
    """Every two players of one group cost this much; `groups` says for every player which, if any."""
    members: dict[object, list[int]] = {}
    for number, group in enumerate(groups):
        if group:
            members.setdefault(group, []).append(number)
    for group in members.values():
        for first in group if cost else ():
            row = problem.costs[first]
            for second in group:
                row[second] += cost
            row[first] -= cost
