"""The records of an archive as the database takes them, checked one by one; references are still numbers."""

from collections.abc import Iterator
from typing import Final

from django.core.exceptions import ValidationError
from django.db.models import Field, ForeignKey
from django.utils.translation import gettext as _

from scoring.rulebooks import BOOKS
from skatliga.exchange.archive.kinds import Kind, Values
from skatliga.exchange.archive.unpacking import Place, Unpacked
from skatliga.exchange.archive.values import Reader, reader_of
from skatliga.shapes import Json

_NOT_SAID: Final = object()


def read_records(archive: Unpacked, kind: Kind) -> Iterator[tuple[Place, Values]]:
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


def _reader(kind: Kind, field: Field) -> Reader:
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


def _check_agreements(values: Values, place: Place) -> None:
    try:
        BOOKS[values["rulebook"]].agree(**values["agreements"])
    except (ValueError, TypeError) as error:
        raise place.refuse(str(error)) from None
