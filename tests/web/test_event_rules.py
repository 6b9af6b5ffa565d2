"""How the tables of an event count: chosen on a page, and the same on page, file, paper, API and in the archive.

Expected values come from the second way of counting (`web.by_rules`), which is asked here with steps written from the
rules alone; of each rule one place is worked out by hand as well. The event counts points alone.
"""

import csv
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from io import BytesIO, StringIO

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.html import strip_tags
from pypdf import PdfReader
from whole import WHOLE

from scoring.foot_check import PaperFoot
from scoring.wertung.presets import TableRule
from skatliga.events.models import Event, Team
from skatliga.events.services import change_event, seat_round
from skatliga.events.teams import create_teams
from skatliga.exchange.archive.archive_file import Unpacked
from skatliga.exchange.archive.export import scope_of_event, take_out
from skatliga.exchange.archive.restore import restore
from skatliga.lists.models import Sheet
from skatliga.printing import long_tables, pdf
from skatliga.standings.event_rules import set_table
from skatliga.standings.rankings import ranking
from skatliga.standings.team_rankings import team_ranking
from skatliga.wertung.rules import YearTableRule
from web.by_rules import BY_LEISTUNG, POINTED, POINTS, SEATS, fold, results, rows_of, team_results
from web.desk import text_of, told
from web.ranks import State, enter_list, make_evening
from web.replayed import world

pytestmark = pytest.mark.django_db


@pytest.fixture
@world
def event(club, schreiber) -> Event:
    made = make_evening(club, evaluation="spielpunkte", rounds=3)
    create_teams(made, Team.Kind.TEAM, "Rot: 1 2 3\nBlau: 4 5 6 7")
    create_teams(made, Team.Kind.NATION, "Ostfriesland: 1 2 3 4 5\nSachsen: 6 7 8")
    for number, seats in enumerate(SEATS, 1):
        seat_round(made.rounds.get(number=number), seats)
        for table, points in POINTS[number - 1].items():
            feet = [PaperFoot(each, 2, 1, None) for each in points]
            enter_list(schreiber, made, number, table, feet, State.IN_QUESTION)  # nobody can have made such points
    return Event.objects.prefetch_related("rounds").get(pk=made.pk)


HELD = [{"serie": 1}, {"serie": 2}, {"serie": 3}]


TABLE_POINTS = {"4": [4, 3, 2, 1], "3": [3, 2, 1]}
SERIE_POINTS = [25, 20, 16, 13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]

# Preset, what is changed in its form, what that is in steps, and one line by hand: start number, place, what decides.
CASES = {
    "summe": ({}, [fold()], {}, (2, 1, 1110)),
    "tischpunkte": (
        {"place_points": "4 3 2 1; 3: 3 2 1"},
        [{"step": "award", "within": ["serie", "table"], "order": list(BY_LEISTUNG), "points": TABLE_POINTS},
         fold(measure="points")],
        {"order": POINTED},
        (7, 1, 10),  # 2 + 4 + 4; Nr. 5 has 4, 2½ of a shared place, and 3
    ),
    "matchpunkte": (
        {},
        [{"step": "award", "within": ["serie", "seat"], "beaten": "leistung"}, fold(measure="points")],
        {"order": POINTED},
        (6, 1, 5),  # level with Nr. 2, 1; then ahead of Nr. 2 and of Nr. 1
    ),
    "serienpunkte": (
        {"best": "2"},
        [{"step": "award", "within": ["serie"], "order": list(BY_LEISTUNG), "points": {"*": SERIE_POINTS}},
         fold(measure="points", best=2)],
        {"order": POINTED},
        (2, 2, 41),  # 25 of the last Serie and 16 of the second; the first, a shared third place, would be 14½
    ),
    "streichserie": (
        {},
        [fold(drop={"worst": 1, "absence": "uses"})],
        {"held": HELD},
        (8, 8, 120),  # has missed one Serie and so dropped it: 0 + 120
    ),
    "anwesenheit": (
        {"attendance": "50"},
        [{"step": "scale", "copy": "leistung", "to": "points"}, {"step": "award", "each": 50}, fold(measure="points")],
        {"order": POINTED},
        (8, 8, 220),
    ),
    "schnitt": ({"minimum": "3"}, [fold(minimum=[{"least": 3}], combine="mean")], {}, (2, 1, 370)),
    "hochgerechnet": (
        {},
        [{"step": "scale", "figures": ["leistung"], "times": 4}, fold()],  # 48 deals for 12
        {},
        (2, 1, 4440),
    ),
}  # fmt: skip


