"""A whole evening entered by photographs in the running site: 14 guests, two Serien of four tables, printed, painted,
uploaded, compared, taken over, all through its pages.

The first Serie is on the usual sheets with values and totals, the second on sheets on which the deal is ticked. Whoever
compares says what is on the paper for every row and every foot that is shown, believes all others, and says where a
list has ended early. Needs the characters of `photo` (PHOTOS in the environment); meanwhile somebody else looks at the
page of the Serie.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

import requests

from tests.bench.server import installed, python, serving

SEATS: Final = (
    {1: [1, 2, 3, 4], 2: [5, 6, 7, 8], 3: [9, 10, 11], 4: [12, 13, 14]},
    {1: [5, 9, 1, 12], 2: [2, 10, 6, 13], 3: [7, 3, 14], 4: [11, 8, 4]},
)
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
event = services.create_event(club, name="Clubabend", date=datetime.date(2026, 11, 20), rounds=2,
    rulebook="isko-2022", evaluation="seeger-fabian")
services.enter_guests(event, [(f"Gast {{letter}}", "") for letter in "ABCDEFGHIJKLMN"])
for round, tables in zip(event.rounds.order_by("number"), {SEATS!r}):
    services.seat_round(round, tables)
services.set_state(event, Event.State.PUBLISHED)
client = Client()
client.force_login(user)
print(json.dumps([event.slug, client.cookies["sessionid"].value]))
"""
LOOK: Final = """
import json
import django
django.setup()
from skatliga.lists.models import Sheet
from skatliga.lists.queries import view_of
found = []
for sheet in Sheet.objects.select_related("table__round"):
    view = view_of(sheet)
    rows = [(row.declarer, row.score) for row in view.rows]
    found.append([sheet.table.round.number, sheet.table.number, rows, view.complete and view.flawless])
print(json.dumps(found))
"""
_ROW: Final = re.compile(r'<li class="([^"]*)">.*?name="gesagt" value="(\d+)"', re.DOTALL)
_FOOT: Final = re.compile(r'<tr class="look[^"]*">.*?name="gesagt" value="fuss-(\d)"', re.DOTALL)
_SENT: Final = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
_PHOTO: Final = re.compile(r"<td>([\w.]+)</td>\s*<td>(?:Tisch (\d))?.*?(?=<tr>|</tbody>)", re.DOTALL)


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    folder = Path(os.environ.get("PHOTOS", ""))
    if not (folder / "characters.ubyte").exists():
        print("photo_evening: PHOTOS must name the folder with characters.ubyte", file=sys.stderr)
        return
    yield from asyncio.run(_evening(folder))


async def _evening(handwriting: Path) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        environment = installed(folder) | {"VAR_DIR": folder, "MEDIA_ROOT": f"{folder}/media"}
        environment |= {"SECOND_FACTOR": "0", "DEBUG": "1"}
        slug, session = json.loads(python(environment, "-c", SET_UP))
        async with serving(environment) as (port, _process):
            worker = subprocess.Popen([sys.executable, "manage.py", "work"], env=environment)
            try:
                site = f"http://127.0.0.1:{port}"
                paper = Paper(environment, Path(folder), slug, site, handwriting)
                visit = Visit(site, slug, session)
                return list(await asyncio.to_thread(_measure, paper, visit, environment))
            finally:
                worker.terminate()
                worker.wait()


class Paper:
    """Prints the sheets of a Serie, fills them in and photographs them."""

    def __init__(self, environment: dict[str, str], folder: Path, slug: str, site: str, handwriting: Path) -> None:
        self.environment, self.folder, self.slug, self.site = environment, folder, slug, site
        self.handwriting = handwriting

    def photographs(self, serie: int) -> Iterator[tuple[int, Any, bytes]]:
        """Of every table what was written, and the photograph of it."""
        from tests.bench.painted_photo import held_out, paint, photograph, sheet_of, write_list

        pdf, geometry, ticks = self.folder / f"{serie}.pdf", self.folder / f"{serie}.json", serie == 2
        command = ["manage.py", "print", "leere-listen", self.slug, "--serie", str(serie), "--site", self.site]
        command += ["-o", str(pdf), "--geometry", str(geometry), *["--ankreuzen"] * ticks]
        python(self.environment, *command)
        glyphs = held_out(self.handwriting)
        for page in json.loads(geometry.read_text())["pages"]:
            random = Random(f"evening {serie} {page['table']}")
            written = write_list(random, page["seats"], page["deals"], not ticks, False, slips=0, ticks=ticks)
            sheet, _page = sheet_of(pdf, page)
            yield page["table"], written, photograph(random, paint(random, sheet, page, written, glyphs))


