"""Lists kept on devices: 250 tables at ten times the speed of the cards, and 2,000 who follow, on one machine.

One granian with two workers, started for this. Every table enters a deal each fifteen seconds. All look like the page
(`static/js/device/store.js`): every `POLL` seconds with the mark they hold, a little sooner or later, less often where
answers are slow. The load runs on the same cores. Afterwards every row that a device was told to be accepted must stand
on its list once, with its value: lost or doubled ones end the measurement.

SQLite; another database with DATABASE_URL, which must be empty. BENCH_SECONDS sets how long it runs: 720 are a whole
Serie of 48 deals.
"""

import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from uuid import uuid4

from tests.bench.server import installed, python, serving

POLL: Final = 6.0
NOTHING: Final = '"-"'
"""What somebody looks with who knows of no list yet."""


class Hall(NamedTuple):
    """So many tables, each with a deal in so many seconds, and so many who follow."""

    tables: int
    followers: int
    pause: float
    together: int
    """Tables of an event."""
    opening: float = 0.0
    """Seconds in which all open the page and begin their lists; what is asked then is told apart."""


TOURNAMENT: Final = Hall(250, 2_000, 15.0, 250)  # a Serie of 48 deals takes two hours, ten times as fast
ROUND: Final = (("221+", 24), ("143.+", 120), ("436+", 46), ("302/-", -80))

SET_UP: Final = """
import datetime, json
import django
django.setup()
from skatliga.events.models import Event, Table
from skatliga.events.services import create_event, enter_guests, seat_round, set_state
from skatliga.lists.access import device_path
from skatliga.people.services import create_club
club = create_club("Verein")
for number in range(TABLES // TOGETHER):
    event = create_event(club, name=f"Turnier {number}", date=datetime.date(2026, 11, 21), rounds=1,
                         rulebook="isko-2022", evaluation="seeger-fabian")
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, 4 * TOGETHER + 1)])
    seat_round(event.rounds.get(), {table: range(4 * table - 3, 4 * table + 1) for table in range(1, TOGETHER + 1)})
    set_state(event, Event.State.PUBLISHED)
print(json.dumps([device_path(table) for table in Table.objects.order_by("pk")]))
"""
STORED: Final = """
import json
import django
django.setup()
from skatliga.events.models import Table
from skatliga.lists.device.state import sheet_at, state_of
tables = Table.objects.select_related("round__event").order_by("pk")
lists = [[row["score"] for row in state_of(table, sheet_at(table))["rows"]] for table in tables]
print(json.dumps(lists))
"""


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    yield from measured("device", TOURNAMENT)


def measured(name: str, hall: Hall) -> Iterator[str]:
    """The lines about this hall; their names begin with `name`."""
    seconds = float(os.environ.get("BENCH_SECONDS", "60"))
    with tempfile.TemporaryDirectory() as folder:
        environment = installed(folder)
        set_up = SET_UP.replace("TABLES", str(hall.tables)).replace("TOGETHER", str(hall.together))
        paths = json.loads(python(environment, "-c", set_up))
        load = asyncio.run(_measure(environment, hall, paths, seconds))
        stored = json.loads(python(environment, "-c", STORED))
    accepted = [[ROUND[nr % 4][1] for nr in range(table.accepted)] for table in load.tables]
    wrong = sum(here != there for here, there in zip(accepted, stored, strict=True))
    for what, found in (("row", load.sent), ("follow", load.followed), ("opening", load.opened)):
        yield from _latencies(f"{name}_{what}", found)
    yield f"{name}_rows {sum(map(len, stored))} rows -"
    yield f"{name}_errors {load.errors} requests 0"
    yield f"{name}_wrong_lists {wrong} lists 0"
    if wrong:
        raise SystemExit("rows were lost or doubled")


def _latencies(name: str, found: list[float]) -> Iterator[str]:
    ordered = sorted(found)
    for percent in (50, 95, 99) if found else ():
        yield f"{name}_p{percent} {1000 * ordered[len(ordered) * percent // 100]:.0f} ms -"


class Table:
    """One device that writes."""

    def __init__(self, path: str) -> None:
        self.path, self.name, self.accepted, self.mark = path, str(uuid4()), 0, ""


