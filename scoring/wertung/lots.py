"""The lot, which parts those whom nothing else parts: anybody can draw it again.

* **D** The lot is a number made from the event's seed and the competitor's key. The draw can be published and recorded.
  A lot drawn by hand and recorded takes its place, and stands before any computed one.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Final

FIRST_COMPUTED_LOT: Final = 2**48
"""No computed lot is smaller; numbers drawn by hand are, and so stand before the computed ones."""


def lot_number(seed: str | int, key: str) -> int:
    """Draw the lot of one competitor: the same number for the same seed and key on every machine.

    It is 2**48 plus the first twelve hexadecimal digits of the SHA-256 of seed, line feed and key in UTF-8,
    which `printf '%s\\n%s' SEED KEY | sha256sum` shows to anybody. It stays below 2**53, so JSON and every
    database keep it exactly. The seeds 7 and "7" are the same. A ranking that wants a lot of its own adds its
    name to the seed.

    >>> hex(lot_number("Pfingstpreisskat", "Anna") - FIRST_COMPUTED_LOT)
    '0xb45a43969be8'
    """
    digest = hashlib.sha256(f"{seed}\n{key}".encode()).hexdigest()
    return FIRST_COMPUTED_LOT + int(digest[:12], 16)


def draw_lots(seed: str | int, keys: Iterable[str], recorded: Mapping[str, int] | None = None) -> list[str]:
    """The keys in the order of their lots, the smaller number first.

    `recorded` maps keys to numbers that were drawn by hand or kept from an earlier draw; they hold instead of
    the computed ones.

    >>> draw_lots("Pfingstpreisskat", ["Anna", "Bert", "Cora"], {"Bert": 3})
    ['Bert', 'Cora', 'Anna']
    """
    by_hand = recorded or {}
    numbers = {key: by_hand[key] if key in by_hand else lot_number(seed, key) for key in keys}
    return sorted(numbers, key=lambda key: (numbers[key], key))
