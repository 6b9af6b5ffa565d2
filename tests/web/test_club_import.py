"""A club's whole past from one file: evenings, members and guests, what is refused, what is known. Sums by hand."""

import datetime
import json
import os
import signal
import time
from io import BytesIO, StringIO

import pytest
from bench.import_club import write_past
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import Workbook

from scoring import BOOKS
from skatliga.access import Role
from skatliga.events.agreements import usual_agreements
from skatliga.events.models import Entry, Event, Seat, Table
from skatliga.events.services import create_event, set_state
from skatliga.exchange.evenings import import_lists, jobs
from skatliga.exchange.evenings.file_lines import open_source
from skatliga.exchange.evenings.import_evenings import Rules, import_evenings
from skatliga.exchange.evenings.import_report import Summary, sum_up
from skatliga.exchange.evenings.list_file import read_evenings
from skatliga.exchange.evenings.name_matching import ClubParticipants, Register
from skatliga.exchange.management.import_base import _read_rules
from skatliga.lists.history import chronicle
from skatliga.lists.models import Foot, Row, SeatResult, Sheet
from skatliga.people.services import add_player, invite
from web.desk import text_of
from web.serving import environment_of, site, working  # noqa: F401  a fixture
from web.test_iss_import import rotating

pytestmark = pytest.mark.django_db
ISKO = Rules("isko-2022", "seeger-fabian", {})
HEAD = "veranstaltung;datum;ort;liste;serie;tisch;platz1;platz2;platz3;spiele;spiel;kurz;alleinspieler;wert\n"

# A round at three: Kreuz mit 1 by seat 2, Grand Hand mit 3 by seat 1, Herz ohne 2 Schneider lost by seat 3. With 50 for
# an own game and 40 for a lost one of the others: 120 + 50 + 40, 24 + 50 + 40, -80 - 50 (SkWO 6.3.1).
ROUND = [(120, 1, 0, 210), (24, 1, 0, 114), (-80, 0, 1, -130)]


def written(evening="Clubabend;7.1.2015;Vereinsheim", label="A", place="1;1", seats="Anna Ärmel;Bert Brandt;Gast"):
    """The lines of one list with this round."""
    return f"{evening};{label};{place};{seats};3;1;221+;;\n;;;{label};;;;;;;2;143.+;;\n;;;{label};;;;;;;3;302/-;;\n"


FIRST = written()
SECOND = written("Clubabend;2015-01-14;", seats="Gast;Bert Brandt;Anna Ärmel")
PAST = HEAD + FIRST + SECOND


def imported(club, text, rules=ISKO, user=None, **options):
    content = text.encode() if isinstance(text, str) else text
    source = open_source(BytesIO(content))
    found = read_evenings(source, rules.book, rules.agreements)
    return list(
        import_evenings(club, found, rules, lambda event: ClubParticipants(event, Register(club)), user, **options)
    )


def told(reports):
    """Every sentence about a file with the line it is about."""
    found = [problem for report in reports for problem in report.problems]
    found += [remark for report in reports for outcome in report.outcomes for remark in outcome.remarks]
    return [(each.line, each.message) for each in found]


def traces():
    """How much is stored, histories included."""
    models = (Event, Entry, Table, Seat, Sheet, Row, Foot, SeatResult)
    recorded = (Event, Entry, Sheet, Row, Foot)
    return [model.objects.count() for model in models] + [model.history.count() for model in recorded]


NOTHING = [0] * 13

# What a process of its own is told: a club, and what is stored. Every table of every Serie has its list.
SETUP = "import django; django.setup()\n"
FOUND = SETUP + "from skatliga.people.services import create_club; create_club('Verein')"
COUNTED = """
from skatliga.events.models import Table
from skatliga.lists.models import Row
counted = {"rows": Row.objects.count(), "history": Row.history.count()}
print(json.dumps({**counted, "incomplete": Table.objects.filter(sheets=None).count()}))
"""


# An import by the pages' own means, but approved at once; how far it is; and the button after it has crashed.
SEND_IN = """
import sys
from pathlib import Path
from skatliga.exchange.evenings.jobs import EveningImportJob, carry_out
from skatliga.people.models import User
User.objects.create_user("leiterin")
job = EveningImportJob.order(club="verein", by="leiterin", filename="", command="import_club", options=[])
(job.folder / "upload").write_bytes(Path(sys.argv[1]).read_bytes())
carry_out(job)
print(job.id)
"""
JOB = (
    SETUP
    + """
import json, sys
from django_tasks_db.models import DBTaskResult
from skatliga.exchange.evenings.jobs import EveningImportJob, carry_out
job = EveningImportJob.find(sys.argv[1])
"""
)
STAGE = (
    JOB
    + """
tasks = DBTaskResult.objects.exclude(status="READY").order_by("enqueued_at")
print(json.dumps([job.stage, *tasks.values_list("status", flat=True)]))
"""
)
GO_ON = JOB + "carry_out(job)"


