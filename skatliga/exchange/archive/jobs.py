"""Archives that are made or taken in beside the site (`jobs`): ordered on a page, carried out by a command."""

from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Final
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile

from skatliga.database import JsonObject
from skatliga.events.models import Event
from skatliga.exchange.archive.archive_file import Unpacked
from skatliga.exchange.archive.matching import preview
from skatliga.exchange.models import ArchiveReport
from skatliga.jobs import Job, write_whole
from skatliga.people.models import Club

_SAID_LATER: Final = {"present": [], "blocks": False}
"""What previews of an earlier program do not say, which may wait while the site is renewed; importing finds it out."""


@dataclass(frozen=True, kw_only=True)
class ArchiveJob(Job):
    """An archive on its way out, or in; nobody but its owner sees it."""

    kind = "archive"

    of: str
    """event or club of which it is made, or empty for one that comes in."""
    slug: str
    name: str
    preview: JsonObject | None = None
    """Of one that comes in: what is in it (`matching.Preview`)."""

    @property
    def contents(self) -> JsonObject | None:
        """The preview, of whatever program."""
        return _SAID_LATER | self.preview if self.preview else None

    @property
    def is_present(self) -> bool:
        """Of one that comes in: whether some of it is here already."""
        return bool(self.preview and self.preview.get("present"))

    @property
    def file(self) -> Path:
        """The archive; one that is made is complete as soon as it is there."""
        return self.folder / "archive.zip"

    @property
    def filename(self) -> str:
        """What an archive is called that is made."""
        return f"archiv-{self.slug}.zip"

    @cached_property
    def report(self) -> JsonObject | None:
        """Of one that came in: what became of it, or why it was refused."""
        return ArchiveReport.objects.filter(pk=self.id).values_list("said", flat=True).first()

    @property
    def done(self) -> bool:
        """Whether there is a result."""
        return self.file.exists() if self.of else self.report is not None


def order_export(user: int, of: Event | Club) -> ArchiveJob:
    """Have an archive made."""
    kind = "event" if isinstance(of, Event) else "club"
    job = ArchiveJob.order(owner=user, of=kind, slug=of.slug, name=of.name)
    files = ["--output", str(job.file), "--progress", str(job.folder / "progress")]
    job.start("export_archive", f"--{kind}", of.slug, *files)
    return job


def receive(user: int, upload: UploadedFile) -> ArchiveJob:
    """Look through a file and keep it until it is approved; ValidationError for one that cannot be taken in."""
    with Unpacked(upload) as archive:
        name, found = archive.manifest.name, asdict(preview(archive))
    upload.seek(0)
    job = ArchiveJob.order(owner=user, of="", slug="", name=name, preview=found)
    write_whole(job.file, upload.chunks())
    return job


def order_import(job: ArchiveJob, *, again: bool) -> None:
    """Have an archive taken in, unless that is being done or has been; `again` as `restore.restore` has it."""
    if job.report is None:
        command = ["import_archive", str(job.file), "--progress", str(job.folder / "progress")]
        job.start(*command, "--work", str(job.id), *(["--again"] if again else []))


def find(user: int, id: UUID) -> ArchiveJob | None:
    """The work, if this user has ordered it and it is still kept."""
    job = ArchiveJob.find(id)
    return job if job and job.owner == user else None
