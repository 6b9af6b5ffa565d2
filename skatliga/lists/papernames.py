"""Whose list is this? The names on the paper held against the seating.

A few letters of each name, or the start number, tell whether the paper belongs to this table and to these seats: the
list of another table or Serie, two columns exchanged, all seats one further round. No arithmetic can find that.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

from skatliga.people.names import fold


@dataclass(frozen=True, slots=True)
class Sitter:
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
    paper: Sequence[str], seated: Sequence[Sitter], others: Iterable[tuple[object, Sequence[Sitter]]]
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


def _other(typed: str, sitter: Sitter) -> bool:
    """Whether what was typed cannot be this player: neither start number nor the beginning of a part of the name."""
    wanted = fold(typed).split()
    parts = fold(sitter.name).replace("-", " ").split()
    return not (
        wanted in ([], [str(sitter.start_number)])
        or all(any(part.startswith(word) for part in parts) for word in wanted)
    )
