"""Evenings by other rule books than the usual one: what was typed, and what it comes to.

Everything goes through the forms of the site (`evenings`). Expected points and payments are worked by hand from the
rules, in the comments beside them; nothing is taken from the program.
"""

import datetime
import re
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from skatliga.desk.models import Fees
from skatliga.desk.prize_plan import AwardedPrizes
from skatliga.events.models import Event
from skatliga.lists.models import Sheet
from skatliga.printing import pdf
from skatliga.years.services import add_evenings, create_year
from web import evenings
from web.desk import read, refused, results, send, text_of
from web.evenings import Evening, form, made_by, value
from web.german import german_on

Make = Callable[[Client, str], Evening]


@pytest.fixture
def browser(sign_in, leiterin):
    return sign_in(leiterin)


@pytest.fixture
def made(browser, club, leiterin) -> Callable[[Make], Evening]:
    """The evening that one of these functions makes, for all tests of this file."""
    return lambda make: Evening(browser, made_by(make, club, leiterin))


def ranked(evening: Evening, name: str = "ranking", *args) -> list[list[str]]:
    """The lines of a ranking as its file has them, the heading first."""
    names = {"ranking": "file", "round": "round_file", "lists": "lists_file", "teams": "teams_file"}
    answer = evening.page(f"standings:{names[name]}", *args, "csv")
    return [line.split(";") for line in answer.content.decode("utf-8-sig").splitlines()]


def settled(evening: Evening) -> list[tuple[str, ...]]:
    """The lines of the settlement: name, what it came to in each Serie, in all."""
    table = evening.page("desk:settlement").context["table"]
    return [(row.record.entry.shown, *row.record.received, row.record.total) for row in table.rows]


def rows_of(sheet: Sheet, browser) -> list[tuple[str, str, int]]:
    """The rows of a list as they stand on its page: whose column, in words, what it brought."""
    return [(line.who, line.text, line.row.score) for line in read(browser, sheet, "sheet").context["display"].lines]


def refused_event(browser, club, **fields) -> dict[str, list[str]]:
    """What the form of a new event has to say."""
    usual = {"name": "Abend", "date": "2026-11-21", "rounds": 1, "protest_hours": 24, "rulebook": "offiziersskat"}
    answer = browser.post(reverse("events:create_event", args=[club.slug]), usual | fields)
    return {} if answer.status_code == 302 else dict(answer.context["form"].errors)


# ---- Offiziersskat: matches to a number of points ----


@pytest.fixture
def officers(made) -> Evening:
    return made(evenings.officers)


# RULES 5: 2, 3 or 4 points to the winner for einfach, Schneider (90 Augen), Schwarz (16 tricks); the trump maker needs
# 61 Augen, the other 60; seat 1 leads deal 1, then they take turns.
#   Augen of the trump maker   Anna leads: 75  Bert: 95  Anna: 60  Bert: 120  Anna: 91  Bert: 25  Anna: 61
#   to                                Anna 2    Bert 3    Bert 2     Bert 4    Anna 3    Anna 3    Anna 2
#   stands                                 2        3         5          9         5         8        10
FIRST_MATCH = [
    ("Anna", "Kreuz von Anna, 75 Augen, 9 Stiche: einfach", 2),
    ("Bert", "Herz von Bert, 95 Augen, 12 Stiche: Schneider", 3),
    ("Bert", "Karo von Anna, 60 Augen, 8 Stiche: einfach", 2),
    ("Bert", "Grand von Bert, 120 Augen, 16 Stiche: Schwarz", 4),
    ("Anna", "Pik von Anna, 91 Augen, 12 Stiche: Schneider", 3),
    ("Anna", "Herz von Bert, 25 Augen, 4 Stiche: Schneider", 3),
    ("Anna", "Karo von Anna, 61 Augen, 8 Stiche: einfach", 2),
]


