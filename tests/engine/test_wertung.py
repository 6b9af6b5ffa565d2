"""Tables: places, lots, sums, cut, teams, league points; expected values are counted by hand or have a source."""

import doctest
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import wertung
from scoring.wertung import (
    Award,
    CopyFigure,
    Fold,
    Rank,
    WertungResult,
    WertungRule,
    carry_out,
    places,
    results,
    tabulate,
)
from scoring.wertung import lots as drawing
from scoring.wertung.lots import draw_lots, lot_number
from scoring.wertung.places import WertungTable, rank
from scoring.wertung.points import FieldRefusedError
from scoring.wertung.presets import BY_LEISTUNG
from scoring.wertung.results import Where, figures_by_name, format_average, labels_of, result, result_maker
from scoring.wertung.steps import ANY_SIZE, DealsTo, PlaceZone


def brought(
    player: str, leistung: int, won: int | None = 0, lost: int | None = 0, serie: int = 1, **labels: int | str
) -> WertungResult:
    return result({"player": player, "serie": serie, **labels}, {"leistung": leistung, "won": won, "lost": lost})


ANNA = brought("Anna", 1210, 10, 1)
BERT = brought("Bert", 1210, 9, 0)
CORA = brought("Cora", 1210, 10, 1)
DIRK = brought("Dirk", 560, 6, 2)
EMIL = brought("Emil", 1210, 10, 2)
FIELD = [ANNA, BERT, CORA, DIRK, EMIL]

# Few different values, so that ties of every depth are common.
fields = st.lists(
    st.builds(
        brought,
        st.text(min_size=1, max_size=3),
        st.integers(-1, 1),
        st.integers(0, 2),
        st.integers(0, 2),
    ),
    max_size=12,
    unique_by=lambda each: each.labels,
)


def listed(table: WertungTable) -> list[tuple[int, object, str | None]]:
    return [(row.place, row.result.label("player"), row.parted_by) for row in table.rows]


def sums(results: list[WertungResult], by: str = "player", **seen: list[int]) -> dict[object, dict[str, object]]:
    where = Where({name: frozenset(values) for name, values in seen.items()})
    folded = carry_out((Fold((by,), where=where),), results)
    return {each.label(by): figures_by_name(each.figures) for each in folded}


