"""How two machines meet: by the hall's network, or as a file on a stick; what each says is sealed for the other alone.

One asks, the other answers, so only one needs the other's address. A message carries what the other lacks as far as is
known, and how far the sender is; it may come twice, late or never. Pictures go along as far as they are missing.
"""

import gzip
import json
import urllib.error
import urllib.request
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from typing import Final, TypedDict

from django.apps import apps
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import FileField
from django.utils.translation import gettext as _

from skatliga.peers import merging
from skatliga.peers.items import STAYS
from skatliga.peers.merging import SentVersion, TurnedBackError
from skatliga.peers.pairing import Pairing, UnsealedError, close_code, note_meeting, seal, unseal

EXCHANGE_PATH: Final = "/zweiter-rechner/austausch/"
COPY_PATH: Final = "/zweiter-rechner/kopie/"
MOST_BYTES: Final = 64 << 20
"""Of a message, packed."""
_PICTURES: Final = 8 << 20
"""Bytes of pictures in one message; the others follow with the next ones."""
_SECONDS: Final = 20


class NotMetError(Exception):
    """They have not exchanged anything; its text says why and what to do."""


class Message(TypedDict):
    """What one machine says."""

    program: str
    """A mark of the database's form: both machines must have the same program."""
    has: dict[str, int]
    versions: list[SentVersion]
    wants: list[str]
    """Pictures that are missing here."""
    pictures: dict[str, str]


def exchange(pairing: Pairing) -> None:
    """Ask the other machine; NotMetError where that fails, and then it is as if nobody had asked, or the other one has
    what it was told and this one will hear of it the next time.
    """
    try:
        merging.capture(pairing)
        take(pairing, _post(pairing.address + EXCHANGE_PATH, message_for(pairing, merging.told())))
    except NotMetError as failed:
        note_meeting(str(failed))
        raise
    note_meeting()


def answer(pairing: Pairing, data: bytes) -> bytes:
    """What is said to the other machine that has asked; UnsealedError for a stranger, NotMetError."""
    has = take(pairing, data)
    sealed = message_for(pairing, has)
    note_meeting()
    close_code()  # the second is there
    return sealed


def message_for(pairing: Pairing, others: dict[str, int], wanted: list[str] | None = None) -> bytes:
    """Everything that the other machine lacks which has so much."""
    said = Message(
        program=_program(),
        has=merging.has(),
        versions=merging.versions_for(others),
        wants=list(_missing()),
        pictures=dict(_pictures(wanted or _wanted.pop(pairing.machine, []))),
    )
    return seal(pairing, gzip.compress(json.dumps(said).encode(), 5))


def take(pairing: Pairing, data: bytes) -> dict[str, int]:
    """Take in what the other machine has said; how far it is. Raises UnsealedError, NotMetError."""
    said: Message = json.loads(gzip.decompress(unseal(pairing, data)))
    if said["program"] != _program():
        raise NotMetError(_("Auf den beiden Rechnern laufen verschiedene Fassungen des Programms."))
    try:
        merging.take_in(pairing, {"has": said["has"], "versions": said["versions"]})
    except TurnedBackError as turned:
        raise NotMetError(
            _("Auf einem der Rechner liegt ein älterer Stand als beim letzten Austausch; bitte neu einrichten.")
        ) from turned
    missing = set(_missing())
    for name, content in said["pictures"].items():
        if name in missing:
            default_storage.save(name, ContentFile(b64decode(content)))
    _wanted[pairing.machine] = said["wants"]
    return said["has"]


_wanted: Final[dict[str, list[str]]] = {}
"""Pictures that the other machine asked for last; it asks again where this is forgotten."""


def _post(address: str, data: bytes) -> bytes:
    request = urllib.request.Request(address, data, {"Content-Type": "application/octet-stream"})
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
            return bytes(answer.read(MOST_BYTES))
    except urllib.error.HTTPError as refused:
        said = refused.headers.get_content_type() == "text/plain" and refused.read(1000).decode()
        raise NotMetError(
            said or _("Der andere Rechner hat abgelehnt (%(code)s).") % {"code": refused.code}
        ) from refused
    except (OSError, ValueError) as failed:
        raise NotMetError(_("Der andere Rechner antwortet nicht.")) from failed


def _program() -> str:
    applied = sorted(map(".".join, MigrationRecorder(connection).applied_migrations()))
    return sha256("\n".join(applied).encode()).hexdigest()


def _missing() -> Iterator[str]:
    """Pictures that are named here and are not."""
    for model in apps.get_models():
        if model._meta.label not in STAYS and "Historical" not in model.__name__:
            for field in model._meta.concrete_fields:
                if isinstance(field, FileField):
                    names = model._default_manager.exclude(**{field.name: ""}).values_list(field.name, flat=True)
                    yield from (name for name in names if not default_storage.exists(name))


def _pictures(names: list[str]) -> Iterator[tuple[str, str]]:
    left = _PICTURES
    for name in names:
        if default_storage.exists(name) and (left := left - default_storage.size(name)) > 0:
            with default_storage.open(name) as file:
                yield name, b64encode(file.read()).decode()


def file_for(pairing: Pairing) -> bytes:
    """What the other machine lacks, to be carried to it on a stick."""
    merging.capture(pairing)
    return message_for(pairing, merging.told())


def take_file(pairing: Pairing, data: bytes) -> None:
    """Take in what was carried here; NotMetError says what is wrong with it."""
    try:
        take(pairing, data)
    except UnsealedError as strange:
        raise NotMetError(_("Diese Datei ist nicht vom anderen Rechner.")) from strange
    note_meeting()