def address(name: str, event: Event, *args) -> str:
    return reverse(f"standings:{name}", args=[event.slug, *args])


def choose(browser, event: Event, preset: str, **changed) -> Event:
    """Begin with a preset, change a few fields, save."""
    form = browser.get(address("change_rule", event, 1), {"vorlage": preset}).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in shown.items() if value not in (None, False)}
    assert told(browser, browser.post(address("change_rule", event, 1), sent | changed)) == [
        "Die Wertung ist gespeichert."
    ]
    return Event.objects.prefetch_related("rounds").get(pk=event.pk)


def number(value) -> float:
    """A figure as it is shown anywhere: 14½, 14,50 or 29/2."""
    text = re.sub(r"(\d*)½", lambda found: f"{found[1] or 0}.5", str(value)).replace(",", ".").replace("?", "").strip()
    return round(float(Fraction(text)), 2)


def decides(row: dict, order) -> float:
    return number(row.get(order[0], 0))


def paper(browser, event: Event, name: str = "ranking", *args, printed: bool = True) -> str:
    """What a paper says; where it is not printed, the page that is laid out for it."""
    with pytest.MonkeyPatch.context() as patch:
        for module in () if printed or WHOLE else (pdf, long_tables):
            patch.setattr(module, "to_pdf", str.encode)
        content = browser.get(reverse(f"printing:{name}", args=[event.slug, *args])).content
    if not content.startswith(b"%PDF"):
        return unescape(re.sub(r"<[^>]*>", " ", content.decode()))
    return " ".join(each.extract_text() for each in PdfReader(BytesIO(content)).pages)


def cells(page) -> Iterator[list]:
    """The lines of the ranking on a page: place, start number, and the text of every cell after the name."""
    body = re.search(r'class="ranking".*?<tbody>(.*?)</tbody>', page.content.decode(), re.DOTALL)[1]
    for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL):
        texts = [" ".join(strip_tags(each).split()) for each in re.findall(r"<td.*?</td>", row, re.DOTALL)]
        yield [int(texts[0].split()[0]), int(texts[1]), *texts[2:]]


def file_rows(browser, url: str) -> list[dict[str, str]]:
    text = browser.get(url).content.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text), delimiter=";"))


