"""The network that looks at cells, at each several times."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from skatliga.reading.cell_steps import Grid, SeenReading

WEIGHTS: Final = Path(__file__).parent / "weights.onnx"
_AT_ONCE: Final = 64
"""Cells of one width that go through the network together."""
_LOOKS: Final = tuple(product((1.0, 1.12), (0.0, -2.0)))
"""How much higher and how many pixels lower a cell is drawn each time it is looked at. What is seen then is taken
together: a figure that is misread at one place is seldom misread at all four."""


@lru_cache(maxsize=1)
def _network() -> Any:
    cv2.setNumThreads(1)
    return cv2.dnn.readNetFromONNX(str(WEIGHTS))


def look_at(pictures: Sequence[Grid]) -> list[SeenReading]:
    """What the network sees in cells, in their order; those of one width are looked at together."""
    answers: list[SeenReading | None] = [None] * len(pictures)
    by_width: dict[int, list[int]] = {}
    for at, picture in enumerate(pictures):
        by_width.setdefault(picture.shape[1], []).append(at)
    for places in by_width.values():
        for first in range(0, len(places), _AT_ONCE):
            chosen = places[first : first + _AT_ONCE]
            looks = [_logs([_moved(pictures[at], look) for at in chosen]) for look in _LOOKS]
            together = _normalised(np.mean(looks, 0))
            for at, one in zip(chosen, together, strict=True):
                answers[at] = SeenReading(one.T.astype(np.float64))
    return [answer for answer in answers if answer is not None]


def _moved(picture: Grid, look: tuple[float, float]) -> Grid:
    """A picture drawn higher about its middle, and moved down."""
    higher, down = look
    middle = (picture.shape[0] - 1) / 2
    move = np.array([[1, 0, 0], [0, higher, middle - higher * middle + down]])
    return cv2.warpAffine(picture, move, (picture.shape[1], picture.shape[0]), flags=cv2.INTER_LINEAR)


def _logs(pictures: Sequence[Grid]) -> Grid:
    """For each picture the logarithm of the likelihood of each symbol at each step."""
    net = _network()
    net.setInput(np.stack(pictures)[:, None].astype(np.float32))
    return _normalised(net.forward()[:, :, 0, :])


def _normalised(logs: Grid) -> Grid:
    logs = logs - logs.max(1, keepdims=True)
    return logs - np.log(np.exp(logs).sum(1, keepdims=True))
