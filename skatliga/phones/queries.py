"""What one player is told: seats, the list that grows, the place if everything ended now, what is owed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Q, QuerySet

from scoring.wertung.results import Number
from skatliga.desk.dues import Bill, positions_of
from skatliga.desk.models import Fees
from skatliga.events.live_pages import latest_names
from skatliga.events.models import Entry, Event, Round, Seat, Table
from skatliga.lists.access import AT_TABLE
from skatliga.lists.models import SETTLED, SeatResult, Sheet, Signature
from skatliga.lists.queries import count_lists, display_of
from skatliga.lists.sheet_page import Display
from skatliga.people.models import Player, Publication
from skatliga.phones.access import EntryVersion, entry_of
from skatliga.phones.models import TableCall
from skatliga.standings.rankings import Ranking, ranking

KEPT = 300
"""Seconds for which everybody's places are kept; their key says of which version of the event they are."""


class OwnSeat(NamedTuple):
    """Where the player sits in one Serie, and with whom."""

    round: Round
    table: Table
    seat: int
    others: tuple[tuple[int, str], ...]
    """Seat and name of the others at the table."""
    sheet: Sheet | None
    leistung: int | None
    """What the list brought, where it counts."""


@dataclass(frozen=True, slots=True)
class OwnList:
    """The player's list as it stands."""

    sheet: Sheet
    display: Display
    seat: int
    """The player's own."""
    may_sign: bool
    signature: Signature | None
    """Of the player's seat."""
    signed: int
    """How many have signed."""


class PlacesNow(NamedTuple):
    """Where everybody would stand, and how far the last Serie begun is."""

    by_number: Mapping[int, tuple[int, Number]]
    """Place and what decides it, by start number."""
    placed: int
    counted: int
    tables: int


@dataclass(frozen=True, slots=True)
class OwnEvening:
    """All that stands on the page."""

    entry: Entry
    event: Event
    seats: Sequence[OwnSeat] = ()
    now: OwnSeat | None = None
    following: OwnSeat | None = None
    to_draw: Round | None = None
    """The Serie that comes next and has no seats yet."""
    list: OwnList | None = None
    places: PlacesNow | None = None
    bill: Bill | None = None
    calls: Sequence[TableCall] = ()
    """Those of the own table in the present Serie."""
    register: Player | None = None
    """Whose page over all events everybody may read."""

    @property
    def waits_for(self) -> int:
        """How many lists must have come before the place is told; 0 where it is."""
        needed = min(self.event.places_after or 0, self.places.tables) if self.places else 0
        return needed if self.places and self.places.counted < needed else 0

    @property
    def place(self) -> int | None:
        """Where the player would stand; 0 for no place, None for nothing to tell."""
        found = self.places and self.places.by_number.get(self.entry.start_number)
        return found[0] if found and not self.waits_for else None

    @property
    def value(self) -> Number:
        """What decides it."""
        assert self.places
        return self.places.by_number[self.entry.start_number][1]

    @property
    def owed_back(self) -> int:
        """Cents that were paid too much."""
        return max(0, -self.bill.open) if self.bill else 0

    @property
    def open_call(self) -> TableCall | None:
        """The call of the table that nobody has ended."""
        return next((call for call in self.calls if call.done_at is None), None)

    @property
    def can_call(self) -> bool:
        """Whether somebody can be called to the table."""
        return self.now is not None and self.event.state == Event.State.PUBLISHED and self.open_call is None


def own_evening(known: EntryVersion) -> OwnEvening:
    """What the holder of this code is told; nothing yet of an event that is not published."""
    entry = entry_of(known)
    event = entry.event
    if not event.public:
        return OwnEvening(entry, event)
    seats = seats_of(entry)
    now = next((each for each in seats if not each.sheet or each.sheet.state in AT_TABLE), seats[-1] if seats else None)
    after = [each for each in seats if now and each.round.number > now.round.number]
    seated = max((each.round.number for each in seats), default=0)
    to_draw = next((each for each in event.rounds.all() if each.number > seated), None)
    fees = Fees.objects.filter(event=event).first()
    player = entry.player and entry.player.canonical
    return OwnEvening(
        entry=entry,
        event=event,
        seats=seats,
        now=now,
        following=after[0] if after else None,
        to_draw=to_draw if not after and not Seat.objects.filter(round=to_draw).exists() else None,
        list=_list(entry, seats, now),
        places=places_of(event),
        bill=Bill(tuple(positions_of(event, fees, entry=entry))) if fees else None,
        calls=list(TableCall.objects.filter(round=now.round, table=now.table.number)) if now else (),
        register=player if player and player.publication == Publication.FULL else None,
    )


