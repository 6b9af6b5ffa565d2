"""From when to when figures are asked for: `?zeit=2026` for a year, `?zeit=12` for the last twelve months.

**D** Years are those of the calendar; the last twelve months end today.
"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.standings.scopes import read_number
from skatliga.statistics.queries import ALWAYS, Period

MONTHS = 12
YEARS = range(1886, 2200)


@dataclass(frozen=True, slots=True)
class Choice:
    """A period that can be asked for."""

    asked: int | None
    """As it stands in the address; None for all time."""

    @property
    def label(self) -> str:
        """What it is called."""
        if self.asked is None:
            return _("Gesamte Zeit")
        return _("Letzte 12 Monate") if self.asked == MONTHS else str(self.asked)

    @property
    def period(self) -> Period:
        """Its days."""
        if self.asked is None:
            return ALWAYS
        if self.asked == MONTHS:
            today = timezone.localdate()
            return Period(today - datetime.timedelta(days=365), today)
        return Period(datetime.date(self.asked, 1, 1), datetime.date(self.asked, 12, 31))

    @property
    def query(self) -> str:
        """As an address has it."""
        return f"zeit={self.asked}" if self.asked else ""


def choice_of(request: HttpRequest) -> Choice:
    """The period the address asks for; Http404 for one there is not."""
    asked = read_number(request, "zeit")
    if asked is not None and asked != MONTHS and asked not in YEARS:
        raise Http404
    return Choice(asked)


def choices(first: datetime.date | None, last: datetime.date | None) -> Iterator[Choice]:
    """What can be asked for of events between these days, the latest year first."""
    if first and last and first.year < last.year:
        yield Choice(None)
        yield Choice(MONTHS)
        yield from (Choice(year) for year in range(last.year, first.year - 1, -1))
