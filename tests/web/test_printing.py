"""Lists and rankings on paper. PDFs are read back with poppler; sums are added up by hand (SkWO 6.3.1)."""

import datetime
import re
import socket
import subprocess
from collections import Counter

import pytest
import segno
from django.db.models import F
from django.urls import reverse
from simple_history.utils import bulk_create_with_history

from scoring import BOOKS, Deal, parse
from scoring.deal import DEFAULTS
from scoring.deal_json import deal_fields
from scoring.foot_check import PaperFoot
from skatliga.events.agreements import usual_agreements
from skatliga.events.models import Entry, Event, Table
from skatliga.events.services import create_event, enter_guests, enter_players, seat_round, set_state
from skatliga.lists.evaluation import Entered, Frame, reckon
from skatliga.lists.models import Foot, Row, Sheet
from skatliga.lists.paper_codes import sheet_code_path, table_code_path
from skatliga.lists.services import Change, correct_row, enter_feet, open_sheet, publish, set_deals, strike_rows
from skatliga.lists.workflow import move, sign
from skatliga.printing.pdf import to_pdf
from skatliga.printing.sheet_paper import PaperPlace, blank, lay_out
from skatliga.printing.sheet_rows import left_block
from web.replayed import world

ISKO = BOOKS["isko-2022"]
# Kreuz mit 1; Grand Hand mit 3; Herz ohne 2, Schneider, lost; passed in.
AT_FOUR = ("221+", "143.+", "402/-", "0")
AT_THREE = ("221+", "143.+", "302/-")
# The mask of the office (SHEET A6.1): points, won, lost, as they are right.
MASK = [(19, 3, 1, 329), (292, 10, 3, 792), (473, 12, 2, 1153), (172, 14, 2, 952)]


def read(pdf):
    """The text of a PDF by lines, each cut into its figures and words."""
    text = subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True).stdout
    return [line.split() for line in text.decode().splitlines() if line.strip()]


def words_of(pdf, folder):
    """Every word with its box in points, by page."""
    (folder / "page.pdf").write_bytes(pdf)
    said = subprocess.run(["pdftotext", "-bbox", folder / "page.pdf", "-"], capture_output=True, check=True)
    pages = []
    for line in said.stdout.decode().splitlines():
        if "<page " in line:
            pages.append([])
        if found := re.search(r'xMin="(.*)" yMin="(.*)" xMax="(.*)" yMax="(.*)">(.*)</word>', line):
            pages[-1].append((found[5], *map(float, found.groups()[:4])))
    return pages


def about(pdf, tmp_path):
    """What `pdfinfo` says of a PDF."""
    (tmp_path / "file.pdf").write_bytes(pdf)
    said = subprocess.run(["pdfinfo", tmp_path / "file.pdf"], capture_output=True, check=True).stdout.decode()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in said.splitlines())}


def lines_of(pdf, numbers):
    """The rows of a list, below its head."""
    lines = read(pdf)
    rows = lines[next(at for at, line in enumerate(lines) if "Punkte" in line) :]
    return [next(line for line in rows if line[0] == str(number)) for number in numbers]


def line_of(pdf, number):
    return lines_of(pdf, [number])[0]


def typed(nr, text):
    entry = parse(text, ISKO)
    return Entered(nr=nr, declarer=entry.seat, deal=deal_fields(entry.deal))


def deal(nr, seat, game, *args, **fields):
    return Entered(nr=nr, declarer=seat, deal=deal_fields(Deal(game, *args, **fields)))


def frame(key="isko-2022", seats=4, deals=48, evaluation=None):
    book = BOOKS[key]
    agreements = {name: DEFAULTS[name] for name in book.settings}
    return Frame(key, agreements, evaluation or book.evaluations[0], seats, deals)


def paper_of(frame, rows, **options):
    view = reckon(frame, rows, (), None)
    return lay_out(view, rows, [PaperPlace(seat) for seat in range(1, frame.seats + 1)], **options)


def written(row):
    """Key and text of every cell of a row that is not empty."""
    return {cell.key.partition("-")[2]: cell.text for cell in row.cells if cell.text}


def stands(seat, points, won, lost):
    """The cells of one player."""
    return {f"points-{seat}": points, f"won-{seat}": str(won), f"lost-{seat}": str(lost)}


def rows_of(paper):
    return [row for page in paper.pages for row in page]


@pytest.fixture
@world
def table(event):
    """Table 1 of Serie 1 with four guests and 48 deals."""
    names = ("Anton Albers", "Anna Ärmel", "Cäsar Conrad", "Ole Decker")
    enter_guests(event, [(name, "Grand Hand Gera") for name in names])
    seat_round(event.rounds.get(number=1), {1: [1, 2, 3, 4]})
    return Table.objects.get(round__event=event, round__number=1)


