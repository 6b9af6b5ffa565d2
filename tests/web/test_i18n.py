"""The texts: German in the source, complete in English, and the compiled catalogue is that of the written one."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.urls import reverse

from scoring.rulebooks import BOOKS
from web.german import GERMAN, german_on

ROOT = Path(__file__).parents[2]
CATALOGUE = Path("locale/en/LC_MESSAGES/django.po")

needs_gettext = pytest.mark.skipif(not shutil.which("msgfmt"), reason="needs gettext (apt-get install gettext)")


def run(*command: str | Path, where: Path = ROOT) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"LC_ALL": "C.UTF-8", "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True, check=True)


def texts(catalogue: Path) -> set[str]:
    """The source texts of a catalogue, without obsolete ones."""
    plain = run("msgattrib", "--no-obsolete", "--no-wrap", "--no-location", catalogue).stdout
    return set(re.findall(r"^msgid (.+(?:\n\".*)*)", plain, re.MULTILINE))


@needs_gettext
def test_every_text_is_translated():
    report = run("msgfmt", "--check", "--statistics", "--output-file", os.devnull, CATALOGUE).stderr
    assert re.fullmatch(r"\d+ translated messages\.", report.strip()), report


@needs_gettext
def test_the_catalogue_has_exactly_the_texts_of_the_source(tmp_path):
    for part in ("skatliga", "templates", "locale", "deploy"):
        shutil.copytree(ROOT / part, tmp_path / part)
    shutil.copy(ROOT / "manage.py", tmp_path)
    run(sys.executable, "manage.py", "makemessages", "-l", "en", "--no-location", "--no-obsolete", where=tmp_path)
    assert texts(tmp_path / CATALOGUE) == texts(ROOT / CATALOGUE), "please run make messages and translate what is new"


@needs_gettext
def test_the_compiled_catalogue_is_current(tmp_path):
    fresh = tmp_path / "django.mo"
    run("msgfmt", "--check-format", "--output-file", fresh, CATALOGUE)
    assert fresh.read_bytes() == (ROOT / CATALOGUE).with_suffix(".mo").read_bytes(), "please run make messages"


# ---- Pages in English (all others in `test_access`) ----

PROSE = ("summary", "description")


def test_the_api_describes_itself_in_english(client, db):
    """In prose; the names in it are addresses and fields."""

    def described(part):
        match part:
            case dict():
                for key, value in part.items():
                    yield from [value] if key in PROSE and isinstance(value, str) else described(value)
            case list():
                for value in part:
                    yield from described(value)

    told = list(described(client.get(reverse("api:description"), headers={"Accept-Language": "en"}).json()))
    assert len(told) > 50
    assert [text for text in told if GERMAN.search(re.sub(r"`[^`]*`|/[a-z/]+", "", text))] == []


@pytest.mark.parametrize("name", ["book", "scores"])
@pytest.mark.parametrize("book", BOOKS)
def test_in_english_no_german_stays_of_a_rule_book(name, book, db, client):
    asked = {"wert": "48", "alle": "1"} if name == "scores" else {}
    answer = client.get(reverse(f"rules:{name}", args=[book]), asked, headers={"Accept-Language": "en"})
    assert german_on(answer.text) == []


def test_german_is_recognised(client, db):
    assert german_on(client.get("/").text) != []
