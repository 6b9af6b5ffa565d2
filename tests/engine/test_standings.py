"""Places, sums, teams, league points: expected values are counted by hand or have a source beside them."""

import doctest
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import standings
from scoring.standings import (
    AVERAGE,
    BY_LEISTUNG,
    BY_WERTUNG,
    LEISTUNG,
    LOST,
    MINUS,
    PLUS,
    SCALE_6420,
    SCALE_43210,
    SPIELPUNKTE,
    WON,
    LeagueTotal,
    Placed,
    Result,
    Total,
    Wertung,
    Zone,
    award,
    cut,
    find_zone,
    format_average,
    league_totals,
    lot,
    lot_number,
    qualify,
    rank,
    team_results,
    totals,
)

ANNA = Result("Anna", 1, spielpunkte=700, won=10, lost=1, leistung=1210)
BERT = Result("Bert", 1, spielpunkte=760, won=9, lost=0, leistung=1210)
CORA = Result("Cora", 1, spielpunkte=700, won=10, lost=1, leistung=1210)
DIRK = Result("Dirk", 1, spielpunkte=300, won=6, lost=2, leistung=560)
EMIL = Result("Emil", 1, spielpunkte=760, won=10, lost=2, leistung=1210)
FIELD = [ANNA, BERT, CORA, DIRK, EMIL]

# Few different values, so that ties of every depth are common.
fields = st.lists(
    st.builds(
        Result,
        key=st.text(min_size=1, max_size=3),
        round=st.just(1),
        spielpunkte=st.integers(-1, 1),
        won=st.integers(0, 2),
        lost=st.integers(0, 2),
        leistung=st.integers(-1, 1),
    ),
    max_size=12,
    unique_by=lambda result: result.key,
)
groups = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 1)), min_size=4, max_size=4).map(
    lambda teams: [Result("ABCD"[i], 1, 0, won, lost, sums) for i, (sums, won, lost) in enumerate(teams)]
)


def list_places(placed: list[Placed[Result]]) -> list[tuple[int, str, str | None]]:
    return [(entry.place, entry.row.key, entry.parted_by) for entry in placed]


def list_points(results: list[Result], scale: tuple[int, ...] = (3, 2, 1, 0)) -> list[tuple[str, str]]:
    return [(w.result.key, f"{w.plus}:{w.minus}") for w in award(results, scale)]


def list_lines(lines: list[LeagueTotal]) -> list[tuple[int, str, str, int]]:
    placed = rank(lines, BY_WERTUNG)
    return [(p.place, p.row.key, f"{p.row.plus}:{p.row.minus}", p.row.leistung) for p in placed]


def team(key: str, leistung: int, won: int = 40, lost: int = 8, number: int = 1) -> Result:
    return Result(key, number, spielpunkte=0, won=won, lost=lost, leistung=leistung, lists=4)


def test_the_examples_in_the_docstrings_are_true() -> None:
    outcome = doctest.testmod(standings)
    assert outcome.attempted > 10
    assert outcome.failed == 0


