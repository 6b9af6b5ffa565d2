"""Seasons that have ended, for tests: tables that stand as they are told, every match day binding, nothing played."""

import datetime
from collections.abc import Mapping, Sequence

from django.utils import timezone

from skatliga.history import save
from skatliga.leagues import seasons, squads
from skatliga.leagues.models import Division, Group, GroupTeam, Matchday, Season, ZoneJson
from skatliga.people.models import User
from skatliga.promotions.models import Promotion
from skatliga.promotions.next_season import next_season
from skatliga.promotions.services import confirm


def zones(text: str) -> list[ZoneJson]:
    """Zones as `+1-2 =3 -9-10`."""
    kinds = {"+": "up", "=": "playoff", "-": "down"}
    found: list[ZoneJson] = []
    for word in text.split():
        first, _dash, last = word[1:].partition("-")
        found.append({"kind": kinds[word[0]], "label": kinds[word[0]], "first": int(first), "last": int(last or first)})
    return found


def end_season(
    club, user: User, levels: Sequence[tuple[str, str, Mapping[str, str]]], name: str = "Liga 2026", **fields
) -> Season:
    """A season of levels (name, zones, Staffeln); a Staffel is its name with teams `Herz 1:12`, as many Pluspunkte."""
    season = seasons.create_season(club, name=name, rulebook="isko-2022", evaluation="seeger-fabian", **fields)
    for number, (level, text, divisions) in enumerate(levels, 1):
        made = seasons.set_level(season, number, level, zones(text))
        for division, teams in divisions.items():
            end_division(seasons.create_division(made, division), teams, user)
    seasons.set_state(season, Season.State.PUBLISHED)
    season.refresh_from_db()
    return season


def follow(season: Season, user: User, name: str = "Liga 2027") -> Season:
    """The next season, where nothing has to be said for it."""
    found = next_season(season, Promotion.objects.filter(season=season).first())
    assert found.problems == ()
    return confirm(season, name, found.token, user, unfinished=True)


def decide(promotion: Promotion, user: User, name: str) -> None:
    """What follows is decided, though match days are open; the next season is there without its Staffeln."""
    promotion.moves = list(next_season(promotion.season, promotion).moves)
    promotion.next_season, promotion.made_by = seasons.begin_next(promotion.season, name), user
    promotion.made_at = timezone.now()
    save(promotion, user)


def end_division(division: Division, teams: str, user: User) -> None:
    """Teams with their Pluspunkte, and one match day, at which nobody was there, that is binding."""
    parts = [line.rpartition(":") for line in teams.split(", ")]
    made = squads.create_teams(division, "\n".join(name for name, _colon, _points in parts))
    day = Matchday.objects.create(division=division, number=1, date=datetime.date(2026, 9, 5))
    group = Group.objects.create(matchday=day, number=1, binding_at=timezone.now(), binding_by=user)
    for team, (_name, _colon, points) in zip(made, parts, strict=True):
        if int(points):
            squads.change_team(team, start_plus=int(points), start_reason="Tabelle")
        GroupTeam.objects.create(matchday=day, group=group, team=team, absence=GroupTeam.Absence.ABSENT)