@pytest.fixture
@world
def sheet(table, schreiber):
    return open_sheet(table, schreiber)


@pytest.fixture
@world
def at_three(club, schreiber):
    evening = create_event(
        club,
        name="Dreiertisch",
        date=datetime.date(2026, 11, 21),
        rounds=1,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
    )
    set_state(evening, Event.State.PUBLISHED)
    enter_guests(evening, [(name, "") for name in ("Anton Albers", "Anna Ärmel", "Cäsar Conrad")])
    seat_round(evening.rounds.get(), {1: [1, 2, 3]})
    return open_sheet(Table.objects.get(round__event=evening), schreiber)


def fill(sheet, texts):
    """Put rows on a list as they were typed, and a result with them."""
    rows = [typed(nr, text) for nr, text in enumerate(texts, 1)]
    stored = [Row(sheet=sheet, nr=row.nr, declarer=row.declarer, deal=row.deal) for row in rows]
    bulk_create_with_history(stored, Row)
    publish(sheet)
    return sheet


@pytest.fixture
def html(paper_as_html):
    """The page of HTML instead of a PDF."""


def get(browser, name, *args, **query):
    response = browser.get(reverse(f"printing:{name}", args=args), query)
    assert response.status_code == 200
    return response


# ---- Filled lists ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "evaluation", "size"),
    [("isko-2022", "seeger-fabian", 5), ("skatordnung-1886", "spielpunkte", 5), ("hausrunde", "seeger-fabian", 4)],
)
def test_no_figure_of_the_foot_is_too_wide_for_paper(club, schreiber, client, rulebook, evaluation, size):
    evening = create_event(
        club, name="Lang", date=datetime.date(2026, 11, 21), rounds=1, rulebook=rulebook, evaluation=evaluation,
        agreements=usual_agreements(BOOKS[rulebook]),
    )  # fmt: skip
    set_state(evening, Event.State.PUBLISHED)
    enter_guests(evening, [(f"Gast {letter}", "") for letter in "ABCDE"[:size]])
    seat_round(evening.rounds.get(), {1: list(range(1, size + 1))})
    sheet = open_sheet(Table.objects.get(round__event=evening), schreiber)
    feet = [PaperFoot(1234, 11, 10), *[PaperFoot(-1056, 1, 2)] * (size - 1)]
    set_deals(sheet.pk, sum(foot.won + foot.lost for foot in feet), Change(0, schreiber, "lange Liste"))
    enter_feet(sheet.pk, feet, 0, Change(1, schreiber))
    words = Counter(word for line in read(get(client, "sheet", sheet.pk).content) for word in line)
    counts = [str(foot.won) for foot in feet] + [str(foot.lost) for foot in feet if rulebook != "hausrunde"]
    expected = Counter(["1234", *["−1056"] * (size - 1), *counts])
    assert expected <= words, expected - words


def test_a_full_list_at_four_is_one_page_with_every_figure_in_its_place(sheet, client, tmp_path):
    response = get(client, "sheet", fill(sheet, AT_FOUR * 12).pk)
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == 'inline; filename="clubabend-2026-11-20-1-1.pdf"'
    info = about(response.content, tmp_path)
    assert (info["Pages"], info["Title"]) == ("1", "Clubabend, Serie 1, Tisch 1")
    assert info["Page size"] == "595.276 x 841.89 pts (A4)"
    lines = read(response.content)
    expected = []
    for round in range(1, 13):
        first = 4 * round - 3
        expected += [
            f"{first} 12 1 24 {24 * round} {round} 0",
            f"{first + 1} 24 3 × 120 {120 * round} {round} 0",
            f"{first + 2} 10 2 × 80 −{80 * round} 0 {round}",
            f"{first + 3} {round}",
        ]
    at = lines.index(expected[0].split())
    assert [" ".join(line) for line in lines[at : at + 48]] == expected
    # 1440 + 600 + 360, 288 + 600 + 360, 0 + 0 + 360, -960 - 600
    assert [" ".join(line) for line in lines[at + 48 : at + 53]] == [
        "Spielpunkte, gewonnene, verlorene 1440 12 0 288 12 0 0 0 0 −960 0 12 12",
        "± 50 × (g − v) +600 +600 0 −600",
        "+ 30 × v der anderen +360 +360 +360 0",
        "Gesamtpunkte 2400 1248 360 −1560",
        "Unterschrift",
    ]
    words = {word for line in lines for word in line}
    assert {"Clubabend", "Altenburg", "2026", "Albers", "Ärmel", "Conrad", "Decker", "Seeger-Fabian"} <= words
    assert ["4er-Tisch,", "48", "Spiele"] in [line[:3] for line in lines]


