"""Long works of the site, each in a process of its own: a folder with what was ordered, how far it is, what it made.

The process holds a lock on its folder as long as it lives. A work whose lock is free and whose result is missing has
crashed, whatever it died of; nothing has to be stored for that.
"""

import fcntl
import json
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Iterable, Sequence
from pathlib import Path

from django.conf import settings

from skatliga.shapes import JsonObject

KEPT_SECONDS = 24 * 3600


def folder_of(kind: str, key: uuid.UUID) -> Path:
    """Where the files of a work are; ``kind`` is what works of this kind are called."""
    return Path(settings.VAR_DIR) / kind / str(key)


def order(kind: str, said: JsonObject) -> tuple[uuid.UUID, Path]:
    """A folder for a new work, with what is said of it; what was ordered more than a day ago is thrown away."""
    remove_old(kind)
    key = uuid.uuid4()
    folder = folder_of(kind, key)
    folder.mkdir(parents=True)
    (folder / "order.json").write_text(json.dumps(said))
    return key, folder


def said_of(kind: str, key: uuid.UUID) -> JsonObject | None:
    """What was said when it was ordered, `None` where it is not kept any more."""
    try:
        return json.loads((folder_of(kind, key) / "order.json").read_text())
    except FileNotFoundError:
        return None


def start(folder: Path, command: Sequence[str]) -> bool:
    """Begin `manage.py` with this command in the background, unless somebody works on it already."""
    with (folder / "lock").open("w") as lock, (folder / "log").open("w") as log:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        # The lock belongs to the open file, which the process inherits; a session of its own outlives the worker.
        subprocess.Popen(
            [sys.executable, str(settings.BASE_DIR / "manage.py"), *command],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=[lock.fileno()],
            start_new_session=True,
        )
    return True


def is_running(folder: Path) -> bool:
    """Whether somebody works on it."""
    try:
        lock = (folder / "lock").open()
    except FileNotFoundError:
        return False
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def running(kind: str) -> list[JsonObject]:
    """What was said of the works of a kind that are going on."""
    folders = (path.parent for path in (Path(settings.VAR_DIR) / kind).glob("*/order.json"))
    return [json.loads((folder / "order.json").read_text()) for folder in folders if is_running(folder)]


def progress_of(folder: Path) -> int:
    """How far it is, by its own count."""
    try:
        return int((folder / "progress").read_text())
    except FileNotFoundError:
        return 0


def write_whole(file: Path, pieces: bytes | Iterable[bytes]) -> None:
    """Write a file that is complete as soon as it has its name."""
    part = file.with_name(file.name + ".part")
    with part.open("wb") as stream:
        stream.writelines([pieces] if isinstance(pieces, bytes) else pieces)
    part.replace(file)


def remove_old(kind: str) -> None:
    """Throw away what was ordered more than a day ago."""
    for ordered in (Path(settings.VAR_DIR) / kind).glob("*/order.json"):
        if ordered.stat().st_mtime < time.time() - KEPT_SECONDS:
            shutil.rmtree(ordered.parent, ignore_errors=True)
