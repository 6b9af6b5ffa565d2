"""Figures changed where they stand: `scale` multiplies them, `award` gives points within a field.

Every step returns as many results as it was given, in the same order; those it does not see are unchanged.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from scoring.wertung.places import compared, place
from scoring.wertung.results import (
    DIFFERENCE,
    FIGURE_AT,
    LABEL_AT,
    MINUS,
    POINTS,
    ByLabels,
    Figures,
    Label,
    Number,
    WertungResult,
    Where,
)
from scoring.wertung.steps import (
    ANY_SIZE,
    Award,
    AwardBeaten,
    AwardEach,
    CopyFigure,
    DealsTo,
    MembersTo,
    Points,
    Scale,
    Times,
)

Results = Sequence[WertungResult]
Fields = Iterator[list[int]]
"""The numbers of the results of every field."""


class FieldRefusedError(Exception):
    """A field that the rule has no answer for; `code` and `params` make the sentence."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def scale(step: Scale, results: Results) -> list[WertungResult]:
    """Figures times a factor."""
    positions = {FIGURE_AT[name] for name in step.figures}  # one named twice is still one figure
    changed = list(results)
    for number, factor in _factors(step.times, results, step.where):
        figures = list(results[number].figures)
        for position in positions:
            figures[position] *= factor
        changed[number] = results[number]._replace(figures=tuple(figures))
    return changed


def copy_figure(step: CopyFigure, results: Results) -> list[WertungResult]:
    """One figure, times a factor, added to another."""
    copied, to = FIGURE_AT[step.copy], FIGURE_AT[step.to]
    changed = list(results)
    for number, factor in _factors(step.times, results, step.where):
        figures = results[number].figures
        changed[number] = _added(results[number], {to: figures[copied] * factor})
    return changed


def _factors(times: Times, results: Results, where: Where) -> Iterator[tuple[int, Number]]:
    """The numbers of the results that are seen, each with its factor."""
    seen = [number for number, result in enumerate(results) if where.picks(result.labels)]
    factor: Callable[[WertungResult], Number]
    if isinstance(times, DealsTo):
        wanted, deals = times.deals, FIGURE_AT["deals"]

        def factor(result: WertungResult) -> Number:
            return Fraction(wanted) / result.figures[deals] if result.figures[deals] else 0
    elif isinstance(times, MembersTo):
        factor = _members_factor(times, [results[number] for number in seen])
    else:
        fixed = times

        def factor(_result: WertungResult) -> Number:
            return fixed

    return ((number, factor(results[number])) for number in seen)


def _members_factor(times: MembersTo, seen: Results) -> Callable[[WertungResult], Number]:
    key = ByLabels(times.within)
    player = LABEL_AT["player"]
    members: dict[tuple[Label | None, ...] | None, set[Label]] = {}
    for result in seen:
        name = result.labels[player]
        if not result.absent and name is not None:
            members.setdefault(key(result.labels), set()).add(name)

    def factor(result: WertungResult) -> Number:
        within = key(result.labels)
        count = 0 if within is None else len(members.get(within, ()))
        return Fraction(times.members, count) if 0 < count <= times.members else 1

    return factor


def award(step: Award, results: Results) -> list[WertungResult]:
    """Points by the place in a field. Raises FieldRefusedError for a size or a tie that the rule does not know."""
    changed = list(results)
    for field in _fields(step.within, step.where, results):
        there = [number for number in field if not results[number].absent]
        values = dict(zip(there, compared(step.order, [results[number] for number in there]), strict=True))
        present = sorted(there, key=values.__getitem__)
        places = place([values[number] for number in present])
        if step.ties == "refuse" and len(set(places)) < len(places):
            raise FieldRefusedError("award_level", place=_first_shared(places))
        for position, points in ((POINTS, step.points), (MINUS, step.minus)):
            if points is not None and present:
                listed = _points_of(points, len(present))
                for number, value in zip(present, _values(listed, places, step.ties == "best"), strict=True):
                    changed[number] = _added(changed[number], {position: value})
        for number in field:
            if results[number].absent:
                changed[number] = _added(results[number], {POINTS: step.absent_points, MINUS: step.absent_minus})
    return changed


def _first_shared(places: Sequence[int]) -> int:
    return next(one for one, other in pairwise(places) if one == other)


def _points_of(points: Points, size: int) -> tuple[Number, ...]:
    if size not in points and ANY_SIZE not in points:
        raise FieldRefusedError("award_size", size=size)
    return points[size] if size in points else points[ANY_SIZE]


def _values(listed: Sequence[Number], places: Sequence[int], best: bool) -> Iterator[Number]:
    """What every row of a field gets, in the order of places; beyond the end of the list 0."""
    counted: dict[int, int] = {}
    for shared in places:
        counted[shared] = counted.get(shared, 0) + 1
    worth: dict[int, Number] = {}
    for first, count in counted.items():
        taken = listed[first - 1 : first - 1 + (1 if best else count)]
        worth[first] = sum(taken) if best or count == 1 else _whole(Fraction(sum(taken)) / count)
    return (worth[shared] for shared in places)


def _whole(value: Fraction) -> Number:
    """The same as a whole number where it is one, which is quicker to count with."""
    return value.numerator if value.denominator == 1 else value


def award_beaten(step: AwardBeaten, results: Results) -> list[WertungResult]:
    """Matchpoints, and how far each is from the mean of its field."""
    changed = list(results)
    measure = FIGURE_AT[step.beaten]
    for field in _fields(step.within, step.where, results):
        present = [number for number in field if not results[number].absent]
        values = [results[number].figures[measure] for number in present]
        worth = _matchpoints(values)
        mean = Fraction(sum(values)) / len(values) if values else 0
        for number, value in zip(present, values, strict=True):
            changed[number] = _added(results[number], {POINTS: worth[value], DIFFERENCE: value - mean})
    return changed


def _matchpoints(values: Sequence[Number]) -> dict[Number, int]:
    """2 for every other with less, 1 for every other with the same, by value."""
    worth: dict[Number, int] = {}
    ordered = sorted(values)
    first = 0
    while first < len(ordered):
        same = 1
        while first + same < len(ordered) and ordered[first + same] == ordered[first]:
            same += 1
        worth[ordered[first]] = 2 * first + same - 1
        first += same
    return worth


def award_each(step: AwardEach, results: Results) -> list[WertungResult]:
    """The same points for everybody present, those apart too."""
    return [
        _added(result, {POINTS: step.each}) if not result.absent and step.where.picks(result.labels) else result
        for result in results
    ]


def _fields(within: Iterable[str], where: Where, results: Results) -> Fields:
    """All results with equal labels; those that lack one of them, and those apart, are in no field."""
    key = ByLabels(within)
    fields: dict[tuple[Label | None, ...], list[int]] = {}
    for number, result in enumerate(results):
        labels = key(result.labels)
        if labels is not None and not result.apart and where.picks(result.labels):
            fields.setdefault(labels, []).append(number)
    return iter(fields.values())


def _added(result: WertungResult, more: dict[int, Number]) -> WertungResult:
    figures: Figures = tuple(value + more.get(position, 0) for position, value in enumerate(result.figures))
    return result._replace(figures=figures)