def sheet_of(evening: Evening, round: int, table: int) -> Sheet:
    return Sheet.objects.get(table__round__event=evening.event, table__round__number=round, table__number=table)


def test_a_match_ends_with_the_deal_that_reaches_the_points(officers, browser):
    sheet = sheet_of(officers, 1, 1)
    shown = [(who, re.sub(r" \d+$", "", text), score) for who, text, score in rows_of(sheet, browser)]
    assert shown == FIRST_MATCH
    # 2 + 3 + 3 + 2 = 10 in 4 deals against 3 + 2 + 4 = 9 in 3; the match is Anna's
    assert results(sheet) == [(1, 10, 4, 0, 1), (2, 9, 3, 0, 0)]
    page = text_of(read(browser, sheet, "sheet"))
    assert "2er-Tisch · Partie bis 10 Punkte" in page
    assert "Anna hat die Partie nach 7 Spielen gewonnen." in page
    assert "Spieler Spielpunkte g Partien Unterschrift 1 Anna 10 4 1 2 Bert 9 3 0" in page


def test_matches_won_make_the_ranking(officers):
    # by hand: Anna beat Bert 10:9 and Cora 11:6, Cora beat Dirk 10:3, Dirk beat Bert 12:4;
    # deals won: Anna 4 + 4, Cora 3 + 3, Dirk 1 + 4, Bert 3 + 2; Cora stands before Dirk with more deals won
    assert ranked(officers) == [
        ["Platz", "Nr.", "Name", "Verein", "Serie 1", "Serie 2", "Listen", "Spielpunkte", "Gewonnen", "Partien"],
        ["1", "1", "Anna", "", "1", "1", "2", "21", "8", "2"],
        ["2", "3", "Cora", "", "1", "0", "2", "16", "6", "1"],
        ["3", "4", "Dirk", "", "0", "1", "2", "15", "5", "1"],
        ["4", "2", "Bert", "", "0", "0", "2", "13", "5", "0"],
    ]
    assert ranked(officers, "round", 1)[0][-3:] == ["Spielpunkte", "Gewonnen", "Partien"]
    page = text_of(officers.page("standings:ranking"))
    assert "Beste Listen" not in page and "Verloren" not in page and "Leistung" not in page
    assert "Platz 1 · 2 gewonnene Partien" in text_of(officers.page("standings:player", 1))
    assert "Partien" in text_of(officers.page("standings:table", 1, 1))
    assert "Eine Partie endet bei 10 Punkten" in text_of(officers.page("events:event"))


def test_a_year_of_matches_adds_up_matches(officers, browser, club):
    days = {"first_day": datetime.date(2026, 1, 1), "last_day": datetime.date(2026, 12, 31)}
    year = create_year(club, rules=[{"credits": 1, "credit": 1}], name="Partienjahr", **days)
    add_evenings(year, [officers.event])
    root = f"/clubjahr/{year.slug}"
    page = browser.get(f"{root}/")
    standing = [(line.place, line.person.name, line.total.value) for line in page.context["table"].lines]
    # Anna has won two matches, Cora and Dirk one each, Cora with more deals won; guests have places among themselves
    assert standing == [(1, "Anna", 2), (2, "Cora", 1), (3, "Dirk", 1), (4, "Bert", 0)]
    said = "Es entscheidet die Summe der Partien aller Listen. Wer einen Abend versäumt, bekommt dafür 1 Partien"
    anna = next(page.context["table"].lines).person.key
    account, seating = browser.get(f"{root}/spieler/{anna}/"), browser.get(f"{root}/setzliste/")
    records = browser.get(f"{root}/rekorde/")
    assert said in text_of(page) and "Zusammen 2 Partien." in text_of(account)
    assert "Beste Liste 1 Partien" in text_of(records) and "Bester Abend 2 Partien" in text_of(records)
    for shown in (page, account, seating, records):
        assert "Partien" in text_of(shown) and "Punkte" not in text_of(shown)
    for name in ("tabelle", f"spieler/{anna}/konto", "setzliste/setzliste"):
        heading = browser.get(f"{root}/{name}.csv").content.decode().splitlines()[0]
        assert "Partien" in heading and "Punkte" not in heading


