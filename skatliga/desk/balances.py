"""The balance of the day: what should have come in and gone out, what has, and what should lie in the till.

**D** The jackpot of last time lies in the till from the beginning. Other income and expenses are due as they were
booked.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db.models import QuerySet, Sum

from scoring.money import settle
from skatliga.access import Role
from skatliga.desk.dues import Kind, fees_of, takings
from skatliga.desk.models import Booking, Fees
from skatliga.desk.prizes import prize_list
from skatliga.events.models import Event, Round
from skatliga.events.queries import EntryShown, entries_shown
from skatliga.lists.models import SeatResult
from skatliga.rules.books import Evaluation


class BalanceLine(NamedTuple):
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
    lines: tuple[BalanceLine, ...]
    carried_on: int
    """What stays in the jackpot for the next event."""
    transferred: int
    """What of all bookings lies on the account."""

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
        return self.opening + self.booked - self.transferred

    @property
    def till_in_the_end(self) -> int:
        """What lies in the till when everything is paid."""
        return self.opening + self.due - self.transferred

    @property
    def surplus(self) -> int:
        """What the event leaves besides the jackpot, when everything is paid."""
        return self.opening + self.due - self.carried_on


def balance(event: Event) -> Balance:
    """The balance of an event that comes with its Serien (`events.access.event_for`)."""
    fees = fees_of(event)
    prizes = prize_list(event, Role.SPIELLEITUNG)
    booked: Counter[str] = Counter()
    transferred = 0
    for kind, by_transfer, cents in event.bookings.order_by().values_list("kind", "by_transfer").annotate(Sum("cents")):
        booked[kind] += cents
        transferred += cents * by_transfer
    owed = takings(event, fees)
    due = {
        Kind.ENTRY_FEE: owed.entry_fees,
        Kind.LIST_FEE: owed.list_fees,
        Kind.ABREIZGELD: owed.abreizgeld,
        Kind.PRIZE: 0,
        Kind.JACKPOT: 0,
        Kind.OTHER: booked[Kind.OTHER],
    }
    for position in prizes.positions:
        due[Kind(position.matter.kind)] += position.due
    lines = tuple(BalanceLine(kind, due[kind], booked[kind]) for kind in Kind)
    return Balance(fees.jackpot, lines, prizes.carried_on, transferred)


def bookings(event: Event) -> QuerySet[Booking]:
    """All bookings of the event, the latest first, with what a page shows of them."""
    return event.bookings.select_related("entry", "round", "by", "reverses", "reversed_by").order_by("-at", "-pk")


# ---- Rounds for money


@dataclass(slots=True)
class _SettledSeat:
    """One seat of a list: whose it is, and its points."""

    entry: int
    points: int = 0


@dataclass(frozen=True, slots=True)
class Settled:
    """What one player receives, negative where he pays, in cents: in each Serie (None without a list) and in all."""

    entry: EntryShown
    received: tuple[int | None, ...]

    @property
    def total(self) -> int:
        """Over all Serien."""
        return sum(cents for cents in self.received if cents is not None)


def evening(event: Event, fees: Fees) -> list[Settled]:
    """Everybody of whom a list counts, by start number; `event` comes with its Serien. Two queries."""
    rounds = [round.pk for round in event.rounds.all()]
    received = settlements(fees, rounds)
    settled = (
        Settled(entry, tuple(received.get((round, entry.pk)) for round in rounds))
        for entry in entries_shown(event, event.role)
    )
    return [each for each in settled if any(cents is not None for cents in each.received)]


def received_in(round: Round, fees: Fees) -> dict[int, int]:
    """What players receive at their tables in one Serie, in cents by the key of the entry."""
    return {entry: cents for (_round, entry), cents in settlements(fees, [round.pk]).items()}


def settlements(fees: Fees, rounds: Sequence[int]) -> dict[tuple[int, int], int]:
    """What players receive at their tables in these Serien, in cents by Serie and entry (keys of both).

    Every table adds up to 0.
    """
    if not fees.stake:
        return {}
    stake = Fraction(fees.stake, 100)
    received: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (round, _sheet, evaluation), seats in _lists(rounds).items():
        points = [seat.points for seat in seats.values()]
        paid = settle(points, stake / len(points) if evaluation == Evaluation.PAYMENT else stake)
        for seat, cents in zip(seats.values(), paid, strict=True):
            received[round, seat.entry] += cents
    return dict(received)


def _lists(rounds: Sequence[int]) -> dict[tuple[int, object, str], dict[int, _SettledSeat]]:
    """The seats of all lists of these Serien that count, by Serie, list and evaluation."""
    found = SeatResult.objects.counting().filter(sheet__table__round__in=rounds)
    found = found.order_by("sheet", "seat", "pk")  # of a split seat the starter's result comes first
    lists: defaultdict[tuple[int, object, str], dict[int, _SettledSeat]] = defaultdict(dict)
    for round, sheet, evaluation, seat, entry, spielpunkte, leistung in found.values_list(
        "sheet__table__round", "sheet", "sheet__evaluation", "seat", "entry", "spielpunkte", "leistung"
    ):
        points = spielpunkte if evaluation == Evaluation.MATCHES else leistung
        assert points is not None  # a match is known whole
        lists[round, sheet, evaluation].setdefault(seat, _SettledSeat(entry)).points += points
    return lists
