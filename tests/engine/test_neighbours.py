"""Deals beside a deal: what a row may have said if one thing in it was written wrongly."""

import pytest

from scoring.deal import Deal
from scoring.neighbours import deals_beside
from scoring.rulebooks.isko import ISKO


@pytest.mark.parametrize("hand", [True, False])
@pytest.mark.parametrize("ouvert", [True, False])
def test_beside_a_null_are_the_lost_one_and_those_with_the_other_announcement(hand: bool, ouvert: bool) -> None:
    null = Deal("null", hand=hand, ouvert=ouvert, won=True)
    beside = [(what, deal.hand, deal.ouvert, deal.won) for _odds, what, deal in deals_beside(ISKO, null)]
    assert sorted(beside) == sorted(
        [("verdict", hand, ouvert, False), ("level", hand, not ouvert, True), ("level", not hand, ouvert, True)]
    )