def test_a_full_list_at_three_is_one_page_and_counts_forty_for_a_lost_deal_of_another(at_three, client, tmp_path):
    response = get(client, "sheet", fill(at_three, AT_THREE * 12).pk)
    assert about(response.content, tmp_path)["Pages"] == "1"
    assert line_of(response.content, 36) == "36 10 2 × 80 −960 0 12".split()
    lines = [" ".join(line) for line in read(response.content)]
    # 1440 + 600 + 480, 288 + 600 + 480, -960 - 600
    assert "+ 40 × v der anderen +480 +480 0" in lines
    assert "Gesamtpunkte 2520 1368 −1560" in lines


def test_the_row_of_the_example(sheet, client):
    """SHEET A1.6: Anna on seat 2 stands at +96, 4 won, 1 lost, and wins Kreuz mit 2, Schneider."""
    before = {1: "241+", 3: "241+", 4: "221+", 5: "221+", 7: "221-"}
    fill(sheet, [*(before.get(nr, "0") for nr in range(1, 17)), "222/+"])
    assert line_of(get(client, "sheet", sheet.pk).content, 17) == "17 12 2 × 48 144 5 1".split()


def test_every_figure_stands_in_its_column():
    rows = [typed(1, "222/+"), typed(2, "143.+"), typed(3, "402/-"), typed(4, "0")]
    rows += [typed(5, "436-"), typed(6, "439+"), typed(7, "211.//*+")]
    assert [written(row) for row in rows_of(paper_of(frame(), rows))[:7]] == [
        {"nr": "1", "base": "12", "mit": "2", "schneider": "×", "plus": "48", **stands(2, "48", 1, 0)},
        {"nr": "2", "base": "24", "mit": "3", "hand": "×", "plus": "120", **stands(1, "120", 1, 0)},
        {"nr": "3", "base": "10", "mit": "2", "schneider": "×", "minus": "80", **stands(4, "−80", 0, 1)},
        {"nr": "4", "passed": "1"},
        {"nr": "5", "base": "46", "ouvert": "×", "minus": "92", **stands(4, "−172", 0, 2)},
        {"nr": "6", "base": "59", "hand": "×", "ouvert": "×", "plus": "59", **stands(4, "−113", 1, 2)},
        {"nr": "7", "base": "11", "mit": "1", "hand": "×", "schneider": "×", "schneider_angesagt": "×", "schwarz": "×"}
        | {"plus": "66", **stands(2, "114", 2, 0)},
    ]


def test_without_spitzen_has_a_column_of_its_own():
    row = rows_of(paper_of(frame(), [deal(1, 2, "herz", -2, hand=True, won=True)]))[0]
    assert written(row) == {
        "nr": "1",
        "base": "10",
        "ohne": "2",
        "hand": "×",
        "plus": "40",
        **stands(2, "40", 1, 0),
    }


def test_an_overbid_game_is_marked_and_charged_as_it_is():
    """Karo mit 1 on a bid of 33: the next multiple is 36, lost 72 (ISkO 3.6)."""
    paper = paper_of(frame(), [deal(1, 2, "karo", 1, bid=33, won=True)])
    assert [(cell.text, cell.mark) for cell in rows_of(paper)[0].cells if cell.key == "1-minus"] == [("72", "ü")]
    assert "ü überreizt" in paper.key


def test_an_overtaken_null_shows_what_it_is_charged_as():
    """Null on a bid of 24, charged as Karo ohne 2 (ISkO 3.6.2): 27, lost 54."""
    row = Entered(1, 2, deal={"game": "null", "bid": 24, "won": True, "replacement": {"game": "karo", "spitzen": -2}})
    assert written(rows_of(paper_of(frame(), [row]))[0]) == {
        "nr": "1",
        "base": "9",
        "ohne": "2",
        "minus": "54",
        **stands(2, "−54", 0, 1),
    }


def test_a_bare_value_shows_the_value_only():
    rows = [Entered(1, 2, score=48), Entered(2, 3, score=-72)]
    assert [written(row) for row in rows_of(paper_of(frame(), rows))[:2]] == [
        {"nr": "1", "plus": "48", **stands(2, "48", 1, 0)},
        {"nr": "2", "minus": "72", **stands(3, "−72", 0, 1)},
    ]


