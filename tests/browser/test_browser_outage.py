"""A site whose disk is full: what was typed stays where it was typed, and is sent once there is room again."""

import json

import pytest
from playwright.sync_api import expect
from web.serving import ROOT, environment_of, run, serve
from web.test_killed_server import ROWS, SET_UP
from web.test_outage import limit_files

from browser.taps import begin, enter

DEVICE = """
import django
django.setup()
from skatliga.events.models import Event, Table
from skatliga.lists.access import device_path
Event.objects.update(state="published")
print(device_path(Table.objects.get()))
"""


FEES = """
import django
django.setup()
from skatliga.desk.services import set_fees
from skatliga.events.models import Event
set_fees(Event.objects.get(), entry_fee=500)
"""


@pytest.fixture
def served(tmp_path, put_database, transactional_db):
    """A site of its own with one list: its address, what is known of it, what takes its room away and gives it back."""
    environment = environment_of(
        tmp_path,
        DEBUG="0",
        HTTPS="0",
        SECOND_FACTOR="0",
        LOG="text",
        PYTHONPATH=str(ROOT / "tests"),
        DJANGO_SETTINGS_MODULE="web.without_debug",
    )
    put_database(tmp_path / "site.sqlite3")
    world = json.loads(run(environment, "-c", SET_UP))
    with serve(environment) as (address, process):
        yield address, world, environment, lambda most: limit_files(process.pid, most)


@pytest.fixture
def browser(chromium, served):
    """A browser that is signed in, whose console nobody reads, since it complains of every 503."""
    context = chromium.new_context(locale="de-DE", viewport={"width": 1280, "height": 800})
    context.add_cookies([{"name": "sessionid", "value": served[1]["session"], "url": served[0]}])
    yield context.new_page()
    context.close()


def test_a_row_stays_in_its_field_and_is_sent_again(served, browser):
    address, world, environment, limit = served
    browser.goto(f"{address}/listen/{world['sheet']}/eingabe/")
    keys = browser.locator("[data-keys]")
    keys.press_sequentially("221+")
    rows = browser.locator("#reihe tbody tr")
    expect(rows).to_have_count(1)
    room = limit(0)
    keys.press_sequentially("143.+")
    expect(browser.locator("#sendefehler")).to_contain_text(
        "Es ist nichts gespeichert, was Sie getippt haben, steht noch"
    )
    expect(keys).to_have_value("143.+")
    limit(room)
    keys.press("Enter")
    expect(rows).to_have_count(2)
    expect(browser.locator("#sendefehler")).to_be_hidden()
    expect(keys).to_have_value("")
    assert json.loads(run(environment, "-c", ROWS)) == [[1, 2], [2, 1]]


def test_a_whole_form_is_sent_again_with_one_button(served, browser):
    address, world, _environment, limit = served
    browser.goto(f"{address}/listen/{world['sheet']}/summen/")
    fields = browser.locator("[data-mask] td input")
    typed = [text for seat in range(4) for text in (str(101 + seat), "2", "1", str(201 + seat))]
    for number, text in enumerate(typed):
        fields.nth(number).fill(text)
    room = limit(0)
    browser.get_by_role("button", name="In Klärung legen").click()
    expect(browser.get_by_role("heading", name="Es ist nichts gespeichert")).to_be_visible()
    assert browser.locator(".chips li").all_text_contents()[:16] == typed
    limit(room)
    browser.get_by_role("button", name="Noch einmal senden").click()
    expect(browser.get_by_text("in Klärung").first).to_be_visible()
    browser.goto(f"{address}/listen/{world['sheet']}/summen/")
    assert [fields.nth(number).input_value() for number in range(len(typed))] == typed


def test_a_click_that_was_not_stored_is_said_at_the_head_of_the_page(served, browser):
    address, _world, environment, limit = served
    run(environment, "-c", FEES)
    browser.goto(f"{address}/veranstaltungen/abend-2026-11-20/anmeldung/")
    paid = browser.get_by_role("button", name="kassieren").first
    room = limit(0)
    paid.click()
    expect(browser.locator("#ausfall")).to_contain_text("Es ist nichts gespeichert")
    limit(room)
    paid.click()
    expect(browser.locator("#ausfall")).to_be_hidden()


def test_the_table_device_keeps_its_deals_and_says_why(served, browser):
    address, _world, environment, limit = served
    browser.set_viewport_size({"width": 360, "height": 640})
    begin(browser, address + run(environment, "-c", DEVICE).strip(), "Gast 1")
    room = limit(0)
    enter(browser, "221+")
    expect(browser.locator("#netz")).to_have_text("die Seite speichert gerade nicht, 1 warten hier")
    limit(room)
    expect(browser.locator("#netz")).to_have_text("alles gesendet")
    assert json.loads(run(environment, "-c", ROWS)) == [[1, 2]]