def states(reports):
    return [
        (report.event, report.date, [(outcome.label, outcome.state, outcome.present) for outcome in report.outcomes])
        for report in reports
    ]


def test_every_evening_becomes_an_event_with_its_lists(club, anna, bert, schreiber):
    reports = imported(club, PAST, user=schreiber)
    assert states(reports) == [
        ("Clubabend", "2015-01-07", [("A", "entered", False)]),
        ("Clubabend", "2015-01-14", [("A", "entered", False)]),
    ]
    assert told(reports) == []
    assert [(report.new, report.members, report.guests) for report in reports] == [(True, 2, 1)] * 2
    first, second = Event.objects.order_by("date")
    assert (first.club, first.name, first.date, first.place, first.state) == (
        club,
        "Clubabend",
        datetime.date(2015, 1, 7),
        "Vereinsheim",
        "draft",
    )
    assert (first.rulebook, first.evaluation, first.deals_at_four, first.deals_at_three) == (
        *("isko-2022", "seeger-fabian"),
        *(48, 36),
    )
    assert [report.address for report in reports] == [first.get_absolute_url(), second.get_absolute_url()]
    assert [first.rounds.count(), second.place] == [1, ""]
    assert list(second.entries.values_list("start_number", "name", "player", "club_name")) == [
        (1, "Gast", None, ""),
        (2, "Bert Brandt", bert.player_id, "Herz Dame Altenburg"),
        (3, "Anna Ärmel", anna.player_id, "Herz Dame Altenburg"),
    ]
    for event in (first, second):
        results = SeatResult.objects.filter(sheet__table__round__event=event)
        assert list(results.values_list("spielpunkte", "won", "lost", "leistung")) == ROUND
        assert event.rounds.get().started_at
        assert event.version > 0


def test_the_history_says_who_and_why(club, anna, bert, schreiber):
    imported(club, HEAD + FIRST, user=schreiber)
    for model in (Event, Entry, Sheet, Row):
        said = model.history.values_list("history_type", "history_user__username", "history_change_reason")
        assert set(said) == {("+", "schreiber", "aus einer Datei übernommen")}
    assert Sheet.objects.get().entered_by == schreiber


def test_without_a_user_it_was_the_command_line(club, anna, bert):
    imported(club, HEAD + FIRST)
    assert {change.who for change in chronicle(Sheet.objects.get())} == {"Kommandozeile"}


def test_a_list_of_no_whole_rounds_comes_in_with_its_note(club, anna, bert):
    """Two of three deals: Kreuz mit 1 and Grand Hand mit 3, 24 + 50 and 120 + 50."""
    first, second, _third = FIRST.splitlines()
    head = HEAD.replace("spiele;spiel", "vermerk;spiel")
    broken_off = f"{head}{first.replace(';3;1;', ';nach 2 Spielen abgebrochen;1;')}\n{second}\n"
    [report] = imported(club, broken_off)
    assert [outcome.state for outcome in report.outcomes] == ["entered"]
    sheet = Sheet.objects.get()
    assert (sheet.deals, sheet.note, sheet.state) == (2, "nach 2 Spielen abgebrochen", "entered")
    assert list(sheet.results.values_list("seat", "leistung")) == [(1, 170), (2, 74), (3, 0)]


def test_a_file_imported_again_changes_nothing(club, anna, bert, schreiber):
    imported(club, PAST, user=schreiber)
    before, versions = traces(), list(Event.objects.values_list("version", flat=True))
    again = imported(club, PAST, user=schreiber)
    assert states(again) == [
        ("Clubabend", "2015-01-07", [("A", "entered", True)]),
        ("Clubabend", "2015-01-14", [("A", "entered", True)]),
    ]
    assert (traces(), list(Event.objects.values_list("version", flat=True))) == (before, versions)
    assert all(report.good for report in again)
    summary = Summary()
    sum_up(again, summary)
    assert (summary.evenings, summary.known_evenings, summary.lists, summary.present) == (0, 2, 0, 2)


def test_a_closed_evening_is_recognised_too(club, anna, bert):
    imported(club, PAST)
    for event in Event.objects.all():
        set_state(event, Event.State.PUBLISHED)
        set_state(event, Event.State.FINAL)
    assert [report.good for report in imported(club, PAST)] == [True, True]


