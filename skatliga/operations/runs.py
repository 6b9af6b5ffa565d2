"""Long work for the site itself, started from a page: one of each kind at a time, for all who look after the site.

Unlike a print or an import it belongs to nobody in particular and ends where everybody sees it, in a backup or a
finding; so each kind has one folder for good, and what it complains of is kept there until the next one begins.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from skatliga import background


@dataclass(frozen=True, slots=True)
class Run:
    """One kind of work."""

    command: str
    """Of manage.py; it takes `--progress`."""

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return Path(settings.VAR_DIR) / "runs" / self.command

    @property
    def running(self) -> bool:
        """Whether a process is at it."""
        return background.is_running(self.folder)

    @property
    def percent(self) -> int:
        """How far it is."""
        return background.progress_of(self.folder)

    def complaint(self, succeeded: datetime | None) -> str:
        """Why the last one failed; nothing where there is a result from after its beginning."""
        try:
            begun = datetime.fromtimestamp((self.folder / "lock").stat().st_mtime, UTC)
            lines = (self.folder / "log").read_text().splitlines()
        except FileNotFoundError:
            return ""
        if not lines or self.running or (succeeded and succeeded >= begun):
            return ""
        return lines[-1].removeprefix("CommandError: ")

    def start(self) -> None:
        """Begin, unless somebody else has done so already."""
        if self.running:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "progress").unlink(missing_ok=True)
        background.start(self.folder, [self.command, "--progress", str(self.folder / "progress")])


BACKUP = Run("backup")
CHECK = Run("check_integrity")
