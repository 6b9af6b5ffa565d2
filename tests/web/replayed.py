"""Worlds that many tests ask for: made by the services once, then for five minutes by the statements these have sent.

A service asks, checks and keeps a history for every row; the statements alone take a tenth of that time. A world is put
back only into a database in the state in which it was made, so that its rows have the same keys and the same content.
On PostgreSQL, where keys go on after a rollback, every test makes its worlds itself.
"""

import datetime
import functools
import io
import pickle
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone, translation

from web.worlds import believed

YOUNG = 300
"""Seconds for which a world is kept: what has happened in it shall have happened not long ago."""
READING = ("SELECT", "SAVEPOINT", "RELEASE", "PRAGMA", "BEGIN", "EXPLAIN")
NOW = timezone.now


@dataclass(frozen=True, slots=True)
class Made:
    """A world: what was sent to the database to make it, the fixture's value, the last key of each table, and when."""

    statements: list[tuple[Any, ...]]
    value: bytes
    keys: Hashable
    since: float


class Ground:
    """What the database of the running test holds, as far as it is known."""

    def __init__(self) -> None:
        self.kept: dict[Hashable, Made] = {}
        self.worlds: tuple[Hashable, ...] = ()
        self.values: list[Any] = []
        """What fixtures have given for them."""
        self.foreign = False
        """Something has been written that is no world."""
        self.recorded: list[tuple[Any, ...]] | None = None
        self.complete = True
        """Nothing was refused or taken back of what is being recorded."""

    def begin(self) -> None:
        """A test begins, with nothing in the database."""
        self.worlds, self.values, self.foreign, self.recorded = (), [], False, None
        if connection.vendor == "sqlite" and self.watch not in connection.execute_wrappers:
            connection.execute_wrappers.append(self.watch)

    def watch(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Let a statement of the test pass, and keep it while a world is made."""
        if not sql.lstrip().startswith(READING):
            if self.recorded is None:
                self.foreign = True
            else:
                self.recorded.append((sql, params, many))
                self.complete = self.complete and not sql.startswith("ROLLBACK")
        try:
            return execute(sql, params, many, context)
        except Exception:
            self.complete = False
            raise


GROUND = Ground()


def world(function: Callable[..., Any]) -> Callable[..., Any]:
    """For fixtures and helpers that write to the database, do nothing else, and return what can be copied.

    What they write is believed (`web.worlds`), whenever a test asks for it.
    """

    @functools.wraps(function)
    @believed()
    def made(*arguments: Any, **named: Any) -> Any:
        if connection.vendor != "sqlite" or GROUND.foreign or GROUND.recorded is not None:
            return function(*arguments, **named)
        given = [*arguments, *named.values()]
        key = (f"{function.__module__}.{function.__qualname__}", (tuple(named), _key(given)), *_surroundings())
        known = GROUND.kept.get(key)
        if known and time.monotonic() - known.since < YOUNG:
            _put_back(known)
            value, changes = _Copier(io.BytesIO(known.value), given).load()
            for place, fields in changes.items():
                for name, field in fields.items():
                    setattr(given[place], name, field)
        else:
            value = _record(key, given, lambda: function(*arguments, **named))
        GROUND.worlds += ((key[:2], GROUND.kept[key].since if key in GROUND.kept else time.monotonic()),)
        GROUND.values.append(value)
        return value

    return made


def _surroundings() -> tuple[Hashable, ...]:
    """What a world may depend on besides what it is given."""
    clock = None if timezone.now is NOW else timezone.now()
    return GROUND.worlds or last_keys(), translation.get_language(), clock, datetime.date.today()


def _key(given: Any) -> Hashable:
    """What tells it from anything else that a fixture may be given; a world is known by how it came about."""
    if isinstance(given, Model):
        return given._meta.label, given.pk
    if isinstance(given, list | tuple):
        return tuple(map(_key, given))
    if any(given is value for value in GROUND.values):
        return type(given).__qualname__
    return repr(given)


def _content(given: Any) -> dict[str, Any]:
    """The fields of a row, or all there is of anything else, to see what changes."""
    if isinstance(given, Model):
        return {each.attname: getattr(given, each.attname) for each in given._meta.concrete_fields}
    return {"": pickle.dumps(given)}


def _changes(before: list[dict[str, Any]], given: list[Any]) -> dict[int, dict[str, Any]]:
    """By its place, the fields of what was given that are others now."""
    after = [_content(each) for each in given]
    found = {
        place: {name: value for name, value in fields.items() if value != before[place][name]}
        for place, fields in enumerate(after)
    }
    return {place: fields for place, fields in found.items() if fields}


def last_keys() -> Hashable:
    """The last key given out in each table; the rollback of a test takes it back."""
    connection.ensure_connection()
    return frozenset(connection.connection.execute("SELECT name, seq FROM sqlite_sequence"))


def _record(key: Hashable, given: list[Any], make: Callable[[], Any]) -> Any:
    before = [_content(each) for each in given]
    GROUND.recorded, GROUND.complete = [], True
    try:
        value = make()
        changes = _changes(before, given)
        if GROUND.complete and not any("" in fields for fields in changes.values()):
            copy = _copy((value, changes), given)
            GROUND.kept[key] = Made(GROUND.recorded, copy, last_keys(), time.monotonic())
        return value
    except BaseException:
        GROUND.foreign = True
        raise
    finally:
        GROUND.recorded = None


def _put_back(known: Made) -> None:
    GROUND.recorded = []
    with transaction.atomic(), connection.cursor() as cursor:
        for sql, params, many in known.statements:
            (cursor.executemany if many else cursor.execute)(sql, params)
    GROUND.recorded = None
    assert last_keys() == known.keys, "a world that was put back is another one"


def _copy(value: Any, given: list[Any]) -> bytes:
    """The value of a fixture; what it was given itself stands there by its place."""
    shared = (Model, *{type(each) for each in GROUND.values})
    places = {id(each): place for place, each in enumerate(given) if isinstance(each, shared)}
    written = io.BytesIO()
    pickler = pickle.Pickler(written)
    pickler.persistent_id = lambda each: places.get(id(each))
    pickler.dump(value)
    return written.getvalue()


class _Copier(pickle.Unpickler):
    """Reads the value for what the fixture is given now."""

    def __init__(self, file: io.BytesIO, given: list[Any]) -> None:
        super().__init__(file)
        self.given = given

    def persistent_load(self, place: int) -> Any:
        return self.given[place]
