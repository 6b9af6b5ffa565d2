"""Participants from a file: what every line becomes, and files that mean no good."""

import io
import time
import zipfile

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from openpyxl import Workbook

from skatliga.events import services
from skatliga.events.classes import add_usual_classes
from skatliga.events.models import Event
from skatliga.exchange.participantfile import MOST_LINES, read_lines, read_table, write_table
from skatliga.exchange.participants import plan, store
from skatliga.people import services as people

pytestmark = pytest.mark.django_db

FILE = """\
Name;Verein;Startnummer;Klasse;Mannschaft;Tandem;Spielernummer
Hans Huber;SC Gera;7;Gäste, Senioren;Herz Buben;;
"Ärmel, Anna";;;;herz buben;Duo;
Rosa Lang;;;;;DUO;
;;;;;;2
Otto Alt;;;;;;
"""


def lines(text: str):
    return read_lines(read_table(text.encode()))


def becomes(event: Event, text: str) -> list[tuple[int, str, str]]:
    return [(each.line, str(each.becomes), each.why or each.entry.name) for each in plan(event, lines(text))]


def refused(write, *args: object) -> list[str]:
    with pytest.raises(ValidationError) as refusal:
        write(*args)
    return refusal.value.messages


def workbook(rows: list[list[object]]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def upload(browser, event: Event, content: bytes, name: str = "liste.csv"):
    file = SimpleUploadedFile(name, content)
    return browser.post(reverse("exchange:participants", args=[event.slug]), {"datei": file})


def told(response) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def entered(event: Event) -> list[tuple[int, str, str, list[str], list[str]]]:
    return [
        (
            entry.start_number,
            entry.name,
            entry.club_name,
            sorted(entry.categories.values_list("name", flat=True)),
            sorted(entry.team_memberships.values_list("team__name", flat=True)),
        )
        for entry in event.entries.all()
    ]


# ---- What the lines become ----


def test_nothing_is_stored_until_it_is_confirmed(sign_in, event, leiterin, anna, bert):
    services.enter_guests(event, [("Otto Alt", "Jena")])
    add_usual_classes(event)
    office = sign_in(leiterin)
    page = upload(office, event, FILE.encode())
    assert [(each.line, str(each.becomes), each.entry.name) for each in page.context["planned"]] == [
        (2, "guest", "Hans Huber"),
        (3, "player", "Anna Ärmel"),
        (4, "guest", "Rosa Lang"),
        (5, "player", "Bert Brandt"),
        (6, "present", "Otto Alt"),
    ]
    assert len(entered(event)) == 1
    confirmed = {"inhalt": page.context["text"], "eintragen": "1"}
    done = office.post(reverse("exchange:participants", args=[event.slug]), confirmed, follow=True)
    assert told(done) == ["4 Teilnehmer sind eingetragen."]
    club = "Herz Dame Altenburg"
    assert entered(event) == [
        (1, "Otto Alt", "Jena", [], []),
        (7, "Hans Huber", "SC Gera", ["Gäste", "Senioren"], ["Herz Buben"]),
        (8, "Anna Ärmel", club, ["Senioren"], ["Duo", "Herz Buben"]),  # born 1960
        (9, "Rosa Lang", "", [], ["Duo"]),
        (10, "Bert Brandt", club, [], []),
    ]
    again = office.post(reverse("exchange:participants", args=[event.slug]), confirmed, follow=True)
    assert told(again) == ["0 Teilnehmer sind eingetragen."]


def test_a_line_is_refused_by_itself_and_says_why(event, anna, club, other_club):
    for _ in range(2):
        people.add_player(club, first_name="Max", last_name="Muster")
    services.enter_guests(event, [("Hans Huber", "SC Gera")])
    text = (
        "name;verein;startnummer;spielernummer;mixed\n"
        "Hans Huber;SC Jena\nHans Huber\nHans Huber;SC Gera\nMax Muster\nMax Muster;Gera\nmax MUSTER;Gera\n"
        ";;;99\nBert Brandt;;;1\nRosa;;1\nRosa;;0\nRosa;;x\nRosa;;5\nLena;;5\n123\nAnna Ärmel;Gera;;;Paar\n"
        "Anna Ärmel;;;;Paar\n" + "x" * 131
    )
    assert becomes(event, text) == [
        (
            2,
            "refused",
            "Hans Huber nimmt schon teil (Startnummer 1). Wer nur so heißt, braucht einen Zusatz, zum Beispiel"
            " „Hans Huber II“.",
        ),
        (3, "present", "Hans Huber"),
        (4, "present", "Hans Huber"),
        (5, "refused", "Im Register stehen mehrere dieses Namens. Bitte die Spielernummer angeben."),
        (6, "guest", "Max Muster"),
        (7, "refused", "Steht schon in Zeile 6."),
        (8, "refused", "Die Spielernummer 99 steht nicht im Register des Vereins."),
        (9, "refused", "Die Spielernummer 1 gehört Anna Ärmel."),
        (10, "refused", "Die Startnummer 1 ist schon vergeben."),
        (11, "refused", "„0“ ist keine Startnummer; möglich sind 1 bis 9999."),
        (12, "refused", "„x“ ist keine Startnummer; möglich sind 1 bis 9999."),
        (13, "guest", "Rosa"),
        (14, "refused", "Die Startnummer 5 ist schon vergeben."),
        (15, "refused", "Es fehlt der Name."),
        (16, "guest", "Anna Ärmel"),
        (17, "refused", "Steht schon in Zeile 16."),
        (18, "guest", "x" * 130),
    ]


def test_full_teams_and_false_mixed_are_refused(event, club):
    for name in ("Anna", "Berta"):
        people.add_player(club, first_name=name, last_name="X", gender="damen")
    text = "vorname,nachname,tandem,mixed\nA,A,Duo,\nB,B,Duo,\nC,C,duo,\nAnna,X,,Paar\nBerta,X,,Paar\n"
    assert becomes(event, text) == [
        (2, "guest", "A A"),
        (3, "guest", "B B"),
        (4, "refused", "„duo“ ist mit 2 Spielern voll."),
        (5, "player", "Anna X"),
        (6, "refused", "„Paar“: Zu einem Mixed gehören eine Dame und ein Herr."),
    ]
    assert [str(each.becomes) for each in store(event, lines(text))].count("refused") == 2
    assert [number for number, *_rest in entered(event)] == [1, 2, 3]


def test_what_was_refused_is_told_after_entering(sign_in, event, leiterin):
    text = "name;startnummer\nHans Huber;1\nRosa Lang;1\n"
    sent = {"inhalt": text, "eintragen": "1"}
    done = sign_in(leiterin).post(reverse("exchange:participants", args=[event.slug]), sent, follow=True)
    assert told(done) == [
        "1 Teilnehmer ist eingetragen.",
        "Zeile 3 (Rosa Lang) nicht: Die Startnummer 1 ist schon vergeben.",
    ]


def test_a_closed_event_takes_nobody(sign_in, event, leiterin):
    services.set_state(event, Event.State.FINAL)
    sent = {"inhalt": "name\nHans Huber\n", "eintragen": "1"}
    form = sign_in(leiterin).post(reverse("exchange:participants", args=[event.slug]), sent).context["form"]
    assert form.non_field_errors() == ["Diese Veranstaltung ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."]


# ---- Ways of writing a file ----


@pytest.mark.parametrize(
    "content",
    [
        "name;startnummer\nJürgen Groß;3\n".encode(),
        "name,startnummer\r\nJürgen Groß,3\r\n".encode("utf-8-sig"),
        "NAME\tStartnummer\nJürgen  Groß\t3".encode("cp1252"),
        workbook([["Name", "Startnummer", None], ["Jürgen Groß", 3.0], [None, None], []]),
    ],
)
def test_the_usual_ways_of_writing_are_read(content):
    table = read_table(content)
    (line,) = read_lines(table)
    assert (line.number, line.cells) == (2, {"name": "Jürgen Groß", "startnummer": "3"})
    assert read_table(write_table(table).encode()) == table


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "In der ersten Zeile fehlt die Spalte name,"),
        ("name\n\n", "Unter der Überschrift steht niemand."),
        ("verein\nGera", "In der ersten Zeile fehlt die Spalte name,"),
        ("vorname\nRosa", "In der ersten Zeile fehlt die Spalte name,"),
        ("name;farbe\nRosa;rot", "Unbekannte Spalten: farbe."),
        ("name;NAME\nRosa;Rosa", "Doppelte Spalten: name."),
    ],
)
def test_a_heading_that_does_not_fit_is_refused(text, sentence):
    (told,) = refused(lines, text)
    assert told.startswith(sentence)


