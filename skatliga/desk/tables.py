"""Tables of the money; their bodies are written in the templates."""

from collections.abc import Iterable
from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from skatliga.events.models import Event

NUMBER = {"th": {"class": "number"}}
WIDE = {"th": {"class": "number room"}}


class _EventTable(tables.Table):
    """A table that knows the event its addresses belong to."""

    def __init__(self, rows: Iterable[Any], event: Event, **kwargs: Any) -> None:
        super().__init__(rows, **kwargs)
        self.event = event


class BillTable(_EventTable):
    """What each player owes."""

    start_number = tables.Column(_("Nr."), attrs=NUMBER, accessor="entry__start_number")
    name = tables.Column(
        _("Name"),
        accessor="entry__shown",
        order_by=("entry__sort_key", "entry__start_number"),
        attrs={"th": {"class": "who"}},
    )
    entry_fee = tables.Column(_("Startgeld"), attrs=WIDE)
    list_fees = tables.Column(_("Kartengeld"), attrs=WIDE)
    abreizgeld = tables.Column(_("Abreizgeld"), attrs=WIDE)
    due = tables.Column(_("Zusammen"), accessor="bill__due", attrs=WIDE)
    paid = tables.Column(_("Bezahlt"), accessor="bill__paid", attrs=WIDE)
    open = tables.Column(_("Offen"), accessor="bill__open", attrs=NUMBER)

    class Meta:
        template_name = "desk/bill_table.html"
        empty_text = _("Niemand gefunden.")
        attrs = {"class": "bills"}  # noqa: RUF012


class BookingTable(_EventTable):
    """Everything that was booked."""

    at = tables.Column(_("Wann"))
    kind = tables.Column(_("Art"))
    entry = tables.Column(_("Für"), accessor="entry__name", order_by=("entry__start_number", "-at"))
    cents = tables.Column(_("Betrag"), attrs=NUMBER)
    by = tables.Column(_("Von"), accessor="by__last_name", attrs={"th": {"class": "room"}})
    reversal = tables.Column(_("Storno"), accessor="pk", orderable=False, attrs=NUMBER)

    class Meta:
        template_name = "desk/booking_table.html"
        empty_text = _("Noch ist nichts gebucht.")
        attrs = {"class": "bookings"}  # noqa: RUF012
