"""What a device may send that is old, broken, somebody else's or meant to do harm: nothing of it changes a list."""

import json
from uuid import uuid4

import pytest
from django.test import Client

from skatliga.events.models import Table
from skatliga.lists.device import actions
from skatliga.lists.models import Row, Sheet, Submission
from skatliga.lists.queries import main_sheet
from skatliga.lists.services import Change, open_sheet
from skatliga.lists.workflow import move
from web.desk import ROUND, scores
from web.table import Device, correction, row, statuses


@pytest.fixture
def table(evening) -> Table:
    return Table.objects.select_related("round__event").get(round__event=evening, round__number=1, number=1)


@pytest.fixture
def writer(table) -> Device:
    device = Device(table)
    assert device.write().status_code == 200
    return device


ENTRY = {"key": str(uuid4()), "kind": "row", "nr": 1, "text": "221+", "dealer": 1}
BROKEN = {
    "no JSON": b"221+",
    "not UTF-8": b"\xff\xfe{}",
    "nothing": b"",
    "no object": [],
    "no entries": {"entries": None},
    "an entry that is none": {"entries": ["221+"]},
    "an unknown kind": {"entries": [ENTRY | {"kind": "delete"}]},
    "a kind that is a list": {"entries": [ENTRY | {"kind": ["row"]}]},
    "no key": {"entries": [ENTRY | {"key": "1"}]},
    "a key that is a number": {"entries": [ENTRY | {"key": 1}]},
    "a row before the first": {"entries": [ENTRY | {"nr": -1}]},
    "a row that is no number": {"entries": [ENTRY | {"nr": "1"}]},
    "a row that is true": {"entries": [ENTRY | {"nr": True}]},
    "a row far behind": {"entries": [ENTRY | {"nr": 10**20}]},
    "a long text": {"entries": [ENTRY | {"text": "2" * 41}]},
    "a text no database keeps": {"entries": [ENTRY | {"text": "22\x001+"}]},
    "half a character": {"entries": [ENTRY | {"text": "22\ud8001+"}]},
    "agreement of texts": {"entries": [ENTRY | {"agreed": ["1", "2"]}]},
    "agreement of a crowd": {"entries": [ENTRY | {"agreed": list(range(10_000))}]},
    "a signature under nothing": {"entries": [ENTRY | {"kind": "sign", "seat": 1}]},
    "signed sums of a crowd": {"entries": [ENTRY | {"feet": [["A", 1]] * 7}]},
    "signed sums of nobody": {"entries": [ENTRY | {"feet": [[1, 1]]}]},
    "signed sums that are none": {"entries": [ENTRY | {"feet": [["A", True]]}]},
    "10,000 entries": {"entries": [{"kind": "row"}] * 10_000},
    "a device that is none": {"device": "me", "entries": [ENTRY]},
    "a lease that is none": {"generation": "1", "entries": [ENTRY]},
    "a list that is none": {"list": "1", "entries": [ENTRY]},
}


@pytest.mark.parametrize("sent", BROKEN.values(), ids=BROKEN.keys())
def test_what_has_no_meaning_is_refused_as_a_whole(sent, writer, table):
    if isinstance(sent, dict):
        sent = json.dumps({"device": writer.name, "generation": 1, "list": writer.list, **sent})
    elif isinstance(sent, list):
        sent = json.dumps(sent)
    answer = writer.post("senden/", sent)
    assert (answer.status_code, len(answer.json()["said"])) == (400, 1)
    assert (Row.objects.count(), Submission.objects.count()) == (0, 0)


def test_nested_without_end(writer):
    assert writer.post("senden/", "[" * 50_000).status_code == 400


def test_more_than_a_list_is_not_read(writer):
    assert writer.post("senden/", b" " * 100_001).status_code == 400


@pytest.mark.parametrize(
    "text", ["", "999", "221", "221+221+", "1' OR 1=1", "2+100000", "2+25", "{}", "221+=5=5", "７２１+"]
)
def test_what_is_no_deal_is_refused(text, writer, table):
    assert statuses(writer.send(row(1, text, 1))) == ["refused"]
    assert scores(main_sheet(table)) == []


def test_only_the_device_with_the_lease_writes(writer, table):
    stranger = Device(table)
    stranger.list = writer.list
    assert stranger.send(row(1, "221+", 1), generation=1).status_code == 409
    assert writer.send(row(1, "221+", 1), generation=2).status_code == 409
    assert scores(main_sheet(table)) == []


def test_no_other_list_is_written(writer, evening, schreiber):
    second = Table.objects.get(round__event=evening, round__number=1, number=2)
    foreign = open_sheet(second, schreiber)
    assert writer.send(row(1, "221+", 1), list=str(foreign.pk)).status_code == 409
    neighbour = Device(second)
    assert neighbour.send(row(1, "221+", 1), device=writer.name, generation=1, list=writer.list).status_code == 409
    assert Row.objects.count() == 0


def test_a_key_of_another_list_hides_nothing(writer, evening):
    neighbour = Device(Table.objects.get(round__event=evening, round__number=1, number=2))
    neighbour.write()
    key = uuid4()
    assert statuses(writer.send(row(1, "221+", 1, key))) == ["accepted"]
    assert statuses(neighbour.send(row(1, "291+", 1, key))) == ["refused"]
    assert statuses(neighbour.send(row(1, "291+", 1, uuid4()))) == ["accepted"]
    assert Row.objects.count() == 2


def test_rows_ahead_behind_and_beyond_the_end(writer, table):
    writer.enter(*ROUND)
    assert statuses(writer.send(row(4, "291+", 4))) == ["clash"]
    assert statuses(writer.send(row(6, "291+", 2))) == ["clash"]
    assert statuses(writer.send(row(5, "221+", 1))) == ["refused"]  # it has four deals
    assert len(scores(main_sheet(table))) == 4


def test_somebody_who_does_not_sit_there_neither_signs_nor_agrees(writer, table):
    writer.enter(*ROUND)
    assert statuses(writer.send(*writer.signatures(5))) == ["refused"]
    assert statuses(writer.send(*writer.signatures(0))) == ["refused"]
    assert statuses(writer.send(correction(1, "221+", "211+", 5, 6))) == ["refused"]
    assert main_sheet(table).signatures.count() == 0


def test_a_list_is_not_changed_for_ever(writer, table, monkeypatch):
    monkeypatch.setattr(actions, "MOST_CHANGES", 4)
    writer.enter("221+")
    answers = [statuses(writer.send(correction(1, *pair))) for pair in (("221+", "222+"), ("222+", "221+")) * 2]
    assert answers == [["accepted"]] * 3 + [["refused"]]


def test_a_list_the_office_has_annulled_is_not_written(writer, table, leiterin):
    writer.enter("221+")
    sheet = main_sheet(table)

    move(sheet.pk, Sheet.State.ANNULLED, Change(sheet.revision, leiterin, "falscher Tisch"))
    assert writer.send(row(2, "143.+", 2)).status_code == 409
    assert writer.state()["list"] == ""


@pytest.mark.parametrize("path", ["", "stand/", "app.webmanifest"])
def test_what_is_only_read_is_not_written(writer, path):
    assert writer.post(path, {}).status_code == 405


@pytest.mark.parametrize("path", ["schreiben/", "senden/"])
def test_what_writes_is_not_read(writer, path):
    assert writer.browser.get(writer.address + path).status_code == 405


def test_no_token_is_needed_since_the_address_is_the_secret(table):
    assert Device(table, Client(enforce_csrf_checks=True)).write().status_code == 200
