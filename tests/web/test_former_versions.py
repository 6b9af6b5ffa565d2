"""What earlier versions stored, migrated or taken in from archives, gives the tables that they gave, figure by figure.

`web/former/README.md` says what is there and who made it.
"""

import json
import lzma
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
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


PAST_YEAR = ("2019", "aurich-2019", "2019-01-01", "2019-12-31", 1, "2025-02-03 04:05:06", 3)
PAST_LINES = [("Anna Ärmel", 1, 900, 450500, None, 40, 300, 20), ("Rosa Lang", 2, 950, None, 12, None, None, None)]


def test_years_that_were_taken_over_become_years_and_go_back(tmp_path):
    copy = tmp_path / "database.sqlite3"
    copy.write_bytes(lzma.decompress((FORMER / "format-3/database.xz").read_bytes()))
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{copy}", "VAR_DIR": str(tmp_path)}

    def migrate(*target: str) -> None:
        command = [sys.executable, "manage.py", "migrate", "-v0", *target]
        subprocess.run(command, cwd=BASE_DIR, env=environment, check=True)

    def told(query: str) -> list[tuple]:
        with closing(sqlite3.connect(copy)) as database:
            return database.execute(query).fetchall()

    year = "name, slug, first_day, last_day, public, at, version"
    line = "name, place, points, average, evenings, lists, won, lost"
    with closing(sqlite3.connect(copy)) as database:
        club = database.execute("SELECT min(id) FROM people_club").fetchone()[0]
        key = database.execute(
            f"INSERT INTO years_pastyear ({year}, club_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*PAST_YEAR, club)
        ).lastrowid
        for each in PAST_LINES:
            database.execute(
                f"INSERT INTO years_pastresult ({line}, year_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*each, key)
            )
        database.commit()
    migrate()
    made = told("SELECT id, name, state, rules FROM years_clubyear WHERE slug = 'aurich-2019'")
    rules = json.dumps([{"worth": "published", "measure": "average"}])
    assert made == [(made[0][0], "2019", "final", rules)]
    sums = told(
        f"SELECT {line.replace('points', 'gesamt')} FROM years_yearsum WHERE year_id = {made[0][0]} ORDER BY id"
    )
    assert sums == PAST_LINES
    migrate("years", "0004")
    assert told(f"SELECT {year} FROM years_pastyear") == [PAST_YEAR]
    assert told(f"SELECT {line} FROM years_pastresult ORDER BY place") == PAST_LINES
    assert told("SELECT count(*) FROM years_clubyear WHERE slug = 'aurich-2019'") == [(0,)]


@pytest.mark.django_db
@pytest.mark.parametrize("folder", ["format-3", "format-4"])
def test_an_archive_gives_the_same_tables(folder, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    before = {address: lines for address, lines in figures_of(folder).items() if "/spieler/p" not in address}
    for path in sorted((FORMER / folder).glob("*.zip")):
        with Unpacked(path) as archive:
            restore(archive)
    same(asked(before), before)
