"""What the pages of leagues read, apart from what is reckoned."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet

from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.leagues.models import (
    Division,
    Exchange,
    Group,
    GroupTeam,
    LineupPlace,
    Matchday,
    Season,
    SquadMember,
    Team,
)
from skatliga.people.models import Player, User
from skatliga.people.queries import with_role


def seasons_seen_by(user: User) -> QuerySet[Season]:
    """All seasons with their organisers, each with what the user holds there."""
    return with_role(Season.objects.select_related("club"), user)


def visible_seasons(user: User) -> QuerySet[Season]:
    """The seasons this user may read, newest first."""
    return seasons_seen_by(user).filter(~Q(state=Season.State.DRAFT) | Q(held__isnull=False))


def squad_shown(team: Team, role: Role | None) -> list[tuple[str, bool]]:
    """The squad of a team by name as this visitor may see it, each once with whether he is captain."""
    captains: dict[Player, bool] = {}
    for member in team.squad.select_related("player__merged_into"):
        player = member.player.canonical
        captains[player] = captains.get(player, False) or member.player_id == team.captain_id
    return [(player.name if role else player.public_name, is_captain) for player, is_captain in captains.items()]


def teams_with_squads(division: Division) -> QuerySet[Team]:
    """The teams of a Staffel by letter, each with the number of its players: `players`."""
    counted = division.teams.select_related("club", "captain").annotate(players=Count("squad"))
    return counted.order_by("letter")  # the model's own order does not hold where something is counted


def groups_of(matchday: Matchday) -> list[Group]:
    """The groups of a match day, as `group_results.states_of` takes them."""
    groups = list(matchday.groups.select_related("event", "host"))
    for group in groups:
        group.matchday = matchday
    return groups


def group_played_as(event: Event) -> Group | None:
    """The group of a match day that is played as this event, with what its address is made of."""
    return Group.objects.select_related("matchday__division__season").filter(event=event).first()


def squad_of(member: GroupTeam) -> list[SquadMember]:
    """Who may play for a team in its group, by name."""
    return list(member.team.squad.select_related("player"))


def usual_lineup(member: GroupTeam, squad: Sequence[SquadMember]) -> dict[int, int]:
    """Who stands in the form of a line-up before anybody is named, by place: whoever played last.

    **D** Of a squad that is no larger than a team, everybody plays.
    """
    size = member.group.matchday.division.season.counts_by.size
    if len(squad) <= size:
        return dict(enumerate((each.player_id for each in squad), 1))
    played = LineupPlace.objects.filter(group_team__team=member.team, position__isnull=False)
    before = played.filter(matchday__number__lt=member.group.matchday.number).order_by("-matchday__number")
    last = before.values_list("matchday").first()
    still = {each.player_id for each in squad}
    places = played.filter(matchday=last[0]).values_list("position", "player") if last else ()
    return {position: player for position, player in places if position and player in still}


def playing(member: GroupTeam) -> list[LineupPlace]:
    """Who plays for a team at the moment."""
    return list(member.lineup.filter(entry__withdrawn=False).select_related("player", "entry"))


def waiting(member: GroupTeam) -> list[SquadMember]:
    """Who of the squad does not play at the moment."""
    busy = {place.player_id for place in playing(member)}
    return [each for each in squad_of(member) if each.player_id not in busy]


class ExchangeLine(NamedTuple):
    """A line of the Wechselliste, with the names this visitor may see."""

    group_team: GroupTeam
    goes: str
    comes: str
    serie: int
    deal: int
    reason: str


def exchanges_of(group: Group, role: Role | None) -> list[ExchangeLine]:
    """The Wechselliste of a group."""
    found = Exchange.objects.filter(group_team__group=group).select_related(
        "group_team__team", "out__player__merged_into", "into__player__merged_into"
    )
    return [
        ExchangeLine(
            each.group_team, each.out.name_for(role), each.into.name_for(role), each.serie, each.deal, each.reason
        )
        for each in found
    ]
