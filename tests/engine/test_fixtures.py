"""Fixture plans: the default one counted pair by pair, what is found in others, typed plans, tables of a group."""

from collections import Counter
from itertools import combinations

import pytest

from scoring.fixture_proposals import LARGEST, SMALLEST, never_met, propose_plan, usual_days
from scoring.fixtures import (
    LETTERS,
    Fixture,
    PlanFinding,
    PlanKind,
    PlanMisread,
    default_plan,
    find_in_plan,
    read_plan,
    seat_group,
    split_group,
    write_plan,
)


def test_the_default_plan_is_a_design():
    """Counted here without the module: every one of the 120 pairs in exactly one of 20 groups, four groups a day."""
    plan = default_plan()
    assert [len(day) for day in plan] == [4] * 5
    met: dict[frozenset[str], int] = {}
    for day in plan:
        assert sorted("".join("".join(fixture.teams) for fixture in day)) == sorted(LETTERS)
        for fixture in day:
            for pair in combinations(fixture.teams, 2):
                met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    assert met == {frozenset(pair): 1 for pair in combinations("ABCDEFHJKLMNPRST", 2)}


def test_in_the_default_plan_everybody_is_host_once_in_four_days():
    *four, fifth = default_plan()
    hosts = [fixture.host for day in four for fixture in day]
    assert all(fixture.host in fixture.teams for day in four for fixture in day)
    assert sorted(hosts) == sorted("ABCDEFHJKLMNPRST")
    assert [fixture.host for fixture in fifth] == [None] * 4


def test_nothing_is_found_in_the_default_plan():
    assert find_in_plan(default_plan(), LETTERS) == []


def test_a_plan_is_read_as_it_is_written():
    assert read_plan(write_plan(default_plan())) == (default_plan(), ())


def test_a_typed_plan_may_lack_numbers_and_be_in_small_letters():
    typed = "a* b c, d / e f h j*\n\n2: A E C H | b f d j"
    assert read_plan(typed) == (
        (
            (Fixture(("A", "B", "C", "D"), "A"), Fixture(("E", "F", "H", "J"), "J")),
            (Fixture(("A", "E", "C", "H")), Fixture(("B", "F", "D", "J"))),
        ),
        (),
    )


def test_words_that_are_no_team_are_named_with_their_line():
    assert read_plan("1: A B\n3: A C\n03. Tag: B C")[1] == (PlanMisread(2, "3:"),)
    plan, misread = read_plan("A B C D\nA B* 7 D* / *E")
    assert misread == (PlanMisread(2, "7"), PlanMisread(2, "D*"), PlanMisread(2, "*E"))
    assert plan[1] == (Fixture(("A", "B", "D"), "B"), Fixture(()))


def test_pairs_that_meet_twice_or_never_are_named():
    plan, _ = read_plan("A* B C D / E* F H J\nA* B E F / C D H J")
    assert find_in_plan(plan, "ABCDEFHJ") == [
        PlanFinding(PlanKind.MET, ("A", "B"), times=2),
        PlanFinding(PlanKind.MET, ("C", "D"), times=2),
        PlanFinding(PlanKind.MET, ("E", "F"), times=2),
        PlanFinding(PlanKind.MET, ("H", "J"), times=2),
        *(PlanFinding(PlanKind.NEVER, (one, other)) for one, other in ("AH", "AJ", "BH", "BJ", "CE", "CF", "DE", "DF")),
        PlanFinding(PlanKind.HOSTS, ("A",), times=2),
        PlanFinding(PlanKind.HOSTS, ("E",), times=1),
        PlanFinding(PlanKind.HOSTS, ("B", "C", "D", "F", "H", "J"), times=0),
    ]


def test_what_cannot_be_played_comes_first():
    plan = ((Fixture(("A", "B", "A"), "C"), Fixture(("X",))),)
    kinds = [(finding.kind, finding.teams) for finding in find_in_plan(plan, "ABC")]
    assert kinds[:4] == [
        (PlanKind.UNKNOWN, ("X",)),
        (PlanKind.TWICE, ("A",)),
        (PlanKind.FOREIGN_HOST, ("C",)),
        (PlanKind.ALONE, ("X",)),
    ]
    assert (PlanKind.FREE, ("C",)) in kinds[4:]


@pytest.mark.parametrize(
    ("players", "tables"),
    [  # as they are played: DOMAIN 4
        ((4, 4, 4, 4), (4, 4, 4, 4)),
        ((4, 4, 4, 3), (4, 4, 4, 3)),
        ((4, 4, 3, 3), (4, 4, 3, 3)),
        ((4, 3, 3, 3), (4, 3, 3, 3)),
        ((3, 3, 3, 3), (4, 4, 4)),
        ((4, 4, 4), (3, 3, 3, 3)),
        ((3, 3, 3), (3, 3, 3)),
        ((4, 4, 4, 4, 4), (4, 4, 4, 4, 4)),
    ],
)
def test_the_tables_of_a_group(players, tables):
    assert split_group(players) == tables


