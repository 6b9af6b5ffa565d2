"""The cash book of a year: what every evening and every other entry brought, and what lies in the till after it.

* **D** An evening is one line on its day, with the sum of all its bookings (`desk.balances`). What is not paid yet is
  not included. An evening without bookings has no line.
* **D** An event that is an evening of two years stands in the book of both; a club that counts one evening twice keeps
  its cash in one of them.
"""

import datetime
from dataclasses import dataclass
from itertools import accumulate

from django.db.models import Sum

from skatliga.desk.models import Booking
from skatliga.events.models import Event
from skatliga.years.models import CashEntry, ClubYear

Kind = Booking.Kind


@dataclass(frozen=True, slots=True)
class BookLine:
    """One line of the book, in cents."""

    date: datetime.date
    name: str
    slug: str
    """Of the event, empty where it is none."""
    by_kind: tuple[int, ...]
    """What an evening brought of each kind, in the order of the book."""
    entry: CashEntry | None
    cents: int
    till: int
    """What lies in the till after it."""


@dataclass(frozen=True, slots=True)
class CashBook:
    """The cash book of a year."""

    opening: int
    kinds: tuple[Kind, ...]
    """The kinds of money that came in or went out at an evening."""
    lines: tuple[BookLine, ...]

    @property
    def sums(self) -> tuple[int, ...]:
        """What all evenings together brought of each kind."""
        return tuple(sum(each) for each in zip(*(line.by_kind for line in self.lines if line.by_kind), strict=True))

    @property
    def evenings(self) -> int:
        """What all evenings together brought."""
        return sum(line.cents for line in self.lines if line.slug)

    @property
    def others(self) -> int:
        """What all other entries together brought."""
        return sum(line.cents for line in self.lines if not line.slug)

    @property
    def moved(self) -> int:
        """What all of it together brought."""
        return self.evenings + self.others

    @property
    def till(self) -> int:
        """What lies in the till now."""
        return self.opening + self.moved


def cash_book(year: ClubYear) -> CashBook:
    """The cash book of a year; three queries."""
    booked: dict[int, dict[str, int]] = {}
    rows = Booking.objects.filter(event__years=year).order_by().values_list("event", "kind").annotate(Sum("cents"))
    for event, kind, cents in rows:
        booked.setdefault(event, {})[kind] = cents
    kinds = tuple(kind for kind in Kind if any(kind in of_event for of_event in booked.values()))
    events = Event.objects.filter(pk__in=booked).order_by("date", "pk").values_list("pk", "date", "name", "slug")
    evenings = [
        (date, name, slug, tuple(booked[event].get(kind, 0) for kind in kinds), None)
        for event, date, name, slug in events
    ]
    entries = [
        (entry.date, entry.note, "", (), entry)
        for entry in year.cash_entries.select_related("by", "reversed_by").order_by("date", "pk")
    ]
    found = sorted([*evenings, *entries], key=lambda each: each[0])
    cents = [each[-1].cents if each[-1] else sum(each[-2]) for each in found]
    tills = list(accumulate(cents, initial=year.opening))[1:]
    return CashBook(
        year.opening, kinds, tuple(BookLine(*each, *money) for each, *money in zip(found, cents, tills, strict=True))
    )
