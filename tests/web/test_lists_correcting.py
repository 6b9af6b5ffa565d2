"""Correcting a list: its rows, its length, its table, its seats; whose list it is; the twin beside it."""

from uuid import uuid4

import pytest
from django.urls import reverse

from skatliga.events.models import Table
from skatliga.events.services import seat_round
from skatliga.lists.models import Sheet
from web.desk import AFTER_ROUND, ROUND, move, read, refused, results, scores, send, text_of, told, type_in, write_down

pytestmark = pytest.mark.django_db

REASON_NEEDED = ["Bitte eine Begründung angeben."]
CHECKED = ["Diese Liste ist geprüft; bitte zuerst wieder öffnen."]


@pytest.fixture
def full(paper):
    """The list with its whole round."""
    write_down(paper, *ROUND)
    return paper


def change(browser, sheet, nr, way, tun="aendern", **data):
    return send(browser, sheet, "row", nr, art=way, tun=tun, **data)


# ---- Rows ----


def test_a_row_shows_its_account_with_the_paragraphs(desk, full):
    page = text_of(read(desk, full, "row", 3))
    assert "Spiel 3 Gast D -80" in page
    assert "ohne 2" in page
    assert "ISkO" in page
    assert "402/-" in page


def test_a_row_that_does_not_exist_is_not_found(desk, full):
    assert [read(desk, full, "row", nr).status_code for nr in (0, 5, 10**20)] == [404, 404, 404]


def initial(page, way):
    form = page.context["forms"][way]
    return {name: form[name].value() for name in form.fields}


def test_a_row_is_shown_for_correction_as_it_was_entered_and_in_the_other_ways(desk, paper):
    type_in(desk, paper, "221+=24")
    page = read(desk, paper, "row", 1)
    assert page.context["way"] == "kurz"
    assert initial(page, "kurz") == {"text": "221+=24"}
    assert initial(page, "wert") == {"declarer": 2, "score": 24, "running": 24, "playing": None}
    form = initial(page, "formular")
    assert [form[name] for name in ("declarer", "game", "spitzen", "won", "running")] == [2, "kreuz", 1, True, 24]


def test_what_the_notation_cannot_say_is_not_lost_by_correcting(desk, paper):
    known = {"declarer": 2, "game": "kreuz", "spitzen": 1, "won": "True", "augen": 95, "reason": "Gegner gab auf"}
    sent = send(desk, paper, "entry", htmx=True, art="formular", **{f"formular__{key}": known[key] for key in known})
    assert sent.status_code == 200
    page = read(desk, paper, "row", 1)
    assert page.context["way"] == "formular"
    assert {name: initial(page, "formular")[name] for name in ("augen", "reason")} == {
        "augen": 95,
        "reason": "Gegner gab auf",
    }


def test_a_bare_value_and_a_penalty_are_shown_as_what_they_are(desk, paper):
    send(desk, paper, "entry", art="wert", wert__declarer="2", wert__score="-48", wert__running="-48")
    send(desk, paper, "entry", art="strafe", strafe__declarer="3", strafe__penalty="20", strafe__reason="laut")
    value, penalty = (read(desk, paper, "row", nr) for nr in (1, 2))
    assert (value.context["way"], initial(value, "kurz")) == ("wert", {"text": "2-48=-48"})
    assert initial(value, "wert") == {"declarer": 2, "score": -48, "running": -48, "playing": None}
    assert (penalty.context["way"], initial(penalty, "strafe")) == (
        "strafe",
        {"declarer": 3, "penalty": 20, "reason": "laut"},
    )


# Each changes row 1 from Kreuz mit 1 (24) to 36 (Kreuz mit 2) for seat 2: 36 + 50 + 30 = 116 where seat 4 lost once.
CORRECTIONS = {
    "kurz": {"text": "222+=36"},
    "wert": {"wert-declarer": "2", "wert-score": "36", "wert-running": "36"},
    "formular": {
        "formular-declarer": "2",
        "formular-game": "kreuz",
        "formular-spitzen": "2",
        "formular-won": "True",
        "formular-running": "36",
    },
}


