"""Two desks at once: processes of their own that write into one database in the same moment."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from django.db import connection

ROOT = Path(__file__).parents[2]


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

    def python(*arguments: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [sys.executable, "-c", *arguments], cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True
        )

    assert python(prepare).wait(60) == 0
    desks = [python(desk, name) for name in ("Ost", "West")]
    for each in desks:
        assert each.stdout.readline() == "ready\n"
    for each in desks:
        each.stdin.write("go\n")
        each.stdin.flush()
    assert [each.communicate(timeout=60) and each.returncode for each in desks] == [0, 0]
    return python(count).communicate(timeout=60)[0].strip()
