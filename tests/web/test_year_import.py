"""Results that are known only as sums: from files and from the form, and where they appear afterwards."""

import datetime
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from scoring.foot_check import PaperFoot
from scoring.wertung.presets import TableRule
from skatliga.access import Role
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
from skatliga.wertung.rules import YearTableRule
from skatliga.years.models import ClubYear, YearSum
from skatliga.years.queries import season
from skatliga.years.services import create_year, set_state, set_table
from skatliga.years.year_standing import year_table
from web.club_evenings import fresh
from web.desk import text_of, told

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


def take_over(club, text: str = TABLE, name: str = "Meisterschaft 2019", user=None) -> ClubYear:
    PastYears(club, name, *DAYS).store(lines(text), {}, user)
    return ClubYear.objects.get(name=name)


def close(year: ClubYear) -> None:
    for state in (ClubYear.State.PUBLISHED, ClubYear.State.FINAL):
        set_state(year, state)


def refused(club, text: str, name: str = "2019") -> list[str]:
    with pytest.raises(ValidationError) as refusal:
        take_over(club, text, name)
    return refusal.value.messages


def results(year: ClubYear) -> list[tuple]:
    columns = ("place", "name", "player__last_name", "evenings", "lists", "gesamt", "won", "lost")
    return list(year.sums.values_list(*columns))


# ---- What is stored ----


def test_a_table_is_taken_over_as_it_was(club, anna, bert, leiterin):
    year = take_over(club, user=leiterin)
    assert (year.first_day, year.last_day, year.state, year.history.first().history_user) == (
        datetime.date(2019, 1, 1),
        datetime.date(2019, 12, 31),
        "draft",
        leiterin,
    )
    assert results(year) == [
        (1, "Anna Ärmel", "Ärmel", 40, 80, 71234, 500, 60),
        (2, "Hans Huber", None, 38, 76, 60120, None, None),
        (2, "Bert Brandt", "Brandt", 12, 24, 60120, None, None),
        (4, "Rosa Lang", None, 1, 2, -120, 3, 9),
    ]


def shown(year: ClubYear, role: Role | None = Role.SPIELLEITUNG) -> list[tuple]:
    """Place, name and value of everybody in the table, and what is known of him."""
    table = year_table(season(fresh(year), role))
    return [(line.place, line.name, line.total.value, line.lacks) for line in table.lines]


GESAMT = "nur Gesamt bekannt, ohne einzelne Abende, Zahl der Listen und gewonnene und verlorene Spiele"


def test_places_follow_the_points_where_the_table_has_none(club):
    year = take_over(club, "Name;Punkte\nA A;5\nB B;9\nC C;5\nD D;-1\n")
    assert year.rules == [{}]
    assert shown(year) == [
        (place, name, value, GESAMT)
        for place, name, value in ((1, "B B", 9), (2, "A A", 5), (2, "C C", 5), (4, "D D", -1))
    ]


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
    assert not ClubYear.objects.exists()


def test_a_sign_may_stand_apart_from_its_number(club):
    # So a spreadsheet writes sums of money.
    year = take_over(club, "Name;Punkte;Abende\nHans Huber;-    1.045;-\nRosa Lang;+ 12;3\n")
    assert results(year) == [
        (None, "Hans Huber", None, None, None, -1045, None, None),
        (None, "Rosa Lang", None, 3, None, 12, None, None),
    ]


def test_a_name_belongs_to_one_year_of_the_club(club, other_club):
    create_year(club, name="2019", first_day=datetime.date(2019, 1, 1), last_day=datetime.date(2019, 12, 31))
    told = "Ein Clubjahr „%s“ gibt es schon. Bitte anders benennen."
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
    return browser.post(reverse(f"exchange:{name}", args=[Upload.objects.latest("at").pk]), data or {}, follow=True)


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
    assert len(results(ClubYear.objects.get())) == 4


