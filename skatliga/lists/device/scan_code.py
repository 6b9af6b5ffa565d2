"""A whole list as one code, for a hall without any network: drawn by the device, read by the camera of the office.

::

    payload := list ":" generation ":" counter ":" rows ":" signed ":" names ":" feet [":" claim] ":" seal
    list    := the list's id in 26 letters and digits (base 32), or "T" and the number of its table
    rows    := the deals one behind the other in the compact notation in capitals; seat "V" value result for a bare
               value, "X" for a row that only the office can have written
    signed  := the seats that have signed
    names   := CRC-32 of the names at the table, as the device knows them (`names_at`)
    feet    := points, won and lost of every seat as the device has counted them, with points and strokes between
    claim   := by what a device writes of which the site has not heard yet (`access.take`), and its own code
    seal    := HMAC-SHA256 of all before it in 16 letters and digits, under the key that came with the lease (`access`)

Only signs of a QR code's alphanumeric mode, so the code stays small. Generation and counter name the lease and how far
the device was: a list that was scanned is recognised, an older one is refused. The seal tells a damaged or mistyped
payload, and one that the writing device has not made; whoever takes it over is signed in and has seen what it changes.

**D** A device that began to write with a page from before codes were sealed has no key; instead of a seal its code
carries a CRC-32. That is taken only as long as the device has never asked for a key, and the office is asked to
compare the sums. A newer page asks for its key by itself.

**D** A list that was begun, or has changed hands, without any network has no key yet: its code names the table, brings
the claim, and a CRC-32. Whoever has the card of the table could have made it as well; the office sees what it changes.

**D** Taken over is the list as a whole or not at all, by the services of the office; one on which the office has rows
that the device does not know is left to a person. Where the office has exchanged or corrected names meanwhile, the
deals are taken seat by seat, as the office has been shown; signatures are not, for they were given under other names.
"""

import hmac
import re
from base64 import b32decode, b32encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID, uuid5
from zlib import crc32

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.events.models import Table
from skatliga.history import demand, save
from skatliga.lists.access import AT_TABLE, CARD_LENGTH, demand_card, key_of
from skatliga.lists.access import code_of as lease_code
from skatliga.lists.device.actions import as_written, written
from skatliga.lists.evaluation import Entered, View, reckon
from skatliga.lists.forms import NotationForm, errors_of
from skatliga.lists.models import Lease, Sheet, Submission
from skatliga.lists.queries import frame_of, main_sheet, sittings_of, stored_rows
from skatliga.lists.services import Change, append_row, correct_row
from skatliga.lists.sheet_page import Sitting
from skatliga.lists.workflow import move, sign
from skatliga.people.models import User

MOST_SIGNS: Final = 4_000
"""More than fit into a code."""

ID_LENGTH: Final = 26
SEAL_LENGTH: Final = 16
"""Letters and digits of a seal, each worth five bits."""

_PAYLOAD: Final = re.compile(
    r"(?P<list>[A-Z2-7]{26}|T\d{1,18}):(?P<generation>\d{1,9}):(?P<counter>\d{1,9})"
    r":(?P<rows>[0-9A-Z$*+./-]*):(?P<signed>[1-6]{0,6}):(?P<names>[0-9A-F]{8})(?::(?P<feet>[0-9./-]{5,120}))?"
    r"(?::(?P<claim>[A-Z2-9.]{8,100}))?:(?P<seal>[A-Z2-7]{16}|[0-9A-F]{8})"
)
_ROW: Final = re.compile(r"0|X|[1-6]V(\d{1,5})([+-])|[1-6][^VX:+-]+[+-]")


