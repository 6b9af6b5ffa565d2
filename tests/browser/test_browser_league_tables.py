"""The tables of a league as they are read: on a phone, at the desk, on a screen."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from web.league import Book, groups_of, make_division, start

from scoring.foot_check import PaperFoot
from skatliga.events.models import Table
from skatliga.leagues import binding, squads
from skatliga.leagues.models import Division, Team
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import move
from skatliga.people.models import User

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


def test_from_the_table_to_an_earlier_state_and_its_file_on_pages_that_fit(live_server, page, division, see_pages):
    page.goto(live_server.url + address(division, "division"))
    expect(page.get_by_role("main")).to_contain_text("Stand nach dem 2. Spieltag, Serie 1, vorläufig")
    page.get_by_role("link", name="nach 1. Spieltag").click()
    expect(page.get_by_role("main")).to_contain_text("Stand nach dem 1. Spieltag, Serie 2, verbindlich")
    page.get_by_role("link", name="nach Serie 1").click()
    expect(page.get_by_role("main")).to_contain_text("Stand nach dem 1. Spieltag, Serie 1, verbindlich")
    with page.expect_download() as download:
        page.get_by_text("Herunterladen").click()
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == f"tabelle-{division.season.slug}-staffel-ost-nach-1-1.csv"
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


LETTERS = "ABCDEFGHJKLMNPQR"
FOUR_GROUPS = "1: A* B C D / E* F G H / J* K L M / N* P Q R"
# Eight deals won by each at a table, 16 of 48 passed in.
FOOT = [PaperFoot(points, 8, 0, None) for points in (400, 320, 240, 200)]


def enter_all(division: Division, user: User) -> None:
    """Every list of the first match day entered by its foot, none checked."""
    for group in groups_of(division, 1):
        start(group)
        for table in Table.objects.filter(round__event=group.event):
            sheet = open_sheet(table, user)
            enter_feet(sheet.pk, FOOT, 16, Change(sheet.revision, user))
            move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision + 1, user))


def test_a_match_day_of_four_groups_is_bound_in_twelve_clicks(live_server, page, sign_in, club, admin, look):
    """Lists are confirmed with Enter; the clicks lead from group to group."""
    division = make_division(club, LETTERS, FOUR_GROUPS, rounds=1)
    enter_all(division, admin)
    sign_in(page, admin)
    page.goto(live_server.url + address(division, "matchday", 1))
    look(page, "matchday")
    clicks = 0
    for number in range(1, 5):
        page.get_by_role("link", name=f"Listen prüfen, Gruppe {number}").click()
        for table in range(1, 5):
            expect(page.get_by_role("heading", level=1)).to_have_text(f"Serie 1, Tisch {table}")
            page.wait_for_load_state("domcontentloaded")
            page.keyboard.press("Enter")
        page.get_by_role("link", name="Weiter: 1. Spieltag").click()
        clicks += 2
    page.get_by_label("Begründung, falls eine Unterschrift fehlt").fill("Unterschriften auf dem Papier")
    page.get_by_role("button", name="Alle geprüften verbindlich machen").click()
    clicks += 2
    expect(page.get_by_text("Das Ergebnis ist jetzt verbindlich.")).to_have_count(4)
    assert clicks <= 12
    assert not division.matchdays.filter(groups__binding_at=None).exists()