def test_a_struck_row_stays_readable_counts_for_nothing_and_says_why():
    struck = Entered(2, 3, typed(2, "321+").deal, void=True, reason="Falscher Alleinspieler")
    rows = [typed(1, "222/+"), struck, typed(3, "121+")]
    paper = paper_of(frame(), rows, reasons=True)
    struck, after = rows_of(paper)[1:3]
    assert (struck.struck, written(struck)) == (True, {"nr": "–", "base": "12", "mit": "1", "plus": "24"})
    assert written(after)["nr"] == "2"
    assert paper.remarks == ("Gestrichen vor Spiel 2: Falscher Alleinspieler.",)
    assert paper_of(frame(), rows).remarks == ("Gestrichen vor Spiel 2.",)


def test_a_struck_value_stays_readable():
    rows = [Entered(1, 3, score=-72, void=True, reason="Falsche Zeile")]
    assert written(rows_of(paper_of(frame(), rows))[0]) == {"nr": "–", "minus": "72"}


def test_a_penalty_is_a_row_of_its_own_with_the_new_total_of_everybody():
    """Seat 2 pays 10 to each of the two others."""
    rows = [Entered(1, 2, penalty=10, reason="Bedienfehler")]
    paper = paper_of(frame("skatordnung-1886", 3, 36), rows, reasons=True)
    assert written(rows_of(paper)[0]) == {
        "nr": "–",
        "label": "Strafe: Platz 2 zahlt jedem 10",
        **stands(1, "10", 0, 0),
        **stands(2, "−20", 0, 0),
        **stands(3, "10", 0, 0),
    }
    dealers = [[cell.key for cell in row.cells if "dealer" in cell.kind] for row in rows_of(paper)[:2]]
    assert dealers == [[], ["2-points-1"]]  # nobody deals a penalty, seat 1 the deal after it
    assert paper.remarks == ("Strafe vor Spiel 1, Platz 2: Bedienfehler.",)
    assert len(rows_of(paper)) == 37


def test_a_ramsch_with_two_losers_shows_both_totals():
    """10 for each loser (1886 §27)."""
    rows = [Entered(1, deal={"game": "ramsch", "losers": [1, 3]})]
    assert written(rows_of(paper_of(frame("skatordnung-1886", 3, 36), rows))[0]) == {
        "nr": "1",
        "ramsch": "×",
        "minus": "10",
        **stands(1, "−10", 0, 0),
        **stands(3, "−10", 0, 0),
    }


def test_house_rounds_have_their_columns():
    """Grand mit 2 with Bock, Kontra and Re: 72 eight times; Ramsch of 70 pushed once: 140."""
    rows = [
        deal(1, 2, "grand", 2, won=True, bock=True, kontra=True, re=True),
        deal(2, 1, "ramsch", augen=70, schieben=1),
        deal(3, 1, "ramsch", durchmarsch=True),
    ]
    assert [written(row) for row in rows_of(paper_of(frame("hausrunde"), rows))[:3]] == [
        {
            "nr": "1",
            "base": "24",
            "mit": "2",
            "bock": "×",
            "kontra": "R",
            "plus": "576",
            **stands(2, "576", 1, 0),
        },
        {"nr": "2", "ramsch": "70", "schieben": "1", "minus": "140", **stands(1, "−140", 0, 0)},
        {"nr": "3", "ramsch": "D", "plus": "120", **stands(1, "−20", 0, 0)},
    ]


def test_skat_en_deux_has_its_columns():
    """Pik mit 2 offen, the game declined, Schneider reached as it must be: 2 + 1 + 1 + 1 + 1 = 6 times 11 = 66."""
    rows = [deal(1, 2, "pik", 2, won=True, schneider=True, offen=True, schenken=("spiel",), schenken_angenommen=False)]
    assert written(rows_of(paper_of(frame("skat-en-deux", 2, 24), rows))[0]) == {
        "nr": "1",
        "base": "11",
        "mit": "2",
        "schneider": "×",
        "offen": "×",
        "schenken": "Sp−",
        "plus": "66",
        **stands(2, "66", 1, 0),
    }


def test_officers_skat_credits_the_winner_and_names_the_game():
    """Lost Kreuz with 60 Augen: 2 points for the other one, and nothing is ever lost."""
    rows = [deal(1, 1, "kreuz", augen=60, stiche=8)]
    assert written(rows_of(paper_of(frame("offiziersskat", 2, 24), rows))[0]) == {
        "nr": "1",
        "base": "Kreuz",
        "augen": "60",
        "stiche": "8",
        "plus": "2",
        "points-2": "2",
        "won-2": "1",
    }


