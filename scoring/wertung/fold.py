"""`fold`: all results of a competitor become one, with an account of what became of each.

The parts are the results where he was present. They are treated in this sequence: credits for what he missed, the
minimum, the worst dropped, the best of what is left, zeros. `fold` computes the sums; `account` says of one competitor
what became of every part, and is asked only for those who are looked at.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from operator import attrgetter
from typing import Final, NamedTuple

from scoring.wertung.held import Held, met
from scoring.wertung.results import (
    FIGURE_AT,
    LABEL_AT,
    MEASURES,
    MINUS,
    NO_FIGURES,
    NO_LABELS,
    POINTS,
    Apart,
    ByLabels,
    Figures,
    Label,
    Labels,
    Number,
    WertungResult,
    add,
    in_order,
)
from scoring.wertung.steps import Credit, Demand, Drop, Fold


class PartFate(StrEnum):
    """What becomes of a part."""

    COUNTS = "counts"
    DROPPED = "dropped"
    BEYOND = "beyond"
    """Not among the best."""
    ABSENT = "absent"
    """Was not there; brings only what an award gives the absent."""
    ZERO = "zero"
    START = "start"


class WertungPart(NamedTuple):
    """One entry in the account of a competitor."""

    result: WertungResult
    fate: PartFate
    credit: bool = False


class FoldedFrom(NamedTuple):
    """What one competitor's result was made of."""

    results: tuple[WertungResult, ...]
    start: tuple[WertungResult, ...]
    parts: tuple[WertungPart, ...] | None
    """The parts with what became of each, zeros last; None where every part simply counts."""


class TakenParts(NamedTuple):
    """The parts of a competitor after `take`."""

    parts: list[WertungPart]
    """In the order of labels, credits among them; zeros last."""
    enough: bool
    """Whether every minimum is met."""


_MEANT: Final = frozenset(FIGURE_AT[name] for name in (*MEASURES, "minus"))
"""The figures that a mean divides."""
_COMBINED: Final = frozenset({PartFate.COUNTS, PartFate.ZERO})
_figures: Final = attrgetter("figures")
_absent: Final = attrgetter("absent")
_apart: Final = attrgetter("apart")
_lacks: Final = attrgetter("lacks")


def fold(
    step: Fold, results: Iterable[WertungResult], held: Iterable[Labels] = (), start: Iterable[WertungResult] = ()
) -> list[WertungResult]:
    """One result for every competitor: everybody with equal labels `by`, and whoever has only a start.

    `start` is what competitors begin with, of the last fold of a rule alone.
    """
    key = ByLabels(step.by)
    seen = [result for result in results if step.where.picks(result.labels)] if step.where.values else results
    groups: dict[tuple[Label | None, ...], list[WertungResult]] = {}
    for result in seen:
        labels = key(result.labels)
        if labels is not None:
            groups.setdefault(labels, []).append(result)
    starts: dict[tuple[Label | None, ...], list[WertungResult]] = {}
    for begun in start:
        labels = key(begun.labels)
        if labels is not None:
            starts.setdefault(labels, []).append(begun)
            groups.setdefault(labels, [])
    took_place = Held(step, held)
    return [
        _fold_one(step, _labels(key, labels), group, starts.get(labels, ()), took_place)
        for labels, group in groups.items()
    ]


def _labels(key: ByLabels, values: tuple[Label | None, ...]) -> Labels:
    labels = [*NO_LABELS]
    for position, value in zip(key.positions, values, strict=True):
        labels[position] = value
    return tuple(labels)


def _fold_one(
    step: Fold, labels: Labels, group: Sequence[WertungResult], start: Sequence[WertungResult], took_place: Held
) -> WertungResult:
    absent = any(map(_absent, group))
    present = [result for result in group if not result.absent] if absent else group
    taken = None if step.takes_all else take(step, labels, present, took_place.concerning(labels))
    left = present if taken is None else [part.result for part in taken.parts if part.fate in _COMBINED]
    figures = _combine(step, list(map(_figures, left)))
    lacks = frozenset().union(*filter(None, map(_lacks, left)))
    if absent:
        figures = add((figures, *(_awarded(result.figures) for result in group if result.absent)))
    if start:
        figures = add((figures, *map(_figures, start)))
    apart = _set_apart(group, taken is None or taken.enough)
    folded = FoldedFrom(tuple(group), tuple(start), None if taken is None else tuple(taken.parts))
    was_there = present if taken is None else any(part.fate is PartFate.COUNTS for part in taken.parts)
    return WertungResult(labels, figures, not was_there, apart, len(left), folded, lacks)


def _combine(step: Fold, left: list[Figures]) -> Figures:
    sums = add(left)
    if step.combine == "sum" or not left:
        return sums
    return tuple(Fraction(value) / len(left) if at in _MEANT else value for at, value in enumerate(sums))


def _awarded(figures: Figures) -> Figures:
    """What somebody absent brings: what an award has given him."""
    return tuple(value if at in (POINTS, MINUS) else 0 for at, value in enumerate(figures))


def _set_apart(group: Sequence[WertungResult], enough: bool) -> Apart:
    given = set(map(_apart, group))
    if "apart" in given:
        return "apart"
    return "minimum" if "minimum" in given or not enough else ""


# ---- What becomes of every part


