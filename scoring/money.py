"""Money: settlement by comparison, Abreizgeld, prize plans. Every amount is an int of cents.

Where exact amounts have to become whole ones, one rule holds (`_round_to_whole`): each is rounded down, and
the units still missing go one each to the largest remainders, among equal remainders to the earliest. So
the sum is exact, nobody is a whole unit off, and the same input always gives the same amounts.

>>> settle([100, 50, -30, 0], Fraction(1, 4))
[70, 20, -60, -30]
>>> charge_abreizgeld(5)
350
>>> propose_prizes(PrizePlan(players_per_prize=4), pot=30_050, players=24)
PrizeList(prizes=(8600, 7100, 5700, 4300, 2900, 1400), series_prizes=(), rounds=0, rest=50, problems=())
>>> share_prizes((10_000, 6_000, 4_100), [1, 2, 2, 4])
SharedPrizes(amounts=(10000, 5050, 5050, 0), rest=0)

Decisions (**D**), where no source says otherwise:

* **D** Odd cents of a settlement go to the largest remainders, then in the order of seats.
* **D** "One prize for every n players" counts a started n: with 4 that is one prize per table as seated in
  fours and threes (21 players, 6 tables, 6 prizes). There are never more prizes than players.
* **D** A fixed prize is paid even where the field would give fewer prizes; it and the Serienpreise are paid
  as typed, and only the other prizes are rounded. Of several fixed prizes for one place the one with the
  largest field reached holds.
* **D** A plan that does not add up pays nothing: its proposal says why and leaves the whole pot as rest,
  rather than quietly changing an amount the Ausschreibung has promised.
* **D** A prize rounded down to nothing at the end of the list is left out.
* **D** Shared places share the prizes of the places they occupy in equal parts, rounded down; the rest is
  stated.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

STAKES = (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(1))
"""The customary stakes in cents a point (Altenburger Skatordnung)."""


def _round_to_whole(exact: Sequence[Fraction]) -> list[int]:
    """Round amounts whose sum is whole so that it stays the same (largest remainder, then earliest)."""
    whole = [amount.numerator // amount.denominator for amount in exact]
    missing = int(sum(exact, Fraction(0))) - sum(whole)
    by_remainder = sorted(range(len(exact)), key=lambda index: whole[index] - exact[index])
    for index in by_remainder[:missing]:
        whole[index] += 1
    return whole


def settle(points: Sequence[int], stake: Fraction) -> list[int]:
    """Settle a table by comparison ("Vergleichsrechnung"): what each seat receives, in cents.

    Each pays each other player the difference of their points times the stake (cents a point), so a seat gets
    (n x own points - sum of all points) x stake, and pays where that is negative. The amounts add up to zero
    and each is less than a cent off the exact one. Raises ValueError for a negative stake.

    >>> settle([1, 0, 0], Fraction(1, 2))
    [1, 0, -1]
    """
    if stake < 0:
        raise ValueError("a stake cannot be negative")
    total = sum(points)
    return _round_to_whole([(len(points) * own - total) * stake for own in points])


class LadderStep(NamedTuple):
    """From the `from_loss`-th lost deal of a list on, each costs `cents`."""

    from_loss: int
    cents: int


@dataclass(frozen=True, slots=True)
class Ladder:
    """An Abreizgeld ladder. Lost deals before the first step are free.

    Raises ValueError unless the steps rise from the first lost deal or later and no amount is negative.
    """

    steps: tuple[LadderStep, ...]

    def __post_init__(self) -> None:
        starts = [0, *(step.from_loss for step in self.steps)]
        if any(later <= earlier for earlier, later in pairwise(starts)):
            raise ValueError("the steps of a ladder must rise from the first lost deal or later")
        if any(step.cents < 0 for step in self.steps):
            raise ValueError("a lost deal cannot cost a negative amount")


ABREIZGELD = Ladder((LadderStep(1, 50), LadderStep(4, 100)))
"""The commonest ladder: 0.50 EUR for each of the first three lost deals of a list, then 1.00 EUR."""


def charge_abreizgeld(lost: int, ladder: Ladder = ABREIZGELD) -> int:
    """What the lost deals of one list cost, in cents.

    >>> [charge_abreizgeld(lost) for lost in range(6)]
    [0, 50, 100, 150, 250, 350]
    """
    cents = before = 0
    for step in ladder.steps:
        cents += (step.cents - before) * max(0, lost - step.from_loss + 1)
        before = step.cents
    return cents


class FixedPrize(NamedTuple):
    """A prize of fixed `cents` for a place, once the field has at least `from_players` players."""

    place: int
    cents: int
    from_players: int = 0


@dataclass(frozen=True, slots=True)
class PrizePlan:
    """How a pot becomes prizes, as the Ausschreibung says it.

    * `payout_permille`: the share of the pot that is paid out at all.
    * `players_per_prize`: one prize for every so many players; None gives one prize per weight.
    * `weights`: how the prizes compare, from the first down; (500, 300, 200) and (5, 3, 2) say the same.
      The last holds for all further prizes. Without weights the prizes fall evenly (n, n-1 ... 1).
    * `fixed`: prizes of a fixed amount; the others share what is left after them and the Serienpreise.
    * `series_prizes`: cents for the first, second ... place of *each* Serie.
    * `rounding`: the shared prizes are multiples of so many cents; 100 is whole euros.
    """

    payout_permille: int = 1000
    players_per_prize: int | None = 4
    weights: tuple[int, ...] = ()
    fixed: tuple[FixedPrize, ...] = ()
    series_prizes: tuple[int, ...] = ()
    rounding: int = 100


class PrizeList(NamedTuple):
    """The prizes of an event in cents: sum(prizes) + rounds x sum(series_prizes) + rest is exactly the pot.

    `prizes` are those of the total ranking and `series_prizes` those of each of the `rounds` Serien, from the
    first place down. `problems` are German sentences about what does not fit; with any there are no prizes.
    """

    prizes: tuple[int, ...]
    series_prizes: tuple[int, ...]
    rounds: int
    rest: int
    problems: tuple[str, ...]


def propose_prizes(plan: PrizePlan, pot: int, players: int, rounds: int = 0) -> PrizeList:
    """Turn a pot of cents into falling prizes for a field of players and a number of Serien.

    >>> first = FixedPrize(place=1, cents=20_000, from_players=60)
    >>> plan = PrizePlan(players_per_prize=None, weights=(5, 3, 2), fixed=(first,))
    >>> propose_prizes(plan, pot=48_000, players=48).prizes
    (24000, 14400, 9600)
    >>> print(*propose_prizes(plan, pot=60_000, players=60).problems)
    Der 2. Preis (240,00 €) wäre höher als der 1. Preis (200,00 €): Bitte feste Preise oder Gewichte ändern.
    """
    problems = [*_find_plan_problems(plan), *_find_field_problems(pot, players, rounds)]
    if problems:
        return PrizeList((), (), rounds, pot, tuple(problems))
    series_prizes = plan.series_prizes[:players] if rounds else ()
    fixed = _choose_fixed(plan, players)
    promised = sum(fixed.values()) + rounds * sum(series_prizes)
    budget = pot * plan.payout_permille // 1000
    if promised > budget:
        problem = (
            f"Feste Preise und Serienpreise ({_write_euros(promised)}) sind mehr, als ausgeschüttet wird "
            f"({_write_euros(budget)}): Bitte diese Preise senken oder mehr ausschütten."
        )
        return PrizeList((), (), rounds, pot, (problem,))
    prizes = _fill_places(plan, fixed, players, budget - promised)
    problems = _find_rises(prizes)
    if problems:
        return PrizeList((), (), rounds, pot, tuple(problems))
    return PrizeList(prizes, series_prizes, rounds, pot - sum(prizes) - rounds * sum(series_prizes), ())


def _choose_fixed(plan: PrizePlan, players: int) -> dict[int, int]:
    """The fixed prizes that hold for this field: cents by place."""
    reached = [prize for prize in plan.fixed if max(prize.from_players, prize.place) <= players]
    return {prize.place: prize.cents for prize in sorted(reached, key=lambda prize: prize.from_players)}


def _fill_places(plan: PrizePlan, fixed: dict[int, int], players: int, available: int) -> tuple[int, ...]:
    """The prizes from the first place down: the fixed ones, and `available` cents shared by weight."""
    count = len(plan.weights) if plan.players_per_prize is None else -(-players // plan.players_per_prize)
    count = min(max(count, *fixed, 0), players)
    weights = [*plan.weights[:count], *plan.weights[-1:] * (count - len(plan.weights))]
    weight_of = dict(enumerate(weights or range(count, 0, -1), start=1))
    shared = [place for place in weight_of if place not in fixed]
    units = available // plan.rounding
    total = sum(weight_of[place] for place in shared)
    amounts = _round_to_whole([Fraction(units * weight_of[place], total) for place in shared])
    by_place = fixed | {place: parts * plan.rounding for place, parts in zip(shared, amounts, strict=True)}
    prizes = [by_place[place] for place in sorted(by_place)]
    while prizes and not prizes[-1]:
        prizes.pop()
    return tuple(prizes)


def _find_plan_problems(plan: PrizePlan) -> list[str]:
    """Everything about a plan that no field and no pot can put right."""
    problems = []
    if not 0 <= plan.payout_permille <= 1000:
        problems.append("Ausgeschüttet werden 0 bis 1000 Promille des Topfes: Bitte den Anteil ändern.")
    if plan.players_per_prize is not None and plan.players_per_prize < 1:
        problems.append("Auf einen Preis kommt mindestens ein Spieler: Bitte die Spieler je Preis ändern.")
    if any(weight < 1 for weight in plan.weights) or _rises(plan.weights):
        problems.append("Gewichte müssen über 0 liegen und dürfen nicht steigen: Bitte neu ordnen.")
    if any(prize.place < 1 or prize.cents < 1 for prize in plan.fixed):
        problems.append("Ein fester Preis braucht einen Platz ab 1 und einen Betrag über 0: Bitte ändern.")
    if len({(prize.place, prize.from_players) for prize in plan.fixed}) < len(plan.fixed):
        problems.append("Ein Platz hat für dasselbe Mindestfeld zwei feste Preise: Bitte einen streichen.")
    if any(cents < 1 for cents in plan.series_prizes) or _rises(plan.series_prizes):
        problems.append("Serienpreise müssen über 0 liegen und dürfen nicht steigen: Bitte neu ordnen.")
    if plan.rounding < 1:
        problems.append("Gerundet wird auf mindestens einen Cent: Bitte die Rundung ändern.")
    return problems


def _find_field_problems(pot: int, players: int, rounds: int) -> list[str]:
    problems = []
    if pot < 0:
        problems.append("Der Topf ist negativ: Bitte die Einnahmen und Ausgaben prüfen.")
    if players < 0 or rounds < 0:
        problems.append("Die Zahl der Spieler und der Serien darf nicht negativ sein: Bitte prüfen.")
    return problems


def _find_rises(prizes: Sequence[int]) -> list[str]:
    return [
        f"Der {place}. Preis ({_write_euros(lower)}) wäre höher als der {place - 1}. Preis "
        f"({_write_euros(upper)}): Bitte feste Preise oder Gewichte ändern."
        for place, (upper, lower) in enumerate(pairwise(prizes), start=2)
        if lower > upper
    ]


def _rises(amounts: Sequence[int]) -> bool:
    return any(later > earlier for earlier, later in pairwise(amounts))


def _write_euros(cents: int) -> str:
    return f"{cents // 100},{cents % 100:02d} €"


class SharedPrizes(NamedTuple):
    """What each competitor gets in cents, and what is left of the prizes."""

    amounts: tuple[int, ...]
    rest: int


def share_prizes(prizes: Sequence[int], places: Sequence[int], rounding: int = 1) -> SharedPrizes:
    """Give out prizes to places that may be shared: sum(amounts) + rest is exactly the sum of the prizes.

    `prizes` are cents from the first place down, `places` the place of every competitor in any order. Those
    who share a place get equal parts of the prizes of the places they occupy together, rounded down to
    multiples of `rounding` cents; what that leaves, and every prize without a competitor, is the rest.
    Raises ValueError for places that no ranking gives, such as 1, 2, 2, 3.

    >>> share_prizes((10_000, 6_000, 4_100), [1, 2, 2], rounding=100)
    SharedPrizes(amounts=(10000, 5000, 5000), rest=100)
    """
    part = {}
    following = 1
    for place, count in sorted(Counter(places).items()):
        if place != following:
            raise ValueError(f"{sorted(places)} are not the places of a ranking")
        following = place + count
        part[place] = sum(prizes[place - 1 : following - 1]) // (count * rounding) * rounding
    amounts = tuple(part[place] for place in places)
    return SharedPrizes(amounts, sum(prizes) - sum(amounts))