TRUMPS = "base mit ohne hand schneider schneider_angesagt schwarz schwarz_angesagt ouvert"
COLUMNS = {
    "isko-2022": TRUMPS,
    "altenburg": TRUMPS,
    "skatordnung-1886": f"mode {TRUMPS} strecken ramsch jungfern".replace(" hand", ""),
    "skat-en-deux": f"{TRUMPS} offen schenken strecken kontra",
    "offiziersskat": "base mit ohne augen stiche",
    "hausrunde": f"{TRUMPS} ramsch schieben jungfern bock kontra",
}


@pytest.mark.parametrize("key", BOOKS)
def test_the_columns_are_those_of_the_rule_book(key):
    assert " ".join(column.key for column in left_block(BOOKS[key])) == COLUMNS[key]


@pytest.mark.parametrize("key", BOOKS)
def test_every_game_of_a_rule_book_can_be_written(key):
    book = BOOKS[key]
    for way in set(book.ways.values()):
        deals = [played._replace(**frame(key).agreements) for played in list(way.deals())[:50]]
        legal = [played for played in deals if not book.check(played)]
        assert legal
        for played in legal:
            texts = [column.write(book.value(played)) for column in left_block(book)]
            assert any(texts) or played.game == "eingepasst"
            assert all(len(text) <= 8 for text in texts)


FOOTS = {
    "seeger-fabian": ["± 50 × (g − v)", "+ 30 × v der anderen", "Gesamtpunkte"],
    "seeger": ["± 50 × (g − v)", "Gesamtpunkte"],
    "spielpunkte": [],
    "payment": ["Bezahlung"],
}


@pytest.mark.parametrize("evaluation", FOOTS)
def test_the_foot_has_the_lines_of_the_evaluation(evaluation):
    assert [line.label for line in blank(frame(evaluation=evaluation)).foot] == FOOTS[evaluation]


def test_players_pay_one_another_the_difference():
    """24 and -48 among three: 3 x 24 + 24, 24, 3 x -48 + 24 and nothing is left."""
    rows = [typed(1, "121+"), typed(2, "321-"), typed(3, "0")]
    paper = paper_of(frame(seats=3, deals=3, evaluation="payment"), rows)
    assert [line.values for line in paper.foot] == [("96", "24", "−120")]


def test_somebody_leaves_and_the_foot_names_both_factors():
    rows = [*(typed(nr, "0") for nr in range(1, 5)), Entered(5, 1, typed(5, "121-").deal, playing=(1, 2, 3))]
    rows += [typed(6, "0"), typed(7, "0")]
    paper = paper_of(frame(deals=7), rows)
    assert paper.foot[1].label == "+ 30 / 40 × v der anderen"
    assert paper.foot[1].values == ("0", "+40", "+40", "0")
    assert paper.remarks == ("Ab Spiel 5 spielen die Plätze 1, 2 und 3.",)


def test_a_list_of_totals_has_an_empty_grid_and_a_full_foot(sheet, client):
    Foot.objects.bulk_create(
        Foot(sheet=sheet, seat=seat, spielpunkte=points, won=won, lost=lost, gesamt=gesamt)
        for seat, (points, won, lost, gesamt) in enumerate(MASK, 1)
    )
    Sheet.objects.filter(pk=sheet.pk).update(eingepasst=1)
    pdf = get(client, "sheet", sheet.pk).content
    assert lines_of(pdf, (1, 17, 48)) == [["1"], ["17"], ["48"]]
    lines = [" ".join(line) for line in read(pdf)]
    assert "Spielpunkte, gewonnene, verlorene 19 3 1 292 10 3 473 12 2 172 14 2 1" in lines
    assert "Gesamtpunkte 329 792 1153 952" in lines


def test_a_list_begun_can_be_finished_by_hand():
    paper = paper_of(frame(), [typed(nr, text) for nr, text in enumerate((*AT_FOUR, "221+"), 1)])
    rows = rows_of(paper)
    assert len(rows) == 48
    assert [written(row) for row in rows[5:]] == [{"nr": str(nr)} for nr in range(6, 49)]
    assert [at for at, row in enumerate(rows, 1) if row.closes_round] == list(range(4, 49, 4))
    dealers = [cell.key for row in rows[4:9] for cell in row.cells if "dealer" in cell.kind]
    assert dealers == ["5-points-1", "6-points-2", "7-points-3", "8-points-4", "9-points-1"]
    assert {value for line in paper.foot for value in line.values} == {""}


