"""What must not be possible with a list, however it is tried."""

import datetime

import pytest
from django.urls import reverse

from scoring.foot_check import PaperFoot
from skatliga.events.models import Event
from skatliga.events.services import create_event, enter_guests, seat_round
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import Revocation, Row, SeatResult, Sheet
from skatliga.lists.queries import view_of
from skatliga.lists.seat_changes import move_to_table, reseat
from skatliga.lists.services import Change, append_row, enter_feet, open_sheet, set_deals, strike_rows
from skatliga.lists.workflow import Decision, enter_totals, move, sign, unsign
from web.answers import refused
from web.replayed import world

State = Sheet.State


def deal(game, spitzen=None, won=None):
    return {"game": game} | ({"spitzen": spitzen} if spitzen else {}) | ({} if won is None else {"won": won})


@pytest.fixture
@world
def sheet(event, schreiber):
    """A list of four deals at four, opened."""
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, 9)])
    for round in event.rounds.all():
        seat_round(round, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    sheet = open_sheet(event.rounds.get(number=1).tables.get(number=1), schreiber)
    set_deals(sheet.pk, 4, Change(0, schreiber, "kurze Liste"))
    return sheet


def type_rows(sheet, user, rows):
    for declarer, fields in rows:
        sheet.refresh_from_db()
        append_row(sheet.pk, Entered(declarer=declarer, deal=fields), Change(sheet.revision, user))
    sheet.refresh_from_db()


FOUR = [(2, deal("kreuz", 1, True)), (1, deal("grand", 3, True)), (4, deal("herz", 1, False)), (0, deal("eingepasst"))]


def go(sheet, to, user, reason=""):
    sheet.refresh_from_db()
    move(sheet.pk, to, Change(sheet.revision, user, reason))
    sheet.refresh_from_db()


def test_a_twin_does_not_change_who_sat_where(sheet, schreiber, leiterin):
    type_rows(sheet, schreiber, FOUR)
    go(sheet, State.ENTERED, schreiber)
    go(sheet, State.CHECKED, schreiber)
    twin = open_sheet(sheet.table, schreiber, Sheet.Kind.TWIN)
    assert refused(reseat, twin.pk, [2, 1, 3, 4], Change(0, leiterin, "anders gesessen")) == [
        "Die Plätze gehören zur Liste, nicht zur Zweitliste; bitte dort ändern."
    ]
    assert refused(reseat, sheet.pk, [2, 1, 3, 4], Change(sheet.revision, leiterin, "anders gesessen")) == [
        "Diese Liste ist geprüft; bitte zuerst wieder öffnen."
    ]


def test_only_a_wrong_gesamt_can_be_let_pass(sheet, schreiber):
    feet = [PaperFoot(24, 1, 0, 104)] + [
        PaperFoot(0, 0, 0, 0)
    ] * 3  # one deal of four, and a Gesamt that is wrong as well
    assert refused(enter_totals, sheet.pk, feet, 0, Change(1, schreiber), Decision.ACCEPT) == [
        "Auf dem Zettel verrechnet sein kann nur ein Gesamt; bitte die übrigen Hinweise zuerst klären."
    ]
    feet = [PaperFoot(24, 1, 0, 75), PaperFoot(0, 0, 0, 0), PaperFoot(0, 0, 0, 0), PaperFoot(0, 0, 0, 0)]
    assert refused(enter_totals, sheet.pk, feet, 3, Change(1, schreiber), Decision.ACCEPT) == [
        "Bitte bei Platz 1 das Gesamt eintippen, das gelten soll: 74."
    ]
    enter_totals(sheet.pk, feet, 3, Change(1, schreiber), Decision.ACCEPT, amounts={1: 74})
    sheet.refresh_from_db()
    assert (sheet.state, sheet.note) == ("entered", "Auf dem Zettel verrechnet; es gilt der gerechnete Wert.")
    assert list(SeatResult.objects.values_list("leistung", flat=True)) == [74, 0, 0, 0]


def test_what_was_let_pass_once_does_not_let_something_else_pass(sheet, schreiber, leiterin):
    type_rows(sheet, schreiber, FOUR)
    enter_feet(sheet.pk, [PaperFoot(120, 1, 0, 999), None, None, None], None, Change(sheet.revision, schreiber))
    go(sheet, State.ENTERED, schreiber, "das Papier ist verrechnet")
    go(sheet, State.CHECKED, leiterin)  # the same finding was looked at
    go(sheet, State.ENTERED, leiterin, "noch einmal")
    feet = [PaperFoot(120, 1, 0, 999), PaperFoot(48, 1, 0), None, None]
    enter_feet(sheet.pk, feet, None, Change(sheet.revision, leiterin, "nachgetragen"))
    sheet.refresh_from_db()
    assert refused(move, sheet.pk, State.CHECKED, Change(sheet.revision, leiterin)) == [
        "Seit die Liste erfasst ist, geht etwas nicht mehr auf; bitte klären oder einen Vermerk schreiben."
    ]


def test_a_foot_is_corrected_after_the_entry_with_a_reason(sheet, schreiber):
    enter_totals(sheet.pk, [PaperFoot(24, 1, 0), *[PaperFoot(0, 0, 0)] * 3], 3, Change(1, schreiber))
    sheet.refresh_from_db()
    feet = [PaperFoot(48, 1, 0), *[PaperFoot(0, 0, 0)] * 3]
    assert refused(enter_totals, sheet.pk, feet, 3, Change(sheet.revision, schreiber)) == [
        "Bitte eine Begründung angeben."
    ]
    enter_totals(sheet.pk, feet, 3, Change(sheet.revision, schreiber, "falsch gelesen"))
    sheet.refresh_from_db()
    assert (sheet.state, list(sheet.results.values_list("leistung", flat=True))) == ("entered", [98, 0, 0, 0])


def test_a_struck_row_opens_an_entered_list_for_the_deal_in_its_place(sheet, schreiber):
    type_rows(sheet, schreiber, [*FOUR[:3], (1, deal("pik", 1, True))])
    go(sheet, State.ENTERED, schreiber)
    strike_rows(sheet.pk, [4], Change(sheet.revision, schreiber, "Kartenfehler"))
    sheet.refresh_from_db()
    assert sheet.state == "handed_in"
    [struck] = [row for row in view_of(sheet).rows if row.void]
    assert (struck.notation, struck.score, struck.account.score) == ("111+", 0, 22)
    type_rows(sheet, schreiber, [(2, deal("pik", 1, True))])
    go(sheet, State.ENTERED, schreiber)


def test_where_the_table_shrinks_the_rounds_left_are_played_by_three(event, schreiber):
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, 5)])
    seat_round(event.rounds.get(number=1), {1: [1, 2, 3, 4]})
    sheet = open_sheet(event.rounds.get(number=1).tables.get(), schreiber)
    for revision in range(16):
        append_row(sheet.pk, Entered(deal=deal("eingepasst")), Change(revision, schreiber))
    view = append_row(sheet.pk, Entered(deal=deal("eingepasst"), playing=(1, 3, 4)), Change(16, schreiber))
    assert (view.deals, view.expected) == (17, 40)  # four rounds of four, eight of three


