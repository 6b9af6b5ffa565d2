"""What a deal will be worth, as a table that the browser looks values up in before the server has its word.

The table is made from the engine, once for every rule book: for each way to write a deal in the compact notation (seat,
*ohne* and result aside) its value, its base and what it brings won and lost. The browser adds one thing only, rounding
an overbid game up to the multiple of its base that reaches the bid (ISkO 3.6.1), with the factor of the loss read off
the table.

**D** By taps is kept what the compact notation says. Of deals with more to them (Kontra, Bock), and under books without
a notation, the device asks for the value; where there are only a few values, each has its button.
"""

from functools import lru_cache
from typing import Final

from scoring import Misread, RuleBook, parse
from scoring.cards import MAX_SPITZEN
from scoring.legal import counted_scores, overbids
from scoring.notation import LEVELS, NULL_KINDS, TRUMPS
from skatliga.shapes import JsonObject

SAID: Final = frozenset(
    "spitzen hand schneider_angesagt schwarz_angesagt ouvert bid won schneider schwarz augen stiche replacement".split()
)
"""The fields of a deal that the compact notation can say; what a table agrees on once is no matter of a deal."""

FEW: Final = 12
"""So many values have a button each."""


@lru_cache(maxsize=16)
def preview_of(book: RuleBook) -> JsonObject:
    """The table of a book as agreed on, ready for JSON.

    ``games`` maps what stands between seat and result to value, base, and the scores won and lost (0 where that cannot
    be). ``scores`` are the values a row may carry without its deal, ``whole`` says whether any deal needs that;
    ``values`` are the same without their signs, where they are few. ``loses``: a deal can be lost; ``leads``: who leads
    declares, in turn.
    """
    games = {body: found for body in _bodies(book) if any((found := _look_up(book, body))[2:])} if book.notation else {}
    scores = counted_scores(book)
    values = sorted({abs(score) for score in scores} - {0})
    return {
        "games": games,
        "bids": sorted(book.bids),
        "overbids": book.notation and _overbids(book),
        "passing": "eingepasst" in book.ways,
        "whole": bool(games) and _is_whole(book),
        "scores": sorted(scores),
        "values": values if len(values) <= FEW else [],
        "loses": book.counts_lost,
        "leads": book.declarer_leads,
    }


def _bodies(book: RuleBook) -> list[str]:
    """Everything that can stand between the seat and the result, bid and *ohne* aside."""
    digits = {game: digit for digit, game in TRUMPS.items() if game in book.ways}
    trumps = [
        f"{digits[game]}{spitzen}{level}"
        for game, most in MAX_SPITZEN.items()
        if game in digits
        for spitzen in range(1, most + 1)
        for level in LEVELS
    ]
    return trumps + [digits["null"] + kind for kind in NULL_KINDS if "null" in digits]


def _look_up(book: RuleBook, body: str) -> list[int]:
    """Value, base, score won, score lost."""
    value = base = 0
    scores = []
    for sign in "+-":
        read = parse(f"1{body}{sign}", book)
        if isinstance(read, Misread):
            scores.append(0)
            continue
        account = book.value(read.deal)
        value, base = account.value, account.base or account.value
        scores.append(account.score)
    return [value, base, *scores]


def _overbids(book: RuleBook) -> bool:
    """Whether a bid can overtake a deal."""
    read = parse("191-", book)
    return not isinstance(read, Misread) and any(True for _account in overbids(book, read.deal))


def _is_whole(book: RuleBook) -> bool:
    """Whether every deal of the book can be said in the notation."""
    sayable = book.ways.keys() <= {*TRUMPS.values(), "eingepasst"}
    return sayable and all(way.fields <= SAID for way in book.ways.values())
