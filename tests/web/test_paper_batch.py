"""Paper by the hundred: stamped lists look like lists laid out one by one, long prints run beside the site."""

import gc
import json
import logging
import os
import re
import subprocess
from dataclasses import replace

import pytest
from bench.error_detection import FRAME, draw_papers
from django.core.management import CommandError, call_command
from django.template.loader import render_to_string
from django.urls import reverse
from PIL import Image, ImageChops
from whole import WHOLE

from scoring.foot_check import PaperFoot
from skatliga.access import Role
from skatliga.events.models import Entry
from skatliga.events.queries import SeatLine as Seated
from skatliga.events.services import enter_guests, seat_round
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import Sheet
from skatliga.lists.paper_codes import sheet_code_path, table_code_path
from skatliga.lists.services import open_sheet
from skatliga.printing import pdf as made
from skatliga.printing import pdf_stamp, queries, sheet_stamping, views
from skatliga.printing.cards import Appointment, TableCard, by_name, by_table, on_sheets, start_cards, table_cards
from skatliga.printing.fitting import fit
from skatliga.printing.formats import LARGE, NORMAL
from skatliga.printing.pdf import to_pdf
from skatliga.printing.sheet_paper import Head, PaperPlace, blank, lay_out
from skatliga.printing.sheet_stamping import print_lists
from skatliga.printing.templatetags.paper import code
from web.replayed import world
from web.test_printing import AT_FOUR, AT_THREE, about, deal, fill, frame, get, paper_of, read, reckon, typed, words_of

LONG = "Maximiliane-Alexandra von Hohenfels-Hohenstein zu Württemberg"
CLUB = "Skatfreunde Grand Hand Gera eV"
HEAD = Head(
    "Clubabend",
    "Herz Dame",
    "Herz Dame · Altenburg · 20. November 2026",
    "2",
    "17",
    state="Stand: geprüft, geprüft von Ada Demo",
    address="HTTPS://SKAT.EXAMPLE.ORG/B/28T5CY4H",
)
NAMES = ("Anton Albers", "Anna Ärmel", "Łukasz Čapek", "Cäsar Conrad-Vogelsang", "Ole Decker", "Eva Ernst")


def seated(seats, names=NAMES, club="Grand Hand Gera"):
    signature = "A. Albers, 20.11.2026 21:15"
    return [PaperPlace(seat, names[seat - 1], 100 + seat, club, signature) for seat in range(1, seats + 1)]


def signed(seats):
    """Whoever signs has a long name."""
    names = ("Cäsar Conrad-Vogelsang", "Zofia Brzęczyszczykiewicz-Łękołody", "Ольга Константиновна Иванова", LONG)
    return [replace(place, signature=f"{names[place.seat % 4]}, 20.11.2026 21:15") for place in seated(seats)]


def filled(frame, rows, places=None, **options):
    view = reckon(frame, rows, options.pop("feet", ()), None)
    return lay_out(view, rows, places or seated(frame.seats), head=HEAD, **options)


def confirmed(name, edition=NORMAL, deals=48):
    """A list that says who has confirmed it."""
    state = f"Stand: geprüft, geprüft von {name}"
    rows = draw_papers(1)[0].rows[:deals]
    return replace(filled(replace(FRAME, deals=deals), rows, edition=edition), head=replace(HEAD, state=state))


def rounds(texts, number):
    return [typed(nr, text) for nr, text in enumerate(texts * number, 1)]


def struck():
    return [*rounds(AT_FOUR, 1), Entered(5, 3, typed(5, "321+").deal, void=True, reason="Falsche Zeile")]


def losses():
    """Everybody at table loses Grand ouvert Schwarz after Grand ouvert Schwarz: four figures with a minus."""
    return [typed(nr, f"{nr % 4 + 1}44..-") for nr in range(1, 41)]


