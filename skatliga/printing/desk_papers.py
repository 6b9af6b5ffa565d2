"""Papers of the desk: a slip for every table of a Serie, the sheet of the whole day, the report of a draw.

* **D** A table gets its slip once its list has arrived, for only then is known what everybody pays.
* **D** The report of a draw hangs on the wall: the lot, what could be had and what not. A seating that is no proposal's
  (drawn at once, set by hand, changed since) has a report too: it is recounted from the seats. Wishes are always those
  of today.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.seating import DrawField, Seating, Wishes
from scoring.seating.draw_report import report
from skatliga.desk.balances import balance
from skatliga.desk.draws import METHODS, figures, meetings_and_moves, unmet_counted
from skatliga.desk.dues import Bill, Kind, PlayerBill, TableBill, fees_of, player_bills, table_bills
from skatliga.desk.forms import MODES
from skatliga.desk.models import Proposal
from skatliga.events.draw_field import current_seating, seatings_before, wishes_of
from skatliga.events.models import Round
from skatliga.events.queries import entries_shown
from skatliga.formatting import write_euros
from skatliga.lists.models import Sheet
from skatliga.printing.cards import CARDS_ON_A_SHEET, on_sheets
from skatliga.printing.fitting import FittedText, Room, fit
from skatliga.printing.long_tables import PaperColumn, PaperLine, print_roll
from skatliga.printing.pdf import document, join
from skatliga.printing.print_request import ON_THE_WALL, PrintRequest, Tell

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


def count_slip_sheets(order: PrintRequest) -> int:
    """How many sheets the slips of a Serie take; none where lists cost nothing."""
    fees = fees_of(order.event)
    if not (fees.list_fee or fees.abreizgeld):
        return 0
    return -(-Sheet.objects.counting().filter(table__round=order.the_round).count() // CARDS_ON_A_SHEET)


def print_slips(order: PrintRequest, context: dict[str, object], tell: Tell) -> bytes:
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


def print_day(order: PrintRequest, context: dict[str, object], tell: Tell) -> bytes:
    """What everybody owes and has paid, in all and with every list, and the balance of the day."""
    event, fees = order.event, fees_of(order.event)
    lines = [*_players(player_bills(event, fees))]
    for round in event.rounds.all():
        tables = table_bills(event, fees, round.pk)
        if any(table.players for table in tables):
            lines += _round(str(round), tables)
    return print_roll("printing/day.html", context | {"balance": balance(event)}, _columns(), lines)


def _columns() -> list[PaperColumn]:
    headings = (
        ("entry_fee", _("Startgeld")),
        ("list_fees", _("Kartengeld")),
        ("abreizgeld", _("Abreizgeld")),
        ("due", _("Zusammen")),
        ("paid", _("Bezahlt")),
        ("open", _("Offen")),
    )
    money = [PaperColumn(key, heading, 20.0) for key, heading in headings]
    return [PaperColumn("start_number", _("Nr."), 11.0), PaperColumn("name", _("Name"), 49.0, "text"), *money]


def _players(bills: Iterable[PlayerBill]) -> Iterator[PaperLine]:
    owing = [player for player in bills if player.bill.positions]
    yield _line(_("Alle Spieler"), _together(owing), "heading", closes=False)
    for player in owing:
        yield _player(player)


def _round(name: str, tables: Sequence[TableBill]) -> Iterator[PaperLine]:
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


def _player(player: PlayerBill, closes: bool = True) -> PaperLine:
    return _line(player.entry.shown, player.bill, "", str(player.entry.start_number), closes)


def _line(name: str, bill: Bill, kind: str, number: str = "", closes: bool = True) -> PaperLine:
    """A line with its amounts; what nothing is asked for stays empty."""
    due = [bill.due_for(kind) for kind in _KINDS]
    amounts = [write_euros(cents) if cents else "" for cents in due]
    sums = [write_euros(cents) for cents in (bill.due, bill.paid, bill.open)] if bill.positions else [""] * 3
    return PaperLine((number, name, *amounts, *sums), kind, closes)


def count_report_sheets(order: PrintRequest) -> int:
    """One as soon as somebody sits."""
    return int(order.the_round.seats.exists())


def print_report(order: PrintRequest, context: dict[str, object], tell: Tell) -> bytes:
    """How the seating of a Serie came about."""
    round = order.the_round
    names = {entry.start_number: entry.shown for entry in entries_shown(order.event, ON_THE_WALL)}
    seating = current_seating(round)
    wishes = wishes_of(order.event, list(order.event.entries.filter(withdrawn=False)))
    proposal = _published(round, seating)
    found = proposal.report if proposal else asdict(report(_field(round, seating, wishes), [seating]))
    context |= {
        "proposal": proposal,
        "method": METHODS.get(proposal.settings.get("method", ""), "") if proposal else "",
        "mode": MODES.get(proposal.settings.get("mode", ""), "") if proposal else "",
        "players": sum(map(len, seating)),
        "tables": len(seating),
        "threes": sum(len(table) == 3 for table in seating),
        "figures": (counted := figures(found)),
        "kept": all(figure.count <= figure.least for figure in counted),
        "sentences": [*meetings_and_moves(found, names), *unmet_counted(found)],
        "wishes": list(_told(wishes)),
    }
    return document("printing/draw_report.html", context)


def _published(round: Round, seating: Seating) -> Proposal | None:
    """The proposal that this seating is."""
    proposal = round.proposals.filter(seed=round.lot).first()
    return proposal if proposal and tuple(tuple(table) for _number, table in proposal.seating) == seating else None


def _field(round: Round, seating: Seating, wishes: Wishes) -> DrawField:
    players = tuple(sorted(player for table in seating for player in table))
    return DrawField(players, history=seatings_before(round), wishes=wishes, sizes=tuple(map(len, seating)))


def _told(wishes: Wishes) -> Iterator[str]:
    """How many wishes a draw keeps to; whose they are is nobody's business in the hall.

    **D** Who sits where for ever, keeps no lists or is kept from whom says something about families, protests and
    health. The pages of the Spielleitung name them, this paper only counts.
    """
    if wishes.teams:
        yield ngettext(
            "%(number)s Mannschaft, Tandem oder Mixed: Ihre Spieler sitzen nicht zusammen.",
            "%(number)s Mannschaften, Tandems und Mixed: Ihre Spieler sitzen nicht zusammen.",
            len(wishes.teams),
        ) % {"number": len(wishes.teams)}
    if personal := len(wishes.apart) + len(wishes.places) + len(wishes.no_list):
        yield ngettext(
            "%(number)s persönlicher Wunsch ist berücksichtigt; die Turnierleitung kennt ihn.",
            "%(number)s persönliche Wünsche sind berücksichtigt; die Turnierleitung kennt sie.",
            personal,
        ) % {"number": personal}
