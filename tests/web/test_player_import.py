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
from skatliga.exchange.uploads.players import LAYOUT, Players
from skatliga.exchange.workbooks.workbook import read
from skatliga.people import services as people
from skatliga.people.models import Player

pytestmark = pytest.mark.django_db

HEAD = "Mitglied-Nr.;Vorname;Nachname;Geb.jahr;m/w;Klasse;Verbandsnr.;Pseudonym\n"


def lines(text: str):
    table = read(text.encode())
    return LAYOUT.lines(table, LAYOUT.propose(table.heading))


def planned(club, text: str, answers=None) -> list[tuple[int, str, str]]:
    outcomes = Players(club).plan(lines(text), answers or {})
    return [(each.line, str(each.becomes), each.says) for each in outcomes]


def stored(club, text: str, answers=None, user=None) -> list[tuple[int, str, str]]:
    outcomes = Players(club).store(lines(text), answers or {}, user)
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


def test_who_is_known_is_changed_where_the_file_says_otherwise(club, anna, bert):
    text = HEAD + "1;anna;AERMEL;;w;;;\n;Bert;Brandt;;;;4711;\n"
    assert planned(club, text) == [
        (2, "changed", "Vorname: Anna → anna; Nachname: Ärmel → AERMEL; Damen oder Herren: – → Damen"),
        (3, "changed", "Verbandsnummer: – → 4711"),
    ]
    stored(club, text)
    assert register(club) == [
        ("1", "anna AERMEL", 1960, "damen", "", "", ""),  # the year stays, its cell was empty
        ("2", "Bert Brandt", None, "", "", "4711", ""),
    ]


def test_what_could_be_somebody_known_is_asked(club, anna, bert):
    for year in (1940, 1970):
        people.add_player(club, first_name="Max", last_name="Muster", birth_year=year)
    text = (
        HEAD
        + "2;Kurt;Kranz;;;;;\n;Bert;Brandt;1955;;;;\n;Anna;Ärmel;1961;;;;\n;Max;Muster;;;;;\n;Max;Muster;1970;m;;;\n"
    )
    outcomes = Players(club).plan(lines(text), {})
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
    answers = {2: str(bert.player_id), 4: "new", 5: "skip"}
    assert stored(club, text, answers) == [
        (2, "changed", "Vorname: Bert → Kurt; Nachname: Brandt → Kranz"),
        (3, "asked", "Im Register steht jemand dieses Namens, das Geburtsjahr stimmt nicht überein."),
        (4, "new", "Geburtsjahr 1961"),
        (5, "refused", "ausgelassen"),
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
    return browser.post(reverse(f"exchange:{step}", args=[Upload.objects.get().pk]), data or {}, follow=True)


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
        look(HEAD + ";Rosa;Lang;;;;;\n")
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
        assert "1 neu, 1 geändert, 0 schon da, 1 zu entscheiden, 0 bleiben draußen." in out
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
