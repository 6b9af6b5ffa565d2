"""Importing whole lists: what the file may say, what refuses it, a list or nothing. Sums are added up by hand."""

from io import BytesIO, StringIO

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command

from scoring import BOOKS
from scoring.foot_check import PaperFoot
from skatliga.events.agreements import usual_agreements
from skatliga.events.models import Entry, Event, Round, Seat, Table
from skatliga.events.services import enter_guests, seat_round, set_state
from skatliga.exchange.evenings.file_lines import FOOT, ROW, FileProblem, open_source
from skatliga.exchange.evenings.file_lines import HEAD as HEAD_COLUMNS
from skatliga.exchange.evenings.import_lists import import_lists
from skatliga.exchange.evenings.import_report import Remark
from skatliga.exchange.evenings.list_file import read_lists
from skatliga.exchange.management.commands.import_lists import FORMAT
from skatliga.lists.bulk_create import Whole, store_whole
from skatliga.lists.evaluation import Entered, Frame, reckon
from skatliga.lists.history import chronicle
from skatliga.lists.models import Foot as StoredFoot
from skatliga.lists.models import Row, SeatResult, Sheet
from skatliga.lists.queries import stored_rows
from skatliga.lists.services import Change, open_sheet, strike_rows

pytestmark = pytest.mark.django_db
ISKO = BOOKS["isko-2022"]
HEAD = "liste;serie;tisch;platz1;platz2;platz3;platz4"
ABC = "A;1;1;Anna;Bert;Cora;"

# A round at three: Kreuz mit 1 by seat 2, Grand Hand mit 3 by seat 1, Herz ohne 2 Schneider lost by seat 3. With 50 for
# an own game and 40 for a lost one of the others: 120 + 50 + 40, 24 + 50 + 40, -80 - 50 (SkWO 6.3.1).
ROUND = [(1, 120, 1, 0, 210), (2, 24, 1, 0, 114), (3, -80, 0, 1, -130)]
SHORT = f"""{HEAD};spiele;spiel;kurz
{ABC};3;1;221+
A;;;;;;;;2;143.+
A;;;;;;;;3;302/-
"""
IN_FIELDS = """liste,serie,tisch,platz1,platz2,platz3,spiele,spiel,alleinspieler,game,spitzen,hand,won,schneider
A,1,1,Anna,Bert,Cora,3,1,2,kreuz,1,,ja,
A,,,,,,,2,1,grand,3,x,1,nein
A,,,,,,,3,3,herz,-2,0,nein,ja
"""
VALUES = f"""{HEAD};spiele;spiel;alleinspieler;wert;laufend
{ABC};3;1;2;24;24
A;;;;;;;;2;1;+120;
A;;;;;;;;3;3;-80;-80
"""
FEET = f"""{HEAD};spiele;platz;spielpunkte;gewonnen;verloren;gesamt;eingepasst
{ABC};3;1;120;1;0;210;0
A;;;;;;;;2;24;1;0;114;
A;;;;;;;;3;-80;0;1;-130;
"""


def parse(text):
    return read_text(text, ISKO, {})


def read_text(text, book, agreements):
    return read_lists(open_source(BytesIO(text.encode())), book, agreements)


def problems(text):
    """What cannot be read in the file, or in its only list."""
    file = parse(text)
    found = file.problems or [problem for written in file.lists for problem in written.problems]
    return [(problem.line, problem.row, problem.message) for problem in found]


def line(text, columns="spiel;kurz"):
    """A file of one list with these columns beside those of its head."""
    return f"{HEAD};{columns}\n{ABC};{text}\n"


def imported(event, text, **options):
    return import_lists(event, text.encode(), None, **options)


def traces():
    return [model.objects.count() for model in (Entry, Table, Seat, Sheet, Row, StoredFoot, SeatResult)]


def results():
    return list(SeatResult.objects.values_list("seat", "spielpunkte", "won", "lost", "leistung"))


@pytest.mark.parametrize("text", [SHORT, IN_FIELDS, VALUES, FEET], ids=["kurz", "fields", "wert", "feet"])
def test_a_list_is_written_in_one_of_four_ways(text, event):
    report = imported(event, text)
    assert [(outcome.label, outcome.place, outcome.state, outcome.remarks) for outcome in report.outcomes] == [
        ("A", "Serie 1, Tisch 1", "entered", ())
    ]
    assert report.good
    assert results() == ROUND
    assert list(Entry.objects.values_list("start_number", "name", "player")) == [
        (1, "Anna", None),
        (2, "Bert", None),
        (3, "Cora", None),
    ]
    assert [(sheet.deals, sheet.seats, sheet.state) for sheet in Sheet.objects.all()] == [(3, 3, "entered")]