def test_corrections_after_entry_are_marked(sheet, schreiber, leiterin, sign_in, html):
    fill(sheet, AT_FOUR * 12)
    sheet.refresh_from_db()
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, schreiber))
    sheet.refresh_from_db()
    correct_row(sheet.pk, typed(5, "321+"), Change(sheet.revision, leiterin, "Es war Platz 3"))
    sheet.refresh_from_db()
    strike_rows(sheet.pk, [9], Change(sheet.revision, leiterin, "Vergeben"))
    seen = get(sign_in(leiterin), "sheet", sheet.pk).content.decode()
    assert re.search(r'<td id="5-nr" class="nr edge">\s*<i>k</i> 5\s*</td>', seen)
    assert seen.count("<i>k</i>") == 1
    assert "Spiel 5 korrigiert: Es war Platz 3" in seen
    assert "Gestrichen vor Spiel 9: Vergeben" in seen
    assert "Stand: abgegeben" in seen  # a deal is missing again
    public = get(sign_in(None), "sheet", sheet.pk).content.decode()
    assert "Spiel 5 korrigiert." in public
    assert "Es war Platz 3" not in public and "Vergeben" not in public


# ---- Blank lists, pages ------------------------------------------------------------------------------------------


def test_a_blank_list_has_names_and_numbers_and_nothing_else(sheet, client, tmp_path):
    fill(sheet, AT_FOUR * 2)
    pdf = get(client, "blank_sheet", sheet.pk).content
    assert about(pdf, tmp_path)["Pages"] == "1"
    assert lines_of(pdf, range(1, 49)) == [[str(nr)] for nr in range(1, 49)]
    words = {word for line in read(pdf) for word in line}
    assert {"Albers", "Ärmel", "Conrad", "Decker", "Vermerk", "Beginn"} <= words


def test_filled_and_blank_are_the_same_cells(sheet, client, html):
    fill(sheet, AT_FOUR * 12)
    ids = [
        [part.split('"')[0] for part in get(client, name, sheet.pk).content.decode().split('id="')[1:]]
        for name in ("sheet", "blank_sheet")
    ]
    # What the filled one says of itself stands where the blank one has the values of the games.
    assert [key for key in ids[0] if key != "state"] == [key for key in ids[1] if key != "remark"]
    assert len(ids[0]) == len(set(ids[0]))


def test_a_table_without_a_list_gets_one_with_names_and_the_code_of_its_table(event, table, client, html):
    page = get(client, "blank_table", event.slug, 1, 1).content.decode()
    assert "Anna Ärmel" in page and "48 Spiele" in page
    address = f"HTTP://TESTSERVER{table_code_path(table)}"
    assert segno.make(f"{address}-1", micro=False, error="m", mask=3).svg_data_uri(border=4) in page
    assert client.get(reverse("printing:blank_table", args=[event.slug, 1, 2])).status_code == 404


@pytest.mark.parametrize(("size", "deals"), [(3, 36), (4, 48), (5, 60)])
def test_a_form_without_names_for_every_size_of_table(event, client, html, size, deals):
    page = get(client, "blank_form", event.slug, size).content.decode()
    assert f"{size}er-Tisch, {deals} Spiele" in page
    assert f'id="{deals}-points-{size}"' in page


@pytest.mark.parametrize("size", [2, 6, 7])
def test_no_form_for_a_size_at_which_nobody_is_seated(event, client, size):
    assert client.get(reverse("printing:blank_form", args=[event.slug, size])).status_code == 404


@pytest.mark.parametrize(
    ("seats", "deals", "pages"),
    [(2, 24, [24]), (3, 36, [36]), (4, 48, [48]), (5, 60, [35, 25]), (6, 72, [24, 24, 24])],
)
def test_rows_are_shared_out_on_pages_by_whole_rounds(seats, deals, pages):
    paper = blank(frame("skat-en-deux" if seats == 2 else "isko-2022", seats, deals))
    assert [len(page) for page in paper.pages] == pages
    assert all(page[-1].closes_round for page in paper.pages)
    assert float(paper.row_height.removesuffix("mm")) >= 4.2


@pytest.mark.parametrize(("struck", "pages"), [(1, [49]), (2, [50]), (50, [54, 44])])
def test_struck_rows_need_room(struck, pages):
    rows = [Entered(nr, 2, typed(nr, "221+").deal, void=True, reason="Vergeben") for nr in range(1, struck + 1)]
    paper = paper_of(frame(), rows)
    assert [len(page) for page in paper.pages] == pages
    assert float(paper.row_height.removesuffix("mm")) >= 4.0


# ---- Code, names, privacy ----------------------------------------------------------------------------------------


