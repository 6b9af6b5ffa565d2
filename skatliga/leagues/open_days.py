"""The match days of a season that are not binding yet, over all Staffeln: what is missing of each group, and one step.

* **D** Told of are match days that have begun or whose day has come, and before them the first one of every Staffel.
* **D** In one step all groups become binding of which nothing is missing and that all captains have signed; for the
  others a reason can be given, which holds for those where a signature alone is missing.
"""

import datetime
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Count
from django.utils import timezone

from skatliga.leagues.binding import bind, faults_of
from skatliga.leagues.group_results import GroupStage, GroupState, states_of
from skatliga.leagues.lineups import fewest_of
from skatliga.leagues.models import Group, GroupTeam, LineupPlace, Matchday, Season
from skatliga.people.models import User


class OpenGroup(NamedTuple):
    """A group that is not binding, with what is missing."""

    state: GroupState
    faults: tuple[str, ...]
    """What forbids making it binding, in sentences."""
    unsigned: tuple[GroupTeam, ...]
    """Whose captains have not signed."""
    unnamed: tuple[GroupTeam, ...]
    """Which teams have not named their line-up, of a group that has not begun."""

    @property
    def group(self) -> Group:
        """The group."""
        return self.state.group

    @property
    def sound(self) -> bool:
        """Whether nothing but a signature can be missing."""
        return not self.faults and self.state.state == GroupStage.CHECKED

    @property
    def ready(self) -> bool:
        """Whether nothing is missing."""
        return self.sound and not self.unsigned


class OpenDay(NamedTuple):
    """A match day of a Staffel that is not binding."""

    matchday: Matchday
    groups: tuple[OpenGroup, ...]


def open_days(season: Season) -> list[OpenDay]:
    """The match days that are open, the earliest first; five queries for any number of them."""
    groups = _open_groups(season)
    named = _named(groups)
    fewest = fewest_of(season)
    found = [_open_group(state, named, fewest) for state in states_of(groups)]
    return [OpenDay(own[0].group.matchday, tuple(own)) for own in _by_day(found)]


def days_not_binding(season: Season) -> list[Matchday]:
    """Every match day of which a group is not binding, played or not, by Staffel; one query."""
    days = Matchday.objects.filter(division__season=season, groups__binding_at=None, groups__isnull=False)
    ordered = (
        days.select_related("division__level")
        .distinct()
        .order_by("division__level__number", "division__name", "number")
    )
    found = list(ordered)
    for day in found:
        day.division.season = season
    return found


def _by_day(groups: Sequence[OpenGroup]) -> Iterator[list[OpenGroup]]:
    for _day, own in groupby(groups, key=lambda each: each.group.matchday_id):
        yield list(own)


def _open_groups(season: Season) -> list[Group]:
    """The groups of these match days."""
    found = Group.objects.filter(matchday__division__season=season, binding_at=None)
    found = found.select_related("matchday__division__level", "event", "host")
    ordered = found.order_by(
        "matchday__number", "matchday__division__level__number", "matchday__division__name", "number"
    )
    today = timezone.localdate()
    first: dict[int, int] = {}
    kept = []
    for group in ordered:
        day = group.matchday
        day.division.season = season
        if first.setdefault(day.division_id, day.pk) == day.pk or group.event_id or _has_come(day.date, today):
            kept.append(group)
    return kept


def _has_come(date: datetime.date | None, today: datetime.date) -> bool:
    return date is not None and date <= today


def _named(groups: Sequence[Group]) -> dict[int, int]:
    """How many players each team has named, by the key of the team in the group."""
    places = LineupPlace.objects.filter(group_team__group__in=groups, position__isnull=False)
    return dict(places.order_by().values_list("group_team").annotate(number=Count("pk")))


def _open_group(state: GroupState, named: dict[int, int], fewest: int) -> OpenGroup:
    planned = state.state == GroupStage.PLANNED
    return OpenGroup(
        state,
        () if planned else tuple(faults_of(state)),
        () if planned else tuple(member for member in state.playing if not member.signed_by),
        tuple(member for member in state.playing if named.get(member.pk, 0) < fewest) if planned else (),
    )


def bind_ready(season: Season, user: User | None, reason: str = "") -> tuple[list[Group], list[str]]:
    """Make every group binding of which nothing is missing; which, and what was refused of others."""
    bound, refused = [], []
    for day in open_days(season):
        for each in day.groups:
            if each.ready or (each.sound and reason.strip()):
                try:
                    bind(each.group, user, reason)
                    bound.append(each.group)
                except ValidationError as refusal:
                    refused += [f"{each.group.matchday}, {each.group}: {said}" for said in refusal.messages]
    return bound, refused