def house():
    grand = deal(1, 2, "grand", 2, won=True, bock=True, kontra=True, re=True)
    return [grand, deal(2, 1, "ramsch", augen=70, schieben=1), deal(3, 1, "ramsch", durchmarsch=True)]


DEALS = 48 if WHOLE else 8
"""Of a list that shows something else than many rows."""
PAPERS = {
    "full at four": lambda: filled(FRAME, draw_papers(1)[0].rows),
    "full at three": lambda: filled(frame(seats=3, deals=36), rounds(AT_THREE, 12)),
    "two pages": lambda: filled(frame(seats=5, deals=60), rounds(("221+", "143.+"), 4)),
    "blank": lambda: blank(frame(deals=DEALS)),
    "prefilled": lambda: blank(frame(), seated(4), HEAD),
    "prefilled, large": lambda: blank(
        frame(deals=DEALS), seated(4, ("Bo Li", LONG, "Ole Bo", "Eva"), CLUB), HEAD, LARGE
    ),
    "four figures with a minus": lambda: filled(frame(), losses()),
    "long names": lambda: filled(frame(), rounds(AT_FOUR, 2), seated(4, (LONG, "M" * 60, "Anna", LONG[:30]), CLUB)),
    "long signatures": lambda: filled(FRAME, draw_papers(1)[0].rows, signed(4)),
    "confirmed by a long name": lambda: confirmed(LONG),
    "long signatures at six": lambda: filled(
        frame(seats=6, deals=60 if WHOLE else 30), rounds(("221+", "143.+"), 4), signed(6)
    ),
    "letters that are set otherwise": lambda: filled(
        frame(deals=DEALS),
        rounds(AT_FOUR, 2),
        seated(4, ("Ольга Иванова", "Ane\u0301 Ve\u0301", "<b>&amp;{{x}}", "أحمد")),
    ),
    "house rounds": lambda: filled(frame("hausrunde", deals=DEALS), house()),
    "values only": lambda: filled(frame(), [Entered(1, 2, score=48), Entered(2, 3, score=-72)]),
    "totals only": lambda: filled(
        frame(), (), feet=[PaperFoot(*foot) for foot in ((19, 3, 1), (292, 10, 3), (473, 12, 2), (172, 14, 2))]
    ),
    "struck, corrected, with notes": lambda: filled(
        frame(deals=DEALS), struck(), reasons=True, corrected={2: "Es war Platz 3"}, note="Platz 4 kam später " * 9
    ),
    "penalty": lambda: filled(frame("skatordnung-1886", 3, 36), [Entered(1, 2, penalty=10, reason="Bedienfehler")]),
    "overbid": lambda: filled(frame(), [deal(1, 2, "karo", 1, bid=33, won=True)]),
}

ALIKE = {
    "full at four", "full at three", "two pages", "prefilled", "four figures with a minus", "long names",
    "long signatures", "values only", "totals only", "penalty", "overbid",
}  # fmt: skip
"""Others have all that these have."""


def pages(pdf, folder, name):
    """The pages of a PDF as pictures in shades of grey."""
    (folder / f"{name}.pdf").write_bytes(pdf)
    subprocess.run(["pdftoppm", "-r", "100", "-gray", folder / f"{name}.pdf", folder / name], check=True)
    return [Image.open(path) for path in sorted(folder.glob(f"{name}-*.pgm"))]


def plain(paper):
    return to_pdf(render_to_string("printing/sheet.html", {"paper": paper, "title": "Liste"}))


