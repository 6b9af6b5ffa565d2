"""A Saturday of leagues: 1,000 tables keep their lists on phones at the speed of the cards, and 2,000 people follow.

That is seven rows and 500 looks a second, a third of them of those who write. Four tables are an event, as a group of a
match day is. Before, in five minutes, all open the page and begin their lists, which is told apart.

Otherwise as `device`; meant for PostgreSQL (DATABASE_URL, an empty database).
"""

from collections.abc import Iterator
from typing import Final

from tests.bench.device import Hall, measured

LEAGUES: Final = Hall(1_000, 2_000, 150.0, 4, 300.0)


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    yield from measured("saturday", LEAGUES)