class TestRank:
    def test_equal_in_all_criteria_is_a_shared_place_and_the_next_place_is_skipped(self) -> None:
        assert list_places(rank(FIELD, BY_LEISTUNG)) == [
            (1, "Anna", None),
            (1, "Cora", None),
            (3, "Emil", "lost"),
            (4, "Bert", "won"),
            (5, "Dirk", "leistung"),
        ]

    def test_the_places_run_1_2_2_4(self) -> None:
        places = [entry.place for entry in rank([ANNA, BERT, CORA, DIRK], [SPIELPUNKTE])]
        assert places == [1, 2, 2, 4]

    def test_the_order_of_the_criteria_decides(self) -> None:
        assert list_places(rank(FIELD, [LEISTUNG, LOST, WON])) == [
            (1, "Bert", None),
            (2, "Anna", "lost"),
            (2, "Cora", None),
            (4, "Emil", "lost"),
            (5, "Dirk", "leistung"),
        ]

    def test_the_computed_values_stand_beside_the_place(self) -> None:
        assert rank([DIRK, BERT], [LEISTUNG, LOST]) == [
            Placed(1, BERT, (1210, 0), None),
            Placed(2, DIRK, (560, 2), "leistung"),
        ]

    def test_without_a_criterion_all_share_the_first_place(self) -> None:
        assert list_places(rank([BERT, ANNA], [])) == [(1, "Anna", None), (1, "Bert", None)]

    def test_nobody_has_no_place(self) -> None:
        assert rank([], BY_LEISTUNG) == []

    @given(fields)
    def test_a_place_is_one_more_than_the_number_of_those_who_are_better(self, field: list[Result]) -> None:
        def better(one: Result, other: Result) -> bool:
            if one.leistung != other.leistung:
                return one.leistung > other.leistung
            if one.won != other.won:
                return one.won > other.won
            return one.lost < other.lost

        placed = rank(field, BY_LEISTUNG)
        assert {entry.row.key: entry.place for entry in placed} == {
            row.key: 1 + sum(better(other, row) for other in field) for row in field
        }
        assert [entry.place for entry in placed] == sorted(entry.place for entry in placed)

    @given(fields, st.randoms(use_true_random=False))
    def test_the_order_of_the_rows_does_not_matter(self, field: list[Result], random: Random) -> None:
        shuffled = field.copy()
        random.shuffle(shuffled)
        assert rank(shuffled, BY_LEISTUNG) == rank(field, BY_LEISTUNG)
        assert rank(shuffled, [LEISTUNG, lot("Herbst")]) == rank(field, [LEISTUNG, lot("Herbst")])


class TestLot:
    def test_the_numbers_are_those_of_sha256sum(self) -> None:
        # printf '%s\n%s' Pfingstpreisskat Anna | sha256sum | cut -c1-12, on a command line
        names = ("Anna", "Bert", "Cora", "Dirk", "Jörg")
        assert {name: lot_number("Pfingstpreisskat", name) for name in names} == {
            "Anna": 2**48 + 0xB45A43969BE8,
            "Bert": 2**48 + 0x56A35CCAF0EA,
            "Cora": 2**48 + 0x682D56A49C51,
            "Dirk": 2**48 + 0x3A4064A6EE6D,
            "Jörg": 2**48 + 0xC75EF96CCDA7,
        }

    def test_it_parts_those_the_criteria_before_it_leave_level(self) -> None:
        level = [Result(key, 1, 0, 0, 0, 500) for key in ("Anna", "Bert", "Cora", "Dirk")]
        best = Result("Emil", 1, 0, 0, 0, 501)
        expected = [
            (1, "Emil", None),
            (2, "Dirk", "leistung"),
            (3, "Bert", "lot"),
            (4, "Cora", "lot"),
            (5, "Anna", "lot"),
        ]
        for order in permutations(level):
            assert list_places(rank([*order, best], [LEISTUNG, lot("Pfingstpreisskat")])) == expected

    def test_a_number_is_as_good_a_seed_as_its_text_and_another_seed_draws_anew(self) -> None:
        level = [Result(key, 1, 0, 0, 0, 500) for key in ("101", "102", "103", "104", "105", "106")]
        drawn = [entry.row.key for entry in rank(level, [lot(20240914)])]
        assert drawn == ["101", "102", "103", "106", "104", "105"]  # by sha256sum on a command line
        assert drawn == [entry.row.key for entry in rank(level, [lot("20240914")])]
        assert drawn != [entry.row.key for entry in rank(level, [lot(20240915)])]

    def test_a_recorded_lot_overrides_the_computed_one(self) -> None:
        recorded = {"Anna": 1, "Cora": 2, "Bert": 3, "Dirk": 4}
        level = [Result(key, 1, 0, 0, 0, 500) for key in recorded]
        assert list_places(rank(level, [lot("Pfingstpreisskat", recorded)])) == [
            (1, "Anna", None),
            (2, "Cora", "lot"),
            (3, "Bert", "lot"),
            (4, "Dirk", "lot"),
        ]

    def test_a_lot_drawn_by_hand_stands_before_the_computed_ones(self) -> None:
        level = [Result(key, 1, 0, 0, 0, 500) for key in ("Anna", "Bert", "Cora", "Dirk")]
        placed = rank(level, [lot("Pfingstpreisskat", {"Anna": 999_999, "Cora": 0})])
        assert [entry.row.key for entry in placed] == ["Cora", "Anna", "Dirk", "Bert"]

    def test_the_published_numbers_of_a_draw_repeat_it_under_any_seed(self) -> None:
        level = [Result(key, 1, 0, 0, 0, 500) for key in ("Anna", "Bert", "Cora", "Dirk")]
        first = rank(level, [lot("Pfingstpreisskat")])
        recorded = {entry.row.key: int(entry.values[0]) for entry in first}
        assert rank(level, [lot("etwas anderes", recorded)]) == first

    def test_equal_recorded_lots_part_nobody(self) -> None:
        placed = rank([ANNA, CORA], [*BY_LEISTUNG, lot(1, {"Anna": 5, "Cora": 5})])
        assert [entry.place for entry in placed] == [1, 1]

    @pytest.mark.parametrize("number", [-1, 2**49])
    def test_a_recorded_lot_out_of_range_is_refused(self, number: int) -> None:
        with pytest.raises(ValueError, match="recorded lot"):
            lot(1, {"Anna": number})


