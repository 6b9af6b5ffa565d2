"""What is kept of documents made once for everybody, and who has ordered which: files below VAR_DIR (`handouts`).

Nothing of it has to be stored for long: what is missing is made again.
"""

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from skatliga.jobs import KEPT_SECONDS, Job, TooManyError, write_whole

FRESH = 3
"""Seconds for which a document is given out although something has changed since."""

MOST_BYTES: Final = 200_000_000
"""How much is kept; what nobody has asked for the longest goes first, and everything after a day."""

MOST_WAITING: Final = 100
"""Documents under way, for all visitors together."""

MOST_OF_ONE: Final = 10
"""And for those of one network address; a hall full of people has one."""

FAILED: Final = 500
"""The status of what could not be made."""

TRIED_AGAIN: Final = 60
"""Seconds after which that is tried again."""


class Wanted(NamedTuple):
    """A document as visitors who are not signed in ask for it."""

    path: str
    query: str
    host: str
    secure: bool
    language: str

    @property
    def key(self) -> str:
        """Tells it from all others."""
        return sha256(repr(self).encode()).hexdigest()[:32]


class Answer(NamedTuple):
    """What was made: the body of an answer, and how it is sent."""

    status: int
    headers: dict[str, str]
    body: bytes
    mark: str
    """Names the state it was made of."""


class HandoutJob(Job):
    """A document that somebody waits for; its owner is a network address, made unreadable."""

    kind, queue = "handouts/ordered", "documents"


def mark_of(state: object) -> str:
    """Names a state; the day and the program are part of it, so that no copy outlives either for long."""
    return sha256(repr((state, timezone.localdate(), _program())).encode()).hexdigest()[:32]


def find(wanted: Wanted, mark: str) -> Answer | None:
    """What is kept of this state, or was made a moment ago of another one."""
    if answer := find_exactly(wanted, mark):
        return answer
    latest = max(_files(place("kept") / wanted.key), key=_made_at, default=None)
    return _read(latest) if latest and _made_at(latest) > time.time() - FRESH else None


def find_exactly(wanted: Wanted, mark: str) -> Answer | None:
    """What is kept of exactly this state."""
    path = place("kept") / wanted.key / mark
    answer = _read(path)
    if answer and answer.status == FAILED and _made_at(path) < time.time() - TRIED_AGAIN:
        return None
    return answer


def keep(wanted: Wanted, answer: Answer) -> None:
    """Keep an answer in place of those made of former states."""
    folder = place("kept") / wanted.key
    folder.mkdir(exist_ok=True)
    for former in _files(folder):
        former.unlink(missing_ok=True)
    head = json.dumps({"status": answer.status, "headers": answer.headers}).encode()
    write_whole(folder / answer.mark, head + b"\n" + answer.body)


def order(wanted: Wanted, address: str) -> None:
    """Have it made; raises TooManyError. What is under way already is so once, whoever asks."""
    by = salted_hmac("handout", address).hexdigest()[:16]
    if HandoutJob(id=UUID(wanted.key)).running:
        return
    HandoutJob.demand_room(by, MOST_OF_ONE, MOST_WAITING)
    HandoutJob.order(UUID(wanted.key), owner=by).start("make_handout", json.dumps(wanted))


def forget_all() -> None:
    """Throw everything away that is kept: somebody's name has been erased."""
    for path in place("kept").glob("*/*"):
        path.unlink(missing_ok=True)


def clean_up() -> None:
    """Throw away what is older than a day, and of the rest what was not asked for, down to the most that is kept."""
    kept = sorted(place("kept").glob("*/*"), key=_asked_for_at, reverse=True)
    size = 0
    for path in kept:
        size += path.stat().st_size
        if size > MOST_BYTES or _made_at(path) < time.time() - KEPT_SECONDS:
            path.unlink(missing_ok=True)
    for folder in place("kept").iterdir():
        with suppress(OSError):  # something is kept there
            folder.rmdir()


@contextmanager
def turn(user: int) -> Iterator[None]:
    """While a document is made for somebody signed in, by a process that answers; raises TooManyError.

    Each has one at once, and one process stays free for everything else.
    """
    with _lock([f"user-{user}"], mine=True), _lock([f"process-{n}" for n in range(_processes())], mine=False):
        yield


@contextmanager
def _lock(names: list[str], *, mine: bool) -> Iterator[None]:
    """Hold one of these locks; a process that dies gives it back."""
    for name in names:
        with (place("turns") / name).open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            yield
            return
    raise TooManyError(mine=mine)


def _processes() -> int:
    return max(1, settings.WORKERS - 1)


def place(name: str = "") -> Path:
    """The folder of this name, or the one all of them stand in."""
    folder = Path(settings.VAR_DIR) / "handouts" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.suffix != ".part"] if folder.exists() else []


def _read(path: Path) -> Answer | None:
    try:
        head, _line, body = path.read_bytes().partition(b"\n")
        os.utime(path, (time.time(), path.stat().st_mtime))
    except FileNotFoundError:
        return None
    return Answer(**json.loads(head), body=body, mark=path.name)


def _made_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0


def _asked_for_at(path: Path) -> float:
    try:
        return path.stat().st_atime
    except FileNotFoundError:
        return 0


@lru_cache(maxsize=1)
def _program() -> int:
    """When the program was last changed: of another version other documents come."""
    places = (settings.BASE_DIR / name for name in ("skatliga", "scoring", "templates", "static", "locale"))
    return max(path.stat().st_mtime_ns for place in places for path in place.rglob("*.*"))