# ---- Stamped lists -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in PAPERS if WHOLE or name not in ALIKE])
def test_a_stamped_list_looks_like_one_laid_out_by_itself(name, tmp_path, caplog):
    """Of a page's pixels 2.5 in 1000 may differ at all visibly, and 4 in 10 000 by half of black and white.

    Neither needs more pages than were counted, whoever signs; long remarks have one of their own.
    """
    paper = PAPERS[name]()
    with caplog.at_level(logging.WARNING):
        both = plain(paper), print_lists([paper], "Liste")
    assert caplog.records == []
    words = [sorted(word for line in read(pdf) for word in line) for pdf in both]
    assert words[0] == words[1]
    assert "signatures" not in name or "Cäsar" in words[0]
    assert [int(about(pdf, tmp_path)["Pages"]) for pdf in both] == [len(paper.pages) + paper.apart] * 2
    for one, other in zip(pages(both[0], tmp_path, "plain"), pages(both[1], tmp_path, "stamped"), strict=True):
        histogram = ImageChops.difference(one, other).histogram()
        assert sum(histogram[64:]) < 0.0025 * sum(histogram)
        assert sum(histogram[128:]) < 0.0004 * sum(histogram)


def test_lists_come_in_their_order_whatever_form_they_need(tmp_path):
    """The note of the third list goes on on a page of its own."""
    papers = [PAPERS["full at four"](), PAPERS["full at three"](), blank(frame())]
    papers.insert(2, filled(frame(), struck(), reasons=True, note="Platz 4 kam später " * 60))
    told = []
    pdf = print_lists([*papers, papers[0]], "Clubabend, Serie 2", told.append)
    assert (about(pdf, tmp_path)["Pages"], about(pdf, tmp_path)["Title"]) == ("6", "Clubabend, Serie 2")
    assert told == [1, 2, 3, 4, 5]
    tables = [" ".join(line) for line in read(pdf) if line[0] in {"4er-Tisch,", "3er-Tisch,"}]
    assert [line[:20] for line in tables] == [
        "4er-Tisch, 48 Spiele",
        "3er-Tisch, 36 Spiele",
        *["4er-Tisch, 48 Spiele"] * 3,
    ]


def test_lists_of_one_kind_share_a_form():
    papers = [filled(FRAME, paper.rows) for paper in draw_papers(3)]
    forms = [sheet_stamping.form_of(paper)[0] for paper in papers]
    assert forms[0] is forms[1] is forms[2]


def test_few_forms_are_kept(monkeypatch):
    monkeypatch.setattr(sheet_stamping, "MOST_FORMS", 1)
    monkeypatch.setattr(sheet_stamping, "_forms", [])
    for remarks in range(2):
        sheet_stamping.form_of(paper_of(frame(deals=4), [Entered(1, 2, score=18)], note="x" * 140 + str(remarks)))
    assert len(sheet_stamping._forms) == 1


def test_a_text_that_cannot_be_set_letter_by_letter_stays_on_the_form(monkeypatch):
    """Arabic letters are joined and turned; Cyrillic ones and accents, written apart or not, are set.

    That letters are missing is known before anything is laid out.
    """
    monkeypatch.setattr(sheet_stamping, "_forms", [])
    _form, texts = sheet_stamping.form_of(PAPERS["letters that are set otherwise"]())
    assert {key for key in texts if key.startswith("name")} == {"name-1-1", "name-1-2", "name-1-3"}
    assert "round-1" in texts
    assert len(sheet_stamping._forms) == 1


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Anna Ärmel", ("Anna Ärmel",)),
        ("Cäsar Conrad-Vogelsang", ("Cäsar Conrad-", "Vogelsang")),
        ("Anna Maria Ärmel-Schmidt von Hof", ("Anna Maria Ärmel-", "Schmidt von Hof")),
        ("M" * 60, ("M" * 15,) * 4),
        ("Ольга Иванова-Петрова", ("Ольга Иванова-", "Петрова")),
        ("  Ane\u0301  Ve\u0301 ", ("Ané Vé",)),
    ],
)
def test_names_are_written_smaller_and_broken_and_never_cut(name, lines):
    found = fit(name, blank(frame(), seated(4)).format.name_room)
    assert found.lines == lines
    assert 3 <= found.size <= 9