class TestTotals:
    ANNA_2 = Result("Anna", 2, spielpunkte=-96, won=3, lost=4, leistung=-56)
    ANNA_3 = Result("Anna", 3, spielpunkte=512, won=8, lost=2, leistung=932)
    BERT_3 = Result("Bert", 3, spielpunkte=100, won=4, lost=0, leistung=360)
    RESULTS = (ANNA_3, BERT_3, BERT, ANNA_2, ANNA)

    def test_all_serien_are_added(self) -> None:
        assert totals(self.RESULTS) == [
            Total("Anna", (ANNA, self.ANNA_2, self.ANNA_3), 1116, 21, 7, 2086, 3),
            Total("Bert", (BERT, self.BERT_3), 860, 13, 0, 1570, 2),
        ]

    def test_the_state_after_two_serien(self) -> None:
        assert totals(self.RESULTS, range(1, 3)) == [
            Total("Anna", (ANNA, self.ANNA_2), 604, 13, 5, 1154, 2),
            Total("Bert", (BERT,), 760, 9, 0, 1210, 1),
        ]

    def test_one_serie_alone_lists_only_who_played_it(self) -> None:
        assert totals(self.RESULTS, {2}) == [Total("Anna", (self.ANNA_2,), -96, 3, 4, -56, 1)]

    def test_two_lists_in_one_serie_are_added_and_counted(self) -> None:
        [total] = totals([BERT, BERT._replace(leistung=40, won=1, lost=2, spielpunkte=20)])
        sums = (total.spielpunkte, total.won, total.lost, total.leistung, total.lists)
        assert sums == (780, 10, 2, 1250, 2)

    def test_the_average_is_exact_and_ranks(self) -> None:
        anna, bert = totals(self.RESULTS)
        assert anna.average == Fraction(2086, 3)
        assert bert.average == 785
        assert [entry.row.key for entry in rank([anna, bert], [AVERAGE])] == ["Bert", "Anna"]
        assert [entry.row.key for entry in rank([anna, bert], [LEISTUNG])] == ["Anna", "Bert"]

    def test_missing_lists_are_counted(self) -> None:
        assert [total.missing(3) for total in totals(self.RESULTS)] == [0, 1]

    @given(fields, fields, st.randoms(use_true_random=False))
    def test_the_order_of_the_results_does_not_matter(
        self, first: list[Result], second: list[Result], random: Random
    ) -> None:
        results = [*first, *(result._replace(round=2) for result in second)]
        shuffled = results.copy()
        random.shuffle(shuffled)
        assert totals(shuffled) == totals(results)
        assert sum(total.leistung for total in totals(results)) == sum(result.leistung for result in results)


