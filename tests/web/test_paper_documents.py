"""Every document by name: rankings, the Siegerliste, the money of the day, and all of them with hard contents.

Expected lines are worked by hand from `web.extremes` and `web.till`; PDFs are read back with poppler.
"""

import re
import subprocess
from html import unescape
from io import BytesIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader
from whole import WHOLE

from skatliga.access import Role
from skatliga.desk.balances import balance
from skatliga.desk.prize_plan import AwardedPrizes
from skatliga.desk.services import fix_awards, pay_player, set_fees
from skatliga.events.models import Entry, Event, Team
from skatliga.events.teams import create_teams
from skatliga.lists.models import Sheet
from skatliga.printing.cards import rules_in_short
from skatliga.printing.desk_papers import write_names
from skatliga.printing.document_types import DOCUMENT_TYPES
from skatliga.printing.print_request import PrintRequest
from skatliga.printing.sheet_stamping import print_lists
from skatliga.standings.ranking_scope import RankingScope
from skatliga.standings.tables import RankingTable
from web.demonstration import demo_club
from web.extremes import CLUB, MARKUP, hard_evening
from web.replayed import world
from web.test_paper_batch import FRAME, HEAD, draw_papers, filled, seated
from web.test_printing import about, fill, read, words_of
from web.till import CALM, WILD, enter_list, preisskat


def order(event, round=None, role=Role.SPIELLEITUNG, **more):
    event = Event.objects.select_related("club").prefetch_related("rounds").get(pk=event.pk)
    event.event_held = role
    number = round and next(each for each in event.rounds.all() if each.number == round)
    if number:
        number.event = event
    scope = RankingScope(number, more.pop("after", None), more.pop("category", None))
    return PrintRequest(event, scope, role, "https://skat.example.org", **more)


def text_of(pdf):
    """The lines of a PDF, one blank between words."""
    return [" ".join(line) for line in read(pdf)]


def lines_of(name, event, round=None, **more):
    return text_of(DOCUMENT_TYPES[name].print(order(event, round, **more)))


def after(lines, start):
    """The lines below the one that begins so."""
    return lines[next(at for at, line in enumerate(lines) if line.startswith(start)) + 1 :]


@pytest.fixture
@world
def hard(club, schreiber):
    return hard_evening(club, schreiber, deals_at_four=12, deals_at_three=9)


@pytest.fixture
@world
def skat(club, schreiber):
    """Eight players, two Serien, of the second the list of table 2 is missing."""
    event = preisskat(
        club,
        entry_fee=1000,
        list_fee=100,
        abreizgeld=[[1, 50], [4, 100]],
        prizes={"payout_permille": 1000, "players_per_prize": 4, "series_prizes": [500]},
        jackpot=700,
    )
    enter_list(event, schreiber, 1, 1, WILD, Sheet.State.CHECKED)
    enter_list(event, schreiber, 1, 2, CALM, Sheet.State.CHECKED)
    enter_list(event, schreiber, 2, 1, CALM)
    return event


# ---- Every document ----------------------------------------------------------------------------------------------


@pytest.fixture
def demo(settings, tmp_path, db):
    """The demo evening, with teams of every kind: nations it has none."""
    settings.VAR_DIR = tmp_path / "var"
    demo_club()
    event = Event.objects.get(slug__startswith="vereinsabend")
    create_teams(event, Team.Kind.NATION, "Sachsen Demo: 1 2 3 4\nHessen Demo: 5 6 7 8", "Länderkampf")
    return event


def check_document(pdf, tmp_path, language, title):
    """What every document says of itself, on sheets of A4; whether it carries tags, and how many pages it has."""
    info = about(pdf, tmp_path)
    assert (info["Title"], sorted(re.findall(r"[\d.]+\d", info["Page size"]))[:2]) == (title, ["595.276", "841.89"])
    root = PdfReader(BytesIO(pdf)).root_object
    assert root["/Lang"] == language
    return "/StructTreeRoot" in root, int(info["Pages"])


def print_document(event, name, folder, language="de"):
    """A document as the command prints it, whether it carries tags, and how many pages it has."""
    work, file = DOCUMENT_TYPES[name], folder / f"{name}.pdf"
    options = {"serie": 1} if work.of_a_round else {}
    call_command("print", name, event.slug, output=file, site="https://skat.example.org", language=language, **options)
    with translation.override(language):
        parts = (event.name, event.rounds.first() if work.of_a_round else "", work.title)
        title = ", ".join(str(part) for part in parts if part)
    return file.read_bytes(), *check_document(file.read_bytes(), folder, language, title)


