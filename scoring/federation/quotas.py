"""How many places of the next championship each unit has: fixed, a share, or in proportion.

>>> from fractions import Fraction
>>> [share_of(starters, Fraction(3, 10)) for starters in (55, 61)], share_of(55, Fraction(1, 2))
([17, 19], 28)
>>> proportional({"A": 100, "B": 80, "C": 30, "D": 20}, 8, dhondt)
{'A': 4, 'B': 3, 'C': 1, 'D': 0}

No source was found that says how the published quotas 17 of 55, 19 of 61 and 28 of 55 were made. Three tenths, rounded
up, give the first two, and one half, rounded up, the third; the half is a rule that a Verbandsgruppe publishes.

* **D** A share is rounded up unless something else is said.
* **D** Units of equal claim, where not all can be served, are parted by the lot that was drawn. Without a lot the quota
  is refused.
* **D** At least so many places for everybody: by d'Hondt everybody begins with them, by largest remainder those who
  would have fewer get them first, and the rest is divided anew among the others. Who has nobody gets nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Final, Literal

Rounding = Literal["up", "half", "down"]
Weights = Mapping[str, int]
Method = Callable[[Weights, int, Sequence[str], int], dict[str, int]]
HALF: Final = Fraction(1, 2)


class QuotaTieError(Exception):
    """Units that have the same claim to the last places, and no lot between them."""

    def __init__(self, units: Sequence[str]) -> None:
        super().__init__(", ".join(units))
        self.units = tuple(units)


def share_of(count: int, share: Fraction, rounding: Rounding = "up") -> int:
    """A share of so many, rounded; a half goes up."""
    exact = count * share
    if rounding == "down":
        return exact.__floor__()
    return exact.__ceil__() if rounding == "up" else (exact + HALF).__floor__()


def proportional(
    weights: Weights, places: int, method: Method, lots: Sequence[str] = (), least: int = 0
) -> dict[str, int]:
    """Places in proportion to weights; everybody is named, who has nobody with 0.

    Raises QuotaTieError where a lot is missing. There must be somebody, and enough places for `least`.
    """
    served = {unit: weight for unit, weight in sorted(weights.items()) if weight > 0}
    found = method(served, places, lots, least)
    return {unit: found.get(unit, 0) for unit in weights}


def largest_remainder(weights: Weights, places: int, lots: Sequence[str], least: int) -> dict[str, int]:
    """Hare and Niemeyer: the whole part of the exact share, then one more for the largest remainders."""
    fixed: dict[str, int] = {}
    while True:
        rest = {unit: weight for unit, weight in weights.items() if unit not in fixed}
        found = _by_remainder(rest, places - sum(fixed.values()), lots)
        short = [unit for unit, got in found.items() if got < least]
        if not short:
            return fixed | found
        fixed |= dict.fromkeys(short, least)


def _by_remainder(weights: Weights, places: int, lots: Sequence[str]) -> dict[str, int]:
    total = sum(weights.values())
    exact = {unit: Fraction(places * weight, total) for unit, weight in weights.items()}
    found = {unit: share.__floor__() for unit, share in exact.items()}
    claims = [(found[unit] - share, unit) for unit, share in exact.items()]
    for unit in _first(claims, places - sum(found.values()), lots):
        found[unit] += 1
    return found


def dhondt(weights: Weights, places: int, lots: Sequence[str], least: int) -> dict[str, int]:
    """d'Hondt: each place to the largest weight divided by one more than the places it has."""
    found = dict.fromkeys(weights, least)
    claims = [(Fraction(-weight, least + 1), unit) for unit, weight in weights.items()]
    heapify(claims)
    left = places - sum(found.values())
    while left:
        level = [heappop(claims)]
        while claims and claims[0][0] == level[0][0]:
            level.append(heappop(claims))
        for unit in _first(level, min(left, len(level)), lots):
            found[unit] += 1
            left -= 1
            heappush(claims, (Fraction(-weights[unit], found[unit] + 1), unit))
    return found


def _first(claims: Sequence[tuple[Fraction, str]], places: int, lots: Sequence[str]) -> list[str]:
    """The units with the smallest values, level ones by lot."""
    lot = {unit: number for number, unit in enumerate(lots)}
    order = sorted(claims, key=lambda claim: (claim[0], lot.get(claim[1], len(lots))))
    if 0 < places < len(order) and order[places - 1][0] == order[places][0]:
        level = sorted(unit for value, unit in order if value == order[places][0])
        if any(unit not in lot for unit in level):
            raise QuotaTieError(level)
    return [unit for _value, unit in order[:places]]
