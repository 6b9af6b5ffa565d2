"""A list that comes into the site as a code, without any network: looked at, taken over, once."""

from urllib.parse import urlencode

import pytest
from django.urls import reverse

from skatliga.events.models import Table
from skatliga.lists.evaluation import Entered
from skatliga.lists.history import chronicle
from skatliga.lists.models import Lease, Sheet
from skatliga.lists.queries import main_sheet
from skatliga.lists.seat_changes import reseat
from skatliga.lists.services import Change, append_row
from web.desk import AFTER_ROUND, ROUND, results, scores, text_of, told
from web.table import Device, code, row, statuses

ROWS = "".join(ROUND).upper()
OLDER = (
    "Dieser Code ist veraltet: Danach wurde ein neuerer übernommen, oder ein anderes Gerät schreibt die Liste. Geändert"
    " wurde nichts; bitte den neuesten Code am Gerät scannen."
)
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
    assert "Am Gerät stehen 4 Zeilen." in text_of(desk.get(reverse("scan"), {"code": typed}))


def test_taken_over_again_nothing_changes_and_what_is_older_is_refused(desk, sheet):
    newest, older = code(sheet, 1, 9, ROWS), code(sheet, 1, 8, "291+")
    take(desk, newest)
    sheet.refresh_from_db()
    revision = sheet.revision
    again = "Dieser Code ist schon übernommen; es ändert sich nichts."
    assert (again in text_of(desk.get(address(newest))), again in text_of(desk.get(address(older)))) == (True, False)
    assert take(desk, newest) == ["Dieser Code war schon übernommen; es hat sich nichts geändert."]
    assert take(desk, older) == [OLDER]
    sheet.refresh_from_db()
    assert (sheet.revision, scores(sheet)) == (revision, SCORES)


def test_an_older_code_scanned_again_says_that_it_is_older(desk, sheet):
    """It was taken over once, and a newer one after it; offered is nothing but the list as it is."""
    first, newest = code(sheet, 1, 5, ROWS[:4]), code(sheet, 1, 9, ROWS)
    for payload in (first, newest):
        assert take(desk, payload) == ["Die Liste vom Gerät ist übernommen."]
    page = desk.get(address(first))
    assert (OLDER in text_of(page), "Nicht übernehmen" in page.text) == (True, False)
    assert take(desk, first) == [OLDER]
    assert scores(sheet) == SCORES


def test_the_preview_shows_the_foot_and_every_deal_as_they_will_be(desk, sheet, writer):
    """50 for a deal won, 30 for one that another lost (SkWO 6.3.1); nothing is stored by looking."""
    writer.enter("222+", ROUND[1])
    page = desk.get(address(code(sheet, 1, 9, ROWS)))
    display = page.context["display"]
    feet = [(each.name, foot.spielpunkte, foot.won, foot.lost, foot.leistung) for each, foot in display.feet]
    assert feet == [
        ("Gast A", 120, 1, 0, 200),
        ("Gast B", 24, 1, 0, 104),
        ("Gast C", 0, 0, 0, 30),
        ("Gast D", -80, 0, 1, -130),
    ]
    assert [(row.number, row.credited, row.score) for row, *_ in page.context["lines"]] == SCORES
    assert [said for _, _, said, _ in page.context["lines"]] == [
        "Kreuz mit 1",
        "Grand mit 3 Hand",
        "Herz mit 2 Schneider",
        "eingepasst",
    ]
    text = text_of(page)
    assert "1 Gast A 120 1 : 0 200" in text and "4 Gast D -80 0 : 1 -130" in text
    assert scores(sheet) == [(1, 2, 36), (2, 1, 120)]


# ---- The seal


def test_only_the_device_that_writes_can_seal_a_code(desk, sheet, writer):
    """Whoever knows the address of the table and the form of a code makes none that counts."""
    for key in ("", "a" * 26, "A" * 26):
        page = desk.get(address(code(sheet, 1, 9, ROWS, key=key)))
        assert (page.status_code, "Übernehmen</button>" in page.text) == (422, False)
        desk.post(f"{reverse('scan')}?{urlencode({'code': code(sheet, 1, 9, ROWS, key=key)})}")
    assert scores(sheet) == []
    assert take(desk, code(sheet, 1, 9, ROWS, key=writer.key)) == ["Die Liste vom Gerät ist übernommen."]


def test_the_key_is_told_to_the_device_that_writes_and_changes_with_it(sheet, table, writer):
    second = Device(table)
    assert writer.key not in second.look().text
    assert "key" not in second.write(keeper=2).json()
    assert second.write(keeper=2, forced=True).status_code == 200
    assert len({writer.key, second.key}) == 2


def test_a_device_from_before_codes_were_sealed_is_taken_until_it_has_asked_for_its_key(desk, sheet, writer):
    Lease.objects.update(sealed=False)
    unsealed = code(sheet, 1, 9, ROWS[:4], key="")
    assert "Dieser Code ist nicht versiegelt" in desk.get(address(unsealed)).text
    assert take(desk, unsealed) == ["Die Liste vom Gerät ist übernommen."]
    assert writer.write().json()["generation"] == 1  # a newer page asks again
    assert desk.get(address(code(sheet, 1, 10, ROWS, key=""))).status_code == 422
    assert "nicht versiegelt" not in desk.get(address(code(sheet, 1, 10, ROWS))).text


def test_a_code_of_a_device_that_was_followed_is_refused(desk, sheet, table):
    Device(table).write(keeper=2, forced=True)
    assert "veraltet" in take(desk, code(sheet, 1, 9, ROWS))[0]
    assert scores(sheet) == []


def test_only_what_is_missing_or_differs_is_changed(desk, sheet, writer):
    writer.enter("222+", ROUND[1])
    page = desk.get(address(code(sheet, 1, 9, ROWS)))
    changed = [(row.nr, each.here, each.there) for row, _, _, each in page.context["lines"] if each]
    assert changed == [(1, "222+", "221+"), (3, "", "402/-"), (4, "", "0")]
    take(desk, code(sheet, 1, 9, ROWS))
    assert scores(sheet) == SCORES


def test_what_arrives_by_the_network_afterwards_is_recognised(desk, sheet, writer):
    take(desk, code(sheet, 1, 9, ROWS, "1234"))
    sent = [row(nr, text, nr) for nr, text in enumerate(ROUND, 1)]
    assert statuses(writer.send(*sent)) == ["accepted"] * 4
    assert scores(sheet) == SCORES


def test_rows_only_the_office_has_are_left_to_a_person(desk, sheet, schreiber):
    append_row(sheet.pk, Entered(declarer=2, score=24), Change(sheet.revision, schreiber))
    page = desk.get(address(code(sheet, 1, 9, "X" + ROWS[4:])))
    assert [row.nr for row, _, _, each in page.context["lines"] if each] == [2, 3, 4]
    take(desk, code(sheet, 1, 9, "X" + ROWS[4:]))
    assert scores(sheet) == SCORES
    assert "nicht kennt" in take(desk, code(sheet, 1, 10, ROWS[:4]))[0]


def test_where_the_office_has_exchanged_players_nobody_has_signed_for_another(desk, sheet, writer, leiterin):
    payload = code(sheet, 1, 9, ROWS, "1234", seats=writer.state()["seats"])
    warning = "Am Gerät stehen andere Namen als hier."
    assert warning not in desk.get(address(payload)).text
    reseat(sheet.pk, (1, 3, 2, 4), Change(sheet.revision, leiterin, "falsch gesessen"))
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
