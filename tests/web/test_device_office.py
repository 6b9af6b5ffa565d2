"""What the devices of a table are told of changes by the office, and tables of two, whose lists are kept by values."""

import datetime
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring import BOOKS
from skatliga.events.models import Round, Table
from skatliga.events.services import create_event, enter_guests, seat_round
from skatliga.lists.device.page_data import preview_of
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import Sheet
from skatliga.lists.queries import main_sheet
from skatliga.lists.seat_changes import reseat, substitute
from skatliga.lists.services import Change, append_row, correct_row, set_deals
from web.desk import ROUND, results, scores
from web.table import Device, code, correction, other, row, statuses

GRAND = {"game": "grand", "spitzen": 1, "won": True}


@pytest.fixture
def table(evening) -> Table:
    return Table.objects.select_related("round__event").get(round__event=evening, round__number=1, number=1)


@pytest.fixture
def writer(table) -> Device:
    device = Device(table)
    assert device.write().status_code == 200
    return device


@pytest.fixture
def sheet(writer, table):
    writer.enter(*ROUND)
    return main_sheet(table)


def test_a_list_as_it_was_seated_tells_nothing(writer, sheet):
    assert (writer.state()["told"], writer.state()["ends"]) == ([], None)


@pytest.mark.parametrize(
    ("deals", "said"),
    [
        (4, []),
        (8, ["Die Turnierleitung hat die Liste verlängert: bis Spiel 8 statt 4."]),
    ],
)
def test_another_number_of_deals_is_told_without_the_reason(writer, sheet, leiterin, deals, said):
    set_deals(sheet.pk, deals, Change(sheet.revision, leiterin, "Anna war krank"))
    assert (writer.state()["told"], "krank" in writer.look().text) == (said, False)


def test_struck_deals_are_told(writer, table, leiterin):
    writer.enter(*ROUND[:2])
    sheet = main_sheet(table)
    set_deals(sheet.pk, 2, Change(sheet.revision, leiterin, "Zeit um"))
    told = ["Die Turnierleitung hat die Liste gekürzt: Schluss ist nach Spiel 2 statt 4."]
    assert (writer.state()["told"], writer.state()["expected"]) == (told, 2)


def test_who_leaves_and_who_comes_back_is_told(writer, sheet, leiterin):
    set_deals(sheet.pk, 12, Change(sheet.revision, leiterin, "eine Runde mehr"))
    for playing, declarers in (((1, 2, 3), (2, 1, 1)), ((1, 2, 3, 4), (2,))):
        for place, declarer in enumerate(declarers):
            sheet.refresh_from_db()
            entered = Entered(declarer=declarer, deal=GRAND, playing=None if place else playing)
            append_row(sheet.pk, entered, Change(sheet.revision, leiterin))
    assert writer.state()["told"][1:] == [
        "Ab Spiel 5 sitzen am Tisch: Gast A; Gast B; Gast C.",
        "Ab Spiel 8 sitzen am Tisch: Gast A; Gast B; Gast C; Gast D.",
    ]


def test_the_deal_from_which_on_others_sit_at_the_table_is_taken_back_by_the_office_alone(writer, sheet, leiterin):
    set_deals(sheet.pk, 12, Change(sheet.revision, leiterin, "eine Runde mehr"))
    sheet.refresh_from_db()
    append_row(sheet.pk, Entered(declarer=2, deal=GRAND, playing=(1, 2, 3)), Change(sheet.revision, leiterin))
    assert statuses(writer.send(other("undo", nr=5, before="241+"))) == ["refused"]
    assert statuses(writer.send(correction(5, "241+", "242+"), row(6, "0", 2))) == ["accepted"] * 2
    assert statuses(writer.send(other("undo", nr=6, before="0"))) == ["accepted"]
    assert [each[0] for each in writer.state()["cycle"]] == [2, 3, 1]


def test_exchanged_seats_are_told(writer, sheet, leiterin):
    reseat(sheet.pk, (1, 3, 2, 4), Change(sheet.revision, leiterin, "falsch gesessen"))
    told = ["Die Turnierleitung hat die Plätze geändert: 1 Gast A; 2 Gast C; 3 Gast B; 4 Gast D."]
    assert writer.state()["told"] == told


def test_a_substitute_is_told_signs_and_agrees_by_his_own_name(writer, sheet, evening, leiterin):
    [dora] = enter_guests(evening, [("Dora", "")])
    substitute(sheet.pk, 2, dora, 3, False, Change(sheet.revision, leiterin, "Gast B musste gehen"))
    state = writer.state()
    assert state["told"] == ["Ab Spiel 3 spielt Dora für Gast B."]
    assert state["seats"][1] == {"seat": 2, "name": "Gast B", "later": {"name": "Dora", "from": 3}}
    assert statuses(writer.send(correction(1, "221+", "222+", 2, 4))) == ["accepted"]
    assert statuses(writer.send(*writer.signatures(2))) == ["accepted"]
    assert [signature.name for signature in sheet.signatures.all()] == ["Dora"]
    assert sheet.rows.get(nr=1).history.first().history_change_reason == "Am Tisch zugestimmt: Dora, Gast D"


def test_nobody_signs_what_the_office_has_changed_since_he_read_it(writer, sheet, leiterin):
    read = writer.signatures(1, 2, 3, 4)
    correct_row(sheet.pk, Entered(4, 2, GRAND), Change(sheet.revision, leiterin, "war nicht eingepasst"))
    assert statuses(writer.send(*read, other("hand_in"))) == ["clash"]
    sheet.refresh_from_db()
    read = writer.signatures(1, 2, 3, 4)
    reseat(sheet.pk, (1, 3, 2, 4), Change(sheet.revision, leiterin, "falsch gesessen"))  # other names for the same sums
    assert statuses(writer.send(*read, other("hand_in"))) == ["clash"]
    sheet.refresh_from_db()
    assert (sheet.state, sheet.signatures.count()) == (Sheet.State.AT_TABLE, 0)
    assert statuses(writer.send(*writer.signatures(1, 2, 3, 4), other("hand_in"))) == ["accepted"] * 5


