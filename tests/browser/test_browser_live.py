"""Rankings, public pages and the hall view in a browser: live, without a connection, on every screen."""

import datetime
import re
from functools import partial

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect
from web.replayed import world
from whole import WHOLE

from scoring.foot_check import PaperFoot
from skatliga.events import services
from skatliga.events.changes import set_time
from skatliga.events.models import Category, Event, Table, Team, TeamMember
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import move

FEET = [PaperFoot(100, 3, 1, None), PaperFoot(60, 2, 1, None), PaperFoot(110, 2, 0, None), PaperFoot(-200, 0, 3, None)]


def enter_as(user, event, round, table) -> None:
    sheet = open_sheet(Table.objects.get(round__event=event, round__number=round, number=table), user)
    enter_feet(sheet.pk, FEET, 0, Change(sheet.revision, user))
    sheet.refresh_from_db()
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, user))


@pytest.fixture
def enter(admin):
    return partial(enter_as, admin)


@pytest.fixture
@world
def day(club, admin) -> Event:
    """40 players at ten tables, two Serien, a cut after the first, Tandems, a class; nine lists of the first."""
    event = services.create_event(
        club,
        name="Pfingstpreisskat",
        date=datetime.date(2026, 11, 20),
        place="Gasthaus zum Löwen",
        rounds=3,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
        deals_at_four=12,
        deals_at_three=12,
        cut_after=1,
        cut_places=8,
        lot_decides=True,
    )
    services.set_state(event, Event.State.PUBLISHED)
    services.enter_players(event, list(club.players.all())[:3])
    names = ["Maximiliane von Hohenstein-Langenfeld", *(f"Günther Gast {number}" for number in range(5, 41))]
    services.enter_guests(event, [(name, "Skatfreunde Oberviechtach 1897") for name in names])
    services.seat_round(
        event.rounds.get(number=1), {table: range(4 * table - 3, 4 * table + 1) for table in range(1, 11)}
    )
    for table in range(1, 10):
        enter_as(admin, event, 1, table)
    damen = Category.objects.create(event=event, name="Senioren II")
    for number in (1, 2, 5, 9):
        event.entries.get(start_number=number).categories.add(damen)
    for name, numbers in [("Herz Buben Oberviechtach", (1, 6)), ("Die Luschen", (3,)), ("Grand mit Vieren", (4, 9))]:
        team = Team.objects.create(event=event, kind=Team.Kind.TANDEM, name=name)
        for entry in event.entries.filter(start_number__in=numbers):
            TeamMember.objects.create(team=team, kind=team.kind, entry=entry)
    set_time(event.rounds.get(number=1), 120, starts=True)
    event.refresh_from_db()
    return event


