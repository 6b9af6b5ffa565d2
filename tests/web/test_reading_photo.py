"""Photographs that are read: a painted one and a real one, where the characters are at hand; and what is no list.

The folder is named by PHOTOS in the environment, as for `tests.bench photo`.
"""

import json
import os
from collections import Counter
from functools import cache
from io import BytesIO, StringIO
from itertools import accumulate
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from PIL import Image, ImageDraw, ImageFilter

from scoring.rulebooks import BOOKS
from skatliga.lists.photos import MOST_AREA
from skatliga.printing.sheet_paper import blank
from skatliga.printing.sheet_rows import left_block
from skatliga.printing.sheet_stamping import print_lists
from skatliga.reading.layouts import LEFT, has_usual_columns
from web.test_paper_batch import HEAD, seated
from web.test_paper_sheets import picture
from web.test_printing import frame

HANDWRITING = Path(os.environ.get("PHOTOS", Path(__file__).parents[3] / "shared/data/handwriting"))
REAL = HANDWRITING / "form_photo.png"
needs_handwriting = pytest.mark.skipif(not REAL.exists(), reason="the folder with handwriting (PHOTOS) is not there")
# Declarer and score of the rows of the real photograph, read by eye.
REAL_ROWS = (
    "2 30 4 72 2 -54 1 33 4 72 1 18 1 46 2 22 3 120 1 -40 4 27 3 24 2 27 1 72 2 48 2 -60 2 22 4 72 2 23 1 48 "
    "2 33 3 18 1 24 2 -40 4 96 1 50 2 -44 3 54 4 168 1 50 2 35 3 36 2 -66 1 18 4 48 1 30 3 23 4 40 2 33 1 72"
)


def read(*photos, **options):
    """The answers of the command, and whether it ended well."""
    out, good = StringIO(), True
    try:
        call_command("read_list", *map(str, photos), json=True, stdout=out, **options)
    except SystemExit:
        good = False
    return [json.loads(line) for line in out.getvalue().splitlines()], good


def problems(answer):
    return [problem["code"] for problem in answer["problems"]]


@pytest.fixture(scope="module")
def empty_sheet(tmp_path_factory):
    """A blank list on a grey table, with 150 pixels on an inch."""
    folder = tmp_path_factory.mktemp("sheet")
    page = picture(print_lists([blank(frame(), seated(4), HEAD)], "Liste"), folder, 150)
    photo = Image.new("L", (page.width + 150, page.height + 150), 90)
    photo.paste(page, (75, 75))
    return photo


def saved(image, folder, name="photo.jpg"):
    image.save(folder / name, quality=85)
    return folder / name


