"""Engine and oracle agree on the lines of every rule book: on their legality and on all six fields of the answer.

With WHOLE=1 these are all lines; else every combination of the other fields with and without a bid, with Spitzen on
either side and outside, and a sample of the numbers of Spitzen and the bids.
"""

from collections.abc import Callable, Iterator

import pytest
from cases import CASES
from oracle import Line
from whole import sample
from wired import differences


@pytest.mark.parametrize("lines", [pytest.param(lines, id=name) for name, lines in CASES])
def test_engine_and_oracle_agree(lines: Callable[[], Iterator[Line]]) -> None:
    assert differences(sample(lines(), kind)) == ""


def kind(line: Line) -> tuple[str, int | None, bool]:
    """What a line says, its Spitzen by their side alone and its bid by whether there is one."""
    said = {name: value for name, value in line.items() if name not in {"spitzen", "bid"}}
    spitzen = line.get("spitzen")
    side = (spitzen > 0) - (spitzen < 0) if isinstance(spitzen, int) else None
    return repr(said), side, "bid" in line
