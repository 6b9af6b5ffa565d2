"""The texts: German in the source, complete in every other language, and what is compiled is what was written."""

import os
import re
import shutil
import subprocess
from ast import literal_eval
from collections.abc import Iterator
from pathlib import Path
from unicodedata import name

import pytest
from django.urls import reverse
from fontTools.ttLib import TTFont

from scoring.rulebooks import BOOKS
from web.german import OTHERS, german_on, is_german
from web.serving import python

ROOT = Path(__file__).parents[2]
CATALOGUES = [Path(f"locale/{language}/LC_MESSAGES/django.po") for language in OTHERS]
KEPT = re.compile(r"%\(\w+\)[sd]|%[sd]|\{[^}]*\}|</?\w[^>]*>|https?://[\w./-]+|\d+")
"""What stands in every language as in German: places of what is put in, tags, addresses, numbers."""

every_catalogue = pytest.mark.parametrize("catalogue", CATALOGUES, ids=OTHERS)
needs_gettext = pytest.mark.skipif(not shutil.which("msgfmt"), reason="needs gettext (apt-get install gettext)")


PLAIN = os.environ | {"LC_ALL": "C.UTF-8"}


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, env=PLAIN, capture_output=True, text=True, check=True)


def entries(catalogue: Path) -> Iterator[dict[str, str]]:
    """The texts of a catalogue, without obsolete ones: what stands after msgctxt, msgid, msgstr and so on."""
    plain = run("msgattrib", "--no-obsolete", "--no-wrap", "--no-location", catalogue).stdout
    for entry in plain.split("\n\n")[1:]:
        said = re.findall(r'^(msg\S+) (".*(?:\n".*)*)', entry, re.MULTILINE)
        yield {key: literal_eval(f"({text})") for key, text in said}


def sources(catalogue: Path) -> set[tuple[str, ...]]:
    """The source texts, with their contexts."""
    return {tuple(text for key, text in entry.items() if "msgstr" not in key) for entry in entries(catalogue)}


@needs_gettext
@every_catalogue
def test_every_text_is_translated(catalogue):
    report = run("msgfmt", "--check", "--statistics", "--output-file", os.devnull, catalogue).stderr
    assert re.fullmatch(r"\d+ translated messages\.", report.strip()), report


@needs_gettext
@every_catalogue
def test_a_translation_keeps_places_tags_and_numbers(catalogue):
    """A form for one thing alone may leave its number out."""
    wrong = []
    for entry in entries(catalogue):
        for key, text in entry.items():
            if not key.startswith("msgstr") or key == "msgstr[0]":
                continue
            source = entry.get("msgid_plural", entry["msgid"])
            if sorted(KEPT.findall(source)) != sorted(KEPT.findall(text)):
                wrong.append((source, text))
    assert wrong == []


@needs_gettext
def test_the_catalogues_have_exactly_the_texts_of_the_source(tmp_path):
    for part in ("skatliga", "templates", "locale", "deploy"):
        shutil.copytree(ROOT / part, tmp_path / part)
    shutil.copy(ROOT / "manage.py", tmp_path)
    language = [f"-l={each}" for each in OTHERS]
    collected = ["manage.py", "makemessages", *language, "--no-location", "--no-obsolete"]
    assert python(PLAIN, *collected, folder=tmp_path).returncode == 0
    for catalogue in CATALOGUES:
        fresh, kept = sources(tmp_path / catalogue), sources(ROOT / catalogue)
        assert fresh == kept, "please run make messages and translate what is new"


@needs_gettext
@every_catalogue
def test_the_compiled_catalogue_is_current(catalogue, tmp_path):
    fresh = tmp_path / "django.mo"
    run("msgfmt", "--check-format", "--output-file", fresh, catalogue)
    assert fresh.read_bytes() == (ROOT / catalogue).with_suffix(".mo").read_bytes(), "please run make messages"


# ---- Pages in other languages (all others in `test_access`) ----

PROSE = ("summary", "description")


@pytest.mark.parametrize("language", OTHERS)
def test_the_api_describes_itself_in_every_language(client, db, language):
    """In prose; the names in it are addresses and fields."""

    def described(part):
        match part:
            case dict():
                for key, value in part.items():
                    yield from [value] if key in PROSE and isinstance(value, str) else described(value)
            case list():
                for value in part:
                    yield from described(value)

    told = list(described(client.get(reverse("api:description"), headers={"Accept-Language": language}).json()))
    assert len(told) > 50
    assert [text for text in told if is_german(re.sub(r"`[^`]*`|/[a-z/]+", "", text), language)] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("page", ["book", "scores"])
@pytest.mark.parametrize("book", BOOKS)
def test_in_no_other_language_german_stays_of_a_rule_book(page, book, language, db, client):
    asked = {"wert": "48", "alle": "1"} if page == "scores" else {}
    answer = client.get(reverse(f"rules:{page}", args=[book]), asked, headers={"Accept-Language": language})
    assert german_on(answer.text, language) == []


def test_german_is_recognised(client, db):
    assert german_on(client.get("/").text) != []


@needs_gettext
@pytest.mark.parametrize("face", ["sans-3", "serif-4"])
def test_the_paper_has_every_latin_letter_of_every_language(face):
    files = (ROOT / "static" / "fonts" / "paper").glob(f"source-{face}-latin*-400.ttf")
    has = {chr(code) for file in files for code in TTFont(file, lazy=True).getBestCmap()}
    said = {letter for each in CATALOGUES for entry in entries(each) for text in entry.values() for letter in text}
    assert {letter for letter in said if letter.isalpha() and "LATIN" in name(letter)} - has == set()
