"""What the lists say of all players together (`StrengthModel`), so that no figure of another federation is needed.

Levels and chances are those that the results show once what is known of the players is taken off (method of moments).
How much strengths differ and drift, and how much one takes from the others, is what makes the next results most likely:
each list of a sample is predicted from those before it, and the likelihoods of what came are added up.

* **D** The sample are all lists on which somebody of some clubs has played, as many clubs as it takes; so the players
  of these clubs have all their lists in it.
* **D** Few lists would show no difference between players at all, or none between clubs, and then everybody would stand
  at the mean for sure. So each variance begins at a usual one, and has to be made likely to be far from it: four times
  as much or as little weighs as one standard deviation of Gauss. Of thousands of lists this is not seen.
* **D** A kind of list of which there are fewer than twenty is left out: its level would not be known.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import log
from random import Random
from typing import Final

from scoring.federation.strength import PLAYED, ListKind, PlayedList, StrengthModel, Strengths

LEAST_OF_A_KIND: Final = 20
SAMPLE: Final = 20_000
"""Lists; with more the figures hardly move."""
STEPS: Final = (4.0, 2.0, 1.4)
"""By what factor a variance is tried larger and smaller, round by round."""
SHARE_STEPS: Final = (0.3, 0.15, 0.07)
UNUSUAL: Final = 4.0
"""By what factor a variance may well be larger or smaller than is usual."""


def fit(lists: Sequence[PlayedList], club_of: Mapping[int, int], sample: int = SAMPLE) -> StrengthModel:
    """The model of these lists, which come in the order of their days; one without kinds where there are too few."""
    kinds = _kinds(lists)
    chance = max((kind.apart for kind in kinds.values()), default=1.0)
    start = model = StrengthModel(0.5, chance / 16, chance / 64, chance / 16 / 3650, kinds)
    if not kinds:
        return model
    some = [each for each in _sampled(lists, club_of, sample) if each.kind in kinds]
    for step, share_step in zip(STEPS, SHARE_STEPS, strict=True):
        model = _without_strengths(model, some, club_of)
        for name in ("own", "clubs", "drift"):
            usual = partial(_unusual, getattr(start, name))
            model = _climb(model, some, club_of, name, partial(_scaled, step), usual)
        model = _climb(model, some, club_of, "share", partial(_moved, share_step), lambda share: 0.0)
    return _without_strengths(model, some, club_of)


def _unusual(usual: float, value: float) -> float:
    return 0.5 * (log(value / usual) / log(UNUSUAL)) ** 2


def _scaled(factor: float, value: float) -> tuple[float, float]:
    return value / factor, value * factor


def _moved(by: float, value: float) -> tuple[float, float]:
    return max(0.0, value - by), min(1.0, value + by)


def _kinds(lists: Iterable[PlayedList]) -> dict[str, ListKind]:
    """Levels and chances as if all were equally strong, of kinds with enough lists."""
    sums: dict[str, list[float]] = {}
    for each in lists:
        results = each.results
        mean = sum(results) / len(results)
        weight = each.played / PLAYED
        apart = weight * sum((result - mean) ** 2 for result in results) / (len(results) - 1)
        found = sums.setdefault(each.kind, [0, 0, 0, 0, 0])
        for place, value in enumerate((1, weight, weight * mean, weight * mean * mean, apart)):
            found[place] += value
    kinds = {}
    for kind, (number, weight, means, squares, apart) in sums.items():
        if number >= LEAST_OF_A_KIND:
            level = means / weight
            together = (squares - weight * level * level) / (number - 1)
            kinds[kind] = ListKind(level, max(1.0, apart / number), max(1.0, together))
    return kinds


def _sampled(lists: Sequence[PlayedList], club_of: Mapping[int, int], sample: int) -> list[PlayedList]:
    """All lists on which somebody of some clubs has played: about as many as asked for."""
    if len(lists) <= sample:
        return list(lists)
    number: dict[int, int] = {}
    for each in lists:
        for club in {club_of.get(player, -player) for player in each.players if player}:
            number[club] = number.get(club, 0) + 1
    order = sorted(number)
    Random(len(lists)).shuffle(order)
    chosen: set[int] = set()
    for club in order:
        if sample <= 0:
            break
        chosen.add(club)
        sample -= number[club]
    return [each for each in lists if any(player and club_of.get(player, -player) in chosen for player in each.players)]


def _without_strengths(model: StrengthModel, lists: Sequence[PlayedList], club_of: Mapping[int, int]) -> StrengthModel:
    """The model with levels and chances that are left when what is known of the players is taken off."""
    known = Strengths(model, club_of)
    sums: dict[str, list[float]] = {}
    for each in lists:
        system = known.begin(each)
        assert system is not None
        seats, weight = len(each.players), each.played / PLAYED
        off = [got - mean for got, mean in zip(each.results, system.expected, strict=True)]
        mean = sum(off) / seats
        apart = (sum((value - mean) ** 2 for value in off)) / (seats - 1)
        whole = sum(map(sum, system.unsure))
        trace = sum(row[seat] for seat, row in enumerate(system.unsure))
        apart -= (trace - whole / seats) / (seats - 1)
        found = sums.setdefault(each.kind, [0, 0, 0, 0, 0])
        together = mean * mean - whole / seats**2
        for place, value in enumerate((1, weight, weight * mean, weight * apart, weight * together)):
            found[place] += value
        known.learn(system, each.results)
    kinds = dict(model.kinds)
    for kind, (number, weight, mean, apart, together) in sums.items():
        if number >= LEAST_OF_A_KIND:
            former = kinds[kind]
            least_apart, least_together = former.apart / 4, former.together / 4
            level = former.level + mean / weight
            kinds[kind] = ListKind(level, max(least_apart, apart / number), max(least_together, together / number))
    return model._replace(kinds=kinds)


def _climb(
    model: StrengthModel,
    lists: Sequence[PlayedList],
    club_of: Mapping[int, int],
    name: str,
    around: Callable[[float], tuple[float, float]],
    unusual: Callable[[float], float],
) -> StrengthModel:
    """The model with that value of one figure which makes the lists likelier than its neighbours do."""
    value = getattr(model, name)
    best = _likelihood(model, lists, club_of) - unusual(value)
    waiting = [*around(value)]
    tried = {value}
    while waiting:
        value = waiting.pop()
        if value in tried:
            continue
        tried.add(value)
        other = StrengthModel(**model._asdict() | {name: value})
        likelihood = _likelihood(other, lists, club_of) - unusual(value)
        if likelihood > best:
            best, model = likelihood, other
            waiting = [next_one for next_one in around(value) if next_one not in tried]
    return model


def _likelihood(model: StrengthModel, lists: Sequence[PlayedList], club_of: Mapping[int, int]) -> float:
    """How likely the results were, each before it was known (logarithm, without a constant)."""
    known = Strengths(model, club_of)
    systems = ((each, known.begin(each)) for each in lists)
    return sum(known.learn(system, each.results) for each, system in systems if system)