def test_a_match_is_open_until_somebody_has_the_points(browser, officers):
    officers.post("events:enter_guests", guests="Emil\nFritz")
    officers.post("events:change_event", **CHANGED)
    officers.seat(3, [5, 6])
    sheet = officers.open(3, 1)
    page = text_of(read(browser, sheet, "entry"))
    assert "Spiel 1 der Partie bis 10 Punkte" in page and "Es spielt aus: 1 Emil" in page
    assert "ab hier am Tisch" not in page and "Alleinspieler" not in page
    # who won and the points, whoever led
    for row in (value(2, 4), value(2, 4), value(1, 3)):
        assert send(browser, sheet, "entry", **row).status_code == 302
    assert [row.score for row in sheet.rows.all()] == [-4, 4, 3]
    assert "Spiel 4 der Partie bis 10 Punkte" in text_of(read(browser, sheet, "entry"))
    too_early = send(browser, sheet, "move", stand="entered")
    assert "Noch hat niemand 10 Punkte; bitte die Partie zu Ende schreiben." in text_of(browser.get(too_early.url))
    sentence = "Bitte die Punkte des Gewinners eingeben, zum Beispiel 3."
    assert set(refused(send(browser, sheet, "entry", **value(1, 0)))) == {sentence}
    assert send(browser, sheet, "entry", **value(2, 2)).status_code == 302
    assert refused(send(browser, sheet, "entry", **value(2, 2))) == [
        "Spiel 5: Platz 2 hatte 10 Punkte schon erreicht; die Partie war zu Ende."
    ]
    send(browser, sheet, "move", stand="entered")
    assert results(sheet) == [(1, 3, 1, 0, 0), (2, 10, 3, 0, 1)]


CHANGED = {
    "name": "Offiziersskat",
    "date": "2026-11-21",
    "rounds": 3,
    "protest_hours": 24,
    "rulebook": "offiziersskat",
    "evaluation": "matches",
    "target": 10,
    "accounting": "einfach",
    "deals": 24,
}


def test_a_match_by_its_foot_has_exactly_one_winner(browser, officers):
    officers.post("events:enter_guests", guests="Emil\nFritz")
    officers.post("events:change_event", **CHANGED)
    officers.seat(3, [5, 6])
    sheet = officers.open(3, 1)
    page = read(browser, sheet, "totals")
    assert list(page.context["form"].fields) == ["spielpunkte-1", "won-1", "spielpunkte-2", "won-2"]
    missing = send(browser, sheet, "totals", entscheidung="save", **{"spielpunkte-1": 9})
    assert refused(missing) == ["Platz 1: Bitte Spielpunkte und gewonnene Spiele eingeben."]
    for first, second in ((9, 8), (11, 12)):
        foot = {"spielpunkte-1": first, "won-1": 4, "spielpunkte-2": second, "won-2": 4}
        send(browser, sheet, "totals", entscheidung="save", **foot)
        sheet.refresh_from_db()
        assert sheet.state == Sheet.State.HANDED_IN
        assert (
            "Genau einer von beiden muss 10 Punkte erreicht haben; bitte die Spielpunkte vergleichen."
            in refused(read(browser, sheet, "totals"))
        )  # fmt: skip
    foot = {"spielpunkte-1": 9, "won-1": 4, "spielpunkte-2": 11, "won-2": 5}
    send(browser, sheet, "totals", entscheidung="save", **foot)
    sheet.refresh_from_db()
    assert (sheet.state, results(sheet)) == (Sheet.State.ENTERED, [(1, 9, 4, 0, 0), (2, 11, 5, 0, 1)])


