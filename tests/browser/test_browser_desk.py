"""The registration desk by keyboard alone, as on the morning of a tournament."""

import datetime

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from web.replayed import world
from whole import WHOLE

from skatliga.desk.models import Booking, Fees
from skatliga.desk.services import pay_entry_fee
from skatliga.events import services, teams
from skatliga.events.categories import add_usual_classes
from skatliga.events.models import Event, Team
from skatliga.events.registration import change_entry
from skatliga.people import services as people

SYLLABLES = ("bal", "dor", "fei", "gro", "huk", "kam")


@pytest.fixture
@world
def event(club) -> Event:
    for number in range(30):
        # names of which three letters find exactly one
        start = SYLLABLES[number // 5][:2] + "aeiou"[number % 5]
        people.add_player(
            club, first_name="Max", last_name=f"{start}mann".title(), gender="herren", birth_year=1950 + number
        )
    event = services.create_event(
        club,
        name="Stadtmeisterschaft",
        date=datetime.date(2026, 11, 21),
        rounds=3,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
    )
    Fees.objects.create(event=event, entry_fee=1000)
    add_usual_classes(event)
    return event


def address(name: str, event: Event, *args: object) -> str:
    return reverse(f"events:{name}", args=[event.slug, *args])


# Of the register, and as many guests; with those who are there already more than the twelve the page shows.
PEOPLE, BEFORE = (30, 0) if WHOLE else (4, 5)


def test_people_are_entered_by_keyboard_alone(live_server, page, sign_in, admin, event):
    found = list(event.club.players.filter(last_name__endswith="mann"))
    for entry in services.enter_players(event, found[PEOPLE : PEOPLE + BEFORE]):
        pay_entry_fee(entry, admin)
    sign_in(page, admin)
    page.goto(live_server.url + address("desk", event))
    keys = page.keyboard
    field = page.get_by_label("Name oder Mitgliedsnummer")
    expect(field).to_be_focused()
    page.get_by_label("Startgeld gleich bezahlt").check()
    field.focus()

    def given(number: int, name: str) -> None:
        """The number stands there, is paid for, and the next name can be typed."""
        expect(page.get_by_role("heading", level=2).first).to_contain_text(f"{number} {name}")
        expect(page.locator("[id^=bezahlt-]")).to_have_text(["bezahlt"] * min(number, 12))
        expect(field).to_be_focused()
        expect(field).to_have_value("")

    for number, player in enumerate(found[:PEOPLE], BEFORE + 1):
        keys.type(player.last_name[:3])
        expect(page.get_by_role("radio")).to_have_count(2)  # found for all three letters: he and the guest
        expect(page.get_by_role("radio").first).to_be_checked()
        keys.press("Enter")
        given(number, f"Max {player.last_name}")
    for number, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜß"[-PEOPLE:], BEFORE + PEOPLE + 1):
        name = f"Gast {letter}{'x' * (number % 5 + 1)}"
        keys.type(f"{name} (SC Gera)")
        keys.press("Enter")
        given(number, name)
    assert list(event.entries.values_list("start_number", flat=True)) == list(range(1, BEFORE + 2 * PEOPLE + 1))
    assert event.entries.filter(player=None).count() == event.entries.filter(club_name="SC Gera").count() == PEOPLE
    assert Booking.objects.filter(event=event, cents=1000).count() == BEFORE + 2 * PEOPLE


def test_marks_are_asked_for_by_number_so_that_no_late_one_takes_a_payment_back(
    live_server, page, sign_in, admin, event
):
    """While a fee is on its way nobody asks whether it is paid: the answer may be from before, and come after it."""
    asked, marks = [], live_server.url + reverse("desk:paid_marks", args=[event.slug])
    page.on("request", lambda request: asked.append(request.url))
    sign_in(page, admin)
    page.goto(live_server.url + address("desk", event))
    page.get_by_label("Startgeld gleich bezahlt").check()
    field = page.get_by_label("Name oder Mitgliedsnummer")
    for number, name in enumerate(("Gast Aue", "Gast Gera", "Gast Jena"), 1):
        field.fill(name)
        field.press("Enter")
        expect(page.locator(f"#bezahlt-{number}")).to_have_text("bezahlt")
    expect(page.locator("#bezahlt-1, #bezahlt-2")).to_have_text(["bezahlt", "bezahlt"])
    numbers = [url.partition("?")[2].strip("&") for url in asked if url.partition("?")[0] == marks]
    assert numbers == ["nr=1", "nr=2&nr=1"]


def delay(page, milliseconds: int) -> None:
    """Every answer of the site comes so much later; the browser goes on meanwhile."""
    if milliseconds:
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1},
        )


