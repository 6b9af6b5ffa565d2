"""Several sheets on one photograph: each becomes a photograph of its own."""

from collections.abc import Sequence
from io import BytesIO
from typing import Final

import numpy as np
from PIL import Image, ImageDraw, ImageOps

from skatliga.lists.photos import FORMATS
from skatliga.reading.pictures import LARGE

_AROUND: Final = 0.02
"""How much of the table stays around a sheet, as a share of its size."""
_QUALITY: Final = 92


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
