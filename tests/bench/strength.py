"""How well strengths are known across clubs: calibration, order of Staffeln, time and memory for a national year.

The federation is generated: true strengths of clubs and players that drift, evenings at home, leagues and tournaments
between clubs, three years. How large chance is, how it differs between players and how thick its tails are is taken
from real lists (`home_round_lists.csv`). Every 20th list is held back: it is predicted, and
never rated. Staffeln are ordered by strengths as they stand when the last season begins, and by what is used today: the
averages of the season before. Measured is which order is nearer to what the season brings.
"""

import csv
import datetime
import resource
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from random import Random
from statistics import correlation, fmean, pstdev, pvariance
from typing import Final, NamedTuple

from scoring.federation.strength import SURE, ExpectedResult, PlayedList, Strengths
from scoring.federation.strength_fit import fit
from tests.engine.test_home_round import DATA

CLUBS: Final = 1_273
PLAYERS: Final = 15_000
LISTS: Final = 400_000
YEARS: Final = 3
TEAMS: Final = 1_000
STAFFEL: Final = 16
SERIEN: Final = 15
"""Lists of a team's player in a season of a league."""
TOURNAMENTS: Final = 0.1
"""Of lists that are not of a league."""
HELD_BACK: Final = 20
OWN: Final = 80.0
CLUB: Final = 40.0
A_YEAR: Final = 25.0
SHARE: Final = 0.6
"""Standard deviations of the strengths that are drawn, of their drift in a year, and what others take: assumptions."""


class RealChance(NamedTuple):
    """How results on real lists differ, in points on 36 deals."""

    apart: float
    """Standard deviation within a table."""
    together: float
    """That of the mean of a table."""
    uneven: float
    """By what part of it that of one player differs from another's."""


def figures(lists: int = LISTS) -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    chance = _real_chance()
    yield f"strength_real_chance {chance.apart:.0f} points -"
    yield from _real_lists()
    nation = Nation(Random(20), chance, lists)
    start = time.process_time()
    model = fit([each for each, _held in nation.lists], nation.club_of)
    fitted = time.process_time() - start
    yield f"strength_lists {len(nation.lists)} - -"
    yield f"strength_found_share {model.share:.2f} - {SHARE}"
    yield f"strength_found_own {model.own**0.5:.0f} points {OWN:.0f}"
    yield f"strength_found_clubs {model.clubs**0.5:.0f} points {CLUB:.0f}"
    yield f"strength_found_drift {(365 * model.drift) ** 0.5:.0f} points {A_YEAR:.0f}"
    known = Strengths(model, nation.club_of)
    checks: dict[str, list[bool]] = {}
    spent = 0.0
    last_season = nation.season_begins(YEARS - 1)
    orders: list[str] = []
    for played, held in nation.lists:
        if not orders and played.day >= last_season:
            orders = list(nation.orders(known, last_season))
        if held:
            _check(checks, known, played, nation)
            continue
        start = time.process_time()
        known.rate(played)
        spent += time.process_time() - start
    yield f"strength_fit {fitted:.0f} s -"
    yield f"strength_rate {spent:.0f} s -"
    yield f"strength_whole {fitted + spent:.0f} s <600"
    yield f"strength_memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB -"
    for name, found in sorted(checks.items()):
        yield f"strength_held_back_{name} {100 * fmean(found):.1f} % 93-97_of_{len(found)}"
    yield from nation.truth(known)
    yield from orders


