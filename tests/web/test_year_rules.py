"""The rules of a club year's tables: chosen on a page, tried before, the same on page, file, paper and API.

Every evening here has two Serien at one table with the feet of `web.ranks`: 320, 230, 360 and -290 by seat.
"""

import csv
import json
import re
from io import BytesIO, StringIO

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from pypdf import PdfReader

from scoring.wertung.presets import TableRule
from skatliga.events.models import Event
from skatliga.events.services import set_state as set_event_state
from skatliga.people.services import add_player, merge_players
from skatliga.wertung.rules import YearTableRule, read_rules, rules_of_columns, validate_rules, write_rules
from skatliga.wertung.wording import explain
from skatliga.years.models import ClubYear
from skatliga.years.queries import season
from skatliga.years.services import change_year, remove_table, set_start, set_table
from skatliga.years.year_standing import year_table
from web.club_evenings import fresh
from web.desk import text_of, told

ALL = ("Anna", "Bert", "Cora", "Dora")


def page(name: str, *args) -> str:
    return reverse(f"years:{name}", args=args)


def values(year: ClubYear, number: int = 1) -> list[tuple]:
    """Place, first name and value of everybody who has a place, and the names of those below."""
    table = year_table(season(fresh(year), None), number=number)
    return [(line.place, line.person.name.split()[0], line.total.value) for line in table.members]


def form_of(browser, year: ClubYear, number: int, preset: str = "") -> dict[str, object]:
    """What the form shows, as a browser sends it back."""
    form = browser.get(page("change_rule", year.slug, number), {"vorlage": preset} if preset else {}).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in shown.items() if value not in (None, False)}


# ---- The rules themselves ----


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (
            TableRule(unit="evening", worth="places", place_points=(25, 20, 16), best=7),
            "Es entscheidet die Summe der Wertungspunkte aller Abende. Für die Plätze jedes Abends gibt es 25-20-16"
            " Punkte; wer gleichauf liegt, teilt sie. Es zählen nur die besten 7 Abende.",
        ),
        (
            TableRule(unit="evening", attendance=5, minimum=22, minimum_evenings=11),
            "Es entscheidet die Summe der Wertungspunkte aller Abende. Wer da ist, bekommt für jeden Abend 5 Punkte"
            " dazu. Einen Platz hat, wer mindestens 22 Abende gespielt hat. Dazu gehören mindestens 11 Abende.",
        ),
        (
            TableRule(serie=2, stages=((10, 1), (20, 2)), a_month=1),
            "Es entscheidet die Summe der Wertungspunkte aller Listen. Nur die 2. Serie jedes Abends zählt."
            " Ab 10 Listen: Im ganzen Jahr wird die schlechteste Liste gestrichen."
            " Ab 20 Listen: Im ganzen Jahr werden die 2 schlechtesten Listen gestrichen."
            " In jedem Monat mit Abenden ist mindestens 1 Liste zu spielen.",
        ),
    ],
)
def test_a_rule_explains_itself(rule, said):
    assert explain(rule, "Wertungspunkte") == said


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"best": 0}, "Bitte mindestens 1 eingeben, oder nichts."),
        ({"minimum": 1000}, "Bitte 0 bis 999 eingeben."),
        ({"worth": "places"}, "Bitte eintragen, wie viele Punkte die Plätze bekommen, etwa 25 20 16."),
        (
            {"worth": "places", "place_points": [20, 25]},
            "Ein schlechterer Platz bekommt nicht mehr Punkte als der davor.",
        ),
        ({"drop": 1, "stages": [[5, 1]]}, "Entweder eine feste Zahl von Streichern oder Stufen, nicht beides."),
        ({"stages": [[2, 2]]}, "Es müssen mehr Ergebnisse sein, als davon gestrichen werden."),
        ({"stages": [[9, 2], [5, 3]]}, "In jeder Stufe müssen beide Zahlen größer sein als in der davor."),
        ({"credits": 2}, "Zur Gutschrift gehören beide Zahlen: wie viele Punkte und für wie viele Abende."),
        ({"credits": 2, "credit": 5, "attendance": 1}, "Gutschriften gibt es nur, wo die Leistung zählt."),
        ({"missing_as_zero": True}, "Bitte eintragen, an welcher Zahl gemessen etwas fehlt."),
        ({"measure": "guess"}, "Diese Wertung lässt sich nicht lesen."),
        ({"bset": 3}, "Diese Wertung lässt sich nicht lesen."),
        ({"name": "Jahr"}, "Jede weitere Tabelle braucht einen eigenen Namen."),
    ],
)
def test_what_nobody_can_mean_is_refused(wrong, said):
    with pytest.raises(ValidationError) as refusal:
        validate_rules([wrong])
    assert refusal.value.messages == [said]


