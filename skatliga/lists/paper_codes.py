"""The short addresses that are printed as codes, and what they stand for.

In capitals, as the small alphabet of a QR code has them: the fewer squares a code has, the larger they are on paper.
They lead to the long addresses, which say who may see what; a short one opens nothing by itself.
"""

from typing import Final
from uuid import UUID

from django.urls import reverse

from skatliga.events.models import Table
from skatliga.lists.access import secret_of

_DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U, which are read as others."""
_LENGTH: Final = 10
_SHIFT: Final = 80
"""Bits of a list's key that are left out; the 48 others are of chance, and a site has fewer than a million lists."""


def sheet_code_path(pk: UUID) -> str:
    """The short address of a list."""
    number, digits = pk.int >> _SHIFT, ""
    for _digit in range(_LENGTH):
        number, digit = divmod(number, 32)
        digits = _DIGITS[digit] + digits
    return reverse("sheet_code", args=[digits])


def table_code_path(table: Table) -> str:
    """The short address of whatever list a table has, or will have; `table` comes with its Serie."""
    return reverse("table_code", args=[table.round_id, table.number])


def device_code_path(table: Table) -> str:
    """The short address under which a table keeps its list on a device, with its secret."""
    return reverse("device_code", args=[table.pk, secret_of(table).upper()])


def keys_between(digits: str) -> tuple[UUID, UUID]:
    """The first and the last key that a list with this code can have; ValueError for what is no code."""
    if len(digits) != _LENGTH:
        raise ValueError(digits)
    number = 0
    for digit in digits.upper():
        number = number * 32 + _DIGITS.index(digit)
    if number >> (128 - _SHIFT):
        raise ValueError(digits)
    first = number << _SHIFT
    return UUID(int=first), UUID(int=first + (1 << _SHIFT) - 1)
