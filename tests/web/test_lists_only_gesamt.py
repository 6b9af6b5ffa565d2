"""Lists of which nothing but the Gesamt is known: typed, imported, ranked; what is unknown is said, and is no 0."""

import pytest
from django.core.management import call_command
from django.urls import reverse

from scoring.foot_check import PaperFoot
from skatliga.events.models import Table
from skatliga.exchange.recheck import find_differences, whole_sheets
from skatliga.lists.evaluation import OnlyGesamt
from skatliga.lists.models import SeatResult, Sheet
from skatliga.lists.queries import view_of
from skatliga.lists.services import Change, open_sheet
from skatliga.lists.workflow import Decision, enter_totals
from skatliga.standings.rankings import ranking
from skatliga.statistics.queries import results_of
from skatliga.years.queries import season
from skatliga.years.services import add_evenings, create_year
from skatliga.years.year_standing import year_table
from web.answers import refused
from web.desk import refused as refused_on
from web.desk import text_of
from web.ranks import FEET, enter_list, make_evening
from web.replayed import world
from web.test_printing import read

pytestmark = pytest.mark.django_db

ALONE = [OnlyGesamt(gesamt) for gesamt in (230, 500, 360, -100)]


@pytest.fixture
@world
def evening(club):
    return make_evening(club, rounds=1)


@pytest.fixture
@world
def sheet(evening, schreiber) -> Sheet:
    return open_sheet(Table.objects.get(number=2), schreiber)


def type_gesamt(browser, sheet, *gesamt, decision="gesamt", **more):
    fields = {f"gesamt-{seat}": number for seat, number in enumerate(gesamt, 1)}
    sent = {"revision": sheet.revision, "entscheidung": decision, **fields, **more}
    return browser.post(reverse("lists:totals", args=[sheet.pk]), sent)


def results(sheet):
    return list(sheet.results.values_list("seat", "spielpunkte", "won", "lost", "leistung"))


# ---- Typed ----


def test_a_list_is_entered_by_its_gesamt_alone_where_that_is_said(sheet, schreiber, sign_in):
    browser = sign_in(schreiber)
    slip = type_gesamt(browser, sheet, 230, 500, 360, -100, decision="save")
    assert (slip.status_code, refused_on(slip)[0]) == (
        422,
        "Platz 1: Bitte Spielpunkte, gewonnene und verlorene Spiele eingeben.",
    )
    assert type_gesamt(browser, sheet, 230, 500, 360, -100).status_code == 302
    sheet.refresh_from_db()
    assert (sheet.state, sheet.note) == ("entered", "Nur das Gesamt ist bekannt.")
    assert results(sheet) == [(seat, None, None, None, each.gesamt) for seat, each in enumerate(ALONE, 1)]
    assert not list(find_differences(whole_sheets().iterator(300)))


def test_all_seats_or_none(sheet, schreiber):
    feet = [PaperFoot(100, 3, 1, 320), *ALONE[1:]]
    said = refused(enter_totals, sheet.pk, feet, None, Change(0, schreiber), Decision.ONLY_GESAMT)
    assert said == ["Nur das Gesamt: Dann bitte für jeden Platz das Gesamt und sonst nichts eingeben."]
    said = refused(enter_totals, sheet.pk, [*ALONE[:3], None], None, Change(0, schreiber), Decision.ONLY_GESAMT)
    assert said == ["Nur das Gesamt: Dann bitte für jeden Platz das Gesamt und sonst nichts eingeben."]
    said = refused(
        enter_totals, sheet.pk, [PaperFoot(*foot) for foot in FEET], 0, Change(0, schreiber), Decision.ONLY_GESAMT
    )
    assert said == ["Bitte für jeden Platz das Gesamt und sonst nichts eingeben."]


def test_its_pages_say_what_is_unknown(sheet, schreiber, sign_in, client):
    enter_totals(sheet.pk, ALONE, None, Change(0, schreiber), Decision.ONLY_GESAMT)
    page = text_of(client.get(reverse("lists:sheet", args=[sheet.pk])))
    assert (
        "Gesamt bei Platz 2: 500 ist alles, was bekannt ist; Spielpunkte, gewonnene und verlorene Spiele sind es nicht."
        in page
    )
    assert "None" not in page
    file = client.get(reverse("lists:feet_file", args=[sheet.pk, "csv"])).content.decode("utf-8-sig").splitlines()
    assert file[2] == "2;Emil Über;;;;;500"
    for name in ("totals", "entry", "twin"):
        assert "None" not in text_of(sign_in(schreiber).get(reverse(f"lists:{name}", args=[sheet.pk]), follow=True))


# ---- Ranked ----


def test_it_ranks_by_its_gesamt_and_what_is_unknown_parts_nobody(evening, sheet, schreiber, client):
    enter_list(schreiber, evening, 1, 1)  # 320, 230, 360, -290
    enter_totals(sheet.pk, ALONE, None, Change(0, schreiber), Decision.ONLY_GESAMT)
    found = ranking(evening, None)
    assert [(line.place, line.start_number, line.leistung, line.won, line.spielpunkte) for line in found.lines] == [
        (1, 6, 500, None, None),
        (2, 3, 360, 2, 110),
        (2, 7, 360, None, None),
        (4, 1, 320, 3, 100),
        (5, 2, 230, 2, 60),
        (5, 5, 230, None, None),
        (7, 8, -100, None, None),
        (8, 4, -290, 0, -200),
    ]
    page = client.get(reverse("standings:ranking", args=[evening.slug]))
    assert "Serie 1: Von der Liste von Tisch 2 ist nur das Gesamt bekannt." in text_of(page)
    assert "None" not in text_of(page)
    answer = client.get(f"/api/v1/veranstaltungen/{evening.slug}/rangliste").json()
    assert answer["rounds"][0]["only_gesamt"] == [2]
    first = next(iter(answer["lines"]))
    assert (first["leistung"], first["spielpunkte"], first["won"], first["lost"]) == (500, None, None, None)


