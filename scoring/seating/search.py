"""Exchanging players until nobody can be seated better: simulated annealing over one Serie or several at once.

A problem numbers the players from 0; the numbers from `empty` on stand for empty chairs: a table of three among tables
of four is a table of four with an empty chair. `costs[p][q]` is what one more meeting of two players costs, and
`costs[p][empty]` what one more seat at a short table costs. A meeting that is booked raises the costs of the next one
by `unit`, whether it was played or is planned; so the sum over all bookings is

    static wishes + unit * (pairs: C(meetings, 2)) + unit * (players: C(short seats, 2)).

Chances are taken from the given generator by `random()` alone, whose values Python guarantees to stay the same, and
the effort is counted in exchanges, not in seconds: the same seed gives the same seating on every machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from random import Random
from typing import Final

TRIES: Final = 4
"""Partners tried for one place before the tables that cost something are looked up again."""
NOISE: Final = 4096

Places = list[int]
"""Who sits where in one Serie: table after table, each with as many places as the largest has."""


@dataclass(slots=True)
class SearchProblem:
    """What the search needs to know: who costs what with whom, and which places of a Serie may be exchanged."""

    capacity: int
    empty: int
    unit: int
    costs: list[list[int]]
    movable: list[int]

    def book(self, places: Sequence[int]) -> int:
        """Enter all meetings of these tables; returns what they cost."""
        return self._enter(places, self.unit)

    def release(self, places: Sequence[int]) -> None:
        """Take the meetings of these tables out again."""
        self._enter(places, -self.unit)

    def evaluate(self, series: Sequence[Places]) -> "SearchResult":
        """What a seating costs, without searching."""
        together = [player for places in series for player in places]
        cost = self.book(together)
        short = self.short()
        self.release(together)
        return SearchResult(list(series), cost, short, 0)

    def short(self) -> int:
        """How uneven the seats at short tables are: the sum of squares of their costs."""
        return sum([cost * cost for row in self.costs[self.empty :] for cost in row[: self.empty]])

    def _enter(self, places: Sequence[int], amount: int) -> int:
        costs, empty, capacity = self.costs, self.empty, self.capacity
        total = 0
        for start in range(0, len(places), capacity):
            table = places[start : start + capacity]
            for index, first in enumerate(table):
                for second in table[index + 1 :]:
                    if first < empty or second < empty:
                        total += costs[first][second]
                        costs[first][second] += amount
                        costs[second][first] += amount
        return total


@dataclass(slots=True)
class SearchResult:
    """The best seating found, its costs, how uneven short tables are, and how many exchanges were tried."""

    series: list[Places]
    cost: int
    short: int
    iterations: int

    @property
    def rank(self) -> tuple[int, int]:
        """Smaller is better: of equal costs those with fewer repeats, and more seats at short tables, come first."""
        return self.cost, -self.short


def shuffle(items: list[int], rng: Random) -> None:
    """Shuffle in place, with `random()` alone."""
    random = rng.random
    for last in range(len(items) - 1, 0, -1):
        other = int(random() * (last + 1))
        items[last], items[other] = items[other], items[last]


def anneal(
    problem: SearchProblem,
    series: Sequence[Places],
    rng: Random,
    budget: int,
    heat: tuple[float, float],
    floor: tuple[int, int] = (0, 0),
) -> SearchResult:
    """Exchange players within each Serie, nine times in ten at tables that cost something.

    The meetings of `series` must not be booked; none are booked afterwards. `heat` is where the temperature starts
    and ends; the search stops at the rank `floor`, below which no seating can be.
    """
    capacity, empty, unit, costs = problem.capacity, problem.empty, problem.unit, problem.costs
    length = len(series[0])
    seats = [player for places in series for player in places]
    cost = best = problem.book(seats)
    short = best_short = problem.short()
    best_seats = seats[:]
    several = len(series) > 1
    gaps = [sum(player >= empty for player in seats[at : at + capacity]) for at in range(0, len(seats), capacity)]
    mates = _mates(len(seats), capacity)
    movable = problem.movable
    everywhere = [number * length + place for number in range(len(series)) for place in movable]
    random, free = rng.random, len(movable)
    noise = [-log(1 - random()) for _ in range(NOISE)]
    constant = 2 * (capacity - 1) * unit
    temperature, end = heat
    cooling = (end / temperature) ** (1 / budget)
    done = 0
    while (best, -best_short) > floor and done < budget and movable:
        hot = _hot(problem, seats, mates, everywhere)
        hot += [everywhere[int(random() * len(everywhere))] for _ in range(1 + len(hot) // 9)]
        before = done
        done += TRIES * len(hot)
        for place in hot:
            start, here, beside = place - place % length, place // capacity, mates[place]
            for _ in range(TRIES):
                partner = start + movable[int(random() * free)]
                there = partner // capacity
                p, q = seats[place], seats[partner]
                if here == there or p == q:
                    continue
                of_p, of_q = costs[p], costs[q]
                if capacity == 4:
                    a, b, c = beside
                    d, e, f = mates[partner]
                    a, b, c, d, e, f = seats[a], seats[b], seats[c], seats[d], seats[e], seats[f]
                    change = (
                        constant
                        + of_q[a] + of_q[b] + of_q[c] - of_p[a] - of_p[b] - of_p[c]
                        + of_p[d] + of_p[e] + of_p[f] - of_q[d] - of_q[e] - of_q[f]
                    )  # fmt: skip
                else:
                    change = constant
                    for mate in beside:
                        change += of_q[seats[mate]] - of_p[seats[mate]]
                    for mate in mates[partner]:
                        change += of_p[seats[mate]] - of_q[seats[mate]]
                if gaps[here] and gaps[there]:  # who goes from a short table to a short one counts it once
                    change -= 2 * unit * min(gaps[here], gaps[there])
                if change > 0 and change > temperature * noise[int(random() * NOISE)]:
                    continue
                for mate in beside:
                    x = seats[mate]
                    of_p[x] -= unit
                    costs[x][p] -= unit
                    of_q[x] += unit
                    costs[x][q] += unit
                for mate in mates[partner]:
                    x = seats[mate]
                    of_q[x] -= unit
                    costs[x][q] -= unit
                    of_p[x] += unit
                    costs[x][p] += unit
                seats[place], seats[partner] = q, p
                gaps[here] += (q >= empty) - (p >= empty)
                gaps[there] += (p >= empty) - (q >= empty)
                cost += change
                if several and gaps[here] != gaps[there]:
                    short = problem.short()
                if cost < best or (cost == best and short > best_short):
                    best, best_short, best_seats = cost, short, seats[:]
        temperature *= cooling ** (done - before)
    problem.release(seats)
    return SearchResult([best_seats[at : at + length] for at in range(0, len(seats), length)], best, best_short, done)


def _mates(places: int, capacity: int) -> list[tuple[int, ...]]:
    """The other places at the table of every place."""
    return [
        tuple(other for other in range(place - place % capacity, place - place % capacity + capacity) if other != place)
        for place in range(places)
    ]


def _hot(
    problem: SearchProblem, seats: Sequence[int], mates: Sequence[tuple[int, ...]], places: Sequence[int]
) -> list[int]:
    """The places whose player costs something at the table."""
    costs = problem.costs
    quiet = (problem.capacity - 1) * problem.unit
    if problem.capacity != 4:
        return [place for place in places if sum([costs[seats[place]][seats[mate]] for mate in mates[place]]) > quiet]
    hot = []
    for place in places:
        one, two, three = mates[place]
        row = costs[seats[place]]
        if row[seats[one]] + row[seats[two]] + row[seats[three]] > quiet:
            hot.append(place)
    return hot
