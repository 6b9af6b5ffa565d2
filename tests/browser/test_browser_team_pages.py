"""Pages of clubs and captains of a league: registration of teams, the phone, what is missing of match days."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect
from web.league import Book, groups_of, make_division, start

from skatliga.leagues.models import LineupPlace, Team
from skatliga.phones.team_access import team_path
from skatliga.registrations.services import SentTeam, open_registration, register


@pytest.fixture
def division(club, admin):
    """The first day is played and not signed, the second to come; Altenburg has two teams and has registered one."""
    made = make_division(club, "ABCD", "1: A* B C D\n2: A B* C D", players=5, rounds=2)
    [group] = groups_of(made, 1)
    start(group)
    book = Book(made, "browser")
    book.play(group, 1)
    book.play(group, 2)
    Team.objects.filter(letter__in="AB").update(club=club)
    club.contacts = "Sportwart Karl, 03447 1234"
    club.save()
    closes_on = timezone.localdate() + datetime.timedelta(9)
    account = {"account_holder": "Skatverband", "iban": "DE89370400440532013000"}
    terms = open_registration(made.season, admin, closes_on=closes_on, fee_cents=6000, late_fee_cents=2500, **account)
    captain = club.memberships.first().player
    line = SentTeam("Staffel Ost A", "Altenburg", captain, "03447 77", "nicht im Mai", Team.objects.get(letter="A"))
    register(terms, club, [line], admin)
    return made


def test_pages_fit_and_can_be_used_by_all(division, club, admin, see_pages):
    season, slug = division.season.slug, division.slug
    pages = {
        "terms": reverse("registrations:terms", args=[season]),
        "overview": reverse("registrations:overview", args=[season]),
        "club": reverse("registrations:club_teams", args=[season, club.slug]),
        "open-days": reverse("leagues:open_days", args=[season]),
        "code": reverse("phones:own_team", args=[season, slug, "A"]),
    }
    see_pages(pages, "teams", admin)
    team = Team.objects.get(letter="A")
    see_pages({"day": team_path(team), "line-up": f"{team_path(team)}?tag=2"}, "captain")


def test_a_captain_on_a_phone(division, open_page, live_server):
    """Who plays on the second day, and the signature of the first."""
    team = Team.objects.get(letter="A")
    page = open_page(360)
    page.goto(f"{live_server.url}{team_path(team)}?tag=2")
    for number in range(1, 5):
        page.get_by_label(f"Spieler {number}").select_option(index=number)
    page.get_by_role("button", name="Aufstellung melden").click()
    expect(page.get_by_text("Gespeichert.")).to_be_visible()
    assert LineupPlace.objects.filter(group_team__team=team, matchday__number=2).count() == 4
    page.get_by_role("link", name="1", exact=False).first.click()
    page.get_by_label("Vor- und Nachname").fill("Anna Ärmel")
    page.get_by_role("button", name="Spielbericht unterschreiben").click()
    expect(page.get_by_text("Gespeichert.")).to_be_visible()
