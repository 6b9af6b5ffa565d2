"""Engine and oracle agree on every line of every rule book: on its legality and on all six fields of the answer."""

from collections.abc import Callable, Iterator

import pytest
from cases import CASES
from oracle import Line
from wired import differences


@pytest.mark.parametrize("lines", [pytest.param(lines, id=name) for name, lines in CASES])
def test_engine_and_oracle_agree(lines: Callable[[], Iterator[Line]]) -> None:
    assert differences(lines()) == ""