def test_the_code_leads_to_the_list(sheet, client, html):
    page = get(client, "sheet", sheet.pk).content.decode()
    address = f"HTTP://TESTSERVER{sheet_code_path(sheet.pk)}"
    code = segno.make(f"{address}-1", micro=False, error="m", mask=3).svg_data_uri(border=4)
    assert f'<a href="{address}"><img class="code" src="{code}" alt="{address}"></a>' in page


@pytest.mark.parametrize(("change", "word"), [({"kind": "twin"}, "Zweitliste"), ({"state": "annulled"}, "annulliert")])
def test_a_list_that_does_not_count_says_so(sheet, client, html, change, word):
    head = f"<strong>{word}</strong>"
    assert head not in get(client, "sheet", sheet.pk).content.decode()
    Sheet.objects.filter(pk=sheet.pk).update(**change)
    Event.objects.update(version=F("version") + 1)
    assert head in get(client, "sheet", sheet.pk).content.decode()


def test_who_objects_to_being_named_is_not_named_on_public_paper(event, club, anna, leser, schreiber, sign_in, html):
    anna.player.publication, anna.player.pseudonym = "pseudonym", "Kreuzbube"
    anna.player.save()
    enter_players(event, [anna.player])
    enter_guests(event, [("Gast Zwei", ""), ("Gast Drei", ""), ("Gast Vier", "")])
    seat_round(event.rounds.get(number=1), {1: [1, 2, 3, 4]})
    table = Table.objects.get(round__event=event, round__number=1)
    sheet = open_sheet(table, schreiber)
    sign(sheet, 1, "Anna Ärmel")
    Sheet.objects.filter(pk=sheet.pk).update(note="Ärmel kam zu spät", checked_by=schreiber)
    papers = [("sheet", sheet.pk), ("blank_sheet", sheet.pk), ("blank_table", event.slug, 1, 1)]
    for name, *args in [*papers, ("ranking", event.slug)]:
        public = get(sign_in(None), name, *args).content.decode()
        assert "Ärmel" not in public and "geprüft von" not in public
    for name, *args in papers:
        assert "Kreuzbube" in get(sign_in(None), name, *args).content.decode()
        assert "Anna Ärmel" in get(sign_in(leser), name, *args).content.decode()
    filled = get(sign_in(leser), "sheet", sheet.pk).content.decode()
    assert "Ärmel kam zu spät" in filled and "geprüft von Schreiber" in filled


def test_a_name_is_text_and_nothing_else(sheet, client):
    hostile = "<b>&amp;{{x}}"
    Entry.objects.filter(event=sheet.table.round.event, start_number=2).update(name=hostile)
    assert hostile in {word for line in read(get(client, "blank_sheet", sheet.pk).content) for word in line}


def test_nothing_is_fetched_from_the_network():
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0)
        to_pdf(f'<img src="http://127.0.0.1:{server.getsockname()[1]}/x.png">')
        with pytest.raises(BlockingIOError):
            server.accept()


def test_letters_of_other_languages_have_a_face_of_their_own(tmp_path):
    """Two files of one face under one name are mixed up in the PDF: Ł came out as another letter."""
    (tmp_path / "file.pdf").write_bytes(to_pdf("<body>Łukasz Čapek Anna Ärmel"))
    fonts = subprocess.run(["pdffonts", tmp_path / "file.pdf"], capture_output=True, check=True).stdout.decode()
    assert sorted(line.split()[0].partition("+")[2].strip(",") for line in fonts.splitlines()[2:]) == [
        "Source-Sans-3",
        "Source-Sans-3-Ext",
    ]


def test_the_date_is_written_in_the_visitors_language(sheet, client, html):
    client.cookies["django_language"] = "en"
    page = get(client, "sheet", sheet.pk).content.decode()
    assert '<html lang="en">' in page and "20 November 2026" in page


@pytest.mark.parametrize("rows", [1, 3])
def test_queries_of_a_list(sheet, client, html, django_assert_num_queries, rows):
    fill(sheet, AT_FOUR[:rows])
    for seat in range(1, rows + 1):
        sign(sheet, seat, f"Gast {seat}")
    # Who asks for what and of which state it is are asked twice: by who answers and by who makes it.
    with django_assert_num_queries(16):
        get(client, "sheet", sheet.pk)
    with django_assert_num_queries(11):
        get(client, "blank_sheet", sheet.pk)


@pytest.mark.parametrize("size", [3, 5])
def test_queries_of_a_table(event, client, html, django_assert_num_queries, size):
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, size + 1)])
    seat_round(event.rounds.get(number=1), {1: list(range(1, size + 1))})
    with django_assert_num_queries(9):
        get(client, "blank_table", event.slug, 1, 1)
    with django_assert_num_queries(6):
        get(client, "blank_form", event.slug, size)


