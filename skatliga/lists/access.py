"""Who may read or write a list: the first line of a view, the address of a table, the device that writes there."""

import hmac
from base64 import b32encode
from collections.abc import Iterable
from hashlib import sha256
from typing import Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.events.models import Event, Table
from skatliga.history import demand
from skatliga.lists.models import Lease, Sheet, TablePass
from skatliga.lists.queries import main_sheet, read_whole
from skatliga.lists.services import Change, open_sheet, save
from skatliga.lists.workflow import move
from skatliga.people.models import User
from skatliga.publication import bump_version, demand_open
from skatliga.requests import Request


def sheet_for(request: Request, pk: UUID, needed: Role) -> Sheet:
    """The list with its table and Serie, its event as `event_for` gives it.

    A list of a published event may be read by anybody. Raises Http404, PermissionDenied or SignInNeededError (see
    `skatliga.access`).
    """
    sheet = get_object_or_404(Sheet.objects.select_related("table__round__event", "table__device_pass", "lease"), pk=pk)
    sheet.table.round.event = event_for(request, sheet.table.round.event.slug, needed)
    return sheet


# ---- The address under which a table keeps its own list without signing in

_SALT: Final = "skatliga.lists.access"
SECRET_LENGTH: Final = 26
"""Characters of a secret, each worth five bits."""


def secret_of(table: Table) -> str:
    """The secret of a table's address as it is now; the table comes with its `device_pass` where there is one."""
    table_pass: TablePass | None = getattr(table, "device_pass", None)
    return _secret(table.pk, table_pass.generation if table_pass else 0)


def _secret(table: int, generation: int) -> str:
    return derive("table", table, generation, length=SECRET_LENGTH)


def derive(*parts: object, length: int) -> str:
    """Letters and digits that only this site can find for these parts."""
    digest = salted_hmac(_SALT, repr(parts), algorithm="sha256").digest()
    return b32encode(digest).decode().lower()[:length]


def opens(table: int, generation: int, secret: str) -> bool:
    """Whether this is the secret of the table with this key, withdrawn so many times."""
    return constant_time_compare(secret, _secret(table, generation))


def device_path(table: Table) -> str:
    """Where the list of a table is kept on a device."""
    return reverse("device:table", args=[table.pk, secret_of(table)])


@transaction.atomic
def withdraw(table: Table, user: User | None, reason: str) -> None:
    """End the address of a table; the next card shows its new one."""
    table_pass, _new = TablePass.objects.select_for_update().get_or_create(table=table)
    table_pass.generation += 1
    save(table_pass, user, reason)


# ---- What the code of a table card lets a phone begin without a network

CARD_LENGTH: Final = 16
"""Characters of the lease on a table card, each worth five bits."""
RULES_LENGTH: Final = 8


def rules_of(event: Event) -> str:
    """What every list of an event depends on, in few signs: a page that was kept under the same knows its rules."""
    agreed = sorted(event.agreements.items())
    deals = (event.deals_at_four, event.deals_at_three, event.target)
    said = repr((event.rulebook, agreed, event.evaluation, *deals))
    return b32encode(sha256(said.encode()).digest()).decode()[:RULES_LENGTH]


def card_lease(table: Table) -> str:
    """What proves that a phone has begun by the present card of a table: its address, its seats and its rules.

    The table comes with its `device_pass`, its seats and its event.
    """
    table_pass: TablePass | None = getattr(table, "device_pass", None)
    seats = sorted((seat.number, seat.entry_id) for seat in table.seats.all())
    passes = table_pass.generation if table_pass else 0
    return derive("card", table.pk, passes, rules_of(table.round.event), seats, length=CARD_LENGTH)


def demand_card(table: Table, words: Iterable[str]) -> None:
    """Refuse a lease from a card that does not hold any more, or was never printed here."""
    shown = [word for word in words if len(word) == CARD_LENGTH]
    demand(
        all(constant_time_compare(word, card_lease(table)) for word in shown),
        _(
            "Der Code auf dieser Tischkarte gilt nicht mehr: Plätze oder Regeln haben sich seitdem geändert. Bitte mit"
            " dem Gerät zur Turnierleitung gehen."
        ),
    )


# ---- Who writes a list at its table

State = Sheet.State

AT_TABLE: Final = frozenset({State.OPEN, State.AT_TABLE})
"""States in which the list lies on the table; once handed in, it is the office's (SHEET A6.4)."""

