"""Papers of a league: the table of a Staffel, the Spielbericht of a group to be signed, its Wechselliste.

They are small and laid out whole, with tags for screen readers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from skatliga.access import Role
from skatliga.leagues.checks import check_sums
from skatliga.leagues.models import TEAM_SIZE, Division, Group
from skatliga.leagues.queries import exchanges_of
from skatliga.leagues.reckoning import standing
from skatliga.leagues.reports import Side, report
from skatliga.leagues.serien import At
from skatliga.printing.render import document

EMPTY_EXCHANGES = 14
"""Lines of a Wechselliste, those already written included."""

Context = dict[str, object]


class LeagueOrder(NamedTuple):
    """What is to be printed of a league, and as whom."""

    division: Division
    """With its season and level."""
    role: Role | None
    group: Group | None = None
    """With its match day and, where there is one, its event."""
    until: At | None = None
    """Of a table: after which Serie."""
    blank: bool = False
    """Whether results are left out, to be written by hand."""

    @property
    def the_group(self) -> Group:
        """The group, of what is made of one."""
        assert self.group
        return self.group

    @property
    def filename(self) -> str:
        """What tells its file from others."""
        season, slug = self.division.season.slug, self.division.slug
        of = f"-{self.group.matchday.number}-{self.group.number}" if self.group else ""
        return f"{season}-{slug}{of}" + (f"-nach-{self.until.day}-{self.until.serie}" if self.until else "") + ".pdf"


@dataclass(frozen=True, slots=True)
class LeagueWork:
    """One kind of paper of a league."""

    title: Promise
    template: str
    find: Callable[[LeagueOrder], Context]
    of_a_group: bool = True

    def print(self, order: LeagueOrder) -> bytes:
        """The document."""
        division = order.division
        parts = (division.season.name, division.name, order.group and order.group.matchday, order.group, self.title)
        context = {
            "title": ", ".join(str(part) for part in parts if part),
            "division": division,
            "season": division.season,
            "group": order.group,
            "matchday": order.group and order.group.matchday,
            "result": division.season.result_heading,
            "role": order.role,
            "now": timezone.now(),
        }
        return document(self.template, context | self.find(order))


def _table(order: LeagueOrder) -> Context:
    found = standing(order.division, order.until)
    return {"standing": found, "checks": check_sums(found)}


def _report(order: LeagueOrder) -> Context:
    found = report(order.the_group, order.role)
    return {
        "report": found,
        "blank": order.blank,
        "sides": [(side, _empty_lines(side)) for side in found.sides],
        "exchanges": exchanges_of(order.the_group, order.role),
    }


def _exchanges(order: LeagueOrder) -> Context:
    found = exchanges_of(order.the_group, order.role)
    return {"exchanges": found, "empty": range(EMPTY_EXCHANGES - len(found))}


def _empty_lines(side: Side) -> range:
    """Lines for players who are not named yet."""
    return range(TEAM_SIZE - len(side.players))


LEAGUE_WORKS = {
    "ligatabelle": LeagueWork(_("Tabelle"), "printing/league_table.html", _table, of_a_group=False),
    "spielbericht": LeagueWork(_("Spielbericht"), "printing/league_report.html", _report),
    "wechselliste": LeagueWork(_("Wechselliste"), "printing/league_exchanges.html", _exchanges),
}