def test_a_corrected_list_is_stored_when_the_file_comes_again(club, anna, bert):
    wrong = written(label="B", place="1;2", seats="Dora;Emil;Ilse").replace("221+", "521+")
    first = imported(club, HEAD + FIRST + wrong)
    assert states(first) == [("Clubabend", "2015-01-07", [("A", "entered", False), ("B", "", False)])]
    assert [line for line, _sentence in told(first)] == [5]
    second = imported(club, HEAD + FIRST + wrong.replace("521+", "221+"))
    assert states(second) == [("Clubabend", "2015-01-07", [("A", "entered", True), ("B", "entered", False)])]
    assert (Sheet.objects.count(), Entry.objects.count()) == (2, 6)


def test_another_list_at_a_table_that_has_one_is_refused(club, anna, bert):
    imported(club, HEAD + FIRST)
    before = traces()
    changed = imported(club, HEAD + FIRST.replace("221+", "222+"))
    assert told(changed) == [
        (
            2,
            "Diese Liste gibt es schon, aber anders, zuerst in Spiel 1: dort 221+ +24, in der Datei 222+ +36."
            " Sie bleibt, wie sie ist.",
        )
    ]
    others = imported(club, HEAD + FIRST.replace("Gast", "Cora"))
    assert told(others) == [
        (2, "In Serie 1 sitzen an Tisch 1 andere, oder anders: 1 Anna Ärmel, 2 Bert Brandt, 3 Gast.")
    ]
    assert traces() == before


def test_an_evening_of_which_nothing_fits_leaves_nothing(club, anna, bert):
    reports = imported(club, HEAD + FIRST.replace("221+", "521+") + SECOND)
    assert states(reports) == [
        ("Clubabend", "2015-01-07", [("A", "", False)]),
        ("Clubabend", "2015-01-14", [("A", "entered", False)]),
    ]
    assert list(Event.objects.values_list("date", flat=True)) == [datetime.date(2015, 1, 14)]


def test_an_import_that_breaks_off_leaves_whole_evenings_and_can_be_continued(club, anna, bert, monkeypatch):
    stored = import_lists.store_whole

    def dies(event, *rest):
        if event.date.day == 14:
            Entry.objects.filter(event=event).get(start_number=1)  # something of it was written already
            raise KeyboardInterrupt
        return stored(event, *rest)

    monkeypatch.setattr(import_lists, "store_whole", dies)
    with pytest.raises(KeyboardInterrupt):
        imported(club, PAST)
    assert list(Event.objects.values_list("date", flat=True)) == [datetime.date(2015, 1, 7)]
    assert (Sheet.objects.count(), Row.objects.count(), Entry.objects.count()) == (1, 3, 3)
    monkeypatch.undo()
    assert [report.new for report in imported(club, PAST)] == [False, True]
    assert (Event.objects.count(), Sheet.objects.count(), Row.objects.count()) == (2, 2, 6)


@pytest.mark.django_db(databases=[])
@pytest.mark.skipif(connection.vendor != "sqlite", reason="has a site of its own, on SQLite")
def test_a_worker_that_is_killed_leaves_whole_evenings_and_the_next_one_goes_on(site, tmp_path):  # noqa: F811
    python, _server = site
    file = tmp_path / "past.csv"
    deals = write_past(file, 1_000)
    environment = environment_of(tmp_path)
    key = python("-c", FOUND + SEND_IN, str(file)).strip()
    folder = tmp_path / "import" / key

    def read() -> int:
        return int((folder / "progress").read_text()) if (folder / "progress").exists() else 0

    def stage_and_count() -> tuple[list[str], dict[str, int]]:
        stage, counted = python("-c", STAGE + COUNTED, key).splitlines()
        return json.loads(stage), json.loads(counted)

    stage, counted = stage_and_count()
    assert stage == ["storing"]  # it waits: nobody is there yet
    assert counted == {"rows": 0, "history": 0, "incomplete": 0}
    with working(environment, "jobs") as worker:
        while worker.poll() is None and read() <= 20:
            time.sleep(0.01)
        worker.kill()
        worker.wait()
    stage, half = stage_and_count()
    assert stage == ["crashed", "RUNNING"]
    assert 0 < half["rows"] < deals and half["rows"] == half["history"]
    assert half["incomplete"] == 0
    python("-c", GO_ON, key)
    with working(environment, "jobs") as worker:
        while worker.poll() is None and not (folder / "ended").exists():
            time.sleep(0.1)
        os.kill(worker.pid, signal.SIGTERM)  # it ends what it is at: the task is closed after its files
        assert worker.wait() == 0
    stage, whole = stage_and_count()
    assert stage == ["stored", "FAILED", "SUCCESSFUL"]
    assert whole == {"rows": deals, "history": deals, "incomplete": 0}


