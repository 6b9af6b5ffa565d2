"""Long works of the site: ordered on a page, done by workers beside the processes that answer (`manage.py work`).

Whose turn it is decides django-tasks, whose queues stand in the database: so several machines share the work. What was
ordered, how far it is and what it made are files below VAR_DIR: a work that writes in one long transaction can still
say how far it is. Which state a work is in is the name of one file: ordered, running, ended; in it stands the command.

* **D** Each kind of work has a queue and a worker: nobody waits for a paper while somebody imports ten years.
* **D** A worker holds a lock as long as it lives. What it has begun and not ended is broken off as soon as it is gone,
  whatever it died of. It is begun again by a button only: what has killed one worker might kill the next.
"""

import fcntl
import json
import logging
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar, Final, Self
from uuid import UUID, uuid4

from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import translation
from django.utils.translation import gettext as _
from django_tasks import TaskContext, task
from django_tasks_db.models import DBTaskResult

from skatliga.database import JsonObject

QUEUES: Final = {"documents": 0.2, "prints": 0.5, "photos": 0.5, "jobs": 1.0}
"""Public documents, which visitors wait for; long prints and forecasts; everything else. The number is the seconds
between two looks at what waits."""
MESSAGES: Final = "messages"
"""The worker beside those of the queues, which tells people what is new (`subscriptions.sending`)."""
WORKERS: Final = (*QUEUES, MESSAGES)

KEPT_SECONDS: Final = 24 * 3600
LONGEST_WAIT: Final = 3600
"""Seconds after which what no worker has begun counts as broken off; the database may have been restored meanwhile."""

logger = logging.getLogger(__name__)


class TooManyError(Exception):
    """Raised where no more works are taken on for now; `mine` says that it is for the one who asks."""

    def __init__(self, *, mine: bool) -> None:
        super().__init__(mine)
        self.mine = mine


@dataclass(frozen=True, kw_only=True)
class Job:
    """A work that was ordered; each kind adds what else has to be known, and what it makes."""

    kind: ClassVar[str]
    """The folder in which all of its kind have theirs."""
    queue: ClassVar[str] = "jobs"

    id: UUID | str
    owner: int | str | None = None
    """Who has ordered it, if it belongs to anybody: a user, or a name for somebody who is not signed in."""

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return _folder(self.kind) / str(self.id)

    @classmethod
    def order(cls, id: UUID | None = None, /, **said: object) -> Self:
        """A work with a folder of its own; what was ordered more than a day ago is thrown away."""
        cls.remove_old()
        job = cls(id=id or uuid4(), **said)  # type: ignore[arg-type]
        job.folder.mkdir(parents=True, exist_ok=True)
        (job.folder / "order.json").write_text(json.dumps(said))
        return job

    @classmethod
    def find(cls, id: UUID) -> Self | None:
        """The work, if it is still kept."""
        try:
            said: JsonObject = json.loads((_folder(cls.kind) / str(id) / "order.json").read_text())
        except FileNotFoundError:
            return None
        if "user" in said:  # as an earlier program wrote it
            said["owner"] = said.pop("user")
        return cls(id=id, **said)

    @classmethod
    def kept(cls) -> list[Self]:
        """All of this kind that are kept."""
        keys = [UUID(path.parent.name) for path in _folder(cls.kind).glob("*/order.json")]
        return [job for key in keys if (job := cls.find(key))]

    @classmethod
    def remove_old(cls) -> None:
        """Throw away what was ordered more than a day ago."""
        for ordered in _folder(cls.kind).glob("*/order.json"):
            if ordered.stat().st_mtime < time.time() - KEPT_SECONDS:
                shutil.rmtree(ordered.parent, ignore_errors=True)

    @classmethod
    def demand_room(cls, owner: int | str, most_of_one: int, most: int) -> None:
        """Raise TooManyError where this user, or all together, have as many under way as the machine should carry."""
        owners = [job.owner for job in cls.kept() if job.running]
        if owners.count(owner) >= most_of_one:
            raise TooManyError(mine=True)
        if len(owners) >= most:
            raise TooManyError(mine=False)

    def start(self, *command: str) -> bool:
        """Have a worker call `manage.py` with this command, unless it waits for that already or is being done."""
        if self.running:
            return False
        self.folder.mkdir(parents=True, exist_ok=True)
        ordered = self.folder / "ordered"
        write_whole(ordered, json.dumps(command).encode())
        for former in ("running", "ended", "error", "progress"):
            (self.folder / former).unlink(missing_ok=True)
        try:
            run.using(queue_name=self.queue).enqueue(f"{self.kind}/{self.id}")
        except Exception:
            ordered.unlink(missing_ok=True)
            raise
        return True

    def start_again(self) -> bool:
        """Do once more what was broken off."""
        former = self._begun_file
        return former is not None and self.start(*json.loads(former.read_text()))

    @property
    def begun(self) -> bool:
        """Whether it was started at all."""
        return self._begun_file is not None

    @property
    def running(self) -> bool:
        """Whether it waits for a worker, or one is at it."""
        if _changed_at(self.folder / "ordered") > time.time() - LONGEST_WAIT:
            return True
        return (self.folder / "running").exists() and _is_alive((self.folder / "worker").read_text())

    @property
    def percent(self) -> int:
        """How far it is, by its own count."""
        return int(_text(self.folder / "progress") or 0)

    @property
    def error(self) -> str:
        """Why it has failed, in a sentence; nothing where it has not, or was broken off."""
        return _text(self.folder / "error")

    @property
    def _begun_file(self) -> Path | None:
        files = (self.folder / name for name in ("ordered", "running", "ended"))
        return next((file for file in files if file.exists()), None)


