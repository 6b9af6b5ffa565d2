"""Parts of a club year: its halves, quarters and months, counted from the month in which it begins."""

import datetime
from collections.abc import Iterable

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from skatliga.years.models import ClubYear, Span

MONTHS = {Span.MONTH: 1, Span.QUARTER: 3, Span.HALF: 6}


def part_of(year: ClubYear, span: str, date: datetime.date) -> int:
    """In which part of the year a day lies, from 1; an evening outside of the year belongs to the nearest part.

    >>> year = ClubYear(first_day=datetime.date(2026, 9, 1), last_day=datetime.date(2027, 8, 31))
    >>> [part_of(year, span, datetime.date(2027, 2, 12)) for span in ("whole", "half", "quarter", "month")]
    [1, 1, 2, 6]
    """
    months = MONTHS.get(Span(span))
    if months is None:
        return 1
    day = min(max(date, year.first_day), year.last_day)
    return ((day.year - year.first_day.year) * 12 + day.month - year.first_day.month) // months + 1


def title_of(year: ClubYear, span: str, part: int) -> str:
    """What a part is called."""
    if span == Span.MONTH:
        months = year.first_day.month - 1 + part - 1
        return date_format(datetime.date(year.first_day.year + months // 12, months % 12 + 1, 1), "YEAR_MONTH_FORMAT")
    words = {"number": part}
    return (_("%(number)s. Halbjahr") if span == Span.HALF else _("%(number)s. Quartal")) % words


def parts_of(year: ClubYear, dates: Iterable[datetime.date]) -> list[tuple[int, str]]:
    """The parts of which there are tables and into which one of these days falls, with their titles."""
    if not year.has_parts:
        return []
    return [
        (part, title_of(year, year.parts, part)) for part in sorted({part_of(year, year.parts, day) for day in dates})
    ]
