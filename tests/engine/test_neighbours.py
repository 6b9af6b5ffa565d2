"""Deals beside a deal: what a row may have said if one thing in it was written wrongly."""

import pytest

from scoring.deal import Deal
from scoring.neighbours import deals_beside, usual_deal
from scoring.rulebooks.isko import ISKO


@pytest.mark.parametrize("hand", [True, False])
@pytest.mark.parametrize("ouvert", [True, False])
def test_beside_a_null_are_the_lost_one_and_those_with_the_other_announcement(hand: bool, ouvert: bool) -> None:
    null = Deal("null", hand=hand, ouvert=ouvert, won=True)
    beside = [(what, deal.hand, deal.ouvert, deal.won) for _odds, what, deal in deals_beside(ISKO, null)]
    assert sorted(beside) == sorted(
        [("verdict", hand, ouvert, False), ("level", hand, not ouvert, True), ("level", not hand, ouvert, True)]
    )


@pytest.mark.parametrize(
    ("score", "game", "spitzen", "won"),
    [(40, "herz", 3, True), (-40, "herz", 1, False), (96, "grand", 3, True), (-48, "kreuz", 1, False)],
)
def test_the_usual_deal_says_no_more_than_its_score_needs(score: int, game: str, spitzen: int, won: bool) -> None:
    """40 is 4 x 10: with or without three, although Hand, Schneider or both bring it with fewer; lost counts double."""
    deal = usual_deal(ISKO, score)
    assert deal
    assert (deal.game, abs(deal.spitzen or 0), deal.won) == (game, spitzen, won)
    assert not any((deal.hand, deal.ouvert, deal.schneider, deal.schwarz))
