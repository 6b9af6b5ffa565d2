"""The house can be walked through: one name means one thing, no room is too small or too large to be found.

The words are those of `docs/dev/vocabulary.md`.
"""

import ast
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

from web.both_databases import SOME_TESTS, WHOLE_FILES

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
VOCABULARY = ROOT / "docs" / "dev" / "vocabulary.md"
ANSWERS = ROOT / "docs" / "dev" / "first-evening-answers.md"

# Names that several classes share all the same, with the reason; never more than twelve.
SHARED = {
    "Command": "Django's name for what manage.py runs",
    "Team": "both are models: in an event and in a league; where both are near, EventTeam and LeagueTeam",
}
# Modules below 40 lines all the same.
SMALL = {
    "skatliga/wsgi.py": "Django's own",
    "skatliga/formats/en/formats.py": "Django's own",
    "skatliga/formats/pl/formats.py": "Django's own",
    "skatliga/consoles.py": "what commands of several apps write on",
    "skatliga/operations/checks.py": "Django's name for checks of the settings",
    "skatliga/qualifications/tables.py": "django-tables2's name for tables",
    "skatliga/reading/problems.py": "sentences for pages that load no library of pictures",
    "skatliga/signups/tables.py": "django-tables2's name for tables",
}
# Where `Any` stands, with the reason: what comes there is really anything, or a library does not say what it is.
ANYTHING = {
    "scoring/deal_json.py": "the one name for an object of JSON as read",
    "scoring/figures.py": "the one name for figures as they are kept",
    "scoring/notation.py": "fields of a deal by their names",
    "scoring/rulebook.py": "settings of a deal by their names",
    "scoring/sheet_json.py": "each reader gives what its field holds",
    "skatliga/database.py": "the one name for a value of JSON",
    "skatliga/exchange/archive/records.py": "fields of every model",
    "skatliga/exchange/archive/schema.py": "fields of every model",
    "skatliga/forms.py": "the three names for what Django's forms take and give",
    "skatliga/leagues/forms.py": "what Django's forms give",
    "skatliga/lists/history.py": "each kind of version has its own teller",
    "skatliga/people/models.py": "Django's save",
    "skatliga/printing/pdf.py": "objects of a PDF",
    "skatliga/printing/pdf_stamp.py": "objects of a PDF",
    "skatliga/printing/ranking_papers.py": "each column writes what its lines hold",
    "skatliga/reading/cell_steps.py": "the one name for a grid of numbers",
    "skatliga/reading/marks.py": "OpenCV has no types",
    "skatliga/reading/network.py": "OpenCV has no types",
    "skatliga/reading/pictures.py": "OpenCV has no types",
    "skatliga/reading/recognition.py": "OpenCV has no types",
    "skatliga/todo/panel.py": "each kind of thing has its own panel",
}
# Faces of packages, what Django wants under this name, and commands, of which each has a file.
ANY_SIZE = re.compile(r"(__init__|apps|urls|\w+_urls|models|access|middleware|signals)\.py|management/commands/\w+\.py")


def sources() -> list[Path]:
    found = [path for package in ("scoring", "skatliga") for path in (ROOT / package).rglob("*.py")]
    return sorted(path for path in found if "migrations" not in path.parts and "build" not in path.parts)


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


@cache
def classes() -> dict[str, list[str]]:
    """The modules of every class that stands at the top of one, by its name."""
    found = defaultdict(list)
    for path in sources():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path.relative_to(ROOT).as_posix())
    return found


