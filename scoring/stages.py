"""Ordinal stages: the one way of counting in which a higher stage takes the place of the lower.

In the Skatordnung of 1886 and in Offiziersskat the multiplier is the Spitzen plus the number of one stage, while the
ISkO adds a level for each thing reached or announced (`valuation`).
"""

from collections.abc import Callable, Mapping

from scoring.account import Account, Item, item
from scoring.deal import Deal
from scoring.valuation import outcome_item, overbid_item, spitzen_items


def stage_items(
    account: Account, stages: tuple[str, ...], name: Callable[[Deal], str], rules: Mapping[str, str]
) -> list[Item]:
    """Spitzen, stage, base and outcome of a game counted by stages.

    ``account.levels`` is the number of the stage, ``stages`` the codes of the stages from 1, ``name`` the code of the
    game. A lost game is not doubled.
    """
    deal, stage = account.deal, account.levels
    assert account.base is not None
    items = [
        *spitzen_items(deal.spitzen, rules),
        item("sum", stages[stage - 1], stage, rules["stufe"]),
        item("base", name(deal), account.base, rules["base"]),
    ]
    if account.multiplier != abs(deal.spitzen or 0) + stage:
        items.append(overbid_item(account, rules))
    items.append(outcome_item(account.won, 1, rules))
    return items
