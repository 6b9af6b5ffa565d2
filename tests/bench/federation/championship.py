"""Championships of a federation's year: Verbandsgruppen qualify for their Landesverband, these for the national one."""

import datetime
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final

from tests.bench.federation.founding import OFFICE, TOP, Office, account_of, as_csv, upload, without_complaint
from tests.bench.federation.lists import check_all, play_serie
from tests.bench.federation.nation import DrawnClub, DrawnLevel, DrawnPlayer
from tests.bench.federation.visitor import ShownPage, Visitor

_OWN: Final = re.compile(r"/startplatz/\d+/[\w-]+/")


@dataclass
class Championship:
    """An event on the site."""

    slug: str
    account: str
    """Of whoever directs it."""
    serien: int

    @property
    def page(self) -> str:
        """Its address."""
        return f"/veranstaltungen/{self.slug}/"

    @property
    def places(self) -> str:
        """Where its quota and its places are."""
        return f"/qualifikation/{self.slug}/"


def announce(
    visitor: Visitor, level: DrawnLevel | None, day: datetime.date, kind: str = "single-open", serien: int = 2
) -> Championship:
    """A championship of a level, or of the whole federation, public at once."""
    slug = level.slug if level else TOP
    page = visitor.see(f"/veranstaltungen/neu/{slug}/?art=turnier")
    name = f"Einzelmeisterschaft {level.number if level else 'Bund'}"
    said = {"name": name, "date": day.isoformat(), "rounds": str(serien), "championship": kind}
    page = without_complaint(visitor.send(page, field="championship", **said, second_person=None))
    without_complaint(visitor.send(page, "/stand/", state="published"))
    return Championship(page.path.split("/")[2], account_of(level) if level else OFFICE, serien)


def enter(
    visitor: Visitor, event: Championship, starters: Iterable[tuple[DrawnClub, DrawnPlayer]]
) -> tuple[int, list[tuple[str, str]]]:
    """A file of participants; how many went in, and of the others name and reason."""
    rows = [(player.name, club.name) for club, player in starters]
    page = upload(visitor, f"/austausch/{event.slug}/teilnehmer/", as_csv(["Name", "Verein"], rows))
    taken = re.search(r"(\d+) Zeilen? neu", page.words)
    return int(taken[1]) if taken else 0, refused_lines(page)


def refused_lines(page: ShownPage) -> list[tuple[str, str]]:
    """What the report of a file says of the lines that stay outside: name and reason."""
    rows = re.findall(r'<th scope="row">(.*?)</th>\s*<td[^>]*>(.*?)</td>', page.text, re.DOTALL)
    return [(_plain(name), _plain(why)) for name, why in rows]


def _plain(html: str) -> str:
    return " ".join(ShownPage(200, "", html).words.split())


def play(visitor: Visitor, event: Championship) -> Counter[str]:
    """All Serien, drawn, played, checked; the result is final at the end."""
    counts: Counter[str] = Counter()
    random = Random(event.slug)
    for serie in range(1, event.serien + 1):
        without_complaint(visitor.send(visitor.see(event.page), f"/serie/{serie}/auslosen/"))
        counts += play_serie(visitor, f"/listen/{event.slug}/serie/{serie}/", random)
        check_all(visitor, f"/listen/{event.slug}/")
    return counts


def set_quota(
    visitor: Visitor, event: Championship, levels: Iterable[str], closes_on: datetime.date, **said: str
) -> ShownPage:
    """What feeds a championship, those of levels by their names, and how its places are divided."""
    page = visitor.see(f"{event.places}quote/")
    fields = dict(re.findall(r'role="group" aria-label="([^"]+)">.*?name="(use-[ec]\d+)"', page.text, re.DOTALL))
    used = {fields[name]: "on" for name in levels}
    return without_complaint(visitor.send(page, field="way", closes_on=closes_on.isoformat(), **used, **said))


def offer(visitor: Visitor, event: Championship) -> int:
    """The places are offered; how many."""
    page = without_complaint(visitor.send(visitor.see(f"{event.places}anbieten/"), "/anbieten/"))
    told = re.search(r"(\d+) Pl(?:atz|ätze) (?:ist|sind) angeboten", page.words)
    assert told, page.path
    return int(told[1])


def answer(office: Office, event: Championship, says_no: int = 0) -> Counter[str]:
    """Everybody with an offer answers on his own page, without an account; one in so many says no."""
    counts: Counter[str] = Counter()
    nobody = office.stranger()
    for address in _offered(office.signed_in(event.account), event):
        said = "nein" if says_no and (counts.total() + 1) % says_no == 0 else "ja"
        nobody.hand_in(nobody.see(address), "/antwort/", antwort=said)
        counts[said] += 1
    return counts


def _offered(visitor: Visitor, event: Championship) -> list[str]:
    """The own pages of those whose answer is open, as the office can hand them on."""
    found: list[str] = []
    for number in count(1):
        page = visitor.see(f"{event.places}?page={number}")
        rows = re.findall(r"<tr.*?</tr>", page.text, re.DOTALL)
        found += [_OWN.findall(row)[0] for row in rows if "Antwort offen" in row]
        if f"page={number + 1}" not in page.text:
            break
    return found


def enter_accepted(visitor: Visitor, event: Championship) -> int:
    """Whoever said yes takes part; how many."""
    page = without_complaint(visitor.send(visitor.see(event.places), "/eintragen/"))
    told = re.search(r"(\d+) (?:ist|sind) neu eingetragen", page.words)
    assert told, page.path
    return int(told[1])
