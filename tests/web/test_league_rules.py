"""How leagues count: scales of a day, short teams, deductions; the same on page, file, paper, API and in the archive.

Expected tables come from the second way of counting (`web.by_rules`). What presets make is shown in
`test_same_everywhere`.
"""

import csv
import re
from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO, StringIO

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.html import strip_tags
from pypdf import PdfReader

from scoring.wertung.presets import GroupTableRule
from skatliga.exchange.archive.archive_file import Unpacked
from skatliga.exchange.archive.export import scope_of_club, take_out
from skatliga.exchange.archive.restore import restore
from skatliga.leagues import binding, fixture_plans
from skatliga.leagues.division_standing import standing
from skatliga.leagues.models import Division, FormerTable, Matchday, Season, Team
from skatliga.wertung.presets import LEAGUE_PRESETS
from web.by_rules import USUAL, Scales, filled, league_rows
from web.desk import text_of, told
from web.ended import follow
from web.everything import empty_the_database
from web.league import Book, groups_of, make_division, start

pytestmark = pytest.mark.django_db

SIX = "1: A* B C D\n2: A B* C D"


@pytest.fixture
def play(club):
    """A Staffel, every list of which is written."""

    def played(letters: str, plan: str, days: dict[int, int], own_scales=None, short=None, **fields) -> Book:
        rule = GroupTableRule(**fields)
        book = Book(make_division(club, letters, plan, players=rule.size, rule=rule), f"rules {letters} {fields}")
        dates = {day.number: day.date for day in book.division.matchdays.all()}
        fixture_plans.set_dates(book.division, dates, days, own_scales)
        for day, serien in days.items():
            for group in groups_of(book.division, day):
                start(group, short)
                for serie in range(1, serien + 1):
                    book.play(group, serie, tables=range(1, rule.size + 3))
        return book

    return played


def expected(book: Book, scales: Scales, **more) -> list[tuple]:
    """What the second way of counting makes of the lists."""
    return [
        (row["place"], row["labels"]["team"], Fraction(row.get("points", 0)), Fraction(row.get("minus", 0)),
         Fraction(row.get("leistung", 0)))
        for row in league_rows(book, scales, **more)
    ]  # fmt: skip


def read(division: Division) -> Division:
    return Division.objects.select_related("season", "level").get(pk=division.pk)


def seen(browser, division: Division) -> dict[str, list[tuple]]:
    """The table as every way of reading it says it: place, letter, plus, minus, Leistung."""
    division = read(division)
    slugs = [division.season.slug, division.slug]
    table = standing(division)
    assert all(check.holds for check in binding.check_sums(table)), [str(each) for each in binding.check_sums(table)]
    api = browser.get(f"/api/v1/ligen/{slugs[0]}/{slugs[1]}").json()
    page = browser.get(reverse("leagues:division", args=slugs))
    assert table.said in text_of(page)
    file = browser.get(reverse("leagues:division_file", args=[*slugs, "csv"])).content.decode("utf-8-sig")
    rows = list(csv.DictReader(StringIO(file), delimiter=";"))
    pdf = browser.get(reverse("printing:league_table", args=slugs))
    text = " ".join(" ".join(each.extract_text() for each in PdfReader(BytesIO(pdf.content)).pages).split())
    assert " ".join(table.said.split()) in text
    for line in table.lines:
        assert written(line.leistung).replace("-", "−") in text
    return {
        "table": [(each.place, each.team.letter, each.plus, each.minus, each.leistung) for each in table.lines],
        "page": list(cells(page.content.decode())),
        "file": [
            (int(row["Platz"]), row["Buchstabe"], *(Fraction(row[name].replace(",", ".")) for name in FILE))
            for row in rows
        ],
        "api": [
            (
                each["place"],
                each["letter"],
                *(Fraction(str(each[name])) for name in ("plus", "minus", "leistung")),
            )
            for each in api["lines"]
        ],
    }


def written(value) -> str:
    """A whole number as it is, a fraction with two decimals."""
    return str(value) if isinstance(value, int) else f"{float(value):.2f}".replace(".", ",")


