"""The match day of one team, as its captain has it on his phone: who plays, what is missing, what is to be signed.

* **D** The page shows the first match day of the team that is neither binding nor signed by all who played; others are
  asked for by their number.
* **D** Who plays is named until all Serien have got their seats; then somebody comes in from the beginning of a Serie
  whose list is not opened yet. Within a Serie a change is for the list (Listenführer).
* **D** A captain signs once all lists of the day are there, and what he saw: has anything changed since, he looks
  again.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, Max, OuterRef
from django.utils.translation import gettext as _

from skatliga.events.models import Event
from skatliga.federations.start_checks import StartCheck
from skatliga.history import demand
from skatliga.leagues import lineups, matchdays
from skatliga.leagues.group_results import MatchReport, report
from skatliga.leagues.models import Group, GroupTeam, LineupPlace, SquadMember, Team
from skatliga.leagues.queries import ExchangeLine, exchanges_of, squad_of
from skatliga.leagues.start_checks import line_up_checks
from skatliga.publication import open_to_change

BY_CODE = "mit dem Code der Mannschaft"
"""Stands in the history as it is."""


@dataclass(frozen=True)
class CaptainDay:
    """A match day of a team."""

    team: Team
    member: GroupTeam
    days: Sequence[GroupTeam]
    """All match days of the team."""

    @property
    def group(self) -> Group:
        """The teams that meet."""
        return self.member.group

    @cached_property
    def squad(self) -> list[SquadMember]:
        """Who may play."""
        return squad_of(self.member)

    @cached_property
    def checks(self) -> list[StartCheck]:
        """Whether they may by the rules of the federation."""
        return line_up_checks(self.member, [each.player for each in self.squad])

    @cached_property
    def named(self) -> list[LineupPlace]:
        """Who is named so far, by places."""
        return list(self.member.lineup.filter(position__isnull=False).select_related("player"))

    @property
    def named_at(self) -> datetime.datetime | None:
        """When the line-up became what it is."""
        changes: datetime.datetime | None = LineupPlace.history.filter(group_team=self.member).aggregate(
            latest=Max("history_date")
        )["latest"]
        return changes

    @property
    def size(self) -> int:
        """Players of a team."""
        return self.team.division.season.counts_by.size

    @property
    def fewest(self) -> int:
        """Players with whom it may begin."""
        return lineups.fewest_of(self.team.division.season)

    @cached_property
    def begun(self) -> bool:
        """Whether all Serien have seats."""
        return lineups.has_begun(self.group)

    @cached_property
    def report(self) -> MatchReport:
        """The Spielbericht, with the names that are public."""
        return report(self.group, None)

    @cached_property
    def exchanges(self) -> list[ExchangeLine]:
        """The Wechselliste."""
        return exchanges_of(self.group, None)

    @property
    def guests(self) -> list[str]:
        """The names of the other teams but the one that is host."""
        teams = (side.member.team for side in self.report.sides)
        return [each.name for each in teams if each not in (self.team, self.group.host)]

    @property
    def missing(self) -> list[tuple[int, tuple[int, ...]]]:
        """The tables whose lists are not there, by Serie."""
        return [(each.at.serie, each.missing) for each in self.report.state.serien if each.missing]

    @property
    def complete(self) -> bool:
        """Whether every list is there."""
        return self.begun and not self.missing

    @property
    def next_serie(self) -> int | None:
        """The first Serie that has not begun."""
        event = self.group.event
        rounds = event.rounds.filter(started_at=None).order_by("number") if event else []
        return next((round.number for round in rounds), None)

    @property
    def version(self) -> int:
        """By which it is known that nothing has changed."""
        return self.group.event.version if self.group.event else 0


def day_of(team: Team, number: int | None) -> CaptainDay | None:
    """The match day of this number, or the one that is on; None where the team has none, or not this one. One query."""
    unsigned = GroupTeam.objects.filter(group=OuterRef("group"), absence="", signed_by="").exclude(
        team__withdrawn_from__lte=OuterRef("matchday__number")
    )
    found = (
        team.groups.select_related("group__event", "group__host", "matchday")
        .annotate(unsigned=Exists(unsigned))
        .order_by("matchday__number")
    )
    days = [each for each in found if each.group.matchday_id]
    for each in days:
        each.team = team
        each.group.matchday = each.matchday
        each.matchday.division = team.division
    if number is not None:
        chosen = next((each for each in days if each.matchday.number == number), None)
    else:
        on = (each for each in days if each.unsigned and not each.group.binding_at)
        chosen = next(on, days[-1] if days else None)
    return CaptainDay(team, chosen, days) if chosen else None


@transaction.atomic
def countersign_report(day: CaptainDay, name: str, version: int) -> None:
    """The captain signs the Spielbericht as it stood at this version."""
    open_to_change(day.team.division.season)
    demand(day.begun, _("Es gibt noch nichts zu unterschreiben."))
    event = Event.objects.select_for_update(of=("self",)).filter(league_group=day.group).first()
    demand(
        event is not None and event.version == version,
        _("Der Spielbericht hat sich gerade geändert. Bitte noch einmal ansehen und dann unterschreiben."),
    )
    demand(day.complete, _("Unterschrieben wird, wenn alle Listen da sind."))
    demand(
        day.member.plays_on(day.group.matchday.number),
        _("„%(team)s“ hat an diesem Tag nicht gespielt.") % {"team": day.team.name},
    )
    matchdays.sign(day.member, name, None, BY_CODE)


def demand_day(day: CaptainDay | None) -> CaptainDay:
    """The match day, or a refusal where there is none."""
    if day is None:
        raise ValidationError(_("Diesen Spieltag gibt es nicht; bitte die Seite neu laden."))
    return day
