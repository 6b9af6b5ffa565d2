"""The column of one seat as a chain: every total is the one before and a legal score, every counter one more.

The likeliest ways through the chain are followed with a beam, and a second pass from its end says how likely each
step is when everything is known. Slips of the writer are steps of their own: a total that does not follow from the
one before and the value, a counter that was counted wrongly; the chain then goes on from what is written.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log
from typing import Final, Literal

from skatliga.reading.cell_reading import LEAST, CellReading, added
from skatliga.reading.left_block import LeftBlock, quiet

State = tuple[int, int, int]
"""Spielpunkte, won and lost as they are written."""
StepKind = Literal["", "slip", "illegal"]

SLIP: Final = log(0.004 / 40)
"""How often a writer gets a total or a counter wrong in one of many ways."""
_ILLEGAL: Final = log(1e-6)
_ONE_OFF: Final = (1, -1, 10, -10, 100, -100)
"""How far a total is off where one of its figures is one too high or too low."""
_UNWRITTEN: Final = 0.02
"""How often a counter or a value is left out."""
_BEAM: Final = 40
_NEAR: Final = 14.0
"""Ways that are less likely than the best by e to this are not followed."""
_FEW: Final = 8


@dataclass
class RowEvidence:
    """What one row says, seen from the column of one seat."""

    nr: int
    points: CellReading
    won: CellReading
    lost: CellReading
    value: Callable[[int], float]
    """The logarithm of how well the value columns agree with a score."""
    likely: Sequence[int]
    """Scores that the value columns propose."""
    left: LeftBlock
    usual: Callable[[int], float]
    """The logarithm of how usual a score is."""
    known: Sequence[int] = ()
    """The scores that are possible at all, where a person has said it."""

    def __post_init__(self) -> None:
        self.read = numbers_in(self.points)[:_FEW]
        self._weights: dict[int, float] = {}
        self._counted: dict[tuple[bool, int], list[tuple[int, float]]] = {}

    def weight(self, score: int) -> float:
        """The logarithm of how well all agrees with a score that stands beside total and counters."""
        if score not in self._weights:
            self._weights[score] = self.value(score) + self.left.log(score) + self.usual(score)
        return self._weights[score]

    def counted(self, won: bool, stood: int) -> list[tuple[int, float]]:
        """What the counter that rises may be, with the logarithm of how well both counters agree with that."""
        if (won, stood) not in self._counted:
            rising, resting = (self.won, self.lost) if won else (self.lost, self.won)
            numbers = dict.fromkeys([stood + 1, *(n for n in numbers_in(rising)[:2] if abs(n - stood) <= 4)])
            still = empty(resting)
            self._counted[won, stood] = [
                (number, still + counter(rising, number) + SLIP * (number != stood + 1)) for number in numbers
            ]
        return self._counted[won, stood]


@dataclass(frozen=True, slots=True)
class Step:
    """What a row does in a column."""

    score: int
    kind: StepKind
    before: State
    after: State


@dataclass(slots=True)
class Chain:
    """What is known of a column when all its rows and its foot are taken together."""

    likelihood: float
    """Logarithm, of all ways together."""
    steps: dict[int, dict[Step, float]] = field(default_factory=dict)
    """Of every row: what it may be, with probabilities."""
    ends: dict[State, float] = field(default_factory=dict)
    """What stands at the end, with probabilities."""


def number_of(text: str) -> int | None:
    """A text as a number; None for what is none."""
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) <= 4 else None


def numbers_in(cell: CellReading) -> list[int]:
    """The numbers that may stand in a cell, the likeliest first; a plus before a figure is read as a cross."""
    found = [number_of(text.strip("#").removeprefix("x")) for text, _chance in cell.best]
    return [number for number in dict.fromkeys(found) if number is not None]


def counter(cell: CellReading, number: int) -> float:
    """The logarithm of how well a counter agrees; it may have been left out."""
    return log((1 - _UNWRITTEN) * exp(cell.log(str(number))) + _UNWRITTEN * quiet(cell) + LEAST)


def empty(cell: CellReading) -> float:
    """The logarithm of the likelihood that nothing stands there."""
    return log(quiet(cell) + 1e-4)


def follow(rows: Sequence[RowEvidence], scores: frozenset[int], foot: Callable[[State], float]) -> Chain:
    """The column with these rows; `foot` says how well it agrees with an end."""
    states: dict[State, float] = {(0, 0, 0): 0.0}
    layers: list[dict[State, float]] = [states]
    edges: list[list[tuple[Step, float]]] = []
    for row in rows:
        row.points.prepare({str(state[0] + score) for state in states for score in row.known or scores})
        steps = [each for state in states for each in _steps(row, state, scores)]
        arrived: dict[State, list[float]] = defaultdict(list)
        for step, weight in steps:
            arrived[step.after].append(states[step.before] + weight)
        summed = {state: added(logs) for state, logs in arrived.items()}
        most = max(summed.values())
        kept = sorted((state for state in summed if summed[state] > most - _NEAR), key=summed.__getitem__, reverse=True)
        states = {state: summed[state] for state in kept[:_BEAM]}
        layers.append(states)
        edges.append([(step, weight) for step, weight in steps if step.after in states])
    return _look_back(rows, layers, edges, {state: foot(state) for state in states})


def _look_back(
    rows: Sequence[RowEvidence],
    layers: Sequence[Mapping[State, float]],
    edges: Sequence[Sequence[tuple[Step, float]]],
    after: Mapping[State, float],
) -> Chain:
    total = added([layers[-1][state] + after[state] for state in layers[-1]])
    chain = Chain(total, ends={s: exp(layers[-1][s] + after[s] - total) for s in layers[-1]})
    for row, layer, steps in zip(reversed(rows), reversed(layers[:-1]), reversed(edges), strict=True):
        shares: dict[Step, float] = defaultdict(float)
        behind: dict[State, list[float]] = defaultdict(list)
        for step, weight in steps:
            way = weight + after[step.after]
            behind[step.before].append(way)
            shares[step] += exp(min(layer[step.before] + way - total, 0))
        chain.steps[row.nr] = dict(shares)
        after = {state: added(behind[state]) for state in layer}
    return chain


def _steps(row: RowEvidence, state: State, scores: frozenset[int]) -> list[tuple[Step, float]]:
    """What a row can do to a column that stands here, with the logarithm of how well that agrees with what is read."""
    total = state[0]
    ways: list[tuple[float, int, int, StepKind]] = []
    for new in {*row.read, *(total + score for score in (row.known or scores))}:
        score = new - total
        seen = row.points.log(str(new))
        if score in scores and (not row.known or score in row.known):
            ways.append((seen + row.weight(score), new, score, ""))
        elif not row.likely:
            ways.append((seen + _ILLEGAL, new, score, "illegal"))
        if new in row.read:
            meant = row.likely[:3] if row.likely else _nearly(score, scores)
            slips = (other for other in meant if other != score)
            ways += ((SLIP + seen + row.weight(other), new, other, "slip") for other in slips)
    if not ways:
        return [(Step(0, "illegal", state, state), log(LEAST))]
    most = max(ways)[0]
    near = (way for way in ways if way[0] > most - _NEAR)
    found = [each for weight, new, score, kind in near for each in _counted(row, state, new, score, kind, weight)]
    most = max(weight for _step, weight in found)
    return [(step, weight) for step, weight in found if weight > most - _NEAR]


def _nearly(score: int, scores: frozenset[int]) -> list[int]:
    """What was meant by a difference that no deal has: one figure of the total is one too high or too low."""
    return [] if score in scores else [score + off for off in _ONE_OFF if score + off in scores]


def _counted(
    row: RowEvidence, state: State, total: int, score: int, kind: StepKind, weight: float
) -> list[tuple[Step, float]]:
    """The same with the counters: one more, or what is written instead."""
    _total, won, lost = state
    stood = won if score > 0 else lost
    found = []
    for number, agrees in row.counted(score > 0, stood):
        after = (total, number, lost) if score > 0 else (total, won, number)
        usual = number == stood + 1
        found.append((Step(score, kind if usual else kind or "slip", state, after), weight + agrees))
    return found
