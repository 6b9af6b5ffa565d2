"""The sheet put straight as a picture, so that a person sees each row beside what was read in it."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from skatliga.database import JsonObject
from skatliga.reading.recognition import ReadSheet

_QUALITY: Final = 72


def write_picture(found: ReadSheet, file: Path) -> JsonObject:
    """Write the picture; returns its size and where rows and cells are on it, in pixels."""
    straight = found.straight
    assert straight is not None and found.layout is not None
    scale = straight.scale
    picture = (255 * (1 - straight.flat)).astype(np.uint8)
    cv2.imwrite(str(file), picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    layout = found.layout
    height, width = picture.shape
    left = max(0.0, layout.down[0] - 1) * scale
    rows = {
        str(nr): [round(left), round((layout.across[nr - 1] - 0.6) * scale), round((layout.pitch + 1.2) * scale)]
        for nr in range(1, layout.deals + 1)
    }
    foot = [round(left), round(layout.across[layout.deals] * scale)]
    foot.append(round(layout.across[-1] * scale) - foot[1] + round(scale))
    cells = {
        cell.key: [round(each * scale) for each in (cell.left, cell.top, cell.width, cell.height)]
        for cell in layout.cells
    }
    right = round((layout.down[-1] + 1) * scale)
    return {"size": [width, height], "right": right, "rows": rows, "foot": foot, "cells": cells}
