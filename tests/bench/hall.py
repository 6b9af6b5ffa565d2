"""Two machines in a hall that lose each other and are killed: 1,000 rounds by a seed, and what is left of it all.

In each round both go on entering, by themselves or in touch; an exchange may be cut at any of its three steps, and
either machine may be killed in whatever it does. In the end they meet until nothing is new.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from tests.bench.server import ROOT
from tests.databases import put_sqlite

SERIEN, GUESTS = 6, 12


class Machine:
    """One of the two, with its own database and files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "site.sqlite3"
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "skatliga.settings",
            "DATABASE_URL": f"sqlite:///{self.database}",
            "VAR_DIR": str(folder),
            "SECRET_KEY": "only-for-this-measurement",
            "DEBUG": "1",
        }
        folder.mkdir(parents=True, exist_ok=True)

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.bench.hall_machine"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stdin=pipe, stdout=pipe)
        self._await_life()

    def _await_life(self) -> None:
        line = b""
        while b'{"life"' not in line:
            line = self._read()
        self.life = json.loads(line[line.rindex(b'{"life"') :])["life"]

    def _read(self) -> bytes:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "a machine has ended by itself"
        return line

    def say(self, do: str, **more: Any) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{self.life} {json.dumps({'do': do, **more})}\n".encode())
        self.process.stdin.flush()

    def do(self, do: str, **more: Any) -> Any:
        """Have something done; None where it was refused."""
        self.say(do, **more)
        answer = json.loads(self._read())
        return None if isinstance(answer, dict) and "refused" in answer else answer

    def kill(self) -> None:
        """At once, in whatever it does; the next life begins."""
        os.kill(self.life, signal.SIGKILL)
        self._await_life()

    def end(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


class Hall:
    """Both machines, and the books that are kept of what was acknowledged."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = Random(seed)
        self.machines = [Machine(folder / "one"), Machine(folder / "two")]
        self.facts: list[list[Any]] = []
        self.counted: Counter[str] = Counter()
        self.longest = 0.0

    def begin(self) -> None:
        """The first gets an evening, the second a copy of it."""
        one, two = self.machines
        put_sqlite(one.database)
        one.start()
        one.do("found", rounds=SERIEN, guests=GUESTS)
        identity = one.do("first")["identity"]
        with closing(sqlite3.connect(one.database)) as source, closing(sqlite3.connect(two.database)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=WAL")
        two.start()
        two.do("second", identity=identity)

    def round(self, number: int) -> None:
        """A few entries on both, an exchange that may be cut, and deaths."""
        for _entry in range(self.random.randint(1, 5)):
            self._enter(self.random.choice(self.machines), number)
        if self.random.random() < 0.5:
            self.exchange(cut=self.random.random() < 0.5)
        else:
            self.counted["Trennungen"] += 1

    def _enter(self, machine: Machine, number: int) -> None:
        kind = self.random.choices(["play", "enter", "pay", "draw", "decide"], [80, 4, 8, 2, 6])[0]
        name = f"{number}-{self.random.randrange(10**9)}"
        serie = self.random.randint(1, SERIEN)
        said: dict[str, Any] = {
            "play": {"number": serie, "seed": self.random.randrange(10**9)},
            "enter": {"name": f"Gast {name}"},
            "pay": {"note": f"Spende {name}"},
            "draw": {"number": serie},
            "decide": {"seed": self.random.randrange(10**9)},
        }[kind]
        if self.random.random() < 0.1:
            self._killed(machine, kind, **said)
        elif fact := machine.do(kind, **said):
            self.facts.append(fact)
            self.counted["Eingaben"] += 1
            self.counted[f"davon {fact[0]}"] += 1

    def _killed(self, machine: Machine, do: str, **more: Any) -> None:
        machine.say(do, **more)
        time.sleep(self.random.random() * 0.08)
        machine.kill()
        self.counted["SIGKILL"] += 1

    def exchange(self, *, cut: bool = False) -> None:
        """The second asks the first; `cut` ends it somewhere, by the net or by a death."""
        one, two = self.machines if self.random.random() < 0.5 else self.machines[::-1]
        end, dies = self.random.choice([1, 2, 3]) if cut else 0, self.random.random() < 0.5
        began = time.perf_counter()
        if end == 1 and dies:
            return self._killed(two, "ask")
        asked = two.do("ask")
        if end == 1:
            self.counted["abgebrochen"] += 1
            return None
        if end == 2 and dies:
            return self._killed(one, "answer", said=asked)
        answered = one.do("answer", said=asked)
        if end == 2:
            self.counted["abgebrochen"] += 1
            return None
        if end == 3:
            return self._killed(two, "take", said=answered)
        two.do("take", said=answered)
        self.longest = max(self.longest, time.perf_counter() - began)
        self.counted["Austausche"] += 1
        return None

    def heal(self, exchanges: int = 4) -> list[dict[str, Any]]:
        """Let them meet until nothing is new; what stands on both."""
        for _time in range(exchanges):
            self.exchange()
        return [machine.do("state") for machine in self.machines]

    def lost(self) -> list[list[Any]]:
        """What was acknowledged and is on neither machine, or on one only."""
        return [fact for machine in self.machines for fact in machine.do("kept", facts=self.facts)]

    def end(self) -> None:
        for machine in self.machines:
            machine.end()


def figures() -> Iterator[str]:
    """One line each, as `python -m tests.bench hall` prints them."""
    rounds, seed = int(os.environ.get("ROUNDS", "1000")), int(os.environ.get("SEED", "15"))
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(Path(folder), seed)
        hall.begin()
        for number in range(rounds):
            hall.round(number)
            if number % 100 == 99:
                one, two = hall.heal()
                yield f"{number + 1} Runden: {'gleich' if one == two else 'VERSCHIEDEN'}"
        one, two = hall.heal()
        for name, number in sorted(hall.counted.items()):
            yield f"{name}: {number}"
        yield f"Widersprüche offen: {len(one['contradictions'])}, gehalten: {len(one['held'])}"
        equal = sum(left == right for left, right in zip(one["lists"], two["lists"], strict=False))
        yield f"Listen: {len(one['lists'])} und {len(two['lists'])}, gleich {equal}; alles gleich: {one == two}"
        yield f"nachgerechnet falsch: {one['wrong'] + two['wrong']}; verloren: {len(hall.lost())}"
        yield f"längster Austausch: {hall.longest:.2f} s"
        hall.end()
