"""What a federation must never hold, sent through its pages: a sentence at the field, and nothing half done."""

import datetime
from types import SimpleNamespace

import pytest
from django.urls import reverse
from django.utils import timezone

from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.events.services import create_event, set_state
from skatliga.federations.licences import give_licence, spells_of
from skatliga.federations.models import StartRules
from skatliga.people import services
from skatliga.people.models import Club, Membership, Player
from skatliga.qualifications.models import Qualification
from web.replayed import world

pytestmark = pytest.mark.django_db

TODAY = timezone.localdate()
DAY = datetime.timedelta(days=1)


@pytest.fixture
@world
def land(db) -> SimpleNamespace:
    """A Landesverband with two clubs that Ida administers; Anna of the first one has pass and licence."""
    top = services.create_club("Landesverband Ost", kind="Landesverband")
    asse, buben = (services.create_club(name, parent=top) for name in ("Asse", "Buben"))
    ida = services.invite(top, "ida", Role.ADMINISTRATOR).user
    anna = services.add_player(asse, first_name="Anna", last_name="Ärmel", federation_number="07.4711").player
    give_licence(anna, asse, datetime.date(2026, 2, 1), ida)
    below = championship(asse, "Vorrunde", TODAY - 3 * DAY)
    above = championship(top, "Meisterschaft", TODAY + 30 * DAY)
    return SimpleNamespace(top=top, asse=asse, buben=buben, ida=ida, anna=anna, below=below, above=above)


def championship(club: Club, name: str, day: datetime.date) -> Event:
    event = create_event(
        club,
        **{"name": name, "date": day, "rounds": 1, "rulebook": "isko-2022", "evaluation": "seeger-fabian"},
        **{"deals_at_four": 12, "deals_at_three": 12, "championship": "single-open"},
    )
    set_state(event, Event.State.PUBLISHED)
    event.refresh_from_db()
    return event


def errors_of(page, form: str = "form") -> dict[str, list[str]]:
    assert page.status_code == 200
    return {name: list(said) for name, said in page.context[form].errors.items()}


QUOTA = {"way": "fixed", "by": "starters", "places": "1", "answer_days": "7"}


@pytest.mark.parametrize(
    ("sent", "field", "sentence"),
    [
        ({"places": "0"}, "places", "Bitte angeben, wie viele Plätze es gibt."),
        ({"places": ""}, "places", "Bitte angeben, wie viele Plätze es gibt."),
        ({"way": "share", "percent": "101"}, "percent", "Dieser Wert muss kleiner oder gleich 100 sein."),
        ({"way": "share", "percent": ""}, "percent", "Bitte angeben, wie viel Prozent weiterkommen."),
        ({"way": "dhondt", "least": "2"}, "by", "Es gibt noch niemanden, den man zählen kann."),
        ({"answer_days": "0"}, "answer_days", "Dieser Wert muss größer oder gleich 1 sein."),
        (
            {"closes_on": f"{TODAY + 31 * DAY:%Y-%m-%d}"},
            "closes_on",
            f"Die Meisterschaft beginnt am {TODAY + 30 * DAY:%d.%m.%Y}; bitte einen früheren Tag wählen.",
        ),
        (
            {"closes_on": f"{TODAY - DAY:%Y-%m-%d}"},
            "closes_on",
            f"Der {TODAY - DAY:%d.%m.%Y} ist schon vorbei; bitte einen späteren Tag wählen.",
        ),
    ],
)
def test_a_quota_that_cannot_be(land, sign_in, sent, field, sentence):
    typed = QUOTA | {f"use-e{land.below.pk}": "on", f"places-e{land.below.pk}": "1"}
    typed |= {"closes_on": f"{TODAY + DAY:%Y-%m-%d}"} | sent
    page = sign_in(land.ida).post(reverse("qualifications:rule", args=[land.above.slug]), typed)
    assert errors_of(page) == {field: [sentence]}
    assert not Qualification.objects.exists()


def test_one_pass_for_two(land, sign_in):
    office = sign_in(land.ida)
    fields = {"first_name": "Bert", "last_name": "Buche", "federation_number": "07.4711", "publication": "full"}
    page = office.post(reverse("people:add_player", args=[land.buben.slug]), fields)
    [(field, [said])] = errors_of(page).items()
    assert field == "federation_number" and said.startswith("Diese Verbandsnummer hat schon jemand anderes.")
    assert 'value="Buche"' in page.text
    assert not Player.objects.filter(last_name="Buche").exists()
    bert = services.add_player(land.buben, first_name="Bert", last_name="Buche")
    page = office.post(reverse("people:player", args=[land.buben.slug, bert.player_id]), fields)
    assert list(errors_of(page)) == ["federation_number"]
    bert.player.refresh_from_db()
    assert bert.player.federation_number == ""