def test_a_table_of_six_is_not_evaluated_by_a_rule_that_does_not_know_it(club):
    event = create_event(
        club,
        name="Zu sechst",
        date=datetime.date(2026, 11, 20),
        rounds=1,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
    )
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, 7)])
    assert event.table_sizes == (3, 4, 5)
    assert refused(seat_round, event.rounds.get(), {1: [1, 2, 3, 4, 5, 6]}) == [
        "Tisch 1 hat 6 Plätze; möglich sind 3, 4 oder 5."
    ]


def test_an_uncounted_game_explains_what_the_counters_do_not_say(club, schreiber):
    event = create_event(
        club,
        name="Hausrunde",
        date=datetime.date(2026, 11, 20),
        rounds=1,
        rulebook="hausrunde",
        evaluation="seeger-fabian",
        agreements={"ramsch_limit": 250},
    )
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, 4)])
    seat_round(event.rounds.get(), {1: [1, 2, 3]})
    sheet = open_sheet(event.rounds.get().tables.get(), schreiber)
    set_deals(sheet.pk, 3, Change(0, schreiber, "kurz"))
    # Two Ramsch of -80 and -60 for the first player, one Kreuz mit 1 won by the second.
    feet = [PaperFoot(-140, 0, 0, -140), PaperFoot(24, 1, 0, 74), PaperFoot(0, 0, 0, 0)]
    enter_totals(sheet.pk, feet, 0, Change(1, schreiber))
    sheet.refresh_from_db()
    assert (sheet.state, view_of(sheet).foot_findings) == ("entered", ())


