"""What a device sends, read and checked for its form before anything looks at the list.

A device may be old, broken or not ours at all: whatever does not have this form is refused as a whole (`Broken`), and
whatever has it does nothing but what the services allow.
"""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from skatliga.requests import Request
from skatliga.shapes import Json, JsonObject

MOST_BYTES: Final = 100_000
"""A list of 200 deals, entered and corrected, has a fifth of this."""

MOST_ENTRIES: Final = 400
MOST_TEXT: Final = 40
MOST_SEATS: Final = 6
MOST_ROWS: Final = 1_000


class Broken(Exception):
    """What was sent has no meaning; the sentence is for whoever looks at the device."""


class Kind(StrEnum):
    """What an entry does."""

    ROW = "row"
    CORRECTION = "correction"
    UNDO = "undo"
    SIGN = "sign"
    UNSIGN = "unsign"
    HAND_IN = "hand_in"


@dataclass(frozen=True, slots=True)
class Sent:
    """One entry: what was done at the table, and what the device then believed."""

    key: UUID
    kind: Kind
    nr: int = 0
    """Position of the row."""
    text: str = ""
    """The deal in the compact notation, or seat and signed value."""
    before: str = ""
    """What stood in the row that is changed or taken back."""
    dealer: int = 0
    """Who dealt, as the device believed: where the list has become another, that shows."""
    seat: int = 0
    """Who signs, or takes his signature back."""
    feet: tuple[tuple[str, int], ...] = ()
    """What was signed: name and Spielpunkte of everybody, in seat order."""
    agreed: tuple[int, ...] = ()
    """Who has agreed to change an older row."""


@dataclass(frozen=True, slots=True)
class Sending:
    """What one device sends at once, in the order in which it was done."""

    device: UUID
    generation: int
    sheet: UUID
    entries: tuple[Sent, ...]


def read_object(request: Request) -> JsonObject:
    """The JSON object in a request. Raises Broken."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or len(length) > 9 or int(length) > MOST_BYTES:
        raise Broken(_("Das ist mehr, als auf eine Liste geht."))
    try:
        read = json.loads(request.body)
    except (ValueError, RecursionError):
        raise Broken(
            _("Das Gerät hat etwas gesendet, das sich nicht lesen lässt; bitte die Seite neu laden.")
        ) from None
    if not isinstance(read, dict):
        raise _unreadable()
    return read


def read_sending(request: Request) -> Sending:
    """The entries in a request. Raises Broken."""
    read = read_object(request)
    entries = read.get("entries")
    if not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        raise _unreadable()
    return Sending(
        read_uuid(read, "device"),
        read_number(read, "generation", 10**9),
        read_uuid(read, "list"),
        tuple(_read_entry(entry) for entry in entries),
    )


def read_uuid(read: JsonObject, name: str) -> UUID:
    """A random name, as the device gave it. Raises Broken."""
    try:
        return UUID(read_text(read, name))
    except ValueError:
        raise _unreadable() from None


def read_number(read: JsonObject, name: str, most: int) -> int:
    """A whole number from 0; 0 where it is missing. Raises Broken."""
    found = read.get(name, 0)
    if type(found) is not int or not 0 <= found <= most:
        raise _unreadable()
    return found


def read_text(read: JsonObject, name: str) -> str:
    """A short text, empty where it is missing. Raises Broken."""
    found = read.get(name, "")
    if not isinstance(found, str) or len(found) > MOST_TEXT or not found.isprintable():
        raise _unreadable()
    return found


def _read_entry(read: Json) -> Sent:
    if not isinstance(read, dict) or (kind := read_text(read, "kind")) not in set(Kind):
        raise _unreadable()
    agreed = read.get("agreed", [])
    if not isinstance(agreed, list) or len(agreed) > MOST_SEATS or not all(type(seat) is int for seat in agreed):
        raise _unreadable()
    feet = _read_feet(read)
    if kind == Kind.SIGN and not feet:
        raise _unreadable()
    return Sent(
        key=read_uuid(read, "key"),
        kind=Kind(kind),
        nr=read_number(read, "nr", MOST_ROWS),
        text=read_text(read, "text"),
        before=read_text(read, "before"),
        dealer=read_number(read, "dealer", MOST_SEATS),
        seat=read_number(read, "seat", MOST_SEATS),
        feet=feet,
        agreed=tuple(agreed),
    )


def _read_feet(read: JsonObject) -> tuple[tuple[str, int], ...]:
    feet = read.get("feet", [])
    if not isinstance(feet, list) or len(feet) > MOST_SEATS:
        raise _unreadable()
    for foot in feet:
        if not isinstance(foot, list) or [type(each) for each in foot] != [str, int]:
            raise _unreadable()
    return tuple((name, points) for name, points in feet)


def _unreadable() -> Broken:
    return Broken(_("Diese Seite ist nicht mehr die neueste; bitte neu laden. Was eingetragen ist, bleibt am Gerät."))
