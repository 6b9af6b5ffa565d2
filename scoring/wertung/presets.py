"""Rules that clubs and leagues use, made of a few numbers.

Decisions (**D**), where no rule of a club at hand says otherwise:

* **D** The best n and the drops are counted in the same unit as the average: lists, or evenings. The Leistung of an
  evening is the sum of its lists.
* **D** Who is absent has used a drop with it: of the k that are dropped in a block, lists or evenings missed are the
  first; nobody loses a good result for having been away.
* **D** A credit stands for a whole evening at which somebody has no list, the first ones missed; it is one result like
  any other, whether lists or evenings are counted.
* **D** The minimum is reached by what was played and by credits, whether it counts in the end or not.
* **D** Who is level is parted by more games won, then fewer lost, of what counts.
"""

from collections.abc import Iterable
from typing import Final

from scoring.wertung.results import LABEL_AT, Labels
from scoring.wertung.steps import Credit, DealsTo, Demand, Drop, Fold, Order, Rank, Scale, Step, WertungRule

BY_LEISTUNG: Final[Order] = ("leistung", "won", "-lost")
"""The customary order of individuals and of teams within a Serie, before any lot."""
DEALS_OF_A_LIST: Final = 48
"""To which lists are projected: the deals of a Serie at a table of four."""


def club_year(
    *,
    by_evening: bool = False,
    average: bool = False,
    best: int | None = None,
    drop: int = 0,
    minimum: int = 0,
    missing_as_zero: bool = False,
    credit: int = 0,
    credits: int = 0,
    projected: bool = False,
) -> WertungRule:
    """The table of a club year, of results with the labels player, block, evening and serie.

    Lists count, or whole evenings (`by_evening`); their sum or their `average`; only the `best`; without the worst
    `drop` of every block. Who has fewer than `minimum` has no place, or zeros instead (`missing_as_zero`). The first
    `credits` evenings missed bring `credit` points. Every list is `projected` to 48 deals.
    """
    steps: list[Step] = []
    if projected:
        steps.append(Scale(("leistung",), DealsTo(DEALS_OF_A_LIST)))
    if by_evening:
        steps.append(Fold(("player", "block", "evening")))
    steps.append(
        Fold(
            ("player",),
            missing=Credit(credit, credits, "evening") if credits else None,
            minimum=(Demand(minimum),) if minimum and not missing_as_zero else (),
            drop=Drop(drop, per="block", absence_uses=True) if drop else None,
            best=best,
            fill=minimum if minimum and missing_as_zero else None,
            combine="mean" if average else "sum",
        )
    )
    return WertungRule(tuple(steps), Rank(BY_LEISTUNG))


def held_for(rule: WertungRule, serien: Iterable[Labels]) -> tuple[Labels, ...]:
    """What took place, in what the last fold counts: of Serien the evenings, where it counts these.

    Whoever missed an evening of two Serien has missed one part of it then, not two.
    """
    if len(rule.folds) < 2:
        return tuple(serien)
    kept = {LABEL_AT[name] for name in rule.folds[-2].by}
    coarser = (tuple(value if at in kept else None for at, value in enumerate(labels)) for labels in serien)
    return tuple(dict.fromkeys(coarser))
