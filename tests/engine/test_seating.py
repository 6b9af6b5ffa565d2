"""Draws: every target over five seeds, every wish, the same seating everywhere; counted by an oracle of its own."""

import doctest
import hashlib
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seating_cases import CASES, count, evenly, least_club_pairs, least_threes, numbers, one_by_one, planned, play
from whole import WHOLE, share

from scoring import seating
from scoring.seating import (
    Displaced,
    DrawField,
    DrawMeeting,
    DrawPlace,
    Mode,
    Reason,
    Unmet,
    Wish,
    Wishes,
    alternatives,
    draw,
    draw_model,
    plans,
    recount,
    repair,
    report,
    split,
)
from scoring.seating.best_known import kept_plan
from scoring.seating.problem import Board
from scoring.seating.search import anneal

SEEDS = range(1, 6)
# The one left out is held with the same seed where it is seen that the place is kept.
TARGETS = [case for case in CASES if WHOLE or case.name != "place_25x4"]


def sizes(drawn):
    return [len(table) for table in drawn]


def players_of(drawn):
    return [player for table in drawn for player in table]


def table_of(drawn, player):
    return next(number for number, table in enumerate(drawn, 1) if player in table)


@pytest.mark.parametrize("module", [seating, draw_model, plans, seating.recount], ids=lambda module: module.__name__)
def test_what_the_documentation_shows_is_so(module):
    module = sys.modules[module.__module__] if callable(module) else module
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("case", TARGETS, ids=lambda case: case.name)
def test_every_target_holds_over_some_seeds(case):
    # One seed shows whether what always holds does so; what is best in nearly all cases takes two at least.
    seeds = len(SEEDS) if WHOLE else 1 + (case.rate > 0.75)
    counted = [case.run(seed) for seed in SEEDS[:seeds]]
    assert [one for one in counted if not case.holds(one)] == []
    # One of five may be an exception where one of fifty is allowed; two are not chance.
    assert sum(map(case.best, counted)) >= round(case.rate * len(counted)) - 1


@pytest.mark.parametrize(
    ("players", "serien", "least"),
    [(10, 2, 5), (11, 2, 3), (12, 2, 3), (12, 3, 9), (12, 4, 18), (13, 2, 6), (14, 3, 6)],
)
def test_what_is_proved_to_be_least_is_found(players, serien, least):
    """Repeats and second seats at tables of three together; proved by CP-SAT (SEATING.md B3)."""
    found = [count(planned(DrawField(numbers(players), serien), seed)) for seed in SEEDS]
    assert [one.repeats + one.second_threes for one in found] == [least] * len(found)


@pytest.mark.parametrize(
    ("players", "serien", "repeats"),
    [(16, 4, 0), (17, 5, 0), (17, 6, 3), (18, 5, 0), (18, 6, 3), (20, 6, 6), (24, 6, 0)],
)
def test_kept_seatings_seat_everybody_and_repeat_as_little_as_they_say(players, serien, repeats):
    kept = kept_plan(players, serien)
    seatings = [
        tuple(tuple(n for n in places[at : at + 4] if n < players) for at in range(0, len(places), 4))
        for places in kept
    ]
    assert [sorted(players_of(one)) for one in seatings] == [list(range(players))] * serien
    assert [sorted(sizes(one), reverse=True) for one in seatings] == [list(split(players))] * serien
    assert count(seatings).repeats == repeats