# ---- Files that mean no good ----


def _zip(**parts: bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return content.getvalue()


def _with_sheet(xml: bytes) -> bytes:
    """A workbook whose sheet was exchanged for this one."""
    content = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook([["name"], ["Rosa"]]))) as archive,
        zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as other,
    ):
        for part in archive.infolist():
            is_sheet = part.filename == "xl/worksheets/sheet1.xml"
            other.writestr(part.filename, xml if is_sheet else archive.read(part.filename))
    return content.getvalue()


SHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%s</sheetData></worksheet>'
LAUGHS = b'<!DOCTYPE x [<!ENTITY a "ha">' + b"".join(
    b'<!ENTITY %c "%s">' % (name, b"&%c;" % (name - 1) * 20) for name in range(98, 110)
)
BROKEN = "Das ist keine XLSX-Datei, oder sie ist beschädigt."
HOSTILE = {
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "Das ist weder eine CSV- noch eine XLSX-Datei."),
    "cut off": (workbook([["name"], ["Rosa"]])[:2000], BROKEN),
    "a zip that is no workbook": (_zip(a=b"b"), BROKEN),
    "a bomb": (
        _zip(**{"xl/workbook.xml": b" " * 900_000_000}),
        "Die Datei ist ausgepackt zu groß. Bitte nur die Liste der Teilnehmer hochladen.",
    ),
    "entities": (_with_sheet(LAUGHS + b"]>" + SHEET % b"<row><c><v>&m;</v></c></row>"), BROKEN),
    "a million lines of text": (
        b"name\n" + b"\n" * 990_000 + b"Rosa",
        "Die Datei hat mehr als 5000 Zeilen. Bitte nur die Liste der Teilnehmer hochladen.",
    ),
    "a cell far down": (
        _with_sheet(SHEET % b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
        "Die Datei hat mehr als 5000 Zeilen. Bitte nur die Liste der Teilnehmer hochladen.",
    ),
    "a quarter of a million cells": (
        _with_sheet(SHEET % (b"<row>" + b"<c><v>1</v></c>" * 250_000 + b"</row>")),
        "Unbekannte Spalten: " + ", ".join(["1"] * 40)[:200] + ".",
    ),
    "a long line": (b"name\n" + b"x" * 200_000, "Das ist keine CSV-Datei (field larger than field limit (131072))."),
    "large": (b"name\n" * 200_001, "Die Datei ist zu groß. Bitte nur die Liste der Teilnehmer hochladen."),
    "a formula in text": (
        b"name\n=cmd|' /C calc'!A0",
        "Zeile 2: „=cmd|' /C calc'!A0“ ist eine Formel. Bitte die Datei mit den Werten speichern.",
    ),
    "a formula in a workbook": (
        workbook([["name"], ["Rosa"], ["=1+1"]]),
        "Zeile 3: „=1+1“ ist eine Formel. Bitte die Datei mit den Werten speichern.",
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_refused_soon_and_with_a_sentence(sign_in, event, leiterin, kind):
    content, sentence = HOSTILE[kind]
    began = time.perf_counter()
    form = upload(sign_in(leiterin), event, content, "liste.xlsx").context["form"]
    assert form.errors == {"datei": [sentence]}
    assert time.perf_counter() - began < 10  # seconds, on a busy machine


def test_as_many_lines_as_are_allowed(event):
    text = "name\n" + "".join(f"Gast {number}\n" for number in range(1, MOST_LINES))
    assert len(plan(event, lines(text))) == MOST_LINES - 1


def test_what_comes_back_is_read_as_carefully_as_a_file(sign_in, event, leiterin):
    sent = {"inhalt": "name\n=1+1\n", "eintragen": "1"}
    form = sign_in(leiterin).post(reverse("exchange:participants", args=[event.slug]), sent).context["form"]
    assert form.errors == {"datei": ["Zeile 2: „=1+1“ ist eine Formel. Bitte die Datei mit den Werten speichern."]}
    form = sign_in(leiterin).post(reverse("exchange:participants", args=[event.slug]), {}).context["form"]
    assert not form.is_bound


def test_names_are_escaped(sign_in, event, leiterin):
    page = upload(sign_in(leiterin), event, b"name;klasse;mannschaft\n<script>x</script> A;<b>;<i>").content.decode()
    assert [bad in page for bad in ("<script>x", "<b>", "<i>")] == [False, False, False]


def test_queries_do_not_grow_with_lines(sign_in, event, leiterin, anna, bert, django_assert_num_queries):
    office = sign_in(leiterin)
    services.enter_guests(event, [("Otto Alt", "")])
    head, *rest = FILE.splitlines(keepends=True)
    with CaptureQueriesContext(connection) as once:
        upload(office, event, (head + rest[0]).encode())
    services.enter_guests(event, [("Neu Eins", ""), ("Neu Zwei", "")])
    with django_assert_num_queries(len(once)):
        upload(office, event, (head + "".join(rest)).encode())
