"""How results are distributed: counted in classes of equal width, which begin at round numbers.

>>> found = distribute(Counter([350, 410, 480, 610, 410]))
>>> [(each.low, each.high, each.lists) for each in found.classes]
[(340, 359, 1), (360, 379, 0), (380, 399, 0), (400, 419, 2), (420, 439, 0), (440, 459, 0), (460, 479, 0),
 (480, 499, 1), (500, 519, 0), (520, 539, 0), (540, 559, 0), (560, 579, 0), (580, 599, 0), (600, 619, 1)]
>>> found.number, found.mean, found.median
(5, Fraction(452, 1), Fraction(410, 1))
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, count
from typing import NamedTuple

MOST_CLASSES = 20
ROUND = (1, 2, 5)
"""Widths of classes in points, and ten times, a hundred times … as many: the narrowest with few enough classes."""


class Class(NamedTuple):
    """How many results lie between two numbers, both included."""

    low: int
    high: int
    lists: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """Results in classes, the lowest first; no classes without results."""

    classes: tuple[Class, ...]
    number: int
    mean: Fraction
    """0 without results, as the median."""
    median: Fraction


NO_RESULTS = Distribution((), 0, Fraction(0), Fraction(0))


def distribute(results: Counter[int]) -> Distribution:
    """Put results, given with how often each occurs, into classes."""
    if not results:
        return NO_RESULTS
    low, high = min(results), max(results)
    widths = (each * 10**zeros for zeros in count() for each in ROUND)
    width = next(width for width in widths if high // width - low // width < MOST_CLASSES)
    in_class: Counter[int] = Counter()
    for result, lists in results.items():
        in_class[result // width] += lists
    number = results.total()
    return Distribution(
        classes=tuple(
            Class(width * at, width * at + width - 1, in_class[at]) for at in range(low // width, high // width + 1)
        ),
        number=number,
        mean=Fraction(sum(result * lists for result, lists in results.items()), number),
        median=_median(results, number),
    )


def _median(results: Counter[int], number: int) -> Fraction:
    """The middle result, or the mean of the middle two."""
    in_order = sorted(results)
    up_to = list(accumulate(results[result] for result in in_order))

    def at(place: int) -> int:
        return next(result for result, until in zip(in_order, up_to, strict=True) if place < until)

    return Fraction(at((number - 1) // 2) + at(number // 2), 2)
