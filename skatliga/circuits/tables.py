"""Tables of Turnierserien; the bodies are written in templates, the values go into files."""

from collections.abc import Iterable

import django_tables2 as tables
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from skatliga.circuits.standing import CircuitAccount, CircuitLine, CircuitTable, StopPosting
from skatliga.exports import NumberColumn
from skatliga.lists.tables import EventProgressTable, event_columns
from skatliga.tables import NUMBER, ROOM, SUM, WHO, WIDE


class CircuitStandingTable(tables.Table):
    """Lines of the table, with a column for each tournament held."""

    place = tables.Column(pgettext_lazy("Rangliste", "Platz"), attrs=NUMBER, order_by=("place", "person__key"))
    name = tables.Column(gettext_lazy("Name"), "person__name", attrs=WHO, order_by=("sort_key", "person__key"))
    club = tables.Column(gettext_lazy("Verein"), "person__club", attrs=ROOM)
    stops = tables.Column(gettext_lazy("Turniere"), attrs=WIDE)
    value = NumberColumn(gettext_lazy("Punkte"), attrs=SUM)
    qualified = tables.Column(gettext_lazy("Qualifiziert"), attrs=ROOM, orderable=False)
    shortfall = tables.Column(gettext_lazy("Fehlt"), orderable=False)

    class Meta:
        template_name = "circuits/standing_table.html"
        sequence = ("place", "name", "club", "...", "stops", "value", "qualified", "shortfall")

    def __init__(
        self, table: CircuitTable, lines: Iterable[CircuitLine], exclude: Iterable[str] = (), **kwargs: object
    ) -> None:
        left_out = {"qualified": not table.circuit.qualified, "shortfall": not table.below}
        super().__init__(
            list(lines),
            attrs={"class": "ranking year"},
            extra_columns=event_columns(table.stops, "stop"),
            exclude=[*exclude, *(name for name, left in left_out.items() if left)],
            **kwargs,
        )
        self.columns["value"].column.verbose_name = table.heading


class CircuitAccountTable(tables.Table):
    """The account of one person, for a file."""

    date = tables.Column(gettext_lazy("Datum"), "stop__date")
    name = tables.Column(gettext_lazy("Turnier"), "stop__name")
    club = tables.Column(gettext_lazy("Veranstalter"), "stop__club")
    lists = tables.Column(gettext_lazy("Listen"))
    fate = tables.Column(gettext_lazy("Was daraus wird"))
    counts = tables.Column(gettext_lazy("zählt"))
    value = NumberColumn(gettext_lazy("Punkte"))

    def __init__(self, account: CircuitAccount) -> None:
        super().__init__(account.postings)
        self.columns["value"].column.verbose_name = account.table.heading

    def value_lists(self, record: StopPosting) -> str:
        said = _("Serie %(number)s: %(points)s")
        return ", ".join(said % {"number": serie, "points": points} for serie, points, _sheet in record.lists)


class StopTable(EventProgressTable):
    """The tournaments, for a file."""

    name = tables.Column(gettext_lazy("Turnier"))
    club = tables.Column(gettext_lazy("Veranstalter"))

    class Meta:
        sequence = ("date", "name", "club", "...")