def test_a_struck_deal_opens_the_match_again(officers, browser):
    sheet = sheet_of(officers, 1, 1)
    send(browser, sheet, "row", 7, tun="streichen", reason="falsch gegeben")
    sheet.refresh_from_db()
    # Anna is back at 8 points, nobody has 10
    assert (sheet.state, results(sheet)) == (Sheet.State.HANDED_IN, [(1, 8, 3, 0, 0), (2, 9, 3, 0, 0)])


def test_the_event_asks_for_the_points_of_a_match(browser, club):
    asked = {"accounting": "einfach", "deals": 24}
    assert refused_event(browser, club, evaluation="matches", **asked) == {
        "target": ["Bitte angeben, bei wie vielen Punkten eine Partie endet."]
    }
    assert refused_event(browser, club, evaluation="spielpunkte", target=20, **asked) == {
        "target": ["Bitte leer lassen, oder nach gewonnenen Partien werten."]
    }
    # with 2 points a deal both can have 398 after 398 deals
    assert refused_event(browser, club, evaluation="matches", target=400, **asked) == {
        "__all__": ["Eine Partie bis 400 Punkte kann mehr als 200 Spiele dauern. Bitte weniger Punkte wählen."]
    }
    assert not Event.objects.exists()
    assert refused_event(browser, club, evaluation="matches", target=20, **asked) == {}
    # 9 deals of 2 points for each, and one more
    assert (Event.objects.get().target, Event.objects.get().deals_at(2)) == (20, 19)


def test_the_rules_of_a_match_stay_once_there_is_a_list(officers, browser):
    address = reverse("events:change_event", args=[officers.event.slug])
    form = browser.get(address).context["form"]
    assert form["deals"].value() == 24
    browser.post(address, CHANGED | {"target": 30})
    officers.event.refresh_from_db()
    assert officers.event.target == 10


def test_what_the_book_does_not_have_costs_nothing(officers):
    form = officers.page("desk:fees").context["form"]
    assert not form.has_ladder and "jackpot" not in form.fields
    assert "Abreiz" not in text_of(officers.page("desk:cash_round", 1))


def test_a_match_has_no_prizes_of_its_serie(officers):
    """All winners of a match are equal: with 40 € the pot goes to the ranking alone, whatever an older plan says."""
    plan = {"players_per_prize": None, "weights": [3, 1], "series_prizes": [500]}
    Fees.objects.create(event=officers.event, entry_fee=1000, abreizgeld=[], prizes=plan)
    page = officers.page("desk:fees")
    assert "series_prizes" not in page.context["form"].fields and "Serienpreise" not in text_of(page)
    found = officers.page("desk:prizes")
    assert found.context["prizes"].awards == AwardedPrizes((3000, 1000), ())
    assert "Serienpreis:" not in text_of(found) and "Für jede Serie" not in text_of(found)
    officers.post("desk:prizes", **{"total-1": "20", "total-2": "10", "series-1": "5"})
    assert officers.page("desk:prizes").context["prizes"].awards == AwardedPrizes((2000, 1000), ())
    evenings.charge(officers, entry_fee="10", weights="3 1", series_prizes="5")
    assert Fees.objects.get().prizes["series_prizes"] == []


def test_offiziersskat_by_the_other_accounting(browser, club):
    """(Spitzen + stage) x base: Kreuz mit 2 Schneider 4 x 12 = 48 to the winner, Karo ohne 1 lost 2 x 9 = 18."""
    evening = Evening.create(
        browser,
        club.slug,
        ["Anna", "Bert"],
        rulebook="offiziersskat",
        evaluation="spielpunkte",
        accounting="skatordnung",
        deals=2,
    )
    evening.seat(1, [1, 2])
    sheet = evening.write(
        1,
        1,
        form(None, "kreuz", spitzen=2, augen=90, stiche=12),
        form(None, "karo", spitzen=-1, augen=60, stiche=8),
    )
    assert results(sheet) == [(1, 66, 2, 0, 66), (2, 0, 0, 0, 0)]
    assert ranked(evening) == [
        ["Platz", "Nr.", "Name", "Verein", "Gewonnen", "Spielpunkte"],
        ["1", "1", "Anna", "", "2", "66"],
        ["2", "2", "Bert", "", "0", "0"],
    ]


