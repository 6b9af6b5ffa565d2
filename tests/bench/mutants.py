"""How much the tests notice: small faults are put into the program, one at a time, and tests are run on each.

`python -m tests.bench.mutants draw` draws faults by a seed from a commit and writes a tree of today that holds them all
(`faults.py`);
`checks` keeps which of them need no test, since mypy or the check of migrations finds them; `run` tries the others
(`trying.py`), those of the engine beside those of the apps, and keeps what became of each in var/mutants/tried.jsonl,
going on where it was stopped, and once more with those that no test has found where `--budget` is larger than it was
then; `figures` counts and names those that nothing has noticed.

Tests are chosen, so that a fault may be called survived that a test farther away would have found. Those in the browser
and those with PostgreSQL are never among them.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.faults import KEPT, ROOT, TREE, Mutant, drawn, enclosing, make_tree
from tests.bench.trying import BUDGET, CHECKED, FOUND, tried

SEED = 20261123
COUNT = 400
COMMIT = "5f1b153"
"""The tree from which they are drawn."""
ROOMS = {"scoring": ["scoring", "tests/engine"], "skatliga": ["skatliga", "tests/web"]}


def run(budget: float) -> None:
    """Try all faults that have no answer yet: two processes side by side."""
    command = [sys.executable, "-m", "tests.bench.trying", str(budget)]
    rooms = [subprocess.Popen([*command, room, *tests], cwd=ROOT) for room, tests in ROOMS.items()]
    for room in rooms:
        room.wait()


def checks() -> None:
    """Keep which faults are found without a test: by mypy, and by the check that migrations are complete.

    mypy gets all at once, but for those that it would meet itself by reading the modules. What it finds is laid to the
    nearest fault of the same function.
    """
    tree = KEPT / "checked"
    if not tree.exists():
        subprocess.run(["git", "clone", "-q", str(ROOT), str(tree)], check=True)
    early = while_read()
    by_file: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in drawn():
        if mutant.number not in early:
            by_file[mutant.path].append(mutant)
    with put_into(tree, [each for mutants in by_file.values() for each in mutants]):
        told = subprocess.run([sys.executable, "-m", "mypy"], cwd=tree, capture_output=True, text=True, check=False)
    found = defaultdict(set)
    for path, line in re.findall(r"^(.+?):(\d+): error", told.stdout, re.MULTILINE):
        first, last = enclosing((ROOT / path).read_bytes(), int(line))
        there = [each for each in by_file[path] if first <= each.line <= last] or by_file[path]
        found["types"] |= {each.number for each in sorted(there, key=lambda each: abs(each.line - int(line)))[:1]}
    command = [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"]
    for mutant in drawn():
        if mutant.number in early and "models" in Path(mutant.path).stem:
            with put_into(tree, [mutant]):
                if subprocess.run(command, cwd=tree, capture_output=True, check=False).returncode:
                    found["migrations"].add(mutant.number)
    CHECKED.write_text(json.dumps({check: sorted(numbers) for check, numbers in found.items()}))


def while_read() -> set[int]:
    """The faults that are reached while the modules of the site are read."""
    reader = """
import builtins, os
reached = set()
builtins._fault_at = lambda number: bool(reached.add(number))
os.environ["DJANGO_SETTINGS_MODULE"] = "skatliga.settings"
import django
django.setup()
import skatliga.urls
print(*reached)
"""
    told = subprocess.run([sys.executable, "-c", reader], cwd=TREE, capture_output=True, text=True, check=True).stdout
    return set(map(int, told.split()))


@contextmanager
def put_into(tree: Path, mutants: list[Mutant]) -> Iterator[None]:
    """Write faults into a clone of the program, and take them out again."""
    for mutant in mutants:
        file = tree / mutant.path
        file.write_bytes(mutant.put_into(file.read_bytes()))
    try:
        yield
    finally:
        subprocess.run(["git", "checkout", "-q", "."], cwd=tree, check=True)


def figures() -> Iterator[str]:
    """One line a figure: how many faults are found, in all and by app; then what nothing has noticed."""
    checked = json.loads(CHECKED.read_text()) if CHECKED.exists() else {}
    ways = {check: set(numbers) for check, numbers in checked.items()}
    ways["tests"] = {number for number, answer in tried().items() if answer["fate"] in FOUND}
    found = set().union(*ways.values())
    every = [mutant for mutant in drawn() if mutant.number in found | tried().keys()]
    counts = {"tried": Counter(_room(mutant.path) for mutant in every)}
    counts["found"] = Counter(_room(mutant.path) for mutant in every if mutant.number in found)
    for way, numbers in ways.items():
        counts[way] = Counter(_room(mutant.path) for mutant in every if mutant.number in numbers)
    yield " ".join(f"{name:>10}" for name in ("", *counts))
    for room in ("", *sorted(counts["tried"])):
        numbers = [each[room] if room else each.total() for each in counts.values()]
        yield " ".join([f"{room or 'together':>10}", *(f"{number:10}" for number in numbers)])
    for mutant in every:
        if mutant.number not in found:
            tests = tried()[mutant.number]["tests"]
            yield f"{mutant.number} {mutant.path}:{mutant.line} {mutant.before} -> {mutant.after} ({tests} tests)"


def _room(path: str) -> str:
    parts = Path(path).parts
    return parts[1] if parts[0] == "skatliga" and len(parts) > 2 else parts[0]


def main() -> None:
    """The commands above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["draw", "checks", "run", "figures"])
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--commit", default=COMMIT)
    parser.add_argument("--budget", type=float, default=BUDGET)
    said = parser.parse_args()
    if said.command == "draw":
        make_tree(said.seed, said.count, said.commit)
    elif said.command == "run":
        run(said.budget)
    elif said.command == "checks":
        checks()
    else:
        print("\n".join(figures()))


if __name__ == "__main__":
    main()
