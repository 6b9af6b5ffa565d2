"""How well chances came true, as `python -m tests.bench forecast` measured it; shown beside the chances.

The figures are those of docs/dev/figures.md. A change to strengths or simulation is measured again and written here.
"""

from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class MeasuredBand(NamedTuple):
    """Of chances that were given between two of them, how many came true; in per cent."""

    first: int
    last: int
    said: int
    """What was given on average."""
    happened: int
    number: int
    """How many were given."""


class CalibrationNote(NamedTuple):
    """How well chances of one kind of table came true."""

    said: "StrOrPromise"
    """Where that was measured."""
    bands: tuple[MeasuredBand, ...]


HOME_ROUND: Final = CalibrationNote(
    gettext_lazy("Gemessen an zurückgehaltenen Wochen einer Hausrunde zu dritt über fünf Spielzeiten."),
    (
        MeasuredBand(0, 5, 1, 0, 103),
        MeasuredBand(5, 20, 12, 16, 37),
        MeasuredBand(20, 40, 30, 31, 55),
        MeasuredBand(40, 60, 50, 49, 51),
        MeasuredBand(60, 80, 70, 71, 58),
        MeasuredBand(80, 95, 88, 81, 37),
        MeasuredBand(95, 100, 99, 100, 103),
    ),
)
"""Held-back weeks of a home round of three: place 1 and the first two places of the season, after every list."""

HOME_ROUND_POINTS: Final = CalibrationNote(
    gettext_lazy(
        "Gemessen an zurückgehaltenen Wochen einer Hausrunde zu dritt über fünf Spielzeiten, mit 2, 1 und 0 Punkten für"
        " die Plätze jeder Liste."
    ),
    (
        MeasuredBand(0, 5, 1, 0, 98),
        MeasuredBand(5, 20, 12, 14, 49),
        MeasuredBand(20, 40, 29, 25, 51),
        MeasuredBand(40, 60, 51, 52, 50),
        MeasuredBand(60, 80, 71, 79, 52),
        MeasuredBand(80, 95, 89, 82, 45),
        MeasuredBand(95, 100, 99, 99, 99),
    ),
)
"""The same seasons with points by the place of every list."""

LEAGUES: Final = CalibrationNote(
    gettext_lazy("Gemessen an 60 simulierten Ligen mit 16 Mannschaften, ein bis vier Spieltage vor dem Ende."),
    (
        MeasuredBand(0, 5, 1, 1, 913),
        MeasuredBand(5, 20, 11, 11, 463),
        MeasuredBand(20, 40, 29, 29, 358),
        MeasuredBand(40, 60, 50, 49, 235),
        MeasuredBand(60, 80, 70, 72, 240),
        MeasuredBand(80, 95, 87, 86, 291),
        MeasuredBand(95, 100, 99, 98, 380),
    ),
)
"""60 simulated leagues of 16 teams, one to four match days before the end: the first 2, 4 and 12 places."""
