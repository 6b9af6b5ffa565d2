"""Staffeln proposed by region and strength: what must hold always, and how near the best of all divisions they are."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import dist
from random import Random

import pytest
from whole import share

from scoring.federation.divisions import PLACE_KM, DivisionTeam, DivisionWish, propose_divisions, way
from scoring.pyramid_json import answer_text


def some_teams(random: Random, count: int, clubs: int) -> list[DivisionTeam]:
    return [
        DivisionTeam(
            f"T{number:02}", f"c{random.randrange(clubs)}", at=(random.randint(0, 400), random.randint(0, 400))
        )
        for number in random.sample(range(count), count)
    ]


def measured(teams: list[DivisionTeam], divisions) -> tuple[int, Fraction]:
    """Kilometres between all teams of a Staffel, and by how many places Staffeln are off; counted plainly."""
    by_key = {team.key: team for team in teams}
    place = {team.key: number for number, team in enumerate(teams)}
    km = sum(int(dist(by_key[a].at, by_key[b].at)) for each in divisions for a, b in combinations(each, 2))
    mean = Fraction(sum(place.values()), len(teams))
    apart = sum(abs(sum(place[key] - mean for key in each)) for each in divisions)
    return km, apart


def keeps_limit(teams: list[DivisionTeam], divisions, limit: int) -> bool:
    club = {team.key: team.club for team in teams}
    return all(max(Counter(club[key] for key in each).values()) <= limit for each in divisions)


@pytest.mark.parametrize("begin", range(0, share(240), 10))
def test_everybody_has_one_staffel_and_clubs_keep_their_limits(begin):
    for seed in range(begin, begin + 10):
        random = Random(seed)
        count, limit = random.randint(1, 20), random.randint(1, 2)
        teams = some_teams(random, count, random.randint(2, 8))
        wish = DivisionWish(random.randint(1, 4), random.choice((None, 4, 6)), limit)
        proposal = propose_divisions(teams, wish)
        assert sorted(key for each in proposal.divisions for key in each) == sorted(team.key for team in teams)
        sizes = [len(each) for each in proposal.divisions]
        assert max(sizes) - min(sizes) <= 1 and len(sizes) == wish.number_for(teams)
        assert keeps_limit(teams, proposal.divisions, limit)
        km, apart = measured(teams, proposal.divisions)
        assert (proposal.km, proposal.apart) == (km, int(apart))


def test_small_proposals_are_nearly_the_best_there_are():
    """Eight teams in two Staffeln, club by club one in each: against all 35 divisions."""
    best_found, worse = 0, []
    for seed in range(40):
        teams = some_teams(Random(seed), 8, 6)
        limit = max(1, *(-(-times // 2) for times in Counter(team.club for team in teams).values()))
        costs = []
        for some in combinations([team.key for team in teams[1:]], 3):
            one = {teams[0].key, *some}
            divisions = [sorted(one), sorted(team.key for team in teams if team.key not in one)]
            if keeps_limit(teams, divisions, limit):
                km, apart = measured(teams, divisions)
                costs.append(km + PLACE_KM * apart)
        km, apart = measured(teams, propose_divisions(teams, DivisionWish(2, club_limit=limit)).divisions)
        best_found += km + PLACE_KM * apart == min(costs)
        worse.append((km + PLACE_KM * apart) / min(costs))
    assert best_found >= 39
    assert max(worse) < Fraction(105, 100)


def test_north_and_south_are_apart_and_equally_strong():
    north = [DivisionTeam(f"N{number}", f"n{number}", at=(number, 500)) for number in range(8)]
    south = [DivisionTeam(f"S{number}", f"s{number}", at=(number, 0)) for number in range(8)]
    teams = [team for pair in zip(north, south, strict=True) for team in pair]
    assert {frozenset(each) for each in propose_divisions(teams, DivisionWish(2)).divisions} == {
        frozenset(team.key for team in north),
        frozenset(team.key for team in south),
    }


def test_who_is_nowhere_is_put_by_region():
    regions = {"07.01": "ABC", "07.02": "DEF", "08.01": "GHJ"}
    teams = [DivisionTeam(key, key, region) for region, keys in regions.items() for key in keys]
    assert way(teams[0], teams[3]) < way(teams[0], teams[6])
    assert propose_divisions(teams, DivisionWish(3)).divisions == (("A", "B", "C"), ("D", "E", "F"), ("G", "H", "J"))


def test_a_pyramid_makes_its_staffeln():
    """Two of a club in two Staffeln may both be there; the third one cannot come up."""
    tables = {
        "O": [{"team": f"{club}1", "club": club, "at": [100 * n, 0]} for n, club in enumerate("ABC")],
        "P": [{"team": f"{club}2", "club": club, "at": [100 * n, 0], "points": -9} for n, club in enumerate("AD")],
    }
    lower = {"L": [{"team": "A3", "club": "A"}, {"team": "E1", "club": "E", "at": [90, 0]}]}
    given = {
        "levels": [
            {"level": "O", "tables": tables, "places": 6, "divisions": {"number": 2, "club_limit": 1}},
            {"level": "L", "above": "O", "up": 1, "reach": 2, "tables": lower, "divisions": {"size": 4}},
        ]
    }
    answer, good = answer_text(json.dumps(given))
    assert good
    lower_level, upper_level = answer["levels"]
    assert lower_level["divisions"] == [["A3"]]
    assert sorted(key for each in upper_level["divisions"] for key in each) == ["A1", "A2", "B1", "C1", "D2", "E1"]
    assert all(not {"A1", "A2"} <= set(each) for each in upper_level["divisions"])
