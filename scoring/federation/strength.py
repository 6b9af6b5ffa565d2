"""How strong players are across clubs, and how sure that is: one pass over all lists in the order of their days.

A result is taken as points on 36 deals that somebody has played, whatever the list. It is thought to be

    level of such lists + own strength - share * mean strength of the others at the table + chance,

since players take points from each other. Chance has two parts: how results differ within a table, and how the mean of
a table differs from others; both are less the more deals were played. A strength is that of the club plus the player's
own part. Each is known by a mean and a variance; a list moves both by the rule of Bayes (all Gaussian), as if what is
known of those at the table were independent. Strengths are in points on 36 deals, 0 being the mean of all.

Nothing is fixed beforehand: what the model needs (`StrengthModel`) is found from the lists (`strength_fit`).

* **D** A club has a part of its own. Lists at home tell how its players compare; where it stands, lists between clubs
  tell. So newcomers begin where their club stands, and a club that meets nobody stays unsure.
* **D** The own part drifts, so that what is known becomes less sure from day to day; that of a club does not, for it
  moves as its players do.
* **D** Points are floating-point numbers here, as nowhere else in the engine: a strength is an estimate, and no place
  in a table follows from it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Final, NamedTuple

PLAYED: Final = 36
"""On so many deals that somebody has played are all results taken: a list of 48 at a table of four, of 36 at one of
three."""
SURE: Final = 1.96
"""Within so many standard deviations lie 95 of 100 values."""


class PlayedList(NamedTuple):
    """A list that counts, and who has played it."""

    day: int
    """In days from any fixed one."""
    kind: str
    """Lists of one kind have a level and chances in common: those of as many seats that are evaluated alike."""
    played: float
    """How many deals each has played."""
    players: tuple[int | None, ...]
    """None for somebody of whom nothing is known."""
    points: tuple[int, ...]
    """By seat."""

    @property
    def results(self) -> list[float]:
        """The same on 36 deals."""
        return [PLAYED * points / self.played for points in self.points]


class ListKind(NamedTuple):
    """What holds of all lists of one kind, on 36 deals."""

    level: float
    """The mean result."""
    apart: float
    """Variance by chance within a table."""
    together: float
    """Variance by chance of the mean of a table."""


class StrengthModel(NamedTuple):
    """What the lists say of all players together; variances in points²."""

    share: float
    """How much of the mean strength of the others is missing in somebody's result, from 0 to 1."""
    own: float
    """Variance of the players of a club around it."""
    clubs: float
    """Variance of clubs."""
    drift: float
    """By how much the variance of a strength grows a day."""
    kinds: Mapping[str, ListKind]
    """Lists of other kinds are left out."""


class PlayerStrength(NamedTuple):
    """How strong somebody is, in points on 36 deals; 0 is the mean of all."""

    mean: float
    deviation: float
    """By how much that may be wrong: its standard deviation."""
    lists: int


class ExpectedResult(NamedTuple):
    """What somebody is expected to get on a list, in points on 36 deals."""

    mean: float
    deviation: float

    @property
    def bounds(self) -> tuple[float, float]:
        """Between them lie 95 of 100 results."""
        return self.mean - SURE * self.deviation, self.mean + SURE * self.deviation


@dataclass(slots=True)
class _StrengthPart:
    """What is known of a player's own part or of a club."""

    mean: float
    variance: float
    day: int = 0
    lists: int = 0


class ListSystem(NamedTuple):
    """A list before its result is known, as the rule of Bayes needs it."""

    own: list[_StrengthPart]
    clubs: dict[int, tuple[_StrengthPart, list[int]]]
    """Which seats are of the same club."""
    expected: list[float]
    unsure: list[list[float]]
    """Covariances of what is expected without those of chance."""
    apart: float
    """Variances by chance, for as many deals."""
    together: float

    @property
    def covariances(self) -> list[list[float]]:
        """Those of the results."""
        seats = len(self.expected)
        common = self.together - self.apart / seats
        return [
            [known + common + (self.apart if i == j else 0) for j, known in enumerate(row)]
            for i, row in enumerate(self.unsure)
        ]