@pytest.mark.parametrize(
    ("edition", "name", "lines"),
    [
        (NORMAL, "Bo Li", ("Nr. 101 · Skatfreunde", "Grand Hand Gera")),
        (LARGE, "Bo Li", ("Nr. 101 ·", "Skatfreunde", "Grand Hand…")),
        (LARGE, "Agnieszka Świętosławska-Kołłątaj", ("Nr. 101 · Skat…",)),
    ],
)
def test_a_club_has_the_lines_that_the_name_above_it_leaves(edition, name, lines):
    """Seldom smaller; in the large edition what does not fit ends in dots, as late as there is room."""
    paper = blank(frame(), seated(4, (name,) * 4, "Skatfreunde Grand Hand Gera"), HEAD, edition)
    found = paper.texts()["from-1-1"]
    assert found.lines == lines
    assert found.size >= (7.2 if edition is NORMAL else 9)


def test_a_name_of_any_length_stands_whole_in_its_cell(tmp_path):
    """Every line is above that of the club and ends left of the next column."""
    names = ("Anna Maria Ärmel-Schmidt von Hof", LONG, "Wolfgang" * 7 + "Ende", LONG * 2)
    paper = blank(frame(deals=4), seated(4, names, CLUB), HEAD)
    document = made.lay_out(render_to_string("printing/sheet.html", {"paper": paper, "title": "Liste"}))
    (found,) = words_of(made.tagged([document]), tmp_path)
    for seat, name in enumerate(names, 1):
        anchor = document.pages[0].anchors[f"name-1-{seat}"]
        left, top, right, bottom = (pixels * pdf_stamp.POINTS for pixels in anchor)
        words = [word for word in found if left - 1 < word[1] < right and top < (word[2] + word[4]) / 2 < bottom]
        words.sort(key=lambda word: (round(word[2]), word[1]))
        assert "".join(word[0] for word in words) == name.replace(" ", "")
        assert max(word[3] for word in words) <= right


def test_the_code_of_a_stamped_list_is_that_of_its_address():
    """Every dark module is in a rectangle of its row, four modules from the edge of the area."""
    code = pdf_stamp.code_of(HEAD.address)
    page = pdf_stamp.Ink(1000, pdf_stamp.Texts(set))
    page.code(HEAD.address, pdf_stamp.Area(10, 20, 33, 33))
    assert "q 1.0000 0 0 1.0000 14.00 24.00 cm" in page.dry()
    drawn = [[0] * 25 for _row in range(25)]
    for line in page.dry().splitlines():
        if line.endswith(" 1 re"):
            left, down, width = map(int, line.split()[:3])
            drawn[down][left : left + width] = [1] * width
    assert drawn == [list(row) for row in code.matrix]


# ---- A whole Serie -----------------------------------------------------------------------------------------------


@pytest.fixture
@world
def serie(event):
    """Serie 1 with two tables of four and one of three."""
    enter_guests(event, [(f"Gast {letter}", "Grand Hand Gera") for letter in "ABCDEFGHIJK"])
    round = event.rounds.get(number=1)
    seat_round(round, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8], 3: [9, 10, 11]})
    return round


def test_one_click_prints_all_lists_of_a_serie(serie, schreiber, sign_in, tmp_path):
    for table in serie.tables.all():
        fill(open_sheet(table, schreiber), AT_FOUR if table.number < 3 else AT_THREE)
    response = get(sign_in(schreiber), "round_sheets", serie.event.slug, 1)
    assert response["Content-Disposition"] == 'inline; filename="listen-clubabend-2026-11-20-serie-1.pdf"'
    info = about(response.content, tmp_path)
    assert (info["Pages"], info["Title"]) == ("3", "Clubabend, Serie 1, Listen")
    lines = [" ".join(line) for line in read(response.content)]
    assert [line for line in lines if line.startswith("1 12 ")] == ["1 12 1 24 24 1 0"] * 3
    assert [line for line in lines if line.startswith("3 10 2 ")] == ["3 10 2 × 80 −80 0 1"] * 3


