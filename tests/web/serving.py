"""A site of its own, served by a process that a test can kill and start again."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest
from ports import free_port

ROOT = Path(__file__).parents[2]


def environment_of(folder: Path, **more: str) -> dict[str, str]:
    """The settings of a site whose files lie in this folder."""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "skatliga.settings",
        "DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
        "VAR_DIR": str(folder),
        "DEBUG": "1",
        "SECRET_KEY": "only-for-this-test",
        **more,
    }


@cache
def _begun() -> subprocess.Popen[str]:
    """The Python that this process asks for commands."""
    pipe = subprocess.PIPE
    without = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, ROOT / "tests/web/begun.py"]
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=without)


def end() -> None:
    """What has been asked for commands is needed no more."""
    if _begun.cache_info().currsize:
        _begun().communicate()


def python(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """What `python ARGUMENTS` does in the folder of the program, in a process and an environment of its own."""
    with NamedTemporaryFile("r") as output, NamedTemporaryFile("r") as errors:
        files = [output.name, errors.name]
        asked = {"arguments": arguments, "environment": environment, "folder": str(ROOT), "files": files}
        print(json.dumps(asked), file=_begun().stdin, flush=True)
        return subprocess.CompletedProcess(arguments, int(_begun().stdout.readline()), output.read(), errors.read())


def run(environment: dict[str, str], *arguments: str) -> str:
    """What a script prints on the site of these settings."""
    done = python(environment, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def serve(environment: dict[str, str], port: int = 0) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The site of these settings at its address, and the process group that serves it."""
    if not port:
        port = free_port()
    command = "-m granian --interface wsgi --workers 1 --blocking-threads 1 --no-ws --log-level warning --port"
    process = subprocess.Popen(
        [sys.executable, *command.split(), str(port), "skatliga.wsgi:application"],
        cwd=ROOT,
        env=environment,
        start_new_session=True,
    )
    try:
        for _attempt in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}", process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def working(environment: dict[str, str], *queues: str) -> Iterator[subprocess.Popen[bytes]]:
    """What does the long works of a site of these settings: for a queue its worker alone, else all of them."""
    command = [sys.executable, "manage.py", "work", *queues]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.fixture
def site(tmp_path, put_database):
    """A site of its own on an SQLite file: `python` runs a script on it, `server` serves it."""
    environment = environment_of(tmp_path)

    @contextmanager
    def server(port: int = 0):
        with serve(environment, port) as (address, process):
            yield address, lambda: os.killpg(process.pid, signal.SIGKILL)

    put_database(tmp_path / "site.sqlite3")
    return partial(run, environment), server
