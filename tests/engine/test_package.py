"""The engine by itself: a wheel that needs nothing, and a README whose examples hold."""

import doctest
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.build import build_wheel
from lists_by_hand import CASES

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "scoring"
# Without the site's packages and the folder of the caller; the wheel alone is looked into.
USE = """
import sys
wheel = sys.argv[1]
sys.path.insert(0, wheel)
sys.argv = ["scoring", "list"]
from scoring.__main__ import main
assert sys.modules["scoring"].__file__.startswith(wheel)
assert not any("site-packages" in place for place in sys.path)
sys.exit(main())
"""


@contextmanager
def inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The engine as a wheel, built without a network by what is installed for the tests."""
    folder = tmp_path_factory.mktemp("wheel")
    with inside(ENGINE):
        return folder / build_wheel(str(folder))


def test_a_list_is_counted_from_the_wheel_alone(wheel):
    case = CASES["ISkO at three: 50, 50 and 40"]
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", USE, wheel],
        input=json.dumps(case.given),
        capture_output=True,
        text=True,
        cwd="/",
    )
    assert done.stderr == ""
    assert json.loads(done.stdout)["players"] == case.players


def test_the_wheel_holds_the_whole_engine_and_nothing_else(wheel):
    with ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if name.startswith("scoring/")}
        (metadata,) = (name for name in archive.namelist() if name.endswith("METADATA"))
        said = archive.read(metadata).decode()
    there = {path.relative_to(ROOT).as_posix() for path in ENGINE.rglob("*.py")}
    assert held == there | {"scoring/py.typed"}
    assert "Requires-Dist" not in said
    assert "License-Expression: MIT" in said


def test_the_engine_has_the_version_and_the_licence_of_the_program():
    versions = {
        tomllib.loads((folder / "pyproject.toml").read_text())["project"]["version"] for folder in (ROOT, ENGINE)
    }
    assert len(versions) == 1
    assert f"## [{versions.pop()}]" in (ROOT / "CHANGELOG.md").read_text()
    assert (ENGINE / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


def test_the_tour_of_the_engine_holds():
    done = doctest.testfile(str(ENGINE / "README.md"), module_relative=False)
    assert done.attempted
    assert not done.failed
