"""What can still become of a table, against every outcome that there is; chances that come true as often as said."""

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest
from whole import share

from scoring.forecast.calibration import ForecastCheck, bands, brier, miscalibration
from scoring.forecast.reach import Contender, OpenField, PlaceReach, ReachSpan, reach, reach_of_spans
from scoring.forecast.simulation import chances, deviation, drawn, league_player
from scoring.forecast.strengths import FieldForm, FormEstimate, estimate
from scoring.forecast.year_rest import ComingEvening, PartLimits, YearSoFar, limits_seen, spans, year_player
from scoring.wertung import Award, Fold, Rank, WertungRule, tabulate
from scoring.wertung.presets import OF_A_YEAR, TableRule
from scoring.wertung.results import labels_by_name, labels_of, result


def weak_orders(keys):
    """Every way in which some can stand behind each other or level, as groups, best first."""
    if not keys:
        yield []
        return
    for chosen in product((False, True), repeat=len(keys)):
        first = [key for key, taken in zip(keys, chosen, strict=True) if taken]
        if first:
            for rest in weak_orders([key for key in keys if key not in first]):
                yield [first, *rest]


def outcomes(field):
    """What a field can bring its competitors, each once."""
    found = set()
    for order in weak_orders(list(field.keys)):
        got, place = {}, 0
        for level in order:
            each = Fraction(sum(field.values[place : place + len(level)]), len(level))
            got |= dict.fromkeys(level, each)
            place += len(level)
        found.add(tuple(got[key] for key in field.keys))
    return found


def by_brute_force(contenders, fields):
    """Best and worst place of everybody over all outcomes; who is level while one still plays can be in front."""
    playing = {key for field in fields for key in field.keys}
    found = {each.key: [len(contenders), 1] for each in contenders}
    for brought in product(*(outcomes(field) for field in fields)):
        worth = {each.key: Fraction(each.worth) for each in contenders}
        for field, shares in zip(fields, brought, strict=True):
            for key, points in zip(field.keys, shares, strict=True):
                worth[key] += points
        for one in contenders:
            ahead = level = 0
            for other in contenders:
                if other.key == one.key:
                    continue
                if worth[other.key] != worth[one.key]:
                    ahead += worth[other.key] > worth[one.key]
                elif one.key in playing or other.key in playing:
                    level += 1
                else:
                    ahead += other.rest > one.rest
            best, worst = found[one.key]
            found[one.key] = [min(best, 1 + ahead), max(worst, 1 + ahead + level)]
    return {key: tuple(both) for key, both in found.items()}


def small_league(random):
    """A few teams with some points, and a few Serien of groups still to be played."""
    keys = [chr(65 + number) for number in range(random.randint(3, 6))]
    contenders = [Contender(key, random.randint(0, 8), (random.randint(0, 2),)) for key in keys]
    fields = []
    while len(fields) < random.randint(1, 3):
        size = random.choice((2, 3, 3, 4))
        if size <= len(keys):
            fields.append(OpenField(tuple(random.sample(keys, size)), tuple(range(size - 1, -1, -1))))
    while sum(len(field.keys) > 3 for field in fields) > 2 or (
        len(fields) == 3 and any(len(f.keys) > 3 for f in fields)
    ):
        fields.pop()
    return contenders, fields


@cache
def tried_out(seed):
    """A small league, and what is found by brute force."""
    contenders, fields = small_league(Random(seed))
    return contenders, fields, by_brute_force(contenders, fields)


@pytest.mark.parametrize("seed", range(share(60, 2)))
def test_small_leagues_are_told_exactly(seed):
    contenders, fields, places = tried_out(seed)
    assert reach(contenders, fields) == {key: PlaceReach(*both, True, True) for key, both in places.items()}


