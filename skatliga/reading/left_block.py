"""What the left block of a row says: how likely each value is by Grundwert, Spitzen and ticks; which deal it was."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from math import exp, log
from typing import Final

from scoring.account import Account
from scoring.deal import Deal
from scoring.legal import accounts
from scoring.rulebook import RuleBook
from skatliga.reading.cell_reading import LEAST, CellReading

TICKS: Final = ("hand", "schneider", "schneider_angesagt", "schwarz", "schwarz_angesagt", "ouvert")
_NULLS: Final = {23: (), 35: ("hand",), 46: ("ouvert",), 59: ("hand", "ouvert")}
"""Values of Null (ISkO 5.3) and what is ticked beside them, where it is."""
_BASES: Final = {9: "karo", 10: "herz", 11: "pik", 12: "kreuz", 24: "grand"}
_WRONG: Final = 0.02
"""How often the left block of a row says something else than its value."""
_SPITZEN: Final = range(1, 12)
_QUIET: Final = ("", "-", "--")
Cells = Callable[[str], CellReading]


def quiet(cell: CellReading) -> float:
    """The likelihood that nothing stands in a cell, or only a stroke, which may look like two."""
    cell.prepare(_QUIET)
    return min(sum(exp(cell.log(text)) for text in _QUIET), 1.0)


class LeftBlock:
    """The left block of a row; `cell` gives the reading of one of its columns."""

    def __init__(self, cell: Cells) -> None:
        self.cell = cell
        self.written = quiet(cell("base")) < 0.5
        self._values = self._weigh() if self.written else {}

    def log(self, score: int) -> float:
        """The logarithm of how well it agrees with a score: the value if won, twice the value if lost."""
        if not self.written:
            return 0.0
        value = score if score > 0 else -score // 2
        return log((1 - _WRONG) * self._values.get(value, 0.0) + _WRONG * 0.01)

    def declares(self, _who: int) -> float:
        """The logarithm of how well it agrees with who played: nothing is said of that here."""
        return 0.0

    def scores(self) -> list[int]:
        """The likeliest scores by this block alone."""
        likely = sorted(self._values, key=self._values.__getitem__, reverse=True)[:3]
        return [score for value in likely for score in (value, -2 * value)]

    def _weigh(self) -> dict[int, float]:
        levels = [1.0]
        for name in TICKS:
            ticked = 1 - quiet(self.cell(name))
            levels = [a * (1 - ticked) + b * ticked for a, b in zip([*levels, 0.0], [0.0, *levels], strict=True)]
        found: dict[int, float] = defaultdict(float)
        self.cell("base").prepare([str(value) for value in (*_BASES, *_NULLS)])
        for base in _BASES:
            at_base = exp(self.cell("base").log(str(base)))
            if at_base < 1e-4:
                continue
            for spitzen, chance in self._spitzen():
                for level, share in enumerate(levels):
                    found[base * (spitzen + 1 + level)] += at_base * chance * share
        for value in _NULLS:
            found[value] += exp(self.cell("base").log(str(value)))
        found[46] += exp(self.cell("base").log("23")) * (1 - quiet(self.cell("ouvert")))
        found[35] += exp(self.cell("base").log("23")) * (1 - quiet(self.cell("hand")))
        return found

    def _spitzen(self) -> Iterator[tuple[int, float]]:
        with_, without = self.cell("mit"), self.cell("ohne")
        for cell in (with_, without):
            cell.prepare([str(number) for number in _SPITZEN])
        for number in _SPITZEN:
            chance = exp(with_.log(str(number))) * quiet(without) + exp(without.log(str(number))) * quiet(with_)
            if chance > LEAST:
                yield number, chance

    def deal(self, book: RuleBook, score: int) -> Deal | None:
        """The deal that stands there, if it is clear and worth this score."""
        if not self.written:
            return None
        fitting = [account for account in accounts(book) if account.score == score]
        chances = {account: self._chance(account) for account in fitting}
        if not chances:
            return None
        best = max(chances, key=chances.__getitem__)
        return best.deal if chances[best] > 0.5 else None

    def _chance(self, account: Account) -> float:
        """How likely exactly this deal is what stands there."""
        deal = account.deal
        charged = {item.code.removeprefix("stufe_") for item in account.items}
        base = account.base if deal.spitzen else account.value
        chance = exp(self.cell("base").log(str(base)))
        if not deal.spitzen:
            chance += exp(self.cell("base").log("23")) if base != 23 else 0
        spitzen = deal.spitzen or 0
        for name, number in (("mit", spitzen), ("ohne", -spitzen)):
            cell = self.cell(name)
            chance *= exp(cell.log(str(number))) if number > 0 else quiet(cell)
        for name in TICKS if deal.spitzen else ():
            ticked = bool(getattr(deal, name, False)) or name in charged
            chance *= 1 - quiet(self.cell(name)) if ticked else quiet(self.cell(name))
        return chance
