"""The left block of a list on which a deal is ticked: who played, which game, Spitzen, levels, how it ended.

* **D** The ticks say the value, and the running totals beside them check it: such a list has no columns for values.
  Five Spitzen and more are written as a number. A box that is blackened is no tick, which a line below the list says.
* **D** It is offered where a book has the usual fields and four at most sit at a table; others get the usual list.
"""

from typing import Final

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from scoring.account import Account
from scoring.rulebook import RuleBook
from skatliga.printing.sheet_rows import SheetColumn, left_block
from skatliga.reading.layouts import LEFT, TICK_GROUPS, tick_columns

_NAMES: Final = {
    "declarer": _("Platz"),
    "mit": _("mit"),
    "ohne": _("ohne"),
    "spitzen": _("Spitzen ab 5"),
    "schneider_angesagt": _("Schn. ang."),
    "schwarz_angesagt": _("Schw. ang."),
    "deal_won": _("gewonnen"),
    "deal_lost": _("verloren"),
}


def can_be_ticked(book: RuleBook, seats: int) -> bool:
    """Whether there is such a list for a table of this size."""
    return seats in (3, 4) and tuple(column.key for column in left_block(book)) == LEFT


def tick_block(seats: int) -> tuple[SheetColumn, ...]:
    """The columns between the number of the deal and the points."""
    return tuple(_column(name, number) for name, number in tick_columns(seats))


def _column(name: str, number: int | None) -> SheetColumn:
    heading = _NAMES.get(name)
    if number:
        heading = format_lazy("{} {}", _("Spitzen") if name == "spitzen" else heading, number)
    kind = "spitzen" if (name, number) == ("spitzen", None) else "tick"
    if (name, number) in TICK_GROUPS:
        kind += " edge"
    return SheetColumn(f"{name}-{number}" if number else name, kind, _nothing, heading)


def _nothing(_account: Account) -> str:
    """Only blank lists are printed like this."""
    return ""
