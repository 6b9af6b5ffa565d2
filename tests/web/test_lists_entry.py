"""Opening a list and typing it row by row, in every way, with script and without."""

import datetime
import json
import re
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest
from django.urls import reverse

from scoring.rulebooks import BOOKS
from skatliga.events.services import create_event, enter_guests, seat_round
from skatliga.lists.models import Sheet
from skatliga.lists.services import open_sheet
from web.desk import AFTER_ROUND, ROUND, address, move, read, refused, results, scores, send, text_of, told, type_in

pytestmark = pytest.mark.django_db

# Kreuz mit 1, Spiel 2, by seat 2: 2 x 12 = 24.
WAYS = {
    "kurz": {"text": "221+"},
    "wert": {"wert-declarer": "2", "wert-score": "24", "wert-running": "24"},
    "formular": {
        "formular-declarer": "2",
        "formular-game": "kreuz",
        "formular-spitzen": "1",
        "formular-won": "True",
        "formular-running": "24",
    },
}
SEAT_1_DEALS = "Spiel 1: Platz 1 gibt und sitzt aus; bitte den Platz ändern."


def open_list(browser, event, table, round=1, **data):
    return browser.post(reverse("lists:open", args=[event.slug, round]), {"tisch": table, **data})


# ---- Opening ----


def test_the_number_of_a_table_opens_its_list_and_finds_it_again(desk, evening):
    first = open_list(desk, evening, "2")
    sheet = Sheet.objects.get()
    assert (sheet.table.number, sheet.table.round.number, first.url) == (2, 1, f"/listen/{sheet.pk}/eingabe/")
    assert open_list(desk, evening, " 2 ").url == first.url
    assert Sheet.objects.count() == 1


def test_the_way_of_typing_is_chosen_once(desk, evening, paper):
    for chosen, page in (("summen", "totals"), ("wert", "entry"), ("formular", "entry")):
        read(desk, paper, page, art=chosen)
        assert open_list(desk, evening, "1").url == address(paper, page)
        if page == "entry":
            assert read(desk, paper, "entry").context["way"] == chosen
    read(desk, paper, "entry", art="unfug")
    assert read(desk, paper, "entry").context["way"] == "formular"


def test_behind_the_last_deal_the_foot_is_typed(desk, paper):
    type_in(desk, paper, *ROUND[:3])
    assert send(desk, paper, "entry", art="kurz", text="0", htmx=True)["HX-Redirect"] == address(paper, "totals")
    said = text_of(read(desk, paper, "totals"))
    assert "Zum Vergleichen lassen sich hier die Summen vom Papier eintippen; nötig ist es nicht." in said
    assert "Liste erfasst, nächste F2" in said


def test_a_list_that_is_entered_is_shown_and_not_typed_again(desk, evening, paper):
    type_in(desk, paper, *ROUND)
    move(desk, paper, "entered")
    assert open_list(desk, evening, "1").url == f"/listen/{paper.pk}/"


@pytest.mark.parametrize("typed", ["9", "", "abc", "-1", "1e3", "9" * 5000, "<b>1</b>", "1\x00", "²", "🂡", "\u202e1"])
def test_a_table_that_does_not_exist_is_told(typed, desk, evening):
    response = open_list(desk, evening, typed)
    assert response.url == reverse("lists:board", args=[evening.slug, 1])
    number = f"Einen Tisch {typed.strip()[:20]} gibt es in Serie 1 nicht."
    name = f"„{typed.strip()[:20]}“ sitzt in Serie 1 an keinem Tisch oder an mehreren; bitte den Tisch eingeben."
    assert told(desk, response) == [number if typed.isdecimal() or not typed else name]
    assert not Sheet.objects.exists()


def test_a_serie_that_does_not_exist_is_not_found(desk, evening):
    assert open_list(desk, evening, "1", round=3).status_code == 404


def test_a_table_without_players_is_told(desk, evening):
    evening.rounds.get(number=1).tables.create(number=3)
    assert told(desk, open_list(desk, evening, "3")) == [
        "An diesem Tisch sitzt niemand; bitte zuerst die Plätze eintragen."
    ]


def test_two_who_open_a_list_in_the_same_moment_get_the_same(desk, evening, paper):
    with patch("skatliga.lists.views.entry.queries.main_sheet", side_effect=[None, paper]):
        response = open_list(desk, evening, "1")
    assert response.url == f"/listen/{paper.pk}/eingabe/"
    assert Sheet.objects.count() == 1