@pytest.mark.parametrize("after", CORRECTIONS)
@pytest.mark.parametrize("before", ["221+=24", "2+24=24"])
def test_a_row_is_corrected_in_every_way_whichever_it_was_entered_in(before, after, desk, paper):
    type_in(desk, paper, before, *ROUND[1:])
    response = change(desk, paper, 1, after, **CORRECTIONS[after])
    assert (response.status_code, response.url) == (302, f"/listen/{paper.pk}/#zeile-1")
    assert results(paper) == [AFTER_ROUND[0], (2, 36, 1, 0, 116), *AFTER_ROUND[2:]]
    assert paper.rows.get(nr=1).running == 36


def test_who_plays_from_a_row_on_is_kept_where_the_notation_cannot_say_it(desk, paper):
    row = {"wert-declarer": "2", "wert-score": "24", "wert-playing": "123"}
    send(desk, paper, "entry", art="wert", **row)
    send(desk, paper, "row", 1, art="kurz", text="222+", tun="aendern")
    stored = paper.rows.get(nr=1)
    assert (stored.deal["spitzen"], stored.playing) == (2, [1, 2, 3])
    assert read(desk, paper, "row", 1).context["way"] == "formular"


def test_what_does_not_read_stays_in_its_field(desk, full):
    page = change(desk, full, 1, "kurz", text="121+", reason="falsch gelesen")
    assert (page.status_code, refused(page)) == (
        422,
        ["Spiel 1: Platz 1 gibt und sitzt aus; bitte den Platz ändern."],
    )
    assert 'value="121+"' in page.content.decode()
    assert 'value="falsch gelesen"' in page.content.decode()
    assert results(full) == AFTER_ROUND


def test_a_correction_that_its_running_total_contradicts_says_so(desk, paper):
    write_down(paper, *ROUND)
    page = change(desk, paper, 1, "kurz", text="222+=24")
    assert refused(page) == ["Spiel 1: Platz 2: mit 36 wären es 36, auf dem Papier steht 24. (SkWO 6.3.1)"]


def test_a_stale_correction_is_a_conflict_and_shows_the_row_of_the_other(desk, direction, full):
    change(direction, full, 1, "kurz", text="222+")
    page = change(desk, full, 1, "kurz", text="223+", revision=4)
    assert (page.status_code, refused(page)) == (
        409,
        ["Jemand anders hat diese Liste inzwischen geändert; bitte vergleichen und neu eingeben."],
    )
    assert "Gast B +36" in text_of(page)
    assert 'value="223+"' in page.content.decode()
    assert scores(full)[0] == (1, 2, 36)


def test_a_correction_sent_again_is_made_once(desk, full):
    again = {"text": "222+", "revision": 4, "key": uuid4()}
    assert [change(desk, full, 1, "kurz", **again).status_code for _ in range(2)] == [302, 302]
    full.refresh_from_db()
    assert (full.revision, full.rows.get(nr=1).history.count()) == (5, 2)


def test_a_forgotten_row_is_inserted_and_what_is_below_moves_down(desk, paper):
    # The second deal was passed in and not typed; with it the third has another dealer.
    type_in(desk, paper, "221+", "143.+")
    response = change(desk, paper, 2, "kurz", tun="einfuegen", text="0")
    assert (response.status_code, scores(paper)) == (302, [(1, 2, 24), (2, 0, 0), (3, 1, 120)])
    assert [line.row.dealer for line in read(desk, paper, "sheet").context["display"].lines] == [1, 2, 3]


def test_no_row_is_inserted_into_a_full_list(desk, full):
    page = change(desk, full, 1, "kurz", tun="einfuegen", text="0")
    assert refused(page) == ["Die Liste hat ihre 4 Spiele schon; bitte die Zeilen mit dem Papier vergleichen."]


