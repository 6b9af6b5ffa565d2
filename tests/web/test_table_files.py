"""Every table as a file: the four kinds say the same, numbers are numbers, and what they say stands on the page."""

import csv
import datetime
import json
import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO, StringIO
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import urljoin

import openpyxl
import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import URLResolver, get_resolver
from django.utils import timezone
from python_calamine import CalamineWorkbook
from whole import WHOLE, sample

from scoring.wertung.presets import TableRule
from skatliga.circuits.models import Circuit
from skatliga.desk.models import Fees
from skatliga.events.models import Event, Round
from skatliga.events.services import enter_guests
from skatliga.exports import ENCODERS, harmless
from skatliga.leagues.models import Division, Exchange, FormerTable, Group
from skatliga.lists.models import Sheet
from skatliga.operations import backups
from skatliga.people.models import Player, User
from skatliga.qualifications.models import Qualification
from skatliga.statistics.strengths import rate_players
from skatliga.wertung.rules import YearTableRule
from skatliga.years.models import ClubYear, YearSum
from skatliga.years.services import set_table
from web.conftest import make_event
from web.everything import create_everything
from web.worlds import lasting

pytestmark = pytest.mark.django_db

WEEK = datetime.timedelta(days=7)
FORMULA, SAFE = "=1+1 GmbH", "'=1+1 GmbH"


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[SimpleNamespace]:
    """The demo with something of everything, made once: these tests only look."""
    media = tmp_path_factory.mktemp("media")
    kept = tmp_path_factory.mktemp("backups")
    (kept / backups.name_of(timezone.now())).write_bytes(b"x" * 2_000)
    folders = override_settings(MEDIA_ROOT=media, BACKUP_DIR=kept)
    with folders, lasting(django_db_blocker):
        club, _federation = create_everything()
        event = Event.objects.get(name="Vereinsabend Demo")
        enter_guests(event, [(FORMULA, "+49 SC")])
        rate_players(club, True)
        ClubYear.objects.update(parts="quarter")
        year = ClubYear.objects.exclude(evenings=None).distinct().get()
        set_table(year, 2, YearTableRule("Pokal", TableRule(serie=1)))
        Fees.objects.filter(event=event).update(stake=100)
        browser = Client()
        browser.force_login(User.objects.create_superuser("betreiber"))
        division = Division.objects.select_related("season").get()
        drawn = Round.objects.filter(proposals__isnull=False).distinct().get()
        names = Player.objects.filter(first_name__in=["Dora", "Gustav"]).order_by("first_name")
        connection.check_constraints()  # PostgreSQL would check it all after each test
        yield SimpleNamespace(
            browser=browser,
            club=club.slug,
            event=event.slug,
            above=qualified(event),
            signed=Event.objects.get(name="Clubabend Demo").slug,
            list=Sheet.objects.get(table__round__event=event, table__round__number=1, table__number=1).pk,
            division=f"{division.season.slug}/{division.slug}",
            season=division.season.slug,
            former=FormerTable.objects.first().pk,
            group=Group.objects.order_by("pk").first().pk,
            drawn=drawn.event.slug,
            serie=drawn.number,
            exchanged=Exchange.objects.get().group_team.group_id,
            winner=YearSum.objects.get(player__isnull=False).player_id,
            past=ClubYear.objects.get(evenings=None).slug,
            year=year.slug,
            circuit=Circuit.objects.get().slug,
            part=(event.date.month + 2) // 3,
            dora=names[0].pk,
            gustav=names[1].pk,
            told={},
            pages={},
        )


def qualified(event: Event) -> str:
    """The address of a championship in which two of this event are offered a place, and one has answered."""
    above = make_event(event.club)
    Event.objects.filter(pk=above.pk).update(championship="single-open", date=timezone.localdate() + WEEK)
    today = timezone.localdate()
    rule = Qualification.objects.create(event=above, places=2, closes_on=today + WEEK, opened_on=today)
    source = rule.sources.create(event=event, fixed_places=2, counted=14, granted=2)
    for number, entry in enumerate(event.entries.order_by("start_number")[:3], 1):
        contestant = rule.contestants.create(number=number, source=source, place=number)
        contestant.persons.create(entry=entry)
    rule.contestants.get(number=1).answers.create(accepted=True)
    return above.slug


class Offered(NamedTuple):
    """A table: its page, the file beside it, and the columns that the page words otherwise or leaves out."""

    page: str
    file: str
    otherwise: frozenset[str] = frozenset()