@pytest.mark.parametrize("module", [wertung, results, places, drawing])
def test_the_examples_in_the_docstrings_are_true(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


# ---- Places


def test_equal_in_all_criteria_is_a_shared_place_and_the_next_place_is_skipped() -> None:
    table = rank(Rank(BY_LEISTUNG), FIELD)
    assert listed(table) == [
        (1, "Anna", None),
        (1, "Cora", None),
        (3, "Emil", "lost"),
        (4, "Bert", "won"),
        (5, "Dirk", "leistung"),
    ]
    assert [row.shared for row in table.rows] == [True, True, False, False, False]


def test_the_order_of_the_criteria_decides() -> None:
    assert listed(rank(Rank(("leistung", "-lost", "won")), FIELD)) == [
        (1, "Bert", None),
        (2, "Anna", "lost"),
        (2, "Cora", None),
        (4, "Emil", "lost"),
        (5, "Dirk", "leistung"),
    ]


def test_nobody_has_no_place() -> None:
    assert rank(Rank(BY_LEISTUNG), []) == WertungTable((), ())


@given(fields)
def test_a_place_is_one_more_than_the_number_of_those_who_are_better(field: list[WertungResult]) -> None:
    def better(one: WertungResult, other: WertungResult) -> bool:
        if one.leistung != other.leistung:
            return one.leistung > other.leistung
        assert one.won is not None and other.won is not None and one.lost is not None and other.lost is not None
        if one.won != other.won:
            return one.won > other.won
        return one.lost < other.lost

    rows = rank(Rank(BY_LEISTUNG), field).rows
    assert {row.result.labels: row.place for row in rows} == {
        each.labels: 1 + sum(better(other, each) for other in field) for each in field
    }
    assert [row.place for row in rows] == sorted(row.place for row in rows)


@given(fields, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(field: list[WertungResult], random: Random) -> None:
    shuffled = field.copy()
    random.shuffle(shuffled)
    lots = tuple(each.labels for each in field)
    for step in (Rank(BY_LEISTUNG), Rank(BY_LEISTUNG, lots)):
        assert rank(step, shuffled) == rank(step, field)
    everything = WertungRule((Fold(("serie",)),), Rank(BY_LEISTUNG))
    assert [row.result.figures for row in tabulate(everything, shuffled).rows] == [
        row.result.figures for row in tabulate(everything, field).rows
    ]


def test_zones_are_names_for_stretches_of_places_also_from_the_end() -> None:
    field = [brought(f"{number:02}", -number) for number in range(1, 17)]
    zones = (PlaceZone(1, 2, "Aufstieg"), PlaceZone(3, 3, "Relegation"), PlaceZone(-4, -1, "Abstieg"))
    said = [row.zone for row in rank(Rank(("leistung",), zones=zones), field).rows]
    assert said == ["Aufstieg"] * 2 + ["Relegation"] + [None] * 9 + ["Abstieg"] * 4


# ---- What is not known parts nobody


def test_results_known_only_as_gesamt_rank_by_it() -> None:
    field = [brought("Anna", 900, 9, 1), brought("Bert", 1000, None, None), brought("Cora", 1100, 11, 0)]
    assert listed(rank(Rank(BY_LEISTUNG), field)) == [
        (1, "Cora", None),
        (2, "Bert", "leistung"),
        (3, "Anna", "leistung"),
    ]


def test_who_is_level_with_one_of_them_shares_the_place_whatever_was_won() -> None:
    field = [
        brought("Anna", 1000, 12, 0),
        brought("Bert", 1000, 8, 4),
        brought("Cora", 1000, None, None),
        brought("Dora", 999, 9, 9),
    ]
    expected = [(1, "Anna", None), (1, "Bert", None), (1, "Cora", None), (4, "Dora", "leistung")]
    assert listed(rank(Rank(BY_LEISTUNG), field)) == expected


def test_others_are_parted_as_ever() -> None:
    field = [
        brought("Anna", 1000, 8, 0),
        brought("Bert", 1000, 9, 0),
        brought("Cora", 500, None, None),
        brought("Dora", 500, 1, 1),
    ]
    expected = [(1, "Bert", None), (2, "Anna", "won"), (3, "Cora", "leistung"), (3, "Dora", None)]
    assert listed(rank(Rank(BY_LEISTUNG), field)) == expected


def test_a_sum_is_unknown_where_a_part_of_it_is() -> None:
    lists = [brought("Anna", 1000, 8, 1), brought("Anna", 500, None, None, serie=2), brought("Bert", 700, 7, 2)]
    folded = carry_out((Fold(("player",)),), lists)
    assert [(each.label("player"), each.leistung, each.won, each.lost, each.lists) for each in folded] == [
        ("Anna", 1500, None, None, 2),
        ("Bert", 700, 7, 2, 1),
    ]


# ---- The lot


def test_the_numbers_are_those_of_sha256sum() -> None:
    # printf '%s\n%s' Pfingstpreisskat Anna | sha256sum | cut -c1-12, on a command line
    names = ("Anna", "Bert", "Cora", "Dirk", "Jörg")
    assert {name: lot_number("Pfingstpreisskat", name) for name in names} == {
        "Anna": 2**48 + 0xB45A43969BE8,
        "Bert": 2**48 + 0x56A35CCAF0EA,
        "Cora": 2**48 + 0x682D56A49C51,
        "Dirk": 2**48 + 0x3A4064A6EE6D,
        "Jörg": 2**48 + 0xC75EF96CCDA7,
    }


def test_it_parts_those_the_criteria_before_it_leave_level() -> None:
    level = [brought(name, 500) for name in ("Anna", "Bert", "Cora", "Dirk")]
    drawn = draw_lots("Pfingstpreisskat", ["Anna", "Bert", "Cora", "Dirk"])
    lots = tuple(labels_of({"player": name, "serie": 1}) for name in drawn)
    for order in permutations(level):
        assert listed(rank(Rank(("leistung",), lots), [*order, brought("Emil", 501)])) == [
            (1, "Emil", None),
            (2, "Dirk", "leistung"),
            (3, "Bert", "lot"),
            (4, "Cora", "lot"),
            (5, "Anna", "lot"),
        ]


def test_a_number_is_as_good_a_seed_as_its_text_and_another_seed_draws_anew() -> None:
    keys = ["101", "102", "103", "104", "105", "106"]
    assert draw_lots(20240914, keys) == ["101", "102", "103", "106", "104", "105"]  # by sha256sum on a command line
    assert draw_lots("20240914", keys) == draw_lots(20240914, keys) != draw_lots(20240915, keys)


def test_a_lot_drawn_by_hand_stands_before_the_computed_ones() -> None:
    names = ["Anna", "Bert", "Cora", "Dirk"]
    assert draw_lots("Pfingstpreisskat", names, {"Anna": 999_999, "Cora": 0}) == ["Cora", "Anna", "Dirk", "Bert"]
    by_hand = {"Anna": 1, "Cora": 2, "Bert": 3, "Dirk": 4}
    assert draw_lots("Pfingstpreisskat", names, by_hand) == ["Anna", "Cora", "Bert", "Dirk"]


def test_who_has_no_lot_shares_the_place_behind_those_who_have_one() -> None:
    lots = (labels_of({"player": "Cora", "serie": 1}),)
    level = [brought(name, 5) for name in ("Anna", "Bert", "Cora")]
    assert listed(rank(Rank(("leistung",), lots), level)) == [(1, "Cora", None), (2, "Anna", "lot"), (2, "Bert", None)]


# ---- Sums


THREE_SERIEN = [
    brought("Anna", 932, 8, 2, serie=3),
    brought("Bert", 360, 4, 0, serie=3),
    BERT,
    brought("Anna", -56, 3, 4, serie=2),
    ANNA,
]


def test_all_serien_are_added() -> None:
    assert sums(THREE_SERIEN) == {
        "Anna": {"leistung": 2086, "won": 21, "lost": 7, "lists": 3},
        "Bert": {"leistung": 1570, "won": 13, "lists": 2},
    }


def test_the_state_after_two_serien_and_one_serie_alone() -> None:
    assert sums(THREE_SERIEN, serie=[1, 2]) == {
        "Anna": {"leistung": 1154, "won": 13, "lost": 5, "lists": 2},
        "Bert": {"leistung": 1210, "won": 9, "lists": 1},
    }
    assert sums(THREE_SERIEN, serie=[2]) == {"Anna": {"leistung": -56, "won": 3, "lost": 4, "lists": 1}}


def test_the_average_is_exact_and_ranks() -> None:
    folded = carry_out((Fold(("player",)),), THREE_SERIEN)
    assert {each.label("player"): each.average for each in folded} == {"Anna": Fraction(2086, 3), "Bert": 785}
    per_list = (CopyFigure("lists", "deals"), CopyFigure("leistung", "difference", DealsTo(1)))
    table = tabulate(WertungRule((Fold(("player",)), *per_list), Rank(("difference",))), THREE_SERIEN)
    assert listed(table) == [(1, "Bert", None), (2, "Anna", "difference")]
    assert [row.result.known("difference") for row in table.rows] == [785, Fraction(2086, 3)]
    assert result({"player": "Cora"}, absent=True).average == 0


def test_rows_become_the_same_results_as_names() -> None:
    """What no column gives is 0, but for the one list; what is None is not known."""
    make = result_maker(["player", "leistung", "won"])
    assert make(("Anna", 1210, 10)) == result({"player": "Anna"}, {"leistung": 1210, "won": 10})
    assert make(("Anna", 1210, None)) == result({"player": "Anna"}, {"leistung": 1210, "won": None})


def test_a_cut_with_and_without_what_came_before_it() -> None:
    lists = [*FIELD, brought("Anna", 100, serie=2), brought("Bert", 300, serie=2)]
    through = frozenset({"Anna", "Bert"})

    def table(**seen: list[int]) -> list[tuple[object, object]]:
        where = Where({"player": through, **{name: frozenset(values) for name, values in seen.items()}})
        rows = tabulate(WertungRule((Fold(("player",), where=where),), Rank(BY_LEISTUNG)), lists).rows
        return [(row.result.label("player"), row.result.leistung) for row in rows]

    assert table() == [("Bert", 1510), ("Anna", 1310)]
    assert table(serie=[2]) == [("Bert", 300), ("Anna", 100)]


def test_members_of_a_team_are_added_serie_by_serie() -> None:
    teams = {"Anna": "Buben", "Bert": "Buben", "Cora": "Buben", "Dirk": "Buben", "Emil": "Karo"}
    lists = [each._replace(labels=labels_of({"team": teams[str(each.label("player"))], "serie": 1})) for each in FIELD]
    lists += [result({"team": "Buben", "serie": 2}, {"leistung": points, "won": 3}) for points in (560, -70)]
    serien = carry_out((Fold(("team", "serie")),), lists)
    said = [(each.label("team"), each.label("serie"), each.leistung, each.won, each.lists) for each in serien]
    assert sorted(said) == [("Buben", 1, 4190, 35, 4), ("Buben", 2, 490, 6, 2), ("Karo", 1, 1210, 10, 1)]
    assert {team: found["leistung"] for team, found in sums(serien, "team").items()} == {"Buben": 4680, "Karo": 1210}


# ---- Averages as they are written


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(2086, 3), "695,33"),
        (Fraction(2087, 3), "695,67"),
        (Fraction(1001, 8), "125,13"),
        (Fraction(1, 200), "0,01"),
        (Fraction(-1, 200), "-0,01"),
        (Fraction(-1, 201), "0,00"),
        (Fraction(1999, 2000), "1,00"),
        (Fraction(-45, 4), "-11,25"),
        (1210, "1210,00"),
        (0, "0,00"),
    ],
)
def test_two_decimals_half_up(value: Fraction | int, text: str) -> None:
    assert format_average(value) == text


