"""What earlier versions stored, migrated or taken in from archives, gives the tables that they gave, figure by figure.

`web/former/README.md` says what is there and who made it.
"""

import json
import lzma
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from whole import WHOLE, sample

from skatliga.exchange.archive.archive_file import Unpacked
from skatliga.exchange.archive.restore import restore
from web.former_figures import Figures, asked
from web.serving import run

FORMER = Path(__file__).parent / "former"


def figures_of(folder: str) -> Figures:
    """Some of the tables of every kind, those of parts of a year and of players among them."""
    whole = json.loads(lzma.decompress((FORMER / folder / "figures.json.xz").read_bytes()))
    return {address: whole[address] for address in sample(whole, table_of, 3)}


def table_of(address: str) -> tuple[str, ...]:
    """The words of an address that say which table it is."""
    return tuple(word for word in address.split("/") if word.removesuffix(".json").isalpha())


def same(told: Figures, before: Figures) -> None:
    """Every column there was is there and says what it said, line by line."""
    assert set(told) == set(before)
    for address, lines in before.items():
        now = told[address]
        assert len(now) == len(lines), address
        for line, was in zip(now, lines, strict=True):
            assert {name: line.get(name) for name in was} == was, address


PAST_YEAR = ("2019", "aurich-2019", "2019-01-01", "2019-12-31", 1, "2025-02-03 04:05:06", 3)
PAST_LINES = [("Anna Ärmel", 1, 900, 450500, None, 40, 300, 20), ("Rosa Lang", 2, 950, None, 12, None, None, None)]
YEAR = "name, slug, first_day, last_day, public, at, version"
LINE = "name, place, points, average, evenings, lists, won, lost"


def told(database: Path, query: str) -> list[tuple]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


def on_site(database: Path, *command: str) -> None:
    """Run a script on the site that has this database."""
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{database}", "VAR_DIR": str(database.parent)}
    run(environment, *command)


@pytest.fixture(scope="module")
def migrated(tmp_path_factory) -> tuple[Path, Figures]:
    """A database of that time, with a year that was taken over then, as it is now, and what its tables say."""
    folder = tmp_path_factory.mktemp("format-3")
    database, addresses, answers = folder / "database.sqlite3", folder / "asked.json", folder / "told.json"
    database.write_bytes(lzma.decompress((FORMER / "format-3/database.xz").read_bytes()))
    with closing(sqlite3.connect(database)) as former:
        club = former.execute("SELECT min(id) FROM people_club").fetchone()[0]
        values = "?, ?, ?, ?, ?, ?, ?, ?"
        year = former.execute(f"INSERT INTO years_pastyear ({YEAR}, club_id) VALUES ({values})", (*PAST_YEAR, club))
        for each in PAST_LINES:
            former.execute(
                f"INSERT INTO years_pastresult ({LINE}, year_id) VALUES ({values}, ?)", (*each, year.lastrowid)
            )
        former.commit()
    addresses.write_text(json.dumps(list(figures_of("format-3"))))
    if not WHOLE:  # in much less time than as Django does it; nothing is left to be migrated then
        on_site(database, "tests/single_models.py")
    on_site(database, "tests/web/former_figures.py", str(addresses), str(answers))
    return database, json.loads(answers.read_text())


def test_a_migrated_database_gives_the_same_tables(migrated):
    same(migrated[1], figures_of("format-3"))


def test_years_that_were_taken_over_become_years_and_go_back(migrated, tmp_path):
    database = Path(shutil.copy(migrated[0], tmp_path))
    made = told(database, "SELECT id, name, state, rules FROM years_clubyear WHERE slug = 'aurich-2019'")
    rules = json.dumps([{"worth": "published", "measure": "average"}])
    assert made == [(made[0][0], "2019", "final", rules)]
    sums = f"SELECT {LINE.replace('points', 'gesamt')} FROM years_yearsum WHERE year_id = {made[0][0]} ORDER BY id"
    assert told(database, sums) == PAST_LINES
    on_site(database, "manage.py", "migrate", "-v0", "years", "0004")
    assert told(database, f"SELECT {YEAR} FROM years_pastyear") == [PAST_YEAR]
    assert told(database, f"SELECT {LINE} FROM years_pastresult ORDER BY place") == PAST_LINES
    assert told(database, "SELECT count(*) FROM years_clubyear WHERE slug = 'aurich-2019'") == [(0,)]


@pytest.mark.django_db
@pytest.mark.parametrize("folder", ["format-3", "format-4"])
def test_an_archive_gives_the_same_tables(folder, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    before = {address: lines for address, lines in figures_of(folder).items() if "/spieler/p" not in address}
    for path in sorted((FORMER / folder).glob("*.zip")):
        with Unpacked(path) as archive:
            restore(archive)
    same(asked(before), before)
