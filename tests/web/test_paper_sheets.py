"""Paper as it is used: codes that are read from bad photographs, margins, columns, figures carried over and checked.

Widths come from the font files by Pillow, text and its places from poppler, codes from zxing: not from the program.
"""

import random
import re
import subprocess
from dataclasses import replace
from io import BytesIO
from math import hypot

import numpy
import pytest
import zxingcpp
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.template.loader import render_to_string
from django.urls import reverse
from PIL import Image, ImageFilter, ImageFont
from pypdf import PdfReader
from whole import WHOLE

from scoring import BOOKS
from skatliga.events.models import Table, Team
from skatliga.events.services import enter_guests, seat_round
from skatliga.events.teams import create_teams
from skatliga.lists.access import device_path, secret_of
from skatliga.lists.models import Sheet
from skatliga.lists.paper_codes import device_code_path, sheet_code_path, table_code_path
from skatliga.lists.services import open_sheet
from skatliga.printing import long_tables, sheet_stamping
from skatliga.printing.formats import LARGE, NORMAL, REMARK_LINES, TICKED, Format
from skatliga.printing.pdf import to_pdf
from skatliga.printing.sheet_geometry import geometry
from skatliga.printing.sheet_paper import PaperPlace, blank
from skatliga.printing.sheet_stamping import print_lists
from skatliga.reading.layouts import mark_pattern, printed_layout
from web.test_paper_batch import AT_FOUR, CLUB, HEAD, LONG, confirmed, filled, rounds, seated
from web.test_printing import Entered, fill, frame, get, paper_of, read, typed, words_of

MM = 72 / 25.4


def picture(pdf, folder, dpi, page=1, box=()):
    """A page in shades of grey; of a box in millimetres, left, top, width and height, only what is in it."""
    (folder / "page.pdf").write_bytes(pdf)
    command = ["pdftoppm", "-r", str(dpi), "-gray", "-f", str(page), "-l", str(page), folder / "page.pdf"]
    for name, length in zip("xyWH", box, strict=False):
        command += [f"-{name}", str(round(length / 25.4 * dpi))]
    return Image.open(BytesIO(subprocess.run(command, capture_output=True, check=True).stdout)).convert("L")


def without_marks(page):
    """The picture of a page, at 100 dpi, with the corners in which the marks of a list stand wiped."""
    side = round(12.5 / 25.4 * 100)
    for left in (0, page.width - side):
        for top in (0, page.height - side):
            page.paste(255, (left, top, left + side, top + side))
    return page


# ---- Codes ---------------------------------------------------------------------------------------------------------


def test_the_code_of_a_list_is_read_from_bad_pictures(tmp_path):
    """16 pictures, or 48: 100 to 200 dpi, up to 7 degrees, 1.3 pixels of blur; 15 or 44 of them must be read.

    They show the upper third of the list, with the code above a dozen of rows.
    """
    pdf = print_lists([filled(frame(), rounds(AT_FOUR, 12))], "Liste")
    chance, found = random.Random(14), 0
    for dpi in (100, 133, 166, 200):
        page = picture(pdf, tmp_path, dpi, box=(0, 0, 210, 99))
        for _try in range(12 if WHOLE else 4):
            turned = page.rotate(chance.uniform(-7, 7), Image.Resampling.BICUBIC, expand=True, fillcolor=255)
            blurred = turned.filter(ImageFilter.GaussianBlur(1.3))
            found += any(code.text == f"{HEAD.address}-1" for code in zxingcpp.read_barcodes(blurred))
    assert found >= (44 if WHOLE else 15)


