"""What was said of one thing on several machines: which version follows which, what counts, what contradicts.

A register is the set of versions that no other one follows. Joining registers is a union without what is followed, so
it is commutative, associative and idempotent: machines that have the same versions have the same register, in whatever
order they met, however often, and wherever an exchange was cut. No clock is asked what follows what.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from skatliga.database import Json


class Dot(NamedTuple):
    """The name of a version: the machine that made it and its count there, which never comes twice."""

    machine: str
    number: int


@dataclass(frozen=True, slots=True)
class Saying:
    """What one machine said of a thing; two are the same if they have the same name."""

    dot: Dot
    seen: frozenset[Dot] = field(compare=False)
    """All versions that it follows, also those that the ones it follows had followed."""
    said: Json = field(compare=False, default=None)

    def follows(self, other: "Saying") -> bool:
        """Whether its author had the other one before him."""
        return other.dot in self.seen


Register = frozenset[Saying]


def join(*registers: Iterable[Saying]) -> Register:
    """Everything that was said, without what another version follows."""
    versions = {version for register in registers for version in register}
    followed = {dot for version in versions for dot in version.seen}
    return frozenset(version for version in versions if version.dot not in followed)


def say(dot: Dot, before: Iterable[Saying], said: Json) -> Saying:
    """A new version that follows these."""
    seen = {each for version in before for each in (*version.seen, version.dot)}
    return Saying(dot, frozenset(seen), said)


@dataclass(frozen=True, slots=True)
class Choice:
    """Which version of a register counts, which say nothing else, and which contradict it."""

    counts: Saying
    agreeing: tuple[Saying, ...]
    against: tuple[Saying, ...]


def choose(
    register: Iterable[Saying],
    weight: Callable[[Saying], tuple[Json, ...]],
    contains: Callable[[Saying, Saying], bool],
) -> Choice:
    """The weightiest version counts, of equal ones that of the greater name; what it contains agrees with it.

    It depends on the register alone, so all machines that have the same one choose alike.
    """
    counts, *others = sorted(register, key=lambda version: (weight(version), version.dot), reverse=True)
    agreeing = tuple(version for version in others if contains(counts, version))
    return Choice(counts, agreeing, tuple(version for version in others if version not in agreeing))


def lacking(versions: Iterable[Saying], has: dict[str, int]) -> list[Saying]:
    """Those that a machine lacks which has all versions up to these numbers, or others that follow them."""
    return [version for version in versions if version.dot.number > has.get(version.dot.machine, 0)]
