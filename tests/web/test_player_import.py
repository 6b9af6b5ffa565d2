"""The register of a club from a file: who is known, who is new, who has to be asked about."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Value
from django.db.models.functions import Concat
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from skatliga.exchange.models import Upload
from skatliga.exchange.uploads import import_plan, upload_steps
from skatliga.exchange.uploads.import_plan import LineAnswer
from skatliga.exchange.uploads.member_import import LAYOUT, MemberImport
from skatliga.exchange.workbooks.table_reader import read
from skatliga.people import services as people
from skatliga.people.models import Player
from skatliga.years.models import YearSum

pytestmark = pytest.mark.django_db

HEAD = "Mitglied-Nr.;Vorname;Nachname;Geb.jahr;m/w;Klasse;Verbandsnr.;Pseudonym\n"


def lines(text: str):
    table = read(text.encode())
    return LAYOUT.lines(table, LAYOUT.propose(table.heading))


def planned(club, text: str, answers=None) -> list[tuple[int, str, str]]:
    outcomes = import_plan.plan(MemberImport(club), lines(text), answers or {})
    return [(each.line, str(each.becomes), each.says) for each in outcomes]


def stored(club, text: str, answers=None, user=None) -> list[tuple[int, str, str]]:
    outcomes = import_plan.store(MemberImport(club), lines(text), answers or {}, user)
    return [(each.line, str(each.becomes), each.says) for each in outcomes]


def register(club) -> list[tuple[str, str, int | None, str, str, str, str]]:
    return list(
        club.memberships.annotate(name=Concat("player__first_name", Value(" "), "player__last_name")).values_list(
            "number",
            "name",
            "player__birth_year",
            "player__gender",
            "player__category",
            "player__federation_number",
            "player__pseudonym",
        )
    )


# ---- What a line becomes ----


def test_new_players_come_with_everything_the_file_says(club, anna):
    text = HEAD + "7;Hans;Huber;12.03.1951;m;Senioren;07.01.116.7;\n;Rosa;Lang;1999-01-02;w;;;Rote Rosa\n"
    assert planned(club, text) == [
        (
            2,
            "new",
            "Mitgliedsnummer 7, Verbandsnummer 07.01.116.7, Geburtsjahr 1951, Damen oder Herren Herren,"
            " Altersklasse Senioren",
        ),
        (
            3,
            "new",
            "Pseudonym Rote Rosa, Geburtsjahr 1999, Damen oder Herren Damen, Veröffentlichung Pseudonym",
        ),
    ]
    assert len(register(club)) == 1
    assert [becomes for _line, becomes, _says in stored(club, text)] == ["new", "new"]
    assert register(club) == [
        ("1", "Anna Ärmel", 1960, "", "", "", ""),
        ("7", "Hans Huber", 1951, "herren", "senioren", "07.01.116.7", ""),
        ("", "Rosa Lang", 1999, "damen", "", "", "Rote Rosa"),
    ]
    assert [becomes for _line, becomes, _says in stored(club, text)] == ["present", "present"]


def test_empty_fields_of_who_is_known_are_filled(club, anna, bert):
    text = HEAD + "1;anna;AERMEL;;w;;;\n;Bert;Brandt;;;;4711;\n"
    assert planned(club, text) == [
        (2, "changed", "Damen oder Herren: – → Damen"),
        (3, "changed", "Verbandsnummer: – → 4711"),
    ]
    stored(club, text)
    assert register(club) == [
        ("1", "Anna Ärmel", 1960, "damen", "", "", ""),  # the year stays, its cell was empty; so does the spelling
        ("2", "Bert Brandt", None, "", "", "4711", ""),
    ]


def test_what_could_be_somebody_known_is_asked(club, anna, bert):
    for year in (1940, 1970):
        people.add_player(club, first_name="Max", last_name="Muster", birth_year=year)
    text = (
        HEAD
        + "2;Kurt;Kranz;;;;;\n;Bert;Brandt;1955;;;;\n;Anna;Ärmel;1961;;;;\n;Max;Muster;;;;;\n;Max;Muster;1970;m;;;\n"
    )
    outcomes = MemberImport(club).plan(lines(text), {})
    assert [(each.says, [choice.label for choice in each.choices], each.proposed) for each in outcomes] == [
        (
            "Die Nummer gehört im Register zu einem anderen Namen.",
            ["ist Bert Brandt (Nr. 2)", "auslassen"],
            "",
        ),
        (
            "Im Register steht jemand dieses Namens, das Geburtsjahr stimmt nicht überein.",
            ["ist Bert Brandt (Nr. 2)", "neuer Spieler", "auslassen"],
            str(bert.player_id),  # of whom no year is known
        ),
        (
            "Im Register steht jemand dieses Namens, das Geburtsjahr stimmt nicht überein.",
            ["ist Anna Ärmel (1960, Nr. 1)", "neuer Spieler", "auslassen"],
            "",
        ),
        (
            "Im Register stehen mehrere dieses Namens.",
            ["ist Max Muster (1940)", "ist Max Muster (1970)", "neuer Spieler", "auslassen"],
            "",
        ),
        ("Damen oder Herren: – → Herren", [], ""),
    ]
    answers = {
        2: LineAnswer(str(bert.player_id), frozenset({"first_name", "last_name"})),
        4: LineAnswer("new"),
        5: LineAnswer("skip"),
    }
    assert stored(club, text, answers) == [
        (2, "changed", "Vorname: Bert → Kurt; Nachname: Brandt → Kranz"),
        (3, "asked", "Im Register steht jemand dieses Namens, das Geburtsjahr stimmt nicht überein."),
        (4, "new", "Geburtsjahr 1961"),
        (5, "skipped", ""),
        (6, "changed", "Damen oder Herren: – → Herren"),
    ]
    assert register(club) == [
        ("1", "Anna Ärmel", 1960, "", "", "", ""),
        ("", "Anna Ärmel", 1961, "", "", "", ""),
        ("2", "Kurt Kranz", None, "", "", "", ""),
        ("", "Max Muster", 1940, "", "", "", ""),
        ("", "Max Muster", 1970, "herren", "", "", ""),
    ]


def test_a_line_with_a_mistake_is_left_out_by_itself(club, anna, bert):
    text = HEAD + (
        ";;Huber;;;;;\n;Rosa;Lang;alt;;;;\n;Rosa;Lang;;x;;;\n;Rosa;Lang;;;Greise;;\n"
        "9;Rosa;Lang;;;;;\n9;Lena;Kurz;;;;;\n;Rosa;Kurz;;;;;\n;Rosa;Kurz;;;;;\n1;Anna;Ärmel;;;;;\n;Anna;Ärmel;1960;;;;\n"
        + f";{'x' * 61};Lang;;;;;\n"
    )
    assert planned(club, text) == [
        (2, "refused", "Es fehlt der Vor- oder der Nachname."),
        (3, "refused", "„alt“ ist kein Geburtsjahr."),
        (4, "refused", "„x“ ist weder Damen noch Herren."),
        (5, "refused", "„Greise“ ist keine Altersklasse."),
        (6, "new", "Mitgliedsnummer 9"),
        (7, "refused", "Die Mitgliedsnummer 9 steht schon in Zeile 6."),
        (8, "new", ""),
        (9, "refused", "Steht schon in Zeile 8."),
        (10, "present", ""),
        (11, "refused", "Steht schon in Zeile 10."),
        (
            12,
            "refused",
            "Bitte sicherstellen, dass der Wert aus höchstens 60 Zeichen besteht. (Er besteht aus 61 Zeichen.)",
        ),
    ]
    stored(club, text)
    assert sorted(each[1] for each in register(club)) == ["Anna Ärmel", "Bert Brandt", "Rosa Kurz", "Rosa Lang"]


def test_a_dash_alone_is_an_empty_cell(club, anna):
    text = "Name;Mitgliedsnummer;Geburtsjahr\nÄrmel, Anna;1;-\nHuber, Hans;-;–\nLang, Rosa;—;1999\n"
    assert planned(club, text) == [(2, "present", ""), (3, "new", ""), (4, "new", "Geburtsjahr 1999")]


def test_name_beside_first_name_is_the_last_name(club, anna):
    text = "Name;Vorname;Mitgliedsnummer;Geburtsjahr\nÄrmel;Anna;1;1960\nvon der Heide;Karl;7;\n"
    assert planned(club, text) == [(2, "present", ""), (3, "new", "Mitgliedsnummer 7")]
    stored(club, text)
    assert register(club)[1][:2] == ("7", "Karl von der Heide")


def test_data_protection_does_not_say_which_name_may_appear():
    # Somebody who wants to be protected, or has been told about it, has not agreed to the full name.
    assert LAYOUT.propose(["Name", "Datenschutz"]) == ["name", ""]
    assert LAYOUT.propose(["Name", "Veröffentlichung"]) == ["name", "oeffentlich"]


def test_a_number_that_went_to_another_is_not_taken_away(club, anna, bert):
    """The file gives Bert's number to Anna, who is known by name and year."""
    text = "Name;Mitgliedsnummer;Verbandsnummer;Geburtsjahr\nAnna Ärmel;;12;1960\n"
    stored(club, text)
    assert planned(club, "Name;Mitgliedsnummer;Verbandsnummer\nAnna Ärmel;2;12\n") == [
        (2, "refused", "Die Mitgliedsnummer 2 hat schon Bert Brandt.")
    ]


