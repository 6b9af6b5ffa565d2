"""The pages of help as they stand in `docs/use/` (English: `docs/use/en/`), made into HTML; and which page helps where.

A section is known by its German heading, in every language: the headings of all stand in the same order.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown import markdown

from skatliga.people.names import address_of

FOLDER: Final[Path] = settings.BASE_DIR / "docs" / "use"
"""The pages in German; those of every other language in a folder below."""
KEYS: Final = (
    "player",
    "table",
    "scorekeeper",
    "spielleitung",
    "signup",
    "staffelleiter",
    "team",
    "championship",
    "club",
)
"""The pages, each a file."""

_OF_PAGES: Final[dict[str, tuple[str, str]]] = {
    # by the name of the address, or of the app alone
    "people": ("club", ""),
    "people:start": ("player", ""),
    "people:register": ("club", "anfangen"),
    "people:roles": ("club", "anfangen"),
    "people:player": ("club", "namen-in-der-oeffentlichkeit"),
    "people:merge": ("club", "doppelte-und-ausgetretene"),
    "events:as_guest": ("club", "doppelte-und-ausgetretene"),
    "events:guest_again": ("club", "doppelte-und-ausgetretene"),
    "people:leave_club": ("club", "doppelte-und-ausgetretene"),
    "federations": ("club", "verband-und-gliederung"),
    "federations:licence": ("club", "lizenzen"),
    "federations:start_rules": ("club", "lizenzen"),
    "people:take_in_known": ("club", "lizenzen"),
    "events": ("spielleitung", "vorher"),
    "events:event": ("spielleitung", ""),
    "events:entries": ("spielleitung", "am-spieltag"),
    "events:desk": ("spielleitung", "am-spieltag"),
    "events:round": ("spielleitung", "am-spieltag"),
    "events:seats": ("spielleitung", "am-spieltag"),
    "events:teams": ("spielleitung", "am-spieltag"),
    "lists": ("scorekeeper", ""),
    "lists:board": ("spielleitung", "am-spieltag"),
    "lists:entry": ("scorekeeper", "eine-liste-spiel-fuer-spiel-eingeben"),
    "lists:totals": ("scorekeeper", "nur-die-summen-eingeben"),
    "lists:confirm": ("scorekeeper", "fertig-machen-und-bestaetigen"),
    "lists:sheet": ("scorekeeper", "fertig-machen-und-bestaetigen"),
    "reading": ("scorekeeper", "was-sonst-vorkommt"),
    "device": ("table", ""),
    "leagues": ("staffelleiter", "eine-saison-einrichten"),
    "promotions": ("staffelleiter", "aufstieg-und-abstieg"),
    "registrations": ("staffelleiter", "mannschaften-melden-lassen"),
    "registrations:club_teams": ("team", "mannschaften-fuer-die-liga-melden"),
    "leagues:division": ("staffelleiter", "die-tabelle"),
    "leagues:group": ("staffelleiter", "ein-spieltag"),
    "leagues:matchday": ("staffelleiter", "ein-spieltag"),
    "leagues:open_days": ("staffelleiter", "ein-spieltag"),
    "leagues:lineup": ("staffelleiter", "ein-spieltag"),
    "standings": ("player", "meine-ergebnisse-finden"),
    "phones": ("spielleitung", "rufe-von-den-tischen"),
    "phones:evening": ("player", "mein-abend"),
    "peers": ("spielleitung", "zwei-rechner-in-der-halle"),
    "phones:own_team": ("team", "am-spieltag-mit-dem-handy"),
    "signups": ("signup", "wer-ist-angemeldet"),
    "signups:terms": ("signup", "oeffnen"),
    "signups:form": ("player", "zum-turnier-anmelden"),
    "signups:page": ("player", "zum-turnier-anmelden"),
    "subscriptions": ("player", "mein-abend"),
    "subscriptions:division": ("player", "auf-dem-laufenden-bleiben"),
    "subscriptions:account": ("team", "sich-benachrichtigen-lassen"),
    "subscriptions:hooks": ("club", "auf-der-eigenen-webseite"),
    "qualifications": ("championship", ""),
    "qualifications:rule": ("championship", "einrichten"),
    "qualifications:open_places": ("championship", "anbieten-und-antworten"),
    "qualifications:page": ("player", "zum-turnier-anmelden"),
    "visitors": ("player", "wo-sitze-ich"),
    "visitors:sample": ("player", "stimmt-etwas-nicht"),
    "desk": ("spielleitung", "geld-und-schluss"),
    "desk:draw": ("spielleitung", "am-spieltag"),
    "circuits": ("club", "turnierserien"),
    "forecasts": ("player", "meine-ergebnisse-finden"),
    "years": ("club", "das-clubjahr"),
    "years:cash": ("club", "kassenbuch"),
    "statistics": ("club", "das-clubjahr"),
    **dict.fromkeys(("statistics:ranking", "statistics:level_ranking"), ("player", "meine-spielstaerke")),
    **dict.fromkeys(("statistics:strength", "statistics:consent"), ("player", "meine-spielstaerke")),
    "printing": ("spielleitung", "am-spieltag"),
    "exchange": ("club", "anfangen"),
    "exchange:club_archive": ("club", "alles-mitnehmen"),
    "accounts": ("club", "anfangen"),
    "rules": ("player", "was-ist-ein-spiel-wert"),
}


class HelpPage(NamedTuple):
    """One page of help."""

    key: str
    title: str
    html: SafeString


def page_in(key: str, language: str | None) -> HelpPage:
    """A page in this language; German where there is no other."""
    return _page(key, language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE)


def where_helps(view_name: str) -> str:
    """The address of the section that helps on a page; empty where nothing does."""
    app = view_name.partition(":")[0]
    found = _OF_PAGES.get(view_name) or _OF_PAGES.get(app)
    if found is None:
        return ""
    return address_in(*found)


def address_in(key: str, section: str) -> str:
    """The address of a section of a page."""
    return reverse("manual:page", args=[key]) + (f"#{section}" if section else "")


def sections_of(key: str) -> list[str]:
    """The sections of a page by their German headings."""
    headings = re.findall(r"^## (.+)$", _text(key, settings.LANGUAGE_CODE), re.MULTILINE)
    return [address_of(heading, 80, "abschnitt") for heading in headings]


def every_place() -> list[tuple[str, str]]:
    """The page and the section that some page of the site leads to."""
    return list(_OF_PAGES.values())


@cache
def _page(key: str, language: str) -> HelpPage:
    text = _text(key, language)
    title, _end, body = text.partition("\n")
    sections = iter(sections_of(key))
    html = markdown(body, extensions=["tables"])
    html = re.sub("<h2>", lambda _: f'<h2 id="{next(sections)}">', html)
    html = re.sub(r'<img alt="([^"]*)" src="(?:\.\./)*([\w./-]+)" />', _picture, html)
    html = re.sub(r'<a href="([^"]+)">(.*?)</a>', _link, html)
    html = html.replace("<table>", '<div class="table-container" tabindex="0"><table>').replace(
        "</table>", "</table></div>"
    )
    return HelpPage(key, title.removeprefix("# "), mark_safe(html))


def _text(key: str, language: str) -> str:
    folder = FOLDER if language == settings.LANGUAGE_CODE else FOLDER / language
    return (folder / f"{key}.md").read_text(encoding="utf-8")


def _picture(found: re.Match[str]) -> str:
    """A picture as the site serves it."""
    return f'<img alt="{found[1]}" src="{static(f"hilfe/{Path(found[2]).name}")}" loading="lazy">'


def _link(found: re.Match[str]) -> str:
    """A link to another page of help; what is for operators has no page on the site."""
    key = Path(found[1]).stem
    return f'<a href="{reverse("manual:page", args=[key])}">{found[2]}</a>' if key in KEYS else found[2]