def test_where_three_of_four_must_get_too_much():
    """One Serie is left: of B, C, D, all one point behind A, two can stay at or below A, never all three."""
    contenders = [Contender("A", 10), Contender("B", 9), Contender("C", 9), Contender("D", 9), Contender("E", 0)]
    fields = [OpenField(("B", "C", "D"), (3, 1, 0))]
    assert reach(contenders, fields)["A"] == PlaceReach(2, 4, True, True)
    fields = [OpenField(("B", "C", "D", "E"), (3, 2, 1, 0))]
    # A at best: E takes 3, and of 2, 1, 0 somebody gets 2; shared they all get 1.
    assert reach(contenders, fields)["A"] == PlaceReach(1, 4, True, True)


def test_who_is_done_is_parted_by_the_sums():
    contenders = [Contender("A", 5, (100,)), Contender("B", 5, (90,)), Contender("C", 5, (90,))]
    told = reach(contenders, [])
    assert {key: (each.best, each.worst) for key, each in told.items()} == {"A": (1, 1), "B": (2, 2), "C": (2, 2)}


def test_what_is_too_much_to_try_is_told_as_a_bound(monkeypatch):
    monkeypatch.setattr("scoring.forecast.reach.MOST_STEPS", 0)
    for seed in range(20):
        contenders, fields, places = tried_out(seed)
        found = reach(contenders, fields)
        for key, (best, worst) in places.items():
            assert found[key].best <= best and worst <= found[key].worst


SCALE = (3, 2, 1, 0)


def league_of_sixteen(days_left: int, seed: int):
    """Sixteen teams, on each match day four groups of four, three Serien; the days before are played by lot."""
    random = Random(seed)
    keys = [chr(65 + number) for number in range(16)]
    worth, leistung, to_come = dict.fromkeys(keys, 0), dict.fromkeys(keys, 0), []
    for day in range(5):
        random.shuffle(keys)
        for group in range(4):
            for _serie in range(3):
                teams = keys[4 * group : 4 * group + 4]
                if day >= 5 - days_left:
                    to_come.append(OpenField(tuple(teams), SCALE))
                    continue
                for place, key in enumerate(random.sample(teams, 4)):
                    worth[key] += SCALE[place]
                    leistung[key] += random.randint(3000, 5000)
    return [Contender(key, worth[key], (leistung[key],)) for key in sorted(keys)], to_come


@pytest.mark.parametrize("days_left", [1, 2])
def test_tables_of_the_engine_stay_within(days_left):
    """Outcomes by chance, counted and placed by the engine as every table is, never leave what was told."""
    contenders, fields = league_of_sixteen(days_left, 7)
    told = reach(contenders, fields)
    random = Random(1)
    rule = WertungRule(
        (Award(("serie", "group"), ("leistung",), {4: SCALE}), Fold(("team",))), Rank(("points", "leistung"))
    )
    start = [result({"team": each.key}, {"points": each.worth, "leistung": each.rest[0]}) for each in contenders]
    for _time in range(100):
        strong = {each.key: random.randint(1000, 9000) for each in contenders}
        results = [
            result({"team": key, "serie": number, "group": 1}, {"leistung": strong[key] + random.randint(0, 3000)})
            for number, field in enumerate(fields)
            for key in field.keys
        ]
        for row in tabulate(rule, results, start=start).rows:
            places = told[str(row.result.label("team"))]
            assert places.best <= row.place <= places.worst


def test_spans():
    spans = [
        ReachSpan("A", (10,), (30,)),
        ReachSpan("B", (5,), (12,)),
        ReachSpan("C", None, (40,)),
        ReachSpan("D", (1,), (9,)),
        ReachSpan("E", None, None),
    ]
    assert reach_of_spans(spans) == {"A": (1, 3), "B": (1, 4), "C": (1, 4), "D": (2, 4), "E": None}


# ---- Chances


def test_deviations_are_nearly_normal():
    random = Random("Skat")
    rolled = [deviation(random) for _time in range(20_000)]
    assert abs(sum(rolled)) / 20_000 < 30
    assert 960 < (sum(value**2 for value in rolled) / 20_000) ** 0.5 < 1040
    assert 0.66 < sum(abs(value) < 1000 for value in rolled) / 20_000 < 0.71