def test_one_row_is_struck_and_stays_readable(desk, full):
    page = send(desk, full, "row", 3, tun="streichen", reason=" ")
    assert (page.status_code, refused(page)) == (422, ["Eine gestrichene Zeile braucht eine Begründung."])
    assert initial(page, "kurz") == {"text": "402/-"}
    send(desk, full, "row", 3, tun="streichen", reason="vergeben")
    assert [row.void for row in full.rows.all()] == [False, False, True, False]
    struck = read(desk, full, "row", 3)
    assert "gestrichen" in text_of(struck)
    assert "Grund: vergeben" in text_of(struck)
    assert struck.context["forms"] is None
    page = change(desk, full, 3, "kurz", text="402/-")
    assert (page.status_code, refused(page)) == (422, ["Diese Zeile ist gestrichen; sie bleibt, wie sie war."])


def test_a_whole_round_is_struck_at_once(desk, full):
    assert send(desk, full, "row", 2, tun="streichen", runde="on", reason="Karte fehlte").status_code == 302
    assert [(row.void, row.reason) for row in full.rows.all()] == [(True, "Karte fehlte")] * 4
    assert results(full) == [(seat, 0, 0, 0, 0) for seat in (1, 2, 3, 4)]
    type_in(desk, full, *ROUND)
    assert results(full) == AFTER_ROUND


def test_after_entry_a_correction_needs_a_reason(desk, full):
    move(desk, full, "entered")
    page = change(desk, full, 1, "kurz", text="222+")
    assert (page.status_code, refused(page)) == (422, REASON_NEEDED)
    assert 'value="222+"' in page.content.decode()
    assert change(desk, full, 1, "kurz", text="222+", reason="falsch gelesen").status_code == 302
    assert scores(full)[0] == (1, 2, 36)


def test_a_checked_list_is_not_corrected_and_says_so(desk, full):
    move(desk, full, "entered", "checked")
    page = change(desk, full, 1, "kurz", text="222+", reason="doch")
    assert (page.status_code, refused(page), page.context["forms"]) == (422, CHECKED, None)
    assert results(full) == AFTER_ROUND


# ---- The list as a whole ----


def test_a_list_ends_earlier_or_later(desk, paper):
    write_down(paper, *ROUND[:2])
    assert told(desk, send(desk, paper, "deals", spiele="2", reason="")) == REASON_NEEDED
    assert told(desk, send(desk, paper, "deals", spiele="2", reason="Saal geschlossen")) == [
        "Die Liste hat jetzt 2 Spiele."
    ]
    assert "Alle 2 Spiele stehen auf der Liste." in text_of(read(desk, paper, "entry"))
    for spiele in ("1", "0", "-4", "", "x", "9999", "9" * 30):
        assert told(desk, send(desk, paper, "deals", spiele=spiele, reason="doch")) == [
            "Auf der Liste stehen schon 2 Spiele; möglich sind 2 bis 200."
        ]
    paper.refresh_from_db()
    assert paper.deals == 2


def test_a_list_moves_to_another_table_in_one_action(desk, full, evening):
    there = Table.objects.get(round__event=evening, round__number=2, number=2)
    assert told(desk, send(desk, full, "move_table", tisch=there.pk, reason="falsche Serie")) == [
        "Die Liste gehört jetzt zu Serie 2, Tisch 2."
    ]
    full.refresh_from_db()
    assert full.table == there
    assert [result.entry.name for result in full.results.all()] == ["Gast E", "Gast F", "Gast G", "Gast H"]
    assert results(full) == AFTER_ROUND
    page = text_of(read(desk, full, "sheet"))
    assert "Serie 1, Tisch 1 → Serie 2, Tisch 2 falsche Serie" in page


@pytest.mark.parametrize("tisch", ["", "x", "0", "-1", "9" * 11, "9" * 5000, "1\x00"])
def test_a_list_does_not_move_to_a_table_that_does_not_exist(tisch, desk, full):
    assert send(desk, full, "move_table", tisch=tisch, reason="weil").status_code == 404