def cells(page: str) -> Iterator[tuple]:
    """The lines of the table as they stand on its page."""
    body = re.search(r"<tbody>(.*?)</tbody>", page, re.DOTALL)[1]
    for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL):
        letter = re.search(r'class="letter">(\w+)<', row)[1]
        texts = [" ".join(strip_tags(each).split()) for each in re.findall(r"<td.*?</td>", row, re.DOTALL)]
        plus, minus = (Fraction(half(each)) for each in texts[-1].split(" : "))
        yield int(re.match(r"\d+", texts[0])[0]), letter, plus, minus, Fraction(texts[-2].split()[-1].replace(",", "."))


def half(text: str) -> str:
    """A number with ½ as one with a point."""
    return text.replace("½", ".5") if text != "½" else "0.5"


FILE = ("Pluspunkte", "Minuspunkte", "Leistung")


def moved(book: Book, path, empty) -> Division:
    """The same after its club was taken out and in again on an empty installation."""
    take_out(scope_of_club(book.division.season.club), path)
    empty()
    with Unpacked(path) as archive:
        restore(archive)
    return Division.objects.get()


def same(browser, book: Book, rows: list[tuple], tmp_path) -> None:
    found = seen(browser, book.division)
    assert found.pop("table") == rows
    shown = [(*row[:4], round(row[4], 2)) for row in rows]
    assert {name: lines == shown for name, lines in found.items()} == dict.fromkeys(("page", "file", "api"), True)
    division = moved(book, tmp_path / "club.zip", empty_the_database)
    table = standing(read(division))
    assert [(each.place, each.team.letter, each.plus, each.minus, each.leistung) for each in table.lines] == rows


def test_a_match_day_may_have_its_own_scale(play, client, tmp_path):
    book = play("ABCD", SIX, {1: 2, 2: 1}, scales_of_days())
    same(client, book, expected(book, {1: USUAL, 2: {"4": [6, 4, 2, 0]}}), tmp_path)


def scales_of_days() -> dict[int, list[int] | None]:
    return {1: None, 2: [6, 4, 2, 0]}


def test_a_short_team_is_counted_as_a_complete_one(play, client, tmp_path):
    book = play("ABCD", SIX, {1: 2, 2: 1}, short={"B": 3}, filled=True)
    rows = expected(book, {1: USUAL, 2: USUAL}, full=filled(4))
    [leistung] = [row[4] for row in rows if row[1] == "B"]
    played = [own.leistung for (*_at, letter), of in book.raw.items() if letter == "B" for own in of.values()]
    assert len(played) == 9
    assert leistung == Fraction(4 * sum(played), 3)
    [group] = groups_of(book.division, 1)
    assert "Wer mit weniger spielt, wird auf 4 Spieler hochgerechnet." in text_of(client.get(group.get_absolute_url()))
    same(client, book, rows, tmp_path)


def test_a_deduction_is_in_the_table_with_its_reason(play, client, sign_in, leiterin, tmp_path):
    book = play("ABCD", SIX, {1: 2, 2: 2})
    slugs = [book.division.season.slug, book.division.slug, "A"]
    browser = sign_in(leiterin)
    where = reverse("leagues:change_team", args=slugs)
    form = browser.get(where).context["form"]
    sent = {name: form[name].value() or "" for name in form.fields} | {"start_plus": "-2", "start_minus": "2"}
    refused = browser.post(where, sent)
    assert "Zu Punkten, die eine Mannschaft vorab hat oder verliert, gehört ein Grund." in text_of(refused)
    assert told(browser, browser.post(where, sent | {"start_reason": "Antreten verweigert"}))
    rows = expected(book, {1: USUAL, 2: USUAL}, start=[{"team": "A", "points": -2, "minus": 2}])
    page = text_of(client.get(reverse("leagues:division", args=slugs[:2])))
    assert "beginnt mit -2 : 2 Wertungspunkten und 0 Punkten: Antreten verweigert." in page
    assert "-2 : 2 Wertungspunkte" in text_of(client.get(reverse("leagues:team", args=slugs)))
    same(client, book, rows, tmp_path)


