"""Pages that stay current: what is answered without being made, what is shared, and what is seen at once."""

from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.core.cache.backends import base, locmem
from django.urls import reverse
from django.utils import timezone

from skatliga.events import live_pages
from skatliga.events.models import Event, Team
from skatliga.events.services import set_state
from skatliga.events.teams import create_teams
from skatliga.people.services import change_player
from skatliga.standings import ranking_scope
from web.ranks import make_evening
from web.replayed import world

HTMX = {"HX-Request": "true"}


@pytest.fixture
@world
def evening(club) -> Event:
    return make_evening(club)


@pytest.fixture
def believing(monkeypatch):
    """A process that asks once a second, as in production."""
    monkeypatch.setattr(live_pages, "BELIEVED", 1)


@pytest.fixture
def clock(monkeypatch) -> SimpleNamespace:
    """The clock by which what is kept grows old; it stands still until a test moves it."""
    clock = SimpleNamespace(now=1_800_000_000.0)
    for module in (base, locmem):
        monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: clock.now))
    return clock


@pytest.fixture
def made(monkeypatch) -> list:
    """Every ranking that is made."""
    rankings = []

    def counted(*args, **kwargs):
        rankings.append(args)
        return found(*args, **kwargs)

    found = ranking_scope.ranking
    monkeypatch.setattr(ranking_scope, "ranking", counted)
    return rankings


def page(event) -> str:
    return reverse("standings:ranking", args=[event.slug])


def test_a_part_is_sent_again_only_when_something_has_changed(client, evening, enter):
    first = client.get(page(evening), headers=HTMX)
    text = first.content.decode()
    assert text.startswith('<div id="aktuell" hx-get="/ranglisten/')
    assert 'hx-trigger="every 2s"' in text
    mark = first["ETag"]
    assert f'hx-headers=\'{{"If-None-Match": "\\"{mark.strip(chr(34))}\\""}}\'' in text
    again = client.get(page(evening), headers=HTMX | {"If-None-Match": mark})
    assert (again.status_code, again.content) == (304, b"")
    enter(evening, 1, 1)
    assert client.get(page(evening), headers=HTMX | {"If-None-Match": mark}).status_code == 200


def test_the_page_carries_the_mark_of_its_part(client, evening):
    whole, part = client.get(page(evening)), client.get(page(evening), headers=HTMX)
    assert part["ETag"].strip('"') in whole.content.decode()
    assert whole["ETag"] != part["ETag"]
    assert "HX-Request" in whole["Vary"]


def test_a_closed_event_does_not_ask_for_itself(client, evening):
    set_state(evening, Event.State.FINAL)
    assert "hx-trigger" not in client.get(page(evening)).content.decode()


def test_many_visitors_cost_one_ranking(client, evening, enter, made):
    for _ in range(5):
        client.get(page(evening))
    assert len(made) == 1
    enter(evening, 1, 1)
    for _ in range(5):
        client.get(page(evening))
    assert len(made) == 2


def test_parts_are_shared_by_those_with_the_same_role(evening, cast, sign_in, made):
    for visitor in ("anonym", "anonym", "leser", "leser", "schreiber", "fremde"):
        sign_in(cast[visitor]).get(page(evening), headers=HTMX)
    assert len(made) == 3  # the stranger sees what the public sees


def test_nobody_is_given_a_page_with_somebody_elses_name(evening, cast, sign_in):
    for visitor in ("admin", "leser"):
        said = sign_in(cast[visitor]).get(page(evening)).content.decode()
        assert f"Angemeldet als {visitor}" in said
    assert "Angemeldet als" not in sign_in(None).get(page(evening)).content.decode()


def test_an_answer_known_costs_no_question_to_the_database(
    client, evening, believing, clock, django_assert_num_queries
):
    mark = client.get(page(evening))["ETag"]
    with django_assert_num_queries(0):
        assert client.get(page(evening)).status_code == 200
        assert client.get(page(evening), headers={"If-None-Match": mark}).status_code == 304


