"""What every player owes and has paid, by player, by table and by Serie.

What is owed is computed from the lists whenever it is asked for, so it follows a corrected list; only what was paid is
stored. Amounts are cents: positive ones come in, negative ones go out.

Decisions, where the rules of play are silent:

* **D** Kartengeld and Abreizgeld are owed once the list has arrived, in the states in which it counts in the ranking.
* **D** A player who withdraws before a first list owes no entry fee. What is already paid is not lost silently: it
  stands there as paid too much until it is paid back.
* **D** An event whose fees were never set costs nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum

from scoring.money import Ladder, LadderStep, charge_abreizgeld
from skatliga.desk.models import Booking, Fees
from skatliga.events.models import Entry, Event, Table
from skatliga.events.queries import EntryShown, entries_shown
from skatliga.lists.models import SeatResult
from skatliga.rules.books import Evaluation

Kind = Booking.Kind
OWED = frozenset({Kind.ENTRY_FEE, Kind.LIST_FEE, Kind.ABREIZGELD})
"""Kinds of money that players owe."""


class Matter(NamedTuple):
    """What money is for: whose it is, of which Serie (None for the whole event), and its kind."""

    entry: int
    round: int | None
    kind: str


class Position(NamedTuple):
    """What is due for one matter, and what has been booked for it."""

    matter: Matter
    due: int
    booked: int

    @property
    def open(self) -> int:
        """What is still to be paid, negative where it is to be paid back."""
        return self.due - self.booked


class ChargedSheet(NamedTuple):
    """One list of one player, as far as money is concerned."""

    entry: int
    round: int
    table: int
    lost: int


class Takings(NamedTuple):
    """What all players together owe, in cents, and how many owe an entry fee."""

    players: int
    entry_fees: int
    list_fees: int
    abreizgeld: int


@dataclass(frozen=True, slots=True)
class Bill:
    """All that one player or one table has to pay, by matter."""

    positions: tuple[Position, ...] = ()

    @property
    def due(self) -> int:
        """All that was ever to be paid."""
        return sum(position.due for position in self.positions)

    @property
    def paid(self) -> int:
        """All that has been paid."""
        return sum(position.booked for position in self.positions)

    @property
    def open(self) -> int:
        """What is still to be paid, negative where it is to be paid back."""
        return self.due - self.paid

    @property
    def settled(self) -> bool:
        """Whether nothing is open, not even amounts that make up for each other."""
        return not any(position.open for position in self.positions)

    def due_for(self, kind: str) -> int:
        """What is to be paid of one kind."""
        return sum(position.due for position in self.positions if position.matter.kind == kind)


@dataclass(frozen=True, slots=True)
class PlayerBill:
    """What one player owes."""

    entry: EntryShown
    bill: Bill

    @property
    def entry_fee(self) -> int:
        """The Startgeld."""
        return self.bill.due_for(Kind.ENTRY_FEE)

    @property
    def list_fees(self) -> int:
        """The Kartengeld of all Serien played."""
        return self.bill.due_for(Kind.LIST_FEE)

    @property
    def abreizgeld(self) -> int:
        """The Abreizgeld of all lists."""
        return self.bill.due_for(Kind.ABREIZGELD)


@dataclass(frozen=True, slots=True)
class TableBill:
    """What comes in with the list of one table, and the share of every player in it.

    Without a number: what was paid in this Serie for lists that no longer count.
    """

    table: int | None
    arrived: bool
    players: tuple[PlayerBill, ...]

    @property
    def bill(self) -> Bill:
        """All of it."""
        return Bill(tuple(position for player in self.players for position in player.bill.positions))


def fees_of(event: Event) -> Fees:
    """What the event costs."""
    fees = Fees.objects.filter(event=event).first() or Fees(abreizgeld=[])
    fees.event = event
    return fees


def money_state(event: Event) -> tuple[object, ...]:
    """What a document about the money of an event is made of, which its version does not tell of."""
    bookings = event.bookings.aggregate(latest=Max("pk"))["latest"]
    return Fees.objects.filter(event=event).values_list().first(), bookings


def usual_fees(event: Event) -> Fees:
    """What is usual, for an event whose fees were never set.

    **D** Where players pay one another for every deal there is no Abreizgeld as well.
    """
    return Fees(event=event, **({"abreizgeld": []} if event.evaluation == Evaluation.PAYMENT else {}))


def ladder_of(fees: Fees) -> Ladder:
    """The Abreizgeld as the engine charges it."""
    return Ladder(tuple(LadderStep(*step) for step in fees.abreizgeld))


def positions_of(event: Event, fees: Fees, kinds: Collection[str] = OWED, entry: Entry | None = None) -> list[Position]:
    """Every matter of these kinds with what players owe and what has been booked, of all or of one player."""
    owed = charges(fees, active_entries(event, entry), played_lists(event, entry=entry))
    return pair(owed, booked(event, kinds, entry=entry), kinds)


def takings(event: Event, fees: Fees) -> Takings:
    """What all players together owe: the sums of `charges`, counted by the database."""
    lists = _arrived(event).order_by()
    by_lost = dict(lists.values_list("lost").annotate(Count("pk")))
    played = Exists(lists.filter(entry=OuterRef("pk")))
    players = event.entries.filter(Q(played) | Q(withdrawn=False)).count()
    ladder = ladder_of(fees)
    return Takings(
        players,
        entry_fees=players * fees.entry_fee,
        list_fees=sum(by_lost.values()) * fees.list_fee,
        abreizgeld=sum(number * charge_abreizgeld(lost, ladder) for lost, number in by_lost.items()),
    )


def active_entries(event: Event, entry: Entry | None = None) -> list[int]:
    """Who takes part and has not withdrawn."""
    found = event.entries.filter(withdrawn=False)
    return list((found.filter(pk=entry.pk) if entry else found).values_list("pk", flat=True))


def played_lists(event: Event, *, round: int | None = None, entry: Entry | None = None) -> list[ChargedSheet]:
    """Every list that has arrived, once for each of its players: all, those of a Serie, or those of one player."""
    found = _arrived(event)
    if round is not None:
        found = found.filter(sheet__table__round=round)
    if entry is not None:
        found = found.filter(entry=entry)
    columns = ("entry_id", "sheet__table__round_id", "sheet__table__number", "lost")
    return [ChargedSheet(*row) for row in found.order_by().values_list(*columns)]


def _arrived(event: Event) -> QuerySet[SeatResult]:
    """The results of all lists that have arrived."""
    return SeatResult.objects.counting().filter(sheet__table__round__event=event)


def charges(fees: Fees, active: Iterable[int], lists: Collection[ChargedSheet]) -> dict[Matter, int]:
    """What players owe by these fees: whoever takes part the entry fee, for each list its Kartengeld and Abreizgeld.

    **D** Where it is not known how many deals were lost, no Abreizgeld is due.
    """
    ladder = ladder_of(fees)
    abreizgeld = {lost: charge_abreizgeld(lost or 0, ladder) for lost in {played.lost for played in lists}}
    owed: Counter[Matter] = Counter()
    for entry in {*active, *(played.entry for played in lists)}:
        owed[Matter(entry, None, Kind.ENTRY_FEE)] = fees.entry_fee
    for played in lists:
        owed[Matter(played.entry, played.round, Kind.LIST_FEE)] += fees.list_fee
        owed[Matter(played.entry, played.round, Kind.ABREIZGELD)] += abreizgeld[played.lost]
    return {matter: cents for matter, cents in owed.items() if cents}


def booked(
    event: Event, kinds: Collection[str], *, round: int | None = None, entry: Entry | None = None
) -> dict[Matter, int]:
    """What has been booked, reversals taken off: for all players, in one Serie only, or for one player."""
    found = event.bookings.filter(kind__in=kinds, entry__isnull=False)
    if round is not None:
        found = found.filter(round=round)
    if entry is not None:
        found = found.filter(entry=entry)
    sums = found.order_by().values_list("entry", "round", "kind").annotate(cents=Sum("cents"))
    return {Matter(*row[:3]): row[3] for row in sums if row[3]}


def pair(due: Mapping[Matter, int], booked: Mapping[Matter, int], kinds: Collection[str]) -> list[Position]:
    """What is due and what has been booked, side by side."""
    return [
        Position(matter, due.get(matter, 0), booked.get(matter, 0))
        for matter in dict.fromkeys([*due, *booked])
        if matter.kind in kinds
    ]


def player_bills(event: Event, fees: Fees) -> list[PlayerBill]:
    """What each player owes, by start number."""
    of_player = _by_entry(positions_of(event, fees))
    return [PlayerBill(entry, Bill(tuple(of_player[entry.pk]))) for entry in entries_shown(event, event.role)]


def list_money(event: Event, fees: Fees, round: int) -> tuple[list[Position], dict[int, int]]:
    """What comes in with the lists of one Serie (by its key), and at which table each of its players sits."""
    lists = played_lists(event, round=round)
    owed = charges(fees, (), lists)
    due = {matter: cents for matter, cents in owed.items() if matter.round == round}
    return pair(due, booked(event, OWED, round=round), OWED), {played.entry: played.table for played in lists}


def table_bills(event: Event, fees: Fees, round: int) -> list[TableBill]:
    """The tables of one Serie (by its key) with what comes in with their lists."""
    positions, table_of = list_money(event, fees, round)
    of_player = _by_entry(positions)
    entries = {entry.pk: entry for entry in entries_shown(event, event.role)}
    at_table: defaultdict[int | None, list[PlayerBill]] = defaultdict(list)
    for entry in sorted({*table_of, *of_player}, key=lambda key: entries[key].start_number):
        at_table[table_of.get(entry)].append(PlayerBill(entries[entry], Bill(tuple(of_player[entry]))))
    numbers = Table.objects.filter(round=round).values_list("number", flat=True)
    bills = [TableBill(number, number in at_table, tuple(at_table[number])) for number in numbers]
    leftover = tuple(player for player in at_table[None] if not player.bill.settled)
    return [*bills, TableBill(None, False, leftover)] if leftover else bills


def entry_fee_marks(event: Event, fees: Fees, start_numbers: Collection[int]) -> list[PlayerBill]:
    """Whether these players have paid their entry fee; everybody, where no start number is given."""
    of_player = _by_entry(positions_of(event, fees, {Kind.ENTRY_FEE}))
    return [
        PlayerBill(entry, Bill(tuple(of_player[entry.pk])))
        for entry in entries_shown(event, event.role)
        if not start_numbers or entry.start_number in start_numbers
    ]


def _by_entry(positions: Iterable[Position]) -> defaultdict[int, list[Position]]:
    found: defaultdict[int, list[Position]] = defaultdict(list)
    for position in positions:
        found[position.matter.entry].append(position)
    return found
