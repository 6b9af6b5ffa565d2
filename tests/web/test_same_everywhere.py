"""Every kind of table says the same on its page, in its file, on paper, in the API and after moving as an archive.

All tables are of the demo with a few more chosen as a club chooses them, read once and compared here name by name. That
they are right is compared with a second way of counting elsewhere (`test_event_rules`, `test_league_rules`,
`test_club_year`); the sums that are published with a former year are written here as they were published.
"""

import csv
import datetime
import json
import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO, StringIO
from typing import NamedTuple

import pytest
from django.test import Client, override_settings
from pypdf import PdfReader

from scoring.wertung.presets import TableRule
from skatliga.circuits.models import Circuit
from skatliga.events.models import Event, Team
from skatliga.events.services import seat_round
from skatliga.events.teams import create_teams
from skatliga.exchange.archive.archive_file import Unpacked
from skatliga.exchange.archive.export import scope_of_club, take_out
from skatliga.exchange.archive.restore import restore
from skatliga.leagues.models import Division
from skatliga.people.models import Club, User
from skatliga.standings.event_rules import set_table as set_event_table
from skatliga.wertung.rules import YearTableRule
from skatliga.years.models import ClubYear, YearSum
from skatliga.years.past_years import take_over
from skatliga.years.services import set_state, set_table
from web.demonstration import demo_club
from web.everything import empty_the_database
from web.made import make_at_once
from web.ranks import enter_list, make_evening
from web.worlds import lasting

pytestmark = pytest.mark.django_db

POKAL = YearTableRule("Pokal", TableRule(serie=2))
POINTS = YearTableRule("Grand Prix", TableRule(unit="evening", worth="places", place_points=(25, 20, 16)))
PUBLISHED = {"Anna Adler": 71_234, "Hans Huber": 60_120, "Rosa Lang": -120}
"""The final table of a year before the club came here, as a newspaper had it."""


NATIONS = "Ostfriesland Demo: 1 2 3 4 5 6\nSachsen Demo: 7 8 9 10 11 12"
PARTS = ("lines", "players", "placed", "members", "below", "guests")
"""What holds the lines of a table in an answer."""


class Shown(NamedTuple):
    """A table: its page with the query after it, its file, its paper and its answer for programs, none where empty."""

    page: str
    file: str
    value: str
    """The column of the file that decides."""
    paper: str = ""
    api: str = ""
    said: str = "leistung"
    """The same in the answer."""
    name: str = "Name"
    query: str = ""
    moves: bool = True
    """Whether it is the same after moving alone: a Turnierserie waits for the other clubs to say yes again."""


EVENT, RANKING, API = "/ranglisten/{event}/", "/ranglisten/{event}/rangliste.csv", "/api/v1/veranstaltungen/{event}/"
YEAR, LEAGUE = "/clubjahr/{year}/", "/liga/{division}/"
TABLES = {
    "ranking": Shown(EVENT, RANKING, "Leistung", "/druck/{event}/rangliste/", API + "rangliste"),
    "Serie": Shown(
        EVENT + "serie/1/", EVENT + "serie/1/rangliste.csv", "Leistung",
        "/druck/{event}/rangliste/?serie=1", API + "rangliste?serie=1",
    ),
    "after a Serie": Shown(
        EVENT, RANKING, "Leistung", "/druck/{event}/rangliste/?nach=1", API + "rangliste?nach=1", query="?nach=1"
    ),
    "Pokal": Shown(
        EVENT, RANKING, "Leistung", "/druck/{event}/rangliste/?tabelle=2", API + "rangliste?tabelle=2",
        query="?tabelle=2",
    ),
    "cut": Shown(
        "/ranglisten/{cut}/", "/ranglisten/{cut}/rangliste.csv", "Leistung", "/druck/{cut}/rangliste/",
        "/api/v1/veranstaltungen/{cut}/rangliste",
    ),
    "cut that carries": Shown(
        "/ranglisten/{carried}/", "/ranglisten/{carried}/rangliste.csv", "Leistung", "/druck/{carried}/rangliste/",
        "/api/v1/veranstaltungen/{carried}/rangliste",
    ),
    **{
        kind: Shown(
            EVENT + f"mannschaften/{kind}/", EVENT + f"mannschaften/{kind}/rangliste.csv", "Leistung",
            f"/druck/{{event}}/rangliste/{kind}/", API + f"mannschaften/{kind}", name="Mannschaft",
        )
        for kind in ("team", "tandem", "mixed", "nation")
    },
    "Staffel": Shown(
        LEAGUE, LEAGUE + "tabelle.csv", "Leistung", "/druck/liga/{division}/tabelle/", "/api/v1/ligen/{division}",
        name="Mannschaft",
    ),
    "players of a Staffel": Shown(
        LEAGUE + "spieler/", LEAGUE + "spieler/spieler.csv", "Leistung", "", "/api/v1/ligen/{division}/spieler"
    ),
    "club year": Shown(
        YEAR, YEAR + "tabelle.csv", "Schnitt", "/druck/clubjahr/{year}/jahrestabelle/", "/api/v1/clubjahre/{year}",
        "value",
    ),
    "second table of a year": Shown(
        YEAR + "wertung/2/", YEAR + "wertung/2/tabelle.csv", "Wertungspunkte",
        "/druck/clubjahr/{year}/jahrestabelle/", "/api/v1/clubjahre/{year}?tabelle=2", "value",
    ),
    "year of sums": Shown(
        "/clubjahr/{past}/", "/clubjahr/{past}/tabelle.csv", "Punkte", "/druck/clubjahr/{past}/jahrestabelle/",
        "/api/v1/clubjahre/{past}", "value",
    ),
    "Turnierserie": Shown(
        "/turnierserie/{circuit}/", "/turnierserie/{circuit}/tabelle.csv", "Wertungspunkte",
        "/druck/turnierserie/{circuit}/", "/api/v1/turnierserien/{circuit}", "value", moves=False,
    ),
}  # fmt: skip


