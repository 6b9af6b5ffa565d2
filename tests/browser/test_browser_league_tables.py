"""The tables of a league as they are read: on a phone, at the desk, on a screen."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from web.league import Book, groups_of, make_division, start

from skatliga.leagues import binding, squads
from skatliga.leagues.models import Division, Team

EIGHT = "ABCDEFHJ"
PLAN = "1: A* B C D / E* F H J\n2: A E* B F / C D H* J\n3: A H B J / C E D F"


@pytest.fixture
def division(club, admin) -> Division:
    """Eight teams: one match day binding, one with a missing list, one to come; a team has left."""
    division = make_division(club, EIGHT, PLAN, rounds=2)
    Team.objects.filter(letter="A").update(name="Skatfreunde von 1897 Oberviechtach-Langenfeld e. V.")
    book = Book(division, "browser")
    for day in (1, 2):
        for group in groups_of(division, day):
            start(group)
            book.play(group, 1, equal="AE")
            book.play(group, 2, tables=[1, 2, 4] if day == 2 else range(1, 5))
            if day == 1:
                binding.bind(group, admin, "Die Berichte kamen mit der Post.")
    team = Team.objects.select_related("division__season", "division__level").get(letter="J")
    squads.withdraw_team(team, Team.Withdrawal.ANNULLED, 3, "Zu wenige Spieler", admin)
    return division


def address(division: Division, name: str, *args: object) -> str:
    return reverse(f"leagues:{name}", args=[division.season.slug, division.slug, *args])


def test_from_the_table_to_an_earlier_state_and_its_file(live_server, page, division):
    page.goto(live_server.url + address(division, "division"))
    expect(page.get_by_role("main")).to_contain_text("Stand nach dem 2. Spieltag, Serie 1, vorläufig")
    page.get_by_role("link", name="nach 1. Spieltag").click()
    expect(page.get_by_role("main")).to_contain_text("Stand nach dem 1. Spieltag, Serie 2, verbindlich")
    page.get_by_role("link", name="nach Serie 1").click()
    expect(page.get_by_role("main")).to_contain_text("Stand nach dem 1. Spieltag, Serie 1, verbindlich")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == f"tabelle-{division.season.slug}-staffel-ost-nach-1-1.csv"


def test_pages_are_accessible_and_fit(see_pages, division):
    pages = {
        "table": address(division, "division"),
        "serie": address(division, "division") + "?nach=1.1",
        "cross": address(division, "cross"),
        "players": address(division, "players"),
        "series": address(division, "series"),
        "team": address(division, "team", "A"),
        "left": address(division, "team", "J"),
        "formers": address(division, "former_tables"),
        "former": address(division, "former_table", division.former_tables.get().pk),
        "comparison": reverse("leagues:comparison", args=[division.season.slug, 1]),
    }
    see_pages(pages, "league")
