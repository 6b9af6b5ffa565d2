"""Settlement, Abreizgeld and prizes: expected amounts are counted by hand; every amount is in cents."""

import doctest
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import money
from scoring.money import (
    ABREIZGELD,
    STAKES,
    FixedPrize,
    Ladder,
    LadderStep,
    PrizeList,
    PrizePlan,
    SharedPrizes,
    charge_abreizgeld,
    propose_prizes,
    settle,
    share_prizes,
)
from scoring.wertung.places import place


def test_the_examples_in_the_docstrings_are_true() -> None:
    outcome = doctest.testmod(money)
    assert outcome.attempted > 5
    assert outcome.failed == 0


class TestSettle:
    @pytest.mark.parametrize(
        ("points", "stake", "cents"),
        [
            # 3 x 100 - 120 = 180, 3 x 50 - 120 = 30, 3 x -30 - 120 = -210
            ([100, 50, -30], Fraction(1), [180, 30, -210]),
            ([100, 50, -30], Fraction(1, 2), [90, 15, -105]),
            # 18, 3, -21 tenths of ten: exact without rounding
            ([100, 50, -30], Fraction(1, 10), [18, 3, -21]),
            # exact 4.5, -1, -3.5: down to 4, -1, -4; the cent missing goes to the first of the two halves
            ([11, 0, -5], Fraction(1, 6), [5, -1, -4]),
            # exact 0.2, 0.2, -0.07, -0.33: down to 0, 0, -1, -1; the two missing to the last two
            ([1, 1, 0, -1], Fraction(1, 15), [0, 0, 0, 0]),
            # exact 0.5, 0.5, -0.5, -0.5: all remainders equal, so the first two seats
            ([1, 1, 0, 0], Fraction(1, 4), [1, 1, -1, -1]),
            ([0, 0, 1, 1], Fraction(1, 4), [0, 0, 0, 0]),
            ([700, 700, 700, 700], Fraction(1, 4), [0, 0, 0, 0]),
            ([700, 20, -48], Fraction(0), [0, 0, 0]),
            ([5], Fraction(1), [0]),
            ([], Fraction(1), []),
        ],
    )
    def test_each_pays_each_other_the_difference(self, points: list[int], stake: Fraction, cents: list[int]) -> None:
        assert settle(points, stake) == cents

    @given(st.lists(st.integers(-3000, 3000), min_size=2, max_size=6), st.sampled_from(STAKES))
    def test_the_sum_is_zero_and_nobody_is_a_cent_off(self, points: list[int], stake: Fraction) -> None:
        cents = settle(points, stake)
        exact = [sum(own - other for other in points) * stake for own in points]
        assert sum(cents) == 0
        assert all(abs(amount - due) < 1 for amount, due in zip(cents, exact, strict=True))

    @given(st.lists(st.integers(-3000, 3000), min_size=2, max_size=6), st.sampled_from(STAKES))
    def test_more_points_never_bring_less(self, points: list[int], stake: Fraction) -> None:
        by_points = sorted(zip(points, settle(points, stake), strict=True))
        assert all(lower <= upper for (fewer, lower), (more, upper) in pairwise(by_points) if fewer < more)

    def test_a_negative_stake_is_refused(self) -> None:
        with pytest.raises(ValueError, match="negative"):
            settle([1, 2, 3], Fraction(-1, 2))


class TestAbreizgeld:
    @pytest.mark.parametrize(("lost", "cents"), [(0, 0), (1, 50), (3, 150), (4, 250), (5, 350), (12, 1050)])
    def test_the_commonest_ladder(self, lost: int, cents: int) -> None:
        assert charge_abreizgeld(lost) == cents

    @pytest.mark.parametrize(
        ("steps", "lost", "cents"),
        [
            (((1, 100),), 7, 700),
            (((1, 50), (4, 100), (7, 200)), 8, 3 * 50 + 3 * 100 + 2 * 200),
            (((3, 100),), 2, 0),
            (((3, 100),), 5, 300),
            (((1, 50), (6, 0)), 9, 250),
            ((), 9, 0),
        ],
    )
    def test_other_ladders(self, steps: tuple[tuple[int, int], ...], lost: int, cents: int) -> None:
        assert charge_abreizgeld(lost, Ladder(tuple(LadderStep(*step) for step in steps))) == cents

    @given(st.integers(0, 48))
    def test_each_further_lost_deal_costs_its_step(self, lost: int) -> None:
        dearer = charge_abreizgeld(lost + 1, ABREIZGELD) - charge_abreizgeld(lost, ABREIZGELD)
        assert dearer == (50 if lost < 3 else 100)

    @pytest.mark.parametrize(
        ("steps", "complaint"),
        [
            (((4, 100), (1, 50)), "must rise"),
            (((1, 50), (1, 100)), "must rise"),
            (((0, 50),), "must rise"),
            (((1, -50),), "negative"),
        ],
    )
    def test_other_steps_are_refused(self, steps: tuple[tuple[int, int], ...], complaint: str) -> None:
        with pytest.raises(ValueError, match=complaint):
            Ladder(tuple(LadderStep(*step) for step in steps))


