"""Valuing every stored list again: silence where all is well, every seat named where it is not."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from skatliga.exchange.evenings.import_lists import import_lists
from skatliga.exchange.recheck import ResultDifference, all_sheets, find_differences
from skatliga.lists.models import SeatResult, Sheet
from web.replayed import world

# Two rounds at three: Grand mit 1 by seat 1, Null by seat 2, Karo mit 1 lost by seat 3; then one passed in, Pik mit 2
# by seat 2, Grand mit 1 by seat 3. With 50 for an own game and 40 for a lost one of the others (SkWO 6.3.1):
# 48 + 50 + 40 = 138; 23 + 33 + 100 + 40 = 196; -36 + 48 + 50 - 50 = 12.
HEAD = "liste;serie;tisch;platz1;platz2;platz3;spiele;spiel;kurz"
LISTS = f"""{HEAD}
A;1;1;Anna;Bert;Cora;6;1;141+
A;;;;;;;2;233+
A;;;;;;;3;391-
A;;;;;;;4;0
A;;;;;;;5;212+
A;;;;;;;6;341+
B;2;1;Cora;Anna;Bert;1;1;141+
""".encode()
RESULTS = {1: (48, 1, 0, 138), 2: (56, 2, 0, 196), 3: (12, 1, 1, 12)}


@pytest.fixture
@world
def imported(event):
    assert import_lists(event, LISTS, None).good


def recheck():
    printed = StringIO()
    try:
        call_command("recheck", stdout=printed)
    except CommandError as failed:
        return printed.getvalue(), str(failed)
    return printed.getvalue(), ""


@pytest.mark.usefixtures("imported")
def test_where_all_is_well_it_says_so():
    assert recheck() == ("2 Listen nachgerechnet.\nAlle gespeicherten Ergebnisse stimmen.\n", "")
    first = SeatResult.objects.filter(sheet__table__round__number=1)
    assert {
        seat: tuple(result) for seat, *result in first.values_list("seat", "spielpunkte", "won", "lost", "leistung")
    } == RESULTS


@pytest.mark.usefixtures("imported")
def test_every_seat_that_differs_is_named():
    sheet = Sheet.objects.get(table__round__number=1)
    sheet.results.filter(seat=2).update(leistung=96)
    sheet.results.filter(seat=3).delete()
    assert list(find_differences(all_sheets())) == [
        ResultDifference(sheet, 2, (56, 2, 0, 96), RESULTS[2]),
        ResultDifference(sheet, 3, None, RESULTS[3]),
    ]
    printed, failed = recheck()
    assert failed == "Gespeicherte Ergebnisse weichen ab."
    assert "56 / 2 / 0 / 96" in printed


@pytest.mark.usefixtures("imported")
def test_an_annulled_list_has_no_results():
    Sheet.objects.filter(table__round__number=1).update(state=Sheet.State.ANNULLED)
    assert [(found.seat, found.stored, found.computed) for found in find_differences(all_sheets())] == [
        (seat, result, None) for seat, result in RESULTS.items()
    ]


@pytest.mark.parametrize("lists", [1, 3])
def test_the_number_of_queries_does_not_depend_on_the_number_of_lists(lists, event, django_assert_num_queries):
    rows = [f"{nr};1;{nr};Anna {nr};Bert {nr};Cora {nr};1;1;141+" for nr in range(1, lists + 1)]
    assert import_lists(event, "\n".join([HEAD, *rows]).encode(), None).good
    with django_assert_num_queries(6):  # lists, rows, feet, results, substitutions, seats
        assert not list(find_differences(all_sheets()))
