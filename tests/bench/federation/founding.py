"""The first weeks: tree, registers, accounts and rules, as the offices of a federation put them into the site."""

import csv
import datetime
import io
import re
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from tests.bench.federation.nation import DrawnClub, DrawnLevel, Nation
from tests.bench.federation.visitor import Ledger, ShownPage, Visitor

PASSWORD: Final = "herz-ass-schlaegt-karo-zehn"
CHIEF: Final = "chefin"
OFFICE: Final = "geschaeftsstelle"
VISITORS: Final = 4
"""So many people use the site at once."""
TOP: Final = "skatbund"
T = TypeVar("T")


class Office:
    """The site on one day: who is signed in, and how work is shared among people."""

    def __init__(self, site: str, ledger: Ledger) -> None:
        self.site, self.ledger = site, ledger
        self._signed_in: dict[str, Visitor] = {}

    def stranger(self) -> Visitor:
        """Somebody who is not signed in."""
        return Visitor(self.site, self.ledger)

    def signed_in(self, name: str) -> Visitor:
        """Whoever has this account; he signs in once a day."""
        if name not in self._signed_in:
            visitor = self.stranger()
            visitor.sign_in(name, PASSWORD)
            self._signed_in[name] = visitor
        return self._signed_in[name]

    def share(
        self, work: Callable[[Visitor, T], object], items: Iterable[T], by: Callable[[T], str] = lambda _item: OFFICE
    ) -> int:
        """Several people at once go through work, each piece done by its account; how much there was.

        The first trouble ends it.
        """
        waiting = list(items)

        def do(number: int) -> None:
            windows: dict[str, Visitor] = {}
            for item in waiting[number::VISITORS]:
                name = by(item)
                if name not in windows:
                    windows[name] = self.signed_in(name).in_another_window()
                work(windows[name], item)

        with ThreadPoolExecutor(VISITORS) as pool:
            list(pool.map(do, range(VISITORS)))
        return len(waiting)


def without_complaint(page: ShownPage) -> ShownPage:
    """The page that came; an error where it complains of anything."""
    if page.said:
        raise AssertionError(f"{page.path}: {page.said}")
    return page


def found(office: Office, nation: Nation) -> int:
    """The tree, from the top down; how many units it has."""
    chief = office.signed_in(CHIEF)
    page = chief.see("/verein-anlegen/")
    without_complaint(chief.send(page, "/verein-anlegen/", name="Skatbund", kind="Verband", begins="liga"))
    _give_role(chief, TOP, OFFICE, "administrator", "Geschäfts", "Stelle")
    chief = office.signed_in(OFFICE)
    _found_below(chief, TOP, nation.regions, "Landesverband")
    office.share(lambda v, region: _found_below(v, region.slug, region.groups, "Verbandsgruppe"), nation.regions)
    office.share(lambda v, group: _found_below(v, group.slug, group.clubs, "Verein"), nation.groups)
    return 1 + len(nation.regions) + len(nation.groups) + len(nation.clubs)


def _found_below(visitor: Visitor, above: str, units: Sequence[DrawnLevel] | Sequence[DrawnClub], kind: str) -> None:
    """Units of a level, one after the other on its page; what they are known by stands there afterwards."""
    address = f"/vereine/{above}/gliederung/"
    page = visitor.see(address)
    for unit in units:
        sent = {"name": unit.name, "kind": kind, "number": unit.number, "place": getattr(unit, "place", "")}
        page = without_complaint(visitor.send(page, "/gliederung/", **sent))
        unit.slug = page.link(r"/vereine/[\w-]+/", unit.name).split("/")[2]


def _give_role(visitor: Visitor, slug: str, name: str, role: str, first: str, last: str) -> None:
    """An account with a role in a club, and its password by the link that is handed over."""
    address = f"/vereine/{slug}/rollen/"
    said = {"username": name, "role": role, "first_name": first, "last_name": last}
    page = without_complaint(visitor.send(visitor.see(address), address, **said))
    shown = visitor.post(page.after(f"{name} ·").link(r"[^\"]*/einmal-link/"), {})
    person = Visitor(visitor.site, visitor.ledger)
    chosen = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    page = person.see(re.findall(r"/passwort/neu/[^\s\"<]+", shown.text)[0])
    without_complaint(person.send(page, field="new_password1", **chosen))


def register(office: Office, nation: Nation) -> int:
    """Every register from the file of its club, with licences, by those who direct the Verbandsgruppen."""

    def fill(visitor: Visitor, group: DrawnLevel) -> None:
        for club in group.clubs:
            _register_of(visitor, club)

    office.share(fill, nation.groups, account_of)
    return sum(len(club.players) for club in nation.clubs)


def _register_of(visitor: Visitor, club: DrawnClub) -> None:
    since = datetime.date.today().replace(month=1, day=1).isoformat()
    rows = [
        (each.first, each.last, each.number, each.born, "Herren" if each.is_man else "Damen", since)
        for each in club.players
    ]
    heading = ["Vorname", "Nachname", "Verbandsnummer", "Geburtsjahr", "Damen oder Herren", "Lizenz seit"]
    text = as_csv(heading, rows)
    page = upload(visitor, f"/austausch/verein/{club.slug}/spieler/", text)
    without_complaint(page)


def upload(visitor: Visitor, address: str, text: str) -> ShownPage:
    """A file through its three pages: sent, columns as they are proposed, stored; the report."""
    visitor.see(address)
    page = visitor.post(address, {}, files={"datei": ("liste.csv", text.encode(), "text/csv")})
    if page.path.endswith("/spalten/"):
        page = visitor.send(page, field="spalte_0")
    return visitor.send(page, "/vorschau/")


def as_csv(heading: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table as a file."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    writer.writerow(heading)
    writer.writerows(rows)
    return text.getvalue()


def appoint(office: Office, nation: Nation) -> int:
    """Who leads a club of the league, a Verbandsgruppe or a Landesverband gets his account; how many."""

    def give(visitor: Visitor, unit: tuple[str, str]) -> None:
        _give_role(visitor, unit[0], unit[1], "spielleitung", "Spiel", "Leitung")

    clubs = [(club.slug, club.chief) for club in nation.with_teams()]
    levels = [(level.slug, account_of(level)) for level in [*nation.regions, *nation.groups]]
    return office.share(give, [*clubs, *levels])


def account_of(level: DrawnLevel) -> str:
    """The account of whoever directs a level."""
    return f"leitung-{level.number.replace('.', '-')}"


def set_rules(office: Office) -> None:
    """Who may start for whom; holds for all below."""
    chief = office.signed_in(OFFICE)
    address = f"/vereine/{TOP}/spielberechtigung/"
    without_complaint(chief.send(chief.see(address), address, joined_by="03-31", starts_a_year="1"))