def test_players_of_other_clubs_are_nobodys_business(club, other_club):
    people.add_player(other_club, first_name="Max", last_name="Muster", number="5")
    assert planned(club, "Name;Nr\nMax Muster;5\n") == [(2, "new", "Mitgliedsnummer 5")]


def test_a_name_in_one_cell_has_its_last_word_as_last_name(club):
    stored(club, "Name\nHans Peter Müller\nvon der Au, Rosa\n")
    assert sorted((each.player.first_name, each.player.last_name) for each in club.memberships.all()) == [
        ("Hans Peter", "Müller"),
        ("Rosa", "von der Au"),
    ]


# ---- The pages ----


def upload(browser, club, text: str):
    file = SimpleUploadedFile("mitglieder.csv", text.encode())
    return browser.post(reverse("exchange:players", args=[club.slug]), {"datei": file}, follow=True)


def send(browser, step: str, data=None):
    return browser.post(reverse(f"exchange:{step}", args=[Upload.objects.latest("at").pk]), data or {}, follow=True)


def choose(browser, page):
    return send(browser, "columns", {field.html_name: field.value() for _column, field in page.context["form"].rows})


def test_from_the_file_to_the_report(sign_in, club, leiterin, anna, bert):
    office = sign_in(leiterin)
    page = choose(office, upload(office, club, HEAD + "1;Anna;Ärmel;;;;12;\n;Bert;Brandt;1955;;;;\n;Rosa;;;;;;\n"))
    assert {becomes: number for becomes, number in page.context["count"].items() if number} == {
        "changed": 1,
        "asked": 1,
        "refused": 1,
    }
    assert f'<option value="{bert.player_id}" selected>' in page.content.decode()
    report = send(office, "preview", {"zeile_3": str(bert.player_id), "zeile_2": "new", "zeile_4": "x"})
    assert [(each.line, each.says) for each in report.context["left_out"]] == [
        (4, "Es fehlt der Vor- oder der Nachname.")
    ]
    assert register(club) == [
        ("1", "Anna Ärmel", 1960, "", "", "12", ""),
        ("2", "Bert Brandt", 1955, "", "", "", ""),
    ]
    assert Player.history.filter(id=bert.player_id).first().history_user == leiterin


