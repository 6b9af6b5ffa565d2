"""Two desks at once: processes of their own that write into one database in the same moment."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from django.db import connection

from web.serving import run

# The program that both desks come from: it prepares, forks them, lets them go, and counts.
PROGRAM = """
import json, os, sys
prepare, desk, count = json.loads(sys.argv[1])
exec(prepare, {})
from django.db import connections
connections.close_all()
desks = []
for name in ("Ost", "West"):
    (hears, tells), (reads, says) = os.pipe(), os.pipe()
    process = os.fork()
    if not process:
        os.dup2(hears, 0)
        os.dup2(says, 1)
        sys.stdin, sys.stdout = open(0), open(1, "w")
        sys.argv = ["-c", name]
        exec(desk, {"__name__": "__main__"})
        sys.exit()
    desks.append((process, tells, open(reads)))
assert [said.readline() for _process, _tells, said in desks] == ["ready\\n", "ready\\n"]
for _process, tells, _said in desks:
    os.write(tells, b"go\\n")
assert [os.waitpid(process, 0)[1] for process, _tells, _said in desks] == [0, 0]
exec(count, {})
"""


def at_two_desks(folder: Path, put_database: Callable[[Path], None], prepare: str, desk: str, count: str) -> str:
    """What the program `count` prints after `prepare`, and `desk` twice in the same moment, have run.

    A desk gets its name as argument, prints "ready" and begins with the line that it is sent.
    """
    if connection.vendor == "sqlite":  # its test database lives in this process; the desks need one on disk
        put_database(folder / "desks.sqlite3")
        url = f"sqlite:///{folder / 'desks.sqlite3'}"
    else:
        settings = connection.settings_dict
        host = f"{settings['HOST'] or 'localhost'}:{settings['PORT'] or 5432}"
        url = f"postgres://{settings['USER']}:{quote(settings['PASSWORD'])}@{host}/{settings['NAME']}"
    environment = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "skatliga.settings"}
    return run(environment, "-c", PROGRAM, json.dumps([prepare, desk, count])).strip()
