"""Writing lists: rows, feet, states. Expected sums are added up by hand (SkWO 6.3.1), or those of the office's mask."""

import datetime
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from scoring import BOOKS, parse
from scoring.deal_json import deal_fields
from scoring.foot_check import PaperFoot
from skatliga.access import Role, SignInNeededError
from skatliga.events.models import Event, Table
from skatliga.events.services import create_event, enter_guests, seat_round, set_state
from skatliga.lists.access import sheet_for
from skatliga.lists.evaluation import Entered, Frame, reckon
from skatliga.lists.models import SeatResult, Sheet
from skatliga.lists.proposals import proposals_for
from skatliga.lists.queries import view_of
from skatliga.lists.seat_changes import move_to_table
from skatliga.lists.services import (
    Change,
    ConflictError,
    append_row,
    correct_row,
    enter_feet,
    open_sheet,
    strike_rows,
    undo_last,
)
from skatliga.lists.workflow import MOVES, move, sign
from web.answers import refused
from web.desk import results
from web.replayed import world

ISKO = BOOKS["isko-2022"]
State = Sheet.State

# A round at four: Kreuz mit 1, Grand Hand mit 3, Herz ohne 2 Schneider lost, passed in.
ROUND = ("221+", "143.+", "402/-", "0")
# Points, won, lost, and with 50 for an own game and 30 for a lost one of the others.
AFTER_ROUND = [(1, 120, 1, 0, 200), (2, 24, 1, 0, 104), (3, 0, 0, 0, 30), (4, -80, 0, 1, -130)]

# The mask of the office: four players, 48 deals, one passed in; Gesamt of seat 3 is one short.
MASK = [PaperFoot(19, 3, 1, 329), PaperFoot(292, 10, 3, 792), PaperFoot(473, 12, 2, 1152), PaperFoot(172, 14, 2, 952)]
RIGHT = [*MASK[:2], PaperFoot(473, 12, 2, 1153), MASK[3]]


def seat_two_tables(event):
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, 9)])
    for round in event.rounds.all():
        seat_round(round, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})


@pytest.fixture
@world
def table(event):
    """Table 1 of Serie 1 with four players and 48 deals."""
    seat_two_tables(event)
    return Table.objects.get(round__event=event, round__number=1, number=1)


@pytest.fixture
@world
def short(club):
    """An evening of one round at four."""
    evening = create_event(
        club,
        name="Kurzer Abend",
        date=datetime.date(2026, 11, 21),
        rounds=2,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
        deals_at_four=4,
        deals_at_three=3,
    )
    seat_two_tables(evening)
    return evening


@pytest.fixture
@world
def sheet(table, schreiber):
    return open_sheet(table, schreiber)


@pytest.fixture
@world
def short_sheet(short, schreiber):
    return open_sheet(Table.objects.get(round__event=short, round__number=1, number=1), schreiber)


def typed(text: str, nr: int = 0) -> Entered:
    """What compact notation enters."""
    entry = parse(text, ISKO)
    return Entered(nr=nr, declarer=entry.seat, deal=deal_fields(entry.deal))


def type_in(sheet, user, *texts):
    for text in texts:
        sheet.refresh_from_db()
        append_row(sheet.pk, typed(text), Change(sheet.revision, user))
    sheet.refresh_from_db()


def test_a_new_list_copies_what_it_is_valued_by(table, schreiber):
    sheet = open_sheet(table, schreiber)
    copied = (sheet.rulebook, sheet.evaluation, sheet.seats, sheet.deals, sheet.state, sheet.revision)
    assert copied == ("isko-2022", "seeger-fabian", 4, 48, State.OPEN, 0)
    table.round.refresh_from_db()
    assert table.round.started_at is not None


def test_a_table_has_one_list_and_one_twin(sheet, table, schreiber):
    assert refused(open_sheet, table, schreiber) == ["Für diesen Tisch gibt es diese Liste schon."]
    assert open_sheet(table, schreiber, Sheet.Kind.TWIN).kind == "twin"


def test_no_list_without_seats(event, schreiber):
    table = event.rounds.first().tables.create(number=1)
    assert refused(open_sheet, table, schreiber) == [
        "An diesem Tisch sitzt niemand; bitte zuerst die Plätze eintragen."
    ]


