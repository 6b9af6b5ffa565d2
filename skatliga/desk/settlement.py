"""Rounds for money: what the players of a table pay one another, by list and over the whole evening.

* **D** They settle at the table by the Leistung of the list; nothing of it goes through the till, so nothing is booked.
  Under payment the Leistung is already what everybody gets from the others, and only multiplied by the stake. A match
  is settled by its Spielpunkte: won matches are no points.
* **D** Every list is settled to whole cents by itself, as it is at the table; the evening is the sum of that.
* **D** Where somebody took over a seat and the result is split, the list is settled for the seat with the player who
  started; the two divide it between themselves.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.money import settle
from skatliga.desk.models import Fees
from skatliga.events.models import Event, Round
from skatliga.events.queries import EntryShown, entries_shown
from skatliga.lists.models import ARRIVED, SeatResult, Sheet
from skatliga.rules.contents import Evaluation


@dataclass(slots=True)
class _Seat:
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


def _lists(rounds: Sequence[int]) -> dict[tuple[int, object, str], dict[int, _Seat]]:
    """The seats of all lists of these Serien that count, by Serie, list and evaluation."""
    found = SeatResult.objects.filter(
        sheet__table__round__in=rounds, sheet__kind=Sheet.Kind.MAIN, sheet__state__in=ARRIVED
    ).order_by("sheet", "seat", "pk")  # of a split seat the starter's result comes first
    lists: defaultdict[tuple[int, object, str], dict[int, _Seat]] = defaultdict(dict)
    for round, sheet, evaluation, seat, entry, spielpunkte, leistung in found.values_list(
        "sheet__table__round", "sheet", "sheet__evaluation", "seat", "entry", "spielpunkte", "leistung"
    ):
        points = spielpunkte if evaluation == Evaluation.MATCHES else leistung
        assert points is not None  # a match is known whole
        lists[round, sheet, evaluation].setdefault(seat, _Seat(entry)).points += points
    return lists
