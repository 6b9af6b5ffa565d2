"""Engine and oracle agree on the lines of every rule book: on their legality and on all six fields of the answer.

With WHOLE=1 these are all lines; else of the share that `every_line` and `odd_lines` tell the first with the same
fields, book and bid, and one in four of the others.
"""

from collections.abc import Callable, Iterator

import pytest
from cases import CASES
from oracle import Line
from whole import sample
from wired import differences

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("lines", [pytest.param(lines, id=name) for name, lines in CASES])
def test_engine_and_oracle_agree(lines: Callable[[], Iterator[Line]]) -> None:
    assert differences(sample(lines(), lambda line: (*line, line["rulebook"], line.get("bid")), 4)) == ""
