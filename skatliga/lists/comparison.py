"""Two lists of one table side by side: the list that counts and its twin, however each was entered.

Rows are compared in the order of the deals, struck rows left out; where one list has no rows, or stops, the feet are
compared. The paper of a control list has the same columns, so seats are compared as they are.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from skatliga.lists.reckoning import AnyPlayer, RowView, View


@dataclass(frozen=True, slots=True)
class RowPair:
    """The same deal on both lists; None where one list has no such deal any more."""

    number: int
    left: RowView | None
    right: RowView | None

    @property
    def differs(self) -> bool:
        """Whether the two say something else about who played and what it brought."""
        return _said(self.left) != _said(self.right)


FootNumbers = tuple[int | None, int | None, int | None, int]
"""Spielpunkte, won, lost and Leistung; only the last where nothing but the Gesamt is known."""


@dataclass(frozen=True, slots=True)
class FootPair:
    """The same column's foot on both lists: Spielpunkte, won, lost, Leistung."""

    seat: int
    left: FootNumbers
    right: FootNumbers

    @property
    def differs(self) -> bool:
        """Whether one of the four numbers is another."""
        return self.left != self.right


@dataclass(frozen=True, slots=True)
class Comparison:
    """Everything in which two lists differ; `first` is the deal at which they part, 0 where rows say nothing."""

    rows: tuple[RowPair, ...]
    feet: tuple[FootPair, ...]
    first: int

    @property
    def agree(self) -> bool:
        """Whether nothing differs."""
        return not self.first and not any(foot.differs for foot in self.feet)


def compare(left: View, right: View) -> Comparison:
    """Hold two lists of one table against each other, row by row and foot by foot."""
    rows = tuple(_pair_rows(left, right)) if left.rows and right.rows else ()
    feet = tuple(
        FootPair(ours.seat, _foot(ours), _foot(theirs))
        for ours, theirs in zip(left.players, right.players, strict=True)
    )
    return Comparison(rows, feet, next((pair.number for pair in rows if pair.differs), 0))


def _pair_rows(left: View, right: View) -> Iterator[RowPair]:
    ours = [row for row in left.rows if row.number]
    theirs = [row for row in right.rows if row.number]
    for number, (one, other) in enumerate(zip_longest(ours, theirs), 1):
        yield RowPair(number, one, other)


def _said(row: RowView | None) -> tuple[int, int] | None:
    """Who is credited and with what; how a deal came to its score is written on one of the lists only."""
    return (row.credited, row.score) if row else None


def _foot(player: AnyPlayer) -> FootNumbers:
    return player.spielpunkte, player.won, player.lost, player.leistung
