"""The league in a browser: a match day on a phone, and every page of running a season at three widths."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from web.league import make_division, start

from skatliga.leagues.models import Group

# What is looked at: the page, and what follows season and Staffel in its address.
OF_SEASON = {"season": [], "setup": [], "change_season": [], "change_level": [1]}
OF_DIVISION = {
    "change_division": [],
    "teams": [],
    "squad": ["A"],
    "change_team": ["A"],
    "withdraw_team": ["A"],
    "plan": [],
    "dates": [],
    "matchday": [1],
}
OF_GROUP = {"group": [], "lineup": ["A"], "late": ["D"], "exchange": ["A"]}


@pytest.fixture
def division(club):
    """Eight teams; on the first day one group has begun, a team of it with three."""
    made = make_division(club, "ABCDEFHJ", "1: A* B C D / E* F H J", players=5, rounds=2)
    start(Group.objects.select_related("matchday__division__season", "event", "host").first(), {"D": 3})
    return made


def test_pages_fit_and_can_be_used_by_all(division, admin, see_pages):
    season, begun = division.season.slug, Group.objects.first()
    pages = {name: reverse(f"leagues:{name}", args=[season, *more]) for name, more in OF_SEASON.items()}
    pages |= {
        name: reverse(f"leagues:{name}", args=[season, division.slug, *more]) for name, more in OF_DIVISION.items()
    }
    pages |= {
        name: reverse(f"leagues:{name}", args=[season, division.slug, begun.pk, *more])
        for name, more in OF_GROUP.items()
    }
    pages["seasons"] = reverse("leagues:seasons")
    see_pages(pages, "league", admin)


def test_a_group_begins_on_a_phone(division, admin, open_page, sign_in, live_server):
    page = open_page(360)
    sign_in(page, admin)
    group = Group.objects.last()
    address = reverse("leagues:group", args=[division.season.slug, division.slug, group.pk])
    page.goto(f"{live_server.url}{address}")
    for letter in "EFHJ":
        page.get_by_role("link", name=f"Aufstellung (Staffel Ost {letter})").click()
        for number in range(1, 5):
            page.get_by_label(f"Spieler {number}").select_option(index=number)
        page.get_by_role("button", name="Speichern").click()
    page.get_by_role("button", name="Los geht’s").first.click()
    expect(page.get_by_text("Alle Serien haben Plätze")).to_be_visible()
    expect(page.get_by_role("heading", name="Spielbericht Gruppe 2")).to_be_visible()


def test_a_player_is_found_by_three_letters(division, admin, page, sign_in, live_server):
    sign_in(page, admin)
    page.goto(f"{live_server.url}{reverse('leagues:squad', args=[division.season.slug, division.slug, 'A'])}")
    page.get_by_label("Aus dem Register").press_sequentially("bra")
    page.get_by_role("button", name="Bert Brandt").click()
    expect(page.get_by_text("1 Spieler ist im Kader.")).to_be_visible()
