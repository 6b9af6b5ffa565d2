"""The tables of the money as files; for those who direct the event, like their pages."""

from django.http import HttpResponse
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.desk import dues
from skatliga.desk.balance import balance as balance_of
from skatliga.desk.balance import bookings as all_bookings
from skatliga.desk.prizes import prize_list
from skatliga.desk.settlement import evening, received_in
from skatliga.desk.tables import (
    BalanceTable,
    BillTable,
    BookingFile,
    PayoutTable,
    RoundTable,
    SettlementTable,
    WinnerTable,
)
from skatliga.events.access import event_for, round_for
from skatliga.requests import Request
from skatliga.spreadsheets import table_file
from skatliga.tables import Rows


def cash(request: Request, slug: str, ending: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    table = BillTable(Rows(dues.player_bills(event, dues.fees_of(event))), event, order_by="start_number")
    return table_file(table, f"kasse-{slug}", ending, _("Kasse"))


def cash_round(request: Request, slug: str, number: int, ending: str) -> HttpResponse:
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    fees = dues.fees_of(round.event)
    bills = dues.table_bills(round.event, fees, round.pk)
    table = RoundTable(bills, received_in(round, fees), round.event, fees)
    return table_file(table, f"listengeld-{slug}-serie-{number}", ending, _("Listengeld"))


def balance(request: Request, slug: str, ending: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return table_file(BalanceTable(balance_of(event)), f"kassenabschluss-{slug}", ending, _("Kassenabschluss"))


def settlement(request: Request, slug: str, ending: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    table = SettlementTable(evening(event, dues.fees_of(event)), event, order_by="start_number")
    return table_file(table, f"abrechnung-{slug}", ending, _("Abrechnung"))


def bookings(request: Request, slug: str, ending: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return table_file(BookingFile(all_bookings(event), event), f"buchungen-{slug}", ending, _("Buchungen"))


def winners(request: Request, slug: str, ending: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return table_file(WinnerTable(prize_list(event, event.role)), f"siegerliste-{slug}", ending, _("Siegerliste"))


def payouts(request: Request, slug: str, ending: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return table_file(PayoutTable(prize_list(event, event.role)), f"auszahlung-{slug}", ending, _("Auszahlen"))
