"""Verband, Landesverband, Verbandsgruppe, Verein: roles count downwards, nothing goes round in a circle."""

import datetime
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.events.services import set_state
from skatliga.federations.models import OfficialNotice
from skatliga.federations.notices import notices_for, save_notice
from skatliga.people import services
from skatliga.people.models import Club, ClubRole
from skatliga.people.queries import clubs_apart, clubs_seen_by
from skatliga.people.tree import above, below, holders, move, units_of
from web.answers import refused, refused_by_database, told
from web.conftest import make_event
from web.replayed import world
from web.two_desks import at_two_desks

pytestmark = pytest.mark.django_db


@pytest.fixture
@world
def tree(db) -> SimpleNamespace:
    """Bund > Land > Gruppe > Verein, and beside the Land another one."""
    bund = services.create_club("Skatbund", kind="Verband")
    land = services.create_club("Landesverband Ost", parent=bund, number="07")
    gruppe = services.create_club("Gruppe Altenburg", parent=land, number="07.01")
    verein = services.create_club("Herz Dame", parent=gruppe, number="07.01.116")
    west = services.create_club("Landesverband West", parent=bund, number="08")
    return SimpleNamespace(bund=bund, land=land, gruppe=gruppe, verein=verein, west=west)


def holder(club: Club, name: str, role: Role):
    return services.invite(club, name, role).user


def roles_of(user) -> dict[str, str]:
    return {club.name: club.held for club in clubs_seen_by(user) if club.held}


# ---- Roles


def test_a_role_counts_in_all_that_belongs_to_the_club_it_is_held_in(tree):
    user = holder(tree.land, "ida", Role.SPIELLEITUNG)
    below_land = ["Landesverband Ost", "Gruppe Altenburg", "Herz Dame"]
    assert roles_of(user) == dict.fromkeys(below_land, "spielleitung")


def test_the_strongest_of_the_roles_on_the_way_up_counts(tree):
    user = holder(tree.bund, "ida", Role.READER)
    services.grant_role(tree.gruppe, user, Role.ADMINISTRATOR)
    services.grant_role(tree.verein, user, Role.LISTENFUEHRER)
    assert roles_of(user) == {
        "Skatbund": "reader",
        "Landesverband Ost": "reader",
        "Landesverband West": "reader",
        "Gruppe Altenburg": "administrator",
        "Herz Dame": "administrator",
    }


def test_a_role_goes_with_what_moves(tree):
    user = holder(tree.west, "wim", Role.READER)
    move(tree.gruppe, tree.west)
    assert list(roles_of(user)) == ["Gruppe Altenburg", "Herz Dame", "Landesverband West"]
    move(tree.gruppe, None)
    assert list(roles_of(user)) == ["Landesverband West"]


def test_asking_for_a_role_takes_one_query_however_deep(tree, sign_in, django_assert_num_queries):
    user = holder(tree.bund, "ida", Role.ADMINISTRATOR)
    with django_assert_num_queries(1):
        assert clubs_seen_by(user).get(pk=tree.verein.pk).role == Role.ADMINISTRATOR


def test_somebodys_clubs_are_those_he_was_given_a_role_in(tree):
    user = holder(tree.land, "ida", Role.READER)
    services.create_club("Allein")
    own, others = clubs_apart(user)
    assert [club.name for club in own] == ["Landesverband Ost"]
    assert [club.name for club in others] == ["Allein", "Skatbund"]


def test_the_last_administrator_may_go_where_another_one_stands_above(tree):
    user = holder(tree.verein, "vera", Role.ADMINISTRATOR)
    held = ClubRole.objects.get(user=user)
    assert refused(services.withdraw_role, held) == [
        "vera ist der letzte Administrator des Vereins. Bitte zuerst jemand anderem diese Rolle geben."
    ]
    services.grant_role(tree.bund, user, Role.ADMINISTRATOR)
    services.withdraw_role(held)
    assert list(holders(tree.verein, [Role.ADMINISTRATOR])) == [user]


def test_the_page_of_roles_names_who_comes_from_above(tree, sign_in):
    holder(tree.bund, "ida", Role.READER)
    vera = holder(tree.verein, "vera", Role.ADMINISTRATOR)
    page = sign_in(vera).get(reverse("people:roles", args=[tree.verein.slug]))
    assert [(held.user.username, held.club, held.role) for held in page.context["above"]] == [
        ("ida", tree.bund, "reader")
    ]
    assert "Rollen von weiter oben" in page.text


# ---- What belongs to what


def test_what_belongs_to_a_club_and_what_it_belongs_to(tree):
    assert [club.name for club in above(tree.verein)] == ["Skatbund", "Landesverband Ost", "Gruppe Altenburg"]
    assert above(tree.bund) == []
    assert set(Club.objects.filter(pk__in=below(tree.land))) == {tree.land, tree.gruppe, tree.verein}


