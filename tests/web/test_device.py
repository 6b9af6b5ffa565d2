"""The table device as the server sees it: who may write, what becomes of what is sent, what the others are told."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from skatliga.events.models import Event, Table
from skatliga.events.services import change_event, seat_round, set_state
from skatliga.lists.access import SECRET_LENGTH, code_of, device_path, to_device, to_paper, withdraw
from skatliga.lists.device import followed
from skatliga.lists.evaluation import Entered
from skatliga.lists.history import chronicle
from skatliga.lists.models import Lease, Row, Sheet, Signature
from skatliga.lists.queries import main_sheet
from skatliga.lists.seat_changes import reseat
from skatliga.lists.services import Change, append_row, correct_row, open_sheet, strike_rows
from skatliga.lists.workflow import move
from web.desk import AFTER_ROUND, ROUND, results, scores, text_of
from web.table import Device, correction, other, row, statuses

# What ROUND comes to: Kreuz mit 1, Grand mit 3 Hand, Herz ohne 2 Schneider lost, passed in; 50 for a won deal, 30 for
# each one lost by another (SkWO 6.3.1).
SCORES = [(1, 2, 24), (2, 1, 120), (3, 4, -80), (4, 0, 0)]


@pytest.fixture
def table(evening) -> Table:
    return Table.objects.select_related("round__event").get(round__event=evening, round__number=1, number=1)


@pytest.fixture
def device(table) -> Device:
    return Device(table)


@pytest.fixture
def writer(device) -> Device:
    assert device.write().status_code == 200
    return device


# ---- The address


def test_the_address_opens_one_table_without_signing_in(client, table):
    page = client.get(device_path(table))
    assert (page.status_code, page["X-Robots-Tag"]) == (200, "noindex")
    assert "Serie 1, Tisch 1" in page.text
    assert len(device_path(table).strip("/").split("/")[2]) == SECRET_LENGTH
    assert Sheet.objects.count() == 0  # looking opens no list


def test_every_table_has_a_secret_of_its_own(evening):
    tables = Table.objects.filter(round__event=evening)
    assert len({device_path(table).split("/")[3] for table in tables}) == 4


@pytest.mark.parametrize("path", ["", "stand/", "app.webmanifest"])
def test_a_guessed_an_old_or_a_foreign_secret_is_refused_like_a_table_that_does_not_exist(
    client, evening, table, path, leiterin
):
    other_table = Table.objects.get(round__event=evening, round__number=1, number=2)
    old = device_path(table)
    withdraw(table, leiterin, "Karte verloren")
    foreign = device_path(other_table).split("/")[3]
    wrong = [
        old,
        f"/t/{table.pk}/{'a' * SECRET_LENGTH}/",
        f"/t/{table.pk}/{foreign}/",
        f"/t/999999/{foreign}/",
        f"/t/{10**30}/{foreign}/",
    ]
    answers = [client.get(address + path) for address in wrong]
    assert {(answer.status_code, answer.text) for answer in answers} == {(404, answers[0].text)}
    assert "Unter dieser Adresse wird keine Liste geführt" in answers[0].text
    table = Table.objects.get(pk=table.pk)
    assert client.get(device_path(table) + path).status_code == 200


def test_seating_the_serie_anew_ends_the_address(client, evening, table):
    old = device_path(table)
    seat_round(table.round, {1: [2, 1, 3, 4], 2: [5, 6, 7, 8]})
    assert client.get(old).status_code == 404


def test_what_is_not_published_is_played_and_what_is_closed_has_ended(client, evening, table, writer):
    evening.rounds.filter(number=2).delete()
    address = device_path(table)
    set_state(evening, Event.State.DRAFT)
    assert client.get(address).status_code == 200
    Event.objects.update(state=Event.State.FINAL)
    page = client.get(address)
    assert (page.status_code, "Die Veranstaltung ist abgeschlossen" in page.text) == (410, True)
    assert writer.send(row(1, "221+", 1)).status_code == 410
    assert Row.objects.count() == 0


# ---- Who writes


def test_the_first_who_asks_opens_the_list_and_writes_it(device, table):
    answer = device.write(keeper=3)
    assert answer.status_code == 200
    sheet = main_sheet(table)
    lease = answer.json()["state"]["lease"]
    assert (str(sheet.pk), sheet.state) == (answer.json()["state"]["list"], Sheet.State.AT_TABLE)
    assert lease == {"generation": 1, "held": True, "keeper": 3, "paper": False, "forced": None}
    assert device.write(keeper=3).json()["generation"] == 1  # asked again


def test_the_next_one_needs_the_code_or_says_that_the_first_is_lost(writer, table):
    second, third = Device(table), Device(table)
    code = writer.write().json()["code"]
    refused = second.write(keeper=2)
    assert (refused.status_code, refused.json()["held"]) == (409, True)
    assert second.write(keeper=2, code="aaaaaaaa").status_code == 409
    taken = second.write(keeper=2, code=code)
    assert (taken.status_code, taken.json()["generation"], taken.json()["state"]["lease"]["forced"]) == (200, 2, None)
    assert third.write(keeper=3, code=code).status_code == 409  # a code serves once
    forced = third.write(keeper=3, forced=True)
    assert (forced.status_code, bool(forced.json()["state"]["lease"]["forced"])) == (200, True)


def test_a_code_has_no_sign_that_is_taken_for_another():
    """l, I and 1, o and 0; and no two that follow one another are alike."""
    codes = [code_of(Lease(holder="a", generation=generation)) for generation in range(500)]
    assert (set("".join(codes)) & set("lio10"), len(set(codes))) == (set(), 500)


def test_who_has_been_followed_writes_no_more(writer, table):
    assert statuses(writer.enter("221+")) == ["accepted"]
    second = Device(table)
    second.write(keeper=2, forced=True)
    refused = writer.enter("143.+")
    assert (refused.status_code, refused.json()["state"]["lease"]["keeper"]) == (409, 2)
    assert statuses(second.enter("143.+")) == ["accepted"]
    assert scores(main_sheet(table)) == SCORES[:2]


def test_how_the_list_changed_hands_stands_in_its_history(writer, table):
    Device(table).write(keeper=2, forced=True)
    told = [(each.who, each.what, each.before, each.after, each.why) for each in chronicle(main_sheet(table))]
    where = "Wo die Liste geführt wird"
    assert told[0] == ("Tischgerät", where, "Gerät von Platz 1", "Gerät von Platz 2", "ohne Übergabe übernommen")
    assert ("Tischgerät", where, "", "Gerät von Platz 1", "") in told


def test_the_office_takes_a_list_to_paper_and_gives_it_back(writer, table, schreiber):
    """Pages that are kept are made anew each time."""
    sheet = main_sheet(table)
    versions = [_version(table)]
    to_paper(sheet, schreiber)
    versions.append(_version(table))
    assert writer.enter("221+").status_code == 409
    refused = Device(table).write()
    assert (refused.status_code, "Papier" in refused.json()["said"][0]) == (422, True)
    to_device(sheet, schreiber)
    versions.append(_version(table))
    assert writer.write().json()["generation"] == 3
    assert statuses(writer.enter("221+")) == ["accepted"]
    assert versions == sorted(set(versions))


def _version(table: Table) -> int:
    return Event.objects.get(rounds__tables=table).version


@pytest.mark.skipif(connection.vendor == "sqlite", reason="lets only one write at a time")
@pytest.mark.django_db(transaction=True)
def test_of_two_who_ask_at_once_one_writes_and_the_other_is_told_so(table):
    start = Barrier(2)

    def ask(device: Device) -> int:
        start.wait()
        try:
            return device.write().status_code
        finally:
            connection.close()

    with ThreadPoolExecutor() as pool:
        assert sorted(pool.map(ask, [Device(table), Device(table)])) == [200, 409]
    assert Lease.objects.count() == 1


@pytest.mark.parametrize("keeper", [0, 5])
def test_only_somebody_who_sits_there_keeps_the_list(device, keeper):
    assert device.write(keeper=keeper).status_code == 422
    assert Lease.objects.count() == 0


# ---- Entries


def test_deals_are_valued_by_the_engine_and_stand_on_the_list(writer, table):
    answer = writer.enter(*ROUND)
    assert statuses(answer) == ["accepted"] * 4
    state = answer.json()["state"]
    assert [(each["nr"], each["seat"], each["score"]) for each in state["rows"]] == SCORES
    assert [(seat, *foot[:3], foot[4]) for seat, foot in enumerate(state["feet"], 1)] == AFTER_ROUND
    sheet = main_sheet(table)
    assert (scores(sheet), results(sheet)) == (SCORES, AFTER_ROUND)
    assert {each.who for each in chronicle(sheet)} == {"Tischgerät"}


def test_what_is_sent_again_counts_once(writer, table):
    key = uuid4()
    for _time in range(3):
        assert statuses(writer.send(row(1, "221+", 1, key))) == ["accepted"]
    assert scores(main_sheet(table)) == SCORES[:1]


def test_the_first_refusal_stops_what_comes_behind_it(writer, table):
    # seat 2 deals the second deal
    answer = writer.send(row(1, "221+", 1), row(2, "291+", 2), row(3, "143.+", 3))
    assert statuses(answer) == ["accepted", "refused"]
    assert "Platz 2 gibt" in answer.json()["answers"][1]["said"][0]
    assert scores(main_sheet(table)) == SCORES[:1]


def test_a_row_the_office_has_written_meanwhile_is_a_clash(writer, table, schreiber, sign_in):
    sheet = main_sheet(table)
    desk = sign_in(schreiber)
    sent = {"art": "kurz", "text": "391+", "revision": sheet.revision, "key": uuid4()}
    desk.post(reverse("lists:entry", args=[sheet.pk]), sent)
    answer = writer.send(row(1, "221+", 1))
    assert statuses(answer) == ["clash"]
    assert (answer.json()["answers"][0]["who"], answer.json()["state"]["rows"][0]["text"]) == ("Schreiber", "391+")
    assert scores(sheet) == [(1, 3, 18)]


def test_what_the_office_corrected_elsewhere_does_not_stop_the_table(writer, table, schreiber):
    writer.enter(*ROUND[:2])
    sheet = main_sheet(table)
    correct_row(sheet.pk, Entered(1, 2, {"game": "pik", "spitzen": 1, "won": True}), Change(sheet.revision, schreiber))
    assert statuses(writer.enter(ROUND[2])) == ["accepted"]
    assert scores(sheet) == [(1, 2, 22), *SCORES[1:3]]


def test_a_row_struck_by_the_office_makes_another_the_next_dealer(writer, table, schreiber):
    writer.enter(*ROUND[:2])
    sheet = main_sheet(table)
    strike_rows(sheet.pk, [2], Change(sheet.revision, schreiber, "nicht gespielt"))
    assert statuses(writer.send(row(3, "402/-", 3))) == ["clash"]
    assert writer.state()["cycle"][0][0] == 2


def test_the_last_row_is_corrected_freely_an_older_one_by_two(writer, table):
    writer.enter(*ROUND[:2])
    assert statuses(writer.send(correction(2, "143.+", "144.+"))) == ["accepted"]
    assert statuses(writer.send(correction(1, "221+", "211+"))) == ["refused"]
    assert statuses(writer.send(correction(1, "221+", "211+", 2, 2, 9))) == ["refused"]
    assert statuses(writer.send(correction(1, "221+", "211+", 2, 4))) == ["accepted"]
    sheet = main_sheet(table)
    assert scores(sheet) == [(1, 2, 22), (2, 1, 144)]
    assert chronicle(sheet)[0].why == "Am Tisch zugestimmt: Gast B, Gast D"


def test_a_row_that_says_something_else_by_now_is_not_corrected(writer, table, schreiber):
    writer.enter("221+")
    sheet = main_sheet(table)
    assert statuses(writer.send(correction(1, "222+", "223+"))) == ["clash"]
    assert statuses(writer.send(correction(7, "222+", "223+"))) == ["clash"]
    assert scores(sheet) == SCORES[:1]


def test_an_overbid_row_is_recognised_by_its_bid(writer, table):
    # Karo mit 1 at 20: three times 9 is the first multiple that reaches it, doubled (ISkO 3.6)
    writer.send(row(1, "291b20-", 1))
    assert writer.state()["rows"][0]["text"] == "291$27-"
    assert statuses(writer.send(correction(1, "291b20-", "291b23-"))) == ["accepted"]
    assert scores(main_sheet(table)) == [(1, 2, -54)]


def test_the_last_row_is_taken_back(writer, table):
    writer.enter(*ROUND[:2])
    assert statuses(writer.send(other("undo", nr=1, before="221+"))) == ["clash"]
    assert statuses(writer.send(other("undo", nr=2, before="143.+"))) == ["accepted"]
    assert scores(main_sheet(table)) == SCORES[:1]


def test_a_finished_list_is_signed_by_all_and_handed_in(writer, table):
    writer.enter(*ROUND[:3])
    assert statuses(writer.send(*writer.signatures(1))) == ["refused"]
    assert statuses(writer.send(other("hand_in"))) == ["refused"]
    writer.enter(ROUND[3])
    assert statuses(writer.send(*writer.signatures(1, 2, 3))) == ["accepted"] * 3
    assert statuses(writer.send(other("hand_in"))) == ["refused"]
    assert statuses(writer.send(*writer.signatures(4), other("hand_in"))) == ["accepted"] * 2
    sheet = main_sheet(table)
    assert (sheet.state, sheet.signatures.count(), results(sheet)) == (Sheet.State.HANDED_IN, 4, AFTER_ROUND)
    state = writer.state()
    assert (state["open"], state["signed"]) == (False, [1, 2, 3, 4])
    assert statuses(writer.send(correction(4, "0", "221+"))) == ["refused"]
    assert Device(table).write().status_code == 422


def test_a_name_tapped_by_mistake_is_taken_back(writer, table):
    writer.enter(*ROUND)
    back = other("unsign", seat=2)
    assert statuses(writer.send(*writer.signatures(1, 2), back)) == ["accepted"] * 3
    assert writer.state()["signed"] == [1]
    writer.send(*writer.signatures(2))
    assert statuses(writer.send(back)) == ["accepted"]  # sent again because its answer was lost
    assert writer.state()["signed"] == [1, 2]
    history = Signature.history.filter(sheet=main_sheet(table), seat=2).order_by("history_date", "history_id")
    assert list(history.values_list("history_type", "name")) == [(each, "Gast B") for each in "+-+"]
    writer.send(*writer.signatures(3, 4), other("hand_in"))
    assert statuses(writer.send(other("unsign", seat=1))) == ["refused"]
    assert writer.state()["signed"] == [1, 2, 3, 4]


def test_a_correction_needs_new_signatures(writer, table):
    writer.enter(*ROUND)
    writer.send(*writer.signatures(1, 2))
    assert writer.state()["signed"] == [1, 2]
    writer.send(correction(4, "0", "291+"))
    assert writer.state()["signed"] == []


def test_the_handed_in_list_is_entered_and_checked_by_the_office(writer, table, schreiber, leiterin):
    writer.enter(*ROUND)
    writer.send(*writer.signatures(1, 2, 3, 4), other("hand_in"))
    sheet = main_sheet(table)
    for user, state in ((schreiber, Sheet.State.ENTERED), (leiterin, Sheet.State.CHECKED)):
        sheet.refresh_from_db()
        move(sheet.pk, state, Change(sheet.revision, user))
    assert results(sheet) == AFTER_ROUND
    assert writer.state()["state_name"] == "geprüft"


# ---- Followers


def test_who_follows_is_told_only_what_is_new(writer, table):
    follower = Device(table)
    first = follower.look()
    mark = first["ETag"]
    assert follower.look(if_none_match=mark).status_code == 304
    writer.enter("221+")
    assert follower.look(if_none_match=mark).status_code == 200
    assert follower.state()["rows"][0]["text"] == "221+"


def test_who_waits_is_told_nothing_of_other_tables_but_of_other_deals(evening, table):
    waiting = Device(table)
    mark = waiting.look()["ETag"]
    change_event(evening, rounds=2, deals_at_four=8)
    told = waiting.look(if_none_match=mark)
    assert (told.status_code, told.json()["expected"]) == (200, 8)
    assert Device(table.round.tables.get(number=2)).write().status_code == 200
    assert waiting.look(if_none_match=told["ETag"]).status_code == 304


def test_who_waits_once_more_is_told_who_sits_there_now(table, leiterin):
    waiting = Device(table)
    mark = waiting.look()["ETag"]
    sheet = open_sheet(table, leiterin)
    reseat(sheet.pk, [2, 1, 3, 4], Change(sheet.revision, leiterin, "anders gesessen"))
    sheet.refresh_from_db()
    move(sheet.pk, Sheet.State.ANNULLED, Change(sheet.revision, leiterin, "falscher Tisch"))
    told = waiting.look(if_none_match=mark)
    assert told.status_code == 200
    assert [seat["name"] for seat in told.json()["seats"]] == ["Gast B", "Gast A", "Gast C", "Gast D"]


def test_a_second_list_of_the_table_is_not_the_one_that_is_followed(writer, table, schreiber):
    writer.enter(*ROUND[:2])
    before = writer.state()
    twin = open_sheet(table, schreiber, Sheet.Kind.TWIN)
    append_row(twin.pk, Entered(declarer=3, score=24), Change(twin.revision, schreiber))
    assert writer.state() == before


def test_nobody_is_told_the_name_of_the_writing_device(writer, table):
    told = Device(table).look().text
    assert writer.name not in told


@pytest.mark.parametrize("rows", [1, 4])
def test_how_often_the_database_is_asked(writer, table, rows, django_assert_num_queries, monkeypatch):
    monkeypatch.setattr(followed, "BELIEVED", 1_000)
    writer.enter(*ROUND[:rows])
    mark = writer.look()["ETag"]
    with django_assert_num_queries(0):
        assert writer.look(if_none_match=mark).status_code == 304
        assert writer.look(if_none_match=f"W/{mark}").status_code == 304  # as a proxy that compresses has it
        assert Device(table).look(if_none_match=followed.NOTHING).status_code == 200
    with django_assert_num_queries(1):
        assert writer.look().status_code == 200
    followed.forget_all()
    with django_assert_num_queries(9):  # who sits at the other tables of the Serie is one of them
        writer.look()
    with django_assert_num_queries(3):
        writer.browser.get(writer.address)


def test_what_is_believed_takes_nothing_back(writer, table, schreiber, monkeypatch):
    """A process believes for a while that a list has not changed; whoever knows better is told no less."""
    reader, sheet = Device(table), Sheet.objects.get()
    before = reader.look()["ETag"]
    monkeypatch.setattr(followed, "BELIEVED", 1_000)
    append_row(sheet.pk, Entered(declarer=2, score=24), Change(sheet.revision, schreiber))  # by another process
    assert reader.look(if_none_match=before).status_code == 304
    assert reader.look(if_none_match=followed.NOTHING).json()["rows"] == []
    told = reader.look(if_none_match='"of another process"')
    assert [row["score"] for row in told.json()["rows"]] == [24]
    assert reader.look(if_none_match=before)["ETag"] == told["ETag"] != before
    append_row(sheet.pk, Entered(declarer=3, score=48), Change(sheet.revision + 1, schreiber))
    assert [row["score"] for row in reader.state()["rows"]] == [24, 48]  # a writing page may have no mark


def test_a_deal_is_answered_with_the_list_as_all_are_told_it(writer, table, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(followed, "BELIEVED", 1_000)
    for text in ROUND:
        answer = writer.enter(text)
        assert writer.look(if_none_match=answer["ETag"]).status_code == 304
        with django_assert_num_queries(0):
            told = Device(table).look(if_none_match=followed.NOTHING)
        followed.forget_all()
        look = Device(table).look()
        assert answer.json()["state"] == told.json() == look.json()
        assert answer["ETag"] == told["ETag"] == look["ETag"]


def test_a_deal_asks_the_database_the_same_for_every_row(writer, django_assert_num_queries):
    state = writer.state()
    for number, text in enumerate(ROUND):
        entry = row(number + 1, text, state["cycle"][number % 4][0])
        with django_assert_num_queries(20):  # two of them are the transaction, which is one within that of the test
            assert writer.send(entry).status_code == 200


def test_lists_that_are_followed_are_read_together(evening, monkeypatch, django_assert_num_queries):
    tables = [Device(table) for table in Table.objects.filter(round__event=evening, round__number=1)]
    marks = [device.look()["ETag"] for device in tables]
    monkeypatch.setattr(followed, "SEATS_BELIEVED", 1_000)
    tables[0].look()
    with django_assert_num_queries(1):
        assert tables[1].look(if_none_match=marks[1]).status_code == 304
    tables[0].write()
    with django_assert_num_queries(1):
        assert tables[1].look(if_none_match=marks[1]).status_code == 304
    assert tables[0].look(if_none_match=marks[0]).json()["lease"]["held"]


def test_what_nobody_asks_for_is_forgotten(evening, monkeypatch):
    first, second = (Device(table) for table in Table.objects.filter(round__event=evening, round__number=1)[:2])
    first.look()
    now = followed.time.monotonic()
    monkeypatch.setattr(followed.time, "monotonic", lambda: now + followed.REMEMBERED - 1)
    second.look()
    monkeypatch.setattr(followed.time, "monotonic", lambda: now + followed.REMEMBERED + 1)
    second.look()
    pk = int(second.address.split("/")[2])
    assert list(followed._followed) == [pk]


# ---- The office


def test_the_board_says_where_each_list_is_kept(writer, evening, sign_in, schreiber, client, table):
    address = reverse("lists:board", args=[evening.slug, 1])
    writer.enter(*ROUND[:2])
    page = sign_in(schreiber).get(address)
    seen = timezone.localtime(Lease.objects.get().seen_at).replace(microsecond=0)
    assert ("am Gerät von Platz 1" in page.text, f'data-since="{seen.isoformat()[:16]}' in page.text) == (True, True)
    assert "2 von 4 Zeilen" in text_of(page)
    assert "am Gerät" not in client.get(address).text
    Device(table).write(keeper=2, forced=True)
    assert "ohne Übergabe übernommen" in text_of(sign_in(schreiber).get(address))
    to_paper(main_sheet(table), schreiber)
    assert "wird auf Papier geführt" in text_of(sign_in(schreiber).get(address))


def test_the_office_takes_gives_back_and_ends_from_the_page_of_the_list(writer, table, sign_in, schreiber):
    sheet, desk = main_sheet(table), sign_in(schreiber)
    page = lambda: text_of(desk.get(reverse("lists:sheet", args=[sheet.pk])))  # noqa: E731
    assert "Auf Papier weiterführen" in page()
    desk.post(reverse("lists:to_paper", args=[sheet.pk]))
    assert ("Zurück ans Gerät geben" in page(), writer.enter("221+").status_code) == (True, 409)
    desk.post(reverse("lists:to_device", args=[sheet.pk]))
    assert writer.write().status_code == 200
    desk.post(reverse("lists:withdraw_address", args=[sheet.pk]))
    assert writer.look().status_code == 404
    assert device_path(Table.objects.get(pk=table.pk)) in desk.get(reverse("lists:sheet", args=[sheet.pk])).text


def test_only_those_who_enter_lists_are_shown_the_address(writer, table, sign_in, leser, client):
    address = reverse("lists:sheet", args=[main_sheet(table).pk])
    for browser in (sign_in(leser), client):
        assert device_path(table) not in browser.get(address).text
