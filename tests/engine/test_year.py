"""The club year: every way of counting, worked by hand, and all of them together against a slow second way."""

import doctest
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import club_year
from scoring.club_year import (
    BY_YEAR,
    Fate,
    Unit,
    YearEvening,
    YearKind,
    YearLine,
    YearMeasure,
    YearResult,
    YearRule,
    year_totals,
)
from scoring.standings import format_average, rank

# Anna plays two lists at each of four evenings: 1000 + 500, 800 + 900, 1200 - 100, 700 + 600.
LEISTUNG = [(1000, 500), (800, 900), (1200, -100), (700, 600)]
ANNA = [
    YearResult("Anna", evening, round, leistung)
    for evening, lists in enumerate(LEISTUNG, 1)
    for round, leistung in enumerate(lists, 1)
]
BERT = [YearResult("Bert", 1, 1, 900), YearResult("Bert", 1, 2, 1300), YearResult("Bert", 3, 1, 400)]
FOUR = [YearEvening(number, 1 if number < 3 else 2, 2) for number in range(1, 5)]


def line(results: list[YearResult], evenings: list[YearEvening] = FOUR, **rule: object) -> YearLine:
    [found] = year_totals(results, YearRule(**rule), evenings)  # type: ignore[arg-type]
    return found


def fates(found: YearLine) -> list[tuple[int, int, str]]:
    return [(item.evening, int(item.value), str(item.fate)) for item in found.items]


def test_the_example_in_the_docstring_is_true() -> None:
    outcome = doctest.testmod(club_year)
    assert (outcome.attempted > 3, outcome.failed) == (True, 0)


def test_everything_counts_where_the_rule_says_nothing() -> None:
    found = line(ANNA)
    assert (found.value, found.lists, found.evenings, found.lacking, found.apart) == (5600, 8, 4, 0, False)
    assert line(ANNA, measure=YearMeasure.AVERAGE).value == 700  # 5600 in 8 lists
    assert line(ANNA, measure=YearMeasure.AVERAGE, unit=Unit.EVENING).value == 1400  # 5600 at 4 evenings


def test_an_average_is_exact_and_shown_with_two_decimals() -> None:
    found = line([YearResult("Anna", 1, 1, 1000), YearResult("Anna", 1, 2, 1), YearResult("Anna", 2, 1, 1)],
                 measure=YearMeasure.AVERAGE)  # fmt: skip
    assert (found.value, format_average(found.value)) == (Fraction(334), "334,00")
    found = line([YearResult("Anna", evening, 1, each) for evening, each in ((1, 5), (2, 4), (3, -4), (4, -4))] * 2,
                 measure=YearMeasure.AVERAGE)  # fmt: skip
    assert format_average(found.value) == "0,25"


def test_the_best_lists_count() -> None:
    found = line(ANNA, best=3)
    assert fates(found) == [
        (1, 1000, "counts"), (1, 500, "beyond"),
        (2, 800, "beyond"), (2, 900, "counts"),
        (3, 1200, "counts"), (3, -100, "beyond"),
        (4, 700, "beyond"), (4, 600, "beyond"),
    ]  # fmt: skip
    assert found.value == 3100


def test_the_best_evenings_count() -> None:
    found = line(ANNA, unit=Unit.EVENING, best=2)
    assert fates(found) == [(1, 1500, "counts"), (2, 1700, "counts"), (3, 1100, "beyond"), (4, 1300, "beyond")]
    assert found.value == 3200
    assert line(ANNA, unit=Unit.EVENING, best=9).value == 5600


def test_of_equal_results_the_later_is_left_out() -> None:
    results = [YearResult("Anna", evening, 1, 500) for evening in (1, 2, 3)]
    assert fates(line(results, best=2)) == [(1, 500, "counts"), (2, 500, "counts"), (3, 500, "beyond")]


def test_the_worst_of_every_block_are_dropped() -> None:
    # Evenings 1 and 2 are a block, 3 and 4 another.
    found = line(ANNA, unit=Unit.EVENING, drop=1)
    assert fates(found) == [(1, 1500, "dropped"), (2, 1700, "counts"), (3, 1100, "dropped"), (4, 1300, "counts")]
    assert (found.value, line(ANNA, unit=Unit.EVENING, drop=1, measure=YearMeasure.AVERAGE).value) == (3000, 1500)
    lists = line(ANNA, drop=2)
    assert [each[1] for each in fates(lists) if each[2] == "dropped"] == [500, 800, -100, 600]
    assert lists.value == 1000 + 900 + 1200 + 700


