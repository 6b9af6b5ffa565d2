"""Years that were played elsewhere: their tables from files, and where they appear afterwards."""

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring.foot_check import PaperFoot
from skatliga.events.models import Table
from skatliga.events.services import enter_guests, enter_players, seat_round
from skatliga.exchange.models import Upload
from skatliga.exchange.uploads.past_year_import import LAYOUT, PastYears
from skatliga.exchange.workbooks.table_reader import read
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import move
from skatliga.people import services as people
from skatliga.people.models import Publication
from skatliga.printing.page_papers import YEAR_WORKS
from skatliga.years.models import ClubYear, PastYear
from skatliga.years.past_years import set_public
from skatliga.years.services import create_year
from web.desk import text_of

pytestmark = pytest.mark.django_db

TABLE = """\
Vereinsmeisterschaft 2019
Platz;Name;Abende;Listen;Punkte;gew.;verl.
1.;Ärmel, Anna;40;80;71.234;500;60
2.;Hans Huber;38;76;60120;;
2.;Bert Brandt;12;24;60120;;
4.;Rosa Lang;1;2;-120;3;9
"""
DAYS = ("2019-01-01", "2019-12-31")


def lines(text: str):
    table = read(text.encode())
    return LAYOUT.lines(table, LAYOUT.propose(table.heading))


def take_over(club, text: str = TABLE, name: str = "Meisterschaft 2019", user=None) -> PastYear:
    PastYears(club, name, *DAYS).store(lines(text), {}, user)
    return PastYear.objects.get(name=name)


def refused(club, text: str, name: str = "2019") -> list[str]:
    with pytest.raises(ValidationError) as refusal:
        take_over(club, text, name)
    return refusal.value.messages


def results(year: PastYear) -> list[tuple]:
    columns = ("place", "name", "player__last_name", "evenings", "lists", "points", "won", "lost")
    return list(year.results.values_list(*columns))


# ---- What is stored ----


def test_a_table_is_taken_over_as_it_was(club, anna, bert, leiterin):
    year = take_over(club, user=leiterin)
    assert (year.first_day, year.last_day, year.public, year.by) == (
        datetime.date(2019, 1, 1),
        datetime.date(2019, 12, 31),
        False,
        leiterin,
    )
    assert results(year) == [
        (1, "Anna Ärmel", "Ärmel", 40, 80, 71234, 500, 60),
        (2, "Hans Huber", None, 38, 76, 60120, None, None),
        (2, "Bert Brandt", "Brandt", 12, 24, 60120, None, None),
        (4, "Rosa Lang", None, 1, 2, -120, 3, 9),
    ]


def test_places_follow_the_points_where_the_table_has_none(club):
    year = take_over(club, "Name;Punkte\nA A;5\nB B;9\nC C;5\nD D;-1\n")
    assert [(place, name) for place, name, *_rest in results(year)] == [(1, "B B"), (2, "A A"), (2, "C C"), (4, "D D")]


def test_a_table_with_a_hole_is_not_taken_over_at_all(club, anna, bert):
    for _ in range(2):
        people.add_player(club, first_name="Max", last_name="Muster")
    text = (
        "Platz;Name;Punkte;Abende;Mitgliedsnr.\n1;Anna Ärmel;viele;;\n;Bert Brandt;5;;\n3;;5;;\n4;Max Muster;5;;\n"
        "5;Rosa;5;-1;\n"
        "6;Lena;5;3;1\n7;Bert Brandt;5,5;;\n8;Ida;1;;\n9;Ida;1;;\n"
    )
    assert refused(club, text) == [
        "Zeile 2 (Anna Ärmel): Punkte: „viele“ ist keine ganze Zahl.",
        "Zeile 3 (Bert Brandt): Platz: Die Zelle ist leer.",
        "Zeile 4 (): Es fehlt der Name.",
        "Zeile 5 (Max Muster): Im Register stehen mehrere dieses Namens. Bitte die Mitgliedsnummer angeben.",
        "Zeile 6 (Rosa): Abende: -1 ist nicht möglich; möglich sind 0 bis 9999.",
        "Zeile 7 (Lena): Die Spielernummer 1 gehört Anna Ärmel.",
        "Zeile 8 (Bert Brandt): Punkte: „5,5“ ist keine ganze Zahl.",
        "Zeile 10 (Ida): Steht schon in Zeile 9.",
    ]
    assert not PastYear.objects.exists()