CODE_LENGTH: Final = 8
KEY_LENGTH: Final = 26
"""Characters of the key under which a device seals the code of its list (`device.scan_code`), each worth five bits."""

_CLEAR: Final = str.maketrans("ilo", "889")
"""A code is read from one screen and typed into another: l, i and o are taken for 1, I and 0."""


class LeaseHeldError(ValidationError):
    """Another device writes the list."""


def code_of(lease: Lease) -> str:
    """What the writing device shows the one that is to go on; worth nothing after that.

    It finds the code by itself, without a network (`handOverCode` of static/js/device/codes.js): the name by which it
    is made is known to the device and the site alone.
    """
    digest = hmac.digest(lease.holder.encode(), str(lease.generation).encode(), "sha256")
    return b32encode(digest).decode().lower()[:CODE_LENGTH].translate(_CLEAR)


def key_of(lease: Lease, generation: int) -> str:
    """The key that a device was given with this generation of the lease; it stays on the device."""
    return derive("seal", lease.pk, generation, length=KEY_LENGTH)


@transaction.atomic
def take(
    table: Table,
    device: UUID,
    keeper: int,
    claim: str = "",
    *,
    number: int = 0,
    forced: bool = False,
    seals: bool = False,
) -> Lease:
    """Let this device write the list of a table, which is opened where there is none yet.

    Free it is given to whoever asks; held by another it needs that one's code, or somebody who says that the other
    device is lost (``forced``), which is kept with the time. Asking again changes nothing, but that a device which
    now seals its codes (``seals``) is believed no others.

    A device that began without a network brings the lease of the table's card, and the codes of all through whose
    hands the list has gone since: ``claim``, with points between, and the ``number`` under which it writes.
    """
    Table.objects.select_for_update(of=("self",), no_key=True).get(pk=table.pk)  # two who ask at once
    sheet, opened = main_sheet(table), None
    if sheet is None:
        sheet = opened = open_sheet(table, None)
        read_whole(opened)  # nobody else knows of it before this transaction ends
    demand_open(table.round.event)
    demand(sheet.state in AT_TABLE, _("Diese Liste ist abgegeben; ändern kann sie nur die Turnierleitung."))
    demand(1 <= keeper <= sheet.seats, _("Diesen Platz gibt es an dem Tisch nicht."))
    lease = Lease.objects.select_for_update().filter(sheet=sheet).first() or Lease(sheet=sheet)
    demand(not lease.on_paper, _("Diese Liste wird auf Papier geführt; zurück aufs Gerät gibt sie die Turnierleitung."))
    if lease.holder == str(device):
        if seals and not lease.sealed:
            Lease.objects.filter(pk=lease.pk).update(sealed=True)  # who writes stays the same
        return lease
    words = claim.lower().split(".")
    demand_card(table, words)
    handed_over = bool(lease.holder) and any(constant_time_compare(word, code_of(lease)) for word in words)
    if lease.holder and not handed_over and not forced:
        raise LeaseHeldError(_("Die Liste wird schon an einem anderen Gerät geschrieben."))
    lease.forced_at = timezone.now() if lease.holder and not handed_over else None
    lease.holder, lease.keeper, lease.scanned, lease.sealed = str(device), keeper, 0, seals
    lease.generation = max(lease.generation + 1, number)
    lease.seen_at = timezone.now()
    save(lease, None, _("ohne Übergabe übernommen") if lease.forced_at else "")
    bump_version(table.round.event)
    if sheet.state == State.OPEN:
        move(sheet.pk, State.AT_TABLE, Change(sheet.revision, None, held=opened))
    return lease


@transaction.atomic
def to_paper(sheet: Sheet, user: User | None) -> None:
    """Take a list from the devices: it goes on on paper, from the print of what stands there."""
    demand_open(sheet.table.round.event)
    lease = Lease.objects.select_for_update().filter(sheet=sheet).first() or Lease(sheet=sheet)
    if not lease.on_paper:
        lease.holder, lease.keeper, lease.on_paper, lease.forced_at = "", 0, True, None
        lease.generation += 1
        save(lease, user, "")
        bump_version(sheet.table.round.event)


@transaction.atomic
def to_device(sheet: Sheet, user: User | None) -> None:
    """Give a list on paper back to the devices of its table; the first that asks writes it."""
    demand_open(sheet.table.round.event)
    for lease in Lease.objects.select_for_update().filter(sheet=sheet, on_paper=True):
        lease.on_paper = False
        save(lease, user, "")
        bump_version(sheet.table.round.event)