def test_an_empty_list_is_not_put_aside(sheet, schreiber):
    assert refused(move, sheet.pk, State.IN_QUESTION, Change(1, schreiber)) == [
        "Auf der Liste steht noch nichts, was zu klären wäre."
    ]


def test_a_serie_can_be_seated_again_when_its_only_list_went_elsewhere(sheet, schreiber):
    wrong = sheet.table.round
    right = Event.objects.get().rounds.get(number=2)
    move_to_table(sheet.pk, right.tables.get(number=1), Change(1, schreiber, "falsche Serie"))
    seat_round(wrong, {1: [5, 6, 7, 8], 2: [1, 2, 3, 4]})
    right.refresh_from_db()
    assert right.started_at is not None


def test_the_twin_goes_where_the_list_goes(sheet, schreiber):
    twin = open_sheet(sheet.table, schreiber, Sheet.Kind.TWIN)
    other = Event.objects.get().rounds.get(number=2).tables.get(number=1)
    move_to_table(sheet.pk, other, Change(1, schreiber, "falsche Serie"))
    twin.refresh_from_db()
    assert twin.table == other


def test_signatures_are_taken_back_and_do_not_outlive_the_seats(sheet, schreiber, leiterin):
    sign(sheet, 1, "Gast 1", schreiber)
    sign(sheet, 2, "Gast 2", schreiber)
    unsign(sheet, 1, schreiber)
    assert [signature.name for signature in sheet.signatures.all()] == ["Gast 2"]
    reseat(sheet.pk, [2, 1, 3, 4], Change(1, leiterin, "anders gesessen"))
    assert not sheet.signatures.exists()


def test_the_one_who_typed_everything_confirms_nothing(sheet, schreiber, leiterin):
    Event.objects.update(second_person=True)
    type_rows(sheet, schreiber, FOUR)
    go(sheet, State.ENTERED, leiterin)
    assert refused(move, sheet.pk, State.CHECKED, Change(sheet.revision, schreiber)) == [
        "Bestätigen muss jemand anders als der, der die Liste erfasst hat."
    ]


def test_what_nobody_could_read_is_not_announced_as_corrected(sheet, schreiber, leiterin):
    Event.objects.update(state="draft")
    type_rows(sheet, schreiber, FOUR)
    go(sheet, State.ENTERED, schreiber)
    go(sheet, State.CHECKED, schreiber)
    go(sheet, State.ENTERED, leiterin, "noch einmal")
    assert not Revocation.objects.exists()


def test_reasons_are_nobodys_business_outside(sheet, schreiber, sign_in):
    type_rows(sheet, schreiber, FOUR)
    append = Entered(declarer=1, penalty=20, reason="hat betrogen")
    strike_rows(sheet.pk, [4], Change(sheet.revision, schreiber, "Streit am Tisch"))
    sheet.refresh_from_db()
    append_row(sheet.pk, append, Change(sheet.revision, schreiber))
    for address in (reverse("lists:sheet", args=[sheet.pk]), reverse("lists:row", args=[sheet.pk, 4])):
        page = sign_in(None).get(address).content.decode()
        assert "betrogen" not in page
        assert "Streit" not in page
    assert "Streit am Tisch" in sign_in(schreiber).get(reverse("lists:sheet", args=[sheet.pk])).content.decode()


