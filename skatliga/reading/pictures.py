"""From a photograph to the ink of a sheet, put straight: the homography of its marks, the shift of every ruled line.

Coordinates of a photograph are pixels as it is shown upright; those of a sheet are millimetres of the paper.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageOps

from skatliga.lists.photos import FORMATS, MOST_AREA, UNREADABLE
from skatliga.reading.cell_reading import HEIGHT, MARGIN, PITCH
from skatliga.reading.cell_steps import Grid
from skatliga.reading.layouts import SheetLayout
from skatliga.reading.marks import to_photo

LARGE: Final = 2600
"""Longer side to which larger photographs are made smaller: more shows nothing but the grain of the paper."""
_SEARCH: Final = 1.3
"""How far from its place a ruled line is looked for, in millimetres."""
_CONTRAST, _SHARP = 30, 0.1
"""Shades between dark and light where something is to be seen; the share of them by which sharp edges stand out at
least. The sharpest edges of photographs that are read stand out by 0.3, of those out of focus by less than 0.08."""
_USUAL_ROW: Final = 4.24
"""Millimetres of the rows of a list of 48 deals, to which writing is fitted."""
_AROUND: Final = 0.02
"""How much of the table stays around a sheet, as a share of its size."""
_QUALITY: Final = 92
"""Of the JPEG that is made of one sheet among several."""


def load(data: bytes) -> Grid | None:
    """A photograph in grey, turned as its EXIF says; None for what is no picture, or one that is far too large."""
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as opened:
            if opened.width * opened.height > MOST_AREA:
                return None
        picture: Any = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    except (cv2.error, *UNREADABLE):
        return None
    if picture is None:
        return None
    scale = LARGE / max(picture.shape)
    if scale < 1:
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return picture


def is_blurred(photo: Grid) -> bool:
    """Whether something is on a photograph and nothing of it has a sharp edge."""
    low, high = np.percentile(photo, (0.5, 99.5))
    grey = photo.astype(np.float32)
    edges = np.percentile(np.abs(grey - cv2.GaussianBlur(grey, (0, 0), 2)), 99.9)
    return bool(high - low > _CONTRAST and edges < _SHARP * (high - low))


def ink_of(photo: Grid) -> Grid:
    """How dark each pixel is against the paper around it, 0 to 1, whatever the light."""
    small = cv2.resize(photo, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    size = max(5, round(min(small.shape) / 40) | 1)
    paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    paper = cv2.GaussianBlur(paper.astype(np.float32), (0, 0), size / 2)
    paper = cv2.resize(paper, (photo.shape[1], photo.shape[0]))
    np.maximum(paper, 1, out=paper)
    np.divide(photo, paper, out=paper)  # in place: such a grid has 20 MB
    return np.clip(np.subtract(1, paper, out=paper), 0, 1, out=paper)


def fineness(homography: Grid, size: tuple[float, float]) -> float:
    """Pixels of the photograph on a millimetre in the middle of a sheet of this size, in the coarser direction."""
    x, y = size[0] / 2, size[1] / 2
    at = to_photo(homography, np.array([[x, y], [x + 10, y], [x, y + 10]]))
    return float(min(np.linalg.norm(at[1] - at[0]), np.linalg.norm(at[2] - at[0])) / 10)


class StraightSheet:
    """The ink of a sheet on a grid of its own, and where each point of it is on the photograph."""

    def __init__(self, ink: Grid, homography: Grid, layout: SheetLayout) -> None:
        self.layout = layout
        self.scale = PITCH / layout.pitch
        """Pixels of the grid on a millimetre."""
        self.homography = homography
        self.ink = _fine_enough(ink, homography, self.scale, layout.size)
        width, height = (round(side * self.scale) for side in layout.size)
        self.places = np.empty((height, width, 2), np.float32)
        self.places[..., 0] = np.arange(width) / self.scale
        self.places[..., 1] = np.arange(height)[:, None] / self.scale
        """Where on the plane of the marks the paper of each pixel lies, in millimetres."""
        for reach in (_SEARCH, _SEARCH / 2):
            flat = self.sampled()
            self.places += self._shift(flat, reach)
        self.flat = self.sampled()
        dark = np.percentile(self.flat, 99.5)
        self.flat = np.clip(self.flat * (0.9 / max(dark, 0.15)), 0, 1)

    def sampled(self) -> Grid:
        """The ink at the places of all pixels."""
        scale, ink = self.ink
        at = cv2.perspectiveTransform(self.places, np.diag([scale, scale, 1]) @ self.homography)
        return cv2.remap(ink, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderValue=0)

    def _shift(self, flat: Grid, reach: float) -> Grid:
        """How far the ruled lines lie from where they should, smoothed over the sheet, in millimetres."""
        layout, scale = self.layout, self.scale
        span = np.arange(-round(reach * scale), round(reach * scale) + 1)
        lying = cv2.blur(flat, (round(7 * scale), 1))
        standing = cv2.blur(flat, (1, round(9 * scale)))
        left, right = layout.down[0], layout.down[-1]
        top = layout.across[0]
        found: list[Grid] = []
        for axis, profile, lines, others in (
            (1, lying, layout.across, np.linspace(left + 4, right - 4, 22)),
            (0, standing, layout.down, np.linspace(top + 5, layout.across[layout.deals] - 5, 22)),
        ):
            line, other = np.meshgrid(np.array(lines), others)
            line, other = line.ravel(), other.ravel()
            rows, columns = (line, other) if axis else (other, line)
            r = np.clip(np.rint(rows * scale)[:, None] + (span if axis else 0 * span), 0, flat.shape[0] - 1).astype(int)
            c = np.clip(np.rint(columns * scale)[:, None] + (0 * span if axis else span), 0, flat.shape[1] - 1).astype(
                int
            )
            strips = profile[r, c]
            strips = np.clip(strips - np.median(strips, 1, keepdims=True), 0, None) ** 2
            weight = strips.sum(1)
            off = (strips * span).sum(1) / np.maximum(weight, 1e-6) / scale
            off += (np.rint(line * scale) - line * scale) / scale
            found.append(_smooth(columns, rows, off, weight, self.places.shape[:2], scale))
        return np.stack([found[1], found[0]], 2).astype(np.float32)

    def cell(self, left: float, top: float, width: float, height: float) -> Grid:
        """The picture of a cell as the network looks at it: a row high, with a margin all around.

        **D** Where rows are higher than usual, as on a list at three, cells are drawn larger: people write little
        larger there, and in the foot lines stand as close as ever.
        """
        larger = max(1.0, self.layout.pitch / _USUAL_ROW)
        scale = self.scale * larger
        x0, across = round(left * scale) - MARGIN, round(width * scale) + 2 * MARGIN
        y0 = round((top + height / 2) * scale - HEIGHT / 2)
        move = np.array([[larger, 0, -x0], [0, larger, -y0]])
        return cv2.warpAffine(self.flat, move, (across, HEIGHT), flags=cv2.INTER_LINEAR, borderValue=0)

    def inside(self, left: float, top: float, width: float, height: float) -> Grid:
        """The ink within a cell, away from its lines."""
        x0, x1 = round((left + 0.45) * self.scale), round((left + width - 0.45) * self.scale)
        y0, y1 = round((top + 0.45) * self.scale), round((top + height - 0.45) * self.scale)
        return self.flat[max(y0, 0) : y1, max(x0, 0) : x1]

    def quad(self, left: float, top: float, width: float, height: float) -> list[list[float]]:
        """A cell on the photograph, clockwise from its upper left."""
        corners = [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
        rows, columns = self.places.shape[:2]
        at = [
            self.places[min(round(y * self.scale), rows - 1), min(round(x * self.scale), columns - 1)]
            for x, y in corners
        ]
        return [[round(float(v), 1) for v in point] for point in to_photo(self.homography, np.array(at))]


def _fine_enough(ink: Grid, homography: Grid, scale: float, size: tuple[float, float]) -> tuple[float, Grid]:
    """The ink no finer than it will be sampled, so that nothing is left out between samples."""
    factor = min(1.0, 1.25 * scale / max(fineness(homography, size), 1e-6))
    return factor, cv2.resize(ink, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1 else ink


def _smooth(x: Grid, y: Grid, off: Grid, weight: Grid, shape: Sequence[int], scale: float) -> Grid:
    """A smooth surface through measured shifts that passes over those that do not fit."""

    def powers(u: Grid, v: Grid) -> Grid:
        u, v = u / 100 - 1, v / 150 - 1
        return np.stack([u**i * v**j for i in range(5) for j in range(5 - i)], -1)

    basis = powers(x, y)
    weights = np.minimum(weight, np.percentile(weight, 60))
    for _ in range(4):
        root = np.sqrt(weights)[:, None]
        answer = np.linalg.lstsq(
            np.vstack([basis * root, 1e-3 * np.eye(basis.shape[1])]),
            np.concatenate([off * root[:, 0], np.zeros(basis.shape[1])]),
            rcond=None,
        )[0]
        rest = np.abs(off - basis @ answer)
        weights = np.minimum(weight, np.percentile(weight, 60)) / (1 + (rest / 0.15) ** 2)
    rows, columns = shape[:2]
    coarse_y, coarse_x = np.linspace(0, rows, 60), np.linspace(0, columns, 40)
    grid_x, grid_y = np.meshgrid(coarse_x / scale, coarse_y / scale)
    surface = np.clip(powers(np.clip(grid_x, x.min(), x.max()), np.clip(grid_y, y.min(), y.max())) @ answer, -2.5, 2.5)
    return cv2.resize(surface, (columns, rows), interpolation=cv2.INTER_LINEAR)


def cut_out(data: bytes, corners: Sequence[Sequence[float]]) -> bytes:
    """The part of a photograph in which the sheet with these corners lies, as a JPEG; all else is grey.

    The corners are pixels of the photograph as it was read: upright, and no larger than LARGE.
    """
    with Image.open(BytesIO(data), formats=FORMATS) as opened:
        photo = ImageOps.exif_transpose(opened).convert("RGB")
    outline = np.array(corners) * max(1.0, max(photo.size) / LARGE)
    outline = outline.mean(0) + (outline - outline.mean(0)) * (1 + _AROUND)
    mask = Image.new("L", photo.size)
    ImageDraw.Draw(mask).polygon([(float(x), float(y)) for x, y in outline], fill=255)
    alone = Image.composite(photo, Image.new("RGB", photo.size, "grey"), mask)
    (left, top), (right, low) = outline.min(0), outline.max(0)
    box = max(0, int(left)), max(0, int(top)), min(photo.width, int(right) + 1), min(photo.height, int(low) + 1)
    drawn = BytesIO()
    alone.crop(box).save(drawn, "JPEG", quality=_QUALITY)
    return drawn.getvalue()
