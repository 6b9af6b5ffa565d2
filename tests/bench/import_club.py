"""Ten years of a club in one file: how long it takes to import them, and how much memory that needs.

The file is made first: about 45 evenings a year, each of four or five tables in two or three Serien, most tables of
four with 48 deals, the others of three with 36, drawn as in `error_detection` and written in compact notation. Nine of
ten players stand in the register. Measured is the command as it is called on a server, a process with its start,
into a database of its own with the settings of production: an SQLite file, or the PostgreSQL server of DATABASE_URL.
"""

import csv
import datetime
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from scoring.sheet import active_seats
from tests.bench.error_detection import BOOK, draw_deal
from tests.bench.save_row import set_up

DEALS: Final = 400_000
A_YEAR: Final = 45
MEMBERS: Final = 40
SEED: Final = "zehn Jahre"
COLUMNS: Final = (
    *("veranstaltung", "datum", "ort", "liste", "serie", "tisch", "platz1", "platz2", "platz3", "platz4"),
    *("spiel", "kurz"),
)


def figures(deals: int = DEALS) -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    with tempfile.TemporaryDirectory() as folder, database(Path(folder), "import_club") as (kind, empty):
        file = Path(folder) / "listen.csv"
        written = write_past(file, deals)
        set_up(empty)
        yield f"import_club_file {file.stat().st_size / 1e6:.1f} MB -"
        found_club()
        for name, options in ((f"import_club_{kind}_dry_run", ["--dry-run"]), (f"import_club_{kind}", [])):
            seconds, processor = _run(file, options)
            yield f"{name} {seconds:.0f} s <300"
            yield f"{name}_processor {processor:.0f} s -"
        yield f"import_club_{kind}_deals {written / seconds:.0f} /s >1334"
        yield f"import_club_{kind}_memory {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MiB <300"
        _demand_all_stored(written)
        yield f"import_club_{kind}_again {_run(file, [])[0]:.0f} s -"
        _demand_all_stored(written)


@contextmanager
def database(folder: Path, name: str) -> Iterator[tuple[str, Path | str]]:
    """What kind it is and where: a new file in the folder, or an empty database on the server of DATABASE_URL."""
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgres"):
        yield "sqlite", folder / f"{name}.sqlite3"
        return
    import psycopg

    stem = server.rpartition("/")[0]
    with psycopg.connect(f"{stem}/postgres", autocommit=True) as connection:
        connection.execute(f"create database skatliga_bench_{name}")
        try:
            yield "postgresql", f"{stem}/skatliga_bench_{name}"
        finally:
            connection.execute(f"drop database skatliga_bench_{name} with (force)")


def write_past(file: Path, deals: int) -> int:
    """A file of at least so many deals; how many they are."""
    draw = Random(SEED)
    written, number = 0, 0
    with file.open("w", newline="") as stream:
        lines = csv.writer(stream, delimiter=";")
        lines.writerow(COLUMNS)
        while written < deals:
            date = datetime.date(2015, 1, 7) + datetime.timedelta(days=number * 365 // A_YEAR)
            number += 1
            for row in _evening(draw, f"Clubabend {number}", date):
                lines.writerow(row)
                written += 1
    return written


def _evening(draw: Random, name: str, date: datetime.date) -> Iterator[tuple[str | int, ...]]:
    """All lines of one evening; what does not change is written once."""
    sizes = draw.choice(((4, 4, 4, 4), (4, 4, 4, 3), (4, 4, 4, 4, 4), (4, 4, 4, 3, 3)))
    names = [_name(number) for number in draw.sample(range(MEMBERS + 4), sum(sizes))]
    for serie in range(1, draw.choice((2, 2, 3)) + 1):
        seated = iter(draw.sample(names, len(names)))
        for table, size in enumerate(sizes, 1):
            seats = [next(seated) for _seat in range(size)] + [""] * (4 - size)
            head: tuple[str | int, ...] = (name, date.isoformat(), "Vereinsheim", f"{serie}-{table}", serie, table)
            head += tuple(seats)
            for nr in range(1, 12 * size + 1):
                yield (*head, nr, _deal(draw, tuple(range(1, size + 1)), nr))
                head = ("", "", "", f"{serie}-{table}", "", "", "", "", "", "")


def _deal(draw: Random, seats: tuple[int, ...], nr: int) -> str:
    from scoring.notation import write

    deal = draw_deal(draw)
    declarer = 0 if deal.game == "eingepasst" else draw.choice(active_seats(BOOK, seats, (nr - 1) % len(seats) + 1))
    return write(declarer, deal, BOOK) or ""


def _name(number: int) -> str:
    return f"Vorname{number} Nachname{number}"


def found_club() -> None:
    """A club with its register of players."""
    from skatliga.people.services import add_player, create_club

    club = create_club("Bench")
    for number in range(MEMBERS):
        first_name, last_name = _name(number).split()
        add_player(club, first_name=first_name, last_name=last_name, number=str(number + 1))


def _run(file: Path, options: list[str]) -> tuple[float, float]:
    """Seconds that the command takes, its start included: by the clock, and of the processor."""
    start, used = time.perf_counter(), _processor()
    command = [sys.executable, "manage.py", "import_club", "bench", str(file), *options]
    answer: Any = subprocess.run(command, capture_output=True, text=True)
    if answer.returncode:
        raise SystemExit(answer.stdout + answer.stderr)
    return time.perf_counter() - start, _processor() - used


def _processor() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _demand_all_stored(deals: int) -> None:
    from skatliga.lists.models import Row, Sheet

    counted = Row.objects.count(), Row.history.count()
    if counted != (deals, deals) or Sheet.objects.exclude(state=Sheet.State.ENTERED).exists():
        raise SystemExit(f"{counted} rows of {deals}")