def test_a_sign_may_stand_apart_from_its_number(club):
    # So a spreadsheet writes sums of money.
    year = take_over(club, "Name;Punkte;Abende\nHans Huber;-    1.045;-\nRosa Lang;+ 12;3\n")
    assert results(year) == [
        (1, "Rosa Lang", None, 3, None, 12, None, None),
        (2, "Hans Huber", None, None, None, -1045, None, None),
    ]


def test_a_name_belongs_to_one_year_of_the_club(club, other_club):
    create_year(club, name="2019", first_day=datetime.date(2019, 1, 1), last_day=datetime.date(2019, 12, 31))
    told = "Ein Clubjahr „%s“ gibt es schon. Bitte anders benennen, oder das übernommene vorher entfernen."
    assert refused(club, TABLE) == [told % "2019"]
    take_over(club)
    assert refused(club, TABLE, "Meisterschaft 2019") == [told % "Meisterschaft 2019"]
    other = PastYears(other_club, "Meisterschaft 2019", *DAYS).store(lines(TABLE), {}, None)
    assert len(other) == 4


# ---- The pages ----


def upload(browser, club, **fields: str):
    sent = {"name": "Meisterschaft 2019", "first_day": DAYS[0], "last_day": DAYS[1], **fields}
    file = SimpleUploadedFile("2019.csv", TABLE.encode())
    return browser.post(reverse("exchange:past_year", args=[club.slug]), {**sent, "datei": file}, follow=True)


def step(browser, name: str, data=None):
    return browser.post(reverse(f"exchange:{name}", args=[Upload.objects.get().pk]), data or {}, follow=True)


def test_from_the_file_to_the_table(sign_in, club, leiterin, anna, bert):
    office = sign_in(leiterin)
    page = upload(office, club)
    assert page.context["table"].remarks == ("Über den Überschriften steht: „Vereinsmeisterschaft 2019“.",)
    sent = {field.html_name: field.value() for _column, field in page.context["form"].rows}
    assert list(sent.values()) == ["platz", "name", "abende", "listen", "punkte", "gewonnen", "verloren"]
    page = step(office, "columns", sent)
    assert [(each.name, each.says) for each in page.context["outcomes"]] == [
        ("Anna Ärmel", "aus dem Register"),
        ("Hans Huber", "nur als Name"),
        ("Bert Brandt", "aus dem Register"),
        ("Rosa Lang", "nur als Name"),
    ]
    report = step(office, "preview")
    assert (report.context["count"]["new"], report.context["left_out"]) == (4, [])
    assert len(results(PastYear.objects.get())) == 4


def test_days_and_names_that_do_not_fit_are_refused_before_the_file_is_kept(sign_in, club, leiterin):
    office = sign_in(leiterin)
    take_over(club)
    form = upload(office, club, first_day="2020-01-01").context["form"]
    assert form.errors == {
        "name": [
            "Ein Clubjahr „Meisterschaft 2019“ gibt es schon. Bitte anders benennen, oder das übernommene vorher"
            " entfernen."
        ],
        "last_day": ["Das Clubjahr endet, bevor es beginnt; bitte die beiden Tage prüfen."],
    }
    assert not Upload.objects.exists()


