"""The network that looks at cells."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from skatliga.reading.cell_steps import Grid, SeenReading

WEIGHTS: Final = Path(__file__).parent / "weights.onnx"
_AT_ONCE: Final = 64
"""Cells of one width that go through the network together."""


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
            net = _network()
            net.setInput(np.stack([pictures[at] for at in chosen])[:, None].astype(np.float32))
            raw = net.forward()[:, :, 0, :]
            raw = raw - raw.max(1, keepdims=True)
            logs = raw - np.log(np.exp(raw).sum(1, keepdims=True))
            for at, one in zip(chosen, logs, strict=True):
                answers[at] = SeenReading(one.T.astype(np.float64))
    return [answer for answer in answers if answer is not None]
