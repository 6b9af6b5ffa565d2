"""Every kind of page of the site: a world in which each can be opened, and an address of each.

The kinds are the names in the address conf, so that no new page is forgotten: links are followed as a stranger and as
the administrator, and what no link leads to is tried with the values that other addresses of its app have.
"""

import datetime
import itertools
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import NoReverseMatch, Resolver404, resolve, reverse
from django.utils import timezone
from web.addresses import routes
from web.everything import create_everything
from web.table import code

from scoring.wertung.presets import TableRule
from skatliga.circuits import services as circuits
from skatliga.events.models import Event, Table
from skatliga.exchange.archive.jobs import ArchiveJob
from skatliga.exchange.evenings.import_report import Summary
from skatliga.exchange.evenings.jobs import EveningImportJob
from skatliga.exchange.management.commands.demo import PHOTOS, RULES
from skatliga.exchange.management.demo_past import create_past
from skatliga.exchange.management.demo_tournament import create_tournament
from skatliga.exchange.models import Upload
from skatliga.exchange.uploads.upload_steps import carry_out, keep
from skatliga.leagues.models import Division
from skatliga.lists.access import device_path
from skatliga.lists.models import Lease, Sheet
from skatliga.lists.services import open_sheet
from skatliga.people.models import Club, User
from skatliga.people.services import password_path
from skatliga.reading.photo_job import ReadingJob
from skatliga.standings import event_rules
from skatliga.wertung.rules import YearTableRule
from skatliga.years.services import add_evenings, book, create_year, set_table
from tests.bench.browsing import Found
from tests.bench.unchanged.crawl import Page, is_document

OF_A_KIND: Final = 8
"""So many pages of a kind are opened in search of others."""
TRIED: Final = 150
"""So many addresses of a kind that no link leads to."""
PASSWORD: Final = "karo-sieben-ouvert"
TWICE: Final = "leser"
"""Who has a second factor."""
NO_KEY: Final = "00000000-0000-0000-0000-000000000000"
NO_PAGES: Final = {
    *("device:manifest", "device:state", "reading:picture", "reading:forget", "operations:download"),
    *("exchange:archive_file", "exchange:past_file", "exchange:report_file", "visitors:sitemap_part"),
    *("device_code", "paper_code", "sheet_code", "table_code", "events:round", "lists:at_table", "set_language"),
}
"""Files, pictures, answers to a device; and addresses that only lead on, as those of codes on paper."""
NOT_OPENED: Final = ("abmelden",)


# ---- The world


def make() -> None:
    """The demo club with its past and a tournament that is going on, and something of every kind that has a page."""
    club, federation = create_everything()
    users = {user.username: user for user in User.objects.all()}
    players = [member.player for member in club.memberships.select_related("player").order_by("pk")[:14]]
    create_past(club, players, users, club.years.exclude(evenings=None).distinct().get(), RULES)
    create_tournament(club, players, users, timezone.localdate(), RULES)
    event = club.events.get(name="Vereinsabend Demo")
    open_sheet(Table.objects.get(round__event=event, round__number=1, number=3), users["liste"], Sheet.Kind.TWIN)
    event_rules.set_table(event, 2, YearTableRule("Pokal", TableRule(serie=2)))
    _keep_years(club, federation, users["leitung"])
    _read_photos(event, users["admin"])
    guests = keep(users["admin"], Upload.Kind.PARTICIPANTS, club, "gaeste.csv", b"Name\nHanna Gast\n", event=_ahead())
    carry_out(guests, {}, users["admin"])
    keep(users["admin"], Upload.Kind.PLAYERS, club, "mitglieder.csv", b"Name;Ort\nRosa Lang;Gera\n")
    for name in ("impressum", "datenschutz"):
        (Path(settings.VAR_DIR) / f"{name}.txt").write_text("Skatfreunde Demo, Altenburg", encoding="utf-8")
    users[TWICE].totpdevice_set.create(name="App", confirmed=True)


