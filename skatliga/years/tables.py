"""Tables of the club year; their bodies are written in the templates, their values go into files."""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal

import django_tables2 as tables
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from skatliga.exports import Euros, NumberColumn, as_number, euros
from skatliga.lists.event_progress import EventProgress
from skatliga.lists.tables import event_columns
from skatliga.tables import NUMBER, ROOM, SUM, WHO, WIDE
from skatliga.years.cashbook import BookLine, CashBook
from skatliga.years.records import Honours
from skatliga.years.seating_list import SeatingLine, SeatingList
from skatliga.years.year_account import Posting, YearAccount
from skatliga.years.year_standing import YearStandingLine, YearTable

MARKS = ("shortfall", "start", "why", "lacks")
"""Columns of files alone: on a page these stand beside what they are about."""
LAST_NIGHTS = 5
"""How many evenings have a column where not all are asked for."""


class StandingTable(tables.Table):
    """Lines of a year table, with a column for each of some evenings."""

    place = tables.Column(pgettext_lazy("Rangliste", "Platz"), attrs=NUMBER, order_by=("place", "person__key"))
    name = tables.Column(gettext_lazy("Name"), "person__name", attrs=WHO, order_by=("sort_key", "person__key"))
    group = tables.Column(gettext_lazy("Gruppe"), "group__name", attrs=ROOM, orderable=False)
    status = tables.Column(gettext_lazy("Zugehörigkeit"), "person__member", orderable=False)
    shortfall = tables.Column(gettext_lazy("Fehlt"), orderable=False)
    evenings = tables.Column(gettext_lazy("Abende"), "total__evenings", attrs=WIDE)
    lists = tables.Column(gettext_lazy("Listen"), "total__lists", attrs=WIDE)
    value = NumberColumn(gettext_lazy("Punkte"), "total__value", attrs=SUM)
    start = tables.Column(gettext_lazy("Vorab"), orderable=False)
    why = tables.Column(gettext_lazy("Grund"), orderable=False)
    won = tables.Column(gettext_lazy("Gewonnen"), "total__won", attrs=WIDE)
    lost = tables.Column(gettext_lazy("Verloren"), "total__lost", attrs=WIDE)
    lacks = tables.Column(gettext_lazy("Was bekannt ist"), orderable=False)

    class Meta:
        template_name = "years/standing_table.html"
        sequence = (
            *("place", "name", "group", "status", "...", "evenings", "lists", "won", "lost", "value"),
            *MARKS,
        )

    def __init__(
        self,
        table: YearTable,
        lines: Iterable[YearStandingLine],
        nights: Sequence[EventProgress],
        exclude: Iterable[str] = (),
        **kwargs: object,
    ) -> None:
        self.nights = nights
        left_out = dict.fromkeys(("start", "why"), not table.ahead)
        left_out["shortfall"] = not any(line.shortfall for line in table.lines)
        left_out |= dict.fromkeys(("won", "lost", "lacks"), not table.has_sums)
        left_out["group"] = not table.year.groups or table.part is not None or table.number > 1
        every = " every" if len(nights) > LAST_NIGHTS else ""
        super().__init__(
            list(lines),
            attrs={"class": f"ranking year{every}"},
            extra_columns=event_columns(nights, "evening"),
            exclude=[*exclude, *(name for name, left in left_out.items() if left)],
            **kwargs,
        )
        self.columns["value"].column.verbose_name = table.heading

    def value_status(self, record: YearStandingLine) -> str:
        if not record.person.member:
            return _("Gast")
        return _("Mitglied") if record.place else _("Mitglied, unter der Mindestzahl")


class HonoursTable(tables.Table):
    """The winners of all years."""

    year = tables.Column(gettext_lazy("Clubjahr"))
    place = tables.Column(pgettext_lazy("Rangliste", "Platz"))
    name = tables.Column(gettext_lazy("Name"))
    points = tables.Column(gettext_lazy("Punkte"))

    def __init__(self, honours: Iterable[Honours], **kwargs: object) -> None:
        winners = [
            {
                "year": each.table.year.name,
                "place": line.place,
                "name": line.person.name,
                "points": as_number(line.total.value),
            }
            for each in honours
            for line in each.winners
        ]
        super().__init__(winners, **kwargs)


