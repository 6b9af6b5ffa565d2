"""The league of the demonstration: a federation's Staffel of eight teams in the middle of its season.

Its lists are the feet of games drawn at random (`demo_games`).
"""

import datetime
from collections.abc import Mapping
from random import Random

from scoring.wertung.presets import GroupTableRule
from skatliga.exchange.management.demo_games import draw_lists, tables_of
from skatliga.leagues import binding, fixture_plans, lineups, matchdays, seasons, squads
from skatliga.leagues.models import Group, Season, ZoneJson
from skatliga.lists.bulk_create import store_whole
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change
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
PLAN = "1: A* B C D / E* F H J\n2: A E B* F / C D H* J\n3: A H C* E / B D F J*\n4: A F D* H / B C E J"
DAYS = range(1, len(PLAN.splitlines()) + 1)
ZONES: list[ZoneJson] = [
    {"kind": "up", "label": "Aufstieg", "first": 1, "last": 1},
    {"kind": "playoff", "label": "Relegation", "first": 2, "last": 2},
    {"kind": "down", "label": "Abstieg", "first": 8, "last": 8},
]


def create_league(
    organiser: Club, users: Mapping[str, User], today: datetime.date, rules: Mapping[str, object], played: int
) -> Season:
    """A published season after so many match days, two at least.

    One group of the day before the last is not binding yet; of the last day a list is missing; the others are ahead.
    """
    season = seasons.create_season(organiser, name="Verbandsliga Demo", rule=GroupTableRule(), rounds=2, **rules)
    division = seasons.create_division(seasons.set_level(season, 1, "Verbandsliga", ZONES), "Staffel Ost Demo")
    for team, last_name in zip(squads.create_teams(division, TEAMS.strip()), LAST_NAMES, strict=True):
        names = [f"{first_name} {last_name}-Demo" for first_name in FIRST_NAMES]
        captain, *_others = squads.add_lines(team, "\n".join(names))
        squads.change_team(team, captain=captain.player)
    fixture_plans.set_plan(division, fixture_plans.read(PLAN))
    fixture_plans.set_dates(division, {day: today + datetime.timedelta(weeks=2 * (day - played) - 1) for day in DAYS})
    seasons.set_state(season, Season.State.PUBLISHED)
    by_chance = Random("Verbandsliga Demo")
    groups = Group.objects.filter(matchday__division=division, matchday__number__lte=played)
    groups = groups.select_related("matchday__division__season", "matchday__division__level", "host", "event")
    *others, last = groups.order_by("matchday__number", "number")
    for group in (*others, last):
        _begin(group)
        _play(group, users, by_chance, without_last=group is last)
    for group in others:
        _sign(group, users["leitung"])
    for group in others[:-2]:
        binding.bind(group, users["leitung"])
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
    event = group.event
    assert event  # it has begun
    tables = tables_of(event, *range(1, group.matchday.division.season.rounds + 1))
    lists = draw_lists(event, tables[:-1] if without_last else tables, by_chance, with_rows=False)
    store_whole(event, list(lists), users["liste"], "")
    for sheet in Sheet.objects.filter(table__round__event=event):
        move(sheet.pk, Sheet.State.CHECKED, Change(sheet.revision, users["leitung"]))


def _sign(group: Group, user: User) -> None:
    for member in group.teams.select_related("team__captain"):
        member.group = group
        matchdays.sign(member, member.team.captain.name if member.team.captain else "", user)
