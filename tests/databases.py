"""Databases for tests: migrated once for all runs until a migration changes, and copied for whoever needs one.

Migrating takes ten seconds of processor, a copy takes none. What is kept lies in var/tests (SQLite) or on the server
under the name of the site's database with "_template" and a hash (PostgreSQL).
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from django.db import connection
from psycopg import sql

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "var" / "tests"


def state() -> str:
    """Twelve characters that change with every migration and every package that may bring one."""
    files = [ROOT / "requirements.txt", *sorted(ROOT.glob("skatliga/*/migrations/*.py"))]
    whole = hashlib.sha256(sys.version.encode())
    for file in files:
        whole.update(file.name.encode() + file.read_bytes())
    return whole.hexdigest()[:12]


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Several workers begin at once; the first one migrates, the others wait for it."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def migrate(url: str) -> None:
    """Run all migrations on the database of this address, in a process of its own."""
    environment = os.environ | {"DATABASE_URL": url}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)


def sqlite_template() -> Path:
    """The SQLite file with all tables and nothing in them."""
    made = KEPT / f"{state()}.sqlite3"
    with _one_at_a_time():
        if not made.exists():
            for former in KEPT.glob("*.sqlite3*"):
                former.unlink()
            unfinished = made.with_suffix(".sqlite3-unfinished")
            migrate(f"sqlite:///{unfinished}")
            unfinished.rename(made)
    return made


def put_sqlite(path: Path) -> None:
    """Put a migrated SQLite file at this path."""
    shutil.copy(sqlite_template(), path)


def postgresql_template() -> str:
    """The name of a database on the server of the settings with all tables and nothing in them."""
    site = connection.settings_dict
    name = f"{site['NAME']}_template_{state()}"
    with _one_at_a_time(), _server() as server:
        query = "SELECT datname FROM pg_database WHERE datname LIKE %s"
        there = {row[0] for row in server.execute(query, [f"{site['NAME']}\\_template\\_%"])}
        if name not in there:
            for former in there:
                server.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(former)))
            unfinished = f"{site['NAME']}_unfinished"
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(unfinished)))
            server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(unfinished)))
            migrate(os.environ["DATABASE_URL"].rsplit("/", 1)[0] + f"/{unfinished}")
            rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
            server.execute(rename.format(sql.Identifier(unfinished), sql.Identifier(name)))
    return name


@contextmanager
def _server() -> Iterator[psycopg.Connection]:
    """A connection to the server of the settings, outside of any transaction."""
    site = connection.settings_dict
    places = {"host": site["HOST"], "port": site["PORT"], "user": site["USER"], "password": site["PASSWORD"]}
    given = {key: value for key, value in places.items() if value}
    with psycopg.connect(dbname="postgres", autocommit=True, **given) as server:
        yield server
