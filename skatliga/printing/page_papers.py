"""Papers of a league, of a club year and of the statistics: pages of the site on paper.

They are small and laid out whole, with tags for screen readers.

* **D** Those of a club year and of the statistics are for those who hold a role in the club: laying out costs the
  server more than a page, and the public has the page and its files.
* **D** Of a player's lists paper has the best ones; all of them are on his page and in its files.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from skatliga.access import Role
from skatliga.leagues.binding import check_sums
from skatliga.leagues.division_standing import standing
from skatliga.leagues.group_results import At, report
from skatliga.leagues.models import Division, Group
from skatliga.leagues.player_rankings import PlayerChoice, player_ranking
from skatliga.leagues.queries import exchanges_of
from skatliga.people.models import Club, Player
from skatliga.printing.pdf import document
from skatliga.printing.print_request import ON_THE_WALL
from skatliga.statistics import page_plots
from skatliga.statistics.periods import PeriodChoice
from skatliga.statistics.queries import club_events, group, player, player_events
from skatliga.statistics.rates import compare
from skatliga.years.cashbook import cash_book
from skatliga.years.models import ClubYear
from skatliga.years.queries import season, seasons
from skatliga.years.records import honours, records
from skatliga.years.seating_list import seating_list
from skatliga.years.year_standing import year_table

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
    choice: PlayerChoice = PlayerChoice()
    """Of a ranking of players: which of them."""
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


def _league_table(order: LeagueOrder) -> Context:
    found = standing(order.division, order.until)
    return {"standing": found, "checks": check_sums(found)}


def _league_players(order: LeagueOrder) -> Context:
    found = player_ranking(order.division, order.division.teams.all(), ON_THE_WALL, *order.choice)
    return {"found": found, "choice": order.choice}


def _report(order: LeagueOrder) -> Context:
    found = report(order.the_group, order.role)
    return {
        "report": found,
        "blank": order.blank,
        "sides": [(side, range(side.size - len(side.players))) for side in found.sides],
        "exchanges": exchanges_of(order.the_group, order.role),
    }


def _exchanges(order: LeagueOrder) -> Context:
    found = exchanges_of(order.the_group, order.role)
    return {"exchanges": found, "empty": range(EMPTY_EXCHANGES - len(found))}


LEAGUE_WORKS = {
    "ligatabelle": LeagueWork(_("Tabelle"), "printing/league_table.html", _league_table, of_a_group=False),
    "ligaspieler": LeagueWork(
        _("Rangliste der Spieler"), "printing/league_players.html", _league_players, of_a_group=False
    ),
    "spielbericht": LeagueWork(_("Spielbericht"), "printing/league_report.html", _report),
    "wechselliste": LeagueWork(_("Wechselliste"), "printing/league_exchanges.html", _exchanges),
}


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


def _year_table(year: ClubYear) -> Context:
    found = season(year, ON_THE_WALL)
    return {"tables": [year_table(found, number=number) for number in range(1, len(year.tables) + 1)]}


def _seating(year: ClubYear) -> Context:
    return {"list": seating_list(season(year, ON_THE_WALL))}


def _honours(year: ClubYear) -> Context:
    found = seasons(list(year.club.years.exclude(state=ClubYear.State.DRAFT)), ON_THE_WALL)
    return {"honours": honours(found), "found": records(found)}


def _cash(year: ClubYear) -> Context:
    return {"book": cash_book(year)}


YEAR_WORKS = {
    "jahrestabelle": YearWork(_("Jahrestabelle"), "printing/year_table.html", _year_table),
    "setzliste": YearWork(_("Setzliste"), "printing/year_seating.html", _seating),
    "ehrentafel": YearWork(_("Ehrentafel"), "printing/year_honours.html", _honours),
    "kassenbuch": YearWork(_("Kassenbuch"), "printing/year_cash.html", _cash, Role.SPIELLEITUNG),
}


class StatisticsOrder(NamedTuple):
    """Whose figures are to be printed, from when to when, and as whom."""

    subject: Club | Player
    choice: PeriodChoice
    role: Role | None

    @property
    def filename(self) -> str:
        """What the paper is called where it is kept."""
        name = self.subject.slug if isinstance(self.subject, Club) else f"spieler-{self.subject.pk}"
        return f"{self.choice.named(f'statistik-{name}')}.pdf"


@dataclass(frozen=True, slots=True)
class StatisticsWork:
    """One kind of paper of the statistics."""

    title: Promise
    template: str
    find: Callable[[StatisticsOrder], Context]

    def print(self, order: StatisticsOrder) -> bytes:
        """The document."""
        context = {
            "title": f"{order.subject}, {self.title}",
            "heading": self.title,
            "choice": order.choice,
            "now": timezone.now(),
        }
        return document(self.template, context | self.find(order))


def _of_club(order: StatisticsOrder) -> Context:
    assert isinstance(order.subject, Club)
    found = group(order.choice.period.of(club_events(order.subject)), order.role, order.choice.kind)
    rates = list(compare(found.kind, found.figures))
    return {"club": order.subject, "found": found, "plots": page_plots.of_group(found), "rates": rates}


def _of_player(order: StatisticsOrder) -> Context:
    assert isinstance(order.subject, Player)
    found = player(order.subject, order.choice.period.of(player_events(order.subject)), order.choice.kind)
    rates = list(compare(found.kind, found.figures, found.group))
    return {"player": order.subject, "found": found, "plots": page_plots.of_player(found), "rates": rates}


STATISTICS_WORKS = {
    "vereinsstatistik": StatisticsWork(_("Statistik"), "printing/statistics_club.html", _of_club),
    "spielerstatistik": StatisticsWork(_("Statistik"), "printing/statistics_player.html", _of_player),
}