@pytest.mark.parametrize("preset", CASES)
def test_every_preset_gives_the_same_on_page_file_paper_api_and_in_an_archive(
    preset, event, sign_in, leiterin, client, tmp_path
):
    changed, steps, more, (start_number, place, value) = CASES[preset]
    event = choose(sign_in(leiterin), event, preset, **changed)
    rows = rows_of(*steps, **more)
    order = more.get("order", BY_LEISTUNG)
    places = [(row["place"], row["labels"]["player"], decides(row, order)) for row in rows]
    assert (place, start_number, value) in places

    found = ranking(event, None)
    assert [(line.place, line.start_number, number(line.value)) for line in found.lines] == places
    answer = client.get(f"/api/v1/veranstaltungen/{event.slug}/rangliste").json()
    points = order == POINTED
    column = "points" if points else "leistung"
    assert [(line["place"], line["start_number"], number(line[column])) for line in answer["lines"]] == places
    assert answer["rule"] == found.said
    page = client.get(address("ranking", event))
    assert found.said in text_of(page)
    assert [(place, start, number(last)) for place, start, *_between, last in cells(page)] == places
    heading = "Wertungspunkte" if points else "Schnitt" if preset == "schnitt" else "Spielpunkte"
    in_file = file_rows(client, address("file", event, "csv"))
    assert [(int(row["Platz"]), int(row["Nr."]), number(row[heading])) for row in in_file if row["Platz"]] == places
    printed = paper(client, event, printed=preset == "summe")
    assert " ".join(found.said.split()) in " ".join(printed.split())

    take_out(scope_of_event(event), tmp_path / "event.zip")
    with Unpacked(tmp_path / "event.zip") as archive:
        restored = restore(archive, again=True)
    again = Event.objects.prefetch_related("rounds").get(pk=restored.made.pk)
    assert again.rules == event.rules
    moved = ranking(again, None)
    assert [(line.place, line.start_number, number(line.value)) for line in moved.lines] == places


# ---- Which lists count, and among whom ----

TISCHPUNKTE = {"worth": "places", "among": "table", "place_points": [4, 3, 2, 1]}


def test_a_list_says_what_became_of_it_and_what_it_was_awarded(event, client):
    event.rules = [{"worth": "places", "place_points": [25, 20, 16], "best": 1}]
    event.save()
    # Nr. 2: 300 shares third and fourth place, 310 is third, 500 is the first.
    text = text_of(client.get(address("player", event, 2)))
    assert "Platz 2 · 25 Wertungspunkte" in text
    assert "Es zählt nur die beste Liste." in text
    assert re.search(r"Serie 1 .*? 8 Wertungspunkte nicht unter den besten", text)
    assert re.search(r"Serie 3 .*? 25 Wertungspunkte", text)
    line = client.get(f"/api/v1/veranstaltungen/{event.slug}/rangliste").json()["lines"][1]
    assert line["fates"] == [
        {"round": 1, "fate": "beyond", "points": 8},
        {"round": 2, "fate": "beyond", "points": 16},
        {"round": 3, "fate": "counts", "points": 25},
    ]


def test_points_are_those_among_all_of_the_serie_in_the_ranking_of_a_class_too(event):
    event.rules = [{"worth": "places", "place_points": [3, 2, 1]}]
    event.save()
    seniors = event.categories.create(name="Senioren")
    for entry in event.entries.filter(start_number__in=[1, 8]):
        entry.categories.add(seniors)
    assert [(line.start_number, line.points) for line in ranking(event, None, category=seniors).lines] == [
        (1, 3),
        (8, 0),
    ]


def test_who_is_apart_is_in_no_field(event):
    """Of the table of Nr. 1 to 4 three are left, and the first of them has what a table of three gives."""
    event.rules = [TISCHPUNKTE | {"size_points": [[3, [9, 5, 1]]]}]
    event.save()
    event.entries.filter(start_number=1).update(unranked=True)
    found = ranking(event, None, {1})
    assert {line.start_number: line.points for line in found.lines} == {2: 9, 3: 5, 4: 1, 5: 4, 6: 3, 7: 2, 8: 1}
    assert [(line.start_number, line.points, line.leistung) for line in found.apart] == [(1, None, 400)]


def test_with_a_cut_points_are_carried_over_or_not(event):
    event.rules = [TISCHPUNKTE]
    event.cut_after, event.cut_places = 2, 3
    # After two Serien 6 has 3 + 4, 5 has 4 + 2½, 2 has 3 + 3 and is ahead of 7 with 2 + 4; the last adds 3, 3 and 4.
    for carries, points in (
        (True, [(2, 10), (5, 9.5), (6, 10)]),
        (False, [(2, 4), (5, 3), (6, 3)]),
    ):
        event.cut_carries = carries
        event.save()
        on = [line for line in ranking(event, None).lines if not line.out]
        assert sorted((line.start_number, line.points) for line in on) == points