def test_a_list_does_not_move_to_another_event(desk, full, event):
    foreign = event.rounds.first().tables.create(number=1)
    assert send(desk, full, "move_table", tisch=foreign.pk, reason="weil").status_code == 404


def test_a_list_does_not_move_onto_another(desk, full, list_of):
    taken = list_of(table=2)
    assert told(desk, send(desk, full, "move_table", tisch=taken.table_id, reason="weil")) == [
        "Für diesen Tisch gibt es schon eine Liste; bitte zuerst jene verschieben."
    ]
    offered = [table.pk for table in read(desk, full, "sheet").context["tables"]]
    assert taken.table_id not in offered


def test_players_are_seated_as_on_the_paper(direction, full):
    response = send(direction, full, "seats", reihenfolge="2,3,4,1", reason="Plätze wie auf dem Papier")
    assert told(direction, response) == ["Die Plätze stehen jetzt wie auf dem Papier."]
    assert [result.entry.name for result in full.results.all()] == ["Gast B", "Gast C", "Gast D", "Gast A"]
    assert results(full) == AFTER_ROUND
    assert "1, 2, 3, 4 → 2, 3, 4, 1 Plätze wie auf dem Papier" in text_of(read(direction, full, "sheet"))


@pytest.mark.parametrize("order", ["", "1,2,3", "1,1,2,3", "1,2,3,5", "x", "9" * 5000 + ",1,2,3", "1\x00,2,3,4"])
def test_an_order_that_is_none_is_refused(order, direction, full):
    assert told(direction, send(direction, full, "seats", reihenfolge=order, reason="weil")) == [
        "Jeder Platz muss genau einmal vergeben werden; bitte die Reihenfolge prüfen."
    ]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("move", {"stand": "entered"}),
        ("deals", {"spiele": "8", "reason": "weil"}),
        ("seats", {"reihenfolge": "2,1,3,4", "reason": "weil"}),
    ],
)
def test_what_is_sent_from_an_older_page_is_told_and_changes_nothing(name, data, direction, full):
    before = Sheet.objects.filter(pk=full.pk).values().get()
    response = send(direction, full, name, revision=3, **data)
    assert told(direction, response) == [
        "Jemand anders hat diese Liste inzwischen geändert; bitte vergleichen und neu eingeben."
    ]
    assert Sheet.objects.filter(pk=full.pk).values().get() == before
    assert results(full) == AFTER_ROUND


# ---- Whose list is this? ----

AGREES = "Papier und Sitzordnung stimmen überein."
NAMES = {
    "as seated": (["A", "gast b", "3", ""], AGREES),
    "two exchanged": (["Gast B", "Gast A", "C", "D"], "Dieselben Spieler sitzen auf dem Papier anders: 1 Gast B"),
    "one further round": (["B", "C", "D", "A"], "Dieselben Spieler sitzen auf dem Papier anders: 1 B, 2 C, 3 D, 4 A"),
    "another table": (["E", "F", "G", "H"], "Diese Namen sitzen an Serie 1, Tisch 2."),
    "a substitute": (
        ["A", "B", "C", "Meier"],
        "Platz 4: Auf dem Papier steht ein anderer Name als in der Sitzordnung.",
    ),
    "hostile": (["<script>", "B", "C", "D"], "Platz 1: Auf dem Papier steht ein anderer Name"),
    "too many": (["A", "B", "C", "D", "E", "F"], AGREES),
    "strange": (["\x00", "🂡" * 300, "\u202e", "9" * 400], "Platz 2: Auf dem Papier steht ein anderer Name"),
}


@pytest.mark.parametrize("case", NAMES)
def test_names_on_the_paper_are_held_against_the_seating(case, desk, paper):
    names, sentence = NAMES[case]
    page = read(desk, paper, "sheet", name=names)
    assert sentence in text_of(page)
    assert "<script>" not in page.content.decode()


