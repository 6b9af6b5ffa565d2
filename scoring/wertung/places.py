"""Places: rows sorted by figures; 1, 2, 2, 4, a place being shared where all figures are equal.

Used for the places in a field (`scoring.wertung.points`) and for the table itself (`rank`).
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter, mul
from typing import Final, NamedTuple

from scoring.wertung.results import (
    FIGURE_AT,
    LABELS,
    ByLabels,
    Label,
    Labels,
    Number,
    WertungResult,
    in_order,
)
from scoring.wertung.steps import Order, Rank

LOT: Final = "lot"
Values = tuple[Number, ...]
_lacks: Final = attrgetter("lacks")


class WertungRow(NamedTuple):
    """A row of a table."""

    result: WertungResult
    place: int
    shared: bool = False
    """Another row has this place."""
    parted_by: str | None = None
    """The first figure, or the lot, in which it differs from the row before; None with the same place."""
    zone: str | None = None


class WertungTable(NamedTuple):
    """What a rule makes of results."""

    rows: tuple[WertungRow, ...]
    below: tuple[WertungResult, ...]
    """Who is set apart and has no place."""


def compared(order: Order, results: Sequence[WertungResult]) -> list[Values]:
    """What results are sorted by in this order of figures, smallest first.

    A figure that is not known of one of several who are level so far parts none of them; the next one is asked.
    """
    positions = [FIGURE_AT[name.removeprefix("-")] for name in order]
    signs = [1 if name.startswith("-") else -1 for name in order]
    if any(map(_lacks, results)):
        return _of_what_is_known(positions, signs, results)
    return [tuple(map(mul, map(result.figures.__getitem__, positions), signs)) for result in results]


def _of_what_is_known(positions: Sequence[int], signs: Sequence[int], results: Sequence[WertungResult]) -> list[Values]:
    values: list[Values] = [()] * len(results)
    for position, sign in zip(positions, signs, strict=True):
        level: dict[Values, list[int]] = {}
        for number, before in enumerate(values):
            level.setdefault(before, []).append(number)
        for numbers in level.values():
            known = not any(position in results[number].lacks for number in numbers)
            for number in numbers:
                values[number] += (sign * results[number].figures[position] if known else 0,)
    return values


def place(values: Sequence[tuple[Number, ...]]) -> list[int]:
    """The places of rows sorted by these values: level in all of them is a shared place.

    >>> place([(-7,), (-5,), (-5,), (-1,)])
    [1, 2, 2, 4]
    """
    places: list[int] = []
    before = None
    for number, value in enumerate(values, start=1):
        places.append(places[-1] if value == before else number)
        before = value
    return places


def rank(step: Rank, results: Iterable[WertungResult]) -> WertungTable:
    """The table. Rows that share a place stand in the order of their labels."""
    key = ByLabels(sorted(step.within, key=LABELS.index))
    drawn = {labels: number for number, labels in enumerate(step.lots)}
    placed: dict[tuple[Label | None, ...], list[WertungResult]] = {}
    below: list[tuple[tuple[Label | None, ...], WertungResult]] = []
    for result in results:
        within = key(result.labels)
        if within is None:
            continue
        if result.apart:
            below.append((within, result))
        else:
            placed.setdefault(within, []).append(result)
    rows = [row for within in sorted(placed, key=in_order) for row in _rank_one(step, placed[within], drawn)]
    values = compared(step.order, [result for _within, result in below])
    keyed = zip(below, values, strict=True)
    ordered = sorted(keyed, key=lambda each: (in_order(each[0][0]), each[1], in_order(each[0][1].labels)))
    return WertungTable(tuple(rows), tuple(result for (_within, result), _value in ordered))


def _rank_one(step: Rank, results: list[WertungResult], drawn: dict[Labels, int]) -> Iterable[WertungRow]:
    """The rows of one class, or of the whole table."""
    computed = list(zip(compared(step.order, results), results, strict=True))
    if drawn:
        last = len(drawn)
        computed = [((*value, drawn.get(result.labels, last)), result) for value, result in computed]
    computed.sort(key=lambda each: each[0])
    names = [*(name.removeprefix("-") for name in step.order), LOT]
    before: Values | None = None
    number = 1
    for value, level in groupby(computed, key=lambda each: each[0]):
        same = [result for _value, result in level]
        zone = next((zone.label for zone in step.zones if zone.holds(number, len(results))), None)
        parted_by = None if before is None else _parted_by(names, before, value)
        if len(same) > 1:
            same.sort(key=lambda result: in_order(result.labels))
        for position, result in enumerate(same):
            yield WertungRow(result, number, len(same) > 1, None if position else parted_by, zone)
        number += len(same)
        before = value


def _parted_by(names: Sequence[str], before: Values, value: Values) -> str:
    return next(name for name, one, other in zip(names, before, value, strict=False) if one != other)
