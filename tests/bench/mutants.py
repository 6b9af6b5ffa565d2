"""How much the tests notice: small faults are put into the program one at a time, and tests are run on each.

`python -m tests.bench.mutants draw` writes the faults of a seed to var/mutants/drawn.json and makes a copy of the last
commit beside it; `cover` runs all tests there once, those in the browser aside, and keeps which test reaches which line
and how long it takes; `run` puts in one fault after the other, runs tests that reach it and keeps what became of it in
var/mutants/results.jsonl, going on where it was stopped; `figures` counts.

A fault is one operator, constant, condition, result or call of a function that is changed. Lines are drawn with equal
chances from all lines of `scoring/` and `skatliga/` on which something can be changed, so that a large app has more.
Of the tests that reach a line those that reach little else come first, and after some dozens it is enough: a fault may
be called survived that a test far away would have found.
"""

import argparse
import ast
import json
import os
import random
import re
import resource
import signal
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from coverage.numbits import num_in_numbits

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "var" / "mutants"
TREE = KEPT / "tree"
RESULTS = KEPT / "results.jsonl"
SEED = 20261123
COUNT = 400
TESTS = 80
"""How many tests are run on a fault at most."""
BUDGET = 60.0
"""How many seconds they may take together as measured by `cover`, which takes a multiple of what they take alone."""
PROCESSOR = 120
"""Seconds of processor after which a fault that makes the tests run for ever counts as found."""
PATIENCE = 900
"""Seconds after which one that makes them wait for ever does."""

