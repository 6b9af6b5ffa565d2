"""Forecasts: made beside the requests, kept for a state, and what the pages say of leagues, years, Turnierserien."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from scoring.wertung.presets import TableRule
from skatliga.circuits import services as circuits
from skatliga.circuits.models import Circuit
from skatliga.forecasts import kept
from skatliga.forecasts.kept import ForecastJob, StoredForecast, StoredLine
from skatliga.forecasts.league_forecast import in_thousandths, league_forecast
from skatliga.forecasts.measured import HOME_ROUND, HOME_ROUND_POINTS, LEAGUES
from skatliga.forecasts.pages import ChanceColumn, Competitor, TableNow, page_of
from skatliga.forecasts.subjects import of_division
from skatliga.forecasts.year_forecast import circuit_forecast, year_forecast
from skatliga.leagues import seasons
from skatliga.leagues.division_standing import standing
from skatliga.leagues.models import Division
from skatliga.wertung.rules import YearTableRule
from skatliga.years.models import ClubYear
from skatliga.years.services import set_table
from web.club_evenings import fresh
from web.league import Book, groups_of, make_division, start
from web.replayed import world

pytestmark = pytest.mark.django_db
RULES = {"rulebook": "isko-2022", "evaluation": "seeger-fabian"}
PLAN = "1: A* B C D\n2: A B* C D\n3: A B C* D"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path


@pytest.fixture
@world
def league(club) -> Book:
    """Four teams, three match days of two Serien; two of the days are played."""
    book = Book(make_division(club, "ABCD", PLAN, rounds=2), "forecast")
    for day in (1, 2):
        for group in groups_of(book.division, day):
            start(group)
            for serie in (1, 2):
                book.play(group, serie)
    return book


def page_text(browser, address: str) -> str:
    return " ".join(strip_tags(browser.get(address).content.decode()).split())


# ---- A league


def test_places_that_remain_possible_in_a_league(league):
    """Two Serien of all four are left: 3-2-1-0 twice. Worked out from the points by hand below."""
    stored = league_forecast(Division.objects.select_related("season", "level").get())
    points = {line.team.letter: Fraction(line.plus) for line in standing(league.division).lines}
    assert stored.coming == 2
    for line in stored.lines:
        ahead = [points[key] - points[line.key] for key in points if key != line.key]
        # Whoever wins both and leaves the other none gains 6; all others share what is left, at least 0 and 6 together.
        assert line.best_exact and line.worst_exact
        assert line.best >= 1 + sum(lead > 6 for lead in ahead)
        assert line.worst <= 1 + sum(lead >= -6 for lead in ahead)
    assert {sum(line.chances) for line in stored.lines} == {1000}
    firsts = sum(line.chances[0] for line in stored.lines)
    assert 996 <= firsts <= 1004


def test_a_finished_league_has_its_places_and_no_chances(league):
    [group] = groups_of(league.division, 3)
    start(group)
    for serie in (1, 2):
        league.play(group, serie)
    stored = league_forecast(Division.objects.select_related("season", "level").get())
    places = {line.team.letter: line.place for line in standing(league.division).lines}
    assert {line.key: (line.best, line.worst) for line in stored.lines} == {key: (at, at) for key, at in places.items()}
    assert (stored.coming, stored.runs) == (0, 0)


def test_without_groups_nothing_is_told(league):
    league.division.matchdays.create(number=4)
    assert league_forecast(Division.objects.select_related("season", "level").get()) is None


def test_the_page_of_a_league(league, sign_in):
    address = reverse("forecasts:division", args=[league.division.season.slug, league.division.slug])
    text = page_text(sign_in(None), address)
    assert "Noch 2 Serien der Gruppen sind zu spielen." in text
    assert "Aufstieg" in text and "Möglich" in text and "%" in text
    assert "Gemessen an 60 simulierten Ligen" in text


@pytest.mark.parametrize(("first", "asked"), [(2, True), (1, False)])
def test_chances_are_told_of_the_first_place_and_of_every_zone(first, asked, club):
    """The first place alone is not told twice where it is a zone."""
    champion = {"kind": "up", "label": "Aufstieg", "first": 1, "last": first}
    division = seasons.create_division(
        seasons.set_level(seasons.create_season(club, name="Liga", **RULES), 1, "Oberliga", [champion]), "Ost"
    )
    zone = ChanceColumn("Aufstieg", 1, first)
    assert list(of_division(division).columns) == ([ChanceColumn("Platz 1", 1, 1), zone] if asked else [zone])


# ---- A club year


@pytest.fixture
def played_year(year, play):
    for day in (2, 9, 16):
        play((1, day), "Anna", "Bert", "Cora", "Dora", year=year)
    ClubYear.objects.update(last_day="2026-01-31", interval=7)
    return fresh(ClubYear.objects.get())


def test_the_rest_of_a_year(played_year):
    """Cora has 360, Anna 320, Bert 230, Dora -290 of each of three evenings; two are still to come."""
    stored = year_forecast(played_year)
    names = {
        f"p{each.player_id}": each.player.first_name for each in played_year.club.memberships.select_related("player")
    }
    told = {names[line.key]: line for line in stored.lines}
    assert stored.coming == 2
    assert (stored.least, stored.most) == ("-290", "360")
    # 1080, 960, 690, -870 now. Two evenings bring -580 to 720: Anna 380..1680, Bert 110..1410, Cora 500..1800.
    assert {name: (line.best, line.worst) for name, line in told.items()} == {
        "Anna": (1, 3),
        "Bert": (1, 3),
        "Cora": (1, 3),
        "Dora": (4, 4),
    }
    assert {sum(line.chances) for line in stored.lines} == {1000}
    assert told["Dora"].chances[3] > 900


def test_points_by_places_have_limits_of_their_own(played_year):
    rule = TableRule(unit="evening", worth="places", place_points=(3, 2, 1))
    set_table(played_year, 1, YearTableRule("", rule))
    stored = year_forecast(fresh(ClubYear.objects.get()))
    # 9, 6, 3, 0 now; two evenings bring 0 to 6.
    assert sorted((line.best, line.worst) for line in stored.lines) == [(1, 3), (1, 4), (1, 4), (2, 4)]
    assert stored.most == ""


def test_the_page_of_a_year_names_the_limits(played_year, sign_in):
    text = page_text(sign_in(None), reverse("forecasts:year", args=[played_year.slug]))
    assert "Noch 2 Abende sind zu spielen." in text
    assert "niemand mehr als 360 oder weniger als -290" in text
    assert "zurückgehaltenen Wochen einer Hausrunde" in text


def test_every_table_of_a_year_has_a_forecast_on_page_file_and_api(played_year, sign_in):
    """Cora, Anna, Bert, Dora have 9, 6, 3, 0 points of a table of four; each of two evenings to come brings 0 to 3."""
    points = TableRule(worth="places", among="table", place_points=(3, 2, 1, 0))
    set_table(played_year, 2, YearTableRule("Tischpunkte", points))
    year = fresh(ClubYear.objects.get())
    assert {(line.best, line.worst) for line in year_forecast(year, 1).lines} == {(1, 3), (4, 4)}
    possible = {"Cora Cruse": (1, 3), "Anna Adam": (1, 4), "Bert Bock": (1, 4), "Dora Dorn": (2, 4)}
    browser, address = sign_in(None), reverse("forecasts:year", args=[year.slug])
    table = browser.get(reverse("years:table", args=[year.slug, 2])).content.decode()
    assert f'href="{address}?tabelle=2"' in table
    text = page_text(browser, f"{address}?tabelle=2")
    assert "Tischpunkte" in text and "Für die Plätze an jedem Tisch gibt es 3-2-1-0 Punkte" in text
    assert "mit 2, 1 und 0 Punkten für die Plätze jeder Liste" in text
    for name, (best, worst) in possible.items():
        assert f"{name} {best} bis {worst} " in text
    rows = json.loads(browser.get(f"{address}prognose.json?tabelle=2").content)
    assert {row["name"]: (row["best"], row["worst"]) for row in rows} == possible
    answer = browser.get(f"/api/v1/clubjahre/{year.slug}/prognose?tabelle=2").json()
    assert (answer["ready"], answer["table"], answer["title"], answer["coming"]) == (True, 2, "Tischpunkte", 2)
    assert {line["name"]: (line["best"], line["worst"]) for line in answer["lines"]} == possible
    in_file = {row["name"]: [row["chance_1_1"], row["chance_1_3"]] for row in rows}
    assert {line["name"]: [each["thousandths"] / 10 for each in line["chances"]] for line in answer["lines"]} == in_file
    assert sum(first for first, _among in in_file.values()) == pytest.approx(100, abs=0.4)
    for there_is_none in (f"{address}?tabelle=3", f"{address}?tabelle=0", f"{address}prognose.csv?tabelle=3"):
        assert browser.get(there_is_none).status_code == 404


def test_matchpoints_are_bounded_by_what_was_seen(played_year):
    """6, 4, 2, 0 of each evening, 18, 12, 6, 0 now; two evenings to come bring 0 to 12."""
    set_table(played_year, 1, YearTableRule("", TableRule(worth="beaten", among="table")))
    stored = year_forecast(fresh(ClubYear.objects.get()))
    assert sorted((line.best, line.worst) for line in stored.lines) == [(1, 3), (1, 4), (1, 4), (2, 4)]
    assert (stored.least, stored.most) == ("0", "6")
    assert {sum(line.chances) for line in stored.lines} == {1000}


def test_names_are_those_the_visitor_may_see(played_year, sign_in, leser):
    anna = played_year.club.memberships.get(player__first_name="Anna").player
    anna.publication = "first_name"
    anna.save()
    address = reverse("forecasts:year", args=[played_year.slug])
    assert "Anna Adam" not in page_text(sign_in(None), address)
    assert "Anna Adam" in page_text(sign_in(leser), address)
    [file] = (kept.ForecastJob(id="x").folder.parent).glob("*/forecast.json")
    assert "Anna" not in file.read_text()


# ---- A Turnierserie


def test_the_forecast_of_a_turnierserie(club, play):
    made = circuits.create_circuit(club, name="Pokal", first_day="2026-01-01", last_day="2026-12-31", qualified=2)
    events = [play((1, day), "Anna", "Bert", "Cora", "Dora", lists=day < 20) for day in (2, 9, 16, 23)]
    circuits.add_stops(made, club, events, None)
    circuits.set_state(made, Circuit.State.PUBLISHED)
    stored = circuit_forecast(Circuit.objects.select_related("club").get())
    assert stored.coming == 1
    # 1080, 960, 690, -870 now; one tournament brings -290 to 360.
    assert sorted((line.best, line.worst) for line in stored.lines) == [(1, 3), (1, 3), (1, 3), (4, 4)]


# ---- Made once, beside the requests


def test_a_page_orders_and_does_not_compute(played_year, sign_in, monkeypatch):
    ordered = []
    monkeypatch.setattr(ForecastJob, "start", lambda job, *command: ordered.append(command))
    address = reverse("forecasts:year", args=[played_year.slug])
    text = page_text(sign_in(None), address)
    assert "wird gerade gerechnet" in text
    [(command, kind, key, number, _job)] = ordered
    assert (command, kind, key, number) == ("make_forecast", "year", str(played_year.pk), "1")
    # Neither does a file: who asks for it is told to ask again.
    file = sign_in(None).get(f"{address}prognose.csv")
    assert (file.status_code, file["Retry-After"]) == (503, "1")
    assert sign_in(None).get(f"/api/v1/clubjahre/{played_year.slug}/prognose").json()["ready"] is False
    assert len(ordered) == 3


def test_it_is_made_once_for_a_state(played_year, sign_in, play, monkeypatch):
    made = []
    keep = ForecastJob.keep
    monkeypatch.setattr(ForecastJob, "keep", lambda job, forecast: (made.append(job.id), keep(job, forecast)))
    address = reverse("forecasts:year", args=[played_year.slug])
    for _again in range(2):
        sign_in(None).get(address)
    assert len(made) == 1
    play((1, 23), "Anna", "Bert", "Cora", "Dora", year=played_year)
    sign_in(None).get(address)
    assert len(set(made)) == 2


def test_one_visitor_cannot_order_many(played_year, sign_in, monkeypatch):
    monkeypatch.setattr(kept, "MOST_OF_ONE", 0)
    assert "wird gerade gerechnet" in page_text(sign_in(None), reverse("forecasts:year", args=[played_year.slug]))
    assert not list(kept.ForecastJob(id="x").folder.parent.glob("*"))


def test_what_failed_is_said(played_year, sign_in, monkeypatch):
    monkeypatch.setattr("skatliga.forecasts.year_forecast.season", None)
    address = reverse("forecasts:year", args=[played_year.slug])
    assert "wird gerade gerechnet" in page_text(sign_in(None), address)
    assert "ließ sich nicht rechnen" in page_text(sign_in(None), address)


def test_a_year_that_is_over_has_its_places(played_year):
    ClubYear.objects.update(last_day="2026-01-20")
    stored = year_forecast(fresh(ClubYear.objects.get()))
    assert sorted((line.best, line.worst, line.best_exact) for line in stored.lines) == [
        (1, 1, True),
        (2, 2, True),
        (3, 3, True),
        (4, 4, True),
    ]


def test_what_is_kept_is_read_again(tmp_path):
    forecast = StoredForecast((StoredLine("A", 1, 2, True, False, (700, 300)),), 3, 1000, "-290", "360")
    job = ForecastJob(id="0" * 32)
    job.keep(forecast)
    assert json.loads((job.folder / "forecast.json").read_text())["runs"] == 1000
    assert job.made == forecast


# ---- What is shown


def test_a_page_of_a_forecast():
    lines = (StoredLine("A", 1, 2, True, True, (996, 4, 0)), StoredLine("B", 3, 3, True, False, (0, 0, 1000)))
    page = page_of(
        StoredForecast(lines, 1, 1000),
        TableNow("Summe", [Competitor("A", 1, "Anna"), Competitor("B", 2, "Bert"), Competitor("Z", 3, "Neu")]),
        [ChanceColumn("Platz 1", 1, 1), ChanceColumn("unten", 9, 16)],
    )
    assert [(line.competitor.name, line.reach, line.exact, line.chances) for line in page.lines] == [
        ("Anna", "1 bis 2", True, ("> 99 %",)),
        ("Bert", "3", False, ("< 1 %",)),
    ]
    assert [[cell.shade for cell in line.cells] for line in page.lines] == [[8, 2, 0], [0, 0, 8]]


def test_chances_of_places_add_up():
    class Told:
        counts = {"A": [1, 1, 1]}  # noqa: RUF012

        @staticmethod
        def among_first(key, places):
            return [0, 333, 667, 1000][places]

    assert in_thousandths(Told, "A") == (333, 334, 333)


def test_the_measured_figures_are_those_of_the_documentation():
    text = Path("docs/dev/figures.md").read_text(encoding="utf-8")
    for measured in (HOME_ROUND, HOME_ROUND_POINTS, LEAGUES):
        told = "; ".join(f"{band.said} → {band.happened} ({band.number})" for band in measured.bands)
        assert told in text