def test_a_dry_run_says_the_same_and_leaves_no_trace(club, anna, bert):
    text = PAST.replace("302/-", "302/-", 1) + written("Pokal;1.2.2015;").replace("143.+", "743.+")
    dry = imported(club, text, dry_run=True)
    assert traces() == NOTHING
    real = imported(club, text)
    assert [report.outcomes for report in dry] == [report.outcomes for report in real]
    assert [(report.new, report.members, report.guests, report.address) for report in dry] == [
        *[(True, 2, 1, "")] * 2,
        (False, 2, 1, ""),
    ]


def test_new_evenings_can_be_published_at_once(club, anna, bert):
    imported(club, PAST, publish=True)
    assert set(Event.objects.values_list("state", flat=True)) == {"published"}


def test_an_evening_of_the_club_played_by_other_rules_is_refused(club, anna, bert):
    rules = {"rulebook": "isko-2022", "evaluation": "seeger-fabian", "deals_at_four": 40, "deals_at_three": 30}
    create_event(club, name="Clubabend", date=datetime.date(2015, 1, 7), rounds=1, **rules)
    assert told(imported(club, HEAD + FIRST)) == [
        (2, "Diesen Abend gibt es im Verein schon, aber mit anderem Regelwerk, anderer Wertung oder Zahl der Spiele.")
    ]
    assert imported(club, HEAD + FIRST, Rules(**rules, agreements={}))[0].good
    assert Event.objects.count() == 1


def test_an_evening_prepared_by_hand_gets_its_lists(club, anna, bert, other_club):
    rules = {"rulebook": "isko-2022", "evaluation": "seeger-fabian"}
    date = datetime.date(2015, 1, 7)
    prepared = create_event(club, name="Clubabend", date=date, rounds=1, **rules)
    create_event(other_club, name="Clubabend", date=date, rounds=1, **rules)
    [report] = imported(club, HEAD + FIRST)
    assert (report.new, report.address) == (False, prepared.get_absolute_url())
    assert Sheet.objects.get().table.round.event == prepared


def test_a_foreign_rule_book_refuses_what_it_does_not_know(club, anna, bert):
    book = BOOKS["offiziersskat"]
    rules = Rules(book.key, book.evaluations[0], usual_agreements(book))
    sentences = {message for _line, message in told(imported(club, HEAD + FIRST, rules))}
    assert "Das Regelwerk Offiziersskat hat keine Kurzschrift." in sentences
    assert traces() == NOTHING
    values = HEAD + FIRST.replace("221+;;", ";2;24").replace("143.+;;", ";1;25").replace("302/-;;", ";3;-80")
    assert [line for line, _sentence in told(imported(club, values))] == [3]  # no game is worth 25


def test_members_are_known_by_name_or_number(club, anna, bert):
    imported(club, HEAD + written(seats="ärmel, ANNA;2;Gast,  Gerd"))
    assert list(Entry.objects.values_list("name", "player")) == [
        ("Anna Ärmel", anna.player_id),
        ("Bert Brandt", bert.player_id),
        ("Gerd Gast", None),
    ]
    assert states(imported(club, HEAD + written(seats="1;Bert  brandt;gerd gast")))[0][2] == [("A", "entered", True)]
    assert (Entry.objects.count(), Sheet.objects.count()) == (3, 1)


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        ("Anna Ärmel;7;Gast", "Die Spielernummer 7 steht nicht im Register des Vereins."),
        ("Max Muster;Bert Brandt;Gast", "Max Muster steht mehrmals im Register; bitte die Mitgliedsnummer angeben."),
        ("Anna Ärmel;1;Gast", "Tisch 1: 1 Anna Ärmel steht dort zweimal."),
    ],
)
def test_who_cannot_be_told_is_refused(seats, sentence, club, anna, bert):
    for _twice in range(2):
        add_player(club, first_name="Max", last_name="Muster")
    assert (2, sentence) in told(imported(club, HEAD + written(seats=seats)))
    assert traces() == NOTHING