def test_every_way_of_writing_a_row_is_kept_as_it_was_written():
    [written] = parse(
        line("1;143.+;;;;;;;;;\nA;;;;;;;2;;2;;;;;-48;0;;\nA;;;;;;;3;;3;null;;ja;nein;;;ja;verdrückt",
             "spiel;kurz;alleinspieler;game;spitzen;hand;won;wert;laufend;gestrichen;grund")
    ).lists  # fmt: skip
    assert written.problems == ()
    assert written.rows == (
        Entered(1, 1, {"game": "grand", "spitzen": 3, "hand": True, "won": True}),
        Entered(2, 2, None, -48, 0),
        Entered(3, 3, {"game": "null", "hand": True, "won": False}, void=True, reason="verdrückt"),
    )


def test_all_kinds_of_fields_can_be_written():
    columns = "spiel;alleinspieler;game;bid;won;hand_doubled;schenken;losers;replacement;reason"
    assert problems(line("1;1;null;24;ja;;;;;", columns)) == [(1, 0, "Unbekannte Spalten: hand_doubled.")]
    columns = columns.replace("hand_doubled;", "")
    [written] = parse(line("1;1;null;24;nein;spiel schneider;1 3;kreuz -2;Renonce", columns)).lists
    assert written.rows[0].deal == {
        "game": "null",
        "bid": 24,
        "won": False,
        "schenken": ["spiel", "schneider"],
        "losers": [1, 3],
        "replacement": {"game": "kreuz", "spitzen": -2},
        "reason": "Renonce",
    }


def test_a_penalty_and_a_change_at_the_table_are_rows():
    rows = "1;;1;;20;Einwurf;\nA;;;;;;;2;;2;-48;;;23"
    [written] = parse(line(rows, "spiel;kurz;alleinspieler;wert;strafe;grund;am_tisch")).lists
    assert (written.rows, written.problems) == (
        (Entered(1, 1, penalty=20, reason="Einwurf"), Entered(2, 2, score=-48, playing=(2, 3))),
        (),
    )
    assert problems(line("1;0;x4", "spiel;kurz;am_tisch")) == [
        (2, 1, "In am_tisch stehen nur Plätze, zum Beispiel 134, nicht „x4“.")
    ]


def test_feet_beside_rows_are_control_numbers():
    file = parse(f"{HEAD};spiel;kurz;platz;spielpunkte;gewonnen;verloren;gesamt\n{ABC};1;0\nA;;;;;;;;;2;-5;0;0;\n")
    [written] = file.lists
    assert (written.feet, written.problems) == ((None, PaperFoot(-5, 0, 0), None), ())


def test_commas_a_byte_order_mark_and_capital_letters_are_fine(event):
    text = SHORT.replace(";", ",").replace("liste,", "Liste,").replace("\n", "\r\n")
    assert import_lists(event, text.encode("utf-8-sig"), None).good
    assert results() == ROUND


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "Es fehlen die Spalten: liste, serie, tisch, platz1."),
        ("liste;tisch;platz1\nA;1;Anna", "Es fehlen die Spalten: serie."),
        ("liste;serie;tisch;platz1;Wertung;farbe\n", "Unbekannte Spalten: wertung, farbe."),
        ("liste;serie;tisch;platz1;tisch\n", "Doppelte Spalten: tisch."),
    ],
)
def test_the_first_line_names_known_columns(text, found):
    assert problems(text) == [(1, 0, found)]


def test_a_file_in_another_encoding_is_read_and_that_is_told(event):
    text = SHORT.replace("Anna", "Änne")
    report = import_lists(event, text.encode("cp1252"), None)
    told = "Die Datei ist nicht in UTF-8; gelesen als Windows-1252. Bitte die Umlaute ansehen."
    assert (report.good, report.remarks) == (True, (told,))
    assert Entry.objects.get(start_number=1).name == "Änne"
    utf_16 = text.replace("A;1;1", "A;2;1").encode("utf-16")
    assert import_lists(event, utf_16, None).good
    assert Seat.objects.filter(entry__name="Änne").count() == 2


@pytest.mark.parametrize("content", [b"", b"liste;serie\0", b"\xff\xfe\x00\xd8", b"PK\x03\x04 and no more"])
def test_what_is_no_table_is_refused(content, event):
    report = import_lists(event, content, None)
    assert not report.good and report.problems
    assert traces() == [0] * 7


def test_lines_without_a_list_are_named_all_at_once():
    assert problems(f"{HEAD}\n;1;1\n;;;;\n;2;1\n") == [
        (2, 0, "In der Spalte liste steht nichts."),
        (4, 0, "In der Spalte liste steht nichts."),
    ]