def test_the_folded_tree_says_where_each_level_ends(tree):
    services.create_club("Karo Bube", parent=tree.gruppe, number="07.01.117")
    lines = [(line.unit.name, line.size, len(line.closes)) for line in units_of(tree.bund)]
    assert lines == [
        ("Landesverband Ost", 3, 0),
        ("Gruppe Altenburg", 2, 0),
        ("Herz Dame", 0, 0),
        ("Karo Bube", 0, 2),
        ("Landesverband West", 0, 0),
    ]


def test_a_circle_is_refused(tree):
    assert refused(move, tree.bund, tree.verein) == [
        "Skatbund kann nicht zu Herz Dame gehören: Herz Dame gehört selbst zu Skatbund."
    ]
    assert refused(move, tree.bund, tree.bund) == ["Skatbund kann nicht zu sich selbst gehören."]
    assert refused_by_database(lambda: Club.objects.filter(pk=tree.bund.pk).update(parent=tree.bund.pk))


def test_what_nobody_else_administers_stays(tree):
    holder(tree.bund, "ida", Role.ADMINISTRATOR)
    assert refused(move, tree.verein, None) == [
        "Bitte zuerst in Herz Dame jemandem die Rolle Administrator geben; sonst hätte sie dort niemand mehr."
    ]
    assert Club.objects.get(pk=tree.verein.pk).parent == tree.gruppe
    holder(tree.verein, "vera", Role.ADMINISTRATOR)
    move(tree.verein, None)
    assert Club.objects.get(pk=tree.verein.pk).parent is None


PREPARE = """
import django; django.setup()
from skatliga.people.services import create_club
for number in range(20): create_club(f"A{number}"), create_club(f"B{number}")
"""
DESK = """
import sys, django
django.setup()
from django.core.exceptions import ValidationError
from skatliga.people.models import Club
from skatliga.people.tree import move
print("ready", flush=True)
sys.stdin.readline()
one, other = ("A", "B") if sys.argv[1] == "Ost" else ("B", "A")
for number in range(20):
    try:
        move(Club.objects.get(name=f"{one}{number}"), Club.objects.get(name=f"{other}{number}"))
    except ValidationError:
        pass
"""
COUNT = (
    "import django; django.setup(); from skatliga.people.models import Club;"
    "print(Club.objects.exclude(parent=None).count())"
)


@pytest.mark.django_db(transaction=True)
def test_two_who_move_at_once_make_no_circle(tmp_path, put_database):
    """Twenty times one lets A belong to B and another lets B belong to A: one of them comes too late."""
    assert at_two_desks(tmp_path, put_database, PREPARE, DESK, COUNT) == "20"


# ---- Pages


def test_an_administrator_of_a_level_makes_names_and_moves_what_belongs_to_it(tree, sign_in):
    browser = sign_in(holder(tree.land, "ida", Role.ADMINISTRATOR))
    page = browser.post(
        reverse("federations:units", args=[tree.gruppe.slug]), {"name": "Pik Sieben", "kind": "", "number": "07.01.120"}
    )
    made = Club.objects.get(name="Pik Sieben")
    assert (page.status_code, made.parent, made.kind_shown) == (302, tree.gruppe, "Verein")
    browser.post(reverse("people:change_club", args=[made.slug]), {"name": "Pik Acht", "kind": "Spielgemeinschaft"})
    page = browser.post(reverse("federations:move_unit", args=[made.slug]), {"parent": tree.land.pk}, follow=True)
    made.refresh_from_db()
    assert (made.name, made.kind_shown, made.parent) == ("Pik Acht", "Spielgemeinschaft", tree.land)
    assert told(page)[-1] == "Pik Acht gehört jetzt zu Landesverband Ost."


def test_nothing_is_moved_by_whom_only_one_side_knows(tree, sign_in):
    """Who administers a club alone cannot take it out, and who administers a level cannot take another club in."""
    alone = holder(tree.verein, "vera", Role.ADMINISTRATOR)
    out = reverse("federations:move_unit", args=[tree.verein.slug])
    assert sign_in(alone).get(out).status_code == 403
    west = holder(tree.west, "wim", Role.ADMINISTRATOR)
    assert sign_in(west).post(out, {"parent": tree.west.pk}).status_code == 404
    services.grant_role(tree.land, west, Role.ADMINISTRATOR)
    page = sign_in(west).post(out, {"parent": tree.bund.pk})
    assert list(page.context["form"].errors) == ["parent"]
    sign_in(west).post(out, {"parent": tree.west.pk})
    assert Club.objects.get(pk=tree.verein.pk).parent == tree.west


def test_the_page_of_a_level_shows_what_is_above_and_below(tree, client):
    tree.verein.contacts = "Vorsitz: Anna Ärmel, anna@verein.example"
    tree.verein.save()
    page = client.get(tree.verein.get_absolute_url()).text
    assert f'<a href="{tree.bund.get_absolute_url()}">Skatbund</a> › ' in page
    assert '<a href="mailto:anna@verein.example">' in page
    page = client.get(tree.bund.get_absolute_url()).text
    shown = page[page.index('<ul class="units">') :].partition("</section>")[0]
    tags = ("<li>", "</li>", "<ul", "</ul>", "<details>", "</details>")
    assert [shown.count(tag) for tag in tags] == [4, 4, 3, 3, 2, 2]
    assert page.index("Gruppe Altenburg") < page.index("Herz Dame") < page.index("Landesverband West")


