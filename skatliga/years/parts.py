"""Parts of a club year: its halves, quarters and months.

* **D** Halves and quarters are counted from the day on which the year begins; where a month lacks that day, they begin
  on the first of the next. What a year of more than twelve months has left over belongs to its last part.
* **D** Months are those of the calendar, by whose names their tables go.
"""

import datetime
from collections.abc import Iterable

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from skatliga.years.models import ClubYear, Span

MONTHS = {Span.QUARTER: 3, Span.HALF: 6}


def part_of(year: ClubYear, span: str, date: datetime.date) -> int:
    """In which part of the year a day lies, from 1; an evening outside of the year belongs to the nearest part.

    >>> year = ClubYear(first_day=datetime.date(2026, 9, 1), last_day=datetime.date(2027, 8, 31))
    >>> [part_of(year, span, datetime.date(2027, 2, 12)) for span in ("whole", "half", "quarter", "month")]
    [1, 1, 2, 6]
    """
    if span == Span.WHOLE:
        return 1
    first, last = year.first_day, year.last_day
    day = min(max(date, first), last)
    if span == Span.MONTH:
        return _whole_months(first.replace(day=1), day) + 1
    months = MONTHS[Span(span)]
    parts = max(12, _whole_months(first, last) + 1) // months
    return min(_whole_months(first, day) // months + 1, parts)


def _whole_months(first: datetime.date, day: datetime.date) -> int:
    """How many months are over on a day, counted from another one."""
    return (day.year - first.year) * 12 + day.month - first.month - (day.day < first.day)


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