@given(st.integers(-(10**9), 10**9))
def test_it_rounds_thousandths_as_decimal_arithmetic_does(thousandths: int) -> None:
    rounded = (Decimal(thousandths) / 1000).quantize(Decimal("0.01"), ROUND_HALF_UP)
    text = format_average(Fraction(thousandths, 1000), separator=".")
    assert Decimal(text) == rounded
    assert text != "-0.00"


# ---- League points


def team(key: str, leistung: int, won: int = 40, lost: int = 8, day: int = 1, group: int = 1) -> WertungResult:
    labels = {"team": key, "day": day, "group": group}
    return result(labels, {"leistung": leistung, "won": won, "lost": lost, "lists": 4})


def scale(*points: int, ties: str = "share") -> Award:
    minus = tuple(points[0] - each for each in points)
    return Award(("day", "group"), BY_LEISTUNG, {ANY_SIZE: points}, {ANY_SIZE: minus}, ties)  # type: ignore[arg-type]


def awarded(*teams: WertungResult, step: Award = scale(3, 2, 1, 0)) -> dict[object, str]:  # noqa: B008  # not changed
    return {each.label("team"): f"{each.points}:{each.minus}" for each in carry_out((step,), teams)}


FOUR = (team("A", 4100), team("B", 4350), team("C", 3000), team("D", 5000))


