"""What later apps hear of clubs and players, and what they answer. People know none of these apps.

Each of them says in its `apps.py` which module listens.
"""

from collections.abc import Callable, Collection
from typing import Final

from django.db.models import QuerySet
from django.dispatch import Signal

from skatliga.people.models import Club, Player

club_renamed: Final = Signal()
"""Sent with `club` when it has another name: pages that are kept and name it have to be made anew."""

players_merging: Final = Signal()
"""Sent with `keep` and `duplicate` before two entries of the registers become one, in the transaction that does it.

Who knows that they are two persons, or that one of them is still needed, raises a ValidationError.
"""

_played_for: Final[list[Callable[[Club], "QuerySet[Player]"]]] = []


def register_played_for(find: Callable[[Club], "QuerySet[Player]"]) -> Callable[[Club], "QuerySet[Player]"]:
    """Let an app say who has played for a club: those can join its register again without being typed."""
    _played_for.append(find)
    return find


def players_of_other_apps(club: Club) -> Collection["QuerySet[Player]"]:
    """Who has played for the club, each app for itself; a player may be among them several times."""
    return [find(club) for find in _played_for]
