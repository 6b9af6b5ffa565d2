"""One rule for texts that are longer than their place: written smaller, then broken, and never cut without a sign.

A text is written as large as it fits into its room, broken at blanks and after hyphens. Where it would have to be
smaller than two thirds, words are broken too; and where a third is not small enough, it ends in dots. A room may name
a size below which no letter goes, whatever is to be read there (the large edition of lists).

* **D** Lines are broken here, by the widths in the font files, so that a list that is stamped and a page that is laid
  out have the same lines. A letter that no file has is taken for a wide one.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.contrib.staticfiles import finders

POINT = 25.4 / 72
"""Millimetres."""
SMALLER, SMALLEST = 2 / 3, 1 / 3
"""How small a text becomes before its words are broken, and at all."""
STEP = 0.98
"""From one size to the next."""
WIDE = 800
"""Of a letter that is in none of the files, in thousandths of its size."""
SPARE = 1.01
"""Layout rounds; a line has this much room more than it needs."""

_SCRIPTS = {"sans": ("latin", "latin-ext", "cyrillic", "greek"), "serif": ("latin", "latin-ext")}
_FILES = {"sans": "fonts/paper/source-sans-3-{}-{}.ttf", "serif": "fonts/paper/source-serif-4-{}-{}.ttf"}
_BREAK = re.compile(r"(?<=\s)|(?<=[^\W\d_]-)(?=[^\W\d_])")
"""Where a line may end: after a blank, and after a hyphen between letters."""


@dataclass(frozen=True, slots=True)
class Room:
    """A place for a text: millimetres, and how it is written there."""

    width: float
    height: float
    size: float
    """In points, of a text that fits."""
    face: str = "sans"
    weight: int = 600
    pitch: float = 1.1
    """From line to line, in sizes."""
    least: float = 0
    """Points below which no letter goes."""

    def holds(self, lines: int, size: float) -> bool:
        """Whether so many lines of this size fit one below the other."""
        return lines * size * self.pitch * POINT <= self.height + 0.01


ROOMS = {
    "start-event": Room(84, 4.2, 9, weight=400, pitch=1.15),
    "start-name": Room(66, 10.4, 13),
    "start-club": Room(66, 4.1, 9.5, weight=400, pitch=1.15),
    "table-event": Room(180, 5.6, 12, weight=400, pitch=1.15),
    "table-name": Room(98, 9.4, 17, weight=400, pitch=1.0),
    "slip-event": Room(66, 4.2, 9, weight=400, pitch=1.15),
}
"""The places on cards, by the name that templates call them."""


@dataclass(frozen=True, slots=True)
class FittedText:
    """A text in lines, and the size in points in which they fit."""

    lines: tuple[str, ...]
    size: float
    shrunk: bool = False
    """Whether this is not the size that the place has by itself."""


@lru_cache(maxsize=4096)
def fit(text: str, room: Room) -> FittedText:
    """The text as large as the room allows."""
    text = normalize(text)
    for share, anywhere in ((SMALLER, False), (SMALLEST, True)):
        size, least = room.size, max(share * room.size, room.least)
        while size >= least:
            most = room.width / POINT / size * 1000 / SPARE
            lines = tuple(_break_lines(text, room, most, anywhere))
            if room.holds(len(lines), size) and all(_width(line, room.face, room.weight) <= most for line in lines):
                return FittedText(lines, size, shrunk=size < room.size)
            size *= STEP
    size /= STEP  # the last one tried, of which the lines are
    count = max(1, int(room.height / (size * room.pitch * POINT)))
    last = text
    for line in lines[: count - 1]:
        last = last.removeprefix(line).lstrip()
    while last and _width(last + "…", room.face, room.weight) > most:
        last = last[:-1].rstrip()
    return FittedText((*lines[: count - 1], last + "…"), size, shrunk=True)


def length(text: str, room: Room) -> float:
    """How long the text is on one line, in millimetres, in the size of the room."""
    return _width(text, room.face, room.weight) * room.size * POINT / 1000


def normalize(text: str) -> str:
    """The text with single blanks, and with accents on their letters where the fonts have both as one."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _break_lines(text: str, room: Room, most: float, anywhere: bool) -> Iterator[str]:
    """The text in lines, each as long as it can be."""
    line = ""
    for part in _parts(text, room, most, anywhere):
        if line and _width((line + part).rstrip(), room.face, room.weight) > most:
            yield line.rstrip()
            line = ""
        line += part
    yield line.rstrip()


def _parts(text: str, room: Room, most: float, anywhere: bool) -> Iterator[str]:
    """What stays together; of a word that is too long for a line, where words may be broken, its letters."""
    for part in _BREAK.split(text):
        if anywhere and _width(part.rstrip(), room.face, room.weight) > most:
            yield from part
        else:
            yield part


@lru_cache(maxsize=4096)
def _width(text: str, face: str, weight: int) -> float:
    """In thousandths of the size; asked of the same lines for one size after the other."""
    widths = _widths(face, weight)
    return sum(0 if unicodedata.combining(letter) else widths.get(letter, WIDE) for letter in text)


@lru_cache(maxsize=4)
def _widths(face: str, weight: int) -> dict[str, float]:
    """How wide every letter of the files is, in thousandths of the size."""
    from fontTools.ttLib import TTFont

    widths: dict[str, float] = {}
    for script in _SCRIPTS[face]:
        with TTFont(finders.find(_FILES[face].format(script, weight)), lazy=True) as font:
            metrics, scale = font["hmtx"], 1000 / font["head"].unitsPerEm
            for code, glyph in font.getBestCmap().items():
                widths.setdefault(chr(code), metrics[glyph][0] * scale)
    return widths
