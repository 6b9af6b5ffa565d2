"""The documents that are made from the code: `make docs` writes them, `tests/web/test_documents.py` compares.

A decision is marked **D** in a docstring, where the code that follows it stands. It lasts until the next mark, the next
point of its list or the end of its paragraph; one in brackets is the sentence around it.
"""

import ast
import os
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import django

ROOT: Final = Path(__file__).parents[1]
DECISIONS: Final = ROOT / "docs" / "dev" / "decisions.md"
ARCHIVE: Final = ROOT / "docs" / "admin" / "archive.md"
PACKAGES: Final = ("scoring", "skatliga")
MARK: Final = "**D**"
HEAD: Final = """\
# Decisions

What was decided where the rules, the task or the customs of clubs leave a choice. `make docs` writes this page from the
marks **D** in the code. Each decision stands beside the code that follows it.
"""
_POINT: Final = re.compile(r"^\s*\* ", re.MULTILINE)
_SENTENCE: Final = re.compile(r"(?<=[.;:!?]) ")


def docstrings(source: str) -> list[str]:
    """The docstrings of a module, of its parts and of its constants, in the order they stand in it."""
    found = [
        (node.lineno, node.value.value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    return [text for _, text in sorted(found)]


def decisions_in(text: str) -> Iterator[str]:
    """The decisions a docstring tells."""
    for paragraph in re.split(r"\n\s*\n", text):
        for point in _POINT.split(paragraph):
            yield from _marked(" ".join(point.split()))


def _marked(said: str) -> Iterator[str]:
    """The decisions in a paragraph or a point of a list."""
    for sentence in _SENTENCE.split(said):
        if inside := re.search(r"\(\*\*D\*\*:? ([^)]+)\)", sentence):
            yield sentence.replace(inside[0], f"({inside[1]})")
    for part in re.split(r"(?<!\()\*\*D\*\* ", said)[1:]:
        yield re.sub(r" ?\(\*\*D\*\*\)", "", part).strip()


def decisions() -> str:
    """The page of all decisions."""
    lines = [HEAD]
    for package in PACKAGES:
        lines.append(f"## `{package}/`\n")
        for path in sorted((ROOT / package).rglob("*.py")):
            if "migrations" in path.parts:
                continue
            source = path.read_text()
            if MARK in source and (said := [each for text in docstrings(source) for each in decisions_in(text)]):
                lines.append(f"### `{path.relative_to(ROOT).as_posix()}`\n")
                lines += [_point(each) for each in said]
                lines.append("")
    return "\n".join(lines)


def _point(decision: str) -> str:
    return textwrap.fill(
        f"* {decision[0].upper()}{decision[1:]}",
        width=120,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def main() -> None:
    """Write the documents."""
    DECISIONS.write_text(decisions())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatliga.settings")
    django.setup()
    from skatliga.exchange.archive.export import description

    ARCHIVE.write_text(description())


if __name__ == "__main__":
    main()