# ---- Rankings ----------------------------------------------------------------------------------------------------


def enter(sheet, user):
    sheet.refresh_from_db()
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, user, "geprüft"))


@pytest.fixture
@world
def ranked(sheet, schreiber):
    enter(fill(sheet, AT_FOUR * 12), schreiber)
    return sheet.table.round.event


def test_a_ranking_on_paper(ranked, client, tmp_path):
    response = get(client, "ranking", ranked.slug)
    assert response["Content-Disposition"] == 'inline; filename="rangliste-clubabend-2026-11-20.pdf"'
    assert about(response.content, tmp_path)["Title"] == "Clubabend, Rangliste"
    lines = [" ".join(line) for line in read(response.content)]
    assert "Stand nach 1. Serie, 1 von 1 Listen, vorläufig" in " ".join(lines).replace("Liste,", "Listen,")
    at = lines.index("Platz Nr. Name Verein Serie 1 Serie 2 Listen Spielpunkte g v Leistung")
    assert lines[at + 1 : at + 5] == [
        "1 1 Anton Albers Grand Hand Gera 2400 1 1440 12 0 2400",
        "2 2 Anna Ärmel Grand Hand Gera 1248 1 288 12 0 1248",
        "3 3 Cäsar Conrad Grand Hand Gera 360 1 0 0 0 360",
        "4 4 Ole Decker Grand Hand Gera −1560 1 −960 0 12 −1560",
    ]


def test_the_ranking_of_one_serie(ranked, client):
    lines = [" ".join(line) for line in read(get(client, "ranking", ranked.slug, serie=1).content)]
    at = lines.index("Platz Nr. Name Verein Spielpunkte g v Leistung")
    assert lines[at + 1] == "1 1 Anton Albers Grand Hand Gera 1440 12 0 2400"


@pytest.mark.parametrize("asked", ["3", "x", "-1"])
def test_no_ranking_of_a_serie_that_does_not_exist(event, client, asked):
    assert client.get(reverse("printing:ranking", args=[event.slug]), {"serie": asked}).status_code == 404


def test_a_long_ranking_repeats_its_head_and_numbers_its_pages(event, client, schreiber, tmp_path):
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, 61)])
    round = event.rounds.get(number=1)
    seat_round(round, {table: list(range(4 * table - 3, 4 * table + 1)) for table in range(1, 16)})
    for table in round.tables.all():
        Sheet.objects.filter(pk=fill(open_sheet(table, schreiber), AT_FOUR).pk).update(state=Sheet.State.ENTERED)
    pdf = get(client, "ranking", event.slug).content
    assert about(pdf, tmp_path)["Pages"] == "2"
    lines = [" ".join(line) for line in read(pdf)]
    assert lines.count("Platz Nr. Name Verein Serie 1 Serie 2 Listen Spielpunkte g v Leistung") == 2
    assert [line.rsplit(" ", 1)[1] for line in lines if "gedruckt" in line] == ["1/2", "2/2"]


def test_corrected_results_are_marked_and_announced(ranked, sheet, schreiber, leiterin, client, html):
    sheet.refresh_from_db()
    move(sheet.pk, Sheet.State.CHECKED, Change(sheet.revision, schreiber, "geprüft"))
    sheet.refresh_from_db()
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, leiterin, "Zeile 5 war falsch"))
    sheet.refresh_from_db()
    correct_row(sheet.pk, typed(5, "321+"), Change(sheet.revision, leiterin, "Es war Platz 3"))
    page = " ".join(get(client, "ranking", ranked.slug).content.decode().split())
    assert page.count("<div>* ") == 4
    # One Kreuz mit 1 less for seat 2, one more for seat 3: 24 points and 50 for the game.
    assert "Anna Ärmel 1248 → 1174" in page and "Cäsar Conrad 360 → 434" in page
    assert "Zeile 5 war falsch" not in page


@pytest.mark.parametrize("players", [3, 9])
def test_queries_of_a_ranking(event, client, html, schreiber, django_assert_num_queries, players):
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, players + 1)])
    round = event.rounds.get(number=1)
    seat_round(round, {table: list(range(3 * table - 2, 3 * table + 1)) for table in range(1, players // 3 + 1)})
    for table in round.tables.all():
        Sheet.objects.filter(pk=fill(open_sheet(table, schreiber), AT_THREE).pk).update(state=Sheet.State.ENTERED)
    with django_assert_num_queries(11):
        get(client, "ranking", event.slug)
