"""The folders the site writes: whose they are, who is at work in them, how much room is left.

* **D** The owner of VAR_DIR is the site. What an administrator makes as root is given to that owner, so that the site
  can write it afterwards; what takes the place of something gets the owner and the permissions that had.
* **D** Room is only estimated. It is asked before the site is stopped for something that needs it; what has begun is
  not refused for an estimate, since it leaves everything as it was where it fails.
"""

import fcntl
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

Need = tuple[Path, int]
"""A folder, there already or not, and how many bytes are going to be written below it."""
_PERMISSIONS: Final = 0o777
_NOT_EXECUTED: Final = 0o666


class BusyError(Exception):
    """Somebody else is at work in the folder."""


def make_folder(folder: Path) -> None:
    """Make a folder, and those it lies in, for the owner of the site alone."""
    if not folder.exists():
        make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        give(folder)


def give(path: Path, like: Path | None = None) -> None:
    """Give a file, or a folder with all that is in it, to the owner of another, VAR_DIR without it; only root can."""
    if os.geteuid() != 0:
        return
    owner = existing(like or Path(settings.VAR_DIR)).stat()
    for each in (path, *path.rglob("*")):
        os.chown(each, owner.st_uid, owner.st_gid, follow_symlinks=False)


def make_like(path: Path, former: Path) -> None:
    """Let a file, or a folder with all that is in it, be owned and read by those who had what was there before."""
    give(path, former)
    mode = former.stat().st_mode & _PERMISSIONS
    for each in (path, *path.rglob("*")):
        each.chmod(mode if each.is_dir() else mode & _NOT_EXECUTED)


@contextmanager
def alone(folder: Path, lock: str) -> Iterator[None]:
    """Only one at a time holds the lock of this name in a folder; Busy for a second one."""
    path = folder / lock
    with path.open("w") as opened:
        give(path)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as busy:
            raise BusyError from busy
        yield


def sync(folder: Path) -> None:
    """A new name in a folder survives a power cut only when the folder itself is written."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def existing(folder: Path) -> Path:
    """The folder, or the one it will be made in."""
    return next(place for place in (folder, *folder.parents) if place.exists())


def is_writable(folder: Path) -> bool:
    """Whether the site may write there, as far as permissions and read-only mounts go."""
    return os.access(existing(folder), os.W_OK | os.X_OK)


def size_of(folder: Path) -> int:
    """Bytes of everything in a folder; what goes away meanwhile is passed over."""
    size = 0
    for path in folder.rglob("*"):
        try:
            size += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:
            continue
    return size


def missing_room(needs: Iterable[Need]) -> list[str]:
    """Sentences on how much room is missing where, one for each disk; none where it suffices."""
    disks: dict[int, Need] = {}
    for folder, size in needs:
        disk = existing(folder).stat().st_dev
        first, so_far = disks.get(disk, (folder, 0))
        disks[disk] = first, so_far + size
    return [
        _("Auf der Platte von %(folder)s fehlen %(missing)s: gebraucht werden etwa %(needed)s, frei sind %(free)s.")
        % {
            "folder": folder,
            "missing": filesizeformat(size - free),
            "needed": filesizeformat(size),
            "free": filesizeformat(free),
        }
        for folder, size in disks.values()
        if (free := shutil.disk_usage(existing(folder)).free) < size
    ]


def why_it_failed(failed: Exception, needs: Iterable[Need]) -> str:
    """What went wrong, and how much room is missing where that may be the reason."""
    missing = missing_room(needs)
    return " ".join([f"{str(failed).rstrip('.')}.", *missing]) if missing else str(failed)
