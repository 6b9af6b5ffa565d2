"""Who may play for a team on a match day, by the rules of its federation: green, yellow or red, with the paragraph.

The engine says it (`scoring.federation.eligibility`); here stands what it is told.

* **D** It is asked where the organiser of the league, or what it belongs to, has rules (`federations.StartRules`), for
  teams of a club of this site.
* **D** Member is whoever has the licence for the club on the day of the match.
* **D** A start is to stand in a line-up, or to come in for somebody, on an earlier day of the calendar year.
* **D** Red is refused when a line-up is stored, yellow is told. A pass that is not known is yellow.
"""

import datetime
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.federation.eligibility import (
    Colour,
    EligibilityFinding,
    EligibilityRules,
    Starter,
    StartRequest,
    eligibility,
)
from skatliga.federations.licences import club_spells, rules_for
from skatliga.leagues.models import GroupTeam, LineupPlace
from skatliga.people.models import Player
from skatliga.rules.wording import term


class StartCheck(NamedTuple):
    """Whether a player may start, with all that speaks against it, in sentences with their paragraphs."""

    player: Player
    colour: Colour
    sentences: tuple[str, ...]


def start_checks(member: GroupTeam, players: Sequence[Player]) -> list[StartCheck]:
    """What is to be said of players as starters of a team; four queries, none of them for each player.

    Nothing where no rules are to be asked.
    """
    matchday = member.group.matchday
    season, club, day = matchday.division.season, member.team.club, matchday.date
    rules = rules_for(season.club) if club and day else None
    if not (rules and club and day):
        return []
    asked = EligibilityRules(clubs_a_year=rules.clubs_a_year, one_team=rules.one_team)
    spells, starts = club_spells(players), _starts_before(member, players)
    request = StartRequest(club.name, day.isoformat(), "league", "open", season.name, member.team.name)
    found = []
    for player in players:
        starter = Starter(
            pass_number=player.federation_number,
            clubs=spells.get(player.pk, ()),
            starts=tuple(starts[player.pk]),
        )
        said = eligibility(starter, request, asked)
        found.append(StartCheck(player, said.colour, tuple(_sentence(each, request) for each in said.findings)))
    return found


def refuse_ineligible(member: GroupTeam, players: Sequence[Player]) -> None:
    """Raise ValidationError with a sentence for everything by which one of these may not play for the team."""
    red = [check for check in start_checks(member, players) if check.colour == "red"]
    if red:
        raise ValidationError([f"{check.player.name}: {sentence}" for check in red for sentence in check.sentences])


def _starts_before(member: GroupTeam, players: Sequence[Player]) -> dict[int, list[StartRequest]]:
    """For whom they have played in leagues this year, on other days than this one."""
    matchday = member.group.matchday
    assert matchday.date
    places = LineupPlace.objects.filter(player__in=players, matchday__date__year=matchday.date.year)
    rows = places.exclude(matchday=matchday.pk).values_list(
        *("player", "matchday__date", "matchday__division__season__name"),
        *("group_team__team__name", "group_team__team__club__name"),
    )
    found: dict[int, list[StartRequest]] = defaultdict(list)
    for player, day, season, team, club in rows.order_by("matchday__date"):
        found[player].append(StartRequest(club or team, day.isoformat(), "league", "open", season, team))
    return found


def _sentence(finding: EligibilityFinding, request: StartRequest) -> str:
    if finding.code == "start_no_member":
        day = date_format(datetime.date.fromisoformat(request.day), "SHORT_DATE_FORMAT")
        said = _("Am %(day)s keine Lizenz für %(club)s.") % {"day": day, "club": request.club}
    else:
        said = term(finding.code, **finding.params)
    return f"{said} ({finding.rule})"