def test_rows_add_up_and_results_are_kept_with_them(short_sheet, schreiber):
    version = Event.objects.get(pk=short_sheet.table.round.event_id).version
    type_in(short_sheet, schreiber, *ROUND)
    assert results(short_sheet) == AFTER_ROUND
    assert short_sheet.revision == 4
    assert Event.objects.get(pk=short_sheet.table.round.event_id).version == version + 4
    entered = [result.entry.start_number for result in short_sheet.results.all()]
    assert entered == [1, 2, 3, 4]


def test_the_view_shows_every_row_in_words(short_sheet, schreiber):
    type_in(short_sheet, schreiber, *ROUND)
    view = view_of(short_sheet)
    assert [(row.number, row.dealer, row.declarer, row.score, row.total, row.notation) for row in view.rows] == [
        (1, 1, 2, 24, 24, "221+"),
        (2, 2, 1, 120, 120, "143.+"),
        (3, 3, 4, -80, -80, "402/-"),
        (4, 4, 0, 0, 0, "0"),
    ]
    assert [row.closes_round for row in view.rows] == [False, False, False, True]
    assert (view.complete, view.flawless) == (True, True)


def test_the_dealer_cannot_play(sheet, schreiber):
    type_in(sheet, schreiber, "221+")
    assert refused(append_row, sheet.pk, typed("221+"), Change(1, schreiber)) == [
        "Spiel 2: Platz 2 gibt und sitzt aus; bitte den Platz ändern. (ISkO 3.2)"
    ]
    sheet.refresh_from_db()
    assert (sheet.revision, sheet.rows.count()) == (1, 1)


def test_a_value_no_deal_has_is_refused(sheet, schreiber):
    [sentence] = refused(append_row, sheet.pk, Entered(nr=0, declarer=2, score=25), Change(0, schreiber))
    assert sentence.startswith("Spiel 1: Kein Spiel im Regelwerk") and "den Wert 25;" in sentence


def test_a_running_total_of_the_paper_is_compared(sheet, schreiber):
    append_row(sheet.pk, Entered(nr=0, declarer=2, score=24, running=24), Change(0, schreiber))
    assert refused(append_row, sheet.pk, Entered(nr=0, declarer=1, score=-36, running=-38), Change(1, schreiber)) == [
        "Spiel 2: Platz 1: mit -36 wären es -36, auf dem Papier steht -38. (SkWO 6.3.1)"
    ]


def test_deals_and_bare_values_mix(short_sheet, schreiber):
    type_in(short_sheet, schreiber, *ROUND[:1])
    append_row(short_sheet.pk, Entered(nr=0, declarer=1, score=120), Change(1, schreiber))
    type_in(short_sheet, schreiber, *ROUND[2:])
    assert results(short_sheet) == AFTER_ROUND


def test_a_full_list_takes_no_further_deal(short_sheet, schreiber):
    type_in(short_sheet, schreiber, *ROUND)
    assert refused(append_row, short_sheet.pk, typed("221+"), Change(4, schreiber)) == [
        "Die Liste hat ihre 4 Spiele schon; bitte die Zeilen mit dem Papier vergleichen."
    ]


def test_whoever_is_second_is_told_so_and_nothing_is_doubled(sheet, schreiber, leiterin):
    append_row(sheet.pk, typed("221+"), Change(0, schreiber))
    with pytest.raises(ConflictError, match="Jemand anders hat diese Liste inzwischen geändert"):
        append_row(sheet.pk, typed("243+"), Change(0, leiterin))
    assert sheet.rows.count() == 1


def test_a_request_sent_again_is_recognised(sheet, schreiber):
    key = uuid4()
    first = append_row(sheet.pk, typed("221+"), Change(0, schreiber, key=key))
    again = append_row(sheet.pk, typed("221+"), Change(0, schreiber, key=key))
    assert (first, sheet.rows.count()) == (again, 1)


def test_the_database_refuses_two_rows_of_one_number(sheet, schreiber):
    type_in(sheet, schreiber, "221+")
    with pytest.raises(IntegrityError), transaction.atomic():
        sheet.rows.create(nr=1, declarer=2, score=24)


