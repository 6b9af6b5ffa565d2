"""The demo club for tests that look at it: made once by every process of the tests, put back row by row afterwards.

To make it takes seconds, since its league is played list by list. It is put back only into a database in the state in
which it was made, so that its rows have the same keys; on PostgreSQL, where keys go on after a rollback, it is made
anew, and so it is on another day, since its evenings lie around today.
"""

import datetime
from collections.abc import Hashable
from typing import Any

from django.db import connection
from django.utils import translation

from skatliga.exchange.management.commands.demo import CLUB, create_demo
from skatliga.people.models import Club
from web.replayed import GROUND, last_keys

PASSWORD = "karo-sieben-ouvert"
"""Of everybody in the demo club."""

Rows = dict[str, set[tuple[Any, ...]]]
KEPT: dict[Hashable, tuple[Rows, Hashable]] = {}
"""By what a database was like before: the rows that the demo club adds to each table, and the last keys after it."""


def demo_club() -> Club:
    """The demo club, in a database that has no clubs yet."""
    if connection.vendor != "sqlite":
        return create_demo(PASSWORD)
    state = (last_keys(), translation.get_language(), datetime.date.today())
    if state not in KEPT:
        before = _rows()
        club = create_demo(PASSWORD)
        after = _rows()
        assert all(before[table] <= after[table] for table in after), "the demo club changes what was there before"
        KEPT[state] = {table: after[table] - before[table] for table in after}, last_keys()
        return club
    GROUND.foreign = True
    added, keys = KEPT[state]
    for table, rows in added.items():
        if rows:
            places = ", ".join("?" * len(next(iter(rows))))
            connection.connection.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)
    connection.connection.executemany("UPDATE sqlite_sequence SET seq = ?2 WHERE name = ?1", keys)
    assert last_keys() == keys, "a demo club that was put back is another one"
    return Club.objects.get(name=CLUB)


def _rows() -> Rows:
    """Every row of every table."""
    return {
        table: set(connection.connection.execute(f'SELECT * FROM "{table}"'))
        for table in connection.introspection.table_names()
    }
