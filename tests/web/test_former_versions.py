"""What earlier versions stored, migrated or taken in from archives, gives the tables that they gave, figure by figure.

`web/former/README.md` says what is there and who made it.
"""

import json
import lzma
import os
import subprocess
import sys
from pathlib import Path

import pytest

from skatliga.exchange.archive.archive_file import Unpacked
from skatliga.exchange.archive.restore import restore
from skatliga.settings import BASE_DIR
from web.former_figures import Figures, asked

FORMER = Path(__file__).parent / "former"


def figures_of(folder: str) -> Figures:
    return json.loads(lzma.decompress((FORMER / folder / "figures.json.xz").read_bytes()))


def same(told: Figures, before: Figures) -> None:
    """Every column there was is there and says what it said, line by line."""
    assert set(told) == set(before)
    for address, lines in before.items():
        now = told[address]
        assert len(now) == len(lines), address
        for line, was in zip(now, lines, strict=True):
            assert {name: line.get(name) for name in was} == was, address


def test_a_migrated_database_gives_the_same_tables(tmp_path):
    before = figures_of("format-3")
    copy = tmp_path / "database.sqlite3"
    copy.write_bytes(lzma.decompress((FORMER / "format-3/database.xz").read_bytes()))
    (tmp_path / "asked.json").write_text(json.dumps(list(before)))
    command = [sys.executable, "tests/web/former_figures.py", str(tmp_path / "asked.json"), str(tmp_path / "told.json")]
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{copy}", "VAR_DIR": str(tmp_path)}
    subprocess.run(command, cwd=BASE_DIR, env=environment, check=True)
    same(json.loads((tmp_path / "told.json").read_text()), before)


@pytest.mark.django_db
@pytest.mark.parametrize("folder", ["format-3", "format-4"])
def test_an_archive_gives_the_same_tables(folder, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    before = {address: lines for address, lines in figures_of(folder).items() if "/spieler/p" not in address}
    for path in sorted((FORMER / folder).glob("*.zip")):
        with Unpacked(path) as archive:
            restore(archive)
    same(asked(before), before)
