"""The documents: what is made from the code is as the code has it, links lead somewhere, pictures stay small."""

import re

import pytest

from tests.documents import DECISIONS, ROOT, decisions, decisions_in
from web.test_imports import APPS

DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "scoring").glob("*.md"))
)
LIBRARIES = (ROOT / "docs" / "dev" / "libraries.md").read_text()


def test_every_decision_stands_in_the_document():
    """Where this fails, `make docs` writes the document again."""
    assert DECISIONS.read_text() == decisions()


@pytest.mark.parametrize(
    ("docstring", "found"),
    [
        (
            "What it does.\n\n* **D** One thing\n  goes on.\n* A rule.\n* **D** Another.\n",
            ["One thing goes on.", "Another."],
        ),
        ("**D** A paragraph. Its end.\n\nNo decision.", ["A paragraph. Its end."]),
        ("A rule. **D** A first. **D** A second.", ["A first.", "A second."]),
        ("A rule. Level is level (**D** the text is silent). More.", ["Level is level (the text is silent)."]),
        ("Decisions (**D**), where no source says otherwise:", []),
    ],
    ids=["points of a list", "paragraph", "two in one", "in brackets", "heading"],
)
def test_a_decision_lasts_to_its_end(docstring, found):
    assert list(decisions_in(docstring)) == found


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_somewhere(name):
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", (ROOT / name).read_text())
    own = [link for link in links if not re.match(r"[a-z]+:", link)]
    assert [link for link in own if not ((ROOT / name).parent / link).exists()] == []


def test_the_readme_stays_short():
    assert len((ROOT / "README.md").read_text().splitlines()) <= 150


def test_pictures_stay_small_and_are_shown():
    pictures = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.png")}
    shown = {
        ((ROOT / name).parent / link).resolve().relative_to(ROOT).as_posix()
        for name in DOCUMENTS
        for link in re.findall(r"!\[[^]]+\]\(([^)]+)\)", (ROOT / name).read_text())
    }
    assert pictures == shown
    assert [picture for picture in pictures if (ROOT / picture).stat().st_size > 150_000] == []


@pytest.mark.parametrize("listed", ["requirements.txt", "requirements-dev.txt"])
def test_every_package_has_its_reason(listed):
    packages = re.findall(r"^([A-Za-z0-9-]+)[=\[]", (ROOT / listed).read_text(), re.MULTILINE)
    assert packages
    named = {name.lower() for name in re.findall(r"[A-Za-z0-9-]+", LIBRARIES)}
    assert [package for package in packages if package.lower() not in named] == []


def test_the_picture_has_the_apps_in_their_order():
    picture = (ROOT / "docs" / "dev" / "structure.md").read_text().split("```")[1]
    arrows = re.findall(r"^ *(\w+)(?:\[[^]]*\])? --> (\w+)", picture, re.MULTILINE)
    following = [(later, earlier) for later, earlier in arrows if {later, earlier} <= set(APPS)]
    assert following == list(zip(reversed(APPS[1:]), reversed(APPS[:-1]), strict=True))
