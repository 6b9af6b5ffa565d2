"""Who may see what is stored about a person, and delete it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from skatliga.access import Role
from skatliga.events.services import enter_players
from skatliga.people import services as people
from skatliga.people.models import Membership, Player

pytestmark = pytest.mark.django_db


def test_an_administrator_of_one_of_two_clubs_learns_whom_to_ask(sign_in, club, other_club, admin, anna, betreiber):
    """Anna belongs to another club as well."""
    Membership.objects.create(club=other_club, player=anna.player)
    pages = [reverse(f"exchange:{name}", args=[anna.player_id]) for name in ("person", "person_file", "erase_person")]
    office = sign_in(admin)
    page = office.get(pages[0]).content.decode()
    assert ("Grand Hand Gera" in page, "1960" in page) == (True, False)
    assert [office.get(path).status_code for path in pages] == [200, 403, 403]
    assert office.post(pages[2], {"name": "Anna Ärmel"}).status_code == 403
    assert [sign_in(betreiber).get(path).status_code for path in pages] == [200] * 3
    people.grant_role(other_club, admin, Role.ADMINISTRATOR)
    assert [office.get(path).status_code for path in pages] == [200] * 3


def test_who_belongs_to_no_club_is_the_sites_business(sign_in, admin, betreiber):
    lone = Player.objects.create(first_name="Max", last_name="Muster")
    page = reverse("exchange:erase_person", args=[lone.pk])
    assert [sign_in(user).get(page).status_code for user in (admin, betreiber)] == [404, 200]
    sign_in(betreiber).post(page, {"name": "Max Muster"})
    lone.refresh_from_db()
    assert lone.name == f"Anonym {lone.pk}"


def test_deleting_asks_for_the_name(sign_in, club, admin, anna, event):
    enter_players(event, [anna.player])
    page = reverse("exchange:erase_person", args=[anna.player_id])
    office = sign_in(admin)
    shown = office.get(page).content.decode()
    assert (f"„Anonym {anna.player_id}“" in shown, "Es bleibt: 1 Teilnahme" in shown) == (True, True)
    form = office.post(page, {"name": "Anna Aermle"}).context["form"]
    assert form.errors == {"name": ["Das ist ein anderer Name; gelöscht ist nichts."]}
    assert Player.objects.get().name == "Anna Ärmel"
    done = office.post(page, {"name": "anna aermel", "guests": "on"}, follow=True)
    assert [str(message) for message in done.context["messages"]] == [
        f"Die Personendaten sind gelöscht. Die Ergebnisse stehen jetzt unter „Anonym {anna.player_id}“."
    ]
    assert done.redirect_chain == [(reverse("people:register", args=[club.slug]), 302)]
    assert event.entries.get().name == f"Anonym {anna.player_id}"
    assert office.get(page).status_code == 404  # in no register of the visitor any more


def test_queries_do_not_grow_with_events(sign_in, club, admin, anna, event, evening, django_assert_num_queries):
    office = sign_in(admin)
    page = reverse("exchange:person", args=[anna.player_id])
    enter_players(event, [anna.player])
    with CaptureQueriesContext(connection) as once:
        office.get(page)
    enter_players(evening, [anna.player])
    with django_assert_num_queries(len(once)):
        office.get(page)