def test_an_answer_that_was_not_offered_is_none(sign_in, club, leiterin, anna, other_club):
    other = people.add_player(other_club, first_name="Anna", last_name="Ärmel")
    office = sign_in(leiterin)
    choose(office, upload(office, club, HEAD + ";Anna;Ärmel;1999;;;;\n"))
    report = send(office, "preview", {"zeile_2": str(other.player_id)})
    assert [str(each.becomes) for each in report.context["left_out"]] == ["asked"]


def test_what_changed_between_looking_and_storing_counts(sign_in, club, leiterin):
    office = sign_in(leiterin)
    choose(office, upload(office, club, "Name;Nr\nRosa Lang;9\n"))
    people.add_player(club, first_name="Lena", last_name="Kurz", number="9")
    report = send(office, "preview")
    assert [(each.name, each.says) for each in report.context["left_out"]] == [
        ("Rosa Lang", "Die Nummer gehört im Register zu einem anderen Namen.")
    ]


def test_queries_do_not_grow_with_lines(sign_in, club, leiterin, anna, bert, django_assert_num_queries):
    office = sign_in(leiterin)

    def look(text: str) -> None:
        choose(office, upload(office, club, text))

    with CaptureQueriesContext(connection) as once:
        look(HEAD + ";Rosa;Lang;;;;11;\n")
    people.add_player(club, first_name="Max", last_name="Muster")
    with django_assert_num_queries(len(once)):
        look(HEAD + "1;Anna;Ärmel;;;;12;\n;Bert;Brandt;1955;;;;\n;Max;Muster;;w;;;Maxi\n;Lena;Kurz;;;;;\n")


