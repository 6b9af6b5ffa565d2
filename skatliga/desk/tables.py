"""Tables of the money; their bodies are written in the templates."""

from collections.abc import Iterable, Mapping

import django_tables2 as tables
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from skatliga.access import Role
from skatliga.desk import dues
from skatliga.desk.balances import Balance, Settled, evening, received_in
from skatliga.desk.balances import balance as balance_of
from skatliga.desk.balances import bookings as all_bookings
from skatliga.desk.draws import figures, method_of
from skatliga.desk.dues import TableBill
from skatliga.desk.models import Booking, Fees, Proposal
from skatliga.desk.prizes import PrizeTable, Winner, prize_list
from skatliga.events.access import event_for, round_for
from skatliga.events.models import Event
from skatliga.exports import Euros, Export
from skatliga.requests import Request
from skatliga.tables import NUMBER, ROOM, WHO, WIDE, SortedRows


class _EventTable(tables.Table):
    """A table that knows the event its addresses belong to."""

    def __init__(self, rows: Iterable[object], event: Event, **kwargs: object) -> None:
        super().__init__(rows, **kwargs)
        self.event = event


class _PlayerTable(_EventTable):
    """A table with a line for everybody who takes part."""

    start_number = tables.Column(_("Nr."), attrs=NUMBER, accessor="entry__start_number")
    name = tables.Column(
        _("Name"),
        accessor="entry__shown",
        order_by=("entry__sort_key", "entry__start_number"),
        attrs=WHO,
    )


class BillTable(_PlayerTable):
    """What each player owes."""

    entry_fee = Euros(_("Startgeld"), attrs=WIDE)
    list_fees = Euros(_("Kartengeld"), attrs=WIDE)
    abreizgeld = Euros(_("Abreizgeld"), attrs=WIDE)
    due = Euros(_("Zusammen"), accessor="bill__due", attrs=WIDE)
    paid = Euros(_("Bezahlt"), accessor="bill__paid", attrs=WIDE)
    open = Euros(_("Offen"), accessor="bill__open", attrs=NUMBER)

    class Meta:
        template_name = "desk/bill_table.html"
        empty_text = _("Niemand gefunden.")
        attrs = {"class": "bills"}  # noqa: RUF012


class SettlementTable(_PlayerTable):
    """What each player receives or pays at the tables, with a column for each Serie where there are several."""

    total = Euros(_("Zusammen"), attrs=NUMBER)

    class Meta:
        template_name = "desk/settlement_table.html"
        empty_text = _("Sobald eine Liste erfasst ist, steht hier die Abrechnung.")
        attrs = {"class": "bills"}  # noqa: RUF012
        sequence = ("start_number", "name", "...", "total")

    def __init__(self, rows: Iterable[Settled], event: Event, **kwargs: object) -> None:
        rounds = list(event.rounds.all())
        self.several = len(rounds) > 1
        columns = [
            (f"serie_{round.number}", Euros(str(round), f"received__{index}", attrs=NUMBER, orderable=False))
            for index, round in enumerate(rounds)
        ]
        super().__init__(rows, event, extra_columns=columns if self.several else (), **kwargs)


class BookingTable(_EventTable):
    """Everything that was booked."""

    at = tables.Column(_("Wann"))
    kind = tables.Column(_("Art"))
    entry = tables.Column(_("Für"), accessor="entry__name", order_by=("entry__start_number", "-at"))
    cents = Euros(_("Betrag"), attrs=NUMBER)
    by = tables.Column(_("Von"), accessor="by__last_name", attrs=ROOM)
    reversal = tables.Column(_("Storno"), accessor="pk", orderable=False, attrs=NUMBER, exclude_from_export=True)

    class Meta:
        template_name = "desk/booking_table.html"
        empty_text = _("Noch ist nichts gebucht.")
        attrs = {"class": "bookings"}  # noqa: RUF012

    def value_kind(self, record: Booking) -> str:
        return str(record.get_kind_display())

    def value_by(self, record: Booking) -> str:
        return record.by.name


class BookingFile(BookingTable):
    """The same as a file: what stands beside something on the page has a column."""

    round = tables.Column(_("Serie"), accessor="round__number")
    note = tables.Column(_("Vermerk"))
    by_transfer = tables.Column(_("überwiesen"))
    reverses = tables.Column(_("Storno"), accessor="pk")

    class Meta(BookingTable.Meta):
        sequence = ("at", "kind", "round", "entry", "cents", "by_transfer", "note", "reverses", "by")

    def value_reverses(self, record: Booking) -> bool:
        return record.reverses_id is not None