def test_a_code_has_25_modules_of_more_than_seven_tenths_of_a_millimetre_and_four_white_ones_around(tmp_path):
    dpi = 600
    corner = (140, 0, 70, 60)
    page = picture(print_lists([blank(frame(), seated(4), HEAD)], "Liste"), tmp_path, dpi, box=corner)
    [code] = zxingcpp.read_barcodes(page)
    corners = code.position
    side = corners.top_right.x - corners.top_left.x
    module = side / 25
    assert module / dpi * 25.4 >= 0.7
    quiet = 4 * module - 3
    left, top, right, bottom = corners.top_left.x, corners.top_left.y, corners.top_right.x, corners.bottom_left.y
    around = page.crop((int(left - quiet), int(top - quiet), int(right + quiet), int(bottom + quiet)))
    around.paste(255, (int(quiet) - 4, int(quiet) - 4, int(quiet + side) + 4, int(quiet + side) + 4))
    assert around.getextrema() == (255, 255)


def test_where_the_code_is_and_what_it_says_stands_beside_the_cells(tmp_path):
    """In millimetres from the middle of the first mark, as the cells are, with the four white modules around it."""
    paper, dpi = blank(frame(), seated(4), HEAD), 600
    [code] = zxingcpp.read_barcodes(picture(print_lists([paper], "Liste"), tmp_path, dpi, box=(140, 0, 70, 60)))
    corners = code.position
    left, right = (140 + corner.x / dpi * 25.4 for corner in (corners.top_left, corners.bottom_right))
    top, module = corners.top_left.y / dpi * 25.4, (right - left) / 25
    page = geometry([paper])["pages"][0]
    assert page["code"]["text"] == code.text
    around = [left - 4 * module - 8.5, top - 4 * module - 8.5, 33 * module, 33 * module]
    assert page["code"]["box"] == pytest.approx(around, abs=0.1)
    assert "code" not in geometry([blank(frame())])["pages"][0]


def test_short_addresses_lead_where_long_ones_do(event, schreiber, client, sign_in):
    enter_guests(event, [(f"Gast {letter}", "") for letter in "ABCD"])
    round = event.rounds.get(number=1)
    seat_round(round, {1: [1, 2, 3, 4]})
    table = Table.objects.get(round=round)
    at_table = reverse("lists:at_table", args=[event.slug, 1, 1])
    for path in (table_code_path(table), f"{table_code_path(table)}-1", f"/L/{round.pk}-1"):  # the last as of old
        assert client.get(path).url == at_table
    sheet = open_sheet(table, schreiber)
    assert re.fullmatch("/B/[0-9A-HJKMNP-TV-Z]{8}", sheet_code_path(sheet.pk))
    for path in (sheet_code_path(sheet.pk), f"{sheet_code_path(sheet.pk)}-2", old_code_path(sheet.pk)):
        assert client.get(path).url == reverse("lists:sheet", args=[sheet.pk])
    earlier_card = reverse("device_code", args=[table.pk, secret_of(table).upper()])
    assert client.get(earlier_card).url == device_path(table) == device_code_path(table).partition("#")[0]
    assert client.get(device_path(table)).status_code == 200
    for wrong in ("/B/00000000", "/B/ZZZZZZZZ", "/B/IIIIIIII", "/B/1", f"{table_code_path(table)}-X"):
        assert client.get(wrong).status_code == 404
    for wrong in ("/L/0000000000", "/L/ZZZZZZZZZZ", "/L/IIIIIIIIII", "/L/1", "/L/999999-1"):
        assert client.get(wrong).status_code == 404


def old_code_path(pk):
    """The code of a list as it was printed once: the first 48 bits of its key, five a digit."""
    number, digits = pk.int >> 80, ""
    for _digit in range(10):
        number, digit = divmod(number, 32)
        digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[digit] + digits
    return f"/L/{digits}"


# ---- Marks and where the cells are ---------------------------------------------------------------------------------