def test_a_minimum_is_asked_for_as_far_as_it_cannot_be_reached_any_more(event):
    event.rules = [{"minimum": 3}]
    event.save()
    assert [line.start_number for line in ranking(event, None, {1, 2}).below] == []
    found = ranking(event, None)
    assert [(line.place, line.start_number, line.leistung) for line in found.below] == [(0, 8, 120)]
    assert len(found.lines) == 7


def test_who_is_below_a_minimum_reads_everywhere_what_is_lacking(event, sign_in, leser):
    event.rules = [{"minimum": 3}]
    event.save()
    browser = sign_in(leser)
    pdf = browser.get(reverse("printing:ranking", args=[event.slug]))
    paper = " ".join(" ".join(each.extract_text() for each in PdfReader(BytesIO(pdf.content)).pages).split())
    for text in (text_of(browser.get(reverse("standings:ranking", args=[event.slug]))), paper):
        assert re.search(r"Noch unter der Mindestzahl: 8 [^;:]* 120, fehlt: 1 Liste", text)
    own = text_of(browser.get(reverse("standings:player", args=[event.slug, 8])))
    assert "Noch unter der Mindestzahl, fehlt: 1 Liste." in own
    told = json.loads(browser.get(reverse("standings:file", args=[event.slug, "json"])).content)
    assert len(told) == 8
    assert [(row["place"], row["leistung"], row["shortfall"]) for row in told if row["start_number"] == 8] == [
        (None, 120, "1 Liste")
    ]
    answer = browser.get(f"/api/v1/veranstaltungen/{event.slug}/rangliste").json()
    assert [(line["start_number"], line["shortfall"]) for line in answer["below"]] == [(8, "1 Liste")]


# ---- Refused and frozen ----


@pytest.mark.parametrize(
    ("preset", "changed", "at", "said"),
    [
        ("streichserie", {"drop": "3"}, "drop", "Es gibt nur 3 Serien."),
        ("summe", {"minimum": "4"}, "minimum", "Es gibt nur 3 Serien."),
        ("tischpunkte", {"place_points": "4 3 2 1; 7: 5 4 3 2 1"}, "place_points",
         "Einen Tisch mit 7 Spielern gibt es hier nicht."),
        ("tischpunkte", {"place_points": "4 3 2 1; 3: 4 3 2 1"}, "place_points",
         "Bei 3 Spielern gibt es nur 3 Plätze."),
        ("tischpunkte", {"place_points": "4 3 2 1; 3: 1 2"}, "place_points",
         "Ein schlechterer Platz bekommt nicht mehr Punkte als der davor."),
        ("tischpunkte", {"place_points": "4 3; 3: 2; 3: 1"}, "place_points", "Für 3 stehen zweimal Punkte da."),
        ("tischpunkte", {"place_points": "drei"}, "place_points", "Bitte nur Zahlen eingeben, etwa 25 20 16."),
        ("tischpunkte", {"place_points": "7 6 5 4 3 2 1"}, "place_points", "An einem Tisch sitzen hier höchstens 6."),
        ("streichserie", {"drop": "1", "best": "3"}, "best", "Nach den Streichergebnissen bleiben höchstens 2."),
        ("summe", {"place_points": "3 2 1"}, "place_points",
         "Punkte nach Plätzen gibt es nur, wo der Platz gewertet wird."),
        ("summe", {"among": "table"}, "among",
         "Verglichen wird nur, wo der Platz gewertet wird oder jeder, der weniger hat."),
    ],
)  # fmt: skip
def test_what_nobody_can_mean_is_said_at_the_field(event, sign_in, leiterin, preset, changed, at, said):
    browser = sign_in(leiterin)
    form = browser.get(address("change_rule", event, 1), {"vorlage": preset}).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    answer = browser.post(address("change_rule", event, 1), sent | changed)
    assert answer.context["form"].errors[at] == [said]
    event.refresh_from_db()
    assert event.rules == [{}]