def test_two_licences_at_once(land, sign_in):
    services.take_in(land.buben, land.anna)
    address = reverse("federations:licence", args=[land.buben.slug, land.anna.pk])
    page = sign_in(land.ida).post(address, {"first_day": "2026-01-15"})
    said = (
        "Am 01.02.2026 hat schon etwas begonnen (Lizenz für Asse). Bitte einen späteren Tag wählen oder das"
        " zurücknehmen."
    )
    assert errors_of(page) == {"first_day": [said]}
    assert 'value="2026-01-15"' in page.text
    ending = reverse("federations:end_licence", args=[land.asse.slug, land.anna.pk])
    page = sign_in(land.ida).post(ending, {"last_day": "2025-12-01"})
    assert list(errors_of(page, "ending")) == ["last_day"]
    assert [(each.club, each.last) for each in spells_of(land.anna)] == [(land.asse, None)]


def test_a_level_that_would_belong_to_itself(land, sign_in):
    office = sign_in(land.ida)
    bund = services.create_club("Skatbund")
    services.grant_role(bund, land.ida, Role.ADMINISTRATOR)
    top, asse = land.top.name, land.asse.name
    said = {
        land.top: f"{top} kann nicht zu sich selbst gehören.",
        land.asse: f"{top} kann nicht zu {asse} gehören: {asse} gehört selbst zu {top}.",
    }
    for parent, sentence in said.items():
        page = office.post(reverse("federations:move_unit", args=[land.top.slug]), {"parent": parent.pk})
        assert errors_of(page) == {"__all__": [sentence]}
    assert not Club.objects.filter(parent=land.asse).exists()
    land.top.refresh_from_db()
    assert land.top.parent is None
    assert Membership.objects.filter(player=land.anna).count() == 1


def test_a_day_of_the_year_is_typed_as_clubs_write_it(land, sign_in):
    """It is kept as month and day, so that days can be compared."""
    office = sign_in(land.ida)
    address = reverse("federations:start_rules", args=[land.top.slug])
    usual = {"clubs_a_year": "1", "senior_from": "60", "junior_below": "21", "youth_below": "18", "pupil_below": "15"}
    typed = {"31.3.": "03-31", "31.03.": "03-31", "1. 9": "09-01", "1/9": "09-01", "09-01": "09-01", "29.2.": "02-29"}
    for said, kept in typed.items():
        office.post(address, usual | {"joined_by": said})
        assert StartRules.objects.get(club=land.top).joined_by == kept, said
    assert 'value="29.02."' in office.get(address).text
    for said in ("31.4.", "13-01", "März", "31.3.2026", "0.1."):
        page = office.post(address, usual | {"joined_by": said})
        sentence = f"Bitte einen Tag des Jahres angeben wie 31.3.; „{said}“ ist keiner."
        assert errors_of(page) == {"joined_by": [sentence]}
        assert f'value="{said}"' in page.text
    assert StartRules.objects.get(club=land.top).joined_by == "02-29"


def test_a_number_that_another_club_has(land, sign_in):
    office = sign_in(land.ida)
    Club.objects.filter(pk=land.asse.pk).update(number="07.01.116")
    said = {"number": [f"Die Vereinsnummer 07.01.116 hat schon {land.asse.name}."]}
    new = {"name": "Pik Sieben", "kind": "", "number": "07.01.116"}
    assert errors_of(office.post(reverse("federations:units", args=[land.top.slug]), new)) == said
    change = reverse("people:change_club", args=[land.top.slug])
    assert errors_of(office.post(change, {"name": land.top.name, "number": "07.01.116"})) == said
    own = reverse("people:change_club", args=[land.asse.slug])
    assert office.post(own, {"name": land.asse.name, "number": "07.01.116"}).status_code == 302


def test_a_second_role_in_a_club(land, sign_in):
    office = sign_in(land.ida)
    sent = {"username": land.ida.username, "role": "reader"}
    page = office.post(reverse("people:roles", args=[land.top.slug]), sent)
    said = f"„{land.ida.username}“ hat hier schon die Rolle Administrator. Ändern lässt sie sich in der Liste."
    assert errors_of(page) == {"username": [said]}
    assert land.top.roles.get(user=land.ida).role == Role.ADMINISTRATOR


def test_a_name_that_is_too_long(land, sign_in):
    office = sign_in(land.ida)
    typed = {"names": f"Anna Au\n{'Lang' * 20} Lutz\nBert"}
    page = office.post(reverse("people:add_names", args=[land.asse.slug]), typed)
    assert page.context["names"].errors["names"] == [
        f"Zeile 2: Der Name ist zu lang, mehr als 60 Buchstaben ({('Lang' * 10)}).",
        "Zeile 3: Bitte Vor- und Nachnamen angeben (Bert).",
    ]