class Strengths:
    """What is known of all players after some lists."""

    def __init__(self, model: StrengthModel, club_of: Mapping[int, int]) -> None:
        self.model = model
        self._club_of = club_of
        self._own: dict[int, _StrengthPart] = {}
        self._clubs: dict[int, _StrengthPart] = {}

    def of(self, player: int, day: int) -> PlayerStrength:
        """How strong a player is on a day that is not before his last list."""
        model, club = self.model, self._clubs.get(self._club_of.get(player, 0))
        own = self._own.get(player) or _StrengthPart(0, model.own, day)
        mean, variance = (club.mean, club.variance) if club else (0.0, model.clubs)
        variance += own.variance + model.drift * (day - own.day)
        return PlayerStrength(mean + own.mean, sqrt(variance), own.lists)

    def players(self) -> list[int]:
        """All of whom there is a list."""
        return [player for player, own in self._own.items() if own.lists]

    def expect(self, played: PlayedList) -> list[ExpectedResult]:
        """What each seat is expected to get, its points left aside; nothing for a list of an unknown kind."""
        system = self.begin(played)
        if system is None:
            return []
        matrix = system.covariances
        return [ExpectedResult(mean, sqrt(matrix[i][i])) for i, mean in enumerate(system.expected)]

    def rate(self, played: PlayedList) -> None:
        """Learn from a list; those of unknown kinds are left out. Lists come in the order of their days."""
        system = self.begin(played)
        if system is not None:
            self.learn(system, played.results)

    def begin(self, played: PlayedList) -> ListSystem | None:
        """What is known of a list before it is played; None for one of an unknown kind."""
        model = self.model
        kind = model.kinds.get(played.kind)
        if kind is None:
            return None
        own, clubs = [], {}
        for seat, player in enumerate(played.players):
            if player is None:  # alone in a club that nobody knows
                own.append(_StrengthPart(0, model.own + model.clubs))
                continue
            part = self._own.get(player)
            if part is None:
                part = self._own[player] = _StrengthPart(0, model.own, played.day)
            elif part.day < played.day:
                part.variance += model.drift * (played.day - part.day)
                part.day = played.day
            own.append(part)
            key = self._club_of.get(player)
            if key is None:
                key = -player  # a club of his own
            if key not in clubs:
                club = self._clubs.get(key)
                if club is None:
                    club = self._clubs[key] = _StrengthPart(0, model.clubs)
                clubs[key] = (club, [seat])
            else:
                clubs[key][1].append(seat)
        scale = PLAYED / played.played
        expected, unsure = self._expect(own, clubs, kind.level)
        return ListSystem(own, clubs, expected, unsure, scale * kind.apart, scale * kind.together)

    def _expect(
        self, own: list[_StrengthPart], clubs: dict[int, tuple[_StrengthPart, list[int]]], level: float
    ) -> tuple[list[float], list[list[float]]]:
        """Results are `straight` times the own strength less `across` times the sum of all at the table."""
        straight, across = self._weights(len(own))
        strengths = [part.mean for part in own]
        variances = [part.variance for part in own]
        whole = across * across * sum(variances)
        mixed = straight * across
        matrix = [[whole - mixed * (one + other) for other in variances] for one in variances]
        for seat, variance in enumerate(variances):
            matrix[seat][seat] += straight * straight * variance
        for club, seats in clubs.values():
            for seat in seats:
                strengths[seat] += club.mean
            less = across * len(seats)
            column = [straight - less if seat in seats else -less for seat in range(len(own))]
            for row, one in zip(matrix, column, strict=True):
                one *= club.variance
                for seat, other in enumerate(column):
                    row[seat] += one * other
        base = level - across * sum(strengths)
        return [base + straight * strength for strength in strengths], matrix

    def learn(self, system: ListSystem, results: Sequence[float]) -> float:
        """Take in the results of a list; how likely they were (logarithm, without a constant)."""
        straight, across = self._weights(len(results))
        inverse, log_determinant = inverted(system.covariances)
        surprise = [got - mean for got, mean in zip(results, system.expected, strict=True)]
        weighed = [sum(a * b for a, b in zip(row, surprise, strict=True)) for row in inverse]
        rows = [sum(row) for row in inverse]
        whole, pull = sum(rows), across * sum(weighed)
        for seat, part in enumerate(system.own):
            known = straight * straight * inverse[seat][seat] - 2 * straight * across * rows[seat]
            part.mean += part.variance * (straight * weighed[seat] - pull)
            part.variance -= part.variance**2 * (known + across * across * whole)
            part.lists += 1
        for club, seats in system.clubs.values():
            less = across * len(seats)
            inside = sum(inverse[i][j] for i in seats for j in seats)
            known = straight * straight * inside - 2 * straight * less * sum(rows[i] for i in seats) + less**2 * whole
            club.mean += club.variance * (straight * sum(weighed[i] for i in seats) - pull * len(seats))
            club.variance -= club.variance**2 * known
        return -0.5 * (log_determinant + sum(a * b for a, b in zip(surprise, weighed, strict=True)))

    def _weights(self, seats: int) -> tuple[float, float]:
        across = self.model.share / (seats - 1)
        return 1 + across, across


def inverted(matrix: list[list[float]]) -> tuple[list[list[float]], float]:
    """The inverse of a positive definite matrix and the logarithm of its determinant, by Gauss and Jordan in place."""
    size = range(len(matrix))
    rows = [[*row] for row in matrix]
    log_determinant = 0.0
    for at in size:
        pivot_row = rows[at]
        pivot = pivot_row[at]
        log_determinant += log(pivot)
        pivot_row[at] = 1.0
        rows[at] = pivot_row = [value / pivot for value in pivot_row]
        for other in size:
            if other != at:
                row = rows[other]
                factor = row[at]
                row[at] = 0.0
                rows[other] = [value - factor * above for value, above in zip(row, pivot_row, strict=True)]
    return rows, log_determinant
