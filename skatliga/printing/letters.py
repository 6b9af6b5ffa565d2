"""The letters that forms are filled with: which glyph each of them is in which font, and how wide.

They are set once on a page that nobody sees, to measure them. A file in which they are used gets a page of those that
are used: painting it puts their glyphs into its fonts.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string

from skatliga.printing.render import lay_out, objects_of, pages_of

if TYPE_CHECKING:
    from pydyf import PDF, Stream
    from weasyprint import Document

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

_FONT = re.compile(rb"/(\S+) [\d.]+ Tf")
_LETTER = re.compile(rb"^<([0-9a-f]{4})> <([0-9a-f]+)>$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter in a font of the file."""

    font: str
    code: str
    width: float
    """In thousandths of the size."""


@dataclass(slots=True)
class Face:
    """The letters of one style, and the texts that were set with them."""

    style: str
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


PLAIN, STRONG, HEADING = "plain", "strong", "heading"
"""Styles in which letters are set: classes of `paper.css`."""


Texts = defaultdict[str, set[str]]
"""Texts by the style in which they are set."""


def set_letters(texts: Mapping[str, Iterable[str]]) -> "Document":
    """A page for each of these styles, with the letters of its texts."""
    pages = [(style, "".join(sorted(set().union(*used)))) for style, used in texts.items()]
    return lay_out(render_to_string("printing/letters.html", {"pages": pages}))


@lru_cache(maxsize=1)
def _faces() -> dict[str, Face]:
    """What letters look like in a file: by style, read off a page that shows them all."""
    document = set_letters(dict.fromkeys((PLAIN, STRONG, HEADING), LETTERS))
    faces: dict[str, Face] = {}

    def read(document: "Document", pdf: "PDF") -> None:
        objects = objects_of(pdf)
        for style, page in zip((PLAIN, STRONG, HEADING), pages_of(pdf), strict=True):
            fonts = objects[objects[page["Resources"]]["Font"]]
            glyphs: dict[str, Glyph] = {}
            for name in _fonts_in(objects[page["Contents"]]):
                for letter, glyph in _glyphs(name, objects[fonts[name]], objects):
                    glyphs.setdefault(letter, glyph)
            faces[style] = Face(style, glyphs, {letter: glyph.width for letter, glyph in glyphs.items()})

    document.write_pdf(finisher=read, uncompressed_pdf=True)
    return faces


def _fonts_in(content: "Stream") -> list[str]:
    """The names of the fonts in which a page is written, in their order."""
    written = b"\n".join(line if isinstance(line, bytes) else str(line).encode() for line in content.stream)
    return list(dict.fromkeys(name.decode() for name in _FONT.findall(written)))


def _glyphs(name: str, font: Mapping[str, Any], objects: Mapping[bytes, Any]) -> Iterator[tuple[str, Glyph]]:
    """Which glyph each letter is in a font of the file, and how wide."""
    (descendant,) = font["DescendantFonts"]
    widths: dict[int, float] = {}
    runs = objects[descendant]["W"]
    for first, run in zip(runs[::2], runs[1::2], strict=True):
        widths |= dict(enumerate(run, first))
    for code, letter in _LETTER.findall(b"\n".join(objects[font["ToUnicode"]].stream)):
        if width := widths.get(int(code, 16)):  # a letter that no font has is the glyph 0, which is not there
            yield bytes.fromhex(letter.decode()).decode("utf-16-be"), Glyph(name, code.decode(), width)


def face(style: str) -> Face:
    """The letters as a style has them."""
    return _faces()[style]