def test_undo_takes_back_the_last_row_and_the_history_keeps_it(sheet, schreiber):
    type_in(sheet, schreiber, "221+", "143.+")
    view = undo_last(sheet.pk, Change(2, schreiber))
    assert [row.notation for row in view.rows] == ["221+"]
    gone = sheet.rows.model.history.filter(sheet=sheet, history_type="-").get()
    assert (gone.nr, gone.history_user) == (2, schreiber)
    assert refused(undo_last, open_twin(sheet, schreiber).pk, Change(0, schreiber)) == [
        "Es gibt noch keine Zeile, die sich zurücknehmen ließe."
    ]


def open_twin(sheet, user):
    return open_sheet(sheet.table, user, Sheet.Kind.TWIN)


def test_a_correction_is_kept_beside_what_was_there(short_sheet, schreiber, leiterin):
    type_in(short_sheet, schreiber, *ROUND)
    # Kreuz mit 2 instead of mit 1 is 36, twelve more for seat 2 alone.
    correct_row(short_sheet.pk, typed("222+", 1), Change(4, leiterin, "falsch gelesen"))
    assert results(short_sheet)[1] == (2, 36, 1, 0, 116)
    after, before = short_sheet.rows.get(nr=1).history.all()
    assert (before.deal["spitzen"], before.history_user, before.history_change_reason) == (1, schreiber, "")
    assert (after.deal["spitzen"], after.history_user, after.history_change_reason) == (2, leiterin, "falsch gelesen")


def test_a_correction_is_held_against_the_rules_too(short_sheet, schreiber):
    type_in(short_sheet, schreiber, *ROUND)
    assert refused(correct_row, short_sheet.pk, typed("121+", 1), Change(4, schreiber)) == [
        "Spiel 1: Platz 1 gibt und sitzt aus; bitte den Platz ändern. (ISkO 3.2)"
    ]
    assert refused(correct_row, short_sheet.pk, typed("221+", 9), Change(4, schreiber)) == [
        "Diese Zeile gibt es nicht."
    ]


def test_a_struck_row_stays_readable_and_counts_for_nothing(sheet, schreiber):
    type_in(sheet, schreiber, "221+")
    assert refused(strike_rows, sheet.pk, [1], Change(1, schreiber, " ")) == [
        "Eine gestrichene Zeile braucht eine Begründung."
    ]
    view = strike_rows(sheet.pk, [1], Change(1, schreiber, "vergeben"))
    assert [(row.void, row.reason, row.number) for row in view.rows] == [(True, "vergeben", 0)]
    assert (view.dealer, view.deals) == (1, 0)  # the same dealer deals again
    assert results(sheet) == [(seat, 0, 0, 0, 0) for seat in (1, 2, 3, 4)]
    assert refused(correct_row, sheet.pk, typed("221+", 1), Change(2, schreiber)) == [
        "Diese Zeile ist gestrichen; sie bleibt, wie sie war."
    ]
    assert refused(strike_rows, sheet.pk, [1], Change(2, schreiber, "noch einmal")) == [
        "Hier ist keine Zeile, die sich streichen ließe."
    ]


def test_totals_alone_are_a_list_and_what_does_not_add_up_is_found(sheet, schreiber):
    view = enter_feet(sheet.pk, MASK, 1, Change(0, schreiber))
    assert [finding.message for finding in view.foot_findings] == [
        "Gesamt bei Platz 3: geschrieben 1152, gerechnet 1153 (+1): die Zeile prüfen.",
        "Summe aller Gesamt: geschrieben 3225, gerechnet 3226 (+1): die Zeilen prüfen.",
    ]
    sheet.refresh_from_db()
    assert list(proposals_for(sheet, view).offered[0].feet) == RIGHT
    assert [result[4] for result in results(sheet)] == [329, 792, 1153, 952]
    assert enter_feet(sheet.pk, RIGHT, 1, Change(1, schreiber)).flawless
    # Only what changed has another version.
    assert [foot.history.count() for foot in sheet.feet.all()] == [1, 1, 2, 1]


@pytest.mark.parametrize(
    ("feet", "eingepasst", "sentence"),
    [
        ([PaperFoot(19, -3, 1), *MASK[1:]], 1, "sind Anzahlen von 0 bis 48"),
        ([PaperFoot(19, 49, 1), *MASK[1:]], 1, "sind Anzahlen von 0 bis 48"),
        (MASK, -1, "sind Anzahlen von 0 bis 48"),
        ([PaperFoot(10**6, 3, 1), *MASK[1:]], 1, "Mehr als 99999 Punkte hat keine Liste"),
    ],
)
def test_numbers_no_list_can_show_are_refused(sheet, schreiber, feet, eingepasst, sentence):
    [found] = refused(enter_feet, sheet.pk, feet, eingepasst, Change(0, schreiber))
    assert sentence in found
    assert not sheet.feet.exists()


