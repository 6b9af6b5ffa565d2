"""The fields of a record as JSON and back: the same text for the same value on every database.

Days are written 2026-11-20, times in UTC as 2026-11-20T18:30:00.000000Z, keys of lists as usual for a UUID. A reference
is the number of the record it means. Numbers stay numbers, what is not there is null.
"""

import datetime
from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import CharField, Field, FileField, IntegerField, JSONField, TextField
from django.utils.translation import gettext as _

from scoring.rulebooks import BOOKS
from skatliga.exchange.archive.kinds import Kind
from skatliga.exchange.archive.shapes import check_shape
from skatliga.shapes import Json

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


def reader_of(kind: Kind, field: Field) -> Reader:
    """How a value of this field is read."""
    read = _reader_of(kind, field)

    def read_or_nothing(value: Json) -> object:
        if value is None:
            if not field.null:
                raise ValidationError(_("fehlt"))
            return None
        return read(value)

    return read_or_nothing


def _reader_of(kind: Kind, field: Field) -> Reader:
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
