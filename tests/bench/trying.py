"""All tests read once, and for one fault after the other some of them run, in copies of this process.

A copy is made just before a first test begins, so that nothing of one run is left for the next. What is reached while
modules are read gets a process of its own. What tests have reached is kept (var/mutants/reach.jsonl), so that the next
fault meets those first that are known to reach it and little else; others come in the order of how near they are by
names and imports (`callers.py`). A test that fails is run once more without the fault: one that fails then as well has
noticed nothing.
"""

import ast
import builtins
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from _pytest.main import pytest_runtestloop

from tests.bench.callers import Callers
from tests.bench.faults import KEPT, ROOT, TREE, Mutant, drawn, modules

REACH = KEPT / "reach.jsonl"
TRIED = KEPT / "tried.jsonl"
CHECKED = KEPT / "checked.json"
BUDGET = 20.0
"""Seconds of processor after which the tests of a fault end."""
PROCESSOR = 60
"""Seconds of processor after which a fault that makes one of them run for ever counts as found."""
PATIENCE = 1800
"""Seconds after which one that makes it wait for ever does."""
FOUND = {"killed", "timeout"}

awake = 0
reached: set[int] = set()


def at(number: int) -> bool:
    """Whether this fault is awake; it has been reached."""
    reached.add(number)
    return number == awake


class Trial:
    """The plugin that tries faults instead of running all tests."""

    def __init__(self, mutants: list[Mutant], budget: float) -> None:
        self.mutants = mutants
        self.budget = budget
        self.numbers = {path: -number for number, path in enumerate(modules(drawn()), 1)}
        self.reach: dict[str, set[int]] = {}
        self.seconds: dict[str, float] = {}
        self.broken: set[str] = set()
        self.sound: set[str] = set()
        self.failed: list[str] = []
        self.told: Any = None
        self.began = 0.0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        self.by_file: dict[str, list[str]] = defaultdict(list)
        for name in self.items:
            self.by_file[name.split("::")[0]].append(name)
        self.while_read = set(reached)
        self._remember()
        self.callers = Callers(TREE)
        for mutant in self.mutants:
            if tried().get(mutant.number, {"fate": ""})["fate"] not in FOUND:  # by another process meanwhile
                self.attempt(mutant)
        return True

    def _remember(self) -> None:
        if REACH.exists():
            for line in REACH.read_text().splitlines():
                with suppress(json.JSONDecodeError):
                    kept = json.loads(line)
                    self.reach[kept["test"]] = set(kept["reached"])
                    self.seconds[kept["test"]] = kept["seconds"]

    def attempt(self, mutant: Mutant) -> None:
        """Try one fault, and keep what became of it."""
        early = mutant.number in self.while_read
        while True:
            chosen = self.choose(mutant, early)
            run = alone if early else self.copied
            fate, by = run(mutant.number, chosen)
            if fate != "killed" or by in self.sound or by not in self.items:  # not among them: nothing could be read
                break
            if self.copied(0, [by])[0] == "survived":
                self.sound.add(by)
                break
            self.broken.add(by)
        self._remember()
        number = self.numbers[mutant.path] if early else mutant.number
        there = sum(number in self.reach.get(test, ()) for test in chosen)
        answer = {"number": mutant.number, "fate": fate, "tests": there, "by": by, "early": early}
        with TRIED.open("a") as file:
            print(json.dumps(answer | {"budget": self.budget}, ensure_ascii=False), file=file)
        print(mutant.path, mutant.line, *answer.values(), flush=True)

    def choose(self, mutant: Mutant, early: bool) -> list[str]:
        """The tests to run on a fault, the nearest first, those that are known to reach it before others."""
        number = self.numbers[mutant.path] if early else mutant.number
        away = self.callers.distances(mutant)
        near = nearness_of_files(mutant, list(self.by_file))
        order: dict[str, float] = {}
        alike: Counter[str] = Counter()
        for test, item in self.items.items():
            there = self.reach.get(test)
            score = self.callers.nearness(item, away) + near[test.split("::")[0]] / 4
            if test not in self.broken and (number in there if there else score):
                order[test] = score + (2 + 4 / len(there) if there else 0) - alike[test.split("[")[0]] / 4
                alike[test.split("[")[0]] += 1
        chosen = sorted(order, key=order.__getitem__, reverse=True)
        if not early:
            return chosen
        spent = accumulate(self.seconds.get(test, 0.5) for test in chosen)
        return [test for test, seconds in zip(chosen, spent, strict=True) if seconds < self.budget]

    def copied(self, number: int, tests: list[str]) -> tuple[str, str]:
        """Run tests in a copy of this process: `killed` and by which one, `timeout` or `survived`."""
        if not tests:
            return "unreached", ""
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            try:
                limit()
                for stream in (1, 2):
                    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
                self._run(number, tests)
                os.write(writing, json.dumps(self.failed[:1]).encode())
            finally:
                os._exit(0)
        os.close(writing)
        fate = waited(child)
        end_group(child)
        with os.fdopen(reading) as told:
            failed = told.read()
        if fate or not failed:
            return "timeout", ""
        return ("killed", json.loads(failed)[0]) if json.loads(failed) else ("survived", "")

    def _run(self, number: int, tests: list[str]) -> None:
        global awake
        awake = number
        os.environ["FAULT"] = str(number)
        self.began = time.process_time()
        self.session.items[:] = [self.items[each] for each in tests]
        with suppress(self.session.Failed, self.session.Interrupted):
            pytest_runtestloop(self.session)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        reached.clear()
        before = time.process_time()
        given = yield
        after = time.process_time()
        if not self.failed:
            answer = {"test": item.nodeid, "seconds": round(after - before, 4), "reached": sorted(reached)}
            with REACH.open("a") as file:
                file.write(json.dumps(answer) + "\n")
        if after - self.began > self.budget:
            item.session.shouldstop = "long enough"
        return given

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