@pytest.mark.parametrize(
    ("text", "columns", "found"),
    [
        ("x;0", "spiel;kurz", (0, "spiel: „x“ ist keine ganze Zahl.")),
        ("0;0", "spiel;kurz", (0, "spiel: 0 ist nicht möglich; möglich sind 1 bis 200.")),
        (";0", "spiel;kurz", (0, "Entweder spiel oder platz ist anzugeben: eine Zeile der Liste oder ein Fuß.")),
        ("1;1", "spiel;platz", (1, "Entweder spiel oder platz ist anzugeben: eine Zeile der Liste oder ein Fuß.")),
        ("1;5", "spiel;gesamt", (1, "Das gehört zu einem Fuß: gesamt.")),
        ("1;0\nA;;;;;;;1;0", "spiel;kurz", (1, "Spiel 1 steht schon weiter oben.")),
        ("1;0;24", "spiel;kurz;wert", (1, "Bitte das Spiel auf eine Weise angeben, nicht auf mehrere: kurz, wert.")),
        ("1;24;null", "spiel;wert;game", (1, "Bitte das Spiel auf eine Weise angeben, nicht auf mehrere: wert, game.")),
        ("1;221+;2", "spiel;kurz;alleinspieler",
         (1, "Wer gespielt hat, steht schon in kurz; bitte alleinspieler frei lassen.")),
        ("1;2x1+", "spiel;kurz",
         (1, "kurz „2x1+“: „x“ ist kein Spiel; möglich sind 9 Karo, 0 Herz, 1 Pik, 2 Kreuz, 4 Grand, 3 Null.")),
        ("1;2;grand;eins", "spiel;alleinspieler;game;spitzen", (1, "spitzen: „eins“ ist keine ganze Zahl.")),
        ("1;2;grand;halb", "spiel;alleinspieler;game;hand",
         (1, "hand: „halb“ ist nicht zu verstehen; bitte ja oder nein schreiben.")),
        ("1;2;2,5", "spiel;alleinspieler;wert", (1, "wert: „2,5“ ist keine ganze Zahl.")),
        ("1;0;mehr", "spiel;kurz", (0, "Die Zeile hat mehr Spalten als die Überschrift.")),
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_read_is_named(text, columns, found):
    assert (2 + text.count("\n"), *found) in problems(line(text, columns))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("7;1;1;0;", "platz: 7 ist nicht möglich; möglich sind 1 bis 6."),
        ("1;1;1;0;\nA;;;;;;;1;1;1;0;", "Der Fuß von Platz 1 steht schon weiter oben."),
        ("1;1;;0;", "Zu einem Fuß gehören spielpunkte, gewonnen und verloren, oder gesamt allein."),
        ("1;1;-1;0;", "gewonnen: -1 ist nicht möglich; möglich sind 0 bis 9999."),
        ("1;1;1;0;grand", "Das gehört zu einem Spiel: game."),
    ],
)
def test_a_foot_that_cannot_be_read_is_named(text, found):
    columns = "platz;spielpunkte;gewonnen;verloren;game"
    assert (2 + text.count("\n"), 0, found) in problems(line(text, columns))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A;;1;Anna;Bert;Cora;;;;1;0", "Am Anfang der Liste fehlt: serie."),
        ("A;1;1;;;;;;;1;0", "Am Anfang der Liste fehlt: platz1."),
        ("A;1;1;Anna;;Cora;;;;1;0", "Am Anfang der Liste fehlt: platz2."),
        ("A;1;eins;Anna;Bert;Cora;;;;1;0", "tisch: „eins“ ist keine ganze Zahl."),
        ("A;1;1;Anna;Bert;Cora;;0;;1;0", "spiele: 0 ist nicht möglich; möglich sind 1 bis 200."),
        ("A;1;1;Anna;Bert;Cora;;;1;1;0",
         "Was eingepasst wurde, steht schon in den Zeilen; bitte eingepasst frei lassen."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_whole_list_is_said_at_its_first_line(text, found):
    assert problems(f"{HEAD};spiele;eingepasst;spiel;kurz\n{text}\n") == [(2, 0, found)]


def test_the_head_of_a_list_does_not_change_below():
    assert problems(line("1;0\nA;1;2;;;;;2;0")) == [
        (3, 0, "Anders als am Anfang der Liste: tisch. Bitte dort eintragen, hier frei lassen.")
    ]


def test_a_list_of_feet_has_one_for_every_seat():
    told = "Die Liste hat keine Zeilen, und nicht zu jedem Platz steht ein Fuß da."
    assert problems(line("1;0;0;0", "platz;spielpunkte;gewonnen;verloren")) == [(2, 0, told)]
    assert problems(line("4;0;0;0", "platz;spielpunkte;gewonnen;verloren")) == [
        (2, 0, "Zum Fuß von Platz 4 fehlt, wer dort saß."),
        (2, 0, told),
    ]


def test_two_lists_cannot_be_in_one_place():
    file = parse(line("1;0") + "B;1;1;Dora;Emil;Frieda;;1;0\n")
    assert [(written.label, written.problems) for written in file.lists] == [
        ("A", ()),
        ("B", (FileProblem(3, "Serie 1, Tisch 1 hat schon die Liste A."),)),
    ]


def test_a_book_without_compact_notation_says_so():
    book = BOOKS["skat-en-deux"]
    [written] = read_text(line("1;221+"), book, usual_agreements(book)).lists
    assert written.problems == (FileProblem(2, f"Das Regelwerk {book.title} hat keine Kurzschrift.", 1),)


def test_every_deal_is_played_as_the_event_has_agreed():
    text = line("1;1;ramsch;80", "spiel;alleinspieler;game;augen")
    [written] = read_text(text, BOOKS["hausrunde"], {"ramsch_limit": 120}).lists
    assert written.rows == (Entered(1, 1, {"game": "ramsch", "augen": 80, "ramsch_limit": 120}),)


BAD = f"""{HEAD};spiele;spiel;kurz;alleinspieler;game;spitzen;won;wert
{ABC};3;1;;1;grand;5;ja;
A;;;;;;;;2;2x;;;;;
A;;;;;;;;3;;9;;;;24
"""


def test_a_list_is_refused_whole_with_every_row_that_is_wrong(event):
    [outcome] = imported(event, BAD).outcomes
    assert outcome.refused
    assert outcome.remarks == (
        Remark("Grand hat 1 bis 4 Spitzen, mit oder ohne; 5 ist nicht möglich.", 2, 1, 1, "ISkO 2.3"),
        Remark("kurz „2x“: „x“ ist kein Spiel; möglich sind 9 Karo, 0 Herz, 1 Pik, 2 Kreuz, 4 Grand, 3 Null.", 3, 2),
        Remark("Platz 9 sitzt nicht am Tisch; bitte den Platz ändern.", 4, 3, 9, "ISkO 3.2"),
    )
    assert not Sheet.objects.exists()


def test_a_row_that_the_file_leaves_out_is_missing(event):
    [outcome] = imported(event, SHORT.replace(";;2;", ";;4;").replace("302/-", "102/-")).outcomes
    assert outcome.remarks == (
        Remark("Die Zeile ist leer; bitte das Spiel nachtragen oder eingepasst eintragen.", 0, 2, 0, "SkWO 6"),
    )


def test_running_totals_that_only_follow_from_another_row_are_not_named(event):
    def rows(*values):
        lines = [f"A;;;;;;;;{nr};{seat};{score};{total}" for nr, (seat, score, total) in enumerate(values, 1)]
        text = "\n".join([f"{HEAD};spiele;spiel;alleinspieler;wert;laufend", *lines])
        return text.replace("A;;;;;;;;1", "A;1;1;Anna;Bert;Cora;;;1")

    def named(text):
        return [remark.row for outcome in imported(event, text, dry_run=True).outcomes for remark in outcome.remarks]

    # Seat 1 is added up wrongly in row 2 and from there on, seat 2 in row 4.
    assert named(rows((1, 24, 24), (1, 48, 82), (1, 24, 106), (2, 23, 32), (3, 18, 18))) == [2, 4]
    # No deal is worth 25, so nothing can be said about what follows.
    assert named(rows((1, 24, 24), (1, 25, 49), (1, 24, 73), (2, 23, 23))) == [2]


def test_one_refused_list_does_not_stop_the_others(event):
    other = SHORT.replace(f"{HEAD};spiele;spiel;kurz\n", "").replace("A;", "B;").replace("B;1;1;", "B;2;1;")
    refused, stored = imported(event, SHORT.replace("302/-", "102/-").replace("221+", "521+") + other).outcomes
    assert (refused.label, refused.state, [remark.row for remark in refused.remarks]) == ("A", "", [1])
    assert (stored.label, stored.state) == ("B", "entered")
    assert results() == ROUND


def test_more_deals_than_the_list_has_are_refused(event):
    [outcome] = imported(event, SHORT.replace(";3;1;", ";2;1;")).outcomes
    assert outcome.refused
    assert [remark.message for remark in outcome.remarks] == [
        "Die Liste hat ihre 2 Spiele schon; bitte die Zeilen mit dem Papier vergleichen."
    ]
    assert not Sheet.objects.exists()
    assert not Row.history.exists()


def test_a_list_that_is_not_complete_or_does_not_add_up_is_handed_in(event):
    feet = f"{HEAD};spiele;platz;spielpunkte;gewonnen;verloren;gesamt;eingepasst\n"
    file = SHORT.replace("spiele", "").replace(";3;1;", ";;1;")
    [half] = imported(event, file).outcomes
    assert (half.state, [remark.message for remark in half.remarks]) == (
        "handed_in",
        ["Es fehlen noch 33 Spiele; bitte nachtragen."],
    )
    wrong = FEET.replace(feet, "").replace("A;1;1;", "A;2;1;").replace("-130", "-120")
    [miscounted] = imported(event, feet + wrong).outcomes
    assert miscounted.state == "handed_in"
    assert [remark.message for remark in miscounted.remarks] == [
        "Gesamt bei Platz 3: geschrieben -120, gerechnet -130 (-10): die Zeile prüfen.",
        "Summe aller Gesamt: geschrieben 204, gerechnet 194 (-10): die Zeilen prüfen.",
    ]


def test_a_dry_run_reports_the_same_and_leaves_no_trace(event):
    before = traces(), Event.objects.get().version
    dry = imported(event, SHORT, dry_run=True)
    assert (traces(), Event.objects.get().version) == before
    assert [model.history.count() for model in (Entry, Sheet, Row)] == [0, 0, 0]
    assert dry.outcomes == imported(event, SHORT).outcomes


@pytest.fixture
def whole(event):
    """Makes a list of these rows at the one seated table."""
    enter_guests(event, [("Anna", ""), ("Bert", ""), ("Cora", "")])
    seat_round(event.rounds.first(), {1: [1, 2, 3]})
    frame = Frame(event.rulebook, event.agreements, event.evaluation, seats=3, deals=3)

    def made(*rows, note=""):
        return Whole(Table.objects.get(), reckon(frame, rows, [None] * 3, None), rows, (None,) * 3, note=note)

    return made


def test_whole_lists_are_stored_at_tables_that_have_none(event, schreiber, whole):
    rows = Entered(1, 2, score=24), Entered(2, 1, score=48), Entered(3, 3, score=-80)
    store_whole(event, [whole(*rows)], schreiber, "abgetippt")
    sheet = Sheet.objects.get()
    assert stored_rows(sheet) == rows
    assert (sheet.state, sheet.entered_by, sheet.seating, sheet.accepted) == ("entered", schreiber, "1, 2, 3", [])
    assert Round.objects.get(number=1).started_at
    with pytest.raises(ValidationError) as refused:
        store_whole(event, [whole(*rows)], schreiber, "abgetippt")
    assert refused.value.messages == ["Für diesen Tisch gibt es diese Liste schon."]


def test_whole_lists_are_refused_with_what_is_wrong_in_any_row(event, schreiber, whole):
    with pytest.raises(ValidationError) as refused:
        store_whole(event, [whole(Entered(1, 2, score=24), Entered(2, 7, score=24), Entered(3, 1))], schreiber, "")
    assert refused.value.messages == [
        "Spiel 2: Platz 7 sitzt nicht am Tisch; bitte den Platz ändern. (ISkO 3.2)",
        "Spiel 3: Die Zeile ist leer; bitte das Spiel nachtragen oder eingepasst eintragen. (SkWO 6)",
    ]
    assert not Sheet.objects.exists()


def test_the_history_of_a_whole_list_is_told_in_few_lines(event, schreiber, whole):
    rows = Entered(1, 2, score=24), Entered(2, 1, score=48), Entered(3, 3, score=-80)
    store_whole(event, [whole(*rows)], schreiber, "abgetippt")
    told = [(change.who, change.what, change.after, change.why) for change in chronicle(Sheet.objects.get())]
    assert told == [
        ("Schreiber", "Zeilen 1 bis 3 eingetragen", "", "abgetippt"),
        ("Schreiber", "Stand", "erfasst", "abgetippt"),
        ("Schreiber", "Liste eröffnet", "", "abgetippt"),
    ]


def test_the_history_knows_every_row(event, schreiber):
    import_lists(event, SHORT.encode(), schreiber)
    told = Row.history.order_by("nr").values_list("nr", "history_type", "history_user__username")
    assert list(told) == [(1, "+", "schreiber"), (2, "+", "schreiber"), (3, "+", "schreiber")]
    assert Sheet.objects.get().entered_by == schreiber


def test_names_and_start_numbers_of_who_takes_part_are_found(event):
    enter_guests(event, [("ANNA", "Skatclub"), ("Bert", ""), ("Cora", "")])
    assert imported(event, SHORT.replace("Anna;Bert", "anna;2")).good
    assert [seat.entry.name for seat in Seat.objects.all()] == ["ANNA", "Bert", "Cora"]
    assert Entry.objects.count() == 3


def refusals(event, text):
    report = imported(event, text)
    assert not report.good
    return [remark.message for outcome in report.outcomes for remark in outcome.remarks]


def test_a_name_that_two_people_have_needs_the_start_number(event, anna):
    enter_guests(event, [("Anna", ""), ("Anna II", "")])
    Entry.objects.filter(name="Anna II").update(name="anna")
    assert refusals(event, SHORT) == ["Anna nimmt mehrmals teil; bitte die Startnummer angeben: 1 oder 2."]
    assert not Seat.objects.exists()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (SHORT.replace("A;1;1", "A;3;1"), ["Serie 3 hat diese Veranstaltung nicht."]),
        (SHORT.replace("Bert", "8"), ["Tisch 1: Die Startnummer 8 gibt es nicht."]),
        (
            SHORT.replace("Bert", "8" * 5_000),
            [
                f"platz2: „{'8' * 40}…“ ist zu lang; möglich sind 120 Zeichen.",
                f"Tisch 1: Die Startnummer {'8' * 20} gibt es nicht.",
            ],
        ),
        (SHORT.replace("Bert", "Anna"), ["Tisch 1: 1 Anna steht dort zweimal."]),
        (SHORT.replace("Cora", "").replace("302/-", "102/-"), ["Tisch 1 hat 2 Plätze; möglich sind 3, 4 oder 5."]),
    ],
)
def test_seats_that_cannot_be_are_refused(text, found, event):
    assert refusals(event, text)[: len(found)] == found
    assert traces() == [0] * 7


