"""A Python that has begun: asked for a command (`web.asking`), it forks, and the fork becomes a process like any other.

What a site loads that is not its own makes up half of a start, and reads no settings; it is loaded here once. The other
half is loaded once a site: commands with the same environment are forks of a process that has read its settings. Who
asks says whether it migrates quickly (`tests/single_models.py`) or as a site does. `python begun.py NUMBER` waits at
the socket of this file number until its input ends. Each command has a session of its own. It is killed when who asked
is gone.
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
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import django
from django.conf import settings

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
MOST_SITES = 3
"""Sites that are kept; of those asked before, the next command begins anew."""
SAYING_NOTHING = dict.fromkeys(("PYTEST_CURRENT_TEST", "PWD", "OLDPWD", "SHLVL", "_"), "")
"""What differs in the environments of one site."""


def asked(listening: socket.socket) -> dict[str, Any]:
    """What is to be run; only a fork that becomes a command comes back from here."""
    sites: dict[str, socket.socket] = {}
    while listening in select.select([listening, sys.stdin], [], [])[0]:
        connection, _address = listening.accept()
        message, files, _flags, _from = socket.recv_fds(connection, LONGEST, 3)
        command = json.loads(message)
        name = json.dumps([{**command["environment"], **SAYING_NOTHING}, command["folder"], command["quickly"]])
        if name not in sites:
            sites[name], listens = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            if not os.fork():
                for each in (connection, listening, *sites.values()):
                    each.close()
                _close(files)  # who reads what the command says waits for its end
                return _asked_of_a_site(listens, command)
            listens.close()
        sites[name] = sites.pop(name)  # the last one asked
        socket.send_fds(sites[name], [message], [connection.fileno(), *files])
        connection.close()
        _close(files)
        while len(sites) > MOST_SITES:
            sites.pop(next(iter(sites))).close()
        _count_ended(os.WNOHANG)
    for site in sites.values():
        site.close()
    _count_ended()
    sys.exit()


def _asked_of_a_site(listening: socket.socket, first: dict[str, Any]) -> dict[str, Any]:
    """Load what is the site's own, and wait for its commands until who sends them closes the socket."""
    begin_site(first)
    while True:
        message, files, _flags, _from = socket.recv_fds(listening, LONGEST, 4)
        if not message:
            break
        if not os.fork():
            return _in_a_fork_of(socket.socket(fileno=files[0]), json.loads(message) | {"files": files[1:]})
        _close(files)
        _count_ended(os.WNOHANG)
    _count_ended()
    sys.exit()


def _close(files: Iterable[int]) -> None:
    for file in files:
        os.close(file)


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
    _close(command["files"])
    connection.send(str(process).encode())
    ended = os.pidfd_open(process)
    is_asked = ended in select.select([ended, connection], [], [])[0]
    if not is_asked:
        os.killpg(process, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if is_asked:
        connection.send(str(status).encode())
    os._exit(0)


def begin_site(command: dict[str, Any]) -> None:
    """Read the settings of this environment once for all commands that have it, where the program is the one here."""
    if command["quickly"]:
        make_single_models()
    os.environ.clear()
    os.environ.update(command["environment"])
    os.chdir(command["folder"])
    sys.path[1:1] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    if command["folder"] == ROOT:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatliga.settings")
        with suppress(Exception):  # what is wrong is told by the command, which tries the same
            django.setup()
            importlib.import_module(settings.ROOT_URLCONF)
        gc.collect()
        gc.freeze()


def become(command: dict[str, Any]) -> None:
    """Go on as `python ARGUMENTS` would, in what `begin_site` has left."""
    os.environ.update(command["environment"])
    for number, file in enumerate(command["files"]):
        os.dup2(file, number)
        os.close(file)
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


if __name__ == "__main__":
    sys.path[0] = ROOT
    for library in LIBRARIES.split():
        importlib.import_module(library)
    from tests.single_models import make_single_models

    gc.collect()
    gc.freeze()
    become(asked(socket.socket(fileno=int(sys.argv[1]))))
