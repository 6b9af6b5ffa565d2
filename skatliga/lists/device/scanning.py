"""A whole list as one code, for a hall without any network: drawn by the device, read by the camera of the office.

::

    payload := list ":" generation ":" counter ":" rows ":" signed ":" names ":" checksum
    list    := the list's id in 26 letters and digits (base 32)
    rows    := the deals one behind the other in the compact notation in capitals; seat "V" value result for a bare
               value, "X" for a row that only the office can have written
    signed  := the seats that have signed
    names   := CRC-32 of the names at the table, as the device knows them (`names_at`)

Only signs of a QR code's alphanumeric mode, so the code stays small. Generation and counter name the lease and how far
the device was: a list that was scanned is recognised, an older one is refused. The checksum (CRC-32) tells a damaged
or mistyped payload; whoever takes it over is signed in and has seen what it changes.

**D** Taken over is the list as a whole or not at all, by the services of the office; one on which the office has rows
that the device does not know is left to a person. Where the office has exchanged or corrected names meanwhile, the
deals are taken seat by seat, as the office has been shown; signatures are not, for they were given under other names.
"""

import re
from base64 import b32decode, b32encode
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID, uuid5
from zlib import crc32

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.lists.device.keeping import as_written, written
from skatliga.lists.display import Sitting
from skatliga.lists.forms import NotationForm, errors_of
from skatliga.lists.leases import AT_TABLE
from skatliga.lists.models import Lease, Sheet, Submission
from skatliga.lists.queries import sittings_of, stored_row, view_at, view_of
from skatliga.lists.services import append_row, correct_row, demand
from skatliga.lists.workflow import move, sign

MOST_SIGNS: Final = 4_000
"""More than fit into a code."""

_PAYLOAD: Final = re.compile(
    r"(?P<list>[A-Z2-7]{26}):(?P<generation>\d{1,9}):(?P<counter>\d{1,9})"
    r":(?P<rows>[0-9A-Z$*+./-]*):(?P<signed>[1-6]{0,6}):(?P<names>[0-9A-F]{8}):(?P<checksum>[0-9A-F]{8})"
)
_ROW: Final = re.compile(r"0|X|[1-6]V(\d{1,5})([+-])|[1-6][^VX:+-]+[+-]")


@dataclass(frozen=True, slots=True)
class Scanned:
    """A list as it was read from a code; ``rows`` as they are written, empty for one that only the office has."""

    sheet: UUID
    generation: int
    counter: int
    rows: tuple[str, ...]
    signed: tuple[int, ...]
    names: str
    key: UUID


@dataclass(frozen=True, slots=True)
class Difference:
    """A row that says something else here than on the device; empty where there is none."""

    nr: int
    here: str
    there: str


def code_of(sheet: UUID) -> str:
    """The id of a list in 26 letters and digits."""
    return b32encode(sheet.bytes).decode().rstrip("=")


def read_payload(text: str) -> Scanned:
    """The list of a payload, as it was scanned or typed, its address before it or not. Raises ValidationError."""
    payload = "".join(text[:MOST_SIGNS].split()).upper().rpartition("/Q/")[2]
    found = _PAYLOAD.fullmatch(payload)
    if found is None or _checksum(payload[:-9]) != found["checksum"]:
        raise ValidationError(_("Dieser Code ist beschädigt oder nicht vollständig; bitte noch einmal scannen."))
    rows: list[str] = []
    at = 0
    while at < len(found["rows"]):
        row = _ROW.match(found["rows"], at)
        if row is None:
            raise ValidationError(_("Dieser Code ist beschädigt oder nicht vollständig; bitte noch einmal scannen."))
        at = row.end()
        rows.append(_row_text(row))
    sheet = UUID(bytes=b32decode(found["list"] + "======"))
    return Scanned(
        sheet=sheet,
        generation=int(found["generation"]),
        counter=int(found["counter"]),
        rows=tuple(rows),
        signed=tuple(int(seat) for seat in found["signed"]),
        names=found["names"],
        key=uuid5(sheet, payload),
    )


