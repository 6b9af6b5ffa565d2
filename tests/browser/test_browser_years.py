"""The club year: an evening from the next click to the seating, and every page accessible at every width."""

import datetime

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from web.season import draw_season, write_season

from skatliga.desk.services import book_other
from skatliga.people.models import Player
from skatliga.years.models import ClubYear
from skatliga.years.services import add_evenings, book, create_year, next_evening, set_state
from skatliga.years.services import reverse as reverse_entry

MEMBERS = [f"{first} {last}" for first in ("Anna", "Bert") for last in ("Adam", "Bock", "Cruse", "Dorn-Öhringen")]
FIRST = datetime.date(2027, 3, 5)


@pytest.fixture
def year(club, admin) -> ClubYear:
    """Nine evenings in two quarters, eight members and a guest, three groups, results dropped; money and a reversal."""
    lists = draw_season(MEMBERS, ["Gast Gera"], evenings=9, rounds=2, seed="Altenburg", first=FIRST, presence=0.9)
    events = write_season(club, lists, MEMBERS)
    made = create_year(
        club,
        name="Clubjahr 2027",
        first_day=datetime.date(2027, 1, 1),
        last_day=datetime.date(2027, 12, 31),
        rules=[{"unit": "evening", "drop": 1, "span": "quarter", "minimum": 3}, {"name": "Pokal", "serie": 2}],
        parts="quarter",
        groups=3,
        seating="groups",
    )
    add_evenings(made, events)
    book_other(events[0], 2350, "Startgeld", admin)
    book(made, date=FIRST, cents=-4500, note="Karten und Listen", user=admin)
    entry = made.cash_entries.get()
    reverse_entry(entry, "gehört ins vorige Jahr", admin)
    book(made, date=FIRST, cents=1000, note="Spende", user=admin)
    made.refresh_from_db()
    set_state(made, ClubYear.State.PUBLISHED)
    return made


def test_from_the_next_evening_to_the_first_serie(live_server, page, sign_in, admin, year):
    sign_in(page, admin)
    page.goto(live_server.url + reverse("years:evenings", args=[year.slug]))
    page.get_by_role("button", name="Anlegen").click()
    expect(page.get_by_role("status")).to_contain_text("Clubabend ist angelegt.")
    for name in MEMBERS:
        page.get_by_label(f"da {name}").check()
    page.get_by_role("button", name="Angekreuzte eintragen").click()
    expect(page.get_by_role("status")).to_contain_text("8 Spieler sind eingetragen.")
    page.get_by_role("button", name="Erste Serie setzen").click()
    expect(page.get_by_role("status")).to_contain_text("Serie 1 ist gesetzt.")


def test_pages_are_accessible_and_fit(see_pages, admin, year):
    next_evening(year, datetime.date(2027, 6, 4))
    slug, club = [year.slug], [year.club.slug]
    pages = {
        "years": reverse("years:years", args=club),
        "create": reverse("years:create_year", args=club),
        "honours": reverse("years:honours", args=club),
        "table": reverse("years:year", args=slug),
        "every": reverse("years:year", args=slug) + "?abende=alle",
        "part": reverse("years:part", args=[*slug, 1]),
        "player": reverse(
            "years:player", args=[*slug, f"p{Player.objects.get(last_name='Dorn-Öhringen', first_name='Anna').pk}"]
        ),
        "records": reverse("years:records", args=slug),
        "evenings": reverse("years:evenings", args=slug),
        "remove": reverse("years:remove_evening", args=[*slug, year.events.first().slug]),
        "seating": reverse("years:seating", args=slug),
        "cash": reverse("years:cash", args=slug),
        "reverse": reverse("years:reverse", args=[*slug, year.cash_entries.first().pk]),
        "change": reverse("years:change_year", args=slug),
        "rules": reverse("years:rules", args=slug),
        "rule": reverse("years:change_rule", args=[*slug, 1]),
        "preset": reverse("years:change_rule", args=[*slug, 3], query={"vorlage": "grandprix"}),
        "remove_rule": reverse("years:remove_rule", args=[*slug, 2]),
        "cup": reverse("years:table", args=[*slug, 2]),
    }
    see_pages(pages, "year", admin)
