"""Databases for tests: migrated once for all runs until a migration changes, and copied for whoever needs one.

Migrating takes seconds of processor, a copy takes none. What is kept lies in var/tests: a file of SQLite, and for
PostgreSQL what makes the tables. The server of the settings has a database to be copied, too, under the name of the
site's with "_template" and a hash.
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
def one_at_a_time(what: str = "tables") -> Iterator[None]:
    """Several workers begin at once; the first one makes what is kept here, the others wait for it."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / f"lock-{what}").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def migrate(url: str) -> None:
    """Run all migrations on the database of this address, in a process of its own."""
    environment = os.environ | {"DATABASE_URL": url}
    subprocess.run([sys.executable, "tests/single_models.py"], cwd=ROOT, env=environment, check=True)


def sqlite_template() -> Path:
    """The SQLite file with all tables and nothing in them."""
    made = KEPT / f"{state()}.sqlite3"
    with one_at_a_time():
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
    with one_at_a_time(), _server() as server:
        query = "SELECT datname FROM pg_database WHERE datname LIKE %s"
        there = {row[0] for row in server.execute(query, [f"{site['NAME']}\\_template\\_%"])}
        if name not in there:
            for former in there:
                server.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(former)))
            unfinished = f"{site['NAME']}_unfinished"
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(unfinished)))
            server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(unfinished)))
            make_tables(os.environ["DATABASE_URL"].rsplit("/", 1)[0] + f"/{unfinished}")
            rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
            server.execute(rename.format(sql.Identifier(unfinished), sql.Identifier(name)))
    return name


def make_tables(url: str) -> None:
    """Give an empty database on a PostgreSQL server all tables, with nothing in them."""
    made = KEPT / f"{state()}.sql"
    with one_at_a_time("postgresql"):
        if made.exists():
            options = [
                "--no-psqlrc",
                "--quiet",
                "--single-transaction",
                "--set=ON_ERROR_STOP=1",
                f"--output={os.devnull}",
            ]
            subprocess.run(["psql", *options, f"--file={made}", url], check=True)
            return
        migrate(url)
        for former in KEPT.glob("*.sql"):
            former.unlink()
        unfinished = made.with_suffix(".sql-unfinished")
        dump = ["pg_dump", "--no-owner", "--no-privileges", f"--file={unfinished}", url]
        if (
            shutil.which("pg_dump") and subprocess.run(dump).returncode == 0
        ):  # not where the server is of a later version
            unfinished.rename(made)


@contextmanager
def _server() -> Iterator[psycopg.Connection]:
    """A connection to the server of the settings, outside of any transaction."""
    site = connection.settings_dict
    places = {"host": site["HOST"], "port": site["PORT"], "user": site["USER"], "password": site["PASSWORD"]}
    given = {key: value for key, value in places.items() if value}
    with psycopg.connect(dbname="postgres", autocommit=True, **given) as server:
        yield server