# ---- Skat en deux as an event of pairs ----


def test_skat_en_deux_has_its_own_accounting(browser, club):
    evening = evenings.en_deux(browser, club.slug)
    # RULES 4: Herz mit 2, Spiel 3, Hand 4, offen 5: 50, doubled for Hand: 100; Kreuz mit 1 lost 2 x 24, Kontra: -96;
    # Karo 18 at bid 18 given away: 18; Null Hand 35 doubled: 70
    assert [(who, score) for who, _text, score in rows_of(sheet_of(evening, 1, 1), browser)] == [
        ("Anna", 100), ("Cora", -96), ("Anna", 18), ("Cora", 70),
    ]  # fmt: skip
    # no bonus points: 100 + 18 and -96 + 70
    assert results(sheet_of(evening, 1, 1)) == [(1, 118, 2, 0, 118), (2, -26, 1, 1, -26)]
    # Pik mit 2: 33; a lost Null: -46; passed in; Grand mit 1: 48
    assert results(sheet_of(evening, 1, 2)) == [(1, 33, 1, 0, 33), (2, 2, 1, 1, 2)]
    assert ranked(evening, "round", 1) == [
        ["Platz", "Nr.", "Name", "Verein", "Gewonnen", "Verloren", "Spielpunkte"],
        ["1", "1", "Anna", "", "2", "0", "118"],
        ["2", "2", "Bert", "", "1", "0", "33"],
        ["3", "4", "Dirk", "", "1", "1", "2"],
        ["4", "3", "Cora", "", "1", "1", "-26"],
    ]
    # the pairs: 118 + 33 = 151 and -26 + 2 = -24
    assert [(row[1], row[-1]) for row in ranked(evening, "teams", "tandem")[1:]] == [("Asse", "151"), ("Buben", "-24")]


def test_an_oder_spiel_needs_its_answer(browser, club):
    evening = Evening.create(
        browser,
        club.slug,
        ["Anna", "Bert"],
        rulebook="skat-en-deux",
        evaluation="spielpunkte",
        hand_doubled="on",
        deals=2,
    )
    evening.seat(1, [1, 2])
    answer = send(browser, evening.open(1, 1), "entry", **form(1, "karo", spitzen=1, bid=18, won="True"))
    assert answer.status_code == 422
    assert any("muss der Gegner das Spiel sofort schenken oder Kontra geben" in said for said in refused(answer))


@pytest.mark.parametrize("book", ["skat-en-deux", "offiziersskat"])
def test_tables_of_two_are_drawn(book, browser, club):
    fields = {"hand_doubled": "on"} if book == "skat-en-deux" else {"accounting": "einfach"}
    names = ["Anna", "Bert", "Cora", "Dirk"]
    evening = Evening.create(
        browser, club.slug, names, rounds=3, rulebook=book, evaluation="spielpunkte", deals=2, **fields
    )
    seen = []
    for round in (1, 2, 3):
        assert "Vierertische" not in text_of(evening.page("desk:draw", round))
        evening.post("desk:draw", round, mode="no_repeats", sofort="1")
        tables = evening.event.rounds.get(number=round).tables.all()
        seen += [frozenset(seat.entry.start_number for seat in table.seats.all()) for table in tables]
    # everybody has met each of the three others exactly once
    assert sorted(map(sorted, seen)) == [[1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]]


# ---- By the rules of 1886, with payment ----


@pytest.fixture
def payment(made) -> Evening:
    return made(evenings.payment_1886)