COMPARED = {
    **{ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="},
    **{ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is"},
}
COUNTED = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "+"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: these bytes of a line of a file become others."""

    number: int
    path: str
    line: int
    start: int
    end: int
    before: str
    after: str

    def put_into(self, root: Path) -> None:
        """Write the fault into the tree at `root`; ValueError where the line is another one by now."""
        file = root / self.path
        lines = file.read_bytes().split(b"\n")
        line = lines[self.line - 1]
        if line[self.start : self.end].decode() != self.before:
            raise ValueError(f"{self.path}:{self.line} has changed since the faults were drawn")
        lines[self.line - 1] = line[: self.start] + self.after.encode() + line[self.end :]
        file.write_bytes(b"\n".join(lines))


class _Finder(ast.NodeVisitor):
    """Everything in one file that can be changed within a line: (line, start, end, after)."""

    def __init__(self, source: bytes) -> None:
        self.lines = source.split(b"\n")
        self.found: list[tuple[int, int, int, str]] = []

    def _offer(self, node: ast.expr | ast.stmt, after: str) -> None:
        if node.lineno == node.end_lineno:
            self.found.append((node.lineno, node.col_offset, node.end_col_offset or 0, after))

    def _text(self, node: ast.expr) -> str:
        return self.lines[node.lineno - 1][node.col_offset : node.end_col_offset].decode()

    def _between(self, left: ast.expr, right: ast.expr, after: str) -> None:
        """What stands between two parts of one line becomes `after`, brackets aside."""
        if left.end_lineno != right.lineno:
            return
        start, end = left.end_col_offset or 0, right.col_offset
        gap = self.lines[right.lineno - 1][start:end]
        if b"(" not in gap and b")" not in gap:
            self.found.append((right.lineno, start, end, f" {after} "))

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            if type(operator) in COMPARED:
                self._between(left, right, COMPARED[type(operator)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between(left, right, "or" if isinstance(node.op, ast.And) else "and")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in COUNTED and not isinstance(node.left, ast.Constant | ast.JoinedStr):
            self._between(node.left, node.right, COUNTED[type(node.op)])
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._offer(node, f"({self._text(node.operand)})" if node.operand.lineno == node.lineno else "True")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if node.value is True or node.value is False:
            self._offer(node, str(not node.value))
        elif isinstance(node.value, int):
            self._offer(node, str(node.value + 1))

    def visit_If(self, node: ast.If) -> None:
        if node.test.lineno == node.test.end_lineno:
            self._offer(node.test, f"(not ({self._text(node.test)}))")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self._offer(node, "return None")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self._offer(node, "pass")
        self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self._offer(node, "break")

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for part in (*node.args.defaults, *node.args.kw_defaults, *node.body):
            if part:
                self.visit(part)


def files() -> list[Path]:
    """The modules of the program; migrations and what measures are no part of it."""
    tracked = subprocess.run(["git", "ls-files", "scoring", "skatliga"], cwd=ROOT, capture_output=True, text=True)
    named = [Path(name) for name in tracked.stdout.split()]
    return [file for file in named if file.suffix == ".py" and "migrations" not in file.parts and file.stem != "bench"]


def possible() -> Iterator[tuple[str, tuple[int, int, int, str], str]]:
    """Every fault that could be put in: path, place, what stands there."""
    for path in files():
        source = (ROOT / path).read_bytes()
        finder = _Finder(source)
        finder.visit(ast.parse(source))
        for line, start, end, after in finder.found:
            yield str(path), (line, start, end, after), finder.lines[line - 1][start:end].decode()


def draw(seed: int, count: int) -> list[Mutant]:
    """Faults on as many different lines, every line with the same chance."""
    by_line: dict[tuple[str, int], list[tuple[tuple[int, int, int, str], str]]] = {}
    for path, place, before in possible():
        by_line.setdefault((path, place[0]), []).append((place, before))
    lot = random.Random(seed)
    drawn = []
    for number, (path, line) in enumerate(lot.sample(sorted(by_line), count), 1):
        (_line, start, end, after), before = lot.choice(by_line[path, line])
        drawn.append(Mutant(number, path, line, start, end, before, after))
    return drawn


def kept() -> list[Mutant]:
    """The faults that were drawn before."""
    return [Mutant(**fields) for fields in json.loads((KEPT / "drawn.json").read_text())]


def copy_tree() -> None:
    """Make the tree in which tests run: the last commit, with the packages of this one."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(TREE)], check=True)
    for shared in (".venv", "tests/device/node_modules"):
        (TREE / shared).symlink_to((ROOT / shared).resolve())


def cover() -> None:
    """Run the tests once and keep for every line of the program which of them reach it, and how long each takes."""
    options = ["--cov=scoring", "--cov=skatliga", "--cov-context=test", "--cov-report=", "--cov-append"]
    options += ["-q", "--durations=0", "--durations-min=0", "-rfE", "-n", "auto", "--dist", "loadfile"]
    environment = os.environ | {"COVERAGE_FILE": str(KEPT / "coverage")}
    with (KEPT / "cover.txt").open("w") as told:
        for tests in (["scoring", "tests/engine"], ["skatliga", "tests/web"]):
            command = [sys.executable, "-m", "pytest", *options, *tests]
            subprocess.run(command, cwd=TREE, env=environment, stdout=told, check=False)


class Reach:
    """What `cover` has found."""

    def __init__(self) -> None:
        told = (KEPT / "cover.txt").read_text()
        self.seconds: dict[str, float] = defaultdict(float)
        for seconds, test in re.findall(r"^([\d.]+)s (?:setup|call|teardown) +(\S.*)$", told, re.MULTILINE):
            self.seconds[test] += float(seconds)
        for test in re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", told, re.MULTILINE):
            self.seconds.pop(test, None)
        self.rows: dict[str, list[tuple[str, bytes]]] = defaultdict(list)
        self.size: Counter[str] = Counter()
        query = """
            SELECT path, context, numbits FROM line_bits
            JOIN file ON file.id = file_id JOIN context ON context.id = context_id
        """
        with closing(sqlite3.connect(KEPT / "coverage")) as data:
            for path, context, lines in data.execute(query):
                test, _bar, _phase = context.rpartition("|")
                if test in self.seconds:
                    self.rows[path].append((test, lines))
                    self.size[test] += int.from_bytes(lines, "big").bit_count()

    def tests(self, mutant: Mutant) -> list[str]:
        """The tests to run on a fault, those that reach the fewest lines of the program first.

        After those that reach its line come the others of their files, since a world or whatever else is kept is made
        by one test and used by all; where only the import reaches the line, those that reach anything of its file.
        """
        rows = self.rows[str(TREE / mutant.path)]
        there = {test for test, lines in rows if num_in_numbits(mutant.line, lines)} or {test for test, _lines in rows}
        files = {test.split("::")[0] for test in there}
        beside = {test for test in self.seconds if test.split("::")[0] in files}
        return self._affordable(sorted(beside, key=lambda test: (test not in there, self.size[test], test)))

    def _affordable(self, tests: list[str]) -> list[str]:
        chosen: list[str] = []
        left = BUDGET
        for test in tests:
            if len(chosen) < TESTS and self.seconds[test] <= left:
                chosen.append(test)
                left -= self.seconds[test]
        return chosen or sorted(tests, key=self.seconds.__getitem__)[:1]


def _limited() -> None:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))