def test_beside_rows_the_foot_is_a_control_number(short_sheet, schreiber):
    enter_feet(
        short_sheet.pk, [PaperFoot(120, 1, 0, 200), PaperFoot(24, 1, 0, 105), None, None], None, Change(0, schreiber)
    )
    type_in(short_sheet, schreiber, *ROUND)
    view = view_of(short_sheet)
    assert [(found.seat, found.code) for found in view.findings] == [(2, "total_differs")]
    assert results(short_sheet) == AFTER_ROUND


def test_under_payment_all_pay_one_another_the_difference():
    frame = Frame("isko-2022", {}, "payment", 3, 3, {})
    feet = [PaperFoot(24, 1, 0, 36), PaperFoot(-36, 0, 1, -144), PaperFoot(48, 1, 0, 107)]
    view = reckon(frame, (), feet, 0)
    # Each gets three times the own points less the sum of all, which is 36.
    assert [player.leistung for player in view.players] == [36, -144, 108]
    assert [finding.message for finding in view.foot_findings] == [
        "Gesamt bei Platz 3: geschrieben 107, gerechnet 108 (+1): die Zeile prüfen."
    ]


ALLOWED = {
    ("open", "at_table"), ("open", "handed_in"), ("open", "entered"), ("open", "in_question"), ("open", "annulled"),
    ("at_table", "handed_in"), ("at_table", "entered"), ("at_table", "in_question"),
    ("at_table", "annulled"),
    ("handed_in", "entered"), ("handed_in", "in_question"), ("handed_in", "annulled"),
    ("in_question", "handed_in"), ("in_question", "entered"), ("in_question", "annulled"),
    ("entered", "checked"), ("entered", "handed_in"), ("entered", "in_question"), ("entered", "annulled"),
    ("checked", "binding"), ("checked", "entered"), ("checked", "annulled"),
    ("binding", "entered"), ("binding", "annulled"),
}  # fmt: skip


@pytest.mark.parametrize("before", State.values)
@pytest.mark.parametrize("to", State.values)
def test_every_move_is_allowed_or_refused_as_the_table_says(before, to, short_sheet, schreiber, leiterin):
    type_in(short_sheet, schreiber, *ROUND)
    Sheet.objects.filter(pk=short_sheet.pk).update(state=before, entered_by=schreiber)
    if (before, to) in ALLOWED:
        move(short_sheet.pk, to, Change(4, leiterin, "geklärt"))
        short_sheet.refresh_from_db()
        assert (short_sheet.state, short_sheet.note, short_sheet.revision) == (to, "geklärt", 5)
    else:
        labels = dict(State.choices)
        assert refused(move, short_sheet.pk, to, Change(4, leiterin, "geklärt")) == [
            f"Eine Liste im Stand „{labels[before]}“ kann nicht „{labels[to]}“ werden."
        ]


def test_the_table_of_moves_names_every_state():
    assert MOVES.keys() == set(State.values)


@pytest.mark.parametrize(
    ("before", "to"),
    [("checked", "entered"), ("binding", "entered"), ("entered", "handed_in"), ("open", "annulled")],
)
def test_going_back_needs_a_reason(before, to, short_sheet, leiterin):
    Sheet.objects.filter(pk=short_sheet.pk).update(state=before)
    assert refused(move, short_sheet.pk, to, Change(0, leiterin, " ")) == ["Bitte eine Begründung angeben."]


def test_a_list_with_deals_missing_is_not_entered(short_sheet, schreiber):
    type_in(short_sheet, schreiber, *ROUND[:3])
    assert refused(move, short_sheet.pk, State.ENTERED, Change(3, schreiber)) == [
        "Es fehlt noch 1 Spiel; bitte nachtragen."
    ]


def test_findings_are_answered_by_a_note(sheet, schreiber):
    enter_feet(sheet.pk, MASK, 1, Change(0, schreiber))
    assert refused(move, sheet.pk, State.ENTERED, Change(1, schreiber)) == [
        "Die Liste geht noch nicht auf; bitte die Hinweise klären oder einen Vermerk schreiben."
    ]
    move(sheet.pk, State.ENTERED, Change(1, schreiber, "auf dem Zettel verrechnet"))
    sheet.refresh_from_db()
    assert (sheet.state, sheet.note, sheet.entered_by) == ("entered", "auf dem Zettel verrechnet", schreiber)