def _keep_years(club: Club, federation: Club, user: User) -> None:
    """A second table of the year, an entry of its cash book that stands, a year in parts, an invitation."""
    year = club.years.order_by("first_day").last()
    set_table(year, 2, YearTableRule("Pokal", TableRule(best=1)))
    book(year, user=user, date=year.first_day, cents=-1250, note="Spielkarten")
    played = club.events.get(name="Vereinsabend Demo")
    days = {"first_day": datetime.date(played.date.year, 1, 1), "last_day": datetime.date(played.date.year, 12, 31)}
    add_evenings(create_year(club, name="In Vierteln", parts="quarter", **days), [played])
    circuit = circuits.create_circuit(federation, name="Landespokal", **days)
    circuits.invite(circuit, club, user)


def _ahead() -> Event:
    """The evening that is still to be played."""
    found = Event.objects.filter(name="Clubabend Demo").order_by("date").last()
    assert found
    return found


def _read_photos(event: Event, user: User) -> None:
    """The photographs of the demo, read."""
    job = ReadingJob.order(owner=user.pk, event=event.slug, round=1, rulebook=event.rulebook)
    for photo in sorted(PHOTOS.iterdir()):
        job.add(SimpleUploadedFile(photo.name, photo.read_bytes()))
    read = [sys.executable, "manage.py", "read_photos", str(job.folder), "--rulebook", event.rulebook]
    subprocess.run(read, check=True, stdout=subprocess.DEVNULL)


def _without_links() -> Iterator[str]:
    """Pages that no other page leads to: to be embedded, opened by a code or a link in a mail, or there for a while."""
    event, admin = Event.objects.get(name="Vereinsabend Demo"), User.objects.get(username="admin")
    yield device_path(Table.objects.get(round__event=event, round__number=2, number=2))
    yield reverse("lists:twin", args=[Sheet.objects.get(kind=Sheet.Kind.TWIN, state=Sheet.State.OPEN).pk])
    division = Division.objects.select_related("season", "level").get()
    yield reverse("visitors:framed_division", args=[division.season.slug, division.slug])
    yield reverse("leagues:comparison", args=[division.season.slug, division.level.number])
    for year in event.club.years.all():
        yield reverse("visitors:framed_year", args=[year.slug])
        yield from (reverse("years:part", args=[year.slug, part]) for part in (1, 2, 3, 4))
    for job in ReadingJob.kept():
        yield reverse("reading:job", args=[job.id])
        yield from (reverse("reading:review", args=[job.id, number]) for number in job.numbers)
    for upload in Upload.objects.all():
        yield from (reverse(f"exchange:{step}", args=[upload.pk]) for step in ("columns", "preview", "report"))
    yield f"/Q/{code(Lease.objects.get().sheet, 1, 1, '', seats=[{'name': '?'}])}"
    said = {"club": event.club.slug, "by": admin.username, "filename": "listen.csv", "options": []}
    past = EveningImportJob.order(owner=admin.pk, command="import_club", **said)
    (past.folder / "storing").touch()
    (past.folder / "stored.json").write_text(json.dumps(Summary().fields))
    yield reverse("exchange:past_order", args=[event.club.slug, past.id])
    archive = ArchiveJob.order(owner=admin.pk, of="club", slug=event.club.slug, name=event.club.name)
    yield reverse("exchange:archive", args=[archive.id])


# ---- The addresses


def tell() -> None:
    """What `pages` finds."""
    found, missing = pages()
    print(json.dumps({"found": found, "missing": missing}))


def pages() -> tuple[list[Found], list[str]]:
    """One page of each kind for a stranger and for the administrator; and the kinds of which none was found."""
    found: list[Found] = []
    no_pages: set[str] = set()
    for user in ("", "admin"):
        client = Client(HTTP_HOST="127.0.0.1", raise_request_exception=False)
        if user:
            client.force_login(User.objects.get(username=user))
        found += _Search(client, user, no_pages).pages()
    found.append(Found("", password_path(User.objects.get(username="liste")), "people:set_password"))
    found.append(Found(TWICE, "/", "accounts:second_step"))
    missing = {name for name, _wanted in _kinds()} - NO_PAGES - {each.kind for each in found} - no_pages
    return found, sorted(missing)