class TestFormatAverage:
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
    def test_two_decimals_half_up(self, value: Fraction | int, text: str) -> None:
        assert format_average(value) == text

    def test_with_a_point_for_other_languages(self) -> None:
        assert format_average(Fraction(5, 2), separator=".") == "2.50"

    @given(st.integers(-(10**9), 10**9))
    def test_it_rounds_thousandths_as_decimal_arithmetic_does(self, thousandths: int) -> None:
        rounded = (Decimal(thousandths) / 1000).quantize(Decimal("0.01"), ROUND_HALF_UP)
        text = format_average(Fraction(thousandths, 1000), separator=".")
        assert Decimal(text) == rounded
        assert text != "-0.00"


class TestCut:
    RESULTS = (*FIELD, ANNA._replace(round=2, leistung=100), BERT._replace(round=2, leistung=300))

    def test_who_shares_the_last_place_goes_through(self) -> None:
        assert qualify(rank(FIELD, BY_LEISTUNG), 1) == {"Anna", "Cora"}
        assert qualify(rank(FIELD, BY_LEISTUNG), 2) == {"Anna", "Cora"}
        assert qualify(rank(FIELD, BY_LEISTUNG), 3) == {"Anna", "Cora", "Emil"}

    def test_with_mitnahme_the_earlier_serien_count(self) -> None:
        left = totals(cut(self.RESULTS, after=1, keys={"Anna", "Bert"}, carry=True))
        assert [(total.key, total.leistung) for total in left] == [("Anna", 1310), ("Bert", 1510)]

    def test_without_mitnahme_everybody_starts_from_nothing(self) -> None:
        left = totals(cut(self.RESULTS, after=1, keys={"Anna", "Bert"}, carry=False))
        assert [(total.key, total.leistung) for total in left] == [("Anna", 100), ("Bert", 300)]

    def test_who_is_cut_counts_no_more(self) -> None:
        left = cut(self.RESULTS, after=1, keys={"Bert"}, carry=True)
        assert [(result.key, result.round) for result in left] == [("Bert", 1), ("Bert", 2)]


class TestTeams:
    TEAMS: ClassVar = {"Reizende Buben": ["Anna", "Bert", "Cora", "Dirk"], "Karo einfach": ["Emil", "Fritz"]}
    ANNA_2 = Result("Anna", 2, spielpunkte=-20, won=2, lost=3, leistung=-70)
    RESULTS = (*FIELD, DIRK._replace(round=2), ANNA_2)

    def test_members_are_added_serie_by_serie_and_the_missing_counted(self) -> None:
        assert team_results(self.RESULTS, self.TEAMS) == [
            Result("Karo einfach", 1, spielpunkte=760, won=10, lost=2, leistung=1210, lists=1),
            Result("Reizende Buben", 1, spielpunkte=2460, won=35, lost=4, leistung=4190, lists=4),
            Result("Reizende Buben", 2, spielpunkte=280, won=8, lost=5, leistung=490, lists=2),
        ]

    def test_in_total_they_are_ranked_like_players(self) -> None:
        placed = rank(totals(team_results(self.RESULTS, self.TEAMS)), BY_LEISTUNG)
        assert [(entry.place, entry.row.key, entry.row.leistung) for entry in placed] == [
            (1, "Reizende Buben", 4680),
            (2, "Karo einfach", 1210),
        ]
        assert [entry.row.missing(4 * 2) for entry in placed] == [2, 7]

    def test_a_player_may_be_in_a_tandem_and_in_another(self) -> None:
        tandems = {"T1": ("Anna", "Dirk"), "T2": ("Dirk", "Emil")}
        sums = [(result.key, result.leistung) for result in team_results(FIELD, tandems)]
        assert sums == [("T1", 1770), ("T2", 1770)]

    def test_a_member_named_twice_counts_once(self) -> None:
        assert [result.leistung for result in team_results(FIELD, {"T": ["Dirk", "Dirk"]})] == [560]