@pytest.mark.parametrize("stored", [[], {}, None, "x", [None], [{}, {}], [{}, {"name": "A"}, {"name": "A"}], [{}] * 7])
def test_what_is_no_list_of_rules_is_refused(stored):
    with pytest.raises(ValidationError):
        validate_rules(stored)


def test_only_what_differs_is_stored():
    stored = [
        {"unit": "evening", "best": 10},
        {"name": "Grand Prix", "unit": "evening", "worth": "places", "place_points": [25, 20], "best": 7},
        {"name": "Pokal", "serie": 2, "stages": [[10, 1], [20, 2]]},
    ]
    tables = read_rules(stored)
    assert tables[1] == YearTableRule(
        "Grand Prix", TableRule(unit="evening", worth="places", place_points=(25, 20), best=7)
    )
    assert write_rules(tables) == stored


@pytest.mark.parametrize(
    ("columns", "rules"),
    [
        ({}, [{}]),
        ({"measure": "average", "minimum": 44}, [{"measure": "average", "minimum": 44}]),
        ({"unit": "evening", "drop": 2, "block": "half"}, [{"unit": "evening", "drop": 2, "span": "block"}]),
        ({"drop": 2, "block": "whole"}, [{"drop": 2}]),
        ({"drop": 0, "block": "quarter"}, [{}]),
        ({"missing_as_zero": True}, [{}]),
        (
            {"missing_as_zero": True, "minimum": 9, "best": 7, "projected": True, "credit": 500, "credits": 2},
            [{"missing_as_zero": True, "minimum": 9, "best": 7, "projected": True, "credit": 500, "credits": 2}],
        ),
    ],
)
def test_a_rule_of_the_former_columns_says_the_same(columns, rules):
    plain = {
        "measure": "total", "unit": "list", "best": None, "drop": 0, "block": "whole", "minimum": 0,
        "missing_as_zero": False, "credit": 0, "credits": 0, "projected": False,
    }  # fmt: skip
    found = rules_of_columns(plain | columns)
    assert found == rules
    validate_rules(found)


# ---- Chosen on a page ----


def test_a_year_begins_with_a_preset_and_shows_what_it_would_make(year, play, sign_in, leiterin):
    browser = sign_in(leiterin)
    assert "Sobald etwas gespielt ist" in text_of(browser.get(page("change_rule", year.slug, 1)))
    play((1, 9), *ALL, year=year, rounds=2)
    play((1, 16), *ALL[::-1], year=year, rounds=2)
    sent = form_of(browser, year, 1, "grandprix")
    assert (sent["worth"], sent["place_points"][:8], sent["best"]) == ("places", "25 20 16", 7)
    shown = text_of(browser.post(page("change_rule", year.slug, 1), sent | {"best": "1", "vorschau": "1"}))
    # First Cora 720, Anna 640, Bert 460, Dora -580; then Bert 720, Dora 640, Cora 460, Anna -580.
    assert "Das ergäbe für „2026“" in shown
    assert "1 Bert Bock 25 1 Cora Cruse 25 3 Anna Adam 20 3 Dora Dorn 20" in shown
    assert fresh(year).rules == [{}]
    assert told(browser, browser.post(page("change_rule", year.slug, 1), sent)) == ["Die Wertung ist gespeichert."]
    assert values(year) == [(1, "Bert", 41), (1, "Cora", 41), (3, "Anna", 33), (3, "Dora", 33)]


def test_the_preview_counts_the_year_before_where_there_is_one(year, play, sign_in, leiterin, club):
    play((1, 9), *ALL, year=year)
    browser = sign_in(leiterin)
    form = browser.get(page("create_year", club.slug)).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None} | {"name": "2027"}
    made = browser.post(page("create_year", club.slug), sent, follow=True)
    later = ClubYear.objects.get(name="2027")
    assert made.redirect_chain == [(page("rules", later.slug), 302)]
    shown = text_of(browser.get(page("change_rule", later.slug, 1), {"vorlage": "anwesenheit"}))
    assert "Das ergäbe für „2026“" in shown
    assert "1 Cora Cruse 460 2 Anna Adam 420" in shown


