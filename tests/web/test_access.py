"""Every address of the site with every kind of visitor."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.urls import resolve, reverse

from scoring.faults import Foot
from skatliga.access import Role, strongest
from skatliga.desk.models import Booking
from skatliga.events.classes import add_class
from skatliga.events.models import Event, Table, Team
from skatliga.events.services import enter_guests, enter_players, seat_round, set_state
from skatliga.events.services import grant_role as grant_event_role
from skatliga.events.teams import create_teams, keep_apart
from skatliga.lists.models import Photo, Sheet
from skatliga.lists.protests import protest
from skatliga.lists.reckoning import Entered
from skatliga.lists.services import append_row, enter_feet, open_sheet
from skatliga.lists.workflow import move
from skatliga.people import services
from skatliga.printing import render
from web.addresses import names

VISITORS = ("betreiber", "admin", "leiterin", "schreiber", "leser", "fremde", "anonym")


class Address(NamedTuple):
    """What an address answers to each of VISITORS: a status, or `login` for being sent to sign in."""

    answers: str
    args: Callable[[SimpleNamespace], list[Any]] = lambda world: []
    method: str = "get"


def _book(world: SimpleNamespace) -> list[Any]:
    return [world.event.rulebook]


def _club(world: SimpleNamespace) -> list[Any]:
    return [world.club.slug]


def _player(world: SimpleNamespace) -> list[Any]:
    return [world.club.slug, world.anna.player_id]


def _role(world: SimpleNamespace) -> list[Any]:
    return [world.club.slug, world.leser.club_roles.get().pk]


def _link(world: SimpleNamespace) -> list[Any]:
    found = resolve(services.password_path(world.fremde))
    return [found.kwargs["uidb64"], found.kwargs["token"]]


def _event(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug]


def _draft(world: SimpleNamespace) -> list[Any]:
    set_state(world.event, Event.State.DRAFT)
    return [world.event.slug]


def _draft_round(world: SimpleNamespace) -> list[Any]:
    return [*_draft(world), 1]


def _entry(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, enter_guests(world.event, [("Gast", "")])[0].start_number]


def _class(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, add_class(world.event, "Damen").pk]


def _team(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, create_teams(world.event, Team.Kind.TEAM, "Herz Buben:")[0].pk]


def _pair(world: SimpleNamespace) -> list[Any]:
    enter_guests(world.event, [("Eins", ""), ("Zwei", "")])
    return [world.event.slug, keep_apart(world.event, "1 2")[0].pk]


def _round(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, 1]


def _event_role(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, grant_event_role(world.event, "leser", Role.LISTENFUEHRER).pk]


def _table(world: SimpleNamespace) -> list[Any]:
    enter_guests(world.event, [(f"Gast {number}", "") for number in range(1, 5)])
    seat_round(world.event.rounds.get(number=1), {1: [1, 2, 3, 4]})
    return [world.event.slug, 1, 1]


def _seated_round(world: SimpleNamespace) -> list[Any]:
    return _table(world)[:2]


def _job(world: SimpleNamespace) -> list[Any]:
    return [uuid4()]


def _draft_table(world: SimpleNamespace) -> list[Any]:
    args = _table(world)
    _draft(world)
    return args


def _list(world: SimpleNamespace) -> list[Any]:
    _table(world)
    return [open_sheet(Table.objects.get(round__event=world.event), world.schreiber).pk]


def _draft_list(world: SimpleNamespace) -> list[Any]:
    args = _list(world)
    _draft(world)
    return args


def _row(world: SimpleNamespace) -> list[Any]:
    [sheet] = _list(world)
    append_row(sheet, Entered(declarer=2, score=24), 0, world.schreiber)
    return [sheet, 1]


def _draft_row(world: SimpleNamespace) -> list[Any]:
    args = _row(world)
    _draft(world)
    return args


def _two_lists(world: SimpleNamespace) -> list[Any]:
    args = _list(world)
    open_sheet(Table.objects.get(round__event=world.event), world.schreiber, Sheet.Kind.TWIN)
    return args


def _photo(world: SimpleNamespace) -> list[Any]:
    [sheet] = _list(world)
    photo = Photo.objects.create(sheet_id=sheet, by=world.schreiber)
    photo.image.save("liste.jpg", ContentFile(b"a picture"))
    return [sheet, photo.pk]


def _protest(world: SimpleNamespace) -> list[Any]:
    [sheet] = _list(world)
    return [sheet, protest(Sheet.objects.get(pk=sheet), "Spiel 1 war Herz.", world.leser).pk]


def _form(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, 4]


def _draft_form(world: SimpleNamespace) -> list[Any]:
    return [*_draft(world), 4]


def _file(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, "csv"]


def _draft_file(world: SimpleNamespace) -> list[Any]:
    return [*_draft(world), "csv"]


def _round_file(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, 1, "xlsx"]


def _draft_round_file(world: SimpleNamespace) -> list[Any]:
    return [*_draft(world), 1, "xlsx"]


def _teams(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, "tandem"]


def _draft_teams(world: SimpleNamespace) -> list[Any]:
    return [*_draft(world), "tandem"]


def _teams_file(world: SimpleNamespace) -> list[Any]:
    return [world.event.slug, "tandem", "csv"]


def _draft_teams_file(world: SimpleNamespace) -> list[Any]:
    return [*_draft(world), "tandem", "csv"]


def _draft_entry(world: SimpleNamespace) -> list[Any]:
    args = _entry(world)
    _draft(world)
    return args


def _person(world: SimpleNamespace) -> list[Any]:
    """Anna has played: a list of four is entered by its foot."""
    enter_players(world.event, [world.anna.player])
    enter_guests(world.event, [(f"Gast {number}", "") for number in range(2, 5)])
    seat_round(world.event.rounds.get(number=1), {1: [1, 2, 3, 4]})
    sheet = open_sheet(Table.objects.get(round__event=world.event), world.schreiber)
    enter_feet(sheet.pk, [Foot(24, 1, 0, None)] + 3 * [Foot(0, 0, 0, None)], 47, sheet.revision, world.schreiber)
    move(sheet.pk, Sheet.State.ENTERED, sheet.revision + 1, world.schreiber)
    return [world.anna.player_id]


def _draft_person(world: SimpleNamespace) -> list[Any]:
    args = _person(world)
    _draft(world)
    return args


def _booking(world: SimpleNamespace) -> list[Any]:
    booking = Booking.objects.create(event=world.event, kind="other", cents=500, note="Tombola", by=world.leiterin)
    return [world.event.slug, booking.pk]


def _proposal(world: SimpleNamespace) -> list[Any]:
    return [*_round(world), 1]


# fmt: off
ADDRESSES = {
    #                                     betreiber admin leiterin schreiber leser fremde anonym
    "set_language":              Address("302       302   302      302       302   302    302", method="post"),
    "people:start":              Address("200       200   200      200       200   200    200"),
    "people:sign_in":            Address("302       302   302      302       302   302    200"),
    "people:sign_out":           Address("302       302   302      302       302   302    login", method="post"),
    "people:change_password":    Address("200       200   200      200       200   200    login"),
    "people:forgotten_password": Address("200       200   200      200       200   200    200"),
    "people:set_password":       Address("302       302   302      302       302   302    302", _link),
    "people:create_club":        Address("200       403   403      403       403   403    login"),
    "people:club":               Address("200       200   200      200       200   200    200", _club),
    "people:register":           Address("200       200   200      200       200   404    login", _club),
    "people:add_player":         Address("200       200   200      200       403   404    login", _club),
    "people:player":             Address("200       200   200      403       403   404    login", _player),
    "people:merge":              Address("200       200   200      403       403   404    login", _player),
    "people:roles":              Address("200       200   403      403       403   404    login", _club),
    "people:change_role":        Address("302       302   403      403       403   404    login", _role, "post"),
    "people:withdraw_role":      Address("302       302   403      403       403   404    login", _role, "post"),
    "people:one_time_link":      Address("200       200   403      403       403   404    login", _role, "post"),
    "rules:books":               Address("200       200   200      200       200   200    200"),
    "rules:book":                Address("200       200   200      200       200   200    200", _book),
    "rules:scores":              Address("200       200   200      200       200   200    200", _book),
    "events:events":             Address("200       200   200      200       200   200    200"),
    "events:create_event":       Address("200       200   200      403       403   404    login", _club),
    "events:event":              Address("200       200   200      200       200   200    200", _event),
    "events:change_event":       Address("200       200   200      403       403   404    login", _event),
    "events:set_state":          Address("302       302   302      403       403   404    login", _event, "post"),
    "events:entries":            Address("200       200   200      200       200   200    200", _event),
    "events:enter_players":      Address("302       302   302      302       403   404    login", _event, "post"),
    "events:enter_guests":       Address("200       200   200      200       403   404    login", _event),
    "events:entry":              Address("200       200   200      200       403   404    login", _entry),
    "events:withdraw":           Address("302       302   302      302       403   404    login", _entry, "post"),
    "events:readmit":            Address("302       302   302      302       403   404    login", _entry, "post"),
    "events:no_show":            Address("302       302   302      302       403   404    login", _entry, "post"),
    "events:desk":               Address("200       200   200      200       403   404    login", _event),
    "events:classes":            Address("200       200   200      403       403   404    login", _event),
    "events:usual_classes":      Address("302       302   302      403       403   404    login", _event, "post"),
    "events:rename_class":       Address("302       302   302      403       403   404    login", _class, "post"),
    "events:delete_class":       Address("302       302   302      403       403   404    login", _class, "post"),
    "events:teams":              Address("200       200   200      200       403   404    login", _event),
    "events:change_team":        Address("302       302   302      302       403   404    login", _team, "post"),
    "events:delete_team":        Address("302       302   302      302       403   404    login", _team, "post"),
    "events:wishes":             Address("200       200   200      200       403   404    login", _event),
    "events:drop_wish":          Address("302       302   302      302       403   404    login", _pair, "post"),
    "exchange:participants":     Address("200       200   200      403       403   404    login", _event),
    "events:round":              Address("200       200   200      200       200   200    200", _round),
    "events:draw":               Address("302       302   302      403       403   404    login", _round, "post"),
    "events:seats":              Address("200       200   200      403       403   404    login", _round),
    "events:set_time":           Address("302       302   302      403       403   404    login", _round, "post"),
    "events:roles":              Address("200       200   403      403       403   404    login", _event),
    "events:withdraw_role":      Address("302       302   403      403       403   404    login", _event_role, "post"),
    "lists:board":               Address("200       200   200      200       200   200    200", _round),
    "lists:open":                Address("302       302   302      302       403   404    login", _round, "post"),
    "lists:sheet":               Address("200       200   200      200       200   200    200", _list),
    "lists:entry":               Address("200       200   200      200       403   404    login", _list),
    "lists:check_keys":          Address("200       200   200      200       403   404    login", _list),
    "lists:undo":                Address("409       409   409      409       403   404    login", _list, "post"),
    "lists:totals":              Address("200       200   200      200       403   404    login", _list),
    "lists:row":                 Address("200       200   200      200       200   200    200", _row),
    "lists:twin":                Address("200       200   200      200       200   404    login", _two_lists),
    "lists:open_twin":           Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:move":                Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:move_table":          Address("404       404   404      404       403   404    login", _list, "post"),
    "lists:deals":               Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:seats":               Address("302       302   302      403       403   404    login", _list, "post"),
    "lists:substitute":          Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:sign":                Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:upload_photo":        Address("302       302   302      302       403   404    login", _list, "post"),
    "lists:photo":               Address("200       200   200      200       200   404    login", _photo),
    "lists:delete_photo":        Address("302       302   302      302       403   404    login", _photo, "post"),
    "lists:protest":             Address("302       302   302      302       302   404    login", _list, "post"),
    "lists:answer_protest":      Address("302       302   302      403       403   404    login", _protest, "post"),
    "standings:ranking":         Address("200       200   200      200       200   200    200", _event),
    "standings:file":            Address("200       200   200      200       200   200    200", _file),
    "standings:round":           Address("200       200   200      200       200   200    200", _round),
    "standings:round_file":      Address("200       200   200      200       200   200    200", _round_file),
    "standings:table":           Address("200       200   200      200       200   200    200", _table),
    "standings:teams":           Address("200       200   200      200       200   200    200", _teams),
    "standings:teams_file":      Address("200       200   200      200       200   200    200", _teams_file),
    "standings:lists":           Address("200       200   200      200       200   200    200", _event),
    "standings:lists_file":      Address("200       200   200      200       200   200    200", _file),
    "standings:player":          Address("200       200   200      200       200   200    200", _entry),
    "standings:lots":            Address("200       200   200      403       403   404    login", _event),
    "standings:person":          Address("200       200   200      200       200   200    200", _person),
    "hall:hall":                 Address("200       200   200      200       200   200    200", _event),
    "desk:paid_marks":           Address("200       200   200      200       403   404    login", _event),
    "desk:pay":                  Address("302       302   302      302       403   404    login", _entry, "post"),
    "desk:cash":                 Address("200       200   200      403       403   404    login", _event),
    "desk:cash_round":           Address("200       200   200      403       403   404    login", _round),
    "desk:pay_player":           Address("302       302   302      403       403   404    login", _entry, "post"),
    "desk:pay_table":            Address("302       302   302      403       403   404    login", _table, "post"),
    "desk:balance":              Address("200       200   200      403       403   404    login", _event),
    "desk:bookings":             Address("200       200   200      403       403   404    login", _event),
    "desk:reverse":              Address("200       200   200      403       403   404    login", _booking),
    "desk:fees":                 Address("200       200   200      403       403   404    login", _event),
    "desk:prizes":               Address("200       200   200      403       403   404    login", _event),
    "desk:release_prizes":       Address("302       302   302      403       403   404    login", _event, "post"),
    "desk:pay_prizes":           Address("302       302   302      403       403   404    login", _event, "post"),
    "desk:draw":                 Address("200       200   200      403       403   404    login", _round),
    "desk:mend":                 Address("302       302   302      403       403   404    login", _round, "post"),
    "desk:publish_draw":         Address("404       404   404      403       403   404    login", _proposal, "post"),
    "desk:copy_event":           Address("200       200   200      403       403   404    login", _event),
    "printing:sheet":            Address("200       200   200      200       200   200    200", _list),
    "printing:blank_sheet":      Address("200       200   200      200       200   200    200", _list),
    "printing:blank_table":      Address("200       200   200      200       200   200    200", _table),
    "printing:blank_form":       Address("200       200   200      200       200   200    200", _form),
    "printing:ranking":          Address("200       200   200      200       200   200    200", _event),
    "printing:round_sheets":     Address("404       404   404      404       403   404    login", _round),
    "printing:table_cards":      Address("200       200   200      200       403   404    login", _seated_round),
    "printing:notice":           Address("200       200   200      200       403   404    login", _seated_round),
    "printing:start_cards":      Address("404       404   404      404       403   404    login", _event),
    "printing:certificate_form": Address("200       200   200      403       403   404    login", _event),
    "printing:certificate_specimen": Address("200   200   200      403       403   404    login", _event),
    "printing:certificates":     Address("404       404   404      403       403   404    login", _event),
    "printing:job":              Address("404       404   404      404       404   404    login", _job),
    "printing:job_file":         Address("404       404   404      404       404   404    login", _job),
}
# What anybody may read once it is published, while it is being prepared.
UNPUBLISHED = {
    "events:event":              Address("200       200   200      200       200   404    login", _draft),
    "events:entries":            Address("200       200   200      200       200   404    login", _draft),
    "events:round":              Address("200       200   200      200       200   404    login", _draft_round),
    "lists:board":               Address("200       200   200      200       200   404    login", _draft_round),
    "lists:sheet":               Address("200       200   200      200       200   404    login", _draft_list),
    "lists:row":                 Address("200       200   200      200       200   404    login", _draft_row),
    "standings:ranking":         Address("200       200   200      200       200   404    login", _draft),
    "standings:file":            Address("200       200   200      200       200   404    login", _draft_file),
    "standings:round":           Address("200       200   200      200       200   404    login", _draft_round),
    "standings:round_file":      Address("200       200   200      200       200   404    login", _draft_round_file),
    "standings:table":           Address("200       200   200      200       200   404    login", _draft_table),
    "standings:teams":           Address("200       200   200      200       200   404    login", _draft_teams),
    "standings:teams_file":      Address("200       200   200      200       200   404    login", _draft_teams_file),
    "standings:lists":           Address("200       200   200      200       200   404    login", _draft),
    "standings:lists_file":      Address("200       200   200      200       200   404    login", _draft_file),
    "standings:player":          Address("200       200   200      200       200   404    login", _draft_entry),
    "standings:person":          Address("200       200   200      200       200   404    404", _draft_person),
    "hall:hall":                 Address("200       200   200      200       200   404    login", _draft),
    "printing:sheet":            Address("200       200   200      200       200   404    login", _draft_list),
    "printing:blank_sheet":      Address("200       200   200      200       200   404    login", _draft_list),
    "printing:blank_table":      Address("200       200   200      200       200   404    login", _draft_table),
    "printing:blank_form":       Address("200       200   200      200       200   404    login", _draft_form),
    "printing:ranking":          Address("200       200   200      200       200   404    login", _draft),
}
# fmt: on


@pytest.fixture(autouse=True)
def photos(settings, tmp_path):
    """Photographs of the tests stay with them."""
    settings.MEDIA_ROOT = tmp_path


@pytest.fixture(autouse=True)
def unset(monkeypatch):
    """Setting a paper takes seconds, and who may have it does not depend on how it looks."""
    monkeypatch.setattr(render, "to_pdf", str.encode)


@pytest.fixture
def world(club, cast, anna, event):
    return SimpleNamespace(club=club, anna=anna, event=event, **cast)


def test_every_address_is_in_the_table():
    assert sorted(names()) == sorted(ADDRESSES)


@pytest.mark.parametrize("visitor", VISITORS)
@pytest.mark.parametrize("name", ADDRESSES)
def test_answer(name, visitor, world, sign_in):
    check_answer(name, ADDRESSES[name], visitor, world, sign_in)


@pytest.mark.parametrize("visitor", VISITORS)
@pytest.mark.parametrize("name", UNPUBLISHED)
def test_answer_before_publication(name, visitor, world, sign_in):
    check_answer(name, UNPUBLISHED[name], visitor, world, sign_in)


def check_answer(name, address, visitor, world, sign_in):
    browser = sign_in(getattr(world, visitor))
    response = getattr(browser, address.method)(reverse(name, args=address.args(world)))
    expected = dict(zip(VISITORS, address.answers.split(), strict=True))[visitor]
    if expected == "login":
        assert (response.status_code, response.url.split("?")[0]) == (302, "/anmelden/")
    else:
        assert response.status_code == int(expected)
        assert not response.get("Location", "").startswith("/anmelden/")


def test_a_role_covers_itself_and_all_weaker_ones():
    covered = {role: [weaker for weaker in Role if role.covers(weaker)] for role in Role}
    assert covered == {
        "reader": ["reader"],
        "listenfuehrer": ["reader", "listenfuehrer"],
        "spielleitung": ["reader", "listenfuehrer", "spielleitung"],
        "administrator": ["reader", "listenfuehrer", "spielleitung", "administrator"],
    }


def test_the_stronger_of_two_roles_counts():
    assert strongest("spielleitung", "reader") == strongest("reader", "spielleitung") == Role.SPIELLEITUNG
    assert strongest(None, "reader") == Role.READER
    assert strongest(None, None) is None


def test_after_signing_in_one_is_where_one_wanted_to_go(client, leser, club):
    leser.set_password("karo-sieben-ouvert")
    leser.save()
    wanted = reverse("people:register", args=[club.slug])
    sent = client.get(wanted)
    assert sent.url == f"/anmelden/?next={wanted}"
    response = client.post(
        "/anmelden/", {"username": "Leser", "password": "karo-sieben-ouvert", "next": wanted}, follow=True
    )
    assert response.redirect_chain == [(wanted, 302)]
    assert response.status_code == 200