ELSEWHERE = {"rangliste-nation", "rangliste-mixed"}
"""Documents of which the evening with hard contents has none."""


@pytest.mark.parametrize("language", ["de", "en"] if WHOLE else ["de"])
def test_every_document_of_the_demo_is_printed_by_the_command(demo, tmp_path, caplog, language):
    for name in DOCUMENT_TYPES if WHOLE else sorted(ELSEWHERE):
        print_document(demo, name, tmp_path, language)
    assert caplog.records == []


UNTAGGED = {"listen", "leere-listen", "startkarten", "tischkarten", "kassenzettel"}
"""What carries tags for whoever asks for them."""
INSIDE = {"rangliste", "rangliste-team", "siegerliste", "kassenblatt"}
"""Tables, of which no word may stand outside the sheet."""


def assert_inside(pdf, tmp_path):
    (tmp_path / "file.pdf").write_bytes(pdf)
    said = subprocess.run(["pdftotext", "-bbox", tmp_path / "file.pdf", "-"], capture_output=True, check=True)
    page, words = (0.0, 0.0), 0
    for line in said.stdout.decode().splitlines():
        if found := re.search(r'<page width="([\d.]+)" height="([\d.]+)"', line):
            page = (float(found[1]), float(found[2]))
        if found := re.search(r'<word xMin="(.*)" yMin="(.*)" xMax="(.*)" yMax="(.*)">', line):
            left, top, right, bottom = map(float, found.groups())
            assert left > 10 and right < page[0] - 10 and top > 5 and bottom < page[1] - 5, line
            words += 1
    assert words > 50


IN_LETTERS = {"aushang", "tischkarten", "kassenzettel", "startkarten"}
"""On the wall and on cards long names are broken and smaller, but with all their letters."""


def test_every_document_bears_hard_contents(hard, tmp_path, caplog):
    """Nothing falls off a sheet: what is cut short in its column is still there for who searches the file."""
    pages, seats_known = {}, set()
    for name, work in DOCUMENT_TYPES.items():
        if not work.sheets(order(hard, 1 if work.of_a_round else None)):
            continue
        pdf, tagged, pages[name] = print_document(hard, name, tmp_path)
        assert tagged is (name not in UNTAGGED), name
        if hard.rounds.exclude(printed_at=None).update(printed_at=None):
            seats_known.add(name)
        written = "".join("".join(line) for line in read(pdf))
        assert "&amp;{{x}}" in written or name in {"urkunden", "rangliste-tandem", "auslosung"}, name
        assert "&lt;" not in written, name
        for word in ("Maximiliane-", "Hohenfels-", "Hohenstein", "Württemberg", "Lüdenscheidt", "Joachim"):
            assert word in written or name not in IN_LETTERS, (name, word)
        if name in INSIDE:
            assert_inside(pdf, tmp_path)
    assert caplog.records == []
    assert seats_known == {"leere-listen", "tischkarten", "aushang"}
    assert pages == {
        "listen": 3,
        "leere-listen": 3,
        "startkarten": 4,
        "tischkarten": 2,
        "auslosung": 1,
        "aushang": 2,
        "urkunden": 3,
        "rangliste": 1,
        "rangliste-team": 1,
        "rangliste-tandem": 1,
        "beste-listen": 1,
        "siegerliste": 1,
        "kassenzettel": 1,
        "kassenblatt": 2,
    }


# ---- Rankings ----------------------------------------------------------------------------------------------------


