"""Fixture plans: the default one counted pair by pair, what is found in others, typed plans, tables of a group."""

from itertools import combinations

import pytest

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