def names_at(sittings: Iterable[Sitting]) -> str:
    """The names at a table in a few signs: who sits where, and who took over from which deal on."""
    told = (f"{each.name}/{each.substitute_name}/{each.substitute_from or ''}" for each in sittings)
    return _checksum("\n".join(told))


def _checksum(text: str) -> str:
    return f"{crc32(text.encode()):08X}"


def _row_text(row: re.Match[str]) -> str:
    if row[0] == "X":
        return ""
    return f"{row[0][0]}{row[2]}{row[1]}" if row[1] else row[0].lower()


def differences(sheet: Sheet, scanned: Scanned) -> list[Difference]:
    """What taking the scanned list over would change, row by row."""
    view = view_of(sheet)
    here = [written(row) for row in view.rows]
    there = [as_written(text, view) for text in scanned.rows]
    longest = max(len(here), len(there))
    pairs = zip(here + [""] * (longest - len(here)), there + [""] * (longest - len(there)), strict=True)
    known = [bool(text) for text in scanned.rows] + [True] * (longest - len(there))
    return [
        Difference(nr, now, then)
        for nr, ((now, then), said) in enumerate(zip(pairs, known, strict=True), 1)
        if said and now != then
    ]


@transaction.atomic
def take_over(scanned: Scanned, user: Any) -> None:
    """Make the list here what it is on the device, signed and handed in as far as it is there; once.

    Where other names sit here than there, nothing counts as signed.
    """
    sheets = Sheet.objects.select_for_update(of=("self",)).select_related("table__round__event")
    sheet = sheets.get(pk=scanned.sheet)
    if sheet.submissions.filter(key=scanned.key).exists():
        return
    demand(sheet.state in AT_TABLE, _("Diese Liste ist abgegeben; was am Gerät steht, bitte von Hand vergleichen."))
    _demand_newest(sheet, scanned)
    view = view_of(sheet)
    demand(
        len(view.rows) <= len(scanned.rows) and all(scanned.rows[len(view.rows) :]),
        _("Hier stehen Zeilen, die das Gerät nicht kennt; bitte die Liste von Hand vergleichen."),
    )
    for nr in range(1, len(scanned.rows) + 1):
        _take_row(sheet, nr, scanned.rows[nr - 1], user)
    view = view_of(sheet)
    sittings = sittings_of(sheet, Role.READER)
    names = {sitting.seat: sitting.name_at(view.deals) for sitting in sittings}
    signed = set(scanned.signed) if scanned.names == names_at(sittings) else set()
    for seat in sorted(signed):
        sign(sheet, seat, names.get(seat, ""), user)
    sheet.refresh_from_db(fields=["revision"])
    if view.complete and len(signed) == sheet.seats:
        move(sheet.pk, Sheet.State.HANDED_IN, sheet.revision, user, _("vom Gerät gescannt"))
    Submission.objects.create(sheet=sheet, key=scanned.key, revision=sheet.revision)


def _demand_newest(sheet: Sheet, scanned: Scanned) -> None:
    """Refuse what another device has gone on with, or what is older than what was scanned last."""
    leases = Lease.objects.filter(sheet=sheet, generation=scanned.generation, on_paper=False)
    demand(
        leases.filter(scanned__lt=scanned.counter).update(scanned=scanned.counter) == 1,
        _("Dieser Code ist veraltet: Die Liste ging danach weiter. Bitte den neuesten am Gerät scannen."),
    )


def _take_row(sheet: Sheet, nr: int, text: str, user: Any) -> None:
    view = view_of(sheet)
    row = next((row for row in view.rows if row.nr == nr), None)
    if not text or (row is not None and written(row) == as_written(text, view)):
        return
    form = NotationForm({"text": text}, view=view if row is None else view_at(sheet, nr))
    if not form.is_valid():
        raise ValidationError(errors_of(form))
    sheet.refresh_from_db(fields=["revision"])
    if row is None:
        append_row(sheet.pk, form.entered, sheet.revision, user)
    else:
        corrected = replace(form.entered, nr=nr, playing=stored_row(sheet, nr).playing)
        correct_row(sheet.pk, corrected, sheet.revision, user, _("vom Gerät gescannt"))
