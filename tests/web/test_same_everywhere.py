"""Every kind of table says the same on its page, in its file, on paper, in the API and after moving as an archive.

Some are of the demo, with a few more chosen as a club chooses them; the others are set up on their pages, from a preset
or the form, and are besides what the second way of counting makes of the same lists (`web.by_rules`), or what was
counted by hand. All are read once and compared here name by name. That those of the demo are right is shown elsewhere
(`test_event_rules`, `test_league_rules`, `test_club_year`); the sums that are published with a former year are written
here as they were published.
"""

import csv
import datetime
import json
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from html import unescape
from io import StringIO
from typing import Any, NamedTuple

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from whole import sample

from scoring.wertung.presets import TableRule
from skatliga.circuits.models import Circuit
from skatliga.events.models import Event
from skatliga.exchange.archive.archive_file import Unpacked
from skatliga.exchange.archive.export import scope_of_club, take_out
from skatliga.exchange.archive.restore import restore
from skatliga.leagues.binding import check_sums
from skatliga.leagues.division_standing import standing
from skatliga.leagues.models import Division
from skatliga.people.models import Club, User
from skatliga.printing import long_tables, pdf
from skatliga.wertung.rules import YearTableRule
from skatliga.years.models import ClubYear, YearSum
from skatliga.years.past_years import take_over
from skatliga.years.services import set_state, set_table
from web.by_rules import (
    BY_LEISTUNG,
    FIVE,
    POINTED,
    USUAL,
    awards,
    beaten,
    filled,
    fold,
    league_rows,
    results,
    rows_of,
    team_results,
)
from web.demonstration import demo_club
from web.everything import empty_the_database
from web.kinds import TEAMS, event_of_all_kinds, event_with_a_cut, league
from web.league import Book, groups_of
from web.made import make_at_once
from web.ranks import NAMES
from web.worlds import lasting

pytestmark = pytest.mark.django_db

POINTS = YearTableRule("Grand Prix", TableRule(unit="evening", worth="places", place_points=(25, 20, 16)))
PUBLISHED = {"Anna Adler": 71_234, "Hans Huber": 60_120, "Rosa Lang": -120}
"""The final table of a year before the club came here, as a newspaper had it."""

PARTS = ("lines", "players", "placed", "members", "below", "guests")
"""What holds the lines of a table in an answer."""


class Shown(NamedTuple):
    """A table: its page with the query after it, its file, its paper and its answer for programs."""

    page: str
    file: str
    paper: str
    api: str
    columns: dict[str, str]
    """The columns of the file that decide, each with its name in the answer."""
    name: str = "Name"
    query: str = ""
    moves: bool = True
    """Whether it is the same after moving alone: a Turnierserie waits for the other clubs to say yes again."""


LEISTUNG, SCHNITT = {"Leistung": "leistung"}, {"Schnitt": "value"}
SPIELPUNKTE, AWARDED = {"Spielpunkte": "leistung"}, {"Wertungspunkte": "points"}
LEAGUE_POINTS = {"Leistung": "leistung", "Pluspunkte": "plus", "Minuspunkte": "minus"}


def _of_event(event: str, columns: dict[str, str], query: str = "", serie: str = "") -> Shown:
    page, paper = f"/ranglisten/{{{event}}}/{serie}", f"/druck/{{{event}}}/rangliste/"
    asked = query or (serie and f"?serie={serie.split('/')[1]}")
    api = f"/api/v1/veranstaltungen/{{{event}}}/rangliste{asked}"
    return Shown(page, page + "rangliste.csv", paper + asked, api, columns, query=query)


def _of_teams(kind: str, query: str = "") -> Shown:
    page = f"/ranglisten/{{kinds}}/mannschaften/{kind}/"
    api = f"/api/v1/veranstaltungen/{{kinds}}/mannschaften/{kind}{query}"
    paper = f"/druck/{{kinds}}/rangliste/{kind}/{query}"
    return Shown(page, page + "rangliste.csv", paper, api, SPIELPUNKTE, name="Mannschaft", query=query)


