"""What a rule book reckons with, as a file."""

from collections.abc import Iterator
from typing import NamedTuple

import django_tables2 as tables
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rulebook import RuleBook
from skatliga.rules import books


class Value(NamedTuple):
    """One number of a book."""

    part: str
    """What kind of number it is, as on the book's page."""
    what: str
    times: int | None
    """By what a base value is multiplied; None elsewhere."""
    value: int | str
    rule: str


class ValueTable(tables.Table):
    """Every number of a rule book: values of games by what they are multiplied with, levels, fixed values, bids."""

    part = tables.Column(gettext_lazy("Teil"))
    what = tables.Column(gettext_lazy("Was"))
    times = tables.Column(gettext_lazy("mal"))
    value = tables.Column(gettext_lazy("Wert"))
    rule = tables.Column(gettext_lazy("Paragraph"))

    def __init__(self, book: RuleBook, **kwargs: object) -> None:
        super().__init__(list(_values(book)), **kwargs)


def _values(book: RuleBook) -> Iterator[Value]:
    found = books.contents_of(book)
    for base in found.bases:
        for times in sorted({1, *base.multipliers}):
            part = _("Grundwert mal Spitzen und Stufen")
            yield Value(part, base.label, times, base.value * times, base.rule)
    parts = (
        (_("Was zu den Spitzen hinzukommt"), found.levels),
        (_("Feste Werte"), found.fixed),
        (_("Wie der Wert zum Ergebnis wird"), found.factors),
    )
    for part, items in parts:
        for entry in books.account_entries(items):
            yield Value(part, entry.label, None, entry.number, entry.rule)
    for bid in sorted(book.bids):
        yield Value(_("Reizen"), _("Reizwert"), None, bid, "")
