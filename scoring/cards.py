"""The 32 cards: Augen, ranks, trumps and Spitzen (ISkO 1.2, 2.1-2.3; Skatordnung 1886 §§3, 14, 15).

A card is a string of two letters, suit then rank, as the International Skat Server writes them: suits ``C S H D``
(Kreuz, Pik, Herz, Karo), ranks ``7 8 9 T J Q K A``. Suits and ranks are spelled in rising order everywhere.

>>> augen(["CA", "HT", "DJ"])
23
>>> spitzen({"CJ", "SJ", "DJ", "HA"}, "herz")
2
>>> spitzen({"HJ", "HA"}, "herz")
-2
"""

from collections.abc import Collection, Iterable
from typing import Final

SUIT_LETTERS: Final = {"karo": "D", "herz": "H", "pik": "S", "kreuz": "C"}
"""Suit games in rising order of their base value, with the letter of their suit."""

RANKS: Final = "789QKTA"
"""Ranks of a suit in a trump game, rising; the Buben stand apart (ISkO 2.2)."""

NULL_RANKS: Final = "789TJQKA"
"""Ranks of a suit in Null, rising (ISkO 2.2.4)."""

BUBEN: Final = ("CJ", "SJ", "HJ", "DJ")
"""The four Buben, falling: the highest trumps of every game but Null."""

DECK: Final = frozenset(suit + rank for suit in "CSHD" for rank in NULL_RANKS)

_AUGEN: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

MAX_SPITZEN: Final = {"karo": 11, "herz": 11, "pik": 11, "kreuz": 11, "grand": 4}
"""How many Spitzen a game can have: as many as it has trumps."""


def augen(cards: Iterable[str]) -> int:
    """Sum of the Augen of these cards (120 in the whole deck)."""
    return sum(_AUGEN[card[1]] for card in cards)


def trumps(game: str) -> tuple[str, ...]:
    """The trumps of a suit game or a Grand in falling order, none for Null."""
    if game == "null":
        return ()
    if game == "grand":
        return BUBEN
    suit = SUIT_LETTERS[game]
    return BUBEN + tuple(suit + rank for rank in reversed(RANKS))


def spitzen(held: Collection[str], game: str) -> int:
    """Unbroken run of trumps from the Kreuz-Bube down that is held (+n, *mit*) or lacking (-n, *ohne*).

    ``held`` are all cards that count for the declarer: his hand and the skat, in Hand games too (ISkO 2.3).
    Never 0 in a game with trumps.
    """
    order = trumps(game)
    has_first = order[0] in held
    run = 0
    for card in order:
        if (card in held) != has_first:
            break
        run += 1
    return run if has_first else -run
