"""Late-comers and drop-outs: mending a drawn Serie with as few moves as possible.

Everybody keeps table and seat but for these: the last tables are given up where there are too many, a table that is
larger than it should be loses somebody, and who waits gets one of the empty chairs, the one that costs least. Tables
of three are filled up, or turn up, wherever that moves the fewest; so they need not be the last ones.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from scoring.seating.draw_model import Draw, DrawField, DrawPlace, Player, Seating, Seed
from scoring.seating.draw_report import report
from scoring.seating.problem import Board
from scoring.seating.search import anneal, shuffle
from scoring.seating.seats import heed

SEARCH: Final = (6_000, (8.0, 1.6))

Chairs = list[Player | None]
"""The seats of one table; None is an empty chair."""


def repair(field: DrawField, seating: Seating, seed: Seed) -> Draw:
    """Seat the players of the field. Most of them have a seat in `seating`; those missing from the field have left.

    Table sizes are those of `field.sizes`, in the order that moves the fewest players; without sizes they are fours and
    threes. Raises ValueError for a
    number of players that cannot be split.
    """
    rng = Random(seed)
    present = set(field.players)
    tables: list[Chairs] = [[player if player in present else None for player in table] for table in seating]
    sizes = _fit_sizes(tables[: len(field.table_sizes)], field.table_sizes)
    tables = tables[: len(sizes)] + [[] for _ in sizes[len(tables) :]]
    field = replace(field, sizes=sizes, plan=())
    board = Board(field)
    for table, size in zip(tables, sizes, strict=True):
        _resize(table, size, board, rng)
    seated = {player for table in tables for player in table if player is not None}
    waiting = _seat_fixed(tables, [player for player in field.players if player not in seated], field)
    order = list(range(len(waiting)))
    shuffle(order, rng)
    drawn = iter([waiting[number] for number in order])
    filled = tuple(tuple(next(drawn) if player is None else player for player in table) for table in tables)
    board.problem.movable = [
        number * board.capacity + chair
        for number, table in enumerate(tables)
        for chair, player in enumerate(table)
        if player is None
    ]
    found = anneal(board.problem, [board.places(filled)], rng, *SEARCH, board.floor(1))
    mended = heed(board.seating(found.series[0]), field.history, field.wishes, rng)
    reported = report(field, [mended])
    return Draw(mended, (), reported, reported, seed, "mended", found.iterations)


def _fit_sizes(tables: Sequence[Chairs], sizes: Sequence[int]) -> tuple[int, ...]:
    """Which table should have which size: the fullest the largest, so that the fewest have to get up."""
    there = [sum(player is not None for player in table) for table in tables]
    there += [0] * (len(sizes) - len(there))
    fullest = sorted(range(len(sizes)), key=lambda number: -there[number])
    wanted = dict(zip(fullest, sorted(sizes, reverse=True), strict=True))
    return tuple(wanted[number] for number in range(len(sizes)))


def _resize(table: Chairs, size: int, board: Board, rng: Random) -> None:
    """Give a table so many chairs: empty ones go first, then who costs most there and is not fixed to it."""
    while len(table) > size and None in table:
        table.reverse()
        table.remove(None)
        table.reverse()
    while len(table) > size:
        lot = list(range(len(table)))
        shuffle(lot, rng)
        table.pop(max(lot, key=lambda chair: _burden(table, chair, board)))
    table += [None] * (size - len(table))


def _burden(table: Chairs, chair: int, board: Board) -> int:
    """The cost of a player at this table; a player who is fixed to it is never moved."""
    numbers = [board.number[player] for player in table if player is not None]
    own = numbers[chair]
    return -1 if own in board.fixed else sum(board.problem.costs[own][other] for other in numbers)


def _seat_fixed(tables: list[Chairs], waiting: list[Player], field: DrawField) -> list[Player]:
    """Seat those who wait for a certain table, on an empty chair, or in place of somebody who is not fixed there."""
    places = field.wishes.places
    left: list[Player] = []
    for player in waiting:
        number = places.get(player, DrawPlace()).table
        chairs = tables[number - 1] if number and 1 <= number <= len(tables) else []
        free = [chair for chair, other in enumerate(chairs) if other is None]
        free += [
            chair
            for chair, other in enumerate(chairs)
            if other is not None and places.get(other, DrawPlace()).table != number
        ]
        if free:
            other, chairs[free[0]] = chairs[free[0]], player
            left += [] if other is None else [other]
        else:
            left.append(player)
    return left
