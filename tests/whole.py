"""How much is tried: a share that holds every kind of case and every border, or with WHOLE=1 everything."""

import os
import random
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

Case = TypeVar("Case")
WHOLE = os.environ.get("WHOLE") == "1"


def share(count: int, part: int = 16) -> int:
    """How many of so many random cases are tried; at least ten."""
    return count if WHOLE else min(count, max(10, count // part))


def sample(cases: Iterable[Case], kind: Callable[[Case], Hashable], part: int) -> Iterator[Case]:
    """The first case of every kind and one in `part` of the others, always the same."""
    lot, seen = random.Random(1886), set()
    for case in cases:
        if WHOLE or lot.random() * part < 1 or kind(case) not in seen:
            seen.add(kind(case))
            yield case
