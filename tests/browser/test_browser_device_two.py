"""The table device at tables of two, whose books have no taps for a deal: the list is kept by its values."""

import datetime

import pytest
from playwright.sync_api import expect
from whole import WHOLE

from browser.conftest import violations
from browser.taps import begin, feet, rows, sent, sign_and_hand_in
from skatliga.events import services
from skatliga.events.models import Event, Table
from skatliga.lists.access import device_path
from skatliga.lists.models import Sheet


def evening(club, **fields) -> Event:
    usual = {"name": "Zu zweit", "date": datetime.date(2026, 11, 21), "rounds": 1}
    event = services.create_event(club, **usual, **fields)
    services.enter_guests(event, [("Albers, Jens", ""), ("Brandt, Uwe", "")])
    services.seat_round(event.rounds.get(), {1: [1, 2]})
    return event


@pytest.fixture
def en_deux(club, live_server) -> str:
    """Address of a table at which six deals of Skat en deux are played; 40 for what the other loses."""
    evening(club, rulebook="skat-en-deux", evaluation="seeger-fabian", agreements={"hand_doubled": True})
    Event.objects.update(deals_at_four=12)
    return live_server.url + device_path(Table.objects.get())


@pytest.fixture
def officers(club, live_server) -> str:
    """Address of a table at which a match of Offiziersskat goes to 10 points."""
    agreed = {"accounting": "einfach"}
    evening(club, rulebook="offiziersskat", evaluation="matches", target=10, agreements=agreed)
    return live_server.url + device_path(Table.objects.get())


def enter_value(page, seat: int, score: int) -> None:
    """Tap who played and the value, digit by digit."""
    page.locator(f".player[data-seat='{seat}'] button").nth(int(score < 0)).click()
    for digit in str(abs(score)):
        page.locator("#eingabe").get_by_role("button", name=digit, exact=True).click()
    page.locator("#eintragen").click()


def stored() -> list[tuple[int, int, int, int]]:
    return list(Sheet.objects.get().results.values_list("spielpunkte", "won", "lost", "leistung"))


def fits(page) -> None:
    """All on one screen, nothing to tap smaller than a finger."""
    assert page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]") == [640, 360]
    assert page.evaluate("document.querySelector('main').scrollHeight <= document.querySelector('main').clientHeight")
    boxes = page.evaluate("""[...document.querySelectorAll('button')].map((each) => each.getBoundingClientRect())
        .filter((box) => box.width).map(({ width, height, right, bottom }) => [width, height, right, bottom])""")
    assert [box for box in boxes if box[0] < 48 or box[1] < 48 or box[2] > 360 or box[3] > 640] == []
    assert violations(page) == []


@pytest.mark.parametrize("cut", [False, True] if WHOLE else [True])
def test_a_list_of_skat_en_deux(phone, en_deux, shoot, cut):
    """Without a network; with WHOLE=1 with one, too."""
    begin(phone, en_deux)
    fits(phone)
    enabled = phone.locator(".player button:enabled")
    expect(enabled).to_have_count(4)  # at two both play, whoever deals
    expect(phone.locator("#geber")).to_have_text("Geber: Albers")
    expect(phone.locator("#satz")).to_have_text("Wer hat gespielt, und um wie viel?")
    phone.context.set_offline(cut)
    phone.locator(".player[data-seat='2'] button").first.click()
    digit = phone.locator("#eingabe").get_by_role("button", name="2", exact=True)
    digit.click()
    expect(phone.locator("#satz")).to_have_text("2: Diesen Wert hat kein Spiel.")
    expect(phone.locator("#eintragen")).to_be_disabled()
    phone.locator("#eingabe").get_by_role("button", name="4", exact=True).click()
    expect(phone.locator("#satz")).to_have_text("Brandt gewinnt: +24")
    shoot(phone, "device-en-deux")
    phone.get_by_role("button", name="letzte Ziffer löschen").click()
    phone.locator("#eingabe").get_by_role("button", name="3", exact=True).click()
    phone.locator("#eintragen").click()  # Null, 23
    expect(phone.locator("#letztes")).to_have_text("1: Brandt = +23")
    expect(phone.locator("#geber")).to_have_text("Geber: Brandt")
    enter_value(phone, 1, 144)  # Grand Hand mit 2, doubled for Kontra
    enter_value(phone, 2, -36)
    phone.locator("#eingepasst").click()
    phone.locator("#eintragen").click()
    expect(phone.locator("#letztes")).to_have_text("4: eingepasst")
    enter_value(phone, 1, -80)
    phone.get_by_role("button", name="falsch?").click()
    expect(phone.locator("#satz")).to_have_text("Albers verliert: −80")
    phone.locator(".player[data-seat='1'] button").first.click()
    phone.locator("#eintragen").click()
    expect(phone.locator("#letztes")).to_have_text("5: Albers = +80")
    enter_value(phone, 2, -40)
    expect(phone.get_by_role("button", name="Albers, Jens: unterschreiben")).to_be_visible()
    # 144 + 80 in two won deals, 40 for each of the two Brandt lost; 23 - 36 - 40, one won, two lost
    assert feet(phone) == [["224", "2 : 0", "404"], ["−53", "1 : 2", "−103"]]
    phone.context.set_offline(False)
    sign_and_hand_in(phone, "Albers, Jens", "Brandt, Uwe")
    expect(phone.get_by_text("Die Liste ist abgegeben.")).to_be_visible()
    assert stored() == [(224, 2, 0, 404), (-53, 1, 2, -103)]
    assert rows() == [(2, 23), (1, 144), (2, -36), (0, 0), (1, 80), (2, -40)]