def test_one_wrong_head_refuses_its_own_table_only(event):
    no_player = SHORT + "B;1;2;Dora;;Emil;;3;1;0\n"
    assert refusals(event, no_player) == ["Am Anfang der Liste fehlt: platz2."]
    assert list(Sheet.objects.values_list("table__number", flat=True)) == [1]
    twice = f"{HEAD};spiele;spiel;kurz\nB;1;2;Dora;Emil;Frida;;3;1;221+\nC;1;3;Gerd;Dora;Hans;;3;1;221+\n"
    assert refusals(event, twice + "D;1;4;Ida;Jan;Karl;;3;1;221+\n")[-1:] == [
        "Es fehlen noch 2 Spiele; bitte nachtragen."
    ]
    assert list(Sheet.objects.order_by("table__number").values_list("table__number", flat=True)) == [1, 2, 4]


BROKEN_OFF = SHORT.replace("spiele;spiel", "vermerk;spiel").replace("Cora;;3;", "Cora;;nach 2 Spielen abgebrochen;")


def test_a_list_of_no_whole_rounds_counts_with_its_note(event):
    text = "\n".join(BROKEN_OFF.splitlines()[:3])
    without = text.replace("nach 2 Spielen abgebrochen", "")
    [outcome] = imported(event, without).outcomes
    assert outcome.state == "handed_in" and [remark.message for remark in outcome.remarks] == [
        "Es fehlen noch 34 Spiele; bitte nachtragen."
    ]
    # The same file once more, now with the note.
    [outcome] = imported(event, text).outcomes
    assert outcome.state == "entered" and not outcome.present
    assert [remark.message for remark in outcome.remarks] == [
        "2 Spiele sind bei 3 Spielern keine vollen Runden: 2 zu viel oder 1 zu wenig."
    ]
    sheet = Sheet.objects.get()
    assert (sheet.deals, sheet.note, sheet.state) == (2, "nach 2 Spielen abgebrochen", "entered")
    assert [(result[0], result[4]) for result in results()] == [(1, 170), (2, 74), (3, 0)]
    [again] = imported(event, text).outcomes
    assert again.present and Sheet.objects.count() == 1