def test_a_cut_and_a_rule_that_exclude_each_other_are_refused_on_either_form(event, sign_in, leiterin):
    """Three Serien, the cut after the first: at it nobody has two lists, and nothing of the second Serie."""
    browser = sign_in(leiterin)
    event.cut_after, event.cut_places, event.cut_carries = 1, 4, False
    event.save()
    sent = {"measure": "total", "worth": "leistung"}
    for wrong, at, said in (
        ({"minimum": "2"}, "minimum", "Der Schnitt kommt schon nach Serie 1; mehr Listen hat da niemand."),
        ({"serie": "2"}, "serie", "Der Schnitt kommt schon nach Serie 1; bis dahin zählte nichts."),
        ({"serie": "1"}, "serie",
         "Nach dem Schnitt zählt nur, was danach gespielt wird; da kommt diese Serie nicht mehr."),
    ):  # fmt: skip
        answer = browser.post(address("change_rule", event, 1), sent | wrong)
        assert answer.context["form"].errors[at] == [said]
    # A further table has no cut.
    assert browser.post(address("change_rule", event, 2), sent | {"serie": "2", "name": "Pokal"}).status_code == 302
    with pytest.raises(ValidationError, match=r"Dazu passt die Wertung von „Pokal“ nicht mehr: Es gibt nur 1 Serie."):
        change_event(event, rounds=1)
    event = change_event(event, rounds=3, cut_after=None, cut_places=None)
    set_table(event, 1, YearTableRule("", TableRule(minimum=3)))
    with pytest.raises(ValidationError, match=r"„Rangliste“ nicht mehr: Der Schnitt kommt schon nach Serie 2"):
        change_event(event, rounds=3, cut_after=2, cut_places=4)


def test_the_preview_shows_what_it_would_be_before_anything_is_kept(event, sign_in, leiterin):
    browser = sign_in(leiterin)
    shown = text_of(browser.get(address("change_rule", event, 1), {"vorlage": "tischpunkte"}))
    assert "Das ergäbe für „Preisskat“" in shown
    assert "Für die Plätze an jedem Tisch gibt es 4-3-2-1 Punkte; wer gleichauf liegt, teilt sie." in shown
    event.refresh_from_db()
    assert event.rules == [{}]


def test_from_the_first_binding_list_on_a_change_needs_a_reason_that_is_kept(event, sign_in, leiterin):
    Sheet.objects.filter(table__round__event=event).update(state=Sheet.State.BINDING)
    browser = sign_in(leiterin)
    for name, of, data in (
        ("change_rule", 1, {"worth": "leistung", "measure": "total", "drop": "1"}),
        ("team_rule", "team", {"size": "6"}),
    ):
        where = address(name, event, of)
        assert browser.post(where, data).context["form"].errors == {
            "reason": ["Dieses Feld ist zwingend erforderlich."]
        }
        browser.post(where, data | {"reason": "so ausgeschrieben"})
        assert event.history.latest().history_change_reason == "so ausgeschrieben"
    event.refresh_from_db()
    assert (event.rules, event.team_rule("team").size) == ([{"drop": 1}], 6)


# ---- Teams ----

RED, BLUE = (1, 2, 3), (4, 5, 6, 7)


def of_team(*serie: dict):
    given = team_results({"Rot": RED, "Blau": BLUE})
    rows = rows_of(*serie, {"step": "fold", "by": ["team"]}, given=given)
    return [(row["place"], row["labels"]["team"], decides(row, BY_LEISTUNG)) for row in rows]


