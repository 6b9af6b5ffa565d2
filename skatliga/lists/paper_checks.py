"""Two lists of one table side by side: the list that counts and its twin, however each was entered.

Rows are compared in the order of the deals, struck rows left out; where one list has no rows, or stops, the feet are
compared. The paper of a control list has the same columns, so seats are compared as they are.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, zip_longest

from skatliga.lists.evaluation import AnyPlayer, RowView, View
from skatliga.people.names import fold


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


# ---- Whose list is this? The names on the paper held against the seating


@dataclass(frozen=True, slots=True)
class NamedSeat:
    """Who sits on a seat, by the seating."""

    start_number: int
    name: str


@dataclass(frozen=True, slots=True)
class NameCheck:
    """What the names on the paper say; the names are those typed, in seat order."""

    paper: tuple[str, ...]
    unknown: tuple[int, ...] = ()
    """Seats with another name than the seating's, where nothing else explains it: a substitute?"""
    order: tuple[int, ...] = ()
    """For each seat the seat whose player sat there, where the same people sat otherwise."""
    elsewhere: object = None
    """The other table at which just these people sit, as it came in."""

    @property
    def agrees(self) -> bool:
        """Whether paper and seating say the same."""
        return not (self.unknown or self.order or self.elsewhere)


def check_names(
    paper: Sequence[str], seated: Sequence[NamedSeat], others: Iterable[tuple[object, Sequence[NamedSeat]]]
) -> NameCheck:
    """Hold the names on the paper (empty where nothing was typed) against the seats, then against other tables."""
    typed = tuple(paper)
    unknown = tuple(
        seat for seat, (name, sitter) in enumerate(zip(typed, seated, strict=True), 1) if _other(name, sitter)
    )
    if not unknown:
        return NameCheck(typed)
    for order in permutations(range(1, len(seated) + 1)):
        if not any(_other(name, seated[seat - 1]) for name, seat in zip(typed, order, strict=True)):
            return NameCheck(typed, order=order)
    for table, sitters in others:
        if len(sitters) == len(typed) and not any(map(_other, typed, sitters)) and any(typed):
            return NameCheck(typed, elsewhere=table)
    return NameCheck(typed, unknown=unknown)


def _other(typed: str, sitter: NamedSeat) -> bool:
    """Whether what was typed cannot be this player: neither start number nor the beginning of a part of the name."""
    wanted = fold(typed).split()
    parts = fold(sitter.name).replace("-", " ").split()
    return not (
        wanted in ([], [str(sitter.start_number)])
        or all(any(part.startswith(word) for part in parts) for word in wanted)
    )