# ---- The command ----


def test_the_command_does_the_same(club, anna, bert, tmp_path, capsys):
    file = tmp_path / "mitglieder.csv"
    file.write_text(HEAD + "1;Anna;Ärmel;;;;12;\n;Rosa;Lang;;;;;\n;Bert;Brandt;1955;;;;\n")
    for dry_run in (True, False):
        with pytest.raises(CommandError, match="Nicht alles ließ sich übernehmen"):
            call_command("import_players", club.slug, file, dry_run=dry_run)
        out = capsys.readouterr().out
        assert "1 neu, 1 geändert, 0 schon da, 0 im Register anders, 1 zu entscheiden, 0 bleiben draußen." in out
        assert ("Das war ein Probelauf: gespeichert ist nichts." in out) == dry_run
        assert club.memberships.count() == (2 if dry_run else 3)


@pytest.mark.parametrize(
    ("club_name", "content", "why"),
    [
        ("nirgends", "Name\nRosa Lang\n", "Einen Verein „nirgends“ gibt es nicht."),
        ("herz-dame-altenburg", "", "Die Datei ist leer."),
        ("herz-dame-altenburg", "Farbe\nrot\n", "Es fehlt eine Spalte. Nötig ist: Name oder Vorname \\+ Nachname."),
    ],
)
def test_the_command_says_what_is_missing(club, tmp_path, club_name, content, why):
    file = tmp_path / "mitglieder.csv"
    file.write_text(content)
    with pytest.raises(CommandError, match=why):
        call_command("import_players", club_name, file)


# ---- Files as clubs have them ----


def shown(club, text: str):
    """Every line with what it becomes and the name it means."""
    outcomes = import_plan.plan(MemberImport(club), uploaded_lines(club, text), {})
    return [(each.line, each.name, str(each.becomes)) for each in outcomes]


def uploaded_lines(club, text: str):
    table = read(text.encode())
    if heading := upload_steps.heading_of(LAYOUT, table):
        table = read(text.encode(), heading=heading)
    return LAYOUT.lines(table, upload_steps.propose(LAYOUT, table, club))


def test_what_the_register_says_stays_unless_it_is_ticked(sign_in, club, leiterin, anna, bert):
    office = sign_in(leiterin)
    text = HEAD + "1;Anne;Ärmel;1961;;;;\n2;bert;BRANDT;1950;;;4711;\n"
    text = text.replace("Anne", "anna")
    page = choose(office, upload(office, club, text)).content.decode()
    assert "ändern: Vorname: Anna → anna" in page and "ändern: Geburtsjahr: 1960 → 1961" in page
    report = send(office, "preview", {"anders_2": ["birth_year", "number"]})
    assert register(club) == [
        ("1", "Anna Ärmel", 1961, "", "", "", ""),
        ("2", "Bert Brandt", 1950, "", "", "4711", ""),
    ]
    # Both lines changed something; what was not taken over is said.
    assert [row[2:] for row in Upload.objects.latest("at").report] == [
        ["changed", "Geburtsjahr: 1960 → 1961; im Register anders: Vorname: Anna → anna"],
        [
            "changed",
            "Verbandsnummer: – → 4711; Geburtsjahr: – → 1950;"
            " im Register anders: Vorname: Bert → bert; Nachname: Brandt → BRANDT",
        ],
    ]
    assert "behält, was im Register steht" not in report.content.decode()
    again = choose(office, upload(office, club, text))
    assert {becomes: number for becomes, number in again.context["count"].items() if number} == {"differs": 2}
    report = send(office, "preview")
    assert [(each.line, each.says) for each in report.context["left_out"]] == [
        (2, "im Register anders: Vorname: Anna → anna"),
        (3, "im Register anders: Vorname: Bert → bert; Nachname: Brandt → BRANDT"),
    ]
    assert "behält, was im Register steht" in report.content.decode()


