"""A Python that has begun: asked for a command (`web.asking`), it forks, and the fork becomes a process like any other.

What a site loads that is not its own makes up half of a start, and reads no settings; it is loaded here once. Who asks
says whether it migrates quickly (`tests/single_models.py`) or as a site does. `python begun.py NUMBER` waits at the
socket of this file number until its input ends. Each command has a session of its own. It is killed when who asked is
gone.
"""

import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = str(Path(__file__).parents[2])
LIBRARIES = (
    "cryptography.x509 csp.middleware django.contrib.postgres.fields django.contrib.admin"
    " django.contrib.messages.views django.contrib.sitemaps.views django.contrib.staticfiles.finders"
    " django.contrib.syndication.views django.core.management.commands.migrate django.db.backends.sqlite3.base"
    " django.db.models django.forms django.middleware.cache django.middleware.csrf django.middleware.locale"
    " django.template.loader django.test django.views.generic django.views.i18n django_htmx.middleware django_stubs_ext"
    " django_tasks fido2.server fontTools.ttLib granian.cli markdown PIL.ImageDraw PIL.ImageFont PIL.ImageOps psycopg"
    " pydantic.fields pydantic.networks pydantic.type_adapter pygal pyrage python_calamine rich.console rich.panel"
    " rich.table rich.traceback segno simple_history.models smtplib sqlparse statistics tablib tomllib"
    " whitenoise.middleware scoring.compound_slips scoring.corrections scoring.draw_json scoring.federation.divisions"
    " scoring.federation.offers scoring.federation.pyramid_check scoring.federation.strength_fit scoring.figures"
    " scoring.fixture_proposals scoring.foot_check scoring.form_reader scoring.legal scoring.proposed"
    " scoring.rulebooks scoring.seating scoring.suspects scoring.wertung"
)
LONGEST = 1 << 18
"""Bytes of a command with its environment."""


def asked(listening: socket.socket) -> dict[str, Any]:
    """What is to be run; only a fork that becomes a command comes back from here."""
    while listening in select.select([listening, sys.stdin], [], [])[0]:
        connection, _address = listening.accept()
        if not os.fork():
            return _in_a_fork_of(connection)
        connection.close()
        _count_ended(os.WNOHANG)
    _count_ended()
    sys.exit()


def _count_ended(when: int = 0) -> None:
    """What processes have cost is known when somebody has asked how they ended."""
    with suppress(ChildProcessError):  # none is left
        while os.waitpid(-1, when)[0]:
            pass


def _in_a_fork_of(connection: socket.socket) -> dict[str, Any]:
    """Fork once more, and tell who asks the number of that process and how it ended."""
    message, files, _flags, _address = socket.recv_fds(connection, LONGEST, 3)
    if not (command := os.fork()):
        connection.close()
        os.setsid()
        return {**json.loads(message), "files": files}
    for file in files:
        os.close(file)
    connection.send(str(command).encode())
    ended = os.pidfd_open(command)
    is_asked = ended in select.select([ended, connection], [], [])[0]
    if not is_asked:
        os.killpg(command, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(command, 0)[1])
    if is_asked:
        connection.send(str(status).encode())
    os._exit(0)


def become(arguments: list[str], environment: dict[str, str], folder: str, files: list[int], quickly: bool) -> None:
    """Go on as `python ARGUMENTS` would."""
    if quickly:
        make_single_models()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    sys.path[1:1] = filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))
    kind, *rest = arguments
    if kind == "-c":
        sys.argv, sys.path[0] = ["-c", *rest[1:]], ""
        exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})
    elif kind == "-m":
        sys.argv, sys.path[0] = rest, folder
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv, sys.path[0] = arguments, str(Path(kind).parent)
        runpy.run_path(kind, run_name="__main__")


if __name__ == "__main__":
    sys.path[0] = ROOT
    for library in LIBRARIES.split():
        importlib.import_module(library)
    from tests.single_models import make_single_models

    gc.collect()
    gc.freeze()
    become(**asked(socket.socket(fileno=int(sys.argv[1]))))