def test_a_ranking_is_made_at_most_once_a_second_for_the_public(client, evening, enter, believing, clock, made):
    client.get(page(evening))
    for round, table in [(1, 1), (1, 2), (2, 1)]:
        enter(evening, round, table)
        client.get(page(evening))
    assert len(made) == 1
    enter(evening, 2, 2)
    clock.now += 1
    for _ in range(2):
        client.get(page(evening))
    assert len(made) == 2


def test_what_is_saved_stands_there_within_a_second_and_at_once_for_who_saved_it(
    client, evening, enter, believing, clock, schreiber, sign_in
):
    client.get(page(evening))
    enter(evening, 1, 1)
    assert "1 von 2 Listen" in sign_in(schreiber).get(page(evening)).content.decode()
    assert "1 von 2 Listen" not in client.get(page(evening)).content.decode()
    clock.now += 1
    assert "1 von 2 Listen" in client.get(page(evening)).content.decode()


def test_who_objects_vanishes_with_the_next_question(client, evening, enter, anna):
    from skatliga.events.services import enter_players, seat_round

    enter_players(evening, [anna.player])
    seat_round(evening.rounds.get(number=1), {1: [9, 2, 3, 4]})
    enter(evening, 1, 1)
    assert "Anna Ärmel" in client.get(page(evening)).content.decode()
    change_player(anna, number="1", publication="first_name")
    assert "Anna Ärmel" not in client.get(page(evening)).content.decode()


def test_what_is_withdrawn_from_the_public_is_given_to_nobody_else(client, evening, leser, sign_in):
    mark = client.get(page(evening))["ETag"]
    set_state(evening, Event.State.DRAFT)
    assert client.get(page(evening)).status_code == 302
    assert client.get(page(evening), headers={"If-None-Match": mark}).status_code == 302
    assert sign_in(leser).get(page(evening)).status_code == 200


def test_another_host_and_another_day_make_another_page(client, evening, settings, monkeypatch):
    settings.ALLOWED_HOSTS = ["testserver", "skat.example"]
    where = reverse("standings:player", args=[evening.slug, 1])
    said = {host: client.get(where, headers={"Host": host}).content.decode() for host in settings.ALLOWED_HOSTS}
    assert ["http://skat.example/" in said[host] for host in said] == [False, True]
    mark = client.get(where)["ETag"]
    tomorrow = timezone.localdate() + timezone.timedelta(days=1)
    monkeypatch.setattr(timezone, "localdate", lambda: tomorrow)
    assert client.get(where)["ETag"] != mark


def test_an_event_that_does_not_exist_is_not_remembered(client, db, believing):
    assert client.get("/ranglisten/gibt-es-nicht/").status_code == 404
    assert len(cache._cache) == 0


def test_the_board_is_live_and_opening_a_list_changes_it(client, evening, enter):
    board = reverse("lists:board", args=[evening.slug, 1])
    mark = client.get(board, headers=HTMX)["ETag"]
    assert client.get(board, headers=HTMX | {"If-None-Match": mark}).status_code == 304
    enter(evening, 1, 1, to="open")
    changed = client.get(board, headers=HTMX | {"If-None-Match": mark})
    assert (changed.status_code, "offen" in changed.content.decode()) == (200, True)


def test_the_board_comes_in_pages(client, evening, monkeypatch):
    from skatliga.lists.views import office

    monkeypatch.setattr(office, "TABLES_PER_PAGE", 1)
    board = reverse("lists:board", args=[evening.slug, 1])
    first, second = client.get(board).content.decode(), client.get(f"{board}?page=2").content.decode()
    assert ("Anton Zier" in first, "Anton Zier" in second) == (True, False)
    assert ("0 von 2 Listen erfasst" in first, "Seite 2 von 2" in second) == (True, True)


def test_a_kept_page_is_made_anew_after_a_change_of_who_plays_together(client, evening):
    address, teams = page(evening), reverse("standings:teams", args=[evening.slug, "team"])
    assert teams not in client.get(address).text
    create_teams(evening, Team.Kind.TEAM, "Herz Buben: 1 2 3 4")
    assert teams in client.get(address).text
