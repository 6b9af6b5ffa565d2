"""What the answers of the network say about texts (connectionist temporal classification); needs no pictures."""

from collections.abc import Collection, Sequence
from functools import cached_property
from math import exp, log
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from skatliga.reading.cell_reading import LEAST, SYMBOLS

Grid = NDArray[Any]
"""Numbers in a grid: a picture, a turn, points; of what kind they are OpenCV does not say."""
_LISTED: Final = 6
"""Texts of a cell that are found by themselves; others can still be asked about."""


class SeenReading:
    """A cell as the network saw it: for every step of its width how likely each symbol is."""

    def __init__(self, steps: NDArray[np.float64]) -> None:
        self.steps = steps
        self._logs: dict[str, float] = {}

    def log(self, text: str) -> float:
        """The logarithm of the likelihood of all ways in which the steps can show this text."""
        if text not in self._logs:
            self.prepare([text])
        return self._logs[text]

    def prepare(self, texts: Collection[str]) -> None:
        """Work out many texts at once."""
        by_length: dict[int, list[str]] = {}
        for text in texts:
            if text not in self._logs:
                by_length.setdefault(len(text), []).append(text)
        for alike in by_length.values():
            found = np.maximum(_aligned(self.steps, alike), log(LEAST))
            self._logs |= zip(alike, found.tolist(), strict=True)

    @cached_property
    def best(self) -> tuple[tuple[str, float], ...]:
        """The likeliest texts, found by going on with the likeliest beginnings."""
        texts = _beginnings(self.steps)
        self.prepare(texts)
        found = [(text, exp(self.log(text))) for text in texts]
        found.sort(key=lambda each: -each[1])
        return tuple(found[:_LISTED])


def _aligned(steps: NDArray[np.float64], texts: Sequence[str]) -> NDArray[np.float64]:
    """The forward algorithm for texts of one length: blanks may stand between symbols and must between equal ones."""
    labels = np.zeros((len(texts), 2 * len(texts[0]) + 1), np.int64)
    labels[:, 1::2] = [[SYMBOLS.index(letter) + 1 for letter in text] for text in texts]
    jumps = np.zeros(labels.shape, bool)
    jumps[:, 2:] = (labels[:, 2:] > 0) & (labels[:, 2:] != labels[:, :-2])
    seen = np.exp(np.maximum(steps, -25.0))[:, labels]
    ways = np.zeros(labels.shape)
    ways[:, :2] = seen[0, :, :2]
    scale = np.zeros(len(texts))
    for at in range(1, len(seen)):
        grown = ways.copy()
        grown[:, 1:] += ways[:, :-1]
        grown[:, 2:] += np.where(jumps[:, 2:], ways[:, :-2], 0)
        ways = grown * seen[at]
        if at % 8 == 0:
            most = np.maximum(ways.max(1), 1e-290)
            ways /= most[:, None]
            scale += np.log(most)
    return np.log(np.maximum(ways[:, -1] + (ways[:, -2] if labels.shape[1] > 1 else 0), 1e-290)) + scale


def _beginnings(steps: NDArray[np.float64]) -> list[str]:
    """Texts that the steps can show, by a beam over beginnings: the likelihood of each, ended by a blank or not."""
    beam: dict[str, tuple[float, float]] = {"": (1.0, 0.0)}
    for row in np.exp(steps):
        likely = [at for at in np.nonzero(row > 2e-3)[0] if at]
        grown: dict[str, list[float]] = {}
        for text, (ended, open_) in beam.items():
            whole = ended + open_
            grown.setdefault(text, [0, 0])[0] += whole * row[0]
            if text:
                grown[text][1] += open_ * row[SYMBOLS.index(text[-1]) + 1]
            for at in likely:
                letter = SYMBOLS[at - 1]
                way = ended if text.endswith(letter) else whole
                grown.setdefault(text + letter, [0, 0])[1] += way * row[at]
        kept = sorted(grown.items(), key=lambda each: -sum(each[1]))[:10]
        most = sum(kept[0][1]) or 1.0
        beam = {text: (a / most, b / most) for text, (a, b) in kept}
    return list(beam)
