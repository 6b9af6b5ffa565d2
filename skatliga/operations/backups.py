"""Backups: one file each with the database, everything in the media folder, and a list of what is in it.

A backup is a zip: `manifest.json`, `database`, `media/…`. It is written under a temporary name, read again whole,
synced to the disk and only then given its name; so whatever has a name is good, and an attempt that fails (a full disk,
a power cut) leaves the earlier ones as they are. Only the owner can read it: passwords' hashes and all names are in it.

* **D** The database is copied first, then the media folder. A photograph that is removed in between is missing in the
  backup, and the integrity check says so after restoring; one that is added in between is merely superfluous.
* **D** The site's SECRET_KEY is not in it, so that a stolen backup lets nobody act as a user. The manifest
  carries a mark of it: restoring under another key says that printed table cards and one-time links no longer open.
* **D** Kept are the newest of each of the last BACKUP_KEEP days that have one, the newest of each of the last twelve
  months that have one, and in any case the three newest.
* **D** The mark of the key is in the name of the file too: several sites may have one folder, and each counts and
  removes only what is its own. Under another key a site begins again, and its former backups stay for good.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
import tomllib
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import IO, Final

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from skatliga.database import Json
from skatliga.exchange.workbooks.zip_check import DAMAGED
from skatliga.operations import places
from skatliga.operations.databases import Counts, DamagedError, Tell, of_this_site


@cache
def program_version() -> str:
    """Tag and commit, such as v2.1-3-gdce41e9; the number of the release where there is no git."""
    file = Path(settings.BASE_DIR) / "VERSION"
    if file.exists():
        return file.read_text().strip()
    place = str(settings.BASE_DIR)
    # The clone belongs to root and the site runs as another user, whom git would tell nothing.
    command = ["git", "-c", f"safe.directory={place}", "-C", place, "describe", "--tags", "--always", "--dirty"]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        return _release()
    return done.stdout.strip() or _release()


def _release() -> str:
    project = tomllib.loads((Path(settings.BASE_DIR) / "pyproject.toml").read_text())["project"]
    return f"v{project['version']}"


# ---- One backup

FORMAT: Final = 1
"""Of the file; a reader refuses a later one."""
ENDING: Final = ".zip"
OVERDUE: Final = timedelta(days=1, hours=2)
"""A daily backup may be late by the random delay of its timer and the time it takes."""
MONTHS: Final = 12
"""For how many months the newest backup of the month is kept."""
_TIME: Final = "%Y%m%d-%H%M%S-%f"
_NAME: Final = re.compile(r"skatliga-(\d{8}-\d{6}-\d{6})(?:-([0-9a-f]{8}))?")
_NEWEST: Final = 3
_CHUNK: Final = 1 << 20


Packed = list[Json]
"""Size in bytes and SHA-256 of a file."""


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """What a backup says of itself."""

    format: int
    created: str
    """In UTC, as ISO 8601 writes it."""
    program: str
    database: str
    """`sqlite` or `postgresql`."""
    migrations: list[str]
    """All that were applied, as app.name."""
    counts: Counts
    key: str
    """A mark of the SECRET_KEY, which cannot be found from it."""
    files: dict[str, Packed]
    """Size in bytes and SHA-256 of everything else in the file, by name."""

    @property
    def time(self) -> datetime:
        """When its database was copied."""
        return datetime.fromisoformat(self.created)


@dataclass(frozen=True, slots=True)
class Backup:
    """A file in the folder of backups."""

    path: Path
    created: datetime
    size: int
    """In bytes."""

    @property
    def name(self) -> str:
        """Of the file."""
        return self.path.name


def folder() -> Path:
    """Where the site keeps its backups."""
    return Path(settings.BACKUP_DIR)


def name_of(moment: datetime, mark: str = "") -> str:
    """What a backup of this moment is called; `mark` is that of the site's key, of this one without it."""
    return f"skatliga-{moment.astimezone(UTC).strftime(_TIME)}-{(mark or mark_of_key())[:8]}{ENDING}"


def kept(place: Path | None = None, ending: str = ENDING) -> list[Backup]:
    """The backups of this site in a folder, or their copies, which end otherwise; the newest first."""
    mark = mark_of_key()[:8]
    found = []
    for path, time, whose in _named(place or folder(), ending):
        try:
            if whose == mark:
                moment = datetime.strptime(time, _TIME).replace(tzinfo=UTC)
                found.append(Backup(path, moment, path.stat().st_size))
        except (ValueError, FileNotFoundError):
            continue  # no time of any clock, or removed a moment ago
    return sorted(found, key=lambda backup: backup.created, reverse=True)


