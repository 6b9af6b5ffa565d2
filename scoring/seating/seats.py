"""Who sits on which seat of a table, so that everybody changes seats and keeps the list equally often.

Where the next Serien are planned and all tables are alike, the seats are the colours of an edge colouring: players on
one side, tables on the other, an edge for every sitting. Such a colouring always exists and alternating paths find it;
so within as many Serien as a table has seats, nobody sits on one seat twice. Otherwise every table takes the order in
which its players sit on the seats they had least often.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Final

from scoring.seating.draw_model import DrawPlace, Player, Seating, Table, Wishes
from scoring.seating.draw_report import recount
from scoring.seating.search import shuffle

WISH: Final = 10**6
NO_LIST: Final = 10**5


def arrange(seatings: Sequence[Seating], history: Sequence[Seating], wishes: Wishes, rng: Random) -> list[Seating]:
    """Put the players of every table on their seats."""
    alike = {len(table) for seating in seatings for table in seating}
    coloured = len(seatings) > 1 and not history and len(alike) == 1
    if coloured:
        seatings = colour(seatings, rng)
    counts = Counter(recount([*history, *seatings] if coloured else history).seats)
    arranged = []
    for seating in seatings:
        seated = []
        for table in seating:
            if coloured and not _concerned(table, wishes):
                seated.append(table)
                continue
            if coloured:  # the seats of the other Serien count, those to come as well
                counts.subtract(_sittings(table))
            seated.append(best_order(table, counts, wishes, rng))
            counts.update(_sittings(seated[-1]))
        arranged.append(tuple(seated))
    return arranged


def _sittings(table: Table) -> list[tuple[Player, int]]:
    return [(player, seat) for seat, player in enumerate(table, 1)]


def heed(seating: Seating, history: Sequence[Seating], wishes: Wishes, rng: Random) -> Seating:
    """Leave everybody on the seat they have, but where a wish is not met give the table another order."""
    counts = recount(history).seats
    return tuple(
        best_order(table, counts, wishes, rng)
        if any(_cost(player, seat, {}, wishes) >= NO_LIST for seat, player in enumerate(table, 1))
        else table
        for table in seating
    )


def best_order(table: Table, counts: Mapping[tuple[Player, int], int], wishes: Wishes, rng: Random) -> Table:
    """The order in which the players sit on the seats they had least often; equal ones by lot."""
    lot = list(range(len(table)))
    shuffle(lot, rng)
    players = [table[number] for number in lot]
    seats = range(1, len(table) + 1)
    costs = [[_cost(player, seat, counts, wishes) for seat in seats] for player in players]
    numbers = range(len(players))
    order = min(permutations(numbers), key=lambda order: sum([costs[p][s] for s, p in zip(numbers, order)]))  # noqa: B905
    return tuple(players[number] for number in order)


def colour(seatings: Sequence[Seating], rng: Random) -> list[Seating]:
    """Seats for several Serien with equal tables: within so many Serien nobody sits on one seat twice."""
    size = len(seatings[0][0])
    colouring = _Colouring(size)
    for serie, seating in enumerate(seatings):
        for number, table in enumerate(seating):
            for player in table:
                # Of more Serien than seats, each so many are coloured for themselves.
                colouring.add((player, serie // size), (serie, number))
    names = list(range(size))
    shuffle(names, rng)
    return [
        tuple(
            tuple(colouring.partner((serie, number), names[seat])[0] for seat in range(size))
            for number in range(len(seating))
        )
        for serie, seating in enumerate(seatings)
    ]


PlayerNode = tuple[Player, int]
TableNode = tuple[int, int]


class _Colouring:
    """Colours of edges between players and tables, such that no two at one end are the same."""

    def __init__(self, colours: int) -> None:
        self.colours = range(colours)
        self.of_players: dict[PlayerNode, dict[int, TableNode]] = {}
        self.of_tables: dict[TableNode, dict[int, PlayerNode]] = {}

    def partner(self, table: TableNode, colour: int) -> PlayerNode:
        return self.of_tables[table][colour]

    def add(self, player: PlayerNode, table: TableNode) -> None:
        """Colour one more edge: with a colour free at both ends, or by exchanging two colours along a path."""
        here = self.of_players.setdefault(player, {})
        there = self.of_tables.setdefault(table, {})
        free_here = next(colour for colour in self.colours if colour not in here)
        free_there = next(colour for colour in self.colours if colour not in there)
        common = next((c for c in self.colours if c not in here and c not in there), None)
        if common is None:
            self._exchange(table, free_here, free_there)
            common = free_here
        here[common], there[common] = table, player

    def _exchange(self, table: TableNode, out: int, new: int) -> None:
        """Free the colour `out` at a table by giving the path of the two colours that starts there the other one."""
        path: list[tuple[PlayerNode, TableNode, int]] = []
        colour, other = out, new
        while colour in self.of_tables[table]:
            player = self.of_tables[table][colour]
            path.append((player, table, colour))
            if other not in self.of_players[player]:
                break
            table = self.of_players[player][other]
            path.append((player, table, other))
        for player, table, colour in path:
            del self.of_players[player][colour], self.of_tables[table][colour]
        for player, table, colour in path:
            changed = new if colour == out else out
            self.of_players[player][changed], self.of_tables[table][changed] = table, player


def _cost(player: Player, seat: int, counts: Mapping[tuple[Player, int], int], wishes: Wishes) -> int:
    """What one more time on this seat costs; a wish costs more than any evenness."""
    wanted = wishes.places.get(player, DrawPlace()).seat
    cost = 2 * counts.get((player, seat), 0) + 1
    if wanted is not None and wanted != seat:
        cost += WISH
    if seat == 1 and player in wishes.no_list:
        cost += NO_LIST
    return cost


def _concerned(table: Table, wishes: Wishes) -> bool:
    return any(player in wishes.no_list or wishes.places.get(player, DrawPlace()).seat for player in table)
