"""The balance of the day: what should have come in and gone out, what has, and what should lie in the till.

**D** The jackpot of last time lies in the till from the beginning. Other income and expenses are due as they were
booked.
"""

from typing import NamedTuple

from django.db.models import QuerySet, Sum

from skatliga.access import Role
from skatliga.desk.dues import Kind, fees_of, takings
from skatliga.desk.models import Booking
from skatliga.desk.prizes import prize_list
from skatliga.events.models import Event


class Line(NamedTuple):
    """One kind of money, in cents: what is due, what was booked, what is still open."""

    kind: Kind
    due: int
    booked: int

    @property
    def open(self) -> int:
        """What is still to come in, negative for what is still to go out."""
        return self.due - self.booked

    @property
    def label(self) -> str:
        """How the kind is called."""
        return str(self.kind.label)


class Balance(NamedTuple):
    """The balance of an event."""

    opening: int
    """The jackpot that lay in the till at the beginning."""
    lines: tuple[Line, ...]
    carried_on: int
    """What stays in the jackpot for the next event."""

    @property
    def due(self) -> int:
        """What everything together should come to."""
        return sum(line.due for line in self.lines)

    @property
    def booked(self) -> int:
        """What all bookings together come to."""
        return sum(line.booked for line in self.lines)

    @property
    def open(self) -> int:
        """What is still to come in, less what is still to go out."""
        return self.due - self.booked

    @property
    def till(self) -> int:
        """What should lie in the till now."""
        return self.opening + self.booked

    @property
    def till_in_the_end(self) -> int:
        """What lies in the till when everything is paid."""
        return self.opening + self.due

    @property
    def surplus(self) -> int:
        """What the event leaves besides the jackpot, when everything is paid."""
        return self.till_in_the_end - self.carried_on


def balance(event: Event) -> Balance:
    """The balance of an event that comes with its Serien (`events.access.event_for`)."""
    fees = fees_of(event)
    prizes = prize_list(event, Role.SPIELLEITUNG)
    booked = dict(event.bookings.order_by().values_list("kind").annotate(cents=Sum("cents")))
    owed = takings(event, fees)
    due = {
        Kind.ENTRY_FEE: owed.entry_fees,
        Kind.LIST_FEE: owed.list_fees,
        Kind.ABREIZGELD: owed.abreizgeld,
        Kind.PRIZE: 0,
        Kind.JACKPOT: 0,
        Kind.OTHER: booked.get(Kind.OTHER, 0),
    }
    for position in prizes.positions:
        due[Kind(position.matter.kind)] += position.due
    lines = tuple(Line(kind, due[kind], booked.get(kind, 0)) for kind in Kind)
    return Balance(fees.jackpot, lines, prizes.carried_on)


def bookings(event: Event) -> QuerySet[Booking]:
    """All bookings of the event, the latest first, with what a page shows of them."""
    return event.bookings.select_related("entry", "round", "by", "reverses", "reversed_by").order_by("-at", "-pk")
