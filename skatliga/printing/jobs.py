"""Long prints beside the site (`jobs`): what was ordered, how far it is, and the finished file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from skatliga.jobs import Job

MOST_OF_ONE: Final = 2
MOST_AT_ONCE: Final = 4
"""Long prints under way: of one user, and of all."""


@dataclass(frozen=True, kw_only=True)
class PrintJob(Job):
    """A print that was ordered."""

    kind, queue = "print", "prints"

    title: str
    filename: str
    back: str
    """The address of the page on which it was ordered."""
    sheets: int

    @property
    def file(self) -> Path:
        """What it makes; complete as soon as it is there."""
        return self.folder / "print.pdf"

    @property
    def done(self) -> int:
        """How many sheets are laid out; it counts them, not per cents."""
        return self.percent

    @property
    def finished(self) -> bool:
        """Whether its file is there."""
        return self.file.exists()

    @property
    def crashed(self) -> bool:
        """Whether nobody works on it any more."""
        # The file is looked for afterwards: it comes before the work ends.
        return not self.running and not self.finished

    def print(self, arguments: Sequence[str]) -> None:
        """Have it made by `manage.py print` with these arguments."""
        self.start("print", *arguments, "--output", str(self.file), "--progress", str(self.folder / "progress"))