class TestAward:
    FOUR = (team("A", 4100), team("B", 4350), team("C", 3000), team("D", 5000))

    def test_four_teams(self) -> None:
        assert list_points([*self.FOUR]) == [("D", "3:0"), ("B", "2:1"), ("A", "1:2"), ("C", "0:3")]

    def test_the_scale_in_twos(self) -> None:
        expected = [("D", "6:0"), ("B", "4:2"), ("A", "2:4"), ("C", "0:6")]
        assert list_points([*self.FOUR], SCALE_6420) == expected

    def test_five_teams(self) -> None:
        assert list_points([*self.FOUR, team("E", 4200)], SCALE_43210) == [
            ("D", "4:0"),
            ("B", "3:1"),
            ("E", "2:2"),
            ("A", "1:3"),
            ("C", "0:4"),
        ]

    def test_with_three_teams_the_points_stay_and_the_absent_one_gets_nothing(self) -> None:
        # DSkV Sportordnung, Anlage 10, case 4-4-4-0
        absent = Result("D", 1, 0, 0, 0, 0, lists=0)
        expected = [("B", "3:0"), ("A", "2:1"), ("C", "1:2")]
        assert list_points([*self.FOUR[:3]]) == expected
        assert list_points([*self.FOUR[:3], absent]) == expected

    def test_equal_sums_more_won_then_fewer_lost(self) -> None:
        results = [team("A", 4000, 40, 9), team("B", 4000, 41, 12), team("C", 4000, 40, 8), team("D", 1)]
        assert list_points(results) == [("B", "3:0"), ("C", "2:1"), ("A", "1:2"), ("D", "0:3")]

    def test_equal_in_everything_shares_the_points(self) -> None:
        results = [team("A", 4000), team("B", 4000), team("C", 3000), team("D", 1)]
        assert list_points(results) == [("A", "5/2:1/2"), ("B", "5/2:1/2"), ("C", "1:2"), ("D", "0:3")]
        results = [team("A", 9000), team("B", 4000), team("C", 4000), team("D", 4000)]
        assert list_points(results) == [("A", "3:0"), ("B", "1:2"), ("C", "1:2"), ("D", "1:2")]

    def test_the_event_may_let_the_lot_part_them(self) -> None:
        level = [team("A", 4000), team("B", 4000)]
        wertungen = award(level, criteria=[*BY_LEISTUNG, lot(1, {"A": 2, "B": 1})])
        assert [(wertung.result.key, str(wertung.plus)) for wertung in wertungen] == [("B", "3"), ("A", "2")]

    def test_every_serie_is_ranked_by_itself(self) -> None:
        wertungen = award([team("A", 1), team("B", 2), team("A", 9, number=2), team("B", 8, number=2)])
        points = [(w.result.round, w.result.key, w.place, f"{w.plus}:{w.minus}") for w in wertungen]
        assert points == [(1, "B", 1, "3:0"), (1, "A", 2, "2:1"), (2, "A", 1, "3:0"), (2, "B", 2, "2:1")]

    @given(groups)
    def test_a_group_of_four_gives_six_points_and_three_to_each_in_plus_and_minus(self, group: list[Result]) -> None:
        wertungen = award(group)
        assert sum(wertung.plus for wertung in wertungen) == 6
        assert [wertung.plus + wertung.minus for wertung in wertungen] == [3, 3, 3, 3]
        assert award(group[::-1]) == wertungen

    def test_what_cannot_be_is_refused(self) -> None:
        with pytest.raises(ValueError, match="must fall"):
            award(self.FOUR, (0, 1, 2, 3))
        with pytest.raises(ValueError, match="5 teams in Serie 1"):
            award([*self.FOUR, team("E", 1)])
        with pytest.raises(ValueError, match="two results in Serie 1"):
            award([team("A", 1), team("A", 2)])


