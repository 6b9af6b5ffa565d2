"""Small faults of the program: drawn by a seed, and a tree of it that holds all of them, asleep.

A fault is one operator, constant, condition, result or call of a function that is changed. Lines are drawn with equal
chances from all lines of `scoring/` and `skatliga/` on which something can be changed, so that a large app has more.

In the tree the statement that a fault changes stands twice, with the fault where `_is_faulty` says so of its number. It
is what a process has set for all modules before it reads them (`builtins._fault_at`), so that it learns as well what is
reached; any other process asks its environment (`FAULT`).
"""

import ast
import difflib
import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "var" / "mutants"
TREE = KEPT / "tree"

ASKING = """
_is_faulty = getattr(__import__("builtins"), "_fault_at", None) or int(__import__("os").environ.get("FAULT", 0)).__eq__
"""

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

    def put_into(self, source: bytes) -> bytes:
        """The source of the module with the fault; ValueError where the line is another one."""
        lines = source.split(b"\n")
        line = lines[self.line - 1]
        if line[self.start : self.end].decode() != self.before:
            raise ValueError(f"{self.path}:{self.line} is not what the fault was drawn from")
        lines[self.line - 1] = line[: self.start] + self.after.encode() + line[self.end :]
        return b"\n".join(lines)


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
    """The modules of the program in the tree; migrations and what measures are no part of it."""
    named = [Path(name) for name in _git("ls-files", "scoring", "skatliga").split()]
    return [file for file in named if file.suffix == ".py" and "migrations" not in file.parts and file.stem != "bench"]


def possible() -> Iterator[tuple[str, tuple[int, int, int, str], str]]:
    """Every fault that could be put into the tree: path, place, what stands there."""
    for path in files():
        source = (TREE / path).read_bytes()
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


def with_faults(mutants: list[Mutant], source: bytes, file: int) -> str:
    """The source with all these faults, done where `_is_faulty` says so of them; functions tell it their file."""
    tree = ast.parse(source)
    places = []
    for mutant in mutants:
        place = _place(tree, mutant)
        other: Any = ast.parse(mutant.put_into(source))
        for name, index in place:
            other = getattr(other, name)[index]
        places.append((place, mutant.number, other))
    for place, number, other in sorted(places, key=lambda each: -len(each[0])):
        within: Any = tree
        for name, index in place[:-1]:
            within = getattr(within, name)[index]
        row = getattr(within, place[-1][0])
        row[place[-1][1]] = ast.If(_asked(number), [other], [row[place[-1][1]]])
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.body.insert(_after_docstring(node.body), ast.Expr(_asked(-file)))
    first = _after_docstring(tree.body)
    while isinstance(tree.body[first], ast.ImportFrom) and tree.body[first].module == "__future__":
        first += 1
    tree.body[first:first] = ast.parse(ASKING).body
    return ast.unparse(ast.fix_missing_locations(tree))


def _asked(number: int) -> ast.expr:
    return ast.parse(f"_is_faulty({number})", mode="eval").body


def _after_docstring(body: list[ast.stmt]) -> int:
    first = body[0]
    return int(isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and len(body) > 1)


def _place(tree: ast.Module, mutant: Mutant) -> list[tuple[str, int]]:
    """The way to the innermost statement in which the fault is."""
    way: list[tuple[str, int]] = []
    known = 0
    node: Any = tree
    while True:
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            row = getattr(node, name, None)
            below = [n for n, each in enumerate(row) if _holds(each, mutant)] if isinstance(row, list) else []
            if below:
                node = row[below[0]]
                way.append((name, below[0]))
                known = len(way) if isinstance(node, ast.stmt) else known
                break
        else:
            return way[:known]


def enclosing(source: bytes, line: int) -> tuple[int, int]:
    """The first and the last line of the innermost function, or else of the module, in which this line is."""
    spans = [
        (node.lineno, node.end_lineno or 0)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    return max(spans, default=(1, source.count(b"\n") + 1))


def _holds(node: Any, mutant: Mutant) -> bool:
    if isinstance(node, ast.match_case):
        first, last = (node.pattern.lineno, node.pattern.col_offset), node.body[-1]
    else:
        first, last = min((each.lineno, each.col_offset) for each in [node, *getattr(node, "decorator_list", [])]), node
    return first <= (mutant.line, mutant.start) and (mutant.line, mutant.end) <= (last.end_lineno, last.end_col_offset)


def drawn() -> list[Mutant]:
    """The faults that were drawn."""
    return [Mutant(**fields) for fields in json.loads((KEPT / "drawn.json").read_text())]


def modules(mutants: list[Mutant]) -> list[str]:
    """The modules with faults; the place of one here, with a minus, is what `_is_faulty` hears from its functions."""
    return sorted({mutant.path for mutant in mutants})


def make_tree(seed: int, count: int, commit: str) -> None:
    """Draw faults from a commit and write the tree: the last commit with these faults, and the packages of this one.

    A line that is gone since then has no place in it; `drawn` leaves these faults out.
    """
    shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(parents=True)
    subprocess.run(["git", "clone", "-q", str(ROOT), str(TREE)], check=True)
    last = _git("rev-parse", "HEAD").strip()
    _git("checkout", "-q", commit)
    mutants = draw(seed, count)
    former = {mutant.path: (TREE / mutant.path).read_text().splitlines() for mutant in mutants}
    _git("checkout", "-q", last)
    mutants = [stands for mutant in mutants for stands in _carried(mutant, former[mutant.path])]
    for shared in (".venv", "tests/device/node_modules"):
        (TREE / shared).symlink_to((ROOT / shared).resolve())
    (KEPT / "drawn.json").write_text(json.dumps([asdict(mutant) for mutant in mutants], indent=0))
    for number, path in enumerate(modules(mutants), 1):
        file = TREE / path
        its = [mutant for mutant in mutants if mutant.path == path]
        file.write_text(with_faults(its, file.read_bytes(), number) + "\n")


def _carried(mutant: Mutant, former: list[str]) -> Iterator[Mutant]:
    """The fault on the line as it stands in the tree, or nothing."""
    file = TREE / mutant.path
    lines = file.read_text().splitlines() if file.exists() else []
    alike = difflib.SequenceMatcher(None, former, lines, autojunk=False).get_matching_blocks()
    there = [block.b + mutant.line - block.a for block in alike if block.a < mutant.line <= block.a + block.size]
    same = [number for number, line in enumerate(lines, 1) if line == former[mutant.line - 1]]
    if there or len(same) == 1:
        yield replace(mutant, line=(there or same)[0])


def _git(*command: str) -> str:
    """What git says in the tree."""
    return subprocess.run(["git", *command], cwd=TREE, check=True, capture_output=True, text=True).stdout
