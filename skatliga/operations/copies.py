"""A copy of each backup that only the holders of private keys can read, to be kept where others may look.

It is encrypted with age to the public keys of BACKUP_RECIPIENTS. The private keys are never on this machine, so nothing
here can read a copy again; what is copied has been read again before, as a backup. How to come back from one stands in
docs/admin/backup.md.

* **D** age by pyrage (the Rust implementation, one wheel, streams of any length) and not GPG: a key is one line without
  a keyring, an owner's trust or an agent, and `age` is in every distribution to decrypt with.
* **D** Copies are thrown away by the same rule as backups.
"""

import os
from pathlib import Path
from typing import Final

import pyrage
from django.conf import settings
from django.utils.translation import gettext as _
from pyrage import x25519

from skatliga.operations import backups, places
from skatliga.operations.backups import Backup
from skatliga.operations.databases import DamagedError

ENDING: Final = ".zip.age"


def folder() -> Path:
    """Where the copies are."""
    return Path(settings.BACKUP_COPY_DIR)


def wanted() -> bool:
    """Whether the settings name anybody who is to have one."""
    return bool(settings.BACKUP_RECIPIENTS)


def last() -> Backup | None:
    """The newest copy."""
    return backups.last_of(backups.kept(folder(), ENDING))


def make(backup: Backup) -> Path:
    """Encrypt a backup to all recipients; Damaged or OSError where that fails."""
    recipients = [_recipient(key) for key in settings.BACKUP_RECIPIENTS]
    places.make_folder(folder())
    path = folder() / backup.path.with_suffix(ENDING).name
    part = path.with_suffix(".part")
    try:
        with backup.path.open("rb") as source, open(part, "wb", opener=backups.for_owner) as target:
            pyrage.encrypt_io(source, target, recipients)
            target.flush()
            os.fsync(target.fileno())
        places.give(part)
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    places.sync(folder())
    return path


def room() -> list[places.Need]:
    """The room a copy needs: about what the backup has."""
    return [(folder(), size) for _place, size in backups.room()] if wanted() else []


def wrong_keys() -> list[str]:
    """What the settings name that is no public key of age."""
    return [key for key in settings.BACKUP_RECIPIENTS if not _reads(key)]


def _reads(key: str) -> bool:
    try:
        _recipient(key)
    except DamagedError:
        return False
    return True


def _recipient(key: str) -> x25519.Recipient:
    try:
        return x25519.Recipient.from_str(key)
    except pyrage.RecipientError as error:
        raise DamagedError(
            _("BACKUP_RECIPIENTS: „%(key)s“ ist kein öffentlicher Schlüssel von age (age1…).") % {"key": key[:24]}
        ) from error
