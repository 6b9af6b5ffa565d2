"""`hausrunde`: house rounds; what differs from the ISkO, read off the lists of a private round.

| rule | where | implemented |
|---|---|---|
| Bock, Kontra, Re each double the score of a deal, won or lost | `FACTORS` | yes |
| all pass: Ramsch, the loser is the declarer of the row and is charged his Augen | `HouseRamsch` | yes |
| Ramsch doubled for each push, each player without a trick, Bock, Kontra, Re | `_ramsch_factor` | yes |
| a Ramsch costs at most 250 points, a setting | `Deal.ramsch_limit` | yes |
| Durchmarsch: the same amount in plus | `HouseRamsch` | yes |
| Seeger-Fabian 50/50/40; no bonus in Ramsch, which counts neither as won nor as lost | `uncounted` | yes |
| the bid is only recorded and never makes a deal lost | `overbids` | yes |

Decided where the lists are silent:

* **D** Re needs Kontra, as everywhere.
* **D** As the bid never makes a deal lost, no deal of this book is called overbid.
* **D** A Durchmarsch is all tricks, so 120 Augen where they are not written; it is doubled for the two players without
  a trick only where they are written down (the lists show one of +120).
* **D** Its deals count as deals of Skat (`is_skat`): they are dealt, bid and played alike, only counted otherwise.
* **D** In Ramsch the declarer's Spitzen, levels, bid and verdict have no meaning and are refused.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Final

from scoring.account import Account, Item, Violation, item
from scoring.deal import Deal
from scoring.deal_result import check_count
from scoring.rulebook import Way
from scoring.rulebooks.isko import BASES, ISKO, NULL, TRUMP
from scoring.valuation import Factor, factor_items, outcome_item

_HOUSE: Final = "Hausregel"
RULES: Final = {
    **ISKO.rules,
    **dict.fromkeys(
        (
            "bock kontra re re_without_kontra ramsch_augen ramsch_augen_missing ramsch_grenze durchmarsch"
            " durchmarsch_augen jungfer_verdoppelt jungfern_impossible geschoben schieben_impossible"
            " ramsch_limit_impossible"
        ).split(),
        _HOUSE,
    ),
}

FACTORS: Final = (
    Factor("bock", lambda deal: 2 if deal.bock else 1),
    Factor("kontra", lambda deal: 2 if deal.kontra else 1),
    Factor("re", lambda deal: 2 if deal.re else 1),
)
RAMSCH_FACTORS: Final = (
    Factor("geschoben", lambda deal: 2**deal.schieben),
    Factor("jungfer_verdoppelt", lambda deal: 2**deal.jungfern),
)


@dataclass(frozen=True, eq=False)
class HouseRamsch:
    """Each for himself: the loser is charged his Augen, or credited the same amount for all tricks."""

    rules: Mapping[str, str]
    fields: frozenset[str] = frozenset("augen schieben jungfern durchmarsch bock kontra re ramsch_limit".split())

    def check(self, deal: Deal) -> list[Violation]:
        """Augen, pushes and Jungfern out of range; a Durchmarsch that is none."""
        found = check_count(deal, self.rules)
        if deal.augen is None and not deal.durchmarsch:
            found.append(self._violation("ramsch_augen_missing", "augen"))
        if not 0 <= deal.schieben <= 3:
            found.append(self._violation("schieben_impossible", "schieben", schieben=deal.schieben))
        if not 0 <= deal.jungfern <= 2:
            found.append(self._violation("jungfern_impossible", "jungfern", jungfern=deal.jungfern, most=2))
        if deal.durchmarsch and (deal.augen not in (None, 120) or deal.jungfern not in (0, 2)):
            found.append(self._violation("durchmarsch_augen", "durchmarsch"))
        return found

    def count(self, deal: Deal) -> Account:
        """Augen times the factors, at most the limit."""
        value = _augen(deal) << (deal.schieben + deal.jungfern)
        amount = min(value * prod(factor.times(deal) for factor in FACTORS), deal.ramsch_limit)
        score = amount if deal.durchmarsch else -amount
        return Account(score, deal.durchmarsch, False, value, None, None, deal, 0, self._itemise)

    def deals(self) -> Iterator[Deal]:
        """Every count of Augen with every number of pushes and Jungfern, and the Durchmarsch."""
        possible = [augen for augen in range(121) if augen not in (1, 119)]
        for augen, schieben, jungfern in product(possible, range(4), range(3)):
            yield Deal("ramsch", augen=augen, schieben=schieben, jungfern=jungfern)
        for schieben, jungfern in product(range(4), (0, 2)):
            yield Deal("ramsch", augen=120, schieben=schieben, jungfern=jungfern, durchmarsch=True)

    def _itemise(self, account: Account) -> tuple[Item, ...]:
        deal = account.deal
        items = [
            item("points", "ramsch_augen", _augen(deal), self.rules["ramsch_augen"]),
            item("outcome", "durchmarsch", 1, self.rules["durchmarsch"])
            if deal.durchmarsch
            else outcome_item(False, 1, self.rules),
            *factor_items((*RAMSCH_FACTORS, *FACTORS), deal, self.rules),
        ]
        if abs(account.score) < account.value * prod(factor.times(deal) for factor in FACTORS):
            items.append(item("charge", "ramsch_grenze", deal.ramsch_limit, self.rules["ramsch_grenze"]))
        return tuple(items)

    def _violation(self, code: str, field: str, /, **params: object) -> Violation:
        return Violation(code, field, params, self.rules[code])


def _augen(deal: Deal) -> int:
    return 120 if deal.augen is None else deal.augen


def check_re(deal: Deal) -> Iterator[Violation]:
    """Re answers Kontra."""
    if deal.re and not deal.kontra:
        yield Violation("re_without_kontra", "re", {}, RULES["re_without_kontra"])


def check_limit(deal: Deal) -> Iterator[Violation]:
    """A Ramsch must be able to cost something; the limit is a setting, so it is wrong beside any game."""
    if deal.ramsch_limit < 1:
        yield Violation("ramsch_limit_impossible", "ramsch_limit", {}, RULES["ramsch_limit_impossible"])


def variants(deal: Deal) -> Iterator[Deal]:
    """The deal with and without Bock, Kontra, Re."""
    if deal.game == "eingepasst":
        yield deal
        return
    for bock, (kontra, re) in product((False, True), ((False, False), (True, False), (True, True))):
        yield deal._replace(bock=bock, kontra=kontra, re=re)


_DOUBLING: Final = {"bock", "kontra", "re"}

TRUMP_HOUSE: Final = replace(TRUMP, rules=RULES, overbids=False, factors=FACTORS, fields=TRUMP.fields | _DOUBLING)
NULL_HOUSE: Final = replace(
    NULL, rules=RULES, overbids=False, factors=FACTORS, fields=NULL.fields - {"replacement"} | _DOUBLING
)
WAYS: Final[dict[str, Way]] = {
    **ISKO.ways,
    **dict.fromkeys(BASES, TRUMP_HOUSE),
    "null": NULL_HOUSE,
    "ramsch": HouseRamsch(RULES),
}

HAUSRUNDE: Final = replace(
    ISKO,
    key="hausrunde",
    title="Hausrunde",
    source=_HOUSE,
    ways=WAYS,
    rules=RULES,
    checks=(check_re, check_limit),
    variants=variants,
    uncounted=frozenset({"ramsch"}),
    settings=("ramsch_limit",),
)
