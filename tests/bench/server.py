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
    command = "-m granian --interface wsgi --workers 2 --blocking-threads 1 --no-ws --log-level warning --port"
    arguments = [*command.split(), str(port), "skatliga.wsgi:application"]
    process = subprocess.Popen([sys.executable, *arguments], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        await asyncio.to_thread(wait_for, port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


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
