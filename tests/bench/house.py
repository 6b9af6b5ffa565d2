"""How large the house is: `python -m tests.bench house`, one line a figure: name, value, unit, target.

Site modules are those of `skatliga/` without migrations, faces of packages, apps and urls. `tests/web/test_house.py`
holds what must not get worse.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
NOT_COUNTED: Final = re.compile(r"/migrations/|/build/|(__init__|apps|urls|\w+_urls)\.py$")
LONG: Final = 45


def texts_of(folder: str, pattern: str) -> dict[str, str]:
    """The files of a folder that count, by name."""
    found = {path.relative_to(ROOT).as_posix(): path for path in sorted((ROOT / folder).rglob(pattern))}
    return {name: path.read_text(encoding="utf-8") for name, path in found.items() if not NOT_COUNTED.search(name)}


def functions(texts: dict[str, str]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function in them."""
    for text in texts.values():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node


def figures() -> Iterator[str]:
    """What is measured."""
    site, engine, pages = texts_of("skatliga", "*.py"), texts_of("scoring", "*.py"), texts_of("templates", "*.html")
    lengths = {name: text.count("\n") for name, text in site.items()}
    made = [*functions(site), *functions(engine)]
    uses = sum(
        isinstance(node, ast.Name) and node.id == "Any"
        for text in (*site.values(), *engine.values())
        for node in ast.walk(ast.parse(text))
    )
    yield f"house_site_modules {len(site)} modules <=215"
    yield f"house_site_lines {sum(lengths.values())} lines <=38000"
    yield f"house_site_modules_below_60 {sum(length < 60 for length in lengths.values())} modules -"
    yield f"house_engine_modules {len(engine)} modules -"
    yield f"house_engine_lines {sum(text.count(chr(10)) for text in engine.values())} lines -"
    yield f"house_longest_module {max(lengths.values())} lines <=450"
    yield f"house_long_functions {sum((node.end_lineno or 0) - node.lineno >= LONG for node in made)} functions -"
    yield f"house_any {uses} uses <60"
    wide = sum(len(line) > 160 for text in pages.values() for line in text.splitlines())
    yield f"house_template_lines_over_160 {wide} lines 0"
