"""The texts: German in the source, complete in English, and the compiled catalogue is that of the written one."""

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from whole import WHOLE, sample

from scoring.rulebooks import BOOKS
from web.test_access import ADDRESSES, basis, folder  # noqa: F401
from web.worlds import believed, undone

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


# ---- Pages in English ----

GERMAN = re.compile(
    r"""[äöüßÄÖÜ„]
    | \b(?i:aber|als|bei|bitte|das|dem|den|der|diese[mnrs]?|ein|eine[mnrs]?|es|für|haben|im|ist|kein|keine[mnrs]?|mit
        |nach|nein|nicht|noch|nur|oder|ohne|schon|sich|sind|und|vom|von|wird|zu|zum|zur)\b
    | \b(?i:gespielt|gereizt|gestrichen|gewonnen|verloren|eingepasst|laufend|niemand|vorläufig)\b
    | \b(?:Alleinspieler|Anmelden|Augenblick|Ergebnis|Geber|Gesamt|Grund|Karo|Kreuz|Kurzschrift|Leistung|Listen?|Nr
        |Pik|Platz|Punkte|Rangliste|Regeln?|Regelwerk|Rollen?|Serien?|Spiele?|Spieler|Spielpunkte|Stand|Strafe|Summen?
        |Teilnehmer|Tische?|Uhr|Veranstaltung|Vereine?|Wert|Wertung|Zahl|Zeilen?)\b""",
    re.VERBOSE,
)
FILES = {name for name in ADDRESSES if name.endswith((":file", "_file"))} - {"exchange:person_file"} | {
    "lists:photo",
    "printing:table_cards",
    "visitors:picture",
    "visitors:site_picture",
    "api:description",
}
PAGES = [name for name in ADDRESSES if name not in FILES]
"""In an order in which what one page needs serves the next ones, too."""
TO_STRANGERS = {*sample(PAGES, lambda name: name.split(":")[0], part=4)}
"""Pages that are also asked for by somebody who is not signed in."""
PROSE = ("summary", "description")
# What people typed and the usual classes, names of German sources, and the button that leads back to German.
DATA = ("Schüler", "Ärmel", "Clubabend", "Herz Dame Altenburg", "Spiel 1 war Herz.", "Deutsch")
SOURCES = {source for book in BOOKS.values() for source in (book.source, *book.rules.values())}


class Visible(HTMLParser):
    """What is read or read out of a page; addresses and names of columns stand there as code and are no language."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.code = 0
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.code += tag == "code"
        said = ("alt", "aria-label", "placeholder", "title")
        self.texts += [value for name, value in attrs if name in said and value]

    def handle_endtag(self, tag):
        self.code -= tag == "code"

    def handle_data(self, data):
        if not self.code:
            self.texts.append(data)


def german_on(page: str) -> list[str]:
    """The texts of a page that are German and nobody typed."""
    left = []
    for text in Visible(page).texts:
        said = " ".join(text.split())
        for typed in DATA:
            said = said.replace(typed, "")
        if said not in SOURCES and GERMAN.search(said):
            left.append(said)
    return left


@pytest.fixture
def folders(paper_as_html, settings, ordered, tmp_path) -> None:
    """Files of the tests stay with them, no paper is set and no long work done."""
    settings.MEDIA_ROOT = tmp_path


@pytest.mark.parametrize("name", PAGES)
def test_in_english_no_german_stays(name, basis, folders, tmp_path):  # noqa: F811
    address = ADDRESSES[name]
    with believed():
        path = reverse(name, args=basis.args_of(address.args))
    for visitor in ("betreiber", *(["leser"] if WHOLE else []), *(["anonym"] if name in TO_STRANGERS else [])):
        browser = Client()
        browser.cookies.load(basis.cookies[visitor])
        with undone(tmp_path):
            answer = getattr(browser, address.method)(path, headers={"Accept-Language": "en"}, follow=True)
        assert (visitor, answer["Content-Language"], german_on(answer.text)) == (visitor, "en", [])
    basis.undo()


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
