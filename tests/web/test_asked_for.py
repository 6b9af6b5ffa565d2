"""What is asked for of a page: which part of its table, and whether the page or the part of it that changes."""

import pytest

from skatliga.people.models import Membership, Player

pytestmark = pytest.mark.django_db

MOST = 50
"""Rows on a page of the register."""


@pytest.fixture
def register(sign_in, leser, club):
    """Asks for the register of a club of 120, and tells whom it shows."""
    names = [f"{number:03}" for number in range(120)]
    players = Player.objects.bulk_create(Player(first_name="Kim", last_name=name, sort_key=name) for name in names)
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in players)
    browser = sign_in(leser)

    def ask(asked: str) -> list[int]:
        response = browser.get(f"/vereine/{club.slug}/spieler/?{asked}")
        assert response.status_code == 200
        return [int(row.record.player.last_name) for row in response.context["table"].paginated_rows]

    return ask


@pytest.mark.parametrize("length", ["-1", "0", "1", "5000", "9" * 5000, "viele", "1e3", ""])
def test_nobody_asks_for_longer_or_shorter_pages(register, length):
    assert register(f"per_page={length}") == list(range(MOST))
    assert register(f"per_page={length}&page=2&sort=-name") == list(range(69, 19, -1))


@pytest.mark.parametrize(
    ("page", "first"),
    [("2", 50), ("3", 100), ("4", 100), ("9" * 30, 100), ("-1", 100), ("0", 100), ("", 0), ("x", 0), ("9" * 5000, 0)],
)
def test_a_page_there_is_not_shows_the_last_or_the_first(register, page, first):
    assert register(f"page={page}") == list(range(first, min(first + MOST, 120)))


@pytest.mark.parametrize("sort", ["", "-", "--name", "player__user__password", "name,number", "x" * 5000])
def test_an_order_there_is_not_leaves_the_table_as_it_is(register, sort):
    assert register(f"sort={sort}") == list(range(MOST))


WITH_PARTS = (
    "/vereine/{club}/spieler/?suche=a",
    "/ranglisten/{event}/",
    "/listen/{event}/serie/1/",
    "/halle/{event}/",
    "/veranstaltungen/{event}/teilnehmer/?suche=a",
    "/veranstaltungen/{event}/anmeldung/?suche=a",
    "/regeln/isko-2022/",
)


@pytest.mark.parametrize("address", WITH_PARTS)
def test_going_back_brings_the_whole_page(sign_in, betreiber, club, event, address):
    """As htmx asks for it: `HX-Request` and `HX-History-Restore-Request` together."""
    browser, address = sign_in(betreiber), address.format(club=club.slug, event=event.slug)
    part = {"HX-Request": "true", "HX-Target": "ergebnis"}
    back = part | {"HX-History-Restore-Request": "true"}
    asked = [browser.get(address, headers=headers) for headers in ({}, part, back)]
    assert ["</html>" in answer.text for answer in asked] == [True, False, True]
    for answer in asked:
        assert {"HX-Request", "HX-History-Restore-Request", "HX-Target"} <= set(answer["Vary"].split(", "))
    mark = {"If-None-Match": asked[1].get("ETag", "")}
    assert browser.get(address, headers=back | mark).status_code == 200
    if mark["If-None-Match"]:
        assert browser.get(address, headers=part | mark).status_code == 304