def public_pages(client: Client) -> list[Found]:
    """One page of each kind to which links lead a stranger."""
    return _Search(client, "", set()).pages()


def _kinds() -> Iterator[tuple[str, frozenset[str]]]:
    """The names of all addresses, each with what stands in it."""
    for name, route in routes():
        if not name.startswith("api_v1:"):
            yield name, frozenset(re.findall(r"<(?:\w+:)?(\w+)>", route))


class _Search:
    """What one visitor can open."""

    def __init__(self, client: Client, user: str, no_pages: set[str]) -> None:
        self.client, self.user, self.no_pages = client, user, no_pages
        self.found: dict[str, Found] = {}
        self.shown: dict[str, set[tuple[tuple[str, Any], ...]]] = defaultdict(set)
        """By app the values of the addresses that pages name."""

    def pages(self) -> list[Found]:
        self._follow()
        if self.user:
            for path in _without_links():
                self._open(path)
            for name, wanted in _kinds():
                if name not in self.found and name not in self.no_pages and not self._takes_only(name, wanted):
                    any(self._open(path) for path in itertools.islice(self._made_up(name, wanted), TRIED))
        return list(self.found.values())

    def _follow(self) -> None:
        waiting, met, opened = deque(["/"]), {"/"}, Counter[str]()
        while waiting:
            path = waiting.popleft()
            kind = resolve(urlsplit(path).path).view_name
            opened[kind] += 1
            if opened[kind] > OF_A_KIND:
                continue
            page = self._open(path)
            if page is None:
                continue
            forms = [action for action, _fields in page.forms]
            for link in [*page.links, *page.parts, *forms]:
                at = urlsplit(link)
                name = self._note(at.path) if not at.netloc else None
                if name and at.path not in met and opened[name] < OF_A_KIND:
                    met.add(at.path)
                    waiting.append(at.path + (f"?{at.query}" if at.query else ""))

    def _note(self, path: str) -> str | None:
        """The name of an address, whose values are remembered."""
        try:
            match = resolve(path)
        except Resolver404:
            return None
        self.shown[match.namespace].add(tuple(match.kwargs.items()))
        return match.view_name if match.view_name else None

    def _open(self, path: str) -> Page | None:
        """The page, if there is one; what is a file or only takes something is never a page."""
        match = resolve(urlsplit(path).path)
        if (is_document(path) and match.view_name != "printing:certificate_form") or path.strip("/") in NOT_OPENED:
            self.no_pages.add(match.view_name)
            return None
        answer = self.client.get(path)
        kind = answer.get("Content-Type", "")
        if answer.status_code == 405 or (answer.status_code == 200 and not kind.startswith("text/html")):
            self.no_pages.add(match.view_name)
        if answer.status_code != 200 or not kind.startswith("text/html"):
            return None
        text = answer.content.decode()
        if "<html" not in text:
            self.no_pages.add(match.view_name)
            return None
        self.found.setdefault(match.view_name, Found(self.user, path, match.view_name))
        return Page(urlsplit(path).path, text)

    def _takes_only(self, name: str, wanted: frozenset[str]) -> bool:
        """Whether a kind takes something and is never a page, whatever stands in its address."""
        for value in (1, NO_KEY):
            try:
                path = reverse(name, kwargs=dict.fromkeys(wanted, value))
            except NoReverseMatch:
                continue
            self._open(path)
        return name in self.no_pages

    def _made_up(self, name: str, wanted: frozenset[str]) -> Iterator[str]:
        """Addresses of a kind, of the values that others of its app have."""
        near = [dict(each) for each in self.shown[name.rpartition(":")[0]]]
        if not wanted:
            near = [{}]
        near.sort(key=lambda values: -len(wanted & values.keys()))
        for values in near:
            given = {key: values[key] for key in wanted & values.keys()}
            rest = sorted(wanted - given.keys())
            for others in itertools.product(
                *(sorted({str(each[key]) for each in near if key in each}) for key in rest)
            ):
                try:
                    yield reverse(name, kwargs=given | dict(zip(rest, others, strict=True)))
                except NoReverseMatch:
                    continue
