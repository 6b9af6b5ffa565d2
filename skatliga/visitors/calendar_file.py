"""Dates as a calendar that programs subscribe to (iCalendar, RFC 5545): whole days, each with an address.

>>> from datetime import UTC, date, datetime
>>> now = datetime(2026, 1, 2, tzinfo=UTC)
>>> told = calendar("Verein", [("event-1@x", date(2026, 11, 20), date(2026, 11, 20), "A; B", "", "", now)])
>>> print(told.decode().replace("\\r", ""))  # doctest: +ELLIPSIS
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Skatliga//DE
X-WR-CALNAME:Verein
BEGIN:VEVENT
UID:event-1@x
DTSTAMP:20260102T000000Z
DTSTART;VALUE=DATE:20261120
DTEND;VALUE=DATE:20261121
SUMMARY:A\\; B
TRANSP:TRANSPARENT
END:VEVENT
END:VCALENDAR
<BLANKLINE>
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Final

LONGEST: Final = 75
"""Octets of a line; what is longer goes on in the next one, which begins with a space."""

CalendarEntry = tuple[str, date, date, str, str, str, datetime]
"""Its key for ever, the first day and the last, name, place, address, and when it was last changed."""


def calendar(name: str, entries: Iterable[CalendarEntry]) -> bytes:
    """The file."""
    return b"".join(fold_line(line) for line in _lines(name, entries))


def _lines(name: str, entries: Iterable[CalendarEntry]) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Skatliga//DE", f"X-WR-CALNAME:{escape(name)}")
    for key, first, last, title, place, url, changed in entries:
        yield from ("BEGIN:VEVENT", f"UID:{escape(key)}", f"DTSTAMP:{changed.astimezone(UTC):%Y%m%dT%H%M%SZ}")
        yield from (f"DTSTART;VALUE=DATE:{first:%Y%m%d}", f"DTEND;VALUE=DATE:{last + timedelta(1):%Y%m%d}")
        yield f"SUMMARY:{escape(title)}"
        if place:
            yield f"LOCATION:{escape(place)}"
        if url:
            yield f"URL:{url}"
        yield from ("TRANSP:TRANSPARENT", "END:VEVENT")
    yield "END:VCALENDAR"


def escape(text: str) -> str:
    """A text as it stands in a calendar, without characters that cannot.

    >>> escape("a,b; c" + chr(92) + chr(10) + "d" + chr(7))
    'a\\\\,b\\\\; c\\\\\\\\\\\\nd'
    """
    bare = re.sub(r"[\x00-\x09\x0b-\x1f\x7f]", "", text)
    return re.sub(r"([\\,;])", r"\\\1", bare).replace("\n", r"\n")


def fold_line(line: str) -> bytes:
    """A line with its end, in pieces of at most 75 octets; no letter is torn apart.

    >>> [len(each) for each in fold_line("ü" * 60).split(b"\\r\\n")]
    [74, 47, 0]
    """
    pieces: list[bytes] = []
    rest = line.encode()
    while len(rest) > LONGEST - bool(pieces):
        end = LONGEST - bool(pieces)
        while rest[end] & 0xC0 == 0x80:
            end -= 1
        pieces.append(rest[:end])
        rest = rest[end:]
    return b"\r\n ".join([*pieces, rest]) + b"\r\n"
