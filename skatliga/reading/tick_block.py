"""What the boxes of a row say where a deal is ticked (`layouts.TICK_LAYOUT`): who played, what it is worth, which deal.

* **D** Any ink is a tick, but a box that is blackened is most likely a tick that was taken back, as the sheet says.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import exp, log
from typing import Final

from scoring.account import Account
from scoring.deal import Deal
from scoring.legal import accounts
from scoring.rulebook import RuleBook
from skatliga.reading.cell_reading import STRUCK
from skatliga.reading.layouts import TICKED_GAMES
from skatliga.reading.left_block import TICKS, Cells, LeftBlock, quiet

_FORGOTTEN: Final = 0.01
"""How often a box is ticked that should not be, or the other way round."""
_WRONG: Final = 0.01
"""How often the boxes of a row say something else than its total."""
_TAKEN_BACK: Final = 0.75
_LIKELY: Final = 1e-6
_BOXES: Final = (*TICKED_GAMES, "mit", "ohne", *(f"spitzen-{n}" for n in (1, 2, 3, 4)), *TICKS, "deal_won", "deal_lost")


class TickBlock(LeftBlock):
    """The boxes of a row; `cell` gives the reading of one of them, `declarer-2` that of who played."""

    def __init__(self, cell: Cells, book: RuleBook, seats: int) -> None:
        self.cell = cell
        self.seats = range(1, seats + 1)
        self.ticked = {name: self._tick_chance(name) for name in _BOXES}
        self.written = any(self.ticked[game] > 0.5 for game in TICKED_GAMES)
        self._deals = dict(self._likely_deals(book)) if self.written else {}
        self._scores: dict[int, float] = {}
        for account, chance in self._deals.items():
            self._scores[account.score] = max(self._scores.get(account.score, 0.0), chance)

    def _tick_chance(self, name: str) -> float:
        """How likely a box is ticked."""
        cell = self.cell(name)
        struck = sum(chance for text, chance in cell.best if STRUCK in text)
        ticked = (1 - exp(cell.log(""))) - _TAKEN_BACK * struck
        return min(max(ticked, _FORGOTTEN), 1 - _FORGOTTEN)

    def declares(self, who: int) -> float:
        """The logarithm of how well the boxes agree with who played; 0 for a deal passed in."""
        chances = {seat: self._tick_chance(f"declarer-{seat}") for seat in self.seats}
        if max(chances.values()) < 0.5 and not self.written:
            return 0.0
        return sum(log(chance if seat == who else 1 - chance) for seat, chance in chances.items())

    def log(self, score: int) -> float:
        """The logarithm of how well they agree with a score."""
        if not self.written:
            return 0.0
        return log((1 - _WRONG) * self._scores.get(score, 0.0) + _WRONG * 0.001)

    def scores(self) -> list[int]:
        """The likeliest scores by the boxes alone."""
        return sorted(self._scores, key=self._scores.__getitem__, reverse=True)[:4]

    def deal(self, book: RuleBook, score: int) -> Deal | None:
        """The deal that is ticked, if it is clear and has this score."""
        if not self.written:
            return None
        fitting = {account: chance for account, chance in self._deals.items() if account.score == score}
        if not fitting:
            return None
        best = max(fitting, key=fitting.__getitem__)
        return best.deal if fitting[best] > 0.5 * sum(fitting.values()) and fitting[best] > 0.1 else None

    def _likely_deals(self, book: RuleBook) -> Iterator[tuple[Account, float]]:
        none = sum(log(1 - chance) for chance in self.ticked.values())
        more = {name: log(chance / (1 - chance)) for name, chance in self.ticked.items()}
        number = self.cell("spitzen")
        unwritten = log(max(quiet(number), _FORGOTTEN))
        for boxes, spitzen, account in _boxes_of(book):
            weight = none + sum(more[name] for name in boxes)
            weight += log(max(exp(number.log(str(spitzen))), 1e-4)) if spitzen else unwritten
            if weight > log(_LIKELY):
                yield account, exp(weight)


@lru_cache(maxsize=4)
def _boxes_of(book: RuleBook) -> tuple[tuple[tuple[str, ...], int, Account], ...]:
    """What is ticked for every deal, and the Spitzen that are written where they are more than four."""
    ticked = [account for account in accounts(book) if account.deal.game in TICKED_GAMES]
    ways = ((boxes, _many(account), account) for account in ticked for boxes in {*_ticks(account)})
    return tuple(ways)


def _many(account: Account) -> int:
    spitzen = abs(account.deal.spitzen or 0)
    return spitzen if spitzen > 4 else 0


def _ticks(account: Account) -> Iterator[tuple[str, ...]]:
    """With all levels that are charged, and with those alone that include the others."""
    deal = account.deal
    charged = {item.code.removeprefix("stufe_") for item in account.items}
    names = [deal.game, "deal_won" if account.won else "deal_lost"]
    if deal.spitzen:
        names.append("mit" if deal.spitzen > 0 else "ohne")
        if abs(deal.spitzen) <= 4:
            names.append(f"spitzen-{abs(deal.spitzen)}")
    said = [name for name in TICKS if getattr(deal, name, False)]
    yield (*names, *said)
    yield (*names, *(name for name in TICKS if name in charged or name in said))
    if "schneider" in said and "schwarz" in said:
        yield (*names, *(name for name in said if name != "schneider"))