def test_a_list_carries_the_four_marks_of_its_layout(tmp_path):
    """Found by the dictionary's own finder; 7 mm wide, 5 mm from the edges of the paper, 1.5 mm of white around."""
    cv2 = pytest.importorskip("cv2")
    page = picture(print_lists([blank(frame(), seated(4), HEAD)], "Liste"), tmp_path, 254)
    pixels = numpy.array(page)
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, numbers, _others = finder.detectMarkers(pixels)
    boxes = {
        int(number): [round(float(at) / 10, 1) for at in (*square[0].min(0), *square[0].max(0))]
        for square, number in zip(corners, numbers.ravel(), strict=True)
    }
    width, height = page.width / 10, page.height / 10
    places = {0: (5, 5), 1: (width - 12, 5), 2: (width - 12, height - 12), 3: (5, height - 12)}
    for number, (left, top) in places.items():
        assert boxes[number] == pytest.approx([left, top, left + 7, top + 7], abs=0.25)
        around = page.crop(tuple(round(at * 10) for at in (left - 1.4, top - 1.4, left + 8.4, top + 8.4)))
        around.paste(255, (10, 10, 88, 88))
        assert around.getextrema() == (255, 255), number


def test_the_cells_of_a_layout_never_move():
    """Names, remarks, evaluation, whether there is a code: none of it moves a cell. The numbers were measured once."""
    plain = geometry([blank(frame())])["pages"][0]
    named = geometry([replace(blank(frame(), seated(4), HEAD), remarks=(), remark_lines=0)])["pages"][0]
    bare = geometry([blank(frame(evaluation="spielpunkte"), seated(4), HEAD)])["pages"][0]
    cells = {cell["key"]: cell for cell in plain["cells"]}
    assert named["cells"] == plain["cells"]
    assert [cell for cell in bare["cells"] if cell["row"] != "foot"] == plain["cells"][: 48 * 24]
    assert len(cells) == 48 * 24 + 4 * 6 + 1
    assert cells["1-base"]["box"] == pytest.approx([18.538, 40.0, 7.886, 4.08], abs=0.05)
    assert cells["48-passed"]["box"] == pytest.approx([186.62, 238.81, 4.481, 3.83], abs=0.05)
    assert cells["12-points-3"] == {**cells["12-points-3"], "row": 12, "column": "points", "seat": 3}
    assert cells["foot-result-4"]["box"] == pytest.approx([161.479, 255.64, 14.179, 3.8], abs=0.05)
    dealing = [key for key in cells if cells[key].get("dealer")]
    assert dealing == [f"{nr}-points-{1 + (nr - 1) % 4}" for nr in range(1, 49)]
    assert (plain["marks"]["tl"], plain["marks"]["br"], plain["mark_size"]) == ([8.5, 8.5], [201.5, 288.5], 7)


def test_the_cells_of_a_list_to_be_ticked_never_move(tmp_path):
    """Its own marks, boxes of 3.4 mm at least; the columns of points as on every list, and none for values."""
    paper = blank(frame(), seated(4), HEAD, TICKED)
    page = geometry([paper])["pages"][0]
    cells = {cell["key"]: cell for cell in page["cells"]}
    bare = geometry([blank(frame(), edition=TICKED)])["pages"][0]
    assert bare["cells"] == page["cells"] and page["layout"] == 2 and paper.marks["tl"] == mark_pattern(2, "tl")
    boxes = ["declarer-1", "karo", "null", "mit", "spitzen-1", "spitzen", "hand", "ouvert", "deal_won", "deal_lost"]
    assert all(f"48-{name}" in cells for name in boxes)
    assert not any("plus" in key or "minus" in key for key in cells)
    assert len(cells) == 48 * (25 + 12 + 1) + 4 * 6 + 1
    assert min(cell["box"][2] for cell in cells.values()) >= 3.2
    assert cells["1-declarer-1"]["box"] == pytest.approx([16.905, 40.0, 3.204, 4.08], abs=0.05)
    assert cells["48-passed"]["box"] == pytest.approx([187.699, 238.81, 3.405, 3.83], abs=0.05)
    places = {cell.key: (cell.left - 8.5, cell.top - 8.5, cell.width) for cell in printed_layout(4, 48, 2).cells}
    assert all(places[key] == pytest.approx(cells[key]["box"][:3], abs=0.05) for key in places)