def test_the_ranking_has_all_columns_of_the_screen_and_names_what_is_open(hard):
    lines = lines_of("rangliste", hard, role=None)
    assert "Stand nach 2. Serie, 5 von 6 Listen, vorläufig" in lines
    below = after(lines, "Platz Nr. Name Verein Serie 1 Serie 2 Serie 3 Listen Spielpunkte g v Leistung")
    # Sums of RESULTS by hand; 4 and 5 are equal in everything.
    assert [re.sub("M{9,}", "M…", line) for line in below if re.search(r"eV .*\d$", line)] == [
        f"1 2 M… {CLUB} 2400 230 2 1500 14 1 2630",
        f"2 3 Ольга Иванова-Петрова {CLUB} 1248 360 2 398 14 0 1608",
        f"3 6 Łukasz Čapek {CLUB} 320 ? 500 2 250 7 1 820",
        f"4 7 Anna Ärmel {CLUB} 230 ? 250 2 140 4 2 480",
        f"5 9 Γιώργος Νίκου {CLUB} 74 1 24 1 0 74",
        f"6 4 {MARKUP} {CLUB} 360 −290 2 −200 0 3 70",
        *[line for line in below if line.startswith("6 5 ")],  # written from the right
        f"8 10 Ø {CLUB} 0 1 0 0 0 0",
        f"9 8 Bo Li {CLUB} −290 ? 220 2 −180 1 3 −70",
        f"10 11 Hans-Joachim Müller-Lüdenscheidt {CLUB} −98 1 −48 0 1 −98",
        f"11 1 Maximiliane-Alexandra von Hohenfels-Hohenstein {CLUB} −9999 320 2 −9776 3 17 −9679",
    ]
    text = " ".join(below)
    assert "Serie 2: Es fehlt die Liste von Tisch 3." in text
    assert "Serie 2: In Klärung ist die Liste von Tisch 2." in text
    assert "Beste Listen: Veranstaltung" in text and "Serie 2 Łukasz Čapek 500." in text


def test_rankings_of_a_class_after_a_serie_and_of_one_serie(hard):
    women = hard.categories.get()
    lines = lines_of("rangliste", hard, category=women, after=1)
    assert "Rangliste Damen" in lines and "Serie 1, 3 von 3 Listen, endgültig" in " ".join(lines)
    below = after(lines, "Platz Nr. Name Verein Spielpunkte g v Leistung")
    assert below[0] == f"1 7 Anna Ärmel {CLUB} 60 2 1 230"
    assert any(line.startswith("2 1 Maximiliane") and line.endswith("−9876 0 16 −9999") for line in below)
    lines = lines_of("rangliste", hard, 2)
    assert after(lines, "Platz Nr. Name")[0] == f"1 6 Łukasz Čapek {CLUB} 150 4 0 ? 500"


def test_rankings_of_teams_name_the_members_below_each(hard):
    lines = lines_of("rangliste-team", hard)
    below = lines[lines.index("1 Zweite 910 460 6 2 1370") :]
    # 360 + 320 + 230 and -290 + 500 + 250; two of its eight lists are missing, for one member is.
    assert below[2:4] == ["6 Łukasz Čapek 320 ? 500 2 820", "7 Anna Ärmel 230 ? 250 2 480"]
    assert below[4] == f"2 {CLUB} −5991 620 8 0 −5371"
    assert "Zweite: unvollständig: 3 von 4" in below
    assert "1 Ärmel & Čapek 550 750 4 0 1300" in lines_of("rangliste-tandem", hard)


def test_below_the_headings_of_every_page_the_rule_is_the_thickest(hard, monkeypatch):
    """Of the rules of a page of a long table, from the top: one thick one, and only thin ones after it."""
    monkeypatch.setattr("skatliga.printing.long_tables.ALWAYS_TAGGED", 1)
    reader = PdfReader(BytesIO(DOCUMENT_TYPES["rangliste"].print(order(hard))))
    for page in reader.pages:
        drawn = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\b", page.get_contents().get_data())
        rules = sorted((float(top), float(height)) for _left, top, _width, height in drawn if float(height) < 3)
        (_top, first), *others = rules
        assert others and first > 2 * max(height for _at, height in others)


def test_best_lists_are_the_first_hundred(hard, monkeypatch):
    monkeypatch.setattr("skatliga.printing.ranking_papers.BEST_LISTS", 2)
    lines = lines_of("beste-listen", hard)
    below = after(lines, "Platz Nr. Name Verein Serie Tisch Spielpunkte g v Leistung")
    assert [line[:4] for line in below if line.endswith(("2400", "1248", "500"))] == ["1 2 ", "2 3 "]
    assert "Gedruckt sind die besten 2 Listen" in " ".join(below)


def test_cut_and_lot_are_explained(club, schreiber):
    event = hard_evening(club, schreiber, cut_after=1, cut_places=4, cut_carries=False, lot_decides=True)
    text = " ".join(lines_of("rangliste", event))
    assert "Nach der 1. Serie kommen die besten 4 weiter" in text
    assert "Von da an zählen nur die Serien ab der 2." in text
    assert "(2400)" in text and "Punkte in Klammern zählen nicht mehr." in text
    assert "ausgeschieden" in text
    assert "Das Los hat entschieden:" in text and event.seed in text


