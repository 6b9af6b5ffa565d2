"""The letters that forms are filled with: which glyph each of them is in which font, and how wide.

They are set once on a page that nobody sees, to measure them. A file in which they are used gets a page of those that
are used: painting it puts their glyphs into its fonts.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from django.template.loader import render_to_string

from skatliga.printing.render import lay_out

if TYPE_CHECKING:
    from weasyprint import Document
    from weasyprint.pdf.fonts import Font

LETTERS = "".join(
    (
        *map(chr, range(0x20, 0x7F)),
        *map(chr, (*range(0xA1, 0xAD), *range(0xAE, 0x100))),
        *map(chr, set(range(0x100, 0x17F)) - {0x132, 0x133, 0x13F, 0x140, 0x149}),
        *map(chr, (*range(0x388, 0x38B), 0x38C, 0x38E, 0x38F, *range(0x390, 0x3A2), *range(0x3A3, 0x3CF))),
        *map(chr, (*range(0x400, 0x460), 0x490, 0x491)),
        "ẞȘșȚț–—‘’‚“”„•…−€",
    )
)
"""What is set letter by letter: Latin, Greek and Cyrillic letters of Europe, figures and signs.

Others may need to be joined or turned.
"""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter in a font of the file."""

    font: str
    code: str
    width: float
    """In thousandths of the size."""


@dataclass(slots=True)
class Face:
    """The letters of one face and weight, and the texts that were set with them."""

    glyphs: dict[str, Glyph]
    widths: dict[str, float]
    _set: dict[str, tuple[float, tuple[tuple[str, str], ...]]] = field(default_factory=dict)

    def set(self, text: str) -> tuple[float, tuple[tuple[str, str], ...]]:
        """The width of a text, and its glyphs in runs of one font each."""
        if text not in self._set:
            runs: list[tuple[str, str]] = []
            for glyph in map(self.glyphs.__getitem__, text):
                if runs and runs[-1][0] == glyph.font:
                    runs[-1] = (glyph.font, runs[-1][1] + glyph.code)
                else:
                    runs.append((glyph.font, glyph.code))
            self._set[text] = self.width(text), tuple(runs)
        return self._set[text]

    def width(self, text: str) -> float:
        """How wide a text is, in thousandths of the size."""
        return sum(map(self.widths.__getitem__, text))


def set_letters(letters: str) -> "Document":
    """The page of these letters in all faces."""
    return lay_out(render_to_string("printing/letters.html", {"letters": letters}))


@lru_cache(maxsize=1)
def _fonts() -> "list[Font]":
    """The fonts in which the letters are."""
    from weasyprint.pdf.stream import Stream

    document = set_letters(LETTERS)
    stream = Stream(document.fonts, (0, 0, 0, 0), {"ExtGState": {}}, {}, None, {}, None)
    for page in document.pages:
        page.paint(stream)
    return list(document.fonts.values())


@lru_cache(maxsize=32)
def face(families: tuple[str, ...], weight: int) -> Face:
    """The letters as a style has them: from the first of its families that knows them."""
    glyphs: dict[str, Glyph] = {}
    for family in families:
        for font in _fonts():
            if (font.family, font.weight) == (family, weight):
                for number, letter in font.to_unicode.items():
                    glyphs.setdefault(letter, Glyph(font.hash, f"{number:04x}", font.widths[number]))
    return Face(glyphs, {letter: glyph.width for letter, glyph in glyphs.items()})
