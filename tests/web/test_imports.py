"""Who may import whom: the order of the engine's modules, of the apps, and of the modules in an app.

The order is the one of the picture in docs/dev/structure.md; an exception is written here with its reason or not made.
"""

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from scoring.rulebooks import BOOKS

ROOT = Path(__file__).parents[2]

# The engine, layer by layer: a module may import modules of the layers above it.
ENGINE = (
    {"federation_wording"},
    {"cards", "wording", "deal", "auction", "wertung", "fixtures", "seating", "money", "slips"},
    {"account", "forecast", "fixture_proposals"},
    {"rulebook", "deal_result", "figures", "federation"},
    {"valuation"},
    {"rulebooks"},
    {"legal"},
    {"bulk", "sheet", "foot_check", "notation", "replay", "neighbours"},
    {"iss", "sheet_figures", "footer", "proposed", "suspects"},
    {"single_slips", "compound_slips"},
    {"mistaken_sums"},
    {"corrections"},
    {"deal_json"},
    {"foot_json", "form_reader"},
    {"sheet_json", "rule_json"},
    {"wertung_json", "draw_json", "pyramid_json", "quota_json"},
    {"bench"},
    {"__main__"},
    {"__init__"},  # it offers the whole engine
)
# These take a rule book as argument, or know none at all; none of them may choose one.
WITHOUT_BOOKS = {
    *("legal", "bulk", "sheet", "foot_check", "notation", "replay", "iss", "sheet_figures"),
    *("footer", "neighbours", "proposed", "suspects", "single_slips", "compound_slips", "mistaken_sums", "corrections"),
}
# The command line and its benchmark read a clock and files; the engine proper may not.
COMMAND_LINE = {"__main__", "bench"}
OUTSIDE = {
    "datetime",
    "io",
    "locale",
    "os",
    "pathlib",
    "secrets",
    "socket",
    "subprocess",
    "tempfile",
    "time",
    "zoneinfo",
}

APPS = (
    "rules",
    "wertung",
    *("people", "federations"),
    *("events", "lists", "reading", "leagues", "registrations", "promotions", "standings", "desk"),
    *("years", "circuits"),
    *("forecasts", "statistics", "visitors", "phones", "signups", "qualifications", "subscriptions", "printing"),
    *("exchange", "api", "accounts", "operations", "peers"),
    *("manual", "todo"),
)
# What every app may import of the project, apart from earlier apps.
FOR_ALL_APPS = {
    *("access", "database", "exports", "formatting", "forms", "history", "next_actions"),
    *("publication", "requests", "tables"),
}
# What is made of these, and every app may import as well.
MADE_OF_THEM = {
    "urls": set(),
    "jobs": set(),
    "consoles": {"jobs"},
    "middleware": set(),
    "stock": {"jobs"},
    "money": {"formatting"},
    "handouts": {"exports", "jobs", "stock", "middleware"},
}
# Inside an app: a module may import modules of its own layer and of those above it. What an app has of its own stands
# beside its services. A module stands where its name says; forms, views and urls where its end says: matchday_views are
# views.
LAYERS = (
    {"names", "rules"},
    {"models"},
    {"queries", "services", "access"},
    {"forms", "tables"},
    {"views", "device"},
    {"urls", "apps"},
    {"management"},
)
SERVICES = 2
# Only what prints loads the PDF library: it costs every process 43 MiB and half a second.
PRINTING = {"weasyprint", "pydyf"}
# Only what reads photographs loads the libraries of pictures and of training.
PICTURES = {"cv2", "numpy", "torch", "onnx"}
# What these libraries do not offer to others; of the module for texts they do offer how fonts are found.
NOT_OFFERED = ("weasyprint.pdf", "weasyprint.text", "weasyprint.layout", "weasyprint.formatting_structure")
OFFERED = "weasyprint.text.fonts.FontConfiguration"
# That module imports nothing of the project, and moving a site needs it too.
MOVING = "skatliga.database.database_at"
OF_TUPLES = {"_replace", "_asdict", "_fields", "_make"}


@cache
def imports(source: Path) -> list[str]:
    """The dotted names a file imports, wherever in the file it does so; `from a import b` gives a.b."""
    found = []
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: relative import; please write the whole name"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def files(package: str) -> list[Path]:
    return sorted(path for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts)


def module(path: Path, package: str) -> str:
    """The module, or the folder, of the package that a file belongs to: scoring/rulebooks/isko.py -> rulebooks."""
    return path.relative_to(ROOT / package).parts[0].removesuffix(".py")


def layer_of(name: str, layers: tuple[set[str], ...], otherwise: int | None = None) -> int:
    found = [number for number, layer in enumerate(layers) if name in layer]
    assert found or otherwise is not None, f"{name} has no place in the order of imports yet: please give it one above"
    return found[0] if found else otherwise


def layer_in_app(parts: Sequence[str]) -> int:
    """The layer of a module by its name, or by the name of the folder it is in: exchange/uploads/views.py is a view."""
    ends = {part: part.rpartition("_")[2] for part in parts[:2]}
    names = [end if end in ("forms", "views", "urls") else part for part, end in ends.items()]
    return next((layer for name in names if (layer := layer_of(name, LAYERS, -1)) >= 0), SERVICES)