def _of_league(division: str, columns: dict[str, str]) -> Shown:
    page, paper = f"/liga/{{{division}}}/", f"/druck/liga/{{{division}}}/tabelle/"
    return Shown(page, page + "tabelle.csv", paper, f"/api/v1/ligen/{{{division}}}", columns, name="Mannschaft")


YEAR, LEAGUE, YEAR_PAPER = "/clubjahr/{year}/", "/liga/{division}/", "/druck/clubjahr/{year}/jahrestabelle/"
TABLES = {
    "ranking": _of_event("event", LEISTUNG),
    "Serie": _of_event("event", LEISTUNG, serie="serie/1/"),
    "after a Serie": _of_event("event", LEISTUNG, "?nach=1"),
    "Tischpunkte": _of_event("kinds", AWARDED, "?tabelle=2"),
    "matchpoints": _of_event("kinds", AWARDED, "?tabelle=3"),
    "Pokal": _of_event("kinds", SPIELPUNKTE, "?tabelle=4"),
    "Saturday": _of_event("kinds", SPIELPUNKTE, "?tag=2026-11-21"),
    "Sunday": _of_event("kinds", SPIELPUNKTE, "?tag=2026-11-22"),
    "teams on Sunday": _of_teams("nation", "?tag=2026-11-22"),
    "cut": _of_event("cut", LEISTUNG),
    "cut that carries": _of_event("carried", LEISTUNG),
    **{kind: _of_teams(kind) for kind in TEAMS},
    "Staffel": _of_league("division", LEAGUE_POINTS),
    "players of a Staffel": Shown(
        LEAGUE + "spieler/", LEAGUE + "spieler/spieler.csv", "/druck/liga/{division}/spieler/",
        "/api/v1/ligen/{division}/spieler", LEISTUNG,
    ),
    "club year": Shown(YEAR, YEAR + "tabelle.csv", YEAR_PAPER, "/api/v1/clubjahre/{year}", SCHNITT),
    "second table of a year": Shown(
        YEAR + "wertung/2/", YEAR + "wertung/2/tabelle.csv", YEAR_PAPER, "/api/v1/clubjahre/{year}?tabelle=2",
        {"Wertungspunkte": "value"},
    ),
    "year of sums": Shown(
        "/clubjahr/{past}/", "/clubjahr/{past}/tabelle.csv", "/druck/clubjahr/{past}/jahrestabelle/",
        "/api/v1/clubjahre/{past}", {"Punkte": "value"},
    ),
    "Turnierserie": Shown(
        "/turnierserie/{circuit}/", "/turnierserie/{circuit}/tabelle.csv", "/druck/turnierserie/{circuit}/",
        "/api/v1/turnierserien/{circuit}", {"Wertungspunkte": "value"}, moves=False,
    ),
}  # fmt: skip

PLAN = "1: A* B C D\n2: A B* C D"
FIVE_ON_THE_LAST_DAY = "1: A* B C D / E* F G H\n2: A B* C D E / F* G H"
LEAGUES = {
    "teams of six": lambda *who: league(*who, "sechser", "1: A* B C D", {1: 2}),
    "four Serien one day and three the next": lambda *who: league(*who, "sechs", PLAN, {1: 4, 2: 3}),
    "five on the last day": lambda *who: league(*who, "fuenf", FIVE_ON_THE_LAST_DAY, {1: 1, 2: 2}),
    "Tischpunkte of teams": lambda *who: league(*who, "tischpunkte", "1: A* B C D", {1: 2}),
    "matchpoints of teams": lambda *who: league(*who, "matchpunkte", PLAN, {1: 1, 2: 1}, equal="AB"),
    "nations of twelve": lambda *who: league(*who, "nationen", "1: A* B C D", {1: 1}, short={"C": 11}),
    "short team": lambda *who: league(*who, "drei", "1: A* B C D", {1: 2}, short={"B": 3}, filled="on"),
    "day broken off": lambda *who: _broken_off(who[0], league(*who, "abbruch", PLAN, {1: 3, 2: 1})),
}
"""Chosen in the form of a season, each from a preset."""
TABLES |= {name: _of_league(name, LEAGUE_POINTS) for name in LEAGUES}
for name in ("Tischpunkte of teams", "matchpoints of teams"):
    TABLES[name] = _of_league(name, {"Leistung": "leistung", "Pluspunkte": "plus"})


