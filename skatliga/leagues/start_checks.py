"""Who may play for a team on a match day, by the rules of its federation (`federations.start_checks`).

* **D** It is asked where the organiser of the league, or what it belongs to, has rules (`federations.StartRules`), for
  teams of a club of this site.
* **D** Red is refused when a line-up is stored, yellow is told. A pass that is not known is yellow.
"""

from collections.abc import Collection, Iterator, Sequence

from django.core.exceptions import ValidationError

from scoring.federation.eligibility import StartRequest
from skatliga.federations.signals import StartOnRecord, register_starts
from skatliga.federations.start_checks import StartCheck, is_joint, refusals, registers_of, start_checks
from skatliga.federations.start_rules import as_eligibility_rules, rules_for
from skatliga.leagues.models import GroupTeam, LineupPlace
from skatliga.people.models import Player


def line_up_checks(member: GroupTeam, players: Sequence[Player]) -> list[StartCheck]:
    """What is to be said of players as starters of a team; seven queries, none of them for each player.

    Nothing where no rules are to be asked.
    """
    matchday = member.group.matchday
    season, club, day = matchday.division.season, member.team.club, matchday.date
    rules = rules_for(season.club) if club and day else None
    if not (rules and club and day):
        return []
    joint = (club.name,) if is_joint(club.kind) else ()
    start = StartRequest(club.name, day.isoformat(), "league", "open", season.name, member.team.name, joint)
    registers = registers_of([player.pk for player in players])
    where = _where(matchday.pk)
    return start_checks([(player, start) for player in players], as_eligibility_rules(rules), where, registers)


def refuse_ineligible(member: GroupTeam, players: Sequence[Player]) -> None:
    """Raise ValidationError with a sentence for everything by which one of these may not play for the team."""
    checks = line_up_checks(member, players)
    if refused := refusals((check.player.name, check) for check in checks if check.player):
        raise ValidationError(refused)


def _where(matchday: int) -> str:
    return f"matchday {matchday}"


@register_starts
def find_starts(players: Collection[int], year: int) -> Iterator[StartOnRecord]:
    """For whom players have played in leagues in a year."""
    places = LineupPlace.objects.filter(player__in=players, matchday__date__year=year)
    rows = places.values_list(
        *("player", "matchday", "matchday__date", "matchday__division__season__name"),
        *("group_team__team__name", "group_team__team__club__name", "group_team__team__club__kind"),
    )
    for player, matchday, day, season, team, club, kind in rows.order_by("matchday__date"):
        joint = (club,) if club and is_joint(kind) else ()
        start = StartRequest(club or team, day.isoformat(), "league", "open", season, team, joint)
        yield StartOnRecord(player, start, _where(matchday))