def test_what_cannot_be_ticked_is_printed_as_usual():
    """More than four at a table, and books that do not count by Grundwert and Spitzen alone."""
    assert blank(frame(seats=5, deals=60), edition=TICKED) == blank(frame(seats=5, deals=60))
    assert blank(frame("hausrunde"), edition=TICKED) == blank(frame("hausrunde"))


def test_lists_with_rows_between_their_deals_carry_no_marks():
    assert not paper_of(frame(), [typed(1, "221+"), Entered(2, 2, score=18, void=True)]).marked
    assert not blank(frame(), edition=LARGE).marked
    assert blank(frame()).marked


# ---- Margins, columns, sizes ---------------------------------------------------------------------------------------


SHEETS = {
    "full": lambda: filled(frame(), rounds(AT_FOUR, 12)),
    "blank": lambda: blank(frame()),
    "five": lambda: filled(frame(seats=5, deals=60), rounds(("221+",), 60)),
    "house": lambda: blank(frame("hausrunde"), seated(4), HEAD),
    "long": lambda: filled(frame(), rounds(AT_FOUR, 12), [PaperPlace(seat, LONG, seat, CLUB) for seat in range(1, 5)]),
    "large": lambda: blank(frame(), seated(4), HEAD, LARGE),
    "ticked": lambda: blank(frame(), seated(4), HEAD, TICKED),
}


@pytest.mark.parametrize("name", SHEETS)
def test_nothing_stands_in_the_margins(name, tmp_path):
    """10 mm, 20 on the left; five sit around a sheet that lies."""
    pdf = print_lists([SHEETS[name]()], "Liste")
    for number, sheet in enumerate(PdfReader(BytesIO(pdf)).pages, 1):
        assert size_of(sheet) == ((297, 210) if name == "five" else (210, 297))
        page = without_marks(picture(pdf, tmp_path, 100, number))
        box = page.point(lambda grey: 255 if grey < 128 else 0).getbbox()
        left, top, right, bottom = (at / 100 * 25.4 for at in box)
        assert left >= 19.7 and top >= 9.7
        assert page.width / 100 * 25.4 - right >= 9.7 and page.height / 100 * 25.4 - bottom >= 9.7


@pytest.mark.parametrize("edition", [NORMAL, LARGE], ids=["normal", "large"])
def test_who_confirmed_a_list_is_written_smaller_then_in_two_lines_and_never_cut(edition, tmp_path):
    """The line ends above the lower margin and left of the right one; the large edition has one page for 12 deals.

    That a stamped list of the usual edition looks like one laid out by itself is seen in `test_paper_batch`.
    """
    paper = confirmed(LONG, edition, 12 if edition is LARGE and not WHOLE else 48)
    made = [print_lists([paper], "Liste")]
    if edition is LARGE or WHOLE:
        made.append(to_pdf(render_to_string("printing/sheet.html", {"paper": paper, "title": "Liste"})))
    for pdf in made:
        *_before, page = words_of(pdf, tmp_path)
        words = [word[0] for word in page]
        start = words.index("Stand:")
        assert "".join(words[start:]).startswith(f"Stand:geprüft,geprüftvon{LONG.replace(' ', '')}")
        assert max(word[3] for word in page) <= (210 - 10) * MM + 0.5
        assert max(word[4] for word in page) <= (297 - 10) * MM + 0.5
        assert edition is NORMAL or min(sizes_of(pdf)) >= 9


def size_of(page):
    """Width and height, in millimetres."""
    return round(page.mediabox.width / MM), round(page.mediabox.height / MM)