def test_names_of_a_table_of_another_serie_are_found(desk, paper, evening):
    second = evening.rounds.get(number=2)
    seat_round(second, {1: [1, 3, 5, 7], 2: [2, 4, 6, 8]})
    page = read(desk, paper, "sheet", name=["A", "C", "E", "G"])
    assert "Diese Namen sitzen an Serie 2, Tisch 1." in text_of(page)
    there = second.tables.get(number=1)
    assert f'<option value="{there.pk}" selected>' in page.content.decode()


def test_rotated_seats_are_set_right_by_the_button_of_the_spielleitung(desk, direction, paper):
    names = {"name": ["B", "C", "D", "A"]}
    assert "Die Spielleitung kann die Plätze danach ändern." in text_of(read(desk, paper, "sheet", **names))
    page = read(direction, paper, "sheet", **names)
    assert page.context["name_check"].order == (2, 3, 4, 1)
    send(direction, paper, "seats", reihenfolge="2,3,4,1", reason="Plätze wie auf dem Papier")
    assert AGREES in text_of(read(direction, paper, "sheet", **names))


# ---- The twin ----

COLUMNS = ("spielpunkte", "won", "lost", "gesamt")


@pytest.fixture
def twin(list_of, paper):
    return list_of(kind=Sheet.Kind.TWIN)


def test_a_twin_is_opened_once_beside_the_list(desk, paper):
    response = send(desk, paper, "open_twin")
    assert response.url == f"/listen/{paper.table.sheets.get(kind='twin').pk}/eingabe/"
    assert "Zweitliste" in text_of(desk.get(response.url))
    assert told(desk, send(desk, paper, "open_twin")) == ["Für diesen Tisch gibt es diese Liste schon."]
    assert "Zweitliste" in text_of(desk.get(reverse("lists:board", args=[paper.table.round.event.slug, 1])))


def test_each_of_two_lists_leads_to_the_comparison_and_offers_no_third(desk, paper, list_of):
    def offered(sheet: Sheet) -> list[str]:
        page = desk.get(reverse("lists:sheet", args=[sheet.pk])).content.decode()
        return [name for name in ("twin", "open_twin") if f'"{reverse(f"lists:{name}", args=[sheet.pk])}"' in page]

    assert offered(paper) == ["open_twin"]
    assert offered(list_of(kind=Sheet.Kind.TWIN)) == offered(paper) == ["twin"]


def test_without_a_twin_there_is_nothing_to_compare(desk, paper):
    assert told(desk, read(desk, paper, "twin")) == ["Zu diesem Tisch gibt es noch keine zwei Listen."]


def test_two_lists_that_agree_say_so_however_they_were_typed(desk, full, twin):
    type_in(desk, twin, "2+24", "1+120", "4-80", "0")
    for sheet in (full, twin):
        assert "Die beiden Listen sagen dasselbe." in text_of(read(desk, sheet, "twin"))


def test_the_first_deal_at_which_two_lists_part_is_named(desk, full, twin):
    type_in(desk, twin, "221+", "143.+", "202-", "0")
    page = read(desk, full, "twin")  # Herz mit 2 lost by seat 2 instead: only the two who played differ
    assert "Ab Spiel 3 gehen die beiden Listen auseinander." in text_of(page)
    assert [pair.differs for pair in page.context["comparison"].rows] == [False, False, True, False]
    assert [foot.differs for foot in page.context["comparison"].feet] == [False, True, False, True]


def test_of_two_lists_of_which_one_is_totals_the_feet_are_compared(desk, full, twin):
    feet = {f"{name}-{seat}": value for seat, *line in AFTER_ROUND for name, value in zip(COLUMNS, line, strict=True)}
    send(desk, twin, "totals", eingepasst="1", **feet)
    assert "Die beiden Listen sagen dasselbe." in text_of(read(desk, full, "twin"))
    send(desk, twin, "move", stand="handed_in", reason="noch einmal")
    send(desk, twin, "totals", eingepasst="1", **feet | {"spielpunkte-2": "36"})
    assert "Die Summen der beiden Listen sind verschieden." in text_of(read(desk, full, "twin"))