class Load:
    """All devices and followers, and how long they waited for their answers, in seconds."""

    def __init__(self, port: int, hall: Hall, paths: list[str], seconds: float) -> None:
        self.port = port
        self.hall = hall
        self.tables = [Table(path) for path in paths]
        self.sent: list[float] = []
        self.followed: list[float] = []
        self.opened: list[float] = []
        self.errors = 0
        self.random = random.Random(1)
        self.runs = time.monotonic() + hall.opening
        self.end = self.runs + seconds

    def note(self, kind: list[float], begun: float) -> None:
        """Keep how long an answer took that was asked for then."""
        (self.opened if begun < self.runs else kind).append(time.monotonic() - begun)

    def some_time(self, within: float) -> float:
        """Seconds until one of many opens the page."""
        return self.random.random() * (self.hall.opening or within)

    async def ask(self, path: str, body: Any = None, mark: str = "") -> tuple[int, str, bytes]:
        """One request; its status, mark and content."""
        sent = b"" if body is None else json.dumps(body).encode()
        head = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
        head += ["Content-Type: application/json", f"Content-Length: {len(sent)}"] if sent else []
        head += [f"If-None-Match: {mark}"] if mark else []
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write("\r\n".join([*head, "", ""]).encode() + sent)
        answer = await reader.read()
        writer.close()
        top, _, content = answer.partition(b"\r\n\r\n")
        lines = top.decode().split("\r\n")
        marks = [line.partition(": ")[2] for line in lines if line.lower().startswith("etag:")]
        return int(lines[0].split()[1]), marks[0] if marks else "", content

    async def write(self, table: Table) -> None:
        """Keep one list until time is up; what is not answered is sent again with its key."""
        await asyncio.sleep(self.some_time(self.hall.pause))
        begun = time.monotonic()
        lease = {"device": table.name, "keeper": 1}
        _status, _mark, content = await self.ask(f"{table.path}schreiben/", lease)
        told = json.loads(content)
        self.note(self.opened, begun)
        sheet, generation = told["state"]["list"], told["generation"]
        while time.monotonic() < self.end and table.accepted < 48:
            entry = {"key": str(uuid4()), "kind": "row", "nr": table.accepted + 1, "dealer": table.accepted % 4 + 1}
            entry["text"] = ROUND[table.accepted % 4][0]
            body = {"device": table.name, "generation": generation, "list": sheet, "entries": [entry]}
            begun = time.monotonic()
            while not await self.accepted(table, body):
                self.errors += 1
                await asyncio.sleep(1)
            self.note(self.sent, begun)
            table.accepted += 1
            await self.look_on(table, begun + self.hall.pause)

    async def accepted(self, table: Table, body: Any) -> bool:
        """Whether the one entry was accepted."""
        try:
            status, table.mark, content = await self.ask(f"{table.path}senden/", body)
        except (OSError, IndexError):
            return False
        return status == 200 and json.loads(content)["answers"][0]["status"] == "accepted"

    async def look_on(self, table: Table, until: float) -> None:
        """Look at the list that is written, as its device does between two deals."""
        pause = self.pause_after(0.0)
        while time.monotonic() + pause < min(until, self.end):
            await asyncio.sleep(pause)
            table.mark, took = await self.look(table.path, table.mark)
            pause = self.pause_after(took)
        await asyncio.sleep(max(0.0, min(until, self.end) - time.monotonic()))

    async def follow(self, path: str) -> None:
        """Look at one list until time is up."""
        mark = NOTHING
        await asyncio.sleep(self.some_time(POLL))
        while time.monotonic() < self.end:
            begun = time.monotonic()
            mark, took = await self.look(path, mark)
            self.note(self.followed, begun)
            await asyncio.sleep(self.pause_after(took))

    async def look(self, path: str, mark: str) -> tuple[str, float]:
        """Look once: the mark of what is known then, and how long that took."""
        begun = time.monotonic()
        try:
            _status, new, _content = await self.ask(f"{path}stand/", mark=mark)
        except (OSError, IndexError):
            self.errors += 1
            new = ""
        return new or mark, time.monotonic() - begun

    def pause_after(self, took: float) -> float:
        """How long a page leaves the site alone after an answer that took so long (`pauseAfter` of the script)."""
        return max(POLL, 3 * took) * (0.8 + 0.4 * self.random.random())


async def _measure(environment: dict[str, str], hall: Hall, paths: list[str], seconds: float) -> Load:
    async with serving(environment) as (port, _process):
        load = Load(port, hall, paths, seconds)
        followers = [load.follow(paths[number % hall.tables]) for number in range(hall.followers)]
        await asyncio.gather(*(load.write(table) for table in load.tables), *followers)
        return load
