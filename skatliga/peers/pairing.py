"""Whether there is a second machine: who this one is, what both know alone, and the code that sets the second up.

It lies in files beside the database, not in it: the second machine gets a copy of the database and is another one.
"""

import hmac
import json
import secrets
import time
from dataclasses import asdict, dataclass
from hashlib import pbkdf2_hmac, sha256
from pathlib import Path
from typing import Final

import pyrage
from django.conf import settings
from django.db import connection
from pyrage import x25519

from skatliga.jobs import write_whole

CODE_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH: Final = 16
CODE_SECONDS: Final = 15 * 60
TOGETHER_SECONDS: Final = 30
"""So long after the last exchange two machines are not apart."""
MOST_GUESSES: Final = 20
_ROUNDS: Final = 300_000


@dataclass(frozen=True, slots=True)
class Pairing:
    """One of two machines."""

    machine: str
    """Its name, random, new with every setting up: numbers of versions never come twice."""
    side: int
    """0 or 1; the other one is the other."""
    identity: str
    """A key of age that both have: what they say to each other is encrypted to it."""
    address: str = ""
    """Where this one asks for the other; empty for the one that waits to be asked."""

    @property
    def key(self) -> bytes:
        """By which each knows the other."""
        return sha256(b"skatliga peers " + self.identity.encode()).digest()


class UnsealedError(Exception):
    """What came is not from the other machine."""


def is_possible() -> bool:
    """**D** A second machine is for laptops with SQLite; servers with PostgreSQL have their own means."""
    return connection.vendor == "sqlite"


def current() -> Pairing | None:
    """This machine as one of two, or None where it is alone."""
    try:
        return Pairing(**json.loads(_file("pairing").read_text()))
    except FileNotFoundError:
        return None


def was_ever() -> bool:
    """Whether this machine is or was one of two."""
    return _file("pairing").parent.exists()


def keep(pairing: Pairing) -> None:
    """Be one of two from now on."""
    _write("pairing", asdict(pairing))


def end() -> None:
    """Be alone again."""
    for name in ("pairing", "code", "met"):
        _file(name).unlink(missing_ok=True)


def new_pairing(side: int, identity: str = "", address: str = "") -> Pairing:
    """A machine that was never there before."""
    return Pairing(secrets.token_hex(4), side, identity or str(x25519.Identity.generate()), address)


def next_number(last: int) -> int:
    """The next start number: of two machines that are apart the first gives odd ones, the second even ones."""
    pairing = current()
    free = pairing is None or (last + 1) % 2 != pairing.side or time.time() < last_meeting().at + TOGETHER_SECONDS
    return last + (1 if free else 2)


# ---- When they last met


@dataclass(frozen=True, slots=True)
class LastMeeting:
    """How the last attempts ended."""

    at: float
    """When everything was exchanged, in seconds of the epoch; 0 for never."""
    said: str = ""
    """Why the latest attempt failed; empty where it did not."""


def last_meeting() -> LastMeeting:
    """What is known of it; nothing yet is no failure."""
    try:
        return LastMeeting(**json.loads(_file("met").read_text()))
    except (FileNotFoundError, ValueError):
        return LastMeeting(0)


def note_meeting(said: str = "") -> None:
    """They have met; or have not, and why."""
    _write("met", {"at": last_meeting().at if said else time.time(), "said": said})


# ---- The code on the screen


def new_code() -> str:
    """A code that sets a second machine up, for a quarter of an hour."""
    code = "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
    _write("code", {"code": code, "proof": proof_of(code), "until": time.time() + CODE_SECONDS, "guesses": 0})
    return code


def open_code() -> str:
    """The code that is open now, or nothing."""
    try:
        said = json.loads(_file("code").read_text())
    except FileNotFoundError:
        return ""
    return str(said["code"]) if said["until"] > time.time() and said["guesses"] < MOST_GUESSES else ""


def proof_of(code: str) -> str:
    """By which somebody shows that he knows the code, without saying it: slow to try out."""
    return pbkdf2_hmac("sha256", plain_code(code).encode(), b"skatliga second machine", _ROUNDS).hex()


def is_proved(proof: str) -> bool:
    """Whether somebody knows the open code; so many wrong ones close it."""
    if not open_code():
        return False
    said = json.loads(_file("code").read_text())
    if hmac.compare_digest(said["proof"].encode(), proof.encode()):
        return True
    _write("code", said | {"guesses": said["guesses"] + 1})
    return False


def plain_code(code: str) -> str:
    """A code as it was typed, without what only makes it easier to read."""
    return "".join(letter for letter in code.upper() if letter in CODE_LETTERS)


def close_code() -> None:
    """It was used, or is no more wanted."""
    _file("code").unlink(missing_ok=True)


# ---- What only the two can read and write


def seal(pairing: Pairing, data: bytes) -> bytes:
    """For the other machine alone, and so that it knows from whom it is."""
    recipient = x25519.Identity.from_str(pairing.identity).to_public()
    encrypted = pyrage.encrypt(data, [recipient])
    return hmac.digest(pairing.key, encrypted, "sha256") + encrypted


def unseal(pairing: Pairing, data: bytes) -> bytes:
    """What the other machine has sealed; UnsealedError for anything else."""
    mark, encrypted = data[:32], data[32:]
    if not hmac.compare_digest(mark, hmac.digest(pairing.key, encrypted, "sha256")):
        raise UnsealedError
    return pyrage.decrypt(encrypted, [x25519.Identity.from_str(pairing.identity)])


def _file(name: str) -> Path:
    return Path(settings.VAR_DIR) / "peers" / f"{name}.json"


def _write(name: str, said: dict[str, object]) -> None:
    file = _file(name)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_whole(file, json.dumps(said).encode())
    file.chmod(0o600)
