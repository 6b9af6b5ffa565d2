"""Cells cut from photographs of whole lists, with what stands in them: the network learns from them, too.

A file (NumPy's npz) has for each width of cells two arrays: `cells_W`, pictures of HEIGHT by W pixels from 0 (paper) to
255 (ink), and `texts_W`, their texts of SYMBOLS.
"""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from skatliga.reading.training_cells import Batch, Picture

_MOVED, _LARGER, _LEANED = 1.6, 0.07, 0.05
"""How far cells are moved, drawn larger or smaller and leaned, as a standard deviation: pixels and shares."""


class PhotographedCells:
    """Draws batches of cells of one width, each a little changed every time."""

    def __init__(self, files: Sequence[Path], seed: int) -> None:
        self.random = np.random.default_rng(seed)
        found: dict[str, list[tuple[Picture, Picture]]] = {}
        for file in files:
            stored = np.load(file)
            for name in stored.files:
                if name.startswith("cells_"):
                    width = name.removeprefix("cells_")
                    found.setdefault(width, []).append((stored[name], stored[f"texts_{width}"]))
        self.widths = [
            (np.concatenate([cells for cells, _texts in parts]), np.concatenate([texts for _cells, texts in parts]))
            for parts in found.values()
        ]
        counts = np.array([len(texts) for _cells, texts in self.widths], float)
        self.shares = counts / counts.sum()

    def batch(self, count: int) -> Batch:
        """Cells of one width; where symbols stand in them is not known."""
        cells, texts = self.widths[int(self.random.choice(len(self.widths), p=self.shares))]
        chosen = self.random.integers(0, len(texts), count)
        pictures = np.stack([self._changed(cells[at].astype(np.float32) / 255) for at in chosen])
        return Batch(pictures, [str(texts[at]) for at in chosen], None)

    def _changed(self, cell: Picture) -> Picture:
        """The same cell as another photograph might have shown it."""
        height, width = cell.shape
        up = 1 + self.random.normal(0, _LARGER)
        across = 1 + self.random.normal(0, _LARGER / 2)
        lean, right, down = self.random.normal(0, (_LEANED, _MOVED / 2, _MOVED))
        move = np.array(
            [
                [across, lean, (1 - across) * width / 2 - lean * height / 2 + right],
                [0, up, (1 - up) * height / 2 + down],
            ]
        )
        cell = cv2.warpAffine(cell, move, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        if self.random.random() < 0.25:
            cell = cv2.GaussianBlur(cell, (0, 0), self.random.uniform(0.3, 0.7))
        noise = self.random.normal(0, self.random.uniform(0, 0.03), cell.shape)
        return np.clip(cell * self.random.uniform(0.75, 1.2) + noise, 0, 1).astype(np.float32)
