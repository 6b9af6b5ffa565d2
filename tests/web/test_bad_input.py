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
    for parent in (land.top, land.asse):
        page = office.post(reverse("federations:move_unit", args=[land.top.slug]), {"parent": parent.pk})
        assert errors_of(page) == {"parent": ["Bitte eine gültige Auswahl treffen. Dies ist keine gültige Auswahl."]}
    assert not Club.objects.filter(parent=land.asse).exists()
    land.top.refresh_from_db()
    assert land.top.parent is None
    assert Membership.objects.filter(player=land.anna).count() == 1
