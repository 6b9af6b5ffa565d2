"""Two machines of the site, one for long work, one with the database and one with the proxy: each of the two goes once.

The machines are network namespaces of this one, joined by a bridge, so that it needs root, nginx and PostgreSQL. What
runs is what an installation has: the template of the proxy, granian, `manage.py work`. Meanwhile lists are kept on
phones, and people who are signed in read pages. The first machine is killed, begins again, and the cable of the second
one is pulled. What was answered as accepted must stand in the database once, and nobody may have to sign in again.
"""

import asyncio
import json
import os
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from tests.bench.device import ROUND, SET_UP, STORED
from tests.bench.proxy import NAME, configured
from tests.bench.server import ROOT

TABLES: Final = 40
READERS: Final = 10
PAUSE: Final = 4.0
"""Seconds between two deals of a table."""
LOOK: Final = 10.0
"""Seconds between two pages of a reader."""
PATIENCE: Final = 8.0
"""Seconds after which a phone gives a request up and sends it again, as `static/js/device/store.js` does."""
HOSTS: Final = {
    "proxy": "10.77.0.1",
    "web1": "10.77.0.2",
    "web2": "10.77.0.3",
    "work": "10.77.0.4",
    "base": "10.77.0.5",
}
BRIDGE: Final = "skatliga0"

READING: Final = """
import json
import django
django.setup()
from django.test import Client
from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.people.services import invite
event = Event.objects.get()
leader = invite(event.club, "leitung", Role.SPIELLEITUNG).user
sessions = []
for _reader in range(READERS):
    browser = Client()
    browser.force_login(leader)
    sessions.append(browser.cookies["sessionid"].value)
print(json.dumps({"sessions": sessions, "page": f"/turnier/{event.slug}/kasse/"}))
"""


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    with tempfile.TemporaryDirectory(prefix="skatliga-machines-") as name, _network():
        site = Site(Path(name))
        try:
            made = site.set_up()
            load = asyncio.run(_measure(site, made))
            stored = json.loads(site.python("-c", STORED))
        finally:
            site.stop()
    accepted = [[ROUND[nr % 4][1] for nr in range(table.accepted)] for table in load.tables]
    wrong = sum(here != there for here, there in zip(accepted, stored, strict=True))
    yield f"machines_rows {sum(map(len, stored))} rows -"
    yield f"machines_pages {load.pages} pages -"
    yield f"machines_wrong_lists {wrong} lists 0"
    yield f"machines_signed_out {load.signed_out} readers 0"
    for what, seconds in load.longest.items():
        yield f"machines_longest_wait_{what} {seconds:.1f} s -"
        yield f"machines_sent_again_{what} {load.again[what]} requests -"
    if wrong or load.signed_out:
        raise SystemExit("rows were lost or doubled, or somebody was signed out")


# ---- Machines


@contextmanager
def _network() -> Iterator[None]:
    """A namespace for each machine, all at one bridge; they are gone afterwards with all that runs in them."""
    _ip(f"link add {BRIDGE} type bridge")
    _ip(f"address add 10.77.0.254/24 dev {BRIDGE}")
    _ip(f"link set {BRIDGE} up")
    try:
        for host, address in HOSTS.items():
            _ip(f"netns add skat-{host}")
            _ip(f"link add sk-{host} type veth peer name eth0 netns skat-{host}")
            _ip(f"link set sk-{host} master {BRIDGE} up")
            for command in (f"address add {address}/24 dev eth0", "link set eth0 up", "link set lo up"):
                _ip(f"-netns skat-{host} {command}")
        yield
    finally:
        for host in HOSTS:
            kill(host)
            subprocess.run(["ip", "netns", "delete", f"skat-{host}"], check=False, stderr=subprocess.DEVNULL)
        subprocess.run(["ip", "link", "delete", BRIDGE], check=False)


def _ip(command: str) -> None:
    subprocess.run(["ip", *command.split()], check=True)


