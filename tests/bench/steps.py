"""How many steps the site asks of people: page loads, clicks, keys and taps, counted."""

import datetime
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect

from tests.bench.browsing import PASSWORD, Inside, measured, since, window

if TYPE_CHECKING:
    from skatliga.events.models import Table

TABLES: Final = 6
"""Whose lists a second person confirms."""
LETTERS: Final = "ABCDEFGHIJKLMNOP"
# Another page than that of this list, which can be used already.
NEXT: Final = """(listed) => document.readyState === "complete"
    && document.querySelector("#bestaetigen [name=liste]")?.value !== listed"""


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    yield from measured("tests.bench.steps:make_operator", _inside)
    yield from measured("tests.bench.steps:make_demo", _taps)
    yield from measured("tests.bench.steps:make_waiting", _keys)
    yield from measured("tests.bench.steps:make_match_day", _clicks)


# ---- Worlds, made in the process of the site


def make_operator() -> None:
    """Nobody but the one who looks after the site."""
    from skatliga.people.models import User

    User.objects.create_superuser("chefin", password=PASSWORD, first_name="Ch", last_name="Efin")


def make_demo() -> None:
    """The demo club."""
    from web.demonstration import demo_club

    demo_club()


def make_waiting() -> None:
    """Lists entered by one person, of an event that demands a second one."""
    from skatliga.events.models import Event, Table
    from skatliga.events.services import create_event, enter_guests, seat_round, set_state
    from skatliga.people.services import create_club

    make_operator()
    event = create_event(
        create_club("Karo Gera"),
        name="Clubabend",
        date=datetime.date(2026, 11, 20),
        rounds=1,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
        second_person=True,
    )
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, 4 * TABLES + 1)])
    seats = {table: list(range(4 * table - 3, 4 * table + 1)) for table in range(1, TABLES + 1)}
    seat_round(event.rounds.get(), seats)
    set_state(event, Event.State.PUBLISHED)
    _enter_lists(Table.objects.order_by("number"))


def make_match_day() -> None:
    """A match day of four groups, all lists entered and none looked at."""
    from web.league import groups_of, make_division, start

    from skatliga.events.models import Table
    from skatliga.people.services import create_club

    make_operator()
    plan = "1: " + " / ".join(" ".join(LETTERS[first : first + 4]) for first in range(0, 16, 4))
    division = make_division(create_club("Skatverband Ost"), LETTERS, plan, rounds=2)
    for group in groups_of(division, 1):
        start(group)
    _enter_lists(Table.objects.order_by("round__event", "round__number", "number"))


def _enter_lists(tables: "Iterable[Table]") -> None:
    """Gesamt = points + 50 for an own game won, - 50 for one lost, + 30 for one that another has lost."""
    from scoring.foot_check import PaperFoot
    from skatliga.lists.models import Sheet
    from skatliga.lists.services import Change, enter_feet, open_sheet
    from skatliga.lists.workflow import move
    from skatliga.people.models import User

    feet = [PaperFoot(116, 8, 8, 356), PaperFoot(768, 12, 0, 1848), PaperFoot(256, 4, 4, 616), PaperFoot(0, 4, 4, 360)]
    writer = User.objects.create_user("schreiber")
    for table in tables:
        sheet = open_sheet(table, writer)
        enter_feet(sheet.pk, feet, 4, Change(sheet.revision, writer))
        sheet.refresh_from_db()
        move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, writer))


# ---- What is counted


def _inside(_browser: Browser, _site: str, inside: Inside) -> Iterator[str]:
    yield from inside("tests.bench.steps:first_ranking").splitlines()


def first_ranking() -> None:
    """A new club by the buttons of the panel alone; inside the site, since no picture of its pages is needed."""
    from django.test import Client
    from web.first_ranking import come_to_the_first_ranking
    from web.walker import Walker

    from skatliga.people.models import User

    client = Client(HTTP_HOST="127.0.0.1")
    client.force_login(User.objects.get())
    taken = come_to_the_first_ranking(Walker(client))
    print(f"new_club_to_its_published_ranking_without_lists {taken.published} loads 12")
    print(f"new_club_to_its_final_ranking_without_lists {taken.final} loads 12")
    print(f"pages_of_a_list_of_totals {taken.lists / 8:g} loads -")
    print(f"registering_14_players {taken.registering} loads 1")
    print(f"from_the_last_list_to_the_published_ranking {taken.clicks} clicks 1")


def _taps(browser: Browser, site: str, _inside: Inside) -> Iterator[str]:
    """A player on a phone: from the start page, where he types his name, to his result."""
    page = window(browser, site, width=390)
    page.goto(site)
    taps = 1
    page.get_by_label("Suchen").fill("albers")
    page.get_by_role("button", name="Suchen").click()
    if "/spieler/" not in page.url:
        taps += 1
        page.get_by_role("main").get_by_role("link", name="Anton Albers-Demo").click()
    page.wait_for_url("**/spieler/**")
    assert "Punkte" in page.get_by_role("main").inner_text()
    yield f"players_result_from_the_start_page {taps} taps 2"
    page.goto(site + urlsplit(page.url).path.split("spieler")[0].replace("ranglisten", "veranstaltungen"))
    page.get_by_label("Wo sitze ich?").fill("albers")
    page.get_by_role("button", name="Zeigen").click()
    page.wait_for_url("**/spieler/**")
    yield "players_result_from_the_event 1 taps 2"


def _keys(browser: Browser, site: str, _inside: Inside) -> Iterator[str]:
    """A second person goes through the lists that wait."""
    page = window(browser, site, "chefin")
    page.get_by_role("region", name="Jetzt zu tun").get_by_role("link", name="Bestätigen").click()
    expect(page.get_by_role("button", name="Bestätigen, nächste Liste")).to_be_focused()
    so_far = since(page)
    confirmed = _confirm(page)
    assert confirmed == TABLES
    yield f"second_person_keys_a_list {so_far('keys') / confirmed:g} keys 1"
    yield f"second_person_clicks_a_list {so_far('clicks') / confirmed:g} clicks 0"


def _clicks(browser: Browser, site: str, _inside: Inside) -> Iterator[str]:
    """A match day of four groups, from its page to the table: every list looked at, all groups made binding."""
    page = window(browser, site, "chefin")
    page.get_by_role("region", name="Jetzt zu tun").get_by_role("link", name="Zum Spieltag").first.click()
    day = page.url
    so_far = since(page)
    lists = 0
    while (check := page.get_by_role("main").get_by_role("link", name="Listen prüfen")).count():
        check.first.click()
        lists += _confirm(page)
        page.keyboard.press("Enter")  # the way back, which has the focus
        page.wait_for_url(day)
    reason = page.get_by_label("Begründung, falls eine Unterschrift fehlt")
    reason.click()
    reason.fill("unterschrieben auf Papier")
    page.get_by_role("button", name="Alle geprüften verbindlich machen").click()
    expect(page.get_by_text("verbindlich", exact=True)).to_have_count(4)
    yield f"match_day_of_four_groups_bound {so_far('clicks')} clicks 12"
    yield f"match_day_keys_for_{lists}_lists {so_far('keys')} keys -"


def _confirm(page: Page) -> int:
    """Press Enter until no list waits; how many lists there were."""
    number = 0
    button = page.locator("#bestaetigen button")
    while button.count():
        listed = page.locator("#bestaetigen [name=liste]").input_value()
        page.keyboard.press("Enter")
        page.wait_for_function(NEXT, arg=listed)
        number += 1
    return number
