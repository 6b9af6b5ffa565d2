"""How many viewers of a live ranking one machine serves: the point from which on it needs a second one.

One granian with two workers, started for this; a ranking of 400 players after three Serien. Every viewer asks each
`POLL` seconds with the mark of what he holds, like the page, over connections kept open as a proxy in front keeps them.
Once a second the ranking changes, as when lists are handed in one after the other, so that every viewer is sent all of
it nearly each time: what happens in the minutes after a Serie. The number of viewers rises until one answer in twenty
is later than `LATE`, counted from when it was due. The load runs on the same cores; what the server's own
processes need for an answer is measured beside it.

SQLite; another database with DATABASE_URL, which must be empty.
"""

import asyncio
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from typing import Final, NamedTuple

from tests.bench.server import ROOT, installed, python, serving

PLAYERS: Final = 400
ROUNDS: Final = 3
POLL: Final = 2.0
CONNECTIONS: Final = 100
SECONDS: Final = 12
LATE: Final = 1.0
STEP: Final = 250
MOST: Final = 40 * STEP

SET_UP: Final = f"""
import django
django.setup()
from tests.bench.large_field import build
print(build({PLAYERS}, {ROUNDS}).slug)
"""
CHANGE: Final = """
import time
import django
django.setup()
from django.db.models import F
from skatliga.events.models import Event
while True:
    Event.objects.update(version=F("version") + 1)
    time.sleep(1)
"""


class Stage(NamedTuple):
    """What so many viewers met with: 95 of 100 answers came within `p95` seconds and cost the server `cost` seconds."""

    viewers: int
    p95: float
    cost: float


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    with tempfile.TemporaryDirectory() as folder:
        environment = installed(folder)
        slug = python(environment, "-c", SET_UP).strip()
        changing = subprocess.Popen([sys.executable, "-c", CHANGE], cwd=ROOT, env=environment)
        try:
            served = asyncio.run(_rise(environment, f"/ranglisten/{slug}/"))
        finally:
            changing.terminate()
            changing.wait()
    yield f"viewers_one_machine {served.viewers} viewers -"
    yield f"viewers_p95 {1000 * served.p95:.0f} ms <{1000 * LATE:.0f}"
    yield f"viewers_cost {1000 * served.cost:.2f} ms/answer -"
    yield f"viewers_two_cores {2 * POLL / served.cost:.0f} viewers -"


async def _rise(environment: dict[str, str], path: str) -> Stage:
    """The largest number of viewers who were served in time."""
    best = Stage(0, 0.0, math.inf)
    async with serving(environment) as (port, server):
        for viewers in range(STEP, MOST + 1, STEP):
            stage = await _stage(port, server, path, viewers)
            if stage.p95 > LATE:
                break
            best = stage
    return best


async def _stage(port: int, server: int, path: str, viewers: int) -> Stage:
    waited: list[float] = []
    begun, spent = time.monotonic(), processor_time(server)
    each = [range(number, viewers, CONNECTIONS) for number in range(CONNECTIONS)]
    await asyncio.gather(*(_watch(port, path, begun, viewers, own, waited) for own in each))
    return Stage(viewers, quantiles(waited, n=20)[18], (processor_time(server) - spent) / len(waited))


async def _watch(port: int, path: str, begun: float, viewers: int, own: range, waited: list[float]) -> None:
    """The viewers on one connection, who ask in turn; their seconds of waiting are added to `waited`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    marks = dict.fromkeys(own, b'""')
    for turn in range(int(SECONDS / POLL)):
        for viewer in own:
            due = begun + (turn + viewer / viewers) * POLL
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nHX-Request: true\r\nIf-None-Match: ".encode()
            writer.write(head + marks[viewer] + b"\r\n\r\n")
            marks[viewer] = await _answer(reader)
            waited.append(time.monotonic() - due)
    writer.close()


async def _answer(reader: asyncio.StreamReader) -> bytes:
    """Read one answer; its mark."""
    top = await reader.readuntil(b"\r\n\r\n")
    status = int(top.split(b" ", 2)[1])
    assert status in {200, 304}, top
    fields = dict(line.lower().split(b": ", 1) for line in top.split(b"\r\n")[1:] if b": " in line)
    if status == 200:
        await reader.readexactly(int(fields[b"content-length"]))
    return fields[b"etag"]


def processor_time(parent: int) -> float:
    """Seconds of processor that a process and its children have used, from /proc."""
    ticks = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(") ")[2].split()
        except OSError:
            continue  # it ended just now
        if parent in {int(folder.name), int(fields[1])}:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
