"""The site from the kept database: in folders of its own, with settings and a clock that never change."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.bench.unchanged.command_line import write_engine
from tests.bench.unchanged.folding import put_papers_in_words

ROOT: Final = Path(__file__).parents[3]
DATABASE: Final = "site.sqlite3"
VAR: Final = "var"
FOUND: Final = "found"

SETTINGS: Final = {
    "DJANGO_SETTINGS_MODULE": "skatliga.settings",
    "SECRET_KEY": "the-same-for-both-versions",
    "DEBUG": "1",
    "HTTPS": "0",
    "SECOND_FACTOR": "0",
    "ALLOWED_HOSTS": "testserver",
    "SITE_URL": "https://skat.example",
    "WORKERS": "2",
    "PYTHONHASHSEED": "0",
    "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests"))),
    "LOG": "text",
    "LANGUAGE": "de",
    "GIT_DIR": "/nowhere",  # a page says which commit this is
}


def make_database(folder: Path) -> None:
    """The demonstration with something of every kind, and which addresses are to be asked for."""
    (folder / VAR).mkdir()
    environment = _environment(folder)
    _run(environment, "manage.py", "migrate", "-v0")
    _run(environment, "-m", "tests.bench.unchanged.inside", "make", str(folder))
    shutil.rmtree(folder / VAR / "handouts", ignore_errors=True)


def write_all(kept: Path, found: Path, *parts: str) -> None:
    """Everything that is compared or some parts of it, from a copy of the kept database."""
    found.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        copy = Path(made)
        shutil.copy(kept / DATABASE, copy / DATABASE)
        shutil.copytree(kept / VAR, copy / VAR)
        environment = _environment(copy)
        _run(environment, "manage.py", "migrate", "-v0")
        _run(environment, "-m", "tests.bench.unchanged.inside", "write", str(kept), str(found), *parts)
    if not parts or "command_line" in parts:
        write_engine(ROOT, found / "command_line")
    put_papers_in_words(found)


def _environment(folder: Path) -> dict[str, str]:
    outside = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    places = {"VAR_DIR": str(folder / VAR), "DATABASE_URL": f"sqlite:///{folder / DATABASE}"}
    return {**outside, **SETTINGS, **places}


def _run(environment: dict[str, str], *arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, check=True)