FOUR_THIRDS = {"step": "scale", "figures": ["leistung"], "times": {"members_to": 4, "within": ["team", "serie"]}}
BY_SERIE = {"step": "fold", "by": ["team", "serie"]}
TEAM_CASES = {
    # Red: 330 + 1110 + 290, times 4/3; Blue 165 + 460 + 990 + 490.
    "a short team as if complete": ({"filled": "on"}, [FOUR_THIRDS, BY_SERIE], (1, "Rot", 2306.67)),
    "all lists": ({}, [BY_SERIE], (2, "Rot", 1730)),
    # The best two of each Serie: 400 + 300, 310 + 80, 500 is of table 2, then 20.
    "the best two": ({"counting": "2"}, [BY_SERIE | {"take": {"best": 2}}], (2, "Rot", 1610)),
}


@pytest.mark.parametrize("case", TEAM_CASES)
def test_teams_are_counted_the_same_everywhere(case, event, sign_in, leiterin, client):
    changed, steps, by_hand = TEAM_CASES[case]
    browser = sign_in(leiterin)
    browser.post(address("team_rule", event, "team"), {"size": "4"} | changed)
    event.refresh_from_db()
    places = of_team(*steps)
    assert by_hand in places
    found = team_ranking(event, None, Team.Kind.TEAM)
    assert [(line.place, line.name, number(line.value)) for line in found.lines] == places
    answer = client.get(f"/api/v1/veranstaltungen/{event.slug}/mannschaften/team").json()
    assert [(line["place"], line["name"], number(line["leistung"])) for line in answer["lines"]] == places
    in_file = file_rows(client, address("teams_file", event, "team", "csv"))
    assert [(int(row["Platz"]), row["Mannschaft"], number(row["Spielpunkte"])) for row in in_file] == places
    page = text_of(client.get(address("teams", event, "team")))
    assert found.said in page and answer["rule"] == found.said
    printed = paper(client, event, "team_ranking", "team", printed=case == "all lists")
    assert " ".join(found.said.split()) in " ".join(printed.split())


def test_nations_are_teams_of_their_own_and_may_count_points(event, sign_in, leiterin, client):
    event.rules = [TISCHPUNKTE | {"size_points": [[3, [3, 2, 1]]]}]
    event.save()
    browser = sign_in(leiterin)
    browser.post(address("team_rule", event, "nation"), {"size": "12", "points": "on"})
    nations = {"Ostfriesland": (1, 2, 3, 4, 5), "Sachsen": (6, 7, 8)}
    award = {"step": "award", "within": ["serie", "table"], "order": list(BY_LEISTUNG), "points": TABLE_POINTS}
    steps = (award, BY_SERIE, {"step": "fold", "by": ["team"]})
    # Awarded among all, so all have a team here.
    rows = rows_of(*steps, order=POINTED, given=team_results(nations))
    event = Event.objects.prefetch_related("rounds").get(pk=event.pk)
    found = team_ranking(event, None, Team.Kind.NATION)
    assert [(line.place, line.name, number(line.points), line.size) for line in found.lines] == [
        (row["place"], row["labels"]["team"], decides(row, POINTED), 12) for row in rows
    ]
    assert "Nation" in text_of(client.get(address("teams", event, "nation")))


def test_of_a_team_no_more_can_count_than_play_for_it(event, sign_in, leiterin):
    browser = sign_in(leiterin)
    form = browser.post(address("team_rule", event, "team"), {"size": "4", "counting": "5"}).context["form"]
    assert form.errors == {"counting": ["Von 4 Spielern können höchstens 4 zählen."]}
    form = browser.post(address("team_rule", event, "team"), {"size": "4", "points": "on"}).context["form"]
    assert list(form.errors) == ["points"]
    assert browser.get(address("team_rule", event, "dozen")).status_code == 404


@pytest.mark.parametrize(
    "wrong", [{"worth": "x"}, {"unit": "evening", "among": "table", "worth": "beaten"}, ["x"], {"name": "A"}]
)
def test_a_stored_rule_that_nobody_can_mean_is_refused(event, wrong):
    event.rules = [wrong]
    with pytest.raises(ValidationError):
        event.full_clean()