def at(page: str, file: str, otherwise: str = "") -> Offered:
    return Offered(page, file, frozenset(otherwise.split()))


TABLES = {
    "people:register_file": at("/vereine/{club}/spieler/", "../spieler", "last_day licence"),
    "events:events_file": at("/veranstaltungen/", "veranstaltungen"),
    "events:entries_file": at("/veranstaltungen/{event}/teilnehmer/", "teilnehmer", "withdrawn"),
    "events:seating_file": at("/listen/{event}/serie/1/", "/veranstaltungen/{event}/serie/1/plaetze", "withdrawn"),
    "lists:sheet_file": at("/listen/{list}/", "liste", "nr declarer game short struck seat_1 seat_2 seat_3 seat_4"),
    "lists:history_file": at("/listen/{list}/", "verlauf"),
    "signups:signups_file": at("/voranmeldung/{signed}/liste/", "voranmeldungen"),
    "qualifications:contestants_file": at("/qualifikation/{above}/", "qualifizierte", "deadline"),
    "desk:cash_file": at("/turnier/{event}/kasse/", "kasse", "open"),
    "desk:settlement_file": at("/turnier/{event}/kasse/abrechnung/", "../abrechnung"),
    "desk:bookings_file": at("/turnier/{event}/kasse/buchungen/", "../buchungen", "reverses"),
    "desk:cash_round_file": at("/turnier/{event}/kasse/serie/1/", "kasse", "due paid open"),
    "desk:balance_file": at("/turnier/{event}/kasse/abschluss/", "../abschluss"),
    "desk:winners_file": at("/turnier/{event}/preise/", "siegerliste"),
    "desk:payouts_file": at("/turnier/{event}/preise/", "auszahlung"),
    "standings:file": at("/ranglisten/{event}/", "rangliste", "in_question shared"),
    "standings:round_file": at("/ranglisten/{event}/serie/1/", "rangliste"),
    "standings:teams_file": at(
        "/ranglisten/{event}/mannschaften/team/", "rangliste", "in_question members spielpunkte won lost"
    ),
    "standings:lists_file": at("/ranglisten/{event}/listen/", "rangliste", "in_question"),
    "years:file": at("/clubjahr/{year}/", "tabelle", "status"),
    "years:part_file": at("/clubjahr/{year}/teil/{part}/", "tabelle", "status"),
    "years:player_file": at("/clubjahr/{year}/spieler/p{dora}/", "konto", "lists counts"),
    "years:table_file": at("/clubjahr/{year}/wertung/2/", "tabelle", "status"),
    "years:table_player_file": at("/clubjahr/{year}/wertung/2/spieler/p{dora}/", "konto", "lists counts"),
    "years:seating_file": at("/clubjahr/{year}/setzliste/", "setzliste"),
    "years:cash_file": at("/clubjahr/{year}/kasse/", "kassenbuch"),
    "years:evenings_file": at("/clubjahr/{year}/abende/", "abende", "held in_question"),
    "circuits:file": at("/turnierserie/{circuit}/", "tabelle", "qualified"),
    "circuits:player_file": at("/turnierserie/{circuit}/spieler/p{dora}/", "konto", "lists counts"),
    "circuits:stops_file": at("/turnierserie/{circuit}/turniere/", "turniere", "held in_question"),
    "forecasts:division_file": at("/prognose/liga/{division}/", "prognose", "best worst exact chance_"),
    "forecasts:year_file": at("/prognose/clubjahr/{year}/", "prognose", "best worst exact chance_"),
    "forecasts:circuit_file": at("/prognose/turnierserie/{circuit}/", "prognose", "best worst exact chance_"),
    "leagues:division_file": at("/liga/{division}/", "tabelle", "serien"),
    "leagues:team_file": at("/liga/{division}/mannschaft/A/", "ergebnisse", "opponents"),
    "leagues:report_file": at(
        "/liga/{division}/gruppe/{group}/", "spielbericht", "serie letter spielpunkte won lost in_question"
    ),
    "leagues:cross_file": at("/liga/{division}/kreuztabelle/", "kreuztabelle", "against_"),
    "leagues:players_file": at("/liga/{division}/spieler/", "spieler"),
    "leagues:series_file": at("/liga/{division}/serien/", "listen"),
    "leagues:former_file": at("/liga/{division}/tabellen/{former}/", "tabelle", "spielpunkte"),
    "leagues:squads_file": at("/liga/{division}/mannschaften/", "kader", "last_name first_name captain"),
    "leagues:plan_file": at("/liga/{division}/plan/", "plan", "date teams"),
    "registrations:teams_file": at("/liga/{season}/meldung/", "mannschaften", "contact wishes"),
    "promotions:moves_file": at("/liga/{season}/auf-und-absteiger/", "liste", "why"),
    "leagues:comparison_file": at("/liga/{season}/vergleich/1/", "vergleich"),
    "lists:feet_file": at("/listen/{list}/", "ergebnis"),
    "standings:person_file": at("/spieler/{dora}/", "veranstaltungen", "start_number spielpunkte evaluation"),
    "years:results_file": at("/spieler/{winner}/", "/clubjahr/spieler/{winner}/jahre"),
    "years:honours_file": at("/clubjahr/verein/{club}/ehrentafel/", "sieger"),
    "leagues:exchanges_file": at("/liga/{division}/gruppe/{exchanged}/", "wechselliste"),
    "rules:values_file": at("/regeln/isko-2022/", "werte"),
    "operations:backups_file": at("/betrieb/", "sicherungen", "size"),
    "desk:draw_file": at("/turnier/{drawn}/serie/{serie}/auslosung/", "../auslosung"),
    "statistics:spread_file": at("/ranglisten/{event}/", "/statistik/rangliste/{event}/verteilung"),
    **{
        f"statistics:{kind}_{what}_file": at(f"/statistik/{word}/{{{slug}}}/", file, otherwise)
        for kind, word, slug in (
            ("club", "verein", "club"),
            ("event", "veranstaltung", "event"),
            ("season", "saison", "season"),
            ("year", "clubjahr", "year"),
        )
        for what, file, otherwise in (
            ("rates", "anteile", ""),
            ("best", "beste-listen", "table won lost date event" if kind == "event" else "table won lost"),
            ("figures", "bild/verteilung", ""),
        )
    },
    "statistics:player_rates_file": at("/statistik/spieler/{dora}/", "anteile"),
    "statistics:player_met_file": at("/statistik/spieler/{dora}/", "mitspieler"),
    "statistics:player_figures_file": at("/statistik/spieler/{dora}/", "bild/erfolg"),
    "statistics:club_file": at("/statistik/verein/{club}/", "spieler"),
    "statistics:event_file": at("/statistik/veranstaltung/{event}/", "spieler"),
    "statistics:season_file": at("/statistik/saison/{season}/", "spieler"),
    "statistics:year_file": at("/statistik/clubjahr/{year}/", "spieler"),
    "statistics:strength_file": at("/statistik/verein/{club}/staerke/", "spieler"),
    "statistics:ranking_file": at("/statistik/staerke/", "spieler"),
    "statistics:level_ranking_file": at("/statistik/staerke/{club}/", "spieler"),
    "statistics:player_file": at("/statistik/spieler/{dora}/", "listen"),
    "statistics:meetings_file": at("/statistik/spieler/{dora}/mit/{gustav}/", "listen"),
}
# The demo has too few lists to tell how strong somebody is.
WITHOUT_ROWS = {"statistics:strength_file", "statistics:ranking_file", "statistics:level_ranking_file"}
tables = pytest.mark.parametrize("name", TABLES)


