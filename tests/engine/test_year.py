"""The club year: every way of counting, worked by hand, and all of them together against a slow second way."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.wertung import WertungResult, tabulate
from scoring.wertung.fold import WertungPart, account
from scoring.wertung.presets import OF_A_YEAR, TableRule, held_for
from scoring.wertung.results import Labels, figures_by_name, format_average, labels_by_name, labels_of, result

BLOCK = {1: 1, 2: 1, 3: 2, 4: 2}  # Evenings 1 and 2 are a block, 3 and 4 another.


def spans(block: int) -> dict[str, int]:
    """A block is a quarter, and its one month."""
    return {"quarter": block, "month": block, "block": block}


def played_list(
    name: str, evening: int, serie: int, leistung: int, won: int = 0, lost: int = 0, deals: int = 48, block: int = 0
) -> WertungResult:
    labels = {"player": name, **spans(block or BLOCK[evening]), "evening": evening, "serie": serie}
    return result(labels, {"leistung": leistung, "won": won, "lost": lost, "deals": deals})


# Anna plays two lists at each of four evenings: 1000 + 500, 800 + 900, 1200 - 100, 700 + 600.
LEISTUNG = [(1000, 500), (800, 900), (1200, -100), (700, 600)]
ANNA = [
    played_list("Anna", evening, serie, leistung)
    for evening, lists in enumerate(LEISTUNG, 1)
    for serie, leistung in enumerate(lists, 1)
]
BERT = [played_list("Bert", 1, 1, 900), played_list("Bert", 1, 2, 1300), played_list("Bert", 3, 1, 400)]
FOUR = [
    labels_of({**spans(BLOCK[evening]), "evening": evening, "serie": serie}) for evening in BLOCK for serie in (1, 2)
]


@dataclass
class Line:
    """What a year comes to for one player."""

    result: WertungResult

    @property
    def value(self) -> int | Fraction:
        return self.result.figures[0]

    @property
    def parts(self) -> list[WertungPart]:
        return account(self.result)

    @property
    def apart(self) -> bool:
        return self.result.apart == "minimum"


def line(results: list[WertungResult], evenings: list[Labels] = FOUR, **rule: Any) -> Line:
    counted = TableRule(**{"span": "block"} | rule).of(OF_A_YEAR)
    table = tabulate(counted, results, held_for(counted, evenings))
    [found] = [*(row.result for row in table.rows), *table.below]
    return Line(found)


def fates(found: Line) -> list[tuple[int, int, str]]:
    return [
        (labels_by_name(part.result.labels)["evening"], part.result.figures[0], str(part.fate)) for part in found.parts
    ]  # type: ignore[misc]


def test_everything_counts_where_the_rule_says_nothing() -> None:
    found = line(ANNA)
    assert (found.value, found.result.parts, found.apart) == (5600, 8, False)
    assert figures_by_name(found.result.figures) == {"leistung": 5600, "deals": 8 * 48, "lists": 8}
    assert line(ANNA, measure="average").value == 700  # 5600 in 8 lists
    assert line(ANNA, measure="average", unit="evening").value == 1400  # 5600 at 4 evenings


def test_an_average_is_exact_and_shown_with_two_decimals() -> None:
    found = line([played_list("Anna", 1, 1, 1000), played_list("Anna", 1, 2, 1), played_list("Anna", 2, 1, 1)],
                 measure="average")  # fmt: skip
    assert (found.value, format_average(found.value)) == (Fraction(334), "334,00")
    found = line([played_list("Anna", evening, 1, each) for evening, each in ((1, 5), (2, 4), (3, -4), (4, -4))] * 2,
                 measure="average")  # fmt: skip
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
    found = line(ANNA, unit="evening", best=2)
    assert fates(found) == [(1, 1500, "counts"), (2, 1700, "counts"), (3, 1100, "beyond"), (4, 1300, "beyond")]
    assert found.value == 3200
    assert line(ANNA, unit="evening", best=9).value == 5600


def test_of_equal_results_the_later_is_left_out() -> None:
    results = [played_list("Anna", evening, 1, 500) for evening in (1, 2, 3)]
    assert fates(line(results, best=2)) == [(1, 500, "counts"), (2, 500, "counts"), (3, 500, "beyond")]


def test_the_worst_of_every_block_are_dropped() -> None:
    # Evenings 1 and 2 are a block, 3 and 4 another.
    found = line(ANNA, unit="evening", drop=1)
    assert fates(found) == [(1, 1500, "dropped"), (2, 1700, "counts"), (3, 1100, "dropped"), (4, 1300, "counts")]
    assert (found.value, line(ANNA, unit="evening", drop=1, measure="average").value) == (3000, 1500)
    lists = line(ANNA, drop=2)
    assert [each[1] for each in fates(lists) if each[2] == "dropped"] == [500, 800, -100, 600]
    assert lists.value == 1000 + 900 + 1200 + 700


def test_who_was_absent_has_used_a_drop_with_it() -> None:
    # Bert misses evening 2, so of the first block nothing is dropped; he misses evening 4, so evening 3 stays too.
    assert fates(line(BERT, unit="evening", drop=1)) == [(1, 2200, "counts"), (3, 400, "counts")]
    # In lists he misses two of the first block and three of the second.
    assert line(BERT, drop=2).value == 2600
    # Of three dropped, two are the lists missed and one is the worse of evening 1.
    assert fates(line(BERT, drop=3)) == [(1, 900, "dropped"), (1, 1300, "counts"), (3, 400, "counts")]


def test_the_best_result_of_a_block_is_never_dropped() -> None:
    assert fates(line(ANNA[:2], FOUR[:2], drop=5)) == [(1, 1000, "counts"), (1, 500, "dropped")]


def test_drops_come_before_the_best() -> None:
    found = line(ANNA, unit="evening", drop=1, best=1)
    assert fates(found) == [(1, 1500, "dropped"), (2, 1700, "counts"), (3, 1100, "dropped"), (4, 1300, "beyond")]


def test_who_has_too_few_stands_apart() -> None:
    found = line(BERT, minimum=5)
    assert (found.value, found.apart) == (2600, True)
    found = line(BERT, minimum=3)
    assert not found.apart
    found = line(BERT, unit="evening", minimum=3)
    assert found.apart


def test_what_is_missing_counts_as_nothing() -> None:
    found = line(BERT, measure="average", minimum=5, missing_as_zero=True)
    assert (found.value, found.apart) == (520, False)  # 2600 in 5
    assert [(part.fate, part.result.figures[0], part.credit) for part in found.parts[3:]] == [("zero", 0, False)] * 2
    # Of the best four, one is missing: 900 + 1300 + 400 + 0.
    best = line(BERT, measure="average", minimum=5, missing_as_zero=True, best=4)
    assert (best.value, best.result.parts) == (650, 4)
    # What was played goes before what is missing, even if it is less.
    bad = [played_list("Cora", 1, 1, -200), played_list("Cora", 2, 1, 100)]
    assert line(bad, minimum=3, missing_as_zero=True, best=2).value == -100


def test_a_missed_evening_is_credited_so_often_and_no_more() -> None:
    found = line(BERT, unit="evening", credit=700, credits=1)
    assert fates(found) == [(1, 2200, "counts"), (2, 700, "counts"), (3, 400, "counts")]
    assert [part.credit for part in found.parts] == [False, True, False]
    assert figures_by_name(found.result.figures) == {"leistung": 3300, "deals": 3 * 48, "lists": 3}
    assert line(BERT, credit=700, credits=9).value == 2600 + 2 * 700
    assert line(ANNA, credit=700, credits=9).value == 5600


def test_a_credit_is_a_result_like_any_other() -> None:
    found = line(BERT, unit="evening", credit=700, credits=2, best=3, minimum=4)
    assert fates(found) == [(1, 2200, "counts"), (2, 700, "counts"), (3, 400, "beyond"), (4, 700, "counts")]
    assert (found.value, found.apart) == (3600, False)
    # Who has a credit for an evening has not used a drop with it.
    dropped = line(BERT, unit="evening", credit=700, credits=2, drop=1)
    assert [part.fate for part in dropped.parts] == ["counts", "dropped", "dropped", "counts"]


def test_lists_are_projected_to_48_deals() -> None:
    results = [played_list("Anna", 1, 1, 900, deals=36), played_list("Anna", 2, 1, 1000, deals=48),
               played_list("Anna", 3, 1, 100, deals=40)]  # fmt: skip
    found = line(results, projected=True)
    assert [part.result.figures[0] for part in found.parts] == [1200, 1000, 120]
    assert (found.value, line(results, projected=True, measure="average").value) == (2320, Fraction(2320, 3))


def test_equal_values_are_parted_by_won_then_lost_of_what_counts() -> None:
    results = [
        played_list("Anna", 1, 1, 900, won=9, lost=1),
        played_list("Anna", 2, 1, 100, won=30),
        played_list("Bert", 1, 1, 900, won=10, lost=2),
        played_list("Cora", 1, 1, 900, won=10, lost=1),
        played_list("Dirk", 1, 1, 900, won=10, lost=1),
    ]
    placed = tabulate(TableRule(best=1).of(OF_A_YEAR), results, FOUR).rows
    assert [(row.place, row.result.labels[0]) for row in placed] == [
        (1, "Cora"), (1, "Dirk"), (3, "Bert"), (4, "Anna"),
    ]  # fmt: skip


def test_only_one_serie_counts() -> None:
    found = line(ANNA, serie=2)
    assert fates(found) == [(1, 500, "counts"), (2, 900, "counts"), (3, -100, "counts"), (4, 600, "counts")]
    assert line(ANNA, serie=1, unit="evening", drop=1, span="").value == 1000 + 800 + 1200
    # Bert missed the second Serie of evenings 2, 3 and 4: no drop is left of three, and none of two.
    assert line(BERT, serie=2, drop=3, span="").value == 1300


def points_of(results: list[WertungResult], evenings: list[Labels] = FOUR, **rule: Any) -> list[tuple[Any, ...]]:
    """Place, name and points of everybody."""
    counted = TableRule(**rule).of(OF_A_YEAR)
    table = tabulate(counted, results, held_for(counted, evenings))
    return [(row.place, row.result.labels[0], row.result.points) for row in table.rows]


def test_points_by_the_place_of_the_evening() -> None:
    """Evening 1: Bert 2200, Anna 1500; evening 3: Anna 1100, Bert 400; at 2 and 4 Anna alone."""
    rule = {"unit": "evening", "worth": "places", "place_points": (25, 20)}
    assert points_of(ANNA + BERT, **rule) == [(1, "Anna", 20 + 25 + 25 + 25), (2, "Bert", 25 + 20)]
    assert points_of(ANNA + BERT, **rule, best=2) == [(1, "Anna", 50), (2, "Bert", 45)]
    # By Serien. 1.1: 1000 : 900, 1.2: 500 : 1300, 3.1: 1200 : 400; the other five are Anna's alone.
    assert points_of(ANNA + BERT, worth="places", place_points=(3, 1)) == [
        (1, "Anna", 3 + 1 + 3 + 5 * 3), (2, "Bert", 1 + 3 + 1)
    ]  # fmt: skip


def test_who_is_level_shares_the_points_of_the_places() -> None:
    level = [played_list("Anna", 1, 1, 500), played_list("Bert", 1, 1, 500), played_list("Cora", 1, 1, 100)]
    assert points_of(level, worth="places", place_points=(25, 20, 16)) == [
        (1, "Anna", Fraction(45, 2)), (1, "Bert", Fraction(45, 2)), (3, "Cora", 16)
    ]  # fmt: skip


def test_points_for_having_been_there_are_added_to_the_leistung() -> None:
    assert points_of(ANNA + BERT, unit="evening", attendance=100) == [(1, "Anna", 5600 + 400), (2, "Bert", 2600 + 200)]


def test_drops_go_by_stages_of_what_was_played() -> None:
    """Anna has eight lists: two of them fall; Bert has three: none."""
    stages = ((4, 1), (8, 2), (12, 3))
    assert line(ANNA, stages=stages, span="").value == 5600 + 100 - 500
    assert line(BERT, stages=stages, span="").value == 2600


def test_two_minimums_and_one_a_month() -> None:
    assert [line(BERT, minimum=3, minimum_evenings=evenings).apart for evenings in (2, 3)] == [False, True]
    assert [line(BERT, minimum=each, minimum_evenings=2).apart for each in (3, 4)] == [False, True]
    assert [line(BERT, a_month=each).apart for each in (1, 2)] == [False, True]  # three lists: two in 1, one in 2


# ---- A slow second way ----

rules = st.fixed_dictionaries(
    {
        "measure": st.sampled_from(["total", "average"]),
        "unit": st.sampled_from(["list", "evening"]),
        "best": st.one_of(st.none(), st.integers(1, 5)),
        "drop": st.integers(0, 3),
        "minimum": st.integers(0, 6),
        "missing_as_zero": st.booleans(),
        "credit": st.integers(1, 300),
        "credits": st.integers(0, 2),
        "projected": st.booleans(),
    }
)
evenings = st.lists(st.tuples(st.integers(1, 2), st.integers(1, 2)), min_size=1, max_size=5)
played = st.lists(
    st.integers(-300, 300).flatmap(lambda n: st.tuples(st.just(n), st.sampled_from([36, 48]))), max_size=2
)


def slow_value(
    lists: list[list[tuple[int, int]]], held: list[tuple[int, int]], rule: dict[str, Any]
) -> Fraction | None:
    """The value by trying out every choice that the rule allows; None for who stands apart."""
    credits = rule["credits"]
    by_block: dict[int, list[Fraction]] = {}
    missed: dict[int, int] = {}
    for own, (block, offered) in zip(lists, held, strict=True):
        points = [Fraction(p * 48, deals) if rule["projected"] else Fraction(p) for p, deals in own]
        results = by_block.setdefault(block, [])
        missed.setdefault(block, 0)
        if not own and credits:
            credits -= 1
            results.append(Fraction(rule["credit"]))
        elif rule["unit"] == "evening":
            results += [sum(points, Fraction(0))] if own else []
            missed[block] += not own
        else:
            results += points
            missed[block] += max(0, offered - len(own))
    number = sum(len(results) for results in by_block.values())
    kept: list[Fraction] = []
    for block, results in by_block.items():
        stay = len(results) - max(0, min(rule["drop"] - missed[block], len(results) - 1))
        kept += max(combinations(results, stay), key=sum)
    if rule["best"] is not None and len(kept) > rule["best"]:
        kept = list(max(combinations(kept, rule["best"]), key=sum))
    if number < rule["minimum"]:
        if not rule["missing_as_zero"]:
            return None
        kept += [Fraction(0)] * min(rule["minimum"] - number, (rule["best"] or 99) - len(kept))
    return sum(kept, Fraction(0)) / (len(kept) if rule["measure"] == "average" else 1)


@given(rules, evenings, st.data())
def test_every_rule_agrees_with_trying_out_every_choice(
    rule: dict[str, Any], held: list[tuple[int, int]], data: st.DataObject
) -> None:
    lists = [data.draw(played) for _ in held]
    results = [
        played_list("Anna", evening, round, points, deals=deals, block=held[evening - 1][0])
        for evening, own in enumerate(lists, 1)
        for round, (points, deals) in enumerate(own, 1)
    ]
    evenings = [
        labels_of({**spans(block), "evening": number, "serie": serie})
        for number, (block, offered) in enumerate(held, 1)
        for serie in range(1, offered + 1)
    ]
    if results:
        found = line(results, evenings, **rule)
        assert (None if found.apart else found.value) == slow_value(lists, held, rule)