def fate(mutant: Mutant, tests: list[str]) -> tuple[str, str]:
    """`killed` and by which test, `timeout` (killed too), `survived`, or `unreached` where no test comes by."""
    if not tests:
        return "unreached", ""
    listed = KEPT / "listed.txt"
    listed.write_text("\n".join(tests))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "--tb=no", "-p", "no:randomly", f"@{listed}"]
    mutant.put_into(TREE)
    process = subprocess.Popen(
        command, cwd=TREE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=_limited
    )
    try:
        told, _nothing = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return "timeout", ""
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        subprocess.run(["git", "checkout", "-q", "--", mutant.path], cwd=TREE, check=True)
    if process.returncode < 0:
        return "timeout", ""
    first = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", told, re.MULTILINE)
    return ("killed", first[1] if first else "") if process.returncode else ("survived", "")


def run() -> None:
    """Put in the faults in the order in which they were drawn, those that have an answer already left out."""
    done = {answer["number"] for answer in answers()}
    reach = Reach()
    for mutant in kept():
        if mutant.number not in done:
            tests = reach.tests(mutant)
            became, by = fate(mutant, tests)
            answer = asdict(mutant) | {"fate": became, "tests": len(tests), "by": by}
            with RESULTS.open("a") as file:
                print(json.dumps(answer, ensure_ascii=False), file=file)
            print(*answer.values(), flush=True)


def answers() -> list[dict[str, Any]]:
    """What became of every fault that was tried: its fields, `fate`, how many tests were chosen, which one found it."""
    return [json.loads(line) for line in RESULTS.read_text().splitlines()] if RESULTS.exists() else []


def figures() -> Iterator[str]:
    """One line a figure: how many faults the tests find, in all and by app."""
    found = Counter(_room(answer["path"]) for answer in answers() if answer["fate"] in {"killed", "timeout"})
    whole = Counter(_room(answer["path"]) for answer in answers())
    yield f"mutants_killed {found.total()} of {whole.total()} {whole.total() * 85 // 100}"
    for room in sorted(whole):
        yield f"mutants_killed_{room} {found[room]} of {whole[room]} -"


def _room(path: str) -> str:
    parts = Path(path).parts
    return parts[1] if parts[0] == "skatliga" and len(parts) > 2 else parts[0]


def main() -> None:
    """The commands above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["draw", "cover", "run", "figures"])
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--count", type=int, default=COUNT)
    said = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    if said.command == "draw":
        drawn = [asdict(mutant) for mutant in draw(said.seed, said.count)]
        (KEPT / "drawn.json").write_text(json.dumps(drawn, indent=0))
        copy_tree()
    elif said.command == "cover":
        cover()
    elif said.command == "run":
        run()
    else:
        print("\n".join(figures()))


if __name__ == "__main__":
    main()
