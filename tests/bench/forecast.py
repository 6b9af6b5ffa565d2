"""How well forecasts are calibrated, what other strengths would give, and how long a forecast takes.

Held-back weeks of a home round of three (`home_round_lists.csv`): after every list from the tenth of a season on, its
rest is forecast from what was known then, and compared with how the season ended. Simulated leagues: strengths drawn,
some match days played, the rest forecast, then played with the true strengths. The strengths across clubs
(`scoring.federation.strength`) are tried on the same lists: as chances of who is ahead on the next one.
"""

import csv
import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import erf, sqrt
from random import Random
from typing import Final

from scoring.federation import strength
from scoring.federation.strength_fit import LEAST_OF_A_KIND, fit
from scoring.forecast.calibration import ForecastCheck, bands, brier, miscalibration
from scoring.forecast.reach import Contender, OpenField, reach
from scoring.forecast.simulation import chances, drawn, league_player
from scoring.forecast.strengths import FormEstimate, estimate
from scoring.forecast.year_rest import ComingEvening, YearSoFar, year_player
from scoring.wertung import tabulate
from scoring.wertung.presets import OF_A_YEAR, TableRule
from scoring.wertung.results import labels_of, result
from tests.engine.test_home_round import DATA

PLAYERS: Final = "ABC"
FIRST_KNOWN: Final = 10
"""Lists of a season before the first forecast."""
RUNS: Final = 300
LEAGUES: Final = 60
SCALE: Final = (3, 2, 1, 0)
SUMS: Final = TableRule()
POINTS: Final = TableRule(worth="places", among="table", place_points=(2, 1, 0))
"""Another table of the same lists."""
Lists = list[dict[str, int]]
Strengths = dict[str, int]


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    home = list(_home_round(SUMS))
    yield from _told("home_round", home, "<=10")
    yield from _told("home_round_points", list(_home_round(POINTS)), "<=10")
    leagues = [check for seed in range(LEAGUES) for check in _league(seed)]
    yield from _told("leagues", leagues, "<=5")
    means, strengths = _pairs()
    yield f"forecast_next_list_means_brier {float(brier(means)):.4f} - <=0.25"
    yield f"forecast_next_list_strengths_brier {float(brier(strengths)):.4f} - -"
    for days in (1, 2, 3):
        contenders, fields, *_rest = _begun_league(days, 1)
        yield f"forecast_reach_{days}_days {float(_seconds(contenders, fields)):.3f} s <=2"


def _told(name: str, checks: list[ForecastCheck], target: str) -> Iterator[str]:
    found = bands(checks)
    yield f"forecast_{name}_off {float(miscalibration(found)):.1f} points {target}"
    yield f"forecast_{name}_brier {float(brier(checks)):.3f} - -"
    for band in found:
        said = f"{float(band.said):.0f}_of_{band.number}"
        yield f"forecast_{name}_{band.first}_{band.last} {float(band.happened):.0f} % {said}"


def _seasons() -> Iterator[Lists]:
    """The lists of every season, by day; short ones are left out."""
    with open(DATA / "home_round_lists.csv", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if int(row["games"]) >= 30]
    for season in sorted({row["season"] for row in rows}, key=int):
        yield [{key: int(row[f"recorded_{key}"]) for key in PLAYERS} for row in rows if row["season"] == season]


def _home_round(rule: TableRule) -> Iterator[ForecastCheck]:
    earlier: dict[str, list[int]] = {key: [] for key in PLAYERS}
    for season, lists in enumerate(_seasons()):
        end = _year(rule, lists, len(lists))
        ends = tabulate(end.rule, end.results, end.held).rows
        order = [str(row.result.label("player")) for row in ends]
        for known in range(FIRST_KNOWN, len(lists)):
            form = estimate({key: earlier[key] + [each[key] for each in lists[:known]] for key in PLAYERS})
            play = year_player(_year(rule, lists, known), form, dict.fromkeys(PLAYERS, 1000))
            told = chances(PLAYERS, RUNS, f"{season} {known}", play)
            for place in (1, 2):
                yield from (ForecastCheck(told.among_first(key, place), key in order[:place]) for key in PLAYERS)
        for each in lists:
            for key in PLAYERS:
                earlier[key].append(each[key])