def named_in_vocabulary() -> list[tuple[str, str]]:
    """What the vocabulary calls a class, and the module where it says that it stands."""
    rows = [line.split("|") for line in VOCABULARY.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return [(name, cells[4].strip(" `")) for cells in rows[2:] for name in re.findall(r"`([A-Z]\w+)`", cells[2])]


def test_a_name_means_one_class():
    assert len(SHARED) <= 12
    assert {name: where for name, where in classes().items() if len(where) > 1 and name not in SHARED} == {}


def test_every_shared_name_is_still_shared():
    shared = Counter({name: len(where) for name, where in classes().items()})
    assert [name for name in SHARED if shared[name] < 2] == []


def test_exceptions_are_called_errors():
    """Ruff asks it of direct ones (N818); a refusal that is a ValidationError of Django is one as well."""
    wrong = [
        node.name
        for path in sources()
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
        and any(isinstance(base, ast.Name) and base.id.endswith(("Error", "Exception")) for base in node.bases)
        and not node.name.endswith("Error")
    ]
    assert wrong == []


def test_the_vocabulary_names_what_there_is():
    where = classes()
    wrong = [
        (name, home)
        for name, home in named_in_vocabulary()
        if not any(module.startswith(home.replace(".", "/")) for module in where.get(name, []))
    ]
    assert len(named_in_vocabulary()) > 40
    assert wrong == []


def test_the_files_that_the_structure_names_are_there():
    text = (ROOT / "docs" / "dev" / "structure.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:scoring|skatliga|static|templates|tests|deploy|locale)/[\w./-]*)`", text)
    assert len(named) > 30
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_things_are_found_by_the_names_of_files():
    """The search of the first evening: a word of the question leads to few files, and the one meant is among them."""
    rows = [
        line.split("|") for line in ANSWERS.read_text(encoding="utf-8").splitlines() if re.match(r"\| \d+ \|", line)
    ]
    names = [path.relative_to(ROOT).as_posix() for path in sources()]
    found = {row[3].strip(" `"): [name for name in names if row[2].strip() in name] for row in rows}
    assert len(found) == 12
    assert {meant: hits for meant, hits in found.items() if meant not in hits or len(hits) > 5} == {}


def test_a_template_has_no_line_that_nobody_reads():
    """Long ones are broken between blocks, cells and attributes; `blocktranslate trimmed` keeps the text as it is."""
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 160
    ]
    assert len(TEMPLATES) > 200
    assert long == []


def test_a_module_is_neither_too_small_nor_too_large():
    """What is too small joins the module that needs it."""
    lines = {path.relative_to(ROOT).as_posix(): lines_of(path) for path in sources()}
    assert len(lines) > 500
    assert {name: count for name, count in lines.items() if count > 450} == {}
    small = {name: count for name, count in lines.items() if count < 40 and not ANY_SIZE.search(name)}
    assert {name: count for name, count in small.items() if name not in SMALL} == {}


def test_no_pattern_has_a_group_that_gives_nothing_back():
    """`(...)*+` matches wrongly before Python 3.11.5 (its issue 106052), and Debian 12 has 3.11.2."""
    groups = re.compile(r"\)[*+?]\+")
    where = [path.relative_to(ROOT).as_posix() for path in sources() if groups.search(path.read_text(encoding="utf-8"))]
    assert where == []
    assert groups.search(r"a(?:b|c)*+d") and not groups.search(r"(?:[a-z]++\s*+)*")


def test_small_modules_that_have_grown_are_no_exceptions_any_more():
    assert [name for name in SMALL if lines_of(ROOT / name) >= 40] == []


def test_any_stands_only_where_it_is_really_anything():
    """Elsewhere `object` for what is looked at before it is used, `JsonObject`, a TypedDict or a Protocol."""
    mentioned = [path for path in sources() if "Any" in path.read_text(encoding="utf-8")]
    where = Counter(
        path.relative_to(ROOT).as_posix()
        for path in mentioned
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Name) and node.id == "Any"
    )
    assert set(where) == set(ANYTHING)
    assert where.total() < 30


def test_tests_that_run_with_both_databases_are_there():
    folder = Path(__file__).parent
    assert [name for name in WHOLE_FILES if not (folder / f"{name}.py").exists()] == []
    texts = {name: (folder / f"{name}.py").read_text(encoding="utf-8") for name in SOME_TESTS}
    named = [(file, test) for file, tests in SOME_TESTS.items() for test in tests.split()]
    assert [(file, test) for file, test in named if f"def test_{test}(" not in texts[file]] == []


@pytest.mark.parametrize(
    ("rule", "home"),
    [
        (
            r"state__in=ARRIVED|kind=Sheet\.Kind\.MAIN[,)]|exclude\(state=(Sheet\.)?State\.ANNULLED",
            "skatliga/lists/models.py",
        ),
        (r"\| Q\((player__)?merged_into=", "skatliga/people/models.py"),
        (r"F\(\"version\"\)", "skatliga/publication.py"),
        (r"_change_reason\"\]", "skatliga/history.py"),
    ],
)
def test_a_rule_is_written_down_once(rule, home):
    """Which lists count, who is one person, what makes pages anew, who changed something: elsewhere they are asked."""
    found = [
        path.relative_to(ROOT).as_posix() for path in sources() if re.search(rule, path.read_text(encoding="utf-8"))
    ]
    assert set(found) <= {home}