def test_beyond_eight_serien_the_paper_has_the_sums_alone(club, schreiber):
    event = hard_evening(club, schreiber, serien=9)
    lines = lines_of("rangliste", event)
    assert "Platz Nr. Name Verein Listen Spielpunkte g v Leistung" in lines
    assert "Für die einzelnen Serien ist hier kein Platz; jede hat ihre eigene Rangliste." in lines


def test_paper_has_the_columns_of_the_screen(hard, monkeypatch):
    """A column that the screen leaves out is not on paper either."""
    original = RankingTable.__init__

    def without_lost(self, *args, exclude=(), **kwargs):
        original(self, *args, exclude=[*exclude, "lost"], **kwargs)

    monkeypatch.setattr(RankingTable, "__init__", without_lost)
    lines = lines_of("rangliste", hard)
    assert "Platz Nr. Name Verein Serie 1 Serie 2 Serie 3 Listen Spielpunkte g Leistung" in lines


# ---- Siegerliste -------------------------------------------------------------------------------------------------


def test_the_siegerliste_says_who_has_won_what(skat):
    """80 EUR in the pot, 2 x 5 for the Serien; 70 left for two places in the ratio 2 : 1 (47 and 23)."""
    lines = [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines_of("siegerliste", skat)]
    assert after(lines, "Siegerliste")[0] == (
        "Stand nach 2. Serie, 3 von 4 Listen, vorläufig · Preise als Vorschlag nach dem Preisplan, noch nicht"
        " festgesetzt"
    )
    below = after(lines, "Platz Nr. Name Verein")
    # Anna 500 + 320, Cora 220 + 360; Serie 2 has only table 1, where Cora has 360.
    assert below[:9] == [
        "Gesamtwertung",
        "1 1 Anna SC Gera 820 47,00 €",
        "2 3 Cora SC Gera 580 23,00 €",
        "Serie 1",
        "1 1 Anna SC Gera 500 5,00 €",
        "Serie 2 (vorläufig)",
        "1 3 Cora SC Gera 360 5,00 €",
        "Beste Liste",
        "1 1 Anna SC Gera 500",
    ]
    text = " ".join(below)
    assert "Im Topf sind 80,00 €; die Preise lassen einen Rest von 0,00 €." in text
    assert "Der Jackpot für den Grand ouvert ist 7,00 €; davon bleiben 7,00 €." in text
    assert "Serie 2: Es fehlt die Liste von Tisch 2." in text


def test_the_public_reads_amounts_once_they_are_fixed(skat):
    assert "€" not in " ".join(lines_of("siegerliste", skat, role=None))
    assert after(lines_of("siegerliste", skat, role=None), "Gesamtwertung")[:3] == [
        "1 1 Anna SC Gera 820",
        "2 3 Cora SC Gera 580",
        "3 2 Bert SC Gera 480",
    ]
    fix_awards(skat, AwardedPrizes((4000, 2000), (500,)))
    text = " ".join(lines_of("siegerliste", skat, role=None)).replace("\N{NO-BREAK SPACE}", " ")
    assert "Anna SC Gera 820 40,00 €" in text and "Rest von 10,00 €" in text and "Vorschlag" not in text


def test_a_grand_ouvert_is_named(evening, list_of):
    sheet = fill(list_of(), ["344..+"])
    Sheet.objects.filter(pk=sheet.pk).update(state=Sheet.State.ENTERED)
    lines = lines_of("siegerliste", evening, role=None)
    assert after(lines, "Grand ouvert")[0] == "3 Gast C (Serie 1, Tisch 1, Spiel 1)"


@pytest.fixture
def private(hard, anna):
    """The evening, of whose players one goes by another name."""
    anna.player.publication, anna.player.pseudonym = "pseudonym", "Kreuzbube"
    anna.player.save()
    Entry.objects.filter(event=hard, name="Anna Ärmel").update(player=anna.player)
    return hard


PUBLIC = ("rangliste", "rangliste-tandem", "beste-listen", "siegerliste", "aushang", "tischkarten")
"""Whoever prints them: they hang where everybody reads."""


