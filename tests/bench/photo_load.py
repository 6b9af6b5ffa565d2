"""Two hundred photographs at once in the running site, while a second process asks for ordinary pages.

One person uploads them in three lots, all begun together, and looks at how far they are every second, as the page
does. Of 190 tables each list is there once; ten more photographs show no list, or not enough of one. Needs the
characters of `photo` (PHOTOS in the environment).
"""

import asyncio
import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from io import BytesIO
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any, Final

import requests
from PIL import Image, ImageFilter

from tests.bench.photo_evening import Paper, Visit
from tests.bench.server import installed, python, serving

TABLES: Final = int(os.environ.get("LISTS", "190"))
LOT: Final = 80
"""Photographs of one upload, as many as the site takes."""
BEFORE: Final = 20
"""Seconds for which pages are asked while nothing is read."""
SET_UP: Final = f"""
import datetime, json
import django
django.setup()
from django.test import Client
from skatliga.access import Role
from skatliga.events import services
from skatliga.events.models import Event
from skatliga.people.services import create_club, invite
club = create_club("Herz Dame")
user = invite(club, "admin", Role.ADMINISTRATOR, first_name="Ada", last_name="Albers").user
event = services.create_event(club, name="Turnier", date=datetime.date(2026, 11, 20), rounds=1,
    rulebook="isko-2022", evaluation="seeger-fabian")
services.enter_guests(event, [(f"Gast {{nr}}", "") for nr in range(1, {4 * TABLES} + 1)])
tables = {{nr + 1: [4 * nr + seat for seat in (1, 2, 3, 4)] for nr in range({TABLES})}}
services.seat_round(event.rounds.get(), tables)
services.set_state(event, Event.State.PUBLISHED)
client = Client()
client.force_login(user)
print(json.dumps([event.slug, client.cookies["sessionid"].value]))
"""
STORED: Final = """
import django
django.setup()
from skatliga.lists.models import Row, Sheet
print(Sheet.objects.count() + Row.objects.count())
"""
_LINE: Final = re.compile(r"<td>([\w.]+)</td>\s*<td>(?:Tisch (\d+))?</td>\s*<td.*?(?=<tr>|</tbody>)", re.DOTALL)
_TROUBLE: Final = re.compile(r'<p class="trouble">[^<]+\.</p>')


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    folder = Path(os.environ.get("PHOTOS", ""))
    if not (folder / "characters.ubyte").exists():
        print("photo_load: PHOTOS must name the folder with characters.ubyte", file=sys.stderr)
        return
    yield from asyncio.run(_tournament(folder))


async def _tournament(handwriting: Path) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        environment = installed(folder) | {"VAR_DIR": folder, "MEDIA_ROOT": f"{folder}/media"}
        environment |= {"SECOND_FACTOR": "0", "DEBUG": "1"}
        slug, session = json.loads(python(environment, "-c", SET_UP))
        async with serving(environment) as (port, _process):
            worker = subprocess.Popen([sys.executable, "manage.py", "work"], env=environment)
            try:
                site = f"http://127.0.0.1:{port}"
                paper = Paper(environment, Path(folder), slug, site, handwriting)
                photographs = dict(_photographs(paper))
                visit = Visit(site, slug, session)
                found = await asyncio.to_thread(lambda: list(_measure(photographs, visit, session, worker.pid)))
                return [*found, f"photo_load_stored_unasked {python(environment, '-c', STORED).strip()} rows 0"]
            finally:
                worker.terminate()
                worker.wait()


