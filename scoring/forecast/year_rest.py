"""The rest of a club year, or of a Turnierserie: between what everybody can still come to, and played by chance.

What is still to come are evenings with a number of Serien each. Whoever is there has a part of each, whoever is not has
none; how good parts can be lies between two limits that the caller knows.

* **D** Nobody joins who has not played yet, and the rest takes place as planned.
* **D** Where who sits with whom decides, those who come are drawn to tables of four each time, the others to tables of
  three as far as that goes.
* **D** For a fixed set of evenings attended everybody comes to most if each of them is as good as can be, and to least
  if each is as bad: sums, means, the best n and drops all rise with every part. So only how many evenings of each part
  of the year are attended is tried, all of it; with more than `MOST_PATTERNS` ways nothing is told.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from random import Random
from typing import Final, NamedTuple

from scoring.forecast.reach import ReachSpan
from scoring.forecast.simulation import THOUSAND, Play, drawn
from scoring.forecast.strengths import FieldForm
from scoring.wertung import carry_out
from scoring.wertung.fold import fold
from scoring.wertung.places import rank
from scoring.wertung.presets import held_for
from scoring.wertung.results import FIGURE_AT, LABEL_AT, Labels, Number, WertungResult, labels_by_name, result
from scoring.wertung.steps import Award, AwardBeaten, Fold, WertungRule

MOST_PATTERNS: Final = 400


class ComingEvening(NamedTuple):
    """An evening that is still to come."""

    labels: Labels
    """Its evening, quarter, month and block."""
    serien: tuple[int, ...]
    """The numbers of its Serien."""
    deals: int
    """Of a list."""


class YearSoFar(NamedTuple):
    """What a table is made of now, and what is still to come."""

    rule: WertungRule
    results: Sequence[WertungResult]
    """Of all who have played, by Serie."""
    held: Sequence[Labels]
    """The Serien that took place."""
    coming: Sequence[ComingEvening]
    ranked: Sequence[str]
    """Who can have a place: the members."""
    start: Sequence[WertungResult] = ()
    """What they begin with, as `wertung.carry_out` takes it."""

    @property
    def will_be_held(self) -> tuple[Labels, ...]:
        """What will have taken place in the end, as the last fold counts it."""
        more = [_serie(evening, serie) for evening in self.coming for serie in evening.serien]
        return held_for(self.rule, [*self.held, *more])


class PartLimits(NamedTuple):
    """What a part can be: a list or an evening, whichever the rule counts."""

    least: Number
    most: Number


def limits_seen(year: YearSoFar) -> PartLimits | None:
    """The worst and the best part so far; None where there is none."""
    measure = FIGURE_AT[year.rule.folds[-1].measure]
    values = [part.figures[measure] for part in _parts(year) if not part.absent]
    return PartLimits(min(values), max(values)) if values else None


def spans(year: YearSoFar, limits: PartLimits, block: str = "") -> list[ReachSpan] | None:
    """Between what everybody can come to; None where there are too many ways to attend.

    `block` is the label of the parts of the year in which drops are counted, empty where there are none.
    """
    last = year.rule.folds[-1]
    by_block: dict[object, list[ComingEvening]] = {}
    for evening in year.coming:
        by_block.setdefault(evening.labels[LABEL_AT[block]] if block else None, []).append(evening)
    if prod(len(evenings) + 1 for evenings in by_block.values()) > MOST_PATTERNS:
        return None
    patterns = [
        [evening for number, evenings in zip(numbers, by_block.values(), strict=True) for evening in evenings[:number]]
        for numbers in product(*(range(len(evenings) + 1) for evenings in by_block.values()))
    ]
    own: dict[str, list[WertungResult]] = {}
    for part in _parts(year):
        own.setdefault(str(part.label("player")), []).append(part)
    held = year.will_be_held
    start = {str(each.label("player")): (each,) for each in year.start}
    return [_span(last, key, own.get(key, []), start.get(key, ()), held, patterns, limits) for key in year.ranked]


def _span(
    last: Fold,
    key: str,
    own: Sequence[WertungResult],
    start: Sequence[WertungResult],
    held: Sequence[Labels],
    patterns: Sequence[Sequence[ComingEvening]],
    limits: PartLimits,
) -> ReachSpan:
    measure = FIGURE_AT[last.measure]
    least: list[tuple[Number, ...]] = []
    most: list[tuple[Number, ...]] = []
    without_place = placed = False
    for attended in patterns:
        for value, ends in ((limits.least, least), (limits.most, most)):
            labels = (labels for evening in attended for labels in _labels(last, evening, held))
            totals = fold(last, [*own, *(_part(key, each, last.measure, value) for each in labels)], held, start)
            if not totals or totals[0].apart:
                without_place = True
            else:
                placed = True
            ends += [(total.figures[measure],) for total in totals]
    return ReachSpan(key, None if without_place else min(least), max(most) if placed else None)


def _labels(last: Fold, evening: ComingEvening, held: Sequence[Labels]) -> Iterator[Labels]:
    """The parts that an evening has, as the last fold sees them: itself, or its Serien."""
    at = LABEL_AT["evening"]
    yield from (entry for entry in held if entry[at] == evening.labels[at] and not last.where.contradicts(entry))


def _part(key: str, labels: Labels, measure: str, value: Number) -> WertungResult:
    return result({"player": key, **labels_by_name(labels)}, {measure: value})


def _parts(year: YearSoFar, results: Sequence[WertungResult] | None = None) -> list[WertungResult]:
    """What the last fold folds, of all who have played or of these results."""
    played = year.results if results is None else results
    return carry_out(year.rule.steps[: _last_fold(year.rule)], played, year.held)


def _last_fold(rule: WertungRule) -> int:
    return max(number for number, step in enumerate(rule.steps) if isinstance(step, Fold))


def _serie(evening: ComingEvening, serie: int) -> Labels:
    labels = list(evening.labels)
    labels[LABEL_AT["serie"]] = serie
    return tuple(labels)


# ---- By chance


def year_player(year: YearSoFar, form: FieldForm, turnout: Mapping[str, int]) -> Play:
    """Plays the rest of a year once; `turnout` is how often everybody comes, in thousandths.

    No evening says anything of the parts of another one, so those that were played are the same each time.
    """
    held = year.will_be_held
    ranked = set(year.ranked)
    by = replace(year.rule.rank, lots=())
    total = year.rule.steps[_last_fold(year.rule) :]
    known = _parts(year)
    seated = _compares_at_tables(year.rule)

    def play(random: Random) -> Iterator[tuple[str, int]]:
        strong = {key: drawn(random, *form.of.get(key, form.unknown)[:2]) for key in turnout}
        more = [
            _list(key, evening, serie, drawn(random, strong[key], form.chance))
            for evening in year.coming
            for key in turnout
            if random.randrange(THOUSAND) < turnout[key]
            for serie in evening.serien
        ]
        if seated:
            more = _seated(random, more)
        totals = carry_out(total, [*known, *_parts(year, more)], held, year.start)
        table = rank(by, (each for each in totals if str(each.label("player")) in ranked))
        return ((str(row.result.label("player")), row.place) for row in table.rows)

    return play


def _list(key: str, evening: ComingEvening, serie: int, leistung: int) -> WertungResult:
    labels = labels_by_name(_serie(evening, serie))
    return result({"player": key, **labels}, {"leistung": leistung, "deals": evening.deals})


def _compares_at_tables(rule: WertungRule) -> bool:
    """Whether who sits where says what a list is worth."""
    awards = (step for step in rule.steps if isinstance(step, Award | AwardBeaten))
    return any({"table", "seat"} & set(step.within) for step in awards)


def _seated(random: Random, lists: Sequence[WertungResult]) -> list[WertungResult]:
    """The same lists, each with a table and a seat drawn among those who play the Serie."""
    serien: dict[tuple[object, object], list[WertungResult]] = {}
    for each in lists:
        serien.setdefault((each.label("evening"), each.label("serie")), []).append(each)
    return [
        each._replace(labels=_at(each.labels, table, seat))
        for there in serien.values()
        for each, (table, seat) in zip(random.sample(there, len(there)), _seats(len(there)), strict=True)
    ]


def _at(labels: Labels, table: int, seat: int) -> Labels:
    changed = list(labels)
    changed[LABEL_AT["table"]], changed[LABEL_AT["seat"]] = table, seat
    return tuple(changed)


def _seats(players: int) -> Iterator[tuple[int, int]]:
    """Table and seat of so many: tables of four, of three where that leaves nobody over, else one that is smaller."""
    threes = min(-players % 4, players // 3)
    sizes = [4] * ((players - 3 * threes) // 4) + [3] * threes
    rest = players - sum(sizes)
    for table, size in enumerate([*sizes, rest], 1):
        yield from ((table, seat) for seat in range(1, size + 1))
