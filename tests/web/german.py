"""Which texts of a page are German, though it was asked for in another language."""

import re
from html.parser import HTMLParser

from django.conf import settings

from scoring.rulebooks import BOOKS

OTHERS = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
"""The languages of the site into which its texts are translated."""
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
SHARED = {"en": re.compile("(?!)"), "pl": re.compile(r"„|\b(?:[Ii]m|Karo|Nr|Pik|Serie)\b")}
"""What another language writes as German does."""
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


def is_german(text: str, language: str) -> bool:
    """Whether something in a text of this language is German."""
    return bool(GERMAN.search(SHARED[language].sub("", text)))


def german_on(page: str, language: str = "en") -> list[str]:
    """The texts of a page that are German and nobody typed."""
    left = []
    for text in Visible(page).texts:
        said = " ".join(text.split())
        for typed in DATA:
            said = said.replace(typed, "")
        if said not in SOURCES and is_german(said, language):
            left.append(said)
    return left