# ---- Points that somebody begins with ----


def test_a_deduction_counts_everywhere_and_says_why(event, sign_in, leiterin, client, tmp_path):
    """Nr. 2 has brought 300, 310 and 500; 500 less leaves 610."""
    browser = sign_in(leiterin)
    sent = {"start_points": "-500", "start_reason": ""}
    refused = browser.post(address("start", event, 2), sent)
    assert "Zu Punkten vorab oder einem Abzug gehört ein Grund, und umgekehrt." in text_of(refused)
    sent["start_reason"] = "zu spät gekommen"
    assert told(browser, browser.post(address("start", event, 2), sent)) == ["Gespeichert."]
    rows = rows_of(fold(), start=[{"player": 2, "leistung": -500}])
    places = [(row["place"], row["labels"]["player"], number(row["leistung"])) for row in rows]
    assert (2, 610) in [(player, points) for _place, player, points in places]

    event = Event.objects.prefetch_related("rounds").get(pk=event.pk)
    assert [(line.place, line.start_number, number(line.value)) for line in ranking(event, None).lines] == places
    said = "Hans von Ärmel vorab -500: zu spät gekommen"
    page = client.get(address("ranking", event))
    assert [(place, start, number(last)) for place, start, *_between, last in cells(page)] == places
    assert said in text_of(page)
    assert said in text_of(client.get(address("player", event, 2)))
    row = next(row for row in file_rows(client, address("file", event, "csv")) if row["Nr."] == "2")
    assert (row["Vorab"], row["Grund"]) == ("-500", "zu spät gekommen")
    lines = client.get(f"/api/v1/veranstaltungen/{event.slug}/rangliste").json()["lines"]
    assert [(each["start"], each["why"]) for each in lines if each["start"]] == [(-500, "zu spät gekommen")]
    printed = " ".join(paper(client, event).split())
    assert said in printed
    assert [line.leistung for line in ranking(event, None, [1]).lines if line.start_number == 2] == [300]
    assert event.entries.get(start_number=2).history.first().history_change_reason == "zu spät gekommen"

    take_out(scope_of_event(event), tmp_path / "event.zip")
    with Unpacked(tmp_path / "event.zip") as archive:
        again = Event.objects.prefetch_related("rounds").get(pk=restore(archive, again=True).made.pk)
    moved = ranking(again, None)
    assert [(line.place, line.start_number, number(line.value)) for line in moved.lines] == places
    browser.post(address("start", event, 2), {"start_points": "0", "start_reason": "doch nicht"})
    assert ranking(event, None).ahead == ()


def test_a_deduction_is_of_what_decides(event):
    event.rules = [TISCHPUNKTE]
    event.save()
    event.entries.filter(start_number=2).update(start_points=-3, start_reason="zu spät")
    by_number = {line.start_number: line.points for line in ranking(event, None).lines}
    event.entries.update(start_points=0, start_reason="")
    assert by_number[2] == {line.start_number: line.points for line in ranking(event, None).lines}[2] - 3


# ---- Several tables ----


