"""The address under which a table keeps its own list without signing in: its secret, its end, its withdrawal.

The secret is derived from the site's key and stored nowhere. It is bound to one table of one Serie, so that seating the
Serie anew, which makes new tables, ends it; withdrawing it raises a number that is part of it. With 130 bits guessing
needs no further hindrance (**D**: attempts are not counted).
"""

from base64 import b32encode
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from skatliga.events.models import Table
from skatliga.lists.models import TablePass
from skatliga.lists.services import save
from skatliga.people.models import User

_SALT: Final = "skatliga.lists.passes"
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
