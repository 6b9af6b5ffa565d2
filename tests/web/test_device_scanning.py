"""A list that comes into the site as a code, without any network: looked at, taken over, once."""

import pytest
from django.urls import reverse

from skatliga.events.models import Table
from skatliga.lists.chronicle import chronicle
from skatliga.lists.models import Sheet
from skatliga.lists.places import reseat
from skatliga.lists.queries import main_sheet
from skatliga.lists.reckoning import Entered
from skatliga.lists.services import append_row
from web.desk import AFTER_ROUND, ROUND, results, scores, text_of, told
from web.table import Device, code, row, statuses

ROWS = "".join(ROUND).upper()
SCORES = [(1, 2, 24), (2, 1, 120), (3, 4, -80), (4, 0, 0)]


@pytest.fixture
def table(evening) -> Table:
    return Table.objects.select_related("round__event").get(round__event=evening, round__number=1, number=1)


@pytest.fixture
def writer(table) -> Device:
    device = Device(table)
    assert device.write().status_code == 200
    return device


@pytest.fixture
def sheet(writer, table) -> Sheet:
    return main_sheet(table)


@pytest.fixture
def desk(sign_in, schreiber):
    return sign_in(schreiber)


def address(payload):
    return reverse("scanned", args=[payload])


def take(desk, payload):
    """Press the button of the preview; what was told."""
    return told(desk, desk.post(reverse("scan") + "?" + "code=" + payload.replace("+", "%2B")))


def test_a_whole_list_is_looked_at_and_taken_over(desk, sheet):
    payload = code(sheet, 1, 9, ROWS, "1234")
    page = text_of(desk.get(address(payload)))
    assert "Am Gerät stehen 4 Zeilen. Unterschrieben haben 4 von 4." in page
    assert scores(sheet) == []  # only looked at
    assert take(desk, payload) == ["Die Liste vom Gerät ist übernommen."]
    sheet.refresh_from_db()
    assert (scores(sheet), results(sheet), sheet.state) == (SCORES, AFTER_ROUND, Sheet.State.HANDED_IN)
    assert sheet.signatures.count() == 4
    assert chronicle(sheet)[-1].who == "Tischgerät" and {each.who for each in chronicle(sheet)[:-3]} == {"Schreiber"}


def test_the_whole_address_may_be_typed_too(desk, sheet):
    typed = f" https://skat.example.org/q/{code(sheet, 1, 9, ROWS)} ".lower()
    assert "Was sich ändert" in desk.get(reverse("scan"), {"code": typed}).text


def test_taken_over_again_nothing_changes_and_what_is_older_is_refused(desk, sheet):
    newest, older = code(sheet, 1, 9, ROWS), code(sheet, 1, 8, "291+")
    take(desk, newest)
    sheet.refresh_from_db()
    revision = sheet.revision
    assert take(desk, newest) == ["Die Liste vom Gerät ist übernommen."]
    assert "veraltet" in take(desk, older)[0]
    sheet.refresh_from_db()
    assert (sheet.revision, scores(sheet)) == (revision, SCORES)


def test_a_code_of_a_device_that_was_followed_is_refused(desk, sheet, table):
    Device(table).write(keeper=2, forced=True)
    assert "veraltet" in take(desk, code(sheet, 1, 9, ROWS))[0]
    assert scores(sheet) == []


def test_only_what_is_missing_or_differs_is_changed(desk, sheet, writer):
    writer.enter("222+", ROUND[1])
    page = desk.get(address(code(sheet, 1, 9, ROWS)))
    assert [(each.nr, each.here, each.there) for each in page.context["differences"]] == [
        (1, "222+", "221+"),
        (3, "", "402/-"),
        (4, "", "0"),
    ]
    take(desk, code(sheet, 1, 9, ROWS))
    assert scores(sheet) == SCORES


def test_what_arrives_by_the_network_afterwards_is_recognised(desk, sheet, writer):
    take(desk, code(sheet, 1, 9, ROWS, "1234"))
    sent = [row(nr, text, nr) for nr, text in enumerate(ROUND, 1)]
    assert statuses(writer.send(*sent)) == ["accepted"] * 4
    assert scores(sheet) == SCORES


def test_rows_only_the_office_has_are_left_to_a_person(desk, sheet, schreiber):
    append_row(sheet.pk, Entered(declarer=2, score=24), sheet.revision, schreiber)
    page = desk.get(address(code(sheet, 1, 9, "X" + ROWS[4:])))
    assert [each.nr for each in page.context["differences"]] == [2, 3, 4]
    take(desk, code(sheet, 1, 9, "X" + ROWS[4:]))
    assert scores(sheet) == SCORES
    assert "nicht kennt" in take(desk, code(sheet, 1, 10, ROWS[:4]))[0]


def test_where_the_office_has_exchanged_players_nobody_has_signed_for_another(desk, sheet, writer, leiterin):
    payload = code(sheet, 1, 9, ROWS, "1234", seats=writer.state()["seats"])
    warning = "Am Gerät stehen andere Namen als hier."
    assert warning not in desk.get(address(payload)).text
    reseat(sheet.pk, (1, 3, 2, 4), "falsch gesessen", sheet.revision, leiterin)
    page = text_of(desk.get(address(payload)))
    assert warning in page and "hier sitzen: 1 Gast A, 2 Gast C, 3 Gast B, 4 Gast D." in page
    take(desk, payload)
    sheet.refresh_from_db()
    assert (scores(sheet), sheet.state, sheet.signatures.count()) == (SCORES, Sheet.State.AT_TABLE, 0)
    take(desk, code(sheet, 1, 10, ROWS, "1234"))  # the device has a network again, is told and signed again
    sheet.refresh_from_db()
    assert (sheet.state, sheet.signatures.count()) == (Sheet.State.HANDED_IN, 4)


def test_one_wrong_row_takes_nothing_over(desk, sheet):
    assert "Platz 2 gibt" in take(desk, code(sheet, 1, 9, "221+291+"))[0]
    assert scores(sheet) == []


def test_every_damaged_sign_is_noticed(desk, sheet):
    payload = code(sheet, 1, 9, ROWS, "12")
    for at, sign in enumerate(payload):
        damaged = payload[:at] + ("1" if sign != "1" else "2") + payload[at + 1 :]
        page = desk.get(reverse("scan"), {"code": damaged})
        assert (page.status_code, "Dieser Code ist beschädigt" in page.text) == (422, True), at
    assert scores(sheet) == []


@pytest.mark.parametrize("typed", ["A", "\x00", "ä" * 50, "A" * 100_000, "%", "..", "🂡"])
def test_what_is_no_code_is_told_so(typed, desk, sheet):
    page = desk.get(reverse("scan"), {"code": typed})
    assert (page.status_code, "Dieser Code ist beschädigt" in page.text) == (422, True)
