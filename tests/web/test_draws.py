"""Draws with wishes: proposals that are compared, one that is published, late-comers."""

import datetime
from itertools import combinations

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from scoring.foot_check import PaperFoot
from scoring.seating import Mode, draw
from skatliga.desk import draws
from skatliga.events.services import change_event, create_event, draw_round, enter_guests, seat_round, withdraw
from skatliga.lists.services import open_sheet
from web.ranks import make_evening
from web.replayed import world


@pytest.fixture
@world
def evening(event):
    """A published evening of two Serien, nine times four players."""
    enter_guests(event, [(f"Gast {number:02}", "") for number in range(1, 37)])
    return event


def serie(event, number):
    found = event.rounds.get(number=number)
    found.event = event
    return found


def stored(round):
    return [list(table.seats.values_list("entry__start_number", flat=True)) for table in round.tables.all()]


def meetings(tables):
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


def test_proposals_are_kept_and_one_is_published(evening, leiterin):
    seat_round(serie(evening, 1), {table: range(4 * table - 3, 4 * table + 1) for table in range(1, 10)})
    second = serie(evening, 2)
    proposals = draws.propose(second, leiterin, mode=Mode.NO_REPEATS)
    assert [proposal.seed for proposal in proposals] == [f"{evening.seed}/2/1/{number}" for number in (1, 2, 3)]
    assert stored(second) == []
    draws.publish(proposals[1])
    tables = stored(second)
    assert tables == [players for _table, players in proposals[1].seating]
    assert sorted(player for players in tables for player in players) == list(range(1, 37))
    assert not meetings(tables) & meetings(stored(serie(evening, 1)))
    assert [proposal.published_at is not None for proposal in second.proposals.order_by("pk")] == [False, True, False]


def test_what_is_drawn_again_from_its_lot_is_the_same(evening, leiterin):
    first = serie(evening, 1)
    [kept] = draws.propose(first, leiterin, 1, mode=Mode.LOT)
    drawn = draw(draws.field_for(first, Mode.LOT), kept.seed)
    assert [list(table) for table in drawn.seating] == [players for _table, players in kept.seating]


def test_team_mates_and_pairs_are_kept_apart(evening, leiterin):
    entries = list(evening.entries.all())
    team = evening.teams.create(kind="team", name="Buben")
    for entry in entries[:4]:
        team.members.create(kind="team", entry=entry)
    evening.aparts.create(one=entries[4], other=entries[5])
    draws.draw_and_publish(serie(evening, 1), leiterin, mode=Mode.NO_REPEATS)
    met = meetings(stored(serie(evening, 1)))
    assert not met & {frozenset(pair) for pair in [*combinations((1, 2, 3, 4), 2), (5, 6)]}


def test_tables_as_they_are_asked_for(evening, leiterin):
    proposal = draws.draw_and_publish(serie(evening, 1), leiterin, mode=Mode.LOT, sizes=(3,) * 12)
    assert [len(players) for _table, players in proposal.seating] == [3] * 12


def test_who_comes_and_goes_moves_as_few_as_can_be(evening, leiterin):
    first = serie(evening, 1)
    draws.draw_and_publish(first, leiterin, mode=Mode.LOT)
    before = {player: number for number, players in enumerate(stored(first), 1) for player in players}
    withdraw(evening.entries.get(start_number=7))
    enter_guests(evening, [("Spät Gekommen", "")])
    draws.publish(draws.propose_mended(first, leiterin))
    after = {player: number for number, players in enumerate(stored(first), 1) for player in players}
    assert after == {**{player: table for player, table in before.items() if player != 7}, 37: before[7]}


def test_a_proposal_is_not_published_when_somebody_has_come_since(evening, leiterin, sign_in):
    first = serie(evening, 1)
    proposal = draws.propose(first, leiterin, 1, mode=Mode.LOT)[0]
    enter_guests(evening, [("Spät Gekommen", "")])
    page = sign_in(leiterin).post(reverse("desk:publish_draw", args=[evening.slug, 1, proposal.pk]), follow=True)
    assert "Seit dieser Auslosung ist jemand dazugekommen oder gegangen" in page.content.decode()
    assert stored(first) == []


def test_a_serie_with_a_list_is_not_drawn_again(evening, leiterin, sign_in):
    first = serie(evening, 1)
    draws.draw_and_publish(first, leiterin, mode=Mode.LOT)
    tables = stored(first)
    open_sheet(first.tables.first(), leiterin)
    browser = sign_in(leiterin)
    page = browser.post(reverse("desk:draw", args=[evening.slug, 1]), {"mode": "lot"}, follow=True)
    assert "Zu Serie 1 gibt es schon eine Liste" in page.content.decode()
    assert (stored(first), first.proposals.count()) == (tables, 1)


def test_the_page_draws_compares_and_sets(evening, leiterin, sign_in):
    browser = sign_in(leiterin)
    address = reverse("desk:draw", args=[evening.slug, 1])
    page = browser.post(address, {"mode": "no_repeats", "tables": "6x4 4x3"}, follow=True).content.decode()
    assert page.count("So setzen") == 3
    assert "Wiederbegegnungen" in page
    page = browser.post(address, {"mode": "lot", "tables": "5x7"}).content.decode()
    assert "„5x7“ ist kein Tisch; bitte schreiben wie 12x4 2x3." in page
    page = browser.post(address, {"mode": "lot", "tables": "8x4"}).content.decode()
    assert "Diese Tische haben 32 Plätze, es nehmen aber 36 teil" in page
    page = browser.post(address, {"mode": "standing", "sofort": "1"}, follow=True).content.decode()
    assert "Serie 1 ist gesetzt und veröffentlicht." in page
    assert [set(players) for players in stored(serie(evening, 1))] == [
        set(range(first, first + 4)) for first in range(1, 37, 4)
    ]


