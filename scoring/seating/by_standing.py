"""Seating by the standing: blocks of the best, the next, the next; strictly, or moved by a few tables.

Moving somebody costs 4 for the square of the tables moved, meeting somebody again 100, a club mate 50; so nobody is
moved without a reason, and two are moved by one table rather than one by two.
"""

from math import log
from random import Random
from typing import Final

from scoring.seating.draw_model import Seating
from scoring.seating.problem import Board
from scoring.seating.search import Places, SearchResult

MOVED: Final = 4
HEAT: Final = (60.0, 8.0)
EFFORT: Final = 10_000
"""Exchanges tried for everybody who costs something under the strict standing."""
BUDGET: Final = 250_000
TRIES: Final = 12


def blocks(board: Board) -> Places:
    """Everybody at the table of the standing."""
    seats = iter(board.field.standing)
    return board.places(tuple(tuple(next(seats) for _ in range(size)) for size in board.sizes))


def move_by_few(board: Board, rng: Random) -> SearchResult:
    """Exchange players of tables near each other while that costs less; nobody goes farther than the field allows."""
    places = blocks(board)
    capacity, costs, leeway = board.capacity, board.problem.costs, board.field.leeway
    home = {number: place // capacity for place, number in enumerate(places)}
    tables = [range(at, at + capacity) for at in range(0, len(places), capacity)]
    best_places = places[:]
    cost = best = board.problem.evaluate([places]).cost
    hot = _hot(board, places, home)
    budget = min(BUDGET, EFFORT * len(hot))
    temperature, end = HEAT
    cooling = (end / temperature) ** (1 / max(1, budget))
    random = rng.random
    done = 0
    while best and done < budget:
        for place in hot:
            here = place // capacity
            first = max(0, here - leeway) * capacity
            reach = min(len(tables), here + leeway + 1) * capacity - first
            for _ in range(TRIES):
                partner = first + int(random() * reach)
                there = partner // capacity
                p, q = places[place], places[partner]
                p_before, p_after, q_before, q_after = home[p] - here, home[p] - there, home[q] - there, home[q] - here
                if here == there or q >= board.count or abs(p_after) > leeway or abs(q_after) > leeway:
                    continue
                change = MOVED * (p_after**2 + q_after**2 - p_before**2 - q_before**2)
                of_p, of_q = costs[p], costs[q]
                for at in tables[here]:
                    if at != place:
                        change += of_q[places[at]] - of_p[places[at]]
                for at in tables[there]:
                    if at != partner:
                        change += of_p[places[at]] - of_q[places[at]]
                if change > 0 and change > -temperature * log(1 - random()):
                    continue
                places[place], places[partner] = q, p
                cost += change
                if cost < best:
                    best, best_places = cost, places[:]
        done += TRIES * len(hot)
        temperature *= cooling ** (TRIES * len(hot))
        hot = _hot(board, places, home)
    return SearchResult([best_places], best, 0, done)


def _hot(board: Board, places: Places, home: dict[int, int]) -> list[int]:
    """The places whose player costs something, or has been moved."""
    capacity, costs = board.capacity, board.problem.costs
    hot = []
    for start in range(0, len(places), capacity):
        table = places[start : start + capacity]
        for place, number in enumerate(table, start):
            row = costs[number]
            if number < board.count and (home[number] != start // capacity or any(row[mate] for mate in table)):
                hot.append(place)
    return hot


def number_tables(board: Board, seating: Seating) -> tuple[Seating, list[int]]:
    """Give the tables of those with a fixed table the numbers they need; also returns every table's place by standing.

    A table that loses its number takes the one that is given up. Who comes later in the field goes without, where two
    need different numbers for one table or one number for two tables.
    """
    ranks = list(range(1, len(seating) + 1))
    tables = list(seating)
    settled: set[int] = set()
    for player in board.players:
        place = board.field.wishes.places.get(player)
        if not place or not place.table or place.table > len(tables):
            continue
        wanted = place.table - 1
        now = next(number for number, table in enumerate(tables) if player in table)
        if settled.isdisjoint((now, wanted)):
            tables[now], tables[wanted] = tables[wanted], tables[now]
            ranks[now], ranks[wanted] = ranks[wanted], ranks[now]
            settled.add(wanted)
    return tuple(tables), ranks