class RoundTable(tables.Table):
    """What comes in with the lists of a Serie, player by player, for a file."""

    table = tables.Column(_("Tisch"))
    start_number = tables.Column(_("Nr."), accessor="player__entry__start_number")
    name = tables.Column(_("Name"), accessor="player__entry__shown")
    list_fees = Euros(_("Kartengeld"), accessor="player__list_fees")
    abreizgeld = Euros(_("Abreizgeld"), accessor="player__abreizgeld")
    due = Euros(_("Zusammen"), accessor="player__bill__due")
    paid = Euros(_("Bezahlt"), accessor="player__bill__paid")
    open = Euros(_("Offen"), accessor="player__bill__open")
    settlement = Euros(_("Abrechnung"))

    def __init__(self, bills: Iterable[TableBill], received: Mapping[int, int], event: Event, fees: Fees) -> None:
        left_out = {"abreizgeld": not event.book.counts_lost, "settlement": not fees.stake}
        lines = [
            {"table": bill.table, "player": player, "settlement": received.get(player.entry.pk)}
            for bill in bills
            for player in bill.players
        ]
        super().__init__(lines, exclude=[name for name, left in left_out.items() if left])


class BalanceTable(tables.Table):
    """The balance of the day, for a file: each kind of money, and the jackpot of last time, which is not open."""

    label = tables.Column(_("Art"))
    due = Euros(_("Soll"))
    booked = Euros(_("Gebucht"))
    open = Euros(_("Offen"))

    def __init__(self, balance: Balance) -> None:
        opening = {"label": _("Jackpot vom letzten Mal"), "due": balance.opening, "booked": balance.opening, "open": 0}
        super().__init__([*balance.lines, *([opening] if balance.opening else [])])


class WinnerTable(tables.Table):
    """Who has won what, for a file: the total ranking first, then the prizes of each Serie."""

    round = tables.Column(_("Serie"), accessor="0")
    place = tables.Column(pgettext_lazy("Rangliste", "Platz"), accessor="1__place")
    start_number = tables.Column(_("Nr."), accessor="1__start_number")
    name = tables.Column(_("Name"), accessor="1__name")
    club = tables.Column(_("Verein"), accessor="1__club")
    points = tables.Column(_("Punkte"), accessor="1__points")
    prize = Euros(_("Preis"), accessor="1__prize")

    def __init__(self, prizes: PrizeTable) -> None:
        of_rounds = [(each.number, winner) for each in prizes.series for winner in each.winners]
        winners: list[tuple[int | None, Winner]] = [(None, winner) for winner in prizes.winners]
        super().__init__([*winners, *of_rounds])


class PayoutTable(tables.Table):
    """What each player has won and was paid, for a file."""

    start_number = tables.Column(_("Nr."))
    name = tables.Column(_("Name"))
    won = Euros(pgettext_lazy("Preis", "Gewonnen"))
    paid = Euros(_("Ausgezahlt"))

    def __init__(self, prizes: PrizeTable) -> None:
        super().__init__(SortedRows(prizes.payouts))


class ProposalTable(tables.Table):
    """What proposals of a draw come to: a line for each wish of each of them."""

    seed = tables.Column(_("Los"), "proposal__seed")
    method = tables.Column(_("Auslosung"))
    made_at = tables.Column(_("Zeit"), "proposal__made_at")
    published_at = tables.Column(_("gesetzt"), "proposal__published_at")
    wish = tables.Column(_("Wunsch"), "figure__name")
    count = tables.Column(_("hier"), "figure__count")
    least = tables.Column(_("unvermeidbar"), "figure__least")

    def __init__(self, proposals: Iterable[Proposal], **kwargs: object) -> None:
        lines = [
            {"proposal": proposal, "method": method_of(proposal.settings), "figure": figure}
            for proposal in proposals
            for figure in figures(proposal.report)
        ]
        super().__init__(lines, **kwargs)


# ---- The tables of the money as files; for those who direct the event, like their pages


def cash(request: Request, slug: str) -> Export:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    table = BillTable(SortedRows(dues.player_bills(event, dues.fees_of(event))), event, order_by="start_number")
    return Export(table, f"kasse-{slug}", gettext("Kasse"))


def cash_round(request: Request, slug: str, number: int) -> Export:
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    fees = dues.fees_of(round.event)
    bills = dues.table_bills(round.event, fees, round.pk)
    table = RoundTable(bills, received_in(round, fees), round.event, fees)
    return Export(table, f"listengeld-{slug}-serie-{number}", gettext("Listengeld"))


def balance(request: Request, slug: str) -> Export:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return Export(BalanceTable(balance_of(event)), f"kassenabschluss-{slug}", gettext("Kassenabschluss"))


def settlement(request: Request, slug: str) -> Export:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    table = SettlementTable(evening(event, dues.fees_of(event)), event, order_by="start_number")
    return Export(table, f"abrechnung-{slug}", gettext("Abrechnung"))


def bookings(request: Request, slug: str) -> Export:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return Export(BookingFile(all_bookings(event), event), f"buchungen-{slug}", gettext("Buchungen"))


def winners(request: Request, slug: str) -> Export:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return Export(WinnerTable(prize_list(event, event.role)), f"siegerliste-{slug}", gettext("Siegerliste"))


def payouts(request: Request, slug: str) -> Export:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return Export(PayoutTable(prize_list(event, event.role)), f"auszahlung-{slug}", gettext("Auszahlen"))