def test_everybody_pays_everybody(payment):
    # RULES 3, at a table of four everybody pays or gets each deal three times:
    #   Bert Eichel-Solo mit 2:  3 x 12 = 36          -36  +108   -36   -36
    #   Cora Rot tourné ohne 1, Schneider, lost: 3 x 6 = 18   +18   +18   -54   +18
    #   Ramsch, Dirk loses, one without a trick: 20   +20   +20   +20   -60
    #   Anna Null ouvert: 40                         +120   -40   -40   -40
    #   penalty, Bert 10 to each                      +10   -30   +10   +10
    #                                                +132   +76  -100  -108
    # a Ramsch stands in no counter
    assert results(sheet_of(payment, 1, 1)) == [
        (1, 50, 1, 0, 132), (2, 6, 1, 0, 76), (3, -8, 0, 1, -100), (4, -10, 0, 0, -108),
    ]  # fmt: skip
    # +2 for Bert, +2 for Cora, passed in, -2 for Anna: -2 -2 -6, +6 -2 +2, -2 +6 +2, -2 -2 +2
    assert [leistung for *_, leistung in results(sheet_of(payment, 2, 1))] == [-10, 6, 6, -2]
    assert ranked(payment) == [
        "Platz;Nr.;Name;Verein;Serie 1;Serie 2;Listen;Spielpunkte;Gewonnen;Verloren;Bezahlung".split(";"),
        ["1", "1", "Anna", "", "132", "-10", "2", "48", "1", "1", "122"],
        ["2", "2", "Bert", "", "76", "6", "2", "8", "2", "0", "82"],
        ["3", "3", "Cora", "", "-100", "6", "2", "-6", "1", "1", "-94"],
        ["4", "4", "Dirk", "", "-108", "-2", "2", "-10", "0", "0", "-110"],
    ]


def test_payments_in_cents_by_table_and_over_the_evening(payment):
    # a quarter of a cent a point: 33 19 -25 -27; then -2.5 1.5 1.5 -0.5, rounded down -3 1 1 -1, and of equal
    # remainders the first two get the cents that are missing: -2 2 1 -1
    assert settled(payment) == [
        ("Anna", 33, -2, 31),
        ("Bert", 19, 2, 21),
        ("Cora", -25, 1, -24),
        ("Dirk", -27, -1, -28),
    ]
    assert "2 Bert 0,00 € 0,00 € 0,19 €" in text_of(payment.page("desk:cash_round", 1))
    assert "Abrechnung unter den Spielern" in text_of(payment.page("desk:cash"))
    assert "1 Anna 0,33 € −0,02 € 0,31 €" in text_of(payment.page("desk:settlement"))


def test_without_a_stake_there_is_nothing_to_settle(officers):
    page = text_of(officers.page("desk:settlement"))
    assert "Hier wird nicht um Geld gespielt." in page
    assert "Abrechnung unter den Spielern" not in text_of(officers.page("desk:cash"))


def test_a_split_seat_is_settled_with_whoever_started(browser, payment):
    """The table settles for four seats, not for five players; the two share it among themselves."""
    sheet = sheet_of(payment, 1, 1)
    payment.post("events:enter_guests", guests="Emil")
    send(browser, sheet, "move", stand="in_question", reason="Vertretung")
    answer = send(browser, sheet, "substitute", seat=1, start_number=5, from_deal=3, split="on", reason="krank")
    assert answer.status_code == 302
    # Anna had -36 + 18 = -18 before the third deal, Emil made the other 150
    assert [(seat, leistung) for seat, *_, leistung in results(sheet)] == [
        (1, -18), (1, 150), (2, 76), (3, -100), (4, -108),
    ]  # fmt: skip
    assert [line[:2] for line in settled(payment)] == [("Anna", 33), ("Bert", 19), ("Cora", -25), ("Dirk", -27)]


# ---- Rounds for money by comparison ----


