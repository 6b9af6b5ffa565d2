"""A Python that has begun: asked for a command (`web.asking`), it forks, and the fork becomes a process like any other.

What a site loads is most of a start. There are two of them: one has loaded libraries alone, for programs elsewhere; the
other one the program here too, with the settings of no site, in whose place a command reads those of its environment.
Who asks says whether it migrates quickly (`tests/single_models.py`) or as a site does. `python begun.py NUMBER NUMBER`
waits at the sockets of these file numbers, one for commands of programs elsewhere and one for those here, until its
input ends. Each command has a session of its own. It is killed when who asked is gone.
"""

import atexit
import gc
import json
import logging
import os
import runpy
import select
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.db import connections

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
NO_SITE = {"DJANGO_SETTINGS_MODULE": "skatliga.settings", "DEBUG": "1", "SECRET_KEY": "none", "VAR_DIR": "/nonexistent"}
"""Settings with which the program here is loaded."""
STATUS: dict[int, int] = {}
"""The exit status of a process that has done everything, by its number: a fork of it has not."""


def asked(listening: socket.socket) -> dict[str, Any]:
    """What is to be run; only a fork that becomes a command comes back from here."""
    while listening in select.select([listening, sys.stdin], [], [])[0]:
        connection, _address = listening.accept()
        if not os.fork():
            message, files, _flags, _from = socket.recv_fds(connection, LONGEST, 3)
            return _in_a_fork_of(connection, json.loads(message) | {"files": files})
        connection.close()
        _count_ended(os.WNOHANG)
    _count_ended()
    sys.exit()


def _count_ended(when: int = 0) -> None:
    """What processes have cost is known when somebody has asked how they ended."""
    with suppress(ChildProcessError):  # none is left
        while os.waitpid(-1, when)[0]:
            pass


def _in_a_fork_of(connection: socket.socket, command: dict[str, Any]) -> dict[str, Any]:
    """Fork once more, and tell who asks the number of that process and how it ended."""
    if not (process := os.fork()):
        connection.close()
        os.setsid()
        return command
    for file in command["files"]:
        os.close(file)
    connection.send(str(process).encode())
    ended = os.pidfd_open(process)
    is_asked = ended in select.select([ended, connection], [], [])[0]
    if not is_asked:
        os.killpg(process, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if is_asked:
        connection.send(str(status).encode())
    os._exit(0)


def load_program() -> None:
    """Load the program here, which nothing but its settings tells which site it is."""
    os.environ.update(NO_SITE)
    django.setup()
    import_module(settings.ROOT_URLCONF)


def read_settings() -> None:
    """Read those of this environment, in the place of the ones the program was loaded with."""
    for name in ("skatliga.settings", os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatliga.settings")):
        sys.modules.pop(name, None)
    module = import_module(os.environ["DJANGO_SETTINGS_MODULE"])
    for name in filter(str.isupper, dir(module)):
        setattr(settings, name, getattr(module, name))
    connections.databases.update(connections.configure_settings(settings.DATABASES))
    for connection in connections.all(initialized_only=True):
        del connections[connection.alias]


def become(command: dict[str, Any]) -> None:
    """Go on as `python ARGUMENTS` would."""
    for number, file in enumerate(command["files"]):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(command["environment"])
    os.chdir(command["folder"])
    sys.path[1:1] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    if command["quickly"]:
        make_single_models()
    if settings.configured:
        read_settings()
    kind, *rest = command["arguments"]
    if kind == "-c":
        sys.argv, sys.path[0] = ["-c", *rest[1:]], ""
        exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})
    elif kind == "-m":
        sys.argv, sys.path[0] = rest, command["folder"]
        runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv, sys.path[0] = [kind, *rest], str(Path(kind).parent)
        runpy.run_path(kind, run_name="__main__")


@contextmanager
def ended_at_once() -> Iterator[None]:
    """What runs in it is the last of this process, which ends as Python does but takes nothing apart.

    The system takes back all memory anyway. To give it back object by object is to write to all that a fork shares with
    the process it comes from, which costs several times what its start does.
    """
    status: object = None
    try:
        yield
    except SystemExit as ended:
        status = ended.code
    except Exception:
        sys.excepthook(*sys.exc_info())
        status = 1
    if isinstance(status, str):
        print(status, file=sys.stderr)
    STATUS[os.getpid()] = status if isinstance(status, int) else int(status is not None)


def leave() -> None:
    """End this process, of which only memory is left."""
    if os.getpid() in STATUS:
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(STATUS[os.getpid()])


if __name__ == "__main__":
    atexit.register(leave)  # before anything else, since the first one is called last
    sys.path[0] = ROOT
    for library in LIBRARIES.split():
        import_module(library)
    from tests.roomy import roomy
    from tests.single_models import make_single_models

    elsewhere, here = (socket.socket(fileno=int(number)) for number in sys.argv[1:])
    mine, other = (here, elsewhere) if os.fork() else (elsewhere, here)
    other.close()
    if mine is here:
        load_program()
    gc.collect()
    gc.freeze()
    with ended_at_once():
        roomy(become)(asked(mine))
