"""Worlds that take seconds to make: made once for all tests, put back row by row afterwards.

What a world adds to the tables and to the folder of the photographs is kept beside the empty databases
(`tests/databases.py`) until the program changes or the hour ends, since its evenings lie around now. It is put back
only into a database in the state in which it was made, so that its rows have the same keys. Processes with a site of
their own have it from there as well.
"""

import hashlib
import inspect
import pickle
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from databases import KEPT, ROOT, one_at_a_time
from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, transaction
from django.utils import timezone, translation

from web.replayed import GROUND, last_keys

Rows = dict[str, set[Any]]
"""By table: on SQLite its rows, on PostgreSQL the lines in which it copies them."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a world adds, and the last key of each table after it."""

    rows: Rows
    files: dict[str, bytes]
    keys: Hashable


MADE: dict[tuple[str, str], Kept] = {}
"""By name and by what the database was like before."""


def kept(name: str, make: Callable[[], object]) -> None:
    """The world of this name is in the database, which has no clubs yet."""
    GROUND.foreign = True
    state = _state(make)
    with one_at_a_time(name):
        file = KEPT / f"{name}-{connection.vendor}-{state}"
        if (name, state) not in MADE and file.exists():
            MADE[name, state] = pickle.loads(file.read_bytes())
        if (name, state) in MADE:
            _put_back(MADE[name, state])
            return
        for former in KEPT.glob(f"{name}-{connection.vendor}-*"):
            former.unlink()
        MADE[name, state] = _make(make)
        file.write_bytes(pickle.dumps(MADE[name, state]))


def _make(make: Callable[[], object]) -> Kept:
    """Let the program make the world; what it adds."""
    rows, files = _rows(), _files()
    make()
    after, files_after = _rows(), _files()
    assert all(rows[table] <= after[table] for table in after), "a world that is kept changes what was there before"
    added = {table: after[table] - rows[table] for table in after if after[table] != rows[table]}
    return Kept(added, {path: files_after[path] for path in files_after.keys() - files.keys()}, _keys())


def _put_back(world: Kept) -> None:
    with transaction.atomic(), connection.cursor() as cursor:  # what refers to another row may come before it
        for table, rows in world.rows.items():
            if connection.vendor == "sqlite":
                places = ", ".join("?" * len(next(iter(rows))))
                connection.connection.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)
            else:
                with cursor.copy(f'COPY "{table}" FROM STDIN') as copy:
                    copy.write(b"".join(rows))
        if connection.vendor == "sqlite":
            connection.connection.executemany("UPDATE sqlite_sequence SET seq = ?2 WHERE name = ?1", world.keys)
    assert _keys() == world.keys, "a world that was put back is another one"
    for path, content in world.files.items():
        at = Path(settings.MEDIA_ROOT, path)
        at.parent.mkdir(parents=True, exist_ok=True)
        at.write_bytes(content)


def _state(make: Callable[[], object]) -> str:
    """What the rows depend on: the program, the hour, the language, and the database before."""
    maker = Path(inspect.getfile(make)).read_bytes()
    parts = (_program(), maker, sorted(_keys()), translation.get_language(), f"{timezone.localtime():%Y-%m-%d %H}")
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


@cache
def _program() -> str:
    """A hash of all modules of the site and the engine."""
    whole = hashlib.sha256()
    for file in sorted([*ROOT.glob("skatliga/**/*.py"), *ROOT.glob("scoring/**/*.py")]):
        whole.update(str(file).encode() + file.read_bytes())
    return whole.hexdigest()


def _keys() -> Hashable:
    """The last key of each table. On PostgreSQL keys go on after a rollback: they go on after the last row now."""
    if connection.vendor == "sqlite":
        return last_keys()
    models = apps.get_models(include_auto_created=True)
    with connection.cursor() as cursor:
        cursor.execute(";".join(connection.ops.sequence_reset_sql(no_style(), models)))
        cursor.execute("SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema()")
        return frozenset((name, last or 0) for name, last in cursor.fetchall())


def _rows() -> Rows:
    """Every row of every table."""
    tables = connection.introspection.table_names()
    if connection.vendor == "sqlite":
        return {table: set(connection.connection.execute(f'SELECT * FROM "{table}"')) for table in tables}
    rows = {}
    with connection.cursor() as cursor:
        for table in tables:
            with cursor.copy(f'COPY "{table}" TO STDOUT') as copy:
                rows[table] = set(b"".join(copy).splitlines(keepends=True))
    return rows


def _files() -> dict[str, bytes]:
    """The photographs and pictures that the site has stored, by their paths."""
    folder = Path(settings.MEDIA_ROOT)
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