def test_who_was_absent_has_used_a_drop_with_it() -> None:
    # Bert misses evening 2, so of the first block nothing is dropped; he misses evening 4, so evening 3 stays too.
    assert fates(line(BERT, unit=Unit.EVENING, drop=1)) == [(1, 2200, "counts"), (3, 400, "counts")]
    # In lists he misses two of the first block and three of the second.
    assert line(BERT, drop=2).value == 2600
    # Of three dropped, two are the lists missed and one is the worse of evening 1.
    assert fates(line(BERT, drop=3)) == [(1, 900, "dropped"), (1, 1300, "counts"), (3, 400, "counts")]


def test_the_best_result_of_a_block_is_never_dropped() -> None:
    assert fates(line(ANNA[:2], [YearEvening(1, 1, 2)], drop=5)) == [(1, 1000, "counts"), (1, 500, "dropped")]


def test_drops_come_before_the_best() -> None:
    found = line(ANNA, unit=Unit.EVENING, drop=1, best=1)
    assert fates(found) == [(1, 1500, "dropped"), (2, 1700, "counts"), (3, 1100, "dropped"), (4, 1300, "beyond")]


def test_who_has_too_few_stands_apart() -> None:
    found = line(BERT, minimum=5)
    assert (found.value, found.lacking, found.apart) == (2600, 2, True)
    found = line(BERT, minimum=3)
    assert (found.lacking, found.apart) == (0, False)
    found = line(BERT, unit=Unit.EVENING, minimum=3)
    assert (found.lacking, found.apart) == (1, True)


def test_what_is_missing_counts_as_nothing() -> None:
    found = line(BERT, measure=YearMeasure.AVERAGE, minimum=5, missing_as_zero=True)
    assert (found.value, found.lacking, found.apart) == (520, 2, False)  # 2600 in 5
    assert [(item.kind, item.evening, item.value) for item in found.items[3:]] == [(YearKind.ZERO, 0, 0)] * 2
    # Of the best four, one is missing: 900 + 1300 + 400 + 0.
    best = line(BERT, measure=YearMeasure.AVERAGE, minimum=5, missing_as_zero=True, best=4)
    assert (best.value, len(best.counting)) == (650, 4)
    # What was played goes before what is missing, even if it is less.
    bad = [YearResult("Cora", 1, 1, -200), YearResult("Cora", 2, 1, 100)]
    assert line(bad, minimum=3, missing_as_zero=True, best=2).value == -100


def test_a_missed_evening_is_credited_so_often_and_no_more() -> None:
    found = line(BERT, unit=Unit.EVENING, credit=700, credits=1)
    assert [(item.kind, item.evening, item.value) for item in found.items] == [
        (YearKind.PLAYED, 1, 2200),
        (YearKind.CREDIT, 2, 700),
        (YearKind.PLAYED, 3, 400),
    ]
    assert (found.value, found.evenings, found.lists) == (3300, 2, 3)
    assert line(BERT, credit=700, credits=9).value == 2600 + 2 * 700
    assert line(ANNA, credit=700, credits=9).value == 5600


def test_a_credit_is_a_result_like_any_other() -> None:
    found = line(BERT, unit=Unit.EVENING, credit=700, credits=2, best=3, minimum=4)
    assert [(item.evening, item.value, item.fate) for item in found.items] == [
        (1, 2200, Fate.COUNTS),
        (2, 700, Fate.COUNTS),
        (3, 400, Fate.BEYOND),
        (4, 700, Fate.COUNTS),
    ]
    assert (found.value, found.apart) == (3600, False)
    # Who has a credit for an evening has not used a drop with it.
    dropped = line(BERT, unit=Unit.EVENING, credit=700, credits=2, drop=1)
    assert [item.fate for item in dropped.items] == [Fate.COUNTS, Fate.DROPPED, Fate.DROPPED, Fate.COUNTS]


