"""The money of the day on paper: a slip for every table of a Serie, and the sheet of the whole day.

**D** A table gets its slip once its list has arrived, for only then is known what everybody pays.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from skatliga.desk.balance import balance
from skatliga.desk.dues import Bill, Kind, PlayerBill, TableBill, fees_of, player_bills, table_bills
from skatliga.desk.euros import write_euros
from skatliga.lists.models import ARRIVED
from skatliga.printing.cards import CARDS_ON_A_SHEET, on_sheets
from skatliga.printing.fitting import FittedText, Room, fit
from skatliga.printing.orders import Order, Tell
from skatliga.printing.queries import sheets_of
from skatliga.printing.render import join
from skatliga.printing.rolls import Column, Line, print_roll

NAME_ROOM = Room(25, 7.6, 9.5, weight=400, pitch=1.05, least=7.0)
"""The place of a name on a slip."""
ROWS = 36.0
"""Millimetres of a slip for its players."""
_KINDS = (Kind.ENTRY_FEE, Kind.LIST_FEE, Kind.ABREIZGELD)


@dataclass(frozen=True, slots=True)
class Slip:
    """What a table pays for its list."""

    bill: TableBill
    names: Sequence[FittedText]

    @property
    def players(self) -> Iterator[tuple[PlayerBill, FittedText]]:
        """Everybody at the table, with the name as it is written."""
        return zip(self.bill.players, self.names, strict=True)


def count_slip_sheets(order: Order) -> int:
    """How many sheets the slips of a Serie take; none where lists cost nothing."""
    fees = fees_of(order.event)
    if not (fees.list_fee or fees.abreizgeld):
        return 0
    return -(-sheets_of(order.the_round).filter(state__in=ARRIVED).count() // CARDS_ON_A_SHEET)


def print_slips(order: Order, context: dict[str, object], tell: Tell) -> bytes:
    """A slip for every table of a Serie: who pays how much, with a box to tick."""
    bills = [bill for bill in table_bills(order.event, fees_of(order.event), order.the_round.pk) if bill.arrived]
    slips = [Slip(bill, write_names([player.entry.shown for player in bill.players])) for bill in bills]
    sheets = [render_to_string("printing/slips.html", context | {"slips": sheet}) for sheet in on_sheets(slips)]
    return join(sheets, "", tell, order.tagged)


def write_names(names: Sequence[str]) -> list[FittedText]:
    """The names of a slip, at least seven points high; rows of those that need more lines share what is free."""
    found = [fit(name, NAME_ROOM) for name in names]
    cut = [at for at, each in enumerate(found) if each.lines[-1].endswith("…")]
    if cut:
        more = max(0.0, ROWS - len(names) * NAME_ROOM.height) / len(cut)
        room = replace(NAME_ROOM, height=NAME_ROOM.height + more)
        found = [fit(name, room) if at in cut else found[at] for at, name in enumerate(names)]
    return found


def print_day(order: Order, context: dict[str, object], tell: Tell) -> bytes:
    """What everybody owes and has paid, in all and with every list, and the balance of the day."""
    event, fees = order.event, fees_of(order.event)
    lines = [*_players(player_bills(event, fees))]
    for round in event.rounds.all():
        tables = table_bills(event, fees, round.pk)
        if any(table.players for table in tables):
            lines += _round(str(round), tables)
    return print_roll("printing/day.html", context | {"balance": balance(event)}, _columns(), lines)


def _columns() -> list[Column]:
    headings = (
        ("entry_fee", _("Startgeld")),
        ("list_fees", _("Kartengeld")),
        ("abreizgeld", _("Abreizgeld")),
        ("due", _("Zusammen")),
        ("paid", _("Bezahlt")),
        ("open", _("Offen")),
    )
    money = [Column(key, heading, 20.0) for key, heading in headings]
    return [Column("start_number", _("Nr."), 11.0), Column("name", _("Name"), 49.0, "text"), *money]


def _players(bills: Iterable[PlayerBill]) -> Iterator[Line]:
    owing = [player for player in bills if player.bill.positions]
    yield _line(_("Alle Spieler"), _together(owing), "heading", closes=False)
    for player in owing:
        yield _player(player)


def _round(name: str, tables: Sequence[TableBill]) -> Iterator[Line]:
    """One Serie: what comes in with its lists, table by table."""
    yield _line(name, _together(tables), "heading", closes=False)
    for table in tables:
        if table.table is None:
            title = _("Bezahlt, aber ohne Liste")
        elif table.arrived:
            title = _("Tisch %(number)s") % {"number": table.table}
        else:
            title = _("Tisch %(number)s: Liste fehlt") % {"number": table.table}
        yield _line(title, table.bill, "strong", closes=not table.players)
        for player in table.players:
            yield _player(player, closes=player is table.players[-1])


def _together(bills: Iterable[PlayerBill | TableBill]) -> Bill:
    return Bill(tuple(position for each in bills for position in each.bill.positions))


def _player(player: PlayerBill, closes: bool = True) -> Line:
    return _line(player.entry.shown, player.bill, "", str(player.entry.start_number), closes)


def _line(name: str, bill: Bill, kind: str, number: str = "", closes: bool = True) -> Line:
    """A line with its amounts; what nothing is asked for stays empty."""
    due = [bill.due_for(kind) for kind in _KINDS]
    amounts = [write_euros(cents) if cents else "" for cents in due]
    sums = [write_euros(cents) for cents in (bill.due, bill.paid, bill.open)] if bill.positions else [""] * 3
    return Line((number, name, *amounts, *sums), kind, closes)
