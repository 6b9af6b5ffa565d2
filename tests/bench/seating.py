"""How well and how fast tables are drawn: the targets of SEATING.md B7, every case with 200 seeds.

For each case the share of seeds that hold the target is printed, and where the target allows an exception, the share
of those without one. The times are medians of several draws, each without a plan or history to go on with, unless the
name says otherwise; the yardstick says how fast the machine is just now.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from random import Random
from statistics import median
from typing import Final

from scoring.bench import yardstick
from scoring.seating import DrawField, Mode, Seating, draw, repair
from tests.engine.seating_cases import CASES, numbers, some_clubs

SEEDS: Final = 200
RUNS: Final = 7


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    yield f"yardstick {1_000_000 / _seconds(lambda _seed: yardstick()):.0f} loops/s -"
    for name, target, work in _timed():
        yield f"{name} {_seconds(work):.3f} s {target}"
    with ProcessPoolExecutor() as processes:
        for number, case in enumerate(CASES):
            found = list(processes.map(_judge, [(number, seed) for seed in range(SEEDS)], chunksize=10))
            held, best = (100 * sum(column) / SEEDS for column in zip(*found, strict=True))
            yield f"{case.name} {held:.1f} % 100"
            if case.rate:
                yield f"{case.name}_best {best:.1f} % >={100 * case.rate:.0f}"


def _judge(task: tuple[int, int]) -> tuple[bool, bool]:
    number, seed = task
    counted = CASES[number].run(seed)
    return CASES[number].holds(counted), CASES[number].best(counted)


def _timed() -> Iterator[tuple[str, str, Callable[[int], object]]]:
    """Draws of the next Serie of a large field, of all Serien of a small one."""
    for players, target in ((250, "<=0.1"), (1000, "<=0.5"), (3092, "-")):
        plain = DrawField(numbers(players), rounds=5)
        yield f"draw_{players}", target, lambda seed, field=plain: draw(field, seed)
        wishes = replace(plain.wishes, clubs=some_clubs(players, Random(players)))
        clubs = replace(plain, wishes=wishes)
        yield f"draw_clubs_{players}", target, lambda seed, field=clubs: draw(field, seed)
        played = replace(clubs, rounds=1, history=_played(players), standing=numbers(players))
        yield f"draw_clubs_after_four_{players}", target, lambda seed, field=played: draw(field, seed)
        near = replace(played, mode=Mode.NEARBY)
        yield f"draw_nearby_after_four_{players}", "-", lambda seed, field=near: draw(field, seed)
        fewer = replace(played, players=numbers(players + 9)[17:])
        yield f"repair_{players}", target, lambda seed, field=fewer: repair(field, field.history[0], seed)
    for players in (12, 14, 17, 21, 25, 28, 32):
        field = DrawField(numbers(players), rounds=6)
        yield f"ahead_{players}x6", "<=1.5", lambda seed, field=field: draw(field, seed)
        wishes = replace(field.wishes, clubs=some_clubs(players, Random(players)))
        clubs = replace(field, wishes=wishes)
        yield f"ahead_clubs_{players}x6", "<=1.5", lambda seed, field=clubs: draw(field, seed)


def _played(players: int) -> tuple[Seating, ...]:
    """Four Serien by lot alone."""
    return tuple(draw(DrawField(numbers(players), mode=Mode.LOT), seed).seating for seed in range(4))


def _seconds(work: Callable[[int], object]) -> float:
    took = []
    for seed in range(RUNS):
        start = time.perf_counter()
        work(seed)
        took.append(time.perf_counter() - start)
    return median(took)
