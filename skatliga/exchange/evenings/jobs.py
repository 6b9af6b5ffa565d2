"""A club's past on its way in: the file waits in a folder, is checked there, and imported when somebody says so.

Both are done by a command beside the site (`jobs`), which leaves its numbers and what did not fit beside the file.
Everything stays for a day, or until it is discarded.

* **D** All who may direct the club see what was sent, go on with it and discard it: the one who uploaded a file
  may be gone when it has been checked.
* **D** An import that crashed is begun again with the same file; evenings that are there already are recognised.
"""

import json
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from skatliga.exchange.evenings.import_evenings import Rules
from skatliga.exchange.evenings.import_report import Summary, read_summary
from skatliga.jobs import Job, write_whole
from skatliga.people.models import Club, User

MOST_BYTES: Final = 200_000_000
RECORDS: Final = b"(;"
"""What a record of the server begins with, and no table of lists does."""


@dataclass(frozen=True, kw_only=True)
class EveningImportJob(Job):
    """A file that is to be imported into a club."""

    kind = "import"

    club: str
    """The address of the club."""
    by: str
    """The name of the user, as it is signed in with."""
    filename: str
    command: str
    """Which command imports it."""
    options: list[str]

    @property
    def ordered_at(self) -> datetime:
        """When it was uploaded."""
        return datetime.fromtimestamp((self.folder / "order.json").stat().st_mtime, UTC)

    @property
    def stage(self) -> str:
        """checking, checked, storing, stored, or crashed."""
        doing, done = ("storing", "stored") if self.approved else ("checking", "checked")
        if self.running:  # until it has ended: only then can the next one begin
            return doing
        return done if self._result(done).exists() else "crashed"

    @property
    def approved(self) -> bool:
        """Whether it was said that it is to be imported."""
        return (self.folder / "storing").exists()

    @property
    def summary(self) -> Summary:
        """The numbers of what was done last."""
        return read_summary(json.loads(self._result(self._last).read_text()))

    @property
    def report(self) -> Path:
        """The file of what did not fit, of what was done last; missing where the file could not be read at all."""
        return self.folder / f"{self._last}.csv"

    @property
    def _last(self) -> str:
        return "stored" if self.approved else "checked"

    def _result(self, stage: str) -> Path:
        return self.folder / f"{stage}.json"

    def begin(self, stage: str) -> None:
        """Have it checked or stored, unless that is being done."""
        self._result(stage).unlink(missing_ok=True)
        files = [
            *("--summary", str(self._result(stage)), "--report", str(self.folder / f"{stage}.csv")),
            *("--progress", str(self.folder / "progress"), f"--user={self.by}", "--language", get_language()),
        ]
        dry_run = ["--dry-run"] if stage == "checked" else []
        upload = str(self.folder / "upload")
        self.start(self.command, self.club, upload, *self.options, *files, *dry_run)


def send_in(
    club: Club, user: User, file: UploadedFile, rules: Rules, *, publish: bool, name: str, date: str
) -> EveningImportJob:
    """Keep an uploaded file and begin to check it; name and date are those of an evening that its records lack."""
    if not file.size or file.size > MOST_BYTES:
        raise ValidationError(
            _("Die Datei ist leer oder größer als %(most)s MB; bitte in mehreren Teilen hochladen.")
            % {"most": MOST_BYTES // 1_000_000}
        )
    pieces = iter(file.chunks())
    beginning = next(pieces, b"")
    records = beginning.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(RECORDS)
    options = [*_rule_options(rules), *(["--publish"] if publish else [])]
    if records:
        options += [*([f"--name={name}"] if name else []), *([f"--date={date}"] if date else [])]
    command = "import_iss" if records else "import_club"
    said = {"club": club.slug, "by": user.username, "filename": Path(str(file.name)).name[:120]}
    job = EveningImportJob.order(owner=user.pk, **said, command=command, options=options)
    write_whole(job.folder / "upload", (beginning, *pieces))
    job.begin("checked")
    return job


def _rule_options(rules: Rules) -> list[str]:
    """The rules as the command takes them."""
    agreed = [part for name, value in rules.agreements.items() for part in ("--agree", f"{name}={json.dumps(value)}")]
    target = ["--target", str(rules.target)] if rules.target else []
    deals = f"{rules.deals_at_four}/{rules.deals_at_three}"
    return ["--rulebook", rules.rulebook, "--evaluation", rules.evaluation, *agreed, "--deals", deals, *target]


def carry_out(job: EveningImportJob) -> None:
    """Import what was checked; asked twice, it is done once."""
    if job.stage in {"checked", "crashed"} and (job.folder / "upload").exists():
        (job.folder / "storing").touch()
        job.begin("stored")


def check_again(job: EveningImportJob) -> None:
    """Check once more what crashed while it was checked, or what was checked before somebody said whom names mean."""
    if job.stage in {"crashed", "checked"} and not job.approved:
        job.begin("checked")


def discard(job: EveningImportJob) -> None:
    """Throw away the file and what is known of it; what has been imported stays."""
    if job.stage not in {"checking", "storing"}:
        shutil.rmtree(job.folder, ignore_errors=True)


def find_job(club: Club, id: UUID) -> EveningImportJob | None:
    """A file that was sent for this club, if it is still kept."""
    job = EveningImportJob.find(id)
    return job if job and job.club == club.slug else None


def jobs_of(club: Club) -> list[EveningImportJob]:
    """What is kept for a club, newest first; what is older than a day is thrown away."""
    EveningImportJob.remove_old()
    found = [job for job in EveningImportJob.kept() if job.club == club.slug]
    return sorted(found, key=lambda job: job.ordered_at, reverse=True)