def with_an_ending(patterns: list, namespace: str = "") -> Iterator[str]:
    """The addresses of the site whose ending says what kind of file is asked for."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from with_an_ending(pattern.url_patterns, inner)
        elif "ending" in str(pattern.pattern):
            yield f"{namespace}{pattern.name}"


def file_of(site, name: str, ending: str) -> Any:
    page = TABLES[name].page.format(**vars(site))
    answer = site.browser.get(urljoin(page, f"{TABLES[name].file.format(**vars(site))}.{ending}"))
    assert answer.status_code == 200
    return answer


class Told(NamedTuple):
    """What the JSON says, the lines of the CSV, and how many queries the CSV takes after the JSON."""

    rows: list[dict[str, Any]]
    lines: list[list[str]]
    queries: int


def told_of(site, name: str) -> Told:
    """Both asked once for all tests, in one of them: after it statistics and forecasts would have to be made again."""
    if name not in site.told:
        rows = json.loads(file_of(site, name, "json").content)
        with CaptureQueriesContext(connection) as queries:
            text = file_of(site, name, "csv").content.decode("utf-8-sig")
        site.told[name] = Told(rows, list(csv.reader(StringIO(text), delimiter=";")), len(queries))
    return site.told[name]


def rows_of(site, name: str) -> list[dict[str, Any]]:
    """What the JSON says."""
    return told_of(site, name).rows


def page_of(site, address: str) -> str:
    """All pages of a table below one another, asked once for all tables that stand there."""
    if address not in site.pages:
        page, number = site.browser.get(address).text, 2
        while f"page={number}" in page:
            page += site.browser.get(f"{address}?page={number}").text
            number += 1
        site.pages[address] = page
    return site.pages[address]


def test_no_table_was_forgotten():
    assert sorted(with_an_ending(get_resolver().url_patterns)) == sorted(TABLES)


def in_csv(cell: Any) -> str:
    """What stands in the CSV for a value of the JSON."""
    if cell is None or cell is False:
        return ""
    if isinstance(cell, float):
        return str(cell).replace(".", ",")
    if isinstance(cell, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}T.*", cell):
        return cell.replace("T", " ")
    return "ja" if cell is True else f"'{cell}" if str(cell)[:1] in "=+-@" and isinstance(cell, str) else str(cell)


def alike(cell: str) -> Any:
    """A number for what is written as one: amounts have two decimals in the CSV, and one or none elsewhere."""
    return float(cell.replace(",", ".")) if re.fullmatch(r"-?[0-9]+(,[0-9]+)?", cell) else cell


def as_text(cell: Any) -> str:
    """A cell of a workbook as the CSV has it: days as they are written there."""
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date().isoformat()
    if isinstance(cell, float) and cell == int(cell):
        return str(int(cell))
    return "" if cell is None else str(cell).replace(".", ",") if isinstance(cell, float) else str(cell)


@tables
def test_the_four_kinds_say_the_same(site, name):
    rows = rows_of(site, name)
    assert rows or name in WITHOUT_ROWS
    expected = [[alike(in_csv(cell)) for cell in row.values()] for row in rows]
    headings, *lines = told_of(site, name).lines
    assert len(headings) == len(set(headings))
    assert [len(row) for row in rows] == [len(headings)] * len(rows)
    assert [[alike(cell) for cell in line] for line in lines] == expected
    for book in BOOKS.get(name, ()):
        cells = book(site, name)
        assert [cells[0], *([alike(as_text(cell)) for cell in row] for row in cells[1:])] == [headings, *expected]


def as_xlsx(site, name: str) -> list[list[Any]]:
    """The cells of the workbook, none of which is a formula."""
    sheet = openpyxl.load_workbook(BytesIO(file_of(site, name, "xlsx").content)).active
    assert not [cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
    return [list(row) for row in sheet.iter_rows(values_only=True)]


def as_ods(site, name: str) -> list[list[Any]]:
    book = CalamineWorkbook.from_filelike(BytesIO(file_of(site, name, "ods").content))
    return book.get_sheet_by_index(0).to_python()


BOOKS = {
    name: (as_xlsx, as_ods) if WHOLE else ((as_xlsx, as_ods)[number % 2],)
    for number, name in enumerate(sample(TABLES, lambda name: name.partition(":")[0], part=4))
}
"""One function writes every table: of the two workbooks some tables of each app have one, the next the other."""


@tables
def test_what_a_file_says_stands_on_its_page(site, name):
    offered = TABLES[name]
    page = page_of(site, offered.page.format(**vars(site)))
    offers = page.count(f"{offered.file.rpartition('/')[2]}.ods")
    assert offers >= 1 or name in WITHOUT_ROWS  # an empty table offers no file
    text = " ".join(unescape(re.sub(r"<[^>]*>", " ", re.sub(r"<script.*?</script>", "", page, flags=re.S))).split())
    text = text.replace("\u2212", "-")
    text = re.sub(r"(?<=\d)[\u202f\xa0.](?=\d{3}\b)", "", text)
    missing = [
        (key, cell)
        for row in rows_of(site, name)
        for key, cell in row.items()
        if not key.startswith(tuple(offered.otherwise)) and not any(way in text for way in ways_of(cell))
    ]
    assert missing == []


def ways_of(cell: Any) -> list[str]:
    """How a page may write a value."""
    if cell is None or isinstance(cell, bool):
        return [""]
    if isinstance(cell, int | float):
        whole = "" if cell == int(cell) else f"{int(cell)}½"
        return [
            f"{cell:.2f}".replace(".", ","),
            f"{cell:.1f}".replace(".", ","),
            str(abs(cell)),
            whole or str(int(abs(cell))),
        ]
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}.*", cell):
        day = datetime.datetime.fromisoformat(cell)
        return [f"{day:%d.%m.%Y}", f"{day.day}. ", f"{day:%d.%m.}"]
    return [" ".join(cell.split()).replace(" ", " "), *([", ".join(cell.split(", ")[::-1])] if ", " in cell else [])]


def test_what_a_spreadsheet_would_carry_out_is_harmless_there_and_as_it_is_for_programs(site):
    entered = rows_of(site, "events:entries_file")[-1]
    assert (entered["name"], entered["club"]) == (FORMULA, "+49 SC")
    *_lines, last = csv.reader(StringIO(file_of(site, "events:entries_file", "csv").content.decode()), delimiter=";")
    assert last[1:3] == [SAFE, "'+49 SC"]


@pytest.mark.parametrize("ending", ENCODERS)
def test_what_was_pasted_with_a_name_breaks_no_file(sign_in, club, admin, ending):
    """A break within a line of a word processor is the character 11, which XML does not allow."""
    office = sign_in(admin)
    sent = {"first_name": "Anna\v\uffff=1", "last_name": "=Ärmel", "publication": "full"}
    office.post(f"/vereine/{club.slug}/spieler/neu/", sent)
    content = office.get(f"/vereine/{club.slug}/spieler.{ending}").content
    match ending:
        case "json":
            name = json.loads(content)[0]["name"]
        case "csv":
            [_headings, line] = csv.reader(StringIO(content.decode("utf-8-sig")), delimiter=";")
            name = next(cell for cell in line if "Anna" in cell)
        case _:
            lines = CalamineWorkbook.from_filelike(BytesIO(content)).get_sheet_by_index(0).to_python()
            name = next(cell for cell in lines[1] if "Anna" in str(cell))
    assert name == ("=Ärmel, Anna\v\uffff=1" if ending == "json" else "'=Ärmel, Anna=1")


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_beginnings_of_formulas(start):
    """Those that OWASP names under „CSV Injection“."""
    assert harmless(f"{start}1") == f"'{start}1"


def test_money_is_a_number_with_two_decimals(site):
    text = file_of(site, "years:cash_file", "csv").content.decode("utf-8-sig")
    [bought] = [line for line in csv.reader(StringIO(text), delimiter=";") if line[1] == "Spielkarten"]
    assert bought[-2] == "-12,50"
    [bought] = [row for row in rows_of(site, "years:cash_file") if row["name"] == "Spielkarten"]
    assert bought["cents"] == -12.5
    sheet = openpyxl.load_workbook(BytesIO(file_of(site, "years:cash_file", "xlsx").content)).active
    assert -12.5 in [cell.value for cell in sheet[2] if cell.data_type == "n"] + [
        cell.value for row in sheet.iter_rows() for cell in row if cell.data_type == "n"
    ]


@pytest.mark.parametrize("ending", ["pdf", "html", "exe", "XLSX"])
def test_other_endings_are_not_offered(site, ending):
    assert site.browser.get(f"/ranglisten/{site.event}/rangliste.{ending}").status_code == 404


@pytest.mark.parametrize(("ending", "kind"), [(ending, kind) for ending, (_encode, kind) in ENCODERS.items()])
def test_a_file_says_what_it_is(site, ending, kind):
    answer = file_of(site, "people:register_file", ending)
    assert answer["Content-Type"] == kind
    assert answer["Content-Disposition"] == f'attachment; filename="spieler-{site.club}.{ending}"'


@pytest.mark.parametrize(("name", "kept"), [("desk:cash_file", False), ("events:entries_file", True)])
def test_a_file_for_those_with_a_role_is_kept_by_no_cache(site, name, kept):
    response = file_of(site, name, "csv")
    assert ("no-store" not in response["Cache-Control"]) is kept
    assert "private" in response["Cache-Control"]


def test_a_file_for_those_with_a_role_is_only_looked_at(site):
    assert site.browser.post(file_of(site, "desk:cash_file", "csv").request["PATH_INFO"]).status_code == 405


def test_the_register_is_searched_as_on_its_page(site):
    found = json.loads(site.browser.get(f"/vereine/{site.club}/spieler.json?suche=bra").content)
    assert [row["name"] for row in found] == ["Brandt-Demo, Berta"]
    page = site.browser.get(f"/vereine/{site.club}/spieler/?suche=bra").content.decode()
    assert "spieler.csv?suche=bra" in page


@tables
def test_a_file_of_more_rows_takes_no_more_queries(site, name):
    """None of these tables asks for anything row by row; the demo has up to forty rows in one."""
    assert told_of(site, name).queries <= 21