def test_the_same_seed_gives_the_same_chances():
    contenders, fields = league_of_sixteen(1, 3)
    form = estimate({each.key: [each.rest[0] // 12 + number for number in (-300, 0, 300)] for each in contenders})
    play = league_player(
        contenders, fields, form, dict.fromkeys((c.key for c in contenders), 0), lambda k, w, p: (w, p)
    )
    keys = [each.key for each in contenders]
    assert chances(keys, 40, "7", play) == chances(keys, 40, "7", play) != chances(keys, 40, "8", play)
    told = chances(keys, 40, "7", play)
    assert {sum(counts) for counts in told.counts.values()} == {40}
    assert told.among_first("A", 16) == 1000


def test_strength_is_believed_as_far_as_it_shows():
    alike = estimate({"A": [100, 300, 200], "B": [300, 100, 200], "C": [200, 200, 200]})
    assert [alike.of[key].mean for key in "ABC"] == [200, 200, 200]
    apart = estimate({"A": [1000, 1010, 990], "B": [100, 110, 90], "C": []})
    assert (apart.of["A"].mean, apart.of["B"].mean, apart.of["C"].mean) == (1000, 100, 550)
    with pytest.raises(ValueError, match="no result"):
        estimate({"A": []})


def test_chances_by_how_high_they_were():
    checks = [*[ForecastCheck(700, True)] * 7, *[ForecastCheck(700, False)] * 3, ForecastCheck(1000, False)]
    found = bands(checks)
    assert [(band.first, band.last, band.number, band.said, band.happened) for band in found] == [
        (60, 80, 10, 70, 70),
        (95, 100, 1, 100, 0),
    ]
    assert miscalibration(found) == Fraction(100, 11)
    assert brier(checks) == Fraction(7 * 9 + 3 * 49 + 100, 1100)


def test_simulated_leagues_come_true_as_often_as_said():
    """Strengths are drawn, three days played, the first four forecast, the rest played: fixed seeds."""
    checks = []
    for seed in range(12):
        random = Random(f"league {seed}")
        strong = {chr(65 + number): drawn(random, 4000, 300) for number in range(16)}
        contenders, fields = league_of_sixteen(2, seed)
        brought = {each.key: [drawn(random, strong[each.key], 700) for _serie in range(9)] for each in contenders}
        form = estimate(brought)
        leistung = {key: sum(values) for key, values in brought.items()}
        play = league_player(contenders, fields, form, leistung, lambda key, worth, points: (worth, points))
        told = chances([each.key for each in contenders], 100, str(seed), play)
        worth = {each.key: each.worth for each in contenders}
        for field in fields:
            order = sorted(field.keys, key=lambda key: -drawn(random, strong[key], 700))
            for key, value in zip(order, field.values, strict=True):
                worth[key] += value
        first = sorted(worth, key=lambda key: (-worth[key], -leistung[key]))[:4]
        checks += [ForecastCheck(told.among_first(key, 4), key in first) for key in worth]
    assert brier(checks) < Fraction(14, 100)
    assert miscalibration(bands(checks)) < 8


# ---- A club year


def evening(number, month=1):
    return labels_of({"evening": number, "quarter": 1, "month": month, "block": 1})


def small_year(rule, random):
    """Three players over a few evenings of one Serie, and one or two still to come."""
    lists = [
        result(
            {"player": key, "evening": number, "serie": 1, "quarter": 1, "month": 1, "block": 1},
            {"leistung": random.randint(-2, 4)},
        )
        for number in (1, 2, 3)
        for key in "ABC"
        if random.random() < 0.8
    ]
    held = [labels_of({**labels_by_name(evening(number)), "serie": 1}) for number in (1, 2, 3)]
    coming = [ComingEvening(evening(number), (1,), 36) for number in range(4, 4 + random.randint(1, 2))]
    return YearSoFar(rule.of(OF_A_YEAR), lists, held, coming, ["A", "B", "C"])


RULES = [
    TableRule(unit="evening"),
    TableRule(unit="evening", best=2),
    TableRule(unit="evening", drop=1),
    TableRule(unit="evening", measure="average", minimum=3),
    TableRule(unit="list", measure="average", minimum=2, missing_as_zero=True),
    TableRule(unit="evening", drop=1, span="quarter"),
    TableRule(serie=1, best=2),
]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rule", RULES, ids=str)
def test_no_end_of_a_year_is_outside_its_bounds(rule, seed):
    """Every attendance with every result between the limits, counted and placed by the engine."""
    random = Random(seed)
    year = small_year(rule, random)
    limits = PartLimits(-2, 4)
    told = reach_of_spans(spans(year, limits, rule.span))
    choices = [None, -2, 4] if len(year.coming) > 1 else [None, -2, 1, 4]
    places = {key: [] for key in "ABC"}
    for brought in product(choices, repeat=3 * len(year.coming)):
        ends = zip(product(year.coming, "ABC"), brought, strict=True)
        more = [
            result({"player": key, **labels_by_name(each.labels), "serie": 1}, {"leistung": value})
            for (each, key), value in ends
            if value is not None
        ]
        table = tabulate(year.rule, [*year.results, *more], year.will_be_held)
        for row in table.rows:
            places[str(row.result.label("player"))].append(row.place)
    for key, found in places.items():
        if found:
            assert told[key][0] <= min(found) and max(found) <= told[key][1], (key, told[key])
            assert told[key][0] == min(found)


def test_the_rest_is_played_at_tables_where_who_sits_with_whom_decides():
    """Seven at tables of four and three, always in the same order: A is first; second is the other table's best.

    That is B where A sits elsewhere: A sits at the table of four in 4 of 7, B then at the other one in 3 of 6; else in
    4 of 6. Together 4 of 7. G, the last of one table, is last of all where that is the table of four: 4 of 7.
    """
    strength = {key: 700 - 100 * number for number, key in enumerate("ABCDEFG")}
    form = FieldForm({key: FormEstimate(mean, 0) for key, mean in strength.items()}, FormEstimate(0, 0), 0)
    rule = TableRule(worth="places", among="table", place_points=(3, 2, 1, 0))
    year = YearSoFar(rule.of(OF_A_YEAR), [], [], [ComingEvening(evening(1), (1,), 48)], list(strength))
    told = chances(list(strength), 1000, "7", year_player(year, form, dict.fromkeys(strength, 1000)))
    assert told.among_first("A", 1) == 1000
    assert abs(told.counts["B"][1] - 571) < 50
    # At the table of three G has 1, and the last of the table of four 0.
    assert abs(told.counts["G"][6] - 571) < 50 and told.counts["G"][6] + told.counts["G"][5] == 1000


def test_too_many_ways_to_attend_are_not_told():
    year = small_year(RULES[0], Random(1))
    coming = [ComingEvening(evening(10 + number), (1,), 36) for number in range(500)]
    assert spans(year._replace(coming=coming), PartLimits(0, 1)) is None


def test_the_rest_of_a_year_by_chance():
    year = small_year(RULES[0], Random(1))
    form = estimate({"A": [900, 910, 890], "B": [500, 510, 490], "C": [100, 110, 90]})
    told = chances(year.ranked, 50, "7", year_player(year, form, dict.fromkeys("ABC", 1000)))
    assert [told.among_first(key, 1) for key in "ABC"] == [1000, 0, 0]
    assert told.among_first("B", 2) == 1000
    second = year._replace(rule=TableRule(serie=2).of(OF_A_YEAR))  # of which there is none
    assert not any(chances(year.ranked, 1, "7", year_player(second, form, dict.fromkeys("ABC", 1000))).counts["A"])
    assert limits_seen(year) == PartLimits(
        min(each.leistung for each in year.results), max(each.leistung for each in year.results)
    )