@pytest.mark.parametrize("cut", [False, True] if WHOLE else [False])
def test_a_match_of_offiziersskat(phone, hold, officers, shoot, cut):
    """With a network; with WHOLE=1 without one, too."""
    begin(phone, officers)
    fits(phone)
    expect(phone.locator("#spiel")).to_have_text("Spiel 1 · Partie bis 10 Punkte")
    expect(phone.locator("#geber")).to_have_text("Ausspiel: Albers")
    expect(phone.locator("#satz")).to_have_text("Wer hat gewonnen, und wie viel?")
    expect(phone.locator("#eingabe").get_by_text("verloren")).to_have_count(0)  # whoever led, somebody wins
    expect(phone.locator("#eingabe button:visible")).to_have_text(["gewonnen", "gewonnen", "2", "3", "4", "EINTRAGEN"])
    phone.context.set_offline(cut)
    enter_value(phone, 1, 4)
    expect(phone.locator("#letztes")).to_have_text("1: Albers = +4")
    expect(phone.locator("#geber")).to_have_text("Ausspiel: Brandt")
    enter_value(phone, 1, 3)
    expect(phone.locator("#letztes")).to_have_text("2: Albers = +3")
    enter_value(phone, 2, 3)
    expect(phone.locator("#letztes")).to_have_text("3: Brandt = +3")
    expect(phone.locator(".player p b")).to_have_text(["7", "3"])
    shoot(phone, "device-officers")
    phone.get_by_role("button", name="falsch?").click()
    phone.locator("#eingabe").get_by_role("button", name="4", exact=True).click()
    phone.locator("#eintragen").click()
    expect(phone.locator("#letztes")).to_have_text("3: Brandt = +4")
    enter_value(phone, 1, 3)
    expect(phone.get_by_role("button", name="Albers, Jens: unterschreiben")).to_be_visible()  # with 10 points it ends
    expect(phone.locator("#spiel")).to_have_text("Spiel 4 · Partie bis 10 Punkte")
    assert feet(phone) == [["10", "3", "1"], ["4", "1", "0"]]
    phone.context.set_offline(False)
    sign_and_hand_in(phone, "Albers, Jens", "Brandt, Uwe")
    expect(phone.get_by_text("Die Liste ist abgegeben.")).to_be_visible()
    assert stored() == [(10, 3, 0, 1), (4, 1, 0, 0)]
    assert rows() == [(1, 4), (1, 3), (2, 4), (1, 3)]
    follower = hold()
    follower.goto(officers)
    expect(follower.locator("#liste .stand tbody tr")).to_have_count(2)
    assert feet(follower) == [["10", "3", "1"], ["4", "1", "0"]]


def test_points_by_the_skatordnung_are_tapped_digit_by_digit(phone, club, live_server):
    agreed = {"accounting": "skatordnung"}
    evening(club, rulebook="offiziersskat", evaluation="spielpunkte", agreements=agreed)
    begin(phone, live_server.url + device_path(Table.objects.get()))
    fits(phone)
    enter_value(phone, 2, 48)  # Grand mit 1: twice 24
    sent(phone, "1: Brandt = +48")
    assert rows() == [(2, 48)]