def test_a_second_person_confirms_where_the_event_asks_for_one(short_sheet, schreiber, leiterin):
    Event.objects.filter(pk=short_sheet.table.round.event_id).update(second_person=True)
    type_in(short_sheet, schreiber, *ROUND)
    move(short_sheet.pk, State.ENTERED, Change(4, schreiber))
    second = ["Bestätigen muss jemand anders als der, der die Liste erfasst hat."]
    assert refused(move, short_sheet.pk, State.CHECKED, Change(5, schreiber)) == second
    # Who corrects the list has entered it, and cannot confirm that.
    correct_row(short_sheet.pk, typed("222+", 1), Change(5, leiterin, "falsch gelesen"))
    assert refused(move, short_sheet.pk, State.CHECKED, Change(6, leiterin)) == second
    move(short_sheet.pk, State.CHECKED, Change(6, schreiber))
    short_sheet.refresh_from_db()
    assert (short_sheet.state, short_sheet.checked_by) == ("checked", schreiber)


def test_one_person_is_enough_where_the_event_asks_for_no_second(short_sheet, schreiber):
    type_in(short_sheet, schreiber, *ROUND)
    move(short_sheet.pk, State.ENTERED, Change(4, schreiber))
    move(short_sheet.pk, State.CHECKED, Change(5, schreiber))
    short_sheet.refresh_from_db()
    assert short_sheet.state == "checked"


@pytest.mark.parametrize("state", ["checked", "binding", "annulled"])
def test_a_finished_list_is_opened_before_anything_changes(state, short_sheet, schreiber):
    type_in(short_sheet, schreiber, *ROUND[:1])
    Sheet.objects.filter(pk=short_sheet.pk).update(state=state)
    finished = ["Diese Liste ist geprüft; bitte zuerst wieder öffnen."]
    closed = ["Diese Liste ist geschlossen; ändern kann sie nur die Spielleitung."]
    assert refused(correct_row, short_sheet.pk, typed("222+", 1), Change(1, schreiber, "weil")) == finished
    assert refused(strike_rows, short_sheet.pk, [1], Change(1, schreiber, "weil")) == finished
    assert refused(append_row, short_sheet.pk, typed("143.+"), Change(1, schreiber)) == closed
    assert refused(undo_last, short_sheet.pk, Change(1, schreiber)) == closed
    assert refused(enter_feet, short_sheet.pk, [None] * 4, None, Change(1, schreiber)) == finished


def test_an_entered_list_is_corrected_with_a_reason_only(short_sheet, schreiber):
    type_in(short_sheet, schreiber, *ROUND)
    move(short_sheet.pk, State.ENTERED, Change(4, schreiber))
    assert refused(correct_row, short_sheet.pk, typed("222+", 1), Change(5, schreiber)) == [
        "Bitte eine Begründung angeben."
    ]


def test_an_annulled_list_counts_for_nobody_and_makes_room(short_sheet, schreiber, leiterin):
    type_in(short_sheet, schreiber, *ROUND)
    move(short_sheet.pk, State.ANNULLED, Change(4, leiterin, "falsch ausgeteilt"))
    assert not SeatResult.objects.exists()
    last = short_sheet.history.first()
    assert (last.state, last.history_user, last.history_change_reason) == ("annulled", leiterin, "falsch ausgeteilt")
    assert open_sheet(short_sheet.table, schreiber).rows.count() == 0
    assert short_sheet.rows.count() == 4


def test_a_twin_brings_nobody_anything(short_sheet, schreiber):
    twin = open_twin(short_sheet, schreiber)
    type_in(twin, schreiber, *ROUND)
    assert not twin.results.exists()
    assert set(SeatResult.objects.values_list("leistung", flat=True)) == {0}
    assert [player.leistung for player in view_of(twin).players] == [200, 104, 30, -130]