def assert_private(text, *where):
    assert "Kreuzbube" in text or "siegerliste" in where, where
    assert "Anna Ärmel" not in text and "Ärmel, Anna" not in text, where


def test_private_names_stay_private(private):
    for name in PUBLIC:
        assert_private(
            " ".join(lines_of(name, private, 1 if DOCUMENT_TYPES[name].of_a_round else None, role=None)), name
        )


def test_private_names_stay_private_whoever_prints(private, paper_as_html, monkeypatch):
    """The pages of which those papers are made say it."""
    monkeypatch.setattr("skatliga.printing.document_types.join", lambda made, *_more: "".join(made).encode())
    for name in PUBLIC:
        for role in (Role.READER, Role.SPIELLEITUNG):
            asked = order(private, 1 if DOCUMENT_TYPES[name].of_a_round else None, role)
            page = unescape(DOCUMENT_TYPES[name].print(asked).decode())
            assert_private(" ".join(re.sub("<[^>]*>", " ", page).split()), name, role)


# ---- Money -------------------------------------------------------------------------------------------------------


def test_every_table_gets_a_slip_with_what_its_players_owe(skat, leiterin):
    """1 EUR a list; 0.50 for each of the first three lost deals, 1 EUR from the fourth on: Dirk lost 4, Bert 1."""
    pay_player(skat.entries.get(start_number=2), 1300, leiterin)  # 10, and twice 1 + 0.50
    lines = [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines_of("kassenzettel", skat, 1)]
    text = " ".join(lines)
    for expected in ("1 Anna 1,00 € 0,00 € 1,00 €", "2 Bert 1,00 € 0,50 € 1,50 €", "4 Dirk 1,00 € 2,50 € 3,50 €"):
        assert expected in text
    # Table 1: 4 + 0.50 + 2.50; table 2 (CALM, lost 1, 1, 0, 3): 4 + 0.50 + 0.50 + 1.50.
    assert "Zusammen 7,00 €" in text and "Zusammen 6,50 €" in text
    assert DOCUMENT_TYPES["kassenzettel"].sheets(order(skat, 2)) == 1


LONG = "Maximiliane-Alexandra von Hohenfels-Hohenstein zu Württemberg"


def test_a_long_name_on_a_slip_takes_more_lines_in_letters_that_are_read_at_arm_s_length(skat, tmp_path):
    """Seven points are 2.5 mm; pdftotext gives the height of a line, which is more than that."""
    skat.entries.filter(start_number=2).update(name=LONG)
    (page, *_rest) = words_of(DOCUMENT_TYPES["kassenzettel"].print(order(skat, 1)), tmp_path)
    first = next(at for at, word in enumerate(page) if word[0].startswith("Maximiliane"))
    last = next(at for at, word in enumerate(page) if word[0] == "Württemberg")
    name = [word for word in page[first : last + 1] if abs(word[1] - page[first][1]) < 60 and "," not in word[0]]
    assert {"von", "zu", "Württemberg"} <= {word[0] for word in name}
    assert min(bottom - top for _text, _left, top, _right, bottom in name) >= 7
    together = next(word for word in page if word[0] == "Zusammen")
    assert together[4] < 74.25 / 25.4 * 72 - 5


@pytest.mark.parametrize("names", [["M" * 60] * 4, [LONG, "Anna", "Bert", "Cora"], [LONG] * 3, ["Anna"] * 4])
def test_names_of_a_slip_share_its_room(names):
    """Of 36 mm every row has 7.6 at least; nothing is smaller than seven points, and what is cut ends in dots."""
    found = write_names(names)
    assert min(name.size for name in found) >= 7
    heights = [max(7.6, len(name.lines) * name.size * 1.05 * 25.4 / 72) for name in found]
    assert sum(heights) <= 36 + 0.1
    for name, written in zip(names, found, strict=True):
        whole = "".join(written.lines).replace(" ", "") == name.replace(" ", "")
        assert whole or written.lines[-1].endswith("…")


def test_one_long_name_on_a_slip_is_whole():
    written = write_names([LONG, "Anna", "Bert", "Cora"])[0]
    assert "".join(written.lines).replace(" ", "") == LONG.replace(" ", "")


OWN = "Jedes gewonnene eigene Spiel bringt 50 Punkte, jedes verlorene kostet 50."
OTHERS = "Jedes verlorene Spiel eines anderen bringt 30 Punkte, am Dreiertisch 40."


