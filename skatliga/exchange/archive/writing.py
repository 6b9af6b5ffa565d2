"""Getting many records into the database in little time: everything is made ready first, then written at one go.

While a transaction writes, SQLite lets nobody else write. Nearly all the time goes into making statements, hardly any
into carrying them out; so keys are reserved beforehand, and the statements lie ready in a file. What could still be
wrong with them shows in a rehearsal: a database that is thrown away, with the same tables and nothing else in them.
"""

import os
import pickle
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.models import Model
from django.db.models.sql import InsertQuery

from skatliga.exchange.archive.unpacking import Place

_REHEARSAL = "rehearsal"


def reserve_keys(model: type[Model], number: int) -> Sequence[int]:
    """So many keys, rising, that the database gives to nobody else, whether they are used or not."""
    table = model._meta.db_table
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = %s", [table])
            last = cursor.fetchone()[0]
            if last is None:
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number])
            else:
                cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last + number, table])
            return range((last or 0) + 1, (last or 0) + number + 1)
        column = model._meta.pk.column
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)", [f'"{table}"', column, number]
        )
        return array("q", (key for (key,) in cursor.fetchall()))


class Statements:
    """Statements that write records, ready to be carried out as often as wanted."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115  it is closed with the object
        self.place = Place("")
        """Where in the archive the record is from that is being written."""

    def add(self, place: Place, records: list[Model]) -> None:
        """Make ready to write these records of one model as they are, with the keys they have."""
        model = type(records[0])
        fields = model._meta.concrete_fields
        at_once = connection.ops.bulk_batch_size(fields, records)
        for first in range(0, len(records), at_once):
            query = InsertQuery(model)
            query.insert_values(fields, records[first : first + at_once], raw=True)
            pickle.dump((place, query.get_compiler(connection=connection).as_sql()), self._file)

    def execute(self, using: str) -> None:
        """Write all of them into this database."""
        end = self._file.seek(0, os.SEEK_END)
        self._file.seek(0)
        with connections[using].cursor() as cursor:
            while self._file.tell() < end:
                self.place, statements = pickle.load(self._file)
                for sql, parameters in statements:
                    cursor.execute(sql, parameters)


@contextmanager
def rehearsal() -> Iterator[str]:
    """What Django calls an empty SQLite database with the tables of this one; references may lead nowhere in it."""
    with TemporaryDirectory() as folder:
        there = connections[DEFAULT_DB_ALIAS].copy(_REHEARSAL)
        there.settings_dict |= {
            "NAME": str(Path(folder) / "rehearsal.sqlite3"),
            "OPTIONS": {"init_command": "PRAGMA foreign_keys=OFF; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"},
        }
        connections[_REHEARSAL] = there
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%%'", [])
                tables = [sql for (sql,) in cursor.fetchall()]
            with there.cursor() as cursor:
                for sql in tables:
                    cursor.execute(sql)
            yield _REHEARSAL
        finally:
            there.close()
            del connections[_REHEARSAL]