def test_a_list_moves_to_another_table_and_counts_for_who_sits_there(short_sheet, schreiber):
    type_in(short_sheet, schreiber, *ROUND)
    other = Table.objects.get(round__event=short_sheet.table.round.event_id, round__number=2, number=2)
    assert refused(move_to_table, short_sheet.pk, other, Change(4, schreiber)) == ["Bitte eine Begründung angeben."]
    move_to_table(short_sheet.pk, other, Change(4, schreiber, "falsche Serie"))
    short_sheet.refresh_from_db()
    assert short_sheet.table == other
    assert results(short_sheet) == AFTER_ROUND
    assert [result.entry.start_number for result in short_sheet.results.all()] == [5, 6, 7, 8]
    other.round.refresh_from_db()
    assert other.round.started_at is not None


def test_a_list_does_not_move_where_it_cannot_stand(short_sheet, schreiber, event):
    tables = Table.objects.filter(round__event=short_sheet.table.round.event_id, round__number=1)
    taken = tables.get(number=2)
    open_sheet(taken, schreiber)
    assert refused(move_to_table, short_sheet.pk, taken, Change(0, schreiber, "weil")) == [
        "Für diesen Tisch gibt es schon eine Liste; bitte zuerst jene verschieben."
    ]
    foreign = event.rounds.first().tables.create(number=1)
    assert refused(move_to_table, short_sheet.pk, foreign, Change(0, schreiber, "weil")) == [
        "Der Tisch gehört zu einer anderen Veranstaltung."
    ]
    empty = taken.round.tables.create(number=3)
    assert refused(move_to_table, short_sheet.pk, empty, Change(0, schreiber, "weil")) == [
        "Am anderen Tisch sitzen nicht gleich viele Spieler."
    ]


def test_a_player_signs_once(sheet):
    first = sign(sheet, 2, " Gast 2 ")
    again = sign(sheet, 2, "Jemand anders")
    assert (first, again.name) == (again, "Gast 2")
    assert refused(sign, sheet, 5, "Gast 5") == ["Diesen Platz gibt es an dem Tisch nicht."]
    assert refused(sign, sheet, 1, " ") == ["Bitte den Namen angeben, mit dem unterschrieben wird."]


def test_in_a_closed_event_nothing_is_written(sheet, schreiber, event):
    set_state(event, Event.State.FINAL)
    closed = ["Diese Veranstaltung ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."]
    assert refused(append_row, sheet.pk, typed("221+"), Change(0, schreiber)) == closed
    assert refused(move, sheet.pk, State.AT_TABLE, Change(0, schreiber)) == closed
    assert refused(sign, sheet, 1, "Gast 1") == closed
    assert refused(open_sheet, Table.objects.get(round=sheet.table.round, number=2), schreiber) == closed


def access(rf, user, sheet, needed):
    """What fetching the list for this visitor comes to: the role held, or the kind of refusal."""
    request = rf.get("/")
    request.user = user or AnonymousUser()
    try:
        return sheet_for(request, sheet.pk, needed).table.round.event.role
    except (SignInNeededError, PermissionDenied, Http404) as refused:
        return type(refused)


def test_entering_a_list_is_for_those_who_may(rf, sheet, cast):
    assert {name: access(rf, user, sheet, Role.LISTENFUEHRER) for name, user in cast.items()} == {
        "betreiber": "administrator",
        "admin": "administrator",
        "leiterin": "spielleitung",
        "schreiber": "listenfuehrer",
        "leser": PermissionDenied,
        "fremde": Http404,
        "anonym": SignInNeededError,
    }


def test_a_list_is_as_public_as_its_event(rf, sheet, cast, event):
    assert access(rf, None, sheet, Role.READER) is None
    set_state(event, Event.State.DRAFT)
    assert [access(rf, cast[name], sheet, Role.READER) for name in ("leser", "fremde", "anonym")] == [
        "reader",
        Http404,
        SignInNeededError,
    ]


def test_a_list_that_does_not_exist_is_not_found(rf, leiterin, sheet):
    sheet.pk = uuid4()
    assert access(rf, leiterin, sheet, Role.READER) is Http404


def test_saving_a_row_asks_the_database_the_same_however_long_the_list_is(sheet, schreiber):
    def queries_of_next(text):
        with CaptureQueriesContext(connection) as asked:
            type_in(sheet, schreiber, text)
        return len(asked)

    first = queries_of_next(ROUND[0])
    type_in(sheet, schreiber, *ROUND[1:], *ROUND * 8)
    assert (queries_of_next(ROUND[0]), sheet.rows.count()) == (first, 37)