def test_the_altenburg_rules_settled_by_comparison(browser, club):
    evening = evenings.altenburg(browser, club.slug)
    # RULES 2: Grand ouvert mit 4: 10 x 36 = 360; Null Hand lost singly: -35; Karo mit 1 at bid 27, overbid with the
    # skat: twice 27 = -54
    assert results(sheet_of(evening, 1, 1)) == [(1, 360, 1, 0, 360), (2, -35, 0, 1, -35), (3, -54, 0, 1, -54)]
    # 3 x own - 271: 809, -376, -433; half of it 404.5, -188, -216.5: down to 404, -188, -217, the missing cent to Anna
    assert settled(evening) == [("Anna", 405, 405), ("Bert", -188, -188), ("Cora", -217, -217)]
    assert ranked(evening)[0] == ["Platz", "Nr.", "Name", "Verein", "Gewonnen", "Verloren", "Spielpunkte"]


def test_a_house_round_settled_by_comparison(browser, club):
    evening = evenings.house_round(browser, club.slug)
    # RULES 5a: Pik mit 1 22, Bock: 44; Ramsch 70, pushed once, one without a trick: 280, at most 250; Herz ohne 2 lost
    # -60, Kontra and Re: -240. Seeger-Fabian at three: 44 + 50 + 40, -250 + 40 (no counter), -240 - 50
    assert results(sheet_of(evening, 1, 1)) == [(1, 44, 1, 0, 134), (2, -250, 0, 0, -210), (3, -240, 0, 1, -290)]
    # 3 x own + 366 at one cent a point
    assert settled(evening) == [("Anna", 768, 768), ("Bert", -264, -264), ("Cora", -504, -504)]


# ---- All of them ----


@pytest.mark.parametrize("make", evenings.EVENINGS)
def test_every_page_of_the_evening_speaks_english(make, made, browser, monkeypatch):
    monkeypatch.setattr(pdf, "to_pdf", str.encode)
    evening = made(make)
    Event.objects.update(name="Evening")
    slug, sheet = evening.event.slug, sheet_of(evening, 1, 1)
    evening.page("events:event")  # what was told in German until now
    pages = [("events:event", slug), ("lists:board", slug, 1), ("standings:ranking", slug)]
    pages += [("standings:lists", slug), ("standings:table", slug, 1, 1), ("standings:player", slug, 1)]
    pages += [("desk:cash_round", slug, 1), ("desk:settlement", slug), ("desk:fees", slug), ("desk:prizes", slug)]
    pages += [("hall:hall", slug), ("lists:sheet", sheet.pk), ("lists:row", sheet.pk, 2), ("lists:totals", sheet.pk)]
    found = {}
    for name, *args in pages:
        answer = browser.get(reverse(name, args=args), headers={"Accept-Language": "en"})
        assert answer.status_code == 200
        typed = ("Asse", "Buben", "Karte gezeigt", "Herz Dame Altenburg", f"/{slug}/")
        if german := [said for said in german_on(answer.text) if not any(name in said for name in typed)]:
            found[name] = german
    assert found == {}


def test_settling_asks_as_often_for_one_list_as_for_three(browser, club):
    evening = Evening.create(
        browser,
        club.slug,
        [f"Gast {number}" for number in range(1, 13)],
        rulebook="altenburg",
        evaluation="spielpunkte",
        deals_at_four=4,
        deals_at_three=3,
    )
    evenings.stake(evening, 100)
    evening.seat(1, [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12])
    pages = {"settlement": [], "cash_round": [1]}
    asked = {name: [] for name in pages}
    for table in (1, 2, 3):
        evening.write(1, table, value(2, 18), value(3, 20), value(0), value(0))
        for name, args in pages.items():
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                evening.page(f"desk:{name}", *args)
            asked[name].append(len(queries))
    assert asked == {"settlement": [7] * 3, "cash_round": [10] * 3}