def test_a_list_cut_off_in_its_file_is_completed_by_the_whole_one(event, schreiber):
    columns = f"{HEAD};spiele;spiel;kurz;platz;spielpunkte;gewonnen;verloren;gesamt\n"
    rows = [f"{row};;;;;" for row in SHORT.splitlines()[1:]]
    feet = [f"A;;;;;;;;;;{seat};{points};{won};{lost};{total}" for seat, points, won, lost, total in ROUND]
    whole = columns + "\n".join(rows + feet) + "\n"
    cut = "\n".join(whole.splitlines()[:2])
    assert [outcome.state for outcome in imported(event, cut).outcomes] == ["handed_in"]
    assert imported(event, whole, dry_run=True).outcomes[0].state == "entered"
    assert Row.objects.count() == 1
    [outcome] = import_lists(event, whole.encode(), schreiber).outcomes
    assert (outcome.state, outcome.remarks) == ("entered", ())
    assert results() == ROUND
    assert Sheet.objects.get().entered_by == schreiber and Row.objects.count() == 3
    assert [change.who for change in chronicle(Sheet.objects.get())][-1] == "Kommandozeile"
    assert imported(event, whole).outcomes[0].present


def _whole_and_cut_in_its_foot(last_total):
    """A file of one list with rows and feet, and the same file without the feet of Platz 2 and 3."""
    columns = f"{HEAD};spiele;spiel;kurz;platz;spielpunkte;gewonnen;verloren;gesamt\n"
    rows = [f"{row};;;;;" for row in SHORT.splitlines()[1:]]
    totals = [*ROUND[:2], (*ROUND[2][:4], last_total)]
    feet = [f"A;;;;;;;;;;{seat};{points};{won};{lost};{total}" for seat, points, won, lost, total in totals]
    return columns + "\n".join(rows + feet) + "\n", columns + "\n".join([*rows, feet[0]]) + "\n"


