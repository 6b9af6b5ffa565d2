"""Somebody comes late and sits down at a table whose list is open."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from skatliga.events.models import Event
from skatliga.events.services import enter_guests, seat_round, withdraw
from skatliga.lists.evaluation import Entered
from skatliga.lists.queries import view_of
from skatliga.lists.seat_changes import add_player
from skatliga.lists.services import Change, append_row, open_sheet, strike_rows
from skatliga.lists.workflow import sign
from web.desk import refused, results, scores, send, told
from web.replayed import world
from web.table import Device, code, correction, statuses

# Two rounds. At three: Anna wins Kreuz mit 1, Bert a Grand mit 1, Cora loses Pik mit 1. At four: Dora wins Kreuz mit 1,
# Anna loses Herz mit 1, two deals are passed in.
AT_THREE = [
    (1, {"game": "kreuz", "spitzen": 1, "won": True}),
    (2, {"game": "grand", "spitzen": 1, "won": True}),
    (3, {"game": "pik", "spitzen": 1, "won": False}),
]
AT_FOUR = [
    (4, {"game": "kreuz", "spitzen": 1, "won": True}),
    (1, {"game": "herz", "spitzen": 1, "won": False}),
    (0, {"game": "eingepasst"}),
    (0, {"game": "eingepasst"}),
]
WHY = "kam um halb neun"


@pytest.fixture
@world
def sheet(event, schreiber):
    Event.objects.update(deals_at_four=8, deals_at_three=6)
    enter_guests(event, [(name, "") for name in ("Anna", "Bert", "Cora", "Dora", "Emil", "Fritz", "Gerd")])
    seat_round(event.rounds.get(number=1), {1: [1, 2, 3], 2: [5, 6, 7]})
    return open_sheet(event.rounds.get(number=1).tables.get(number=1), schreiber)


def entry(sheet, number):
    return sheet.table.round.event.entries.get(start_number=number)


def play(sheet, rows, user, playing=None):
    for declarer, deal in rows:
        sheet.refresh_from_db()
        append_row(sheet.pk, Entered(declarer=declarer, deal=deal, playing=playing), Change(sheet.revision, user))
        playing = None
    sheet.refresh_from_db()


def test_before_the_first_deal_the_table_is_simply_larger(sheet, leiterin):
    view = add_player(sheet.pk, entry(sheet, 4), Change(sheet.revision, leiterin, WHY))
    assert (view.playing, view.active, view.expected) == ((1, 2, 3, 4), (2, 3, 4), 8)
    sheet.refresh_from_db()
    assert (sheet.seats, sheet.deals, sheet.seating) == (4, 8, "1, 2, 3, 4")


def test_behind_a_full_round_the_table_goes_on_with_four(sheet, schreiber, leiterin):
    play(sheet, AT_THREE, schreiber)
    sign(sheet, 1, "Anna", None)
    view = add_player(sheet.pk, entry(sheet, 4), Change(sheet.revision, leiterin, WHY))
    assert (view.playing, sheet.signatures.count()) == ((1, 2, 3), 0)
    play(sheet, AT_FOUR, schreiber, (1, 2, 3, 4))
    view = view_of(sheet)
    assert (view.expected, view.complete, view.open) == (7, True, [])
    # 40 for a deal lost by another of three, 30 for one of four (SkWO 6.3.1): Anna 24 - 40 + 40,
    # Bert 48 + 50 + 40 + 30, Cora - 44 - 50 + 30, Dora 24 + 50 + 30
    assert results(sheet) == [(1, -16, 1, 1, 24), (2, 48, 1, 0, 168), (3, -44, 0, 1, -64), (4, 24, 1, 0, 104)]


def test_a_penalty_or_a_struck_row_behind_the_round_does_not_break_it(sheet, schreiber, leiterin):
    play(sheet, AT_THREE, schreiber)
    append_row(sheet.pk, Entered(declarer=1, penalty=10, reason="Zeche"), Change(sheet.revision, schreiber))
    play(sheet, AT_THREE[:1], schreiber)
    strike_rows(sheet.pk, [5], Change(sheet.revision, schreiber, "falsch gegeben"))
    sheet.refresh_from_db()
    view = add_player(sheet.pk, entry(sheet, 4), Change(sheet.revision, leiterin, WHY))
    assert (view.playing, view.deals, view.frame.seats) == ((1, 2, 3), 3, 4)


def test_who_sits_there_may_be_said_again_within_a_round(sheet, schreiber, leiterin):
    play(sheet, AT_THREE[:1], schreiber)
    play(sheet, AT_THREE[1:], schreiber, (1, 2, 3))
    assert [row.closes_round for row in view_of(sheet).rows] == [False, False, True]
    assert add_player(sheet.pk, entry(sheet, 4), Change(sheet.revision, leiterin, WHY)).frame.seats == 4


def test_a_struck_row_alone_leaves_it_before_the_first_deal(sheet, schreiber, leiterin):
    play(sheet, AT_THREE[:1], schreiber)
    strike_rows(sheet.pk, [1], Change(sheet.revision, schreiber, "falsch gegeben"))
    sheet.refresh_from_db()
    view = add_player(sheet.pk, entry(sheet, 4), Change(sheet.revision, leiterin, WHY))
    assert (view.playing, view.active, view.expected) == ((1, 2, 3, 4), (2, 3, 4), 8)


def test_nobody_sits_down_at_a_list_that_has_all_its_deals(sheet, schreiber, leiterin):
    play(sheet, [*AT_THREE, *AT_THREE], schreiber)
    with pytest.raises(ValidationError) as refusal:
        add_player(sheet.pk, entry(sheet, 4), Change(sheet.revision, leiterin, WHY))
    assert refusal.value.messages == ["Diese Liste ist geschlossen; es kann sich niemand mehr dazusetzen."]


@pytest.mark.parametrize("way", ["office", "device", "code"])
def test_the_first_deal_is_corrected_as_one_of_three(way, sheet, schreiber, leiterin, sign_in):
    device, desk = Device(sheet.table), sign_in(schreiber)
    device.write()
    sheet.refresh_from_db()
    play(sheet, AT_THREE, schreiber)
    add_player(sheet.pk, entry(sheet, 4), Change(sheet.revision, leiterin, WHY))
    if way == "office":
        send(desk, sheet, "row", 1, art="kurz", tun="aendern", text="122+")
    elif way == "device":
        assert statuses(device.send(correction(1, "121+", "122+", 1, 2))) == ["accepted"]
    else:
        desk.post(reverse("scan"), query_params={"code": code(sheet, 1, 9, "122+241+311-")})
    view = view_of(sheet)
    # Anna deals the first deal and plays it: Kreuz mit 2 is 36
    assert scores(sheet) == [(1, 1, 36), (2, 2, 48), (3, 3, -44)]
    assert [(row.playing, row.dealer) for row in view.rows] == [((1, 2, 3), 1), ((1, 2, 3), 2), ((1, 2, 3), 3)]


@pytest.mark.parametrize(("text", "first"), [("122+", (1, 1, 36)), ("0", (1, 0, 0))])
def test_a_deal_forgotten_before_the_first_one_is_one_of_three(text, first, sheet, schreiber, leiterin, sign_in):
    play(sheet, [*AT_THREE[1:], (1, {"game": "herz", "spitzen": 1, "won": True})], schreiber)
    add_player(sheet.pk, entry(sheet, 4), Change(sheet.revision, leiterin, WHY))
    send(sign_in(schreiber), sheet, "row", 1, art="kurz", tun="einfuegen", text=text)
    # Kreuz mit 2 of Anna, who deals it, is 36
    assert scores(sheet) == [first, (2, 2, 48), (3, 3, -44), (4, 1, 20)]
    assert [(row.playing, row.dealer) for row in view_of(sheet).rows] == [
        ((1, 2, 3), dealer) for dealer in (1, 2, 3, 1)
    ]


@pytest.mark.parametrize(
    ("number", "reason", "deals", "said"),
    [
        (4, " ", 0, "Bitte eine Begründung angeben."),
        (5, WHY, 0, "Emil sitzt schon an Tisch 2."),
        (4, WHY, 2, "Ein Nachzügler spielt erst ab der nächsten Runde mit; bitte die Runde noch zu Ende spielen."),
    ],
)
def test_what_cannot_be_is_refused(sheet, schreiber, leiterin, number, reason, deals, said):
    play(sheet, AT_THREE[:deals], schreiber)
    with pytest.raises(ValidationError) as refusal:
        add_player(sheet.pk, entry(sheet, number), Change(sheet.revision, leiterin, reason))
    assert (refusal.value.messages, sheet.table.seats.count()) == ([said], 3)


def test_who_has_withdrawn_does_not_sit_down(sheet, leiterin):
    withdraw(entry(sheet, 4), "krank")
    with pytest.raises(ValidationError) as refusal:
        add_player(sheet.pk, entry(sheet, 4), Change(sheet.revision, leiterin, WHY))
    assert refusal.value.messages == ["Dora ist zurückgetreten."]


def test_the_page_of_the_list_offers_it_and_says_what_to_do_next(sheet, schreiber, leiterin, sign_in):
    play(sheet, AT_THREE, schreiber)
    page = reverse("lists:sheet", args=[sheet.pk])
    direction = sign_in(leiterin)
    assert "Nachzügler</legend>" in direction.get(page).text
    answer = send(direction, sheet, "latecomer", start_number=9, reason=WHY)
    assert told(direction, answer) == ["Diese Startnummer gibt es hier nicht."]
    answer = send(direction, sheet, "latecomer", start_number=4, reason=WHY)
    assert told(direction, answer) == [
        "Dora sitzt jetzt an Tisch 1. Beim ersten Spiel zu 4 bitte unter „ab hier am Tisch“ 1234 eintragen."
    ]
    assert "Nachzügler</legend>" not in sign_in(schreiber).get(page).text


def test_a_seat_the_list_does_not_have_leads_there(sheet, sign_in, schreiber):
    desk = sign_in(schreiber)
    sent = {"art": "wert", "wert__declarer": 2, "wert__score": 24, "wert__playing": "1234"}
    assert set(refused(send(desk, sheet, "entry", **sent))) == {
        "Die Liste hat nur 3 Plätze. Wer neu dazukommt, bekommt seinen Platz auf der Seite der Liste: „Nachzügler“."
    }
