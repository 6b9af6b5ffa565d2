"""What the tests have cost: `python -m tests.bench.spent BEGUN TIMES`, one line a figure: name, value, unit, target.

BEGUN is the second at which they began, TIMES a file with what the shell's `times` says. The target for the processors
is 1,000 s on a machine whose yardstick (`scoring.bench`) reads 37 million loops a second, in proportion elsewhere. The
yardstick is measured in seconds of the processor, too, so that what else a machine does meanwhile counts for neither.
"""

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from scoring.bench import yardstick

LOOPS = 1_000_000
USUAL = 37e6


def loops_a_second() -> float:
    """The best of five runs of the yardstick."""
    best = float("inf")
    for _run in range(5):
        begun = time.process_time()
        yardstick()
        best = min(best, time.process_time() - begun)
    return LOOPS / best


def figures(begun: float, times: str) -> Iterator[str]:
    """The lines; `times` has minutes and seconds, user and system, of the shell and of what it has started."""
    processor = sum(60 * int(minutes) + float(seconds) for minutes, seconds in re.findall(r"(\d+)m([\d.]+)s", times))
    loops = loops_a_second()
    yield f"tests_wall {time.time() - begun:.0f} s <=600"
    yield f"tests_processor {processor:.0f} s <={1000 * USUAL / loops:.0f}"
    yield f"yardstick {loops:.0f} loops/s -"


if __name__ == "__main__":
    print("\n".join(figures(float(sys.argv[1]), Path(sys.argv[2]).read_text())))
