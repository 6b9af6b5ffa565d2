"""The fields of a record as JSON and back: the same text for the same value on every database.

Days are written 2026-11-20, times in UTC as 2026-11-20T18:30:00.000000Z, keys of lists as usual for a UUID. A reference
is the number of the record it means. Numbers stay numbers, what is not there is null.
"""

import datetime
import os
import pickle
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.models import CharField, Field, FileField, ForeignKey, IntegerField, JSONField, Model, TextField
from django.db.models.sql import InsertQuery
from django.utils.translation import gettext as _

from scoring.rulebooks import BOOKS
from skatliga.database import Json
from skatliga.exchange.archive.archive_file import ArchivePlace, Unpacked
from skatliga.exchange.archive.schema import RecordType, Values, check_shape

Reader = Callable[[Json], object]
"""Gives the value as the database takes it; ValidationError for what the field cannot hold."""

Writer = Callable[[Any], Json]
"""Gives the value as JSON has it, of what the field has."""

_TIME: Final = "%Y-%m-%dT%H:%M:%S.%fZ"
_LEAST, _MOST = -(2**31), 2**31 - 1
"""What every database takes as a whole number."""


def writer_of(field: Field) -> Writer | None:
    """How a value of this field is written where it is not written as it is."""
    writers: dict[str, Writer] = {"DateField": datetime.date.isoformat, "DateTimeField": _write_time, "UUIDField": str}
    return writers.get(field.get_internal_type())


def _write_time(at: datetime.datetime) -> str:
    return at.astimezone(datetime.UTC).strftime(_TIME)


def reader_of(kind: RecordType, field: Field) -> Reader:
    """How a value of this field is read."""
    read = _reader_of(kind, field)

    def read_or_nothing(value: Json) -> object:
        if value is None:
            if not field.null:
                raise ValidationError(_("fehlt"))
            return None
        return read(value)

    return read_or_nothing


def _reader_of(kind: RecordType, field: Field) -> Reader:
    if field.name == "rulebook":
        return _read_book
    if isinstance(field, JSONField):
        return _json_reader((kind.tracked or kind).name, field)
    if isinstance(field, FileField):
        return _exactly(str)
    if isinstance(field, IntegerField):
        return _integer_reader(field)
    if isinstance(field, CharField | TextField):
        return _text_reader(field)
    return {
        "BooleanField": _exactly(bool),
        "DateField": lambda value: _parsed(value, datetime.date.fromisoformat),
        "DateTimeField": lambda value: _parsed(value, _parse_time),
        "UUIDField": lambda value: _parsed(value, UUID),
    }[field.get_internal_type()]


def _json_reader(kind: str, field: JSONField) -> Reader:
    def read(value: Json) -> object:
        check_shape(kind, field.name, value)
        return value

    return read


def _integer_reader(field: IntegerField) -> Reader:
    least = max([_LEAST, *(each.limit_value for each in field.validators if isinstance(each, MinValueValidator))])
    most = min([_MOST, *(each.limit_value for each in field.validators if isinstance(each, MaxValueValidator))])
    if "Positive" in field.get_internal_type():
        least = max(least, 0)
    if "Small" in field.get_internal_type():
        most = min(most, 2**15 - 1)
    values = {value for value, _label in field.flatchoices}

    def read(value: Json) -> int:
        if type(value) is not int or not least <= value <= most or (values and value not in values):
            raise _refuse(value)
        return value

    return read


def _text_reader(field: CharField | TextField) -> Reader:
    values = {value for value, _label in field.flatchoices} | ({""} if field.blank else set())
    longest = field.max_length or 2**20
    validators = [each for each in field.validators if type(each).__name__ != "MaxLengthValidator"]

    def read(value: Json) -> str:
        if type(value) is not str or len(value) > longest or (field.flatchoices and value not in values):
            raise _refuse(value)
        if value:
            for validate in validators:
                validate(value)
        return value

    return read


def _exactly(type_: type) -> Reader:
    def read(value: Json) -> object:
        if type(value) is not type_:
            raise _refuse(value)
        return value

    return read


def _parse_time(text: str) -> datetime.datetime:
    if not text.endswith("Z"):
        raise ValueError(text)
    return datetime.datetime.fromisoformat(text)


def _parsed(value: Json, parse: Callable[[str], object]) -> object:
    try:
        return parse(value)
    except (ValueError, TypeError, AttributeError):
        raise _refuse(value) from None


def _read_book(key: Json) -> str:
    if not isinstance(key, str) or key not in BOOKS:
        raise ValidationError(_("nennt ein Regelwerk, das es hier nicht gibt: %(key)s") % {"key": str(key)[:40]})
    return key


