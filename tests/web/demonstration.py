"""The demo club for tests that look at it: made once for all of them, put back row by row afterwards.

To make it takes seconds, since its league is played list by list. What it adds to the tables is kept beside the empty
databases (`tests/databases.py`) until the program changes or the hour ends, since its evenings lie around now. It is
put back only into a database in the state in which it was made, so that its rows have the same keys; on PostgreSQL,
where keys go on after a rollback, it is made anew. Processes with a site of their own have it from there as well.
"""

import hashlib
import pickle
from collections.abc import Hashable
from functools import cache
from typing import Any

from databases import KEPT, ROOT, one_at_a_time
from django.db import connection, transaction
from django.utils import timezone, translation

from skatliga.exchange.management.commands.demo import CLUB, create_demo
from skatliga.people.models import Club
from web.replayed import GROUND, last_keys

PASSWORD = "karo-sieben-ouvert"
"""Of everybody in the demo club."""

Rows = dict[str, set[tuple[Any, ...]]]
MADE: dict[str, tuple[Rows, Hashable]] = {}
"""By what a database was like before: the rows that the demo club adds to each table, and the last keys after it."""


def demo_club() -> Club:
    """The demo club, in a database that has no clubs yet."""
    if connection.vendor != "sqlite":
        return create_demo(PASSWORD)
    GROUND.foreign = True
    state = _state()
    with one_at_a_time("demo"):
        file = KEPT / f"demo-{state}"
        if state not in MADE and file.exists():
            MADE[state] = pickle.loads(file.read_bytes())
        if state not in MADE:
            club, MADE[state] = _make()
            file.write_bytes(pickle.dumps(MADE[state]))
            return club
    added, keys = MADE[state]
    with transaction.atomic():  # what refers to another row may come before it
        for table, rows in added.items():
            if rows:
                places = ", ".join("?" * len(next(iter(rows))))
                connection.connection.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)
        connection.connection.executemany("UPDATE sqlite_sequence SET seq = ?2 WHERE name = ?1", keys)
    assert last_keys() == keys, "a demo club that was put back is another one"
    return Club.objects.get(name=CLUB)


def _make() -> tuple[Club, tuple[Rows, Hashable]]:
    """The demo club as the program makes it, and what it adds."""
    for former in KEPT.glob("demo-*"):
        former.unlink()
    before = _rows()
    club = create_demo(PASSWORD)
    after = _rows()
    assert all(before[table] <= after[table] for table in after), "the demo club changes what was there before"
    return club, ({table: after[table] - before[table] for table in after}, last_keys())


def _state() -> str:
    """What the rows depend on: the program, the hour, the language, and the database before."""
    parts = (_program(), sorted(last_keys()), translation.get_language(), f"{timezone.localtime():%Y-%m-%d %H}")
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


@cache
def _program() -> str:
    """A hash of all modules of the site and the engine."""
    whole = hashlib.sha256()
    for file in sorted([*ROOT.glob("skatliga/**/*.py"), *ROOT.glob("scoring/**/*.py")]):
        whole.update(str(file).encode() + file.read_bytes())
    return whole.hexdigest()


def _rows() -> Rows:
    """Every row of every table."""
    return {
        table: set(connection.connection.execute(f'SELECT * FROM "{table}"'))
        for table in connection.introspection.table_names()
    }
