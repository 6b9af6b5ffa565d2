"""The best and the worst place that remain possible where places in fields bring points, as in a league.

For the best place somebody wins every field of his, which takes nothing from him and leaves least to the others. Then
as many of the others as can be must be kept at or below his points. For the worst place it is the same with all signs
turned, so one search serves both (`_most_kept`):

* Who cannot rise above his points, or must, is settled.
* Of the rest a set can be kept only if no part of it must get more than it may: in every field so many of them get at
  least the smallest values. That is a bound, for shared places too (`_fitting`).
* Whether a set that passes can really be kept is tried field by field (`_Keeper`): strict orders and shared places, all
  of them unless there are too many.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby, permutations
from typing import Final, NamedTuple

from scoring.wertung.results import Number

MOST_STEPS: Final = 20_000
"""Fields tried for one set, before it is not known whether it can be kept."""
MOST_SETS: Final = 40
"""Sets of one size that are tried."""
MOST_UNSETTLED: Final = 15
"""Of more than these the bound is taken of each alone."""


class Contender(NamedTuple):
    """Somebody in a table as it stands."""

    key: str
    worth: Number
    """What places bring, so far; more is better."""
    rest: tuple[Number, ...] = ()
    """What parts those level in it, more being better."""


class OpenField(NamedTuple):
    """A field that is still to be played."""

    keys: tuple[str, ...]
    values: tuple[Number, ...]
    """What the places bring, from the first down; as many as `keys`."""


class PlaceReach(NamedTuple):
    """The places that remain possible."""

    best: int
    worst: int
    best_exact: bool
    """Whether this place was shown to be possible; otherwise no better one is."""
    worst_exact: bool

    @property
    def exact(self) -> bool:
        """Whether both are more than bounds."""
        return self.best_exact and self.worst_exact


class _Kept(NamedTuple):
    """How many can be kept at or below their limits: so many were, and no more than so many can be."""

    shown: int
    bound: int


def reach(contenders: Sequence[Contender], fields: Sequence[OpenField]) -> dict[str, PlaceReach]:
    """The places that remain possible for everybody."""
    turned = [Contender(each.key, -each.worth, tuple(-value for value in each.rest)) for each in contenders]
    turned_fields = [OpenField(field.keys, tuple(-value for value in reversed(field.values))) for field in fields]
    found = {}
    for each, other in zip(contenders, turned, strict=True):
        below = _others_kept(each, contenders, fields)
        above = _others_kept(other, turned, turned_fields)
        size = len(contenders)
        found[each.key] = PlaceReach(
            best=size - below.bound,
            worst=1 + above.bound - _level_with(each, contenders, fields),
            best_exact=below.shown == below.bound,
            worst_exact=above.shown == above.bound,
        )
    return found


def _level_with(one: Contender, contenders: Sequence[Contender], fields: Sequence[OpenField]) -> int:
    """How many others are done like this one and level with him in everything: they share his place."""
    playing = {key for field in fields for key in field.keys}
    if one.key in playing:
        return 0
    return sum(
        other.key != one.key and other.key not in playing and (other.worth, other.rest) == (one.worth, one.rest)
        for other in contenders
    )


def _others_kept(one: Contender, contenders: Sequence[Contender], fields: Sequence[OpenField]) -> _Kept:
    """How many others can end behind this one, or level with him where that is as good."""
    target = one.worth + sum(field.values[0] for field in fields if one.key in field.keys)
    playing = {key for field in fields for key in field.keys}
    left = [
        OpenField(tuple(key for key in field.keys if key != one.key), field.values[one.key in field.keys :])
        for field in fields
    ]
    limits: dict[str, Number] = {}
    kept = 0
    for other in contenders:
        if other.key == one.key:
            continue
        if other.key in playing:
            limits[other.key] = target - other.worth
        elif one.key in playing:
            kept += other.worth <= target
        else:
            kept += (other.worth, other.rest) <= (one.worth, one.rest)
    found = [_most_kept({key: limits[key] for key in keys}, own) for keys, own in _components(limits, left)]
    return _Kept(kept + sum(each.shown for each in found), kept + sum(each.bound for each in found))


def _components(
    limits: Mapping[str, Number], fields: Sequence[OpenField]
) -> Iterator[tuple[list[str], list[OpenField]]]:
    """Who meets whom, directly or by others; the fields of one such part say nothing about the others."""
    part = {key: key for key in limits}

    def head(key: str) -> str:
        while part[key] != key:
            key = part[key]
        return key

    for field in fields:
        for key in field.keys[1:]:
            part[head(key)] = head(field.keys[0])
    by_head: dict[str, list[str]] = {}
    for key in limits:
        by_head.setdefault(head(key), []).append(key)
    for first, keys in by_head.items():
        yield keys, [field for field in fields if field.keys and head(field.keys[0]) == first]


def _most_kept(limits: Mapping[str, Number], fields: Sequence[OpenField]) -> _Kept:
    """How many can be kept from gaining more than their limits."""
    most = {key: sum(field.values[0] for field in fields if key in field.keys) for key in limits}
    least = {key: sum(field.values[-1] for field in fields if key in field.keys) for key in limits}
    settled = sum(most[key] <= limit for key, limit in limits.items())
    unsettled = tuple(key for key, limit in limits.items() if least[key] <= limit < most[key])
    if not unsettled:
        return _Kept(settled, settled)
    all_kept = _Keeper(limits, fields, unsettled).can_keep()
    if all_kept:
        return _Kept(settled + len(unsettled), settled + len(unsettled))
    if len(unsettled) > MOST_UNSETTLED:
        return _Kept(settled, settled + len(unsettled) - (all_kept is False))
    bound: int | None = None
    for size, sets in _fitting(limits, fields, unsettled):
        known = len(sets) <= MOST_SETS
        for keys in sets[:MOST_SETS]:
            answer = _Keeper(limits, fields, keys).can_keep()
            if answer:
                return _Kept(settled + size, settled + (bound or size))
            known = known and answer is False
        if not known and bound is None:
            bound = size
    return _Kept(settled, settled + (bound or 0))


def _fitting(
    limits: Mapping[str, Number], fields: Sequence[OpenField], unsettled: Sequence[str]
) -> Iterator[tuple[int, list[tuple[str, ...]]]]:
    """The sets of which no part must get more than it may, the largest first."""
    place = {key: 1 << number for number, key in enumerate(unsettled)}
    alike: dict[tuple[int, tuple[Number, ...]], int] = {}
    for field in fields:
        mask = sum(place.get(key, 0) for key in field.keys)
        lowest = tuple(reversed(field.values))
        alike[mask, lowest] = alike.get((mask, lowest), 0) + 1
    sums = [
        (mask, [sum(lowest[:number]) * times for number in range(len(lowest) + 1)])
        for (mask, lowest), times in alike.items()
    ]
    count = 1 << len(unsettled)
    allowed: list[Number] = [0] * count
    fits = bytearray(count)
    fits[0] = 1
    by_size: dict[int, list[int]] = {}
    for keys in range(1, count):
        last = keys & -keys
        allowed[keys] = allowed[keys ^ last] + limits[unsettled[last.bit_length() - 1]]
        if all(fits[keys ^ (1 << number)] for number in range(len(unsettled)) if keys >> number & 1):
            must = sum(lowest[(mask & keys).bit_count()] for mask, lowest in sums)
            if must <= allowed[keys]:
                fits[keys] = 1
                by_size.setdefault(keys.bit_count(), []).append(keys)
    for size in sorted(by_size, reverse=True):
        yield size, [tuple(key for key in unsettled if place[key] & keys) for keys in by_size[size]]


class _Keeper:
    """Tries to keep a set at or below its limits, field by field; those outside of it take the highest values."""

    def __init__(self, limits: Mapping[str, Number], fields: Sequence[OpenField], keys: Sequence[str]) -> None:
        chosen = {key: number for number, key in enumerate(keys)}
        own = [(tuple(chosen[key] for key in field.keys if key in chosen), field.values) for field in fields]
        parts = sorted(((keys, values) for keys, values in own if keys), key=lambda field: field[0])
        self.fields = [(keys, values[len(values) - len(keys) :]) for keys, values in parts]
        self.start = tuple(limits[key] for key in keys)
        self.needs = self._needs(len(keys))
        self.failed: set[tuple[int, tuple[Number, ...]]] = set()
        self.steps = 0

    def _needs(self, size: int) -> list[list[Number]]:
        """What each must get at least from each field on."""
        needs: list[list[Number]] = [[0] * size]
        for keys, values in reversed(self.fields):
            needs.append([need + (values[-1] if number in keys else 0) for number, need in enumerate(needs[-1])])
        return needs[::-1]

    def can_keep(self) -> bool | None:
        """Whether all can be kept; None where that takes too long to say."""
        self.steps = 0
        return self._from(0, self.start)

    def _from(self, number: int, left: tuple[Number, ...]) -> bool | None:
        if any(slack < need for slack, need in zip(left, self.needs[number], strict=True)):
            return False
        if number == len(self.fields):
            return True
        if (number, left) in self.failed:
            return False
        keys, values = self.fields[number]
        unknown = False
        by_room = sorted(keys, key=lambda key: left[key] - self.needs[number][key], reverse=True)
        for shares in shared_orders(values):
            self.steps += 1
            if self.steps > MOST_STEPS:
                return None
            after = list(left)
            for key, value in zip(by_room, shares, strict=True):
                after[key] -= value
            answer = self._from(number + 1, tuple(after))
            if answer:
                return True
            unknown = unknown or answer is None
        if unknown:
            return None
        self.failed.add((number, left))
        return False


@cache
def shared_orders(values: tuple[Number, ...]) -> tuple[tuple[Number, ...], ...]:
    """What some can get in a field, whoever is before, behind or level with whom; strict orders first.

    >>> shared_orders((3, 2))
    ((3, 2), (2, 3), (Fraction(5, 2), Fraction(5, 2)))
    """
    strict = list(dict.fromkeys(permutations(values)))
    shared = []
    for cuts in range(2 ** (len(values) - 1) - 1):  # bit n: whether place n + 2 is another one than place n + 1
        blocks = _blocks(values, cuts)
        shared += list(permutations(blocks))
    return tuple(dict.fromkeys([*strict, *shared]))


def _blocks(values: Sequence[Number], cuts: int) -> Iterable[Number]:
    numbered = [(sum(cuts >> place & 1 for place in range(number)), value) for number, value in enumerate(values)]
    for _block, level in groupby(numbered, key=lambda each: each[0]):
        own = [value for _number, value in level]
        mean = Fraction(sum(own)) / len(own)
        yield from [mean.numerator if mean.denominator == 1 else mean] * len(own)


# ---- Where what is still to come has a least and a most for everybody alone


@dataclass(frozen=True, slots=True)
class ReachSpan:
    """What somebody can still come to, on the figures that order a table; None where he can end without a place."""

    key: str
    least: tuple[Number, ...] | None
    most: tuple[Number, ...] | None


def reach_of_spans(spans: Sequence[ReachSpan]) -> dict[str, tuple[int, int] | None]:
    """The best and the worst place that are possible where everybody can end anywhere in his span; None for no place.

    Nothing is said here of who plays against whom, so these are bounds: no better and no worse place is possible. Of
    two who can end level either can stand in front. Who can end without a place is last at worst, and takes no place
    from others at best.
    """
    found: dict[str, tuple[int, int] | None] = {}
    for one in spans:
        if one.most is None:
            found[one.key] = None
            continue
        others = [other for other in spans if other.key != one.key]
        best = 1 + sum(other.least is not None and other.least > one.most for other in others)
        worst = 1 + sum(other.most is not None and (one.least is None or other.most >= one.least) for other in others)
        found[one.key] = best, worst
    return found