def test_a_member_who_has_married_keeps_the_number(sign_in, club, leiterin, bert):
    office = sign_in(leiterin)
    choose(office, upload(office, club, HEAD + "2;Bert;Kranz;;;;;\n"))
    send(office, "preview", {"zeile_2": str(bert.player_id), "anders_2": "last_name"})
    assert [each[:2] for each in register(club)] == [("2", "Bert Kranz")]


def test_sums_and_remarks_below_a_register_are_nobody(sign_in, club, leiterin):
    office = sign_in(leiterin)
    text = (
        "Vorname;Nachname;Nr\nRosa;Lang;1\nMax;Summe;2\nSumme;;2\nAnzahl Mitglieder:;2;\nStand: 01.02.2024;;\n"
        "* Ehrenmitglied;Huber;\n"
    )
    page = choose(office, upload(office, club, text))
    assert [(each.line, str(each.becomes), each.proposed) for each in page.context["outcomes"]] == [
        (2, "new", ""),
        (3, "asked", "skip"),  # she may be called so: take it
        *((line, "asked", "skip") for line in range(4, 8)),
    ]
    send(office, "preview", {"zeile_3": "take", **{f"zeile_{line}": "skip" for line in range(4, 8)}})
    assert [each[1] for each in register(club)] == ["Rosa Lang", "Max Summe"]
    assert [row[2] for row in Upload.objects.latest("at").report] == ["new", "new", *["skipped"] * 4]


def test_any_line_can_be_left_out(sign_in, club, leiterin):
    office = sign_in(leiterin)
    choose(office, upload(office, club, "Name\nRosa Lang\nMax Muster\n"))
    report = send(office, "preview", {"zeile_3": "skip"})
    assert [each[1] for each in register(club)] == ["Rosa Lang"]
    assert report.context["left_out"] == []


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("Dr. Hans Huber", "Hans Huber"),
        ("Prof. Dr. med. Hans Huber", "Hans Huber"),
        ("Huber, Dr. Hans", "Hans Huber"),
        ("Dr. Huber, Hans", "Hans Huber"),
        ("Prof.Dr.Hans Huber", "Hans Huber"),
        ("Herr Hans Huber", "Hans Huber"),
        ("Hans-Peter von der Heide", "Hans-Peter von der Heide"),
        ("Maria da Silva", "Maria da Silva"),
        ("H. Huber", "H. Huber"),
    ],
)
def test_titles_are_no_part_of_a_name(cell, name, club):
    stored(club, f"Name\n{cell}\n")
    [player] = Player.objects.all()
    assert player.name == name
    assert player.last_name == name.partition(" ")[2]


def test_last_names_first_are_known_by_the_heading(club):
    stored(club, "Nachname Vorname\nHuber Hans Peter\nvon der Heide Rosa\n")
    assert sorted(Player.objects.values_list("last_name", "first_name")) == [
        ("Huber", "Hans Peter"),
        ("von der Heide", "Rosa"),
    ]


def test_last_names_first_are_known_by_the_register(club, anna, bert):
    text = "Spieler\nBrandt Bert\nÄrmel Anna\nHuber Hans\n"
    assert shown(club, text) == [
        (2, "Bert Brandt", "present"),
        (3, "Anna Ärmel", "asked"),  # her year is known to the register alone
        (4, "Hans Huber", "new"),
    ]


def test_last_names_first_are_known_by_usual_first_names(club):
    text = "Name\nÖzdemir Ali\nHuber Hans\nLang Xenia\n"
    assert [name for _line, name, _becomes in shown(club, text)] == ["Ali Özdemir", "Hans Huber", "Xenia Lang"]
    text = "Name\nAli Özdemir\nHans Huber\nPeter Werner\n"
    assert [name for _line, name, _becomes in shown(club, text)] == ["Ali Özdemir", "Hans Huber", "Peter Werner"]


