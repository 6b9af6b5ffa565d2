"""How strong competitors are, from what they brought so far: means drawn towards that of all, and how unsure they are.

A few results say little of somebody: what differs between means is partly strength and partly chance. How much of it
is strength is found from the results themselves (analysis of variance, one way): the share of the mean of n results
that is believed is t / (t + s / n), with t the variance between competitors and s that within. Everything is in whole
points.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import NamedTuple


class FormEstimate(NamedTuple):
    """What somebody's next result is expected to bring."""

    mean: int
    unsure: int
    """By how much that may be wrong: its standard deviation."""


class FieldForm(NamedTuple):
    """What is known of all."""

    of: dict[str, FormEstimate]
    unknown: FormEstimate
    """Of somebody without a result."""
    chance: int
    """By how much single results of one differ: their standard deviation."""


def estimate(results: Mapping[str, Sequence[int]]) -> FieldForm:
    """Means, drawn towards that of all, from the results of each; raises ValueError where there is none."""
    played = {key: values for key, values in results.items() if values}
    count = sum(map(len, played.values()))
    if not count:
        raise ValueError("no result")
    overall = Fraction(sum(map(sum, played.values())), count)
    means = {key: Fraction(sum(values), len(values)) for key, values in played.items()}
    inside = sum(((value - means[key]) ** 2 for key, values in played.items() for value in values), Fraction(0))
    within = inside / (count - len(played)) if count > len(played) else inside
    between = _between(played, means, overall, within, count)
    of = {}
    for key, values in results.items():
        share = between / (between + within / len(values)) if values and between else Fraction(0)
        mean = overall + share * (means[key] - overall) if values else overall
        of[key] = FormEstimate(round(mean), _root(between * (1 - share)))
    return FieldForm(of, FormEstimate(round(overall), _root(between)), _root(within))


def _between(
    played: Mapping[str, Sequence[int]],
    means: Mapping[str, Fraction],
    overall: Fraction,
    within: Fraction,
    count: int,
) -> Fraction:
    """The variance of strength; 0 where chance explains all that differs."""
    if len(played) < 2:
        return Fraction(0)
    apart = sum((len(values) * (means[key] - overall) ** 2 for key, values in played.items()), Fraction(0))
    typical = count - Fraction(sum(len(values) ** 2 for values in played.values()), count)
    return max(Fraction(0), (apart - (len(played) - 1) * within) / typical) if typical else Fraction(0)


def _root(value: Fraction) -> int:
    return isqrt(round(value))
