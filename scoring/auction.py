"""The bidding of one deal, said by said: who is asked, who wins (ISkO 3.3).

Mittelhand bids to Vorhand, Hinterhand to whoever of them is left; where both have passed without a bid
Vorhand may name one or pass too. Bidders may jump to any higher number; whether a number is a legal bid is
for the rule book. Seats are 0, 1, 2 for Vorhand, Mittelhand, Hinterhand.

**D** After the first call out of order nobody can say whose turn it is; from then on only the numbers are
followed.

>>> auction = Auction()
>>> for seat, call in [(1, "18"), (0, "y"), (1, "20"), (0, "p"), (2, "p")]:
...     auction, wrong = auction.say(seat, call)
>>> auction.winner, auction.bid, wrong
(1, 20, None)
"""

from typing import NamedTuple

HOLD = "y"
PASS = "p"


class Auction(NamedTuple):
    """The state of a bidding; a new one is made by every call."""

    bid: int = 0
    """The last number named."""
    bidder: int = 1
    hearer: int = 0
    """Who answers the bidder; Vorhand left alone is both."""
    answering: bool = False
    winner: int | None = None
    passed: bool = False
    """Whether all three passed."""
    broken: bool = False
    """Whether a call was out of order."""

    def say(self, seat: int, call: str) -> tuple["Auction", str | None]:
        """The bidding after a number, `HOLD` or `PASS`, and the code of what is wrong with that call."""
        number = 0 if call in (HOLD, PASS) else int(call)
        wrong = None if self.broken else self._wrong(seat, call, number)
        after = self._replace(bid=number or self.bid, broken=self.broken or wrong is not None)
        return (after if after.broken else after._go_on(call)), wrong

    def may_play(self, seat: int) -> bool:
        """Whether this seat has won, or is Vorhand with a game that nobody bid for."""
        alone = seat == self.bidder == 0 and not self.passed and self.winner is None
        return self.broken or self.winner == seat or alone

    def _wrong(self, seat: int, call: str, number: int) -> str | None:
        turn = self.hearer if self.answering else self.bidder
        answer_due = self.answering != (call == HOLD) and call != PASS
        if self.passed or self.winner is not None or seat != turn or answer_due:
            return "auction_turn"
        return "bid_not_higher" if call not in (HOLD, PASS) and number <= self.bid else None

    def _go_on(self, call: str) -> "Auction":
        if call == HOLD:
            return self._replace(answering=False)
        if call != PASS:
            return self._replace(winner=0) if self.bidder == 0 else self._replace(answering=True)
        left = self.bidder if self.answering else self.hearer
        if self.bidder == 1:
            return self._replace(bidder=2, hearer=left, answering=False)
        if self.bidder == 0:
            return self._replace(passed=True)
        if self.bid:
            return self._replace(winner=left, answering=False)
        return self._replace(bidder=0, hearer=0)