@pytest.mark.parametrize(("last_total", "state"), [(ROUND[2][4], "entered"), (ROUND[2][4] + 10, "handed_in")])
def test_a_list_cut_off_in_its_foot_is_completed_and_looked_at_where_the_rest_differs(event, last_total, state):
    whole, cut = _whole_and_cut_in_its_foot(last_total)
    assert [outcome.state for outcome in imported(event, cut).outcomes] == ["entered"]
    [outcome] = imported(event, whole).outcomes
    assert (outcome.state, outcome.present) == (state, False)
    sheet = Sheet.objects.get()
    assert (sheet.state, [foot.gesamt for foot in sheet.feet.all()]) == (state, [ROUND[0][4], ROUND[1][4], last_total])
    assert (Row.objects.count(), results()) == (3, ROUND)
    assert imported(event, whole).outcomes[0].present


def test_a_foot_is_not_added_to_a_list_that_was_changed_since(event, schreiber):
    whole, cut = _whole_and_cut_in_its_foot(ROUND[2][4])
    imported(event, cut)
    sheet = Sheet.objects.get()
    strike_rows(sheet.pk, [3], Change(sheet.revision, schreiber, "nicht gespielt"))
    assert refusals(event, whole)[0].startswith("Diese Liste gibt es schon, aber anders, zuerst in Spiel 3")