@pytest.mark.parametrize("name", ["ranking", "lists", "round", "player", "table"])
def test_no_public_page_makes_a_figure_of_it(name, evening, sheet, schreiber, client):
    enter_totals(sheet.pk, ALONE, None, Change(0, schreiber), Decision.ONLY_GESAMT)
    args = {"round": [1], "player": [6], "table": [1, 2]}.get(name, [])
    page = client.get(reverse(f"standings:{name}", args=[evening.slug, *args]))
    assert page.status_code == 200
    assert "None" not in text_of(page)
    assert "500" in text_of(page)


@pytest.mark.parametrize(("paper", "at"), [("printing:ranking", []), ("printing:best_lists", ["1", "2"])])
def test_paper_leaves_blank_what_is_not_known(paper, at, evening, sheet, schreiber, client):
    enter_totals(sheet.pk, ALONE, None, Change(0, schreiber), Decision.ONLY_GESAMT)
    lines = read(client.get(reverse(paper, args=[evening.slug])).content)
    assert [line for line in lines if {"Emil", "Grete"} & {*line}] == [
        ["1", "6", "Emil", "Über", "SC", "Gera", *at, "500"],
        ["4", "8", "Grete", "Oder", "SC", "Gera", *at, "−100"],
    ]


def test_the_list_on_paper_has_the_gesamt_and_nothing_else(sheet, schreiber, client):
    enter_totals(sheet.pk, ALONE, None, Change(0, schreiber), Decision.ONLY_GESAMT)
    foot = [line for line in read(client.get(reverse("printing:sheet", args=[sheet.pk])).content) if line[0] in FOOT]
    assert foot == [
        ["Spielpunkte,", "gewonnene,", "verlorene"],
        ["Gesamtpunkte", "230", "500", "360", "−100"],
        "Kontrolle: Σ Gesamtpunkte = Σ Spielpunkte + 50 × (Σ g −Σv ) + 90 × Σ v".split(),
    ]


FOOT = ("Spielpunkte,", "Gesamtpunkte", "Kontrolle:")


def test_statistics_do_not_count_it(evening, sheet, schreiber, client):
    enter_list(schreiber, evening, 1, 1)
    enter_totals(sheet.pk, ALONE, None, Change(0, schreiber), Decision.ONLY_GESAMT)
    events = type(evening).objects.all()
    assert set(results_of(events).values_list("leistung", flat=True)) == {320, 230, 360, -290}
    assert client.get(reverse("statistics:event", args=[evening.slug])).status_code == 200


# ---- Imported ----


FILE = """\
liste;serie;tisch;platz1;platz2;platz3;platz4;platz;gesamt
A;1;2;5;6;7;8;1;230
A;;;;;;;2;500
A;;;;;;;3;360
A;;;;;;;4;-100
"""


def test_a_file_brings_them(evening, tmp_path):
    path = tmp_path / "listen.csv"
    path.write_text(FILE, "utf-8")
    call_command("import_lists", path, "--event", evening.slug)
    [sheet] = Sheet.objects.all()
    assert (sheet.state, sheet.note, view_of(sheet).only_gesamt) == ("entered", "Nur das Gesamt ist bekannt.", True)
    assert [leistung for *_unknown, leistung in results(sheet)] == [230, 500, 360, -100]
    assert SeatResult.objects.filter(won__isnull=True).count() == 4


def test_a_known_list_stays_known(evening, schreiber):
    sheet = enter_list(schreiber, evening, 1, 1)
    assert results(sheet) == [
        (seat, foot.spielpunkte, foot.won, foot.lost, foot.gesamt) for seat, foot in enumerate(FEET, 1)
    ]


def test_club_year_cash_and_hall_take_it_as_it_is(club, evening, sheet, schreiber, leiterin, sign_in):
    year = create_year(club, name="2026", first_day=evening.date, last_day=evening.date)
    add_evenings(year, [evening])
    enter_totals(sheet.pk, ALONE, None, Change(0, schreiber), Decision.ONLY_GESAMT)
    enter_list(schreiber, evening, 1, 1)
    table = year_table(season(year, None))
    lines = [(line.person.name, line.total.value, line.total.won) for line in (*table.members, *table.guests)]
    assert lines[0] == ("Emil Über", 500, None)
    browser, slug = sign_in(leiterin), evening.slug
    pages = [
        reverse("years:year", args=[year.slug]),
        reverse("years:records", args=[year.slug]),
        reverse("desk:cash_round", args=[slug, 1]),
        reverse("desk:settlement", args=[slug]),
        reverse("desk:prizes", args=[slug]),
        reverse("hall:hall", args=[slug]),
        reverse("statistics:club", args=[club.slug]),
        reverse("desk:close", args=[slug]),
        reverse("lists:confirm", args=[slug]),
        reverse("printing:winners", args=[slug]),
    ]
    answers = {page: browser.get(page, follow=True) for page in pages}
    assert {page: answer.status_code for page, answer in answers.items()} == dict.fromkeys(pages, 200)
    shown = {page: text_of(answer) for page, answer in answers.items() if "pdf" not in answer["Content-Type"]}
    assert [page for page, text in shown.items() if "None" in text] == []