def test_days_and_names_that_do_not_fit_are_refused_before_the_file_is_kept(sign_in, club, leiterin):
    office = sign_in(leiterin)
    take_over(club)
    form = upload(office, club, first_day="2020-01-01").context["form"]
    assert form.errors == {
        "name": ["Ein Clubjahr „Meisterschaft 2019“ gibt es schon. Bitte anders benennen."],
        "last_day": ["Das Clubjahr endet, bevor es beginnt; bitte die beiden Tage prüfen."],
    }
    assert not Upload.objects.exists()


def test_it_is_public_when_it_is_published_and_names_obey_the_register(sign_in, club, leiterin, anna, bert):
    people.change_player(
        bert,
        number="2",
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
    assert "nicht veröffentlicht" in office.get(listed).content.decode()
    close(year)
    names = ["Anna Ärmel", "Karo", "Hans Huber", "Rosa Lang"]
    assert [row.record.name for row in public.get(address).context["members"].rows] == names
    shown = public.get(honours).content.decode()
    assert [name in shown for name in (*names[:3], "Bert Brandt", "Rosa Lang")] == [True] * 3 + [False] * 2
    assert [row.record.name for row in office.get(address).context["members"].rows][1] == "Bert Brandt"
    former = reverse("years:former_address", args=[year.slug])
    assert public.get(former).url == address


def test_it_stands_among_the_years_by_its_days(client, club):
    for name, year, state in (("2018", 2018, ClubYear.State.PUBLISHED), ("2020", 2020, ClubYear.State.PUBLISHED)):
        days = {"first_day": datetime.date(year, 1, 1), "last_day": datetime.date(year, 12, 31)}
        create_year(club, name=name, state=state, **days)
    set_state(take_over(club), ClubYear.State.PUBLISHED)
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
    close(year)
    page = text_of(client.get(person))
    said = "nur Gesamt bekannt, ohne einzelne Abende"
    assert f"Meisterschaft 2019 Herz Dame Altenburg {said} 1 71234" in page
    file = client.get(reverse("years:results_file", args=[anna.player_id, "csv"])).text.splitlines()
    assert file[1] == f"Meisterschaft 2019;Herz Dame Altenburg;1;Punkte;71234;{said}"


def test_it_stands_on_the_paper_of_honours_once_it_is_public(club, anna):
    days = {"first_day": datetime.date(2020, 1, 1), "last_day": datetime.date(2020, 12, 31)}
    club_year = create_year(club, name="2020", **days)
    year = take_over(club)
    work = YEAR_WORKS["ehrentafel"]
    assert work.find(club_year)["honours"] == []
    close(year)
    [printed] = work.find(club_year)["honours"]
    assert [(each.place, each.name) for each in printed.winners] == [
        (1, "Anna Ärmel"),
        (2, "Hans Huber"),
        (2, "Bert Brandt"),
    ]


def test_it_is_removed_and_can_be_taken_over_again(sign_in, club, leiterin, schreiber):
    year = take_over(club)
    address = reverse("years:remove_year", args=[year.slug])
    assert sign_in(schreiber).post(address).status_code == 403
    office = sign_in(leiterin)
    assert "Meisterschaft 2019" in office.get(address).content.decode()
    assert ClubYear.objects.exists()
    office.post(address)
    assert not ClubYear.objects.exists()
    take_over(club)


# ---- The command ----


def test_the_command_takes_a_year_over(club, tmp_path, capsys):
    file = tmp_path / "2019.csv"
    file.write_text(TABLE)
    days = {"first_day": DAYS[0], "last_day": DAYS[1]}
    call_command("import_year", club.slug, file, name="2019", dry_run=True, **days)
    assert "Das war ein Probelauf" in capsys.readouterr().out
    assert not ClubYear.objects.exists()
    call_command("import_year", club.slug, file, name="2019", **days)
    assert "Zeilen: 4 neu" in capsys.readouterr().out
    assert len(results(ClubYear.objects.get())) == 4
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


def test_a_table_of_averages_is_taken_over_as_it_was_published(club, anna, bert, client):
    year = take_over(club, AVERAGES)
    columns = ("name", "lists", "gesamt", "average")
    assert list(year.sums.order_by("pk").values_list(*columns)) == [
        ("Anna Ärmel", 80, None, 1034675),
        ("Hans Huber", 76, None, 912400),
        ("Bert Brandt", 24, None, 912400),
        ("Rosa Lang", 2, None, -60000),
    ]
    close(year)
    said = "nur Schnitt bekannt, ohne einzelne Abende und gewonnene und verlorene Spiele"
    page = text_of(client.get(year.get_absolute_url()))
    assert "1 Anna Ärmel – 80 – – 1034,68 2 geteilt Bert Brandt – 24 – – 912,40" in page
    file = client.get(reverse("years:file", args=[year.slug, "csv"])).content.decode("utf-8-sig").splitlines()
    assert file[:2] == [
        "Platz;Name;Zugehörigkeit;Abende;Listen;Gewonnen;Verloren;Schnitt;Was bekannt ist",
        f"1;Anna Ärmel;Mitglied;;80;;;1034,68;{said}",
    ]
    assert "Anna Ärmel im Schnitt 1034,68" in text_of(client.get(reverse("years:honours", args=[club.slug])))


def test_a_minimum_is_reached_by_the_lists_that_a_sum_says(club):
    year = take_over(club, AVERAGES)
    set_table(year, 1, YearTableRule("", TableRule(measure="average", minimum=44)))
    assert [(place, name) for place, name, *_rest in shown(year)] == [
        (1, "Anna Ärmel"),
        (2, "Hans Huber"),
        (None, "Bert Brandt"),
        (None, "Rosa Lang"),
    ]


def test_points_and_averages_may_stand_beside_each_other_and_the_average_decides(club):
    year = take_over(club, "Name;Punkte;Schnitt\nAnna A;5000;500\nBert B;4000;800,5\n")
    assert [each[:3] for each in shown(year)] == [(1, "Bert B", Fraction(1601, 2)), (2, "Anna A", 500)]


def test_wertungspunkte_are_those_that_were_awarded(club):
    year = take_over(club, "Name;Wertungspunkte\nAnna A;17,5\nBert B;20\n")
    assert [each[:3] for each in shown(year)] == [(1, "Bert B", 20), (2, "Anna A", Fraction(35, 2))]


def test_what_is_no_average_is_named(club):
    assert refused(club, "Name;Schnitt\nAnna A;912,4567\nBert B;viel\nCora C;\n") == [
        "Zeile 2 (Anna A): Schnitt: „912,4567“ ist keine Zahl mit höchstens drei Stellen nach dem Komma.",
        "Zeile 3 (Bert B): Schnitt: „viel“ ist keine Zahl mit höchstens drei Stellen nach dem Komma.",
        "Zeile 4 (Cora C): Schnitt: Die Zelle ist leer.",
    ]


# ---- Sums beside evenings


def test_sums_and_evenings_count_together_and_every_number_opens(club, year, play, members, sign_in, leiterin):
    """The club came here in the middle of the year: Anna brings 2000 points of 6 lists, Emil stands in no register."""
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    office, anna = sign_in(leiterin), members["Anna"].player
    sums = reverse("years:sums", args=[year.slug])
    sent = {"player": anna.pk, "gesamt": "2000", "lists": "6", "evenings": "3", "won": "40", "lost": "5"}
    assert told(office, office.post(sums, sent)) == [f"{anna.name} ist eingetragen."]
    office.post(sums, {"name": "Emil Erb", "gesamt": "500"})
    lacks = GESAMT.replace("nur", "Nur")
    anna_lacks = "nur Gesamt bekannt, ohne einzelne Abende"
    assert shown(year)[:3] == [
        (1, anna.name, 2320, anna_lacks),
        (2, "Emil Erb", 500, GESAMT),
        (3, "Cora Cruse", 360, ""),
    ]
    page = text_of(office.get(year.get_absolute_url()))
    assert f"1 {anna.name} 320 4 7 43 6 2320 2 Emil Erb – – – – 500" in page and f"{lacks}: Emil Erb" in page
    account = text_of(office.get(reverse("years:player", args=[year.slug, f"p{anna.pk}"])))
    assert "Gesamt 2000 3 Abende 6 Listen 40 gewonnen 5 verloren zählt 2000" in account
    assert "Serie 1: 320 zählt 320" in account and "Zusammen 2320 Punkte." in account

    # By the average a sum of six lists weighs as six lists; where nobody knows how many, it is refused.
    average = YearTableRule("", TableRule(measure="average"))
    with pytest.raises(ValidationError, match="bei Emil Erb zu wenig bekannt; es fehlt: Schnitt"):
        set_table(year, 1, average)
    emil = YearSum.objects.get(name="Emil Erb")
    sent = {"name": "Emil Erb", "gesamt": "500", "average": "250,5", "lists": "2", "reason": "nachgesehen"}
    office.post(reverse("years:change_sum", args=[year.slug, emil.pk]), sent)
    assert emil.history.first().history_change_reason == "nachgesehen"
    set_table(year, 1, average)
    assert [each[:3] for each in shown(year)][:3] == [
        (1, "Cora Cruse", 360),
        (2, anna.name, Fraction(2320, 7)),
        (3, "Emil Erb", Fraction(501, 2)),
    ]


def test_what_a_sum_cannot_be_counted_by_is_refused(club, year, play, members, sign_in, leiterin):
    take = take_over(club, AVERAGES)
    for rule, why in (
        (TableRule(unit="evening", best=10), "Streicher, beste Abende"),
        (TableRule(), "bei Anna Ärmel zu wenig bekannt; es fehlt: Gesamt"),
        (TableRule(worth="awarded"), "es fehlt: Wertungspunkte"),
        (TableRule(worth="published"), "Bei Anna Ärmel fehlt der veröffentlichte Platz"),
        (TableRule(measure="average", minimum_evenings=3), "es fehlt: Zahl der Abende"),
    ):
        with pytest.raises(ValidationError, match=why):
            set_table(take, 1, YearTableRule("", rule))
    with pytest.raises(ValidationError, match="gibt es nur, wo Ergebnisse als Summen"):
        set_table(year, 1, YearTableRule("", TableRule(worth="published")))
    form = sign_in(leiterin).get(reverse("years:change_rule", args=[take.slug, 1])).context["form"]
    assert ("best" in form.fields, [key for key, _label in form.fields["worth"].choices]) == (
        False,
        ["leistung", "awarded", "published"],
    )


def test_a_sum_is_taken_away_with_a_reason_and_two_of_one_person_both_count(club, sign_in, leiterin, anna, bert):
    year = take_over(club, "Name;Punkte\nAnna Ärmel;5\nBert Brandt;9\nRosa Lang;1\n")
    people.merge_players(anna.player, bert.player)
    assert [each[:3] for each in shown(year)] == [(1, "Anna Ärmel", 14), (2, "Rosa Lang", 1)]
    rosa = YearSum.objects.get(name="Rosa Lang")
    address = reverse("years:remove_sum", args=[year.slug, rosa.pk])
    office = sign_in(leiterin)
    office.post(address, {})
    assert YearSum.objects.filter(pk=rosa.pk).exists()
    office.post(address, {"reason": "stand doppelt da"})
    assert [each[:3] for each in shown(year)] == [(1, "Anna Ärmel", 14)]
    assert YearSum.history.filter(id=rosa.pk).first().history_change_reason == "stand doppelt da"