def test_where_there_are_only_plus_points_no_page_speaks_of_others(play, client, sign_in, leiterin):
    book = play("ABCD", "1: A* B C D", {1: 1}, place_points=(4, 3, 2, 1), plus_only=True)
    division = book.division
    slugs = [division.season.slug, division.slug]
    [group] = groups_of(division, 1)
    first = league_rows(book, {1: {"4": [4, 3, 2, 1]}})[0]["labels"]["team"]
    page = client.get(reverse("leagues:division", args=slugs))
    body = re.search(r"<tbody>(.*?)</tbody>", page.text, re.DOTALL)[1]
    assert [text_of_cell(row) for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)] == ["4", "3", "2", "1"]
    assert "4-3-2-1 Wertungspunkte" in text_of(page)
    assert "Minuspunkte" not in text_of(page)
    assert "4 Wertungspunkten und" in text_of(client.get(reverse("leagues:team", args=[*slugs, first])))
    assert "4:0" not in text_of(client.get(group.get_absolute_url()))
    file = client.get(reverse("leagues:division_file", args=[*slugs, "csv"])).content.decode("utf-8-sig")
    assert "Minuspunkte" not in file
    assert "start_minus" not in sign_in(leiterin).get(reverse("leagues:change_team", args=[*slugs, "A"])).text
    pdf = client.get(reverse("printing:league_report", args=[*slugs, group.pk]))
    assert " : " not in " ".join(each.extract_text() for each in PdfReader(BytesIO(pdf.content)).pages)


def text_of_cell(row: str) -> str:
    """What stands in the last cell of a line."""
    return " ".join(strip_tags(re.findall(r"<td.*?</td>", row, re.DOTALL)[-1]).split())


@pytest.mark.parametrize("wrong", [{"absent_minus": "on"}, {"broken_off_minus": "on"}, {"order_2": "minus"}])
def test_without_minus_points_nothing_can_be_made_of_them(club, sign_in, leiterin, wrong):
    browser, where = sign_in(leiterin), reverse("leagues:create_season", args=[club.slug])
    form = browser.get(where, {"vorlage": "tischpunkte"}).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)} | BOOK
    found = browser.post(where, sent | {"name": "Liga"} | wrong).context["form"]
    assert list(found.errors.values()) == [["Diese Wertung kennt keine Minuspunkte."]]


# ---- Chosen on a page ----

BOOK = {"rulebook": "isko-2022"}


def test_a_season_begins_with_a_preset_and_shows_what_it_would_make(play, sign_in, leiterin, club):
    book = play("ABCD", SIX, {1: 1, 2: 1})
    browser = sign_in(leiterin)
    where = reverse("leagues:create_season", args=[club.slug])
    page = browser.get(where, {"vorlage": "sechs"})
    form = page.context["form"]
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in shown.items() if value not in (None, False)} | BOOK
    assert sent["place_points"] == "6 4 2 0"
    preview = browser.post(where, sent | {"name": "Liga 2027", "vorschau": "1"})
    assert not preview.context["form"].errors
    assert f"Das ergäbe für „{book.division.season.name}, {book.division}“" in text_of(preview)
    doubled = [(place, letter, 2 * plus) for place, letter, plus, *_rest in expected(book, {1: USUAL, 2: USUAL})]
    assert [(line.place, line.name[-1], line.value) for line in preview.context["preview"].lines] == doubled
    assert not Season.objects.filter(name="Liga 2027").exists()
    browser.post(where, sent | {"name": "Liga 2027"})
    assert Season.objects.get(name="Liga 2027").rule == {"place_points": [6, 4, 2, 0]}


@pytest.mark.parametrize("preset", LEAGUE_PRESETS, ids=lambda preset: preset.key)
def test_every_preset_is_chosen_in_the_form(preset, sign_in, leiterin, club):
    """What the form offers and takes is the whole rule of the preset, nothing of it is lost on the way."""
    browser, where = sign_in(leiterin), reverse("leagues:create_season", args=[club.slug])
    form = browser.get(where, {"vorlage": preset.key}).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in shown.items() if value not in (None, False)} | BOOK
    browser.post(where, sent | {"name": "Liga 2027"})
    assert Season.objects.get().counts_by == preset.rule


