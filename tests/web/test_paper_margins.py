"""Every kind of paper as it comes from the command line: its margins, measured on the sheet, and its tags.

Pictures come from poppler, tags from pypdf.
"""

from io import BytesIO
from itertools import product

import pytest
from django.core.management import call_command
from django.template.loader import render_to_string
from django.utils import translation
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import BooleanObject
from whole import WHOLE, sample

from scoring import BOOKS
from skatliga.circuits.models import Circuit
from skatliga.events.models import Event, Team
from skatliga.events.teams import create_teams
from skatliga.leagues.models import Group
from skatliga.people.models import Club, Player
from skatliga.printing.cards import rules_in_short
from skatliga.printing.document_types import DOCUMENT_TYPES
from skatliga.printing.management.commands.print import CIRCUIT, DOCUMENTS
from skatliga.printing.page_papers import LEAGUE_WORKS, YEAR_WORKS
from skatliga.printing.pdf import to_pdf
from skatliga.years.models import ClubYear
from web.demonstration import demo_club
from web.test_paper_sheets import picture, without_marks

DOTS = 100 / 25.4
"""Of a picture, on a millimetre."""
WITHIN = (0, 0, 105 - 0.3, 74.25 - 0.3)
"""The first card of a sheet, without the lines along which it is cut."""
CARDS = {"startkarten", "tischkarten", "kassenzettel"}
"""Cut along lines that reach the edges of the sheet."""
FRAMED = {"aushang", "urkunden"}
STAMPED = {"listen", "leere-listen"}


@pytest.fixture
def demo(settings, tmp_path, db):
    """The demo evening, with teams of every kind: nations it has none."""
    settings.VAR_DIR = tmp_path / "var"
    demo_club()
    event = Event.objects.get(slug__startswith="vereinsabend")
    create_teams(event, Team.Kind.NATION, "Sachsen Demo: 1 2 3 4\nHessen Demo: 5 6 7 8", "Länderkampf")
    return event


def order(name, event):
    """Of what a paper is printed, and what else the command needs to know."""
    if name == CIRCUIT:
        return Circuit.objects.first().slug, {}
    if name in LEAGUE_WORKS:
        division = Group.objects.get(matchday__number=1, number=1).matchday.division
        of = f"{division.season.slug}/{division.slug}"
        return of, {"gruppe": "1.1"} if LEAGUE_WORKS[name].of_a_group else {}
    if name in YEAR_WORKS:
        return ClubYear.objects.first().slug, {}
    if name == "vereinsstatistik":
        return Club.objects.first().slug, {}
    if name == "spielerstatistik":
        return str(Player.objects.filter(entries__event=event).first().pk), {}
    return event.slug, {"serie": 1} if DOCUMENT_TYPES[name].of_a_round else {}


def kind(name):
    """Papers of one kind share their style sheets."""
    return tuple(name in kind for kind in (LEAGUE_WORKS, YEAR_WORKS, CARDS, FRAMED, STAMPED))


def margins(pdf, folder, cut=False, marked=False):
    """Of every page the millimetres that stay white on its left, its right, above and below; without cutting lines."""
    for number in range(1, len(PdfReader(BytesIO(pdf)).pages) + 1):
        page = picture(pdf, folder, 100, number)
        if marked:
            page = without_marks(page)
        for at in (1, 2, 3) if cut else ():
            page.paste(255, strip(0, 74.25 * at - 0.4, 210, 74.25 * at + 0.4))
        if cut:
            page.paste(255, strip(105 - 0.4, 0, 105 + 0.4, 297))
        yield white_around(page)


def white_around(page, dots=DOTS):
    left, top, right, bottom = page.point(lambda grey: 255 if grey < 128 else 0).getbbox()
    return tuple(at / dots for at in (left, page.width - right, top, page.height - bottom))


def strip(*millimetres):
    return tuple(round(at * DOTS) for at in millimetres)


def test_every_paper_keeps_its_margins_and_carries_tags_for_whoever_asks(demo, tmp_path):
    """10 mm, 20 at the edge by which it is filed; what hangs, is cut or is framed is not filed.

    That lists carry tags, each laid out by itself then, is seen on a short one in `test_paper_sheets`.
    """
    for name in sample(DOCUMENTS, kind, part=8):
        slug, options = order(name, demo)
        file, asked = tmp_path / f"{name}.pdf", WHOLE or name not in STAMPED
        options |= {"site": "https://skat.example.org", "language": "en"}
        call_command("print", name, slug, output=file, barrierefrei=asked, **options)
        pdf = file.read_bytes()
        for left, *others in margins(pdf, tmp_path, name in CARDS, name in STAMPED):
            assert left >= (10 if name in CARDS | FRAMED else 20) - 0.3, name
            assert min(others) >= 10 - 0.3, (name, others)
        if asked:
            assert_tagged(file, "en")


def assert_tagged(file, language):
    """For screen readers, as PDF/UA wants it."""
    root = PdfReader(file).root_object
    assert root["/MarkInfo"] == {"/Marked": BooleanObject(True)}, file
    assert (root["/Lang"], "/StructTreeRoot" in root) == (language, True), file
    assert b"pdfuaid" in root["/Metadata"].get_object().get_data(), file


@pytest.mark.parametrize(
    ("key", "language"),
    # One book in German and the next one in English, unless everything is tried.
    [pair for number, pair in enumerate(product(BOOKS, ("de", "en"))) if WHOLE or number % 4 in (0, 3)],
)
def test_the_rules_on_the_back_of_a_card_end_ten_millimetres_above_its_edge(key, language, tmp_path):
    """All eight cards of a sheet are the same."""
    book = BOOKS[key]
    with translation.override(language):
        event = Event(name="Preisskat", club=Club(name="Herz Dame"), rulebook=key, evaluation=book.evaluations[0])
        if "seeger-fabian" in book.evaluations:
            event.evaluation = "seeger-fabian"
        context = {"event": event, "cards": range(1), "rules": rules_in_short(event)}
        pdf = to_pdf(render_to_string("printing/start_cards_back.html", context))
    card = Image.new("L", strip(2 * 105, 2 * 74.25), 255)
    card.paste(picture(pdf, tmp_path, 200, box=WITHIN), (0, 0))
    assert min(white_around(card, 2 * DOTS)) >= 10 - 0.3