def test_a_list_that_somebody_has_settled_is_not_completed(event, schreiber):
    cut = "\n".join(SHORT.splitlines()[:2])
    imported(event, cut)
    Sheet.objects.update(state="entered")
    assert refusals(event, SHORT)[0].startswith("Diese Liste gibt es schon, aber anders, zuerst in Spiel 2")
    Sheet.objects.update(state="handed_in")
    other = SHORT.replace("221+", "221-")
    assert refusals(event, other)[0].startswith("Diese Liste gibt es schon, aber anders, zuerst in Spiel 1")


def test_a_corrected_list_finds_its_table(event):
    wrong = SHORT.replace("221+", "521+") + SHORT.partition("\n")[2].replace(
        "A;1;1;Anna;Bert;Cora", "B;1;2;Dora;Emil;Ilse"
    ).replace("A;;", "B;;")
    assert [outcome.refused for outcome in imported(event, wrong).outcomes] == [True, False]
    assert imported(event, SHORT).good
    assert Sheet.objects.count() == 2


def test_at_a_seated_table_the_same_players_sit_in_the_same_order(event):
    enter_guests(event, [("Anna", ""), ("Bert", ""), ("Cora", "")])
    seat_round(event.rounds.first(), {1: [2, 1, 3]})
    assert refusals(event, SHORT) == ["In Serie 1 sitzen an Tisch 1 andere, oder anders: 2 Bert, 1 Anna, 3 Cora."]
    assert refusals(event, SHORT.replace("A;1;1", "A;1;2")) == [
        "1 Anna sitzt an Tisch 1 und an Tisch 2.",
        "2 Bert sitzt an Tisch 1 und an Tisch 2.",
        "3 Cora sitzt an Tisch 1 und an Tisch 2.",
    ]
    assert imported(event, SHORT.replace("Anna;Bert", "Bert;1")).good


def test_a_table_with_a_list_is_taken(event, schreiber):
    enter_guests(event, [("Anna", ""), ("Bert", ""), ("Cora", "")])
    seat_round(event.rounds.first(), {1: [1, 2, 3]})
    open_sheet(Table.objects.get(), schreiber)
    assert refusals(event, SHORT) == [
        "Diese Liste gibt es schon, aber anders, zuerst in Spiel 1: dort nichts, in der Datei 221+ +24."
        " Sie bleibt, wie sie ist."
    ]