def test_four_teams_and_five() -> None:
    assert awarded(*FOUR) == {"D": "3:0", "B": "2:1", "A": "1:2", "C": "0:3"}
    assert awarded(*FOUR, step=scale(6, 4, 2, 0)) == {"D": "6:0", "B": "4:2", "A": "2:4", "C": "0:6"}
    five = awarded(*FOUR, team("E", 4200), step=scale(4, 3, 2, 1, 0))
    assert five == {"D": "4:0", "B": "3:1", "E": "2:2", "A": "1:3", "C": "0:4"}


def test_three_teams_get_the_top_of_the_scale_and_an_absent_one_what_is_said() -> None:
    # DSkV Sportordnung, Anlage 10, case 4-4-4-0
    absent = result({"team": "D", "day": 1, "group": 1}, absent=True)
    assert awarded(*FOUR[:3], absent) == {"B": "3:0", "A": "2:1", "C": "1:2", "D": "0:0"}
    step = Award(("day", "group"), ("leistung",), {ANY_SIZE: (3, 2, 1)}, absent_minus=3)
    assert awarded(*FOUR[:3], absent, step=step) == {"B": "3:0", "A": "2:0", "C": "1:0", "D": "0:3"}


def test_equal_sums_more_won_then_fewer_lost() -> None:
    teams = [team("A", 4000, 40, 9), team("B", 4000, 41, 12), team("C", 4000, 40, 8), team("D", 1)]
    assert awarded(*teams) == {"B": "3:0", "C": "2:1", "A": "1:2", "D": "0:3"}