@pytest.mark.parametrize("players", [(4, 4, 3), (4, 3, 3), (4, 4), (), (4,)])
def test_line_ups_that_fit_no_tables(players):
    with pytest.raises(ValueError, match="do not fit"):
        split_group(players)


@pytest.mark.parametrize(
    ("sizes", "serien", "tables"),
    [
        ((4, 4, 4, 4), 4, [4, 4, 4, 4]),
        ((4, 3, 4, 4), 4, [4, 4, 4, 3]),
        ((3, 4, 4, 3), 3, [4, 4, 3, 3]),
        ((3, 3, 4, 3), 3, [4, 3, 3, 3]),
        ((4, 4, 4), 4, [3, 3, 3, 3]),
    ],
)
def test_the_rule_for_groups_lets_nobody_meet_twice_nor_a_team_mate(sizes, serien, tables):
    teams = [[f"{team}{place}" for place in range(size)] for team, size in enumerate(sizes)]
    seatings = seat_group(teams, serien)
    assert [[len(table) for table in seating] for seating in seatings] == [tables] * serien
    everybody = sorted(player for team in teams for player in team)
    assert [sorted(player for table in seating for player in table) for seating in seatings] == [everybody] * serien
    met = [frozenset(pair) for seating in seatings for table in seating for pair in combinations(table, 2)]
    assert len(met) == len(set(met))
    assert all(len({player[0] for player in pair}) == 2 for pair in met)


@pytest.mark.parametrize("sizes", [(5, 4, 4, 4), (4, 4, 4, 4, 4)])
def test_larger_groups_have_no_rule(sizes):
    assert seat_group([range(size) for size in sizes], 3) == ()


# ---- Proposals for Staffeln of other sizes; everything is counted here without the module


def letters_of(number: int) -> list[str]:
    return [chr(65 + team) for team in range(number)]


def count_pairs(plan) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for day in plan for fixture in day for pair in combinations(fixture.teams, 2))


@pytest.mark.parametrize("number", range(4, 25))
def test_a_proposed_plan_lets_everybody_meet(number):
    """Everybody plays once a day in a group of three or four, all 6 to 276 pairs meet, few of them twice."""
    teams = letters_of(number)
    plan = propose_plan(teams)
    for day in plan:
        assert sorted(team for fixture in day for team in fixture.teams) == teams
        sizes = {len(fixture.teams) for fixture in day}
        assert sizes <= ({5} if number == 5 else {3, 4})
    met = count_pairs(plan)
    assert set(met) == {frozenset(pair) for pair in combinations(teams, 2)}
    assert max(met.values()) <= {4: 4, 5: 5, 6: 4, 7: 3, 8: 3, 10: 4, 12: 3}.get(number, 2)


@pytest.mark.parametrize(
    ("number", "days"),
    [(4, 4), (6, 4), (8, 3), (9, 4), (10, 4), (12, 5), (14, 6), (15, 5), (16, 5), (18, 8), (20, 7), (24, 10)],
)
def test_how_many_days_it_takes_until_all_have_met(number, days):
    """Never less than a team has opponents, of whom it meets three a day: 23 of them take 8 days at least."""
    assert usual_days(number) == days >= -(-(number - 1) // 3)


@pytest.mark.parametrize("days", [1, 2, 3, 5, 8, 12])
@pytest.mark.parametrize("number", range(4, 25))
def test_hosts_of_a_proposed_plan_take_turns(number, days):
    plan = propose_plan(letters_of(number), days)
    hosts = [fixture.host for day in plan for fixture in day]
    assert all(fixture.host is None or fixture.host in fixture.teams for day in plan for fixture in day)
    often = [hosts.count(team) for team in letters_of(number)]
    assert (len(plan), max(often) - min(often) <= 1) == (days, True)
    assert hosts.count(None) == (4 if (number, days) == (16, 5) else 0)


def test_a_plan_of_fewer_days_says_how_many_never_meet():
    """Twelve teams, three days: each meets 9 of 11 at most, so 12 pairs at least are left out."""
    plan = propose_plan(letters_of(12), 3)
    assert never_met(plan, letters_of(12)) == 66 - len(count_pairs(plan)) >= 12


@pytest.mark.parametrize(("number", "days"), [(3, None), (25, None), (8, 0), (8, 31)])
def test_no_plan_is_proposed_for_what_is_no_staffel(number, days):
    assert (SMALLEST, LARGEST) == (4, 24)
    with pytest.raises(ValueError, match="no plan"):
        propose_plan(letters_of(number), days)
