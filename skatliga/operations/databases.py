"""The two databases the site runs on, as far as safekeeping goes: copy, read again, put back, examine.

* SQLite is copied by its online backup from one read transaction: the site writes on meanwhile, and the copy is one
  moment of the database. It is put back by the same way, which is one transaction of the database in use.
* PostgreSQL is copied by `pg_dump` and put back by `psql` in one transaction. What is counted and what is dumped are
  the same snapshot. The tools come with the package postgresql-client and must not be older than the server.

**D** All tables of the database are replaced, also those a newer program has added: what remained of them would stand
in the way of the next migration.

**D** A copy is refused where it is not what was counted, or its pages or indexes are damaged. A reference that leads
nowhere is no reason: the check says it, and what is there is better safe with it than not at all.

**D** PostgreSQL checks its references itself, and its pages are read by every backup; so only constraints and indexes
that are marked as invalid are looked for.
"""

import os
import sqlite3
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from django.db import DatabaseError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.operations import places

Tell = Callable[[int], None]
"""Is told how far a copy is, in per cent."""
Counts = dict[str, int]
"""Rows by table."""

_PAGES: Final = 2000
_WAIT: Final = 20
"""Seconds until somebody else's work in the database counts as a hindrance."""


class DamagedError(Exception):
    """A database or a copy that cannot be read; the text is a sentence for whoever runs the site."""


class Database(ABC):
    """The database of this site."""

    kind: str
    compressed: bool
    """Whether its copies are compressed already."""

    @abstractmethod
    def demand_reachable(self) -> None:
        """Damaged where a server keeps it and does not let us in."""

    @abstractmethod
    def dump(self, target: Path, tell: Tell) -> Counts:
        """Write a copy, and say what is in it; OSError or Damaged where that fails."""

    @abstractmethod
    def verify(self, copy: Path, counts: Counts) -> None:
        """Read a copy whole; Damaged where it is not what was counted."""

    @abstractmethod
    def load(self, copy: Path) -> None:
        """Replace everything in the database by a copy, or nothing of it; Damaged where that fails."""

    @abstractmethod
    def size(self) -> int:
        """Of the database in use, in bytes."""

    @property
    @abstractmethod
    def folder(self) -> Path | None:
        """Where its file lies; None for what a server keeps."""

    def broken(self) -> str:
        """Why the database in use cannot be read or copied; nothing where it can, or a server has to know."""
        return ""

    @contextmanager
    def broken_aside(self) -> Iterator[Path | None]:
        """Put a broken database under another name, and back where what follows fails; None where it is not broken."""
        yield None

    @abstractmethod
    def faults(self) -> list[str]:
        """What is wrong with the database in use, a sentence each."""

    def counts(self) -> Counts:
        """Rows of every table of the database in use."""
        with connection.cursor() as cursor:
            return _count(connection, cursor)

    def is_empty(self) -> bool:
        """Whether nobody has ever worked with this database."""
        counts = self.counts()
        return not any(counts.get(table, 0) for table in ("people_user", "people_club", "people_player"))


