"""A club's whole past as one archive: how long it takes to make it and to take it in, and how much memory that needs.

The club is that of `import_club`, 400,000 deals in ten years. Measured are the commands as they are called on a server,
each a process with its start, with the settings of production: into SQLite files, or into databases on the PostgreSQL
server of DATABASE_URL. All rankings of the club that was taken in must be those of the club it was made of.

While an archive is taken in, an SQLite database takes nothing else; how long is measured by somebody who would write.
"""

import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from tests.bench.import_club import DEALS, database, found_club, write_past
from tests.bench.save_row import set_up

MIB: Final = 1024


def figures(deals: int = DEALS) -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    with tempfile.TemporaryDirectory() as made, ExitStack() as stack:
        folder = Path(made)
        kind, source = stack.enter_context(database(folder, "archive_source"))
        _kind, target = stack.enter_context(database(folder, "archive_target"))
        write_past(folder / "listen.csv", deals)
        set_up(source)
        found_club()
        _run("import_club", "bench", str(folder / "listen.csv"))
        before = _rankings()
        archive = folder / "club.zip"
        yield from _told(f"export_archive_{kind}", _run("export_archive", "--club", "bench", "-o", str(archive)), 60)
        yield f"export_archive_{kind}_size {archive.stat().st_size / 1e6:.1f} MB -"
        _switch(target)
        waited = _Waiting(target if kind == "sqlite" else None)
        with waited:
            used = _run("import_archive", str(archive))
        yield from _told(f"import_archive_{kind}", used, 300)
        if kind == "sqlite":
            yield f"import_archive_{kind}_others_wait {waited.longest:.0f} s -"
        if _rankings() != before:
            raise SystemExit("The rankings of the club that was taken in are others.")
        yield f"import_archive_{kind}_equal_rankings {len(before)} events -"


def _told(name: str, used: tuple[float, float, float], target: int) -> Iterator[str]:
    seconds, processor, memory = used
    yield f"{name} {seconds:.0f} s <{target}"
    yield f"{name}_processor {processor:.0f} s -"
    yield f"{name}_memory {memory:.0f} MiB <400"


def _run(*command: str) -> tuple[float, float, float]:
    """Seconds that a command takes, its start included: by the clock, and of the processor; and its MiB at most."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "manage.py", *command], stdout=subprocess.DEVNULL)
    _pid, status, spent = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{command}: {os.waitstatus_to_exitcode(status)}")
    return time.perf_counter() - start, spent.ru_utime + spent.ru_stime, spent.ru_maxrss / MIB


def _switch(url: Path | str) -> None:
    """Go on with another database, an empty one."""
    from django.db import connection

    connection.close()
    connection.settings_dict["NAME"] = str(url).rpartition("/")[2] if isinstance(url, str) else str(url)
    set_up(url)


def _rankings() -> dict[str, list[tuple[Any, ...]]]:
    """The lines of the ranking of every event, as whoever looks after the site sees them."""
    from skatliga.access import Role
    from skatliga.events.models import Event
    from skatliga.standings.rankings import ranking

    events = Event.objects.prefetch_related("rounds")
    return {
        event.slug: [
            (line.place, line.name, line.spielpunkte, line.won, line.lost, line.leistung, line.lists)
            for line in ranking(event, Role.ADMINISTRATOR).lines
        ]
        for event in events
    }


class _Waiting(threading.Thread):
    """Somebody who tries to write into an SQLite file all the time; how long he had to wait at most."""

    def __init__(self, file: Path | str | None) -> None:
        super().__init__(daemon=True)
        self.file, self.longest, self._over = file, 0.0, threading.Event()

    def __enter__(self) -> None:
        if self.file:
            self.start()

    def __exit__(self, *_what: Any) -> None:
        self._over.set()
        if self.file:
            self.join()

    def run(self) -> None:
        with sqlite3.connect(str(self.file), timeout=3600, isolation_level=None) as connection:
            while not self._over.wait(0.2):
                start = time.perf_counter()
                connection.execute("begin immediate")
                connection.execute("rollback")
                self.longest = max(self.longest, time.perf_counter() - start)