FIELDS = {
    "rule": DrawField(numbers(30), rounds=4),
    "search": DrawField(numbers(10), rounds=3),
    "clubs": DrawField(numbers(26), rounds=2, wishes=Wishes(clubs={n: "ABC"[n % 3] for n in numbers(26)})),
    "lot": DrawField(numbers(30), mode=Mode.LOT),
    "standing": DrawField(numbers(30), mode=Mode.STANDING, standing=numbers(30)[::-1]),
    "nearby": DrawField(
        numbers(12),
        mode=Mode.NEARBY,
        standing=numbers(12),
        history=(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)),),
    ),
    "before": DrawField(numbers(8), mode=Mode.BEFORE, history=(((1, 2, 3, 4), (5, 6, 7, 8)),)),
}
DIGESTS = {
    "rule": "10189aa59a659799",
    "search": "e6567b81665445d2",
    "clubs": "ba0b18e46fe7abeb",
    "lot": "7b25d2789f24f7a6",
    "standing": "8f10743eaa00ca92",
    "nearby": "1163aa32e6dd5b75",
    "before": "721e4438d236f4e4",
}


class TestSameSeatingEverywhere:
    @pytest.mark.parametrize("name", FIELDS)
    def test_a_seed_gives_the_seating_it_always_gave(self, name):
        drawn = draw(FIELDS[name], "Pfingstpreisskat")
        text = repr((drawn.seating, drawn.plan))
        assert hashlib.sha256(text.encode()).hexdigest()[:16] == DIGESTS[name]

    def test_the_order_of_sets_does_not_matter(self):
        """Strings have another hash in every process; names as players, clubs and pairs must not show it."""
        program = (
            "from scoring.seating import *\n"
            "names = tuple(f'Spieler {n}' for n in range(26))\n"
            "wishes = Wishes(teams=(names[:4], names[4:8]), apart=((names[9], names[3]),),\n"
            "    clubs={name: f'Verein {n % 5}' for n, name in enumerate(names)}, no_list=frozenset(names[7:12]),\n"
            "    regions={name: f'VG {n % 3}' for n, name in enumerate(names)})\n"
            "first = draw(DrawField(names, rounds=3, wishes=wishes), 'x')\n"
            "print(first)\n"
            "print(draw(DrawField(names[1:], rounds=2, wishes=wishes, history=(first.seating,)), 'x'))\n"
            "print(repair(DrawField(names[2:], wishes=wishes), first.seating, 'x'))\n"
        )
        printed = {
            subprocess.run(
                [sys.executable, "-c", program],
                env=os.environ | {"PYTHONHASHSEED": hash_seed},
                cwd=Path(__file__).parents[2],
                capture_output=True,
                check=True,
            ).stdout
            for hash_seed in ("1", "2")
        }
        assert len(printed) == 1

    def test_alternatives_are_different_and_can_be_drawn_again_by_their_seed(self):
        field = DrawField(numbers(20), rounds=2)
        drawn = alternatives(field, "7", 3)
        assert [one.seed for one in drawn] == ["7/1", "7/2", "7/3"]
        assert [draw(field, one.seed) for one in drawn] == list(drawn)
        assert len({one.seating for one in drawn}) == 3

    def test_everybody_meets_everybody_equally_often(self):
        """Of 190 pairs 30 meet in a draw; over 380 draws each about 60 times: more than 100 would not be chance."""
        met = Counter(
            pair
            for seed in range(380)
            for table in draw(DrawField(numbers(20)), seed).seating
            for pair in combinations(table, 2)
        )
        both = Counter(frozenset(pair) for pair in met.elements())
        assert len(both) == 190
        assert min(both.values()) >= 25 and max(both.values()) <= 100