def of_others(place: Path | None = None) -> list[Path]:
    """The backups in a folder that are not of this site, or were made under another SECRET_KEY, by name."""
    mark = mark_of_key()[:8]
    return sorted(path for path, _time, whose in _named(place or folder()) if whose != mark)


def _named(place: Path, ending: str = ENDING) -> Iterator[tuple[Path, str, str | None]]:
    """What is called like a backup, its time, its mark; what somebody has renamed stays, and counts for nothing."""
    for path in place.glob(f"skatliga-*{ending}"):
        if match := _NAME.fullmatch(path.name.removesuffix(ending)):
            yield path, match[1], match[2]


def last_of(found: list[Backup]) -> Backup | None:
    """The newest of these; one from the future, made by a wrong clock, would say for years that all is well."""
    now = timezone.now()
    return next((backup for backup in found if backup.created - now < OVERDUE), None)


def is_overdue(newest: Backup | None) -> bool:
    """Whether the last good backup is older than a day, or there is none."""
    return newest is None or timezone.now() - newest.created > OVERDUE


def make(place: Path | None = None, tell: Tell = lambda percent: None) -> Backup:
    """Back the site up; Damaged or OSError where that fails. `tell` is told how far it is, in per cent."""
    place = place or folder()
    places.make_folder(place)
    with _alone(place), tempfile.TemporaryDirectory(prefix=".work-", dir=place) as work:
        part = Path(work) / "part.zip"
        manifest = _write(part, Path(work), lambda percent: tell(percent * 7 // 10))
        tell(70)
        _check(part, Path(work), manifest)
        places.give(part)
        now = datetime.now(UTC)
        path = place / name_of(now)
        part.rename(path)
        places.sync(place)
        tell(100)
        return Backup(path, now, path.stat().st_size)


def room(place: Path | None = None) -> list[places.Need]:
    """The room a backup needs while it is made: twice the database, once as it is and once packed, and the pictures."""
    media = places.size_of(Path(settings.MEDIA_ROOT))
    return [(place or folder(), 2 * of_this_site().size() + media)]


def remove_old(
    place: Path | None = None, keep: int | None = None, made: Backup | None = None, ending: str = ENDING
) -> None:
    """Remove what need not be kept: all but the newest of each of the last `keep` days and of the last twelve months.

    The three newest stay in any case. Those dated after the one just `made` stay and count for nothing: the clock was
    wrong then, or is now.
    """
    found = [backup for backup in kept(place, ending) if made is None or backup.created <= made.created]
    days: dict[date, Backup] = {}
    months: dict[date, Backup] = {}
    for backup in found:
        day = timezone.localdate(backup.created)
        days.setdefault(day, backup)
        months.setdefault(day.replace(day=1), backup)
    wanted = [*list(days.values())[: keep or settings.BACKUP_KEEP], *list(months.values())[:MONTHS], *found[:_NEWEST]]
    for backup in found:
        if backup not in wanted:
            backup.path.unlink()


def read_manifest(path: Path) -> BackupManifest:
    """What a file says of itself; Damaged where it is no backup of this site, or one of a later format."""
    try:
        with zipfile.ZipFile(path) as packed:
            written = json.loads(packed.read("manifest.json"))
        if written["format"] > FORMAT:
            raise DamagedError(
                _("%(name)s hat ein neueres Format, als dieses Programm kennt. Bitte zuerst das Programm erneuern.")
                % {"name": path.name}
            )
        return BackupManifest(**written)
    except FileNotFoundError as missing:
        raise DamagedError(_("%(name)s gibt es nicht.") % {"name": path}) from missing
    except PermissionError as forbidden:
        raise DamagedError(_("%(name)s darf dieser Benutzer nicht lesen.") % {"name": path}) from forbidden
    except (*DAMAGED, KeyError, TypeError) as error:
        raise DamagedError(
            _("%(name)s ist keine Sicherung von Skatliga oder beschädigt.") % {"name": path.name}
        ) from error


def unpack(
    path: Path, manifest: BackupManifest, target: Path, wanted: Callable[[str], bool] = lambda name: True
) -> None:
    """Read every file in a backup, and write those `wanted` into a folder.

    Damaged where anything is missing, leads out of its folder or is not what the manifest says.
    """
    damaged = DamagedError(_("%(name)s ist beschädigt und wird nicht verwendet.") % {"name": path.name})
    try:
        with zipfile.ZipFile(path) as packed:
            for name, expected in manifest.files.items():
                _refuse_strange(name, path)
                file = target / name if wanted(name) else None
                with packed.open(name) as content:
                    if _copy(content, file) != expected:
                        raise damaged
    except (KeyError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError) as error:
        raise damaged from error


def applied_migrations() -> list[str]:
    """The migrations this database has gone through, as app.name; none where it is empty."""
    recorder = MigrationRecorder(connection)
    if not recorder.has_table():
        return []
    return sorted(f"{app}.{name}" for app, name in recorder.migration_qs.values_list("app", "name"))


def mark_of_key() -> str:
    """By this two installations see whether they have the same SECRET_KEY."""
    return salted_hmac("skatliga.operations.backups", "key", algorithm="sha256").hexdigest()[:16]


@contextmanager
def _alone(place: Path) -> Iterator[None]:
    """One backup at a time; what an earlier one has left unfinished is removed."""
    try:
        with places.alone(place, ".lock"):
            for left in place.glob(".work-*"):
                shutil.rmtree(left, ignore_errors=True)
            yield
    except places.BusyError as busy:
        raise DamagedError(_("Es wird gerade schon gesichert. Bitte warten, bis das fertig ist.")) from busy


def _write(part: Path, work: Path, tell: Tell) -> BackupManifest:
    """The whole file; `work` has room for a copy of the database."""
    database, copy = of_this_site(), work / "database"
    created, migrations = timezone.now(), applied_migrations()
    counts = database.dump(copy, lambda percent: tell(percent // 2))
    media = Path(settings.MEDIA_ROOT)
    found = sorted(path for path in media.rglob("*") if path.is_file()) if media.exists() else []
    files = {}
    with open(part, "xb", opener=for_owner) as output:
        with zipfile.ZipFile(output, "w", allowZip64=True) as packed:
            packing = zipfile.ZIP_STORED if database.compressed else zipfile.ZIP_DEFLATED
            files["database"] = _pack(packed, copy, "database", packing)
            for number, path in enumerate(found, 1):
                name = f"media/{path.relative_to(media).as_posix()}"
                if packed_file := _pack_if_there(packed, path, name):
                    files[name] = packed_file
                tell(50 + 50 * number // len(found))
            manifest = BackupManifest(
                format=FORMAT,
                created=created.isoformat(),
                program=program_version(),
                database=database.kind,
                migrations=migrations,
                counts=counts,
                key=mark_of_key(),
                files=files,
            )
            packed.writestr("manifest.json", json.dumps(asdict(manifest), indent=1))
        output.flush()
        os.fsync(output.fileno())
    copy.unlink()
    return manifest


def for_owner(path: str, flags: int) -> int:
    """Open a new file that nobody else can read."""
    return os.open(path, flags, mode=0o600)


def _pack_if_there(packed: zipfile.ZipFile, path: Path, name: str) -> Packed | None:
    """None for a photograph that was removed a moment ago."""
    try:
        return _pack(packed, path, name, zipfile.ZIP_STORED)
    except FileNotFoundError:
        return None


def _pack(packed: zipfile.ZipFile, path: Path, name: str, packing: int) -> Packed:
    digest, size = sha256(), 0
    with path.open("rb") as source:
        described = zipfile.ZipInfo(name)
        described.compress_type = packing
        with packed.open(described, "w", force_zip64=True) as target:
            while chunk := source.read(_CHUNK):
                target.write(chunk)
                digest.update(chunk)
                size += len(chunk)
    return [size, digest.hexdigest()]


def _check(part: Path, work: Path, manifest: BackupManifest) -> None:
    """Read the finished file again, as restoring would."""
    if read_manifest(part) != manifest:
        raise DamagedError(_("Was geschrieben wurde, kommt nicht so zurück. Bitte die Platte prüfen."))
    unpack(part, manifest, work, wanted=lambda name: name == "database")
    of_this_site().verify(work / "database", manifest.counts)


def _refuse_strange(name: str, path: Path) -> None:
    parts = PurePosixPath(name).parts
    if name != "database" and (parts[:1] != ("media",) or ".." in parts):
        raise DamagedError(_("%(name)s enthält eine fremde Datei: %(file)s") % {"name": path.name, "file": name})


def _copy(source: IO[bytes], file: Path | None) -> Packed:
    """Size and SHA-256 of what was read, and written where there is a file for it."""
    digest, size = sha256(), 0
    with ExitStack() as opened:
        if file:
            file.parent.mkdir(parents=True, exist_ok=True)
            target = opened.enter_context(file.open("wb"))
        while chunk := source.read(_CHUNK):
            if file:
                target.write(chunk)
            digest.update(chunk)
            size += len(chunk)
    return [size, digest.hexdigest()]
