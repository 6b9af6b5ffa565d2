"""Archives that are made or taken in beside the site (`background`): ordered on a page, carried out by a command."""

from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Final
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile

from skatliga import background
from skatliga.events.models import Event
from skatliga.exchange.archive.planning import preview
from skatliga.exchange.archive.unpacking import Unpacked
from skatliga.exchange.models import ArchiveReport
from skatliga.people.models import Club
from skatliga.shapes import JsonObject

KIND: Final = "archive"
_SAID_LATER: Final = {"present": [], "blocks": False}
"""What previews of an earlier program do not say, which may wait while the site is renewed; importing finds it out."""


@dataclass(frozen=True)
class Work:
    """An archive on its way out, or in."""

    key: UUID
    user: int
    """Who has ordered it; nobody else sees it."""
    of: str
    """event or club of which it is made, or empty for one that comes in."""
    slug: str
    name: str
    preview: JsonObject | None = None
    """Of one that comes in: what is in it (`planning.Preview`)."""

    @property
    def is_present(self) -> bool:
        """Of one that comes in: whether some of it is here already."""
        return bool(self.preview and self.preview["present"])

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return background.folder_of(KIND, self.key)

    @property
    def file(self) -> Path:
        """The archive; one that is made is complete as soon as it is there."""
        return self.folder / "archive.zip"

    @property
    def filename(self) -> str:
        """What an archive is called that is made."""
        return f"archiv-{self.slug}.zip"

    @property
    def begun(self) -> bool:
        """Whether it was started at all; one that comes in waits for its preview to be approved."""
        return (self.folder / "lock").exists()

    @property
    def running(self) -> bool:
        """Whether a process is at it."""
        return background.is_running(self.folder)

    @property
    def percent(self) -> int:
        """How far it is."""
        return background.progress_of(self.folder)

    @cached_property
    def report(self) -> JsonObject | None:
        """Of one that came in: what became of it, or why it was refused."""
        return ArchiveReport.objects.filter(pk=self.key).values_list("said", flat=True).first()

    @property
    def done(self) -> bool:
        """Whether there is a result."""
        return self.file.exists() if self.of else self.report is not None


def order_export(user: int, of: Event | Club) -> Work:
    """Have an archive made."""
    kind = "event" if isinstance(of, Event) else "club"
    key, folder = background.order(KIND, {"user": user, "of": kind, "slug": of.slug, "name": of.name})
    work = Work(key, user, kind, of.slug, of.name)
    arguments = [f"--{kind}", of.slug, "--output", str(work.file), "--progress", str(folder / "progress")]
    background.start(folder, ["export_archive", *arguments])
    return work


def receive(user: int, upload: UploadedFile) -> Work:
    """Look through a file and keep it until it is approved; ValidationError for one that cannot be taken in."""
    with Unpacked(upload) as archive:
        said: JsonObject = {
            "user": user,
            "of": "",
            "slug": "",
            "name": archive.manifest.name,
            "preview": asdict(preview(archive)),
        }
    upload.seek(0)
    key, _folder = background.order(KIND, said)
    work = Work(key, **said)
    background.write_whole(work.file, upload.chunks())
    return work


def order_import(work: Work, *, again: bool) -> None:
    """Have an archive taken in, unless that is being done or has been; `again` as `restoring.restore` has it."""
    if work.report is None:
        command = ["import_archive", str(work.file), "--progress", str(work.folder / "progress")]
        command += ["--work", str(work.key), *(["--again"] if again else [])]
        background.start(work.folder, command)


def find(user: int, key: UUID) -> Work | None:
    """The work, if this user has ordered it and it is still kept."""
    said = background.said_of(KIND, key)
    if not said or said["user"] != user:
        return None
    if preview_said := said.get("preview"):
        said["preview"] = _SAID_LATER | preview_said
    return Work(key, **said)
