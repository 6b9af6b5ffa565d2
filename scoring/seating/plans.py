"""Seatings for several Serien made by rule, so that nobody meets anybody twice.

**Shifts.** Of 4T players each of four columns has T. In every Serie a column is shifted by an offset of its own, and
those who stand side by side share a table. Two players of different columns meet where the difference of their
offsets is one certain number; so nobody meets twice if for every two columns these differences are all different.
Such offsets are found in a moment for all Serien that matter (`find_offsets`). Who shares a column never meets, which
makes a column the place for a club or a team.

**Tables of three** are tables of four that miss somebody: players who never meet each other are left out, chosen so
that nobody sits with them more often than necessary.

Who is which player of the plan is the lot, as far as clubs and teams leave it to the lot.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Final

from scoring.seating.best_known import kept_plan
from scoring.seating.problem import Board
from scoring.seating.search import Places, SearchResult, shuffle

OFFSET_TRIALS: Final = 20_000
MOST_CHAIRS: Final = 3
CHAIR_TRIALS: Final = 60
RENAMING_TRIALS: Final = 20_000
TRIES: Final = 20

Offsets = tuple[int, int, int]


def plan_ahead(board: Board, rounds: int, rng: Random) -> SearchResult | None:
    """A plan for so many Serien of a field that has not played yet, with its costs; None where no rule gives one."""
    if 4 * len(board.sizes) - board.count > MOST_CHAIRS:
        return None
    plan = _make_plan(board, rounds, rng)
    if plan is None:
        return None
    series, columns = plan
    names = _assign(columns, _groups(board), rng)
    trials = _rename(board, series, names, rng)
    named = []
    for places in series:
        tables = [[names[label] for label in places[at : at + 4]] for at in range(0, len(places), 4)]
        order = list(range(len(tables)))
        shuffle(order, rng)
        named.append([number for table in order for number in tables[table]])
    return replace(board.problem.evaluate(named), iterations=trials)


def find_offsets(tables: int, rounds: int) -> list[Offsets] | None:
    """How far the second, third and fourth column are shifted in every Serie against the first.

    >>> find_offsets(7, 4)
    [(0, 0, 0), (1, 2, 3), (2, 1, 5), (3, 5, 1)]
    """
    chosen: list[Offsets] = [(0, 0, 0)]
    taken: list[set[int]] = [{0} for _ in range(6)]
    trials = OFFSET_TRIALS

    def extend() -> bool:
        nonlocal trials
        second = len(chosen)
        if second == rounds:
            return True
        for third in range(1, tables):
            for fourth in range(1, tables):
                trials -= 1
                if trials < 0:
                    return False
                differences = (second, third, fourth, third - second, fourth - second, fourth - third)
                values = [difference % tables for difference in differences]
                if any(value in known for value, known in zip(values, taken, strict=True)):
                    continue
                for value, known in zip(values, taken, strict=True):
                    known.add(value)
                chosen.append((second, third, fourth))
                if extend():
                    return True
                chosen.pop()
                for value, known in zip(values, taken, strict=True):
                    known.remove(value)
        return False

    return chosen if extend() else None


def _make_plan(board: Board, rounds: int, rng: Random) -> tuple[list[Places], list[list[int]]] | None:
    """The Serien of a plan and its columns; players are counted from 0, empty chairs are the number after the last."""
    tables = len(board.sizes)
    kept = kept_plan(board.count, rounds)
    if kept:
        return kept, [list(range(board.count))]
    chairs = 4 * tables - board.count
    kept = kept_plan(4 * tables, rounds)
    if kept:
        return _leave_out(kept, [list(range(4 * tables))], chairs, rng)
    offsets = find_offsets(tables, rounds)
    if offsets is None:
        return None
    columns = [list(range(column * tables, (column + 1) * tables)) for column in range(4)]
    series = [
        [
            labels[(table + shift) % tables]
            for table in range(tables)
            for labels, shift in zip(columns, (0, *shifts), strict=True)
        ]
        for shifts in offsets
    ]
    return _leave_out(series, columns, chairs, rng)


def _leave_out(
    series: list[Places], columns: list[list[int]], chairs: int, rng: Random
) -> tuple[list[Places], list[list[int]]] | None:
    """Turn so many players of a plan, who never meet, into empty chairs."""
    total = sum(map(len, columns))
    met: list[set[int]] = [set() for _ in range(total)]
    for places in series:
        for at in range(0, total, 4):
            for label in places[at : at + 4]:
                met[label].update(places[at : at + 4])
    left_out = _choose_chairs(met, chairs, rng)
    if left_out is None:
        return None
    kept = [label for label in range(total) if label not in left_out]
    number = {label: new for new, label in enumerate(kept)}
    empty = len(kept)
    return (
        [[number.get(label, empty) for label in places] for places in series],
        [[number[label] for label in column if label in number] for column in columns],
    )


def _choose_chairs(met: Sequence[set[int]], chairs: int, rng: Random) -> tuple[int, ...] | None:
    """Players who never meet each other and whom the others meet as evenly as possible."""
    if not chairs:
        return ()
    best: tuple[int, ...] | None = None
    least = len(met) ** 2
    firsts = list(range(len(met)))
    shuffle(firsts, rng)
    for first in firsts[: 6 if chairs > 1 else 1]:
        others = [other for other in range(len(met)) if other not in met[first]]
        shuffle(others, rng)
        for more in combinations(others[:CHAIR_TRIALS], chairs - 1):
            if any(two in met[one] for one, two in combinations(more, 2)):
                continue
            twice = sum(len(met[one] & met[two]) for one, two in combinations((first, *more), 2))
            if twice < least:
                best, least = (first, *more), twice
    return best


def _groups(board: Board) -> list[list[int]]:
    """Clubs, and teams of those without a club, the largest first."""
    wishes = board.field.wishes
    team_of = {player: f"team {number}" for number, team in enumerate(wishes.teams) for player in team}
    groups: dict[tuple[str, str], list[int]] = {}
    for number, player in enumerate(board.players):
        club, team = wishes.clubs.get(player, ""), team_of.get(player, "")
        if (club and board.weights.club) or team:
            groups.setdefault(("club", club) if club and board.weights.club else ("team", team), []).append(number)
    return sorted(groups.values(), key=len, reverse=True)


def _assign(columns: list[list[int]], groups: list[list[int]], rng: Random) -> list[int]:
    """Give every label of the plan a player: a group into one column where one has room, the rest by lot."""
    for labels in columns:
        shuffle(labels, rng)
    rooms = [labels[:] for labels in columns]
    count = sum(map(len, rooms))
    names = list(range(count + 1))  # the empty chair keeps its number
    single = set(range(count)).difference(*groups)
    for group in groups:
        waiting = group[:]
        shuffle(waiting, rng)
        while waiting:
            fitting = [room for room in rooms if len(room) >= len(waiting)]
            room = min(fitting, key=len) if fitting else max(rooms, key=len)
            while room and waiting:
                names[room.pop()] = waiting.pop()
    rest = sorted(single)
    shuffle(rest, rng)
    for room in rooms:
        while room:
            names[room.pop()] = rest.pop()
    return names


def _rename(board: Board, series: Sequence[Places], names: list[int], rng: Random) -> int:
    """Let players exchange their parts in the whole plan while that brings fewer unwanted pairs together."""
    costs, empty = board.problem.costs, board.count
    mates: list[list[int]] = [[] for _ in range(empty)]
    for places in series:
        for at in range(0, len(places), 4):
            table = [label for label in places[at : at + 4] if label != empty]
            for label in table:
                mates[label] += [mate for mate in table if mate != label]
    trials = 0
    while trials < RENAMING_TRIALS:
        hot = [label for label in range(empty) if any(costs[names[label]][names[mate]] for mate in mates[label])]
        if not hot:
            break
        trials += TRIES * len(hot)
        for label in hot:
            for _ in range(TRIES):
                other = int(rng.random() * empty)
                row, row_other = costs[names[label]], costs[names[other]]
                change = 0
                for mate in mates[label]:
                    if mate != other:
                        change += row_other[names[mate]] - row[names[mate]]
                for mate in mates[other]:
                    if mate != label:
                        change += row[names[mate]] - row_other[names[mate]]
                if change <= 0:
                    names[label], names[other] = names[other], names[label]
    return trials
