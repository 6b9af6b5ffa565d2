"""One Wertung: from results to any table, in four steps that are data: scale, award, fold, rank.

>>> from scoring.wertung.results import figures_by_name, labels_by_name, result
>>> rule = WertungRule((Fold(("player",)),), Rank(("leistung", "won", "-lost")))
>>> lists = [result({"player": "Anna", "serie": 1}, {"leistung": 1210}),
...          result({"player": "Bert", "serie": 1}, {"leistung": 960}),
...          result({"player": "Bert", "serie": 2}, {"leistung": 1304})]
>>> for row in tabulate(rule, lists).rows:
...     print(row.place, labels_by_name(row.result.labels), figures_by_name(row.result.figures), row.parted_by)
1 {'player': 'Bert'} {'leistung': 2264, 'lists': 2} None
2 {'player': 'Anna'} {'leistung': 1210, 'lists': 1} leistung

Decisions (**D**), where a published rule says nothing:

* **D** Nothing is rounded, not even on the way: an average that is compared is a fraction.
* **D** Who has only a start and no result is in the table, and counts as absent.
"""

from collections.abc import Iterable, Sequence

from scoring.wertung.fold import fold
from scoring.wertung.places import WertungTable, rank
from scoring.wertung.points import award, award_beaten, award_each, copy_figure, scale
from scoring.wertung.results import Labels, WertungResult
from scoring.wertung.steps import (
    Award,
    AwardBeaten,
    AwardEach,
    CopyFigure,
    Fold,
    Rank,
    Scale,
    Step,
    WertungRule,
)


def tabulate(
    rule: WertungRule,
    results: Iterable[WertungResult],
    held: Sequence[Labels] = (),
    start: Sequence[WertungResult] = (),
) -> WertungTable:
    """The table that a rule makes of results.

    `held` is what took place, `start` what competitors begin with. Raises FieldRefusedError where an award has no
    points for a field.
    """
    return rank(rule.rank, carry_out(rule.steps, results, held, start))


def carry_out(
    steps: Sequence[Step],
    results: Iterable[WertungResult],
    held: Sequence[Labels] = (),
    start: Sequence[WertungResult] = (),
) -> list[WertungResult]:
    """What steps leave of results; several tables may be ranked of the same."""
    left = list(results)
    last = max((number for number, step in enumerate(steps) if isinstance(step, Fold)), default=None)
    for number, step in enumerate(steps):
        match step:
            case Fold():
                left = fold(step, left, held, start if number == last else ())
            case Scale():
                left = scale(step, left)
            case CopyFigure():
                left = copy_figure(step, left)
            case Award():
                left = award(step, left)
            case AwardBeaten():
                left = award_beaten(step, left)
            case AwardEach():
                left = award_each(step, left)
    return left


__all__ = [
    "Award",
    "AwardBeaten",
    "AwardEach",
    "CopyFigure",
    "Fold",
    "Rank",
    "Scale",
    "WertungResult",
    "WertungRule",
    "WertungTable",
    "carry_out",
    "tabulate",
]