@pytest.fixture
def cut_made(day, enter) -> Event:
    services.seat_round(day.rounds.get(number=2), {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    enter(day, 1, 10)
    enter(day, 2, 1)
    return day


def test_a_saved_list_stands_on_every_screen_by_itself(live_server, open_page, day, enter):
    screens = {
        "ranking": reverse("standings:ranking", args=[day.slug]),
        "board": reverse("lists:board", args=[day.slug, 1]),
        "hall": reverse("hall:hall", args=[day.slug]) + "?zeige=rangliste",
    }
    pages = {}
    for name, address in screens.items():
        pages[name] = open_page()
        pages[name].goto(live_server.url + address)
    expect(pages["ranking"].get_by_role("main")).to_contain_text("9 von 10 Listen")
    enter(day, 1, 10)
    for name, text in [("ranking", "10 von 10 Listen"), ("board", "10 von 10 Listen erfasst"), ("hall", "10 von 10")]:
        expect(pages[name].get_by_role("main")).to_contain_text(text)


def test_what_is_to_be_done_changes_by_itself(live_server, page, sign_in, look, admin, day, enter):
    """Somebody else enters the last list; the button under the finger is that of the next step."""
    sign_in(page, admin)
    for name, address in (("start", "/"), ("event", reverse("events:event", args=[day.slug]))):
        page.goto(live_server.url + address)
        expect(page.locator("#jetzt")).to_contain_text("Serie 1: 1 Liste fehlt – Tisch 10.")
        look(page, f"todo-{name}")
    enter(day, 1, 10)
    expect(page.locator("#jetzt")).not_to_contain_text("Liste fehlt")
    page.get_by_role("link", name="Auslosung für Serie 2 ansehen").click()
    expect(page).to_have_url(re.compile("/serie/2/auslosung/$"))


def test_nothing_is_replaced_while_nothing_changes(live_server, page, day):
    page.clock.install()
    page.goto(live_server.url + reverse("standings:ranking", args=[day.slug]))
    page.evaluate("document.getElementById('aktuell').dataset.seen = 'yes'")
    for _time in range(2):
        with page.expect_response(lambda response: "hx-request" in response.request.headers) as answer:
            page.clock.run_for(2_000)
        assert answer.value.status == 304
    assert page.evaluate("document.getElementById('aktuell').dataset.seen") == "yes"


@pytest.fixture
def hall(page):
    """A page on which the seconds of the hall pass ten times as fast."""
    page.add_init_script("const begin = setInterval; setInterval = (act, wait) => begin(act, wait / 10)")
    return page


def test_the_hall_turns_its_pages_and_keeps_them_without_a_connection(live_server, hall, day, enter):
    hall.goto(live_server.url + reverse("hall:hall", args=[day.slug]) + "?zeige=rangliste&sekunden=7")
    heading, alone = hall.get_by_role("heading", level=2), hall.get_by_text("keine Verbindung")
    expect(heading).to_contain_text("Seite 1 von 2")
    expect(heading).to_contain_text("Seite 2 von 2")
    expect(alone).to_be_hidden()
    hall.context.set_offline(True)
    expect(alone).to_be_visible()
    expect(heading).to_contain_text("Seite 1 von 2")
    expect(heading).to_contain_text("Seite 2 von 2")
    enter(day, 1, 10)
    hall.wait_for_event("requestfailed")  # it asks on, in vain
    expect(hall.get_by_role("main")).to_contain_text("9 von 10 Listen")
    hall.context.set_offline(False)
    expect(hall.get_by_role("main")).to_contain_text("10 von 10 Listen")
    expect(alone).to_be_hidden()


def answering(status: int):
    return lambda route: route.fulfill(status=status, body="<p>gibt-es-nicht")


def test_the_hall_survives_answers_that_are_no_slides(live_server, hall, day):
    hall.goto(live_server.url + reverse("hall:hall", args=[day.slug]) + "?gibt-es-nicht")
    alone = hall.get_by_text("keine Verbindung")
    services.set_state(day, Event.State.DRAFT)  # now the address leads to the sign-in page
    expect(alone).to_be_visible()
    expect(hall.get_by_role("heading", level=1)).to_have_text("Pfingstpreisskat")
    services.set_state(day, Event.State.PUBLISHED)
    expect(alone).to_be_hidden()
    for status in (500, 502, 200):
        hall.route("**/halle/**", answering(status))
        expect(alone).to_be_visible()
        expect(hall.get_by_role("heading", level=1)).to_have_text("Pfingstpreisskat")
        hall.unroute("**/halle/**")
        expect(alone).to_be_hidden()


def test_the_hall_lives_through_a_restart_of_the_server(live_server, hall, day, enter):
    """Nobody is near the projector: connections refused, then errors, then a server that knows more than before."""
    hall.goto(live_server.url + reverse("hall:hall", args=[day.slug]) + "?zeige=rangliste&sekunden=7&gibt-es-nicht")
    main, heading = hall.get_by_role("main"), hall.get_by_role("heading", level=2)
    alone = hall.get_by_text("keine Verbindung")
    failing = [lambda route: route.abort("connectionrefused"), answering(502), answering(500), answering(503)]
    asked = []

    def fail(route) -> None:
        failing[len(asked) % len(failing)](route)
        asked.append(route.request.url)

    hall.route("**/halle/**", fail)
    expect(alone).to_be_visible()
    enter(day, 1, 10)
    while len(asked) <= len(failing):  # each of them, and the slides go on turning
        expect(heading).to_contain_text("Seite 1 von 2")
        expect(main).to_contain_text("9 von 10 Listen")
        expect(heading).to_contain_text("Seite 2 von 2")
        expect(alone).to_be_visible()
    hall.unroute("**/halle/**")
    expect(main).to_contain_text("10 von 10 Listen")
    expect(alone).to_be_hidden()


# How often the hall gets new slides.
TIMES = 100 if WHOLE else 25


def test_the_hall_does_not_grow(live_server, page, day):
    """Again and again new slides: as many listeners as before, and less than a node more each time."""
    page.goto(live_server.url + reverse("hall:hall", args=[day.slug]))
    session = page.context.new_cdp_session(page)

    def size() -> tuple[int, int]:
        former = None
        while True:  # what is let go of during one collection is found by the next
            session.send("HeapProfiler.collectGarbage")
            page.evaluate("new Promise((done) => setTimeout(done))")
            counters = session.send("Memory.getDOMCounters")
            found = counters["nodes"], counters["jsEventListeners"]
            if found == former:
                return found
            former = found

    page.evaluate("ask()")
    before = size()
    again = "(async () => { for (let i = 0; i < TIMES; i++) { stage().dataset.mark = ''; await ask(); } })()"
    page.evaluate(again.replace("TIMES", str(TIMES)))
    after = size()
    assert after[1] == before[1]
    assert after[0] - before[0] < TIMES


def test_the_clock_counts_down(live_server, page, day):
    page.goto(live_server.url + reverse("hall:hall", args=[day.slug]) + "?zeige=uhr")
    huge = page.locator(".huge")
    expect(huge).to_contain_text(re.compile(r"1:5\d:\d\d"))
    first = huge.inner_text()
    expect(huge).not_to_have_text(first)
    set_time(day.rounds.get(number=1), 120, starts=False)
    day.rounds.filter(number=1).update(clock_started_at=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
    set_time(day.rounds.get(number=1), 120, starts=False)
    expect(huge).to_have_text("Zeit ist um")


def test_the_board_counts_the_minutes_for_which_a_list_is_missing(live_server, page, day, enter):
    begun = timezone.now() - datetime.timedelta(minutes=120 + 12, seconds=20)
    day.rounds.filter(number=1).update(clock_started_at=begun)  # the limit is 120 minutes
    page.goto(live_server.url + reverse("lists:board", args=[day.slug, 1]))
    main = page.get_by_role("main")
    expect(main).to_contain_text("noch 1 Liste")
    expect(main.get_by_text("fehlt seit 12 min")).to_have_count(1)
    set_time(day.rounds.get(number=1), 150, starts=False)  # another part of the page comes by itself
    expect(main.get_by_text("Spielzeit bis")).to_have_count(1)
    enter(day, 1, 10)
    expect(main.get_by_text("Spielzeit bis")).to_have_count(0)


def test_the_spielleitung_lets_the_time_run(live_server, page, sign_in, admin, day):
    sign_in(page, admin)
    page.goto(live_server.url + reverse("lists:board", args=[day.slug, 1]))
    page.get_by_label("Spielzeit in Minuten").fill("45")
    page.locator("summary", has_text="Zeit neu starten").click()
    page.get_by_role("button", name="Von vorn beginnen").click()
    expect(page.get_by_role("main")).to_contain_text("Die Spielzeit ist gespeichert.")
    day.refresh_from_db()
    assert day.rounds.get(number=1).minutes == 45


def test_pages_are_accessible_and_fit(see_pages, admin, cut_made):
    slug = cut_made.slug
    pages = {
        "cut": reverse("standings:ranking", args=[slug]),
        "class": reverse("standings:ranking", args=[slug]) + f"?klasse={cut_made.categories.get().pk}",
        "teams": reverse("standings:teams", args=[slug, "tandem"]),
        "lists": reverse("standings:lists", args=[slug]),
        "table": reverse("standings:table", args=[slug, 1, 1]),
        "player": reverse("standings:player", args=[slug, 1]),
        "person": reverse("standings:person", args=[cut_made.entries.get(start_number=1).player_id]),
        "lots": reverse("standings:lots", args=[slug]),
        "board": reverse("lists:board", args=[slug, 1]),
        "form": reverse("events:change_event", args=[slug]),
    }
    halls = {
        f"hall-{kind}": reverse("hall:hall", args=[slug]) + f"?zeige={kind}&sekunden=600"
        for kind in ("rangliste", "plaetze", "uhr", "fehlende")
    }
    set_time(cut_made.rounds.get(number=2), 90, starts=True)
    see_pages(pages | halls, "live", admin)


def test_the_hall_shows_sixteen_lines_at_once(live_server, page, day):
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(live_server.url + reverse("hall:hall", args=[day.slug]) + "?zeige=rangliste&sekunden=600")
    rows = page.locator(".slide:not([hidden]) tbody tr")
    expect(rows).to_have_count(32)
    bottom = max(row.bounding_box()["y"] + row.bounding_box()["height"] for row in rows.all())
    assert bottom <= 1080
    assert float(rows.first.evaluate("row => parseFloat(getComputedStyle(row).fontSize)")) >= 36