def wrong_in_engine(path: Path) -> Iterator[str]:
    """What a file of the engine may not import, and why."""
    own = module(path, "scoring")
    for name in imports(path):
        package, _, rest = name.partition(".")
        if package != "scoring":
            if package not in sys.stdlib_module_names:
                yield f"{name}: the engine uses the standard library only"
            if package in OUTSIDE and own not in COMMAND_LINE:
                yield f"{name}: the engine knows no clock, file or place"
            continue
        other = rest.split(".")[0]
        if own in WITHOUT_BOOKS and other == "rulebooks":
            yield f"{own} takes the rule book as an argument"
        if other != own and layer_of(other, ENGINE) >= layer_of(own, ENGINE):
            yield f"{own} may not import {other}"


def wrong(package: str, check: Callable[[Path], Iterator[str]]) -> dict[str, list[str]]:
    """What a check says of the files of a package."""
    paths = files(package)
    assert len(paths) > 60
    said = {path.relative_to(ROOT).as_posix(): list(check(path)) for path in paths}
    return {name: sentences for name, sentences in said.items() if sentences}


def test_engine():
    assert wrong("scoring", wrong_in_engine) == {}


def test_no_module_of_the_engine_was_forgotten():
    found = {module(path, "scoring") for path in files("scoring")}
    assert found <= set().union(*ENGINE)


def wrong_in_apps(path: Path) -> Iterator[str]:
    """What a file of the site may not import, and why."""
    app = module(path, "skatliga")
    for name in imports(path):
        package, _, rest = name.partition(".")
        if package in PRINTING and app != "printing":
            yield f"{name}: only printing makes PDFs"
        if package != "skatliga":
            continue
        other, _, inner = rest.partition(".")
        if app not in APPS:
            if not stands_below(app, other) and (app, name) != ("settings", MOVING):
                yield f"skatliga.{app} stands below all apps and may not import {name}"
        elif other != app:
            if other not in {*APPS[: APPS.index(app)], *FOR_ALL_APPS, *MADE_OF_THEM}:
                yield f"{app} may not import {other}: it comes later"
        else:
            own = path.relative_to(ROOT / "skatliga" / app).with_suffix("").parts
            if layer_in_app(inner.split(".")) > layer_in_app(own):
                yield f"{own[-1]} may not import {inner}"


def stands_below(app: str, other: str) -> bool:
    """What is beside the apps may import this one."""
    by_rank = other in FOR_ALL_APPS and app in MADE_OF_THEM
    return app in ("urls", "panels") or by_rank or other in MADE_OF_THEM.get(app, ())


def test_apps():
    assert wrong("skatliga", wrong_in_apps) == {}


def test_no_rule_book_is_named_outside_the_engine():
    """Forms, pages and paper ask the book what it has; the demonstration alone chooses one."""
    mentioned = [path for path in files("skatliga") if any(book in path.read_text() for book in BOOKS)]
    named = {
        path.relative_to(ROOT).as_posix()
        for path in mentioned
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and node.value in BOOKS
    }
    assert named <= {"skatliga/exchange/management/commands/demo.py"}


def test_imports_are_found_wherever_they_stand(tmp_path):
    source = tmp_path / "module.py"
    source.write_text("import a.b, c\nif True:\n    from d.e import f, g as h\ndef view():\n    import weasyprint\n")
    assert imports(source) == ["a.b", "c", "d.e.f", "d.e.g", "weasyprint"]


def own_names(tree: ast.AST) -> set[str]:
    """The names that a module gives to its own functions, classes, fields and values."""
    defined = {each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.ClassDef)}
    assigned = {
        each.id if isinstance(each, ast.Name) else each.attr
        for each in ast.walk(tree)
        if isinstance(each, ast.Name | ast.Attribute) and isinstance(each.ctx, ast.Store)
    }
    return defined | assigned


def private_uses(source: str) -> list[str]:
    """Where a module uses what a library keeps to itself: its attributes with an underscore, its inner modules."""
    tree = ast.parse(source)
    own = own_names(tree)
    used = [
        each.attr
        for each in ast.walk(tree)
        if isinstance(each, ast.Attribute)
        and each.attr.startswith("_")
        and not each.attr.startswith("__")
        and each.attr not in own | OF_TUPLES
    ]
    names = [
        f"{each.module}.{alias.name}" if isinstance(each, ast.ImportFrom) else alias.name
        for each in ast.walk(tree)
        if isinstance(each, ast.Import | ast.ImportFrom)
        for alias in each.names
    ]
    return used + [name for name in names if name.startswith(NOT_OFFERED) and name != OFFERED]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f(page):\n    return page._page_box", ["_page_box"]),
        ("def f():\n    from weasyprint.pdf.stream import Stream", ["weasyprint.pdf.stream.Stream"]),
        ("import weasyprint.layout", ["weasyprint.layout"]),
        ("from weasyprint.text.fonts import FontConfiguration, add", ["weasyprint.text.fonts.add"]),
        ("class A:\n    def _b(self):\n        return self._b", []),
    ],
)
def test_private_uses_are_found(source, found):
    assert private_uses(source) == found


@pytest.mark.parametrize("path", sorted((ROOT / "skatliga/printing").rglob("*.py")), ids=lambda path: path.stem)
def test_printing_uses_what_libraries_offer(path):
    assert private_uses(path.read_text()) == []


def test_only_reading_loads_the_libraries_of_pictures():
    found = {
        module(path, "skatliga")
        for path in files("skatliga")
        if {name.split(".")[0] for name in imports(path)} & PICTURES
    }
    assert found == {"reading"}