GUESTS = [f"{first} {last} (SC {place})" for first, last, place in zip(
    "Bert Münevver Oana Rita Zdeněk Ines Ulf Hanna Anna Otto".split(),
    "Möller Öz Noack Ulbricht Dvořák Ebert Jäger Berger Berg Vogt".split(),
    "Gera Jena Ulm Greiz Zwönitz Aue Plauen Pirna Riesa Döbeln".split(), strict=True)]  # fmt: skip


# Forty names at the pace of a practised hand take five minutes; a few, faster than that, show the same.
GUESTS_AT_A_PACE = [(GUESTS[:5], 20, 0), (GUESTS[:6], 20, 800)]
if WHOLE:
    FORTY = [f"{first} {guest.split(' ', 1)[1]}" for first in ("Bert", "Çağla", "Ü", "Jo") for guest in GUESTS]
    GUESTS_AT_A_PACE += [(GUESTS, 20, 800), *((FORTY, 110, latency) for latency in (0, 400, 800))]


@pytest.mark.parametrize(
    ("guests", "pace", "latency"), GUESTS_AT_A_PACE, ids=lambda given: None if isinstance(given, int) else len(given)
)
def test_names_typed_on_while_answers_come_arrive_whole(
    live_server, page, sign_in, admin, event, guests, pace, latency
):
    """`pace`: milliseconds for a key."""
    sign_in(page, admin)
    page.goto(live_server.url + address("desk", event))
    page.get_by_label("Startgeld gleich bezahlt").check()
    field = page.get_by_label("Name oder Mitgliedsnummer")
    field.focus()
    delay(page, latency)
    for name in guests:
        page.keyboard.type(name, delay=pace)
        expect(field).to_have_value(name)
        page.keyboard.press("Enter")
    expect(page.locator("#wartend li")).to_have_count(0)
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    assert [f"{entry.name} ({entry.club_name})" for entry in event.entries.all()] == guests
    assert Booking.objects.filter(event=event, cents=1000).count() == len(guests)
    expect(page.locator("#gegeben").get_by_text("bezahlt", exact=True)).to_be_visible()


def test_a_name_on_its_way_survives_a_lost_connection_and_counts_once(live_server, page, sign_in, admin, event):
    """The answer is lost after the site has entered the name; the page is loaded anew, and sends it once more."""
    sign_in(page, admin)
    page.goto(live_server.url + address("desk", event))
    lost = []

    def lose(route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route("**/anmeldung/", lose)
    page.keyboard.type("Rita Ulbricht (Greiz)")
    page.keyboard.press("Enter")
    expect(page.locator("#sendefehler")).to_contain_text("Keine Verbindung.")
    expect(page.locator("#wartend li")).to_contain_text("Rita Ulbricht (Greiz)")
    page.keyboard.type("Ulf J")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.locator("#wartend li")).to_have_count(0)
    expect(page.get_by_role("heading", level=2).first).to_contain_text("1 Rita Ulbricht")
    assert (lost, [entry.name for entry in event.entries.all()]) == ([200], ["Rita Ulbricht"])


def test_who_is_not_clear_or_refused_stays_with_the_words_typed(live_server, page, sign_in, admin, event):
    services.enter_guests(event, [("Hans Huber", "Gera")])
    sign_in(page, admin)
    page.goto(live_server.url + address("desk", event))
    field = page.get_by_label("Name oder Mitgliedsnummer")
    delay(page, 400)
    for text in ("bae", "Hans Huber (Jena)", "4711"):
        field.press_sequentially(text)
        page.keyboard.press("Enter")  # long before those found are shown
    field.press_sequentially("Ines")
    items = page.locator("#wartend li")
    expect(items.get_by_role("alert")).to_have_count(3)
    expect(items.nth(0)).to_contain_text("Wer ist gemeint?")
    expect(items.nth(1)).to_contain_text("Hans Huber nimmt schon teil (Startnummer 1).")
    expect(items.nth(2)).to_contain_text("„4711“ ist nicht zu verstehen.")
    assert [item.input_value() for item in items.get_by_label("Name").all()] == ["bae", "Hans Huber (Jena)", "4711"]
    expect(field).to_have_value("Ines")
    items.nth(2).get_by_role("button", name="Verwerfen").click()
    items.nth(0).get_by_role("button", name="Baemann, Max").click()
    expect(items).to_have_count(1)
    items.get_by_label("Name").fill("Hans Huber II (Jena)")
    items.get_by_label("Name").press("Enter")
    expect(items).to_have_count(0)
    assert [entry.name for entry in event.entries.all()] == ["Hans Huber", "Max Baemann", "Hans Huber II"]


