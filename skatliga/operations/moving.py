"""Moving the whole site into another database: from SQLite to PostgreSQL, and back.

The settings name the new database already; the former one is only read. Everything is written in one transaction, and
counts only after it has been read back: every table has the same rows, value by value, and every list comes to its
stored result. Where anything fails both databases are as they were, but for the new one's empty tables.

* **D** Everybody stays signed in: sessions go along like all other tables, and the SECRET_KEY stays.
* **D** The new database must be one nobody has worked with; its tables are made by this program's migrations, and the
  former one must have gone through the same ones. The list of migrations is the new one's own.
* **D** A table that belongs to no part of this program, left by a former version, stays behind and is named.
* **D** Each kind of database has its own order of JSON's keys; that is no difference.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Field, Model
from django.utils.translation import gettext as _

from skatliga.database import database_at
from skatliga.exchange.recheck import all_sheets, find_differences
from skatliga.operations.databases import DamagedError, Tell, of_this_site

FORMER: Final = "former"
_ROWS: Final = 1000
"""Written at once."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What has been moved."""

    tables: int
    rows: int
    lists: int
    """How many were recomputed."""
    left: list[str]
    """Tables with rows that belong to no part of this program."""


def move_from(address: str, tell: Tell = lambda percent: None) -> Moved:
    """Take everything from the database at this address into that of the settings; Damaged where that fails."""
    with _former(address) as former:
        _demand_same_program(former)
        call_command("migrate", interactive=False, verbosity=0)
        if not of_this_site().is_empty():
            raise DamagedError(_("Die neue Datenbank ist nicht leer; umgezogen wird nur in eine leere."))
        with _one_moment(former), transaction.atomic():
            moved = _copy(former, tell)
            if next(find_differences(all_sheets()), None):
                raise DamagedError(
                    _(
                        "Eine Liste ergibt nachgerechnet etwas anderes als gespeichert. Bitte in der alten Datenbank "
                        "nachsehen: manage.py recheck"
                    )
                )
    tell(100)
    return moved


@contextmanager
def _former(address: str) -> Iterator[BaseDatabaseWrapper]:
    """The database at an address, as long as it is needed."""
    settings = database_at(address)
    if str(settings["ENGINE"]).endswith("sqlite3") and not Path(str(settings["NAME"])).is_file():
        raise DamagedError(_("%(name)s gibt es nicht.") % {"name": settings["NAME"]})
    connections.databases[FORMER] = connections.databases["default"] | settings
    try:
        connections[FORMER].ensure_connection()
        yield connections[FORMER]
    except DatabaseError as error:
        raise DamagedError(str(error).partition("\n")[0]) from error
    finally:
        connections[FORMER].close()
        del connections[FORMER], connections.databases[FORMER]


def _demand_same_program(former: BaseDatabaseWrapper) -> None:
    executor = MigrationExecutor(former)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise DamagedError(
            _("Die alte Datenbank ist nicht auf dem Stand dieses Programms; dort bitte zuerst migrieren.")
        )


@contextmanager
def _one_moment(former: BaseDatabaseWrapper) -> Iterator[None]:
    """Nobody changes what is read; SQLite's transactions take the place of its one writer."""
    with transaction.atomic(using=FORMER):
        if former.vendor == "postgresql":
            with former.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def _models() -> list[type[Model]]:
    """Everything that has a table, the ties between two models too."""
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _copy(former: BaseDatabaseWrapper, tell: Tell) -> Moved:
    models = _models()
    tables = [model._meta.db_table for model in models]
    with former.cursor() as cursor:
        there = set(former.introspection.table_names(cursor)) - {"django_migrations"}
        numbers = {table: _count(former, cursor, table) for table in sorted(there)}
    with connection.cursor() as cursor:
        for statement in connection.ops.sql_flush(no_style(), tables):
            cursor.execute(statement)
    done, total = 0, max(1, sum(numbers[table] for table in tables))
    for model in models:
        mark = 0
        read = _rows_of(model, FORMER)
        while rows := tuple(islice(read, _ROWS)):
            _write(model, rows)
            mark += sum(map(_mark, rows))
            done += len(rows)
            tell(90 * done // total)
        _demand_same_rows(model, mark)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
        connection.check_constraints()
    left = [table for table in sorted(there - set(tables)) if numbers[table]]
    return Moved(len(tables), done, apps.get_model("lists", "Sheet").objects.count(), left)


def _count(opened: BaseDatabaseWrapper, cursor: CursorWrapper, table: str) -> int:
    cursor.execute(f"SELECT count(*) FROM {opened.ops.quote_name(table)}")
    return cursor.fetchone()[0]


def _fields(model: type[Model]) -> list[Field]:
    return [field for field in model._meta.local_concrete_fields if not field.generated]


def _rows_of(model: type[Model], using: str) -> Iterator[tuple[object, ...]]:
    """Every row of a table as Python has it."""
    names = [field.attname for field in _fields(model)]
    return model._base_manager.using(using).order_by().values_list(*names).iterator(_ROWS)


def _write(model: type[Model], rows: tuple[tuple[object, ...], ...]) -> None:
    """As they are: saving them as objects would put today's date where a field notes when it was made."""
    fields, quote = _fields(model), connection.ops.quote_name
    columns = ", ".join(quote(field.column or "") for field in fields)
    places = ", ".join(["%s"] * len(fields))
    prepared = [
        [field.get_db_prep_save(value, connection) for field, value in zip(fields, row, strict=True)] for row in rows
    ]
    try:
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({places})", prepared)
    except (DatabaseError, ValueError) as error:
        why = str(error).partition("\n")[0]
        raise DamagedError(
            _("Tabelle %(table)s lässt sich nicht übernehmen: %(why)s") % {"table": model._meta.db_table, "why": why}
        ) from error


def _mark(row: tuple[object, ...]) -> int:
    """A number by which a row is known, whichever database it was read from."""
    plain = [bytes(value).hex() if isinstance(value, bytes | memoryview) else value for value in row]
    return int.from_bytes(sha256(json.dumps(plain, default=str, sort_keys=True).encode()).digest())


def _demand_same_rows(model: type[Model], mark: int) -> None:
    if sum(map(_mark, _rows_of(model, "default"))) != mark:
        raise DamagedError(_("Tabelle %(table)s kommt nicht so zurück, wie sie war.") % {"table": model._meta.db_table})