def _year(rule: TableRule, lists: Lists, known: int) -> YearSoFar:
    """A season after some of its lists, each an evening of one Serie."""

    def labels(number: int) -> dict[str, int]:
        return {"evening": number, "quarter": 1, "month": 1, "block": 1}

    played = [
        result({"player": key, "serie": 1, "table": 1, **labels(number)}, {"leistung": each[key]})
        for number, each in enumerate(lists[:known])
        for key in PLAYERS
    ]
    held = [labels_of({"serie": 1, **labels(number)}) for number in range(known)]
    coming = [ComingEvening(labels_of(labels(number)), (1,), 36) for number in range(known, len(lists))]
    return YearSoFar(rule.of(OF_A_YEAR), played, held, coming, PLAYERS)


def _begun_league(
    days_left: int, seed: int
) -> tuple[list[Contender], list[OpenField], dict[str, list[int]], Strengths, Strengths]:
    """Sixteen teams of strengths by chance, four groups of four and three Serien on each of five days."""
    random = Random(seed)
    keys = [chr(65 + number) for number in range(16)]
    spread = random.choice((150, 300, 450))
    strong = {key: drawn(random, 4000, spread) for key in keys}
    worth, brought, to_come = dict.fromkeys(keys, 0), {key: [] for key in keys}, []
    for day in range(5):
        drawn_keys = random.sample(keys, 16)
        for group in range(4):
            teams = drawn_keys[4 * group : 4 * group + 4]
            for _serie in range(3):
                if day >= 5 - days_left:
                    to_come.append(OpenField(tuple(teams), SCALE))
                    continue
                points = {key: drawn(random, strong[key], 900) for key in teams}
                for key, value in zip(sorted(teams, key=lambda key: -points[key]), SCALE, strict=True):
                    worth[key] += value
                    brought[key].append(points[key])
    leistung = {key: sum(values) for key, values in brought.items()}
    contenders = [Contender(key, worth[key], (leistung[key],)) for key in keys]
    return contenders, to_come, brought, leistung, strong


def _league(seed: int) -> Iterator[ForecastCheck]:
    """The chances of the first two places, of the first four, and of all but the last four."""
    contenders, fields, brought, leistung, strong = _begun_league(1 + seed % 4, seed)
    form = estimate(brought)
    play = league_player(contenders, fields, form, leistung, lambda key, worth, points: (worth, points))
    keys = [each.key for each in contenders]
    told = chances(keys, RUNS, str(seed), play)
    exact = form._replace(of={key: FormEstimate(strong[key], 0) for key in keys}, chance=900)
    really = league_player(contenders, fields, exact, leistung, lambda key, worth, points: (worth, points))
    end = dict(really(Random(f"end {seed}")))
    for places in (2, 4, 12):
        yield from (ForecastCheck(told.among_first(key, places), end[key] <= places) for key in keys)


def _pairs() -> tuple[list[ForecastCheck], list[ForecastCheck]]:
    """Who is ahead of whom on the next list: by means drawn together, and by strengths found from the lists before."""
    before: dict[str, list[int]] = {key: [] for key in PLAYERS}
    seats, clubs = range(1, len(PLAYERS) + 1), dict.fromkeys(range(1, len(PLAYERS) + 1), 1)
    played: list[strength.PlayedList] = []
    means, rated = [], []
    for each in (each for lists in _seasons() for each in lists):
        points = tuple(each[key] for key in PLAYERS)
        coming = strength.PlayedList(len(played), "home", 36, tuple(seats), points)
        if len(played) >= LEAST_OF_A_KIND:
            form, known = estimate(before), strength.Strengths(fit(played, clubs), clubs)
            for earlier in played:
                known.rate(earlier)
            chance = known.model.kinds["home"].apart
            strong = [known.of(player, len(played)) for player in seats]
            for one, other in combinations(range(len(PLAYERS)), 2):
                ahead = points[one] > points[other]
                own, theirs = form.of[PLAYERS[one]], form.of[PLAYERS[other]]
                apart = sqrt(own.unsure**2 + theirs.unsure**2 + 2 * form.chance**2)
                means.append(ForecastCheck(_share((own.mean - theirs.mean) / apart), ahead))
                further = (1 + known.model.share / 2) * (strong[one].mean - strong[other].mean)
                unsure = strong[one].deviation ** 2 + strong[other].deviation ** 2
                rated.append(ForecastCheck(_share(further / sqrt(unsure + 2 * chance)), ahead))
        played.append(coming)
        for key in PLAYERS:
            before[key].append(each[key])
    return means, rated


def _share(deviations: float) -> int:
    return round(500 * (1 + erf(deviations / sqrt(2))))


def _seconds(contenders: list[Contender], fields: list[OpenField]) -> Fraction:
    start = time.perf_counter_ns()
    reach(contenders, fields)
    return Fraction(time.perf_counter_ns() - start, 10**9)
