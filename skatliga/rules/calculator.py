"""The value of one deal, and backwards: which deals have a value; a deal as the fields of its form, there and back."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import NamedTuple
from urllib.parse import urlencode

from scoring.account import Account, Item, Violation
from scoring.deal import DEFAULTS, Deal, Replacement
from scoring.legal import explain, scores
from scoring.notation import write
from scoring.rulebook import RuleBook
from skatliga.forms import Cleaned, Initial
from skatliga.rules import wording

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


# ---- A deal as the fields of its form


def to_initial(deal: Deal) -> Initial:
    """The values of the form's fields that say this deal."""
    fields = deal._asdict()
    replacement: Replacement | None = fields.pop("replacement")
    if replacement is not None:
        fields |= {"replacement": replacement.game, "replacement_spitzen": replacement.spitzen}
    return fields | {"schenken": " ".join(deal.schenken)}


def to_deal(cleaned: Cleaned, settings: Mapping[str, object]) -> Deal:
    """The deal that the cleaned fields say, played with these settings."""
    fields = {**{name: value for name, value in cleaned.items() if value is not None}, **settings}
    spitzen = fields.pop("replacement_spitzen", 0)
    if game := fields.pop("replacement", ""):
        fields["replacement"] = Replacement(game, spitzen)
    if "schenken" in fields:
        fields["schenken"] = tuple(fields["schenken"].split())
    if "losers" in fields:
        fields["losers"] = tuple(fields["losers"])
    plain_verdict = "won" in fields and "augen" not in fields and "stiche" not in fields
    for name in ("schneider", "schwarz"):
        if fields.get(name) is False and not plain_verdict:
            del fields[name]
    if fields.get("schwarz"):
        fields["schneider"] = True
    return Deal(**fields)


def to_query(book: RuleBook, deal: Deal) -> str:
    """The part of an address that fills the form: what is not as in an empty one, and what was agreed on."""
    usual = {**DEFAULTS, "schenken": ""}
    said = {
        name: value for name, value in to_initial(deal).items() if name in book.settings or value != usual.get(name)
    }
    return urlencode(said, doseq=True)
