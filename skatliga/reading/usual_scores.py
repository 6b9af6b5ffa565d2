"""How usual each score is: what two players mean by a hurried figure is more likely the 72 than the 70.

The shares are those of ordinary play: a third Grand, most games with one or two, one of five lost.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from math import log
from typing import Final

from scoring.account import Account
from scoring.legal import accounts, counted_scores
from scoring.rulebook import RuleBook

_GAMES: Final = {"grand": 0.31, "null": 0.06} | dict.fromkeys(("karo", "herz", "pik", "kreuz"), 0.155)
_OTHER_GAME: Final = 0.05
_SPITZEN: Final = {1: 0.3, 2: 0.1, 3: 0.06, 4: 0.03, 5: 0.008}
"""With or without as many; more are rarer still."""
_MANY: Final = 0.001
_LEVELS: Final = {
    "hand": 0.07,
    "schneider": 0.2,
    "schneider_angesagt": 0.02,
    "schwarz": 0.03,
    "schwarz_angesagt": 0.01,
    "ouvert": 0.01,
}
_NULL_OUVERT, _LOST = 0.2, 0.18
_ANY: Final = 0.02
"""The share of rows that are whatever the rules allow."""


@lru_cache(maxsize=8)
def usual_scores(book: RuleBook) -> Mapping[int, float]:
    """The logarithm of the share of each score that a row can carry."""
    shares: dict[int, float] = defaultdict(float)
    for account in accounts(book):
        shares[account.score] += _share(account)
    scores = counted_scores(book)
    whole = sum(shares[score] for score in scores)
    return {score: log((1 - _ANY) * shares[score] / whole + _ANY / len(scores)) for score in scores}


def _share(account: Account) -> float:
    deal = account.deal
    levels = {item.code.removeprefix("stufe_") for item in account.items}
    share = _GAMES.get(deal.game, _OTHER_GAME) * (1 - _LOST if account.won else _LOST)
    if deal.spitzen:
        share *= _SPITZEN.get(abs(deal.spitzen), _MANY)
    for name, chance in _LEVELS.items():
        if name == "ouvert" and not deal.spitzen:
            chance = _NULL_OUVERT
        share *= chance if getattr(deal, name) or name in levels else 1 - chance
    return share