def test_a_substitute_signs_a_list_that_comes_as_a_code_by_his_own_name(sheet, evening, leiterin, sign_in):
    [dora] = enter_guests(evening, [("Dora", "")])
    substitute(sheet.pk, 2, dora, 3, False, Change(sheet.revision, leiterin, "Gast B musste gehen"))
    payload = code(sheet, 1, 9, "".join(ROUND).upper(), "2")
    sign_in(leiterin).post(reverse("scan"), query_params={"code": payload})
    assert [signature.name for signature in sheet.signatures.all()] == ["Dora"]


def test_who_follows_is_told_when_time_is_up_as_soon_as_it_is_set(writer, sheet):
    mark = writer.look()["ETag"]
    begun = timezone.now()
    Round.objects.filter(number=1).update(minutes=90, clock_started_at=begun)
    answer = writer.look(if_none_match=mark)
    ends = datetime.datetime.fromisoformat(answer.json()["ends"])
    assert (answer.status_code, round((ends - begun).total_seconds())) == (200, 90 * 60)


def test_a_deal_passed_in_is_taken_back_and_corrected_before_the_site_has_answered(evening, table):
    evening.rulebook, evening.agreements, evening.evaluation = "skatordnung-1886", {}, "spielpunkte"
    evening.save()
    writer = Device(table)
    writer.write()
    sent = [row(1, "0", 1), other("undo", nr=1, before="0"), row(1, "0", 1), correction(1, "0", "2+20")]
    assert statuses(writer.send(*sent)) == ["accepted"] * 4
    assert scores(main_sheet(table)) == [(1, 2, 20)]
    writer.enter("0")
    assert writer.state()["rows"][1]["text"] == "0"


# ---- Tables of two


def seated(club, **fields) -> Table:
    event = create_event(club, name="Zu zweit", date=datetime.date(2026, 11, 21), rounds=1, **fields)
    enter_guests(event, [("Anna", ""), ("Bert", "")])
    seat_round(event.rounds.get(), {1: [1, 2]})
    return Table.objects.select_related("round__event").get(round__event=event)


@pytest.fixture
def officers(club) -> Device:
    """Offiziersskat to 10 points, written by a device."""
    device = Device(
        seated(club, rulebook="offiziersskat", evaluation="matches", target=10, agreements={"accounting": "einfach"})
    )
    assert device.write().status_code == 200
    return device


def test_points_of_a_match_go_to_the_winner_whoever_led(officers):
    # 2, 3 or 4 points to the winner (Offiziersskat, Grundwerte der Spiele); seat 1 leads deal 1, so seat 2 dealt it
    assert statuses(officers.send(row(1, "2+4", 2), row(2, "1+3", 1), row(3, "2+3", 2))) == ["accepted"] * 3
    state = officers.state()
    assert [(each["seat"], each["score"], each["text"]) for each in state["rows"]] == [
        (2, 4, "2+4"),
        (1, 3, "1+3"),
        (2, 3, "2+3"),
    ]
    assert (state["cycle"], state["target"]) == ([[1, [1, 2]], [2, [1, 2]]], 10)
    assert statuses(officers.send(correction(3, "2+3", "1+2"))) == ["accepted"]
    assert statuses(officers.send(row(4, "1-2", 1))) == ["refused"]
    assert statuses(officers.send(row(4, "1+4", 1), row(5, "1+2", 2))) == ["accepted"] * 2
    sheet = main_sheet(Table.objects.get())
    assert results(sheet) == [(1, 11, 4, 0, 1), (2, 4, 1, 0, 0)]
    assert (scores(sheet)[0], officers.state()["told"]) == ((1, 2, 4), [])


def test_a_match_is_taken_over_from_its_code(officers, sign_in, schreiber):
    sheet = main_sheet(Table.objects.get())
    scanned = code(sheet, officers.generation, 6, "1V4+2V3+1V4+1V2+", "12")
    answer = sign_in(schreiber).post(f"{reverse('scan')}?{urlencode({'code': scanned})}")
    sheet.refresh_from_db()
    assert (answer.status_code, sheet.state) == (302, "handed_in")
    assert results(sheet) == [(1, 10, 3, 0, 1), (2, 3, 1, 0, 0)]


def test_skat_en_deux_is_kept_by_its_values(club):
    agreed = {"hand_doubled": True}
    table = seated(club, rulebook="skat-en-deux", evaluation="seeger-fabian", agreements=agreed)
    device = Device(table)
    device.write()
    assert statuses(device.send(row(1, "1+24", 1), row(2, "2-36", 2), row(3, "0", 1))) == ["accepted"] * 3
    assert statuses(device.send(row(4, "1+25", 2))) == ["refused"]  # no deal has this value
    assert statuses(device.send(row(4, "221+", 2))) == ["refused"]
    # 24 and 50 for the game won, 40 for the one the other lost; -36 and -50
    assert results(main_sheet(table)) == [(1, 24, 1, 0, 114), (2, -36, 0, 1, -86)]


def test_where_there_are_few_values_each_has_its_button():
    books = [BOOKS["skat-en-deux"].agree(hand_doubled=True), BOOKS["offiziersskat"].agree(accounting="einfach")]
    assert [preview_of(book)["values"] for book in books] == [[], [2, 3, 4]]
    assert [(preview_of(book)["loses"], preview_of(book)["leads"]) for book in books] == [(True, False), (False, True)]