def account(result: WertungResult) -> list[WertungPart]:
    """What became of everything behind a result: parts and absences in the order of labels, zeros, starts.

    Empty where no fold has made it.
    """
    if result.folded is None:
        return []
    results, start, parts = result.folded
    if parts is None:
        parts = tuple(WertungPart(each, PartFate.COUNTS) for each in results if not each.absent)
    zeros = [part for part in parts if part.fate is PartFate.ZERO]
    listed = [part for part in parts if part.fate is not PartFate.ZERO]
    listed += [WertungPart(each, PartFate.ABSENT) for each in results if each.absent]
    given = {id(each): number for number, each in enumerate(results)}
    listed.sort(key=lambda part: (in_order(part.result.labels), given.get(id(part.result), len(given))))
    return [*listed, *zeros, *(WertungPart(each, PartFate.START) for each in start)]


def take(step: Fold, labels: Labels, present: Sequence[WertungResult], held: Sequence[Labels]) -> TakenParts:
    """The parts of one competitor with these labels, each with what becomes of it; `held` is what concerns him."""
    credits = list(_credits(step, labels, present, held)) if step.missing else []
    parts = sorted([*present, *credits], key=lambda result: in_order(result.labels))
    measure = FIGURE_AT[step.measure]
    values = [part.figures[measure] for part in parts]
    fates = [PartFate.COUNTS] * len(parts)
    if step.drop:
        for number in _dropped(step.drop, parts, values, held):
            fates[number] = PartFate.DROPPED
    if step.best is not None:
        left = [number for number, fate in enumerate(fates) if fate is PartFate.COUNTS]
        left.sort(key=lambda number: (-values[number], number))
        for number in left[step.best :]:
            fates[number] = PartFate.BEYOND
    credited = {id(credit) for credit in credits}
    taken = [WertungPart(part, fate, id(part) in credited) for part, fate in zip(parts, fates, strict=True)]
    taken += _zeros(step, labels, len(parts), fates.count(PartFate.COUNTS))
    return TakenParts(taken, all(_is_met(demand, parts, held) for demand in step.minimum))


def _credits(
    step: Fold, labels: Labels, present: Sequence[WertungResult], held: Sequence[Labels]
) -> Iterator[WertungResult]:
    """A part for everything that took place and that no present result meets."""
    credit = step.missing or Credit(0)
    missed: list[Labels]
    if credit.of is None:
        missed = [entry for entry, is_met in met(held, present) if not is_met]
    else:
        missed = list(_common_missed(LABEL_AT[credit.of], held, present))
    figures = list(NO_FIGURES)
    figures[FIGURE_AT[step.measure]] = credit.credit
    for entry in missed[: credit.most]:
        both = tuple(own if own is not None else value for own, value in zip(labels, entry, strict=True))
        yield WertungResult(both, tuple(figures))


def _common_missed(position: int, held: Iterable[Labels], present: Iterable[WertungResult]) -> Iterator[Labels]:
    """Of entries with the same value that nobody was present at, the labels they have in common."""
    there = {result.labels[position] for result in present}
    alike: dict[Label, list[Labels]] = {}
    for entry in held:
        value = entry[position]
        if value is not None and value not in there:
            alike.setdefault(value, []).append(entry)
    for entries in alike.values():
        yield tuple(values[0] if len(set(values)) == 1 else None for values in zip(*entries, strict=True))


def _is_met(demand: Demand, parts: Sequence[WertungResult], held: Sequence[Labels]) -> bool:
    have = _counted(demand, [part.labels for part in parts])
    if demand.share is None and demand.per is None:
        return have.get(None, 0) >= (demand.least or 0)
    asked = _counted(demand, held)
    if demand.share is None:
        return all(have.get(value, 0) >= (demand.least or 0) for value in asked)
    return all(have.get(value, 0) >= demand.share * count for value, count in asked.items())


def _counted(demand: Demand, entries: Iterable[Labels]) -> dict[Label | None, int]:
    """How many entries there are, or different values, for every value of the label `per`; without it under None."""
    of = None if demand.of is None else LABEL_AT[demand.of]
    per = None if demand.per is None else LABEL_AT[demand.per]
    found: dict[Label | None, list[Label | None]] = {}
    for entry in entries:
        values = found.setdefault(None if per is None else entry[per], [])
        values.append(None if of is None else entry[of])
    if of is None:
        return {value: len(counted) for value, counted in found.items()}
    return {value: len(set(counted) - {None}) for value, counted in found.items()}


def _dropped(
    drop: Drop, parts: Sequence[WertungResult], values: Sequence[Number], held: Sequence[Labels]
) -> Iterator[int]:
    """The numbers of the parts that are left out: the worst, of each block, but never its best."""
    per = None if drop.per is None else LABEL_AT[drop.per]
    blocks: dict[Label | None, list[int]] = {}
    for number, part in enumerate(parts):
        blocks.setdefault(None if per is None else part.labels[per], []).append(number)
    used: dict[Label | None, int] = {}
    if drop.absence_uses:
        for entry, is_met in met(held, parts):
            block = None if per is None else entry[per]
            used[block] = used.get(block, 0) + (not is_met)
    for block, numbers in blocks.items():
        most = min(drop.number(len(numbers)) - used.get(block, 0), len(numbers) - 1)
        yield from sorted(numbers, key=lambda number: (values[number], -number))[: max(most, 0)]


def _zeros(step: Fold, labels: Labels, parts: int, left: int) -> list[WertungPart]:
    if step.fill is None:
        return []
    missing = step.fill - parts
    if step.best is not None:
        missing = min(missing, step.best - left)
    return [WertungPart(WertungResult(labels, NO_FIGURES), PartFate.ZERO)] * max(missing, 0)