@pytest.mark.parametrize(
    ("evaluation", "told"), [("seeger-fabian", [OWN, OTHERS]), ("seeger", [OWN]), ("spielpunkte", [])]
)
def test_start_cards_say_what_won_and_lost_games_bring(evaluation, told):
    """SkWO: 50 for the own game; of the others' lost ones 40 at three and 30 at four, with Seeger-Fabian alone."""
    sentences = rules_in_short(Event(rulebook="isko-2022", evaluation=evaluation))
    assert [each for each in sentences if each.startswith("Jedes ")] == told


def test_without_fees_for_lists_there_are_no_slips(hard):
    assert DOCUMENT_TYPES["kassenzettel"].sheets(order(hard, 3)) == 0
    set_fees(hard, list_fee=0, abreizgeld=[])
    assert DOCUMENT_TYPES["kassenzettel"].sheets(order(hard, 1)) == 0


def euros(text):
    """The amounts of a line in cents."""
    found = re.findall(r"(−?)([\d.]+),(\d\d) €", text.replace("\N{NO-BREAK SPACE}", " "))
    return [int(f"{sign and '-'}{whole.replace('.', '')}{cents}") for sign, whole, cents in found]


def test_the_sheet_of_the_day_adds_up_to_the_balance(skat, leiterin):
    pay_player(skat.entries.get(start_number=2), 1300, leiterin)  # 10 + 2 lists + 2 x 0.50
    lines = lines_of("kassenblatt", skat)
    day = balance(order(skat).event)
    due = {line.kind: line.due for line in day.lines}
    # Startgeld, Kartengeld, Abreizgeld; due, paid, open.
    fees = [due["entry_fee"], due["list_fee"], due["abreizgeld"]]
    assert fees == [8000, 1200, 300 + 250 + 250]
    everybody = next(line for line in lines if line.startswith("Alle Spieler"))
    assert euros(everybody) == [*fees, sum(fees), 1300, sum(fees) - 1300]
    players = after(lines, "Alle Spieler")[:8]
    sums = [sum(column) for column in zip(*(euros(line)[-3:] for line in players), strict=True)]
    assert sums == euros(everybody)[-3:]
    tables = [line for line in lines if re.match(r"Tisch \d (?!:)", line)]
    assert [euros(line)[0] for line in tables] == [400, 400, 400]
    assert sum(euros(line)[1] for line in tables) == fees[2]
    assert "Tisch 2: Liste fehlt" in lines
    till = next(line for line in lines if line.startswith("In der Kasse"))
    assert euros(till) == [day.till_in_the_end, day.till]


# ---- Remarks -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("corrections", "pages"), [(1, 1), (6, 2)])
def test_a_full_list_is_one_page_where_its_remarks_fit_on_a_line(tmp_path, corrections, pages):
    """Rows keep their height, as photographs are read by where they are; more remarks have a sheet of their own."""
    rows = draw_papers(1)[0].rows
    corrected = {rows[at].nr: "Es war Platz 3" for at in range(corrections)}
    paper = filled(FRAME, rows, seated(4), corrected=corrected, reasons=True, note="Platz 4 kam später, mit Erlaubnis")
    assert (paper.apart, float(paper.row_height.removesuffix("mm")) >= 4.2) == (pages > 1, True)
    pdf = print_lists([paper], "Liste")
    assert about(pdf, tmp_path)["Pages"] == str(pages)
    words = " ".join(text_of(pdf))
    assert f"Spiel {corrections} korrigiert: Es war Platz 3." in words
    assert "Vermerk: Platz 4 kam später, mit Erlaubnis." in words
    assert (words.count("A. Albers,"), words.count("20.11.2026 21:15")) == (4, 4)


def test_remarks_that_do_not_fit_stand_on_a_sheet_of_their_own(tmp_path):
    rows = draw_papers(1)[0].rows
    corrected = {row.nr: "Es war Platz 3, wie alle am Tisch bestätigen" for row in rows}
    paper = filled(FRAME, rows, seated(4), corrected=corrected, reasons=True)
    assert paper.apart and float(paper.row_height.removesuffix("mm")) >= 4.2
    pdf = print_lists([paper], "Liste")
    assert about(pdf, tmp_path)["Pages"] == "2"
    first, second = (" ".join(" ".join(line) for line in read(page)) for page in pages_of(pdf, tmp_path))
    assert "Die Bemerkungen stehen auf dem nächsten Blatt." in first and "korrigiert: Es" not in first
    assert "Bemerkungen zur Liste" in second and "Spiel 48 korrigiert: Es war Platz 3" in second
    assert HEAD.event in second and "17" in second.split()


