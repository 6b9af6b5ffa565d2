"""Which tests are near a function, by names alone: who names it, who names those, and so on up to the tests.

Nothing is run for this. Names that very many use say nothing and are not followed; an address of a page is a name too.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench.faults import ROOT, Mutant

STEPS = 5
COMMON = 60
"""A name that more functions use is not followed."""


class Callers:
    """What names what in a tree of the program and its tests."""

    def __init__(self, tree: Path) -> None:
        self.users: dict[str, set[str]] = defaultdict(set)
        self.named: dict[tuple[str, str], set[str]] = defaultdict(set)
        for file in (each for room in ("scoring", "skatliga", "tests") for each in (tree / room).rglob("*.py")):
            if not {"migrations", "browser", "bench", "device"} & set(file.parts):
                self._read(str(file.relative_to(tree)), ast.parse(file.read_bytes()))

    def _read(self, file: str, module: ast.Module) -> None:
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef):
                used = set(_names(node)) - {node.name}
                self.named[file, node.name] |= used
                for name in used:
                    self.users[name].add(node.name)
            elif isinstance(node, ast.ClassDef):
                for part in node.body:
                    if isinstance(part, ast.FunctionDef):
                        self.users[part.name].add(node.name)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"path", "re_path"}:
                title = next((word.value for word in node.keywords if word.arg == "name"), None)
                if isinstance(title, ast.Constant) and len(node.args) > 1:
                    for name in _names(node.args[1]):
                        self.users[name].add(str(title.value))
        for node in module.body:
            if isinstance(node, ast.Assign | ast.AnnAssign):
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    if isinstance(target, ast.Name) and node.value:
                        for name in _names(node.value):
                            self.users[name].add(target.id)

    def distances(self, mutant: Mutant) -> dict[str, int]:
        """How many steps names are away from the function, class or constant in which a fault is."""
        away = dict.fromkeys(_holders(mutant), 0)
        last = set(away)
        for step in range(1, STEPS + 1):
            last = {user for name in last if len(self.users[name]) <= COMMON for user in self.users[name]} - away.keys()
            away |= dict.fromkeys(last, step)
        return away

    def nearness(self, item: pytest.Item, away: dict[str, int]) -> float:
        """How near a test is: more for few steps, and a little more for each name that leads there; 0 is not at all."""
        file = item.nodeid.split("::")[0]
        names = self.named.get((file, getattr(item, "originalname", "")), set()) | set(
            getattr(item, "fixturenames", ())
        )
        steps = sorted(away[name] for name in names if name in away)
        return STEPS + 1 - steps[0] + len(steps) / 100 if steps else 0


def _names(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            yield each.id
        elif isinstance(each, ast.Attribute):
            yield each.attr
        elif isinstance(each, ast.Constant) and isinstance(each.value, str) and ":" in each.value:
            yield each.value.rpartition(":")[2]
        elif isinstance(each, ast.arg):
            yield each.arg


def _holders(mutant: Mutant) -> list[str]:
    """The names by which others use what the fault is in: the innermost function, or the class, or what is assigned."""
    module = ast.parse((ROOT / mutant.path).read_bytes())
    within = [
        node
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign)
        and min(each.lineno for each in (node, *getattr(node, "decorator_list", []))) <= mutant.line
        and mutant.line <= (node.end_lineno or 0)
    ]
    functions = [node.name for node in within if isinstance(node, ast.FunctionDef)]
    classes = [node.name for node in within if isinstance(node, ast.ClassDef)]
    assigned = [
        target.id
        for node in within
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    ]
    return functions or classes or assigned