def test_first_serie_championship_and_second_cup(year, play, sign_in, leiterin, client):
    """Two tables of the same evenings; each with its page, account, file, paper and answer of the API."""
    play((1, 9), *ALL, year=year, rounds=2)
    play((1, 16), "Anna", "Bert", "Cora", "Gast Gera", year=year, rounds=2)
    browser = sign_in(leiterin)
    for number, preset in ((1, "meisterschaft"), (2, "pokal")):
        browser.post(page("change_rule", year.slug, number), form_of(browser, year, number, preset) | {"best": "1"})
    assert fresh(year).rules == [{"serie": 1, "best": 1}, {"name": "Pokal", "serie": 2, "best": 1}]
    assert values(year, 2) == [(1, "Cora", 360), (2, "Anna", 320), (3, "Bert", 230), (4, "Dora", -290)]

    shown = text_of(client.get(page("table", year.slug, 2)))
    assert "Pokal" in shown and "Nur die 2. Serie jedes Abends zählt. Es zählt nur die beste Liste." in shown
    assert f'href="{page("table", year.slug, 2)}"' in client.get(page("year", year.slug)).text
    cora = next(line for line in year_table(season(fresh(year), None), number=2).members)
    account = client.get(page("table_player", year.slug, 2, cora.person.key))
    assert "Platz 1. Die beste von 2 Listen zählt. Zusammen 360 Punkte." in text_of(account)
    assert "09.01.2026 Clubabend Serie 2: 360 zählt 360" in text_of(account)
    rows = list(csv.reader(StringIO(client.get(page("table_file", year.slug, 2, "csv")).text), delimiter=";"))
    assert [(row[0], row[1], row[-1]) for row in rows[1:3]] == [("1", "Cora Cruse", "360"), ("2", "Anna Adam", "320")]
    own = list(csv.reader(StringIO(client.get(page("table_player_file", year.slug, 2, cora.person.key, "csv")).text)))
    assert len(own) == 3
    answer = client.get(f"/api/v1/clubjahre/{year.slug}", {"tabelle": 2}).json()
    assert (answer["table"], answer["title"]) == (2, "Pokal")
    assert [(line["place"], line["value"]) for line in answer["members"]] == [(1, 360), (2, 320), (3, 230), (4, -290)]
    pdf = browser.get(reverse("printing:year", args=[year.slug, "jahrestabelle"]))
    text = " ".join(each.extract_text() for each in PdfReader(BytesIO(pdf.content)).pages)
    assert "Nur die 1. Serie jedes Abends zählt." in text
    assert "Pokal" in text and "Nur die 2. Serie jedes Abends zählt." in text
    for name, args in (("table", [3]), ("table", [0]), ("table_player", [3, cora.person.key])):
        assert client.get(page(name, year.slug, *args)).status_code == 404
    assert client.get(f"/api/v1/clubjahre/{year.slug}", {"tabelle": 3}).status_code == 404


def test_the_account_shows_what_was_awarded_and_what_for(year, play, members, client):
    change_year(year, rules=[{"unit": "evening", "worth": "places", "place_points": [25, 20, 16], "attendance": 5}])
    play((1, 9), *ALL, year=year)
    text = text_of(client.get(page("player", year.slug, f"p{members['Anna'].player_id}")))
    assert "Zusammen 25 Wertungspunkte." in text
    assert "09.01.2026 Clubabend Serie 1: 320 zählt 320 25" in text  # the second place: 20, and 5 for having been there


def test_a_share_of_what_was_played_is_written_as_a_decimal(year, play, client):
    event = play((1, 9), *ALL, year=year)
    Event.objects.filter(pk=event.pk).update(rules=[{"measure": "average", "minimum": 7, "missing_as_zero": True}])
    text = text_of(client.get(reverse("standings:ranking", args=[event.slug])))
    assert re.search(r"Cora Cruse .* \d+,\d\d ", text) and not re.search(r"\d/\d", text)


