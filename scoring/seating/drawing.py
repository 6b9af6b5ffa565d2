"""Drawing the next Serie, in one of five ways, and several draws to choose from.

By lot without repeats, three things are tried in turn until nothing better is possible: to go on with what was planned
before; to plan all Serien by rule; to search, in small fields for all Serien to come at once, otherwise for the next.

Decisions (**D**), where the specification is silent:

* **D** The lot alone (`Mode.LOT`) still keeps team mates and named pairs apart.
* **D** A second seat at a table of three weighs as much as a repeat, also where club mates weigh more than both.
* **D** Who is fixed to a table is seated there first, and so is not moved by any search; a plan for all Serien is kept
  by giving his tables that number (`fixed`). Under the standing the whole table takes the number whatever its size, so
  that everybody keeps the opponents of the standing.
* **D** Two who keep no list are kept apart as the last of all wishes, so that every table has somebody who does.
* **D** Where two wish the same seat, or more wish a table than it has seats, who comes first in the field has it.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from scoring.seating.by_standing import blocks, move_by_few, number_tables
from scoring.seating.draw_model import Draw, DrawField, Mode, Seating, Seed
from scoring.seating.draw_report import report
from scoring.seating.fixed import frozen, keep_fixed
from scoring.seating.plans import plan_ahead
from scoring.seating.problem import APART, Board
from scoring.seating.search import SearchResult, anneal
from scoring.seating.seats import arrange, heed

SMALL: Final = 8
"""So many tables: all Serien are searched at once."""
JOINT: Final = (80_000, 60_000)
"""Exchanges tried when all Serien are searched at once: so many, and so many more for every Serie."""
JOINT_HEAT: Final = (7.0, 3.0)
POLISH: Final = (150_000, (2.0, 1.0))
SINGLE: Final = (150_000, (8.0, 1.6))
RESTARTS: Final = 2


def draw(field: DrawField, seed: Seed) -> Draw:
    """Draw the next Serie; the same field and seed give the same seating on every machine.

    Raises ValueError for a field that makes no sense: players twice, tables that do not fit them, a standing that
    does not name everybody.
    """
    check(field)
    rng = Random(seed)
    if field.mode == Mode.BEFORE:
        rotated = tuple((*table[-1:], *table[:-1]) for table in field.history[-1])
        return _finish(field, [heed(rotated, field.history, field.wishes, rng)], seed, "before", 0)
    board = Board(field)
    if field.mode in (Mode.STANDING, Mode.NEARBY):
        return _draw_by_standing(board, rng, seed)
    if field.mode == Mode.LOT:
        method, found = "lot", anneal(board.problem, [board.shuffled(rng)], rng, *SINGLE, board.floor(1))
    else:
        method, found = _search(board, rng)
    if method == "plan":
        kept = [keep_fixed(board, seating) for seating in field.plan[: field.rounds]]
        seatings = [heed(seating, field.history, field.wishes, rng) for seating in kept]
    else:
        seatings = arrange([board.seating(places) for places in found.series], field.history, field.wishes, rng)
    return _finish(field, seatings, seed, method, found.iterations)


def alternatives(field: DrawField, seed: Seed, number: int = 3) -> tuple[Draw, ...]:
    """Several draws to compare; each has a seed of its own, from which it alone is drawn again."""
    return tuple(draw(field, f"{seed}/{count}") for count in range(1, number + 1))


def check(field: DrawField) -> None:
    """Raise ValueError for a field that cannot be drawn."""
    players = set(field.players)
    if len(players) < len(field.players):
        raise ValueError("a player is named twice")
    if sum(field.table_sizes) != len(players) or min(field.table_sizes) < 2:
        raise ValueError(f"tables of {field.table_sizes} do not seat {len(players)} players")
    if field.mode in (Mode.STANDING, Mode.NEARBY) and sorted(map(str, field.standing)) != sorted(map(str, players)):
        raise ValueError("the standing must name every player once")
    if field.mode == Mode.BEFORE and {player for table in (field.history or ((),))[-1] for player in table} != players:
        raise ValueError("the Serie before had other players; please repair it first")
    if field.rounds < 1:
        raise ValueError("there is no Serie to draw")


def _search(board: Board, rng: Random) -> tuple[str, SearchResult]:
    """The best of what plans, rules and search give, and which of them it is."""
    rounds, small = board.field.rounds, len(board.sizes) <= SMALL
    floor = board.floor(rounds)
    method, best = "plan", _continue_plan(board)
    if best is None and board.capacity == 4 and min(board.sizes) >= 3 and not board.field.history:
        method, best = "rule", _plan_by_rule(board, rng)
    if best and best.rank > floor:
        polished = anneal(board.problem, best.series, rng, *POLISH, floor)
        if polished.rank < best.rank:
            method, best = "search", polished
    # A plan was searched for when it was made; only a new hard wish is worth another search.
    enough = floor if method != "plan" else (floor[0] + APART - 1, 0)
    if best is None and not small:
        method, best = "search", anneal(board.problem, [board.shuffled(rng)], rng, *SINGLE, board.floor(1))
    for _ in range(RESTARTS if small else 0):
        if best and best.rank <= enough:
            break
        start = [board.shuffled(rng) for _ in range(rounds)]
        other = anneal(board.problem, start, rng, JOINT[0] + JOINT[1] * rounds, JOINT_HEAT, floor)
        if best is None or other.rank < best.rank:
            method, best = "search", other
    assert best is not None
    return method, best


def _continue_plan(board: Board) -> SearchResult | None:
    """The plan of an earlier draw with its costs, if it reaches to the end and still seats these players."""
    field = board.field
    seatings = field.plan[: field.rounds]
    for seating in seatings:
        seated = [player for table in seating for player in table]
        if len(seated) != board.count or set(seated) != set(field.players):
            return None
        if tuple(len(table) for table in seating) != board.sizes:
            return None
    if len(seatings) < field.rounds:
        return None
    return board.problem.evaluate([frozen(board, keep_fixed(board, seating)) for seating in seatings])


def _plan_by_rule(board: Board, rng: Random) -> SearchResult | None:
    """A plan by rule for all Serien, with everybody who is fixed to a table at it."""
    planned = plan_ahead(board, board.field.rounds, rng)
    if planned is None or not board.fixed:
        return planned
    kept = [frozen(board, keep_fixed(board, board.seating(places))) for places in planned.series]
    return replace(board.problem.evaluate(kept), iterations=planned.iterations)


def _draw_by_standing(board: Board, rng: Random, seed: Seed) -> Draw:
    strict = board.field.mode == Mode.STANDING
    found = board.problem.evaluate([blocks(board)]) if strict else move_by_few(board, rng)
    seating, ranks = number_tables(board, board.seating(found.series[0]))
    field = board.field
    seated = arrange([seating], field.history, field.wishes, rng)
    return _finish(field, seated, seed, "standing", found.iterations, ranks)


def _finish(
    field: DrawField, seatings: Sequence[Seating], seed: Seed, method: str, iterations: int, ranks: Sequence[int] = ()
) -> Draw:
    return Draw(
        seating=seatings[0],
        plan=tuple(seatings[1:]),
        report=report(field, seatings[:1], ranks),
        outlook=report(field, seatings, ranks),
        seed=seed,
        method=method,
        iterations=iterations,
    )
