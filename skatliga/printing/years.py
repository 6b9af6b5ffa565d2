"""Papers of a club year: its table, the seating list of the next evening, the roll of honour, the cash book.

They are small and laid out whole, with tags for screen readers. **D** They are for those who hold a role in the club:
laying out costs the server more than a page, and the public has the page and its files.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from skatliga.access import Role
from skatliga.printing.orders import ON_THE_WALL
from skatliga.printing.render import document
from skatliga.years.cashbook import cash_book
from skatliga.years.models import ClubYear
from skatliga.years.past import past_winners
from skatliga.years.queries import season, seasons
from skatliga.years.ranking import year_table
from skatliga.years.records import honours, records
from skatliga.years.seating import seating_list
from skatliga.years.wording import explain

Context = dict[str, object]


@dataclass(frozen=True, slots=True)
class YearWork:
    """One kind of paper of a club year."""

    title: Promise
    template: str
    find: Callable[[ClubYear], Context]
    needed: Role = Role.READER

    def print(self, year: ClubYear) -> bytes:
        """The document."""
        context = {
            "title": f"{year.name}, {self.title}",
            "heading": self.title,
            "year": year,
            "now": timezone.now(),
        }
        return document(self.template, context | self.find(year))


def year_filename(name: str, year: ClubYear) -> str:
    """What a paper is called where it is kept."""
    return f"{name}-{year.slug}.pdf"


def _table(year: ClubYear) -> Context:
    table = year_table(season(year, ON_THE_WALL))
    return {"table": table, "rule": explain(table.rule, year.block, table.unit)}


def _seating(year: ClubYear) -> Context:
    return {"list": seating_list(season(year, ON_THE_WALL))}


def _honours(year: ClubYear) -> Context:
    found = seasons(list(year.club.years.exclude(state=ClubYear.State.DRAFT)), ON_THE_WALL)
    past = past_winners(year.club.past_years.filter(public=True), ON_THE_WALL)
    return {"honours": honours(found), "past": past, "found": records(found)}


def _cash(year: ClubYear) -> Context:
    return {"book": cash_book(year)}


YEAR_WORKS = {
    "jahrestabelle": YearWork(_("Jahrestabelle"), "printing/year_table.html", _table),
    "setzliste": YearWork(_("Setzliste"), "printing/year_seating.html", _seating),
    "ehrentafel": YearWork(_("Ehrentafel"), "printing/year_honours.html", _honours),
    "kassenbuch": YearWork(_("Kassenbuch"), "printing/year_cash.html", _cash, Role.SPIELLEITUNG),
}