@pytest.mark.parametrize(("seats", "size"), [(3, (210, 297)), (6, (297, 210))])
def test_three_have_a_sheet_that_stands_and_six_one_that_lies(seats, size):
    """As four and five have (`test_nothing_stands_in_the_margins`)."""
    pdf = print_lists([blank(frame(seats=seats, deals=seats))], "Liste")
    assert size_of(PdfReader(BytesIO(pdf)).pages[0]) == size


EXTREMES = ("hausrunde", "offiziersskat")
"""The books whose lists have the most columns and the fewest."""

WIDEST = {
    "nr": ("72", 9),
    "spitzen": ("11", 9),
    "number": ("120", 9),
    "tick": ("×", 9),
    "value": ("528", 9),
    "points": ("−9999", 10),
    "counter": ("60", 10),
    "passed": ("12", 10),
}


@pytest.mark.parametrize("edition", [NORMAL, LARGE], ids=["normal", "large"])
@pytest.mark.parametrize("key", BOOKS)
def test_no_column_is_narrower_than_its_widest_figure(key, edition):
    """Figures all have the width of the zero; 0.6 mm of edges and air, and the dealer's dot beside points."""
    zero = ImageFont.truetype(finders.find("fonts/paper/source-sans-3-latin-600.ttf"), 1000).getlength("0") / 1000
    for seats in BOOKS[key].table_sizes:
        laid = blank(frame(key, seats, 12 * seats), edition=edition).format
        for kind, width in zip(laid.kinds, laid.columns, strict=True):
            if kind in WIDEST:
                text, size = WIDEST[kind]
                needed = len(text) * zero * size / MM + 0.6 + (1.5 if kind == "points" else 0)
                assert float(width.removesuffix("mm")) >= needed, (seats, kind)


@pytest.mark.parametrize("key", BOOKS if WHOLE else EXTREMES)
def test_the_large_edition_has_rows_of_six_and_a_half_millimetres_and_nine_points(key):
    """The size of letters and the number of pages are seen on the largest table, which has the least room."""
    sizes = BOOKS[key].table_sizes
    for seats in sizes:
        paper = blank(frame(key, seats, 12 * seats), seated(seats), HEAD, LARGE)
        assert float(paper.row_height.removesuffix("mm")) >= 6.5
        if not WHOLE:
            paper = blank(frame(key, seats, 6 * seats), seated(seats), HEAD, LARGE)
            if seats < sizes[-1]:
                continue
        form, _texts = sheet_stamping.form_of(paper)
        assert round(min(spot.size for spot in form.spots.values()) * 0.75, 6) >= 9
        assert len(form.document.pages) == len(paper.pages), seats


@pytest.mark.parametrize("edition", [NORMAL, LARGE], ids=["normal", "large"])
def test_a_long_list_takes_no_more_pages_than_it_needs(edition):
    """Only the first page does without the figures of the one before; the last one has the foot and remarks."""
    form = Format(edition, ("nr", "value", *("points", "counter", "counter") * 2))

    def most(first=False, last=False):
        return int((form.room(last, first) - last * form.remark_room(REMARK_LINES)) / edition.least_height + 1e-6)

    one, two = most(first=True, last=True), most(first=True) + most(last=True)
    assert most(first=True) > most()
    for rows, pages in (one, 1), (one + 1, 2), (two, 2), (two + 1, 3), (two + most(), 3):
        shared = form.share_out([True] * rows)
        assert (sum(shared), len(shared)) == (rows, pages)


def sizes_of(pdf):
    """Points of all letters of a file, as its streams say them."""
    sizes = set()

    def visit(text, cm, matrix, _font, size):
        if text.strip():
            sizes.add(round(size * hypot(*matrix[2:4]) * hypot(*cm[2:4]), 2))  # headings of columns are turned

    for page in PdfReader(BytesIO(pdf)).pages:
        page.extract_text(visitor_text=visit)
    return sizes


