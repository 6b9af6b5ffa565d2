"""What migrations have made are the tables that the models describe."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

OURS = [model for model in apps.get_models(include_auto_created=True) if model.__module__.startswith("skatliga.")]


@contextmanager
def made_of_models() -> Iterator[BaseDatabaseWrapper]:
    """A connection to tables that are made of the models, without any migration."""
    if connection.vendor == "sqlite":
        made = ConnectionHandler({"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}})["default"]
    else:
        made = connection
        with connection.cursor() as cursor:
            cursor.execute("CREATE SCHEMA made")
            cursor.execute("SET LOCAL search_path TO made")
    with made.schema_editor() as editor:
        for model in apps.get_models():
            editor.create_model(model)
    yield made
    if made is not connection:
        made.close()


def described(database: BaseDatabaseWrapper) -> dict[str, Any]:
    """What the database says of every table: its columns and what holds for them, in any order."""
    tell = in_words if database.vendor == "sqlite" else in_rows
    with database.cursor() as cursor:
        return {table: tell(database, cursor, table) for table in (model._meta.db_table for model in OURS)}


def in_words(_database: BaseDatabaseWrapper, cursor: Any, table: str) -> list[list[str]]:
    """The words of the statements that make the table and its indexes; SQLite keeps them."""
    statements = cursor.execute("SELECT sql FROM sqlite_master WHERE tbl_name = %s AND sql > ''", [table]).fetchall()
    return sorted(sorted(re.findall(r"\w+|\S", statement)) for (statement,) in statements)


def in_rows(database: BaseDatabaseWrapper, cursor: Any, table: str) -> tuple[list[str], list[str]]:
    tell = database.introspection
    columns, constraints = tell.get_table_description(cursor, table), tell.get_constraints(cursor, table)
    told = [re.sub(r" ON \w+\.", " ON ", str(each)) for each in constraints.items()]  # of whichever schema
    return sorted(map(str, columns)), sorted(told)


@pytest.mark.django_db
def test_the_tables_are_those_of_the_models():
    migrated = described(connection)
    assert len(migrated) > 60
    with made_of_models() as made:
        assert described(made) == migrated
