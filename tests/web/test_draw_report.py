"""The report of a draw on paper. PDFs are read back with poppler."""

import subprocess

import pytest
from django.core.management import call_command
from django.urls import reverse

from scoring.seating import Mode
from skatliga.desk import draws
from skatliga.events.registration import change_entry
from skatliga.events.services import draw_round, enter_guests, seat_round, withdraw
from skatliga.events.teams import create_teams, keep_apart
from web.replayed import world


@pytest.fixture
@world
def two_tables(event):
    """Eight guests, one Tandem, a pair apart, a fixed seat and one who keeps no lists; Serie 1 seated by hand."""
    enter_guests(event, [(f"Gast {letter}", "") for letter in "ABCDEFGH"])
    create_teams(event, "tandem", "Asse: 1 5")
    keep_apart(event, "2 6")
    change_entry(event.entries.get(start_number=3), categories=[], teams={}, wanted_table=2, wanted_seat=4)
    change_entry(event.entries.get(start_number=4), categories=[], teams={}, wanted_seat=2)
    change_entry(event.entries.get(start_number=7), categories=[], teams={}, keeps_lists=False)
    seat_round(serie(event, 1), {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    return event


def serie(event, number):
    round = event.rounds.get(number=number)
    round.event = event
    return round


def lines(pdf: bytes) -> list[str]:
    text = subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True).stdout
    return [" ".join(line.split()) for line in text.decode().splitlines() if line.strip()]


def report_of(browser, event, number) -> list[str]:
    response = browser.get(reverse("printing:draw_report", args=[event.slug, number]))
    assert response["Content-Disposition"] == f'inline; filename="auslosung-{event.slug}-serie-{number}.pdf"'
    return lines(response.content)


WISHES = [
    "1 Mannschaft, Tandem oder Mixed: Ihre Spieler sitzen nicht zusammen.",
    "4 persönliche Wünsche sind berücksichtigt; die Turnierleitung kennt sie.",
]


def test_a_published_draw_says_its_lot_and_what_no_draw_can_avoid(two_tables, leiterin, sign_in):
    """Each of two tables of four is made of players of two tables: at best two and two, so two pairs meet again at
    each, four in all.
    """
    proposal = draws.draw_and_publish(serie(two_tables, 2), leiterin, mode=Mode.NO_REPEATS)
    said = report_of(sign_in(leiterin), two_tables, 2)
    assert "Auslosung, Serie 2" in said
    assert "8 Spieler, 2 Tische" in said
    assert any(line.startswith(f"Los {proposal.seed} · Los, ohne dass sich jemand wieder trifft") for line in said)
    assert "Wiederbegegnungen 4 4" in said
    assert sum("treffen sich zum 2. Mal." in line for line in said) == 4
    assert [line for line in said if line in WISHES] == WISHES
    seats = dict(map(tuple, proposal.seating))
    assert seats[2][3] == 3


def test_seats_set_by_hand_are_recounted(two_tables, leiterin, sign_in):
    """The same tables once more: six pairs at each meet again; Gast C and D sit elsewhere, Gast G is on seat 3."""
    seat_round(serie(two_tables, 2), {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    said = report_of(sign_in(leiterin), two_tables, 2)
    assert "Wiederbegegnungen 12 4" in said
    assert "Mannschaft oder getrenntes Paar am Tisch 0 0" in said
    assert any(line.startswith("Nachgezählt aus den Plätzen") for line in said)
    assert sum("treffen sich zum 2. Mal." in line for line in said) == 12
    assert "3 Wünsche ließen sich nicht erfüllen; die Turnierleitung weiß, welche." in said


def test_no_personal_wish_is_named_on_the_wall(two_tables, leiterin, sign_in):
    """Tisch 1 holds Gast C and D against their wishes, G sits on seat 1: the page says so, the paper counts."""
    seat_round(serie(two_tables, 2), {1: [7, 3, 2, 6], 2: [5, 1, 4, 8]})
    said = report_of(sign_in(leiterin), two_tables, 2)
    told = [line for line in said if "treffen sich" not in line]
    assert [line for line in told if "Gast" in line] == []
    assert not any(
        word in line
        for line in said
        for word in ("führt", "führen", "nicht zusammen.", "sollte")
        if not line.startswith("1 Mannschaft")
    )


def test_a_draw_at_once_and_one_changed_since_are_recounted_too(two_tables, leiterin, sign_in):
    browser, second = sign_in(leiterin), serie(two_tables, 2)
    draw_round(second)
    assert "Wiederbegegnungen 4 4" in report_of(browser, two_tables, 2)
    draws.draw_and_publish(second, leiterin, mode=Mode.NO_REPEATS)
    seat_round(second, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    assert "Wiederbegegnungen 12 4" in report_of(browser, two_tables, 2)


def test_somebody_who_left_afterwards_is_still_in_it(two_tables, leiterin, sign_in):
    draw_round(serie(two_tables, 2))
    withdraw(two_tables.entries.get(start_number=8))
    said = report_of(sign_in(leiterin), two_tables, 2)
    assert "8 Spieler, 2 Tische" in said
    assert "Wiederbegegnungen 4 4" in said


def test_without_seats_there_is_nothing_to_print(event, leiterin, sign_in):
    assert sign_in(leiterin).get(reverse("printing:draw_report", args=[event.slug, 1])).status_code == 404


def test_the_command_line_prints_it_in_english(two_tables, tmp_path):
    file = tmp_path / "draw.pdf"
    call_command("print", "auslosung", two_tables.slug, serie=1, output=file, language="en")
    assert lines(file.read_bytes()) != []


def test_the_page_of_the_serie_leads_there(two_tables, schreiber, sign_in):
    page = sign_in(schreiber).get(reverse("lists:board", args=[two_tables.slug, 1])).text
    assert reverse("printing:draw_report", args=[two_tables.slug, 1]) in page


def test_wishes_are_called_fulfilled_only_where_they_are(event, leiterin, sign_in):
    """Four of each of two clubs: two pairs at each of two tables cannot be avoided; by club there are six."""
    enter_guests(event, [(f"Gast {letter}", "Asse" if letter < "E" else "Buben") for letter in "ABCDEFGH"])
    fulfilled = "Niemand trifft sich wieder; alle Wünsche sind erfüllt."
    for seats, pairs in (({1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}, 12), ({1: [1, 2, 5, 6], 2: [3, 4, 7, 8]}, 4)):
        seat_round(serie(event, 1), seats)
        said = report_of(sign_in(leiterin), event, 1)
        assert f"Vereinskameraden am Tisch {pairs} 4" in said
        assert (fulfilled in said) is (pairs == 4)