def test_a_level_has_the_dates_of_all_that_belongs_to_it(tree, client):
    event = make_event(tree.verein)
    Event.objects.filter(pk=event.pk).update(date=datetime.date.today() + datetime.timedelta(days=3), name="Preisskat")
    set_state(event, Event.State.PUBLISHED)
    where = {"visitors:club_dates": tree.land, "people:club": tree.bund, "visitors:club_calendar": tree.gruppe}
    assert all("Preisskat" in client.get(reverse(name, args=[club.slug])).text for name, club in where.items())
    assert "Herz Dame" in client.get(reverse("visitors:club_dates", args=[tree.land.slug])).text.split("<h1>")[1]
    assert "Preisskat" not in client.get(reverse("visitors:club_dates", args=[tree.west.slug])).text


# ---- Notices


def notice(club: Club, by, title: str, first: int = 0, last: int | None = None) -> OfficialNotice:
    today = datetime.date.today()
    days = {"first_day": today + datetime.timedelta(first), "last_day": last and today + datetime.timedelta(last)}
    return save_notice(OfficialNotice(club=club, title=title, text="Einzelheiten folgen.", **days), by)


def test_a_notice_stands_on_its_level_and_below_from_day_to_day(tree, client):
    by = holder(tree.bund, "ida", Role.SPIELLEITUNG)
    for club, title, *days in (
        (tree.bund, "Städtepokal"),
        (tree.land, "Ligabeginn", -3, 3),
        (tree.land, "vorbei", -3, -1),
        (tree.land, "künftig", 1),
        (tree.west, "Anderswo"),
    ):
        notice(club, by, title, *days)
    assert [each.title for each in notices_for(tree.verein)] == ["Städtepokal", "Ligabeginn"]
    page = client.get(tree.verein.get_absolute_url()).text
    assert "von Skatbund" in page and "von Landesverband Ost" in page and "ida" not in page
    feed = ElementTree.fromstring(client.get(reverse("visitors:club_notices", args=[tree.verein.slug])).content)
    titles = [entry.text for entry in feed.iterfind("{*}entry/{*}title")]
    assert titles == ["Städtepokal (Skatbund)", "Ligabeginn (Landesverband Ost)"]


def test_a_long_notice_shows_its_beginning_and_folds_the_rest(tree, client):
    by = holder(tree.bund, "ida", Role.SPIELLEITUNG)
    notice(tree.bund, by, "Kurz")
    assert "Ganzer Text" not in client.get(tree.bund.get_absolute_url()).text
    OfficialNotice.objects.update(text=" ".join(f"Wort{number}" for number in range(1, 501)))
    shown, _summary, folded = client.get(tree.bund.get_absolute_url()).text.partition("Ganzer Text")
    assert ("Wort80 …" in shown, "Wort81" in shown, "Wort500" in folded) == (True, False, True)


def test_a_notice_is_made_changed_and_deleted_on_its_pages(tree, sign_in):
    browser = sign_in(holder(tree.land, "ida", Role.SPIELLEITUNG))
    fields = {"title": "Meldeschluss", "text": "Am 1. Dezember.", "first_day": "2026-11-20", "last_day": "2026-11-19"}
    page = browser.post(reverse("federations:add_notice", args=[tree.gruppe.slug]), fields)
    assert page.context["form"].non_field_errors() == ["Der letzte Tag liegt vor dem ersten; bitte die Tage ändern."]
    assert "Am 1. Dezember." in page.text and not OfficialNotice.objects.exists()
    browser.post(reverse("federations:add_notice", args=[tree.gruppe.slug]), {**fields, "last_day": ""})
    made = OfficialNotice.objects.get()
    assert (made.club, made.by.username, made.last_day) == (tree.gruppe, "ida", None)
    address = reverse("federations:change_notice", args=[tree.gruppe.slug, made.pk])
    browser.post(address, {**fields, "text": "Am 2. Dezember.", "last_day": "2026-12-02"})
    made.refresh_from_db()
    assert (made.text, made.last_day) == ("Am 2. Dezember.", datetime.date(2026, 12, 2))
    elsewhere = reverse("federations:change_notice", args=[tree.verein.slug, made.pk])
    assert browser.get(elsewhere).status_code == 404
    browser.post(reverse("federations:delete_notice", args=[tree.gruppe.slug, made.pk]))
    assert not OfficialNotice.objects.exists()


def test_the_database_refuses_a_notice_that_says_nothing_or_ends_before_it_begins(tree):
    whole = {"club": tree.bund, "title": "A", "text": "B", "first_day": datetime.date(2026, 1, 2)}
    for fields in ({"title": ""}, {"text": ""}, {"last_day": datetime.date(2026, 1, 1)}):
        assert refused_by_database(lambda fields=fields: OfficialNotice.objects.create(**whole | fields))
