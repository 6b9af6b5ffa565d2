"""What the games of a rule book can come to, found by letting the book enumerate them.

A book is a value that never changes, so what was once found about it is kept.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from scoring.deal import FIELDS, Deal
from scoring.rulebook import RuleBook
from skatliga.shapes import Json


def endings(book: RuleBook, game: str) -> Iterator[Deal]:
    """Every legal way in which the game can end without a bid; the first of them also with all that the book can add.

    The deals are played as the table has agreed.

    Additions (Kontra, gifts …) multiply the endings by dozens; those of one ending show which there are.
    """
    bare = [next(book.variants(deal)) for deal in book.ways[game].deals() if deal.game == game]
    yield from (deal for deal in (*bare, *book.variants(bare[0])) if not book.check(deal))


@lru_cache(maxsize=256)
def values(book: RuleBook, game: str) -> Mapping[str, tuple[Json, ...]]:
    """For every field of a deal the values it takes in this game, in the order in which they come."""
    return {
        name: tuple(dict.fromkeys(column))
        for name, column in zip(FIELDS, zip(*endings(book, game), strict=True), strict=True)
    }
