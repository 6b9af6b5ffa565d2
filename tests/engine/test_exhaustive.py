"""Engine and oracle agree on the lines of every rule book: on their legality and on all six fields of the answer.

With WHOLE=1 these are all lines; else the share of them that `every_line` and `odd_lines` tell.
"""

from collections.abc import Callable, Iterator

import pytest
from cases import CASES
from oracle import Line
from wired import differences

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("lines", [pytest.param(lines, id=name) for name, lines in CASES])
def test_engine_and_oracle_agree(lines: Callable[[], Iterator[Line]]) -> None:
    assert differences(lines()) == ""
