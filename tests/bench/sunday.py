"""A Sunday evening: so many readers a second ask for rankings that change all the time, on a machine of two cores.

One granian with two workers and nginx in front of it, by the template of an installation; a ranking of 400 players
after three Serien, which changes once a second. Readers come without cookies over https and ask for the whole page,
packed, as somebody does who opens it. nginx keeps what the site says everybody may see. The load runs on the same
cores; what nginx and the site need of the processor is measured beside it.

SQLite; another database with DATABASE_URL, which must be empty. READERS says how many ask in a second.
"""

import asyncio
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from typing import Final

from tests.bench.proxy import configured
from tests.bench.server import ROOT, installed, python, serving
from tests.bench.viewers import CHANGE, SET_UP, processor_time

READERS: Final = int(os.environ.get("READERS", "1000"))
CONNECTIONS: Final = 50
SECONDS: Final = 20


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    with tempfile.TemporaryDirectory() as folder:
        environment = installed(folder)
        slug = python(environment, "-c", SET_UP).strip()
        paths = [f"/ranglisten/{slug}/", *(f"/ranglisten/{slug}/serie/{number}/" for number in (1, 2, 3))]
        changing = subprocess.Popen([sys.executable, "-c", CHANGE], cwd=ROOT, env=environment)
        try:
            evening = asyncio.run(_measure(environment, Path(folder), paths))
        finally:
            changing.terminate()
            changing.wait()
    answers = len(evening.waited)
    yield f"sunday_answers {answers / SECONDS:.0f} /s {READERS}"
    for percent in (50, 95, 99):
        yield f"sunday_p{percent} {1000 * quantiles(evening.waited, n=100)[percent - 1]:.0f} ms -"
    yield f"sunday_site {100 * evening.site / SECONDS:.0f} % of a core -"
    yield f"sunday_proxy {100 * evening.proxy / SECONDS:.0f} % of a core -"
    for how, number in sorted(evening.how.items()):
        yield f"sunday_{how.lower()} {number} answers -"


class Evening:
    """What readers met with: how many seconds after an answer was due it came, and whether the cache had it.

    `site` and `proxy` are seconds of processor.
    """

    def __init__(self) -> None:
        self.waited: list[float] = []
        self.how: Counter[str] = Counter()
        self.site = self.proxy = 0.0


async def _measure(environment: dict[str, str], folder: Path, paths: list[str]) -> Evening:
    evening = Evening()
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    async with serving(environment) as (port, site):
        secure, plain = _free_port(), _free_port()
        file = configured(folder, [f"127.0.0.1:{port}"], secure, plain)
        proxy = subprocess.Popen(["nginx", "-c", file])
        try:
            await asyncio.sleep(2)
            for path in paths:
                await _read(paths=[path], port=secure, trust=trust, times=[time.monotonic()], evening=Evening())
            begun = time.monotonic() + 1
            due = [begun + number / READERS for number in range(READERS * SECONDS)]
            before = processor_time(site), processor_time(proxy.pid)
            each = [due[number::CONNECTIONS] for number in range(CONNECTIONS)]
            await asyncio.gather(*(_read(paths, secure, trust, times, evening) for times in each))
            evening.site = processor_time(site) - before[0]
            evening.proxy = processor_time(proxy.pid) - before[1]
        finally:
            proxy.terminate()
            proxy.wait()
    return evening


async def _read(paths: list[str], port: int, trust: ssl.SSLContext, times: list[float], evening: Evening) -> None:
    """Readers who come one after the other over one connection, each when he is due."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=trust)
    for number, due in enumerate(times):
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        path = paths[number % len(paths)]
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        top = (await reader.readuntil(b"\r\n\r\n")).lower()
        assert top.split(b" ", 2)[1] == b"200", top
        fields = dict(line.split(b": ", 1) for line in top.split(b"\r\n")[1:] if b": " in line)
        if length := fields.get(b"content-length"):
            await reader.readexactly(int(length))
        else:
            while size := int(await reader.readline(), 16):
                await reader.readexactly(size + 2)
            await reader.readline()
        evening.waited.append(time.monotonic() - due)
        evening.how[fields[b"x-cache"].decode()] += 1
    writer.close()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port