Figures = dict[str, float | None]
"""What decides, by the name that is shown; nothing for who has no list."""


@pytest.fixture(scope="module")
def told(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[dict[str, dict[str, Figures]]]:
    """Every table as every way of reading it says it, and as its file says it after moving to an empty site."""
    media = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media"))
    with media, lasting(django_db_blocker), pytest.MonkeyPatch.context() as patch:
        make_at_once(patch, tmp_path_factory.mktemp("handouts"))
        slugs, office = _set_up(), Client()
        office.force_login(User.objects.create_superuser("betrachter"))
        found = {name: _ways(office, shown, slugs) for name, shown in TABLES.items()}
        folder = tmp_path_factory.mktemp("archives")
        for club in Club.objects.filter(events__isnull=False).distinct():
            take_out(scope_of_club(club), folder / f"{club.pk}.zip")
        empty_the_database()
        make_at_once(patch, tmp_path_factory.mktemp("handouts"))
        for path in sorted(folder.iterdir()):
            with Unpacked(path) as archive:
                restore(archive)
        for name, shown in TABLES.items():
            if shown.moves:
                found[name]["archive"] = _in_file(shown, slugs)
        yield found


def _set_up() -> dict[str, str]:
    """The demo, a cup and nations in its tournament, a second table and a former year of the club, a cut."""
    club = demo_club()
    event = Event.objects.get(name="Vereinsabend Demo")
    set_event_table(event, 2, POKAL)
    create_teams(event, Team.Kind.NATION, NATIONS, "Länderkampf")
    year = ClubYear.objects.get()
    set_table(year, 2, POINTS)
    days = (datetime.date(2019, 1, 1), datetime.date(2019, 12, 31))
    sums = [YearSum(name=name, gesamt=points) for name, points in PUBLISHED.items()]
    past = take_over(club, "2019", days, TableRule(), sums, None)
    set_state(past, ClubYear.State.PUBLISHED)
    division = Division.objects.select_related("season").get()
    return {
        "event": event.slug,
        "cut": _cut(club, carries=False),
        "carried": _cut(club, carries=True),
        "year": year.slug,
        "past": past.slug,
        "division": f"{division.season.slug}/{division.slug}",
        "circuit": Circuit.objects.get().slug,
    }


def _cut(club: Club, *, carries: bool) -> str:
    """An evening of eight of whom the first four play a second Serie, with or without what they had."""
    leader = User.objects.get(username="leitung")
    event = make_evening(club, cut_after=1, cut_places=4, cut_carries=carries)
    for number in (1, 2):
        enter_list(leader, event, 1, number)
    seat_round(event.rounds.get(number=2), {1: [7, 3, 5, 1]})
    enter_list(leader, event, 2, 1)
    return event.slug


def _ways(office: Client, shown: Shown, slugs: dict[str, str]) -> dict[str, Figures]:
    """As everybody reads them, with public names; `office` orders the papers."""
    found, browser = {"file": _in_file(shown, slugs)}, Client()
    page = unescape(browser.get(shown.page.format(**slugs) + shown.query).content.decode())
    found["page"] = _beside(re.sub(r"<[^>]*>", " ", page), found["file"])
    if shown.paper:
        pdf = PdfReader(BytesIO(office.get(shown.paper.format(**slugs)).content))
        found["paper"] = _beside(" ".join(each.extract_text() for each in pdf.pages), found["file"])
    answer = json.loads(browser.get(shown.api.format(**slugs)).content)
    lines = [line for part in PARTS for line in answer.get(part) or ()]
    found["api"] = {line["name"]: line[shown.said] for line in lines}
    return found


def _in_file(shown: Shown, slugs: dict[str, str]) -> Figures:
    text = Client().get(shown.file.format(**slugs) + shown.query).content.decode("utf-8-sig")
    rows = csv.DictReader(StringIO(text), delimiter=";")
    return {row[shown.name]: float(row[shown.value].replace(",", ".")) if row[shown.value] else None for row in rows}


def _beside(text: str, figures: Figures) -> Figures:
    """Of each name the figure that stands behind it in a text, before another name; nothing where it does not."""
    text = re.sub(r"(\w-) (?=\w)", r"\1", " ".join(text.replace("−", "-").split()))  # long names are broken at hyphens
    names = "|".join(re.escape(name) for name in sorted(figures, key=len, reverse=True))
    found: Figures = {}
    for name, figure in figures.items():
        written = "" if figure is None else re.escape(f"{figure:.0f}" if figure == int(figure) else _two(figure))
        behind = re.search(rf"{re.escape(name)}(?:(?!{names}).)*?(?<![\d-]){written}(?![\d])", text)
        found[name] = figure if behind else float("nan")
    return found


def _two(figure: float) -> str:
    return f"{figure:.2f}".replace(".", ",")


def differing(figures: Figures, file: Figures) -> dict[str, tuple[float | None, float | None]]:
    """What is not the same as in the file, by name."""
    names = figures.keys() | file.keys()
    return {name: (figures.get(name), file.get(name)) for name in names if figures.get(name) != file.get(name)}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_says_the_same_everywhere(name, told):
    ways = told[name]
    assert len(ways["file"]) > 1
    assert {way: found for way, figures in ways.items() if (found := differing(figures, ways["file"]))} == {}


def test_a_former_year_says_what_was_published(told):
    assert told["year of sums"]["file"] == PUBLISHED
