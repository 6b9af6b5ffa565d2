"""Setting the second machine up: a copy of the whole installation, sealed with the code on the first one's screen.

The copy is a backup, and it is taken in as one is restored: checked whole, and what was there is backed up before.
"""

import json
import os
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import pyrage
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from pyrage import passphrase, x25519

from skatliga.database import JsonObject
from skatliga.operations import backups, restoring
from skatliga.operations.databases import DamagedError, Tell, of_this_site
from skatliga.peers import merging, pairing, tracking
from skatliga.peers.meeting import COPY_PATH, NotMetError
from skatliga.peers.models import ItemMark, MergeNotice
from skatliga.peers.pairing import Pairing

_LENGTH: Final = 4
"""Bytes that say how long the sealed beginning is."""
_SECONDS: Final = 300


def begin_pair() -> Pairing:
    """Be the first of two from now on, or a first one again whose second is another."""
    known = pairing.current()
    mine = Pairing(
        known.machine if known else pairing.new_pairing(0).machine,
        known.side if known else 0,
        str(x25519.Identity.generate()),
    )
    with transaction.atomic():
        tracking.begin()
        tracking.take_block(mine.side)
        merging.capture(mine)
    pairing.keep(mine)
    return mine


@contextmanager
def copy_for_second() -> Iterator[IO[bytes]]:
    """The whole installation, readable with the open code alone; who asks has shown that he knows it."""
    code = pairing.open_code()
    mine = begin_pair()
    key = x25519.Identity.generate()
    beginning = {"secret_key": settings.SECRET_KEY, "side": 1 - mine.side, "identity": mine.identity, "key": str(key)}
    sealed = passphrase.encrypt(json.dumps(beginning).encode(), code)
    with tempfile.TemporaryDirectory(prefix=".second-", dir=settings.VAR_DIR) as folder:
        backup = backups.make(Path(folder))
        path = Path(folder) / "copy"
        with path.open("wb") as target, backup.path.open("rb") as source:
            target.write(len(sealed).to_bytes(_LENGTH))
            target.write(sealed)
            pyrage.encrypt_io(source, target, [key.to_public()])
        with path.open("rb") as copy:
            yield copy


def set_up(address: str, code: str, tell: Tell = lambda percent: None) -> None:
    """Become the second machine of the one at this address. NotMetError, DamagedError: then nothing is changed."""
    address = address.rstrip("/")
    code = pairing.plain_code(code)
    with tempfile.TemporaryDirectory(prefix=".second-", dir=_var_dir()) as folder:
        sealed, path = _fetch(address, code, Path(folder))
        tell(20)
        beginning = _unsealed(sealed, code)
        backup = path.with_name("backup.zip")
        with path.open("rb") as source, backup.open("wb") as target:
            pyrage.decrypt_io(source, target, [x25519.Identity.from_str(beginning["key"])])
        restoring.restore(backup, lambda percent: tell(20 + percent * 7 // 10), backup=not of_this_site().is_empty())
    _keep_secret(beginning["secret_key"])
    become_second(beginning["side"], beginning["identity"], address)
    tell(100)


def become_second(side: int, identity: str, address: str) -> None:
    """Be another machine than the one whose database has been copied here."""
    mine = pairing.new_pairing(side, identity, address)
    with transaction.atomic():
        ItemMark.objects.all().delete()
        MergeNotice.objects.all().delete()
        tracking.begin()
        tracking.take_block(mine.side)
    pairing.keep(mine)


def _fetch(address: str, code: str, folder: Path) -> tuple[bytes, Path]:
    """The sealed beginning, and the file behind it."""
    request = urllib.request.Request(address + COPY_PATH, pairing.proof_of(code).encode())
    path = folder / "copy"
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as answer, path.open("wb") as target:
            sealed = answer.read(int.from_bytes(answer.read(_LENGTH)))
            while piece := answer.read(1 << 20):
                target.write(piece)
    except urllib.error.HTTPError as refused:
        raise NotMetError(_("Der Code gilt nicht. Am ersten Rechner bitte einen neuen anzeigen lassen.")) from refused
    except (OSError, ValueError) as failed:
        raise NotMetError(_("Der erste Rechner antwortet nicht: %(address)s") % {"address": address}) from failed
    return sealed, path


def _unsealed(sealed: bytes, code: str, tries: int = 5) -> JsonObject:
    """A machine that is busy just now believes that it would take too long, and is asked once more a little later."""
    try:
        said: JsonObject = json.loads(passphrase.decrypt(sealed, code))
    except pyrage.DecryptError as broken:
        if tries > 1 and "Excessive work" in str(broken):
            time.sleep(1)
            return _unsealed(sealed, code, tries - 1)
        raise DamagedError(_("Die Übertragung ist abgebrochen; bitte noch einmal.")) from broken
    return said


def _var_dir() -> Path:
    Path(settings.VAR_DIR).mkdir(parents=True, exist_ok=True)
    return Path(settings.VAR_DIR)


def _keep_secret(secret: str) -> None:
    """So that codes on paper and the devices of tables go on with this machine."""
    kept = _var_dir() / "secret_key"
    kept.touch(mode=0o600)
    kept.write_text(secret)


def other_secret_is_set(secret: str = "") -> bool:
    """Whether the environment names another key than the one that came."""
    named = os.environ.get("SECRET_KEY", "")
    return bool(named) and named != (secret or (_var_dir() / "secret_key").read_text())


def end_pair() -> None:
    """Be alone again: nothing is noted any more, and what was kept of the exchange is gone."""
    with transaction.atomic():
        tracking.end()
        merging.forget()
    pairing.end()