@pytest.mark.parametrize(
    ("scale", "said"),
    [
        ("3 2 1 0; 5: 4 3", "Zu einer Gruppe von 5 Mannschaften gehören Punkte für genau so viele Plätze."),
        ("1 2 3", "Die Wertungspunkte müssen vom ersten Platz an fallen, zum Beispiel 3 2 1 0."),
        ("3 2 1 0; 2: 1 0", "Zu einer Gruppe von 2 Mannschaften gehören Punkte für genau so viele Plätze."),
        ("drei", "Bitte nur Zahlen eingeben, etwa 3 2 1 0."),
        ("3 2 1 0; 5: 4 3 2 1 0; 5: 5 4 3 2 1", "Für 5 stehen zweimal Punkte da."),
        ("3 2 1 0; 5: 0 1 2 3 4", "Die Wertungspunkte müssen vom ersten Platz an fallen, zum Beispiel 3 2 1 0."),
    ],
)
def test_a_scale_that_nobody_can_mean_is_refused(club, sign_in, leiterin, scale, said):
    browser = sign_in(leiterin)
    where = reverse("leagues:create_season", args=[club.slug])
    form = browser.get(where).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in shown.items() if value not in (None, False)} | BOOK
    assert said in text_of(browser.post(where, sent | {"name": "Liga", "place_points": scale}))
    assert not Season.objects.exists()


def test_the_scale_of_a_day_stays_once_a_result_is_binding(play, leiterin):
    book = play("ABCD", SIX, {1: 1, 2: 1})
    [group] = groups_of(book.division, 1)
    binding.bind(group, leiterin, "ohne Unterschriften")
    dates = {day.number: day.date for day in book.division.matchdays.all()}
    with pytest.raises(ValidationError, match="verbindlich"):
        fixture_plans.set_dates(book.division, dates, {1: 1, 2: 1}, {1: [6, 4, 2, 0], 2: None})
    fixture_plans.set_dates(book.division, dates, {1: 1, 2: 1}, {1: None, 2: [6, 4, 2, 0]})
    assert list(Matchday.objects.order_by("number").values_list("scale", flat=True)) == [None, [6, 4, 2, 0]]


def test_the_rule_changes_with_a_reason_once_a_result_is_binding(play, leiterin, sign_in):
    five = ("plus", "leistung", "won", "lost", "average")
    book = play("ABCD", SIX, {1: 1, 2: 1}, order=five)
    season = book.division.season
    before = [(line.team.name, line.plus) for line in standing(read(book.division)).lines]
    browser, where = sign_in(leiterin), reverse("leagues:change_season", args=[season.slug])
    form = browser.get(where, {"vorlage": "sechs"}).context["form"]
    assert "reason" not in form.fields
    [group] = groups_of(book.division, 1)
    binding.bind(group, leiterin, "ohne Unterschriften")
    form = browser.get(where, {"vorlage": "sechs"}).context["form"]
    sent = {name: value for name in form.fields if (value := form[name].value()) not in (None, False)} | BOOK
    assert [sent[field.name] for field in form.criteria] == ["plus", "leistung", "won", "lost", ""]
    assert "Bitte eine Begründung angeben." in text_of(browser.post(where, sent))
    assert Season.objects.get().rule == {"order": list(five)}
    assert browser.post(where, sent | {"reason": "Beschluss der Staffeltagung"}).url == season.get_absolute_url()
    assert Season.objects.get().rule == {"place_points": [6, 4, 2, 0]}
    assert Season.history.first().history_change_reason == "Beschluss der Staffeltagung"
    former = FormerTable.objects.get()
    assert (former.reason, former.by) == ("Beschluss der Staffeltagung", leiterin)
    assert [(line.name, line.plus) for line in binding.lines_of(former)] == before
    assert [(line.team.name, line.plus) for line in standing(read(book.division)).lines] == [
        (name, 2 * plus) for name, plus in before
    ]
    assert browser.post(where, sent | {"name": "Liga, umbenannt"}).url == season.get_absolute_url()


def test_what_a_season_counts_by_is_copied_to_the_next(play, leiterin):
    book = play("ABCD", SIX, {1: 1, 2: 1}, size_points=((5, (4, 3, 2, 1, 0)),), size=6)
    new = follow(book.division.season, leiterin)
    assert new.rule == {"size": 6, "size_points": [[5, [4, 3, 2, 1, 0]]]}
    assert not Team.objects.filter(division__season=new).exclude(start_plus=0).exists()