@pytest.mark.parametrize(
    ("seats", "name"),
    [
        (seats, name)
        for seats in (4, 6)
        for name in (LONG, "Łukasz Brzęczyszczykiewicz", "Cäsar Conrad-Vogelsang", "M" * 60)
        if WHOLE or (seats == 6 and name != "Cäsar Conrad-Vogelsang")  # six have the least room
    ],
)
def test_long_texts_of_the_large_edition_take_more_lines_and_no_smaller_letters(seats, name):
    """The names of players and event, the line of club, place and day; what is cut ends in dots."""
    event = "Großes Preisskatturnier um den Wanderpokal der Residenzstadt"
    occasion = "Skatfreunde Grand Hand Gera eV · Kultur- und Kongresszentrum, Großer Saal · 21. November 2026"
    head = replace(HEAD, event=event, occasion=occasion)
    paper = blank(frame(seats=seats, deals=2 * seats), seated(seats, (name,) * 6, CLUB), head, LARGE)
    pdf = print_lists([paper], "Liste")
    assert min(sizes_of(pdf)) >= 9
    written = " ".join(word for line in read(pdf) for word in line).split()
    assert set(f"{event} {occasion}".split()) <= set(written)
    stands = "".join(paper.texts()["name-1-1"].lines).replace(" ", "")
    assert stands == name.replace(" ", "") or (stands[-1] == "…" and name.replace(" ", "").startswith(stands[:-1]))


# ---- Figures carried over and checked --------------------------------------------------------------------------------


def test_a_second_page_begins_with_the_figures_of_the_first(tmp_path):
    """Five at a table: in 35 deals everybody wins Kreuz mit 1 (24) seven times."""
    texts = [f"{(nr % 5) + 1}21+" for nr in range(1, 61)]
    pdf = print_lists(
        [filled(frame(seats=5, deals=60), [typed(nr, text) for nr, text in enumerate(texts, 1)])], "Liste"
    )
    [line] = [line for line in read(pdf) if line[0] == "Übertrag"]
    assert line[1:] == ["168", "7", "0"] * 5 + ["0"]
    begun = print_lists([filled(frame(seats=5, deals=60), [typed(1, texts[0])])], "Liste")
    assert [line for line in read(begun) if line[0] == "Übertrag"] == [["Übertrag"]]


def control(paper):
    """The control line as a sum in plain figures."""
    return [(part.label, part.figure) for part in paper.control]


def test_the_control_line_at_four():
    """1440, 288, 0, −960 are 768; 24 won, 12 lost: 768 + 600 + 90 × 12 = 2448, which is 2400 + 1248 + 360 − 1560."""
    assert control(paper_of(frame(), rounds(AT_FOUR, 12))) == [
        ("Kontrolle: Σ Gesamtpunkte", "2448"),
        ("= Σ Spielpunkte", "768"),
        ("+ 50 × (Σ g", "24"),
        ("− Σ v", "12"),
        (") + 90 × Σ v", "12"),
    ]


def test_the_control_line_stands_below_the_list_and_its_head_explains_the_sum_and_the_bonus():
    """At four, a lost deal brings three others 30 each; passed by, so by nobody, whoever plays Spielpunkte alone."""
    lines = [" ".join(line) for line in read(print_lists([filled(frame(), rounds(AT_FOUR, 12))], "Liste"))]
    [printed] = [line for line in lines if line.startswith("Kontrolle")]
    figures = "Kontrolle: Σ Gesamtpunkte 2448 = Σ Spielpunkte 768 + 50 × (Σ g 24 − Σ v 12 ) + 90 × Σ v 12"
    assert printed.replace(" ", "") == figures.replace(" ", "")
    [meaning] = [line for line in lines if line.startswith("• gibt")]
    assert "g gewonnen, v verloren" in meaning and "Σ alle zusammen · 90 = 3 andere × 30" in meaning
    plain = read(print_lists([blank(frame(evaluation="spielpunkte"))], "Liste"))
    assert not {"Kontrolle:", "Σ"} & {word for line in plain for word in line}


