"""What one thing is that two machines may change: an item, with all its records.

A list goes with its rows, its foot and whatever else hangs on it, and belongs to its table; the seats of a Serie are
one item; so is somebody who takes part, with the classes. Every other record is an item of its own. Records are read
and written as the database has them: both machines run the same program, which they make sure of when they meet.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from django.apps import apps
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import ForeignKey, Model, OneToOneField, UniqueConstraint

from skatliga.database import JsonObject

LIST: Final = "list"
SEATING: Final = "seating"
ENTRY: Final = "entry"

Record: TypeAlias = JsonObject
"""The columns of a record, as the database has them."""
Said = Mapping[str, list[Record]]
"""The records of an item by table."""

STAYS: Final[Mapping[str, str]] = {
    "sessions.Session": "who is signed in where",
    "accounts.BrowserSession": "who is signed in where",
    "accounts.Passkey": "belongs to the address of one machine",
    "otp_static.StaticDevice": "second factors are those of when the second machine was set up",
    "otp_static.StaticToken": "second factors are those of when the second machine was set up",
    "otp_totp.TOTPDevice": "second factors are those of when the second machine was set up",
    "people.GuessedName": "who guesses passwords where",
    "axes.AccessAttempt": "who guesses passwords where",
    "axes.AccessAttemptExpiration": "who guesses passwords where",
    "axes.AccessFailureLog": "who guesses passwords where",
    "axes.AccessLog": "who guesses passwords where",
    "auth.Permission": "made by the program",
    "auth.Group": "not used",
    "auth.Group_permissions": "not used",
    "people.User_groups": "not used",
    "people.User_user_permissions": "not used",
    "contenttypes.ContentType": "made by the program",
    "django_tasks_database.DBTaskResult": "works of one machine",
    "exchange.Upload": "is on its way in",
    "exchange.ArchiveReport": "works of one machine",
    "statistics.Counted": "is counted by each machine",
    "statistics.Tally": "is counted by each machine",
    "statistics.RatedPlayer": "is counted by each machine",
    "statistics.RatingRun": "is counted by each machine",
    "peers.KnownMachine": "the exchange itself",
    "peers.ItemMark": "the exchange itself",
    "peers.SharedItem": "the exchange itself",
    "peers.ItemVersion": "the exchange itself",
    "peers.OtherKey": "the exchange itself",
    "peers.MergeNotice": "told on each machine",
}
"""Models whose records stay where they are, with the reason."""
VOLATILE: Final = frozenset({"version", "last_login", "seen_at"})
"""Columns that say when something was looked at: they make no version, and what stands here is not written over."""


@dataclass(frozen=True, slots=True)
class ItemPart:
    """A kind of record in an item: its model, and which of its records belong to the item of a key."""

    model: type[Model]
    path: str
    """The condition with one place for the key."""
    mark: str
    """The key of the item, of a record that is called {0} in a trigger."""
    referred: bool
    """Whether records of other items refer to it, so that it stays in its place while it changes."""


_OF_LIST: Final = "(SELECT table_id FROM lists_sheet WHERE id = {0}.sheet_id)"
_IN_LIST: Final = "sheet_id IN (SELECT id FROM lists_sheet WHERE table_id = %s)"


@cache
def members() -> Mapping[str, tuple[ItemPart, ...]]:
    """The records of an item by its kind; the first one has the item's key, or a list the table's."""
    model = apps.get_model
    found: dict[str, tuple[ItemPart, ...]] = {
        ENTRY: (
            ItemPart(model("events.Entry"), "id = %s", "{0}.id", referred=True),
            ItemPart(model("events.Entry").categories.through, "entry_id = %s", "{0}.entry_id", referred=False),
        ),
        SEATING: (
            ItemPart(model("events.Round"), "id = %s", "{0}.id", referred=True),
            ItemPart(model("events.Table"), "round_id = %s", "{0}.round_id", referred=True),
            ItemPart(model("events.Seat"), "round_id = %s", "{0}.round_id", referred=False),
        ),
        LIST: (
            ItemPart(model("lists.Sheet"), "table_id = %s", "{0}.table_id", referred=True),
            *(ItemPart(model("lists", each), _IN_LIST, _OF_LIST, referred=False) for each in _ON_LISTS),
        ),
    }
    taken = {member.model for parts in found.values() for member in parts}
    for each in apps.get_models(include_auto_created=True):
        if each not in taken and each._meta.managed and each._meta.label not in STAYS:
            column = each._meta.pk.column
            found[each._meta.db_table] = (ItemPart(each, f"{column} = %s", f"{{0}}.{column}", referred=True),)
    return found


_ON_LISTS: Final = ("Row", "Foot", "SeatResult", "Substitution", "Signature", "Lease")
"""What a list says; what is only added to one (protests, photographs, versions of its history) is never in the way."""


@cache
def order() -> Mapping[str, int]:
    """Kinds in the order in which they can be written: what others refer to comes first."""
    placed: dict[type[Model], int] = {}

    def place(model: type[Model]) -> int:
        if model not in placed:
            placed[model] = 0
            placed[model] = 1 + max(
                (place(each) for each in references(model).values() if each is not model), default=0
            )
        return placed[model]

    return {kind: max(place(member.model) for member in parts) for kind, parts in members().items()}


@cache
def columns(model: type[Model]) -> tuple[str, ...]:
    return tuple(str(each.column) for each in model._meta.concrete_fields)


@cache
def references(model: type[Model]) -> Mapping[str, type[Model]]:
    """The models that the columns of a model refer to."""
    fields = (each for each in model._meta.concrete_fields if isinstance(each, ForeignKey))
    return {str(each.column): each.related_model for each in fields}


@cache
def natural_keys(model: type[Model]) -> tuple[tuple[str, ...], ...]:
    """Columns by which a record that both machines have made is known to be one: a member in an event, a table."""
    if model._meta.label == "events.Entry":
        return (("event_id", "player_id"), ("key",))
    sets = [
        each.fields for each in model._meta.constraints if isinstance(each, UniqueConstraint) and not each.condition
    ]
    sets += model._meta.unique_together
    sets += [(each.name,) for each in model._meta.concrete_fields if isinstance(each, OneToOneField)]
    named = {each.name: str(each.column) for each in model._meta.concrete_fields}
    return tuple(tuple(named[name] for name in each) for each in sets)


def read(kind: str, key: str) -> dict[str, list[Record]]:
    """What stands here of an item."""
    said: dict[str, list[Record]] = {}
    with connection.cursor() as cursor:
        for member in members()[kind]:
            names, table = columns(member.model), member.model._meta.db_table
            pk = member.model._meta.pk.column
            plain = ", ".join(
                f'+"{name}"' for name in names
            )  # as it is stored, not as Python reads a column of its type
            cursor.execute(f"SELECT {plain} FROM {table} WHERE {member.path} ORDER BY {pk}", [key])
            if records := [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]:
                said[table] = records
        if kind == LIST:
            said[PLAYERS] = _players_at(key)
    return said


PLAYERS: Final = "players"
"""Who sat at the table when a list was read; it stands only where they still do."""


def _players_at(table: str) -> list[Record]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT number, entry_id FROM events_seat WHERE table_id = %s ORDER BY number", [table])
        return [{"number": number, "entry_id": entry} for number, entry in cursor.fetchall()]


def is_gone(said: Said) -> bool:
    """Whether nothing is left of the item."""
    return not any(records for table, records in said.items() if table != PLAYERS)


def digest(said: Said) -> str:
    """A mark of what an item is, whoever has looked at it when."""
    plain = {
        table: [{name: value for name, value in record.items() if name not in VOLATILE} for record in records]
        for table, records in said.items()
    }
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def write(kind: str, key: str, said: Said) -> None:
    """Put an item in the place of what stands here of it; its keys are those of this machine."""
    with connection.cursor() as cursor:
        for member in reversed(members()[kind]):
            _remove(cursor, member, key, said.get(member.model._meta.db_table, []))
        for member in members()[kind]:
            for record in said.get(member.model._meta.db_table, []):
                _insert(cursor, member.model, record)


def _remove(cursor: CursorWrapper, member: ItemPart, key: str, stay: Iterable[Record]) -> None:
    """What is not said any more; of what nobody refers to everything, so that numbers may change places."""
    pk = str(member.model._meta.pk.column)
    kept = [record[pk] for record in stay] if member.referred else []
    but = f" AND {pk} NOT IN ({', '.join(['%s'] * len(kept))})" if kept else ""
    cursor.execute(f"DELETE FROM {member.model._meta.db_table} WHERE {member.path}{but}", [key, *kept])


def _insert(cursor: CursorWrapper, model: type[Model], record: Record) -> None:
    pk = str(model._meta.pk.column)
    changes = ", ".join(f'"{name}" = excluded."{name}"' for name in record if name != pk and name not in VOLATILE)
    places = ", ".join(["%s"] * len(record))
    update = f"DO UPDATE SET {changes}" if changes else "DO NOTHING"
    cursor.execute(
        f"INSERT INTO {model._meta.db_table} ({_quoted(record)}) VALUES ({places}) ON CONFLICT ({pk}) {update}",
        list(record.values()),
    )


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def main_record(kind: str, said: Said) -> JsonObject:
    """The record that says what an item is: of a list the one that is not annulled, where there is one."""
    records = said.get(members()[kind][0].model._meta.db_table, [])
    if kind == LIST:
        records = sorted(records, key=lambda each: (each["kind"] != "main", each["state"] == "annulled"))
    return records[0] if records else {}
