"""Seats that are given anew: the question, the event's own way, a reason where they are in use, and the way back."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from scoring.seating import Mode, draw
from skatliga.desk import draws
from skatliga.events import changes, services
from skatliga.events.models import Event, Round
from skatliga.lists.services import open_sheet
from web.answers import refused, told
from web.replayed import world

pytestmark = pytest.mark.django_db
RUNS = re.compile(r"Die Zeit von Serie 1 läuft seit \d\d:\d\d Uhr\.")


@pytest.fixture
@world
def evening(event):
    services.enter_guests(event, [(f"Gast {number:02}", "") for number in range(1, 13)])
    return event


def serie(event: Event, number: int = 1) -> Round:
    found = event.rounds.get(number=number)
    found.event = event
    return found


def sitting(event: Event, number: int = 1) -> list[tuple[int, int, int]]:
    seats = serie(event, number).seats.order_by("table__number", "number")
    return list(seats.values_list("table__number", "number", "entry__start_number"))


def path(name: str, event: Event, *args: object) -> str:
    return reverse(name, args=[event.slug, *(args or [1])])


def test_drawing_anew_asks_first_and_says_what_will_happen(evening, direction):
    services.draw_round(serie(evening))
    services.draw_round(serie(evening, 2))
    before = sitting(evening)
    page = direction.get(path("lists:board", evening)).text
    assert f'href="{path("desk:redraw", evening)}"' in page
    asked = direction.post(path("events:draw", evening), follow=True)
    assert (asked.redirect_chain[-1][0], sitting(evening)) == (path("desk:redraw", evening), before)
    said = " ".join(asked.text.split())
    assert "Alle 12 Spieler von Serie 1 (Clubabend) bekommen neue Plätze; jetzt sitzen sie an 3 Tischen." in said
    assert "Gesetzt wird: Los, ohne dass sich jemand wieder trifft." in said
    assert "Serie 2 ist schon gesetzt und bleibt" in said
    assert "Begründung" not in said


@pytest.mark.parametrize("mode", [Mode.LOT, Mode.STANDING])
def test_it_is_drawn_in_the_way_it_was_drawn_and_set_back_exactly(evening, leiterin, direction, mode):
    first = draws.draw_and_publish(serie(evening), leiterin, mode=mode, clubs_first=True)
    before, plan = sitting(evening), serie(evening).plan
    direction.post(path("desk:redraw", evening), follow=True)
    again = serie(evening).proposals.get(seed=serie(evening).lot)
    assert (again.settings["mode"], again.settings["clubs_first"], again.seed != first.seed) == (mode, True, True)
    page = direction.post(path("events:undo_seating", evening), follow=True)
    assert told(page) == ["Die früheren Plätze von Serie 1 gelten wieder."]
    assert (sitting(evening), serie(evening).lot, serie(evening).plan) == (before, first.seed, plan)
    shown = direction.get(path("desk:draw", evening)).context["proposals"]
    assert {each["proposal"].pk: each["set"] for each in shown} == {first.pk: True, again.pk: False}
    direction.post(path("desk:publish_draw", evening, 1, again.pk))
    assert serie(evening).lot == again.seed  # what was set once can be set again


def test_seats_set_by_hand_are_set_back_as_well(evening, direction):
    services.seat_round(serie(evening), {2: [4, 3, 2, 1], 5: [8, 7, 6]})
    before = sitting(evening)
    services.seat_round(serie(evening), {})
    assert sitting(evening) == []
    direction.post(path("events:undo_seating", evening), follow=True)
    assert sitting(evening) == before
    for number in (1, 2):
        assert told(direction.post(path("events:undo_seating", evening, number), follow=True)) == [
            f"Zu Serie {number} gibt es keine früheren Plätze."
        ]


def test_the_first_draw_is_taken_back_and_given_again(evening, direction):
    direction.post(path("events:draw", evening))
    before = sitting(evening)
    assert "Auslosung zurücknehmen" in direction.get(reverse("lists:board", args=[evening.slug, 1])).text
    direction.post(path("events:undo_seating", evening))
    assert (sitting(evening), serie(evening).tables.count()) == ([], 0)
    direction.post(path("events:undo_seating", evening))
    assert sitting(evening) == before


def test_while_the_time_runs_new_seats_need_a_reason_in_every_way(evening, leiterin, direction):
    services.draw_round(serie(evening))
    changes.set_time(serie(evening), 90, starts=True)
    before = sitting(evening)
    [proposal] = draws.propose(serie(evening), leiterin, 1, mode=Mode.LOT)
    other = {1: [5, 6, 7, 8], 2: [1, 2, 3, 4], 3: [9, 10, 11, 12]}
    typed = {f"{table}-{seat}": number for table, row in other.items() for seat, number in enumerate(row, 1)}
    ways = {
        path("desk:redraw", evening): {},
        path("desk:publish_draw", evening, 1, proposal.pk): {},
        path("desk:draw", evening): {"mode": "lot", "sofort": "1"},
        path("events:seats", evening): typed,
    }
    for address, sent in ways.items():
        page = direction.post(address, sent, follow=True).text
        assert RUNS.search(page), address
        assert "Neue Plätze brauchen jetzt eine Begründung" in page, address
        assert sitting(evening) == before, address
    page = direction.get(path("desk:redraw", evening)).text
    assert RUNS.search(page) and 'name="reason"' in page
    direction.post(path("desk:redraw", evening), {"reason": "Tisch 3 war falsch besetzt"})
    assert sitting(evening) != before
    former = serie(evening).former_seatings.get()
    assert (former.reason, former.replaced_by) == ("Tisch 3 war falsch besetzt", leiterin)
    assert "Tisch 3 war falsch besetzt" in direction.get(path("desk:draw", evening)).text
    assert len(refused(services.undo_seating, serie(evening))) == 2
    services.undo_seating(serie(evening), "doch richtig", leiterin)
    assert sitting(evening) == before


@pytest.mark.parametrize(
    ("document", "of"), [("printing:notice", [1]), ("printing:table_cards", [1]), ("printing:blank_table", [1, 1])]
)
def test_printed_seats_need_a_reason_until_they_are_others(evening, direction, document, of):
    services.draw_round(serie(evening))
    direction.get(path(document, evening, *of))
    with pytest.raises(ValidationError) as refusal:
        services.draw_round(serie(evening)) or services.seat_round(serie(evening), {1: [1, 2, 3, 4]})
    assert "sind mit diesen Plätzen gedruckt" in refusal.value.messages[0]
    services.seat_round(serie(evening), {1: [1, 2, 3, 4]}, reason="Aushang war falsch")
    assert serie(evening).printed_at is None
    services.seat_round(serie(evening), {1: [4, 3, 2, 1]})


def test_what_a_stranger_prints_for_himself_needs_no_reason(evening, client, django_user_model):
    services.draw_round(serie(evening))
    Event.objects.filter(pk=evening.pk).update(state=Event.State.PUBLISHED)
    client.force_login(django_user_model.objects.create_user("gast"))
    assert client.get(path("printing:blank_table", evening, 1, 1))["Content-Type"] == "application/pdf"
    assert serie(evening).printed_at is None
    services.seat_round(serie(evening), {1: [4, 3, 2, 1]})


def test_once_a_list_is_open_no_reason_helps(evening, leiterin):
    services.draw_round(serie(evening))
    open_sheet(serie(evening).tables.get(number=1), leiterin)
    sentence = ["Zu Serie 1 gibt es schon eine Liste; ihre Plätze lassen sich nicht mehr neu vergeben."]
    assert refused(services.seat_round, serie(evening), {}, reason="egal") == sentence
    assert refused(services.undo_seating, serie(evening), "egal") == sentence


def test_a_running_time_begins_anew_only_where_that_is_meant(evening, direction):
    services.draw_round(serie(evening))
    direction.post(path("events:set_time", evening), {"minutes": "90", "starts": ""})
    begun = serie(evening).clock_started_at
    direction.post(path("events:set_time", evening), {"minutes": "90", "starts": ""})
    assert serie(evening).clock_started_at == begun
    direction.post(path("events:set_time", evening), {"minutes": "90", "starts": "again"})
    assert serie(evening).clock_started_at > begun


@pytest.mark.parametrize("at_once", [True, False])
def test_the_public_page_names_the_lot_that_draws_exactly_these_seats(evening, leiterin, sign_in, at_once):
    if at_once:
        services.draw_round(serie(evening))
        field = draws.field_for(serie(evening), Mode.NO_REPEATS)
    else:
        draws.draw_and_publish(serie(evening), leiterin, mode=Mode.LOT)
        draws.draw_and_publish(serie(evening), leiterin, mode=Mode.LOT)
        field = draws.field_for(serie(evening), Mode.LOT)
    page = " ".join(sign_in(None).get(path("lists:board", evening)).text.split())
    lot = re.search(r"Los (\S+): Aus ihm wird genau diese Sitzordnung wieder ausgelost\.", page)[1]
    drawn = draw(field, lot).seating
    assert sitting(evening) == [
        (table, seat, player)
        for table, players in enumerate(drawn, 1)
        for seat, player in enumerate(players, 1)
    ]  # fmt: skip
    seats = dict(enumerate(map(list, drawn), 1))
    seats[1][0], seats[2][0] = seats[2][0], seats[1][0]
    services.seat_round(serie(evening), seats)
    page = sign_in(None).get(path("lists:board", evening)).text
    assert ("Aus ihm wird genau" in page, "kein Los festgehalten" in page) == (False, True)


@pytest.mark.parametrize("mode", [None, Mode.LOT, Mode.NO_REPEATS])
def test_a_later_serie_names_the_lot_that_draws_exactly_its_seats(evening, leiterin, sign_in, mode):
    """From the lot, the seats of the Serie before and the plan that was made with them."""
    services.draw_round(serie(evening))
    if mode:
        draws.draw_and_publish(serie(evening, 2), leiterin, mode=mode)
    else:
        services.draw_round(serie(evening, 2))
    page = " ".join(sign_in(None).get(path("lists:board", evening, 2)).text.split())
    lot = re.search(r"Los (\S+): Aus ihm wird genau diese Sitzordnung wieder ausgelost\.", page)[1]
    drawn = draw(draws.field_for(serie(evening, 2), mode or Mode.NO_REPEATS), lot).seating
    assert sitting(evening, 2) == [
        (table, seat, player)
        for table, players in enumerate(drawn, 1)
        for seat, player in enumerate(players, 1)
    ]  # fmt: skip


def test_seats_that_were_mended_come_from_no_lot(evening, leiterin, sign_in):
    """Somebody goes: as few as possible move, which a lot alone does not draw again."""
    services.draw_round(serie(evening))
    services.withdraw(evening.entries.get(start_number=5))
    draws.publish(draws.propose_mended(serie(evening), leiterin))
    page = sign_in(None).get(path("lists:board", evening)).text
    assert ("Aus ihm wird genau" in page, "kein Los festgehalten" in page) == (False, True)
