"""Which figures are asked for: `?zeit=2026` for a year, `?zeit=12` for the last twelve months; `?spiel=` for a kind of
game (`rules.books`) other than the one most lists are of.

**D** Years are those of the calendar; the last twelve months end today.
"""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.requests import Request
from skatliga.rules.books import books_of, kind_title
from skatliga.standings.ranking_scope import read_number
from skatliga.statistics.queries import ALWAYS, Period

MONTHS = 12
YEARS = range(1886, 2200)


@dataclass(frozen=True, slots=True)
class PeriodChoice:
    """A period that can be asked for."""

    asked: int | None
    """As it stands in the address; None for all time."""
    kind: str | None = None
    """The kind of game; None for the one most lists are of."""

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
        return urlencode({name: said for name, said in (("zeit", self.asked), ("spiel", self.kind)) if said})

    def named(self, name: str) -> str:
        """The name of a file, with what is asked for of it."""
        return "-".join((name, *(str(said) for said in (self.kind, self.asked) if said)))

    @property
    def game(self) -> str:
        """What the kind of game is called, where one is asked for."""
        return kind_title(self.kind) if self.kind else ""


def choice_of(request: Request) -> PeriodChoice:
    """The period and the kind of game the address asks for; Http404 for one there is not."""
    asked = read_number(request, "zeit")
    if asked is not None and asked != MONTHS and asked not in YEARS:
        raise Http404
    kind = request.GET.get("spiel")
    if kind is not None and not books_of(kind):
        raise Http404
    return PeriodChoice(asked, kind)


def periods(choice: PeriodChoice, first: datetime.date | None, last: datetime.date | None) -> Iterator[PeriodChoice]:
    """The same of every period with events, which were between these days; the latest year first."""
    if first and last and first.year < last.year:
        for asked in (None, MONTHS, *range(last.year, first.year - 1, -1)):
            yield replace(choice, asked=asked)


def games(choice: PeriodChoice, kinds: Sequence[str]) -> list[PeriodChoice]:
    """The same of every kind of game that was played, where others than the one asked for were."""
    others = len(kinds) > 1 or choice.kind not in (None, *kinds)
    return [replace(choice, kind=kind) for kind in kinds] if others else []