def test_blank_lists_of_a_serie_have_names_and_a_code_whether_the_list_is_open_or_not(serie, schreiber, sign_in):
    open_sheet(serie.tables.get(number=2), schreiber)
    papers = list(queries.blank_papers(serie, Role.READER, "https://skat.example.org"))
    sheet = Sheet.objects.get()
    assert [paper.head.address for paper in papers] == [
        f"HTTPS://SKAT.EXAMPLE.ORG{table_code_path(serie.tables.get(number=1))}",
        f"HTTPS://SKAT.EXAMPLE.ORG{sheet_code_path(sheet.pk)}",
        f"HTTPS://SKAT.EXAMPLE.ORG{table_code_path(serie.tables.get(number=3))}",
    ]
    assert [place.name for place in papers[2].places] == ["Gast I", "Gast J", "Gast K"]
    assert papers[0].remarks == (
        "♦ 9 · ♥ 10 · ♠ 11 · ♣ 12 · Grand 24 · Null 23 · Null Hand 35 · Null ouvert 46 · Null ouvert Hand 59",
    )
    pdf = get(sign_in(schreiber), "round_sheets", serie.event.slug, 1, leer=1).content
    names = [word for line in read(pdf) for word in line if len(word) == 1 and word in "ABCDEFGHIJK"]
    assert names == list("ABCDEFGHIJK")


def test_nothing_to_print_is_not_found(event, serie, schreiber, sign_in):
    browser = sign_in(schreiber)
    assert browser.get(reverse("printing:round_sheets", args=[event.slug, 1])).status_code == 404
    assert browser.get(reverse("printing:table_cards", args=[event.slug, 2])).status_code == 404


@pytest.mark.parametrize("tables", [1, 3])
def test_queries_of_a_serie(event, schreiber, sign_in, django_assert_num_queries, monkeypatch, tables):
    monkeypatch.setattr(
        "skatliga.printing.document_types.print_lists", lambda papers, title, tell: bytes(len(list(papers)))
    )
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, 4 * tables + 1)])
    round = event.rounds.get(number=1)
    seat_round(round, {table: list(range(4 * table - 3, 4 * table + 1)) for table in range(1, tables + 1)})
    for table in round.tables.all():
        fill(open_sheet(table, schreiber), AT_FOUR)
    browser = sign_in(schreiber)
    with django_assert_num_queries(12):
        assert len(get(browser, "round_sheets", event.slug, 1).content) == tables
    with django_assert_num_queries(9):  # one notes that people were told where they sit
        assert len(get(browser, "round_sheets", event.slug, 1, leer=1).content) == tables


# ---- Cards and notices -------------------------------------------------------------------------------------------


def text_of(pdf):
    return [" ".join(line) for line in read(pdf)]


def test_start_cards_name_table_and_seat_and_leave_room_for_points(serie, schreiber, sign_in, tmp_path):
    fill(open_sheet(serie.tables.get(number=1), schreiber), AT_FOUR)
    Sheet.objects.update(state=Sheet.State.ENTERED)
    cards = {card.start_number: card for card in start_cards(serie.event, Role.READER, "")}
    # Kreuz mit 1, Grand Hand mit 3, Herz lost: 120 + 50 + 30 for seat 1.
    assert cards[1].appointments == (Appointment(1, 1, 1, 200), Appointment(2))
    assert cards[10].appointments == (Appointment(1, 3, 2), Appointment(2))
    pdf = get(sign_in(schreiber), "start_cards", serie.event.slug).content
    assert about(pdf, tmp_path)["Pages"] == "4"
    lines = text_of(pdf)
    assert [name for line in lines for name in re.findall("Gast [A-K]", line)] == [f"Gast {at}" for at in "ACEGIKBDFHJ"]
    assert "Internationale Skatordnung" in " ".join(lines)
    assert "40" in " ".join(line for line in lines if "Dreiertisch" in line)


def test_start_cards_are_in_order_when_the_pile_is_cut():
    assert [list(sheet) for sheet in on_sheets(range(1, 11))] == [[1, 3, 5, 7, 9], [2, 4, 6, 8, 10]]


