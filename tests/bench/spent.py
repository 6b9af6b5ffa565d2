"""What the tests have cost: `python -m tests.bench.spent BEGUN TIMES SPEEDS`; a line is name, value, unit, target.

BEGUN is the second at which they began, TIMES a file with what the shell's `times` says. The target for the processors
is 1,000 s on a machine whose yardstick (`scoring.bench`) reads 37 million loops a second, in proportion elsewhere. The
yardstick is measured in seconds of the processor, too, so that what else a machine does meanwhile counts for neither.

`python -m tests.bench.spent count COMMAND` runs a command so that what it leaves behind is counted, too: the pages of a
browser are processes for which nobody waits, and would be missing.

Many machines change their speed within seconds. So the yardstick is read while the tests run, every ten seconds:
`python -m tests.bench.spent watch SPEEDS` does so until it is ended. The target is that of the mean.
"""

import ctypes
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import mean

from scoring.bench import yardstick

LOOPS = 1_000_000
USUAL = 37e6
PAUSE = 10
PR_SET_CHILD_SUBREAPER = 36
"""Of Linux: a process becomes the parent of those below it whose parent has ended."""
PATIENCE = 10
"""Seconds in which what is left behind ends."""


def loops_a_second() -> float:
    """One run of the yardstick."""
    begun = time.process_time()
    yardstick()
    return LOOPS / (time.process_time() - begun)


def watch(speeds: Path) -> None:
    """Write how fast the machine is, a line each time."""
    with speeds.open("a", buffering=1) as file:
        while True:
            file.write(f"{loops_a_second():.0f}\n")
            time.sleep(PAUSE)


def count(command: list[str]) -> int:
    """Run a command and wait for all processes it leaves behind; its exit status.

    Nobody waits for them one by one: where the kernel can, it lets each go on longer before another one's turn.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    status = subprocess.run(command).returncode
    until = time.monotonic() + PATIENCE
    with suppress(ChildProcessError):  # none is left
        while time.monotonic() < until:
            if not os.waitpid(-1, os.WNOHANG)[0]:
                time.sleep(0.1)
    return status


def figures(begun: float, times: str, speeds: list[float]) -> Iterator[str]:
    """The lines; `times` has minutes and seconds, user and system, of the shell and of what it has started."""
    processor = sum(60 * int(minutes) + float(seconds) for minutes, seconds in re.findall(r"(\d+)m([\d.]+)s", times))
    yield f"tests_wall {time.time() - begun:.0f} s <=600"
    yield f"tests_processor {processor:.0f} s <={1000 * USUAL / mean(speeds):.0f}"
    yield f"yardstick_mean {mean(speeds):.0f} loops/s -"
    yield f"yardstick_slowest {min(speeds):.0f} loops/s -"
    yield f"yardstick_fastest {max(speeds):.0f} loops/s -"


if __name__ == "__main__":
    if sys.argv[1] == "watch":
        watch(Path(sys.argv[2]))
    if sys.argv[1] == "count":
        sys.exit(count(sys.argv[2:]))
    read = [float(line) for line in Path(sys.argv[3]).read_text().split()]
    print("\n".join(figures(float(sys.argv[1]), Path(sys.argv[2]).read_text(), read)))