def test_a_closed_event_takes_no_lists(event):
    set_state(event, Event.State.FINAL)
    assert refusals(event, SHORT) == ["Diese Veranstaltung ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."]


def command(tmp_path, text, *options, event="clubabend-2026-11-20"):
    """What the command prints, and how it failed."""
    file = tmp_path / "lists.csv"
    file.write_text(text)
    printed = StringIO()
    try:
        call_command("import_lists", file, "--event", event, *options, stdout=printed)
    except CommandError as failed:
        return printed.getvalue(), str(failed), failed.returncode
    return printed.getvalue(), "", 0


def test_the_command_imports_and_counts(event, tmp_path):
    dry, *ended = command(tmp_path, SHORT, "--dry-run")
    assert ended == ["", 0]
    assert dry == (
        "Listen: 1 übernommen (3 Zeilen), davon 0 zu klären; 0 schon da; 0 abgelehnt.\n"
        "Das war ein Probelauf: gespeichert ist nichts.\n"
    )
    assert not Sheet.objects.exists()
    assert command(tmp_path, SHORT) == (
        "Listen: 1 übernommen (3 Zeilen), davon 0 zu klären; 0 schon da; 0 abgelehnt.\n",
        "",
        0,
    )
    assert results() == ROUND


def test_the_history_names_who_imported_and_never_the_device_of_a_table(event, schreiber, tmp_path):
    command(tmp_path, SHORT)
    assert {change.who for change in chronicle(Sheet.objects.get())} == {"Kommandozeile"}
    again = SHORT.replace("A;1;1;Anna;Bert;Cora", "A;1;2;Dora;Emil;Frida")
    assert command(tmp_path, again, "--user", "SCHREIBER")[1:] == ("", 0)
    assert {change.who for change in chronicle(Sheet.objects.get(table__number=2))} == {schreiber.name}
    assert command(tmp_path, again, "--user", "wer")[1] == "Ein Konto „wer“ gibt es nicht."


def test_the_command_fails_and_names_every_row_that_was_refused(event, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    printed, told, status = command(tmp_path, BAD)
    assert (told, status) == ("Nicht alles ließ sich übernehmen.", 1)
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in printed.splitlines() if "│" in line]
    assert rows == [
        ["A (Serie 1, Tisch 1)", "2", "1", "1",
         "Grand hat 1 bis 4 Spitzen, mit oder ohne; 5 ist nicht möglich. (ISkO 2.3)"],
        ["", "3", "2", "",
         "kurz „2x“: „x“ ist kein Spiel; möglich sind 9 Karo, 0 Herz, 1 Pik, 2 Kreuz, 4 Grand, 3 Null."],
        ["", "4", "3", "9", "Platz 9 sitzt nicht am Tisch; bitte den Platz ändern. (ISkO 3.2)"],
    ]  # fmt: skip
    assert printed.endswith("Listen: 0 übernommen (0 Zeilen), davon 0 zu klären; 0 schon da; 1 abgelehnt.\n")


def test_the_command_says_what_is_missing(event, tmp_path):
    assert command(tmp_path, SHORT, event="ball")[1] == "Eine Veranstaltung „ball“ gibt es nicht."
    assert command(tmp_path, "liste;farbe\n")[0].splitlines()[:2] == [
        "Zeile 1 der Datei: Unbekannte Spalten: farbe.",
        "Zeile 1 der Datei: Es fehlen die Spalten: serie, tisch, platz1.",
    ]
    with pytest.raises(CommandError) as failed:
        call_command("import_lists", tmp_path / "nothing.csv", "--event", event.slug)
    assert str(failed.value) == f"{tmp_path / 'nothing.csv'} lässt sich nicht lesen: No such file or directory"


def test_the_example_of_the_help_can_be_imported(event):
    example = "\n".join(line.strip() for line in str(FORMAT).splitlines() if line.startswith(("  liste;", "  A;")))
    [outcome] = imported(event, example).outcomes
    assert (outcome.rows, outcome.state) == (2, "handed_in")
    assert [remark.message for remark in outcome.remarks] == ["Es fehlen noch 34 Spiele; bitte nachtragen."]


def test_the_help_names_every_column(capsys):
    with pytest.raises(SystemExit):
        call_command("import_lists", "--help")
    printed = capsys.readouterr().out
    assert [name for name in (*HEAD_COLUMNS, *ROW, *FOOT) if name not in printed and not name.startswith("platz")] == []
