"""Strengths across clubs, beside the plain algebra of Gaussian distributions with whole matrices."""

import datetime
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import sqrt
from random import Random

import pytest

from scoring.federation.strength import (
    ListKind,
    PlayedList,
    StrengthModel,
    Strengths,
    inverted,
)
from scoring.federation.strength_fit import fit

KINDS = {"seeger 3": ListKind(850, 440.0**2, 180.0**2), "seeger 4": ListKind(760, 400.0**2, 150.0**2)}
MODEL = StrengthModel(share=0.6, own=80.0**2, clubs=40.0**2, drift=1.5, kinds=KINDS)
CLUB_OF = {1: 10, 2: 10, 3: 20, 4: 30, 5: 20}


def product(a, b):
    return [[sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a]


def transposed(a):
    return [list(row) for row in zip(*a, strict=True)]


def solved(matrix, right):
    """Exact elimination."""
    rows = [[Fraction(x) for x in [*row, *more]] for row, more in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        rows[at] = [x / rows[at][at] for x in rows[at]]
        for other in range(len(rows)):
            if other != at:
                rows[other] = [x - rows[other][at] * y for x, y in zip(rows[other], rows[at], strict=True)]
    return [row[len(rows) :] for row in rows]


def by_algebra(played, mean, variance):
    """Means and variances after one list: own parts of the seats first, then the clubs 10, 20, 30."""
    seats = len(played.players)
    clubs = [10, 20, 30]
    takes = [[1 if i == j else -Fraction(6, 10) / (seats - 1) for j in range(seats)] for i in range(seats)]
    member = [[int(CLUB_OF[player] == club) for club in clubs] for player in played.players]
    design = [own + club for own, club in zip(takes, product(takes, member), strict=True)]
    kind, scale = KINDS[played.kind], Fraction(36) / Fraction(played.played)
    apart, together = scale * Fraction(kind.apart), scale * Fraction(kind.together)
    prior = [[Fraction(variance[i]) if i == j else 0 for j in range(len(mean))] for i in range(len(mean))]
    noise = [[together - apart / seats + (apart if i == j else 0) for j in range(seats)] for i in range(seats)]
    seen = product(product(design, prior), transposed(design))
    seen = [[x + y for x, y in zip(*rows, strict=True)] for rows in zip(seen, noise, strict=True)]
    expected = [Fraction(kind.level) + sum(x * Fraction(y) for x, y in zip(row, mean, strict=True)) for row in design]
    off = [[scale * points - value] for points, value in zip(played.points, expected, strict=True)]
    gain = product(
        product(prior, transposed(design)), solved(seen, [[int(i == j) for j in range(seats)] for i in range(seats)])
    )
    after = [x + y for x, [y] in zip(map(Fraction, mean), product(gain, off), strict=True)]
    less = product(product(gain, design), prior)
    return after, [prior[i][i] - less[i][i] for i in range(len(mean))], expected, [seen[i][i] for i in range(seats)]


@pytest.mark.parametrize(
    ("players", "points", "played"),
    [((1, 2, 3), (1400, 700, 400), 36), ((1, 3, 4), (-200, 1000, 900), 18), ((1, 2, 3, 4), (900, 1500, 100, 600), 36)],
)
def test_one_list_is_what_the_algebra_says(players, points, played):
    seats = len(players)
    each = PlayedList(100, f"seeger {seats}", played, players, points)
    known = Strengths(MODEL, CLUB_OF)
    means, variances, expected, spread = by_algebra(each, [0] * (seats + 3), [6400] * seats + [1600] * 3)
    told = known.expect(each)
    assert [one.mean for one in told] == pytest.approx([float(value) for value in expected])
    assert [one.deviation for one in told] == pytest.approx([sqrt(value) for value in spread])
    known.rate(each)
    for seat, player in enumerate(players):
        at = seats + [10, 20, 30].index(CLUB_OF[player])
        found = known.of(player, 100)
        assert found.mean == pytest.approx(float(means[seat] + means[at]))
        assert found.deviation == pytest.approx(sqrt(variances[seat] + variances[at]))
        assert found.lists == 1


def test_a_second_list_begins_where_the_first_has_ended():
    """As if what is known were independent; ten days later it is less sure."""
    one = PlayedList(100, "seeger 3", 36, (1, 2, 3), (1400, 700, 400))
    two = PlayedList(110, "seeger 3", 36, (1, 3, 4), (500, 900, 1300))
    known = Strengths(MODEL, CLUB_OF)
    known.rate(one)
    means, variances, *_rest = by_algebra(one, [0] * 6, [6400] * 3 + [1600] * 3)
    known.rate(two)
    own_means = [means[0], means[2], 0, *means[3:]]
    own_variances = [variances[0] + 15, variances[2] + 15, 6400, *variances[3:]]
    means, variances, *_rest = by_algebra(two, own_means, own_variances)
    for seat, player in enumerate((1, 3, 4)):
        found = known.of(player, 110)
        assert found.mean == pytest.approx(float(means[seat] + means[3 + seat]))
        assert found.deviation == pytest.approx(sqrt(variances[seat] + variances[3 + seat]))


def test_seats_do_not_matter():
    points = {1: 1400, 2: 300, 3: 900, 4: 650}
    found = set()
    for order in permutations(points):
        known = Strengths(MODEL, CLUB_OF)
        known.rate(PlayedList(1, "seeger 4", 36, order, tuple(points[player] for player in order)))
        found.add(tuple(round(value, 6) for player in points for value in known.of(player, 1)))
    assert len(found) == 1


def test_more_lists_make_it_surer_and_time_less_sure():
    known, draw, before = Strengths(MODEL, CLUB_OF), Random(4), 1e9
    for _list in range(40):
        known.rate(PlayedList(1, "seeger 3", 36, (1, 2, 3), tuple(draw.randrange(1800) for _seat in range(3))))
        now = known.of(1, 1).deviation
        assert now < before
        before = now
    assert known.of(1, 366).deviation == pytest.approx(sqrt(before**2 + 365 * 1.5))
    assert known.of(1, 366).mean == known.of(1, 1).mean


def test_who_is_ahead_gains_and_the_others_lose():
    known = Strengths(MODEL, {})
    known.rate(PlayedList(1, "seeger 3", 36, (1, 2, 3), (1850, 400, 300)))
    one, two, three = (known.of(player, 1).mean for player in (1, 2, 3))
    assert one > 0 > two > three


def test_a_newcomer_begins_where_his_club_stands():
    known = Strengths(MODEL, {1: 10, 2: 10, 3: 20, 4: 20, 5: 10})
    for day in range(50):
        known.rate(PlayedList(day, "seeger 4", 36, (1, 2, 3, 4), (1100, 1100, 500, 500)))
    newcomer, stranger = known.of(5, 50), known.of(99, 50)
    assert newcomer.mean > 20
    assert newcomer.lists == 0
    assert stranger.mean == 0
    assert stranger.deviation == pytest.approx(sqrt(6400 + 1600))
    assert newcomer.deviation < stranger.deviation
    assert sorted(known.players()) == [1, 2, 3, 4]


def test_guests_are_met_but_not_known():
    known = Strengths(MODEL, CLUB_OF)
    known.rate(PlayedList(1, "seeger 3", 36, (1, None, None), (1500, 600, 600)))
    assert known.of(1, 1).mean > 0
    assert known.players() == [1]


def test_a_list_of_a_kind_nobody_knows_is_left_out():
    known = Strengths(MODEL, CLUB_OF)
    odd = PlayedList(1, "ramsch 3", 36, (1, 2, 3), (1, 2, 3))
    known.rate(odd)
    assert known.expect(odd) == []
    assert known.players() == []


def test_an_inverse_is_one():
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]]
    inverse, log_determinant = inverted(matrix)
    whole = product(matrix, inverse)
    assert [round(value, 12) for row in whole for value in row] == [1, 0, 0, 0, 1, 0, 0, 0, 1]
    # 4 (6 - 0.04) - 1 (2 - 0.1) + 0.5 (0.2 - 1.5) = 21.29
    assert 2.718281828459045**log_determinant == pytest.approx(21.29)