@dataclass(frozen=True, kw_only=True)
class SiteJob(Job):
    """A command for the whole site: one at a time, for all who look after it. It ends where everybody sees it."""

    kind = "runs"
    id: str
    """The command, which takes `--progress`."""

    def begin(self) -> None:
        """Have it done, unless somebody else has begun it already."""
        self.start(self.id, "--progress", str(self.folder / "progress"))

    def complaint(self, succeeded: datetime | None) -> str:
        """Why the last one failed; nothing where there is a result from after its beginning."""
        begun = self._begun_file
        if begun is None or self.running:
            return ""
        if succeeded and succeeded >= datetime.fromtimestamp(begun.stat().st_mtime, UTC):
            return ""
        return self.error or ("" if begun.name == "ended" else _("Die Arbeit wurde abgebrochen."))


@task(takes_context=True, queue_name="jobs")
def run(context: TaskContext, place: str) -> None:
    """Do the work whose files lie there; in the database nothing else is said of it."""
    folder = Path(settings.VAR_DIR) / place
    if not (folder / "ordered").exists():
        return  # ordered twice at the same moment, thrown away meanwhile, or done before the database was restored
    write_whole(folder / "worker", context.task_result.worker_ids[-1].encode())
    running = (folder / "ordered").replace(folder / "running")
    command = json.loads(running.read_text())
    try:
        with (folder / "log").open("w") as log, translation.override(settings.LANGUAGE_CODE):
            call_command(*command, stdout=log, stderr=log)
    except Exception as failed:
        if not isinstance(failed, CommandError):
            logger.exception("a work has failed: %s", place)
        write_whole(folder / "error", (str(failed) or type(failed).__name__).splitlines()[-1].encode())
    running.replace(folder / "ended")


@contextmanager
def at_work(queue: str) -> Iterator[str]:
    """The name of a worker of this queue, which is alive as long as this process is."""
    file = _folder("workers") / f"{queue}-{uuid4()}"
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f".{file.name}")
    with new.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        new.rename(file)  # so that nobody takes it for a dead one before it is locked
        try:
            yield file.name
        finally:
            file.unlink(missing_ok=True)


def give_up_what_died() -> None:
    """Close in the database what killed workers have begun, and forget these workers."""
    for result in DBTaskResult.objects.running():
        if not _is_alive(result.worker_ids[-1]):
            result.set_failed(RuntimeError("its worker is gone"))
    for name in set(_workers()) - set(_alive()):
        (_folder("workers") / name).unlink(missing_ok=True)


def idle_queues() -> list[str]:
    """What no worker serves."""
    return [queue for queue in WORKERS if queue not in {name.partition("-")[0] for name in _alive()}]


def write_whole(file: Path, pieces: bytes | Iterable[bytes]) -> None:
    """Write a file that is complete as soon as it has its name."""
    part = file.with_name(file.name + ".part")
    with part.open("wb") as stream:
        stream.writelines([pieces] if isinstance(pieces, bytes) else pieces)
    part.replace(file)


def _folder(kind: str) -> Path:
    return Path(settings.VAR_DIR) / kind


def _workers() -> list[str]:
    return [path.name for path in _folder("workers").glob("[!.]*")]


def _alive() -> list[str]:
    return [name for name in _workers() if _is_alive(name)]


def _is_alive(worker: str) -> bool:
    with suppress(FileNotFoundError), (_folder("workers") / worker).open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _changed_at(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except FileNotFoundError:
        return 0


def _text(file: Path) -> str:
    try:
        return file.read_text()
    except FileNotFoundError:
        return ""