def test_what_is_wrong_with_an_evening_is_said_and_the_others_are_stored(club, anna, bert):
    lines = [
        written("Clubabend;30.2.2015;"),
        written(";2.3.2015;"),
        written(f"{'Lang' * 40};3.3.2015;"),
        written("Clubabend;4.3.2015;").replace(";;;A;;;;;;;2;", ";;;;;;;;;;2;"),
        written("Clubabend;5.3.2015;", seats=f"Anna Ärmel;{'x' * 121};Gast"),
        written("Clubabend;6.3.2015;", place="1000;1"),
        SECOND,
    ]
    reports = imported(club, HEAD + "".join(lines))
    assert told(reports[:4]) == [
        (2, "datum: „30.2.2015“ ist kein Tag; bitte wie 31.05.2026 oder 2026-05-31 schreiben."),
        (5, "In der Spalte veranstaltung fehlt der Name."),
        (8, f"veranstaltung: „{'Lang' * 10}…“ ist zu lang; möglich sind 120 Zeichen."),
        (12, "In der Spalte liste steht nichts."),
    ]
    assert (14, f"platz2: „{'x' * 40}…“ ist zu lang; möglich sind 120 Zeichen.") in told(reports[4:5])
    assert (17, "serie: 1000 ist nicht möglich; möglich sind 1 bis 999.") in told(reports[5:6])
    assert [report.good for report in reports] == [False] * 6 + [True]
    assert Event.objects.count() == 1


def test_a_name_alone_without_a_day_begins_no_evening(club, anna, bert):
    [report] = imported(club, HEAD + written("Clubabend;;"))
    assert told([report]) == [(2, "datum: „“ ist kein Tag; bitte wie 31.05.2026 oder 2026-05-31 schreiben.")]


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ('"' + "x" * 200_000, "Das ist keine CSV-Datei"),
        ("y" * 200_000, "eine Zeile hat mehr als 100000 Zeichen"),
    ],
)
def test_what_stands_before_a_broken_line_is_stored_and_its_own_evening_is_not(damage, why, club, anna, bert):
    reports = imported(club, PAST + damage)
    assert [report.good for report in reports] == [True, False]
    [(_line, sentence)] = told(reports)
    assert why in sentence
    assert list(Event.objects.values_list("date", flat=True)) == [datetime.date(2015, 1, 7)]


def test_a_quotation_mark_that_is_never_closed_swallows_no_evenings(club, anna, bert):
    struck = HEAD.replace("wert", "wert;gestrichen;grund")
    opened = FIRST.replace("143.+;;", '143.+;;;;"falsch gegeben')
    [report] = imported(club, struck + opened + SECOND)
    # Line 3 is where it was opened, not the last one.
    assert told([report]) == [(3, "Das ist keine CSV-Datei (unexpected end of data).")]
    assert traces() == NOTHING


def test_empty_cells_behind_the_heading_are_nothing(club, anna, bert):
    text = HEAD + "".join(f"{line};; ;\n" for line in FIRST.splitlines())
    [report] = imported(club, text)
    assert (told([report]), len(report.imported)) == ([], 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Das ist keine Tabelle"),
        ("\0" + PAST, "Das ist keine Tabelle"),
    ],
)
def test_what_is_no_text_is_refused_before_anything_is_stored(text, sentence, club):
    if text:
        with pytest.raises(Exception, match=sentence):
            imported(club, text)
    else:
        assert told(imported(club, text)) != []
    assert traces() == NOTHING


def test_the_heading_names_what_is_missing(club):
    assert told(imported(club, "liste;serie;tisch;platz1;farbe\nA;1;1;Anna;x\n")) == [
        (1, "Unbekannte Spalten: farbe."),
        (1, "Es fehlen die Spalten: veranstaltung, datum."),
    ]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_other_encodings_are_read(encoding, club, anna, bert):
    assert [report.good for report in imported(club, PAST.encode(encoding))] == [True, True]
    assert Entry.objects.filter(player=anna.player).count() == 2


def test_a_workbook_is_read_like_a_text(club, anna, bert):
    book = Workbook()
    for line in PAST.splitlines():
        cells = [int(cell) if cell.isdecimal() else cell or None for cell in line.split(";")]
        cells[1] = datetime.date(2015, 1, 14) if cells[1] == "2015-01-14" else cells[1]
        book.active.append(cells)
    stream = BytesIO()
    book.save(stream)
    assert [report.good for report in imported(club, stream.getvalue())] == [True, True]
    results = SeatResult.objects.order_by("sheet__table__round__event__date", "seat")
    assert list(results.values_list("spielpunkte", "won", "lost", "leistung")) == ROUND * 2


def test_evenings_that_do_not_stand_together_come_together(club, anna, bert):
    other = written(label="B", place="1;2", seats="Dora;Emil;Ilse")
    reports = imported(club, HEAD + FIRST + SECOND + other)
    assert states(reports)[2] == ("Clubabend", "2015-01-07", [("B", "entered", False)])
    assert told(reports) == []
    assert Event.objects.count() == 2


