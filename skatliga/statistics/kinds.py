"""Which games figures are of: Skat by whatever rule book, or the game of one other book.

A Karo of Offiziersskat is no Karo of Skat: figures add up within a kind, and only those of Skat stand beside Skat at
large. A page shows the kind that most lists are of, or the one it is asked for: `?spiel=offiziersskat`.
"""

from collections import Counter
from collections.abc import Iterable

from django.utils.translation import gettext as _

from scoring import BOOKS
from scoring.rulebook import RuleBook

SKAT = "skat"


def kind_of(rulebook: str) -> str:
    """The kind of game that the book of this key is about."""
    return SKAT if BOOKS[rulebook].is_skat else rulebook


def books_of(kind: str | None) -> tuple[RuleBook, ...]:
    """The rule books of a kind; none for one there is not."""
    return tuple(book for key, book in BOOKS.items() if kind_of(key) == kind)


def name_of(kind: str) -> str:
    """What a kind is called."""
    return _("Skat") if kind == SKAT else BOOKS[kind].title


def by_lists(played: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """The kinds that were played, given rule books and numbers of lists, the one most lists are of first."""
    lists: Counter[str] = Counter()
    for rulebook, number in played:
        lists[kind_of(rulebook)] += number
    return tuple(sorted(lists, key=lambda kind: (-lists[kind], kind)))
