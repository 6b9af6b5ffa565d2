"""The league of the demonstration: a federation's Staffel of eight teams after two of three match days.

Its lists are feet drawn at random, of games as they are usually won and lost; they are entered as any others are.
"""

import datetime
from collections.abc import Mapping
from random import Random

from scoring.foot_check import PaperFoot
from skatliga.events.models import Table
from skatliga.leagues import binding, fixture_plans, lineups, matchdays, seasons, squads
from skatliga.leagues.models import Group, Season, ZoneJson
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import move
from skatliga.people.models import Club, User

TEAMS = """
A Herz Buben Demo (Altenburg)
B Karo Damen Demo (Gera)
C Kreuz Könige Demo (Jena)
D Pik Asse Demo (Weimar)
E Grand Hand Demo (Erfurt)
F Null Ouvert Demo (Gotha)
H Schneider Frei Demo (Suhl)
J Ramsch Runde Demo (Apolda)
"""
FIRST_NAMES = ("Alma", "Bruno", "Clara", "Detlef", "Edith")
LAST_NAMES = ("Ahorn", "Birke", "Erle", "Fichte", "Hasel", "Kiefer", "Linde", "Ulme")
PLAN = "1: A* B C D / E* F H J\n2: A E B* F / C D H* J\n3: A H C* E / B D F J*"
ZONES: list[ZoneJson] = [
    {"kind": "up", "label": "Aufstieg", "first": 1, "last": 1},
    {"kind": "playoff", "label": "Relegation", "first": 2, "last": 2},
    {"kind": "down", "label": "Abstieg", "first": 8, "last": 8},
]
VALUES = (18, 20, 22, 24, 27, 30, 33, 36, 40, 44, 48, 50, 55, 60, 72)
"""What most games are worth."""


def create_league(
    organiser: Club, users: Mapping[str, User], today: datetime.date, rules: Mapping[str, object]
) -> Season:
    """A published season: the first day binding or checked, of the second a list is missing, the third is ahead."""
    season = seasons.create_season(organiser, name="Verbandsliga Demo", rounds=2, **rules)
    division = seasons.create_division(seasons.set_level(season, 1, "Verbandsliga", ZONES), "Staffel Ost Demo")
    for team, last_name in zip(squads.create_teams(division, TEAMS.strip()), LAST_NAMES, strict=True):
        names = [f"{first_name} {last_name}-Demo" for first_name in FIRST_NAMES]
        captain, *_others = squads.add_lines(team, "\n".join(names))
        squads.change_team(team, captain=captain.player)
    fixture_plans.set_plan(division, fixture_plans.read(PLAN))
    fixture_plans.set_dates(division, {day: today + datetime.timedelta(weeks=2 * day - 5) for day in (1, 2, 3)})
    seasons.set_state(season, Season.State.PUBLISHED)
    by_chance = Random("Verbandsliga Demo")
    groups = Group.objects.filter(matchday__division=division, matchday__number__lte=2)
    groups = groups.select_related("matchday__division__season", "matchday__division__level", "host", "event")
    first, second, third, fourth = groups.order_by("matchday__number", "number")
    for group in (first, second, third, fourth):
        _begin(group)
        _play(group, users, by_chance, without_last=group is fourth)
    for group in (first, second, third):
        _sign(group, users["leitung"])
    binding.bind(first, users["leitung"])
    return season


def _begin(group: Group) -> None:
    """Every team names its first four; the group begins."""
    for member in group.teams.select_related("team"):
        member.group = group
        squad = member.team.squad.select_related("player").order_by("pk")
        lineups.set_lineup(member, [each.player for each in squad[: len(FIRST_NAMES) - 1]])
    matchdays.begin(group)


def _play(group: Group, users: Mapping[str, User], by_chance: Random, without_last: bool) -> None:
    """Enter and check every list, or all but the last."""
    tables = list(Table.objects.filter(round__event=group.event).order_by("round__number", "number"))
    for table in tables[:-1] if without_last else tables:
        sheet = open_sheet(table, users["liste"])
        feet = [_foot(by_chance) for _seat in range(sheet.seats)]
        passed = sheet.deals - sum(foot.won + foot.lost for foot in feet)
        enter_feet(sheet.pk, feet, passed, Change(sheet.revision, users["liste"]))
        move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision + 1, users["liste"]))
        move(sheet.pk, Sheet.State.CHECKED, Change(sheet.revision + 2, users["leitung"]))


def _foot(by_chance: Random) -> PaperFoot:
    """What a player may have at the foot of a list: games won and lost, and what they come to."""
    won, lost = by_chance.randint(6, 10), by_chance.randint(0, 2)
    points = sum(by_chance.choices(VALUES, k=won)) - 2 * sum(by_chance.choices(VALUES[:8], k=lost))
    return PaperFoot(points, won, lost, None)


def _sign(group: Group, user: User) -> None:
    for member in group.teams.select_related("team__captain"):
        member.group = group
        matchdays.sign(member, member.team.captain.name if member.team.captain else "", user)
