"""The value of one deal, and backwards: which deals have a value."""

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from scoring.account import Account, Item, Violation
from scoring.legal import explain, scores
from scoring.notation import write
from scoring.rulebook import RuleBook
from skatliga.rules import wording
from skatliga.rules.deal_fields import to_query

MOST_ANSWERS = 50


class Reckoning(NamedTuple):
    """What a deal without violations is worth, and why."""

    book: RuleBook
    account: Account
    seat: int = 1
    """Whose game it is, for the compact notation."""

    @property
    def text(self) -> str:
        """The account as a player would say it."""
        return wording.account_text(self.account)

    @property
    def items(self) -> list[Item]:
        """What adds up to the score."""
        return wording.items(self.account)

    @property
    def warnings(self) -> tuple[Violation, ...]:
        """What is unusual about the deal."""
        return self.book.warn(self.account.deal)

    @property
    def notation(self) -> str | None:
        """The deal in the compact notation, where that can say it."""
        return write(self.seat, self.account.deal, self.book) if self.book.notation else None

    @property
    def query(self) -> str:
        """The deal as the form of the calculator reads it from an address."""
        return to_query(self.book, self.account.deal)


@lru_cache(maxsize=1024)
def answers(book: RuleBook, score: int) -> tuple[Account, ...]:
    """The first deals with this score, one more than are shown.

    A large book is enumerated once a process; a score that no deal can have costs nothing after that.
    """
    if score not in scores(book):
        return ()
    return tuple(book.value(deal) for deal in islice(explain(book, score), MOST_ANSWERS + 1))
