"""How well calibrated chances are: of all that were given about 70 %, about 70 % should come true."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple


class ForecastCheck(NamedTuple):
    """A chance that was given, in thousandths, and whether it came true."""

    chance: int
    happened: bool


class ChanceBand(NamedTuple):
    """All chances given between two of them."""

    first: int
    last: int
    """In per cent, the last one not among them, but 100."""
    number: int
    said: Fraction
    """The mean of what was given, in per cent."""
    happened: Fraction
    """How many in a hundred came true."""


def bands(checks: Iterable[ForecastCheck], edges: Sequence[int] = (0, 5, 20, 40, 60, 80, 95, 100)) -> list[ChanceBand]:
    """Chances by how high they were; bands without one are left out.

    >>> [band] = bands([ForecastCheck(700, True), ForecastCheck(650, False)])
    >>> band.first, band.number, str(band.happened)
    (60, 2, '50')
    """
    found: dict[int, list[ForecastCheck]] = {}
    for check in checks:
        number = sum(10 * edge <= check.chance for edge in edges[1:-1])
        found.setdefault(number, []).append(check)
    return [
        ChanceBand(
            edges[number],
            edges[number + 1],
            len(own),
            Fraction(sum(check.chance for check in own), 10 * len(own)),
            Fraction(100 * sum(check.happened for check in own), len(own)),
        )
        for number, own in sorted(found.items())
    ]


def miscalibration(found: Sequence[ChanceBand]) -> Fraction:
    """By how many points of per cent the bands are off on average, each weighed by its number."""
    number = sum(band.number for band in found)
    return sum((band.number * abs(band.said - band.happened) for band in found), Fraction(0)) / number


def brier(checks: Sequence[ForecastCheck]) -> Fraction:
    """The mean square of what was given less what came: 0 for who knows everything, 1/4 for who always says half."""
    squares = (Fraction(check.chance - 1000 * check.happened, 1000) ** 2 for check in checks)
    return sum(squares, Fraction(0)) / len(checks)