def test_the_board_says_how_far_every_list_is(desk, evening, paper):
    type_in(desk, paper, *ROUND[:2])
    said = text_of(desk.get(reverse("lists:board", args=[evening.slug, 1])))
    assert "0 von 2 Listen erfasst" in said
    assert "Tisch 1 offen 2 von 4 Zeilen" in said
    assert "Tisch 2 noch keine Liste" in said
    type_in(desk, paper, *ROUND[2:])
    move(desk, paper, "entered")
    said = text_of(desk.get(reverse("lists:board", args=[evening.slug, 1])))
    assert "1 von 2 Listen erfasst" in said
    assert "Tisch 1 erfasst" in said


# ---- The ways of typing ----


@pytest.mark.parametrize("way", WAYS)
def test_a_row_sent_by_the_script_is_answered_with_the_running_list(way, desk, paper):
    response = send(desk, paper, "entry", htmx=True, art=way, **WAYS[way])
    assert response.status_code == 200
    state = json.loads(response["HX-Trigger-After-Swap"])["reihe"]
    assert (state["revision"], state["refused"], UUID(state["key"]).version) == (1, False, 4)
    assert response.templates[0].name == "lists/running.html"
    assert "Gast B" in text_of(response)
    assert results(paper)[1] == (2, 24, 1, 0, 74)  # 24 + 50


@pytest.mark.parametrize("way", WAYS)
def test_a_row_sent_without_a_script_leads_back_to_the_page(way, desk, paper):
    response = send(desk, paper, "entry", art=way, **WAYS[way])
    assert (response.status_code, response.url) == (302, f"/listen/{paper.pk}/eingabe/")
    assert results(paper)[1] == (2, 24, 1, 0, 74)
    assert "Spiel 2 von 4" in text_of(desk.get(response.url))