def sum_up(proposal: PrizeList) -> int:
    return sum(proposal.prizes) + proposal.rounds * sum(proposal.series_prizes) + proposal.rest


class TestProposePrizes:
    def test_evenly_falling_one_per_table(self) -> None:
        # 600 EUR among 15: weights 15..1 sum to 120, so 5 EUR a weight
        expected = tuple(500 * weight for weight in range(15, 0, -1))
        assert propose_prizes(PrizePlan(), pot=60_000, players=60) == PrizeList(expected, (), 0, 0, ())

    @pytest.mark.parametrize(("players", "prizes"), [(0, 0), (3, 1), (4, 1), (7, 2), (21, 6), (25, 7)])
    def test_one_prize_per_started_table(self, players: int, prizes: int) -> None:
        assert len(propose_prizes(PrizePlan(), pot=100_000, players=players).prizes) == prizes

    def test_every_fifth_player(self) -> None:
        assert len(propose_prizes(PrizePlan(players_per_prize=5), pot=100_000, players=60).prizes) == 12

    def test_whole_euros_and_the_rest_stated(self) -> None:
        # 101 of 101.50 EUR by 5 : 3 : 2: 50.5, 30.3, 20.2; the euro missing goes to the first
        plan = PrizePlan(players_per_prize=None, weights=(5, 3, 2))
        assert propose_prizes(plan, pot=10_150, players=40) == PrizeList((5100, 3000, 2000), (), 0, 50, ())

    def test_rounding_may_be_coarser(self) -> None:
        # ten units of 10 EUR by 5 : 3 : 2
        plan = PrizePlan(players_per_prize=None, weights=(5, 3, 2), rounding=1000)
        assert propose_prizes(plan, pot=10_950, players=40) == PrizeList((5000, 3000, 2000), (), 0, 950, ())

    def test_only_a_share_of_the_pot_is_paid_out(self) -> None:
        plan = PrizePlan(payout_permille=800, players_per_prize=None, weights=(500, 300, 200))
        assert propose_prizes(plan, pot=100_000, players=40).prizes == (40_000, 24_000, 16_000)
        assert propose_prizes(plan, pot=100_000, players=40).rest == 20_000

    def test_the_last_weight_holds_for_all_further_prizes(self) -> None:
        plan = PrizePlan(weights=(4, 2, 1))
        assert propose_prizes(plan, pot=9_000, players=20).prizes == (4000, 2000, 1000, 1000, 1000)

    def test_a_small_field_uses_the_first_weights_only(self) -> None:
        assert propose_prizes(PrizePlan(weights=(4, 2, 1)), pot=9_000, players=8).prizes == (6000, 3000)
        few = PrizePlan(players_per_prize=None, weights=(4, 2, 1))
        assert propose_prizes(few, pot=9_000, players=2).prizes == (6000, 3000)

    def test_a_fixed_first_prize_from_a_minimum_field(self) -> None:
        plan = PrizePlan(
            players_per_prize=None,
            weights=(5, 3, 2),
            fixed=(FixedPrize(1, 30_000, from_players=60), FixedPrize(1, 50_000, from_players=100)),
        )
        assert propose_prizes(plan, pot=60_000, players=59).prizes == (30_000, 18_000, 12_000)
        assert propose_prizes(plan, pot=55_000, players=60).prizes == (30_000, 15_000, 10_000)
        assert propose_prizes(plan, pot=75_000, players=100).prizes == (50_000, 15_000, 10_000)

    def test_a_fixed_prize_below_the_last_place_of_the_field_is_paid(self) -> None:
        plan = PrizePlan(players_per_prize=None, weights=(3, 2), fixed=(FixedPrize(4, 1000),))
        # 100 EUR less 10 EUR fixed for the fourth: 3 : 2 : 2 of 90 EUR are 38.57, 25.71, 25.71
        assert propose_prizes(plan, pot=10_000, players=30).prizes == (3800, 2600, 2600, 1000)

    def test_nobody_gets_a_prize_for_a_place_the_field_does_not_reach(self) -> None:
        plan = PrizePlan(fixed=(FixedPrize(4, 1000),), series_prizes=(500, 400, 300, 200))
        # three players, one Serie: 12 EUR in the Serie, one prize for the table
        expected = PrizeList((4800,), (500, 400, 300), 1, 0, ())
        assert propose_prizes(plan, pot=6000, players=3, rounds=1) == expected

    def test_without_serien_there_are_no_serienpreise(self) -> None:
        plan = PrizePlan(series_prizes=(500,))
        assert propose_prizes(plan, pot=6000, players=4) == PrizeList((6000,), (), 0, 0, ())

    def test_promises_may_use_up_the_pot(self) -> None:
        plan = PrizePlan(fixed=(FixedPrize(1, 5000),), series_prizes=(500,))
        assert propose_prizes(plan, pot=6000, players=24, rounds=2) == PrizeList((5000,), (500,), 2, 0, ())

    def test_a_large_open_event(self) -> None:
        # 140 players with 22.50 EUR each: 500 EUR for the first, 350 EUR in each of three Serien, 1600 EUR to
        # 27 further prizes by 40, 30, 20 and 24 x 10 (330 in all): 193.94, 145.45, 96.97 and 24 x 48.48 EUR;
        # rounded down, 14 EUR are missing: one each to the fourth, the second and twelve from the fifth on.
        plan = PrizePlan(
            players_per_prize=5,
            weights=(100, 40, 30, 20, 10),
            fixed=(FixedPrize(1, 50_000, from_players=140),),
            series_prizes=(10_000, 7_500, 6_000, 5_000, 4_000, 2_500),
        )
        expected = (50_000, 19_400, 14_500, 9_700, *[4_900] * 12, *[4_800] * 12)
        proposal = propose_prizes(plan, pot=140 * 2250, players=140, rounds=3)
        assert proposal == PrizeList(expected, plan.series_prizes, 3, 0, ())
        assert sum_up(proposal) == 315_000

    def test_prizes_of_nothing_are_left_out(self) -> None:
        # 3 EUR by 4 : 3 : 2 : 1: 1.2, 0.9, 0.6, 0.3 become 1, 1, 1, 0
        assert propose_prizes(PrizePlan(), pot=300, players=16) == PrizeList((100, 100, 100), (), 0, 0, ())

    def test_before_anybody_has_come_there_is_nothing_to_report(self) -> None:
        assert propose_prizes(PrizePlan(), pot=0, players=0, rounds=0) == PrizeList((), (), 0, 0, ())

    def test_promises_beyond_the_pot_are_reported(self) -> None:
        plan = PrizePlan(payout_permille=900, fixed=(FixedPrize(1, 50_000),), series_prizes=(5_000,))
        assert propose_prizes(plan, pot=60_000, players=40, rounds=2) == PrizeList(
            prizes=(),
            series_prizes=(),
            rounds=2,
            rest=60_000,
            problems=(
                "Feste Preise und Serienpreise (600,00 €) sind mehr, als ausgeschüttet wird (540,00 €): "
                "Bitte diese Preise senken oder mehr ausschütten.",
            ),
        )

    def test_a_prize_above_the_one_before_it_is_reported(self) -> None:
        plan = PrizePlan(players_per_prize=None, weights=(5, 3, 2), fixed=(FixedPrize(1, 10_050),))
        assert propose_prizes(plan, pot=60_050, players=40) == PrizeList(
            prizes=(),
            series_prizes=(),
            rounds=0,
            rest=60_050,
            problems=(
                "Der 2. Preis (300,00 €) wäre höher als der 1. Preis (100,50 €): "
                "Bitte feste Preise oder Gewichte ändern.",
            ),
        )

    def test_all_defects_of_a_plan_are_reported_at_once(self) -> None:
        plan = PrizePlan(
            payout_permille=1001,
            players_per_prize=0,
            weights=(1, 2),
            fixed=(FixedPrize(0, 100), FixedPrize(1, 100), FixedPrize(1, 200)),
            series_prizes=(100, 200),
            rounding=0,
        )
        proposal = propose_prizes(plan, pot=-1, players=-1)
        assert proposal.problems == (
            "Ausgeschüttet werden 0 bis 1000 Promille des Topfes: Bitte den Anteil ändern.",
            "Auf einen Preis kommt mindestens ein Spieler: Bitte die Spieler je Preis ändern.",
            "Gewichte müssen über 0 liegen und dürfen nicht steigen: Bitte neu ordnen.",
            "Ein fester Preis braucht einen Platz ab 1 und einen Betrag über 0: Bitte ändern.",
            "Ein Platz hat für dasselbe Mindestfeld zwei feste Preise: Bitte einen streichen.",
            "Serienpreise müssen über 0 liegen und dürfen nicht steigen: Bitte neu ordnen.",
            "Gerundet wird auf mindestens einen Cent: Bitte die Rundung ändern.",
            "Der Topf ist negativ: Bitte die Einnahmen und Ausgaben prüfen.",
            "Die Zahl der Spieler und der Serien darf nicht negativ sein: Bitte prüfen.",
        )
        assert (proposal.prizes, proposal.series_prizes, proposal.rest) == ((), (), -1)

    falling = st.lists(st.integers(1, 5000), max_size=6).map(lambda them: tuple(sorted(them, reverse=True)))

    @given(
        st.builds(
            PrizePlan,
            payout_permille=st.integers(0, 1000),
            players_per_prize=st.none() | st.integers(1, 9),
            weights=falling,
            fixed=st.lists(
                st.builds(FixedPrize, st.integers(1, 4), st.integers(1, 40_000), st.integers(0, 80)),
                max_size=2,
                unique_by=lambda prize: prize.place,
            ).map(tuple),
            series_prizes=falling,
            rounding=st.sampled_from([1, 50, 100, 500]),
        ),
        st.integers(0, 200_000),
        st.integers(0, 160),
        st.integers(0, 4),
    )
    def test_pot_prizes_and_rest_add_up_and_prizes_fall(
        self, plan: PrizePlan, pot: int, players: int, rounds: int
    ) -> None:
        proposal = propose_prizes(plan, pot, players, rounds)
        assert sum_up(proposal) == pot
        assert list(proposal.prizes) == sorted(proposal.prizes, reverse=True)
        assert all(cents > 0 for cents in proposal.prizes)
        assert len(proposal.prizes) <= players
        assert proposal.rest >= 0
        assert not (proposal.problems and proposal.prizes)

    @given(falling.filter(bool), st.integers(0, 200_000), st.integers(1, 160))
    def test_the_rest_of_a_plan_without_promises_is_less_than_a_euro(
        self, weights: tuple[int, ...], pot: int, players: int
    ) -> None:
        assert propose_prizes(PrizePlan(weights=weights), pot, players).rest == pot % 100