class YearsOfPlayerTable(tables.Table):
    """Where a player came in the years of which sums are known."""

    year = tables.Column(gettext_lazy("Clubjahr"), "year__name")
    club = tables.Column(gettext_lazy("Verein"), "year__club__name")
    place = tables.Column(pgettext_lazy("Rangliste", "Platz"), "line__place")
    heading = tables.Column(gettext_lazy("Was gezählt wird"), "table__heading")
    value = NumberColumn(gettext_lazy("Ergebnis"), "line__total__value")
    lacks = tables.Column(gettext_lazy("Was bekannt ist"), "line__lacks")


class AccountTable(tables.Table):
    """The account of one player in a year, for a file."""

    date = tables.Column(gettext_lazy("Datum"), "night__date")
    name = tables.Column(gettext_lazy("Abend"), "night__name", empty_values=())
    lists = tables.Column(gettext_lazy("Listen"), "leaves")
    fate = tables.Column(gettext_lazy("Was daraus wird"))
    part = tables.Column(gettext_lazy("Teil"))
    counts = tables.Column(gettext_lazy("zählt"))
    value = NumberColumn(gettext_lazy("Punkte"))

    def __init__(self, account: YearAccount) -> None:
        super().__init__(account.postings)
        self.columns["value"].column.verbose_name = capfirst(account.table.unit)

    def value_name(self, record: Posting) -> str:
        return " ".join(filter(None, (record.night and record.night.name, record.title)))

    def value_lists(self, record: Posting) -> str:
        said = _("Serie %(number)s: %(points)s")
        return ", ".join(said % {"number": leaf.round, "points": leaf.leistung} for leaf in record.leaves)


class SettingTable(tables.Table):
    """The seating list of the next evening, for a file."""

    number = tables.Column(gettext_lazy("Nr."))
    name = tables.Column(gettext_lazy("Name"), "line__person__name")
    group = tables.Column(gettext_lazy("Gruppe"), "line__group__name")
    place = tables.Column(pgettext_lazy("Rangliste", "Platz"), "line__place")
    last = tables.Column(gettext_lazy("Letzter Abend"))
    value = NumberColumn(gettext_lazy("Punkte"), "line__total__value")
    entered = tables.Column(gettext_lazy("eingetragen"), "entry", empty_values=())
    table = tables.Column(gettext_lazy("Tisch"))
    seat = tables.Column(gettext_lazy("Sitzplatz"))

    def __init__(self, seating: SeatingList) -> None:
        super().__init__(seating.settings, exclude=() if seating.year.groups else ("group",))
        self.columns["value"].column.verbose_name = seating.heading

    def value_entered(self, record: SeatingLine) -> bool:
        return record.entry is not None


class BookTable(tables.Table):
    """The cash book, for a file: amounts in euros."""

    date = tables.Column(gettext_lazy("Datum"))
    name = tables.Column(gettext_lazy("Wofür"))
    cents = Euros(gettext_lazy("Betrag"))
    till = Euros(gettext_lazy("In der Kasse"))

    class Meta:
        sequence = ("date", "name", "...", "cents", "till")

    def __init__(self, book: CashBook, **kwargs: object) -> None:
        columns = [(kind.value, tables.Column(kind.label, "by_kind", orderable=False)) for kind in book.kinds]
        for place, (name, _column) in enumerate(columns):
            setattr(self, f"value_{name}", _amount_of(place))
        super().__init__(book.lines, extra_columns=columns, **kwargs)


def _amount_of(place: int) -> Callable[[BookLine], Decimal | None]:
    """What an evening brought of one kind of money, for a file."""

    def value(record: BookLine) -> Decimal | None:
        return euros(record.by_kind[place]) if record.by_kind else None

    return value