class Nation:
    """Clubs, players with true strengths, and all lists in the order of their days."""

    def __init__(self, random: Random, chance: RealChance, lists: int) -> None:
        self._random, self._chance = random, chance
        self.club_of = self._members(int(PLAYERS * min(1, lists / LISTS)) or 1)
        self._at: dict[int, list[int]] = {}
        for player, club in self.club_of.items():
            self._at.setdefault(club, []).append(player)
        clubs = {club: random.gauss(0, CLUB) for club in self._at}
        self.own = {player: random.gauss(0, OWN) for player in self.club_of}
        self._clubs = clubs
        self._noise = {player: max(0.5, random.gauss(1, chance.uneven)) for player in self.club_of}
        self._first = {player: random.choice((0, 0, 0, 365, 730, 900)) for player in self.club_of}
        """The day on which somebody begins: most have always played, some come later."""
        self._often = {player: random.expovariate(1) + 0.1 for player in self.club_of}
        self.staffeln = self._staffeln(int(TEAMS * min(1, lists / LISTS)) // STAFFEL or 1)
        self.season: dict[int, dict[int, list[float]]] = {}
        """Results in leagues by year and player."""
        self.year: dict[int, dict[int, list[float]]] = {}
        """All results."""
        self.lists = list(self._play(lists))

    def _members(self, players: int) -> dict[int, int]:
        weights = [self._random.paretovariate(2) for _club in range(max(2, CLUBS * players // PLAYERS))]
        clubs = self._random.choices(range(1, len(weights) + 1), weights, k=players)
        return dict(enumerate(clubs, 1))

    def _staffeln(self, number: int) -> list[list[list[int]]]:
        """Staffeln of teams of four of one club, its strongest by what is roughly known, nearly alike in a Staffel."""
        teams = []
        for members in self._at.values():
            order = sorted(members, key=lambda player: -self.own[player] + self._random.gauss(0, OWN))
            order = [player for player in order if not self._first[player]]
            teams += [order[at : at + 4] for at in range(0, len(order) - 3, 4)][:2]
        self._random.shuffle(teams)
        teams = teams[: number * STAFFEL]
        teams.sort(key=lambda team: sum(map(self.true, team)) / 4 + self._random.gauss(0, OWN))
        return [teams[at : at + STAFFEL] for at in range(0, len(teams) - STAFFEL + 1, STAFFEL)]

    def true(self, player: int) -> float:
        """How strong somebody really is at the moment."""
        return self.own[player] + self._clubs[self.club_of[player]]

    @staticmethod
    def season_begins(year: int) -> int:
        """The day before which strengths are taken to order a season."""
        return 365 * year

    def _play(self, lists: int) -> Iterator[tuple[PlayedList, bool]]:
        days = 365 * YEARS
        of_leagues = len(self.staffeln) * STAFFEL * SERIEN
        free = max(1, (lists - YEARS * of_leagues) // days)
        within = {club: [*accumulate(self._often[each] for each in own)] for club, own in self._at.items()}
        everybody, often = [*self.club_of], [*accumulate(self._often.values())]
        clubs = [club for club, members in self._at.items() if sum(not self._first[each] for each in members) > 2]
        home = [*accumulate(within[club][-1] for club in clubs)]
        for day in range(days):
            if day % 7 == 0:
                self._drift()
            if day % 365 in (60, 120, 180, 240, 300):
                yield from self._league_day(day)
            for _list in range(free):
                seats = self._random.choice((3, 4, 4))
                if self._random.random() < TOURNAMENTS:
                    table = self._table(everybody, often, day, seats)
                else:
                    [club] = self._random.choices(clubs, cum_weights=home)
                    table = self._table(self._at[club], within[club], day, seats)
                yield self._list(day, table)

    def _table(self, players: list[int], often: Sequence[float], day: int, seats: int) -> list[int]:
        """Some who play already, three at least; who plays more often is more often among them."""
        found: dict[int, None] = {}
        tries = 0
        while len(found) < seats and (len(found) < 3 or tries < 20):
            tries += 1
            [player] = self._random.choices(players, cum_weights=often)
            if self._first[player] <= day:
                found[player] = None
        return [*found]

    def _drift(self) -> None:
        by = A_YEAR * (7 / 365) ** 0.5
        for player in self.own:
            self.own[player] += self._random.gauss(0, by)

    def _league_day(self, day: int) -> Iterator[tuple[PlayedList, bool]]:
        for staffel in self.staffeln:
            order = self._random.sample(staffel, STAFFEL)
            for at in range(0, STAFFEL, 4):
                for _serie in range(SERIEN // 5):
                    lines = [self._random.sample(team, 4) for team in order[at : at + 4]]
                    for table in zip(*lines, strict=True):
                        yield self._list(day, list(table), league=True)

    def _list(self, day: int, table: list[int], league: bool = False) -> tuple[PlayedList, bool]:
        seats, random = len(table), self._random
        strong = [self.true(player) for player in table]
        across = SHARE / (seats - 1)
        level = 850 if seats == 3 else 760
        mean = random.gauss(0, self._chance.together)
        noise = [self._chance.apart * self._noise[player] * _thick(random) for player in table]
        middle = fmean(noise)
        points = [
            round(level + (1 + across) * own - across * sum(strong) + off - middle + mean)
            for own, off in zip(strong, noise, strict=True)
        ]
        for player, result in zip(table, points, strict=True):
            for kept in (self.year, self.season) if league else (self.year,):
                kept.setdefault(day // 365, {}).setdefault(player, []).append(result - level)
        held = random.randrange(HELD_BACK) == 0
        return PlayedList(day, f"seeger {seats}", 36, tuple(table), tuple(points)), held

    def orders(self, known: Strengths, day: int) -> Iterator[str]:
        """How near the orders of Staffeln are to that of the season that begins; rank correlations, their means."""
        year = day // 365
        result = {player: fmean(values) for player, values in self.season[year].items()}
        rated = {player: known.of(player, day).mean for player in result}
        every = {player: fmean(values) for player, values in self.year[year - 1].items()}
        league = {player: fmean(values) for player, values in self.season[year - 1].items()}
        by_strength = self._near(rated, result)
        yield f"strength_staffeln_by_strength {fmean(by_strength):.3f} - -"
        for name, rival in {"averages": every, "league_averages": league}.items():
            near = self._near(rival, result)
            better = fmean(one > other for one, other in zip(by_strength, near, strict=True))
            yield f"strength_staffeln_by_last_years_{name} {fmean(near):.3f} - -"
            yield f"strength_better_than_last_years_{name} {100 * better:.0f} %_of_{len(near)}_Staffeln >50"

    def _near(self, said: dict[int, float], result: dict[int, float]) -> list[float]:
        """The rank correlation of each Staffel's order as it is said with that of its results."""
        return [_rank_correlation(_sums(staffel, said), _sums(staffel, result)) for staffel in self.staffeln]

    def truth(self, known: Strengths) -> Iterator[str]:
        """How many true strengths lie in their intervals at the end, for those with 20 lists or more."""
        day = 365 * YEARS
        rated = [(player, known.of(player, day)) for player in known.players()]
        rated = [(player, found) for player, found in rated if found.lists >= 20]
        middle = fmean(self.true(player) - found.mean for player, found in rated)
        inside = [abs(self.true(player) - middle - found.mean) <= SURE * found.deviation for player, found in rated]
        yield f"strength_true_in_interval {100 * fmean(inside):.1f} %_of_{len(inside)} -"
        yield f"strength_deviation {fmean(found.deviation for _player, found in rated):.0f} points -"
        yield f"strength_spread {pstdev(self.true(player) for player, _found in rated):.0f} points -"


def _sums(staffel: Iterable[Iterable[int]], by: dict[int, float]) -> list[float]:
    return [fmean(by.get(player, 0) for player in team) for team in staffel]


def _rank_correlation(one: list[float], other: list[float]) -> float:
    return correlation(_ranks(one), _ranks(other))


def _ranks(values: list[float]) -> list[float]:
    return [sum(other < value for other in values) + sum(other == value for other in values) / 2 for value in values]


def _check(checks: dict[str, list[bool]], known: Strengths, played: PlayedList, nation: Nation) -> None:
    for player, expected, got in zip(played.players, known.expect(played), played.results, strict=True):
        assert player is not None
        found = known.of(player, played.day)
        strong = nation.true(player)
        groups = ["all", "newcomers" if not found.lists else "few" if found.lists < 20 else "many"]
        groups += ["strong"] if strong > OWN else ["weak"] if strong < -OWN else []
        for group in groups:
            checks.setdefault(group, []).append(_inside(expected, got))


def _inside(expected: ExpectedResult, got: float) -> bool:
    low, high = expected.bounds
    return low <= got <= high


def _thick(random: Random) -> float:
    """Chance of variance 1 with thicker tails than Gauss has: Student's with 8 degrees of freedom."""
    return random.gauss(0, 1) / (random.gammavariate(4, 2) / 8) ** 0.5 * (6 / 8) ** 0.5


# ---- Real lists ----


def _home() -> list[PlayedList]:
    """The lists of a home round of three by day; short ones are left out."""
    with (DATA / "home_round_lists.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if int(row["games"]) >= 30]
    return [
        PlayedList(
            _day(row["date"]),
            "home 3",
            int(row["games"]),
            (1, 2, 3),
            tuple(int(row[f"recorded_{key}"]) for key in "ABC"),
        )
        for row in rows
    ]


def _day(date: str) -> int:
    return datetime.date.fromisoformat(date).toordinal()


def _real_chance() -> RealChance:
    """Of the home round."""
    results = [each.results for each in _home()]
    columns = [[row[seat] - fmean(row) for row in results] for seat in range(3)]
    deviations = [pstdev(column) for column in columns]
    apart = (fmean(pvariance(column) for column in columns) * 3 / 2) ** 0.5
    return RealChance(apart, pstdev(fmean(row) for row in results), pstdev(deviations) / fmean(deviations))


def _real_lists() -> Iterator[str]:
    """Each list of the second half is predicted by all before it; model and chances are found from the first half."""
    lists = _home()
    half = len(lists) // 2
    known = Strengths(fit(lists[:half], dict.fromkeys((1, 2, 3), 1)), dict.fromkeys((1, 2, 3), 1))
    found = []
    for number, played in enumerate(lists):
        if number >= half:
            found += [_inside(*each) for each in zip(known.expect(played), played.results, strict=True)]
        known.rate(played)
    yield f"strength_real_lists_held_back {100 * fmean(found):.1f} % 93-97_of_{len(found)}"