REFUSED = {
    "another dealer": ("kurz", {"text": "121+"}, SEAT_1_DEALS, 'value="121+"'),
    "no such game": (
        "wert",
        {"wert-declarer": "2", "wert-score": "25"},
        "Spiel 1: Kein Spiel im Regelwerk Internationale Skatordnung hat den Wert 25;",
        'value="25"',
    ),
    "no value": (
        "wert",
        {"wert-declarer": "2", "wert-score": ""},
        "Bitte den Wert mit Vorzeichen eingeben, zum Beispiel 48 oder -80.",
        'value="2"',
    ),
    "no such seat": (
        "wert",
        {"wert-declarer": "7", "wert-score": "24"},
        "Plätze sind 1 bis 4; 0 ist ein eingepasstes Spiel.",
        'value="7"',
    ),
    "a value of nobody": (
        "wert",
        {"wert-declarer": "0", "wert-score": "24"},
        "Ein eingepasstes Spiel hat keinen Wert.",
        'value="24"',
    ),
    "no Spitzen": (
        "formular",
        {"formular-declarer": "2", "formular-game": "pik", "formular-won": "True", "formular-bid": "33"},
        "Spitzen",
        'value="33"',
    ),
    "no reason": (
        "strafe",
        {"strafe-declarer": "2", "strafe-penalty": "20"},
        "Dieses Feld ist zwingend erforderlich.",
        'value="20"',
    ),
    "a penalty of nobody": (
        "strafe",
        {"strafe-declarer": "5", "strafe-penalty": "20", "strafe-reason": "laut"},
        "Dieser Wert muss kleiner oder gleich 4 sein.",
        'value="20"',
    ),
    "a running total that is wrong": (
        "kurz",
        {"text": "221+=25"},
        "Spiel 1: Platz 2: mit 24 wären es 24, auf dem Papier steht 25. (SkWO 6.3.1)",
        'value="221+=25"',
    ),
    "a running total that is none": (
        "kurz",
        {"text": "221+=x"},
        "Hinter „=“ steht der laufende Stand, zum Beispiel 2+48=144.",
        'value="221+=x"',
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_stays_in_its_field_with_the_sentence(case, desk, paper):
    way, data, sentence, kept = REFUSED[case]
    page = send(desk, paper, "entry", art=way, **data)
    assert page.status_code == 422
    assert sentence in " ".join(refused(page))
    assert kept in page.content.decode()
    assert page.context["way"] == way
    part = send(desk, paper, "entry", htmx=True, art=way, **data)
    assert part.status_code == 422
    assert sentence in " ".join(refused(part))
    assert json.loads(part["HX-Trigger-After-Swap"])["reihe"]["refused"] is True
    assert (paper.rows.count(), paper.revision) == (0, 0)


def test_rows_of_all_ways_stand_on_one_list(desk, paper):
    send(desk, paper, "entry", art="formular", **WAYS["formular"])
    send(desk, paper, "entry", art="wert", wert__declarer="1", wert__score="120")
    send(desk, paper, "entry", art="kurz", text="4-80=-80")
    send(desk, paper, "entry", art="wert", wert__declarer="0", wert__score="")
    assert results(paper) == AFTER_ROUND
    said = text_of(read(desk, paper, "entry"))
    assert "Alle 4 Spiele stehen auf der Liste." in said
    assert "Stand nach Runde 1 – mit dem Papier vergleichen" in said


@pytest.mark.parametrize("typed", ["80-", "-80", "−80", "–80", "- 80"])
def test_the_sign_may_stand_on_either_side_of_a_value(typed, desk, paper):
    type_in(desk, paper, *ROUND[:2])
    assert send(desk, paper, "entry", art="wert", wert__declarer="4", wert__score=typed).status_code == 302
    assert scores(paper)[-1] == (3, 4, -80)


def test_a_penalty_is_paid_to_all_others_and_is_no_deal(desk, paper):
    response = send(
        desk, paper, "entry", art="strafe", strafe__declarer="3", strafe__penalty="20", strafe__reason="zu spät"
    )
    page = text_of(desk.get(response.url))
    assert "Spiel 1 von 4" in page
    assert "Strafe" in page


def test_a_full_list_takes_no_further_deal(desk, paper):
    type_in(desk, paper, *ROUND)
    page = send(desk, paper, "entry", art="kurz", text="221+")
    assert (page.status_code, refused(page)) == (
        422,
        ["Die Liste hat ihre 4 Spiele schon; bitte die Zeilen mit dem Papier vergleichen."],
    )


def test_a_full_list_is_closed_from_where_it_is_typed(desk, paper):
    type_in(desk, paper, *ROUND[:3])
    assert "data-done" not in desk.get(reverse("lists:entry", args=[paper.pk])).text
    type_in(desk, paper, ROUND[3])
    page = desk.get(reverse("lists:entry", args=[paper.pk]))
    form = page.text.partition("data-done")[0].rpartition("<form")[2]
    sent = dict(re.findall(r'name="(revision|key|weiter|stand)" value="(.*?)"', form))
    answer = desk.post(reverse("lists:move", args=[paper.pk]), sent)
    assert answer.url == reverse("lists:board", args=[paper.table.round.event.slug, 1])
    assert told(desk, answer) == ["Tisch 1: erfasst."]
    paper.refresh_from_db()
    assert paper.state == Sheet.State.ENTERED
    again = desk.post(reverse("lists:move", args=[paper.pk]), sent | {"key": "", "revision": "0"})
    assert again.url == reverse("lists:sheet", args=[paper.pk])  # what was refused is told beside the list


def test_whoever_is_second_sees_the_row_of_the_first_and_keeps_his_own(desk, sign_in, leiterin, paper):
    type_in(sign_in(leiterin), paper, "243+")
    stale = {"art": "kurz", "text": "221+", "revision": 0}
    page = send(desk, paper, "entry", **stale)
    sentence = ["Jemand anders hat diese Liste inzwischen geändert; bitte vergleichen und neu eingeben."]
    assert (page.status_code, refused(page)) == (409, sentence)
    assert 'value="221+"' in page.content.decode()
    assert "Gast B" in text_of(page)
    assert "Spiel 2 von 4" in text_of(page)
    part = send(desk, paper, "entry", htmx=True, **stale)
    assert (part.status_code, refused(part)) == (409, sentence)
    assert json.loads(part["HX-Trigger-After-Swap"])["reihe"]["revision"] == 1
    assert [row.notation for row in page.context["display"].view.rows] == ["243+"]
    assert paper.rows.count() == 1


@pytest.mark.parametrize("revision", ["", "x", "-1", "1e9", "9" * 30, "0\x00"])
def test_a_revision_that_cannot_be_read_is_a_conflict(revision, desk, paper):
    assert send(desk, paper, "entry", art="kurz", text="221+", revision=revision).status_code == 409
    assert paper.rows.count() == 0


def test_a_row_sent_again_is_entered_once(desk, paper):
    again = {"revision": 0, "key": uuid4(), "art": "kurz", "text": "221+"}
    answers = [send(desk, paper, "entry", htmx=True, **again).status_code for _ in range(3)]
    assert (answers, paper.rows.count()) == ([200, 200, 200], 1)


def test_the_last_row_is_taken_back(desk, paper):
    type_in(desk, paper, *ROUND[:2])
    part = send(desk, paper, "undo", htmx=True)
    assert (part.status_code, json.loads(part["HX-Trigger-After-Swap"])["reihe"]["revision"]) == (200, 3)
    page = send(desk, paper, "undo")
    assert (page.status_code, page.url) == (302, f"/listen/{paper.pk}/eingabe/")
    nothing = send(desk, paper, "undo")
    assert (nothing.status_code, refused(nothing)) == (
        422,
        ["Es gibt noch keine Zeile, die sich zurücknehmen ließe."],
    )


def test_the_address_of_a_row_is_not_read_with_get(desk, paper):
    assert read(desk, paper, "undo").status_code == 405


# ---- Keys ----

KEYS = {
    "1": {"said": SEAT_1_DEALS, "position": 0, "complete": False},
    "121+": {"said": SEAT_1_DEALS, "position": 0, "complete": False},
    "": {"said": "", "complete": False},
    "2": {"said": "Gast B", "complete": False},
    "22": {"said": "Gast B: Kreuz", "complete": False},
    "23": {"said": "Gast B: Null", "complete": False},
    "22o": {"said": "Gast B: Kreuz", "complete": False},
    "221": {"said": "Gast B: mit 1, Spiel 2 mal Kreuz 12 = 24; gewonnen +24, verloren -48", "complete": False},
    # Null ouvert is worth 46, lost twice that.
    "236": {"said": "Gast B: Null ouvert 46; gewonnen +46, verloren -92", "complete": False},
    # Overbid: the next multiple of 9 that reaches 20, lost and doubled.
    "291$27": {"said": "Gast B: mit 1, Spiel 2 mal Karo 9 = 18; verloren -54", "complete": False},
    "2+": {"said": "Gast B", "complete": False},
    "2+48": {"said": "Gast B, nur der Wert +48; Enter trägt ihn ein", "complete": False},
    "2-48=": {"said": "Gast B, nur der Wert -48=; Enter trägt ihn ein", "complete": False},
    # Kreuz: 12 x (mit 1 + Spiel 1) = 24.
    "221+": {"said": "Gast B: mit 1, Spiel 2 mal Kreuz 12 = 24; gewonnen: +24", "seat": 2, "complete": True},
}


@pytest.mark.parametrize("typed", KEYS)
def test_keys_are_judged_as_they_are_typed(typed, desk, paper):
    assert read(desk, paper, "check_keys", text=typed).json() == KEYS[typed]


def test_the_place_of_the_first_wrong_key_is_told(desk, paper):
    answer = read(desk, paper, "check_keys", text="22z").json()
    assert (answer["position"], answer["complete"], answer["said"][:9]) == (2, False, "Spiel 1: ")


def test_keys_are_not_judged_for_those_who_do_not_enter(sign_in, leser, paper):
    assert read(sign_in(leser), paper, "check_keys", text="1").status_code == 403


# ---- Rule books ----

# One row by the form under each rule book, and what it brings to whom.
# Kreuz mit 1, Spiel 2 is 2 x 12 = 24 wherever suits are counted so; 1886 (§§11, 35): Eichel-Solo, Matadore 1 + stage 1.
# Offiziersskat by the Skatordnung: 70 Augen in 9 tricks win einfach, again 1 + 1 times 12.
BOOK_ROWS = {
    "isko-2022": (4, {}, {"game": "kreuz", "spitzen": "1", "won": "True"}, 24),
    "altenburg": (3, {}, {"game": "kreuz", "spitzen": "1", "won": "True"}, 24),
    "skatordnung-1886": (3, {}, {"game": "kreuz", "mode": "solo", "spitzen": "1", "won": "True"}, 24),
    "skat-en-deux": (2, {"hand_doubled": False}, {"game": "kreuz", "spitzen": "1", "won": "True"}, 24),
    "offiziersskat": (
        2,
        {"accounting": "skatordnung"},
        {"game": "kreuz", "spitzen": "1", "augen": "70", "stiche": "9"},
        24,
    ),
    "hausrunde": (3, {"ramsch_limit": 100}, {"game": "kreuz", "spitzen": "1", "won": "True"}, 24),
}


@pytest.fixture
def list_under(club, schreiber):
    """Opens a list under a rule book at a table of some size."""

    def opened(book, size, agreements):
        event = create_event(
            club,
            name="Abend",
            date=datetime.date(2026, 11, 22),
            rounds=1,
            rulebook=book,
            evaluation=BOOKS[book].evaluations[0],
            agreements=agreements,
        )
        enter_guests(event, [(f"Gast {number}", "") for number in range(1, size + 1)])
        seat_round(event.rounds.get(), {1: list(range(1, size + 1))})
        return open_sheet(event.rounds.get().tables.get(), schreiber)

    return opened


@pytest.mark.parametrize("book", BOOK_ROWS)
def test_a_row_is_entered_by_the_form_under_every_rule_book(book, desk, list_under):
    size, agreements, deal, score = BOOK_ROWS[book]
    sheet = list_under(book, size, agreements)
    page = read(desk, sheet, "entry", art="formular")
    assert 'name="formular-game"' in page.content.decode()
    declarer = page.context["display"].view.active[-1]
    row = {f"formular-{name}": value for name, value in deal.items()} | {"formular-declarer": declarer}
    response = send(desk, sheet, "entry", art="formular", **row)
    assert (response.status_code, scores(sheet)) == (302, [(1, declarer, score)])
    assert {name: sheet.rows.get().deal.get(name) for name in agreements} == agreements
    row_page = read(desk, sheet, "row", 1)
    assert row_page.status_code == 200
    # As it was entered, it can be sent again.
    again = send(desk, sheet, "row", 1, art="formular", tun="aendern", **row)
    assert (again.status_code, scores(sheet)) == (302, [(1, declarer, score)])


@pytest.mark.parametrize(("book", "size"), [("skat-en-deux", 2), ("offiziersskat", 2), ("skatordnung-1886", 3)])
def test_a_rule_book_without_compact_notation_opens_the_form(book, size, desk, list_under):
    page = read(desk, list_under(book, size, BOOK_ROWS[book][1]), "entry")
    assert page.context["way"] == "formular"
    assert "data-keys" not in page.content.decode()
    assert "Kurzschrift" not in text_of(page)


def test_keys_under_a_rule_book_without_compact_notation_are_answered(desk, list_under):
    sheet = list_under("offiziersskat", 2, {"accounting": "einfach"})
    answer = read(desk, sheet, "check_keys", text="121+")
    assert (answer.status_code, answer.json()["complete"]) == (200, False)
    assert send(desk, sheet, "entry", art="kurz", text="121+").status_code == 422


def test_a_ramsch_of_1886_names_its_losers(desk, list_under):
    sheet = list_under("skatordnung-1886", 4, {})
    # §27: the one with most Augen pays 10 to each of the others; payment among four: -30 and 10 for each.
    response = send(
        desk, sheet, "entry", art="formular", formular__declarer="0", formular__game="ramsch", formular__losers=["2"]
    )
    assert (response.status_code, sheet.rows.get().deal["losers"]) == (302, [2])
    assert [leistung for *_, leistung in results(sheet)] == [10, -30, 10, 10]
    assert scores(sheet) == [(1, 2, -10)]
    form = read(desk, sheet, "row", 1).context["forms"]["formular"]
    assert form["losers"].value() in ([2], (2,))


def test_a_ramsch_costs_no_more_than_was_agreed(desk, list_under):
    sheet = list_under("hausrunde", 3, {"ramsch_limit": 100})
    # 70 Augen, pushed once: 140, but at most 100.
    row = {"formular-declarer": "2", "formular-game": "ramsch", "formular-augen": "70", "formular-schieben": "1"}
    assert send(desk, sheet, "entry", art="formular", **row).status_code == 302
    assert scores(sheet) == [(1, 2, -100)]


def test_another_game_in_the_form_brings_its_fields_and_keeps_what_was_typed(desk, paper):
    query = {"formular-game": "null", "formular-declarer": "3", "formular-bid": "23", "formular-won": "False"}
    part = desk.get(f"/listen/{paper.pk}/eingabe/", query, headers={"HX-Request": "true"})
    assert part.templates[0].name == "rules/deal_fields.html"
    assert 'value="23"' in part.content.decode()
    assert "formular-spitzen" not in part.content.decode()
    assert refused(part) == []


# ---- English ----


def test_pages_and_engine_speak_english(desk, paper):
    english = {"Accept-Language": "en"}
    type_in(desk, paper, "222+")
    for part in ("", "eingabe/", "zeile/1/"):
        page = desk.get(f"/listen/{paper.pk}/{part}", headers=english)
        assert "with 2, game 3 times Clubs 12 = 36; won: +36" in text_of(page)
    answer = desk.get(f"/listen/{paper.pk}/tasten/", {"text": "243+"}, headers=english).json()
    assert answer["said"].startswith("Deal 2: ")
