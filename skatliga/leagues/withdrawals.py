"""A team leaves the season, or that is taken back; the table is kept as it was before. Each is one transaction.

* **D** Days before stay as they were played; where results are annulled every table is reckoned without them.
* **D** A group that has begun with the team cannot lie at or after the day from which it is not expected.
"""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from skatliga.events.models import Seat
from skatliga.leagues.binding import keep_table
from skatliga.leagues.changing import demand, demand_reason, open_season, save, tell_pages
from skatliga.leagues.models import Team
from skatliga.people.models import User


@transaction.atomic
def withdraw_team(team: Team, kind: Team.Withdrawal, from_day: int, reason: str, user: User | None) -> None:
    """A team is not expected any more from this match day on; its results are annulled or kept."""
    season = open_season(team.division.season)
    demand_reason(reason)
    demand(not team.withdrawal, _("„%(team)s“ ist schon zurückgezogen.") % {"team": team.name})
    played = Seat.objects.filter(
        entry__lineup_place__group_team__team=team, entry__lineup_place__matchday__number__gte=from_day
    )
    last = played.order_by("-entry__lineup_place__matchday__number").first()
    if last:
        day = last.entry.lineup_place.matchday.number
        raise ValidationError(
            _("„%(team)s“ hat am %(day)s. Spieltag gespielt und kann erst ab dem %(next)s. zurückgezogen werden.")
            % {"team": team.name, "day": day, "next": day + 1}
        )
    keep_table(team.division, user, reason.strip())
    team.withdrawal, team.withdrawn_from = kind, from_day
    save(team, user, reason.strip())
    tell_pages(season)


@transaction.atomic
def take_back(team: Team, reason: str, user: User | None) -> None:
    """A team takes part again; its results count as they did."""
    season = open_season(team.division.season)
    demand_reason(reason)
    demand(bool(team.withdrawal), _("„%(team)s“ ist nicht zurückgezogen.") % {"team": team.name})
    keep_table(team.division, user, reason.strip())
    team.withdrawal, team.withdrawn_from = "", None
    save(team, user, reason.strip())
    tell_pages(season)
