"""Tables of Turnierserien; the bodies are written in templates, the values go into files."""

from collections.abc import Iterable

import django_tables2 as tables
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.wertung.results import Number
from skatliga.circuits.standing import CircuitAccount, CircuitLine, CircuitTable, StopPosting
from skatliga.exports import as_number

NUMBER = {"th": {"class": "number"}}


class CircuitStandingTable(tables.Table):
    """Lines of the table, with a column for each tournament held."""

    place = tables.Column(pgettext_lazy("Rangliste", "Platz"), attrs=NUMBER, order_by=("place", "person__key"))
    name = tables.Column(
        gettext_lazy("Name"), "person__name", attrs={"th": {"class": "who"}}, order_by=("sort_key", "person__key")
    )
    club = tables.Column(gettext_lazy("Verein"), "person__club", attrs={"th": {"class": "room"}})
    stops = tables.Column(gettext_lazy("Turniere"), attrs={"th": {"class": "number room"}})
    value = tables.Column(gettext_lazy("Punkte"), attrs={"th": {"class": "number sum"}})
    qualified = tables.Column(gettext_lazy("Qualifiziert"), attrs={"th": {"class": "room"}}, orderable=False)

    class Meta:
        template_name = "circuits/standing_table.html"
        sequence = ("place", "name", "club", "...", "stops", "value", "qualified")

    def __init__(self, table: CircuitTable, lines: Iterable[CircuitLine], **kwargs: object) -> None:
        columns = [
            (
                f"stop_{stop.number}",
                tables.Column(
                    date_format(stop.date, "SHORT_DATE_FORMAT"),
                    f"numbers__{stop.number}",
                    attrs={"th": {"class": "number night"}},
                    orderable=False,
                ),
            )
            for stop in table.stops
        ]
        left_out = () if table.circuit.qualified else ("qualified",)
        super().__init__(
            list(lines), attrs={"class": "ranking year"}, extra_columns=columns, exclude=left_out, **kwargs
        )
        self.columns["value"].column.verbose_name = table.heading

    def value_value(self, value: Number) -> int | float:
        return as_number(value)


class CircuitAccountTable(tables.Table):
    """The account of one person, for a file."""

    date = tables.Column(gettext_lazy("Datum"), "stop__date")
    name = tables.Column(gettext_lazy("Turnier"), "stop__name")
    club = tables.Column(gettext_lazy("Veranstalter"), "stop__club")
    lists = tables.Column(gettext_lazy("Listen"))
    fate = tables.Column(gettext_lazy("Was daraus wird"))
    counts = tables.Column(gettext_lazy("zählt"))
    value = tables.Column(gettext_lazy("Punkte"))

    def __init__(self, account: CircuitAccount) -> None:
        super().__init__(account.postings)
        self.columns["value"].column.verbose_name = account.table.heading

    def value_lists(self, record: StopPosting) -> str:
        said = _("Serie %(number)s: %(points)s")
        return ", ".join(said % {"number": serie, "points": points} for serie, points, _sheet in record.lists)

    def value_value(self, value: Number) -> int | float:
        return as_number(value)


class StopTable(tables.Table):
    """The tournaments, for a file."""

    date = tables.Column(gettext_lazy("Datum"))
    name = tables.Column(gettext_lazy("Turnier"))
    club = tables.Column(gettext_lazy("Veranstalter"))
    held = tables.Column(gettext_lazy("gespielt"))
    missing = tables.Column(gettext_lazy("Fehlende Listen"))
    in_question = tables.Column(gettext_lazy("In Klärung"))
