"""Putting a backup back in the place of what is there.

In this order, so that nothing is changed before everything that can fail early has been looked at: the file is read and
checked whole, it is seen to fit the program, what is there is backed up, the database is replaced in one transaction,
the media folder is exchanged by renaming, the migrations a newer program brings are applied, everything is recomputed.

* **D** A backup goes into a database of its own kind only; between SQLite and PostgreSQL goes the archive of a club.
* **D** The site is stopped by whoever restores: while it runs, what somebody enters meanwhile would be lost unseen.
"""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from skatliga.operations import backups
from skatliga.operations.backups import Backup, Manifest
from skatliga.operations.databases import Damaged, Tell, of_this_site
from skatliga.operations.integrity import Findings, examine


@dataclass(frozen=True, slots=True)
class Restored:
    """What restoring has come to."""

    before: Backup | None
    """What was there, where there was anything."""
    findings: Findings
    other_key: bool
    """Whether the backup was made under another SECRET_KEY."""


def look_at(path: Path) -> Manifest:
    """What is in a backup; Damaged where it is none, or cannot be restored here."""
    manifest, database = backups.read_manifest(path), of_this_site()
    if manifest.database != database.kind:
        raise Damaged(
            _(
                "Die Sicherung ist von einer Datenbank %(theirs)s, hier läuft %(ours)s. Von der einen zur anderen "
                "kommt man mit dem Archiv der Vereine."
            )
            % {"theirs": manifest.database, "ours": database.kind}
        )
    known = {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}
    if unknown := sorted(set(manifest.migrations) - known):
        raise Damaged(
            _(
                "Die Sicherung ist von einem neueren Programm (%(program)s) und enthält %(migration)s, was hier "
                "niemand kennt. Bitte zuerst das Programm erneuern."
            )
            % {"program": manifest.program, "migration": unknown[0]}
        )
    return manifest


def restore(path: Path, tell: Tell = lambda percent: None) -> Restored:
    """Replace the site by a backup; Damaged or OSError where that fails, and then nothing has been replaced."""
    manifest, database = look_at(path), of_this_site()
    media = Path(settings.MEDIA_ROOT)
    if media.is_mount():
        raise Damaged(
            _("%(folder)s ist eingehängt und lässt sich nicht ersetzen; bitte den Ordner darüber einhängen.")
            % {"folder": media}
        )
    media.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=media.parent) as folder:
        work = Path(folder)
        backups.unpack(path, manifest, work)
        database.verify(work / "database", manifest.counts)
        tell(30)
        # Where the database is gone the photographs may be there: whoever moved a broken one away has them only here.
        before = None if database.is_empty() and not _has_files(media) else backups.make()
        tell(50)
        database.load(work / "database")
        _exchange(work / "media", media, work / "former")
    tell(70)
    call_command("migrate", interactive=False, verbosity=0)
    tell(80)
    findings = examine()
    tell(100)
    return Restored(before, findings, manifest.key != backups.mark_of_key())


def _has_files(folder: Path) -> bool:
    return any(path.is_file() for path in folder.rglob("*"))


def _exchange(new: Path, media: Path, former: Path) -> None:
    """The new folder in the place of the present one."""
    new.mkdir(exist_ok=True)
    if media.exists():
        media.rename(former)
    shutil.move(new, media)
