"""Lists that were begun by a card, or changed hands, before the site heard of it; and what came too late."""

import hmac
import json
from base64 import b32decode, b32encode
from hashlib import sha256
from io import BytesIO
from urllib.parse import urlencode
from zlib import crc32

import pytest
import zxingcpp
from django.urls import reverse
from PIL import Image

from skatliga.access import Role
from skatliga.events.models import Event, Table
from skatliga.events.services import seat_round
from skatliga.lists.access import CARD_LENGTH, card_lease, rules_of
from skatliga.lists.models import Lease, Sheet, StrayDeal
from skatliga.lists.paper_codes import device_code_path
from skatliga.lists.queries import main_sheet
from skatliga.lists.services import Change
from skatliga.lists.workflow import move
from skatliga.printing.cards import table_cards
from skatliga.printing.pdf import code_of
from web.desk import ROUND, scores, text_of, told
from web.table import Device, correction, other, row, statuses

SCORES = [(1, 2, 24), (2, 1, 120), (3, 4, -80), (4, 0, 0)]
ROWS = "".join(ROUND).upper()
FEET = "120.1.0/24.1.0/0.0.0/-80.0.1"
NO_MORE = "Der Code auf dieser Tischkarte gilt nicht mehr"


@pytest.fixture
def table(evening) -> Table:
    return Table.objects.select_related("round__event").get(round__event=evening, round__number=1, number=1)


@pytest.fixture
def card(table) -> str:
    return card_lease(table)


@pytest.fixture
def desk(sign_in, schreiber):
    return sign_in(schreiber)


def hand_over(device: Device, generation: int) -> str:
    """The code of a device, made a second time: l, i and o are taken for 1, I and 0."""
    digest = hmac.new(device.name.encode(), str(generation).encode(), sha256).digest()
    return b32encode(digest).decode().lower()[:8].replace("i", "8").replace("l", "8").replace("o", "9")


def claimed(table, claim, generation=1, counter=9, rows=ROWS, signed="1234", feet=FEET):
    """The code of a list of which the site has not heard."""
    names = "\n".join(f"{seat['name']}//" for seat in Device(table).state()["seats"])
    said = f"T{table.pk}:{generation}:{counter}:{rows}:{signed}:{crc32(names.encode()):08X}:{feet}:{claim.upper()}"
    return f"{said}:{crc32(said.encode()):08X}"


# ---- The card


def test_the_card_says_who_sits_where_and_only_the_site_could_have_made_it(table, card):
    path, _, said = device_code_path(table).partition("#")
    kind, rules, serie, number, names, lease = said.split(":")
    assert (path, kind, rules, serie, number) == (Device(table).address, "K", rules_of(table.round.event), "1", "1")
    assert b32decode(names + "=" * (-len(names) % 8)).decode() == "Gast A\nGast B\nGast C\nGast D"
    assert (lease.lower(), len(card)) == (card, CARD_LENGTH)
    others = Table.objects.select_related("round__event").exclude(pk=table.pk)
    assert len({card_lease(each) for each in others} | {card}) == 4


def test_a_camera_reads_the_card_of_the_longest_names(table):
    """Four names of forty signs: version 16 of 40, and read where each square has four points of a picture."""
    longest = device_code_path(table)
    names = b32encode("\n".join(["Übermäßig-Langenfels, Maximiliane Sophie"] * 4).encode()).decode().rstrip("=")
    parts = longest.split(":")
    address = "https://skat.verein-beispiel.example.org" + ":".join([*parts[:4], names, parts[5]])
    code = code_of(address)
    assert (int(code.version) <= 16, code.error) == (True, "M")
    picture = BytesIO()
    code.save(picture, kind="png", scale=4, border=4)
    [read] = zxingcpp.read_barcodes(Image.open(picture))
    assert read.text == address


def test_the_page_knows_its_rules_and_the_list_before_the_first_deal(client, table):
    page = client.get(Device(table).address)
    assert page["Skatliga-Rules"] == rules_of(table.round.event)
    assert f'data-rules="{rules_of(table.round.event)}"' in page.text
    state = Device(table).state()
    start = page.context["starts"]["4"]
    known = {"seats": state["seats"], "rules": rules_of(table.round.event), "place": [1, 1]}
    assert json.loads(json.dumps(start)) | known == state


def test_other_rules_are_called_otherwise(table):
    event = table.round.event
    found = {rules_of(event)}
    for changed in ({"deals_at_four": 36}, {"evaluation": "seeger"}, {"agreements": {"kontra": True}}, {"target": 7}):
        found.add(rules_of(Event(**{"rulebook": event.rulebook, "evaluation": event.evaluation, **changed})))
    assert len(found) == 5


# ---- The lease


