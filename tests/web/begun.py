"""A Python that has begun: asked for a command, it forks, and the fork becomes a process like any other.

What a site loads that is not its own makes up half of a start, and reads no settings; it is loaded here once, and
migrating is quicker here than on a site (`tests/single_models.py`). Each line
of the input is one command as JSON: `arguments` after the name of the interpreter, `environment`, `folder`, and `files`
for its output and its errors. The answer is one line, the exit status.
"""

import gc
import importlib
import json
import os
import runpy
import sys
from pathlib import Path
from typing import Any

ROOT = str(Path(__file__).parents[2])
LIBRARIES = (
    "cryptography.x509 django.contrib.postgres.fields django.core.management.commands.migrate django.db.models"
    " django.forms django.template.loader django.test django.views.generic fido2.server fontTools.ttLib markdown"
    " PIL.Image psycopg pydantic pygal python_calamine rich segno sqlparse tablib"
    " scoring.legal scoring.rulebooks scoring.seating scoring.wertung"
)


def asked() -> dict[str, Any]:
    """What is to be run; only a fork comes back from here."""
    for line in sys.stdin.buffer:
        if not (fork := os.fork()):
            return json.loads(line)
        print(os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1]), flush=True)
    sys.exit()


def become(arguments: list[str], environment: dict[str, str], folder: str, files: list[str]) -> None:
    """Go on as `python ARGUMENTS` would."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for number, name in enumerate((os.devnull, *files)):
        os.dup2(os.open(name, os.O_RDWR), number)
    sys.path[1:1] = filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))
    if arguments[0] == "-c":
        sys.argv, sys.path[0] = ["-c", *arguments[2:]], ""
        exec(compile(arguments[1], "<string>", "exec"), {"__name__": "__main__"})
    else:
        sys.argv, sys.path[0] = arguments, str(Path(arguments[0]).parent)
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    sys.path[0] = ROOT
    for library in LIBRARIES.split():
        importlib.import_module(library)
    importlib.import_module("tests.single_models").make_single_models()
    gc.collect()
    gc.freeze()
    become(**asked())