def pages_of(pdf, folder):
    (folder / "whole.pdf").write_bytes(pdf)
    subprocess.run(["pdfseparate", folder / "whole.pdf", folder / "page-%d.pdf"], check=True)
    return [path.read_bytes() for path in sorted(folder.glob("page-*.pdf"))]


# ---- Pages -------------------------------------------------------------------------------------------------------


def get(browser, name, *args, **query):
    response = browser.get(reverse(name, args=args), query)
    assert response.status_code == 200
    return response


def test_every_document_is_a_click_from_the_page_where_it_is_needed(hard, leiterin, sign_in):
    browser, slug = sign_in(leiterin), hard.slug
    needed = {
        ("standings:ranking", slug): ["rangliste/?", "siegerliste/", "urkunden/"],
        ("standings:round", slug, 1): ["rangliste/?serie=1"],
        ("standings:teams", slug, "team"): ["rangliste/team/?"],
        ("standings:lists", slug): ["beste-listen/?"],
        ("desk:prizes", slug): ["siegerliste/"],
        ("desk:cash", slug): ["kassenblatt/"],
        ("desk:balance", slug): ["kassenblatt/"],
        ("desk:cash_round", slug, 1): ["serie/1/kassenzettel/"],
        ("lists:board", slug, 1): ["serie/1/aushang/", "startkarten/", "leer/4/", "serie/1/tischkarten/"],
    }
    for (name, *args), links in needed.items():
        page = get(browser, name, *args).text
        for link in links:
            assert f'href="/druck/{slug}/{link}' in page, (name, link)
    category = hard.categories.get().pk
    page = browser.get(reverse("standings:ranking", args=[slug]), {"klasse": category, "nach": 1}).text
    assert f'href="/druck/{slug}/rangliste/?nach=1&amp;klasse={category}"' in page


@pytest.mark.parametrize(
    ("name", "args", "query", "heading"),
    [
        ("ranking", [], {"nach": 1}, "<title>Clubabend, Rangliste, nach der 1. Serie</title>"),
        ("team_ranking", ["tandem"], {}, "<title>Clubabend, Rangliste Tandem</title>"),
        ("best_lists", [], {}, "<title>Clubabend, Beste Listen</title>"),
        ("winners", [], {}, "<title>Clubabend, Siegerliste</title>"),
    ],
)
def test_rankings_are_public(event, client, paper_as_html, name, args, query, heading):
    assert heading in get(client, f"printing:{name}", event.slug, *args, **query).text


@pytest.mark.parametrize("query", [{"serie": "9"}, {"nach": "9"}, {"klasse": "999"}, {"nach": "x"}])
def test_what_there_is_not_is_not_printed(event, client, query):
    assert client.get(reverse("printing:ranking", args=[event.slug]), query).status_code == 404
    assert client.get(reverse("printing:team_ranking", args=[event.slug, "chor"])).status_code == 404


# Of what is public, one asks for the state it is made of (of the Siegerliste three: its money has a state of its own).
QUERIES = {"ranking": 10, "team_ranking": 11, "best_lists": 9, "winners": 23, "cash_slips": 11, "cash_day": 27}
ARGUMENTS = {"team_ranking": ["team"], "cash_slips": [1]}


@pytest.mark.parametrize("players", [4, 8])
def test_queries_of_documents(club, schreiber, leiterin, sign_in, paper_as_html, players):
    """As many whoever takes part; those of the sheet of the day rise with the Serien."""
    event = preisskat(club, rounds=1, players=players, entry_fee=1000, list_fee=100, abreizgeld=[[1, 50]])
    for table in range(1, players // 4 + 1):
        enter_list(event, schreiber, 1, table, WILD)
    browser, numbers = sign_in(leiterin), {}
    for name in QUERIES:
        with CaptureQueriesContext(connection) as asked:
            get(browser, f"printing:{name}", event.slug, *ARGUMENTS.get(name, []))
        numbers[name] = len(asked)
    assert numbers == QUERIES
