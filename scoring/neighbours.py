"""Deals beside a deal: what a row says if one thing in it was written wrongly.

Odds are one in so many, as in `slips`: the next Spitzen are likelier than others, a stage forgotten likelier than an
announcement.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from scoring.cards import MAX_SPITZEN
from scoring.deal import Deal
from scoring.deal_result import null_won, read_result
from scoring.legal import accounts
from scoring.rulebook import RuleBook

VERDICT: Final = 2
NEXT_SPITZEN: Final = 3
SPITZEN: Final = 6
SUIT: Final = 5
GAME: Final = 8
STAGE: Final = 4
ANNOUNCED: Final = 8
_SUITS: Final = ("karo", "herz", "pik", "kreuz")


def deals_beside(book: RuleBook, deal: Deal) -> Iterator[tuple[int, str, Deal]]:
    """Every legal deal that differs in one thing, with its odds and what differs; a count of Augen as its verdict."""
    plain = _verdict(deal)
    for odds, what, other in _changed(plain):
        if other != plain and not book.check(other):
            yield odds, what, other


def _verdict(deal: Deal) -> Deal:
    """The deal with its verdict written instead of Augen and Stiche."""
    if deal.game == "null":
        return deal if deal.won is not None else deal._replace(won=null_won(deal), augen=None, stiche=None)
    if deal.spitzen is None or (deal.augen is None and deal.stiche is None):
        return deal
    won, schneider, schwarz = read_result(deal)
    return deal._replace(won=won, schneider=schneider or None, schwarz=schwarz or None, augen=None, stiche=None)


def _changed(deal: Deal) -> Iterator[tuple[int, str, Deal]]:
    if deal.won is not None:
        yield VERDICT, "verdict", deal._replace(won=not deal.won)
    if deal.game == "null":
        yield STAGE, "level", deal._replace(ouvert=not deal.ouvert)
        yield ANNOUNCED, "level", deal._replace(hand=not deal.hand)
        return
    if deal.spitzen is None:
        return
    sign = -1 if deal.spitzen < 0 else 1
    for count in range(1, MAX_SPITZEN[deal.game] + 1):
        odds = NEXT_SPITZEN if abs(count - abs(deal.spitzen)) == 1 else SPITZEN
        yield odds, "spitzen", deal._replace(spitzen=sign * count)
    for game in MAX_SPITZEN:
        yield SUIT if {game, deal.game} <= set(_SUITS) else GAME, "game", deal._replace(game=game)
    yield STAGE, "level", deal._replace(schneider=not deal.schneider, schwarz=None)
    yield ANNOUNCED, "level", deal._replace(schneider=True, schwarz=not deal.schwarz)
    yield (
        ANNOUNCED,
        "level",
        deal._replace(hand=not deal.hand, schneider_angesagt=False, schwarz_angesagt=False, ouvert=False),
    )
    yield ANNOUNCED * 2, "level", deal._replace(hand=True, schneider_angesagt=not deal.schneider_angesagt)
    yield ANNOUNCED * 2, "level", deal._replace(hand=True, schwarz_angesagt=not deal.schwarz_angesagt)
    yield ANNOUNCED * 2, "level", deal._replace(ouvert=not deal.ouvert)


def usual_deal(book: RuleBook, score: int) -> Deal | None:
    """The plainest deal with this score, bids aside."""
    return _usual_deals(book).get(score)


@lru_cache(maxsize=16)
def _usual_deals(book: RuleBook) -> dict[int, Deal]:
    found: dict[int, Deal] = {}
    for account in sorted(accounts(book), key=lambda account: _effort(account.deal)):
        if account.deal.game not in book.uncounted and account.deal.game != "eingepasst":
            found.setdefault(account.score, account.deal)
    return found


def _effort(deal: Deal) -> tuple[int, int]:
    """How much there is to say about a deal."""
    said = sum(value not in (None, False, ()) for value in deal[2:])
    return said, abs(deal.spitzen or 0)