def test_a_list_begun_by_its_card_is_opened_when_the_site_hears_of_it(table, card):
    device = Device(table)
    answer = device.write(keeper=2, code=card, number=1)
    assert (answer.status_code, answer.json()["generation"]) == (200, 1)
    assert statuses(device.send(*(row(nr, text, nr) for nr, text in enumerate(ROUND, 1)))) == ["accepted"] * 4
    assert device.write(keeper=2, code=card, number=1).json()["generation"] == 1  # its answer was lost
    assert scores(main_sheet(table)) == SCORES


def test_a_forged_card_and_one_of_another_table_begin_nothing(table):
    neighbour = Table.objects.select_related("round__event").get(round=table.round, number=2)
    for wrong in ("a" * CARD_LENGTH, card_lease(neighbour)):
        refused = Device(table).write(code=wrong, number=1)
        assert (refused.status_code, NO_MORE in refused.json()["said"][0]) == (422, True)
    assert Lease.objects.count() == 0


def test_a_card_from_before_the_rules_changed_says_so(table, card):
    Event.objects.update(deals_at_four=8)
    refused = Device(table).write(code=card, number=1)
    assert (refused.status_code, NO_MORE in refused.json()["said"][0]) == (422, True)
    assert refused.json()["state"]["rows"] == []


def test_a_card_of_seats_that_were_drawn_anew_opens_nothing(table, card):
    device = Device(table)
    seat_round(table.round, {1: [2, 1, 3, 4], 2: [5, 6, 7, 8]})
    assert device.write(code=card, number=1).status_code == 404


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (2, 0, 1)])
def test_of_all_hands_the_last_writes_whoever_the_site_hears_first(table, card, order):
    devices = [Device(table) for _hand in range(3)]
    claims = [card]
    for number, device in enumerate(devices[:2], 1):
        claims.append(f"{claims[-1]}.{hand_over(device, number)}")
    for each in order:
        devices[each].write(keeper=each + 1, code=claims[each], number=each + 1)
    lease = Lease.objects.get()
    assert (lease.holder, lease.generation, lease.keeper, lease.forced_at) == (devices[2].name, 3, 3, None)


def test_somebody_else_is_not_pushed_aside_by_the_card(table, card):
    first = Device(table)
    first.write(keeper=3)
    refused = Device(table).write(code=card, number=1)
    assert (refused.status_code, refused.json()["held"], refused.json()["state"]["lease"]["keeper"]) == (409, True, 3)
    assert statuses(first.enter("221+")) == ["accepted"]


@pytest.mark.parametrize("claim", ["." * 90, "221+", "ä" * 16, "a" * 8, "%00", "A.B.C"])
def test_what_is_no_claim_is_refused_like_a_wrong_one(table, claim):
    Device(table).write()
    assert Device(table).write(code=claim, number=7).status_code in (409, 422)
    assert Device(table).write(code="a" * 101).status_code == 400
    assert Lease.objects.get().generation == 1


# ---- What comes too late


def test_what_comes_from_who_writes_no_more_is_kept_for_the_office(table, desk, schreiber):
    first, second = Device(table), Device(table)
    first.write()
    first.enter("221+")
    second.write(keeper=2, forced=True)
    second.enter("143.+")
    sent = [row(2, "143.+", 2), row(3, "402/-", 3), correction(3, "402/-", "403/-"), row(4, "291+", 4)]
    late = first.send(*sent, other("undo", nr=4, before="291+"))
    assert late.status_code == 409
    first.send(*sent, other("undo", nr=4, before="291+"))  # its answer was lost
    assert list(StrayDeal.objects.values_list("nr", "text")) == [(3, "403/-")]
    address = reverse("lists:sheet", args=[main_sheet(table).pk])
    page = text_of(desk.get(address))
    assert "Zu spät vom Tisch gekommen" in page
    assert "Zeile 3: 403/-, Platz 4, um" in page and "(-100)" in page
    deal = StrayDeal.objects.get()
    desk.post(reverse("lists:note_stray", args=[main_sheet(table).pk]), {"spiel": [deal.pk, "x", "9" * 30]})
    assert "Zu spät vom Tisch gekommen" not in text_of(desk.get(address))
    assert StrayDeal.objects.get().noted_by == schreiber


def test_what_stands_on_the_list_by_now_is_told_to_nobody(table, desk):
    first, second = Device(table), Device(table)
    first.write()
    second.write(keeper=2, forced=True)
    first.send(row(1, "221+", 1), row(2, "1 22", 2), row(3, "7", 3), row(4, "", 4))
    second.enter("221+")
    page = text_of(desk.get(reverse("lists:sheet", args=[main_sheet(table).pk])))
    assert "Zeile 1:" not in page
    assert "Zeile 2: 1 22, Platz 1" in page


def test_a_list_that_was_handed_in_keeps_aside_what_comes_then(table, schreiber):
    device = Device(table)
    device.write()
    device.enter(*ROUND[:2])
    sheet = main_sheet(table)
    move(sheet.pk, Sheet.State.HANDED_IN, Change(sheet.revision, schreiber, "auf Papier zu Ende"))
    late = device.send(row(3, "402/-", 3))
    assert statuses(late) == ["refused"]
    assert [(each.nr, each.text) for each in StrayDeal.objects.all()] == [(3, "402/-")]
    assert scores(sheet) == SCORES[:2]