@pytest.mark.parametrize("evaluation", ["seeger-fabian", "seeger"])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_control_line_is_right_for_every_size_of_table(seats, evaluation):
    losers = [typed(nr, f"{nr % seats + 1}21{'-' if nr % 3 else '+'}") for nr in range(1, 4 * seats + 1)]
    paper = paper_of(frame(seats=seats, deals=4 * seats, evaluation=evaluation), losers)
    figures = [int(part.figure.replace("−", "-")) for part in paper.control]
    bonus = int(re.search(r"\+ (\d+) ×", paper.control[4].label)[1]) * figures[4] if len(figures) == 5 else 0
    assert figures[0] == figures[1] + 50 * (figures[2] - figures[3]) + bonus
    [result] = [line.values for line in paper.foot if line.key == "result"]
    assert figures[0] == sum(int(value.replace("−", "-")) for value in result)
    assert figures[3] > 0


def test_where_somebody_left_the_bonus_of_the_control_line_is_one_figure():
    """One deal lost at three: 40 for each of two others."""
    rows = [*(typed(nr, "0") for nr in range(1, 5)), Entered(5, 1, typed(5, "121-").deal, playing=(1, 2, 3))]
    paper = paper_of(frame(deals=7), [*rows, typed(6, "0"), typed(7, "0")])
    assert control(paper)[-1] == (") + Bonus", "80")


@pytest.mark.parametrize(("evaluation", "figures"), [("payment", ["0"]), ("spielpunkte", [])])
def test_the_control_line_of_other_evaluations(evaluation, figures):
    rows = [typed(1, "121+"), typed(2, "321-"), typed(3, "0")]
    paper = paper_of(frame(seats=3, deals=3, evaluation=evaluation), rows)
    assert [part.figure for part in paper.control] == figures


# ---- Empty lists, names, tags ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", BOOKS)
def test_every_rule_book_offers_a_list_to_fill_in_by_hand(client, db, key):
    page = client.get(reverse("rules:book", args=[key])).content.decode()
    for size in BOOKS[key].table_sizes:
        assert f'href="{reverse("printing:rules_form", args=[key, size])}"' in page
    if not WHOLE and key not in EXTREMES:
        return
    pdf = get(client, "rules_form", key, size if WHOLE else BOOKS[key].table_sizes[0]).content
    words = {word for line in read(pdf) for word in line}
    assert {"Spielliste", "Veranstaltung", "Verein", "Ort", "Datum", "Serie", "Tisch", "Name", "Unterschrift"} <= words
    assert client.get(reverse("printing:rules_form", args=[key, 9])).status_code == 404


@pytest.mark.parametrize(
    "name",
    ["Grzegorz Brzęczyszczykiewicz", "Çağrı Öztürkoğlu-Yıldırım", "Ольга Иванова-Петрова", "Γιώργος Νίκου", LONG],
)
def test_names_of_other_languages_are_stamped(name):
    """All such lists share the form of any other."""
    plain, _texts = sheet_stamping.form_of(filled(frame(), rounds(AT_FOUR, 12)))
    form, texts = sheet_stamping.form_of(
        filled(frame(), rounds(AT_FOUR, 12), [PaperPlace(seat, name, seat, "") for seat in (1, 2, 3, 4)])
    )
    assert "name-1-1" in texts
    assert (
        form
        is sheet_stamping.form_of(
            filled(frame(), rounds(AT_FOUR, 12), [PaperPlace(seat, "Bo", seat, "") for seat in (1, 2, 3, 4)])
        )[0]
    )
    assert plain.document is not None


@pytest.fixture
def short(event):
    """The evening with lists of four deals, which are laid out one by one for whoever asks for tags."""
    event.deals_at_four = 4
    event.save()
    return event