Figures = dict[str, tuple[float | None, ...]]
"""What decides, by the name that is shown, in the order of the table; nothing for who has no list."""
Told = dict[str, dict[str, Figures]]


@pytest.fixture(scope="module")
def told(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[Told]:
    """Every table as every way of reading it says it, and as its file says it after moving to an empty site."""
    media = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("media"))
    with media, lasting(django_db_blocker), pytest.MonkeyPatch.context() as patch:
        make_at_once(patch, tmp_path_factory.mktemp("handouts"))
        office = Client()
        office.force_login(User.objects.create_superuser("betrachter"))
        club = demo_club()
        slugs = _of_the_demo(club) | _events(office, club)
        books = {name: make(office, club) for name, make in LEAGUES.items()}
        slugs |= {name: f"{book.division.season.slug}/{book.division.slug}" for name, book in books.items()}
        printed = set(sample(TABLES, _paper_of, part=8))
        found = {name: _ways(office, shown, slugs, name in printed) for name, shown in TABLES.items()}
        for name, figures in (_by_rules() | _of_leagues(books)).items():
            found[name]["rules"] = figures
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


def _of_the_demo(club: Club) -> dict[str, str]:
    """Its own tables, a second table of its year, and a former year."""
    year = ClubYear.objects.get()
    set_table(year, 2, POINTS)
    days = (datetime.date(2019, 1, 1), datetime.date(2019, 12, 31))
    sums = [YearSum(name=name, gesamt=points) for name, points in PUBLISHED.items()]
    past = take_over(club, "2019", days, TableRule(), sums, None)
    set_state(past, ClubYear.State.PUBLISHED)
    division = Division.objects.select_related("season").get()
    return {
        "event": Event.objects.get(name="Vereinsabend Demo").slug,
        "year": year.slug,
        "past": past.slug,
        "division": f"{division.season.slug}/{division.slug}",
        "circuit": Circuit.objects.get().slug,
    }


def _events(office: Client, club: Club) -> dict[str, str]:
    leader = User.objects.get(username="leitung")
    return {
        "kinds": event_of_all_kinds(office, club, leader).slug,
        "cut": event_with_a_cut(office, club, leader, carries=False).slug,
        "carried": event_with_a_cut(office, club, leader, carries=True).slug,
    }


def _broken_off(office: Client, book: Book) -> Book:
    """Team C leaves before the end of the first day, by the button of its page."""
    slugs = [book.division.season.slug, book.division.slug]
    [group] = groups_of(book.division, 1)
    office.post(reverse("leagues:break_off", args=[*slugs, group.pk, "C"]))
    return book


def _paper_of(name: str) -> str:
    """Papers of one address are made by one template."""
    return re.sub(r"\{\w+\}|\?.*", "", TABLES[name].paper)


def _ways(office: Client, shown: Shown, slugs: dict[str, str], printed: bool) -> dict[str, Figures]:
    """As everybody reads them, with public names; `office` orders the papers."""
    found, browser = {"file": _in_file(shown, slugs)}, Client()
    found["page"] = _beside(_seen(browser.get(shown.page.format(**slugs) + shown.query).content), found["file"])
    found["paper"] = _beside(_on_paper(office, shown.paper.format(**slugs), printed), found["file"])
    answer = json.loads(browser.get(shown.api.format(**slugs)).content)
    lines = [line for part in PARTS for line in answer.get(part) or ()]
    found["api"] = {line["name"]: tuple(line[column] for column in shown.columns.values()) for line in lines}
    return found