def test_who_is_below_a_minimum_reads_everywhere_what_is_lacking(year, play, members, sign_in, leser):
    """Anna and the guest have a list each, the others two; nobody has three evenings, one month lacks one of two."""
    change_year(year, rules=[{"minimum": 2, "minimum_evenings": 3, "a_month": 1}])
    play((1, 9), *ALL, year=year)
    play((2, 9), "Gast A", "Bert", "Cora", "Dora", year=year)
    browser = sign_in(leser)
    lacking = {
        "Anna Adam": "1 Liste, 2 Abende; Februar 2026: 1",
        "Gast A": "1 Liste, 2 Abende; Januar 2026: 1",
        **dict.fromkeys(("Bert Bock", "Cora Cruse", "Dora Dorn"), "1 Abend"),
    }
    account = text_of(browser.get(page("player", year.slug, f"p{members['Anna'].player_id}")))
    assert f"Noch unter der Mindestzahl, fehlt: {lacking['Anna Adam']}." in account
    text = text_of(browser.get(page("year", year.slug)))
    pdf = browser.get(reverse("printing:year", args=[year.slug, "jahrestabelle"]))
    paper = " ".join(" ".join(each.extract_text() for each in PdfReader(BytesIO(pdf.content)).pages).split())
    for name, said in lacking.items():
        assert f"{name} fehlt: {said}" in text
        assert f"{name} fehlt: {said}" in paper
    rows = csv.DictReader(StringIO(browser.get(page("file", year.slug, "csv")).text.lstrip("\ufeff")), delimiter=";")
    assert {row["Name"]: row["Fehlt"] for row in rows} == lacking
    answer = browser.get(f"/api/v1/clubjahre/{year.slug}").json()
    assert {line["name"]: line["shortfall"] for line in [*answer["below"], *answer["guests"]]} == lacking


def test_the_form_says_at_the_field_what_is_wrong_and_forgets_nothing(year, sign_in, leiterin):
    browser = sign_in(leiterin)
    sent = form_of(browser, year, 1, "grandprix")
    for wrong, said in (
        ({"place_points": "25, zwanzig"}, "Bitte nur Zahlen eingeben, etwa 25 20 16."),
        ({"place_points": ""}, "Bitte eintragen, wie viele Punkte die Plätze bekommen, etwa 25 20 16."),
        ({"stages": "10 1"}, "Bitte nur Zahlen eingeben, etwa 10:1 20:2."),
        ({"drop": "1", "stages": "10:1"}, "Entweder eine feste Zahl von Streichern oder Stufen, nicht beides."),
        ({"best": "366"}, "So viele Abende gibt es nicht: höchstens 365."),
        ({"drop": "31", "span": "month"}, "So viele Abende gibt es nicht: höchstens 30."),
        ({"a_month": "32"}, "So viele Abende gibt es nicht: höchstens 31."),
        ({"span": "quarter"}, "Bitte auch eintragen, wie viele gestrichen werden."),
        ({"unit": "list", "among": "table", "place_points": "4 3 2 1; 9: 3 2 1"}, "Einen Tisch mit 9 Spielern gibt"),
    ):
        answer = browser.post(page("change_rule", year.slug, 1), sent | wrong)
        assert said in text_of(answer)
        assert all(answer.context["form"][name].value() == value for name, value in wrong.items())
    assert fresh(year).rules == [{}]


def test_a_new_table_needs_a_name_of_its_own(year, sign_in, leiterin):
    browser = sign_in(leiterin)
    sent = form_of(browser, year, 2, "pokal")
    browser.post(page("change_rule", year.slug, 2), sent)
    answer = browser.post(page("change_rule", year.slug, 3), sent)
    assert "Jede weitere Tabelle braucht einen eigenen Namen." in text_of(answer)
    assert browser.get(page("change_rule", year.slug, 4)).status_code == 404
    assert [table.name for table in fresh(year).tables] == ["", "Pokal"]


def test_once_an_evening_is_closed_a_rule_changes_only_with_a_reason(year, play, sign_in, leiterin):
    event = play((1, 9), *ALL, year=year)
    set_event_state(Event.objects.get(pk=event.pk), Event.State.FINAL)
    with pytest.raises(ValidationError, match="Begründung"):
        set_table(year, 1, YearTableRule("", TableRule(best=1)))
    browser = sign_in(leiterin)
    sent = form_of(browser, year, 1, "beste")
    assert "Dieses Feld ist zwingend erforderlich." in text_of(browser.post(page("change_rule", year.slug, 1), sent))
    browser.post(page("change_rule", year.slug, 1), sent | {"reason": "Beschluss der Versammlung"})
    assert fresh(year).rules == [{"unit": "evening", "best": 10}]
    assert year.history.first().history_change_reason == "Beschluss der Versammlung"
    set_table(year, 2, YearTableRule("Pokal", TableRule(serie=2)))  # what is new changes nothing that was read