def test_the_number_of_queries_does_not_grow_with_rows_or_lists(club, anna, bert):
    register = Register(club)

    def queries(rows, tables):
        texts = []
        for table in range(1, tables + 1):
            lines = [f"Clubabend {rows}-{tables};1.1.2015;;{table};1;{table};G{table}a;G{table}b;G{table}c;36;1;0;;"]
            lines += [f";;;{table};;;;;;;{nr};0;;" for nr in range(2, rows + 1)]
            texts.append("\n".join(lines) + "\n")
        source = open_source(BytesIO((HEAD + "".join(texts)).encode()))
        found = read_evenings(source, ISKO.book, {})
        with CaptureQueriesContext(connection) as seen:
            [report] = import_evenings(club, found, ISKO, lambda event: ClubParticipants(event, register), None)
        assert report.good
        return len(seen)

    few = queries(3, 1)
    assert queries(20, 1) == few
    assert queries(3, 6) == few


def command(*arguments):
    """What the command prints, and how it failed."""
    printed = StringIO()
    try:
        call_command("import_club", *arguments, stdout=printed)
    except CommandError as failed:
        return printed.getvalue(), str(failed)
    return printed.getvalue(), ""


def test_the_command_counts_and_leaves_a_report(club, anna, bert, schreiber, tmp_path):
    file, report, summary, progress = (tmp_path / name for name in ("past.csv", "out.csv", "out.json", "percent"))
    file.write_text(PAST + written("=Pokal;1.2.2015;").replace("143.+", "743.+"))
    files = ("--report", str(report), "--summary", str(summary), "--progress", str(progress))
    printed, failed = command(club.slug, str(file), "--user", "schreiber", *files)
    assert failed == "Nicht alles ließ sich übernehmen."
    assert "Abende: 2 übernommen, 0 schon da, 0 abgelehnt." in printed
    assert "Listen: 2 übernommen (6 Zeilen), davon 0 zu klären; 0 schon da; 1 abgelehnt." in printed
    heading, line = report.read_text("utf-8-sig").splitlines()
    assert heading.startswith("Veranstaltung;Datum;Liste;gespielt;Zeile der Datei;Spiel;Platz;wurde;Hinweis;Regel")
    assert line.startswith("'=Pokal;2015-02-01;A;Serie 1, Tisch 1;9;2;;abgelehnt;")
    assert progress.read_text() == "100"
    kept = json.loads(summary.read_text())
    assert (kept["evenings"], kept["lists"], kept["refused"], kept["told"]) == (2, 2, 1, 1)
    assert Sheet.objects.first().entered_by == schreiber


def test_the_command_checks_first_where_asked(club, anna, bert, tmp_path):
    file = tmp_path / "past.csv"
    file.write_text(PAST)
    printed, failed = command(club.slug, str(file), "--dry-run")
    assert failed == "" and "Das war ein Probelauf" in printed
    assert traces() == NOTHING


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nirgends", "x.csv"), "Einen Verein „nirgends“ gibt es nicht."),
        (("herz-dame-altenburg", "/gibt/es/nicht.csv"), "/gibt/es/nicht.csv lässt sich nicht lesen"),
        (("herz-dame-altenburg", "x.csv", "--user", "wer"), "Ein Konto „wer“ gibt es nicht."),
        (("herz-dame-altenburg", "x.csv", "--deals", "48/35"), "Bitte ganze Runden angeben"),
        (("herz-dame-altenburg", "x.csv", "--evaluation", "matches"), "Diese Wertung kennt das Regelwerk nicht"),
        (("herz-dame-altenburg", "x.csv", "--agree", "kontra=1"), "Diese Vereinbarungen kennt das Regelwerk nicht."),
    ],
)
def test_the_command_says_what_is_missing(arguments, sentence, club):
    assert sentence in command(*arguments)[1]


@pytest.mark.parametrize(
    ("book", "said", "agreed"),
    [
        ("skat-en-deux", "hand_doubled=nein", {"hand_doubled": False}),
        ("skat-en-deux", "hand_doubled=Ja", {"hand_doubled": True}),
        ("skat-en-deux", "hand_doubled=true", {"hand_doubled": True}),
        ("offiziersskat", "accounting=skatordnung", {"accounting": "skatordnung"}),
        ("offiziersskat", 'accounting="skatordnung"', {"accounting": "skatordnung"}),
    ],
)
def test_what_is_agreed_is_written_as_people_write_it(book, said, agreed):
    options = {"rulebook": book, "evaluation": None, "agree": [said], "deals": "48/36", "target": None}
    assert _read_rules(options).agreements == agreed


