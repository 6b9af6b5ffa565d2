"""What becomes of a table if its remaining Serien are played many times, by chance around strengths; from a given seed.

Whole numbers and fractions only, so the same seed gives the same chances on every machine.

* **D** Somebody's true strength is drawn once for each time the rest is played, for it is not known exactly either;
  without that the chances would be too sure of themselves.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from scoring.forecast.reach import Contender, OpenField
from scoring.forecast.strengths import FieldForm, FormEstimate
from scoring.wertung.results import Number

THOUSAND: Final = 1000
_ROLLS: Final = 12


def deviation(random: Random) -> int:
    """A number by chance around 0, in thousandths of a standard deviation: the sum of twelve rolls, nearly normal."""
    bits = random.getrandbits(_ROLLS * 16)
    return (sum(bits >> (16 * roll) & 0xFFFF for roll in range(_ROLLS)) - 6 * 0xFFFF) * THOUSAND // 0x10000


def drawn(random: Random, mean: int, spread: int) -> int:
    """A whole number by chance around a mean."""
    return mean + spread * deviation(random) // THOUSAND


class PlaceChances(NamedTuple):
    """How often everybody came to each place."""

    counts: dict[str, list[int]]
    """By key: how often on place 1, 2, …"""
    runs: int

    def among_first(self, key: str, places: int) -> int:
        """How often among the first so many, in thousandths, rounded half up."""
        return (2 * THOUSAND * sum(self.counts[key][:places]) + self.runs) // (2 * self.runs)


Play = Callable[[Random], Iterable[tuple[str, int]]]


def chances(keys: Sequence[str], runs: int, seed: str, play: Play) -> PlaceChances:
    """How often `play`, which plays the rest once and gives everybody placed with his place, gives which places."""
    random = Random(seed)
    counts = {key: [0] * len(keys) for key in keys}
    for _run in range(runs):
        for key, place in play(random):
            counts[key][place - 1] += 1
    return PlaceChances(counts, runs)


def league_player(
    contenders: Sequence[Contender],
    fields: Sequence[OpenField],
    form: FieldForm,
    leistung: Mapping[str, int],
    by_leistung: Callable[[str, Number, int], tuple[Number, ...]],
) -> Callable[[Random], list[tuple[str, int]]]:
    """Plays the remaining fields of a league once.

    `leistung` is what everybody has so far, `by_leistung` gives of key, worth and Leistung at the end what the table is
    ordered by, more being better.
    """
    worth_now = {each.key: each.worth for each in contenders}

    def play(random: Random) -> list[tuple[str, int]]:
        worth, points = dict(worth_now), dict(leistung)
        strong = {key: drawn(random, *_of(form, key)) for key in worth}
        for field in fields:
            brought = {key: drawn(random, strong[key], form.chance) for key in field.keys}
            order = sorted(field.keys, key=lambda key: (-brought[key], key))
            for key, value in zip(order, field.values, strict=True):
                worth[key] += value
                points[key] += brought[key]
        ends = sorted(((by_leistung(key, worth[key], points[key]), key) for key in worth), reverse=True)
        return [(key, place) for place, (_value, key) in enumerate(ends, 1)]

    return play


def _of(form: FieldForm, key: str) -> FormEstimate:
    return form.of.get(key, form.unknown)