class Sqlite(Database):
    """One file, or the memory of a test."""

    kind, compressed = "sqlite", False

    def demand_reachable(self) -> None:
        """A file is made where there is none."""

    def dump(self, target: Path, tell: Tell) -> Counts:
        def progress(status: int, remaining: int, total: int) -> None:
            tell(100 - 100 * remaining // max(total, 1))

        try:
            with _one_moment() as source, closing(sqlite3.connect(target)) as copy:
                source.backup(copy, pages=_PAGES, progress=progress)
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a second one beside it
                return _count_sqlite(copy)
        except sqlite3.Error as error:
            raise DamagedError(_("Die Datenbank lässt sich nicht kopieren: %(why)s") % {"why": error}) from error

    def verify(self, copy: Path, counts: Counts) -> None:
        try:
            with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as opened:
                faults = _damaged_pages(opened.execute)
                if not faults and _count_sqlite(opened) != counts:
                    faults = [_("Die Zahl der Zeilen ist eine andere als im Verzeichnis der Sicherung.")]
        except sqlite3.Error as error:
            raise DamagedError(_("Die Datenbank in der Sicherung ist beschädigt: %(why)s") % {"why": error}) from error
        if faults:
            raise DamagedError(_("Die Datenbank in der Sicherung ist beschädigt: %(why)s") % {"why": faults[0]})

    def load(self, copy: Path) -> None:
        target = self._file
        connections.close_all()
        places.make_folder(target.parent)

        def progress(status: int, _remaining: int, _total: int) -> None:
            if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):  # or it would try for ever
                raise DamagedError(
                    _("Jemand arbeitet noch mit der Datenbank. Bitte die Seite anhalten und noch einmal.")
                )

        try:
            with closing(sqlite3.connect(copy)) as source, closing(sqlite3.connect(target, timeout=_WAIT)) as database:
                # A new one may be there already: whoever asks whether it is empty makes it, and root makes it root's.
                if not _tables_of(database):
                    places.give(target)
                source.backup(database, progress=progress)
        except sqlite3.Error as error:
            raise DamagedError(_("Die Datenbank lässt sich nicht ersetzen: %(why)s") % {"why": error}) from error

    def is_empty(self) -> bool:
        return not self.folder.exists() or super().is_empty()

    def size(self) -> int:
        return sum(path.stat().st_size for path in self._files())

    @property
    def folder(self) -> Path:
        return self._file.parent

    def broken(self) -> str:
        if not self._file.is_file():
            return ""
        try:
            with closing(sqlite3.connect(self._file, timeout=_WAIT)) as opened:
                return next(iter(_damaged_pages(opened.execute)), "")
        except sqlite3.Error as error:  # somebody holds it, or it may not be read
            raise DamagedError(_("Die Datenbank lässt sich nicht öffnen: %(why)s") % {"why": error}) from error

    @contextmanager
    def broken_aside(self) -> Iterator[Path | None]:
        if not self.broken():
            yield None
            return
        connections.close_all()
        file = self._file
        aside = file.with_name(f"{file.name}-damaged-{timezone.now():%Y%m%d-%H%M%S}")
        for path in self._files():
            path.rename(f"{aside}{path.name.removeprefix(file.name)}")
        try:
            yield aside
        except BaseException:
            connections.close_all()
            for path in self._files():
                path.unlink()
            for path in aside.parent.glob(f"{aside.name}*"):
                path.rename(f"{file}{path.name.removeprefix(aside.name)}")
            raise
        places.make_like(file, aside)

    @property
    def _file(self) -> Path:
        """Behind a link the file itself."""
        return Path(connection.settings_dict["NAME"]).resolve()

    def _files(self) -> list[Path]:
        """The file, and what belongs to it: written pages that are not yet in it, and their index."""
        names = (f"{self._file}{suffix}" for suffix in ("", "-wal", "-shm", "-journal"))
        return [path for path in map(Path, names) if path.exists()]

    def faults(self) -> list[str]:
        with connection.cursor() as cursor:
            return _damaged_pages(cursor.execute) or _loose_references(cursor.execute)


@contextmanager
def _one_moment() -> Iterator[sqlite3.Connection]:
    """The database as it is now, however long somebody reads it and whoever writes meanwhile."""
    connection.ensure_connection()
    source: sqlite3.Connection = connection.connection
    source.execute("BEGIN")
    try:
        source.execute("SELECT count(*) FROM sqlite_master")  # from here on
        yield source
    finally:
        source.execute("ROLLBACK")


def _count_sqlite(opened: sqlite3.Connection) -> Counts:
    return {name: opened.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in _tables_of(opened)}


def _tables_of(opened: sqlite3.Connection) -> list[str]:
    tables = opened.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return sorted(name for (name,) in tables.fetchall())