def _seen(page: bytes) -> str:
    return re.sub(r"<[^>]*>", " ", unescape(page.decode()))


def _on_paper(office: Client, address: str, printed: bool) -> str:
    """What a paper says; where it is not printed, the page that is laid out for it."""
    with pytest.MonkeyPatch.context() as patch:
        for module in () if printed else (pdf, long_tables):
            patch.setattr(module, "to_pdf", str.encode)
        made = office.get(address).content
    if not printed:
        return _seen(made)
    return subprocess.run(["pdftotext", "-raw", "-", "-"], input=made, capture_output=True, check=True).stdout.decode()


def _in_file(shown: Shown, slugs: dict[str, str]) -> Figures:
    text = Client().get(shown.file.format(**slugs) + shown.query).content.decode("utf-8-sig")
    rows = csv.DictReader(StringIO(text), delimiter=";")
    return {row[shown.name]: tuple(_number(row[column]) for column in shown.columns) for row in rows}


def _number(cell: str) -> float | None:
    return float(cell.replace(",", ".")) if cell else None


def _beside(text: str, figures: Figures) -> Figures:
    """Of each name the figures that stand behind it in a text, before another name; nothing where one does not."""
    text = re.sub(r"(\w-) (?=\w)", r"\1", " ".join(text.replace("−", "-").split()))  # long names are broken at hyphens
    text = re.sub(r"(\d*)½", lambda half: f"{half[1] or 0},50", text)
    names = "|".join(re.escape(name) for name in sorted(figures, key=len, reverse=True))
    found: Figures = {}
    for name, given in figures.items():
        written = list(map(_written, given))
        behind = rf"{re.escape(name)}(?:(?!{names}).)*?(?<![\d-]){{}}(?!\d|,\d)"
        there = all(re.search(behind.format(each), text) for each in written)
        found[name] = given if there else (float("nan"),)
    return found


def _written(figure: float | None) -> str:
    """As a pattern: a whole number may have two decimals where others have them."""
    if figure is None:
        return ""
    return rf"{figure:.0f}(?:,00)?" if figure == int(figure) else f"{figure:.2f}".replace(".", ",")


# ---- What the rules make of the same lists

BY_SERIE, BY_TEAM = {"step": "fold", "by": ["team", "serie"]}, {"step": "fold", "by": ["team"]}
AT_TABLES = {"step": "award", "within": ["serie", "table"], "order": list(BY_LEISTUNG)}
AT_SEATS = {"step": "award", "within": ["serie", "seat"], "beaten": "leistung"}
SHORT_TEAM = {"step": "scale", "figures": ["leistung"], "times": {"members_to": 4, "within": ["team", "serie"]}}
BY_HAND = {
    # 320, 230, 360 and -290 at both tables; numbers 7, 3, 5 and 1 go on and have the same once more, in this order.
    "cut that carries": {5: 680, 7: 680, 3: 590, 1: 30, 2: 230, 6: 230, 4: -290, 8: -290},
    "cut": {5: 360, 7: 320, 3: 230, 1: -290, 2: 230, 6: 230, 4: -290, 8: -290},
}