def test_lists_carry_tags_for_whoever_asks_for_them(short, schreiber, tmp_path):
    enter_guests(short, [(f"Gast {letter}", "") for letter in "ABCD"])
    seat_round(short.rounds.get(number=1), {1: [1, 2, 3, 4]})
    fill(open_sheet(Table.objects.get(round__event=short), schreiber), AT_FOUR)
    Sheet.objects.update(state=Sheet.State.ENTERED)
    at_tables = {"serie": 1, "site": "https://skat.example.org"}
    papers = {"listen": at_tables, "tischkarten": at_tables, "startkarten": {}, "rangliste": {}}
    for name, options in papers.items():
        for asked in (False, True):
            file = tmp_path / f"{name}-{asked}.pdf"
            call_command("print", name, short.slug, output=file, barrierefrei=asked, **options)
            root = PdfReader(file).root_object
            carries = asked or name == "rangliste"  # a short table always does
            assert ("/StructTreeRoot" in root) is carries, name
            about = root["/Metadata"].get_object().get_data() if "/Metadata" in root else b""
            assert (b"pdfuaid" in about) is carries, name
            assert carries or "/MarkInfo" not in root, name
            assert not carries or (root["/Lang"], root["/MarkInfo"]["/Marked"].value) == ("de", True), name
            words = {word for line in read(file.read_bytes()) for word in line}
            assert {"Gast", "Clubabend"} <= words


def test_papers_that_are_read_on_a_screen_carry_tags(evening, list_of, schreiber, sign_in, monkeypatch):
    """Short tables always; long ones, and single lists, for whoever asks for it, and pages of long ones say how.

    One of the tables is enough here: the others are made by the same function, and carry tags when they are printed by
    the command (`test_paper_documents`).
    """
    create_teams(evening, Team.Kind.TEAM, "Erste: 1 2\nZweite: 3 4")
    sheet = fill(list_of(), AT_FOUR)
    Sheet.objects.update(state=Sheet.State.ENTERED)
    browser = sign_in(schreiber)

    def carries(address):
        return "/StructTreeRoot" in PdfReader(BytesIO(browser.get(address).content)).root_object

    papers = [reverse(f"printing:{name}", args=[evening.slug]) for name in ("ranking", "best_lists", "winners")]
    papers.append(reverse("printing:team_ranking", args=[evening.slug, "team"]))
    papers = papers if WHOLE else papers[:1]
    lists = [reverse(f"printing:{name}", args=[sheet.pk]) for name in ("sheet", "blank_sheet")]
    lists.append(reverse("printing:blank_table", args=[evening.slug, 1, 1]))
    assert [carries(address) for address in [*papers, *lists]] == [True] * len(papers) + [False] * 3
    monkeypatch.setattr(long_tables, "ALWAYS_TAGGED", 3)
    assert not any(carries(address) for address in papers)
    assert all(carries(f"{address}?barrierefrei=1") for address in [*papers, *lists])
    page = browser.get(reverse("standings:ranking", args=[evening.slug])).text
    [address] = re.findall(r'href="([^"]*barrierefrei=1)"', page)
    assert carries(address.replace("&amp;", "&"))


def test_the_page_of_a_serie_leads_to_papers_with_tags(short, schreiber, sign_in):
    enter_guests(short, [(f"Gast {letter}", "") for letter in "ABCD"])
    seat_round(short.rounds.get(number=1), {1: [1, 2, 3, 4]})
    browser = sign_in(schreiber)

    def offered():
        page = browser.get(reverse("lists:board", args=[short.slug, 1])).content.decode()
        return [address.replace("&amp;", "&") for address in re.findall(r'href="([^"]*barrierefrei=1)"', page)]

    before = offered()
    open_sheet(Table.objects.get(round__event=short), schreiber)
    assert offered() == [before[0].replace("leer=1&", ""), *before]  # lists are there when one is open
    for address in offered():
        pdf = browser.get(address).content
        assert "/StructTreeRoot" in PdfReader(BytesIO(pdf)).root_object, address