def _damaged_pages(execute: Callable[[str], sqlite3.Cursor]) -> list[str]:
    """What is wrong with pages and indexes; an error that tells of no damage is passed on."""
    try:
        return [text for (text,) in execute("PRAGMA integrity_check").fetchall() if text != "ok"]
    except (sqlite3.DatabaseError, DatabaseError) as error:
        cause = error.__cause__ if isinstance(error, DatabaseError) else error
        if getattr(cause, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return [str(error)]
        raise


def _loose_references(execute: Callable[[str], sqlite3.Cursor]) -> list[str]:
    return [
        _("Tabelle %(table)s: eine Zeile verweist auf eine in %(parent)s, die es nicht gibt.")
        % {"table": table, "parent": parent}
        for table, _row, parent, _key in execute("PRAGMA foreign_key_check").fetchall()
    ]


class Postgresql(Database):
    """A database on a server, through the server's own tools."""

    kind, compressed = "postgresql", True

    def demand_reachable(self) -> None:
        try:
            connection.ensure_connection()
        except DatabaseError as error:
            raise DamagedError(
                _(
                    "Die Datenbank „%(name)s“ ist nicht zu erreichen (%(why)s). Bitte nachsehen, ob der "
                    "Datenbankserver läuft und ob DATABASE_URL in den Einstellungen stimmt."
                )
                % {"name": connection.settings_dict["NAME"], "why": str(error).partition("\n")[0]}
            ) from error

    def dump(self, target: Path, tell: Tell) -> Counts:
        reader = connection.copy()
        try:
            with reader.cursor() as cursor:
                cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                cursor.execute("SELECT pg_export_snapshot()")
                snapshot = cursor.fetchone()[0]
                _run("pg_dump", "--format=custom", f"--snapshot={snapshot}", f"--file={target}")
                tell(100)
                return _count(reader, cursor)
        finally:
            reader.close()

    def verify(self, copy: Path, counts: Counts) -> None:
        listed = _run("pg_restore", "--list", str(copy))
        tables = {line.split()[6] for line in listed.splitlines() if " TABLE DATA " in line}
        if missing := sorted(counts.keys() - tables):
            why = _("Tabelle %(table)s fehlt.") % {"table": missing[0]}
            raise DamagedError(_("Die Datenbank in der Sicherung ist beschädigt: %(why)s") % {"why": why})
        _run("pg_restore", "--file=-", str(copy), keep=False)  # unpacks every row

    def load(self, copy: Path) -> None:
        script = copy.with_suffix(".sql")
        _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(copy))
        with connection.cursor() as cursor:
            tables = ", ".join(connection.ops.quote_name(name) for name in connection.introspection.table_names(cursor))
        connections.close_all()
        drop = ["--command", f"DROP TABLE {tables} CASCADE"] if tables else []
        once = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
        try:
            _run("psql", *once, *drop, "--file", str(script), keep=False, PGOPTIONS=f"-c lock_timeout={_WAIT}s")
        except DamagedError as failed:
            if not (others := self._others()):
                raise
            at_work = _("An der Datenbank sind noch andere angemeldet (%(names)s). Bitte die Seite anhalten.")
            raise DamagedError(f"{failed} {at_work % {'names': ', '.join(others)}}") from failed

    def size(self) -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return cursor.fetchone()[0]

    @property
    def folder(self) -> None:
        return None

    def _others(self) -> list[str]:
        """Who else is at work in the database: users, and from where."""
        with connection.cursor() as cursor:
            cursor.execute(
                """SELECT DISTINCT usename || coalesce('@' || host(client_addr), '') FROM pg_stat_activity
                   WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename IS NOT NULL ORDER BY 1"""
            )
            return [name for (name,) in cursor.fetchall()]

    def faults(self) -> list[str]:
        invalid = """SELECT conrelid::regclass::text, conname::text FROM pg_constraint WHERE NOT convalidated
                     UNION ALL SELECT indrelid::regclass::text, indexrelid::regclass::text
                     FROM pg_index WHERE NOT indisvalid"""
        with connection.cursor() as cursor:
            cursor.execute(invalid)
            return [
                _("Tabelle %(table)s: %(name)s gilt nicht.") % {"table": table, "name": name}
                for table, name in cursor.fetchall()
            ]


def _count(opened: BaseDatabaseWrapper, cursor: CursorWrapper) -> Counts:
    found = {}
    for name in sorted(opened.introspection.table_names(cursor)):
        cursor.execute(f"SELECT count(*) FROM {opened.ops.quote_name(name)}")
        found[name] = cursor.fetchone()[0]
    return found


def _run(tool: str, *arguments: str, keep: bool = True, **variables: str) -> str:
    """What a tool of PostgreSQL prints; Damaged with its first complaint where it fails.

    The variables are added to those that say where the server is.
    """
    settings = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    place = {name: str(settings[key]) for name, key in names.items() if settings[key]}
    try:
        done = subprocess.run(
            [tool, *arguments],
            env=os.environ | place | variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if keep else subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
    except FileNotFoundError as missing:
        raise DamagedError(
            _("%(tool)s fehlt: bitte das Paket postgresql-client einrichten.") % {"tool": tool}
        ) from missing
    if done.returncode:
        why = next(iter(done.stderr.splitlines()), str(done.returncode))
        raise DamagedError(_("%(tool)s ist gescheitert: %(why)s") % {"tool": tool, "why": why})
    return done.stdout or ""


def of_this_site() -> Database:
    """The database the settings name."""
    return Sqlite() if connection.vendor == "sqlite" else Postgresql()