def test_an_event_has_several_tables_each_with_its_page_file_paper_and_answer(
    event, sign_in, leiterin, client, tmp_path
):
    """The whole, the first Serie alone as a championship, the second alone as a cup by points of the places."""
    browser = sign_in(leiterin)
    for table, preset, changed in (
        (2, "meisterschaft", {}),
        (3, "pokal", {"worth": "places", "place_points": "9 5 3"}),
    ):
        form = browser.get(address("change_rule", event, table), {"vorlage": preset}).context["form"]
        shown = {name: form[name].value() for name in form.fields}
        sent = {name: value for name, value in shown.items() if value not in (None, False)} | changed
        answer = browser.post(address("change_rule", event, table), sent)
        assert told(browser, answer) == ["Die Wertung ist gespeichert."]
    assert answer.url == address("rules", event)
    pokal = {"name": "Pokal", "serie": 2, "worth": "places", "place_points": [9, 5, 3]}
    event = Event.objects.prefetch_related("rounds").get(pk=event.pk)
    assert event.rules == [{}, {"name": "Meisterschaft", "serie": 1}, pokal]
    assert "Pokal" in text_of(browser.get(address("rules", event)))
    award = {"step": "award", "within": ["serie"], "order": list(BY_LEISTUNG), "points": {"*": [9, 5, 3]}}
    cases = [
        (2, "leistung", rows_of(fold(), given=[each for each in results() if each["serie"] == 1])),
        (3, "points", rows_of(award, fold(), order=POINTED, given=[e for e in results() if e["serie"] == 2])),
    ]
    for table, column, rows in cases:
        asked = {"tabelle": table}
        places = [(row["place"], row["labels"]["player"], number_of(row, column)) for row in rows]
        found = ranking(event, None, number=table)
        assert [(line.place, line.start_number, number(line.value)) for line in found.lines] == places
        page = client.get(address("ranking", event), asked)
        assert f"<h1>{found.name}" in page.text
        assert f"Nur die {table - 1}. Serie zählt." in text_of(page)
        assert [(place, start, number(last)) for place, start, *_between, last in cells(page)] == places
        answer = client.get(f"/api/v1/veranstaltungen/{event.slug}/rangliste", asked).json()
        assert (answer["name"], answer["rule"]) == (found.name, found.said)
        assert [(line["place"], line["start_number"], number(line[column])) for line in answer["lines"]] == places
        heading = "Wertungspunkte" if column == "points" else "Spielpunkte"
        in_file = file_rows(client, address("file", event, "csv") + f"?tabelle={table}")
        assert [(int(row["Platz"]), int(row["Nr."]), number(row[heading])) for row in in_file if row["Platz"]] == places
    first = found.lines[0]  # of the last one: the points of the second Serie alone
    own = address("player", event, first.start_number)
    assert f'href="{own}?tabelle=3"' in client.get(address("ranking", event), {"tabelle": 3}).text
    account = text_of(client.get(own, {"tabelle": 3}))
    assert "Platz 1 · 9 Wertungspunkte" in account
    api = f"/api/v1/veranstaltungen/{event.slug}/spieler/{first.start_number}"
    assert client.get(api, {"tabelle": 3}).json()["points"] == 9
    assert client.get(own, {"tabelle": 4}).status_code == 404
    printed = browser.get(reverse("printing:ranking", args=[event.slug]), {"tabelle": 3})
    text = " ".join(" ".join(each.extract_text() for each in PdfReader(BytesIO(printed.content)).pages).split())
    assert "Pokal" in text and " ".join(found.said.split()) in text
    for url in (address("ranking", event) + "?tabelle=4", address("round", event, 1) + "?tabelle=2"):
        assert client.get(url).status_code == 404

    take_out(scope_of_event(event), tmp_path / "event.zip")
    with Unpacked(tmp_path / "event.zip") as archive:
        assert Event.objects.get(pk=restore(archive, again=True).made.pk).rules == event.rules
    assert told(browser, browser.post(address("remove_rule", event, 2))) == ["Die Tabelle ist entfernt."]
    assert Event.objects.get(pk=event.pk).rules == [{}, pokal]
    assert browser.get(address("remove_rule", event, 1)).status_code == 404


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ({"serie": 4}, "Es gibt nur 3 Serien."),
        ({"serie": 2, "minimum": 2}, "Nur eine Serie zählt."),
    ],
)
def test_a_table_of_a_serie_asks_for_no_more_than_that(event, rule, said):
    with pytest.raises(ValidationError, match=said):
        set_table(event, 2, YearTableRule("Pokal", TableRule(**rule)))


def number_of(row: dict, column: str) -> float:
    return number(row.get(column, 0))