@cache
def imported(file: str) -> frozenset[str]:
    """Every module a file names in its imports, and those from which it takes something."""
    names = set()
    for node in ast.walk(ast.parse((TREE / file).read_bytes())):
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{each.name}" for each in node.names}
    return frozenset(names)


def nearness_of_files(mutant: Mutant, files: list[str]) -> dict[str, int]:
    """How much files of tests are about the module of a fault: whether they import it or have its name."""
    module = mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    package, _dot, name = module.rpartition(".")
    app = [*module.split("."), ""][1]

    def nearness(file: str) -> int:
        if not file.startswith("tests/"):
            return 12 * (file == mutant.path)
        words = {word.rstrip("s") for word in Path(file).stem.split("_")[1:]}
        named = len(words & {word.rstrip("s") for word in name.split("_")})
        return 6 * (module in imported(file)) + 3 * named + 2 * (app.rstrip("s") in words) + (package in imported(file))

    return {file: nearness(file) for file in files}


def limit() -> None:
    """This process can be ended with all it starts, and ends by itself when it has used enough."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))


def waited(child: int) -> str:
    """`timeout` where the process did not end by itself."""
    for _tenth in range(PATIENCE * 10):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return "timeout" if os.WIFSIGNALED(status) else ""
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "timeout"


def end_group(leader: int) -> None:
    """End what a process has left running."""
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def alone(number: int, tests: list[str]) -> tuple[str, str]:
    """The same as a copy for a fault that is reached while modules are read: another process reads them."""
    if not tests:
        return "unreached", ""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "--tb=no", *tests]
    process = subprocess.Popen(
        command,
        cwd=TREE,
        env=os.environ | {"FAULT": str(number)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=limit,
    )
    try:
        told, _nothing = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return "timeout", ""
    finally:
        end_group(process.pid)
    if process.returncode < 0:
        return "timeout", ""
    first = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", told, re.MULTILINE)
    return ("killed", first[1] if first else "") if process.returncode else ("survived", "")


def tried() -> dict[int, dict[str, Any]]:
    """What became of the faults that were tried, by number.

    `fate` is `killed` (`by` which test), `timeout`, `survived`, or `unreached` where there was no test to choose;
    `tests` says how many of those chosen reach the fault, `early` whether reading the modules does. What was found once
    stays found.
    """
    lines = TRIED.read_text().splitlines() if TRIED.exists() else []
    answers = sorted(map(json.loads, lines), key=lambda answer: answer["fate"] in FOUND)
    return {answer["number"]: answer for answer in answers}


def main() -> None:
    """Read the tests of some places and try the faults of a folder: `trying BUDGET FOLDER PLACE...`."""
    budget, room, *places = sys.argv[1:]
    done = {number for number, kept in tried().items() if kept["fate"] in FOUND or kept["budget"] >= float(budget)}
    if CHECKED.exists():
        done |= {number for numbers in json.loads(CHECKED.read_text()).values() for number in numbers}
    left = [mutant for mutant in drawn() if mutant.number not in done and mutant.path.startswith(room + "/")]
    builtins._fault_at = at  # type: ignore[attr-defined]
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    os.chdir(TREE)
    sys.path[:] = [path for path in sys.path if Path(path or ".").resolve() != ROOT]
    options = ["-x", "-q", "-s", "--no-header", "--no-summary", "--tb=no"]
    pytest.main([*options, *places], plugins=[Trial(left, float(budget))])


if __name__ == "__main__":
    main()
