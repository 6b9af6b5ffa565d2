"""Keep what the program makes, or compare it with what was kept."""

import argparse
import shutil
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from tests.bench.unchanged.differences import differences, drop_unstable
from tests.bench.unchanged.site import FOUND, make_database, write_all

PARTS = ("addresses", "migrations", "archive", "programs", "sentences", "pages", "command_line")


def keep(folder: Path) -> int:
    """Make the database and write everything twice; what differs is no matter of the program."""
    if folder.exists():
        print(f"{folder} is there already; please name a new folder.", file=sys.stderr)
        return 2
    folder.mkdir(parents=True)
    make_database(folder)
    with tempfile.TemporaryDirectory() as again, ThreadPoolExecutor() as both:
        list(both.map(partial(write_all, folder), (folder / FOUND, Path(again))))
        unstable = drop_unstable(folder, folder / FOUND, Path(again))
    files = sum(file.is_file() for file in (folder / FOUND).rglob("*"))
    print(f"kept {files} files; {unstable} answers differ by themselves and were left out")
    return 0


def compare(folder: Path, now: Path | None, parts: list[str]) -> int:
    """Write everything anew from the same database, and name what has become another."""
    with tempfile.TemporaryDirectory() as made:
        found = now or Path(made)
        shutil.rmtree(found, ignore_errors=True)
        write_all(folder, found, *parts)
        told = list(differences(folder, folder / FOUND, found, *parts))
    for line in told:
        print(line)
    print(f"{len(told)} differences")
    return 1 if told else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.unchanged", description=__doc__)
    parser.add_argument("what", choices=("keep", "compare"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", default=[], choices=PARTS, help="compare these parts alone")
    parser.add_argument("--now", type=Path, help="a folder in which compare leaves what it found")
    asked = parser.parse_args()
    began = time.monotonic()
    status = keep(asked.folder) if asked.what == "keep" else compare(asked.folder, asked.now, asked.only)
    print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
