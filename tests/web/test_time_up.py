"""The time of a Serie is over: deals not begun are struck from all its lists at once."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from skatliga.lists.history import chronicle
from skatliga.lists.models import Sheet
from web.desk import ROUND, refused, send, text_of, type_in, write_down

WHY = "Zeit um 16:30 Uhr abgelaufen"


def where(event, round=1):
    return reverse("lists:time_up", args=[event.slug, round])


def post(browser, event, **sent):
    data = {name.replace("tisch", "tisch-"): value for name, value in sent.items()}
    return browser.post(where(event), {"reason": WHY} | data)


def told_of(sheet):
    """What the history says of the number of deals."""
    return [
        (change.before, change.after, change.why) for change in chronicle(sheet) if change.what == "Zahl der Spiele"
    ]


def test_a_preview_says_who_loses_how_many_and_nothing_is_done(evening, paper, direction, sign_in, schreiber):
    type_in(sign_in(schreiber), paper, *ROUND[:3])
    page = direction.get(where(evening))
    shown = [(each.table.number, each.played, each.deals, lost) for each, _field, lost in page.context["form"].lines]
    assert shown == [(1, 3, 4, 1), (2, None, 4, 0)]
    preview = post(direction, evening, tisch1="3", tisch2="2")
    assert "Tisch 1 verliert 1 Spiel. Tisch 2 verliert 2 Spiele." in text_of(preview)
    paper.refresh_from_db()
    assert (paper.deals, Sheet.objects.count()) == (4, 1)
    changing = post(direction, evening, tisch1="3", tisch2="2", aendern="")
    assert changing.context["form"]["tisch-2"].value() == "2"
    assert "Vorschau" in text_of(changing)


def test_all_lists_end_at_once_with_the_reason_in_their_history(evening, paper, direction, sign_in, schreiber):
    desk = sign_in(schreiber)
    write_down(paper, *ROUND[:3])
    done = post(direction, evening, tisch1="3", tisch2="2", streichen="")
    assert done.url == reverse("lists:board", args=[evening.slug, 1])
    paper.refresh_from_db()
    opened = Sheet.objects.get(table__round__number=1, table__number=2)
    assert [(sheet.deals, sheet.deals_fixed, sheet.state) for sheet in (paper, opened)] == [
        (3, True, "open"),
        (2, True, "open"),
    ]
    assert [told_of(sheet) for sheet in (paper, opened)] == [[("4", "3", WHY)], [("4", "2", WHY)]]
    # table 1 has no room for a fourth deal, table 2 takes the sums of its two deals:
    # 24 + 50 = 74 and 30 for the deal lost at seat 3; -48 - 50 there; 30 for the others
    assert "hat ihre 3 Spiele schon" in " ".join(refused(send(desk, paper, "entry", art="kurz", text="0")))
    feet = {"spielpunkte": (0, 24, -48, 0), "won": (0, 1, 0, 0), "lost": (0, 0, 1, 0), "gesamt": (30, 104, -98, 30)}
    sent = {f"{column}-{seat}": value for column, values in feet.items() for seat, value in enumerate(values, 1)}
    opened.refresh_from_db()
    sent |= {"eingepasst": 0, "revision": opened.revision, "key": uuid4()}
    desk.post(reverse("lists:totals", args=[opened.pk]), sent)
    opened.refresh_from_db()
    assert opened.state == "entered"


def test_complete_lists_are_left_alone(evening, list_of, direction, sign_in, schreiber):
    full, other = list_of(), list_of(2)
    type_in(sign_in(schreiber), full, *ROUND)
    assert [each.table.number for each in direction.get(where(evening)).context["form"].tables] == [2]
    post(direction, evening, tisch1="1", tisch2="1", streichen="")
    full.refresh_from_db()
    other.refresh_from_db()
    assert (full.deals, full.deals_fixed, other.deals, other.deals_fixed) == (4, False, 1, True)
    assert told_of(full) == []


def test_an_empty_field_leaves_its_table_for_later(evening, paper, direction):
    post(direction, evening, tisch1="", tisch2="3", streichen="")
    paper.refresh_from_db()
    assert (paper.deals, [each.table.number for each in direction.get(where(evening)).context["form"].tables]) == (
        4,
        [1, 2],
    )
    post(direction, evening, tisch1="2", tisch2="3", streichen="")
    paper.refresh_from_db()
    assert paper.deals == 2


def test_what_a_paper_with_too_few_deals_says_is_offered(evening, paper, direction, sign_in, schreiber):
    sent = {"eingepasst": 1, "spielpunkte__2": 24, "won__2": 1, "lost__2": 0}
    for seat in (1, 3, 4):
        sent |= {f"spielpunkte__{seat}": 0, f"won__{seat}": 0, f"lost__{seat}": 0}
    send(sign_in(schreiber), paper, "totals", **sent)
    paper.refresh_from_db()
    assert paper.state == "handed_in"
    first = direction.get(where(evening)).context["form"].tables[0]
    assert (first.table.number, first.played, first.deals) == (1, 2, 4)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"tisch2": "2", "reason": " "}, "Dieses Feld ist zwingend erforderlich."),
        ({"tisch2": ""}, "Es gibt nichts zu streichen. Bitte eintragen, wie viele gespielt sind."),
        ({"tisch1": "4", "tisch2": "4"}, "Es gibt nichts zu streichen. Bitte eintragen, wie viele gespielt sind."),
        ({"tisch2": "5"}, "Dieser Wert muss kleiner oder gleich 4 sein."),
        ({"tisch2": "0"}, "Dieser Wert muss größer oder gleich 1 sein."),
        ({"tisch2": "zwei"}, "Bitte eine ganze Zahl eingeben."),
    ],
)
def test_what_cannot_be_is_refused_and_what_was_typed_stays(evening, paper, direction, sent, sentence):
    page = post(direction, evening, **sent, streichen="")
    assert page.status_code == 422
    assert [said for errors in page.context["form"].errors.values() for said in errors] == [sentence]
    assert page.context["form"]["tisch-2"].value() == sent.get("tisch2")
    assert (Sheet.objects.get().deals, page.context["previewed"]) == (4, False)


def test_fewer_deals_than_a_list_already_has_are_refused_for_all(evening, paper, direction, sign_in, schreiber):
    page = direction.get(where(evening))
    assert page.context["form"].tables[0].played is None
    type_in(sign_in(schreiber), paper, *ROUND[:2])
    page = post(direction, evening, tisch1="1", tisch2="3", streichen="")
    assert page.context["form"].errors == {"tisch-1": ["Dieser Wert muss größer oder gleich 2 sein."]}
    assert Sheet.objects.count() == 1


def test_a_closed_event_refuses_it(evening, paper, direction):
    direction.post(reverse("desk:close", args=[evening.slug]), {"fehlen": ""})
    page = post(direction, evening, tisch1="2", tisch2="3", streichen="")
    assert page.status_code == 422
    said = "Diese Veranstaltung ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."
    assert refused(page) == [f"Tisch 1: {said}", f"Tisch 2: {said}"]


def test_it_asks_as_often_for_one_list_as_for_two(evening, list_of, direction, sign_in, schreiber):
    def count():
        direction.get(where(evening))
        with CaptureQueriesContext(connection) as asked:
            direction.get(where(evening))
        return len(asked)

    desk = sign_in(schreiber)
    type_in(desk, list_of(1), *ROUND[:1])
    once = count()
    type_in(desk, list_of(2), *ROUND[:3])
    assert count() == once


def test_the_board_leads_there(evening, paper, direction, sign_in, schreiber):
    board = reverse("lists:board", args=[evening.slug, 1])
    assert where(evening) in direction.get(board).text
    assert where(evening) not in sign_in(schreiber).get(board).text