@pytest.mark.parametrize(
    ("book", "said", "sentence"),
    [
        ("skat-en-deux", "hand_doubled=vielleicht", "„Hand verdoppelt“ muss ja oder nein sein."),
        ("skat-en-deux", "hand_doubled=5", "„Hand verdoppelt“ muss ja oder nein sein."),
        ("hausrunde", "ramsch_limit=viel", "„Ramschgrenze“ muss eine ganze Zahl sein."),
        ("hausrunde", "ramsch_limit=ja", "„Ramschgrenze“ muss eine ganze Zahl sein."),
    ],
)
def test_an_agreement_of_another_kind_is_refused_in_one_sentence(book, said, sentence, club):
    assert command(club.slug, "x.csv", "--rulebook", book, "--agree", said)[1] == sentence


def test_an_agreement_is_a_name_and_a_value(club):
    told = "„hand_doubled“ ist keine Vereinbarung; bitte wie NAME=WERT schreiben."
    assert command(club.slug, "x.csv", "--agree", "hand_doubled")[1] == told


def test_an_evening_has_no_more_lines_than_fit_into_memory(club, monkeypatch):
    monkeypatch.setattr("skatliga.exchange.evenings.list_file.MOST_LINES", 5)
    reports = imported(club, HEAD + FIRST + written(label="B", place="1;2", seats="D;E;F") + SECOND)
    assert told(reports) == [(2, "Ein Abend hat höchstens 5 Zeilen; bitte in mehrere Dateien teilen.")]
    assert [report.good for report in reports] == [False, True]


# ---- On the page ----------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    return tmp_path / "import"


def upload(browser, club, text=PAST, name="abende.csv", **sent):
    content = text.encode() if isinstance(text, str) else text
    rules = {"rulebook": "isko-2022", "evaluation": "seeger-fabian", "deals_at_four": 48, "deals_at_three": 36}
    file = SimpleUploadedFile(name, content)
    return browser.post(reverse("exchange:past", args=[club.slug]), {**rules, **sent, "datei": file})


