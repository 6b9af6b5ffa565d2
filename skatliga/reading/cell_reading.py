"""What a picture says of one cell: how likely it is that this or that stands in it.

The decoder asks nothing else of a picture, so that it can be tried with probabilities that no picture gave. What can
stand in a cell is a text of SYMBOLS. The network answers for every step of its width with one of them or a blank,
which comes first; repeats are joined and blanks left out (connectionist temporal classification).
"""

from collections.abc import Collection, Mapping
from math import exp, log
from typing import Final, Protocol

SYMBOLS: Final = "0123456789-x#"
"""Digits; a stroke; a cross or tick; something struck out or scribbled. The blank is no symbol."""
STRUCK: Final = "#"

PITCH: Final = 24
"""Pixels from one row to the next."""
HEIGHT: Final = 36
"""Pixels of a picture of a cell: the row and half of what is left above and below it."""
MARGIN: Final = 6
"""Pixels left and right of the cell."""
STEP: Final = 2
"""Pixels of width for each answer of the network."""

LEAST = 1e-9
"""Nothing is less likely than that."""


class CellReading(Protocol):
    """The likelihoods of one cell; texts are of SYMBOLS."""

    def log(self, text: str) -> float:
        """The logarithm of how likely this text stands there."""

    def prepare(self, texts: Collection[str]) -> None:
        """Work out many texts at once, which is faster than one after the other."""

    @property
    def best(self) -> tuple[tuple[str, float], ...]:
        """The likeliest texts with their probabilities, the best first."""


class ListedReading:
    """A cell of which the likely texts are listed; everything else shares what is left."""

    def __init__(self, texts: Mapping[str, float]) -> None:
        self._logs = {text: log(max(chance, LEAST)) for text, chance in texts.items()}
        self.best = tuple(sorted(texts.items(), key=lambda each: -each[1]))

    def log(self, text: str) -> float:
        """As it is listed, or nearly impossible."""
        return self._logs.get(text, log(LEAST))

    def prepare(self, texts: Collection[str]) -> None:
        """Nothing is to be worked out."""


NOTHING = ListedReading({"": 1 - 2e-4, "-": 1e-4})
"""A cell without ink."""


def added(logs: list[float]) -> float:
    """The logarithm of a sum of likelihoods."""
    if not logs:
        return log(LEAST) * 10
    most = max(logs)
    return most + log(sum(exp(each - most) for each in logs))
