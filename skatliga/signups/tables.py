"""The table of all who have signed up; its body is written in the template."""

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from skatliga.events.models import Event
from skatliga.exports import Euros
from skatliga.signups.models import SignUpTerms
from skatliga.signups.queries import SignUpLine
from skatliga.tables import NUMBER, ROOM, WIDE, SortedRows


class SignUpTable(tables.Table):
    """Who has signed up, in the order of arrival; those who have left come last."""

    number = tables.Column(_("Nr."), accessor="signup__number", attrs=NUMBER)
    name = tables.Column(_("Name"), accessor="signup__name", order_by=("sort_key",))
    club = tables.Column(_("Verein"), accessor="signup__club_name", attrs=ROOM)
    federation_number = tables.Column(_("Verbandsnummer"), accessor="signup__federation_number", attrs=ROOM)
    code = tables.Column(_("Code"), accessor="signup__reference", attrs=ROOM)
    state = tables.Column(_("Stand"), orderable=False)
    paid = Euros(_("überwiesen"), accessor="signup__paid_cents", attrs=WIDE)

    def __init__(self, lines: list[SignUpLine], event: Event, terms: SignUpTerms) -> None:
        super().__init__(SortedRows(lines), exclude=() if terms.asks_number else ("federation_number",))
        self.event = event
        self.asks = terms.asks_number
        self.prepaid = terms.prepaid

    class Meta:
        template_name = "signups/signup_table.html"
        empty_text = _("Noch hat sich niemand angemeldet.")
        attrs = {"class": "signups"}  # noqa: RUF012