class TestEverybodyIsSeatedOnce:
    @settings(deadline=None, max_examples=share(60))
    @given(st.data())
    def test_with_fixed_places_and_history_in_every_mode(self, data):
        number = data.draw(st.integers(3, 60).filter(lambda n: n != 5))
        tables = len(split(number))
        fixed = data.draw(st.dictionaries(st.integers(1, number), st.integers(1, tables), max_size=3))
        places = {player: DrawPlace(table=table) for player, table in fixed.items()}
        wishes = Wishes(places=places, clubs={player: str(player % 7) for player in numbers(number)})
        history = tuple(one_by_one(DrawField(numbers(number)), 1, data.draw(st.integers(0, 2))))
        mode = data.draw(st.sampled_from([mode for mode in Mode if mode != Mode.BEFORE]))
        # A late search from the middle of a small field is what takes time; two Serien show it as well as six.
        field = DrawField(numbers(number), 2, history, wishes, mode=mode, standing=numbers(number)[::-1])
        drawn = draw(field, data.draw(st.integers(0, 3)))
        for one in (drawn.seating, *drawn.plan):
            assert sorted(players_of(one)) == list(numbers(number))
            assert Counter(sizes(one)) == Counter(split(number))
        if mode in (Mode.NO_REPEATS, Mode.LOT):
            for one in (drawn.seating, *drawn.plan):
                assert sizes(one) == list(split(number))
                unseated = [player for player, table in fixed.items() if table_of(one, player) != table]
                asked = Counter(fixed.values())
                assert len(unseated) == sum(max(0, asked[t] - split(number)[t - 1]) for t in asked)

    @pytest.mark.parametrize(
        "asked",
        [
            (3, 3, 3, 3),
            (4, 3, 4, 3),
            (5, 4, 3),
            (6, 5, 6, 5),
            (3, 4, 4, 4, 3),
            (2, 2, 2, 2),
            (4, 2, 3),
            (6, 6),
            (4,) * 9 + (3,) * 9,
        ],
    )
    def test_at_tables_of_any_sizes(self, asked):
        field = DrawField(numbers(sum(asked)), rounds=2, sizes=asked)
        seatings = play(field, 1, 2)
        assert [sizes(one) for one in seatings] == [list(asked)] * 2
        assert [sorted(players_of(one)) for one in seatings] == [list(numbers(sum(asked)))] * 2

    def test_twelve_at_tables_of_three_meet_nobody_twice_in_four_serien(self):
        """Four groups of three without a repeat are possible for four rounds (social golfer, 4-3-4)."""
        assert count(planned(DrawField(numbers(12), 4, sizes=(3, 3, 3, 3)), 1)).repeats == 0

    def test_nobody_sits_at_the_only_small_table_twice_where_all_others_have_five(self):
        seatings = planned(DrawField(numbers(29), 3, sizes=(5, 5, 5, 5, 5, 4)), 1)
        small = [player for one in seatings for player in one[5]]
        assert len(small) == len(set(small)) == 12

    @pytest.mark.parametrize(
        ("field", "message"),
        [
            (DrawField(numbers(5)), "5 players cannot be split"),
            (DrawField((1, 1, 2, 3)), "named twice"),
            (DrawField(numbers(8), sizes=(4, 3)), "do not seat 8 players"),
            (DrawField(numbers(8), mode=Mode.STANDING, standing=(1, 2)), "standing"),
            (DrawField(numbers(8), mode=Mode.BEFORE), "other players"),
            (DrawField(numbers(8), rounds=0), "no Serie"),
        ],
    )
    def test_a_field_without_sense_is_refused(self, field, message):
        with pytest.raises(ValueError, match=message):
            draw(field, 1)


@pytest.mark.parametrize(
    ("asked", "places"),
    [((4, 4, 3, 3), {}), ((4, 4, 3, 3), {5: DrawPlace(table=3)}), ((5, 4, 3, 3), {}), ((3,) * 5, {}), ((6, 6, 5), {})],
)
def test_the_search_knows_what_its_seating_costs_and_leaves_nothing_booked(asked, places):
    field = DrawField(numbers(sum(asked)), wishes=Wishes(places=places, teams=((1, 2), (3, 4))), sizes=asked)
    history = one_by_one(replace(field, mode=Mode.LOT), 1, 2)
    board = Board(replace(field, history=tuple(history)))
    costs = [row[:] for row in board.problem.costs]
    rng = Random(1)
    found = anneal(board.problem, [board.shuffled(rng) for _ in range(3)], rng, 20_000, (20.0, 5.0))
    assert board.problem.costs == costs
    assert board.problem.evaluate(found.series).rank == found.rank
    assert all(sizes(board.seating(one)) == list(asked) for one in found.series)