def test_the_page_asks_the_database_equally_often(evening, leiterin, sign_in, django_assert_num_queries):
    browser = sign_in(leiterin)
    address = reverse("desk:draw", args=[evening.slug, 1])
    for _time in range(2):
        draws.propose(serie(evening, 1), leiterin, mode=Mode.LOT)
        with django_assert_num_queries(8):  # one of them for the former seats
            browser.get(address)


def test_the_serien_follow_the_plan_they_were_drawn_by(club, leiterin):
    """Twenty-four players meet nobody twice in six Serien: only a plan made at the first can do that."""
    day = create_event(
        club,
        name="Turnier",
        date=datetime.date(2026, 11, 20),
        rounds=6,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
    )
    enter_guests(day, [(f"Gast {number}", "") for number in range(1, 25)])
    for number in range(1, 7):
        draw_round(serie(day, number))
    met = [pair for number in range(1, 7) for pair in meetings(stored(serie(day, number)))]
    assert len(met) == len(set(met)) == 6 * 6 * 6


# ---- After the cut ----


@pytest.fixture
def qualifying(club, enter):
    """Eight players of whom four go on after Serie 1: Nr. 1, 5, 2 and 6 with 400, 350, 300 and 300 points."""
    event = make_evening(club, evaluation="spielpunkte", cut_after=1, cut_places=3)
    for table, points in ((1, (400, 300, 200, 100)), (2, (350, 300, 50, 0))):
        enter(event, 1, table, [PaperFoot(each, 2, 1, None) for each in points])
    event.rounds.get(number=2).tables.all().delete()
    return event


@pytest.mark.parametrize("mode", [Mode.NO_REPEATS, Mode.STANDING, Mode.LOT])
def test_after_the_cut_only_those_play_who_went_on(qualifying, leiterin, mode):
    draws.draw_and_publish(serie(qualifying, 2), leiterin, mode=mode)
    assert [sorted(table) for table in stored(serie(qualifying, 2))] == [[1, 2, 5, 6]]


def test_who_went_on_and_withdraws_is_missing_from_the_table_when_it_is_mended(qualifying, leiterin):
    draws.draw_and_publish(serie(qualifying, 2), leiterin, mode=Mode.LOT)
    withdraw(qualifying.entries.get(start_number=5))
    draws.publish(draws.propose_mended(serie(qualifying, 2), leiterin))
    assert [sorted(table) for table in stored(serie(qualifying, 2))] == [[1, 2, 6]]


def test_a_draw_from_before_a_correction_at_the_cut_is_not_published(qualifying, leiterin, enter):
    [kept] = draws.propose(serie(qualifying, 2), leiterin, 1, mode=Mode.LOT)
    change_event(qualifying, rounds=2, cut_places=2)
    kept.round = serie(qualifying, 2)
    kept.round.event.refresh_from_db()
    with pytest.raises(ValidationError, match="bitte neu auslosen"):
        draws.publish(kept)


def test_without_a_list_there_is_nothing_to_make_the_cut_by(club, leiterin):
    event = make_evening(club, cut_after=1, cut_places=3)
    with pytest.raises(ValidationError, match="Für den Schnitt ist noch keine Liste erfasst"):
        draws.propose(serie(event, 2), leiterin, mode=Mode.LOT)


def test_the_plain_draw_leaves_what_comes_after_the_cut_to_the_other(qualifying, direction):
    page = direction.get(reverse("lists:board", args=[qualifying.slug, 2])).content.decode()
    action = reverse("events:draw", args=[qualifying.slug, 2])
    assert ("Auslosen</button>" in page, "alle, die der Schnitt weiterkommen lässt" in page) == (False, True)
    told = direction.post(action, follow=True).content.decode()
    assert ("Vor Serie 2 liegt der Schnitt" in told, stored(serie(qualifying, 2))) == (True, [])


def test_nobody_is_called_without_a_seat_whom_the_cut_left_out(qualifying, leiterin, direction):
    draws.draw_and_publish(serie(qualifying, 2), leiterin, mode=Mode.LOT)
    page = direction.get(reverse("lists:board", args=[qualifying.slug, 2])).content.decode()
    desk = direction.get(reverse("events:desk", args=[qualifying.slug])).content.decode()
    assert ("Noch ohne Platz" in page, "noch ohne Platz" in desk) == (False, False)


def test_the_page_of_the_event_says_that_there_is_a_cut(qualifying, direction):
    page = direction.get(qualifying.get_absolute_url()).content.decode()
    assert "nach Serie 1: die besten 3 spielen weiter" in page


def test_the_page_of_a_serie_claims_no_lot_for_seats_set_by_hand(evening, direction):
    seat_round(serie(evening, 1), {table: range(4 * table - 3, 4 * table + 1) for table in range(1, 10)})
    page = direction.get(reverse("lists:board", args=[evening.slug, 1])).content.decode()
    assert ("Aus ihm wird genau diese" in page, "ist kein Los festgehalten" in page) == (False, True)


def test_of_an_empty_register_it_is_not_said_that_all_take_part(event, direction):
    page = direction.get(reverse("events:entries", args=[event.slug])).content.decode()
    assert "Im Register ist niemand, der nicht schon teilnimmt." in page