class Visit:
    """A person at the site, signed in."""

    def __init__(self, site: str, slug: str, session: str) -> None:
        self.site, self.slug = site, slug
        self.browser = requests.Session()
        self.browser.cookies.set("sessionid", session)
        self.waited: list[float] = []

    def get(self, path: str) -> requests.Response:
        """A page, which must be there."""
        answer = self.browser.get(self.site + path)
        answer.raise_for_status()
        return answer

    def post(self, path: str, data: list[tuple[str, str]], files: Any = None) -> requests.Response:
        """Send a form."""
        token = self.browser.cookies["csrftoken"]
        headers = {"Referer": self.site + path, "X-CSRFToken": token}
        answer = self.browser.post(self.site + path, data=data, files=files, headers=headers)
        answer.raise_for_status()
        return answer

    def upload(self, serie: int, photographs: dict[int, bytes]) -> str:
        """All photographs of a Serie at once; waits until they are read, and looks at another page meanwhile."""
        path = f"/fotos/serie/{self.slug}/{serie}/"
        self.get(path)
        files = [("fotos", (f"{number}.jpg", data, "image/jpeg")) for number, data in photographs.items()]
        address = self.post(path, [], files).url.removeprefix(self.site)
        while "wird gelesen" in self.get(address).text:
            begun = time.monotonic()
            self.get(f"/veranstaltungen/{self.slug}/")
            self.waited.append(time.monotonic() - begun)
            time.sleep(0.5)
        return address

    def take_over(self, address: str, written: Any) -> tuple[int, int, bool]:
        """Say of each row and foot that is shown what stands on paper; how many were, and whether it was taken over."""
        page = self.get(address).text
        rows = [int(nr) for kind, nr in _ROW.findall(page) if "look" in kind]
        feet = [int(seat) for seat in _FOOT.findall(page)]
        said = [("uebernehmen", "1"), ("gesehen", "1")]
        for nr in rows:
            row = written.rows[nr - 1]
            score = f"{row.score:+d}" if row.declarer else ""
            seat = "" if row.state == "empty" else str(row.declarer)
            said += [("gesagt", str(nr)), (f"platz-{nr}", seat), (f"wert-{nr}", score)]
        for seat in feet:
            names = ("points", "won", "lost", "result")
            said.append(("gesagt", f"fuss-{seat}"))
            said += [(f"fuss-{seat}-{name}", str(written.feet[seat][name])) for name in names]
        reached = self.post(address, said).url.removeprefix(self.site)
        taken = reached.endswith("/eingabe/")
        if taken and written.ended < written.deals:
            self.end_early(reached.removesuffix("eingabe/"), written.ended)
        return len(rows), len(feet), taken

    def end_early(self, sheet: str, deals: int) -> None:
        """Say on the page of a list that it has ended after so many deals."""
        form = self.get(sheet).text.partition(f'action="{sheet}spiele/"')[2].partition("</form>")[0]
        said = [("spiele", str(deals)), ("reason", "so steht es auf dem Papier")]
        self.post(f"{sheet}spiele/", [*_SENT.findall(form), *said])


def _measure(paper: Paper, visit: Visit, environment: dict[str, str]) -> Iterator[str]:
    counts: Counter[str] = Counter()
    written: dict[tuple[int, int], Any] = {}
    for serie in (1, 2):
        photographs = {}
        for table, each, data in paper.photographs(serie):
            written[serie, table], photographs[table] = each, data
        begun = time.monotonic()
        address = visit.upload(serie, photographs)
        counts["seconds"] += round(time.monotonic() - begun)
        lines = _PHOTO.findall(visit.get(address).text)
        counts["sorted"] += sum(name == f"{table}.jpg" for name, table in lines)
        for number, (name, _table) in enumerate(lines):
            each = written[serie, int(name.removesuffix(".jpg"))]
            rows, feet, taken = visit.take_over(f"{address}{number}/", each)
            counts += Counter(shown=rows, feet_shown=feet, taken=taken, feet=len(each.feet))
            counts["rows"] += sum(row.state != "empty" for row in each.rows)
    for serie, table, rows, flawless in json.loads(python(environment, "-c", LOOK)):
        true = [[row.declarer, row.score] for row in written[serie, table].rows if row.state != "empty"]
        counts["wrong"] += sum(a != b for a, b in zip(rows, true, strict=False)) + abs(len(rows) - len(true))
        counts["flawless"] += flawless
    yield f"photo_evening_sorted {counts['sorted']} lists 8"
    yield f"photo_evening_taken_over {counts['taken']} lists 8"
    yield f"photo_evening_rows_shown {counts['shown']} of {counts['rows']} -"
    yield f"photo_evening_feet_shown {counts['feet_shown']} of {counts['feet']} -"
    yield f"photo_evening_rows_wrong {counts['wrong']} of {counts['rows']} 0"
    yield f"photo_evening_lists_with_their_foot {counts['flawless']} lists 8"
    yield f"photo_evening_seconds_for_a_list {counts['seconds'] / 8:.1f} s -"
    yield f"photo_evening_page_meanwhile {1000 * median(visit.waited or [0]):.0f} ms -"