def at_dots(photo, dots):
    """The sheet on its table, with so many pixels on an inch."""
    return photo.resize((photo.width * dots // 150, photo.height * dots // 150))


@needs_handwriting
def test_the_real_photograph_is_read_completely():
    [answer], good = read(REAL)
    assert good
    wanted = [int(each) for each in REAL_ROWS.split()]
    played = [row for row in answer["rows"] if row["state"] == "played"]
    assert [each for row in played for each in (row["declarer"], row["score"])] == wanted
    assert answer["sheet"]["form"] == "dskv-4" and len(answer["rows"]) == 48
    feet = [[foot[name] for name in ("points", "won", "lost", "result")] for foot in answer["foot"]]
    assert feet == [[421, 11, 1, 1071], [9, 9, 5, 239], [275, 6, 0, 755], [595, 8, 0, 1175]]


@needs_handwriting
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_the_form_is_found_whichever_way_the_photograph_was_held(turns):
    from skatliga.reading.pictures import load
    from skatliga.reading.printed_form import find_form

    turned = BytesIO()
    Image.open(REAL).rotate(90 * turns, expand=True).save(turned, "PNG", compress_level=1)
    form = find_form(load(turned.getvalue()))
    assert (form.layout.form, len(form.layout.cells)) == ("dskv-4", 48 * 24 + 4 * 6)


@needs_handwriting
def test_a_painted_photograph_is_read_and_says_what_it_is_of(tmp_path, monkeypatch):
    from skatliga.printing.sheet_geometry import geometry
    from skatliga.reading import recognition
    from tests.bench.painted_photo import held_out, paint, photograph, sheet_of, write_list

    random, paper = Random(7), blank(frame(), seated(4), HEAD)
    (tmp_path / "sheet.pdf").write_bytes(print_lists([paper], "Liste"))
    sheet, page = sheet_of(tmp_path / "sheet.pdf", geometry([paper])["pages"][0])
    written = write_list(random, 4, 48, values=True, left=True, slips=0)
    (tmp_path / "photo.jpg").write_bytes(photograph(random, paint(random, sheet, page, written, held_out(HANDWRITING))))
    monkeypatch.setattr(recognition, "read_photo", cache(recognition.read_photo))
    [answer], good = read(tmp_path / "photo.jpg")
    assert good and (answer["sheet"]["form"], answer["sheet"]["seats"], answer["sheet"]["deals"]) == ("skatliga", 4, 48)
    assert answer["sheet"]["code"] == f"{HEAD.address}-1"
    wrong = [
        row["row"]
        for row, true in zip(answer["rows"], written.rows, strict=True)
        if not row["look"]
        and (row["state"], row["declarer"] or 0, row["score"] or 0) != (true.state, true.declarer, true.score)
    ]
    assert wrong == []
    assert problems(read(tmp_path / "photo.jpg", list="https://x.org/B/21111111-1")[0][0]) == ["other_list"]


def test_an_empty_sheet_says_that_nothing_is_to_be_read(empty_sheet, tmp_path):
    """The edges of its paper are not on the picture, but all four marks."""
    within = (93, 93, empty_sheet.width - 93, empty_sheet.height - 93)
    [answer], good = read(saved(empty_sheet.crop(within), tmp_path))
    assert not good and problems(answer) == ["unreadable"]
    assert answer["sheet"]["seats"] == 4 and answer["sheet"]["deals"] == 48
    assert all(row["state"] == "empty" for row in answer["rows"])


def test_two_sheets_on_one_photograph_are_cut_apart(empty_sheet, tmp_path):
    """Side by side, one of them upside down, and the photograph held on its side."""
    from skatliga.reading.photo_job import read_all

    photo = Image.new("L", (2 * empty_sheet.width, empty_sheet.height), 90)
    photo.paste(empty_sheet, (0, 0))
    photo.paste(empty_sheet.rotate(180), (empty_sheet.width, 0))
    whole = saved(at_dots(photo, 100).rotate(90, expand=True), tmp_path)
    job = tmp_path / "job"
    job.mkdir()
    (job / "0.name").write_text("zwei.jpg")
    whole.rename(job / "0.photo")
    assert list(read_all(job, "isko-2022")) == [0, 1]
    answers = [json.loads((job / f"{number}.json").read_text()) for number in (0, 1)]
    assert [answer["sheet"]["code"] for answer in answers] == 2 * [f"{HEAD.address}-1"]
    assert [problems(answer) for answer in answers] == 2 * [["unreadable"]]  # nothing is written on them
    assert [(job / f"{number}.name").read_text() for number in (0, 1)] == ["zwei.jpg (1)", "zwei.jpg (2)"]


@pytest.mark.parametrize("dots", [110, 140])
def test_a_small_sheet_beside_a_large_one_is_seen(empty_sheet, dots):
    """The large one fills a third or more than half of the photograph; nothing but their marks is on the sheets."""
    from skatliga.reading.marks import find_marks

    sheet = empty_sheet.copy()
    sheet.paste(255, (155, 75, sheet.width - 155, sheet.height - 75))
    sheet.paste(255, (75, 155, sheet.width - 75, sheet.height - 155))
    photo = Image.new("L", (2000, 1720), 90)
    photo.paste(at_dots(sheet, dots), (0, 0))
    photo.paste(at_dots(sheet, 75), (1280, 200))
    marks = find_marks(np.array(photo))
    assert sorted((mark.side > 25, mark.number) for mark in marks) == [
        (large, number) for large in (False, True) for number in range(4)
    ]


def test_the_command_says_that_several_sheets_are_to_be_photographed_one_by_one(tmp_path, monkeypatch):
    """Marks of two sheets side by side, a mark is 20 pixels large; each sheet has its own, and none of the other."""
    from skatliga.reading import recognition
    from skatliga.reading.marks import Mark

    square = np.array([[-10, -10], [10, -10], [10, 10], [-10, 10]], np.float32)
    centres = [(24.3, 24.3), (575.7, 24.3), (575.7, 824.3), (24.3, 824.3)]  # of 210 to 297 millimetres
    marks = [Mark(at, square + centres[at] + (left, 0)) for left in (0, 650) for at in range(4)]
    monkeypatch.setattr(recognition, "find_marks", lambda photo: marks)
    [answer], good = read(saved(Image.new("L", (1300, 850)), tmp_path))
    assert not good and problems(answer) == ["several_sheets"] and answer["rows"] == []
    corners = [
        np.rint(each).tolist() for each in recognition.straightened((tmp_path / "photo.jpg").read_bytes()).several
    ]
    assert corners == [[[x, 0], [x + 600, 0], [x + 600, 849], [x, 849]] for x in (0, 650)]


BAD = {
    "half a sheet": (lambda page: page.crop((0, 0, page.width, page.height // 2)), "cut_off"),
    "out of focus": (lambda page: page.filter(ImageFilter.GaussianBlur(4.5)), "blurred"),
    "too small": (lambda page: at_dots(page, 67), "blurred"),
    "far too small": (lambda page: at_dots(page, 40), "blurred"),
    "dark": (lambda page: page.point(lambda grey: grey // 40), "no_sheet"),
    "a grey wall": (lambda page: Image.new("L", (1200, 1600), 128), "no_sheet"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_read_is_said_and_nothing_is_guessed(name, empty_sheet, tmp_path):
    spoil, code = BAD[name]
    [answer], good = read(saved(spoil(empty_sheet), tmp_path))
    assert not good and problems(answer) == [code]
    assert answer["rows"] == [] and answer["problems"][0]["message"].endswith(".")


@pytest.mark.parametrize(("key", "seats"), [("skat-en-deux", 2), ("isko-2022", 5)])
def test_sheets_with_other_columns_are_named_and_not_guessed(key, seats, tmp_path):
    """Another rule book's, and one that lies on its side."""
    paper = blank(frame(key, seats, 12 * seats), seated(seats), HEAD)
    page = picture(print_lists([paper], "Liste"), tmp_path, 150)
    photo = Image.new("L", (page.width + 150, page.height + 150), 90)
    photo.paste(page, (75, 75))
    [answer], good = read(saved(photo, tmp_path))
    assert not good and problems(answer) == ["unknown_layout"] and answer["rows"] == []


def test_lists_of_a_book_with_other_columns_are_not_read(empty_sheet, tmp_path):
    [answer], good = read(saved(empty_sheet, tmp_path), rulebook="hausrunde")
    assert not good and problems(answer) == ["unknown_layout"] and answer["rows"] == []


def test_the_books_whose_lists_are_read_have_the_usual_columns():
    usual = {key for key, book in BOOKS.items() if tuple(column.key for column in left_block(book)) == LEFT}
    assert usual == {key for key, book in BOOKS.items() if has_usual_columns(book)}


@needs_handwriting
def test_the_usual_form_at_three_is_read(tmp_path):
    from tests.bench.painted_form import usual_form
    from tests.bench.painted_photo import held_out, paint, photograph, write_list

    random = Random("form 2")
    sheet, page = usual_form(3)
    written = write_list(random, 3, 36, values=True, left=False, slips=0)
    (tmp_path / "photo.jpg").write_bytes(photograph(random, paint(random, sheet, page, written, held_out(HANDWRITING))))
    [answer], _good = read(tmp_path / "photo.jpg")
    assert (answer["sheet"]["form"], answer["sheet"]["seats"], len(answer["rows"])) == ("dskv-3", 3, 36)
    wrong = [
        row["row"]
        for row, true in zip(answer["rows"], written.rows, strict=True)
        if not row["look"] and (row["declarer"] or 0, row["score"] or 0) != (true.declarer, true.score)
    ]
    assert wrong == []


def test_a_page_of_the_newspaper_is_no_list(tmp_path):
    page = Image.new("L", (1000, 1400), 250)
    draw, random = ImageDraw.Draw(page), Random(3)
    for column in range(3):
        for line in range(56):
            words = " ".join("".join(random.choices("abcdeinrst", k=random.randint(2, 9))) for _ in range(6))
            draw.text((25 + 325 * column, 50 + 23 * line), words[:44], fill=30)
    [answer], good = read(saved(page.filter(ImageFilter.GaussianBlur(0.6)), tmp_path))
    assert not good and problems(answer) == ["no_sheet"]


def test_fineness_is_that_of_the_middle_in_the_coarser_direction():
    """A sheet seen from the side: x, y of the paper lies at 8x, 8y, both by 1 + x / 1000, on the photograph.

    Ten millimetres across, from 105 to 115: 64.93 pixels along and 9.64 down. Ten millimetres down: 80 / 1.105 pixels.
    """
    from skatliga.reading.pictures import fineness

    seen = np.array([[8.0, 0, 0], [0, 8, 0], [0.001, 0, 1]])
    assert round(fineness(seen, (210.0, 297.0)), 2) == 6.56
    assert round(fineness(np.diag([8.0, 5, 1]), (210.0, 297.0)), 2) == 5


@pytest.mark.parametrize(("seats", "deals"), [(4, 48), (3, 36)])
def test_every_row_of_our_paper_has_all_its_cells(seats, deals):
    """Nine columns of the deal, plus, minus and passed; three a seat, and six figures of each in the foot."""
    from skatliga.reading.layouts import printed_layout

    rows = Counter(cell.row for cell in printed_layout(seats, deals).cells)
    assert rows == {**dict.fromkeys(range(1, deals + 1), 12 + 3 * seats), "foot": 6 * seats}


def test_a_cell_is_outlined_on_the_photograph_clockwise():
    from skatliga.reading.pictures import StraightSheet

    straight = SimpleNamespace(
        scale=2, homography=np.diag([3.0, 3, 1]), places=np.stack(np.meshgrid(np.arange(40) / 2, np.arange(60) / 2), 2)
    )
    assert StraightSheet.quad(straight, 2, 4, 6, 8) == [[6, 12], [24, 12], [24, 36], [6, 36]]


def test_the_foot_is_shown_from_below_the_last_row_to_its_last_line(tmp_path):
    """48 rows of 4.23 mm from 48.5 mm, below them four lines of 4.2 mm; a millimetre more, two pixels a millimetre."""
    from skatliga.reading.layouts import printed_layout
    from skatliga.reading.recognition import write_picture

    straight = SimpleNamespace(scale=2, flat=np.zeros((594, 420)))
    shown = write_picture(SimpleNamespace(straight=straight, layout=printed_layout(4, 48)), tmp_path / "sheet.jpg")
    left, top, height = shown["foot"]
    assert (shown["size"], left, top, height) == ([420, 594], 38, 503, 36)


def test_a_form_at_three_is_known_by_its_columns_without_the_line_at_its_left():
    """Eleven columns, three times points, won and lost, and the passed ones."""
    from skatliga.reading.printed_form import _seats

    widths = [5.0] * 11 + [15, 6, 5] * 3 + [5]
    assert [_seats(list(accumulate(widths[less:], initial=10))) for less in (0, 1)] == [3, None]


def test_no_picture_and_far_too_large_a_one_are_unreadable(tmp_path):
    (tmp_path / "text.jpg").write_text("keine Liste")
    huge = saved(Image.new("1", (10_000, MOST_AREA // 10_000 + 1)), tmp_path, "huge.png")
    answers, good = read(tmp_path / "text.jpg", huge)
    assert not good and [problems(answer) for answer in answers] == [["unreadable"], ["unreadable"]]


def test_a_file_that_is_not_there_is_a_wrong_call(tmp_path):
    with pytest.raises(CommandError) as refused:
        read(tmp_path / "nichts.jpg")
    assert refused.value.returncode == 2
