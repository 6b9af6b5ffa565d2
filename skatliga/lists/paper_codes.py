"""The short addresses that are printed as codes, and what they stand for.

In capitals, as the small alphabet of a QR code has them: the fewer squares a code has, the larger they are on paper.
They lead to the long addresses, which say who may see what; a short one opens nothing by itself.

The code of a list says after a hyphen which page of it this is. Lists printed by earlier versions carry longer codes,
which lead where they always led.

* **D** Eight digits hold 40 bits. The first bit is 1 for a list, and 39 bits of its key follow; it is 0 for a table,
  and its number follows. Should two lists ever share their bits, the code opens neither.
"""

import re
from base64 import b32encode
from operator import attrgetter
from typing import Final
from uuid import UUID

from django.urls import reverse

from skatliga.access import Role
from skatliga.events.models import Table
from skatliga.lists.access import card_lease, device_path, rules_of

_DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which are read as others."""
_LENGTH, _LIST_BITS = 8, 39
_OLD_LENGTH, _OLD_BITS = 10, 48
"""Digits, and how many bits of a list's key they hold, all of them of chance."""
_KEY_BITS: Final = 128


def sheet_code_path(pk: UUID) -> str:
    """The short address of a list, without its page."""
    return reverse("paper_code", args=[sheet_digits(pk)])


def sheet_digits(pk: UUID) -> str:
    """What the code of a list says of it."""
    return _written((1 << _LIST_BITS) | (pk.int >> (_KEY_BITS - _LIST_BITS)))


def table_code_path(table: Table) -> str:
    """The short address of whatever list a table has, or will have."""
    return reverse("paper_code", args=[table_digits(table.pk)])


def table_digits(pk: int) -> str:
    """What the code of a table says of it."""
    return _written(pk)


def device_code_path(table: Table) -> str:
    """The address under which a table keeps its list on a device, with all that it needs to begin without a network.

    What stands behind the sign `#` stays on the phone: no server gets to read it. It is written in the small alphabet
    of a QR code::

        card  := "K:" rules ":" Serie ":" table ":" names ":" lease
        names := seat by seat in UTF-8, a line each, in letters and digits (base 32)

    The table comes with its event, its `device_pass` and its seats.
    """
    seats = sorted(table.seats.all(), key=attrgetter("number"))
    sitting = "\n".join(seat.entry.name_for(Role.READER) for seat in seats)
    names = b32encode(sitting.encode()).decode().rstrip("=")
    card = (rules_of(table.round.event), table.round.number, table.number, names, card_lease(table).upper())
    return f"{device_path(table)}#K:{':'.join(map(str, card))}"


def keys_between(digits: str) -> tuple[UUID, UUID]:
    """The first and the last key that a list with this code can have; ValueError for what is no code."""
    return _keys(_read(digits, _OLD_LENGTH), _OLD_BITS)


def coded(digits: str) -> int | tuple[UUID, UUID]:
    """What a code stands for, with or without its page: a table, or the first and the last key a list can have.

    ValueError for what is no code.
    """
    digits, hyphen, page = digits.partition("-")
    if hyphen and not page.isdecimal():
        raise ValueError(page)
    number = _read(digits, _LENGTH)
    return _keys(number & ((1 << _LIST_BITS) - 1), _LIST_BITS) if number >> _LIST_BITS else number


def _written(number: int) -> str:
    digits = ""
    for _digit in range(_LENGTH):
        number, digit = divmod(number, 32)
        digits = _DIGITS[digit] + digits
    return digits


def _read(digits: str, length: int) -> int:
    if len(digits) != length:
        raise ValueError(digits)
    number = 0
    for digit in digits.upper():
        number = number * 32 + _DIGITS.index(digit)
    return number


def _keys(number: int, bits: int) -> tuple[UUID, UUID]:
    """The first and the last key that begins with these bits."""
    if number >> bits:
        raise ValueError(number)
    rest = _KEY_BITS - bits
    return UUID(int=number << rest), UUID(int=((number + 1) << rest) - 1)


# ---- Where a code or an address stands in a text

_CODE: Final = re.compile(r"/B/([0-9A-Z]{8})(?:-(\d+))?", re.IGNORECASE)
_KEY: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_OF_A_TABLE: Final = "0123456789ABCDEF"
"""The first digits of codes that name a table."""


def coded_page(address: str) -> tuple[str, int]:
    """What a code or the address of a list says: its eight digits and the page; empty and 0 where it does not."""
    if found := _CODE.search(address):
        return found[1].upper(), int(found[2] or 0)
    if key := _KEY.search(address):
        return sheet_digits(UUID(key[0])), 0
    return "", 0


def code_digits(address: str) -> str:
    """The digits alone."""
    return coded_page(address)[0]


def names_table(digits: str) -> bool:
    """Whether a code is that of a table, which had no list when its paper was printed."""
    return digits[:1] in _OF_A_TABLE
