"""How a page is shown where somebody passes its address on: a picture, and the event as data for search engines.

The picture is drawn once for each state beside the processes that answer, and kept (`skatliga.handouts`).
"""

import json
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import groupby
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

from skatliga.events.days import last_day, write_days
from skatliga.events.models import Event
from skatliga.visitors.club_dates import EventResult

SIZE: Final = (1200, 630)
EDGE: Final = 60
SMALLEST: Final = 28
PAPER, CLOTH, INK, SOFT, ON_CLOTH, RULE = "#f8f4ea", "#17503a", "#1f1c17", "#625a4c", "#fffaf0", "#ddd4c2"
_SANS: Final = "source-sans-3-{}-{}"
_SCRIPTS: Final = ("latin", "latin-ext", "cyrillic", "greek")
FACES: Final = {
    "sans": [_SANS.format(script, 400) for script in _SCRIPTS],
    "bold": [_SANS.format(script, 600) for script in _SCRIPTS],
    "serif": ["source-serif-4-latin-600", "source-serif-4-latin-ext-600"]
    + [_SANS.format(script, 600) for script in _SCRIPTS],
}
"""Of each look the files in which a letter is looked for, in this order."""
FONTS: Final = settings.BASE_DIR / "static" / "fonts" / "paper"
_IN_SCRIPT: Final = {ord(sign): f"\\u{ord(sign):04X}" for sign in "<>&\u2028\u2029"}


def event_data(event: Event, url: str, image: str, club_url: str) -> str:
    """A SportsEvent of schema.org as JSON that may stand in a page; the addresses are whole ones."""
    data = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": event.name,
        "sport": "Skat",
        "startDate": event.date.isoformat(),
        "endDate": last_day(event).isoformat(),
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "eventStatus": "https://schema.org/EventScheduled",
        "url": url,
        "image": [image],
        "organizer": {"@type": "SportsOrganization", "name": event.club.name, "url": club_url},
    }
    place = event.place or event.club.place
    if place:
        data["location"] = {"@type": "Place", "name": place, "address": place}
    return json.dumps(data, ensure_ascii=False).translate(_IN_SCRIPT)


def picture_path(event: Event) -> str:
    """Where the picture of an event is."""
    return reverse("visitors:picture", args=[event.slug])


def draw_event(event: Event, found: EventResult) -> bytes:
    """The picture of an event: what, where and when, and who is in front."""
    about = " · ".join(part for part in (event.club.name, write_days(event), event.place) if part)
    winners = [(f"{line.place}.", line.name, str(line.leistung)) for line in found.winners]
    return draw(event.name, about, winners, found.standing if winners else "")


@cache
def general_picture() -> bytes:
    """What is shown until a picture is drawn, and of pages that have none."""
    return draw(_("Die Liste stimmt, die Rangliste steht."), _("Spiellisten, Ranglisten und Ligatabellen"), [], "")


def draw(title: str, about: str, lines: list[tuple[str, str, str]], below: str) -> bytes:
    """A picture with few words, large enough for the small window of a message."""
    image = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(image)
    width = SIZE[0] - 2 * EDGE
    pen.rectangle((0, 0, SIZE[0], 96), fill=CLOTH)
    _write(pen, (EDGE, 48), "Skatliga", 44, "serif", ON_CLOTH)
    _write(pen, (EDGE, 180), title, 72, "serif", INK, width)
    _write(pen, (EDGE, 256), about, 36, "sans", SOFT, width)
    for number, (place, name, points) in enumerate(lines):
        middle = 352 + 72 * number
        _write(pen, (EDGE, middle), place, 44, "sans", SOFT)
        _write(pen, (EDGE + 80, middle), name, 44, "bold", INK, 760)
        _write(pen, (SIZE[0] - EDGE - _width(points, "serif", 48), middle), points, 48, "serif", INK)
        pen.line((EDGE, middle + 36, SIZE[0] - EDGE, middle + 36), fill=RULE, width=2)
    if below:
        _write(pen, (EDGE, 590), below, 30, "sans", SOFT, width)
    written = BytesIO()
    image.quantize(32).save(written, "PNG", optimize=True)
    return written.getvalue()


def _write(
    pen: ImageDraw.ImageDraw, at: tuple[float, int], text: str, size: int, face: str, colour: str, most: int = SIZE[0]
) -> None:
    """A text beginning here, by its middle line; smaller, then shortened, where it is wider than this."""
    while _width(text, face, size) > most and size > SMALLEST:
        size -= 4
    while _width(text, face, size) > most:
        text = text[:-2].rstrip("… ") + "…"
    left, middle = at
    for piece, font in _pieces(text, face, size):
        pen.text((left, middle), piece, colour, font, anchor="lm")
        left += font.getlength(piece)


def _width(text: str, face: str, size: int) -> float:
    return sum(font.getlength(piece) for piece, font in _pieces(text, face, size))


def _pieces(text: str, face: str, size: int) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
    """The text in pieces, each with the first font that has its letters: names come from many countries."""
    for file, letters in groupby(text, lambda letter: _file_for(letter, face)):
        yield "".join(letters), _font(file, size)


@cache
def _file_for(letter: str, face: str) -> str:
    return next((file for file in FACES[face] if ord(letter) in _letters(file)), FACES[face][0])


@cache
def _letters(file: str) -> frozenset[int]:
    return frozenset(TTFont(FONTS / f"{file}.ttf", lazy=True).getBestCmap())


@cache
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"{file}.ttf", size)