def test_equal_in_everything_shares_the_points_or_takes_the_best_or_is_refused() -> None:
    teams = [team("A", 9000), team("B", 4000), team("C", 4000), team("D", 4000)]
    assert awarded(team("A", 4000), team("B", 4000), team("C", 3000), team("D", 1)) == {
        "A": "5/2:1/2",
        "B": "5/2:1/2",
        "C": "1:2",
        "D": "0:3",
    }
    assert awarded(*teams) == {"A": "3:0", "B": "1:2", "C": "1:2", "D": "1:2"}
    assert awarded(*teams, step=scale(3, 2, 1, 0, ties="best")) == {"A": "3:0", "B": "2:1", "C": "2:1", "D": "2:1"}
    with pytest.raises(FieldRefusedError, match="award_level"):
        awarded(*teams, step=scale(3, 2, 1, 0, ties="refuse"))


def test_a_field_of_a_size_that_the_rule_does_not_know_is_refused() -> None:
    with pytest.raises(FieldRefusedError, match="award_size"):
        awarded(*FOUR, step=Award(("day",), ("leistung",), {3: (3, 2, 1)}))


def test_a_league_table_by_points_then_leistung() -> None:
    # Two match days of two groups; F stays away on the second day.
    results = [
        *FOUR,
        *(team(key, points, group=2) for key, points in zip("EFGH", (4000, 4000, 3900, 100), strict=True)),
        *(team(key, points, day=2) for key, points in zip("AEC", (4600, 3500, 4400), strict=True)),
        *(team(key, points, day=2, group=2) for key, points in zip("BDGH", (10, 20, 30, 40), strict=True)),
    ]
    rule = WertungRule((scale(3, 2, 1, 0), Fold(("team",))), Rank(("points", *BY_LEISTUNG)))
    start = [result({"team": "Z"}, {"lists": 0})]
    rows = tabulate(rule, results, start=start).rows
    assert [
        (r.place, r.result.label("team"), f"{r.result.points}:{r.result.minus}", r.result.leistung) for r in rows
    ] == [
        (1, "A", "4:2", 8700),  # 1:2 and 3:0
        (2, "D", "4:2", 5020),  # 3:0 and 1:2
        (3, "E", "7/2:5/2", 7500),  # 2½:½ and 1:2
        (4, "G", "3:3", 3930),  # 1:2 and 2:1
        (5, "H", "3:3", 140),  # 0:3 and 3:0
        (6, "F", "5/2:1/2", 4000),  # 2½:½ and absent
        (7, "C", "2:4", 7400),  # 0:3 and 2:1
        (8, "B", "2:4", 4360),  # 2:1 and 0:3
        (9, "Z", "0:0", 0),  # has not played yet
    ]