def _photographs(paper: Paper) -> Iterator[tuple[str, bytes]]:
    """All photographs by their names, as they come from the phone: `12.jpg` is that of table 12."""
    first = b""
    for table, _written, data in paper.photographs(1):
        first = first or data
        yield f"{table}.jpg", data
    page = Image.open(BytesIO(first))
    for nr in range(2):
        yield f"halb{nr}.jpg", _jpeg(page.crop((0, 0, page.width, page.height // (2 + nr))))
        yield f"unscharf{nr}.jpg", _jpeg(page.filter(ImageFilter.GaussianBlur(8 + nr)))
        yield f"dunkel{nr}.jpg", _jpeg(page.point([grey // 60 for grey in range(256)]))
        yield f"wand{nr}.jpg", _jpeg(Image.new("L", (3000, 2000 + nr), 128))
        yield f"text{nr}.jpg", b"keine Liste"


def _jpeg(image: Image.Image) -> bytes:
    drawn = BytesIO()
    image.save(drawn, "JPEG", quality=85)
    return drawn.getvalue()


def _measure(photographs: dict[str, bytes], visit: Visit, session: str, worker: int) -> Iterator[str]:
    before = _Reader(visit.site, visit.slug, session)
    time.sleep(BEFORE)
    quiet = before.stop()
    during = _Reader(visit.site, visit.slug, session)
    begun = time.monotonic()
    names = Random(5).sample(sorted(photographs), len(photographs))
    lots = [names[at : at + LOT] for at in range(0, len(names), LOT)]
    with ThreadPoolExecutor(len(lots)) as pool:
        answers = list(pool.map(lambda lot: _uploaded(visit.site, visit.slug, session, photographs, lot), lots))
    uploaded = time.monotonic() - begun
    most = 0
    while any("wird gelesen" in visit.get(answer.url.removeprefix(visit.site)).text for answer in answers):
        most = max(most, *_memory(worker))
        time.sleep(1)
    read = time.monotonic() - begun
    waits = during.stop()
    said = [answer.text for answer in answers]
    pages = [visit.get(answer.url.removeprefix(visit.site)).text for answer in answers]
    table_of = {name: table for page in pages for name, table in _LINE.findall(page)}
    named = {line[1] for page in pages for line in _LINE.finditer(page) if _TROUBLE.search(line[0])}
    named |= {name for text in said for name in re.findall(r"(\w+\.jpg): [A-Z]", unescape(text))}
    sorted_right = sum(name == f"{table}.jpg" for name, table in table_of.items())
    unsaid = [name for name in names if not table_of.get(name) and name not in named]
    yield f"photo_load_photographs {len(names)} photos 200"
    yield f"photo_load_sorted {sorted_right} lists {TABLES}"
    yield f"photo_load_named_only {len(named - {name for name, table in table_of.items() if table})} photos 10"
    yield f"photo_load_neither {len(unsaid)} photos 0"
    yield f"photo_load_uploaded {uploaded:.1f} s -"
    yield f"photo_load_read {(read - uploaded) / len(names):.1f} s/photo -"
    yield f"photo_load_process_of_the_worker {most} MiB 500"
    for name, found in (("before", quiet), ("meanwhile", waits)):
        percent = quantiles(found, n=100)
        yield f"photo_load_pages_{name} {len(found)} pages -"
        yield f"photo_load_pages_{name}_p50 {1000 * percent[49]:.0f} ms -"
        yield f"photo_load_pages_{name}_p95 {1000 * percent[94]:.0f} ms -"
        yield f"photo_load_pages_{name}_longest {1000 * max(found):.0f} ms -"


def _uploaded(site: str, slug: str, session: str, photographs: dict[str, bytes], lot: list[str]) -> requests.Response:
    """What the site answers to one lot."""
    visit, path = Visit(site, slug, session), f"/fotos/serie/{slug}/1/"
    visit.get(path)
    return visit.post(path, [], [("fotos", (name, photographs[name], "image/jpeg")) for name in lot])


class _Reader:
    """A process that asks for ordinary pages, five a second, until it is told to stop."""

    def __init__(self, site: str, slug: str, session: str) -> None:
        self._told, other = multiprocessing.Pipe()
        self._process = multiprocessing.get_context("fork").Process(target=_ask, args=(other, site, slug, session))
        self._process.start()
        self._told.recv()

    def stop(self) -> list[float]:
        """How long each page was waited for."""
        self._told.send("stop")
        waits: list[float] = self._told.recv()
        self._process.join()
        return waits


def _ask(told: Connection, site: str, slug: str, session: str) -> None:
    pages = (f"/veranstaltungen/{slug}/", "/", f"/ranglisten/{slug}/", f"/listen/{slug}/serie/1/tisch/1/")
    visit = Visit(site, slug, session)
    for page in 4 * pages:  # every process of the site has them once
        visit.get(page)
    told.send("begun")
    waits: list[float] = []
    while not told.poll(0.2):
        begun = time.monotonic()
        visit.get(pages[len(waits) % len(pages)])
        waits.append(time.monotonic() - begun)
    told.send(waits)


def _memory(worker: int) -> list[int]:
    """Of each process below this one: what it has of its own and shares, in MiB."""
    parents: dict[int, int] = {}
    sizes: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            said: Any = dict(line.split(":", 1) for line in status.read_text().splitlines())
        except OSError:
            continue
        parents[int(said["Pid"])] = int(said["PPid"])
        sizes[int(said["Pid"])] = int(said.get("VmHWM", "0 kB").split()[0]) // 1024
    below = {worker}
    for _generation in range(3):
        below |= {process for process, parent in parents.items() if parent in below}
    return [sizes[process] for process in below if process in sizes] or [0]
