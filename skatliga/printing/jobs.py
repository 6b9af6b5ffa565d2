"""Long prints, each in a process of its own: a folder with what was ordered, how far it is, and the finished file.

The process holds a lock on its folder as long as it lives. A job whose lock is free and whose file is missing has
crashed, whatever it died of; nothing has to be stored for that.
"""

import fcntl
import json
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

KEPT_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class Job:
    """A print that was ordered."""

    id: uuid.UUID
    user: int
    title: str
    filename: str
    back: str
    """The address of the page on which it was ordered."""
    sheets: int

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return _folder() / str(self.id)

    @property
    def file(self) -> Path:
        """What it makes; complete as soon as it is there."""
        return self.folder / "print.pdf"

    @property
    def done(self) -> int:
        """How many sheets are laid out."""
        try:
            return int((self.folder / "progress").read_text())
        except FileNotFoundError:
            return 0

    @property
    def finished(self) -> bool:
        """Whether its file is there."""
        return self.file.exists()

    @property
    def crashed(self) -> bool:
        """Whether nobody works on it any more."""
        with (self.folder / "lock").open() as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return not self.finished  # looked at after the lock: the file comes before the process ends


def start(user: int, title: str, filename: str, back: str, sheets: int, arguments: Sequence[str]) -> Job:
    """Order a print: `manage.py print` with these arguments, in the background."""
    remove_old()
    job = Job(uuid.uuid4(), user, title, filename, back, sheets)
    job.folder.mkdir(parents=True)
    order = {"user": user, "title": title, "filename": filename, "back": back, "sheets": sheets}
    (job.folder / "order.json").write_text(json.dumps(order))
    with (job.folder / "lock").open("w") as lock, (job.folder / "log").open("w") as log:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "print", *arguments]
        command += ["--output", str(job.file), "--progress", str(job.folder / "progress")]
        # The lock belongs to the open file, which the process inherits; a session of its own outlives the worker.
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=[lock.fileno()],
            start_new_session=True,
        )
    return job


def find(user: int, job: uuid.UUID) -> Job | None:
    """The job, if this user has ordered it and it is still kept."""
    try:
        order = json.loads((_folder() / str(job) / "order.json").read_text())
    except FileNotFoundError:
        return None
    return Job(job, **order) if order["user"] == user else None


def remove_old() -> None:
    """Throw away what was ordered more than a day ago."""
    for order in _folder().glob("*/order.json"):
        if order.stat().st_mtime < time.time() - KEPT_SECONDS:
            shutil.rmtree(order.parent, ignore_errors=True)


def _folder() -> Path:
    return Path(settings.VAR_DIR) / "print"
