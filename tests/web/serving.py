"""A site of its own, served by a process that a test can kill and start again."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp

import pytest
from ports import free_port
from whole import WHOLE

from web.asking import Asked

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
def _begun() -> tuple[subprocess.Popen[bytes], str]:
    """The Python that this process asks for commands, and the folder of its sockets."""
    at = mkdtemp()
    without = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    with ExitStack() as sockets:
        numbers = []
        for name in ("elsewhere", "here"):
            listening = sockets.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET))
            listening.bind(f"{at}/{name}")
            listening.listen(64)
            numbers.append(listening.fileno())
        command = [sys.executable, ROOT / "tests/web/begun.py", *map(str, numbers)]
        return subprocess.Popen(command, stdin=subprocess.PIPE, env=without, pass_fds=numbers), at


def end() -> None:
    """What has been asked for commands is needed no more."""
    if _begun.cache_info().currsize:
        process, at = _begun()
        process.communicate()
        shutil.rmtree(at)


def asking() -> str:
    """What a script calls in the place of `python`, to be followed by its arguments."""
    return f"{sys.executable} -IS {ROOT}/tests/web/asking.py {_begun()[1]}"


def start(environment: dict[str, str], *arguments: str, folder: Path = ROOT, files: Sequence[int] = (0, 1, 2)) -> Asked:
    """`python ARGUMENTS` in this folder (that of the program), in a process and an environment of its own.

    It migrates quickly, with WHOLE=1 as Django does; what scripts call (`asking`) always does as Django does.
    """
    return Asked(_begun()[1], arguments, environment, str(folder), files, quickly=not WHOLE)


def python(environment: dict[str, str], *arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """What it does and says."""
    with TemporaryFile("w+") as output, TemporaryFile("w+") as errors, Path(os.devnull).open() as nothing:
        files = [each.fileno() for each in (nothing, output, errors)]
        status = start(environment, *arguments, folder=folder, files=files).wait()
        output.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(arguments, status, output.read(), errors.read())


def run(environment: dict[str, str], *arguments: str) -> str:
    """What a script prints on the site of these settings."""
    done = python(environment, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def serve(environment: dict[str, str], port: int = 0) -> Iterator[tuple[str, Asked]]:
    """The site of these settings at its address, and the processes that serve it."""
    if not port:
        port = free_port()
    command = "-m granian --interface wsgi --workers 1 --blocking-threads 1 --no-ws --log-level warning --port"
    with _ended(start(environment, *command.split(), str(port), "skatliga.wsgi:application")) as process:
        for _attempt in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}", process


@contextmanager
def _ended(process: Asked) -> Iterator[Asked]:
    """A process that is killed at the end, with what it has started."""
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        process.wait()


def working(environment: dict[str, str], *queues: str) -> AbstractContextManager[Asked]:
    """What does the long works of a site of these settings: for a queue its worker alone, else all of them."""
    return _ended(start(environment, "manage.py", "work", *queues))


@pytest.fixture
def site(tmp_path, put_database):
    """A site of its own on an SQLite file: `python` runs a script on it, `server` serves it."""
    environment = environment_of(tmp_path)

    @contextmanager
    def server(port: int = 0):
        with serve(environment, port) as (address, process):
            yield address, process.kill

    put_database(tmp_path / "site.sqlite3")
    return partial(run, environment), server
