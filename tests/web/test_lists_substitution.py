"""Somebody takes over a seat in the middle of a list."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from scoring.foot_check import PaperFoot
from skatliga.access import Role
from skatliga.events.services import enter_guests, seat_round
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import SeatResult, Sheet
from skatliga.lists.queries import sittings_of
from skatliga.lists.seat_changes import substitute
from skatliga.lists.services import Change, append_row, enter_feet, open_sheet, set_deals
from skatliga.printing.queries import filled_paper
from web.replayed import world

# Table of three, factor 40. Seat 1 wins Kreuz mit 1 (24), loses Herz mit 1 (-40); then seat 1 (the substitute) wins a
# Grand mit 1 (48) and seat 2 loses Pik mit 1 (-44).
ROWS = [
    (1, {"game": "kreuz", "spitzen": 1, "won": True}),
    (1, {"game": "herz", "spitzen": 1, "won": False}),
    (0, {"game": "eingepasst"}),
    (1, {"game": "grand", "spitzen": 1, "won": True}),
    (2, {"game": "pik", "spitzen": 1, "won": False}),
    (0, {"game": "eingepasst"}),
]


@pytest.fixture
@world
def sheet(event, schreiber):
    enter_guests(event, [(name, "") for name in ("Anna", "Bert", "Cora", "Dora")])
    seat_round(event.rounds.get(number=1), {1: [1, 2, 3]})
    sheet = open_sheet(event.rounds.get(number=1).tables.get(), schreiber)
    set_deals(sheet.pk, 6, Change(0, schreiber, "kurze Liste"))
    for revision, (declarer, deal) in enumerate(ROWS, 1):
        append_row(sheet.pk, Entered(declarer=declarer, deal=deal), Change(revision, schreiber))
    sheet.refresh_from_db()
    return sheet


def results():
    found = SeatResult.objects.order_by("seat", "entry__start_number").select_related("entry")
    return [(one.entry.name, one.spielpunkte, one.won, one.lost, one.leistung) for one in found]


def dora(sheet):
    return sheet.table.round.event.entries.get(start_number=4)


def test_the_result_is_the_starters(sheet, schreiber):
    substitute(sheet.pk, 1, dora(sheet), 4, False, Change(sheet.revision, schreiber, "Anna musste gehen"))
    # Anna 32 points, two won, one lost, Bert lost one: 32 + 50 + 40
    assert results() == [("Anna", 32, 2, 1, 122), ("Bert", -44, 0, 1, -54), ("Cora", 0, 0, 0, 80)]


def test_a_split_result_gives_each_his_part(sheet, schreiber):
    substitute(sheet.pk, 1, dora(sheet), 4, True, Change(sheet.revision, schreiber, "Anna musste gehen"))
    # Anna until deal 3: 24 - 40, one won, one lost. Dora from deal 4: 48, one won, Bert's loss 40.
    assert results() == [
        ("Anna", -16, 1, 1, -16),
        ("Dora", 48, 1, 0, 138),
        ("Bert", -44, 0, 1, -54),
        ("Cora", 0, 0, 0, 80),
    ]


def test_the_paper_says_who_took_over(sheet, schreiber):
    substitute(sheet.pk, 1, dora(sheet), 4, True, Change(sheet.revision, schreiber, "Anna musste gehen"))
    sheet = Sheet.objects.get(pk=sheet.pk)
    assert filled_paper(sheet, Role.READER, "").remarks == ("Platz 1: ab Spiel 4 Dora, Ergebnis geteilt.",)


def test_of_a_list_of_sums_nothing_is_said_to_be_split(event, sheet, schreiber):
    seat_round(event.rounds.get(number=2), {1: [1, 2, 3]})
    sums = open_sheet(event.rounds.get(number=2).tables.get(), schreiber)
    enter_feet(sums.pk, [PaperFoot(864, 36, 0), PaperFoot(0, 0, 0), PaperFoot(0, 0, 0)], 0, Change(0, schreiber))
    substitute(sums.pk, 1, dora(sums), 4, True, Change(1, schreiber, "Anna musste gehen"))
    said = "ab Spiel 4 Dora; ohne die einzelnen Spiele lässt sich das Ergebnis nicht teilen"
    sums = Sheet.objects.get(pk=sums.pk)
    assert sittings_of(sums, Role.READER)[0].substitute == said
    assert filled_paper(sums, Role.READER, "").remarks == (f"Platz 1: {said}.",)


def test_said_again_it_replaces_what_was_said(sheet, schreiber):
    substitute(sheet.pk, 1, dora(sheet), 4, True, Change(sheet.revision, schreiber, "Anna musste gehen"))
    substitute(sheet.pk, 1, dora(sheet), 4, False, Change(sheet.revision + 1, schreiber, "doch nicht geteilt"))
    assert results()[0] == ("Anna", 32, 2, 1, 122)
    assert [taken.split for taken in sheet.substitutions.all()] == [False]


@pytest.mark.parametrize(
    ("seat", "start_number", "deal", "reason", "said"),
    [
        (1, 4, 4, " ", "Bitte eine Begründung angeben."),
        (4, 4, 4, "x", "Diesen Platz gibt es an dem Tisch nicht."),
        (1, 2, 4, "x", "Bert sitzt selbst an diesem Tisch."),
        (1, 4, 1, "x", "Eine Vertretung beginnt frühestens mit Spiel 2 und spätestens mit Spiel 6."),
        (1, 4, 7, "x", "Eine Vertretung beginnt frühestens mit Spiel 2 und spätestens mit Spiel 6."),
    ],
)
def test_what_cannot_be_is_refused(sheet, schreiber, seat, start_number, deal, reason, said):
    entry = sheet.table.round.event.entries.get(start_number=start_number)
    with pytest.raises(ValidationError) as refused:
        substitute(sheet.pk, seat, entry, deal, True, Change(sheet.revision, schreiber, reason))
    assert refused.value.messages == [said]


def test_the_page_takes_and_tells_it(sheet, schreiber, sign_in):
    browser = sign_in(schreiber)
    sent = {"seat": 1, "start_number": 4, "from_deal": 4, "split": "on", "reason": "Anna musste gehen"}
    browser.post(reverse("lists:substitute", args=[sheet.pk]), {**sent, "revision": sheet.revision})
    page = browser.get(reverse("lists:sheet", args=[sheet.pk])).content.decode()
    assert page.count("ab Spiel 4 Dora, Ergebnis geteilt") == 2
    assert "ab Spiel 4 Dora (Ergebnis geteilt)" in page
    assert "Anna musste gehen" in page
    browser.post(reverse("lists:substitute", args=[sheet.pk]), {**sent, "start_number": 9})
    page = browser.get(reverse("lists:sheet", args=[sheet.pk])).content.decode()
    assert "Diese Startnummer gibt es hier nicht." in page