def test_it_is_public_when_it_is_published_and_names_obey_the_register(sign_in, club, leiterin, anna, bert):
    people.change_player(
        bert,
        number="2",
        league_club=False,
        first_name="Bert",
        last_name="Brandt",
        publication=Publication.PSEUDONYM,
        pseudonym="Karo",
    )
    year = take_over(club)
    address, public, office = year.get_absolute_url(), sign_in(None), sign_in(leiterin)
    listed, honours = (reverse(f"years:{name}", args=[club.slug]) for name in ("years", "honours"))
    assert public.get(address).status_code == 302
    assert [year.name in public.get(page).content.decode() for page in (listed, honours)] == [False, False]
    page = office.get(listed).content.decode()
    assert ("übernommen" in page, "nicht veröffentlicht" in page) == (True, True)
    office.post(reverse("years:publish_past_year", args=[year.slug]), {"public": "1"})
    assert [row.record.shown for row in public.get(address).context["table"].rows] == [
        "Anna Ärmel",
        "Hans Huber",
        "Karo",
        "Rosa Lang",
    ]
    shown = public.get(honours).content.decode()
    assert [name in shown for name in ("Anna Ärmel", "Hans Huber", "Karo", "Bert Brandt", "Rosa Lang")] == [
        *(True, True, True),
        *(False, False),
    ]
    assert [row.record.shown for row in office.get(address).context["table"].rows][2] == "Bert Brandt"
    office.post(reverse("years:publish_past_year", args=[year.slug]), {"public": "0"})
    assert public.get(address).status_code == 302
    assert year.name not in public.get(honours).content.decode()


def test_the_table_says_only_what_is_known_and_sorts(client, club):
    year = take_over(club, "Name;Punkte\nA Zeh;5\nB Ahl;9\n")
    set_public(year, True)
    table = client.get(year.get_absolute_url(), {"sort": "name"}).context["table"]
    assert [column.name for column in table.columns] == ["place", "name", "points"]
    assert [row.record.name for row in table.rows] == ["B Ahl", "A Zeh"]


def test_it_stands_among_the_years_by_its_days(client, club):
    for name, year, state in (("2018", 2018, ClubYear.State.PUBLISHED), ("2020", 2020, ClubYear.State.PUBLISHED)):
        days = {"first_day": datetime.date(year, 1, 1), "last_day": datetime.date(year, 12, 31)}
        create_year(club, name=name, state=state, **days)
    set_public(take_over(club), True)
    years = client.get(reverse("years:years", args=[club.slug])).context["years"]
    assert [year.name for year in years] == ["2020", "Meisterschaft 2019", "2018"]


def test_it_stands_on_the_page_of_the_player(client, club, anna, event, leiterin, sign_in):
    enter_players(event, [anna.player])
    enter_guests(event, [(f"Gast {letter}", "") for letter in "ABC"])
    seat_round(event.rounds.get(number=1), {1: [1, 2, 3, 4]})
    sheet = open_sheet(Table.objects.get(round__event=event), leiterin)
    enter_feet(
        sheet.pk, [PaperFoot(24, 1, 0, None)] + 3 * [PaperFoot(0, 0, 0, None)], 47, Change(sheet.revision, leiterin)
    )
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision + 1, leiterin))
    year = take_over(club)
    person = reverse("standings:person", args=[anna.player_id])
    assert year.name not in client.get(person).content.decode()
    assert year.name in sign_in(leiterin).get(person).content.decode()
    set_public(year, True)
    page = client.get(person).content.decode()
    assert (year.name in page, "71234" in page) == (True, True)


def test_it_stands_on_the_paper_of_honours_once_it_is_public(club, anna):
    days = {"first_day": datetime.date(2020, 1, 1), "last_day": datetime.date(2020, 12, 31)}
    club_year = create_year(club, name="2020", **days)
    year = take_over(club)
    work = YEAR_WORKS["ehrentafel"]
    assert work.find(club_year)["past"] == []
    set_public(year, True)
    [printed] = work.find(club_year)["past"]
    assert [(each.place, each.shown) for each in printed.winners] == [
        (1, "Anna Ärmel"),
        (2, "Hans Huber"),
        (2, "Bert Brandt"),
    ]


def test_it_is_removed_and_can_be_taken_over_again(sign_in, club, leiterin, schreiber):
    year = take_over(club)
    address = reverse("years:remove_past_year", args=[year.slug])
    assert sign_in(schreiber).post(address).status_code == 403
    office = sign_in(leiterin)
    assert "Meisterschaft 2019" in office.get(address).content.decode()
    assert PastYear.objects.exists()
    office.post(address)
    assert not PastYear.objects.exists()
    take_over(club)


