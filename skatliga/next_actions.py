"""What is to be done next, said in one way by all apps: a sentence, a button, how urgent it is.

An app says in its own `next_actions` what is to be done with what is its own; `skatliga.todo` gathers it and shows it.
Everything is derived from the state of the data and from the visitor's role: nothing is ticked off, what is done is
gone.

* **D** Only who may enter or direct is told what is to be done; a reader and the public see none of it.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

MOST_NAMED: Final = 8
"""Tables that a sentence names."""


class Urgency(IntEnum):
    """How urgent something is; the smallest comes first."""

    AT_ONCE = 1
    """Somebody waits for a decision: a protest, a list in question."""
    NEXT = 2
    """With it the matter goes on."""
    SOON = 3
    """It can wait for what comes before it."""
    SOMETIME = 4
    """Nothing waits for it."""
    DONE = 5
    """Nothing is to be done: it says so, and where it goes on."""


class NextAction(NamedTuple):
    """Something that is to be done, with the button that does it or leads to where it is done."""

    sentence: str
    label: str
    """What stands on the button."""
    url: str
    urgency: Urgency
    fields: tuple[tuple[str, str], ...] | None = None
    """What the button sends, by name; None where it only leads to a page."""


def most_urgent_first(actions: Iterable[NextAction]) -> list[NextAction]:
    """In the order in which they are shown; equally urgent ones as they come.

    **D** What is done is said only where nothing is left but what can wait for ever.
    """
    found = sorted(actions, key=lambda action: action.urgency)
    if found and found[0].urgency <= Urgency.SOON:
        return [action for action in found if action.urgency != Urgency.DONE]
    return found


def name_tables(tables: Sequence[int]) -> str:
    """Tables by their numbers, of many the first: 4, 7, 11."""
    named = ", ".join(map(str, tables[:MOST_NAMED]))
    if further := len(tables) - MOST_NAMED:
        return named if further < 0 else _("%(named)s und %(further)s weitere") % {"named": named, "further": further}
    return named