def test_a_value_that_says_the_same_keeps_the_deal(sheet, schreiber, sign_in):
    type_rows(sheet, schreiber, FOUR)
    sent = {"art": "wert", "tun": "aendern", "wert-declarer": "2", "wert-score": "24", "wert-running": "24"}
    sign_in(schreiber).post(reverse("lists:row", args=[sheet.pk, 1]), {**sent, "revision": sheet.revision})
    row = sheet.rows.get(nr=1)
    assert (row.deal, row.score, row.running) == (deal("kreuz", 1, True), None, 24)


def test_another_change_from_the_same_page_is_another_change(sheet, schreiber, sign_in):
    browser = sign_in(schreiber)
    address = reverse("lists:entry", args=[sheet.pk])
    key = "11111111-2222-3333-4444-555555555555"
    sent = {"art": "kurz", "text": "221+", "revision": sheet.revision + 1, "key": key}
    for _time in range(2):
        assert browser.post(address, sent, headers={"HX-Request": "true"}).status_code == 200
    assert sheet.rows.count() == 1
    browser.post(address, {**sent, "text": "143.+", "revision": sheet.revision + 2}, headers={"HX-Request": "true"})
    assert sheet.rows.count() == 2


def test_a_part_of_a_page_is_refused_to_who_is_signed_out(sheet, sign_in):
    answer = sign_in(None).post(reverse("lists:entry", args=[sheet.pk]), headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (401, b"")


def test_what_is_shown_to_somebody_stays_out_of_shared_caches(sheet, schreiber, sign_in):
    address = reverse("lists:sheet", args=[sheet.pk])
    assert sign_in(schreiber).get(address).headers["Cache-Control"] == "private"
    assert "Cache-Control" not in sign_in(None).get(address).headers


FOR_A_SECOND = "max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=3"


@pytest.mark.parametrize(("page", "public"), [("", FOR_A_SECOND), ("rangliste.csv", "no-cache")])
def test_so_do_pages_that_are_asked_for_again_and_files(sheet, schreiber, sign_in, page, public):
    address = f"/ranglisten/{sheet.table.round.event.slug}/{page}"
    assert {*sign_in(schreiber).get(address).headers["Cache-Control"].split(", ")} == {"no-cache", "private"}
    anybody = sign_in(None).get(address)
    assert anybody.headers["Cache-Control"] == public
    assert "Cookie" in anybody.headers["Vary"]  # who has one, or another language, gets nothing of somebody else


def with_impossible_values(sheet, *at):
    """Eight rows of bare values of which those at these numbers have a score that no deal has, as a file can bring."""
    sheet.rows.all().delete()
    Sheet.objects.filter(pk=sheet.pk).update(deals=8, deals_fixed=True)
    declarers = (2, 3, 4, 1) * 2  # never the dealer
    for nr, declarer in enumerate(declarers, 1):
        Row.objects.create(sheet=sheet, nr=nr, declarer=declarer, score=7 if nr in at else 24)
    sheet.refresh_from_db()


def test_what_was_let_pass_in_one_row_is_asked_about_in_another(sheet, schreiber, leiterin):
    with_impossible_values(sheet, 1)
    go(sheet, State.ENTERED, schreiber, "so steht es da")
    with_impossible_values(sheet, 5)  # of the same seat, with the same value
    assert refused(move, sheet.pk, State.CHECKED, Change(sheet.revision, leiterin)) == [
        "Seit die Liste erfasst ist, geht etwas nicht mehr auf; bitte klären oder einen Vermerk schreiben."
    ]
    with_impossible_values(sheet, 1)
    go(sheet, State.CHECKED, leiterin)
    assert sheet.state == State.CHECKED
