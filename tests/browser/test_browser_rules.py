"""The rule books and the calculator at a real browser."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

PAGES = {
    "books": "/regeln/",
    "isko": "/regeln/isko-2022/?kurzschrift=20o2.-",
    "isko-wrong": "/regeln/isko-2022/?game=grand&spitzen=5&bid=19&won=True",
    "isko-null": "/regeln/isko-2022/?game=null&bid=24&won=False&replacement=karo&replacement_spitzen=-2",
    "1886": "/regeln/skatordnung-1886/?game=ramsch&losers=1&losers=2&jungfern=1",
    "en-deux": "/regeln/skat-en-deux/?game=herz&spitzen=2&hand=on&offen=on&won=True&hand_doubled=on",
    "offiziersskat": "/regeln/offiziersskat/",
    "hausrunde": "/regeln/hausrunde/?game=ramsch&augen=70&schieben=1&jungfern=1&ramsch_limit=250",
    "scores": "/regeln/isko-2022/ergebnisse/?wert=-54&alle=1",
}


@pytest.fixture
def calculator(live_server, page, transactional_db):
    page.goto(live_server.url + reverse("rules:book", args=["isko-2022"]))
    return page


def test_the_calculator_answers_while_one_ticks_and_types(calculator):
    score = calculator.locator("#ergebnis .score")
    expect(score).to_have_text("+18")
    calculator.get_by_label("Hand", exact=True).check()
    expect(score).to_have_text("+27")
    calculator.get_by_label("verloren").check()
    expect(score).to_have_text("−54")
    calculator.get_by_label("Reizwert").fill("30")
    expect(score).to_have_text("−72")
    expect(calculator).to_have_url(re.compile(r"[?&]hand=on.*[?&]?bid=30|bid=30.*hand=on"))
    calculator.reload()
    expect(score).to_have_text("−72")
    calculator.get_by_label("Reizwert").fill("31")
    expect(calculator.locator("#ergebnis")).to_contain_text("31 ist kein Reizwert")


def test_another_game_brings_its_own_fields_and_keeps_what_was_said(calculator):
    calculator.get_by_label("Hand", exact=True).check()
    calculator.get_by_label("Spiel", exact=True).select_option(label="Null")
    expect(calculator.get_by_label("Spitzen", exact=True)).to_have_count(0)
    expect(calculator.get_by_label("Ersatzspiel", exact=True)).to_be_visible()
    expect(calculator.get_by_label("Hand", exact=True)).to_be_checked()
    expect(calculator.locator("#ergebnis .score")).to_have_text("+35")


def test_the_compact_notation_fills_the_calculator(calculator):
    notation = calculator.get_by_label("Kurzschrift")
    notation.press_sequentially("20o2.")
    misread = calculator.locator("#lesefehler")
    expect(misread).to_have_text("Die Eingabe ist noch nicht zu Ende; sie schließt mit + oder -.")
    expect(calculator.locator("#ergebnis .score")).to_have_text("+18")
    notation.press_sequentially("-")
    expect(calculator.locator("#ergebnis .score")).to_have_text("−80")
    expect(calculator.get_by_label("Spiel", exact=True)).to_have_value("herz")
    expect(misread).to_have_text("")
    expect(notation).to_be_focused()


def test_on_a_narrow_screen_the_value_stays_in_sight(live_server, open_page, transactional_db):
    page = open_page(360)
    page.goto(live_server.url + reverse("rules:book", args=["skat-en-deux"]))
    expect(page.locator("#punkte")).to_have_text("+18")
    page.get_by_label("Kontra").check()
    expect(page.locator("#punkte")).to_have_text("+36")
    expect(page.locator("#punkte")).to_be_in_viewport()


def test_pages_are_accessible_and_fit(see_pages, transactional_db):
    see_pages(PAGES, "rules")
