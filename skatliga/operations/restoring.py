"""Putting a backup back in the place of what is there.

In this order, so that nothing is changed before everything that can fail early has been looked at: the file is read and
checked whole, it is seen to fit the program, what is there is backed up, the media folder is exchanged by renaming, the
database is replaced in one transaction, the migrations a newer program brings are applied, everything is recomputed.

* **D** A backup goes into a database of its own kind only; from one kind to the other goes `manage.py move_database`.
* **D** The site must be stopped for it: while it runs, what somebody enters meanwhile would be lost unseen.
* **D** A damaged file of SQLite cannot be backed up. It is put under another name beside the new one, where somebody
  who knows how may still save something from it, and is never removed.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.operations import backups, places
from skatliga.operations.backups import Backup, BackupManifest
from skatliga.operations.databases import DamagedError, Database, Tell, of_this_site
from skatliga.operations.integrity import IntegrityFindings, examine

_WORK: Final = ".restore-"
_LOCK: Final = ".restoring"


class UnfinishedRestoreError(Exception):
    """The backup is in its place, but not yet brought forward to this program and checked; the cause is why."""


@dataclass(frozen=True, slots=True)
class RestoredBackup:
    """What restoring has come to."""

    before: Backup | None
    """What was there, where there was anything and it was to be kept."""
    aside: Path | None
    """Where a damaged database lies now."""
    findings: IntegrityFindings
    other_key: bool
    """Whether the backup was made under another SECRET_KEY."""


def look_at(path: Path) -> BackupManifest:
    """What is in a backup; Damaged where it is none, or cannot be restored here."""
    manifest, database = backups.read_manifest(path), of_this_site()
    database.demand_reachable()
    if manifest.database != database.kind:
        raise DamagedError(
            _(
                "Die Sicherung ist von einer Datenbank %(theirs)s, hier läuft %(ours)s. Von der einen in die "
                "andere zieht die ganze Seite mit manage.py move_database."
            )
            % {"theirs": manifest.database, "ours": database.kind}
        )
    if unknown := sorted(set(manifest.migrations) - _known_migrations()):
        raise DamagedError(
            _(
                "Die Sicherung ist von einem neueren Programm (%(program)s) und enthält %(migration)s, was hier "
                "niemand kennt. Bitte zuerst das Programm erneuern."
            )
            % {"program": manifest.program, "migration": unknown[0]}
        )
    return manifest


def _known_migrations() -> set[str]:
    """The migrations of this program as app.name, with those they have replaced."""
    ours = MigrationLoader(None).disk_migrations
    return {f"{app}.{name}" for key, one in ours.items() for app, name in (key, *one.replaces)}


def restore(path: Path, tell: Tell = lambda percent: None, *, backup: bool = True) -> RestoredBackup:
    """Replace the site by a backup; Damaged or OSError where that fails, and then nothing has been replaced.

    Unfinished where it has been, and what comes after that fails.

    Without `backup` what is there is not backed up before.
    """
    manifest, database, media = look_at(path), of_this_site(), media_folder()
    if media.is_mount():
        raise DamagedError(
            _("%(folder)s ist eingehängt und lässt sich nicht ersetzen; bitte den Ordner darüber einhängen.")
            % {"folder": media}
        )
    with _alone(media), tempfile.TemporaryDirectory(prefix=_WORK, dir=media.parent) as folder:
        work = Path(folder)
        backups.unpack(path, manifest, work)
        database.verify(work / "database", manifest.counts)
        tell(30)
        with database.broken_aside() as aside:
            before = _back_up(database, media) if backup else None
            tell(50)
            with _exchanged(work, media):
                database.load(work / "database")
    tell(70)
    try:
        call_command("migrate", interactive=False, verbosity=0)
        tell(80)
        findings = examine()
    except (DatabaseError, OSError) as failed:
        raise UnfinishedRestoreError from failed
    tell(100)
    return RestoredBackup(before, aside, findings, manifest.key != backups.mark_of_key())


def room(sizes: int, database: int) -> list[places.Need]:
    """The room restoring needs: for the unpacked files, and for a database of this size as it is replaced."""
    needs = [(media_folder().parent, sizes)]
    if folder := of_this_site().folder:
        needs.append((folder, database))
    return needs


def room_for(manifest: BackupManifest) -> list[places.Need]:
    """The room restoring this backup needs."""
    return room(sum(size for size, _digest in manifest.files.values()), manifest.files["database"][0])


def clear_leftovers() -> list[Path]:
    """Remove what a killed restoration left behind, unless one is going on; the pictures there were before stay.

    Answers where these are now, as far as others have taken their place.
    """
    try:
        with places.alone(places.existing(media_folder().parent), _LOCK):
            return _clear(media_folder())
    except places.BusyError:
        return []


def media_folder() -> Path:
    """Behind a link the folder itself."""
    return Path(settings.MEDIA_ROOT).resolve()


@contextmanager
def _alone(media: Path) -> Iterator[None]:
    """One restoration at a time; what an earlier one has left unfinished is removed."""
    places.make_folder(media.parent)
    try:
        with places.alone(media.parent, _LOCK):
            _clear(media)
            yield
    except places.BusyError as busy:
        raise DamagedError(_("Es wird gerade schon wiederhergestellt. Bitte warten, bis das fertig ist.")) from busy


def _clear(media: Path) -> list[Path]:
    saved = []
    for left in media.parent.glob(f"{_WORK}*"):
        if _former(left).exists():
            target = media
            if media.exists():  # nobody knows whether the database is still that of these pictures
                target = media.with_name(f"{media.name}-former-{timezone.now():%Y%m%d-%H%M%S-%f}")
                saved.append(target)
            _former(left).rename(target)
        shutil.rmtree(left, ignore_errors=True)
    return saved


def _back_up(database: Database, media: Path) -> Backup | None:
    # Where the database is gone the photographs may be there, and then only here.
    if database.is_empty() and not any(path.is_file() for path in media.rglob("*")):
        return None
    try:
        return backups.make()
    except (DamagedError, OSError) as failed:
        raise DamagedError(
            _(
                "Was jetzt da ist, lässt sich nicht sichern: %(why)s Wenn es davon schon eine Sicherung gibt oder "
                "niemand es braucht, bitte noch einmal mit --without-backup."
            )
            % {"why": failed}
        ) from failed


def _former(work: Path) -> Path:
    return work / "former"


@contextmanager
def _exchanged(work: Path, media: Path) -> Iterator[None]:
    """The new folder in the place of the present one, which comes back where what follows fails."""
    new, former, is_there = work / "media", _former(work), media.exists()
    new.mkdir(exist_ok=True)
    places.make_like(new, media if is_there else media.parent)
    os.sync()  # the pictures are on the disk before the database says that they are there
    if is_there:
        media.rename(former)
    try:
        new.rename(media)
        yield
    except BaseException:
        if media.exists():
            media.rename(new)
        if is_there:
            former.rename(media)
        raise
    places.sync(media.parent)