def test_queries_do_not_grow(client, club, anna, bert, django_assert_num_queries):
    listed, honours = (reverse(f"years:{name}", args=[club.slug]) for name in ("years", "honours"))
    for text, name in (("Name;Punkte\nA Zeh;5\n", "eins"), (TABLE, "zwei"), (TABLE, "drei")):
        set_public(year := take_over(club, text, name), True)
        for page, queries in ((year.get_absolute_url(), 2), (listed, 3), (honours, 6)):
            with django_assert_num_queries(queries):
                client.get(page)


# ---- The command ----


def test_the_command_takes_a_year_over(club, tmp_path, capsys):
    file = tmp_path / "2019.csv"
    file.write_text(TABLE)
    days = {"first_day": DAYS[0], "last_day": DAYS[1]}
    call_command("import_year", club.slug, file, name="2019", dry_run=True, **days)
    assert "Das war ein Probelauf" in capsys.readouterr().out
    assert not PastYear.objects.exists()
    call_command("import_year", club.slug, file, name="2019", **days)
    assert "Zeilen: 4 neu" in capsys.readouterr().out
    assert len(results(PastYear.objects.get())) == 4
    with pytest.raises(CommandError, match="Ein Clubjahr „2019“ gibt es schon"):
        call_command("import_year", club.slug, file, name="2019", **days)
    with pytest.raises(CommandError, match="„gestern“ ist kein Tag"):
        call_command("import_year", club.slug, file, name="2020", first_day="gestern", last_day=DAYS[1])


# ---- Averages ----

AVERAGES = """\
Name;Listen;Schnitt
Ärmel, Anna;80;1.034,675
Hans Huber;76;912,4
Bert Brandt;24;912.40
Rosa Lang;2;-60
"""


def test_a_table_of_averages_is_taken_over_as_it_was_published(club, anna, bert):
    year = take_over(club, AVERAGES)
    assert list(year.results.values_list("place", "name", "lists", "points", "average")) == [
        (1, "Anna Ärmel", 80, None, 1034675),
        (2, "Hans Huber", 76, None, 912400),
        (2, "Bert Brandt", 24, None, 912400),
        (4, "Rosa Lang", 2, None, -60000),
    ]


def test_averages_stand_on_pages_and_in_files_and_no_points_are_made_of_them(club, anna, bert, client):
    year = take_over(club, AVERAGES)
    set_public(year, True)
    page = text_of(client.get(year.get_absolute_url()))
    assert "Platz Name Listen Schnitt" in page
    assert "1 Anna Ärmel 80 1034,68 2 Hans Huber 76 912,40 2 Bert Brandt 24 912,40 4 Rosa Lang 2 -60,00" in page
    file = client.get(reverse("years:past_file", args=[year.slug, "csv"])).content.decode("utf-8-sig").splitlines()
    assert file[:3] == ["Platz;Name;Listen;Schnitt", "1;Anna Ärmel;80;1034,68", "2;Hans Huber;76;912,4"]
    assert "Anna Ärmel im Schnitt 1034,68" in text_of(client.get(reverse("years:honours", args=[club.slug])))


def test_points_and_averages_may_stand_beside_each_other_and_the_average_decides(club):
    year = take_over(club, "Name;Punkte;Schnitt\nAnna A;5000;500\nBert B;4000;800,5\n")
    assert list(year.results.values_list("place", "name", "points", "average")) == [
        (1, "Bert B", 4000, 800500),
        (2, "Anna A", 5000, 500000),
    ]


def test_what_is_no_average_is_named(club):
    assert refused(club, "Name;Schnitt\nAnna A;912,4567\nBert B;viel\nCora C;\n") == [
        "Zeile 2 (Anna A): Schnitt: „912,4567“ ist keine Zahl mit höchstens drei Stellen nach dem Komma.",
        "Zeile 3 (Bert B): Schnitt: „viel“ ist keine Zahl mit höchstens drei Stellen nach dem Komma.",
        "Zeile 4 (Cora C): Schnitt: Die Zelle ist leer.",
    ]