def test_arrow_keys_choose_and_a_number_is_found_again(live_server, page, sign_in, admin, event):
    sign_in(page, admin)
    page.goto(live_server.url + address("desk", event))
    keys = page.keyboard
    keys.type("mann")
    expect(page.get_by_role("radio")).to_have_count(9)  # eight of them and the guest
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("ArrowUp")
    chosen = page.get_by_role("radio", checked=True)
    expect(chosen).to_have_count(1)
    second = page.locator(".hits label").nth(1).inner_text().split(",")[0]
    keys.press("Enter")
    expect(page.get_by_role("heading", level=2).first).to_contain_text(f"1 Max {second}")
    keys.type(second[:3])
    expect(page.get_by_role("radio")).to_have_count(2)
    expect(page.locator(".hits .badge")).to_have_text("hat Nr. 1")
    keys.press("Enter")
    expect(page.get_by_text("Nimmt teil")).to_be_visible()
    expect(page.get_by_role("heading", level=2).first).to_contain_text(f"1 Max {second}")
    keys.type("mann")
    expect(page.get_by_role("radio")).to_have_count(10)
    keys.press("ArrowUp")
    keys.press("Enter")
    expect(page.get_by_role("heading", level=2).first).to_contain_text("2 mann")
    assert event.entries.count() == 2


def test_the_desk_works_without_javascript(live_server, chromium, sign_in, admin, event):
    context = chromium.new_context(java_script_enabled=False, locale="de-DE")
    page = context.new_page()
    sign_in(page, admin)
    page.goto(live_server.url + address("desk", event))
    page.get_by_label("Startgeld gleich bezahlt").check()
    page.get_by_label("Name oder Mitgliedsnummer").fill("bae")
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", checked=True)).to_have_count(1)
    page.get_by_role("button", name="Eintragen").click()
    expect(page.get_by_role("heading", level=2).first).to_contain_text("1 ")
    with page.expect_navigation():
        page.get_by_role("button", name="Startgeld bezahlt").click()
    context.close()
    assert Booking.objects.filter(event=event, cents=1000).count() == 1


def test_pages_are_accessible_and_fit(live_server, open_page, sign_in, look, admin, event, tmp_path):
    services.enter_players(event, list(event.club.players.all())[:12])
    guests = services.enter_guests(event, [("Hans Huber", "SC Gera"), ("Rosa Lang-Oberndorfer", "Skatfreunde Jena")])
    services.draw_round(event.rounds.get(number=1))
    services.withdraw(guests[0], "nicht erschienen")
    services.enter_guests(event, [("Spät Gekommen", "SC Musterstadt an der Saale")])
    teams.create_teams(event, Team.Kind.TEAM, "Herz Buben: 1 2 3 4\nKaro Damen: 5 6 13")
    teams.create_teams(event, Team.Kind.TANDEM, "Eins und Eins: 1 5")
    teams.keep_apart(event, "1 2\n14 15")
    change_entry(guests[1], categories=[], teams={}, keeps_lists=False, wanted_table=1, wanted_seat=3)
    file = tmp_path / "liste.csv"
    file.write_text("name;verein;startnummer;klasse;mannschaft\nOtto Alt;Jena;70;Gäste;Pik\nHans Huber;Jena\nRosa;;1\n")
    pages = {
        "search": address("desk", event) + "?suche=ann",
        "given": address("desk", event) + "?nummer=15",
        "entry": address("entry", event, 14),
        "no-show": address("entry", event, 13),
        "classes": address("classes", event),
        "teams": address("teams", event),
        "wishes": address("wishes", event),
        "upload": reverse("exchange:participants", args=[event.slug]),
    }
    page = open_page(360)
    sign_in(page, admin)
    for name, where in pages.items():
        assert page.goto(live_server.url + where).status == 200, name
        look(page, f"desk-{name}")
    page.get_by_label("Datei (CSV, XLSX oder ODS)").set_input_files(file)
    page.get_by_role("button", name="Weiter").click()
    page.get_by_role("button", name="Ansehen, was daraus wird").click()
    expect(page.get_by_role("button", name="Übernehmen")).to_be_visible()
    look(page, "desk-preview")
