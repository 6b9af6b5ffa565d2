"""Lists typed by a person at a real browser: the same list in each of the three ways, and everything after it."""

import datetime
import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from web.replayed import world
from whole import WHOLE

from scoring.foot_check import PaperFoot
from skatliga.access import Role
from skatliga.events import services
from skatliga.events.models import Event, Table
from skatliga.lists.forms import NotationForm
from skatliga.lists.models import Sheet
from skatliga.lists.queries import view_of
from skatliga.lists.services import Change, append_row, enter_feet, open_sheet
from skatliga.people import services as people
from skatliga.people.models import User

# Twelve deals with what each brings by ISkO 2.4 to 2.6 and 3.6, worked out by hand; four times over they are a list.
BLOCK = [
    ("221+", 2, 24), ("143.+", 1, 120), ("436+", 4, 46), ("302/-", 3, -80),
    ("223.+", 2, 60), ("0", 0, 0), ("112+", 1, 33), ("191$27-", 1, -54),
    ("344/+", 3, 144), ("433-", 4, -46), ("2911+", 2, 108), ("135-", 1, -70),
]  # fmt: skip
# 12 x (mit 1 + Spiel 1) = 24; lost, twice that.
BEFORE_THE_LAST_KEY = "Gast B: mit 1, Spiel 2 mal Kreuz 12 = 24; gewonnen +24, verloren -48"
# Spielpunkte, won, lost, and Gesamt = points + 50 for an own game won, - 50 lost, + 30 for each lost by another.
LIST = BLOCK * 4
FEET = [(116, 8, 8, 356), (768, 12, 0, 1848), (256, 4, 4, 616), (0, 4, 4, 360)]
# Those of a list that is typed to its end, and how many: the last ones, in which each kind of deal, and of value, is.
DEALS, SUMS = (LIST, FEET) if WHOLE else (BLOCK, [tuple(figure // 4 for figure in foot) for foot in FEET])
TYPED, VALUES = (48, 48) if WHOLE else (9, 7)


@pytest.fixture
@world
def evening(club) -> Event:
    event = services.create_event(
        club,
        name="Clubabend",
        date=datetime.date(2026, 11, 20),
        place="Gasthaus zum Löwen",
        rounds=1,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
    )
    services.enter_guests(event, [(f"Gast {name}", "") for name in "ABCDEFGHIJKL"])
    services.seat_round(event.rounds.get(), {1: [1, 2, 3, 4], 2: [5, 6, 7, 8], 3: [9, 10, 11, 12]})
    services.set_state(event, Event.State.PUBLISHED)
    return event


@pytest.fixture
@world
def second(club) -> User:
    return people.invite(club, "zweite", Role.LISTENFUEHRER, first_name="Zita", last_name="Zweite").user


def open_list(page, live_server, event: Event, table: int, way: str) -> None:
    """Under the number of the table, in a way that is chosen once."""
    page.goto(live_server.url + reverse("lists:board", args=[event.slug, 1]))
    page.get_by_label("Tisch oder Name").fill(str(table))
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/(summen|eingabe)/"))
    chosen = page.get_by_role("navigation", name="Art der Eingabe").get_by_role("link", name=way)
    if chosen.get_attribute("aria-current") != "page":
        chosen.click()
        expect(chosen).to_have_attribute("aria-current", "page")
    expect(page.locator("input:focus")).to_be_visible()  # what is typed before is typed nowhere


def write_all_but(typed: int, event: Event, table: int, user: User) -> None:
    """All rows of the list but the last ones, without a browser."""
    Event.objects.update(deals_at_four=len(DEALS))
    write_rows(tuple(DEALS[:-typed]), event, table, user)


@world
def write_rows(rows: tuple[tuple[str, int, int], ...], event: Event, table: int, user: User) -> None:
    sheet = open_sheet(Table.objects.get(round__event=event, number=table), user)
    for text, _seat, _score in rows:
        form = NotationForm({"text": text}, view=view_of(sheet))
        assert form.is_valid()
        append_row(sheet.pk, form.entered, Change(sheet.revision, user))
        sheet.refresh_from_db()


def results(table: int) -> list[tuple[int, int, int, int]]:
    found = Sheet.objects.get(table__number=table, kind="main").results.all()
    return [(one.spielpunkte, one.won, one.lost, one.leistung) for one in found]


def test_a_whole_list_in_compact_notation(live_server, page, sign_in, admin, evening, shoot):
    write_all_but(TYPED, evening, 1, admin)
    sign_in(page, admin)
    open_list(page, live_server, evening, 1, "Kurzschrift")
    expect(page.get_by_role("textbox", name="Spiel", exact=True)).to_be_focused()
    for text, _seat, _score in DEALS[-TYPED:]:
        page.keyboard.type(text)
    expect(page.get_by_text(f"Alle {len(DEALS)} Spiele stehen auf der Liste.")).to_be_visible(timeout=60_000)
    shoot(page, "entry-complete")
    page.keyboard.press("F2")
    expect(page.get_by_label("Tisch oder Name")).to_be_focused()
    expect(page.get_by_role("status")).to_contain_text("Tisch 1: erfasst")
    assert results(1) == SUMS


LAPTOP = {"width": 1366, "height": 768}
TABLET = {"width": 768, "height": 1024}


def test_what_is_typed_is_understood_in_view_of_the_last_row_and_the_standing(
    live_server, page, sign_in, admin, evening, shoot
):
    write_rows(tuple(BLOCK[:8]), evening, 1, admin)
    sign_in(page, admin)
    open_list(page, live_server, evening, 1, "Kurzschrift")
    said, field = page.locator("#tasten"), page.get_by_role("textbox", name="Spiel", exact=True)
    field.press_sequentially("1")
    expect(said).to_have_text("Spiel 9: Platz 1 gibt und sitzt aus; bitte den Platz ändern.")
    expect(said).to_contain_class("wrong")
    page.clock.install()
    page.clock.fast_forward(5000)
    for key, understood in (("2", "Gast B"), ("2", "Gast B: Kreuz"), ("1", BEFORE_THE_LAST_KEY)):
        field.press_sequentially(key)
        expect(said).to_have_text(understood)
        expect(said).not_to_contain_class("wrong")
    last = page.get_by_text("Zuletzt, Spiel 8: Gast A")
    for size in (LAPTOP, TABLET):
        page.set_viewport_size(size)
        for seen in (field, said, last, page.get_by_role("region", name="Stand nach Runde 2")):
            expect(seen).to_be_in_viewport(ratio=1)
    shoot(page, "entry-understood")
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(said).to_have_text("")


def test_the_keys_are_shown_until_they_are_put_away_and_at_the_question_mark(
    live_server, page, sign_in, admin, evening
):
    sign_in(page, admin)
    open_list(page, live_server, evening, 1, "Kurzschrift")
    page.get_by_role("button", name="Ausblenden").click()
    page.reload()
    expect(page.locator("[data-strip]")).to_be_hidden()
    for shown in (True, False):
        page.keyboard.press("?")
        expect(page.get_by_role("dialog", name="Tasten dieser Seite")).to_be_visible(visible=shown)
    expect(page.get_by_role("textbox", name="Spiel", exact=True)).to_have_value("")
    page.goto(live_server.url)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Tasten dieser Seite")).to_be_visible()


def test_a_whole_list_of_values(live_server, page, sign_in, admin, evening):
    write_all_but(VALUES, evening, 2, admin)
    sign_in(page, admin)
    open_list(page, live_server, evening, 2, "Nur der Wert")
    expect(page.get_by_label("Platz").first).to_be_focused()
    running = [0] * 5
    for number, (_text, seat, score) in enumerate(DEALS, 1):
        running[seat] += score
        if number <= len(DEALS) - VALUES:
            continue
        for typed in (seat, abs(score) if seat else "", running[seat] if seat else ""):
            page.keyboard.type(str(typed))
            if score < 0 and typed == abs(score):
                page.keyboard.type("-")
            page.keyboard.press("Enter")
        if number < len(DEALS):
            expect(page.locator("#reihe tbody tr")).to_have_count(number)
    expect(page.get_by_text(f"Alle {len(DEALS)} Spiele stehen auf der Liste.")).to_be_visible()
    assert results(2) == SUMS


def test_a_whole_list_of_totals(live_server, page, sign_in, admin, evening, shoot):
    sign_in(page, admin)
    open_list(page, live_server, evening, 3, "Summen")
    for typed in ("4", *(str(number) for foot in FEET for number in foot)):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    expect(page.get_by_label("Tisch oder Name")).to_be_focused()
    expect(page.get_by_role("status")).to_contain_text("Tisch 3: erfasst")
    assert results(3) == FEET


def type_foot(page, feet: list[tuple[int, int, int, int]]) -> None:
    for typed in ("4", *(str(number) for foot in feet for number in foot)):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("input:focus")).to_be_visible()


def test_the_foot_that_was_meant_is_taken_with_a_letter(live_server, page, sign_in, admin, evening, shoot):
    sign_in(page, admin)
    open_list(page, live_server, evening, 1, "Summen")
    (points, won, lost, gesamt), *rest = FEET
    type_foot(page, [(gesamt, won, lost, points), *rest])
    expect(page.get_by_role("button", name="A Spielpunkte und Gesamt bei Platz 1 vertauscht?")).to_be_visible()
    shoot(page, "totals-proposals")
    page.set_viewport_size({"width": 360, "height": 640})
    expect(page.locator(".proposals table").first.get_by_role("columnheader", name="Gesamt")).to_be_visible()
    shoot(page, "totals-proposals")
    page.keyboard.press("F2")  # nothing to confirm: the paper is right
    page.keyboard.press("a")
    expect(page.get_by_role("status")).to_contain_text("Tisch 1: erfasst")
    assert results(1) == FEET


def test_a_paper_added_up_wrongly_asks_for_the_sum(live_server, page, sign_in, admin, evening, shoot):
    sign_in(page, admin)
    open_list(page, live_server, evening, 2, "Summen")
    (points, won, lost, gesamt), *rest = FEET
    type_foot(page, [(points, won, lost, gesamt + 10), *rest])
    page.keyboard.press("F2")
    amount = page.get_by_label("Gesamt, das gilt")
    expect(amount).to_be_focused()
    shoot(page, "totals-mistaken")
    page.keyboard.type(str(gesamt + 10))
    page.keyboard.press("F2")
    expect(page.get_by_text("Bitte bei Platz 1 das Gesamt eintippen, das gelten soll: 356.")).to_be_visible()
    amount.fill(str(gesamt))
    page.keyboard.press("F2")
    expect(page.get_by_role("status")).to_contain_text("Tisch 2: erfasst")
    assert results(2) == FEET


def rows_of(table: int) -> list[tuple[int, int | None]]:
    return list(Sheet.objects.get(table__number=table, kind="main").rows.values_list("declarer", "score"))


def test_a_wrong_key_is_not_taken(live_server, page, sign_in, admin, evening):
    sign_in(page, admin)
    now = datetime.datetime(2026, 11, 20, 20, tzinfo=datetime.UTC)
    page.clock.set_fixed_time(now)  # what is typed behind a refused key is typed at once, however slow the machine is
    open_list(page, live_server, evening, 1, "Kurzschrift")
    field = page.get_by_role("textbox", name="Spiel", exact=True)
    field.press_sequentially("1")
    expect(page.locator("#tasten")).to_have_text("Spiel 1: Platz 1 gibt und sitzt aus; bitte den Platz ändern.")
    expect(field).to_have_value("")
    page.keyboard.type("0")  # typed blindly behind the refused key; alone it would be a deal passed in
    expect(field).to_have_value("")
    page.clock.set_fixed_time(now + datetime.timedelta(seconds=3))
    field.press_sequentially("22")
    field.press_sequentially("x")
    expect(field).to_have_value("22")
    page.clock.set_fixed_time(now + datetime.timedelta(seconds=6))
    field.press_sequentially("1+")
    expect(page.locator("#reihe tbody tr")).to_have_count(1)
    assert rows_of(1) == [(2, None)]


def test_a_held_backspace_takes_back_one_row_only(live_server, page, sign_in, admin, evening):
    sign_in(page, admin)
    open_list(page, live_server, evening, 1, "Kurzschrift")
    for text, _seat, _score in BLOCK[:4]:
        page.keyboard.type(text)
    expect(page.locator("#reihe tbody tr")).to_have_count(4)
    expect(page.locator(".htmx-settling")).to_have_count(0)  # the button that takes back is a new one
    for _repeated in range(5):
        page.keyboard.down("Backspace")
    page.keyboard.up("Backspace")
    expect(page.locator("#reihe tbody tr")).to_have_count(3)
    page.keyboard.type("143+")  # what is sent later is carried out later
    expect(page.locator("#reihe tbody tr")).to_have_count(4)
    assert [declarer for declarer, _score in rows_of(1)] == [2, 1, 4, 1]


def test_a_row_typed_behind_one_that_is_taken_back_waits_for_it(live_server, page, sign_in, admin, evening):
    sign_in(page, admin)
    open_list(page, live_server, evening, 1, "Kurzschrift")
    for text, _seat, _score in BLOCK[:4]:
        page.keyboard.type(text)
    rows, held = page.locator("#reihe tbody tr"), []
    expect(rows).to_have_count(4)
    page.route("**/zuruecknehmen/", lambda route: held.append(route))
    with page.expect_request("**/zuruecknehmen/"):
        page.keyboard.press("Backspace")
    page.keyboard.type("143+221")
    expect(page.get_by_role("textbox", name="Spiel", exact=True)).to_have_value("221")
    assert len(rows_of(1)) == 4
    held[0].continue_()
    page.keyboard.type("+")
    expect(rows).to_have_count(5)
    assert [declarer for declarer, _score in rows_of(1)] == [2, 1, 4, 1, 2]


def test_keys_are_held_against_the_row_they_are_typed_for(live_server, page, sign_in, admin, evening):
    """What the site said of the first key while rows before it were on their way is of one of these, and comes late."""
    sign_in(page, admin)
    open_list(page, live_server, evening, 1, "Kurzschrift")
    field, rows = page.get_by_role("textbox", name="Spiel", exact=True), page.locator("#reihe tbody tr")
    begun, asked, sent = [], [], []

    def ask(route) -> None:
        if route.request.url.endswith("text=3"):
            asked.append((route, len(sent)))
        else:
            route.continue_()

    def send(route) -> None:
        sent.append(route)
        if len(sent) > 1:
            route.continue_()
        else:
            begun.append(route)

    page.route("**/tasten/**", ask)
    page.route(page.url, send)
    page.keyboard.type("221+143.+436+3")
    expect(field).to_have_value("3")
    begun[0].continue_()
    expect(rows).to_have_count(3)
    for route, rows_sent in asked:
        said = {"said": "Spiel 3: Platz 3 gibt und sitzt aus; bitte den Platz ändern.", "position": 0}
        route.fulfill(json={"complete": False, "said": "", **(said if rows_sent == 2 else {})})
    field.press_sequentially("02/-")
    expect(rows).to_have_count(4)
    assert [declarer for declarer, _score in rows_of(1)] == [2, 1, 4, 3]


def test_values_typed_without_a_pause_all_arrive(live_server, page, sign_in, admin, evening):
    sign_in(page, admin)
    open_list(page, live_server, evening, 1, "Nur der Wert")
    expect(page.get_by_label("Platz").first).to_be_focused()
    for seat, value in ((2, "24"), (1, "120"), (4, "46"), (3, "80-"), (2, "60"), (0, "")):
        for typed in (str(seat), value, ""):
            page.keyboard.type(typed)
            page.keyboard.press("Enter")
    expect(page.locator("#reihe tbody tr")).to_have_count(6, timeout=30_000)
    assert rows_of(1) == [(2, 24), (1, 120), (4, 46), (3, -80), (2, 60), (0, None)]


def test_who_is_signed_out_loses_no_row(live_server, page, sign_in, admin, evening):
    sign_in(page, admin)
    open_list(page, live_server, evening, 1, "Kurzschrift")
    page.context.clear_cookies()
    page.keyboard.type("221+")
    expect(page.locator("#sendefehler")).to_contain_text("Die Anmeldung ist abgelaufen")
    expect(page.get_by_role("textbox", name="Spiel", exact=True)).to_have_value("221+")
    another = page.context.new_page()
    sign_in(another, admin)
    another.goto(f"{live_server.url}/veranstaltungen/")
    page.bring_to_front()
    page.keyboard.press("Enter")
    expect(page.locator("#reihe tbody tr")).to_have_count(1)


def test_pages_are_accessible_and_fit(live_server, client, see_pages, admin, evening):
    write_rows(tuple(BLOCK), evening, 1, admin)
    sheet, totals = Sheet.objects.get(), open_sheet(Table.objects.get(round__event=evening, number=3), admin)
    feet = [PaperFoot(points, won, lost, result + (result == 616)) for points, won, lost, result in FEET]
    enter_feet(totals.pk, feet, 4, Change(totals.revision, admin))
    pages = {
        "board": reverse("lists:board", args=[evening.slug, 1]),
        "entry": reverse("lists:entry", args=[sheet.pk]),
        "entry-form": reverse("lists:entry", args=[sheet.pk]) + "?art=formular",
        "entry-value": reverse("lists:entry", args=[sheet.pk]) + "?art=wert",
        "sheet": reverse("lists:sheet", args=[sheet.pk]),
        "row": reverse("lists:row", args=[sheet.pk, 8]),
        "totals": reverse("lists:totals", args=[totals.pk]),
    }
    client.force_login(admin)
    assert "Was wohl gemeint war" in client.get(pages["totals"]).text
    see_pages(pages, "lists", admin)


def press_state(page, name: str, reason: str = "") -> None:
    page.get_by_label("Begründung oder Vermerk").fill(reason)
    page.get_by_role("region", name="Stand:").get_by_role("button", name=name).click()


def reach_state(page, name: str, reason: str = "") -> None:
    press_state(page, name, reason)
    expect(page.locator("h1 .badge")).to_have_text(name)


def test_from_the_last_row_to_the_corrected_ranking(live_server, open_page, sign_in, admin, evening, second, shoot):
    """Typed, closed, signed, confirmed by somebody else, printed, opened again, corrected with a reason, ranked."""
    Event.objects.update(second_person=True, deals_at_four=12)  # a quarter of the points
    write_rows(tuple(BLOCK[:8]), evening, 1, admin)
    page, other = open_page(), open_page()
    sign_in(page, admin)
    open_list(page, live_server, evening, 1, "Kurzschrift")
    for text, _seat, _score in BLOCK[-4:]:
        page.keyboard.type(text)
    expect(page.get_by_text("Alle 12 Spiele stehen auf der Liste.")).to_be_visible(timeout=60_000)
    page.goto(live_server.url + reverse("lists:sheet", args=[Sheet.objects.get().pk]))
    reach_state(page, "erfasst")
    for name in ("Gast A", "Gast B", "Gast C", "Gast D"):
        page.get_by_role("region", name="Unterschriften").get_by_label(name).check()
    page.get_by_role("button", name="Unterschrieben").click()
    signed = page.locator(".feet tbody tr td:last-child")
    expect(signed).to_contain_text(["Gast A", "Gast B", "Gast C", "Gast D"])
    assert Sheet.objects.get(table__number=1).signatures.count() == 4
    expect(page.get_by_role("region", name="Stand:").get_by_role("button", name="geprüft")).to_have_count(0)

    sign_in(other, second)
    other.goto(page.url)
    reach_state(other, "geprüft")
    ranking = live_server.url + reverse("standings:ranking", args=[evening.slug])
    assert ranked(other, ranking) == ["Gast B 462", "Gast C 154", "Gast D 90", "Gast A 89"]

    sheet = Sheet.objects.get(table__number=1)
    printed = page.context.request.get(live_server.url + reverse("printing:sheet", args=[sheet.pk]))
    assert (printed.status, printed.headers["content-type"]) == (200, "application/pdf")

    # The Spielleitung finds that the last deal was no Null Hand but a plain Null: 24 points less lost.
    page.reload()
    press_state(page, "Wieder öffnen", "Spiel 12 war kein Handspiel")
    expect(page.locator("h1 .badge")).to_have_text("erfasst")
    page.goto(live_server.url + reverse("lists:row", args=[sheet.pk, 12]))
    page.get_by_role("textbox", name="Spiel", exact=True).fill("133-")
    page.locator("details[open]").get_by_label("Begründung").fill("Laut Papier Null, nicht Null Hand")
    page.get_by_role("button", name="Zeile ändern").first.click()
    expect(page.locator("#zeile-12")).to_contain_text("Null 23")
    other.goto(live_server.url + reverse("lists:sheet", args=[sheet.pk]))
    reach_state(other, "geprüft")
    assert ranked(other, ranking) == ["Gast B 462", "Gast C 154", "Gast A 113", "Gast D 90"]
    expect(other.get_by_role("region", name="Korrigiert")).to_contain_text("Gast A 89 → 113")
    other.get_by_role("link", name="113").click()
    changes = other.get_by_role("region", name="Verlauf")
    expect(changes).to_contain_text("135- · Null Hand 35; verloren, doppelt: -70 → ")
    expect(changes).to_contain_text("→ 133- · Null 23; verloren, doppelt: -46")
    expect(changes).to_contain_text("Laut Papier Null, nicht Null Hand")
    shoot(other, "lists-corrected")


def ranked(page, address: str) -> list[str]:
    page.goto(address)
    cells = [(line.locator("th"), line.locator("td").last) for line in page.locator("main table tbody tr").all()]
    return [f"{name.inner_text().strip()} {points.inner_text().strip()}" for name, points in cells]


def test_the_head_of_a_list_says_what_is_to_be_done_with_it(live_server, page, sign_in, admin, evening, shoot):
    """It stays in view, on a laptop and on a phone."""
    write_rows(tuple(LIST[:-1]), evening, 1, admin)
    sheet = Sheet.objects.get()
    sign_in(page, admin)
    address = live_server.url + reverse("lists:sheet", args=[sheet.pk])
    page.goto(address)
    head = page.locator(".sheet-head")
    expect(head).to_contain_text("Es fehlt noch 1 Spiel.")
    head.get_by_role("link", name="Weiter eingeben").click()
    expect(page.get_by_role("textbox", name="Spiel", exact=True)).to_be_focused()
    page.keyboard.type(LIST[-1][0])
    page.wait_for_url("**/summen/")
    page.goto(address)
    expect(head).to_contain_text("✔ Die Liste geht auf.")
    for size in (LAPTOP, {"width": 360, "height": 640}):
        page.set_viewport_size(size)
        page.locator("#zeile-40").scroll_into_view_if_needed()
        for seen in (head.get_by_text("offen"), head.get_by_role("button", name="Liste erfasst")):
            expect(seen).to_be_in_viewport(ratio=1)
        assert head.bounding_box()["height"] < size["height"] / 3
    head.get_by_role("link", name="Prüfen", exact=True).click()
    expect(page.get_by_role("region", name="Stand:")).to_be_in_viewport()
    head.get_by_role("button", name="Liste erfasst").click()
    expect(page.get_by_role("status")).to_contain_text("Tisch 1: erfasst")
    page.goto(address)
    head.get_by_role("link", name="Jetzt prüfen").click()
    expect(page.get_by_role("button", name="Geprüft, nächste Liste")).to_be_visible()


def test_the_head_of_a_list_says_what_is_probably_wrong(live_server, page, sign_in, admin, evening):
    (points, won, lost, gesamt), *rest = FEET
    sign_in(page, admin)
    open_list(page, live_server, evening, 1, "Summen")
    type_foot(page, [(gesamt, won, lost, points), *rest])
    page.goto(live_server.url + reverse("lists:sheet", args=[Sheet.objects.get().pk]))
    head = page.locator(".sheet-head")
    expect(head).to_contain_text("✘ Gesamt bei Platz 1: geschrieben 116, gerechnet 596 (+480)")
    expect(head).to_contain_text("Vermutlich: Spielpunkte und Gesamt bei Platz 1 vertauscht?")
    expect(head.get_by_role("link", name="Klären, was nicht stimmt")).to_be_visible()


def test_a_serie_is_one_page_from_which_every_list_opens(live_server, page, sign_in, admin, evening):
    """By its card whatever its state, by its number, by who sits there."""
    write_rows(tuple(BLOCK[:8]), evening, 1, admin)
    sign_in(page, admin)
    address = live_server.url + reverse("lists:board", args=[evening.slug, 1])
    for opened, heading in (("Tisch 1", "Tisch 1"), ("Tisch 2", "Tisch 2")):
        page.goto(address)
        page.locator("#aktuell").get_by_role("button", name=opened).click()
        page.wait_for_url("**/eingabe/")
        expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
    page.goto(address)
    expect(page.get_by_label("Tisch oder Name")).to_be_focused()
    page.keyboard.type("gast j")
    expect(page.locator("[data-table]").filter(visible=True)).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Tisch 3")
    page.goto(address)
    page.get_by_text("Drucken", exact=True).click()
    expect(page.get_by_role("link", name="Tischaushang (PDF)")).to_be_visible()


def test_a_serie_is_drawn_after_a_question_and_mended_after_a_no_show(live_server, page, sign_in, admin, club):
    event = services.create_event(
        club, name="Preisskat", date=datetime.date(2026, 11, 21), rounds=1, rulebook="isko-2022",
        evaluation="seeger-fabian",
    )  # fmt: skip
    services.enter_guests(event, [(f"Gast {number}", "") for number in range(1, 14)])
    sign_in(page, admin)
    page.goto(live_server.url + reverse("lists:board", args=[event.slug, 1]))
    page.get_by_role("button", name="Auslosen", exact=True).click()
    expect(page.get_by_text("13 Teilnehmer bekommen Plätze.")).to_be_visible()
    page.get_by_role("button", name="Ja, auslosen").click()
    expect(page.locator("[data-table]")).to_have_count(4)
    services.withdraw(event.entries.get(start_number=5))
    page.reload()
    expect(page.get_by_text("Gast 5 spielt nicht mit.")).to_be_visible()
    page.get_by_role("button", name="Nachbessern").first.click()
    expect(page.get_by_text("Bitte den Vorschlag ansehen und setzen")).to_be_visible()  # twelve sit at three tables
    expect(page.get_by_role("button", name="So setzen")).to_be_visible()


def test_two_people_type_the_same_row(live_server, open_page, sign_in, admin, evening, second):
    one, other = open_page(), open_page()
    sign_in(one, admin)
    sign_in(other, second)
    open_list(one, live_server, evening, 1, "Kurzschrift")
    open_list(other, live_server, evening, 1, "Kurzschrift")
    one.keyboard.type("221+")
    expect(one.locator("#reihe tbody tr")).to_have_count(1)
    other.keyboard.type("321+")
    expect(other.get_by_role("alert").first).to_contain_text("Jemand anders hat diese Liste inzwischen geändert")
    expect(other.locator("#reihe tbody tr")).to_have_count(1)
    expect(other.locator("#reihe tbody tr")).to_contain_text("Gast B")
    expect(other.get_by_role("textbox", name="Spiel", exact=True)).to_have_value("321+")
    other.keyboard.type("141+")  # nothing more is taken until the refused row is dealt with
    expect(other.get_by_role("textbox", name="Spiel", exact=True)).to_have_value("321+")
    other.keyboard.press("Escape")
    other.keyboard.type("141+")
    expect(other.locator("#reihe tbody tr")).to_have_count(2)
    assert [declarer for declarer, _score in rows_of(1)] == [2, 1]


def test_a_row_waits_for_the_connection(live_server, page, sign_in, admin, evening):
    sign_in(page, admin)
    open_list(page, live_server, evening, 1, "Kurzschrift")
    page.context.set_offline(True)
    page.keyboard.type("221+")
    expect(page.locator("#sendefehler")).to_be_visible()
    expect(page.get_by_role("textbox", name="Spiel", exact=True)).to_have_value("221+")
    page.context.set_offline(False)
    page.keyboard.press("Enter")
    expect(page.locator("#reihe tbody tr")).to_have_count(1)