def test_a_file_is_checked_beside_the_site_and_then_imported(club, anna, bert, leiterin, sign_in, ordered, folder):
    browser = sign_in(leiterin)
    page = upload(browser, club, PAST + written("Pokal;1.2.2015;").replace("143.+", "743.+")).url
    assert "0 % gelesen" in text_of(browser.get(page))
    [checking] = ordered
    (next(folder.glob("*")) / "progress").write_text("40")
    part = browser.get(page, headers={"HX-Request": "true"})
    assert "40 % gelesen" in text_of(part) and b"<html" not in part.content and b"every 2s" in part.content
    checking.run()
    assert traces() == NOTHING
    assert browser.get(page, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    shown = text_of(browser.get(page))
    assert "Noch ist nichts gespeichert." in shown
    assert "2 mit neuen Listen" in shown and "2 neu, 1 abgelehnt" in shown and "4 aus dem Register" in shown
    assert "2015-02-01 Pokal A: Serie 1, Tisch 1, Spiel 2 9 abgelehnt" in shown
    report = b"".join(browser.get(f"{page}nicht-uebernommen.csv").streaming_content).decode("utf-8-sig")
    assert [line.split(";")[:3] for line in report.splitlines()[1:]] == [["Pokal", "2015-02-01", "A"]]
    assert browser.post(f"{page}uebernehmen/").url == page
    assert browser.post(f"{page}uebernehmen/").url == page  # pressed twice, begun once
    assert len(ordered) == 2
    ordered[1].run()
    assert (Event.objects.count(), Sheet.objects.count()) == (2, 2)
    assert set(Row.history.values_list("history_user__username", flat=True)) == {"leiterin"}
    assert "Zu den Veranstaltungen" in text_of(browser.get(page))
    assert browser.post(f"{page}uebernehmen/").url == page
    assert len(ordered) == 2


def test_records_of_the_server_are_known_by_their_beginning(club, leiterin, sign_in, ordered):
    records = b"".join(line.encode() for line in rotating(3, at=""))
    upload(sign_in(leiterin), club, records, "spiele.sgf", tag="2026-01-01", abend="ISS", veroeffentlichen="on")
    [checking] = ordered
    assert checking.command[0] == "import_iss"
    checking.run()
    page = reverse("exchange:past_order", args=[club.slug, jobs.jobs_of(club)[0].id])
    sign_in(leiterin).post(f"{page}uebernehmen/")
    ordered[1].run()
    assert list(Event.objects.values_list("name", "date", "state")) == [("ISS", datetime.date(2026, 1, 1), "published")]


def test_an_order_belongs_to_those_who_direct_the_club(club, other_club, leiterin, admin, schreiber, sign_in, ordered):
    page = upload(sign_in(leiterin), club).url
    directs_other = invite(other_club, "andere", Role.ADMINISTRATOR).user
    assert sign_in(admin).get(page).status_code == 200
    assert sign_in(schreiber).get(page).status_code == 403
    assert sign_in(directs_other).get(page).status_code == 404
    elsewhere = page.replace(club.slug, other_club.slug)
    for path in (elsewhere, f"{elsewhere}nicht-uebernommen.csv"):
        assert sign_in(directs_other).get(path).status_code == 404
    for path in ("uebernehmen/", "verwerfen/"):
        assert sign_in(directs_other).post(f"{elsewhere}{path}").status_code == 404
    assert len(ordered) == 1
    assert "abende.csv" in text_of(sign_in(admin).get(reverse("exchange:past", args=[club.slug])))
    assert "abende.csv" not in text_of(sign_in(directs_other).get(reverse("exchange:past", args=[other_club.slug])))


def test_nothing_can_be_imported_before_the_check_has_ended(club, anna, bert, leiterin, sign_in, ordered, folder):
    browser = sign_in(leiterin)
    page = upload(browser, club).url
    (next(folder.glob("*")) / "checked.json").write_text(json.dumps(Summary().fields))
    browser.post(f"{page}uebernehmen/")  # its numbers are there, but its process still runs
    assert "0 % gelesen" in text_of(browser.get(page)) and len(ordered) == 1
    ordered[0].run()
    browser.post(f"{page}uebernehmen/")
    assert len(ordered) == 2


def test_what_crashed_can_be_begun_again(club, anna, bert, leiterin, sign_in, ordered):
    browser = sign_in(leiterin)
    page = upload(browser, club).url
    ordered[0].die()
    assert "Die Prüfung ist abgebrochen" in text_of(browser.get(page))
    assert browser.get(f"{page}nicht-uebernommen.csv").status_code == 404
    browser.post(f"{page}uebernehmen/")
    ordered[1].run()
    browser.post(f"{page}uebernehmen/")
    ordered[2].die()
    assert "Der Import ist abgebrochen." in text_of(browser.get(page))
    browser.post(f"{page}uebernehmen/")
    ordered[3].run()
    assert Sheet.objects.count() == 2
    assert "--dry-run" in ordered[1].command and "--dry-run" not in ordered[3].command


def test_a_file_that_cannot_be_read_is_said_so(club, leiterin, sign_in, ordered):
    browser = sign_in(leiterin)
    page = upload(browser, club, b"liste\0").url
    ordered[0].run()
    shown = text_of(browser.get(page))
    assert "Das ist keine Tabelle, die sich lesen lässt." in shown and "Übernehmen" not in shown
    assert browser.get(f"{page}nicht-uebernommen.csv").status_code == 404
    assert upload(browser, club, b"").status_code == 200


def test_an_upload_is_discarded_or_thrown_away_after_a_day(club, leiterin, sign_in, ordered, folder):
    browser = sign_in(leiterin)
    page = upload(browser, club).url
    browser.post(f"{page}verwerfen/")
    assert browser.get(page).status_code == 200  # it is still being checked
    ordered[0].run()
    assert browser.post(f"{page}verwerfen/").url == reverse("exchange:past", args=[club.slug])
    assert browser.get(page).status_code == 404 and not list(folder.glob("*"))
    page = upload(browser, club).url
    os.utime(next(folder.glob("*/order.json")), (0, 0))
    browser.get(reverse("exchange:past", args=[club.slug]))
    assert browser.get(page).status_code == 404 and not list(folder.glob("*"))


def test_too_large_a_file_is_refused(club, leiterin, sign_in, ordered, monkeypatch):
    monkeypatch.setattr(jobs, "MOST_BYTES", 100)
    assert "größer als" in text_of(upload(sign_in(leiterin), club))
    assert ordered == []


def test_another_rule_book_brings_its_own_fields(club, leiterin, sign_in, ordered, folder):
    browser = sign_in(leiterin)
    address = reverse("exchange:past", args=[club.slug])
    part = browser.get(address, {"rulebook": "offiziersskat"}, headers={"HX-Request": "true"}).content.decode()
    assert 'name="deals"' in part and "deals_at_four" not in part and "<html" not in part


@pytest.mark.parametrize("page", ["past", "past_order"])
def test_the_pages_ask_a_fixed_number_of_queries(
    page, club, anna, bert, leiterin, sign_in, ordered, django_assert_num_queries
):
    browser = sign_in(leiterin)
    text = PAST
    numbers = {"past": 3, "past_order": 3}
    for _twice in range(2):
        order = upload(browser, club, text).url
        ordered[-1].run()
        address = order if page == "past_order" else reverse("exchange:past", args=[club.slug])
        with django_assert_num_queries(numbers[page]):
            assert browser.get(address).status_code == 200
        text += written("Pokal;1.2.2015;").replace("143.+", "743.+")
