"""Tables as files, for a spreadsheet or a program; the same for every app.

* **D** The CSV is the one a German spreadsheet opens by itself: UTF-8 with its mark, columns parted by semicolons,
  plain whole numbers, a comma before decimals, amounts of money with two.
* **D** The JSON is a list of objects, one for each line, whose keys are the names of the columns in the program
  (`place`, `start_number`, `leistung`): English or terms of the game, and the same in every language of the page.
  Numbers are numbers, amounts are euros, days are 2026-11-20, what is empty is null. Nothing in it is changed for a
  spreadsheet.
* **D** In the other files a text that a spreadsheet would carry out as a formula begins with an apostrophe, and
  control characters, which come in by pasting and cannot stand in them, are left out.
* **D** A file for those who hold a role is kept by no cache; one that anybody may have is made once for everybody
  (`handouts`).
"""

import datetime
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Final, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_tables2 import Column, Table
from tablib import Dataset

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""With these a spreadsheet takes a cell for a formula and carries it out."""

NOT_IN_XML: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""What can be typed or pasted and cannot stand in a workbook, which is written in XML (XML 1.0, 2.2)."""


def harmless(text: str) -> str:
    """The text as a spreadsheet may read it: what it would take for a formula begins with an apostrophe.

    >>> harmless("=1+1"), harmless("Anna"), harmless("\\v=1+1")
    ("'=1+1", 'Anna', "'=1+1")
    """
    text = NOT_IN_XML.sub("", text)
    return f"'{text}" if text.startswith(FORMULA) else text


def as_number(value: int | Fraction) -> int | float:
    """A number as a spreadsheet takes it: whole, or with two decimals, rounded half away from zero, exactly.

    >>> as_number(Fraction(2261, 8)), as_number(Fraction(201, 200)), as_number(Fraction(8)), as_number(1234)
    (282.63, 1.01, 8, 1234)
    """
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    rounded = exact.quantize(Decimal("0.01"), ROUND_HALF_UP)
    return int(rounded) if rounded == int(rounded) else float(rounded)


def euros(cents: int | None) -> Decimal | None:
    """Cents as an amount for a file: euros with two decimals.

    >>> euros(-1250), euros(None)
    (Decimal('-12.50'), None)
    """
    return None if cents is None else Decimal(cents).scaleb(-2)


class NumberColumn(Column):
    """A number that may be an average, in files with two decimals."""

    def value(self, value: int | Fraction) -> int | float:
        """The number as a file takes it."""
        return as_number(value)


class Euros(Column):
    """Cents, in files an amount in euros."""

    def value(self, value: int) -> Decimal | None:
        """The amount as a file takes it."""
        return euros(value)


@dataclass(frozen=True, slots=True)
class Export:
    """A table as a file: what it holds, its name without the ending, and the title of its sheet."""

    table: Table
    name: str
    title: str


def file_path(route: str, find: Callable[..., Export], name: str) -> URLPattern:
    """The address of a table as a file, for those whom `find(request, …)` lets in; no cache keeps it.

    ``route`` is the address without the ending; what stands in it is handed to ``find``.
    """

    @never_cache
    @require_safe
    def answer(request: HttpRequest, ending: str, **named: object) -> HttpResponse:
        return table_file(find(request, **named), ending)

    return path(f"{route}.<slug:ending>", answer, name=name)


def table_file(export: Export, ending: str) -> HttpResponse:
    """Every line of a table as a file with this ending; raises Http404 for an ending that is not offered."""
    table = export.table
    if ending not in ENCODERS:
        raise Http404
    encode, kind = ENCODERS[ending]
    columns = [column for column in table.columns.iterall() if not column.column.exclude_from_export]
    headings, *lines = ([_plain(cell) for cell in line] for line in table.as_values())
    keys = [column.name for column in columns]
    response = HttpResponse(encode(keys, headings, lines, export.title), kind)
    response["Content-Disposition"] = f'attachment; filename="{export.name}.{ending}"'
    patch_cache_control(response, no_cache=True)
    return response


Cell: TypeAlias = str | bool | int | float | Decimal | datetime.date | None
"""What stands in one place of a file."""


def _plain(cell: object) -> Cell:
    """The cell as every kind of file takes it; times as clocks show them here."""
    if isinstance(cell, datetime.datetime):
        return timezone.localtime(cell).replace(tzinfo=None, microsecond=0)
    if cell is None or isinstance(cell, bool | int | float | Decimal | datetime.date):
        return cell
    return str(cell)


Lines = Sequence[Sequence[Cell]]


def _csv(_keys: Sequence[str], headings: Sequence[Cell], lines: Lines, title: str) -> bytes:
    written = _dataset(headings, ([_with_comma(cell) for cell in line] for line in _harmless(lines)), title)
    # The mark at the beginning is how a spreadsheet knows the umlauts.
    return written.export("csv", delimiter=";").encode("utf-8-sig")


def _xlsx(_keys: Sequence[str], headings: Sequence[Cell], lines: Lines, title: str) -> bytes:
    return _dataset(headings, _harmless(lines), title).export("xlsx")


def _ods(_keys: Sequence[str], headings: Sequence[Cell], lines: Lines, title: str) -> bytes:
    filled = (["" if cell is None else cell for cell in line] for line in _harmless(lines))
    return _dataset(headings, filled, title).export("ods")


def _json(keys: Sequence[str], _headings: Sequence[Cell], lines: Lines, _title: str) -> bytes:
    told = [dict(zip(keys, map(_as_json, line), strict=True)) for line in lines]
    return json.dumps(told, ensure_ascii=False, indent=1).encode() + b"\n"


def _dataset(headings: Sequence[Cell], lines: Iterator[Sequence[Cell]], title: str) -> Dataset:
    return Dataset(*lines, headers=[harmless(str(heading)) for heading in headings], title=title)


def _harmless(lines: Lines) -> Iterator[list[Cell]]:
    for line in lines:
        yield [_for_people(cell) for cell in line]


def _for_people(cell: Cell) -> Cell:
    if isinstance(cell, bool):
        return _("ja") if cell else ""
    return harmless(cell) if isinstance(cell, str) else cell


def _with_comma(cell: Cell) -> Cell:
    return str(cell).replace(".", ",") if isinstance(cell, float | Decimal) else cell


def _as_json(cell: Cell) -> Cell:
    if isinstance(cell, Decimal):
        return float(cell)
    return cell.isoformat() if isinstance(cell, datetime.date) else cell if cell != "" else None


Encode = Callable[[Sequence[str], Sequence[Cell], Lines, str], bytes]
ENCODERS: Final[dict[str, tuple[Encode, str]]] = {
    "csv": (_csv, "text/csv; charset=utf-8"),
    "xlsx": (_xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "ods": (_ods, "application/vnd.oasis.opendocument.spreadsheet"),
    "json": (_json, "application/json"),
}
"""How a table is written, and of what kind the file is, by its ending."""