def _refuse(value: Json) -> ValidationError:
    return ValidationError(_("kann diesen Wert nicht haben: %(value)s") % {"value": repr(value)[:60]})


# ---- The records of an archive as the database takes them, checked one by one; references are still numbers

_NOT_SAID: Final = object()


def read_records(archive: Unpacked, kind: RecordType) -> Iterator[tuple[ArchivePlace, Values]]:
    """Every record of a kind with its place: values by the names of fields, of a reference the number.

    A field that the archive does not know yet gets the value that it has where nobody said anything.
    """
    columns = [(kind.column(field), field.name, _reader(kind, field), field) for field in kind.fields]
    for place, record in archive.records(kind):
        values: Values = {}
        for column, name, read, field in columns:
            value = record.pop(column, _NOT_SAID)
            try:
                values[name] = _default(field) if value is _NOT_SAID else read(value)
            except ValidationError as refused:
                raise place.refuse(f"„{column}“ {refused.messages[0]}") from None
        if record:
            raise place.refuse(_("Das Feld „%(name)s“ gibt es hier nicht.") % {"name": min(record)[:40]})
        if "agreements" in values:
            _check_agreements(values, place)
        yield place, values


def _reader(kind: RecordType, field: Field) -> Reader:
    if isinstance(field, ForeignKey) or (kind.tracked and field.name == "id"):
        return _nullable_number if field.null else _number
    return reader_of(kind, field)


def _number(value: Json) -> int:
    if type(value) is not int or value < 1:
        raise ValidationError(_("ist keine Nummer eines Datensatzes"))
    return value


def _nullable_number(value: Json) -> int | None:
    return None if value is None else _number(value)


def _default(field: Field) -> object:
    if field.has_default() or field.null or field.blank:
        return field.get_default()
    raise ValidationError(_("fehlt"))


def _check_agreements(values: Values, place: ArchivePlace) -> None:
    try:
        BOOKS[values["rulebook"]].agree(**values["agreements"])
    except (ValueError, TypeError) as error:
        raise place.refuse(str(error)) from None


# ---- Getting many records into the database in little time

_REHEARSAL = "rehearsal"


def reserve_keys(model: type[Model], number: int) -> Sequence[int]:
    """So many keys, rising, that the database gives to nobody else, whether they are used or not."""
    table = model._meta.db_table
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = %s", [table])
            last = cursor.fetchone()[0]
            if last is None:
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number])
            else:
                cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last + number, table])
            return range((last or 0) + 1, (last or 0) + number + 1)
        column = model._meta.pk.column
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)", [f'"{table}"', column, number]
        )
        return array("q", (key for (key,) in cursor.fetchall()))


class Statements:
    """Statements that write records, ready to be carried out as often as wanted."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115  it is closed with the object
        self.place = ArchivePlace("")
        """Where in the archive the record is from that is being written."""

    def add(self, place: ArchivePlace, records: list[Model]) -> None:
        """Make ready to write these records of one model as they are, with the keys they have."""
        model = type(records[0])
        fields = model._meta.concrete_fields
        at_once = connection.ops.bulk_batch_size(fields, records)
        for first in range(0, len(records), at_once):
            query = InsertQuery(model)
            query.insert_values(fields, records[first : first + at_once], raw=True)
            pickle.dump((place, query.get_compiler(connection=connection).as_sql()), self._file)

    def execute(self, using: str) -> None:
        """Write all of them into this database."""
        end = self._file.seek(0, os.SEEK_END)
        self._file.seek(0)
        with connections[using].cursor() as cursor:
            while self._file.tell() < end:
                self.place, statements = pickle.load(self._file)
                for sql, parameters in statements:
                    cursor.execute(sql, parameters)


@contextmanager
def rehearsal() -> Iterator[str]:
    """What Django calls an empty SQLite database with the tables of this one; references may lead nowhere in it."""
    with TemporaryDirectory() as folder:
        there = connections[DEFAULT_DB_ALIAS].copy(_REHEARSAL)
        there.settings_dict |= {
            "NAME": str(Path(folder) / "rehearsal.sqlite3"),
            "OPTIONS": {"init_command": "PRAGMA foreign_keys=OFF; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"},
        }
        connections[_REHEARSAL] = there
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%%'", [])
                tables = [sql for (sql,) in cursor.fetchall()]
            with there.cursor() as cursor:
                for sql in tables:
                    cursor.execute(sql)
            yield _REHEARSAL
        finally:
            there.close()
            del connections[_REHEARSAL]
