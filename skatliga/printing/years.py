"""Papers of a club year: its table, the seating list of the next evening, the roll of honour, the cash book.

They are small and laid out whole, with tags for screen readers. **D** They are for those who hold a role in the club:
laying out costs the server more than a page, and the public has the page and its files.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from skatliga.access import Role
from skatliga.printing.render import document
from skatliga.years.cashbook import cash_book
from skatliga.years.models import ClubYear
from skatliga.years.past import past_winners
from skatliga.years.queries import season, seasons
from skatliga.years.ranking import year_table
from skatliga.years.records import honours, records
from skatliga.years.seating import seating_list
from skatliga.years.wording import explain

Context = dict[str, Any]


class YearOrder(NamedTuple):
    """What is to be printed of a club year, and as whom."""

    year: ClubYear
    """With its club."""
    role: Role | None


@dataclass(frozen=True, slots=True)
class YearWork:
    """One kind of paper of a club year."""

    title: Promise
    template: str
    find: Callable[[YearOrder], Context]
    needed: Role = Role.READER

    def print(self, order: YearOrder) -> bytes:
        """The document."""
        context = {
            "title": f"{order.year.name}, {self.title}",
            "heading": self.title,
            "year": order.year,
            "now": timezone.now(),
        }
        return document(self.template, context | self.find(order))


def year_filename(name: str, order: YearOrder) -> str:
    """What a paper is called where it is kept."""
    return f"{name}-{order.year.slug}.pdf"


def _table(order: YearOrder) -> Context:
    table = year_table(season(order.year, order.role))
    return {"table": table, "rule": explain(table.rule, order.year.block, table.unit)}


def _seating(order: YearOrder) -> Context:
    return {"list": seating_list(season(order.year, order.role))}


def _honours(order: YearOrder) -> Context:
    found = seasons(list(order.year.club.years.exclude(state=ClubYear.State.DRAFT)), order.role)
    past = past_winners(order.year.club.past_years.filter(public=True), order.role)
    return {"honours": honours(found), "past": past, "found": records(found)}


def _cash(order: YearOrder) -> Context:
    return {"book": cash_book(order.year)}


YEAR_WORKS = {
    "jahrestabelle": YearWork(_("Jahrestabelle"), "printing/year_table.html", _table),
    "setzliste": YearWork(_("Setzliste"), "printing/year_seating.html", _seating),
    "ehrentafel": YearWork(_("Ehrentafel"), "printing/year_honours.html", _honours),
    "kassenbuch": YearWork(_("Kassenbuch"), "printing/year_cash.html", _cash, Role.SPIELLEITUNG),
}