def test_a_table_goes_and_the_first_one_stays(year, sign_in, leiterin):
    set_table(year, 2, YearTableRule("Pokal", TableRule(serie=2)))
    remove_table(year, 1)
    assert len(fresh(year).tables) == 2
    browser = sign_in(leiterin)
    assert "„Pokal“ entfernen?" in text_of(browser.get(page("remove_rule", year.slug, 2)))
    assert told(browser, browser.post(page("remove_rule", year.slug, 2))) == ["Die Tabelle ist entfernt."]
    assert fresh(year).rules == [{}]
    assert browser.get(page("remove_rule", year.slug, 2)).status_code == 404


def test_rules_are_json_that_any_program_reads(year):
    set_table(year, 2, YearTableRule("Pokal", TableRule(serie=2, stages=((5, 1),))))
    stored = ClubYear.objects.values_list("rules", flat=True).get(pk=year.pk)
    assert json.loads(json.dumps(stored)) == [{}, {"name": "Pokal", "serie": 2, "stages": [[5, 1]]}]


def test_a_deduction_counts_in_the_first_table_alone_and_says_why(year, play, members, sign_in, leiterin, client):
    play((1, 9), *ALL, year=year)
    set_table(year, 2, YearTableRule("Pokal", TableRule()))
    cora = f"p{members['Cora'].player_id}"
    browser = sign_in(leiterin)
    sent = {"start_points": "-100", "start_reason": "unentschuldigt gefehlt"}
    assert told(browser, browser.post(page("start", year.slug, cora), sent)) == ["Gespeichert."]
    assert values(year) == [(1, "Anna", 320), (2, "Cora", 260), (3, "Bert", 230), (4, "Dora", -290)]
    assert values(year, 2)[0] == (1, "Cora", 360)
    said = "Cora Cruse vorab -100: unentschuldigt gefehlt"
    assert said in text_of(client.get(page("year", year.slug)))
    assert said not in text_of(client.get(page("table", year.slug, 2)))
    account = text_of(client.get(page("player", year.slug, cora)))
    assert said in account and "1 Liste zählt. Zusammen 260 Punkte." in account
    rows = list(csv.DictReader(StringIO(client.get(page("file", year.slug, "csv")).text), delimiter=";"))
    assert [(row["Vorab"], row["Grund"]) for row in rows][:2] == [("0", ""), ("-100", "unentschuldigt gefehlt")]
    answer = client.get(f"/api/v1/clubjahre/{year.slug}").json()
    assert [(line["start"], line["why"]) for line in answer["members"]][1] == (-100, "unentschuldigt gefehlt")
    pdf = browser.get(reverse("printing:year", args=[year.slug, "jahrestabelle"]))
    text = " ".join(" ".join(each.extract_text() for each in PdfReader(BytesIO(pdf.content)).pages).split())
    assert said in text and "Cora Cruse 1 1 260" in text
    assert year.starts.get().history.first().history_change_reason == "unentschuldigt gefehlt"


def test_who_was_made_one_begins_with_the_points_of_both(year, play, members, club, sign_in, leiterin):
    play((1, 9), *ALL, year=year)
    cora, other = members["Cora"].player, add_player(club, first_name="Corinna", last_name="Cruse").player
    set_start(year, cora, 50, "Sieg im Pokal")
    set_start(year, other, -20, "zu spät gemeldet")
    merge_players(cora, other)
    assert values(year)[0] == (1, "Cora", 360 + 50 - 20)
    browser, address = sign_in(leiterin), page("start", year.slug, f"p{cora.pk}")
    assert "Cora Cruse vorab +30: Sieg im Pokal; zu spät gemeldet" in text_of(browser.get(page("year", year.slug)))
    assert browser.get(address).context["form"]["start_points"].value() == 30
    browser.post(address, {"start_points": "10", "start_reason": "Sieg im Pokal"})
    assert values(year)[0] == (1, "Cora", 360 + 10)
