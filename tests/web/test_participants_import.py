"""Participants from a file: what every line becomes, shown before and told after."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from skatliga.access import Role
from skatliga.events import services
from skatliga.events.categories import add_usual_classes
from skatliga.events.models import Event
from skatliga.exchange.models import KEPT, Upload
from skatliga.exchange.uploads.participant_import import LAYOUT, plan, store
from skatliga.exchange.workbooks.table_reader import MOST_ROWS, read
from skatliga.people import services as people
from web.test_workbook import xlsx

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
    table = read(text.encode())
    return LAYOUT.lines(table, LAYOUT.propose(table.heading))


def becomes(event: Event, text: str) -> list[tuple[int, str, str]]:
    return [(each.line, str(each.becomes), each.why or each.entry.name) for each in plan(event, lines(text))]


def upload(browser, event: Event, content: bytes, name: str = "liste.csv"):
    """The page on which the columns are chosen, or the form with what is wrong with the file."""
    file = SimpleUploadedFile(name, content)
    return browser.post(reverse("exchange:participants", args=[event.slug]), {"datei": file}, follow=True)


def address(step: str) -> str:
    return reverse(f"exchange:{step}", args=[Upload.objects.latest("at").pk])


def choose(browser, page, **columns: str):
    """Send the columns as they are proposed, with these changed: the page of what every line becomes."""
    form = page.context["form"]
    chosen = {field.html_name: field.value() for _column, field in form.rows} | columns
    return browser.post(address("columns"), chosen, follow=True)


def carry_out(browser):
    return browser.post(address("preview"), follow=True)


def counted(page) -> dict[str, int]:
    return {becomes: number for becomes, number in page.context["count"].items() if number}


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
    page = choose(office, upload(office, event, FILE.encode()))
    assert [(each.line, str(each.becomes), each.name, each.says) for each in page.context["outcomes"]] == [
        (2, "new", "Hans Huber", "neuer Gast · Startnummer 7 · SC Gera · Gäste · Senioren · Mannschaft Herz Buben"),
        (3, "new", "Anna Ärmel", "aus dem Register · Herz Dame Altenburg · Mannschaft herz buben · Tandem Duo"),
        (4, "new", "Rosa Lang", "neuer Gast · Tandem DUO"),
        (5, "new", "Bert Brandt", "aus dem Register · Herz Dame Altenburg"),
        (6, "present", "Otto Alt", "nimmt schon teil, Startnummer 1"),
    ]
    assert len(entered(event)) == 1
    report = carry_out(office)
    assert (counted(report), report.context["left_out"]) == ({"new": 4, "present": 1}, [])
    club = "Herz Dame Altenburg"
    assert entered(event) == [
        (1, "Otto Alt", "Jena", [], []),
        (7, "Hans Huber", "SC Gera", ["Gäste", "Senioren"], ["Herz Buben"]),
        (8, "Anna Ärmel", club, ["Senioren"], ["Duo", "Herz Buben"]),  # born 1960
        (9, "Rosa Lang", "", [], ["Duo"]),
        (10, "Bert Brandt", club, [], []),
    ]
    # Sent twice it is done once; the same file once more finds everybody there.
    assert counted(carry_out(office)) == {"new": 4, "present": 1}
    choose(office, upload(office, event, FILE.encode()))
    assert counted(carry_out(office)) == {"present": 5}
    assert len(entered(event)) == 5


def test_a_class_called_as_a_sum_is_no_sum(sign_in, event, leiterin):
    office = sign_in(leiterin)
    page = choose(office, upload(office, event, b"Name;Klasse\nHans Huber;Gesamt\nGesamt;12\n;Summe\n"))
    becomes = [(each.line, str(each.becomes), each.proposed) for each in page.context["outcomes"]]
    assert becomes == [(2, "new", ""), (3, "asked", "skip"), (4, "asked", "skip")]


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
        (6, "new", "Max Muster"),
        (7, "refused", "Steht schon in Zeile 6."),
        (8, "refused", "Die Spielernummer 99 steht nicht im Register des Vereins."),
        (9, "refused", "Die Spielernummer 1 gehört Anna Ärmel."),
        (10, "refused", "Die Startnummer 1 ist schon vergeben."),
        (11, "refused", "„0“ ist keine Startnummer; möglich sind 1 bis 9999."),
        (12, "refused", "„x“ ist keine Startnummer; möglich sind 1 bis 9999."),
        (13, "new", "Rosa"),
        (14, "refused", "Die Startnummer 5 ist schon vergeben."),
        (15, "refused", "Es fehlt der Name."),
        (16, "new", "Anna Ärmel"),
        (17, "refused", "Steht schon in Zeile 16."),
        (18, "new", "x" * 130),
    ]


def test_namesakes_of_two_clubs_in_a_file_are_told_apart_by_a_further_word(event):
    text = "name;verein\nJörg Müller;SC Gera\nJörg Müller;Herz Dame Aue\nJörg Müller II;Herz Dame Aue\n"
    assert becomes(event, text) == [
        (2, "new", "Jörg Müller"),
        (
            3,
            "refused",
            "So heißt schon jemand in Zeile 2, aus einem anderen Verein. Wer nur so heißt, braucht einen Zusatz, zum"
            " Beispiel „Jörg Müller II“.",
        ),
        (4, "new", "Jörg Müller II"),
    ]


def test_full_teams_and_false_mixed_are_refused(event, club):
    for name in ("Anna", "Berta"):
        people.add_player(club, first_name=name, last_name="X", gender="damen")
    text = "vorname,nachname,tandem,mixed\nA,A,Duo,\nB,B,Duo,\nC,C,duo,\nAnna,X,,Paar\nBerta,X,,Paar\n"
    assert becomes(event, text) == [
        (2, "new", "A A"),
        (3, "new", "B B"),
        (4, "refused", "„duo“ ist mit 2 Spielern voll."),
        (5, "new", "Anna X"),
        (6, "refused", "„Paar“: Zu einem Mixed gehören eine Dame und ein Herr."),
    ]
    assert [str(each.becomes) for each in store(event, lines(text))].count("refused") == 2
    assert [number for number, *_rest in entered(event)] == [1, 2, 3]


def test_what_was_refused_is_told_after_entering(sign_in, event, leiterin):
    office = sign_in(leiterin)
    choose(office, upload(office, event, b"name;startnummer\nHans Huber;1\nRosa Lang;1\n"))
    report = carry_out(office)
    why = "Die Startnummer 1 ist schon vergeben."
    assert [(each.line, each.name, each.says) for each in report.context["left_out"]] == [(3, "Rosa Lang", why)]
    file = office.get(address("report_file"))
    assert file.content.decode("utf-8-sig") == f"Zeile;Name;Warum nicht\r\n3;Rosa Lang;{why}\r\n"


def test_a_closed_event_takes_nobody(sign_in, event, leiterin):
    office = sign_in(leiterin)
    choose(office, upload(office, event, b"name\nHans Huber\n"))
    services.set_state(event, Event.State.FINAL)
    assert carry_out(office).context["refusals"] == [
        "Diese Veranstaltung ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."
    ]
    assert entered(event) == []


# ---- Which column is what ----


def test_columns_are_proposed_by_their_headings_and_chosen_by_the_user(sign_in, event, leiterin, anna):
    office = sign_in(leiterin)
    page = upload(
        office, event, "Mitglieds-Nr.;Zuname;Rufname;Start-Nr.;Bemerkung;NAME\n;Groß;Jürgen;3;Karl Klein;\n".encode()
    )
    proposed = [field.value() for _column, field in page.context["form"].rows]
    assert proposed == ["spielernummer", "nachname", "vorname", "startnummer", "", "name"]
    assert [column.sample for column, _field in page.context["form"].rows[3:5]] == [("3",), ("Karl Klein",)]
    page = choose(office, page, spalte_4="name", spalte_5="")
    assert [(each.line, each.name) for each in page.context["outcomes"]] == [(2, "Karl Klein")]


def test_of_a_long_cell_the_beginning_is_shown(sign_in, event, leiterin):
    long = "x" * 50_000
    page = upload(sign_in(leiterin), event, f"Name;{long}\nKarl Klein;{long}\n".encode())
    assert "x" * 59 + "…" in page.content.decode()
    assert len(page.content) < 30_000


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        (["", ""], "Es fehlt eine Spalte. Nötig ist: Name, Vorname + Nachname oder Mitglieds- oder Verbandsnummer."),
        (["vorname", "verein"], "Es fehlt eine Spalte. Nötig ist: Name,"),
        (["name", "name"], "Zu jedem Feld gehört nur eine Spalte; mehrmals gewählt: Name."),
        (["verein", "name"], "In den gewählten Spalten steht nichts."),
    ],
)
def test_columns_that_do_not_fit_are_refused(sign_in, event, leiterin, columns, sentence):
    office = sign_in(leiterin)
    page = upload(office, event, b"eins;zwei;drei\n;;x\n")
    page = choose(office, page, **{f"spalte_{number}": key for number, key in enumerate(columns)})
    (told,) = page.context["form"].non_field_errors()
    assert told.startswith(sentence)


@pytest.mark.parametrize("cell", ["=cmd|' /C calc'!A0", "@SUM(1)", "+1+1", "-1+1"])
def test_a_formula_refuses_the_file(sign_in, event, leiterin, cell):
    office = sign_in(leiterin)
    page = choose(office, upload(office, event, f"name\nRosa\n{cell}\n".encode()))
    assert page.context["form"].non_field_errors() == [
        f"Zeile 3: „{cell}“ ist eine Formel. Bitte die Datei mit den Werten speichern."
    ]


# ---- The file on its way ----


def test_a_file_that_cannot_be_read_is_refused_at_once(sign_in, event, leiterin):
    office = sign_in(leiterin)
    page = upload(office, event, b"PK\3\4nonsense", "liste.xlsx")
    assert page.context["form"].errors == {
        "datei": [
            "Die Datei ist beschädigt, oder sie ist keine Tabelle im Format XLSX oder ODS. Bitte noch einmal speichern."
        ]
    }
    page = upload(office, event, b"name\n" * 400_001)
    assert page.context["form"].errors == {
        "datei": ["Die Datei ist zu groß: erlaubt sind 2 MB. Bitte in mehreren Teilen hochladen."]
    }
    assert not Upload.objects.exists()


def test_only_the_uploader_goes_on_and_only_for_two_hours(sign_in, event, leiterin, admin, betreiber):
    upload(sign_in(leiterin), event, b"name\nRosa\n")
    steps = [address(step) for step in ("columns", "preview", "report", "report_file")]
    for other in (admin, betreiber):
        assert [sign_in(other).get(step).status_code for step in steps] == [404] * 4
    Upload.objects.update(at=timezone.now() - KEPT)
    assert [sign_in(leiterin).get(step).status_code for step in steps] == [404] * 4
    upload(sign_in(admin), event, b"name\nLena\n")  # which throws the old one away
    assert [each.user for each in Upload.objects.all()] == [admin]


def test_who_loses_the_role_does_not_go_on(sign_in, event, leiterin):
    upload(sign_in(leiterin), event, b"name\nRosa\n")
    people.grant_role(event.club, leiterin, Role.READER)
    assert sign_in(leiterin).get(address("columns")).status_code == 403


def test_files_of_several_windows_stand_beside_each_other_a_few_at_a_time(sign_in, event, leiterin, admin):
    """One more takes the place of the oldest; of somebody else nothing goes."""
    upload(sign_in(admin), event, b"name\nOtto\n")
    office = sign_in(leiterin)
    first = upload(office, event, b"name\nRosa\n").request["PATH_INFO"]
    for number in range(2, 6):
        upload(office, event, f"name\nLena {number}\n".encode())
    assert "Rosa" in office.get(first).text
    upload(office, event, b"name\nKarl\n")
    assert (office.get(first).status_code, Upload.objects.filter(user=leiterin).count()) == (404, 5)
    assert Upload.objects.filter(user=admin).count() == 1


def test_a_stored_file_is_gone(sign_in, event, leiterin):
    office = sign_in(leiterin)
    choose(office, upload(office, event, b"name\nLena\n"))
    carry_out(office)
    kept = Upload.objects.latest("at")
    assert (bytes(kept.content), kept.report) == (b"", [[2, "Lena", "new", "neuer Gast · Startnummer 1"]])
    assert [office.get(address(step)).status_code for step in ("columns", "preview")] == [302, 302]


def test_another_sheet_can_be_chosen(sign_in, event, leiterin):
    office = sign_in(leiterin)
    content = xlsx([["Name", "Verein"], ["Rosa", "Gera"]], {"B&B": [["Name", "Verein"], ["Lena", "Jena"]]})
    page = upload(office, event, content, "liste.xlsx")
    assert page.context["table"].sheets == ("Tabelle", "B&B")
    page = office.get(address("columns"), {"blatt": "B&B"}, follow=True)
    assert [each.name for each in choose(office, page).context["outcomes"]] == ["Lena"]
    page = office.get(address("columns"), {"blatt": "C"}, follow=True)
    assert [str(message) for message in page.context["messages"]] == [
        "Ein Blatt „C“ hat die Datei nicht. Es gibt: Tabelle, B&B."
    ]


def test_as_many_lines_as_are_allowed(event):
    text = "name\n" + "".join(f"Gast {number}\n" for number in range(MOST_ROWS))
    assert len(plan(event, lines(text))) == MOST_ROWS


def test_names_are_escaped(sign_in, event, leiterin):
    office = sign_in(leiterin)
    page = upload(office, event, b"name;klasse;mannschaft;<u>\n<script>x</script> A;<b>;<i>;<s>")
    shown = page.content.decode() + choose(office, page).content.decode()
    assert [bad in shown for bad in ("<script>x", "<b>", "<i>A", "<u>", "<s>")] == [False] * 5


def test_queries_do_not_grow_with_lines(sign_in, event, leiterin, anna, bert, django_assert_num_queries):
    office = sign_in(leiterin)
    services.enter_guests(event, [("Otto Alt", "")])
    head, *rest = FILE.splitlines(keepends=True)

    def look(text: str) -> None:
        choose(office, upload(office, event, text.encode()))

    with CaptureQueriesContext(connection) as once:
        look(head + rest[0])
    services.enter_guests(event, [("Neu Eins", ""), ("Neu Zwei", "")])
    with django_assert_num_queries(len(once)):
        look(head + "".join(rest))
