"""What later apps answer when it is asked who has started where. Federations know none of these apps.

Each of them says in its `apps.py` which module answers.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple

from scoring.federation.eligibility import StartRequest


class StartOnRecord(NamedTuple):
    """That a player, by the key, has started; `where` tells events and match days apart."""

    player: int
    start: StartRequest
    where: str


FindStarts = Callable[[Collection[int], int], Iterable[StartOnRecord]]
"""The starts of players, by their keys, in a calendar year; one query."""

_finders: Final[list[FindStarts]] = []


def register_starts(find: FindStarts) -> FindStarts:
    """Let an app say who has started in what it knows."""
    _finders.append(find)
    return find


def starts_on_record(players: Collection[int], year: int) -> Iterable[StartOnRecord]:
    """All starts of these players in a calendar year that any app knows of."""
    for find in _finders:
        yield from find(players, year)