def _by_rules() -> dict[str, Figures]:
    """Of the tables of events that were set up on their pages, in their order."""
    award = AT_TABLES | {"points": {"4": [4, 3, 2, 1], "3": [3, 2, 1]}}
    pokal = [each for each in results() if each["serie"] == 2]
    saturday, sunday = ([each for each in results() if (each["serie"] == 3) == last] for last in (False, True))
    of_teams = {
        kind: rows_of(*([SHORT_TEAM] if kind == "team" else []), BY_SERIE, BY_TEAM, given=team_results(teams))
        for kind, teams in TEAMS.items()
    }
    hand = {
        name: {NAMES[number - 1]: (float(points),) for number, points in figures.items()}
        for name, figures in BY_HAND.items()
    }
    return hand | {
        "Tischpunkte": _figures(rows_of(award, fold(measure="points"), order=POINTED), "points"),
        "matchpoints": _figures(rows_of(AT_SEATS, fold(measure="points"), order=POINTED), "points"),
        "Pokal": _figures(rows_of(fold(), given=pokal), "leistung"),
        "Saturday": _figures(rows_of(fold(), given=saturday), "leistung"),
        "Sunday": _figures(rows_of(fold(), given=sunday), "leistung"),
        "teams on Sunday": {"Ostfriesland": (10 + 20 + 30 + 500 - 10,), "Sachsen": (90 + 40,)},
        **{kind: _figures(rows, "leistung") for kind, rows in of_teams.items()},
    }


def _of_leagues(books: Mapping[str, Book]) -> dict[str, Figures]:
    """Of the leagues that were, with what each counts by, day by day."""
    out = [{"team": "C", "day": 1, "group": 1, "serie": serie, "absent": True} for serie in (1, 2, 3)]
    six = {"4": [6, 4, 2, 0]}
    rules: dict[str, dict[str, Any]] = {
        "teams of six": {"scales": {1: USUAL}},
        "four Serien one day and three the next": {"scales": {1: six, 2: six}},
        "five on the last day": {"scales": {1: USUAL, 2: USUAL | FIVE}},
        "Tischpunkte of teams": {"scales": {1: {"4": [4, 3, 2, 1]}}},
        "matchpoints of teams": {"scales": {1: {}, 2: {}}, "award": beaten},
        "nations of twelve": {"scales": {1: USUAL}, "full": filled(12), "order": ("leistung", "points")},
        "short team": {"scales": {1: USUAL}, "full": filled(4)},
        "day broken off": {"scales": {1: USUAL, 2: USUAL}, "absent": out, "award": partial(awards, absent=3)},
    }
    assert all(check.holds for book in books.values() for check in check_sums(standing(book.division)))
    figures = ("leistung", "points", "minus")
    return {
        name: _figures(league_rows(book, **rules[name]), *figures[: len(TABLES[name].columns)])
        for name, book in books.items()
    }


def _figures(rows: Iterable[dict[str, Any]], *columns: str) -> Figures:
    return {
        _name(row["labels"]): tuple(round(float(Fraction(row.get(column, 0))), 2) for column in columns) for row in rows
    }


def _name(labels: dict[str, Any]) -> str:
    """Of a player of the events, of a team there, of a team of a league, which is called by its letter."""
    if "player" in labels:
        return NAMES[labels["player"] - 1]
    return f"Team {labels['team']}" if len(labels["team"]) == 1 else labels["team"]


# ----


def differing(figures: Figures, file: Figures) -> dict[str, tuple[object, object]]:
    """What is not the same as in the file, by name."""
    names = figures.keys() | file.keys()
    return {name: (figures.get(name), file.get(name)) for name in names if figures.get(name) != file.get(name)}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_says_the_same_everywhere(name, told):
    ways = told[name]
    assert len(ways["file"]) > 1
    assert {way: found for way, figures in ways.items() if (found := differing(figures, ways["file"]))} == {}
    if "rules" in ways:
        assert list(ways["file"]) == list(ways["rules"])


def test_a_former_year_says_what_was_published(told):
    assert told["year of sums"]["file"] == {name: (points,) for name, points in PUBLISHED.items()}


def test_whoever_breaks_a_day_off_of_three_serien_loses_it_0_to_9(told):
    """Of the other day there is one Serie, with three points in all."""
    _leistung, plus, minus = told["day broken off"]["file"]["Team C"]
    assert plus + minus == 9 + 3
