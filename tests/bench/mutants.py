"""How much the tests notice: small faults are put into the program one at a time, and the tests are run on each.

`python -m tests.bench.mutants draw` writes the faults of a seed to var/mutants/drawn.json; `cover` runs all tests once
and keeps which test reaches which line; `run` puts in one fault after the other, runs the tests that reach it and keeps
what became of it in var/mutants/results.jsonl, going on where it was stopped; `figures` counts.

A fault is one operator, constant, condition, result or call of a function that is changed. Lines are drawn with equal
chances from all lines of `scoring/` and `skatliga/` on which something can be changed, so that a large app has more.
"""

import argparse
import ast
import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "var" / "mutants"
SEED = 20261123
COUNT = 400
PATIENCE = 900
"""Seconds after which a fault that makes the tests run for ever counts as found."""

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


def cover() -> None:
    """Run all tests once and keep, for every line of the program, which of them reach it."""
    options = ["--cov=scoring", "--cov=skatliga", "--cov-context=test", "--cov-report=", "-q", "-n", "auto"]
    environment = os.environ | {"COVERAGE_FILE": str(KEPT / "coverage")}
    for tests in (["scoring", "tests/engine"], ["skatliga", "tests/web"], ["tests/browser"]):
        command = [sys.executable, "-m", "pytest", *options, "--cov-append", *tests]
        subprocess.run(command, cwd=ROOT, env=environment, check=False)


def reaching(mutants: list[Mutant]) -> dict[int, list[str]]:
    """For each fault the tests that reach its line; those of the whole file where only its import does."""
    from coverage import CoverageData

    data = CoverageData(basename=str(KEPT / "coverage"))
    data.read()
    found = {}
    for mutant in mutants:
        by_line = data.contexts_by_lineno(str(ROOT / mutant.path))
        contexts = {context for context in by_line.get(mutant.line, ()) if context}
        if not contexts:
            contexts = {context for line in by_line.values() for context in line if context}
        found[mutant.number] = sorted({context.split("|")[0] for context in contexts})
    return found


def fate(mutant: Mutant, tests: list[str], tree: Path) -> str:
    """Run the tests on the tree with the fault: `killed`, `survived`, `timeout` (killed too) or `unreached`."""
    if not tests:
        return "unreached"
    original = (tree / mutant.path).read_bytes()
    mutant.put_into(tree)
    listed = tree / "var" / "listed.txt"
    listed.write_text("\n".join(tests))
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:randomly", f"@{listed}"]
    process = subprocess.Popen(
        command, cwd=tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        return {0: "survived", 1: "killed"}.get(process.wait(PATIENCE), "killed")
    except subprocess.TimeoutExpired:
        return "timeout"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        (tree / mutant.path).write_bytes(original)


def run(part: int, parts: int) -> None:
    """Put in the faults of one part of `parts`, in a copy of the tree, those that have an answer already left out."""
    results = KEPT / f"results-{part}.jsonl"
    done = {answer["number"] for answer in answers()}
    tree = KEPT / f"tree-{part}"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", "mutants", ".venv"), dirs_exist_ok=True)
    mutants = [mutant for mutant in kept() if mutant.number % parts == part and mutant.number not in done]
    tests = reaching(mutants)
    for mutant in mutants:
        became = fate(mutant, tests[mutant.number], tree)
        answer = asdict(mutant) | {"fate": became, "tests": len(tests[mutant.number])}
        with results.open("a") as file:
            print(json.dumps(answer), file=file)
        print(*answer.values(), flush=True)


def answers() -> list[dict[str, Any]]:
    """What became of every fault that was tried: its fields, `fate`, and how many tests reach it."""
    lines = [line for file in KEPT.glob("results-*.jsonl") for line in file.read_text().splitlines()]
    return [json.loads(line) for line in lines]


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
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--parts", type=int, default=1)
    said = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    if said.command == "draw":
        drawn = [asdict(mutant) for mutant in draw(said.seed, said.count)]
        (KEPT / "drawn.json").write_text(json.dumps(drawn, indent=0))
    elif said.command == "cover":
        cover()
    elif said.command == "run":
        run(said.part, said.parts)
    else:
        print("\n".join(figures()))


if __name__ == "__main__":
    main()
