"""Long prints, each in a process of its own (`background`): what was ordered, how far it is, and the finished file."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from skatliga import background
from skatliga.stock import TooMany

KIND = "print"
MOST_OF_ONE = 2
MOST_AT_ONCE = 4
"""Long prints under way: of one user, and of all."""


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
        return background.folder_of(KIND, self.id)

    @property
    def file(self) -> Path:
        """What it makes; complete as soon as it is there."""
        return self.folder / "print.pdf"

    @property
    def done(self) -> int:
        """How many sheets are laid out."""
        return background.progress_of(self.folder)

    @property
    def finished(self) -> bool:
        """Whether its file is there."""
        return self.file.exists()

    @property
    def crashed(self) -> bool:
        """Whether nobody works on it any more."""
        # The file is looked for after the lock: it comes before the process ends.
        return not background.is_running(self.folder) and not self.finished


def demand_room(user: int) -> None:
    """Raise TooMany where this user, or all together, have as many prints under way as the machine should carry."""
    running = [said["user"] for said in background.running(KIND)]
    if running.count(user) >= MOST_OF_ONE:
        raise TooMany(mine=True)
    if len(running) >= MOST_AT_ONCE:
        raise TooMany(mine=False)


def start(user: int, title: str, filename: str, back: str, sheets: int, arguments: Sequence[str]) -> Job:
    """Order a print: `manage.py print` with these arguments, in the background."""
    order = {"user": user, "title": title, "filename": filename, "back": back, "sheets": sheets}
    key, folder = background.order(KIND, order)
    job = Job(key, user, title, filename, back, sheets)
    files = ["--output", str(job.file), "--progress", str(folder / "progress")]
    background.start(folder, ["print", *arguments, *files])
    return job


def find(user: int, job: uuid.UUID) -> Job | None:
    """The job, if this user has ordered it and it is still kept."""
    order = background.said_of(KIND, job)
    return Job(job, **order) if order and order["user"] == user else None
