"""Between engine and oracle: the engine's answer to a line in the six fields of the oracle, and deals as lines."""

import random
from collections.abc import Iterable, Iterator
from itertools import islice

import pytest
from every_line import BIDS, BOOKS
from oracle import Answer, Line, rate

from scoring.account import Account
from scoring.deal import Deal, Replacement
from scoring.deal_json import read_deal
from scoring.legal import accounts, overtaken
from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS as RULE_BOOKS
from scoring.rulebooks.isko import ISKO

every_book = pytest.mark.parametrize("book", [RULE_BOOKS[key] for key in BOOKS], ids=BOOKS)


def engine(line: Line) -> Answer | None:
    """What the engine makes of fields as a JSON reader gives them; None where it reports violations."""
    book, deal, violations = read_deal(line, ISKO)
    if violations:
        return None
    assert book is not None
    assert deal is not None
    account = book.value(deal)
    return {
        "score": account.score,
        "won": account.won,
        "ueberreizt": account.ueberreizt,
        # A deal passed in is worth 0 points to the engine and has no value at all to the oracle (its D8); the
        # wire only says that the score is 0.
        "value": None if deal.game == "eingepasst" else account.value,
        "base": account.base,
        "multiplier": account.multiplier,
    }


def differences(lines: Iterable[Line]) -> str:
    """The first lines that engine and oracle do not answer alike; also says so when there are no lines at all."""
    return report(_differing(lines))


def _differing(lines: Iterable[Line]) -> Iterator[str]:
    line = None
    for line in lines:
        ours, theirs = engine(line), rate(line)
        if ours != theirs:
            yield f"{line}\n  engine {ours}\n  oracle {theirs}"
    if line is None:
        yield "no line was compared"


def line_of(book: RuleBook, deal: Deal) -> Line:
    """The wire fields of a deal, without asking the engine how it writes them."""
    line: Line = {"rulebook": book.key}
    for name, value in deal._asdict().items():
        if isinstance(value, Replacement):
            line[name] = {"game": value.game, "spitzen": value.spitzen}
        elif isinstance(value, tuple):
            line[name] = list(value)
        elif value is not None:
            line[name] = value
    return line


def some_bids(book: RuleBook, number: int) -> list[int | None]:
    """No bid and a few of the legal ones, different ones for each number."""
    bids = BIDS.get(book.key, [])
    chosen = {bids[(number * step + step) % len(bids)] for step in (1, 7, 29)} if bids else set()
    return [None, *sorted(chosen)]


def deals_with_bids(book: RuleBook, most: int = 1_000_000) -> Iterator[Account]:
    """The account of every canonical deal without a bid and with some, overtaken Nulls included.

    Of more than ``most`` deals as many are drawn, always the same.
    """
    deals = [*(account.deal for account in accounts(book)), *overtaken(book)]
    if len(deals) > most:
        deals = random.Random(1886).sample(deals, most)
    for number, deal in enumerate(deals):
        for bid in some_bids(book, number):
            with_bid = deal._replace(bid=bid or deal.bid)
            if not book.check(with_bid):
                yield book.value(with_bid)


def report(broken: Iterable[object]) -> str:
    """The first few, for a message."""
    return "\n".join(str(case) for case in islice(broken, 5))