def test_a_heading_of_two_lines_is_one(club):
    text = "Nr.;Name;;Geb.;\n;Vorname;Nachname;;\n12;Rosa;Lang;1961;\n"
    [outcome] = import_plan.plan(MemberImport(club), uploaded_lines(club, text), {})
    assert (outcome.line, outcome.name, outcome.says) == (3, "Rosa Lang", "Mitgliedsnummer 12, Geburtsjahr 1961")


def test_a_name_turned_round_is_asked(club, bert):
    [outcome] = import_plan.plan(MemberImport(club), lines("Vorname;Nachname\nBrandt;Bert\n"), {})
    assert (outcome.says, outcome.proposed) == (
        "Im Register steht jemand mit Vor- und Nachnamen in anderer Reihenfolge.",
        str(bert.player_id),
    )


def test_somebody_who_stands_in_the_file_twice_is_asked(club):
    text = HEAD + "7;Hans;Huber;1950;;;;\n8;Huber;Hans;;;;;\n9;Hans;Huber;1980;;;;\n"
    outcomes = import_plan.plan(MemberImport(club), lines(text), {})
    assert [(str(each.becomes), each.says, [choice.value for choice in each.choices]) for each in outcomes] == [
        ("new", "Mitgliedsnummer 7, Geburtsjahr 1950", []),
        ("asked", "Steht schon in Zeile 2; ist das noch jemand dieses Namens?", ["new", "skip"]),
        ("asked", "Steht schon in Zeile 2; ist das noch jemand dieses Namens?", ["new", "skip"]),
    ]
    assert [each[1] for each in stored(club, text, {4: LineAnswer("new")})] == ["new", "asked", "new"]


def test_the_heading_is_the_line_that_names_columns(club):
    text = "Skatclub Herz Dame;Altenburg;;\n;Stand;1.2.2024;\n\nVorname;Nachname;Nr;\nRosa;Lang;1;\n"
    assert shown(club, text) == [(5, "Rosa Lang", "new")]


def test_another_line_of_headings_can_be_chosen_or_none(sign_in, club, leiterin):
    office = sign_in(leiterin)
    page = upload(office, club, "Rosa;Lang;1\nMax;Muster;2\n")
    address = reverse("exchange:columns", args=[Upload.objects.latest("at").pk])
    assert "Zeile 1: Rosa · Lang · 1" in page.content.decode()
    assert Upload.objects.latest("at").heading == 0  # no column is named, and a number stands in the first line
    page = office.get(address, {"ueberschrift": "1"}, follow=True)
    assert [column.heading for column, _field in page.context["form"].rows] == ["Rosa", "Lang", "1"]
    page = office.get(address, {"ueberschrift": "0"}, follow=True)
    assert [column.heading for column, _field in page.context["form"].rows] == ["", "", ""]
    chosen = {"spalte_0": "vorname", "spalte_1": "nachname", "spalte_2": "mitgliedsnummer"}
    page = send(office, "columns", chosen)
    assert [(each.line, each.name) for each in page.context["outcomes"]] == [(1, "Rosa Lang"), (2, "Max Muster")]
    page = office.get(address, {"ueberschrift": "2"}, follow=True)
    assert "Unter der Überschrift steht nichts." in page.content.decode()
    office.get(address, {"ueberschrift": "9"}, follow=True)
    assert Upload.objects.latest("at").heading == 0


def test_what_was_decided_is_not_lost_where_something_is_refused(sign_in, club, leiterin, anna):
    office = sign_in(leiterin)
    sent = {"datei": SimpleUploadedFile("j.csv", b"Name;Punkte\nAnna \xc3\x84rmel;100\nRosa;x\nMax Muster;1\n")}
    days = {"name": "2019", "first_day": "2019-01-01", "last_day": "2019-12-31"}
    page = office.post(reverse("exchange:past_year", args=[club.slug]), sent | days, follow=True)
    choose(office, page)
    page = send(office, "preview", {"zeile_4": "skip"})
    assert page.context["refusals"] and page.context["outcomes"][2].skipped
    send(office, "preview", {"zeile_3": "skip", "zeile_4": "skip"})
    assert YearSum.objects.get().name == "Anna Ärmel"
