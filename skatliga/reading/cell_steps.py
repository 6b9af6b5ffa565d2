"""What the answers of the network say about texts (connectionist temporal classification); needs no pictures."""

from collections.abc import Collection, Iterable, Sequence
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
_MISTAKEN: Final = 0.06
"""How much is given to what would be there if the network took one symbol for another."""
_ALIKE: Final = ((0, 6), (1, 7), (2, 7), (3, 5), (3, 8), (4, 9), (5, 6))
"""Digits that hurried hands write alike."""
_TAKEN_FOR, _OTHER, _MORE, _LESS = 0.1, 0.01, 0.01, 0.01
"""How likely a digit is meant as one alike, as one other; a symbol is seen that is none; a digit is not seen."""
_UNREADABLE: Final = 0.01
"""The share of figures that the network does not read at all: whatever is meant is then equally likely."""
_TRUSTED: Final = 3
"""How many of its readings are looked at for that."""
_ANY: Final = len(SYMBOLS)
"""In place of a symbol: a digit that was not seen."""


def _confusion() -> NDArray[np.float64]:
    """How likely a symbol is meant (first) where another is read, or none."""
    digits = np.full((10, 10), _OTHER)
    for one, other in _ALIKE:
        digits[one, other] = digits[other, one] = _TAKEN_FOR
    np.fill_diagonal(digits, 0)
    meant = np.eye(len(SYMBOLS) + 1)
    meant[:10, :10] = digits + np.diag(1 - digits.sum(0))
    meant[:10, _ANY] = 0.1
    return meant


_CONFUSED: Final = _confusion()


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
        new = [text for text in dict.fromkeys(texts) if text not in self._logs]
        if not new:
            return
        seen = self._chances(new)
        for alike in _by_length(text for text in new if any(map(str.isdecimal, text))).values():
            for text, mistaken in zip(alike, self._mistaken(alike).tolist(), strict=True):
                seen[text] = (1 - _MISTAKEN) * seen[text] + _MISTAKEN * mistaken
        self._logs |= {text: log(max(chance, LEAST)) for text, chance in seen.items()}

    def _chances(self, texts: Sequence[str]) -> dict[str, float]:
        """How likely the steps show these texts; those that were read are known already."""
        known = dict(self.read)
        others = [text for text in texts if text not in known]
        known |= zip(others, np.exp(_aligned(self._likely, others)).tolist(), strict=True)
        return {text: known[text] for text in texts}

    def _mistaken(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """How likely texts of one length are if digits were taken for others, or nothing was read."""
        wanted = _labels(texts)
        chances = np.full(len(texts), _UNREADABLE * 0.1 ** wanted.shape[1])
        if wanted.shape[1] in self._variants:
            seen, weights = self._variants[wanted.shape[1]]
            chances += _CONFUSED[wanted[:, None], seen[None]].prod(2) @ weights
        return chances

    @cached_property
    def _variants(self) -> dict[int, tuple[NDArray[np.int64], NDArray[np.float64]]]:
        """What was read, also with one symbol less and one digit more, by length: symbols, and how likely each is."""
        found: dict[int, list[tuple[list[int], float]]] = {}
        for text, chance in self.read[:_TRUSTED]:
            seen = [SYMBOLS.index(letter) for letter in text]
            found.setdefault(len(seen), []).append((seen, chance))
            for at in range(len(seen)):
                found.setdefault(len(seen) - 1, []).append((seen[:at] + seen[at + 1 :], chance * _MORE))
            for at in range(len(seen) + 1):
                found.setdefault(len(seen) + 1, []).append(([*seen[:at], _ANY, *seen[at:]], chance * _LESS))
        return {
            length: (_rows([seen for seen, _chance in ways], length), np.array([chance for _seen, chance in ways]))
            for length, ways in found.items()
        }

    @cached_property
    def read(self) -> list[tuple[str, float]]:
        """The likeliest texts as the network reads them, found by going on with the likeliest beginnings."""
        texts = _beginnings(self.steps)
        chances = np.exp(_aligned(self._likely, texts)).tolist()
        return sorted(zip(texts, chances, strict=True), key=lambda each: -each[1])[:_LISTED]

    @cached_property
    def _likely(self) -> NDArray[np.float64]:
        """How likely each symbol is at each step, none of them impossible; at last what never is."""
        likely = np.exp(np.maximum(self.steps, -25.0))
        return np.hstack([likely, np.zeros((len(likely), 1))])

    @cached_property
    def best(self) -> tuple[tuple[str, float], ...]:
        """The likeliest texts with their probabilities."""
        texts = [text for text, _chance in self.read]
        self.prepare(texts)
        found = [(text, exp(self.log(text))) for text in texts]
        found.sort(key=lambda each: -each[1])
        return tuple(found[:_LISTED])


def _by_length(texts: Iterable[str]) -> dict[int, list[str]]:
    """Texts by their length."""
    found: dict[int, list[str]] = {}
    for text in texts:
        found.setdefault(len(text), []).append(text)
    return found


def _labels(texts: Sequence[str]) -> NDArray[np.int64]:
    """Texts of one length as numbers of symbols."""
    return _rows([[SYMBOLS.index(letter) for letter in text] for text in texts], len(texts[0]))


def _rows(numbers: Sequence[Sequence[int]], length: int) -> NDArray[np.int64]:
    return np.array(numbers, np.int64).reshape(len(numbers), length)


def _aligned(likely: NDArray[np.float64], texts: Sequence[str]) -> NDArray[np.float64]:
    """The forward algorithm for several texts: blanks may stand between symbols and must between equal ones."""
    if not texts:
        return np.zeros(0)
    lengths = np.array([len(text) for text in texts])
    labels = np.full((len(texts), 2 * lengths.max() + 1), likely.shape[1] - 1)
    for row, text in zip(labels, texts, strict=True):
        row[: 2 * len(text) + 1] = 0
        row[1 : 2 * len(text) : 2] = [SYMBOLS.index(letter) + 1 for letter in text]
    ends = np.arange(len(texts)), 2 * lengths
    seen = likely[:, labels][:, :, None]
    onward = _onward(labels)
    ways = np.zeros(seen.shape[1:])
    ways[..., :2] = seen[0, ..., :2]
    scale = np.zeros(len(texts))
    for at in range(1, len(seen)):
        ways = ways @ onward
        ways *= seen[at]
        if at % 8 == 0:
            most = np.maximum(ways.max((1, 2)), 1e-290)
            ways /= most[:, None, None]
            scale += np.log(most)
    whole = ways[:, 0][ends] + np.where(lengths, ways[:, 0][ends[0], ends[1] - 1], 0)
    return np.log(np.maximum(whole, 1e-290)) + scale


def _onward(labels: NDArray[np.int64]) -> NDArray[np.float64]:
    """From which place of each text (first) a step leads to which: the same, the next, and over a blank to another."""
    count, places = labels.shape
    onward = np.broadcast_to(np.eye(places) + np.eye(places, k=1), (count, places, places)).copy()
    at = np.arange(places - 2)
    onward[:, at, at + 2] = (labels[:, 2:] > 0) & (labels[:, 2:] != labels[:, :-2])
    return onward


def _beginnings(steps: NDArray[np.float64]) -> list[str]:
    """Texts that the steps can show, by a beam over beginnings: the likelihood of each, ended by a blank or not."""
    beam: dict[str, tuple[float, float]] = {"": (1.0, 0.0)}
    for row in np.exp(steps).tolist():
        likely = [at for at, chance in enumerate(row) if at and chance > 2e-3]
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
