"""The demo club for tests that look at it."""

from skatliga.exchange.management.commands.demo import CLUB, create_demo
from skatliga.people.models import Club
from web.kept import kept

PASSWORD = "karo-sieben-ouvert"
"""Of everybody in the demo club."""


def demo_club() -> Club:
    """The demo club, in a database that has no clubs yet."""
    kept("demo", _create)
    return Club.objects.get(name=CLUB)


def _create() -> None:
    create_demo(PASSWORD)
