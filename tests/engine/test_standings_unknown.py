"""Results of which only the Leistung is known: they rank, and what is unknown parts nobody."""

from scoring.standings import BY_LEISTUNG, Result, rank, team_results, totals


def known(key: str, leistung: int, won: int, lost: int, round: int = 1) -> Result:
    return Result(key, round, 0, won, lost, leistung)


def unknown(key: str, leistung: int, round: int = 1) -> Result:
    return Result(key, round, None, None, None, leistung)


def places(results):
    return [(each.place, each.row.key, each.parted_by) for each in rank(totals(results), BY_LEISTUNG)]


def test_they_rank_by_their_leistung():
    results = [known("Anna", 900, 9, 1), unknown("Bert", 1000), known("Cora", 1100, 11, 0)]
    assert places(results) == [(1, "Cora", None), (2, "Bert", "leistung"), (3, "Anna", "leistung")]


def test_who_is_level_with_one_of_them_shares_the_place_whatever_was_won():
    results = [known("Anna", 1000, 12, 0), known("Bert", 1000, 8, 4), unknown("Cora", 1000), known("Dora", 999, 9, 9)]
    assert places(results) == [(1, "Anna", None), (1, "Bert", None), (1, "Cora", None), (4, "Dora", "leistung")]


def test_others_are_parted_as_ever():
    results = [known("Anna", 1000, 8, 0), known("Bert", 1000, 9, 0), unknown("Cora", 500), known("Dora", 500, 1, 1)]
    assert places(results) == [(1, "Bert", None), (2, "Anna", "won"), (3, "Cora", "leistung"), (3, "Dora", None)]


def test_a_sum_is_unknown_where_a_part_of_it_is():
    results = [known("Anna", 1000, 8, 1), unknown("Anna", 500, round=2), known("Bert", 700, 7, 2)]
    said = [(each.key, each.leistung, each.won, each.lost, each.spielpunkte, each.lists) for each in totals(results)]
    assert said == [("Anna", 1500, None, None, None, 2), ("Bert", 700, 7, 2, 0, 1)]
    [team] = team_results([known("Anna", 1000, 8, 1), unknown("Bert", 500)], {"Tandem": ["Anna", "Bert"]})
    assert (team.leistung, team.won, team.lists) == (1500, None, 2)
