"""The club year: what many evenings come to for each player, by the rule of the club, with an account of every list.

A rule is put together from what clubs do: the sum or the average; of single lists or of whole evenings; the best n;
the worst k of every block of evenings dropped; a minimum, below which somebody stands apart or what is missing counts
as 0; a credit for an evening missed; every list projected to 48 deals. `year_totals` applies it and says of every
result what has become of it, so that a line can be followed to the lists behind it.

    results --units--> lists or evenings, credits --drop--> what is left --best n, zeros--> what counts --> value

>>> from scoring.standings import format_average, rank
>>> rule = YearRule(YearMeasure.AVERAGE, Unit.EVENING, best=2, minimum=3, missing_as_zero=True)
>>> evenings = [YearEvening(1), YearEvening(2), YearEvening(3)]
>>> results = [YearResult("Anna", 1, 1, 900), YearResult("Anna", 2, 1, 1200), YearResult("Anna", 3, 1, 1001),
...            YearResult("Bert", 1, 1, 1300)]
>>> for placed in rank(year_totals(results, rule, evenings), BY_YEAR):
...     print(placed.place, placed.row.key, format_average(placed.row.value), [str(i.fate) for i in placed.row.items])
1 Anna 1100,50 ['beyond', 'counts', 'counts']
2 Bert 650,00 ['counts', 'counts']

Decisions (**D**), where no club rule at hand says otherwise:

* **D** The best n and the drops are counted in the same unit as the average: lists, or evenings. The Leistung of an
  evening is the sum of its lists.
* **D** First the worst of every block are dropped, then the best n are taken of what is left.
* **D** Who is absent has used a drop with it: of the k that are dropped in a block, lists or evenings missed are the
  first; nobody loses a good result for having been away. The best result of a block is never dropped: early in a
  block everybody would have nothing.
* **D** A credit stands for a whole evening at which somebody has no list, the first ones missed; it is one result like
  any other, whether lists or evenings are counted.
* **D** The minimum is reached by what was played and by credits, whether it counts in the end or not. Where missing
  results count as 0, they are the last to be taken among the best n.
* **D** Sums and averages are compared exactly, and rounded only to be shown. Who is equal is parted by more games won,
  then fewer lost, of what counts.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from operator import attrgetter
from typing import Final, NamedTuple

from scoring.standings import Count, Criterion, Value, add_known

DEALS_OF_A_LIST: Final = 48
"""To which lists are projected: the deals of a Serie at a table of four."""


class YearMeasure(StrEnum):
    """What places go by."""

    TOTAL = "total"
    AVERAGE = "average"


class Unit(StrEnum):
    """What is counted, averaged, dropped: single lists or whole evenings."""

    LIST = "list"
    EVENING = "evening"


class YearKind(StrEnum):
    """Where a result comes from."""

    PLAYED = "played"
    CREDIT = "credit"  # for an evening missed
    ZERO = "zero"  # what is missing of the minimum


class Fate(StrEnum):
    """What becomes of a result."""

    COUNTS = "counts"
    DROPPED = "dropped"  # one of the worst of its block
    BEYOND = "beyond"  # not among the best n


@dataclass(frozen=True, slots=True)
class YearRule:
    """How a club year is counted. Raises ValueError for a rule that cannot be."""

    measure: YearMeasure = YearMeasure.TOTAL
    unit: Unit = Unit.LIST
    best: int | None = None
    """How many of the best results count, None for all."""
    drop: int = 0
    """How many of the worst are dropped in every block."""
    minimum: int = 0
    """How many results somebody needs."""
    missing_as_zero: bool = False
    """Whether what is missing of the minimum counts as 0; otherwise who has fewer stands apart."""
    credit: int = 0
    """Points for an evening missed."""
    credits: int = 0
    """For how many evenings at most."""
    projected: bool = False
    """Whether every list is projected to 48 deals."""

    def __post_init__(self) -> None:
        if min(self.drop, self.minimum, self.credits) < 0 or (self.best is not None and self.best < 1):
            raise ValueError("a year counts at least one result and drops, demands and credits none or more")


class YearEvening(NamedTuple):
    """An evening that was held: in which block of the year, and how many lists everybody could play."""

    number: int
    """From 1, in the order of time."""
    block: int = 0
    lists: int = 1


class YearResult(NamedTuple):
    """What one list of one evening brought a player: Leistung, games won and lost, and the deals of the list."""

    key: str
    evening: int
    round: int
    leistung: int
    won: Count = 0
    lost: Count = 0
    deals: int = DEALS_OF_A_LIST


class YearItem(NamedTuple):
    """One result in the account of a year."""

    kind: YearKind
    evening: int
    """The evening, 0 for what is missing of the minimum."""
    value: Value
    results: tuple[YearResult, ...]
    """The lists behind it."""
    fate: Fate = Fate.COUNTS


@dataclass(frozen=True, slots=True)
class YearLine:
    """What the year comes to for one player."""

    key: str
    items: tuple[YearItem, ...]
    """In the order of evenings and Serien, what is missing last."""
    value: Value
    """By the measure of the rule: a sum, or an average, exact."""
    won: Count
    lost: Count
    lacking: int
    """How many results are missing of the minimum."""
    apart: bool
    """Whether somebody has too few results to be placed."""

    @property
    def lists(self) -> int:
        """How many lists were played."""
        return sum(len(item.results) for item in self.items)

    @property
    def evenings(self) -> int:
        """At how many evenings something was played."""
        return len({item.evening for item in self.items if item.results})

    @property
    def counting(self) -> tuple[YearItem, ...]:
        """What counts."""
        return tuple(item for item in self.items if item.fate == Fate.COUNTS)


BY_YEAR: Final[tuple[Criterion[YearLine], ...]] = (
    Criterion("value", attrgetter("value")),
    Criterion("won", attrgetter("won")),
    Criterion("lost", attrgetter("lost"), more_is_better=False),
)
"""The order of a year table."""


def year_totals(results: Iterable[YearResult], rule: YearRule, evenings: Iterable[YearEvening]) -> list[YearLine]:
    """What the year comes to for everybody who has a result, in the order of keys.

    `evenings` are those held so far, in their order; every result belongs to one of them.
    """
    held = {evening.number: evening for evening in evenings}
    by_key: defaultdict[str, list[YearResult]] = defaultdict(list)
    for result in results:
        by_key[result.key].append(result)
    return [_line(key, sorted(by_key[key]), rule, held) for key in sorted(by_key)]


def _line(key: str, results: Sequence[YearResult], rule: YearRule, held: Mapping[int, YearEvening]) -> YearLine:
    items = _with_credits(_units(results, rule), rule, held)
    fates = _fates(items, rule, held)
    lacking = max(0, rule.minimum - len(items))
    judged = [item._replace(fate=fate) for item, fate in zip(items, fates, strict=True)]
    if rule.missing_as_zero:
        room = lacking if rule.best is None else rule.best - fates.count(Fate.COUNTS)
        judged += [YearItem(YearKind.ZERO, 0, 0, ())] * min(lacking, room)
    counting = [item for item in judged if item.fate == Fate.COUNTS]
    total = sum(item.value for item in counting)
    behind = [result for item in counting for result in item.results]
    return YearLine(
        key=key,
        items=tuple(judged),
        value=total if rule.measure == YearMeasure.TOTAL else Fraction(total) / (len(counting) or 1),
        won=add_known(result.won for result in behind),
        lost=add_known(result.lost for result in behind),
        lacking=lacking,
        apart=lacking > 0 and not rule.missing_as_zero,
    )


def _units(results: Sequence[YearResult], rule: YearRule) -> list[YearItem]:
    """What was played, list by list or evening by evening."""

    def points(result: YearResult) -> Value:
        if not rule.projected:
            return result.leistung
        return Fraction(result.leistung * DEALS_OF_A_LIST, result.deals)

    if rule.unit == Unit.LIST:
        return [YearItem(YearKind.PLAYED, result.evening, points(result), (result,)) for result in results]
    by_evening: defaultdict[int, list[YearResult]] = defaultdict(list)
    for result in results:
        by_evening[result.evening].append(result)
    return [
        YearItem(YearKind.PLAYED, evening, sum(map(points, own)), tuple(own)) for evening, own in by_evening.items()
    ]


def _with_credits(played: list[YearItem], rule: YearRule, held: Mapping[int, YearEvening]) -> list[YearItem]:
    """What was played and what is credited, in the order of evenings."""
    present = {item.evening for item in played}
    missed = [number for number in held if number not in present][: rule.credits]
    credited = [YearItem(YearKind.CREDIT, number, rule.credit, ()) for number in missed]
    return sorted([*played, *credited], key=lambda item: item.evening)


def _fates(items: Sequence[YearItem], rule: YearRule, held: Mapping[int, YearEvening]) -> list[Fate]:
    """What becomes of each: the worst of a block are dropped, then all but the best n are left out."""
    fates = [Fate.COUNTS] * len(items)
    if not rule.drop and rule.best is None:
        return fates
    # Worst first; of equal ones the later.
    worst_first = sorted(range(len(items)), key=lambda place: (items[place].value, -place))
    droppable = _droppable(items, rule, held) if rule.drop else Counter[int]()
    for place in worst_first:
        block = held[items[place].evening].block
        if droppable[block] > 0:
            fates[place] = Fate.DROPPED
            droppable[block] -= 1
    if rule.best is not None:
        left = [place for place in worst_first if fates[place] == Fate.COUNTS]
        for place in left[: max(0, len(left) - rule.best)]:
            fates[place] = Fate.BEYOND
    return fates


def _droppable(items: Sequence[YearItem], rule: YearRule, held: Mapping[int, YearEvening]) -> Counter[int]:
    """How many results of each block are dropped: absences are the first, and the best result stays."""
    at: Counter[int] = Counter(item.evening for item in items)
    credited = {item.evening for item in items if item.kind == YearKind.CREDIT}
    present: Counter[int] = Counter()
    missed: Counter[int] = Counter()
    for number, evening in held.items():
        offered = evening.lists if rule.unit == Unit.LIST else 1
        present[evening.block] += at[number]
        missed[evening.block] += 0 if number in credited else max(0, offered - at[number])
    return Counter({block: min(rule.drop - missed[block], number - 1) for block, number in present.items()})
