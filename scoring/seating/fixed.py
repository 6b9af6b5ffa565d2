"""Fixed tables in a seating that was planned without them.

A plan for all Serien is worth keeping when somebody needs a table near the door: mostly it is enough to give the table
where he sits that number. Where it has another size, or the number is somebody else's already, he changes with one of
those who sit there; what that costs the search mends, which leaves him alone.
"""

from scoring.seating.draw_model import Player, Seating
from scoring.seating.problem import Board
from scoring.seating.search import Places


def keep_fixed(board: Board, seating: Seating) -> Seating:
    """The seating with everybody who is fixed to a table at it, and as few others moved as possible.

    >>> from scoring.seating.draw_model import DrawField, DrawPlace, Wishes
    >>> wishes = Wishes(places={7: DrawPlace(table=1), 8: DrawPlace(table=2)})
    >>> board = Board(DrawField(tuple(range(1, 9)), wishes=wishes))
    >>> keep_fixed(board, ((1, 2, 3, 4), (5, 6, 7, 8)))
    ((5, 6, 7, 1), (8, 2, 3, 4))
    """
    tables: list[list[Player]] = [list(table) for table in seating]
    settled: set[int] = set()
    for number, wanted in board.fixed.items():
        player, there = board.players[number], wanted - 1
        here = next(at for at, table in enumerate(tables) if player in table)
        if here == there:
            settled.add(there)
        elif len(tables[here]) == len(tables[there]) and settled.isdisjoint((here, there)):
            tables[here], tables[there] = tables[there], tables[here]
            settled.add(there)
        else:
            seat = next(
                seat for seat, other in enumerate(tables[there]) if board.fixed.get(board.number[other]) != wanted
            )
            own = tables[here].index(player)
            tables[here][own], tables[there][seat] = tables[there][seat], player
            settled.add(there)
    return tuple(map(tuple, tables))


def frozen(board: Board, seating: Seating) -> Places:
    """The seating as the search knows it: who is fixed to a table has the first places of it, which stay."""
    return board.places(
        tuple(
            tuple(sorted(table, key=lambda player: board.fixed.get(board.number[player]) != at))
            for at, table in enumerate(seating, 1)
        )
    )
