"""What differs between two folders: by file, with the first line that is another."""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Final

UNSTABLE: Final = "unstable.txt"
LONGEST: Final = 160


def differences(kept: Path, before: Path, now: Path, *parts: str) -> Iterator[str]:
    """A line for every file that is missing, new or another, but for those that are known to be unstable."""
    unstable = set((kept / UNSTABLE).read_text().splitlines())
    for name in sorted((files(before) | files(now)) - unstable):
        if parts and not name.startswith((*parts, *("queries" for part in parts if part == "pages"))):
            continue
        if not (now / name).exists():
            yield f"{name}: is not there any more"
        elif not (before / name).exists():
            yield f"{name}: is new"
        elif (before / name).read_bytes() != (now / name).read_bytes():
            yield from first_line(name, before / name, now / name)


def drop_unstable(kept: Path, first: Path, second: Path) -> int:
    """Remove what two runs of one program wrote differently, and note it."""
    unstable = []
    for name in sorted(files(first) | files(second)):
        one, other = first / name, second / name
        if not (one.exists() and other.exists() and one.read_bytes() == other.read_bytes()):
            unstable.append(name)
            one.unlink(missing_ok=True)
    (kept / UNSTABLE).write_text("".join(f"{name}\n" for name in unstable))
    return len(unstable)


def files(folder: Path) -> set[str]:
    """The names of all files below a folder."""
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}


def first_line(name: str, before: Path, now: Path) -> Iterator[str]:
    """The first line that differs, as it was and as it is."""
    lines = zip_longest(_lines(before), _lines(now), fillvalue="(nothing more)")
    for number, (was, is_now) in enumerate(lines, 1):
        if was != is_now:
            yield f"{name}:{number}\n  was {_short(was, is_now)}\n  is  {_short(is_now, was)}"
            return


def _lines(file: Path) -> list[str]:
    return file.read_text(errors="replace").split("\n")


def _short(line: str, other: str) -> str:
    """The part of a line where it begins to be another."""
    same = next((at for at, (one, two) in enumerate(zip(line, other, strict=False)) if one != two), 0)
    start = max(0, same - LONGEST // 4)
    return ("… " if start else "") + line[start : start + LONGEST]