class TestSharePrizes:
    PRIZES = (10_000, 6_000, 4_100, 2_000)

    @pytest.mark.parametrize(
        ("places", "rounding", "amounts", "rest"),
        [
            ([1, 2, 3, 4, 5], 1, (10_000, 6_000, 4_100, 2_000, 0), 0),
            ([1, 2, 2, 4], 1, (10_000, 5_050, 5_050, 2_000), 0),
            ([1, 2, 2, 4], 100, (10_000, 5_000, 5_000, 2_000), 100),
            ([2, 4, 1, 2], 1, (5_050, 2_000, 10_000, 5_050), 0),
            # three share 6000 + 4100 + 2000 = 12100: 4033 each and a cent over
            ([1, 2, 2, 2], 1, (10_000, 4_033, 4_033, 4_033), 1),
            # the last prize is shared with one who stands behind the prizes
            ([1, 2, 3, 4, 4], 1, (10_000, 6_000, 4_100, 1_000, 1_000), 0),
            ([1, 1], 1, (8_000, 8_000), 6_100),
            ([], 1, (), 22_100),
        ],
    )
    def test_shared_places_share_the_prizes_they_occupy(
        self, places: list[int], rounding: int, amounts: tuple[int, ...], rest: int
    ) -> None:
        assert share_prizes(self.PRIZES, places, rounding) == SharedPrizes(amounts, rest)

    def test_without_a_rounding_every_cent_is_shared(self) -> None:
        assert share_prizes((103,), [1, 1]) == SharedPrizes((51, 51), 1)

    @pytest.mark.parametrize("places", [[1, 2, 2, 3], [2, 3], [1, 3], [0, 1]])
    def test_places_of_no_ranking_are_refused(self, places: list[int]) -> None:
        with pytest.raises(ValueError, match="not the places of a ranking"):
            share_prizes(self.PRIZES, places)

    @given(
        st.lists(st.integers(0, 3), max_size=12),
        st.lists(st.integers(0, 50_000), max_size=8).map(lambda prizes: sorted(prizes, reverse=True)),
        st.sampled_from([1, 50, 100]),
    )
    def test_every_cent_is_given_out_or_stated_and_better_places_get_no_less(
        self, sums: list[int], prizes: list[int], rounding: int
    ) -> None:
        places = place([(-leistung,) for leistung in sorted(sums, reverse=True)])
        amounts, rest = share_prizes(prizes, places, rounding)
        assert sum(amounts) + rest == sum(prizes)
        assert rest >= 0
        assert list(amounts) == sorted(amounts, reverse=True)
        by_place = {(place, amount) for place, amount in zip(places, amounts, strict=True)}
        assert len(by_place) == len(set(places))
