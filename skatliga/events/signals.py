"""What later apps hear of events, and whom they expect at the desk. Events know none of these apps.

Each of them says in its `apps.py` which module listens.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from django.dispatch import Signal

from skatliga.events.models import Entry, Event

if TYPE_CHECKING:
    from skatliga.events.queries import Hit

event_closed: Final = Signal()
"""Sent with `event` when it is closed, in the transaction that does it."""

entry_returning: Final = Signal()
"""Sent with `entry` and its `player` before it is a guest's again; ValidationError while something rests on it."""


class ExpectedPeople(NamedTuple):
    """People who have said that they will come, and take part only when the desk takes them."""

    find: "Callable[[Event, list[str]], dict[Hit, int | None]]"
    """Who is meant by all these folded words, each with the key of a player whom the register finds as well.

    The choice of each is ``v`` with a number of its own, ``w`` where somebody has to be asked first.
    """
    take: Callable[[Event, int, str], Entry]
    """Let whoever has this number take part, the event being locked already; ValidationError to refuse.

    With a reason also who may not start in a championship.
    """
    is_code: Callable[[str], bool]
    """Whether somebody has typed what is written like a code of theirs, so that it is no name."""


_expected: Final[list[ExpectedPeople]] = []


def register_expected(people: ExpectedPeople) -> None:
    """Let the desk find these people and take them; there is one app that knows such."""
    _expected[:] = [people]


def expected_at_desk(event: Event, words: list[str]) -> "dict[Hit, int | None]":
    """Who of those expected is meant by these words, as `ExpectedPeople.find` gives them."""
    [people] = _expected
    return people.find(event, words)


def take_expected(event: Event, number: int, admitted: str) -> Entry:
    """Let whoever is expected under this number take part, perhaps for a reason although he may not."""
    [people] = _expected
    return people.take(event, number, admitted)


def is_code_of_expected(text: str) -> bool:
    """Whether this is written like a code of somebody expected."""
    [people] = _expected
    return people.is_code(text)


_numbering: Final[list[Callable[[int], int]]] = []


def register_numbering(next_number: Callable[[int], int]) -> None:
    """Let this decide which start number follows the last one; there is one app that does."""
    _numbering[:] = [next_number]


def number_after(last: int) -> int:
    """The start number that is given after the last one."""
    [next_number] = _numbering
    return next_number(last)
