"""The site as it is served, in processes of its own: for measurements that load it from outside."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tests.ports import free_port

ROOT: Final = Path(__file__).parents[2]


def installed(folder: str) -> dict[str, str]:
    """The environment of a site with an empty database: an SQLite file in this folder, or that of DATABASE_URL."""
    environment = {
        "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "skatliga.settings",
        "SECRET_KEY": "only-for-this-measurement",
        "ALLOWED_HOSTS": "127.0.0.1",
        "HTTPS": "0",
    }
    python(environment, "manage.py", "migrate", "-v0")
    return environment


@asynccontextmanager
async def serving(environment: dict[str, str]) -> AsyncIterator[tuple[int, int]]:
    """The site behind granian with two workers: its port, and the number of its process."""
    port = free_port()
    command = [sys.executable, *web_command(port)]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        await asyncio.to_thread(wait_for, port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def web_command(port: int) -> list[str]:
    """What serves the site at this port, after the name of Python."""
    options = "-m granian --interface wsgi --workers 2 --blocking-threads 1 --no-ws --log-level warning --port"
    return [*options.split(), str(port), "skatliga.wsgi:application"]


def wait_for(port: int, seconds: float = 120) -> None:
    """Until somebody listens there; granian answers once a worker has loaded the program."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError(f"nobody listens at {port}")


def python(environment: dict[str, str], *arguments: str) -> str:
    """What Python prints when it is called so in the site's environment."""
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, check=True)
    return done.stdout.decode()