def kill(host: str) -> None:
    """As a power cut does: everything on this machine is gone at once."""
    there = subprocess.run(["ip", "netns", "pids", f"skat-{host}"], capture_output=True, text=True, check=False)
    for process in there.stdout.split():
        subprocess.run(["kill", "-9", process], check=False, stderr=subprocess.DEVNULL)


def cable(host: str, plugged: bool) -> None:
    """Pull the cable of a machine, or plug it in again: it runs on and nobody hears of it."""
    _ip(f"link set sk-{host} {'up' if plugged else 'down'}")


class Site:
    """What runs on the machines; all but the database is in one folder that they share."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.chmod(0o755)
        self.data = Path(tempfile.mkdtemp(prefix="skatliga-base-"))
        shutil.chown(self.data, "postgres")
        self.environment = os.environ | {
            "DATABASE_URL": f"postgres://skat@{HOSTS['base']}/skat",
            "DJANGO_SETTINGS_MODULE": "skatliga.settings",
            "SECRET_KEY": "only-for-this-measurement-0123456789-abcdefghijklmnop",
            "ALLOWED_HOSTS": NAME,
            "VAR_DIR": str(folder / "var"),
        }

    def set_up(self) -> dict[str, Any]:
        """Begin with an event, phones and readers; their addresses."""
        self._start_database()
        self.python("manage.py", "migrate", "-v0")
        self.python("manage.py", "collectstatic", "--no-input", "-v0")
        tables = json.loads(self.python("-c", SET_UP.replace("TABLES", str(TABLES))))
        reading = json.loads(self.python("-c", READING.replace("READERS", str(READERS))))
        for host in ("web1", "web2"):
            self.start_web(host)
        self._on("work", [sys.executable, "manage.py", "work"])
        self._start_proxy()
        return {"tables": tables, **reading}

    def python(self, *arguments: str) -> str:
        """What Python prints when it is called so on the machine for work."""
        command = ["ip", "netns", "exec", "skat-work", sys.executable, *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.environment, check=True, capture_output=True, text=True
        ).stdout

    def start_web(self, host: str) -> None:
        options = "-m granian --interface wsgi --workers 1 --blocking-threads 1 --no-ws --log-level warning --host"
        self._on(host, [sys.executable, *options.split(), HOSTS[host], "--port", "8000", "skatliga.wsgi:application"])

    def stop(self) -> None:
        for host in HOSTS:
            kill(host)
        shutil.rmtree(self.data, ignore_errors=True)

    def _on(self, host: str, command: list[str]) -> None:
        with (self.folder / f"{host}.log").open("a") as log:
            whole = ["ip", "netns", "exec", f"skat-{host}", *command]
            subprocess.Popen(whole, cwd=ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True)

    def _start_database(self) -> None:
        tools = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        as_postgres = ["ip", "netns", "exec", "skat-base", "runuser", "-u", "postgres", "--"]
        make = [tools / "initdb", "--auth=trust", "--username=skat", "--encoding=UTF8", "--locale=C.UTF-8"]
        subprocess.run([*as_postgres, *make, "-D", self.data / "data"], cwd="/", check=True, stdout=subprocess.DEVNULL)
        with (self.data / "data/pg_hba.conf").open("a") as trusted:
            trusted.write("host all skat 10.77.0.0/24 trust\n")
        with (self.data / "data/postgresql.conf").open("a") as settings:
            settings.write(f"listen_addresses='{HOSTS['base']}'\nunix_socket_directories=''\n")
        start = [tools / "pg_ctl", "start", "--wait", "-D", self.data / "data", "-l", self.data / "log"]
        subprocess.run([*as_postgres, *start], cwd="/", check=True, stdout=subprocess.DEVNULL)
        create = ["ip", "netns", "exec", "skat-base", tools / "createdb", "-h", HOSTS["base"], "-U", "skat", "skat"]
        subprocess.run(create, check=True)

    def _start_proxy(self) -> None:
        file = configured(self.folder, [f"{HOSTS[host]}:8000" for host in ("web1", "web2")])
        self._on("proxy", ["nginx", "-c", str(file)])


# ---- People


class Table:
    """One phone that writes."""

    def __init__(self, path: str) -> None:
        self.path, self.name, self.accepted = path, str(uuid4()), 0


class Load:
    """Phones and readers: how long they waited at most, by what happened when they asked, and how often again."""

    def __init__(self, made: dict[str, Any]) -> None:
        self.tables = [Table(path) for path in made["tables"]]
        self.sessions: list[str] = made["sessions"]
        self.page: str = made["page"]
        self.trust = ssl.create_default_context()
        self.trust.check_hostname, self.trust.verify_mode = False, ssl.CERT_NONE
        self.now, self.over = "before", False
        self.longest: dict[str, float] = {}
        self.again: dict[str, int] = {}
        self.pages = self.signed_out = 0

    def begin(self, what: str) -> None:
        """From now on this is what happens."""
        self.now = what
        self.longest.setdefault(what, 0.0)
        self.again.setdefault(what, 0)

    async def ask(self, path: str, body: Any = None, cookie: str = "") -> tuple[int, bytes]:
        """One request; its status and content. 0 says that no answer came."""
        sent = b"" if body is None else json.dumps(body).encode()
        head = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", f"Host: {NAME}", "Connection: close"]
        head += ["Content-Type: application/json", f"Content-Length: {len(sent)}"] if sent else []
        head += [f"Cookie: sessionid={cookie}"] if cookie else []
        try:
            async with asyncio.timeout(None if cookie else PATIENCE):  # a browser waits for the proxy's word
                reader, writer = await asyncio.open_connection(HOSTS["proxy"], 443, ssl=self.trust)
                writer.write("\r\n".join([*head, "", ""]).encode() + sent)
                top, _, content = (await reader.read()).partition(b"\r\n\r\n")
                writer.close()
            return int(top.split()[1]), content
        except (OSError, TimeoutError, IndexError):
            return 0, b""

    async def until_answered(self, path: str, body: Any = None, cookie: str = "") -> tuple[int, bytes]:
        """Ask until the site itself answers; a proxy without a site says 502 or 504."""
        begun, what = time.monotonic(), self.now
        while True:
            status, content = await self.ask(path, body, cookie)
            if status in (200, 302):
                self.longest[what] = max(self.longest[what], time.monotonic() - begun)
                return status, content
            self.again[what] += 1
            await asyncio.sleep(1)

    async def write(self, table: Table) -> None:
        """Keep one list; what is not answered is sent again with its key."""
        _status, content = await self.until_answered(f"{table.path}schreiben/", {"device": table.name, "keeper": 1})
        told = json.loads(content)
        given = {"device": table.name, "generation": told["generation"], "list": told["state"]["list"]}
        while not self.over and table.accepted < 48:
            nr = table.accepted
            entry = {"key": str(uuid4()), "kind": "row", "nr": nr + 1, "dealer": nr % 4 + 1, "text": ROUND[nr % 4][0]}
            _status, content = await self.until_answered(f"{table.path}senden/", given | {"entries": [entry]})
            [answer] = json.loads(content)["answers"]
            assert answer["status"] == "accepted", answer
            table.accepted += 1
            await asyncio.sleep(PAUSE)

    async def read(self, session: str) -> None:
        """Look at a page that asks who somebody is."""
        while not self.over:
            status, _content = await self.until_answered(self.page, cookie=session)
            self.signed_out += status == 302
            self.pages += 1
            await asyncio.sleep(LOOK)


async def _measure(site: Site, made: dict[str, Any]) -> Load:
    load = Load(made)
    load.begin("usual")
    while (await load.ask("/gesund/"))[0] != 200:
        await asyncio.sleep(0.5)
    people = [*map(load.write, load.tables), *map(load.read, load.sessions)]
    everybody = asyncio.gather(*people)
    await asyncio.sleep(15)
    load.begin("killed")
    kill("web1")
    await asyncio.sleep(20)
    site.start_web("web1")
    load.begin("usual")
    await asyncio.sleep(10)
    load.begin("cut")
    cable("web2", plugged=False)
    await asyncio.sleep(20)
    cable("web2", plugged=True)
    load.begin("usual")
    await asyncio.sleep(10)
    load.over = True
    await everybody
    return load