def test_nobody_fills_the_house(table, monkeypatch):
    monkeypatch.setattr("skatliga.lists.device.aside.MOST_KEPT", 3)
    Device(table).write()
    stranger = Device(table)
    stranger.list = str(main_sheet(table).pk)
    for _time in range(3):
        stranger.send(*(row(nr, "221+", 1) for nr in range(1, 3)))
    assert StrayDeal.objects.count() == 3


# ---- The office scans a list of which the site has not heard


def take(desk, payload):
    return told(desk, desk.post(f"{reverse('scan')}?{urlencode({'code': payload})}"))


def test_a_list_that_never_had_a_network_comes_in_by_its_code(desk, table, card):
    payload = claimed(table, card)
    first = desk.get(reverse("scanned", args=[payload]))
    assert "hier ist sie noch nicht angelegt" in first.text and Sheet.objects.count() == 0
    page = desk.post(f"{reverse('scan')}?{urlencode({'code': payload})}", follow=True)
    assert page.text.count('aria-label="stimmt überein"') == 4
    assert "<button autofocus>Übernehmen" in page.text
    assert take(desk, payload) == ["Die Liste vom Gerät ist übernommen."]
    sheet = main_sheet(table)
    assert (scores(sheet), sheet.state, sheet.signatures.count()) == (SCORES, Sheet.State.HANDED_IN, 4)
    assert take(desk, payload) == ["Dieser Code war schon übernommen; es hat sich nichts geändert."]
    late = Device(table).write(code=card, number=1)
    assert (late.status_code, late.json()["state"]["open"]) == (422, False)


def test_a_foot_that_was_counted_otherwise_is_named(desk, table, card):
    Device(table).write(code=card)
    Lease.objects.update(holder="", generation=0)
    payload = claimed(table, card, feet=FEET.replace("24.1.0", "24.2.0"))
    page = desk.get(reverse("scanned", args=[payload]))
    assert page.text.count('aria-label="stimmt überein"') == 3
    assert ("24, 2 : 0" in text_of(page), "<button autofocus>" in page.text) == (True, False)


def test_parts_of_a_game_are_taken_one_after_the_other(desk, table, card):
    half = claimed(table, card, counter=3, rows="221+143.+", signed="", feet="120.1.0/24.1.0/0.0.0/0.0.0")
    desk.post(f"{reverse('scan')}?{urlencode({'code': half})}")
    assert take(desk, half) == ["Die Liste vom Gerät ist übernommen."]
    assert take(desk, claimed(table, card, counter=9)) == ["Die Liste vom Gerät ist übernommen."]
    assert scores(main_sheet(table)) == SCORES
    assert "abgegeben" in take(desk, claimed(table, card, counter=10))[0]


def test_a_code_from_just_before_the_site_heard_of_its_device_is_taken(desk, table, card):
    device = Device(table)
    device.write(code=card, number=1)
    device.enter("221+")
    assert take(desk, claimed(table, f"{card}.{hand_over(device, 1)}")) == ["Die Liste vom Gerät ist übernommen."]
    assert (scores(main_sheet(table)), Lease.objects.get().holder) == (SCORES, device.name)


@pytest.mark.parametrize("wrong", ["forged", "another writes", "damaged", "no table"])
def test_what_nobody_has_begun_is_not_taken(desk, table, card, wrong):
    device = Device(table)
    device.write(keeper=2)
    payload = claimed(table, "a" * CARD_LENGTH if wrong == "forged" else card)
    if wrong == "damaged":
        payload = payload[:-1] + ("0" if payload[-1] != "0" else "1")
    if wrong == "no table":
        payload = payload.replace(f"T{table.pk}:", "T99999:")
    desk.post(f"{reverse('scan')}?{urlencode({'code': payload})}")
    assert (scores(main_sheet(table)), Sheet.objects.count()) == ([], 1)
    assert statuses(device.enter("221+")) == ["accepted"]


def test_who_was_handed_the_list_shows_it_without_having_been_heard(desk, table, card):
    first = Device(table)
    first.write(code=card, number=1)
    first.enter("221+")
    payload = claimed(table, f"{card}.{hand_over(first, 1)}", generation=2)
    assert take(desk, payload) == ["Die Liste vom Gerät ist übernommen."]
    assert (scores(main_sheet(table)), first.enter("291+").status_code) == (SCORES, 409)


def test_a_printed_card_leads_to_its_table(evening, table):
    found = table_cards(table.round, Role.LISTENFUEHRER, "https://skat.example.org")
    tables = Table.objects.filter(round=table.round).select_related("round__event").order_by("number")
    assert [card.address for card in found] == [f"https://skat.example.org{device_code_path(each)}" for each in tables]
    assert [card.address for card in table_cards(table.round, Role.READER, "")] == ["", ""]