class TestWishes:
    def test_fixed_places_hold_in_every_planned_serie(self):
        wishes = Wishes(
            places={7: DrawPlace(1, 3), 8: DrawPlace(1), 20: DrawPlace(seat=2), 21: DrawPlace(5)},
            no_list=frozenset({1, 2}),
        )
        drawn = draw(DrawField(numbers(23), rounds=4, wishes=wishes), 1)
        assert drawn.outlook.unmet == ()
        for one in (drawn.seating, *drawn.plan):
            assert one[0][2] == 7 and 8 in one[0] and 21 in one[4]
            assert all(table[1] == 20 for table in one if 20 in table)
            assert not {table[0] for table in one} & {1, 2}

    @pytest.mark.parametrize("seed", range(1, 9 if WHOLE else 2))
    def test_one_fixed_player_sits_at_his_table_in_every_serie_of_a_mixed_field(self, seed):
        """25 guests, four tables of four and three of three: the only fixed place can always be kept, without repeats.

        With seed 1 this is `place_25x4` of the targets.
        """
        wishes = Wishes(places={9: DrawPlace(table=1)})
        seatings = play(DrawField(numbers(25), wishes=wishes), seed, 4)
        assert [table_of(one, 9) for one in seatings] == [1, 1, 1, 1]
        said = [
            report(DrawField(numbers(25), history=tuple(seatings[:n]), wishes=wishes), [one])
            for n, one in enumerate(seatings)
        ]
        assert [one.unmet for one in said] == [(), (), (), ()]
        assert count(seatings).repeats == 0

    def test_a_place_wished_after_the_plan_was_made_keeps_the_plan(self):
        first = draw(DrawField(numbers(60), rounds=4), 1)
        player = first.plan[0][6][2]
        field = DrawField(
            numbers(60), 3, (first.seating,), Wishes(places={player: DrawPlace(table=1)}), plan=first.plan
        )
        second = draw(field, 2)
        kept = [{frozenset(table) for table in one} for one in (second.seating, *second.plan)]
        assert (second.method, kept) == ("plan", [{frozenset(table) for table in one} for one in first.plan])
        assert [table_of(one, player) for one in (second.seating, *second.plan)] == [1, 1, 1]

    def test_others_are_the_reason_only_where_they_fill_the_table(self):
        """One wish, seated elsewhere by hand: nobody else's place is in its way."""
        wishes = Wishes(places={1: DrawPlace(table=2)})
        alone = report(DrawField(numbers(8), wishes=wishes), [((1, 2, 3, 4), (5, 6, 7, 8))])
        assert alone.unmet == (Unmet(Wish.TABLE, Reason.NOT_FOUND, (1,), 1),)
        places = dict.fromkeys((1, 5, 6, 7, 8), DrawPlace(table=2))
        full = report(DrawField(numbers(8), wishes=Wishes(places=places)), [((1, 2, 3, 4), (5, 6, 7, 8))])
        assert full.unmet == (Unmet(Wish.TABLE, Reason.FIXED, (1,), 1),)

    @pytest.mark.parametrize("mode", [Mode.STANDING, Mode.NEARBY])
    def test_under_the_standing_the_table_takes_the_number_and_the_opponents_stay(self, mode):
        wishes = Wishes(places={11: DrawPlace(table=1)})
        field = DrawField(numbers(16), wishes=wishes, mode=mode, standing=numbers(16))
        drawn = draw(field, 1)
        assert [sorted(table) for table in drawn.seating] == [
            [9, 10, 11, 12], [5, 6, 7, 8], [1, 2, 3, 4], [13, 14, 15, 16]
        ]  # fmt: skip
        assert (drawn.report.unmet, drawn.report.displaced) == ((), ())

    @pytest.mark.parametrize(
        ("wishes", "mode", "unmet"),
        [
            (Wishes(places={3: DrawPlace(table=9)}), Mode.LOT, (Wish.TABLE, Reason.NO_SUCH_PLACE, (3,))),
            (Wishes(places={3: DrawPlace(seat=5)}), Mode.LOT, (Wish.SEAT, Reason.NO_SUCH_PLACE, (3,))),
            (Wishes(places=dict.fromkeys(numbers(5), DrawPlace(table=2))), Mode.LOT, (Wish.TABLE, Reason.FIXED, (5,))),
            (
                Wishes(places={1: DrawPlace(1), 2: DrawPlace(1)}, apart=((1, 2),)),
                Mode.NO_REPEATS,
                (Wish.APART, Reason.FIXED, (1, 2)),
            ),
            (Wishes(apart=((1, 2),)), Mode.STANDING, (Wish.APART, Reason.MODE, (1, 2))),
            (Wishes(places={1: DrawPlace(1), 2: DrawPlace(2)}), Mode.STANDING, (Wish.TABLE, Reason.MODE, (2,))),
            (Wishes(no_list=frozenset(numbers(8))), Mode.LOT, (Wish.NO_LIST, Reason.NO_KEEPER, None)),
        ],
    )
    def test_a_wish_that_cannot_be_met_is_said_with_its_reason(self, wishes, mode, unmet):
        found = draw(DrawField(numbers(8), wishes=wishes, mode=mode, standing=numbers(8)), 1).report.unmet
        wish, reason, players = unmet
        assert found
        for one in found:
            assert (one.wish, one.reason) == (wish, reason)
            assert players is None or sorted(one.players) == list(players)

    def test_a_team_larger_than_the_tables_sits_together_as_rarely_as_can_be(self):
        """Six of a team at four tables: two pairs at least."""
        drawn = draw(DrawField(numbers(16), wishes=Wishes(teams=(numbers(6),))), 1)
        assert (drawn.report.team_pairs, drawn.report.bounds.team_pairs) == (2, 2)
        assert {(one.wish, one.reason) for one in drawn.report.unmet} == {(Wish.APART, Reason.TEAM_TOO_LARGE)}

    def test_tandems_within_a_team_do_not_count_twice(self):
        """Six of a team at four tables are two pairs at least; a smaller team of the same people adds none."""
        wishes = Wishes(teams=(numbers(6), numbers(5), (1, 2)))
        assert draw(DrawField(numbers(16), wishes=wishes), 1).report.bounds.team_pairs == 2

    def test_two_who_wish_one_seat_cannot_both_have_it(self):
        wishes = Wishes(places={1: DrawPlace(1, 1), 2: DrawPlace(1, 1)})
        drawn = draw(DrawField(numbers(8), wishes=wishes), 1)
        assert drawn.report.unmet == (Unmet(Wish.SEAT, Reason.FIXED, (drawn.report.unmet[0].players[0],), 1),)

    def test_club_mates_weigh_more_than_repeats_only_where_it_is_asked_for(self):
        """Eight players of two clubs at two tables: apart by club means two of each, so one pair of each at a table."""
        history = (((1, 2, 5, 6), (3, 4, 7, 8)),) * 3
        clubs = {1: "A", 3: "A", 2: "B", 4: "B", 5: "C", 7: "C", 6: "D", 8: "D"}
        repeats_first = draw(DrawField(numbers(8), history=history, wishes=Wishes(clubs=clubs)), 1).report
        clubs_first = draw(
            DrawField(numbers(8), history=history, wishes=Wishes(clubs=clubs, clubs_first=True)), 1
        ).report
        assert repeats_first.repeats <= clubs_first.repeats
        assert clubs_first.club_pairs <= repeats_first.club_pairs

    def test_regions_are_kept_apart_where_nothing_else_is_at_stake(self):
        regions = {player: "ABCD"[player % 4] for player in numbers(16)}
        assert draw(DrawField(numbers(16), wishes=Wishes(regions=regions)), 1).report.region_pairs == 0


