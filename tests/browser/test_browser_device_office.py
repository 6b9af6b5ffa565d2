"""What the office does to a list that lies at its table: the table is told, and where both wrote, it decides."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from browser.taps import (
    PRESS,
    begin,
    enter,
    enter_and_send,
    look,
    rows,
    sent,
    sign_and_hand_in,
    with_modules,
)
from skatliga.events.models import Round
from skatliga.events.services import enter_guests
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import Sheet
from skatliga.lists.seat_changes import reseat, substitute
from skatliga.lists.services import Change, append_row, correct_row, set_deals, strike_rows

GRAND = {"game": "grand", "spitzen": 1, "won": True}
TIME_UP = "Die Spielzeit ist um"


@pytest.fixture
def sheet(phone, address) -> Sheet:
    """The list that the phone writes, with its first deal."""
    begin(phone, address)
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    return Sheet.objects.get()


@pytest.fixture
def follower(hold, sheet, address):
    """Another phone at the table, which only reads."""
    page = hold()
    page.goto(address)
    expect(page.locator("#liste")).to_contain_text("Brandt Kreuz mit 1 = +24")
    return page


def told(page, sentence: str) -> None:
    """Ask the site, and see that the sentence stands there alone, with room for the buttons of a deal."""
    look(page)
    expect(page.locator("#hinweise .news p")).to_have_text([sentence])
    assert page.evaluate("document.documentElement.scrollHeight") == 640
    if page.locator("#eingabe").is_visible():
        assert page.evaluate(
            "document.querySelector('main').scrollHeight <= document.querySelector('main').clientHeight"
        )


def seen(page) -> None:
    """Tap that it was read; it is not told again, however often the page is opened."""
    page.get_by_role("button", name="gesehen").click()
    expect(page.locator("#hinweise .news")).to_have_count(0)
    page.reload()
    expect(page.locator("#netz")).to_have_text("alles gesendet")
    expect(page.locator("#hinweise .news")).to_have_count(0)


def test_all_at_the_table_are_told_once_that_time_is_up(phone, follower, sheet):
    begun = timezone.now() - timedelta(minutes=61)
    Round.objects.update(minutes=60, clock_started_at=begun)
    end = timezone.localtime(begun + timedelta(minutes=60)).strftime("%H:%M")
    for page in (phone, follower):
        told(page, f"Die Spielzeit ist um ({end} Uhr). Nicht begonnene Spiele werden gestrichen.")
        expect(page.locator("#spiel")).to_have_text(f"Spiel 2/48 · Runde 1 · bis {end}")
    seen(phone)
    expect(follower.get_by_text(TIME_UP)).to_be_visible()
    seen(follower)
    Round.objects.update(minutes=90)
    look(phone)
    expect(phone.locator("#spiel")).not_to_contain_text(end)
    expect(phone.locator("#hinweise .news")).to_have_count(0)


def test_the_time_runs_by_the_clock_of_the_site_without_any_network(phone, sheet):
    Round.objects.update(minutes=10, clock_started_at=timezone.now())
    look(phone)
    expect(phone.locator("#spiel")).to_contain_text("bis")
    expect(phone.get_by_text(TIME_UP)).to_have_count(0)
    phone.context.set_offline(True)
    with_modules(phone, "void (store.kept.ahead -= 11 * 60_000, store.redraw())")  # eleven minutes later
    expect(phone.get_by_text(TIME_UP)).to_be_visible()


def test_the_table_is_told_that_the_deals_not_begun_are_struck(phone, follower, sheet, admin):
    set_deals(sheet.pk, 1, Change(sheet.revision, admin, "Zeit um 16:30 Uhr abgelaufen"))
    for page in (phone, follower):
        told(page, "Die Turnierleitung hat die Liste gekürzt: Schluss ist nach Spiel 1 statt 48.")
        expect(page.get_by_text("Alle Spiele stehen auf der Liste.")).to_be_visible()
        expect(page.locator("#spiel")).to_have_text("Spiel 1/1 · Runde 1")
        seen(page)
    phone.get_by_role("button", name="Albers, Jens: unterschreiben").press("Enter")
    expect(phone.get_by_role("button", name="Albers, Jens: unterschrieben")).to_be_visible()
    expect(phone.locator("#netz")).to_have_text("alles gesendet")
    look(follower)
    expect(follower.get_by_role("rowheader", name="✓ 1 Albers, Jens")).to_be_visible()
    sheet.refresh_from_db()
    set_deals(sheet.pk, 52, Change(sheet.revision, admin, "eine Runde mehr"))
    told(phone, "Die Turnierleitung hat die Liste verlängert: bis Spiel 52 statt 48.")


def test_who_has_somebody_going_home_reads_where_that_is_said(phone, sheet):
    phone.get_by_role("button", name="Mehr").click()
    expect(phone.locator("dialog")).to_contain_text("Geht jemand, kommt jemand dazu oder springt jemand ein?")
    assert phone.locator("dialog").evaluate("(each) => each.scrollHeight <= each.clientHeight")


def test_the_table_is_told_that_it_has_shrunk(phone, follower, sheet, admin):
    enter(phone, "143.+", "402/-")
    enter_and_send(phone, "0", "4: eingepasst")
    sheet.refresh_from_db()
    append_row(sheet.pk, Entered(declarer=2, deal=GRAND, playing=(1, 2, 3)), Change(sheet.revision, admin))
    for page in (phone, follower):
        told(page, "Ab Spiel 5 sitzen am Tisch: Albers, Jens; Brandt, Uwe; Conrad, Ilse.")
        seen(page)


def test_the_table_is_told_that_its_seats_were_exchanged(phone, follower, sheet, admin):
    reseat(sheet.pk, (1, 3, 2, 4), Change(sheet.revision, admin, "falsch gesessen"))
    for page in (phone, follower):
        told(
            page,
            "Die Turnierleitung hat die Plätze geändert: 1 Albers, Jens; 2 Conrad, Ilse; 3 Brandt, Uwe; 4 Decker, Ole.",
        )
        seen(page)
    expect(phone.locator(".player[data-seat='2'] p span")).to_have_text("Conrad")


def test_who_takes_over_a_seat_is_told_and_named_from_his_first_deal_on(phone, follower, sheet, admin, evening):
    [fritz] = enter_guests(evening, [("Ebert, Fritz", "")])
    substitute(sheet.pk, 2, fritz, 3, False, Change(sheet.revision, admin, "Brandt musste gehen"))
    for page in (phone, follower):
        told(page, "Ab Spiel 3 spielt Ebert, Fritz für Brandt, Uwe.")
        seen(page)
    name = phone.locator(".player[data-seat='2'] p span")
    expect(name).to_have_text("Brandt")
    phone.context.set_offline(True)
    enter(phone, "143.+")
    expect(name).to_have_text("Ebert")  # without a network too
    phone.context.set_offline(False)
    enter_and_send(phone, "291+", "3: Ebert Karo mit 1 = +18")
    phone.get_by_role("button", name="Mehr").click()
    phone.get_by_role("button", name="Liste ansehen").click()
    expect(phone.locator("#liste .running td:last-child")).to_have_text(
        ["Ebert Karo mit 1 = +18", "Albers Grand mit 3 Hand = +120", "Brandt Kreuz mit 1 = +24"]
    )
    expect(phone.locator("#liste .stand tbody th").nth(1)).to_have_text("2 Ebert, Fritz")


# ---- The same row, written by both


def clash(page, sheet: Sheet, admin, *texts: str) -> None:
    """The table enters these deals without a network; the office enters another as row 2; then they meet."""
    page.context.set_offline(True)
    enter(page, *texts)
    expect(page.locator("#netz")).to_have_text(f"kein Netz, {len(texts)} ungesendet")
    append_row(sheet.pk, Entered(declarer=3, deal=GRAND), Change(sheet.revision, admin))
    page.context.set_offline(False)
    look(page)
    expect(page.locator("dialog")).to_contain_text("Dort steht: Conrad Grand mit 1 = +48 (Ada Albers")


def test_ours_goes_behind_theirs_where_both_were_played(phone, sheet, admin):
    phone.context.set_offline(True)
    enter(phone, "143.+", "291+")
    phone.get_by_role("button", name="falsch?").click()
    phone.locator("[data-n='2'][data-ohne='']").click()
    phone.locator("#eintragen").click()
    expect(phone.locator("#letztes")).to_have_text("3: Brandt Karo mit 2 = +27")
    append_row(sheet.pk, Entered(declarer=3, deal=GRAND), Change(sheet.revision, admin))
    phone.context.set_offline(False)
    look(phone)
    phone.get_by_role("button", name="Unseres dahinter eintragen, als Spiel 3").click()
    expect(phone.locator("#letztes")).to_have_text("4: Brandt Karo mit 2 = +27")
    expect(phone.locator("#netz")).to_have_text("alles gesendet")
    expect(phone.locator("#geber")).to_have_text("Geber: Albers")
    assert rows() == [(2, 24), (3, 48), (1, 120), (2, 27)]


def test_ours_does_not_go_behind_where_somebody_would_have_played_a_deal_he_sits_out(phone, sheet, admin):
    clash(phone, sheet, admin, "143.+", "436+")  # Decker deals the fourth
    expect(phone.locator("dialog")).to_contain_text("Dahinter passt unseres nicht: In Spiel 4 sitzt Decker aus.")
    expect(phone.get_by_role("button", name="Unseres dahinter")).to_have_count(0)
    phone.get_by_role("button", name="Unseres an dieser Stelle eintragen").click()
    for name in ("Brandt", "Decker"):
        phone.locator("dialog").get_by_role("button", name=name).click()
    expect(phone.locator("#letztes")).to_have_text("3: Decker Null 46 = +46")
    expect(phone.locator("#netz")).to_have_text("alles gesendet")
    assert rows() == [(2, 24), (1, 120), (4, 46)]


def test_what_was_taken_back_beyond_the_row_of_the_clash_is_asked_about_row_by_row(phone, sheet, admin):
    phone.context.set_offline(True)
    enter(phone, "143.+")
    for number in (2, 1):
        phone.get_by_role("button", name="Mehr").click()
        phone.get_by_role("button", name=f"Spiel {number} zurücknehmen").click()
    expect(phone.locator("#spiel")).to_contain_text("Spiel 1/")
    enter(phone, "222+")
    expect(phone.locator("#netz")).to_have_text("kein Netz, 4 ungesendet")
    append_row(sheet.pk, Entered(declarer=3, deal=GRAND), Change(sheet.revision, admin))
    phone.context.set_offline(False)
    look(phone)
    phone.get_by_role("button", name="Unseres dahinter eintragen, als Spiel 3").click()  # and taken back again
    expect(phone.locator("dialog")).to_contain_text("Dort steht: Brandt Kreuz mit 1 = +24")
    phone.get_by_role("button", name="So lassen, wie es dort steht").click()
    expect(phone.locator("dialog")).to_contain_text("Brandt Kreuz mit 2 = +36")
    phone.locator("#dialogtitel").click()  # so that the next tap is no second one of a double tap
    phone.get_by_role("button", name="Unseres an dieser Stelle eintragen").click()
    for name in ("Brandt", "Decker"):
        phone.locator("dialog").get_by_role("button", name=name).click()
    expect(phone.locator("#netz")).to_have_text("alles gesendet")
    assert rows() == [(2, 36), (3, 48)]


def test_what_the_office_wrote_can_stay(phone, sheet, admin):
    clash(phone, sheet, admin, "143.+", "436+")
    phone.get_by_role("button", name="So lassen, wie es dort steht").click()
    expect(phone.locator("#letztes")).to_have_text("3: Decker Null 46 = +46")
    expect(phone.locator("#netz")).to_have_text("alles gesendet")
    assert rows() == [(2, 24), (3, 48), (4, 46)]


def test_a_deal_that_is_entered_while_a_decision_is_being_kept_comes_behind_it(phone, sheet, admin):
    clash(phone, sheet, admin, "143.+")
    deal = ((".player[data-seat='2'] button", 0), ("[data-game='9']", 0), ("[data-n='1'][data-ohne='']", 0))
    phone.evaluate(PRESS, [("dialog button", "So lassen, wie es dort steht"), *deal, ("#eintragen", 0)])
    sent(phone, "3: Brandt Karo mit 1 = +18")
    assert rows() == [(2, 24), (3, 48), (2, 18)]
    expect(phone.locator(".notice")).to_have_count(0)


def test_ours_behind_theirs_is_sent_again_when_the_office_has_made_room_for_it(phone, sheet, admin):
    set_deals(sheet.pk, 2, Change(sheet.revision, admin, "Zeit um"))
    sheet.refresh_from_db()
    clash(phone, sheet, admin, "143.+")
    phone.get_by_role("button", name="Unseres dahinter eintragen, als Spiel 3").click()
    expect(phone.locator("dialog")).to_contain_text("Die Liste hat ihre 2 Spiele schon")
    expect(phone.locator("dialog")).to_contain_text("Albers Grand mit 3 Hand = +120")  # still to be read
    sheet.refresh_from_db()
    set_deals(sheet.pk, 4, Change(sheet.revision, admin, "die Runde darf zu Ende gespielt werden"))
    phone.get_by_role("button", name="Noch einmal senden").click()
    sent(phone, "3: Albers Grand mit 3 Hand = +120")
    assert rows() == [(2, 24), (3, 48), (1, 120)]


def test_deals_for_which_a_struck_row_leaves_no_place_are_still_to_be_read(phone, sheet, admin):
    enter_and_send(phone, "143.+", "2: Albers Grand mit 3 Hand = +120")
    phone.context.set_offline(True)
    enter(phone, "402/-", "0", "436+")
    expect(phone.locator("#netz")).to_have_text("kein Netz, 3 ungesendet")
    sheet.refresh_from_db()
    strike_rows(sheet.pk, [2], Change(sheet.revision, admin, "nicht gespielt"))
    phone.context.set_offline(False)
    look(phone)
    # Brandt deals the second, so Conrad the third and Decker the fourth
    expect(phone.locator("dialog")).to_contain_text("Spiel 2 steht anders auf der Liste der Turnierleitung.")
    expect(phone.locator("dialog")).to_contain_text("Dahinter passt unseres nicht: In Spiel 4 sitzt Decker aus.")
    phone.get_by_role("button", name="So lassen, wie es dort steht").click()
    phone.get_by_role("button", name="Unseres dahinter eintragen, als Spiel 2").click()
    expect(phone.locator("#netz")).to_have_text("alles gesendet")
    expect(phone.locator("#hinweise")).to_contain_text("Von diesem Gerät nicht mehr angekommen:")
    expect(phone.locator("#hinweise li")).to_have_text(["3: Decker Herz mit 2 Schneider = −80"])


def test_what_the_office_changed_meanwhile_is_not_signed_unread(phone, sheet, admin):
    set_deals(sheet.pk, 4, Change(sheet.revision, admin, "Zeit um"))
    look(phone)
    expect(phone.locator("#spiel")).to_have_text("Spiel 2/4 · Runde 1")
    phone.context.set_offline(True)
    enter(phone, "143.+", "402/-", "0")
    everybody = ("Albers, Jens", "Brandt, Uwe", "Conrad, Ilse", "Decker, Ole")
    sign_and_hand_in(phone, *everybody)
    expect(phone.locator("#netz")).to_have_text("kein Netz, 8 ungesendet")
    sheet.refresh_from_db()
    correct_row(sheet.pk, Entered(1, 2, GRAND), Change(sheet.revision, admin))  # 48 instead of 24
    phone.context.set_offline(False)
    look(phone)
    expect(phone.locator("dialog")).to_contain_text("alle noch einmal unterschreiben")
    phone.get_by_role("button", name="Liste ansehen").click()
    expect(phone.locator("#netz")).to_have_text("alles gesendet")
    expect(phone.locator("#liste .stand tbody tr").nth(1)).to_contain_text("48")
    sheet.refresh_from_db()
    assert (sheet.state, sheet.signatures.count()) == (Sheet.State.AT_TABLE, 0)
    sign_and_hand_in(phone, *everybody)
    expect(phone.get_by_text("Die Liste ist abgegeben.")).to_be_visible()