def test_table_cards_show_the_seats_and_the_code_of_an_open_list(serie, schreiber, sign_in, tmp_path):
    sheet = open_sheet(serie.tables.get(number=3), schreiber)
    cards = table_cards(serie, Role.READER, "https://skat.example.org")
    assert cards[2] == TableCard(
        3,
        ((1, 9, "Gast I"), (2, 10, "Gast J"), (3, 11, "Gast K")),
        f"HTTPS://SKAT.EXAMPLE.ORG{sheet_code_path(sheet.pk)}",
    )
    assert [card.address for card in cards[:2]] == ["", ""]
    pdf = get(sign_in(schreiber), "table_cards", serie.event.slug, 1).content
    assert about(pdf, tmp_path)["Pages"] == "2"
    assert text_of(pdf).count("Zur Spielliste dieses Tisches") == 3  # who enters lists lets every table keep its own


def test_the_notice_is_sorted_by_name_and_by_table_and_says_of_when_it_is(serie, schreiber, sign_in):
    serie.event.refresh_from_db()
    lines = text_of(get(sign_in(schreiber), "notice", serie.event.slug, 1).content)
    assert any(line.startswith(f"Fassung {serie.event.version}, gedruckt ") for line in lines)
    lines = [line.replace(" / ", "/") for line in lines]
    at = lines.index("A, Gast 1/1")
    seats = ("1/2", "1/3", "1/4", "2/1", "2/2", "2/3", "2/4", "3/1", "3/2", "3/3")
    assert lines[at + 1 : at + 11] == [f"{name}, Gast {seat}" for name, seat in zip("BCDEFGHIJK", seats, strict=True)]
    assert "Serie 1 nach Tischen" in lines


