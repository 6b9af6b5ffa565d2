"""A club moves from one kind of database to the other and back: every record and every figure stays."""

import os
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from web.everything import records_of
from web.serving import run as run_on_site

SERVER = os.environ.get("DATABASE_URL", "")

pytestmark = pytest.mark.skipif(not SERVER.startswith("postgres"), reason="needs a PostgreSQL server beside SQLite")


@pytest.fixture
def server_database(django_db_modify_db_settings) -> Iterator[str]:
    """A database on the server with all tables and nothing in them."""
    stem, name = SERVER.rpartition("/")[0], f"skatliga_moving_{os.getpid()}"
    template = connection.settings_dict["TEST"]["TEMPLATE"]
    with psycopg.connect(f"{stem}/postgres", autocommit=True) as server:
        server.execute(f'create database {name} template "{template}"')
        try:
            yield f"{stem}/{name}"
        finally:
            server.execute(f"drop database {name} with (force)")


def run(database: str, step: str, folder: Path, *others: Path) -> Path:
    """Do this with a database, in a process of its own; the folder with archives and figures."""
    folder.mkdir()
    environment = os.environ | {"DATABASE_URL": database, "VAR_DIR": str(folder / "var")}
    run_on_site(environment, "-m", "tests.web.moving", step, str(folder), *map(str, others))
    return folder


def test_a_club_moves_to_the_other_database_and_back(server_database, put_database, tmp_path):
    for name in ("first", "third"):
        put_database(tmp_path / f"{name}.sqlite3")
    first = run(f"sqlite:///{tmp_path}/first.sqlite3", "create", tmp_path / "first")
    second = run(server_database, "take_in", tmp_path / "second", first)
    third = run(f"sqlite:///{tmp_path}/third.sqlite3", "take_in", tmp_path / "third", second)
    names = [path.name for path in sorted(first.glob("*.zip"))]
    assert len(names) == 2
    for folder in (second, third):
        assert [path.name for path in sorted(folder.glob("*.zip"))] == names
        for name in names:
            before, after = records_of(first / name), records_of(folder / name)
            for kind in before:
                assert after[kind] == before[kind], (folder.name, name, kind)
        assert (folder / "figures.json").read_text() == (first / "figures.json").read_text()