def signer_at(sheet: Sheet, entry: Entry) -> int:
    """The seat for which somebody signs this list: who sits there at its end does. 0 for none."""
    relieved = dict(sheet.substitutions.values_list("seat", "entry"))
    for seat, sitting in sheet.table.seats.values_list("number", "entry"):
        if relieved.get(seat, sitting) == entry.pk:
            return seat
    return 0


def tables_of(entry: Entry) -> QuerySet[Table]:
    """Where somebody sits; who takes over a seat sits there from then on."""
    own = Q(seats__entry=entry) | Q(sheets__in=Sheet.objects.main().live().filter(substitutions__entry=entry))
    return Table.objects.filter(own).distinct()


def seats_of(entry: Entry) -> list[OwnSeat]:
    """Where somebody sits, Serie by Serie."""
    tables = list(tables_of(entry).select_related("round__event").order_by("round__number"))
    by_table: dict[int, list[Seat]] = {table.pk: [] for table in tables}
    for seat in Seat.objects.filter(table__in=tables).select_related("entry__player__merged_into").order_by("number"):
        by_table[seat.table_id].append(seat)
    sheets = {sheet.table_id: sheet for sheet in Sheet.objects.main().live().filter(table__in=tables)}
    taken = dict(entry.substitutions.values_list("sheet", "seat"))
    brought = dict(SeatResult.objects.counting().filter(entry=entry).values_list("sheet", "leistung"))
    found = []
    for table in tables:
        sheet = sheets.get(table.pk)
        sits = next((each.number for each in by_table[table.pk] if each.entry_id == entry.pk), 0)
        own_seat = sits or (taken.get(sheet.pk, 0) if sheet else 0)
        others = tuple((each.number, each.entry.public_name) for each in by_table[table.pk] if each.number != own_seat)
        if sheet:
            sheet.table = table
        found.append(OwnSeat(table.round, table, own_seat, others, sheet, brought.get(sheet.pk) if sheet else None))
    return found


def _list(entry: Entry, seats: Sequence[OwnSeat], now: OwnSeat | None) -> OwnList | None:
    """The list of the present Serie, or the one before as long as there is none."""
    begun = [each for each in seats if each.sheet and now and each.round.number <= now.round.number]
    if not begun or not (sheet := begun[-1].sheet):
        return None
    display = display_of(sheet, None)
    signatures = list(sheet.signatures.all())
    own = signer_at(sheet, entry)
    signature = next((each for each in signatures if each.seat == own), None)
    open_to_sign = sheet.state not in SETTLED and sheet.table.round.event.state != Event.State.FINAL
    signed_by_code = signature is not None and signature.entry_id is not None
    may_sign = bool(own) and display.view.complete and open_to_sign and not signed_by_code
    return OwnList(sheet, display, begun[-1].seat, may_sign, signature, len(signatures))


def places_of(event: Event) -> PlacesNow | None:
    """Where everybody would stand if the lists ended now; made once for everybody after every change."""
    key = f"places-{event.pk}-{event.version}-{latest_names()}".replace(" ", "")
    found: PlacesNow | None = cache.get(key)
    if found is None:
        found = _places_of(event, ranking(event, None, running=True))
        cache.set(key, found, KEPT)
    return found


def _places_of(event: Event, running: Ranking) -> PlacesNow:
    begun = running.begun[-1] if running.begun else None
    last = next((round for round in event.rounds.all() if begun and round.number == begun.number), None)
    return PlacesNow(
        by_number={line.start_number: (line.place, line.value) for line in running.everybody},
        placed=sum(line.place > 0 for line in running.everybody),
        counted=count_lists(last)["arrived"] if last else 0,
        tables=begun.tables if begun else 0,
    )