class NotOpenedError(Exception):
    """The table of a code has no list yet."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.table = table


@dataclass(frozen=True, slots=True)
class Scanned:
    """A list as it was read from a code; ``rows`` as they are written, empty for one that only the office has."""

    sheet: UUID
    generation: int
    counter: int
    rows: tuple[str, ...]
    signed: tuple[int, ...]
    names: str
    feet: tuple[str, ...]
    """As the device has counted them, empty from an older page."""
    sealed: bool
    """Whether the device had a key, so that nobody else can have made the code."""
    claim: str
    """By what it writes where the site has not heard of it; empty where it has."""
    key: UUID


@dataclass(frozen=True, slots=True)
class Taken:
    """What a list becomes when a code is taken over, and the rows that are written for it."""

    view: View
    written: tuple[Entered, ...]


@dataclass(frozen=True, slots=True)
class ScanDifference:
    """A row that says something else here than on the device; empty where there is none."""

    nr: int
    here: str
    there: str


def code_of(sheet: UUID) -> str:
    """The id of a list in 26 letters and digits."""
    return b32encode(sheet.bytes).decode().rstrip("=")


def read_payload(text: str) -> Scanned:
    """The list of a payload, as it was scanned or typed, its address before it or not. Raises ValidationError.

    One query, for the lease under which it was sealed; two for a list of which the site has not heard.
    """
    payload = "".join(text[:MOST_SIGNS].split()).upper().rpartition("/Q/")[2]
    found = _PAYLOAD.fullmatch(payload)
    if found is None:
        raise _damaged()
    said, seal = payload[: found.start("seal") - 1], found["seal"]
    sheet = _sealed(found, said) if found["claim"] is None else _claimed(found["list"])
    if found["claim"] and not constant_time_compare(seal, _checksum(said)):
        raise _damaged()
    return Scanned(
        sheet=sheet,
        generation=int(found["generation"]),
        counter=int(found["counter"]),
        rows=tuple(_read_rows(found["rows"])),
        signed=tuple(int(seat) for seat in found["signed"]),
        names=found["names"],
        feet=tuple(found["feet"].split("/")) if found["feet"] else (),
        sealed=len(seal) == SEAL_LENGTH or bool(found["claim"]),
        claim=(found["claim"] or "").lower(),
        key=uuid5(sheet, payload),
    )


def _sealed(found: re.Match[str], said: str) -> UUID:
    """The list of a code under whose seal stands what is due."""
    if len(found["list"]) < ID_LENGTH:
        raise _damaged()
    sheet = UUID(bytes=b32decode(found["list"] + "======"))
    generation, sealed = int(found["generation"]), len(found["seal"]) == SEAL_LENGTH
    lease = Lease.objects.filter(sheet=sheet).first()
    due = seal_of(key_of(lease, generation), said) if lease and sealed else _checksum(said)
    if lease is None or not constant_time_compare(found["seal"], due):
        raise _damaged()
    if lease.sealed and not sealed and lease.generation == generation:
        raise ValidationError(
            _("Diesen Code hat nicht das Gerät gemacht, das die Liste schreibt; bitte den an jenem Gerät scannen.")
        )
    return sheet


def _claimed(place: str) -> UUID:
    """The list of the table that a code names. Raises NotOpenedError where it has none yet."""
    number = place.removeprefix("T")
    table = Table.objects.filter(pk=int(number)).first() if place != number else None
    if table is None:
        raise _damaged()
    sheet = main_sheet(table)
    if sheet is None:
        raise NotOpenedError(table)
    return sheet.pk


def seal_of(key: str, said: str) -> str:
    """What proves that whoever holds the key has said this."""
    digest = hmac.digest(key.encode(), said.encode(), "sha256")
    return b32encode(digest).decode()[:SEAL_LENGTH]


def _damaged() -> ValidationError:
    return ValidationError(_("Dieser Code ist beschädigt oder nicht vollständig; bitte noch einmal scannen."))


def _read_rows(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        row = _ROW.match(text, at)
        if row is None:
            raise _damaged()
        at = row.end()
        yield _row_text(row)


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


def differences(view: View, scanned: Scanned) -> list[ScanDifference]:
    """What taking the scanned list over would change of the list as it is here, row by row."""
    here = [written(row) for row in view.rows]
    there = [as_written(text, view) for text in scanned.rows]
    longest = max(len(here), len(there))
    pairs = zip(here + [""] * (longest - len(here)), there + [""] * (longest - len(there)), strict=True)
    known = [bool(text) for text in scanned.rows] + [True] * (longest - len(there))
    return [
        ScanDifference(nr, now, then)
        for nr, ((now, then), said) in enumerate(zip(pairs, known, strict=True), 1)
        if said and now != then
    ]


def was_taken(sheet: Sheet, scanned: Scanned) -> bool:
    """Whether this very code was taken over, and none since."""
    newest = Lease.objects.filter(sheet=sheet, generation=scanned.generation, scanned=scanned.counter)
    return sheet.submissions.filter(key=scanned.key).exists() and newest.exists()


def demand_new(sheet: Sheet, scanned: Scanned) -> None:
    """Refuse what is older than what was scanned last, or what another device has gone on with."""
    demand(sheet.state in AT_TABLE, _("Diese Liste ist abgegeben; was am Gerät steht, bitte von Hand vergleichen."))
    if scanned.claim:
        _demand_claim(sheet, scanned)
        return
    newest = Lease.objects.filter(sheet=sheet, generation=scanned.generation, scanned__lt=scanned.counter)
    seen = sheet.submissions.filter(key=scanned.key)
    demand(newest.filter(on_paper=False).exists() and not seen.exists(), _older())


def _demand_claim(sheet: Sheet, scanned: Scanned) -> None:
    """Refuse what neither the card of the table nor the device that writes has let begin, or what is older."""
    words, lease = scanned.claim.split("."), Lease.objects.filter(sheet=sheet).first()
    demand_card(sheet.table, words)
    by_card = any(len(word) == CARD_LENGTH for word in words)
    if lease is None or (not lease.holder and lease.generation < scanned.generation):
        demand(by_card, str(_damaged().message))
        return
    later = lease.generation < scanned.generation
    newer = lease.generation == scanned.generation and lease.scanned < scanned.counter
    own = lease_code(lease) in words if lease.holder else newer
    demand(not lease.on_paper and own and (later or newer), _older())


def _older() -> str:
    return _(
        "Dieser Code ist veraltet: Danach wurde ein neuerer übernommen, oder ein anderes Gerät schreibt die Liste."
        " Geändert wurde nichts; bitte den neuesten Code am Gerät scannen."
    )


def taken(sheet: Sheet, scanned: Scanned) -> Taken:
    """What the list becomes; nothing is stored. Raises ValidationError where a row cannot be.

    Two queries.
    """
    rows, changed = list(stored_rows(sheet)), []
    view = _view(sheet, rows)
    demand(
        len(rows) <= len(scanned.rows) and all(scanned.rows[len(rows) :]),
        _("Hier stehen Zeilen, die das Gerät nicht kennt; bitte die Liste von Hand vergleichen."),
    )
    for nr, text in enumerate(scanned.rows, 1):
        if nr <= len(rows):
            if not text or written(view.rows[nr - 1]) == as_written(text, view):
                continue
            row = rows[nr - 1]
            played = _view(sheet, [*rows[: nr - 1], Entered(nr=row.nr, playing=row.playing, void=True)])
            rows[nr - 1] = replace(_entered(text, played), nr=row.nr, playing=row.playing)
        else:
            rows.append(replace(_entered(text, view), nr=nr))
        changed.append(rows[nr - 1])
        view = _view(sheet, rows)
    return Taken(view, tuple(changed))


def _view(sheet: Sheet, rows: Sequence[Entered]) -> View:
    return reckon(frame_of(sheet), rows, [None] * sheet.seats, None)


def _entered(text: str, view: View) -> Entered:
    form = NotationForm({"text": text}, view=view)
    if not form.is_valid():
        raise ValidationError(errors_of(form))
    return form.entered


@transaction.atomic
def take_over(scanned: Scanned, user: User | None) -> bool:
    """Make the list here what it is on the device, signed and handed in as far as it is there; False where it was.

    Where other names sit here than there, nothing counts as signed.
    """
    sheets = Sheet.objects.select_for_update(of=("self",)).select_related("table__round__event")
    sheet = sheets.get(pk=scanned.sheet)
    if was_taken(sheet, scanned):
        return False
    demand_new(sheet, scanned)
    here = len(sheet.rows.all())
    result = taken(sheet, scanned)
    for row in result.written:
        sheet.refresh_from_db(fields=["revision"])
        if row.nr > here:
            append_row(sheet.pk, row, Change(sheet.revision, user))
        else:
            correct_row(sheet.pk, row, Change(sheet.revision, user, _("vom Gerät gescannt")))
    sittings = sittings_of(sheet, Role.READER)
    names = {sitting.seat: sitting.name_at(result.view.deals) for sitting in sittings}
    signed = set(scanned.signed) if scanned.names == names_at(sittings) else set()
    for seat in sorted(signed):
        sign(sheet, seat, names.get(seat, ""), user)
    sheet.refresh_from_db(fields=["revision"])
    if result.view.complete and len(signed) == sheet.seats:
        move(sheet.pk, Sheet.State.HANDED_IN, Change(sheet.revision, user, _("vom Gerät gescannt")))
    Submission.objects.create(sheet=sheet, key=scanned.key, revision=sheet.revision)
    if scanned.claim:
        _free(sheet, scanned, user)
    Lease.objects.filter(sheet=sheet).update(scanned=scanned.counter)
    return True


def _free(sheet: Sheet, scanned: Scanned, user: User | None) -> None:
    """The device is known by its number alone: it gets the list by it when the site hears of it."""
    lease = Lease.objects.select_for_update().filter(sheet=sheet).first() or Lease(sheet=sheet)
    if lease.generation < scanned.generation:
        lease.holder, lease.keeper, lease.generation = "", 0, scanned.generation
        save(lease, user, _("vom Gerät gescannt"))


def feet_agreed(scanned: Scanned, view: View) -> list[bool]:
    """Seat by seat, whether the device has counted the same points and deals; empty where its code does not say."""
    here = [f"{each.spielpunkte}.{each.won}.{each.lost}" for each in view.players]
    if len(scanned.feet) != len(here):
        return []
    return [now == then for now, then in zip(here, scanned.feet, strict=True)]
