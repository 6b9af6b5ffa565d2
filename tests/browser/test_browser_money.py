"""The till and the prizes of an evening: taking money on a phone, fixing and paying prizes at the desk."""

import datetime

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scoring.foot_check import PaperFoot
from skatliga.desk import services as money
from skatliga.events import services
from skatliga.events.models import Event, Table
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import move

State = Sheet.State

# Twelve deals, nobody passed: points, won, lost.
FEET = (
    [PaperFoot(150, 4, 0, None), PaperFoot(80, 2, 1, None), PaperFoot(20, 1, 0, None), PaperFoot(-250, 0, 4, None)],
    [PaperFoot(100, 3, 1, None), PaperFoot(60, 2, 1, None), PaperFoot(110, 2, 0, None), PaperFoot(-200, 0, 3, None)],
)


@pytest.fixture
def evening(club, admin) -> Event:
    """Two Serien at three tables, the first one complete; some have paid, one booking is reversed."""
    event = services.create_event(
        club,
        name="Preisskat zu Dreikönig",
        date=datetime.date(2027, 1, 6),
        place="Gasthaus zum Löwen",
        rounds=2,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
        deals_at_four=12,
        deals_at_three=12,
    )
    services.set_state(event, Event.State.PUBLISHED)
    services.enter_players(event, list(club.players.all())[:3])
    names = ["Maximiliane von Hohenstein-Langenfeld", *(f"Gast {letter}" for letter in "BCDEFGHI")]
    services.enter_guests(event, [(name, "Skatfreunde Oberviechtach 1897") for name in names])
    for round in event.rounds.all():
        services.seat_round(round, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8], 3: [9, 10, 11, 12]})
    money.set_fees(
        event,
        entry_fee=1200,
        list_fee=100,
        abreizgeld=[[1, 50], [4, 100]],
        stake=25,
        jackpot=25_000,
        jackpot_share=50,
        prizes={"players_per_prize": 4, "series_prizes": [1000, 500]},
    )
    for round, table in ((1, 1), (1, 2), (1, 3), (2, 1)):
        sheet = open_sheet(Table.objects.get(round__event=event, round__number=round, number=table), admin)
        enter_feet(sheet.pk, FEET[(round + table) % 2], 0, Change(sheet.revision, admin))
        for step in (State.ENTERED, State.CHECKED):
            sheet.refresh_from_db()
            move(sheet.pk, step, Change(sheet.revision, admin))
    for number in (1, 2, 4):
        money.pay_entry_fee(event.entries.get(start_number=number), admin)
    money.reverse(event.bookings.first(), "versehentlich beim falschen Spieler gebucht", admin)
    money.book_other(event, -4500, "Karten und Listen", admin)
    services.withdraw(event.entries.get(start_number=12))
    return event


def test_a_table_pays_and_the_till_counts(live_server, open_page, sign_in, admin, evening):
    page = open_page(360)
    sign_in(page, admin)
    page.goto(live_server.url + evening.get_absolute_url())
    page.get_by_label("Veranstaltung").get_by_text("Mehr", exact=True).click()
    page.get_by_label("Veranstaltung").get_by_role("link", name="Kasse").click()
    page.get_by_label("Kasse", exact=True).get_by_role("link", name="Serie 1").click()
    page.get_by_role("button", name="7,00 € kassieren (Tisch 1)").click()
    expect(page.get_by_role("status")).to_contain_text("Tisch 1: 7,00 € bezahlt.")
    page.get_by_label("Kasse", exact=True).get_by_role("link", name="Abschluss").click()
    # 250.00 were there; 2 x 12.00 and the 7.00 of table 1 came in, 45.00 for cards went out
    page.get_by_label("Gezählt").fill("236")
    page.get_by_role("button", name="Vergleichen").click()
    expect(page.get_by_role("main")).to_contain_text("Die Kasse stimmt.")


def test_the_mark_of_the_entry_fee_changes_in_place(live_server, page, sign_in, admin, evening):
    sign_in(page, admin)
    page.goto(live_server.url + reverse("events:desk", args=[evening.slug]))
    page.get_by_role("button", name="12,00 € kassieren (Gast H)").click()
    expect(page.locator("#bezahlt-11")).to_have_text("bezahlt")
    assert evening.bookings.filter(entry__start_number=11).count() == 1


def test_prizes_are_fixed_and_paid(live_server, page, sign_in, admin, evening):
    sign_in(page, admin)
    page.goto(live_server.url + reverse("desk:prizes", args=[evening.slug]))
    expect(page.get_by_role("main")).to_contain_text("Rangliste vorläufig")
    page.get_by_role("button", name="Preise festsetzen").click()
    expect(page.get_by_role("status")).to_contain_text("Die Preise sind festgesetzt.")
    page.get_by_role("button", name="Alle auszahlen: 15,00 €").click()
    expect(page.get_by_role("status")).to_contain_text("15,00 € ausgezahlt.")


def test_pages_are_accessible_and_fit(see_pages, admin, evening):
    money.pay_table(evening.rounds.get(number=1), 2, 650, admin)
    pages = {
        "cash": reverse("desk:cash", args=[evening.slug]),
        "serie": reverse("desk:cash_round", args=[evening.slug, 1]),
        "bookings": reverse("desk:bookings", args=[evening.slug]),
        "reverse": reverse("desk:reverse", args=[evening.slug, evening.bookings.last().pk]),
        "balance": reverse("desk:balance", args=[evening.slug]) + "?counted=200",
        "fees": reverse("desk:fees", args=[evening.slug]),
        "prizes": reverse("desk:prizes", args=[evening.slug]),
        "copy": reverse("desk:copy_event", args=[evening.slug]),
        "event": evening.get_absolute_url(),
    }
    see_pages(pages, "money", admin)