def drawn(seed, lists, *, own=90.0, apart=400.0, takes=0.6):
    """Thirty clubs of eight, half of all lists at home; strengths and chance as said."""
    draw = Random(seed)
    club_of = {player: player // 8 for player in range(240)}
    true = {player: draw.gauss(0, own) for player in club_of}
    found = []
    for day in range(lists):
        home = draw.randrange(30)
        pool = range(8 * home, 8 * home + 8) if day % 2 else range(240)
        table = draw.sample(pool, 3)
        whole = sum(true[player] for player in table)
        points = [
            round(800 + true[player] - takes * (whole - true[player]) / 2 + draw.gauss(0, apart)) for player in table
        ]
        found.append(PlayedList(day // 20, "seeger 3", 36, tuple(table), tuple(points)))
    return found, club_of, true


@cache
def fitted():
    """The model that is found from many lists."""
    lists, club_of, _true = drawn(1, 2500)
    return fit(lists, club_of)


def test_the_model_is_found_from_the_lists():
    model = fitted()
    assert sqrt(model.own + model.clubs) == pytest.approx(90, rel=0.25)
    assert model.clubs < model.own / 4
    assert model.kinds["seeger 3"].level == pytest.approx(800, abs=15)
    assert sqrt(model.kinds["seeger 3"].apart) == pytest.approx(400, rel=0.03)
    assert sqrt(model.kinds["seeger 3"].together) == pytest.approx(400 / sqrt(3), rel=0.05)
    assert model.share == pytest.approx(0.6, abs=0.25)


def test_it_is_as_sure_as_it_is_right():
    """Of predicted results and of true strengths about 95 of 100 lie where they are said to."""
    results, strengths = [], []
    for seed in range(2, 6):
        lists, club_of, true = drawn(seed, 3000)
        known = Strengths(fitted(), club_of)
        for number, each in enumerate(lists):
            if number >= 1000:
                for told, got in zip(known.expect(each), each.results, strict=True):
                    low, high = told.bounds
                    results.append(low <= got <= high)
            known.rate(each)
        last = lists[-1].day
        for player in known.players():
            found = known.of(player, last)
            strengths.append(abs(found.mean - true[player]) <= 1.96 * found.deviation)
    assert 0.93 <= sum(results) / len(results) <= 0.97
    assert 0.91 <= sum(strengths) / len(strengths) <= 0.99


def test_few_lists_make_no_model():
    assert fit([], {}).kinds == {}
    day = datetime.date(2026, 1, 7).toordinal()
    assert fit([PlayedList(day, "seeger 3", 36, (1, 2, 3), (900, 500, 700))] * 19, {}).kinds == {}
    assert set(fit([PlayedList(day, "seeger 3", 36, (1, 2, 3), (900, 500, 700))] * 20, {}).kinds) == {"seeger 3"}


def test_few_lists_that_show_no_difference_do_not_make_all_alike():
    """Six players, each list with the same three results: nobody knows yet whether they differ."""
    draw, club_of = Random(5), dict.fromkeys(range(1, 7), 1)
    lists = []
    for day in range(40):
        lists.append(PlayedList(day, "seeger 3", 36, tuple(draw.sample(range(1, 7), 3)), (1300, 800, 300)))
    model = fit(lists, club_of)
    known = Strengths(model, club_of)
    for each in lists:
        known.rate(each)
    assert known.of(1, 40).deviation > 30  # chance is 500 points on a list, so twenty lists leave 100 in doubt
