"""What was changed on this machine, noted by triggers in the transaction that changes it; and keys that never meet.

**D** New records of the first machine have keys in blocks of an even number, those of the second in odd ones. So what
both enter while they are apart stands side by side without being renamed. After keys of the other machine have come
in, a table goes on in a block of its own: SQLite would go on behind the highest key there is.
"""

from collections.abc import Iterator
from typing import Final

from django.db import connection
from django.db.backends.utils import CursorWrapper

from skatliga.peers.items import LIST, members
from skatliga.peers.models import ItemMark

BLOCK: Final = 20_000
"""Keys; a transaction that writes more of one kind might reach a block of the other machine."""
_PREFIX: Final = "peers_mark_"
_NOW: Final = "strftime('%Y-%m-%d %H:%M:%f', 'now')"
_HAS_LIST: Final = "EXISTS (SELECT 1 FROM lists_sheet WHERE table_id = {0}.table_id)"


def begin() -> None:
    """Note from now on what is changed."""
    with connection.cursor() as cursor:
        for _name, statement in _triggers():
            cursor.execute(statement)


def end() -> None:
    """Note nothing any more."""
    with connection.cursor() as cursor:
        for name, _statement in _triggers():
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}")


def is_on() -> bool:
    """Whether every change is noted; a migration that makes a table anew takes its triggers away."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name LIKE %s", [f"{_PREFIX}%"])
        return bool(cursor.fetchone()[0] == 3 * sum(map(len, members().values())))


def _triggers() -> Iterator[tuple[str, str]]:
    for kind, parts in members().items():
        for member in parts:
            table = member.model._meta.db_table
            for event, sides in (("insert", ["NEW"]), ("update", ["OLD", "NEW"]), ("delete", ["OLD"])):
                name = f"{_PREFIX}{table}_{event}"
                marks = " ".join(_mark(kind, member.mark.format(side), "1") for side in sides)
                if table == "events_seat":  # whose list it is
                    marks += " ".join(_mark(LIST, f"{side}.table_id", _HAS_LIST.format(side)) for side in sides)
                yield name, f"CREATE TRIGGER IF NOT EXISTS {name} AFTER {event} ON {table} BEGIN {marks} END"


def _mark(kind: str, of: str, condition: str) -> str:
    key, table = f"CAST({of} AS TEXT)", ItemMark._meta.db_table
    there = f"EXISTS (SELECT 1 FROM {table} WHERE kind = '{kind}' AND key = {key})"
    wanted = f"{key} IS NOT NULL AND {condition} AND NOT {there}"
    return (
        f"UPDATE {table} SET at = {_NOW} WHERE kind = '{kind}' AND key = {key};"
        f"INSERT INTO {table} (kind, key, at) SELECT '{kind}', {key}, {_NOW} WHERE {wanted};"
    )


def take_block(side: int) -> None:
    """Let every table go on with keys that the other machine never gives."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, seq FROM sqlite_sequence")
        known = dict(cursor.fetchall())
        for table, pk in _numbered_tables():
            cursor.execute(f"SELECT max({pk}) FROM {table}")
            last = max(cursor.fetchone()[0] or 0, known.get(table, 0))
            if (free := _free(last, side)) != last:
                _go_on_behind(cursor, table, free, is_known=table in known)


def _free(last: int, side: int) -> int:
    """Behind which key to go on: the last one in a block of this side, else the beginning of the next such block."""
    block, used = divmod(last, BLOCK)
    if block % 2 == side and used < BLOCK // 2:
        return last
    following = block + 1 if (block + 1) % 2 == side else block + 2
    return following * BLOCK


def _numbered_tables() -> Iterator[tuple[str, str]]:
    for parts in members().values():
        for member in parts:
            if member.model._meta.pk.get_internal_type() in {"AutoField", "BigAutoField"}:
                yield member.model._meta.db_table, str(member.model._meta.pk.column)


def _go_on_behind(cursor: CursorWrapper, table: str, key: int, *, is_known: bool) -> None:
    if is_known:
        cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [key, table])
    else:
        cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, key])


def side_of(key: int) -> int:
    """Which machine has given a key."""
    return key // BLOCK % 2