def test_lists_are_projected_to_48_deals() -> None:
    results = [YearResult("Anna", 1, 1, 900, deals=36), YearResult("Anna", 2, 1, 1000, deals=48),
               YearResult("Anna", 3, 1, 100, deals=40)]  # fmt: skip
    found = line(results, projected=True)
    assert [item.value for item in found.items] == [1200, 1000, 120]
    assert (found.value, line(results, projected=True, measure=YearMeasure.AVERAGE).value) == (2320, Fraction(2320, 3))


def test_equal_values_are_parted_by_won_then_lost_of_what_counts() -> None:
    results = [
        YearResult("Anna", 1, 1, 900, won=9, lost=1),
        YearResult("Anna", 2, 1, 100, won=30),
        YearResult("Bert", 1, 1, 900, won=10, lost=2),
        YearResult("Cora", 1, 1, 900, won=10, lost=1),
        YearResult("Dirk", 1, 1, 900, won=10, lost=1),
    ]
    placed = rank(year_totals(results, YearRule(best=1), FOUR), BY_YEAR)
    assert [(each.place, each.row.key) for each in placed] == [(1, "Cora"), (1, "Dirk"), (3, "Bert"), (4, "Anna")]


@pytest.mark.parametrize("wrong", [{"best": 0}, {"drop": -1}, {"minimum": -1}, {"credits": -1}])
def test_a_rule_that_cannot_be_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="a year counts"):
        YearRule(**wrong)  # type: ignore[arg-type]


# ---- A slow second way ----

rules = st.builds(
    YearRule,
    measure=st.sampled_from(YearMeasure),
    unit=st.sampled_from(Unit),
    best=st.one_of(st.none(), st.integers(1, 5)),
    drop=st.integers(0, 3),
    minimum=st.integers(0, 6),
    missing_as_zero=st.booleans(),
    credit=st.integers(1, 300),
    credits=st.integers(0, 2),
    projected=st.booleans(),
)
evenings = st.lists(st.tuples(st.integers(1, 2), st.integers(1, 2)), min_size=1, max_size=5)
played = st.lists(
    st.integers(-300, 300).flatmap(lambda n: st.tuples(st.just(n), st.sampled_from([36, 48]))), max_size=2
)


def slow_value(lists: list[list[tuple[int, int]]], held: list[tuple[int, int]], rule: YearRule) -> Fraction | None:
    """The value by trying out every choice that the rule allows; None for who stands apart."""
    credits = rule.credits
    by_block: dict[int, list[Fraction]] = {}
    missed: dict[int, int] = {}
    for own, (block, offered) in zip(lists, held, strict=True):
        points = [Fraction(p * 48, deals) if rule.projected else Fraction(p) for p, deals in own]
        results = by_block.setdefault(block, [])
        missed.setdefault(block, 0)
        if not own and credits:
            credits -= 1
            results.append(Fraction(rule.credit))
        elif rule.unit == Unit.EVENING:
            results += [sum(points, Fraction(0))] if own else []
            missed[block] += not own
        else:
            results += points
            missed[block] += max(0, offered - len(own))
    number = sum(len(results) for results in by_block.values())
    kept: list[Fraction] = []
    for block, results in by_block.items():
        stay = len(results) - max(0, min(rule.drop - missed[block], len(results) - 1))
        kept += max(combinations(results, stay), key=sum)
    if rule.best is not None and len(kept) > rule.best:
        kept = list(max(combinations(kept, rule.best), key=sum))
    if number < rule.minimum:
        if not rule.missing_as_zero:
            return None
        kept += [Fraction(0)] * min(rule.minimum - number, (rule.best or 99) - len(kept))
    return sum(kept, Fraction(0)) / (len(kept) if rule.measure == YearMeasure.AVERAGE else 1)


@given(rules, evenings, st.data())
def test_every_rule_agrees_with_trying_out_every_choice(
    rule: YearRule, held: list[tuple[int, int]], data: st.DataObject
) -> None:
    lists = [data.draw(played) for _ in held]
    results = [
        YearResult("Anna", evening, round, points, deals=deals)
        for evening, own in enumerate(lists, 1)
        for round, (points, deals) in enumerate(own, 1)
    ]
    evenings = [YearEvening(number, block, offered) for number, (block, offered) in enumerate(held, 1)]
    for found in year_totals(results, rule, evenings):
        assert (None if found.apart else found.value) == slow_value(lists, held, rule)
