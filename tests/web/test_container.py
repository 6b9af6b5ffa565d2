"""The image and what compose does with it, step by step without containers: in a folder with what the image holds.

The steps are read from the Dockerfile and compose.yaml and run as they stand there, except for the user, the packages
of the system and the port. The database is SQLite, which they do not mind.
"""

import json
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml
from django.db import connection
from ports import free_port

from skatliga.settings import BASE_DIR
from web.collected import put_collected
from web.serving import asking

DOCKERFILE = (BASE_DIR / "Dockerfile").read_text().replace("\\\n", " ")
SITE = yaml.safe_load((BASE_DIR / "compose.yaml").read_text())["services"]
# What the image has and this machine need not: users, packages of the system.
OF_THE_IMAGE = ("useradd", "install -d")

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="brings its own database")


def instruction(word: str) -> str:
    """What the last instruction of this name says."""
    return re.findall(rf"^{word} +(.*)$", DOCKERFILE, re.MULTILINE)[-1]


def is_left_out(name: str, patterns: list[str]) -> bool:
    """As .dockerignore means it, as far as it is used here: whole folders and files of the root, ** for any folder."""
    first, parts = name.split("/")[0], name.split("/")
    return any(
        fnmatch(first, pattern.lstrip("/")) if "**" not in pattern else pattern.removeprefix("**/") in parts
        for pattern in patterns
    )


@pytest.fixture(scope="module")
def image(tmp_path_factory):
    """The folder of the image after its last step, and its environment."""
    folder = tmp_path_factory.mktemp("image")
    patterns = (BASE_DIR / ".dockerignore").read_text().split()
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in filter(None, subprocess.check_output(listed, cwd=BASE_DIR, text=True).split("\0")):
        if (BASE_DIR / name).is_file() and not is_left_out(name, patterns):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(BASE_DIR / name, folder / name)
    for compiled in (file for name in ("scoring", "skatliga") for file in (BASE_DIR / name).rglob("__pycache__")):
        shutil.copytree(compiled, folder / compiled.relative_to(BASE_DIR))  # their files are as old
    (put_collected(folder / "staticfiles") / "staticfiles.json").unlink()  # compressed once; collected by the image
    tools = folder.parent / "bin"
    tools.mkdir(exist_ok=True)
    (tools / "python").unlink(missing_ok=True)
    (tools / "python").write_text(f'#!/bin/sh\nexec {asking()} "$@"\n')
    (tools / "python").chmod(0o755)
    environment = {"PATH": f"{tools}:{os.environ['PATH']}"}
    steps = [step.strip() for step in instruction("RUN").split("&&")]
    steps = [step for step in steps if not step.startswith(OF_THE_IMAGE)]
    subprocess.run(["sh", "-ec", "\n".join(steps)], cwd=folder, env=environment | {"VERSION": "v7"}, check=True)
    environment |= dict(pair.split("=") for pair in instruction("ENV").split())
    return folder, environment


@pytest.fixture
def started(image, tmp_path):
    """The image with what compose gives it, besides an SQLite database in the place of the server's."""
    folder, environment = image
    port = free_port()
    own = {"VAR_DIR": str(tmp_path), "ALLOWED_HOSTS": "skat.example.org", "SECRET_KEY": "k" * 60 + "xyz0123456789"}
    return folder, environment | own | {"PORT": str(port), "WORKERS": "1"}, port


def test_nothing_of_the_workshop_gets_into_the_image(image):
    folder, _environment = image
    there = {path.name for path in folder.iterdir()}
    assert {"manage.py", "skatliga", "scoring", "templates", "locale", "deploy", "staticfiles", "VERSION"} <= there
    assert (folder / "staticfiles/staticfiles.json").exists()
    assert not there & {".git", ".env", ".venv", ".ci", "tests", "var"}


def test_the_database_is_backed_up_before_a_new_program_changes_it(started, put_database, tmp_path):
    folder, environment, _port = started
    kept = tmp_path / "backups"

    def run(command: str) -> None:
        subprocess.run(shlex.split(command), cwd=folder, env=environment, check=True, capture_output=True)

    def number() -> int:
        return len(list(kept.glob("*.zip")))

    def tables() -> set[str]:
        with closing(sqlite3.connect(tmp_path / "skatliga.sqlite3")) as opened:
            return {name for (name,) in opened.execute("SELECT name FROM sqlite_master")}

    migrate = SITE["migrate"]["command"]
    before, changes = migrate.rsplit(" && ", 1)
    assert changes == 'python manage.py migrate -v0"'  # which makes the tables of every test
    run(before + '"')  # no database at all keeps nobody from the first start
    shutil.rmtree(kept, ignore_errors=True)
    put_database(tmp_path / "skatliga.sqlite3")
    with closing(sqlite3.connect(tmp_path / "skatliga.sqlite3")) as opened, opened:  # as an older program left it
        opened.execute("DROP TABLE printing_certificateform")
        opened.execute("DELETE FROM django_migrations WHERE app = 'printing'")
    kept.touch()  # where no backup can be made
    with pytest.raises(subprocess.CalledProcessError):
        run(migrate)
    assert "printing_certificateform" not in tables()  # nothing was changed
    kept.unlink()
    run(migrate)
    assert (number(), "printing_certificateform" in tables()) == (1, True)
    run(before + '"')  # nothing to change
    assert number() == 1


def test_the_container_serves_and_says_that_it_is_well(started, put_database, tmp_path):
    folder, environment, port = started
    put_database(tmp_path / "skatliga.sqlite3")
    command = [part.replace("--port 8000", f"--port {port}") for part in json.loads(instruction("CMD"))]
    assert f"--port {port}" in command[-1]
    check = json.loads(re.search(r"^HEALTHCHECK .* CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)[1])
    serving = subprocess.Popen(command, cwd=folder, env=environment, start_new_session=True)
    work = shlex.split(SITE["worker"]["command"])
    working = subprocess.Popen(work, cwd=folder, env=environment, start_new_session=True)
    try:
        for _attempt in range(120):
            asked = subprocess.run(check, cwd=folder, env=environment, capture_output=True, text=True)
            if asked.returncode == 0:
                break
            time.sleep(0.25)
        found = json.loads(asked.stdout)
        assert (found["status"], found["program"]) == ("gesund", "v7")
    finally:
        for process in (serving, working):
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def test_what_the_image_copies_is_there():
    for name in re.findall(r"^COPY (\S+) ", DOCKERFILE, re.MULTILINE):
        assert (BASE_DIR / name).exists()
    assert Path(instruction("WORKDIR")).is_absolute()
