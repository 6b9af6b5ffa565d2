"""A site of its own, served by a process that a test can kill and start again."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def site(tmp_path, put_database):
    """A site of its own on an SQLite file: `python` runs a script on it, `server` serves it."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "skatliga.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'site.sqlite3'}",
        "VAR_DIR": str(tmp_path),
        "DEBUG": "1",
        "SECRET_KEY": "only-for-this-test",
    }

    def python(*arguments: str) -> str:
        done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, check=True)
        return done.stdout.decode()

    @contextmanager
    def server(port: int = 0):
        if not port:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
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
            yield f"http://127.0.0.1:{port}", lambda: os.killpg(process.pid, signal.SIGKILL)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    put_database(tmp_path / "site.sqlite3")
    return python, server