class TestLeagueTable:
    # Two match days of one Serie each in two groups; F stays away on the second day.
    DAY_1 = (
        *award([team("A", 4100), team("B", 4350), team("C", 3000), team("D", 5000)]),
        *award([team("E", 4000), team("F", 4000), team("G", 3900), team("H", 100)]),
    )
    DAY_2 = (
        *award([team("A", 4600, number=2), team("E", 3500, number=2), team("C", 4400, number=2)]),
        *award([team(key, sums, number=2) for key, sums in zip("BDGH", (10, 20, 30, 40), strict=True)]),
    )

    def test_wertungspunkte_then_leistung(self) -> None:
        assert list_lines(league_totals("ABCDEFGH", [*self.DAY_1, *self.DAY_2])) == [
            (1, "A", "4:2", 8700),  # 1:2 and 3:0
            (2, "D", "4:2", 5020),  # 3:0 and 1:2
            (3, "E", "7/2:5/2", 7500),  # 2½:½ and 1:2
            (4, "G", "3:3", 3930),  # 1:2 and 2:1
            (5, "H", "3:3", 140),  # 0:3 and 3:0
            (6, "F", "5/2:1/2", 4000),  # 2½:½ and absent
            (7, "C", "2:4", 7400),  # 0:3 and 2:1
            (8, "B", "2:4", 4360),  # 2:1 and 0:3
        ]

    def test_a_line_keeps_the_wertungen_it_is_made_of(self) -> None:
        results = (team("E", 4000), team("E", 3500, number=2))
        wertungen = (
            Wertung(results[0], 1, Fraction(5, 2), Fraction(1, 2)),
            Wertung(results[1], 3, Fraction(1), Fraction(2)),
        )
        expected = LeagueTotal("E", results, 0, 80, 16, 7500, 8, wertungen, Fraction(7, 2), Fraction(5, 2))
        assert league_totals(["E"], [*self.DAY_2, *self.DAY_1]) == [expected]

    def test_a_team_that_has_not_played_yet_stands_at_the_end_with_nothing(self) -> None:
        lines = league_totals(["Z", "A"], self.DAY_1)
        assert list_lines(lines) == [(1, "A", "1:2", 4100), (2, "Z", "0:0", 0)]

    def test_further_criteria_may_be_ordered_otherwise(self) -> None:
        lines = league_totals("FG", [*self.DAY_1, *self.DAY_2])
        assert [(p.row.key, p.parted_by) for p in rank(lines, [MINUS, PLUS])] == [("F", None), ("G", "minus")]

    def test_a_withdrawn_team_is_annulled_by_leaving_its_results_out(self) -> None:
        results = [team("A", 4100), team("B", 4350), team("C", 3000), team("D", 5000)]
        kept = award([result for result in results if result.key != "D"])
        assert list_lines(league_totals("ABC", kept)) == [
            (1, "B", "3:0", 4350),
            (2, "A", "2:1", 4100),
            (3, "C", "1:2", 3000),
        ]

    def test_a_withdrawn_team_whose_results_stand_is_left_out_of_the_table_only(self) -> None:
        assert list_lines(league_totals("ABC", self.DAY_1)) == [
            (1, "B", "2:1", 4350),
            (2, "A", "1:2", 4100),
            (3, "C", "0:3", 3000),
        ]


def test_zones_are_labels_for_ranges_of_places() -> None:
    zones = (Zone("Aufstieg", 1, 2), Zone("Relegation", 3, 3), Zone("Abstieg", 13, 16))
    labels = [zone and zone.label for place in (1, 2, 3, 4, 12, 13, 16) for zone in [find_zone(place, zones)]]
    assert labels == ["Aufstieg", "Aufstieg", "Relegation", None, None, "Abstieg", "Abstieg"]