@pytest.mark.parametrize(("players", "sheets"), [(12, 1), (120, 3), (252, 5)])
def test_the_notice_is_readable_from_two_metres_and_grows_with_the_room(players, sheets):
    """A capital of Source Sans is 0.66 of its size: 20 points are 4.6 mm, which an eye of 0.63 reads at two metres."""
    places = [Seated(nr // 4 + 1, nr % 4 + 1, nr, f"Gast {nr}", False) for nr in range(players)]
    names, tables = by_name(places), by_table(places)
    assert sum(len(column) for page in names.pages for column in page) == players
    assert sum(len(column) for page in tables.pages for column in page) == players // 4
    assert len(names.pages) == sheets
    assert names.smallest >= 20 and tables.smallest >= 20
    assert names.size > 20 or players == 252


def test_few_guests_stand_in_one_column_in_letters_that_fill_the_sheet():
    """Twelve lines on 222 mm; 38 points with a quarter of space take 16.8 mm each, 43 points would need 227 mm."""
    places = [Seated(nr // 4 + 1, nr % 4 + 1, nr, f"Gast {nr}", False) for nr in range(12)]
    names = by_name(places)
    assert (names.size, names.columns, [[len(column) for column in page] for page in names.pages]) == (38, 1, [[12]])


def test_a_long_name_takes_three_lines_before_it_becomes_smaller():
    name = "Guttenberg-Württemberg, Łukasz Freiherr von und zu"
    places = [Seated(nr // 4 + 1, nr % 4 + 1, nr, name, False) for nr in range(60)]
    assert (by_name(places).smallest, by_name(places).shrunk) == (20, 0)


@pytest.mark.parametrize("tables", [1, 3])
def test_queries_of_cards(event, schreiber, sign_in, django_assert_num_queries, monkeypatch, tables):
    monkeypatch.setattr("skatliga.printing.document_types.join", lambda sheets, back, tell, with_tags: b"")
    monkeypatch.setattr("skatliga.printing.pdf.to_pdf", str.encode)
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, 4 * tables + 1)])
    seat_round(event.rounds.get(number=1), {n: list(range(4 * n - 3, 4 * n + 1)) for n in range(1, tables + 1)})
    browser = sign_in(schreiber)
    for name, args, number in (("start_cards", (), 9), ("table_cards", (1,), 9), ("notice", (1,), 8)):
        with django_assert_num_queries(number):
            get(browser, name, event.slug, *args)


def test_names_on_cards_are_text_and_private_ones_stay_private(serie, anna, schreiber, leser, sign_in, monkeypatch):
    monkeypatch.setattr(
        "skatliga.printing.document_types.join", lambda sheets, back, tell, with_tags: "".join(sheets).encode()
    )
    monkeypatch.setattr("skatliga.printing.pdf.to_pdf", str.encode)
    anna.player.publication, anna.player.pseudonym = "pseudonym", "Kreuzbube"
    anna.player.save()
    Entry.objects.filter(start_number=1).update(name="<b>Bube</b>")
    Entry.objects.filter(start_number=2).update(name="Anna Ärmel", player=anna.player)
    pages = [("start_cards", ()), ("table_cards", (1,)), ("notice", (1,))]
    for name, args in pages:
        page = get(sign_in(schreiber), name, serie.event.slug, *args).content.decode()
        assert "&lt;b&gt;Bube" in page and "<b>Bube" not in page
    assert [card.name for card in start_cards(serie.event, None, "")][1] == "Kreuzbube"
    assert table_cards(serie, None, "")[0].seats[1] == (2, 2, "Kreuzbube")
    assert next(iter(queries.blank_papers(serie, None, ""))).places[1].name == "Kreuzbube"


# ---- Long prints --------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    return tmp_path / "print"


@pytest.fixture
def works(monkeypatch, ordered):
    """The long prints that are ordered."""
    monkeypatch.setattr(views, "MOST_AT_ONCE", 2)
    return ordered


def order(browser, serie):
    response = browser.get(reverse("printing:round_sheets", args=[serie.event.slug, 1]), {"leer": 1})
    assert response.status_code == 302
    return response.url


def test_a_long_print_is_made_beside_the_site_and_its_page_tells_how_far_it_is(
    serie, schreiber, sign_in, works, folder
):
    browser = sign_in(schreiber)
    page = order(browser, serie)
    [work] = works
    assert work.command == [
        *("print", "leere-listen", serie.event.slug, "--site", "http://testserver", "--role", "listenfuehrer"),
        *("--language", "de", "--serie", "1", "--output", str(*folder.glob("*")) + "/print.pdf"),
        *("--progress", str(*folder.glob("*")) + "/progress"),
    ]
    assert work.result.task.queue_name == "prints"
    assert "0 von 3 Blättern fertig" in browser.get(page).content.decode()
    (next(folder.glob("*")) / "progress").write_text("2")
    part = browser.get(page, headers={"HX-Request": "true"}).content.decode()
    assert "2 von 3 Blättern fertig" in part and "<html" not in part and "every 1s" in part
    assert browser.get(f"{page}datei/").url == page


def test_the_finished_print_opens_by_itself(serie, schreiber, sign_in, works, folder):
    browser = sign_in(schreiber)
    page = order(browser, serie)
    (next(folder.glob("*")) / "print.pdf").write_bytes(b"%PDF")
    assert browser.get(page, headers={"HX-Request": "true"})["HX-Redirect"] == f"{page}datei/"
    assert "PDF öffnen" in browser.get(page).content.decode()
    file = browser.get(f"{page}datei/")
    assert file.content == b"%PDF"
    assert file["Content-Disposition"] == 'inline; filename="leere-listen-clubabend-2026-11-20-serie-1.pdf"'


def test_a_crashed_print_says_so_and_is_begun_again_by_a_button(serie, schreiber, sign_in, works):
    browser = sign_in(schreiber)
    page = order(browser, serie)
    works[0].die()
    part = browser.get(page, headers={"HX-Request": "true"}).content.decode()
    assert "abgebrochen" in part and "every 1s" not in part and "<button>Noch einmal</button>" in part
    for _twice in range(2):
        assert browser.post(page).url == page
    assert len(works) == 2
    works[1].run()
    assert "PDF öffnen" in browser.get(page).content.decode()
    assert browser.post(page).url == page and len(works) == 2


def test_a_print_belongs_to_who_ordered_it(serie, schreiber, leiterin, sign_in, works):
    page = order(sign_in(schreiber), serie)
    assert sign_in(leiterin).get(page).status_code == 404
    assert sign_in(leiterin).get(f"{page}datei/").status_code == 404
    assert sign_in(None).get(page).status_code == 302


def test_prints_are_thrown_away_after_a_day(serie, schreiber, sign_in, works, folder):
    browser = sign_in(schreiber)
    page = order(browser, serie)
    old = next(folder.glob("*/order.json"))
    os.utime(old, (0, 0))
    order(browser, serie)
    assert not old.exists()
    assert browser.get(page).status_code == 404


def test_the_command_prints_what_the_site_prints(serie, tmp_path):
    file, progress = tmp_path / "out.pdf", tmp_path / "progress"
    options = {"serie": 1, "site": "https://skat.example.org", "output": file, "progress": progress, "language": "en"}
    frozen, cells = gc.get_freeze_count() > 0, tmp_path / "cells.json"
    call_command("print", "leere-listen", serie.event.slug, geometry=cells, **options)
    pages = json.loads(cells.read_text())["pages"]
    said = [(page["serie"], page["table"], page["seats"], page["deals"]) for page in pages]
    assert said == [(1, 1, 4, 48), (1, 2, 4, 48), (1, 3, 3, 36)]
    assert (gc.get_freeze_count() > 0) is frozen
    assert progress.read_text() == "3"
    heads = [" ".join(line[:5]) for line in read(file.read_bytes()) if line[0] == "Table"]
    assert [head for head in heads if "deals" in head] == [
        "Table of 4, 48 deals",
        "Table of 4, 48 deals",
        "Table of 3, 36 deals",
    ]


def test_codes_of_the_command_lead_to_the_site_of_the_settings(serie, settings, tmp_path, monkeypatch):
    """Table cards open the list on a device, as those have that the site prints."""
    settings.SITE_URL = "https://skat.example.org"
    sheets = []
    monkeypatch.setattr(
        "skatliga.printing.document_types.join", lambda made, back, tell, with_tags: sheets.extend(made) or b"%PDF"
    )
    call_command("print", "tischkarten", serie.event.slug, serie=1, output=tmp_path / "cards.pdf")
    found = [table_cards(serie, Role.LISTENFUEHRER, "https://skat.example.org")[at].address for at in range(3)]
    assert all(f'src="{code(address)}"' in "".join(sheets) for address in found)
    assert all(address.startswith("https://skat.example.org/t/") for address in found)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("aushang", "clubabend-2026-11-20"), "Bitte die Serie nennen: --serie 1"),
        (("listen", "clubabend-2026-11-20", "--serie", "1"), "Wohin sollen die Codes führen"),
        (("tischkarten", "clubabend-2026-11-20", "--serie", "1"), "Wohin sollen die Codes führen"),
        (("kassenzettel", "clubabend-2026-11-20", "--serie", "1"), "Hier gibt es nichts zu drucken."),
        (("listen", "clubabend-2026-11-20", "--serie", "9"), "Diese Serie gibt es nicht: 9"),
        (("rangliste", "gibt-es-nicht"), "Diese Veranstaltung gibt es nicht: gibt-es-nicht"),
        (
            "tischkarten clubabend-2026-11-20 --serie 1 --site https://a.example --geometry a".split(),
            "Wo die Felder sind (--geometry), gibt es nur zu leere-listen.",
        ),
    ],
)
def test_the_command_says_what_is_missing(serie, arguments, sentence):
    with pytest.raises(CommandError, match=re.escape(sentence)):
        call_command("print", *arguments)