class TestModes:
    def test_the_lot_alone_looks_at_no_history(self):
        field = DrawField(numbers(16), mode=Mode.LOT)
        first = draw(field, 1)
        again = draw(replace(field, history=(first.seating,)), 1)
        assert list(map(set, again.seating)) == list(map(set, first.seating))
        assert again.report.repeats == 24

    def test_strictly_by_standing_is_in_blocks(self):
        drawn = draw(DrawField(numbers(10), mode=Mode.STANDING, standing=numbers(10)[::-1]), 1)
        assert [sorted(table) for table in drawn.seating] == [[7, 8, 9, 10], [4, 5, 6], [1, 2, 3]]

    def test_by_standing_within_a_table_shows_who_was_moved(self):
        """1 to 4 and 5 to 8 met already; two of each change, which is one table for four players."""
        history = (((1, 2, 9, 10), (3, 4, 11, 12), (5, 6, 13, 14), (7, 8, 15, 16)),)
        field = DrawField(numbers(16), mode=Mode.NEARBY, width=1, standing=numbers(16), history=history)
        drawn = draw(field, 1)
        assert drawn.report.repeats == 0
        assert {abs(one.tables) for one in drawn.report.displaced} == {1}
        home = {player: (player + 3) // 4 for player in numbers(16)}
        assert sorted(drawn.report.displaced) == sorted(
            Displaced(player, table_of(drawn.seating, player) - home[player])
            for player in numbers(16)
            if table_of(drawn.seating, player) != home[player]
        )
        assert draw(replace(field, mode=Mode.STANDING), 1).report.repeats == 8

    def test_a_typed_seating_says_how_many_tables_off_the_standing_somebody_sits(self):
        field = DrawField(numbers(8), mode=Mode.STANDING, standing=numbers(8))
        assert report(field, [((5, 2, 3, 4), (1, 6, 7, 8))]).displaced == (Displaced(5, -1), Displaced(1, 1))

    def test_as_before_everybody_moves_one_seat_on(self):
        field = DrawField(numbers(7), mode=Mode.BEFORE, history=(((1, 2, 3, 4), (5, 6, 7)),))
        assert draw(field, 1).seating == ((4, 1, 2, 3), (7, 5, 6))

    def test_as_before_keeps_fixed_seats(self):
        wishes = Wishes(places={2: DrawPlace(seat=2)}, no_list=frozenset({7}))
        field = DrawField(numbers(7), mode=Mode.BEFORE, wishes=wishes, history=(((1, 2, 3, 4), (5, 6, 7)),))
        first, second = draw(field, 1).seating
        assert first[1] == 2 and second[0] != 7

    def test_what_was_planned_is_followed_while_the_field_stays(self):
        first = draw(DrawField(numbers(18), rounds=5), 1)
        second = draw(DrawField(numbers(18), rounds=4, history=(first.seating,), plan=first.plan), 2)
        assert (second.seating, second.plan, second.method) == (first.plan[0], first.plan[1:], "plan")

    def test_a_plan_for_other_players_is_not_followed(self):
        first = draw(DrawField(numbers(40), rounds=5), 1)
        field = DrawField((*numbers(39), 41), rounds=4, history=(first.seating,), plan=first.plan)
        second = draw(field, 2)
        assert sorted(players_of(second.seating)) == sorted(field.players)
        assert second.report.repeats == 0

    def test_a_pair_named_after_the_plan_was_made_is_kept_apart(self):
        first = draw(DrawField(numbers(20), rounds=4), 1)
        pair = first.plan[0][2][:2]
        second = draw(DrawField(numbers(20), 3, (first.seating,), Wishes(apart=(pair,)), plan=first.plan), 2)
        assert second.outlook.team_pairs == 0


class TestReport:
    def test_it_counts_what_the_oracle_counts(self):
        clubs = {player: str(player % 5) for player in numbers(22)}
        wishes = Wishes(clubs=clubs, teams=((1, 2, 3),))
        seatings = one_by_one(DrawField(numbers(22), wishes=wishes, mode=Mode.LOT), 3, 6)
        field = DrawField(numbers(22), history=tuple(seatings[:3]), wishes=wishes)
        said, before, whole = report(field, seatings[3:]), count(seatings[:3], wishes), count(seatings, wishes)
        assert said.repeats == whole.repeats - before.repeats
        assert said.second_threes == whole.second_threes - before.second_threes
        assert said.club_pairs == whole.club_pairs - before.club_pairs
        assert said.team_pairs == whole.team_pairs - before.team_pairs
        counts = recount(seatings)
        assert sum(n * (n - 1) // 2 for n in counts.meetings.values()) == whole.repeats
        assert sum(counts.threes.values()) == 6 * 2 * 3 and sum(counts.seats.values()) == 6 * 22

    def test_it_names_who_meets_again_and_who_sits_at_three_again(self):
        history = (((1, 2, 3, 4), (5, 6, 7)),)
        said = report(DrawField(numbers(7), history=history), [((1, 2, 5, 6), (7, 3, 4))])
        assert said.pairs == (DrawMeeting(1, 2, 2), DrawMeeting(3, 4, 2), DrawMeeting(5, 6, 2))
        assert (said.repeats, said.max_meetings, said.threes, said.second_threes) == (3, 2, (7,), 1)

    @pytest.mark.parametrize(
        ("players", "serien", "repeats"),
        [(8, 2, 4), (8, 3, 12), (12, 2, 3), (12, 6, 45), (16, 5, 0), (16, 6, 24), (9, 5, 9), (9, 6, 18)],
    )
    def test_bounds_are_those_published(self, players, serien, repeats):
        """(a) capacity and (b) pigeonhole; the values marked as proven in SEATING.md B5.9 and B3."""
        assert (
            report(DrawField(numbers(players)), planned(DrawField(numbers(players), serien), 1)).bounds.repeats
            == repeats
        )

    @settings(deadline=None, max_examples=share(30))
    @given(st.integers(6, 60), st.integers(1, 6), st.integers(1, 9))
    def test_bounds_of_threes_and_clubs_are_the_even_shares(self, players, serien, club):
        clubs = {player: "A" if player <= club else "" for player in numbers(players)}
        drawn = [draw(DrawField(numbers(players), mode=Mode.LOT), seed).seating for seed in range(serien)]
        said = report(DrawField(numbers(players), wishes=Wishes(clubs=clubs)), drawn).bounds
        tables = -(-players // 4)
        threes = least_threes(players, serien) if players not in (6, 9) else 0
        assert said.second_threes == threes
        members = dict.fromkeys(numbers(min(club, players)), "A")
        assert said.club_pairs == least_club_pairs(members, tables, serien)
        pairs = sum(size * (size - 1) // 2 for size in split(players))
        assert said.repeats >= evenly(pairs * serien, players * (players - 1) // 2)

    @settings(deadline=None, max_examples=share(30))
    @given(st.integers(6, 40), st.integers(1, 4), st.randoms(use_true_random=False))
    def test_no_seating_goes_below_the_bounds(self, players, serien, rng):
        history = tuple(draw(DrawField(numbers(players), mode=Mode.LOT), rng.random()).seating for _ in range(2))
        wishes = Wishes(clubs={player: str(player % 3) for player in numbers(players)}, teams=(numbers(players)[:9],))
        field = DrawField(numbers(players), rounds=1, history=history, wishes=wishes)
        said = report(field, [draw(replace(field, mode=Mode.LOT), rng.random()).seating for _ in range(serien)])
        assert said.repeats >= said.bounds.repeats
        assert said.second_threes >= said.bounds.second_threes
        assert said.club_pairs >= said.bounds.club_pairs
        assert said.team_pairs >= said.bounds.team_pairs


class TestRepair:
    def mended(self, gone, arrived, field=None):
        """A drawn Serie of 48 after these changes, and who of those who stayed had to move to another table."""
        field = field or DrawField(numbers(48), rounds=3)
        first = draw(field, 1)
        players = (*(player for player in field.players if player not in gone), *arrived)
        mended = repair(replace(field, players=players, history=(first.seating,)), first.plan[0], 1)
        assert sorted(players_of(mended.seating)) == sorted(players)
        assert Counter(sizes(mended.seating)) == Counter(split(len(players)))
        return mended, {
            player
            for player in players
            if player not in arrived and table_of(mended.seating, player) != table_of(first.plan[0], player)
        }

    @pytest.mark.parametrize(
        ("gone", "arrived", "moved"),
        [
            ((3,), (), 0),  # a table of three more
            ((3,), (49,), 0),  # into the empty chair
            ((3, 17), (49,), 0),
            ((), (49,), 2),  # a thirteenth table needs three: one who came and two who move
            ((), (49, 50, 51), 0),
            ((), (49, 50, 51, 52, 53), 1),
        ],
    )
    def test_it_moves_as_few_as_possible_and_makes_no_repeat(self, gone, arrived, moved):
        mended, who = self.mended(gone, arrived)
        assert len(who) == moved
        assert mended.report.repeats == 0

    def test_the_last_table_is_given_up_where_too_many_are_short(self):
        first = draw(DrawField(numbers(48), rounds=2), 1)
        gone = [table[0] for table in first.plan[0][:4]]
        mended, who = self.mended(gone, (), DrawField(numbers(48), rounds=2))
        assert who == set(first.plan[0][-1])
        assert mended.report.repeats == 0

    def test_those_who_stay_keep_their_seats(self):
        first = draw(DrawField(numbers(16)), 1)
        gone = first.seating[1][2]
        players = (*(player for player in numbers(16) if player != gone), 17)
        mended = repair(DrawField(players), first.seating, 1).seating
        expected = [list(table) for table in first.seating]
        expected[1][2] = 17
        assert [list(table) for table in mended] == expected

    def test_late_comers_are_kept_apart_from_their_team_and_get_their_table(self):
        field = DrawField(numbers(24), wishes=Wishes(teams=((1, 2, 3, 25),), places={26: DrawPlace(table=4)}))
        first = draw(field, 1)
        gone = {first.seating[0][0], first.seating[5][0], *(p for p in first.seating[3][:1])} - {1, 2, 3}
        players = (*(player for player in numbers(24) if player not in gone), 25, 26)
        mended = repair(replace(field, players=players), first.seating, 1)
        assert (mended.report.team_pairs, mended.report.unmet, table_of(mended.seating, 26)) == (0, (), 4)
        assert sorted(players_of(mended.seating)) == sorted(players)

    def test_who_wants_a_full_table_gets_a_chair_there_and_who_sat_on_it_the_empty_one(self):
        first = draw(DrawField(numbers(8)), 1).seating
        players = (*(player for player in numbers(8) if player != first[1][2]), 9)
        mended = repair(DrawField(players, wishes=Wishes(places={9: DrawPlace(table=1)})), first, 1).seating
        [moved] = set(first[0]) - set(mended[0])
        assert set(mended[0]) == {*first[0], 9} - {moved}
        assert set(mended[1]) == {*first[1], moved} - {first[1][2]}

    @settings(deadline=None, max_examples=share(40))
    @given(st.integers(9, 60), st.integers(0, 9), st.integers(0, 9), st.integers(0, 99))
    def test_everybody_sits_once_whoever_comes_and_goes(self, number, leave, arrive, seed):
        rng = Random(seed)
        gone = set(rng.sample(numbers(number), min(leave, number - 6)))
        self.mended(gone, tuple(range(100, 100 + arrive)), DrawField(numbers(number), rounds=2))
